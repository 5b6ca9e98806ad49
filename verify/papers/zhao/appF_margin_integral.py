"""zhao Appendix F, Lemma 11; Assumption 2."""

from collections.abc import Iterator
from math import comb, factorial

from sympy import Rational, exp, sqrt

from verify.calculus import LINEAR, MONOTONE, Expectation, at_most, by, calc, random_real, real
from verify.calculus.facts.margin import SMALL_BALL, GammaFunction, Margin
from verify.statements import Case, Definition
from verify.statements.claim import Claim, Kind
from verify.statements.outcome import Settings


def _log_moments(_: Settings) -> Iterator[Case]:
    """int_0^1 (ln 1/t)^k dt by the recursion of partial integration, beside Gamma(k + 1)."""
    value = 1
    for k in range(1, 8):
        value *= k
        yield Case({"k": k}, value, factorial(k), left_again=comb(k, 1) * factorial(k - 1))


# fmt: off
_SIZE, _RATE = random_real("H", 0), real("s", above=0)
_CONSTANT, _POWER = real("C_a", above=0), real("gamma", above=0)
_PEAK = exp(-Rational(1, 2))/sqrt(_RATE)
_FACTOR, _MOST, _WEIGHT = random_real("x"), real("y"), random_real("w", 0)
_TIMES = calc(_FACTOR*_WEIGHT, "<=", _MOST*_WEIGHT, by(at_most(_FACTOR, _MOST)), given=(at_most(_FACTOR, _MOST),))
_AT_ITS_PEAK = calc(_WEIGHT*exp(-_WEIGHT**2/2), "<=", exp(-Rational(1, 2))).at({_WEIGHT: sqrt(_RATE)*_SIZE})
_POINTWISE = calc(
    _SIZE*exp(-_RATE*_SIZE**2), "<=", _PEAK*exp(-_RATE*_SIZE**2/2),
    by(_TIMES.at({_FACTOR: sqrt(_RATE)*_SIZE*exp(-_RATE*_SIZE**2/2), _MOST: exp(-Rational(1, 2)),
                  _WEIGHT: exp(-_RATE*_SIZE**2/2)/sqrt(_RATE)}), _AT_ITS_PEAK),
)
_LEMMA11 = calc(
               Expectation(_SIZE*exp(-_RATE*_SIZE**2)), "<=", Expectation(_PEAK*exp(-_RATE*_SIZE**2/2)),
               by(MONOTONE(_SIZE*exp(-_RATE*_SIZE**2), _PEAK*exp(-_RATE*_SIZE**2/2)), _POINTWISE),
               "==", _PEAK*Expectation(exp(-_RATE*_SIZE**2/2)), by(LINEAR(exp(-_RATE*_SIZE**2/2), _PEAK, 0)),
               "<=", _PEAK*_CONSTANT*GammaFunction(_POWER/2 + 1)*(_RATE/2)**(-_POWER/2),
               by(SMALL_BALL(_SIZE, _CONSTANT, _POWER, _RATE/2)),
               "==", 2**(_POWER/2)*_CONSTANT*exp(-Rational(1, 2))*GammaFunction(_POWER/2 + 1)*_RATE**(-(1 + _POWER)/2),
               given=(Margin(_SIZE, _CONSTANT, _POWER),),
           ).crosschecked("the integral at gamma/2 = 1..7", r"\int_0^1(\ln\tfrac1t)^kdt=\Gamma(k+1)", "k = 1..7",
                          _log_moments, "==")  # fmt: skip
# fmt: on

CLAIMS = (
    Claim("zhao/assumption2", "arXiv v1, Section 6.1, Assumption 2", Kind.DEFINITION, "margin, smoothness, density",
          Definition(r"\text{(a) } P(|\eta(X)|<t)\le C_at^\gamma\ \forall t>0; \text{ (b) } "
                     r"|\eta(x)-\eta(x')|\le C_b\|x-x'\|_2^\beta; \text{ (c) } f\ge f_L \text{ on } [0,1]^d"),
          note="beta <= 1, as (b) forces a constant otherwise. The family of Theorem 10 needs P(0 < |eta(X)| < t) in "
               "(a)."),
    Claim("zhao/lemma11", "arXiv v1, Appendix F, Lemma 11, (237), (238)", Kind.INEQUALITY,
          "what the margin condition gives", _LEMMA11,
          note="H is |eta(X)|. Under P(0 < |eta| < t) <= C_a t^gamma the same holds, as eta = 0 contributes nothing."),
)  # fmt: skip
