"""Whether hypotheses can hold together, as far as small examples tell: coins, two outcomes, some values of an index."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import sympy

from verify.kernel.calculus.conditions import Comparison, Condition, Property, at_most
from verify.kernel.calculus.context import contains
from verify.kernel.calculus.events import Both, Either, Holds, Not
from verify.kernel.calculus.nouns import (
    KL,
    TV,
    ChiSquare,
    Discrete,
    Expectation,
    Hellinger2,
    Independent,
    LaplaceNoise,
    Mean,
    MeanOfCopies,
    Member,
    OnInterval,
    Probability,
    TestError,
    Variance,
)
from verify.kernel.calculus.over import (
    Binding,
    Each,
    Infimum,
    Maximum,
    Over,
    Sum,
    Supremum,
    bound_letters,
    exposed,
    substitute,
)
from verify.kernel.calculus.terms import Extent, Name, Object, Parameter, Quantity, Random, StandIn, is_number
from verify.kernel.calculus.values import Implied, computed, found, inside, samples

_TRIED = 8
"""Values of an index at once; beneath another index fewer."""
_FAR = Fraction(-(10**18)), Fraction(10**18)
"""Values of an index beyond those that other numbers are tried at."""
_SHARED = 10, 1000
_MOST_TERMS = 20
_MOST_BITS = 6

_POINTS = Discrete(0, 1), Discrete(1, 1)
"""Laws that are among all."""

_AVERAGED = (Expectation, Variance, Probability)
_DISTANCES = (TV, KL, ChiSquare, Hellinger2, TestError)


@cache
def consistent(conditions: tuple[Condition, ...]) -> bool:
    """Whether an example is found of conditions that are satisfiable each by itself, and of numbers together.

    What is said of each index holds at all that are tried. Laws are coins, random reals have two values each, and what
    is averaged over them is computed.
    """
    said = (*conditions, *_ranges(conditions))
    opened = [part for c in said for part in _instances(c, conditions, _TRIED)]
    moments = _moments(conditions)
    opened = [c.xreplace(moments) if isinstance(c, Comparison) else c for c in opened]
    opened = _with_coins(opened)
    if set(opened) <= set(conditions) and not any(exposed(c) or c.atoms(*_AVERAGED) for c in opened):
        return True
    return any(found(world) for world in _worlds(opened))


def _moments(conditions: tuple[Condition, ...]) -> dict[Any, Any]:
    """Means and variances that follow from a law: of noise, of what is independent, and of a mean of copies."""
    known: dict[Any, Any] = {}
    for c in conditions:
        if isinstance(c, LaplaceNoise):
            known |= {Expectation(c.args[0]): sympy.Integer(0), Variance(c.args[0]): 2 * c.args[1] ** 2}
        if isinstance(c, Independent):
            one, other = c.args
            known |= {Expectation(one * other): Expectation(one) * Expectation(other)}
            known |= {Variance(one + other): Variance(one) + Variance(other)}
    for c in conditions:
        if isinstance(c, MeanOfCopies):
            mean, spread = (known.get(of(c.args[1]), of(c.args[1])) for of in (Expectation, Variance))
            known |= {Expectation(c.args[0]): mean, Variance(c.args[0]): spread / c.args[2]}
    return known


def _ranges(conditions: tuple[Condition, ...]) -> Iterator[Comparison]:
    """Where the means of laws on intervals are."""
    for c in conditions:
        if isinstance(c, Member) and isinstance(c.args[1], OnInterval):
            low, high = c.args[1].args
            yield at_most(low, Mean(c.args[0]))
            yield at_most(Mean(c.args[0]), high)


def _instances(condition: Condition, others: Sequence[Condition], most: int) -> Iterator[Condition]:
    """A condition, and what it says of an index at some values: one for each, or a supremum or an infimum in it."""
    if isinstance(condition, Each):
        for here, limits in _at_places(condition, condition.body, others, most):
            for part in _instances(here, others, 2):
                told, *more = part.args if isinstance(part, Implied) else (part,)
                if isinstance(told, Comparison):
                    yield Implied(told, *more, *limits)
        return
    short = {s: _written_out(s) for s in condition.atoms(Sum)}
    condition = condition.xreplace({s: told for s, told in short.items() if told is not None})
    yield condition
    if not isinstance(condition, Comparison):
        return
    bound = set(bound_letters(condition))
    for over in sorted(condition.atoms(Supremum, Maximum, Infimum), key=str):
        if not over.free_symbols & bound:
            for here, limits in _at_places(over, over.body, others, most):
                sides = (over, here) if isinstance(over, Infimum) else (here, over)
                yield Implied(at_most(*sides), *limits)


def _at_places(bound: Any, body: Any, others: Sequence[Condition], most: int) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """The body at values of an index, each with what they have to satisfy."""
    index = bound.index
    for place in _places(bound, body, others, most):
        try:
            here, limits = (substitute(t, {index: place}) for t in (body, sympy.Tuple(*bound.conditions)))
        except ValueError:
            continue
        owed = [c for c in limits if c not in others]
        if isinstance(index, Parameter):
            owed += _inside(index.extent, place)
        if not any(isinstance(c, Property) for c in owed):
            yield here, tuple(owed)


def _inside(extent: Extent, place: Any) -> list[Comparison]:
    if place.is_Rational:
        return []
    ends = at_most(extent.lower, place), at_most(place, extent.upper)
    return [c for c in ends if not c.gap.is_infinite]


def _places(bound: Any, body: Any, others: Sequence[Condition], most: int) -> list[Any]:
    """Where quantities of the body stand elsewhere; numbers, where none of them is about the index."""
    index = bound.index
    about = [
        t for t in body.atoms(Quantity, Object) if index in t.free_symbols and not isinstance(t, (Binding, *_AVERAGED))
    ]
    if isinstance(index, Parameter) and not about:
        ends = [side for c in bound.conditions for side in c.args if not side.has(index) and is_number(side)]
        tried = [x for x in (*samples(index), *_FAR) if inside(index.extent, x)]
        chosen = (*tried[:: -(-len(tried) // most)], *tried[-1:])
        return list(dict.fromkeys([*ends, *(sympy.Rational(x.numerator, x.denominator) for x in chosen)]))
    others = [c for c in others if not contains(c, bound)]
    hidden = {i for c in others for i in bound_letters(c)}
    elsewhere = {t for c in others for t in c.atoms(Quantity, Object)}
    matches = {m for t in about for other in elsewhere if (m := _matched(t, other, index)) is not None}
    places = sorted((m for m in matches if not m.free_symbols & hidden), key=str)
    # What is said elsewhere of each index is said of some, too.
    shared = matches & hidden and isinstance(index, Parameter)
    if isinstance(index, Name) and index.sort == "law":
        places += _POINTS
    return [*places, *(sympy.Integer(x) for x in _SHARED if shared and inside(index.extent, Fraction(x)))]


def _matched(form: Any, term: Any, index: Any) -> Any:
    """What stands in a term where an index stands in a form that is else the same; None where there is none."""
    if form == index:
        return term if isinstance(term, Name) == isinstance(index, Name) else None
    if type(form) is not type(term) or len(form.args) != len(term.args):
        return None
    matches = {_matched(a, b, index) for a, b in zip(form.args, term.args, strict=True) if a != b or a.has(index)}
    return matches.pop() if len(matches) == 1 else None


def _written_out(total: Any) -> Any:
    """A sum of a few summands, or None."""
    if not (total.first.is_Integer and total.last.is_Integer and total.last - total.first < _MOST_TERMS):
        return None
    return sympy.Add(*(total.body.xreplace({total.index: k}) for k in range(total.first, total.last + 1)))


def _with_coins(conditions: Sequence[Condition]) -> list[Condition]:
    """The conditions with distances of laws that nothing is known of as those of coins."""
    distances = {q for c in conditions for q in c.atoms(*_DISTANCES)}
    laws = {a for q in distances for a in q.args if isinstance(a, Name)}
    shares: dict[Any, Any] = {}
    for law in sorted(laws, key=str):
        # Further than the first by a number, so that an equality gives it this number.
        more = StandIn(f"coin{len(shares)}", Extent(sympy.Integer(0), sympy.Integer(1)))
        shares[law] = more + next(iter(shares.values()), 0)
    coins = {law: Discrete(0, 1 - share, 1, share) for law, share in shares.items()}
    told = {q: _of_coins(q.xreplace(coins)) for q in distances if all(isinstance(a, Name | Discrete) for a in q.args)}
    told = {q: here for q, here in told.items() if not isinstance(here, Quantity) or computed(here)}
    return [*(_told_of_coins(c, told) for c in conditions), *(at_most(share, 1) for share in shares.values())]


def _of_coins(distance: Any) -> Any:
    """A distance of two coins, by their shares where that is simple."""
    one, other = distance.args
    if isinstance(distance, TV) and one.points == other.points == (0, 1):
        apart = other.masses[1] - one.masses[1]
        return apart if apart.is_Symbol else sympy.Abs(apart)
    return distance


def _told_of_coins(condition: Condition, told: dict[Any, Any]) -> Condition:
    """What a condition says of coins; of a distance that is equal to a number, that it is no larger."""
    here = condition.xreplace(told)
    if not isinstance(condition, Comparison) or condition.op != "==" or not here.atoms(*_DISTANCES):
        return here
    for side, other in ((condition.left, condition.right), (condition.right, condition.left)):
        if side in told:
            return at_most(told[side], other.xreplace(told))
    return condition


def _worlds(conditions: Sequence[Condition]) -> Iterator[list[Condition]]:
    """The conditions with one value for each random real, then with two, in the ways in which events may happen."""
    letters = sorted({x for c in conditions for x in c.free_symbols if isinstance(x, Random)}, key=str)
    one, other = ({x: StandIn(f"{x.name}{i}", x.extent) for x in letters} for i in (0, 1))
    share = StandIn("share", Extent(sympy.Integer(0), sympy.Integer(1)))
    leaves = sorted({e for c in conditions for q in c.atoms(Probability) for e in _leaves(q.args[0])}, key=str)
    leaves = leaves if 2 * len(leaves) <= _MOST_BITS else []
    for sides, weights in (([one], [sympy.Integer(1)]), ([one, other], [1 - share, share])):
        for bits in product((False, True), repeat=len(sides) * len(leaves)):
            happens = [dict(zip(leaves, bits[i :: len(sides)], strict=True)) for i in range(len(sides))]
            averaged = _Averaged(sides, weights, happens)
            said = [c for side, told in zip(sides, happens, strict=True) for c in _told(side, told)]
            world = [averaged.of(c) for c in (*conditions, *said)]
            yield [c for each in world for c in dict.fromkeys(_on(each, side) for side in sides)]


def _told(side: dict[Any, Any], happens: dict[Any, bool]) -> Iterator[Comparison]:
    """What an outcome's random reals satisfy where an event happens at it, or does not."""
    for leaf, does in happens.items():
        if isinstance(leaf, Holds) and (does or leaf.args[0].op != "=="):
            c = leaf.args[0]
            yield _on(c if does else Comparison(c.large, "<=" if c.strict else "<", c.small), side)


def _on(term: Any, side: dict[Any, Any]) -> Any:
    """A term at one outcome; what is an average stays."""
    kept = {q: q for q in term.atoms(Quantity) if q.averages}
    return term.xreplace({**side, **kept})


def _leaves(event: Any) -> Iterator[Any]:
    if isinstance(event, Both | Either | Not):
        for part in event.args:
            yield from _leaves(part)
    else:
        yield event


class _Averaged:
    """What is averaged over outcomes."""

    def __init__(self, sides: list[dict[Any, Any]], weights: list[Any], happens: list[dict[Any, bool]]) -> None:
        self._sides, self._weights, self._happens = sides, weights, happens

    def of(self, term: Any) -> Any:
        """A term with its averages, the inner ones first, in terms of the outcomes' values."""
        if isinstance(term, Over | Each) or not term.args:
            return term
        inside = [self.of(a) for a in term.args]
        term = term.func(*inside) if tuple(inside) != term.args else term
        if not isinstance(term, _AVERAGED):
            return term
        if isinstance(term, Probability):
            known = all(set(_leaves(term.args[0])) <= set(told) for told in self._happens)
            return self._mean([int(_happens(term.args[0], told)) for told in self._happens]) if known else term
        if any(not isinstance(q, StandIn) for q in term.args[0].atoms(Quantity)):
            return term
        values = [_on(term.args[0], side) for side in self._sides]
        if isinstance(term, Variance):
            return sympy.Mul(*self._weights) * (values[0] - values[-1]) ** 2
        return self._mean(values)

    def _mean(self, values: list[Any]) -> Any:
        return sympy.Add(*(w * v for w, v in zip(self._weights, values, strict=True)))


def _happens(event: Any, told: dict[Any, bool]) -> bool:
    if isinstance(event, Not):
        return not _happens(event.args[0], told)
    if isinstance(event, Both | Either):
        return (all if isinstance(event, Both) else any)(_happens(part, told) for part in event.args)
    return told[event]
