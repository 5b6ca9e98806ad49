"""zhao Appendix A.3, (43)-(53): the bias of the second stage."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import sympy
from flint import arb
from sympy import Abs, Integer, Max, Min, exp, log, oo, pi, sqrt

from notation.symbols import D, m, n
from verify.calculus import (
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
    by,
    calc,
    equal,
    integer,
    quantity,
    random_real,
    real,
    words,
)
from verify.calculus import at_most as at_most_
from verify.calculus.facts.exponential import HOEFFDING_EXCESS
from verify.calculus.facts.votes import LAPLACE_MEAN
from verify.calculus.facts.voting import MEAN_ABOVE, MEAN_BELOW
from verify.papers.zhao.appA2_first_stage.eq41_success import HIGHEST, LOWEST
from verify.papers.zhao.instances.exact_risks import clip_bias
from verify.prover import Relation, Variable
from verify.statements import Case, FiniteCheck, Inequality, Whole
from verify.statements.claim import Claim, Kind, Severity
from verify.statements.outcome import Settings

_S = sympy.Symbol("s", nonnegative=True)
BIAS = 4 * sqrt(2 * pi) * D / sqrt(m * n)
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


def bias_cases(_: Settings, groups: int = 1) -> Iterator[Case]:
    """The bias of clipping sign data at Delta = sqrt(ln(nK)/m), the mean at an end of the interval, beside (52); D = 1."""
    for samples, users, chance, at_right in product(
        (16, 100), (2, 10**4, 10**7), (Fraction(1, 10), Fraction(1, 2), Fraction(2, 3)), (True, False)
    ):
        inflation = (arb(users * groups).log() / samples).sqrt()
        right = 4 * (2 * arb.pi()).sqrt() / arb(samples * users * groups).sqrt()
        parameters = {"n": users, "m": samples, "K": groups, "P(X = D)": str(chance), "mu = R": at_right}
        yield Case(parameters, clip_bias(samples, chance, inflation, at_right), right)


def _bias_identity(_: Settings) -> Iterator[Case]:
    """E[U] - mu by definition, and as the difference of the two integrated tails."""
    for law, low, high in finite_laws():
        left = sum((w * (clipped(y, low, high) - y) for y, w in law.items()), Fraction(0))
        below = sum((w * (low - y) for y, w in law.items() if y < low), Fraction(0))
        above = sum((w * (y - high) for y, w in law.items() if y > high), Fraction(0))
        text = ", ".join(f"{y}: {w}" for y, w in law.items())
        yield Case({"Y": text, "L - Delta": str(low), "R + Delta": str(high)}, abs(left), abs(below - above))


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


# fmt: off
USERS, SAMPLES = integer("n", least=2), integer("m", least=1)
WIDTH, EPSILON, SHARE = real("D", above=0), real("epsilon", above=0), real("Delta", least=0)
LEFT, RIGHT = real("L"), real("R")
SAMPLE, USER_MEAN, NOISE, ESTIMATE = (random_real(letter) for letter in ("X", "Y", "W", "muhat"))
CENTRE = Expectation(SAMPLE)
DATA = (MeanOfCopies(USER_MEAN, SAMPLE, SAMPLES), at_most_(-WIDTH, SAMPLE), at_most_(SAMPLE, WIDTH))
SUCCESS = (at_most_(LEFT, CENTRE), at_most_(CENTRE, RIGHT))
CLIPPED = Min(Max(USER_MEAN, LEFT - SHARE), RIGHT + SHARE)
_OVER, _UNDER = Max(CENTRE - USER_MEAN - SHARE, 0), Max(USER_MEAN - CENTRE - SHARE, 0)
_TAIL = sqrt(pi/2)*WIDTH/sqrt(SAMPLES)*exp(-SAMPLES*SHARE**2/(2*WIDTH**2))
_RAISED = calc(
    CLIPPED, "<=", Max(USER_MEAN, LEFT - SHARE), "<=", Max(USER_MEAN, CENTRE - SHARE), by(SUCCESS[0]),
    "<=", USER_MEAN + _OVER, given=SUCCESS[:1],
)
_LOWERED = calc(
    USER_MEAN - _UNDER, "<=", Min(USER_MEAN, CENTRE + SHARE), "<=", Min(USER_MEAN, RIGHT + SHARE), by(SUCCESS[1]),
    "<=", CLIPPED, given=SUCCESS[1:],
)
_TOO_HIGH = calc(
    Expectation(CLIPPED) - CENTRE, "<=", Expectation(USER_MEAN + _OVER) - CENTRE,
    by(MONOTONE(CLIPPED, USER_MEAN + _OVER), _RAISED),
    "==", Expectation(USER_MEAN) + Expectation(_OVER) - CENTRE, by(ADDITIVE(USER_MEAN, _OVER)),
    "<=", _TAIL,
    by(EXPECTED_MEAN(USER_MEAN, SAMPLE, SAMPLES), HOEFFDING_EXCESS(USER_MEAN, SAMPLE, SAMPLES, -WIDTH, WIDTH, SHARE, -1)),
    given=(*DATA, SUCCESS[0]),
)
_TOO_LOW = calc(
    CENTRE - Expectation(CLIPPED), "<=", CENTRE - Expectation(USER_MEAN - _UNDER),
    by(MONOTONE(USER_MEAN - _UNDER, CLIPPED), _LOWERED),
    "==", CENTRE - Expectation(USER_MEAN) - Expectation(-_UNDER), by(ADDITIVE(USER_MEAN, -_UNDER)),
    "==", CENTRE - Expectation(USER_MEAN) + Expectation(_UNDER), by(LINEAR(_UNDER, -1, 0)),
    "<=", _TAIL,
    by(EXPECTED_MEAN(USER_MEAN, SAMPLE, SAMPLES), HOEFFDING_EXCESS(USER_MEAN, SAMPLE, SAMPLES, -WIDTH, WIDTH, SHARE, 1)),
    given=(*DATA, SUCCESS[1]),
)
_SIZE = real("z")
_CLIPPING = calc(
    Abs(Expectation(CLIPPED) - CENTRE), "==", Max(Expectation(CLIPPED) - CENTRE, CENTRE - Expectation(CLIPPED)),
    by(calc(Abs(_SIZE), "==", Max(_SIZE, -_SIZE)).at({_SIZE: Expectation(CLIPPED) - CENTRE})),
    "<=", _TAIL, by(_TOO_HIGH, _TOO_LOW), given=(*DATA, *SUCCESS),
)
SCALE = real("b", above=0)


def _same_mean(one: Any, other: Any, *given: Any) -> Chain:
    """Equal random reals have one mean."""
    up, down = calc(one, "<=", other, given=given), calc(other, "<=", one, given=given)
    least = calc(Expectation(one), "<=", Expectation(other), by(MONOTONE(one, other), up), given=given)
    most = calc(Expectation(other), "<=", Expectation(one), by(MONOTONE(other, one), down), given=given)
    return calc(Expectation(one), "==", Expectation(other), by(least, most), given=given)


INSIDE = WIDTH*sqrt(log(USERS)/SAMPLES)
"""Delta."""


def bias_on_success(share: Any, crosscheck: tuple[str, FiniteCheck], groups: Any = 1) -> Chain:
    """(50)-(52): the bias of the mean of clipped means and noise, at Delta = D sqrt(ln(n K)/m)."""
    sent = CLIPPED.xreplace({SHARE: share}) + NOISE
    clipping = _CLIPPING.at({SHARE: share})
    averaged = (WholeNumber(USERS/2), MeanOfCopies(ESTIMATE, sent, USERS/2), LaplaceNoise(NOISE, SCALE))
    mean = calc(
        Expectation(ESTIMATE), "==", Expectation(sent), by(EXPECTED_MEAN(ESTIMATE, sent, USERS/2)),
        "==", Expectation(sent - NOISE) + Expectation(NOISE), by(ADDITIVE(sent - NOISE, NOISE)),
        "==", Expectation(sent - NOISE), by(LAPLACE_MEAN(NOISE, SCALE, 0)), given=averaged,
    )
    return calc(
        Abs(Expectation(ESTIMATE) - CENTRE), "==", Abs(Expectation(sent - NOISE) - CENTRE), by(mean),
        "<=", _TAIL.xreplace({SHARE: share}), by(clipping),
        "<=", 4*sqrt(2*pi)*WIDTH/sqrt(SAMPLES*USERS*groups),
        given=(*averaged, *DATA, *SUCCESS),
    ).beside(crosscheck)


_SENT_MEAN = calc(
    Expectation(ESTIMATE), "==", Expectation(CLIPPED + NOISE), by(EXPECTED_MEAN(ESTIMATE, CLIPPED + NOISE, USERS/2)),
    "==", Expectation(CLIPPED) + Expectation(NOISE), by(ADDITIVE(CLIPPED, NOISE)),
    "==", Expectation(CLIPPED), by(LAPLACE_MEAN(NOISE, SCALE, 0)),
    given=(WholeNumber(USERS/2), MeanOfCopies(ESTIMATE, CLIPPED + NOISE, USERS/2), LaplaceNoise(NOISE, SCALE)),
)
MEETS = (at_most_(LEFT - SHARE, WIDTH), at_most_(-WIDTH, RIGHT + SHARE))
_USER_IN = (at_most_(-WIDTH, USER_MEAN), at_most_(USER_MEAN, WIDTH))
_TO_TOP = calc(CLIPPED, "<=", Max(USER_MEAN, LEFT - SHARE), "<=", WIDTH, given=(_USER_IN[1], MEETS[0]))
_TO_BOTTOM = calc(-WIDTH, "<=", Min(USER_MEAN, RIGHT + SHARE), "<=", CLIPPED, given=(_USER_IN[0], MEETS[1]))
_RANGE = (MEAN_BELOW(USER_MEAN, SAMPLE, SAMPLES, WIDTH), MEAN_ABOVE(USER_MEAN, SAMPLE, SAMPLES, -WIDTH))
_OFF_GIVEN = (*_SENT_MEAN.given, *DATA, *MEETS)
_UP = calc(
    Expectation(ESTIMATE) - CENTRE, "==", Expectation(CLIPPED) - CENTRE, by(_SENT_MEAN),
    "<=", Expectation(WIDTH) - CENTRE, by(MONOTONE(CLIPPED, WIDTH), _TO_TOP, _RANGE[0]),
    "==", WIDTH - CENTRE, by(LINEAR(SAMPLE, 0, WIDTH)), "<=", 2*WIDTH, by(LOWEST), given=_OFF_GIVEN,
)
_DOWN = calc(
    CENTRE - Expectation(ESTIMATE), "==", CENTRE - Expectation(CLIPPED), by(_SENT_MEAN),
    "<=", CENTRE - Expectation(-WIDTH), by(MONOTONE(-WIDTH, CLIPPED), _TO_BOTTOM, _RANGE[1]),
    "==", CENTRE + WIDTH, by(LINEAR(SAMPLE, 0, -WIDTH)), "<=", 2*WIDTH, by(HIGHEST), given=_OFF_GIVEN,
)
OFF = calc(
    Abs(Expectation(ESTIMATE) - CENTRE), "==", Max(Expectation(ESTIMATE) - CENTRE, CENTRE - Expectation(ESTIMATE)),
    by(calc(Abs(_SIZE), "==", Max(_SIZE, -_SIZE)).at({_SIZE: Expectation(ESTIMATE) - CENTRE})),
    "<=", 2*WIDTH, by(_UP, _DOWN), given=_OFF_GIVEN,
)
_TOO_SMALL, _TOO_LARGE = Max(LEFT - SHARE - USER_MEAN, 0), Max(USER_MEAN - RIGHT - SHARE, 0)
BelowTail = quantity("BelowTail", r"\int_0^\infty P({0} < {1} - t)\,dt", "integral of P(Y < c - t) over t > 0: BelowTail(Y, c)", 0)
AboveTail = quantity("AboveTail", r"\int_0^\infty P({0} > {1} + t)\,dt", "integral of P(Y > c + t) over t > 0: AboveTail(Y, c)", 0)
_BELOW, _ABOVE = BelowTail(USER_MEAN, LEFT - SHARE), AboveTail(USER_MEAN, RIGHT + SHARE)
_ORDERED = (at_most_(LEFT, RIGHT), MeanOfCopies(USER_MEAN, SAMPLE, SAMPLES))
_EQ49 = calc(
    Abs(Expectation(CLIPPED) - CENTRE), "==", Abs(Expectation(USER_MEAN + (_TOO_SMALL - _TOO_LARGE)) - CENTRE),
    by(_same_mean(CLIPPED, USER_MEAN + (_TOO_SMALL - _TOO_LARGE), _ORDERED[0])),
    "==", Abs(Expectation(USER_MEAN) + Expectation(_TOO_SMALL) + Expectation(-_TOO_LARGE) - CENTRE),
    by(ADDITIVE(USER_MEAN, _TOO_SMALL - _TOO_LARGE), ADDITIVE(_TOO_SMALL, -_TOO_LARGE)),
    "==", Abs(Expectation(_TOO_SMALL) - Expectation(_TOO_LARGE)),
    by(EXPECTED_MEAN(USER_MEAN, SAMPLE, SAMPLES), LINEAR(_TOO_LARGE, -1, 0)),
    "==", Abs(_ABOVE - _BELOW),
    by(words("The expectation of (Y - c)_+ is the integral of P(Y > c + t) over t > 0.", equal(Expectation(_TOO_LARGE), _ABOVE)),
       words("The expectation of (c - Y)_+ is the integral of P(Y < c - t) over t > 0.", equal(Expectation(_TOO_SMALL), _BELOW))),
    given=_ORDERED,
).crosschecked(
    "finite laws, exact", r"|E[U]-\mu|=|E(L-\Delta-Y)^+-E(Y-R-\Delta)^+|",
    "laws on three points of a grid, three intervals", _bias_identity, "=="
)
TotalBias = quantity(
    "TotalBias", r"|\mathbb{{E}}\hat\mu - \mu|_{{{0}, {1}, {2}, {3}, {4}}}",
    "distance of the mean of Algorithm 1's estimate from that of the law, n users, m samples each, h = 4D/sqrt(m), Delta = D sqrt(ln(n)/m): "
    "TotalBias(P, n, m, epsilon, D)", 0)
FailureChance = quantity(
    "FailureChance", r"P(E_1^{{\mathsf c}})_{{{0}, {1}, {2}, {3}, {4}}}",
    "chance that the interval of its first stage misses the mean: FailureChance(P, n, m, epsilon, D)", 0, 1)
_LAW = Name("P", "law")
_SETTING = (WholeNumber(USERS/2), Member(_LAW, OnInterval(-WIDTH, WIDTH)))
_TOTAL_BIAS, _FAILED = (q(_LAW, USERS, SAMPLES, EPSILON, WIDTH) for q in (TotalBias, FailureChance))
_ON_SUCCESS = 4*sqrt(2*pi)*WIDTH/sqrt(SAMPLES*USERS)
_WEIGHTED = (1 - _FAILED)*_ON_SUCCESS + 2*WIDTH*_FAILED
_EQ53 = calc(
    _TOTAL_BIAS, "<=", _WEIGHTED,
    by(words("The bias is at most the mean over the first stage's outcomes of the bias given it: (52) where it succeeds, 2D elsewhere.",
             at_most_(_TOTAL_BIAS, _WEIGHTED), given=_SETTING, leans=("zhao/eq50", "zhao/eq53/a"))),
    "<=", _ON_SUCCESS + 2*WIDTH*_FAILED, given=_SETTING,
)
EQ50 = Claim("zhao/eq50", "arXiv v1, Appendix A.3, (50)-(52)", Kind.INEQUALITY, "the bias of clipping on success",
             bias_on_success(INSIDE,
                             ("sign data, by the definition of a mean",
                              FiniteCheck(r"|E[U]-\mu|\le\frac{4\sqrt{2\pi}D}{\sqrt{mn}}",
                                          "m = 16, 100; n = 2, 10^4, 10^7; P(X = D) = 1/10, 1/2, 2/3; the mean at "
                                          "either end of [L, R]",
                                          bias_cases))),
             note="Given the first stage, in which L and R are numbers: E_1 is L <= E[X] <= R.")
CLAIMS = (
    Claim("zhao/eq49", "arXiv v1, Appendix A.3, (43)-(49)", Kind.IDENTITY,
          "the bias of clipping is a difference of integrated tails", _EQ49,
          note="Given the first stage, in which L and R are numbers."),
    EQ50,
    Claim("zhao/eq50/b", "arXiv v1, Appendix A.3, (50), step (b)", Kind.INEQUALITY, "the Gaussian tail integral",
          Inequality(Relation(sqrt(pi / 2) * sympy.erfc(_S / sqrt(2)), sqrt(2 * pi) * exp(-(_S**2) / 2), "<=",
                              (Variable(_S, Integer(0), oo),)),
                     (("s", "1"),)),
          note="The integral of e^(-u^2/2) over u > s is sqrt(pi/2) erfc(s/sqrt 2); the printed constant loses a "
               "factor 2."),
    Claim("zhao/eq53", "arXiv v1, Appendix A.3, (53) and the line above", Kind.INEQUALITY,
          "the bias, whether the first stage succeeds or not",
          Whole(r"|\hat\mu-\mu|\le2D \text{ off } E_1;\quad |E\hat\mu-\mu|\le\frac{4\sqrt{2\pi}D}{\sqrt{mn}}+2D\,P(E_1^c)",
                ("zhao/eq53/a", "zhao/eq53/b")),
          Whole(r"|E[\hat\mu\mid Z_{1:n/2}]-\mu|\le2D \text{ off } E_1;\quad |E\hat\mu-\mu|\le\frac{4\sqrt{2\pi}D}{\sqrt{mn}}+2D\,P(E_1^c)",
                ("zhao/eq53/a", "zhao/eq53/b"), as_corrected=True),
          correction="the bound 2D is one on the conditional mean, not on the estimate", severity=Severity.TYPO,
          theorem="zhao/thm1/upper"),
    Claim("zhao/eq53/a", "arXiv v1, Appendix A.3, the line above (53)", Kind.INEQUALITY,
          "off success the error is at most 2D",
          FiniteCheck(r"P(|\hat\mu-\mu|>2D)=0\ \text{off } E_1",
                      "n = 2, m = 64, D = 1; epsilon = 1, 4: the probability that the noise alone exceeds 4D",
                      _unbounded_error),
          OFF,
          correction="the estimate carries Laplace noise, which has no bound; its conditional mean given the first "
                     "stage is a clipped mean in [-D, D], and that is what (53) needs",
          severity=Severity.TYPO, theorem="zhao/thm1/upper"),
    Claim("zhao/eq53/b", "arXiv v1, Appendix A.3, (53)", Kind.INEQUALITY, "the total bias", _EQ53),
)
# fmt: on
