"""Exact per-user spend of every vector plan on a grid of (n, d, epsilon), at each regime's edge; planted defects."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import ceil, floor, log, nextafter

import numpy as np
import pytest

from notation.parameters import ParameterError
from upperbounds.channels import LaplaceHistogram
from upperbounds.mean.kent import K_HIGH_PRIVACY
from upperbounds.protocols.coordinates import CoordinatePlan
from upperbounds.protocols.split import Split, chunks, covering, cyclic
from upperbounds.transforms.hadamard import RandomRotation
from upperbounds.transforms.kashin import LEVEL, HadamardFrame
from upperbounds.vectors import heavy, kent, zhao
from upperbounds.vectors.baselines import duchi, kary, unary

RNG = np.random.default_rng(0)


def edges(dimension: int, n: int) -> list[float]:
    """epsilon on both sides of 1, d and d ln n, integers, and numbers that are none."""
    d, last = float(dimension), dimension * log(n)
    beside = [x for e in (1.0, d, last) for x in (nextafter(e, 0), e, nextafter(e, 1e9))]
    return sorted({0.01, 0.5, 1.5, 1.9, 2.0, 2.5, d - 0.5, d + 0.5, 0.5 * (d + last), 3 * last, *beside})


GRID = [(n, d, e) for n, d in ((40, 2), (200, 10), (101, 3)) for e in edges(d, n) if e > 0]


def multiples(plan: CoordinatePlan) -> list[Fraction]:
    """Each user's spend as an exact multiple of epsilon, from the plan in symbols."""
    spend = plan.spend()
    assert spend[0][0].start == 0
    assert spend[-1][0].stop == plan.n
    found = [loss.multiple() for users, loss in spend for _ in users]
    assert None not in found
    return found


def counted(plan: CoordinatePlan) -> list[Fraction]:
    """The same by another route: how many coordinates a user answers, times the share.

    Of a vote at most 2 hot bits change, and no more than there are; with Laplace noise a single bin costs nothing.
    """
    vote = plan.each.vote
    votes = Fraction(min(2 * vote.hot, vote.bins), 2 * vote.hot)
    if isinstance(vote, LaplaceHistogram) and vote.bins == 1:
        votes = Fraction(0)
    spent = [Fraction(0)] * plan.n
    for half, (k, sent) in product((0, 1), enumerate(plan.split.sends)):
        for i in range(plan.split.fold):
            price = len(sent) * plan.share * (votes if half == 0 else 1)
            spent[half * plan.split.half + k * plan.split.fold + i] += price
    return spent


def is_private(plan: CoordinatePlan) -> bool:
    """No user spends more than epsilon."""
    return max(multiples(plan)) <= 1


def is_complete(plan: CoordinatePlan) -> bool:
    """Every coordinate is answered, and by as many users as the estimator of one is built for."""
    full = 2 * plan.split.fold * plan.split.folds_of
    return not plan.split.unanswered and bool(np.all(full == plan.each.n))


def spends_all(plan: CoordinatePlan) -> bool:
    """Some user spends all of epsilon."""
    return max(multiples(plan)) == 1


def noise_is_calibrated(plan: CoordinatePlan) -> bool:
    """The Laplace scale is the width of the interval over the coordinate's budget, in the constants that run."""
    lower, upper = plan.each.interval(plan.each.bins.count // 2)
    budget = float(plan.share) * plan.epsilon
    width = plan.each.bins.width + 2 * plan.each.inflation
    return bool(np.isclose(plan.each.scale, width / plan.each.epsilon, rtol=1e-12)) and bool(
        np.isclose(plan.each.epsilon, budget, rtol=1e-12) and upper - lower <= width * (1 + 1e-12)
    )


def coordinate_plans(n: int, d: int, epsilon: float) -> list[CoordinatePlan]:
    """All corrected plans that run a two-stage mean for each coordinate."""
    rotation, frame = RandomRotation.draw(d, RNG), HadamardFrame.draw(d, RNG)
    makers = [
        lambda: zhao.algorithm2(n, 25, d, epsilon, 1.5),
        lambda: zhao.through_kashin(n, 25, epsilon, 1.5, frame),
        lambda: zhao.through_hadamard(n, 25, d, epsilon, 1.5),
        lambda: kent.algorithm12(n, 25, d, epsilon, 1.5),
        lambda: kent.algorithm4(n, 25, d, epsilon, 1.5),
        lambda: kent.algorithm5(n, 25, epsilon, 1.5, rotation),
        lambda: kent.tuned(n, 25, d, epsilon, 1.5),
        lambda: kent.algorithm13(n, 25, epsilon, 1.5, rotation),
        lambda: kent.tuned_rotated(n, 25, epsilon, 1.5, rotation),
        lambda: heavy.coordinate_moments(n, 25, d, epsilon, 4.0, 3.0),
        lambda: heavy.norm_moments(n, 25, epsilon, 3.0, 2.0, frame),
    ]
    return [make() for make in makers]


@pytest.mark.parametrize(("n", "d", "epsilon"), GRID)
def test_corrected_plans_spend_at_most_epsilon_and_answer_every_coordinate(n: int, d: int, epsilon: float) -> None:
    for plan in coordinate_plans(n, d, epsilon):
        assert multiples(plan) == counted(plan), plan.name
        assert is_private(plan), plan.name
        assert is_complete(plan), plan.name
        assert noise_is_calibrated(plan), plan.name
        groups_alone = plan.name in {"kent-algorithm4", "kent-algorithm5"}
        if plan.name.startswith("zhao") or groups_alone or epsilon <= 1 or epsilon > plan.split.coordinates:
            assert spends_all(plan), plan.name
        else:
            assert max(multiples(plan)) == floor(epsilon) / Fraction(epsilon), plan.name


@pytest.mark.parametrize(("n", "d", "epsilon"), GRID)
def test_printed_kent_plans_overspend_between_one_and_d(n: int, d: int, epsilon: float) -> None:
    rotation = RandomRotation.draw(d, RNG)
    for plan in (
        kent.printed_algorithm12(n, 25, d, epsilon, 1.0),
        kent.printed_algorithm13(n, 25, epsilon, 1.0, rotation),
    ):
        size = plan.split.coordinates
        assert multiples(plan) == counted(plan)
        if 1 < epsilon < size:
            assert max(multiples(plan)) == (floor(epsilon) + 1) / Fraction(epsilon)
            assert not is_private(plan)
        else:
            assert is_private(plan)


@pytest.mark.parametrize(("n", "d", "epsilon"), GRID)
def test_printed_zhao_plans_skip_overspend_or_underspend(n: int, d: int, epsilon: float) -> None:
    """Integers up to d are right; others skip coordinates (floor) or overspend (ceil); beyond d it underspends."""
    floored, ceiled = (zhao.printed_algorithm2(n, 25, d, epsilon, 1.0, reading) for reading in ("floor", "ceil"))
    assert multiples(floored) == counted(floored)
    groups = ceil(Fraction(d) / Fraction(epsilon)) if epsilon >= 1 else d
    in_medium = 1 <= epsilon < d * log(n)
    assert is_private(floored)
    assert bool(floored.split.unanswered) == (in_medium and groups * floor(epsilon) < d)
    overspends = in_medium and epsilon < d and epsilon != floor(epsilon)
    assert is_private(ceiled) == (not overspends)
    if overspends:
        assert max(multiples(ceiled)) == ceil(epsilon) / Fraction(epsilon) > 1
    if d < epsilon < d * log(n):
        assert max(multiples(floored)) == d / Fraction(epsilon) < 1


def test_the_counterexamples_of_the_ledger() -> None:
    """zhao E09: d = 10, epsilon = 1.9; kent P1: d = 2, alpha = 3/2."""
    plan = zhao.printed_algorithm2(200, 5, 10, 1.9, 1.0)
    assert plan.split.unanswered == (6, 7, 8, 9)
    assert max(multiples(kent.printed_algorithm12(40, 5, 2, 1.5, 1.0))) == Fraction(4, 3)
    assert max(multiples(kent.algorithm12(40, 5, 2, 1.5, 1.0))) == Fraction(2, 3)


def test_one_fold_too_many_is_caught() -> None:
    plan = kent.algorithm12(200, 25, 10, 2.5, 1.0)
    assert is_private(plan)
    broken = replace(plan, split=cyclic(200, 10, 3))
    assert not is_private(broken), "one fold too many"
    assert not is_complete(broken)


def test_a_coordinate_never_estimated_is_caught() -> None:
    plan = zhao.algorithm2(200, 25, 10, 2.5, 1.0)
    assert is_complete(plan)
    sends = (*plan.split.sends[:-1], plan.split.sends[-1][:-1])
    broken = replace(plan, split=replace(plan.split, sends=sends))
    assert not is_complete(broken), "a coordinate never estimated"
    samples = np.ones((200, 25, 10))
    assert broken.run(samples, np.random.default_rng(0))[9] == 0.0


def test_epsilon_over_d_in_the_medium_regime_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    correct = zhao.algorithm2(200, 25, 10, 2.5, 1.0)
    assert spends_all(correct)
    right = zhao.split
    monkeypatch.setattr(zhao, "split", lambda n, d, e: (right(n, d, e)[0], Fraction(1, d)))
    broken = zhao.algorithm2(200, 25, 10, 2.5, 1.0)
    assert not spends_all(broken), "the budget of a coordinate at epsilon/d in the medium regime"
    assert broken.each.scale == pytest.approx(5 * correct.each.scale)


def noise_follows_the_ball(plan: CoordinatePlan, D: float) -> bool:
    """Laplace noise of a two-stage mean is of the order of its coordinates' half-width: (12 + 2 sqrt(ln n)) of it."""
    expected = D * (12 + 2 * np.sqrt(np.log(plan.each.n))) / np.sqrt(plan.each.m)
    return bool(np.isclose(plan.each.scale * plan.each.epsilon, expected, rtol=1e-12))


def test_an_l2_noise_scale_from_linf_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Scaled for [-D, D] and not for K D/sqrt(d), the noise is sqrt(d)/K times too large: the rate of l_inf."""
    frame = HadamardFrame.draw(64, RNG)
    plan = zhao.through_kashin(400, 25, 2.5, 1.0, frame)
    assert noise_follows_the_ball(plan, LEVEL / np.sqrt(64))
    mixed = replace(plan, each=replace(plan.each, scale=zhao.algorithm2(400, 25, 128, 2.5, 1.0).each.scale))
    assert not noise_is_calibrated(mixed), "an l_2 noise scale from l_inf"
    monkeypatch.setattr(zhao, "kashin_half_width", lambda frame, level, D: D)
    broken = zhao.through_kashin(400, 25, 2.5, 1.0, frame)
    assert noise_is_calibrated(broken)
    assert not noise_follows_the_ball(broken, LEVEL / np.sqrt(64)), "an l_2 noise scale from l_inf"


def test_a_rotated_width_without_one_over_d_is_wider_by_the_root() -> None:
    """kent Algorithm 13 as printed (R2): Delta^2 = C log(.)/T* has no 1/d."""
    rotation = RandomRotation.draw(64, RNG)
    printed = kent.printed_algorithm13(10**7, 10**4, 1.0, 1.0, rotation, constant=2.0)
    corrected = kent.algorithm13(10**7, 10**4, 1.0, 1.0, rotation, constant=2.0)
    assert printed.each.bins.width / corrected.each.bins.width == pytest.approx(
        8 * np.sqrt(np.log(10**11 / 64)) / np.log(10**11), rel=1e-3
    )


def test_baselines_spend_what_they_say() -> None:
    for level, spent in (("semi-user", 1), ("one-item", 1), ("full-item", 7)):
        assert duchi(4, 7, 3, 1.5, 1.0, level).protocol().worst_spend().multiple() == spent
    for plan in (kary(4, 7, 5, 1.5), unary(4, 7, 5, 1.5), unary(4, 7, 5, 1.5, optimised=True)):
        assert plan.protocol().worst_spend().multiple() == 1


def test_a_round_in_slabs_is_the_same_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    """Columns that do not fit into one round go into several; spend and answers stay."""
    plan = zhao.algorithm2(60, 9, 6, 6.5, 1.0)
    rounds = len(plan.protocol().rounds)
    monkeypatch.setattr("upperbounds.protocols.coordinates._SLAB", 30 * plan.each.bins.count)
    assert len(plan.protocol().rounds) == 6 * rounds
    assert multiples(plan) == counted(plan)
    quiet = replace(plan, each=replace(plan.each, scale=0.0, epsilon=1e30))
    vote = replace(plan.each.vote, scale=1e-12)
    quiet = replace(quiet, each=replace(quiet.each, vote=vote))
    samples = np.broadcast_to(np.linspace(-0.9, 0.9, 6), (2, 60, 9, 6))
    np.testing.assert_allclose(quiet.run(samples, RNG), np.broadcast_to(np.linspace(-0.9, 0.9, 6), (2, 6)), atol=1e-12)


def test_splits_refuse_what_they_cannot_do() -> None:
    with pytest.raises(ParameterError, match=r"n = 19: must be at least 20, two users for each of 10 groups"):
        zhao.algorithm2(19, 5, 10, 0.5, 1.0)
    with pytest.raises(ParameterError, match="n = 100"):
        kent.algorithm12(100, 5, 64, 3.0, 1.0)
    with pytest.raises(ParameterError, match="not there"):
        Split(10, 2, ((0, 2),))
    with pytest.raises(ParameterError, match="one twice"):
        Split(10, 2, ((0, 0),))
    with pytest.raises(ValueError, match="answered by"):
        _ = Split(10, 2, ((0, 1), (1,))).per_coordinate
    # More dimensions than users are no obstacle once a user can answer for all of them.
    assert zhao.algorithm2(10, 5, 64, 64.0, 1.0).each.n == 10
    assert kent.algorithm12(10, 5, 64, 64.5, 1.0).each.n == 10


def test_splits_are_what_their_names_say() -> None:
    assert covering(20, 5, 2).sends == ((0, 1), (2, 3), (4,))
    assert chunks(20, 5, 2, 2).unanswered == (4,)
    for d, folds in product((1, 2, 5), (1, 2, 5, 7)):
        split = cyclic(4 * d, d, folds)
        for j in range(d):
            users = {k for k, sent in enumerate(split.sends) if j in sent}
            assert users == {(j + i) % d for i in range(min(folds, d))}
    assert [len(block.table) for block in covering(20, 5, 2).blocks] == [2, 1]


@pytest.mark.parametrize(("n", "m", "epsilon"), [(4000, 50, 0.5), (10**6, 10**4, 1.0), (10**7, 10**6, 0.25)])
def test_up_to_epsilon_1_the_general_algorithms_are_those_of_section_3(n: int, m: int, epsilon: float) -> None:
    """kent Appendix E.2: Algorithm 12 is Algorithm 4, printed or corrected, and 13 as corrected is 5."""
    rotation = RandomRotation.draw(8, RNG)
    four = kent.algorithm4(n, m, 8, epsilon, 1.0)
    for plan in (kent.algorithm12(n, m, 8, epsilon, 1.0), kent.printed_algorithm12(n, m, 8, epsilon, 1.0)):
        assert (plan.each.bins.count, plan.each.m) == (four.each.bins.count, four.each.m)
        assert plan.each.scale == pytest.approx(four.each.scale, rel=1e-12)
        assert plan.split == four.split
    five, thirteen = kent.algorithm5(n, m, epsilon, 1.0, rotation), kent.algorithm13(n, m, epsilon, 1.0, rotation)
    assert five.each.scale == pytest.approx(thirteen.each.scale, rel=1e-12)
    assert five.split == thirteen.split


def test_kents_budgets_and_widths_beyond_1() -> None:
    """Algorithm 11 at a coordinate's users and budget; beyond d all users, at epsilon/d and three-bin votes."""
    medium, low = (kent.algorithm12(8000, 10**6, 8, epsilon, 1.0).each for epsilon in (3.7, 20.0))
    assert (medium.n, medium.epsilon, medium.vote.hot) == (3000, 1.0, 1)
    assert (low.n, low.epsilon, low.vote.hot) == (8000, 2.5, 3)
    assert low.bins.width / 2 == pytest.approx(np.sqrt(4 * np.log(8000 * low.m) / low.m))
    assert medium.bins.width / 2 == pytest.approx(np.sqrt(2 * np.log(3000 * medium.m) / medium.m))
    # The printed cap of the medium regime has n/(Kd) where a coordinate has floor(alpha) times that (R3).
    users = 8 * K_HIGH_PRIVACY
    assert kent.printed_algorithm12(users * 3, 10**6, 8, 5.0, 1.0).each.m == int(np.exp(3))
