"""A grid of cells of a box in d dimensions."""

from dataclasses import dataclass
from math import ceil, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from notation.parameters import ParameterError, count, interval, within
from upperbounds.channels.arrays import FloatArray

MOST_CELLS = 10**7


@dataclass(frozen=True)
class Grid:
    """Disjoint cells that cover a box.

    Attributes
    ----------
    edges : tuple of ndarray
        The ends of the cells along each axis, ascending.

    Raises
    ------
    ParameterError
        For more cells than fit in memory.
    """

    edges: tuple[FloatArray, ...]

    def __post_init__(self) -> None:
        """Refuse more cells than fit in memory."""
        if prod(self.shape) > MOST_CELLS:
            raise ParameterError(f"cells = {prod(self.shape):.1e}: must be at most {MOST_CELLS:.0e}")

    @classmethod
    def equal(cls, lower: Any, upper: Any, d: int, cells: int) -> "Grid":
        """A grid with `cells` equal cells along each axis.

        Parameters
        ----------
        lower : float or array_like, shape (d,)
            Lower end of the box of features, one number or one for each axis; public.
        upper : float or array_like, shape (d,)
            Upper end of the box of features; public.
        d : int
            Dimension.
        cells : int
            Number of cells along each axis.

        Returns
        -------
        Grid
            The cells.

        Raises
        ------
        ParameterError
            For an empty box, or too many cells.
        """
        count("cells", cells)
        _refuse_many(cells, d)
        return cls(tuple(np.linspace(a, b, cells + 1) for a, b in _box(lower, upper, d)))

    @classmethod
    def of_length(cls, lower: Any, upper: Any, d: int, h: float) -> "Grid":
        """Cells of length h, as a share of the axis, starting at the lower end; the last one is cut at the upper end.

        Parameters
        ----------
        lower : float or array_like, shape (d,)
            Lower end of the box of features, one number or one for each axis; public.
        upper : float or array_like, shape (d,)
            Upper end of the box of features; public.
        d : int
            Dimension.
        h : float
            Length of a cell as a share of the axis, in (0, 1].

        Returns
        -------
        Grid
            The cells.

        Raises
        ------
        ParameterError
            For an empty box, or too many cells.
        """
        h = within("h", h, 1e-9, 1.0)
        # What a division rounds up is no cell of its own.
        cells = max(ceil(1 / h - 1e-9), 1)
        _refuse_many(cells, d)
        share = np.append(np.arange(cells) * h, 1.0)
        return cls(tuple(a + (b - a) * share for a, b in _box(lower, upper, d)))

    @property
    def shape(self) -> tuple[int, ...]:
        """How many cells there are along each axis."""
        return tuple(len(edges) - 1 for edges in self.edges)

    @property
    def size(self) -> int:
        """How many cells there are."""
        return prod(self.shape)

    def index(self, points: FloatArray) -> NDArray[np.int64]:
        """The index of the cell of each point; a point outside belongs to the nearest cell.

        A point on an edge between two cells is in the upper one.

        Parameters
        ----------
        points : ndarray, shape (N, d)
            Points.

        Returns
        -------
        ndarray of int, shape (N,)
            Cells from 0.
        """
        places = tuple(
            np.searchsorted(edges[1:-1], column, side="right")
            for edges, column in zip(self.edges, points.T, strict=True)
        )
        return np.asarray(np.ravel_multi_index(places, self.shape), dtype=np.int64)


def _refuse_many(cells: int, d: int) -> None:
    """Before arrays are made."""
    if cells**d > MOST_CELLS:
        raise ParameterError(f"cells = {cells}: {cells}^{d} of them; must be at most {MOST_CELLS:.0e} in all")


def _box(lower: Any, upper: Any, d: int) -> list[tuple[float, float]]:
    """The two ends along each axis; raises ParameterError."""
    ends = []
    for name, given in (("lower", lower), ("upper", upper)):
        flat = np.asarray(given, dtype=np.float64).ravel()
        if flat.size not in (1, d):
            raise ParameterError(f"{name}: {flat.size} numbers for {d} features; must be one, or one for each")
        ends.append(np.broadcast_to(flat, (d,)))
    return [interval("lower", float(a), "upper", float(b)) for a, b in zip(*ends, strict=True)]
