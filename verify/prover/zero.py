"""An exact zero test in bounded work: expressions as quotients of sums of monomials with rational exponents.

A monomial is a product of generators to rational powers; a generator is a symbol, a prime, exp of one monomial, a
root's base, or a function with its argument in this form. exp(a/8536) and exp(a/577) are powers of one generator, and
no polynomial of their common degree is ever formed. What is found zero is zero wherever it is defined; what the
generators' other relations, or the bound on the number of terms, leave undecided is not found zero.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import floor, gcd, lcm
from typing import Any

import sympy
from sympy.logic.boolalg import Boolean

Monomial = tuple[tuple[str, Fraction], ...]
Sum = dict[Monomial, Fraction]
_ONE: Monomial = ()
_UNIT: Sum = {_ONE: Fraction(1)}
_CONSTANTS = (sympy.pi, sympy.EulerGamma)
_LARGEST_POWER = 60
_LARGEST_PRIME = 10**4
_MOST_TERMS = 4000
_MOST_PRODUCTS = 200_000


class _Undecided(Exception):
    """Too many terms, or a denominator that is zero."""


def identically_zero(expression: sympy.Expr) -> bool:
    """Whether algebra shows an expression zero wherever it is defined."""
    try:
        return not _Normal().quotient(expression)[0]
    except _Undecided:
        return False


class _Normal:
    """The normal forms of one expression's parts."""

    def __init__(self) -> None:
        self._known: dict[sympy.Basic, tuple[Sum, Sum]] = {}
        self._bases: dict[str, Sum] = {}  # the sum that a root's generator stands for
        self._exponents: dict[str, Sum] = {}  # exp's argument, for exp's generators
        self._logs: dict[str, tuple[Sum, Sum]] = {}  # log's argument, for its generators
        self._positive: set[str] = set()

    def quotient(self, node: Any) -> tuple[Sum, Sum]:
        """Numerator and denominator."""
        if node not in self._known:
            self._known[node] = self._quotient(node)
        return self._known[node]

    def _quotient(self, node: Any) -> tuple[Sum, Sum]:
        forms: tuple[tuple[Any, Callable[[], tuple[Sum, Sum]]], ...] = (
            (sympy.Rational, lambda: ({_ONE: Fraction(int(node.p), int(node.q))} if node else {}, _UNIT)),
            (sympy.Symbol, lambda: self._generator(f"symbol {node.name}")),
            (sympy.Add, lambda: self._sum([self.quotient(a) for a in node.args])),
            (sympy.Mul, lambda: self._product([self.quotient(a) for a in node.args])),
            (sympy.Pow | sympy.exp, lambda: self._power(*node.as_base_exp())),
            (sympy.sinh | sympy.cosh | sympy.tanh, lambda: self.quotient(node.rewrite(sympy.exp))),
            (sympy.erfc, lambda: self.quotient(1 - sympy.erf(node.args[0], evaluate=False))),
            (sympy.log, lambda: self._log(*self.quotient(node.args[0]))),
            (type(sympy.E), lambda: self._power(sympy.E, sympy.Integer(1))),
        )
        for kinds, form in forms:
            if isinstance(node, kinds):
                return form()
        return self._generator(self._text(node), positive=node in _CONSTANTS)

    def _text(self, node: Any) -> str:
        """A name for a function of arguments in normal form, or a known constant."""
        if not node.args and not (node in _CONSTANTS or isinstance(node, Boolean)):
            raise _Undecided
        parts = [_text(*self.quotient(a)) if isinstance(a, sympy.Expr) else self._text(a) for a in node.args]
        return f"{type(node).__name__}({', '.join(parts)})"

    def _sum(self, terms: list[tuple[Sum, Sum]]) -> tuple[Sum, Sum]:
        top, bottom = terms[0]
        for more, below in terms[1:]:
            if below == bottom:
                top = _plus(top, more)
            else:
                top = _plus(self._times(top, below), self._times(more, bottom))
                bottom = self._times(bottom, below)
        return top, bottom

    def _product(self, factors: list[tuple[Sum, Sum]]) -> tuple[Sum, Sum]:
        top, bottom = factors[0]
        for more, below in factors[1:]:
            top, bottom = self._times(top, more), self._times(bottom, below)
        return top, bottom

    def _generator(self, name: str, power: Fraction = Fraction(1), positive: bool = False) -> tuple[Sum, Sum]:
        if positive:
            self._positive.add(name)
        return {((name, power),): Fraction(1)}, _UNIT

    def _times(self, first: Sum, second: Sum) -> Sum:
        if len(first) * len(second) > _MOST_PRODUCTS:
            raise _Undecided
        result: Sum = {}
        for m, c in first.items():
            for n, d in second.items():
                product, whole = self._join(m, n)
                for rest, e in (
                    self._times({product: Fraction(1)}, whole) if whole else {product: Fraction(1)}
                ).items():
                    _add(result, rest, c * d * e)
        if len(result) > _MOST_TERMS:
            raise _Undecided
        return result

    def _join(self, m: Monomial, n: Monomial) -> tuple[Monomial, Sum | None]:
        """The product of two monomials, and the sums to which it still is to be multiplied: a root's whole powers."""
        powers = dict(m)
        for name, power in n:
            powers[name] = powers.get(name, Fraction(0)) + power
        whole: Sum | None = None
        for name in [g for g in powers if g in self._bases and not 0 <= powers[g] < 1]:
            # Only a prime's power may be negative, whose base is one number.
            base = self._bases[name] if powers[name] >= 1 else {_ONE: 1 / self._bases[name][_ONE]}
            powers[name] -= 1 if powers[name] >= 1 else -1
            whole = self._times(whole or _UNIT, base)
        return tuple(sorted((g, p) for g, p in powers.items() if p)), whole

    def _raised(self, base: Sum, exponent: int) -> Sum:
        if len(base) == 1 and not any(name in self._bases for name, _ in next(iter(base))):
            ((monomial, coefficient),) = base.items()
            if abs(coefficient) != 1 and exponent > _LARGEST_POWER:
                raise _Undecided
            return {tuple((g, p * exponent) for g, p in monomial): coefficient**exponent} if exponent else _UNIT
        if exponent > _LARGEST_POWER:
            raise _Undecided
        result = _UNIT
        for _ in range(exponent):
            result = self._times(result, base)
        return result

    def _power(self, base: Any, exponent: Any) -> tuple[Sum, Sum]:
        """base**exponent; where the exponent is no rational, exp(exponent * log(base))."""
        if base != sympy.E:
            if isinstance(exponent, sympy.Rational):
                return self._rational_power(self.quotient(base), Fraction(int(exponent.p), int(exponent.q)))
            exponent = exponent * sympy.log(base, evaluate=False)
        above, below = self.quotient(exponent)
        result = _UNIT, _UNIT
        for monomial, coefficient in above.items():
            ((name, power), *others) = monomial or (("", Fraction(0)),)
            if name in self._logs and power == 1 and not others and below == _UNIT:
                part = self._rational_power(self._logs[name], coefficient)
            else:
                name = f"exp({_text({monomial: Fraction(1)}, below)})"
                if below == _UNIT:
                    self._exponents[name] = {monomial: Fraction(1)}
                part = self._generator(name, coefficient, positive=True)
            result = self._times(result[0], part[0]), self._times(result[1], part[1])
        return result

    def _rational_power(self, base: tuple[Sum, Sum], exponent: Fraction) -> tuple[Sum, Sum]:
        top, bottom = base
        if exponent < 0:
            if not top:
                raise _Undecided
            return self._rational_power(self._inverse(top, bottom), -exponent)
        whole = floor(exponent)
        raised = self._raised(top, whole), self._raised(bottom, whole)
        if exponent == whole:
            return raised
        root = self._root(top, bottom, exponent - whole)
        return self._times(raised[0], root[0]), self._times(raised[1], root[1])

    def _inverse(self, top: Sum, bottom: Sum) -> tuple[Sum, Sum]:
        if len(top) > 1 or any(name in self._bases and not name.startswith("prime ") for name, _ in next(iter(top))):
            return bottom, top
        ((monomial, coefficient),) = top.items()
        return self._times(bottom, {tuple((g, -p) for g, p in monomial): 1 / coefficient}), _UNIT

    def _root(self, top: Sum, bottom: Sum, power: Fraction) -> tuple[Sum, Sum]:
        """A power between 0 and 1: what is positive is taken out of it, the rest is a generator."""
        if not top:
            return {}, _UNIT
        content, rest = _content(top)
        outside = self._primes(content, power)
        if len(rest) == 1:
            ((monomial, sign),) = rest.items()
            out = tuple((g, p * power) for g, p in monomial if g in self._positive)
            outside = self._times(outside, {out: Fraction(1)})
            rest = {tuple((g, p) for g, p in monomial if g not in self._positive): sign}
        if rest == _UNIT and bottom == _UNIT:
            return outside, _UNIT
        ((monomial, sign),) = rest.items() if len(rest) == 1 else ((_ONE, Fraction(0)),)
        if sign == 1 and len(monomial) == 1 and bottom == _UNIT and abs(monomial[0][1]) == 1:
            name, power = monomial[0][0], power * monomial[0][1]
        else:
            name = f"root of {_text(rest, bottom)}"
            if bottom == _UNIT:
                self._bases[name] = rest
        return self._times(outside, {((name, power),): Fraction(1)}), _UNIT

    def _primes(self, number: Fraction, power: Fraction) -> Sum:
        result: Sum = _UNIT
        for prime, order in _factors(number):
            name, total = f"prime {prime}", order * power
            self._positive.add(name)
            self._bases[name] = {_ONE: Fraction(prime)}
            kept = total - floor(total)
            scale = Fraction(prime) ** floor(total)
            result = self._times(result, {((name, kept),) if kept else _ONE: scale})
        return result

    def _log(self, top: Sum, bottom: Sum) -> tuple[Sum, Sum]:
        """A sum of the logarithms of what is positive, and of the rest."""
        if not top:
            raise _Undecided
        content, rest = _content(top)
        found: Sum = {}
        if rest == {_ONE: Fraction(-1)}:
            raise _Undecided  # the logarithm of a negative number
        for prime, order in _factors(content):
            found = _plus(found, self._log_generator({_ONE: Fraction(prime)}, _UNIT, Fraction(order)))
        if len(rest) == 1 and bottom == _UNIT:
            ((monomial, sign),) = rest.items()
            for name, power in monomial:
                if name in self._exponents:
                    found = _plus(found, {m: c * power for m, c in self._exponents[name].items()})
                elif name.startswith("prime "):
                    found = _plus(found, self._log_generator({_ONE: Fraction(int(name[6:]))}, _UNIT, power))
                elif name in self._positive:
                    found = _plus(found, self._log_generator({((name, Fraction(1)),): Fraction(1)}, _UNIT, power))
            rest = {tuple((g, p) for g, p in monomial if g not in self._positive): sign}
        if rest != _UNIT or bottom != _UNIT:
            found = _plus(found, self._log_generator(rest, bottom, Fraction(1)))
        return found, _UNIT

    def _log_generator(self, top: Sum, bottom: Sum, times: Fraction) -> Sum:
        name = f"log({_text(top, bottom)})"
        self._logs[name] = top, bottom
        return {((name, Fraction(1)),): times}


def _add(total: Sum, monomial: Monomial, coefficient: Fraction) -> None:
    value = total.get(monomial, Fraction(0)) + coefficient
    if value:
        total[monomial] = value
    else:
        total.pop(monomial, None)


def _plus(first: Sum, second: Sum) -> Sum:
    result = dict(first)
    for monomial, coefficient in second.items():
        _add(result, monomial, coefficient)
    return result


def _content(terms: Sum) -> tuple[Fraction, Sum]:
    """The positive rational content of a sum, and the sum without it."""
    common = Fraction(gcd(*(c.numerator for c in terms.values())), lcm(*(c.denominator for c in terms.values())))
    return common, {m: c / common for m, c in terms.items()}


def _factors(number: Fraction) -> list[tuple[int, int]]:
    """The factors of a positive number and their orders; what has only large primes stays whole."""
    found: dict[int, int] = {}
    for side, sign in ((number.numerator, 1), (number.denominator, -1)):
        parts = sympy.factorint(side, limit=_LARGEST_PRIME, use_rho=False, use_pm1=False, use_ecm=False)
        for prime, order in parts.items():
            found[int(prime)] = sign * int(order)
    return [(prime, order) for prime, order in found.items() if prime != 1]


def _text(top: Sum, bottom: Sum) -> str:
    """A name for a quotient: the same for equal sums."""
    return f"{sorted(top.items())!r}/{sorted(bottom.items())!r}" if bottom != _UNIT else repr(sorted(top.items()))
