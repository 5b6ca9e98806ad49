"""kent Appendix B.1, Algorithm 9 line by line, Theorem 10 from above, and B.2. m counts components, T stands for T*."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise, product
from math import ceil, log, sqrt

import numpy as np
import sympy
from sympy import Integer, Rational, exp, oo, tanh

from notation.setting import Setting
from upperbounds.mixture import kent
from verify.kernel.calculus import at_most as given_
from verify.kernel.calculus import because, integer, let, line, quantity, real
from verify.kernel.prover import Variable
from verify.kernel.statements import AllOf, Case, FiniteCheck, Identity, UpToConstant, at_most
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings, as_arb
from verify.papers.kent.lemmas.mixtures import Mixtures
from verify.papers.kent.setting import ALPHA, USERS
from verify.study.risk import SignLaw
from verify.study.risk.mixture import Mixture, draw_chosen, given_bins


def _most_apart(bins: int) -> int:
    """The most bins of a given number of which no two are neighbours."""
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
    """In A.3, Setting 1, with (49) as printed and T* = T: the most bins that are no neighbours, next to m = 4."""
    for users, samples, alpha in ((1000, 1000, 2), (1000, 1000, 4), (1000, 100, 4)):
        bins = ceil(1 / sqrt(4 * log(users * samples * alpha**2) / samples))
        yield Case({"n": users, "T": samples, "alpha": alpha, "N": bins}, _most_apart(bins), 3)


OWN_MIXTURE_BINS = Claim(
    "kent/own/mixture-bins",
    "to Appendix B.1, Algorithm 9, (49), (51), lines 13-19",
    Kind.ALGORITHM,
    "when there are bins enough for m components",
    corrected=AllOf(
        "",
        {
            "3m - 2 bins": FiniteCheck(
                r"N=3m-2\Rightarrow|\mathcal I_{m-1}|\ge1", "m = 2, 3, 4, all earlier picks", _enough_bins
            ),
            "the width of (49) in A.3": FiniteCheck(
                r"\text{bins of }N(\Delta)\text{ that are no neighbours}\le3",
                "Setting 1 of A.3, m = 4: (n, T, alpha) = (1000, 1000, 2), (1000, 1000, 4), (1000, 100, 4)",
                _simulated_bins,
            ),
        },
    ),
    note="With (49) as printed Setting 1 of A.3 leaves no bin for the fourth component whatever the votes are: "
    "the simulations must use another width, which A.3 does not tell. The program's widths are at most "
    "1/(8m), so that there are 8m bins.",
)


_OFFSET = real("a", 0, 2)
"""theta less the left end of its bin, in units of Delta."""
EQ52 = Claim(
    "kent/eq52",
    "Appendix B.1, Algorithm 9, (52)",
    Kind.INEQUALITY,
    "a mean is inside the widened bin next to it, Delta away from its ends",
    says=(
        r"\tilde L_k=L_k-2\Delta,\ \tilde U_k=U_k+2\Delta,\ \tilde I_{j_k^*}=[\tilde L_k,\tilde U_k],\ "
        r"M_k=(\tilde U_k+\tilde L_k)/2\text{, which ensures }\min\{\theta_k-\tilde L_k,\tilde "
        r"U_k-\theta\}\ge\Delta\text{ regardless of the value of }j_k^*"
    ),
    match=Match.READING,
    differs=(
        "in units of Delta, for the mean's bin and the next one on its nearer side; the parts on the "
        "distance to the midpoint are more than is printed there"
    ),
    printed=AllOf(
        "",
        {
            "own bin, below": line(_OFFSET + 2).ge(1),
            "own bin, above": line(4 - _OFFSET).ge(1),
            "upper neighbour, below": line(_OFFSET - 2 + 2, given=(given_(1, _OFFSET),)).ge(1, given_(1, _OFFSET)),
            "upper neighbour, above": line(6 - _OFFSET).ge(1),
            "upper neighbour, centre": line(3 - _OFFSET, given=(given_(1, _OFFSET),)).le(2, given_(1, _OFFSET)),
            "lower neighbour, below": line(_OFFSET + 4).ge(1),
            "lower neighbour, above": line(2 - _OFFSET, given=(given_(_OFFSET, 1),)).ge(1, given_(_OFFSET, 1)),
            "lower neighbour, centre": line(_OFFSET + 1, given=(given_(_OFFSET, 1),)).le(2, given_(_OFFSET, 1)),
        },
    ),
    note="a = (theta - L)/Delta; l' is above where a >= 1 and below where a <= 1.",
)


def _raw_votes(_: Settings) -> Iterator[Case]:
    """1{user mean in I_j*} next to 1{iota = k} on A and B: theta at 3/4 of its bin, j* = l, the user mean above."""
    left, delta = Fraction(6), Fraction(1)
    theta = left + Fraction(3, 2) * delta
    mean = theta + Fraction(3, 4) * delta
    assert left - 2 * delta <= mean <= left + 4 * delta
    again = int(mean // (2 * delta) == left // (2 * delta))
    told = {"theta - L": "3/2 Delta", "user mean - L": "9/4 Delta"}
    yield Case(told, int(left <= mean < left + 2 * delta), 1, left_again=again)


def _corrected_bias(_: Settings) -> Iterator[Case]:
    """The same with the vote for the nearest centre, next to 1/1000."""
    plan = kent.uncapped(Setting(3 * 10**6, 4000, epsilon=4.0, K=2), np.random.default_rng(0))
    delta = float(plan.bins.width) / 2
    law = Mixture((0.5, 0.5), (SignLaw(float(plan.bins.middle(3))), SignLaw(float(plan.bins.left(9)))))
    found = given_bins(plan, law, np.array([3, 9])).mean - law.means
    yield Case(
        {"n": plan.n, "T": plan.m, "alpha": 4, "m": 2},
        Fraction(abs(float(found[1]))) / Fraction(delta),
        Fraction(1, 1000),
    )


_OFF, _AWAY, _AWAY2, _FAR = real("u", -1, 1), real("b", -2, 2), real("c", -2, 2), real("g", least=8)
"""In units of Delta: a user mean less its component's, both centres less their components' means, their distance."""
EQ53 = Claim(
    "kent/eq53",
    "Appendix B.1, Algorithm 9, line 24, (53), and Appendix G.5, 'on A and B the raw votes are equal to 1{iota = k}'",
    Kind.ALGORITHM,
    "whom a user of the second fold votes for",
    says=(
        r"V_k^{(i)}=\mathbb{1}\{\hat\theta^{(i)}\in I_{j_k^*}\}\text{; on }A\cap B\text{ the raw votes "
        r"}V_k^{(i)}\text{ are equal to }\mathbb{1}\{\iota^{(i)}=k\}\text{ for all }i\in N_2\text{, "
        r"}k\in[m]"
    ),
    match=Match.READING,
    differs=(
        "judged is what the sentence needs for one user and their own component: that a user mean in the "
        "widened bin is in the bin"
    ),
    printed=FiniteCheck(
        r"\bar X\in\tilde I_{j^*_k}\Rightarrow1\{\bar X\in I_{j_k^*}\}=1",
        "theta at 3/4 of its bin, j* = l, the user mean 3 Delta/4 above theta",
        _raw_votes,
        "==",
    ),
    corrected=AllOf(
        "",
        {
            "own centre": line(_OFF - _AWAY).le(3),
            "own centre, below": line(_AWAY - _OFF).le(3),
            "another": line(_FAR + _AWAY2 - _OFF).ge(5),
            "the bias that is gone": FiniteCheck(
                r"|E\hat\theta_2-\theta_2|\le\Delta/1000",
                "n = 3 * 10^6, T = 4000, alpha = 4, theta_2 at the edge of its bin",
                _corrected_bias,
            ),
        },
    ),
    correction="vote for the nearest chosen centre, as line 33 and the text of B.1 have it: one bit at most is "
    "1, so that the privacy is that of (50)",
    severity=Severity.LISTING,
    theorem="kent/thm10/upper",
    note="As listed pi_hat is below pi_k by the share of a component's users who are in the next bin, and (56) "
    "is biased by (theta_k - M_k)(pi_k/E pi_hat - 1), up to Delta for every n: kent/own/mixture-listed. u, "
    "b, c, g are in units of Delta.",
)


def _printed_bias(_: Settings) -> Iterator[Case]:
    """|E theta_hat_2 - theta_2| over Delta with (53) as printed, theta_2 at the edge of its bin, next to 9/10."""
    plan = kent.uncapped(Setting(3 * 10**6, 4000, epsilon=4.0, K=2), np.random.default_rng(0))
    delta = float(plan.bins.width) / 2
    law = Mixture((0.5, 0.5), (SignLaw(float(plan.bins.middle(3))), SignLaw(float(plan.bins.left(9)))))
    found = given_bins(replace(plan, as_printed=True), law, np.array([3, 9])).mean - law.means
    bias = Fraction(abs(float(found[1]))) / Fraction(delta)
    yield Case({"n": plan.n, "T": plan.m, "alpha": 4, "m": 2}, Fraction(9, 10), bias)


OWN_MIXTURE_LISTED = Claim(
    "kent/own/mixture-listed",
    "against Appendix B.1, Algorithm 9 as listed",
    Kind.ALGORITHM,
    "the bias of Algorithm 9 with (53) as printed",
    corrected=FiniteCheck(
        r"\tfrac9{10}\Delta\le|E\hat\theta_2-\theta_2|",
        "n = 3 * 10^6, T = 4000, alpha = 4, m = 2, weights 1/2, theta_2 at the edge of its bin; all given the bins",
        _printed_bias,
    ),
    note="The mean over n/3 users, so that no n helps; its square is the printed rate times n alpha^2/m^3, up to "
    "constants.",
)

_A, _S = sympy.symbols("alpha s", positive=True)
EQ54 = Claim(
    "kent/eq54",
    "Appendix B.1, Algorithm 9, (54)",
    Kind.IDENTITY,
    "weights are estimated without bias",
    says=(
        r"\hat\pi_k=\Big\{|N_2|^{-1}\sum_{i\in N_2}\tilde "
        r"V_k^{(i)}-(1-\omega_{\alpha/2})\Big\}/(2\omega_{\alpha/2}-1)"
    ),
    match=Match.READING,
    differs="judged is that it is unbiased, as Appendix G.5 has it for the votes 1{iota = k}",
    printed=Identity(
        (
            (_S * (exp(_A / 2) / (1 + exp(_A / 2))) + (1 - _S) / (1 + exp(_A / 2)))
            - (1 - exp(_A / 2) / (1 + exp(_A / 2)))
        )
        / (2 * exp(_A / 2) / (1 + exp(_A / 2)) - 1),
        _S,
    ),
    note="s is the probability of the vote.",
)


def _hash(_: Settings) -> Iterator[Case]:
    """E[r_k y r_k(i)] over all signs of three centres next to 1{k(i) = k} y."""
    for k, own, y in product(range(3), range(3), (Fraction(-3), Fraction(2, 5))):
        found = [signs[k] * signs[own] * y for signs in product((-1, 1), repeat=3)]
        yield Case({"k": k, "k(i)": own, "y": str(y)}, sum(found, Fraction(0)) / 8, y if k == own else 0)


EQ56 = Claim(
    "kent/eq56",
    "Appendix B.1, Algorithm 9, (55), (56), and the text after the algorithm",
    Kind.IDENTITY,
    "the hash is inverted on average",
    says=(
        r"\tilde\theta^{(i)}=r_{k^{(i)}}^{(i)}\Pi_{[-3\Delta,3\Delta]}\Big\{(T^*)^{-1}\sum_{t=1}^{T^*}X_t^{(i)}-M_{k^{(i)}}\Big\}+6\Delta\ell_i/\alpha;\quad\hat\theta_k=M_k+\Big\{(N_k\hat\pi_k)^{-1}\sum_{i\in "
        r"N_3}(r_k^{(i)}\tilde\theta^{(i)})\Big\}\mathbb{1}\{\hat\pi_k>\pi_0/2\};\quad\sum_{i\in "
        r"N_3}r_k^{(i)}\tilde\theta^{(i)}\text{ is in expectation the sum of }|N_3|\pi_k\text{ many "
        r"estimates of }\theta_k-M_k"
    ),
    match=Match.READING,
    differs=("judged is the text's sentence for one user, without the noise; (56)'s N_k, for |N_3|, is left aside"),
    printed=FiniteCheck(
        r"E[r_k^{(i)}r_{k^{(i)}}^{(i)}y]=1\{k^{(i)}=k\}y", "three centres, all signs; y = -3, 2/5", _hash, "=="
    ),
    note="(56) divides by N_k, for |N_3|, and has > where the text has >=.",
)


_LAW = Mixture((0.5, 0.5), (SignLaw(-0.5), SignLaw(0.5)))


def _program(_: Settings) -> Iterator[Case]:
    """The display of kent/own/mixture-bound at m = 2, theta_sep = 1/2 and pi_0 = 1/4 next to the program's bound."""
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
    """The exact risk given the likeliest bins, in floats widened by 1e-6, next to the bound."""
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


_N, _T, _PARTS = USERS, integer("T", least=1), integer("m", least=1)
_ALPHA, _LEAST = real("alpha", above=0), real("pi_0", above=0, most=1)
_DELTA, _BINS = real("Delta", above=0, most=1), integer("N", least=1)
_Q = sympy.Min(1, 2 * exp(-_T * _DELTA**2 / 2))
_G = tanh(_ALPHA / 4)
_NOISE = _DELTA**2 * (9 + 72 / _ALPHA**2) * 3 / _N
_SPREAD = 3 / (4 * _N * _G**2) + _Q**2
_VOTES_FAIL = sympy.Min(1, _PARTS * _BINS * exp(-_N / 3 * (_G * sympy.Max(0, (1 - _Q) * _LEAST / 2 - _Q)) ** 2 / 2))
_SELDOM = exp(-2 * _N / 3 * (_G * sympy.Max(0, _LEAST / 2 - _Q)) ** 2)
_CHOSEN = (
    4 / _LEAST**2 * (_NOISE + 8 * _DELTA**2 * _SPREAD + 2 * (_Q * (2 + 4 * _DELTA)) ** 2) + 4 * _DELTA**2 * _SELDOM
)
_ASTRAY = 2 * (2 + _DELTA) ** 2 + 8 / _LEAST**2 * (_NOISE + 9 * _DELTA**2)
_FORM = _PARTS * (_CHOSEN + _VOTES_FAIL * _ASTRAY)
_WORST = quantity(
    "WorstMixtureError",
    r"\sup_{{{0}}}\mathbb{{E}}_{{{1}, {2}, {3}}}\|\hat\theta-\theta\|_2^2",
    "largest mean squared error over a class of mixtures of Algorithm 9 with (53) as corrected, n a multiple of 3, on T "
    "samples of each user, at privacy alpha, with N bins of width 2 Delta and a cut at pi_0/2: (S, n, T, alpha, Delta, N)",
    0,
)
_ERROR = _WORST(Mixtures(_PARTS, _LEAST, 8 * _DELTA), _N, _T, _ALPHA, _DELTA, _BINS)
_CIRCLE = given_(1, _DELTA * _BINS)
_ANY = given_(_PARTS * _LEAST, 1), given_((_PARTS - 1) * (8 * _DELTA), 2)
"""Such mixtures exist: the weights add up to 1, and the means have room in [-1, 1]."""
OWN_MIXTURE_BOUND = Claim(
    "kent/own/mixture-bound",
    "to Appendix B.1, Algorithm 9 with (53) as corrected, theta_sep >= 8 Delta",
    Kind.UPPER_RATE,
    "an explicit bound for the means of a mixture, all n, T and alpha",
    corrected=line(_ERROR, given=(_CIRCLE, *_ANY))
    .le(
        _FORM,
        because(
            "Given the bins the weights and the signed sums come from different users; where each component has a bin with centre "
            "within 2 Delta, the error of theta_k is the sum's own noise plus (pi_k - pi_hat)(theta_k - M_k) plus at most "
            "q(2 + 4 Delta), over pi_hat >= pi_0/2, or theta_k - M_k where pi_hat is below; elsewhere it is a centre's, up to "
            "2 + Delta, and a sum's, and votes fail as seldom as Hoeffding's inequality says of m N pairs.",
            "kent/eq52",
            "kent/eq53",
            "kent/eq56",
            "kent/eq169",
            "kent/eq172/chosen",
        ),
    )
    .crosschecked(
        "the program's bound",
        r"|\text{bound}-\text{display}|\le10^{-9}\,\text{display}",
        "(n, T, alpha) = (300000, 10^4, 4), (3 * 10^6, 10^5, 1); m = 2, pi_0 = 1/4",
        _program,
    )
    .crosschecked(
        "exact risks",
        r"\text{risk}\le\text{bound}",
        "the same; +-1 data with means -1/2, 1/2, given drawn bins; floats widened by 1e-6",
        _risks,
    ),
    note="(178) takes 4 for the squared error where votes fail; the estimate is not truncated, so that a sum "
    "over pi_0/2 is added.",
)
_UNIT = Variable(_A, sympy.Integer(0), sympy.Integer(1), open_lower=True)
_LOG, _C = real("L", least=1), real("c", above=0, most=1)
_SQUARE, _TAIL, _ROOM = real("D", least=0), real("t", least=0), real("w", least=1)
_RARE, _Y = real("q", 0, 1), real("y", least=0)
_SLOPE = _N * _ALPHA**2 * _LEAST**2 / kent.K_VOTES
"""y."""
_AS_LARGE = real("M", least=1)
"""m/pi_0, and m."""
_RATE = 1380 * _PARTS * _DELTA**2 / (_LEAST**2 * _N * _ALPHA**2) + 4072 * exp(-9 * _SLOPE)
_REGIME = (
    *_ANY,
    given_(_ALPHA, 1),
    _CIRCLE,
    given_(_BINS, 2 * exp(_SLOPE / 2)),
    given_(8 * _Q, _LEAST),
    given_(_PARTS / _LEAST, exp(_SLOPE)),
    given_(80 * _Q**2, Rational(9, 10) * _DELTA**2 / (_N * _ALPHA**2)),
    given_(1, _N * _ALPHA**2),
)


def _regime(_: Settings) -> Iterator[Case]:
    """The display of kent/own/mixture-bound next to that of the theorem where all conditions hold."""
    for users, samples, parts, least in ((2 * 10**6, 10**4, 2, Rational(1, 4)), (10**7, 10**5, 3, Rational(1, 6))):
        numbers = {_N: users, _T: samples, _ALPHA: sympy.Integer(1), _PARTS: parts, _LEAST: least}
        numbers |= {_DELTA: Rational(1, 8 * parts), _BINS: 8 * parts}
        sides = [as_arb(Fraction(str(sympy.N(side.xreplace(numbers), 40)))) for side in (_FORM, _RATE)]
        yield Case({"n": users, "T": samples, "m": parts, "alpha": 1, "pi_0": str(least)}, *sides)


_MEN, _TIMES, _GAP, _EXP, _GROWS = sympy.symbols("n T theta_sep c r", positive=True)
THM10_UPPER = Claim(
    "kent/thm10/upper",
    "Appendix B, Theorem 10, the upper bound",
    Kind.UPPER_RATE,
    "the means of a mixture from above",
    printed=UpToConstant(
        _GAP**2 * exp(-Rational(3, 4) * _MEN * _GAP**4 * _TIMES**2) / 32,
        8 * sympy.log(_MEN * _TIMES) ** 2 / (_MEN * _TIMES) + exp(-_EXP * _MEN / 4),
        (
            Variable(_MEN, Integer(1), oo),
            Variable(_TIMES, Integer(1), oo),
            Variable(_GAP, Integer(0), Integer(1), open_lower=True),
            Variable(_EXP, Integer(0), oo, open_lower=True),
        ),
        family=((_MEN, _GROWS**12), (_TIMES, _GROWS**8), (_GAP, _GROWS**-7), (_EXP, 1 / _GROWS)),
        along=_GROWS,
        where=(_GAP**2 * _TIMES <= 1,),
        text=r"\tfrac{\theta_{\mathrm{sep}}^2}{32}e^{-\frac34n\theta_{\mathrm{sep}}^4T^2}\le"
        r"\mathcal R^{\mathrm{mix}}_{n,T,1}(\theta(\mathcal P_{2,\pi_0,\theta_{\mathrm{sep}}}),\|\cdot\|_2^2)"
        r"\lesssim\frac{2^3\{\log(nT)\}^2}{nT}+e^{-cn/4},\ \theta_{\mathrm{sep}}\ge C\tfrac{\sqrt{\log(nT)}}T",
    ),
    corrected=AllOf(
        "",
        {
            "the rate": line(_ERROR, given=_REGIME)
            .le(
                _RATE,
                because(
                    "The bound of kent/own/mixture-bound, term by term by the other parts of this claim: 345 for noise and shares, "
                    "e^(-12 y) for shares that are light, and 2 m e^(-11 y) for votes that fail times at most 2034/pi_0^2.",
                    "kent/own/mixture-bound",
                ),
            )
            .crosschecked(
                "in numbers",
                r"\text{the bound}\le\text{the rate}",
                "alpha = 1, Delta = 1/(8m): (n, T, m, pi_0) = (2 * 10^6, 10^4, 2, 1/4), (10^7, 10^5, 3, 1/6)",
                _regime,
            ),
            "privacy": at_most(_A**2 / Rational(1668, 100), tanh(_A / 4) ** 2, _UNIT),
            "noise and shares": line(
                _SQUARE * 243 / _ROOM + 8 * _SQUARE * Rational(12_51, 100) / _ROOM + 80 * _TAIL,
                given=(given_(80 * _TAIL, Rational(9, 10) * _SQUARE / _ROOM),),
            ).le(345 * _SQUARE / _ROOM, given_(80 * _TAIL, Rational(9, 10) * _SQUARE / _ROOM)),
            "the gap of votes": line((1 - _RARE * _LEAST / 8) * _LEAST / 2 - _RARE * _LEAST / 8).ge(5 * _LEAST / 16),
            "its exponent": line(_N / 3 * (_ALPHA**2 / Rational(1668, 100)) * (5 * _LEAST / 16) ** 2 / 2).ge(
                12 * _SLOPE
            ),
            "that of light shares": line(2 * _N / 3 * (_ALPHA**2 / Rational(1668, 100)) * (3 * _LEAST / 8) ** 2).ge(
                12 * _SLOPE
            ),
            "bins": line(_PARTS * (2 * exp(_Y / 2)) * exp(-12 * _Y)).le(2 * _PARTS * exp(-11 * _Y)),
            "where votes fail": line(2 * (2 + _DELTA) ** 2 + 8 / _LEAST**2 * (243 * _DELTA**2 / _ROOM + 9 * _DELTA**2))
            .le(2 * 3**2 + 8 / _LEAST**2 * (243 + 9))
            .le(2034 / _LEAST**2),
            "absorbed": line(
                4 * _AS_LARGE * exp(-12 * _Y) + 4068 * _AS_LARGE**2 * exp(-11 * _Y), given=(given_(_AS_LARGE, exp(_Y)),)
            )
            .le(4 * exp(_Y) * exp(-12 * _Y) + 4068 * exp(_Y) ** 2 * exp(-11 * _Y))
            .le(4072 * exp(-9 * _Y)),
            "at Delta of (49)": line(
                _PARTS * 4 / let(r"\pi_0", _C / _PARTS) ** 2 * 345 * (4 * _LOG / _T) / (_N * ALPHA**2)
            ).eq(5520 * _PARTS**3 * _LOG / (_C**2 * _N * _T * ALPHA**2)),
        },
    ),
    correction=(
        "with T under the root, theta_sep >= C'' {log(nT alpha^2)/T}^(1/2), as Step 1 of Appendix G.5 "
        "uses it: shown for theta_sep >= 8 Delta, alpha <= 1 and conditions on Delta, N and pi_0 that are"
        " written out; at the width of (49) and pi_0 = c/m it has the printed order"
    ),
    note="y = n alpha^2 pi_0^2/K, K = 12804; with pi_0 = c/m and Delta^2 = 4L/T*, L = log(n T* alpha^2), one "
    "logarithm less than printed. T* <= e^y grants the bins, n alpha^2 >= C m^2 log the rest. D is Delta^2, "
    "w is n alpha^2, t is q^2, q there is 8 q/pi_0, M is m/pi_0. "
    "Family: n = r^12, T = r^8, theta_sep = r^-7, which outgrows every multiple of sqrt(log(nT))/T; the left side is of the order of "
    "r^-14, the right one of r^-20 log^2 r, and c falls with r, so that no constants help. In our copy T is outside of the root.",
    says=(
        r"\text{if }n\alpha^2\ge\tilde Cm^2\log(n\alpha^2)\text{, }T\ge\tilde C'm^2\log(nT\alpha^2)\text{, "
        r"}\pi_0>\tilde c/m\text{, }\theta_{\mathrm{sep}}\ge\max\{\tilde "
        r"C''\sqrt{\log(nT\alpha^2)}/T,e^{-\tilde c'n\alpha^2/m^2}\}\text{ and "
        r"}\theta_{\mathrm{sep}}\le2/m\text{: "
        r"}\mathcal{R}_{n,T,\alpha}^{\mathrm{mix}}(\theta(\mathcal{P}_{m,\pi_0,\theta_{\mathrm{sep}}}),\lVert\cdot\rVert_2^2)\lesssim\frac{m^3\{\log(nT\alpha^2)\}^2}{nT\alpha^2}+e^{-cn\alpha^2/m^2}"
    ),
    match=Match.READING,
    differs=(
        "on a family of settings that the theorem's conditions allow, m = 2, alpha = 1, pi_0 < 1/2; on "
        "the left is a lower bound on the minimax risk, kent/own/mixture-near"
    ),
    severity=Severity.TYPO,
    theorem="kent/thm10/upper",
)
APPB_2_LARGER = Claim(
    "kent/appB.2/larger",
    "Appendix B.2, 'the T-independent lower bound is greater'; Appendix A.3, 'is stronger than those of "
    "previously considered problems'",
    Kind.INEQUALITY,
    "the floor of a mixture next to that of m coordinates",
    says=(
        r"\text{the }T\text{-independent floor }e^{-n\alpha^2/m^2}\text{ is above that of Theorem 6, "
        r"}e^{-n\alpha^2/d}\text{, at }d=m"
    ),
    match=Match.READING,
    differs="at equal constants in the exponents, with d = m",
    printed=line(exp(-_ROOM)).le(exp(-_ROOM * _C)),
    note="w is n alpha^2/m and c is 1/m, at equal constants, which neither theorem names.",
)

CLAIMS = (
    OWN_MIXTURE_BINS,
    EQ52,
    EQ53,
    OWN_MIXTURE_LISTED,
    EQ54,
    EQ56,
    OWN_MIXTURE_BOUND,
    THM10_UPPER,
    APPB_2_LARGER,
)
