"""kent Algorithm 9: its steps by other routes, its exact conditional risk, and its bound where it is nontrivial.

Statistical checks are two-sided at seven standard errors or more, each with a probability of at most 3e-12.
"""

from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest

from notation.mixture import least_gap, least_weight, trivial_risk
from notation.parameters import ParameterError
from notation.setting import Setting
from upperbounds.channels.nearest import HashedDistance
from upperbounds.mixture.plan import MixturePlan
from upperbounds.registry import by_name
from verify.study.mixture import worst_mixture_risk
from verify.study.risk import SignLaw
from verify.study.risk.mixture import Mixture, draw_chosen, drawn_risk, given_bins, gram, hard_laws

SIGMAS = 7.0
LAW = Mixture((0.3, 0.7), (SignLaw(-0.4, 1.0), SignLaw(0.45, 1.0)))


def plan_of(n: int, m: int, components: int, epsilon: float, name: str = "uncapped") -> MixturePlan:
    return by_name("mixture", name).plan(Setting(n, m, epsilon=epsilon, K=components))


def test_chosen_bins_are_the_first_with_the_most_votes_and_no_neighbours() -> None:
    plan = plan_of(30, 4, 3, 1.0)
    rng = np.random.default_rng(1)
    votes = rng.integers(0, 4, (50, plan.bins.count))
    for row, found in zip(votes, plan.choose(votes), strict=True):
        left, wanted = list(range(plan.bins.count)), []
        for _ in range(3):
            most = max(row[a] for a in left)
            best = min(a for a in left if row[a] == most)
            wanted.append(best)
            left = [a for a in left if abs(a - best) > 1]
        assert found.tolist() == sorted(wanted)


@pytest.mark.parametrize("components", [1, 2, 5])
def test_there_are_always_as_many_bins_as_components(components: int) -> None:
    """Also where all votes are for one bin, or there are none: the other bins are the first that are no neighbours."""
    plan = plan_of(30, 1, components, 1.0)
    one = np.zeros(plan.bins.count, dtype=int)
    one[4] = 9
    for votes in (one, np.zeros_like(one)):
        chosen = plan.choose(votes)
        assert len(set(chosen.tolist())) == components
        assert components == 1 or np.min(np.diff(chosen)) >= 2


def test_shares_are_unbiased_and_light_ones_leave_the_centre() -> None:
    plan = plan_of(3000, 4, 2, 1.5)
    lie, truth = plan.weighing.probabilities
    share = np.array([0.2, 0.8])
    np.testing.assert_allclose(plan.shares(plan.third * (share * truth + (1 - share) * lie)), share, rtol=1e-12)
    assert plan.cutoff == 1 / 8
    chosen = np.array([1, 9])
    found = plan.estimate(chosen, np.array([0.12, 0.88]), np.array([0.3, 0.044]))
    np.testing.assert_allclose(found, plan.bins.middle(chosen) + np.array([0.0, 0.05]), rtol=1e-12)


def test_signs_are_fair_public_and_the_same_for_a_seed() -> None:
    channel = HashedDistance(np.array([-0.5, 0.5]), 0.3, 0.6, 1.0, 11)
    signs = channel.signs(40_000)
    assert set(np.unique(signs)) == {-1, 1}
    assert np.array_equal(signs, channel.signs(40_000))
    assert not np.array_equal(signs, replace(channel, seed=12).signs(40_000))
    assert np.all(np.abs(signs.mean(axis=0)) * 200 < SIGMAS)
    assert abs(np.mean(signs[:, 0] * signs[:, 1])) * 200 < SIGMAS
    # What is sent is the clipped distance times the sign of the nearest centre, plus noise of the stated scale.
    points = np.resize([-0.9, -0.4, 0.45, 0.99], 40_000)
    sent = channel.sample(points, np.random.default_rng(0))
    inverted = sent * signs[np.arange(len(points)), (points > 0).astype(int)]
    for place, off in enumerate((-0.3, 0.1, -0.05, 0.3)):
        assert abs(inverted[place::4].mean() - off) < SIGMAS * 0.6 * np.sqrt(2 / 10_000)


@pytest.mark.parametrize("as_printed", [False, True], ids=["corrected", "printed"])
def test_the_conditional_risk_is_that_of_users(as_printed: bool) -> None:
    """Per-user runs next to counts of users and exact moments: risk, means and deviations of the estimates."""
    plan = replace(plan_of(60, 16, 2, 4.0), as_printed=as_printed)
    known, rng = drawn_risk(plan, LAW, 20_000, signs=gram(plan)), np.random.default_rng(3)
    found = plan.protocol().run(LAW.sample(20_000, 60, 16, rng), rng)
    squares = np.sum((found - LAW.means) ** 2, axis=1)
    error = np.hypot(known.error, squares.std() / np.sqrt(len(squares)))
    assert abs(squares.mean() - known.value) < SIGMAS * error
    spread = known.deviation * np.sqrt(2 / 20_000)
    assert np.all(np.abs(found.mean(axis=0) - known.mean) < SIGMAS * spread)
    np.testing.assert_allclose(found.std(axis=0), known.deviation, rtol=0.1)


def test_the_risk_over_public_signs_is_the_average_of_those_given_them() -> None:
    plan = plan_of(24, 9, 2, 2.0)
    chosen = np.array([2, 13])
    averaged = given_bins(plan, LAW, chosen).risk(LAW.means)
    one_by_one = np.array(
        [given_bins(p, LAW, chosen, gram(p)).risk(LAW.means) for p in (replace(plan, seed=s) for s in range(800))]
    )
    assert abs(one_by_one.mean() - averaged) < SIGMAS * one_by_one.std() / np.sqrt(800)
    assert one_by_one.std() > 0.003 * averaged


def test_votes_of_the_bins_alone_leave_a_bias_of_about_their_half_width() -> None:
    """kent (53) as printed, planted: of a component at the edge of its bin half of the users vote for nobody."""
    plan = plan_of(3 * 10**6, 4000, 2, 4.0)
    delta = float(plan.bins.width) / 2
    edge = float(plan.bins.left(9))
    law = Mixture((0.5, 0.5), (SignLaw(float(plan.bins.middle(3)), 1.0), SignLaw(edge, 1.0)))
    corrected, printed = (
        given_bins(replace(plan, as_printed=wrong), law, np.array([3, 9])).mean - law.means for wrong in (False, True)
    )
    assert np.all(np.abs(corrected) < delta / 1000)
    assert -1.1 * delta < printed[1] < -0.9 * delta


def test_chosen_bins_have_the_law_of_users_votes() -> None:
    plan, rng = plan_of(90, 25, 2, 3.0), np.random.default_rng(5)
    from_counts = draw_chosen(plan, LAW, 20_000, rng)
    samples = LAW.sample(5_000, 90, 25, rng)[:, : plan.third]
    voted = plan.vote.sample(plan.bins.index(plan.user_mean(samples)), rng).sum(axis=1)
    from_users = plan.choose(voted)
    for place in range(2):
        for k in range(plan.bins.count):
            a, b = np.mean(from_counts[:, place] == k), np.mean(from_users[:, place] == k)
            pooled = (20_000 * a + 5_000 * b) / 25_000
            # Normal only where there are counts enough.
            if pooled * 5_000 > 50:
                assert abs(a - b) < SIGMAS * np.sqrt(pooled * (1 - pooled) * (1 / 20_000 + 1 / 5_000))


def test_the_bound_says_something_and_holds() -> None:
    """At a million users and epsilon = 4 all samples give a bound below the best constant's, and above the risk."""
    setting = Setting(10**6, 10**4, epsilon=4.0, K=2)
    estimator = by_name("mixture", "uncapped")
    bound, worst = estimator.bound(setting), worst_mixture_risk(estimator, setting)
    assert not bound.vacuous
    assert bound.value < 1e-3 * trivial_risk(2, 1.0)
    assert worst.value < bound.value < 2000 * worst.value
    assert worst.localisation_failure == 0
    # The printed constants leave so few samples that nothing is found.
    assert by_name("mixture", "kent-algorithm9").bound(setting).vacuous
    assert not by_name("mixture", "kent-algorithm9").bound(replace(setting, n=10**7)).vacuous


def test_hard_laws_are_of_the_class() -> None:
    for components in (1, 2, 3, 7):
        for law in hard_laws(components, 2.0):
            assert min(law.weights) >= least_weight(components) * (1 - 1e-12)
            assert sum(law.weights) == pytest.approx(1)
            assert np.all(np.abs(law.means) <= 2)
            assert components == 1 or np.min(np.diff(law.means)) >= least_gap(components, 2.0) * (1 - 1e-12)


def test_sorted_vectors_are_nearest_in_their_order() -> None:
    """The squared distance of sorted vectors is the least over orders, which is how the risk counts."""
    rng = np.random.default_rng(8)
    for _ in range(20):
        a, b = np.sort(rng.normal(size=(2, 4)))
        assert np.sum((a - b) ** 2) <= min(np.sum((a[list(p)] - b) ** 2) for p in permutations(range(4))) + 1e-12


def test_the_best_constant_has_the_trivial_risk() -> None:
    """The worst of a constant over the two ends of the class, all means as far left or right as they go."""
    components, D = 3, 2.0
    steps = np.arange(components) * least_gap(components, D)
    left, right = -D + steps, D - steps[::-1]
    middle = (left + right) / 2
    for end in (left, right):
        assert np.sum((middle - end) ** 2) == pytest.approx(trivial_risk(components, D))


def test_too_few_users_and_unfit_mixtures_are_refused_in_one_line() -> None:
    with pytest.raises(ParameterError, match="n = 2: must be at least 3"):
        plan_of(2, 4, 2, 1.0)
    with pytest.raises(ParameterError, match="weights"):
        Mixture((0.5, 0.6), LAW.parts)
    with pytest.raises(ParameterError, match="means"):
        Mixture((0.5, 0.5), LAW.parts[::-1])
