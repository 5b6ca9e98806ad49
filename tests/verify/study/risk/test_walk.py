"""What a walk's exact risk is made of, for a law whose users' means are listed value by value."""

import numpy as np
import pytest

from tests.upperbounds.vectors.test_walk import PADDED
from upperbounds.channels.binomial import binomial_pmf
from upperbounds.protocols.walk import Walk
from verify.study.risk import SignLaw, walk
from verify.study.risk.coordinate_walk import exact_coordinate_walk_risk

PLAN = Walk("small", 40, 4, 2.0, 1 / 9, 9, 3, 4, (4, 3, 2, 1, 1), 8, 3, 3, 6, 5, 2)
TWICE = Walk("twice", 7, 3, 1.3, 1 / 7, 7, 1, 1, (3, 1), 0, 2, 2, 4, 2, 1, (2,), 3, 1)
"""Of which some users watch, who say whether the centre is near."""
PLACES = np.arange(-9, 10)
LAWS = [SignLaw(0.3), SignLaw(-0.625, 1.0), SignLaw(0.45, 0.25, 0.5)]


def users_means(law: SignLaw, m: int = PLAN.m) -> tuple[np.ndarray, np.ndarray]:
    """The means of m samples, and their probabilities."""
    k = np.arange(m + 1)
    return law.shift + law.half_width * (2 * k / m - 1), binomial_pmf(k, m, law.plus, law.minus)


@pytest.mark.parametrize("law", LAWS, ids=str)
def test_messages_are_averages_over_users_means(law: SignLaw) -> None:
    points, chances = users_means(law)
    unit = float(PLAN.unit)
    off = points - PLACES[:, None] * unit
    for channel in (PLAN.comparison, PLAN.recentrer, PLAN.refiner):
        half = float(channel.half_width)
        clipped = np.clip(off, -half, half)
        assert walk.received(PLAN, law, channel, PLACES) == pytest.approx(clipped @ chances, abs=1e-12)
    # The plus of two answers +-magnitude.
    plus = walk.answers_plus(PLAN, law, PLAN.comparison, PLACES)
    sent = np.clip(off, -float(PLAN.comparison.half_width), float(PLAN.comparison.half_width)) @ chances
    assert (2 * plus - 1) * PLAN.comparison.magnitude == pytest.approx(sent, abs=1e-12)
    moments = PLAN.refiner.second_moment(np.clip(off, -float(PLAN.refiner.half_width), float(PLAN.refiner.half_width)))
    assert walk.second_moment(PLAN, law, PLACES * unit) == pytest.approx(moments @ chances, rel=1e-12)


@pytest.mark.parametrize("law", LAWS, ids=str)
def test_who_watches_says_near_by_her_own_distance(law: SignLaw) -> None:
    """With certainty up to close - test off the centre, never beyond close + test, and linear between."""
    points, chances = users_means(law, TWICE.m)
    unit = float(TWICE.unit)
    inner, outer = unit * (TWICE.close - TWICE.test), unit * (TWICE.close + TWICE.test)
    assert 0 <= inner < outer
    share = np.clip((outer - np.abs(points - PLACES[:, None] * unit)) / (outer - inner), 0, 1) @ chances
    kept = np.exp(TWICE.epsilon) / (1 + np.exp(TWICE.epsilon))
    found = walk.is_near(TWICE, law, PLACES)
    assert found == pytest.approx(share * kept + (1 - share) * (1 - kept), abs=1e-12)
    assert found.max() - found.min() > 0.1


@pytest.mark.parametrize("law", LAWS, ids=str)
def test_a_risk_is_that_of_the_last_centres(law: SignLaw) -> None:
    points, chances = users_means(law)
    found, risk = walk.last_centres(PLAN, law), walk.exact_walk_risk(PLAN, law)
    half = float(PLAN.refiner.half_width)
    value = bias = fails = 0.0
    for place, p, users in zip(found.places.tolist(), found.chances.tolist(), found.users.tolist(), strict=True):
        centre = place * float(PLAN.unit)
        clipped = np.clip(points - centre, -half, half)
        sent = float(clipped @ chances)
        miss = centre + sent - law.mean
        variance = (float(PLAN.refiner.second_moment(clipped) @ chances) - sent**2) / users
        value, bias = value + p * (miss**2 + variance), bias + p * miss
        fails += p if abs(law.mean - centre) > half else 0.0
    assert float(found.chances.sum()) == pytest.approx(1, abs=1e-12)
    assert (risk.value, risk.bias) == pytest.approx((value, bias), rel=1e-10)
    assert risk.localisation_failure == pytest.approx(fails, abs=1e-15)
    assert fails > 0


def test_a_vectors_first_stages_fail_as_often_as_that_of_its_worst_coordinate() -> None:
    """Where the way back is no isometry; one law for all coordinates, and another for each."""
    size = PADDED.embedding.coordinates
    laws = [SignLaw(0.2 / (1 + k), 0.4) for k in range(size)]
    alone = [walk.exact_walk_risk(PADDED.each, law).localisation_failure for law in laws]
    assert len(set(alone)) > 1
    assert exact_coordinate_walk_risk(PADDED, laws).localisation_failure == max(alone)
