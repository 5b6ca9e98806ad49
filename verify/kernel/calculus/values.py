"""Numbers for terms: what a chain's lines are worth at chosen parameters, and whether a stress case breaks a fact."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache, reduce
from itertools import product
from math import prod
from typing import Any

import numpy as np
import sympy
from flint import arb

from verify.kernel.calculus.conditions import Comparison, Condition, Property, at_most
from verify.kernel.calculus.over import Each, Sum, exposed
from verify.kernel.calculus.statement import Statement
from verify.kernel.calculus.terms import Extent, Let, Object, Parameter, StandIn, quantities
from verify.kernel.statements.outcome import as_arb

Values = Mapping[Any, Any]
"""What letters stand for: numbers, objects as quantities' `value` reads them, OUTCOMES where anything is random."""

OUTCOMES = "outcomes"
"""Under this key: the probability space, as pairs (probability, values of the random reals)."""


class NoValue(ValueError):
    """A term without a value at these parameters."""


_CONSTANTS = {sympy.pi: arb.pi(), sympy.E: arb(1).exp()}


def value(term: Any, values: Values) -> Any:  # noqa: PLR0911  # one return a kind of term
    """The value of a term: a Fraction where it is exact, else an enclosure; an object is what its letter stands for.

    Raises:
        NoValue: when a letter or a quantity has none.
    """
    if term in values:
        return values[term]
    if isinstance(term, Let):
        return value(term.body, values)
    if isinstance(term, sympy.Rational):
        return Fraction(int(term.p), int(term.q))
    if term in _CONSTANTS:
        return _CONSTANTS[term]
    if isinstance(term, Sum):
        first, last = (value(x, values) for x in (term.first, term.last))
        return _sum([value(term.body, {**values, term.index: Fraction(k)}) for k in range(int(first), int(last) + 1)])
    special = getattr(type(term), "over_outcomes", None)
    if special is not None:
        if OUTCOMES not in values:
            raise NoValue(f"no outcomes for {term}")
        return special(*term.args, values, value)
    own = getattr(type(term), "value", None)
    if own is not None:
        return own(*(value(a, values) for a in term.args))
    kind = type(term)
    if kind not in _OPERATIONS and not isinstance(term, sympy.Pow):
        raise NoValue(f"no value of {term}")
    arguments = [value(a, values) for a in term.args]
    return _power(*arguments) if isinstance(term, sympy.Pow) else _OPERATIONS[kind](arguments)


def _sum(arguments: list[Any]) -> Any:
    return reduce(lambda a, b: a + b, _alike(arguments), Fraction(0) if not arguments else _zero(arguments))


def _zero(arguments: list[Any]) -> Any:
    return arb(0) if any(isinstance(a, arb) for a in arguments) else Fraction(0)


def _alike(arguments: list[Any]) -> list[Any]:
    """All Fractions, or all enclosures."""
    return [as_arb(a) for a in arguments] if any(isinstance(a, arb) for a in arguments) else arguments


def _product(arguments: list[Any]) -> Any:
    return reduce(lambda a, b: a * b, _alike(arguments))


def _power(base: Any, exponent: Any) -> Any:
    if isinstance(exponent, Fraction) and exponent.denominator == 1:
        if isinstance(base, Fraction) and (base != 0 or exponent >= 0) and abs(exponent) <= _EXACT_POWER:
            return base ** int(exponent)
        return as_arb(base) ** int(exponent)
    if isinstance(exponent, Fraction) and exponent == Fraction(1, 2):
        return as_arb(base).sqrt()
    return as_arb(base) ** as_arb(exponent)


_EXACT_POWER = 64


def _smallest(arguments: list[Any]) -> Any:
    alike = _alike(arguments)
    return reduce(arb.min, alike) if isinstance(alike[0], arb) else min(alike)


def _largest(arguments: list[Any]) -> Any:
    alike = _alike(arguments)
    return reduce(arb.max, alike) if isinstance(alike[0], arb) else max(alike)


_OPERATIONS: dict[Any, Callable[[list[Any]], Any]] = {
    sympy.Add: _sum,
    sympy.Mul: _product,
    sympy.Min: _smallest,
    sympy.Max: _largest,
    sympy.Abs: lambda a: abs(a[0]),
    sympy.exp: lambda a: as_arb(a[0]).exp(),
    sympy.log: lambda a: as_arb(a[0]).log(),
    sympy.tanh: lambda a: as_arb(a[0]).tanh(),
    sympy.cosh: lambda a: as_arb(a[0]).cosh(),
    sympy.erfc: lambda a: as_arb(a[0]).erfc(),
}


def truth(condition: Condition, values: Values) -> bool | None:
    """Whether a condition holds at these values; None where an enclosure does not tell, or nothing judges it.

    What holds for each index is tried at whole numbers of a stretch about 0.
    """
    if isinstance(condition, Each):
        return _for_each(condition, values)
    if isinstance(condition, Property):
        return _has(condition, values)
    small, large = _alike([value(condition.small, values), value(condition.large, values)])
    if condition.op == "==":
        return False if small > large or small < large else None if isinstance(small, arb) else True
    if small > large or (condition.strict and not isinstance(small, arb) and small == large):
        return False
    return True if small < large or (small <= large and not condition.strict) else None


def _for_each(condition: Each, values: Values) -> bool | None:
    found: set[bool | None] = set()
    for k in range(-_STRETCH, _STRETCH + 1):
        at = {**values, condition.index: Fraction(k)}
        if inside(condition.index.extent, Fraction(k)) and all(truth(c, at) for c in condition.conditions):
            found.add(truth(condition.body, at))
    return False if False in found else None if None in found or not found else True


_STRETCH = 16


def _has(condition: Property, values: Values) -> bool | None:
    """Whether objects have a property; None where a case says too little of them to judge."""
    joint, own = (getattr(type(condition), name, None) for name in ("over_outcomes", "value"))
    try:
        if joint is not None:
            return bool(joint(*condition.args, values, value)) if OUTCOMES in values else None
        objects = [value(a, values) for a in condition.args] if own is not None else []
    except NoValue:
        return None
    found = own(*objects) if own is not None else None
    return None if found is None else bool(found)


def stressed(statement: Statement, values: Values) -> bool | None:
    """Whether a statement holds at a case; None where enclosures leave it open.

    Raises:
        NoValue: when the case does not satisfy the statement's hypotheses: it would test nothing.
    """
    for hypothesis in statement.hypotheses:
        if any(truth(hypothesis, outcome) is False for outcome in _outcomes(hypothesis, values)):
            raise NoValue(f"a stress case outside the hypothesis {hypothesis}")
    known = statement.conclusion
    found = {_confirmed(known, outcome) for outcome in _outcomes(known, values)}
    return False if False in found else None if None in found else True


def _confirmed(condition: Condition, values: Values) -> bool | None:
    """The truth; two sides that meet within narrow enclosures confirm an equality, or a bound that is attained."""
    found = truth(condition, values)
    if found is not None or not isinstance(condition, Comparison) or condition.strict:
        return found
    sides = [as_arb(value(side, values)) for side in (condition.small, condition.large)]
    return all(side.rad() <= _NARROW * (1 + abs(side)) for side in sides) or None


_NARROW = arb(2) ** -30


def _outcomes(condition: Condition, values: Values) -> list[Values]:
    """The values at each outcome, where a condition is about random reals."""
    if OUTCOMES not in values or hasattr(type(condition), "over_outcomes") or not exposed(condition):
        return [values]
    return [{**values, **outcome} for _, outcome in values[OUTCOMES]]


def _outer(conditions: tuple[Condition, ...]) -> list[Any]:
    return list(
        dict.fromkeys(
            q
            for c in conditions
            for part in (c.args if isinstance(c, Implied) else (c,))
            for side in part.args
            if isinstance(side, sympy.Expr)
            for q in quantities(side)
        )
    )


def existing(condition: Condition) -> tuple[Comparison, ...]:
    """What numbers must satisfy for there to be an object that has a property, and what the property is about."""
    if not isinstance(condition, Property) or isinstance(condition, Each | Implied):
        return ()
    objects = [t for t in sympy.preorder_traversal(condition) if isinstance(t, Object) and type(t).needs is not None]
    needed = tuple(c for t in objects for c in t.requires() if isinstance(c, Comparison))
    return (*needed, *(() if condition.asks is None else condition.asks(*condition.args)))


@cache
def satisfiable(conditions: tuple[Condition, ...]) -> bool:
    """Whether some short values of the parameters, and of quantities in their ranges, make all comparisons hold.

    Among them is what properties ask of their numbers, and what is said of each index, of one index. An equality gives
    the quantity in it its value.
    """
    plain = [c for c in conditions if not isinstance(c, Each)]
    indexed: dict[Any, list[Condition]] = {}
    for c in conditions:
        if isinstance(c, Each):
            indexed.setdefault((c.index, frozenset(c.conditions)), []).extend(_at_one_index(c))
    if not found(plain):
        return False
    for at_one in indexed.values():
        letters = set().union(*(c.free_symbols for c in at_one))
        if not found([*at_one, *(c for c in plain if c.free_symbols <= letters)]):
            return False
    return True


def found(conditions: Sequence[Condition]) -> bool:
    """Whether some numbers are found at which all comparisons hold."""
    opened = [*conditions, *(part for c in conditions for part in existing(c))]
    outer = [q for q in _outer(tuple(opened)) if not computed(q)]
    named = {q: StandIn(f"quantity{i}", _range_of(q)) for i, q in enumerate(outer)}
    numeric = [c for c in opened if isinstance(c, Property) and _of_numbers(c)]
    asked: list[Any] = _solved([c.xreplace(named) for c in opened if isinstance(c, Comparison | Implied)])
    asked += numeric
    letters = sorted({x for c in asked for x in c.free_symbols}, key=str)
    return any(_all_hold(asked, point) for point in _points(letters, _TRIED)) or _searched(asked)


class Implied(Property):
    """A comparison where others hold: Implied(comparison, *others)."""


def computed(quantity: Any) -> bool:
    """Whether a quantity is of laws on finitely many different numbers alone, and computed from them."""
    from verify.kernel.calculus.nouns import Discrete

    own = getattr(type(quantity), "value", None)
    places = [a.points for a in quantity.args if isinstance(a, Discrete)]
    apart = all(len(p) == 1 or (all(x.is_Rational for x in p) and len(set(p)) == len(p)) for p in places)
    return own is not None and 0 < len(places) == len(quantity.args) and apart


def _at_one_index(condition: Condition) -> list[Condition]:
    """A condition, or what it says of one index, with what limits that."""
    if not isinstance(condition, Each):
        return [condition]
    return [part for c in (condition.body, *condition.conditions) for part in _at_one_index(c)]


def _range_of(quantity: Any) -> Extent:
    """A quantity's range; an expectation of a random real is where that is."""
    from verify.kernel.calculus.nouns import Expectation

    if isinstance(quantity, Expectation) and isinstance(quantity.args[0], Parameter):
        extent = quantity.args[0].extent
        return Extent(extent.lower, extent.upper)
    return Extent(quantity.lower, quantity.upper)


def _of_numbers(condition: Property) -> bool:
    """Whether a property is one of numbers, and tells which have it."""
    numbers = all(isinstance(a, sympy.Expr) and not quantities(a) for a in condition.args)
    return (
        numbers and all(isinstance(x, Parameter) for x in condition.free_symbols) and hasattr(type(condition), "value")
    )


def _solved(conditions: list[Condition]) -> list[Condition]:
    """The conditions with the value that an equality gives a quantity in its place, and that in its range."""
    for equality in (c for c in conditions if isinstance(c, Comparison) and c.op == "=="):
        for q in sorted((x for x in equality.free_symbols if isinstance(x, StandIn)), key=str):
            slope = sympy.expand(equality.gap).diff(q)
            # What was put in before may cancel.
            slope = sympy.cancel(slope) if any(isinstance(x, StandIn) for x in slope.free_symbols) else slope
            if slope == 0 or q in slope.free_symbols:
                continue
            at = {q: -equality.gap.xreplace({q: sympy.Integer(0)}) / slope}
            ends = [c for c in (at_most(q.extent.lower, q), at_most(q, q.extent.upper)) if not c.gap.is_infinite]
            rest = [c.xreplace(at) for c in (*(c for c in conditions if c is not equality), *ends)]
            return _solved(rest)
    return conditions


def _searched(conditions: Sequence[Condition]) -> bool:
    """Whether numbers are found letter by letter, each condition asked for as soon as it can be."""
    ordered: dict[Any, None] = {}
    for c in sorted(conditions, key=lambda c: (len(c.free_symbols), str(c))):
        ordered |= dict.fromkeys(sorted(c.free_symbols, key=str))
    letters = list(ordered)
    due = [
        [c for c in conditions if letter in c.free_symbols and c.free_symbols <= set(letters[: i + 1])]
        for i, letter in enumerate(letters)
    ]
    left = _TRIED_IN_TURN

    def conflict(values: dict[Any, Fraction]) -> set[Any] | None:
        """The letters with values for which no number of the next ones will do; None where numbers are found."""
        nonlocal left
        if len(values) == len(letters):
            return None
        letter = letters[len(values)]
        against: set[Any] = set()
        for number in samples(letter):
            left -= 1
            at = values | {letter: number}
            failing = next((c for c in due[len(values)] if not _all_hold([c], at)), None)
            found = failing.free_symbols if failing is not None else conflict(at)
            if found is None or letter not in found:
                # Another number of this letter changes nothing.
                return found
            against |= found
            if left <= 0:
                break
        return against - {letter}

    return all(c.free_symbols or _all_hold([c], {}) for c in conditions) and conflict({}) is None


def counterexample(claim: Comparison, letters: tuple[Parameter, ...]) -> dict[Parameter, Fraction] | None:
    """A point of short coordinates at which a comparison fails, if some are tried where it does."""
    return next(_failing(claim, letters, (), _TRIED_BEFORE_PROOF), None)


def smallest_counterexample(
    claim: Comparison, letters: tuple[Parameter, ...], given: Sequence[Condition]
) -> dict[Parameter, Fraction] | None:
    """Of the points that are tried, where conditions hold and a comparison fails, the one with the shortest numbers."""
    return min(_failing(claim, letters, given, _TRIED), key=_length, default=None)


def _failing(
    claim: Comparison, letters: tuple[Parameter, ...], given: Sequence[Condition], most: int
) -> Iterator[dict[Parameter, Fraction]]:
    for point in _points(letters, most):
        try:
            if truth(claim, point) is False and all(truth(c, point) for c in given):
                yield point
        except (ArithmeticError, NoValue):
            continue


def _length(point: dict[Parameter, Fraction]) -> int:
    """How many digits a point has."""
    return sum(len(str(x)) for x in point.values())


def _points(letters: Sequence[Parameter], most: int) -> Iterator[dict[Parameter, Fraction]]:
    """All points of a few coordinates each, or a given number of them."""
    choices = [samples(p) for p in letters]
    every = product(*choices) if prod(map(len, choices)) <= most else _drawn(choices, most)
    return (dict(zip(letters, point, strict=True)) for point in every)


def _all_hold(conditions: Sequence[Condition], values: Values) -> bool:
    try:
        return all(_holds_at(c, values) for c in conditions)
    except (ArithmeticError, NoValue):
        return False


def _holds_at(condition: Condition, values: Values) -> bool | None:
    if isinstance(condition, Implied):
        told, *limits = condition.args
        return not all(truth(c, values) for c in limits) or truth(told, values)
    return _may_hold(condition, values) if isinstance(condition, Property) else truth(condition, values)


def _may_hold(numeric: Property, values: Values) -> bool:
    """Whether numbers may have a property: what is known by an enclosure alone may."""
    enclosed = any(isinstance(value(a, values), arb) for a in numeric.args)
    return enclosed or truth(numeric, values) is not False


_TRIED, _TRIED_IN_TURN = 5000, 20000
_TRIED_BEFORE_PROOF = 200


def _drawn(choices: list[list[Fraction]], most: int) -> Iterator[tuple[Fraction, ...]]:
    """Points drawn at random, the same in each run."""
    generator = np.random.default_rng(0)
    for _ in range(most):
        yield tuple(c[generator.integers(len(c))] for c in choices)


_SHORT = [Fraction(x) for x in ("1/1000000", "1/100", "1/4", "1/2", "1", "2", "10", "1000", "1000000000000", "0")]


def samples(parameter: Parameter) -> list[Fraction]:
    """A few numbers of a range: near its ends, and of all sizes."""
    return list(_samples(parameter.extent))


@lru_cache(maxsize=1024)
def _samples(e: Extent) -> tuple[Fraction, ...]:
    ends = [Fraction(int(x.p), int(x.q)) for x in (e.lower, e.upper) if x.is_Rational]
    turned = [-x for x in (Fraction(2), Fraction(1, 4), Fraction(1000))] if e.lower == -sympy.oo else []
    tried = [*_SHORT, *turned, *ends, *(a + x for a in ends for x in _SHORT), *(a - x for a in ends for x in _SHORT)]
    if len(ends) == 2:
        tried.append((ends[0] + ends[1]) / 2)
    return tuple(x for x in dict.fromkeys(tried) if inside(e, x))[:16]


def inside(extent: Any, x: Fraction) -> bool:
    """Whether a number is in a range."""
    number = sympy.Rational(x.numerator, x.denominator)
    low = extent.lower < number or (extent.lower == number and not extent.open_lower)
    high = number < extent.upper or (extent.upper == number and not extent.open_upper)
    return bool(low and high and (x.denominator == 1 or not extent.integer))
