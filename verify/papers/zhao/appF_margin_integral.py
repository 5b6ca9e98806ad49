"""zhao Appendix F, Lemma 11; Assumption 2."""

from collections.abc import Iterator
from math import comb, factorial

import sympy
from sympy import Integer, Rational, exp, log, oo, sqrt

from notation.symbols import gamma
from verify.prover import Variable
from verify.statements import AllOf, Case, Definition, Derived, FiniteCheck, Identity, at_most
from verify.statements.claim import Claim, Kind
from verify.statements.outcome import Settings

_W = sympy.Symbol("w", positive=True)
_X = sympy.Symbol("x", nonnegative=True)
_S = sympy.Symbol("s", positive=True)
_C = sympy.Symbol("C", positive=True)


def _log_moments(_: Settings) -> Iterator[Case]:
    """int_0^1 (ln 1/t)^k dt by the recursion of partial integration, beside Gamma(k + 1)."""
    value = 1
    for k in range(1, 8):
        value *= k
        yield Case({"k": k}, value, factorial(k), left_again=comb(k, 1) * factorial(k - 1))


CLAIMS = (
    Claim(
        "zhao/assumption2",
        "arXiv v1, Section 6.1, Assumption 2",
        Kind.DEFINITION,
        "margin, smoothness, density",
        Definition(
            r"\text{(a) } P(|\eta(X)|<t)\le C_at^\gamma\ \forall t>0; \text{ (b) } |\eta(x)-\eta(x')|\le C_b\|x-x'\|_2^\beta; \text{ (c) } f\ge f_L \text{ on } [0,1]^d"
        ),
        note="beta <= 1, as (b) forces a constant otherwise. The family of Theorem 10 needs P(0 < |eta(X)| < t) in (a).",
    ),
    Claim(
        "zhao/lemma11",
        "arXiv v1, Appendix F, Lemma 11, (237), (238)",
        Kind.INEQUALITY,
        "what the margin condition gives",
        Derived(
            r"E[|\eta|e^{-s\eta^2}]\le2^{\gamma/2}C_ae^{-1/2}\Gamma(\tfrac\gamma2+1)s^{-(1+\gamma)/2}",
            (),
            AllOf(
                r"\sup_uue^{-su^2/2}=(es)^{-1/2},\ \int_0^1P\big(\tfrac s2\eta^2<\ln\tfrac1t\big)dt\le C_a(2/s)^{\gamma/2}\int_0^1(\ln\tfrac1t)^{\gamma/2}dt",
                (
                    ("w = s u^2 > 1: ln w <= w - 1", at_most(log(1 + _X), _X, Variable(_X, Integer(0), oo))),
                    (
                        "w < 1, w = e^(-x): 1 - x <= e^(-x)",
                        at_most(1 - _X, exp(-_X), Variable(_X, Integer(0), oo)),
                    ),
                    (
                        "so u e^(-s u^2/2) <= (es)^(-1/2): equal at w = 1",
                        Identity(sqrt(1 / _S) * exp(Rational(-1, 2)), 1 / sqrt(sympy.E * _S)),
                    ),
                    (
                        "the powers of s",
                        Identity(
                            _C / sqrt(_S) * (2 / _S) ** (gamma / 2), _C * 2 ** (gamma / 2) * _S ** (-(1 + gamma) / 2)
                        ),
                    ),
                ),
            ),
            (),
            (
                (
                    "the integral at gamma/2 = 1..7",
                    FiniteCheck(r"\int_0^1(\ln\tfrac1t)^kdt=\Gamma(k+1)", "k = 1..7", _log_moments, "=="),
                ),
            ),
        ),
        note="The integral is Gamma's, by t = e^(-u). Under P(0 < |eta| < t) <= C_a t^gamma the same holds, as eta = 0 contributes nothing.",
    ),
)
