"""Points before proofs: a refutation is one, what holds is not refuted, and no way to a proof is cut off."""

import pytest
from sympy import Max, Min, exp, log, sqrt

from verify.kernel.calculus import Comparison, Context, integer, real
from verify.kernel.calculus.conditions import at_most, below
from verify.kernel.calculus.nouns import TV
from verify.kernel.calculus.sampling import Sampled
from verify.kernel.calculus.terms import law
from verify.kernel.calculus.values import truth

x, y, n = real("x", above=0), real("y", above=0, most=1), integer("n", least=1)
z = real("z", least="1/2")
P, Q = law("P"), law("Q")
TRUE = (
    at_most(x * y, x),
    at_most(log(1 + x), x),
    at_most(2 * sqrt(x), 1 + x),
    at_most(1 + x, exp(x)),
    at_most(Min(x, y), y),
    at_most(1, Max(n, y)),
    at_most(TV(P, Q), 1),
    at_most(TV(P, Q) ** 2, TV(P, Q)),
)


def sampled(goal: Comparison, *conditions: Comparison) -> Sampled:
    return Sampled(goal, conditions, Context(conditions).extent)


@pytest.mark.parametrize("goal", TRUE, ids=str)
def test_what_holds_is_not_refuted(goal: Comparison) -> None:
    assert sampled(goal).refuting() is None
    assert sampled(goal).may_dominate(())


@pytest.mark.parametrize("goal", [at_most(c.large, c.small) for c in TRUE], ids=str)
def test_what_fails_is_refuted_by_a_point_where_it_does(goal: Comparison) -> None:
    point = sampled(goal).refuting()
    assert point is not None
    if not goal.has(TV):
        assert truth(goal, point) is False


def test_only_points_where_all_conditions_hold_refute() -> None:
    goal = at_most(x, 2)
    assert sampled(goal).refuting() is not None
    assert sampled(goal, at_most(x, 1)).refuting() is None
    # Between 1/2 and 1 times n: a narrow range, met by some of the points.
    point = sampled(goal, at_most(n, 2 * x), at_most(x, n)).refuting()
    assert point is not None
    assert point[n] / 2 <= point[x] <= point[n]


def test_conditions_that_may_lead_to_the_goal_are_kept() -> None:
    goal, helps, idle = at_most(x, 2 * y), at_most(x, y), below(y, x + 1)
    both = sampled(goal, helps, idle)
    assert both.may_dominate((helps,))
    assert not both.may_dominate((idle,))
    assert not both.may_dominate(())


def test_unknown_functions_cut_nothing_off() -> None:
    from sympy import gamma

    goal = at_most(gamma(n), x)
    assert sampled(goal).refuting() is None
    assert sampled(goal).may_dominate(())


def test_what_a_condition_fixes_or_bounds_is_put_there() -> None:
    tv = TV(P, Q)
    fixed = (at_most(tv, y**2), at_most(y**2, tv))
    # No point drawn at random meets an equality: the quantity is its value, within its range.
    point = sampled(at_most(tv, y**3), *fixed).refuting()
    assert point is not None
    # The number drawn for the quantity is none of the point's: there it is y^2.
    assert {*point} == {y}
    assert point[y] < 1
    assert sampled(at_most(tv, y), *fixed).refuting() is None
    assert sampled(at_most(tv, 1), at_most(tv, x), at_most(x, tv)).refuting() is None
    # Between n^20 and 1.001 times that: no number drawn at random lies there.
    window = at_most(n**20, x), at_most(x, 1001 * n**20 / 1000)
    assert sampled(at_most(x, n**19), *window).refuting() is not None
    assert sampled(at_most(n**19, x), *window).refuting() is None
    # What would leave the range of its letter stays where it is.
    assert sampled(at_most(1, z), at_most(y / 2, z)).refuting() is not None
    assert sampled(at_most(1, 2 * z), at_most(y / 2, z)).refuting() is None
