"""zhao Appendix D.2, (172)-(174), and its use for Theorems 9 and 11: all users estimate every coefficient.

The estimates of different coefficients then come from the same samples and are not independent.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb

import sympy
from sympy import Integer, Min, Rational, exp, log, oo, sqrt

from notation.symbols import beta, d, m, n
from verify.kernel.calculus import at_most as at_most_
from verify.kernel.calculus import integer, let, line, quantity, real, words
from verify.kernel.prover import Variable
from verify.kernel.statements import AllOf, Balance, Case, FiniteCheck, UpToConstant, Whole
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings, as_arb
from verify.ours.zhao.learning_upper import LOW_CLASSES, LOW_FUNCTIONS
from verify.papers.zhao.instances.exact_risks import laplace_sum_tail

EQ172 = Claim(
    "zhao/eq172",
    "arXiv v1, Appendix D.2, (172)-(174)",
    Kind.RATE_ALGEBRA,
    "low privacy: the tail of the estimates, the width of the bins, the rate",
    says=(
        r"\epsilon\ge K\ln n:\ \mathrm{P}(|\hat q_k-q_k|>t\mid E_1)\le2\exp\left[-C_1\frac{mnK}{\ln "
        r"n}\left(t-C_2\sqrt{\frac1{mnK}}\right)^2\right];\quad "
        r"R-R^*\lesssim\left(l^\beta+\frac1{l^d}\sqrt{\frac{\ln n}{nmK}}\right)^{1+\gamma};\quad "
        r"l\sim(nm/\ln n)^{-1/(2\beta+d)}:\ R-R^*\lesssim\left(\frac{nm}{\ln "
        r"n}\right)^{-\frac{\beta(1+\gamma)}{2\beta+d}}"
    ),
    match=Match.READING,
    differs="R - R* and (173) are left to its parts",
    printed=Whole(
        r"P(|\hat q_k-q_k|>t)\le2\exp\Big[-C_1\frac{mnK}{\ln n}\Big(t-\frac{C_2}{\sqrt{mnK}}\Big)^2\Big];\ "
        r"l\sim(nm/\ln n)^{-1/(2\beta+d)};\ \Big(\frac{nm}{\ln n}\Big)^{-\frac{\beta(1+\gamma)}{2\beta+d}}",
        ("zhao/eq172/172", "zhao/eq172/174"),
    ),
    corrected=Whole(
        r"P(|\hat q_k-q_k|>t)\le2e^{-\frac{nmt^2}{32p_k}}+2e^{-\frac n2(\frac{\varepsilon^2t^2}{32a^2K}\wedge K)}+(nK)^{1-c/2};\ l\sim(nm/\ln n)^{-1/(2\beta+d)};\ \Big(\frac{nm}{\ln n}\Big)^{-\frac{\beta(1+\gamma)}{2\beta+d}}",
        ("zhao/eq172/172", "zhao/eq172/174"),
        as_corrected=True,
    ),
    correction="nm/p_k for nmK: a bin may hold much more than its share l^d of the mass",
    severity=Severity.PROOF_GAP,
    theorem="zhao/thm9/upper",
)
_R = sympy.Symbol("r", positive=True)
_K = sympy.Symbol("K", positive=True)
_C1 = sympy.Symbol("C_1", positive=True)
_C2 = sympy.Symbol("C_2", positive=True)


def _heavy_bin(_: Settings) -> Iterator[Case]:
    """1/4 next to P(|V + N| > 1/2): n = 2, m = 1, V = Y 1(X in B_k) with probabilities 1/2, 1/4, 1/4, N the noise of one user.

    N averages K Laplace variables of scale a/(epsilon/K), a = 12 + 2 sqrt(ln(2K)); at epsilon = 1000 K^2 it is small.
    """
    for groups in (2, 8, 32):
        width = 12 + 2 * as_arb(2 * groups).log().sqrt()
        small = 2 * laplace_sum_tail(groups, groups * as_arb(Fraction(1, 4)) * 1000 * groups / width)
        yield Case({"n": 2, "m": 1, "K": groups, "epsilon": f"1000 * {groups}^2"}, Fraction(1, 4), (1 - small) / 2)


def _unclipped(_: Settings) -> Iterator[Case]:
    """P(|mean of N values of Y 1(X in B) - q| > t), exact, next to 2 exp(-N t^2/(4p)) for t <= 2p."""
    for size, (mass, mean), share in product(
        (4, 12, 30),
        (
            (Fraction(1, 2), Fraction(0)),
            (Fraction(1, 2), Fraction(1, 2)),
            (Fraction(1, 10), Fraction(1, 20)),
            (Fraction(1), Fraction(-1, 3)),
        ),
        (Fraction(1, 2), Fraction(1), Fraction(2)),
    ):
        up, down, level = (mass + mean) / 2, (mass - mean) / 2, share * mass
        tail = Fraction(0)
        for ups in range(size + 1):
            for downs in range(size + 1 - ups):
                if abs(Fraction(ups - downs, size) - mean) > level:
                    ways = comb(size, ups) * comb(size - ups, downs)
                    tail += ways * up**ups * down**downs * (1 - mass) ** (size - ups - downs)
        right = 2 * (-as_arb(size * level**2 / (4 * mass))).exp()
        yield Case({"nm/2": size, "p_k": str(mass), "q_k": str(mean), "t": str(level)}, tail, right)


LowPrivacyTail = quantity(
    "LowPrivacyTail",
    r"P(|\hat q_k - q_k| > {6} \mid E_1)_{{{0}, {1}, {2}, {3}, {4}, {5}}}",
    "largest probability, over all data of a bin of mass p_k, that the estimate of q_k is off by more than t given that the first stage is right: n users, half of "
    "whom tell each of K coefficients, the clipped mean of m samples with Laplace noise at epsilon/K, the clip being Delta = sqrt(c ln(nK)/m) beyond an interval of "
    "length 12/sqrt(m): LowPrivacyTail(n, m, K, epsilon, c, p_k, t)",
    0,
    1,
)
SamplingTail = quantity(
    "SamplingTail",
    r"P(|\bar V_{{{0}}} - q| > {2};\, {1})",
    "largest probability that the mean of N independent values of Y 1(X in B), P(X in B) = p, Y = 1 or -1, is off its mean by more than t: "
    "SamplingTail(N, p, t)",
    0,
    1,
)
NoiseTail = quantity(
    "NoiseTail",
    r"P(|\bar W_{{{0}}}| > {2};\, {1})",
    "probability that the mean of N independent Laplace variables of scale b is off 0 by more than t: NoiseTail(N, b, t)",
    0,
    1,
)
_EPS, _COUNT, _USERS_, _DRAWS = (
    real("epsilon", above=0),
    integer("K", least=1),
    integer("n", least=2),
    integer("m", least=1),
)
_MASS, _LEVEL, _FACTOR = real("p_k", above=0, most=1), real("t", above=0), real("c", above=0)
_CLIP = sqrt(_FACTOR * log(_USERS_ * _COUNT) / _DRAWS)
_SPAN = let("a", 12 / sqrt(_DRAWS) + 2 * _CLIP)
_HALF_DATA, _SENT_NOISE = (
    SamplingTail(_USERS_ * _DRAWS / 2, _MASS, _LEVEL / 2),
    NoiseTail(_USERS_ * _COUNT / 2, _SPAN * _COUNT / _EPS, _LEVEL / 2),
)
_ALL = LowPrivacyTail(_USERS_, _DRAWS, _COUNT, _EPS, _FACTOR, _MASS, _LEVEL)
_NEAR = at_most_(_LEVEL, 4 * _MASS)
_CLIPPED = _USERS_ * _COUNT * exp(-_DRAWS * _CLIP**2 / 2)
_NOISE_BOUND = 2 * exp(-_USERS_ / 2 * Min(_EPS**2 * (_LEVEL / 2) ** 2 / (8 * _SPAN**2 * _COUNT), _COUNT))
_DATA_BOUND = 2 * exp(-(_USERS_ * _DRAWS / 2) * (_LEVEL / 2) ** 2 / (4 * _MASS))
EQ172_172 = Claim(
    "zhao/eq172/172",
    "arXiv v1, Appendix D.2, (172)",
    Kind.INEQUALITY,
    "low privacy: the tail of the transformed estimate",
    says=(
        r"\epsilon\ge K\ln n:\ \mathrm{P}(|\hat q_k-q_k|>t\mid E_1)\le2\exp\left[-C_1\frac{mnK}{\ln "
        r"n}\left(t-C_2\sqrt{\frac1{mnK}}\right)^2\right]"
    ),
    match=Match.READING,
    differs=(
        "the display and, as further parts, the instance n = 2, m = 1, p_k = 1/2, q_k = 0, t = 1/2 that refutes it"
    ),
    printed=AllOf(
        "",
        {
            "the family": UpToConstant(
                Rational(1, 4),
                2 * exp(-2 * _C1 * _K / log(2) * (Rational(1, 2) - _C2 / sqrt(2 * _K)) ** 2),
                (
                    Variable(_K, Integer(2), oo),
                    Variable(_C1, Integer(0), oo, True),
                    Variable(_C2, Integer(0), oo, True),
                ),
                family=((_K, _R**3), (_C1, 1 / _R), (_C2, _R)),
                along=_R,
                text=r"\varepsilon\ge K\ln n:\ P(|\hat q_k-q_k|>t\mid E_1)\le2\exp\Big[-C_1\frac{mnK}{\ln n}\Big(t-\frac{C_2}{\sqrt{mnK}}\Big)^2\Big];\quad n=2,\ m=1,\ p_k=\tfrac12,\ q_k=0,\ t=\tfrac12:\ \tfrac14\le P(|\hat q_k|>\tfrac12)\lesssim2\exp\Big[-\tfrac{2C_1K}{\ln2}\Big(\tfrac12-\tfrac{C_2}{\sqrt{2K}}\Big)^2\Big]",
            ),
            "the probability is at least 1/4": FiniteCheck(
                r"\tfrac14\le P(|\hat q_k|>\tfrac12)", "K = 2, 8, 32, epsilon = 1000 K^2", _heavy_bin
            ),
        },
    ),
    corrected=line(_ALL, given=(_NEAR,))
    .le(
        _HALF_DATA + _SENT_NOISE + _CLIPPED,
        words(
            "Where no clip is active, which has probability 1 - nK e^(-m Delta^2/2) at least by Hoeffding, the estimate averages the values of nm/2 samples and the noise of "
            "Kn/2 messages.",
            at_most_(_ALL, _HALF_DATA + _SENT_NOISE + _CLIPPED),
            leans=("zhao/eq134",),
        ),
    )
    .le(
        _DATA_BOUND + _SENT_NOISE + _CLIPPED,
        words(
            "Chernoff at lambda = t/(4p) for the deviation t/2, as e^x - 1 - x <= x^2 for x <= 1.",
            at_most_(_HALF_DATA, _DATA_BOUND),
            given=(_NEAR,),
        ),
    )
    .le(
        _DATA_BOUND + _NOISE_BOUND + _CLIPPED,
        words(
            "Chernoff for Laplace variables at the best lambda of (29), and at its end beyond it.",
            at_most_(_SENT_NOISE, _NOISE_BOUND),
            leans=("zhao/lemma6/chernoff",),
        ),
    )
    .eq(
        2 * exp(-_USERS_ * _DRAWS * _LEVEL**2 / (32 * _MASS))
        + _NOISE_BOUND
        + _USERS_ * _COUNT * exp(-_FACTOR * log(_USERS_ * _COUNT) / 2)
    )
    .crosschecked(
        "exact tails of the unclipped average",
        r"P(|\bar V-q|>t)\le2e^{-Nt^2/(4p)},\ t\le2p",
        "N = 4, 12, 30 samples; (p, q) = (1/2, 0), (1/2, 1/2), (1/10, 1/20), (1, -1/3); t = p/2, p, 2p",
        _unclipped,
    ),
    correction="the sampling error of q_k has variance up to p_k/(nm), and Assumption 2 bounds p_k from below "
    "only: mnK holds for bins of mass about l^d. And Delta has to be larger, so that no user mean of "
    "the K is clipped",
    severity=Severity.PROOF_GAP,
    theorem="zhao/thm9/upper",
    note="f = 1/2 and half of the mass more on bin k; eta = 0 there, so Y is fair. m = 1: one bin in the first "
    "stage, so E_1 holds and no clip is active; n = 2: one user refines, and q^_k is V + N, V = +-1 with "
    "probability 1/4 each. P(|V + N| > 1/2) >= P(V != 0) P(|N| <= 1/4), and at epsilon = 1000 K^2 the noise N "
    "has variance 2a^2 K/epsilon^2. K is a power of 2 on the family; C_1 may tend to 0 and C_2 to infinity. "
    "The estimates of different coefficients share the samples, so they are not independent, which the step "
    "from Lemma 6 to Lemma 7 uses for disjoint groups.",
)

_L = sympy.Symbol("l", positive=True)
_WIDTH = (n * m / log(n)) ** (-1 / (2 * beta + d))
EQ172_174 = Claim(
    "zhao/eq172/174",
    "arXiv v1, Appendix D.2, (173), (174)",
    Kind.RATE_ALGEBRA,
    "low privacy: the width of the bins and the rate",
    says=(
        r"R-R^*\lesssim\left(l^\beta+\frac1{l^d}\sqrt{\frac{\ln n}{nmK}}\right)^{1+\gamma};\quad "
        r"l\sim(nm/\ln n)^{-1/(2\beta+d)}:\ R-R^*\lesssim\left(\frac{nm}{\ln "
        r"n}\right)^{-\frac{\beta(1+\gamma)}{2\beta+d}}"
    ),
    match=Match.READING,
    differs=(
        "the balance of the two terms at K = l^-d, to the power 1/(1 + gamma); the excess risk is not "
        "part of what is judged"
    ),
    printed=Balance(_L**beta, _L ** (-d) * sqrt(log(n) / (n * m * _L ** (-d))), _L, _WIDTH, _WIDTH**beta),
    note="Logarithms of m apart.",
)


LOW = Claim(
    "zhao/own/low-privacy",
    "ours, for the second terms of Theorems 9 and 11",
    Kind.UPPER_RATE,
    "classification and regression at low privacy",
    corrected=AllOf("", {"classification": LOW_CLASSES, "regression": LOW_FUNCTIONS}),
    note="Explicit, for every width 1/N, share s and clip c; all users tell each of K = 2^r coefficients. With "
    "N of the order (mn/ln(mn))^(1/(2 beta + d)), epsilon >= K ln(mn), s^2 of the order N^d ln(mn)/(mn "
    "f_L) and large c, the bounds are of the orders (mn/ln(mn))^(-beta(1+gamma)/(2 beta + d)) and "
    "(mn/ln(mn))^(-2 beta/(2 beta + d)). Between epsilon = 1 and K ln(mn) each group of users estimates "
    "about epsilon coefficients from the same samples; for densities that are not bounded above their "
    "errors add up, and nothing is decided there.",
)

CLAIMS = (
    EQ172,
    EQ172_172,
    EQ172_174,
    LOW,
)
