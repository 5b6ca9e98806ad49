"""kent Section 2, Example 1, (6), and its proof in Appendix C: the lower bound for the mean that depends on T."""

from collections.abc import Iterator
from fractions import Fraction
from math import comb
from typing import Any

import sympy
from flint import arb
from sympy import Min, Rational, exp, log, sqrt

from lowerbounds.information.divergences import likelihood_test
from lowerbounds.mean.papers import kent_example1a, kent_family
from upperbounds.mean import kent
from verify.kernel.calculus import (
    CHAIN_OVER_USERS,
    DATA_PROCESSING,
    FINITE_KL,
    FINITE_MEAN,
    KL,
    LE_CAM,
    PINSKER,
    TENSORISATION,
    TV,
    Chain,
    Discrete,
    Grant,
    Interactive,
    Mean,
    Member,
    Name,
    Power,
    Transcript,
    WorstRisk,
    at_most,
    cases,
    choose,
    cite,
    let,
    line,
    minimax_risk,
    real,
    unfold,
)
from verify.kernel.statements import AllOf, Case, FiniteCheck
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings, as_arb
from verify.papers.kent.s2_example1.classes import BOUNDED, PRINTED, membership
from verify.papers.kent.setting import ALPHA, CHANNEL, CONTRACTION, DRAWS, FIRST, PROTOCOL, SECOND, USERS
from verify.study.risk import SignLaw, exact_risk

_HALF = Rational(1, 2)


def _wrong_index(_: Settings) -> Iterator[Case]:
    delta = Fraction(1, 5)
    yield Case({"Delta": str(delta)}, 1 - Fraction(1, 2), Fraction(1, 2) + 2 * delta, left_again=Fraction(1, 2))


_MOVED = real("Delta", above=0, most=Rational(1, 5))
_AT_0, _AT_1 = let("P_1(X=0)", _HALF + 2 * _MOVED), let("P_1(X=1)", _HALF - 2 * _MOVED)
EXAMPLE1A_FAMILY = Claim(
    "kent/example1a/family",
    "Appendix C, proof of (6), first display",
    Kind.CONSTRUCTION,
    "the two laws of (6)",
    says=r"P_0(X=0)=P_0(X=1)=\frac12\ \text{ and }\ P_1(X=0)=1-P_0(X=1)=\frac12+2\Delta",
    match=Match.READING,
    differs="the second equality of the second part",
    printed=FiniteCheck(
        r"P_0(X=1)=\tfrac12:\ 1-P_0(X=1)=\tfrac12+2\Delta",
        "Delta = 1/5, the largest that the proof takes",
        _wrong_index,
        "==",
    ),
    corrected=AllOf(
        "",
        {
            "masses that sum to one": line(_AT_0).eq(1 - _AT_1),
            "a probability": line(_AT_0).le(1),
        },
    ),
    correction="1 - P_1(X = 1) for 1 - P_0(X = 1), which is 1/2",
    severity=Severity.TYPO,
    theorem="kent/example1a",
    note="In our copy the index is 0.",
)


def _coded_mass(_: Settings) -> Iterator[Case]:
    for k in range(1, 11):
        shift = Fraction(k, 50)
        family = kent_family(shift)
        yield Case({"Delta": str(shift)}, 1 - family.alternative[Fraction(1)], Fraction(1, 2) + 2 * shift)
        yield Case({"Delta": str(shift)}, family.separation, 2 * shift)


NEAR = real("Delta", above=0, most=Rational(1, 5))
_P, _Q = let("P_0", Discrete(0, _HALF, 1, _HALF)), let("P_1", Discrete(0, _HALF + 2 * NEAR, 1, _HALF - 2 * NEAR))


SEPARATION = Claim(
    "kent/example1a/separation",
    "Appendix C, proof of (6), after the first display",
    Kind.IDENTITY,
    "the means are 2 Delta apart",
    says=r"|\mathbb{E}_{P_0}(X)-\mathbb{E}_{P_1}(X)|=2\Delta",
    match=Match.READING,
    differs="for every Delta up to 1/5, of which the paper's choice is one, and for P_1 with its index mended",
    printed=line(sympy.Abs(Mean(_P) - Mean(_Q)))
    .eq(2 * NEAR, FINITE_MEAN(_P), FINITE_MEAN(_Q))
    .crosschecked(
        "the family that the bounds use",
        r"|E_{P_0}X-E_{P_1}X|=2\Delta",
        "Delta = k/50, k = 1..10",
        _coded_mass,
        "==",
    ),
)
HIGH, LOW = at_most(ALPHA, 1), at_most(1, ALPHA)
EXPONENTIAL = Claim(
    "kent/example1a/exponential",
    "Appendix C, proof of (6), after the second display",
    Kind.INEQUALITY,
    "(e^alpha - 1)^2 <= 3 alpha^2 on (0, 1]",
    says=r"(e^\alpha-1)^2\le3\alpha^2\ \text{ for }\alpha\in(0,1]",
    match=Match.SAME,
    printed=line((exp(ALPHA) - 1) ** 2, given=(HIGH,)).le(3 * ALPHA**2),
)
_CLASS, _MASS = Name(r"\mathcal{P}", "class of laws"), real("w", above=0)
DIVERGENCE = Claim(
    "kent/example1a/kl",
    "Appendix C, proof of (6), third display",
    Kind.INEQUALITY,
    "the divergence of the two laws is at most 16 Delta^2",
    says=(
        r"D_{\mathrm{KL}}(P_0\|P_1)=-\frac12\log(1+4\Delta)-\frac12\log(1-4\Delta)\le16\Delta^2\ \text{ "
        r"for }\Delta\in(0,1/5)"
    ),
    match=Match.READING,
    differs="the two ends, without the expression between them, and at Delta = 1/5 too, which the proof uses",
    printed=line(KL(_P, _Q))
    .eq(
        -_HALF * log(1 + 4 * NEAR) - _HALF * log(1 - 4 * NEAR),
        FINITE_KL(_P, _Q),
        *(line(log(1 / (2 * _MASS))).eq(-log(2 * _MASS)).at({_MASS: w}) for w in unfold(_Q).masses),
    )
    .le(16 * NEAR**2),
    note="Printed for Delta in (0, 1/5) and used at 1/5 too; proved on (0, 1/5].",
)


def _sent_tests(_: Settings) -> Iterator[Case]:
    """The bound next to the exact Bayes risk of the two means through one private test per user."""
    for users, samples, shift in ((1, 1, 5), (3, 1, 10), (2, 5, 20), (25, 2000, 40), (2000, 1, 20)):
        delta = Fraction(1, shift)
        family = kent_family(delta)
        p, q = family.null[Fraction(1)], family.alternative[Fraction(1)]
        (accept, _), (wrong, _) = likelihood_test(p, q, samples)
        for t in (Fraction(6, 5), Fraction(5, 2)):
            keep = as_arb(t / (1 + t))
            a, b = (keep * x + (1 - keep) * (1 - x) for x in (accept, wrong))
            risk = arb(0)
            for k in range(users + 1):
                under_p, under_q = (x**k * (1 - x) ** (users - k) for x in (a, b))
                risk += comb(users, k) * 2 * under_p * under_q / (under_p + under_q)
            inside = 3 * users * samples * as_arb(t).log() ** 2 * family.kl
            bound = as_arb(delta**2) / 2 * (1 - inside.sqrt())
            parameters = {"n": users, "T": samples, "Delta": str(delta), "e^alpha": str(t)}
            yield Case(parameters, bound, as_arb(delta**2) * risk)


_DATA, _OTHER = Power(_P, DRAWS), Power(_Q, DRAWS)
_FIRST, _SECOND = Transcript(PROTOCOL, _DATA), Transcript(PROTOCOL, _OTHER)


def minimax(laws: Any) -> Any:
    """The minimax risk of the mean over a class of laws."""
    return minimax_risk(laws, USERS, DRAWS, ALPHA)


_ONE_TOLD, _OTHER_TOLD = Transcript(PROTOCOL, FIRST), Transcript(PROTOCOL, SECOND)
TOLD = (
    line(KL(_ONE_TOLD, _OTHER_TOLD), given=(Interactive(PROTOCOL, USERS, ALPHA), HIGH))
    .le(
        USERS * (exp(ALPHA) - 1) ** 2 * TV(FIRST, SECOND) ** 2,
        CHAIN_OVER_USERS(PROTOCOL, USERS, ALPHA, FIRST, SECOND),
        CONTRACTION,
    )
    .le(3 * USERS * ALPHA**2 * TV(FIRST, SECOND) ** 2, EXPONENTIAL)
)
"""What all messages tell, from the data of one user."""
_APART = line(2 * NEAR).le(Mean(_P) - Mean(_Q), FINITE_MEAN(_P), FINITE_MEAN(_Q))
_SOME = (Member(_P, _CLASS), Member(_Q, _CLASS))
_TWO_POINTS = (
    line(WorstRisk(PROTOCOL, _CLASS, DRAWS), given=_SOME)
    .ge(NEAR**2 / 2 * (1 - TV(_FIRST, _SECOND)), LE_CAM(PROTOCOL, _CLASS, DRAWS, _P, _Q, NEAR), _APART)
    .ge(NEAR**2 / 2 * (1 - sqrt(KL(_FIRST, _SECOND) / 2)), PINSKER(_FIRST, _SECOND))
)
_ROOT = 3 * USERS * ALPHA**2
_PRIVATELY = (
    line(_TWO_POINTS.start, given=(*_SOME, *TOLD.given))
    .ge(_TWO_POINTS.end, _TWO_POINTS)
    .ge(NEAR**2 / 2 * (1 - sqrt(_ROOT * TV(_DATA, _OTHER) ** 2 / 2)), TOLD.at({FIRST: _DATA, SECOND: _OTHER}))
)
LECAM = Claim(
    "kent/example1a/lecam",
    "Appendix C, proof of (6), second display, first two steps",
    Kind.LOWER_BOUND,
    "Le Cam's two points through an alpha-LDP channel",
    says=(
        r"\mathcal{R}_{n,T,\alpha}(\theta(\mathcal{P}),(\cdot)^2)\ge\frac{\Delta^2}2\Big\{1-\sqrt{3n\alpha^2D_{\mathrm{KL}}(P_0^{\otimes "
        r"T}\|P_1^{\otimes "
        r"T})}\Big\}=\frac{\Delta^2}2\Big\{1-\sqrt{3nT\alpha^2D_{\mathrm{KL}}(P_0\|P_1)}\Big\}"
    ),
    match=Match.READING,
    differs=(
        "the two ends, for every class that has both laws, and for alpha <= 1, where the paper gives "
        "(e^alpha - 1)^2 <= 3 alpha^2 as the reason"
    ),
    printed=line(minimax(_CLASS), given=(*_SOME, HIGH))
    .ge(NEAR**2 / 2 * (1 - sqrt(_ROOT * TV(_DATA, _OTHER) ** 2 / 2)), _PRIVATELY)
    .ge(NEAR**2 / 2 * (1 - sqrt(_ROOT * KL(_DATA, _OTHER))), PINSKER(_DATA, _OTHER))
    .eq(NEAR**2 / 2 * (1 - sqrt(_ROOT * DRAWS * KL(_P, _Q))), TENSORISATION(_P, _Q, DRAWS))
    .crosschecked(
        "Bayes risks when each user sends randomized response of the best test of its T samples",
        r"\tfrac{\Delta^2}2\{1-\sqrt{3nT\alpha^2D_{\mathrm{KL}}(P_0\|P_1)}\}\le\Delta^2\textstyle\sum\frac{2pq}{p+q}",
        "(n, T, Delta) = (1, 1, 1/5), (3, 1, 1/10), (2, 5, 1/20), (25, 2000, 1/40), (2000, 1, 1/20); e^alpha = 6/5, 5/2",
        _sent_tests,
    ),
)


def _chosen(_: Settings) -> Iterator[Case]:
    """At numbers for which the root is rational: both sides are equal from x = 1 on."""
    for x, root in (
        (Fraction(1, 192), Fraction(1, 10)),
        (Fraction(1, 12), Fraction(2, 5)),
        (Fraction(25, 192), Fraction(1, 2)),
        (Fraction(1), Fraction(1, 2)),
        (Fraction(10**6), Fraction(1, 2)),
    ):
        square = min(Fraction(1, 25), 1 / (192 * x))
        assert root**2 == 48 * x * square
        yield Case({"n T alpha^2": str(x)}, min(Fraction(1), 1 / x) / 768, square / 2 * (1 - root))


_BUDGET = USERS * DRAWS * ALPHA**2
_SMALL, _COUNT = real("y", least=0), real("x", above=0)
_HALVED = line(NEAR**2 / 2 * (1 - sqrt(_SMALL)), given=(at_most(_SMALL, Rational(1, 4)),)).ge(NEAR**2 / 4)


def _chosen_at(multiple: int, number: Any) -> tuple[Any, Chain, Grant]:
    """Delta = min{1/5, (multiple x)^(-1/2)}: the bracket is at least 1/2 there, and what is left."""
    chosen = Min(Rational(1, 5), 1 / sqrt(multiple * _COUNT))
    small = line(multiple * _COUNT * chosen**2 / 4).le(Rational(1, 4))
    left = line(chosen**2 / 4).ge(Min(1, 1 / _COUNT) / (4 * multiple))
    at = chosen.xreplace({_COUNT: number})
    root = line(at**2 / 2 * (1 - sqrt(multiple * number * at**2 / 4))).ge(
        at**2 / 4, _HALVED.at({NEAR: at, _SMALL: multiple * number * at**2 / 4}), small.at({_COUNT: number})
    )
    return at, root, left.at({_COUNT: number})


_CHOSEN, _BRACKET, _LEFT = _chosen_at(192, _BUDGET)
CHOICE = Claim(
    "kent/example1a/choice",
    "Appendix C, proof of (6), second display, last two steps",
    Kind.RATE_ALGEBRA,
    "the choice of Delta",
    says=r"\ge\frac{\Delta^2}2\Big(1-\sqrt{48nT\alpha^2\Delta^2}\Big)\gtrsim\min\Big\{1,\frac1{nT\alpha^2}\Big\},\quad\Delta=\min\{1/5,(192nT\alpha^2)^{-1/2}\}",
    match=Match.READING,
    differs="the last step alone, with the constant 1/768",
    printed=line(_CHOSEN**2 / 2 * (1 - sqrt(48 * _BUDGET * _CHOSEN**2)))
    .ge(_CHOSEN**2 / 4, _BRACKET)
    .ge(Min(1, 1 / _BUDGET) / 768, _LEFT)
    .crosschecked(
        "both sides, exact",
        r"\tfrac1{768}\min\{1,\tfrac1x\}\le\tfrac{\Delta^2}2(1-\sqrt{48x\Delta^2}),\ x=nT\alpha^2",
        "x = 1/192, 1/12, 25/192, 1, 10^6",
        _chosen,
    ),
)


def _worst(n: int, m: int, alpha: int) -> arb:
    """The worst exact risk of Algorithm 11 at the means 0 and 1/3; its floats are widened by 1e-6."""
    estimator = kent.algorithm11(n, m, float(alpha), 1.0)
    worst = max((exact_risk(estimator, SignLaw(mean)) for mean in (0.0, 1 / 3)), key=lambda risk: risk.value)
    return as_arb(Fraction(worst.value)) * arb(1, 1e-6) + arb(0, worst.error)


def _attained_low(_: Settings) -> Iterator[Case]:
    for users, samples, alpha in ((2000, 1000, 4), (8000, 10**9, 8)):
        parameters = {"n": users, "T": samples, "alpha": alpha}
        yield Case(parameters, Fraction(1, 128 * users * samples), _worst(users, samples, alpha))


_ALL_TOLD = (
    line(KL(_FIRST, _SECOND), given=(Interactive(PROTOCOL, USERS, ALPHA),))
    .le(
        USERS * KL(_DATA, _OTHER),
        CHAIN_OVER_USERS(PROTOCOL, USERS, ALPHA, _DATA, _OTHER),
        DATA_PROCESSING(CHANNEL, _DATA, _OTHER),
    )
    .le(16 * USERS * DRAWS * NEAR**2, TENSORISATION(_P, _Q, DRAWS), DIVERGENCE)
)
_NEARER, _OPEN, _REST = _chosen_at(32, USERS * DRAWS)


def _without_privacy(laws: Any) -> Chain:
    """Whatever the privacy."""
    seen = (
        line(WorstRisk(PROTOCOL, laws, DRAWS), given=_ALL_TOLD.given)
        .ge(_TWO_POINTS.end, _TWO_POINTS.at({_CLASS: laws}), *membership(_P, laws), *membership(_Q, laws))
        .ge(NEAR**2 / 2 * (1 - sqrt(8 * USERS * DRAWS * NEAR**2)), _ALL_TOLD)
    )
    return (
        line(minimax(laws))
        .ge(seen.end, seen)
        .ge(_NEARER**2 / 4, choose({NEAR: _NEARER}), _OPEN)
        .ge(Min(1, 1 / (USERS * DRAWS)) / 128, _REST)
    )


LOW_PRIVACY = Claim(
    "kent/own/example1a-low-privacy",
    "to Section 2, Example 1, (6), for alpha > 1",
    Kind.LOWER_BOUND,
    "(6) for alpha > 1, where its proof does not reach: without privacy",
    corrected=AllOf(
        "",
        {
            "the printed class": _without_privacy(PRINTED),
            "laws on [-1, 1]": _without_privacy(BOUNDED).crosschecked(
                "exact worst risks of Algorithm 11 on +-1 data",
                r"\tfrac1{128}\min\{1,\tfrac1{nT}\}\le\sup_\theta E(\hat\theta-\theta)^2",
                "(n, T, alpha) = (2000, 1000, 4), (8000, 10^9, 8); theta = 0, 1/3",
                _attained_low,
                granted=r"10^{-6}\text{ of each risk, and its computed error}",
            ),
            "for alpha > 1": line(Min(1, 1 / (USERS * DRAWS)) / 128, given=(LOW,)).ge(Min(1, 1 / _BUDGET) / 768),
        },
    ),
    note="The proof of (6) needs (e^alpha - 1)^2 <= 3 alpha^2, which ends just above alpha = 1; (6) is stated for "
    "every alpha.",
)


def _other_code(_: Settings) -> Iterator[Case]:
    """1/768 min{1, 1/(n T alpha^2)} next to the end of the numerical chain for the same bound."""
    for users, samples, eps in ((1, 1, 1.0), (4, 9, 0.5), (1000, 1, 0.125), (10**6, 50, 1.0)):
        budget = users * samples * Fraction(eps) ** 2
        chain = kent_example1a(users, samples, eps).chain
        assert chain is not None
        value = chain.value + arb(2) ** -40
        yield Case({"n": users, "T": samples, "alpha": eps}, min(Fraction(1), 1 / budget) / 768, value)


def _attained(_: Settings) -> Iterator[Case]:
    """(6) next to what an estimator reaches."""
    for users, samples, alpha in ((10**7, 1, 1), (2000, 1000, 4), (8000, 10**9, 8)):
        parameters = {"n": users, "T": samples, "alpha": alpha}
        bound = min(Fraction(1), Fraction(1, users * samples * alpha**2)) / 768
        yield Case(parameters, bound, _worst(users, samples, alpha))


def _by_privacy(laws: Any, place: str) -> Chain:
    """(6) from both cases of alpha."""
    end = Min(1, 1 / _BUDGET) / 768
    high = (
        line(minimax(laws), given=(HIGH,))
        .ge(
            NEAR**2 / 2 * (1 - sqrt(_ROOT * DRAWS * KL(_P, _Q))),
            cite(LECAM).at({_CLASS: laws}),
            *membership(_P, laws),
            *membership(_Q, laws),
        )
        .ge(NEAR**2 / 2 * (1 - sqrt(48 * _BUDGET * NEAR**2)), DIVERGENCE)
        .ge(_CHOSEN**2 / 2 * (1 - sqrt(48 * _BUDGET * _CHOSEN**2)), choose({NEAR: _CHOSEN}))
        .ge(end, CHOICE)
    )
    low = (
        line(minimax(laws), given=(LOW,))
        .ge(Min(1, 1 / (USERS * DRAWS)) / 128, cite(LOW_PRIVACY, place))
        .ge(end, cite(LOW_PRIVACY, "for alpha > 1"))
    )
    return line(minimax(laws)).ge(end, cases((HIGH, high), (LOW, low)))


EXAMPLE1A = Claim(
    "kent/example1a",
    "Section 2, Example 1, (6)",
    Kind.LOWER_BOUND,
    "the lower bound that depends on T",
    says=(
        r"\text{for }\mathcal{P}=\{P:\mathbb{E}_P(X)\in[-1,1]\}\text{: "
        r"}\mathcal{R}_{n,T,\alpha}(\theta(\mathcal{P}),(\cdot)^2)\gtrsim\min\Big\{1,\frac1{nT\alpha^2}\Big\}"
    ),
    match=Match.READING,
    differs="with the constant 1/768; the second part, for the laws on [-1, 1], is more than (6) says",
    printed=AllOf(
        "",
        {
            "the printed class": _by_privacy(PRINTED, "the printed class"),
            "laws on [-1, 1]": _by_privacy(BOUNDED, "laws on [-1, 1]")
            .crosschecked(
                "exact worst risks of Algorithm 11 on +-1 data",
                r"\tfrac1{768}\min\{1,\tfrac1{nT\alpha^2}\}\le\sup_\theta E(\hat\theta-\theta)^2",
                "(n, T, alpha) = (10^7, 1, 1), (2000, 1000, 4), (8000, 10^9, 8); theta = 0, 1/3",
                _attained,
                granted=r"10^{-6}\text{ of each risk, and its computed error}",
            )
            .crosschecked(
                "the chain of numbers that lowerbounds computes",
                r"\tfrac1{768}\min\{1,\tfrac1{nT\alpha^2}\}\le\mathcal R",
                "n, T, alpha = (1, 1, 1), (4, 9, 1/2), (1000, 1, 1/8), (10^6, 50, 1)",
                _other_code,
                granted="2^{-40}",
            ),
        },
    ),
)

CLAIMS = (
    EXAMPLE1A_FAMILY,
    SEPARATION,
    EXPONENTIAL,
    DIVERGENCE,
    LECAM,
    CHOICE,
    LOW_PRIVACY,
    EXAMPLE1A,
)
