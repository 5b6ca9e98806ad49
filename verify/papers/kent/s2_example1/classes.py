"""kent Section 2, Example 1: its class of laws, the laws with a mean in [-1, 1], whatever their support."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from sympy import Rational

from verify.kernel.calculus import (
    FINITE_MEAN,
    SUPPORT,
    Chain,
    Discrete,
    Grant,
    Mean,
    Member,
    OnInterval,
    Schema,
    Statement,
    at_most,
    constructor,
    line,
    real,
)
from verify.kernel.calculus.nouns import Law
from verify.kernel.calculus.reasons import Case


class _Means:
    """The class for the stress of membership, by the largest size of a mean."""

    def __init__(self, most: Fraction) -> None:
        self._most = most

    def __contains__(self, law: Law) -> bool:
        return abs(sum(x * w for x, w in law.items())) <= self._most


MeansWithin = constructor(
    "MeansWithin",
    r"\{{P: \mathbb{{E}}_P X \in [-{0}, {0}]\}}",
    _Means,
    needs=lambda a: (at_most(0, a),),
    sort="class of laws",
)
"""All laws with a mean in [-a, a]: MeansWithin(a)."""
PRINTED, BOUNDED = MeansWithin(1), OnInterval(-1, 1)
"""The class of Example 1 as printed, and that of the laws on [-1, 1], for which the paper has an upper bound."""
_PLACE = real("x", least=-1, most=1)
_LAW = Discrete(-3, (1 - _PLACE) / 6, 0, Rational(2, 3), 3, (1 + _PLACE) / 6)


def _within(p: Any) -> Statement:
    return Statement(Member(p, PRINTED), (at_most(-1, Mean(p)), at_most(Mean(p), 1)))


def _placed() -> Iterator[Case]:
    for k in range(-4, 5):
        yield (_LAW,), {_PLACE: Fraction(k, 4)}


MEANS_WITHIN = Schema("a law with a mean in [-1, 1]", "definition", "definition", _within, (_LAW,), _placed)
FACTS = (MEANS_WITHIN,)


def membership(p: Any, laws: Any) -> tuple[Grant | Chain, ...]:
    """That a finite law on [-1, 1] belongs to one of the two classes."""
    if laws == BOUNDED:
        return (SUPPORT(p, -1, 1),)
    mean = (FINITE_MEAN(p),)
    return MEANS_WITHIN(p), line(Mean(p)).ge(-1, *mean), line(Mean(p)).le(1, *mean)
