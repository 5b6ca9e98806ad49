"""kent Appendix G.1, Step 1.2: the vote at alpha > 1, (109) and (110), mended. T stands for T* throughout."""

from collections.abc import Iterator
from fractions import Fraction

import sympy
from sympy import Integer

from notation.symbols import n
from verify.calculus.textbook import CHERNOFF_HALF
from verify.papers.kent.appG1_mean_upper.eq110_tail_sum import binomial_tail
from verify.papers.kent.instances.votes import Raw, beaten, beaten_again, sign_mean, tail, width
from verify.prover import Variable
from verify.statements import AllOf, Case, Derived, FiniteCheck, Identity, Whole, at_most
from verify.statements.claim import Claim, Kind, Severity
from verify.statements.outcome import Settings, as_arb

_T = sympy.Symbol("T", positive=True)
_S, _Q, _A = sympy.symbols("s q a", nonnegative=True)
_CHANCES = tuple(Variable(x, Integer(0), Integer(1)) for x in (_Q, _S))
_EITHER = at_most((1 - _Q) * _S + _Q, _S + _Q, *_CHANCES)
"""P(E) <= P(E | good) P(good) + P(bad) <= s + q, with s = P(E | good) and q = P(bad)."""


def _some_wrong(_: Settings) -> Iterator[Case]:
    """P(some voter's mean is Delta away), exact, beside 1/(n T^2)."""
    for users, samples in ((2, 100), (400, 100), (2, 400)):
        delta = width(users, samples, Fraction(2))
        for step in range(7):
            high = Fraction(step, 6)
            right = 1 - tail(sign_mean(samples, high), 2 * high - 1, delta)
            wrong = 1 - as_arb(right) ** (users // 2)
            parameters = {"n": users, "T": samples, "P(X = 1)": str(high)}
            yield Case(parameters, wrong, Fraction(1, users * samples**2))


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


def _given_votes(_: Settings) -> Iterator[Case]:
    for parameters, users, samples, keep, raw in _wrong_votes():
        yield Case(
            parameters,
            beaten(raw, keep, users // 2),
            binomial_tail(users, 1 - keep) + Fraction(1, users * samples**2),
            left_again=beaten_again(raw, keep, users // 2),
        )


def _corrected_end(_: Settings) -> Iterator[Case]:
    for parameters, users, samples, keep, raw in _wrong_votes():
        yield Case(
            parameters,
            beaten(raw, keep, users // 2),
            (4 * keep * (1 - keep)) ** (users // 2) + Fraction(1, users * samples**2),
            left_again=beaten_again(raw, keep, users // 2),
        )


CLAIMS = (
    Claim(
        "kent/eq110",
        "Appendix G.1, Step 1.2, the displays after (109), (110)",
        Kind.INEQUALITY,
        "a far bin beats the mean's bin with exponentially small probability",
        Whole(
            r"P(Z_l\le Z_j)\le P\Big(\sum_{i=1}^nB_i\ge\frac n2\Big)\le"
            r"\{4(\omega_{\alpha/6}-\varepsilon_{n,T})(1-\omega_{\alpha/6}+\varepsilon_{n,T})\}^n\le "
            r"e^{-n\alpha/20}+\frac{16}{n(T^*)^2}",
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
        Derived(
            r"P(Z_l\le Z_j)\le\cosh(\alpha/12)^{-n}+\frac1{n(T^*)^2}\le e^{-2n\alpha/577}+\frac1{n(T^*)^2}",
            ("kent/own/eq110/given-votes", "kent/eq110/lemma24"),
            at_most(_A * _S + _Q, _S + _Q, Variable(_A, Integer(0), Integer(1)), *_CHANCES),
            (CHERNOFF_HALF,),
            (
                (
                    "exact, voter by voter and from the tallies",
                    FiniteCheck(
                        r"P(Z_l\le Z_j)\le\{4\omega(1-\omega)\}^{n/2}+1/(nT^2)",
                        "omega = 3/5, 9/10; n = 2, 4, 8, T = 1, 2, 3; three ways in which raw votes can be wrong",
                        _corrected_end,
                    ),
                ),
            ),
        ),
        correction="condition on the raw votes: unless some voter's mean is Delta away, which has probability at most "
        "(n/2) 2/(nT*)^2, all votes are V_l = 1, V_j = 0, the n bits are independent Ber(1 - omega), and Chernoff gives "
        "the power n/2; the exponent 1/20 becomes 2/577, and the condition nT^2 >= 16 is not needed",
        severity=Severity.CONSTANT,
        theorem="kent/eq119x",
        note="In the composition a s is the tail of Bin(n, 1 - omega), s Chernoff's bound on it, q = 1/(nT^2).",
    ),
    Claim(
        "kent/own/eq110/votes",
        "ours, for (110)",
        Kind.INEQUALITY,
        "all raw votes are right with high probability",
        None,
        Derived(
            r"P(\exists i\le\tfrac n2:V_l^{(i)}=0\text{ or }V_j^{(i)}=1)\le\frac n2\cdot\frac2{(nT^*)^2}=\frac1{n(T^*)^2}",
            ("kent/eq108/votes",),
            AllOf(
                r"1-(1-a)(1-q)\le a+q;\quad\tfrac n2\cdot\tfrac2{(nT^*)^2}=\tfrac1{n(T^*)^2}",
                (
                    (
                        "one more voter, a for the bound so far",
                        at_most(1 - (1 - _A) * (1 - _Q), _A + _Q, Variable(_A, Integer(0), Integer(1)), _CHANCES[0]),
                    ),
                    ("n/2 voters", Identity(n / 2 * 2 / (n * _T) ** 2, 1 / (n * _T**2))),
                ),
            ),
            crosschecks=(
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
        note="Both kinds of wrong vote need the same deviation of the user's mean; the users are independent.",
    ),
    Claim(
        "kent/own/eq110/given-votes",
        "ours, for (110)",
        Kind.INEQUALITY,
        "given good raw votes the n bits are independent",
        None,
        Derived(
            r"P(Z_l\le Z_j)\le P(\mathrm{Bin}(n,1-\omega_{\alpha/6})\ge\tfrac n2)+\frac1{n(T^*)^2}",
            ("kent/own/eq110/votes",),
            _EITHER,
            crosschecks=(
                (
                    "exact, voter by voter and from the tallies",
                    FiniteCheck(
                        r"P(Z_l\le Z_j)\le P(\mathrm{Bin}(n,1-\omega)\ge\tfrac n2)+1/(nT^2)",
                        "omega = 3/5, 9/10; n = 2, 4, 8, T = 1, 2, 3; three ways in which raw votes can be wrong",
                        _given_votes,
                    ),
                ),
            ),
        ),
        note="In the composition s bounds the probability given good raw votes, q that of a bad one. Given V_l = 1, V_j = 0 "
        "for all voters the bits 1 - V~_l, V~_j are independent Ber(1 - omega), since the U_(i,l), U_(i,j) are.",
    ),
)
