"""kent Section 2, Example 1 and its proof in Appendix C: two lower bounds for the mean of one co-ordinate."""

from collections.abc import Iterator
from fractions import Fraction

import sympy
from flint import arb
from sympy import Integer, Min, Rational, exp, log, oo, sqrt

from lowerbounds.channels import response
from lowerbounds.divergences import total_variation
from lowerbounds.laws import FiniteLaw, point_mass
from lowerbounds.mean_papers import kent_example1a, kent_family
from verify.claim import Claim, Kind, Severity
from verify.outcome import Settings, as_arb
from verify.prover import Variable
from verify.statements import (
    AllOf,
    Case,
    Derived,
    FiniteCheck,
    Identity,
    UpToConstant,
    at_most,
)
from verify.textbook import BRETAGNOLLE_HUBER, CHAIN_RULE, DATA_PROCESSING, LE_CAM, PINSKER

CONSTANT = Rational(1, 768)
"""The constant of (6) that its proof gives."""

_ALPHA, _DELTA, _N, _T, _KL = sympy.symbols("alpha Delta n T D_KL", positive=True)
_X = sympy.Symbol("x", positive=True)
_R = sympy.Symbol("r", positive=True)
_A, _S, _W, _V = sympy.symbols("a s w v", nonnegative=True)
_THETA, _U, _L = sympy.Symbol("hat_theta", real=True), sympy.Symbol("u", real=True), sympy.Symbol("L", positive=True)
_HALF = Rational(1, 2)
_ANY = Variable(_X, Integer(0), oo, open_lower=True)
_HIGH = Variable(_ALPHA, Integer(0), Integer(1), open_lower=True)
_LOW = Variable(_ALPHA, Integer(1), oo, open_lower=True)
_SHIFT = Variable(_DELTA, Integer(0), Rational(1, 5), open_lower=True)
_UNIT_INTERVAL = Variable(_S, Integer(0), Integer(1))
_SHOWN = (("Delta", "1/10"),)


def bayes_risk(null: FiniteLaw, alternative: FiniteLaw, separation: Fraction) -> Fraction:
    """The exact squared-error Bayes risk of two equally likely numbers that far apart, seen through one message."""
    total = Fraction(0)
    for message in dict.fromkeys((*null.atoms, *alternative.atoms)):
        p, q = null[message], alternative[message]
        if p and q:
            total += 2 * p * q / (p + q)
    return total * (separation / 2) ** 2


def _powers(law: FiniteLaw, count: int) -> FiniteLaw:
    """The law of that many independent messages."""
    masses: dict[tuple[object, ...], Fraction] = {(): Fraction(1)}
    for _ in range(count):
        masses = {(*atoms, a): p * q for atoms, p in masses.items() for a, q in law}
    return FiniteLaw(tuple(masses.items()))


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


def _heavy_points(_: Settings) -> Iterator[Case]:
    """The Bayes risk between the means -1 and 1 when all samples are seen: the probability that all are 0."""
    for scale in (Fraction(10), Fraction(100)):
        for samples in (1, 2, 3):
            laws = [FiniteLaw.of({0: 1 - 1 / scale, sign: 1 / scale}) for sign in (-1, 1)]
            risk = bayes_risk(_powers(laws[0], samples), _powers(laws[1], samples), Fraction(2))
            yield Case({"n T": samples, "L": str(scale)}, risk, (1 - 1 / scale) ** samples)


def _constant_channel(_: Settings) -> Iterator[Case]:
    """The risk of the estimator 1/2 at the means 0 and 1 beside (1 - TV)/2, for a channel that sends nothing.

    Second route: the Bayes risk of the two means, which no estimator beats.
    """
    nothing = point_mass("z")
    worst = max((Fraction(1, 2) - mean) ** 2 for mean in (0, 1))
    yield Case(
        {"Q": "Z = 0 always, LDP for every alpha", "hat theta": "1/2", "n": 1, "T": 1},
        worst,
        (1 - total_variation(nothing, nothing)) / 2,
        left_again=bayes_risk(nothing, nothing, Fraction(1)),
    )


def _responses() -> Iterator[tuple[Fraction, int, Fraction, Fraction]]:
    """e^alpha, n, exact Bayes risk, TV when n users send randomized response of which of -1 and 1 they sit on."""
    for t in (Fraction(11, 10), Fraction(3, 2), Fraction(2), Fraction(5)):
        channel = response({-1: Fraction(0), 1: Fraction(1)}, t)
        for users in (1, 2, 3, 4):
            null, alternative = (_powers(point_mass(x).through(channel), users) for x in (-1, 1))
            yield t, users, bayes_risk(null, alternative, Fraction(2)), total_variation(null, alternative)


def _tested(_: Settings) -> Iterator[Case]:
    for t, users, risk, tv in _responses():
        yield Case({"e^alpha": str(t), "n": users}, (1 - tv) / 2, risk)


def _floor(_: Settings) -> Iterator[Case]:
    for t, users, risk, _tv in _responses():
        yield Case({"e^alpha": str(t), "n": users}, (-12 * users * as_arb(t).log() ** 2).exp() / 4, risk)


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
                r"\mathrm{TV}(M_0^n,M_1^n)^2\le\tfrac12n\cdot4(e^\alpha-1)^2\cdot\tfrac12D_{\mathrm{KL}}"
                r"\le3n\alpha^2D_{\mathrm{KL}}",
                (
                    (
                        "half the separation, squared, times the error",
                        Identity((2 * _DELTA / 2) ** 2 / 2, _DELTA**2 / 2),
                    ),
                    (
                        "Pinsker twice, with (e^alpha - 1)^2 = 3 alpha^2",
                        Identity(sqrt(_N * 4 * 3 * _ALPHA**2 * (_KL / 2) / 2), sqrt(3 * _N * _ALPHA**2 * _KL)),
                    ),
                    ("T samples", Identity(sqrt(3 * _N * _ALPHA**2 * (_T * _KL)), sqrt(3 * _N * _T * _ALPHA**2 * _KL))),
                ),
            ),
            (LE_CAM, PINSKER, CHAIN_RULE, DATA_PROCESSING),
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
            Identity(Rational(1, 4) / 192, CONSTANT),
            crosschecks=(
                (
                    "the chain of numbers that lowerbounds computes",
                    FiniteCheck(
                        r"\tfrac1{768}\min\{1,\tfrac1{nT\alpha^2}\}\le\mathcal R",
                        "n, T, alpha = (1, 1, 1), (4, 9, 1/2), (1000, 1, 1/8), (10^6, 50, 1)",
                        _other_code,
                    ),
                ),
            ),
        ),
        note="The two laws sit on {0, 1}, so the bound holds for laws on [-1, 1] and for every larger class, the "
        "printed one too.",
    ),
    Claim(
        "kent/own/unbounded",
        "to Section 2, Example 1: the printed class",
        Kind.LOWER_BOUND,
        "on all laws with a mean in [-1, 1] nothing beats the constant 0",
        None,
        Derived(
            r"\mathcal P=\{P:E_P(X)\in[-1,1]\}:\quad\mathcal R_{n,T,\alpha}(\theta(\mathcal P),(\cdot)^2)=1"
            r"\ \text{for all } n,T,\alpha",
            (),
            AllOf(
                r"P_\pm=(1-\tfrac1L)\delta_0+\tfrac1L\delta_{\pm L}:\ \mathcal R\ge1-\tfrac{nT}L\to1",
                (
                    ("the mean of P_+", Identity((1 - 1 / _L) * 0 + _L / _L, Integer(1))),
                    (
                        "all nT samples are 0 with probability at least 1 - nT/L; then any estimate errs by 1",
                        at_most(Integer(1), ((_THETA - 1) ** 2 + (_THETA + 1) ** 2) / 2, Variable(_THETA, -oo, oo)),
                    ),
                    ("L grows", Identity(sympy.limit(1 - _N * _T / _L, _L, oo), Integer(1))),
                    (
                        "the constant 0 has risk theta^2, at most 1",
                        at_most(_THETA**2, Integer(1), Variable(_THETA, Integer(-1), Integer(1))),
                    ),
                ),
            ),
            (DATA_PROCESSING,),
            (
                (
                    "the Bayes risk when all samples are seen",
                    FiniteCheck(
                        r"\textstyle\sum\frac{2pq}{p+q}=(1-\tfrac1L)^{nT}",
                        "L = 10, 100; nT = 1, 2, 3",
                        _heavy_points,
                        "==",
                    ),
                ),
            ),
        ),
    ),
    Claim(
        "kent/example1a/tight",
        "Section 2, Example 1, text after (6)",
        Kind.UPPER_RATE,
        "(6) is tight up to logarithms for a range of T",
        Derived(
            r"\mathcal P=\{P:E_P(X)\in[-1,1]\}:\ \mathcal R_{n,T,\alpha}(\theta(\mathcal P),(\cdot)^2)\lesssim"
            r"\frac{\log(nT\alpha^2)}{nT\alpha^2}\ \text{for a range of } T",
            ("kent/own/unbounded",),
            UpToConstant(Integer(1), log(_X) / _X, (_ANY,), family=((_X, _R),), along=_R),
        ),
        Derived(
            r"\mathcal P=\{P:\mathrm{supp}\,P\subseteq[-1,1]\}:\ \tfrac1{768}\min\{1,\tfrac1{n\alpha^2}\}\le"
            r"\mathcal R_{n,1,\alpha}\le\tfrac1n+\tfrac8{n\alpha^2}\le\tfrac9{n\alpha^2},\ T=1,\ \alpha\in(0,1]",
            ("kent/example1a",),
            UpToConstant(
                1 / _N + 2 * (2 / _ALPHA) ** 2 / _N,
                1 / (_N * _ALPHA**2),
                (Variable(_N, Integer(1), oo), _HIGH),
                constant=Integer(9),
            ),
        ),
        correction="the class must be the laws on [-1, 1], as in (12): with unbounded samples the risk is 1 for all "
        "n, T and alpha, and Section 3 has no upper bound for them; here at T = 1, where the Laplace mechanism serves",
        severity=Severity.RATE,
        theorem="kent/example1a",
        note="x = n T alpha^2. The range of T up to e^(n alpha^2/K) is (24) at d = 1.",
    ),
    Claim(
        "kent/example1b/lecam",
        "Appendix C, proof of (7), second display, first step",
        Kind.LOWER_BOUND,
        "Le Cam's lemma at the point masses",
        FiniteCheck(
            r"P_0(X=0)=P_1(X=1)=1:\quad\max_j E_{P_j,Q}(\hat\theta-\theta(P_j))^2\ge\tfrac12\{1-D_{\mathrm{TV}}"
            r"(M_0^n,M_1^n)\}\ \forall Q,\hat\theta",
            "the channel that sends nothing, and the estimator 1/2",
            _constant_channel,
            ">=",
        ),
        Derived(
            r"P_0(X=-1)=P_1(X=1)=1:\quad\max_j E_{P_j,Q}(\hat\theta-\theta(P_j))^2\ge\tfrac12\{1-D_{\mathrm{TV}}"
            r"(M_0^n,M_1^n)\}\ \forall Q,\hat\theta",
            (),
            AllOf(
                r"(\tfrac{1-(-1)}2)^2=1",
                (
                    ("half the separation, squared", Identity(((Integer(1) - (-1)) / 2) ** 2, Integer(1))),
                    (
                        "an estimate on the wrong side of 0 errs by that much",
                        at_most(Integer(1), (_THETA - 1) ** 2, Variable(_THETA, -oo, Integer(0))),
                    ),
                ),
            ),
            (LE_CAM,),
            (
                (
                    "randomized response of the point, exact Bayes risks",
                    FiniteCheck(
                        r"\tfrac12(1-D_{\mathrm{TV}})\le\textstyle\sum\frac{2pq}{p+q}",
                        "e^alpha = 11/10, 3/2, 2, 5; n = 1..4",
                        _tested,
                    ),
                ),
            ),
        ),
        correction="the means 0 and 1 are only 1 apart, which gives a quarter of it, (1 - TV)/8; with the points -1 "
        "and 1, which the class contains, the printed constant is right and so is (7)",
        severity=Severity.CONSTANT,
        theorem="kent/example1b",
        note="Judged is the step from Le Cam's lemma, for each Q: the display has an infimum over Q on its left and "
        "one Q on its right. (For the printed class the left side is 1, see kent/own/unbounded, so that the display "
        "holds, but for another reason.)",
    ),
    Claim(
        "kent/example1b/contraction",
        "Appendix C, proof of (7), second display, third step",
        Kind.INEQUALITY,
        "the divergence of the messages is at most 12 n alpha^2 TV^2",
        Derived(
            r"D_{\mathrm{KL}}(M_0^n,M_1^n)\le12n\alpha^2D_{\mathrm{TV}}(P_0^{\otimes T},P_1^{\otimes T})^2\le12n\alpha^2,"
            r"\ \alpha\in(0,1]",
            ("kent/own/contraction", "kent/example1a/exponential"),
            AllOf(
                r"4(e^\alpha-1)^2\le12\alpha^2,\ \mathrm{TV}\le1",
                (
                    ("4 times 3 alpha^2", Identity(4 * (3 * _ALPHA**2), 12 * _ALPHA**2)),
                    ("TV is at most 1", at_most(_X * _S**2, _X, _ANY, _UNIT_INTERVAL)),
                ),
            ),
            (CHAIN_RULE,),
        ),
    ),
    Claim(
        "kent/own/example1b-low-privacy",
        "to Section 2, Example 1, (7), for alpha > 1",
        Kind.INEQUALITY,
        "the divergence of the messages for alpha > 1, where the proof of (7) does not reach",
        None,
        Derived(
            r"D_{\mathrm{KL}}(M_0^n,M_1^n)\le n\alpha\le12n\alpha^2,\ \alpha>1",
            (),
            AllOf(
                r"|\log(m_0/m_1)|\le\alpha",
                (
                    (
                        "the log-ratio u alpha, |u| <= 1",
                        at_most(_U * _ALPHA, _ALPHA, Variable(_U, Integer(-1), Integer(1)), _LOW),
                    ),
                    ("alpha > 1", at_most(_ALPHA, 12 * _ALPHA**2, _LOW, shown=(("alpha", "1"),))),
                ),
            ),
            (CHAIN_RULE,),
        ),
    ),
    Claim(
        "kent/example1b",
        "Section 2, Example 1, (7)",
        Kind.LOWER_BOUND,
        "the lower bound that does not depend on T",
        Derived(
            r"\mathcal R_{n,T,\alpha}(\theta(\mathcal P),(\cdot)^2)\ge\tfrac14e^{-12n\alpha^2}",
            ("kent/example1b/lecam", "kent/example1b/contraction", "kent/own/example1b-low-privacy"),
            Identity(_HALF * (_HALF * exp(-_KL)), exp(-_KL) / 4),
            (BRETAGNOLLE_HUBER,),
            (
                (
                    "randomized response of the points -1 and 1, exact Bayes risks",
                    FiniteCheck(
                        r"\tfrac14e^{-12n\alpha^2}\le\textstyle\sum\frac{2pq}{p+q}",
                        "e^alpha = 11/10, 3/2, 2, 5; n = 1..4",
                        _floor,
                    ),
                ),
            ),
        ),
        note="True with the printed constant, from the points -1 and 1.",
    ),
)
