"""Walks to coordinates: who walks where, the exact risk by runs from raw samples, bounds, what is refused."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from lowerbounds.registry import best
from notation.parameters import ParameterError
from notation.setting import Setting
from upperbounds.protocols.coordinate_walk import CoordinateWalk
from upperbounds.protocols.coordinates import Embedding, Plain
from upperbounds.protocols.walk import Walk
from upperbounds.registry import by_name
from upperbounds.transforms.hadamard import Hadamard
from upperbounds.transforms.kashin import LEVEL, HadamardFrame, Kashin
from upperbounds.vectors import ours
from verify.study.risk import SignLaw
from verify.study.risk.coordinate_walk import exact_coordinate_walk_risk, unseen_coordinate_walks
from verify.study.worst import worst_risk

EACH = Walk("each", 18, 4, 1.25, 1 / 9, 9, 3, 4, (4, 2), 3, 3, 3, 6, 3, 2, (3,), 5, 2)
"""With every kind of round."""


def shared(sends: int, embedding: Embedding, n: int) -> CoordinateWalk:
    """Walks of 18 users each, `sends` folds of them."""
    reach = 1.0
    if not isinstance(embedding, Plain):
        reach = LEVEL / np.sqrt(embedding.dimension) if isinstance(embedding, Kashin) else embedding.coordinates**-0.5
    return CoordinateWalk("shared", n, replace(EACH, unit=reach / 9), sends, embedding)


TWO, THREE, PADDED = shared(2, Plain(3), 28), shared(3, Plain(3), 20), shared(1, Hadamard(3), 73)
KASHIN = shared(1, Kashin(HadamardFrame.draw(2, np.random.default_rng(2))), 74)


@pytest.mark.parametrize("plan", [TWO, THREE, shared(1, Plain(5), 92)], ids=repr)
def test_each_coordinate_hears_as_many_users_each_once_of_her_own_number(plan: CoordinateWalk) -> None:
    """One sample each, which names user and coordinate: where the inputs are what is heard, they name them still."""
    d, rounds = plan.dimension, plan.protocol().rounds
    samples = 1000.0 * np.arange(plan.n)[:, None] + np.arange(d)
    inputs = [step.statistic(samples[step.users.start : step.users.stop]) for step in rounds]
    asked = np.zeros(plan.n, dtype=np.int64)
    for j, heard in enumerate(plan.by_coordinate(inputs)):
        named = np.concatenate(heard)
        users = (named // 1000).astype(np.int64)
        np.testing.assert_array_equal(named % 1000, j)
        assert [len(step) for step in heard] == [len(step.users) for step in plan.each.protocol().rounds]
        assert len(set(users.tolist())) == len(users) == plan.each.n
        asked[users] += 1
    np.testing.assert_array_equal(np.sort(asked)[::-1], [plan.sends] * plan.fold * d + [0] * (plan.n - plan.fold * d))
    assert [(len(users), loss.multiple()) for users, loss in plan.spend() if loss.multiple()] != []
    assert {loss.multiple() for users, loss in plan.spend() if users.stop <= plan.fold * d} == {1}


def signs(plan: CoordinateWalk, means: NDArray[np.float64], rng: np.random.Generator, repetitions: int) -> NDArray:
    """Independent signs of coordinates; on one axis where these are transformed."""
    shape = (repetitions, plan.n, plan.each.m, len(means))
    return np.where(rng.random(shape) < (1 + means) / 2, 1.0, -1.0)


@pytest.mark.parametrize("plan", [TWO, THREE, PADDED, KASHIN], ids=["two", "three", "padded", "kashin"])
def test_the_exact_risk_is_that_of_runs(plan: CoordinateWalk) -> None:
    """Within 4 standard errors of 8,000 runs and what they need not show; a wrong budget or coordinate is not."""
    repetitions, rng, plain = 8_000, np.random.default_rng(5), isinstance(plan.embedding, Plain)
    if not plain:
        axis = np.eye(plan.dimension)[0]
        mean = 0.4 * axis
        samples = signs(plan, mean[:1], rng, repetitions) * axis
        laws = [SignLaw(0.4 * entry, abs(entry)) for entry in plan.embedding.forward(axis[None])[0].tolist()]
    else:
        mean = np.array([0.7, 0.0, -0.4])
        samples, laws = signs(plan, mean, rng, repetitions), [SignLaw(each) for each in mean.tolist()]
    found = plan.protocol().run(samples.reshape(repetitions, plan.n, -1), rng)
    losses = np.sum((found - mean) ** 2, axis=1)
    known = exact_coordinate_walk_risk(plan, laws)
    allowed = 4 * losses.std(ddof=1) / np.sqrt(repetitions) + known.error
    assert abs(losses.mean() - known.value) <= allowed + unseen_coordinate_walks(plan, laws, repetitions)
    bolder = replace(plan, each=replace(plan.each, epsilon=1.6))
    assert abs(losses.mean() - exact_coordinate_walk_risk(bolder, laws).value) > 2 * allowed
    if plain:
        swapped = np.sum((found[:, [1, 2, 0]] - mean) ** 2, axis=1).mean()
        assert abs(swapped - known.value) > 10 * allowed


@pytest.mark.parametrize("d", [2, 5, 10, 16])
@pytest.mark.parametrize(("per", "m"), [(1000, 100), (5000, 20)])
@pytest.mark.parametrize(("problem", "times"), [("mean-linf", 7), ("mean-l1", 9), ("mean-l2", None)])
def test_bounds_are_above_risks_and_near_lower_bounds(
    problem: str, times: int | None, per: int, m: int, d: int
) -> None:
    setting, walk = Setting(per * d, m, d, 1.0), by_name(problem, "walk")
    lower, risk, bound = best(problem, setting).value, worst_risk(walk, setting).value, walk.bound(setting).value
    assert lower <= risk <= bound <= (times or 7 * d) * lower
    assert walk.bound(replace(setting, D=3.0)).value == pytest.approx(9 * bound, rel=1e-12)


def test_a_user_answers_for_as_many_coordinates_as_bounds_say() -> None:
    """The bound of the plan is the least of those tried; with small budgets one answer is worth most."""
    for epsilon, least in ((1.0, 1), (9.0, 2), (32.0, 4)):
        sends, value = ours._best(10_000, 100, epsilon, 10, 10)
        others = [10 * ours.ours.bound(k * 1000, 100, epsilon / k, 1.0).value for k in (1, 2, 3, 5, 7, 8, 10)]
        assert sends >= least
        assert value == 10 * ours.ours.bound(sends * 1000, 100, epsilon / sends, 1.0).value <= min(others) * 1.02
    assert ours.through_hadamard(10_000, 100, 8, 32.0, 1.0).sends == 8
    assert "all coefficients" in worst_risk(by_name("mean-l1", "walk"), Setting(10_000, 100, 10, 32.0)).method


def test_the_ball_is_its_box_or_has_kashins_coefficients() -> None:
    """What the bound is less of; the bound of either is above what it is of."""
    for d, kind in ((5, Plain), (16, Kashin), (20, Plain), (64, Kashin)):
        setting, walk = Setting(1000 * d, 100, d, 1.0), by_name("mean-l2", "walk")
        assert isinstance(walk.plan(setting).embedding, kind)
        assert walk.bound(setting).value <= ours.bound(1000 * d, 100, d, 1.0, 1.0).value
        assert worst_risk(walk, setting).value <= walk.bound(setting).value
    # Too few users for a coefficient each.
    assert isinstance(by_name("mean-l2", "walk").plan(Setting(31, 10**6, 16, 9.0)).embedding, Plain)


def test_at_the_edges() -> None:
    """As many users as coordinates answer once each; fewer are refused; one of each size, and budgets at both ends."""
    with pytest.raises(ParameterError, match="n = 4: must be at least 5, a user for each"):
        ours.walk(4, 10, 5, 1.0, 1.0)
    with pytest.raises(ParameterError, match="n = 7: must be at least 8"):
        ours.hadamard_bound(7, 10, 5, 1.0, 1.0)
    for n, m, d, epsilon in (
        (5, 10, 5, 1.0),
        (1, 1, 1, 1.0),
        (9, 1, 5, 1e-9),
        (9, 10, 5, 700.0),
        (64, 10**18, 3, 700.0),
    ):
        plan, bound = ours.walk(n, m, d, epsilon, 1.0), ours.bound(n, m, d, epsilon, 1.0)
        assert 0 < bound.value < np.inf
        assert bound.vacuous == (bound.value >= d)
        assert plan.each.n == plan.sends * (n // d)
        found = plan.protocol().run(np.full((n, min(m, 8) * d), 0.25), np.random.default_rng(1))
        assert found.shape == (d,)
        assert np.all(np.isfinite(found))


def test_risks_without_other_users_are_known_of_isometries_only() -> None:
    with pytest.raises(ParameterError, match="laws: 2 of them; must be 1 or 3"):
        exact_coordinate_walk_risk(TWO, [SignLaw(0.1), SignLaw(0.2)])
    with pytest.raises(ParameterError, match="back is no isometry"):
        exact_coordinate_walk_risk(replace(PADDED, sends=2, n=39), [SignLaw(0.1)])
    # In two dimensions Hadamard's transform is one.
    both = exact_coordinate_walk_risk(shared(2, Hadamard(2), 20), [SignLaw(0.1, 0.5)])
    assert both.value == exact_coordinate_walk_risk(shared(1, Hadamard(2), 36), [SignLaw(0.1, 0.5)]).value
