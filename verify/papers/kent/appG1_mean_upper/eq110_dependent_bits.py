"""kent Appendix G.1, Step 1.2, the display above (110): the two bits of one user, and n independent bits in their place.

T stands for T* throughout.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import sympy
from sympy import Integer, Rational, exp

from upperbounds.mean import kent
from verify.kernel.calculus import HOEFFDING, Chain, Probability, because, included, line, real, words
from verify.kernel.calculus import at_most as at_most_
from verify.kernel.calculus.facts.bits import BinomialAtMost
from verify.kernel.prover import Variable
from verify.kernel.statements import AllOf, Case, FiniteCheck
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings
from verify.papers.kent.appG1_mean_upper.eq105_success import AWAY, HOME_BIN, window
from verify.papers.kent.appG1_mean_upper.eq110_tail_sum import (
    ALIGNED,
    FEWER,
    JUMPED,
    KEPT,
    SHARE,
    WRONG,
    binomial_tail,
    varepsilon,
)
from verify.papers.kent.instances.votes import Raw, beaten, beaten_again, bin_of, sign_mean, tail, width
from verify.papers.kent.nouns_upper import AT_LOW, DATA, EVEN, MEAN, SAMPLE, USED, USERS, Beaten, BitCovariance, off

_CHECK, _TILDE = r"\check V_l^{(i)}", r"\tilde V_j^{(i)}"


def covariance(raw: Raw, keep: Fraction) -> Fraction:
    """The covariance of the bits 1 - V~_l and V~_j of one user, from the law of the raw votes (V_l, V_j)."""
    flip = {1: keep, 0: 1 - keep}
    both = sum((p * (1 - flip[a]) * flip[b] for (a, b), p in raw.items()), Fraction(0))
    first = sum((p * (1 - flip[a]) for (a, _b), p in raw.items()), Fraction(0))
    second = sum((p * flip[b] for (_a, b), p in raw.items()), Fraction(0))
    return both - first * second


def _dependence(_: Settings) -> Iterator[Case]:
    """The covariance of the two bits of one user, +-1 data of mean -1/2, from the four raw outcomes.

    n = 2000, T = 512, alpha = 2 are allowed with K = 577; omega = 7/12 is omega_(alpha/6) at alpha = 2.019.
    """
    users, samples, keep = 2000, 512, Fraction(7, 12)
    assert kent.used_samples(users, samples, 2.0, kent.K_LOW_PRIVACY) == samples
    delta, law = width(users, samples, Fraction(2)), sign_mean(samples, Fraction(1, 4))
    home, other = bin_of(Fraction(-1, 2), delta), 3
    raw: Raw = {}
    for x, mass in law.items():
        votes = tuple(int(abs(bin_of(x, delta) - k) <= 1) for k in (home, other))
        raw[votes] = raw.get(votes, Fraction(0)) + mass  # type: ignore[index,arg-type]
    yield Case(
        {"n": users, "T": samples, "omega": str(keep), "P(X = 1)": "1/4", "l": home + 1, "j": other + 1},
        covariance(raw, keep),
        0,
        left_again=(2 * keep - 1) ** 2 * raw[1, 0] * raw[0, 1],
        note="V_j = 1 forces V_l = 0: whoever has the raw vote for j has not the one for l",
    )


def _covariances(_: Settings) -> Iterator[Case]:
    keeps, wrong = (Fraction(1, 2), Fraction(3, 5), Fraction(1)), (Fraction(0), Fraction(1, 8), Fraction(1, 2))
    for keep, r, s in product(keeps, wrong, (Fraction(0), Fraction(1, 3))):
        raw: Raw = {(1, 0): 1 - r - s, (0, 1): r, (0, 0): s}
        right = (2 * keep - 1) ** 2 * (1 - r - s) * r
        yield Case({"omega": str(keep), "r": str(r), "s": str(s)}, covariance(raw, keep), right)


_MOVED, _EXCESS = WRONG - JUMPED, 2 * KEPT - 1
_BOTH = (1 - WRONG) * (1 - KEPT) ** 2 + JUMPED * KEPT**2 + _MOVED * KEPT * (1 - KEPT)
"""Both bits of a user are 1."""
_MEANS = ((1 - WRONG) * (1 - KEPT) + WRONG * KEPT) * (JUMPED * KEPT + (1 - JUMPED) * (1 - KEPT))
_COVARIANCE = (
    line(BitCovariance(JUMPED, WRONG, KEPT), given=(ALIGNED,))
    .eq(
        _BOTH - _MEANS,
        because(
            "The probability that both bits are 1 less the product of the probabilities of each, by the raw votes, given which the bits are independent."
        ),
    )
    .eq(_EXCESS**2 * (1 - WRONG) * JUMPED)
)
EQ110_INDEPENDENCE = Claim(
    "kent/eq110/independence",
    "Appendix G.1, Step 1.2, the display above (110), 'independent'",
    Kind.IDENTITY,
    "the two bits of one user",
    says=(
        r"\mathbb{P}\Big(\sum_{i=1}^{n/2}(\check{V}_l^{(i)}+\tilde{V}_j^{(i)})\ge "
        r"n/2\Big)\le\mathbb{P}\Big(\sum_{i=1}^nB_i\ge n/2\Big)\text{, as "
        r"}\check{V}_l^{(i)},\tilde{V}_j^{(i)}\text{ are independent }\mathrm{Ber}(1-\tilde{p}_l)\text{ "
        r"and }\mathrm{Ber}(\tilde{p}_j)"
    ),
    match=Match.READING,
    differs="judged is the stated reason alone, independence, by the covariance of the two bits",
    printed=FiniteCheck(
        rf"\mathrm{{Cov}}({_CHECK},{_TILDE})=0,\ |l-j|>2",
        "+-1 data with P(X = 1) = 1/4; n = 2000, T = 512, alpha = 2, omega = 7/12, l = 1, j = 4",
        _dependence,
        "==",
    ),
    corrected=AllOf(
        "",
        {
            "the covariance": _COVARIANCE.crosschecked(
                "exact covariances",
                r"\mathrm{Cov}=(2\omega-1)^2(1-r-s)r",
                "omega = 1/2, 3/5, 1; r = 0, 1/8, 1/2; s = 0, 1/3",
                _covariances,
                "==",
            ),
            "its sign": line(BitCovariance(JUMPED, WRONG, KEPT), given=(ALIGNED,))
            .eq(_EXCESS**2 * (1 - WRONG) * JUMPED, _COVARIANCE)
            .ge(0),
        },
    ),
    correction="the bits are independent given the raw votes only: V_l and V_j are functions of one mean, and "
    "one excludes the other, so V_l-check and V_j-tilde are positively correlated",
    severity=Severity.PROOF_GAP,
    theorem="kent/eq119x",
    note="For |l - j| > 2 the windows are disjoint, so V_l = V_j = 1 does not occur: P(V_l = 1, V_j = 0) = 1 - "
    "w, P(V_l = 0, V_j = 1) = r.",
)


def _far_tails(_: Settings) -> Iterator[Case]:
    """P(|mean - theta| >= 2 Delta), exact, next to 2/(nT)^8."""
    for users, samples in ((2, 64), (2, 100), (4, 100)):
        delta = width(users, samples, Fraction(2))
        for step in range(7):
            high = Fraction(step, 6)
            far = tail(sign_mean(samples, high), 2 * high - 1, 2 * delta)
            yield Case({"n": users, "T": samples, "P(X = 1)": str(high)}, far, Fraction(2, (users * samples) ** 8))


def _far_vote(place: Any, *where: Any) -> Chain:
    """A vote for a far bin needs a deviation of 2 Delta."""
    vote, room = window(place), 2 * AT_LOW
    return (
        line(Probability(vote), given=(*DATA, *where))
        .le(Probability(off(room)), included(vote, off(room)))
        .le(2 * exp(-2 * USED * AT_LOW**2), HOEFFDING(MEAN, SAMPLE, USED, -1, 1, room))
        .eq(2 / (USERS * USED) ** 8)
    )


_FAR_RIGHT = _far_vote(AWAY, HOME_BIN[1])
_OTHER_FAR_PARTS = {
    "to the left": _far_vote(-AWAY, HOME_BIN[0]),
    "the square": line(2 / (USERS * USED) ** 8).le(SHARE**2),
}
OWN_EQ110_FAR = Claim(
    "kent/own/eq110/far",
    "ours, for the display above (110)",
    Kind.INEQUALITY,
    "a vote for a bin three or more away needs a deviation of 2 Delta",
    corrected=AllOf(
        "",
        {
            "to the right": _FAR_RIGHT.crosschecked(
                "+-1 data, exact tails",
                r"P(|\hat\theta^{(i)}-\theta|\ge2\Delta)\le2/(nT)^8",
                "(n, T) = (2, 64), (2, 100), (4, 100); Delta of (101); P(X = 1) in sixths",
                _far_tails,
            ),
            **_OTHER_FAR_PARTS,
        },
    ),
    note="L is the left end of I_l. The text uses a deviation of Delta here too.",
)
_HALF = Rational(1, 2)
_PAIRS = "omega = 1/2, 3/5, 99/100, 1; (n, T) = (2, 1), (2, 2), (4, 1), (4, 2), (8, 2); r = 0, x^2/2, x^2"


def _raw(n: int, m: int, share: Fraction) -> Raw:
    """Raw votes with P(V_l = 0) = 2/(nT)^2, of which that share goes to j."""
    x = Fraction(2, (n * m) ** 2)
    return {(1, 0): 1 - x, (0, 1): x * share, (0, 0): x * (1 - share)}


def _dominated(_: Settings) -> Iterator[Case]:
    """Raw votes at the edge of what is known of them, r = x^2 = 4/(nT)^4 included, next to the n bits."""
    for keep in (Fraction(1, 2), Fraction(3, 5), Fraction(99, 100), Fraction(1)):
        for users, samples in ((2, 1), (2, 2), (4, 1), (4, 2), (8, 2)):
            x = Fraction(2, (users * samples) ** 2)
            for share in (Fraction(0), x / 2, x):
                raw = _raw(users, samples, share)
                yield Case(
                    {"n": users, "T": samples, "omega": str(keep), "P(V_j = 1)": str(x * share)},
                    beaten(raw, keep, users // 2),
                    binomial_tail(users, 1 - keep + varepsilon(users, samples, keep)),
                    left_again=beaten_again(raw, keep, users // 2),
                )


_SOME = (1 - WRONG) * (1 - KEPT**2) + JUMPED * (1 - (1 - KEPT) ** 2) + _MOVED * (1 - KEPT * (1 - KEPT))
"""One of them is."""
_PART = real("x", least=0, most=_HALF)
_SQUARE, _FEW, _ALL_ONES = at_most_(JUMPED, _PART**2), at_most_(WRONG, _PART), KEPT - _EXCESS * _PART
_BOTH_BITS = (
    line(_BOTH, given=(_SQUARE, _FEW))
    .eq((1 - KEPT) ** 2 + _EXCESS * (JUMPED * KEPT + WRONG * (1 - KEPT)))
    .le((1 - KEPT) ** 2 + _EXCESS * (_PART**2 * KEPT + WRONG * (1 - KEPT)), _SQUARE)
    .le((1 - KEPT) ** 2 + _EXCESS * (_PART**2 * KEPT + _PART * (1 - KEPT)), _FEW)
    .le((1 - _ALL_ONES) ** 2)
)
_A_BIT = (
    line(_SOME, given=(_SQUARE, _FEW))
    .eq(1 - KEPT**2 + _EXCESS * (JUMPED * (1 - KEPT) + WRONG * KEPT))
    .le(1 - KEPT**2 + _EXCESS * (_PART**2 * (1 - KEPT) + WRONG * KEPT), _SQUARE)
    .le(1 - KEPT**2 + _EXCESS * (_PART**2 * (1 - KEPT) + _PART * KEPT), _FEW)
    .le(1 - _ALL_ONES**2)
)
_LOST, _BITS = Beaten(JUMPED, WRONG, KEPT, USERS), BinomialAtMost(USERS, FEWER, USERS / 2)
_RARE = (at_most_(JUMPED, SHARE**2), at_most_(WRONG, SHARE))
_DOMINATED = line(_LOST, given=(EVEN, ALIGNED, *_RARE)).le(
    _BITS,
    words(
        "If one user's two bits have a sum that B_1 + B_2 dominates, the sum over the independent users, n/2 - Z_l + Z_j, is dominated by "
        "that of the n bits.",
        at_most_(_LOST, _BITS),
        given=(EVEN, ALIGNED, at_most_(_BOTH, (1 - FEWER) ** 2), at_most_(_SOME, 1 - FEWER**2)),
        leans=("kent/own/eq110/far", "kent/eq108/votes"),
    ),
    _BOTH_BITS.at({_PART: SHARE}),
    _A_BIT.at({_PART: SHARE}),
)
EQ110_DOMINATION = Claim(
    "kent/eq110/domination",
    "Appendix G.1, Step 1.2, the display above (110), the inequality",
    Kind.INEQUALITY,
    "n independent bits are the worst case",
    says=(
        r"\mathbb{P}(Z_l\le Z_j)\le\mathbb{P}\Big(\sum_{i=1}^nB_i\ge n/2\Big),\quad B_1,\ldots,B_n\text{ "
        r"i.i.d. }\mathrm{Ber}(1-\omega_{\alpha/6}+\varepsilon_{n,T})"
    ),
    match=Match.READING,
    differs=(
        "the tail of the B_i is written as one of Bin(n, omega - epsilon), and the probabilities of the two raw "
        "votes are free letters with the bounds that the text has shown"
    ),
    printed=_DOMINATED.crosschecked(
        "exact, voter by voter and from the tallies",
        r"P(Z_l\le Z_j)\le P(\mathrm{Bin}(n,1-\omega+\varepsilon_{n,T})\ge\tfrac n2)",
        _PAIRS,
        _dominated,
    ),
    note="True, though not for the reason given, see kent/eq110/independence: V_j = 1 is so rare that one user's "
    "two bits have a sum that two bits B_1, B_2 dominate, all the same. r and w are P(V_l = 0, V_j = 1) and "
    "P(V_l = 0); the tail of the B_i is that of Bin(n, omega - epsilon) at n/2.",
)
_SUM = rf"P\Big(\sum_{{i=1}}^{{n/2}}({_CHECK}+{_TILDE})\ge\frac n2\Big)"


def _marginals_alone(_: Settings) -> Iterator[Case]:
    """P(V_l = 0) = P(V_j = 1) = 2/(n T)^2, as much as the text has shown of the raw votes allows."""
    users, samples, keep = 4, 2, Fraction(99, 100)
    raw = _raw(users, samples, Fraction(1))
    yield Case(
        {"n": users, "T": samples, "omega": str(keep), "P(V_l = 0, V_j = 1)": "1/32", "P(V_l = 1, V_j = 0)": "31/32"},
        beaten(raw, keep, users // 2),
        binomial_tail(users, 1 - keep + varepsilon(users, samples, keep)),
        left_again=beaten_again(raw, keep, users // 2),
    )


OWN_EQ110_MARGINALS = Claim(
    "kent/own/eq110/marginals",
    "to Appendix G.1, Step 1.2, the display above (110)",
    Kind.INEQUALITY,
    "the two bounds on the raw votes alone do not give the domination",
    corrected=FiniteCheck(
        rf"\exists\text{{ raw votes}}:P(V_l=0),P(V_j=1)\le\tfrac2{{(nT^*)^2}},\ {_SUM}>"
        r"P\Big(\sum_{i=1}^nB_i\ge\frac n2\Big)",
        "n = 4, T = 2, omega = 99/100, raw votes (0, 1) with probability 1/32, else (1, 0)",
        _marginals_alone,
        ">",
    ),
    note="These two bounds are all that the text shows of the raw votes; positive dependence makes the tail "
    "heavier. No data have these raw votes: kent/own/eq110/far.",
)


def _equality(_: Settings) -> Iterator[Case]:
    """Constant data: every raw vote is for l and none for j."""
    users, samples, keep = 4, 512, Fraction(9, 10)
    raw = {(1, 0): Fraction(1)}
    yield Case(
        {"n": users, "T": samples, "omega": str(keep), "X": "-1, always", "l": 1, "j": 4},
        beaten(raw, keep, users // 2),
        binomial_tail(users, 1 - keep + varepsilon(users, samples, keep)),
        left_again=beaten_again(raw, keep, users // 2),
    )


def _same_event(_: Settings) -> Iterator[Case]:
    for half in range(1, 6):
        for z, y in product(range(half + 1), repeat=2):
            yield Case({"n": 2 * half, "Z_l": z, "Z_j": y}, int(z <= y), int(half - z + y >= half))


EQ110_EQUALITY = Claim(
    "kent/eq110/equality",
    "Appendix G.1, Step 1.2, (110), first equality",
    Kind.IDENTITY,
    "the bound is printed as an equality",
    says=r"\mathbb{P}(Z_l\le Z_j)=\mathbb{P}\Big(\sum_{i=1}^nB_i\ge n/2\Big)",
    match=Match.SAME,
    printed=FiniteCheck(
        r"P(Z_l\le Z_j)=P\Big(\sum_{i=1}^nB_i\ge\frac n2\Big)",
        "constant data X = -1; n = 4, T = 512, omega = 9/10, l = 1, j = 4",
        _equality,
        "==",
    ),
    corrected=_DOMINATED.crosschecked(
        "all counts", r"1\{Z_l\le Z_j\}=1\{\tfrac n2-Z_l+Z_j\ge\tfrac n2\}", "n up to 10", _same_event, "=="
    ).crosschecked(
        "exact, voter by voter and from the tallies",
        r"P(Z_l\le Z_j)\le P(\mathrm{Bin}(n,1-\omega+\varepsilon_{n,T})\ge\tfrac n2)",
        _PAIRS,
        _dominated,
    ),
    correction="the sign is <=, as in the display above it",
    severity=Severity.TYPO,
    theorem="kent/eq119x",
)

_OMEGA, _T, _X = sympy.symbols("omega T x", positive=True)
_R, _S = sympy.symbols("r s", nonnegative=True)
_KEPT = Variable(_OMEGA, _HALF, Integer(1))
_SHARE = Variable(_X, Integer(0), _HALF, open_lower=True)

CLAIMS = (
    EQ110_INDEPENDENCE,
    OWN_EQ110_FAR,
    EQ110_DOMINATION,
    OWN_EQ110_MARGINALS,
    EQ110_EQUALITY,
)
