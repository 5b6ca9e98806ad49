"""kent Appendix G.1, Step 1.2: the vote at alpha > 1, (109) and (110), mended. T stands for T* throughout."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import sympy
from sympy import Integer, exp

from verify.kernel.calculus import BERNOULLI, HOEFFDING, Chain, Either, Not, Probability, included, line, real
from verify.kernel.calculus import at_most as at_most_
from verify.kernel.prover import Variable
from verify.kernel.statements import AllOf, Case, FiniteCheck, Whole, at_most
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings, as_arb
from verify.papers.kent.appG1_mean_upper.eq105_success import AWAY, HOME_BIN, window
from verify.papers.kent.appG1_mean_upper.eq110_tail_sum import BY_COSH, BY_EXPONENT, GIVEN_VOTES, binomial_tail
from verify.papers.kent.instances.votes import Raw, beaten, beaten_again, sign_mean, tail, width
from verify.papers.kent.nouns_upper import AT_LOW, DATA, MEAN, SAMPLE, USED, USERS, crossed, off


def _wrong_votes() -> Iterator[tuple[dict[str, object], int, int, Fraction, Raw]]:
    """Raw votes that are wrong with probability 2/(n T)^2 in three ways, at exact omega."""
    for keep in (Fraction(3, 5), Fraction(9, 10)):
        for users, samples in ((2, 1), (4, 1), (4, 3), (8, 1), (8, 2)):
            share = Fraction(2, (users * samples) ** 2)
            for wrong in ((0, 1), (0, 0), (1, 1)):
                parameters: dict[str, object] = {"n": users, "T": samples, "omega": str(keep)}
                yield (
                    parameters | {"wrong (V_l, V_j)": str(wrong)},
                    users,
                    samples,
                    keep,
                    {(1, 0): 1 - share, wrong: share},
                )


def _corrected_end(_: Settings) -> Iterator[Case]:
    for parameters, users, samples, keep, raw in _wrong_votes():
        yield Case(
            parameters,
            beaten(raw, keep, users // 2),
            (4 * keep * (1 - keep)) ** (users // 2) + Fraction(1, users * samples**2),
            left_again=beaten_again(raw, keep, users // 2),
        )


EQ110 = Claim(
    "kent/eq110",
    "Appendix G.1, Step 1.2, the displays after (109), (110)",
    Kind.INEQUALITY,
    "a far bin beats the mean's bin with exponentially small probability",
    says=(
        r"\mathbb{P}(Z_l\le Z_j)=\mathbb{P}(Z_l'+Z_j\ge "
        r"n/2)=\mathbb{P}\Big(\sum_{i=1}^{n/2}(\check{V}_l^{(i)}+\tilde{V}_j^{(i)})\ge "
        r"n/2\Big)\le\mathbb{P}\Big(\sum_{i=1}^nB_i\ge n/2\Big);\quad\mathbb{P}(Z_l\le "
        r"Z_j)=\mathbb{P}\Big(\sum_{i=1}^nB_i\ge "
        r"n/2\Big)\le\{4(\omega_{\alpha/6}-\varepsilon_{n,T})(1-\omega_{\alpha/6}+\varepsilon_{n,T})\}^n\le\{4\omega_{\alpha/6}(1-\omega_{\alpha/6})+4\varepsilon_{n,T}\}^n\le\{4\omega_{\alpha/6}(1-\omega_{\alpha/6})\}^n+\sum_{i=1}^n\Big(\frac{8n}{(nT^*)^2}\Big)^i\le "
        r"e^{-n\alpha/20}+\frac{16}{n(T^*)^2}"
    ),
    match=Match.READING,
    differs=(
        "a group; its first sign is that of the display above (110), where (110) itself has =, and the "
        "middle of the chain is left out"
    ),
    printed=Whole(
        r"P(Z_l\le Z_j)\le P\Big(\sum_{i=1}^nB_i\ge\frac n2\Big)\le\{4(\omega_{\alpha/6}-\varepsilon_{n,T})(1-\omega_{\alpha/6}+\varepsilon_{n,T})\}^n\le e^{-n\alpha/20}+\frac{16}{n(T^*)^2}",
        (
            "kent/eq110/independence",
            "kent/eq110/domination",
            "kent/eq110/equality",
            "kent/eq110/chernoff",
            "kent/eq110/sum",
            "kent/eq110/lemma24",
            "kent/eq110/end",
        ),
    ),
    corrected=AllOf(
        "",
        {
            "by cosh": BY_COSH.crosschecked(
                "exact, voter by voter and from the tallies",
                r"P(Z_l\le Z_j)\le\{4\omega(1-\omega)\}^{n/2}+1/(nT^2)",
                "omega = 3/5, 9/10; n = 2, 4, 8, T = 1, 2, 3; three ways in which raw votes can be wrong",
                _corrected_end,
            ),
            "by the exponent": BY_EXPONENT,
        },
    ),
    correction="condition on the raw votes: unless some voter's mean is Delta away, which has probability at "
    "most (n/2) 2/(nT*)^2, all votes are V_l = 1, V_j = 0, the n bits are independent Ber(1 - omega), "
    "and Chernoff gives the power n/2; the exponent 1/20 becomes 2/577, and the condition nT^2 >= 16 "
    "is not needed",
    severity=Severity.CONSTANT,
    theorem="kent/eq119x",
)


def _some_wrong(_: Settings) -> Iterator[Case]:
    """P(some voter's mean is Delta away), exact, next to 1/(n T^2)."""
    for users, samples in ((2, 100), (400, 100), (2, 400)):
        delta = width(users, samples, Fraction(2))
        for step in range(7):
            high = Fraction(step, 6)
            right = 1 - tail(sign_mean(samples, high), 2 * high - 1, delta)
            wrong = 1 - as_arb(right) ** (users // 2)
            parameters = {"n": users, "T": samples, "P(X = 1)": str(high)}
            yield Case(parameters, wrong, Fraction(1, users * samples**2))


_CHANCE, _MOST = real("p", least=0, most=1), 2 / (USERS * USED) ** 2
_SOME = (
    line(1 - (1 - _CHANCE) ** (USERS / 2), given=(at_most_(_CHANCE, _MOST),))
    .le(USERS / 2 * _CHANCE, BERNOULLI(-_CHANCE, USERS / 2))
    .le(1 / (USERS * USED**2), at_most_(_CHANCE, _MOST))
)


def _some_wrong_vote(place: Any, *where: Any) -> Chain:
    """Some of n/2 independent users casts a wrong vote."""
    wrong = Either(Not(window(0, closed=False)), window(place))
    one = (
        line(Probability(wrong), given=(*DATA, *where))
        .le(Probability(off(AT_LOW)), included(wrong, off(AT_LOW)))
        .le(2 * exp(-USED * AT_LOW**2 / 2), HOEFFDING(MEAN, SAMPLE, USED, -1, 1, AT_LOW))
        .eq(_MOST)
    )
    return line(1 - (1 - Probability(wrong)) ** (USERS / 2), given=(*DATA, *where)).le(
        1 / (USERS * USED**2), _SOME.at({_CHANCE: Probability(wrong)}), one
    )


OWN_EQ110_VOTES = Claim(
    "kent/own/eq110/votes",
    "ours, for (110)",
    Kind.INEQUALITY,
    "all raw votes are right with high probability",
    corrected=crossed(
        AllOf(
            "", {"to the right": _some_wrong_vote(AWAY, *HOME_BIN), "to the left": _some_wrong_vote(-AWAY, *HOME_BIN)}
        ),
        (
            (
                "+-1 data, exact",
                FiniteCheck(
                    r"P(\exists i\le\tfrac n2:|\hat\theta^{(i)}-\theta|\ge\Delta)\le\tfrac1{nT^2}",
                    "(n, T) = (2, 100), (400, 100), (2, 400); Delta of (101); P(X = 1) in sixths",
                    _some_wrong,
                ),
            ),
        ),
    ),
    note="L is the left end of I_l. The probability is that of some of n/2 independent users. Both kinds of wrong "
    "vote need the same deviation of the user's mean.",
)


def _given_votes(_: Settings) -> Iterator[Case]:
    for parameters, users, samples, keep, raw in _wrong_votes():
        yield Case(
            parameters,
            beaten(raw, keep, users // 2),
            binomial_tail(users, 1 - keep) + Fraction(1, users * samples**2),
            left_again=beaten_again(raw, keep, users // 2),
        )


OWN_EQ110_GIVEN_VOTES = Claim(
    "kent/own/eq110/given-votes",
    "ours, for (110)",
    Kind.INEQUALITY,
    "given good raw votes the n bits are independent",
    corrected=GIVEN_VOTES.crosschecked(
        "exact, voter by voter and from the tallies",
        r"P(Z_l\le Z_j)\le P(\mathrm{Bin}(n,1-\omega)\ge\tfrac n2)+1/(nT^2)",
        "omega = 3/5, 9/10; n = 2, 4, 8, T = 1, 2, 3; three ways in which raw votes can be wrong",
        _given_votes,
    ),
    note="P(Bin(n, 1 - omega) >= n/2) is P(Bin(n, omega) <= n/2).",
)

_T = sympy.Symbol("T", positive=True)
_S, _Q, _A = sympy.symbols("s q a", nonnegative=True)
_CHANCES = tuple(Variable(x, Integer(0), Integer(1)) for x in (_Q, _S))
_EITHER = at_most((1 - _Q) * _S + _Q, _S + _Q, *_CHANCES)
"""P(E) <= P(E | good) P(good) + P(bad) <= s + q, with s = P(E | good) and q = P(bad)."""

CLAIMS = (
    EQ110,
    OWN_EQ110_VOTES,
    OWN_EQ110_GIVEN_VOTES,
)
