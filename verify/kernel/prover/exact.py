"""The polynomial routes: coefficients nonnegative once the domain is sent to u >= 0, and completed squares."""

from __future__ import annotations

import sympy

from verify.kernel.prover.evaluate import enclose
from verify.kernel.prover.goal import Goal, Node, leaf, vanishes
from verify.kernel.prover.relation import encode

_MAX_DEGREE = 24


def exact(goal: Goal) -> Node | None:
    """A certificate by algebra alone, if there is one."""
    if not goal.expression.is_polynomial(*goal.box):
        return None
    return polynomial(goal) or _squares(goal)


def _squares(goal: Goal) -> Node | None:
    """A certificate for a quadratic polynomial that is a sum of squares and a nonnegative constant."""
    poly = sympy.Poly(goal.expression, *goal.box) if goal.box else None
    if goal.strict or poly is None or poly.total_degree() != 2:
        return None
    terms, rest = [], goal.expression
    for symbol in goal.box:
        quadratic = sympy.Poly(rest, symbol)
        a, b = quadratic.coeff_monomial(symbol**2), quadratic.coeff_monomial(symbol)
        if a.free_symbols or not _nonnegative(a):
            return None
        if a != 0:
            terms.append(a * (symbol + b / (2 * a)) ** 2)
            rest = sympy.expand(rest - terms[-1])
    if rest.free_symbols or not _nonnegative(rest):
        return None
    terms.append(rest)
    if not vanishes(goal.expression - sympy.Add(*terms)):
        return None
    return leaf(goal, "sum", terms=[encode(t) for t in terms])


def polynomial(goal: Goal) -> Node | None:
    """A certificate when every coefficient is nonnegative: Bernstein's on bounded ranges, the shifted on rays."""
    f = _on_units(goal)
    if f is None:
        return None
    terms = sympy.Poly(sympy.expand(f), *(_unit(i) for i in range(len(goal.box)))).terms()
    if not all(_nonnegative(c) for _, c in terms):
        return None
    inside = all(r.open_lower and r.open_upper for r in goal.box.values())
    constant = any(not any(k) and not vanishes(c) for k, c in terms)
    rays = not any(r.is_finite() for r in goal.box.values())
    positive = (inside and any(not vanishes(c) for _, c in terms)) or (constant and rays)
    return leaf(goal, "polynomial") if positive or not goal.strict else None


def _unit(index: int) -> sympy.Symbol:
    return sympy.Symbol(f"unit{index}")


def _on_units(goal: Goal) -> sympy.Expr | None:
    """The polynomial, times positive factors, in variables that range over u >= 0."""
    f = goal.expression
    if not goal.box or f == 0 or sympy.Poly(f, *goal.box).total_degree() > _MAX_DEGREE:
        return None
    for i, (symbol, span) in enumerate(goal.box.items()):
        unit = _unit(i)
        if span.is_finite():
            source = sympy.Poly(f, symbol)
            degree = source.degree()
            f = sum(
                c * (span.lower + span.upper * unit) ** k * (1 + unit) ** (degree - k) for (k,), c in source.terms()
            )
        elif span.lower.is_finite or span.upper.is_finite:
            f = f.subs(symbol, span.lower + unit if span.lower.is_finite else span.upper - unit)
        else:
            return None
    return f


def _nonnegative(coefficient: sympy.Expr) -> bool:
    if coefficient.is_Rational:
        return bool(coefficient >= 0)
    return enclose(coefficient, {}).positive(strict=False) or vanishes(coefficient)
