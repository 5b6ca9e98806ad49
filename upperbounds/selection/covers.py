"""Covers of metric spaces by balls of one radius, their cells, and lattices that cover balls and ellipsoids.

A cell of a cover is a ball without all earlier balls, as in kent (10) from j = 2 on, so that cells are disjoint.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, inf, sqrt
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from notation.parameters import ParameterError, count, positive
from notation.setting import Setting
from upperbounds.channels.arrays import FloatArray

MOST_CELLS = 1 << 14
"""A vote has one bit for each cell: larger covers are not supported."""

Distance = Callable[[FloatArray, FloatArray], FloatArray]
"""The distances (points, centres) of points (points, d) and centres (centres, d)."""

Space = Literal["linf", "l2", "l1", "sparse", "sobolev"]

_CHUNK = 1 << 22
_SLACK = 1e-12
_NORMS: dict[float, Literal["cityblock", "euclidean", "chebyshev"]] = {1: "cityblock", 2: "euclidean", inf: "chebyshev"}


@dataclass(frozen=True, eq=False)
class Cover:
    """Balls of one radius around centres.

    Without a radius a point belongs to the nearest centre.

    Attributes
    ----------
    centres : ndarray, shape (cells, d)
        Centres of the balls.
    radius : float or None, optional
        The radius, or None.
    metric : float or callable, default 2
        The order of the norm (1, 2 or inf), or a function that gives the distances between rows.

    Raises
    ------
    ParameterError
        For centres that are not numbers, more than MOST_CELLS or fewer than two centres, another order, or a radius
        that is not above 0.
    """

    centres: FloatArray
    radius: float | None = None
    metric: float | Distance = 2

    def __post_init__(self) -> None:
        """Refuse an invalid cover."""
        if self.centres.ndim != 2 or not np.all(np.isfinite(self.centres)):
            raise ParameterError(f"centres = array of shape {self.centres.shape}: must be finite numbers, (cells, d)")
        if not 2 <= len(self.centres) <= MOST_CELLS:
            raise ParameterError(f"centres = {len(self.centres)} of them: must be 2 to {MOST_CELLS}")
        if self.radius is not None:
            positive("radius", self.radius)
        if not callable(self.metric) and self.metric not in _NORMS:
            raise ParameterError(f"metric = {self.metric!r}: must be 1, 2, inf or a function")

    @property
    def size(self) -> int:
        """How many cells there are."""
        return len(self.centres)

    def distances(self, points: FloatArray) -> FloatArray:
        """The distance of every point to every centre.

        Parameters
        ----------
        points : ndarray, shape (points, d)
            Points.

        Returns
        -------
        ndarray, shape (points, cells)
            Distances.
        """
        if callable(self.metric):
            return np.asarray(self.metric(points, self.centres), dtype=np.float64)
        from scipy.spatial.distance import cdist

        return np.asarray(cdist(points, self.centres, _NORMS[self.metric]))

    def index(self, points: FloatArray) -> NDArray[np.int64]:
        """The cell of each point: the first ball that contains it, else the nearest centre.

        Parameters
        ----------
        points : ndarray, shape (..., d)
            Points.

        Returns
        -------
        ndarray of int, shape (...)
            Cells from 0.
        """
        rows, place = np.unique(points.reshape(-1, points.shape[-1]), axis=0, return_inverse=True)
        step = max(_CHUNK // self.size, 1)
        found = [self._cells(rows[start : start + step]) for start in range(0, len(rows), step)]
        return np.concatenate(found)[place.ravel()].reshape(points.shape[:-1])

    def _cells(self, points: FloatArray) -> NDArray[np.int64]:
        distances = self.distances(points)
        nearest = distances.argmin(axis=1)
        if self.radius is None:
            return nearest
        inside = distances <= self.radius
        return np.where(inside.any(axis=1), inside.argmax(axis=1), nearest)


@dataclass(frozen=True)
class Body:
    """A space of parameters with the l_2 distance.

    `linf`, `l2` and `l1` are the balls of radius `size` in d dimensions. `sparse` are the vectors of the l_inf ball
    with at most s nonzero coordinates. `sobolev` are d coefficients, of phi_2 to phi_(d+1) of kent (18), with sum a_j^2
    theta_j^2 <= size^2, a_j = j^beta for even j and (j-1)^beta for odd j (Tsybakov 2009, (1.90)). The coefficient of
    phi_1 is 1 for every density.

    Attributes
    ----------
    space : {"linf", "l2", "l1", "sparse", "sobolev"}
        The space of parameters.
    d : int
        Dimension.
    size : float
        Radius of the ball, or of the ellipsoid.
    s : int, default 1
        Sparsity of `sparse`, else 1.
    beta : int, default 1
        Smoothness of `sobolev`, else 1.

    References
    ----------
    Kent et al., Equation (18).
    """

    space: Space
    d: int
    size: float
    s: int = 1
    beta: int = 1

    @property
    def half_widths(self) -> FloatArray:
        """The largest value of each coordinate, (d,)."""
        if self.space != "sobolev":
            return np.full(self.d, self.size)
        even = 2 * (np.arange(self.d) // 2 + 1)
        return np.asarray(self.size * even.astype(np.float64) ** -self.beta)

    @property
    def diameter(self) -> float:
        """The largest distance of two points."""
        return 2 * sqrt(self.squared_radius)

    @property
    def squared_radius(self) -> float:
        """The squared distance of the farthest point from 0: the risk of the constant 0."""
        many = {"linf": self.d, "sparse": self.s}.get(self.space, 1)
        return float(many * self.half_widths[0] ** 2)

    def nearest(self, points: FloatArray) -> FloatArray:
        """The nearest points of the ball or ellipsoid; points of a cube are returned as they are.

        Parameters
        ----------
        points : ndarray, shape (..., d)
            Points.

        Returns
        -------
        ndarray, shape (..., d)
            Points of the space.
        """
        if self.space == "l1":
            return _to_l1(points, self.size)
        if self.space == "l2":
            lengths = np.linalg.norm(points, axis=-1, keepdims=True)
            return np.asarray(points / np.maximum(lengths / self.size, 1.0))
        if self.space == "sobolev":
            return _to_ellipsoid(points, self.half_widths)
        return points

    def extremes(self) -> FloatArray:
        """Some points far from others: 0, the ends of axes, and vectors with s or d entries of one size.

        Returns
        -------
        ndarray, shape (points, d)
            Points.
        """
        many = {"linf": self.d, "sparse": self.s}.get(self.space, 1)
        widths = self.half_widths
        rows = [np.zeros(self.d), *(sign * np.eye(1, self.d)[0] * widths for sign in (1, -1))]
        rows += [sign * np.where(np.arange(self.d) < many, widths, 0.0) for sign in (1, -1)]
        if self.d > 1:
            rows.append(np.eye(1, self.d, self.d - 1)[0] * widths)
            if self.space not in ("linf", "sparse"):
                rows.append(widths * (1 / self.d if self.space == "l1" else 1 / sqrt(self.d)))
        return np.unique(np.stack(rows), axis=0)


def _to_ellipsoid(points: FloatArray, widths: FloatArray) -> FloatArray:
    """The nearest points of sum (x_i / widths_i)^2 <= 1: x_i / (1 + t / widths_i^2), with t by bisection."""
    found = np.array(points, dtype=np.float64)
    outside = np.sum((found / widths) ** 2, axis=-1) > 1
    far = found[outside]
    # sum (x_i / (widths_i + t / widths_i))^2 <= |x|^2 max(widths)^2 / t^2.
    high = np.max(widths) * np.linalg.norm(far, axis=-1, keepdims=True)
    low = np.zeros_like(high)
    for _ in range(60):
        middle = (low + high) / 2
        out = np.sum((far / (widths + middle / widths)) ** 2, axis=-1, keepdims=True) > 1
        low, high = np.where(out, middle, low), np.where(out, high, middle)
    found[outside] = far / (1 + high / widths**2)
    return found


def _to_l1(points: FloatArray, radius: float) -> FloatArray:
    """The nearest points of the l_1 ball, by soft thresholding: all sizes are reduced by one number, at most to 0."""
    sizes = np.abs(points)
    falling = -np.sort(-sizes, axis=-1)
    excess = (np.cumsum(falling, axis=-1) - radius) / np.arange(1, points.shape[-1] + 1)
    # The excess is largest at the last entry that stays above it.
    less = np.maximum(excess.max(axis=-1, keepdims=True), 0.0)
    return np.asarray(np.sign(points) * np.maximum(sizes - less, 0.0))


def body_of(space: Space, a: Setting) -> Body:
    """The space of a setting: D or r is its size.

    Parameters
    ----------
    space : {"linf", "l2", "l1", "sparse", "sobolev"}
        The space of parameters.
    a : Setting
        Sizes of the problem and the privacy budget.

    Returns
    -------
    Body
        The space.
    """
    if space == "sobolev":
        return Body(space, a.d, a.r, 1, a.beta)
    return Body(space, a.d, a.D, a.s if space == "sparse" else 1)


@lru_cache(maxsize=256)
def lattice(body: Body, resolution: int) -> Cover | None:
    """The cover by the boxes of a lattice that meet the body, with centres moved into it; None for too many boxes.

    A coordinate as wide as the first is divided into `resolution` boxes, a narrower one into fewer. A sparse one is
    divided into an odd number, so that 0 is inside a box. Every point is within the radius of its box's centre. Moving
    a centre to the nearest point of a convex body does not increase its distance to points of the body.

    Parameters
    ----------
    body : Body
        The space.
    resolution : int
        Number of boxes that the widest coordinate is cut into.

    Returns
    -------
    Cover or None
        The cover, or None.
    """
    widths = body.half_widths
    cuts = [max(1, ceil(resolution * w / widths[0] - _SLACK)) for w in widths]
    if body.space == "sparse":
        cuts = [2 * (k // 2) + 1 for k in cuts]
    spent, steps = np.zeros(1), []
    for k in cuts:
        cost = _costs(body, k)
        order = np.argsort(cost, kind="stable")
        allowed = np.searchsorted(cost[order], 1 + _SLACK - spent, side="right")
        if allowed.sum() > MOST_CELLS:
            return None
        rows = np.repeat(np.arange(len(spent)), allowed)
        columns = order[np.arange(len(rows)) - np.repeat(np.cumsum(allowed) - allowed, allowed)]
        steps.append((rows, columns))
        spent = spent[rows] + cost[columns]
    boxes, rows = np.empty((len(spent), body.d), dtype=np.int64), np.arange(len(spent))
    for j, (parents, columns) in reversed(list(enumerate(steps))):
        boxes[:, j], rows = columns[rows], parents[rows]
    number = np.array(cuts)
    halves = widths / number
    centres = body.nearest((2 * boxes + 1 - number) * halves)
    return Cover(centres, _radius(body, halves, number)) if len(centres) > 1 else None


def _costs(body: Body, cuts: int) -> FloatArray:
    """The least that each box of a coordinate contributes to the body's constraint, whose limit is 1."""
    distance = np.abs(2 * np.arange(cuts) + 1 - cuts)
    share = np.maximum(distance - 1, 0) / cuts
    if body.space == "linf":
        return np.zeros(cuts)
    if body.space == "sparse":
        return np.where(distance > 0, 1 / body.s, 0.0)
    return np.asarray(share if body.space == "l1" else share**2)


def _radius(body: Body, halves: FloatArray, cuts: NDArray[np.int64]) -> float:
    """The largest distance of a point from its box's centre."""
    if body.space == "sparse":
        return float(halves[0] * sqrt(body.s))
    whole = halves[cuts == 1]
    # The coordinates that are not cut are together at most as long as the first of them may be.
    return float(np.sqrt(np.sum(halves[cuts > 1] ** 2) + (whole[0] ** 2 if len(whole) else 0.0)))


def _resolutions() -> list[int]:
    """Numbers of boxes to choose from: all small ones, then about 15% more each time."""
    found = list(range(2, 16))
    while found[-1] < MOST_CELLS:
        # Every other one is odd: the resolutions of sparse vectors.
        found.append(min(found[-1] * 23 // 20 // 2 * 2 + len(found) % 2, MOST_CELLS))
    return found


def covers(body: Body) -> list[Cover]:
    """Lattices of rising resolution.

    Parameters
    ----------
    body : Body
        The space.

    Returns
    -------
    list of Cover
        The covers.

    Raises
    ------
    ParameterError
        If even the coarsest has too many cells.
    """
    found = []
    for k in _resolutions():
        if body.space == "sparse" and k % 2 == 0:
            continue
        cover = lattice(body, k)
        if cover is None:
            break
        found.append(cover)
    if not found:
        name, value = ("s", body.s) if body.space == "sparse" else ("d", body.d)
        raise ParameterError(f"{name} = {value}: a cover has more than {MOST_CELLS} cells, and a vote a bit for each")
    return found


def own_cover(points: Any, radius: float | None = None, metric: float | Distance = 2) -> Cover:
    """A user-defined cover, with centres in rows; for a finite space, the points themselves.

    Parameters
    ----------
    points : array_like, shape (cells, d)
        Centres.
    radius : float or None, optional
        Radius of the balls; None for the nearest centre.
    metric : float or callable, default 2
        The order of the norm (1, 2 or inf), or a function that gives the distances between rows.

    Returns
    -------
    Cover
        The cover.

    Raises
    ------
    ParameterError
        As `Cover` does.
    """
    centres = np.asarray(points, dtype=np.float64)
    return Cover(centres.reshape(count("centres", len(centres), 2), -1), radius, metric)
