"""Ours: the bound of Algorithms 2 and 10 at any width of the bins, as it ships for the width of Appendix A.2."""

from collections.abc import Iterator
from fractions import Fraction
from math import log as natural
from math import sqrt
from typing import Any

from flint import arb
from sympy import Max, cosh, exp, tanh

from upperbounds.mean import kent
from upperbounds.protocols.two_stage import TwoStage
from upperbounds.vectors import kent as vectors
from verify.kernel.calculus import Chain, at_most, line, words
from verify.kernel.statements import AllOf, Case
from verify.kernel.statements.claim import Claim, Kind
from verify.kernel.statements.outcome import Settings, as_arb
from verify.papers.kent.instances.package_values import agrees, covers
from verify.papers.kent.nouns_sections import (
    BINS,
    COUNTED,
    HALF_FOLD,
    WIDTH,
    Algorithm2,
    Algorithm10,
    Fails,
    WorstError,
)
from verify.papers.kent.setting import ALPHA, DRAWS


def _displayed(each: TwoStage, halved: int = 1) -> arb:
    """The bound of the claim in balls, from a plan's constants; D = 1."""
    width, scale = as_arb(Fraction(float(each.bins.width))), as_arb(Fraction(float(each.scale)))
    budget = as_arb(Fraction(float(each.epsilon)))
    tail = arb(1).min(2 * (-each.m * (width / 2) ** 2 / 2).exp())
    assert isinstance(each.bins.count, int)
    if each.vote.hot == 1:
        gap = arb(0).max((budget / 4).tanh() * ((1 - tail) / 2 - tail))
        failure = each.bins.count * (-each.half * gap**2 / 2).exp()
    else:
        failure = each.bins.count * (budget / 12).cosh() ** (-2 * each.half) + each.half * tail
    failure = arb(0) if each.bins.count <= each.vote.hot else arb(1).min(failure)
    return 4 * tail**2 + 4 * failure + arb(1) / (each.m * each.half) + 2 * scale**2 / (each.half * halved)


def _shipped(_: Settings) -> Iterator[Case]:
    """The program's bound next to the display: one co-ordinate, and d of them."""
    for n, samples, alpha in ((200, 50, 0.5), (10**5, 10**6, 1.0), (10**4, 100, 1.5), (10**6, 10**8, 8.0)):
        parameters = {"n": n, "T": samples, "alpha": alpha}
        one, d = kent.tuned_general(n, samples, alpha, 1.0), 4
        yield agrees(parameters | {"d": 1}, kent.tuned_bound(n, samples, alpha, 1.0).value, _displayed(one))
        each = vectors.tuned(n, samples, d, alpha, 1.0).each
        yield agrees(parameters | {"d": d}, vectors.tuned_bound(n, samples, d, alpha, 1.0).value, d * _displayed(each))


def exact(halved: int = 1) -> Iterator[Case]:
    """The exact risk on +-1 data next to the display, at widths for which it is nontrivial.

    They differ by theta^2/(T h), nearly: the bound takes 1 for the variance 1 - theta^2 of a sample, and is all variance else.
    """
    for n, samples, alpha, factor in ((20000, 1000, 1.0, 3.0), (40000, 400, 0.75, 4.0), (4000, 1000, 4.0, 5.0)):
        delta = sqrt(factor * natural(n * samples) / samples)
        build = kent.algorithm2 if alpha <= 1 else kent.algorithm10
        each = build(n, samples, alpha, delta, 1.0, kent.bin_count(delta, 1.0))
        for mean in (Fraction(-1, 3), Fraction(2, 3)):
            parameters = {"n": n, "T": samples, "alpha": alpha, "Delta": round(delta, 4), "theta": str(mean)}
            yield covers(parameters, each, mean, _displayed(each, halved))


def _exact(_: Settings) -> Iterator[Case]:
    yield from exact()


_FAR = 2 * exp(-DRAWS * WIDTH**2 / 2)
"""q, at least the probability that a user's mean is Delta off."""


def _width_bound(run: Any, wide: int, beaten: Any, why: str, leans: tuple[str, ...]) -> Chain:
    """The bound where the noise has the scale wide Delta/alpha, and the first stage fails as often as `beaten`."""
    rest = 1 / (DRAWS * HALF_FOLD) + 2 * (wide * WIDTH / ALPHA) ** 2 / HALF_FOLD
    return (
        line(WorstError(run), given=COUNTED)
        .le(
            (2 * _FAR) ** 2 + 4 * Fails(run) + rest,
            words(
                "The bias of a message is at most 2q on success, where only means Delta off are clipped, and its square at most 4 "
                "off it; clipped means of h users have at most the variance 1/(Th), and the noise has 2 (scale)^2/h.",
                at_most(WorstError(run), (2 * _FAR) ** 2 + 4 * Fails(run) + rest),
                leans=("kent/eq107/buffer", "kent/eq111/buffer", "kent/own/ball-bound"),
            ),
        )
        .le(4 * _FAR**2 + 4 * beaten + rest, words(why, at_most(Fails(run), beaten), given=COUNTED, leans=leans))
    )


_GAP = tanh(ALPHA / 4) * Max(0, (1 - 3 * _FAR) / 2)
"""g, where 2 omega - 1 = tanh(alpha/4)."""
OWN_WIDTH_BOUND = Claim(
    "kent/own/width-bound",
    "ours, for Algorithms 2 and 10 at any Delta",
    Kind.UPPER_RATE,
    "the bound at a free width that ships with the tuned estimators",
    corrected=AllOf(
        "",
        {
            "one-hot votes": _width_bound(
                Algorithm2(2 * HALF_FOLD, DRAWS, ALPHA, WIDTH),
                6,
                BINS * exp(-HALF_FOLD * _GAP**2 / 2),
                "The heavier of two bins about the mean has at least (1 - q)/2 of the votes and a far one at most q; Hoeffding's "
                "bound (106) for h voters, and a union over the bins.",
                ("kent/eq104/b", "kent/eq106/a"),
            ),
            "votes for three bins": _width_bound(
                Algorithm10(2 * HALF_FOLD, DRAWS, ALPHA, WIDTH),
                12,
                BINS * cosh(ALPHA / 12) ** (-2 * HALF_FOLD) + HALF_FOLD * _FAR,
                "Where all h voters' means are within Delta of the mean, all vote for its bin and none for a far one, of which "
                "each then wins with probability at most cosh(alpha/12)^(-2h); a union over the bins and over the voters.",
                ("kent/eq104/b", "kent/eq111/buffer"),
            )
            .crosschecked(
                "what the program gives at the tuned width",
                r"|\text{shipped}-\text{display}|\le10^{-9}\,\text{display}",
                "(n, T, alpha) = (200, 50, 1/2), (10^5, 10^6, 1), (10^4, 100, 3/2), (10^6, 10^8, 8); d = 1, 4",
                _shipped,
            )
            .crosschecked(
                "exact risks at wider bins",
                r"E|\hat\theta-\theta|^2\le\text{display}",
                "+-1 data of means -1/3, 2/3; (n, T, alpha, T Delta^2/log(nT)) = (20000, 1000, 1, 3), (40000, 400, 3/4, 4), (4000, 1000, 4, 5)",
                _exact,
                granted=r"10^{-6}\text{ of each risk, and its computed error}",
            ),
        },
    ),
    note="It is trivial at the sample sizes for which the width of Appendix A.2 is tuned: q is (nT alpha^2)^(-1/8), twice, there. In d dimensions d times it, "
    "at a co-ordinate's users and budget.",
)

CLAIMS = (OWN_WIDTH_BOUND,)
