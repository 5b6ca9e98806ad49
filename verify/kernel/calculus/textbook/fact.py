"""What a textbook fact is, and the small exact laws on which the stress tests run."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from flint import arb

Pair = tuple[Fraction | arb, Fraction | arb]
Law = tuple[Fraction, ...]


@dataclass(frozen=True)
class Fact:
    """A textbook fact: its name, where it stands, its statement, and cases that would break a wrong version of it.

    `stress()` yields pairs (left, right) with left <= right. Its keyword arguments are the fact's constants; with a
    wrong one in the place of its default, some pair has left > right.
    """

    key: str
    citation: str
    text: str
    stress: Callable[..., Iterator[Pair]]


SLACK = arb(2) ** -40
"""Room for the radius of an enclosure where both sides are equal."""

TWELFTHS = [Fraction(k, 12) for k in range(13)]


def laws(size: int, parts: int = 6) -> Iterator[Law]:
    """The laws on `size` atoms whose masses are multiples of 1/parts."""
    for weights in product(range(parts + 1), repeat=size - 1):
        if sum(weights) <= parts:
            yield (*(Fraction(w, parts) for w in weights), Fraction(parts - sum(weights), parts))


def law_pairs() -> Iterator[tuple[Law, Law]]:
    """All pairs of laws on three atoms with masses in sixths."""
    several = list(laws(3))
    yield from product(several, several)


def total(values: Iterator[Fraction]) -> Fraction:
    """The sum, as a Fraction also where it is empty."""
    return sum(values, Fraction(0))


def tv(p: Law, q: Law) -> Fraction:
    """Total variation."""
    return total(abs(a - b) for a, b in zip(p, q, strict=True)) / 2


def ball(x: Fraction | int) -> arb:
    """An enclosure of a rational."""
    return arb(x.numerator) / arb(x.denominator)


def kl(p: Law, q: Law) -> arb | None:
    """The KL divergence, or None where it is infinite."""
    found = arb(0)
    for a, b in zip(p, q, strict=True):
        if a == 0:
            continue
        if b == 0:
            return None
        found += ball(a) * (ball(a) / ball(b)).log()
    return found


def affinity(p: Law, q: Law) -> arb:
    """The sum of sqrt(p q); the squared Hellinger distance is 1 less this."""
    return sum((ball(a * b).sqrt() for a, b in zip(p, q, strict=True)), arb(0))


def entropy(p: Law) -> arb:
    """The entropy in nats."""
    return sum((-ball(a) * ball(a).log() for a in p if a), arb(0))
