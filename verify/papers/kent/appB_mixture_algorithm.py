"""kent Appendix B.1, Algorithm 9 line by line, Theorem 10 from above, and B.2. m counts components, T stands for T*."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise, product
from math import ceil, log, sqrt

import numpy as np
import sympy
from sympy import Rational, exp, tanh

from notation.setting import Setting
from upperbounds.mixture import kent
from verify.calculus import at_most as given_
from verify.calculus import by, calc, integer, quantity, real, words
from verify.calculus.facts.mixtures import Mixtures
from verify.papers.kent.setting import ALPHA, USERS
from verify.prover import Variable
from verify.risk import SignLaw
from verify.risk.mixture import Mixture, draw_chosen, given_bins
from verify.statements import AllOf, Case, FiniteCheck, Identity, at_most
from verify.statements.claim import Claim, Kind, Severity
from verify.statements.outcome import Settings, as_arb

_A, _S = sympy.symbols("alpha s", positive=True)
_UNIT = Variable(_A, sympy.Integer(0), sympy.Integer(1), open_lower=True)


def _most_apart(bins: int) -> int:
    """The most bins of so many of which no two are neighbours."""
    return (bins + 1) // 2


def _left(bins: int, picks: tuple[int, ...]) -> int:
    """How many bins are left after these picks and their neighbours."""
    return len(set(range(bins)) - {b + step for b in picks for step in (-1, 0, 1)})


def _enough_bins(_: Settings) -> Iterator[Case]:
    """The least number of bins left before the m-th pick, over all allowed picks before, of 3m - 2 bins."""
    for m in (2, 3, 4):
        bins = 3 * m - 2
        allowed = (picks for picks in combinations(range(bins), m - 1) if all(b - a > 1 for a, b in pairwise(picks)))
        yield Case({"m": m, "N": bins}, 1, min(_left(bins, picks) for picks in allowed))


def _simulated_bins(_: Settings) -> Iterator[Case]:
    """In A.3, Setting 1, with (49) as printed and T* = T: the most bins that are no neighbours, beside m = 4."""
    for users, samples, alpha in ((1000, 1000, 2), (1000, 1000, 4), (1000, 100, 4)):
        bins = ceil(1 / sqrt(4 * log(users * samples * alpha**2) / samples))
        yield Case({"n": users, "T": samples, "alpha": alpha, "N": bins}, _most_apart(bins), 3)


def _raw_votes(_: Settings) -> Iterator[Case]:
    """1{user mean in I_j*} beside 1{iota = k} on A and B: theta at 3/4 of its bin, j* = l, the user mean above."""
    left, delta = Fraction(6), Fraction(1)
    theta = left + Fraction(3, 2) * delta
    mean = theta + Fraction(3, 4) * delta
    assert left - 2 * delta <= mean <= left + 4 * delta
    again = int(mean // (2 * delta) == left // (2 * delta))
    told = {"theta - L": "3/2 Delta", "user mean - L": "9/4 Delta"}
    yield Case(told, int(left <= mean < left + 2 * delta), 1, left_again=again)


def _hash(_: Settings) -> Iterator[Case]:
    """E[r_k y r_k(i)] over all signs of three centres beside 1{k(i) = k} y."""
    for k, own, y in product(range(3), range(3), (Fraction(-3), Fraction(2, 5))):
        found = [signs[k] * signs[own] * y for signs in product((-1, 1), repeat=3)]
        yield Case({"k": k, "k(i)": own, "y": str(y)}, sum(found, Fraction(0)) / 8, y if k == own else 0)


_LAW = Mixture((0.5, 0.5), (SignLaw(-0.5), SignLaw(0.5)))


def _program(_: Settings) -> Iterator[Case]:
    """The display of kent/own/mixture-bound at m = 2, theta_sep = 1/2 and pi_0 = 1/4 beside the program's bound."""
    for users, samples, alpha in ((3 * 10**5, 10**4, 4.0), (3 * 10**6, 10**5, 1.0)):
        plan = kent.uncapped(Setting(users, samples, epsilon=alpha, K=2), np.random.default_rng(0))
        shipped = kent.bound_of(Setting(users, samples, epsilon=alpha, K=2), plan).value
        numbers = {_N: users, _T: samples, _ALPHA: Rational(alpha), _PARTS: 2, _LEAST: Rational(1, 4)}
        width = Rational(float(plan.bins.width)) / 2
        shown = _FORM.xreplace({**numbers, _DELTA: width, _BINS: plan.bins.count})
        told = {"n": users, "T": samples, "alpha": alpha}
        value = as_arb(Fraction(str(sympy.N(shown, 40))))
        yield Case(told, abs(as_arb(Fraction(shipped)) - value), value / 10**9)


def _risks(_: Settings) -> Iterator[Case]:
    """The exact risk given the likeliest bins, in floats widened by 1e-6, beside the bound."""
    for users, samples, alpha in ((3 * 10**5, 10**4, 4.0), (3 * 10**6, 10**5, 1.0)):
        setting = Setting(users, samples, epsilon=alpha, K=2)
        plan = kent.uncapped(setting, np.random.default_rng(0))
        chosen = draw_chosen(plan, _LAW, 3, np.random.default_rng(1))
        for row in np.unique(chosen, axis=0):
            risk = given_bins(plan, _LAW, row).risk(_LAW.means)
            told = {"n": users, "T": samples, "alpha": alpha, "bins": [int(j) for j in row]}
            yield Case(
                told,
                as_arb(Fraction(risk)) * as_arb(Fraction(1000001, 1000000)),
                as_arb(Fraction(kent.bound_of(setting, plan).value)),
            )


def _printed_bias(_: Settings) -> Iterator[Case]:
    """|E theta_hat_2 - theta_2| over Delta with (53) as printed, theta_2 at the edge of its bin, beside 9/10."""
    plan = kent.uncapped(Setting(3 * 10**6, 4000, epsilon=4.0, K=2), np.random.default_rng(0))
    delta = float(plan.bins.width) / 2
    law = Mixture((0.5, 0.5), (SignLaw(float(plan.bins.middle(3))), SignLaw(float(plan.bins.left(9)))))
    found = given_bins(replace(plan, as_printed=True), law, np.array([3, 9])).mean - law.means
    bias = Fraction(abs(float(found[1]))) / Fraction(delta)
    yield Case({"n": plan.n, "T": plan.m, "alpha": 4, "m": 2}, Fraction(9, 10), bias)


def _corrected_bias(_: Settings) -> Iterator[Case]:
    """The same with the vote for the nearest centre, beside 1/1000."""
    plan = kent.uncapped(Setting(3 * 10**6, 4000, epsilon=4.0, K=2), np.random.default_rng(0))
    delta = float(plan.bins.width) / 2
    law = Mixture((0.5, 0.5), (SignLaw(float(plan.bins.middle(3))), SignLaw(float(plan.bins.left(9)))))
    found = given_bins(plan, law, np.array([3, 9])).mean - law.means
    yield Case(
        {"n": plan.n, "T": plan.m, "alpha": 4, "m": 2},
        Fraction(abs(float(found[1]))) / Fraction(delta),
        Fraction(1, 1000),
    )


_OFFSET = real("a", 0, 2)
"""theta less the left end of its bin, in units of Delta."""
_OFF, _AWAY, _AWAY2, _FAR = real("u", -1, 1), real("b", -2, 2), real("c", -2, 2), real("g", least=8)
"""In units of Delta: a user mean less its component's, both centres less their components' means, their distance."""
_N, _T, _PARTS = USERS, integer("T", least=1), integer("m", least=1)
_ALPHA, _LEAST = real("alpha", above=0), real("pi_0", above=0, most=1)
_DELTA, _BINS = real("Delta", above=0, most=1), integer("N", least=1)
_Q = sympy.Min(1, 2 * exp(-_T * _DELTA**2 / 2))
_G = tanh(_ALPHA / 4)
_NOISE = _DELTA**2 * (9 + 72 / _ALPHA**2) * 3 / _N
_SPREAD = 3 / (4 * _N * _G**2) + _Q**2
_VOTES_FAIL = sympy.Min(1, _PARTS * _BINS * exp(-_N / 3 * (_G * sympy.Max(0, (1 - _Q) * _LEAST / 2 - _Q)) ** 2 / 2))
_SELDOM = exp(-2 * _N / 3 * (_G * sympy.Max(0, _LEAST / 2 - _Q)) ** 2)
_CHOSEN = 4 / _LEAST**2 * (_NOISE + 8 * _DELTA**2 * _SPREAD + 2 * (_Q * (2 + 4 * _DELTA)) ** 2) + 4 * _DELTA**2 * _SELDOM  # fmt: skip
_ASTRAY = 2 * (2 + _DELTA) ** 2 + 8 / _LEAST**2 * (_NOISE + 9 * _DELTA**2)
_FORM = _PARTS * (_CHOSEN + _VOTES_FAIL * _ASTRAY)
_WORST = quantity(
    "WorstMixtureError", r"\sup_{{{0}}}\mathbb{{E}}_{{{1}, {2}, {3}}}\|\hat\theta-\theta\|_2^2",
    "largest mean squared error over a class of mixtures of Algorithm 9 with (53) as corrected, n a multiple of 3, on T "
    "samples of each user, at privacy alpha, with N bins of width 2 Delta and a cut at pi_0/2: (S, n, T, alpha, Delta, N)", 0,
)  # fmt: skip
_ERROR = _WORST(Mixtures(_PARTS, _LEAST, 8 * _DELTA), _N, _T, _ALPHA, _DELTA, _BINS)
_CIRCLE = given_(1, _DELTA * _BINS)
_ANY = given_(_PARTS * _LEAST, 1), given_((_PARTS - 1) * (8 * _DELTA), 2)
"""Such mixtures exist: the weights add up to 1, and the means have room in [-1, 1]."""
_BOUND = calc(
    _ERROR, "<=", _FORM,
    by(words(
        "Given the bins the weights and the signed sums come from different users; where each component has a bin with centre "
        "within 2 Delta, the error of theta_k is the sum's own noise plus (pi_k - pi_hat)(theta_k - M_k) plus at most "
        "q(2 + 4 Delta), over pi_hat >= pi_0/2, or theta_k - M_k where pi_hat is below; elsewhere it is a centre's, up to "
        "2 + Delta, and a sum's, and votes fail as seldom as Hoeffding's inequality says of m N pairs.",
        given_(_ERROR, _FORM), given=(_CIRCLE, *_ANY), leans=("kent/eq52", "kent/eq53", "kent/eq56", "kent/eq169", "kent/eq172/chosen"),
    )),
    given=(_CIRCLE, *_ANY),
).crosschecked(
    "the program's bound", r"|\text{bound}-\text{display}|\le10^{-9}\,\text{display}",
    "(n, T, alpha) = (300000, 10^4, 4), (3 * 10^6, 10^5, 1); m = 2, pi_0 = 1/4", _program,
).crosschecked(
    "exact risks", r"\text{risk}\le\text{bound}",
    "the same; +-1 data with means -1/2, 1/2, given drawn bins; floats widened by 1e-6", _risks,
)  # fmt: skip
_LOG, _C = real("L", least=1), real("c", above=0, most=1)
_SQUARE, _TAIL, _ROOM = real("D", least=0), real("t", least=0), real("w", least=1)
_RARE, _Y = real("q", 0, 1), real("y", least=0)
_HALF_GAIN = at_most(_A**2 / Rational(1668, 100), tanh(_A / 4) ** 2, _UNIT)
_POLYNOMIAL = calc(
    _SQUARE*243/_ROOM + 8*_SQUARE*Rational(12_51, 100)/_ROOM + 80*_TAIL, "<=", 345*_SQUARE/_ROOM,
    by(given_(80*_TAIL, Rational(9, 10)*_SQUARE/_ROOM)), given=(given_(80*_TAIL, Rational(9, 10)*_SQUARE/_ROOM),),
)  # fmt: skip
_GAP_LEFT = calc((1 - _RARE*_LEAST/8)*_LEAST/2 - _RARE*_LEAST/8, ">=", 5*_LEAST/16)  # fmt: skip
_SLOPE = _N * _ALPHA**2 * _LEAST**2 / kent.K_VOTES
"""y."""
_VOTES_END = calc(_N / 3 * (_ALPHA**2 / Rational(1668, 100)) * (5 * _LEAST / 16) ** 2 / 2, ">=", 12 * _SLOPE)
_SHARES_END = calc(2 * _N / 3 * (_ALPHA**2 / Rational(1668, 100)) * (3 * _LEAST / 8) ** 2, ">=", 12 * _SLOPE)
_COUNTED = calc(_PARTS * (2 * exp(_Y / 2)) * exp(-12 * _Y), "<=", 2 * _PARTS * exp(-11 * _Y))
_FAR_OFF = calc(
    2*(2 + _DELTA)**2 + 8/_LEAST**2*(243*_DELTA**2/_ROOM + 9*_DELTA**2), "<=", 2*3**2 + 8/_LEAST**2*(243 + 9), "<=",
    2034/_LEAST**2,
)  # fmt: skip
_AS_LARGE = real("M", least=1)
"""m/pi_0, and m."""
_ABSORBED = calc(
    4*_AS_LARGE*exp(-12*_Y) + 4068*_AS_LARGE**2*exp(-11*_Y), "<=", 4*exp(_Y)*exp(-12*_Y) + 4068*exp(_Y)**2*exp(-11*_Y), "<=",
    4072*exp(-9*_Y), given=(given_(_AS_LARGE, exp(_Y)),),
)  # fmt: skip
_RATE = 1380 * _PARTS * _DELTA**2 / (_LEAST**2 * _N * _ALPHA**2) + 4072 * exp(-9 * _SLOPE)
_REGIME = (
    *_ANY, given_(_ALPHA, 1), _CIRCLE, given_(_BINS, 2*exp(_SLOPE/2)), given_(8*_Q, _LEAST), given_(_PARTS/_LEAST, exp(_SLOPE)),
    given_(80*_Q**2, Rational(9, 10)*_DELTA**2/(_N*_ALPHA**2)), given_(1, _N*_ALPHA**2),
)  # fmt: skip


def _regime(_: Settings) -> Iterator[Case]:
    """The display of kent/own/mixture-bound beside that of the theorem where all conditions hold."""
    for users, samples, parts, least in ((2 * 10**6, 10**4, 2, Rational(1, 4)), (10**7, 10**5, 3, Rational(1, 6))):
        numbers = {_N: users, _T: samples, _ALPHA: sympy.Integer(1), _PARTS: parts, _LEAST: least}
        numbers |= {_DELTA: Rational(1, 8 * parts), _BINS: 8 * parts}
        sides = [as_arb(Fraction(str(sympy.N(side.xreplace(numbers), 40)))) for side in (_FORM, _RATE)]
        yield Case({"n": users, "T": samples, "m": parts, "alpha": 1, "pi_0": str(least)}, *sides)


_UPPER = calc(
    _ERROR, "<=", _RATE,
    by(words(
        "The bound of kent/own/mixture-bound, term by term by the other parts of this claim: 345 for noise and shares, "
        "e^(-12 y) for shares that are light, and 2 m e^(-11 y) for votes that fail times at most 2034/pi_0^2.",
        given_(_ERROR, _RATE), given=_REGIME, leans=("kent/own/mixture-bound",),
    )),
    given=_REGIME,
).crosschecked(
    "in numbers", r"\text{the bound}\le\text{the rate}",
    "alpha = 1, Delta = 1/(8m): (n, T, m, pi_0) = (2 * 10^6, 10^4, 2, 1/4), (10^7, 10^5, 3, 1/6)", _regime,
)  # fmt: skip

CLAIMS = (
    Claim("kent/own/mixture-bins", "to Appendix B.1, Algorithm 9, (49), (51), lines 13-19", Kind.ALGORITHM,
          "when there are bins enough for m components",
          corrected=AllOf("",
                          {"3m - 2 bins": FiniteCheck(r"N=3m-2\Rightarrow|\mathcal I_{m-1}|\ge1",
                                                      "m = 2, 3, 4, all earlier picks", _enough_bins),
                           "the width of (49) in A.3":
                               FiniteCheck(r"\text{bins of }N(\Delta)\text{ that are no neighbours}\le3",
                                           "Setting 1 of A.3, m = 4: (n, T, alpha) = (1000, 1000, 2), (1000, 1000, 4), "
                                           "(1000, 100, 4)",
                                           _simulated_bins)}),
          note="With (49) as printed Setting 1 of A.3 leaves no bin for the fourth component whatever the votes are: "
               "the simulations must use another width, which A.3 does not tell. The program's widths are at most "
               "1/(8m), so that there are 8m bins."),
    Claim("kent/eq52", "Appendix B.1, Algorithm 9, (52)", Kind.INEQUALITY,
          "a mean is inside the widened bin next to it, Delta away from its ends",
          AllOf("",
                {"own bin, below": calc(_OFFSET + 2, ">=", 1), "own bin, above": calc(4 - _OFFSET, ">=", 1),
                 "upper neighbour, below":
                     calc(_OFFSET - 2 + 2, ">=", 1, by(given_(1, _OFFSET)), given=(given_(1, _OFFSET),)),
                 "upper neighbour, above": calc(6 - _OFFSET, ">=", 1),
                 "upper neighbour, centre":
                     calc(3 - _OFFSET, "<=", 2, by(given_(1, _OFFSET)), given=(given_(1, _OFFSET),)),
                 "lower neighbour, below": calc(_OFFSET + 4, ">=", 1),
                 "lower neighbour, above":
                     calc(2 - _OFFSET, ">=", 1, by(given_(_OFFSET, 1)), given=(given_(_OFFSET, 1),)),
                 "lower neighbour, centre":
                     calc(_OFFSET + 1, "<=", 2, by(given_(_OFFSET, 1)), given=(given_(_OFFSET, 1),))}),
          note="a = (theta - L)/Delta; l' is above where a >= 1 and below where a <= 1."),
    Claim("kent/eq53",
          "Appendix B.1, Algorithm 9, line 24, (53), and Appendix G.5, 'on A and B the raw votes are equal to 1{iota = "
          "k}'",
          Kind.ALGORITHM, "whom a user of the second fold votes for",
          FiniteCheck(r"\bar X\in\tilde I_{j^*_k}\Rightarrow1\{\bar X\in I_{j_k^*}\}=1",
                      "theta at 3/4 of its bin, j* = l, the user mean 3 Delta/4 above theta", _raw_votes, "=="),
          AllOf("",
                {"own centre": calc(_OFF - _AWAY, "<=", 3), "own centre, below": calc(_AWAY - _OFF, "<=", 3),
                 "another": calc(_FAR + _AWAY2 - _OFF, ">=", 5),
                 "the bias that is gone":
                     FiniteCheck(r"|E\hat\theta_2-\theta_2|\le\Delta/1000",
                                 "n = 3 * 10^6, T = 4000, alpha = 4, theta_2 at the edge of its bin",
                                 _corrected_bias)}),
          correction="vote for the nearest chosen centre, as line 33 and the text of B.1 have it: one bit at most is "
                     "1, so that the privacy is that of (50)",
          severity=Severity.LISTING, theorem="kent/thm10/upper",
          note="As listed pi_hat is below pi_k by the share of a component's users who are in the next bin, and (56) "
               "is biased by (theta_k - M_k)(pi_k/E pi_hat - 1), up to Delta for every n: kent/own/mixture-listed. u, "
               "b, c, g are in units of Delta."),
    Claim("kent/own/mixture-listed", "against Appendix B.1, Algorithm 9 as listed", Kind.ALGORITHM,
          "the bias of Algorithm 9 with (53) as printed",
          corrected=FiniteCheck(r"\tfrac9{10}\Delta\le|E\hat\theta_2-\theta_2|",
                                "n = 3 * 10^6, T = 4000, alpha = 4, m = 2, weights 1/2, theta_2 at the edge of its "
                                "bin; all given the bins",
                                _printed_bias),
          note="The mean over n/3 users, so that no n helps; its square is the printed rate times n alpha^2/m^3, up to "
               "constants."),
    Claim("kent/eq54", "Appendix B.1, Algorithm 9, (54)", Kind.IDENTITY, "weights are estimated without bias",
          Identity((
                       (_S * (exp(_A / 2) / (1 + exp(_A / 2))) + (1 - _S) / (1 + exp(_A / 2)))
                       - (1 - exp(_A / 2) / (1 + exp(_A / 2)))
                   )
                   / (2 * exp(_A / 2) / (1 + exp(_A / 2)) - 1),
                   _S),
          note="s is the chance of the vote."),
    Claim("kent/eq56", "Appendix B.1, Algorithm 9, (55), (56), and the text after the algorithm", Kind.IDENTITY,
          "the hash is inverted on average",
          FiniteCheck(r"E[r_k^{(i)}r_{k^{(i)}}^{(i)}y]=1\{k^{(i)}=k\}y", "three centres, all signs; y = -3, 2/5", _hash,
                      "=="),
          note="(56) divides by N_k, for |N_3|, and has > where the text has >=."),
    Claim("kent/own/mixture-bound", "to Appendix B.1, Algorithm 9 with (53) as corrected, theta_sep >= 8 Delta",
          Kind.UPPER_RATE, "an explicit bound for the means of a mixture, all n, T and alpha", corrected=_BOUND,
          note="(178) takes 4 for the squared error where votes fail; the estimate is not truncated, so that a sum "
               "over pi_0/2 comes on top."),
    Claim("kent/thm10/upper", "Appendix B, Theorem 10, the upper bound", Kind.UPPER_RATE,
          "the means of a mixture from above",
          AllOf("",
                {"the rate": _UPPER, "privacy": _HALF_GAIN, "noise and shares": _POLYNOMIAL,
                 "the gap of votes": _GAP_LEFT, "its exponent": _VOTES_END,
                 "that of light shares": _SHARES_END, "bins": _COUNTED,
                 "where votes fail": _FAR_OFF, "absorbed": _ABSORBED,
                 "at Delta of (49)": calc(
                                         _PARTS * 4 / (_C / _PARTS) ** 2 * 345 * (4 * _LOG / _T) / (_N * ALPHA**2),
                                         "==", 5520 * _PARTS**3 * _LOG / (_C**2 * _N * _T * ALPHA**2),
                                     )}),
          note="y = n alpha^2 pi_0^2/K, K = 12804; with pi_0 = c/m and Delta^2 = 4L/T*, L = log(n T* alpha^2), one "
               "logarithm less than printed. T* <= e^y grants the bins, n alpha^2 >= C m^2 log the rest. D is Delta^2, "
               "w is n alpha^2, t is q^2, q there is 8 q/pi_0, M is m/pi_0. theta_sep >= 8 Delta: for sqrt(log/T) the "
               "text has the T outside of the root."),
    Claim("kent/appB.2/larger",
          "Appendix B.2, 'the T-independent lower bound is greater'; Appendix A.3, 'is stronger than those of "
          "previously considered problems'",
          Kind.INEQUALITY, "the floor of a mixture beside that of m coordinates",
          calc(exp(-_ROOM), "<=", exp(-_ROOM * _C)),
          note="w is n alpha^2/m and c is 1/m, at equal constants, which neither theorem names."),
)  # fmt: skip
