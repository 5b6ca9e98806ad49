"""label Appendix D: every label private test between V and -V errs, step by step, in place of Lemmas 1 and 3."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb, prod

from flint import arb
from sympy import Rational, exp

from lowerbounds.information.laws import FiniteLaw
from verify.kernel.calculus import (
    ADDITIVE,
    JENSEN_CURVED,
    LINEAR,
    MONOTONE,
    TV,
    Expectation,
    Name,
    Sum,
    integer,
    law,
    line,
    obtain,
    random_real,
    real,
)
from verify.kernel.statements import Case
from verify.kernel.statements.claim import Claim, Kind
from verify.kernel.statements.outcome import Settings, as_arb
from verify.papers.label.instances.bins import walk
from verify.papers.label.instances.sign_sums import sign_law
from verify.papers.label.instances.tent_functions import NARROW, three_values
from verify.papers.label.lemmas.labels import (
    COUPLED_LABELS,
    COUPLING,
    GROUP_ABOVE,
    GROUP_BELOW,
    RISK_OF_TEST,
    Coupled,
    IndependentLabels,
    Label,
    LabelPrivate,
    TestRisk,
)


def _two_errors(_: Settings) -> Iterator[Case]:
    """All errors a, b with denominator 30 that satisfy both conditions, next to 2/(1 + x)."""
    for ratio in (Fraction(1), Fraction(3, 2), Fraction(4)):
        for j, k in product(range(31), repeat=2):
            a, b = Fraction(j, 30), Fraction(k, 30)
            if 1 - b <= ratio * a and 1 - a <= ratio * b:
                yield Case({"x": str(ratio), "a": str(a), "b": str(b)}, 2 / (1 + ratio), a + b)


TEST, P, Q = Name("A", "algorithm"), law("P"), law("Q")
EPS, LABELS, _I = real("epsilon", above=0), integer("N", least=1), integer("i", least=1)
ERRORS = random_real("a", 0, 1), random_real("b", 0, 1), random_real("l", 0)
"""The errors at coupled data, and how many labels differ there."""
_ONE, _OTHER, _FAR = ERRORS
_FACTOR = exp(EPS * _FAR)
PRIVATE, _COUPLED = LabelPrivate(TEST, EPS), Coupled(TEST, P, Q, *ERRORS)
_ODDS = line(2, given=(_COUPLED, PRIVATE)).le(
    (1 + _FACTOR) * (_ONE + _OTHER), GROUP_ABOVE(TEST, P, Q, *ERRORS, EPS), GROUP_BELOW(TEST, P, Q, *ERRORS, EPS)
)
TWO_ERRORS = Claim(
    "label/own/lower2/errors",
    "ours, a step of label/own/lower2",
    Kind.INEQUALITY,
    "two errors on data sets that are l labels apart",
    corrected=line(1 / (1 + _FACTOR), given=(_COUPLED, PRIVATE))
    .le((_ONE + _OTHER) / 2, _ODDS)
    .crosschecked(
        "all errors with denominator 30",
        r"a+b\ge\tfrac2{1+x}",
        "x = 1, 3/2, 4; a, b in thirtieths",
        _two_errors,
    ),
)


def _averages(_: Settings) -> Iterator[Case]:
    """1/(1 + e^(epsilon E l)) next to E 1/(1 + e^(epsilon l)) for sums of unequal bits, exact laws."""
    for chances in ((Fraction(1, 2),), (Fraction(1, 10), Fraction(9, 10)), (Fraction(1, 5),) * 6):
        law = walk([FiniteLaw.of({1: p, 0: 1 - p}) for p in chances])
        for value in (Fraction(1, 5), Fraction(2)):
            e = as_arb(value)
            mean = sum((as_arb(mass) / (1 + (e * k).exp()) for k, mass in law.items()), arb(0))
            bound = 1 / (1 + (e * as_arb(sum(chances, Fraction(0)))).exp())
            yield Case({"TV": [str(p) for p in chances], "epsilon": str(value)}, bound - NARROW, mean)


_CURVE = 1 / (1 + _FACTOR)
AVERAGED = Claim(
    "label/own/lower2/jensen",
    "ours, a step of label/own/lower2",
    Kind.INEQUALITY,
    "the average over the number of labels that differ",
    corrected=line(Expectation(_CURVE))
    .ge(1 / (1 + exp(EPS * Expectation(_FAR))), JENSEN_CURVED(_FAR, _CURVE))
    .crosschecked(
        "sums of unequal bits, exact",
        r"\frac1{1+e^{\varepsilon El}}\le E\frac1{1+e^{\varepsilon l}}",
        "three sums of one to six bits, epsilon = 1/5, 2",
        _averages,
        granted="2^{-40}",
    ),
)


def _laws() -> list[tuple[Fraction, ...]]:
    """All laws on three labels with denominator 6."""
    return [tuple(Fraction(k, 6) for k in (a, b, 6 - a - b)) for a in range(7) for b in range(7 - a)]


def _couplings(_: Settings) -> Iterator[Case]:
    """min(p, q) on the diagonal, (p - min)(q - min)/TV off it: marginals, and the probability of a difference, exact."""
    for p, q in product(_laws(), repeat=2):
        low = [min(a, b) for a, b in zip(p, q, strict=True)]
        tv = sum((abs(a - b) for a, b in zip(p, q, strict=True)), Fraction(0)) / 2
        joint = {
            (i, j): (low[i] if i == j else Fraction(0)) + ((p[i] - low[i]) * (q[j] - low[j]) / tv if tv else 0)
            for i, j in product(range(3), repeat=2)
        }
        rows = [abs(sum(joint[i, j] for j in range(3)) - p[i]) for i in range(3)]
        columns = [abs(sum(joint[i, j] for i in range(3)) - q[j]) for j in range(3)]
        apart = sum((mass for (i, j), mass in joint.items() if i != j), Fraction(0))
        parameters = {"P": [str(a) for a in p], "Q": [str(b) for b in q]}
        yield Case(parameters | {"what": "P(Y != Y')"}, apart, tv)
        yield Case(parameters | {"what": "error of the marginals"}, max(rows + columns), 0)


def _private_tests(steps: int, t: Fraction) -> Iterator[dict[tuple[int, ...], Fraction]]:
    """All maps of two signs to probabilities k/steps whose ratios, and those of the complements, between neighbours are at most t."""
    points = list(product((-1, 1), repeat=2))
    near = [(a, b) for a, b in product(points, repeat=2) if sum(x != y for x, y in zip(a, b, strict=True)) == 1]
    for values in product(range(steps + 1), repeat=4):
        test = {point: Fraction(k, steps) for point, k in zip(points, values, strict=True)}
        if all(test[a] <= t * test[b] and 1 - test[a] <= t * (1 - test[b]) for a, b in near):
            yield test


def _groups(_: Settings) -> Iterator[Case]:
    """All private tests of two signs with probabilities in sixths: data sets that differ in both labels, next to the ratio t^2."""
    for t in (Fraction(3, 2), Fraction(3)):
        for test in _private_tests(6, t):
            for a, b in (((1, 1), (-1, -1)), ((1, -1), (-1, 1))):
                parameters = {"e^epsilon": str(t), "l": 2, "P(1)": [str(v) for v in test.values()]}
                yield Case(parameters, test[a], t**2 * test[b])
                yield Case(parameters | {"of": "-1"}, 1 - test[b], t**2 * (1 - test[a]))


def logistic_tests(_: Settings) -> Iterator[Case]:
    """The test P(1) = 1/(1 + e^(-epsilon S/2)) on the sum of signs, next to both bounds of label/own/lower2."""
    for size, eta, value in product(
        (1, 3, 6), (Fraction(1, 10), Fraction(1, 2), Fraction(1)), (Fraction(1, 5), Fraction(2))
    ):
        e = as_arb(value)
        coins = (comb(size, k) * eta**k * (1 - eta) ** (size - k) for k in range(size + 1))
        bound = sum((as_arb(mass) / (1 + (e * k).exp()) for k, mass in enumerate(coins)), arb(0))
        signs = sign_law(size, (1 + eta) / 2).items()
        error = sum((as_arb(mass) / (1 + (e * s / 2).exp()) for s, mass in signs), arb(0))
        parameters = {"n": size, "eta": str(eta), "epsilon": str(value)}
        yield Case(parameters, bound - NARROW, error)
        yield Case(parameters, 1 / (1 + (e * as_arb(size * eta)).exp()) - NARROW, bound)


def _unequal_points(_: Settings) -> Iterator[Case]:
    """E 1/(1 + e^(epsilon l)) next to the error of all private tests of two signs with probabilities in sixths, two etas.

    The points need not be alike: |eta| = 1/2 and 0, 1/3 and 1, 1/4 twice.
    """
    for t, etas in product(
        (Fraction(3, 2), Fraction(3)),
        ((Fraction(1, 2), Fraction(0)), (Fraction(1, 3), Fraction(1)), (Fraction(1, 4),) * 2),
    ):
        law = walk([FiniteLaw.of({1: eta, 0: 1 - eta}) for eta in etas])
        bound = sum((mass / (1 + t**k) for k, mass in law.items()), Fraction(0))
        for test in _private_tests(6, t):
            error = sum(
                (
                    prod((1 + v * y * eta) / 2 for y, eta in zip(signs, etas, strict=True)) * (1 - p if v == 1 else p)
                    for v in (1, -1)
                    for signs, p in test.items()
                ),
                Fraction(0),
            )
            parameters = {"e^epsilon": str(t), "|eta|": [str(x) for x in etas], "P(1)": [str(p) for p in test.values()]}
            yield Case(parameters, bound, error / 2)


TWO_LAWS = (
    line(TestRisk(TEST, P, Q), given=(_COUPLED, PRIVATE))
    .eq((Expectation(_ONE) + Expectation(_OTHER)) / 2, RISK_OF_TEST(TEST, P, Q, *ERRORS))
    .eq(Expectation(_ONE + _OTHER) / 2, ADDITIVE(_ONE, _OTHER))
    .eq(Expectation((_ONE + _OTHER) / 2), LINEAR(_ONE + _OTHER, Rational(1, 2), 0))
    .ge(Expectation(_CURVE), MONOTONE(_CURVE, (_ONE + _OTHER) / 2), TWO_ERRORS)
    .ge(1 / (1 + exp(EPS * Expectation(_FAR))), AVERAGED)
)
"""A private test of any two laws of labels, by the expected number of labels that differ."""
_INDEPENDENT = IndependentLabels(P, Q, LABELS)
_AT_COUPLED = (
    line(TWO_LAWS.start, given=(*TWO_LAWS.given, _INDEPENDENT))
    .ge(TWO_LAWS.end, TWO_LAWS)
    .eq(1 / (1 + exp(EPS * Sum(TV(Label(P, _I), Label(Q, _I)), _I, 1, LABELS))), COUPLING(TEST, P, Q, *ERRORS, LABELS))
)
LOWER2_CHAIN = (
    line(_AT_COUPLED.start, given=(PRIVATE, _INDEPENDENT))
    .ge(_AT_COUPLED.end, obtain(COUPLED_LABELS(TEST, P, Q, *ERRORS, LABELS), _AT_COUPLED))
    .crosschecked(
        "a logistic test, exact",
        r"\frac1{1+e^{\varepsilon n\eta}}\le E\frac1{1+e^{\varepsilon l}}\le P(\hat V\ne V)",
        "n = 1, 3, 6; eta = 1/10, 1/2, 1; epsilon = 1/5, 2",
        logistic_tests,
        granted="2^{-40}",
    )
    .crosschecked(
        "all private tests of two unlike signs with probabilities in sixths",
        r"E\frac1{1+e^{\varepsilon l}}\le P(\hat V\ne V)",
        "e^epsilon = 3/2, 3; |eta| = (1/2, 0), (1/3, 1), (1/4, 1/4); all tests with probabilities k/6 that are epsilon-label DP",
        _unequal_points,
    )
    .crosschecked(
        "labels -T, 0, T, a logistic test",
        r"\frac1{1+e^{\varepsilon n\eta/T}}\le P(\hat V\ne V)",
        "n = 1, 2, 5, epsilon = 1/5, 2",
        three_values,
        granted="2^{-40}",
    )
    .crosschecked(
        "all laws on three labels with denominator 6",
        r"P(Y\ne Y')=\mathrm{TV},\ \text{both marginals right}",
        "all pairs of laws on three labels with denominator 6",
        _couplings,
        "==",
    )
    .crosschecked(
        "all private tests of two signs with probabilities in sixths",
        r"l=2:\ P(1\mid D)\le e^{2\varepsilon}P(1\mid D')",
        "e^epsilon = 3/2, 3; all tests of two signs with probabilities k/6 that are epsilon-label DP",
        _groups,
    )
)
LOWER2 = Claim(
    "label/own/lower2",
    "ours, in place of Lemmas 1 and 3",
    Kind.LOWER_BOUND,
    "every label private test between V and -V errs",
    corrected=LOWER2_CHAIN,
    note="P and Q are the laws of the labels under V and -V, given the features; a and b are the errors at data drawn together, each "
    "label by a maximal coupling, l the number of labels that differ. For any epsilon, any phi, any n; no parity, no "
    "Berry-Esseen. Labels +-1 have TV = |eta|.",
)

CLAIMS = (
    TWO_ERRORS,
    AVERAGED,
    LOWER2,
)
