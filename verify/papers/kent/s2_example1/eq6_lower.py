"""kent Section 2, Example 1, (6), and its proof in Appendix C: the lower bound for the mean that depends on T."""

from collections.abc import Iterator
from fractions import Fraction
from math import comb
from typing import Any

import sympy
from flint import arb
from sympy import Integer, Min, Rational, exp, log, sqrt

from lowerbounds.information.divergences import likelihood_test
from lowerbounds.mean.papers import kent_example1a, kent_family
from upperbounds.mean import kent
from verify.calculus import (
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
    by,
    calc,
    cases,
    choose,
    cite,
    let,
    minimax_risk,
    real,
    unfold,
)
from verify.papers.kent.s2_example1.classes import BOUNDED, PRINTED, membership
from verify.papers.kent.setting import ALPHA, CHANNEL, CONTRACTION, DRAWS, FIRST, PROTOCOL, SECOND, USERS
from verify.prover import Variable
from verify.risk import SignLaw, exact_risk
from verify.statements import AllOf, Case, Identity
from verify.statements import at_most as ordered
from verify.statements.claim import Claim, Kind
from verify.statements.outcome import Settings, as_arb

_DELTA = sympy.Symbol("Delta", positive=True)
_HALF = Rational(1, 2)
_SHIFT = Variable(_DELTA, Integer(0), Rational(1, 5), open_lower=True)
_SHOWN = (("Delta", "1/10"),)


def _coded_mass(_: Settings) -> Iterator[Case]:
    for k in range(1, 11):
        shift = Fraction(k, 50)
        family = kent_family(shift)
        yield Case({"Delta": str(shift)}, 1 - family.alternative[Fraction(1)], Fraction(1, 2) + 2 * shift)
        yield Case({"Delta": str(shift)}, family.separation, 2 * shift)


def _other_code(_: Settings) -> Iterator[Case]:
    """1/768 min{1, 1/(n T alpha^2)} beside the end of the numerical chain for the same bound."""
    for users, samples, eps in ((1, 1, 1.0), (4, 9, 0.5), (1000, 1, 0.125), (10**6, 50, 1.0)):
        budget = users * samples * Fraction(eps) ** 2
        chain = kent_example1a(users, samples, eps).chain
        assert chain is not None
        value = chain.value + arb(2) ** -40
        yield Case({"n": users, "T": samples, "alpha": eps}, min(Fraction(1), 1 / budget) / 768, value)


def _sent_tests(_: Settings) -> Iterator[Case]:
    """The bound beside the exact Bayes risk of the two means through one private test per user."""
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


def _worst(n: int, m: int, alpha: int) -> arb:
    """The worst exact risk of Algorithm 11 at the means 0 and 1/3; its floats are widened by 1e-6."""
    estimator = kent.algorithm11(n, m, float(alpha), 1.0)
    worst = max((exact_risk(estimator, SignLaw(mean)) for mean in (0.0, 1 / 3)), key=lambda risk: risk.value)
    return as_arb(Fraction(worst.value)) * arb(1, 1e-6) + arb(0, worst.error)


def _attained(_: Settings) -> Iterator[Case]:
    """(6) beside what an estimator reaches."""
    for users, samples, alpha in ((10**7, 1, 1), (2000, 1000, 4), (8000, 10**9, 8)):
        parameters = {"n": users, "T": samples, "alpha": alpha}
        bound = min(Fraction(1), Fraction(1, users * samples * alpha**2)) / 768
        yield Case(parameters, bound, _worst(users, samples, alpha))


def _attained_low(_: Settings) -> Iterator[Case]:
    for users, samples, alpha in ((2000, 1000, 4), (8000, 10**9, 8)):
        parameters = {"n": users, "T": samples, "alpha": alpha}
        yield Case(parameters, Fraction(1, 128 * users * samples), _worst(users, samples, alpha))


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


NEAR = real("Delta", above=0, most=Rational(1, 5))
_P, _Q = let("P_0", Discrete(0, _HALF, 1, _HALF)), let("P_1", Discrete(0, _HALF + 2*NEAR, 1, _HALF - 2*NEAR))  # fmt: skip
_CLASS, _MASS = Name(r"\mathcal{P}", "class of laws"), real("w", above=0)
_DATA, _OTHER = Power(_P, DRAWS), Power(_Q, DRAWS)
_FIRST, _SECOND = Transcript(PROTOCOL, _DATA), Transcript(PROTOCOL, _OTHER)
_BUDGET = USERS * DRAWS * ALPHA**2
HIGH, LOW = at_most(ALPHA, 1), at_most(1, ALPHA)


def minimax(laws: Any) -> Any:
    """The minimax risk of the mean over a class of laws."""
    return minimax_risk(laws, USERS, DRAWS, ALPHA)


SEPARATION = Claim(
    "kent/example1a/separation",
    "Appendix C, proof of (6), after the first display",
    Kind.IDENTITY,
    "the means are 2 Delta apart",
    calc(
        sympy.Abs(Mean(_P) - Mean(_Q)), "==", 2*NEAR, by(FINITE_MEAN(_P), FINITE_MEAN(_Q)),
    ).crosschecked(
        "the family that the bounds use", r"|E_{P_0}X-E_{P_1}X|=2\Delta", "Delta = k/50, k = 1..10", _coded_mass, "==",
    ),
)  # fmt: skip
EXPONENTIAL = Claim("kent/example1a/exponential", "Appendix C, proof of (6), after the second display", Kind.INEQUALITY,
                    "(e^alpha - 1)^2 <= 3 alpha^2 on (0, 1]",
                    calc((exp(ALPHA) - 1) ** 2, "<=", 3 * ALPHA**2, given=(HIGH,)))  # fmt: skip
DIVERGENCE = Claim(
    "kent/example1a/kl",
    "Appendix C, proof of (6), third display",
    Kind.INEQUALITY,
    "the divergence of the two laws is at most 16 Delta^2",
    calc(
        KL(_P, _Q), "==", -_HALF*log(1 + 4*NEAR) - _HALF*log(1 - 4*NEAR),
        by(FINITE_KL(_P, _Q), *(calc(log(1/(2*_MASS)), "==", -log(2*_MASS)).at({_MASS: w}) for w in unfold(_Q).masses)),
        "<=", 16*NEAR**2,
    ),
    note="Printed for Delta in (0, 1/5) and used at 1/5 too; proved on (0, 1/5].",
)  # fmt: skip
_ONE_TOLD, _OTHER_TOLD = Transcript(PROTOCOL, FIRST), Transcript(PROTOCOL, SECOND)
TOLD = calc(
    KL(_ONE_TOLD, _OTHER_TOLD), "<=", USERS*(exp(ALPHA) - 1)**2*TV(FIRST, SECOND)**2,
    by(CHAIN_OVER_USERS(PROTOCOL, USERS, ALPHA, FIRST, SECOND), CONTRACTION),
    "<=", 3*USERS*ALPHA**2*TV(FIRST, SECOND)**2, by(EXPONENTIAL),
    given=(Interactive(PROTOCOL, USERS, ALPHA), HIGH),
)  # fmt: skip
"""What all messages tell, from the data of one user."""
_APART = calc(2*NEAR, "<=", Mean(_P) - Mean(_Q), by(FINITE_MEAN(_P), FINITE_MEAN(_Q)))  # fmt: skip
_SOME = (Member(_P, _CLASS), Member(_Q, _CLASS))
_TWO_POINTS = calc(
    WorstRisk(PROTOCOL, _CLASS, DRAWS), ">=", NEAR**2/2*(1 - TV(_FIRST, _SECOND)),
    by(LE_CAM(PROTOCOL, _CLASS, DRAWS, _P, _Q, NEAR), _APART),
    ">=", NEAR**2/2*(1 - sqrt(KL(_FIRST, _SECOND)/2)), by(PINSKER(_FIRST, _SECOND)), given=_SOME,
)  # fmt: skip
_ROOT = 3 * USERS * ALPHA**2
_PRIVATELY = calc(
    _TWO_POINTS.start, ">=", _TWO_POINTS.steps[-1].term, by(_TWO_POINTS),
    ">=", NEAR**2/2*(1 - sqrt(_ROOT*TV(_DATA, _OTHER)**2/2)), by(TOLD.at({FIRST: _DATA, SECOND: _OTHER})),
    given=(*_SOME, *TOLD.given),
)  # fmt: skip
LECAM = Claim(
    "kent/example1a/lecam",
    "Appendix C, proof of (6), second display, first two steps",
    Kind.LOWER_BOUND,
    "Le Cam's two points through an alpha-LDP channel",
    calc(
        minimax(_CLASS), ">=", NEAR**2/2*(1 - sqrt(_ROOT*TV(_DATA, _OTHER)**2/2)), by(_PRIVATELY),
        ">=", NEAR**2/2*(1 - sqrt(_ROOT*KL(_DATA, _OTHER))), by(PINSKER(_DATA, _OTHER)),
        "==", NEAR**2/2*(1 - sqrt(_ROOT*DRAWS*KL(_P, _Q))), by(TENSORISATION(_P, _Q, DRAWS)), given=(*_SOME, HIGH),
    ).crosschecked(
        "Bayes risks when each user sends randomized response of the best test of its T samples",
        r"\tfrac{\Delta^2}2\{1-\sqrt{3nT\alpha^2D_{\mathrm{KL}}(P_0\|P_1)}\}\le\Delta^2\textstyle\sum\frac{2pq}{p+q}",
        "(n, T, Delta) = (1, 1, 1/5), (3, 1, 1/10), (2, 5, 1/20), (25, 2000, 1/40), (2000, 1, 1/20); e^alpha = 6/5, 5/2",
        _sent_tests,
    ),
)  # fmt: skip
_SMALL, _COUNT = real("y", least=0), real("x", above=0)
_HALVED = calc(NEAR**2/2*(1 - sqrt(_SMALL)), ">=", NEAR**2/4, given=(at_most(_SMALL, Rational(1, 4)),))  # fmt: skip


def _chosen_at(multiple: int, number: Any) -> tuple[Any, Chain, Grant]:
    """Delta = min{1/5, (multiple x)^(-1/2)}: the bracket is at least 1/2 there, and what is left."""
    chosen = Min(Rational(1, 5), 1 / sqrt(multiple * _COUNT))
    small = calc(multiple * _COUNT * chosen**2 / 4, "<=", Rational(1, 4))
    left = calc(chosen**2 / 4, ">=", Min(1, 1 / _COUNT) / (4 * multiple))
    at = chosen.xreplace({_COUNT: number})
    root = calc(
        at**2/2*(1 - sqrt(multiple*number*at**2/4)), ">=", at**2/4,
        by(_HALVED.at({NEAR: at, _SMALL: multiple*number*at**2/4}), small.at({_COUNT: number})),
    )  # fmt: skip
    return at, root, left.at({_COUNT: number})


_CHOSEN, _BRACKET, _LEFT = _chosen_at(192, _BUDGET)
CHOICE = Claim(
    "kent/example1a/choice",
    "Appendix C, proof of (6), second display, last two steps",
    Kind.RATE_ALGEBRA,
    "the choice of Delta",
    calc(
        _CHOSEN**2/2*(1 - sqrt(48*_BUDGET*_CHOSEN**2)), ">=", _CHOSEN**2/4, by(_BRACKET),
        ">=", Min(1, 1/_BUDGET)/768, by(_LEFT),
    ).crosschecked(
        "both sides, exact", r"\tfrac1{768}\min\{1,\tfrac1x\}\le\tfrac{\Delta^2}2(1-\sqrt{48x\Delta^2}),\ x=nT\alpha^2",
        "x = 1/192, 1/12, 25/192, 1, 10^6", _chosen,
    ),
)  # fmt: skip
_ALL_TOLD = calc(
    KL(_FIRST, _SECOND), "<=", USERS*KL(_DATA, _OTHER),
    by(CHAIN_OVER_USERS(PROTOCOL, USERS, ALPHA, _DATA, _OTHER), DATA_PROCESSING(CHANNEL, _DATA, _OTHER)),
    "<=", 16*USERS*DRAWS*NEAR**2, by(TENSORISATION(_P, _Q, DRAWS), DIVERGENCE),
    given=(Interactive(PROTOCOL, USERS, ALPHA),),
)  # fmt: skip
_NEARER, _OPEN, _REST = _chosen_at(32, USERS * DRAWS)


def _without_privacy(laws: Any) -> Chain:
    """Whatever the privacy."""
    seen = calc(
        WorstRisk(PROTOCOL, laws, DRAWS), ">=", _TWO_POINTS.steps[-1].term,
        by(_TWO_POINTS.at({_CLASS: laws}), *membership(_P, laws), *membership(_Q, laws)),
        ">=", NEAR**2/2*(1 - sqrt(8*USERS*DRAWS*NEAR**2)), by(_ALL_TOLD), given=_ALL_TOLD.given,
    )  # fmt: skip
    return calc(
        minimax(laws), ">=", seen.steps[-1].term, by(seen), ">=", _NEARER**2/4, by(choose({NEAR: _NEARER}), _OPEN),
        ">=", Min(1, 1/(USERS*DRAWS))/128, by(_REST),
    )  # fmt: skip


LOW_PRIVACY = Claim(
    "kent/own/example1a-low-privacy",
    "to Section 2, Example 1, (6), for alpha > 1",
    Kind.LOWER_BOUND,
    "(6) for alpha > 1, where its proof does not reach: without privacy",
    corrected=AllOf("", {
        "the printed class": _without_privacy(PRINTED),
        "laws on [-1, 1]": _without_privacy(BOUNDED).crosschecked("exact worst risks of Algorithm 11 on +-1 data", r"\tfrac1{128}\min\{1,\tfrac1{nT}\}\le\sup_\theta E(\hat\theta-\theta)^2", "(n, T, alpha) = (2000, 1000, 4), (8000, 10^9, 8); theta = 0, 1/3", _attained_low, granted=r"10^{-6}\text{ of each risk, and its computed error}"),
        "for alpha > 1": calc(Min(1, 1/(USERS*DRAWS))/128, ">=", Min(1, 1/_BUDGET)/768, given=(LOW,)),
    }),
    note="The proof of (6) needs (e^alpha - 1)^2 <= 3 alpha^2, which ends just above alpha = 1; (6) is stated for "
    "every alpha.",
)  # fmt: skip


def _by_privacy(laws: Any, place: str) -> Chain:
    """(6) from both cases of alpha."""
    end = Min(1, 1 / _BUDGET) / 768
    high = calc(
        minimax(laws), ">=", NEAR**2/2*(1 - sqrt(_ROOT*DRAWS*KL(_P, _Q))),
        by(cite(LECAM).at({_CLASS: laws}), *membership(_P, laws), *membership(_Q, laws)),
        ">=", NEAR**2/2*(1 - sqrt(48*_BUDGET*NEAR**2)), by(DIVERGENCE),
        ">=", _CHOSEN**2/2*(1 - sqrt(48*_BUDGET*_CHOSEN**2)), by(choose({NEAR: _CHOSEN})), ">=", end, by(CHOICE),
        given=(HIGH,),
    )  # fmt: skip
    low = calc(
        minimax(laws), ">=", Min(1, 1/(USERS*DRAWS))/128, by(cite(LOW_PRIVACY, place)),
        ">=", end, by(cite(LOW_PRIVACY, "for alpha > 1")), given=(LOW,),
    )  # fmt: skip
    return calc(minimax(laws), ">=", end, by(cases((HIGH, high), (LOW, low))))


EXAMPLE1A = Claim(
    "kent/example1a",
    "Section 2, Example 1, (6)",
    Kind.LOWER_BOUND,
    "the lower bound that depends on T",
    AllOf("", {
        "the printed class": _by_privacy(PRINTED, "the printed class"),
        "laws on [-1, 1]": _by_privacy(BOUNDED, "laws on [-1, 1]").crosschecked(
            "exact worst risks of Algorithm 11 on +-1 data",
            r"\tfrac1{768}\min\{1,\tfrac1{nT\alpha^2}\}\le\sup_\theta E(\hat\theta-\theta)^2",
            "(n, T, alpha) = (10^7, 1, 1), (2000, 1000, 4), (8000, 10^9, 8); theta = 0, 1/3", _attained,
            granted=r"10^{-6}\text{ of each risk, and its computed error}",
        ).crosschecked(
            "the chain of numbers that lowerbounds computes", r"\tfrac1{768}\min\{1,\tfrac1{nT\alpha^2}\}\le\mathcal R",
            "n, T, alpha = (1, 1, 1), (4, 9, 1/2), (1000, 1, 1/8), (10^6, 50, 1)", _other_code, granted="2^{-40}",
        ),
    }),
)  # fmt: skip
CLAIMS = (
    Claim("kent/example1a/family", "Appendix C, proof of (6), first display", Kind.CONSTRUCTION, "the two laws of (6)",
          AllOf(r"P_1(X=0)=1-P_1(X=1)=\tfrac12+2\Delta\le1,\ P_0,P_1\text{ on }\{0,1\}\subset[-1,1]",
                {"masses that sum to one": Identity(lambda: 1 - (_HALF - 2 * _DELTA), lambda: _HALF + 2 * _DELTA),
                 "a probability": ordered(_HALF + 2 * _DELTA, Integer(1), _SHIFT, shown=_SHOWN)}),
          note="Our copy has 1 - P_0(X=1) for 1 - P_1(X=1), an index."),
    SEPARATION,
    EXPONENTIAL,
    DIVERGENCE,
    LECAM,
    CHOICE,
    LOW_PRIVACY,
    EXAMPLE1A,
)  # fmt: skip
