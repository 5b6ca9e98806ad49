"""label Appendix B, (44)-(51): the divergence of private samples, and the lower bound under local label privacy."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import sympy
from sympy import Integer, Min, Rational, exp, log, oo, sqrt

from lowerbounds.information.channels import response
from lowerbounds.information.divergences import kullback_leibler, total_variation
from lowerbounds.information.laws import two_point
from notation.symbols import N, beta, d, epsilon, gamma, h
from verify.calculus import (
    DATA_PROCESSING,
    FINITE_KL,
    KL,
    KL_CHI_SQUARE,
    PRIVATE_CHI_SQUARE,
    TENSORISATION,
    TV,
    Chain,
    ChiSquare,
    Comparison,
    Maximum,
    Name,
    Power,
    Private,
    Sum,
    Through,
    by,
    calc,
    cases,
    equal,
    real,
    words,
)
from verify.calculus import at_most as limits
from verify.calculus.facts.tents import FINITE_TV, label_law
from verify.papers.label.averages import BETA, DENSITY, DIM, EPS, SAMPLES, SIDE
from verify.papers.label.instances.tent_functions import (
    all_channels,
    answered,
    answered_again,
    answered_divergence,
    local_class_votes,
    per_bit,
    square_norms,
    two_samples,
)
from verify.papers.label.nouns import Answered, CubeKL, NeighbourKL, NeighbourTV, SignMissed, TentData, TentIntegral
from verify.papers.label.tents import (
    CHANNEL,
    CUBE,
    CUBES,
    LEARNER,
    MEAN,
    NORM2,
    ROOM,
    SIGNS,
    SMALL_MEAN,
    explicit_classification,
    local_divergence,
    local_errors,
    low,
    pair,
)
from verify.prover import Variable
from verify.statements import AllOf, Case, FiniteCheck, Identity, SameRate, Whole, at_most
from verify.statements.claim import Claim, Kind, Severity
from verify.statements.outcome import Settings, as_arb

_E = sympy.Symbol("e", positive=True)
_W, _Y = sympy.symbols("w y", nonnegative=True)
_ETA = sympy.Symbol("eta", nonnegative=True)
_UNIT = Integer(0), Integer(1)
EPSILON = Variable(epsilon, Integer(0), oo, open_lower=True)


def _printed_norm(_: Settings) -> Iterator[Case]:
    """(d) with phi(u) = 1 - 2|u|, d = beta = 1, h = 1/2 and density c = 2 on a support of length 1/2; N (e^eps-1)^2 = 1."""
    x = sympy.Symbol("x", real=True)
    inside = 2 * sympy.integrate(2 * (1 - 4 * x) ** 2, (x, 0, Rational(1, 4))) * Rational(1, 4)
    parameters = {"d": 1, "beta": 1, "h": "1/2", "c": 2, "phi(u)": "1-2|u|", "N(e^epsilon-1)^2": 1}
    yield Case(parameters, Fraction(int(inside.p), int(inside.q)), Fraction(1, 24), left_again=Fraction(2, 24))


def _printed_delta(_: Settings) -> Iterator[Case]:
    """The exact divergence of one sample and its randomized answer at e^epsilon = 1001; the same c, h and phi, N = 1."""
    place = (Fraction(2), Fraction(1, 2), Fraction(1000, 1002))
    yield Case(
        {"d": 1, "beta": 1, "h": "1/2", "c": 2, "phi(u)": "1-2|u|", "N": 1, "e^epsilon": 1001},
        answered_divergence(*place),
        3 * Fraction(1, 24),
        left_again=answered_again(*place),
        note="randomized response; the integral by an antiderivative, and by a series with its tail",
    )


def _message_tv(_: Settings) -> Iterator[Case]:
    """Randomized response of a label with mean +-1/2: KL of the messages beside (e^epsilon-1)^2 TV^2 of the messages."""
    eta = Fraction(1, 2)
    for t in (Fraction(11, 10), Fraction(3, 2)):
        channel = response({1: Fraction(1), -1: Fraction(0)}, t)
        plus, minus = (two_point((1 + s * eta) / 2, 1, -1).through(channel) for s in (1, -1))
        tv = total_variation(plus, minus)
        mean = eta * (t - 1) / (t + 1)
        yield Case(
            {"e^epsilon": str(t), "eta": "1/2"},
            kullback_leibler(plus, minus),
            (t - 1) ** 2 * tv**2,
            left_again=as_arb(mean) * as_arb((1 + mean) / (1 - mean)).log(),
        )


_DATA, _DELTA = Name("D", "family of laws"), real("delta", least=0)
_HAMMING = Maximum(Sum(SignMissed(LEARNER, _DATA, SIGNS, CUBE), CUBE, 1, CUBES), SIGNS)
_CLOSE = Comparison(NeighbourKL(_DATA, CUBES), "<=", _DELTA)
_BY_TV = words("Averaged over the signs, the k-th is missed with at least half of the mean of 1 - TV over pairs that "
               "differ there (Le Cam), and the largest of these sums is no smaller.",
               limits(CUBES * (1 - NeighbourTV(_DATA, CUBES)) / 2, _HAMMING))  # fmt: skip
_APART = NeighbourTV(_DATA, CUBES)


def _assouad(told: str, most: Any, end: Any) -> Chain:
    """By the total variation, which is at most so much."""
    return calc(
        _HAMMING, ">=", CUBES*(1 - _APART)/2, by(_BY_TV),
        ">=", CUBES*(1 - most)/2, by(words(f"{told}, for the pair that is furthest apart.", limits(_APART, most), given=(_CLOSE,))),
        "==", end, given=(_CLOSE,),
    )  # fmt: skip


_BY_HUBER = _assouad(
    "Bretagnolle and Huber (Tsybakov 2009, (2.25))", 1 - exp(-_DELTA)/2, CUBES*exp(-_DELTA)/4,

).crosschecked(
    "the best test, exact", r"P(\hat v\ne v)\ge\tfrac12\max(\tfrac12e^{-\delta},1-\sqrt{\delta/2})",
    "m = 1, N = 1, 5, 20, eta = 1/20, 1/5, 1/2 (negated sides)", per_bit,
)  # fmt: skip
_BY_PINSKER = _assouad("Pinsker (Tsybakov 2009, Lemma 2.5)", sqrt(_DELTA/2), CUBES*(1 - sqrt(_DELTA/2))/2)  # fmt: skip
_TENTS = pair(1)
_TOLD = [Answered(CHANNEL, one) for one in _TENTS]
_IN_CUBE = CubeKL(CHANNEL, TentData(1, SIDE, BETA, DIM, DENSITY), SIGNS, CUBE)
_EQ46A = calc(
    KL(*(Power(one, SAMPLES) for one in _TOLD)), "==", SAMPLES*KL(*_TOLD), by(TENSORISATION(*_TOLD, SAMPLES)),
    "==", SAMPLES*_IN_CUBE,
    by(words("Chain rule of KL, features first (Cover and Thomas 2006, Theorem 2.5.3): they have one law, and outside of the k-th cube the "
             "messages do, too.", equal(KL(*_TOLD), _IN_CUBE))),
    given=(low(1), ROOM),
).crosschecked(
    "two samples, exact", r"D_{KL}=N\int_{B_1}fD_{KL}\text{ up to }2^{-40}",
    "N = 2; the cube has mass 1/4, 1; answers with means +-1/10, +-1/2; both orders", two_samples,
)  # fmt: skip
_SIZE = real("eta", least=0, most=1)
_PLUS, _MINUS = (label_law(1, 1, way * _SIZE) for way in (1, -1))
_MESSAGES = Through(CHANNEL, _PLUS), Through(CHANNEL, _MINUS)
_EQ46C = calc(
    KL(*_MESSAGES), "<=", ChiSquare(*_MESSAGES), by(KL_CHI_SQUARE(*_MESSAGES)),
    "<=", (exp(EPS) - 1)**2*TV(_PLUS, _MINUS)**2, by(PRIVATE_CHI_SQUARE(CHANNEL, EPS, _PLUS, _MINUS)),
    "==", (exp(EPS) - 1)**2*_SIZE**2, by(FINITE_TV(_PLUS, _MINUS)),
    given=(Private(CHANNEL, EPS),),
).crosschecked(
    "every extreme channel", r"D_{KL}(P_{Z|v}\|P_{Z|v'})\le(e^\varepsilon-1)^2\eta^2",
    "two labels, e^epsilon = 11/10, 2, 5, all extreme channels, eta = 1/10, 1/2, 9/10", all_channels,
)  # fmt: skip
_INTEGRAL = TentIntegral(DIM, BETA, SIDE, DENSITY, 2)
_EQ46D = calc(
    _INTEGRAL, "==", DENSITY*SIDE**DIM*NORM2*SIDE**(2*BETA),
    by(words("Definition, in the relative coordinates u of x = c_1 + h u.", equal(_INTEGRAL, DENSITY*SIDE**DIM*NORM2*SIDE**(2*BETA)))),
    "==", DENSITY*SIDE**(2*BETA + DIM)*NORM2,
).crosschecked(
    "polynomials over shells, on both sides of x = c_1 + hu",
    r"\int_{B_1}f\phi_1^2h^{2\beta}=ch^{2\beta+d}\|\phi\|_2^2,\ \phi(u)=(1-2\|u\|_\infty)_+,\ \beta=1",
    "d = 1, 2, 3; c = 1/2, 2; h = 1/4, 1/2", square_norms, "==",
)  # fmt: skip
_UP, _DOWN = (label_law(1, 1, way * MEAN) for way in (1, -1))
_RATIO, _STRONG = KL(Through(CHANNEL, _UP), Through(CHANNEL, _DOWN))/MEAN**2, (exp(EPS) - 1)**2  # fmt: skip
_BOTH, _REGIMES = Min(_STRONG, 3), (limits(_STRONG, 3), limits(3, _STRONG))
_HIGH = calc(
    _RATIO, "<=", (exp(EPS) - 1)**2*MEAN**2/MEAN**2, by(_EQ46C.at({_SIZE: MEAN})), "==", _STRONG, "==", _BOTH,
    given=(Private(CHANNEL, EPS), SMALL_MEAN, _REGIMES[0]),
)  # fmt: skip
_LOW = calc(
    _RATIO, "<=", KL(_UP, _DOWN)/MEAN**2, by(DATA_PROCESSING(CHANNEL, _UP, _DOWN)),
    "<=", 3, by(calc(KL(_UP, _DOWN), "<=", 3*MEAN**2, by(FINITE_KL(_UP, _DOWN)), given=(SMALL_MEAN,))), "==", _BOTH,
    given=(SMALL_MEAN, _REGIMES[1]),
)  # fmt: skip
_EACH = calc(
    _RATIO, "<=", _BOTH, by(cases((_REGIMES[0], _HIGH), (_REGIMES[1], _LOW))), given=(Private(CHANNEL, EPS), SMALL_MEAN)
)
_EQ48 = local_divergence(1, _EACH).crosschecked(
            "randomized response, exact", r"\delta\le N[(e^\varepsilon-1)^2\wedge3]ch^{2\beta+d}\|\phi\|_2^2",
            "d = beta = 1, phi(u) = 1-2|u|; c = 1/2, 1, 2; h = 1/8, 1/2; e^epsilon = 11/10, 2, 1001; N = 1, 7",
            answered)  # fmt: skip
_HUBER, _PINSKER = local_errors()
_LOWER1 = AllOf(
    "",
    {
        "Bretagnolle and Huber": explicit_classification(_HUBER, ).crosschecked(
            "a majority of randomized answers in each cube, exact risk",
            r"\text{the bound}\le R-R^*\text{ of the vote}",
            "d = beta = c = 1, phi(u) = 1-2|u|, m = 1/h; N = 1, 6, 20; h = 1/4, 1/2; epsilon = 1/10, 1, 3",
            local_class_votes,
        ),
        "Pinsker": explicit_classification(_PINSKER),
    },
)  # fmt: skip

CLAIMS = (
    Claim("label/eq45", "Appendix B, (44), (45)", Kind.INEQUALITY, "Assouad's lemma",
          AllOf("", {"by Bretagnolle and Huber": _BY_HUBER, "by Pinsker": _BY_PINSKER}),
          note="'max' is missing before the bracket; Tsybakov 2009, Theorem 2.12 (iv), has it."),
    Claim("label/eq46a", "Appendix B, (46) (a), (b)", Kind.IDENTITY, "only the samples in the cube count", _EQ46A,
          note="For messages that are not interactive."),
    Claim("label/eq46c", "Appendix B, (46) (c), first line", Kind.INEQUALITY,
          "KL of the messages by their total variation",
          FiniteCheck(r"D_{KL}(P_{Z|x,v}\|P_{Z|x,v'})\le(e^\varepsilon-1)^2\mathrm{TV}^2(P_{Z|x,v},P_{Z|x,v'})",
                      "randomized response of a label with mean 1/2 or -1/2, e^epsilon = 11/10, 3/2", _message_tv),
          _EQ46C, correction="the total variation is that of the labels, |eta_v|, as the next line uses it",
          severity=Severity.TYPO, theorem="label/own/lower1",
          note="The same slip stands in (161). The contraction is that of one label."),
    Claim("label/eq46d", "Appendix B, (46) (d)", Kind.IDENTITY, "the divergence integrated over the cube",
          FiniteCheck(r"\int_{B_1}f\phi_1^2h^{2\beta}=h^{2\beta+d}\|\phi\|_2^2",
                      "density c = 2, d = beta = 1, h = 1/2, phi(u) = 1-2|u|", _printed_norm, "=="),
          _EQ46D, correction="the density c is missing, so for c > 1 the printed bound is too small",
          severity=Severity.CONSTANT, theorem="label/own/lower1"),
    Claim("label/eq47", "Appendix B, (47)", Kind.INEQUALITY, "the divergence of the labels themselves",
          Whole(r"\eta\ln\tfrac{1+\eta}{1-\eta}\le3\eta^2;\ |\eta_v|\le\tfrac12", ("label/eq47/b", "label/eq47/half"))),
    Claim("label/eq47/b", "Appendix B, (47) (b)", Kind.INEQUALITY, "the divergence of two signs",
          AllOf(r"\tfrac{1+\eta}2\ln\tfrac{1+\eta}{1-\eta}+\tfrac{1-\eta}2\ln\tfrac{1-\eta}{1+\eta}=\eta\ln\tfrac{1+\eta}{1-\eta}\le3\eta^2,\ \eta\le\tfrac12",
                {"the divergence": Identity((1 + _ETA) / 2 * log((1 + _ETA) / (1 - _ETA)) + (1 - _ETA) / 2 * log((1 - _ETA) / (1 + _ETA)),
                                            _ETA * log((1 + _ETA) / (1 - _ETA)), ((_ETA, "0", "1/2"),)),
                 "the bound": at_most(_ETA * log((1 + _ETA) / (1 - _ETA)), 3 * _ETA**2,
                                      Variable(_ETA, Integer(0), Rational(1, 2))),
                 "-ln(1-eta) <= 2 eta": at_most(-log(1 - _ETA), 2 * _ETA,
                                                Variable(_ETA, Integer(0), Rational(1, 2)))})),
    Claim("label/eq47/half", "Appendix B, after (47)", Kind.INEQUALITY, "the perturbation is at most 1/2",
          at_most(_W * _Y, Rational(1, 2), Variable(_W, *_UNIT), Variable(_Y, Integer(0), Rational(1, 2))),
          note="w = phi, y = h^beta <= 1/2, which the h of (49) gives for large N (epsilon^2 ^ 1)."),
    Claim("label/eq48", "Appendix B, (48), (49)", Kind.INEQUALITY, "the divergence of all samples",
          Whole(r"\delta\le N[(e^\varepsilon-1)^2\wedge3]h^{2\beta+d}\|\phi\|_2^2;\ "
                r"(e^\varepsilon-1)^2\wedge3\le3(\varepsilon^2\wedge1)",
                ("label/eq48/48", "label/eq48/49")),
          Whole(r"\delta\le N[(e^\varepsilon-1)^2\wedge3]ch^{2\beta+d}\|\phi\|_2^2;\ "
                r"(e^\varepsilon-1)^2\wedge3\le3(\varepsilon^2\wedge1)",
                ("label/eq48/48", "label/eq48/49"), as_corrected=True),
          correction="with the density c", severity=Severity.CONSTANT, theorem="label/own/lower1"),
    Claim("label/eq48/48", "Appendix B, (48), and the last line of (47)", Kind.INEQUALITY,
          "the divergence of all samples",
          FiniteCheck(r"\delta\le N[(e^\varepsilon-1)^2\wedge3]h^{2\beta+d}\|\phi\|_2^2",
                      "density c = 2, d = beta = 1, h = 1/2, phi(u) = 1-2|u|, N = 1, e^epsilon = 1001", _printed_delta),
          _EQ48, correction="the density c is missing", severity=Severity.CONSTANT, theorem="label/own/lower1",
          root="label/eq46d"),
    Claim("label/eq48/49", "Appendix B, (49)", Kind.INEQUALITY, "both privacy regimes in one",
          at_most(sympy.Min((exp(epsilon) - 1) ** 2, 3), 3 * sympy.Min(epsilon**2, 1), EPSILON)),
    Claim("label/eq51", "Appendix B, (50), (51)", Kind.RATE_ALGEBRA, "the rate",
          AllOf(r"h^{\beta+d}h^{\gamma\beta-d}=h^{\beta(\gamma+1)}\asymp[N(\varepsilon^2\wedge1)]^{-\beta(\gamma+1)/(2\beta+d)}",
                {"the powers of h": SameRate(h ** (beta + d) * h ** (gamma * beta - d), h ** (beta * (gamma + 1))),
                 "h of (49)": SameRate(((N * _E) ** (-1 / (2 * beta + d))) ** (beta * (gamma + 1)),
                                       (N * _E) ** (-beta * (gamma + 1) / (2 * beta + d)))}),
          note="m of order h^(gamma beta - d) is at least 1 only for gamma beta <= d."),
    Claim("label/own/lower1", "ours, (42), (45) and (48) put together", Kind.LOWER_BOUND,
          "the explicit lower bound under local label privacy", corrected=_LOWER1),
)  # fmt: skip
