"""The polynomial route: coefficients that are nonnegative once the domain is sent to u >= 0."""

from __future__ import annotations

import sympy

from verify.prover.evaluate import enclose
from verify.prover.goal import Goal, Node, leaf, vanishes

_MAX_DEGREE = 24


def polynomial(goal: Goal) -> Node | None:
    """A certificate when every coefficient is nonnegative: Bernstein's on bounded ranges, the shifted on rays."""
    symbols = list(goal.box)
    f = goal.expression
    if not f.is_polynomial(*symbols) or not symbols:
        return None
    if sympy.Poly(f, *symbols).total_degree() > _MAX_DEGREE:
        return None
    for i, (symbol, span) in enumerate(goal.box.items()):
        unit = sympy.Symbol(f"unit{i}")
        if span.is_finite():
            source = sympy.Poly(f, symbol)
            degree = source.degree()
            if degree < 0:
                return None
            f = sum(
                c * (span.lower + span.upper * unit) ** k * (1 + unit) ** (degree - k) for (k,), c in source.terms()
            )
        elif span.lower.is_finite or span.upper.is_finite:
            f = f.subs(symbol, span.lower + unit if span.lower.is_finite else span.upper - unit)
        else:
            return None
    units = [sympy.Symbol(f"unit{i}") for i in range(len(symbols))]
    terms = sympy.Poly(sympy.expand(f), *units).terms()
    if not all(_nonnegative(c) for _, c in terms):
        return None
    if goal.strict:
        inside = all(r.open_lower and r.open_upper for r in goal.box.values())
        constant = any(not any(k) and not vanishes(c) for k, c in terms)
        rays = not any(r.is_finite() for r in goal.box.values())
        if not (inside and any(not vanishes(c) for _, c in terms)) and not (constant and rays):
            return None
    return leaf(goal, "polynomial")


def _nonnegative(coefficient: sympy.Expr) -> bool:
    if coefficient.is_Rational:
        return bool(coefficient >= 0)
    return enclose(coefficient, {}).positive(strict=False) or vanishes(coefficient)
