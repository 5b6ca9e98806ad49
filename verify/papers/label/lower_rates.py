"""label Theorems 1, 3, 5, 7, 9 and 11: the lower bounds at the cubes that give their rates in N and epsilon.

The bounds of `tents` hold for any side h of the cubes and for any number m of them that fits. Here h is the length at
which the data of a cube say no more of its sign than a constant, and m is the whole number that there is.
"""

from typing import Any

from sympy import Integer, Min, Rational, exp

from verify.kernel.calculus import Chain, Comparison, cases, line, obtain, real
from verify.kernel.calculus import at_most as limits
from verify.kernel.calculus.facts.rounding import WHOLE_WITHIN, WITHIN_FROM, WITHIN_TO, WithinTwo
from verify.papers.label.averages import powers
from verify.papers.label.tents import (
    BETA,
    CUBES,
    DENSITY,
    DIM,
    EPS,
    FIT,
    FULL,
    GAMMA,
    HEAVY_CENTRAL_TEST,
    HEAVY_LOCAL_TEST,
    HEAVY_OPEN_TEST,
    LARGEST,
    MARGIN,
    MOMENT,
    NORM1,
    NORM2,
    POWER,
    SAMPLES,
    SHARE,
    SIDE,
    SIZE,
    central_test,
    classification,
    heavy_regression,
    local_test,
    open_test,
    regression,
    scaled,
)

_LESS = real("u", above=0)
"""What privacy leaves of each sample: epsilon^2 ^ 1 of local labels, 1 without privacy."""
_PLAIN, _PRIVATE = 2 * BETA + DIM, BETA + DIM
_REGIME = Min(1, EPS**2)


def _counted(bound: Chain, number: Any, given: tuple[Any, ...], fitting: tuple[Chain, ...]) -> Chain:
    """The bound with as many cubes as `number` says, a whole number of them; `fitting` are what it asks of them."""
    near, enough = WithinTwo(CUBES, number), limits(1, number)
    shown = [told.statement.conclusion for told in fitting]
    kept = tuple(told for told in bound.statement.hypotheses if told not in (FIT, FULL, *shown))
    with_near = line(bound.start, given=(near, *given, *kept)).ge(bound.end, bound, *fitting)
    return line(bound.start, given=(enough, *given, *kept)).ge(
        bound.end, obtain(WHOLE_WITHIN(CUBES, number), with_near)
    )


_ROOM = 1 / (DENSITY * (2 * SIDE) ** DIM)
_NEAR, _CUBE = WithinTwo(CUBES, _ROOM), DENSITY * (2 * SIDE) ** DIM
_FITS = (
    line(DENSITY * CUBES * (2 * SIDE) ** DIM, given=(_NEAR,))
    .le(DENSITY * _ROOM * (2 * SIDE) ** DIM, scaled(_CUBE, CUBES, _ROOM), WITHIN_FROM(CUBES, _ROOM))
    .eq(1)
)
_FILLS = (
    line(1, given=(_NEAR,))
    .eq(_CUBE * _ROOM)
    .le(_CUBE * 2 * CUBES, scaled(_CUBE, _ROOM, 2 * CUBES), WITHIN_TO(CUBES, _ROOM))
    .eq(2 * DENSITY * CUBES * (2 * SIDE) ** DIM)
)
_MANY = MARGIN * SIDE ** (GAMMA * BETA) / (DENSITY * DIM * SIDE**DIM)
_NEAR_MANY, _MASS = WithinTwo(CUBES, _MANY), DENSITY * DIM * SIDE**DIM
_NARROW = limits(MARGIN * 2**DIM * SIDE ** (GAMMA * BETA) / DIM, 1)
_MARGIN_FITS = (
    line(DENSITY * CUBES * (2 * SIDE) ** DIM, given=(_NEAR_MANY, _NARROW))
    .le(DENSITY * _MANY * (2 * SIDE) ** DIM, scaled(_CUBE, CUBES, _MANY), WITHIN_FROM(CUBES, _MANY))
    .eq(MARGIN * 2**DIM * SIDE ** (GAMMA * BETA) / DIM)
    .le(1, _NARROW)
)
_MARGIN_FULL = (
    line(_MASS * CUBES, given=(_NEAR_MANY,))
    .le(_MASS * _MANY, scaled(_MASS, CUBES, _MANY), WITHIN_FROM(CUBES, _MANY))
    .eq(MARGIN * SIDE ** (GAMMA * BETA)),
    line(MARGIN * SIDE ** (GAMMA * BETA), given=(_NEAR_MANY,))
    .eq(_MASS * _MANY)
    .le(_MASS * 2 * CUBES, scaled(_MASS, _MANY, 2 * CUBES), WITHIN_TO(CUBES, _MANY)),
)


def _at(bound: Chain, put: dict[Any, Any], told: Chain, end: Any, raised: Any, known: tuple[Any, ...] = ()) -> Chain:
    """The bound at a length: `told` is what the length is for, `raised` its power in the bound."""
    at = bound.at(put)
    met = told.statement.conclusion
    kept = tuple(h for h in at.statement.hypotheses if h != met and not _holds(h))
    given = (*known, *kept)
    return line(bound.start, given=given).ge(bound.end.xreplace({SIDE: put[SIDE]}), at, told).eq(end, raised)


def _holds(told: Any) -> bool:
    """That T/2 < T, which needs no hypothesis."""
    return bool(told == Comparison(LARGEST / 2, "<", LARGEST))


def _length(top: Any, amount: Any, power: Any) -> Any:
    return (top / amount) ** (1 / power)


def _spent(top: Any, amount: Any, power: Any) -> Chain:
    """amount h^power = top at that length."""
    length = _length(top, amount, power)
    return line(amount * length**power).eq(top, powers(amount * length**power, top))


def _rate(top: Any, amount: Any, users: Any, power: Any, exponent: Any) -> tuple[Any, Chain]:
    """h^exponent there, as the rate in `users` times what the class gives."""
    length = _length(top, amount, power)
    shown = (top * users / amount) ** (exponent / power) * users ** (-exponent / power)
    return shown, line(length**exponent).eq(shown, powers(length**exponent, shown))


def _plain(bound: Chain, cost: Any, exponent: Any, top: Any, less: Any, put: dict[Any, Any]) -> Chain:
    """At the length of the plain rate: 6 c N e h^(2 beta + d) is `top`, the square of the size of a label."""
    users = SAMPLES * _LESS
    amount, at = 6 * DENSITY * users, {_LESS: less}
    length, volume = _length(top, amount, _PLAIN), _spent(top, amount, _PLAIN).at(at)
    shown, raised = _rate(top, amount, users, _PLAIN, exponent)
    here = length.xreplace(at)
    whole = (amount * length**_PLAIN).xreplace(at)
    told = line(whole * NORM2).le(top * NORM2, scaled(NORM2, whole, top), volume).le(top)
    return _at(bound, {SIDE: here, **put}, told, cost * shown.xreplace(at), raised.at(at))


def _label_private(bound: Chain, cost: Any, exponent: Any, size: Any, put: dict[Any, Any]) -> Chain:
    """At the length of the private rate: c N epsilon h^(beta + d) is the size of a label."""
    users = EPS * SAMPLES
    amount = DENSITY * users
    length, volume = _length(size, amount, _PRIVATE), _spent(size, amount, _PRIVATE)
    shown, raised = _rate(size, amount, users, _PRIVATE, exponent)
    whole = amount * length**_PRIVATE
    told = line(whole * NORM1).le(size * NORM1, scaled(NORM1, whole, size), volume).le(size)
    return _at(bound, {SIDE: length, **put}, told, cost * shown, raised)


_SMALLER, _LARGER = real("x"), real("y")
_HALF = line(_LARGER, given=(limits(_SMALLER, _LARGER),)).ge((_SMALLER + _LARGER) / 2)


def both(one: Chain, other: Chain) -> Chain:
    """Half of the sum of two lower bounds of one risk."""
    given, half = tuple(dict.fromkeys((*one.given, *other.given))), (one.end + other.end) / 2
    ways = []
    for less, more in ((one, other), (other, one)):
        order = limits(less.end, more.end)
        shown = _HALF.at({_SMALLER: less.end, _LARGER: more.end})
        ways.append((order, line(one.start, given=(*given, order)).ge(more.end, more).ge(half, shown)))
    return line(one.start, given=given).ge(half, cases(*ways))


_REGRESSION = NORM2 / 8 * 2**-DIM
_HALF_LABELS = {SIZE: LARGEST / 2}


def _regression(test: Chain) -> Chain:
    return _counted(regression(test), _ROOM, (), (_FITS, _FILLS))


def _classification(test: Chain) -> Chain:
    return _counted(classification(test), _MANY, (_NARROW,), (_MARGIN_FITS, *_MARGIN_FULL))


_CLASSIFICATION, _EXPONENT = MARGIN * NORM1 / (16 * DIM), BETA * (GAMMA + 1)
THEOREM5 = _plain(_regression(local_test(SIZE)), _REGRESSION, 2 * BETA, LARGEST**2 / 4, _REGIME, _HALF_LABELS)
THEOREM7 = both(
    _plain(_regression(open_test(SIZE)), _REGRESSION, 2 * BETA, LARGEST**2 / 4, Integer(1), _HALF_LABELS),
    _label_private(_regression(central_test(SIZE)), _REGRESSION, 2 * BETA, LARGEST / 2, _HALF_LABELS),
)
THEOREM1 = _plain(_classification(local_test(1)), _CLASSIFICATION, _EXPONENT, Integer(1), _REGIME, {})
THEOREM3 = both(
    _plain(_classification(open_test(1)), _CLASSIFICATION, _EXPONENT, Integer(1), Integer(1), {}),
    _label_private(_classification(central_test(1)), _CLASSIFICATION, _EXPONENT, Integer(1), {}),
)


def _trivial(told: Any) -> bool:
    return isinstance(told, Comparison) and told.left == told.right


def _heavy(test: Chain, top: Any, share: Any, rare: tuple[Any, ...] = (), met: tuple[Chain, ...] = ()) -> Chain:
    """The bound for labels top, 0 and -top, not 0 with probability `share`, of which q T^p = M_p."""
    bound = _counted(heavy_regression(test), _ROOM, (), (_FITS, _FILLS))
    at = bound.at({LARGEST: top, SHARE: share})
    moment = limits(share * top**POWER, MOMENT)
    kept = tuple(h for h in at.statement.hypotheses if h != moment and not _trivial(h))
    return line(bound.start, given=(*rare, *kept)).ge(bound.end, at, *met)


_TOP = (MOMENT / SIDE**BETA) ** (1 / (POWER - 1))
"""(159), except for a factor of 2."""
_SHARE = SIDE**BETA / _TOP
_RARE = Comparison(_SHARE, "<", 1)
_MOMENT_MET = line(_TOP**POWER * _SHARE).eq(MOMENT, powers(_TOP**POWER * _SHARE, MOMENT))
_HEAVY_PLAIN = _heavy(HEAVY_OPEN_TEST, (2 * MOMENT) ** (1 / POWER), Rational(1, 2))
_LESS_ONE = POWER - 1
_PART, _OF = real("n", least=0, most=1), real("x", least=0)
_LESS_OF = line(_OF * _PART).le(_OF)


def _clipped(bound: Chain, size: Any, kept: tuple[Any, Any], norm: Any, power: Any, less: Any) -> Chain:
    """At the length at which factor c N u h^power is T to the `size`; `kept` are the factor and what u is, a letter or that itself."""
    (factor, letter), users = kept, SAMPLES * kept[1]
    known = () if less == letter else (limits(less, letter),)
    amount, total = factor * DENSITY * users, power * _LESS_ONE + size * BETA
    length = (MOMENT ** (size / _LESS_ONE) / amount) ** (_LESS_ONE / total)
    exponent = 2 * BETA * _LESS_ONE / total
    shown = (MOMENT ** (size / _LESS_ONE) * users / amount) ** exponent * users ** (-exponent)
    top = (MOMENT / length**BETA) ** (size / _LESS_ONE)
    volume, raised = (
        line(a).eq(b, powers(a, b)) for a, b in ((length**power, top / amount), (length ** (2 * BETA), shown))
    )
    spent = amount * length**power * norm
    within = line(spent).eq(top * norm, volume).le(top, _LESS_OF.at({_PART: norm, _OF: top}))
    asked = factor * DENSITY * SAMPLES * less * length**power * norm
    told = line(asked, given=known).le(spent, *known).le(top, within) if known else within
    return _at(bound, {SIDE: length}, told, _REGRESSION * shown, raised, known)


NOT_PRIVATE = _plain(_HEAVY_PLAIN, _REGRESSION, 2 * BETA, (2 * MOMENT) ** (2 / POWER) / 2, Integer(1), {})
_RARELY = ((_RARE,), (_MOMENT_MET,))
_OF_LOCAL, _OF_CENTRAL = (
    _heavy(HEAVY_LOCAL_TEST, _TOP, _SHARE, *_RARELY),
    _heavy(HEAVY_CENTRAL_TEST, _TOP, _SHARE, *_RARELY),
)
HEAVY9 = _clipped(_OF_LOCAL, 2, (2, _LESS), NORM2, _PLAIN, (exp(EPS) - 1) ** 2)
HEAVY11 = _clipped(_OF_CENTRAL, 1, (1, EPS), NORM1, _PRIVATE, EPS)
THEOREM9 = both(HEAVY9, NOT_PRIVATE)
THEOREM11 = both(NOT_PRIVATE, HEAVY11)
