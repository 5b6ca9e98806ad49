"""Points at which a theorem's hypotheses hold."""

import sympy

from verify.kernel.calculus import integer, quantity, real
from verify.kernel.calculus.conditions import Comparison, WholeNumber
from verify.kernel.rocq.models import Assumed, inside, multiple, sampled, values

A, B = real("a", above=0), real("b", 0, 1)
N = integer("n", 1)
AMOUNT = quantity("Amount", "A({0})", "an amount", 0)


def test_a_quantity_that_is_told_is_written_over_the_numbers_and_no_power_is_worked_out() -> None:
    q = AMOUNT(A)
    equal = Assumed(Comparison(q, "==", A**N / 2))
    found = values([A, N, q], [equal], {A: sympy.Rational(3, 7), N: sympy.Integer(10) ** 12})
    assert found is not None
    assert found[A] == "(3 / 7)"
    assert found[q] == "((exp (1000000000000 * ln (3 / 7))) / 2)"


def test_quantities_told_by_each_other_are_written_in_an_order_in_which_they_are_known() -> None:
    q, r = AMOUNT(A), AMOUNT(B)
    assumed = [
        Assumed(Comparison(q, "==", 2 * r)),
        Assumed(Comparison(r, "==", A + 1)),
        Assumed(Comparison(A, "==", 1)),
    ]
    found = values([A, q, r], assumed)
    assert found is not None
    assert found[r] == f"({found[A]} + 1)" or found[r] == f"(1 + {found[A]})"
    assert found[q] == f"(2 * {found[r]})"
    circle = [Assumed(Comparison(q, "==", 2 * r)), Assumed(Comparison(r, "==", q / 2))]
    around = values([q, r], circle)
    assert around is not None
    assert around[q] == f"(2 * {around[r]})"


def test_what_is_equal_where_something_holds_is_written_over_it_too() -> None:
    """e^(-a) is no number that a float tells."""
    q = AMOUNT(A)
    found = values([A, q], [Assumed(Comparison(q, "==", sympy.exp(-A)), (Comparison(A, ">", 0),))])
    assert found is not None
    assert found[q] == f"(exp ((- 1) * {found[A]}))"


def test_a_quantity_of_which_the_square_is_told_is_a_root() -> None:
    q = AMOUNT(A)
    found = values([A, q], [Assumed(Comparison(q**2, "==", 9))])
    assert found is not None
    assert found[q] == "3"
    assert values([A, q], [Assumed(Comparison(q**2, "==", 9)), Assumed(Comparison(q, "<=", 2))]) is None
    # No number has this square.
    assert values([A, q], [Assumed(Comparison(q**2, "==", -9))]) is None


def test_no_point_is_told_where_hypotheses_contradict_each_other() -> None:
    q = AMOUNT(A)
    assert values([A, q], [Assumed(Comparison(q, "<=", A)), Assumed(Comparison(A + 1, "<=", q))]) is None
    # b is at most 1, and so more than 2 as well: of a, where b is at most 1/2 alone.
    assert values([B], [Assumed(Comparison(B, ">", 2), (Comparison(B, "<=", 1),))]) is None
    assert values([A, B], [Assumed(Comparison(A, ">", 2), (Comparison(B, "<=", sympy.Rational(1, 2)),))]) is not None


def test_no_point_is_told_that_is_one_in_floats_alone() -> None:
    """1 - 1e-18 is 1 to a float, and its logarithm is below 0 all the same."""
    tiny = A / 10**12
    assert values([A], [Assumed(Comparison(0, "<=", sympy.log(1 - tiny)))]) is None
    assert values([A], [Assumed(Comparison(sympy.log(1 - tiny), "<=", 0))]) is not None


def test_a_half_of_a_whole_number_is_whole_at_the_point() -> None:
    found = values([N], [Assumed(WholeNumber(N / 2)), Assumed(Comparison(N, ">=", 2))])
    assert found is not None
    assert int(found[N]) % 2 == 0


def test_a_quantity_that_is_said_to_be_whole_is_whole_at_the_point() -> None:
    q = AMOUNT(N)
    between = [
        Assumed(Comparison(sympy.Rational(27, 10), "<=", q)),
        Assumed(Comparison(q, "<", sympy.Rational(31, 10))),
    ]
    found = values([N, q], [*between, Assumed(WholeNumber(q), (Comparison(N, ">=", 1),))])
    assert found is not None
    assert sympy.sympify(found[q]) == 3
    none = [Assumed(Comparison(q, "<=", sympy.Rational(28, 10))), *between]
    assert values([N, q], [*none, Assumed(WholeNumber(q))]) is None
    assert values([N, q], none) is not None


def test_a_premise_that_floats_cannot_tell_is_not_taken_for_false() -> None:
    """e^a / (1 + e^a) is below 1 for each a, and the conclusion holds for small a alone."""
    share = sympy.exp(A) / (1 + sympy.exp(A))
    found = values([A], [Assumed(Comparison(A, "<=", 3), (Comparison(share, "<", 1),))])
    assert found is not None
    assert sympy.sympify(found[A]) <= 3


def test_what_is_for_each_value_of_an_index_is_asked_at_some() -> None:
    s, q = real("s", above=0), AMOUNT(A)
    steep = Assumed(Comparison(q, ">=", A / s), limits=(Comparison(s, "<=", 1),))
    assert next(sampled(steep, frozenset({A, q}))).conclusion == Comparison(q, ">=", 4 * A)
    assert len([*sampled(Assumed(Comparison(q, ">=", A)), frozenset({A, q}))]) == 1
    # No number is a supremum of a/s, whatever a > 0 is.
    equal = [*sampled(Assumed(Comparison(q, "==", A / s)), frozenset({A, q}))]
    assert values([A, q], equal) is None


def test_a_ratio_is_whole_where_its_numerator_is_a_multiple() -> None:
    k = integer("k", 1)
    assert multiple(WholeNumber(N / k), [N]) == (N, k)
    assert multiple(WholeNumber(N / (2 * k)), [N]) == (N, 2 * k)
    assert multiple(WholeNumber(N), [N]) is None
    assert multiple(Comparison(N, "<=", k), [N, k]) is None


def test_a_number_inside_lies_in_the_range() -> None:
    for p in (A, B, N, real("c", 2, 3), real("f", most=0), real("e", above=0, most=1), real("g")):
        low, high = p.extent.lower, p.extent.upper
        assert low < inside(p) < high or (low == inside(p) and not p.extent.open_lower)
