"""label Appendix B, (44)-(51): the divergence of private samples, and the lower bound under local label privacy."""

from collections.abc import Iterator
from fractions import Fraction

import sympy
from sympy import Integer, Rational, exp, log, oo, sqrt

from lowerbounds.information.channels import response
from lowerbounds.information.divergences import kullback_leibler, total_variation
from lowerbounds.information.laws import two_point
from notation.symbols import N, beta, d, delta, epsilon, gamma, h
from verify.calculus.textbook import BRETAGNOLLE_HUBER, CHAIN_RULE, DATA_PROCESSING, LE_CAM, PINSKER
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
from verify.prover import Variable
from verify.statements import (
    AllOf,
    Case,
    Derived,
    FiniteCheck,
    Identity,
    SameRate,
    Whole,
    at_most,
)
from verify.statements.claim import Claim, Kind, Severity
from verify.statements.outcome import Settings, as_arb

_C, _NORM1, _NORM2, _CM, _R, _E, _B = sympy.symbols("c phi_1 phi_2 C_M r e b", positive=True)
_H = exp(sympy.Symbol("u", real=True))
"""h = e^u in identities, so that numbers are put in without roots of large integers."""
_TV, _U = sympy.symbols("t u", nonnegative=True)
_W, _Y, _X, _Z = sympy.symbols("w y x z", nonnegative=True)
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


CLAIMS = (
    Claim(
        "label/eq45",
        "Appendix B, (44), (45)",
        Kind.INEQUALITY,
        "Assouad's lemma",
        Derived(
            r"\inf\max_vE\rho_H(\hat v,v)\ge\tfrac m2\max\big(\tfrac12e^{-\delta},1-\sqrt{\delta/2}\big)",
            (),
            AllOf(
                r"\text{a bit errs with probability at least } \tfrac12(1-\mathrm{TV})",
                (
                    (
                        "Pinsker: sqrt(delta/2) = t + u, t = TV",
                        at_most(1 - (_TV + _U), 1 - _TV, Variable(_TV, *_UNIT), Variable(_U, Integer(0), oo)),
                    ),
                    (
                        "Bretagnolle and Huber, TV <= sqrt(1 - x), x = e^(-delta)",
                        at_most(_TV / 2, 1 - sqrt(1 - _TV), Variable(_TV, *_UNIT)),
                    ),
                ),
            ),
            (LE_CAM, PINSKER, BRETAGNOLLE_HUBER),
            (
                (
                    "the best test, exact",
                    FiniteCheck(
                        r"P(\hat v\ne v)\ge\tfrac12\max(\tfrac12e^{-\delta},1-\sqrt{\delta/2})",
                        "m = 1, N = 1, 5, 20, eta = 1/20, 1/5, 1/2 (negated sides)",
                        per_bit,
                    ),
                ),
            ),
        ),
        note="Averaged over v, bit k errs with at least half of the mean of 1 - TV over the pairs that differ there. 'max' is missing before "
        "the bracket; Tsybakov 2009, Theorem 2.12 (iv), has it.",
    ),
    Claim(
        "label/eq46a",
        "Appendix B, (46) (a), (b)",
        Kind.IDENTITY,
        "only the samples in the cube count",
        Derived(
            r"D_{KL}(P_{(X,Z)_{1:N}|v}\|P_{(X,Z)_{1:N}|v'})=N\int_{B_1}fD_{KL}(P_{Z|x,v}\|P_{Z|x,v'})",
            (),
            Identity(N * (_W * _Y + (1 - _W) * 0), N * _W * _Y),
            (CHAIN_RULE,),
            (
                (
                    "two samples, exact",
                    FiniteCheck(
                        r"D_{KL}=N\int_{B_1}fD_{KL}\text{ up to }2^{-40}",
                        "N = 2; the cube has mass 1/4, 1; answers with means +-1/10, +-1/2; both orders",
                        two_samples,
                    ),
                ),
            ),
        ),
        note="w is the mass of the cube, y the mean divergence in it; the features have one law. For messages that are not interactive.",
    ),
    Claim(
        "label/eq46c",
        "Appendix B, (46) (c), first line",
        Kind.INEQUALITY,
        "KL of the messages by their total variation",
        FiniteCheck(
            r"D_{KL}(P_{Z|x,v}\|P_{Z|x,v'})\le(e^\varepsilon-1)^2\mathrm{TV}^2(P_{Z|x,v},P_{Z|x,v'})",
            "randomized response of a label with mean 1/2 or -1/2, e^epsilon = 11/10, 3/2",
            _message_tv,
        ),
        Derived(
            r"D_{KL}(P_{Z|x,v}\|P_{Z|x,v'})\le(e^\varepsilon-1)^2\mathrm{TV}^2(P_{Y|x,v},P_{Y|x,v'})=(e^\varepsilon-1)^2\eta_v^2",
            ("zhao/contraction",),
            Identity(((1 + _ETA) / 2 - (1 - _ETA) / 2) / 2 + ((1 + _ETA) / 2 - (1 - _ETA) / 2) / 2, _ETA),
            (),
            (
                (
                    "every extreme channel",
                    FiniteCheck(
                        r"D_{KL}(P_{Z|v}\|P_{Z|v'})\le(e^\varepsilon-1)^2\eta^2",
                        "two labels, e^epsilon = 11/10, 2, 5, all extreme channels, eta = 1/10, 1/2, 9/10",
                        all_channels,
                    ),
                ),
            ),
        ),
        correction="the total variation is that of the labels, |eta_v|, as the next line uses it",
        severity=Severity.TYPO,
        theorem="label/own/lower1",
        note="The same slip stands in (161). The contraction is that of one label.",
    ),
    Claim(
        "label/eq46d",
        "Appendix B, (46) (d)",
        Kind.IDENTITY,
        "the divergence integrated over the cube",
        FiniteCheck(
            r"\int_{B_1}f\phi_1^2h^{2\beta}=h^{2\beta+d}\|\phi\|_2^2",
            "density c = 2, d = beta = 1, h = 1/2, phi(u) = 1-2|u|",
            _printed_norm,
            "==",
        ),
        Derived(
            r"\int_{B_1}f\phi_1^2h^{2\beta}=ch^{2\beta+d}\|\phi\|_2^2",
            (),
            Identity(_C * _H**d * _NORM2 * _H ** (2 * beta), _C * _H ** (2 * beta + d) * _NORM2),
            (),
            (
                (
                    "polynomials over shells, on both sides of x = c_1 + hu",
                    FiniteCheck(
                        r"\int_{B_1}f\phi_1^2h^{2\beta}=ch^{2\beta+d}\|\phi\|_2^2,\ \phi(u)=(1-2\|u\|_\infty)_+,\ \beta=1",
                        "d = 1, 2, 3; c = 1/2, 2; h = 1/4, 1/2",
                        square_norms,
                        "==",
                    ),
                ),
            ),
        ),
        correction="the density c is missing, so for c > 1 the printed bound is too small",
        severity=Severity.CONSTANT,
        theorem="label/own/lower1",
    ),
    Claim(
        "label/eq47",
        "Appendix B, (47)",
        Kind.INEQUALITY,
        "the divergence of the labels themselves",
        Whole(r"\eta\ln\tfrac{1+\eta}{1-\eta}\le3\eta^2;\ |\eta_v|\le\tfrac12", ("label/eq47/b", "label/eq47/half")),
    ),
    Claim(
        "label/eq47/b",
        "Appendix B, (47) (b)",
        Kind.INEQUALITY,
        "the divergence of two signs",
        AllOf(
            r"\tfrac{1+\eta}2\ln\tfrac{1+\eta}{1-\eta}+\tfrac{1-\eta}2\ln\tfrac{1-\eta}{1+\eta}=\eta\ln\tfrac{1+\eta}{1-\eta}\le3\eta^2,\ \eta\le\tfrac12",
            (
                (
                    "the divergence",
                    Identity(
                        (1 + _ETA) / 2 * log((1 + _ETA) / (1 - _ETA)) + (1 - _ETA) / 2 * log((1 - _ETA) / (1 + _ETA)),
                        _ETA * log((1 + _ETA) / (1 - _ETA)),
                        ((_ETA, "0", "1/2"),),
                    ),
                ),
                (
                    "the bound",
                    at_most(
                        _ETA * log((1 + _ETA) / (1 - _ETA)), 3 * _ETA**2, Variable(_ETA, Integer(0), Rational(1, 2))
                    ),
                ),
                ("-ln(1-eta) <= 2 eta", at_most(-log(1 - _ETA), 2 * _ETA, Variable(_ETA, Integer(0), Rational(1, 2)))),
            ),
        ),
    ),
    Claim(
        "label/eq47/half",
        "Appendix B, after (47)",
        Kind.INEQUALITY,
        "the perturbation is at most 1/2",
        at_most(_W * _Y, Rational(1, 2), Variable(_W, *_UNIT), Variable(_Y, Integer(0), Rational(1, 2))),
        note="w = phi, y = h^beta <= 1/2, which the h of (49) gives for large N (epsilon^2 ^ 1).",
    ),
    Claim(
        "label/eq48",
        "Appendix B, (48), (49)",
        Kind.INEQUALITY,
        "the divergence of all samples",
        Whole(
            r"\delta\le N[(e^\varepsilon-1)^2\wedge3]h^{2\beta+d}\|\phi\|_2^2;\ (e^\varepsilon-1)^2\wedge3\le3(\varepsilon^2\wedge1)",
            ("label/eq48/48", "label/eq48/49"),
        ),
        Whole(
            r"\delta\le N[(e^\varepsilon-1)^2\wedge3]ch^{2\beta+d}\|\phi\|_2^2;\ (e^\varepsilon-1)^2\wedge3\le3(\varepsilon^2\wedge1)",
            ("label/eq48/48", "label/eq48/49"),
            as_corrected=True,
        ),
        correction="with the density c",
        severity=Severity.CONSTANT,
        theorem="label/own/lower1",
    ),
    Claim(
        "label/eq48/48",
        "Appendix B, (48), and the last line of (47)",
        Kind.INEQUALITY,
        "the divergence of all samples",
        FiniteCheck(
            r"\delta\le N[(e^\varepsilon-1)^2\wedge3]h^{2\beta+d}\|\phi\|_2^2",
            "density c = 2, d = beta = 1, h = 1/2, phi(u) = 1-2|u|, N = 1, e^epsilon = 1001",
            _printed_delta,
        ),
        Derived(
            r"\delta\le N[(e^\varepsilon-1)^2\wedge3]ch^{2\beta+d}\|\phi\|_2^2,\ h^\beta\le\tfrac12",
            ("label/eq46a", "label/eq46c", "label/eq46d", "label/eq47"),
            AllOf(
                r"\text{both bounds of one sample, times }N",
                (
                    (
                        "the labels themselves",
                        Identity(
                            N * 3 * _C * _H**d * _NORM2 * _H ** (2 * beta),
                            3 * N * _C * _H ** (2 * beta + d) * _NORM2,
                        ),
                    ),
                    (
                        "what is at most 3a and at most ba is at most min(b, 3) a",
                        at_most(
                            sympy.Min(_X * _Y, 3 * _Y),
                            sympy.Min(_X, 3) * _Y,
                            *(Variable(s, Integer(0), oo) for s in (_X, _Y)),
                        ),
                    ),
                ),
            ),
            (DATA_PROCESSING,),
            (
                (
                    "randomized response, exact",
                    FiniteCheck(
                        r"\delta\le N[(e^\varepsilon-1)^2\wedge3]ch^{2\beta+d}\|\phi\|_2^2",
                        "d = beta = 1, phi(u) = 1-2|u|; c = 1/2, 1, 2; h = 1/8, 1/2; e^epsilon = 11/10, 2, 1001; N = 1, 7",
                        answered,
                    ),
                ),
            ),
        ),
        correction="the density c is missing",
        severity=Severity.CONSTANT,
        theorem="label/own/lower1",
        root="label/eq46d",
    ),
    Claim(
        "label/eq48/49",
        "Appendix B, (49)",
        Kind.INEQUALITY,
        "both privacy regimes in one",
        at_most(sympy.Min((exp(epsilon) - 1) ** 2, 3), 3 * sympy.Min(epsilon**2, 1), EPSILON),
    ),
    Claim(
        "label/eq51",
        "Appendix B, (50), (51)",
        Kind.RATE_ALGEBRA,
        "the rate",
        AllOf(
            r"h^{\beta+d}h^{\gamma\beta-d}=h^{\beta(\gamma+1)}\asymp[N(\varepsilon^2\wedge1)]^{-\beta(\gamma+1)/(2\beta+d)}",
            (
                ("the powers of h", SameRate(h ** (beta + d) * h ** (gamma * beta - d), h ** (beta * (gamma + 1)))),
                (
                    "h of (49)",
                    SameRate(
                        ((N * _E) ** (-1 / (2 * beta + d))) ** (beta * (gamma + 1)),
                        (N * _E) ** (-beta * (gamma + 1) / (2 * beta + d)),
                    ),
                ),
            ),
        ),
        note="m of order h^(gamma beta - d) is at least 1 only for gamma beta <= d.",
    ),
    Claim(
        "label/own/lower1",
        "ours, (42), (45) and (48) put together",
        Kind.LOWER_BOUND,
        "the explicit lower bound under local label privacy",
        None,
        Derived(
            r"\inf\sup(R-R^*)\ge\tfrac12ch^{\beta+d}\|\phi\|_1\tfrac m2\max\big(\tfrac12e^{-\delta},1-\sqrt{\delta/2}\big),\ "
            r"\delta=3N(\varepsilon^2\wedge1)ch^{2\beta+d}\|\phi\|_2^2,\ h^\beta\le\tfrac12,\ m\le C_Mh^{\gamma\beta-d}",
            ("label/eq36", "label/eq37", "label/eq42", "label/eq45", "label/eq48"),
            AllOf(
                r"\text{the bound falls with }\delta",
                (
                    (
                        "e^-delta",
                        at_most(
                            exp(-delta - _W),
                            exp(-delta),
                            Variable(delta, Integer(0), oo, True),
                            Variable(_W, Integer(0), oo),
                        ),
                    ),
                    (
                        "sqrt(delta)",
                        at_most(
                            sqrt(delta),
                            sqrt(delta + _W),
                            Variable(delta, Integer(0), oo, True),
                            Variable(_W, Integer(0), oo),
                        ),
                    ),
                ),
            ),
            (),
            (
                (
                    "a majority of randomized answers in each cube, exact risk",
                    FiniteCheck(
                        r"\text{the bound}\le R-R^*\text{ of the vote}",
                        "d = beta = c = 1, phi(u) = 1-2|u|, m = 1/h; N = 1, 6, 20; h = 1/4, 1/2; epsilon = 1/10, 1, 3",
                        local_class_votes,
                    ),
                ),
            ),
        ),
        note="As corrected: gamma beta <= 1, beta <= 1.",
    ),
)
