"""Truncated Taylor series with interval coefficients: the automatic differentiation of the search.

A series is a list of coefficients f(x), f'(x), f''(x)/2, ... of an expression along one variable, each an
enclosure over the same box. Trailing zero coefficients may be left out.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import factorial

from flint import arb, arb_series

from verify.kernel.prover import interval
from verify.kernel.prover.interval import Interval, Undefined, point

Series = list[Interval]
_ZERO = point(0)
_ONE = point(1)


def add(a: Series, b: Series) -> Series:
    """The sum."""
    if len(a) < len(b):
        a, b = b, a
    return [x + y for x, y in zip(a, b, strict=False)] + a[len(b) :]


def multiply(a: Series, b: Series, order: int) -> Series:
    """The product, up to u**order."""
    result: Series = []
    for n in range(min(order, len(a) + len(b) - 2) + 1):
        total = None
        for j in range(max(0, n - len(b) + 1), min(n, len(a) - 1) + 1):
            term = a[j] * b[n - j]
            total = term if total is None else total + term
        result.append(_ZERO if total is None else total)
    return result


def _compose(outer: Series, inner: Series, order: int) -> Series:
    # outer holds the Taylor coefficients of the outer function at the value of the inner one.
    if len(inner) == 1:
        return outer[:1]
    increment = [_ZERO, *inner[1:]]
    result: Series = [outer[0]]
    term: Series = [_ONE]
    for coefficient in outer[1:]:
        term = multiply(term, increment, order)
        result = add(result, [coefficient * t for t in term])
    return result


def _top(inner: Series, order: int) -> int:
    return order if len(inner) > 1 else 0


def exp(a: Series, order: int) -> Series:
    """exp(a)."""
    value = interval.exp(a[0])
    return _compose([value * point(Fraction(1, factorial(j))) for j in range(_top(a, order) + 1)], a, order)


def log(a: Series, order: int) -> Series:
    """log(a)."""
    top = _top(a, order)
    outer = [interval.log(a[0])]
    if top:
        inverse = a[0].inverse()
        outer += [interval.power(inverse, Fraction(j)) * point(Fraction((-1) ** (j + 1), j)) for j in range(1, top + 1)]
    return _compose(outer, a, order)


def power(a: Series, exponent: Fraction, order: int) -> Series:
    """A rational power of a."""
    outer: Series = []
    binomial = Fraction(1)
    for j in range(_top(a, order) + 1):
        if binomial == 0:
            break
        outer.append(interval.power(a[0], exponent - j) * point(binomial))
        binomial = binomial * (exponent - j) / (j + 1)
    return _compose(outer, a, order)


def _tanh_coefficients(x: Interval, top: int) -> Series:
    outer = [interval.tanh(x)]
    if top:
        slope = [interval.power(interval.cosh(x).inverse(), Fraction(2))]
        for n in range(1, top + 1):
            outer.append(slope[n - 1] * point(Fraction(1, n)))
            slope.append(-multiply(outer, outer, n)[n])
    return outer


def tanh(a: Series, order: int) -> Series:
    """tanh(a), by its equation t' = 1 - t**2."""
    return _compose(_tanh_coefficients(a[0], _top(a, order)), a, order)


def log_cosh(a: Series, order: int) -> Series:
    """log(cosh(a)), whose derivative is tanh."""
    top = _top(a, order)
    slope = _tanh_coefficients(a[0], top - 1) if top else []
    outer = [interval.log_cosh(a[0])] + [t * point(Fraction(1, j + 1)) for j, t in enumerate(slope)]
    return _compose(outer, a, order)


def sinh(a: Series, order: int) -> Series:
    """sinh(a)."""
    return _hyperbolic(a, order, 0)


def cosh(a: Series, order: int) -> Series:
    """cosh(a)."""
    return _hyperbolic(a, order, 1)


def _hyperbolic(a: Series, order: int, shift: int) -> Series:
    values = (interval.sinh(a[0]), interval.cosh(a[0]))
    top = _top(a, order)
    return _compose([values[(j + shift) % 2] * point(Fraction(1, factorial(j))) for j in range(top + 1)], a, order)


def erf(a: Series, order: int) -> Series:
    """erf(a)."""
    return _error_function(interval.erf(a[0]), 1, a, order)


def erfc(a: Series, order: int) -> Series:
    """erfc(a)."""
    return _error_function(interval.erfc(a[0]), -1, a, order)


def _error_function(value: Interval, sign: int, a: Series, order: int) -> Series:
    outer = [value]
    top = _top(a, order)
    if top:
        square = [-interval.power(a[0], Fraction(2)), a[0] * point(-2), point(-1)]
        scale = point(2 * sign / arb.pi().sqrt())
        outer += [d * scale * point(Fraction(1, j + 1)) for j, d in enumerate(exp(square, top - 1))]
    return _compose(outer, a, order)


def loggamma(a: Series, order: int) -> Series:
    """loggamma(a) for a > 0, by the monotonicity of its derivatives of order one and more."""
    x = a[0]
    if not x.lo > 0:
        raise Undefined("loggamma of a number that may not be positive")
    top = _top(a, order)
    return _compose([_loggamma_value(x), *(_polygamma(x, j) for j in range(1, top + 1))], a, order)


def _loggamma_value(x: Interval) -> Interval:
    # Below 1.46 loggamma decreases, above 1.47 it increases; between, its value exceeds -0.122.
    at = [t.lgamma() if t.is_finite() else interval.INFINITY for t in (x.lo, x.hi)]
    if x.hi <= arb("1.46").lower():
        return Interval(at[1], at[0])
    if x.lo >= arb("1.47").upper():
        return Interval(at[0], at[1])
    return Interval(arb("-0.122"), max(at[0].upper(), at[1].upper()))


def _polygamma(x: Interval, j: int) -> Interval:
    # The j-th Taylor coefficient of loggamma increases with x when j is odd and decreases when even.
    limit = interval.INFINITY if j == 1 else interval.ZERO
    ends = [
        arb_series([t, 1], prec=j + 1).lgamma()[j] if t.is_finite() else limit
        for t in ((x.lo, x.hi) if j % 2 else (x.hi, x.lo))
    ]
    return Interval(ends[0], ends[1])


def select(branches: list[Series]) -> Series:
    """A series known only to be one of several: their hull, which has no derivative.

    Raises:
        Undefined: when a derivative would be needed.
    """
    if len(branches) == 1:
        return branches[0]
    if any(len(branch) > 1 for branch in branches):
        raise Undefined("a kink")
    result = branches[0][0]
    for branch in branches[1:]:
        result = result.hull(branch[0])
    return [result]


def minimum(branches: list[Series]) -> Series:
    """Min of several."""
    kept = [b for i, b in enumerate(branches) if not any(c[0].hi < b[0].lo for j, c in enumerate(branches) if j != i)]
    if len(kept) == 1:
        return kept[0]
    hull = select(kept)[0]
    return [Interval(hull.lo, min(b[0].hi for b in kept), hull.nonzero)]


def maximum(branches: list[Series]) -> Series:
    """Max of several."""
    return negate(minimum([negate(b) for b in branches]))


def negate(a: Series) -> Series:
    """-a."""
    return [-x for x in a]


def absolute(a: Series) -> Series:
    """Abs of a series."""
    if a[0].lo >= 0 and len(a) == 1:
        return a
    if a[0].lo > 0:
        return a
    if a[0].hi < 0:
        return negate(a)
    if len(a) > 1:
        raise Undefined("a kink")
    return [interval.magnitude(a[0])]


Unary = Callable[[Series, int], Series]
