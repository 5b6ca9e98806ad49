"""Runs of Lan's accelerated gradient method with noise: what one round is, and the last average."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from verify.kernel.calculus.conditions import at_most, equal, property_of
from verify.kernel.calculus.facts.convexity import (
    FLAT,
    FUNCTIONS,
    Box,
    Function,
    Inner,
    Mix,
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
from verify.kernel.calculus.reasons import Case, Schema
from verify.kernel.calculus.statement import Statement
from verify.kernel.calculus.terms import constructor, quantity, real
from verify.kernel.calculus.values import OUTCOMES
from verify.papers.bassily.lemmas.descents import (
    F,
    G,
    Noises,
    NoisyOracle,
    Outcome,
    Shock,
    T,
    beta,
    eta,
    nu,
    omega,
    rest,
    scale,
    t,
    u,
    unlike_paths,
)

_HALF_SIDE = Fraction(1)
"""Of the set of a stress case."""


def _walked(f: Function, g: Noises, step: Fraction, t: Fraction, path: Fraction) -> tuple[Vector, Vector]:
    here: Vector = (Fraction(0),)
    average = here
    for k in range(int(t)):
        a = Fraction(2, k + 2)
        middle = tuple(a * p + (1 - a) * q for p, q in zip(here, average, strict=True))
        force = moved(f.gradient(middle), Fraction(1), g(Fraction(k), path))
        here = Box(_HALF_SIDE).nearest(moved(here, -step * (k + 1) / 2, force))
        average = tuple(a * p + (1 - a) * q for p, q in zip(here, average, strict=True))
    return here, average


def _last_excess(f: Function, g: Noises, step: Fraction, rounds: Fraction) -> Fraction:
    total = sum((f.at(_walked(f, g, step, rounds, Fraction(path))[1]) for path in g.paths), Fraction(0))
    return total / len(g.paths) - f.at(f.minimiser(_HALF_SIDE))


Region = constructor("Region", r"\Theta", lambda: Box(_HALF_SIDE), sort="set")
"""The closed convex set of the parameters: Region()."""
Target = constructor("Target", r"\theta^*_{{{0}}}", lambda f: f.minimiser(_HALF_SIDE), sort="vector")
"""Of the minimisers of a function on that set the one that is nearest to the first iterate: Target(F)."""
Ahead = constructor("Ahead", r"\theta_{{{3}}}[{0}, {1}, {2}]", lambda *run: _walked(*run)[0], sort="vector")
"""The far point of the accelerated method after t rounds: Ahead(F, G, eta, t, omega)."""
Averaged = constructor(
    "Averaged", r"\theta^{{ag}}_{{{3}}}[{0}, {1}, {2}]", lambda *run: _walked(*run)[1], sort="vector"
)
"""Its average: Averaged(F, G, eta, t, omega)."""
StartsNear = property_of(
    "StartsNear",
    r"\|\theta_0 - \mathrm{{argmin}}\,{0}\| \le {1}",
    lambda f, far: f.at(Box(far).nearest(f.minimiser(_HALF_SIDE))) == f.at(f.minimiser(_HALF_SIDE)),
)
"""The first iterate is within so much of a minimiser: StartsNear(F, D)."""
AcceleratedExcess = quantity(
    "AcceleratedExcess",
    r"\mathbb{{E}}\,{0}(\theta_{{{3}}}^{{ag}}[{1},\, \eta = {2}]) - \min {0}",
    "expected excess, over the least on a closed convex set, of the accelerated method's average after T rounds: "
    "a_t = 2/(t+1), theta^md = a_t theta + (1 - a_t) theta^ag, theta_+ the projection onto the set of theta - "
    "(eta t/2) G(theta^md), theta^ag_+ = a_t theta_+ + (1 - a_t) theta^ag: loss, gradient oracle, eta, T",
    0,
    infinite=True,
    value=_last_excess,
)
"""AcceleratedExcess(F, G, eta, T)."""

_D = real("D", above=0)


def _runs(*letters: Any) -> Callable[[], Iterator[Case]]:
    """Up to three rounds on [-1, 1]; all paths."""

    def cases() -> Iterator[Case]:
        for f, size, step in product((*FUNCTIONS, FLAT), (Fraction(0), Fraction(1)), (Fraction(1, 4), Fraction(1))):
            noises = Noises(size, 3)
            outcomes = tuple(
                (Fraction(1, 8), {omega: Fraction(path), rest: Fraction(path + 1)}) for path in noises.paths
            )
            far = max(abs(f.minimiser(_HALF_SIDE)[0]), Fraction(1, 8))
            for number in range(3):
                yield (
                    letters,
                    {
                        F: f,
                        G: noises,
                        beta: f.smoothness,
                        eta: step,
                        nu: size,
                        _D: far,
                        t: Fraction(number),
                        T: Fraction(number + 1),
                        u: (Fraction(1, 2),),
                        scale: Fraction(2),
                        OUTCOMES: outcomes,
                    },
                )

    return cases


def share_of(number: Any) -> Any:
    """2/(t + 2): the share of the far point in round t = 0, 1, ..."""
    return 2 / (number + 2)


def length_of(step: Any, number: Any) -> Any:
    """The length eta (t + 1)/2 of its step."""
    return step * (number + 1) / 2


def stepped(f: Any, g: Any, step: Any, number: Any, path: Any) -> Any:
    """The far point after one more round, written out."""
    here, average = (point(f, g, step, number, path) for point in (Ahead, Averaged))
    force = NoisyGradient(f, Mix(share_of(number), here, average), Shock(g, number, path))
    return Projected(Region(), here, length_of(step, number), force)


NEXT_AVERAGE = Schema(
    "the value at the average after a round",
    "definition",
    "definition",
    lambda f, g, step, number, path: Statement(
        equal(
            Value(f, Averaged(f, g, step, number + 1, path)),
            Value(f, Mix(share_of(number), stepped(f, g, step, number, path), Averaged(f, g, step, number, path))),
        )
    ),
    (F, G, eta, t, omega),
    _runs(F, G, eta, t, omega),
)
NEXT_AHEAD = Schema(
    "the far point's distance after a round",
    "definition",
    "definition",
    lambda f, g, step, number, path, point: Statement(
        equal(
            Norm(Less(stepped(f, g, step, number, path), point)), Norm(Less(Ahead(f, g, step, number + 1, path), point))
        )
    ),
    (F, G, eta, t, omega, u),
    _runs(F, G, eta, t, omega, u),
)
STARTS = Schema(
    "the first distance from a minimiser",
    "definition",
    "definition",
    lambda f, g, step, path, far: Statement(
        at_most(Norm(Less(Ahead(f, g, step, 0, path), Target(f))), far), (StartsNear(f, far),)
    ),
    (F, G, eta, omega, _D),
    _runs(F, G, eta, omega, _D),
)
TARGET_INSIDE = Schema(
    "a minimiser is a parameter",
    "definition",
    "definition",
    lambda f, far: Statement(Within(Target(f), Region()), (StartsNear(f, far),)),
    (F, _D),
    _runs(F, _D),
)
CENTRED_AHEAD = Schema(
    "noise that is independent of the far point",
    "lemma",
    "Williams 1991, Section 9.7 (k): the point depends on earlier noises, and the noise has mean 0",
    lambda f, curved, g, step, number, path, point, spread, c, y: Statement(
        equal(
            Expectation(y - c * Inner(Shock(g, number, path), Less(Ahead(f, g, step, number, path), point))),
            Expectation(y),
        ),
        # Where gradients grow faster than the point, products with the noise need have no mean.
        (NoisyOracle(g, f, spread), Outcome(path, g), SmoothConvex(f, curved)),
    ),
    (F, beta, G, eta, t, omega, u, nu, scale, rest),
    _runs(F, beta, G, eta, t, omega, u, nu, scale, rest),
    outside=lambda: (
        (place, *case)
        for cases in unlike_paths(F, beta, G, eta, t, omega, u, nu, scale, rest)
        for place, case in enumerate(cases)
    ),
)
LAST_AVERAGE = Schema(
    "the excess of the last average",
    "definition",
    "definition",
    lambda f, g, step, rounds, path: Statement(
        equal(
            AcceleratedExcess(f, g, step, rounds),
            Expectation(Value(f, Averaged(f, g, step, rounds, path))) - Value(f, Target(f)),
        ),
        (Within(Target(f), Region()), Outcome(path, g)),
    ),
    (F, G, eta, T, omega),
    _runs(F, G, eta, T, omega),
    outside=lambda: ((1, *alone) for _, alone in unlike_paths(F, G, eta, T, omega)),
)

FACTS = (NEXT_AVERAGE, NEXT_AHEAD, STARTS, TARGET_INSIDE, CENTRED_AHEAD, LAST_AVERAGE)
