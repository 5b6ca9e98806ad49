"""Next to kent Appendix H: a private van Trees bound, and Theorem 6 from below in all regimes of privacy."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import comb

import sympy
from flint import arb
from sympy import Integer, Integral, Min, Rational, sqrt, tanh

from verify.kernel.calculus import (
    CHAIN_OVER_USERS,
    KL,
    PRIVATE_KL,
    Interactive,
    Name,
    Private,
    Through,
    Transcript,
    at_most,
    cases,
    integer,
    law,
    line,
    real,
)
from verify.kernel.calculus.facts.bodies import Squared
from verify.kernel.calculus.facts.packings import (
    At,
    WorstLoss,
    minimax_loss,
)
from verify.kernel.calculus.facts.van_trees import (
    BALL_SIGNS,
    CUBE_SIGNS,
    FISHER_DATA,
    FISHER_INFORMATION,
    FISHER_USERS,
    MEAN_DIVERGENCE,
    ONE_INPUT_KL,
    QUARTIC,
    SCORE,
    VAN_TREES,
    VANISHING,
    BallLaws,
    CubeLaws,
    MessageInformation,
    MessagesTrace,
    OneTrace,
    PriorInformation,
    Quartic,
    SignMeans,
    spread_of,
)
from verify.kernel.statements import AllOf, Case, Identity, computed
from verify.kernel.statements.claim import Claim, Kind, Match
from verify.kernel.statements.outcome import Settings, as_arb
from verify.papers.kent.appH3_low_privacy.eq195_fluctuation import ary
from verify.papers.kent.instances.hypercubes import shifted
from verify.papers.kent.setting import ALPHA, CHANNEL, DRAWS, FIRST, PROTOCOL, SECOND, USERS


def _trace(_: Settings) -> Iterator[Case]:
    """The exact trace of the information of a message about d means, T = 1, at Delta v, next to the bound."""
    for d in (1, 2, 3):
        for delta in (Fraction(1, 10), Fraction(1, 2)):
            cube = shifted(d, delta)
            # At T = 1 the fluctuation is -2 v_j Delta times the score.
            for t in (Fraction(3, 2), Fraction(4), Fraction(30)):
                channels = [ary(cube.alphabet(), t), *(cube.channels(t) if d < 3 else [])]
                level = as_arb(Fraction(32, 9)) * as_arb(t).log() * as_arb((t - 1) / (t + 1))
                for place, channel in enumerate(channels):
                    trace = cube.chi((1,) * d, channel) / (4 * delta**2)
                    told = {"d": d, "theta": f"({delta}) v", "e^alpha": str(t), "channel": place}
                    yield Case(told, as_arb(trace), level)


DIMENSION = integer("d", least=1)
_GIVEN = (Private(CHANNEL, ALPHA),)
_IN, _ANY = Name("x", "input"), Name("w", "input")
_DRAW = law("P")
_SENT, _MIXED = At(CHANNEL, _ANY), Through(CHANNEL, _DRAW)
_TANH = ALPHA * tanh(ALPHA / 2)
_ONE_INPUT = line(KL(_SENT, _MIXED), given=_GIVEN).le(_TANH, ONE_INPUT_KL(CHANNEL, ALPHA, _ANY, _DRAW))
_PRIVATE_TRACE, _DATA_TRACE = Rational(32, 9) * DRAWS * _TANH, 4 * DRAWS * DIMENSION / 3
_BY_PRIVACY = (
    line(OneTrace(CHANNEL, DRAWS, DIMENSION), given=_GIVEN)
    .le(
        Rational(32, 9) * DRAWS * MessageInformation(CHANNEL, DRAWS, DIMENSION),
        FISHER_INFORMATION(CHANNEL, DRAWS, DIMENSION, 16 * DRAWS / 9),
        SCORE(DRAWS, DIMENSION, 16 * DRAWS / 9),
    )
    .le(Rational(32, 9) * DRAWS * spread_of(CHANNEL), MEAN_DIVERGENCE(CHANNEL, DRAWS, DIMENSION))
    .le(_PRIVATE_TRACE, _ONE_INPUT.at({_ANY: _IN}))
)
_TRACE = Min(_PRIVATE_TRACE, _DATA_TRACE)
_FEWER, _MORE = at_most(_PRIVATE_TRACE, _DATA_TRACE), at_most(_DATA_TRACE, _PRIVATE_TRACE)
_ONE, _OTHER = real("a", least=0), real("b", least=0)
_LEAST = line(_ONE, given=(at_most(_ONE, _OTHER),)).le(Min(_ONE, _OTHER))
_CASES = cases(
    (
        _FEWER,
        line(OneTrace(CHANNEL, DRAWS, DIMENSION), given=(*_GIVEN, _FEWER))
        .le(_PRIVATE_TRACE, _BY_PRIVACY)
        .le(_TRACE, _LEAST.at({_ONE: _PRIVATE_TRACE, _OTHER: _DATA_TRACE})),
    ),
    (
        _MORE,
        line(OneTrace(CHANNEL, DRAWS, DIMENSION), given=(*_GIVEN, _MORE))
        .le(_DATA_TRACE, FISHER_DATA(CHANNEL, DRAWS, DIMENSION))
        .le(_TRACE, _LEAST.at({_ONE: _DATA_TRACE, _OTHER: _PRIVATE_TRACE})),
    ),
)
SCORE_TRACE = Claim(
    "kent/own/X1/score",
    "to Appendix H.3",
    Kind.INEQUALITY,
    "the information of a private message about d means",
    corrected=line(OneTrace(CHANNEL, DRAWS, DIMENSION), given=_GIVEN)
    .le(_TRACE, _CASES)
    .crosschecked(
        "exact traces",
        r"\mathrm{Tr}\,I_Z\le\tfrac{32}9\alpha\tanh\tfrac\alpha2",
        "T = 1; d = 1, 2: every extreme channel and k-ary response; d = 3: 8-ary; theta = v/10, v/2; e^alpha = 3/2, 4, 30",
        _trace,
    ),
    note="Given the earlier messages each user's channel is alpha-LDP, and information adds up like divergence.",
)

_THETA = sympy.Symbol("theta", real=True)
_HALF = Rational(1, 2)
_PRIOR = Rational(15, 8) * (1 - 4 * _THETA**2) ** 2


def prior_power(power: int) -> Fraction:
    """The integral of theta^power (15/8)(1 - 4 theta^2)^2 over [-1/2, 1/2]."""
    if power % 2:
        return Fraction(0)
    terms = ((1, 0), (-8, 2), (16, 4))
    return sum(
        (Fraction(15, 8) * c * 2 * Fraction(1, 2) ** (power + e + 1) / (power + e + 1) for c, e in terms), Fraction(0)
    )


def _power_sums(_: Settings) -> Iterator[Case]:
    """Mass and information of the prior from its powers: lambda'^2/lambda = 480 theta^2."""
    yield Case({"of": "mass"}, prior_power(0), 1)
    yield Case({"of": "information"}, 480 * 2 * Fraction(1, 3) * Fraction(1, 2) ** 3, 40)


OWN_X1_PRIOR = Claim(
    "kent/own/X1/prior",
    "to Appendix H.3",
    Kind.IDENTITY,
    "a prior with information 40",
    corrected=AllOf(
        "",
        {
            "mass": Identity(Integral(_PRIOR, (_THETA, -_HALF, _HALF)), Integer(1)),
            "information": line(PriorInformation(Quartic()))
            .eq(40, QUARTIC())
            .beside(
                (
                    "the integral",
                    Identity(
                        Integral(sympy.cancel(sympy.diff(_PRIOR, _THETA) ** 2 / _PRIOR), (_THETA, -_HALF, _HALF)),
                        Integer(40),
                    ),
                ),
                (
                    "at the ends",
                    computed(lambda: _PRIOR.subs(_THETA, _HALF) + _PRIOR.subs(_THETA, -_HALF), Integer(0)),
                ),
            )
            .crosschecked(
                "by powers",
                r"\int\lambda=1,\ \int\lambda'^2/\lambda=40",
                "both",
                _power_sums,
                "==",
            ),
        },
    ),
    note="The cosine-squared prior has 4 pi^2 = 39.48, the least possible; this one is rational.",
)


def _polynomial(up: int, down: int) -> list[Fraction]:
    """Coefficients of ((1 + theta)/2)^up ((1 - theta)/2)^down."""
    out = [Fraction(0)] * (up + down + 1)
    for i in range(up + 1):
        for j in range(down + 1):
            out[i + j] += comb(up, i) * comb(down, j) * (-1) ** j * Fraction(1, 2 ** (up + down))
    return out


def _times(left: list[Fraction], right: list[Fraction]) -> list[Fraction]:
    """The product of two polynomials."""
    out = [Fraction(0)] * (len(left) + len(right) - 1)
    for i, a in enumerate(left):
        for j, b in enumerate(right):
            out[i + j] += a * b
    return out


def sent(m: int, flip: Fraction) -> list[Fraction]:
    """P(message = 1) as a polynomial in theta: the majority of an odd number of signs with mean theta, flipped w.p. flip."""
    majority = [Fraction(0)] * (m + 1)
    for up in range(m // 2 + 1, m + 1):
        for i, c in enumerate(_polynomial(up, m - up)):
            majority[i] += comb(m, up) * c
    return [(1 - 2 * flip) * c + (flip if i == 0 else 0) for i, c in enumerate(majority)]


def bayes(n: int, m: int, flip: Fraction) -> Fraction:
    """The exact Bayes risk of one mean under the polynomial prior, from that many users' messages `sent`."""
    one = sent(m, flip)
    zero = [(1 if i == 0 else 0) - c for i, c in enumerate(one)]
    risk = prior_power(2)
    for up in range(n + 1):
        likelihood = [Fraction(comb(n, up))]
        for part in (*[one] * up, *[zero] * (n - up)):
            likelihood = _times(likelihood, part)
        mass = sum((c * prior_power(i) for i, c in enumerate(likelihood)), Fraction(0))
        first = sum((c * prior_power(i + 1) for i, c in enumerate(likelihood)), Fraction(0))
        risk -= first**2 / mass
    return risk


def _answers() -> Iterator[tuple[dict[str, object], int, int, int, Fraction, Fraction]]:
    """Parameters, d, n, T, e^alpha and the exact Bayes risk where each user answers one of d co-ordinates in turn."""
    for d in (1, 2, 3, 8):
        for per in (1, 2, 4):
            for samples in (1, 3):
                for t in (Fraction(3, 2), Fraction(3), Fraction(30)):
                    told: dict[str, object] = {"d": d, "n": d * per, "T": samples, "e^alpha": str(t)}
                    yield told, d, d * per, samples, t, d * bayes(per, samples, 1 / (1 + t))


def _level(d: int, n: int, m: int, t: Fraction) -> arb:
    """n min{32/9 T alpha tanh(alpha/2), 4/3 T d} + 40 d."""
    private = as_arb(Fraction(32 * m, 9) * (t - 1) / (t + 1)) * as_arb(t).log()
    return n * private.min(as_arb(Fraction(4 * m * d, 3))) + 40 * d


def _risks(_: Settings) -> Iterator[Case]:
    """The bound on the cube next to the exact Bayes risk of the protocol that asks each user for one co-ordinate."""
    for told, d, users, samples, t, risk in _answers():
        yield Case(told, d**2 / _level(d, users, samples, t), as_arb(risk))


_CLASS, _SCALE = Name(r"\mathcal{P}", "class of laws"), real("c", above=0)
_LEVEL = USERS * _TRACE + 40 * DIMENSION
_PRIOR_40 = line(PriorInformation(Quartic())).le(40, QUARTIC())
_WORST = (
    line(
        WorstLoss(PROTOCOL, _CLASS, DRAWS, Squared()),
        given=(Interactive(PROTOCOL, USERS, ALPHA), SignMeans(_CLASS, DIMENSION, _SCALE)),
    )
    .ge(
        _SCALE**2 * DIMENSION**2 / (MessagesTrace(PROTOCOL, DRAWS, DIMENSION) + 40 * DIMENSION),
        VAN_TREES(PROTOCOL, _CLASS, DRAWS, DIMENSION, _SCALE, Quartic(), 40),
        VANISHING(),
        _PRIOR_40,
    )
    .ge(_SCALE**2 * DIMENSION**2 / _LEVEL, FISHER_USERS(PROTOCOL, USERS, ALPHA, DRAWS, DIMENSION), SCORE_TRACE)
)
_RISK = minimax_loss(_CLASS, USERS, DRAWS, ALPHA, Squared())
X1 = Claim(
    "kent/own/X1",
    "to Theorem 6, for every alpha and without n alpha^2 >= d^2",
    Kind.LOWER_BOUND,
    "a lower bound for means in all regimes of privacy",
    corrected=line(_RISK, given=(SignMeans(_CLASS, DIMENSION, _SCALE),))
    .ge(_SCALE**2 * DIMENSION**2 / _LEVEL, _WORST)
    .crosschecked(
        "exact Bayes risks",
        r"\frac{d^2}{n\min\{\cdots\}+40d}\le\text{Bayes risk}",
        "each user answers one co-ordinate by the majority of T = 1, 3 signs through randomized response; d = 1, 2, 3, 8; "
        "n = d, 2d, 4d; e^alpha = 3/2, 3, 30; the prior of kent/own/X1/prior",
        _risks,
    ),
    note="c = 1 for the cube, c = 1/sqrt(d) for the ball. The users are asked in turn; given the earlier messages each "
    "channel is alpha-LDP.",
)
_PRIVACY, _LOWEST = Min(ALPHA, ALPHA**2), real("u", above=0)

_ALL_TOLD, _ALL_OTHER = Transcript(PROTOCOL, FIRST), Transcript(PROTOCOL, SECOND)
OWN_X2 = Claim(
    "kent/own/X2",
    "to Section 2, Theorem 1, the lower bound",
    Kind.INEQUALITY,
    "a smaller exponent in the Fano bound",
    corrected=line(KL(_ALL_TOLD, _ALL_OTHER), given=(Interactive(PROTOCOL, USERS, ALPHA),))
    .le(
        USERS * ALPHA * tanh(ALPHA / 2),
        CHAIN_OVER_USERS(PROTOCOL, USERS, ALPHA, FIRST, SECOND),
        PRIVATE_KL(CHANNEL, ALPHA, FIRST, SECOND),
    )
    .le(USERS * _PRIVACY),
    note="Twelve times smaller at least than in (8), 24 times as alpha -> 0.",
)


def _rates(scaled: bool) -> Callable[[Settings], Iterator[Case]]:
    """d^2/(44 nTz), over d on the ball, next to the same Bayes risks where n min(alpha, alpha^2) >= d."""

    def cases(_: Settings) -> Iterator[Case]:
        for told, d, users, samples, t, risk in _answers():
            alpha = as_arb(t).log()
            if not users * alpha.min(alpha**2) >= d:
                continue
            bound = d**2 / (44 * users * samples * alpha.min(alpha**2).min(as_arb(d)))
            share = Fraction(1, d) if scaled else Fraction(1)
            yield Case(told, bound * as_arb(share), as_arb(risk * share))

    return cases


_POINTS = "the protocols of kent/own/X1 at which n min(alpha, alpha^2) >= d"
_Z = Min(ALPHA, ALPHA**2, DIMENSION)
_MANY = at_most(DIMENSION, USERS * _PRIVACY)
_SMALL_TRACE = (
    line(_TRACE)
    .le(Min(Rational(32, 9) * DRAWS * _PRIVACY, _DATA_TRACE), line(_TANH).le(_PRIVACY))
    .le(
        4 * DRAWS * _Z,
        line(Min(Rational(32, 9) * DRAWS * _LOWEST, _DATA_TRACE))
        .le(4 * DRAWS * Min(_LOWEST, DIMENSION))
        .at({_LOWEST: _PRIVACY}),
    )
)
_FEW = at_most(DIMENSION, USERS * _LOWEST)
_SMALL_PRIOR = (
    line(40 * DIMENSION, given=(_FEW,))
    .le(
        40 * USERS * DRAWS * Min(_LOWEST, DIMENSION), line(DIMENSION, given=(_FEW,)).le(USERS * Min(_LOWEST, DIMENSION))
    )
    .at({_LOWEST: _PRIVACY})
)
_ROUNDED = (
    line(_LEVEL, given=(_MANY,))
    .le(4 * USERS * DRAWS * _Z + 40 * USERS * DRAWS * _Z, _SMALL_TRACE, _SMALL_PRIOR)
    .eq(44 * USERS * DRAWS * _Z)
)
_ALL = (
    line(_RISK, given=(SignMeans(_CLASS, DIMENSION, _SCALE), _MANY))
    .ge(_SCALE**2 * DIMENSION**2 / _LEVEL, X1)
    .ge(_SCALE**2 * DIMENSION**2 / (44 * USERS * DRAWS * _Z), _ROUNDED)
)
THEOREM6I = Claim(
    "kent/thm6i/lower",
    "Section 3, Theorem 6 (i), the T-dependent part of the lower bound",
    Kind.LOWER_BOUND,
    "d^2/(nTz) from below",
    says=(
        r"\frac{d^2}{nTz_{\alpha,d}}\vee "
        r"e^{-Cn\min\{\alpha,\alpha^2\}/d}\lesssim\mathcal{R}_{n,T,\alpha}(\theta(\mathcal{P}_d),\lVert\cdot\rVert_2^2)\text{ "
        r"if }n\min\{\alpha,\alpha^2\}>\tilde{C}d\log(ed),\quad z_{\alpha,d}=\min\{\alpha,\alpha^2,d\}"
    ),
    match=Match.READING,
    differs=(
        "the first of both terms, with the constant 1/44, under n min(alpha, alpha^2) >= d in place of C d log(ed)"
    ),
    printed=line(minimax_loss(CubeLaws(DIMENSION), USERS, DRAWS, ALPHA, Squared()), given=(_MANY,))
    .ge(
        DIMENSION**2 / (44 * USERS * DRAWS * _Z),
        _ALL.at({_CLASS: CubeLaws(DIMENSION), _SCALE: 1}),
        CUBE_SIGNS(DIMENSION),
    )
    .crosschecked("exact Bayes risks", r"\tfrac1{44}\tfrac{d^2}{nTz}\le\text{Bayes risk}", _POINTS, _rates(False)),
    note="Weaker than the assumption of the theorem, with no n alpha^2 >= d^2 for alpha > 1, which the proof in H.3 needs and part (i) "
    "does not state. The other part of the maximum is (13). So that condition is not necessary for the lower bound, against the "
    "text after the theorem.",
)
THEOREM6II = Claim(
    "kent/thm6ii/lower",
    "Section 3, Theorem 6 (ii), the T-dependent part of the lower bound",
    Kind.LOWER_BOUND,
    "d/(nTz) from below on the Euclidean ball",
    says=(
        r"\frac{d}{nTz_{\alpha,d}}\vee "
        r"e^{-C'n\min\{\alpha,\alpha^2\}/d}\lesssim\mathcal{R}_{n,T,\alpha}(\theta(\mathcal{P}_d'),\lVert\cdot\rVert_2^2)\text{ "
        r"if }n\min\{\alpha,\alpha^2\}>\tilde{C}'d\log(ed)\text{ and "
        r"}n\alpha^2>\tilde{C}'d^2\mathbb{1}\{\alpha>1\},\quad z_{\alpha,d}=\min\{\alpha,\alpha^2,d\}"
    ),
    match=Match.READING,
    differs="the first of both terms, with the constant 1/44, under n min(alpha, alpha^2) >= d alone",
    printed=line(minimax_loss(BallLaws(DIMENSION), USERS, DRAWS, ALPHA, Squared()), given=(_MANY,))
    .ge(
        DIMENSION / (44 * USERS * DRAWS * _Z),
        _ALL.at({_CLASS: BallLaws(DIMENSION), _SCALE: 1 / sqrt(DIMENSION)}),
        BALL_SIGNS(DIMENSION),
    )
    .crosschecked("exact Bayes risks, scaled", r"\tfrac1{44}\tfrac d{nTz}\le\text{Bayes risk}", _POINTS, _rates(True)),
    note="Without the printed n alpha^2 > C d^2 for alpha > 1.",
)

CLAIMS = (
    SCORE_TRACE,
    OWN_X1_PRIOR,
    X1,
    OWN_X2,
    THEOREM6I,
    THEOREM6II,
)
