"""zhao Appendix A.5, Lemma 5: the tail of a mean under a moment condition."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb

import sympy
from sympy import Integer, exp, log, oo, sqrt

from notation.symbols import m, p
from verify.claim import Claim, Kind, Severity
from verify.outcome import Settings, as_arb
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

_M = sympy.Symbol("M", positive=True)
_C = sympy.Symbol("C", positive=True)
_R = sympy.Symbol("r", positive=True)
_T = sympy.Symbol("t", positive=True)
_U = sympy.Symbol("u", positive=True)


def _rademacher(settings: Settings) -> Iterator[Case]:
    """The bound m^(-ln 2)/(32(m+1)) beside P(|S_m|/sqrt(m) > t) at the least t >= sqrt(ln m) of the lattice, from below."""
    for samples in (4, 9, 16, 40) if settings.quick else (4, 9, 16, 40, 100, 400, 1000):
        wanted = samples * as_arb(samples).log()
        k = next(k for k in range(samples // 2 + 1, samples + 1) if as_arb((2 * k - samples) ** 2) >= wanted)
        tail = Fraction(sum(comb(samples, j) for j in range(k, samples + 1)), 2**samples)
        left = (-as_arb(2).log() * as_arb(samples).log()).exp() / (32 * (samples + 1))
        yield Case({"m": samples, "S at least": 2 * k - samples}, left, tail)


def _fuk_nagaev(_: Settings) -> Iterator[Case]:
    """P(S > x) beside (1+2/p)^p m E|X|^p/x^p + exp(-2 x^2/((p+2)^2 e^p m)) for signs, p = 2, 4."""
    for samples, order in product((1, 4, 9, 25), (2, 4)):
        for x in range(1, samples + 1, max(1, samples // 6)):
            tail = Fraction(sum(comb(samples, j) for j in range(samples + 1) if 2 * j - samples > x), 2**samples)
            first = (1 + Fraction(2, order)) ** order * samples / Fraction(x) ** order
            second = (-2 * as_arb(x**2) / ((order + 2) ** 2 * as_arb(order).exp() * samples)).exp()
            yield Case({"m": samples, "p": order, "x": x}, tail, as_arb(first) + second)


CLAIMS = (
    Claim(
        "zhao/own/fuk-nagaev",
        "Nagaev 1979, Corollary 1.8, for Lemma 5",
        Kind.INEQUALITY,
        "the tail of a sum under a moment condition",
        None,
        FiniteCheck(
            r"P(S_m>x)\le\Big(1+\frac2p\Big)^p\frac{mE|X|^p}{x^p}+\exp\Big(-\frac{2x^2}{(p+2)^2e^pm\sigma^2}\Big)",
            "signs, m = 1, 4, 9, 25, p = 2, 4, all x on a grid up to m",
            _fuk_nagaev,
        ),
        note="A textbook fact (S. V. Nagaev, Large deviations of sums of independent random variables, Ann. Probab. 7, 1979), "
        "granted and tested here; X centred.",
    ),
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
            ("zhao/own/fuk-nagaev",),
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
                            ((p, "2", "6"), (m, "1", "9")),
                        ),
                    ),
                    (
                        "the other half: w e^(-w) <= 1/e, so u^p e^(-a u^2/2) <= (p/(a e))^(p/2) with w = a u^2/p",
                        at_most(_U * exp(-_U), exp(Integer(-1)), Variable(_U, Integer(0), oo, True)),
                    ),
                ),
            ),
        ),
        correction="c cannot be any constant: it has to be at least of the order sqrt(p - 2), or the Gaussian part of the tail is larger",
        severity=Severity.CONSTANT,
        theorem="zhao/thm3/upper",
        note="For fair signs and k = (m + t sqrt(m))/2, P(S >= t sqrt(m)) >= C(m,k)/2^m >= e^(-m KL(k/m, 1/2))/(m+1), KL <= ln(2) t^2/m, "
        "t^2 <= ln m + 5. Centring costs 2^p in M_p; sigma^2 <= M_p^(2/p).",
    ),
)
