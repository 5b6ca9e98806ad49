"""kent Appendix H.5, Steps 2 and 3, (210)-(212), and Theorem 9 from below: densities."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import sympy
from flint import arb
from sympy import Integer, Max, Min, Rational, exp, log, oo, pi, sqrt

from verify.calculus import at_most, below, by, calc, cases, cite, constructor, equal, integer, quantity, real, words
from verify.calculus.facts.bodies import Squared
from verify.calculus.facts.cube_laws import Separated, Within
from verify.calculus.facts.ellipsoids import DensityEllipsoid
from verify.calculus.facts.fluctuations import (
    BUMPS_DOMINATED,
    BUMPS_ETA,
    BUMPS_UNCORRELATED,
    ORTHOGONAL_RATIOS,
    RATIOS_APART,
    BumpLaws,
    BumpNorm,
    BumpSup,
    EtaSquared,
    RatioProduct,
)
from verify.calculus.facts.packings import minimax_loss
from verify.papers.at_points import Point, at_points
from verify.papers.kent.appH1_assouad.eq182_assouad import CLASS, FAMILY, LOSS, SIZE
from verify.papers.kent.appH1_assouad.eq182_assouad import HALF as HALF_LETTER
from verify.papers.kent.appH1_assouad.eq188_private_bound import EQ188, LEVEL
from verify.papers.kent.appH2_high_privacy import COORDINATE, both_flipped
from verify.papers.kent.appH5_density.eq208_family import BETA, BUMPS, RADIUS, VERTEX, BumpSquare
from verify.papers.kent.instances.hypercubes import bumps
from verify.papers.kent.s2_2_3_density import largest_distance, largest_distance_again
from verify.papers.kent.setting import ALPHA, DRAWS, USERS
from verify.prover import Variable
from verify.statements import AllOf, Case, FiniteCheck, Identity
from verify.statements import at_most as ordered
from verify.statements.claim import Claim, Kind, Severity
from verify.statements.outcome import Settings, as_arb

_X, _R, _BETA, _C = sympy.symbols("x r beta c'", positive=True)
_PB, _KB = sympy.symbols("P Q", positive=True)
"""pi^beta and k^beta."""
_W, _S = sympy.symbols("w s", nonnegative=True)
_G = sympy.Symbol("g", real=True)
_HALF = Rational(1, 2)
_ONE = Variable(_W, Integer(0), Integer(1))
_ANY = Variable(_X, Integer(0), oo, open_lower=True)


def _equivalence(_: Settings) -> Iterator[Case]:
    """(212) at beta = 1, n alpha^2 = 10^4, T = 5000^4: T beside 84 (n alpha^2)^3, where the first condition holds.

    k^3 = 168 pi^2 (nT alpha^2)^(3/4), so that 2 pi^2/k^3 = 1/(84 (nT alpha^2)^(3/4)) <= 1/T iff T^(1/4) <= 84 (n alpha^2)^(3/4).
    """
    root, budget = 5000, 10
    assert root <= 84 * budget**3
    told = {"beta": 1, "n alpha^2": "10^4", "T": "5000^4", "84 (nT alpha^2)^(3/4)": str(84 * (root * budget) ** 3)}
    yield Case(told, root**4, 84 * budget**12, left_again=Fraction(root) ** 4)


def _in_numbers(_: Settings) -> Iterator[Case]:
    """pi^(2 beta)/(32 k^(2 beta)) beside varrho k (1 - sqrt(21 n alpha^2 eta^2/k)), both over c' r^2, at r = 1."""
    for beta in (1, 2, 3):
        scale = arb.pi() ** (2 * beta)
        for budget in (10, 10**4):
            for samples in (1, 10, 84 * budget ** (2 * beta + 1)):
                power = (168 * scale) ** as_arb(Fraction(1, 2 * beta + 1))
                bumps = int((power * arb(budget * samples) ** as_arb(Fraction(1, 2 * beta + 2))).ceil().unique_fmpz())
                eta = (samples * (2 * scale / arb(bumps) ** (2 * beta + 1)).log1p()).expm1()
                right = scale / (8 * arb(bumps) ** (2 * beta)) * (1 - (21 * budget * eta / bumps).sqrt())
                told = {"beta": beta, "n alpha^2": budget, "T": str(samples), "k": str(bumps)}
                yield Case(told, scale / (32 * arb(bumps) ** (2 * beta)), right)


def _empty(_: Settings) -> Iterator[Case]:
    """The worst loss of the constant estimate 1 over F_(beta, 1), which bounds the minimax risk, beside 0."""
    for beta in (1, 2, 3):
        told = {"beta": beta, "r": 1, "estimate": "1", "n, T, alpha": "any"}
        yield Case(told, largest_distance(beta, Fraction(1)), 0, left_again=largest_distance_again(beta, Fraction(1)))


DensityLaws = constructor("DensityLaws", r"\mathcal{{P}}({0})", sort="class of laws")
"""The laws with densities in a class; the parameter is the density, at L2 distances."""
UnitSup = quantity("UnitSup", r"\sup |g_{0}|",
                   "largest value of the unscaled bump, which is scaled so that it is at most 1", 0, 1)  # fmt: skip
_WHICH = BETA, BUMPS, RADIUS
_LAWS, _J, _I, _VALUE_OF_BUMP = BumpLaws(*_WHICH), COORDINATE, integer("i", least=1), real("g", above=0)
_FLAT, _UNIT = at_most(BumpSup(*_WHICH), _HALF), at_most(RADIUS, 1)
_BELOW_1 = below(BumpSup(*_WHICH), 1)
_PRODUCT, _DISTINCT = RatioProduct(_LAWS, DRAWS, VERTEX, _I, _J), (below(_I, _J), at_most(_J, BUMPS))


def _two_flipped() -> Iterator[Point]:
    for values, found in both_flipped(bumps, BUMPS, _VALUE_OF_BUMP, _I):
        yield {**values, BumpSup(*_WHICH): values[_VALUE_OF_BUMP]}, found


_NORM = RADIUS**2 * pi ** (2 * BETA) / (4 * BUMPS ** (2 * BETA + 1)) * BumpSquare(BETA)
_SQUARE = (1 + 8 * BumpNorm(*_WHICH)) ** DRAWS
_EXCESS = 2 * pi ** (2 * BETA) / BUMPS ** (2 * BETA + 1)
_ONE_BUMP = calc(
    8*BumpNorm(*_WHICH), "==", 8*_NORM,
    by(words("The integral, substituted.", equal(BumpNorm(*_WHICH), _NORM), leans=("kent/appH.5/fam/bump",))),
    "<=", RADIUS**2*_EXCESS, by(calc(BumpSquare(BETA), "<=", 1)),
)  # fmt: skip
_SQUARES = EtaSquared(_LAWS, DRAWS)
_ETA = calc(
    _SQUARES, "<=", _SQUARE - 1,
    by(BUMPS_ETA(*_WHICH, DRAWS)),
    "<=", (1 + RADIUS**2*_EXCESS)**DRAWS - 1, by(_ONE_BUMP), given=(_FLAT,),
)  # fmt: skip
ETA = Claim(
    "kent/appH.5/eta",
    "Appendix H.5, Step 2",
    Kind.IDENTITY,
    "Assumptions 1 and 2",
    AllOf("", {
        "two bumps": at_points(
            calc(
                _PRODUCT, "==", 1, by(RATIOS_APART(_LAWS, BUMPS, DRAWS, VERTEX, _I, _J), BUMPS_UNCORRELATED(*_WHICH), BUMPS_DOMINATED(*_WHICH)),
                given=(*_DISTINCT, _BELOW_1),
            ), "bumps of two values, all data sets", "(k, T) = (2, 1), (2, 3), (3, 2); heights 1/4, 9/10; all v, i < j", _two_flipped,
        ),
        "eta^2": _ETA,
    }),
)  # fmt: skip
_ROOM, _STEP = real("y", above=0, most=1), real("x", above=0)
_FEW = at_most(DRAWS * _EXCESS, 1)
_SMALL = calc(
    (1 + _STEP)**DRAWS - 1, "<=", exp(DRAWS*_STEP) - 1,
    "<=", 2*DRAWS*_STEP, by(calc(exp(_ROOM) - 1, "<=", 2*_ROOM).at({_ROOM: DRAWS*_STEP})), given=(at_most(DRAWS*_STEP, 1),),
)  # fmt: skip
_BY_STEP = calc(
    _SQUARES, "<=", (1 + RADIUS**2*_EXCESS)**DRAWS - 1, by(cite(ETA, "eta^2")),
    "<=", (1 + _EXCESS)**DRAWS - 1, by(calc(RADIUS**2*_EXCESS, "<=", _EXCESS, by(_UNIT), given=(_UNIT,))),
    "<=", 2*DRAWS*_EXCESS, by(_SMALL.at({_STEP: _EXCESS})), given=(_FLAT, _UNIT, _FEW),
)  # fmt: skip
_LOADED = 168 * pi ** (2 * BETA) * (USERS * DRAWS * ALPHA**2)
_MANY = at_most(_LOADED, BUMPS ** (2 * BETA + 2))
_LESS, _MORE = real("a", above=0), real("b", above=0)
_HALVED = calc(_LESS / (2 * _MORE), "<=", _HALF, given=(at_most(_LESS, _MORE),))
_ROOT = calc(
    21*USERS*ALPHA**2*_SQUARES/BUMPS, "<=", _LOADED/(2*BUMPS**(2*BETA + 2)), by(_BY_STEP),
    "<=", _HALF, by(_HALVED.at({_LESS: _LOADED, _MORE: BUMPS**(2*BETA + 2)})), given=(_FLAT, _UNIT, _FEW, _MANY),
)  # fmt: skip
_LOGS = log(168 * pi ** (2 * BETA)), log(USERS * ALPHA**2) + log(DRAWS)
_PRINTED_K = at_most(_LOGS[0] / (2 * BETA + 1) + _LOGS[1] / (2 * BETA + 2), log(BUMPS))
_ANY_LOG, _OTHER_LOG = real("a", least=0), real("b")
_LOW, _TOP = real("L"), real("M")
_RISING = calc(exp(_LOW), "<=", exp(_TOP), by(at_most(_LOW, _TOP)), given=(at_most(_LOW, _TOP),))
_CHOSEN = calc(
    _LOADED, "<=", BUMPS**(2*BETA + 2),
    by(_RISING.at({_LOW: _LOGS[0] + _LOGS[1], _TOP: (2*BETA + 2)*log(BUMPS)}),
       calc(
           _LOGS[0] + _LOGS[1], "<=", (2*BETA + 2)*(_LOGS[0]/(2*BETA + 1) + _LOGS[1]/(2*BETA + 2)),
           by(calc(_ANY_LOG + _OTHER_LOG, "<=", (2*BETA + 2)*(_ANY_LOG/(2*BETA + 1) + _OTHER_LOG/(2*BETA + 2))).at(
               {_ANY_LOG: _LOGS[0], _OTHER_LOG: _LOGS[1]})),
           "<=", (2*BETA + 2)*log(BUMPS), by(_PRINTED_K), given=(_PRINTED_K,),
       )),
    given=(_PRINTED_K,),
)  # fmt: skip
RATE = Claim(
    "kent/appH.5/rate",
    "Appendix H.5, Step 3, (211) and the displays after (212)",
    Kind.INEQUALITY,
    "the root at the chosen k",
    AllOf("", {"eta^2": _BY_STEP, "the root": _ROOT, "the chosen k": _CHOSEN}),
    note="In logarithms, as printed: k >= (168 pi^(2 beta))^(1/(2 beta + 1)) (nT alpha^2)^(1/(2 beta + 2)). The printed k is not an "
    "integer; its ceiling, at most 2k where k >= 1, makes the root smaller and costs 4^-beta in front.",
)  # fmt: skip
_MEMBERS, _HIGH = DensityLaws(DensityEllipsoid(BETA, RADIUS)), at_most(ALPHA, 1)
_WEIGHT = RADIUS**2 * pi ** (2 * BETA) * BumpSquare(BETA) / (8 * BUMPS ** (2 * BETA + 1))
_SHORT = at_most(log(DRAWS), log(84) + (2 * BETA + 1) * log(USERS * ALPHA**2))
_BY_188 = cite(EQ188).at(
    {CLASS: _MEMBERS, LOSS: Squared(), FAMILY: _LAWS, SIZE: BUMPS, HALF_LETTER: _WEIGHT, LEVEL: sqrt(_SQUARES)}
)  # fmt: skip
_POSITIVE = calc(
    minimax_loss(_MEMBERS, USERS, DRAWS, ALPHA, Squared()), ">=", _BY_188.statement.right,
    by(
        _BY_188,
        words("The densities lie in the class, by at least 1/2 above 0.", Within(_LAWS, _MEMBERS), given=(_FLAT,),
              leans=("kent/appH.5/fam",)),
        words("(209).", Separated(_LAWS, Squared(), _WEIGHT, BUMPS), leans=("kent/eq209",)),
        BUMPS_DOMINATED(*_WHICH), ORTHOGONAL_RATIOS(_LAWS, BUMPS, DRAWS), BUMPS_UNCORRELATED(*_WHICH),
    ),
    given=(_FLAT, _HIGH),
)  # fmt: skip


_T, _B, _ENOUGH = real("t", least=0), real("b"), real("l", least=0)
_BUDGET = at_most(_T, log(84) + (2 * BETA + 1) * _B)
_A = real("a", least=0)
_LONG = at_most(_A / (2 * BETA + 1) + (_B + _T) / (2 * BETA + 2), _ENOUGH)
_SHARE = (_T - log(84)) / (2 * BETA + 1)
_IN_LOGS = calc(
    _A - log(84) + _T, "<=", _A + _T - log(84)/(2*BETA + 2),
    "==", (2*BETA + 1)*(_A/(2*BETA + 1) + (_SHARE + _T)/(2*BETA + 2)),
    "<=", (2*BETA + 1)*(_A/(2*BETA + 1) + (_B + _T)/(2*BETA + 2)),
    by(calc(_SHARE, "<=", (log(84) + (2*BETA + 1)*_B - log(84))/(2*BETA + 1), by(_BUDGET), "==", _B, given=(_BUDGET,))),
    "<=", (2*BETA + 1)*_ENOUGH, by(_LONG), given=(_BUDGET, _LONG),
)  # fmt: skip
_POWER = BUMPS ** (2 * BETA + 1)
_BASE = calc(
    2*pi**(2*BETA)*DRAWS, "<=", _POWER,
    by(_RISING.at({_LOW: _LOGS[0] - log(84) + log(DRAWS), _TOP: (2*BETA + 1)*log(BUMPS)}),
       _IN_LOGS.at({_A: _LOGS[0], _T: log(DRAWS), _B: log(USERS*ALPHA**2), _ENOUGH: log(BUMPS)})),
    given=(_PRINTED_K, _SHORT),
)  # fmt: skip
_STEPS = calc(
    DRAWS*_EXCESS, "<=", 1,
    by(calc(_LESS/_MORE, "<=", 1, given=(at_most(_LESS, _MORE),)).at({_LESS: 2*pi**(2*BETA)*DRAWS, _MORE: _POWER}), _BASE),
    given=(_PRINTED_K, _SHORT),
)  # fmt: skip
_BELOW = words(
    "The bounds on T and k give k >= pi, so that the bumps, at most r pi^beta/(2 k^beta), are at most 1/2.", _FLAT,
    given=(_UNIT, _PRINTED_K, _SHORT), leans=("kent/appH.5/fam/bump",),
)  # fmt: skip
_PLAIN = _WEIGHT * BUMPS * (1 - sqrt(21 * USERS * ALPHA**2 * _SQUARES / BUMPS))
_QUARTER = real("g", least=0, most=_HALF)
_ALL = _UNIT, _HIGH, _PRINTED_K, _SHORT
_LOWER = calc(
    minimax_loss(_MEMBERS, USERS, DRAWS, ALPHA, Squared()), ">=", _POSITIVE.steps[-1].term, by(_POSITIVE, _BELOW),
    "==", _PLAIN, ">=", _WEIGHT*BUMPS/4,
    by(calc(1 - sqrt(_QUARTER), ">=", Rational(1, 4)).at({_QUARTER: 21*USERS*ALPHA**2*_SQUARES/BUMPS}), _ROOT, _BELOW, _STEPS, _CHOSEN),
    "==", RADIUS**2*pi**(2*BETA)*BumpSquare(BETA)/(32*BUMPS**(2*BETA)), given=_ALL,
).crosschecked(
    "in numbers", r"\text{beside }\varrho k(1-\sqrt{21n\alpha^2\eta^2/k})",
    "beta = 1, 2, 3; n alpha^2 = 10, 10^4; T = 1, 10, 84 (n alpha^2)^(2 beta + 1)", _in_numbers,
)  # fmt: skip


_UNIT_RISK = minimax_loss(DensityLaws(DensityEllipsoid(BETA, 1)), USERS, DRAWS, ALPHA, Squared())
_FINITE = pi**(2*BETA)*BumpSquare(BETA)/32*(2*(168*pi**(2*BETA))**(1/(2*BETA + 1)))**(-2*BETA)  # fmt: skip
_INFINITE = (Rational(9, 3328)) ** (2 * BETA) / 128
_LEAST = Min(_FINITE, _INFINITE)
_USERS, _SAMPLES = log(USERS * ALPHA**2), log(DRAWS)
_BY_SAMPLES, _BY_USERS = exp(-2*BETA*(_USERS + _SAMPLES)/(2*BETA + 2)), exp(-2*BETA*_USERS)  # fmt: skip
_EARLY, _LATE = at_most(_SAMPLES, (2 * BETA + 1) * _USERS), at_most((2 * BETA + 1) * _USERS, _SAMPLES)
_BUDGETED = at_most(1, USERS * ALPHA**2)
_LARGER = _LEAST * Max(_BY_SAMPLES, _BY_USERS)
_BY_N, _BY_T = real("x"), real("s")
_EXPONENTS: tuple[Any, Any] = -2*BETA*(_BY_N + _BY_T)/(2*BETA + 2), -2*BETA*_BY_N  # fmt: skip
_AT_LOGS = {_BY_N: _USERS, _BY_T: _SAMPLES}
_WHOLE = -2*BETA*(_BY_N + (2*BETA + 1)*_BY_N)/(2*BETA + 2)  # fmt: skip
_ON_TIME, _TOO_LATE = at_most(_BY_T, (2 * BETA + 1) * _BY_N), at_most((2 * BETA + 1) * _BY_N, _BY_T)
_EXPONENT_EARLY = calc(_EXPONENTS[1], "==", _WHOLE, "<=", _EXPONENTS[0], by(_ON_TIME), given=(_ON_TIME,))
_EXPONENT_LATE = calc(_EXPONENTS[0], "<=", _WHOLE, by(_TOO_LATE), "==", _EXPONENTS[1], given=(_TOO_LATE,))
_ORDER_EARLY = calc(
    _BY_USERS, "<=", _BY_SAMPLES,
    by(_RISING.at({_LOW: _EXPONENTS[1].xreplace(_AT_LOGS), _TOP: _EXPONENTS[0].xreplace(_AT_LOGS)}), _EXPONENT_EARLY.at(_AT_LOGS)),
    given=(_EARLY,),
)  # fmt: skip
_ORDER_LATE = calc(
    _BY_SAMPLES, "<=", _BY_USERS,
    by(_RISING.at({_LOW: _EXPONENTS[0].xreplace(_AT_LOGS), _TOP: _EXPONENTS[1].xreplace(_AT_LOGS)}), _EXPONENT_LATE.at(_AT_LOGS)),
    given=(_LATE,),
)  # fmt: skip
_FIRST_CASE = calc(
    _UNIT_RISK, ">=", _FINITE*_BY_SAMPLES,
    by(words(
        "kent/own/thm9-lower at r = 1 and the least k that it allows, at most twice what it is the ceiling of.",
        at_most(_FINITE*_BY_SAMPLES, _UNIT_RISK), given=(_HIGH, _BUDGETED, _EARLY),
        leans=("kent/own/thm9-lower", "kent/appH.5/regimes"),
    )),
    ">=", _LEAST*_BY_SAMPLES, by(calc(_FINITE, ">=", _LEAST)),
    ">=", _LARGER, by(calc(Max(_BY_SAMPLES, _BY_USERS), "<=", _BY_SAMPLES, by(_ORDER_EARLY), given=(_EARLY,))),
    given=(_HIGH, _BUDGETED, _EARLY),
)  # fmt: skip
_SECOND_CASE = calc(
    _UNIT_RISK, ">=", _INFINITE*_BY_USERS,
    by(words(
        "The bound at infinitely many samples, which are no less than T.",
        at_most(_INFINITE*_BY_USERS, _UNIT_RISK), given=(_HIGH, _BUDGETED), leans=("kent/prop5", "kent/cor2"),
    )),
    ">=", _LEAST*_BY_USERS, by(calc(_INFINITE, ">=", _LEAST)),
    ">=", _LARGER, by(calc(Max(_BY_SAMPLES, _BY_USERS), "<=", _BY_USERS, by(_ORDER_LATE), given=(_LATE,))),
    given=(_HIGH, _BUDGETED, _LATE),
)  # fmt: skip
_THEOREM9 = calc(
    _UNIT_RISK, ">=", _LARGER, by(cases((_EARLY, _FIRST_CASE), (_LATE, _SECOND_CASE))), given=(_HIGH, _BUDGETED),
)  # fmt: skip

_HEIGHT, _LOWERED = RADIUS * pi**BETA / (2 * BUMPS**BETA) * UnitSup(BETA), at_most(UnitSup(BETA), pi**-BETA)
_EQ210 = calc(
    BumpSup(*_WHICH), "<=", _HEIGHT,
    by(words(
        "A bump is the unscaled one, moved, narrowed and times r pi^beta/(2 k^beta).", at_most(BumpSup(*_WHICH), _HEIGHT),
        leans=("kent/appH.5/fam/bump",),
    )),
    "<=", RADIUS*pi**BETA/(2*BUMPS**BETA)*pi**-BETA, by(_LOWERED), "==", RADIUS/(2*BUMPS**BETA), "<=", _HALF,
    given=(_UNIT, _LOWERED),
)  # fmt: skip


CLAIMS = (
    Claim("kent/eq210", "Appendix H.5, Step 2.1, (210)", Kind.INEQUALITY, "the bumps are at most 1/2", _EQ210,
          note="For r <= 1: c_beta small enough is sup|g_beta| <= pi^(-beta), for every k. It makes c'_beta, the "
               "integral of g_beta^2, smaller."),
    ETA,
    Claim("kent/appH.5/eq212", "Appendix H.5, Step 3, (212)", Kind.RATE_ALGEBRA, "the condition on T",
          FiniteCheck(r"\tfrac{2\pi^{2\beta}}{k^{2\beta+1}}\le\tfrac1T\ \Rightarrow\ T\le84(n\alpha^2)^{2\beta+1}",
                      "beta = 1, n alpha^2 = 10^4, T = 5000^4", _equivalence),
          AllOf(r"\tfrac{2\pi^{2\beta}}{k^{2\beta+1}}\le\tfrac1T\iff T\le84^{2\beta+2}(n\alpha^2)^{2\beta+1}",
                {"at that T, with B = n alpha^2": Identity(log(84)
                                                           + (2 * _BETA + 1) / (2 * _BETA + 2) * (_S + (2 * _BETA + 2) * log(84) + (2 * _BETA + 1) * _S),
                                                           (2 * _BETA + 2) * log(84) + (2 * _BETA + 1) * _S),
                 "84 <= 84^(2 beta + 2)":
                     ordered(log(84), (2 * _BETA + 2) * log(84), Variable(_BETA, Integer(1), oo))}),
          correction="84^(2 beta + 2) in place of 84: the printed condition is enough, and not equivalent",
          severity=Severity.TYPO, theorem="kent/own/thm9-lower",
          note="s = log(n alpha^2); 84 (nT alpha^2)^((2 beta + 1)/(2 beta + 2)) = T in logarithms."),
    RATE,
    Claim("kent/appH.5/regimes", "Appendix H.5, Step 3, last paragraph", Kind.RATE_ALGEBRA,
          "which of the two bounds is larger",
          AllOf(r"T>(n\alpha^2)^{2\beta+1}\iff(n\alpha^2)^{-2\beta}>(nT\alpha^2)^{-2\beta/(2\beta+2)}",
                {"equality at T = (n alpha^2)^(2 beta + 1), in logarithms":
                     Identity(-2 * _BETA / (2 * _BETA + 2) * (_S + (2 * _BETA + 1) * _S), -2 * _BETA * _S),
                 "and the right side decreases in T":
                     ordered(-2 * _BETA / (2 * _BETA + 2), Integer(0), Variable(_BETA, Integer(1), oo))})),
    Claim("kent/own/thm9-lower", "to Section 5, Theorem 9, the T-dependent part of the lower bound", Kind.LOWER_BOUND,
          "densities from below, in the ellipsoid without the first coefficient", corrected=_LOWER,
          note="Of order (nT alpha^2)^(-2 beta/(2 beta + 2)) at k = the ceiling of its least value. The printed class "
               "of radius 1 has risk 0."),
    Claim("kent/thm9/lower", "Section 5, Theorem 9, the lower bound", Kind.LOWER_BOUND, "densities from below",
          FiniteCheck(r"\mathcal R_{n,T,\alpha}(\theta(\mathcal P_{\beta,1}))\ge c_\beta\{(nT\alpha^2)^{-\frac{2\beta}{2\beta+2}}\vee(n\alpha^2)^{-2\beta}\}>0",
                      "beta = 1, 2, 3: the constant estimate", _empty, ">"),
          _THEOREM9,
          correction="in the ellipsoid without the first coefficient; the printed class of radius 1 is {1}, its risk 0",
          severity=Severity.CONDITION, theorem="kent/own/thm9-lower",
          note="Printed without alpha <= 1, which the proof takes. The upper half needs an estimator and is not judged "
               "here.",
          root="kent/prop5"),
)  # fmt: skip
