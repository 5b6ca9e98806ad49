"""Ours: the explicit bound that ships with Algorithm 13, for every C and for the width of Appendix A.2."""

from collections.abc import Callable, Iterator
from fractions import Fraction

import numpy as np
import sympy
from flint import arb
from sympy import Integer, Rational, exp, oo

from upperbounds.estimator import UpperBound
from upperbounds.protocols.coordinates import CoordinatePlan
from upperbounds.protocols.two_stage import TwoStage
from upperbounds.transforms.hadamard import RandomRotation
from upperbounds.vectors import kent
from verify.calculus.textbook import HOEFFDING_LEMMA
from verify.papers.kent.instances.package_values import agrees, covers
from verify.papers.kent.s3_3_ball_rotation import hoeffding_exponent
from verify.prover import Variable
from verify.statements import AllOf, Case, Derived, FiniteCheck, Identity, at_most
from verify.statements.claim import Claim, Kind
from verify.statements.outcome import Settings, as_arb

_H, _W, _A, _U, _R = sympy.symbols("h w a u r", positive=True)
_Q, _P, _F = sympy.symbols("q p f", nonnegative=True)
_UNITS = tuple(Variable(v, Integer(0), Integer(1)) for v in (_Q, _P))
_REACH = Variable(_R, Integer(4), oo)
_SHAPES = "(n, T, alpha) = (20000, 10^4, 2), (4000, 10^5, 4), (10^6, 10^6, 1)"
_DATA = ((20000, 10**4, 2.0), (4000, 10**5, 4.0), (10**6, 10**6, 1.0))
Maker = Callable[[int, int, int, float], tuple[CoordinatePlan, UpperBound]]
"""The plan and its bound from n, T, d, alpha."""


def by_width(constant: float) -> Maker:
    """Algorithm 13 as corrected at C = constant."""

    def make(n: int, m: int, d: int, alpha: float) -> tuple[CoordinatePlan, UpperBound]:
        plan = kent.algorithm13(n, m, alpha, 1.0, RandomRotation(d, np.ones(d)), constant)
        return plan, kent.l2_bound(n, m, d, alpha, 1.0, constant)

    return make


def tuned(n: int, m: int, d: int, alpha: float) -> tuple[CoordinatePlan, UpperBound]:
    """At the tuned width."""
    plan = kent.tuned_rotated(n, m, alpha, 1.0, RandomRotation(d, np.ones(d)))
    return plan, kent.tuned_l2_bound(n, m, d, alpha, 1.0)


def displayed(each: TwoStage, size: int, halved: int = 1) -> arb:
    """The bound of the claim in balls, from the constants of a co-ordinate's plan; D = 1."""
    width, scale = as_arb(Fraction(float(each.bins.width))), as_arb(Fraction(float(each.scale)))
    scaled = size * (width / 2) ** 2 * each.m / 2
    levels = (as_arb(Fraction(k, 8)) for k in range(400))
    tail = arb(1)
    for s in levels:
        tail = tail.min((-(s**2) / 2).exp() + 2 * (-scaled / (1 + s) ** 2).exp())
    budget = as_arb(Fraction(float(each.epsilon)))
    if each.bins.count <= each.vote.hot:
        beaten = arb(0)
    elif each.vote.hot == 1:
        beaten = each.bins.count * (-each.half * (budget / 4).tanh() ** 2 / 4).exp()
    else:
        beaten = each.bins.count * (budget / 12).cosh() ** (-2 * each.half)
    failure = arb(1).min(each.half * tail + arb(1).min(beaten))
    reach = 2 + width + as_arb(Fraction(float(each.inflation)))
    squares = size * (4 * tail + reach**2 * failure)
    return squares + arb(1) / (each.m * each.half) + size * 2 * scale**2 / (each.half * halved)


def _shipped(_: Settings) -> Iterator[Case]:
    """The program's bound beside the display, in all regimes of alpha."""
    for name, make in (("C = 8", by_width(8.0)), ("C = 32", by_width(32.0)), ("tuned", tuned)):
        for d in (1, 4, 64):
            for n, samples, alpha in ((1280, 50, 0.5), (4 * 10**6, 10**6, 2.5), (2 * 10**5, 10**5, 70.0)):
                plan, bound = make(n, samples, d, alpha)
                parameters = {"plan": name, "d": d, "n": n, "T": samples, "alpha": alpha}
                yield agrees(parameters, bound.value, displayed(plan.each, d))


def exact(halved: int = 1) -> Iterator[Case]:
    """The exact risk on +-1 data, d = 1, where the rotation is a sign, beside the bound."""
    for n, samples, alpha in _DATA:
        plan, _ = by_width(8.0)(n, samples, 1, alpha)
        for mean in (Fraction(0), Fraction(-1, 3)):
            parameters = {"n": n, "T": samples, "alpha": alpha, "theta": f"+-{abs(mean)}"}
            yield covers(parameters, plan.each, mean, displayed(plan.each, 1, halved))


def _exact(_: Settings) -> Iterator[Case]:
    yield from exact()


CLAIMS = (
    Claim(
        "kent/own/l2-votes",
        "ours, for the bound of Algorithm 13",
        Kind.INEQUALITY,
        "no far bin wins where all voters are within half a bin of the mean",
        None,
        Derived(
            r"P(\text{a far bin wins})\le N(\Delta)e^{-h(2\omega-1)^2/4}\ (\text{one-hot, }\omega=\omega_{\alpha/2}),\quad "
            r"N(\Delta)\cosh(\tfrac a{12})^{-2h}\ (\text{three bins})",
            ("kent/own/ball-votes",),
            AllOf(
                r"\text{one-hot: one of two bins has }\tfrac h2\text{ votes or more, a far one none}",
                (
                    (
                        "Hoeffding for 2h bits, whose means differ by (2w-1)h/2 in all",
                        Identity(hoeffding_exponent((2 * _W - 1) * _H / 2, 2 * _H), -_H * (2 * _W - 1) ** 2 / 4),
                    ),
                    ("the heavier of two bins", at_most(Rational(1, 2), sympy.Max(_Q, 1 - _Q), _UNITS[0])),
                    (
                        "2w - 1 = tanh(a/4), w = e^(a/2)/(1 + e^(a/2))",
                        Identity(2 * exp(_A / 2) / (1 + exp(_A / 2)) - 1, sympy.tanh(_A / 4).rewrite(exp)),
                    ),
                ),
            ),
            (HOEFFDING_LEMMA,),
        ),
        note="For three bins it is the second part of kent/own/ball-votes.",
    ),
    Claim(
        "kent/own/l2-bound",
        "ours, for Algorithm 13 at any width",
        Kind.UPPER_RATE,
        "the bound in the ball that ships with the estimators",
        None,
        Derived(
            r"E\|\hat\theta-\theta\|_2^2\le d\{4\tau+(2+w+\iota)^2(h\tau+\beta)\}+\frac1{T^*h}+\frac{2d\,(\text{scale})^2}h,\ "
            r"\tau=\min_s\{e^{-(s-1)^2/2}+2e^{-dT^*(w/2)^2/(2s^2)}\}",
            ("kent/own/rotated-tail", "kent/own/l2-votes", "kent/own/ball-bound"),
            AllOf(
                r"\text{bins of width }w\text{, interval widened by }\iota,\ \beta\text{ of kent/own/l2-votes}",
                (
                    ("a voter beyond w/2, or a far bin wins", at_most(1 - (1 - _Q) * (1 - _P), _Q + _P, *_UNITS)),
                    (
                        "on failure the error is within 2, and a last bin that reaches beyond",
                        at_most(
                            Integer(2), 2 + _U + _F, Variable(_U, Integer(0), oo, True), Variable(_F, Integer(0), oo)
                        ),
                    ),
                    (
                        "bias on success and off it, r = (2 + w + iota)^2",
                        at_most(_R * _P + (2 * _Q) ** 2 * (1 - _P), _R * _P + 4 * _Q, *_UNITS, _REACH),
                    ),
                ),
            ),
            crosschecks=(
                (
                    "what the program gives",
                    FiniteCheck(
                        r"|\text{shipped}-\text{display}|\le10^{-9}\,\text{display}",
                        "C = 8, 32 and the tuned width; d = 1, 4, 64; (n, T, alpha) = (1280, 50, 1/2), (4 10^6, 10^6, 5/2), (2 10^5, 10^5, 70)",
                        _shipped,
                    ),
                ),
                (
                    "exact risks",
                    FiniteCheck(
                        r"E|\hat\theta-\theta|^2\le\text{display}",
                        f"d = 1, +-1 data of means 0 and 1/3, C = 8; {_SHAPES}",
                        _exact,
                        granted=r"10^{-6}\text{ of each risk, and its computed error}",
                    ),
                ),
            ),
        ),
        note="For d a power of two, else for the padded one. With h tau for a union over the voters it loses where alpha is small; "
        "kent/own/ball-rate takes 4 tau there, by Markov over the rotation.",
    ),
)
