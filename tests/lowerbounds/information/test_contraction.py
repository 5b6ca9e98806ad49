import math
from dataclasses import replace
from fractions import Fraction as F

import pytest
from flint import arb, ctx
from hypothesis import given, settings
from hypothesis import strategies as st

from lowerbounds.information import contraction as ct
from lowerbounds.information.channels import extreme_channels, response
from lowerbounds.information.divergences import hockey_stick, squared_hellinger
from lowerbounds.information.domination import dominating_deficit, users_affinity_squared
from lowerbounds.information.laws import FiniteLaw, binomial, two_point
from lowerbounds.numerics.enclosures import ball
from tests.lowerbounds import written_again as again

SETTINGS = settings(derandomize=True, database=None, deadline=None, max_examples=25)
RATIOS = [F(101, 100), F(3, 2), F(3), F(20)]
POINTS = st.lists(st.integers(0, 12), min_size=3, max_size=3).filter(any)
LAWS = POINTS.map(lambda w: FiniteLaw(tuple((i, F(x, sum(w))) for i, x in enumerate(w))))
MIXED = {t: list(extreme_channels(range(3), t)) for t in RATIOS}


@pytest.fixture(autouse=True, scope="module")
def precision():
    """Balls made in a test are as narrow as those that it compares them with."""
    with ctx.workprec(200):
        yield


def violations(inequality, p, q, t, channels):
    epsilon, channels = ball(t).log(), list(channels)
    slacks = [inequality.slack(epsilon, (p, q), (p.through(c), q.through(c))) for c in channels]
    # No comparison of NaN holds: it would pass for "no violation".
    assert all(slack.is_finite() or slack > 0 for slack in slacks)
    return [c for c, slack in zip(channels, slacks, strict=True) if slack < 0]


@pytest.mark.parametrize("inequality", ct.CONTRACTIONS, ids=lambda c: c.name)
@SETTINGS
@given(p=LAWS, q=LAWS, t=st.sampled_from(RATIOS))
def test_no_extreme_channel_violates_a_contraction(inequality, p, q, t):
    # The worst channel is an extreme one, so for these laws and this t the inequality is decided.
    assert not violations(inequality, p, q, t, MIXED[t])


NEAR = two_point(F(501, 1000)), two_point(F(499, 1000))
THREE = FiniteLaw.of({0: F(9, 10), 1: F(1, 10), 2: F(0)}), FiniteLaw.of({0: F(9, 10), 1: F(0), 2: F(1, 10)})
# Where each is nearly attained, and by how much its limit may shrink before that is noticed there.
TIGHT = {
    "TV by tanh": (NEAR, F(3), 0.99),
    "KL by TV": (THREE, F(101, 100), 0.49),
    "both KL by TV": (THREE, F(101, 100), 0.95),
    "KL absolute": ((two_point(F(1)), two_point(F(0))), F(3), 0.99),
    "KL absolute, zhao": ((two_point(F(1)), two_point(F(0))), F(101, 100), 0.49),
    "KL by tanh^2": (NEAR, F(3), 0.99),
    "chi-square by tanh^2": (NEAR, F(3), 0.99),
    "squared Hellinger by tanh^2": (NEAR, F(3), 0.99),
    "squared Hellinger by TV": (THREE, F(20), 0.99),
}


@pytest.mark.parametrize("inequality", ct.CONTRACTIONS, ids=lambda c: c.name)
def test_a_smaller_constant_is_caught(inequality):
    (p, q), t, factor = TIGHT[inequality.name]
    channels = list(extreme_channels(p.atoms, t))
    limit = inequality.limit
    mutant = replace(inequality, limit=lambda e, a, b: limit(e, a, b) * arb(factor))
    assert not violations(inequality, p, q, t, channels)
    assert violations(mutant, p, q, t, channels)


@SETTINGS
@given(LAWS, LAWS, st.sampled_from(RATIOS), st.sampled_from([F(1), F(9, 8), F(2)]))
def test_private_hockey_stick_is_the_exact_supremum(p, q, t, gamma):
    best = max(hockey_stick(p.through(c), q.through(c), gamma) for c in MIXED[t])
    single = ((t - 1) * hockey_stick(p, q, gamma) - (gamma - 1)) / (t + 1)
    assert best == max(single, 0)
    assert ct.private_hockey_stick(ball(t).log(), gamma, ball(hockey_stick(p, q, gamma))).contains(ball(single))


@pytest.mark.parametrize("t", [F(3, 2), F(2), F(3), F(20), F(500)])
@pytest.mark.parametrize("tv", [F(1, 100), F(1, 3), F(9, 10), F(1)])
def test_hellinger_by_tv_is_attained(t, tv):
    p = FiniteLaw.of({"C": 1 - tv, "A": tv, "B": F(0)})
    q = FiniteLaw.of({"C": 1 - tv, "A": F(0), "B": tv})
    found = [squared_hellinger(p.through(c), q.through(c)) for c in extreme_channels("CAB", t)]
    limit = ct.hellinger_by_tv(ball(t).log(), tv)
    assert all(not value > limit for value in found)
    assert any(value.overlaps(limit) for value in found)


def random_like_channels(t):
    """Mixtures of extreme channels on four symbols: inside the polytope, never worse than its corners."""
    corners = list(extreme_channels(range(4), t))
    for i, first in enumerate(corners):
        second = corners[(7 * i + 3) % len(corners)]
        yield {
            x: FiniteLaw(
                tuple(((0, z), F(2, 5) * w) for z, w in first[x]) + tuple(((1, z), F(3, 5) * w) for z, w in second[x])
            )
            for x in range(4)
        }


def test_mixtures_of_channels_on_four_letters_violate_nothing():
    t = F(4)
    p = FiniteLaw.of({0: F(1, 2), 1: F(1, 4), 2: F(1, 8), 3: F(1, 8)})
    q = FiniteLaw.of({0: F(1, 10), 1: F(1, 5), 2: F(3, 10), 3: F(2, 5)})
    for inequality in ct.CONTRACTIONS:
        assert not violations(inequality, p, q, t, random_like_channels(t))


@pytest.mark.parametrize("m", [1, 2, 3])
@pytest.mark.parametrize("s", [F(1, 10), F(1, 2), F(9, 10), F(1)])
@pytest.mark.parametrize("t", [F(3, 2), F(3), F(20)])
def test_no_channel_beats_the_dominating_pair(m, s, t):
    deficit = dominating_deficit(m, s, float(ball(t).log().mid()), 64)
    p, q = binomial(m, (1 + s) / 2), binomial(m, (1 - s) / 2)
    for channel in extreme_channels(range(m + 1), t):
        assert not squared_hellinger(p.through(channel), q.through(channel)) > deficit + arb("1e-14")


def test_dominating_pair_of_one_draw_and_of_point_masses_is_attained():
    t, epsilon = F(3), math.log(3)
    rr = response({0: F(0), 1: F(1)}, t)
    assert float((dominating_deficit(5, F(1), epsilon) - squared_hellinger(rr[0], rr[1])).mid()) == pytest.approx(
        0, abs=1e-15
    )
    p, q = two_point(F(11, 20)), two_point(F(9, 20))
    # A pair of binary laws stays inside: domination holds with room, by an erasure.
    assert dominating_deficit(1, F(1, 10), epsilon) > squared_hellinger(p.through(rr), q.through(rr))


@pytest.mark.parametrize(("m", "epsilon"), [(5, 2.0), (7, 2.0), (16, 3.0)])
def test_all_ratios_that_matter_are_used_where_there_are_few(m, epsilon):
    found = float(dominating_deficit(m, F(1, 2), epsilon).mid())
    assert found == pytest.approx(again.dominated(m, 0.5, epsilon), rel=1e-12)


@pytest.mark.parametrize(("m", "s", "epsilon"), [(100, F(1, 10), 20.0), (101, F(1, 20), 1.0), (1000, F(1, 50), 4.0)])
def test_fewer_points_only_weaken_the_domination(m, s, epsilon):
    fine = dominating_deficit(m, s, epsilon, 10**4)
    previous = None
    for points in (4, 8, 32):
        coarse = dominating_deficit(m, s, epsilon, points)
        assert not coarse < fine
        assert previous is None or coarse < previous * arb("1.001")
        previous = coarse
    assert float((previous / fine).mid()) < 1.02
    # It sees all m samples: a single one tells far less.
    assert dominating_deficit(1, s, epsilon) * 10 < fine


@pytest.mark.parametrize("t", [F(3, 2), F(3)])
@pytest.mark.parametrize("s", [F(1, 2), F(1)])
def test_two_interactive_users_stay_above_the_product_affinity(s, t):
    m = 2
    p, q = binomial(m, (1 + s) / 2), binomial(m, (1 - s) / 2)
    pairs = [(p.through(c), q.through(c)) for c in extreme_channels(range(m + 1), t)]
    epsilon = float(ball(t).log().mid())
    floor = users_affinity_squared(dominating_deficit(m, s, epsilon, 64), 2) - arb("1e-14")
    for first in pairs:
        # The second user's channel is the best against the harmonic mean, after each message.
        risk = F(0)
        for z, a in first[0]:
            b = first[1][z]
            risk += min(sum(2 * a * x * b * y / (a * x + b * y) for x, y in zipped(*second)) for second in pairs)
        assert not ball(risk) < floor


def zipped(p, q):
    return [(mass, q[z]) for z, mass in p if mass + q[z] > 0]


@pytest.mark.parametrize("t", [F(3, 2), F(3)])
def test_hellinger_by_tv_keeps_its_digits_where_the_laws_are_close(t):
    # The leading order in TV of both cases: v^2 (t-1)^2 times 1/(8t) or 1/(4(t+2)).
    v = F(1, 10**25)
    leading = v**2 * (t - 1) ** 2 * max(1 / (8 * t), 1 / (4 * (t + 2)))
    value = ct.hellinger_by_tv(ball(t).log(), v)
    assert float((value / ball(leading)).mid()) == pytest.approx(1, rel=1e-12)
    assert float((value.rad() / value).upper()) < 1e-12


def test_laws_of_which_nothing_is_known_give_finite_limits():
    unknown = arb("0.5", "0.5")
    for epsilon in (1e-9, 1.0, 700.0):
        assert ct.hellinger_by_tv(epsilon, unknown).is_finite()
        assert ct.kl_by_tv(epsilon, unknown).is_finite()
    assert users_affinity_squared(unknown, 10).contains(ball(F(1, 2) ** 20))
    assert dominating_deficit(10**20, F(1, 10**9), 1.0).contains(ball(F(1, 10)))


def test_limits_at_both_ends_of_epsilon():
    for epsilon in (1e-9, 1e-3, 700.0, 5000.0):
        for value in (
            ct.tanh_half(epsilon),
            ct.strong_constant(epsilon),
            ct.hellinger_by_tv(epsilon, F(1)),
            ct.hellinger_by_tv(epsilon, F(1, 3)),
        ):
            assert value.is_finite()
            assert not value > 1
    assert float((ct.hellinger_by_tv(5000.0, F(1, 3))).mid()) == pytest.approx(1 / 3)
    assert float((ct.kl_absolute(1e-9) / ct.kl_by_tv(1e-9, F(1))).mid()) == pytest.approx(0.5)
