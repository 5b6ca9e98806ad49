"""Means in the unit ball, rotated by a matrix R_d with entries +-d^(-1/2) and random column signs.

Where d is a power of two its rows are orthonormal; such a matrix need not exist elsewhere.

Users with T draws of a law each estimate every rotated co-ordinate of the mean in two stages: voters point to a bin,
and others send a mean that is clipped to the winning bin, widened, with Laplace noise.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from sympy import exp, sqrt

from verify.kernel.calculus.conditions import WholeNumber, at_most, equal, property_of
from verify.kernel.calculus.facts.van_trees import BallLaws
from verify.kernel.calculus.nouns import Law, Mean, Member, Power
from verify.kernel.calculus.over import Sum, Supremum
from verify.kernel.calculus.printing import latex
from verify.kernel.calculus.reasons import Case, Schema
from verify.kernel.calculus.statement import Statement
from verify.kernel.calculus.terms import Let as let
from verify.kernel.calculus.terms import Name, integer, law, quantity, real
from verify.kernel.calculus.textbook import HOEFFDING_LEMMA
from verify.kernel.statements.outcome import as_arb
from verify.papers.kent.lemmas.hadamard import PowerOfTwo

_P, _v = law("P"), Name("v", "vector")
_n, _T, _d, _j = (integer(letter, least=1) for letter in "nTdj")
_alpha, high = real("alpha", above=0), real("alpha", above=0, most=1)
Delta, _s, _w, _reach = real("Delta", above=0), real("s", above=0), real("w", above=0), real("a", above=0)
_far = real("u", least=1)

_ROWS: dict[int, tuple[tuple[int, ...], ...]] = {
    1: ((1,),),
    2: ((1, 1), (1, -1)),
    4: ((1, 1, 1, 1), (1, -1, 1, -1), (1, 1, -1, -1), (1, -1, -1, 1)),
}
"""sqrt(d) times the rows of a matrix whose columns' signs are drawn."""


def _errors(points: Law, draws: Any) -> Law:
    """The law of the mean of a given number of draws less its expectation."""
    centre = Mean.value(points)
    out: Law = {}
    for data, mass in Power.value(points, draws).items():
        sums = (sum(x, Fraction(0)) for x in zip(*data, strict=True))
        place = tuple(x / Fraction(draws) - c for x, c in zip(sums, centre, strict=True))
        out[place] = out.get(place, Fraction(0)) + mass
    return out


def _turned(vector: Any) -> Iterator[list[Fraction]]:
    """sqrt(d) R v for every choice of signs, all as likely."""
    for signs in product((-1, 1), repeat=len(vector)):
        signed = [e * Fraction(x) for e, x in zip(signs, vector, strict=True)]
        yield [sum((h * x for h, x in zip(row, signed, strict=True)), Fraction(0)) for row in _ROWS[len(vector)]]


def _at_least(square: Fraction, level: Any) -> bool:
    """Whether a number's root is at least so much; equal ones are told apart where the level is exact."""
    if isinstance(level, Fraction):
        return square >= level**2
    found = as_arb(square) - as_arb(level) ** 2
    if found.contains(0):
        raise ValueError("test cases: one that an enclosure does not decide")
    return bool(found > 0)


def _norm_off(points: Law, draws: Any, _: Any, level: Any) -> Fraction:
    errors = _errors(points, draws)
    return sum((p for x, p in errors.items() if _at_least(sum((y * y for y in x), Fraction(0)), level)), Fraction(0))


def _chances(points: Law, draws: Any, size: Any, level: Any) -> list[Fraction]:
    """For each choice of signs, the probability that the last rotated co-ordinate of the error is at least so large."""
    found = [Fraction(0)] * 2 ** int(size)
    for x, p in _errors(points, draws).items():
        for i, image in enumerate(_turned(x)):
            found[i] += p if _at_least(image[-1] ** 2 / size, level) else 0
    return found


def _rotated_off(points: Law, draws: Any, size: Any, level: Any) -> Fraction:
    return sum(_chances(points, draws, size, level), Fraction(0)) / 2 ** int(size)


def _rotated_square(points: Law, draws: Any, size: Any, level: Any) -> Fraction:
    return sum((q * q for q in _chances(points, draws, size, level)), Fraction(0)) / 2 ** int(size)


def _sign_tail(vector: Any, size: Any, level: Any) -> Fraction:
    length = sum((Fraction(x) ** 2 for x in vector), Fraction(0))
    return Fraction(sum(_at_least(image[-1] ** 2 / size / length, level) for image in _turned(vector)), 2 ** int(size))


_DATA = "for T draws of a law on the unit ball of dimension d"
_FOLDED = (
    "where, of n users, a multiple of 2d, with T draws of a law on the unit ball of dimension d each, and one "
    "rotation R_d, n/(2d) vote on each rotated co-ordinate for the bin of their mean, of length 2 Delta and "
    "half-open except for the last one, and beyond alpha = 1 for both neighbours too, bit by bit, each kept with "
    "probability "
    "e^b/(1 + e^b), b = alpha/2 or alpha/6"
)
_VOTES = f"for the votes on a rotated co-ordinate, {_FOLDED}"
_RUN = (
    f"{_FOLDED}; n/(2d) send their mean, clipped to the winning bin that is widened by 2 Delta, beyond alpha = 1 by 5 "
    "Delta, on either side, with Laplace noise of that length over alpha; the averages are rotated back"
)
NonZero = property_of("NonZero", r"{0} \ne 0", any, asks=lambda _: ())
NormOff = quantity(
    "NormOff",
    r"P_{{{0}, {1}, {2}}}(\|\bar X - \theta\|_2 \ge {3})",
    f"probability that a user's mean is so far from its expectation, {_DATA}",
    0,
    1,
    value=_norm_off,
)
"""NormOff(P, T, d, s)."""
RotatedOff = quantity(
    "RotatedOff",
    r"P_{{{0}, {1}, {2}}}(|(R_{{{2}}}(\bar X - \theta))_j| \ge {3})",
    "probability, over the data and the random signs of R_d, that a rotated co-ordinate of a user's mean is so far "
    "off, " + _DATA,
    0,
    1,
    value=_rotated_off,
)
"""RotatedOff(P, T, d, w)."""
RotatedSquare = quantity(
    "RotatedSquare",
    r"\mathbb{{E}}_{{{0}, {1}, {2}}}[P(|(R_{{{2}}}(\bar X - \theta))_j| \ge {3} \mid R_{{{2}}})^2]",
    "expected square, over the random signs of R_d, of the probability given R_d that a rotated co-ordinate is so "
    "far off, " + _DATA,
    0,
    1,
    value=_rotated_square,
)
SignTail = quantity(
    "SignTail",
    r"P(|(R_{{{1}}}{0})_j| \ge \|{0}\|_2\,{2})",
    "probability over the random signs of R_d that a rotated co-ordinate of a vector is so large",
    0,
    1,
    value=_sign_tail,
)
"""SignTail(v, d, a)."""
LostGiven = quantity(
    "LostGiven",
    r"\max_{{R:\,q(R) \le 1/4}}P_{{{0}, {1}, {2}, {3}, {4}, {5}}}(B_{{1, j}}^c \mid R_{{{3}}} = R)",
    "largest probability given the rotation, over those for which a user's rotated mean is Delta or more off with a "
    "probability of at most 1/4, that some bin but that of the rotated theta and its neighbour has at least the "
    "votes of "
    f"the likelier of both, {_VOTES}",
    0,
    1,
)
Lost = quantity(
    "Lost",
    r"P_{{{0}, {1}, {2}, {3}, {4}, {5}}}(B_j^c)",
    "probability that the first stage fails: at alpha <= 1 that some bin but that of the rotated theta and its "
    "neighbour "
    "has at least the votes of the likelier of both; beyond, that one more than two places from that of the rotated "
    f"theta has at least its votes; {_VOTES}",
    0,
    1,
)
"""Lost(P, n, T, d, alpha, Delta)."""
BallPart = quantity(
    "BallPart",
    r"\mathbb{{E}}_{{{0}, {1}, {2}, {3}, {4}, {5}}}|\tilde\theta_{{{6}}} - (R_{{{3}}}\theta)_{{{6}}}|^2",
    f"mean squared error of the estimate of one rotated co-ordinate, {_RUN}",
    0,
)
"""BallPart(P, n, T, d, alpha, Delta, j)."""


def ball_rotated(points: Any, users: Any, draws: Any, size: Any, level: Any, width: Any) -> Any:
    """The mean squared error of the rotated estimate: the squared length is the sum of the squares."""
    run = points, users, draws, size, level, width
    shown = ", ".join(latex(x) for x in run)
    body = Sum(BallPart(*run, _j), _j, 1, size)
    return let(rf"\mathrm{{MSE}}^{{\mathrm{{rot}}}}_{{{shown}}}", body)


BallError = quantity(
    "BallError",
    r"\mathbb{{E}}_{{{0}, {1}, {2}, {3}, {4}, {5}}}\|\hat\theta - \theta\|_2^2",
    f"mean squared error {_RUN}",
    0,
)
"""BallError(P, n, T, d, alpha, Delta)."""
ClippedVariance = quantity(
    "ClippedVariance",
    r"\mathbb{{E}}_{{{0}, {1}, {2}, {3}, {4}, {5}}}\textstyle\sum_j\mathrm{{Var}}(\Pi_j)",
    "expected sum over the co-ordinates of the variances of the means of the clipped means of the refining users, "
    f"without their noise, {_RUN}",
    0,
)


def _laws() -> Iterator[dict[Any, Any]]:
    """Laws in the ball: two and more points, on axes and elsewhere; one to three draws."""
    half, third = Fraction(1, 2), Fraction(1, 3)
    several: list[Law] = [
        {(Fraction(1),): half, (Fraction(-1),): half},
        {(Fraction(1),): Fraction(1, 10), (Fraction(0),): Fraction(9, 10)},
        {(Fraction(1), Fraction(0)): half, (Fraction(-1), Fraction(0)): half},
        {(Fraction(1), Fraction(0)): third, (Fraction(0), Fraction(1)): third, (Fraction(-1), Fraction(0)): third},
        {(half,) * 4: half, (-half,) * 4: half},
        {(Fraction(1), Fraction(0), Fraction(0), Fraction(0)): half, (-half,) * 4: half},
    ]
    for points, draws in product(several, (1, 2, 3)):
        yield {_P: points, _T: Fraction(draws), _d: Fraction(len(next(iter(points))))}


def _reached() -> Iterator[Case]:
    """At lengths and reaches that no square of which is that of a rational point."""
    for values in _laws():
        for length, width in product(("1/2", "13/20", "21/20"), ("7/20", "13/20", "9/10")):
            level = Fraction(width) / Fraction(length)
            errors = [x for x in _errors(values[_P], values[_T]) if any(x)]
            most = max(_sign_tail(x, values[_d], level) for x in errors)
            found = {_s: Fraction(length), _w: Fraction(width), largest_tail(_d, _w / _s): most}
            yield (_P, _T, _d, _s, _w), {**values, **found}


def _vectors() -> Iterator[Case]:
    for vector in ((1,), (1, 0), (1, 1), (1, 2), (1, 0, 0, 0), (1, 1, 1, 1), (4, 3, 2, 1), (1, 1, 1, 0)):
        for level in ("1/3", "1/2", "4/5", "1", "6/5"):
            yield (_v, _d, _reach), {_v: vector, _d: Fraction(len(vector)), _reach: Fraction(level)}


def _deviations() -> Iterator[Case]:
    for values in _laws():
        for level in ("1", "21/20", "6/5", "7/5", "17/10"):
            # u/sqrt(T) has a square that is the square of no place.
            yield (_P, _T, _d, _far), {**values, _far: Fraction(level) + Fraction(1, 997)}


def _widths() -> Iterator[Case]:
    for values in _laws():
        for width in ("7/20", "13/20", "9/10"):
            yield (_P, _T, _d, _w), {**values, _w: Fraction(width)}


def _conditional() -> Iterator[Case]:
    """A first stage that fails for sure at bad rotations, at all, or at good ones half of the time."""
    for values in _laws():
        every = {width: _chances(values[_P], values[_T], values[_d], Fraction(width)) for width in ("7/20", "9/10")}
        for (width, chances), bad, good in product(every.items(), (0, 1), ("0", "1/2", "1")):
            lost = [Fraction(good) if q <= Fraction(1, 4) else Fraction(bad) for q in chances]
            known = {_n: 2 * values[_d], high: Fraction(1, 2), Delta: Fraction(width)}
            known |= {Lost(*_high): sum(lost, Fraction(0)) / len(lost)}
            known |= {LostGiven(*_high): Fraction(good) if min(chances) <= Fraction(1, 4) else Fraction(0)}
            yield _high, {**values, **known}


def _estimates() -> Iterator[Case]:
    """An estimate that is off by one of several vectors, after the rotation; rotated back by the transposed matrix."""
    for values in _laws():
        size = int(values[_d])
        off = [[Fraction((3 * i + k) % 5 - 2, 1 + i) for k in range(size)] for i in range(3)]
        back = [[sum((_ROWS[size][k][i] * x[k] for k in range(size)), Fraction(0)) for i in range(size)] for x in off]
        known = {_n: 4 * values[_d], _alpha: Fraction(1), Delta: Fraction(1, 3)}
        known |= {Sum(BallPart(*_all, _j), _j, 1, _d): sum((y * y for x in off for y in x), Fraction(0)) / 3}
        known |= {BallError(*_all): sum((y * y for x in back for y in x), Fraction(0)) / 3 / size}
        yield _all, {**values, **known}


def _clipped() -> Iterator[Case]:
    """Each rotated co-ordinate clipped to an interval, on average over all signs, for one and two refining users."""
    for values in _laws():
        size = int(values[_d])
        images = [(p, list(_turned(x))) for x, p in _errors(values[_P], values[_T]).items()]
        for (low, top), users in product(((-3, 3), (0, 1), (1, 2)), (1, 2)):
            total = Fraction(0)
            for i, k in product(range(2**size), range(size)):
                sent = [(p, min(max(image[i][k], Fraction(low)), Fraction(top))) for p, image in images]
                first = sum((p * x for p, x in sent), Fraction(0))
                total += sum((p * (x - first) ** 2 for p, x in sent), Fraction(0)) / size
            known = {_n: 2 * values[_d] * users, _alpha: Fraction(1), Delta: Fraction(1, 3)}
            yield _all, {**values, **known, ClippedVariance(*_all): total / 2**size / users}


def largest_tail(size: Any, level: Any) -> Any:
    """The largest probability, over vectors, that a rotated co-ordinate is so large next to the vector."""
    return Supremum(SignTail(_v, size, level), _v, NonZero(_v))


def _folded(points: Any, users: Any, _draws: Any, size: Any, *_: Any) -> tuple[Any, ...]:
    """Data in the ball, and users in 2d groups of one size."""
    return Member(points, BallLaws(size)), WholeNumber(users / (2 * size))


_all, _high = (_P, _n, _T, _d, _alpha, Delta), (_P, _n, _T, _d, high, Delta)

SIGNS_APART = Schema(
    "rotated and not far",
    "lemma",
    "the signs are independent of the data: a far mean, or a large co-ordinate next to its length",
    lambda points, draws, size, length, width: Statement(
        at_most(
            RotatedOff(points, draws, size, width),
            NormOff(points, draws, size, length) + largest_tail(size, width / length),
        )
    ),
    (_P, _T, _d, _s, _w),
    _reached,
)
HOEFFDING_ROTATED = Schema(
    "a coordinate of a rotated vector is small",
    "theorem",
    "Hoeffding 1963, Theorem 2, for d signed terms +-v_k d^(-1/2)",
    lambda vector, size, level: Statement(
        at_most(SignTail(vector, size, level), 2 * exp(-size * level**2 / 2)), (NonZero(vector),)
    ),
    (_v, _d, _reach),
    _vectors,
    HOEFFDING_LEMMA,
    outside=lambda: iter(
        [
            (0, (_v, _d, _reach), {_v: (0,), _d: Fraction(1), _reach: Fraction(1)}),
        ]
    ),
)
BOUNDED_DIFFERENCES = Schema(
    "norm of a mean of vectors in the ball",
    "lemma",
    "McDiarmid: Boucheron, Lugosi and Massart 2013, Theorem 6.2: E|mean - theta| <= T^(-1/2), a draw moves it by 2/T",
    lambda points, draws, size, level: Statement(
        at_most(NormOff(points, draws, size, level / sqrt(draws)), exp(-((level - 1) ** 2) / 2)),
        (Member(points, BallLaws(size)),),
    ),
    (_P, _T, _d, _far),
    _deviations,
    outside=lambda: iter(
        [
            (
                0,
                (_P, _T, _d, _far),
                {
                    _P: {(Fraction(5),): Fraction(1, 2), (Fraction(-5),): Fraction(1, 2)},
                    _T: Fraction(1),
                    _d: Fraction(1),
                    _far: Fraction(2),
                },
            ),
        ]
    ),
)
SQUARED_CHANCE = Schema(
    "the square of a probability",
    "lemma",
    "at most the probability: averaged over the rotation",
    lambda points, draws, size, width: Statement(
        at_most(RotatedSquare(points, draws, size, width), RotatedOff(points, draws, size, width))
    ),
    (_P, _T, _d, _w),
    _widths,
)
BAD_ROTATIONS = Schema(
    "rotations for which users are far",
    "lemma",
    "law of total probability, and Markov's inequality for the probability given the rotation, at 1/4",
    lambda *run: Statement(
        at_most(Lost(*run), LostGiven(*run) + 4 * RotatedOff(run[0], run[2], run[3], run[5])), _folded(*run)
    ),
    _high,
    _conditional,
)
ROTATED_BACK = Schema(
    "a rotation keeps lengths",
    "lemma",
    "its rows are orthonormal",
    lambda *run: Statement(
        equal(BallError(*run), ball_rotated(*run)),
        (*_folded(*run), PowerOfTwo(run[3])),
    ),
    _all,
    _estimates,
    outside=lambda: iter(
        [
            # All signs 1 in three dimensions: (1, 1, 1) comes back as (1, 1, 1) times the root of 3.
            (
                2,
                _all,
                {
                    _P: {(Fraction(0),) * 3: Fraction(1)},
                    _n: Fraction(6),
                    _T: Fraction(1),
                    _d: Fraction(3),
                    _alpha: Fraction(1),
                    Delta: Fraction(1, 3),
                    Sum(BallPart(*_all, _j), _j, 1, _d): Fraction(3),
                    BallError(*_all): Fraction(9),
                },
            ),
        ]
    ),
)
CLIPPED_ROTATED = Schema(
    "clipped means of rotated vectors",
    "lemma",
    "a contraction has no more variance; in the ball the variances of one rotated draw add up to at most 1 on average "
    "over the signs of the columns, those of a mean of T to at most 1/T",
    lambda *run: Statement(at_most(ClippedVariance(*run), 1 / (run[2] * (run[1] / (2 * run[3])))), _folded(*run)),
    _all,
    _clipped,
    outside=lambda: iter(
        [
            (
                0,
                _all,
                {
                    _P: {(Fraction(30),): Fraction(1, 2), (Fraction(-30),): Fraction(1, 2)},
                    _n: Fraction(2),
                    _T: Fraction(1),
                    _d: Fraction(1),
                    _alpha: Fraction(1),
                    Delta: Fraction(30),
                    ClippedVariance(*_all): Fraction(900),
                },
            ),
        ]
    ),
)

FACTS = (
    SIGNS_APART,
    HOEFFDING_ROTATED,
    BOUNDED_DIFFERENCES,
    SQUARED_CHANCE,
    BAD_ROTATIONS,
    ROTATED_BACK,
    CLIPPED_ROTATED,
)
