"""The exact excess risk of private means in the cells of a grid and of neighbours, and the same by running them.

A cell's mean has the variance a/k + b/k^2 given that k people are in it, so that the average over the multinomial
counts of the cells needs P(k < least), E[1/k; k >= least] and E[1/k^2; k >= least] of their marginals: sums of binomial
masses. Of neighbours on a line the mass q of the ball up to the (k + 1)-th is Beta(k + 1, n - k), and those inside are
independent given q: what is left is an integral over the point and q. In more dimensions only people near a point are
drawn, however many there are elsewhere, and the risk there is exact given them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import gamma, inf, pi, prod, sqrt

import numpy as np
from numpy.typing import NDArray

from notation.parameters import ParameterError, count
from notation.regression import RegressionSetting
from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.binomial import binomial_pmf
from upperbounds.classification.grid import Grid
from upperbounds.regression.bounds import BinPlan, NeighbourPlan
from upperbounds.regression.regressors import BinRegressor, PrivateRegressor
from verify.study.risk.ridges import Ridges

REACH = 10.0
"""Counts are computed within this many standard deviations, and some people, of their mean: less than 1e-18 is
beyond."""

RESOLUTION = 1e-11
"""Error bound of an exact risk of cells, relative to the largest squared label, from tails and rounding."""

MOST_COUNTS = 1 << 24
"""The most people that a cell may hold in its window."""

MOST_PANELS = 1 << 13

MOST_NEAR = 1 << 20
"""People near a point who are drawn."""
_TOGETHER = 1 << 15
"""Neighbours of points that are looked at together: what is made of them stays in the cache."""


@dataclass(frozen=True)
class CellMeans:
    """A law of features and labels, seen through a grid and a clipping: one row for each kind of cell.

    `mass` is a cell's probability, `truth` the mean of eta in it, `spread` the integral of (eta - truth)^2 over it,
    `mean` and `second` the moments of a clipped label in it, and `number` how many such cells there are.
    """

    mass: FloatArray
    truth: FloatArray
    spread: FloatArray
    mean: FloatArray
    second: FloatArray
    number: FloatArray

    def __post_init__(self) -> None:
        """Refuse an invalid law: masses that do not add up to 1, or impossible moments."""
        total = float(self.mass @ self.number)
        if abs(total - 1) > 1e-9 or self.mass.min() < 0:
            raise ParameterError(f"mass: adds up to {total:.12g}; must be 1, none negative")
        if (self.second < self.mean**2 * (1 - 1e-9)).any():
            raise ParameterError("second: must be the square of the mean at least")
        if self.spread.min() < 0:
            raise ParameterError("spread: must be at least 0")


def exact_risk(n: int, plan: BinPlan, law: CellMeans) -> float:
    """The expected excess risk of the cells' estimates from n people."""
    n = count("n", n)
    few, first, second = inverse_moments(n, law.mass, plan.least)
    a, b = plan.mean.variances(law.mean, law.second)
    errors = (law.mean - law.truth) ** 2 * (1 - few) + law.truth**2 * few + a * first + b * second
    return float(law.number @ (law.spread + law.mass * errors))


def inverse_moments(n: int, mass: FloatArray, least: int) -> tuple[FloatArray, FloatArray, FloatArray]:
    """P(k < least), E[1/k; k >= least] and E[1/k^2; k >= least] of k of Bin(n, mass), least >= 1; shapes of `mass`."""
    # Lengths of equal cells differ by roundings: to 13 digits they are one kind.
    digits, power = np.frexp(mass)
    kinds, back = np.unique(np.ldexp(np.rint(np.ldexp(digits, 43)), power - 43), return_inverse=True)
    found = np.array([_inverse_moments(n, float(p), least) for p in kinds])
    few, first, second = found[back.ravel()].T
    return few, first, second


@lru_cache(maxsize=1 << 15)
def _inverse_moments(n: int, p: float, least: int) -> tuple[float, float, float]:
    mean, deviation = n * p, sqrt(n * p * (1 - p))
    reach = REACH * deviation + 60
    low, high = max(int(mean - reach), 0), min(int(mean + reach) + 1, n)
    # Within reach of no end, sums over steps of a hundredth of the deviation are off by e^(-2 (100 pi)^2), relatively.
    step = max(int(deviation / 100), 1) if max(least, 1) < low and high < n else 1
    if (high - low) // step > MOST_COUNTS:
        raise ParameterError(
            f"n = {n}: a cell holds one of {high - low:.0e} counts; at most {MOST_COUNTS:.0e} are added"
        )
    k = np.arange(low, high + 1, step, dtype=np.float64)
    chance = step * binomial_pmf(k, n, p, 1 - p)
    there = k >= least
    own, inverse = chance[there], 1 / k[there]
    return float(chance[~there].sum()), float(own @ inverse), float(own @ inverse**2)


@dataclass(frozen=True)
class MeanRidges:
    """Features uniform on [0, 1]^d, eta the tents of `ridges`, labels +-`level`, or 0 with probability 1 - `share`."""

    ridges: Ridges
    level: float
    share: float = 1.0

    def draw(self, n: int, rng: np.random.Generator) -> tuple[FloatArray, FloatArray]:
        """Features (n, d) and labels (n,)."""
        points = rng.random((n, self.ridges.d))
        up = (self.share + self.ridges.eta(points) / self.level) / 2
        u = rng.random(n)
        return points, self.level * ((u < up).astype(np.float64) - (u >= 1 - (self.share - up)))

    def clipped(self, clip: float) -> tuple[float, float]:
        """What clipping multiplies means by, and the second moment of a clipped label."""
        kept = min(self.level, clip)
        return kept / self.level, self.share * kept**2

    def cells(self, axis: Grid, clip: float) -> CellMeans:
        """What cells with these edges along each axis make of it, integrals in closed form; rows as in `Ridges`."""
        edges = axis.edges[0]
        lengths, volume, number = self.ridges.slabs(axis)
        truth, square = (np.diff(self.integral(edges, power)) / lengths for power in (1, 2))
        kept, second = self.clipped(clip)
        mass = np.outer(lengths, volume).ravel()
        truth, square = (np.repeat(x, self.ridges.d) for x in (truth, square))
        return CellMeans(
            mass,
            truth,
            mass * np.maximum(square - truth**2, 0.0),
            kept * truth,
            np.full_like(truth, second),
            np.tile(number, len(lengths)),
        )

    def integral(self, x: FloatArray, power: int) -> FloatArray:
        """The integral of eta or of eta^2 along the first axis from 0 to x."""
        if power == 2:
            squared = replace(self.ridges, beta=2 * self.ridges.beta, size=self.ridges.size**2, alternate=False)
            return squared.integral(x, 1)
        return self.ridges.integral(x, 1) - self.ridges.integral(x, -1)


def laws_of(a: RegressionSetting, cells: int, clip: float) -> list[MeanRidges]:
    """Laws of the class with a large risk for this many cells along each axis, or neighbours that fill one.

    Rows of tents of several widths, all up or in turn, and constants. Labels are as often 0 as the moments allow for
    the size of eta, or never; of bounded labels never.
    """
    found = []
    for width in sorted({max(round(cells * 2.0**k), 1) for k in range(-3, 2)}):
        for alternate in (False, True):
            steep = a.L * (2.0 ** (a.beta - 1) if alternate and width > 1 else 1.0)
            size = min(steep * (0.5 / width) ** a.beta, a.unit)
            found += _labelled(a, Ridges(a.d, a.beta, 1 / width, width, size, alternate))
    level = max(clip * a.p / (a.p - 1), a.unit) if a.is_heavy else a.T
    constants = {0.0, a.unit, a.unit * (level / a.unit) ** (1 - a.p) if a.is_heavy else 0.0}
    return found + [law for size in sorted(constants) for law in _labelled(a, Ridges(a.d, a.beta, 0.0, 1, size))]


def _labelled(a: RegressionSetting, ridges: Ridges) -> list[MeanRidges]:
    if not a.is_heavy:
        return [MeanRidges(ridges, a.T)]
    found = [MeanRidges(ridges, a.unit)]
    if 0 < ridges.size < a.unit:
        rare = (ridges.size / a.unit) ** (1 / (a.p - 1))
        # Rounded so that eta's largest value is within what the labels can have.
        found.append(MeanRidges(ridges, a.unit / rare, float(np.nextafter(rare**a.p, 1.0))))
    return found


def neighbour_risk(n: int, plan: NeighbourPlan, law: MeanRidges, nodes: int = 48) -> float:
    """The expected excess risk of the mean of k neighbours on a line, d = 1; raises ParameterError for other d.

    By Gauss's rule with `nodes` points in q and some within each half of a tent.
    """
    n, k = count("n", n), plan.k
    if law.ridges.d != 1:
        raise ParameterError(f"d = {law.ridges.d}: the mass of a ball is known for d = 1")
    halves = 2 * law.ridges.bumps if law.ridges.width else 4
    if halves > MOST_PANELS:
        raise ParameterError(f"tents = {halves // 2}: at most {MOST_PANELS // 2} are integrated over")
    q, weights = _masses(n, k, nodes)
    inner, share = np.polynomial.legendre.leggauss(max(nodes // 6, 2))
    # Few halves are cut further: balls have kinks of their own as they grow over feet and peaks.
    panels = halves * -(-64 // halves)
    edges = np.linspace(0.0, law.ridges.width * law.ridges.bumps if law.ridges.width else 1.0, panels + 1)
    # Balls near an end are cut there: panels of their own.
    ends = float(q @ weights) / 2
    edges = np.unique(np.clip(np.append(edges, [1.0, ends, 2 * ends, 1 - ends, 1 - 2 * ends]), 0.0, 1.0))
    middle, half = (edges[1:] + edges[:-1]) / 2, np.diff(edges) / 2
    x = (middle[:, None] + half[:, None] * inner).ravel()
    total = np.zeros(len(x))
    kept, second = law.clipped(float(plan.mean.T))
    eta = law.ridges.eta(x[:, None])
    for mass, weight in zip(q, weights, strict=True):
        low = np.clip(x - mass / 2, 0.0, 1.0 - mass)
        mean = kept * (law.integral(low + mass, 1) - law.integral(low, 1)) / mass
        a, _ = plan.mean.variances(mean, np.full_like(mean, second))
        total += weight * ((mean - eta) ** 2 + a / k)
    return float(np.repeat(half, len(inner)) @ (total * np.tile(share, len(middle))))


def _masses(n: int, k: int, nodes: int) -> tuple[FloatArray, FloatArray]:
    """Points and weights, of sum 1, for averages over Beta(k + 1, n - k); the one point 1 where all are neighbours."""
    if k >= n:
        return np.ones(1), np.ones(1)
    top = k / (n - 1) if n > 1 else 0.5
    spread = sqrt((k + 1.0) * (n - k) / (n + 1.0) ** 2 / (n + 2.0))
    low, high = max(top - REACH * spread, 0.0), min(top + REACH * spread + 40 / n, 1.0)
    inner, share = np.polynomial.legendre.leggauss(nodes)
    q = (low + high) / 2 + (high - low) / 2 * inner
    with np.errstate(divide="ignore", invalid="ignore"):
        # Around the mode, so that no digits are lost: the first powers of q - top cancel.
        log = k * np.log1p((q - top) / top) + ((n - k - 1) * np.log1p(-(q - top) / (1 - top)) if top < 1 else 0.0)
    weights = share * np.exp(log)
    return q, weights / weights.sum()


def given_features(points: FloatArray, at: FloatArray, plan: NeighbourPlan, law: MeanRidges) -> FloatArray:
    """The exact mean squared error at each of `at` (m, d) given the features of all people (n, d)."""
    from scipy.spatial import cKDTree

    _, who = cKDTree(points).query(at, k=[1] if plan.k == 1 else plan.k)
    kept, second = law.clipped(float(plan.mean.T))
    means = kept * law.ridges.eta(points)
    a, _ = plan.mean.variances(means, np.full_like(means, second))
    return np.asarray((means[who].mean(axis=1) - law.ridges.eta(at)) ** 2 + a[who].mean(axis=1) / plan.k)


def near_points(
    n: int, plan: NeighbourPlan, laws: Sequence[MeanRidges], points: int, rng: np.random.Generator
) -> FloatArray:
    """The exact mean squared error at each of this many uniform points given the features near it, (laws, points).

    Of n people only those of a box around a point are drawn: their number is binomial, and k of them are nearer than
    the box's faces except with probability 1e-13. Raises ParameterError where these are too many.
    """
    k, d = plan.k, laws[0].ridges.d
    drawn = people_near(n, k, d)
    if drawn > MOST_NEAR:
        raise ParameterError(f"k = {k}: {drawn:.1e} people near a point in d = {d}, at most {MOST_NEAR} are drawn")
    found = np.empty((len(laws), points))
    for some in np.array_split(np.arange(points), -(-points * k // _TOGETHER)):
        at, near = np.empty((len(some), d)), np.empty((len(some), k))
        for i in range(len(some)):
            at[i] = rng.random(d)
            near[i] = _nearest_to(at[i], n, k, drawn, rng)
        for j, law in enumerate(laws):
            kept, second = law.clipped(float(plan.mean.T))
            means = kept * law.ridges.eta(near.reshape(-1, 1)).reshape(len(some), k)
            a, _ = plan.mean.variances(means, np.full_like(means, second))
            found[j, some] = (means.mean(axis=1) - law.ridges.eta(at)) ** 2 + a.mean(axis=1) / k
    return found


def _nearest_to(x: FloatArray, n: int, k: int, drawn: float, rng: np.random.Generator) -> FloatArray:
    """The first features (k,) of the k of n people nearest to a point x (d,), from a box with this many on average.

    A law of ridges depends on no others.
    """
    low, high, reach = _box_about(x, drawn / n)
    people = n if reach == inf else int(rng.binomial(n, np.prod(high - low)))
    features = low + (high - low) * rng.random((people, len(x)))
    squares = ((features - x) ** 2).sum(axis=1)
    near = np.argpartition(squares, k - 1)[:k] if people > k else np.arange(people)
    if people < k or squares[near].max() > reach**2:
        raise ArithmeticError(f"x = {x}: fewer than {k} of {n} people in the box of {people}")
    return np.asarray(features[near, 0])


def people_near(n: int, k: int, d: int) -> float:
    """How many people, at most n, a box has on average if its ball has k, except with probability 1e-13.

    A ball has some share of its cube; of a box that is cut at faces of [0, 1]^d the ball about its point has more.
    """
    share = pi ** (d / 2) / gamma(d / 2 + 1) / 2**d
    return min((k + 8 * sqrt(k) + 60) / share, float(n))


def _box_about(x: FloatArray, volume: float) -> tuple[FloatArray, FloatArray, float]:
    """The part of [0, 1]^d within some reach of x along each axis, of this volume; all of it where it has no more."""
    if volume >= 1:
        return np.zeros_like(x), np.ones_like(x), inf
    low, high, place = 0.0, 1.0, x.tolist()
    for _ in range(60):
        reach = (low + high) / 2
        inside = prod(min(one + reach, 1.0) - max(one - reach, 0.0) for one in place)
        low, high = (reach, high) if inside < volume else (low, reach)
    return np.maximum(x - high, 0.0), np.minimum(x + high, 1.0), high


def simulated_risk(
    n: int, regressor: PrivateRegressor, law: MeanRidges, repetitions: int, rng: np.random.Generator, points: int = 200
) -> tuple[float, float]:
    """The mean excess risk of a regressor that is fitted to data of n people again and again, and its standard error.

    For cells the risk of the fitted rule is exact; for neighbours it is taken at this many new `points`.
    """
    losses = np.empty(repetitions)
    for i in range(repetitions):
        fitted = regressor.set_params(random_state=rng).fit(*law.draw(n, rng))  # type: ignore[attr-defined]
        if isinstance(fitted, BinRegressor):
            cells = law.cells(Grid(fitted.grid_.edges[:1]), float(fitted.plan_.mean.T))
            rows: NDArray[np.int64] = law.ridges.kinds(fitted.grid_)
            losses[i] = np.sum(cells.spread[rows] + cells.mass[rows] * (fitted.values_ - cells.truth[rows]) ** 2)
        else:
            at = rng.random((points, law.ridges.d))
            losses[i] = np.mean((fitted.predict(at) - law.ridges.eta(at)) ** 2)
    return float(losses.mean()), float(losses.std(ddof=1) / sqrt(repetitions))
