"""Laws of features and two labels that change along one axis: what a grid of cells makes of them, exactly."""

from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb

import numpy as np
from numpy.typing import NDArray

from lowerbounds.classification.bumps import member
from notation.classification import LabelSetting
from upperbounds.channels.arrays import FloatArray
from upperbounds.classification.grid import Grid
from verify.study.risk.classification import CellLaw


@dataclass(frozen=True)
class Ridges:
    """Features uniform on [0, 1]^d, eta = eta_2 - eta_1 a row of `bumps` tents along the first axis, 0 beyond.

    Each is `width` wide and `size` high, size (x/(width/2))^beta at distance x from its foot; their signs are alike or
    alternate. A `width` of 0 is the constant eta = size.
    """

    d: int
    beta: float
    width: float
    bumps: int
    size: float
    alternate: bool = False

    @classmethod
    def of_class(cls, a: LabelSetting, cells: int, *, alternate: bool) -> "Ridges | None":
        """The row with as many tents of width 1/cells as the class allows, as tall as it allows; None where none is."""
        found = member(replace(a, d=1, c=1.0), "full", cells)
        if found is None or not found.in_class():
            return None
        return cls(a.d, a.beta, 1 / cells, found.bumps, float(found.size().mid()), alternate)

    @classmethod
    def constant(cls, a: LabelSetting) -> "Ridges | None":
        """The least constant eta that the margin allows; None where it allows none up to 1."""
        size = a.C_T ** (-1 / a.gamma) if a.gamma else (0.0 if a.C_T >= 1 else 2.0)
        return None if size > 1 else cls(a.d, a.beta, 0.0, 1, size)

    def eta(self, points: FloatArray) -> FloatArray:
        """eta at points (N, d)."""
        x = points[:, 0]
        if not self.width:
            return np.full(x.shape, self.size)
        place = np.floor(x / self.width)
        foot = x - place * self.width
        height = self.size * (np.minimum(foot, self.width - foot) / (self.width / 2)).clip(0) ** self.beta
        return np.where(place < self.bumps, height * self._signs(place), 0.0)

    def draw(self, n: int, rng: np.random.Generator) -> tuple[FloatArray, NDArray[np.int64]]:
        """Features (n, d) and labels 0 or 1 (n,)."""
        points = rng.random((n, self.d))
        return points, (rng.random(n) < (1 + self.eta(points)) / 2).astype(np.int64)

    def cells(self, axis: Grid) -> CellLaw:
        """What cells with these edges along each axis make of it, integrals in closed form; a row for each kind.

        Along the other axes cells differ by their length alone: all but the last are alike.
        """
        edges = axis.edges[0]
        positive, negative = (np.diff(self.integral(edges, sign)) for sign in (1, -1))
        lengths, volume, number = self.slabs(axis)
        share = (1 + (positive - negative) / lengths) / 2
        return CellLaw(
            np.outer(lengths, volume).ravel(),
            np.repeat(share.clip(0, 1), self.d),
            np.stack([np.outer(positive, volume).ravel(), np.outer(negative, volume).ravel()], axis=1),
            np.tile(number, len(lengths)),
        )

    def slabs(self, axis: Grid) -> tuple[FloatArray, FloatArray, FloatArray]:
        """The cells' lengths along the first axis, (cells,); for each kind along the others volume and number, (d,)."""
        edges = axis.edges[0]
        first, last, alike = edges[1] - edges[0], edges[-1] - edges[-2], len(edges) - 2
        others = self.d - 1
        volume = np.array([last**j * (first if alike else last) ** (others - j) for j in range(others + 1)])
        number = np.array([comb(others, j) * float(alike) ** (others - j) for j in range(others + 1)])
        return np.diff(edges), volume, number

    @property
    def square(self) -> float:
        """The integral of eta^2 over [0, 1]^d."""
        return self.size**2 * (self.bumps * self.width / (2 * self.beta + 1) if self.width else 1.0)

    def kinds(self, grid: Grid) -> NDArray[np.int64]:
        """The row of `cells` for each cell of a grid that is the same along all axes."""
        places = np.unravel_index(np.arange(grid.size), grid.shape)
        cut = sum((place == size - 1).astype(np.int64) for place, size in zip(places[1:], grid.shape[1:], strict=True))
        return np.asarray(places[0] * self.d + cut, dtype=np.int64)

    def _signs(self, place: FloatArray) -> FloatArray:
        return 1.0 - 2 * (place % 2) if self.alternate else np.ones_like(place)

    def integral(self, x: FloatArray, sign: int) -> FloatArray:
        """The integral of eta's positive (sign 1) or negative part from 0 to x."""
        if not self.width:
            return self.size * x if sign == 1 else np.zeros_like(x)
        half, total = self.width / 2, self.size * self.width / (self.beta + 1)
        place = np.minimum(np.floor(x / self.width + 1e-12), self.bumps)
        foot = np.clip(x - place * self.width, 0.0, self.width)
        rise = np.minimum(foot, self.width - foot)
        part = total / 2 * (rise / half) ** (self.beta + 1)
        part = np.where(foot <= half, part, total - part)
        if not self.alternate:
            return place * total + np.where(place < self.bumps, part, 0.0) if sign == 1 else np.zeros_like(x)
        own = self._signs(place) == sign
        before = np.ceil(place / 2) if sign == 1 else np.floor(place / 2)
        return before * total + np.where(own & (place < self.bumps), part, 0.0)


def ridges_of(a: LabelSetting, cells: int) -> list[Ridges]:
    """Laws of the class with a large risk for this many cells along each axis."""
    widths = sorted({max(int(cells * Fraction(2) ** k), 1) for k in range(-4, 3)})
    found = [Ridges.of_class(a, width, alternate=alternate) for width in widths for alternate in (False, True)]
    return [law for law in (*found, Ridges.constant(a)) if law is not None]
