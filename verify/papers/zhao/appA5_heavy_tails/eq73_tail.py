"""zhao Appendix A.5, Lemma 5: the tail of a mean under a moment condition, and the first stage under it."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb

import sympy
from sympy import Integer, Rational, exp, log, oo, sqrt

from notation.symbols import epsilon, m, p
from verify.calculus.textbook import FUK_NAGAEV
from verify.papers.zhao.appA2_first_stage.eq24_votes import RATE
from verify.prover import Variable
from verify.statements import (
    AllOf,
    Case,
    Derived,
    FiniteCheck,
    Identity,
    SameRate,
    UpToConstant,
    at_most,
)
from verify.statements.claim import Claim, Kind, Severity
from verify.statements.outcome import Settings, as_arb

_M = sympy.Symbol("M", positive=True)
_C = sympy.Symbol("C", positive=True)
_R = sympy.Symbol("r", positive=True)
_T = sympy.Symbol("t", positive=True)
_U = sympy.Symbol("u", positive=True)
_X = sympy.Symbol("x", nonnegative=True)
_F = sympy.Symbol("f", nonnegative=True)


def _rademacher(settings: Settings) -> Iterator[Case]:
    """The bound m^(-ln 2)/(32(m+1)) beside P(|S_m|/sqrt(m) > t) at the least t >= sqrt(ln m) of the lattice, from below."""
    for samples in (4, 9, 16, 40) if settings.quick else (4, 9, 16, 40, 100, 400, 1000):
        wanted = samples * as_arb(samples).log()
        k = next(k for k in range(samples // 2 + 1, samples + 1) if as_arb((2 * k - samples) ** 2) >= wanted)
        tail = Fraction(sum(comb(samples, j) for j in range(k, samples + 1)), 2**samples)
        left = (-as_arb(2).log() * as_arb(samples).log()).exp() / (32 * (samples + 1))
        yield Case({"m": samples, "S at least": 2 * k - samples}, left, tail)


def _three_points(_: Settings) -> Iterator[Case]:
    """3/8 beside the heaviest of the three bins about the mean, and the heaviest other bin beside 1/16; h = 4."""
    for radius, shift in product((1, 2, 4, 5, 8), range(4)):
        law = {0: 1 - Fraction(1, radius**2), radius: Fraction(1, 2 * radius**2), -radius: Fraction(1, 2 * radius**2)}
        masses: dict[int, Fraction] = {}
        for point, weight in law.items():
            place = (point + 16 + shift) // 4
            masses[place] = masses.get(place, Fraction(0)) + weight
        home = (16 + shift) // 4
        parameters = {"r": radius, "left end of the bins": -16 - shift}
        yield Case(parameters, Fraction(3, 8), max(masses.get(home + k, Fraction(0)) for k in (-1, 0, 1)))
        far = [weight for place, weight in masses.items() if abs(place - home) >= 2]
        yield Case(parameters, max(far, default=Fraction(0)), Fraction(1, 16))


CLAIMS = (
    Claim(
        "zhao/lemma5",
        "arXiv v1, Appendix A.5, Lemma 5, (73)",
        Kind.INEQUALITY,
        "the tail of the mean under a moment condition",
        Derived(
            r"\forall c\,\exists C\,\forall t\ge cM_p^{1/p}\sqrt{\ln m}:\ P\Big(|\bar X-\mu|>\frac t{\sqrt m}\Big)\le CM_pt^{-p}m^{-(p/2-1)}",
            (),
            UpToConstant(
                m ** (-log(2)) / (32 * (m + 1)),
                log(m) ** -3 * m**-2,
                (Variable(m, Integer(2), oo),),
                family=((m, _R),),
                along=_R,
                text=r"c=1,\ p=6,\ X=\pm1:\ P(S_m\ge t\sqrt m)\lesssim t^{-6}m^{-2},\ t\approx\sqrt{\ln m}",
            ),
            (),
            (
                (
                    "the left side is below the exact tail",
                    FiniteCheck(
                        r"\frac{m^{-\ln2}}{32(m+1)}\le P(S_m\ge t\sqrt m)",
                        "fair signs, m = 4, 9, 16, 40 (full: to 1000), t the least on the lattice with t^2 >= ln m",
                        _rademacher,
                    ),
                ),
            ),
        ),
        Derived(
            r"\exists c_p,C\,\forall t\ge c_pM_p^{1/p}\sqrt{\ln m}:\ P\Big(|\bar X-\mu|>\frac t{\sqrt m}\Big)\le CM_pt^{-p}m^{-(p/2-1)}",
            (),
            AllOf(
                r"u=t/M_p^{1/p}\ge c\sqrt{\ln m},\ a=\frac2{(p+2)^2e^p},\ c^2\ge\frac{p-2}a",
                (
                    (
                        "first term, x = t sqrt(m)",
                        SameRate(m * _M * (_T * sqrt(m)) ** (-p), _M * _T ** (-p) * m ** (-(p / 2 - 1))),
                    ),
                    (
                        "half of the second: e^(-a u^2/2) <= m^(-(p/2-1)) at u^2 = (p-2) ln(m)/a",
                        Identity(
                            exp(-_C * ((p - 2) * log(m) / _C) / 2),
                            m ** (-(p / 2 - 1)),
                            ((p, "2", "oo"), (m, "1", "oo")),
                        ),
                    ),
                    (
                        "the other half: w e^(-w) <= 1/e, so u^p e^(-a u^2/2) <= (p/(a e))^(p/2) with w = a u^2/p",
                        at_most(_U * exp(-_U), exp(Integer(-1)), Variable(_U, Integer(0), oo, True)),
                    ),
                ),
            ),
            (FUK_NAGAEV,),
        ),
        correction="c cannot be any constant: it has to be at least of the order sqrt(p - 2), or the Gaussian part of the tail is larger",
        severity=Severity.CONSTANT,
        theorem="zhao/thm3/upper",
        note="For fair signs and k = (m + t sqrt(m))/2, P(S >= t sqrt(m)) >= C(m,k)/2^m >= e^(-m KL(k/m, 1/2))/(m+1), KL <= ln(2) t^2/m, "
        "t^2 <= ln m + 5. Centring costs 2^p in M_p; sigma^2 <= M_p^(2/p).",
    ),
    Claim(
        "zhao/own/heavy-first-stage",
        "ours, for the sentence after (76)",
        Kind.INEQUALITY,
        "the first stage under a second moment, with bins of width 4 M_p^(1/p)/sqrt(m)",
        None,
        Derived(
            r"h=\frac{4M_p^{1/p}}{\sqrt m},\ |\mu|\le D:\ P(\mu\notin[L,R])\le\frac{D\sqrt m}{M_p^{1/p}}e^{-c_0n(\varepsilon^2\wedge1)},\ c_0=\tfrac1{2663}",
            ("zhao/lemma3",),
            AllOf(
                r"p_{k_0}\ge\tfrac12(1-\tfrac14)=\tfrac38,\ p_k\le\tfrac1{16} \text{ for } |k-k^*|\ge2;\ t=\tfrac5{64}n",
                (
                    (
                        "Chebyshev at x h: Var/(x h)^2 with Var <= M^(2/p)/m is 1/(16 x^2), 1/4 at h/2",
                        Identity(_M**2 / m / (_U * 4 * _M / sqrt(m)) ** 2, 1 / (16 * _U**2)),
                    ),
                    (
                        "the thresholds n (p_k/2 + x), n (p_k0/2 - x) do not cross",
                        at_most(Rational(1, 32) + _X, Rational(3, 16) - _X, Variable(_X, Integer(0), Rational(5, 64))),
                    ),
                    ("in the range of Lemma 3", at_most(_X, 1 / sqrt(2), Variable(_X, Integer(0), Rational(5, 64)))),
                    (
                        "the exponent of (25)",
                        at_most(
                            sympy.Min(epsilon**2, 1) / 2663,
                            Rational(5, 64) ** 2 * RATE,
                            Variable(epsilon, Integer(0), oo, True),
                        ),
                    ),
                    (
                        "twice the number of far bins, ceil(x) - 1 with x = 2D/h = D sqrt(m)/(2 M^(1/p))",
                        at_most(
                            2 * (_X + _F - 1),
                            2 * _X,
                            Variable(_X, Integer(0), oo),
                            Variable(_F, Integer(0), Integer(1), open_upper=True),
                        ),
                    ),
                ),
            ),
            (),
            (
                (
                    "one sample of three values, exact masses",
                    FiniteCheck(
                        r"\tfrac38\le\max_{|k-k^*|\le1}p_k,\ \max_{|k-k^*|\ge2}p_k\le\tfrac1{16}",
                        "m = 1, p = 2, M_2 = 1, D = 16; X = 0, +-r with E X^2 = 1, r = 1, 2, 4, 5, 8, and shifts of the bins",
                        _three_points,
                    ),
                ),
            ),
        ),
        note="Y is the user mean clipped to [-D, D], which moves it no further from mu; E|X|^2 <= M_p^(2/p). (mu - h/2, mu + h/2) meets two bins of [L, R].",
    ),
)
