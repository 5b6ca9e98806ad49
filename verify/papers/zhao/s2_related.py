"""zhao Section 2: what it says of the rates of others."""

from sympy import Integer, oo

from notation.symbols import beta, d
from verify.kernel.prover import Variable
from verify.kernel.statements import at_most
from verify.kernel.statements.claim import Claim, Kind, Match, Severity

_SIZES = (Variable(beta, Integer(0), oo, open_lower=True), Variable(d, Integer(1), oo))
_PRIVATE = beta / (d + beta)

SEC2_DENSITY = Claim(
    "zhao/sec2/density",
    "arXiv v1, Section 2, the sentence on density estimation; also in the anonymous version",
    Kind.RATE_ALGEBRA,
    "the private rate of density estimation is the slower one",
    says=(
        r"O((n\epsilon^2)^{-\beta/(d+\beta)})\text{ for small }\epsilon\text{, which is inevitably slower than the "
        r"non-private rate }O(n^{-\beta/(d+2\beta)})"
    ),
    match=Match.READING,
    differs="slower is read as a smaller exponent of n, at a fixed epsilon",
    printed=at_most(_PRIVATE, beta / (d + 2 * beta), *_SIZES),
    corrected=at_most(_PRIVATE, 2 * beta / (d + 2 * beta), *_SIZES),
    correction="the non-private rate of a squared error is n^(-2 beta/(d + 2 beta)); as printed the private rate is the "
    "faster one",
    severity=Severity.TYPO,
    theorem="zhao/sec2/density",
)

CLAIMS = (SEC2_DENSITY,)
