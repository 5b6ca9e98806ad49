"""Expressions and relations in Gallina, the language of Rocq's statements."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import sympy
from flint import ctx

from verify.kernel.prover.checker import PRECISION
from verify.kernel.prover.enclosure import OO, Evaluator, LogCosh, NoEnclosure, Span, span_of
from verify.kernel.prover.relation import Relation, Variable

Names = Mapping[Any, str]
"""The Gallina name of each symbol."""

_KEYWORDS = frozenset(
    re.findall(
        r"\w+",
        "as at by cofix else end exists exists2 fix for forall fun if in let match mod return Prop Set Type then using "
        "where with R Z I S O E exp ln sqrt PI up down sin cos cosh sinh tanh pow",
    )
)
_HALF = sympy.Rational(1, 2)
MAY_BE_0 = "may be 0"
"""With a base, what is among the names where the base's powers are written by `power`, which is 0 at 0."""


class Inexpressible(ValueError):
    """What has no counterpart there, in one line."""


def names_of(variables: Iterable[Any]) -> dict[Any, str]:
    """A name for each symbol that is no keyword and no other's."""
    found: dict[Any, str] = {}
    for symbol in variables:
        found[symbol] = fresh(symbol.name, found.values())
    return found


def fresh(wanted: str, taken: Iterable[str]) -> str:
    """A name like the one wanted that none of the taken is."""
    name = re.sub(r"[^A-Za-z0-9_]", "_", wanted)
    name = name if name[:1].isalpha() else f"v{name}"
    known = set(taken) | _KEYWORDS
    while name in known:
        name += "_"
    return name


def gallina(e: Any, names: Names) -> str:  # noqa: PLR0911  # one branch a kind of expression
    """An expression over the reals, in parentheses where it is no single word.

    tanh, cosh and sinh are written by exp; a power whose exponent is no half of a whole number as exp(y ln x), or as
    `power x y` where the names say that x may be 0.

    Raises:
        Inexpressible: where it holds a function that the Interval library doesn't know.
    """
    if e in names:
        return names[e]
    if isinstance(e, sympy.Rational):
        return _rational(e)
    if e == sympy.pi:
        return "PI"
    if e == sympy.E:
        return "(exp 1)"
    if isinstance(e, sympy.Add):
        return "(" + _sum([gallina(a, names) for a in e.args]) + ")"
    if isinstance(e, sympy.Mul):
        return _product(e, names)
    if isinstance(e, sympy.Pow):
        return _power(e.base, e.exp, names)
    return _function(e, names)


def _rational(e: Any) -> str:
    whole = str(e.p) if e.p >= 0 else f"(- {-e.p})"
    return whole if e.q == 1 else f"({whole} / {e.q})"


def _sum(parts: list[str]) -> str:
    return " + ".join(parts)


def _product(e: Any, names: Names) -> str:
    above, below = [], []
    for factor in e.args:
        if factor in names:
            above.append(names[factor])
            continue
        base, exponent = factor.as_base_exp() if isinstance(factor, sympy.Pow) else (factor, sympy.Integer(1))
        if exponent.is_Rational and exponent < 0:
            below.append(gallina(base**-exponent, names))
        elif isinstance(factor, sympy.Rational) and factor.p == 1 and factor.q != 1:
            below.append(str(factor.q))
        else:
            above.append(gallina(factor, names))
    top = " * ".join(above) or "1"
    if not below:
        return f"({top})"
    return f"({top} / {below[0]})" if len(below) == 1 else f"({top} / ({' * '.join(below)}))"


def _power(base: Any, exponent: Any, names: Names) -> str:
    if base == sympy.E:
        return f"(exp {gallina(exponent, names)})"
    if exponent.is_Rational and exponent < 0:
        return f"(/ {_power(base, -exponent, names)})"
    if exponent.is_Integer:
        return gallina(base, names) if exponent == 1 else f"({gallina(base, names)} ^ {exponent})"
    if exponent.is_Rational and exponent.q == 2:
        root = f"(sqrt {gallina(base, names)})"
        return root if exponent == _HALF else f"({root} ^ {exponent.p})"
    if (MAY_BE_0, base) in names:
        return f"(power {gallina(base, names)} {gallina(exponent, names)})"
    return f"(exp ({gallina(exponent, names)} * {logarithm(base, names)}))"


def logarithm(base: Any, names: Names) -> str:
    """ln of an expression, as it stands."""
    known = sympy.log(base, evaluate=False)
    return names[known] if known in names else f"ln {gallina(base, names)}"


def _function(e: Any, names: Names) -> str:  # noqa: PLR0911  # one branch a function
    arguments = [gallina(a, names) for a in e.args]
    if isinstance(e, sympy.Min | sympy.Max):
        word, text = "Rmin" if isinstance(e, sympy.Min) else "Rmax", arguments[-1]
        for a in reversed(arguments[:-1]):
            text = f"({word} {a} {text})"
        return text
    a = arguments[0] if arguments else ""
    match e:
        case sympy.exp():
            return f"(exp {a})"
        case sympy.log():
            return f"(ln {a})"
        case sympy.Abs():
            return f"(Rabs {a})"
        case sympy.tanh():
            return f"(1 - 2 / (exp (2 * {a}) + 1))"
        case sympy.cosh():
            return f"((exp {a} + exp (- {a})) / 2)"
        case sympy.sinh():
            return f"((exp {a} - exp (- {a})) / 2)"
        case LogCosh():
            return f"(ln ((exp {a} + exp (- {a})) / 2))"
    raise Inexpressible(f"{type(e).__name__} is not known to the Interval library")


def hypotheses(v: Variable, name: str) -> list[str]:
    """The range of a variable."""
    found = [f"exists whole : Z, {name} = IZR whole"] if v.integer else []
    if v.lower.is_finite:
        found.append(f"{gallina(v.lower, {})} {'<' if v.open_lower else '<='} {name}")
    if v.upper.is_finite:
        found.append(f"{name} {'<' if v.open_upper else '<='} {gallina(v.upper, {})}")
    return found


def condition(c: Any, names: Names) -> str:
    """A side condition."""
    sign = "<=" if isinstance(c, sympy.Le | sympy.Ge) else "<"
    return f"{gallina(c.lts, names)} {sign} {gallina(c.gts, names)}"


def assumptions(relation: Relation, names: Names) -> list[str]:
    """What a relation assumes: the ranges, and the side conditions."""
    found = [h for v in relation.variables for h in hypotheses(v, names[v.symbol])]
    return [*found, *(condition(c, names) for c in relation.where)]


def check_expressible(relation: Relation) -> None:
    """Raise Inexpressible where the statement would mean another thing there.

    Rocq's functions are total: ln x is 0 for x <= 0. So the base of a power that is written by ln is required to be
    positive on the whole domain; all other partial functions are defined there, since the checker requires it.
    """
    box = {v.symbol: span(v) for v in relation.variables}
    value = Evaluator(box)
    for side in (relation.left, relation.right, *relation.where):
        for p in side.atoms(sympy.Pow):
            if (p.exp.is_Rational and p.exp.q <= 2) or p.base == sympy.E:
                continue
            try:
                positive = value(p.base).at_least_zero(strict=True)
            except NoEnclosure:
                positive = False
            if not positive:
                raise Inexpressible(f"a power of {p.base}, which may be 0, to the {p.exp}")


def span(v: Any) -> Span:
    """The real hull of a range, without 0 where that is an open end."""
    with ctx.workprec(PRECISION):
        value = Evaluator({})
        low = value(v.lower).lo if v.lower.is_finite else -OO
        high = value(v.upper).hi if v.upper.is_finite else OO
        off = (v.lower == 0 and v.open_lower) or (v.upper == 0 and v.open_upper)
        return span_of(low, high, off_zero=bool(off))
