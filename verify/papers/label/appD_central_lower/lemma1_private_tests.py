"""label Appendix D: every label private test between V and -V errs, step by step, in place of Lemmas 1 and 3."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb, prod

import sympy
from flint import arb
from sympy import Integer, exp, oo

from lowerbounds.information.laws import FiniteLaw
from verify.papers.label.instances.bins import walk
from verify.papers.label.instances.sign_sums import sign_law
from verify.papers.label.instances.tent_functions import NARROW, three_values
from verify.prover import Variable
from verify.statements import AllOf, Case, Derived, FiniteCheck, Identity, at_most
from verify.statements.claim import Claim, Kind
from verify.statements.outcome import Settings, as_arb

_A, _B, _P, _Q, _M = sympy.symbols("a b p q m", nonnegative=True)
_X, _Y, _R, _U = sympy.symbols("x y r u", positive=True)
_UNIT = Integer(0), Integer(1)
_RATIO = Variable(_X, Integer(1), oo)
"""x = e^(epsilon l)."""


def _laws() -> list[tuple[Fraction, ...]]:
    """All laws on three labels with denominator 6."""
    return [tuple(Fraction(k, 6) for k in (a, b, 6 - a - b)) for a in range(7) for b in range(7 - a)]


def _couplings(_: Settings) -> Iterator[Case]:
    """min(p, q) on the diagonal, (p - min)(q - min)/TV off it: marginals, and the chance of a difference, exact."""
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
    """All maps of two signs to chances k/steps whose ratios, and those of the complements, between neighbours are at most t."""
    points = list(product((-1, 1), repeat=2))
    near = [(a, b) for a, b in product(points, repeat=2) if sum(x != y for x, y in zip(a, b, strict=True)) == 1]
    for values in product(range(steps + 1), repeat=4):
        test = {point: Fraction(k, steps) for point, k in zip(points, values, strict=True)}
        if all(test[a] <= t * test[b] and 1 - test[a] <= t * (1 - test[b]) for a, b in near):
            yield test


def _groups(_: Settings) -> Iterator[Case]:
    """All private tests of two signs with chances in sixths: data sets that differ in both labels, beside the ratio t^2."""
    for t in (Fraction(3, 2), Fraction(3)):
        for test in _private_tests(6, t):
            for a, b in (((1, 1), (-1, -1)), ((1, -1), (-1, 1))):
                parameters = {"e^epsilon": str(t), "l": 2, "P(1)": [str(v) for v in test.values()]}
                yield Case(parameters, test[a], t**2 * test[b])
                yield Case(parameters | {"of": "-1"}, 1 - test[b], t**2 * (1 - test[a]))


def _two_errors(_: Settings) -> Iterator[Case]:
    """All errors a, b with denominator 30 that satisfy both conditions, beside 2/(1 + x)."""
    for ratio in (Fraction(1), Fraction(3, 2), Fraction(4)):
        for j, k in product(range(31), repeat=2):
            a, b = Fraction(j, 30), Fraction(k, 30)
            if 1 - b <= ratio * a and 1 - a <= ratio * b:
                yield Case({"x": str(ratio), "a": str(a), "b": str(b)}, 2 / (1 + ratio), a + b)


def _averages(_: Settings) -> Iterator[Case]:
    """1/(1 + e^(epsilon E l)) beside E 1/(1 + e^(epsilon l)) for sums of unequal bits, exact laws."""
    for chances in ((Fraction(1, 2),), (Fraction(1, 10), Fraction(9, 10)), (Fraction(1, 5),) * 6):
        law = walk([FiniteLaw.of({1: p, 0: 1 - p}) for p in chances])
        for value in (Fraction(1, 5), Fraction(2)):
            e = as_arb(value)
            mean = sum((as_arb(mass) / (1 + (e * k).exp()) for k, mass in law.items()), arb(0))
            bound = 1 / (1 + (e * as_arb(sum(chances, Fraction(0)))).exp())
            yield Case({"TV": [str(p) for p in chances], "epsilon": str(value)}, bound - NARROW, mean)


def logistic_tests(_: Settings) -> Iterator[Case]:
    """The test P(1) = 1/(1 + e^(-epsilon S/2)) on the sum of signs, beside both bounds of label/own/lower2."""
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
    """E 1/(1 + e^(epsilon l)) beside the error of all private tests of two signs with chances in sixths, two etas.

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


CLAIMS = (
    Claim(
        "label/own/lower2/coupling",
        "ours, a step of label/own/lower2",
        Kind.CONSTRUCTION,
        "labels under V and -V that differ with probability TV",
        None,
        Derived(
            r"\text{a joint law of }Y\sim P,\ Y'\sim Q\text{ with }P(Y\ne Y')=\mathrm{TV}(P,Q)",
            (),
            AllOf(
                r"\text{diagonal }\min(p_i,q_i),\text{ off it }(p_i-\min)(q_j-\min)/\mathrm{TV}",
                (
                    (
                        "a row: the diagonal m, and the rest of p in shares of u = TV that add up to one, p = m + a",
                        Identity(_M + _A * (_P / _U + (_U - _P) / _U), _M + _A),
                    ),
                    (
                        "where p exceeds q nothing of q is left: the cell of row and column i has no mass off the minimum",
                        at_most(
                            sympy.Max(_P - _Q, 0) * sympy.Max(_Q - _P, 0),
                            Integer(0),
                            *(Variable(s, *_UNIT) for s in (_P, _Q)),
                        ),
                    ),
                ),
            ),
            (),
            (
                (
                    "all laws on three labels with denominator 6",
                    FiniteCheck(
                        r"P(Y\ne Y')=\mathrm{TV},\ \text{both marginals right}",
                        "all pairs of laws on three labels with denominator 6",
                        _couplings,
                        "==",
                    ),
                ),
            ),
        ),
        note="For each sample of its own, given its features; the samples are independent.",
    ),
    Claim(
        "label/own/lower2/group",
        "ours, a step of label/own/lower2",
        Kind.PRIVACY,
        "group privacy",
        None,
        Derived(
            r"D,D'\text{ differ in }l\text{ labels}:\ P(A(D)\in S)\le e^{l\varepsilon}P(A(D')\in S)",
            ("label/def1",),
            at_most(
                _P * _R * _Y * _Q,
                _R * _Y * _Q,
                Variable(_P, *_UNIT),
                Variable(_R, Integer(1), oo),
                Variable(_Y, Integer(1), oo),
                Variable(_Q, *_UNIT),
            ),
            (),
            (
                (
                    "all private tests of two signs with chances in sixths",
                    FiniteCheck(
                        r"l=2:\ P(1\mid D)\le e^{2\varepsilon}P(1\mid D')",
                        "e^epsilon = 3/2, 3; all tests of two signs with chances k/6 that are epsilon-label DP",
                        _groups,
                    ),
                ),
            ),
        ),
        note="One label after the other: P(A(D) in S) = p r P(A(D_1) in S) with p <= 1, r = e^epsilon, and P(A(D_1) in S) <= y P(A(D') in S), "
        "y = e^(epsilon (l-1)), for q = P(A(D') in S).",
    ),
    Claim(
        "label/own/lower2/errors",
        "ours, a step of label/own/lower2",
        Kind.INEQUALITY,
        "two errors on data sets that are l labels apart",
        None,
        Derived(
            r"a=P(\hat V=-1\mid D_+),\ b=P(\hat V=1\mid D_-):\ \tfrac12(a+b)\ge\frac1{1+e^{\varepsilon l}}",
            ("label/own/lower2/group",),
            AllOf(
                r"1-b\le xa,\ 1-a\le xb,\ x=e^{\varepsilon l}",
                (
                    (
                        "with what the two conditions leave, p = xa - (1-b) and q = xb - (1-a)",
                        Identity(_X * _A - (1 - _B) + _X * _B - (1 - _A), (1 + _X) * (_A + _B) - 2),
                    ),
                    (
                        "so a + b = (2+p+q)/(1+x)",
                        at_most(
                            2 / (1 + _X),
                            (2 + _P + _Q) / (1 + _X),
                            _RATIO,
                            *(Variable(s, Integer(0), oo) for s in (_P, _Q)),
                        ),
                    ),
                ),
            ),
            (),
            (
                (
                    "all errors with denominator 30",
                    FiniteCheck(r"a+b\ge\tfrac2{1+x}", "x = 1, 3/2, 4; a, b in thirtieths", _two_errors),
                ),
            ),
        ),
    ),
    Claim(
        "label/own/lower2/jensen",
        "ours, a step of label/own/lower2",
        Kind.INEQUALITY,
        "the average over the number of labels that differ",
        None,
        Derived(
            r"E\frac1{1+e^{\varepsilon l}}\ge\frac1{1+e^{\varepsilon El}},\ l\ge0",
            (),
            AllOf(
                r"1/(1+e^u)\text{ is convex for }u\ge0",
                (
                    (
                        "the second derivative",
                        Identity(sympy.diff(1 / (1 + exp(_U)), _U, 2), exp(_U) * (exp(_U) - 1) / (1 + exp(_U)) ** 3),
                    ),
                    (
                        "is not negative, r = e^u",
                        at_most(Integer(0), _R * (_R - 1) / (1 + _R) ** 3, Variable(_R, Integer(1), oo)),
                    ),
                ),
            ),
            (),
            (
                (
                    "sums of unequal bits, exact",
                    FiniteCheck(
                        r"\frac1{1+e^{\varepsilon El}}\le E\frac1{1+e^{\varepsilon l}}",
                        "three sums of one to six bits, epsilon = 1/5, 2",
                        _averages,
                        granted="2^{-40}",
                    ),
                ),
            ),
        ),
    ),
    Claim(
        "label/own/lower2",
        "ours, in place of Lemmas 1 and 3",
        Kind.LOWER_BOUND,
        "every label private test between V and -V errs",
        None,
        Derived(
            r"P(\hat V\ne V\mid X)\ge E\frac1{1+e^{\varepsilon l}}\ge\frac1{1+\exp(\varepsilon\sum_i\mathrm{TV}_i)},\ l=\sum_i\mathrm{Ber}(\mathrm{TV}_i)",
            (
                "label/own/lower2/coupling",
                "label/own/lower2/errors",
                "label/own/lower2/jensen",
            ),
            at_most(
                _P / (1 + _X) + (1 - _P) / (1 + _Y),
                _P * (1 / (1 + _X) + _A) + (1 - _P) * (1 / (1 + _Y) + _B),
                Variable(_P, *_UNIT),
                _RATIO,
                Variable(_Y, Integer(1), oo),
                *(Variable(s, *_UNIT) for s in (_A, _B)),
            ),
            (),
            (
                (
                    "a logistic test, exact",
                    FiniteCheck(
                        r"\frac1{1+e^{\varepsilon n\eta}}\le E\frac1{1+e^{\varepsilon l}}\le P(\hat V\ne V)",
                        "n = 1, 3, 6; eta = 1/10, 1/2, 1; epsilon = 1/5, 2",
                        logistic_tests,
                        granted="2^{-40}",
                    ),
                ),
                (
                    "all private tests of two unlike signs with chances in sixths",
                    FiniteCheck(
                        r"E\frac1{1+e^{\varepsilon l}}\le P(\hat V\ne V)",
                        "e^epsilon = 3/2, 3; |eta| = (1/2, 0), (1/3, 1), (1/4, 1/4); all tests with chances k/6 that are epsilon-label DP",
                        _unequal_points,
                    ),
                ),
                (
                    "labels -T, 0, T, a logistic test",
                    FiniteCheck(
                        r"\frac1{1+e^{\varepsilon n\eta/T}}\le P(\hat V\ne V)",
                        "n = 1, 2, 5, epsilon = 1/5, 2",
                        three_values,
                        granted="2^{-40}",
                    ),
                ),
            ),
        ),
        note="The composition: the error averaged over where the labels differ, there at least 1/(1+x) and 1/(1+y), x and y = e^(epsilon l) at two "
        "such places. For any epsilon, any phi, any n; no parity, no Berry-Esseen. Labels +-1 have TV = |eta|.",
    ),
)
