"""Facts with one hypothesis dropped: a search for a case outside that hypothesis at which the conclusion fails.

Cases come from the fact (`Schema.outside`) and from its own ones, one variable moved within its range or as it is in
another case. A variable is left where it is when a number of the case, or a hypothesis that nothing judges, is about
it.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from typing import Any

import sympy
from flint import arb

from verify.kernel.calculus import Schema, Statement
from verify.kernel.calculus.conditions import Comparison, Condition
from verify.kernel.calculus.terms import Parameter
from verify.kernel.calculus.values import OUTCOMES, NoValue, Values, _outcomes, inside, samples, truth, value

_CASES, _READ, _TRIED, _LARGEST = 12, 600, 40, 1000
_BROKEN = (NoValue, ArithmeticError, LookupError, ValueError, TypeError, AssertionError, StopIteration)


def refuted(schema: Schema) -> dict[int, str]:
    """The hypotheses without which the fact is seen to fail, by their places, and where."""
    found: dict[int, str] = {}
    for place, arguments, values in schema.outside() if schema.outside else ():
        statement = schema.build(*map(sympy.sympify, arguments))
        if told := outside(statement, place, values):
            raise AssertionError(f"{schema.name}: the case outside {statement.hypotheses[place]} {told}: {values}")
        found.setdefault(place, f"given: {_shown(values)}")
    wanted, tried = len(schema.statement.hypotheses), Counter[int]()
    for statement, values, moved in _moved(schema):
        if len(found) == wanted:
            break
        if len(statement.hypotheses) != wanted:
            continue
        broken = _only_failing(statement, values, moved)
        if broken is None or broken in found or tried[broken] == _TRIED:
            continue
        tried[broken] += 1
        if fails(statement.conclusion, values):
            found[broken] = f"{moved} moved: {_shown(values)}"
    return found


def outside(statement: Statement, place: int, values: Values) -> str:
    """Why a case does not show that a hypothesis is needed; empty where it does."""
    for i, hypothesis in enumerate(statement.hypotheses):
        known = holds(hypothesis, values)
        if i == place and known is True:
            return "satisfies it"
        if i != place and known is False:
            return f"breaks {hypothesis} too"
    return "" if fails(statement.conclusion, values) else "leaves the conclusion true"


def holds(condition: Condition, values: Values) -> bool | None:
    """Whether a condition holds at all outcomes; None where nothing judges it."""
    found = {truth(condition, outcome) for outcome in _outcomes(condition, values)}
    return False if False in found else None if None in found else True


def fails(conclusion: Condition, values: Values) -> bool:
    """Whether a conclusion is false, or a side of it no number: a quotient by 0, an entry of a vector that has none."""
    try:
        if isinstance(conclusion, Comparison) and not all(
            _is_number(value(side, outcome))
            for outcome in _outcomes(conclusion, values)
            for side in (conclusion.left, conclusion.right)
        ):
            return True
        return holds(conclusion, values) is False
    except (ZeroDivisionError, IndexError):
        return True
    except _BROKEN:
        return False


def _is_number(found: Any) -> bool:
    return bool(found.is_finite()) if isinstance(found, arb) else True


def _only_failing(statement: Statement, values: Values, moved: Any) -> int | None:
    """The one hypothesis that a case breaks by what was moved; None where it breaks more, or some are not judged."""
    failing = []
    for i, hypothesis in enumerate(statement.hypotheses):
        if moved not in hypothesis.free_symbols:
            continue
        try:
            known = holds(hypothesis, values)
        except _BROKEN:
            return None
        if known is None:
            return None
        if known is False:
            failing.append(i)
    return failing[0] if len(failing) == 1 else None


def _moved(schema: Schema) -> Iterator[tuple[Statement, Values, Any]]:
    """The fact's own cases, one variable moved in each."""
    read = list(islice(schema.cases(), _READ))
    chosen = read[:: max(1, len(read) // _CASES)]
    for arguments, values in chosen:
        statement = schema.build(*map(sympy.sympify, arguments))
        told = set().union(*(k.free_symbols for k in values if isinstance(k, sympy.Basic) and not k.is_Symbol), ())
        asked = set().union(*(h.free_symbols for h in statement.hypotheses))
        for letter in sorted(asked, key=str):
            if letter in told or letter not in values:
                continue
            for new in _other_values(letter, values[letter], [v for _, v in chosen]):
                yield statement, {**values, letter: new}, letter


def _other_values(letter: Any, known: Any, several: list[Values]) -> Iterator[Any]:
    """Where a variable may be moved to: near, to the ends of its range, and to where it is in other cases."""
    others = [v[letter] for v in several if letter in v]
    if isinstance(letter, Parameter):
        if isinstance(known, arb):
            near = [known * 2, known / 2]
        else:
            near = [known * 2, known / 2, known + 1, known - 1, -known, known * 10, known / 10]
            near += [known + Fraction(1, 2), known * 3, known / 3, *samples(letter)]
        if letter.extent.integer:
            # What is counted is listed one by one: no large numbers.
            near = [known + 1, known - 1, known + 2]
        for new in [*near, *others]:
            # A letter may be an exponent of exact numbers.
            if isinstance(new, arb) or (abs(new) <= _LARGEST and inside(letter.extent, Fraction(new))):
                yield new
        return
    tried: list[Any] = [known]
    for new in others:
        if not any(new is x for x in tried) and len(tried) <= 6:
            tried.append(new)
            yield new


def _shown(values: Values) -> str:
    return ", ".join(f"{k} = {v}" for k, v in values.items() if isinstance(v, Fraction) or k == OUTCOMES)[:200]
