r"""zhao Algorithms 4 and 5: the plan, its privacy spend, and the law of its estimates, for every epsilon.

As corrected (in place of the regimes of Appendices D.1 and E.1, zhao/eq6 and zhao/thm9/upper), a group answers c
coordinates at epsilon/c each. c is the largest power of two that is at most epsilon and K. So no budget is left unspent
and no coordinate is skipped; c = 1 and c = K are the paper's high and low privacy. Delta = 2 sqrt(ln(nK)/m). If 3h + 2
Delta is at least the range, users send their means directly, clipped to [-1, 1].

Let J be the number of users who refine, half of all users. Except on an event of small probability, `slips`, every
first stage ends next to the mean and nobody is clipped. Outside this event an estimate q_b^ equals one whose law is
known for all winners. Call the cells that agree with b in the last log2(c) digits its class; then

q_b^ = sum over groups x of (1/(K half m)) sum over half m samples of c Y (-1)^(x . b') [its cell b' in the class of b]
plus K half Laplace variables of scale sigma/(K half).

So q_b^ has mean q_b, and for U = |Y| <= 1 the variance of its data is at most p(class)/(J m).
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import exp, inf, log, sqrt
from typing import Any, overload

import numpy as np

from notation.parameters import ParameterError
from notation.setting import in_range
from upperbounds.channels.arrays import FloatArray
from upperbounds.mean import zhao
from upperbounds.mean.zhao import bin_count
from upperbounds.protocols.coordinates import CoordinatePlan
from upperbounds.protocols.split import chunks
from upperbounds.protocols.two_stage import TwoStage
from upperbounds.transforms.turned_bins import TurnedBins
from upperbounds.vectors import zhao as vectors
from upperbounds.vectors.zhao import Reading

NEAR, FAR = 0.5 - exp(-2.0), exp(-8.0)
"""zhao Lemma 4 for h = 4/sqrt(m): the smallest share of votes for a bin next to the mean, and the most for one
beyond."""


@dataclass(frozen=True)
class Sizes:
    """The constants of a corrected plan, from public numbers.

    Attributes
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    cells : int
        Number of cells in all.
    parts : int
        Number of transforms: 1 for two classes, those of `sign_codes` for more, 2 in regression.

    Raises
    ------
    ParameterError
        If there are not two users for each group.
    """

    n: int
    m: int
    epsilon: float
    cells: int
    parts: int

    def __post_init__(self) -> None:
        """Refuse too few users."""
        in_range(self.n, self.m, self.K, self.epsilon, 1.0)
        if self.n < 2 * self.groups:
            raise ParameterError(
                f"n = {self.n}: must be at least {2 * self.groups}, two users for each of {self.groups} groups, of"
                f" {self.cells} cells"
            )

    @cached_property
    def K(self) -> int:
        """The number of cells, rounded up to a power of two."""
        return TurnedBins(self.cells).size

    @cached_property
    def c(self) -> int:
        """Coordinates that a user answers: the largest power of two up to epsilon, at least 1 and at most K."""
        if self.epsilon >= self.K:
            return self.K
        return 1 << (max(int(self.epsilon), 1).bit_length() - 1)

    @property
    def groups(self) -> int:
        """How many groups of users there are."""
        return self.parts * self.K // self.c

    @property
    def half(self) -> int:
        """How many users refine a coordinate."""
        return self.n // (2 * self.groups)

    @property
    def refining(self) -> int:
        """J: how many users refine for one part."""
        return self.half * self.K // self.c

    @cached_property
    def each(self) -> TwoStage:
        """zhao Algorithm 1 for one coordinate."""
        h, delta = 4 / sqrt(self.m), 2 * sqrt(log(max(self.n * self.K, 2)) / self.m)
        budget = self.epsilon / self.c
        if 3 * h + 2 * delta >= 2:
            # The whole range is one bin, which is inflated by h + Delta = 0 and has the width 3h + 2 Delta = 2.
            return zhao.assemble(2 * self.half, self.m, budget, 1.0, 1, 2.0, -2.0)
        return zhao.assemble(2 * self.half, self.m, budget, 1.0, bin_count(self.m), h, delta)

    @cached_property
    def slips(self) -> float:
        """A bound on the probability that a first stage ends beyond the bins next to the mean, or a user is clipped.

        Hoeffding's inequality for clipping, Chernoff's for a far bin that outvotes the best bin next to the mean, and a
        union bound.
        """
        bins = self.each.bins.count
        if bins == 1 and float(self.each.inflation) == 0:
            return 0.0
        reach = float(self.each.inflation) - float(self.each.bins.width)
        clipped = log(2 * self.refining * self.c * self.parts) - self.m * reach**2 / 2
        lost = log(self.parts * self.K * bins) + self.half * outvoted(self.epsilon / self.c) if bins > 2 else -inf
        return min(1.0, exp(min(clipped, 0.0)) + exp(min(lost, 0.0)))

    @property
    def noise(self) -> float:
        """The variance of the Laplace noise in an estimate q_b^."""
        return 2 * float(self.each.scale) ** 2 / (self.K * self.half)

    def variance(self, mass: float) -> float:
        """A bound on the variance of q_b^ outside `slips`, if cells of this `mass` have the last digits of b.

        Parameters
        ----------
        mass : float
            Mass of cells, in [0, 1].

        Returns
        -------
        float
            The bound.
        """
        return mass / (self.refining * self.m) + self.noise

    @overload
    def below(self, mean: float, mass: float, at: float = 0.0) -> float: ...

    @overload
    def below(self, mean: FloatArray, mass: float, at: float = 0.0) -> FloatArray: ...

    def below(self, mean: Any, mass: float, at: float = 0.0) -> Any:
        """Chernoff's bound on the probability, outside `slips`, that an estimate is below a number.

        The logarithm of E exp(-s q_b^) is at most J m (mass (cosh u - 1) - mean sinh u) for the data, u = s c/(K half
        m), plus -K half log(1 - (s sigma/(K half))^2) for the noise.

        Parameters
        ----------
        mean : float or ndarray
            Mean of the estimate q_b^, above `at`, or several.
        mass : float
            Mass of the cells that have the same last digits.
        at : float, default 0.0
            The number.

        Returns
        -------
        float or ndarray
            The bound for each mean.
        """
        mean = np.asarray(mean)[..., None]
        together, sigma = self.K * self.half, float(self.each.scale)
        # In units in which the step of one sample is 1.
        scale, data = self.m * sigma / self.c, self.refining * self.m
        u = np.geomspace(1e-12, 1.0, 400) * min(1 / scale, 30.0) * (1 - 1e-9)
        told = data * (mass * 2 * np.sinh(u / 2) ** 2 - mean * np.sinh(u)) + u * data * at
        least = np.min(told - together * np.log1p(-((u * scale) ** 2)), axis=-1)
        found = np.exp(np.minimum(least, 0.0))
        return found if np.ndim(found) else float(found)

    def plan(self) -> CoordinatePlan:
        """Who sends what: group k answers c coordinates, starting with c k.

        Returns
        -------
        CoordinatePlan
            The plan.
        """
        turned = TurnedBins(self.cells, self.parts)
        split = chunks(self.n, turned.coordinates, self.groups, self.c)
        return CoordinatePlan("zhao-turned-bins", split, self.each, Fraction(1, self.c), turned)


@lru_cache(maxsize=4096)
def outvoted(epsilon: float) -> float:
    """The smallest log E exp(u (vote for a far bin - vote for a near bin)) over u, for one voter with noise.

    Parameters
    ----------
    epsilon : float
        Privacy budget of one user, for all of their samples.

    Returns
    -------
    float
        The logarithm, at most 0.
    """
    u = np.geomspace(1e-6, 1.0, 400) * min(epsilon / 2, 30.0) * (1 - 1e-9)
    votes = np.log1p(FAR * np.expm1(u) + NEAR * np.expm1(-u))
    return float(min(np.min(votes - 2 * np.log1p(-((2 * u / epsilon) ** 2))), 0.0))


def printed_plan(n: int, m: int, epsilon: float, turned: TurnedBins, reading: Reading = "floor") -> CoordinatePlan:
    """The groups of Appendices D.1 and E.1 as printed; h = 4/sqrt(m), Delta = sqrt(ln n/m) for n users of a group.

    From epsilon = 1 to K ln n users of ceil(K/epsilon) groups answer epsilon coordinates each, at budget 1: with
    floor(epsilon), some coordinates are skipped; ceil(epsilon) spends more than epsilon.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    turned : TurnedBins
        The transform of bins.
    reading : {"floor", "ceil"}, default "floor"
        How an epsilon that is not an integer is read.

    Returns
    -------
    CoordinatePlan
        The plan.
    """
    n, m, _, epsilon, _ = in_range(n, m, turned.coordinates, epsilon, 1.0)
    who = vectors.printed_split(n, turned.coordinates, epsilon, reading)
    return vectors.assemble("zhao-turned-bins-printed", turned, who, m, epsilon, 1.0)
