"""How worst risks are searched: at which means, how exactly, and which estimator is taken; the risks are stand-ins."""

from dataclasses import replace
from fractions import Fraction
from math import ceil, inf, log2, sqrt
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from notation.setting import Setting
from notation.user_learning import UserSetting
from upperbounds.channels.binomial import binomial_pmf
from upperbounds.channels.votes import Bins
from upperbounds.classification.turned import Sizes
from upperbounds.estimator import UpperBound
from upperbounds.mean import kent
from upperbounds.optimisation.domains import Ball
from upperbounds.optimisation.losses import Hinge
from upperbounds.protocols.coordinates import Plain
from upperbounds.registry import by_name
from verify.study import estimate, labels, optimise, selection, sparse, users, worst
from verify.study.problems import PROBLEMS
from verify.study.risk import Risk, SignLaw, exact_risk
from verify.study.risk.user_cells import RESOLUTION, SQUARES
from verify.study.users import USER_PROBLEMS, worst_user_risk
from verify.study.worst import WorstRisk


def test_means_cross_the_bin_of_0_and_go_far_out() -> None:
    plan = SimpleNamespace(bins=Bins(-1.1, 0.25, 9))
    means = [law.mean for law in worst.sign_laws(plan, 2.0, 3)]  # type: ignore[arg-type]
    # The bin of 0 is from -0.1 to 0.15.
    assert means == pytest.approx([-0.1, 0.025, 0.15, -2, -1.8, -1, 1, 1.8, 2])
    narrow = [law.mean for law in worst.sign_laws(plan, 0.05, 3)]  # type: ignore[arg-type]
    assert narrow[:3] == pytest.approx([-0.05, 0.025, 0.05])
    assert all(law.half_width == 2.0 for law in worst.sign_laws(plan, 2.0, 3))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("work", "bins", "positions", "simulates"),
    [
        (worst.MOST_WORK / 20, 10_000, 21, False),
        (worst.MOST_WORK / 20, 10_001, 5, False),
        (worst.MOST_WORK / 20 + 1, 10_000, 5, False),
        (worst.MOST_WORK, 10_000, 5, False),
        (worst.MOST_WORK + 1, 9, 3, True),
        (inf, 9, 3, True),
    ],
)
def test_a_cheap_risk_is_found_at_more_means(
    work: float, bins: int, positions: int, simulates: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = list[float]()

    def told(kind: str) -> Any:
        def judge(_: Any, law: SignLaw) -> tuple[Risk, int]:
            asked.append(law.mean)
            value = 1 - (law.mean - 0.9) ** 2
            return Risk(value, 0.0, value, abs(law.mean) / 10, 0.25, 0.0, kind), 70 - int(10 * law.mean)

        return judge

    monkeypatch.setattr(worst, "exact_work_of", lambda *_: work)
    monkeypatch.setattr(worst, "worst_exact", told("exact"))
    monkeypatch.setattr(worst, "simulated", told("drawn"))
    monkeypatch.setattr(worst, "each_of", lambda one, laws: [one(law) for law in laws])
    more = SignLaw(0.75, 3.0)
    found = worst.worst_staged_risk(SimpleNamespace(bins=Bins(-1.0, 2 / bins, bins)), 1.0, [more], "some data")  # type: ignore[arg-type]
    assert len(set(asked)) == positions + 7
    assert (found.value, found.worst_mean, found.error) == (1.0, 0.9, 0.25)
    assert found.localisation_failure == 0.1
    assert found.repetitions == 60
    assert found.method.startswith("drawn; some data" if simulates else "exact; some data")
    assert f"largest of {positions} means" in found.method


def test_the_work_of_an_exact_risk_is_that_of_its_dearest_mean(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = kent.tuned(400, 30, 1.0, 1.0)
    monkeypatch.setattr(worst, "exact_work", lambda of, law: 5 - law.mean if of is plan else 0)
    assert worst.exact_work_of(plan, 1.0) == 6
    monkeypatch.setattr(worst, "MOST_BINS", plan.bins.count)
    assert worst.exact_work_of(plan, 1.0) == 6
    monkeypatch.setattr(worst, "MOST_BINS", plan.bins.count - 1)
    assert worst.exact_work_of(plan, 1.0) == inf


def test_the_error_of_data_on_a_line_is_the_standard_one() -> None:
    """Three runs whose squared errors are 1, 4 and 10; a winner loses the coordinates beyond its interval's ends."""
    estimates = iter([np.array([1.5, 0.0]), np.array([0.5, 2.0]), np.array([1.5, 3.0])])
    ends = np.array([0.0, 0.3]), np.array([0.4, 0.8])
    line: Any = SimpleNamespace(
        law=SignLaw(0.5),
        axis=np.array([1.0, 0.0]),
        direction=np.array([1.0, 0.5]),
        plan=SimpleNamespace(each=SimpleNamespace(interval=lambda winners: ends)),
        draw=lambda rng: (next(estimates), None),
    )
    found = worst.Line.risk(line, 3, np.random.default_rng(0))
    assert found.value == pytest.approx(5)
    # The squares of what 1, 4 and 10 are off 5 by: 16 + 1 + 25.
    assert found.error == pytest.approx(sqrt(42 / 2 / 3))
    # Means of coordinates 0.5 and 0.25: the first is above 0.4, the second below 0.3.
    assert (found.localisation_failure, found.worst_mean, found.repetitions) == (1.0, 0.5, 3)


@pytest.mark.parametrize("fewest", [True, False])
def test_data_on_an_axis_are_drawn_from_so_many_repetitions_on(fewest: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A user of a fold has two numbers for each coordinate it answers, and each coordinate a count for each bin."""
    setting = Setting(300, 4, 4, 2.0)
    plan = by_name("mean-l1", "zhao-hadamard").plan(setting)
    work = 2 * plan.split.fold * sum(plan.split.folds_of.tolist()) + plan.split.coordinates * plan.each.bins.count
    monkeypatch.setattr(worst, "_NUMBERS", work * 10 - (0 if fewest else 1))
    found = worst._on_axis(setting, plan)
    if fewest:
        assert found.repetitions == 10
        assert found.value < inf
    else:
        assert found.value == inf
        assert found.method.startswith(f"not computed: {work:.1e} numbers in one repetition")


def test_pilots_on_an_axis_draw_no_more_than_the_risk_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Laws under a moment: signs of three biases, and spikes that the first one lacks."""
    setting = Setting(300, 4, 3, 2.0, p=4.0, M=1.0)
    plan: Any = by_name("mean-heavy-l2", "zhao-heavy-kashin").plan(setting)
    drawn, laws = list[int](), list[SignLaw]()

    def line(_: Any, __: Any, ___: Any, law: SignLaw, m: int) -> Any:
        laws.append(law)
        return SimpleNamespace(risk=one)

    def one(repetitions: int, _: Any) -> WorstRisk:
        drawn.append(repetitions)
        return WorstRisk(1.0, 0.1, "", 0.0, 0.0)

    monkeypatch.setattr(worst, "Line", line)
    monkeypatch.setattr(worst, "each_of", lambda one, some: [one(each) for each in some])
    monkeypatch.setattr(worst, "_NUMBERS", inf)
    worst._on_axis(setting, plan)
    assert sum(drawn[:-1]) <= drawn[-1]
    assert sorted(law.mean for law in laws if not law.shift) == [0, 0.5, 1]
    assert any(law.shift for law in laws)


@pytest.mark.parametrize("short", [0, 1])
def test_a_sparse_risk_is_drawn_from_so_many_repetitions_on(short: int, monkeypatch: pytest.MonkeyPatch) -> None:
    setting = Setting(2000, 25, 6, 4.0, s=2)
    estimator = by_name("sparse-mean", "kent-tuned")
    plan = estimator.plan(setting)
    drawn = list[int]()
    monkeypatch.setattr(sparse, "_NUMBERS", plan.dimension * plan.voters * 10 - short)
    monkeypatch.setattr(sparse, "decided_risk", lambda *_: None)
    monkeypatch.setattr(sparse, "each_of", lambda one, sizes: [one(size) for size in sizes])

    def one(_: Any, size: float, at: Setting, repetitions: int, chunk: int) -> Any:
        drawn.append(repetitions)
        return sparse.SparseRisk(size, 0.0, 1.0, repetitions)

    monkeypatch.setattr(sparse, "_risk", one)
    found = sparse.worst_sparse_risk(estimator, setting)
    assert (found.value == inf) is bool(short)
    assert drawn == ([] if short else [5] * (len(drawn) - 1) + [10])


def test_a_sparse_risk_of_more_samples_than_are_drawn_is_not_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sparse, "each_of", lambda *_: pytest.fail("drawn all the same"))
    setting = Setting(2000, worst.MOST_SAMPLES + 1, 6, 4.0, s=2)
    assert sparse.worst_sparse_risk(by_name("sparse-mean", "kent-tuned"), setting).value == inf


def test_thresholds_of_too_many_numbers_have_no_risk(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is chosen by a vote may be certain, what is kept by its size is drawn or not computed."""
    setting, estimator = Setting(2000, 25, 6, 4.0, s=2), by_name("sparse-mean", "kent-algorithm7")
    plan = estimator.plan(setting)
    monkeypatch.setattr(sparse, "decided_risk", lambda *_: pytest.fail("a threshold is no vote"))
    monkeypatch.setattr(sparse, "_risk", lambda *_: sparse.SparseRisk(0.5, 0.0, 1.0, 10))
    monkeypatch.setattr(sparse, "each_of", lambda one, sizes: [one(size) for size in sizes])
    numbers = plan.dimension * plan.cube.each.bins.count * 10
    for short in (0, 1):
        monkeypatch.setattr(sparse, "_NUMBERS", numbers - short)
        found = sparse.worst_sparse_risk(estimator, setting)
        assert (found.value == inf) is bool(short)
    assert found.method.startswith("not computed: ")


def test_of_several_estimators_the_one_of_the_least_worst_risk_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    problem, setting = PROBLEMS["mean"], Setting(4000, 30, epsilon=1.0)
    names = [one.name for one in problem.private]
    for best in names[1:3]:
        risks = {name: 1.0 - 0.5 * (name == best) for name in names}
        monkeypatch.setattr(
            estimate,
            "deployed_worst_risk",
            lambda _, one, __, risks=risks: WorstRisk(risks[one.name], 0.0, "", None, 0.0),
        )
        found, why, worst = estimate._chosen(problem, setting, None, True, 30)
        assert (found.name, worst.value) == (best, 0.5)
        assert why.startswith("the smallest worst-case risk")


@pytest.mark.parametrize("kind", ["classification", "regression"])
def test_the_error_of_a_rule_of_users_has_its_slips_and_its_quadrature(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # At sizes at which risks are summed in seconds first stages hardly fail.
    monkeypatch.setattr(Sizes, "slips", property(lambda _: 1e-3))
    problem = USER_PROBLEMS[kind]
    [estimator] = [one for one in problem.estimators if one.by_cells is not None][:1]
    a = UserSetting(10**5, 100, 1, 1.0, 2.0, **({"T": 3.0} if kind == "regression" else {"gamma": 0.5}))
    found, side = worst_user_risk(problem, estimator, a), estimator.side(a)
    assert side > 1
    expected = RESOLUTION + (SQUARES * found.value + 4 * a.T**2 * 1e-3 if kind == "regression" else 1e-3)
    assert found.error == pytest.approx(expected, rel=1e-12, abs=0)
    assert found.value < inf


def test_biases_halve_from_where_one_is_seen_to_where_sampling_hides_it() -> None:
    """From 32 times the bound over LR, or 1, to 1/(4 sqrt(nm)) or just below."""
    for total, most in ((0.01, 0.08), (3.0, 1.0)):
        bound, loss = SimpleNamespace(total=total), SimpleNamespace(lipschitz=2.0)
        plan: Any = SimpleNamespace(bound=bound, loss=loss, domain=SimpleNamespace(radius=2.0), n=25, m=9)
        found = optimise._biases(plan)
        assert found[0] == pytest.approx(most)
        assert np.diff(np.log2(found)) == pytest.approx(np.full(len(found) - 1, -1.0))
        assert found[-1] <= 1 / 60 < found[-2]
        assert len(found) == ceil(log2(60 * most)) + 1


def test_the_error_of_a_vote_over_a_cover_is_relative() -> None:
    setting = Setting(200, 1, 3, 1.0)
    estimator = by_name("infinite-linf", "kent-algorithm1")
    plan = estimator.plan(setting)
    found = selection.worst_selection_risk("linf", estimator, setting)
    law = selection.one_cell(plan.vote, plan.n)  # type: ignore[attr-defined]
    assert found.error == pytest.approx(law.relative * found.value, rel=1e-12, abs=0)
    assert found.resolution == law.relative
    assert 0 < found.value != 1


def test_the_best_constant_of_a_sparse_mean_is_off_by_its_largest_coordinates() -> None:
    assert PROBLEMS["sparse-mean"].trivial(Setting(300, 4, 9, 1.0, 1.5, s=4)) == 4 * 1.5**2


def test_the_size_of_a_plan_is_its_range_or_the_root_of_its_moment() -> None:
    heavy, bounded = Setting(3000, 30, 2, 2.5, p=3.0, M=8.0), Setting(3000, 30, 2, 2.5, 1.5)
    assert worst._size(heavy, by_name("mean-heavy", "zhao-heavy").plan(heavy)) == pytest.approx(2.0)
    assert worst._size(bounded, by_name("mean-linf", "zhao-algorithm2").plan(bounded)) == 1.5


def test_a_server_tries_a_loss_with_kinks_and_twenty_of_its_envelopes() -> None:
    """From the smoothness L/R on, each twice the one before."""
    loss, domain, one = Hinge(3), Ball(3, 2.0), SimpleNamespace(smooth=False)
    aims = list(optimise._aims("optimisation-central", one, loss, domain, 900, 30, 1.0))  # type: ignore[arg-type]
    assert aims[0] is loss
    assert [aim.smoothness for aim in aims[1:]] == pytest.approx([loss.lipschitz / 2 * 2**k for k in range(20)])  # type: ignore[attr-defined]
    assert list(optimise._aims("optimisation", one, loss, domain, 900, 30, 1.0)) == [loss]  # type: ignore[arg-type]


@pytest.mark.parametrize("m", [3, 40])
def test_sums_of_clipped_means_are_those_of_their_users(m: int) -> None:
    """By enumeration of a user's mean; few means, or more than users of a fold. Type-I error below 1e-9 each."""
    setting = Setting(60, m, 4, 2.0)
    plan = by_name("mean-l1", "zhao-hadamard").plan(setting)
    size, fold = plan.split.coordinates, plan.split.fold
    direction, law = np.linspace(-1, 1.4, size), SignLaw(0.25)
    line = worst.Line(plan, np.eye(1, 4)[0], direction, law, m)
    plus = np.arange(m + 1)
    means, chances = 2 * plus / m - 1, binomial_pmf(plus, m, 0.625, 0.375)
    for low, high in ((-0.1, 0.2), (0.3, 0.5), (-2.0, 2.0)):
        expected, spread = np.zeros(size), np.zeros(size)
        for folds in line._blocks:
            for j in folds.table.ravel():
                clipped = np.clip(direction[j] * means, low, high)
                expected[j] += fold * (chances @ clipped)
                spread[j] += fold * (chances @ clipped**2 - (chances @ clipped) ** 2)
        rng, runs = np.random.default_rng(m), 400
        drawn = np.zeros((runs, size))
        for run in range(runs):
            for folds in line._blocks:
                ends = (np.full(folds.table.shape, end) for end in (low, high))
                drawn[run] += line._sums(folds, *ends, rng)
        off = np.abs(drawn.mean(axis=0) - expected)
        assert np.all(off <= 6.5 * np.sqrt(np.maximum(spread, 0.0) / runs) + 1e-9)


def test_a_walks_means_are_near_0_and_out_to_the_end() -> None:
    plan: Any = SimpleNamespace(unit=Fraction(1, 10))
    assert worst._walk_means(plan, 2.0) == pytest.approx((0, 0.025, 0.05, 0.075, 0.2, 0.5, 1, 1.5, 1.8, 2))
    assert worst._walk_means(plan, 0.06)[:4] == pytest.approx((0, 0.025, 0.05, 0.06))


@pytest.mark.parametrize("letter", ["n", "m", "d"])
def test_sizes_up_to_the_limits_have_a_risk(letter: str) -> None:
    """A sum of windowed responses is exact whatever n and m are; one more of any size is refused."""
    estimator, most = by_name("mean-linf", "user-means"), {"n": 10**12, "m": 10**10, "d": 2048}
    sizes = {"n": 3000, "m": 4, "d": 2}
    told = worst.worst_risk(estimator, Setting(**{**sizes, letter: most[letter]}, epsilon=1.0)).method
    assert not told.startswith("not computed: beyond")
    more = Setting(**{**sizes, letter: most[letter] + 1}, epsilon=1.0)
    assert worst.worst_risk(estimator, more).method == "not computed: beyond n = 1e+12, m = 1e+10, d = 2048"


def test_corners_are_run_for_every_bias_and_repetition() -> None:
    plan = by_name("optimisation-central", "bassily-algorithm4").plan(Setting(400, 3, 2, 1.0, delta=0.01))
    found = optimise.run_on_corners(plan, [0.1, 0.9], 3, np.random.default_rng(5))
    assert found.shape == (2, 3, 2)
    assert np.all(np.linalg.norm(found, axis=-1) <= plan.domain.radius + 1e-12)
    assert len(np.unique(found.round(12), axis=1)[0]) == 3


@pytest.mark.parametrize(("problem", "name"), [("mean-linf", "user-means"), ("mean-linf", "walk"), ("mean", "walk")])
def test_risks_of_data_three_times_as_large_are_nine_times_as_large(problem: str, name: str) -> None:
    one, three = (worst.worst_risk(by_name(problem, name), Setting(300, 9, 1, 2.0, D)) for D in (1.0, 3.0))
    assert three.value == pytest.approx(9 * one.value, rel=1e-9)
    assert three.worst_mean == pytest.approx(3 * one.worst_mean)


def test_walks_under_a_moment_are_tried_at_every_spike_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """On one axis and in all coordinates alike: +-D data, and spikes upwards, from always to ten times never."""
    asked = []

    def told(_: Any, some: list[SignLaw]) -> Any:
        asked.append(tuple((law.theta, law.half_width, law.shift) for law in some))
        return SimpleNamespace(value=1.0, error=0.0, localisation_failure=0.0)

    setting = Setting(5003, 9, 2, 2.5, p=3.0, M=1.0)
    plan = by_name("mean-heavy-l2", "walk").plan(setting)
    assert isinstance(plan.embedding, Plain)
    monkeypatch.setattr(worst, "coordinate_walk_risk", told)
    monkeypatch.setattr(worst, "each_of", lambda one, some: [one(each) for each in some])
    worst._by_walks(plan, setting, "mean-heavy-l2")
    assert len(set(asked)) == len(asked)
    # A spike is 0 or its height, which is twice its half-width.
    heights = sorted({round(one[0][1] * 2, 9) for one in asked if one[0][2] > 0 and one[1][1] < 1e-6})
    rarest = (10 * setting.m * plan.each.n) ** (1 / 3)
    assert heights == pytest.approx(np.geomspace(1.0, rarest, 12), rel=1e-6)


def test_walks_through_a_transform_are_tried_on_one_axis() -> None:
    """Entries of a transform of +-1 on an axis: the largest share is 1, at which every user has the same data."""
    estimator, setting = by_name("mean-l1", "walk"), Setting(40, 9, 3, 0.5)
    found = worst.worst_risk(estimator, setting)
    assert 0 < found.error < found.value < inf
    assert 0 <= found.worst_mean <= 1


def test_a_lower_bound_says_nothing_up_to_a_share_of_1e_12() -> None:
    assert worst.says_nothing(1.0e-12 * 8, 8.0)
    assert not worst.says_nothing(1.1e-12 * 8, 8.0)


def test_the_risk_of_a_selected_coordinate_is_exact_where_that_is_cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    plan, law = kent.tuned(400, 30, 1.0, 1.0), SignLaw(0.3)
    exact = exact_risk(plan, law).value
    assert sparse._of_coordinate(plan, law) == pytest.approx(exact, rel=1e-9)
    monkeypatch.setattr(sparse, "MOST_WORK", 0)
    drawn = sparse._of_coordinate(plan, law)
    assert drawn != exact
    assert drawn == pytest.approx(exact, rel=0.2)


def test_a_row_has_its_ratio_unless_the_bound_is_unfair_to_it() -> None:
    upper, found = UpperBound(0.5, "some", (), False), WorstRisk(0.25, 0.0, "exact", None, 0.0)
    ratios = labels.row_of("some", {}, upper, found, None, 0.125)["gap"]
    assert ratios == {"risk_over_lower": 2.0, "bound_over_lower": 4.0}
    assert set(labels.row_of("some", {}, upper, found, None, 0.125, is_fair=False)["gap"].values()) == {None}
    unknown = labels.row_of("some", {}, upper, found, None, 0.125, is_known=False)["gap"]
    assert unknown == {"risk_over_lower": None, "bound_over_lower": 4.0}
    idle = labels.row_of("some", {}, replace(upper, vacuous=True), found, None, 0.125)["gap"]
    assert idle == {"risk_over_lower": 2.0, "bound_over_lower": None}
    assert set(labels.row_of("some", {}, upper, found, None, 0.0)["gap"].values()) == {None}


def test_a_point_is_outside_a_box_where_one_coordinate_is() -> None:
    points = np.array([[0.5, 2.0], [-1.0, 0.5], [0.0, 1.0], [9.0, 9.0]])
    assert labels.outside(points, 0.0, 1.0) == 3
    assert labels.outside(points, np.array([-1.0, 0.0]), np.array([1.0, 2.0])) == 1


def test_a_few_runs_of_a_rule_of_users_may_take_as_many_draws_as_one_usually() -> None:
    assert users.FEWEST_RUNS * users.DRAWS == users.MOST_DRAWS


def test_problems_of_points_say_which_space_they_are_over() -> None:
    spaces = {name: about.quantity for name, about in PROBLEMS.items() if name.startswith("infinite-")}
    assert len(set(spaces.values())) == len(spaces) == 5
    assert all(r"\inf" in quantity and r"\le" in quantity for quantity in spaces.values())


@pytest.mark.parametrize(("votes", "repetitions"), [(1.0, 100), (250.0, 250), (10**9, 1000)])
def test_a_rule_as_printed_is_drawn_between_100_and_1000_times(
    votes: float, repetitions: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = list[int]()

    def draw(plan: Any, law: Any, times: int, seed: int) -> tuple[float, float]:
        drawn.append(times)
        return 0.25, 0.01

    plan: Any = SimpleNamespace(
        split=SimpleNamespace(sends=[(0,), (1,)]),
        embedding=SimpleNamespace(coordinates=2),
        each=SimpleNamespace(bins=SimpleNamespace(count=5)),
    )
    monkeypatch.setattr(users, "NOISY_VOTES", 10 * votes)
    monkeypatch.setattr(users.printed_cells, "normal_excess", lambda _, law: law)
    monkeypatch.setattr(users.printed_cells, "drawn_by_coordinate", draw)
    found = users._drawn_as_printed(plan, [1, 2])  # type: ignore[list-item]
    assert drawn == [repetitions]
    assert found.method.startswith(f"drawn {repetitions} times from a fixed seed, standard error 0.01")
