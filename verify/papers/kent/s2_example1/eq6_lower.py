"""kent Section 2, Example 1, (6), and its proof in Appendix C: the lower bound for the mean that depends on T."""

from collections.abc import Iterator
from fractions import Fraction
from math import comb

import sympy
from flint import arb
from sympy import Integer, Min, Rational, exp, log, oo, sqrt

from lowerbounds.information.divergences import likelihood_test
from lowerbounds.mean.papers import kent_example1a, kent_family
from upperbounds.mean import kent
from verify.calculus.textbook import CHAIN_RULE, DATA_PROCESSING, LE_CAM, PINSKER
from verify.prover import Variable
from verify.risk import SignLaw, exact_risk
from verify.statements import (
    AllOf,
    Case,
    Derived,
    FiniteCheck,
    Identity,
    at_most,
)
from verify.statements.claim import Claim, Kind, Severity
from verify.statements.outcome import Settings, as_arb

CONSTANT = Rational(1, 768)
"""The constant of (6) that its proof gives."""
_ALPHA, _DELTA = sympy.symbols("alpha Delta", positive=True)
_X = sympy.Symbol("x", positive=True)
_S = sympy.Symbol("s", nonnegative=True)
_HALF = Rational(1, 2)
_ANY = Variable(_X, Integer(0), oo, open_lower=True)
_HIGH = Variable(_ALPHA, Integer(0), Integer(1), open_lower=True)
_SHIFT = Variable(_DELTA, Integer(0), Rational(1, 5), open_lower=True)
_UNIT_INTERVAL = Variable(_S, Integer(0), Integer(1))
_SHOWN = (("Delta", "1/10"),)


def _printed_mass(_: Settings) -> Iterator[Case]:
    """1 - P_0(X = 1) beside 1/2 + 2 Delta; the second route reads P_0 off the family that the bounds use."""
    for shift in (Fraction(1, 8), Fraction(1, 5)):
        family = kent_family(shift)
        yield Case({"Delta": str(shift)}, 1 - Fraction(1, 2), Fraction(1, 2) + 2 * shift, 1 - family.null[Fraction(1)])


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


CLAIMS = (
    Claim(
        "kent/example1a/family",
        "Appendix C, proof of (6), first display",
        Kind.CONSTRUCTION,
        "the two laws of (6)",
        FiniteCheck(
            r"P_0(X=0)=P_0(X=1)=\tfrac12,\quad P_1(X=0)=1-P_0(X=1)=\tfrac12+2\Delta",
            "Delta = 1/8, 1/5",
            _printed_mass,
            "==",
        ),
        AllOf(
            r"P_1(X=0)=1-P_1(X=1)=\tfrac12+2\Delta\le1,\ P_0,P_1\text{ on }\{0,1\}\subset[-1,1]",
            (
                ("masses that sum to one", Identity(1 - (_HALF - 2 * _DELTA), _HALF + 2 * _DELTA)),
                ("a probability", at_most(_HALF + 2 * _DELTA, Integer(1), _SHIFT, shown=_SHOWN)),
            ),
        ),
        correction="1 - P_0(X=1) is 1/2; it must read 1 - P_1(X=1) (the index may be damage to our copy)",
        severity=Severity.TYPO,
        theorem="kent/example1a",
    ),
    Claim(
        "kent/example1a/separation",
        "Appendix C, proof of (6), after the first display",
        Kind.IDENTITY,
        "the means are 2 Delta apart",
        Derived(
            r"|E_{P_0}X-E_{P_1}X|=2\Delta",
            ("kent/example1a/family",),
            Identity(sympy.Abs(_HALF - (_HALF - 2 * _DELTA)), 2 * _DELTA),
            crosschecks=(
                (
                    "the family that the bounds use",
                    FiniteCheck(r"|E_{P_0}X-E_{P_1}X|=2\Delta", "Delta = k/50, k = 1..10", _coded_mass, "=="),
                ),
            ),
        ),
    ),
    Claim(
        "kent/example1a/exponential",
        "Appendix C, proof of (6), after the second display",
        Kind.INEQUALITY,
        "(e^alpha - 1)^2 <= 3 alpha^2 on (0, 1]",
        at_most((exp(_ALPHA) - 1) ** 2, 3 * _ALPHA**2, _HIGH, shown=(("alpha", "1"),)),
    ),
    Claim(
        "kent/example1a/kl",
        "Appendix C, proof of (6), third display",
        Kind.INEQUALITY,
        "the divergence of the two laws is at most 16 Delta^2",
        AllOf(
            r"D_{\mathrm{KL}}(P_0\|P_1)=-\tfrac12\log(1+4\Delta)-\tfrac12\log(1-4\Delta)\le16\Delta^2",
            (
                ("the likelihood ratio at 0", Identity((_HALF + 2 * _DELTA) / _HALF, 1 + 4 * _DELTA)),
                ("the likelihood ratio at 1", Identity((_HALF - 2 * _DELTA) / _HALF, 1 - 4 * _DELTA)),
                (
                    "the inequality",
                    at_most(
                        -_HALF * log(1 + 4 * _DELTA) - _HALF * log(1 - 4 * _DELTA), 16 * _DELTA**2, _SHIFT, shown=_SHOWN
                    ),
                ),
            ),
        ),
        note="Printed for Delta in (0, 1/5) and used at 1/5 too; proved on (0, 1/5].",
    ),
    Claim(
        "kent/example1a/lecam",
        "Appendix C, proof of (6), second display, first two steps",
        Kind.LOWER_BOUND,
        "Le Cam's two points through an alpha-LDP channel",
        Derived(
            r"\mathcal R_{n,T,\alpha}\ge\tfrac{\Delta^2}2\big\{1-\sqrt{3n\alpha^2D_{\mathrm{KL}}(P_0^{\otimes T}\|"
            r"P_1^{\otimes T})}\big\}=\tfrac{\Delta^2}2\big\{1-\sqrt{3nT\alpha^2D_{\mathrm{KL}}(P_0\|P_1)}\big\},"
            r"\ \alpha\in(0,1]",
            ("kent/own/contraction", "kent/example1a/exponential", "kent/example1a/separation"),
            AllOf(
                r"\mathrm{TV}(M_0^n,M_1^n)^2\le\tfrac12n\cdot(e^\alpha-1)^2\mathrm{TV}^2\le\tfrac12n\cdot4(e^\alpha-1)^2\cdot"
                r"\tfrac12D_{\mathrm{KL}}(P_0^{\otimes T}\|P_1^{\otimes T})\le3nT\alpha^2D_{\mathrm{KL}}(P_0\|P_1)",
                (
                    (
                        "an estimate beyond the middle errs by half the separation",
                        at_most(_DELTA**2, (_DELTA + _X) ** 2, _SHIFT, _ANY),
                    ),
                    (
                        "Pinsker twice and the contraction, with n, T and D_KL in one factor x",
                        at_most(
                            Rational(1, 2) * 4 * (exp(_ALPHA) - 1) ** 2 * (_X / 2), 3 * _ALPHA**2 * _X, _HIGH, _ANY
                        ),
                    ),
                    (
                        "a smaller TV = s sqrt(3x) only helps",
                        at_most(1 - sqrt(3 * _X), 1 - _S * sqrt(3 * _X), _ANY, _UNIT_INTERVAL),
                    ),
                    ("the factor before the bracket", Identity((2 * _DELTA / 2) ** 2 / 2, _DELTA**2 / 2)),
                ),
            ),
            (LE_CAM, PINSKER, CHAIN_RULE, DATA_PROCESSING),
            (
                (
                    "Bayes risks when each user sends randomized response of the best test of its T samples",
                    FiniteCheck(
                        r"\tfrac{\Delta^2}2\{1-\sqrt{3nT\alpha^2D_{\mathrm{KL}}(P_0\|P_1)}\}\le\Delta^2\textstyle\sum\frac{2pq}{p+q}",
                        "(n, T, Delta) = (1, 1, 1/5), (3, 1, 1/10), (2, 5, 1/20), (25, 2000, 1/40), (2000, 1, 1/20); e^alpha = 6/5, 5/2",
                        _sent_tests,
                    ),
                ),
            ),
        ),
    ),
    Claim(
        "kent/example1a/choice",
        "Appendix C, proof of (6), second display, last two steps",
        Kind.RATE_ALGEBRA,
        "the choice of Delta",
        Derived(
            r"\tfrac{\Delta^2}2\big(1-\sqrt{48nT\alpha^2\Delta^2}\big)\ge\tfrac{\Delta^2}4\ge"
            r"\tfrac1{768}\min\{1,\tfrac1{nT\alpha^2}\},\ \Delta=\min\{\tfrac15,(192nT\alpha^2)^{-1/2}\}",
            ("kent/example1a/kl",),
            AllOf(
                r"192nT\alpha^2\Delta^2\le1",
                (
                    ("16 Delta^2 in the root", Identity(sqrt(3 * _X * 16 * _DELTA**2), sqrt(48 * _X * _DELTA**2))),
                    (
                        "the bracket is at least 1/2, with s = 192 n T alpha^2 Delta^2",
                        at_most(sqrt(_S * 48 / 192), _HALF, _UNIT_INTERVAL, shown=(("s", "1"),)),
                    ),
                    (
                        "the end, with x = 1/(n T alpha^2)",
                        at_most(CONSTANT * Min(1, _X), Min(Rational(1, 25), _X / 192) / 4, _ANY, shown=(("x", "1"),)),
                    ),
                ),
            ),
            crosschecks=(
                (
                    "both sides, exact",
                    FiniteCheck(
                        r"\tfrac1{768}\min\{1,\tfrac1x\}\le\tfrac{\Delta^2}2(1-\sqrt{48x\Delta^2}),\ x=nT\alpha^2",
                        "x = 1/192, 1/12, 25/192, 1, 10^6",
                        _chosen,
                    ),
                ),
            ),
        ),
    ),
    Claim(
        "kent/own/example1a-low-privacy",
        "to Section 2, Example 1, (6), for alpha > 1",
        Kind.LOWER_BOUND,
        "(6) for alpha > 1, where its proof does not reach: without privacy",
        None,
        Derived(
            r"\mathcal R_{n,T,\alpha}\ge\tfrac{\Delta^2}2(1-\sqrt{8nT\Delta^2})\ge\tfrac1{128}\min\{1,\tfrac1{nT}\}\ge"
            r"\tfrac1{768}\min\{1,\tfrac1{nT\alpha^2}\},\ \alpha>1,\ \Delta=\min\{\tfrac15,(32nT)^{-1/2}\}",
            ("kent/example1a/kl", "kent/example1a/separation"),
            AllOf(
                r"\mathrm{TV}(P_0^{nT},P_1^{nT})^2\le\tfrac12nT\cdot16\Delta^2",
                (
                    ("Pinsker on all samples", Identity(sqrt(_X * 16 * _DELTA**2 / 2), sqrt(8 * _X * _DELTA**2))),
                    (
                        "the bracket is at least 1/2, with s = 32 n T Delta^2",
                        at_most(sqrt(_S * 8 / 32), _HALF, _UNIT_INTERVAL),
                    ),
                    (
                        "the constant, with x = 1/(n T)",
                        at_most(Min(1, _X) / 128, Min(Rational(1, 25), _X / 32) / 4, _ANY),
                    ),
                    (
                        "the end, with s = 1/alpha^2",
                        at_most(CONSTANT * Min(1, _X * _S), Min(1, _X) / 128, _ANY, _UNIT_INTERVAL),
                    ),
                ),
            ),
            (LE_CAM, PINSKER, CHAIN_RULE, DATA_PROCESSING),
            crosschecks=(
                (
                    "exact worst risks of Algorithm 11 on +-1 data",
                    FiniteCheck(
                        r"\tfrac1{128}\min\{1,\tfrac1{nT}\}\le\sup_\theta E(\hat\theta-\theta)^2",
                        "(n, T, alpha) = (2000, 1000, 4), (8000, 10^9, 8); theta = 0, 1/3",
                        _attained_low,
                        granted=r"10^{-6}\text{ of each risk, and its computed error}",
                    ),
                ),
            ),
        ),
        note="The proof of (6) needs (e^alpha - 1)^2 <= 3 alpha^2, which ends just above alpha = 1; (6) is stated for "
        "every alpha.",
    ),
    Claim(
        "kent/example1a",
        "Section 2, Example 1, (6)",
        Kind.LOWER_BOUND,
        "the lower bound that depends on T",
        Derived(
            r"\mathcal R_{n,T,\alpha}(\theta(\mathcal P),(\cdot)^2)\ge\tfrac1{768}\min\{1,\tfrac1{nT\alpha^2}\}",
            (
                "kent/example1a/family",
                "kent/example1a/lecam",
                "kent/example1a/choice",
                "kent/own/example1a-low-privacy",
            ),
            AllOf(
                r"\alpha\le1:\text{ the choice of }\Delta;\quad\alpha>1:\ \tfrac1{128}\min\{1,\tfrac1{nT}\}\ge\tfrac1{768}"
                r"\min\{1,\tfrac1{nT\alpha^2}\}",
                (
                    ("alpha <= 1", Identity(Rational(1, 4) / 192, CONSTANT)),
                    (
                        "alpha > 1, with x = 1/(n T) and s = 1/alpha^2",
                        at_most(CONSTANT * Min(1, _X * _S), Min(1, _X) / 128, _ANY, _UNIT_INTERVAL),
                    ),
                ),
            ),
            crosschecks=(
                (
                    "exact worst risks of Algorithm 11 on +-1 data",
                    FiniteCheck(
                        r"\tfrac1{768}\min\{1,\tfrac1{nT\alpha^2}\}\le\sup_\theta E(\hat\theta-\theta)^2",
                        "(n, T, alpha) = (10^7, 1, 1), (2000, 1000, 4), (8000, 10^9, 8); theta = 0, 1/3",
                        _attained,
                        granted=r"10^{-6}\text{ of each risk, and its computed error}",
                    ),
                ),
                (
                    "the chain of numbers that lowerbounds computes",
                    FiniteCheck(
                        r"\tfrac1{768}\min\{1,\tfrac1{nT\alpha^2}\}\le\mathcal R",
                        "n, T, alpha = (1, 1, 1), (4, 9, 1/2), (1000, 1, 1/8), (10^6, 50, 1)",
                        _other_code,
                        granted="2^{-40}",
                    ),
                ),
            ),
        ),
        note="The two laws sit on {0, 1}, so the bound holds for laws on [-1, 1] and for every larger class, the "
        "printed one too.",
    ),
)
