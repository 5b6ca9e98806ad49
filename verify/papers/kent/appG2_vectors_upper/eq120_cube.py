"""kent Appendix G.2, the cube, (120)-(128): the rate of Algorithms 4 and 12 with constants, 2d | n."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import floor

import sympy
from sympy import Integer, log, oo

from upperbounds.vectors import kent as vectors
from verify.papers.kent.appG1_mean_upper.eq118_rate import AFTER, CONSTANT
from verify.papers.kent.instances.package_values import agrees
from verify.papers.kent.instances.parameter_points import (
    FOLDS,
    HALVED,
    HIGH,
    LOG_D,
    LOW,
    PART,
    REST,
    WHOLE,
    F,
    G,
    S,
    Shape,
    Share,
    absorbed,
    log_share,
    shapes,
)
from verify.prover import Variable
from verify.statements import AllOf, Case, Derived, FiniteCheck, Identity, Whole, at_most
from verify.statements.claim import Claim, Kind
from verify.statements.outcome import Settings, as_arb

_N, _T, _D, _ALPHA, _Y, _R = sympy.symbols("n T d alpha y r", positive=True)
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

    Up to T* it is beside the polynomial rate, over `factor`, beyond beside the exponential one, to the power `after`.
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


def _medium(_: Settings) -> Iterator[Case]:
    yield from one_coordinate(lambda shape: 1 < shape.alpha <= shape.d)


def _low(_: Settings) -> Iterator[Case]:
    yield from one_coordinate(lambda shape: shape.alpha > shape.d)


def _total(_: Settings) -> Iterator[Case]:
    """d times the display beside the sum of both terms."""
    for shape in _grid():
        each = _each(shape)
        for samples, used in _samples(each):
            right = shape.cube(samples, 2 * CONSTANT, 8 * HIGH)
            yield shape.case(samples, used, shape.d * each.display(used), right)


def _shipped(_: Settings) -> Iterator[Case]:
    """The program's bound in dimension d beside d displays."""
    for shape, samples in product(_grid(), (100, 10**6)):
        problem = shape.n, samples, shape.d, float(shape.alpha), 1.0
        used = vectors.algorithm12(*problem).each.m
        parameters = {"d": shape.d, "n": shape.n, "alpha": str(shape.alpha), "T": samples}
        yield agrees(parameters, vectors.bound(*problem).value, shape.d * _each(shape).display(used))


CLAIMS = (
    Claim(
        "kent/eq120",
        "Appendix G.2, (120), (123), (126)",
        Kind.UPPER_RATE,
        "one co-ordinate of the cube, in three regimes of alpha",
        Whole(
            r"E|\hat\theta_j-\theta_j|^2\lesssim\tfrac{d\log(nT\alpha^2/d)}{nT\alpha^2},\ \tfrac{d\log(nT\alpha/d)}{nT\alpha},\ "
            r"\tfrac{\log(nT)}{nT}\text{ and beyond }T^*:\ e^{-n\min\{\alpha,\alpha^2\}/(2Kd)}",
            ("kent/eq120/high", "kent/eq120/medium", "kent/eq120/low"),
        ),
        note="For the algorithms as corrected; as printed Algorithm 12 misses (123), see kent/alg12/cap.",
    ),
    Claim(
        "kent/eq120/high",
        "Appendix G.2, Case 1, (120)",
        Kind.UPPER_RATE,
        "one co-ordinate, alpha <= 1",
        Derived(
            r"E|\hat\theta_j-\theta_j|^2\le125000\,\tfrac{d\log(nT\alpha^2/d)}{nT\alpha^2}\ (T\le e^{n\alpha^2/(Kd)}),\quad"
            r"184000\,e^{-n\alpha^2/(2Kd)},\ K=8536,\ n\alpha^2>8Kd\log(ed)",
            ("kent/eq119", "kent/alg4/folds"),
            AllOf(
                r"(119)\text{ with }n_0=\tfrac nd\text{ users}",
                (
                    (
                        "the rate",
                        Identity(CONSTANT / (_N / _D * _T * _ALPHA**2), CONSTANT * _D / (_N * _T * _ALPHA**2)),
                    ),
                    ("n_0 alpha^2 >= 8, with g = log d", at_most(Integer(8), 8 * HIGH * (1 + G), LOG_D)),
                ),
            ),
            crosschecks=(
                (
                    "the display at a co-ordinate's users, enclosed",
                    FiniteCheck(
                        r"\text{display}\le125000\tfrac{\log y}y+184000e^{-x/(2K)}", _POINTS.format(_HIGH_LEVELS), _high
                    ),
                ),
            ),
        ),
        note="n a multiple of 2d.",
    ),
    Claim(
        "kent/eq120/medium",
        "Appendix G.2, Case 2, (123)",
        Kind.UPPER_RATE,
        "one co-ordinate, 1 < alpha <= d, alpha an integer or not",
        Derived(
            r"E|\hat\theta_j-\theta_j|^2\le125000\,\tfrac{d\log(nT\lfloor\alpha\rfloor/d)}{nT\lfloor\alpha\rfloor}\le250000\,"
            r"\tfrac{d\log(nT\alpha/d)}{nT\alpha}\ (T\le e^{n\lfloor\alpha\rfloor/(Kd)}),\quad184000\,e^{-n\lfloor\alpha\rfloor/(2Kd)}"
            r"\le184000\,e^{-n\alpha/(4Kd)}",
            ("kent/eq119", "kent/alg4/folds"),
            AllOf(
                r"(119)\text{ with }n_0=\tfrac{n\lfloor\alpha\rfloor}d\text{ users at }\alpha=1;\ \lfloor\alpha\rfloor\ge\tfrac\alpha2",
                (
                    ("alpha = k + f <= 2k", HALVED),
                    (
                        "log y/y <= 2 log(ry)/(ry), r = alpha/floor(alpha)",
                        at_most(
                            *log_share(_Y, _R, 2), Variable(_Y, Integer(8), oo), Variable(_R, Integer(1), Integer(2))
                        ),
                    ),
                    ("n_0 >= n alpha/(2d) >= 8", at_most(Integer(8), 4 * HIGH * (1 + G), LOG_D)),
                    ("the exponent", at_most(-WHOLE, -(WHOLE + F) / 2, FOLDS, PART)),
                ),
            ),
            crosschecks=(
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
        note="For T* and Delta as corrected in kent/alg12/cap and kent/alg12/width. The paper lets alpha be an integer 'for simplicity'. For one that is not, the regimes meet at floor(alpha).",
    ),
    Claim(
        "kent/eq120/low",
        "Appendix G.2, Case 3, (126)",
        Kind.UPPER_RATE,
        "one co-ordinate, alpha > d",
        Derived(
            r"E|\hat\theta_j-\theta_j|^2\le125000\,\tfrac{\log(nT)}{nT}\ (T\le e^{n\alpha/(Kd)}),\quad184000\,e^{-n\alpha/(2Kd)},\ K=577",
            ("kent/eq119",),
            AllOf(
                r"(119)\text{ with all }n\text{ users at budget }\tfrac\alpha d>1",
                (
                    (
                        "the budget is above 1, alpha = d (1 + s)",
                        at_most(Integer(1), _D * (1 + S) / _D, Variable(_D, Integer(1), oo), REST),
                    ),
                ),
            ),
            crosschecks=(
                (
                    "the display at a co-ordinate's users, enclosed",
                    FiniteCheck(
                        r"\text{display}\le125000\tfrac{\log y}y+184000e^{-x/(2K)}", _POINTS.format(_LOW_LEVELS), _low
                    ),
                ),
            ),
        ),
        note="With log(nT*) in Delta, as (119) needs. n >= 2d >= 2.",
    ),
    Claim(
        "kent/eq120/sum",
        "Appendix G.2, (121), (124), (127)",
        Kind.UPPER_RATE,
        "the sum over the co-ordinates",
        Derived(
            r"E\|\hat\theta-\theta\|_2^2=\sum_jE|\hat\theta_j-\theta_j|^2\lesssim\tfrac{d^2\log(nT\alpha^2/d)}{nT\alpha^2},\ "
            r"\tfrac{d^2\log(nT\alpha/d)}{nT\alpha},\ \tfrac{d\log(nT)}{nT}\text{ and beyond }T^*:\ d\,e^{-n\min\{\alpha,\alpha^2\}/(2Kd)}",
            ("kent/eq120",),
            AllOf(
                r"d\text{ times one co-ordinate}",
                (
                    ("alpha <= 1", Identity(_D * (_D / (_N * _T * _ALPHA**2)), _D**2 / (_N * _T * _ALPHA**2))),
                    ("1 < alpha <= d", Identity(_D * (_D / (_N * _T * _ALPHA)), _D**2 / (_N * _T * _ALPHA))),
                    (
                        "all cases are d^2 log(nTz/d)/(nTz): alpha > d, z = d",
                        Identity(_D**2 * log(_N * _T * _D / _D) / (_N * _T * _D), _D * log(_N * _T) / (_N * _T)),
                    ),
                ),
            ),
            crosschecks=(
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
    ),
    Claim(
        "kent/eq120/absorbed",
        "Appendix G.2, (122), (125), (128)",
        Kind.UPPER_RATE,
        "the factor d in front of the exponential term",
        Derived(
            r"E\|\hat\theta-\theta\|_2^2\le250000\,\tfrac{d^2\log(nTz/d)}{nTz}+184000\,e^{-x/(8\cdot8536)},\ "
            r"x=\tfrac{n\min\{\alpha,\alpha^2\}}d>8\cdot8536\,\log(ed),\ z=\min\{\alpha,\alpha^2,d\}",
            ("kent/eq120/sum",),
            AllOf(
                r"d\,e^{-x/(4K)}\le e^{-x/(8K)}",
                (
                    (
                        "log d <= x/(8K), with x = 8K (1 + g + s), g = log d; alpha up to d",
                        absorbed(Integer(2)),
                    ),
                    (
                        "alpha > d: d e^(-x/1154), the same x",
                        absorbed(8 * HIGH / (2 * LOW)),
                    ),
                ),
            ),
            crosschecks=(
                (
                    "d displays beside the bound, enclosed",
                    FiniteCheck(
                        r"d\cdot\text{display}\le250000\tfrac{d^2\log(nTz/d)}{nTz}+184000e^{-x/68288}",
                        _POINTS.format(_ALL),
                        _total,
                    ),
                ),
            ),
        ),
        note="The smallest exponent is that of alpha <= d with alpha no integer, e^(-x/(4K)). n is a multiple of 2d.",
    ),
)
