"""To kent Appendix G.2, ours: a user's rotated mean, the votes and the error in the ball, with constants.

C = 32 in Delta^2 = C L^2/(d T*). L = log(n T* min{alpha, alpha^2}), x = n min{alpha, alpha^2}/d, and h users of a
co-ordinate refine.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import sympy
from sympy import Integer, Min, cosh, exp, log, oo, sqrt

from upperbounds.mean import kent
from verify.kernel.calculus import Chain, Sum, because, integer, let, line, real, words
from verify.kernel.calculus import at_most as at_most_
from verify.kernel.calculus.facts.bits import CHERNOFF_HALF, BinomialAtMost
from verify.kernel.calculus.facts.voting import WHOLE_STEP
from verify.kernel.prover import Variable
from verify.kernel.statements import AllOf, Case
from verify.kernel.statements.claim import Claim, Kind
from verify.kernel.statements.outcome import Settings, as_arb
from verify.papers.kent.appG1_mean_upper.eq105_success import BINS, MANY
from verify.papers.kent.appG2_vectors_upper.eq129_ball_votes import REACHED, SIGN_TAIL
from verify.papers.kent.instances.rotations import axis_walk, norm_tails, rotations, tails
from verify.papers.kent.lemmas.rotated_means import (
    BAD_ROTATIONS,
    BOUNDED_DIFFERENCES,
    CLIPPED_ROTATED,
    SIGNS_APART,
    BallError,
    ClippedVariance,
    Lost,
    LostGiven,
    NormOff,
    RotatedOff,
    largest_tail,
)
from verify.papers.kent.nouns_ball import DIM, FOLDS, IN_BALL, LAW, PADDED, BallBias
from verify.papers.kent.nouns_upper import HIGH as AT_MOST_1
from verify.papers.kent.nouns_upper import LOW as ABOVE_1
from verify.papers.kent.nouns_upper import USED, USERS, keep
from verify.papers.kent.nouns_upper import WIDTH as HALF_BIN


def mean_tails(half: int = 2) -> Iterator[Case]:
    """P(sqrt(T) |mean| >= s) next to exp(-(s-1)^2/half), every s >= 1 that occurs; X on the signed axes."""
    for size, samples in ((1, 1), (1, 9), (1, 40), (2, 6), (4, 4)):
        for square, tail in norm_tails(size, samples):
            if square >= samples:
                level = Fraction(square, samples)
                right = (-((as_arb(level).sqrt() - 1) ** 2) / half).exp()
                yield Case({"d": size, "T": samples, "s^2": str(level)}, tail, right)


def _mean_tails(_: Settings) -> Iterator[Case]:
    yield from mean_tails()


_SIZE, _ROOM, LOG = real("s", least=1), real("w", above=0), real("L", least=log(8))
_FAR = NormOff(LAW, USED, DIM, _SIZE / sqrt(USED))
_NORM = line(_FAR, given=(IN_BALL,)).le(exp(-((_SIZE - 1) ** 2) / 2), BOUNDED_DIFFERENCES(LAW, USED, DIM, _SIZE))
OWN_NORM_TAIL = Claim(
    "kent/own/norm-tail",
    "for Appendix G.2, Step 1: in place of (129)",
    Kind.INEQUALITY,
    "the norm of a user's error, by bounded differences",
    corrected=_NORM.crosschecked(
        "signed axes, exact tails",
        r"P(\sqrt T\|\bar X\|\ge s)\le e^{-(s-1)^2/2}",
        "(d, T) = (1, 1), (1, 9), (1, 40), (2, 6), (4, 4); every s >= 1 that occurs",
        _mean_tails,
    ),
    note="No dimension, and better constants than (129).",
)


def _rotated_tails(_: Settings) -> Iterator[Case]:
    """P(|(R mean)_j| >= w) over data and signs, next to the bound at its best s on a grid; squared sums in 1/(d T^2)."""
    for size, samples in ((1, 9), (2, 6), (4, 3), (4, 5)):
        squares: dict[int, Fraction] = {}
        for place, mass in axis_walk(size, samples).items():
            for image in rotations(place):
                square = image[-1] ** 2
                squares[square] = squares.get(square, Fraction(0)) + mass / 2**size
        for level, tail in tails(squares):
            scaled = as_arb(Fraction(level, samples)) / 2
            bounds = [
                (-(as_arb(Fraction(k, 4)) ** 2) / 2).exp() + 2 * (-scaled / (1 + as_arb(Fraction(k, 4))) ** 2).exp()
                for k in range(20)
            ]
            yield Case({"d": size, "T": samples, "d T^2 w^2": level}, tail, min(bounds, key=lambda b: float(b.mid())))


_TURNED = RotatedOff(LAW, USED, DIM, _ROOM)
_REACH = _ROOM / (_SIZE / sqrt(USED))
_ROTATED = (
    line(_TURNED, given=(IN_BALL,))
    .le(_FAR + largest_tail(DIM, _REACH), SIGNS_APART(LAW, USED, DIM, _SIZE / sqrt(USED), _ROOM))
    .le(
        exp(-((_SIZE - 1) ** 2) / 2) + 2 * exp(-DIM * USED * _ROOM**2 / (2 * _SIZE**2)),
        _NORM,
        SIGN_TAIL.at({REACHED: _REACH}),
    )
)
OWN_ROTATED_TAIL = Claim(
    "kent/own/rotated-tail",
    "for Appendix G.2, Step 1: in place of (132)",
    Kind.INEQUALITY,
    "a rotated co-ordinate of a user's error",
    corrected=_ROTATED.crosschecked(
        "signed axes, all signs",
        r"P(|(R_d\bar X)_j|\ge w)\le\min_s\{\cdots\}",
        "(d, T) = (1, 9), (2, 6), (4, 3), (4, 5); every w that occurs; s = 1, 5/4, ..., 23/4",
        _rotated_tails,
    ),
    note="On average over the data and the rotation; the latter is independent of the data. Where the error is 0 "
    "no w > 0 is reached.",
)
WIDTH = Integer(32)
"""C."""
_WIDE = let(r"\Delta", sqrt(WIDTH / (DIM * USED)) * LOG)
_AT_WIDTH = _ROTATED.at({_SIZE: 1 + 2 * sqrt(LOG), _ROOM: _WIDE})
BALL_TAIL = (
    line(RotatedOff(LAW, USED, DIM, _WIDE), given=(IN_BALL,))
    .le(exp(-2 * LOG) + 2 * exp(-DIM * USED * _WIDE**2 / (2 * (1 + 2 * sqrt(LOG)) ** 2)), _AT_WIDTH)
    .le(3 * exp(-2 * LOG), line(exp(-16 * LOG**2 / (1 + 2 * sqrt(LOG)) ** 2)).le(exp(-2 * LOG)))
)
OWN_BALL_TAIL = Claim(
    "kent/own/ball-tail",
    "for Appendix G.2, Step 1",
    Kind.INEQUALITY,
    "the same at Delta of (34), C = 32",
    corrected=BALL_TAIL,
    note="Where Delta >= 1 there is one bin, whose interval holds [-1, 1]: nothing is clipped.",
)

_LOW = Integer(kent.K_LOW_PRIVACY)


def _run(alpha: Any) -> tuple[Any, ...]:
    return LAW, USERS, USED, DIM, alpha, HALF_BIN


_TAU, _VOTERS, _KEPT = RotatedOff(LAW, USED, DIM, HALF_BIN), USERS / (2 * DIM), keep(ABOVE_1 / 6)
_ONE_BIN = exp(-2 * USERS * AT_MOST_1**2 / (kent.K_HIGH_PRIVACY * DIM))
VOTES_HIGH = (
    line(Lost(*_run(AT_MOST_1)), given=(IN_BALL, FOLDS))
    .le(LostGiven(*_run(AT_MOST_1)) + 4 * _TAU, BAD_ROTATIONS(*_run(AT_MOST_1)))
    .le(
        (1 / HALF_BIN + 1) * _ONE_BIN + 4 * _TAU,
        words(
            "The union bound of kent/eq134/own-bin, for fewer than 1/Delta + 1 bins.",
            at_most_(LostGiven(*_run(AT_MOST_1)), (1 / HALF_BIN + 1) * _ONE_BIN),
            given=(IN_BALL, FOLDS),
            leans=("kent/eq134/own-bin",),
        ),
    )
    .le(3 / Min(HALF_BIN, 1) * _ONE_BIN + 4 * _TAU, MANY.at({BINS: HALF_BIN}))
)
_BITS, _HALF_OF_THEM = BinomialAtMost(2 * _VOTERS, _KEPT, _VOTERS), integer("h", least=1)
_FALLS = (
    line(cosh(ABOVE_1 / 12) ** (-2 * _HALF_OF_THEM))
    .eq(exp(-2 * _HALF_OF_THEM * log(cosh(ABOVE_1 / 12))))
    .le(exp(-4 * _HALF_OF_THEM * ABOVE_1 / _LOW), line(log(cosh(ABOVE_1 / 12))).ge(2 * ABOVE_1 / _LOW))
)
_FEW_BITS = (
    line(BinomialAtMost(2 * _HALF_OF_THEM, _KEPT, _HALF_OF_THEM))
    .le((4 * _KEPT * (1 - _KEPT)) ** _HALF_OF_THEM, CHERNOFF_HALF(_HALF_OF_THEM, _KEPT))
    .eq(cosh(ABOVE_1 / 12) ** (-2 * _HALF_OF_THEM), line(4 * _KEPT * (1 - _KEPT)).eq(cosh(ABOVE_1 / 12) ** -2))
    .le(exp(-4 * _HALF_OF_THEM * ABOVE_1 / _LOW), _FALLS)
    .at({_HALF_OF_THEM: _VOTERS})
)
OWN_BALL_VOTES = Claim(
    "kent/own/ball-votes",
    "for Appendix G.2, Step 2: in place of (134) and (137)",
    Kind.INEQUALITY,
    "the votes for a rotated co-ordinate",
    corrected=AllOf(
        "",
        {
            "alpha <= 1": VOTES_HIGH,
            "alpha > 1": line(Lost(*_run(ABOVE_1)), given=(IN_BALL, FOLDS))
            .le(
                (1 / HALF_BIN + 1) * _BITS + _VOTERS * _TAU,
                because(
                    "Unless some of the n/(2d) voters is Delta off the bits of two bins are independent, and there are fewer than 1/Delta + 1 bins.",
                    "kent/eq111/buffer",
                ),
            )
            .le(3 / Min(HALF_BIN, 1) * _BITS + _VOTERS * _TAU, MANY.at({BINS: HALF_BIN}))
            .le(
                3 / Min(HALF_BIN, 1) * exp(-2 * USERS * ABOVE_1 / (_LOW * DIM)) + _VOTERS * _TAU,
                _FEW_BITS,
                WHOLE_STEP(0, _VOTERS),
            ),
        },
    ),
    note="With a co-ordinate's own number of users in (134). One-hot votes up to budget 1, votes for three bins "
    "beyond. The rivals are at most ceil(1/Delta) <= 3/(Delta ^ 1) bins.",
)
_PLACE = integer("j", least=1)


def ball_bound(alpha: Any, reach: int) -> Chain:
    """The explicit bound, the noise of scale reach Delta/alpha."""
    run, noise, given = _run(alpha), 2 * DIM * (reach * HALF_BIN / alpha) ** 2 / _VOTERS, (IN_BALL, FOLDS, PADDED)
    error, bias, clipped = BallError(*run), BallBias(*run, _PLACE), ClippedVariance(*run)
    parts = Sum(bias, _PLACE, 1, DIM) + clipped + noise
    return (
        line(error, given=given)
        .le(
            parts,
            because(
                "The rotation keeps lengths; given it and the first stage, the error in each co-ordinate is bias and variance, of the mean of n/(2d) messages.",
                "kent/eq139",
            ),
        )
        .le(
            4 * DIM * (Lost(*run) + _TAU) + clipped + noise,
            words(
                "Off B_j the bias is at most 2; on B_j clipping moves only means that are more than Delta off, and by at most 2.",
                at_most_(bias, 4 * (Lost(*run) + _TAU)),
                given=given,
                leans=("kent/eq118", "kent/eq107/buffer", "kent/eq111/buffer"),
            ),
        )
        .le(4 * DIM * (Lost(*run) + _TAU) + 1 / (USED * _VOTERS) + noise, CLIPPED_ROTATED(*run))
    )


OWN_BALL_BOUND = Claim(
    "kent/own/ball-bound",
    "for Appendix G.2, Step 3: in place of (146)",
    Kind.UPPER_RATE,
    "the explicit bound in the ball",
    corrected=AllOf("", {"alpha <= 1": ball_bound(AT_MOST_1, 6), "alpha > 1": ball_bound(ABOVE_1, 12)}),
)
_T, _D, _L, _A, _R, _H, _U = sympy.symbols("T d L a r h u", positive=True)
_Q, _P = sympy.symbols("q p", nonnegative=True)
_UNITS = tuple(Variable(v, Integer(0), Integer(1)) for v in (_Q, _P))
_BUDGET = Variable(_A, Integer(1), oo)

CLAIMS = (
    OWN_NORM_TAIL,
    OWN_ROTATED_TAIL,
    OWN_BALL_TAIL,
    OWN_BALL_VOTES,
    OWN_BALL_BOUND,
)
