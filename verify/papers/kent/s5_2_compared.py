"""kent Section 5.2: the cost of privacy next to the rate without it, and the rate at large T next to that at small T."""

from verify.kernel.calculus import at_most, integer, line, real
from verify.kernel.statements.claim import Claim, Kind, Match

_BETA, _ALL, _PRIVACY = integer("beta", least=1), real("x", least=0), real("a", least=0)
SEC5_2_LOCAL = Claim(
    "kent/sec5.2/local",
    "Section 5.2, the text before Table 4: the privacy cost dominates in the local item-level setting",
    Kind.RATE_ALGEBRA,
    "the local rate is above the rate without privacy",
    says=r"\text{local item level: the term for privacy is above the rate without privacy}",
    match=Match.READING,
    differs="in logarithms of the rates, at alpha <= 1",
    printed=line(2 * _BETA * (_ALL - _PRIVACY) / (2 * _BETA + 2))
    .le(2 * _BETA * _ALL / (2 * _BETA + 2))
    .le(2 * _BETA * _ALL / (2 * _BETA + 1)),
    note="Logarithms of (nT alpha^2)^(2 beta/(2 beta + 2)) and (nT)^(2 beta/(2 beta + 1)), of 1 over the rates; x = log(nT), a = -log(alpha^2) for alpha <= 1.",
)
_USERS, _SAMPLES = real("l", above=0), real("t", least=0)
_SHORT = at_most(_SAMPLES, (2 * _BETA + 1) * _USERS)
SEC5_2_SMALLER = Claim(
    "kent/sec5.2/smaller",
    "Section 5.2, the text before Table 4: the rate for T sufficiently large is smaller than in the small-T case",
    Kind.RATE_ALGEBRA,
    "up to the transition the rate at small T is above the floor",
    says=r"\text{the rate at large }T\text{ is a power, smaller than the one at small }T",
    match=Match.READING,
    differs=(
        "read as: the rate at small T is above the large-T rate up to T = (n alpha^2)^(2 beta + 1), in logarithms"
    ),
    printed=line(2 * _BETA * (_USERS + _SAMPLES) / (2 * _BETA + 2), given=(_SHORT,))
    .le(2 * _BETA * (_USERS + (2 * _BETA + 1) * _USERS) / (2 * _BETA + 2), _SHORT)
    .eq(2 * _BETA * _USERS),
    note="Logarithms of (nT alpha^2)^(2 beta/(2 beta + 2)) and (n alpha^2)^(2 beta), of 1 over the rates; l = log(n alpha^2) and t = log T: T up to (n alpha^2)^(2 beta + 1).",
)

CLAIMS = (
    SEC5_2_LOCAL,
    SEC5_2_SMALLER,
)
