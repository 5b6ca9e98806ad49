"""mixture components from rows: found where they are, told where they are not, and nothing of the file in the answer.

Fixed seeds; thresholds hold at six standard errors (probability 2e-9 each).
"""

import itertools
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from notation.parameters import ParameterError
from notation.setting import Setting
from upperbounds.registry import by_name
from verify.study import kinds
from verify.study.estimate import PublicRange
from verify.study.groups import kinds_in_votes
from verify.study.kinds import estimate_kinds
from verify.study.risk import SignLaw
from verify.study.risk.mixture import KindsMean, Mixture
from verify.study.table import Rows

LAW = Mixture((0.4, 0.6), (SignLaw(-0.5), SignLaw(0.4)))
SETTING = Setting(3, 1, epsilon=4.0, K=2)


def rows_of(samples: np.ndarray) -> Rows:
    n, m = samples.shape
    return Rows(samples.reshape(-1, 1), np.repeat(np.arange(n), m))


@pytest.fixture(scope="module")
def rows() -> Rows:
    return rows_of(LAW.sample(1, 6000, 200, np.random.default_rng(4))[0])


def test_two_kinds_are_found_with_their_shares(rows: Rows) -> None:
    found = estimate_kinds(rows, SETTING, PublicRange(1.0, 10.0, 5.0), 200, seed=1)
    assert np.all(np.abs(found.means - (10 + 5 * LAW.means)) < 6 * found.standard_error)
    assert np.all(found.standard_error < 0.25)
    assert np.all(np.abs(found.shares - LAW.weights) < 0.1)
    assert found.shown.all()
    assert found.spend.largest == 1
    assert found.silent == 0
    assert found.least_gap == 2.5
    assert found.seeded
    assert found.apart


def test_one_kind_is_not_told_as_two() -> None:
    """The second bin is empty, or in the first one's tail and then too near."""
    one = SignLaw(0.4).sample((3000, 100), np.random.default_rng(6))
    found = estimate_kinds(rows_of(one), SETTING, PublicRange(1.0), 100, seed=2)
    assert not found.apart
    assert np.isnan(found.standard_error).all()
    narrow = estimate_kinds(rows_of(np.full((3000, 4), 0.4)), SETTING, PublicRange(1.0), 4, seed=2)
    assert (narrow.shown.sum(), narrow.surely) == (1, 1)
    low, high = narrow.interval[:, narrow.shown][:, 0]
    assert low < 0.4 < high
    assert np.isnan(narrow.interval[:, ~narrow.shown]).all()


RUNS = 20
"""Seeds: an interval of level 0.95 fails in 7 or more of them with probability 2e-5 at most."""


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the worst risk, which enters nothing else."""
    monkeypatch.setattr(kinds, "worst_mixture_risk", lambda *_: None)


def found_in(law: Mixture | SignLaw, m: int, seed: int) -> kinds.Kinds:
    rng = np.random.default_rng(seed)
    samples = law.sample(1, 2000, m, rng)[0] if isinstance(law, Mixture) else law.sample((2000, m), rng)
    return estimate_kinds(rows_of(samples), SETTING, PublicRange(1.0), m, "uncapped", seed)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("m", [3, 20])
def test_users_of_one_law_are_never_surely_two(m: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is said to be there fails with probability 0.05 at most; and without the users' own errors it fails."""
    runs = [found_in(SignLaw(0.1), m, seed) for seed in range(RUNS)]
    assert sum(one.surely > 1 or one.shown.all() for one in runs) <= 6
    assert all(np.isnan(one.standard_error).all() for one in runs if not one.apart)
    assert all(np.isnan(one.share_interval).all() for one in runs if not one.apart)
    # Planted: votes for two bins are taken for two components, as if users' own means were exact.
    monkeypatch.setattr(kinds, "_reached", lambda end, level: end)
    assert sum(found_in(SignLaw(0.1), m, seed).surely > 1 for seed in range(5)) > 2


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("m", [40, 100, 400])
def test_intervals_hold_two_components(m: int) -> None:
    law = Mixture((0.4, 0.6), (SignLaw(-0.6), SignLaw(0.6)))
    runs = [found_in(law, m, seed) for seed in range(RUNS)]
    told = [one for one in runs if one.apart]
    assert len(told) > RUNS / 2
    missed = [np.any((one.interval[0] > law.means) | (one.interval[1] < law.means)) for one in told]
    shares = [np.any((one.share_interval[0] > law.weights) | (one.share_interval[1] < law.weights)) for one in told]
    assert sum(missed) <= 6
    assert sum(shares) <= 6
    if m == 400:
        assert max(float(np.max(one.interval[1] - one.interval[0])) for one in told) < 0.3
        off = [np.abs(one.means - law.means) / one.standard_error for one in told]
        # Five standard errors, for the few users whose own mean is clipped too.
        assert np.nanmax(off) < 5


@pytest.mark.usefixtures("quick")
def test_the_m_that_is_needed_tells_the_nearest_components_of_the_class_apart() -> None:
    law = Mixture((0.25, 0.75), (SignLaw(-0.25), SignLaw(0.25)))
    needed = found_in(law, 2, 0).m_needed
    assert needed is not None
    assert sum(found_in(law, 2 * needed, seed).apart for seed in range(5)) >= 3
    assert not any(found_in(law, needed // 20, seed).apart for seed in range(5))
    few = estimate_kinds(rows_of(np.zeros((60, 2))), SETTING, PublicRange(1.0), 2, "uncapped", 0)
    assert few.m_needed is None
    assert few.n_needed is not None
    assert few.n_needed > 60


def test_tails_of_own_means_are_above_those_of_two_valued_laws() -> None:
    """Chernoff's bound, and the bounds on what is beyond a distance, next to exact sums."""
    for m, mean in itertools.product((1, 3, 20, 100), (-0.9, -0.3, 0.0, 0.5)):
        numbers = np.arange(m + 1)
        chances = stats.binom.pmf(numbers, m, (1 + mean) / 2)
        errors = 2 * numbers / m - 1 - mean
        variance = kinds._spread(mean, mean, m)
        for t in np.linspace(-0.5, 1.9, 25):
            assert chances @ np.maximum(errors - t, 0) <= kinds._excess(t, m, variance) * (1 + 1e-9)
            if t > 0:
                assert chances @ np.where(errors > t, errors, 0) <= kinds._missed(t, m, variance) * (1 + 1e-9) + 1e-15
                assert chances @ (errors > t) <= kinds._tail(t, m)
        for end in np.linspace(-1, 1, 9):
            for share in (0.01, 0.2, 0.7):
                most = float(kinds._reached(np.array([end]), np.array([-np.log(share) / m]))[0])
                if most + 1e-9 < 1:
                    law = stats.binom(m, (1 + most + 1e-9) / 2)
                    assert law.cdf(np.floor((1 + end) / 2 * m + 1e-9)) <= share * (1 + 1e-6)


def test_distinct_intervals_are_apart_from_all_others() -> None:
    inf = np.inf
    for low, high, shown, surely in (
        ((0.0, 2.0, 4.0), (1.0, 3.0, 5.0), (1, 1, 1), 3),
        ((0.0, 0.5, 4.0), (1.0, 3.0, 5.0), (0, 0, 1), 2),
        ((0.0, inf, 0.5), (1.0, -inf, 3.0), (0, 0, 0), 1),
        ((0.0, 2.0, 1.0), (9.0, 3.0, 5.0), (0, 0, 0), 1),
        ((inf, inf, inf), (-inf, -inf, -inf), (0, 0, 0), 1),
    ):
        found, number = kinds._distinct(np.array(low), np.array(high))
        assert (found.tolist(), number) == ([bool(one) for one in shown], surely)


def test_the_order_of_the_file_is_not_in_the_answer(rows: Rows) -> None:
    """The users of either kind first: without shuffling all who vote would be of one kind."""
    component = rows.means()[:, 0] > 0
    order = np.argsort(component, kind="stable")
    sorted_rows = rows_of(rows.values.reshape(rows.users, -1)[order])
    found = estimate_kinds(sorted_rows, SETTING, PublicRange(1.0), 200, "uncapped", seed=3)
    assert np.all(np.abs(found.means - LAW.means) < 6 * found.standard_error)


def test_votes_show_kinds_from_messages_alone() -> None:
    rng = np.random.default_rng(7)
    plan = by_name("mean", "kent-tuned").plan(Setting(40_000, 1000, epsilon=1.0))
    laws = (KindsMean(LAW), SignLaw(0.1))
    for law, number in zip(laws, (2, 1), strict=True):
        places = plan.bins.index(law.sample_user_means((plan.half,), 1000, rng))
        votes = plan.vote.sample(places, rng).sum(axis=0)
        found = kinds_in_votes(plan.vote, plan.bins, votes, plan.half)
        assert len(found) == number
        assert sum(share for _, share in found) == pytest.approx(1, abs=0.25)
    nobody = plan.vote.sample(np.full(plan.half, -99), rng).sum(axis=0)
    assert kinds_in_votes(plan.vote, plan.bins, nobody, plan.half) == []


def test_what_cannot_be_run_is_refused_in_one_line(rows: Rows) -> None:
    wide = Rows(np.zeros((9, 2)), np.arange(9))
    with pytest.raises(ParameterError, match="2 columns: must be one"):
        estimate_kinds(wide, SETTING, PublicRange(1.0), 1)
    with pytest.raises(ParameterError, match="estimator = 'nobody'"):
        estimate_kinds(rows, SETTING, PublicRange(1.0), 1, "nobody")
    with pytest.raises(ParameterError, match="n = 2: must be at least 3"):
        estimate_kinds(rows_of(np.zeros((2, 1))), SETTING, PublicRange(1.0), 1)


def test_few_users_have_intervals_that_sums_of_distances_narrow() -> None:
    """Means are within six standard errors; windows of bins alone leave intervals that are wider by a quarter."""
    few = rows_of(LAW.sample(1, 1501, 200, np.random.default_rng(4))[0])
    found = estimate_kinds(few, SETTING, PublicRange(1.0, 10.0, 5.0), 200, seed=1)
    assert found.shown.all()
    assert found.silent == 1
    truth = 10 + 5 * LAW.means
    assert np.all(np.abs(found.means - truth) < 6 * found.standard_error)
    assert np.all((found.interval[0] < truth) & (truth < found.interval[1]))
    plan = found.estimator.plan(Setting(1501, 200, epsilon=4.0, K=2), np.random.default_rng(0))
    alone = 2 * (float(plan.bins.width) / 2 + np.sqrt(2 * np.log(1 / 0.3) / 200))
    assert np.all(np.diff(found.interval, axis=0)[0] < 5 * alone)


def test_shares_are_told_within_0_and_1() -> None:
    """All users have the same data, so that about half of the estimates of their share are above 1."""
    one, setting = rows_of(np.full((300, 20), 0.2)), replace(SETTING, epsilon=1.0)
    shares = [estimate_kinds(one, setting, PublicRange(1.0, 0.0, 1.0), 20, seed=seed).shares for seed in range(6)]
    assert min(map(np.min, shares)) >= 0
    assert max(map(np.max, shares)) <= 1
    assert any(np.any(share == 1.0) for share in shares)
