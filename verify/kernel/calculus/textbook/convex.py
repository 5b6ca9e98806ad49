"""Smooth and strongly convex functions, and steps along their gradients."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from verify.kernel.calculus.textbook.fact import Fact, Pair, total

_Vector = tuple[Fraction, ...]


@dataclass(frozen=True)
class _Function:
    """A convex function with its gradient, its smoothness beta and its strong convexity mu, all exact."""

    value: Callable[[_Vector], Fraction]
    gradient: Callable[[_Vector], _Vector]
    beta: Fraction
    mu: Fraction


def _quadratic(mu: int, beta: int) -> _Function:
    """(mu a^2 + beta b^2)/2 in the rotated axes a = (3x + 4y)/5, b = (4x - 3y)/5."""

    def axes(x: _Vector) -> _Vector:
        return (3 * x[0] + 4 * x[1]) / 5, (4 * x[0] - 3 * x[1]) / 5

    def value(x: _Vector) -> Fraction:
        a, b = axes(x)
        return (mu * a**2 + beta * b**2) / 2

    def gradient(x: _Vector) -> _Vector:
        a, b = axes(x)
        return (3 * mu * a + 4 * beta * b) / 5, (4 * mu * a - 3 * beta * b) / 5

    return _Function(value, gradient, Fraction(beta), Fraction(mu))


def _huber(mu: int, beta: int) -> _Function:
    """Huber's function of each coordinate, of smoothness beta - mu, and mu |x|^2/2."""
    own = beta - mu

    def value(x: _Vector) -> Fraction:
        huber = total(own * u * u / 2 if abs(u) <= 1 else own * (abs(u) - Fraction(1, 2)) for u in x)
        return huber + mu * total(u * u for u in x) / 2

    def gradient(x: _Vector) -> _Vector:
        return tuple(own * max(Fraction(-1), min(Fraction(1), u)) + mu * u for u in x)

    return _Function(value, gradient, Fraction(beta), Fraction(mu))


_FUNCTIONS = [
    shape(mu, beta) for shape in (_quadratic, _huber) for mu, beta in ((0, 1), (0, 4), (1, 3), (2, 2), (1, 10))
]
_POINTS = [(Fraction(x), Fraction(y)) for x, y in ((0, 0), (1, 0), (4, -3), (-2, 5), (3, 4))]


def _dot(x: _Vector, y: _Vector) -> Fraction:
    return total(a * b for a, b in zip(x, y, strict=True))


def _minus(x: _Vector, y: _Vector, times: Fraction = Fraction(1)) -> _Vector:
    return tuple(a - times * b for a, b in zip(x, y, strict=True))


def _pairs() -> Iterator[tuple[_Function, _Vector, _Vector]]:
    yield from ((f, x, y) for f, x, y in product(_FUNCTIONS, _POINTS, _POINTS) if x != y)


def _between(smooth: Fraction = Fraction(1, 2), strong: Fraction = Fraction(1, 2)) -> Iterator[Pair]:
    for f, x, y in _pairs():
        tangent = f.value(x) + _dot(f.gradient(x), _minus(y, x))
        apart = _dot(_minus(y, x), _minus(y, x))
        yield f.value(y), tangent + smooth * f.beta * apart
        yield tangent + strong * f.mu * apart, f.value(y)


def _cocoercive(constant: Fraction = Fraction(1)) -> Iterator[Pair]:
    for f, x, y in _pairs():
        change = _minus(f.gradient(x), f.gradient(y))
        yield constant * _dot(change, change) / f.beta, _dot(change, _minus(x, y))


def _strongly_cocoercive(constant: Fraction = Fraction(1)) -> Iterator[Pair]:
    for f, x, y in _pairs():
        change, apart = _minus(f.gradient(x), f.gradient(y)), _minus(x, y)
        both = f.mu * f.beta * _dot(apart, apart) + _dot(change, change)
        yield constant * both / (f.mu + f.beta), _dot(change, apart)


def _step(limit: int = 2) -> Iterator[Pair]:
    """The largest step allowed, half and a tenth of it."""
    for f, x, y in _pairs():
        for share in (1, Fraction(1, 2), Fraction(1, 10)):
            eta = share * limit / f.beta
            moved = _minus(_minus(x, f.gradient(x), eta), _minus(y, f.gradient(y), eta))
            yield _dot(moved, moved), _dot(_minus(x, y), _minus(x, y))


def _strong_step(gain: int = 2) -> Iterator[Pair]:
    for f, x, y in _pairs():
        for share in (1, Fraction(1, 2), Fraction(1, 10)):
            eta = share * 2 / (f.beta + f.mu)
            moved = _minus(_minus(x, f.gradient(x), eta), _minus(y, f.gradient(y), eta))
            kept = 1 - gain * eta * f.beta * f.mu / (f.beta + f.mu)
            yield _dot(moved, moved), kept * _dot(_minus(x, y), _minus(x, y))


def _projection(constant: Fraction = Fraction(1)) -> Iterator[Pair]:
    """Onto the square [-1, 1]^2 and onto a half plane."""

    def square(x: _Vector) -> _Vector:
        return tuple(max(Fraction(-1), min(Fraction(1), u)) for u in x)

    def half(x: _Vector) -> _Vector:
        over = max(Fraction(0), (3 * x[0] + 4 * x[1] - 5) / 25)
        return x[0] - 3 * over, x[1] - 4 * over

    for project, x, y in product((square, half), _POINTS, _POINTS):
        moved = _minus(project(x), project(y))
        yield _dot(moved, moved), constant**2 * _dot(_minus(x, y), _minus(x, y))


SMOOTH_STRONG = Fact(
    "smooth-strong",
    "Nesterov 2004, Theorem 2.1.5 and Section 2.1.3",
    r"\tfrac\mu2\|y-x\|^2\le f(y)-f(x)-\langle\nabla f(x),y-x\rangle\le\tfrac\beta2\|y-x\|^2",
    _between,
)
COCOERCIVE = Fact(
    "cocoercive",
    "Nesterov 2004, Theorem 2.1.5",
    r"\tfrac1\beta\|\nabla f(x)-\nabla f(y)\|^2\le\langle\nabla f(x)-\nabla f(y),x-y\rangle,"
    r"\ f\text{ convex, }\beta\text{-smooth}",
    _cocoercive,
)
STRONGLY_COCOERCIVE = Fact(
    "strongly-cocoercive",
    "Nesterov 2004, Section 2.1.3",
    r"\frac{\mu\beta}{\mu+\beta}\|x-y\|^2+\frac1{\mu+\beta}\|\nabla f(x)-\nabla f(y)\|^2\le"
    r"\langle\nabla f(x)-\nabla f(y),x-y\rangle",
    _strongly_cocoercive,
)
GRADIENT_STEP = Fact(
    "gradient-step",
    "Hardt, Recht and Singer 2016, Section 3: from co-coercivity",
    r"\|x-\eta\nabla f(x)-y+\eta\nabla f(y)\|\le\|x-y\|,\ f\text{ convex, }\beta\text{-smooth},\ \eta\le2/\beta",
    _step,
)
STRONG_GRADIENT_STEP = Fact(
    "strong-gradient-step",
    "Hardt, Recht and Singer 2016, Section 3: from strong co-coercivity",
    r"\|x-\eta\nabla f(x)-y+\eta\nabla f(y)\|^2\le\Big(1-\frac{2\eta\mu\beta}{\mu+\beta}\Big)\|x-y\|^2,"
    r"\ \eta\le\frac2{\mu+\beta}",
    _strong_step,
)
PROJECTION = Fact(
    "projection",
    "projection onto a closed convex set: Boyd and Vandenberghe 2004, Section 8.1",
    r"\|\Pi x-\Pi y\|\le\|x-y\|",
    _projection,
)
