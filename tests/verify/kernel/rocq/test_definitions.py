"""What is written over the definitions of the foundations says what the calculus says; nothing here needs Rocq."""

import random
import re
from typing import Any

import pytest
import sympy
from sympy import Abs, Max, Min, Rational, exp, log, sqrt, tanh

from tests.verify.kernel.rocq.gallina import Reader
from verify.kernel.calculus import (
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
from verify.kernel.calculus.conditions import Condition, WholeNumber, property_of
from verify.kernel.calculus.events import Both, Holds, Not
from verify.kernel.calculus.facts import SCHEMAS
from verify.kernel.calculus.facts.approximate import NamingError, PackingLaws
from verify.kernel.calculus.facts.bits import AllBy, BitFlips, Code, Ones
from verify.kernel.calculus.facts.bodies import Choose, Squared
from verify.kernel.calculus.facts.bumps import Bumps, SquaredNorm
from verify.kernel.calculus.facts.convexity import Moved, Value
from verify.kernel.calculus.facts.counts import BinomialAt, BinomialSum
from verify.kernel.calculus.facts.cube_laws import Dominated, Orthogonal
from verify.kernel.calculus.facts.fluctuations import BumpLaws, BumpSup, EtaSquared, SparseMeans
from verify.kernel.calculus.facts.hypercube import Ball, Corner, FamilyIn, Flip, Signs
from verify.kernel.calculus.facts.hypercube import Orthogonal as OrthogonalChanges
from verify.kernel.calculus.facts.hypercube import Separated as SeparatedMeans
from verify.kernel.calculus.facts.margin import BinMean, ValueAt
from verify.kernel.calculus.facts.packings import (
    At,
    Covering,
    CoverSize,
    Density,
    Diameter,
    LossAt,
    PointMasses,
    WorstLoss,
)
from verify.kernel.calculus.facts.privacy import Cut
from verify.kernel.calculus.facts.signs import Less, Norm, RotatedDifference
from verify.kernel.calculus.facts.van_trees import CubeLaws
from verify.kernel.calculus.facts.voting import Entry, Part, Share, Winner
from verify.kernel.calculus.nouns import TestError as LeastError
from verify.kernel.calculus.nouns import WorstRisk, minimax_risk
from verify.kernel.calculus.over import Average, Each, Sum, Supremum
from verify.kernel.calculus.statement import Statement
from verify.kernel.calculus.terms import Name, extended_real, integrable_real, quantity
from verify.kernel.rocq.definitions import stated
from verify.kernel.rocq.reals import real as written
from verify.kernel.rocq.terms import Inexpressible
from verify.ledger.collect import claims
from verify.papers.kent.lemmas.hadamard import GramEntry, Sylvester
from verify.papers.kent.lemmas.rotated_means import NonZero
from verify.papers.kent.s2_1_general_rates.eq61_cover_select import Pieces
from verify.papers.label.lemmas.labels import LabelPrivate
from verify.papers.label.lemmas.labels import TestRisk as RiskOfTest
from verify.papers.label.lemmas.local_averages import ClippedLabels, LabelVariance
from verify.papers.label.lemmas.tents import (
    BoundedClass,
    Decide,
    ExcessRisk,
    LabelChannels,
    MarginClass,
    Tent,
    Weakest,
)
from verify.papers.zhao.lemmas.extremes import Term

P, Q, K = law("P"), law("Q"), Name("K", "channel")
S, H = Name("S", "family of random reals"), Name("H", "family of numbers")
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


def test_a_vector_has_finitely_many_coordinates_and_a_sequence_no_numbers_below_0() -> None:
    one, other, loss = Name("x", "vector"), Name("y", "vector"), Name("F", "loss")
    assert said(at_most(Value(loss, Moved(one, t, other)), Norm(one))) == (
        "forall (F : differentiable) (x y : vector) (t : R), finite_vector x -> finite_vector y -> 0 <= t -> t <= 1 -> "
        "value_at F (moved x t y) <= euclidean_norm x"
    )
    assert said(at_most(Supremum(Norm(one), one, NonZero(one)), t)).endswith(
        "forall x : vector, finite_vector x -> nonzero_vector x -> euclidean_norm x <= t"
    )
    sequence, place = Name("a", "sequence of numbers, none below 0"), integer("s", least=0)
    assert said(at_most(Term(sequence, place + 1), t)) == (
        "forall (a : sequence) (s : nat) (t : R), (forall k : nat, 0 <= a k) -> 0 <= t -> t <= 1 -> "
        "term_of a (1 + s) <= t"
    )


def test_a_choice_of_covers_stands_behind_the_nouns_of_covers() -> None:
    space, point = Name("Theta", "metric space"), Name("x", "input")
    head = "forall (A : Type) (C : least_covers A) (Theta : metric_space A) "
    assert said(at_most(Ones(Code(Pieces(space, t), point)), CoverSize(space, t))) == (
        f"{head}(x : A) (t : R), 0 <= t -> t <= 1 -> "
        "ones_of (code_of (pieces C Theta t) x) <= INR (cover_size C Theta t)"
    )
    assert said(Private(BitFlips(CoverSize(space, e), t), e)).endswith(
        "private epsilon (flips (cover_size C Theta epsilon) t)"
    )
    assert "least_covers" not in said(at_most(Covering(space, e), t))


def test_uniform_laws_stand_behind_the_nouns_of_bumps_and_scales_behind_those_of_densities() -> None:
    phi, laws = Name("phi", "function"), Name("C", "class of laws")
    norm, within = SquaredNorm(phi, m), FamilyIn(Bumps(phi, t, m, m), laws, m)
    assert said(at_most(norm, t)).startswith("forall (U : uniform_laws) (phi : function vector)")
    assert said(at_most(norm, t)).endswith("squared_norm U phi m <= t")
    assert said(within).endswith("bumps_within U phi t m m C")
    assert "(C : label_class)" in said(within)
    sup, laws = BumpSup(m, m, t), BumpLaws(m, m, t)
    assert said(at_most(sup, t)).startswith("forall (c : bump_scales)")
    assert "uniform_laws" not in said(at_most(sup, t))
    assert said(Dominated(laws)).endswith("neighbours_dominated (bump_densities U c m m t)")


def test_a_risk_of_users_who_send_by_one_channel_is_for_one_draw_each() -> None:
    space, loss, decoder = Name("Theta", "metric space"), Name("Phi", "loss"), Name("g", "decoder")
    plan, points = AllBy(K, m, decoder), PointMasses(space)
    told = said(at_most(WorstLoss(plan, points, sympy.Integer(1), loss), LossAt(loss, Diameter(space))))
    assert told.endswith(
        "forall l : R, loss_of_diameter_most Phi Theta l -> "
        "worst_loss_of_one_most (point_masses Theta) Phi (all_by K m g) l"
    )
    with pytest.raises(Inexpressible, match="and 2 draws"):
        said(at_most(WorstLoss(plan, points, sympy.Integer(2), loss), t))


def test_differences_of_natural_numbers_are_such_numbers_where_they_are_not_below_0() -> None:
    size, part = integer("d", least=1), integer("s", least=1)
    assert said(equal(Choose(size, size - part), t), at_most(part, size)).endswith("choose d (d - s) = t")
    with pytest.raises(Inexpressible, match="may be below 0"):
        said(equal(Choose(size, size - part), t))


def test_powers_of_natural_numbers_are_such_numbers() -> None:
    power, place = integer("p", least=0), integer("i", least=1)
    assert said(equal(GramEntry(Sylvester(2**power), place, place), t)).endswith("gram (sylvester (2 ^ p)) i i = t")


def test_an_expectation_that_may_be_infinite_is_known_by_its_bounds() -> None:
    x, p = random_real("X"), real("p", 1)
    assert said(at_most(Expectation(Max(x, x**2)), t)).endswith("expectation O_ (fun w => Rmax (X w) ((X w) ^ 2)) <= t")
    assert said(at_most(Expectation(Abs(x) ** p), t)).endswith("expectation_most O_ (fun w => raise (Rabs (X w)) p) t")
    assert said(at_most(t, 2 * Expectation(exp(x)))).endswith(
        "forall e : R, expectation_most O_ (fun w => exp (X w)) e -> t <= 2 * e"
    )
    with pytest.raises(Inexpressible, match="need not be finite"):
        said(at_most(Expectation(x**3), t))


def test_a_sum_of_numbers_is_a_number() -> None:
    index, count = integer("v", least=1), integer("K", least=1)
    told = said(at_most(Sum(Expectation(Part(S, index)), index, 1, count), t))
    assert told.endswith("-> Sum (seq 1 K) (fun v => expectation O_ (fun w => S_ v w)) <= t")
    assert said(at_most(Sum(Entry(H, index), index, 2, count), t)).endswith("Sum (seq 2 (S K - 2)) (fun v => H v) <= t")


def test_a_function_of_which_nothing_is_known_is_a_letter() -> None:
    X, f = random_real("X"), sympy.Function("f")
    told = stated(Statement(at_most(Variance(f(X)), f(t)), ()), (X, f(X)))
    binders, conclusion = told.split(",", 1)
    assert binders.endswith("(t : R) (f : R -> R)")
    assert conclusion.endswith("variance O_ (fun w => f (X w)) <= f t")


def test_a_derivative_of_such_a_function_is_one_at_the_places_that_are_asked_for() -> None:
    X, f, place = random_real("X"), sympy.Function("f"), real("x", least=0)
    curved = Each(at_most(0, f(place).diff(place, 2)), place)
    told = " ".join(stated(Statement(at_most(Expectation(f(X)), t), (curved,)), (X, f(X))).split())
    assert "(f f1 f2 : R -> R)" in told
    assert "(forall x : R, 0 <= x -> is_derive f x (f1 x)) -> (forall x : R, 0 <= x -> is_derive f1 x (f2 x))" in told
    assert "quasi_integrable O_ (fun w => f (X w)) -> (forall x : R, 0 <= x -> 0 <= f2 x) ->" in told
    assert told.endswith("expectation_most O_ (fun w => f (X w)) t")


def test_a_random_real_has_the_moments_that_its_letter_says() -> None:
    for letter, moment in ((random_real("X"), "square_integrable"), (integrable_real("X"), "integrable")):
        told = said(at_most(Expectation(letter), t))
        assert f", {moment} O_ X -> " in told
        assert told.endswith("expectation O_ X <= t")
    told = said(at_most(Expectation(extended_real("X")), t))
    assert ", quasi_integrable O_ X -> almost_le O_ (fun _ => 0) X -> " in told
    assert told.endswith("expectation_most O_ X t")
    with pytest.raises(Inexpressible, match="need not be finite"):
        said(at_most(Expectation(integrable_real("X") ** 3), t))


def test_a_power_of_what_may_be_below_0_has_a_natural_exponent() -> None:
    assert said(at_most((t - 2) ** m, t)).endswith("-> (t - 2) ^ m <= t")
    assert said(at_most(e**m, t)).endswith("-> raise epsilon (INR m) <= t")


def test_densities_are_of_laws_that_a_measure_dominates() -> None:
    z, y = Name("z", "message"), Name("y", "input")
    told = said(at_most(Density(Through(K, P), z), Supremum(Density(At(K, y), z), y)))
    assert told == (
        "forall (A B : Type) (D : densities A) (K : channel B A) (P : law B) (z : A), "
        "channel_dominated D K -> mixture_dominated D K P -> "
        "forall c : R, (forall y : B, density_at D (K y) z <= c) -> density_at D (bind P K) z <= c"
    )
    assert "dominated_law D Q -> " in said(at_most(Density(Q, z), t))
    with pytest.raises(Inexpressible, match="which depends on P"):
        said(at_most(Supremum(Density(P, z), P), t))


def test_a_type_that_is_any_for_an_index_is_the_same_for_those_inside() -> None:
    x, y = Name("x", "input"), Name("y", "input")
    worst = Supremum(Supremum(Supremum(KL(At(K, x), At(K, y)), x), y), K, Private(K, e))
    told = said(at_most(worst, t))
    assert told.endswith(
        "forall (A B : Type) (K : channel A B), private epsilon K -> forall y : A, forall x : A, KL_most (K x) (K y) t"
    )


def test_what_is_not_singled_out_may_be_any_that_has_its_property() -> None:
    letters = Name("F", "class of laws"), Name("Theta", "metric space"), real("Delta", above=0), integer("N", least=2)
    wrong = NamingError(Name("Z", "protocol"), PackingLaws(*letters), m)
    told = said(at_most(wrong, 1))
    assert "(W : named_laws A B), " in told
    assert told.endswith("packing_laws F Theta Delta N W -> naming_error Z_ W m <= 1")
    with pytest.raises(Inexpressible, match="chosen for each letter that is bound"):
        said(at_most(Supremum(wrong, letters[3]), 1))


def test_an_object_that_is_known_by_a_relation_has_a_letter() -> None:
    told = said(at_most(TV(P, Cut(P, Q, t)), t))
    assert told.startswith("forall (A : Type) (C_1 P Q : law A) (t : R), 0 <= t -> t <= 1 -> cut_of P Q t C_1 -> ")
    assert told.endswith("TV_most P C_1 t")


def test_a_law_on_numbers_is_one_of_vectors_where_vectors_are_asked_for() -> None:
    coin, (pair,) = Discrete(1, t, -1, 1 - t), [schema for schema in SCHEMAS if schema.name == "two linear losses"]
    assert "Q (power (discrete [(1, t); (- 1, 1 - t)]) 2) t" in said(at_most(TV(Q, Power(coin, 2)), t))
    assert stated(pair.statement, pair.letters).count("image on_first_axis (discrete [(1, ") == 2


def test_what_exists_is_said_to_exist_behind_the_hypotheses() -> None:
    whole, number = integer("N", least=1), real("x", least=1)
    told = " ".join(stated(Statement(at_most(number, whole), ()), (whole, number), (whole,)).split())
    assert told == "forall x : R, 1 <= x -> exists N : nat, (1 <= N)%nat /\\ x <= INR N".replace("x : R", "(x : R)")


def test_random_reals_that_exist_beside_no_other_exist_on_a_space_of_their_own() -> None:
    x, y = random_real("X"), random_real("Y")
    told = " ".join(stated(Statement(at_most(Variance(x), t), ()), (x, t), (x,)).split())
    assert told == (
        "forall (t : R), 0 <= t -> t <= 1 -> exists A : Type, exists O_ : space A, exists X : A -> R, "
        "square_integrable O_ X /\\ variance O_ X <= t"
    )
    beside = stated(Statement(at_most(x, y), ()), (x, y), (x,))
    assert beside.startswith("forall (A : Type) (O_ : space A) (Y : A -> R)")


def test_a_random_point_that_is_unsaid_is_one_for_all() -> None:
    value, mean, f = random_real("Y"), random_real("T"), Name("eta", "function")
    told = said(at_most(mean, value), ValueAt(value, f), BinMean(mean, f, e, m))
    assert told.startswith("forall (A : Type) (O_ : space A) (X : random_point A) (eta : function vector)")
    assert told.endswith("almost_eq O_ Y (value_at_point eta X) -> bin_mean O_ T eta epsilon m X -> almost_le O_ T Y")


def test_laws_of_samples_are_over_a_set_of_features() -> None:
    samples = said(at_most(LabelVariance(ClippedLabels(P, e)), t))
    assert samples.startswith("forall (A : support) (P : labelled A) (epsilon t : R)")
    assert samples.endswith("label_variance_most (clipped P epsilon) t")


def test_a_whole_number_that_may_be_below_0_is_no_natural_one() -> None:
    number = real("x")
    with pytest.raises(Inexpressible, match="may be below 0"):
        said(at_most(number, t), WholeNumber(number))
    assert "x = INR h -> 1 <= x -> x <= t" in said(at_most(number, t), WholeNumber(number), at_most(1, number))


def test_a_sum_of_numbers_begins_anywhere() -> None:
    k, first, p = integer("k", 0), integer("l", 0), real("p", 0, 1)
    total = Sum(BinomialAt(m, p, k) / (k + 1), k, first, m)
    assert said(at_most(total, t)).endswith("Sum (seq l (S m - l)) (fun k => binomial_at m p k / (1 + INR k)) <= t")


def test_a_natural_number_is_no_difference_that_may_be_below_0() -> None:
    assert said(equal(BinomialSum(m - 1, t, 1), t)).endswith("binomial_sum (m - 1) t 1 = t")
    with pytest.raises(Inexpressible, match="may be below 0"):
        said(equal(BinomialSum(m - 2, t, 1), t))


def test_a_power_to_a_natural_number_has_any_base() -> None:
    assert said(at_most((1 - t) ** m, t)).endswith("(1 - t) ^ m <= t")


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


def test_the_density_of_a_message_of_finitely_many_is_its_chance() -> None:
    bits, message = Name("x", "bits"), Name("z", "message")
    told = said(at_most(Density(At(BitFlips(m, e), bits), message), t))
    assert told.endswith("mass_at ((flips m epsilon) x) z <= t")
    assert "densities" not in told


def test_a_power_of_a_minimum_is_one_of_a_number_above_0() -> None:
    assert said(at_most(Min(1, e) ** t, t)).endswith("raise (Rmin 1 epsilon) t <= t")


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
        x - y,
        -((x - 1) ** 3) / 7,
        1 / (x * (4 + y)),
        x ** Rational(-3, 2),
        sqrt(x) / sqrt(4 + y),
        -x * y,
        y - 2 * x,
        exp(-x * y) * 2 / sympy.E,
        log(x / (4 + y)),
        -(x**2),
        (-x) ** 2,
        (2 * x - y) ** 2 / (3 * x),
        1 / x - 1 / y,
        Abs(y) - Min(x, y, 1) + Max(x * y, -2, x),
        tanh(x - y),
        2 - 3 * (x - y - 1) / 5,
        x * (y - 1) / (y * (x + 1)),
        sqrt(x) ** 3 * y,
        -Rational(1, 3) * x,
        (x / 2) ** 2,
        exp(x) ** 2,
        Rational(2, 3) ** 2 * y,
        -1 - x,
        (x * y) ** 3,
    ],
)
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


def test_a_family_has_parameters_where_a_noun_asks_for_them() -> None:
    family, vertex, k = Name("F", "family of laws"), Name("v", "vertex"), integer("k", 1)
    beside = at_most(KL(Corner(family, vertex), Corner(family, Flip(vertex, k))), t)
    assert "(F : laws_at_vertices A)" in said(beside)
    told = said(beside, Dominated(family))
    assert "(F : parametric_family A B)" in told
    assert told.endswith("neighbours_dominated F -> KL_most (F v) (F (turned_at v k)) t")
    # Its laws stand where no more than laws is asked for.
    width, share = real("D", above=0), real("s", above=0, below=1)
    signs = Signs(width, share, k)
    assert said(OrthogonalChanges(signs, k, m, t)).endswith("orthogonal_relative_changes (signs_family D s k) k m t")


def test_a_property_holds_at_the_quantity_itself() -> None:
    family = Name("F", "family of laws")
    told = said(Orthogonal(family, m, EtaSquared(family, m)))
    assert told.endswith("forall e : R, least_bound (eta_squared_most F m) e -> orthogonal_fluctuations F m e")


def test_an_average_over_vertices_is_over_the_cube_whose_coordinates_are_flipped() -> None:
    family, vertex, k = Name("F", "family of laws"), Name("v", "vertex"), integer("k", 1)
    beside = Average(TV(Corner(family, vertex), Corner(family, Flip(vertex, k))), vertex)
    assert said(at_most(Sum(beside, k, 1, m), t)).endswith(
        "exists x : nat -> R, (forall k : nat, (1 <= k)%nat -> (k <= m)%nat -> exists x_ : vertex -> R, "
        "(forall v : vertex, on_cube m v -> TV_most (F v) (F (turned_at v k)) (x_ v)) /\\ "
        "average_on_cube m (fun v => x_ v) <= x k) /\\ Sum (seq 1 m) (fun k => x k) <= t"
    )
    with pytest.raises(Inexpressible, match="of any cube"):
        said(at_most(beside, t))


def test_a_risk_over_a_class_of_laws_of_vectors_is_of_all_coordinates() -> None:
    plan, laws, family = Name("Z", "protocol"), Name("C", "class of laws"), Name("F", "family of laws")
    within = FamilyIn(family, laws, m), SeparatedMeans(family, t, m)
    assert said(at_most(WorstRisk(plan, laws, m), t), *within).endswith("worst_risk_of_all_coordinates_most Z_ C m t")
    assert said(at_most(WorstRisk(plan, laws, m), t)).endswith("worst_risk_most Z_ C m t")


def test_laws_whose_parameters_are_their_means_have_the_class_s_dimension() -> None:
    plan, size, most = Name("Z", "protocol"), integer("d", 1), integer("s", 1)
    for laws, told in (
        (CubeLaws(size), "(laws_on_cube 1 d)"),
        (Ball(2, t, size), "(laws_on_ball 2 t d)"),
        (SparseMeans(size, most), "(sparse_means d s)"),
    ):
        risk = WorstLoss(plan, laws, m, Squared())
        assert said(at_most(risk, t)).endswith(f"worst_loss_most (with_means d {told}) m squared Z_ t")


def test_a_minimum_is_above_0_where_the_hypotheses_hold_its_parts_so() -> None:
    size, part = integer("d", 1), integer("s", 1)
    smaller = Min(part, size - part)
    power = at_most((size / smaller) ** smaller, t)
    assert said(power, at_most(1, size - part)).endswith(
        "raise (INR d / Rmin (INR s) (INR d - INR s)) (Rmin (INR s) (INR d - INR s)) <= t"
    )
    with pytest.raises(Inexpressible, match="no definition of such a function or power"):
        said(power)


def test_a_product_of_even_powers_is_not_below_0() -> None:
    size = integer("d", 1)
    left = real("x")
    assert said(at_most((left**2 / t**2) ** (size / 2), t)).endswith("raise (x ^ 2 / t ^ 2) (INR d / 2) <= t")
    with pytest.raises(Inexpressible):
        said(at_most((left**3) ** (size / 2), t))


def test_the_density_of_bits_is_the_probability_of_one_list() -> None:
    bits, other, size = Name("x", "bits"), Name("v", "bits"), integer("d", 1)
    told = said(at_most(Density(At(BitFlips(size, Rational(1, 2)), bits), other), t))
    assert told.endswith("mass_at ((flips d (1/2)) x) v <= t")
    assert "densities" not in told


def test_an_algorithm_is_a_channel_of_its_users_data() -> None:
    algorithm, one, other = Name("A", "algorithm"), Name("z", "data"), Name("z'", "data")
    told = said(at_most(TV(At(algorithm, one), At(algorithm, other)), t))
    assert "(z z_ : list B)" in told
    assert told.endswith("TV_most (A z) (A z_) t")


def test_a_learner_is_an_algorithm_or_gets_messages_of_labels_in_turn() -> None:
    learner, k, n = Name("A", "algorithm"), integer("k", least=1), integer("n", least=1)
    risk = RiskOfTest(Decide(learner, k), Power(P, n), Power(Q, n))
    told = said(at_most(t, risk), LabelChannels(learner, n, e))
    # The messages' type is open, and the data are the features with their labels.
    assert "(A : labels_in_turn C H U B)" in told
    assert "(P Q : law (prod C H))" in told
    assert told.endswith("t <= learner_risk R_ A k P Q n")
    with pytest.raises(Inexpressible, match="of n and of 2 draws"):
        said(at_most(t, RiskOfTest(Decide(learner, k), Power(P, n), Power(Q, 2))), LabelChannels(learner, n, e))


def test_only_the_label_of_a_sample_counts_for_a_test_by_a_learner_s_answer() -> None:
    learner, k = Name("A", "algorithm"), integer("k", least=1)
    told = said(LabelPrivate(Decide(learner, k), e), LabelPrivate(learner, e))
    assert "samples_label_private A epsilon -> samples_label_private (decide R_ A k) epsilon" in told
    # Of a test of labels alone each element of the data is one.
    assert said(LabelPrivate(learner, e)).endswith("label_private (accepts A) epsilon")


def test_what_is_learnt_predicts_what_the_class_asks_for_from_samples_or_messages() -> None:
    learner, n, d = Name("A", "algorithm"), integer("n", least=1), integer("d", least=1)
    risk = ExcessRisk(learner, BoundedClass(d, t, t, t), n)
    told = said(at_most(t, risk))
    assert "(A : label_learner vector R (rule R))" in told
    assert told.endswith("forall r : R, excess_risk_most (from_draws A) (bounded_class d t t t) n r -> t <= r")
    # One that gets messages has an answer for each law, but no data.
    told = said(at_most(t, ExcessRisk(learner, MarginClass(d, t, t, t, t), n)), LabelChannels(learner, n, e))
    assert "(A : labels_in_turn vector R B (rule bool))" in told
    assert "excess_risk_most A (margin_class d t t t t) n r" in told


def test_a_rule_is_read_as_the_sign_that_costs_less() -> None:
    learner, signs = Name("A", "algorithm"), Name("v", "signs")
    d, k, m, n = (integer(letter, least=1) for letter in "dkmn")
    h = real("h", above=0)
    weakest = Weakest(learner, signs, k, m, n, h, t, d, e, t, 1)
    for space, reading in ((BoundedClass(d, t, t, t), "nearer_sign"), (MarginClass(d, t, t, t, t), "cheaper_sign")):
        assert f"R_ = {reading} U h t d epsilon" in said(at_most(t, ExcessRisk(learner, space, n)), weakest)
    # Where nothing is told of costs it is read in any way.
    assert "R_ =" not in said(weakest)


def test_tents_are_laws_of_vectors_with_numbers() -> None:
    v, d = Name("v", "signs"), integer("d", least=1)
    told = said(at_most(KL(Tent(v, t, t, d, e, e, t), P), t))
    assert "(U : uniform_laws)" in told
    assert told.endswith("KL_most (tent_law U v t t d epsilon epsilon t) P t")
    assert "(P : law (prod vector R))" in told
