"""A lower bound with constants on the l_2 ball, by Assouad's method over the axes."""

from sympy import Integer, Rational, exp, sqrt

from verify.calculus import (
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
    by,
    calc,
    integer,
    real,
)
from verify.calculus.facts.hypercube import (
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
from verify.statements.claim import Claim, Kind

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
_MESSAGE = calc(
    Sum(KL(*_SENT), _K, 1, D), "<=", Sum(ChiSquare(*_SENT), _K, 1, D), by(KL_CHI_SQUARE(*_SENT)),
    "<=", (exp(ALPHA) - 1)**2*_CHANGE/4,
    by(PRIVATE_BESSEL(CHANNEL, ALPHA, FAMILY, ONE, D, _CHANGE), ORTHOGONAL_AXES(RADIUS, SHARE, D)),
    "<=", FACTOR*_CHANGE/4, by(_SMALL),
    "<=", Rational(4, 3)*FACTOR*SHARE**2/D, by(calc(1/(1 - SHARE**2), "<=", Rational(4, 3))),
    given=(Private(CHANNEL, ALPHA), _SMALL),
)  # fmt: skip
_SUM = Sum(KL(*_TOLD), _K, 1, D)
_ALL = calc(
    _SUM, "<=", Rational(4, 3)*N*FACTOR*SHARE**2/D, by(CHAIN_SUMMED(PROTOCOL, N, ALPHA, FAMILY, ONE, D), _MESSAGE),
    "<=", D/2,
    given=(Interactive(PROTOCOL, N, ALPHA), _SMALL, _FEW),
)  # fmt: skip
_WRONG = calc(
    Hamming(PROTOCOL, FAMILY, ONE, D), ">=", (D - Sum(Average(TV(*_TOLD), _VERTEX), _K, 1, D))/2,
    by(HAMMING_TV(PROTOCOL, FAMILY, ONE, D)),
    ">=", (D - sqrt(D*Average(_SUM, _VERTEX)/2))/2, by(PINSKER_SUMMED(PROTOCOL, FAMILY, ONE, D)),
    ">=", (D - sqrt(D*D/4))/2, by(_ALL), ">=", D/4,
    given=_ALL.given,
)  # fmt: skip

CLAIMS = (
    Claim(
        "djw/own/ball/lower",
        "to the lower bound on the l_2 ball: its rate d/(n alpha^2), with a constant",
        Kind.LOWER_BOUND,
        "no private estimate is better than r^2 s^2/(4d) while n (e^alpha - 1)^2 s^2 is at most 3 d^2/8",
        corrected=calc(
            WorstRisk(PROTOCOL, Ball(2, RADIUS, D), ONE), ">=", (RADIUS*SHARE/D)**2*Hamming(PROTOCOL, FAMILY, ONE, D),
            by(ASSOUAD(PROTOCOL, Ball(2, RADIUS, D), FAMILY, ONE, D, RADIUS*SHARE/D),
               AXES_IN_BALL(RADIUS, SHARE, D, Integer(2)), AXES_MEAN(RADIUS, SHARE, D)),
            ">=", (RADIUS*SHARE/D)**2*D/4, by(_WRONG),
            given=_ALL.given,
        ),
        note="e is (e^alpha - 1)^2, or more. With s^2 = 3 d^2/(8 n e), where that is at most 1/4, it is 3 r^2 d/(32 n e): the "
        "paper's rate from below.",
    ),
)  # fmt: skip
