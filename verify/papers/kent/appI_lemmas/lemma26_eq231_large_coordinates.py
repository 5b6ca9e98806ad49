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
from verify.calculus import (
    Expectation,
    Probability,
    at_most,
    by,
    calc,
    cite,
    integer,
    property_of,
    quantity,
    real,
    words,
)
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
from verify.statements import AllOf, Case, FiniteCheck
from verify.statements.claim import Claim, Kind, Severity
from verify.statements.outcome import Settings

_RATE = Rational(3, 256000)
"""The constant c of the last display: 9/(25600 * 30)."""
LEAST_K, LEAST_C = Integer(170667), Integer(236600)
"""K of (37) and the constant of n alpha^2 >= C s log(ed) with which the lemma holds."""


def _markov(_: Settings) -> Iterator[Case]:
    """-2 E U~^2/(eta - 1)^2 beside E r (clip(U) - U)."""
    for parameters, law, edge in walks():
        if edge > 1:
            square = sum((p * u**2 for u, p in law.items()), Fraction(0))
            yield Case(parameters, -2 * square / (edge - 1) ** 2, gained(law, edge))


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


def _ends(_: Settings) -> Iterator[Case]:
    """4 d e^(-c x) beside e^(-x/K) at the least x that the assumption allows, and beyond."""
    for dimension, factor in product((1, 2, 22, 10**6), (1, 2, 10)):
        x = int(LEAST_C) * (1 + arb(dimension).log()) * factor
        gap = (arb(4 * dimension)).log() - 3 * x / 256000 + x / int(LEAST_K)
        yield Case({"d": dimension, "x/(C log(ed))": factor}, gap, 0, note="logarithm of the quotient")


_NULLS = integer("k", least=0)
_NULL = cite(S1, "epsilon").statement.hypotheses
_FEW_VOTES = calc(
    _NULLS*Probability(CAST), "<=", _NULLS*2/(SIZE*BUDGET), by(cite(S1, "epsilon")), "<=", SIZE*2/(SIZE*BUDGET),
    by(at_most(_NULLS, SIZE)), "==", 2/BUDGET, given=(*_NULL, at_most(_NULLS, SIZE)),
).crosschecked(
    "+-1 data of mean 0, tails enclosed", r"d\,P(\hat\omega_j=1)\le\tfrac2{nT^*\alpha^2}\text{, divided by }d",
    "T* = 64, 100, 400; n d alpha^2 = 10, 1000, 10^6", zero_votes,
)  # fmt: skip
HashedVotes = property_of("HashedVotes",
                          r"{0} = \textstyle\sum_k r_k 1\{{k\text{{ voted}}\}},\ {1}, {2}, {3}, {4}, {5}, {6}")  # fmt: skip
"""U~ is the sum, with independent signs, of a user's votes for the coordinates other than j, and E the vote for j: by T*
samples of a law on [-1, 1]^d whose mean has at most s coordinates that are not 0, a vote is a mean of at least epsilon,
epsilon^2 = 2 log(d n T* alpha^2)/T*, and |theta_j| > 2 epsilon: HashedVotes(U~, E, n, T*, alpha, s, d)."""
_VOTES = HashedVotes(WALK, VOTED, USERS, USED, ALPHA, SUPPORT, SIZE)
_WIDE = sqrt(30 * SUPPORT)
_BUDGET = at_most(900, BUDGET)
_PAIR = 2 / BUDGET + SUPPORT
_LONG, _SHARE = real("y", least=900), real("w", above=0, most=1)
_ANY_EDGE = real("h", above=1)
_LARGE_DRIFT = TallyDrift(_WIDE, WALK, VOTED)
_AGAINST = 2 * Expectation(WALK**2) / (_WIDE - 1) ** 2
_BY_CHEBYSHEV = calc(
    -_LARGE_DRIFT, "<=", _AGAINST,
    by(words(
        "(226) is at least -2 P(U~ >= eta - 1), which Chebyshev's inequality bounds.",
        at_most(-_LARGE_DRIFT, _AGAINST), given=(_VOTES,), leans=("kent/lemma26/s2",),
    )),
    "<=", 2*_PAIR/(_WIDE - 1)**2,
    by(words(
        "The signs are orthogonal given the votes, so that the mean square is the mean number of votes: of the zero "
        "coordinates together, and at most s others.",
        at_most(Expectation(WALK**2), _PAIR), given=(_VOTES,), leans=("kent/lemma26/s6/votes",),
    )),
    given=(_VOTES,),
)  # fmt: skip
_TENTH = calc(
    -_LARGE_DRIFT, "<=", 2*_PAIR/(_WIDE - 1)**2, by(_BY_CHEBYSHEV),
    "<=", 2*(Rational(1, 450) + SUPPORT)/(_WIDE - 1)**2,
    by(calc(4/_LONG, "<=", Rational(2, 450)).at({_LONG: BUDGET})), "<", Rational(1, 10), given=(_VOTES, _BUDGET),
).crosschecked(
    "walks of up to 12 steps", r"-\tfrac2{(\eta-1)^2}E\tilde U^2\le E[r(\bar U-U)]",
    "up to 12 other votes; eta = 3/2, 2, 5/2, 4", _markov,
)  # fmt: skip
_LARGE_TALLY = TallyMean(_WIDE, WALK, VOTED)
_MISSED = 1 - 2 / (SIZE * BUDGET)
_ABOVE = calc(
    _LARGE_TALLY, "==", _LARGE_DRIFT + Probability(VOTED), by(cite(S3, "the equality").at({EDGE: _WIDE})),
    ">=", _LARGE_DRIFT + _MISSED,
    by(words(
        "A mean of less than epsilon in absolute value is more than epsilon away from theta_j, as |theta_j| > 2 epsilon, "
        "so that Hoeffding's inequality bounds the chance of no vote for a large coordinate as in (223).",
        at_most(_MISSED, Probability(VOTED)), given=(_VOTES,),
    )),
    ">=", _LARGE_DRIFT + 1 - Rational(1, 450),
    by(calc(2/(SIZE*_LONG), "<=", Rational(1, 450)).at({_LONG: BUDGET})),
    ">=", -Rational(1, 10) + 1 - Rational(1, 450), by(calc(_LARGE_DRIFT, ">=", -Rational(1, 10), by(_TENTH), given=_TENTH.given)), ">", Rational(4, 5), given=(_VOTES, _BUDGET),
)  # fmt: skip
Unfound = quantity(
    "Unfound", r"P(A^c)_{{{0}, {1}, {2}, {3}, {4}}}",
    "chance that the selection of Algorithm 6 is not between the coordinates with means beyond 2 epsilon and those with "
    "means that are not 0, largest over laws in the class: Unfound(n, d, s, T*, alpha)", 0, 1,
)  # fmt: skip
_FAILED = Unfound(USERS, SIZE, SUPPORT, USED, ALPHA)
_RATIO, _LOG = USERS * ALPHA**2 / SUPPORT, real("L", least=0)
_HIGH, _MANY = at_most(ALPHA, 1), at_most(LEAST_C * (1 + log(SIZE)), _RATIO)
_HALF_USERS, _ROOM = USERS / 2, Rational(3, 20)
SumsOff = quantity(
    "SumsOff", r"P(\textstyle\frac2{{{0}}}\sum_i (r\bar U_i - E r\bar U_i) \ge \tfrac3{{20}})_{{\eta = {1}}}",
    "largest chance that n/2 users' clipped sums, each within [-eta, eta], average 3/20 above their mean: SumsOff(n, eta)", 0, 1,
)  # fmt: skip
NoiseOff = quantity(
    "NoiseOff", r"P(\tfrac{{2 {2}}}{{{1}}} \bar\ell_{{{0}/2}} \ge \tfrac3{{20}})",
    "chance that n/2 Laplace variables of scale 2 eta/alpha average at least 3/20: NoiseOff(n, alpha, eta)", 0, 1,
)  # fmt: skip
_SUMS, _NOISE = SumsOff(USERS, _WIDE), NoiseOff(USERS, ALPHA, _WIDE)
_SUMS_BOUND, _NOISE_BOUND = exp(-_HALF_USERS*_ROOM**2/(2*_WIDE**2)), exp(-9*_HALF_USERS*ALPHA**2/(12800*_WIDE**2))  # fmt: skip
_UNION = 4*SIZE*exp(-9*USERS*ALPHA**2/(25600*_WIDE**2))  # fmt: skip
_STEP = real("x", above=0)
_BY_UNION = calc(
    _FAILED, "<=", 2*SIZE*(_SUMS + _NOISE),
    by(words(
        "A tally that is on the wrong side of 1/2 is 3/10 from its mean, by the clipped sums or by the noise: 3/20 each, "
        "either way, for each zero and each large coordinate.",
        at_most(_FAILED, 2*SIZE*(_SUMS + _NOISE)), given=(_HIGH, _MANY), leans=("kent/lemma26/s3", "kent/lemma26/s7"),
    )),
    "<=", 2*SIZE*(_SUMS_BOUND + _NOISE_BOUND),
    by(words("Hoeffding's inequality for n/2 sums.", at_most(_SUMS, _SUMS_BOUND), leans=("kent/lemma26/s4",)),
       words("Chernoff's bound for n/2 variables.", at_most(_NOISE, _NOISE_BOUND), given=(_HIGH,), leans=("kent/lemma26/s5",))),
    "<=", _UNION, by(calc(_SUMS_BOUND, "<=", _NOISE_BOUND, by(_HIGH), given=(_HIGH,))),
    "==", 4*SIZE*exp(-_RATE*_RATIO), given=(_HIGH, _MANY),
)  # fmt: skip
_FOUR = Rational(1386295, 10**6)
"""A little above log 4."""
_PART, _LONGER = real("z"), at_most(LEAST_C * (1 + _LOG), _STEP)
_SHORTER = at_most(_PART, _STEP / LEAST_C)
_ABSORBED = calc(
    4*exp(_LOG)*exp(-_RATE*_STEP), "<=", exp(_FOUR*(1 + _LOG))*exp(-_RATE*_STEP),
    by(calc(4*exp(_LOG), "<=", exp(_FOUR*(1 + _LOG)))),
    "<=", exp(_FOUR*_STEP/LEAST_C)*exp(-_RATE*_STEP),
    by(calc(exp(_FOUR*_PART), "<=", exp(_FOUR*_STEP/LEAST_C), by(_SHORTER), given=(_SHORTER,)).at({_PART: 1 + _LOG})),
    "<=", exp(-_STEP/LEAST_K), given=(_LONGER,),
)  # fmt: skip
_SELECTED = calc(
    _FAILED, "<=", 4*SIZE*exp(-_RATE*_RATIO), by(_BY_UNION), "<=", exp(-_RATIO/LEAST_K),
    by(_ABSORBED.at({_LOG: log(SIZE), _STEP: _RATIO})), given=(_HIGH, _MANY),
).crosschecked(
    "the ends, enclosed", r"\log\{4d\,e^{-cx}\}\le-\tfrac xK", "d = 1, 2, 22, 10^6; x = C log(ed) times 1, 2, 10",
    _ends,
)  # fmt: skip
_USED = at_most(log(USED), _RATIO / LEAST_K)
_IN_SAMPLES = calc(
    _FAILED, "<=", exp(-_RATIO/LEAST_K), by(_SELECTED), "<=", 1/USED,
    by(calc(exp(-_STEP), "<=", exp(-_LOG), by(at_most(_LOG, _STEP)), given=(at_most(_LOG, _STEP),)).at(
        {_LOG: log(USED), _STEP: _RATIO/LEAST_K})),
    given=(_HIGH, _MANY, _USED),
)  # fmt: skip


CLAIMS = (
    Claim("kent/lemma26/s6/votes", "Appendix I, proof of Lemma 26, (234), fourth inequality", Kind.INEQUALITY,
          "how many votes a user has",
          FiniteCheck(r"\sum_{k\in S_0}P(\hat\omega_k^{(1)}=1)\le\frac2{nT\alpha^2}",
                      "theta = 0, +-1 data; n = 785960, T = 10^9, alpha = 1, d = 2, s = 1, K = 170667", _capped),
          _FEW_VOTES, correction="T* for T: the votes are from T* samples and (223) has T*", severity=Severity.TYPO,
          theorem="kent/lemma26",
          note="p = |S_0|/d. Where T <= e^(n alpha^2/(Ks)) the two are the same. (231) has the sums to T with the "
               "factor 1/T*, the same slip."),
    Claim("kent/lemma26/s6", "Appendix I, proof of Lemma 26, (234)", Kind.INEQUALITY,
          "clipping costs a large coordinate at most 1/10", AllOf("", {"Chebyshev": _BY_CHEBYSHEV, "a tenth": _TENTH}),
          note="s stands for w in the first step. -2 P(U~ >= eta - 1) is below (226), and Chebyshev's inequality "
               "bounds it; the signs are orthogonal given the votes. At s = 1 it needs n T* alpha^2 >= 879: that 30 is "
               "hardly enough, 29.94 is not."),
    Claim("kent/lemma26/s7", "Appendix I, proof of Lemma 26, (231)-(233), (235)", Kind.INEQUALITY,
          "the mean of a large coordinate's tally", _ABOVE),
    Claim("kent/lemma26", "Appendix I, Lemma 26, and (229), (230), (236), (237)", Kind.INEQUALITY,
          "the hashed votes succeed", AllOf("", {"4d terms": _BY_UNION, "K": _SELECTED, "T*": _IN_SAMPLES}),
          note="By the union over the zero and the large coordinates: each tally is 3/10 from its mean, split in "
               "halves. Printed with e^(-n alpha^2/(Ks)) = 1/T*, which is so only where T is at least that; otherwise "
               "it is <=, and so is the lemma."),
)  # fmt: skip
