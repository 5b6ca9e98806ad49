"""Labels of a data set: tests of two laws of them, label privacy, and couplings in which few labels differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from sympy import Abs, exp

from verify.kernel.calculus.conditions import WholeNumber, at_most, equal, property_of
from verify.kernel.calculus.facts.privacy import logarithm, summed
from verify.kernel.calculus.nouns import TV, Expectation, Law
from verify.kernel.calculus.over import Sum
from verify.kernel.calculus.reasons import Case, Outside, Schema
from verify.kernel.calculus.statement import Statement
from verify.kernel.calculus.terms import Name, constructor, integer, law, quantity, random_real, real
from verify.kernel.calculus.values import OUTCOMES
from verify.kernel.statements.outcome import as_arb


def _risk(test: Any, p: list[Law], q: list[Law]) -> Fraction:
    """Of a test that is given by its probability to say + at each data set."""
    one, other = (_product(several) for several in (p, q))
    misses = sum((w * (1 - test[data]) for data, w in one.items()), Fraction(0))
    return (misses + sum((w * test[data] for data, w in other.items()), Fraction(0))) / 2


def _label_private(algorithm: Any, e: Any) -> bool:
    """Of laws of answers, or probabilities to say +: no ratio at neighbours is above e^epsilon."""
    laws_ = {d: a if isinstance(a, dict) else {True: a, False: 1 - a} for d, a in algorithm.items()}
    near = [(a, b) for a, b in product(laws_, laws_) if sum(x != y for x, y in zip(a, b, strict=True)) == 1]
    grown = as_arb(e).exp() * (1 + as_arb(Fraction(1, 10**12)))
    return not any(as_arb(w) > grown * as_arb(laws_[b].get(z, 0)) for a, b in near for z, w in laws_[a].items())


def _is_coupled(  # the terms, the values of their letters, and how to find a term's value
    test: Any, p: Any, q: Any, one: Any, other: Any, far: Any, values: Any, value: Any
) -> bool:
    """Whether errors have the laws that they have on their own, and as few labels differ on average as can be.

    Each label differs with its laws' distance at least: where that is attained, no coupling does better.
    """
    chances = value(test, values)
    first, second = (p if isinstance(p, dict) else _product(p) for p in (value(p, values), value(q, values)))
    found = [(w, *(outcome[x] for x in (one, other, far))) for w, outcome in values[OUTCOMES]]
    alone = [(w, 1 - chances[data]) for data, w in first.items()]
    beside = [(w, chances[data]) for data, w in second.items()]
    labels = [
        _pooled((s * w, data[i]) for s, law_ in ((1, first), (-1, second)) for data, w in law_.items())
        for i in range(len(next(iter(first))))
    ]
    least = sum((abs(mass) for label in labels for mass in label.values()), Fraction(0)) / 2
    return (
        _pooled((w, a) for w, a, _, _ in found) == _pooled(alone)
        and _pooled((w, b) for w, _, b, _ in found) == _pooled(beside)
        and sum((w * differ for w, _, _, differ in found), Fraction(0)) == least
    )


def _signs_of_mean(size: Fraction, mean: Fraction) -> Law:
    vectors = [v for v in product((-1, 1), repeat=int(size)) if sum(v) == size * mean]
    return {v: Fraction(1, len(vectors)) for v in vectors}


def _pooled(weighed: Iterable[tuple[Fraction, Fraction]]) -> Law:
    law_: Law = {}
    for w, place in weighed:
        if w:
            law_[place] = law_.get(place, Fraction(0)) + w
    return law_


def _product(several: list[Law]) -> Law:
    found: Law = {}
    for data in product(*several):
        found[data] = prod((p[y] for p, y in zip(several, data, strict=True)), start=Fraction(1))
    return found


TestRisk = quantity(
    "TestRisk",
    r"\tfrac12\big({1}({0} \ne +) + {2}({0} \ne -)\big)",
    "average error of a test of two laws of the labels of a data set",
    0,
    1,
    value=_risk,
)
Label = constructor("Label", "{0}^{{Y_{{{1}}}}}", lambda several, i: several[int(i) - 1])
"""The law of one label: Label(P, i)."""
LabelMean = quantity(
    "LabelMean",
    r"\mathbb{{E}}_{{{0}}}[Y_{{{1}}}]",
    "mean of one label",
    value=lambda several, i: summed([y * w for y, w in several[int(i) - 1].items()]),
)
SignsOfMean = constructor(
    "SignsOfMean", r"U_{{{0}, {1}}}", _signs_of_mean, needs=lambda _, t: (at_most(-1, t), at_most(t, 1)), sort="law"
)
"""The uniform law on sign vectors of length n with mean t: SignsOfMean(n, t)."""
LabelPrivate = property_of(
    "LabelPrivate", r"{0}\text{{ is }}{1}\text{{-label private}}", _label_private, asks=lambda _, e: (at_most(0, e),)
)
"""A test whose answers' probabilities change by e^epsilon at most with one label: LabelPrivate(A, epsilon)."""
Coupled = property_of(
    "Coupled",
    r"({3}, {4}, {5})\text{{: errors of }}{0}\text{{ at coupled labels of }}{1}\text{{ and }}{2}"
    r"\text{{, and how many differ}}",
    over_outcomes=_is_coupled,
)
"""a and b are the probabilities that a test A errs at data D of P, D' of Q with equal features, drawn together so that
as few labels differ as can be, l of them: Coupled(A, P, Q, a, b, l)."""
IndependentLabels = property_of("IndependentLabels", r"{0}, {1}\text{{: }}{2}\text{{ independent labels}}")
"""Both laws are of a given number of independent labels, each with finitely many values: IndependentLabels(P, Q, N)."""
Turned = property_of(
    "Turned",
    r"{0}\text{{ on }}\{{-{2}, 0, {2}\}}\text{{, turned in }}{1}",
    lambda several, others, size: all(
        set(p) <= {-size, 0, size} and {-y: w for y, w in p.items()} == q for p, q in zip(several, others, strict=True)
    ),
)
"""The labels of P are -T, 0 or T, and those of Q have the law of their negatives: Turned(P, Q, T)."""


_A, _P, _Q = Name("A", "algorithm"), law("P"), law("Q")
n, _i = integer("n", least=1), integer("i", least=1)
t, epsilon, _scale = real("t"), real("epsilon", least=0), real("T", above=0)
ERR, ERR_2, _FAR = random_real("a", 0, 1), random_real("b", 0, 1), random_real("l", 0)


def coupled(p: Law, q: Law) -> list[tuple[Any, Any, Fraction]]:
    """A maximal coupling of two labels."""
    kept = {a: min(p[a], q[a]) for a in p}
    apart = 1 - sum(kept.values())
    found = [(a, a, w) for a, w in kept.items()]
    if apart:
        found += [(a, b, (p[a] - kept[a]) * (q[b] - kept[b]) / apart) for a, b in product(p, p)]
    return [(a, b, w) for a, b, w in found if w]


def _tests() -> Iterator[tuple[dict[Any, Any], list[tuple[Fraction, Any, Any]]]]:
    """Private tests of the sum of one or two labels; the coupled data sets."""
    for size, ratio, mean in product(
        (1, 2), (Fraction(3, 2), Fraction(4)), (Fraction(1, 5), Fraction(1, 2), Fraction(1))
    ):
        for spread in (Fraction(1), Fraction(3, 4)):
            one = {-1: spread * (1 - mean) / 2, 0: 1 - spread, 1: spread * (1 + mean) / 2}
            p, q = [one] * size, [{-a: w for a, w in one.items()}] * size
            sets = list(product((-1, 0, 1), repeat=size))
            # From -1 to 1 the odds change by e^epsilon at most.
            odds = {data: _root(ratio) ** sum(data) for data in sets}
            test = {data: Fraction(x) / (1 + x) for data, x in odds.items()}
            joint = [
                (
                    prod((w for *_, w in pairs), start=Fraction(1)),
                    tuple(a for a, *_ in pairs),
                    tuple(b for _, b, _ in pairs),
                )
                for pairs in product(*(coupled(u, v) for u, v in zip(p, q, strict=True)))
            ]
            yield {_A: test, _P: p, _Q: q, epsilon: 2 * logarithm(_root(ratio)), n: Fraction(size)}, joint


def _root(ratio: Fraction) -> Fraction:
    """A rational number whose square is at most the ratio, near its root."""
    return Fraction(int(1000 * float(ratio) ** 0.5), 1000)


def _errors(values: dict[Any, Any], joint: list[tuple[Fraction, Any, Any]]) -> tuple[Any, ...]:
    return tuple(
        (
            w,
            {
                ERR: 1 - values[_A][d],
                ERR_2: values[_A][e],
                _FAR: Fraction(sum(x != y for x, y in zip(d, e, strict=True))),
            },
        )
        for w, d, e in joint
    )


def _coupled_risks() -> Iterator[Case]:
    for values, joint in _tests():
        yield (_A, _P, _Q, ERR, ERR_2, _FAR), {**values, OUTCOMES: _errors(values, joint)}


def _groups() -> Iterator[Case]:
    for values, joint in _tests():
        for _, outcome in _errors(values, joint):
            yield (_A, _P, _Q, ERR, ERR_2, _FAR, epsilon), {**values, **outcome}


def _distances() -> Iterator[Case]:
    for values, joint in _tests():
        yield (_A, _P, _Q, ERR, ERR_2, _FAR, n), {**values, OUTCOMES: _errors(values, joint)}


def _ternary() -> Iterator[Case]:
    for values, _ in _tests():
        yield (_P, _Q, _scale, _i), {**values, _scale: Fraction(1), _i: Fraction(1)}


def _fixed_means() -> Iterator[Case]:
    """A vector of mean t, and n t of its signs 1 turned, any of them; a test by the sum, and one by the first sign."""
    for size, places in ((1, 1), (2, 2), (3, 1), (3, 3), (5, 1)):
        sets = list(product((-1, 1), repeat=size))
        opposite = [(one, other) for one, other in product(sets, repeat=2) if sum(one) == places == -sum(other)]
        pairs = [(one, other) for one, other in opposite if all(a >= b for a, b in zip(one, other, strict=True))]
        for test in (
            {data: Fraction(size + sum(data), 2 * size) for data in sets},
            {data: Fraction(2 + data[0], 4) for data in sets},
        ):
            outcomes = tuple(
                (Fraction(1, len(pairs)), {ERR: 1 - test[one], ERR_2: test[other], _FAR: Fraction(places)})
                for one, other in pairs
            )
            yield (
                (_A, n, t, ERR, ERR_2, _FAR),
                {
                    _A: test,
                    n: Fraction(size),
                    t: Fraction(places, size),
                    OUTCOMES: outcomes,
                },
            )


def _free_errors() -> Iterator[Outside]:
    """No error at either data, one label apart, or none."""
    values, _ = next(_tests())
    yield (
        0,
        (_A, _P, _Q, ERR, ERR_2, _FAR, epsilon),
        {**values, ERR: Fraction(0), ERR_2: Fraction(0), _FAR: Fraction(1)},
    )


def _far() -> Iterator[Outside]:
    """One more label differs than need be."""
    for values, joint in _tests():
        more = tuple((w, {**outcome, _FAR: outcome[_FAR] + 1}) for w, outcome in _errors(values, joint))
        yield 0, (_A, _P, _Q, ERR, ERR_2, _FAR, n), {**values, OUTCOMES: more}
        return


def _far_signs() -> Iterator[Outside]:
    """One more sign differs than need be; the vectors of mean 1 for those of -1."""
    letters, values = next(_fixed_means())
    more = tuple((w, {**outcome, _FAR: outcome[_FAR] + 1}) for w, outcome in values[OUTCOMES])
    yield 0, letters, {**values, OUTCOMES: more}
    test = values[_A]
    turned = ((Fraction(1), {ERR: 1 - test[-1,], ERR_2: test[1,], _FAR: Fraction(1)}),)
    yield 1, letters, {**values, t: Fraction(-1), OUTCOMES: turned}


RISK_OF_TEST = Schema(
    "errors at coupled data",
    "lemma",
    "linearity: each draw of a coupling has its own law",
    lambda test, p, q, one, other, far: Statement(
        equal(TestRisk(test, p, q), (Expectation(one) + Expectation(other)) / 2),
        (Coupled(test, p, q, one, other, far),),
    ),
    (_A, _P, _Q, ERR, ERR_2, _FAR),
    _coupled_risks,
)
GROUP_ABOVE = Schema(
    "group privacy of rejecting",
    "theorem",
    "Dwork and Roth 2014, Theorem 2.2: the answer - at D' next to that at D",
    lambda test, p, q, one, other, far, e: Statement(
        at_most(1, exp(e * far) * one + other), (Coupled(test, p, q, one, other, far), LabelPrivate(test, e))
    ),
    (_A, _P, _Q, ERR, ERR_2, _FAR, epsilon),
    _groups,
    outside=_free_errors,
)
GROUP_BELOW = Schema(
    "group privacy of accepting",
    "theorem",
    "Dwork and Roth 2014, Theorem 2.2: the answer + at D next to that at D'",
    lambda test, p, q, one, other, far, e: Statement(
        at_most(1, one + exp(e * far) * other), (Coupled(test, p, q, one, other, far), LabelPrivate(test, e))
    ),
    (_A, _P, _Q, ERR, ERR_2, _FAR, epsilon),
    _groups,
    outside=_free_errors,
)
COUPLED_LABELS = Schema(
    "labels are coupled",
    "lemma",
    "maximal coupling of each label: Levin, Peres and Wilmer 2009, Proposition 4.7",
    lambda test, p, q, one, other, far, size: Statement(
        Coupled(test, p, q, one, other, far), (IndependentLabels(p, q, size),)
    ),
    (_A, _P, _Q, ERR, ERR_2, _FAR, n),
    _distances,
    finds=(ERR, ERR_2, _FAR),
)
COUPLED_SIGNS = Schema(
    "signs of opposite means are coupled",
    "lemma",
    "counting: a given number of signs of one vector are turned",
    lambda test, size, mean, one, other, far: Statement(
        Coupled(test, SignsOfMean(size, mean), SignsOfMean(size, -mean), one, other, far),
        (at_most(0, mean), at_most(mean, 1), WholeNumber(size * (1 + mean) / 2)),
    ),
    (_A, n, t, ERR, ERR_2, _FAR),
    _fixed_means,
    finds=(ERR, ERR_2, _FAR),
)
COUPLING = Schema(
    "labels that differ",
    "lemma",
    "maximal coupling of each label: Levin, Peres and Wilmer 2009, Proposition 4.7",
    lambda test, p, q, one, other, far, size: Statement(
        equal(Expectation(far), Sum(TV(Label(p, _i), Label(q, _i)), _i, 1, size)),
        (Coupled(test, p, q, one, other, far), IndependentLabels(p, q, size)),
    ),
    (_A, _P, _Q, ERR, ERR_2, _FAR, n),
    _distances,
    outside=_far,
)
TURNED_SIGNS = Schema(
    "signs of opposite means",
    "lemma",
    "counting: n t signs are turned",
    lambda test, size, mean, one, other, far: Statement(
        equal(Expectation(far), size * mean),
        (
            Coupled(test, SignsOfMean(size, mean), SignsOfMean(size, -mean), one, other, far),
            at_most(0, mean),
            at_most(mean, 1),
            WholeNumber(size * (1 + mean) / 2),
        ),
    ),
    (_A, n, t, ERR, ERR_2, _FAR),
    _fixed_means,
    outside=_far_signs,
)
TERNARY = Schema(
    "labels turned",
    "definition",
    "definition of the total variation",
    lambda p, q, size, index: Statement(
        equal(TV(Label(p, index), Label(q, index)), Abs(LabelMean(p, index)) / size), (Turned(p, q, size),)
    ),
    (_P, _Q, _scale, _i),
    _ternary,
)

FACTS = (
    RISK_OF_TEST,
    COUPLED_LABELS,
    COUPLED_SIGNS,
    GROUP_ABOVE,
    GROUP_BELOW,
    COUPLING,
    TURNED_SIGNS,
    TERNARY,
)
