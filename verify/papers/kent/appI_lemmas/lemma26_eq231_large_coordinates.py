"""kent Appendix I, Lemma 26, (231)-(237): Algorithm 6 and the large coordinates, and the lemma.

x stands for n alpha^2/s; alpha <= 1, as in Theorem 7.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb

from flint import arb
from sympy import Integer, Rational, exp, log, sqrt

from lowerbounds.information.divergences import binomial_tail
from verify.kernel.calculus import (
    Expectation,
    Probability,
    at_most,
    because,
    cite,
    integer,
    line,
    property_of,
    quantity,
    real,
    words,
)
from verify.kernel.statements import AllOf, Case, FiniteCheck
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings
from verify.papers.kent.appI_lemmas.lemma26_eq223_zero_coordinates import (
    BUDGET,
    CAST,
    EDGE,
    S1,
    S3,
    SIZE,
    SUPPORT,
    USED,
    VOTED,
    WALK,
    TallyDrift,
    TallyMean,
    gained,
    walks,
    zero_votes,
)
from verify.papers.kent.setting import ALPHA, USERS

LEAST_K, LEAST_C = Integer(170667), Integer(236600)
"""K of (37) and the constant of n alpha^2 >= C s log(ed) with which the lemma holds."""


def _capped(_: Settings) -> Iterator[Case]:
    """The zero coordinates' votes where T is far beyond T*: theta = 0, +-1 data, K = 170667, s = 1.

    T* = e^(n/K) = 100.0055...; 100 samples are used. Second route: the two tails as sums of exact masses.
    """
    users, samples, dimension, constant = 785960, 10**9, 2, int(LEAST_K)
    used = (arb(users) / constant).exp()
    whole = used.floor().unique_fmpz()
    assert whole == 100
    epsilon = (2 * (dimension * users * used).log() / used).sqrt()
    least = (100 * (1 + epsilon) / 2).ceil().unique_fmpz()
    assert least is not None
    exact = sum((Fraction(comb(100, k), 2**100) for k in range(int(least), 101)), Fraction(0))
    yield Case(
        {"n": users, "T": "10^9", "T*": "100.0055...", "alpha": 1, "d": dimension, "s": 1, "theta": 0},
        2 * dimension * binomial_tail(100, int(least), Fraction(1, 2)),
        Fraction(2, users * samples),
        left_again=2 * dimension * exact,
    )


_NULLS = integer("k", least=0)
_NULL = cite(S1, "epsilon").statement.hypotheses
LEMMA26_S6_VOTES = Claim(
    "kent/lemma26/s6/votes",
    "Appendix I, proof of Lemma 26, (234), fourth inequality",
    Kind.INEQUALITY,
    "how many votes a user has",
    says=(
        r"-\frac{2}{(\eta-1)^2}\Big(\sum_{k\in S_0}\mathbb{P}(\hat{\omega}_k^{(1)}=1)+\sum_{k\in S_1\cup "
        r"S_2}\mathbb{P}(\hat{\omega}_k^{(1)}=1)\Big)\ge-\frac{2}{(\eta-1)^2}\Big(\frac{2}{nT\alpha^2}+s\Big)\text{, "
        r"by the argument of (223)}"
    ),
    match=Match.READING,
    differs="the first of both sums against the first term, by the bound of (223)",
    printed=FiniteCheck(
        r"\sum_{k\in S_0}P(\hat\omega_k^{(1)}=1)\le\frac2{nT\alpha^2}",
        "theta = 0, +-1 data; n = 785960, T = 10^9, alpha = 1, d = 2, s = 1, K = 170667",
        _capped,
    ),
    corrected=line(_NULLS * Probability(CAST), given=(*_NULL, at_most(_NULLS, SIZE)))
    .le(_NULLS * 2 / (SIZE * BUDGET), cite(S1, "epsilon"))
    .le(SIZE * 2 / (SIZE * BUDGET), at_most(_NULLS, SIZE))
    .eq(2 / BUDGET)
    .crosschecked(
        "+-1 data of mean 0, tails enclosed",
        r"d\,P(\hat\omega_j=1)\le\tfrac2{nT^*\alpha^2}\text{, divided by }d",
        "T* = 64, 100, 400; n d alpha^2 = 10, 1000, 10^6",
        zero_votes,
    ),
    correction="T* for T: the votes are from T* samples and (223) has T*",
    severity=Severity.TYPO,
    theorem="kent/lemma26",
    note="p = |S_0|/d. Where T <= e^(n alpha^2/(Ks)) the two are the same. (231) has the sums to T with the "
    "factor 1/T*, the same slip.",
)


def _markov(_: Settings) -> Iterator[Case]:
    """-2 E U~^2/(eta - 1)^2 next to E r (clip(U) - U)."""
    for parameters, law, edge in walks():
        if edge > 1:
            square = sum((p * u**2 for u, p in law.items()), Fraction(0))
            yield Case(parameters, -2 * square / (edge - 1) ** 2, gained(law, edge))


HashedVotes = property_of(
    "HashedVotes", r"{0} = \textstyle\sum_k r_k 1\{{k\text{{ voted}}\}},\ {1}, {2}, {3}, {4}, {5}, {6}"
)
"""U~ is the sum, with independent signs, of a user's votes for the coordinates other than j, and E the vote for j: by T*
samples of a law on [-1, 1]^d whose mean has at most s coordinates that are not 0, a vote is a mean of at least epsilon,
epsilon^2 = 2 log(d n T* alpha^2)/T*, and |theta_j| > 2 epsilon: HashedVotes(U~, E, n, T*, alpha, s, d)."""
_VOTES = HashedVotes(WALK, VOTED, USERS, USED, ALPHA, SUPPORT, SIZE)
_WIDE = sqrt(30 * SUPPORT)
_BUDGET = at_most(900, BUDGET)
_PAIR = 2 / BUDGET + SUPPORT
_LONG, _SHARE = real("y", least=900), real("w", above=0, most=1)
_LARGE_DRIFT = TallyDrift(_WIDE, WALK, VOTED)
_AGAINST = 2 * Expectation(WALK**2) / (_WIDE - 1) ** 2
_BY_CHEBYSHEV = (
    line(-_LARGE_DRIFT, given=(_VOTES,))
    .le(
        _AGAINST,
        because("(226) is at least -2 P(U~ >= eta - 1), which Chebyshev's inequality bounds.", "kent/lemma26/s2"),
    )
    .le(
        2 * _PAIR / (_WIDE - 1) ** 2,
        words(
            "The signs are orthogonal given the votes, so that the mean square is the mean number of votes: of the zero "
            "coordinates together, and at most s others.",
            at_most(Expectation(WALK**2), _PAIR),
            given=(_VOTES,),
            leans=("kent/lemma26/s6/votes",),
        ),
    )
)
_TENTH = (
    line(-_LARGE_DRIFT, given=(_VOTES, _BUDGET))
    .le(2 * _PAIR / (_WIDE - 1) ** 2, _BY_CHEBYSHEV)
    .le(2 * (Rational(1, 450) + SUPPORT) / (_WIDE - 1) ** 2, line(4 / _LONG).le(Rational(2, 450)).at({_LONG: BUDGET}))
    .lt(Rational(1, 10))
    .crosschecked(
        "walks of up to 12 steps",
        r"-\tfrac2{(\eta-1)^2}E\tilde U^2\le E[r(\bar U-U)]",
        "up to 12 other votes; eta = 3/2, 2, 5/2, 4",
        _markov,
    )
)
LEMMA26_S6 = Claim(
    "kent/lemma26/s6",
    "Appendix I, proof of Lemma 26, (234)",
    Kind.INEQUALITY,
    "clipping costs a large coordinate at most 1/10",
    says=(
        r"\mathbb{E}[r_{1,j}(\bar{U}_1-U_1)\mathbb{1}(D_{1,j})]\ge-2\mathbb{P}(\{\tilde{U}\ge\eta-1\}\cap "
        r"D_{1,j})\ge-\frac{2}{(\eta-1)^2}\mathbb{E}\Big[\Big(\sum_{k\ne "
        r"j}r_{1,k}\hat{\omega}_k^{(1)}\Big)^2\Big]\ge-\frac{2}{(\eta-1)^2}\Big(\sum_{k\in "
        r"S_0}\mathbb{P}(\hat{\omega}_k^{(1)}=1)+\sum_{k\in S_1\cup "
        r"S_2}\mathbb{P}(\hat{\omega}_k^{(1)}=1)\Big)\ge-\frac{2}{(\eta-1)^2}\Big(\frac{2}{nT\alpha^2}+s\Big)=:\zeta>-1/10"
    ),
    match=Match.READING,
    differs=(
        "end to end and above -1/10, with the hidden constant n T* alpha^2 >= 900; with T* in the last "
        "bound, whose printed T is kent/lemma26/s6/votes"
    ),
    printed=AllOf("", {"Chebyshev": _BY_CHEBYSHEV, "a tenth": _TENTH}),
    note="s stands for w in the first step. -2 P(U~ >= eta - 1) is below (226), and Chebyshev's inequality "
    "bounds it; the signs are orthogonal given the votes. At s = 1 it needs n T* alpha^2 >= 879: that 30 is "
    "hardly enough, 29.94 is not.",
)
_LARGE_TALLY = TallyMean(_WIDE, WALK, VOTED)
_MISSED = 1 - 2 / (SIZE * BUDGET)
_ABOVE = (
    line(_LARGE_TALLY, given=(_VOTES, _BUDGET))
    .eq(_LARGE_DRIFT + Probability(VOTED), cite(S3, "the equality").at({EDGE: _WIDE}))
    .ge(
        _LARGE_DRIFT + _MISSED,
        words(
            "A mean of less than epsilon in absolute value is more than epsilon away from theta_j, as |theta_j| > 2 epsilon, "
            "so that Hoeffding's inequality bounds the probability of no vote for a large coordinate as in (223).",
            at_most(_MISSED, Probability(VOTED)),
            given=(_VOTES,),
        ),
    )
    .ge(_LARGE_DRIFT + 1 - Rational(1, 450), line(2 / (SIZE * _LONG)).le(Rational(1, 450)).at({_LONG: BUDGET}))
    .ge(-Rational(1, 10) + 1 - Rational(1, 450), line(_LARGE_DRIFT, given=_TENTH.given).ge(-Rational(1, 10), _TENTH))
    .gt(Rational(4, 5))
)
LEMMA26_S7 = Claim(
    "kent/lemma26/s7",
    "Appendix I, proof of Lemma 26, (231)-(233), (235)",
    Kind.INEQUALITY,
    "the mean of a large coordinate's tally",
    says=(
        r"j\in S_1,\ "
        r"D_{i,j}=\{\hat{\omega}_j^{(i)}=1\}:\quad\mathbb{P}(D_{i,j}^c)=\mathbb{P}\Big(\Big|\frac{1}{T^*}\sum_{t=1}^TX_{t,j}^{(i)}\Big|<\varepsilon\Big)\le\mathbb{P}\Big(\Big|\frac{1}{T^*}\sum_{t=1}^T(X_{t,j}^{(i)}-\theta_j)\Big|\ge\varepsilon\Big)\le2e^{-\frac{T^*\varepsilon^2}{2}}\le\frac{2}{nT^*\alpha^2}\le1/10;\quad\mathbb{E}[r_{i,j}\bar{U}_i]=\mathbb{E}[r_{i,j}\bar{U}_i\mathbb{1}(D_{i,j})]=\mathbb{E}[r_{i,j}(\bar{U}_i-U_i)\mathbb{1}(D_{i,j})]+\mathbb{P}(D_{i,j})\ge\mathbb{P}(D_{i,j})+\zeta>1-1/10-1/10\ge4/5"
    ),
    match=Match.READING,
    differs=(
        "the end, (235), with the hidden constant n T* alpha^2 >= 900; that the sums of (231) run to T "
        "and are divided by T* is the slip of kent/lemma26/s6/votes"
    ),
    printed=_ABOVE,
)

_RATE = Rational(3, 256000)
"""The constant c of the last display: 9/(25600 * 30)."""


def _ends(_: Settings) -> Iterator[Case]:
    """4 d e^(-c x) next to e^(-x/K) at the least x that the assumption allows, and beyond."""
    for dimension, factor in product((1, 2, 22, 10**6), (1, 2, 10)):
        x = int(LEAST_C) * (1 + arb(dimension).log()) * factor
        gap = (arb(4 * dimension)).log() - 3 * x / 256000 + x / int(LEAST_K)
        yield Case({"d": dimension, "x/(C log(ed))": factor}, gap, 0, note="logarithm of the quotient")


Unfound = quantity(
    "Unfound",
    r"P(A^c)_{{{0}, {1}, {2}, {3}, {4}}}",
    "probability that the selection of Algorithm 6 is not between the coordinates with means beyond 2 epsilon and those with "
    "means that are not 0, largest over laws in the class: Unfound(n, d, s, T*, alpha)",
    0,
    1,
)
_FAILED = Unfound(USERS, SIZE, SUPPORT, USED, ALPHA)
_RATIO, _LOG = USERS * ALPHA**2 / SUPPORT, real("L", least=0)
_HIGH, _MANY = at_most(ALPHA, 1), at_most(LEAST_C * (1 + log(SIZE)), _RATIO)
_HALF_USERS, _ROOM = USERS / 2, Rational(3, 20)
SumsOff = quantity(
    "SumsOff",
    r"P(\textstyle\frac2{{{0}}}\sum_i (r\bar U_i - E r\bar U_i) \ge \tfrac3{{20}})_{{\eta = {1}}}",
    "largest probability that n/2 users' clipped sums, each within [-eta, eta], average 3/20 above their mean: SumsOff(n, eta)",
    0,
    1,
)
NoiseOff = quantity(
    "NoiseOff",
    r"P(\tfrac{{2 {2}}}{{{1}}} \bar\ell_{{{0}/2}} \ge \tfrac3{{20}})",
    "probability that n/2 Laplace variables of scale 2 eta/alpha average at least 3/20: NoiseOff(n, alpha, eta)",
    0,
    1,
)
_SUMS, _NOISE = SumsOff(USERS, _WIDE), NoiseOff(USERS, ALPHA, _WIDE)
_SUMS_BOUND, _NOISE_BOUND = (
    exp(-_HALF_USERS * _ROOM**2 / (2 * _WIDE**2)),
    exp(-9 * _HALF_USERS * ALPHA**2 / (12800 * _WIDE**2)),
)
_UNION = 4 * SIZE * exp(-9 * USERS * ALPHA**2 / (25600 * _WIDE**2))
_STEP = real("x", above=0)
_BY_UNION = (
    line(_FAILED, given=(_HIGH, _MANY))
    .le(
        2 * SIZE * (_SUMS + _NOISE),
        because(
            "A tally that is on the wrong side of 1/2 is 3/10 from its mean, by the clipped sums or by the noise: 3/20 each, "
            "either way, for each zero and each large coordinate.",
            "kent/lemma26/s3",
            "kent/lemma26/s7",
        ),
    )
    .le(
        2 * SIZE * (_SUMS_BOUND + _NOISE_BOUND),
        words("Hoeffding's inequality for n/2 sums.", at_most(_SUMS, _SUMS_BOUND), leans=("kent/lemma26/s4",)),
        words(
            "Chernoff's bound for n/2 variables.",
            at_most(_NOISE, _NOISE_BOUND),
            given=(_HIGH,),
            leans=("kent/lemma26/s5",),
        ),
    )
    .le(_UNION, line(_SUMS_BOUND, given=(_HIGH,)).le(_NOISE_BOUND, _HIGH))
    .eq(4 * SIZE * exp(-_RATE * _RATIO))
)
_FOUR = Rational(1386295, 10**6)
"""A little above log 4."""
_PART, _LONGER = real("z"), at_most(LEAST_C * (1 + _LOG), _STEP)
_SHORTER = at_most(_PART, _STEP / LEAST_C)
_ABSORBED = (
    line(4 * exp(_LOG) * exp(-_RATE * _STEP), given=(_LONGER,))
    .le(exp(_FOUR * (1 + _LOG)) * exp(-_RATE * _STEP), line(4 * exp(_LOG)).le(exp(_FOUR * (1 + _LOG))))
    .le(
        exp(_FOUR * _STEP / LEAST_C) * exp(-_RATE * _STEP),
        line(exp(_FOUR * _PART), given=(_SHORTER,)).le(exp(_FOUR * _STEP / LEAST_C), _SHORTER).at({_PART: 1 + _LOG}),
    )
    .le(exp(-_STEP / LEAST_K))
)
_SELECTED = (
    line(_FAILED, given=(_HIGH, _MANY))
    .le(4 * SIZE * exp(-_RATE * _RATIO), _BY_UNION)
    .le(exp(-_RATIO / LEAST_K), _ABSORBED.at({_LOG: log(SIZE), _STEP: _RATIO}))
    .crosschecked(
        "the ends, enclosed",
        r"\log\{4d\,e^{-cx}\}\le-\tfrac xK",
        "d = 1, 2, 22, 10^6; x = C log(ed) times 1, 2, 10",
        _ends,
    )
)
_USED = at_most(log(USED), _RATIO / LEAST_K)
LEMMA26 = Claim(
    "kent/lemma26",
    "Appendix I, Lemma 26, and (229), (230), (236), (237)",
    Kind.INEQUALITY,
    "the hashed votes succeed",
    says=(
        r"\mathbb{P}(A^c)\le1/T^*\text{ for }A\text{ of "
        r"(150)};\quad\mathbb{P}(A^c)\le4d\exp\Big(-\frac{9n\alpha^2}{25600\eta^2}\Big)=4d\exp\Big(-\frac{cn\alpha^2}{s}\Big)\le "
        r"e^{-n\alpha^2/(Ks)}=1/T^*"
    ),
    match=Match.READING,
    differs=(
        "explicit constants, with alpha <= 1 and n alpha^2/s >= 236600 log(ed), which the proof assumes; "
        "the last equality holds as <= only and is judged so"
    ),
    printed=AllOf(
        "",
        {
            "4d terms": _BY_UNION,
            "K": _SELECTED,
            "T*": line(_FAILED, given=(_HIGH, _MANY, _USED))
            .le(exp(-_RATIO / LEAST_K), _SELECTED)
            .le(
                1 / USED,
                line(exp(-_STEP), given=(at_most(_LOG, _STEP),))
                .le(exp(-_LOG), at_most(_LOG, _STEP))
                .at({_LOG: log(USED), _STEP: _RATIO / LEAST_K}),
            ),
        },
    ),
    note="By the union over the zero and the large coordinates: each tally is 3/10 from its mean, split in "
    "halves. Printed with e^(-n alpha^2/(Ks)) = 1/T*, which is so only where T is at least that; otherwise "
    "it is <=, and so is the lemma.",
)
_ANY_EDGE = real("h", above=1)

CLAIMS = (
    LEMMA26_S6_VOTES,
    LEMMA26_S6,
    LEMMA26_S7,
    LEMMA26,
)
