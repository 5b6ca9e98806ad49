"""kent Appendix I, the proof of Lemma 24, case by case."""

from sympy import cosh, exp

from verify.calculus import calc, real
from verify.statements import AllOf
from verify.statements.claim import Claim, Kind

_SMALL, _MIDDLE, _LARGE = real("x", above=0, most=1), real("x", above=1, most=4), real("x", above=4)
_W = real("w", above=0)

CLAIMS = (
    Claim(
        "kent/lemma24/cases",
        "Appendix I, proof of Lemma 24, its four displays",
        Kind.INEQUALITY,
        "the hyperbolic cosine in three cases",
        AllOf("", {
            "the square": calc(4*exp(_W/2)/(1 + exp(_W/2))**2, "==", 1/cosh(_W/4)**2),
            "x <= 1": calc(cosh(_SMALL/4), ">=", 1 + _SMALL**2/32, ">=", exp(_SMALL**2/40)),
            "1 < x <= 4": calc(cosh(_MIDDLE/4), ">=", 1 + _MIDDLE**2/32, ">=", 1 + _MIDDLE/40 + _MIDDLE**2/160, ">=", exp(_MIDDLE/40)),
            "x > 4": calc(cosh(_LARGE/4), "==", (exp(_LARGE/4) + exp(-_LARGE/4))/2, ">=", exp(_LARGE/4)/2, ">=", exp(_LARGE/40)),
        }),
    ),
)  # fmt: skip
