"""What the four upper bounds for regression share: local averages of labels, by nearest neighbours and in bins."""

from typing import Any

from sympy import Abs, Integer, Max, Min, exp, log

from verify.calculus import Chain, Comparison, Grant, by, calc, cases, equal, integer, law, let, real
from verify.calculus.facts.bits import BinomialAtMost
from verify.calculus.facts.laplace import LAPLACE_STICK, LaplaceAt
from verify.calculus.facts.local_averages import (
    BALL_IN_SUPPORT,
    BIN_IN_SUPPORT,
    BINS_BIAS,
    BINS_SPLIT,
    CHERNOFF_LOWER,
    CLIPPED_BIAS,
    CLIPPED_COUNT,
    CLIPPED_SQUARE,
    EMPTY_BIN,
    INVERSE_COUNT,
    INVERSE_SQUARE,
    MOMENT_CLIPPED,
    MOMENT_MEAN,
    MOMENT_VARIANCE,
    NEAR_SAMPLES,
    NEIGHBOURS_BIAS,
    NEIGHBOURS_SPLIT,
    OTHER_FUNCTION,
    TILED,
    WITHIN_MEAN,
    WITHIN_VARIANCE,
    Apart,
    BallMass,
    BinMass,
    BinMeans,
    ClippedLabels,
    DenseRegular,
    EmptyBin,
    Hoelder,
    InverseCount,
    InverseSquare,
    LabelMoment,
    LabelsWithin,
    LabelVariance,
    Largest,
    NeighbourFar,
    Neighbours,
    Regression,
    SquaredBias,
    SquaredError,
    Tiled,
    ball_volume,
)
from verify.calculus.facts.privacy import INDEPENDENT_PART, HockeyStick, Joint
from verify.papers.label.tents import scaled

LAW, OTHERS = law("P"), law("R")
RANK, SAMPLES, DIM, COUNT = (integer(letter, least=1) for letter in ("k", "N", "d", "n"))
EPS, TOP, STEEP, DENSITY, REACH, SIDE, MOMENT = (real(x, above=0) for x in ("epsilon", "T", "L", "c", "D", "h", "M_p"))
BETA, SHARE, POWER = real("beta", above=0, most=1), real("theta", above=0, most=1), real("p", least=2)
_X, _Y, _S, _Q = (real(letter, above=0) for letter in ("x", "y", "s", "q"))
_U, _W, _UNIT = real("u"), real("w"), real("a", above=0, most=1)
CONSTANT = real("C", above=0)
ETA = Regression(LAW)
SMOOTH = Hoelder(ETA, STEEP, BETA)
WITHIN, HEAVY = LabelsWithin(LAW, TOP), LabelMoment(LAW, POWER, MOMENT)

_INVERSE = calc(1 / _Y, "<=", 1 / _X, given=(Comparison(_X, "<=", _Y),))
_ROOT = calc(_X**_S, "<=", _Y**_S, by(Comparison(_X, "<=", _Y)), given=(Comparison(_X, "<=", _Y),))
_LOGS = calc(exp(_U), "==", exp(_W), by(equal(_U, _W)), given=(equal(_U, _W),))
_DECAY = calc(exp(-_X), "<=", 1 / _X)
_FALL = calc(_Y ** (-_S), "<=", _X ** (-_S), by(_INVERSE.at({_X: _X**_S, _Y: _Y**_S}), _ROOT), given=_ROOT.given)
_SUMS = calc(
    ((_X + _Y)/_Q)**_S, "<=", (2*_X/_Q)**_S + (2*_Y/_Q)**_S,
    by(cases(*(
        (order, calc(((_X + _Y)/_Q)**_S, "<=", (2*one/_Q)**_S,
                     by(_ROOT.at({_X: (_X + _Y)/_Q, _Y: 2*one/_Q}), calc((_X + _Y)/_Q, "<=", 2*one/_Q, given=(order,))),
                     "<=", (2*_X/_Q)**_S + (2*_Y/_Q)**_S, given=(order,)))
        for order, one in ((Comparison(_X, "<=", _Y), _Y), (Comparison(_Y, "<=", _X), _X))
    ))),
)  # fmt: skip
_UNBOUND = real("t", above=0)
_JOINED = calc(_X * _S + _Y * _UNBOUND + _Q * (_S + _UNBOUND), "<=", (_X + _Y + _Q) * (_S + _UNBOUND))
_DOUBLED = calc((2 * _X) ** (2 * BETA), "<=", 4 * _X ** (2 * BETA))
_LARGER = calc((Max(_X, _Y) / _Q) ** _S, "<=", (_X / _Q) ** _S + (_Y / _Q) ** _S)


def powers(one: Any, other: Any) -> Grant:
    """Products of powers with exponents in letters are equal: their logarithms are, seen where p - 1 is a letter."""
    letters = [side.subs(POWER, 1 + _S) for side in (one, other)]
    chain = calc(letters[0], "==", letters[1], by(_LOGS.at(dict(zip((_U, _W), map(log, letters), strict=True)))))
    return chain.at({_S: POWER - 1} if chain.start.has(_S) else {})


def _enough(constant: Any) -> Comparison:
    """What the constant of a bound has to be at least."""
    return Comparison(constant, "<=", CONSTANT)


# The privacy of Laplace noise.

_ONE, _OTHER = real("y"), real("y'")
_RANGE = tuple(Comparison(*pair) for y in (_ONE, _OTHER) for pair in ((-TOP, "<=", y), (y, "<=", TOP)))
_APART = calc(
    Abs(_ONE - _OTHER), "<=", 2*TOP,
    by(cases(*((Comparison(a, "<=", b), calc(Abs(_ONE - _OTHER), "==", b - a, "<=", 2*TOP, given=(Comparison(a, "<=", b), *_RANGE)))
               for a, b in ((_ONE, _OTHER), (_OTHER, _ONE))))),
    given=_RANGE,
)  # fmt: skip
SCALE = 2 * TOP / EPS
_REST, _CLIPPED = real("r"), {y: Min(Max(y, -TOP), TOP) for y in (_ONE, _OTHER)}


def local_privacy(*, clipped: bool) -> Chain:
    """Laplace noise of scale 2T/epsilon hides a label within [-T, T], or cut to it."""
    one, other = (_CLIPPED[y] if clipped else y for y in (_ONE, _OTHER))
    return calc(
        HockeyStick(LaplaceAt(one, SCALE), LaplaceAt(other, SCALE), EPS),
        "==", Max(0, 1 - exp((EPS - Abs(one - other)/SCALE)/2)), by(LAPLACE_STICK(one, other, SCALE, EPS)),
        "<=", 0, by(_APART.at({_ONE: one, _OTHER: other})),
        given=() if clipped else _RANGE,
    )  # fmt: skip


def central_privacy(*, clipped: bool) -> Chain:
    """Laplace noise of scale 2T/(n epsilon) hides a label, within [-T, T] or cut to it, in the mean of a bin of n.

    The features, and so n, are public; r is the sum of the other labels over n, R is the law of the other
    bins' answers, which do not depend on the label.
    """
    one, other = ((_CLIPPED[y] if clipped else y)/COUNT for y in (_ONE, _OTHER))  # fmt: skip
    scale, given = SCALE/COUNT, () if clipped else _RANGE  # fmt: skip
    mean_one, mean_other = (LaplaceAt(_REST + y, scale) for y in (one, other))
    return calc(
        HockeyStick(Joint(mean_one, OTHERS), Joint(mean_other, OTHERS), EPS), "==", HockeyStick(mean_one, mean_other, EPS),
        by(INDEPENDENT_PART(mean_one, mean_other, OTHERS, EPS)),
        "==", Max(0, 1 - exp((EPS - Abs(one - other)/scale)/2)),
        by(LAPLACE_STICK(_REST + one, _REST + other, scale, EPS)),
        "<=", 0, by(_APART.at({_ONE: one, _OTHER: other, TOP: TOP/COUNT})),
        given=given,
    )  # fmt: skip


# Nearest neighbours.

BALL = DENSITY * SHARE * let("v_d", ball_volume(DIM))
RADIUS = (2 * RANK / (SAMPLES * BALL)) ** (1 / DIM)
"""r_0, of balls that hold 2k of N samples at least, on average."""
INSIDE = (DenseRegular(LAW, DENSITY, SHARE, REACH, DIM), Comparison(RADIUS, "<", REACH))
_MASS = calc(
    2*RANK/SAMPLES, "==", BALL*RADIUS**DIM,
    "<=", BallMass(LAW, RADIUS), by(BALL_IN_SUPPORT(LAW, DENSITY, SHARE, REACH, DIM, RADIUS)), given=INSIDE,
)  # fmt: skip
_FEW = calc(RANK/SAMPLES, "<=", BallMass(LAW, RADIUS)/2, by(_MASS), "<=", 1, given=INSIDE)  # fmt: skip
LIKELY = calc(2*RANK/SAMPLES, "<=", BallMass(LAW, RADIUS), by(_MASS), "<=", 1, given=INSIDE)  # fmt: skip
_DECAYING = (1 - log(2)) * RANK
_FAR = calc(
    NeighbourFar(RANK, LAW, SAMPLES, RADIUS), "<=", BinomialAtMost(SAMPLES, 2*RANK/SAMPLES, RANK),
    by(NEAR_SAMPLES(RANK, LAW, SAMPLES, RADIUS, 2*RANK/SAMPLES), _MASS, LIKELY),
    "<=", exp(-_DECAYING), by(CHERNOFF_LOWER(SAMPLES, 2*RANK/SAMPLES, RANK), LIKELY),
    "<=", 1/_DECAYING, by(_DECAY.at({_X: _DECAYING})), "<=", 4/RANK,
    given=INSIDE,
)  # fmt: skip
_NEIGHBOURS = Neighbours(RANK, SCALE)
_BIAS = calc(
    SquaredBias(_NEIGHBOURS, LAW, ETA, ETA, SAMPLES),
    "<=", STEEP**2*RADIUS**(2*BETA) + 4*Largest(ETA)**2*NeighbourFar(RANK, LAW, SAMPLES, RADIUS),
    by(NEIGHBOURS_BIAS(RANK, SCALE, LAW, ETA, STEEP, BETA, RADIUS, SAMPLES), _FEW),
    "<=", STEEP**2*RADIUS**(2*BETA) + 16*Largest(ETA)**2/RANK, by(_FAR),
    given=(SMOOTH, *INSIDE),
)  # fmt: skip


def _reach(most: Any) -> Chain:
    """r_0^(2 beta) where k <= 2 most."""
    return calc(
        RADIUS**(2*BETA), "==", (2*RANK/(SAMPLES*BALL))**(2*BETA/DIM),
        "<=", (4/BALL*(most/SAMPLES))**(2*BETA/DIM),
        by(_ROOT.at({_X: 2*RANK/(SAMPLES*BALL), _Y: 4/BALL*(most/SAMPLES), _S: 2*BETA/DIM})),
        "==", (4/BALL)**(2*BETA/DIM)*(most/SAMPLES)**(2*BETA/DIM),
        given=(Comparison(RANK, "<=", 2*most),),
    )  # fmt: skip


def _bounded_neighbours() -> Chain:
    """Theorem 6: labels within [-T, T]."""
    small, width = Min(EPS, 1), DIM + 2*BETA  # fmt: skip

    def least(a: Any) -> Any:
        """The least number of neighbours."""
        return SAMPLES ** (2 * BETA / width) * a ** (-2 * DIM / width)

    def rate(a: Any) -> Any:
        return (SAMPLES * a**2) ** (-2 * BETA / width)

    noise = calc(
        1/(_UNIT**2*RANK), "<=", 1/(_UNIT**2*least(_UNIT)), by(_INVERSE.at({_X: least(_UNIT), _Y: RANK})),
        "==", rate(_UNIT), by(powers(1/(_UNIT**2*least(_UNIT)), rate(_UNIT))),
        given=(Comparison(least(_UNIT), "<=", RANK),),
    )  # fmt: skip
    below = Comparison(_UNIT, "<=", EPS)
    local = calc(
        TOP**2/RANK*(17 + 8/EPS**2), "<=", TOP**2/RANK*(17 + 8/_UNIT**2),
        by(_INVERSE.at({_X: _UNIT**2, _Y: EPS**2}), calc(_UNIT**2, "<=", EPS**2, by(below), given=(below,))),
        "<=", 25*TOP**2/(_UNIT**2*RANK),
        given=(below,),
    )  # fmt: skip
    near = calc(
        (least(_UNIT)/SAMPLES)**(2*BETA/DIM), "==", rate(_UNIT), by(powers((least(_UNIT)/SAMPLES)**(2*BETA/DIM), rate(_UNIT))),
    )  # fmt: skip
    return calc(
        SquaredError(_NEIGHBOURS, LAW, ETA, SAMPLES),
        "<=", (LabelVariance(LAW) + 2*SCALE**2)/RANK + SquaredBias(_NEIGHBOURS, LAW, ETA, ETA, SAMPLES),
        by(NEIGHBOURS_SPLIT(RANK, SCALE, LAW, ETA, SAMPLES), _FEW),
        "<=", (LabelVariance(LAW) + 2*SCALE**2)/RANK + STEEP**2*RADIUS**(2*BETA) + 16*Largest(ETA)**2/RANK, by(_BIAS),
        "<=", (TOP**2 + 2*SCALE**2)/RANK + STEEP**2*RADIUS**(2*BETA) + 16*TOP**2/RANK,
        by(WITHIN_VARIANCE(LAW, TOP), WITHIN_MEAN(LAW, TOP)),
        "==", TOP**2/RANK*(17 + 8/EPS**2) + STEEP**2*RADIUS**(2*BETA),
        "<=", 25*TOP**2/(small**2*RANK) + STEEP**2*RADIUS**(2*BETA), by(local.at({_UNIT: small})),
        "<=", 25*TOP**2*rate(small) + STEEP**2*RADIUS**(2*BETA), by(noise.at({_UNIT: small})),
        "<=", 25*TOP**2*rate(small) + STEEP**2*(4/BALL)**(2*BETA/DIM)*(least(small)/SAMPLES)**(2*BETA/DIM),
        by(_reach(least(small))),
        "==", (25*TOP**2 + STEEP**2*(4/BALL)**(2*BETA/DIM))*rate(small), by(near.at({_UNIT: small})),
        "<=", CONSTANT*rate(small), by(_enough(25*TOP**2 + STEEP**2*(4/BALL)**(2*BETA/DIM))),
        given=(
            WITHIN, SMOOTH, *INSIDE, Comparison(least(small), "<=", RANK), Comparison(RANK, "<=", 2*least(small)),
            _enough(25*TOP**2 + STEEP**2*(4/BALL)**(2*BETA/DIM)),
        ),
    )  # fmt: skip


BOUNDED_NEIGHBOURS = _bounded_neighbours()


# The other three theorems.

_NOT_PRIVATE = SAMPLES ** (-2 * BETA / (2 * BETA + DIM))
_CLIPPED_LAW = ClippedLabels(LAW, TOP)
_ETA_CLIPPED = Regression(_CLIPPED_LAW)
_LOST = calc(
    Apart(_ETA_CLIPPED, ETA), "<=", MOMENT*TOP**(1 - POWER)/4, by(MOMENT_CLIPPED(LAW, POWER, MOMENT, TOP)), given=(HEAVY,)
)  # fmt: skip


def _clipped_bias(made: Any, bias: Chain) -> Chain:
    """The bias of averages of clipped labels, from that of the regression function itself."""
    return calc(
        SquaredBias(made, _CLIPPED_LAW, _ETA_CLIPPED, ETA, SAMPLES), "==", SquaredBias(made, LAW, _ETA_CLIPPED, ETA, SAMPLES),
        by(CLIPPED_BIAS(made, LAW, _ETA_CLIPPED, ETA, SAMPLES, TOP)),
        "<=", 2*Apart(_ETA_CLIPPED, ETA)**2 + 2*SquaredBias(made, LAW, ETA, ETA, SAMPLES),
        by(OTHER_FUNCTION(made, LAW, _ETA_CLIPPED, ETA, SAMPLES)),
        "<=", MOMENT**2*TOP**(2 - 2*POWER)/8 + 2*SquaredBias(made, LAW, ETA, ETA, SAMPLES), by(_LOST),
        "<=", MOMENT**2*TOP**(2 - 2*POWER)/8 + 2*bias.steps[-1].term, by(bias),
        given=(HEAVY, *bias.given),
    )  # fmt: skip


def _heavy_neighbours() -> Chain:
    """Theorem 10: labels with a moment, clipped at T = (k epsilon^2)^(1/(2p))."""
    width, top = 2*POWER*BETA + DIM*(POWER - 1), (RANK*EPS**2)**(1/(2*POWER))  # fmt: skip
    private = SAMPLES**(2*POWER*BETA/width)*EPS**(-2*DIM*(POWER - 1)/width)  # fmt: skip
    plain = SAMPLES**(2*BETA/(2*BETA + DIM))  # fmt: skip
    rate = (SAMPLES*EPS**2)**(-2*BETA*(POWER - 1)/width)  # fmt: skip
    fall = -((POWER - 1) / POWER)
    volume = STEEP**2*(8/BALL)**(2*BETA/DIM)  # fmt: skip
    given = (HEAVY, SMOOTH, *INSIDE)
    cost = 33*MOMENT**(2/POWER) + 8 + MOMENT**2/8 + 2*volume  # fmt: skip
    enough = Comparison(private + plain, "<=", RANK)
    both = [calc(one, "<=", private + plain, "<=", RANK, by(enough), given=(enough,)) for one in (private, plain)]
    at_any = calc(
        SquaredError(_NEIGHBOURS, _CLIPPED_LAW, ETA, SAMPLES),
        "<=", (LabelVariance(_CLIPPED_LAW) + 2*SCALE**2)/RANK + SquaredBias(_NEIGHBOURS, _CLIPPED_LAW, _ETA_CLIPPED, ETA, SAMPLES),
        by(NEIGHBOURS_SPLIT(RANK, SCALE, _CLIPPED_LAW, ETA, SAMPLES), _FEW),
        "<=", (MOMENT**(2/POWER) + 2*SCALE**2)/RANK + MOMENT**2*TOP**(2 - 2*POWER)/8 + 2*_BIAS.steps[-1].term,
        by(MOMENT_VARIANCE(LAW, POWER, MOMENT, TOP), _clipped_bias(_NEIGHBOURS, _BIAS)),
        "<=", (MOMENT**(2/POWER) + 2*SCALE**2)/RANK + MOMENT**2*TOP**(2 - 2*POWER)/8
        + 2*STEEP**2*RADIUS**(2*BETA) + 32*MOMENT**(2/POWER)/RANK, by(MOMENT_MEAN(LAW, POWER, MOMENT, TOP)),
        "==", 33*MOMENT**(2/POWER)/RANK + 8*TOP**2/(RANK*EPS**2) + MOMENT**2*TOP**(2 - 2*POWER)/8 + 2*STEEP**2*RADIUS**(2*BETA),
        given=given,
    )  # fmt: skip
    power, reached = (RANK*EPS**2)**fall, STEEP**2*RADIUS**(2*BETA)  # fmt: skip
    noise = calc(
        power, "<=", (private*EPS**2)**fall,
        by(_FALL.at({_X: private*EPS**2, _Y: RANK*EPS**2, _S: -fall}),
           calc(private*EPS**2, "<=", RANK*EPS**2, by(both[0]), given=(enough,))),
        "==", rate, by(powers((private*EPS**2)**fall, rate)),
        given=(enough,),
    )  # fmt: skip
    few = calc(
        1/RANK, "<=", 1/plain, by(_INVERSE.at({_X: plain, _Y: RANK}), both[1]), "==", _NOT_PRIVATE, by(powers(1/plain, _NOT_PRIVATE)),
        given=(enough,),
    )  # fmt: skip
    shares = [(one/SAMPLES)**(2*BETA/DIM) for one in (private, plain)]  # fmt: skip
    share, most = SAMPLES*BALL/4, Comparison(RANK, "<=", 2*(private + plain))  # fmt: skip
    near = calc(
        RADIUS**(2*BETA), "==", (2*RANK/(SAMPLES*BALL))**(2*BETA/DIM), "<=", ((private + plain)/share)**(2*BETA/DIM),
        by(_ROOT.at({_X: 2*RANK/(SAMPLES*BALL), _Y: (private + plain)/share, _S: 2*BETA/DIM}),
           calc(2*RANK/(SAMPLES*BALL), "<=", (private + plain)/share, by(most), given=(most,))),
        "<=", (2*private/share)**(2*BETA/DIM) + (2*plain/share)**(2*BETA/DIM),
        by(_SUMS.at({_X: private, _Y: plain, _Q: share, _S: 2*BETA/DIM})),
        "==", (8/BALL)**(2*BETA/DIM)*shares[0] + (8/BALL)**(2*BETA/DIM)*shares[1],
        "==", (8/BALL)**(2*BETA/DIM)*(rate + _NOT_PRIVATE),
        by(powers(shares[0], rate), powers(shares[1], _NOT_PRIVATE)),
        given=(most,),
    )  # fmt: skip
    return calc(
        SquaredError(Neighbours(RANK, 2*top/EPS), ClippedLabels(LAW, top), ETA, SAMPLES),
        "<=", at_any.steps[-1].term.subs(TOP, top), by(at_any.at({TOP: top})),
        "==", 33*MOMENT**(2/POWER)/RANK + 8*power + MOMENT**2*power/8 + 2*reached,
        by(powers(8*top**2/(RANK*EPS**2), 8*power), powers(MOMENT**2*top**(2 - 2*POWER)/8, MOMENT**2*power/8)),
        "<=", 33*MOMENT**(2/POWER)*_NOT_PRIVATE + (8 + MOMENT**2/8)*rate + 2*reached, by(few, noise),
        "<=", 33*MOMENT**(2/POWER)*_NOT_PRIVATE + (8 + MOMENT**2/8)*rate + 2*volume*(rate + _NOT_PRIVATE), by(near),
        "<=", cost*(_NOT_PRIVATE + rate),
        by(_JOINED.at({_X: 33*MOMENT**(2/POWER), _Y: 8 + MOMENT**2/8, _Q: 2*volume, _S: _NOT_PRIVATE, _UNBOUND: rate})),
        "<=", CONSTANT*(_NOT_PRIVATE + rate), by(_enough(cost)),
        given=(*given, enough, most, _enough(cost)),
    )  # fmt: skip


HEAVY_NEIGHBOURS = _heavy_neighbours()


# Bins.

TILES = Tiled(LAW, SIDE, DENSITY, DIM)
_CUBE = DENSITY*SIDE**DIM  # fmt: skip
_HELD = SAMPLES*_CUBE  # fmt: skip
"""The number of samples in a bin, at least, on average."""
_SHARE = calc(
    _CUBE, "<=", BinMass(LAW, SIDE), by(BIN_IN_SUPPORT(LAW, SIDE, DENSITY, DIM)), "<=", 1, given=(TILES,)
)  # fmt: skip
_FEWER = tuple(
    calc(a / _X**power, "<=", b / _X**power).at({_X: _CUBE})
    for power, a, b in (
        (1, 2/(SAMPLES + 1), 2/SAMPLES), (2, 6/((SAMPLES + 1)*(SAMPLES + 2)), 6/SAMPLES**2)
    )
)  # fmt: skip
_HOLDS = BIN_IN_SUPPORT(LAW, SIDE, DENSITY, DIM)
_ONCE = calc(
    InverseCount(SIDE, LAW, SAMPLES), "<=", 2/((SAMPLES + 1)*_CUBE),
    by(INVERSE_COUNT(SIDE, LAW, SAMPLES, _CUBE), _HOLDS, _SHARE), "<=", 2/_HELD, by(_FEWER[0]), given=(TILES,),
)  # fmt: skip
_TWICE = calc(
    InverseSquare(SIDE, LAW, SAMPLES), "<=", 6/((SAMPLES + 1)*(SAMPLES + 2)*_CUBE**2),
    by(INVERSE_SQUARE(SIDE, LAW, SAMPLES, _CUBE), _HOLDS, _SHARE), "<=", 6/_HELD**2, by(_FEWER[1]), given=(TILES,),
)  # fmt: skip
_NEVER = calc(
    EmptyBin(SIDE, LAW, SAMPLES), "<=", exp(-_HELD), by(EMPTY_BIN(SIDE, LAW, SAMPLES, _CUBE), _HOLDS, _SHARE),
    "<=", 1/_HELD, by(_DECAY.at({_X: _HELD})), given=(TILES,),
)  # fmt: skip


def _bins_bias(scale: Any) -> Chain:
    made = BinMeans(SIDE, scale)
    return calc(
        SquaredBias(made, LAW, ETA, ETA, SAMPLES),
        "<=", STEEP**2*(DIM*SIDE**2)**BETA + Largest(ETA)**2*EmptyBin(SIDE, LAW, SAMPLES),
        by(BINS_BIAS(SIDE, scale, LAW, ETA, STEEP, BETA, DIM, SAMPLES), TILED(LAW, SIDE, DENSITY, DIM)),
        "<=", STEEP**2*DIM**BETA*SIDE**(2*BETA) + Largest(ETA)**2/_HELD, by(_NEVER),
        given=(SMOOTH, TILES),
    )  # fmt: skip


_BINS, _BINS_BIAS = BinMeans(SIDE, SCALE), _bins_bias(SCALE)
_PLAIN_SIDE = SAMPLES**(-1/(2*BETA + DIM))  # fmt: skip


def _plain(cost: Any) -> Chain:
    """A part of the error that falls as the number of samples in a bin."""
    wide = Comparison(_PLAIN_SIDE, "<=", SIDE)
    power = 2*BETA + DIM  # fmt: skip
    few = calc(
        SIDE**(-power), "<=", _PLAIN_SIDE**(-power), by(_FALL.at({_X: _PLAIN_SIDE, _Y: SIDE, _S: power})),
        "==", SAMPLES, by(powers(_PLAIN_SIDE**(-power), SAMPLES)), given=(wide,),
    )  # fmt: skip
    return calc(
        cost/_HELD, "<=", cost/DENSITY*SIDE**(2*BETA),
        by(scaled(cost/(DENSITY*SAMPLES)*SIDE**(2*BETA), SIDE**(-power), SAMPLES), few), given=(wide,),
    )  # fmt: skip


def _tuned_bins(at_any: Chain, side: Any, rate: Any, parts: tuple[Any, ...]) -> Chain:
    """The error where h is between the larger of both sides and twice that; `parts` are what its bound is made of.

    A plain and a private part as chains that end in multiples of h^(2 beta), a factor of the latter, and that of
    h^(2 beta) itself.
    """
    plain, private, factor, smooth = parts
    most, height = Max(_PLAIN_SIDE, side), SIDE**(2*BETA)  # fmt: skip
    high = calc(
        height, "<=", (2*most)**(2*BETA), by(_ROOT.at({_X: SIDE, _Y: 2*most, _S: 2*BETA})),
        "<=", 4*most**(2*BETA), by(_DOUBLED.at({_X: most})),
        "<=", 4*(_PLAIN_SIDE**(2*BETA) + side**(2*BETA)), by(_LARGER.at({_X: _PLAIN_SIDE, _Y: side, _Q: 1, _S: 2*BETA})),
        "==", 4*(_NOT_PRIVATE + rate), by(powers(_PLAIN_SIDE**(2*BETA), _NOT_PRIVATE), powers(side**(2*BETA), rate)),
        given=(Comparison(SIDE, "<=", 2*most),),
    )  # fmt: skip
    cost = plain.steps[-1].term/height + factor*private.steps[-1].term/height + smooth  # fmt: skip
    return calc(
        at_any.start, "<=", plain.start + factor*private.start + smooth*height, by(at_any),
        "<=", cost*height, by(plain, private), "<=", 4*cost*(_NOT_PRIVATE + rate), by(high),
        "<=", 4*CONSTANT*(_NOT_PRIVATE + rate), by(_enough(cost)),
        given=(*at_any.given, *plain.given, *private.given, *high.given, _enough(cost)),
    )  # fmt: skip


def _bounded_bins(height: Any) -> Chain:
    """Theorem 8: labels within [-T, T], noise for labels within [-height, height]."""
    scale = 2 * height / EPS
    made = BinMeans(SIDE, scale)
    side, power = (EPS*SAMPLES)**(-1/(DIM + BETA)), 2*(DIM + BETA)  # fmt: skip
    wide = Comparison(side, "<=", SIDE)
    few = calc(
        SIDE**(-power), "<=", side**(-power), by(_FALL.at({_X: side, _Y: SIDE, _S: power})),
        "==", (EPS*SAMPLES)**2, by(powers(side**(-power), (EPS*SAMPLES)**2)), given=(wide,),
    )  # fmt: skip
    cost = 48*height**2/DENSITY**2  # fmt: skip
    private = calc(
        48*height**2/(EPS*_HELD)**2, "<=", cost*SIDE**(2*BETA),
        by(scaled(cost/(EPS*SAMPLES)**2*SIDE**(2*BETA), SIDE**(-power), (EPS*SAMPLES)**2), few), given=(wide,),
    )  # fmt: skip
    at_any = calc(
        SquaredError(made, LAW, ETA, SAMPLES),
        "<=", LabelVariance(LAW)*InverseCount(SIDE, LAW, SAMPLES) + 2*scale**2*InverseSquare(SIDE, LAW, SAMPLES)
        + SquaredBias(made, LAW, ETA, ETA, SAMPLES), by(BINS_SPLIT(SIDE, scale, LAW, ETA, SAMPLES)),
        "<=", TOP**2*InverseCount(SIDE, LAW, SAMPLES) + 2*scale**2*InverseSquare(SIDE, LAW, SAMPLES)
        + STEEP**2*DIM**BETA*SIDE**(2*BETA) + TOP**2/_HELD,
        by(_bins_bias(scale), WITHIN_VARIANCE(LAW, TOP), WITHIN_MEAN(LAW, TOP)),
        "<=", 3*TOP**2/_HELD + 48*height**2/(EPS*_HELD)**2 + STEEP**2*DIM**BETA*SIDE**(2*BETA), by(_ONCE, _TWICE),
        given=(WITHIN, SMOOTH, TILES),
    )  # fmt: skip
    rate = (EPS*SAMPLES)**(-2*BETA/(DIM + BETA))  # fmt: skip
    return _tuned_bins(at_any, side, rate, (_plain(3 * TOP**2), private, 1, STEEP**2 * DIM**BETA))


_SQUARE_MEAN = MOMENT**(2/POWER)  # fmt: skip
CLIPPED_BINS = calc(
    SquaredError(_BINS, _CLIPPED_LAW, ETA, SAMPLES),
    "<=", LabelVariance(_CLIPPED_LAW)*InverseCount(SIDE, _CLIPPED_LAW, SAMPLES)
    + 2*SCALE**2*InverseSquare(SIDE, _CLIPPED_LAW, SAMPLES)
    + SquaredBias(_BINS, _CLIPPED_LAW, _ETA_CLIPPED, ETA, SAMPLES), by(BINS_SPLIT(SIDE, SCALE, _CLIPPED_LAW, ETA, SAMPLES)),
    "<=", _SQUARE_MEAN*InverseCount(SIDE, LAW, SAMPLES) + 2*SCALE**2*InverseSquare(SIDE, LAW, SAMPLES)
    + MOMENT**2*TOP**(2 - 2*POWER)/8 + 2*_BINS_BIAS.steps[-1].term,
    by(_clipped_bias(_BINS, _BINS_BIAS), MOMENT_VARIANCE(LAW, POWER, MOMENT, TOP),
       CLIPPED_COUNT(SIDE, LAW, SAMPLES, TOP), CLIPPED_SQUARE(SIDE, LAW, SAMPLES, TOP)),
    "<=", _SQUARE_MEAN*InverseCount(SIDE, LAW, SAMPLES) + 2*SCALE**2*InverseSquare(SIDE, LAW, SAMPLES)
    + MOMENT**2*TOP**(2 - 2*POWER)/8 + 2*STEEP**2*DIM**BETA*SIDE**(2*BETA) + 2*_SQUARE_MEAN/_HELD,
    by(MOMENT_MEAN(LAW, POWER, MOMENT, TOP)),
    "<=", 4*_SQUARE_MEAN/_HELD + 48*TOP**2/(EPS*_HELD)**2 + MOMENT**2*TOP**(2 - 2*POWER)/8
    + 2*STEEP**2*DIM**BETA*SIDE**(2*BETA), by(_ONCE, _TWICE),
    given=(HEAVY, SMOOTH, TILES),
)  # fmt: skip


def _heavy_bins() -> Chain:
    """Theorem 12: labels with a moment, clipped at T = (epsilon N h^d)^(1/p)."""
    held, width = EPS*SAMPLES*SIDE**DIM, POWER*BETA + DIM*(POWER - 1)  # fmt: skip
    top, side = held**(1/POWER), (EPS*SAMPLES)**(-((POWER - 1)/width))  # fmt: skip
    fall, wide = 2*((POWER - 1)/POWER), Comparison(side, "<=", SIDE)  # fmt: skip
    power = 2*BETA + DIM*fall  # fmt: skip
    few = calc(
        SIDE**(-power), "<=", side**(-power), by(_FALL.at({_X: side, _Y: SIDE, _S: power})),
        "==", (EPS*SAMPLES)**fall, by(powers(side**(-power), (EPS*SAMPLES)**fall)), given=(wide,),
    )  # fmt: skip
    private = calc(
        held**(-fall), "==", (EPS*SAMPLES)**(-fall)*SIDE**(-DIM*fall),
        by(powers(held**(-fall), (EPS*SAMPLES)**(-fall)*SIDE**(-DIM*fall))),
        "<=", SIDE**(2*BETA),
        by(scaled((EPS*SAMPLES)**(-fall)*SIDE**(2*BETA), SIDE**(-power), (EPS*SAMPLES)**fall), few), given=(wide,),
    )  # fmt: skip
    variance, cost = _SQUARE_MEAN, 48/DENSITY**2 + MOMENT**2/8  # fmt: skip
    at_top = calc(
        SquaredError(BinMeans(SIDE, 2*top/EPS), ClippedLabels(LAW, top), ETA, SAMPLES),
        "<=", CLIPPED_BINS.steps[-1].term.subs(TOP, top), by(CLIPPED_BINS.at({TOP: top})),
        "==", 4*variance/_HELD + cost*held**(-fall) + 2*STEEP**2*DIM**BETA*SIDE**(2*BETA),
        by(powers(48*top**2/(EPS*_HELD)**2, 48/DENSITY**2*held**(-fall)),
           powers(MOMENT**2*top**(2 - 2*POWER)/8, MOMENT**2*held**(-fall)/8)),
        given=CLIPPED_BINS.given,
    )  # fmt: skip
    rate = (EPS*SAMPLES)**(-2*BETA*(POWER - 1)/width)  # fmt: skip
    return _tuned_bins(at_top, side, rate, (_plain(4 * variance), private, cost, 2 * STEEP**2 * DIM**BETA))


BOUNDED_BINS = _bounded_bins(TOP)
PRINTED_BINS = _bounded_bins(Integer(1))
"""With noise for labels within [-1, 1]."""
HEAVY_BINS = _heavy_bins()
