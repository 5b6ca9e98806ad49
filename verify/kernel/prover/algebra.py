"""Algebra in bounded work: factors, expansions and roots of expressions, by flint's polynomials.

What is no polynomial of the variables is a variable itself: exp(c m), for one monomial m and several rational c, is a
power of one variable, exp(u m) with the largest u. Where the powers would be large, as of exp(x/8536) and exp(x/577)
together, nothing is done: factoring a polynomial of their degree does not end.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import comb, gcd

import sympy
from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx

_MOST_TERMS = 1000
_MOST_FACTORED = 400
_MOST_OPERATIONS = 200
_LARGEST_DEGREE = 12
_Quotient = tuple[fmpq_mpoly, fmpq_mpoly]
_Power = tuple[sympy.Expr, Fraction]


class _TooLarge(Exception):
    """More terms than are worth the work."""


def factored(expression: sympy.Expr) -> sympy.Expr | None:
    """The expression over one denominator, both in irreducible factors; None where that would take too long."""
    found = _factors(expression)
    return None if found is None else sympy.Mul(*(base**power for base, power in found))


def roots(expression: sympy.Expr, symbol: sympy.Symbol) -> list[sympy.Expr]:
    """The real roots of an expression's linear and quadratic factors in one variable."""
    found: set[sympy.Expr] = set()
    for factor, power in _factors(expression) or []:
        if power > 0 and factor.free_symbols == {symbol} and factor.is_polynomial(symbol):
            c, b, a = (factor.coeff(symbol, k) for k in range(3))
            degree = sympy.Poly(factor, symbol).degree()
            if degree == 1:
                found.add(-c / b)
            elif degree == 2 and b**2 - 4 * a * c >= 0:
                root = sympy.sqrt(b**2 - 4 * a * c)
                found |= {(-b - root) / (2 * a), (-b + root) / (2 * a)}
    return sorted(found, key=float)


def expanded(expression: sympy.Expr) -> sympy.Expr | None:
    """Products multiplied out, exponentials kept together; None where that would be too long."""
    if _term_bound(expression) > _MOST_TERMS:
        return None
    return sympy.expand(expression, power_exp=False)


def _term_bound(node: sympy.Expr) -> int:
    """At most a given number of terms has the expansion."""
    bounds = [_term_bound(a) for a in node.args]
    if isinstance(node, sympy.Add):
        return sum(bounds)
    if isinstance(node, sympy.Mul):
        product = 1
        for bound in bounds:
            product = min(product * bound, _MOST_TERMS**2)
        return product
    if isinstance(node, sympy.Pow) and node.exp.is_Integer and bounds[0] > 1:
        power = min(abs(int(node.exp)), _MOST_TERMS)
        return min(comb(power + bounds[0] - 1, min(power, bounds[0] - 1)), _MOST_TERMS**2)
    return max([1, *bounds])


def _factors(expression: sympy.Expr) -> list[tuple[sympy.Expr, int]] | None:
    if expression.count_ops() > _MOST_OPERATIONS:
        return None
    try:
        powers = list(_powers(expression))
        units = _units(powers)
        ring = fmpq_mpoly_ctx.get([f"g{i}" for i in range(len(units))], Ordering.lex)
        places = {base: i for i, base in enumerate(units)}
        above, below = _quotient(expression, ring, units, places)
    except _TooLarge:
        return None
    if len(above) + len(below) > _MOST_FACTORED:
        return None
    if above == 0:
        return [(sympy.Integer(0), 1)]
    common = above.gcd(below)
    found: list[tuple[sympy.Expr, int]] = []
    names = [_raised(base, unit) for base, unit in units.items()]
    for side, sign in ((above / common, 1), (below / common, -1)):
        content, parts = side.factor()
        found.append((_rational(content), sign))
        found += [(_expression(part, names), sign * int(power)) for part, power in parts]
    return found


def _rational(number: fmpq) -> sympy.Rational:
    return sympy.Rational(int(number.p), int(number.q))


def _expression(poly: fmpq_mpoly, names: list[sympy.Expr]) -> sympy.Expr:
    terms = (
        sympy.Mul(_rational(c), *(g ** int(k) for g, k in zip(names, powers, strict=True)))
        for powers, c in poly.to_dict().items()
    )
    return sympy.Add(*terms)


def _raised(base: sympy.Expr, power: Fraction) -> sympy.Expr:
    """A power of a generator's base; for an exponential's, the base is its monomial."""
    exponent = sympy.Rational(power.numerator, power.denominator)
    return sympy.exp(exponent * base.args[0]) if isinstance(base, sympy.exp) else base**exponent


def _split(node: sympy.Expr) -> list[_Power]:
    """A node that is no sum, product or whole power, as powers of generators; exp(m) stands for the base e^m."""
    if isinstance(node, sympy.exp):
        found = []
        argument = expanded(node.args[0])
        for term in sympy.Add.make_args(node.args[0] if argument is None else argument):
            number, monomial = term.as_coeff_Mul()
            if not number.is_Rational:
                number, monomial = sympy.Integer(1), term
            found.append((sympy.exp(monomial, evaluate=False), Fraction(int(number.p), int(number.q))))
        return found
    if isinstance(node, sympy.Pow) and node.exp.is_Rational:
        return [(node.base, Fraction(int(node.exp.p), int(node.exp.q)))]
    return [(node, Fraction(1))]


def _powers(node: sympy.Expr) -> Iterator[_Power]:
    if isinstance(node, sympy.Rational):
        return
    if isinstance(node, sympy.Add | sympy.Mul):
        for argument in node.args:
            yield from _powers(argument)
    elif isinstance(node, sympy.Pow) and node.exp.is_Integer:
        yield from _powers(node.base)
    else:
        yield from _split(node)


def _units(powers: list[_Power]) -> dict[sympy.Expr, Fraction]:
    """For each base the power that is a variable: all others that occur are its whole powers."""
    units: dict[sympy.Expr, Fraction] = {}
    for base, power in powers:
        units[base] = _common(units.get(base, abs(power)), power)
    for base, power in powers:
        if abs(power / units[base]) > _LARGEST_DEGREE:
            raise _TooLarge
    return units


def _common(first: Fraction, second: Fraction) -> Fraction:
    return Fraction(
        gcd(first.numerator * second.denominator, second.numerator * first.denominator),
        first.denominator * second.denominator,
    )


def _quotient(
    node: sympy.Expr, ring: fmpq_mpoly_ctx, units: dict[sympy.Expr, Fraction], places: dict[sympy.Expr, int]
) -> _Quotient:
    one = ring.constant(1)
    if isinstance(node, sympy.Rational):
        return one * fmpq(int(node.p), int(node.q)), one
    if isinstance(node, sympy.Add | sympy.Mul):
        above, below = _quotient(node.args[0], ring, units, places)
        for argument in node.args[1:]:
            more, under = _quotient(argument, ring, units, places)
            if isinstance(node, sympy.Mul):
                above, below = _bounded(above, more), _bounded(below, under)
            elif under == below:
                above = above + more
            else:
                above, below = _bounded(above, under) + _bounded(more, below), _bounded(below, under)
        return above, below
    if isinstance(node, sympy.Pow) and node.exp.is_Integer:
        above, below = _quotient(node.base, ring, units, places)
        above, below = (_repeated(side, abs(int(node.exp)), one) for side in (above, below))
        return (above, below) if node.exp > 0 else (below, above)
    above, below = one, one
    for base, power in _split(node):
        count = power / units[base]
        variable = ring.gen(places[base]) ** abs(int(count))
        above, below = (above * variable, below) if count > 0 else (above, below * variable)
    return above, below


def _bounded(first: fmpq_mpoly, second: fmpq_mpoly) -> fmpq_mpoly:
    if len(first) * len(second) > _MOST_TERMS**2 // 10:
        raise _TooLarge
    return first * second


def _repeated(base: fmpq_mpoly, power: int, one: fmpq_mpoly) -> fmpq_mpoly:
    result = one
    for _ in range(power):
        result = _bounded(result, base)
    return result
