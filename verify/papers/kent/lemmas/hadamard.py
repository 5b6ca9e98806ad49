"""Hadamard matrices by doubling, and with signs of columns: the products of their columns.

That a product is 0 is said as 1 + 0 = 1, so that a stronger statement is a wrong one.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from verify.kernel.calculus.conditions import at_most, below, equal, property_of
from verify.kernel.calculus.reasons import Case, Schema
from verify.kernel.calculus.statement import Statement
from verify.kernel.calculus.terms import constructor, integer, quantity

_h, _i, _j = (integer(letter, least=1) for letter in "hij")
_p = integer("p", least=0)

_Matrix = tuple[list[list[int]], Fraction]
"""In a stress case: rows of integers, and the square of a factor of all entries."""


def _doubled(size: Any) -> _Matrix:
    """The largest power of two up to the size is doubled from 1; the size is one."""
    rows = [[1]]
    while len(rows) < size:
        rows = [row + row for row in rows] + [row + [-x for x in row] for row in rows]
    return rows, Fraction(1)


def _gram(matrix: _Matrix, one: Any, other: Any) -> Fraction:
    rows, square = matrix
    return square * sum(row[int(one) - 1] * row[int(other) - 1] for row in rows)


PowerOfTwo = property_of("PowerOfTwo", r"\log_2 {0} \in \mathbb{{N}}", lambda size: int(size).bit_count() == 1)
"""PowerOfTwo(d)."""
Sylvester = constructor("Sylvester", "H_{{{0}}}", _doubled, needs=lambda size: (at_most(1, size),))
"""The k rows that the doubling H_k = (H_(k/2), H_(k/2); H_(k/2), -H_(k/2)) makes from H_1 = 1, k a power of two:
Sylvester(k)."""
Rotation = constructor("Rotation", r"(k^{{-1/2}} H_k W_k)_{{k = {0}}}")
"""With any diagonal matrix W of signs: Rotation(k)."""
GramEntry = quantity(
    "GramEntry",
    r"({0}^{{\mathsf T}} {0})_{{{1}, {2}}}",
    "an entry of a matrix's transpose times the matrix",
    value=_gram,
)
"""GramEntry(H, i, j)."""


def _blocks() -> Iterator[Case]:
    for half in (1, 2, 4):
        for row, column in product(range(1, half + 1), repeat=2):
            yield (_h, _i, _j), {_h: Fraction(half), _i: Fraction(row), _j: Fraction(column)}


def _entries() -> Iterator[Case]:
    for power in range(4):
        for row, column in product(range(1, 2**power + 1), repeat=2):
            yield (_p, _i, _j), {_p: Fraction(power), _i: Fraction(row), _j: Fraction(column)}


def _diagonal() -> Iterator[Case]:
    for _, values in _entries():
        if values[_i] == values[_j]:
            yield (_p, _i), values


def _above() -> Iterator[Case]:
    for letters, values in _entries():
        if values[_i] < values[_j]:
            yield letters, values


def _signed() -> Iterator[Case]:
    """Every diagonal of signs up to four rows."""
    for power in range(3):
        size = 2**power
        rows, _ = _doubled(size)
        for signs in product((-1, 1), repeat=size):
            turned = [[x * sign for x, sign in zip(row, signs, strict=True)] for row in rows]
            for row, column in product(range(1, size + 1), repeat=2):
                found = {_p: Fraction(power), _i: Fraction(row), _j: Fraction(column)}
                yield (_p, _i, _j), {**found, Rotation(2**_p): (turned, Fraction(1, size))}


def _signed_diagonal() -> Iterator[Case]:
    for _, values in _signed():
        if values[_i] == values[_j]:
            yield (_p, _i), values


def _signed_above() -> Iterator[Case]:
    for letters, values in _signed():
        if values[_i] != values[_j]:
            yield letters, values


BLOCK = Schema(
    "a column of the first half, doubled",
    "definition",
    "definition: twice the half's column, both times with one sign",
    lambda half, row, column: Statement(
        equal(GramEntry(Sylvester(2 * half), row, column), 2 * GramEntry(Sylvester(half), row, column)),
        (PowerOfTwo(half), at_most(row, half), at_most(column, half)),
    ),
    (_h, _i, _j),
    _blocks,
)
OTHER_BLOCK = Schema(
    "a column of the second half, doubled",
    "definition",
    "definition: the half's column, and once more with the other sign",
    lambda half, row, column: Statement(
        equal(1 + GramEntry(Sylvester(2 * half), row, column + half), 1),
        (PowerOfTwo(half), at_most(row, half), at_most(column, half)),
    ),
    (_h, _i, _j),
    _blocks,
)
COLUMN_LENGTH = Schema(
    "columns of a Hadamard matrix: length",
    "definition",
    "definition: 2^p entries, all +-1",
    lambda power, row: Statement(equal(GramEntry(Sylvester(2**power), row, row), 2**power), (at_most(row, 2**power),)),
    (_p, _i),
    _diagonal,
)
COLUMNS_APART = Schema(
    "columns of a Hadamard matrix: orthogonal",
    "lemma",
    "Sylvester 1867: by induction, block by block",
    lambda power, row, column: Statement(
        equal(1 + GramEntry(Sylvester(2**power), row, column), 1), (below(row, column), at_most(column, 2**power))
    ),
    (_p, _i, _j),
    _above,
)
SIGNED_LENGTH = Schema(
    "columns with signs, scaled: length",
    "definition",
    "definition: a sign's square is 1",
    lambda power, row: Statement(
        equal(GramEntry(Rotation(2**power), row, row), GramEntry(Sylvester(2**power), row, row) / 2**power),
        (at_most(row, 2**power),),
    ),
    (_p, _i),
    _signed_diagonal,
)
SIGNED_APART = Schema(
    "columns with signs, scaled: orthogonal",
    "definition",
    "definition: signs of columns change a product of two by a sign",
    lambda power, row, column: Statement(
        equal(1 + GramEntry(Rotation(2**power), row, column), 1),
        (equal(1 + GramEntry(Sylvester(2**power), row, column), 1),),
    ),
    (_p, _i, _j),
    _signed_above,
)

FACTS = (BLOCK, OTHER_BLOCK, COLUMN_LENGTH, COLUMNS_APART, SIGNED_LENGTH, SIGNED_APART)
