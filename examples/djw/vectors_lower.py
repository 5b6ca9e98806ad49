"""A lower bound with constants on the l_2 ball, by Assouad's method over the axes."""

from sympy import Integer, Rational, exp, sqrt

from verify.kernel.calculus import (
    KL,
    KL_CHI_SQUARE,
    TV,
    Average,
    ChiSquare,
    Interactive,
    Name,
    Power,
    Private,
    Sum,
    Through,
    Transcript,
    WorstRisk,
    at_most,
    integer,
    line,
    real,
)
from verify.kernel.calculus.facts.hypercube import (
    ASSOUAD,
    AXES_IN_BALL,
    AXES_MEAN,
    CHAIN_SUMMED,
    HAMMING_TV,
    ORTHOGONAL_AXES,
    PINSKER_SUMMED,
    PRIVATE_BESSEL,
    Axes,
    Ball,
    Corner,
    Flip,
    Hamming,
)
from verify.kernel.statements.claim import Claim, Kind

N, D = integer("n", least=1), integer("d", least=1)
ALPHA, RADIUS, SHARE = real("epsilon", above=0), real("D", above=0), real("s", above=0, most=Rational(1, 2))
PROTOCOL, CHANNEL = Name("Z", "protocol"), Name("K", "channel")
ONE = Integer(1)
FAMILY = Axes(RADIUS, SHARE, D)
_VERTEX, _K = Name("v", "vertex"), integer("k", least=1)
FACTOR = real("kappa", above=0)
"""At least (e^alpha - 1)^2."""
_SMALL = at_most((exp(ALPHA) - 1) ** 2, FACTOR)
_CHANGE = 4 * SHARE**2 / (D * (1 - SHARE**2))
_AT = [Power(Corner(FAMILY, w), ONE) for w in (_VERTEX, Flip(_VERTEX, _K))]
_SENT = [Through(CHANNEL, law) for law in _AT]
_TOLD = [Transcript(PROTOCOL, law) for law in _AT]
_FEW = at_most(N * FACTOR * SHARE**2, Rational(3, 8) * D**2)
"""So few users, or so small a share, that half of the signs stays unknown."""
_MESSAGE = (
    line(Sum(KL(*_SENT), _K, 1, D), given=(Private(CHANNEL, ALPHA), _SMALL))
    .le(Sum(ChiSquare(*_SENT), _K, 1, D), KL_CHI_SQUARE(*_SENT))
    .le(
        (exp(ALPHA) - 1) ** 2 * _CHANGE / 4,
        PRIVATE_BESSEL(CHANNEL, ALPHA, FAMILY, ONE, D, _CHANGE),
        ORTHOGONAL_AXES(RADIUS, SHARE, D),
    )
    .le(FACTOR * _CHANGE / 4, _SMALL)
    .le(Rational(4, 3) * FACTOR * SHARE**2 / D, line(1 / (1 - SHARE**2)).le(Rational(4, 3)))
)
_SUM = Sum(KL(*_TOLD), _K, 1, D)
_ALL = (
    line(_SUM, given=(Interactive(PROTOCOL, N, ALPHA), _SMALL, _FEW))
    .le(Rational(4, 3) * N * FACTOR * SHARE**2 / D, CHAIN_SUMMED(PROTOCOL, N, ALPHA, FAMILY, ONE, D), _MESSAGE)
    .le(D / 2)
)
_WRONG = (
    line(Hamming(PROTOCOL, FAMILY, ONE, D), given=_ALL.given)
    .ge((D - Sum(Average(TV(*_TOLD), _VERTEX), _K, 1, D)) / 2, HAMMING_TV(PROTOCOL, FAMILY, ONE, D))
    .ge((D - sqrt(D * Average(_SUM, _VERTEX) / 2)) / 2, PINSKER_SUMMED(PROTOCOL, FAMILY, ONE, D))
    .ge((D - sqrt(D * D / 4)) / 2, _ALL)
    .ge(D / 4)
)
OWN_BALL_LOWER = Claim(
    "djw/own/ball/lower",
    "to the lower bound on the l_2 ball: its rate d/(n alpha^2), with a constant",
    Kind.LOWER_BOUND,
    "no private estimate is better than r^2 s^2/(4d) while n (e^alpha - 1)^2 s^2 is at most 3 d^2/8",
    corrected=line(WorstRisk(PROTOCOL, Ball(2, RADIUS, D), ONE), given=_ALL.given)
    .ge(
        (RADIUS * SHARE / D) ** 2 * Hamming(PROTOCOL, FAMILY, ONE, D),
        ASSOUAD(PROTOCOL, Ball(2, RADIUS, D), FAMILY, ONE, D, RADIUS * SHARE / D),
        AXES_IN_BALL(RADIUS, SHARE, D, Integer(2)),
        AXES_MEAN(RADIUS, SHARE, D),
    )
    .ge((RADIUS * SHARE / D) ** 2 * D / 4, _WRONG),
    note="e is (e^alpha - 1)^2, or more. With s^2 = 3 d^2/(8 n e), where that is at most 1/4, it is 3 r^2 d/(32 n e): the "
    "paper's rate from below.",
)

CLAIMS = (OWN_BALL_LOWER,)
