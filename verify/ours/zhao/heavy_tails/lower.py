"""Lower bounds under a moment condition, for zhao Theorem 3 and Remark 2: rare large values."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb

import sympy
from flint import arb
from sympy import Min, exp, log, sqrt

from lowerbounds.information.laws import binomial
from lowerbounds.vectors.heavy import spikes
from notation.symbols import d, epsilon, m, n, p
from verify.kernel.calculus import (
    CHAIN_OVER_USERS,
    FINITE_MEAN,
    KL,
    KL_CHI_SQUARE,
    LE_CAM,
    PINSKER,
    PRIVATE_CHI_SQUARE,
    TV,
    Discrete,
    Member,
    OnInterval,
    Power,
    Private,
    Through,
    Transcript,
    WorstRisk,
    at_most,
    because,
    cite,
    constructor,
    integer,
    line,
    minimax_risk,
    real,
    words,
)
from verify.kernel.statements import AllOf, Case, FiniteCheck, SameRate
from verify.kernel.statements.claim import Claim, Kind
from verify.kernel.statements.outcome import Settings, as_arb
from verify.ours.zhao.vectors_lower.hamming_distance import (
    CHANNEL,
    EPSILON,
    FACTOR,
    INTERACTIVE,
    PROTOCOL,
    SMALL,
    WIDTH,
    M,
    N,
)
from verify.papers.zhao.appA4_lower.eq64_bounds import THEOREM2
from verify.papers.zhao.instances.exact_risks import below_root

_SIZES = tuple(product((1, 10, 40), (1, 5, 50), (2, 4), (Fraction(11, 10), Fraction(3, 2), Fraction(3))))
"""n, m, p, e^epsilon."""


def _scale(n: int, m: int, t: Fraction) -> Fraction:
    """2 m^2 n (e^epsilon - 1)^2."""
    return 2 * m**2 * n * (t - 1) ** 2


def _posterior_variance(n: int, lean: arb) -> arb:
    """Of a fair sign told by answers with P(yes) = (1 +- lean)/2: the sum of 2pq/(p+q) over counts."""
    high, low = (1 + lean) / 2, (1 - lean) / 2
    total = arb(0)
    for k in range(n + 1):
        p, q = high**k * low ** (n - k), low**k * high ** (n - k)
        total += comb(n, k) * 2 * p * q / (p + q)
    return total


def _risks(_: Settings) -> Iterator[Case]:
    """M_p = 1: the bound next to the exact Bayes risk of responses "a positive spike, a negative one, or a fair coin"."""
    for users, samples, order, t in _SIZES:
        scale = _scale(users, samples, t)
        if scale < 1:
            continue
        q = min(below_root(1 / scale, 10**6), Fraction(1))
        seen = 1 - (1 - as_arb(q)) ** samples
        left = _posterior_variance(users, seen * as_arb((t - 1) / (t + 1)))
        power = 1 - Fraction(1, order)
        square = (2 * as_arb(power) * as_arb(q).log()).exp()
        bound = (-as_arb(power) * as_arb(scale).log()).exp() / 4
        yield Case({"n": users, "m": samples, "p": order, "e^epsilon": str(t)}, bound, square * left)


def _variation(_: Settings) -> Iterator[Case]:
    """TV of m samples with a positive or a negative spike: by counts of spikes, no spike being common; next to mq."""
    for samples, q in product((1, 2, 10, 100), (Fraction(1, 1000), Fraction(1, 20), Fraction(1, 2))):
        law = binomial(samples, q)
        apart = sum((mass for hits, mass in law if hits != 0), Fraction(0))
        yield Case({"m": samples, "q": str(q)}, apart, samples * q, left_again=1 - (1 - q) ** samples)


Moments = constructor("Moments", r"\mathcal{{P}}\{{E|X|^{{{0}}} \le {1}\}}", sort="class of laws")
"""All laws on the line with E|X|^p <= M: Moments(p, M)."""
_ORDER, _MOMENT, _RARE = real("p", least=1), real("M", above=0), real("q", above=0, most=1)
_SIZE, _ABOVE = integer("d", least=1), real("y", least=1)
_HEIGHT = (_MOMENT / _RARE) ** (1 / _ORDER)
_SPIKES = [Discrete(v * _HEIGHT, _RARE, 0, 1 - _RARE) for v in (1, -1)]
_DATA = [Power(p, M) for p in _SPIKES]
_TOLD, _SENT = [Transcript(PROTOCOL, p) for p in _DATA], [Through(CHANNEL, p) for p in _DATA]
_CLASS = Moments(_ORDER, _MOMENT)
_AGREE = "The laws of m draws agree where no draw is a spike, and one is with probability m q at most."
_APART = line(TV(*_DATA)).le(M * _RARE, because(_AGREE))
_ONE_USER = (
    line(KL(*_SENT), given=(Private(CHANNEL, EPSILON),))
    .le((exp(EPSILON) - 1) ** 2 * TV(*_DATA) ** 2, KL_CHI_SQUARE(*_SENT), PRIVATE_CHI_SQUARE(CHANNEL, EPSILON, *_DATA))
    .le((exp(EPSILON) - 1) ** 2 * (M * _RARE) ** 2, _APART)
)
_MEAN = _RARE * _HEIGHT
_SPIKED = (
    line(WorstRisk(PROTOCOL, _CLASS, M), given=(INTERACTIVE, SMALL))
    .ge(
        _MEAN**2 / 2 * (1 - TV(*_TOLD)),
        LE_CAM(PROTOCOL, _CLASS, M, *_SPIKES, _MEAN),
        *map(FINITE_MEAN, _SPIKES),
        *(
            words("Its p-th absolute moment is q times the p-th power of (M/q)^(1/p), which is M.", Member(p, _CLASS))
            for p in _SPIKES
        ),
    )
    .ge(_MEAN**2 / 2 * (1 - sqrt(KL(*_TOLD) / 2)), PINSKER(*_TOLD))
    .ge(
        _MEAN**2 / 2 * (1 - sqrt(N * FACTOR * (M * _RARE) ** 2 / 2)),
        CHAIN_OVER_USERS(PROTOCOL, N, EPSILON, *_DATA),
        _ONE_USER,
        SMALL,
    )
)
_SCALE = 2 * M**2 * N * (exp(EPSILON) - 1) ** 2
_ENOUGH = at_most(1, _SCALE)
_POWER = 1 - 1 / _ORDER
_RISK = minimax_risk(_CLASS, N, M, EPSILON)
_BOUND = _MOMENT ** (2 / _ORDER) / 4 * _SCALE ** (-_POWER)
_SOME, _EVERY = 1 / (M * sqrt(2 * N * FACTOR)), {FACTOR: (exp(EPSILON) - 1) ** 2}
_ROOM = at_most(1, 2 * M**2 * N * FACTOR)
_MOST_ONE = (
    line(_SOME, given=(_ROOM,))
    .eq(1 / sqrt(2 * M**2 * N * FACTOR))
    .le(1, line(1 / sqrt(_ABOVE)).le(1).at({_ABOVE: 2 * M**2 * N * FACTOR}))
)
_AT_FACTOR = (
    line(_RISK, given=(SMALL, _ROOM))
    .ge((_MEAN**2 / 4).xreplace({_RARE: _SOME}), _SPIKED.at({_RARE: _SOME}), _MOST_ONE)
    .eq(_MOMENT ** (2 / _ORDER) / 4 * (2 * M**2 * N * FACTOR) ** (-_POWER))
)
_SPIKE_BOUND = (
    line(_RISK, given=(_ENOUGH,))
    .ge(_BOUND, _AT_FACTOR.at(_EVERY))
    .crosschecked("total variation, exact", r"1-(1-q)^m\le mq", "m = 1, 2, 10, 100, q = 1/1000, 1/20, 1/2", _variation)
    .crosschecked(
        "exact Bayes risks",
        r"\tfrac14(2m^2ne)^{-(1-1/p)}\le\text{Bayes risk}",
        "n = 1, 10, 40, m = 1, 5, 50, p = 2, 4, e^epsilon = 11/10, 3/2, 3, where 2 m^2 n e >= 1: responses "
        "on the sign of a spike",
        _risks,
    )
)
SPIKES = Claim(
    "zhao/own/spikes",
    "ours, for Theorem 3",
    Kind.LOWER_BOUND,
    "rare large values: the second term of (4) is needed",
    corrected=_SPIKE_BOUND,
    note="The m-fold laws differ wherever any sample is a spike, so that m^2, not m, enters.",
)
_HIGH = at_most(EPSILON, 1)
_BOUNDED = minimax_risk(OnInterval(-(_MOMENT ** (1 / _ORDER)), _MOMENT ** (1 / _ORDER)), N, M, EPSILON)
_FIRST = (
    line(_RISK)
    .ge(_BOUNDED, because("|X| <= M^(1/p) implies E|X|^p <= M."))
    .ge(
        _MOMENT ** (2 / _ORDER) / 36 * Min(1, 1 / (N * M * Min(1, EPSILON**2))),
        cite(THEOREM2).at({WIDTH: _MOMENT ** (1 / _ORDER)}),
    )
)
_LESS, _MORE, _SHARE = real("u", above=0), real("v", above=0), real("r", least=0, most=1)
_FALLS = (
    line(_LESS ** (-_SHARE), given=(at_most(_LESS, _MORE),))
    .eq(exp(-_SHARE * log(_LESS)))
    .ge(exp(-_SHARE * log(_MORE)), at_most(_LESS, _MORE))
    .eq(_MORE ** (-_SHARE))
)
_SECOND = (
    line(_RISK, given=(_ENOUGH, _HIGH))
    .ge(_BOUND, SPIKES)
    .ge(
        _MOMENT ** (2 / _ORDER) / 4 * (6 * M**2 * N * EPSILON**2) ** (-_POWER),
        _FALLS.at({_SHARE: _POWER, _LESS: _SCALE, _MORE: 6 * M**2 * N * EPSILON**2}),
        line(_SCALE, given=(_HIGH,)).le(6 * M**2 * N * EPSILON**2),
    )
)
OWN_THM3_LOWER = Claim(
    "zhao/own/thm3/lower",
    "ours, for Theorem 3",
    Kind.LOWER_BOUND,
    "(4) from below, up to ln m, for epsilon at most 1",
    corrected=AllOf(
        "",
        {
            "the first term": _FIRST,
            "the second term": _SECOND,
            "the order of the second term of (4)": SameRate(
                (6 * m**2 * n * epsilon**2) ** (-(1 - 1 / p)) / 6,
                (m**2 * n * epsilon**2) ** (-(1 - 1 / p)),
                fixed=(p,),
            ),
        },
    ),
    note="With (4) as corrected: the rate of Theorem 3 is right up to ln m.",
)

_E = sympy.Symbol("e", positive=True)
"""(e^epsilon - 1)^2."""


def _shipped(_: Settings) -> Iterator[Case]:
    """A tenth of the formula next to the library's bound, which chooses q itself; M_p = 1."""
    for users, samples, order, t in (
        (100, 10, 2, Fraction(3, 2)),
        (1000, 100, 4, Fraction(11, 10)),
        (50, 1, 3, Fraction(3)),
    ):
        eps = float(as_arb(t).log())
        value = spikes(users, samples, 3, eps, float(order)).value
        bound = (-as_arb(1 - Fraction(1, order)) * as_arb(_scale(users, samples, t)).log()).exp() / 4
        parameters = {"n": users, "m": samples, "p": order, "epsilon": eps}
        yield Case(parameters | {"support": "coordinates", "d": 3}, 3 * bound / 10, as_arb(Fraction(value)))
        norm = spikes(users, samples, 3, eps, float(order), 1.0, "l2").value
        yield Case(parameters | {"support": "l2", "d": 3}, bound / 10, as_arb(Fraction(norm)))


EntryMoments = constructor("EntryMoments", r"\mathcal{{P}}\{{E|X_k|^{{{0}}} \le {1},\ k \le {2}\}}")
"""All laws on R^d with E|X_k|^p <= M for each entry: EntryMoments(p, M, d)."""
NormMoments = constructor("NormMoments", r"\mathcal{{P}}\{{E\|X\|_2^{{{0}}} \le {1},\ X \in \mathbb{{R}}^{{{2}}}\}}")
"""All laws on R^d with E|X|_2^p <= M: NormMoments(p, M, d)."""
_ENTRIES, _NORMS = (minimax_risk(c(_ORDER, _MOMENT, _SIZE), N, M, EPSILON) for c in (EntryMoments, NormMoments))
_VECTOR = (
    line(_ENTRIES, given=(_ENOUGH,))
    .ge(
        _SIZE * _RISK,
        words(
            "For X = (Y, ..., Y) each entry of an estimate is one of the mean of Y.", at_most(_SIZE * _RISK, _ENTRIES)
        ),
    )
    .ge(_SIZE * _BOUND, SPIKES)
)
OWN_SPIKES_VECTORS = Claim(
    "zhao/own/spikes/vectors",
    "ours, for Remark 2",
    Kind.LOWER_BOUND,
    "rare large vectors: what Remark 2 cannot beat",
    corrected=AllOf(
        "",
        {
            "each entry": _VECTOR,
            "the norm": line(_NORMS, given=(_ENOUGH,))
            .ge(
                _RISK,
                words("For X = Y e_1 the first entry of an estimate is one of the mean of Y.", at_most(_RISK, _NORMS)),
            )
            .ge(_BOUND, SPIKES),
            "against the second term of (12) as corrected: d^(1-1/p) apart": SameRate(
                d * (d / (m**2 * n * _E)) ** (1 - 1 / p) / (d * (m**2 * n * _E) ** (-(1 - 1 / p))), d ** (1 - 1 / p)
            ),
            "what the library computes is at least a tenth of it": FiniteCheck(
                r"\tfrac1{10}\cdot\text{formula}\le L",
                "(n, m, p, e^epsilon) = (100, 10, 2, 3/2), (1000, 100, 4, 11/10), (50, 1, "
                "3, 3); d = 3, both conditions",
                _shipped,
            ),
        },
    ),
    note="e = (e^epsilon - 1)^2. Whether the factor d^(1-1/p) between this and Remark 2's second term is needed "
    "is open here. The first terms are those of the l_inf and the l_2 ball.",
)

CLAIMS = (
    SPIKES,
    OWN_THM3_LOWER,
    OWN_SPIKES_VECTORS,
)
