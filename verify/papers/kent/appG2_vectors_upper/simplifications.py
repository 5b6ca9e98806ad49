"""kent Appendix G.2: what is assumed for simplicity, a whole alpha up to d and a dimension that is a power of two."""

from collections.abc import Iterator

import numpy as np
from sympy import exp, log

from upperbounds.transforms.hadamard import RandomRotation, padded
from upperbounds.vectors.kent import algorithm13
from verify.kernel.calculus import below, integer, line, real
from verify.kernel.statements import AllOf, Case, FiniteCheck
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Json, Settings

_WHOLE, _LEVEL, _PART, _TIMES = integer("k", least=1), real("alpha", least=1), real("c", above=0), real("z", above=0)
_FLOOR = (below(_LEVEL, _WHOLE + 1),)
_HALF = line(_LEVEL, given=_FLOOR).le(2 * _WHOLE)
_ROUNDED, _SHARE = real("w", least=1), real("q", least=1, most=2)
_LOG = real("l", least=0)
_FEWER = line(_LOG / _ROUNDED).le(2 * _LOG / (_SHARE * _ROUNDED))
APPG_2_INTEGER = Claim(
    "kent/appG.2/integer",
    "Appendix G.2, Case 2 of either ball: 'for simplicity we assume alpha is an integer'",
    Kind.RATE_ALGEBRA,
    "a whole alpha changes the rates by constants",
    says=(
        r"1<\alpha\le d\text{: taking }\alpha\text{ for an integer changes the minimax rates by constants " r"at most}"
    ),
    match=Match.READING,
    differs=(
        "the arithmetic that it needs: k = floor(alpha) is at least alpha/2, the polynomial term grows by "
        "2 at most, the exponent halves"
    ),
    printed=AllOf(
        "",
        {
            "alpha over k": _HALF,
            "the polynomial term": line(log(_ROUNDED) / _ROUNDED)
            .le(log(_SHARE * _ROUNDED) / _ROUNDED)
            .le(2 * log(_SHARE * _ROUNDED) / (_SHARE * _ROUNDED), _FEWER.at({_LOG: log(_SHARE * _ROUNDED)})),
            "the exponential term": line(exp(-_PART * _TIMES * _WHOLE), given=_FLOOR).le(
                exp(-_PART / 2 * _TIMES * _LEVEL), _HALF
            ),
        },
    ),
    note="k = floor(alpha), q = alpha/k, w = nTk/d and z = n/d: 2 in front, and half the constant in the exponent.",
)


def _coordinates(d: int, level: int) -> tuple[dict[str, Json], int, int]:
    """How many co-ordinates the first user answers for where alpha > d: by the split, and by her votes in the protocol."""
    plan = algorithm13(8 * d, 50, float(level), 1.0, RandomRotation(d, np.ones(d)))
    votes = [one.messages for one in plan.protocol().rounds if one.name.startswith("localise") and 0 in one.users]
    return {"d": d, "alpha": level, "n": 8 * d}, len(plan.split.sends[0]), sum(votes)


def _printed(_: Settings) -> Iterator[Case]:
    told, sent, again = _coordinates(2, 5)
    yield Case(told, sent, 5, left_again=again)


def _corrected(_: Settings) -> Iterator[Case]:
    for d, level in ((1, 2), (2, 5), (8, 9)):
        told, sent, again = _coordinates(d, level)
        yield Case(told, sent, d, left_again=again)


APPG_2_CONTRIBUTES = Claim(
    "kent/appG.2/contributes",
    "Appendix G.2, the ball, Step 4, Case 3",
    Kind.ALGORITHM,
    "for alpha > d, how many co-ordinates a user answers for",
    says=(
        r"\alpha>d\text{: the procedure has }\alpha\text{ set to }\alpha/d>1\text{, each user contributes "
        r"to }\alpha\text{-many co-ordinates, each fold has a sample of size }n"
    ),
    match=Match.READING,
    differs="of the sentence the number of co-ordinates is judged",
    printed=FiniteCheck(r"\alpha>d:\ |\{j:i\in N_j\}|=\alpha", "d = 2, alpha = 5", _printed, "=="),
    corrected=FiniteCheck(r"\alpha>d:\ |\{j:i\in N_j\}|=d", "(d, alpha) = (1, 2), (2, 5), (8, 9)", _corrected, "=="),
    correction="d many, not alpha many: there are no more, and line 11 of Algorithm 13 has all users for each",
    severity=Severity.TYPO,
    theorem="kent/thm6ii",
    note="Kept from Case 2. What follows from it, that n users answer for each co-ordinate, is right.",
)


def _padded(_: Settings) -> Iterator[Case]:
    """How the program pads: 2^p next to 2d - 1, for the least p at which 2^p is d or more."""
    for d in range(1, 130):
        size = padded(d)
        power = next(2**p for p in range(9) if 2**p >= d)
        yield Case({"d": d, "padded": size}, size, 2 * d - 1, left_again=power)


_SIZE, _POWER, _LOGARITHM, _EFFECTIVE = (
    integer("d", least=1),
    integer("d'", least=1),
    real("L", least=0),
    real("y", above=0),
)
_DOUBLED = (below(_POWER, 2 * _SIZE),)
_SHORTER = line(1 / (2 * _SIZE), given=_DOUBLED).le(1 / _POWER)
APPG_2_PADDED = Claim(
    "kent/appG.2/padded",
    "Appendix G.2, the ball, first paragraph; Section 3.3, before (33)",
    Kind.RATE_ALGEBRA,
    "zeros up to a power of two change the rates by constants",
    says=(
        r"d\text{ may be taken for a power of 2: appending zeros to the data changes the final minimax "
        r"rate by constants at most}"
    ),
    match=Match.READING,
    differs="the arithmetic that it needs: d replaced by some d' < 2d in both terms",
    printed=AllOf(
        "",
        {
            "the polynomial term": line(_POWER * _LOGARITHM**2 / _EFFECTIVE, given=_DOUBLED)
            .le(2 * _SIZE * _LOGARITHM**2 / _EFFECTIVE, _DOUBLED[0])
            .crosschecked(
                "how the program pads",
                r"d'\le2d-1",
                "d = 1..129; d' again as the least power of two from d on",
                _padded,
            ),
            "the exponential term": line(exp(-_PART * _EFFECTIVE / _POWER), given=_DOUBLED).le(
                exp(-_PART / 2 * _EFFECTIVE / _SIZE), _SHORTER
            ),
        },
    ),
    note="L is the logarithm and y is n T alpha^2, or n alpha^2 in the exponent. What is estimated besides the d co-ordinates is left out at the end.",
)

CLAIMS = (
    APPG_2_INTEGER,
    APPG_2_CONTRIBUTES,
    APPG_2_PADDED,
)
