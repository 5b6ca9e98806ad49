"""Sets of parameters: balls and boxes around the start 0, with projections and the minima that duality needs."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from notation.parameters import ParameterError, count, within
from notation.setting import LEAST_SIZE, MOST_SIZE
from upperbounds.channels.arrays import FloatArray


class Domain(Protocol):
    """A convex compact set of parameters (d,) that contains 0."""

    @property
    def dimension(self) -> int:
        """d."""
        ...

    @property
    def radius(self) -> float:
        """The largest l_2 norm of a parameter: the largest distance of a minimiser from the start 0."""
        ...

    @property
    def diameter(self) -> float:
        """The largest l_2 distance of two parameters."""
        ...

    def project(self, points: FloatArray) -> FloatArray:
        """The nearest parameters of points.

        Parameters
        ----------
        points : ndarray, shape (..., d)
            Points.

        Returns
        -------
        ndarray, shape (..., d)
            Parameters.
        """
        ...

    def least(self, slopes: FloatArray) -> FloatArray:
        """A parameter at which slope . theta is least.

        Parameters
        ----------
        slopes : ndarray, shape (..., d)
            Slopes.

        Returns
        -------
        ndarray, shape (..., d)
            Parameters.
        """
        ...


@dataclass(frozen=True)
class Ball:
    """The l_2 ball of a radius R around 0.

    Attributes
    ----------
    dimension : int
        d.
    radius : float
        R.

    Raises
    ------
    ParameterError
        For an R outside what floats carry.
    """

    dimension: int
    radius: float

    def __post_init__(self) -> None:
        """Refuse an invalid radius."""
        count("d", self.dimension)
        within("radius", self.radius, LEAST_SIZE, MOST_SIZE)

    @property
    def diameter(self) -> float:
        """2 R."""
        return 2 * self.radius

    def project(self, points: FloatArray) -> FloatArray:
        """Points outside are scaled down."""
        norms = np.linalg.norm(points, axis=-1, keepdims=True)
        return np.asarray(points * (self.radius / np.maximum(norms, self.radius)))

    def least(self, slopes: FloatArray) -> FloatArray:
        """-R slope/|slope|; 0 for no slope."""
        norms = np.linalg.norm(slopes, axis=-1, keepdims=True)
        return np.asarray(-self.radius * np.divide(slopes, norms, out=np.zeros_like(slopes), where=norms > 0))


@dataclass(frozen=True)
class Box:
    """The parameters between `lower` and `upper`, coordinate by coordinate.

    Attributes
    ----------
    lower : ndarray, shape (d,)
        Least value of each coordinate.
    upper : ndarray, shape (d,)
        Largest value of each coordinate.

    Raises
    ------
    ParameterError
        Unless 0 is among them.
    """

    lower: FloatArray
    upper: FloatArray

    def __post_init__(self) -> None:
        """Refuse ends that are no numbers, of other shapes, or not around 0."""
        if self.lower.ndim != 1 or self.lower.shape != self.upper.shape or not self.lower.size:
            raise ParameterError(f"box: ends of shapes {self.lower.shape} and {self.upper.shape}; must be (d,) both")
        held = (self.lower <= 0) & (self.upper >= 0) & (self.lower < self.upper)
        if not np.all(held & (self.upper - self.lower <= MOST_SIZE)):
            raise ParameterError("box: every lower end must be at most 0, every upper end at least 0, and not the same")

    @property
    def dimension(self) -> int:
        """d."""
        return len(self.lower)

    @property
    def radius(self) -> float:
        """The norm of the farthest corner."""
        return float(np.linalg.norm(np.maximum(-self.lower, self.upper)))

    @property
    def diameter(self) -> float:
        """The length of the diagonal."""
        return float(np.linalg.norm(self.upper - self.lower))

    def project(self, points: FloatArray) -> FloatArray:
        """Coordinates outside are moved to the nearer end."""
        return np.clip(points, self.lower, self.upper)

    def least(self, slopes: FloatArray) -> FloatArray:
        """The corner against the slope."""
        return np.where(slopes > 0, self.lower, self.upper)


def gap_at(domain: Domain, theta: FloatArray, slope: FloatArray) -> FloatArray:
    """Slope . (theta - u) at the worst u of the domain: a convex function with that slope decreases by at most this.

    Parameters
    ----------
    domain : Domain
        Where the parameter may be.
    theta : ndarray, shape (..., d)
        Parameters.
    slope : ndarray, shape (..., d)
        Slopes at these parameters.

    Returns
    -------
    ndarray, shape (...)
        Gaps, in units of the loss.
    """
    return np.asarray(np.sum(slope * (theta - domain.least(slope)), axis=-1))
