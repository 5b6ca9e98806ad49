"""kent Appendix G.2, the cube, (120)-(128): the rate of Algorithms 4 and 12 with constants, 2d | n."""

from collections.abc import Iterator
from fractions import Fraction
from math import floor

import sympy
from flint import arb
from sympy import Integer, log, oo

from upperbounds.mean import kent
from upperbounds.vectors import kent as vectors
from verify.claim import Claim, Kind
from verify.outcome import Settings, as_arb
from verify.papers.kent.rate import AFTER, CONSTANT, display
from verify.prover import Variable
from verify.statements import AllOf, Case, Derived, FiniteCheck, Identity, Whole, at_most

HIGH, LOW = Integer(kent.K_HIGH_PRIVACY), Integer(kent.K_LOW_PRIVACY)
_N, _T, _D, _ALPHA, _Y = sympy.symbols("n T d alpha y", positive=True)
_K = sympy.Symbol("k", positive=True)
_G, _S, _F = sympy.symbols("g s f", nonnegative=True)
_R = sympy.Symbol("r", positive=True)
_LOG_D = Variable(_G, Integer(0), oo)
"""g = log d."""
_REST = Variable(_S, Integer(0), oo)
_FOLDS = Variable(_K, Integer(1), oo)
_PART = Variable(_F, Integer(0), Integer(1), open_upper=True)
_TWICE = Variable(_R, Integer(1), Integer(2))
_AT_LEAST_8 = Variable(_Y, Integer(8), oo)
_POINTS = "d = 2, 8; alpha = 1/2, 1, 3/2, 5/2, 2, 8, 33/4, 40; n the least multiple of 2d that the condition allows and 3 times that; T = 1, 100, T*, 10 T*"


def halving(y: sympy.Expr, r: sympy.Expr) -> tuple[sympy.Expr, sympy.Expr]:
    """log(y)/y beside twice log(ry)/(ry), r from 1 to 2."""
    return log(y), 2 * log(r * y) / r


def _grid() -> Iterator[tuple[int, int, Fraction]]:
    """d, n, alpha with n min(alpha, alpha^2) > 8 K d log(ed)."""
    for d, alpha in ((d, a) for d in (2, 8) for a in ("1/2", "1", "3/2", "5/2", "2", "8", "33/4", "40")):
        level = Fraction(alpha)
        least = as_arb(8 * HIGH * d / min(level, level**2)) * (1 + arb(d).log())
        n = 2 * d * int((least / (2 * d)).ceil().unique_fmpz() or 0)
        yield d, n, level
        yield d, 3 * n, level


def _each(n: int, d: int, alpha: Fraction) -> tuple[int, Fraction, int]:
    """A co-ordinate's users and budget, and K at it."""
    if alpha <= 1:
        return n // d, alpha, kent.K_HIGH_PRIVACY
    if alpha <= d:
        return floor(alpha) * n // d, Fraction(1), kent.K_HIGH_PRIVACY
    return n, alpha / d, kent.K_LOW_PRIVACY


def _samples(users: int, budget: Fraction, constant: int) -> Iterator[tuple[int, int]]:
    """T = 1, 100, T* (at most 10^15) and 10 T*, each with the T* that the program takes."""
    cap = kent.used_samples(users, 10**15, float(budget), constant)
    for samples in (1, 100, cap, 10 * cap):
        yield samples, kent.used_samples(users, samples, float(budget), constant)


def one_coordinate(after: int = 1) -> Iterator[Case]:
    """The display before (119) at a co-ordinate's users and budget, beside the rate with constants."""
    for d, n, alpha in _grid():
        users, budget, constant = _each(n, d, alpha)
        exponent = as_arb(users * min(budget, budget**2)) / constant
        for samples, used in _samples(users, budget, constant):
            y = as_arb(users * samples * min(budget, Fraction(1)) ** 2)
            right = int(CONSTANT) * y.log() / y + int(AFTER) * (-after * exponent / 2).exp()
            parameters = {"d": d, "n": n, "alpha": str(alpha), "T": samples, "T*": used}
            yield Case(parameters, display(users, used, budget, constant), right)


def _one_coordinate(_: Settings) -> Iterator[Case]:
    yield from one_coordinate()


def _total(_: Settings) -> Iterator[Case]:
    """d times the display beside the sum of both terms; z = min(alpha, alpha^2, d)."""
    for d, n, alpha in _grid():
        users, budget, constant = _each(n, d, alpha)
        power = min(alpha, alpha**2)
        for samples, used in _samples(users, budget, constant):
            y = as_arb(Fraction(n * samples, d) * min(power, Fraction(d)))
            right = 2 * int(CONSTANT) * d * y.log() / y
            right += int(AFTER) * (-as_arb(n * power / d) / int(8 * HIGH)).exp()
            parameters = {"d": d, "n": n, "alpha": str(alpha), "T": samples, "T*": used}
            yield Case(parameters, d * display(users, used, budget, constant), right)


def _shipped(_: Settings) -> Iterator[Case]:
    """|shipped bound - d displays| beside 10^-9 of the latter: the code's bound in dimension d."""
    for d, n, alpha in _grid():
        users, budget, constant = _each(n, d, alpha)
        for samples in (100, 10**6):
            plan = vectors.algorithm12(n, samples, d, float(alpha), 1.0)
            shown = d * display(users, plan.each.samples, budget, constant)
            shipped = as_arb(Fraction(vectors.bound(n, samples, d, float(alpha), 1.0).value))
            yield Case({"d": d, "n": n, "alpha": str(alpha), "T": samples}, abs(shipped - shown), shown / 10**9)


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
                    ("n_0 alpha^2 >= 8, with g = log d", at_most(Integer(8), 8 * HIGH * (1 + _G), _LOG_D)),
                ),
            ),
            crosschecks=(
                (
                    "the display at a co-ordinate's users, enclosed",
                    FiniteCheck(r"\text{display}\le125000\tfrac{\log y}y+184000e^{-x/(2K)}", _POINTS, _one_coordinate),
                ),
            ),
        ),
        note="n a multiple of 2d. The other two regimes are in the crosscheck, too.",
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
                    ("alpha = k + f <= 2k", at_most(_K + _F, 2 * _K, _FOLDS, _PART)),
                    (
                        "log y/y <= 2 log(ry)/(ry), r = alpha/floor(alpha)",
                        at_most(*halving(_Y, _R), _AT_LEAST_8, _TWICE),
                    ),
                    ("n_0 >= n alpha/(2d) >= 8", at_most(Integer(8), 4 * HIGH * (1 + _G), _LOG_D)),
                    ("the exponent", at_most(-_K, -(_K + _F) / 2, _FOLDS, _PART)),
                ),
            ),
            crosschecks=(
                (
                    "the display at a co-ordinate's users, enclosed",
                    FiniteCheck(r"\text{display}\le125000\tfrac{\log y}y+184000e^{-x/(2K)}", _POINTS, _one_coordinate),
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
                        at_most(Integer(1), _D * (1 + _S) / _D, Variable(_D, Integer(1), oo), _REST),
                    ),
                ),
            ),
            crosschecks=(
                (
                    "the display at a co-ordinate's users, enclosed",
                    FiniteCheck(r"\text{display}\le125000\tfrac{\log y}y+184000e^{-x/(2K)}", _POINTS, _one_coordinate),
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
                        _POINTS.split("; T =", maxsplit=1)[0] + "; T = 100, 10^6",
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
                        at_most(_G - 2 * (1 + _G + _S), -(1 + _G + _S), _LOG_D, _REST),
                    ),
                    (
                        "alpha > d: d e^(-x/1154), the same x",
                        at_most(_G - 8 * HIGH * (1 + _G + _S) / (2 * LOW), -(1 + _G + _S), _LOG_D, _REST),
                    ),
                ),
            ),
            crosschecks=(
                (
                    "d displays beside the bound, enclosed",
                    FiniteCheck(
                        r"d\cdot\text{display}\le250000\tfrac{d^2\log(nTz/d)}{nTz}+184000e^{-x/68288}", _POINTS, _total
                    ),
                ),
            ),
        ),
        note="The smallest exponent is that of alpha <= d with alpha no integer, e^(-x/(4K)). n is a multiple of 2d.",
    ),
)
