"""Hard instances for every m: a point drawn from a prior, and every sample of every user is that point."""

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from notation.parameters import ParameterError, count

BODIES = ("linf", "l2", "l1", "cells")


@dataclass(frozen=True)
class PointMasses:
    """A uniform prior over the points of a body, or over its `vertices` only; data are constant.

    The body is the ball of `support` 'linf', 'l2' or 'l1' whose squared radius is `unit_squared`, or for 'cells' the
    laws on cells, in the first `used` of `dimension` coordinates. Raises ParameterError for another support, or for
    vertices of a ball that is not that of 'l1'.
    """

    support: str
    dimension: int
    used: int
    unit_squared: Fraction = Fraction(1)
    vertices: bool = False

    def __post_init__(self) -> None:
        if self.support not in BODIES or (self.vertices and self.support in ("linf", "l2")):
            raise ParameterError(
                f"support = {self.support!r}: must be one of {', '.join(BODIES)}; vertices of the last two"
            )
        count("dimension", self.dimension, count("used", self.used))

    def draw(self, rng: np.random.Generator) -> NDArray[np.float64]:
        """Return a point, of shape (dimension,)."""
        point = np.zeros(self.dimension)
        point[: self.used] = sqrt(self.unit_squared) * (self._vertex(rng) if self.vertices else self._inside(rng))
        return point

    def _vertex(self, rng: np.random.Generator) -> NDArray[np.float64]:
        point = np.zeros(self.used)
        point[rng.integers(self.used)] = rng.choice((-1.0, 1.0)) if self.support == "l1" else 1.0
        return point

    def _inside(self, rng: np.random.Generator) -> NDArray[np.float64]:
        if self.support == "linf":
            return rng.uniform(-1, 1, self.used)
        if self.support == "l2":
            normal = rng.standard_normal(self.used)
            return normal / np.linalg.norm(normal) * rng.random() ** (1 / self.used)
        if self.support == "l1":
            return rng.choice((-1.0, 1.0), self.used) * rng.dirichlet(np.ones(self.used + 1))[:-1]
        return rng.dirichlet(np.ones(self.used))

    def sample(self, point: NDArray[np.float64], n: int, m: int) -> NDArray[np.float64]:
        """Return data of shape (users, samples, dimension): the point throughout."""
        return np.broadcast_to(point, (n, m, self.dimension)).copy()
