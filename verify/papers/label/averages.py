"""What the four upper bounds for regression share: local averages of labels, by nearest neighbours and in bins."""

from typing import Any

from sympy import Abs, Integer, Max, Min, exp, log

from verify.kernel.calculus import Chain, Comparison, Grant, cases, equal, integer, law, let, line, real
from verify.kernel.calculus.facts.bits import BinomialAtMost
from verify.kernel.calculus.facts.laplace import LAPLACE_STICK, LaplaceAt
from verify.kernel.calculus.facts.privacy import INDEPENDENT_PART, HockeyStick, Joint
from verify.papers.label.lemmas.local_averages import (
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
from verify.papers.label.tents import scaled

LAW, OTHERS = law("P"), law("R")
RANK, SAMPLES, DIM, _COUNT = (integer(letter, least=1) for letter in ("k", "N", "d", "n"))
EPS, TOP, STEEP, DENSITY, _REACH, SIDE, MOMENT = (real(x, above=0) for x in ("epsilon", "T", "L", "c", "D", "h", "M_p"))
BETA, SHARE, POWER = real("beta", above=0, most=1), real("theta", above=0, most=1), real("p", least=2)
_X, _Y, _S, _Q = (real(letter, above=0) for letter in ("x", "y", "s", "q"))
_U, _W, _UNIT = real("u"), real("w"), real("a", above=0, most=1)
_CONSTANT = real("C", above=0)
ETA = Regression(LAW)
_SMOOTH = Hoelder(ETA, STEEP, BETA)
WITHIN, HEAVY = LabelsWithin(LAW, TOP), LabelMoment(LAW, POWER, MOMENT)

_INVERSE = line(1 / _Y, given=(Comparison(_X, "<=", _Y),)).le(1 / _X)
_ROOT = line(_X**_S, given=(Comparison(_X, "<=", _Y),)).le(_Y**_S, Comparison(_X, "<=", _Y))
_LOGS = line(exp(_U), given=(equal(_U, _W),)).eq(exp(_W), equal(_U, _W))
_DECAY = line(exp(-_X)).le(1 / _X)
_FALL = line(_Y ** (-_S), given=_ROOT.given).le(_X ** (-_S), _INVERSE.at({_X: _X**_S, _Y: _Y**_S}), _ROOT)
_SUMS = line(((_X + _Y) / _Q) ** _S).le(
    (2 * _X / _Q) ** _S + (2 * _Y / _Q) ** _S,
    cases(
        *(
            (
                order,
                line(((_X + _Y) / _Q) ** _S, given=(order,))
                .le(
                    (2 * one / _Q) ** _S,
                    _ROOT.at({_X: (_X + _Y) / _Q, _Y: 2 * one / _Q}),
                    line((_X + _Y) / _Q, given=(order,)).le(2 * one / _Q),
                )
                .le((2 * _X / _Q) ** _S + (2 * _Y / _Q) ** _S),
            )
            for order, one in ((Comparison(_X, "<=", _Y), _Y), (Comparison(_Y, "<=", _X), _X))
        )
    ),
)
_UNBOUND = real("t", above=0)
_JOINED = line(_X * _S + _Y * _UNBOUND + _Q * (_S + _UNBOUND)).le((_X + _Y + _Q) * (_S + _UNBOUND))
_DOUBLED = line((2 * _X) ** (2 * BETA)).le(4 * _X ** (2 * BETA))
_LARGER = line((Max(_X, _Y) / _Q) ** _S).le((_X / _Q) ** _S + (_Y / _Q) ** _S)


def powers(one: Any, other: Any) -> Grant:
    """Products of powers with exponents in letters are equal: their logarithms are, seen where p - 1 is a letter."""
    letters = [side.subs(POWER, 1 + _S) for side in (one, other)]
    chain = line(letters[0]).eq(letters[1], _LOGS.at(dict(zip((_U, _W), map(log, letters), strict=True))))
    return chain.at({_S: POWER - 1} if chain.start.has(_S) else {})


def _enough(constant: Any) -> Comparison:
    """What the constant of a bound has to be at least."""
    return Comparison(constant, "<=", _CONSTANT)


# The privacy of Laplace noise.

_ONE, _OTHER = real("y"), real("y'")
_RANGE = tuple(Comparison(*pair) for y in (_ONE, _OTHER) for pair in ((-TOP, "<=", y), (y, "<=", TOP)))
_APART = line(Abs(_ONE - _OTHER), given=_RANGE).le(
    2 * TOP,
    cases(
        *(
            (
                Comparison(a, "<=", b),
                line(Abs(_ONE - _OTHER), given=(Comparison(a, "<=", b), *_RANGE)).eq(b - a).le(2 * TOP),
            )
            for a, b in ((_ONE, _OTHER), (_OTHER, _ONE))
        )
    ),
)
SCALE = 2 * TOP / EPS
_REST, _CLIPPED = real("r"), {y: Min(Max(y, -TOP), TOP) for y in (_ONE, _OTHER)}


def local_privacy(*, clipped: bool) -> Chain:
    """Laplace noise of scale 2T/epsilon hides a label within [-T, T], or cut to it."""
    one, other = (_CLIPPED[y] if clipped else y for y in (_ONE, _OTHER))
    return (
        line(HockeyStick(LaplaceAt(one, SCALE), LaplaceAt(other, SCALE), EPS), given=() if clipped else _RANGE)
        .eq(Max(0, 1 - exp((EPS - Abs(one - other) / SCALE) / 2)), LAPLACE_STICK(one, other, SCALE, EPS))
        .le(0, _APART.at({_ONE: one, _OTHER: other}))
    )


def central_privacy(*, clipped: bool) -> Chain:
    """Laplace noise of scale 2T/(n epsilon) hides a label, within [-T, T] or cut to it, in the mean of a bin of n.

    The features, and so n, are public; r is the sum of the other labels over n, R is the law of the other
    bins' answers, which do not depend on the label.
    """
    one, other = ((_CLIPPED[y] if clipped else y) / _COUNT for y in (_ONE, _OTHER))
    scale, given = SCALE / _COUNT, () if clipped else _RANGE
    mean_one, mean_other = (LaplaceAt(_REST + y, scale) for y in (one, other))
    return (
        line(HockeyStick(Joint(mean_one, OTHERS), Joint(mean_other, OTHERS), EPS), given=given)
        .eq(HockeyStick(mean_one, mean_other, EPS), INDEPENDENT_PART(mean_one, mean_other, OTHERS, EPS))
        .eq(
            Max(0, 1 - exp((EPS - Abs(one - other) / scale) / 2)), LAPLACE_STICK(_REST + one, _REST + other, scale, EPS)
        )
        .le(0, _APART.at({_ONE: one, _OTHER: other, TOP: TOP / _COUNT}))
    )


# Nearest neighbours.

BALL = DENSITY * SHARE * let("v_d", ball_volume(DIM))
RADIUS = (2 * RANK / (SAMPLES * BALL)) ** (1 / DIM)
"""r_0, of balls that hold 2k of N samples at least, on average."""
INSIDE = (DenseRegular(LAW, DENSITY, SHARE, _REACH, DIM), Comparison(RADIUS, "<", _REACH))
_MASS = (
    line(2 * RANK / SAMPLES, given=INSIDE)
    .eq(BALL * RADIUS**DIM)
    .le(BallMass(LAW, RADIUS), BALL_IN_SUPPORT(LAW, DENSITY, SHARE, _REACH, DIM, RADIUS))
)
_FEW = line(RANK / SAMPLES, given=INSIDE).le(BallMass(LAW, RADIUS) / 2, _MASS).le(1)
LIKELY = line(2 * RANK / SAMPLES, given=INSIDE).le(BallMass(LAW, RADIUS), _MASS).le(1)
_DECAYING = (1 - log(2)) * RANK
_FAR = (
    line(NeighbourFar(RANK, LAW, SAMPLES, RADIUS), given=INSIDE)
    .le(
        BinomialAtMost(SAMPLES, 2 * RANK / SAMPLES, RANK),
        NEAR_SAMPLES(RANK, LAW, SAMPLES, RADIUS, 2 * RANK / SAMPLES),
        _MASS,
        LIKELY,
    )
    .le(exp(-_DECAYING), CHERNOFF_LOWER(SAMPLES, 2 * RANK / SAMPLES, RANK), LIKELY)
    .le(1 / _DECAYING, _DECAY.at({_X: _DECAYING}))
    .le(4 / RANK)
)
_NEIGHBOURS = Neighbours(RANK, SCALE)
_BIAS = (
    line(SquaredBias(_NEIGHBOURS, LAW, ETA, ETA, SAMPLES), given=(_SMOOTH, *INSIDE))
    .le(
        STEEP**2 * RADIUS ** (2 * BETA) + 4 * Largest(ETA) ** 2 * NeighbourFar(RANK, LAW, SAMPLES, RADIUS),
        NEIGHBOURS_BIAS(RANK, SCALE, LAW, ETA, STEEP, BETA, RADIUS, SAMPLES),
        _FEW,
    )
    .le(STEEP**2 * RADIUS ** (2 * BETA) + 16 * Largest(ETA) ** 2 / RANK, _FAR)
)


def _reach(most: Any) -> Chain:
    """r_0^(2 beta) where k <= 2 most."""
    return (
        line(RADIUS ** (2 * BETA), given=(Comparison(RANK, "<=", 2 * most),))
        .eq((2 * RANK / (SAMPLES * BALL)) ** (2 * BETA / DIM))
        .le(
            (4 / BALL * (most / SAMPLES)) ** (2 * BETA / DIM),
            _ROOT.at({_X: 2 * RANK / (SAMPLES * BALL), _Y: 4 / BALL * (most / SAMPLES), _S: 2 * BETA / DIM}),
        )
        .eq((4 / BALL) ** (2 * BETA / DIM) * (most / SAMPLES) ** (2 * BETA / DIM))
    )


def _bounded_neighbours() -> Chain:
    """Theorem 6: labels within [-T, T]."""
    small, width = Min(EPS, 1), DIM + 2 * BETA

    def least(a: Any) -> Any:
        """The least number of neighbours."""
        return SAMPLES ** (2 * BETA / width) * a ** (-2 * DIM / width)

    def rate(a: Any) -> Any:
        return (SAMPLES * a**2) ** (-2 * BETA / width)

    noise = (
        line(1 / (_UNIT**2 * RANK), given=(Comparison(least(_UNIT), "<=", RANK),))
        .le(1 / (_UNIT**2 * least(_UNIT)), _INVERSE.at({_X: least(_UNIT), _Y: RANK}))
        .eq(rate(_UNIT), powers(1 / (_UNIT**2 * least(_UNIT)), rate(_UNIT)))
    )
    below = Comparison(_UNIT, "<=", EPS)
    local = (
        line(TOP**2 / RANK * (17 + 8 / EPS**2), given=(below,))
        .le(
            TOP**2 / RANK * (17 + 8 / _UNIT**2),
            _INVERSE.at({_X: _UNIT**2, _Y: EPS**2}),
            line(_UNIT**2, given=(below,)).le(EPS**2, below),
        )
        .le(25 * TOP**2 / (_UNIT**2 * RANK))
    )
    near = line((least(_UNIT) / SAMPLES) ** (2 * BETA / DIM)).eq(
        rate(_UNIT), powers((least(_UNIT) / SAMPLES) ** (2 * BETA / DIM), rate(_UNIT))
    )
    return (
        line(
            SquaredError(_NEIGHBOURS, LAW, ETA, SAMPLES),
            given=(
                WITHIN,
                _SMOOTH,
                *INSIDE,
                Comparison(least(small), "<=", RANK),
                Comparison(RANK, "<=", 2 * least(small)),
                _enough(25 * TOP**2 + STEEP**2 * (4 / BALL) ** (2 * BETA / DIM)),
            ),
        )
        .le(
            (LabelVariance(LAW) + 2 * SCALE**2) / RANK + SquaredBias(_NEIGHBOURS, LAW, ETA, ETA, SAMPLES),
            NEIGHBOURS_SPLIT(RANK, SCALE, LAW, ETA, SAMPLES),
            _FEW,
        )
        .le(
            (LabelVariance(LAW) + 2 * SCALE**2) / RANK
            + STEEP**2 * RADIUS ** (2 * BETA)
            + 16 * Largest(ETA) ** 2 / RANK,
            _BIAS,
        )
        .le(
            (TOP**2 + 2 * SCALE**2) / RANK + STEEP**2 * RADIUS ** (2 * BETA) + 16 * TOP**2 / RANK,
            WITHIN_VARIANCE(LAW, TOP),
            WITHIN_MEAN(LAW, TOP),
        )
        .eq(TOP**2 / RANK * (17 + 8 / EPS**2) + STEEP**2 * RADIUS ** (2 * BETA))
        .le(25 * TOP**2 / (small**2 * RANK) + STEEP**2 * RADIUS ** (2 * BETA), local.at({_UNIT: small}))
        .le(25 * TOP**2 * rate(small) + STEEP**2 * RADIUS ** (2 * BETA), noise.at({_UNIT: small}))
        .le(
            25 * TOP**2 * rate(small)
            + STEEP**2 * (4 / BALL) ** (2 * BETA / DIM) * (least(small) / SAMPLES) ** (2 * BETA / DIM),
            _reach(least(small)),
        )
        .eq((25 * TOP**2 + STEEP**2 * (4 / BALL) ** (2 * BETA / DIM)) * rate(small), near.at({_UNIT: small}))
        .le(_CONSTANT * rate(small), _enough(25 * TOP**2 + STEEP**2 * (4 / BALL) ** (2 * BETA / DIM)))
    )


BOUNDED_NEIGHBOURS = _bounded_neighbours()


# The other three theorems.

_NOT_PRIVATE = SAMPLES ** (-2 * BETA / (2 * BETA + DIM))
_CLIPPED_LAW = ClippedLabels(LAW, TOP)
_ETA_CLIPPED = Regression(_CLIPPED_LAW)
_LOST = line(Apart(_ETA_CLIPPED, ETA), given=(HEAVY,)).le(
    MOMENT * TOP ** (1 - POWER) / 4, MOMENT_CLIPPED(LAW, POWER, MOMENT, TOP)
)


def _clipped_bias(made: Any, bias: Chain) -> Chain:
    """The bias of averages of clipped labels, from that of the regression function itself."""
    return (
        line(SquaredBias(made, _CLIPPED_LAW, _ETA_CLIPPED, ETA, SAMPLES), given=(HEAVY, *bias.given))
        .eq(
            SquaredBias(made, LAW, _ETA_CLIPPED, ETA, SAMPLES), CLIPPED_BIAS(made, LAW, _ETA_CLIPPED, ETA, SAMPLES, TOP)
        )
        .le(
            2 * Apart(_ETA_CLIPPED, ETA) ** 2 + 2 * SquaredBias(made, LAW, ETA, ETA, SAMPLES),
            OTHER_FUNCTION(made, LAW, _ETA_CLIPPED, ETA, SAMPLES),
        )
        .le(MOMENT**2 * TOP ** (2 - 2 * POWER) / 8 + 2 * SquaredBias(made, LAW, ETA, ETA, SAMPLES), _LOST)
        .le(MOMENT**2 * TOP ** (2 - 2 * POWER) / 8 + 2 * bias.end, bias)
    )


def _heavy_neighbours() -> Chain:
    """Theorem 10: labels with a moment, clipped at T = (k epsilon^2)^(1/(2p))."""
    width, top = 2 * POWER * BETA + DIM * (POWER - 1), (RANK * EPS**2) ** (1 / (2 * POWER))
    private = SAMPLES ** (2 * POWER * BETA / width) * EPS ** (-2 * DIM * (POWER - 1) / width)
    plain = SAMPLES ** (2 * BETA / (2 * BETA + DIM))
    rate = (SAMPLES * EPS**2) ** (-2 * BETA * (POWER - 1) / width)
    fall = -((POWER - 1) / POWER)
    volume = STEEP**2 * (8 / BALL) ** (2 * BETA / DIM)
    given = (HEAVY, _SMOOTH, *INSIDE)
    cost = 33 * MOMENT ** (2 / POWER) + 8 + MOMENT**2 / 8 + 2 * volume
    enough = Comparison(private + plain, "<=", RANK)
    both = [line(one, given=(enough,)).le(private + plain).le(RANK, enough) for one in (private, plain)]
    at_any = (
        line(SquaredError(_NEIGHBOURS, _CLIPPED_LAW, ETA, SAMPLES), given=given)
        .le(
            (LabelVariance(_CLIPPED_LAW) + 2 * SCALE**2) / RANK
            + SquaredBias(_NEIGHBOURS, _CLIPPED_LAW, _ETA_CLIPPED, ETA, SAMPLES),
            NEIGHBOURS_SPLIT(RANK, SCALE, _CLIPPED_LAW, ETA, SAMPLES),
            _FEW,
        )
        .le(
            (MOMENT ** (2 / POWER) + 2 * SCALE**2) / RANK + MOMENT**2 * TOP ** (2 - 2 * POWER) / 8 + 2 * _BIAS.end,
            MOMENT_VARIANCE(LAW, POWER, MOMENT, TOP),
            _clipped_bias(_NEIGHBOURS, _BIAS),
        )
        .le(
            (
                (MOMENT ** (2 / POWER) + 2 * SCALE**2) / RANK
                + MOMENT**2 * TOP ** (2 - 2 * POWER) / 8
                + 2 * STEEP**2 * RADIUS ** (2 * BETA)
                + 32 * MOMENT ** (2 / POWER) / RANK
            ),
            MOMENT_MEAN(LAW, POWER, MOMENT, TOP),
        )
        .eq(
            33 * MOMENT ** (2 / POWER) / RANK
            + 8 * TOP**2 / (RANK * EPS**2)
            + MOMENT**2 * TOP ** (2 - 2 * POWER) / 8
            + 2 * STEEP**2 * RADIUS ** (2 * BETA)
        )
    )
    power, reached = (RANK * EPS**2) ** fall, STEEP**2 * RADIUS ** (2 * BETA)
    noise = (
        line(power, given=(enough,))
        .le(
            (private * EPS**2) ** fall,
            _FALL.at({_X: private * EPS**2, _Y: RANK * EPS**2, _S: -fall}),
            line(private * EPS**2, given=(enough,)).le(RANK * EPS**2, both[0]),
        )
        .eq(rate, powers((private * EPS**2) ** fall, rate))
    )
    few = (
        line(1 / RANK, given=(enough,))
        .le(1 / plain, _INVERSE.at({_X: plain, _Y: RANK}), both[1])
        .eq(_NOT_PRIVATE, powers(1 / plain, _NOT_PRIVATE))
    )
    shares = [(one / SAMPLES) ** (2 * BETA / DIM) for one in (private, plain)]
    share, most = SAMPLES * BALL / 4, Comparison(RANK, "<=", 2 * (private + plain))
    near = (
        line(RADIUS ** (2 * BETA), given=(most,))
        .eq((2 * RANK / (SAMPLES * BALL)) ** (2 * BETA / DIM))
        .le(
            ((private + plain) / share) ** (2 * BETA / DIM),
            _ROOT.at({_X: 2 * RANK / (SAMPLES * BALL), _Y: (private + plain) / share, _S: 2 * BETA / DIM}),
            line(2 * RANK / (SAMPLES * BALL), given=(most,)).le((private + plain) / share, most),
        )
        .le(
            (2 * private / share) ** (2 * BETA / DIM) + (2 * plain / share) ** (2 * BETA / DIM),
            _SUMS.at({_X: private, _Y: plain, _Q: share, _S: 2 * BETA / DIM}),
        )
        .eq((8 / BALL) ** (2 * BETA / DIM) * shares[0] + (8 / BALL) ** (2 * BETA / DIM) * shares[1])
        .eq(
            (8 / BALL) ** (2 * BETA / DIM) * (rate + _NOT_PRIVATE),
            powers(shares[0], rate),
            powers(shares[1], _NOT_PRIVATE),
        )
    )
    return (
        line(
            SquaredError(Neighbours(RANK, 2 * top / EPS), ClippedLabels(LAW, top), ETA, SAMPLES),
            given=(*given, enough, most, _enough(cost)),
        )
        .le(at_any.end.subs(TOP, top), at_any.at({TOP: top}))
        .eq(
            33 * MOMENT ** (2 / POWER) / RANK + 8 * power + MOMENT**2 * power / 8 + 2 * reached,
            powers(8 * top**2 / (RANK * EPS**2), 8 * power),
            powers(MOMENT**2 * top ** (2 - 2 * POWER) / 8, MOMENT**2 * power / 8),
        )
        .le(33 * MOMENT ** (2 / POWER) * _NOT_PRIVATE + (8 + MOMENT**2 / 8) * rate + 2 * reached, few, noise)
        .le(
            33 * MOMENT ** (2 / POWER) * _NOT_PRIVATE + (8 + MOMENT**2 / 8) * rate + 2 * volume * (rate + _NOT_PRIVATE),
            near,
        )
        .le(
            cost * (_NOT_PRIVATE + rate),
            _JOINED.at(
                {
                    _X: 33 * MOMENT ** (2 / POWER),
                    _Y: 8 + MOMENT**2 / 8,
                    _Q: 2 * volume,
                    _S: _NOT_PRIVATE,
                    _UNBOUND: rate,
                }
            ),
        )
        .le(_CONSTANT * (_NOT_PRIVATE + rate), _enough(cost))
    )


HEAVY_NEIGHBOURS = _heavy_neighbours()


# Bins.

TILES = Tiled(LAW, SIDE, DENSITY, DIM)
_CUBE = DENSITY * SIDE**DIM
_HELD = SAMPLES * _CUBE
"""The number of samples in a bin, at least, on average."""
_SHARE = line(_CUBE, given=(TILES,)).le(BinMass(LAW, SIDE), BIN_IN_SUPPORT(LAW, SIDE, DENSITY, DIM)).le(1)
_FEWER = tuple(
    line(a / _X**power).le(b / _X**power).at({_X: _CUBE})
    for power, a, b in ((1, 2 / (SAMPLES + 1), 2 / SAMPLES), (2, 6 / ((SAMPLES + 1) * (SAMPLES + 2)), 6 / SAMPLES**2))
)
_HOLDS = BIN_IN_SUPPORT(LAW, SIDE, DENSITY, DIM)
_ONCE = (
    line(InverseCount(SIDE, LAW, SAMPLES), given=(TILES,))
    .le(2 / ((SAMPLES + 1) * _CUBE), INVERSE_COUNT(SIDE, LAW, SAMPLES, _CUBE), _HOLDS, _SHARE)
    .le(2 / _HELD, _FEWER[0])
)
_TWICE = (
    line(InverseSquare(SIDE, LAW, SAMPLES), given=(TILES,))
    .le(6 / ((SAMPLES + 1) * (SAMPLES + 2) * _CUBE**2), INVERSE_SQUARE(SIDE, LAW, SAMPLES, _CUBE), _HOLDS, _SHARE)
    .le(6 / _HELD**2, _FEWER[1])
)
_NEVER = (
    line(EmptyBin(SIDE, LAW, SAMPLES), given=(TILES,))
    .le(exp(-_HELD), EMPTY_BIN(SIDE, LAW, SAMPLES, _CUBE), _HOLDS, _SHARE)
    .le(1 / _HELD, _DECAY.at({_X: _HELD}))
)


def _bins_bias(scale: Any) -> Chain:
    made = BinMeans(SIDE, scale)
    return (
        line(SquaredBias(made, LAW, ETA, ETA, SAMPLES), given=(_SMOOTH, TILES))
        .le(
            STEEP**2 * (DIM * SIDE**2) ** BETA + Largest(ETA) ** 2 * EmptyBin(SIDE, LAW, SAMPLES),
            BINS_BIAS(SIDE, scale, LAW, ETA, STEEP, BETA, DIM, SAMPLES),
            TILED(LAW, SIDE, DENSITY, DIM),
        )
        .le(STEEP**2 * DIM**BETA * SIDE ** (2 * BETA) + Largest(ETA) ** 2 / _HELD, _NEVER)
    )


_BINS, _BINS_BIAS = BinMeans(SIDE, SCALE), _bins_bias(SCALE)
_PLAIN_SIDE = SAMPLES ** (-1 / (2 * BETA + DIM))


def _plain(cost: Any) -> Chain:
    """A part of the error that falls as the number of samples in a bin."""
    wide = Comparison(_PLAIN_SIDE, "<=", SIDE)
    power = 2 * BETA + DIM
    few = (
        line(SIDE ** (-power), given=(wide,))
        .le(_PLAIN_SIDE ** (-power), _FALL.at({_X: _PLAIN_SIDE, _Y: SIDE, _S: power}))
        .eq(SAMPLES, powers(_PLAIN_SIDE ** (-power), SAMPLES))
    )
    return line(cost / _HELD, given=(wide,)).le(
        cost / DENSITY * SIDE ** (2 * BETA),
        scaled(cost / (DENSITY * SAMPLES) * SIDE ** (2 * BETA), SIDE ** (-power), SAMPLES),
        few,
    )


def _tuned_bins(at_any: Chain, side: Any, rate: Any, parts: tuple[Any, ...]) -> Chain:
    """The error where h is between the larger of both sides and twice that; `parts` are what its bound is made of.

    A plain and a private part as chains that end in multiples of h^(2 beta), a factor of the latter, and that of
    h^(2 beta) itself.
    """
    plain, private, factor, smooth = parts
    most, height = Max(_PLAIN_SIDE, side), SIDE ** (2 * BETA)
    high = (
        line(height, given=(Comparison(SIDE, "<=", 2 * most),))
        .le((2 * most) ** (2 * BETA), _ROOT.at({_X: SIDE, _Y: 2 * most, _S: 2 * BETA}))
        .le(4 * most ** (2 * BETA), _DOUBLED.at({_X: most}))
        .le(
            4 * (_PLAIN_SIDE ** (2 * BETA) + side ** (2 * BETA)),
            _LARGER.at({_X: _PLAIN_SIDE, _Y: side, _Q: 1, _S: 2 * BETA}),
        )
        .eq(
            4 * (_NOT_PRIVATE + rate), powers(_PLAIN_SIDE ** (2 * BETA), _NOT_PRIVATE), powers(side ** (2 * BETA), rate)
        )
    )
    cost = plain.end / height + factor * private.end / height + smooth
    return (
        line(at_any.start, given=(*at_any.given, *plain.given, *private.given, *high.given, _enough(cost)))
        .le(plain.start + factor * private.start + smooth * height, at_any)
        .le(cost * height, plain, private)
        .le(4 * cost * (_NOT_PRIVATE + rate), high)
        .le(4 * _CONSTANT * (_NOT_PRIVATE + rate), _enough(cost))
    )


def _bounded_bins(height: Any) -> Chain:
    """Theorem 8: labels within [-T, T], noise for labels within [-height, height]."""
    scale = 2 * height / EPS
    made = BinMeans(SIDE, scale)
    side, power = (EPS * SAMPLES) ** (-1 / (DIM + BETA)), 2 * (DIM + BETA)
    wide = Comparison(side, "<=", SIDE)
    few = (
        line(SIDE ** (-power), given=(wide,))
        .le(side ** (-power), _FALL.at({_X: side, _Y: SIDE, _S: power}))
        .eq((EPS * SAMPLES) ** 2, powers(side ** (-power), (EPS * SAMPLES) ** 2))
    )
    cost = 48 * height**2 / DENSITY**2
    private = line(48 * height**2 / (EPS * _HELD) ** 2, given=(wide,)).le(
        cost * SIDE ** (2 * BETA),
        scaled(cost / (EPS * SAMPLES) ** 2 * SIDE ** (2 * BETA), SIDE ** (-power), (EPS * SAMPLES) ** 2),
        few,
    )
    at_any = (
        line(SquaredError(made, LAW, ETA, SAMPLES), given=(WITHIN, _SMOOTH, TILES))
        .le(
            (
                LabelVariance(LAW) * InverseCount(SIDE, LAW, SAMPLES)
                + 2 * scale**2 * InverseSquare(SIDE, LAW, SAMPLES)
                + SquaredBias(made, LAW, ETA, ETA, SAMPLES)
            ),
            BINS_SPLIT(SIDE, scale, LAW, ETA, SAMPLES),
        )
        .le(
            (
                TOP**2 * InverseCount(SIDE, LAW, SAMPLES)
                + 2 * scale**2 * InverseSquare(SIDE, LAW, SAMPLES)
                + STEEP**2 * DIM**BETA * SIDE ** (2 * BETA)
                + TOP**2 / _HELD
            ),
            _bins_bias(scale),
            WITHIN_VARIANCE(LAW, TOP),
            WITHIN_MEAN(LAW, TOP),
        )
        .le(
            3 * TOP**2 / _HELD + 48 * height**2 / (EPS * _HELD) ** 2 + STEEP**2 * DIM**BETA * SIDE ** (2 * BETA),
            _ONCE,
            _TWICE,
        )
    )
    rate = (EPS * SAMPLES) ** (-2 * BETA / (DIM + BETA))
    return _tuned_bins(at_any, side, rate, (_plain(3 * TOP**2), private, 1, STEEP**2 * DIM**BETA))


_SQUARE_MEAN = MOMENT ** (2 / POWER)
CLIPPED_BINS = (
    line(SquaredError(_BINS, _CLIPPED_LAW, ETA, SAMPLES), given=(HEAVY, _SMOOTH, TILES))
    .le(
        (
            LabelVariance(_CLIPPED_LAW) * InverseCount(SIDE, _CLIPPED_LAW, SAMPLES)
            + 2 * SCALE**2 * InverseSquare(SIDE, _CLIPPED_LAW, SAMPLES)
            + SquaredBias(_BINS, _CLIPPED_LAW, _ETA_CLIPPED, ETA, SAMPLES)
        ),
        BINS_SPLIT(SIDE, SCALE, _CLIPPED_LAW, ETA, SAMPLES),
    )
    .le(
        (
            _SQUARE_MEAN * InverseCount(SIDE, LAW, SAMPLES)
            + 2 * SCALE**2 * InverseSquare(SIDE, LAW, SAMPLES)
            + MOMENT**2 * TOP ** (2 - 2 * POWER) / 8
            + 2 * _BINS_BIAS.end
        ),
        _clipped_bias(_BINS, _BINS_BIAS),
        MOMENT_VARIANCE(LAW, POWER, MOMENT, TOP),
        CLIPPED_COUNT(SIDE, LAW, SAMPLES, TOP),
        CLIPPED_SQUARE(SIDE, LAW, SAMPLES, TOP),
    )
    .le(
        (
            _SQUARE_MEAN * InverseCount(SIDE, LAW, SAMPLES)
            + 2 * SCALE**2 * InverseSquare(SIDE, LAW, SAMPLES)
            + MOMENT**2 * TOP ** (2 - 2 * POWER) / 8
            + 2 * STEEP**2 * DIM**BETA * SIDE ** (2 * BETA)
            + 2 * _SQUARE_MEAN / _HELD
        ),
        MOMENT_MEAN(LAW, POWER, MOMENT, TOP),
    )
    .le(
        (
            4 * _SQUARE_MEAN / _HELD
            + 48 * TOP**2 / (EPS * _HELD) ** 2
            + MOMENT**2 * TOP ** (2 - 2 * POWER) / 8
            + 2 * STEEP**2 * DIM**BETA * SIDE ** (2 * BETA)
        ),
        _ONCE,
        _TWICE,
    )
)


def _heavy_bins() -> Chain:
    """Theorem 12: labels with a moment, clipped at T = (epsilon N h^d)^(1/p)."""
    held, width = EPS * SAMPLES * SIDE**DIM, POWER * BETA + DIM * (POWER - 1)
    top, side = held ** (1 / POWER), (EPS * SAMPLES) ** (-((POWER - 1) / width))
    fall, wide = 2 * ((POWER - 1) / POWER), Comparison(side, "<=", SIDE)
    power = 2 * BETA + DIM * fall
    few = (
        line(SIDE ** (-power), given=(wide,))
        .le(side ** (-power), _FALL.at({_X: side, _Y: SIDE, _S: power}))
        .eq((EPS * SAMPLES) ** fall, powers(side ** (-power), (EPS * SAMPLES) ** fall))
    )
    private = (
        line(held ** (-fall), given=(wide,))
        .eq(
            (EPS * SAMPLES) ** (-fall) * SIDE ** (-DIM * fall),
            powers(held ** (-fall), (EPS * SAMPLES) ** (-fall) * SIDE ** (-DIM * fall)),
        )
        .le(
            SIDE ** (2 * BETA),
            scaled((EPS * SAMPLES) ** (-fall) * SIDE ** (2 * BETA), SIDE ** (-power), (EPS * SAMPLES) ** fall),
            few,
        )
    )
    variance, cost = _SQUARE_MEAN, 48 / DENSITY**2 + MOMENT**2 / 8
    at_top = (
        line(
            SquaredError(BinMeans(SIDE, 2 * top / EPS), ClippedLabels(LAW, top), ETA, SAMPLES), given=CLIPPED_BINS.given
        )
        .le(CLIPPED_BINS.end.subs(TOP, top), CLIPPED_BINS.at({TOP: top}))
        .eq(
            4 * variance / _HELD + cost * held ** (-fall) + 2 * STEEP**2 * DIM**BETA * SIDE ** (2 * BETA),
            powers(48 * top**2 / (EPS * _HELD) ** 2, 48 / DENSITY**2 * held ** (-fall)),
            powers(MOMENT**2 * top ** (2 - 2 * POWER) / 8, MOMENT**2 * held ** (-fall) / 8),
        )
    )
    rate = (EPS * SAMPLES) ** (-2 * BETA * (POWER - 1) / width)
    return _tuned_bins(at_top, side, rate, (_plain(4 * variance), private, cost, 2 * STEEP**2 * DIM**BETA))


BOUNDED_BINS = _bounded_bins(TOP)
PRINTED_BINS = _bounded_bins(Integer(1))
"""With noise for labels within [-1, 1]."""
HEAVY_BINS = _heavy_bins()

_FIRST, _SECOND, _POWER_IN, _POWER_OUT = real("a", above=0), real("b", least=0), real("q", above=0), real("r", above=0)
_OF_SUM = line(_FIRST ** (_POWER_IN + _POWER_OUT) * (_FIRST + _SECOND) ** (-_POWER_OUT)).le(
    (_FIRST + _SECOND) ** _POWER_IN
)


def at_a_sum(first: Any, second: Any, inner: Any, outer: Any) -> Any:
    """That a term c/h^r, which is h^q at h = a, is at most h^q at h = a + b; c is a^(q + r)."""
    return _OF_SUM.at({_FIRST: first, _SECOND: second, _POWER_IN: inner, _POWER_OUT: outer})
