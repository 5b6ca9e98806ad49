"""kent Appendix G.2, the cube, (120)-(128): the rate of Algorithms 4 and 12 with constants, 2d | n."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import floor
from typing import Any

import sympy
from sympy import exp, log

from upperbounds.vectors import kent as vectors
from verify.kernel.calculus import (
    Chain,
    Member,
    Sum,
    WholeNumber,
    below,
    cases,
    integer,
    law,
    let,
    line,
    quantity,
    real,
    words,
)
from verify.kernel.calculus import at_most as at_most_
from verify.kernel.calculus.facts.van_trees import CubeLaws
from verify.kernel.calculus.printing import latex
from verify.kernel.statements import AllOf, Case, FiniteCheck, Whole
from verify.kernel.statements.claim import Claim, Kind, Match
from verify.kernel.statements.outcome import Settings, as_arb
from verify.papers.kent.appG1_mean_upper.eq118_rate import AFTER, CONSTANT
from verify.papers.kent.instances.package_values import agrees
from verify.papers.kent.instances.parameter_points import HIGH, LOW, Shape, Share, shapes
from verify.papers.kent.nouns_upper import HIGH as AT_MOST_1
from verify.papers.kent.nouns_upper import LOW as ABOVE_1
from verify.papers.kent.nouns_upper import USERS, crossed

EQ120 = Claim(
    "kent/eq120",
    "Appendix G.2, (120), (123), (126)",
    Kind.UPPER_RATE,
    "one co-ordinate of the cube, in three regimes of alpha",
    says=(
        r"\mathbb{E}[|\hat{\theta}_j-\theta_j|^2]\lesssim\frac{d\log(nT\alpha^2/d)}{nT\alpha^2}\text{ if "
        r"}T\le e^{n\alpha^2/(Kd)},\ e^{-n\alpha^2/(2Kd)}\text{ otherwise "
        r"}(\alpha\in(0,1]);\quad\frac{d\log(nT\alpha/d)}{nT\alpha}\text{ if }T\le e^{n\alpha/(Kd)},\ "
        r"e^{-n\alpha/(2Kd)}\text{ otherwise }(1<\alpha\le d);\quad\frac{\log(nT)}{nT}\text{ if }T\le "
        r"e^{n\alpha/(Kd)},\ e^{-n\alpha/(2Kd)}\text{ otherwise }(\alpha>d)"
    ),
    match=Match.READING,
    differs="a group of (120), (123) and (126), for the algorithms as corrected",
    printed=Whole(
        r"E|\hat\theta_j-\theta_j|^2\lesssim\tfrac{d\log(nT\alpha^2/d)}{nT\alpha^2},\ "
        r"\tfrac{d\log(nT\alpha/d)}{nT\alpha},\ \tfrac{\log(nT)}{nT}\text{ and beyond }T^*:\ "
        r"e^{-n\min\{\alpha,\alpha^2\}/(2Kd)}",
        ("kent/eq120/high", "kent/eq120/medium", "kent/eq120/low"),
    ),
    note="For the algorithms as corrected; as printed Algorithm 12 misses (123), see kent/alg12/cap.",
)
_POINTS = "d = 1, 3, 8; alpha = {}; n the least multiple of 2d with x >= 8K log(ed) and 3 times that; T = 1, 100, the cap on T* (up to 10^15), 10 times it"
_ALL = "1/2, 1, 3/2, 5/2, 2, 8, 33/4, 40"
_HIGH_LEVELS, _MEDIUM_LEVELS, _LOW_LEVELS = (
    "1/2, 1",
    "1 < alpha <= d of 3/2, 5/2, 2, 8",
    "alpha > d of 3/2, 5/2, 2, 8, 33/4, 40",
)


def _grid(beyond: sympy.Expr = HIGH) -> Iterator[Shape]:
    """d, n, alpha with n min(alpha, alpha^2) >= 8 K d log(ed), K for alpha > d as given."""
    for d in (1, 3, 8):
        for level in _ALL.split(", "):
            alpha = Fraction(level)
            yield from shapes(d, [alpha], 8 * (beyond if alpha > d else HIGH), 3, unit=2 * d)


def _each(shape: Shape) -> Share:
    """What Algorithm 12 gives a co-ordinate."""
    n, d, alpha = shape.n, shape.d, shape.alpha
    if alpha <= d:
        return Share(max(floor(alpha), 1) * n // d, min(alpha, Fraction(1)))
    return Share(n, alpha / d)


def _samples(each: Share) -> Iterator[tuple[int, int]]:
    """T = 1, 100, the cap on T* (at most 10^15) and 10 times it, each with the T* that the program takes."""
    cap = each.used(10**15)
    for samples in (1, 100, cap, 10 * cap):
        yield samples, each.used(samples)


def one_coordinate(regime: Callable[[Shape], bool], factor: int = 1, after: int = 1) -> Iterator[Case]:
    """The display before (119) at a co-ordinate's users and budget, in a regime of alpha.

    Up to T* it is next to the polynomial rate, over `factor`, beyond next to the exponential one, to the power `after`.
    """
    for shape in filter(regime, _grid(LOW)):
        each = _each(shape)
        for samples, used in _samples(each):
            y = as_arb(each.n * samples * min(each.budget, Fraction(1)) ** 2)
            if used == samples:
                right = int(CONSTANT) * y.log() / y / factor
            else:
                right = int(AFTER) * (-after * each.exponent / 2).exp()
            yield shape.case(samples, used, each.display(used), right)


def _high(_: Settings) -> Iterator[Case]:
    yield from one_coordinate(lambda shape: shape.alpha <= 1)


def _beyond(regime: str) -> tuple[str, FiniteCheck]:
    """The display beyond the phase transition next to the exponential rate."""
    levels = {"alpha <= 1": _HIGH_LEVELS, "1 < alpha <= d": _MEDIUM_LEVELS, "alpha > d": _LOW_LEVELS}[regime]

    def inside(shape: Shape) -> bool:
        return regime == (
            "alpha <= 1" if shape.alpha <= 1 else "1 < alpha <= d" if shape.alpha <= shape.d else "alpha > d"
        )

    def cases(_: Settings) -> Iterator[Case]:
        for d, level, least in product((1, 3, 8), _ALL.split(", "), (16, 8 * HIGH)):
            for shape in filter(inside, shapes(d, [Fraction(level)], least, 3, unit=2 * d)):
                each = _each(shape)
                used = each.used(10**15)
                if used < 10**15:
                    right = int(AFTER) * (-each.exponent / 2).exp()
                    yield shape.case(10**15, used, each.display(used), right)

    text = r"\text{display}\le184000e^{-x/(2K)},\ T>T^*"
    points = f"d = 1, 3, 8; alpha = {levels}; n the least multiple of 2d with x >= 16 log(ed), 8K log(ed) and 3 times that; T = 10^15"
    return "the display beyond the cap, enclosed", FiniteCheck(text, points, cases)


_RUN = (
    "of Algorithm 12 as corrected, for n users, a multiple of 2d, with T draws of a law on [-1, 1]^d each and privacy alpha, "
    "which uses T* of the draws"
)
CubeError = quantity(
    "CubeError",
    r"\mathbb{{E}}_{{{0}, {1}, {2}, {3}, {4}}}|\hat\theta_{{{5}}} - \theta_{{{5}}}|^2",
    f"mean squared error in the co-ordinate j {_RUN}",
    0,
)
"""CubeError(P, n, T, d, alpha, j)."""
_LAW, _DIM, _DRAWS, _PLACE, _SIZE = (
    law("P"),
    integer("d", least=1),
    integer("T", least=1),
    integer("j", least=1),
    integer("k", least=1),
)


_LAWS, _PARTS = Member(_LAW, CubeLaws(_DIM)), WholeNumber(USERS / (2 * _DIM))
_IN_RANGE = at_most_(_PLACE, _DIM)
_WHOLE = (at_most_(_SIZE, ABOVE_1), below(ABOVE_1, _SIZE + 1))
"""k = floor(alpha)."""
_REGIMES: dict[str, tuple[Any, Any, Any, tuple[Any, ...]]] = {
    "alpha <= 1": (AT_MOST_1, AT_MOST_1**2, HIGH, (at_most_(8 * _DIM, USERS * AT_MOST_1**2),)),
    "1 < alpha <= d": (ABOVE_1, _SIZE, HIGH, (*_WHOLE, at_most_(ABOVE_1, _DIM), at_most_(16 * _DIM, USERS * ABOVE_1))),
    "alpha > d": (ABOVE_1, ABOVE_1, LOW, (below(_DIM, ABOVE_1),)),
}
"""alpha, what takes the place of min{alpha, alpha^2}, K, and what is assumed."""
_LEVEL, _MORE, _LESS = real("y", least=8), real("r", least=1, most=2), real("s")
_ENTITLED = line(log(_LEVEL) / _LEVEL).le(2 * log(_MORE * _LEVEL) / (_MORE * _LEVEL))


_SUMMED, _PARTED = real("a"), real("w", above=0)
_SHARED = line(8, given=(at_most_(8 * _PARTED, _SUMMED),)).le(_SUMMED / _PARTED)


def _enough(regime: str) -> tuple[Chain, ...]:
    """8d is at most the users of all co-ordinates together."""
    alpha, _power, _constant, given = _REGIMES[regime]
    if regime == "alpha <= 1":
        return ()
    return (
        line(8 * _DIM, given=given).le(USERS * alpha / 2).le(USERS * _SIZE, line(alpha, given=_WHOLE).le(2 * _SIZE)),
    )


_EIGHT = line(8 * _DIM, given=(_REGIMES["1 < alpha <= d"][3][-1],)).le(USERS * ABOVE_1)


def _eight(regime: str, users: Any) -> tuple[Any, ...]:
    """Why there are at least 8 users of a co-ordinate."""
    return (
        ()
        if regime == "alpha <= 1"
        else (
            _SHARED.at({_SUMMED: users, _PARTED: _DIM}),
            *(_enough(regime) if _SIZE in users.free_symbols else [_EIGHT]),
        )
    )


def _cap(regime: str) -> Any:
    """The logarithm of the cap on T*."""
    _alpha, power, constant, _given = _REGIMES[regime]
    return USERS * power / (constant * _DIM)


def _one(regime: str, *, beyond: bool) -> Chain:
    """One co-ordinate, below the phase transition or beyond it."""
    alpha, power, _constant, given = _REGIMES[regime]
    error, cap = CubeError(_LAW, USERS, _DRAWS, _DIM, alpha, _PLACE), _cap(regime)
    where = below(exp(cap), _DRAWS) if beyond else at_most_(_DRAWS, exp(cap))
    size = USERS * _DRAWS if regime == "alpha > d" else USERS * _DRAWS * power / _DIM
    bound = AFTER * exp(-cap / 2) if beyond else CONSTANT * log(size) / size
    users = USERS if regime == "alpha > d" else USERS * power / _DIM
    asked = (
        _LAWS,
        _PARTS,
        _IN_RANGE,
        where,
        *((given[0],) if regime == "alpha > d" else (at_most_(8, users),)),
        *given[: 3 if _SIZE in power.free_symbols else 0],
    )
    told = {
        "alpha <= 1": "(119) for the n/d users of the co-ordinate.",
        "1 < alpha <= d": "(119) at privacy 1 for the n floor(alpha)/d users of the co-ordinate.",
        "alpha > d": "(119) at privacy alpha/d > 1 for all n users.",
    }[regime]
    leans = ("kent/eq119",) if regime == "alpha > d" else ("kent/eq119", "kent/alg4/folds")
    many = [line(8, given=given).le(users, *_eight(regime, USERS * power))] if regime != "alpha > d" else []
    granted = words(told, at_most_(error, bound), given=asked, leans=leans)
    conditions = (_LAWS, _PARTS, _IN_RANGE, where, *given)
    if regime != "1 < alpha <= d":
        return line(error, given=conditions).le(bound, granted, *many)
    if beyond:
        return (
            line(error, given=conditions)
            .le(bound, granted, *many)
            .le(AFTER * exp(-USERS * alpha / (4 * HIGH * _DIM)), _SLOWER)
        )
    whole = USERS * _DRAWS * alpha / _DIM
    return (
        line(error, given=conditions)
        .le(bound, granted, *many)
        .le(
            2 * CONSTANT * log(whole) / whole,
            _ENTITLED.at({_LEVEL: size, _MORE: alpha / _SIZE}),
            *_RATIOS,
            line(8, given=given).le(users, *many).le(size),
        )
    )


_RATIOS = (
    line(ABOVE_1 / _SIZE, given=_WHOLE).le(
        2,
        line(_SUMMED / _PARTED, given=(at_most_(_SUMMED, 2 * _PARTED),)).le(2).at({_SUMMED: ABOVE_1, _PARTED: _SIZE}),
        line(ABOVE_1, given=_WHOLE).le(2 * _SIZE),
    ),
    line(1, given=_WHOLE[:1]).le(ABOVE_1 / _SIZE),
)
_SLOWER = line(exp(-USERS * _SIZE / (2 * HIGH * _DIM)), given=_WHOLE).le(
    exp(-USERS * ABOVE_1 / (4 * HIGH * _DIM)), line(ABOVE_1, given=_WHOLE).le(2 * _SIZE)
)
_ONE = {(regime, beyond): _one(regime, beyond=beyond) for regime in _REGIMES for beyond in (False, True)}


def _both(regime: str) -> AllOf:
    return AllOf("", {"before": _ONE[regime, False], "beyond": _ONE[regime, True].beside(_beyond(regime))})


EQ120_HIGH = Claim(
    "kent/eq120/high",
    "Appendix G.2, Case 1, (120)",
    Kind.UPPER_RATE,
    "one co-ordinate, alpha <= 1",
    says=(
        r"\alpha\in(0,1]:\quad\mathbb{E}[|\hat{\theta}_j-\theta_j|^2]\lesssim\frac{d\log(nT\alpha^2/d)}{nT\alpha^2}\text{ "
        r"if }T\le e^{n\alpha^2/(Kd)},\quad e^{-n\alpha^2/(2Kd)}\text{ otherwise}"
    ),
    match=Match.READING,
    differs="explicit constants, under n alpha^2 >= 8d, which is less than the paper assumes",
    printed=crossed(
        _both("alpha <= 1"),
        (
            (
                "the display at a co-ordinate's users, enclosed",
                FiniteCheck(
                    r"\text{display}\le125000\tfrac{\log y}y+184000e^{-x/(2K)}", _POINTS.format(_HIGH_LEVELS), _high
                ),
            ),
        ),
    ),
    note="The paper's n alpha^2 > 8Kd log(ed) is more than is needed.",
)


def _medium(_: Settings) -> Iterator[Case]:
    yield from one_coordinate(lambda shape: 1 < shape.alpha <= shape.d)


EQ120_MEDIUM = Claim(
    "kent/eq120/medium",
    "Appendix G.2, Case 2, (123)",
    Kind.UPPER_RATE,
    "one co-ordinate, 1 < alpha <= d, alpha an integer or not",
    says=(
        r"1<\alpha\le "
        r"d:\quad\mathbb{E}[|\hat{\theta}_j-\theta_j|^2]\lesssim\frac{d\log(nT\alpha/d)}{nT\alpha}\text{ "
        r"if }T\le e^{n\alpha/(Kd)},\quad e^{-n\alpha/(2Kd)}\text{ otherwise}"
    ),
    match=Match.READING,
    differs=(
        "explicit constants, for the procedure that the proof describes, the univariate one at alpha = 1 "
        "in folds of n alpha/d users, which the listing is not (kent/alg12/cap); for alpha not whole the "
        "regimes meet at exp(floor(alpha) n/(Kd))"
    ),
    printed=crossed(
        _both("1 < alpha <= d"),
        (
            (
                "the display at a co-ordinate's users, enclosed",
                FiniteCheck(
                    r"\text{display}\le125000\tfrac{\log y}y+184000e^{-x/(2K)}",
                    _POINTS.format(_MEDIUM_LEVELS),
                    _medium,
                ),
            ),
        ),
    ),
    note="For T* and Delta as corrected in kent/alg12/cap and kent/alg12/width. The paper lets alpha be an "
    "integer 'for simplicity'. For one that is not, the regimes meet at floor(alpha).",
)


def _low(_: Settings) -> Iterator[Case]:
    yield from one_coordinate(lambda shape: shape.alpha > shape.d)


EQ120_LOW = Claim(
    "kent/eq120/low",
    "Appendix G.2, Case 3, (126)",
    Kind.UPPER_RATE,
    "one co-ordinate, alpha > d",
    says=(
        r"\alpha>d:\quad\mathbb{E}[|\hat{\theta}_j-\theta_j|^2]\lesssim\frac{\log(nT)}{nT}\text{ if }T\le "
        r"e^{n\alpha/(Kd)},\quad e^{-n\alpha/(2Kd)}\text{ otherwise}"
    ),
    match=Match.READING,
    differs=(
        "explicit constants, for the procedure that the proof describes, the univariate one at alpha/d "
        "with all n users, so with log(nT*) in its width (kent/alg12/width)"
    ),
    printed=crossed(
        _both("alpha > d"),
        (
            (
                "the display at a co-ordinate's users, enclosed",
                FiniteCheck(
                    r"\text{display}\le125000\tfrac{\log y}y+184000e^{-x/(2K)}", _POINTS.format(_LOW_LEVELS), _low
                ),
            ),
        ),
    ),
    note="With log(nT*) in Delta, as (119) needs. n >= 2d >= 2.",
)


def _shipped(_: Settings) -> Iterator[Case]:
    """The program's bound in dimension d next to d displays."""
    for shape, samples in product(_grid(), (100, 10**6)):
        problem = shape.n, samples, shape.d, float(shape.alpha), 1.0
        used = vectors.algorithm12(*problem).each.m
        parameters = {"d": shape.d, "n": shape.n, "alpha": str(shape.alpha), "T": samples}
        yield agrees(parameters, vectors.bound(*problem).value, shape.d * _each(shape).display(used))


def cube_total(points: Any, users: Any, draws: Any, size: Any, alpha: Any) -> Any:
    """The mean squared error in all co-ordinates: the squared length is the sum of the squares."""
    shown = ", ".join(latex(x) for x in (points, users, draws, size, alpha))
    body = Sum(CubeError(points, users, draws, size, alpha, _PLACE), _PLACE, 1, size)
    return let(rf"\mathrm{{MSE}}_{{{shown}}}", body)


def _in_all(regime: str, *, beyond: bool) -> Chain:
    """All co-ordinates."""
    one, alpha = _ONE[regime, beyond], _REGIMES[regime][0]
    return (
        line(cube_total(_LAW, USERS, _DRAWS, _DIM, alpha), given=tuple(c for c in one.given if c != _IN_RANGE))
        .eq(Sum(one.start, _PLACE, 1, _DIM))
        .le(_DIM * one.end, one)
    )


_TOTALS = {key: _in_all(key[0], beyond=key[1]) for key in _ONE}
EQ120_SUM = Claim(
    "kent/eq120/sum",
    "Appendix G.2, (121), (124), (127)",
    Kind.UPPER_RATE,
    "the sum over the co-ordinates",
    says=(
        r"\mathbb{E}[\lVert\hat{\theta}-\theta\rVert_2^2]=\sum_{j=1}^d\mathbb{E}[|\hat{\theta}_j-\theta_j|^2]\lesssim\frac{d^2\log(nT\alpha^2/d)}{nT\alpha^2}\text{ "
        r"if }T\le e^{n\alpha^2/(Kd)},\ de^{-n\alpha^2/(2Kd)}\text{ otherwise "
        r"}(\alpha\in(0,1]);\quad\frac{d^2\log(nT\alpha/d)}{nT\alpha}\text{ if }T\le e^{n\alpha/(Kd)},\ "
        r"de^{-n\alpha/(2Kd)}\text{ otherwise }(1<\alpha\le d);\quad\frac{d\log(nT)}{nT}\text{ if }T\le "
        r"e^{n\alpha/(Kd)},\ de^{-n\alpha/(2Kd)}\text{ otherwise }(\alpha>d)"
    ),
    match=Match.READING,
    differs=("explicit constants, for the procedures that the proof describes: kent/alg12/cap, kent/alg12/width"),
    printed=crossed(
        AllOf(
            "",
            {f"{regime}, {'beyond' if beyond else 'before'}": chain for (regime, beyond), chain in _TOTALS.items()},
        ),
        (
            (
                "the bound that ships with the estimator",
                FiniteCheck(
                    r"|\text{shipped}-d\cdot\text{display}|\le10^{-9}\,d\cdot\text{display}",
                    _POINTS.format(_ALL).split("; T =", maxsplit=1)[0] + "; T = 100, 10^6",
                    _shipped,
                ),
            ),
        ),
    ),
)


def _total(_: Settings) -> Iterator[Case]:
    """d times the display next to the sum of both terms."""
    for shape in _grid():
        each = _each(shape)
        for samples, used in _samples(each):
            right = shape.cube(samples, 2 * CONSTANT, 8 * HIGH)
            yield shape.case(samples, used, shape.d * each.display(used), right)


_LARGE, _AS_LARGE = real("u", above=0), real("s", above=0)
_FACTOR = line(_AS_LARGE * exp(-2 * _LARGE), given=(at_most_(_AS_LARGE, exp(_LARGE)),)).le(
    exp(-_LARGE), at_most_(_AS_LARGE, exp(_LARGE))
)


_ONE_PART, _OTHER_PART = real("a", least=0), real("b", least=0)
_LARGER = line(sympy.Max(_ONE_PART, _OTHER_PART)).le(_ONE_PART + _OTHER_PART)


def _absorbed(regime: str) -> Chain:
    """The factor d in front of the exponential term is absorbed."""
    alpha, _power, _constant, given = _REGIMES[regime]
    rate, z = {
        "alpha <= 1": (alpha**2, alpha**2),
        "1 < alpha <= d": (alpha, alpha),
        "alpha > d": (alpha, _DIM),
    }[regime]
    total, few, many = cube_total(_LAW, USERS, _DRAWS, _DIM, alpha), _TOTALS[regime, False], _TOTALS[regime, True]
    level, size = USERS * rate / (8 * HIGH * _DIM), USERS * _DRAWS * z / _DIM
    first, second = 2 * CONSTANT * _DIM * log(size) / size, AFTER * exp(-level)
    assumed = (_LAWS, _PARTS, *given, at_most_(_DIM, exp(level)))
    much, before, beyond = real("v", least=1), few.given[2], many.given[2]
    positive = line(0).le(2 * CONSTANT * _DIM * log(much) / much).at({much: size})
    enough = (
        line(1).le(size)
        if regime == "alpha > d"
        else line(1, given=given).le(8).le(USERS * rate / _DIM, *_eight(regime, USERS * rate)).le(size)
    )
    ends = few.end, many.end
    either = line(total, given=(_LAWS, _PARTS, *given)).le(
        sympy.Max(*ends),
        cases(
            *(
                (where, line(total, given=(_LAWS, _PARTS, *given, where)).le(end, chain).le(sympy.Max(*ends)))
                for where, end, chain in ((before, ends[0], few), (beyond, ends[1], many))
            )
        ),
    )
    doubled = line(CONSTANT * _DIM * log(much) / much).le(2 * CONSTANT * _DIM * log(much) / much).at({much: size})
    return (
        line(total, given=assumed)
        .le(sympy.Max(*ends), either)
        .le(
            sympy.Max(first, second),
            *(() if regime == "1 < alpha <= d" else (doubled,)),
            line(ends[1], given=(*given, assumed[-1]))
            .le(AFTER * _DIM * exp(-2 * level))
            .le(second, _FACTOR.at({_LARGE: level, _AS_LARGE: _DIM})),
            *(() if regime == "1 < alpha <= d" else (enough,)),
        )
        .le(first + second, _LARGER.at({_ONE_PART: first, _OTHER_PART: second}), positive, enough)
    )


EQ120_ABSORBED = Claim(
    "kent/eq120/absorbed",
    "Appendix G.2, (122), (125), (128)",
    Kind.UPPER_RATE,
    "the factor d in front of the exponential term",
    says=(
        r"\mathbb{E}[\lVert\hat{\theta}-\theta\rVert_2^2]\lesssim\frac{d^2\log(nT\alpha^2/d)}{nT\alpha^2}+e^{-cn\alpha^2/(Kd)}\ "
        r"(\alpha\in(0,1]);\quad\frac{d^2\log(nT\alpha/d)}{nT\alpha}+e^{-cn\alpha/(Kd)}\ (1<\alpha\le "
        r"d);\quad\frac{d\log(nT)}{nT}+e^{-cn\alpha/(Kd)}\ (\alpha>d);\quad\text{if "
        r"}n\min\{\alpha,\alpha^2\}>\tilde{C}d\log(ed)\text{ for some sufficiently large }\tilde{C}"
    ),
    match=Match.READING,
    differs=(
        "explicit constants, C~ = 8K among them: x = n min(alpha, alpha^2)/d >= 8K log(d) is d <= "
        "exp(x/(8K)); for the procedures that the proof describes"
    ),
    printed=crossed(
        AllOf("", {regime: _absorbed(regime) for regime in _REGIMES}),
        (
            (
                "d displays next to the bound, enclosed",
                FiniteCheck(
                    r"d\cdot\text{display}\le250000\tfrac{d^2\log(nTz/d)}{nTz}+184000e^{-x/68288}",
                    _POINTS.format(_ALL),
                    _total,
                ),
            ),
        ),
    ),
    note="d <= e^(x/(8K)) and 8d <= n alpha^2, or 16d <= n alpha, which the paper's assumption gives, are "
    "enough. The smallest exponent is that of alpha <= d with alpha no integer, e^(-x/(4K)).",
)

_N, _T, _D, _ALPHA, _Y, _R = sympy.symbols("n T d alpha y r", positive=True)
_STRETCHED = line(log(_LEVEL)).le(2 * log(_MORE * _LEVEL) / _MORE)

CLAIMS = (
    EQ120,
    EQ120_HIGH,
    EQ120_MEDIUM,
    EQ120_LOW,
    EQ120_SUM,
    EQ120_ABSORBED,
)
