r"""The exact excess risk of Algorithm 4 for more than two classes, and the same by aggregates and user by user.

The L estimates R_l of a cell, one for each sign of a class (`TurnedCodes`), are by different users, so independent, and
the law of each is that of `user_cells` for labels +-1: except for slips. With l from 1 to L, class 0 is ahead of class
i where the sum of R_l over the l in which i's sign is -1 is above 0; for class j the same is true of R_l times j's sign
and of i xor j. Up to four classes this leaves one integral over one estimate:

three classes: R_a + R_c > 0 and R_b + R_c > 0 share one term: int f_c(r) P(R_a > -r) P(R_b > -r) dr;
four: all three sums of two are above 0, so at most one of the three is below 0, by less than either of the others is
above it: prod P(R_l > 0) + sum over l of int_{r < 0} f_l(r) prod_{others} P(R > -r) dr.

From five classes on L is 7 at least, and the probabilities are those of four or more sums that share terms in more than
three dimensions, which no such integral gives: there the risk is drawn. Given a group's samples only the numbers of
them matter that have the signs + and - and the same last digits (`turned`), one multinomial draw for all of its users.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from notation.parameters import ParameterError, count
from upperbounds.channels.arrays import FloatArray
from upperbounds.classification.grid import Grid
from upperbounds.classification.turned import Sizes
from upperbounds.classification.users import coded_plan
from upperbounds.transforms.hadamard import walsh_hadamard
from upperbounds.transforms.turned_bins import TurnedCodes, sign_codes
from verify.study.risk.many_classes import contested
from verify.study.risk.ridges import Ridges
from verify.study.risk.user_cells import CubicsOnGrid, Densities, Estimates, integral_on_grid

MOST_EXACT = 4
"""Classes up to which probabilities are exact."""
RESOLUTION = 1e-7
"""Error bound of a risk, because densities and their integrals are interpolated; slips are added."""
_COLUMNS = 256

_Above = Callable[[FloatArray], FloatArray]


@dataclass(frozen=True)
class ClassCells:
    """A law of features and labels through a grid: each cell's `mass` (B,), `shares` of the classes (B, classes) in it.

    `loss` (B, classes) is the integral over the cell of eta* - eta_j, what predicting class j costs.
    """

    mass: FloatArray
    shares: FloatArray
    loss: FloatArray

    def __post_init__(self) -> None:
        """Refuse what is no law."""
        if abs(self.mass.sum() - 1) > 1e-9 or self.mass.min() < 0:
            raise ParameterError(f"mass: adds up to {self.mass.sum():.12g}; must be 1, none negative")
        if self.shares.min() < 0 or np.abs(self.shares.sum(axis=1) - 1).max() > 1e-9:
            raise ParameterError("shares: must add up to 1, none negative")
        apart = self.loss - self.loss[:, :1] + (self.shares - self.shares[:, :1]) * self.mass[:, None]
        if self.loss.min() < 0 or np.abs(apart).max() > 1e-9:
            raise ParameterError("loss: must be at least 0, and differ between classes as the shares times the mass do")

    @classmethod
    def contested(cls, law: Ridges, grid: Grid, classes: int, *, others: bool) -> "ClassCells":
        """Two classes contest, through a grid that is alike along all axes: `many_classes.contested`."""
        seen, kinds = contested(law, Grid(grid.edges[:1]), classes, others=others), law.kinds(grid)
        return cls(seen.mass[kinds], seen.shares[kinds], seen.loss[kinds])

    @property
    def classes(self) -> int:
        """How many there are."""
        return self.shares.shape[1]

    def leans(self, size: int) -> FloatArray:
        """E[sign 1(X in a cell)] for each sign, (L, size), 0 for cells that are not there."""
        found = self.mass * (sign_codes(self.classes) @ self.shares.T)
        return np.pad(found, [(0, 0), (0, size - len(self.mass))])


def sizes_of(n: int, m: int, epsilon: float, cells: int, classes: int) -> Sizes:
    """The constants of the plan with this many classes; raises ParameterError for too few users."""
    return Sizes(n, m, epsilon, cells, TurnedCodes(cells, classes).parts)


def chances(sizes: Sizes, law: ClassCells) -> FloatArray:
    """The probability that a cell chooses each class, outside slips, (B, classes); exact for three or four classes."""
    if not 3 <= law.classes <= MOST_EXACT:
        raise ParameterError(f"classes = {law.classes}: must be 3 or {MOST_EXACT} for exact probabilities")
    mass = np.pad(law.mass, (0, sizes.K - len(law.mass)))
    laws = [Estimates(sizes, lean, mass) for lean in law.leans(sizes.K)]
    found = np.empty((sizes.K, law.classes))
    for r in range(sizes.c):
        densities = [one.densities(r) for one in laws]
        kinds, back = _alike(np.stack([one.mean for one in densities]))
        parts = [
            [_Estimate.of(one, some) for one in densities] for some in np.array_split(kinds, -(-len(kinds) // _COLUMNS))
        ]
        by_kind = [np.concatenate([_ahead(some, j, law.classes) for some in parts]) for j in range(law.classes)]
        found[r :: sizes.c] = np.stack(by_kind, axis=1)[back]
    return np.clip(found[: len(law.mass)], 0.0, 1.0)


def excess_risk(sizes: Sizes, law: ClassCells) -> float:
    """The exact excess risk of three or four classes, outside slips."""
    return float((chances(sizes, law) * law.loss).sum())


def _alike(means: FloatArray) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Cells of different kinds and the kind of each, by their means (L, cells), to 12 digits.

    Where flipping a digit of all cells changes no mean, cells that differ in it alone have the same law.
    """
    cells, same = np.arange(means.shape[1]), 0
    for flip in 1 << np.arange(len(cells).bit_length() - 1):
        if np.abs(means - means[:, cells ^ flip]).max() <= 1e-12 * np.abs(means).max():
            same |= int(flip)
    kinds, back = np.unique(cells & ~same, return_inverse=True)
    return kinds, back


@dataclass(frozen=True)
class _Estimate:
    """One of a cell's estimates, for several cells: its law on an even grid about its mean, (points, cells)."""

    at: FloatArray
    mean: FloatArray
    density: FloatArray
    below: FloatArray

    @classmethod
    def of(cls, laws: Densities, cells: NDArray[np.int64]) -> "_Estimate":
        density = laws.of(cells)
        return cls(laws.at, laws.mean[cells], density, integral_on_grid(laws.at, density))

    @property
    def values(self) -> FloatArray:
        """The grid, (points, cells)."""
        return self.at[:, None] + self.mean

    def above(self, sign: float, x: FloatArray) -> FloatArray:
        """P(sign R > x), at x (..., cells)."""
        under = CubicsOnGrid(self.at, sign * x - self.mean)(self.below, self.density)
        return 1 - under if sign > 0 else under


def _ahead(parts: list[_Estimate], j: int, classes: int) -> FloatArray:
    """The probability that class j has the largest tally, (cells,)."""
    codes = sign_codes(MOST_EXACT)
    signs = codes[:, j]
    if classes < MOST_EXACT:
        # The signs in which the others differ: they share one.
        apart = [set(np.flatnonzero(codes[:, i] != signs)) for i in range(classes) if i != j]
        (shared,) = apart[0] & apart[1]
        chance = parts[shared].density * (parts[shared].at[1] - parts[shared].at[0])
        for (k,) in (one - {shared} for one in apart):
            chance = chance * parts[k].above(signs[k], -signs[shared] * parts[shared].values)
        return np.asarray(chance.sum(axis=0))
    zero = np.zeros_like(parts[0].mean)
    total = np.prod([one.above(sign, zero) for one, sign in zip(parts, signs, strict=True)], axis=0)
    for least, (one, sign) in enumerate(zip(parts, signs, strict=True)):
        chance = one.density
        for other in {0, 1, 2} - {least}:
            chance = chance * parts[other].above(signs[other], -sign * one.values)
        upto = integral_on_grid(one.at, chance)
        at_zero = CubicsOnGrid(one.at, -one.mean)(upto, chance)
        total = total + (at_zero if sign > 0 else upto[-1] - at_zero)
    return np.asarray(total)


def drawn_risk(sizes: Sizes, law: ClassCells, repetitions: int, rng: np.random.Generator) -> tuple[float, float]:
    """The excess risk, outside slips, by aggregates, for any number of classes, and its standard error."""
    count("repetitions", repetitions, 2)
    losses = [float(_loss(law, drawn_tallies(sizes, law, rng))) for _ in range(repetitions)]
    return float(np.mean(losses)), float(np.std(losses, ddof=1) / sqrt(repetitions))


def drawn_tallies(sizes: Sizes, law: ClassCells, rng: np.random.Generator) -> FloatArray:
    """The tallies of all cells, outside slips, (B, classes): samples of each sign and digits by group, and noise."""
    K, c, half, m = sizes.K, sizes.c, sizes.half, sizes.m
    mass = np.pad(law.mass, (0, K - len(law.mass))).reshape(-1, c).sum(axis=0)
    found = np.empty((sizes.parts, K))
    for part, lean in enumerate(law.leans(K)):
        # The mean over a group's samples with digits r of the sign that its coordinates give them, (groups, c).
        turned = walsh_hadamard(np.ascontiguousarray(lean.reshape(-1, c).T)).T
        signs = np.concatenate([mass + turned, mass - turned], axis=1).clip(0) / 2
        numbers = rng.multinomial(half * m, signs / signs.sum(axis=1, keepdims=True))
        sums = (numbers[:, :c] - numbers[:, c:]).astype(np.float64)
        data = walsh_hadamard(np.ascontiguousarray(sums.T)).T * (c / (K * half * m))
        gammas = rng.standard_gamma(half, size=(2, K))
        noise = walsh_hadamard((gammas[0] - gammas[1]) * (float(sizes.each.scale) / half)) / K
        found[part] = data.ravel() + noise
    return TurnedCodes(len(law.mass), law.classes).tallies(found[:, : len(law.mass)])


def simulated_risk(sizes: Sizes, law: ClassCells, repetitions: int, rng: np.random.Generator) -> tuple[float, float]:
    """The mean excess risk of the plan itself, run from users' own data again and again, and its standard error."""
    plan = coded_plan(sizes.n, sizes.m, sizes.epsilon, TurnedCodes(sizes.cells, law.classes))
    found = plan.run(drawn_samples(law, (repetitions, sizes.n, sizes.m), rng), rng)
    losses = _loss(law, TurnedCodes(sizes.cells, law.classes).tallies(found))
    return float(losses.mean()), float(losses.std(ddof=1) / sqrt(repetitions))


def drawn_samples(law: ClassCells, shape: tuple[int, ...], rng: np.random.Generator) -> FloatArray:
    """Cells and classes of users' samples, (*shape, 2)."""
    places = rng.choice(law.shares.size, size=shape, p=(law.mass[:, None] * law.shares).ravel())
    return np.stack(np.divmod(places, law.classes), axis=-1).astype(np.float64)


def _loss(law: ClassCells, tallies: FloatArray) -> FloatArray:
    """What the classes with the largest tallies cost, (..., B, classes) to (...,)."""
    chosen = np.argmax(tallies, axis=-1)
    return np.asarray(law.loss[np.arange(len(law.mass)), chosen].sum(axis=-1))
