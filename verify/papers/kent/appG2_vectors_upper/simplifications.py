"""kent Appendix G.2: what is assumed for simplicity, a whole alpha up to d and a dimension that is a power of two."""

from collections.abc import Iterator
from dataclasses import replace

from sympy import exp, log

from upperbounds.transforms.hadamard import padded
from verify.calculus import below, by, calc, integer, real
from verify.statements import AllOf, Case, FiniteCheck
from verify.statements.claim import Claim, Kind
from verify.statements.outcome import Settings


def _padded(_: Settings) -> Iterator[Case]:
    """How the program pads: 2^p beside 2d - 1, for the least p at which 2^p is d or more."""
    for d in range(1, 130):
        size = padded(d)
        power = next(2**p for p in range(9) if 2**p >= d)
        yield Case({"d": d, "padded": size}, size, 2 * d - 1, left_again=power)


# fmt: off
_WHOLE, _LEVEL, _PART, _TIMES = integer("k", least=1), real("alpha", least=1), real("c", above=0), real("z", above=0)
_FLOOR = (below(_LEVEL, _WHOLE + 1),)
_HALF = calc(_LEVEL, "<=", 2*_WHOLE, given=_FLOOR)
_ROUNDED, _SHARE = real("w", least=1), real("q", least=1, most=2)
_POLYNOMIAL = calc(
    log(_ROUNDED)/_ROUNDED, "<=", log(_SHARE*_ROUNDED)/_ROUNDED, "<=", 2*log(_SHARE*_ROUNDED)/(_SHARE*_ROUNDED),
)
_EXPONENT = calc(exp(-_PART*_TIMES*_WHOLE), "<=", exp(-_PART/2*_TIMES*_LEVEL), by(_HALF), given=_FLOOR)
_SIZE, _POWER, _LOGARITHM, _EFFECTIVE = integer("d", least=1), integer("d'", least=1), real("L", least=0), real("y", above=0)
_DOUBLED = (below(_POWER, 2*_SIZE),)
_LONGER = calc(_POWER*_LOGARITHM**2/_EFFECTIVE, "<=", 2*_SIZE*_LOGARITHM**2/_EFFECTIVE, by(_DOUBLED[0]), given=_DOUBLED)
_SHORTER = calc(1/(2*_SIZE), "<=", 1/_POWER, given=_DOUBLED)
_FASTER = calc(exp(-_PART*_EFFECTIVE/_POWER), "<=", exp(-_PART/2*_EFFECTIVE/_SIZE), by(_SHORTER), given=_DOUBLED)
# fmt: on

CLAIMS = (
    Claim(
        "kent/appG.2/integer",
        "Appendix G.2, Case 2 of either ball: 'for simplicity we assume alpha is an integer'",
        Kind.RATE_ALGEBRA,
        "a whole alpha changes the rates by constants",
        AllOf("", (("alpha over k", _HALF), ("the polynomial term", _POLYNOMIAL), ("the exponential term", _EXPONENT))),
        note="k = floor(alpha), q = alpha/k, w = nTk/d and z = n/d: 2 in front, and half the constant in the exponent.",
    ),
    Claim(
        "kent/appG.2/padded",
        "Appendix G.2, the ball, first paragraph; Section 3.3, before (33)",
        Kind.RATE_ALGEBRA,
        "zeros up to a power of two change the rates by constants",
        AllOf("", (
            ("the polynomial term", replace(_LONGER, crosschecks=(
                ("how the program pads", FiniteCheck(r"d'\le2d-1", "d = 1..129; d' again as the least power of two from d on", _padded)),
            ))),
            ("the exponential term", _FASTER),
        )),
        note="L is the logarithm and y is n T alpha^2, or n alpha^2 in the exponent. What is estimated beside the d co-ordinates is left out at the end.",
    ),
)  # fmt: skip
