"""kent Appendix I, the proof of Lemma 24, case by case."""

from sympy import cosh, exp

from verify.kernel.calculus import line, real
from verify.kernel.statements import AllOf
from verify.kernel.statements.claim import Claim, Kind, Match

_SMALL, _MIDDLE, _LARGE = real("x", above=0, most=1), real("x", above=1, most=4), real("x", above=4)
_W = real("w", above=0)
LEMMA24_CASES = Claim(
    "kent/lemma24/cases",
    "Appendix I, proof of Lemma 24, its four displays",
    Kind.INEQUALITY,
    "the hyperbolic cosine in three cases",
    says=(
        r"\frac{4e^{x/2}}{(1+e^{x/2})^2}=\mathrm{sech}^2(x/4)=\cosh^{-2}(x/4);\quad\cosh(x/4)\ge1+x^2/32\ge "
        r"e^{x^2/40}\text{ for }x\in(0,1];\quad\cosh(x/4)\ge1+x^2/32\ge1+x/40+x^2/160\ge e^{x/40}\text{ "
        r"for }1<x\le4;\quad\cosh(x/4)=(e^{x/4}+e^{-x/4})/2\ge e^{x/4}/2\ge e^{x/40}\text{ for }x>4"
    ),
    match=Match.READING,
    differs="the ends of the four displays, without the middle terms",
    printed=AllOf(
        "",
        {
            "the square": line(4 * exp(_W / 2) / (1 + exp(_W / 2)) ** 2).eq(1 / cosh(_W / 4) ** 2),
            "x <= 1": line(cosh(_SMALL / 4)).ge(1 + _SMALL**2 / 32).ge(exp(_SMALL**2 / 40)),
            "1 < x <= 4": line(cosh(_MIDDLE / 4))
            .ge(1 + _MIDDLE**2 / 32)
            .ge(1 + _MIDDLE / 40 + _MIDDLE**2 / 160)
            .ge(exp(_MIDDLE / 40)),
            "x > 4": line(cosh(_LARGE / 4))
            .eq((exp(_LARGE / 4) + exp(-_LARGE / 4)) / 2)
            .ge(exp(_LARGE / 4) / 2)
            .ge(exp(_LARGE / 40)),
        },
    ),
)

CLAIMS = (LEMMA24_CASES,)
