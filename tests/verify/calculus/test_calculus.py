"""The calculus: every kind of step is accepted where it is right, and refused where a planted defect makes it wrong."""

import doctest
from types import SimpleNamespace
from typing import Any

import pytest
import sympy
from sympy import Abs, Integer, Max, Min, Rational, exp, log, sqrt

import verify.calculus
from verify.calculus import (
    ADDITIVE,
    BIAS_VARIANCE,
    CHAIN_OVER_USERS,
    COMPLEMENT,
    FINITE_KL,
    FINITE_MEAN,
    HELLINGER,
    HOEFFDING,
    JENSEN,
    KL,
    LAPLACE_VARIANCE,
    LINEAR,
    LIPSCHITZ,
    MARKOV,
    MONOTONE,
    PINSKER,
    PRIVATE_CHI_SQUARE,
    SUM_OF_INDEPENDENT,
    TENSORISATION,
    TV,
    UNION,
    Both,
    ChiSquare,
    Comparison,
    Discrete,
    Either,
    Expectation,
    Gap,
    Grant,
    Hellinger2,
    Holds,
    Independent,
    Infimum,
    LaplaceNoise,
    Maximum,
    Mean,
    MeanOfCopies,
    Member,
    Not,
    OnInterval,
    Power,
    Private,
    Probability,
    Settings,
    Statement,
    Sum,
    Supremum,
    Through,
    Variance,
    WholeNumber,
    WorstRisk,
    at_most,
    audit,
    below,
    by,
    calc,
    cases,
    choose,
    condition,
    equal,
    event,
    included,
    integer,
    law,
    let,
    losses,
    quantity,
    random_real,
    real,
    words,
)
from verify.calculus.context import is_whole
from verify.calculus.facts.exponential import _means
from verify.calculus.terms import Name, text
from verify.calculus.values import OUTCOMES, truth
from verify.ledger.fingerprint import fingerprint
from verify.statements.claim import Claim, Kind
from verify.statements.outcome import Outcome, Verdict

P, Q, E, F = law("P"), law("Q"), event("E"), event("F")
K, Z = Name("K", "channel"), Name("Z", "protocol")
n, m, k = integer("n", least=1), integer("m", least=1), integer("k", least=1)
epsilon, x, y, s = real("epsilon", above=0), real("x"), real("y", least=0), real("s", above=0, most=1)
X, Y, S, W = (random_real(letter) for letter in "XYSW")
tv, kl = TV(P, Q), KL(P, Q)


def accepted(*chain: Any, **more: Any) -> None:
    audit(calc(*chain, **more))


def refused(why: str, *chain: Any, **more: Any) -> None:
    with pytest.raises((Gap, ValueError), match=why):
        audit(calc(*chain, **more))


def test_the_guide_holds() -> None:
    assert doctest.testmod(verify.calculus).failed == 0


def test_a_fact_is_put_in_where_the_line_moves_the_right_way() -> None:
    pinsker = by(PINSKER(P, Q))
    accepted(tv, "<=", sqrt(kl / 2), pinsker)
    accepted(1 - tv, ">=", 1 - sqrt(kl / 2), pinsker)
    accepted(s * tv + tv**2, "<=", s * sqrt(kl / 2) + kl / 2, pinsker)
    accepted(exp(-tv), ">=", exp(-sqrt(kl / 2)), pinsker)
    refused("not used|not decided|fails", tv, ">=", sqrt(kl / 2), pinsker)
    refused("not used|not decided|fails", 1 - tv, "<=", 1 - sqrt(kl / 2), pinsker)
    refused("not used|not decided|fails", exp(-tv), "<=", exp(-sqrt(kl / 2)), pinsker)


def test_the_sign_of_a_factor_is_shown_not_assumed() -> None:
    near = sqrt(Hellinger2(P, Q) * (2 - Hellinger2(P, Q)))
    refused("fails|not decided", x * tv, "<=", x * near, by(HELLINGER(P, Q)))
    accepted(y * tv, "<=", y * near, by(HELLINGER(P, Q)))
    refused("infinite", x * tv, "<=", x * sqrt(kl / 2), by(PINSKER(P, Q)))


def test_every_place_of_what_is_exchanged_has_to_move_the_same_way() -> None:
    h = Hellinger2(P, Q)
    near = sqrt(h * (2 - h))
    accepted(tv + tv**2, "<=", near + near**2, by(HELLINGER(P, Q)))
    refused("fails|not decided", tv - tv**2, "<=", near - near**2, by(HELLINGER(P, Q)))


def test_a_line_is_monotone_up_to_the_new_value_not_only_in_the_old_range() -> None:
    # (1 - TV)^2 falls in TV on [0, 1]; sqrt(KL/2) may be larger than 1, where the square grows again.
    refused("infinite|fails|not decided", (1 - tv) ** 2, ">=", (1 - sqrt(kl / 2)) ** 2, by(PINSKER(P, Q)))


def test_what_may_be_infinite_never_stands_against_itself() -> None:
    other = KL(Q, P)
    refused("undefined where", kl - other, "<=", kl)
    refused("undefined where", kl * (1 - other), "<=", kl)
    accepted(kl + other, "<=", 2 * kl + other)
    # KL + TV <= KL + s says nothing where KL is infinite: TV <= s can't be taken from it.
    vacuous = condition(at_most(kl + tv, kl + s))
    assert vacuous.left == kl + tv
    refused("fails|not decided", tv, "<=", s, by(at_most(kl + tv, kl + s)), given=(at_most(kl + tv, kl + s),))


def test_division_and_roots_and_logarithms_need_a_sign() -> None:
    refused("division by", Integer(1), "<=", 1 + 1 / y - 1 / y + 1 / tv)
    refused("a root of", sqrt(x), "<=", 1 + x**2)
    refused("not shown to be positive", log(y), "<=", y)
    refused("a power of", x**y, "<=", x**y + 1)
    accepted(log(1 + y), "<=", y)
    accepted(1 / (1 + kl), "<=", 1)
    refused("division by X", Expectation(1 / X), "==", Expectation(1 / X) + x - x + 0 * y)


def test_strict_for_all_numbers_is_not_strict_at_infinity() -> None:
    accepted(Integer(0), "<", 1 + kl)
    refused("strict where KL", Integer(0), "<", 1 / (1 + kl))
    refused("strict where KL", kl, "<", kl + 1)
    lemma = calc(Integer(0), "<", 1 / (1 + y))
    with pytest.raises(ValueError, match="may be infinite"):
        lemma.at({y: kl})


def test_unknown_and_inexact_terms_are_refused() -> None:
    refused("not a number that the calculus knows", sympy.Piecewise((1, x > 0), (2, True)), "<=", Integer(3))
    refused("not a number that the calculus knows", sympy.Float(0.5), "<=", Integer(1))
    refused("not a number that the calculus knows", y, "<=", sympy.oo)
    refused("not a number that the calculus knows", P + 1, "<=", P + 2)
    refused("not a number that the calculus knows", sympy.Symbol("z", positive=True), ">=", Integer(0))


def test_hypotheses_of_a_fact_have_to_follow() -> None:
    told, bound = ChiSquare(Through(K, P), Through(K, Q)), (exp(epsilon) - 1) ** 2 * tv**2
    fact = PRIVATE_CHI_SQUARE(K, epsilon, P, Q)
    accepted(told, "<=", bound, by(fact), given=(Private(K, epsilon),))
    refused("not established: Private", told, "<=", bound, by(fact))
    refused("not established: Private", told, "<=", bound, by(fact), given=(Private(K, 2 * epsilon),))
    refused("not established: Private", told, "<=", bound, by(fact), given=(Private(Name("L", "channel"), epsilon),))
    assert audit(calc(told, "<=", bound, by(fact, words("K is a coin", Private(K, epsilon))))).words == ("K is a coin",)


def test_a_comparison_asked_for_follows_from_what_is_given() -> None:
    tail = Probability(Holds(at_most(y, X)))
    fact = MARKOV(X, y)
    accepted(tail, "<=", Expectation(X) / y, by(fact), given=(at_most(0, X), at_most(2, y)))
    refused("division by", tail, "<=", Expectation(X) / y, by(fact), given=(at_most(0, X),))
    refused("hypothesis", tail, "<=", Expectation(X) / y, by(fact), given=(at_most(2, y),))
    accepted(x, "<=", 3, by(x <= y), given=(x <= y, y <= 3))
    accepted(x, "<=", 3, given=(x <= y, y <= 3))
    refused("fails", x, "<=", 2, given=(x <= y, y <= 3))


def test_a_multiple_of_a_hypothesis_follows_and_no_more() -> None:
    given = (condition(at_most(6 * x * s**2, 1)),)
    accepted(3 * x * s**2, "<=", Rational(1, 2), given=given)
    refused("fails|not decided", 3 * x * s**2, "<=", Rational(1, 3), given=given)
    refused("fails|not decided", -3 * x * s**2, "<=", Rational(-1, 2), given=given)


def test_a_power_of_what_may_be_0_has_a_positive_exponent() -> None:
    accepted(y**s * (1 + tv), "==", y**s + tv * y**s)
    refused("a power of", y**x, "<=", y**x + 1)
    refused("a power of", y ** (s - 1), "<=", y ** (s - 1) + 1)
    refused("a power of", x**s, "<=", x**s + 1)


def test_no_sign_is_shown_from_itself() -> None:
    refused("fails|not decided", Integer(0), "<=", X, given=(at_most(Abs(X), 2),))
    refused("fails|not decided", Integer(0), "<=", x, given=(at_most(Expectation(Abs(X)), x + 1),))


def test_hypotheses_that_never_hold_prove_nothing() -> None:
    refused("no values", x, "<=", -1, given=(x <= y - 1, x >= y + 1))


def test_a_reason_that_nothing_uses_is_refused() -> None:
    refused("not used: Pinsker", y, "<=", 1 + y, by(PINSKER(P, Q)))


def test_algebra_takes_quantities_in_their_ranges_only() -> None:
    accepted(tv * (1 - tv), "<=", Rational(1, 4))
    refused("fails", tv * (1 - tv), "<=", Rational(1, 5))
    refused("fails", Mean(P) ** 2, ">=", Mean(P))
    accepted(sqrt(n * m) * sqrt(n), "==", n * sqrt(m))
    refused("fails|not decided", sqrt(x**2), "==", x)


def test_a_minimum_is_replaced_by_a_part_only_where_that_is_monotone_up_to_it() -> None:
    accepted(1 - Min(1, y), ">=", 1 - y)
    refused("fails|not decided", (1 - Min(1, y)) ** 2, ">=", (1 - y) ** 2)


def test_integers_are_integers_and_reals_are_not() -> None:
    accepted(1 / n**2, "<=", 1 / n)
    refused("fails", 1 / (1 + y) ** 2 + y, "<=", 1 / (1 + y))


def test_a_choice_lies_in_its_range_and_reaches_no_first_line() -> None:
    bound = y * (s - s**2)
    accepted(Max(y, 0), ">=", bound, ">=", y / 4, by(choose({s: Rational(1, 2)})))
    refused("fails|hypothesis", Max(y, 0), ">=", bound, ">=", -2 * y, by(choose({s: Integer(2)})))
    refused("fails|hypothesis", Max(y, 0), ">=", bound, "==", Integer(0), by(choose({s: Integer(0)})))
    refused("can't be chosen", s, ">=", s**2, ">=", Rational(1, 4), by(choose({s: Rational(1, 2)})))
    refused("can't be chosen", y, "<=", s + y, "<=", y + 1, by(choose({s: Integer(1)})), given=(s >= y / 2,))
    accepted(y, "<=", y * n, "<=", 3 * y, by(choose({n: Integer(3)})))
    refused("not established", y, "<=", y * n, "<=", 3 * y / 2, by(choose({n: Rational(3, 2)})))
    refused("not established", y, "<=", y * n, "<=", y * (1 + y), by(choose({n: 1 + y})))
    accepted(y, "<=", y * n, "<=", 2 * y * m, by(choose({n: 2 * m})))


def test_an_instance_of_a_statement_owes_its_ranges() -> None:
    lemma = by(calc(log(1 + y), "<=", y)).reasons[0]
    accepted(log(1 + n), "<=", n, by(lemma.at({y: n})))  # type: ignore[union-attr]
    refused("hypothesis", log(1 + x**2 - s), "<=", x**2 - s, by(lemma.at({y: x**2 - s})),  # type: ignore[union-attr]
            given=(x**2 + Rational(1, 2) >= s,))  # fmt: skip
    with pytest.raises(ValueError, match="not free"):
        lemma.at({x: y})  # type: ignore[union-attr]


def test_cases_cover_the_domain() -> None:
    small = calc(Min(x, 1 / (1 + y)), "<=", 1, given=(x <= 1,))
    large = calc(Min(x, 1 / (1 + y)), "<=", 1, given=(x >= 1,))
    far = calc(Min(x, 1 / (1 + y)), "<=", 1, given=(x >= 2,))
    accepted(Min(x, 1 / (1 + y)), "<=", 1, by(cases((x <= 1, small), (x >= 1, large))))
    refused("fails|not decided", Min(x, 1 / (1 + y)), "<=", 1, by(cases((x <= 1, small), (x >= 2, far))))
    # Of a random X, neither X <= 1 nor X >= 1 need hold almost surely.
    turned = Abs(Expectation(X) - 1)
    with pytest.raises(ValueError, match="is random"):
        cases(*((c, calc(turned, ">=", Expectation(Abs(X - 1)), given=(c,))) for c in (X <= 1, X >= 1)))
    with pytest.raises(ValueError, match="one conclusion"):
        cases((x <= 1, small), (x >= 1, calc(x, "<=", 1 + x)))


def test_cases_keep_to_their_own_letters_when_instantiated() -> None:
    # Under n <= m the first case covers everything; for n := 2 m it does not.
    only = cases((n <= m, calc(n / (1 + y), "<=", m, given=(n <= m,))))
    instance = only.at({n: 2 * m})
    refused("fails|not decided", 2 * m / (1 + y), "<=", m, by(instance), given=(n <= m,))


def test_a_bound_for_each_index_bounds_the_sum_the_supremum_and_the_infimum() -> None:
    each = PINSKER(Power(P, k), Power(Q, k))
    one = TV(Power(P, k), Power(Q, k))
    other = sqrt(KL(Power(P, k), Power(Q, k)) / 2)
    accepted(Sum(one, k, 1, n), "<=", Sum(other, k, 1, n), by(each))
    accepted(Supremum(one, k, at_most(k, n)), "<=", Supremum(other, k, at_most(k, n)), by(each))
    refused("not used|fails|not decided", Sum(one, k, 1, n), ">=", Sum(other, k, 1, n), by(each))
    # Of another family: P and R.
    third = law("R")
    refused("not used|fails|not decided", Sum(one, k, 1, n), "<=", Sum(other, k, 1, n),
            by(PINSKER(Power(P, k), Power(third, k))))  # fmt: skip


def test_what_an_index_satisfies_is_in_force_inside_and_not_outside() -> None:
    told, bound = ChiSquare(Through(K, P), Through(K, Q)), (exp(epsilon) - 1) ** 2 * tv**2
    fact = PRIVATE_CHI_SQUARE(K, epsilon, P, Q)
    accepted(Supremum(told, K, Private(K, epsilon)), "<=", bound, by(fact))
    refused("not established", Supremum(told, K, Private(K, 2 * epsilon)), "<=", bound, by(fact))
    free = Name("L", "channel")
    refused("not established", Supremum(told, K, Private(K, epsilon)) + ChiSquare(Through(free, P), Through(free, Q)),
            "<=", Supremum(told, K, Private(K, epsilon)) + bound,
            by(PRIVATE_CHI_SQUARE(free, epsilon, P, Q)))  # fmt: skip


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
    accepted(Supremum(1 + each, k, at_most(k, n - m)), "<=", Supremum(2 + each, k, at_most(k, n - m)),
             by(calc(1 + each, "<=", 2 + each)), given=(at_most(m + 1, n),))  # fmt: skip
    refused("may be empty", Supremum(tv, P, at_most(2, tv)), "<=", 1)
    refused("may be infinite", Maximum(k * each, k), "<=", 1)
    refused("may be -oo", Integer(0), "<", exp(Infimum(x * tv, x)))
    refused("strict where", Supremum(k * each, k), "<", Supremum(k * each, k) + 1)


def test_an_infimum_and_a_supremum_have_no_constant_to_spare() -> None:
    inside = WorstRisk(Z, OnInterval(0, 1), m)
    protocols = Private(Z, epsilon)
    lemma = calc(inside, ">=", y, by(words("by a picture")), given=(protocols,))
    accepted(Infimum(inside, Z, protocols), ">=", y, by(lemma))
    refused("fails|not decided", Infimum(inside, Z, protocols), ">=", 2 * y, by(lemma))
    refused("fails|not decided", Infimum(inside, Z, protocols), "<=", y, by(lemma))
    refused("not established", Infimum(inside, Z, Private(Z, 2 * epsilon)), ">=", y, by(lemma))
    refused("free in what is assumed", Infimum(inside, Z, protocols), ">=", y, by(lemma), given=(protocols,))


def test_events_of_sizes_are_two_one_sided_ones() -> None:
    far, sides = Holds(at_most(2, Abs(X))), [Holds(at_most(2, way * X)) for way in (1, -1)]
    accepted(Probability(far), "<=", Probability(Either(*sides)), by(included(far, Either(*sides))))
    accepted(Probability(sides[1]), "<=", Probability(far), by(included(sides[1], far)))
    wrong = Either(sides[0], Holds(at_most(3, -X)))
    refused("fails|not shown|not decided", Probability(far), "<=", Probability(wrong), by(included(far, wrong)))
    close = Holds(at_most(1, X))
    refused("fails|not shown|not decided", Probability(close), "<=", Probability(far), by(included(close, far)))
    inside = Both(Holds(below(-2, X)), Holds(below(X, 2)))
    accepted(Probability(Not(far)), "<=", Probability(inside), by(included(Not(far), inside)))
    narrow = Both(Holds(below(-1, X)), Holds(below(X, 2)))
    refused(
        "fails|not shown|not decided", Probability(Not(far)), "<=", Probability(narrow), by(included(Not(far), narrow))
    )


def test_an_interval_is_covered_by_two_that_meet() -> None:
    def between(low: Any, high: Any) -> Any:
        return Both(Holds(at_most(low, X)), Holds(below(X, high)))

    whole, parts = between(0, 2), Either(between(0, 1), between(1, 2))
    accepted(Probability(whole), "<=", Probability(parts), by(included(whole, parts)))
    gap = Either(between(0, 1), between(Rational(3, 2), 2))
    refused("fails|not shown|not decided", Probability(whole), "<=", Probability(gap), by(included(whole, gap)))
    short = Either(between(0, 1), between(1, Rational(3, 2)))
    refused("fails|not shown|not decided", Probability(whole), "<=", Probability(short), by(included(whole, short)))


def test_conditions_lead_from_one_to_the_next() -> None:
    z = real("z")
    accepted(x, "<=", 1, given=(at_most(x, z), at_most(z, 1)))
    refused("fails|not decided", x, "<=", 1, given=(at_most(x, z), at_most(z, 2)))


def test_powers_of_whole_numbers_are_whole() -> None:
    assert is_whole(n**m)
    assert not is_whole(n ** (-m))
    assert not is_whole(n**x)


def test_events_imply_each_other_by_comparisons() -> None:
    tail, wide = Holds(at_most(2, X)), Holds(at_most(1, X))
    accepted(Probability(tail), "<=", Probability(wide), by(included(tail, wide)))
    refused("fails|not decided", Probability(wide), "<=", Probability(tail), by(included(wide, tail)))
    joint = Both(Holds(at_most(Y, 1)), Holds(at_most(3, X + Y)))
    accepted(Probability(joint), "<=", Probability(tail), by(included(joint, tail)))
    both = Holds(at_most(2, X + Y))
    parts = Either(Holds(at_most(1, X)), Holds(at_most(1, Y)))
    accepted(
        Probability(both), "<=", Probability(parts), by(included(both, parts)),
        "<=", Probability(parts.args[0]) + Probability(parts.args[1]), by(UNION(*parts.args)),
    )  # fmt: skip
    low = Either(Holds(at_most(2, X)), Holds(at_most(1, Y)))
    refused("fails|not shown|not decided", Probability(both), "<=", Probability(low), by(included(both, low)))
    accepted(Probability(Not(wide)), "<=", Probability(Not(tail)), by(included(Not(wide), Not(tail))))
    refused("not shown", Probability(E), "<=", Probability(F), by(included(E, F)))
    accepted(Probability(Both(E, F)), "<=", Probability(F), by(included(Both(E, F), F)))


def test_random_reals_are_no_constants() -> None:
    with pytest.raises(ValueError, match="is random"):
        LINEAR(X, Y, 0)
    with pytest.raises(ValueError, match="is random"):
        LINEAR(X, let("c", Y), 0)
    with pytest.raises(ValueError, match="is random"):
        by(calc(s, "<=", 1)).reasons[0].at({s: X})  # type: ignore[union-attr]
    with pytest.raises(ValueError, match="is a number"):
        TENSORISATION(P, Q, P)
    accepted(Expectation(3 * X + 1), "==", 3 * Expectation(X) + 1, by(LINEAR(X, 3, 1)))
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
    accepted(Variance(X + W), "==", Variance(X) + 2 * (y + 1) ** 2,
             by(SUM_OF_INDEPENDENT(X, W), LAPLACE_VARIANCE(W, y + 1)), given=noisy)  # fmt: skip
    refused("not established: Independent", Variance(X + W), "==", Variance(X) + Variance(W),
            by(SUM_OF_INDEPENDENT(X, W)))  # fmt: skip
    accepted(Expectation((X - x) ** 2), "==", (Expectation(X) - x) ** 2 + Variance(X), by(BIAS_VARIANCE(X, x)))
    accepted(Expectation(X), "<=", Expectation(X**2 + Rational(1, 4)), by(MONOTONE(X, X**2 + Rational(1, 4))))
    refused("hypothesis", Expectation(X), "<=", Expectation(X**2), by(MONOTONE(X, X**2)))
    accepted(Expectation(X + Y), "==", Expectation(X) + Expectation(Y), by(ADDITIVE(X, Y)))


def test_hoeffding_asks_for_bounded_copies() -> None:
    tail = Probability(Holds(at_most(y + 1, Abs(S - Expectation(X)))))
    fact = by(HOEFFDING(S, X, m, -1, 1, y + 1))
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
    accepted(Mean(fair), "==", 0, by(FINITE_MEAN(fair)))
    refused("there may be no", Mean(wrong), "==", -Rational(1, 6), by(FINITE_MEAN(wrong)))
    refused("there may be no", TV(Discrete(0, 1 + s, 1, -s), P), "<=", 1)
    twice, other = Discrete(0, Rational(1, 4), 0, Rational(3, 4)), Discrete(0, Rational(3, 4), 0, Rational(1, 4))
    refused("hypothesis 0 < 0", KL(twice, other), "==", log(3) / 2, by(FINITE_KL(twice, other)))


def test_definitions_are_transparent_and_have_no_circles() -> None:
    width = let("R", 3 * y + 2)
    accepted(width**2, "==", 9 * y**2 + 12 * y + 4)
    refused("fails|not decided", width**2, "==", 9 * y**2 + 4)
    # The letter used again: it would be shown for both.
    again = let("R", width + 1)
    assert text(again) != text(width)
    refused("two letters are called R", again, "==", 3 * y + 3)


def test_words_are_counted_and_weaken() -> None:
    chain = calc(Mean(P), "<=", y, words_step("as the figure shows"), "<=", y + 1)
    found = chain.check(Settings())
    assert found is not None
    assert found.verdict is Verdict.ARGUED
    assert found.evidence["words"] == ["as the figure shows"]
    above = calc(Mean(P), "<=", y + 2, by(chain)).check(Settings())
    assert above is not None
    assert above.verdict is Verdict.ARGUED
    with pytest.raises(ValueError, match="needs a sentence"):
        words("  ")


@pytest.mark.parametrize(("premise", "found"), [("checked", "argued"), ("supported", "supported"), ("refuted", "open")])
def test_words_are_as_weak_as_the_claims_that_they_speak_of(premise: str, found: str) -> None:
    lean = ("zhao/one", "zhao/two")
    chain = calc(Mean(P), "<=", y, by(words("as claimed", leans=lean)), "<=", y + 1)
    assert chain.premises == lean
    outcomes = {id_: Outcome(Verdict(v), {}) for id_, v in zip(lean, ("proved", premise), strict=True)}
    premises = {id_: SimpleNamespace(printed=None, corrected=None, standing=o) for id_, o in outcomes.items()}
    told = chain.conclude(chain.check(Settings()), premises)
    assert told is not None
    assert told.verdict.value == found
    assert {step["claim"] for step in told.evidence["steps"]} == set(lean)


def test_what_words_ask_for_is_shown() -> None:
    told = words("as the figure shows", at_most(Mean(P), y), given=(at_most(y, 3),))
    assert calc(Mean(P), "<=", y, by(told), given=(at_most(y, 2),)).check(Settings()).verdict is Verdict.ARGUED  # type: ignore[union-attr]
    refused("fails|not decided", Mean(P), "<=", y, by(told))
    with pytest.raises(ValueError, match="name the condition"):
        words("clear", given=(at_most(y, 3),))


def test_words_do_not_stand_for_what_algebra_refutes() -> None:
    refused("words for what is false", x, "<=", y, words_step("clear"))
    refused("words for what is false", Mean(P), "<=", Mean(P) + x - y, by(words("clear", at_most(y, x))))


def words_step(sentence: str) -> Any:
    return by(words(sentence))


def test_a_conclusion_is_the_ends_of_its_chain() -> None:
    wanted = Statement(at_most(tv, sqrt(kl / 2)))
    accepted(tv, "<=", sqrt(kl / 2), by(PINSKER(P, Q)), proves=wanted)
    refused("the chain shows", tv, "<=", sqrt(kl), by(PINSKER(P, Q)), proves=wanted)
    refused("the chain shows", tv, "<=", sqrt(kl / 2), by(PINSKER(P, Q)), given=(x <= y,), proves=wanted)
    refused("all upwards or all downwards", y, "<=", y + 1, ">=", y)
    chain = calc(y, "<", y + 1, "<=", y + 2)
    assert chain.statement.conclusion == Comparison(y, "<", y + 2)
    accepted(y, "<", y + 1)
    refused("fails|not decided", y, "<", y)
    refused("nothing stands behind", Integer(1), "<=", tv, by(Grant(Statement(at_most(1, tv)), "trust me")))


def test_a_wrong_step_leaves_the_claim_open_and_says_which() -> None:
    found = calc(tv, "<=", sqrt(kl / 2), by(PINSKER(P, Q)), "<=", sqrt(kl / 3)).check(Settings())
    assert found is not None
    assert found.verdict is Verdict.OPEN
    assert found.evidence["reason"].startswith("step 2")


def test_two_letters_of_one_name_are_refused() -> None:
    refused("two letters are called", y, "<=", real("y", least=5))
    refused("two letters are called", y, "<=", y * n, "<=", y * (m + integer("m", least=2)) / 2,
            by(choose({n: (m + integer("m", least=2)) / 2})))  # fmt: skip
    other = quantity("TV", "{0}{1}", "another of the same name", 0, 1)
    refused("two letters are called TV", tv, "<=", 1 + other(P, Q))


def test_no_name_of_a_letter_is_one_that_the_check_uses() -> None:
    for name in ("quantity0", "product0", "place"):
        with pytest.raises(ValueError, match="a letter"):
            real(name, least=0)


def test_a_quantity_is_one_line() -> None:
    regret = quantity("Regret", r"\mathrm{{Reg}}({0})", "expected loss against the best action", 0, 1)
    accepted(regret(Z) ** 2, "<=", regret(Z))
    assert sympy.latex(regret(Z)) == r"\mathrm{Reg}(Z)"
    assert WholeNumber(n) != WholeNumber(m)


def test_a_fingerprint_sees_ranges_sorts_meanings_and_reasons() -> None:
    def made(least: int = 0, sort: str = "law", meaning: str = "a share", reason: str = "so says the figure") -> str:
        number, thing = real("u", least=least), Name("G", sort)
        share = quantity("Share", "S({0})", meaning, 0, 1)(thing)
        chain = calc(share, "<=", 1 + number, "<=", 2 + number, by(words(reason)))
        return fingerprint(Claim("zhao/made-up", "nowhere", Kind.INEQUALITY, "made up", chain))

    seen = [made(), made(least=1), made(sort="event"), made(meaning="a part"), made(reason="so says the table")]
    assert len(set(seen)) == len(seen)
    assert made() == seen[0]


def test_latex_holds_the_whole_statement() -> None:
    shown = calc(tv, "<=", sqrt(kl / 2), by(PINSKER(P, Q)), given=(Member(P, OnInterval(0, 1)), s <= y)).latex()
    assert r"\mathrm{TV}(P, Q) \le" in shown
    assert r"P \in \mathcal{P}[0, 1]" in shown
    assert r"s \le y" in shown
    assert r"0 < s \le 1" in shown
    assert below(x, y) != at_most(x, y)
    assert equal(x, y).op == "=="


def test_losses_are_shares_of_the_line_before() -> None:
    chain = calc(tv, "<=", sqrt(kl / 2), by(PINSKER(P, Q)), "<=", sqrt(kl))
    fair, biased = {0: (1, 2), 1: (1, 2)}, {0: (1, 4), 1: (3, 4)}
    from fractions import Fraction

    laws = [{a: Fraction(*w) for a, w in table.items()} for table in (fair, biased)]
    found = losses(chain, {P: laws[0], Q: laws[1]})
    assert [row.value is not None for row in found] == [True, True, True]
    assert found[0].value == 0.25
    assert found[2].kept == pytest.approx(2**0.5)
