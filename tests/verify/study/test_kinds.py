"""Kinds of users from rows: found where they are, told where they are not, and nothing of the file in the answer.

Fixed seeds; thresholds hold at six standard errors (chance 2e-9 each).
"""

import numpy as np
import pytest

from notation.parameters import ParameterError
from notation.setting import Setting
from upperbounds.registry import by_name
from verify.risk import SignLaw
from verify.risk.mixture import KindsMean, Mixture
from verify.study.estimate import PublicRange
from verify.study.groups import kinds_in_votes
from verify.study.kinds import estimate_kinds
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
    assert not (found.shown.all() and found.apart)
    narrow = estimate_kinds(rows_of(np.full((3000, 4), 0.4)), SETTING, PublicRange(1.0), 4, seed=2)
    assert narrow.shown.sum() == 1
    assert abs(narrow.means[narrow.shown][0] - 0.4) < 6 * narrow.standard_error[narrow.shown][0]


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
    for law, kinds in zip(laws, (2, 1), strict=True):
        places = plan.bins.index(law.sample_user_means((plan.half,), 1000, rng))
        votes = plan.vote.sample(places, rng).sum(axis=0)
        found = kinds_in_votes(plan.vote, plan.bins, votes, plan.half)
        assert len(found) == kinds
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
