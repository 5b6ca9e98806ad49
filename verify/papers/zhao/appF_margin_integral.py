"""zhao Appendix F, Lemma 11; Assumption 2."""

from collections.abc import Iterator
from math import comb, factorial

from sympy import Rational, exp, sqrt

from verify.kernel.calculus import LINEAR, MONOTONE, Expectation, at_most, line, random_real, real
from verify.kernel.calculus.facts.margin import SMALL_BALL, GammaFunction, Margin
from verify.kernel.statements import Case, Definition
from verify.kernel.statements.claim import Claim, Kind, Match
from verify.kernel.statements.outcome import Settings

ASSUMPTION2 = Claim(
    "zhao/assumption2",
    "arXiv v1, Section 6.1, Assumption 2",
    Kind.DEFINITION,
    "margin, smoothness, density",
    says=(
        r"\text{(a) }\mathrm{P}(|\eta(\mathbf{X})|<t)\le C_at^\gamma\text{ for all }t>0\text{; (b) "
        r"}|\eta(\mathbf{x})-\eta(\mathbf{x}')|\le C_b\lVert\mathbf{x}-\mathbf{x}'\rVert_2^\beta\text{ for "
        r"all }\mathbf{x},\mathbf{x}'\in\mathcal{X}=[0,1]^d\text{; (c) }f(\mathbf{x})\ge f_L\text{ for all "
        r"}\mathbf{x}\in\mathcal{X}"
    ),
    match=Match.SAME,
    printed=Definition(
        r"\text{(a) } P(|\eta(X)|<t)\le C_at^\gamma\ \forall t>0; \text{ (b) } "
        r"|\eta(x)-\eta(x')|\le C_b\|x-x'\|_2^\beta; \text{ (c) } f\ge f_L \text{ on } [0,1]^d"
    ),
    note="beta <= 1, as (b) forces a constant otherwise. The family of Theorem 10 needs P(0 < |eta(X)| < t) in (a).",
)


def _log_moments(_: Settings) -> Iterator[Case]:
    """int_0^1 (ln 1/t)^k dt by the recursion of partial integration, next to Gamma(k + 1)."""
    value = 1
    for k in range(1, 8):
        value *= k
        yield Case({"k": k}, value, factorial(k), left_again=comb(k, 1) * factorial(k - 1))


_SIZE, _RATE = random_real("H", 0), real("s", above=0)
_CONSTANT, _POWER = real("C_a", above=0), real("gamma", above=0)
_PEAK = exp(-Rational(1, 2)) / sqrt(_RATE)
_FACTOR, _MOST, _WEIGHT = random_real("x"), real("y"), random_real("w", 0)
_TIMES = line(_FACTOR * _WEIGHT, given=(at_most(_FACTOR, _MOST),)).le(_MOST * _WEIGHT, at_most(_FACTOR, _MOST))
_AT_ITS_PEAK = line(_WEIGHT * exp(-(_WEIGHT**2) / 2)).le(exp(-Rational(1, 2))).at({_WEIGHT: sqrt(_RATE) * _SIZE})
_POINTWISE = line(_SIZE * exp(-_RATE * _SIZE**2)).le(
    _PEAK * exp(-_RATE * _SIZE**2 / 2),
    _TIMES.at(
        {
            _FACTOR: sqrt(_RATE) * _SIZE * exp(-_RATE * _SIZE**2 / 2),
            _MOST: exp(-Rational(1, 2)),
            _WEIGHT: exp(-_RATE * _SIZE**2 / 2) / sqrt(_RATE),
        }
    ),
    _AT_ITS_PEAK,
)
LEMMA11 = Claim(
    "zhao/lemma11",
    "arXiv v1, Appendix F, Lemma 11, (237), (238)",
    Kind.INEQUALITY,
    "what the margin condition gives",
    says=(
        r"\mathbb{E}\left[|\eta(\mathbf{X})|e^{-s|\eta(\mathbf{X})|^2}\right]\le "
        r"Cs^{-\frac12(\gamma+1)}\text{ for any }s>0\text{, under Assumption 2(a)}"
    ),
    match=Match.READING,
    differs="with the constant C = 2^(gamma/2) C_a e^(-1/2) Gamma(gamma/2 + 1) that (238) gives",
    printed=line(Expectation(_SIZE * exp(-_RATE * _SIZE**2)), given=(Margin(_SIZE, _CONSTANT, _POWER),))
    .le(
        Expectation(_PEAK * exp(-_RATE * _SIZE**2 / 2)),
        MONOTONE(_SIZE * exp(-_RATE * _SIZE**2), _PEAK * exp(-_RATE * _SIZE**2 / 2)),
        _POINTWISE,
    )
    .eq(_PEAK * Expectation(exp(-_RATE * _SIZE**2 / 2)), LINEAR(exp(-_RATE * _SIZE**2 / 2), _PEAK, 0))
    .le(
        _PEAK * _CONSTANT * GammaFunction(_POWER / 2 + 1) * (_RATE / 2) ** (-_POWER / 2),
        SMALL_BALL(_SIZE, _CONSTANT, _POWER, _RATE / 2),
    )
    .eq(
        2 ** (_POWER / 2)
        * _CONSTANT
        * exp(-Rational(1, 2))
        * GammaFunction(_POWER / 2 + 1)
        * _RATE ** (-(1 + _POWER) / 2)
    )
    .crosschecked(
        "the integral at gamma/2 = 1..7", r"\int_0^1(\ln\tfrac1t)^kdt=\Gamma(k+1)", "k = 1..7", _log_moments, "=="
    ),
    note="H is |eta(X)|. Under P(0 < |eta| < t) <= C_a t^gamma the same holds, as eta = 0 contributes nothing.",
)

CLAIMS = (
    ASSUMPTION2,
    LEMMA11,
)
