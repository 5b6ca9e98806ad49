"""zhao Section 4.1 and Appendix A.5: Theorem 3 and its steps, (69)-(86)."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import sympy
from sympy import Integer, Max, Min, log, oo, sqrt

from notation.symbols import Delta, epsilon, m, n, p
from verify.calculus import (
    Expectation,
    Holds,
    MeanOfCopies,
    Probability,
    WholeNumber,
    below,
    by,
    calc,
    quantity,
    random_real,
    real,
    words,
)
from verify.calculus import at_most as at_most_
from verify.calculus.conditions import equal
from verify.papers.zhao.appA3_second_stage.eq43_bias import AboveTail
from verify.papers.zhao.appA5_heavy_tails.eq73_tail import MOMENT_OF_ORDER
from verify.papers.zhao.nouns_heavy import (
    BALANCED,
    CLIP,
    ENOUGH,
    GAUSSIAN,
    HEAVY,
    LEAST_CLIP,
    LOGS,
    MOMENT,
    ORDER,
    POLYNOMIAL,
    ROOT,
    SUITABLE,
    TAIL,
    ClippedBias,
    FirstMiss,
    HeavyRisk,
)
from verify.papers.zhao.nouns_means import EPSILON, SAMPLES, USERS, WIDTH, multiplied, scaled
from verify.prover import Variable
from verify.statements import AllOf, Balance, Case, FiniteCheck, Identity, SameRate, UpToConstant, Whole, at_most
from verify.statements.claim import Claim, Kind, Severity
from verify.statements.outcome import Settings

_M = sympy.Symbol("M", positive=True)
_D = sympy.Symbol("D", positive=True)
_R = sympy.Symbol("r", positive=True)
_T = sympy.Symbol("t", positive=True)
_U = sympy.Symbol("u", positive=True)
_Q = sympy.Symbol("q", positive=True)
_X = sympy.Symbol("x", nonnegative=True)
_A = sympy.Symbol("a", real=True)
_B = sympy.Symbol("b", real=True)
_NOISE_UNIT = n * epsilon**2
_BRANCH = (m**2 * _NOISE_UNIT) ** (-(1 - 1 / p))
_GRID = [Fraction(k, 2) for k in range(-4, 5)]


def _clip(x: Fraction, bound: Fraction) -> Fraction:
    return max(-bound, min(x, bound))


def _laws() -> Iterator[tuple[dict[Fraction, Fraction], Fraction]]:
    for points in product(_GRID[::2], repeat=3):
        if len(set(points)) == 3:
            law = dict(zip(points, (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)), strict=True))
            for bound in (Fraction(1, 2), Fraction(5, 4)):
                yield law, bound


def _clip_identity(_: Settings) -> Iterator[Case]:
    """mu_T by definition beside (78)."""
    for law, bound in _laws():
        left = sum((w * _clip(x, bound) for x, w in law.items()), Fraction(0))
        inside = sum((w * x for x, w in law.items() if abs(x) <= bound), Fraction(0))
        above = sum((w for x, w in law.items() if x > bound), Fraction(0))
        below = sum((w for x, w in law.items() if x < -bound), Fraction(0))
        parameters = {"law": ", ".join(f"{x}: {w}" for x, w in law.items()), "D": str(bound)}
        yield Case(parameters, left, inside + bound * above - bound * below)


def _minus(_: Settings) -> Iterator[Case]:
    """X = 1, D = 1/2, an interval that holds 1/2: |E U - mu| beside |E U - mu_T| - |mu_T - mu|."""
    mu, bound = Fraction(1), Fraction(1, 2)
    clipped = _clip(mu, bound)
    yield Case({"X": 1, "D": "1/2"}, abs(clipped - mu), abs(clipped - clipped) - abs(clipped - mu), Fraction(1, 2))


def _half(_: Settings) -> Iterator[Case]:
    """X = 1, D = 3/5 > mu/2: the integrals of P(X > t) and of P(X - mu > t/2) over t > D."""
    mu, bound = Fraction(1), Fraction(3, 5)
    yield Case({"X": 1, "D": "3/5"}, max(mu - bound, Fraction(0)), Fraction(0), left_again=mu - _clip(mu, bound))


# fmt: off
_ALL = (USERS, SAMPLES, EPSILON, ORDER, ROOT, WIDTH)
_RISK, _BIAS, _MISS = HeavyRisk(*_ALL, CLIP), ClippedBias(*_ALL, CLIP), FirstMiss(*_ALL)
_EVEN = WholeNumber(USERS/2)
_WIDE = at_most_(sqrt(LEAST_CLIP*LOGS/SAMPLES)*ROOT, CLIP)
_ONE_TAIL = TAIL*MOMENT/(ORDER - 1)
_CLIP_TAIL = 2*_ONE_TAIL*(SAMPLES*CLIP)**(1 - ORDER)
_CHANCE, _TAIL_, _WORST = real("q", least=0, most=1), real("w", least=0), real("z", least=0)
_MIXED = (1 - _MISS)*_CLIP_TAIL + _MISS*2*WIDTH
EQ75 = Claim("zhao/eq75", "arXiv v1, Appendix A.5, (74)-(76)", Kind.INEQUALITY, "the bias of the second stage's clip",
             calc(
                 _BIAS, "<=", _MIXED,
                 by(words("Where the first stage succeeds, the bias is at most the integral over t > Delta of the "
                          "two-sided tail of (73) at t sqrt(m), 2 C M m^(1-p) t^(-p); elsewhere at most 2D. A clipped "
                          "mean above R + Delta + t is an unclipped one there.",
                          at_most_(_BIAS, _MIXED), given=(_EVEN, _WIDE), leans=("zhao/lemma5",))),
                 "<=", _CLIP_TAIL + 2*WIDTH*_MISS,
                 by(calc((1 - _CHANCE)*_TAIL_ + _CHANCE*2*_WORST, "<=", _TAIL_ + 2*_WORST*_CHANCE).at(
                        {_CHANCE: _MISS, _TAIL_: _CLIP_TAIL, _WORST: WIDTH})),
                 given=(_EVEN, _WIDE),
             ),
             note="rho = M_p^(1/p), Delta >= c_p rho sqrt((ln m v 1)/m), for Lemma 5 as corrected.")  # fmt: skip
_SAMPLE, _MEAN = random_real("X"), random_real("S")
Inside = quantity("Inside", r"\mathbb{{E}}[{0}\,1(|{0}| \le {1})]", "expectation of a random real where its size is at most D, 0 elsewhere: Inside(S, D)")
_CLIPPED = Expectation(Min(Max(_MEAN, -WIDTH), WIDTH))
_SPLIT = Inside(_MEAN, WIDTH) + WIDTH*Probability(Holds(below(WIDTH, _MEAN))) - WIDTH*Probability(Holds(below(_MEAN, -WIDTH)))
_EQ77 = calc(
    _CLIPPED, "==", _SPLIT,
    by(words("The clipped mean is the mean itself where its size is at most D, D above and -D below.", equal(_CLIPPED, _SPLIT))),
).crosschecked("finite laws", r"\mu_T", "laws on three points of a grid, D = 1/2, 5/4", _clip_identity, "==")
_CENTRE = Expectation(_SAMPLE)
_TWICE_OFF = AboveTail(2*(_MEAN - _CENTRE), WIDTH)
_FAR = (at_most_(2*_CENTRE, WIDTH), at_most_(2*sqrt(LEAST_CLIP*LOGS/SAMPLES)*ROOT, WIDTH))
_COUNTED = (MeanOfCopies(_MEAN, _SAMPLE, SAMPLES), MOMENT_OF_ORDER)
_BEYOND = 2*_ONE_TAIL*(SAMPLES*WIDTH/2)**(1 - ORDER)
_EQ79 = calc(
    AboveTail(_MEAN, WIDTH), "<=", _TWICE_OFF,
    by(words("For t >= D >= 2 mu: t - mu >= t/2, so that a mean above t is more than t/2 above mu.",
             at_most_(AboveTail(_MEAN, WIDTH), _TWICE_OFF), given=_FAR[:1])),
    "<=", _BEYOND,
    by(words("The integral over t > D of (73) at t sqrt(m)/2, one side.", at_most_(_TWICE_OFF, _BEYOND), given=(*_COUNTED, _FAR[1]),
             leans=("zhao/lemma5",))),
    given=(*_COUNTED, *_FAR),
)
_CUT, _REST = 2*_ONE_TAIL*(SAMPLES*CLIP)**(1 - ORDER), 4*_ONE_TAIL*(SAMPLES*WIDTH/2)**(1 - ORDER)
_NOISE = (12*ROOT/sqrt(SAMPLES) + 2*CLIP)**2
_FIRST_SUM = (_CUT + _REST)**2 + 4*WIDTH**2*_MISS + 2*ROOT**2/(SAMPLES*USERS) + 4*_NOISE/(USERS*EPSILON**2)
_ONE, _OTHER, _REMAINS, _V = real("a", least=0), real("b", least=0), real("u", least=0), real("v", least=0)
_SMALL_ROOT = at_most_(ROOT/sqrt(SAMPLES), CLIP)
_IN_RANGE = (at_most_(2*ROOT, WIDTH), at_most_(2*CLIP, WIDTH))
_EQ83 = calc(
    _RISK, "<=", _FIRST_SUM,
    by(words("Given the first stage the squared error is squared bias and variance: (71), (75) and (79) where it succeeds, at most 4 D^2 of "
             "squared bias elsewhere; (2/n)(rho^2/m + 2 (3h + 2 Delta)^2/epsilon^2) of variance.",
             at_most_(_RISK, _FIRST_SUM), given=(_EVEN, _WIDE, *_IN_RANGE), leans=("zhao/eq75", "zhao/eq79", "zhao/eq71"))),
    "<=", 2*_CUT**2 + 2*_REST**2 + 4*WIDTH**2*_MISS + 2*ROOT**2/(SAMPLES*USERS) + 4*_NOISE/(USERS*EPSILON**2),
    by(calc((_ONE + _OTHER)**2, "<=", 2*_ONE**2 + 2*_OTHER**2).at({_ONE: _CUT, _OTHER: _REST})),
    given=(_EVEN, _WIDE, *_IN_RANGE),
)
_LOW, _MORE, _POWER = real("x", above=0), real("y", least=0), real("q", least=0)
_CLOSER = (at_most_(CLIP, WIDTH),)
_EQ86 = calc(
    (SAMPLES*WIDTH)**(-2*(ORDER - 1)), "<=", (SAMPLES*CLIP)**(-2*(ORDER - 1)),
    by(calc((_LOW + _MORE)**(-2*_POWER), "<=", _LOW**(-2*_POWER)).at({_LOW: SAMPLES*CLIP, _MORE: SAMPLES*WIDTH - SAMPLES*CLIP, _POWER: ORDER - 1}),
       calc(0, "<=", SAMPLES*WIDTH - SAMPLES*CLIP, by(multiplied(CLIP, WIDTH, SAMPLES)), given=_CLOSER)),
    given=_CLOSER,
)
_BEST = HeavyRisk(*_ALL, BALANCED)
_MULTIPLE, _JUMP, _SMALL = real("c", least=1), real("j", least=0), real("s", least=0)
_BELOW = at_most_(_SMALL, _ONE)
_LARGER = Max(_ONE, _OTHER)
_ADDED_FORM = calc(
    784*Max(_MULTIPLE*_ONE, _OTHER) + _JUMP*_OTHER + 15700*(_SMALL + _REMAINS) + 2*_REMAINS, "<=", 784*(_MULTIPLE*_LARGER) + _JUMP*_OTHER + 15700*(_ONE + _REMAINS) + 2*_REMAINS,
    by(calc(Max(_MULTIPLE*_ONE, _OTHER), "<=", _MULTIPLE*_LARGER), _BELOW),
    "<=", 784*(_MULTIPLE*_LARGER) + _JUMP*_LARGER + 15700*(_LARGER + _REMAINS) + 2*_REMAINS, by(calc(_OTHER, "<=", _LARGER), calc(_ONE, "<=", _LARGER)),
    "<=", (784*_MULTIPLE + _JUMP + 15702)*(_LARGER + _REMAINS), given=(_BELOW,),
)
_ADDED = _ADDED_FORM.at({
    _MULTIPLE: LEAST_CLIP, _JUMP: 4*TAIL**2/(ORDER - 1)**2, _ONE: GAUSSIAN, _OTHER: POLYNOMIAL, _SMALL: 1/(SAMPLES*USERS*EPSILON**2), _REMAINS: 1/(SAMPLES*USERS)})
_SHARE, _FAILED = 1/(SAMPLES*USERS), Integer(15700)*(1/(SAMPLES*USERS*EPSILON**2) + 1/(SAMPLES*USERS))
_TERMS = 784*Max(LEAST_CLIP*GAUSSIAN, POLYNOMIAL) + 4*TAIL**2/(ORDER - 1)**2*POLYNOMIAL + _FAILED + 2*_SHARE
_THEOREM3 = calc(
    _BEST, "<=", ROOT**2*_TERMS,
    by(words("As in (83), with one clip left as D >= |mu| + Delta, at this Delta: the squared bias is at most 4 C^2/(p-1)^2 times the polynomial "
             "branch, the noise 4 (3h + 2 Delta)^2/(n epsilon^2) at most 784 Delta^2/(n epsilon^2), and 4 D^2 P(E_1^c) at most 16/(e y) rho^2/m, "
             "1/y = 2663/(n (epsilon^2 ^ 1)).",
             at_most_(_BEST, ROOT**2*_TERMS), given=(_EVEN, ENOUGH, *SUITABLE),
             leans=("zhao/eq83", "zhao/eq84", "zhao/eq85", "zhao/eq86", "zhao/thm3/condition"))),
    "<=", ROOT**2*(HEAVY*(Max(GAUSSIAN, POLYNOMIAL) + _SHARE)), by(scaled(ROOT**2, _ADDED)), given=(_EVEN, ENOUGH, *SUITABLE),
)
# fmt: on

CLAIMS = (
    Claim("zhao/eq71", "arXiv v1, Appendix A.5, (71)", Kind.INEQUALITY, "the bias splits by the triangle inequality",
          FiniteCheck(r"|E[U]-\mu|\le|E[U]-\mu_T|-|\mu_T-\mu|", "X = 1, D = 1/2, an interval that holds 1/2", _minus),
          AllOf(r"|E[U]-\mu|\le|E[U]-\mu_T|+|\mu_T-\mu|",
                {"above": Identity(lambda: (_A + _B) - _A, _B),
                 "|a + b| <= |a| + |b|, for a, b of opposite signs, a = t, b = -u":
                     at_most(sympy.Max(_T - _U, _U - _T), _T + _U, Variable(_T, Integer(0), oo, True),
                             Variable(_U, Integer(0), oo, True))}),
          correction="plus, not minus; the next lines use it with plus", severity=Severity.TYPO,
          theorem="zhao/thm3/upper"),
    EQ75,
    Claim("zhao/eq77", "arXiv v1, Appendix A.5, (77), (78)", Kind.IDENTITY,
          "the mean and the clipped mean, split at +-D", _EQ77),
    Claim("zhao/eq79", "arXiv v1, Appendix A.5, (79), (80)", Kind.INEQUALITY, "the bias of the clip at D",
          FiniteCheck(r"D>\tfrac\mu2:\ \int_D^\infty P(\bar X>t)\,dt\le\int_D^\infty P(\bar X-\mu>\tfrac t2)\,dt",
                      "X = 1, D = 3/5", _half),
          _EQ79, correction="D >= 2|mu|, not D > mu/2; also D/2 >= Delta, for Lemma 5", severity=Severity.CONDITION,
          theorem="zhao/thm3/upper", root="zhao/eq86", note="X = 1: 2/5 against 0, as X - mu = 0."),
    Claim("zhao/eq83", "arXiv v1, Appendix A.5, (81)-(83)", Kind.UPPER_RATE,
          "the mean squared error before Delta is chosen", _EQ83,
          note="h is given nowhere for Theorem 3; this one, of order M_p^(1/p)/sqrt(m), will do, and 4D/sqrt(m) with "
               "the larger D of the clip would not. (83) prints mu_T for mu; ln m stands for ln m v 1. D is as in "
               "zhao/eq86."),
    Claim("zhao/eq84", "arXiv v1, Appendix A.5, (84)", Kind.RATE_ALGEBRA, "the clip that balances bias and noise",
          Balance(_M**2 * (m * Delta) ** (-2 * (p - 1)), Delta**2 / _NOISE_UNIT, Delta,
                  (_M**2 * _NOISE_UNIT) ** (1 / (2 * p)) * m ** (-(1 - 1 / p)), _M ** (2 / p) * _BRANCH)),
    Claim("zhao/eq85", "arXiv v1, Appendix A.5, (85)", Kind.RATE_ALGEBRA, "the mean squared error at that clip",
          Whole(r"M_p^{2/p}\Big[\frac{\ln m}{mn\varepsilon^2}\vee(M_pm^2n\varepsilon^2)^{-(1-1/p)}+D^{-2(p-1)}m^{-2(p-1)}+\frac1{mn}\Big]",
                ("zhao/eq85/branch", "zhao/eq85/clip", "zhao/eq85/gaussian")),
          Whole(r"M_p^{2/p}\Big[\frac{\ln m}{mn\varepsilon^2}\vee(m^2n\varepsilon^2)^{-(1-1/p)}+\frac1{mn}\Big]+M_p^2(mD)^{-2(p-1)}",
                ("zhao/eq85/branch", "zhao/eq85/clip", "zhao/eq85/gaussian"), as_corrected=True),
          correction="the second term has the wrong power of M_p", severity=Severity.TYPO, theorem="zhao/thm3/upper"),
    Claim("zhao/eq85/branch", "arXiv v1, Appendix A.5, (85), second term", Kind.RATE_ALGEBRA, "the polynomial branch",
          SameRate(_M ** (2 / p) * (_M * m**2 * _NOISE_UNIT) ** (-(1 - 1 / p)), _M ** (2 / p) * _BRANCH),
          SameRate(((_M**2 * _NOISE_UNIT) ** (1 / (2 * p)) * m ** (-(1 - 1 / p))) ** 2 / _NOISE_UNIT,
                   _M ** (2 / p) * _BRANCH),
          correction="without M_p in the bracket, as in (4)", severity=Severity.TYPO, theorem="zhao/thm3/upper",
          note="In units where X is scaled by a, M_p scales by a^p and the error by a^2."),
    Claim("zhao/eq85/clip", "arXiv v1, Appendix A.5, (85), third term", Kind.RATE_ALGEBRA,
          "the clip at D: the square of (80)",
          SameRate(((m * _D) ** (-(p - 1))) ** 2, _D ** (-2 * (p - 1)) * m ** (-2 * (p - 1))),
          note="At M_p = 1: the power of M_p is off here as in the second term, and the next line drops this term for "
               "D of the order of Delta or more."),
    Claim("zhao/eq85/gaussian", "arXiv v1, Appendix A.5, (85), first term", Kind.RATE_ALGEBRA, "the Gaussian branch",
          SameRate((_M ** (1 / p) * sqrt(log(m) / m)) ** 2 / _NOISE_UNIT,
                   _M ** (2 / p) * log(m) / (m * n * epsilon**2))),
    Claim("zhao/eq86", "arXiv v1, Appendix A.5, (86)", Kind.UPPER_RATE, "which D will do",
          UpToConstant((1 - sqrt(log(m) / m)) ** 2, (log(m) + 1) / m**2, (Variable(m, Integer(3), oo),),
                       family=((m, _R),), along=_R,
                       text=r"\Delta\lesssim D\lesssim e^{c_2n\varepsilon^2}\Rightarrow(4);\ X=1,\ D=\Delta,\ n=m,\ "
                            r"\varepsilon=1"),
          _EQ86,
          correction="Theorem 3 asks for a suitable D, and one exists: D >= 2(|mu| v Delta). The printed range also "
                     "admits D = Delta, which tends to 0 and clips the mean away",
          severity=Severity.CONDITION, theorem="zhao/thm3/upper",
          note="X = 1, M_p = 1, p = 4: Delta = sqrt(ln m/m), as (n epsilon^2)^(1/8) m^(-3/4) is less; clipped data lie "
               "in [-Delta, Delta], so the error is at least 1 - Delta; (4) says at most a multiple of ln(m)/m^2 v "
               "m^(-9/4) + 1/m^2 <= (ln m + 1)/m^2."),
    Claim("zhao/thm3/upper", "arXiv v1, Section 4.1, Theorem 3, (4)", Kind.UPPER_RATE,
          "the rate under a moment condition",
          AllOf("",
                {"the rate": _THEOREM3,
                 "the transition, logarithms apart":
                     Balance(1 / (m * _NOISE_UNIT), _BRANCH, m, _NOISE_UNIT ** (1 / (p - 2)))}),
          note="For the corrected choices of h, D, Delta and the corrected condition; ln m stands for ln m v 1. What "
               "the failure of the first stage costs, 4D^2 P(E_1^c), is of the order of 1/(mn) for n(epsilon^2 ^ 1) >= "
               "c_1 ln m, as in Theorem 1."),
    Claim("zhao/thm3/item", "arXiv v1, Section 4.1, text after Theorem 3", Kind.RATE_ALGEBRA,
          "the item-level rate that it is compared with",
          SameRate((n * m * epsilon**2) ** (1 - 1 / p), (n * m * epsilon**2) ** (-(1 - 1 / p))),
          SameRate((n * m * epsilon**2) ** (-(1 - 1 / p)), m ** (1 - 1 / p) * _BRANCH),
          correction="the exponent is -(1-1/p), as in Table 1; the anonymous version also drops n",
          severity=Severity.TYPO, theorem="zhao/thm3/upper",
          note="As printed, the right side is Table 1's cell with d = 1; as corrected, it is m^(1-1/p) times the "
               "polynomial branch of (4)."),
)  # fmt: skip
