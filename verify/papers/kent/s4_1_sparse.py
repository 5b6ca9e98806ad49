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
from verify.calculus import Chain, at_most, by, calc, cite, integer, quantity, real, words
from verify.papers.kent.appG1_mean_upper.eq118_rate import AFTER, CONSTANT
from verify.papers.kent.appI_lemmas.lemma26_eq231_large_coordinates import CLAIMS as LEMMA26
from verify.papers.kent.appI_lemmas.lemma26_eq231_large_coordinates import LEAST_C, LEAST_K, Unfound
from verify.papers.kent.nouns_sections import FITS, SIZE, SUPPORT
from verify.papers.kent.nouns_upper import USED
from verify.papers.kent.setting import ALPHA, DRAWS, USERS
from verify.statements import AllOf, Case, Definition, FiniteCheck
from verify.statements.claim import Claim, Kind, Severity
from verify.statements.outcome import Settings, as_arb


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
    """Each co-ordinate with theta^_(iota_k) = theta~_k, as the program places them, beside its mean."""
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


def _hashes(_: Settings) -> Iterator[Case]:
    """The mean over all signs of r_j sum_k r_k w_k beside w_j."""
    for d in (1, 2, 3, 4):
        for votes in product((0, 1), repeat=d):
            for j in range(d):
                total = sum(
                    r[j] * sum(a * b for a, b in zip(r, votes, strict=True)) for r in product((-1, 1), repeat=d)
                )
                yield Case({"d": d, "votes": list(votes), "j": j + 1}, Fraction(total, 2**d), votes[j])


def _narrow(_: Settings) -> Iterator[Case]:
    """E clip(1 + W), W a sum of k < s signs, at eta = sqrt(s), beside 1/2: all s up to 64."""
    for s in range(1, 65):
        edge = as_arb(s).sqrt()
        for k in range(s):
            mean = sum(
                (as_arb(Fraction(comb(k, i), 2**k)) * as_arb(1 + 2 * i - k).min(edge).max(-edge) for i in range(k + 1)),
                as_arb(0),
            )
            yield Case({"s": s, "other votes": k}, mean, Fraction(1, 2))


def _ranges(_: Settings) -> Iterator[Case]:
    """The largest d with 16 log(ed)/3 > d, up to 60: those for which Theorem 7 names no s."""
    empty = [d for d in range(1, 61) if 16 * (1 + as_arb(d).log()) / 3 > d]
    yield Case({"d": "1, ..., 60"}, Fraction(max(empty)), Fraction(21), left_again=Fraction(len(empty)))


def _fewer(_: Settings) -> Iterator[Case]:
    """What the first s_1 of a right choice I miss, epsilon = 1/8, beside s - s_1 + 4 s_1 epsilon^2."""
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
    """The error of the `most` largest estimates beyond 3 epsilon, all 3 epsilon off at most, beside the bound for it.

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


def _constants(_: Settings) -> Iterator[Case]:
    """T*, Delta and epsilon of the program's Algorithm 7 beside (42), C' = 56 and 24: floats, so at 2^-40 of a side."""
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


def _sparse_mean(_: Settings) -> Iterator[Case]:
    """Co-ordinates of the mean of (47) that are not 0, beside s, and each law's mean by its two values."""
    for d, s in product((1, 4, 100), (0, 1, 4)):
        for p in (Fraction(1, 2), Fraction(3, 4), Fraction(1)):
            if s <= d:
                means = [p * 1 + (1 - p) * -1] * s + [Fraction(1, 2) - Fraction(1, 2)] * (d - s)
                yield Case({"d": d, "s": s, "p": str(p)}, sum(mean != 0 for mean in means), s)


# fmt: off
_X, _DRAWN, _SHORTFALL, _GAMMA = real("x", above=0), integer("T", least=1), real("u", least=0, most=1), real("gamma", least=0, most=1)
"""x stands for d/(n alpha^2)."""
_GROWTH = (1 + _X)**(1/_DRAWN) - 1
_IN_LOG = calc(_GROWTH, "==", exp(log(1 + _X)/_DRAWN) - 1)
_LONG_ENOUGH = at_most(log(1 + _X), _DRAWN)
_CONVEX = calc(exp(_SHORTFALL) - 1, "<=", 2*_SHORTFALL)
_BOTH_SIDES = (
    ("from below", calc(_GROWTH, "==", exp(log(1 + _X)/_DRAWN) - 1, by(_IN_LOG), ">=", log(1 + _X)/_DRAWN)),
    ("from above", calc(
        _GROWTH, "==", exp(log(1 + _X)/_DRAWN) - 1, by(_IN_LOG), "<=", 2*log(1 + _X)/_DRAWN, by(_CONVEX.at({_SHORTFALL: log(1 + _X)/_DRAWN})),
        given=(_LONG_ENOUGH,),
    )),
)
_W, _TWICE = real("w", above=0), at_most(2*log(_X), _DRAWN)
_NEAR_1, _OFF_1 = at_most(_X, Rational(5, 3)), at_most(Rational(5, 3), _X)
_FITS_NEAR = calc(
    log(1 + _X)/_DRAWN, "<=", log(Rational(8, 3))/_DRAWN, by(calc(log(1 + _X), "<=", log(Rational(8, 3)), by(_NEAR_1), given=(_NEAR_1,))),
    "<=", 1, given=(_NEAR_1,),
)
_FITS_OFF = calc(
    log(1 + _X)/_DRAWN, "<=", 2*log(_X)/_DRAWN, by(calc(log(1 + _X), "<=", 2*log(_X), given=(_OFF_1,))),
    "<=", 1, by(calc(_W/_DRAWN, "<=", 1, given=(at_most(_W, _DRAWN),)).at({_W: 2*log(_X)})), given=(_OFF_1, _TWICE),
)
_FEWER, _MUCH = real("u", above=0), real("v", above=0)
_RISES = calc(log(_FEWER), "<=", log(_MUCH), by(at_most(_FEWER, _MUCH)), given=(at_most(_FEWER, _MUCH),))
_FEW_D, _ORDER = real("d", least=2), real("A", least=1)
_RATIO_D = at_most(_FEW_D**(1 - _GAMMA)/_ORDER, _X)
_BIG_GAP = calc(
    log(1 + _X), ">=", log(1 + _FEW_D**(1 - _GAMMA)/_ORDER), by(_RATIO_D), ">=", log(_FEW_D**(1 - _GAMMA)/_ORDER),
    by(_RISES.at({_FEWER: _FEW_D**(1 - _GAMMA)/_ORDER, _MUCH: 1 + _FEW_D**(1 - _GAMMA)/_ORDER})),
    "==", (1 - _GAMMA)*log(_FEW_D) - log(_ORDER), given=(_RATIO_D,),
)
_BERNOULLI = calc(_GROWTH, "<=", _X/_DRAWN)
# fmt: on


# fmt: off
_BUDGET = USERS*USED*ALPHA**2
_HIGH, _RATIO = at_most(ALPHA, 1), USERS*ALPHA**2/SUPPORT
_MANY, _USED = at_most(LEAST_C*(1 + log(SIZE)), _RATIO), at_most(log(USED), _RATIO/LEAST_K)
SelectionError = quantity(
    "SelectionError", r"\sup_P\mathbb{{E}}\|\hat\theta - \theta\|_2^2[\text{{Algorithm 6}}_{{{0}, {1}, {2}, {3}, {4}}}]",
    "largest mean squared error of Algorithm 6 (T* draws used for the votes, its sub-routine called for the n/2 users who are left, its "
    "estimates placed at their co-ordinates), over laws on [-1, 1]^d with means of at most s co-ordinates that are not 0, for n users, a "
    "multiple of 4s, with T draws each: SelectionError(n, d, s, T, alpha)", 0)
_ERROR, _FAILED = SelectionError(USERS, SIZE, SUPPORT, DRAWS, ALPHA), Unfound(USERS, SIZE, SUPPORT, USED, ALPHA)
_SQUARE = 2*log(SIZE*_BUDGET)/USED
_SIZE_OF_HALF = USERS*DRAWS*ALPHA**2/(2*SUPPORT)
_CUBE = 2*CONSTANT*SUPPORT*log(_SIZE_OF_HALF)/_SIZE_OF_HALF + AFTER*exp(-USERS*ALPHA**2/(16*8536*SUPPORT))
_PARTS = 4*SUPPORT*_SQUARE + SUPPORT*_FAILED + _CUBE
_GIVEN = (FITS, _HIGH, _MANY, _USED)
FIRST = calc(
    _ERROR, "<=", _PARTS,
    by(words("What is missed by a right selection and by a wrong one, and the error of the s-dimensional cube for half of the users, with "
             "fewer co-ordinates in it where fewer are chosen.",
             at_most(_ERROR, _PARTS), given=_GIVEN, leans=("kent/eq151", "kent/eq152", "kent/eq120/absorbed", "kent/eq153/increasing"))),
    "<=", 4*SUPPORT*_SQUARE + SUPPORT/USED + _CUBE, by(cite({c.id: c for c in LEMMA26}["kent/lemma26"], "T*")),
    "==", 8*SUPPORT*log(SIZE*_BUDGET)/USED + SUPPORT/USED + _CUBE, given=_GIVEN,
)

_S, _DIM, _B, _T, _RATE, _L = (real(name, least=1) for name in ("s", "d", "b", "T", "C", "L"))
"""b stands for n alpha^2, and L for log(d n T alpha^2)."""
_C = real("c", above=0)
_ENOUGH, _INSIDE = at_most(LEAST_C*_S, _B), at_most(log(_W), _L)
_POLYNOMIAL = calc(
    8*_S*_L/_T + _S/_T + 4*CONSTANT*_S**2*log(_W)/(_B*_T), "<=", 8*_S*_L/_T + _S*_L/_T + 4*CONSTANT*_S**2*log(_W)/(_B*_T),
    "<=", 9*_S*_L/_T + 4*CONSTANT*_S**2*_L/(_B*_T), by(_INSIDE),
    "<=", 9*_S*_L/_T + 3*_S*_L/_T,
    by(calc(4*CONSTANT*_S**2*_L/(_B*_T), "<=", 4*CONSTANT*_S*_L/(LEAST_C*_T), "<=", 3*_S*_L/_T, given=(_ENOUGH,))),
    "==", 12*_S*_L/_T, given=(_ENOUGH, _INSIDE),
)

_SECOND, _THIRD = _S*_L/_T + exp(-_C*_B/_S), _S*_DIM*_L**2/(_B*_T) + exp(-_C*_B/_DIM)
_NARROWER = at_most(_S, _DIM)
_LESS, _MORE = real("p"), real("q")
_FALLS = calc(exp(-_MORE), "<=", exp(-_LESS), by(at_most(_LESS, _MORE)), given=(at_most(_LESS, _MORE),))
_SLOWER = calc(
    exp(-_C*_B/_S), "<=", exp(-_C*_B/_DIM),
    by(_FALLS.at({_MORE: _C*_B/_S, _LESS: _C*_B/_DIM}), calc(_C*_B/_DIM, "<=", _C*_B/_S, given=(_NARROWER,))), given=(_NARROWER,),
)


def _first_smaller(where: Any, *lines: Any) -> Chain:
    """The second term of (36) is at most C times the third."""
    return calc(
        _SECOND, "<=", _RATE*_S*_DIM*_L**2/(_B*_T) + exp(-_C*_B/_S),
        by(calc(_S*_L/_T, *lines, "<=", _RATE*_S*_DIM*_L**2/(_B*_T), given=(where,))),
        "<=", _RATE*_S*_DIM*_L**2/(_B*_T) + exp(-_C*_B/_DIM), by(_SLOWER),
        "<=", _RATE*_THIRD, given=(_NARROWER, where),
    )


_PREFER_FIRST = _first_smaller(at_most(_B, _RATE*_DIM*_L))
_REGIME_I = _first_smaller(at_most(_B, _RATE*_DIM), "<=", _RATE*_S*_DIM*_L/(_B*_T))
"""At n alpha^2 <= C d, which n alpha^2 <= C d^gamma implies."""
_ABOVE = at_most(_RATE*_DIM*_L, _B)
_G = log(_DIM*_B*_T)
_MANY_USERS, _CALM, _SHARP = at_most(_RATE*_DIM*_G, _B), at_most(1, _G), at_most(1, _C*_RATE)
_HOLDS = calc(_L, "<=", _C*_RATE*_L, "<=", _C*_B/_DIM, given=(_SHARP, at_most(_RATE*_DIM*_L, _B))).at({_L: _G})
_VANISHES = calc(
    exp(-_C*_B/_DIM), "<=", exp(-_G), by(_FALLS.at({_MORE: _C*_B/_DIM, _LESS: _G}), _HOLDS), "==", 1/(_DIM*_B*_T), "<=", _S*_DIM/(_B*_T),
    "<=", _S*_DIM*_G**2/(_B*_T), by(_CALM), given=(_MANY_USERS, _SHARP, _CALM),
)
_REGIME_II = calc(
    _S*_DIM*_G**2/(_B*_T) + exp(-_C*_B/_DIM), "<=", 2*_S*_DIM*_G**2/(_B*_T), by(_VANISHES), given=_VANISHES.given,
)
_PREFER_SECOND = calc(_S*_DIM*_L**2/(_B*_T), "<=", _S*_L/(_RATE*_T), "<=", _S*_L/_T, "<=", _SECOND, given=(_ABOVE,))

_ALL = USERS*DRAWS*ALPHA**2
_WITHIN = at_most(log(DRAWS), _RATIO/LEAST_K)
_AT = {_S: SUPPORT, _T: DRAWS, _B: USERS*ALPHA**2, _L: log(SIZE*_ALL), _W: SIZE*_ALL}
_PER_CENT = calc(LEAST_C*SUPPORT, "<=", LEAST_C*(1 + log(SIZE))*SUPPORT, "<=", _RATIO*SUPPORT, by(_MANY), "==", USERS*ALPHA**2, given=(_MANY,))
_LONG = calc(
    1, "<=", log(LEAST_C), "<=", log(SIZE*_ALL),
    by(_RISES.at({_FEWER: LEAST_C, _MUCH: SIZE*_ALL}), calc(
        LEAST_C, "<=", LEAST_C*SUPPORT, "<=", USERS*ALPHA**2, by(_PER_CENT), "<=", SIZE*_ALL, given=(_MANY,))), given=(_MANY,),
)
_SMALLER = calc(
    log(_ALL/(2*SUPPORT)), "<=", log(SIZE*_ALL),
    by(_RISES.at({_FEWER: _ALL/(2*SUPPORT), _MUCH: SIZE*_ALL}), calc(_ALL/(2*SUPPORT), "<=", _ALL, "<=", SIZE*_ALL)),
)
LATER = AFTER*exp(-USERS*ALPHA**2/(16*8536*SUPPORT))
UP_TO_CAP = calc(
    _ERROR, "<=", 8*SUPPORT*log(SIZE*_ALL)/DRAWS + SUPPORT/DRAWS + _CUBE, by(FIRST.at({USED: DRAWS})),
    "<=", 8*SUPPORT*log(SIZE*_ALL)/DRAWS + SUPPORT/DRAWS + 4*CONSTANT*SUPPORT**2*log(SIZE*_ALL)/_ALL + LATER, by(_SMALLER),
    "<=", 12*SUPPORT*log(SIZE*_ALL)/DRAWS + LATER, by(_POLYNOMIAL.at(_AT), _PER_CENT, _LONG), given=(FITS, _HIGH, _MANY, _WITHIN),
)

ThresholdError = quantity(
    "ThresholdError", r"\sup_P\mathbb{{E}}\|\hat\theta - \theta\|_2^2[\text{{Algorithm 7}}_{{{0}, {1}, {2}, {3}, {4}}}]",
    "largest mean squared error of Algorithm 7 with C' = 56, its estimate projected to [-1, 1]^d, over laws on [-1, 1]^d with means of at "
    "most s co-ordinates that are not 0, for n users, a multiple of 2d, with T* draws each: ThresholdError(n, d, s, T*, alpha)", 0)
_USED_ERROR = ThresholdError(USERS, SIZE, SUPPORT, USED, ALPHA)
_DELTA = 2*sqrt(log(_BUDGET)/USED)
_STEP = 56**2*_DELTA**2*SIZE*log(_BUDGET)/(USERS*ALPHA**2)
"""epsilon^2 of (42) at C' = 56."""
_LOST = 3/Min(_DELTA, 1)*exp(-2*USERS*ALPHA**2/(8536*SIZE))
_SWITCHED, _SHORT = at_most(6402*SIZE*log(_BUDGET), USERS*ALPHA**2), at_most(1, log(_BUDGET))
_BOTH_EVENTS = 36*SUPPORT*_STEP + 4*SUPPORT*SIZE*(_LOST + 5/_BUDGET)
_V, _SAMPLES, _LOGV = real("v", least=1), real("T", least=1), real("L", least=1)
_BINS = calc(3/Min(_W, 1), "<=", 3/_W + 3).at({_W: _DELTA})
_ROOT = calc(
    3/(2*sqrt(_LOGV/_SAMPLES)) + 3, "==", 3*sqrt(_SAMPLES)/(2*sqrt(_LOGV)) + 3, "<=", 3*sqrt(_SAMPLES)/2 + 3,
    "<=", 3*sqrt(_V)/2 + 3, by(at_most(_SAMPLES, _V)), "<=", 9*sqrt(_V)/2, given=(at_most(_SAMPLES, _V),),
)
_GONE = calc(
    exp(-2*USERS*ALPHA**2/(8536*SIZE)), "<=", exp(-Rational(3, 2)*log(_BUDGET)),
    by(_FALLS.at({_MORE: 2*USERS*ALPHA**2/(8536*SIZE), _LESS: Rational(3, 2)*log(_BUDGET)}),
       calc(Rational(3, 2)*_L, "<=", 2*USERS*ALPHA**2/(8536*SIZE), given=(at_most(6402*SIZE*_L, USERS*ALPHA**2),)).at({_L: log(_BUDGET)})),
    "==", _BUDGET**(-Rational(3, 2)), given=(_SWITCHED, _SHORT),
)
_MORE_USERS = calc(1, "<=", 6402*SIZE*_LOGV, "<=", USERS*ALPHA**2, given=(at_most(6402*SIZE*_LOGV, USERS*ALPHA**2),)).at({_LOGV: log(_BUDGET)})
_AT_LEAST = calc(1, "<=", USERS*ALPHA**2, by(_MORE_USERS), given=(_SWITCHED, _SHORT))
_FEWER_SAMPLES = calc(USED, "<=", _BUDGET, by(_AT_LEAST), given=(_SWITCHED, _SHORT))
_SECOND_GIVEN = (FITS, _HIGH, _SWITCHED, _SHORT)
_TO_THE_END = (144*56**2 + 38)*SUPPORT*SIZE*log(_BUDGET)**2/_BUDGET
SECONDLY = calc(
    _USED_ERROR, "<=", _BOTH_EVENTS,
    by(words("On B the error is at most 36 s epsilon^2, off it 4s; B fails where one of d first stages does, or an estimate is 3 epsilon off "
             "although its own did not.",
             at_most(_USED_ERROR, _BOTH_EVENTS), given=_SECOND_GIVEN,
             leans=("kent/appG.3/kept", "kent/alg7/worst-case", "kent/eq154", "kent/eq158", "kent/alg4/folds"))),
    "<=", 36*SUPPORT*_STEP + 4*SUPPORT*SIZE*((3/_DELTA + 3)*_BUDGET**(-Rational(3, 2)) + 5/_BUDGET),
    by(_BINS, _GONE, calc(0, "<", 2*sqrt(_LOGV/_SAMPLES)).at({_LOGV: log(_BUDGET), _SAMPLES: USED})),
    "<=", 36*SUPPORT*_STEP + 4*SUPPORT*SIZE*(9*sqrt(_BUDGET)/2*_BUDGET**(-Rational(3, 2)) + 5/_BUDGET),
    by(_ROOT.at({_LOGV: log(_BUDGET), _SAMPLES: USED, _V: _BUDGET}), _FEWER_SAMPLES),
    "==", 144*56**2*SUPPORT*SIZE*log(_BUDGET)**2/_BUDGET + 38*SUPPORT*SIZE/_BUDGET,
    "<=", _TO_THE_END,
    by(calc(38*SUPPORT*SIZE/_BUDGET, "<=", 38*SUPPORT*SIZE*_LOGV**2/_BUDGET).at({_LOGV: log(_BUDGET)})), given=_SECOND_GIVEN,
)
# fmt: on

CLAIMS: tuple[Claim, ...] = (
    Claim("kent/thm7/upper/first", "Section 4, Theorem 7, (36), the second term of the upper bound", Kind.UPPER_RATE,
          "the selection from above", AllOf("", {"in T*": FIRST, "T up to the cap": UP_TO_CAP}),
          note="K = 170667, n alpha^2 >= 236600 s log(ed); the cap is log T <= n alpha^2/(Ks). The sub-routine has the "
               "cap of its own constant. In the program its T* and Delta are those of s co-ordinates also where fewer "
               "are chosen, and its bound is explicit."),
    Claim("kent/thm7/upper/second", "Section 4, Theorem 7, (36), the third term of the upper bound", Kind.UPPER_RATE,
          "the threshold from above, in T*", SECONDLY,
          note="For n alpha^2 >= 6402 d log(n T* alpha^2), C' = 56; with log(n T* alpha^2) as Remark 4 says, and "
               "without the exponential term, which the condition absorbs. T* = T up to the cap. The program's default is "
               "C' = 24, with an explicit bound of its own."),
    Claim("kent/cor8i/upper", "Section 4, Corollary 8 (i), from above; Appendix I, its proof", Kind.RATE_ALGEBRA,
          "the second term is the smaller one with few users", _REGIME_I,
          note="b = n alpha^2 <= C d, as n alpha^2 <= C d^gamma gives; L = log(dnT alpha^2). The upper bound is "
               "printed with the C of the lower one in its exponent, where Theorem 7 has c < C."),
    Claim("kent/cor8ii/upper", "Section 4, Corollary 8 (ii), from above; Appendix I, its proof", Kind.RATE_ALGEBRA,
          "the polynomial term leads with many users",
          AllOf("",
                {"the exponential term": _VANISHES, "the third term": _REGIME_II, "beside the second": _PREFER_SECOND}),
          note="C is that of the switch, with c C >= 1, as 'for C sufficiently large' asks; b = n alpha^2."),
    Claim("kent/cor8/proof", "Appendix I, proof of Corollary 8, the displays of Regimes 1 and 2 for the lower bound",
          Kind.RATE_ALGEBRA, "how the first term of (36) simplifies",
          AllOf("",
                {
                    **{f"the first display, {side}": chain for side, chain in _BOTH_SIDES},
                    "the logarithm at gamma < 1": _BIG_GAP,
                    "T >= max(2 log x, 1) suffices, x <= 5/3": _FITS_NEAR,
                    "T >= max(2 log x, 1) suffices, x >= 5/3": _FITS_OFF,
                    "the last display, from above": _BERNOULLI,
                }),
          note="x = d/(n alpha^2) >= d^(1 - gamma)/A; the constants are 1 and 2, where log(1 + x) <= T, and the last "
               "display's other side is kent/own/cor8ii-lower. At gamma = 1 the logarithm is bounded below by log(1 + "
               "1/A), kent/own/cor8i-lower."),
    Claim("kent/sec4.2/misspecified", "Section 4.2, misspecification of s, both displays: the bias and the other terms",
          Kind.INEQUALITY, "an input s_1 < s costs at most s - s_1 more, and one above s no bias",
          AllOf("",
                {"the selection, s_1 <= s":
                     FiniteCheck(r"\sum_{j\notin\mathcal I'}\theta_j^2\le s-s_1+4s_1\varepsilon^2\text{ on }A",
                                 "d = 3, epsilon = 1/8; s_1 <= s <= 3; means in eighths, all right choices I", _fewer),
                 "the threshold, s_1 < s":
                     FiniteCheck(r"\|\hat\theta-\theta\|_2^2\le s-s_1+36s_1\varepsilon^2\text{ on }B",
                                 "d = 3, epsilon = 1/8; s_1 < s <= 3; means in {-1, 0, 3/8, 3/4}; estimates 3 epsilon "
                                 "off or right",
                                 _misspecified(True)),
                 "the threshold, s_2 >= s": FiniteCheck(r"\|\hat\theta-\theta\|_2^2\le36s\varepsilon^2\text{ on }B",
                                                        "the same with s <= s_2 = 1, 2, 3, 5", _misspecified(False))}),
          note="The events of (150) and before (158), estimates moved to [-1, 1]; 4 s epsilon^2 and 36 s epsilon^2 are "
               "those of kent/eq152 and kent/appG.3/kept. So the second display is not sharp: for the threshold s need "
               "not become s_2 in the polynomial term. Its printed third term, and the first display's, are "
               "kent/sec4.2/third."),
    Claim("kent/eq38", "Section 4.1.1, Algorithm 6, line 3, (38)", Kind.DEFINITION, "a user's votes",
          Definition(r"\hat\omega_j^{(i)}=1\{|(T^*)^{-1}\textstyle\sum_{t\le T^*}X_{t,j}^{(i)}|\ge\varepsilon\}"),
          note="How often they are right is kent/lemma26/s1 and kent/lemma26/s7."),
    Claim("kent/eq42", "Section 4.1.2, Algorithm 7, lines 1 and 2, (42)", Kind.ALGORITHM,
          "the program's T*, Delta and epsilon are the printed ones",
          FiniteCheck(r"T^*_{\mathrm{code}}=\lfloor T^*\rfloor;\ |\Delta_{\mathrm{code}}-\Delta|\le2^{-40}\Delta,\ "
                      r"|\varepsilon_{\mathrm{code}}-\varepsilon|\le2^{-40}\varepsilon",
                      "(n, T, d, alpha, C') = (10^6, 100, 10, 1/2, 56), (10^5, 1, 4, 1, 24), (341440, 10^6, 8, 1, 56)",
                      _constants),
          note="K = 8536, alpha <= 1, T* rounded down. The paper leaves K and C' open."),
    Claim("kent/eq47", "Section 6.1.2, (47)", Kind.CONSTRUCTION, "the law of the simulations has a sparse mean",
          FiniteCheck(
              r"\|\mathbb E_P(X)\|_0\le s,\ P=\mathrm{Rad}(p)^{\otimes s}\otimes\mathrm{Rad}(\tfrac12)^{\otimes(d-s)}",
              "d = 1, 4, 100; s = 0, 1, 4; p = 1/2, 3/4, 1", _sparse_mean),
          note="Rad(p) is 1 with probability p and -1 otherwise, so that its mean is 2p - 1."),
    Claim("kent/alg6/return", "Section 4.1.1, Algorithm 6, line 11, (41)", Kind.CONSTRUCTION,
          "where the estimates are placed",
          FiniteCheck(r"\hat\theta_j=\tilde\theta_j1\{j\in\mathcal I_{s'}\}",
                      "d = 3, s = 2, I' = {2, 3} with means 1/4 and -1/2, no noise", _returned, "=="),
          FiniteCheck(r"\hat\theta_{\iota_k}=\tilde\theta_k,\ k\le s';\ \hat\theta_j=0,\ j\notin\mathcal I'",
                      "d = 4, s = 1, 2, 3, all I", _returned_again, "=="),
          correction="theta~ is a vector of s' numbers, the k-th for the co-ordinate iota_k; I_s' is I'",
          severity=Severity.TYPO, theorem="kent/thm7/upper/first",
          note="Where no co-ordinate is chosen nothing is left to estimate, and 0 is returned."),
    Claim("kent/alg6/hash", "Section 4.1.1, Algorithm 6, (39), (40), and the text before it", Kind.IDENTITY,
          "a vote is read off a hashed sum",
          FiniteCheck(r"E\Big[r_j\sum_kr_k\hat\omega_k\Big]=\hat\omega_j", "d = 1, ..., 4; all votes, all signs",
                      _hashes, "=="),
          note="Before clipping; after it by kent/lemma26/s3 and kent/lemma26/s7."),
    Claim("kent/own/narrow-clipping", "to Appendix A.2: eta = sqrt(s) in place of (30s)^(1/2)", Kind.INEQUALITY,
          "a vote is still more than half a vote",
          corrected=FiniteCheck(r"\min_{k<s}E\,\Pi_{[-\sqrt s,\sqrt s]}(1+W_k)>\tfrac12",
                                "s = 1, ..., 64, all k; W_k the sum of k signs", _narrow, ">"),
          note="What a voted co-ordinate adds to its tally, beside the 1/2 of (40), where no zero is voted for. By the "
               "central limit it tends to P(|N| <= 1) = .683 at k = s - 1, so that C = 1 of Appendix A.2 suffices with "
               "enough users."),
    Claim("kent/sec4.1/switch", "Section 4.1, after Corollary 8, and Section 4.2, the choice of the procedure",
          Kind.RATE_ALGEBRA, "the procedure with the smaller error",
          AllOf("", {"below the switch": _PREFER_FIRST, "above it": _PREFER_SECOND}),
          note="Up to the constant C of the switch. Section 4.1.2 has log(nT alpha^2) in place of log(dnT alpha^2) "
               "there."),
    Claim("kent/rem4/dimensions", "Section 4, Remark 4", Kind.INEQUALITY, "for which dimensions no s is allowed",
          FiniteCheck(r"\max\{d:\tfrac{16}3\log(ed)>d\}=21", "d = 1, ..., 60", _ranges, "==")),
)  # fmt: skip
