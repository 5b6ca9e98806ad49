"""What is written over the definitions of the foundations says what the calculus says; nothing here needs Rocq."""

import random
import re
from typing import Any

import pytest
import sympy
from sympy import Abs, Max, Min, Rational, exp, log, sqrt, tanh

from tests.verify.rocq.gallina import Reader
from verify.calculus import (
    KL,
    TV,
    Discrete,
    Expectation,
    Independent,
    Mean,
    Power,
    Private,
    Probability,
    Through,
    Variance,
    at_most,
    below,
    equal,
    integer,
    law,
    random_real,
    real,
)
from verify.calculus.conditions import Condition, property_of
from verify.calculus.events import Both, Holds, Not
from verify.calculus.facts import SCHEMAS
from verify.calculus.facts.hypercube import Corner, Flip
from verify.calculus.facts.signs import Less, Norm, RotatedDifference
from verify.calculus.facts.voting import Part, Share, Winner
from verify.calculus.nouns import TestError as LeastError
from verify.calculus.nouns import minimax_risk
from verify.calculus.over import Each, Sum, Supremum
from verify.calculus.statement import Statement
from verify.calculus.terms import Name, quantity
from verify.ledger.collect import claims
from verify.rocq.definitions import stated
from verify.rocq.reals import real as written
from verify.rocq.terms import Inexpressible

P, Q, K = law("P"), law("Q"), Name("K", "channel")
e, t, m = real("epsilon", above=0), real("t", 0, 1), integer("m", 1)


def said(conclusion: Condition, *hypotheses: Condition) -> str:
    """What is said, in one line."""
    return " ".join(stated(Statement(conclusion, hypotheses)).split())


@pytest.mark.parametrize(
    ("conclusion", "expected"),
    [
        # A quantity alone on its side is at most, or at least, what stands on the other.
        (at_most(TV(P, Q), t), "TV_most P Q t"),
        (at_most(t, LeastError(P, Q)), "test_error_least P Q t"),
        # Above, whatever it is at most: the gap grows with it.
        (at_most(t, KL(P, Q)), "forall k : R, KL_most P Q k -> t <= k"),
        (at_most(t, 1 - LeastError(P, Q)), "forall p : R, test_error_least P Q p -> t <= 1 - p"),
        (at_most(t, 2 * LeastError(P, Q)), "exists p : R, test_error_least P Q p /\\ t <= 2 * p"),
        # Below, there is something that it is at most: the gap shrinks with it.
        (at_most(t, 1 - TV(P, Q)), "exists t_ : R, TV_most P Q t_ /\\ t <= 1 - t_"),
        (at_most(2 * LeastError(P, Q), t), "forall p : R, test_error_least P Q p -> 2 * p <= t"),
        (below(KL(P, Q), t), "exists k : R, KL_most P Q k /\\ k < t"),
        (at_most(TV(P, Q), sqrt(KL(P, Q))), "forall k : R, KL_most P Q k -> TV_most P Q (sqrt k)"),
        (equal(TV(P, Q), t), "TV_most P Q t /\\ (forall t_ : R, TV_most P Q t_ -> t <= t_)"),
    ],
)
def test_a_comparison_moves_with_its_quantities(conclusion: Condition, expected: str) -> None:
    assert said(conclusion).endswith(expected)
    assert said(conclusion).startswith("forall (A : Type) (P Q : law A)")


def test_an_equation_of_a_mean_says_that_there_is_one() -> None:
    assert said(equal(Mean(P), t)).endswith("has_mean P t")
    assert said(at_most(Mean(P), t)).endswith("exists mu : R, has_mean P mu /\\ mu <= t")


def test_a_sum_over_messages_of_any_type_is_one_for_each_type() -> None:
    told = said(at_most(TV(P, Q), Supremum(KL(Through(K, P), Through(K, Q)), K, Private(K, e))))
    assert "(forall (B : Type) (K : channel A B), private epsilon K -> KL_most (bind P K) (bind Q K) c)" in told
    assert told.startswith("forall (A : Type) (P Q : law A) (epsilon : R), 0 < epsilon -> forall c : R,")


def test_random_reals_are_functions_of_the_outcome() -> None:
    x, y = random_real("X"), random_real("Y", 0, 1)
    start = "forall (A : Type) (O_ : space A) (X Y : A -> R), square_integrable O_ X -> square_integrable O_ Y -> "
    start += "almost_le O_ (fun _ => 0) Y -> almost_le O_ Y (fun _ => 1) -> "
    assert said(at_most(Expectation(x * y), Variance(x)), at_most(x, y), Independent(x, y)) == (
        f"{start}almost_le O_ X Y -> independent O_ X Y -> expectation O_ (fun w => X w * Y w) <= variance O_ X"
    )
    event = Both(Holds(at_most(x, y)), Not(Holds(below(0, x))))
    assert said(at_most(Probability(event), 1), equal(x + y, 1)) == (
        f"{start}almost_eq O_ (fun w => X w + Y w) (fun w => 1) -> "
        "probability O_ (fun w => (X w <= Y w) /\\ (~ (0 < X w))) <= 1"
    )


def test_each_member_of_a_family_is_a_random_real() -> None:
    family, shares, k, place = *(Name(x, "family of random reals") for x in "SI"), integer("k"), random_real("J")
    one = Each(at_most(Part(family, k), Share(shares, k)), k, at_most(1, k), at_most(k, m))
    told = said(
        at_most(Expectation(Part(family, place) ** 2), t), one, Winner(place, family, m), Independent(place, family)
    )
    assert told.startswith(
        "forall (A : Type) (O_ : space A) (I_ S_ : random_family A) (J : A -> R) (m : nat) (t : R), "
        "(forall k : nat, square_integrable O_ (I_ k)) -> (forall k : nat, almost_le O_ (fun _ => 0) (I_ k)) -> "
        "(forall k : nat, almost_le O_ (I_ k) (fun _ => 1)) -> (forall k : nat, square_integrable O_ (S_ k)) -> "
    )
    assert told.endswith(
        "square_integrable O_ (fun w => S_ (place (J w)) w) -> (forall k : nat, (1 <= k)%nat -> (k <= m)%nat -> "
        "almost_le O_ (fun w => S_ k w) (fun w => I_ k w)) -> winner O_ J S_ m -> independent_of_each O_ J S_ -> "
        "expectation O_ (fun w => (S_ (place (J w)) w) ^ 2) <= t"
    )
    with pytest.raises(Inexpressible, match="may be below 0"):
        said(at_most(t, 1), Each(at_most(Part(family, k), 1), k, at_most(k, m)))


def test_vectors_are_of_the_space_in_which_they_are_rotated() -> None:
    one, other, y = Name("x", "vector"), Name("y", "vector"), random_real("Y")
    told = said(at_most(t, Norm(Less(one, other))), RotatedDifference(y, one, other, m))
    assert told.endswith(
        "(in_space m x /\\ in_space m y /\\ rotated_difference O_ Y x y m) -> t <= euclidean_norm (vector_minus x y)"
    )


def test_an_expectation_that_may_be_infinite_is_known_by_its_bounds() -> None:
    x, p = random_real("X"), real("p", 1)
    assert said(at_most(Expectation(Max(x, x**2)), t)).endswith("expectation O_ (fun w => Rmax (X w) ((X w) ^ 2)) <= t")
    assert said(at_most(Expectation(Abs(x) ** p), t)).endswith("expectation_most O_ (fun w => raise (Rabs (X w)) p) t")
    assert said(at_most(t, 2 * Expectation(exp(x)))).endswith(
        "forall e : R, expectation_most O_ (fun w => exp (X w)) e -> t <= 2 * e"
    )
    with pytest.raises(Inexpressible, match="need not be finite"):
        said(at_most(Expectation(x**3), t))


def test_a_sum_of_divergences_is_one_of_their_bounds() -> None:
    k, f, v = integer("k", 1), Name("F", "family of laws"), Name("v", "vertex")
    total = Sum(TV(Corner(f, v), Corner(f, Flip(v, k))), k, 1, m)
    assert "exists x : nat -> R, (forall k : nat," in stated(Statement(at_most(total, t), ()))
    assert "TV_most (F v) (F (turned_at v k)) (x k)" in said(at_most(total, t))


def test_what_is_free_has_one_type_throughout() -> None:
    told = said(at_most(KL(Through(K, Power(P, m)), Through(K, Power(Q, m))), e), Private(K, e))
    assert told == (
        "forall (A B : Type) (K : channel (list A) B) (P Q : law A) (epsilon : R) (m : nat), "
        "0 < epsilon -> (1 <= m)%nat -> private epsilon K -> "
        "KL_most (bind (power P m) K) (bind (power Q m) K) epsilon"
    )


def test_a_minimax_risk_is_over_all_protocols_and_messages() -> None:
    n = integer("n", 1)
    told = said(at_most(t, minimax_risk(Name("F", "class of laws"), n, m, e)))
    assert told.endswith(
        "forall (A : Type) (Z_ : method (list R) A R), users_in_turn Z_ n epsilon -> "
        "forall r : R, worst_risk_most Z_ F m r -> t <= r"
    )


def test_each_is_for_every_value_in_the_range() -> None:
    k = integer("k", 1, 7)
    told = said(at_most(TV(P, Q), t), Each(at_most(k * t, e), k, at_most(k, m)))
    assert "(forall k : nat, (1 <= k)%nat -> (k <= 7)%nat -> (k <= m)%nat -> INR k * t <= epsilon) ->" in told


@pytest.mark.parametrize(
    ("conclusion", "why"),
    [
        (at_most(quantity("Strange", "s({0})", "unknown")(P), t), "no definition of Strange"),
        (at_most(KL(P, Q), KL(P, Q) * (2 - KL(P, Q))), "no known way"),
        (property_of("Odd", "{0}")(P), "no definition of Odd"),
        (at_most(Probability(Holds(at_most(KL(P, Q), random_real("X")))), t), "known by its bounds"),
        (at_most(TV(P, Power(P, m)), t), "asked for"),
        (at_most(exp(t * log(t)), t**t), "no definition of such a function or power"),
    ],
)
def test_what_has_no_counterpart_is_refused(conclusion: Condition, why: str) -> None:
    with pytest.raises(Inexpressible, match=why):
        said(conclusion)


def test_a_fact_that_is_shown_at_an_instance_is_none() -> None:
    (finite,) = [schema for schema in SCHEMAS if schema.name == "KL of finite laws"]
    with pytest.raises(Inexpressible, match="not by letters"):
        stated(finite.statement, finite.letters)
    assert finite.statement.conclusion.has(Discrete)


x, y = real("x", above=0), real("y")


@pytest.mark.parametrize(
    "term",
    [
        x - y, -(x - 1) ** 3 / 7, 1 / (x * (4 + y)), x ** Rational(-3, 2), sqrt(x) / sqrt(4 + y), -x * y, y - 2 * x,
        exp(-x * y) * 2 / sympy.E, log(x / (4 + y)), -(x**2), (-x) ** 2, (2 * x - y) ** 2 / (3 * x), 1 / x - 1 / y,
        Abs(y) - Min(x, y, 1) + Max(x * y, -2, x), tanh(x - y), 2 - 3 * (x - y - 1) / 5, x * (y - 1) / (y * (x + 1)),
        sqrt(x) ** 3 * y, -Rational(1, 3) * x, (x / 2) ** 2, exp(x) ** 2, Rational(2, 3) ** 2 * y, -1 - x, (x * y) ** 3,
    ],
)  # fmt: skip
def test_an_expression_has_the_value_of_its_text(term: sympy.Expr) -> None:
    rng = random.Random(3)
    told = written(term, {x: "x", y: "y"})
    for _ in range(5):
        values = {"x": rng.uniform(0.1, 3), "y": rng.uniform(-2, 3)}
        expected = float(term.xreplace({x: sympy.Float(values["x"], 40), y: sympy.Float(values["y"], 40)}))
        assert Reader(told, values).value() == pytest.approx(expected, rel=1e-9)


def test_numbers_of_the_ledger_have_the_values_of_their_texts() -> None:
    seen = 0
    for id_ in ("zhao/thm2/lower", "zhao/thm2/floor"):
        claim = claims()[id_]
        chain: Any = claim.corrected or claim.printed
        bound = chain.statement.unfolded().right
        told = stated(chain.statement)
        text = re.findall(r"->\s+([^>]*) <= r$", told)[-1]
        letters = sorted(bound.free_symbols, key=str)
        values = {p.name: 2.0 + i for i, p in enumerate(letters)}
        expected = float(bound.xreplace({p: sympy.Integer(2 + i) for i, p in enumerate(letters)}))
        assert Reader(text.replace("INR ", ""), values).value() == pytest.approx(expected, rel=1e-12)
        seen += 1
    assert seen == 2
