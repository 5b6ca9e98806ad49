"""Proposition 1, the private form of Le Cam's bound."""

from sympy import Integer, Rational, exp, sqrt

from verify.kernel.calculus import (
    CHAIN_OVER_USERS,
    KL,
    KL_CHI_SQUARE,
    LE_CAM,
    PINSKER,
    PRIVATE_CHI_SQUARE,
    TV,
    ChiSquare,
    Interactive,
    Mean,
    Member,
    Name,
    Power,
    Private,
    Through,
    Transcript,
    WorstRisk,
    at_most,
    integer,
    law,
    line,
    real,
)
from verify.kernel.statements.claim import Claim, Kind

N = integer("n", least=1)
ALPHA = real("epsilon", above=0, most=Rational(23, 35))
HALF = real("delta", above=0)
CLASS, PROTOCOL, CHANNEL = Name("P", "class of laws"), Name("Z", "protocol"), Name("K", "channel")
P, Q = law("P_1"), law("P_2")
ONE, OTHER = Power(P, Integer(1)), Power(Q, Integer(1))
"""A user's one sample."""
_SENT = Through(CHANNEL, ONE), Through(CHANNEL, OTHER)
_TOLD = Transcript(PROTOCOL, ONE), Transcript(PROTOCOL, OTHER)
_APART = TV(ONE, OTHER)
_EACH = (
    line(KL(*_SENT), given=(Private(CHANNEL, ALPHA),))
    .le(ChiSquare(*_SENT), KL_CHI_SQUARE(*_SENT))
    .le((exp(ALPHA) - 1) ** 2 * _APART**2, PRIVATE_CHI_SQUARE(CHANNEL, ALPHA, ONE, OTHER))
    .le(2 * ALPHA**2 * _APART**2, line((exp(ALPHA) - 1) ** 2).le(2 * ALPHA**2))
)
_ALL = line(KL(*_TOLD), given=(Interactive(PROTOCOL, N, ALPHA),)).le(
    2 * N * ALPHA**2 * _APART**2, CHAIN_OVER_USERS(PROTOCOL, N, ALPHA, ONE, OTHER), _EACH
)
PROP1 = Claim(
    "djw/prop1",
    "Proposition 1, for squared errors of a mean",
    Kind.LOWER_BOUND,
    "the private form of Le Cam's bound",
    line(
        WorstRisk(PROTOCOL, CLASS, Integer(1)),
        given=(
            Interactive(PROTOCOL, N, ALPHA),
            Member(P, CLASS),
            Member(Q, CLASS),
            at_most(2 * HALF, Mean(P) - Mean(Q)),
        ),
    )
    .ge(HALF**2 / 2 * (1 - TV(*_TOLD)), LE_CAM(PROTOCOL, CLASS, Integer(1), P, Q, HALF))
    .ge(HALF**2 / 2 * (1 - sqrt(KL(*_TOLD) / 2)), PINSKER(*_TOLD))
    .ge(HALF**2 / 2 * (1 - sqrt(N) * ALPHA * _APART), _ALL)
    .ge(HALF**2 / 2 * (1 - sqrt(8 * N) * ALPHA * _APART)),
    note="The 8 is recalled; how others use the bound fits 4 as well. The line before the last has 1, so either stands.",
)

CLAIMS = (PROP1,)
