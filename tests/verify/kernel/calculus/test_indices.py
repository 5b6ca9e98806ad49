"""Sums, suprema and infima over an index, events, and random numbers: right steps, and planted wrong ones."""

from typing import Any

import pytest
from sympy import Abs, Integer, Rational, exp, log, sqrt

from tests.verify.kernel.calculus.chains import accepted, refused
from verify.kernel.calculus import (
    ADDITIVE,
    BIAS_VARIANCE,
    CHAIN_OVER_USERS,
    COMPLEMENT,
    FINITE_KL,
    FINITE_MEAN,
    HOEFFDING,
    JENSEN,
    KL,
    LAPLACE_VARIANCE,
    LINEAR,
    LIPSCHITZ,
    MONOTONE,
    PINSKER,
    PRIVATE_CHI_SQUARE,
    SUM_OF_INDEPENDENT,
    TENSORISATION,
    TV,
    UNION,
    Both,
    ChiSquare,
    Discrete,
    Either,
    Expectation,
    Holds,
    Independent,
    Infimum,
    LaplaceNoise,
    Maximum,
    Mean,
    MeanOfCopies,
    Not,
    OnInterval,
    Power,
    Private,
    Probability,
    Statement,
    Sum,
    Supremum,
    Through,
    Variance,
    WorstRisk,
    at_most,
    below,
    event,
    included,
    integer,
    law,
    let,
    line,
    random_real,
    real,
    words,
)
from verify.kernel.calculus.facts.exponential import _means
from verify.kernel.calculus.terms import Name
from verify.kernel.calculus.values import OUTCOMES, truth

P, Q, E, F = law("P"), law("Q"), event("E"), event("F")
K, Z = Name("K", "channel"), Name("Z", "protocol")
n, m, k = integer("n", least=1), integer("m", least=1), integer("k", least=1)
epsilon, x, y, s = real("epsilon", above=0), real("x"), real("y", least=0), real("s", above=0, most=1)
X, Y, S, W = (random_real(letter) for letter in "XYSW")
tv = TV(P, Q)


def test_a_bound_for_each_index_bounds_the_sum_the_supremum_and_the_infimum() -> None:
    each = PINSKER(Power(P, k), Power(Q, k))
    one = TV(Power(P, k), Power(Q, k))
    other = sqrt(KL(Power(P, k), Power(Q, k)) / 2)
    accepted(Sum(one, k, 1, n), "<=", Sum(other, k, 1, n), (each,))
    accepted(Supremum(one, k, at_most(k, n)), "<=", Supremum(other, k, at_most(k, n)), (each,))
    refused("fails|not decided", Sum(one, k, 1, n), ">=", Sum(other, k, 1, n), (each,))
    # Of another family: P and R.
    third = law("R")
    refused(
        "fails|not decided",
        Sum(one, k, 1, n),
        "<=",
        Sum(other, k, 1, n),
        (PINSKER(Power(P, k), Power(third, k)),),
    )


def test_what_an_index_satisfies_is_in_force_inside_and_not_outside() -> None:
    told, bound = ChiSquare(Through(K, P), Through(K, Q)), (exp(epsilon) - 1) ** 2 * tv**2
    fact = PRIVATE_CHI_SQUARE(K, epsilon, P, Q)
    accepted(Supremum(told, K, Private(K, epsilon)), "<=", bound, (fact,))
    refused("not established", Supremum(told, K, Private(K, 2 * epsilon)), "<=", bound, (fact,))
    free = Name("L", "channel")
    refused(
        "not established",
        Supremum(told, K, Private(K, epsilon)) + ChiSquare(Through(free, P), Through(free, Q)),
        "<=",
        Supremum(told, K, Private(K, epsilon)) + bound,
        (PRIVATE_CHI_SQUARE(free, epsilon, P, Q),),
    )


def test_no_letter_is_captured_or_shadowed() -> None:
    total = Sum(y * TV(Power(P, k), Power(Q, k)), k, 1, n)
    statement = Statement(at_most(total, n * y))
    with pytest.raises(ValueError, match="captured"):
        statement.at({y: k})
    with pytest.raises(ValueError, match="not free"):
        statement.at({k: m})
    refused("both bound and free", total + k, "<=", n * y + k)
    refused("free in what is assumed", total, "<=", n * y, given=(k <= 2,))
    nested = Supremum(Sum(TV(Power(P, k), Power(Q, k)), k, 1, n) + TV(Power(P, k), Q), k, at_most(k, n))
    refused("bound", nested, "<=", nested + 1)


def test_a_sum_of_a_constant_counts_its_terms() -> None:
    assert Sum(y, k, 2, n) == (n - 1) * y
    refused("turned round", Sum(TV(Power(P, k), Power(Q, k)), k, 3, n), "<=", n)


def test_an_index_takes_each_number_of_its_range_and_one_at_least() -> None:
    each = TV(Power(P, k), Power(Q, k))
    refused("not whole", Sum(each, k, 1, n / 2), "<=", n)
    late = integer("k", least=5)
    refused("does not take", Sum(late * TV(Power(P, late), Q), late, 1, n), "<=", n * Sum(each, late, 1, n))
    with pytest.raises(ValueError, match="no whole number"):
        Sum(y * TV(P, Q), y, 0, 1)
    accepted(Supremum(each, k, at_most(k, n)), "<=", 1)
    refused("may be empty", Supremum(each, k, at_most(k, 0)), "<=", 1)
    # 1 + TV <= k (1 + TV) <= (n - m)(1 + TV) for 1 <= k <= n - m: there is no such k where n < m.
    grown = Supremum(k * (1 + each), k, at_most(k, n - m))
    refused("may be empty", Supremum(1 + each, k, at_most(k, n - m)), "<=", grown, given=(at_most(n, m - 1),))
    accepted(
        Supremum(1 + each, k, at_most(k, n - m)),
        "<=",
        Supremum(2 + each, k, at_most(k, n - m)),
        (line(1 + each).le(2 + each),),
        given=(at_most(m + 1, n),),
    )
    refused("may be empty", Supremum(tv, P, at_most(2, tv)), "<=", 1)
    refused("may be infinite", Maximum(k * each, k), "<=", 1)
    refused("may be -oo", Integer(0), "<", exp(Infimum(x * tv, x)))
    refused("strict where", Supremum(k * each, k), "<", Supremum(k * each, k) + 1)


def test_an_infimum_and_a_supremum_have_no_constant_to_spare() -> None:
    inside = WorstRisk(Z, OnInterval(0, 1), m)
    protocols = Private(Z, epsilon)
    lemma = line(inside, given=(protocols,)).ge(y, words("by a picture"))
    accepted(Infimum(inside, Z, protocols), ">=", y, (lemma,))
    refused("fails|not decided", Infimum(inside, Z, protocols), ">=", 2 * y, (lemma,))
    refused("fails|not decided", Infimum(inside, Z, protocols), "<=", y, (lemma,))
    refused("not established", Infimum(inside, Z, Private(Z, 2 * epsilon)), ">=", y, (lemma,))
    refused("free in what is assumed", Infimum(inside, Z, protocols), ">=", y, (lemma,), given=(protocols,))


def test_events_of_sizes_are_two_one_sided_ones() -> None:
    far, sides = Holds(at_most(2, Abs(X))), [Holds(at_most(2, way * X)) for way in (1, -1)]
    accepted(Probability(far), "<=", Probability(Either(*sides)), (included(far, Either(*sides)),))
    accepted(Probability(sides[1]), "<=", Probability(far), (included(sides[1], far),))
    wrong = Either(sides[0], Holds(at_most(3, -X)))
    refused("fails|not shown|not decided", Probability(far), "<=", Probability(wrong), (included(far, wrong),))
    close = Holds(at_most(1, X))
    refused("fails|not shown|not decided", Probability(close), "<=", Probability(far), (included(close, far),))
    inside = Both(Holds(below(-2, X)), Holds(below(X, 2)))
    accepted(Probability(Not(far)), "<=", Probability(inside), (included(Not(far), inside),))
    narrow = Both(Holds(below(-1, X)), Holds(below(X, 2)))
    refused(
        "fails|not shown|not decided", Probability(Not(far)), "<=", Probability(narrow), (included(Not(far), narrow),)
    )


def test_an_interval_is_covered_by_two_that_meet() -> None:
    def between(low: Any, high: Any) -> Any:
        return Both(Holds(at_most(low, X)), Holds(below(X, high)))

    whole, parts = between(0, 2), Either(between(0, 1), between(1, 2))
    accepted(Probability(whole), "<=", Probability(parts), (included(whole, parts),))
    gap = Either(between(0, 1), between(Rational(3, 2), 2))
    refused("fails|not shown|not decided", Probability(whole), "<=", Probability(gap), (included(whole, gap),))
    short = Either(between(0, 1), between(1, Rational(3, 2)))
    refused("fails|not shown|not decided", Probability(whole), "<=", Probability(short), (included(whole, short),))


def test_events_imply_each_other_by_comparisons() -> None:
    tail, wide = Holds(at_most(2, X)), Holds(at_most(1, X))
    accepted(Probability(tail), "<=", Probability(wide), (included(tail, wide),))
    refused("fails|not decided", Probability(wide), "<=", Probability(tail), (included(wide, tail),))
    joint = Both(Holds(at_most(Y, 1)), Holds(at_most(3, X + Y)))
    accepted(Probability(joint), "<=", Probability(tail), (included(joint, tail),))
    both = Holds(at_most(2, X + Y))
    parts = Either(Holds(at_most(1, X)), Holds(at_most(1, Y)))
    accepted(
        Probability(both),
        "<=",
        Probability(parts),
        (included(both, parts),),
        "<=",
        Probability(parts.args[0]) + Probability(parts.args[1]),
        (UNION(*parts.args),),
    )
    low = Either(Holds(at_most(2, X)), Holds(at_most(1, Y)))
    refused("fails|not shown|not decided", Probability(both), "<=", Probability(low), (included(both, low),))
    accepted(Probability(Not(wide)), "<=", Probability(Not(tail)), (included(Not(wide), Not(tail)),))
    refused("not shown", Probability(E), "<=", Probability(F), (included(E, F),))
    accepted(Probability(Both(E, F)), "<=", Probability(F), (included(Both(E, F), F),))


def test_random_reals_are_no_constants() -> None:
    with pytest.raises(ValueError, match="is random"):
        LINEAR(X, Y, 0)
    with pytest.raises(ValueError, match="is random"):
        LINEAR(X, let("c", Y), 0)
    with pytest.raises(ValueError, match="is random"):
        line(s).le(1).at({s: X})
    with pytest.raises(ValueError, match="is a number"):
        TENSORISATION(P, Q, P)
    accepted(Expectation(3 * X + 1), "==", 3 * Expectation(X) + 1, (LINEAR(X, 3, 1),))
    drawn = Discrete(0, random_real("U", 0, 1), 1, 1 - random_real("U", 0, 1))
    with pytest.raises(ValueError, match="is random"):
        LINEAR(Y, TV(drawn, Q), 0)
    with pytest.raises(ValueError, match="is a number"):
        PINSKER(x, y)
    for schema, image in ((LIPSCHITZ, X + Y), (JENSEN, X * Y), (JENSEN, X * Expectation(X)), (LIPSCHITZ, x)):
        with pytest.raises(ValueError, match="no function of X alone"):
            schema(X, image)


def test_a_fact_captures_no_letter() -> None:
    with pytest.raises(ValueError, match="K would be captured"):
        CHAIN_OVER_USERS(Z, n, epsilon, Through(K, P), Through(K, Q))


def test_moments_join_to_a_risk() -> None:
    noisy = (Independent(X, W), LaplaceNoise(W, y + 1))
    accepted(
        Variance(X + W),
        "==",
        Variance(X) + 2 * (y + 1) ** 2,
        (SUM_OF_INDEPENDENT(X, W), LAPLACE_VARIANCE(W, y + 1)),
        given=noisy,
    )
    refused(
        "not established: Independent", Variance(X + W), "==", Variance(X) + Variance(W), (SUM_OF_INDEPENDENT(X, W),)
    )
    accepted(Expectation((X - x) ** 2), "==", (Expectation(X) - x) ** 2 + Variance(X), (BIAS_VARIANCE(X, x),))
    accepted(Expectation(X), "<=", Expectation(X**2 + Rational(1, 4)), (MONOTONE(X, X**2 + Rational(1, 4)),))
    refused("hypothesis", Expectation(X), "<=", Expectation(X**2), (MONOTONE(X, X**2),))
    accepted(Expectation(X + Y), "==", Expectation(X) + Expectation(Y), (ADDITIVE(X, Y),))


def test_hoeffding_asks_for_bounded_copies() -> None:
    tail = Probability(Holds(at_most(y + 1, Abs(S - Expectation(X)))))
    fact = (HOEFFDING(S, X, m, -1, 1, y + 1),)
    bound = 2 * exp(-m * (y + 1) ** 2 / 2)
    given = (MeanOfCopies(S, X, m), at_most(-1, X), at_most(X, 1))
    accepted(tail, "<=", bound, fact, given=given)
    for dropped in range(3):
        refused("not established|hypothesis", tail, "<=", bound, fact, given=given[:dropped] + given[dropped + 1 :])
    assert COMPLEMENT(E, F).statement.right == 1 - Probability(E)


def test_a_mean_of_copies_has_the_law_of_all_sequences_of_draws() -> None:
    judged = 0
    for _, values in _means():
        told = MeanOfCopies(S, X, m)
        assert truth(told, values) is True
        wrong = [{**values, m: values[m] + 1}]
        for moved, (w, at) in enumerate(values[OUTCOMES]):
            others = [one for k, one in enumerate(values[OUTCOMES]) if k != moved]
            wrong.append({**values, OUTCOMES: (*others, (w, at | {S: at[S] + 5}))})
        assert {truth(told, each) for each in wrong} == {False}
        judged += len(wrong)
    assert judged > 100


def test_finite_laws_have_mass_one() -> None:
    half = Rational(1, 2)
    fair, wrong = Discrete(-1, half, 1, half), Discrete(-1, half, 1, Rational(1, 3))
    accepted(Mean(fair), "==", 0, (FINITE_MEAN(fair),))
    refused("there may be no", Mean(wrong), "==", -Rational(1, 6), (FINITE_MEAN(wrong),))
    refused("there may be no", TV(Discrete(0, 1 + s, 1, -s), P), "<=", 1)
    twice, other = Discrete(0, Rational(1, 4), 0, Rational(3, 4)), Discrete(0, Rational(3, 4), 0, Rational(1, 4))
    refused("hypothesis 0 < 0", KL(twice, other), "==", log(3) / 2, (FINITE_KL(twice, other),))
