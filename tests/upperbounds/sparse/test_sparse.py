"""kent Algorithms 6 and 7: their lines, what their bounds rest on, and what planted defects do."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import ceil, comb, exp, log, sqrt

import numpy as np
import pytest
from scipy.stats import binom

from notation.parameters import ParameterError
from notation.setting import Setting
from notation.symbols import epsilon
from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.hashed import HashedVotes, OfCoordinate
from upperbounds.channels.vectors import packed
from upperbounds.sparse import bounds, kent
from upperbounds.sparse.selection import SelectionPlan, first_chosen, hashed_votes
from upperbounds.sparse.threshold import ThresholdPlan
from verify.kernel.statements.measured import fitted_slope

QUIET = Setting(400, 50, 6, 1e6, s=2)
"""So large a budget that noise is nothing."""


def data(mean: FloatArray, users: int, m: int, seed: int) -> FloatArray:
    """Signs with this mean, flattened: (users, m d)."""
    rng = np.random.default_rng(seed)
    return np.where(rng.random((users, m, len(mean))) < (1 + mean) / 2, 1.0, -1.0).reshape(users, -1)


@pytest.mark.parametrize(("d", "edge"), [(2, Fraction(1)), (3, Fraction(3, 2)), (4, Fraction(2)), (3, Fraction(7))])
def test_the_loss_of_hashed_votes_is_the_largest_over_all_signs(d: int, edge: Fraction) -> None:
    channel = hashed_votes(d, edge, epsilon)
    found = Fraction(0)
    for x, y in product(product((0, 1), repeat=d), repeat=2):
        apart = []
        for r in product((-1, 1), repeat=d):
            a, b = (min(max(Fraction(int(np.dot(r, v))), -edge), edge) for v in (x, y))
            apart.append(abs(a - b))
        assert channel.loss_between(x, y).multiple() == max(apart) / (2 * edge)
        found = max(found, max(apart) / (2 * edge))
    assert channel.worst_loss().multiple() == 1
    assert (found == 1) == (d >= 2 * ceil(edge)), "reached where there are coordinates enough"


def test_half_of_the_noise_would_spend_twice_the_budget() -> None:
    """Planted: noise for sums in [0, eta] in place of [-eta, eta]."""
    thin = HashedVotes(4, Fraction(2), 2 / epsilon, epsilon)
    assert thin.loss_between((1, 1, 0, 0), (0, 0, 1, 1)).multiple() == 2


def test_a_channel_of_a_coordinate_answers_for_that_one() -> None:
    class Echo:
        def sample(self, inputs: FloatArray, rng: np.random.Generator) -> FloatArray:
            return inputs

    vectors = np.arange(12.0).reshape(3, 4)
    channel = OfCoordinate(Echo(), np.array([3, 0, 2]))  # type: ignore[arg-type]
    np.testing.assert_array_equal(channel.sample(packed(vectors), np.random.default_rng(0)), [3.0, 4.0, 10.0])


def test_the_first_of_more_than_s_are_taken_and_folds_are_shared_evenly() -> None:
    selected = np.array([[0, 1, 0, 1, 1], [0, 0, 0, 0, 1], [0, 0, 0, 0, 0]], dtype=bool)
    chosen = first_chosen(selected, 2)
    np.testing.assert_array_equal(chosen.place[:2], [[1, 3], [4, 4]])
    np.testing.assert_array_equal(chosen.any[:, 0], [True, True, False])
    np.testing.assert_array_equal(chosen.alike.sum(axis=-1), [[1, 1], [2, 2], [2, 2]])


@pytest.mark.parametrize(
    ("plan", "off"),
    [
        (kent.tuned(QUIET), 0.05),
        # The printed constants leave so few users a single sample each.
        (replace(kent.algorithm6(QUIET), threshold=0.5, m=50), 0.25),
        (replace(kent.algorithm7(QUIET), threshold=0.5), 0.25),
    ],
)
def test_without_noise_the_large_coordinates_come_back(plan: SelectionPlan | ThresholdPlan, off: float) -> None:
    mean = np.array([0.0, 0.9, 0.0, 0.0, -0.9, 0.0])
    found = plan.protocol().run(data(mean, 400, 50, 3), np.random.default_rng(4))
    np.testing.assert_array_equal(found != 0, mean != 0)
    np.testing.assert_allclose(found, mean, atol=off)


def test_nobody_votes_and_nothing_is_returned() -> None:
    plan = kent.tuned(QUIET)
    found = plan.protocol().run(np.zeros((2, 400, 300)), np.random.default_rng(4))
    np.testing.assert_array_equal(found, np.zeros((2, 6)))


def test_of_three_large_coordinates_the_last_is_lost_where_s_is_two() -> None:
    """Section 4.2: what is lost is the square of the mean, in the selection of the last one's."""
    mean = np.array([0.9, 0.0, 0.9, 0.0, 0.0, 0.9])
    found = kent.tuned(QUIET).protocol().run(data(mean, 400, 50, 3), np.random.default_rng(4))
    np.testing.assert_array_equal(found != 0, [True, False, True, False, False, False])
    loss = float(np.sum((found - mean) ** 2))
    assert 0.81 <= loss <= 0.82


def test_of_the_thresholded_the_largest_are_kept_within_the_range() -> None:
    plan = replace(kent.algorithm7(QUIET), threshold=0.25)
    found = plan.keep(np.array([[0.3, -2.0, 0.2, 0.5, 0.0, -0.4], [0.1, 0.25, 0.0, 0.0, 0.0, 0.26]]))
    np.testing.assert_array_equal(found, [[0.0, -1.0, 0.0, 0.5, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.26]])


def unsigned(plan: SelectionPlan) -> SelectionPlan:
    """Planted: a decoder that does not invert the hash."""

    class Unsigned(SelectionPlan):
        def _select(self, messages: FloatArray, _: object) -> object:  # type: ignore[override]
            return first_chosen(np.broadcast_to(messages[..., -1:].mean(axis=-2) >= 0.5, (*messages.shape[:-2], 6)), 2)

    return Unsigned(*(getattr(plan, name) for name in plan.__dataclass_fields__))


def test_a_hash_that_is_not_inverted_finds_nothing() -> None:
    mean = np.array([0.0, 0.9, 0.0, 0.0, -0.9, 0.0])
    found = unsigned(kent.tuned(QUIET)).protocol().run(data(mean, 400, 50, 3), np.random.default_rng(4))
    assert float(np.sum((found - mean) ** 2)) > 0.8


def test_what_a_vote_adds_is_the_exact_mean() -> None:
    """min over k of E clip(1 + W_k), by all sums; eta = sqrt(s) clips most at s = 4 of these."""
    for s in (1, 2, 4, 8, 16, 32):
        edge = Fraction(round(sqrt(s) * 2**40), 2**40)
        exact = min(
            sum(Fraction(comb(k, j), 2**k) * min(max(Fraction(1 + 2 * j - k), -edge), edge) for j in range(k + 1))
            for k in range(s)
        )
        assert bounds.seen(s - 1, float(edge)) == pytest.approx(float(exact), rel=1e-12)
        assert bounds.seen(s - 1, sqrt(30 * s)) > 0.999


def test_tails_are_above_exact_ones() -> None:
    for m, width in product((1, 7, 50), (0.1, 0.4, 0.9)):
        most = max(
            binom.sf(np.ceil(m * (p + width / 2)) - 1, m, p) + binom.cdf(np.floor(m * (p - width / 2)), m, p)
            for p in (0.3, 0.5, 0.8)
        )
        assert most <= bounds.hoeffding(m, width)
    for t in (2.0, 5.0):
        # One Laplace variable beyond t in size: e^-t. Two: their sum's tail is (1 + t) e^(-2t) at a mean of t.
        assert exp(-t) <= bounds.laplace_tail(1, t)
        assert (1 + t) * exp(-2 * t) <= bounds.laplace_tail(2, t)
        # Without sums what is left is the noise on one side, but for the exponents that are tried.
        one_sided = bounds.laplace_tail(2, t) / 2
        assert one_sided <= bounds.tally_tail(2, 1e-9, 1.0, t) <= 1.01 * one_sided
    assert bounds.tally_tail(10, 1.0, 1.0, 0.0) == 1.0


def test_hoeffding_alone_bounds_clipped_sums_without_noise() -> None:
    assert bounds.tally_tail(100, 2.0, 1e-9, 0.5) == pytest.approx(exp(-100 * 0.25 / 8), rel=1e-6)


def test_the_smaller_bound_takes_the_procedure() -> None:
    few, many = Setting(10**8, 10**4, 10**4, 1.0, s=4), Setting(10**10, 10**4, 100, 1.0, s=4)
    assert isinstance(kent.theorem7(few), SelectionPlan)
    assert isinstance(kent.theorem7(many), ThresholdPlan)
    for at in (few, many):
        assert kent.bound(at).value == min(kent.bound6(at).value, kent.bound7(at).value)


@pytest.mark.parametrize(
    ("bound", "at", "axis", "slope"),
    [
        (kent.bound6, Setting(10**12, 10**4, 1000, 1.0, s=4), "m", -1),
        (kent.bound6, Setting(10**12, 10**4, 1000, 1.0, s=4), "s", 1),
        (kent.bound6, Setting(10**12, 10**4, 1000, 1.0, s=4), "n", 0),
        (kent.bound7, Setting(10**12, 10**4, 1000, 1.0, s=4), "n", -1),
        (kent.bound7, Setting(10**12, 10**4, 1000, 1.0, s=4), "m", -1),
        (kent.bound7, Setting(10**12, 10**4, 1000, 1.0, s=4), "d", 1),
        (kent.bound7, Setting(10**12, 10**4, 1000, 1.0, s=4), "s", 1),
    ],
)
def test_theorem7s_regimes_have_its_exponents(bound: object, at: Setting, axis: str, slope: float) -> None:
    """s/T and sd/(nT alpha^2), each up to what logarithms add over a factor of four: 1/10."""
    x = [getattr(at, axis) * 4**k for k in (0, 1)]
    values = [bound(replace(at, **{axis: size})).value for size in x]  # type: ignore[operator]
    assert abs(fitted_slope(x, values) - slope) < 0.1 + (0.1 if bound is kent.bound7 else 0)


def test_samples_beyond_the_cap_change_nothing() -> None:
    """T* = exp(n alpha^2/(Ks)): the infinite-T regime, whose logarithm falls in proportion to n."""
    at = Setting(12 * kent.K_SELECTION, 10**10, 100, 1.0, s=1)
    plan = kent.algorithm6(at)
    assert plan.m == int(exp(12))
    assert kent.algorithm6(replace(at, m=10**9)).m == plan.m
    logs = [log(kent.bound6(replace(at, n=n * at.n)).value) for n in (1, 2)]
    assert 10 < logs[0] - logs[1] < 12.5


def test_a_user_in_a_fold_too_many_spends_twice() -> None:
    """Planted: those who localise refine as well."""
    plan = kent.tuned(QUIET).exact()
    honest = plan.protocol()
    first, second, third = honest.rounds
    greedy = replace(honest, rounds=(first, second, replace(third, users=second.users)))
    assert (honest.worst_spend().multiple(), greedy.worst_spend().multiple()) == (1, 2)


def test_an_interval_that_is_not_inflated_cuts_the_mean_off() -> None:
    """Planted: of means at an edge of bins every second user's is beyond the interval, and the estimate is biased."""
    plan = kent.tuned(QUIET)
    edge = float(plan.each.bins.left(plan.each.bins.count - 1))
    assert 0.4 < edge < 1
    mean = np.array([0.0, edge, 0.0, 0.0, -0.9, 0.0])
    samples = np.stack([data(mean, 400, 50, seed) for seed in range(40)])
    cut = replace(plan, each=replace(plan.each, inflation=0.0))
    errors = [one.protocol().run(samples, np.random.default_rng(4))[:, 1] - edge for one in (plan, cut)]
    deviation = np.sqrt((1 - edge**2) / (50 * 100 * 40))
    assert abs(errors[0].mean()) < 6.2 * deviation, "type-I error 1e-9"
    assert abs(errors[1]).mean() > 3 * abs(errors[0]).mean()


@pytest.mark.parametrize("build", [kent.algorithm6, kent.tuned])
def test_too_few_users_for_the_folds_are_refused(build: object) -> None:
    with pytest.raises(ParameterError, match="n = 6: must be at least 7"):
        build(Setting(6, 3, 4, 1.0, s=2))  # type: ignore[operator]
    assert build(Setting(7, 3, 4, 1.0, s=2)).protocol().run(np.zeros((7, 12)), np.random.default_rng(0)).shape == (4,)  # type: ignore[operator]


def test_users_at_the_threshold_vote() -> None:
    plan = kent.algorithm6(Setting(64, 4, 3, 2.0, s=1))
    t = plan.threshold
    votes = [plan._votes(np.full((8, 4 * 3), size)) for size in (t, np.nextafter(t, 0), 2 * t)]
    assert np.array_equal(votes[0], votes[2])
    assert not np.array_equal(votes[0], votes[1])
