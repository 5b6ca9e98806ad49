"""Convex functions, projected steps, and vectors: what smoothness, tangents and angles say."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from verify.kernel.calculus.conditions import at_most, equal, property_of
from verify.kernel.calculus.facts.signs import Less, Norm
from verify.kernel.calculus.reasons import Case, Outside, Schema
from verify.kernel.calculus.statement import Statement
from verify.kernel.calculus.terms import Name, constructor, quantity, real

Vector = tuple[Fraction, ...]


def _dot(a: Vector, b: Vector) -> Fraction:
    return sum((x * y for x, y in zip(a, b, strict=True)), Fraction(0))


def moved(x: Vector, step: Fraction, way: Vector) -> Vector:
    """The vector plus a multiple of another."""
    return tuple(a + step * b for a, b in zip(x, way, strict=True))


@dataclass(frozen=True)
class Function:
    """A convex function in a stress case: its values, its gradients, how smooth it is, its least minimiser on [-R, R].

    That is the one nearest to 0, where there are several.
    """

    at: Callable[[Vector], Fraction]
    gradient: Callable[[Vector], Vector]
    smoothness: Fraction
    minimiser: Callable[[Fraction], Vector]
    convexity: Fraction = Fraction(0)

    def steepest(self, radius: Fraction) -> Fraction:
        """The steepest slope on [-R, R], of one dimension."""
        return max(abs(self.gradient((side,))[0]) for side in (-radius, radius))


@dataclass(frozen=True)
class Box:
    """A closed convex set in a stress case: [-1, 1]^d times its size."""

    size: Fraction

    def nearest(self, x: Vector) -> Vector:
        """The nearest point."""
        return tuple(min(max(a, -self.size), self.size) for a in x)

    def __contains__(self, x: Vector) -> bool:
        return self.nearest(x) == x


def _is_convex(f: Any) -> bool:
    """Whether gradients rise along a line, at a few places of one dimension; of each loss of a family."""
    losses = [f] if isinstance(f, Function) else [f.mean((z,)) for z in (-1, 1)]
    slopes = [[loss.gradient((Fraction(k, 4),))[0] for k in range(-12, 13)] for loss in losses]
    return all(rising == sorted(rising) for rising in slopes)


SmoothConvex = property_of(
    "SmoothConvex",
    r"{0}\text{{ is convex and }}{1}\text{{-smooth}}",
    lambda f, beta: bool(f.smoothness <= beta) and _is_convex(f),
)
"""SmoothConvex(F, beta)."""
LipschitzOnBall = property_of(
    "LipschitzOnBall",
    r"{0}\text{{ is }}{1}\text{{-Lipschitz on the ball }}\Theta\text{{ of radius }}{2}",
    lambda f, most, radius: bool(f.steepest(radius) <= most),
)
"""Of a loss, or of each loss of a family: LipschitzOnBall(F, L, R)."""
Value = quantity("Value", "{0}({1})", "value of a function at a point", value=lambda f, x: f.at(x))
"""Value(F, theta)."""
Slope = quantity(
    "Slope",
    r"\nabla {0}({1}) \cdot ({2} - {1})",
    "slope of a function at a point towards another, times the way",
    value=lambda f, x, y: _dot(f.gradient(x), moved(y, Fraction(-1), x)),
)
"""Slope(F, x, y)."""
Inner = quantity("Inner", r"{0} \cdot ({1})", "inner product of two vectors", value=_dot)
"""Inner(G, x)."""
Mix = constructor(
    "Mix",
    r"[{0}\,{1} + (1 - {0})\,{2}]",
    lambda a, x, y: tuple(a * p + (1 - a) * q for p, q in zip(x, y, strict=True)),
    sort="vector",
)
"""a x + (1 - a) y: Mix(a, x, y)."""
Projected = constructor(
    "Projected", r"\Pi_{{{0}}}({1} - {2}\,{3})", lambda box, x, eta, g: box.nearest(moved(x, -eta, g)), sort="vector"
)
"""The point of a closed convex set that is nearest to x - eta G: Projected(Theta, x, eta, G)."""
Within = property_of("InClosedConvex", r"{0} \in {1}\text{{, closed and convex}}", lambda u, box: u in box)
"""Within(u, Theta)."""
Acute = quantity(
    "Acute",
    r"({1} - {2}\,{3} - \Pi) \cdot (\Pi - {4})",
    "inner product of w - p and p - u for w = x - eta G and p its nearest point in a set: Theta, x, eta, G, u",
    value=lambda box, x, eta, g, u: _dot(
        moved(moved(x, -eta, g), Fraction(-1), box.nearest(moved(x, -eta, g))),
        moved(box.nearest(moved(x, -eta, g)), Fraction(-1), u),
    ),
)
"""Acute(Theta, x, eta, G, u)."""
Gradient = constructor("Gradient", r"\nabla {0}({1})", lambda f, x: f.gradient(x), sort="vector")
"""Gradient(F, theta)."""
Moved = constructor("Moved", r"({0} - {1}\,{2})", lambda x, step, way: moved(x, -step, way))
"""A point after a step against a vector: Moved(theta, eta, g)."""
SmoothOnSpace = property_of(
    "SmoothOnSpace",
    r"{0}\text{{ is convex and }}{1}\text{{-smooth on }}\mathbb{{R}}^d",
    lambda f, beta: bool(f.smoothness <= beta) and _rises(f, beta),
)
"""SmoothOnSpace(F, beta): on all of R^d, not only on a convex set where F is looked at."""
StronglyConvex = property_of(
    "StronglyConvex",
    r"{0}\text{{ is }}{1}\text{{-strongly convex, with its minimum at }}{2}",
    lambda f, gamma, best: bool(gamma <= f.convexity and f.minimiser(max(map(abs, best))) == best),
)
"""StronglyConvex(F, gamma, theta*): on a convex set, where all points lie; the minimum may be at its end."""
Stationary = property_of("Stationary", r"\nabla {0}({1}) = 0", lambda f, x: not any(f.gradient(x)))
"""Stationary(F, theta): so is a minimum inside, at the end of a set it need not be."""
NoisyGradient = constructor(
    "NoisyGradient", r"(\nabla {0}({1}) + {2})", lambda f, x, xi: moved(f.gradient(x), Fraction(1), xi), sort="vector"
)
"""NoisyGradient(F, theta, xi)."""

F, Theta = Name("F", "loss"), Name("Theta", "set")
_x, _y, _z, _u, _a, xi = (Name(letter, "vector") for letter in ("x", "y", "z", "u", "a", "xi"))
_beta, eta = real("beta", above=0), real("eta", above=0)
_share, _scale, _gamma = real("a", above=0, most=1), real("c"), real("gamma", above=0)


def quadratic(h: Fraction, c: Fraction, d: int = 1) -> Function:
    """h |x - c|^2/2, c on the diagonal."""
    return Function(
        lambda x: h * sum(((p - c) ** 2 for p in x), Fraction(0)) / 2 + Fraction(1, 8),
        lambda x: tuple(h * (p - c) for p in x),
        h,
        lambda r: (min(max(c, -r), r),) * d,
        h,
    )


def bent(c: Fraction, d: int = 1) -> Function:
    """The sum over coordinates of the Huber function of p - c, which bends at 1/2."""
    half = Fraction(1, 2)

    def one(p: Fraction) -> Fraction:
        return (p - c) ** 2 / 2 if abs(p - c) <= half else half * (abs(p - c) - half / 2)

    return Function(
        lambda x: sum(map(one, x), Fraction(0)),
        lambda x: tuple(min(max(p - c, -half), half) for p in x),
        Fraction(1),
        lambda r: (min(max(c, -r), r),) * d,
    )


FLAT = Function(
    lambda x: min(x[0] - Fraction(1, 4), Fraction(0)) ** 2 / 2,
    lambda x: (min(x[0] - Fraction(1, 4), Fraction(0)),),
    Fraction(1),
    lambda r: (min(Fraction(1, 4), r),),
)
"""Falls to 1/4, and is constant from there: all that follow are minimisers."""
FUNCTIONS = (quadratic(Fraction(1, 4), Fraction(2)), quadratic(Fraction(1), Fraction(-1, 2)), bent(Fraction(1, 3)))
_PLACES = [(Fraction(p), Fraction(q)) for p, q in ((0, 0), (1, -1), (3, 4), (-2, 1))]


def _pairs() -> Iterator[Case]:
    for f, one, other in product(
        (quadratic(Fraction(1, 4), Fraction(2), 2), bent(Fraction(1, 3), 2)), _PLACES, _PLACES
    ):
        yield (F, _beta, _x, _y), {F: f, _beta: f.smoothness, _x: one, _y: other}


def _dip() -> Iterator[Outside]:
    """A function that is not convex."""
    dip = Function(
        lambda x: -sum((p * p for p in x), Fraction(0)) / 2,
        lambda x: tuple(-p for p in x),
        Fraction(1),
        lambda r: (r, r),
    )
    yield 0, (F, _beta, _x, _y), {F: dip, _beta: Fraction(1), _x: _PLACES[0], _y: _PLACES[2]}


def _not_convex() -> Iterator[Outside]:
    """A point where the gradient vanishes and the value is largest; x^2/2 + xy, which is convex on the line y = 0."""
    ((_, _, values),) = _dip()
    yield 0, (F, _beta, _x, _y), {**values, _x: _PLACES[2], _y: _PLACES[0]}
    saddle = Function(
        lambda x: x[0] ** 2 / 2 + x[0] * x[1],
        lambda x: (x[0] + x[1], x[0]),
        Fraction(13, 8),
        lambda r: (Fraction(0),) * 2,
    )
    here = (Fraction(1), Fraction(0))
    yield 0, (F, _beta, _x, _y), {F: saddle, _beta: saddle.smoothness, _x: here, _y: _PLACES[0]}


def _beyond_the_box() -> Iterator[Outside]:
    """Both the point and what is projected lie outside, the point further."""
    values = {Theta: Box(Fraction(1)), _x: _PLACES[0], eta: Fraction(1, 2), _a: (Fraction(-4), Fraction(0))}
    yield 0, (Theta, _x, eta, _a, _u, _scale), {**values, _u: (Fraction(9), Fraction(0)), _scale: Fraction(2)}


def _vectors(letters: tuple[Any, ...]) -> Callable[[], Iterator[Case]]:
    """All choices of vectors of the plane, and shares 1/3 and 1."""

    def cases() -> Iterator[Case]:
        own = [x for x in letters if x.__class__ is Name and x.sort == "vector"]
        for places, part in product(product(_PLACES, repeat=len(own)), (Fraction(1, 3), Fraction(1))):
            yield letters, {**dict(zip(own, places, strict=True)), _share: part, eta: part, F: bent(Fraction(1, 3), 2)}

    return cases


def _rises(f: Function, smooth: Fraction) -> bool:
    """Whether the gradients of a function on the plane rise from place to place, and at most by the factor."""
    for one, other in product(_PLACES, repeat=2):
        way = moved(other, Fraction(-1), one)
        if not 0 <= _dot(moved(f.gradient(other), Fraction(-1), f.gradient(one)), way) <= smooth * _dot(way, way):
            return False
    return True


def _strong(*letters: Any) -> Iterator[Case]:
    """Quadratics around a point of the diagonal."""
    for h, centre, here in product((Fraction(1, 4), Fraction(2)), (Fraction(0), Fraction(3)), _PLACES):
        numbers = {_beta: h, _gamma: h, _x: here, _y: (centre, centre)}
        yield letters, {F: quadratic(h, centre, 2), **numbers}


def _projections() -> Iterator[Case]:
    for here, force, point in product(_PLACES[:3], _PLACES, ((Fraction(0),) * 2, (Fraction(1), Fraction(-1)))):
        values = {Theta: Box(Fraction(1)), _x: here, eta: Fraction(1, 2), _a: force, _u: point}
        yield (Theta, _x, eta, _a, _u), values


def _angles() -> Iterator[Case]:
    for letters, values in _projections():
        yield (*letters, _scale), {**values, _scale: Fraction(2)}


def _squares(box: Any, here: Any, step: Any, force: Any, point: Any) -> Any:
    """(|x - u|^2 - |p - u|^2 - |p - x|^2)/2, p the projected point."""
    there = Projected(box, here, step, force)
    return Norm(Less(here, point)) ** 2 / 2 - Norm(Less(there, point)) ** 2 / 2 - Norm(Less(there, here)) ** 2 / 2


SMOOTHNESS = Schema(
    "smoothness",
    "theorem",
    "Nesterov 2004, Lemma 1.2.3",
    lambda f, curved, one, other: Statement(
        at_most(Value(f, other), Value(f, one) + Slope(f, one, other) + curved * Norm(Less(other, one)) ** 2 / 2),
        (SmoothConvex(f, curved),),
    ),
    (F, _beta, _x, _y),
    _pairs,
)
TANGENT = Schema(
    "tangents of a convex function",
    "lemma",
    "Nesterov 2004, (2.1.2)",
    lambda f, curved, one, other: Statement(
        at_most(Value(f, one) + Slope(f, one, other), Value(f, other)), (SmoothConvex(f, curved),)
    ),
    (F, _beta, _x, _y),
    _pairs,
    outside=_dip,
)
SLOPE_OF_GRADIENT = Schema(
    "slopes by a noisy gradient",
    "lemma",
    "bilinearity",
    lambda f, here, shock, one, other: Statement(
        equal(
            Slope(f, here, one) - Slope(f, here, other),
            Inner(NoisyGradient(f, here, shock), Less(one, other)) - Inner(shock, Less(one, other)),
        )
    ),
    (F, _x, xi, _y, _z),
    _vectors((F, _x, xi, _y, _z)),
)
SLOPE_HERE = Schema(
    "slope by a noisy gradient",
    "lemma",
    "bilinearity",
    lambda f, here, shock, other: Statement(
        equal(
            Slope(f, here, other),
            Inner(shock, Less(here, other)) - Inner(NoisyGradient(f, here, shock), Less(here, other)),
        )
    ),
    (F, _x, xi, _y),
    _vectors((F, _x, xi, _y)),
)
SLOPE_OF_MIX = Schema(
    "slope towards a mixture",
    "lemma",
    "linearity",
    lambda f, part, here, one, other: Statement(
        equal(Slope(f, here, Mix(part, one, other)), part * Slope(f, here, one) + (1 - part) * Slope(f, here, other))
    ),
    (F, _share, _x, _y, _z),
    _vectors((F, _share, _x, _y, _z)),
)
MIX_APART = Schema(
    "mixtures with one point",
    "lemma",
    "a norm is homogeneous",
    lambda part, one, other, shared: Statement(
        equal(Norm(Less(Mix(part, one, shared), Mix(part, other, shared))), part * Norm(Less(one, other)))
    ),
    (_share, _x, _y, _z),
    _vectors((_share, _x, _y, _z)),
)
IN_PARTS = Schema(
    "an inner product in parts",
    "lemma",
    "linearity",
    lambda way, one, middle, other: Statement(
        equal(Inner(way, Less(one, other)), Inner(way, Less(one, middle)) + Inner(way, Less(middle, other)))
    ),
    (_a, _x, _y, _z),
    _vectors((_a, _x, _y, _z)),
)
PRODUCT = Schema(
    "Cauchy and Schwarz for vectors",
    "theorem",
    "Cauchy and Schwarz: Steele 2004, (1.1)",
    lambda one, other: Statement(at_most(-Inner(one, other), Norm(one) * Norm(other))),
    (_x, _y),
    _vectors((_x, _y)),
)
EXPANDED = Schema(
    "the squares of a projected step",
    "lemma",
    "the square of a sum, expanded",
    lambda box, here, step, force, point: Statement(
        equal(
            step * Inner(force, Less(Projected(box, here, step, force), point)),
            _squares(box, here, step, force, point) - Acute(box, here, step, force, point),
        )
    ),
    (Theta, _x, eta, _a, _u),
    _projections,
)
NO_ACUTE = Schema(
    "the angle at a projection",
    "theorem",
    "Hiriart-Urruty and Lemarechal 2001, Theorem A.3.1.1",
    lambda box, here, step, force, point, c: Statement(
        at_most(c, c + Acute(box, here, step, force, point)), (Within(point, box),)
    ),
    (Theta, _x, eta, _a, _u, _scale),
    _angles,
    outside=_beyond_the_box,
)
TRIANGLE = Schema(
    "triangle inequality for two steps",
    "lemma",
    "triangle inequality",
    lambda here, step, force, other, point: Statement(
        at_most(
            Norm(Less(Moved(here, step, force), point)),
            Norm(Less(Moved(here, step, other), point)) + step * Norm(Less(other, force)),
        )
    ),
    (_x, eta, _y, _z, _u),
    _vectors((_x, eta, _y, _z, _u)),
)
STEP_SQUARE = Schema(
    "the square after a step",
    "lemma",
    "the square of a sum, expanded",
    lambda here, step, force, point: Statement(
        equal(
            Norm(Less(Moved(here, step, force), point)) ** 2,
            Norm(Less(here, point)) ** 2 - 2 * step * Inner(force, Less(here, point)) + step**2 * Norm(force) ** 2,
        )
    ),
    (_x, eta, _y, _u),
    _vectors((_x, eta, _y, _u)),
)
STRONG_CONVEXITY = Schema(
    "strong convexity and the minimum",
    "definition",
    "Nesterov 2004, Definition 2.1.2, from the point to the minimum",
    lambda f, gamma, here, best: Statement(
        at_most(
            Value(f, here) - Value(f, best) + gamma / 2 * Norm(Less(here, best)) ** 2,
            Inner(Gradient(f, here), Less(here, best)),
        ),
        (StronglyConvex(f, gamma, best),),
    ),
    (F, _gamma, _x, _y),
    lambda: _strong(F, _gamma, _x, _y),
)
LEAST = Schema(
    "excess over the minimum",
    "definition",
    "definition",
    lambda f, gamma, here, best: Statement(at_most(Value(f, best), Value(f, here)), (StronglyConvex(f, gamma, best),)),
    (F, _gamma, _x, _y),
    lambda: _strong(F, _gamma, _x, _y),
)
STEEPNESS = Schema(
    "slope and excess of a smooth function",
    "theorem",
    "Nesterov 2004, Theorem 2.1.5, (2.1.7), from the minimum to the point",
    lambda f, curved, here, best: Statement(
        at_most(Norm(Gradient(f, here)) ** 2, 2 * curved * (Value(f, here) - Value(f, best))),
        (SmoothOnSpace(f, curved), Stationary(f, best)),
    ),
    (F, _beta, _x, _y),
    lambda: _strong(F, _beta, _x, _y),
    outside=_not_convex,
)

FACTS = (
    TRIANGLE,
    STEP_SQUARE,
    STRONG_CONVEXITY,
    LEAST,
    STEEPNESS,
    SMOOTHNESS,
    TANGENT,
    SLOPE_OF_GRADIENT,
    SLOPE_HERE,
    SLOPE_OF_MIX,
    MIX_APART,
    IN_PARTS,
    PRODUCT,
    EXPANDED,
    NO_ACUTE,
)
