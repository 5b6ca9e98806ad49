"""The calculus: every kind of step is accepted where it is right, and refused where a planted defect makes it wrong."""

import doctest
from typing import Any

import pytest
import sympy
from sympy import Abs, Integer, Max, Min, Rational, exp, log, sqrt

import verify.kernel.calculus
from tests.verify.kernel.calculus.chains import accepted, refused
from verify.kernel.calculus import (
    FINITE_MEAN,
    HELLINGER,
    KL,
    LE_CAM,
    MARKOV,
    PINSKER,
    PRIVATE_CHI_SQUARE,
    SUPPORT,
    TV,
    ChiSquare,
    Discrete,
    Expectation,
    Hellinger2,
    Holds,
    Mean,
    OnInterval,
    Power,
    Private,
    Probability,
    Settings,
    Through,
    Transcript,
    WorstRisk,
    at_most,
    audit,
    cases,
    choose,
    condition,
    event,
    integer,
    law,
    line,
    random_real,
    real,
    words,
)
from verify.kernel.calculus.context import is_whole
from verify.kernel.calculus.reasons import shown
from verify.kernel.calculus.terms import Name
from verify.kernel.statements.outcome import Verdict

P, Q, E, F = law("P"), law("Q"), event("E"), event("F")
K, Z = Name("K", "channel"), Name("Z", "protocol")
n, m, k = integer("n", least=1), integer("m", least=1), integer("k", least=1)
epsilon, x, y, s = real("epsilon", above=0), real("x"), real("y", least=0), real("s", above=0, most=1)
X, Y, S, W = (random_real(letter) for letter in "XYSW")
tv, kl = TV(P, Q), KL(P, Q)


def test_the_guide_holds() -> None:
    assert doctest.testmod(verify.kernel.calculus).failed == 0


def test_a_fact_is_put_in_where_the_line_moves_the_right_way() -> None:
    pinsker = (PINSKER(P, Q),)
    accepted(tv, "<=", sqrt(kl / 2), pinsker)
    accepted(1 - tv, ">=", 1 - sqrt(kl / 2), pinsker)
    accepted(s * tv + tv**2, "<=", s * sqrt(kl / 2) + kl / 2, pinsker)
    accepted(exp(-tv), ">=", exp(-sqrt(kl / 2)), pinsker)
    refused("not decided|fails", tv, ">=", sqrt(kl / 2), pinsker)
    refused("not decided|fails", 1 - tv, "<=", 1 - sqrt(kl / 2), pinsker)
    refused("not decided|fails", exp(-tv), "<=", exp(-sqrt(kl / 2)), pinsker)


def test_the_sign_of_a_factor_is_shown_not_assumed() -> None:
    near = sqrt(Hellinger2(P, Q) * (2 - Hellinger2(P, Q)))
    refused("fails|not decided", x * tv, "<=", x * near, (HELLINGER(P, Q),))
    accepted(y * tv, "<=", y * near, (HELLINGER(P, Q),))
    refused("infinite", x * tv, "<=", x * sqrt(kl / 2), (PINSKER(P, Q),))


def test_every_place_of_what_is_exchanged_has_to_move_the_same_way() -> None:
    h = Hellinger2(P, Q)
    near = sqrt(h * (2 - h))
    accepted(tv + tv**2, "<=", near + near**2, (HELLINGER(P, Q),))
    refused("fails|not decided", tv - tv**2, "<=", near - near**2, (HELLINGER(P, Q),))


def test_a_line_is_monotone_up_to_the_new_value_not_only_in_the_old_range() -> None:
    # (1 - TV)^2 falls in TV on [0, 1]; sqrt(KL/2) may be larger than 1, where the square grows again.
    refused("infinite|fails|not decided", (1 - tv) ** 2, ">=", (1 - sqrt(kl / 2)) ** 2, (PINSKER(P, Q),))


def test_what_may_be_infinite_never_stands_against_itself() -> None:
    other = KL(Q, P)
    refused("undefined where", kl - other, "<=", kl)
    refused("undefined where", kl * (1 - other), "<=", kl)
    accepted(kl + other, "<=", 2 * kl + other)
    # KL + TV <= KL + s says nothing where KL is infinite: TV <= s can't be taken from it.
    vacuous = condition(at_most(kl + tv, kl + s))
    assert vacuous.left == kl + tv
    refused("fails|not decided", tv, "<=", s, (at_most(kl + tv, kl + s),), given=(at_most(kl + tv, kl + s),))


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
    lemma = line(Integer(0)).lt(1 / (1 + y))
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
    accepted(told, "<=", bound, (fact,), given=(Private(K, epsilon),))
    refused("not established: Private", told, "<=", bound, (fact,))
    refused("not established: Private", told, "<=", bound, (fact,), given=(Private(K, 2 * epsilon),))
    refused("not established: Private", told, "<=", bound, (fact,), given=(Private(Name("L", "channel"), epsilon),))
    assert audit(line(told).le(bound, fact, words("K is a coin", Private(K, epsilon)))).words == ("K is a coin",)


def test_a_comparison_asked_for_follows_from_what_is_given() -> None:
    tail = Probability(Holds(at_most(y, X)))
    fact = MARKOV(X, y)
    accepted(tail, "<=", Expectation(X) / y, (fact,), given=(at_most(0, X), at_most(2, y)))
    refused("division by", tail, "<=", Expectation(X) / y, (fact,), given=(at_most(0, X),))
    refused("hypothesis", tail, "<=", Expectation(X) / y, (fact,), given=(at_most(2, y),))
    accepted(x, "<=", 3, (x <= y,), given=(x <= y, y <= 3))
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


def test_a_reason_that_is_not_needed_is_said_to_be_so() -> None:
    """Nothing rests on it: no fact is used, and words in the chain are none of its own."""
    for idle in (PINSKER(P, Q), words("it is so", at_most(tv, kl))):
        chain = line(y).le(1 + y, idle).le(2 + y)
        found = chain.check(Settings())
        assert found is not None
        assert (found.verdict, found.evidence["textbook"], found.evidence["words"]) == (Verdict.PROVED, [], [])
        told = [row["because"] for row in found.evidence["chain"]]
        assert told == [[f"{idle.because} (not needed)"], ["algebra"]]
        inner = line(y).le(2 + y, chain).check(Settings())
        assert inner is not None
        assert inner.evidence["chain"][0]["beneath"][0]["chain"][0]["because"] == told[0]
    refused("fails", 1 + y, "<=", y, (PINSKER(P, Q),))
    # One of two that say the same is needed, and the fact is used.
    twice = line(tv).le(sqrt(kl / 2) + s, PINSKER(P, Q), PINSKER(P, Q))
    assert audit(twice).schemas == (PINSKER,)
    assert len(audit(twice).lines[0].idle) == 1


def test_a_true_reason_leads_no_step_away_from_its_next_line() -> None:
    z = real("z", least=0)
    accepted(y**2 + y, "<=", z**2 + y, (at_most(y, z),), given=(at_most(y, z),))
    accepted(y**2 + tv, "<=", z**2 + sqrt(kl / 2), (at_most(y, z), PINSKER(P, Q)), given=(at_most(y, z),))
    refused("fails|not decided", z**2 + y, "<=", y**2 + y, (at_most(y, z),), given=(at_most(y, z),))


@pytest.mark.parametrize("D", [Integer(1), Integer(2), real("D", above=0)])
def test_no_letter_is_exchanged_inside_a_law(D: Any) -> None:
    """The mean of a law on 1 and -1 is s alone: s stays s in its masses."""
    one, other = (Discrete(D, (1 + v * s) / 2, -D, (1 - v * s) / 2) for v in (1, -1))
    facts = (FINITE_MEAN(one), FINITE_MEAN(other), SUPPORT(one, -D, D), SUPPORT(other, -D, D))
    laws = (Transcript(Z, Power(one, m)), Transcript(Z, Power(other, m)))
    start = WorstRisk(Z, OnInterval(-D, D), m)
    accepted(start, ">=", D**2 * s**2 * (1 - TV(*laws)), (LE_CAM(Z, OnInterval(-D, D), m, one, other, D * s), *facts))
    refused(
        "fails|not decided",
        start,
        ">=",
        2 * D**2 * s**2 * (1 - TV(*laws)),
        (LE_CAM(Z, OnInterval(-D, D), m, one, other, D * s), *facts),
    )


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
    accepted(Max(y, 0), ">=", bound, ">=", y / 4, (choose({s: Rational(1, 2)}),))
    refused("fails|hypothesis", Max(y, 0), ">=", bound, ">=", -2 * y, (choose({s: Integer(2)}),))
    refused("fails|hypothesis", Max(y, 0), ">=", bound, "==", Integer(0), (choose({s: Integer(0)}),))
    refused("can't be chosen", s, ">=", s**2, ">=", Rational(1, 4), (choose({s: Rational(1, 2)}),))
    refused("can't be chosen", y, "<=", s + y, "<=", y + 1, (choose({s: Integer(1)}),), given=(s >= y / 2,))
    accepted(y, "<=", y * n, "<=", 3 * y, (choose({n: Integer(3)}),))
    refused("not established", y, "<=", y * n, "<=", 3 * y / 2, (choose({n: Rational(3, 2)}),))
    refused("not established", y, "<=", y * n, "<=", y * (1 + y), (choose({n: 1 + y}),))
    accepted(y, "<=", y * n, "<=", 2 * y * m, (choose({n: 2 * m}),))


def test_an_instance_of_a_statement_owes_its_ranges() -> None:
    lemma = shown(line(log(1 + y)).le(y))
    accepted(log(1 + n), "<=", n, (lemma.at({y: n}),))  # type: ignore[union-attr]
    refused(
        "hypothesis",
        log(1 + x**2 - s),
        "<=",
        x**2 - s,
        (lemma.at({y: x**2 - s}),),  # type: ignore[union-attr]
        given=(x**2 + Rational(1, 2) >= s,),
    )
    with pytest.raises(ValueError, match="not free"):
        lemma.at({x: y})  # type: ignore[union-attr]


def test_cases_cover_the_domain() -> None:
    small = line(Min(x, 1 / (1 + y)), given=(x <= 1,)).le(1)
    large = line(Min(x, 1 / (1 + y)), given=(x >= 1,)).le(1)
    far = line(Min(x, 1 / (1 + y)), given=(x >= 2,)).le(1)
    accepted(Min(x, 1 / (1 + y)), "<=", 1, (cases((x <= 1, small), (x >= 1, large)),))
    refused("fails|not decided", Min(x, 1 / (1 + y)), "<=", 1, (cases((x <= 1, small), (x >= 2, far)),))
    # Of a random X, neither X <= 1 nor X >= 1 need hold almost surely.
    turned = Abs(Expectation(X) - 1)
    with pytest.raises(ValueError, match="is random"):
        cases(*((c, line(turned, given=(c,)).ge(Expectation(Abs(X - 1)))) for c in (X <= 1, X >= 1)))
    with pytest.raises(ValueError, match="one conclusion"):
        cases((x <= 1, small), (x >= 1, line(x).le(1 + x)))


def test_cases_keep_to_their_own_letters_when_instantiated() -> None:
    # Under n <= m the first case covers everything; for n := 2 m it does not.
    only = cases((n <= m, line(n / (1 + y), given=(n <= m,)).le(m)))
    instance = only.at({n: 2 * m})
    refused("fails|not decided", 2 * m / (1 + y), "<=", m, (instance,), given=(n <= m,))


def test_conditions_lead_from_one_to_the_next() -> None:
    z = real("z")
    accepted(x, "<=", 1, given=(at_most(x, z), at_most(z, 1)))
    refused("fails|not decided", x, "<=", 1, given=(at_most(x, z), at_most(z, 2)))


def test_powers_of_whole_numbers_are_whole() -> None:
    assert is_whole(n**m)
    assert not is_whole(n ** (-m))
    assert not is_whole(n**x)
