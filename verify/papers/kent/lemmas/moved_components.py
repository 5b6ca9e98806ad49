"""Mixtures whose components move one by one with the signs of a vertex: two grids of laws of coins."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from sympy import Max

from verify.kernel.calculus.conditions import Condition, at_most, property_of
from verify.kernel.calculus.nouns import Power
from verify.kernel.calculus.reasons import Case, Schema
from verify.kernel.calculus.statement import Statement
from verify.kernel.calculus.terms import constructor, integer, quantity, real
from verify.papers.kent.lemmas.components import Components, DominatedParts, OrthogonalParts

_m, _T = integer("m", least=1), integer("T", least=1)
_Delta = real("Delta", above=0)


def _middle(count: Any) -> list[int]:
    """The places k, from 0, with -1 + (2k + 1)/m in [-1/2, 1/2]."""
    return [k for k in range(int(count)) if abs(Fraction(2 * k + 1) / count - 1) <= Fraction(1, 2)]


def _coins(chances: Callable[[int, int], Fraction], count: Any, moved: list[int], draws: Any) -> Components:
    """Each component: T coins of a probability by its place and its sign, which is 0 where none moves it."""
    found: Components = []
    for place in range(int(count)):
        family = {}
        for at in product((1, -1), repeat=len(moved)):
            chance = chances(place, at[moved.index(place)] if place in moved else 0)
            chance = min(max(chance, Fraction(0)), Fraction(1))
            family[at] = Power.value({1: chance, 0: 1 - chance}, draws)
        found.append((1 / Fraction(count), family))
    return found


def _grid(count: Any, change: Fraction, draws: Any) -> Components:
    def chance(place: int, sign: int) -> Fraction:
        return Fraction(1, 4) + Fraction(place + 1) / (2 * count) + sign * change / 2

    return _coins(chance, count, list(range(int(count))), draws)


def _spread(count: Any, change: Fraction, draws: Any) -> Components:
    def chance(place: int, sign: int) -> Fraction:
        return (Fraction(2 * place + 1) / count + sign * change) / 2

    return _coins(chance, count, _middle(count), draws)


GridParts = constructor(
    "GridParts",
    r"(\mathrm{{Ber}}(\tfrac14 + \tfrac{{j}}{{2 \cdot {0}}} + \tfrac{{v_j {1}}}2)^{{\otimes {2}}})_{{j \le {0}}}",
    _grid,
    sort="components",
)
"""m components, each as likely: T Bernoulli draws each, their probabilities cut to [0, 1]. GridParts(m, Delta, T)."""
SpreadParts = constructor(
    "SpreadParts",
    r"(-1 + \tfrac{{2k - 1}}{{{0}}} + v_k {1}1\{{k\text{{ in the middle}}\}})_{{k \le {0}}}^{{\otimes {2}}}",
    _spread,
    sort="components",
)
"""m components, each as likely: T draws of -1 and 1 with the mean -1 + (2k - 1)/m, moved by v_k delta where it lies in
[-1/2, 1/2], and cut to [-1, 1]: SpreadParts(m, delta, T)."""
MiddleCount = quantity(
    "MiddleCount",
    r"\#\{{k \le {0}: |-1 + \tfrac{{2k - 1}}{{{0}}}| \le \tfrac12\}}",
    "a number of components",
    0,
    value=lambda count: Fraction(len(_middle(count))),
)
EqualParts = property_of(
    "EqualParts",
    r"{0}\text{{: }}{1}\text{{ components, each with weight }}1/{1}",
    lambda parts, count: len(parts) == count and all(share == 1 / Fraction(count) for share, _ in parts),
)
"""A family of m components, each as likely: EqualParts(C, m)."""


def _near() -> Iterator[dict[Any, Any]]:
    """Changes up to the largest that the facts allow for all draws."""
    for count, draws, share in product((2, 3, 4), (1, 2), (Fraction(1, 3), Fraction(1))):
        if draws == 1 or count < 4:
            yield {_m: Fraction(count), _T: Fraction(draws), _Delta: share / (4 * count)}


def _moved() -> Iterator[Case]:
    yield from (((_m, _Delta, _T), values) for values in _near())


def _twice() -> Iterator[Case]:
    for values in _near():
        wider = min(2 * values[_Delta], Fraction(33, 100) / values[_T])
        yield (_m, _Delta, _T), {**values, _Delta: wider}


def _counted() -> Iterator[Case]:
    for count in range(2, 80):
        yield (_m,), {_m: Fraction(count)}


def _squares(parts: Any, within: Any) -> Callable[[Any, Any, Any], Statement]:
    def build(count: Any, change: Any, draws: Any) -> Statement:
        most = 128 * draws * change**2 / (7 * count)
        return Statement(OrthogonalParts(parts(count, change, draws), most), within(count, change, draws))

    return build


def _inside_grid(count: Any, change: Any, draws: Any) -> tuple[Condition, ...]:
    return at_most(16 * count**2 * change**2, 1), at_most(64 * draws * change**2, 7)


def _inside_spread(count: Any, change: Any, draws: Any) -> tuple[Condition, ...]:
    return at_most(2, count), at_most(4 * count**2 * change**2, 1), at_most(64 * draws * change**2, 7)


_ONE_MOVES = (
    "with a sign its own component moves alone, one of m; (1 + Delta^2/(q(1 - q)))^T - 1 for its probability q "
    "in [1/8, 7/8], and e^x - 1 <= 2x"
)
GRID_DOMINATED = Schema(
    "coins on a grid: densities",
    "definition",
    "definition: all probabilities are inside (0, 1)",
    lambda *of: Statement(DominatedParts(GridParts(*of)), _inside_grid(*of)[:1]),
    (_m, _Delta, _T),
    _moved,
)
GRID_SQUARES = Schema(
    "coins on a grid: fluctuations", "lemma", _ONE_MOVES, _squares(GridParts, _inside_grid), (_m, _Delta, _T), _moved
)
GRID_EQUAL = Schema(
    "coins on a grid: weights",
    "definition",
    "definition",
    lambda *of: Statement(EqualParts(GridParts(*of), of[0])),
    (_m, _Delta, _T),
    _moved,
)
SPREAD_DOMINATED = Schema(
    "coins over the interval: densities",
    "definition",
    "definition: all probabilities that move are inside (0, 1)",
    lambda *of: Statement(DominatedParts(SpreadParts(*of)), _inside_spread(*of)[:2]),
    (_m, _Delta, _T),
    _twice,
)
SPREAD_SQUARES = Schema(
    "coins over the interval: fluctuations",
    "lemma",
    _ONE_MOVES,
    _squares(SpreadParts, _inside_spread),
    (_m, _Delta, _T),
    _twice,
)
SPREAD_EQUAL = Schema(
    "coins over the interval: weights",
    "definition",
    "definition",
    lambda *of: Statement(EqualParts(SpreadParts(*of), of[0])),
    (_m, _Delta, _T),
    _twice,
)
MIDDLE = Schema(
    "components in the middle",
    "lemma",
    "the odd numbers 2k - 1 of an interval of length m: at least (m - 1)/2, and at least one",
    lambda count: Statement(at_most(Max(1, (count - 1) / 2), MiddleCount(count)), (at_most(2, count),)),
    (_m,),
    _counted,
)

FACTS = (GRID_DOMINATED, GRID_SQUARES, GRID_EQUAL, SPREAD_DOMINATED, SPREAD_SQUARES, SPREAD_EQUAL, MIDDLE)
