"""Runs of a projected gradient method with noise: what one step is, and the average of all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from verify.kernel.calculus.conditions import at_most, equal, property_of
from verify.kernel.calculus.facts.convexity import (
    FUNCTIONS,
    Box,
    Function,
    Inner,
    LipschitzOnBall,
    NoisyGradient,
    Projected,
    SmoothConvex,
    Value,
    Vector,
    Within,
    moved,
)
from verify.kernel.calculus.facts.signs import Less, Norm
from verify.kernel.calculus.nouns import Expectation
from verify.kernel.calculus.over import Sum
from verify.kernel.calculus.reasons import Case, Schema
from verify.kernel.calculus.statement import Statement
from verify.kernel.calculus.terms import Name, constructor, integer, quantity, random_real, real
from verify.kernel.calculus.values import OUTCOMES
from verify.kernel.statements.outcome import as_arb


@dataclass(frozen=True)
class Noises:
    """Noises of one dimension in a stress case: a size times one of some sides, for each of some steps.

    A path is a number, whose digits are the sides.
    """

    size: Fraction
    steps: int
    sides: tuple[int, ...] = (-1, 1)

    @property
    def paths(self) -> range:
        """All equally likely paths."""
        return range(len(self.sides) ** self.steps)

    @property
    def square(self) -> Fraction:
        """The mean square of a step's noise."""
        return self.size**2 * Fraction(sum(side**2 for side in self.sides), len(self.sides))

    def __call__(self, t: Fraction, path: Fraction) -> Vector:
        """The noise of step t = 0, 1, ... on a path."""
        many = len(self.sides)
        return (self.size * self.sides[int(path) // many ** int(t) % many],)


def iterate(f: Function, g: Noises, eta: Fraction, radius: Fraction, t: Fraction, path: Fraction) -> Vector:
    """The parameter after t steps on a path."""
    place: Vector = (Fraction(0),)
    for k in range(int(t)):
        force = moved(f.gradient(place), Fraction(1), g(Fraction(k), path))
        place = Box(radius).nearest(moved(place, -eta, force))
    return place


def mean_excess(ahead: int) -> Callable[..., Fraction]:
    """The mean excess of the average of T iterates from the first or, `ahead` 1, the second on, over all paths."""

    def excess(f: Function, g: Noises, eta: Fraction, rounds: Fraction, radius: Fraction) -> Fraction:
        total = Fraction(0)
        for path in g.paths:
            places = (iterate(f, g, eta, radius, Fraction(t + ahead), Fraction(path)) for t in range(int(rounds)))
            total += f.at((sum((place[0] for place in places), Fraction(0)) / rounds,))
        return total / len(g.paths) - f.at(f.minimiser(radius))

    return excess


NoisyOracle = property_of(
    "NoisyOracle",
    r"{0}\text{{: gradients of }}{1}\text{{ with independent centred noise, }}\mathbb{{E}}\|\xi_t\|^2 \le {2}^2",
    lambda g, _, nu: bool(as_arb(g.square) <= as_arb(nu) ** 2) and not g.size * sum(g.sides),
)
"""NoisyOracle(G, F, nu)."""


def _drives(path: Any, g: Any, values: Any, value: Any) -> bool:
    """Whether a random number takes each path of the noises as often as it is drawn."""
    paths, told = value(g, values).paths, dict[Fraction, Fraction]()
    for w, outcome in values[OUTCOMES]:
        place = value(path, {**values, **outcome})
        told[place] = told.get(place, Fraction(0)) + w
    return told == {Fraction(at): Fraction(1, len(paths)) for at in paths}


Outcome = property_of("Outcome", r"{0}\text{{: what the noises of }}{1}\text{{ depend on}}", over_outcomes=_drives)
"""A random number on which all noises of a gradient oracle depend, with their joint law: Outcome(omega, G)."""
Around = constructor("Around", r"\Theta_{{{0}}}", Box, sort="set")
"""The ball of radius R around the start: Around(R)."""
Minimiser = constructor("Minimiser", r"\theta^*_{{{0},{1}}}", lambda f, radius: f.minimiser(radius), sort="vector")
"""A minimiser of a convex function on that ball: Minimiser(F, R)."""
Shock = constructor("Shock", r"\xi_{{{1}}}[{0}]", lambda g, t, path: g(t, path), sort="vector")
"""The noise of step t = 0, 1, ... of a gradient oracle at a value of what all of them depend on: Shock(G, t, omega)."""
Iterate = constructor("Iterate", r"\theta_{{{4}}}[{0}, {1}, {2}, {3}]", iterate, sort="vector")
"""The parameter after t steps of the projected gradient method from the centre of the ball of radius R, of size eta on
the gradients of F and the noises of G: Iterate(F, G, eta, R, t, omega)."""
AverageExcess = quantity(
    "AverageExcess",
    r"\mathbb{{E}}\,{0}(\bar\theta_{{{3}}}[{1},\, s = {2}]) - \min_{{\|\theta\| \le {4}}}{0}",
    "expected excess of the average of the iterates 1 to T of the projected gradient method on the ball of radius R "
    "from its centre, by a gradient oracle, at a step size: loss, oracle, step, T, R",
    0,
    value=mean_excess(1),
)
"""AverageExcess(F, G, s, T, R)."""
AskedExcess = quantity(
    "AskedExcess",
    r"\mathbb{{E}}\,{0}(\bar\theta_{{0:{3}-1}}[{1},\, \eta = {2}]) - \min_{{\|\theta\| \le {4}}}{0}",
    "expected excess of the average of the start and of the iterates 1 to T - 1 of the projected gradient method on "
    "the ball of radius R from its centre, by a gradient oracle, at a step size: loss, oracle, step, T, R",
    0,
    value=mean_excess(0),
)
"""AskedExcess(F, G, eta, T, R)."""

F, G, u = Name("F", "loss"), Name("G", "oracle"), Name("u", "vector")
beta, eta, R, L = (real(letter, above=0) for letter in ("beta", "eta", "R", "L"))
nu, scale = real("nu", least=0), real("c")
T, t = integer("T", least=1), integer("t", least=0)
omega, rest = random_real("omega"), random_real("Y")


def _runs() -> Iterator[dict[Any, Any]]:
    """Three steps on [-1, 1], and on a ball that no run leaves; all paths."""
    for f, size, step, radius in product(
        FUNCTIONS, (Fraction(0), Fraction(1)), (Fraction(1, 4), Fraction(1)), (Fraction(1), Fraction(9))
    ):
        noises = Noises(size, 3)
        outcomes = tuple((Fraction(1, 8), {omega: Fraction(path), rest: Fraction(path + 1)}) for path in noises.paths)
        numbers = {eta: step, R: radius, nu: size, beta: f.smoothness, L: f.steepest(radius)}
        yield {F: f, G: noises, **numbers, OUTCOMES: outcomes}


def _all_runs(*letters: Any) -> Callable[[], Iterator[Case]]:
    def cases() -> Iterator[Case]:
        for values, steps in product(_runs(), range(3)):
            others = {T: Fraction(steps + 1), u: (Fraction(1, 2),), scale: Fraction(2)}
            yield letters, {**values, t: Fraction(steps), **others}

    return cases


def unlike_paths(*letters: Any) -> Iterator[tuple[Case, Case]]:
    """A case with noises that have a mean, and one with a single path of noises that are mostly 0."""
    f, radius = FUNCTIONS[0], Fraction(1, 4)
    numbers: dict[Any, Any] = {
        eta: Fraction(1, 4),
        R: radius,
        nu: Fraction(1),
        beta: Fraction(1, 4),
        L: f.steepest(radius),
    }
    numbers |= {T: Fraction(2), t: Fraction(0), scale: Fraction(2)}
    ahead, rare = Noises(Fraction(1), 2, (1, 1)), Noises(Fraction(2), 2, (-1, 1, *[0] * 6))
    alike = tuple((Fraction(1, 4), {omega: Fraction(path), rest: Fraction(path)}) for path in ahead.paths)
    alone = ((Fraction(1), {omega: Fraction(0), rest: Fraction(0)}),)
    known = {F: f, u: (Fraction(1, 2),), **numbers}
    yield (letters, {**known, G: ahead, OUTCOMES: alike}), (letters, {**known, G: rare, OUTCOMES: alone})


def _biased(*letters: Any) -> Callable[[], Iterator[Any]]:
    """Outside the first hypothesis, and outside the second."""
    return lambda: ((place, *case) for cases in unlike_paths(*letters) for place, case in enumerate(cases))


def _one_path(place: int, *letters: Any) -> Callable[[], Iterator[Any]]:
    """Outside the hypothesis on the outcome."""
    return lambda: ((place, *case) for _, case in unlike_paths(*letters))


def _concave(place: int, *letters: Any) -> Callable[[], Iterator[Any]]:
    """A function that is not convex; a single path for the outcome."""

    def outside() -> Iterator[Any]:
        dip = Function(
            lambda x: -sum((p * p for p in x), Fraction(0)) / 2,
            lambda x: tuple(-p for p in x),
            Fraction(1),
            lambda radius: (radius,),
        )
        values = {
            F: dip,
            beta: Fraction(1),
            eta: Fraction(1),
            R: Fraction(9),
            T: Fraction(3),
            G: Noises(Fraction(1), 3),
        }
        paths = tuple((Fraction(1, 8), {omega: Fraction(path)}) for path in range(8))
        yield 0, letters, {**values, OUTCOMES: paths}
        yield from _one_path(place, *letters)()

    return outside


def stepped(f: Any, g: Any, step: Any, radius: Any, number: Any, path: Any) -> Any:
    """What a step makes of the parameter after `number` steps, written out."""
    here = Iterate(f, g, step, radius, number, path)
    return Projected(Around(radius), here, step, NoisyGradient(f, here, Shock(g, number, path)))


def mean_sum(f: Any, g: Any, step: Any, rounds: Any, radius: Any, path: Any, index: Any, ahead: int) -> Any:
    """The sum over steps of the mean excess where each ends (`ahead` 1) or starts (0)."""
    each = Expectation(Value(f, Iterate(f, g, step, radius, index + ahead, path)))
    return Sum(each - Value(f, Minimiser(f, radius)), index, 0, rounds - 1)


def _average(excess: Any, ahead: int) -> Callable[..., Statement]:
    return lambda f, curved, g, step, rounds, radius, path: Statement(
        at_most(excess(f, g, step, rounds, radius), mean_sum(f, g, step, rounds, radius, path, t, ahead) / rounds),
        (SmoothConvex(f, curved), Outcome(path, g)),
    )


NEXT_VALUE = Schema(
    "the value after a step",
    "definition",
    "definition",
    lambda f, g, step, radius, number, path: Statement(
        equal(
            Value(f, Iterate(f, g, step, radius, number + 1, path)), Value(f, stepped(f, g, step, radius, number, path))
        )
    ),
    (F, G, eta, R, t, omega),
    _all_runs(F, G, eta, R, t, omega),
)
NEXT_DISTANCE = Schema(
    "the distance after a step",
    "definition",
    "definition",
    lambda f, g, step, radius, number, path, point: Statement(
        equal(
            Norm(Less(stepped(f, g, step, radius, number, path), point)),
            Norm(Less(Iterate(f, g, step, radius, number + 1, path), point)),
        )
    ),
    (F, G, eta, R, t, omega, u),
    _all_runs(F, G, eta, R, t, omega, u),
)
FROM_CENTRE = Schema(
    "the distance from the centre",
    "definition",
    "definition: the minimiser is in the ball",
    lambda f, curved, g, step, radius, path: Statement(
        at_most(Norm(Less(Iterate(f, g, step, radius, 0, path), Minimiser(f, radius))), radius),
        (SmoothConvex(f, curved),),
    ),
    (F, beta, G, eta, R, omega),
    _all_runs(F, beta, G, eta, R, omega),
)
MINIMISER_INSIDE = Schema(
    "a minimiser on a ball",
    "theorem",
    "Weierstrass: Rudin 1976, Theorem 4.16: a continuous function attains its least on a compact set",
    lambda f, curved, radius: Statement(Within(Minimiser(f, radius), Around(radius)), (SmoothConvex(f, curved),)),
    (F, beta, R),
    _all_runs(F, beta, R),
)
CENTRED_NOISE = Schema(
    "noise that is independent of the parameter",
    "lemma",
    "Williams 1991, Section 9.7 (k): the parameter depends on earlier noises, and the noise has mean 0",
    lambda f, g, step, radius, number, path, point, spread, c, y: Statement(
        equal(
            Expectation(y - c * Inner(Shock(g, number, path), Less(Iterate(f, g, step, radius, number, path), point))),
            Expectation(y),
        ),
        (NoisyOracle(g, f, spread), Outcome(path, g)),
    ),
    (F, G, eta, R, t, omega, u, nu, scale, rest),
    _all_runs(F, G, eta, R, t, omega, u, nu, scale, rest),
    outside=_biased(F, G, eta, R, t, omega, u, nu, scale, rest),
)
NOISE_SQUARE = Schema(
    "mean square of a noise",
    "definition",
    "definition",
    lambda f, g, number, path, spread: Statement(
        at_most(Expectation(Norm(Shock(g, number, path)) ** 2), spread**2),
        (NoisyOracle(g, f, spread), Outcome(path, g)),
    ),
    (F, G, t, omega, nu),
    _all_runs(F, G, t, omega, nu),
    outside=_one_path(1, F, G, t, omega, nu),
)
AVERAGE_AFTER = Schema(
    "the average of the iterates",
    "lemma",
    "Jensen: Cover and Thomas 2006, Theorem 2.6.2, on each path",
    _average(AverageExcess, 1),
    (F, beta, G, eta, T, R, omega),
    _all_runs(F, beta, G, eta, T, R, omega),
    outside=_concave(1, F, beta, G, eta, T, R, omega),
)
AVERAGE_BEFORE = Schema(
    "the average of the start and the iterates",
    "lemma",
    "Jensen: Cover and Thomas 2006, Theorem 2.6.2, on each path",
    _average(AskedExcess, 0),
    (F, beta, G, eta, T, R, omega),
    _all_runs(F, beta, G, eta, T, R, omega),
    outside=_concave(1, F, beta, G, eta, T, R, omega),
)
HAS_OUTCOME = Schema(
    "what noises depend on",
    "theorem",
    "Kallenberg 2002, Lemma 3.22: random elements are functions of one uniform variable",
    lambda path, g: Statement(Outcome(path, g)),
    (omega, G),
    _all_runs(omega, G),
    finds=(omega,),
)
NOISY_SQUARE = Schema(
    "mean square of a noisy gradient",
    "lemma",
    "Williams 1991, Section 9.7 (k): the gradient depends on earlier noises, and the noise has mean 0",
    lambda f, g, step, radius, number, path, spread, most: Statement(
        at_most(
            Expectation(Norm(NoisyGradient(f, Iterate(f, g, step, radius, number, path), Shock(g, number, path))) ** 2),
            most**2 + spread**2,
        ),
        (NoisyOracle(g, f, spread), LipschitzOnBall(f, most, radius), Outcome(path, g)),
    ),
    (F, G, eta, R, t, omega, nu, L),
    _all_runs(F, G, eta, R, t, omega, nu, L),
    outside=_one_path(2, F, G, eta, R, t, omega, nu, L),
)

FACTS = (
    HAS_OUTCOME,
    NOISY_SQUARE,
    NEXT_VALUE,
    NEXT_DISTANCE,
    FROM_CENTRE,
    MINIMISER_INSIDE,
    CENTRED_NOISE,
    NOISE_SQUARE,
    AVERAGE_AFTER,
    AVERAGE_BEFORE,
)
