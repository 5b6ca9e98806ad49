"""Ours: the explicit bound that ships with Algorithm 13, for every C and for the width of Appendix A.2."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
from flint import arb
from sympy import cosh, exp

from upperbounds.estimator import UpperBound
from upperbounds.protocols.coordinates import CoordinatePlan
from upperbounds.protocols.two_stage import TwoStage
from upperbounds.transforms.hadamard import RandomRotation
from upperbounds.vectors import kent
from verify.kernel.calculus import Chain, at_most, because, cite, constructor, integer, let, line, quantity, real, words
from verify.kernel.statements import AllOf, Case
from verify.kernel.statements.claim import Claim, Kind
from verify.kernel.statements.outcome import Settings, as_arb
from verify.papers.at_points import Point, at_points
from verify.papers.kent.instances.package_values import agrees, covers
from verify.papers.kent.instances.votes import tally
from verify.papers.kent.nouns_sections import BINS, COUNTED, HALF_FOLD, WIDTH, Fails, WorstError
from verify.papers.kent.setting import ALPHA, DRAWS

_NEAR_VOTES = (
    "that a far bin wins, with h voters at privacy alpha whose means are all within half a bin of the mean, and N bins"
)
OneHotLost = quantity(
    "OneHotLost", r"P_{{{0}, {1}, {2}}}(\text{{a far bin wins}})", f"probability {_NEAR_VOTES}: one-hot votes", 0, 1
)
"""OneHotLost(h, alpha, N)."""
ThreeLost = quantity(
    "ThreeLost",
    r"P'_{{{0}, {1}, {2}}}(\text{{a far bin wins}})",
    f"probability {_NEAR_VOTES}: votes for three bins",
    0,
    1,
)
"""ThreeLost(h, alpha, N)."""
_TALLIES = (
    "h = 1, 4, 15 in every split between two bins; alpha = 1/2, 2, 8; N = 3, 10, all but two of them far; ties lost"
)


def _ties(hot: int) -> Callable[[], Iterator[Point]]:
    """The probability that some far bin has at least the votes of the best of the two, or of the one that all vote for."""

    def points() -> Iterator[Point]:
        for voters, budget, bins in product((1, 4, 15), (Fraction(1, 2), Fraction(2), Fraction(8)), (3, 10)):
            level = as_arb(budget / (2 * hot)).exp()
            keep = level / (1 + level)
            far = tally(0, voters, keep)
            below = [sum(far[:k], arb(0)) for k in range(voters + 1)]
            lost = arb(0)
            for first in range(voters + 1) if hot == 1 else [voters]:
                one, other = tally(first, voters - first, keep), tally(voters - first, first, keep)
                best = (
                    one
                    if hot > 1
                    else [
                        one[k] * sum(other[: k + 1], arb(0)) + other[k] * sum(one[:k], arb(0))
                        for k in range(voters + 1)
                    ]
                )
                won = sum((mass * below[k] ** (bins - 2) for k, mass in enumerate(best)), arb(0))
                lost = lost.max(1 - won)
            yield {HALF_FOLD: Fraction(voters), ALPHA: budget, BINS: Fraction(bins)}, lost

    return points


_KEEP = let(r"\omega_{\alpha/2}", exp(ALPHA / 2) / (1 + exp(ALPHA / 2)))
_ONE_HOT, _THREE = OneHotLost(HALF_FOLD, ALPHA, BINS), ThreeLost(HALF_FOLD, ALPHA, BINS)
_LOST_ONE, _LOST_THREE = BINS * exp(-HALF_FOLD * (2 * _KEEP - 1) ** 2 / 4), BINS * cosh(ALPHA / 12) ** (-2 * HALF_FOLD)
VOTES = Claim(
    "kent/own/l2-votes",
    "ours, for the bound of Algorithm 13",
    Kind.INEQUALITY,
    "no far bin wins where all voters are within half a bin of the mean",
    corrected=AllOf(
        "",
        {
            "one-hot": at_points(
                line(_ONE_HOT)
                .le(
                    BINS * exp(-2 * (HALF_FOLD * (2 * _KEEP - 1) / 2) ** 2 / (2 * HALF_FOLD)),
                    because(
                        "One of two bins has at least h/2 votes and a far one none: Hoeffding's inequality for 2h bits, whose means "
                        "differ by (2 omega - 1) h/2 in all, and a union over the bins."
                    ),
                )
                .eq(_LOST_ONE),
                "exact tallies",
                _TALLIES,
                _ties(hot=1),
            ),
            "three bins": at_points(
                line(_THREE).le(
                    _LOST_THREE,
                    because(
                        "The bin of the mean has all votes and a far one none; a union over the bins.",
                        "kent/own/ball-votes",
                    ),
                ),
                "exact tallies of three bins",
                _TALLIES,
                _ties(hot=3),
            ),
        },
    ),
)

_SHAPES = "(n, T, alpha) = (20000, 10^4, 2), (4000, 10^5, 4), (10^6, 10^6, 1)"
_DATA = ((20000, 10**4, 2.0), (4000, 10**5, 4.0), (10**6, 10**6, 1.0))
_Maker = Callable[[int, int, int, float], tuple[CoordinatePlan, UpperBound]]
"""The plan and its bound from n, T, d, alpha."""


def by_width(constant: float) -> _Maker:
    """Algorithm 13 as corrected at C = constant."""

    def make(n: int, m: int, d: int, alpha: float) -> tuple[CoordinatePlan, UpperBound]:
        plan = kent.algorithm13(n, m, alpha, 1.0, RandomRotation(d, np.ones(d)), constant)
        return plan, kent.l2_bound(n, m, d, alpha, 1.0, constant)

    return make


def _tuned(n: int, m: int, d: int, alpha: float) -> tuple[CoordinatePlan, UpperBound]:
    """At the tuned width."""
    plan = kent.tuned_rotated(n, m, alpha, 1.0, RandomRotation(d, np.ones(d)))
    return plan, kent.tuned_l2_bound(n, m, d, alpha, 1.0)


def _displayed(each: TwoStage, size: int, halved: int = 1) -> arb:
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
    """The program's bound next to the display, in all regimes of alpha."""
    for name, make in (("C = 8", by_width(8.0)), ("C = 32", by_width(32.0)), ("tuned", _tuned)):
        for d in (1, 4, 64):
            for n, samples, alpha in ((1280, 50, 0.5), (4 * 10**6, 10**6, 2.5), (2 * 10**5, 10**5, 70.0)):
                plan, bound = make(n, samples, d, alpha)
                parameters = {"plan": name, "d": d, "n": n, "T": samples, "alpha": alpha}
                yield agrees(parameters, bound.value, _displayed(plan.each, d))


def exact(halved: int = 1) -> Iterator[Case]:
    """The exact risk on +-1 data, d = 1, where the rotation is a sign, next to the bound."""
    for n, samples, alpha in _DATA:
        plan, _ = by_width(8.0)(n, samples, 1, alpha)
        for mean in (Fraction(0), Fraction(-1, 3)):
            parameters = {"n": n, "T": samples, "alpha": alpha, "theta": f"+-{abs(mean)}"}
            yield covers(parameters, plan.each, mean, _displayed(plan.each, 1, halved))


def _exact(_: Settings) -> Iterator[Case]:
    yield from exact()


_POWER, _LENGTH = integer("p", least=0), real("s", least=1)
_SIZE = 2**_POWER
RotatedOneHot = constructor("RotatedOneHot", r"\text{{Algorithm 13, one-hot}}_{{{0}, {1}, {2}, {3}, {4}}}")
"""With h voters and h refining users for each of d co-ordinates, at a budget alpha for it: (h, T, d, alpha, Delta)."""
RotatedThree = constructor("RotatedThree", r"\text{{Algorithm 13, three bins}}_{{{0}, {1}, {2}, {3}, {4}}}")
"""With votes for three bins, in the same letters."""
_TAIL = exp(-((_LENGTH - 1) ** 2) / 2) + 2 * exp(-_SIZE * DRAWS * WIDTH**2 / (2 * _LENGTH**2))
"""tau."""


def _ball_bound(run: Any, reach: int, wide: int, lost: Any, beaten: Any, part: str) -> Chain:
    """The bound where a failure costs 2 + reach Delta at most, and the noise has the scale wide Delta/alpha."""
    rest = 1 / (DRAWS * HALF_FOLD) + 2 * _SIZE * (wide * WIDTH / ALPHA) ** 2 / HALF_FOLD
    start = _SIZE * (4 * _TAIL + (2 + reach * WIDTH) ** 2 * Fails(run)) + rest
    return (
        line(WorstError(run), given=COUNTED)
        .le(
            start,
            words(
                "The squared bias of a co-ordinate is at most 4 tau on success, and off it that of an error within 2 and a widened "
                "bin; clipping does not add variance, and the noise has 2 (scale)^2/h in each co-ordinate.",
                at_most(WorstError(run), start),
                leans=("kent/own/rotated-tail", "kent/own/ball-bound"),
            ),
        )
        .le(
            _SIZE * (4 * _TAIL + (2 + reach * WIDTH) ** 2 * (HALF_FOLD * _TAIL + lost)) + rest,
            words(
                "A voter is more than Delta off, a union over h of them, or a far bin wins.",
                at_most(Fails(run), HALF_FOLD * _TAIL + lost),
                given=COUNTED,
            ),
        )
        .le(_SIZE * (4 * _TAIL + (2 + reach * WIDTH) ** 2 * (HALF_FOLD * _TAIL + beaten)) + rest, cite(VOTES, part))
    )


OWN_L2_BOUND = Claim(
    "kent/own/l2-bound",
    "ours, for Algorithm 13 at any width",
    Kind.UPPER_RATE,
    "the bound in the ball that ships with the estimators",
    corrected=AllOf(
        "",
        {
            "one-hot": _ball_bound(
                RotatedOneHot(HALF_FOLD, DRAWS, _SIZE, ALPHA, WIDTH), 4, 6, _ONE_HOT, _LOST_ONE, "one-hot"
            ),
            "three bins": _ball_bound(
                RotatedThree(HALF_FOLD, DRAWS, _SIZE, ALPHA, WIDTH),
                7,
                12,
                _THREE,
                _LOST_THREE,
                "three bins",
            )
            .crosschecked(
                "what the program gives",
                r"|\text{shipped}-\text{display}|\le10^{-9}\,\text{display}",
                "C = 8, 32 and the tuned width; d = 1, 4, 64; (n, T, alpha) = (1280, 50, 1/2), (4 10^6, 10^6, 5/2), (2 10^5, 10^5, 70)",
                _shipped,
            )
            .crosschecked(
                "exact risks",
                r"E|\hat\theta-\theta|^2\le\text{display}",
                f"d = 1, +-1 data of means 0 and 1/3, C = 8; {_SHAPES}",
                _exact,
                granted=r"10^{-6}\text{ of each risk, and its computed error}",
            ),
        },
    ),
    note="d = 2^p, else the padded one; for every s, so for the least right side. With h tau for a union over the voters it loses where alpha is small; "
    "kent/own/ball-rate takes 4 tau there, by Markov over the rotation.",
)

CLAIMS = (
    VOTES,
    OWN_L2_BOUND,
)
