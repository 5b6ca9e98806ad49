"""The lines of a chain in numbers, at parameters chosen so that all that can be asked of them holds."""

import math
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, pairwise, product
from typing import Any

from verify.kernel.calculus.chain import Chain
from verify.kernel.calculus.conditions import Comparison
from verify.kernel.calculus.losses import losses
from verify.kernel.calculus.printing import latex
from verify.kernel.calculus.reasons import Grant
from verify.kernel.calculus.terms import Object, Quantity
from verify.kernel.calculus.values import NoValue, value
from verify.kernel.statements.outcome import as_arb

_CHOICES: dict[str, tuple[Fraction, ...]] = {
    **dict.fromkeys(("n", "N"), (Fraction(10_000), Fraction(1_000_000))),
    **dict.fromkeys(("m", "T"), (Fraction(4),)),
    "d": (Fraction(4),),
    **dict.fromkeys(("epsilon", "alpha"), (Fraction(1, 2), Fraction(2))),
    **dict.fromkeys(("D", "R", "L", "M", "M_p", "r"), (Fraction(1),)),
    **dict.fromkeys(("s", "Delta", "h", "t", "delta"), (Fraction(1, 10), Fraction(1, 1000))),
    **dict.fromkeys(("beta", "gamma"), (Fraction(1),)),
    "p": (Fraction(4),),
}
"""What a letter may stand for, the first choice first; a chain with a letter that has none stays without numbers."""

_CROWD, _MOST = ("n", "N"), 16
"""Letters of crowds; and how many choices are tried."""

_FEW = dict.fromkeys(("d", "m", "T"), (Fraction(2),))
"""The choices where something is summed over all draws of all coordinates: four of four are ten million fractions."""


@dataclass(frozen=True)
class Worth:
    """A line's value, and what its step cost: the factor between it and the last line that has a value.

    Both are None where an object stands in the line, which no choice of numbers settles; `cost` is None for the first.
    """

    value: float | None
    cost: float | None


@dataclass(frozen=True)
class Worked:
    """The lines of a chain at chosen parameters; `dearest` is the line whose step costs most, where several cost."""

    at: tuple[tuple[str, str], ...]
    lines: tuple[Worth, ...]
    dearest: int | None


@dataclass(frozen=True)
class Numbers:
    """A chain in numbers, None where it has none, what it assumes as LaTeX, and the chains that are lines' reasons."""

    own: Worked | None
    beneath: tuple[tuple["Numbers", ...], ...]
    given: tuple[str, ...] = ()


def worked(chain: Chain) -> Worked | None:
    """A chain in numbers; None where fewer than two of its lines have a value anywhere among the choices."""
    terms = [chain.start, *(step.term for step in chain.steps)]
    letters = sorted(_letters(chain, terms), key=lambda letter: str(letter.name))
    summed = [names for term in terms for found in term.atoms(Object, Quantity) if (names := _computed_from(found))]
    if any(names & {*_CROWD} for names in summed):
        return None
    choices = _CHOICES | _FEW if any("d" in names and names & {"m", "T"} for names in summed) else _CHOICES
    known = [[number for number in choices[letter.name] if within(letter, number)] for letter in letters]
    for numbers in islice(product(*known), _MOST):
        values = dict(zip(letters, numbers, strict=True))
        if not all(holds(condition, values) for condition in chain.given):
            continue
        found = _lines(chain, values)
        if found is not None and _ordered(chain, found):
            at = tuple((letter.name, str(number)) for letter, number in values.items())
            return Worked(at, found, _dearest(found))
    return None


def _letters(chain: Chain, terms: list[Any]) -> set[Any]:
    """The letters of its lines and of the comparisons that it assumes, those that have choices."""
    asked = [condition for condition in chain.given if isinstance(condition, Comparison)]
    return {letter for term in (*terms, *asked) for letter in term.free_symbols if letter.name in _CHOICES}


def _computed_from(found: Any) -> set[str]:
    """The names of the letters over whose outcomes its value is summed; none where it is no computed thing."""
    computed = isinstance(found, Object) or hasattr(type(found), "value")
    return {str(letter.name) for letter in found.free_symbols} if computed else set()


def within(letter: Any, number: Fraction) -> bool:
    """Whether a number is in a letter's range."""
    extent = getattr(letter, "extent", None)
    if extent is None:
        return True
    low, high = (float(end) for end in (extent.lower, extent.upper))
    inside = low <= number <= high and not (extent.integer and number.denominator > 1)
    return inside and not ((extent.open_lower and number == low) or (extent.open_upper and number == high))


def _ordered(chain: Chain, lines: tuple[Worth, ...]) -> bool:
    """Whether the values stand as the signs say: where not, the choice breaks what the chain grants of its objects."""
    known = [(place, line.value) for place, line in enumerate(lines) if line.value is not None]
    for (start, before), (end, after) in pairwise(known):
        ops = {step.op for step in chain.steps[start:end]}
        room = 1e-9 * max(abs(before), abs(after))
        if ops & {"<=", "<"} and before > after + room:
            return False
        if ops & {">=", ">"} and before < after - room:
            return False
        if ops == {"=="} and abs(before - after) > 1e-6 * abs(before):
            return False
    return True


def holds(condition: Any, values: dict[Any, Any]) -> bool:
    """Whether a comparison holds; properties of objects, and comparisons of them, are granted."""
    if not isinstance(condition, Comparison):
        return True
    try:
        small, large = (float(as_arb(value(side, values)).mid()) for side in (condition.small, condition.large))
    except (NoValue, ArithmeticError, ValueError, TypeError):
        return True
    return math.isclose(small, large) if condition.op == "==" else small <= large


def _lines(chain: Chain, values: dict[Any, Any]) -> tuple[Worth, ...] | None:
    try:
        found = losses(chain, values)
    except (ArithmeticError, ValueError, TypeError):
        return None
    worths = []
    for loss in found:
        finite = loss.value is not None and math.isfinite(loss.value)
        kept = loss.kept if finite and loss.kept is not None and loss.kept > 0 else None
        worths.append(Worth(loss.value if finite else None, max(kept, 1 / kept) if kept else None))
    return tuple(worths) if sum(worth.value is not None for worth in worths) > 1 else None


def _dearest(lines: tuple[Worth, ...]) -> int | None:
    costs = [line.cost if line.cost is not None and line.cost > 1.01 else 0.0 for line in lines]
    return costs.index(max(costs)) if sum(cost > 0 for cost in costs) > 1 else None


def numbers(chain: Chain) -> Numbers:
    """A chain in numbers, and all chains beneath it."""
    reasons = [[r for r in step.reasons if isinstance(r, Grant)] for step in chain.steps]
    beneath = ((), *(tuple(numbers(c) for r in line for c in r.chains) for line in reasons))
    return Numbers(worked(chain), beneath, tuple(latex(condition) for condition in chain.given))
