"""To kent Section 3.3 and Appendix G.2: rotations over all their signs, and sums of draws from the signed axes of R^d."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product

from verify.papers.zhao.appB2_vectors_lower.hypercubes import sylvester


def turned(row: Sequence[int], signs: Sequence[int], vector: Sequence[int]) -> int:
    """sqrt(d) times an entry of R v = H W v/sqrt(d): a row of H, the diagonal of W, and v."""
    return sum(h * w * x for h, w, x in zip(row, signs, vector, strict=True))


def rotations(vector: Sequence[int]) -> Iterator[list[int]]:
    """sqrt(d) R v for every diagonal of signs; all are equally likely."""
    rows = sylvester(len(vector))
    for signs in product((-1, 1), repeat=len(vector)):
        yield [turned(row, signs, vector) for row in rows]


def beyond(vector: Sequence[int], level: Fraction) -> Fraction:
    """P(d (R v)_j^2 >= level ||v||^2), j the last co-ordinate."""
    images = [image[-1] for image in rotations(vector)]
    length = sum(x * x for x in vector)
    return Fraction(sum(image**2 >= level * length for image in images), len(images))


def axis_walk(size: int, steps: int) -> dict[tuple[int, ...], Fraction]:
    """The law of the sum of that many draws from the 2d signed axes."""
    law = {(0,) * size: Fraction(1)}
    for _ in range(steps):
        wider: dict[tuple[int, ...], Fraction] = {}
        for place, mass in law.items():
            for axis, sign in product(range(size), (-1, 1)):
                moved = tuple(x + sign * int(i == axis) for i, x in enumerate(place))
                wider[moved] = wider.get(moved, Fraction(0)) + mass / (2 * size)
        law = wider
    return law


def norm_tails(size: int, steps: int) -> Iterator[tuple[int, Fraction]]:
    """Every squared length that the sum of draws from the signed axes takes, and the probability of at least that."""
    squares: dict[int, Fraction] = {}
    for place, mass in axis_walk(size, steps).items():
        square = sum(x * x for x in place)
        squares[square] = squares.get(square, Fraction(0)) + mass
    yield from tails(squares)


def tails(law: Mapping[int, Fraction]) -> Iterator[tuple[int, Fraction]]:
    """Every value of a law, from the least on, and the probability of at least that."""
    left = Fraction(1)
    for value in sorted(law):
        yield value, left
        left -= law[value]
