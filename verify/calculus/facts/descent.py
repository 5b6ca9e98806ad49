"""Vectors, convex and smooth functions of them, and steps along their gradients."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from verify.calculus.conditions import at_most, equal, property_of
from verify.calculus.facts.signs import Less, Norm
from verify.calculus.over import Each
from verify.calculus.reasons import Case, Schema
from verify.calculus.statement import Statement
from verify.calculus.terms import Name, constructor, integer, quantity, real

Vector = tuple[Fraction, ...]


@dataclass(frozen=True)
class _Function:
    """A convex function with its gradient, its smoothness and its strong convexity."""

    value: Callable[[Vector], Fraction]
    gradient: Callable[[Vector], Vector]
    beta: Fraction
    mu: Fraction


def _dot(a: Vector, b: Vector) -> Fraction:
    return sum((x * y for x, y in zip(a, b, strict=True)), Fraction(0))


def _along(x: Vector, step: Fraction, force: Vector) -> Vector:
    return tuple(a - step * g for a, g in zip(x, force, strict=True))


Value = quantity("Value", "{0}({1})", "value of a function at a point", value=lambda f, x: f.value(x))
"""Value(F, theta)."""
Slope = quantity(
    "Slope", r"\nabla {0}({1}) \cdot ({2} - {1})", "slope of a function at a point towards another, times the way",
    value=lambda f, x, y: _dot(f.gradient(x), _along(y, Fraction(1), x)),
)  # fmt: skip
"""Slope(F, x, y)."""
Inner = quantity("Inner", r"{0} \cdot ({1})", "inner product of two vectors", value=_dot)
"""Inner(G, x)."""
Mix = constructor("Mix", r"[{0}\,{1} + (1 - {0})\,{2}]",
                  lambda a, x, y: tuple(a * u + (1 - a) * v for u, v in zip(x, y, strict=True)))  # fmt: skip
"""a x + (1 - a) y: Mix(a, x, y)."""
Projected = constructor(
    "Projected", r"\Pi_{{{0}}}({1} - {2}\,{3})", lambda nearest, x, step, force: nearest(_along(x, step, force))
)
"""The point of a closed convex set that is nearest to x - eta G: Projected(Theta, x, eta, G)."""
Within = property_of("Within", r"{0} \in {1}\text{{, closed and convex}}", lambda u, nearest: nearest(u) == u)
"""Within(u, Theta)."""
SmoothConvex = property_of("SmoothConvex", r"{0}\text{{ is convex and }}{1}\text{{-smooth}}", lambda f, b: f.beta <= b)
"""SmoothConvex(F, beta)."""
NoisyAt = property_of("NoisyAt", r"{0} = \nabla {1}({2}) + {3}",
                      lambda g, f, x, xi: g == _along(f.gradient(x), Fraction(-1), xi))  # fmt: skip
"""NoisyAt(G, F, theta, xi)."""
Gradient = constructor("Gradient", r"\nabla {0}({1})", lambda f, x: f.gradient(x))
"""Gradient(F, theta)."""
Pushed = constructor("Pushed", r"({0} - {1}\,{2})", _along)
"""A point after a step along a vector: Pushed(theta, eta, g)."""
StronglyConvex = property_of("StronglyConvex", r"{0}\text{{ is }}{1}\text{{-strongly convex}}", lambda f, m: f.mu >= m)
"""StronglyConvex(F, gamma)."""
Minimiser = property_of("Minimiser", r"{1}\text{{ minimises }}{0}", lambda f, x: not any(f.gradient(x)))
"""Minimiser(F, theta)."""
Term = quantity("Term", "{0}_{{{1}}}", "a sequence's term of this number: Term(a, t)", 0, value=lambda a, t: a[int(t)])

F, Theta = Name("F", "loss"), Name("Theta", "set")
g, u, v, x, y, z, xi = (Name(letter, "vector") for letter in ("g", "u", "v", "x", "y", "z", "xi"))
sequence, s, t = Name("a", "sequence of numbers, none below 0"), integer("s", least=0), integer("t", least=0)
gamma, q, b = real("gamma", above=0), real("q", least=0, below=1), real("b", least=0)
a, beta, eta = real("a", above=0, most=1), real("beta", above=0), real("eta", above=0)

_QUADRATIC = _Function(
    lambda p: (p[0] * p[0] + 4 * p[1] * p[1]) / 2, lambda p: (p[0], 4 * p[1]), Fraction(4), Fraction(1)
)


def _rise(point: Vector) -> Fraction:
    return max(sum(point, Fraction(0)), Fraction(0))


_ONE_SIDED = _Function(lambda p: _rise(p) * _rise(p) / 2, lambda p: (_rise(p),) * 2, Fraction(2), Fraction(0))
"""max(x + y, 0)^2/2, flat on a half-plane."""
_PLACES = [(Fraction(s), Fraction(t)) for s, t in ((0, 0), (1, 0), (-1, 2), (3, -2))]
_MIXTURES = (Fraction(1, 3), Fraction(1))


def _vectors(*letters: Any) -> Iterator[dict[Any, Any]]:
    for places in product(_PLACES, repeat=len(letters)):
        yield dict(zip(letters, places, strict=True))


def _functions(*letters: Any) -> Iterator[dict[Any, Any]]:
    for function, at in product((_QUADRATIC, _ONE_SIDED), _vectors(*letters)):
        yield {F: function, beta: function.beta, **at}


def _box(point: Vector) -> Vector:
    return tuple(min(max(c, Fraction(-1)), Fraction(1)) for c in point)


def _steps() -> Iterator[Case]:
    """Steps from a square's points, and their nearest points in it."""
    for at, step in product(_vectors(x, g, u), (Fraction(1, 2), Fraction(2))):
        yield (Theta, x, eta, g, u), {**at, u: _box(at[u]), eta: step, Theta: _box}


def _noises() -> Iterator[Case]:
    for at in _functions(x, y, xi):
        yield (g, F, x, y, xi), {**at, g: _along(at[F].gradient(at[x]), Fraction(-1), at[xi])}


def _obtuse(closed: Any, at: Any, step: Any, force: Any, inside: Any) -> Statement:
    pushed = Projected(closed, at, step, force)
    way = Less(pushed, inside)
    return Statement(at_most(step * Inner(force, way), Inner(Less(at, pushed), way)), (Within(inside, closed),))


def _three_points(first: Any, middle: Any, last: Any) -> Statement:
    squares = [Norm(Less(*ends)) ** 2 / 2 for ends in ((first, last), (middle, last), (middle, first))]
    return Statement(equal(Inner(Less(first, middle), Less(middle, last)), squares[0] - squares[1] - squares[2]))


def _squared_step(at: Any, step: Any, force: Any, to: Any) -> Statement:
    squares = Norm(Less(at, to)) ** 2 - 2 * step * Inner(force, Less(at, to)) + step**2 * Norm(force) ** 2
    return Statement(equal(Norm(Less(Pushed(at, step, force), to)) ** 2, squares))


def _strong(f: Any, curved: Any, at: Any, to: Any) -> Statement:
    gained = Value(f, at) - Value(f, to) + curved * Norm(Less(at, to)) ** 2 / 2
    return Statement(at_most(gained, Inner(Gradient(f, at), Less(at, to))), (StronglyConvex(f, curved),))


def _gains() -> Iterator[Case]:
    """Both functions have their minimum at 0."""
    for at in _functions(x):
        yield (F, beta, x, y), {**at, y: _PLACES[0]}


def _unrolled(numbers: Any, factor: Any, more: Any, last: Any) -> Statement:
    bound = factor**last * Term(numbers, 0) + more * (1 - factor**last) / (1 - factor)
    falls = Each(at_most(Term(numbers, s + 1), factor * Term(numbers, s) + more), s)
    return Statement(at_most(Term(numbers, last), bound), (falls,))


def _recursions() -> Iterator[Case]:
    """Sequences that attain the recursion, or fall faster."""
    for start, kept, more, slack in product(
        (0, 5), (Fraction(1, 3), Fraction(9, 10)), (0, 2), (Fraction(1), Fraction(1, 2))
    ):
        numbers = [Fraction(start)]
        for _ in range(40):
            numbers.append(slack * (kept * numbers[-1] + more))
        for last in (0, 1, 6):
            yield (sequence, q, b, t), {sequence: numbers, q: kept, b: Fraction(more), t: Fraction(last)}


TANGENT = Schema(
    "a convex function is above its tangents", "Nesterov 2004, Definition 2.1.1",
    lambda f, b, at, to: Statement(at_most(Value(f, at) + Slope(f, at, to), Value(f, to)), (SmoothConvex(f, b),)),
    (F, beta, x, y), lambda: (((F, beta, x, y), at) for at in _functions(x, y)),
)  # fmt: skip
SMOOTHNESS = Schema(
    "a smooth function and its tangents", "Nesterov 2004, Theorem 2.1.5, (2.1.6)",
    lambda f, b, at, to: Statement(
        at_most(Value(f, to), Value(f, at) + Slope(f, at, to) + b * Norm(Less(to, at)) ** 2 / 2), (SmoothConvex(f, b),)
    ),
    (F, beta, x, y), lambda: (((F, beta, x, y), at) for at in _functions(x, y)),
)  # fmt: skip
MIXED_SLOPE = Schema(
    "the slope towards a mixture", "linearity of the inner product",
    lambda f, at, share, one, other: Statement(equal(
        Slope(f, at, Mix(share, one, other)), share * Slope(f, at, one) + (1 - share) * Slope(f, at, other)
    )),
    (F, x, a, y, z),
    lambda: (((F, x, a, y, z), {**at, a: share}) for at in _functions(x, y, z) for share in _MIXTURES),
)  # fmt: skip
MIXED_APART = Schema(
    "mixtures that share a part", "homogeneity of the norm",
    lambda share, one, other, part: Statement(
        equal(Norm(Less(Mix(share, one, part), Mix(share, other, part))), share * Norm(Less(one, other)))
    ),
    (a, x, y, z), lambda: (((a, x, y, z), {**at, a: share}) for at in _vectors(x, y, z) for share in _MIXTURES),
)  # fmt: skip
NOISY_SLOPE = Schema(
    "a slope by the noisy gradient", "linearity of the inner product",
    lambda force, f, at, to, noise: Statement(
        equal(Slope(f, at, to), Inner(force, Less(to, at)) - Inner(noise, Less(to, at))),
        (NoisyAt(force, f, at, noise),),
    ),
    (g, F, x, y, xi), _noises,
)  # fmt: skip
BY_WAY_OF = Schema(
    "a way by a third point", "linearity of the inner product",
    lambda along, end, start, via: Statement(
        equal(Inner(along, Less(end, start)), Inner(along, Less(end, via)) + Inner(along, Less(via, start)))
    ),
    (v, x, y, z), lambda: (((v, x, y, z), at) for at in _vectors(v, x, y, z)),
)  # fmt: skip
WAY_BACK = Schema(
    "the way back", "linearity of the inner product",
    lambda along, end, start: Statement(equal(Inner(along, Less(end, start)), -Inner(along, Less(start, end)))),
    (v, x, y), lambda: (((v, x, y), at) for at in _vectors(v, x, y)),
)  # fmt: skip
INNER_AND_NORMS = Schema(
    "an inner product and the norms", "Cauchy-Schwarz: Rudin 1976, Theorem 1.37 (d)",
    lambda one, other: Statement(at_most(-Inner(one, other), Norm(one) * Norm(other))),
    (u, v), lambda: (((u, v), at) for at in _vectors(u, v)),
)  # fmt: skip
THREE_POINTS = Schema(
    "squares of the sides of a triangle", "definition of the inner product, bilinear", _three_points, (x, y, z),
    lambda: (((x, y, z), at) for at in _vectors(x, y, z)),
)  # fmt: skip
TRIANGLE = Schema(
    "triangle inequality", "Rudin 1976, Theorem 1.37 (f)",
    lambda one, via, other: Statement(at_most(Norm(Less(one, other)), Norm(Less(one, via)) + Norm(Less(via, other)))),
    (x, y, z), lambda: (((x, y, z), at) for at in _vectors(x, y, z)),
)  # fmt: skip
STEPS_APART = Schema(
    "two steps from a point", "homogeneity of the norm",
    lambda at, step, one, other: Statement(
        equal(Norm(Less(Pushed(at, step, one), Pushed(at, step, other))), step * Norm(Less(one, other))),
        (at_most(0, step),),
    ),
    (x, eta, g, v), lambda: (((x, eta, g, v), {**at, eta: Fraction(1, 2)}) for at in _vectors(x, g, v)),
)  # fmt: skip
SQUARED_STEP = Schema(
    "the square after a step", "definition of the inner product, bilinear", _squared_step, (x, eta, g, y),
    lambda: (((x, eta, g, y), {**at, eta: Fraction(1, 2)}) for at in _vectors(x, g, y)),
)  # fmt: skip
STRONGLY_CONVEX = Schema(
    "strong convexity", "Nesterov 2004, Definition 2.1.2", _strong, (F, gamma, x, y),
    lambda: (((F, gamma, x, y), {**at, gamma: Fraction(1)}) for at in _functions(x, y) if at[F].mu),
)  # fmt: skip
STEEP_GAINS = Schema(
    "the slope and what is above the minimum", "Nesterov 2004, Theorem 2.1.5, (2.1.7)",
    lambda f, smooth, at, best: Statement(
        at_most(Norm(Gradient(f, at)) ** 2, 2 * smooth * (Value(f, at) - Value(f, best))),
        (SmoothConvex(f, smooth), Minimiser(f, best)),
    ),
    (F, beta, x, y), _gains,
)  # fmt: skip
RECURSION = Schema(
    "a linear recursion, unrolled", "induction, and the sum of a geometric series", _unrolled, (sequence, q, b, t),
    _recursions,
)  # fmt: skip
OBTUSE = Schema(
    "the nearest point of a closed convex set", "Nesterov 2004, Lemma 2.2.7: no acute angle", _obtuse,
    (Theta, x, eta, g, u), _steps,
)  # fmt: skip

FACTS = (
    TANGENT,
    SMOOTHNESS,
    MIXED_SLOPE,
    MIXED_APART,
    NOISY_SLOPE,
    BY_WAY_OF,
    WAY_BACK,
    INNER_AND_NORMS,
    TRIANGLE,
    STEPS_APART,
    SQUARED_STEP,
    STRONGLY_CONVEX,
    STEEP_GAINS,
    RECURSION,
    THREE_POINTS,
    OBTUSE,
)
