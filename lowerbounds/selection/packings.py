"""Packings with exact sizes: codes of independent blocks, each with one nonzero entry from a set of heights."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import numpy as np
from numpy.typing import NDArray

from notation.parameters import count

_INNER = Fraction(3, 4)
"""At least 1/sqrt(2): entries of size at least 3/4 g at two positions are at least g apart."""


@dataclass(frozen=True)
class Blocks:
    """Vectors of `blocks` blocks of `length`, where one entry of each block has one of 2 `heights` values.

    The values are those of both signs of (3/4 + j) gap up to `size`, j < heights, gap = size/(heights - 1/4), or in
    blocks of length 1 the 2 `heights` equidistant ones, gap = 2 size/(2 heights - 1). So one block has 2 length heights
    values, and two vectors that differ in k blocks are at least sqrt(k) gap apart.

    Attributes
    ----------
    blocks : int
        Number of blocks.
    length : int
        Entries of a block.
    heights : int
        How many sizes an entry may have.
    size : Fraction
        The largest value.
    """

    blocks: int
    length: int
    heights: int
    size: Fraction

    def __post_init__(self) -> None:
        """Refuse numbers below 1."""
        for name in ("blocks", "length", "heights"):
            count(name, getattr(self, name))

    @property
    def letters(self) -> int:
        """How many values a block has."""
        return 2 * self.length * self.heights

    @property
    def points(self) -> int:
        """The size of the packing."""
        return int(self.letters**self.blocks)

    @property
    def gap(self) -> Fraction:
        """A lower bound on the distance of two vectors."""
        if self.length == 1:
            return 2 * self.size / (2 * self.heights - 1)
        return self.size / (self.heights - 1 + _INNER)

    @property
    def values(self) -> tuple[Fraction, ...]:
        """The values of a nonzero entry."""
        inner = Fraction(1, 2) if self.length == 1 else _INNER
        above = [(inner + j) * self.gap for j in range(self.heights)]
        return (*(-value for value in reversed(above)), *above)

    def members(self) -> Iterator[tuple[Fraction, ...]]:
        """Every vector, block after block.

        Yields
        ------
        iterator of tuple of Fraction
            A vector of blocks * length coordinates.
        """
        letters = [
            tuple(value if place == at else Fraction(0) for place in range(self.length))
            for at in range(self.length)
            for value in self.values
        ]
        for word in product(letters, repeat=self.blocks):
            yield tuple(entry for letter in word for entry in letter)

    def draw(self, rng: np.random.Generator) -> NDArray[np.float64]:
        """A vector, uniform over all.

        Parameters
        ----------
        rng : numpy.random.Generator
            Source of randomness.

        Returns
        -------
        ndarray, shape (blocks * length,)
            The vector.
        """
        point = np.zeros((self.blocks, self.length))
        heights = np.array([float(value) for value in self.values])
        places = rng.integers(self.length, size=self.blocks)
        point[np.arange(self.blocks), places] = rng.choice(heights, size=self.blocks)
        return point.ravel()
