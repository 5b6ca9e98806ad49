"""label Appendices H and I, (143)-(155): bounded regression under central label privacy."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb, prod
from typing import Any

import numpy as np
import sympy
from flint import arb
from sympy import Abs, Integer, exp, oo

from notation.symbols import N, beta, d, epsilon, h
from verify.calculus import Chain, Sum, by, calc, equal, integer, real, words
from verify.calculus import at_most as limits
from verify.calculus.facts.convexity import Value
from verify.calculus.facts.counts import COUNTED, BelowHalf
from verify.calculus.facts.local_averages import (
    BIN_IN_SUPPORT,
    WITHIN_VARIANCE,
    BinMass,
    Hoelder,
    InDimension,
    LabelVariance,
    Regression,
)
from verify.papers.at_points import Point, at_points
from verify.papers.label.appC_local_upper.eq52_bins import CHERNOFF_HALF
from verify.papers.label.appC_local_upper.eq71_random_counts import INVERSE_SQUARE, inverse
from verify.papers.label.averages import (
    BETA,
    BOUNDED_BINS,
    DENSITY,
    DIM,
    EPS,
    LAW,
    PRINTED_BINS,
    SAMPLES,
    SIDE,
    STEEP,
    TILES,
    TOP,
    WITHIN,
    central_privacy,
)
from verify.papers.label.instances.bins import inverse_squares
from verify.papers.label.instances.label_laws import bin_means
from verify.papers.label.nouns import (
    COUNT,
    FALL,
    FEATURES,
    IN_BIN,
    LABEL_FUNCTION,
    MASS,
    POINT,
    VARIATION,
    BinExpectation,
    BinFewer,
    BinNoise,
    EmptyAt,
    InSupport,
    MeanVariance,
    NoisyMean,
    ValueAt,
)
from verify.papers.label.tents import SIZE, central_test, open_test, regression
from verify.prover import Variable
from verify.risk.regression import inverse_moments
from verify.statements import AllOf, Balance, Case, FiniteCheck, UpToConstant, Whole, at_most
from verify.statements.claim import Claim, Kind, Severity
from verify.statements.outcome import Settings

_R = sympy.Symbol("r", positive=True)
_X, _Y = sympy.symbols("x y", nonnegative=True)
X, Y = Variable(_X, Integer(0), oo), Variable(_Y, Integer(0), oo)


def _given_features(_: Settings) -> Iterator[Case]:
    """Two samples of a bin at points with eta = 0 and 1/4; eta takes these values with chances 1/4 and 3/4 in the bin."""
    etas = (Fraction(0), Fraction(1, 4))
    bin_mean = Fraction(1, 4) * 0 + Fraction(3, 4) * Fraction(1, 4)
    # Again over both labels, which are +-1: the noise has mean 0.
    labels = sum(
        ((1 + a * etas[0]) / 2 * (1 + b * etas[1]) / 2 * Fraction(a + b, 2) for a, b in product((1, -1), repeat=2)),
        Fraction(0),
    )
    yield Case(
        {"n_l": 2, "eta(X_1)": 0, "eta(X_2)": "1/4", "P(eta = 1/4)": "3/4"}, sum(etas) / 2, bin_mean, left_again=labels
    )


def _empty_bin(_: Settings) -> Iterator[Case]:
    """eta = 1/2 everywhere, one sample, a bin of mass 1/2: the estimate is 0 where the bin is empty; L_d h^beta = 1/8."""
    mean = Fraction(1, 2) * Fraction(1, 2)
    # Again over the place and the label of the sample, labels +-1.
    again = sum(
        (
            Fraction(1, 2) * (1 + y * Fraction(1, 2)) / 2 * (y if inside else 0)
            for inside, y in product((0, 1), (1, -1))
        ),
        Fraction(0),
    )
    yield Case(
        {"eta": "1/2", "N": 1, "p(B_l)": "1/2", "L_d h^beta": "1/8", "T": 2},
        abs(mean - Fraction(1, 2)),
        Fraction(1, 8),
        left_again=abs(again - Fraction(1, 2)),
    )


def _large_labels(_: Settings) -> Iterator[Case]:
    """Labels +-3/2 with equal chances, T = 2, two samples: the variance of their mean beside 1/n_l."""
    values = [(a + b) / 2 for a in (Fraction(3, 2), Fraction(-3, 2)) for b in (Fraction(3, 2), Fraction(-3, 2))]
    yield Case(
        {"T": 2, "Y": "+-3/2", "n_l": 2},
        sum((v**2 for v in values), Fraction(0)) / 4,
        Fraction(1, 2),
        left_again=Fraction(9, 4) / 2,
    )


def _noise_variances(settings: Settings) -> Iterator[Case]:
    """E 8/n_l^2 over n_l >= 1 beside P(n_l < N p/2) + 32 P(n_l >= N p/2)/(N p)^2, exact; epsilon = 1."""
    for size in (1, 2, 3, 5, 8, 13, 40) if settings.quick else range(1, 80):
        for share in (Fraction(k, 20) for k in range(1, 21)):
            law = [comb(size, k) * share**k * (1 - share) ** (size - k) for k in range(size + 1)]
            mean = size * share
            left = sum((8 * mass / k**2 for k, mass in enumerate(law) if k), Fraction(0))
            few = sum((mass for k, mass in enumerate(law) if 2 * k < mean), Fraction(0))
            yield Case({"N": size, "p(B_l)": str(share)}, left, few + 32 * (1 - few) / mean**2)


def _slivers(settings: Settings) -> Iterator[Case]:
    """The mean of 8/n_l^2 over n_l of Bin(N, 1/N), over N: exact, and by the code that sums risks."""
    for size in (2, 3, 5, 10, 40) if settings.quick else range(2, 61):
        share = Fraction(1, size)
        mass = (comb(size, k) * share**k * (1 - share) ** (size - k) for k in range(size + 1))
        left = sum((8 * share * chance / k**2 for k, chance in enumerate(mass) if k), Fraction(0))
        again = 8 / size * float(inverse_moments(size, np.array([1 / size]), 1)[2][0])
        yield Case({"N": size}, left, 8 * (-arb(1)).exp() / size, left_again=arb(again, 1e-12))


_BIAS = ("label/eq148/147", "label/eq148/148", "label/eq148/149")
_VARIANCE = ("label/eq151/labels", "label/eq151/noise")
_COUNTS = ("exact binomial laws",
           FiniteCheck(r"8E[n_l^{-2};n_l\ge1]\le\tfrac{48}{x^2}", "N = 1, 4, 30; p = 1/20, 1/2, 1", inverse_squares))  # fmt: skip
_SUPPORTED = InSupport(POINT, LAW)
_SPREAD, _PLACE = real("b", above=0), integer("i", least=1)
_GIVEN = NoisyMean(LABEL_FUNCTION, FEATURES, COUNT, _SPREAD)
_AVERAGE = Sum(ValueAt(LABEL_FUNCTION, FEATURES, _PLACE), _PLACE, 1, COUNT)/COUNT  # fmt: skip
_EQ147 = calc(
    _GIVEN, "==", _AVERAGE, by(words("Expectations add up, and the noise has mean 0.", equal(_GIVEN, _AVERAGE))),
).crosschecked(
    "one to four samples, all labels", r"E\tfrac1{n_l}\sum Y_i=\tfrac1{n_l}\sum\eta(X_i)",
    "n_l = 1..4, eta out of 0, 1/4, -1/2, labels +-1", bin_means, "==",
)  # fmt: skip
_TRUE = Value(LABEL_FUNCTION, POINT)
_SMOOTH = (Hoelder(LABEL_FUNCTION, STEEP, BETA), IN_BIN)
_EQ148 = calc(
    Abs(_GIVEN - _TRUE), "==", Abs(_AVERAGE - _TRUE), by(_EQ147),
    "<=", VARIATION,
    by(words("An average of differences, each of size at most L_d h^beta.", limits(Abs(_AVERAGE - _TRUE), VARIATION), given=_SMOOTH,
             leans=("label/eq63",))),
    given=_SMOOTH,
)  # fmt: skip
_ETA_AT = Value(Regression(LAW), POINT)
_OFF, _EMPTY = Abs(BinExpectation(LAW, SIDE, _SPREAD, SAMPLES, POINT) - _ETA_AT), EmptyAt(LAW, SIDE, SAMPLES, POINT)
_BOUNDED = (Hoelder(Regression(LAW), STEEP, BETA), WITHIN, InDimension(LAW, DIM), _SUPPORTED)


def _in_bin() -> Iterator[Point]:
    """|E mean - eta(0)|, the mean of the eta of the samples at 0 and at h in one bin, and 0 without: over all samples."""
    side, slope, top = Fraction(1, 4), Fraction(2), Fraction(1)
    for samples, eta, share in product(
        (1, 2, 3), (Fraction(1), Fraction(1, 2), Fraction(-1)), (Fraction(0), Fraction(1, 4), Fraction(1, 2))
    ):
        beside = eta - slope * side if eta > 0 else eta + slope * side
        places = ((eta, Fraction(1, 2) - share), (beside, share), (None, Fraction(1, 2)))
        mean = Fraction(0)
        for drawn in product(places, repeat=samples):
            inside = [value for value, _ in drawn if value is not None]
            average = sum(inside, Fraction(0)) / max(1, len(inside))
            mean += prod((mass for _, mass in drawn), start=Fraction(1)) * average
        values = {SAMPLES: Fraction(samples), SIDE: side, STEEP: slope, BETA: Fraction(1), TOP: top, DIM: Fraction(1)}
        yield {**values, _EMPTY: Fraction(1, 2**samples)}, abs(mean - eta)


_EQ149 = at_points(
    calc(
        _OFF, "<=", VARIATION + TOP*_EMPTY,
        by(words("Given features with some in the bin it is (148); the estimate of an empty bin is 0, and |eta| <= T.",
                 limits(_OFF, VARIATION + TOP*_EMPTY), given=_BOUNDED, leans=("label/eq148/148",))),
        given=_BOUNDED,
    ), "a bin with two places", "N = 1, 2, 3; d = beta = T = 1, L = 2, h = 1/4; eta = 1, 1/2, -1 at the point, the bin of mass 1/2", _in_bin,
)  # fmt: skip
_NEVER = calc(
    _EMPTY, "<=", exp(-SAMPLES*BinMass(LAW, SIDE)),
    by(words("A bin of mass q is empty with chance (1 - q)^N, and 1 - q <= e^(-q); the point is in the support.",
             limits(_EMPTY, exp(-SAMPLES*BinMass(LAW, SIDE))), given=(_SUPPORTED,), leans=("label/eq74/mass",))),
    "<=", exp(-SAMPLES*DENSITY*SIDE**DIM), by(BIN_IN_SUPPORT(LAW, SIDE, DENSITY, DIM)),
    given=(_SUPPORTED, TILES),
)  # fmt: skip
_FEW = BinFewer(LAW, SIDE, SAMPLES, SAMPLES * DENSITY * SIDE**DIM / 2)
_CUBE = DENSITY*SIDE**DIM  # fmt: skip
_EQ151_FEW = calc(
    _FEW, "<=", BelowHalf(SAMPLES, _CUBE),
    by(words("A binomial tail falls with the chance, which is c h^d at least.", limits(_FEW, BelowHalf(SAMPLES, _CUBE)), given=(TILES,), leans=("label/eq74/mass",))),
    "<=", exp(-FALL*SAMPLES*_CUBE), by(CHERNOFF_HALF.at({MASS: _CUBE}), calc(_CUBE, "<=", BinMass(LAW, SIDE), by(BIN_IN_SUPPORT(LAW, SIDE, DENSITY, DIM)), "<=", 1, given=(TILES,))),
    given=(TILES,),
)  # fmt: skip
_LABELS_VARIANCE, _HALF_FULL = MeanVariance(LAW, COUNT), limits(SAMPLES * _CUBE / 2, COUNT)
_LESS, _MORE = real("x", above=0), real("y", above=0)
_INVERSE = calc(1 / _MORE, "<=", 1 / _LESS, given=(limits(_LESS, _MORE),))
_EQ151 = calc(
    _LABELS_VARIANCE, "<=", LabelVariance(LAW)/COUNT,
    by(words("Given the features the labels are independent.", limits(_LABELS_VARIANCE, LabelVariance(LAW)/COUNT))),
    "<=", TOP**2/COUNT, by(WITHIN_VARIANCE(LAW, TOP)),
    given=(WITHIN,),
)  # fmt: skip
_EQ151_MANY = calc(
    TOP**2/COUNT, "<=", 2*TOP**2/(SAMPLES*_CUBE), by(_INVERSE.at({_LESS: SAMPLES*_CUBE/2, _MORE: COUNT})), given=(_HALF_FULL,),
)  # fmt: skip


def _noise_variance(height: Any) -> Chain:
    """Of W_l, of scale 2 height/(n_l epsilon)."""
    scale = 2*height/EPS  # fmt: skip
    variance = BinNoise(SAMPLES, MASS, scale)
    return calc(
        variance, "==", 2*scale**2*inverse(1/COUNTED**2),
        by(words("Laplace noise of scale b/n_l has variance 2 b^2/n_l^2; no noise is added in an empty bin.",
                 equal(variance, 2*scale**2*inverse(1/COUNTED**2)))),
        "<=", 48*height**2/(EPS*SAMPLES*MASS)**2, by(INVERSE_SQUARE),
    )  # fmt: skip


_BY_SIDE = calc(
    48/(EPS*SAMPLES*MASS)**2, "<=", 48/(EPS*SAMPLES*_CUBE)**2,
    by(_INVERSE.at({_LESS: (SAMPLES*_CUBE)**2, _MORE: (SAMPLES*MASS)**2}), calc((SAMPLES*_CUBE)**2, "<=", (SAMPLES*MASS)**2, by(limits(_CUBE, MASS)), given=(limits(_CUBE, MASS),))),
    given=(limits(_CUBE, MASS),),
)  # fmt: skip
_COUNTS_CHECK = (_COUNTS,)

CLAIMS = (
    Claim("label/thm7", "Section 5.2, Theorem 7, (22), and Appendix H, (143)-(146)", Kind.LOWER_BOUND,
          "the minimax lower bound, bounded labels, central",
          UpToConstant(((epsilon * N) ** (-2 * beta / (d + beta))).subs({beta: 1, d: 1}), Integer(1),
                       (Variable(N, Integer(1), oo), Variable(epsilon, Integer(0), Integer(1), open_lower=True)),
                       family=((N, _R), (epsilon, 1 / _R**2)), along=_R,
                       text=r"\inf\sup(R-R^*)\gtrsim N^{-2\beta/(2\beta+d)}+(\varepsilon N)^{-2\beta/(d+\beta)}"),
          AllOf("", {"not private": regression(open_test(SIZE)), "label private": regression(central_test(SIZE))}),
          correction="true for N and epsilon N above constants, so that h^beta <= 1/2, and beta <= 1, by "
                     "label/own/lower2 in place of Lemma 1, which the printed proof takes over",
          severity=Severity.PROOF_GAP, theorem="label/thm7", root="label/lemma1",
          note="The counterexample shows the missing cap only, the remark made once at label/thm5: the estimate 0 has "
               "risk at most T^2; T = d = beta = 1."),
    Claim("label/eq148", "Appendix I, (147)-(149)", Kind.INEQUALITY, "the bias of the mean of a bin",
          Whole(r"E[\hat\eta_l\mid X_{1:N}]=E[Y\mid X\in B_l];\ |E\hat\eta_l-\eta(x)|\le L_dh^\beta", _BIAS),
          Whole(r"|E[\hat\eta_l\mid X_{1:N}]-\eta(x)|\le L_dh^\beta,\ n_l>0;\ "
                r"|E\hat\eta_l-\eta(x)|\le L_dh^\beta+TP(n_l=0)",
                _BIAS, as_corrected=True),
          correction="given the features the mean is that of eta at the sampled points; an empty bin has estimate 0",
          severity=Severity.PROOF_GAP, theorem="label/thm8"),
    Claim("label/eq148/147", "Appendix I, (147)", Kind.IDENTITY, "the mean given the features",
          FiniteCheck(r"E[\hat\eta_l\mid X_{1:N}]=E[Y\mid X\in B_l]", "two samples, eta = 0 and 1/4", _given_features,
                      "=="),
          _EQ147, correction="it is the average of eta over the sampled points", severity=Severity.PROOF_GAP,
          theorem="label/thm8"),
    Claim("label/eq148/148", "Appendix I, (148)", Kind.INEQUALITY, "the bias given the features", _EQ148),
    Claim("label/eq148/149", "Appendix I, (149)", Kind.INEQUALITY, "the bias",
          FiniteCheck(r"|E\hat\eta_l-\eta(x)|\le L_dh^\beta", "eta = 1/2 everywhere, one sample, a bin of mass 1/2",
                      _empty_bin),
          AllOf("", {"the bias": _EQ149, "an empty bin": _NEVER}),
          correction="the estimate of an empty bin is 0, which adds T P(n_l = 0)", severity=Severity.CONSTANT,
          theorem="label/thm8"),
    Claim("label/eq151", "Appendix I, (150)-(152)", Kind.INEQUALITY, "the variances",
          Whole(r"\mathrm{Var}\lesssim\tfrac1{Nch^d};\ \mathrm{Var}W_l\lesssim\tfrac1{N^2h^{2d}\varepsilon^2}",
                _VARIANCE),
          Whole(r"\mathrm{Var}\lesssim\tfrac{T^2}{Nch^d};\ \mathrm{Var}W_l\lesssim\tfrac{T^2}{N^2h^{2d}\varepsilon^2}",
                (*_VARIANCE, "label/own/central-noise"), as_corrected=True),
          correction="times T^2", severity=Severity.PRIVACY, theorem="label/thm8",
          note="(151) leaves out the variance of the conditional mean, at most (L_d h^beta)^2 + T^2 P(n_l = 0), which "
               "(153) has room for."),
    Claim("label/eq151/labels", "Appendix I, (150), (151)", Kind.INEQUALITY, "the variance of the mean label",
          FiniteCheck(r"\mathrm{Var}\Big[\tfrac1{n_l}\sum Y_i\Big|X_{1:N}\Big]\le\tfrac1{n_l}",
                      "T = 2, labels +-3/2, n_l = 2", _large_labels),
          AllOf("",
                {"given the features": _EQ151, "where the bin has its samples": _EQ151_MANY,
                 "which it has": _EQ151_FEW}),
          correction="T^2/n_l", severity=Severity.PRIVACY, theorem="label/thm8", root="label/privacy4"),
    Claim("label/eq151/noise", "Appendix I, (152)", Kind.INEQUALITY, "the variance of the noise",
          AllOf("", {"by the mass": _noise_variance(Integer(1)).beside(*_COUNTS_CHECK), "by the side": _BY_SIDE}),
          note="For the noise as printed in (23); no noise is added in an empty bin."),
    Claim("label/eq151/noise/middle", "Appendix I, (152), first line", Kind.INEQUALITY,
          "the variance of the noise, by cases",
          FiniteCheck(r"\mathrm{Var}W_l\le P(n_l<\tfrac12x)\tfrac1{\varepsilon^2}+P(n_l\ge\tfrac12x)\tfrac8{(x/2)^2\varepsilon^2},\ x=Np(B_l)",
                      "epsilon = 1; N = 1 to 40 (full: 79), p = 1/20, ..., 1", _noise_variances),
          note="Where 0 < n_l < x/2 the variance can be 8/epsilon^2, not 1/epsilon^2, so that the first term does not "
               "follow case by case; the slack of the second makes up for it at every point of the set. Nothing leans "
               "on this line."),
    Claim("label/own/central-noise", "ours, (152) for the corrected (23) and for (28)", Kind.INEQUALITY,
          "the variance of the noise that is private", corrected=_noise_variance(TOP).beside(*_COUNTS_CHECK)),
    Claim("label/eq155", "Appendix I, (153)-(155)", Kind.RATE_ALGEBRA, "the tuned bin length",
          AllOf(r"h\asymp N^{-1/(2\beta+d)}+(\varepsilon N)^{-1/(d+\beta)}:\text{ all terms of (153) are at most of "
                r"order }h^{2\beta}",
                {"not private": Balance(1 / (N * h**d), h ** (2 * beta), h, N ** (-1 / (2 * beta + d)),
                                        N ** (-2 * beta / (2 * beta + d))),
                 "private": Balance(1 / (N**2 * h ** (2 * d) * epsilon**2), h ** (2 * beta), h,
                                    (epsilon * N) ** (-1 / (d + beta)), (epsilon * N) ** (-2 * beta / (d + beta))),
                 "a larger h lowers both terms":
                     at_most(1 / (_X + _R), 1 / _R, Variable(_R, Integer(0), oo, True), X)})),
    Claim("label/thm8", "Section 5.2, Theorem 8, (24)", Kind.UPPER_RATE, "the rate of the noisy bin means",
          Whole(r"(23)\ \varepsilon\text{-label DP};\ R-R^*\lesssim N^{-2\beta/(2\beta+d)}+(\varepsilon N)^{-2\beta/(d+\beta)}",
                ("label/privacy4", "label/thm8/rate")),
          AllOf("", {"label private": central_privacy(clipped=False), "the rate": BOUNDED_BINS}),
          correction="noise 2T/(n_l epsilon): the rate is the same for a fixed T", severity=Severity.PRIVACY,
          theorem="label/thm8"),
    Claim("label/thm8/rate", "Section 5.2, Theorem 8, (24)", Kind.UPPER_RATE, "the rate of the noisy bin means",
          UpToConstant(8 * exp(-1) / (N * epsilon**2),
                       (N ** (-2 * beta / (2 * beta + d)) + (epsilon * N) ** (-2 * beta / (d + beta))).subs(
                           {beta: 1, d: 1}),
                       (Variable(N, Integer(1), oo), Variable(epsilon, Integer(0), Integer(1), open_lower=True)),
                       family=((N, _R**2), (epsilon, 1 / _R)), along=_R,
                       text=r"\mathcal X\subset\cup_lB_l:\ R-R^*\lesssim N^{-2\beta/(2\beta+d)}+(\varepsilon N)^{-2\beta/(d+\beta)}"),
          PRINTED_BINS,
          correction="for bins inside the support, or with the estimate 0 where people are few: bins of length h that "
                     "only cover it may have one of mass 1/N, in which a single label has noise of variance 8/epsilon^2",
          severity=Severity.CONDITION, theorem="label/thm8",
          note="The counterexample: [0,1] with density 1, d = beta = T = 1, h of the order of (154) and such that the "
               "last bin, cut at the edge, has mass 1/N; left is label/own/sliver, at epsilon = N^(-1/2) a constant. "
               "Theorems 2, 4 and 12 have the same bins: label/thm2/covering, label/thm4/covering, "
               "label/thm12/covering."),
    Claim("label/own/sliver", "ours, for Theorem 8", Kind.LOWER_BOUND,
          "the noise in a bin that the support's edge cuts to mass 1/N",
          corrected=FiniteCheck(r"p(B_l)=\tfrac1N:\ p(B_l)\,E\Big[\tfrac8{n_l^2\varepsilon^2};n_l\ge1\Big]\ge\tfrac8{eN\varepsilon^2}",
                                "N = 2, 3, 5, 10, 40 (full: 2 to 60), epsilon = 1: the share of the bin in the risk, "
                                "noise alone",
                                _slivers, ">=", granted="1e-12 to the sum by the code that adds up risks")),
)  # fmt: skip
