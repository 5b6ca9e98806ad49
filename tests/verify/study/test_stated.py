"""Numbers that a study states, written again: laws that risks are taken at, half-widths, errors and needed samples."""

from dataclasses import replace
from fractions import Fraction
from inspect import signature
from itertools import count, product
from math import exp, inf, log, sqrt, tanh
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from notation.regression import RegressionSetting
from notation.setting import Setting
from upperbounds.channels import LaplaceHistogram, UnaryEncoding, WindowResponse
from upperbounds.channels.binomial import binomial_pmf
from upperbounds.channels.votes import Bins
from upperbounds.optimisation.losses import Logistic
from upperbounds.optimisation.subsets import SubsetDescent
from upperbounds.protocols.range_vote import Range
from upperbounds.registry import by_name
from verify.study import bars, deployed, estimate, kinds, label_regressions, mixture, optimise, worst
from verify.study.risk import SignLaw
from verify.study.risk.mixture import drawn_risk
from verify.study.table import Rows


def test_rare_large_values_have_the_moment_of_their_class() -> None:
    """Two values, 0 and h, h with probability q: q h^p is the moment; from certain down to what no voter sees."""
    setting, half = Setting(300, 4, 1, 1.0, p=3.0, M=2.0), 150
    laws = list(worst.spikes(setting, half))
    assert len(laws) == 24
    shares = np.geomspace(1, 1 / (10 * 4 * half), 12)
    for (q, sign), law in zip(product(shares.tolist(), (1, -1)), laws, strict=True):
        values = law.shift - law.half_width, law.shift + law.half_width
        height = max(values) if sign > 0 else -min(values)
        assert sorted(map(abs, values))[0] == pytest.approx(0, abs=1e-9)
        assert q * height**3 == pytest.approx(2.0)
        assert law.mean == pytest.approx(sign * q * height)


def test_means_of_windowed_risks_cross_half_the_range() -> None:
    laws = worst.mean_laws(2.0)
    assert [law.mean for law in laws] == pytest.approx([2 * k / 32 for k in range(33)])
    assert {law.half_width for law in laws} == {2.0}


@pytest.mark.parametrize(
    ("n", "k", "d", "tents"), [(1000, 10, 1, 100), (1000, 10, 2, 10), (12, 10, 1, 1), (9, 40, 1, 1)]
)
def test_tents_near_neighbours_are_as_wide_as_their_ball(
    n: int, k: int, d: int, tents: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    monkeypatch.setattr(label_regressions, "laws_of", lambda a, cells, level: asked.append((cells, level)) or [])
    plan: Any = SimpleNamespace(k=k, mean=SimpleNamespace(T=Fraction(3, 2)))
    label_regressions._near(RegressionSetting(n, d, 1.0, 1.0), plan)
    assert asked == [(tents, 1.5)]


@pytest.mark.parametrize("users", [0, 1, 2, 400])
@pytest.mark.parametrize("second", [None, 0.5])
def test_a_half_width_is_the_least_of_its_inequalities(users: int, second: float | None) -> None:
    """Hoeffding, and Maurer and Pontil's by the empirical variance, or Bernstein's by the public second moment."""
    most, size, coordinates, bias = 3.0, 2.0, 5, 0.125
    messages = np.random.default_rng(users).choice([-3.0, 1.0, 3.0], users)
    error, found = bars._bounded(messages, most, size, coordinates, bias, second)
    if not users:
        assert error == found == size + bias
        return
    two, three = log(4 * coordinates / 0.05), log(8 * coordinates / 0.05)
    ways = [most * sqrt(2 * two / users), most + size]
    variance = most**2 if users == 1 else max(np.var(messages, ddof=1), most**2 / users)
    if second is not None:
        ways.append(sqrt(2 * second * two / users) + (most + size) * two / (3 * users))
    elif users > 1:
        spread = float(np.var(messages, ddof=1))
        ways.append(sqrt(2 * spread * three / users) + 14 * most * three / (3 * (users - 1)))
    assert found == pytest.approx(min(ways) + bias, rel=1e-12)
    assert error == pytest.approx(sqrt(variance / users), rel=1e-12)


@pytest.mark.parametrize("bins", [2, 9])
@pytest.mark.parametrize("users", [60, 4000])
def test_the_bar_of_a_vote_for_a_range(bins: int, users: int) -> None:
    """Three half bins, and the share outside at most so far off; for one law without it, if a vote fails rarely."""
    epsilon, m, size = 1.0, 30, 2.0
    plan = Range("vote", users, m, epsilon, Bins(-1.0, 2 / bins, bins), UnaryEncoding(bins, 1, epsilon))
    votes = plan.vote.sample(np.zeros(users, dtype=np.int64), np.random.default_rng(1))
    found = bars._vote(plan, (votes,), size)
    place = int(np.argmax(votes.sum(axis=0)))
    near, centre = 3 * (2 / bins) / 2, -1 + (place + 0.5) * 2 / bins
    # What is outside is taken from the same function, at a probability MISS for both sides of all bins.
    staged: Any = SimpleNamespace(vote=plan.vote, bins=plan.bins)
    outside = float(bars._outside(staged, votes.sum(axis=0)[None], np.array([users]), log(2 * bins / 0.05))[0])
    assert found.half_width == pytest.approx([near + outside * (size + abs(centre))])
    fails = bins * exp(-(tanh(epsilon / 4) ** 2) * users / 4) if bins > 2 else 0.0
    assert (found.one_law is not None) == (fails + 1 / (users * m) <= 0.05)
    assert found.one_law is None or found.one_law == pytest.approx([near])


def test_a_bar_of_one_law_is_given_from_so_many_users_on() -> None:
    """Nine bins at epsilon = 1, m = 10^6: 9 exp(-tanh(1/4)^2 n/4) + 1/(nm) = 1/20 between n and n + 1."""
    n = next(n for n in range(1, 10**4) if 9 * exp(-(tanh(0.25) ** 2) * n / 4) + 1e-6 / n <= 0.05)
    for users, given in ((n - 1, False), (n, True)):
        plan = Range("vote", users, 10**6, 1.0, Bins(-1.0, 2 / 9, 9), UnaryEncoding(9, 1, 1.0))
        votes = np.zeros((users, 9), dtype=bool)
        assert (bars._vote(plan, (votes,), 1.0).one_law is not None) is given


def test_corners_have_the_length_of_the_loss() -> None:
    """With one sample each coordinate is +-L/sqrt(d); its average is the bias times that, except for 6 deviations."""
    found = optimise.corner_means(3.0, [0.0, 0.5], 1, (4000, 9), np.random.default_rng(2))
    assert found.shape == (2, 4000, 9)
    assert np.unique(np.abs(found)) == pytest.approx([1.0])
    for part, bias in zip(found, (0.0, 0.5), strict=True):
        assert abs(part.mean() - bias) < 6 / sqrt(part.size)
    assert np.unique(optimise.corner_means(1.0, [0.0], 2, (500, 4), np.random.default_rng(3))) == pytest.approx(
        [-0.5, 0, 0.5]
    )


@pytest.mark.parametrize("work", [0.5, 1.0, 5.5, 1000.0, 1001.0])
def test_a_mixtures_risk_is_drawn_as_often_as_its_work_allows(work: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten thousand times at most, ten at least."""
    setting = Setting(3000, 50, epsilon=4.0, K=2)
    estimator = by_name("mixture", "kent-tuned")
    plan = estimator.plan(setting)
    laws = len(list(mixture.hard_laws(2, 1.0)))
    third, m = plan.third, plan.m
    sums = 2 * (9 * min(third, sqrt(third)) + 36 * min(m, sqrt(m)))
    numbers = laws * (sums + 10 * plan.bins.count)
    monkeypatch.setattr(mixture, "_MOST_WORK", numbers * 10_000 / work * (1 + 1e-12))
    monkeypatch.setattr(mixture, "each_of", lambda one, some: [one(x) for x in some])
    asked, keys = [], list[Any]()
    usual = signature(drawn_risk).parameters["key"].default

    def risk_of(_: Any, law: Any, repetitions: int, key: Any = usual) -> Any:
        asked.append(repetitions)
        keys.append(key)
        return SimpleNamespace(value=float(law.means[0]), error=0.5, lost=float(law.means[-1]))

    monkeypatch.setattr(mixture, "drawn_risk", risk_of)
    found = mixture.worst_mixture_risk(estimator, setting)
    expected = int(min(10_000, 10_000 / work + 1e-9))
    if work > 1000:
        assert found.value == inf
        assert asked == []
        return
    few = max(10, expected // 4)
    assert asked == [few] * laws + [expected]
    # Numbers that chose the worst law would make its risk too large.
    assert keys[-1] not in keys[:-1]
    assert found.repetitions == expected
    assert found.value == max(float(law.means[0]) for law in mixture.hard_laws(2, 1.0))


@pytest.mark.parametrize("fits", [True, False])
def test_a_mixtures_risk_is_drawn_for_so_many_users_at_most(fits: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A binomial number takes nine standard deviations of n/3 users, of at most 1/2 each, to either side."""
    setting, estimator = Setting(3000, 50, epsilon=4.0, K=2), by_name("mixture", "kent-tuned")
    found = SimpleNamespace(value=1.0, error=0.5, lost=0.0)
    monkeypatch.setattr(mixture, "drawn_risk", lambda *_: found)
    monkeypatch.setattr(mixture, "each_of", lambda one, some: [one(x) for x in some])
    monkeypatch.setattr(mixture, "MOST_SHARES", 9 * sqrt(1000) * (1 + 1e-12 if fits else 1 - 1e-12))
    assert (mixture.worst_mixture_risk(estimator, setting).value < inf) is fits


def test_errors_of_components_are_of_sums_and_of_shares() -> None:
    """Over the share: the spread of messages over a third of users, and a vote's 1/4 at two half-widths."""
    messages, shares = np.random.default_rng(4).normal(size=900), np.array([0.6, 0.3, 0.01])
    plan: Any = SimpleNamespace(
        weighing=SimpleNamespace(probabilities=(0.25, 0.75)), third=900, near=0.125, cutoff=0.05
    )
    found = kinds._errors(plan, messages, shares)
    whole = sqrt(float(np.var(messages)) / 900 + (0.125 / 0.5) ** 2 / (4 * 900))
    assert found[:2] == pytest.approx([whole / 0.6, whole / 0.3])
    assert np.isnan(found[2])


@pytest.mark.parametrize("least", [1, 2, 3, 7, 100, 5000])
def test_the_first_that_holds_is_found_within_a_fiftieth(least: int) -> None:
    asked = count()

    def holds(k: int) -> bool:
        # By doubling and halving: 14 times and 14 times.
        assert next(asked) < 40
        return k >= least

    found = kinds._first(holds, 10**4)
    assert found is not None
    assert least <= found <= least + max(1, found // 50)
    assert kinds._first(lambda k: k >= least, least - 1 if least > 1 else 0) in (None, least, found)
    assert kinds._first(lambda k: False, 10**4) is None


def test_so_many_samples_as_tell_components_apart() -> None:
    """A window of bins has half the gap between components to spare, and all but a share of a component's users."""
    setting = Setting(3 * 10**6, 1, epsilon=4.0, K=2)
    estimators = [by_name("mixture", "kent-tuned")]

    def tells(n: int, m: int) -> bool:
        plan = estimators[0].plan(Setting(n, m, epsilon=4.0, K=2), np.random.default_rng(0))
        lie, truth = plan.vote.probabilities
        for size in range(1, min(kinds._WINDOWS, plan.bins.count) + 1):
            reach = size * float(plan.bins.width) / 2
            logs = log(2 * plan.bins.count * kinds._WINDOWS / 0.05)
            margin = sqrt(logs / 2 * (size / (truth - lie) ** 2 + 1) / plan.third)
            share = (1 - 2 * exp(-m * reach**2 / 2)) / 4 - margin
            if share > 0 and reach + sqrt(-2 * log(share) / m) < 1 / 4:
                return True
        return False

    m, n = kinds._needed(estimators, setting)
    assert n is None
    assert m is not None
    assert tells(setting.n, m)
    assert not tells(setting.n, int(m / 1.05))
    m, n = kinds._needed(estimators, Setting(30, 1, epsilon=4.0, K=2))
    assert m is None
    assert n is not None
    assert tells(n, kinds._MOST_M)
    assert not tells(int(n / 1.05), kinds._MOST_M)


@pytest.mark.parametrize("theta", [0.0, 0.3, -0.75])
@pytest.mark.parametrize("half_width", [1.5, 0.5])
def test_the_risk_of_an_average_of_messages_is_that_of_users_means(theta: float, half_width: float) -> None:
    """With five samples there are six users' means; a message's moment is between those of the levels around it."""
    law, channel, n = SignLaw(theta), WindowResponse(4, 3, half_width, Fraction(1)), 50
    k = np.arange(6)
    points, chances = np.clip(2 * k / 5 - 1, -half_width, half_width), binomial_pmf(k, 5, law.plus, law.minus)
    mean, second = float(points @ chances), float(channel.second_moment(points) @ chances)
    expected = (second - mean**2) / n + (mean - theta) ** 2
    assert worst.windowed_risk(channel, n, law, 5) == pytest.approx(expected, rel=1e-10)


@pytest.mark.parametrize(("drawn", "repetitions", "chunk"), [(9, 4000, 11_111), (1000, 1000, 100), (10**5, 50, 1)])
def test_winners_are_drawn_in_chunks_as_many_as_their_votes_allow(
    drawn: int, repetitions: int, chunk: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A million votes of bins in all, a tenth of them at a time; 50 runs at least, 4000 at most."""
    sizes = []

    def draw(plan: Any, law: Any, voters: int, size: int, rng: Any) -> Any:
        sizes.append(size)
        return np.zeros(size, dtype=np.int64)

    monkeypatch.setattr(worst, "_noisy_winners", draw)
    plan: Any = SimpleNamespace(half=40, bins=SimpleNamespace(count=drawn), vote=LaplaceHistogram(drawn, 1, 1.0, 1.0))
    assert len(worst._winners(plan, SignLaw(0.0))) == repetitions
    whole, rest = divmod(repetitions, min(chunk, repetitions))
    assert sizes == [min(chunk, repetitions)] * whole + [rest] * (rest > 0)


def test_algorithm_4_has_the_average_gradient_of_each_users_own_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Users of one to three rows, in any order and twice: every row is of one user, told by its label."""
    asked: list[Any] = []

    def follow(self: Any, gradients: Any, repetitions: int, rng: Any) -> Any:
        who = np.array([[5, 0, 9, 3, 5]])
        theta = np.array([[0.3, -0.2]])
        asked.append((gradients(theta, who)[0], [gradients(theta, np.array([[one]]))[0, 0] for one in who[0]]))
        return theta

    monkeypatch.setattr(SubsetDescent, "follow", follow)
    rng = np.random.default_rng(0)
    owner = np.repeat(np.arange(3000), 1 + np.arange(3000) % 3).astype(np.int32)
    features = rng.uniform(-0.5, 0.5, (len(owner), 2))
    rows, loss = Rows(np.column_stack([features, owner % 2 * 2.0 - 1]), owner), Logistic(2)
    optimise.fit(
        rows,
        loss,
        1.0,
        1.0,
        m=3,
        delta=1e-3,
        name="bassily-algorithm4",
        seed=3,
        problem="optimisation-central",
        same_law=True,
    )
    [(together, alone)] = asked
    assert together == pytest.approx(np.array(alone), rel=1e-12)
    each = {tuple(np.round(loss_of_user(features, owner, user), 9)) for user in range(3000)}
    assert {tuple(row) for row in np.round(together, 9).tolist()} <= each


def loss_of_user(features: np.ndarray, owner: np.ndarray, user: int) -> np.ndarray:
    """The average gradient of log(1 + exp(-y theta . x)) over a user's rows at theta = (0.3, -0.2)."""
    own = features[owner == user]
    label = user % 2 * 2.0 - 1
    return np.mean([-label * x / (1 + exp(label * float(x @ [0.3, -0.2]))) for x in own], axis=0)


@pytest.mark.parametrize("threshold", [137, 1000, 12_345, 70_000, 98_765, 130_000, 10**6 + 1, 3 * 10**6])
def test_a_bound_is_said_to_be_useful_from_the_smallest_n_on_to_a_hundredth(
    threshold: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = count()

    def bound(_: Any, __: Any, at: Setting) -> Any:
        assert next(asked) < 80
        return SimpleNamespace(vacuous=at.n < threshold)

    monkeypatch.setattr(deployed, "deployed_bound", bound)
    setting: Any = Setting(100, 5, epsilon=1.0)
    found = deployed.useful_from(None, None, setting)  # type: ignore[arg-type]
    assert found is not None
    assert threshold <= found <= threshold * 1.011 + 1


def test_no_n_is_said_where_as_many_as_there_may_be_do_not_suffice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deployed, "deployed_bound", lambda *_: SimpleNamespace(vacuous=True))
    assert deployed.useful_from(None, None, Setting(100, 5, epsilon=1.0)) is None  # type: ignore[arg-type]


@pytest.mark.parametrize(("users", "given"), [(19, False), (20, True)])
def test_a_vote_between_two_bins_fails_with_a_chance_of_1_in_nm(users: int, given: bool) -> None:
    """1/20 is the probability that is allowed, and reached with 20 samples."""
    plan = Range("vote", users, 1, 1.0, Bins(-1.0, 1.0, 2), UnaryEncoding(2, 1, 1.0))
    assert (bars._vote(plan, (np.zeros((users, 2), dtype=bool),), 1.0).one_law is not None) is given


@pytest.mark.parametrize("m", [1, 4])
def test_the_risk_of_data_on_an_axis_of_a_ball_is_by_enumeration(m: int) -> None:
    """A message has the ball's second moment, and the mean of a user mean clipped to the ball; rare values are cut."""
    setting = Setting(500, m, 3, 1.0, p=3.0, M=2.0)
    plan = by_name("mean-heavy-l2", "user-means-ball").plan(setting)
    edge, most = float(plan.channel.half_width), 0.0
    laws = [SignLaw(0.0, setting.unit), *worst.spikes(setting, 500)]
    for law in laws:
        plus = np.arange(m + 1)
        chance = float(law.plus)
        masses = binomial_pmf(plus, m, chance, 1 - chance)
        means = law.shift + law.half_width * (2 * plus / m - 1)
        center = float(masses @ np.clip(means, -edge, edge))
        most = max(most, (plan.channel.second_moment - center**2) / 500 + (center - law.mean) ** 2)
    found = worst._in_ball(plan.channel, plan, setting)
    assert found.value == pytest.approx(most, rel=1e-9)


@pytest.mark.parametrize(("d", "groups"), [(1, 2), (2, 0)])
def test_groups_are_told_of_one_column_only(d: int, groups: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where votes of the first column show two; the estimator is the same of one column and of two."""
    plan = by_name("mean-linf", "kent-algorithm12").plan(Setting(4000, 30, d, 2.0))
    assert plan.split.coordinates == d
    plan = replace(plan, each=replace(plan.each, vote=UnaryEncoding(plan.each.bins.count, 1, 2.0)))
    monkeypatch.setattr(type(plan), "votes", lambda *_: [np.zeros(plan.each.bins.count)])
    monkeypatch.setattr(estimate, "kinds_in_votes", lambda *_: [(-0.7, 0.5), (0.7, 0.5)])
    assert len(estimate._groups(plan, [])) == groups
