"""label Appendix K, (164)-(182): clipped labels of nearest neighbours under local label privacy."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import sympy
from sympy import Abs, Integer, Max, Min, Rational, exp, log, oo

from notation.symbols import N, beta, d, epsilon, p
from verify.calculus import (
    ADDITIVE,
    BERNOULLI,
    LINEAR,
    MONOTONE,
    SIZE,
    Comparison,
    Expectation,
    Holds,
    below,
    by,
    calc,
    equal,
    let,
    random_real,
    real,
    words,
)
from verify.calculus import at_most as limits
from verify.calculus.facts.local_averages import MOMENT_VARIANCE, ClippedLabels, Hoelder, LabelVariance
from verify.calculus.facts.votes import IndicatorOf
from verify.papers.label.appFG_local_regression import ABSORBED, NOISE, given_variance
from verify.papers.label.averages import (
    BALL,
    BETA,
    DIM,
    EPS,
    HEAVY,
    HEAVY_NEIGHBOURS,
    INSIDE,
    LAW,
    MOMENT,
    POWER,
    RADIUS,
    RANK,
    SAMPLES,
    SCALE,
    STEEP,
    TOP,
    local_privacy,
    powers,
)
from verify.papers.label.averages import ETA as REGRESSION_FUNCTION
from verify.papers.label.instances.label_laws import (
    clipped_neighbours,
    clipped_variances,
    clipping_biases,
    power_means,
    three_parts,
)
from verify.papers.label.nouns import POINT, GivenVariance, InSupport, NeighbourBias, NeighbourSpread
from verify.papers.label.s1_table1 import HEAVY_LOCAL
from verify.prover import Variable
from verify.statements import AllOf, Balance, Case, FiniteCheck, UpToConstant, Whole, at_most
from verify.statements.claim import Claim, Kind, Severity
from verify.statements.outcome import Settings

_R, _T, _K = sympy.symbols("r T k", positive=True)
_X, _Y, _Z = sympy.symbols("x y z", nonnegative=True)
X, Y, Z = (Variable(s, Integer(0), oo) for s in (_X, _Y, _Z))
TUNED = N ** (2 * p * beta / (2 * p * beta + d * (p - 1))) * epsilon ** (
    -2 * d * (p - 1) / (2 * p * beta + d * (p - 1))
)
"""The number of neighbours that balances (180)."""


def _printed_split(_: Settings) -> Iterator[Case]:
    """Y = -2 or -4 evenly, T = 1: the mean beside 0 + 0 - E Y 1(Y < T); with Y < -T the same. Again by symmetry about -3."""
    law = {Fraction(-2): Fraction(1, 2), Fraction(-4): Fraction(1, 2)}
    mean = sum((y * mass for y, mass in law.items()), Fraction(0))
    for end in (1, -1):
        right = -sum((y * mass for y, mass in law.items() if y < end), Fraction(0))
        yield Case({"Y": "-2, -4", "T": 1, "third part": f"Y < {end}"}, mean, right, left_again=Fraction(-2 - 4, 2))


def _clipped_step(_: Settings) -> Iterator[Case]:
    """The squared bias (E eta^ - eta_T(x))^2 at x = 0 where laws meet: left of it Y = 0, right of it 2 (1/4) or -2/3 (3/4); T = 1.

    eta = 0 everywhere; eta_T is 0 on the left, x included, and -1/4 on the right. X is even on [-1/2, 1/2], so that each of the k
    nearest of the samples lies on the right with probability 1/2, independently: E eta^ by all sides of k neighbours.
    """
    right = {Fraction(2): Fraction(1, 4), Fraction(-2, 3): Fraction(3, 4)}
    mean = sum((y * mass for y, mass in right.items()), Fraction(0))
    clipped = sum((max(Fraction(-1), min(Fraction(1), y)) * mass for y, mass in right.items()), Fraction(0))
    parameters = {"p": 2, "M_p": "4/3", "T": 1}
    yield Case(parameters | {"what": "eta on the right"}, mean, 0)
    for k in (1, 2, 3):
        sides = sum((Fraction(sum(row), k) * clipped / 2**k for row in product((0, 1), repeat=k)), Fraction(0))
        yield Case(
            parameters | {"what": "(E eta^ - eta_T(0))^2", "k": k},
            sides**2,
            Fraction(1, 64),
            left_again=(clipped / 2) ** 2,
        )
    moment = sum((y**2 * mass for y, mass in right.items()), Fraction(0))
    yield Case(parameters | {"what": "M_2"}, moment, Fraction(4, 3))


def _second_moment(_: Settings) -> Iterator[Case]:
    """Y = +-1/2 evenly, p = 2: E Y^2 beside M_2 = 1, which bounds it; again as the variance plus the squared mean."""
    half = Fraction(1, 2)
    square = sum((y**2 * half for y in (half, -half)), Fraction(0))
    variance = (half - 0) ** 2
    yield Case({"Y": "+-1/2", "M_p": 1, "p": 2}, square, 1, left_again=variance + 0**2)


_LABEL, _SIZE = random_real("Y"), random_real("V", least=0)
_POWER, _LEVEL, _MOMENT = real("p", least=2), real("T", above=0), real("M_p", above=0)
_CLIPPED = let("Y_T", Min(Max(_LABEL, -_LEVEL), _LEVEL))
_CUT_OFF = Max(Abs(_LABEL) - _LEVEL, 0)
_FACTOR = _LEVEL**(1 - _POWER)/(_POWER - 1)  # fmt: skip
_TAIL = calc(
    Max(_SIZE - _LEVEL, 0), "<=", _LEVEL*Max(1 + _POWER*(_SIZE/_LEVEL - 1), 0)/(_POWER - 1),
    "<=", _LEVEL*(_SIZE/_LEVEL)**_POWER/(_POWER - 1), by(BERNOULLI(_SIZE/_LEVEL - 1, _POWER)),
    "==", _FACTOR*_SIZE**_POWER,
)  # fmt: skip
_BOUNDED = Comparison(Expectation(Abs(_LABEL) ** _POWER), "<=", _MOMENT)
_LEMMA2 = calc(
    Abs(Expectation(_CLIPPED) - Expectation(_LABEL)), "==", Abs(Expectation(_CLIPPED - _LABEL)),
    by(ADDITIVE(_CLIPPED, -_LABEL), LINEAR(_LABEL, -1, 0)),
    "<=", Expectation(_CUT_OFF),
    by(SIZE(_CLIPPED - _LABEL, _CUT_OFF), calc(_CLIPPED - _LABEL, "<=", _CUT_OFF), calc(_LABEL - _CLIPPED, "<=", _CUT_OFF)),
    "<=", Expectation(_FACTOR*Abs(_LABEL)**_POWER),
    by(MONOTONE(_CUT_OFF, _FACTOR*Abs(_LABEL)**_POWER), _TAIL.at({_SIZE: Abs(_LABEL)})),
    "==", _FACTOR*Expectation(Abs(_LABEL)**_POWER), by(LINEAR(Abs(_LABEL)**_POWER, _FACTOR, 0)),
    "<=", _MOMENT/(_POWER - 1)*_LEVEL**(1 - _POWER), by(_BOUNDED),
    given=(_BOUNDED,),
).crosschecked(
    "exact laws", r"|\eta_T-\eta|\le\tfrac{M_p}{p-1}T^{1-p}",
    "17 laws on -3, -1/2, 0, 2 and the point p/(p-1); T = 1/4, 1, 5/2; p = 2, 3, 6", clipping_biases,
)  # fmt: skip

_CLIPPED_STEP = FiniteCheck(r"\eta=0,\ E|Y|^2\le\tfrac43,\ (E\hat\eta(0)-\eta_T(0))^2=\tfrac1{64}",
                            "one construction: the mean, the moment, and the bias for k = 1, 2, 3 neighbours, by all "
                            "values",
                            _clipped_step, "==")  # fmt: skip

_INSIDE_T, _ABOVE_T, _BELOW_T = (random_real(letter, 0, 1) for letter in ("I", "J", "H"))
_CUTS = (
    IndicatorOf(_INSIDE_T, Holds(limits(Abs(_LABEL), _LEVEL))), IndicatorOf(_ABOVE_T, Holds(below(_LEVEL, _LABEL))),
    IndicatorOf(_BELOW_T, Holds(below(_LABEL, -_LEVEL))),
)  # fmt: skip
_PARTS = _LABEL*_INSIDE_T + _LABEL*_ABOVE_T + _LABEL*_BELOW_T  # fmt: skip
_EQ169 = calc(
    Expectation(_LABEL), "==", Expectation(_PARTS),
    by(words("Just one of the three events happens.", equal(Expectation(_LABEL), Expectation(_PARTS)), given=_CUTS)),
    "==", Expectation(_LABEL*_INSIDE_T) + Expectation(_LABEL*_ABOVE_T) + Expectation(_LABEL*_BELOW_T),
    by(ADDITIVE(_LABEL*_INSIDE_T + _LABEL*_ABOVE_T, _LABEL*_BELOW_T), ADDITIVE(_LABEL*_INSIDE_T, _LABEL*_ABOVE_T)),
    given=_CUTS,
).crosschecked(
    "exact laws", r"\eta=E[Y1(|Y|\le T)]+E[Y1(Y>T)]+E[Y1(Y<-T)]", "17 laws on -3, -1/2, 0, 2; T = 1/4, 1, 5/2",
    three_parts, "==",
)  # fmt: skip
_LOST, _SPREAD, _LEVEL_T = MOMENT/(POWER - 1)*TOP**(1 - POWER), NeighbourSpread(LAW, RANK, SAMPLES, POINT), NeighbourBias(LAW, RANK, TOP, SAMPLES, POINT)  # fmt: skip
_SUPPORTED, _LARGEST = InSupport(POINT, LAW), MOMENT**(1/POWER)  # fmt: skip
_SMOOTH = (Hoelder(REGRESSION_FUNCTION, STEEP, BETA), *INSIDE, _SUPPORTED)
_ENOUGH = ABSORBED.given[0]
_NEAR = 2*_LARGEST*exp(-(1 - log(2))*RANK) + STEEP*RADIUS**BETA  # fmt: skip
_EQ174 = calc(
    _LEVEL_T, "<=", _SPREAD + 2*_LOST,
    by(words("Lemma 2 at the sampled points and at x: the clipped means differ from eta by at most so much at each.",
             limits(_LEVEL_T, _SPREAD + 2*_LOST), given=(HEAVY,), leans=("label/lemma2",))),
    "<=", _NEAR + 2*_LOST,
    by(words("As (134): neighbours within r_0 differ by L r_0^beta at most, others by 2 sup |eta| <= 2 M_p^(1/p).",
             limits(_SPREAD, _NEAR), given=(HEAVY, *_SMOOTH), leans=("label/eq134",))),
    "<=", 2*_LARGEST*(RANK/SAMPLES)**(BETA/DIM) + STEEP*RADIUS**BETA + 2*_LOST, by(ABSORBED),
    "==", (2*_LARGEST + STEEP*(2/BALL)**(BETA/DIM))*(RANK/SAMPLES)**(BETA/DIM) + 2*_LOST, by(powers(RADIUS**BETA, (2/BALL)**(BETA/DIM)*(RANK/SAMPLES)**(BETA/DIM))),
    given=(HEAVY, *_SMOOTH, _ENOUGH),
).crosschecked(
    "two features, exact", r"|E\hat\eta-\eta_T(x)|\le E|\eta(X_{(1)})-\eta(x)|+2M_2/T",
    "k = 1, N = 1, 2; 9 laws of labels at each of two features; p = 2, T = 1/2, 1", clipped_neighbours,
)  # fmt: skip
_SECOND = Expectation(_LABEL**2)
_EQ176_MOMENT = calc(
    _SECOND, "<=", _MOMENT**(2/_POWER),
    by(words("Jensen's inequality for the convex power p/2 >= 1 of the square.", limits(_SECOND, _MOMENT**(2/_POWER)), given=(_BOUNDED,))),
    given=(_BOUNDED,),
).crosschecked(
    "exact laws", r"(EY^2)^p\le(E|Y|^p)^2", "17 laws on -3, -1/2, 0, 2; p = 2, 3, 5", power_means,
)  # fmt: skip
_CLIPPED_LABELS = ClippedLabels(LAW, TOP)
_EQ176 = calc(
    GivenVariance(_CLIPPED_LABELS, RANK, SCALE), "<=", (LabelVariance(_CLIPPED_LABELS) + 2*SCALE**2)/RANK,
    by(given_variance(_CLIPPED_LABELS).at({NOISE: SCALE})),
    "<=", (MOMENT**(2/POWER) + 2*SCALE**2)/RANK, by(MOMENT_VARIANCE(LAW, POWER, MOMENT, TOP)),
    "==", (MOMENT**(2/POWER) + 8*TOP**2/EPS**2)/RANK,
    given=(HEAVY,),
).crosschecked(
    "one to three neighbours with unlike labels, all labels",
    r"\mathrm{Var}\tfrac1k\sum Z_i\le\tfrac1k\big(M_p^{2/p}+\tfrac{8T^2}{\varepsilon^2}\big)",
    "k = 1, 2, 3; p = 2, 4; T = 1, 2, 5; laws on -3, -1/2, 0, 2 and on +-2; epsilon = 1/2, 4", clipped_variances,
    granted="2^{-40}",
)  # fmt: skip

CLAIMS = (
    Claim("label/lemma2", "Appendix K, Lemma 2, (167)-(172)", Kind.INEQUALITY, "the bias of clipping", _LEMMA2,
          note="Y has its law given x. By Bernoulli's inequality v - T <= v^p T^(1-p)/(p-1), without the tails of "
               "(168)-(172); P(Y > T) under the integrals of (170) is P(Y > t)."),
    Claim("label/lemma2/169", "Appendix K, (168), (169), (172)", Kind.IDENTITY, "the mean in three parts",
          FiniteCheck(r"\eta=E[Y1(|Y|\le T)]+E[Y1(Y>T)]-E[Y1(Y<T)]",
                      "Y = -2 or -4 evenly, T = 1: with Y < T and with Y < -T", _printed_split, "=="),
          _EQ169,
          note="A lost minus sign before T could be damage of the copy; the sign of the third term is wrong with it, "
               "too.",
          correction="Y < -T, and the sign is +", severity=Severity.TYPO, theorem="label/lemma2"),
    Claim("label/eq166", "Appendix K, (164)-(166)", Kind.INEQUALITY, "three errors",
          at_most((_X + _Y + _Z) ** 2, 3 * (_X**2 + _Y**2 + _Z**2), X, Y, Z), note="For the absolute values."),
    Claim("label/own/clipped-step", "ours, on (174)", Kind.CONSTRUCTION, "clipping can break the regression function",
          corrected=_CLIPPED_STEP,
          note="The side of a neighbour is independent of its distance to 0, so that N does not matter."),
    Claim("label/eq174", "Appendix K, (174), (178)", Kind.INEQUALITY,
          "the bias of nearest neighbours on clipped labels",
          AllOf(r"I_2\le C_1^2(k/N)^{2\beta/d}",
                {"a bias that does not fall": _CLIPPED_STEP,
                 "beside the bound": UpToConstant(Rational(1, 64), (_K / N) ** 2,
                                                  (Variable(_K, Integer(1), oo), Variable(N, Integer(1), oo)),
                                                  family=((_K, Integer(1)), (N, _R)), along=_R)}),
          _EQ174,
          correction="eta_T need not be Hoelder, only eta is: by Lemma 2 at both points, 2 M_p T^(1-p)/(p-1) is added, "
                     "of the order of I_1",
          severity=Severity.PROOF_GAP, theorem="label/thm10",
          note="The left side does not fall with k/N, so that no constant C_1 saves the display."),
    Claim("label/eq176", "Appendix K, (175)-(177), (179)", Kind.INEQUALITY, "the variance of a private clipped label",
          Whole(r"E[Y^2\mid x]=M_p^{2/p};\ \mathrm{Var}Z_i\le M_p^{2/p}+\tfrac{8T^2}{\varepsilon^2}",
                ("label/eq176/moment", "label/eq176/variance")),
          Whole(r"E[Y^2\mid x]\le M_p^{2/p};\ \mathrm{Var}Z_i\le M_p^{2/p}+\tfrac{8T^2}{\varepsilon^2}",
                ("label/eq176/moment", "label/eq176/variance"), as_corrected=True),
          correction="'<='", severity=Severity.TYPO, theorem="label/thm10"),
    Claim("label/eq176/moment", "Appendix K, above (176)", Kind.IDENTITY, "the second moment",
          FiniteCheck(r"E[Y^2\mid x]=M_p^{2/p}", "Y = +-1/2 evenly, M_p = 1, p = 2", _second_moment, "=="),
          _EQ176_MOMENT,
          correction="E Y^2 <= M_p^(2/p), by Jensen for the convex power p/2 >= 1 (with y = p/2 - 1, the second "
                     "derivative (1+y) y s^(y-1) is not negative)",
          severity=Severity.TYPO, theorem="label/thm10"),
    Claim("label/eq176/variance", "Appendix K, (176), (177)", Kind.INEQUALITY,
          "the variance of a private clipped label", _EQ176),
    Claim("label/eq181", "Appendix K, (180)-(182), and Theorem 10", Kind.RATE_ALGEBRA, "the tuned number of neighbours",
          Balance((_K * epsilon**2) ** (-(p - 1) / p), (_K / N) ** (2 * beta / d), _K,
                  (N * epsilon**2) ** (2 * p * beta / (d * (p - 1) + 2 * p * beta))),
          AllOf(r"k\asymp N^{\frac{2p\beta}{2p\beta+d(p-1)}}\varepsilon^{-\frac{2d(p-1)}{2p\beta+d(p-1)}},\ "
                r"T\asymp(k\varepsilon^2)^{1/(2p)}",
                {"T": Balance(_T ** (2 * (1 - p)), _T**2 / (_K * epsilon**2), _T, (_K * epsilon**2) ** (1 / (2 * p)),
                              (_K * epsilon**2) ** (-(p - 1) / p)),
                 "k": Balance((_K * epsilon**2) ** (-(p - 1) / p), (_K / N) ** (2 * beta / d), _K, TUNED,
                              (N * epsilon**2) ** -HEAVY_LOCAL)}),
          correction="k ~ N^(2p beta/(2p beta + d(p-1))) epsilon^(-2d(p-1)/(2p beta + d(p-1))), or N^(2 beta/(2 beta + "
                     "d)) where that is larger",
          severity=Severity.RATE, theorem="label/thm10", root="label/thm10"),
    Claim("label/thm10", "Section 6.1, Theorem 10, (26)", Kind.UPPER_RATE,
          "the rate of nearest neighbours on clipped labels",
          UpToConstant(8 * (N ** Rational(2, 3) * N ** Rational(-1, 2)) ** Rational(-1, 2),
                       (N ** Rational(1, 2)) ** Rational(-2, 5) + N ** Rational(-2, 3), (Variable(N, Integer(1), oo),),
                       family=((N, _R**60),), along=_R,
                       text=r"k\asymp(N\varepsilon^2)^{\frac{2p\beta}{2p\beta+d(p-1)}}\vee N^{\frac{2\beta}{2\beta+d}},\ T\asymp(k\varepsilon^2)^{\frac1{2p}}:\ R-R^*\lesssim(N\varepsilon^2)^{-\frac{2\beta(p-1)}{2p\beta+d(p-1)}}+N^{-\frac{2\beta}{2\beta+d}}"),
          AllOf("", {"label private": local_privacy(clipped=True), "the rate": HEAVY_NEIGHBOURS}),
          correction="(26) stands, with the k that balances (180): the printed k lacks epsilon^(-2) to the right "
                     "power, k ~ N^(2p beta/(2p beta + d(p-1))) epsilon^(-2d(p-1)/(2p beta + d(p-1))), and with it the "
                     "noise alone exceeds the rate",
          severity=Severity.RATE, theorem="label/thm10",
          note="p = 2, d = beta = 1, epsilon = N^(-1/4): the printed k is N^(2/3), and the variance of the averaged "
               "noise, a part of the risk, is 8 T^2/(k epsilon^2) = 8 (k epsilon^2)^(-1/2) = 8 N^(-1/12), against "
               "N^(-1/5). For N epsilon^2 above a constant."),
)  # fmt: skip
