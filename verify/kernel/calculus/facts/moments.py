"""Expectations and variances: facts of random reals."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from flint import acb, arb
from sympy import Abs, Function, Integer, Max, Min, Rational, exp

from verify.kernel.calculus.conditions import at_most, equal
from verify.kernel.calculus.nouns import Expectation, Independent, LaplaceNoise, MeanOfCopies, Variance
from verify.kernel.calculus.over import Each, exposed
from verify.kernel.calculus.reasons import Case, Schema
from verify.kernel.calculus.statement import Statement
from verify.kernel.calculus.terms import (
    Parameter,
    Random,
    extended_real,
    integer,
    integrable_real,
    quantities,
    random_real,
    real,
)
from verify.kernel.calculus.textbook import CAUCHY_SCHWARZ as CAUCHY_SCHWARZ_STRESS
from verify.kernel.calculus.textbook import JENSEN as JENSEN_STRESS
from verify.kernel.calculus.values import OUTCOMES
from verify.kernel.statements.outcome import as_arb

X, Y, _S, _W = (random_real(letter) for letter in "XYSW")
a, b, t = real("a"), real("b", above=0), real("t")
ANY, _OTHER = integrable_real("X"), integrable_real("Y")
_LARGE, SIZE_OF = integrable_real("W"), integrable_real("X", least=0)
"""Of which nothing but a mean is asked for."""
_U, _Z = extended_real("U"), extended_real("V")
_V, power, high_order = random_real("V", least=-1), real("p", least=1), real("p", least=2)
share, rise, root = real("u", least=0, most=1), real("y", least=0), real("q", least=0, most=1)
_m = integer("m", least=1)
_MASSES = [(Fraction(i, 6), Fraction(j, 6), Fraction(6 - i - j, 6)) for i in range(1, 5) for j in range(1, 6 - i)]
_PLACES = [tuple(map(Fraction, places)) for places in ((0, 1, 3), (-2, 1, 2), (-1, 0, 1))]


def _chords() -> Iterator[Case]:
    for u, y, q in product(
        map(Fraction, ("0", "1/84", "1/2", "1")),
        map(Fraction, ("0", "1/10", "3", "10000")),
        map(Fraction, ("0", "1/7", "1/2", "1")),
    ):
        yield (share, rise, root), {share: u, rise: y, root: q}


def _one() -> Iterator[dict[Any, Any]]:
    """X on three atoms."""
    for masses, places in product(_MASSES, _PLACES):
        yield {OUTCOMES: tuple((w, {X: x}) for w, x in zip(masses, places, strict=True))}


def _two() -> Iterator[dict[Any, Any]]:
    """Independent X and Y on three atoms each."""
    for masses, xs, ys in product(_MASSES, _PLACES, _PLACES[1:]):
        one, other = zip(masses, xs, strict=True), list(zip(masses[::-1], ys, strict=True))
        yield {OUTCOMES: tuple((v * w, {X: x, Y: y}) for v, x in one for w, y in other)}


def _joint() -> Iterator[Case]:
    """X and Y on three common outcomes."""
    for masses, xs, ys in product(_MASSES, _PLACES, _PLACES):
        yield (X, Y), {OUTCOMES: tuple((w, {X: x, Y: y}) for w, x, y in zip(masses, xs, ys, strict=True))}


def _linear() -> Iterator[Case]:
    for values, (x, y) in product(_one(), ((Fraction(-2), Fraction(1)), (Fraction(1, 3), Fraction(0)))):
        yield (X, a, t), {**values, a: x, t: y}


def _means(copies: int = 3) -> Iterator[Case]:
    """The mean S of up to three independent copies of X, whose own outcomes stand in the first coordinate."""
    for masses, places, size in product(_MASSES, _PLACES, range(1, copies + 1)):
        law = list(zip(masses, places, strict=True))
        outcomes = []
        for draws in product(law, repeat=size):
            weight = Fraction(1)
            for w, _ in draws:
                weight *= w
            outcomes.append((weight, {X: draws[0][1], _S: sum((x for _, x in draws), Fraction(0)) / size}))
        yield (_S, X, _m), {OUTCOMES: tuple(outcomes), _m: Fraction(size)}


def _errors() -> Iterator[Case]:
    for values, place in product(_one(), (Fraction(0), Fraction(-3, 2))):
        yield (X, a), {**values, a: place}


def _convex() -> Iterator[Case]:
    for values in _one():
        yield (X, X**2), values
        yield (X, exp(X)), values


def _convex_above_0() -> Iterator[Case]:
    for values in _one():
        moved = tuple((w, {SIZE_OF: at[X] + 2}) for w, at in values[OUTCOMES])
        for image in (SIZE_OF**2, exp(SIZE_OF), SIZE_OF**3):
            yield (SIZE_OF, image), {OUTCOMES: moved}


def _powers() -> Iterator[Case]:
    """The least bound on X of the order, |X| being the same at all outcomes of one law."""
    same = {OUTCOMES: ((Fraction(1, 2), {X: Fraction(-3)}), (Fraction(1, 2), {X: Fraction(3)}))}
    for values, q in product((*_one(), same), (2, 3, 4)):
        moment = sum((w * abs(at[X]) ** q for w, at in values[OUTCOMES]), Fraction(0))
        yield (X, high_order, b), {**values, high_order: Fraction(q), b: as_arb(moment).root(q)}


def _orders() -> Iterator[Case]:
    """At orders from 1 on."""
    for values, order in product(_one(), (Fraction(1), Fraction(3, 2), Fraction(4))):
        yield (X, power), {**values, power: order}


def _clipped() -> Iterator[Case]:
    for values in _one():
        yield (X, Min(Max(X, Integer(0)), Integer(1))), values
        yield (X, -X), values
        yield (X, Abs(X)), values


def _ordered() -> Iterator[Case]:
    for values in _one():
        yield (X, X**2 + Rational(1, 4)), values
        yield (X, Max(X, Integer(0))), values


def _ordered_above_0() -> Iterator[Case]:
    for values in _one():
        yield (X**2, X**2 + Rational(1, 4)), values
        yield (Max(X, Integer(0)), Abs(X)), values


def _multiples() -> Iterator[Case]:
    for values, factor in product(_one(), (Fraction(1, 3), Fraction(2))):
        yield (X**2, b), {**values, b: factor}


def _laplace() -> Iterator[Case]:
    """The second moment, integrated within 60 scales, and what lies beyond them: (60^2 + 2 60 + 2) e^-60 b^2."""
    for scale in map(Fraction, ("1/7", "1/2", "1", "3", "40")):
        size = acb(as_arb(scale))
        within = acb.integral(lambda w, _, size=size: w**2 * (-w / size).exp() / size, 0, 60 * size).real
        beyond = 3722 * (-arb(60)).exp() * as_arb(scale) ** 2
        yield (_W, b), {b: scale, Variance(_W): within + beyond}


def _bernoullis() -> Iterator[Case]:
    for place, exponent in product(
        (Fraction(-1), Fraction(-1, 2), Fraction(0), Fraction(1, 3), Fraction(5)),
        (Fraction(1), Fraction(3, 2), Fraction(2), Fraction(7)),
    ):
        yield (_V, power), {_V: place, power: exponent}


def _sizes() -> Iterator[Case]:
    for values in _one():
        yield (X, Abs(X)), values
        yield (X, Max(X, -2 * X)), values


def _at(*rows: tuple[Any, ...], letters: tuple[Any, ...] = (X, Y)) -> dict[Any, Any]:
    """Outcomes of one probability, each with the values of these letters."""
    weight = Fraction(1, len(rows))
    return {OUTCOMES: tuple((weight, dict(zip(letters, map(Fraction, row), strict=True))) for row in rows)}


_COIN = _at((0,), (1,), letters=(X,))


def _below(x: Any, y: Any) -> Statement:
    return Statement(at_most(Expectation(x), Expectation(y)), (at_most(x, y),))


def _check_function(image: Any, x: Any) -> None:
    """Refuse what depends on other random reals, too."""
    if not isinstance(x, Random) or exposed(image) != {x} or any(x in q.free_symbols for q in quantities(image)):
        raise ValueError(f"{image} is no function of {x} alone")


def _place(x: Any) -> Any:
    """A place in the range of a random real, bound in a hypothesis."""
    return Parameter(f"{x.name}'", x.extent)


def _lipschitz(x: Any, image: Any) -> Statement:
    """A function of x that never moves more than x does: from any place in x's range to any other, ahead of it."""
    _check_function(image, x)
    here, step = _place(x), real(f"{x.name}''", least=0)
    moved = image.xreplace({x: here + step}) - image.xreplace({x: here})
    inside = (at_most(here + step, x.extent.upper),) if x.extent.upper.is_finite else ()
    owed = (Each(Each(at_most(way * moved, step), step, *inside), here) for way in (1, -1))
    return Statement(at_most(Variance(image), Variance(x)), tuple(owed))


def _curved(x: Any, image: Any) -> Statement:
    """phi(E X) <= E phi(X) for X >= 0: phi'' is at least 0 from 0 on."""
    _check_function(image, x)
    here = real(f"{x.name}'", least=0)
    curved = Each(at_most(Integer(0), image.diff(x, 2).xreplace({x: here})), here)
    return Statement(at_most(image.xreplace({x: Expectation(x)}), Expectation(image)), (curved,))


def _jensen(x: Any, image: Any) -> Statement:
    """phi(E X) <= E phi(X): phi lies above its tangents, at any two places."""
    _check_function(image, x)
    here, there = real(f"{x.name}'"), real(f"{x.name}''")
    at, slope = (f.xreplace({x: there}) for f in (image, image.diff(x)))
    above = Each(Each(at_most(at + slope * (here - there), image.xreplace({x: here})), there), here)
    return Statement(at_most(image.xreplace({x: Expectation(x)}), Expectation(image)), (above,))


SUM_OF_INDEPENDENT = Schema(
    "variance of a sum of independents",
    "lemma",
    "Var(X + Y) = Var X + Var Y where the covariance is 0",
    lambda x, y: Statement(equal(Variance(x + y), Variance(x) + Variance(y)), (Independent(x, y),)),
    (X, Y),
    lambda: (((X, Y), values) for values in _two()),
    outside=lambda: iter([(0, (X, Y), _at((0, 0), (1, 1)))]),
)
MEAN_OF_INDEPENDENT = Schema(
    "variance of a mean of independents",
    "lemma",
    "Var of the mean of m copies is Var/m",
    lambda s, x, k: Statement(equal(Variance(s), Variance(x) / k), (MeanOfCopies(s, x, k),)),
    (_S, X, _m),
    _means,
)
EXPECTED_MEAN = Schema(
    "expectation of a mean",
    "lemma",
    "linearity",
    lambda s, x, k: Statement(equal(Expectation(s), Expectation(x)), (MeanOfCopies(s, x, k),)),
    (_S, X, _m),
    _means,
    outside=lambda: iter([(0, (_S, X, _m), _at((5, 0), (5, 1), letters=(_S, X)) | {_m: Fraction(1)})]),
)
LINEAR = Schema(
    "expectation of a linear function",
    "lemma",
    "linearity",
    lambda x, c, d: Statement(equal(Expectation(c * x + d), c * Expectation(x) + d)),
    (ANY, a, t),
    _linear,
)
MULTIPLE = Schema(
    "expectation of a multiple, finite or not",
    "lemma",
    "linearity",
    lambda x, c: Statement(equal(Expectation(c * x), c * Expectation(x))),
    (_U, b),
    _multiples,
)
LINEAR_VARIANCE = Schema(
    "variance of a linear function",
    "lemma",
    "linearity",
    lambda x, c, d: Statement(equal(Variance(c * x + d), c**2 * Variance(x))),
    (X, a, t),
    _linear,
)
ADDITIVE = Schema(
    "expectation of a sum",
    "lemma",
    "linearity",
    lambda x, y: Statement(equal(Expectation(x + y), Expectation(x) + Expectation(y))),
    (ANY, _OTHER),
    _joint,
)
MONOTONE = Schema(
    "expectation is monotone",
    "lemma",
    "positivity of the expectation",
    _below,
    (ANY, _OTHER),
    _ordered,
    outside=lambda: iter([(0, (X, X - 1), _COIN)]),
)
MONOTONE_ABOVE_0 = Schema(
    "expectation is monotone, finite or not",
    "lemma",
    "positivity of the expectation",
    _below,
    (_U, _Z),
    _ordered_above_0,
    outside=lambda: iter([(0, (X + 1, X), _COIN)]),
)
BIAS_VARIANCE = Schema(
    "bias and variance",
    "lemma",
    "E(X - a)^2 = (E X - a)^2 + Var X",
    lambda x, c: Statement(equal(Expectation((x - c) ** 2), (Expectation(x) - c) ** 2 + Variance(x))),
    (X, a),
    _errors,
)
LAPLACE_VARIANCE = Schema(
    "variance of Laplace noise",
    "lemma",
    "second moment of the Laplace law",
    lambda w, c: Statement(equal(Variance(w), 2 * c**2), (LaplaceNoise(w, c),)),
    (_W, b),
    _laplace,
    outside=lambda: iter([(0, (_W, b), {b: Fraction(1), Variance(_W): Fraction(1)})]),
)
LIPSCHITZ = Schema(
    "variance under a contraction",
    "lemma",
    "Var X = E(X - X')^2/2 for an independent copy X'",
    _lipschitz,
    (X, Function("f")(X)),
    _clipped,
    outside=lambda: iter([(0, (X, 2 * X), _COIN), (1, (X, -2 * X), _COIN)]),
)
JENSEN = Schema(
    "Jensen",
    "theorem",
    "Jensen: Cover and Thomas 2006, Theorem 2.6.2",
    _jensen,
    (ANY, Function("f")(ANY)),
    _convex,
    JENSEN_STRESS,
    outside=lambda: iter([(0, (X, -(X**2)), _COIN)]),
)
JENSEN_CURVED = Schema(
    "Jensen, by the second derivative",
    "theorem",
    "Jensen: Cover and Thomas 2006, Theorem 2.6.1 and 2.6.2",
    _curved,
    (SIZE_OF, Function("f")(SIZE_OF)),
    _convex_above_0,
    JENSEN_STRESS,
    outside=lambda: iter([(0, (SIZE_OF, -(SIZE_OF**2)), _at((0,), (1,), letters=(SIZE_OF,)))]),
)
CAUCHY_SCHWARZ = Schema(
    "Cauchy and Schwarz",
    "theorem",
    "Cauchy and Schwarz: Williams 1991, Section 6.8",
    lambda x, y: Statement(at_most(Expectation(x * y) ** 2, Expectation(x**2) * Expectation(y**2))),
    (X, Y),
    _joint,
    CAUCHY_SCHWARZ_STRESS,
)
CENTRED_MOMENT = Schema(
    "moments about the mean",
    "lemma",
    "Minkowski; |E X|^p <= E|X|^p by Jensen",
    lambda x, q: Statement(at_most(Expectation(Abs(x - Expectation(x)) ** q), 2**q * Expectation(Abs(x) ** q))),
    (X, power),
    _orders,
)
LYAPUNOV = Schema(
    "Lyapunov",
    "theorem",
    "Williams 1991, Section 6.7",
    lambda x, q, size: Statement(at_most(Expectation(x**2), size**2), (at_most(Expectation(Abs(x) ** q), size**q),)),
    (X, high_order, b),
    _powers,
)
BERNOULLI = Schema(
    "Bernoulli's inequality",
    "theorem",
    "Bernoulli: Hardy, Littlewood and Polya 1952, Theorem 42",
    lambda v, q: Statement(at_most(1 + q * v, (1 + v) ** q)),
    (_V, power),
    _bernoullis,
)
CHORD_OF_POWER = Schema(
    "chord of a concave power",
    "theorem",
    "Jensen: Cover and Thomas 2006, Theorem 2.6.2, for 1 and 1 + y with weights 1 - u and u",
    lambda u, y, q: Statement(at_most(1 - u + u * (1 + y) ** q, (1 + u * y) ** q)),
    (share, rise, root),
    _chords,
    JENSEN_STRESS,
)
SIZE = Schema(
    "size of an expectation",
    "lemma",
    "monotonicity, for both signs",
    lambda x, w: Statement(at_most(Abs(Expectation(x)), Expectation(w)), (at_most(x, w), at_most(-x, w))),
    (ANY, _LARGE),
    _sizes,
    outside=lambda: iter([(0, (X, _W), _at((3, 0), letters=(X, _W))), (1, (X, _W), _at((-3, 0), letters=(X, _W)))]),
)

FACTS = (
    SUM_OF_INDEPENDENT,
    MEAN_OF_INDEPENDENT,
    EXPECTED_MEAN,
    LINEAR,
    MULTIPLE,
    LINEAR_VARIANCE,
    ADDITIVE,
    MONOTONE,
    MONOTONE_ABOVE_0,
    BIAS_VARIANCE,
    LAPLACE_VARIANCE,
    LIPSCHITZ,
    JENSEN,
    JENSEN_CURVED,
    CAUCHY_SCHWARZ,
    CENTRED_MOMENT,
    LYAPUNOV,
    BERNOULLI,
    CHORD_OF_POWER,
    SIZE,
)
