"""zhao Appendix A.4, (64)-(67): both lower bounds of Theorem 2, and the text after Theorem 1."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import sympy
from flint import arb
from sympy import Integer, Min, Rational, exp, log, oo, sqrt, tanh

from notation.symbols import epsilon, m, n
from verify.kernel.calculus import (
    BRETAGNOLLE_HUBER,
    CHAIN_OVER_USERS,
    DATA_PROCESSING,
    FINITE_MEAN,
    KL,
    LE_CAM,
    PINSKER,
    PRIVATE_KL,
    SUPPORT,
    TENSORISATION,
    TESTING,
    TV,
    Discrete,
    Interactive,
    OnInterval,
    Power,
    Private,
    TestError,
    Through,
    Transcript,
    WorstRisk,
    at_most,
    cases,
    choose,
    law,
    let,
    line,
    minimax_risk,
    real,
)
from verify.kernel.prover import Relation, Variable
from verify.kernel.statements import Case, FiniteCheck, Inequality, UpToConstant, Whole
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings, as_arb
from verify.papers.zhao.appA4_lower.eq57_two_points import (
    CHANNEL,
    DATA_MINUS,
    DATA_PLUS,
    EPSILON,
    EQ62,
    EQ63,
    MINUS,
    PLUS,
    PROTOCOL,
    SENT_MINUS,
    SENT_PLUS,
    SHIFT,
    TOLD_MINUS,
    TOLD_PLUS,
    WIDTH,
    M,
    N,
)
from verify.papers.zhao.instances.exact_risks import bayes_square, hodges_lehmann, responses
from verify.papers.zhao.nouns_means import multiplied

EQ64_CLAIM = Claim(
    "zhao/eq64",
    "arXiv v1, Appendix A.4, (64), (65)",
    Kind.RATE_ALGEBRA,
    "both rates from the chain",
    says=r"\text{let }s\sim1/\sqrt{nm\epsilon^2}\text{, then }\mathrm{P}(\hat V\ne V)\sim1\text{ and "
    r"}\inf_{\hat\mu}\inf_{Q\in\mathcal{Q}_\epsilon}\sup_{p\in\mathcal{P}_{\mathcal{X}}}\mathbb{E}[(\hat\mu-\mu)^2]\gtrsim\frac{D^2}{nm\epsilon^2};\quad "
    r"\inf_{\hat\mu}\inf_{Q\in\mathcal{Q}_\epsilon}\sup_{p\in\mathcal{P}_{\mathcal{X}}}\mathbb{E}[(\hat\mu-\mu)^2]\gtrsim\frac{D^2}{nm}",
    match=Match.READING,
    differs="both displays in short; its verdict is that of its parts",
    printed=Whole(
        r"\inf\sup E(\hat\mu-\mu)^2\gtrsim\tfrac{D^2}{nm\varepsilon^2};\quad\gtrsim\tfrac{D^2}{nm}",
        ("zhao/eq64/64", "zhao/eq64/65", "zhao/eq64/text"),
    ),
    corrected=Whole(
        r"\epsilon\le1:\ \ge\tfrac{D^2}{36}\min(1,\tfrac1{nm\varepsilon^2});\quad \epsilon>1:\ "
        r"\ge\tfrac{D^2}{24}\min(1,\tfrac1{nm})",
        ("zhao/eq64/64", "zhao/eq64/65", "zhao/eq64/text"),
        as_corrected=True,
    ),
    correction="capped at D^2, with explicit constants",
    severity=Severity.CONDITION,
    theorem="zhao/thm2/lower",
)

_R = sympy.Symbol("r", positive=True)
_N = sympy.Symbol("N", positive=True)
_HIGH_PRIVACY = Variable(epsilon, Integer(0), Integer(1), open_lower=True)


_CLASS = OnInterval(-WIDTH, WIDTH)
RISK = minimax_risk(_CLASS, N, M, EPSILON)
"""The least worst mean squared error of n users with m samples each, in turn by epsilon-private channels."""
_TESTING = (
    line(WorstRisk(PROTOCOL, _CLASS, M))
    .ge(
        WIDTH**2 * SHIFT**2 / 2 * (1 - TV(TOLD_PLUS, TOLD_MINUS)),
        LE_CAM(PROTOCOL, _CLASS, M, PLUS, MINUS, WIDTH * SHIFT),
        FINITE_MEAN(PLUS),
        FINITE_MEAN(MINUS),
        SUPPORT(PLUS, -WIDTH, WIDTH),
        SUPPORT(MINUS, -WIDTH, WIDTH),
    )
    .eq(WIDTH**2 * SHIFT**2 * TestError(TOLD_PLUS, TOLD_MINUS), TESTING(TOLD_PLUS, TOLD_MINUS))
)

_PRIVATE = (
    line(WorstRisk(PROTOCOL, _CLASS, M), given=(Interactive(PROTOCOL, N, EPSILON), at_most(EPSILON, 1)))
    .ge(WIDTH**2 * SHIFT**2 * TestError(TOLD_PLUS, TOLD_MINUS), _TESTING)
    .ge(WIDTH**2 * SHIFT**2 / 2 * (1 - (exp(EPSILON) - 1) * sqrt(N * M * KL(PLUS, MINUS)) / 2), EQ62)
    .ge(WIDTH**2 * SHIFT**2 / 2 * (1 - (exp(EPSILON) - 1) * sqrt(3 * N * M) * SHIFT / 2), EQ63)
    .ge(
        WIDTH**2 * SHIFT**2 / 2 * (1 - 3 * EPSILON * sqrt(N * M) * SHIFT / 2),
        line(exp(EPSILON) - 1, given=(at_most(EPSILON, 1),)).le(sqrt(3) * EPSILON),
    )
)
_SHIFT64 = Min(Rational(1, 2), 1 / (3 * EPSILON * sqrt(N * M)))
_HALF_WRONG = (
    line(RISK, given=(at_most(EPSILON, 1), at_most(3 * EPSILON * sqrt(N * M) * SHIFT, 1)))
    .ge(WIDTH**2 * SHIFT**2 / 2 * (1 - 3 * EPSILON * sqrt(N * M) * SHIFT / 2), _PRIVATE)
    .ge(WIDTH**2 * SHIFT**2 / 4)
)
_EQ64 = (
    line(RISK, given=(at_most(EPSILON, 1),))
    .ge(WIDTH**2 * _SHIFT64**2 / 4, _HALF_WRONG.at({SHIFT: _SHIFT64}))
    .ge(WIDTH**2 / 36 * Min(1, 1 / (N * M * EPSILON**2)))
)

EQ64 = Claim(
    "zhao/eq64/64",
    "arXiv v1, Appendix A.4, (64)",
    Kind.RATE_ALGEBRA,
    "the private rate: s of order 1/sqrt(nm epsilon^2)",
    says=r"\text{let }s\sim1/\sqrt{nm\epsilon^2}\text{, then }\mathrm{P}(\hat V\ne V)\sim1\text{ and "
    r"}\inf_{\hat\mu}\inf_{Q\in\mathcal{Q}_\epsilon}\sup_{p\in\mathcal{P}_{\mathcal{X}}}\mathbb{E}[(\hat\mu-\mu)^2]\gtrsim\frac{D^2}{nm\epsilon^2}",
    match=Match.READING,
    differs="refuted where the right side goes to infinity, by the risk D^2 of the estimate 0",
    printed=UpToConstant(
        1 / (_N * epsilon**2),
        Integer(1),
        (Variable(epsilon, Integer(0), oo, open_lower=True), Variable(_N, Integer(1), oo)),
        family=((_N, Integer(1)), (epsilon, 1 / _R)),
        along=_R,
        text=r"\inf\sup E(\hat\mu-\mu)^2\gtrsim\frac{D^2}{nm\varepsilon^2}",
    ),
    corrected=_EQ64,
    correction="s <= 1/2 needs nm epsilon^2 of order 1 or more: the bound is capped at a multiple of D^2",
    severity=Severity.CONDITION,
    theorem="zhao/thm2/lower",
    root="zhao/thm2/lower",
    note="The left side of the claim is at most D^2, the risk of the estimate 0, so the claim needs the right "
    "side to be at most a multiple of D^2; that is what is judged, with D = 1, N = nm.",
)

_ONE_USER = (
    line(KL(SENT_PLUS, SENT_MINUS))
    .le(KL(DATA_PLUS, DATA_MINUS), DATA_PROCESSING(CHANNEL, DATA_PLUS, DATA_MINUS))
    .le(3 * M * SHIFT**2, TENSORISATION(PLUS, MINUS, M), EQ63)
)
_WITHOUT = (
    line(WorstRisk(PROTOCOL, _CLASS, M), given=(Interactive(PROTOCOL, N, EPSILON),))
    .ge(WIDTH**2 * SHIFT**2 * TestError(TOLD_PLUS, TOLD_MINUS), _TESTING)
    .ge(
        WIDTH**2 * SHIFT**2 / 2 * (1 - sqrt(KL(TOLD_PLUS, TOLD_MINUS) / 2)),
        TESTING(TOLD_PLUS, TOLD_MINUS),
        PINSKER(TOLD_PLUS, TOLD_MINUS),
    )
    .ge(
        WIDTH**2 * SHIFT**2 / 2 * (1 - sqrt(3 * N * M / 2) * SHIFT),
        CHAIN_OVER_USERS(PROTOCOL, N, EPSILON, DATA_PLUS, DATA_MINUS),
        _ONE_USER,
    )
)
_EQ65 = (
    line(RISK)
    .ge(WIDTH**2 * SHIFT**2 / 2 * (1 - sqrt(3 * N * M / 2) * SHIFT), _WITHOUT)
    .eq(WIDTH**2 / (24 * N * M), choose({SHIFT: 1 / sqrt(6 * N * M)}))
)
EQ65 = Claim(
    "zhao/eq64/65",
    "arXiv v1, Appendix A.4, (65)",
    Kind.LOWER_BOUND,
    "the non-private rate",
    says=r"\inf_{\hat\mu}\inf_{Q\in\mathcal{Q}_\epsilon}\sup_{p\in\mathcal{P}_{\mathcal{X}}}\mathbb{E}[(\hat\mu-\mu)^2]\gtrsim\frac{D^2}{nm}",
    match=Match.READING,
    differs="with the constant 1/24",
    printed=_EQ65,
    note=r"The constant 1/24 stands for the printed \gtrsim; the privacy is not used.",
)


def _explicit_non_private(_: Settings) -> Iterator[Case]:
    """D^2/(24 nm) next to the exact worst risk of the estimate that refutes the printed bound."""
    for size in (1, 4, 100, 10_000):
        rate, worst = hodges_lehmann(size)
        yield Case({"nm": size, "D": 1}, rate / 24, worst)


_WORST_RISK = (
    "the exact worst risk of an estimate",
    FiniteCheck(
        r"\frac{D^2}{24nm}\le\sup_pE(\hat\mu-\mu)^2",
        "c times the mean of all samples, c = sqrt(nm)/(1 + sqrt(nm)); nm = 1, 4, 100, 10^4",
        _explicit_non_private,
    ),
)
EQ64_TEXT = Claim(
    "zhao/eq64/text",
    "anonymous version, Appendix B.4, the sentence above (65); not in arXiv v1",
    Kind.LOWER_BOUND,
    "no estimator beats the order of sigma^2/(mn) with sigma^2 = D^2",
    says=r"\epsilon>1:\ \text{the estimation error cannot be smaller than }\sigma^2/(mn)\text{, with "
    r"}\sigma^2\text{ the sample variance, at most }D^2",
    match=Match.READING,
    differs="read as a rate, with the constant 1/24, as the bound D^2/(nm) that it is for has it",
    printed=line(RISK).ge(WIDTH**2 / (24 * N * M), EQ65).beside(_WORST_RISK),
    note="Read as a rate. The minimax risk itself is D^2/(1 + sqrt(nm))^2 (Hodges and Lehmann 1950), below D^2/(nm).",
)
_E = sympy.Symbol("e", positive=True)
"""epsilon^2 ^ 1, in (0, 1]."""

_RATE = WIDTH**2 / 36 * Min(1, 1 / (N * M * Min(1, EPSILON**2)))
_SMALL, _LARGE = (at_most(EPSILON, 1),), (at_most(1, EPSILON),)
_THEOREM2 = line(RISK).ge(
    _RATE,
    cases(
        (*_SMALL, line(RISK, given=_SMALL).ge(WIDTH**2 / 36 * Min(1, 1 / (N * M * EPSILON**2)), EQ64).ge(_RATE)),
        (*_LARGE, line(RISK, given=_LARGE).ge(WIDTH**2 / (24 * N * M), EQ65).ge(_RATE)),
    ),
)
THEOREM2 = Claim(
    "zhao/thm2/lower",
    "arXiv v1, Section 4.1, Theorem 2, (3)",
    Kind.LOWER_BOUND,
    "the minimax lower bound",
    says=r"\inf_{\hat\mu}\inf_{M\in\mathcal{M}_\epsilon}\sup_{p\in\mathcal{P}_{\mathcal{X}}}\mathbb{E}\left[(\hat\mu-\mu)^2\right]\gtrsim\frac{D^2}{nm(\epsilon^2\wedge1)}",
    match=Match.SAME,
    printed=UpToConstant(
        1 / (_N * _E),
        Integer(1),
        (Variable(_E, Integer(0), Integer(1), open_lower=True), Variable(_N, Integer(1), oo)),
        family=((_N, Integer(1)), (_E, 1 / _R)),
        along=_R,
        text=r"\inf_{\hat\mu}\inf_M\sup_pE(\hat\mu-\mu)^2\gtrsim\frac{D^2}{nm(\varepsilon^2\wedge1)}",
    ),
    corrected=_THEOREM2,
    correction="the bound is capped: the estimate 0 has risk at most D^2, so for nm epsilon^2 -> 0 the "
    "printed right side cannot be a lower bound with any constant",
    note="N = nm, e = epsilon^2 ^ 1, D = 1. The left side of the claim is at most D^2, the risk of the "
    "estimate 0, so the claim needs D^2/(nm e) to be at most a multiple of D^2; that is what is "
    "judged.",
    severity=Severity.CONDITION,
    theorem="zhao/thm2/lower",
)

_ANY, _OTHER = law("P"), law("Q")
_SAID, _SAID_OTHER = Transcript(PROTOCOL, _ANY), Transcript(PROTOCOL, _OTHER)
_ONE_MESSAGE = (
    line(KL(Through(CHANNEL, _ANY), Through(CHANNEL, _OTHER)), given=(Private(CHANNEL, EPSILON),))
    .le(EPSILON * tanh(EPSILON / 2), PRIVATE_KL(CHANNEL, EPSILON, _ANY, _OTHER))
    .le(EPSILON * (exp(EPSILON) - 1))
)
_EQ66 = (
    line(TestError(_SAID, _SAID_OTHER), given=(Interactive(PROTOCOL, N, EPSILON),))
    .eq((1 - TV(_SAID, _SAID_OTHER)) / 2, TESTING(_SAID, _SAID_OTHER))
    .ge(exp(-KL(_SAID, _SAID_OTHER)) / 4, BRETAGNOLLE_HUBER(_SAID, _SAID_OTHER))
    .ge(exp(-N * EPSILON * (exp(EPSILON) - 1)) / 4, CHAIN_OVER_USERS(PROTOCOL, N, EPSILON, _ANY, _OTHER), _ONE_MESSAGE)
)
EQ66 = Claim(
    "zhao/eq66",
    "arXiv v1, Appendix A.4, (66)",
    Kind.INEQUALITY,
    "the error probability whatever the samples",
    says=(
        r"\mathrm{P}(\hat V\ne "
        r"V)\ge\frac12(1-\mathbb{TV}(p_+^n,p_-^n))\ge\frac14e^{-D_{KL}(p_+^n\|p_-^n)}=\frac14e^{-nD_{KL}(p_+\|p_-)}\ge\frac14e^{-n\epsilon(e^\epsilon-1)}"
    ),
    match=Match.READING,
    differs="first and last member, for the best test between any two laws of a user's data and users in turn",
    printed=_EQ66,
    note="P(V^ != V) of the best test between what all messages say under any two laws of a user's data.",
)


def _point_masses(t: Fraction, n: int) -> tuple[arb, Fraction]:
    """n epsilon (e^epsilon - 1), and the exact Bayes risk of n responses about the sign of two point masses, D = 1."""
    return n * as_arb(t).log() * as_arb(t - 1), bayes_square(*responses(n, 1, Fraction(1), t))


_MASSES = tuple(product((1, 2, 5, 100), (Fraction(11, 10), Fraction(2), Fraction(5))))


def _floor_cases(_: Settings) -> Iterator[Case]:
    for users, t in _MASSES:
        exponent, risk = _point_masses(t, users)
        yield Case({"n": users, "e^epsilon": str(t), "s": 1}, (-exponent).exp() / 4, risk)


_MASS = real("s", above=0, most=1)
_LAWS = [
    let(rf"p_{{X{sign}}}", Discrete(WIDTH, (1 + v * _MASS) / 2, -WIDTH, (1 - v * _MASS) / 2))
    for sign, v in (("+", 1), ("-", -1))
]
_AT_LAWS = {_ANY: Power(_LAWS[0], M), _OTHER: Power(_LAWS[1], M)}
_SIGN_UNKNOWN = (
    line(WorstRisk(PROTOCOL, _CLASS, M), given=(Interactive(PROTOCOL, N, EPSILON),))
    .ge(
        WIDTH**2 * _MASS**2 / 2 * (1 - TV(_SAID, _SAID_OTHER).xreplace(_AT_LAWS)),
        LE_CAM(PROTOCOL, _CLASS, M, *_LAWS, WIDTH * _MASS),
        *(FINITE_MEAN(p) for p in _LAWS),
        *(SUPPORT(p, -WIDTH, WIDTH) for p in _LAWS),
    )
    .eq(
        WIDTH**2 * _MASS**2 * TestError(_SAID, _SAID_OTHER).xreplace(_AT_LAWS),
        TESTING(*(x.xreplace(_AT_LAWS) for x in (_SAID, _SAID_OTHER))),
    )
    .ge(WIDTH**2 * _MASS**2 / 4 * exp(-N * EPSILON * (exp(EPSILON) - 1)), _EQ66.at(_AT_LAWS))
)
_FLOOR = (
    line(RISK)
    .ge(WIDTH**2 * _MASS**2 / 4 * exp(-N * EPSILON * (exp(EPSILON) - 1)), _SIGN_UNKNOWN)
    .eq(WIDTH**2 / 4 * exp(-N * EPSILON * (exp(EPSILON) - 1)), choose({_MASS: 1}))
    .crosschecked(
        "the exact Bayes risk of randomised responses about two point masses",
        r"\tfrac14e^{-n\varepsilon(e^\varepsilon-1)}\le E(\mu-E[\mu\mid Z])^2",
        "n = 1, 2, 5, 100; e^epsilon = 11/10, 2, 5; s = 1, D = 1",
        _floor_cases,
    )
)
FLOOR = Claim(
    "zhao/thm2/floor",
    "arXiv v1, Section 4.1, Theorem 2, second statement, and (67)",
    Kind.LOWER_BOUND,
    "the floor at a fixed number of users",
    says=(
        r"\text{with fixed }n\text{ the mean squared error does not tend to zero as }m\text{ grows: "
        r"}\mathbb{E}[(\hat\mu-\mu)^2]\ge(1/4)D^2e^{-n\epsilon(e^\epsilon-1)}"
    ),
    match=Match.READING,
    differs="of the minimax risk, as the sentence before it has it",
    printed=_FLOOR,
    note="s = 1 lies outside the printed range s <= 1/2 of (57), where the family is two point masses; (61) "
    "and (66) hold there.",
)
OWN_QUANTISED_RESPONSE = Claim(
    "zhao/own/quantised-response",
    "ours, against the necessity claimed after Theorem 1",
    Kind.UPPER_RATE,
    "two users and epsilon = 4 ln m reach the rate D^2/m",
    corrected=Inequality(
        Relation(2 / _N + 2 / _N**2 + 4 * _N * _N ** (-4), 8 / _N, "<=", (Variable(_N, Integer(1), oo),)),
        (("N", "100"),),
    ),
    note="D = 1, N = m. Each of n = 2 users rounds its mean to a grid of m + 1 points (error at most 1/m) and "
    "sends it by randomized response over them; a lie has probability at most m e^(-epsilon) = m^(-3) and "
    "costs at most 4. With (a+b)^2 <= 2a^2 + 2b^2 the mean squared error is at most 2/m + 2/m^2 + 4/m^3.",
)


def _needed_exponent(_: Settings) -> Iterator[Case]:
    for users, t in _MASSES:
        exponent, risk = _point_masses(t, users)
        yield Case({"n": users, "e^epsilon": str(t), "R": str(float(risk))}, (1 / (4 * as_arb(risk))).log(), exponent)


_REACHED, _LEVEL, _EXPONENT = real("R", above=0), real("w", above=0), real("x", above=0)
_SPENT = N * EPSILON * (exp(EPSILON) - 1)
_NO_LESS = at_most(_LEVEL * exp(-_EXPONENT), _REACHED)
TEXT_AFTER_THM1 = Claim(
    "zhao/text-after-thm1",
    "arXiv v1, Section 4.1, text after Theorem 1",
    Kind.LOWER_BOUND,
    "the condition n (epsilon^2 ^ 1) >= c_1 ln m is necessary",
    says=(
        r"\text{the requirement }n(\epsilon^2\wedge1)\ge c_1\ln m\text{ is necessary: with }n\text{ fixed "
        r"the mean squared error never converges to zero with increasing }m"
    ),
    match=Match.READING,
    differs=(
        "necessary is read as: the rate of (2) is reached only under ln m <~ n(epsilon^2 ^ 1), along "
        "families in which epsilon may grow; the reason that the paper gives is for fixed n"
    ),
    printed=UpToConstant(
        log(m),
        n * _E,
        (
            Variable(m, Integer(1), oo),
            Variable(n, Integer(1), oo),
            Variable(_E, Integer(0), Integer(1), open_lower=True),
        ),
        family=((n, Integer(2)), (_E, Integer(1)), (m, _R + 3)),
        along=_R,
        text=r"\text{the rate of (2) is reached only if } \ln m\lesssim n(\varepsilon^2\wedge1)",
    ),
    corrected=line(log(WIDTH**2 / (4 * _REACHED)), given=(at_most(RISK, _REACHED),))
    .le(
        _SPENT,
        line(log(_LEVEL / _REACHED), given=(_NO_LESS,))
        .le(_EXPONENT, multiplied(_LEVEL * exp(-_EXPONENT), _REACHED, exp(_EXPONENT)))
        .at({_LEVEL: WIDTH**2 / 4, _EXPONENT: _SPENT}),
        line(WIDTH**2 / 4 * exp(-_SPENT), given=(at_most(RISK, _REACHED),))
        .le(RISK, FLOOR)
        .le(_REACHED, at_most(RISK, _REACHED)),
    )
    .crosschecked(
        "the exact Bayes risk of randomised responses about two point masses, as R",
        r"\ln\frac{D^2}{4R}\le n\varepsilon(e^\varepsilon-1)",
        "n = 1, 2, 5, 100; e^epsilon = 11/10, 2, 5; D = 1",
        _needed_exponent,
    ),
    correction="true for epsilon <= 1, up to constants: what the floor shows is that n epsilon (e^epsilon - 1) "
    "must grow like ln m. For large epsilon fewer users suffice, as kent Theorem 6 has it (n "
    "min(alpha, alpha^2))",
    severity=Severity.CONDITION,
    theorem="zhao/thm1/upper",
    note="On the family n = 2, epsilon = 4 ln m, (2) asks for the order D^2/(nm); the protocol of "
    "zhao/own/quantised-response has risk at most 8 D^2/m, 16 times D^2/(nm), while ln m / (n e) = ln(m)/2 "
    "with e = epsilon^2 ^ 1 = 1 grows without bound. That a fixed n and a fixed epsilon leave an error, as "
    "the text also says, is true.",
)
_EPSILON = Variable(epsilon, Integer(0), oo, open_lower=True)

_EXPLICIT = Integer(36)
"""The bound is D^2/36 min(1, 1/(n m min(epsilon^2, 1)))."""

CLAIMS = (
    EQ64_CLAIM,
    EQ64,
    EQ65,
    EQ64_TEXT,
    THEOREM2,
    EQ66,
    FLOOR,
    OWN_QUANTISED_RESPONSE,
    TEXT_AFTER_THM1,
)
