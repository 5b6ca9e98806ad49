"""zhao Theorem 3 and Remark 2 as algorithms: h, Delta and D, what they cost and spend, and how many users they need."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import comb

import sympy
from flint import arb
from sympy import E, Integer, Max, Rational, exp, log, oo, sqrt

from notation.symbols import epsilon, m, n
from upperbounds.protocols.coordinates import CoordinatePlan
from upperbounds.vectors import heavy
from verify.kernel.calculus import (
    WholeNumber,
    at_most,
    because,
    cite,
    constructor,
    integer,
    line,
    quantity,
    real,
    words,
)
from verify.kernel.prover import Variable
from verify.kernel.statements import AllOf, Case, FiniteCheck, PlanPrivacy, UpToConstant, Whole
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings, as_arb
from verify.papers.zhao.appA5_heavy_tails.eq73_tail import FIRST_STAGE
from verify.papers.zhao.nouns_heavy import (
    BALANCED,
    ENOUGH,
    GAUSSIAN,
    LOGS,
    ORDER,
    POLYNOMIAL,
    ROOT,
    STRENGTH,
    FirstMiss,
    HeavyRisk,
)
from verify.papers.zhao.nouns_means import EPSILON, SAMPLES, SIZE, USERS, WIDTH, divided, scaled
from verify.papers.zhao.s4_2_vectors.alg2_groups import frame, spends, spent

ALG1H = Claim(
    "zhao/alg1h",
    "arXiv v1, Section 4.1, text before Theorem 3, and Appendix A.5",
    Kind.ALGORITHM,
    "Algorithm 1 on clipped means, with h, Delta and D for which (4) holds",
    says=(
        r"Y_i=-D\vee(\bar X_i\wedge D),\quad\bar X_i=(1/m)\sum_{j=1}^mX_{ij}\text{ in step 1; other steps "
        r"the same as in Algorithm 1}"
    ),
    match=Match.SAME,
    printed=Whole(
        r"Y_i=-D\vee(\bar X_i\wedge D),\ \text{other steps as in Algorithm 1}",
        ("zhao/alg1h/privacy", "zhao/lemma5", "zhao/eq83", "zhao/eq86", "zhao/thm3/condition"),
    ),
    corrected=Whole(
        r"h=\frac{4M_p^{1/p}}{\sqrt m},\ \Delta=c_pM_p^{1/p}\sqrt{\tfrac{\ln m\vee1}m}\vee(M_p^2n\varepsilon^2)^{\frac1{2p}}m^{-(1-\frac1p)},\ D=2M_p^{1/p}+2\Delta",
        (
            "zhao/alg1h/privacy",
            "zhao/own/alg1h-constants",
            "zhao/lemma5",
            "zhao/eq83",
            "zhao/eq86",
            "zhao/thm3/condition",
        ),
        as_corrected=True,
    ),
    correction="c cannot be any constant, D of the order of Delta clips the mean away, and n epsilon^2 >= c_1 ln "
    "m leaves too few voters for epsilon > 1",
    severity=Severity.CONDITION,
    theorem="zhao/thm3/upper",
    note="h is given nowhere for Theorem 3; zhao/eq83 has one that will do.",
)


def _choices(_: Settings) -> Iterator[Case]:
    """What the proof asks of h, Delta and D, of the constants that run: each as left <= right."""
    loose = 1 + Fraction(1, 2**40)
    for users, samples, eps, order, moment in product((2, 10**5), (1, 64, 10**6), (0.1, 1.9), (2.0, 4.0), (0.5, 3.0)):
        chosen = heavy.constants(users, samples, eps, order, moment)
        h, clip, edge = (Fraction(x) for x in (chosen.width, chosen.clip, chosen.half_width))
        unit = as_arb(Fraction(moment)).log()
        root = (unit / as_arb(Fraction(order))).exp()
        told = {"n": users, "m": samples, "epsilon": eps, "p": order, "M_p": moment}
        yield Case(told | {"of": "h"}, abs(as_arb(h) * as_arb(samples).sqrt() / root - 4), arb(2) ** -40)
        yield Case(told | {"of": "D >= 2 M_p^(1/p)"}, 2 * root, as_arb(edge))
        yield Case(told | {"of": "D >= 2 Delta"}, 2 * clip, edge)
        yield Case(
            told | {"of": "Delta >= (M_p^2 n epsilon^2)^(1/(2p)) m^-(1-1/p)"},
            _polynomial(users, samples, eps, order, moment),
            as_arb(clip * loose),
        )
        each = heavy.theorem3(users, samples, eps, order, moment)
        yield Case(
            told | {"of": "the bins cover [-D, D]"},
            2 * edge,
            Fraction(float(each.bins.width)) * each.bins.count * loose,
        )
        noise = Fraction(float(each.scale)) * Fraction(eps)
        for k in (0, each.bins.count // 2, each.bins.count - 1):
            lower, upper = each.interval(k)
            yield Case(
                told | {"of": "noise", "bin": k + 1}, Fraction(float(upper)) - Fraction(float(lower)), noise * loose
            )


def _polynomial(n: int, m: int, epsilon: float, order: float, moment: float) -> arb:
    power = (as_arb(n) * as_arb(Fraction(epsilon)) ** 2).log() / 2 + as_arb(Fraction(moment)).log()
    return ((power / as_arb(Fraction(order))) - as_arb(1 - 1 / Fraction(order)) * as_arb(m).log()).exp()


ALG1H_CONSTANTS = Claim(
    "zhao/own/alg1h-constants",
    "arXiv v1, Appendix A.5, (68), (84), (86), as corrected",
    Kind.CONSTRUCTION,
    "the constants that run are those of the proof",
    corrected=FiniteCheck(
        r"h\sqrt m=4M_p^{1/p},\ D\ge2(M_p^{1/p}\vee\Delta),\ Bh\ge2D,\ "
        r"\text{interval}\le\text{scale}\cdot\varepsilon",
        "n = 2, 10^5, m = 1, 64, 10^6, epsilon = 0.1, 1.9, p = 2, 4, M_p = 1/2, 3; floats up to 2^-40",
        _choices,
        granted="2^{-40}",
    ),
    note="c is sqrt(p) by default there, which is smaller than the c for which zhao/thm3/upper and "
    "zhao/own/thm3/explicit prove the rate: what runs has an explicit bound of its own, and the program names "
    "both.",
)
_GRID = "(n, d) = (40, 2), (200, 10), (401, 7) (full: also (4000, 64)); epsilon at and on both sides of 1, d, d ln n, and eight more"


def _coordinates(n: int, d: int, epsilon: float) -> CoordinatePlan:
    return heavy.coordinate_moments(n, 25, d, epsilon, 4.0, 3.0)


def _norms(n: int, d: int, epsilon: float) -> CoordinatePlan:
    return heavy.norm_moments(n, 25, epsilon, 3.0, 2.0, frame(d))


def _symbolic(d: int, epsilon: float) -> Callable[[], CoordinatePlan]:
    """The plan of a dimension in symbols, made when it is asked for."""
    return lambda: _coordinates(24, d, epsilon).exact()


HeavySteps = constructor("HeavySteps", r"{{\mathrm{{Alg}}\,1\mathrm{{h}}_{{{0}, {1}}}}}", sort="item-level protocol")
"""What a user of the variant for heavy tails runs: Algorithm 1 at budget epsilon/c on user means that are clipped to [-D, D], for each of c
coordinates or coefficients, or for one: HeavySteps(c, epsilon)."""
_PART = integer("c", least=1)
_SPENT = spent(
    "Step j is Algorithm 1 at budget epsilon/c on the clipped mean of coordinate j: clipping comes before a "
    "message and changes none.",
    HeavySteps(_PART, EPSILON),
    _PART,
    EPSILON,
    leans=("zhao/alg1/privacy", "zhao/own/alg2/every-epsilon"),
    checks=(
        (
            "exact spend, first case of Remark 2",
            FiniteCheck(r"\text{worst spend}/\varepsilon\le1", _GRID, spends(_coordinates)),
        ),
        ("exact spend, second case", FiniteCheck(r"\text{worst spend}/\varepsilon\le1", _GRID, spends(_norms))),
        ("each coordinate once", FiniteCheck(r"\#\{\text{groups}\}=1", _GRID, spends(_coordinates, True), "==")),
        (
            "one dimension, and all groups of two",
            AllOf(
                r"\text{one dimension, and all groups of two}",
                {
                    f"d = {dimension}, floor(epsilon) = {size}": PlanPrivacy(
                        "Algorithm 1 on clipped means", _symbolic(dimension, float(size))
                    )
                    for dimension, size in ((1, 1), (2, 1), (2, 2))
                },
            ),
        ),
    ),
)
ALG1H_PRIVACY = Claim(
    "zhao/alg1h/privacy",
    "arXiv v1, Section 4.1, Theorem 3; Section 4.2, Remark 2",
    Kind.PRIVACY,
    "the variant for heavy tails is epsilon-LDP, in one dimension and in several",
    says=r"Y_i=-D\vee(\bar X_i\wedge D)\text{: the clipping controls the sensitivity; other steps as in "
    r"Algorithm 1}",
    match=Match.READING,
    differs="that the clipping controls the sensitivity is written as the privacy of the variant, in one coordinate, and in c of them at epsilon/c each",
    printed=_SPENT,
)

_R = sympy.Symbol("r", positive=True)
_MISS = FirstMiss(USERS, SAMPLES, EPSILON, ORDER, ROOT, WIDTH)
_TIMES, _LEFT, _WEIGHT = real("v", above=0), real("y", above=0), real("w", above=0)
_NOT_FAR, _MANY_VOTES = at_most(_TIMES, exp(_LEFT / 6)), at_most(6 * log(SAMPLES), _LEFT)
_FALLEN = line(exp(-_LEFT / 4), given=(_MANY_VOTES,)).le(SAMPLES ** Rational(-3, 2), _MANY_VOTES)
_HALF_FALLEN = line(4 * sqrt(SAMPLES) * exp(-_LEFT / 4) * _WEIGHT, given=(_MANY_VOTES,)).le(
    4 * _WEIGHT / SAMPLES, _FALLEN
)
_COST = (
    line(4 * _TIMES**3 * sqrt(SAMPLES) * exp(-_LEFT), given=(_NOT_FAR, _MANY_VOTES))
    .le(4 * exp(_LEFT / 6) ** 3 * sqrt(SAMPLES) * exp(-_LEFT), _NOT_FAR)
    .le(4 * exp(-_LEFT / 4) / SAMPLES, _HALF_FALLEN.at({_WEIGHT: exp(-_LEFT / 4)}))
    .le(16 / (E * _LEFT * SAMPLES), line(exp(-_LEFT / 4)).le(4 / (E * _LEFT)))
)
_WITHIN = (at_most(ROOT, WIDTH), at_most(WIDTH, ROOT * exp(STRENGTH / 6)))
_EVEN = WholeNumber(USERS / 2)
_RELATIVE = line(WIDTH / ROOT, given=_WITHIN[1:]).le(exp(STRENGTH / 6), divided(WIDTH, ROOT * exp(STRENGTH / 6), ROOT))
_ENOUGH_VOTES = (
    line(6 * log(SAMPLES), given=(ENOUGH,))
    .le(16000 * log(SAMPLES) / 2663)
    .le(STRENGTH, divided(ENOUGH.left, ENOUGH.right, 2663))
)
_AT_COST = _COST.at({_TIMES: WIDTH / ROOT, _LEFT: STRENGTH})
THM3_CONDITION = Claim(
    "zhao/thm3/condition",
    "arXiv v1, Section 4.1, Theorem 3, the condition",
    Kind.UPPER_RATE,
    "how many users it takes",
    says=(
        r"\mathbb{E}[(\hat\mu-\mu)^2]\lesssim M_p^{2/p}\left[\frac{\ln "
        r"m}{mn\epsilon^2}\vee(m^2n\epsilon^2)^{-\left(1-\frac1p\right)}+\frac1{mn}\right]\text{ if "
        r"}\mathbb{E}[|X|^p]\le M_p<\infty\text{, }p\ge2\text{ and }n\epsilon^2\ge c_1\ln m"
    ),
    match=Match.SAME,
    printed=UpToConstant(
        Rational(1, 4),
        log(m) / (m * n * epsilon**2) + (m**2 * n * epsilon**2) ** Rational(-3, 4) + 1 / (m * n),
        (Variable(m, Integer(3), oo), Variable(n, Integer(1), oo), Variable(epsilon, Integer(1), oo)),
        family=((m, exp(_R**2)), (n, Integer(2)), (epsilon, _R ** Rational(3, 2))),
        along=_R,
        text=r"n\varepsilon^2\ge c_1\ln m\Rightarrow(4)",
    ),
    corrected=line(4 * WIDTH**2 * _MISS, given=(_EVEN, ENOUGH, *_WITHIN))
    .le(4 * WIDTH**2 * (WIDTH * sqrt(SAMPLES) / ROOT * exp(-STRENGTH)), cite(FIRST_STAGE))
    .le(
        ROOT**2 * _AT_COST.statement.right,
        scaled(
            ROOT**2,
            line(_AT_COST.statement.left, given=(*_WITHIN[1:], ENOUGH)).le(
                _AT_COST.statement.right, _AT_COST, _RELATIVE, _ENOUGH_VOTES
            ),
        ),
    ),
    correction="n(epsilon^2 ^ 1), as the anonymous version has it: a large epsilon does not make up for few votes",
    severity=Severity.TYPO,
    theorem="zhao/thm3/upper",
    note="arXiv v1 only. For n = 2, p = 4 and epsilon = (ln m)^(3/4) some risk is at least 1/4 "
    "(zhao/own/one-voter), and n epsilon^2/ln m = 2 (ln m)^(1/2) passes every c_1. M_p = 1; D = 2, as |mu| "
    "may be 1. 1/(my) is 2663/(mn epsilon^2) for epsilon <= 1 and 2663/(mn) beyond: terms of (4).",
)
_CONSTANT = Integer(10) ** 12
_C = 36 * E**4
"""c^2 of Delta at p = 4: (p - 2)/a, a = 2/((p+2)^2 e^p)."""


def _spike_bias(_: Settings) -> Iterator[Case]:
    """E (mean - Delta)_+ of m samples, X = +-r with E X^4 = 1, next to the bound at p = 4; r from 2 m Delta on."""
    for samples, factor in product((1, 2, 6), (2, 5)):
        clip = as_arb(36).sqrt() * arb(4).exp().sqrt() * (as_arb(samples).log().max(arb(1)) / samples).sqrt()
        delta = Fraction(float(clip.upper()))
        r = int(factor * samples * delta) + 1
        chance = Fraction(1, 2 * r**4)
        total = Fraction(0)
        for up, down in product(range(samples + 1), repeat=2):
            if up + down <= samples:
                ways = comb(samples, up) * comb(samples - up, down)
                mass = ways * chance ** (up + down) * (1 - 2 * chance) ** (samples - up - down)
                total += mass * max(Fraction(r * (up - down), samples) - delta, Fraction(0))
        bound = (27 + 1728 * arb(6).exp()) / as_arb((samples * delta) ** 3)
        yield Case({"m": samples, "r": r, "Delta": str(float(delta))}, as_arb(total), bound)


_FOUR = {ORDER: 4}
_CLIP4 = BALANCED.xreplace(_FOUR)
_RISK4 = HeavyRisk(USERS, SAMPLES, EPSILON, 4, ROOT, 2 * ROOT + 2 * _CLIP4, _CLIP4)
_POLYNOMIAL4 = POLYNOMIAL.xreplace(_FOUR)
_SHARE = 1 / (SAMPLES * USERS)
_FAILURE = Integer(10) ** 11
_JUMP = (27 + 1728 * E**6) ** 2
_SUM4 = (
    _JUMP * _POLYNOMIAL4
    + 24 * Max(_C * GAUSSIAN, _POLYNOMIAL4)
    + _FAILURE / (SAMPLES * USERS * EPSILON**2)
    + 2 * _SHARE
)
_A, _B, _U, _SMALL = (real(letter, least=0) for letter in "abus")
_LARGER, _BELOW = Max(_A, _B), at_most(_SMALL, _A)
_ADDED = (
    line(_JUMP * _B + 24 * Max(_C * _A, _B) + _FAILURE * _SMALL + 2 * _U, given=(_BELOW,))
    .le(_JUMP * _B + 24 * (_C * _LARGER) + _FAILURE * _A + 2 * _U, line(Max(_C * _A, _B)).le(_C * _LARGER), _BELOW)
    .le(_JUMP * _LARGER + 24 * (_C * _LARGER) + _FAILURE * _LARGER + 2 * _U, line(_B).le(_LARGER), line(_A).le(_LARGER))
    .le(_CONSTANT * (_LARGER + _U))
    .at({_A: GAUSSIAN, _B: _POLYNOMIAL4, _SMALL: 1 / (SAMPLES * USERS * EPSILON**2), _U: _SHARE})
)
_FEW = (_EVEN, at_most(EPSILON, 1), at_most(8000 * log(SAMPLES), USERS * EPSILON**2))
OWN_THM3_EXPLICIT = Claim(
    "zhao/own/thm3/explicit",
    "ours, for Theorem 3 at p = 4",
    Kind.UPPER_RATE,
    "(4) with a constant",
    corrected=line(_RISK4, given=_FEW)
    .le(
        ROOT**2 * _SUM4,
        because(
            "With one clip left, as D >= |mu| + Delta: the squared integral over t > Delta of both tails of Fuk and Nagaev's inequality (Nagaev "
            "1979, Corollary 1.8), at most (27 + 1728 e^6)^2 times the polynomial branch; noise, as 3h <= 12 Delta/c and c >= 44; the first "
            "stage's failure, 4 D^2 P(E_1^c) with D <= rho (92 + 2 (2663 y)^(1/8)); the variance of the means.",
            "zhao/lemma5",
            "zhao/own/heavy-first-stage",
        ),
    )
    .le(ROOT**2 * (_CONSTANT * (Max(GAUSSIAN, _POLYNOMIAL4) + _SHARE)), scaled(ROOT**2, _ADDED))
    .crosschecked(
        "the bias of the clip, exact",
        r"E(\bar X-\Delta)_+\le(27+1728e^6)(m\Delta)^{-3}",
        "X = +-r with E X^4 = 1, else 0; m = 1, 2, 6; r = 2, 5 times m Delta",
        _spike_bias,
    ),
    note="rho = M_4^(1/4). The interval holds [mu - Delta, mu + Delta] on success as D >= |mu| + Delta, so one "
    "clip is left. The constant is that of Fuk and Nagaev's inequality; exact risks are far below (see "
    "`bound mean-heavy`).",
)
CoordinatesExplicit = quantity(
    "CoordinatesExplicit",
    r"\mathrm{{MSE}}_d({0}, {1}, {2}, {3}, {4})",
    "largest expected squared l_2 distance of the estimates of d coordinates from the mean, each by 2 floor(n/(2d)) users as in HeavyRisk at p = 4, "
    "the Delta of Theorem 3 there, with c^2 = 36 e^4, and D = 2 rho + 2 Delta, over all laws with E X_k^4 <= rho^4 for each k: "
    "CoordinatesExplicit(n, m, d, epsilon, rho)",
    0,
)
NormExplicit = quantity(
    "NormExplicit",
    r"\mathrm{{MSE}}_{{\mathrm{{Kashin}},\, p = 4}}({0}, {1}, {2}, {3}, {4})",
    "the same of U^T of the estimates, as in CoordinatesExplicit at 2d and 15 rho/sqrt(2d), of the means of the 2d coefficients of Lemma 1 as "
    "corrected, over all laws with E|X|_2^4 <= rho^4: NormExplicit(n, m, d, epsilon, rho)",
    0,
)
_VECTOR, _NORM = (q(USERS, SAMPLES, SIZE, EPSILON, ROOT) for q in (CoordinatesExplicit, NormExplicit))
_GAUSSIAN_D, _POLYNOMIAL_D = (
    SIZE * LOGS / (SAMPLES * USERS * EPSILON**2),
    (SIZE / (SAMPLES**2 * USERS * EPSILON**2)) ** Rational(3, 4),
)
_FEW_D = (at_most(EPSILON, 1), at_most(2 * SIZE, USERS), at_most(16000 * SIZE * log(SAMPLES), USERS * EPSILON**2))
_LARGER_D = Max(_GAUSSIAN_D, _POLYNOMIAL_D)
_EACH_D = ROOT**2 * (SIZE * _CONSTANT * (2 * _LARGER_D + 2 * SIZE / (SAMPLES * USERS)))
_ON_COORDINATES = (
    line(_VECTOR, given=_FEW_D)
    .le(
        _EACH_D,
        because(
            "Each of d coordinates has n_0 = 2 floor(n/(2d)) >= n/(2d) users, and the bound of Theorem 3 at p = 4 with them; 2^(3/4) <= 2.",
            "zhao/own/thm3/explicit",
            "zhao/own/alg2/every-epsilon",
        ),
    )
    .le(
        ROOT**2 * (4 * _CONSTANT * SIZE * _LARGER_D),
        scaled(
            ROOT**2,
            line(SIZE * _CONSTANT * (2 * _LARGER + 2 * _SMALL), given=(_BELOW,))
            .le(4 * _CONSTANT * SIZE * _LARGER, _BELOW)
            .at({_A: _GAUSSIAN_D, _B: _POLYNOMIAL_D, _SMALL: SIZE / (SAMPLES * USERS)}),
        ),
    )
)
_TWICE = {SIZE: 2 * SIZE, ROOT: 15 * ROOT / sqrt(2 * SIZE)}
_FEW_N = (at_most(EPSILON, 1), at_most(4 * SIZE, USERS), at_most(32000 * SIZE * log(SAMPLES), USERS * EPSILON**2))
_AS_COORDINATES = _VECTOR.xreplace(_TWICE)
_DOUBLED = line(Max(2 * _A, 2 ** Rational(3, 4) * _B)).le(2 * _LARGER)
OWN_REMARK2_EXPLICIT = Claim(
    "zhao/own/remark2/explicit",
    "ours, for Remark 2 at p = 4 and epsilon <= 1",
    Kind.UPPER_RATE,
    "(12) as corrected and (13) with constants",
    corrected=AllOf(
        "",
        {
            "(12)": _ON_COORDINATES,
            "(13)": line(_NORM, given=_FEW_N)
            .le(
                _AS_COORDINATES,
                words(
                    "A sample's 2d coefficients have a fourth moment of at most (15/sqrt(2d))^4 E|X|^4 each; U^T of their mean is the mean, and by (88) "
                    "the estimate is no further from it.",
                    at_most(_NORM, _AS_COORDINATES),
                    leans=("zhao/lemma1", "zhao/eq88"),
                ),
            )
            .le(
                900 * _CONSTANT * ROOT**2 * Max(2 * _GAUSSIAN_D, 2 ** Rational(3, 4) * _POLYNOMIAL_D),
                line(_ON_COORDINATES.start, given=_FEW_D).le(_ON_COORDINATES.end, _ON_COORDINATES).at(_TWICE),
            )
            .le(
                1800 * _CONSTANT * ROOT**2 * _LARGER_D,
                scaled(900 * _CONSTANT * ROOT**2, _DOUBLED.at({_A: _GAUSSIAN_D, _B: _POLYNOMIAL_D})),
            ),
        },
    ),
)

CLAIMS = (
    ALG1H,
    ALG1H_CONSTANTS,
    ALG1H_PRIVACY,
    THM3_CONDITION,
    OWN_THM3_EXPLICIT,
    OWN_REMARK2_EXPLICIT,
)
