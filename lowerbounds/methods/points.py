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

    The body is a ball or, for `cells`, the laws on cells, in the first `used` of `dimension` coordinates.

    Attributes
    ----------
    support : {"linf", "l2", "l1", "cells"}
        The body.
    dimension : int
        Dimension of a point.
    used : int
        How many coordinates are used.
    unit_squared : Fraction, default Fraction(1)
        Squared radius of the ball, in squared units of the data.
    vertices : bool, default False
        Whether the prior is on the vertices only.

    Raises
    ------
    ParameterError
        For another support, or for vertices of a ball that is not that of 'l1'.
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
        """Return a point.

        Parameters
        ----------
        rng : numpy.random.Generator
            Source of randomness.

        Returns
        -------
        ndarray, shape (dimension,)
            The point.
        """
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
        """Return data in which every sample is the point.

        Parameters
        ----------
        point : ndarray, shape (dimension,)
            The point.
        n : int
            Number of users.
        m : int
            Number of samples of each user.

        Returns
        -------
        ndarray, shape (users, samples, dimension)
            Data.
        """
        return np.broadcast_to(point, (n, m, self.dimension)).copy()
