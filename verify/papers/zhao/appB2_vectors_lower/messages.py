"""zhao (99) and (186): the divergence of all messages by the total variation of a user's data."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from sympy import exp

from lowerbounds.information.divergences import kullback_leibler, total_variation
from lowerbounds.information.laws import binomial
from verify.kernel.calculus import (
    CHAIN_OVER_USERS,
    KL,
    KL_CHI_SQUARE,
    PRIVATE_CHI_SQUARE,
    TV,
    ChiSquare,
    Interactive,
    Name,
    Power,
    Private,
    Through,
    Transcript,
    integer,
    law,
    line,
    real,
)
from verify.kernel.statements import Case
from verify.kernel.statements.claim import Claim, Kind, Match
from verify.kernel.statements.outcome import Settings, as_arb
from verify.papers.zhao.instances.exact_risks import responses

_N, _M, _EPSILON = integer("n", least=1), integer("m", least=1), real("epsilon", above=0)
_PROTOCOL, _CHANNEL = Name("Z", "protocol"), Name("K", "channel")
_DATA = Power(law("P"), _M), Power(law("Q"), _M)
_TOLD = [Transcript(_PROTOCOL, data) for data in _DATA]
_SENT = [Through(_CHANNEL, data) for data in _DATA]
_OF_ONE = (exp(_EPSILON) - 1) ** 2 * TV(*_DATA) ** 2
_OF_ONE_USER = (
    line(KL(*_SENT), given=(Private(_CHANNEL, _EPSILON),))
    .le(ChiSquare(*_SENT), KL_CHI_SQUARE(*_SENT))
    .le(_OF_ONE, PRIVATE_CHI_SQUARE(_CHANNEL, _EPSILON, *_DATA))
)


def _majorities(_: Settings) -> Iterator[Case]:
    """The exact divergence of n users' answers, each the majority of m signs told by randomised response."""
    for users, samples, s, t in product(
        (1, 4, 9), (1, 3, 9), (Fraction(1, 10), Fraction(1, 2)), (Fraction(11, 10), Fraction(3))
    ):
        plus, minus = (binomial(samples, (1 + sign * s) / 2) for sign in (1, -1))
        right = users * (t - 1) ** 2 * total_variation(plus, minus) ** 2
        parameters = {"n": users, "m": samples, "s": str(s), "e^epsilon": str(t)}
        yield Case(parameters, kullback_leibler(*responses(users, samples, s, t)), as_arb(right))


EQ99 = Claim(
    "zhao/eq99",
    "arXiv v1, Appendix B.2, (99); also Appendix D.3, (186)",
    Kind.INEQUALITY,
    "the divergence of all messages by the total variation of a user's data",
    says=(
        r"D(p_{\mathbf{Z}|\mathbf{v}}\|p_{\mathbf{Z}|\mathbf{v}'})\le "
        r"n(e^\epsilon-1)^2\mathbb{TV}^2(p_{\mathbf{X}|\mathbf{v}}^m,p_{\mathbf{X}|\mathbf{v}'}^m)"
    ),
    match=Match.READING,
    differs="for any two laws of a sample, and for users who send in turn",
    printed=line(KL(*_TOLD), given=(Interactive(_PROTOCOL, _N, _EPSILON),))
    .le(_N * _OF_ONE, CHAIN_OVER_USERS(_PROTOCOL, _N, _EPSILON, *_DATA), _OF_ONE_USER)
    .crosschecked(
        "majorities told by randomised response",
        r"D(p_Z\|q_Z)\le n(e^\varepsilon-1)^2\mathrm{TV}^2",
        "n = 1, 4, 9 users with m = 1, 3, 9 signs of mean +-1/10, +-1/2; e^epsilon = 11/10, 3",
        _majorities,
    ),
    note="The paper cites this with the constant of a bound on the sum of both divergences, which is larger.",
)

CLAIMS = (EQ99,)
