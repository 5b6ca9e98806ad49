r"""The exact risk of zhao Algorithms 4 and 5 as corrected, and the same by simulation user by user.

Outside slips (`Sizes.slips`, which is the stated error) an estimate q_b^ is a sum of independent numbers
(`upperbounds.classification.turned`), for labels +-1. Write b = (y, r), r the last log2(c) digits, q_x^r = sum_y
(-1)^(x . y) q_(y, r), p_r the mass of the cells with these digits, u = t c/(K half m). Then its characteristic function
at t is that of the noise times the product over groups x of

(1 - p_r (1 - cos u) + i (-1)^(x . y) q_x^r sin u)^(half m):

its modulus does not depend on y, and its phase is a Hadamard transform over x, so that the laws of all K estimates take
K log K steps at each t. Signs come by Gil-Pelaez' formula at half-odd multiples of a step, whose error is the mass
beyond a period; densities by the fast Fourier transform.
"""

from dataclasses import dataclass
from functools import cached_property
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from notation.parameters import ParameterError
from upperbounds.channels.arrays import FloatArray
from upperbounds.classification.grid import Grid
from upperbounds.classification.turned import Sizes
from upperbounds.protocols.coordinates import CoordinatePlan
from upperbounds.regression.users import ratio
from upperbounds.transforms.hadamard import walsh_hadamard
from verify.study.risk.ridges import Ridges

RESOLUTION = 1e-12
"""Error bound of a probability, from period, cut-off and rounding; slips are added."""
SQUARES = 1e-8
"""Error bound of a squared error, relative to it, because densities are interpolated."""
_DEVIATIONS, _TAILS = 12.0, 40.0
"""An estimate is computed within this many standard deviations, and scales of one Laplace variable, of its mean."""
_FAINT = 40.0
"""A characteristic function below exp(-this) is 0."""
_SILENT = 60.0
"""A characteristic function below exp(-this) changes no digit of a density."""
_MOST_STEPS, _ENTRIES = 1 << 14, 1 << 22
_GRID = 1 << 10
"""Points of a density."""
_LEGENDRE = np.polynomial.legendre.leggauss(64)
_COLUMNS = 256


@dataclass(frozen=True)
class Estimates:
    """The laws of the estimates of one part, outside slips: `mean` and `mass` (K,), 0 for cells beyond the last."""

    sizes: Sizes
    mean: FloatArray
    mass: FloatArray

    @cached_property
    def shared(self) -> FloatArray:
        """p_r, (c,)."""
        return self.mass.reshape(-1, self.sizes.c).sum(axis=0)

    @cached_property
    def reach(self) -> float:
        """How far an estimate is computed on either side of its mean."""
        single = float(self.sizes.each.scale) / (self.sizes.K * self.sizes.half)
        deviation = sqrt(float(self.shared.max()) / (self.sizes.refining * self.sizes.m) + self.sizes.noise)
        return _DEVIATIONS * deviation + _TAILS * single

    @cached_property
    def turned(self) -> FloatArray:
        """q_x^r, (c, K/c)."""
        return walsh_hadamard(np.ascontiguousarray(self.mean.reshape(-1, self.sizes.c).T))

    def logarithm(self, r: int, t: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Log modulus (steps,) and phase (steps, K/c) of the characteristic functions of estimates with digits r."""
        a, p, q = self.sizes, float(self.shared[r]), self.turned[r]
        together = a.K * a.half
        u = (t * (a.c / (together * a.m)))[:, None]
        fewer, sine = p * 2 * np.sin(u / 2) ** 2, np.sin(u)
        # |1 - fewer + i q sine|^2 - 1 without cancellation.
        with np.errstate(divide="ignore"):
            modulus = np.log1p(np.maximum(-2 * fewer + fewer**2 + (q * sine) ** 2, -1.0)).sum(axis=1) / 2
        phase = walsh_hadamard(np.arctan2(q * sine, 1 - fewer)) * (a.half * a.m)
        return a.half * a.m * modulus + self.faded(t), phase

    def faded(self, t: FloatArray) -> FloatArray:
        """Log characteristic function (steps,) of the noise of an estimate: at least the log modulus of its own."""
        together = self.sizes.K * self.sizes.half
        return np.asarray(-together * np.log1p((t * float(self.sizes.each.scale) / together) ** 2))

    def steps(self, r: int, step: float) -> int:
        """How many steps it takes until the characteristic function is faint; raises ParameterError for too many."""
        number = 16
        while self.logarithm(r, np.array([number * step]))[0][0] > -_FAINT:
            number *= 2
            if number > _MOST_STEPS:
                raise ParameterError(
                    f"n = {self.sizes.n}: too few messages add up for the law of an estimate to be smooth"
                )
        return number

    def negative(self) -> FloatArray:
        """P(q_b^ < 0) for every b, (K,)."""
        found = np.empty((self.sizes.K // self.sizes.c, self.sizes.c))
        for r in range(self.sizes.c):
            mean = self.mean.reshape(-1, self.sizes.c)[:, r]
            near = np.abs(mean) < self.reach
            found[:, r] = mean < 0
            if near.any():
                step = np.pi / (2 * self.reach)
                odd = np.arange(self.steps(r, step)) + 0.5
                part = max(_ENTRIES // len(near), 1)
                total = np.zeros(int(near.sum()))
                for some in np.array_split(odd, -(-len(odd) // part)):
                    modulus, phase = self.logarithm(r, some * step)
                    total += (np.exp(modulus) / some) @ np.sin(phase[:, near])
                found[near, r] = 0.5 - total / np.pi
        return np.clip(found.ravel(), 0.0, 1.0)

    def densities(self, r: int) -> "Densities":
        """The laws of all estimates with digits r on an even grid; raises ParameterError where they are not smooth."""
        width = 2 * self.reach
        t = np.asarray(np.arange(_GRID // 2 + 1) * (2 * np.pi / width), dtype=np.float64)
        if self.logarithm(r, t[-1:])[0][0] > -_FAINT:
            raise ParameterError(f"n = {self.sizes.n}: too few messages for the law of an estimate to be smooth")
        t = t[self.faded(t) > -_SILENT]
        parts = [self.logarithm(r, some) for some in np.array_split(t, -(-t.size * len(self.mean) // _ENTRIES))]
        modulus, phase = (np.concatenate(part) for part in zip(*parts, strict=True))
        return Densities(width, t, modulus, phase, self.mean.reshape(-1, self.sizes.c)[:, r])


@dataclass(frozen=True)
class Densities:
    """The characteristic functions at t (steps,) of estimates with the same last digits, for densities over `width`.

    `modulus` (steps,) is the logarithm, `phase` (steps, K/c) as `mean` (K/c,) in the order of the first digits.
    """

    width: float
    t: FloatArray
    modulus: FloatArray
    phase: FloatArray
    mean: FloatArray

    @property
    def at(self) -> FloatArray:
        """Distances from the mean, (points,)."""
        return np.asarray((np.arange(_GRID) - _GRID // 2) * (self.width / _GRID), dtype=np.float64)

    def of(self, first: NDArray[np.int64]) -> FloatArray:
        """The densities there of the estimates with these first digits, (points, cells)."""
        turns = self.phase[:, first] - np.outer(self.t, self.mean[first])
        transform = np.zeros((len(first), _GRID // 2 + 1), dtype=np.complex128)
        # A factor of -1 at every other step moves the mean to the middle of the grid.
        size = np.exp(self.modulus) * np.where(np.arange(len(self.t)) % 2, -1.0, 1.0)
        transform[:, : len(self.t)] = (size[:, None] * np.exp(-1j * turns)).T
        return np.ascontiguousarray(np.fft.irfft(transform, _GRID, axis=1).T) * (_GRID / self.width)


@dataclass(frozen=True)
class CellLaw:
    """A law on [0, 1]^d seen through a grid: each cell's mass (B,), and q (B,), the integral of eta over it.

    `wrong` (B, 2) is the integral of |eta| over where it is positive and where it is negative, `spread` the integral of
    (eta - its mean in the cell)^2 over all cells. Labels are +-1, eta in units of T.
    """

    mass: FloatArray
    q: FloatArray
    wrong: FloatArray
    spread: float

    def __post_init__(self) -> None:
        """Refuse an invalid law."""
        if abs(self.mass.sum() - 1) > 1e-9 or self.mass.min() < 0:
            raise ParameterError(f"mass: adds up to {self.mass.sum():.12g}; must be 1, none negative")
        if np.any(np.abs(self.q) > self.mass * (1 + 1e-9)):
            raise ParameterError("q: must be within the mass of its cell")
        if np.abs(self.wrong[:, 0] - self.wrong[:, 1] - self.q).max() > 1e-9:
            raise ParameterError("wrong: the parts must differ by q")

    @classmethod
    def of_ridges(cls, law: Ridges, side: int) -> "CellLaw":
        """A row of tents and uniform features, through this many equal cells along each axis."""
        return cls.through(law, Grid.equal(0.0, 1.0, law.d, side))

    @classmethod
    def through(cls, law: Ridges, grid: Grid) -> "CellLaw":
        """The same through a grid that is alike along all axes, whose last cells may be cut."""
        kinds, axis = law.kinds(grid), law.cells(Grid(grid.edges[:1]))
        mass, wrong = axis.mass[kinds], axis.loss[kinds]
        q = wrong[:, 0] - wrong[:, 1]
        return cls(mass, q, wrong, max(law.square - float(np.sum(q**2 / mass)), 0.0))

    def padded(self, size: int) -> tuple[FloatArray, FloatArray]:
        """q and masses, with 0 for cells that do not exist, (size,) each."""
        more = size - len(self.mass)
        return np.pad(self.q, (0, more)), np.pad(self.mass, (0, more))


def excess_risk(sizes: Sizes, law: CellLaw) -> float:
    """The exact excess risk of Algorithm 4, outside slips: each cell's probability of either sign times its cost."""
    negative = Estimates(sizes, *law.padded(sizes.K)).negative()[: len(law.mass)]
    return float(law.wrong[:, 0] @ negative + law.wrong[:, 1] @ (1 - negative))


def squared_risk(sizes: Sizes, law: CellLaw, floor: float) -> float:
    """The exact squared error of Algorithm 5 as corrected, outside slips, in units of T^2.

    The error in a cell is the average over p^ of the second moment of clip(q^/max(p^, floor)) about the mean there.
    Where flipping a digit of all cells changes neither q nor the masses, cells that differ in it alone have the same
    law.
    """
    q, p = law.padded(sizes.K)
    values, masses = Estimates(sizes, q, p), Estimates(sizes, p, p)
    cells = np.arange(sizes.K // sizes.c)
    total = law.spread
    for r in range(sizes.c):
        own_q, own_p = q.reshape(-1, sizes.c)[:, r], p.reshape(-1, sizes.c)[:, r]
        # A cell without mass has no mean, and its error has no weight.
        kinds = cells[own_p > 0]
        number = 1
        for flip in 1 << np.arange(len(cells).bit_length() - 1):
            if np.array_equal(own_q, own_q[cells ^ flip]) and np.array_equal(own_p, own_p[cells ^ flip]):
                kinds, number = kinds[(kinds & flip) == 0], 2 * number
        if not len(kinds):
            continue
        of_q, of_p = values.densities(r), masses.densities(r)
        for some in np.array_split(kinds, -(-len(kinds) // _COLUMNS)):
            errors = _ratio_errors(of_q.at, of_q.of(some), of_p.at, of_p.of(some), own_q[some], own_p[some], floor)
            total += number * float(own_p[some] @ errors)
    return total


def _ratio_errors(
    at_q: FloatArray, of_q: FloatArray, at_p: FloatArray, of_p: FloatArray, q: FloatArray, p: FloatArray, floor: float
) -> FloatArray:
    """E(clip(q^/max(p^, floor), -1, 1) - q/p)^2, (cells,), by the densities about the means on even grids."""
    # Moments of q^ - q below each point.
    slopes = of_q * at_q[:, None] ** np.arange(3)[:, None, None]
    moments = integral_on_grid(at_q, slopes)
    bent = _spline_slopes(at_p, of_p)
    below = integral_on_grid(at_p, of_p, bent)
    nodes, weights = _LEGENDRE
    edge = np.maximum(floor, p + at_p[0])
    half = np.maximum((p + at_p[-1] - edge) / 2, 0.0)
    points = edge + half * (nodes[:, None] + 1)
    inside = (points - p >= at_p[0]) & (points - p <= at_p[-1])
    chance = np.where(inside, CubicsOnGrid(at_p, points - p)(of_p, bent), 0.0)
    mass = np.concatenate([CubicsOnGrid(at_p, (edge - p)[None])(below, of_p), chance * half * weights[:, None]])
    at = np.concatenate([edge[None], points])
    target = q / p
    low, high = (CubicsOnGrid(at_q, sign * at - q)(moments, slopes) for sign in (-1.0, 1.0))
    s = q - target * at
    inner = high - low
    middle = (inner[2] + 2 * s * inner[1] + s**2 * inner[0]) / at**2
    whole = moments[0, -1]
    error = middle + (1 + target) ** 2 * low[0] + (1 - target) ** 2 * (whole - high[0])
    return np.asarray(np.sum(mass * error, axis=0))


def _spline_slopes(x: FloatArray, y: FloatArray) -> FloatArray:
    """The slopes of the cubic splines of y (..., points, cells) at even points, not a knot at the ends; same shape."""
    from scipy.linalg import solve_banded

    step, n = x[1] - x[0], len(x)
    rises = np.diff(y, axis=-2) / step
    right = np.empty_like(y)
    right[..., 1:-1, :] = 3 * (rises[..., 1:, :] + rises[..., :-1, :])
    right[..., 0, :] = (5 * rises[..., 0, :] + rises[..., 1, :]) / 2
    right[..., -1, :] = (5 * rises[..., -1, :] + rises[..., -2, :]) / 2
    bands = np.ones((3, n))
    bands[1, 1:-1], bands[0, 1], bands[2, -2] = 4.0, 2.0, 2.0
    columns = np.moveaxis(right, -2, 0)
    return np.moveaxis(solve_banded((1, 1), bands, columns.reshape(n, -1)).reshape(columns.shape), 0, -2)


def integral_on_grid(x: FloatArray, y: FloatArray, slopes: FloatArray | None = None) -> FloatArray:
    """The integral of y (..., points, cells) from the first even point to each, by cubic splines; same shape."""
    step = x[1] - x[0]
    bent = _spline_slopes(x, y) if slopes is None else slopes
    found = np.zeros_like(y)
    np.cumsum((y[..., 1:, :] + y[..., :-1, :]) * (step / 2), axis=-2, out=found[..., 1:, :])
    return found - (bent - bent[..., :1, :]) * (step**2 / 12)


class CubicsOnGrid:
    """Functions by values and slopes (..., points, cells) on an even grid x, seen at (..., cells); constant beyond."""

    def __init__(self, x: FloatArray, at: FloatArray) -> None:
        step, cells = x[1] - x[0], at.shape[-1]
        place = np.clip((at - x[0]) / step, 0, len(x) - 1)
        i = np.minimum(place.astype(np.int64), len(x) - 2)
        u = place - i
        self.here = i * cells + np.arange(cells)
        self.there = self.here + cells
        self.weights = (
            (1 + 2 * u) * (1 - u) ** 2, u**2 * (3 - 2 * u), step * u * (1 - u) ** 2, -step * u**2 * (1 - u)
        )  # fmt: skip

    def __call__(self, y: FloatArray, slope: FloatArray) -> FloatArray:
        """The functions there."""
        y, slope = (f.reshape(*f.shape[:-2], -1) for f in (y, slope))
        parts = ((y, self.here), (y, self.there), (slope, self.here), (slope, self.there))
        total = np.zeros((*y.shape[:-1], *self.here.shape))
        for weight, (f, place) in zip(self.weights, parts, strict=True):
            total += weight * np.take(f, place, axis=-1)
        return total


def drawn_estimates(
    plan: CoordinatePlan, law: CellLaw, m: int, repetitions: int, rng: np.random.Generator
) -> FloatArray:
    """Estimates (repetitions, parts, cells) from users' own data, through the messages of the plan itself."""
    shape = (repetitions, plan.n, m)
    cells = rng.choice(len(law.mass), size=shape, p=law.mass / law.mass.sum())
    lean = (law.q / np.where(law.mass > 0, law.mass, 1.0))[cells]
    labels = np.where(rng.random(shape) < (1 + lean) / 2, 1.0, -1.0)
    return plan.run(np.stack([cells, labels], axis=-1), rng)


def simulated_excess(
    plan: CoordinatePlan, law: CellLaw, m: int, repetitions: int, rng: np.random.Generator
) -> tuple[float, float]:
    """The mean excess risk of Algorithm 4, run again and again, and its standard error."""
    found = drawn_estimates(plan, law, m, repetitions, rng)[:, 0]
    losses = np.where(found > 0, law.wrong[:, 1], law.wrong[:, 0]).sum(axis=1)
    return float(losses.mean()), float(losses.std(ddof=1) / sqrt(repetitions))


def simulated_squares(
    plan: CoordinatePlan, law: CellLaw, m: int, floor: float, repetitions: int, rng: np.random.Generator
) -> tuple[float, float]:
    """The mean squared error of Algorithm 5 as corrected, and its standard error, in units of T^2."""
    found = drawn_estimates(plan, law, m, repetitions, rng)
    told = ratio(found[:, 0], found[:, 1], floor, 1.0)
    mean = law.q / np.where(law.mass > 0, law.mass, 1.0)
    losses = law.spread + ((told - mean) ** 2) @ law.mass
    return float(losses.mean()), float(losses.std(ddof=1) / sqrt(repetitions))
