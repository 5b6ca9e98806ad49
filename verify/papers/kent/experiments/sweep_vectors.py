"""kent's experiments on the multivariate mean (Section 6.1.1, Figure 2, centre and right): exact risks.

n = 4000, T = 400; data on the first axis (setting 1) or uniform on the sphere (setting 2). As in the univariate
experiments the procedures are those of Section 3, Algorithms 4 and 5: each user is in one fold and spends all of alpha
by Algorithm 2. The paper does not say how Appendix A.2's C_alpha, 0.25 for both alpha, enters in d dimensions; it is
read as the leading constant of (31) and (34): Delta = C {log(n T alpha^2/d)/T}^(1/2) on the l_inf ball and
Delta = C log(n T alpha^2)/(dT)^(1/2) on the l_2 ball. Next to them, at the same widths, Algorithms 12 and 13 with as
many folds as alpha pays for.
"""

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np

from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.votes import Bins
from upperbounds.mean.kent import algorithm2, bin_count
from upperbounds.protocols.coordinate_laws import Cells, SphereCoordinate
from upperbounds.protocols.split import cyclic
from upperbounds.protocols.two_stage import TwoStage
from upperbounds.vectors.baselines import duchi_risk
from verify.study.experiments.sweep import Cell, Row
from verify.study.risk import BinLaw, SignLaw, exact_risk

_USERS, _SAMPLES = 4000, 400
DIMENSIONS, EPSILONS = (8, 16, 32), (2.0, 4.0)
_CONSTANT = 0.25
_MEAN = 0.8
"""Of Rad(0.9)."""

Ball = Literal["linf", "l2"]
BALLS: tuple[Ball, Ball] = ("linf", "l2")
HIGH, GENERAL = "4 and 5", "12 and 13"
"""The algorithms: a user in one fold at alpha, or in floor(alpha) folds at 1."""

_ROOM = 10
"""By how much an error that is the difference between two grids is multiplied."""
_NO_MASS = 1e-18


def centre_cells(scale: str) -> list[Cell]:
    """Figure 2, centre-left and centre-right: d = 8 and 16; one grid, whatever the scale."""
    return _cells(DIMENSIONS[:2])


def right_cells(scale: str) -> list[Cell]:
    """Figure 2, right: d = 32; one grid, whatever the scale."""
    return _cells(DIMENSIONS[2:])


def _cells(dimensions: tuple[int, ...]) -> list[Cell]:
    return [
        {"d": d, "setting": setting, "epsilon": eps, "algorithms": algorithms}
        for d in dimensions
        for setting in (1, 2)
        for eps in EPSILONS
        for algorithms in (HIGH, GENERAL)
    ]


def figure2(cell: Cell) -> Row:
    """The risks of both user-level procedures and of Duchi et al.'s mechanism for samples and for user means."""
    d, setting, eps = cell["d"], cell["setting"], cell["epsilon"]
    row: Row = {"n": _USERS, "m": _SAMPLES}
    for ball in BALLS:
        found = user_level(ball, d, setting, eps, cell["algorithms"])
        row |= {
            f"{ball}_width": width(ball, d, eps),
            ball: found.value,
            f"{ball}_error": found.error,
            f"{ball}_localisation_failure": found.failure,
        }
    return row | {
        "semi_user": item_level(d, setting, eps, "semi-user"),
        "full_item": item_level(d, setting, eps, "full-item"),
    }


def item_level(d: int, setting: int, epsilon: float, level: Literal["semi-user", "full-item"]) -> float:
    """The exact risk of Duchi et al.'s mechanism at the setting's mean."""
    return duchi_risk(_USERS, _SAMPLES, d, epsilon, 1.0, level, _MEAN if setting == 1 else 0.0)


def width(ball: Ball, d: int, epsilon: float) -> float:
    """Delta of either procedure, as this module reads it."""
    effective = _USERS * _SAMPLES * epsilon**2
    if ball == "linf":
        return _CONSTANT * math.sqrt(math.log(effective / d) / _SAMPLES)
    return _CONSTANT * math.log(effective) / math.sqrt(d * _SAMPLES)


def each(d: int, epsilon: float, delta: float, algorithms: str) -> TwoStage:
    """Algorithm 2 for one coordinate, with the users that answer for it and their budget; 1 < alpha <= d."""
    folds, budget = (1, epsilon) if algorithms == HIGH else (math.floor(epsilon), 1.0)
    users = cyclic(_USERS, d, folds).per_coordinate
    return algorithm2(users, _SAMPLES, budget, delta, 1.0, bin_count(delta, 1.0))


@dataclass(frozen=True)
class _Found:
    """A mean squared error, what it may be off by, and the largest probability that a coordinate is lost."""

    value: float
    error: float
    failure: float


@lru_cache(maxsize=256)
def user_level(ball: Ball, d: int, setting: int, epsilon: float, algorithms: str = HIGH) -> _Found:
    """The exact risk of Algorithm 4 or 12 (linf), 5 or 13 (l2): a sum over coordinates, which the rotation keeps.

    Setting 1 has a sign on the first axis and zeros: rotated, a sign of size 1/sqrt(d) in every coordinate, whose mean
    has the sign of the rotation's first diagonal entry. Setting 2 has one law in every coordinate, rotated or not.
    """
    plan = each(d, epsilon, width(ball, d, epsilon), algorithms)
    if setting == 2:
        return on_sphere(plan, d)
    weighted = [(weight, exact_risk(plan, law)) for weight, law in axis_laws(ball, d)]
    return _Found(
        sum(weight * risk.value for weight, risk in weighted),
        sum(weight * risk.error for weight, risk in weighted),
        max(risk.localisation_failure for _, risk in weighted),
    )


def on_sphere(plan: TwoStage, d: int) -> _Found:
    """The risk for uniform points of the sphere, all coordinates by one plan: two grids, their difference ten times."""
    fine, coarse = (exact_risk(plan, SphereMean(d, grid)) for grid in (256, 128))
    off = _ROOM * abs(fine.value - coarse.value) + fine.error
    return _Found(d * fine.value, d * off, fine.localisation_failure)


def axis_laws(ball: Ball, d: int) -> list[tuple[float, SignLaw]]:
    """The laws of the coordinates in setting 1, with how many have them on average over the rotation."""
    if ball == "linf":
        # A sign whose mean is its high value, 0.
        return [(1.0, SignLaw(_MEAN)), (float(d - 1), SignLaw(0.0, 1.0, -1.0))]
    size = 1 / math.sqrt(d)
    return [(d / 2, SignLaw(sign * _MEAN * size, size)) for sign in (1, -1)]


@dataclass(frozen=True)
class SphereMean:
    """The mean of m samples of one coordinate of the unit sphere, as masses on a grid: a law for exact risks."""

    dimension: int
    grid: int

    @property
    def mean(self) -> float:
        """0."""
        return 0.0

    def _cells(self, m: int) -> Cells:
        return _cells_of(self.dimension, self.grid, m)

    def bin_law(self, bins: Bins, m: int, tail: float) -> BinLaw:
        """The bins' probabilities; `moved` does not tell the grid's own error."""
        chances = self._cells(m).bin_chances(bins)
        used = np.flatnonzero(chances > _NO_MASS)
        first, last = int(used[0]), int(used[-1])
        return BinLaw(first, chances[first : last + 1], max(tail, float(len(chances)) * _NO_MASS))

    def clipped(self, lower: FloatArray, upper: FloatArray, m: int) -> tuple[FloatArray, FloatArray]:
        """Bias and variance once clipped to each interval, by the cells' middles."""
        cells = self._cells(m)
        ends = (np.asarray(end, dtype=np.float64)[..., None] for end in (lower, upper))
        points = np.clip(cells.lefts + cells.widths / 2, *ends)
        bias = points @ cells.weights
        return bias, np.maximum(((points - bias[..., None]) ** 2) @ cells.weights, 0.0)

    def clipped_error(self, lower: FloatArray, upper: FloatArray, m: int) -> tuple[FloatArray, FloatArray]:
        """Rounding alone: the grid's error is seen by a second grid."""
        return np.full_like(np.asarray(lower, dtype=np.float64), 1e-15), np.full_like(np.asarray(upper), 1e-15)

    def support(self, m: int, tail: float) -> tuple[FloatArray, FloatArray]:
        """The cells' middles and their weights."""
        cells = self._cells(m)
        return cells.lefts + cells.widths / 2, cells.weights

    def sample_user_means(self, shape: tuple[int, ...], m: int, rng: np.random.Generator) -> FloatArray:
        """Draw means of m samples each."""
        return SphereCoordinate(self.dimension, 1.0, self.grid).sample_user_means(shape, m, rng)

    def sample(self, shape: tuple[int, ...], rng: np.random.Generator) -> FloatArray:
        """Draw raw samples."""
        return SphereCoordinate(self.dimension).sample_user_means(shape, 1, rng)


@lru_cache(maxsize=16)
def _cells_of(d: int, grid: int, m: int) -> Cells:
    cells = SphereCoordinate(d, 1.0, grid).cells(m)
    assert cells is not None, "m (d - 1) is far above what a grid takes"
    return cells
