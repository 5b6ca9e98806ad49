"""Mixtures on [-1, 1]: weights and sorted means that are some distance apart."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

from verify.kernel.calculus.conditions import at_most
from verify.kernel.calculus.nouns import Member
from verify.kernel.calculus.reasons import Case, Schema
from verify.kernel.calculus.statement import Statement
from verify.kernel.calculus.terms import Name, constructor, integer, quantity, real

_S = Name("S", "mixture")
_m, _k, _i = (integer(letter, least=1) for letter in "mki")
light, _gap = real("a", least=0), real("b", least=0)

_Mixture = list[tuple[Fraction, Fraction]]
"""In a stress case: weights and means of the parts, by their means."""


class _Mixtures:
    """The mixtures of a given number of parts, by their weights and means."""

    def __init__(self, parts: Any, least: Any, apart: Any) -> None:
        self._parts, self._least, self._apart = parts, least, apart

    def __contains__(self, mixture: _Mixture) -> bool:
        means = [mean for _, mean in mixture]
        return (
            len(mixture) == self._parts
            and sum(weight for weight, _ in mixture) == 1
            and all(weight >= self._least for weight, _ in mixture)
            and all(abs(mean) <= 1 for mean in means)
            and all(b - a >= self._apart for a, b in pairwise(means))
        )


Mixtures = constructor(
    "Mixtures",
    r"\mathcal{{M}}_{{{0}, {1}, {2}}}",
    _Mixtures,
    needs=lambda parts, least, apart: (at_most(1, parts), at_most(parts * least, 1), at_most((parts - 1) * apart, 2)),
)
"""All mixtures of m laws on [-1, 1] with weights of at least pi_0 and means that are theta_sep apart at least;
each user has T draws of one of them: Mixtures(m, pi_0, theta_sep)."""
MixtureMean = quantity(
    "MixtureMean",
    r"\theta_{{{1}}}({0})",
    "k-th smallest of a mixture's means: MixtureMean(S, k)",
    -1,
    1,
    value=lambda mixture, place: mixture[int(place) - 1][1],
)
MixtureWeight = quantity(
    "MixtureWeight",
    r"\pi_{{{1}}}({0})",
    "weight of the part with the k-th smallest mean",
    0,
    1,
    value=lambda mixture, place: mixture[int(place) - 1][0],
)


def _several() -> Iterator[dict[Any, Any]]:
    """One to four parts, spaced evenly or not, with weights alike or not."""
    for parts, width, tilt in product((1, 2, 3, 4), (Fraction(1, 2), Fraction(1, 3)), (0, 1, 2)):
        means = [width * place - 1 + Fraction(tilt * place**2, 100) for place in range(parts)]
        raw = [Fraction(1 + tilt * (place == 0)) for place in range(parts)]
        weights = [w / sum(raw) for w in raw]
        least = min((b - a for a, b in pairwise(means)), default=Fraction(1))
        yield {_S: list(zip(weights, means, strict=True)), _m: Fraction(parts), light: min(weights), _gap: least}


def _places() -> Iterator[Case]:
    for values in _several():
        for place in range(1, int(values[_m]) + 1):
            yield (_S, _m, light, _gap, _k), {**values, _k: Fraction(place)}


def _pairs() -> Iterator[Case]:
    for _, values in _places():
        for lower in range(1, int(values[_k]) + 1):
            yield (_S, _m, light, _gap, _i, _k), {**values, _i: Fraction(lower)}


SORTED_MEANS = Schema(
    "sorted means that are apart",
    "lemma",
    "the gaps between them, added up",
    lambda mixture, parts, least, apart, low, top: Statement(
        at_most(apart * (top - low), MixtureMean(mixture, top) - MixtureMean(mixture, low)),
        (Member(mixture, Mixtures(parts, least, apart)), at_most(low, top), at_most(top, parts)),
    ),
    (_S, _m, light, _gap, _i, _k),
    _pairs,
)
LEAST_WEIGHT = Schema(
    "least weight of a part",
    "definition",
    "definition",
    lambda mixture, parts, least, apart, place: Statement(
        at_most(least, MixtureWeight(mixture, place)),
        (Member(mixture, Mixtures(parts, least, apart)), at_most(place, parts)),
    ),
    (_S, _m, light, _gap, _k),
    _places,
)
LARGEST_WEIGHT = Schema(
    "largest weight of a part",
    "lemma",
    "the weights add up to 1, and the others have their least each",
    lambda mixture, parts, least, apart, place: Statement(
        at_most(MixtureWeight(mixture, place), 1 - (parts - 1) * least),
        (Member(mixture, Mixtures(parts, least, apart)), at_most(place, parts)),
    ),
    (_S, _m, light, _gap, _k),
    _places,
)

FACTS = (SORTED_MEANS, LEAST_WEIGHT, LARGEST_WEIGHT)
