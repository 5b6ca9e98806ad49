"""Where exact risks end: too much work is refused from a stated size on, and grids reach as far as they must."""

from contextlib import nullcontext
from fractions import Fraction
from math import ceil, floor, inf, log1p, nextafter, sqrt

import numpy as np
import pytest

from notation.classification import LabelSetting
from notation.parameters import ParameterError
from notation.regression import RegressionSetting
from notation.setting import Setting
from upperbounds.channels import LaplaceHistogram, UnaryEncoding
from upperbounds.channels.grid import GeometricHistogram
from upperbounds.channels.votes import Bins
from upperbounds.classification.votes import CentralVote, LocalVote
from upperbounds.density.basis import weight
from upperbounds.mean import kent as of_means
from upperbounds.protocols.two_stage import TwoStage
from upperbounds.sparse import kent
from verify.study.risk import SignLaw, exact, many_classes, regression, sparse, three_classes, winner
from verify.study.risk.density import beyond
from verify.study.risk.fourier import BitTables
from verify.study.risk.laplace_sum import deviation_beyond
from verify.study.risk.mixture import KindsMean, Mixture
from verify.study.risk.ridges import Ridges
from verify.study.risk.smooth import grid_sizes, smooth_work
from verify.study.risk.tallies import Voters, bit_tally, laplace_tally


def test_a_tent_ends_where_the_next_begins_in_every_float() -> None:
    """Just below a foot rounding may put a point beyond it: no negative number is raised to a power."""
    for cells in range(2, 60):
        law = Ridges(1, 0.5, 1 / cells, cells, 0.75)
        feet = [k / cells for k in range(1, cells + 1)]
        points = [nextafter(x, to) for x in feet for to in (-inf, inf)] + feet
        found = law.eta(np.array(points)[:, None])
        assert np.all(np.isfinite(found))
        assert np.all(found >= 0)
        assert found.max() < 1e-6
        peaks = law.eta((np.arange(cells)[:, None] + 0.5) / cells)
        assert peaks == pytest.approx(np.full(cells, 0.75), rel=1e-6)


@pytest.mark.parametrize(("levels", "classes", "size"), [(1 << 8, 1, 1 << 20), (1 << 9, 7, 1 << 14), (11, 3, 1 << 22)])
def test_a_cell_of_many_classes_is_refused_from_so_many_steps_on(levels: int, classes: int, size: int) -> None:
    """Each level, class and place of the transform takes a multiplication for each class and one more: 2^29 at most."""
    most = (1 << 29) // (classes * size * (classes + 1))
    many_classes._refuse_many(9, most, classes, size)
    with pytest.raises(ParameterError, match=r"^n = 9: a cell's vote takes [56]e\+08 steps; at most 5e\+08"):
        many_classes._refuse_many(9, most + 1, classes, size)
    assert abs(most - levels) < levels


def test_noise_that_reaches_too_far_is_refused_from_so_many_numbers_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three tables of each lead and each noise within 40 deviations."""
    vote, mine, other = CentralVote("geometric", 3, 0.5), np.arange(-4.0, 5.0), np.arange(-3.0, 4.0)
    reach = ceil(40 / (float(vote.unit) * 0.5))
    numbers = reach * 9 * 3
    monkeypatch.setattr(three_classes, "MOST_PAIRS", Fraction(numbers, 8))
    found = three_classes._geometric(vote, mine, other)
    assert found.shape == (9, 7)
    monkeypatch.setattr(three_classes, "MOST_PAIRS", Fraction(numbers - 1, 8))
    with pytest.raises(ParameterError, match=rf"^epsilon = 0\.5: noise reaches {reach}; too far"):
        three_classes._geometric(vote, mine, other)


def step(now: tuple[int, int]) -> winner._Step:
    return winner._Step(0, (0, 0), (0, 0), now, None, (0, 0), 0.0)


def test_the_lattices_work_is_that_of_its_tables() -> None:
    """A table of `hot` + 1 neighbouring sums for each step, those before the first certain; three products of each."""
    steps = [step((2, 4)), step((5, 9)), step((1, 7))]
    assert winner._work(steps, 1) == 3 * (1 * 3 + 3 * 5 + 5 * 7)
    assert winner._work(steps, 2) == 3 * (1 * 1 * 3 + 1 * 3 * 5 + 3 * 5 * 7)
    assert winner._work(steps, 3) == 3 * (3 + 3 * 5 + 3 * 5 * 7)


@pytest.mark.parametrize("hot", [1, 3])
def test_the_work_of_gauss_sums_is_that_of_its_tables(hot: int) -> None:
    """As on the lattice, with nodes for sums, also those after the last; 100 for each pair, 2.5 for refinements."""
    plan = (of_means.tuned if hot == 1 else of_means.tuned_general)(400, 36, 2.0, 1.0)
    law = SignLaw(0.1).bin_law(plan.bins, plan.m, 1e-20)
    tables = BitTables(bit_tally(plan.vote, Voters(plan.half, 0.5, plan.bins.count, 1e-20)))  # type: ignore[arg-type]
    sizes = [1] * hot + [int(k) for k in grid_sizes(tables, law, plan.half, 1)] + [1] * hot
    functions = min(len(law.probabilities) + hot, 8) + 2 * log1p(plan.bins.count)
    values = len(tables.values(0.9 / sqrt(functions) / 1.2, 0.0)[0])
    chain = sum(float(np.prod(sizes[i : i + hot + 1])) for i in range(len(sizes) - hot))
    pairs = sum(sizes[i] * sizes[i + hot] for i in range(len(sizes) - hot))
    assert plan.vote.hot == hot
    assert smooth_work(tables, law, plan.half, hot, plan.bins.count) == pytest.approx(
        2.5 * values * (3 * chain + 100 * pairs), rel=1e-12
    )


@pytest.mark.parametrize("users", [2, 5])
@pytest.mark.parametrize("level", [0, 2])
def test_panels_of_few_noisy_votes_reach_as_far_as_the_noise(users: int, level: int) -> None:
    """Their weights add up to the length from the least vote less the reach to the largest and the reach."""
    tail, bins = 1e-12, 4
    found = laplace_tally(LaplaceHistogram(bins, 1, 1.5, 1.0), Voters(users, 0.5, bins, tail), level)
    reach = 1.5 * deviation_beyond(users, tail / bins)
    wide = 4 * 1.5 * sqrt(2 * users) / (4 * 2**level)
    length = float(found.weights.sum())
    assert length == pytest.approx(users + 2 * wide * (floor(reach / wide) + 1), rel=1e-9)
    assert users + 2 * reach <= length < users + 2 * (reach + wide)


def test_a_drawn_risk_states_its_standard_error() -> None:
    losses, means = np.array([1.0, 2.0, 4.0, 9.0]), np.array([0.0, 0.5, 0.25])
    picked = np.array([[True, True, False], [False, True, True], [False, False, False], [True, True, True]])
    found = sparse._told(losses, picked, means)
    # The squares of what losses are off their mean 4 by add up to 38.
    assert found.value == 4
    assert found.error == pytest.approx(sqrt(38 / 3 / 4), rel=1e-12)
    assert found.found == 5 / 8
    assert sparse._told(losses, picked, np.zeros(3)).found == 1


def test_where_every_coordinate_is_chosen_no_tally_of_a_zero_decides() -> None:
    """With s = d there is no mean of 0: half of all tallies of one may be above the edge."""
    plan = kent.tuned(Setting(60_000, 25, 2, 4.0, s=2))
    found = sparse.decided_risk(plan, 0.9, 1.0, lambda *_: 0.125)
    assert found is not None
    assert found.value == 2 * 0.125
    assert found.found == 1


@pytest.mark.parametrize(("zeros", "decided"), [(0, True), (1, False)])
def test_a_likely_vote_for_zeros_undecides_only_where_there_are_any(
    zeros: int, decided: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sparse, "vote_chances", lambda *_: np.array([0.99, 0.99]))
    plan = kent.tuned(Setting(60_000, 25, 2 + zeros, 4.0, s=2))
    assert (sparse.decided_risk(plan, 0.9, 1.0, lambda *_: 0.125) is not None) is decided


def test_counts_of_a_cell_are_refused_from_so_many_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """From 4440 to 5561, by the mean 5000 and the deviation 50; each of them while `least` is near."""
    regression._inverse_moments.cache_clear()
    monkeypatch.setattr(regression, "MOST_COUNTS", 1121)
    few, first, _ = regression._inverse_moments(10_000, 0.5, 4600)
    assert few < 1e-10
    assert first == pytest.approx(1 / 5000, rel=1e-3)
    monkeypatch.setattr(regression, "MOST_COUNTS", 1120)
    with pytest.raises(ParameterError, match=r"^n = 10000: a cell holds one of 1e\+03 counts; at most 1e\+03"):
        regression._inverse_moments(10_000, 0.5, 4601)


@pytest.mark.parametrize("volume", [1e-6, 0.01, 0.3, 0.9, 1.0])
@pytest.mark.parametrize("x", [(0.5, 0.5), (0.0, 1.0), (0.1, 0.7)])
def test_a_box_about_a_point_has_its_volume(x: tuple[float, float], volume: float) -> None:
    low, high, reach = regression._box_about(np.array(x), volume)
    assert float(np.prod(high - low)) == pytest.approx(volume, rel=1e-9)
    if volume < 1:
        assert np.array_equal(low, np.maximum(np.array(x) - reach, 0))
        assert np.array_equal(high, np.minimum(np.array(x) + reach, 1))
    else:
        assert reach == inf


@pytest.mark.parametrize("p", [2.0, 3.5])
def test_rare_large_labels_have_the_moment_and_the_mean_of_their_class(p: float) -> None:
    """A label +-T with probability q, else 0: q T^p is the moment M and q T the largest mean."""
    a = RegressionSetting(300, 1, 1.0, 1.0, p=p, M=2.0)
    ridges = Ridges(1, 1.0, 0.25, 4, 0.3)
    often, rare = regression._labelled(a, ridges)
    assert pytest.approx(2 ** (1 / p), rel=1e-12) == often.level
    assert rare.level**p * rare.share == pytest.approx(2.0, rel=1e-12)
    assert rare.level * rare.share == pytest.approx(0.3, rel=1e-12)
    assert rare.level > often.level
    assert len(regression._labelled(a, Ridges(1, 1.0, 0.25, 4, 2 ** (1 / p)))) == 1


def test_the_work_of_many_classes_is_that_of_their_windows() -> None:
    """Twice 9 deviations and 40 of people either way; squares for each class and one more, cubes for one-hot votes."""
    mass, shares = np.array([0.25, 0.75]), np.array([[0.5, 0.3, 0.2], [0.25, 0.5, 0.25]])
    law = many_classes.ManyClasses(mass, shares, (shares.max(axis=1)[:, None] - shares) * mass[:, None], np.ones(2))
    n = 400
    widths = [2 * (9 * sqrt(n * p) + 40) for p in mass.tolist()]
    assert many_classes.steps_of(n, CentralVote("geometric", 3, 0.5), law) == pytest.approx(
        sum(24 * w**2 for w in widths)
    )
    one_hot = many_classes.steps_of(n, LocalVote("one-hot", 3, 0.5), law)
    assert one_hot == pytest.approx(sum(24 * w**3 for w in widths))


def test_people_of_a_cell_are_summed_within_their_window() -> None:
    """Whole numbers within 9 deviations and 40 of the mean, from 0 to the most there are."""
    for mean, most in ((100.0, 10**6), (100.0, 150), (0.0, 10), (1e4, 10**7)):
        found, reach = many_classes._within(mean, most), 9 * sqrt(mean) + 40
        low, high = max(0, floor(mean - reach)), min(most, floor(mean + reach) + 1)
        assert (found[0], found[-1], len(found)) == (low, high, high - low + 1)


def test_the_error_of_a_choice_is_by_half_as_many_points(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sparse, "_upper_tail", lambda _, values, weights, points: 0.5 + 8 / points)
    large, zero, error = sparse.chosen_chances(kent.tuned(Setting(60_000, 25, 6, 4.0, s=2)), 0.5, 1.0)
    assert large == zero == 0.5 + 8 / 512
    assert error == pytest.approx(10 * (8 / 256 - 8 / 512) + 1e-12, rel=1e-12)


def test_a_constant_that_no_margin_allows_is_no_law() -> None:
    """P(|eta| <= t) <= C t^gamma: with gamma = 0 and C below 1 nothing may be near the boundary, at no height."""
    assert Ridges.constant(LabelSetting(100, 1, 1.0, 0.0, 1.0, C_T=0.5)) is None
    allowed = Ridges.constant(LabelSetting(100, 1, 1.0, 0.0, 1.0, C_T=1.0))
    assert allowed is not None
    assert allowed.size == 0
    half = Ridges.constant(LabelSetting(100, 1, 1.0, 1.0, 1.0, C_T=2.0))
    assert half is not None
    assert half.size == 0.5
    assert Ridges.constant(LabelSetting(100, 1, 1.0, 1.0, 1.0, C_T=0.5)) is None


@pytest.mark.parametrize(("cutoff", "frequency"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 4), (8, 4), (9, 8), (16, 8)])
@pytest.mark.parametrize("r", [0.01, 100.0])
def test_the_wave_beyond_a_cut_off_is_the_first_and_as_high_as_its_class(cutoff: int, frequency: int, r: float) -> None:
    """Coefficients 2q and 2q + 1 have the frequency q; the class bounds the last by r over (pi 2q)^beta."""
    found = beyond(cutoff, 1, r)
    assert found.frequency == frequency
    assert found.place == 2 * frequency + 1 > cutoff
    assert found.amplitude == pytest.approx(min(r / weight(found.place, 1), sqrt(0.5)))


def test_samples_of_a_user_are_of_one_component_and_users_are_independent() -> None:
    law = KindsMean(Mixture((0.5, 0.5), (SignLaw(-1.0, 1.0), SignLaw(1.0, 1.0))))
    found = law.sample((2000, 3, 4), np.random.default_rng(0))
    assert np.all(found == found[..., :1])
    # Of 2000 pairs of users half differ, but for 6 deviations.
    for one, other in ((0, 1), (1, 2), (0, 2)):
        assert abs((found[:, one, 0] != found[:, other, 0]).mean() - 0.5) < 6 * 0.5 / sqrt(2000)


def test_rounding_of_the_lattice_grows_with_users_and_bins() -> None:
    for n, bins in ((1, 1), (400, 1), (400, 10**4)):
        expected = 2.0**-53 * (400 + 100 * sqrt(n) + (8 + sqrt(n)) * bins)
        assert exact.lattice_rounding(n, bins) == pytest.approx(expected, rel=1e-12, abs=0)


@pytest.mark.parametrize(("change", "grids"), [(0.9e-13, 2), (1.1e-13, 3)])
def test_a_law_that_changes_by_rounding_is_refined_no_further(change: float, grids: int) -> None:
    """A first change of so much in sum over two bins; a later one is half of it, or a tenth."""
    asked = list[int]()

    def winner_at(level: int) -> np.ndarray:
        asked.append(level)
        return np.array([0.25, 0.75]) + sum(change * 0.1**k for k in range(level)) * np.array([0.5, -0.5])

    _, last = exact._refined(winner_at)
    assert asked == list(range(grids))
    assert last == pytest.approx(change * 0.1 ** (grids - 2), rel=0.02)


def test_a_risk_has_arrays_of_40_megabytes_at_most() -> None:
    assert exact.MOST_BINS * np.dtype(np.float64).itemsize == 40e6


def test_noise_is_tabulated_up_to_so_many_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many as are allowed are taken, and cost a hundred products each; with one less allowed there is no table."""
    vote, voters = GeometricHistogram(9, 1, 1.0), Voters(30, 0.5, 9, 1e-18)
    cost = exact._noise_work(vote, voters)
    assert cost < inf
    monkeypatch.setattr(exact, "MOST_STEPS", round(cost / 100))
    assert exact._noise_work(vote, voters) == cost
    monkeypatch.setattr(exact, "MOST_STEPS", round(cost / 100) - 1)
    assert exact._noise_work(vote, voters) == inf


@pytest.mark.parametrize(("bins", "refused"), [(5_000_000, False), (5_000_001, True)])
def test_five_million_bins_have_a_risk_and_more_have_none(bins: int, refused: bool) -> None:
    plan = TwoStage("many", 10, 4, 1.0, Bins(-1.0, 2.0 / bins, bins), UnaryEncoding(bins, 1, 1.0), 0.1, 1.0)
    with pytest.raises(ParameterError, match="for a risk") if refused else nullcontext():
        assert exact.as_floats(plan).bins.count == bins
