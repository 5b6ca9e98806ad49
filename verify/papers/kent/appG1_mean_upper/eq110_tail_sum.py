"""kent Appendix G.1, Step 1.2, (110): the tail of n bits, what epsilon_(n, T) costs, and the two ends.

T stands for T* throughout.
"""

from collections.abc import Iterator
from fractions import Fraction
from math import comb

import sympy
from flint import arb
from sympy import Integer, Rational, cosh, exp, log, oo

from upperbounds.mean import kent
from verify.kernel.calculus import BERNOULLI, Sum, below, by_induction, closed_form, integer, let, line, real, words
from verify.kernel.calculus import at_most as at_most_
from verify.kernel.calculus.facts.bits import CHERNOFF_HALF, BinomialAtMost
from verify.kernel.prover import Variable
from verify.kernel.statements import AllOf, Case, FiniteCheck
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings
from verify.papers.kent.instances.votes import sum_of_bits
from verify.papers.kent.nouns_upper import EVEN, LOW, USED, USERS, Beaten
from verify.papers.kent.nouns_upper import keep as kept_with


def binomial_tail(size: int, q: Fraction) -> Fraction:
    """P(Bin(size, q) >= size/2)."""
    return sum((comb(size, k) * q**k * (1 - q) ** (size - k) for k in range(size + 1) if 2 * k >= size), Fraction(0))


def binomial_tail_again(size: int, q: Fraction) -> Fraction:
    """The same, bit by bit."""
    return sum((mass for k, mass in enumerate(sum_of_bits([q] * size)) if 2 * k >= size), Fraction(0))


def varepsilon(n: int, m: int, keep: Fraction) -> Fraction:
    """epsilon_(n, T) = 2 (2 omega - 1)/(n T)^2."""
    return 2 * (2 * keep - 1) / Fraction(n * m) ** 2


def _printed_power(_: Settings) -> Iterator[Case]:
    """n T^2 = 16, as the proof may assume, and T* = T = 1, which every K allows."""
    users, samples, keep = 16, 1, Fraction(9, 10)
    q = 1 - keep + varepsilon(users, samples, keep)
    yield Case(
        {"n": users, "T": samples, "omega": str(keep), "alpha": "6 log 9"},
        binomial_tail(users, q),
        (4 * (1 - q) * q) ** users,
        left_again=binomial_tail_again(users, q),
    )


def _half_powers(_: Settings) -> Iterator[Case]:
    """The square of the tail next to the n-th power, so that both sides are exact."""
    for keep in (Fraction(1, 2), Fraction(3, 5), Fraction(9, 10)):
        for users, samples in ((2, 1), (4, 1), (4, 3), (16, 1), (30, 2)):
            q = 1 - keep + varepsilon(users, samples, keep)
            yield Case(
                {"n": users, "T": samples, "omega": str(keep)},
                binomial_tail(users, q) ** 2,
                (4 * (1 - q) * q) ** users,
                left_again=binomial_tail_again(users, q) ** 2,
            )


KEPT, JUMPED, WRONG = (
    real("omega", least=Rational(1, 2), most=1),
    real("r", least=0, most=1),
    real("w", least=0, most=1),
)
"""omega, P(V_l = 0, V_j = 1) and P(V_l = 0)."""
SHARE, ALIGNED = 2 / (USERS * USED) ** 2, at_most_(JUMPED, WRONG)
FEWER = KEPT - (2 * KEPT - 1) * SHARE
"""omega - epsilon_(n, T)."""
_PART, _LOW_KEPT = real("x", least=0, most=Rational(1, 2)), kept_with(LOW / 6)
EQ110_CHERNOFF = Claim(
    "kent/eq110/chernoff",
    "Appendix G.1, Step 1.2, (110), first inequality",
    Kind.INEQUALITY,
    "Chernoff's bound for n bits",
    says=r"\mathbb{P}\Big(\frac{1}{n}\sum_{i=1}^n(B_i-\mathbb{E}[B_i])\ge\omega_{\alpha/6}-1/2-\varepsilon_{n,T}\Big)\le\{4(\omega_{\alpha/6}-\varepsilon_{n,T})(1-\omega_{\alpha/6}+\varepsilon_{n,T})\}^n",
    match=Match.SAME,
    printed=FiniteCheck(
        r"P\Big(\sum_{i=1}^nB_i\ge\frac n2\Big)\le\{4(\omega_{\alpha/6}-\varepsilon_{n,T})(1-\omega_{\alpha/6}+\varepsilon_{n,T})\}^n",
        "n = 16, T = 1 (so that n T^2 >= 16), alpha = 6 log 9, omega = 9/10",
        _printed_power,
    ),
    corrected=line(BinomialAtMost(USERS, FEWER, USERS / 2), given=(EVEN,))
    .le(
        (4 * FEWER * (1 - FEWER)) ** (USERS / 2),
        CHERNOFF_HALF(USERS / 2, FEWER),
        line(Rational(1, 2)).le(KEPT - (2 * KEPT - 1) * _PART).at({_PART: SHARE}),
    )
    .crosschecked(
        "exact tails, squared",
        r"P\Big(\sum_{i=1}^nB_i\ge\frac n2\Big)^2\le\{4(\omega-\varepsilon_{n,T})(1-\omega+\varepsilon_{n,T})\}^n",
        "omega = 1/2, 3/5, 9/10; (n, T) = (2, 1), (4, 1), (4, 3), (16, 1), (30, 2)",
        _half_powers,
    ),
    correction="the power is n/2: the bound of (62), for 2n bits, has the power n; here there are n bits",
    severity=Severity.CONSTANT,
    theorem="kent/eq119x",
    note="The tail of the B_i as P(Bin(n, omega - epsilon) <= n/2).",
)

_ALPHA, _T, _X = sympy.symbols("alpha T x", positive=True)
_SAMPLES = Variable(_T, Integer(1), oo)
_BASE, _ADDED = real("a", above=0, most=1), real("b", least=0)
_LESS = at_most_((_BASE + _ADDED) ** USERS, _BASE**USERS + (1 + _ADDED) ** USERS - 1)
_GAINED = real("x", least=0)
_NEXT = (
    line((_BASE + _ADDED) ** (USERS + 1), given=(_LESS,))
    .eq((_BASE + _ADDED) * (_BASE + _ADDED) ** USERS)
    .le((_BASE + _ADDED) * (_BASE**USERS + (1 + _ADDED) ** USERS - 1), _LESS)
    .eq(_BASE ** (USERS + 1) + _ADDED * _BASE**USERS + (_BASE + _ADDED) * ((1 + _ADDED) ** USERS - 1))
    .le(_BASE ** (USERS + 1) + _ADDED + (_BASE + _ADDED) * ((1 + _ADDED) ** USERS - 1), line(_BASE**USERS).le(1))
    .le(
        _BASE ** (USERS + 1) + _ADDED + (1 + _ADDED) * ((1 + _ADDED) ** USERS - 1),
        line((_BASE + _ADDED) * _GAINED).le((1 + _ADDED) * _GAINED).at({_GAINED: (1 + _ADDED) ** USERS - 1}),
        line((1 + _ADDED) ** USERS).ge(1),
    )
    .eq(_BASE ** (USERS + 1) + (1 + _ADDED) ** (USERS + 1) - 1)
)
_APART = by_induction(_LESS, USERS, line((_BASE + _ADDED) ** 2).le(_BASE**2 + (1 + _ADDED) ** 2 - 1), _NEXT)
"""(a + b)^n - a^n is at most (1 + b)^n - 1."""
_PER_TERM, _SUMMAND, _COUNT = real("r", above=0, most=Rational(1, 2)), integer("i", least=1), integer("k", least=1)
_SERIES = line(Sum(_PER_TERM**_SUMMAND, _SUMMAND, 1, USERS)).eq(
    _PER_TERM * (1 - _PER_TERM**USERS) / (1 - _PER_TERM),
    line(Sum(_PER_TERM**_SUMMAND, _SUMMAND, 1, _COUNT))
    .eq(
        _PER_TERM * (1 - _PER_TERM**_COUNT) / (1 - _PER_TERM),
        closed_form(
            Sum(_PER_TERM**_SUMMAND, _SUMMAND, 1, _COUNT), _PER_TERM * (1 - _PER_TERM**_COUNT) / (1 - _PER_TERM)
        ),
    )
    .at({_COUNT: USERS}),
)
_TWO_TERMS = _SERIES.ge(_PER_TERM * (1 - _PER_TERM**2) / (1 - _PER_TERM), line(_PER_TERM**USERS).le(_PER_TERM**2)).eq(
    _PER_TERM + _PER_TERM**2
)
_KEPT_BIT, _EPSILON = real("omega", least=Rational(1, 2), below=1), real(r"\varepsilon", least=0, most=Rational(1, 2))
_OFF = let(r"\varepsilon_{n,T}", 2 * (2 * _KEPT_BIT - 1) / (USERS * USED) ** 2)
_KEPT_PRODUCT, _STEP, _MANY_DRAWS = (
    4 * _KEPT_BIT * (1 - _KEPT_BIT),
    8 * USERS / (USERS * USED) ** 2,
    at_most_(16, USERS * USED**2),
)
_SPREAD = 4 * (_KEPT_BIT - _EPSILON) * (1 - _KEPT_BIT + _EPSILON)
_EXPANDED = _KEPT_PRODUCT + 4 * _EPSILON * (2 * _KEPT_BIT - 1) - 4 * _EPSILON**2
_SAME = line(_SPREAD).eq(_EXPANDED)
_HALF_STEP = line(_STEP, given=(_MANY_DRAWS,)).le(Rational(1, 2))
_GEOMETRIC = Sum(_STEP**_SUMMAND, _SUMMAND, 1, USERS)
_PART_OF_1 = real("z", least=0, most=Rational(1, 2))
EQ110_SUM = Claim(
    "kent/eq110/sum",
    "Appendix G.1, Step 1.2, (110), the expansion and the geometric series",
    Kind.INEQUALITY,
    "what epsilon_(n, T) costs",
    says=(
        r"\{4(\omega_{\alpha/6}-\varepsilon_{n,T})(1-\omega_{\alpha/6}+\varepsilon_{n,T})\}^n=\{4\omega_{\alpha/6}(1-\omega_{\alpha/6})+4\varepsilon_{n,T}(2\omega_{\alpha/6}-1)-4\varepsilon_{n,T}^2\}^n\le\{4\omega_{\alpha/6}(1-\omega_{\alpha/6})+4\varepsilon_{n,T}\}^n=\{4\omega_{\alpha/6}(1-\omega_{\alpha/6})\}^n+4^n\sum_{i=1}^n\binom{n}{i}\{\omega_{\alpha/6}(1-\omega_{\alpha/6})\}^{n-i}\varepsilon_{n,T}^i\le\{4\omega_{\alpha/6}(1-\omega_{\alpha/6})\}^n+\sum_{i=1}^n\Big(\frac{8n}{(nT^*)^2}\Big)^i,\quad8/\{n(T^*)^2\}\le1/2\text{ "
        r"as }nT^2\ge16\text{ may be assumed}"
    ),
    match=Match.READING,
    differs=(
        "omega stands for omega_(alpha/6), and epsilon in the first two lines for epsilon_(n,T), which is at most 1/2; under 8/(n(T*)^2) <= 1/2, which the "
        "paper takes from n T^2 >= 16; without the line of the binomial theorem, by induction instead; the sum of the geometric series, of the next "
        "line, is in it"
    ),
    printed=AllOf(
        "",
        {
            "the bracket": line(_SPREAD**USERS).eq(_EXPANDED**USERS, _SAME),
            "two terms dropped": line(_SPREAD**USERS).le(
                (_KEPT_PRODUCT + 4 * _EPSILON) ** USERS,
                line(_SPREAD).eq(_EXPANDED, _SAME).le(_KEPT_PRODUCT + 4 * _EPSILON),
            ),
            "epsilon": line(_OFF).le(Rational(1, 2)),
            "the sum": line((_KEPT_PRODUCT + 4 * _OFF) ** USERS, given=(_MANY_DRAWS,))
            .le(_KEPT_PRODUCT**USERS + (1 + 4 * _OFF) ** USERS - 1, _APART.at({_BASE: _KEPT_PRODUCT, _ADDED: 4 * _OFF}))
            .le(
                _KEPT_PRODUCT**USERS + exp(USERS * 4 * _OFF) - 1,
                line((1 + _ADDED) ** USERS).le(exp(USERS * _ADDED)).at({_ADDED: 4 * _OFF}),
            )
            .le(_KEPT_PRODUCT**USERS + exp(_STEP) - 1, line(USERS * 4 * _OFF).le(_STEP))
            .le(
                _KEPT_PRODUCT**USERS + _STEP + _STEP**2,
                line(exp(_PART_OF_1) - 1).le(_PART_OF_1 + _PART_OF_1**2).at({_PART_OF_1: _STEP}),
                _HALF_STEP,
            )
            .le(_KEPT_PRODUCT**USERS + _GEOMETRIC, _TWO_TERMS.at({_PER_TERM: _STEP}), _HALF_STEP),
            "the series": line(_GEOMETRIC, given=(_MANY_DRAWS,))
            .le(2 * _STEP, _SERIES.le(_PER_TERM / (1 - _PER_TERM)).le(2 * _PER_TERM).at({_PER_TERM: _STEP}), _HALF_STEP)
            .eq(16 / (USERS * USED**2)),
        },
    ),
    note="The text assumes n T^2 >= 16; needed is n (T*)^2 >= 16, which follows from it and a large C~.",
)


def _lemma24(_: Settings) -> Iterator[Case]:
    left = (arb(1) / 6).cosh() ** -4
    keep = (arb(1) / 3).exp() / (1 + (arb(1) / 3).exp())
    yield Case({"alpha": 2, "n": 2}, left, (-arb(2) * 2 / 20).exp(), left_again=(4 * keep * (1 - keep)) ** 2)


_SIXTH = let(r"\omega_{\alpha/6}", exp(LOW / 6) / (exp(LOW / 6) + 1))
EQ110_LEMMA24 = Claim(
    "kent/eq110/lemma24",
    "Appendix G.1, Step 1.2, (110), last inequality, 'by Lemma 24'",
    Kind.INEQUALITY,
    "the exponent of the far bin",
    says=r"\{4\omega_{\alpha/6}(1-\omega_{\alpha/6})\}^n\le e^{-n\alpha/20}\text{ by Lemma 24}",
    match=Match.SAME,
    printed=FiniteCheck(
        r"\{4\omega_{\alpha/6}(1-\omega_{\alpha/6})\}^n\le e^{-n\alpha/20},\ \alpha>1", "alpha = 2, n = 2", _lemma24
    ),
    corrected=line((4 * _SIXTH * (1 - _SIXTH)) ** (USERS / 2))
    .eq((cosh(LOW / 12) ** -2) ** (USERS / 2), line(4 * _SIXTH * (1 - _SIXTH)).eq(cosh(LOW / 12) ** -2))
    .eq(exp(-USERS * log(cosh(LOW / 12))))
    .le(exp(-USERS * (2 * LOW / kent.K_LOW_PRIVACY)), line(2 * LOW / kent.K_LOW_PRIVACY).le(log(cosh(LOW / 12)))),
    correction="Lemma 24 is for omega_(x/2): at omega_(alpha/6) it has x = alpha/3, so min{alpha/3, "
    "alpha^2/9}/20 for alpha/20. With the power n/2 the exponent n alpha/288.34 is the best linear "
    "one on alpha >= 1",
    severity=Severity.CONSTANT,
    theorem="kent/eq119x",
)
_K = Integer(kent.K_HIGH_PRIVACY)
_RARE, _ALL_RIGHT = at_most_(WRONG, SHARE), BinomialAtMost(USERS, KEPT, USERS / 2)
_SOME_WRONG = 1 - (1 - WRONG) ** (USERS / 2)
FEW_WRONG = line(_SOME_WRONG).le(USERS / 2 * WRONG, BERNOULLI(-WRONG, USERS / 2))
GIVEN_VOTES = (
    line(Beaten(JUMPED, WRONG, KEPT, USERS), given=(EVEN, ALIGNED, _RARE))
    .le(
        _ALL_RIGHT + _SOME_WRONG,
        words(
            "Unless some raw vote is wrong the bits 1 - V~_l and V~_j of all voters are n independent ones, each 1 with probability 1 - omega.",
            at_most_(Beaten(JUMPED, WRONG, KEPT, USERS), _ALL_RIGHT + _SOME_WRONG),
            given=(EVEN, ALIGNED),
            leans=("kent/own/eq110/votes",),
        ),
    )
    .le(_ALL_RIGHT + USERS / 2 * WRONG, FEW_WRONG)
    .le(_ALL_RIGHT + 1 / (USERS * USED**2), _RARE)
)
"""P(Z_l <= Z_j) <= P(Bin(n, 1 - omega) >= n/2) + 1/(n T*^2), as P(Bin(n, omega) <= n/2)."""
_RIGHT = (
    line(BinomialAtMost(USERS, _LOW_KEPT, USERS / 2), given=(EVEN,))
    .le((4 * _LOW_KEPT * (1 - _LOW_KEPT)) ** (USERS / 2), CHERNOFF_HALF(USERS / 2, _LOW_KEPT))
    .eq(cosh(LOW / 12) ** (-USERS), line(4 * _LOW_KEPT * (1 - _LOW_KEPT)).eq(cosh(LOW / 12) ** -2))
)
_FALLS = (
    line(cosh(LOW / 12) ** (-USERS))
    .eq(exp(-USERS * log(cosh(LOW / 12))))
    .le(exp(-2 * USERS * LOW / kent.K_LOW_PRIVACY), line(log(cosh(LOW / 12))).ge(2 * LOW / kent.K_LOW_PRIVACY))
)
_LOST = Beaten(JUMPED, WRONG, _LOW_KEPT, USERS)
BY_COSH = (
    line(_LOST, given=(EVEN, ALIGNED, _RARE))
    .le(BinomialAtMost(USERS, _LOW_KEPT, USERS / 2) + 1 / (USERS * USED**2), GIVEN_VOTES.at({KEPT: _LOW_KEPT}))
    .le(cosh(LOW / 12) ** (-USERS) + 1 / (USERS * USED**2), _RIGHT)
)
BY_EXPONENT = (
    line(_LOST, given=(EVEN, ALIGNED, _RARE))
    .le(cosh(LOW / 12) ** (-USERS) + 1 / (USERS * USED**2), BY_COSH)
    .le(exp(-2 * USERS * LOW / kent.K_LOW_PRIVACY) + 1 / (USERS * USED**2), _FALLS)
)
_FOUR_BINS, _BEFORE = below(36 * log(USERS * USED), USED), at_most_(USED, exp(USERS * LOW / _K))
_USES = real("x", least=27000)
_MANY = line(24, given=(_FOUR_BINS,)).le(36 * log(USERS * USED)).le(USED, _FOUR_BINS)
_ENOUGH = (
    line(27000, given=(_FOUR_BINS, _BEFORE))
    .le(_K * log(24))
    .le(_K * log(USED), _MANY)
    .le(_K * log(exp(USERS * LOW / _K)), _BEFORE)
    .eq(USERS * LOW)
)
_LOGS = line(log(USED), given=(_BEFORE,)).le(log(exp(USERS * LOW / _K)), _BEFORE).eq(USERS * LOW / _K)
_LEVEL = real("u")
_SQUARED = (
    line(exp(-2 * _LEVEL), given=(at_most_(log(USED), _LEVEL),))
    .le(exp(-2 * log(USED)), at_most_(log(USED), _LEVEL))
    .eq(1 / USED**2)
    .at({_LEVEL: USERS * LOW / _K})
)
_LATE = line(exp(-2 * _USES / kent.K_LOW_PRIVACY)).le(15 * exp(-2 * _USES / _K) / _USES).at({_USES: USERS * LOW})
_COVERED = (
    line(exp(-2 * USERS * LOW / kent.K_LOW_PRIVACY), given=(_FOUR_BINS, _BEFORE))
    .le(15 * exp(-2 * USERS * LOW / _K) / (USERS * LOW), _LATE, _ENOUGH)
    .le(15 * exp(-2 * USERS * LOW / _K) / USERS)
    .le(15 / (USERS * USED**2), _SQUARED, _LOGS)
)
EQ110_END = Claim(
    "kent/eq110/end",
    "Appendix G.1, Step 1.2, (110), both ends",
    Kind.INEQUALITY,
    "the conclusion of (110)",
    says=r"\mathbb{P}(Z_l\le Z_j)\le e^{-n\alpha/20}+\frac{16}{n(T^*)^2}",
    match=Match.READING,
    differs=(
        "both ends of the chain: there is such a j only where there are four bins, T* > 36 log(nT*), and "
        "T* <= exp(n alpha/K) is its cap of (101) at K = 8536"
    ),
    printed=line(_LOST, given=(EVEN, ALIGNED, _RARE, _FOUR_BINS, _BEFORE))
    .le(exp(-2 * USERS * LOW / kent.K_LOW_PRIVACY) + 1 / (USERS * USED**2), BY_EXPONENT)
    .le(16 / (USERS * USED**2), _COVERED)
    .le(exp(-USERS * LOW / 20) + 16 / (USERS * USED**2)),
    note="By the corrected chain, not by the printed one; T* > 36 log(nT*) is Delta < 1/3, so that there are "
    "four bins: with fewer there is no j. The paper's K is one constant, 'as in (107) and sufficiently "
    "large'; with K = 8536 of (107) the second term covers what the first one lacks. With K = 577, which "
    "the corrected chain allows, it fails: n = 4000, T = 1000, alpha = 1.01, X = -1, l = 1, j = 4 gives "
    "5.6e-8 on the left and 4.0e-9 on the right.",
)
_KEEP = exp(_ALPHA / 6) / (1 + exp(_ALPHA / 6))
_LOW = Variable(_ALPHA, Integer(1), oo, open_lower=True)
_FAR = Variable(_X, Integer(27000), oo)

CLAIMS = (
    EQ110_CHERNOFF,
    EQ110_SUM,
    EQ110_LEMMA24,
    EQ110_END,
)
