"""kent Theorem 1 from below, (8), (57)-(60), and a sharper bound: the risk that no number of samples removes."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import comb

import sympy
from flint import arb
from sympy import Integer, Min, exp, log, oo, sqrt, tanh

from lowerbounds.information.divergences import kullback_leibler
from lowerbounds.information.laws import FiniteLaw
from verify.kernel.calculus import (
    CHAIN_OVER_USERS,
    KL,
    PRIVATE_KL,
    TV,
    Interactive,
    Name,
    Power,
    Private,
    Through,
    Transcript,
    at_most,
    cases,
    law,
    line,
    real,
)
from verify.kernel.calculus.facts.packings import (
    FANO_PACKING,
    PACKING_COVERING,
    POINT_MASSES,
    Covering,
    HasParameters,
    LossAt,
    Packing,
    PointMasses,
    WorstLoss,
    closest_laws,
    minimax_loss,
)
from verify.kernel.prover import Variable
from verify.kernel.statements import Case, Definition
from verify.kernel.statements.claim import Claim, Kind, Match
from verify.kernel.statements.outcome import Settings, as_arb
from verify.papers.kent.s2_1_general_rates.eq57_fano import STEP3C, channels
from verify.papers.kent.setting import ALPHA, CHANNEL, CONTRACTION, DRAWS, FIRST, PROTOCOL, SECOND, USERS

DEF2 = Claim(
    "kent/def2",
    "Section 1.1, (3), and Section 2, (4), (5)",
    Kind.DEFINITION,
    "the minimax risk, and the infinite-T problem",
    says=(
        r"\mathcal{R}_{n,T,\alpha}(\theta(\mathcal{P}),\Phi\circ\rho)=\inf_{Q\in\mathcal{Q}_\alpha}\inf_{\hat\theta}\sup_{P\in\mathcal{P}}\mathbb{E}_{P,Q}\{\Phi\circ\rho(\hat\theta,\theta(P))\};\quad\mathcal{P}^\infty=\{\delta_\theta:\theta\in\theta(\mathcal{P})\},\ "
        r"\theta(\mathcal{P})=\{\theta(P):P\in\mathcal{P}\};\quad\mathcal{R}_{n,\infty,\alpha}(\theta(\mathcal{P}),\Phi\circ\rho)=\mathcal{R}_{n,1,\alpha}(\theta(\mathcal{P}^\infty),\Phi\circ\rho)"
    ),
    match=Match.SAME,
    printed=Definition(
        r"\mathcal R_{n,T,\alpha}(\theta(\mathcal P),\Phi\circ\rho)=\inf_{Q\in\mathcal Q_\alpha}\inf_{\hat\theta}\sup_{P\in\mathcal P}E_{P,Q}\{\Phi\circ\rho(\hat\theta,\theta(P))\},\quad\mathcal P^\infty=\{\delta_\theta:\theta\in\theta(\mathcal P)\},\quad\mathcal R_{n,\infty,\alpha}(\theta(\mathcal P),\Phi\circ\rho)=\mathcal R_{n,1,\alpha}(\theta(\mathcal P^\infty),\Phi\circ\rho)"
    ),
    note="Phi is non-decreasing with Phi(0) = 0 and may be 0 elsewhere too; rho is a metric.",
)


def _metric_spaces() -> Iterator[tuple[str, list[list[int]]]]:
    """Finite metric spaces: points on a line, on a circle and in the grid, with integer distances."""
    for points in ((0, 1, 2, 3), (0, 1, 3, 7, 8), (0, 2, 3, 5, 9, 10)):
        yield f"the points {points} of a line", [[abs(a - b) for a in points] for b in points]
    for size in (5, 6, 7):
        yield f"a circle of {size}", [[min((a - b) % size, (b - a) % size) for a in range(size)] for b in range(size)]
    grid = [(a, b) for a in range(3) for b in range(3)]
    yield "the grid 3 x 3", [[abs(a[0] - b[0]) + abs(a[1] - b[1]) for a in grid] for b in grid]


def _covering(distances: list[list[int]], radius: int) -> int:
    """The least number of points within `radius` of which all points are, by trying all sets."""
    points = range(len(distances))
    for size in range(1, len(distances) + 1):
        for centres in combinations(points, size):
            if all(any(distances[c][x] <= radius for c in centres) for x in points):
                return size
    raise AssertionError


def packing(distances: list[list[int]], gap: int) -> int:
    """The largest number of points that are pairwise further apart than `gap`, by trying all sets."""
    points = range(len(distances))
    for size in range(len(distances), 1, -1):
        for chosen in combinations(points, size):
            if all(distances[a][b] > gap for a, b in combinations(chosen, 2)):
                return size
    return 1


def _packings(_: Settings) -> Iterator[Case]:
    for name, distances in _metric_spaces():
        for radius in (1, 2, 3):
            yield Case({"space": name, "radius": radius}, _covering(distances, radius), packing(distances, radius))


CLASS, SPACE, LOSS = Name(r"\mathcal{P}", "class of laws"), Name("Theta", "metric space"), Name("Phi", "loss")
HALF, BALLS = real("Delta", above=0), real("N", above=1)

STEP1 = Claim(
    "kent/thm1/step1",
    "Appendix C, proof of Theorem 1, after (57)",
    Kind.INEQUALITY,
    "packings are at least as large as coverings",
    says=r"M(2\Delta)\ge N(2\Delta)",
    match=Match.SAME,
    printed=line(Packing(SPACE, 2 * HALF))
    .ge(Covering(SPACE, 2 * HALF), PACKING_COVERING(SPACE, 2 * HALF))
    .crosschecked(
        "small metric spaces, all sets of points tried",
        r"N(r)\le M(r)",
        "points of a line, circles and a grid, radii 1, 2, 3",
        _packings,
        "<=",
    ),
    note="A point further than 2 Delta from all points of a largest packing would make a larger one; so the packing is a "
    "cover with its centres in Theta.",
)


def _two_messages(settings: Settings) -> Iterator[tuple[dict[str, str], Fraction, arb]]:
    """The divergence of two messages, the second through the same channel with its letters turned by the first."""
    for t, channel in channels(settings):
        for x, y in ((0, 1), (2, 0)):
            turned = {z: place for place, z in enumerate(channel[0].atoms)}
            laws = [
                FiniteLaw.of(
                    {
                        (first, second): p * q
                        for first, p in channel[v]
                        for second, q in channel[(v + turned[first]) % 3]
                    }
                )
                for v in (x, y)
            ]
            yield {"e^alpha": str(t), "v": str(x), "v'": str(y)}, t, kullback_leibler(laws[0], laws[1])


def _pairs_high(settings: Settings) -> Iterator[Case]:
    for parameters, t, divergence in _two_messages(settings):
        if t < 2:
            yield Case(parameters, divergence, 24 * as_arb(t).log() ** 2)


_TOLD = KL(Transcript(PROTOCOL, FIRST), Transcript(PROTOCOL, SECOND))
_ONE_KL = KL(Through(CHANNEL, FIRST), Through(CHANNEL, SECOND))
_TV = TV(FIRST, SECOND)
_USERS_ADD = CHAIN_OVER_USERS(PROTOCOL, USERS, ALPHA, FIRST, SECOND)
_EXPONENTIAL = line(exp(ALPHA) - 1, given=(at_most(ALPHA, 1),)).le(sqrt(3) * ALPHA)
STEP2 = Claim(
    "kent/thm1/step2",
    "Appendix C, proof of Theorem 1, (58)",
    Kind.INEQUALITY,
    "the divergence of all messages for alpha <= 1",
    says=(
        r"\sup_{Q\in\mathcal{Q}_\alpha}\max_{v,v'\in\mathcal{V}}D_{\mathrm{KL}}(M_v^n\|M_{v'}^n)\le12n\alpha^2\max_{v,v'\in\mathcal{V}}D_{\mathrm{TV}}^2(P_v,P_{v'})\le12n\alpha^2\ "
        r"\text{ for }\alpha\in(0,1]"
    ),
    match=Match.READING,
    differs="the two ends, without the total variation between them",
    printed=line(_TOLD, given=(Interactive(PROTOCOL, USERS, ALPHA), at_most(ALPHA, 1)))
    .le(
        12 * USERS * ALPHA**2 * _TV**2,
        _USERS_ADD,
        line(_ONE_KL, given=(Private(CHANNEL, ALPHA), at_most(ALPHA, 1)))
        .le((exp(ALPHA) - 1) ** 2 * _TV**2, CONTRACTION)
        .le(12 * ALPHA**2 * _TV**2, _EXPONENTIAL),
    )
    .le(12 * USERS * ALPHA**2)
    .crosschecked(
        "extreme channels on three letters, two users",
        r"D_{\mathrm{KL}}(M_v^n\|M_{v'}^n)\le12n\alpha^2",
        "e^alpha = 3/2; extreme channels (quick: every fourth); two pairs of letters; n = 2",
        _pairs_high,
    ),
)


def _pairs(settings: Settings) -> Iterator[Case]:
    for parameters, t, divergence in _two_messages(settings):
        yield Case(parameters, divergence, 2 * as_arb(t).log())


STEP3 = Claim(
    "kent/thm1/step3",
    "Appendix C, proof of Theorem 1, (59), (60)",
    Kind.INEQUALITY,
    "the divergence of all messages for every alpha",
    says=(
        r"D_{\mathrm{KL}}(M_v^n\|M_{v'}^n)=\sum_{i=1}^nD_{\mathrm{KL}}(M_v^{(i)}(\cdot\mid "
        r"Z_{1:i-1})\|M_{v'}^{(i)}(\cdot\mid Z_{1:i-1}));\quad D_{\mathrm{KL}}(M_v^{(i)}(\cdot\mid "
        r"Z_{1:i-1})\|M_{v'}^{(i)}(\cdot\mid "
        r"Z_{1:i-1}))\le\int_{\mathcal{Z}^{i-1}}\Big\{\int_{\mathcal{Z}}\alpha\,m_v^{(i)}(z_i\mid "
        r"z_{1:i-1})\,d\mu(z_i\mid z_{1:i-1})\Big\}dM_v^{i-1}(z_{1:i-1})=\alpha"
    ),
    match=Match.READING,
    differs="what (59) and (60) add up to: at most n alpha",
    printed=line(_TOLD, given=(Interactive(PROTOCOL, USERS, ALPHA),))
    .le(
        USERS * ALPHA,
        _USERS_ADD,
        line(_ONE_KL, given=(Private(CHANNEL, ALPHA),))
        .le(ALPHA * tanh(ALPHA / 2), PRIVATE_KL(CHANNEL, ALPHA, FIRST, SECOND))
        .le(ALPHA),
    )
    .crosschecked(
        "extreme channels on three letters, the second chosen by the first message",
        r"D_{\mathrm{KL}}(M_v^n\|M_{v'}^n)\le n\alpha",
        "e^alpha = 3/2, 5; extreme channels (quick: every fourth); two pairs of letters; n = 2",
        _pairs,
    ),
    note="The text has it for alpha > 1 and says that it holds for all.",
)


def bit_by_bit(bits: int, each: int, t: Fraction, leak: Fraction = Fraction(0)) -> Fraction:
    """The error of naming one of 2^bits letters, each bit by the majority of `each` (odd) randomised responses.

    With probability `leak` a user sends the bit itself, which makes the channel (log t, leak)-LDP.
    """
    keep = leak + (1 - leak) * t / (1 + t)
    right = sum(
        (comb(each, k) * keep**k * (1 - keep) ** (each - k) for k in range(each // 2 + 1, each + 1)), Fraction(0)
    )
    return 1 - right**bits


def bit_plans(leaks: Fraction = Fraction(0)) -> Iterator[tuple[dict[str, object], int, int, Fraction, Fraction]]:
    """Users, letters, e^alpha and error of such plans: few users and many letters, and the other way round.

    `leaks` is how many of the users leak on average.
    """
    for t in (Fraction(6, 5), Fraction(3, 2), Fraction(5, 2), Fraction(20)):
        for bits, each in ((2, 1), (2, 11), (3, 1), (8, 1), (10, 1), (2, 51), (4, 51), (4, 501)):
            parameters: dict[str, object] = {"N": 2**bits, "n": bits * each, "e^alpha": str(t)}
            yield parameters, bits * each, 2**bits, t, bit_by_bit(bits, each, t, leaks / (bits * each))


def _named_printed(_: Settings) -> Iterator[Case]:
    """(1 - (12 n min{alpha, alpha^2} + log 2)/log N)/2 next to the error of private plans."""
    for parameters, users, letters, t, error in bit_plans():
        alpha = as_arb(t).log()
        information = 12 * users * alpha.min(alpha * alpha)
        yield Case(parameters, (1 - (information + arb(2).log()) / arb(letters).log()) / 2, as_arb(error))


INFORMATION = 12 * USERS * Min(ALPHA, ALPHA**2)
_HIGH_PRIVACY = (
    line(_TOLD, given=(Interactive(PROTOCOL, USERS, ALPHA), at_most(ALPHA, 1)))
    .le(12 * USERS * ALPHA**2, STEP2)
    .le(INFORMATION)
)
_LOW_PRIVACY = (
    line(_TOLD, given=(Interactive(PROTOCOL, USERS, ALPHA), at_most(1, ALPHA))).le(USERS * ALPHA, STEP3).le(INFORMATION)
)
_ONE, _OTHER = law("P"), law("P'")
_K_N = line(closest_laws(PROTOCOL, CLASS, DRAWS), given=(Interactive(PROTOCOL, USERS, ALPHA),)).le(
    INFORMATION,
    cases((at_most(ALPHA, 1), _HIGH_PRIVACY), (at_most(1, ALPHA), _LOW_PRIVACY)).at(
        {FIRST: Power(_ONE, DRAWS), SECOND: Power(_OTHER, DRAWS)}
    ),
)
MANY = at_most(BALLS, Covering(SPACE, 2 * HALF))
_PACKED = line(BALLS, given=(MANY,)).le(Covering(SPACE, 2 * HALF), MANY).le(Packing(SPACE, 2 * HALF), STEP1)
_BRACKET = 1 - (INFORMATION + log(2)) / log(BALLS)
_FANO = line(
    WorstLoss(PROTOCOL, CLASS, DRAWS, LOSS),
    given=(Interactive(PROTOCOL, USERS, ALPHA), HasParameters(CLASS, SPACE), MANY),
).ge(
    LossAt(LOSS, HALF) * _BRACKET,
    FANO_PACKING(PROTOCOL, CLASS, DRAWS, SPACE, LOSS, HALF, INFORMATION, BALLS),
    _K_N,
    _PACKED,
)
_SOME, _LOG, _VALUE = real("k", least=0), real("L", above=0), real("phi", least=0)
_AT = {_SOME: INFORMATION + log(2), _LOG: log(BALLS), _VALUE: LossAt(LOSS, HALF)}
_FIRM = line(_VALUE * (1 - _SOME / _LOG), given=(at_most(_SOME, _LOG),)).ge(_VALUE / 2 * (1 - _SOME / _LOG)).at(_AT)
_EMPTY = line(Integer(0), given=(at_most(_LOG, _SOME),)).ge(_VALUE / 2 * (1 - _SOME / _LOG)).at(_AT)
_BOUND = LossAt(LOSS, HALF) / 2 * _BRACKET
_SPLIT = (at_most(INFORMATION + log(2), log(BALLS)), at_most(log(BALLS), INFORMATION + log(2)))
_HALVED = cases(
    (
        _SPLIT[0],
        line(WorstLoss(PROTOCOL, CLASS, DRAWS, LOSS), given=(*_FANO.given, _SPLIT[0]))
        .ge(LossAt(LOSS, HALF) * _BRACKET, _FANO)
        .ge(_BOUND, _FIRM),
    ),
    (
        _SPLIT[1],
        line(WorstLoss(PROTOCOL, CLASS, DRAWS, LOSS), given=(*_FANO.given, _SPLIT[1])).ge(0).ge(_BOUND, _EMPTY),
    ),
)
GENERAL = line(minimax_loss(CLASS, USERS, DRAWS, ALPHA, LOSS), given=(HasParameters(CLASS, SPACE), MANY)).ge(
    _BOUND, _HALVED
)
"""(9): the lower bound for every number of samples."""
INFINITE = minimax_loss(PointMasses(SPACE), USERS, Integer(1), ALPHA, LOSS)
"""The risk at infinitely many samples, (5)."""
LOWER = Claim(
    "kent/thm1/lower",
    "Section 2.1, Theorem 1, (8), first inequality; Appendix C, (57)",
    Kind.LOWER_BOUND,
    "the general lower bound at infinitely many samples",
    says=r"\sup_{\Delta:N(2\Delta)>1}\Big\{\frac{\Phi(\Delta)}2\Big(1-\frac{12n\min\{\alpha,\alpha^2\}+\log(2)}{\log(N(2\Delta))}\Big)\Big\}\le\mathcal{R}_{n,\infty,\alpha}(\theta(\mathcal{P}),\Phi\circ\rho)",
    match=Match.READING,
    differs="the first half of (8), for each Delta in place of the supremum, with any N up to N(2 Delta)",
    printed=line(INFINITE, given=(MANY,))
    .ge(_BOUND, GENERAL.at({CLASS: PointMasses(SPACE), DRAWS: 1}), POINT_MASSES(SPACE))
    .crosschecked(
        "letters named bit by bit, exact errors",
        r"\frac12\Big(1-\frac{12n\min\{\alpha,\alpha^2\}+\log2}{\log N}\Big)\le P(\hat v\ne v)",
        "(N, n) = (4, 2), (4, 22), (8, 3), (256, 8), (1024, 10), (4, 102), (16, 204), (16, 2004); e^alpha = 6/5, 3/2, 5/2, 20; bits by randomised response",
        _named_printed,
    ),
    note="N is any number above 1 that is at most N(2 Delta), so N(2 Delta) itself where it is finite; the supremum over "
    "Delta is a bound for each Delta. The risk at infinitely many samples is that of point masses, (5). The nearest point "
    "of a packing names the law: where it errs, the estimate is Delta away, so that no 1/2 before Phi is needed.",
)


def _named_letters(_: Settings) -> Iterator[Case]:
    """1 - (n alpha tanh(alpha/2) + log 2)/log N next to the error of private plans."""
    for parameters, users, letters, t, error in bit_plans():
        alpha = as_arb(t).log()
        information = users * alpha * (alpha / 2).tanh()
        yield Case(parameters, 1 - (information + arb(2).log()) / arb(letters).log(), as_arb(error))


_SHARP = USERS * ALPHA * tanh(ALPHA / 2)
_SHARP_TOLD = line(_TOLD, given=(Interactive(PROTOCOL, USERS, ALPHA),)).le(_SHARP, _USERS_ADD, STEP3C)
_SHARP_K_N = line(closest_laws(PROTOCOL, CLASS, DRAWS), given=_SHARP_TOLD.given).le(
    _SHARP, _SHARP_TOLD.at({FIRST: Power(_ONE, DRAWS), SECOND: Power(_OTHER, DRAWS)})
)
_SHARP_FANO = line(
    WorstLoss(PROTOCOL, CLASS, DRAWS, LOSS),
    given=(Interactive(PROTOCOL, USERS, ALPHA), HasParameters(CLASS, SPACE), MANY),
).ge(
    LossAt(LOSS, HALF) * (1 - (_SHARP + log(2)) / log(BALLS)),
    FANO_PACKING(PROTOCOL, CLASS, DRAWS, SPACE, LOSS, HALF, _SHARP, BALLS),
    _SHARP_K_N,
    _PACKED,
)
SHARP = Claim(
    "kent/own/thm1-sharp",
    "to Section 2.1, Theorem 1, (8), first inequality",
    Kind.LOWER_BOUND,
    "the general lower bound with better constants, for every T",
    corrected=line(minimax_loss(CLASS, USERS, DRAWS, ALPHA, LOSS), given=(HasParameters(CLASS, SPACE), MANY))
    .ge(LossAt(LOSS, HALF) * (1 - (_SHARP + log(2)) / log(BALLS)), _SHARP_FANO)
    .crosschecked(
        "letters named bit by bit, exact errors",
        r"1-\frac{n\alpha\tanh(\alpha/2)+\log2}{\log N}\le P(\hat v\ne v)",
        "(N, n) = (4, 2), (4, 22), (8, 3), (256, 8), (1024, 10), (4, 102), (16, 204), (16, 2004); e^alpha = 6/5, 3/2, 5/2, 20; bits by randomised response",
        _named_letters,
    ),
    note="No 1/2 before Phi, and alpha tanh(alpha/2) <= min{alpha, alpha^2/2} in place of 12 min{alpha, alpha^2}.",
)

_ALPHA, _N, _K, _L, _M = sympy.symbols("alpha n K L M", positive=True)
_S, _W, _Y = sympy.symbols("s w y", nonnegative=True)
_SIGN = sympy.Symbol("sigma", real=True)
_UNIT = Variable(_S, Integer(0), Integer(1))
_ANY = Variable(_ALPHA, Integer(0), oo, open_lower=True)
_HIGH = Variable(_ALPHA, Integer(0), Integer(1), open_lower=True)
_LOW = Variable(_ALPHA, Integer(1), oo, open_lower=True)
_USERS = Variable(_N, Integer(1), oo)

CLAIMS = (
    DEF2,
    STEP1,
    STEP2,
    STEP3,
    LOWER,
    SHARP,
)
