"""zhao Appendix A.3, (43)-(53): the bias of the second stage."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import sympy
from flint import arb
from sympy import Abs, Integer, Max, Min, exp, log, oo, pi, sqrt

from notation.symbols import D, m, n
from verify.kernel.calculus import (
    ADDITIVE,
    EXPECTED_MEAN,
    LINEAR,
    MONOTONE,
    Chain,
    Expectation,
    LaplaceNoise,
    MeanOfCopies,
    Member,
    Name,
    OnInterval,
    WholeNumber,
    because,
    equal,
    integer,
    line,
    quantity,
    random_real,
    real,
    words,
)
from verify.kernel.calculus import at_most as at_most_
from verify.kernel.calculus.facts.exponential import HOEFFDING_EXCESS
from verify.kernel.calculus.facts.votes import LAPLACE_MEAN
from verify.kernel.calculus.facts.voting import MEAN_ABOVE, MEAN_BELOW
from verify.kernel.prover import Relation, Variable
from verify.kernel.statements import Case, FiniteCheck, Inequality, Whole
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings
from verify.papers.zhao.appA2_first_stage.eq41_success import HIGHEST, LOWEST
from verify.papers.zhao.instances.exact_risks import clip_bias

_GRID = [Fraction(k, 4) for k in range(-4, 5)]


def clipped(point: Fraction, low: Fraction, high: Fraction) -> Fraction:
    """The point of [low, high] that is next to `point`."""
    return min(max(point, low), high)


def finite_laws() -> Iterator[tuple[dict[Fraction, Fraction], Fraction, Fraction]]:
    """Laws on three points of a grid in [-1, 1], and clip intervals that meet [-1, 1]."""
    for points in product(_GRID[::2], repeat=3):
        if len(set(points)) == 3:
            weights = (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6))
            law = dict(zip(points, weights, strict=True))
            for low, high in (
                (Fraction(-3, 2), Fraction(-1, 2)),
                (Fraction(-1, 4), Fraction(1, 4)),
                (_GRID[6], _GRID[8]),
            ):
                yield law, low, high


def _bias_identity(_: Settings) -> Iterator[Case]:
    """E[U] - mu by definition, and as the difference of the two integrated tails."""
    for law, low, high in finite_laws():
        left = sum((w * (clipped(y, low, high) - y) for y, w in law.items()), Fraction(0))
        below = sum((w * (low - y) for y, w in law.items() if y < low), Fraction(0))
        above = sum((w * (y - high) for y, w in law.items() if y > high), Fraction(0))
        text = ", ".join(f"{y}: {w}" for y, w in law.items())
        yield Case({"Y": text, "L - Delta": str(low), "R + Delta": str(high)}, abs(left), abs(below - above))


USERS, SAMPLES = integer("n", least=2), integer("m", least=1)
WIDTH, EPSILON, SHARE = real("D", above=0), real("epsilon", above=0), real("Delta", least=0)
LEFT, RIGHT = real("L"), real("R")
SAMPLE, USER_MEAN, NOISE, ESTIMATE = (random_real(letter) for letter in ("X", "Y", "W", "muhat"))
CENTRE = Expectation(SAMPLE)
CLIPPED = Min(Max(USER_MEAN, LEFT - SHARE), RIGHT + SHARE)


def _same_mean(one: Any, other: Any, *given: Any) -> Chain:
    """Equal random reals have one mean."""
    up, down = line(one, given=given).le(other), line(other, given=given).le(one)
    least = line(Expectation(one), given=given).le(Expectation(other), MONOTONE(one, other), up)
    most = line(Expectation(other), given=given).le(Expectation(one), MONOTONE(other, one), down)
    return line(Expectation(one), given=given).eq(Expectation(other), least, most)


_TOO_SMALL, _TOO_LARGE = Max(LEFT - SHARE - USER_MEAN, 0), Max(USER_MEAN - RIGHT - SHARE, 0)
BelowTail = quantity(
    "BelowTail", r"\int_0^\infty P({0} < {1} - t)\,dt", "integral of P(Y < c - t) over t > 0: BelowTail(Y, c)", 0
)
AboveTail = quantity(
    "AboveTail", r"\int_0^\infty P({0} > {1} + t)\,dt", "integral of P(Y > c + t) over t > 0: AboveTail(Y, c)", 0
)
_BELOW, _ABOVE = BelowTail(USER_MEAN, LEFT - SHARE), AboveTail(USER_MEAN, RIGHT + SHARE)
_ORDERED = (at_most_(LEFT, RIGHT), MeanOfCopies(USER_MEAN, SAMPLE, SAMPLES))
EQ49 = Claim(
    "zhao/eq49",
    "arXiv v1, Appendix A.3, (43)-(49)",
    Kind.IDENTITY,
    "the bias of clipping is a difference of integrated tails",
    says=(
        r"|\mathbb{E}[U]-\mu|=\left|\int_0^\infty\mathrm{P}(Y>R+\Delta+t)dt-\int_0^\infty\mathrm{P}(Y<L-\Delta-t)dt\right|\text{ "
        r"with }U=(Y\vee(L-\Delta))\wedge(R+\Delta)"
    ),
    match=Match.SAME,
    printed=line(Abs(Expectation(CLIPPED) - CENTRE), given=_ORDERED)
    .eq(
        Abs(Expectation(USER_MEAN + (_TOO_SMALL - _TOO_LARGE)) - CENTRE),
        _same_mean(CLIPPED, USER_MEAN + (_TOO_SMALL - _TOO_LARGE), _ORDERED[0]),
    )
    .eq(
        Abs(Expectation(USER_MEAN) + Expectation(_TOO_SMALL) + Expectation(-_TOO_LARGE) - CENTRE),
        ADDITIVE(USER_MEAN, _TOO_SMALL - _TOO_LARGE),
        ADDITIVE(_TOO_SMALL, -_TOO_LARGE),
    )
    .eq(
        Abs(Expectation(_TOO_SMALL) - Expectation(_TOO_LARGE)),
        EXPECTED_MEAN(USER_MEAN, SAMPLE, SAMPLES),
        LINEAR(_TOO_LARGE, -1, 0),
    )
    .eq(
        Abs(_ABOVE - _BELOW),
        words(
            "The expectation of (Y - c)_+ is the integral of P(Y > c + t) over t > 0.",
            equal(Expectation(_TOO_LARGE), _ABOVE),
        ),
        words(
            "The expectation of (c - Y)_+ is the integral of P(Y < c - t) over t > 0.",
            equal(Expectation(_TOO_SMALL), _BELOW),
        ),
    )
    .crosschecked(
        "finite laws, exact",
        r"|E[U]-\mu|=|E(L-\Delta-Y)^+-E(Y-R-\Delta)^+|",
        "laws on three points of a grid, three intervals",
        _bias_identity,
        "==",
    ),
    note="Given the first stage, in which L and R are numbers.",
)


def bias_cases(_: Settings, groups: int = 1) -> Iterator[Case]:
    """The bias of clipping sign data at Delta = sqrt(ln(nK)/m), the mean at an end of the interval, next to (52); D = 1."""
    for samples, users, chance, at_right in product(
        (16, 100), (2, 10**4, 10**7), (Fraction(1, 10), Fraction(1, 2), Fraction(2, 3)), (True, False)
    ):
        inflation = (arb(users * groups).log() / samples).sqrt()
        right = 4 * (2 * arb.pi()).sqrt() / arb(samples * users * groups).sqrt()
        parameters = {"n": users, "m": samples, "K": groups, "P(X = D)": str(chance), "mu = R": at_right}
        yield Case(parameters, clip_bias(samples, chance, inflation, at_right), right)


DATA = (MeanOfCopies(USER_MEAN, SAMPLE, SAMPLES), at_most_(-WIDTH, SAMPLE), at_most_(SAMPLE, WIDTH))
SUCCESS = (at_most_(LEFT, CENTRE), at_most_(CENTRE, RIGHT))
_OVER, _UNDER = Max(CENTRE - USER_MEAN - SHARE, 0), Max(USER_MEAN - CENTRE - SHARE, 0)
_TAIL = sqrt(pi / 2) * WIDTH / sqrt(SAMPLES) * exp(-SAMPLES * SHARE**2 / (2 * WIDTH**2))
_RAISED = (
    line(CLIPPED, given=SUCCESS[:1])
    .le(Max(USER_MEAN, LEFT - SHARE))
    .le(Max(USER_MEAN, CENTRE - SHARE), SUCCESS[0])
    .le(USER_MEAN + _OVER)
)
_LOWERED = (
    line(USER_MEAN - _UNDER, given=SUCCESS[1:])
    .le(Min(USER_MEAN, CENTRE + SHARE))
    .le(Min(USER_MEAN, RIGHT + SHARE), SUCCESS[1])
    .le(CLIPPED)
)
_TOO_HIGH = (
    line(Expectation(CLIPPED) - CENTRE, given=(*DATA, SUCCESS[0]))
    .le(Expectation(USER_MEAN + _OVER) - CENTRE, MONOTONE(CLIPPED, USER_MEAN + _OVER), _RAISED)
    .eq(Expectation(USER_MEAN) + Expectation(_OVER) - CENTRE, ADDITIVE(USER_MEAN, _OVER))
    .le(
        _TAIL,
        EXPECTED_MEAN(USER_MEAN, SAMPLE, SAMPLES),
        HOEFFDING_EXCESS(USER_MEAN, SAMPLE, SAMPLES, -WIDTH, WIDTH, SHARE, -1),
    )
)
_TOO_LOW = (
    line(CENTRE - Expectation(CLIPPED), given=(*DATA, SUCCESS[1]))
    .le(CENTRE - Expectation(USER_MEAN - _UNDER), MONOTONE(USER_MEAN - _UNDER, CLIPPED), _LOWERED)
    .eq(CENTRE - Expectation(USER_MEAN) - Expectation(-_UNDER), ADDITIVE(USER_MEAN, -_UNDER))
    .eq(CENTRE - Expectation(USER_MEAN) + Expectation(_UNDER), LINEAR(_UNDER, -1, 0))
    .le(
        _TAIL,
        EXPECTED_MEAN(USER_MEAN, SAMPLE, SAMPLES),
        HOEFFDING_EXCESS(USER_MEAN, SAMPLE, SAMPLES, -WIDTH, WIDTH, SHARE, 1),
    )
)
_SIZE = real("z")
_CLIPPING = (
    line(Abs(Expectation(CLIPPED) - CENTRE), given=(*DATA, *SUCCESS))
    .eq(
        Max(Expectation(CLIPPED) - CENTRE, CENTRE - Expectation(CLIPPED)),
        line(Abs(_SIZE)).eq(Max(_SIZE, -_SIZE)).at({_SIZE: Expectation(CLIPPED) - CENTRE}),
    )
    .le(_TAIL, _TOO_HIGH, _TOO_LOW)
)
SCALE = real("b", above=0)


INSIDE = WIDTH * sqrt(log(USERS) / SAMPLES)
"""Delta."""


def bias_on_success(share: Any, crosscheck: tuple[str, FiniteCheck], groups: Any = 1) -> Chain:
    """(50)-(52): the bias of the mean of clipped means and noise, at Delta = D sqrt(ln(n K)/m)."""
    sent = CLIPPED.xreplace({SHARE: share}) + NOISE
    clipping = _CLIPPING.at({SHARE: share})
    averaged = (WholeNumber(USERS / 2), MeanOfCopies(ESTIMATE, sent, USERS / 2), LaplaceNoise(NOISE, SCALE))
    mean = (
        line(Expectation(ESTIMATE), given=averaged)
        .eq(Expectation(sent), EXPECTED_MEAN(ESTIMATE, sent, USERS / 2))
        .eq(Expectation(sent - NOISE) + Expectation(NOISE), ADDITIVE(sent - NOISE, NOISE))
        .eq(Expectation(sent - NOISE), LAPLACE_MEAN(NOISE, SCALE, 0))
    )
    return (
        line(Abs(Expectation(ESTIMATE) - CENTRE), given=(*averaged, *DATA, *SUCCESS))
        .eq(Abs(Expectation(sent - NOISE) - CENTRE), mean)
        .le(_TAIL.xreplace({SHARE: share}), clipping)
        .le(4 * sqrt(2 * pi) * WIDTH / sqrt(SAMPLES * USERS * groups))
        .beside(crosscheck)
    )


EQ50 = Claim(
    "zhao/eq50",
    "arXiv v1, Appendix A.3, (50)-(52)",
    Kind.INEQUALITY,
    "the bias of clipping on success",
    says=(
        r"\int_0^\infty\mathrm{P}(Y>R+\Delta+t\mid "
        r"E_1)dt\le\int_\Delta^\infty\mathrm{P}(|Y-\mu|>t)dt\le2\int_\Delta^\infty "
        r"e^{-\frac{m}{2D^2}t^2}dt\le\frac{2\sqrt{2\pi}D}{\sqrt m}e^{-\frac12\left(\frac{\sqrt "
        r"m\Delta}{D}\right)^2}=\frac{2\sqrt{2\pi}D}{\sqrt{mn}};\quad\left|\mathbb{E}[\hat\mu\mid\mathbf{Z}_{1:n/2}]-\mu\right|\le\frac{4\sqrt{2\pi}D}{\sqrt{mn}}\text{ "
        r"under }E_1"
    ),
    match=Match.READING,
    differs="(52) only, with L and R numbers such that L <= mu <= R, as after the first stage; n even",
    printed=bias_on_success(
        INSIDE,
        (
            "sign data, by the definition of a mean",
            FiniteCheck(
                r"|E[U]-\mu|\le\frac{4\sqrt{2\pi}D}{\sqrt{mn}}",
                "m = 16, 100; n = 2, 10^4, 10^7; P(X = D) = 1/10, 1/2, 2/3; the mean at either end of [L, R]",
                bias_cases,
            ),
        ),
    ),
    note="Given the first stage, in which L and R are numbers: E_1 is L <= E[X] <= R.",
)

_S = sympy.Symbol("s", nonnegative=True)
EQ50_B = Claim(
    "zhao/eq50/b",
    "arXiv v1, Appendix A.3, (50), step (b)",
    Kind.INEQUALITY,
    "the Gaussian tail integral",
    says=r"\int_s^\infty e^{-\frac12u^2}du\le\sqrt{2\pi}e^{-\frac12s^2}",
    match=Match.READING,
    differs=(
        "the integral written as erfc, for s >= 0, where the paper names no range and uses it at s = sqrt(m) Delta/D"
    ),
    printed=Inequality(
        Relation(
            sqrt(pi / 2) * sympy.erfc(_S / sqrt(2)),
            sqrt(2 * pi) * exp(-(_S**2) / 2),
            "<=",
            (Variable(_S, Integer(0), oo),),
        ),
        (("s", "1"),),
    ),
    note="The integral of e^(-u^2/2) over u > s is sqrt(pi/2) erfc(s/sqrt 2); the printed constant loses a factor 2.",
)
EQ53 = Claim(
    "zhao/eq53",
    "arXiv v1, Appendix A.3, (53) and the line above",
    Kind.INEQUALITY,
    "the bias, whether the first stage succeeds or not",
    says=(
        r"|\hat\mu-\mu|\le2D\text{ if }E_1\text{ is not "
        r"satisfied};\quad|\mathbb{E}[\hat\mu]-\mu|=|\mathbb{E}[U]-\mu|\le\frac{4\sqrt{2\pi}D}{\sqrt{mn}}+2D\,\mathrm{P}(E_1^c)"
    ),
    match=Match.SAME,
    printed=Whole(
        r"|\hat\mu-\mu|\le2D \text{ off } E_1;\quad |E\hat\mu-\mu|\le\frac{4\sqrt{2\pi}D}{\sqrt{mn}}+2D\,P(E_1^c)",
        ("zhao/eq53/a", "zhao/eq53/b"),
    ),
    corrected=Whole(
        r"|E[\hat\mu\mid Z_{1:n/2}]-\mu|\le2D \text{ off } E_1;\quad |E\hat\mu-\mu|\le\frac{4\sqrt{2\pi}D}{\sqrt{mn}}+2D\,P(E_1^c)",
        ("zhao/eq53/a", "zhao/eq53/b"),
        as_corrected=True,
    ),
    correction="the bound 2D is one on the conditional mean, not on the estimate",
    severity=Severity.TYPO,
    theorem="zhao/thm1/upper",
)


def _unbounded_error(_: Settings) -> Iterator[Case]:
    """A lower bound on P(|estimate - mean| > 2D) with one refining user, whatever the interval: the noise alone.

    The clipped mean is within 2D of the mean, so |W| > 4D is enough; D = 1, h = 4/sqrt(m), Delta = sqrt(ln(n)/m).
    """
    for users, samples, rational_epsilon in ((2, 64, 1), (2, 64, 4)):
        scale = (arb(12) + 2 * arb(users).log().sqrt()) / arb(samples).sqrt() / rational_epsilon
        left = (-4 / scale).exp()
        again = 2 * _laplace_cdf(arb(-4) / scale)
        yield Case({"n": users, "m": samples, "D": 1, "epsilon": rational_epsilon}, left, 0, left_again=again)


def _laplace_cdf(x: arb) -> arb:
    """P(W <= x) for a standard Laplace variable and x <= 0, from its density by the substitution e^w."""
    return arb(1) / 2 - (1 - x.exp()) / 2


_SENT_MEAN = (
    line(
        Expectation(ESTIMATE),
        given=(WholeNumber(USERS / 2), MeanOfCopies(ESTIMATE, CLIPPED + NOISE, USERS / 2), LaplaceNoise(NOISE, SCALE)),
    )
    .eq(Expectation(CLIPPED + NOISE), EXPECTED_MEAN(ESTIMATE, CLIPPED + NOISE, USERS / 2))
    .eq(Expectation(CLIPPED) + Expectation(NOISE), ADDITIVE(CLIPPED, NOISE))
    .eq(Expectation(CLIPPED), LAPLACE_MEAN(NOISE, SCALE, 0))
)
MEETS = (at_most_(LEFT - SHARE, WIDTH), at_most_(-WIDTH, RIGHT + SHARE))
_USER_IN = (at_most_(-WIDTH, USER_MEAN), at_most_(USER_MEAN, WIDTH))
_TO_TOP = line(CLIPPED, given=(_USER_IN[1], MEETS[0])).le(Max(USER_MEAN, LEFT - SHARE)).le(WIDTH)
_TO_BOTTOM = line(-WIDTH, given=(_USER_IN[0], MEETS[1])).le(Min(USER_MEAN, RIGHT + SHARE)).le(CLIPPED)
_RANGE = (MEAN_BELOW(USER_MEAN, SAMPLE, SAMPLES, WIDTH), MEAN_ABOVE(USER_MEAN, SAMPLE, SAMPLES, -WIDTH))
_OFF_GIVEN = (*_SENT_MEAN.given, *DATA, *MEETS)
_UP = (
    line(Expectation(ESTIMATE) - CENTRE, given=_OFF_GIVEN)
    .eq(Expectation(CLIPPED) - CENTRE, _SENT_MEAN)
    .le(Expectation(WIDTH) - CENTRE, MONOTONE(CLIPPED, WIDTH), _TO_TOP, _RANGE[0])
    .eq(WIDTH - CENTRE, LINEAR(SAMPLE, 0, WIDTH))
    .le(2 * WIDTH, LOWEST)
)
_DOWN = (
    line(CENTRE - Expectation(ESTIMATE), given=_OFF_GIVEN)
    .eq(CENTRE - Expectation(CLIPPED), _SENT_MEAN)
    .le(CENTRE - Expectation(-WIDTH), MONOTONE(-WIDTH, CLIPPED), _TO_BOTTOM, _RANGE[1])
    .eq(CENTRE + WIDTH, LINEAR(SAMPLE, 0, -WIDTH))
    .le(2 * WIDTH, HIGHEST)
)
OFF = (
    line(Abs(Expectation(ESTIMATE) - CENTRE), given=_OFF_GIVEN)
    .eq(
        Max(Expectation(ESTIMATE) - CENTRE, CENTRE - Expectation(ESTIMATE)),
        line(Abs(_SIZE)).eq(Max(_SIZE, -_SIZE)).at({_SIZE: Expectation(ESTIMATE) - CENTRE}),
    )
    .le(2 * WIDTH, _UP, _DOWN)
)
EQ53_A = Claim(
    "zhao/eq53/a",
    "arXiv v1, Appendix A.3, the line above (53)",
    Kind.INEQUALITY,
    "off success the error is at most 2D",
    says=r"|\hat\mu-\mu|\le2D\text{ if }E_1\text{ is not satisfied}",
    match=Match.SAME,
    printed=FiniteCheck(
        r"P(|\hat\mu-\mu|>2D)=0\ \text{off } E_1",
        "n = 2, m = 64, D = 1; epsilon = 1, 4: the probability that the noise alone exceeds 4D",
        _unbounded_error,
    ),
    corrected=OFF,
    correction="the estimate carries Laplace noise, which has no bound; its conditional mean given the first "
    "stage is a clipped mean in [-D, D], and that is what (53) needs",
    severity=Severity.TYPO,
    theorem="zhao/thm1/upper",
)
TotalBias = quantity(
    "TotalBias",
    r"|\mathbb{{E}}\hat\mu - \mu|_{{{0}, {1}, {2}, {3}, {4}}}",
    "distance of the mean of Algorithm 1's estimate from that of the law, n users, m samples each, h = 4D/sqrt(m), Delta = D sqrt(ln(n)/m): "
    "TotalBias(P, n, m, epsilon, D)",
    0,
)
FailureChance = quantity(
    "FailureChance",
    r"P(E_1^{{\mathsf c}})_{{{0}, {1}, {2}, {3}, {4}}}",
    "probability that the interval of its first stage misses the mean: FailureChance(P, n, m, epsilon, D)",
    0,
    1,
)
_LAW = Name("P", "law")
_SETTING = (WholeNumber(USERS / 2), Member(_LAW, OnInterval(-WIDTH, WIDTH)))
_TOTAL_BIAS, _FAILED = (q(_LAW, USERS, SAMPLES, EPSILON, WIDTH) for q in (TotalBias, FailureChance))
_ON_SUCCESS = 4 * sqrt(2 * pi) * WIDTH / sqrt(SAMPLES * USERS)
_WEIGHTED = (1 - _FAILED) * _ON_SUCCESS + 2 * WIDTH * _FAILED
EQ53_B = Claim(
    "zhao/eq53/b",
    "arXiv v1, Appendix A.3, (53)",
    Kind.INEQUALITY,
    "the total bias",
    says=r"|\mathbb{E}[\hat\mu]-\mu|=|\mathbb{E}[U]-\mu|\le\frac{4\sqrt{2\pi}D}{\sqrt{mn}}+2D\,\mathrm{P}(E_1^c)",
    match=Match.SAME,
    printed=line(_TOTAL_BIAS, given=_SETTING)
    .le(
        _WEIGHTED,
        because(
            "The bias is at most the mean over the first stage's outcomes of the bias given it: (52) where it succeeds, 2D elsewhere.",
            "zhao/eq50",
            "zhao/eq53/a",
        ),
    )
    .le(_ON_SUCCESS + 2 * WIDTH * _FAILED),
)
BIAS = 4 * sqrt(2 * pi) * D / sqrt(m * n)

CLAIMS = (
    EQ49,
    EQ50,
    EQ50_B,
    EQ53,
    EQ53_A,
    EQ53_B,
)
