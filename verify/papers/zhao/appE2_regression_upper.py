"""zhao Section 6.2 and Appendix E.1, E.2: regression, Theorem 11."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product

import sympy
from flint import arb
from sympy import Abs, Integer, Rational, exp, log, oo, pi, sqrt

from notation.symbols import beta, d, epsilon, m, n
from verify.kernel.calculus import (
    ADDITIVE,
    LINEAR,
    MONOTONE,
    Both,
    Expectation,
    Holds,
    Name,
    Not,
    Probability,
    Sum,
    below,
    cite,
    constructor,
    event,
    integer,
    let,
    line,
    random_real,
    real,
    words,
)
from verify.kernel.calculus import at_most as at_most_
from verify.kernel.calculus.facts.margin import BIN_BIAS, BinMean, Smooth, ValueAt
from verify.kernel.calculus.facts.voting import Part
from verify.kernel.calculus.over import Each
from verify.kernel.calculus.reasons import at_index
from verify.kernel.prover import Variable
from verify.kernel.statements import AllOf, Balance, Case, FiniteCheck, Identity, SameRate, UpToConstant, Whole, at_most
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings, as_arb
from verify.ours.zhao.learning_upper import HIGH_FUNCTIONS, LOW_FUNCTIONS
from verify.papers.zhao.appA3_second_stage.eq43_bias import EPSILON, SAMPLES, USERS, WIDTH
from verify.papers.zhao.appD2_classification_upper.eq142_tails import FAR, LEVEL, OFFSET, at_width
from verify.papers.zhao.appD2_classification_upper.eq172_low_privacy import LOW
from verify.papers.zhao.instances.exact_risks import constant_data_tail
from verify.papers.zhao.nouns_learning import ERROR

_TOP = real("T", above=0)
_OFF_BIN, _OFF_VALUE = random_real("A"), random_real("B")
_BOTH_SQUARES = 2 * _OFF_BIN**2 + 2 * _OFF_VALUE**2
_SPLIT_IN_TWO = (
    line(Expectation((_OFF_BIN + _OFF_VALUE) ** 2))
    .le(
        Expectation(_BOTH_SQUARES),
        MONOTONE((_OFF_BIN + _OFF_VALUE) ** 2, _BOTH_SQUARES),
        line((_OFF_BIN + _OFF_VALUE) ** 2).le(_BOTH_SQUARES),
    )
    .eq(Expectation(2 * _OFF_BIN**2) + Expectation(2 * _OFF_VALUE**2), ADDITIVE(2 * _OFF_BIN**2, 2 * _OFF_VALUE**2))
    .eq(
        2 * Expectation(_OFF_BIN**2) + 2 * Expectation(_OFF_VALUE**2),
        LINEAR(_OFF_BIN**2, 2, 0),
        LINEAR(_OFF_VALUE**2, 2, 0),
    )
)
EQ201 = Claim(
    "zhao/eq201",
    "arXiv v1, Appendix E.2, (201)",
    Kind.INEQUALITY,
    "the risk splits in two",
    says=r"R=\int(\hat\eta(\mathbf{x})-\eta(\mathbf{x}))^2f(\mathbf{x})d\mathbf{x}\le2\mathbb{E}\left[\int(\hat\eta(\mathbf{x})-\tilde\eta(\mathbf{x}))^2f(\mathbf{x})d\mathbf{x}+2\int(\tilde\eta(\mathbf{x})-\eta(\mathbf{x}))^2f(\mathbf{x})d\mathbf{x}\right]",
    match=Match.READING,
    differs="R in expectation over the training data too, which the left side lacks; the integrals as expectations over a draw of X; the bracket closed before the second one, whose factor then is 2",
    printed=_SPLIT_IN_TWO,
    note="A = eta^(X) - eta~(X), B = eta~(X) - eta(X). The bracket of the expectation closes too late in print, which gives the second integral a factor 4 and is weaker.",
)
_MEAN, _VALUE, _FUNCTION = random_real("T"), random_real("Y"), Name("eta", "function")
_HOELDER, _EXPONENT, _SIDE = real("C_b", above=0), real("beta", above=0), real("l", above=0)
_DIMENSION, _DISTANCE, _MOST = integer("d", least=1), random_real("A", 0), real("k", above=0)
_REACH = _HOELDER * (sqrt(_DIMENSION) * _SIDE) ** _EXPONENT
_SQUARE = line(_DISTANCE**2, given=(at_most_(_DISTANCE, _MOST),)).le(_MOST**2, at_most_(_DISTANCE, _MOST))
_IN_BIN = line(
    (_MEAN - _VALUE) ** 2,
    given=(
        BinMean(_MEAN, _FUNCTION, _SIDE, _DIMENSION),
        ValueAt(_VALUE, _FUNCTION),
        Smooth(_FUNCTION, _HOELDER, _EXPONENT),
    ),
).le(
    _REACH**2,
    _SQUARE.at({_DISTANCE: Abs(_MEAN - _VALUE), _MOST: _REACH}),
    BIN_BIAS(_MEAN, _VALUE, _FUNCTION, _HOELDER, _EXPONENT, _SIDE, _DIMENSION),
)
LEMMA8 = Claim(
    "zhao/lemma8",
    "arXiv v1, Appendix E.2, Lemma 8, (202), (203)",
    Kind.INEQUALITY,
    "the bias of a bin's mean",
    says=(r"\int(\tilde\eta(\mathbf{x})-\eta(\mathbf{x}))^2f(\mathbf{x})d\mathbf{x}\le C_b^2d^\beta " r"l^{2\beta}"),
    match=Match.SAME,
    printed=line(Expectation((_MEAN - _VALUE) ** 2), given=_IN_BIN.given)
    .le(Expectation(_REACH**2), MONOTONE((_MEAN - _VALUE) ** 2, _REACH**2), _IN_BIN)
    .eq(_REACH**2, LINEAR(_MEAN, 0, _REACH**2))
    .eq(_HOELDER**2 * _DIMENSION**_EXPONENT * _SIDE ** (2 * _EXPONENT)),
    note="T is the mean of eta over the bin of X, Y = eta(X); the integral against f is the expectation.",
)

_L = sympy.Symbol("l", positive=True)
_CB = sympy.Symbol("C_b", positive=True)
LEMMA8_LAST = Claim(
    "zhao/lemma8/last",
    "arXiv v1, Appendix E.2, (203), last line",
    Kind.INEQUALITY,
    "the constant of the last line",
    says=(
        r"\int(\tilde\eta(\mathbf{x})-\eta(\mathbf{x}))^2f(\mathbf{x})d\mathbf{x}\le C_b^2d^\beta "
        r"l^{2\beta}\sum_{k=1}^Kp_k=C_bd^\beta l^{2\beta}"
    ),
    match=Match.READING,
    differs="the last equality only, up to a constant (the sum is 1)",
    printed=SameRate(_CB**2 * d**beta * _L ** (2 * beta), _CB * d**beta * _L ** (2 * beta)),
    corrected=SameRate(lambda: (_CB * d ** (beta / 2) * _L**beta) ** 2, _CB**2 * d**beta * _L ** (2 * beta)),
    correction="C_b squared",
    severity=Severity.TYPO,
    theorem="zhao/lemma8",
)


def _scaled_tails(_: Settings) -> Iterator[Case]:
    """Constant data in [-T, T], m = K = 1, t between the bias and sqrt(2) a: the exact tail next to Lemma 9 as corrected."""
    for users, width, share in product((20, 200), (1, 2, 10), (Fraction(1, 2), Fraction(1), Fraction(7, 5))):
        t = as_arb(share) * width * (12 + 2 * arb(users).log().sqrt())
        bias = 4 * (2 * arb.pi()).sqrt() * width / arb(users).sqrt()
        right = 2 * (-users * (t - bias) ** 2 / (4590 * width**2 * arb(users).log())).exp()
        parameters = {"n": users, "T": width, "m": 1, "K": 1, "epsilon": 1, "t/(3h+2Delta)": str(share)}
        yield Case(parameters, constant_data_tail(users, 1, width, t), right)


_LEMMA9 = at_width(_TOP).crosschecked(
    "exact Laplace tails",
    r"P(|\hat q-q|>t)\le2\exp\Big[-\frac{mn\varepsilon^2}{4590T^2\ln n}\Big(t-\frac{C_2T}{\sqrt{mn}}\Big)^2\Big]",
    "constant data, m = K = epsilon = 1, n = 20, 200, T = 1, 2, 10, t = a/2, a, 7a/5",
    _scaled_tails,
)
LEMMA9 = Claim(
    "zhao/lemma9",
    "arXiv v1, Appendix E.2, Lemma 9, (204), (205)",
    Kind.INEQUALITY,
    "the tails of both estimates",
    says=r"\text{there are constants }C_1,C_2\text{ with }\mathrm{P}(|\hat q_k-q_k|>t\mid "
    r"E_{1q})\le2\exp\left[-C_1\frac{mn\epsilon^2}{T^2\ln n}\left(t-C_2\sqrt{\frac "
    r"T{mn}}\right)^2\right],\quad\mathrm{P}(|\hat p_k-p_k|>t\mid "
    r"E_{1p})\le2\exp\left[-C_1\frac{mn\epsilon^2}{\ln n}\left(t-C_2\sqrt{\frac1{mn}}\right)^2\right]",
    match=Match.READING,
    differs="(204), refuted at n = 2, m = K = epsilon = T = 1 and large t, whatever C_1 and C_2, by half of the left side; n is the users of one half",
    printed=replace(
        FAR,
        text=r"\mathrm P(|\hat q_k-q_k|>t\mid E_{1q})\le2\exp\Big[-C_1\frac{mn\varepsilon^2}{T^2\ln n}\Big(t-C_2\sqrt{\tfrac T{mn}}\Big)^2\Big]",
    ),
    corrected=_LEMMA9,
    correction="as Lemma 7, with D = T: for t between the bias and sqrt(2) a only",
    severity=Severity.CONDITION,
    theorem="zhao/thm11/upper",
    root="zhao/lemma7",
    note="The estimate of q has labels in [-T, T], that of p is the same at T = 1; n stands for the users of one "
    "half. The counterexample is that of Lemma 7, at T = 1; C_2 T is 4 sqrt(2 pi) T (zhao/own/lemma9-bias).",
)
_USERS_, _SAMPLES_ = integer("n", least=1), integer("m", least=1)
LEMMA9_BIAS = Claim(
    "zhao/own/lemma9-bias",
    "ours, for arXiv v1, Appendix E.2, Lemma 9, (204); also (208)",
    Kind.INEQUALITY,
    "the bias of the estimate of q",
    corrected=line(4 * sqrt(2 * pi) * _TOP / sqrt(_SAMPLES_ * _USERS_)).eq(
        4 * sqrt(2 * pi * _TOP) * sqrt(_TOP / (_SAMPLES_ * _USERS_))
    ),
    note="(52) with D = T. C_2 is only said to exist: here 4 sqrt(2 pi T); with T in place of sqrt(T) it would "
    "not depend on T.",
)
EQ207 = Claim(
    "zhao/eq207",
    "arXiv v1, Appendix E.2, (207)-(211)",
    Kind.INEQUALITY,
    "the event on which both estimates are close",
    says=(
        r"C_1c^2>1:\ t_p=C_2\sqrt{\frac1{mn}}+\frac{c\ln n}{\sqrt{mn\epsilon^2}},\quad t_q=C_2\sqrt{\frac "
        r"T{mn}}+\frac{cT\ln n}{\sqrt{mn\epsilon^2}};\quad E\text{: for all }k,\ |\hat p_k-p_k|>t_p,\ "
        r"|\hat q_k-q_k|>t_q;\quad\mathrm{P}(E^c)\le4B\left(n^{-C_1c^2}+\sqrt "
        r"me^{-C_0n\epsilon^2}\right);\quad C_1c^2\ge1\text{: this term does not dominate}"
    ),
    match=Match.READING,
    differs="the displays in short, told in its parts",
    printed=Whole(
        r"t_p,t_q;\ E=\{\forall k:\dots\},\ P(E^c)\le4B(n^{-C_1c^2}+\sqrt me^{-c_0n\varepsilon^2}) \text{ does "
        r"not dominate for } C_1c^2\ge1",
        ("zhao/eq207/tails", "zhao/eq207/event", "zhao/eq207/power"),
    ),
    corrected=Whole(
        r"E=\{\forall k:|\hat p_k-p_k|\le t_p,|\hat q_k-q_k|\le t_q\},\ C_1c^2\ge1+\tfrac{2\beta}d",
        ("zhao/eq207/tails", "zhao/eq207/event", "zhao/eq207/power"),
        as_corrected=True,
    ),
    correction="the event's signs, and a larger c",
    severity=Severity.CONSTANT,
    theorem="zhao/thm11/upper",
)


def _tails_at_level(_: Settings) -> Iterator[Case]:
    """Constant data, T = m = K = epsilon = 1, t = C_2/sqrt(n) + c ln n/sqrt(n): the exact tail next to 2 n^(-c^2/4590)."""
    for users, c in product((200, 1000), (10, 20, 40)):
        root = arb(users).sqrt()
        t = 4 * (2 * arb.pi()).sqrt() / root + c * arb(users).log() / root
        right = 2 * (-arb(users).log() * c**2 / 4590).exp()
        yield Case({"n": users, "c": c, "m": 1, "K": 1, "epsilon": 1}, constant_data_tail(users, 1, 1, t), right)


_TIMES, _BIAS = real("c", least=0), OFFSET.xreplace({WIDTH: _TOP})
_CHOSEN = _BIAS + _TIMES * _TOP * log(USERS) / (EPSILON * sqrt(SAMPLES * USERS))
_TAIL = _LEMMA9.at({LEVEL: _CHOSEN}).statement
EQ207_TAILS = Claim(
    "zhao/eq207/tails",
    "arXiv v1, Appendix E.2, (207)-(210)",
    Kind.IDENTITY,
    "the tails at t_p and t_q",
    says=r"t_p=C_2\sqrt{\frac1{mn}}+\frac{c\ln n}{\sqrt{mn\epsilon^2}},\quad t_q=C_2\sqrt{\frac "
    r"T{mn}}+\frac{cT\ln n}{\sqrt{mn\epsilon^2}};\quad\mathrm{P}(|\hat p_k-p_k|>t_p\mid "
    r"E_{1p})\le2e^{-C_1c^2\ln n}=2n^{-C_1c^2},\quad\mathrm{P}(|\hat q_k-q_k|>t_q\mid "
    r"E_{1q})\le2n^{-C_1c^2}",
    match=Match.READING,
    differs="one tail for both, that of p at T = 1, for epsilon <= 1 and in the range of Lemma 9 as corrected, which the condition of Theorem 11 gives; C_1 = 1/4590 and C_2 = 4 sqrt(2 pi T), which depends on T",
    printed=line(_TAIL.left, given=tuple(h for h in _TAIL.hypotheses if h != at_most_(_BIAS, _CHOSEN)))
    .le(_TAIL.right, _LEMMA9.at({LEVEL: _CHOSEN}))
    .eq(2 * exp(-(_TIMES**2) / 4590 * log(USERS)))
    .eq(2 * USERS ** (-(_TIMES**2) / 4590))
    .crosschecked(
        "exact Laplace tails",
        r"P(|\hat p-p|>t_p)\le2n^{-C_1c^2},\ C_1=\tfrac1{4590}",
        "constant data, T = m = K = epsilon = 1, n = 200, 1000, c = 10, 20, 40",
        _tails_at_level,
    ),
)


def _event(_: Settings) -> Iterator[Case]:
    """The probability of the printed event's complement, next to that of some error above its level; no error at all."""
    level, errors = Fraction(1, 10), (Fraction(0), Fraction(0))
    outside = Fraction(not all(error > level for error in errors))
    again = 1 - Fraction(errors[0] > level and errors[1] > level)
    some = Fraction(any(error > level for error in errors))
    yield Case({"p^ - p": 0, "q^ - q": 0, "t_p": str(level), "t_q": str(level)}, outside, some, left_again=again)


AnyFar = constructor("AnyFar", r"\{{\exists k \le {4}: {0}_k > {1} \text{{ or }} {2}_k > {3}\}}")
"""That an error of a family is above its level, or one of another family above its own: AnyFar(D, t, D', t', B)."""
_FIRST_STAGE, _BINS, _BIN, _ONE_BIN = event("E_1"), integer("B", least=1), integer("k", least=1), integer("j", least=1)
_ERRORS, _OTHERS = Name("D", "family of random reals"), Name("D'", "family of random reals")
_LEVELS = real("t", above=0), real("t'", above=0)
_RARE, _ANY = real("r", least=0), AnyFar(_ERRORS, _LEVELS[0], _OTHERS, _LEVELS[1], _BINS)
_EACH_RARE = tuple(
    Each(
        at_most_(Probability(Both(_FIRST_STAGE, Holds(below(t, Part(family, _BIN))))), _RARE),
        _BIN,
        at_most_(1, _BIN),
        at_most_(_BIN, _BINS),
    )
    for family, t in zip((_ERRORS, _OTHERS), _LEVELS, strict=True)
)
_FIRST_SUM, _SECOND_SUM = (
    Sum(Probability(Both(_FIRST_STAGE, Holds(below(t, Part(family, _ONE_BIN))))), _ONE_BIN, 1, _BINS)
    for family, t in zip((_ERRORS, _OTHERS), _LEVELS, strict=True)
)
_UNION = _FIRST_SUM + _SECOND_SUM + Probability(Not(_FIRST_STAGE))
EQ207_EVENT = Claim(
    "zhao/eq207/event",
    "arXiv v1, Appendix E.2, the line above (211)",
    Kind.DEFINITION,
    "the event's definition",
    says=r"E\text{: for all }k,\ |\hat p_k-p_k|>t_p,\ |\hat "
    r"q_k-q_k|>t_q;\quad\mathrm{P}(E^c)=\mathrm{P}(\exists k,\ |\hat p_k-p_k|>t_p\text{ or }|\hat "
    r"q_k-q_k|>t_q)\le4B\left(n^{-C_1c^2}+\sqrt me^{-C_0n\epsilon^2}\right)",
    match=Match.READING,
    differs="the definition and its complement together, for one bin and an estimate without error",
    printed=FiniteCheck(
        r"E=\{\forall k:|\hat p_k-p_k|>t_p,|\hat q_k-q_k|>t_q\}:\ P(E^c)=P(\exists k:|\hat p_k-p_k|>t_p\text{ or }|\hat q_k-q_k|>t_q)",
        "one bin, estimates without error, t_p = t_q = 1/10",
        _event,
        "==",
    ),
    corrected=line(Probability(_ANY), given=_EACH_RARE)
    .le(
        _UNION,
        words(
            "Where E_1 holds one of 2 B errors is above its level, and a union has at most the sum; else it fails.",
            at_most_(Probability(_ANY), _UNION),
        ),
    )
    .le(2 * _BINS * _RARE + Probability(Not(_FIRST_STAGE)), *(at_index(rare, _ONE_BIN) for rare in _EACH_RARE)),
    correction="|p^ - p| <= t_p and |q^ - q| <= t_q; (211) has the complement right",
    severity=Severity.TYPO,
    theorem="zhao/thm11/upper",
    note="D_k = |p^_k - p_k|, D'_k = |q^_k - q_k|, r = 2 n^(-C_1 c^2).",
)
_R = sympy.Symbol("r", positive=True)
_COUNT_OF_BINS, _PEOPLE, _EXPONENT_C, _RAISE = (
    real("B", above=0),
    integer("n", least=2),
    real("a", above=0),
    real("s", above=0),
)
_DRAWS, _PRIVACY, _WIDE = integer("m", least=1), real("epsilon", above=0, most=1), real("l", above=0)
_FEW_BINS = at_most_(_WIDE**-_DIMENSION, _PEOPLE * _PRIVACY**2)
_LARGE_C = at_most_(1 + 2 * _EXPONENT / _DIMENSION, _EXPONENT_C)
_FEWER = at_most_(_COUNT_OF_BINS, _PEOPLE)
_SMALLER, _LARGER = real("x", above=0), real("y", above=0)
_FALLS = line(_PEOPLE**-_RAISE, given=(_FEWER,)).le(
    _COUNT_OF_BINS**-_RAISE,
    line(1 / _LARGER, given=(at_most_(_SMALLER, _LARGER),))
    .le(1 / _SMALLER)
    .at({_SMALLER: _COUNT_OF_BINS**_RAISE, _LARGER: _PEOPLE**_RAISE}),
    line(_COUNT_OF_BINS**_RAISE, given=(_FEWER,)).le(_PEOPLE**_RAISE, _FEWER),
)
_OFF_EVENT = (
    line(4 * _WIDE**-_DIMENSION * _TOP**2 * _PEOPLE**-_EXPONENT_C, given=(_FEW_BINS, _LARGE_C))
    .le(4 * _WIDE**-_DIMENSION * _TOP**2 * _PEOPLE ** -(1 + 2 * _EXPONENT / _DIMENSION), _LARGE_C)
    .le(
        4 * _WIDE**-_DIMENSION * _TOP**2 * (_WIDE**-_DIMENSION) ** -(1 + 2 * _EXPONENT / _DIMENSION),
        _FALLS.at({_COUNT_OF_BINS: _WIDE**-_DIMENSION, _RAISE: 1 + 2 * _EXPONENT / _DIMENSION}),
        line(_WIDE**-_DIMENSION, given=(_FEW_BINS,)).le(_PEOPLE * _PRIVACY**2, _FEW_BINS).le(_PEOPLE),
    )
    .eq(4 * _TOP**2 * _WIDE ** (2 * _EXPONENT))
    .at(
        {
            _WIDE: let(
                "l", (_DRAWS * _PEOPLE * _PRIVACY**2 / log(_PEOPLE) ** 2) ** (-1 / (2 * (_DIMENSION + _EXPONENT)))
            ),
            _EXPONENT_C: real("C_1", above=0) * real("c", above=0) ** 2,
        }
    )
)
EQ207_POWER = Claim(
    "zhao/eq207/power",
    "arXiv v1, Appendix E.2, below (207) and below (212)",
    Kind.RATE_ALGEBRA,
    "how large c must be",
    says=r"\text{pick }c\text{ with }C_1c^2>1;\quad\text{with }C_1c^2\ge1\text{ the term "
    r"}4BT^2\left(n^{-C_1c^2}+\sqrt me^{-C_0n\epsilon^2}\right)\text{ does not dominate}",
    match=Match.READING,
    differs="refuted at d = beta = epsilon = 1, m = n^(5/2) and C_1 c^2 = 2, which both lines admit; logarithms apart",
    printed=UpToConstant(
        n ** Rational(7, 8) * n**-2,
        n ** Rational(-7, 4),
        (Variable(n, Integer(2), oo),),
        family=((n, _R),),
        along=_R,
        text=r"C_1c^2>1\Rightarrow4BT^2n^{-C_1c^2}\lesssim(mn(\varepsilon^2\wedge\varepsilon))^{-\beta/(d+\beta)}",
    ),
    corrected=line(_OFF_EVENT.statement.left, given=_OFF_EVENT.statement.hypotheses).le(
        _OFF_EVENT.statement.right, _OFF_EVENT
    ),
    correction="C_1 c^2 >= 1 + 2 beta/d, for epsilon <= 1: l is the width of (219), l^(2 beta) the rate, and the bins are no "
    "more than n epsilon^2, as the condition of the theorem as corrected has it",
    severity=Severity.CONSTANT,
    theorem="zhao/thm11/upper",
    note="B = (mn)^(1/4) = n^(7/8), within the corrected condition; logarithms apart.",
)


def _clipped(_: Settings) -> Iterator[Case]:
    """T = 1, the clipped estimate 1, the bin's mean -9/10: the squared error next to T^2."""
    yield Case(
        {"T": 1, "eta^": 1, "eta~": "-9/10"}, (1 + Fraction(9, 10)) ** 2, Fraction(1), left_again=Fraction(361, 100)
    )


_PART, _OTHER = real("x", least=-1, most=1), real("y", least=-1, most=1)
EQ212 = Claim(
    "zhao/eq212",
    "arXiv v1, Appendix E.2, (212), with (197)",
    Kind.INEQUALITY,
    "the error off the event",
    says=(
        r"\mathbb{E}\left[\int(\hat\eta(\mathbf{x})-\tilde\eta(\mathbf{x}))^2f(\mathbf{x})d\mathbf{x}\mathbf{1}(E^c)\right]\le "
        r"T^2\mathrm{P}(E^c)\le4BT^2\left(n^{-C_1c^2}+\sqrt me^{-C_0n\epsilon^2}\right)"
    ),
    match=Match.READING,
    differs="the first step only, as a bound at each point",
    printed=FiniteCheck(r"(\hat\eta-\tilde\eta)^2\le T^2", "T = 1, estimate 1, bin mean -9/10", _clipped),
    corrected=line((_TOP * _PART - _TOP * _OTHER) ** 2).le(4 * _TOP**2),
    correction="4T^2, for the estimate clipped to [-T, T] as (214) has it",
    severity=Severity.CONSTANT,
    theorem="zhao/thm11/upper",
    note="eta^ = T x and eta~ = T y. The ratio of (197) is listed without the clip; p^ has a positive density at "
    "0, so that without it there is no second moment.",
)
_P = sympy.Symbol("p", positive=True)
_Q = sympy.Symbol("q", nonnegative=True)
_TP = sympy.Symbol("t_p", positive=True)
_TQ = sympy.Symbol("t_q", positive=True)
_A = sympy.Symbol("a", real=True)
_B = sympy.Symbol("b", real=True)
_U = sympy.Symbol("u", nonnegative=True)


def _negative(_: Settings) -> Iterator[Case]:
    """q < 0: eta^ - eta next to (p t_q + q t_p)/(p (p - t_p)); q^ = q, p^ = p + t_p."""
    p, q, tp, tq = Fraction(1, 2), Fraction(-1, 4), Fraction(1, 4), Fraction(1, 100)
    left = q / (p + tp) - q / p
    yield Case(
        {"p": "1/2", "q": "-1/4", "t_p": "1/4", "t_q": "1/100", "q^": "-1/4", "p^": "3/4"},
        left,
        (p * tq + q * tp) / (p * (p - tp)),
        left_again=-q * tp / (p * (p + tp)),
    )


EQ214 = Claim(
    "zhao/eq214",
    "arXiv v1, Appendix E.2, (214)-(217)",
    Kind.INEQUALITY,
    "the error of the ratio on the event",
    says=(
        r"\hat\eta_k-\eta_k=\frac{\hat q_k}{\hat p_k}\wedge "
        r"T-\frac{q_k}{p_k}\le\frac{q_k+t_q}{p_k-t_p}-\frac{q_k}{p_k}=\frac{p_kt_q+q_kt_p}{p_k(p_k-t_p)};\quad\hat\eta_k-\eta_k\ge\frac{q_k-t_q}{p_k+t_p}-\frac{q_k}{p_k}=-\frac{p_kt_q+q_kt_p}{p_k(p_k+t_p)};\quad|\hat\eta_k-\eta_k|\le2\frac{p_kt_q+q_kt_p}{p_k^2},\quad(\hat\eta_k-\eta_k)^2\le8\left(\frac{t_q^2}{p_k^2}+\frac{q_k^2t_p^2}{p_k^4}\right)\text{ "
        r"if }f_Ll^d\ge2t_p"
    ),
    match=Match.READING,
    differs="first and last member of (214); (215) to (217) are not part of what is judged",
    printed=FiniteCheck(
        r"\hat\eta_k-\eta_k\le\frac{p_kt_q+q_kt_p}{p_k(p_k-t_p)}",
        "p = 1/2, q = -1/4, t_p = 1/4, t_q = 1/100",
        _negative,
    ),
    corrected=AllOf(
        r"p_k\ge2t_p:\ |\hat\eta_k-\eta_k|\le\frac{p_kt_q+|q_k|t_p}{p_k(p_k-t_p)}\le\frac{2(p_kt_q+|q_k|t_p)}{p_k^2},\ \text{square}\le8\Big(\frac{t_q^2}{p_k^2}+\frac{q_k^2t_p^2}{p_k^4}\Big)",
        {
            "the difference": Identity(
                (_Q + _A) / (_P + _B) - _Q / _P,
                (_P * _A - _Q * _B) / (_P * (_P + _B)),
                ((_P, "1", "4"), (_B, "0", "1")),
            ),
            "p - t_p >= p/2: p = 2t + u": at_most(
                (2 * _TP + _U) / 2, _TP + _U, Variable(_TP, Integer(0), oo, True), Variable(_U, Integer(0), oo)
            ),
            "squares": Identity(2 * _A**2 + 2 * _B**2 - (_A + _B) ** 2, (_A - _B) ** 2),
            "4 (t_q/p + q t_p/p^2)^2": Identity(
                (2 * (_P * _TQ + _Q * _TP) / _P**2) ** 2, 4 * (_TQ / _P + _Q * _TP / _P**2) ** 2
            ),
        },
    ),
    correction="|q_k| for q_k: for q_k < 0 the printed right side can be negative",
    severity=Severity.TYPO,
    theorem="zhao/thm11/upper",
    note="q = -1/4 and p = 1/2 are possible for T = 1. The square in (217) is that of the corrected line.",
)
_SAMPLES = m * n * epsilon**2
_RATE = (_SAMPLES / log(n) ** 2) ** (-beta / (d + beta))
EQ220 = Claim(
    "zhao/eq220",
    "arXiv v1, Appendix E.2, (218)-(222)",
    Kind.RATE_ALGEBRA,
    "the width of the bins and the rate",
    says=(
        r"R\lesssim\frac{\ln^2n}{mn\epsilon^2l^{2d}}+l^{2\beta};\quad "
        r"l\sim\left(\frac{mn\epsilon^2}{\ln^2n}\right)^{-\frac1{2(d+\beta)}};\quad "
        r"R\lesssim\left(\frac{mn\epsilon^2}{\ln^2n}\right)^{-\frac\beta{d+\beta}}"
    ),
    match=Match.READING,
    differs="the balance of the two terms; the risk R is not part of what is judged",
    printed=Balance(
        log(n) ** 2 / (_SAMPLES * _L ** (2 * d)),
        _L ** (2 * beta),
        _L,
        (_SAMPLES / log(n) ** 2) ** (-1 / (2 * (d + beta))),
        _RATE,
    ),
    note="(218): a sum over l^-d bins of t_q^2/p_k with p_k of order l^d and t_q^2 of order ln^2 n/(mn "
    "epsilon^2); it drops the factor 8.",
)
THM11_UPPER = Claim(
    "zhao/thm11/upper",
    "arXiv v1, Section 6.2, Theorem 11, (21)",
    Kind.UPPER_RATE,
    "the rate of regression",
    says=(
        r"\text{under Assumption 2(b), (c) and }|Y|<T\text{ with probability }1\text{, if "
        r"}n(\epsilon^2\wedge1)\ge2c_2(\ln m+\ln n)\text{, there is an algorithm with "
        r"}R\lesssim\left(\frac{mn(\epsilon^2\wedge\epsilon)}{\ln^2n}\right)^{-\frac\beta{d+\beta}}+\left(\frac{mn}{\ln "
        r"n}\right)^{-\frac{2\beta}{2\beta+d}}"
    ),
    match=Match.READING,
    differs="the display and, as a second part, the instance d = beta = epsilon = 1, m = n^4 that refutes it",
    printed=UpToConstant(
        1 / (1000 * n**2),
        (m * n / log(n) ** 2) ** Rational(-1, 2) + (m * n / log(n)) ** Rational(-2, 3),
        (Variable(n, Integer(2), oo), Variable(m, Integer(1), oo)),
        family=((n, _R), (m, _R**4)),
        along=_R,
        text=r"n(\varepsilon^2\wedge1)\ge2c_2(\ln m+\ln n):\ R\lesssim\Big(\frac{mn(\varepsilon^2\wedge\varepsilon)}{\ln^2n}\Big)^{-\frac\beta{d+\beta}}+\Big(\frac{mn}{\ln n}\Big)^{-\frac{2\beta}{2\beta+d}};\quad d=\beta=\varepsilon=1,\ m=n^4:\ \frac1{1000n^2}\lesssim\Big(\frac{mn}{\ln^2n}\Big)^{-1/2}+\Big(\frac{mn}{\ln n}\Big)^{-2/3}",
    ),
    corrected=AllOf(
        "",
        {
            "epsilon <= 1": HIGH_FUNCTIONS,
            "low privacy": line(ERROR, given=LOW_FUNCTIONS.given).le(
                LOW_FUNCTIONS.statement.right, cite(LOW, "regression")
            ),
        },
    ),
    correction="n epsilon^2 >= 32112 K ln(mn), as for Theorem 9: the printed condition misses the K, and at m = "
    "n^4 for d = beta = 1 the statement is false; the estimate clipped. The paper's proof covers "
    "epsilon <= 1 only, the correction, with constants, also low privacy (zhao/own/low-privacy, for "
    "every width and level); between them nothing is decided",
    severity=Severity.RATE,
    theorem="zhao/thm11/upper",
    root="zhao/thm9/upper",
    note="As for Theorem 9: phi(u) = 1/2 - |u|, ||phi||_2^2 = 1/12, 1/l = 4n: R >= 1/(768 n^2), here 1/(1000 "
    "n^2), against n^(-5/2) ln n. In the correction x = (mn epsilon^2/ln^2 n)^(1/(2(d+beta))): the cubes "
    "have side 1/N, N between x/2 and x, the groups are the least power of 2 that is x^d at least, each "
    "with as many pairs of users as n allows.",
)
_X = sympy.Symbol("x", nonnegative=True)
_C = sympy.Symbol("c", positive=True)

CLAIMS = (
    EQ201,
    LEMMA8,
    LEMMA8_LAST,
    LEMMA9,
    LEMMA9_BIAS,
    EQ207,
    EQ207_TAILS,
    EQ207_EVENT,
    EQ207_POWER,
    EQ212,
    EQ214,
    EQ220,
    THM11_UPPER,
)
