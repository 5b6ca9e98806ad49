"""kent Sections 4, 4.1 and 4.2: Theorem 7 and Corollary 8 from above, Algorithm 6's lines, the choice of a procedure.

T stands for the samples, T* for those that are used; alpha <= 1.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import numpy as np
from sympy import Min, Rational, exp, log, sqrt

from notation.setting import Setting
from upperbounds.sparse import kent as sparse
from upperbounds.sparse.selection import first_chosen
from verify.kernel.calculus import Chain, at_most, because, cite, integer, line, quantity, real
from verify.kernel.statements import AllOf, Case, Definition, FiniteCheck
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings, as_arb
from verify.papers.kent.appG1_mean_upper.eq118_rate import AFTER, CONSTANT
from verify.papers.kent.appI_lemmas.lemma26_eq231_large_coordinates import CLAIMS as LEMMA26
from verify.papers.kent.appI_lemmas.lemma26_eq231_large_coordinates import LEAST_C, LEAST_K, Unfound
from verify.papers.kent.nouns_sections import FITS, SIZE, SUPPORT
from verify.papers.kent.nouns_upper import USED
from verify.papers.kent.setting import ALPHA, DRAWS, USERS

_X, _DRAWN, _SHORTFALL, _GAMMA = (
    real("x", above=0),
    integer("T", least=1),
    real("u", least=0, most=1),
    real("gamma", least=0, most=1),
)
"""x stands for d/(n alpha^2)."""
_W, _TWICE = real("w", above=0), at_most(2 * log(_X), _DRAWN)
_FEWER, _MUCH = real("u", above=0), real("v", above=0)
_RISES = line(log(_FEWER), given=(at_most(_FEWER, _MUCH),)).le(log(_MUCH), at_most(_FEWER, _MUCH))


_BUDGET = USERS * USED * ALPHA**2
_HIGH, _RATIO = at_most(ALPHA, 1), USERS * ALPHA**2 / SUPPORT
_MANY, _USED = at_most(LEAST_C * (1 + log(SIZE)), _RATIO), at_most(log(USED), _RATIO / LEAST_K)
SelectionError = quantity(
    "SelectionError",
    r"\sup_P\mathbb{{E}}\|\hat\theta - \theta\|_2^2[\text{{Algorithm 6}}_{{{0}, {1}, {2}, {3}, {4}}}]",
    "largest mean squared error of Algorithm 6 (T* draws used for the votes, its sub-routine called for the n/2 users who are left, its "
    "estimates placed at their co-ordinates), over laws on [-1, 1]^d with means of at most s co-ordinates that are not 0, for n users, a "
    "multiple of 4s, with T draws each: SelectionError(n, d, s, T, alpha)",
    0,
)
_ERROR, _FAILED = SelectionError(USERS, SIZE, SUPPORT, DRAWS, ALPHA), Unfound(USERS, SIZE, SUPPORT, USED, ALPHA)
_SQUARE = 2 * log(SIZE * _BUDGET) / USED
_SIZE_OF_HALF = USERS * DRAWS * ALPHA**2 / (2 * SUPPORT)
_CUBE = 2 * CONSTANT * SUPPORT * log(_SIZE_OF_HALF) / _SIZE_OF_HALF + AFTER * exp(
    -USERS * ALPHA**2 / (16 * 8536 * SUPPORT)
)
_PARTS = 4 * SUPPORT * _SQUARE + SUPPORT * _FAILED + _CUBE
_GIVEN = (FITS, _HIGH, _MANY, _USED)
_FIRST = (
    line(_ERROR, given=_GIVEN)
    .le(
        _PARTS,
        because(
            "What is missed by a right selection and by a wrong one, and the error of the s-dimensional cube for half of the users, with "
            "fewer co-ordinates in it where fewer are chosen.",
            "kent/eq151",
            "kent/eq152",
            "kent/eq120/absorbed",
            "kent/eq153/increasing",
        ),
    )
    .le(4 * SUPPORT * _SQUARE + SUPPORT / USED + _CUBE, cite({c.id: c for c in LEMMA26}["kent/lemma26"], "T*"))
    .eq(8 * SUPPORT * log(SIZE * _BUDGET) / USED + SUPPORT / USED + _CUBE)
)

_S, _DIM, _B, _T, _RATE, _L = (real(name, least=1) for name in ("s", "d", "b", "T", "C", "L"))
"""b stands for n alpha^2, and L for log(d n T alpha^2)."""
_ENOUGH, _INSIDE = at_most(LEAST_C * _S, _B), at_most(log(_W), _L)
_POLYNOMIAL = (
    line(8 * _S * _L / _T + _S / _T + 4 * CONSTANT * _S**2 * log(_W) / (_B * _T), given=(_ENOUGH, _INSIDE))
    .le(8 * _S * _L / _T + _S * _L / _T + 4 * CONSTANT * _S**2 * log(_W) / (_B * _T))
    .le(9 * _S * _L / _T + 4 * CONSTANT * _S**2 * _L / (_B * _T), _INSIDE)
    .le(
        9 * _S * _L / _T + 3 * _S * _L / _T,
        line(4 * CONSTANT * _S**2 * _L / (_B * _T), given=(_ENOUGH,))
        .le(4 * CONSTANT * _S * _L / (LEAST_C * _T))
        .le(3 * _S * _L / _T),
    )
    .eq(12 * _S * _L / _T)
)

_LESS, _MORE = real("p"), real("q")
_FALLS = line(exp(-_MORE), given=(at_most(_LESS, _MORE),)).le(exp(-_LESS), at_most(_LESS, _MORE))
_GROWS = line(exp(_LESS), given=(at_most(_LESS, _MORE),)).le(exp(_MORE), at_most(_LESS, _MORE))
_RATE_X, _LOGS, _SEEN, _LOG_H, _PART = (
    real("x", above=0),
    real("L", least=0),
    real("T^*", least=1),
    real("g"),
    real("k", least=2),
)
"""n alpha^2/s, log(d n T* alpha^2), T*, the logarithm of half of nT alpha^2/s, and how far T* is below the cap at most."""
_SPARSE, _CAPPED = at_most(_S, exp(_RATE_X / LEAST_C)), at_most(exp(_RATE_X / LEAST_K), _PART * _SEEN)
_LATE_H = at_most(_RATE_X / LEAST_K, _LOG_H + log(2 * _PART))
_STEEP = line(exp(_RATE_X / LEAST_C) * exp(-19 * _RATE_X / (20 * LEAST_K))).le(exp(-_RATE_X / 1250000))
_VOTES_LATE = (
    line(9 * _S * _LOGS / _SEEN, given=(_SPARSE, _CAPPED, at_most(_LOGS, 2 * _RATE_X)))
    .le(9 * exp(_RATE_X / LEAST_C) * _LOGS / _SEEN, _SPARSE)
    .le(18 * exp(_RATE_X / LEAST_C) * _RATE_X / _SEEN, at_most(_LOGS, 2 * _RATE_X))
    .le(
        18 * _PART * exp(_RATE_X / LEAST_C) * _RATE_X * exp(-_RATE_X / LEAST_K),
        line(1 / _SEEN, given=(_CAPPED,)).le(_PART * exp(-_RATE_X / LEAST_K)),
    )
    .le(18000000 * _PART * exp(-_RATE_X / 1250000))
)
_LESS_H = (
    line(exp(-19 * _LOG_H / 20), given=(_LATE_H,))
    .le(
        exp(19 * log(2 * _PART) / 20 - 19 * _RATE_X / (20 * LEAST_K)),
        _FALLS.at({_MORE: 19 * _LOG_H / 20, _LESS: 19 * _RATE_X / (20 * LEAST_K) - 19 * log(2 * _PART) / 20}),
        line(19 * _RATE_X / (20 * LEAST_K) - 19 * log(2 * _PART) / 20, given=(_LATE_H,)).le(19 * _LOG_H / 20),
    )
    .le(2 * _PART * exp(-19 * _RATE_X / (20 * LEAST_K)))
)
_CUBE_LATE = (
    line(2 * CONSTANT * _S * _LOG_H * exp(-_LOG_H), given=(_SPARSE, _LATE_H))
    .le(40 * CONSTANT * _S * exp(-19 * _LOG_H / 20))
    .le(40 * CONSTANT * exp(_RATE_X / LEAST_C) * exp(-19 * _LOG_H / 20), _SPARSE)
    .le(40 * CONSTANT * exp(_RATE_X / LEAST_C) * (2 * _PART * exp(-19 * _RATE_X / (20 * LEAST_K))), _LESS_H)
    .le(80 * CONSTANT * _PART * exp(-_RATE_X / 1250000), _STEEP)
)

_ALL = USERS * DRAWS * ALPHA**2
_WITHIN = at_most(log(DRAWS), _RATIO / LEAST_K)
_AT = {_S: SUPPORT, _T: DRAWS, _B: USERS * ALPHA**2, _L: log(SIZE * _ALL), _W: SIZE * _ALL}
_PER_CENT = (
    line(LEAST_C * SUPPORT, given=(_MANY,))
    .le(LEAST_C * (1 + log(SIZE)) * SUPPORT)
    .le(_RATIO * SUPPORT, _MANY)
    .eq(USERS * ALPHA**2)
)
_LONG = (
    line(1, given=(_MANY,))
    .le(log(LEAST_C))
    .le(
        log(SIZE * _ALL),
        _RISES.at({_FEWER: LEAST_C, _MUCH: SIZE * _ALL}),
        line(LEAST_C, given=(_MANY,)).le(LEAST_C * SUPPORT).le(USERS * ALPHA**2, _PER_CENT).le(SIZE * _ALL),
    )
)
_SMALLER = line(log(_ALL / (2 * SUPPORT))).le(
    log(SIZE * _ALL),
    _RISES.at({_FEWER: _ALL / (2 * SUPPORT), _MUCH: SIZE * _ALL}),
    line(_ALL / (2 * SUPPORT)).le(_ALL).le(SIZE * _ALL),
)
_BELOW_CAP = real("k", least=Rational(7, 10))
"""How far log T* is below the cap at most: the cap rounded down is at least half of it."""
_CAP, _NO_MORE = at_most(_RATIO / LEAST_K, log(USED) + _BELOW_CAP), at_most(USED, DRAWS)
_LOG_D = line(log(SIZE), given=(_MANY,)).le(
    _RATIO / LEAST_C,
    line(_LOGS, given=(at_most(LEAST_C * _LOGS, _RATE_X),))
    .eq(LEAST_C * _LOGS / LEAST_C)
    .le(_RATE_X / LEAST_C)
    .at({_LOGS: log(SIZE), _RATE_X: _RATIO}),
    line(LEAST_C * log(SIZE), given=(_MANY,)).le(LEAST_C * (1 + log(SIZE))).le(_RATIO, _MANY),
)
_FEW_S = (
    line(SUPPORT, given=(FITS, _MANY))
    .le(SIZE, FITS)
    .eq(exp(log(SIZE)))
    .le(exp(_RATIO / LEAST_C), _GROWS.at({_LESS: log(SIZE), _MORE: _RATIO / LEAST_C}), _LOG_D)
)
_SHORT_LOG = (
    line(log(SIZE * _BUDGET), given=(FITS, _MANY, _USED))
    .eq(log(SIZE) + log(_RATIO) + log(SUPPORT) + log(USED))
    .le(2 * log(SIZE) + log(_RATIO) + log(USED), _RISES.at({_FEWER: SUPPORT, _MUCH: SIZE}))
    .le(2 * _RATIO / LEAST_C + log(_RATIO) + log(USED), _LOG_D)
    .le(2 * _RATIO / LEAST_C + log(_RATIO) + _RATIO / LEAST_K, _USED)
    .le(2 * _RATIO / LEAST_C + _RATIO + _RATIO / LEAST_K, line(log(_W)).le(_W).at({_W: _RATIO}))
    .le(2 * _RATIO)
)
LATER = AFTER * exp(-USERS * ALPHA**2 / (16 * 8536 * SUPPORT))
UP_TO_CAP = (
    line(_ERROR, given=(FITS, _HIGH, _MANY, _WITHIN))
    .le(8 * SUPPORT * log(SIZE * _ALL) / DRAWS + SUPPORT / DRAWS + _CUBE, _FIRST.at({USED: DRAWS}))
    .le(
        8 * SUPPORT * log(SIZE * _ALL) / DRAWS
        + SUPPORT / DRAWS
        + 4 * CONSTANT * SUPPORT**2 * log(SIZE * _ALL) / _ALL
        + LATER,
        _SMALLER,
    )
    .le(12 * SUPPORT * log(SIZE * _ALL) / DRAWS + LATER, _POLYNOMIAL.at(_AT), _PER_CENT, _LONG)
)
_AT_LEAST_RATIO = line(1, given=(_MANY,)).le(LEAST_C * (1 + log(SIZE))).le(_RATIO, _MANY)
_LONG_USED = (
    line(1, given=(_MANY,))
    .le(log(LEAST_C))
    .le(
        log(SIZE * _BUDGET),
        _RISES.at({_FEWER: LEAST_C, _MUCH: SIZE * _BUDGET}),
        line(LEAST_C, given=(_MANY,)).le(LEAST_C * SUPPORT).le(USERS * ALPHA**2, _PER_CENT).le(SIZE * _BUDGET),
    )
)
_TO_CAP = (
    line(exp(_RATIO / LEAST_K), given=(_CAP,))
    .le(exp(log(USED) + _BELOW_CAP), _GROWS.at({_LESS: _RATIO / LEAST_K, _MORE: log(USED) + _BELOW_CAP}))
    .eq(exp(_BELOW_CAP) * USED)
)
_LATE_HALF = (
    line(_RATIO / LEAST_K, given=(_MANY, _CAP, _NO_MORE))
    .le(log(USED) + _BELOW_CAP, _CAP)
    .le(log(DRAWS) + _BELOW_CAP, _RISES.at({_FEWER: USED, _MUCH: DRAWS}))
    .eq(log(DRAWS / 2) + log(2 * exp(_BELOW_CAP)))
    .le(
        log(_SIZE_OF_HALF) + log(2 * exp(_BELOW_CAP)),
        _RISES.at({_FEWER: DRAWS / 2, _MUCH: _SIZE_OF_HALF}),
        line(DRAWS / 2, given=(_MANY,)).le(_RATIO * DRAWS / 2, _AT_LEAST_RATIO),
    )
)
_AT_CAP = exp(_BELOW_CAP)
BEYOND = (
    line(_ERROR, given=(*_GIVEN, _CAP, _NO_MORE))
    .le(8 * SUPPORT * log(SIZE * _BUDGET) / USED + SUPPORT / USED + _CUBE, _FIRST)
    .le(
        9 * SUPPORT * log(SIZE * _BUDGET) / USED + _CUBE,
        line(_S / _SEEN, given=(at_most(1, _LOGS),))
        .le(_S * _LOGS / _SEEN)
        .at({_S: SUPPORT, _LOGS: log(SIZE * _BUDGET), _SEEN: USED}),
        _LONG_USED,
    )
    .le(
        18000000 * _AT_CAP * exp(-_RATIO / 1250000) + _CUBE,
        _VOTES_LATE.at({_S: SUPPORT, _LOGS: log(SIZE * _BUDGET), _SEEN: USED, _RATE_X: _RATIO, _PART: _AT_CAP}),
        _FEW_S,
        _SHORT_LOG,
        _TO_CAP,
        line(0, given=(_MANY,)).le(log(SIZE * _BUDGET), _LONG_USED),
    )
    .le(
        18000000 * _AT_CAP * exp(-_RATIO / 1250000) + 80 * CONSTANT * _AT_CAP * exp(-_RATIO / 1250000) + LATER,
        _CUBE_LATE.at({_S: SUPPORT, _LOG_H: log(_SIZE_OF_HALF), _RATE_X: _RATIO, _PART: _AT_CAP}),
        _FEW_S,
        _LATE_HALF,
    )
    .le(29000000 * _AT_CAP * exp(-_RATIO / 1250000))
)
THM7_UPPER_FIRST = Claim(
    "kent/thm7/upper/first",
    "Section 4, Theorem 7, (36), the second term of the upper bound",
    Kind.UPPER_RATE,
    "the selection from above",
    says=(
        r"\text{if }n\alpha^2>\tilde Cs\log(ed)\text{: "
        r"}\mathcal{R}_{n,T,\alpha}(\theta(\mathcal{P}_{d,s}),\lVert\cdot\rVert_2^2)\lesssim\min\Big\{s,\frac{s\log(dnT\alpha^2)}T+e^{-cn\alpha^2/s},\frac{sd\{\log(dnT\alpha^2)\}^2}{nT\alpha^2}+e^{-cn\alpha^2/d}\Big\}\text{, "
        r"second term}"
    ),
    match=Match.READING,
    differs=(
        "the second term, as a bound on Algorithm 6's risk with constants: in T*, in T up to the cap, and"
        " beyond the cap, of which T* is at least e^(-k); for alpha <= 1, the regime of Section 1"
    ),
    printed=AllOf("", {"in T*": _FIRST, "T up to the cap": UP_TO_CAP, "T beyond the cap": BEYOND}),
    note="K = 170667, n alpha^2 >= 236600 s log(ed); the cap is log T <= n alpha^2/(Ks). The sub-routine has the "
    "cap of its own constant. In the program its T* and Delta are those of s co-ordinates also where fewer "
    "are chosen, and its bound is explicit.",
)

ThresholdError = quantity(
    "ThresholdError",
    r"\sup_P\mathbb{{E}}\|\hat\theta - \theta\|_2^2[\text{{Algorithm 7}}_{{{0}, {1}, {2}, {3}, {4}}}]",
    "largest mean squared error of Algorithm 7 with C' = 56, its estimate projected to [-1, 1]^d, over laws on [-1, 1]^d with means of at "
    "most s co-ordinates that are not 0, for n users, a multiple of 2d, with T* draws each: ThresholdError(n, d, s, T*, alpha)",
    0,
)
_USED_ERROR = ThresholdError(USERS, SIZE, SUPPORT, USED, ALPHA)
_DELTA = 2 * sqrt(log(_BUDGET) / USED)
_STEP = 56**2 * _DELTA**2 * SIZE * log(_BUDGET) / (USERS * ALPHA**2)
"""epsilon^2 of (42) at C' = 56."""
_LOST = 3 / Min(_DELTA, 1) * exp(-2 * USERS * ALPHA**2 / (8536 * SIZE))
_SWITCHED, _SHORT = at_most(6402 * SIZE * log(_BUDGET), USERS * ALPHA**2), at_most(1, log(_BUDGET))
_BOTH_EVENTS = 36 * SUPPORT * _STEP + 4 * SUPPORT * SIZE * (_LOST + 5 / _BUDGET)
_V, _SAMPLES, _LOGV = real("v", least=1), real("T", least=1), real("L", least=1)
_BINS = line(3 / Min(_W, 1)).le(3 / _W + 3).at({_W: _DELTA})
_ROOT = (
    line(3 / (2 * sqrt(_LOGV / _SAMPLES)) + 3, given=(at_most(_SAMPLES, _V),))
    .eq(3 * sqrt(_SAMPLES) / (2 * sqrt(_LOGV)) + 3)
    .le(3 * sqrt(_SAMPLES) / 2 + 3)
    .le(3 * sqrt(_V) / 2 + 3, at_most(_SAMPLES, _V))
    .le(9 * sqrt(_V) / 2)
)
_GONE = (
    line(exp(-2 * USERS * ALPHA**2 / (8536 * SIZE)), given=(_SWITCHED, _SHORT))
    .le(
        exp(-Rational(3, 2) * log(_BUDGET)),
        _FALLS.at({_MORE: 2 * USERS * ALPHA**2 / (8536 * SIZE), _LESS: Rational(3, 2) * log(_BUDGET)}),
        line(Rational(3, 2) * _L, given=(at_most(6402 * SIZE * _L, USERS * ALPHA**2),))
        .le(2 * USERS * ALPHA**2 / (8536 * SIZE))
        .at({_L: log(_BUDGET)}),
    )
    .eq(_BUDGET ** (-Rational(3, 2)))
)
_MORE_USERS = (
    line(1, given=(at_most(6402 * SIZE * _LOGV, USERS * ALPHA**2),))
    .le(6402 * SIZE * _LOGV)
    .le(USERS * ALPHA**2)
    .at({_LOGV: log(_BUDGET)})
)
_AT_LEAST = line(1, given=(_SWITCHED, _SHORT)).le(USERS * ALPHA**2, _MORE_USERS)
_FEWER_SAMPLES = line(USED, given=(_SWITCHED, _SHORT)).le(_BUDGET, _AT_LEAST)
_SECOND_GIVEN = (FITS, _HIGH, _SWITCHED, _SHORT)
_TO_THE_END = (144 * 56**2 + 38) * SUPPORT * SIZE * log(_BUDGET) ** 2 / _BUDGET
THM7_UPPER_SECOND = Claim(
    "kent/thm7/upper/second",
    "Section 4, Theorem 7, (36), the third term of the upper bound",
    Kind.UPPER_RATE,
    "the threshold from above, in T*",
    says=(
        r"\text{if }n\alpha^2>\tilde Cs\log(ed)\text{: "
        r"}\mathcal{R}_{n,T,\alpha}(\theta(\mathcal{P}_{d,s}),\lVert\cdot\rVert_2^2)\lesssim\min\Big\{s,\frac{s\log(dnT\alpha^2)}T+e^{-cn\alpha^2/s},\frac{sd\{\log(dnT\alpha^2)\}^2}{nT\alpha^2}+e^{-cn\alpha^2/d}\Big\}\text{, "
        r"third term}"
    ),
    match=Match.READING,
    differs=(
        "the third term, as a bound on Algorithm 7's risk with constants, in T*, where Section 4.1 uses "
        "it: n alpha^2 >= 6402 d log(n T* alpha^2), next to which the exponential term is not needed; for "
        "alpha <= 1, the regime of Section 1"
    ),
    printed=line(_USED_ERROR, given=_SECOND_GIVEN)
    .le(
        _BOTH_EVENTS,
        because(
            "On B the error is at most 36 s epsilon^2, off it 4s; B fails where one of d first stages does, or an estimate is 3 epsilon off "
            "although its own did not.",
            "kent/appG.3/kept",
            "kent/alg7/worst-case",
            "kent/eq154",
            "kent/eq158",
            "kent/alg4/folds",
        ),
    )
    .le(
        36 * SUPPORT * _STEP + 4 * SUPPORT * SIZE * ((3 / _DELTA + 3) * _BUDGET ** (-Rational(3, 2)) + 5 / _BUDGET),
        _BINS,
        _GONE,
        line(0).lt(2 * sqrt(_LOGV / _SAMPLES)).at({_LOGV: log(_BUDGET), _SAMPLES: USED}),
    )
    .le(
        36 * SUPPORT * _STEP
        + 4 * SUPPORT * SIZE * (9 * sqrt(_BUDGET) / 2 * _BUDGET ** (-Rational(3, 2)) + 5 / _BUDGET),
        _ROOT.at({_LOGV: log(_BUDGET), _SAMPLES: USED, _V: _BUDGET}),
        _FEWER_SAMPLES,
    )
    .eq(144 * 56**2 * SUPPORT * SIZE * log(_BUDGET) ** 2 / _BUDGET + 38 * SUPPORT * SIZE / _BUDGET)
    .le(
        _TO_THE_END,
        line(38 * SUPPORT * SIZE / _BUDGET).le(38 * SUPPORT * SIZE * _LOGV**2 / _BUDGET).at({_LOGV: log(_BUDGET)}),
    ),
    note="For n alpha^2 >= 6402 d log(n T* alpha^2), C' = 56; with log(n T* alpha^2) as Remark 4 says, and "
    "without the exponential term, which the condition absorbs. T* = T up to the cap. The program's default is "
    "C' = 24, with an explicit bound of its own.",
)
_C = real("c", above=0)

_SECOND, _THIRD = _S * _L / _T + exp(-_C * _B / _S), _S * _DIM * _L**2 / (_B * _T) + exp(-_C * _B / _DIM)
_NARROWER = at_most(_S, _DIM)
_SLOWER = line(exp(-_C * _B / _S), given=(_NARROWER,)).le(
    exp(-_C * _B / _DIM),
    _FALLS.at({_MORE: _C * _B / _S, _LESS: _C * _B / _DIM}),
    line(_C * _B / _DIM, given=(_NARROWER,)).le(_C * _B / _S),
)


def _first_smaller(where: Any, *between: Any) -> Chain:
    """The second term of (36) is at most C times the third."""
    polynomial = line(_S * _L / _T, given=(where,))
    for term in (*between, _RATE * _S * _DIM * _L**2 / (_B * _T)):
        polynomial = polynomial.le(term)
    return (
        line(_SECOND, given=(_NARROWER, where))
        .le(_RATE * _S * _DIM * _L**2 / (_B * _T) + exp(-_C * _B / _S), polynomial)
        .le(_RATE * _S * _DIM * _L**2 / (_B * _T) + exp(-_C * _B / _DIM), _SLOWER)
        .le(_RATE * _THIRD)
    )


_REGIME_I = _first_smaller(at_most(_B, _RATE * _DIM), _RATE * _S * _DIM * _L / (_B * _T))
"""At n alpha^2 <= C d, which n alpha^2 <= C d^gamma implies."""
COR8I_UPPER = Claim(
    "kent/cor8i/upper",
    "Section 4, Corollary 8 (i), from above; Appendix I, its proof",
    Kind.UPPER_RATE,
    "the first regime from above",
    says=(
        r"\text{in Regime 1: "
        r"}\mathcal{R}_{n,T,\alpha}(\theta(\mathcal{P}_{d,s}),\lVert\cdot\rVert_2^2)\lesssim\frac{s\log(dnT\alpha^2)}T+e^{-Cn\alpha^2/s}\text{, "
        r"the second term in the minimum in (36) being smaller than the third}"
    ),
    match=Match.READING,
    differs=(
        "Algorithm 6's risk with constants, for alpha <= 1, up to the cap and beyond it, with c for the C"
        " in the exponent, which would be that of the lower bound; the second term is the smaller one up "
        "to a constant"
    ),
    printed=AllOf(
        "",
        {
            "the risk": line(UP_TO_CAP.statement.left, given=UP_TO_CAP.given).le(
                UP_TO_CAP.statement.right, cite(THM7_UPPER_FIRST, "T up to the cap")
            ),
            "the risk beyond the cap": line(BEYOND.statement.left, given=BEYOND.given).le(
                BEYOND.statement.right, cite(THM7_UPPER_FIRST, "T beyond the cap")
            ),
            "the second term is the smaller one": _REGIME_I,
        },
    ),
    note="b = n alpha^2 <= C d, as n alpha^2 <= C d^gamma gives; L = log(dnT alpha^2). The upper bound is "
    "printed with the C of the lower one in its exponent, where Theorem 7 has c < C.",
)
_ABOVE = at_most(_RATE * _DIM * _L, _B)
_G = log(_DIM * _B * _T)
_MANY_USERS, _CALM, _SHARP = at_most(_RATE * _DIM * _G, _B), at_most(1, _G), at_most(1, _C * _RATE)
_HOLDS = line(_L, given=(_SHARP, at_most(_RATE * _DIM * _L, _B))).le(_C * _RATE * _L).le(_C * _B / _DIM).at({_L: _G})
_VANISHES = (
    line(exp(-_C * _B / _DIM), given=(_MANY_USERS, _SHARP, _CALM))
    .le(exp(-_G), _FALLS.at({_MORE: _C * _B / _DIM, _LESS: _G}), _HOLDS)
    .eq(1 / (_DIM * _B * _T))
    .le(_S * _DIM / (_B * _T))
    .le(_S * _DIM * _G**2 / (_B * _T), _CALM)
)
_PREFER_SECOND = (
    line(_S * _DIM * _L**2 / (_B * _T), given=(_ABOVE,)).le(_S * _L / (_RATE * _T)).le(_S * _L / _T).le(_SECOND)
)
_SECOND_RISK = cite(THM7_UPPER_SECOND).at({USED: DRAWS}).statement


COR8II_UPPER = Claim(
    "kent/cor8ii/upper",
    "Section 4, Corollary 8 (ii), from above; Appendix I, its proof",
    Kind.UPPER_RATE,
    "the second regime from above",
    says=(
        r"\text{in Regime 2: "
        r"}\mathcal{R}_{n,T,\alpha}(\theta(\mathcal{P}_{d,s}),\lVert\cdot\rVert_2^2)\lesssim\frac{sd\{\log(dnT\alpha^2)\}^2}{nT\alpha^2}\text{, "
        r"since }e^{-cn\alpha^2/d}\le e^{-c\tilde C\log(dnT\alpha^2)}\le\frac1{dnT\alpha^2}\text{ and the "
        r"third term in the minimum is less than the second}"
    ),
    match=Match.READING,
    differs=(
        "Algorithm 7's risk with constants, for alpha <= 1 and n alpha^2 >= 6402 d log(nT alpha^2), where"
        " T* is T; and the comparison of the terms of (36), for c C >= 1"
    ),
    printed=AllOf(
        "",
        {
            "the risk": line(_SECOND_RISK.left, given=_SECOND_RISK.hypotheses).le(
                _SECOND_RISK.right, cite(THM7_UPPER_SECOND).at({USED: DRAWS})
            ),
            "the exponential term": _VANISHES,
            "the third term": line(_S * _DIM * _G**2 / (_B * _T) + exp(-_C * _B / _DIM), given=_VANISHES.given).le(
                2 * _S * _DIM * _G**2 / (_B * _T), _VANISHES
            ),
            "next to the second": _PREFER_SECOND,
        },
    ),
    note="C is that of the switch, with c C >= 1, as 'for C sufficiently large' asks; b = n alpha^2.",
)
_GROWTH = (1 + _X) ** (1 / _DRAWN) - 1
_IN_LOG = line(_GROWTH).eq(exp(log(1 + _X) / _DRAWN) - 1)
_LONG_ENOUGH = at_most(log(1 + _X), _DRAWN)
_CONVEX = line(exp(_SHORTFALL) - 1).le(2 * _SHORTFALL)
_BOTH_SIDES = (
    ("from below", line(_GROWTH).eq(exp(log(1 + _X) / _DRAWN) - 1, _IN_LOG).ge(log(1 + _X) / _DRAWN)),
    (
        "from above",
        line(_GROWTH, given=(_LONG_ENOUGH,))
        .eq(exp(log(1 + _X) / _DRAWN) - 1, _IN_LOG)
        .le(2 * log(1 + _X) / _DRAWN, _CONVEX.at({_SHORTFALL: log(1 + _X) / _DRAWN})),
    ),
)
_NEAR_1, _OFF_1 = at_most(_X, Rational(5, 3)), at_most(Rational(5, 3), _X)
_FEW_D, _ORDER = real("d", least=2), real("A", least=1)
_RATIO_D = at_most(_FEW_D ** (1 - _GAMMA) / _ORDER, _X)
COR8_PROOF = Claim(
    "kent/cor8/proof",
    "Appendix I, proof of Corollary 8, the displays of Regimes 1 and 2 for the lower bound",
    Kind.RATE_ALGEBRA,
    "how the first term of (36) simplifies",
    says=(
        r"\text{Regime 1: }\Big(1+\frac "
        r"d{n\alpha^2}\Big)^{1/T}-1\asymp\frac{\log\{1+d/(n\alpha^2)\}}T\gtrsim\frac{\log(1+d^{1-\gamma})}T\asymp\frac{\log(d)}T\text{; "
        r"at }\gamma=1\text{, }x=d/(n\alpha^2)\text{: "
        r"}\exp\Big(\frac{\log(1+x)}T\Big)-1\ge\frac{\log(1+x)}T\ge\frac{\log(1+c)}T\gtrsim\frac1T\text{; "
        r"Regime 2: }\Big(1+\frac d{n\alpha^2}\Big)^{1/T}-1\asymp\frac d{nT\alpha^2}"
    ),
    match=Match.READING,
    differs=(
        "with the constants 1 and 2, where log(1 + x) <= T; the other side of the last display is judged elsewhere"
    ),
    printed=AllOf(
        "",
        {
            **{f"the first display, {side}": chain for side, chain in _BOTH_SIDES},
            "the logarithm at gamma < 1": line(log(1 + _X), given=(_RATIO_D,))
            .ge(log(1 + _FEW_D ** (1 - _GAMMA) / _ORDER), _RATIO_D)
            .ge(
                log(_FEW_D ** (1 - _GAMMA) / _ORDER),
                _RISES.at({_FEWER: _FEW_D ** (1 - _GAMMA) / _ORDER, _MUCH: 1 + _FEW_D ** (1 - _GAMMA) / _ORDER}),
            )
            .eq((1 - _GAMMA) * log(_FEW_D) - log(_ORDER)),
            "T >= max(2 log x, 1) suffices, x <= 5/3": line(log(1 + _X) / _DRAWN, given=(_NEAR_1,))
            .le(log(Rational(8, 3)) / _DRAWN, line(log(1 + _X), given=(_NEAR_1,)).le(log(Rational(8, 3)), _NEAR_1))
            .le(1),
            "T >= max(2 log x, 1) suffices, x >= 5/3": line(log(1 + _X) / _DRAWN, given=(_OFF_1, _TWICE))
            .le(2 * log(_X) / _DRAWN, line(log(1 + _X), given=(_OFF_1,)).le(2 * log(_X)))
            .le(1, line(_W / _DRAWN, given=(at_most(_W, _DRAWN),)).le(1).at({_W: 2 * log(_X)})),
            "the last display, from above": line(_GROWTH).le(_X / _DRAWN),
        },
    ),
    note="x = d/(n alpha^2) >= d^(1 - gamma)/A; the constants are 1 and 2, where log(1 + x) <= T, and the last "
    "display's other side is kent/cor8ii/lower. At gamma = 1 the logarithm is bounded below by log(1 + "
    "1/A), kent/cor8i/lower.",
)


def _fewer(_: Settings) -> Iterator[Case]:
    """What the first s_1 of a right choice I miss, epsilon = 1/8, next to s - s_1 + 4 s_1 epsilon^2."""
    step = Fraction(1, 8)
    for s, theta in product((1, 2, 3), product([Fraction(k, 8) for k in (-8, -1, 0, 2, 8)], repeat=3)):
        large, small = ([j for j, t in enumerate(theta) if test(abs(t))] for test in (lambda t: t > 2 * step, bool))
        if len(small) <= s:
            for bits in product((False, True), repeat=3):
                chosen = [j for j in range(3) if bits[j]]
                if set(large) <= set(chosen) <= set(small):
                    for s_1 in range(1, s + 1):
                        missed = sum((theta[j] ** 2 for j in range(3) if j not in chosen[:s_1]), Fraction(0))
                        told = {"s": s, "s_1": s_1, "theta": [str(t) for t in theta], "I": [j + 1 for j in chosen]}
                        yield Case(told, missed, s - s_1 + 4 * s_1 * step**2)


def thresholded(most: int, epsilon: Fraction = Fraction(1, 8)) -> Iterator[Case]:
    """The error of the `most` largest estimates beyond 3 epsilon, all 3 epsilon off at most, next to the bound for it.

    Below s it is s - s_1 + 36 s_1 epsilon^2, from s on 36 s epsilon^2: more are asked for than are beyond the threshold.
    """
    moves = [3 * k * epsilon for k in (-1, 0, 1)]
    for s, theta in product((1, 2, 3), product([Fraction(k, 8) for k in (-8, 0, 3, 6)], repeat=3)):
        if sum(t != 0 for t in theta) <= s:
            for off in product(moves, repeat=3):
                raw = np.array([t + move for t, move in zip(theta, off, strict=True)], dtype=object)
                order = sorted((j for j in range(3) if abs(raw[j]) > 3 * epsilon), key=lambda j: -abs(raw[j]))[:most]
                kept = [min(max(raw[j], Fraction(-1)), Fraction(1)) if j in order else Fraction(0) for j in range(3)]
                left = sum(((a - t) ** 2 for a, t in zip(kept, theta, strict=True)), Fraction(0))
                told = {"s": s, "input": most, "theta": [str(t) for t in theta], "off": [str(move) for move in off]}
                yield Case(told, left, max(s - most, 0) + 36 * min(most, s) * epsilon**2)


def _misspecified(below: bool) -> Any:
    def cases(_: Settings) -> Iterator[Case]:
        for most in (1, 2, 3, 5):
            for case in thresholded(most):
                if (most < int(case.parameters["s"])) is below:
                    yield case

    return cases


SEC4_2_MISSPECIFIED = Claim(
    "kent/sec4.2/misspecified",
    "Section 4.2, misspecification of s, the text on the bias",
    Kind.INEQUALITY,
    "an input s_1 < s costs at most s - s_1 more, and one above s no bias",
    says=r"s_1<s\text{: each method suffers an additional bias of at most }s-s_1\text{; }s_2>s\text{: no extra bias}",
    match=Match.READING,
    differs=("on the events A and B of the proofs, in d = 3 dimensions; both displays are kent/sec4.2/third"),
    printed=AllOf(
        "",
        {
            "the selection, s_1 <= s": FiniteCheck(
                r"\sum_{j\notin\mathcal I'}\theta_j^2\le s-s_1+4s_1\varepsilon^2\text{ on }A",
                "d = 3, epsilon = 1/8; s_1 <= s <= 3; means in eighths, all right choices I",
                _fewer,
            ),
            "the threshold, s_1 < s": FiniteCheck(
                r"\|\hat\theta-\theta\|_2^2\le s-s_1+36s_1\varepsilon^2\text{ on }B",
                "d = 3, epsilon = 1/8; s_1 < s <= 3; means in {-1, 0, 3/8, 3/4}; estimates 3 epsilon off or right",
                _misspecified(True),
            ),
            "the threshold, s_2 >= s": FiniteCheck(
                r"\|\hat\theta-\theta\|_2^2\le36s\varepsilon^2\text{ on }B",
                "the same with s <= s_2 = 1, 2, 3, 5",
                _misspecified(False),
            ),
        },
    ),
    note="The events of (150) and before (158), estimates moved to [-1, 1]; 4 s epsilon^2 and 36 s epsilon^2 are "
    "those of kent/eq152 and kent/appG.3/kept. So the second display is not sharp: for the threshold s need "
    "not become s_2 in the polynomial term. Its printed third term, and the first display's, are "
    "kent/sec4.2/third.",
)
EQ38 = Claim(
    "kent/eq38",
    "Section 4.1.1, Algorithm 6, line 3, (38)",
    Kind.DEFINITION,
    "a user's votes",
    says=(
        r"\hat\omega_j^{(i)}=1\Big\{\Big|(T^*)^{-1}\sum_{t=1}^{T^*}X_{t,j}^{(i)}\Big|\ge\varepsilon\Big\}\text{ "
        r"for }j\in[d]"
    ),
    match=Match.SAME,
    printed=Definition(r"\hat\omega_j^{(i)}=1\{|(T^*)^{-1}\textstyle\sum_{t\le T^*}X_{t,j}^{(i)}|\ge\varepsilon\}"),
    note="How often they are right is kent/lemma26/s1 and kent/lemma26/s7.",
)


def _constants(_: Settings) -> Iterator[Case]:
    """T*, Delta and epsilon of the program's Algorithm 7 next to (42), C' = 56 and 24: floats, so at 2^-40 of a side."""
    for n, m, dim, alpha, constant in (
        (10**6, 100, 10, 0.5, 56.0),
        (10**5, 1, 4, 1.0, 24.0),
        (8536 * 40, 10**6, 8, 1.0, 56.0),
    ):
        plan = sparse.algorithm7(Setting(n, m, dim, alpha, s=2), constant)
        exponent = as_arb(n * Fraction(alpha) ** 2) / (8536 * dim)
        used = int(as_arb(m).min(exponent.exp()).floor().unique_fmpz())
        level = as_arb(n * used * Fraction(alpha) ** 2).log()
        delta = (4 * level / used).sqrt()
        told = {"n": n, "T": m, "d": dim, "alpha": alpha, "C'": constant, "T*": used}
        yield Case(told | {"of": "T*"}, abs(plan.cube.each.m - used), 0)
        for of, shipped, printed in (
            ("Delta", Fraction(float(plan.cube.each.bins.width)) / 2, delta),
            (
                "epsilon",
                Fraction(plan.threshold) / 3,
                int(constant) * delta * (dim * level / as_arb(n * Fraction(alpha) ** 2)).sqrt(),
            ),
        ):
            yield Case(told | {"of": of}, abs(as_arb(shipped) - printed), printed / 2**40)


EQ42 = Claim(
    "kent/eq42",
    "Section 4.1.2, Algorithm 7, lines 1 and 2, (42)",
    Kind.ALGORITHM,
    "T*, Delta and epsilon, which the program computes",
    says=(
        r"T^*=T\wedge\exp\{n\alpha^2/(Kd)\};\quad\varepsilon=C'\Delta\{d\log(nT^*\alpha^2)/(n\alpha^2)\}^{1/2}\ "
        r"\text{ and }\ \Delta=\{4\log(nT^*\alpha^2)/T^*\}^{1/2}"
    ),
    match=Match.SAME,
    printed=Definition(
        r"T^*=T\wedge\exp\{n\alpha^2/(Kd)\};\quad\varepsilon=C'\Delta\{d\log(nT^*\alpha^2)/(n\alpha^2)\}^{1/2}\ "
        r"\text{ and }\ \Delta=\{4\log(nT^*\alpha^2)/T^*\}^{1/2}"
    ),
    corrected=FiniteCheck(
        r"T^*_{\mathrm{code}}=\lfloor T^*\rfloor;\ |\Delta_{\mathrm{code}}-\Delta|\le2^{-40}\Delta,\ "
        r"|\varepsilon_{\mathrm{code}}-\varepsilon|\le2^{-40}\varepsilon",
        "(n, T, d, alpha, C') = (10^6, 100, 10, 1/2, 56), (10^5, 1, 4, 1, 24), (341440, 10^6, 8, 1, 56)",
        _constants,
    ),
    correction=(
        "the line is a definition; shown is that the program computes it, with T* rounded down "
        "and K = 8536, for alpha <= 1"
    ),
    note="K = 8536, alpha <= 1, T* rounded down. The paper leaves K and C' open.",
)


def _sparse_mean(_: Settings) -> Iterator[Case]:
    """Co-ordinates of the mean of (47) that are not 0, next to s, and each law's mean by its two values."""
    for d, s in product((1, 4, 100), (0, 1, 4)):
        for p in (Fraction(1, 2), Fraction(3, 4), Fraction(1)):
            if s <= d:
                means = [p * 1 + (1 - p) * -1] * s + [Fraction(1, 2) - Fraction(1, 2)] * (d - s)
                yield Case({"d": d, "s": s, "p": str(p)}, sum(mean != 0 for mean in means), s)


EQ47 = Claim(
    "kent/eq47",
    "Section 6.1.2, (47)",
    Kind.CONSTRUCTION,
    "the law of the simulations has a sparse mean",
    says=(
        r"P_{d,s,p}^{\mathrm{sparse}}=\mathrm{Rad}(p)^{\otimes "
        r"s}\otimes\mathrm{Rad}(0.5)^{\otimes(d-s)},\text{ an }s\text{-sparse family}"
    ),
    match=Match.SAME,
    printed=FiniteCheck(
        r"\|\mathbb E_P(X)\|_0\le s,\ P=\mathrm{Rad}(p)^{\otimes s}\otimes\mathrm{Rad}(\tfrac12)^{\otimes(d-s)}",
        "d = 1, 4, 100; s = 0, 1, 4; p = 1/2, 3/4, 1",
        _sparse_mean,
    ),
    note="Rad(p) is 1 with probability p and -1 otherwise, so that its mean is 2p - 1.",
)


def _returned(_: Settings) -> Iterator[Case]:
    """(41) as printed, co-ordinate 2 of 3, where I' = {2, 3} and their means are 1/4 and -1/2 without noise."""
    found = {1: Fraction(1, 4), 2: Fraction(-1, 2)}
    chosen = (2, 3)
    yield Case(
        {"d": 3, "s": 2, "I'": list(chosen), "theta~": [str(v) for v in found.values()], "j": 2},
        found[2],
        Fraction(1, 4),
        left_again=sum(value * (k == 2) * (k in chosen) for k, value in found.items()),
        note="theta~_3, which is asked for at j = 3, does not exist",
    )


def _returned_again(_: Settings) -> Iterator[Case]:
    """Each co-ordinate with theta^_(iota_k) = theta~_k, as the program places them, next to its mean."""
    means = (Fraction(3, 8), Fraction(1, 4), Fraction(-1, 2), Fraction(1))
    for bits in product((False, True), repeat=4):
        for s in (1, 2, 3):
            chosen = first_chosen(np.array(bits), s)
            places = [int(j) for j in chosen.place] if chosen.any[0] else []
            again = [j for j, bit in enumerate(bits) if bit][:s]
            for j in range(4):
                left = means[j] if j in places else Fraction(0)
                yield Case(
                    {"I": [k + 1 for k, b in enumerate(bits) if b], "s": s, "j": j + 1},
                    left,
                    means[j] if j in again else 0,
                )


ALG6_RETURN = Claim(
    "kent/alg6/return",
    "Section 4.1.1, Algorithm 6, line 11, (41)",
    Kind.CONSTRUCTION,
    "where the estimates are placed",
    says=(
        r"\hat\theta\in\mathbb{R}^d\text{ with "
        r"}\hat\theta_j=\tilde\theta_j\mathbb{1}\{j\in\mathcal{I}_{s'}\}\text{ for }j\in[d]"
    ),
    match=Match.SAME,
    printed=FiniteCheck(
        r"\hat\theta_j=\tilde\theta_j1\{j\in\mathcal I_{s'}\}",
        "d = 3, s = 2, I' = {2, 3} with means 1/4 and -1/2, no noise",
        _returned,
        "==",
    ),
    corrected=FiniteCheck(
        r"\hat\theta_{\iota_k}=\tilde\theta_k,\ k\le s';\ \hat\theta_j=0,\ j\notin\mathcal I'",
        "d = 4, s = 1, 2, 3, all I",
        _returned_again,
        "==",
    ),
    correction="theta~ is a vector of s' numbers, the k-th for the co-ordinate iota_k; I_s' is I'",
    severity=Severity.TYPO,
    theorem="kent/thm7/upper/first",
    note="Where no co-ordinate is chosen nothing is left to estimate, and 0 is returned.",
)


def _hashes(_: Settings) -> Iterator[Case]:
    """The mean over all signs of r_j sum_k r_k w_k next to w_j."""
    for d in (1, 2, 3, 4):
        for votes in product((0, 1), repeat=d):
            for j in range(d):
                total = sum(
                    r[j] * sum(a * b for a, b in zip(r, votes, strict=True)) for r in product((-1, 1), repeat=d)
                )
                yield Case({"d": d, "votes": list(votes), "j": j + 1}, Fraction(total, 2**d), votes[j])


ALG6_HASH = Claim(
    "kent/alg6/hash",
    "Section 4.1.1, Algorithm 6, (39), (40), and the text before it",
    Kind.IDENTITY,
    "a vote is read off a hashed sum",
    says=(
        r"Z_i=\Pi_{[-\eta,\eta]}\Big(\sum_{j=1}^dr_{i,j}\hat\omega_j^{(i)}\Big)+2\eta\ell_i/\alpha\text{; "
        r"}\mathcal{I}=\Big\{j\in[d]:(2/n)\sum_{i=1}^{n/2}r_{i,j}Z_i\ge1/2\Big\}\text{; from these single "
        r"numbers each co-ordinate's votes can be read}"
    ),
    match=Match.READING,
    differs="for one user's sum before clipping and noise, on average over the signs",
    printed=FiniteCheck(
        r"E\Big[r_j\sum_kr_k\hat\omega_k\Big]=\hat\omega_j", "d = 1, ..., 4; all votes, all signs", _hashes, "=="
    ),
    note="Before clipping; after it by kent/lemma26/s3 and kent/lemma26/s7.",
)


def _narrow(_: Settings) -> Iterator[Case]:
    """E clip(1 + W), W a sum of k < s signs, at eta = sqrt(s), next to 1/2: all s up to 64."""
    for s in range(1, 65):
        edge = as_arb(s).sqrt()
        for k in range(s):
            mean = sum(
                (as_arb(Fraction(comb(k, i), 2**k)) * as_arb(1 + 2 * i - k).min(edge).max(-edge) for i in range(k + 1)),
                as_arb(0),
            )
            yield Case({"s": s, "other votes": k}, mean, Fraction(1, 2))


OWN_NARROW_CLIPPING = Claim(
    "kent/own/narrow-clipping",
    "to Appendix A.2: eta = sqrt(s) in place of (30s)^(1/2)",
    Kind.INEQUALITY,
    "a vote is still more than half a vote",
    corrected=FiniteCheck(
        r"\min_{k<s}E\,\Pi_{[-\sqrt s,\sqrt s]}(1+W_k)>\tfrac12",
        "s = 1, ..., 64, all k; W_k the sum of k signs",
        _narrow,
        ">",
    ),
    note="What a voted co-ordinate adds to its tally, next to the 1/2 of (40), where no zero is voted for. By the "
    "central limit it tends to P(|N| <= 1) = .683 at k = s - 1, so that C = 1 of Appendix A.2 suffices with "
    "enough users.",
)


_PREFER_FIRST = _first_smaller(at_most(_B, _RATE * _DIM * _L))
SEC4_1_SWITCH = Claim(
    "kent/sec4.1/switch",
    "Section 4.1, after Corollary 8, and Section 4.2, the choice of the procedure",
    Kind.RATE_ALGEBRA,
    "the procedure with the smaller error",
    says=(
        r"\text{the first procedure if }n\alpha^2<\tilde Cd\log(dnT\alpha^2)\text{, the second otherwise: "
        r"this picks the one with the smaller error, }\frac{s\log(dnT\alpha^2)}T+e^{-cn\alpha^2/s}\text{ "
        r"or }\frac{sd\{\log(dnT\alpha^2)\}^2}{nT\alpha^2}+e^{-cn\alpha^2/d}"
    ),
    match=Match.READING,
    differs=("smaller up to the constant C of the switch, for the two terms of (36) and not the procedures' risks"),
    printed=AllOf("", {"below the switch": _PREFER_FIRST, "above it": _PREFER_SECOND}),
    note="Up to the constant C of the switch. Section 4.1.2 has log(nT alpha^2) in place of log(dnT alpha^2) there.",
)


def _ranges(_: Settings) -> Iterator[Case]:
    """The largest d with 16 log(ed)/3 > d, up to 60: those for which Theorem 7 names no s."""
    empty = [d for d in range(1, 61) if 16 * (1 + as_arb(d).log()) / 3 > d]
    yield Case({"d": "1, ..., 60"}, Fraction(max(empty)), Fraction(21), left_again=Fraction(len(empty)))


REM4_DIMENSIONS = Claim(
    "kent/rem4/dimensions",
    "Section 4, Remark 4",
    Kind.INEQUALITY,
    "for which dimensions no s is allowed",
    says=(
        r"s\ge16\log(ed)/3\text{ is needed for the lower bound only; }s<16\log(ed)/3\text{, or "
        r"}16\log(ed)/3>d\text{, is left open}"
    ),
    match=Match.READING,
    differs=("the remark names the case 16 log(ed)/3 > d; judged is in which dimensions it occurs, d <= 21"),
    printed=FiniteCheck(r"\max\{d:\tfrac{16}3\log(ed)>d\}=21", "d = 1, ..., 60", _ranges, "=="),
)

CLAIMS = (
    THM7_UPPER_FIRST,
    THM7_UPPER_SECOND,
    COR8I_UPPER,
    COR8II_UPPER,
    COR8_PROOF,
    SEC4_2_MISSPECIFIED,
    EQ38,
    EQ42,
    EQ47,
    ALG6_RETURN,
    ALG6_HASH,
    OWN_NARROW_CLIPPING,
    SEC4_1_SWITCH,
    REM4_DIMENSIONS,
)
