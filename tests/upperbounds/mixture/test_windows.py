"""Windows of two bins: which are chosen, what the bound says of their places, and risks next to users and to Kent's."""

from dataclasses import replace

import numpy as np
import pytest

from notation.mixture import least_gap, trivial_risk
from notation.setting import Setting
from upperbounds.mixture import windows
from upperbounds.mixture.windows import WindowPlan
from upperbounds.registry import by_name
from verify.study.risk import SignLaw
from verify.study.risk.mixture import Mixture, drawn_risk, gram, hard_laws

LAW = Mixture((0.3, 0.7), (SignLaw(-0.4, 1.0), SignLaw(0.45, 1.0)))


def plan_of(n: int, m: int, components: int, epsilon: float) -> WindowPlan:
    plan = by_name("mixture", "windows").plan(Setting(n, m, epsilon=epsilon, K=components))
    assert isinstance(plan, WindowPlan)
    return plan


@pytest.mark.parametrize("components", [1, 2, 5])
def test_chosen_windows_have_the_most_votes_and_are_apart(components: int) -> None:
    plan, rng = plan_of(30, 4, components, 1.0), np.random.default_rng(1)
    votes = rng.integers(0, 4, (50, plan.bins.count))
    for row, found in zip(votes, plan.choose(votes), strict=True):
        left, wanted = list(range(plan.bins.count - 1)), []
        for _ in range(components):
            most = max(row[a] + row[a + 1] for a in left)
            best = min(a for a in left if row[a] + row[a + 1] == most)
            wanted.append(best)
            left = [a for a in left if abs(a - best) > 2]
        assert found.tolist() == sorted(wanted)
    np.testing.assert_allclose(plan.centres(np.array([3])), plan.bins.left(3) + plan.bins.width)


@pytest.mark.parametrize("components", [1, 2, 3])
def test_each_component_is_found_wherever_its_mean_is(components: int) -> None:
    """Of all users within the margin, whatever votes the windows near a component have that no other is near."""
    plan, rng = plan_of(3000, 2000 * components**2, components, 1.0), np.random.default_rng(4)
    width, margin, gap = float(plan.bins.width), float(plan.margin), float(least_gap(components, 1.0))
    assert width <= gap / 4
    assert 0 < margin <= width / 2
    wide = replace(plan, reach=2 * width)
    assert float(wide.margin) == pytest.approx(width / 2)
    for one in (plan, wide):
        for _ in range(400):
            room = 2 - gap * (components - 1)
            means = np.sort(rng.choice([0.0, 1.0, rng.random()], components) * room) + gap * np.arange(components) - 1
            centres = np.asarray(one.centres(np.arange(one.bins.count - 1)), dtype=np.float64)
            off = np.abs(centres[:, None] - means)
            assert np.all(off.min(axis=0) <= width / 2 + 1e-12)
            near = off < float(one.near) - 1e-12
            # Users in a window near a component: any share up to what the best one has, which has all.
            share = np.where(near, rng.choice([0.0, 1.0], near.shape), 0.0)
            share[off.argmin(axis=0), np.arange(components)] = 1.0
            found = _chosen(one, share.sum(axis=1))
            taken = [np.flatnonzero(near[k]).tolist() for k in found]
            assert sorted(place for places in taken for place in places) == list(range(components))
            # Whoever is within the margin is nearest to the own centre, and is not clipped.
            for k, (place,) in zip(found, taken, strict=True):
                for shift in (-1, 1):
                    user = means[place] + shift * (float(one.margin) - 1e-9)
                    distances = np.abs(centres[found] - user)
                    assert found[int(np.argmin(distances))] == k
                    assert distances.min() <= float(one.reach)


def _chosen(plan: WindowPlan, votes: np.ndarray) -> list[int]:
    """The choice among windows with these votes."""
    return windows.most_apart(votes, plan.components, 2).tolist()


def test_the_conditional_risk_is_that_of_users() -> None:
    plan = plan_of(60, 16, 2, 4.0)
    known, rng = drawn_risk(plan, LAW, 20_000, signs=gram(plan)), np.random.default_rng(3)
    found = plan.protocol().run(LAW.sample(20_000, 60, 16, rng), rng)
    squares = np.sum((found - LAW.means) ** 2, axis=1)
    error = np.hypot(known.error, squares.std() / np.sqrt(len(squares)))
    assert abs(squares.mean() - known.value) < 7 * error
    np.testing.assert_allclose(found.std(axis=0), known.deviation, rtol=0.1)


def test_fewer_components_are_missed_than_by_bins() -> None:
    """At sizes where failures decide, over all hard mixtures, by six standard errors of counts (2e-9, one-sided)."""
    a, number = Setting(10**4, 400, epsilon=1.0, K=2), 20_000
    ours, kents = (
        sum(drawn_risk(by_name("mixture", name).plan(a), law, number).lost * number for law in hard_laws(2, 1.0))
        for name in ("windows", "kent-tuned")
    )
    assert ours > 0
    assert ours + 6 * np.sqrt(ours + kents) < kents


def test_the_bound_is_above_the_risk_where_it_is_nontrivial() -> None:
    a = Setting(9 * 10**4, 10**4, epsilon=2.5, K=2)
    plan = windows.assemble(a.n, a.m, 2, 2.5, 0.05, 1.0, 21, 0)
    wide = replace(plan, reach=0.2, scale=0.4 / 2.5)
    found = windows.bound_of(a, wide)
    assert not found.vacuous
    assert found.value < trivial_risk(2, 1.0) / 10
    assert max(drawn_risk(wide, law, 200).value for law in hard_laws(2, 1.0)) < found.value
