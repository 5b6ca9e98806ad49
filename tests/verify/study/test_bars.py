"""Error bars next to the same numbers written again from their inequalities, on constructed messages.

That bars cover is tested elsewhere by runs, which a bar that is somewhat too short passes too.
"""

from dataclasses import replace
from math import exp, log, log1p, sqrt, tanh
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.optimize import minimize_scalar

from notation.setting import Setting
from upperbounds.protocols.two_stage import TwoStage, winner
from upperbounds.registry import by_name
from upperbounds.vectors.balls import most_moved
from verify.study import bars
from verify.study.bars import Tails

MISS = 0.05


def plan_of(problem: str, name: str, n: int, m: int, d: int, epsilon: float, **more: float) -> Any:
    return by_name(problem, name).plan(Setting(n, m, d, epsilon, **more))


def exceeds(number: int, scale: float, squares: float, logs: float) -> float:
    """Chernoff's bound by a general optimiser, over the logarithm of how far a is from its end."""

    def value(t: float) -> float:
        share = 1 / (1 + exp(-t))
        a = share / scale
        return (logs + squares * a * a / 8 - number * log1p(-share * share)) / a

    starts = np.linspace(-20, 20, 81)
    best = min(starts, key=value)
    return float(minimize_scalar(value, bounds=(best - 1, best + 1), method="bounded", options={"xatol": 1e-10}).fun)


@pytest.mark.parametrize(
    "given",
    [(1, 0.3, 2.0, 3.0), (50, 0.02, 0.0, 4.0), (7, 1e-4, 5.0, 2.5), (3, 2.0, 0.01, 9.0), (10**6, 1e-6, 1e-3, 7.0)],
)
def test_chernoffs_bound_is_the_least(given: tuple[int, float, float, float]) -> None:
    least = exceeds(*given)
    assert least * (1 - 1e-9) <= bars.chernoff(*given) <= least * 1.0005


def test_a_mean_of_bounded_messages_has_the_least_of_its_bounds() -> None:
    rng, seen = np.random.default_rng(3), set()
    for n, most, size, d, bias, second, spread in (
        (1, 2.0, 1.0, 3, 0.0, None, 1.0),
        (40, 2.0, 1.0, 3, 0.1, None, 1.0),
        (9000, 2.0, 1.0, 1, 0.0, None, 0.01),
        (300, 3.0, 1.0, 2, 0.0, 0.02, 1.0),
        (2, 3.0, 0.5, 1, 0.25, None, 1.0),
        (5, 1.0, 1.0, 2, 0.0, 1.0, 0.0),
    ):
        messages = most * spread * rng.uniform(-1, 1, n)
        variance = float(((messages - messages.mean()) ** 2).sum()) / (n - 1) if n > 1 else most**2
        logs, more = log(4 * d / 0.05), log(8 * d / 0.05)
        widths = {"hoeffding": most * sqrt(2 * logs / n), "range": most + size}
        if second is not None:
            widths["bernstein"] = sqrt(2 * second * logs / n) + (most + size) * logs / (3 * n)
        elif n > 1:
            widths["empirical"] = sqrt(2 * variance * more / n) + 14 * most * more / (3 * (n - 1))
        seen.add(min(widths, key=widths.__getitem__))
        expected = sqrt(max(variance, most**2 / n) / n), min(widths.values()) + bias
        assert bars._bounded(messages, most, size, d, bias, second) == pytest.approx(expected, rel=1e-12)
    assert seen == {"hoeffding", "range", "bernstein", "empirical"}
    assert bars._bounded(np.zeros(0), 2.0, 1.0, 3, 0.25) == (1.25, 1.25)


def test_messages_on_a_sphere_have_bernsteins_bar() -> None:
    for problem, name, n, d, more in (
        ("mean-l2", "duchi-semi-user", 50, 3, {}),
        ("mean-heavy-l2", "user-means-ball", 7, 4, {"p": 3.0}),
    ):
        plan = plan_of(problem, name, n, 16, d, 1.0, **more)
        found, most = bars.bars(plan, (np.zeros((n, d)),), 1.0), float(plan.channel.magnitude)
        logs = log(2 * d / 0.05)
        width = most * sqrt(2 * logs / (n * d)) + 2 * most * logs / (3 * n) + plan.bias
        assert found.half_width == pytest.approx([width] * d, rel=1e-12)
        assert found.standard_error == pytest.approx([most / sqrt(n * d)] * d, rel=1e-12)
    assert plan.bias > 0


def test_balls_that_shrink_have_bernsteins_bar_and_what_the_last_one_moves() -> None:
    plan = plan_of("mean-l2", "shrinking-balls", 4000, 100, 3, 2.0)
    rng = np.random.default_rng(6)
    sent = tuple(0.1 * rng.normal(size=(users, 3)) for users in plan.users)
    found, most, n = bars.bars(plan, sent, 1.0), plan.channel(-1).magnitude, plan.users[-1]
    assert len(sent) > 1
    centre = np.zeros(3)
    for messages in sent[:-1]:
        centre = centre + messages.mean(axis=0)
    assert float(np.linalg.norm(centre)) < 1
    logs = log(2 * 3 / 0.025)
    width = most * sqrt(2 * logs / (3 * n)) + 2 * most * logs / (3 * n) + most_moved(plan, 0.025)
    assert found.one_law == pytest.approx([width] * 3, rel=1e-12)
    assert found.half_width == pytest.approx(1 + np.abs(centre + sent[-1].mean(axis=0)), rel=1e-12)
    assert found.standard_error == pytest.approx([most / sqrt(3 * n)] * 3, rel=1e-12)
    assert found.covers_misses
    far = bars.bars(plan, (*sent[:-1], sent[-1] + 0.0), 1e-3)
    assert np.all(far.one_law <= far.half_width)


@pytest.mark.parametrize(("n", "d"), [(1, 3), (30, 3), (40_000, 4)])
def test_symbols_have_the_empirical_bar(n: int, d: int) -> None:
    plan = plan_of("mean-l1", "signed-kary", max(n, 2), 16, d, 2.0)
    channel = plan.channel.channel
    symbols = np.random.default_rng(2).integers(0, channel.symbols if hasattr(channel, "symbols") else 2 * d, (n, 3))
    found, decoded = bars._symbols(channel, plan, symbols, 1.0), np.asarray(channel.decode(symbols)).mean(axis=-2)
    most = float(channel.radius / channel.gap)
    for j in range(d):
        if n == 1:
            assert (found.standard_error[j], found.half_width[j]) == (most, most + 1)
            continue
        values = decoded[:, j]
        variance = float(((values - values.mean()) ** 2).sum()) / (n - 1)
        logs = log(4 * d / 0.05)
        width = sqrt(2 * variance * logs / n) + 14 * most * logs / (3 * (n - 1))
        assert found.half_width[j] == pytest.approx(min(width, most + 1), rel=1e-12)
        assert found.standard_error[j] == pytest.approx(sqrt((variance + (most / 3) ** 2 / n) / n), rel=1e-12)
    assert n != 40_000 or float(found.half_width.max()) < most


def test_one_number_has_the_bar_of_its_channel() -> None:
    rng = np.random.default_rng(4)
    for name in ("user-mean", "one-item"):
        plan = plan_of("mean", name, 60, 5, 1, 1.0)
        sent = rng.choice([-1.0, 1.0], (60, 1)) * float(plan.channel.magnitude)
        error, width = bars._bounded(sent.ravel(), float(plan.channel.magnitude), 2.0, 1)
        found = bars.bars(plan, (sent,), 2.0)
        assert (found.standard_error[0], found.half_width[0]) == (error, width)
    for name, n in (("semi-user-level", 60), ("full-item-level", 60), ("semi-user-level", 1)):
        plan = plan_of("mean", name, max(n, 2), 5, 1, 1.0)
        plan = plan if n > 1 else type(plan)(**(vars(plan) | {"n": 1}))
        for spread in (0.0, 40.0):
            sent = spread * rng.normal(size=(n, plan.messages))
            found, number = bars.bars(plan, (sent,), 2.0), n * plan.messages
            scale, users = float(plan.channel.scale) / number, sent.mean(axis=1)
            noise = sqrt(2 * number) * scale
            error = max(float(users.std(ddof=1)) / sqrt(n), noise) if n > 1 else sqrt(noise**2 + 4)
            assert found.standard_error[0] == pytest.approx(error, rel=1e-12)
            width = exceeds(number, scale, 16 / n, log(40))
            assert found.half_width[0] == pytest.approx(width, rel=1e-3)
            assert found.half_width[0] >= width * (1 - 1e-9)


def outside(each: TwoStage, votes: NDArray[Any], people: int, logs: float) -> float:
    """Above the share of users far from the winner's bin, of one row of summed votes."""
    best = int(winner(votes[None])[0])
    bins = [k for k in (best - 1, best, best + 1) if 0 <= k < each.bins.count] if each.vote.hot == 1 else [best]
    if people == 0:
        return 1.0
    if hasattr(each.vote, "scale"):
        near = sum(float(votes[k]) for k in bins) / people
        margin = exceeds(people * len(bins), float(each.vote.scale) / people, 1 / people, logs)
    else:
        zero, one = (float(chance) for chance in each.vote.probabilities)
        near = (sum(float(votes[k]) for k in bins) / people - len(bins) * zero) / (one - zero)
        margin = sqrt(logs / 2 * (len(bins) / (one - zero) ** 2 + 1) / people)
    return min(max(1 - near + margin, 0.0), 1.0)


@pytest.mark.parametrize(
    ("problem", "name", "n", "d"),
    [
        ("mean-linf", "zhao-algorithm2", 4000, 2),
        ("mean-linf", "kent-tuned", 4000, 2),
        ("mean-l2", "kent-algorithm13", 4000, 3),
        ("mean-l2", "zhao-kashin", 4000, 3),
        ("mean-l1", "zhao-hadamard", 4000, 4),
        ("mean-heavy", "zhao-heavy", 4000, 2),
        ("mean-heavy-l2", "zhao-heavy-kashin", 4000, 2),
        ("mean-linf", "kent-tuned", 12, 6),
    ],
)
def test_two_stages_have_chernoffs_bar_and_what_clipping_moved(problem: str, name: str, n: int, d: int) -> None:
    heavy = problem.startswith("mean-heavy")
    plan = plan_of(problem, name, n, 16, d, 2.0, **({"p": 3.0} if heavy else {}))
    data = np.random.default_rng(5).uniform(-0.3, 0.3, (n, 16, d))
    sent, _ = plan.protocol().transcript(data.reshape(n, -1), np.random.default_rng(6))
    found = bars.bars(plan, sent, 1.0, Tails(3.0, 1.0) if heavy else None)
    split, each, votes = plan.split, plan.each, plan.votes(sent)
    plain, k = type(plan.embedding).__name__ == "Plain", split.coordinates
    weight = 1.0 if plain else 1 / sqrt(k)
    length = float(each.bins.width) + 2 * float(each.inflation)
    sends = [1] * int(split.folds_of[0]) if plain else [len(chosen) for chosen in split.sends]
    squares = sum(split.fold * (number * weight * length / each.half) ** 2 for number in sends)
    scale, answered = weight * float(each.scale) / each.half, each.half * (1 if plain else k)
    one_law = exceeds(answered, scale, squares, log(2 * d / MISS))
    assert found.one_law == pytest.approx([one_law] * d, rel=1e-3)
    assert np.all(found.one_law >= one_law * (1 - 1e-9))
    # What users outside the winner's neighbourhood lose by clipping, and those next to it.
    edge, moved = -float(each.bins.lower), []
    for row, folds in zip(votes, split.folds_of, strict=True):
        low, high = (float(end[0]) for end in each.interval(winner(row[None])))
        far = max(low + edge, edge - high, 0.0)
        share = outside(each, row, int(folds) * split.fold, log(2 * len(votes) * each.bins.count / MISS))
        near = min(max(float(each.bins.width) - float(each.inflation), 0.0), far)
        moved.append(share * far + near)
    if heavy:
        moved = [one + bars.clipping_bias(edge, 3.0, _moment(plan)) for one in moved]
    clipped = np.array(moved) if plain else np.full(d, weight * sum(moved))
    part = exceeds(answered, scale, squares, log(4 * d / MISS))
    assert found.half_width == pytest.approx(part + clipped, rel=1e-3)
    noise = sqrt(2 * answered) * scale
    assert np.all(found.standard_error >= noise * (1 - 1e-12))
    if split.fold == 1:
        assert found.standard_error == pytest.approx([sqrt(noise**2 + squares / 4)] * d, rel=1e-12)


def _moment(plan: Any) -> float:
    if type(plan.embedding).__name__ == "Plain":
        return 1.0
    return float(bars.kashin_moment(plan.embedding.frame, plan.embedding.level, 3.0, 1.0))


@pytest.mark.parametrize("votes", [(60, 5, 3), (3, 60, 5), (5, 3, 60), (20, 20, 21)])
@pytest.mark.parametrize("name", ["zhao-algorithm1", "kent-tuned", "bassily-algorithm2"])
def test_the_share_of_users_who_are_far_is_written_again(name: str, votes: tuple[int, ...]) -> None:
    each: Any = plan_of("mean", name, 4000, 400, 1, 4.0)
    if name == "bassily-algorithm2":
        each = TwoStage(each.name, 2 * each.n, each.m, each.epsilon, each.bins, each.vote, 0.0, 0.0)
    row = np.zeros(each.bins.count)
    row[[0, 1, -1]] = votes
    for people, logs in ((200, 3.0), (80, 5.0), (0, 3.0)):
        found = bars._outside(each, row[None], np.array([people]), logs)
        assert found == pytest.approx([outside(each, row, people, logs)], rel=1e-3)


def test_a_vote_alone_has_its_interval_where_it_surely_holds() -> None:
    for n, m, epsilon in ((4000, 16, 4.0), (4000, 400, 4.0), (300, 400, 0.5), (4, 1, 1.0)):
        plan = plan_of("mean", "bassily-algorithm2", n, m, 1, epsilon)
        count, width = plan.bins.count, float(plan.bins.width)
        votes = np.zeros((n, count))
        votes[:, 0] = 1.0
        found = bars.bars(plan, (votes,), 1.0)
        each = TwoStage(plan.name, 2 * n, m, plan.epsilon, plan.bins, plan.vote, 0.0, 0.0)
        share = outside(each, votes.sum(axis=0), n, log(2 * count / MISS))
        value = abs(float(plan.bins.lower) + width / 2)
        assert found.standard_error is None
        assert found.half_width == pytest.approx([1.5 * width + share * (1 + value)], rel=1e-3)
        fails = (count * exp(-(tanh(plan.epsilon / 4) ** 2) * n / 4) if count > 2 else 0) + 1 / (n * m)
        assert (found.one_law is None) == (fails > MISS)
        if found.one_law is not None:
            assert found.one_law == pytest.approx([1.5 * width], rel=1e-12)


def farthest(plan: Any, average: float, size: float) -> float:
    """The largest delta whose clipped message is on average at most so much, by halving."""
    scale, low, high = size / sqrt(plan.m), -2 * size, 2 * size
    loss = bars.stop_loss(plan.m, plan.order)
    for _ in range(60):
        delta = (low + high) / 2
        least = delta - scale * float(loss((float(plan.refiner.half_width) - delta) / scale))
        low, high = (delta, high) if least <= average else (low, delta)
    return low


@pytest.mark.parametrize(("epsilon", "plus"), [(1.0, 0.2), (1.0, 0.9), (3.0, 0.5), (0.3, 0.55)])
@pytest.mark.parametrize("n", [40, 1000, 100_000])
def test_a_walk_has_the_bar_of_what_is_told_and_of_who_is_near(n: int, epsilon: float, plus: float) -> None:
    plan = plan_of("mean", "walk", n, 100, 1, epsilon)
    data = np.where(np.random.default_rng(8).random((n, 100)) < plus, 1.0, -1.0)
    told, _ = plan.protocol().transcript(data, np.random.default_rng(9))
    watchers = len(plan.steps) + (1 if plan.recentring > 0 else 0)
    far = tuple(-np.abs(one) if i == watchers and plan.watching else one for i, one in enumerate(told))
    # Nobody near, and data in a small range: a user can be moved further than the width of their range.
    for size, sent in ((1.0, told), (0.01, told), (0.01, far)):
        at, messages = plan.heard(sent)
        found = bars.bars(plan, sent, size)
        half, most = float(plan.refiner.half_width), float(plan.refiner.magnitude)
        error, alone = bars._bounded(messages, most, half, 1)
        assert found.standard_error == pytest.approx([error])
        if not plan.steps:
            assert found.half_width == pytest.approx([alone])
            assert found.one_law is None
            return
        center, value = float(plan.unit) * int(at.centre), float(messages.mean())
        lie = 1 / (1 + exp(epsilon))
        within, falls = half, 0.0
        if plan.again:
            within, falls = float(plan.unit) * (plan.close - plan.test), float(plan.unit) * 2 * plan.test
        share = 1.0
        if plan.watching and (not plan.again or at.stands):
            yes = float((sent[watchers] > 0).mean())
            share = 1 - (yes - lie) / (1 - 2 * lie) + sqrt(log(2 / MISS) / (2 * plan.watching)) / (1 - 2 * lie)
            share = min(max(share, 0.0), 1.0)
        width = bars._bounded(messages, most, half, 2)[1]
        width += share * max(size + abs(center) - within, falls) + max(within - half, 0.0)
        assert found.half_width == pytest.approx([min(width, size + abs(center + value))], rel=1e-9)
        law = max(farthest(plan, value + alone, size) - value, farthest(plan, -value + alone, size) + value)
        assert found.one_law == pytest.approx([min(law, found.half_width[0])], abs=4 * size / 2**14)


@pytest.mark.parametrize(
    ("problem", "n", "d", "epsilon"),
    [
        ("mean-linf", 3000, 2, 2.0),
        ("mean-l2", 3000, 2, 2.0),
        ("mean-l1", 20_000, 4, 3.0),
        ("mean-l2", 40, 3, 1.0),
        # One answer of each user, through a transform, and no steps.
        ("mean-l1", 100, 3, 0.5),
        ("mean-heavy", 9000, 2, 2.0),
        ("mean-heavy-l2", 3000, 8, 2.0),
    ],
)
def test_walks_to_coordinates_have_the_bars_of_each_and_of_all_together(
    problem: str, n: int, d: int, epsilon: float
) -> None:
    plan = plan_of(problem, "walk", n, 64, d, epsilon)
    data = np.random.default_rng(5).uniform(-0.3, 0.3, (n, 64, d))
    sent, _ = plan.protocol().transcript(data.reshape(n, -1), np.random.default_rng(6))
    found, each, k = bars.bars(plan, sent, 1.0), plan.each, plan.embedding.coordinates
    plain, together = type(plan.embedding).__name__ == "Plain", plan.sends == 1 and len(each.steps) > 0
    walks = [
        bars._walked(each, one, float(each.unit) * each.cells, 2 * k if together and not plain else k)
        for one in plan.by_coordinate(sent)
    ]
    errors = np.array([one.error for one in walks])
    widths = np.array([min(one.any, one.most) for one in walks])
    laws = np.minimum([one.one_law for one in walks], widths)
    if plain:
        assert found.half_width == pytest.approx(widths)
        assert found.standard_error == pytest.approx(errors)
        assert each.steps or found.one_law is None
        assert not each.steps or found.one_law == pytest.approx(laws)
        return
    assert found.standard_error == pytest.approx([sqrt(plan.sends * (errors**2).sum() / k)] * d)
    all_told = sqrt(2 * log(4 * d / MISS) * sum(1 / one.number for one in walks) / k) * float(each.refiner.magnitude)
    for got, alone, name in ((found.half_width, widths, "any"), (found.one_law, laws, "one_law")):
        width = alone.sum() / sqrt(k)
        if together:
            width = min(width, all_told + sum(getattr(one, name) - one.alone for one in walks) / sqrt(k))
        if got is not None:
            assert got == pytest.approx([width] * d)


@pytest.mark.parametrize(("n", "epsilon", "order"), [(4000, 2.0, 4.0), (20_000, 1.0, 2.5), (40, 1.0, 3.0)])
def test_a_walk_under_moments_has_a_bar_of_what_rare_values_hide(n: int, epsilon: float, order: float) -> None:
    """Of those who are not near any level's excess is allowed for: the best level, by search."""
    plan = plan_of("mean-heavy", "walk", n, 100, 1, epsilon, p=order, M=1.0).each
    data = np.random.default_rng(8).standard_t(5, (n, 100)) / 3
    sent, _ = plan.protocol().transcript(data, np.random.default_rng(9))
    at, messages = plan.heard(sent)
    half, most = float(plan.refiner.half_width), float(plan.refiner.magnitude)
    found, alone = bars._walked(plan, sent, 1.0), bars._bounded(messages, most, half, 1)[1]
    if not plan.steps:
        assert found.any == pytest.approx(alone + bars.clipping_bias(half, order, 1.0))
        return
    yes, lie = float((sent[len(plan.steps) + (plan.recentring > 0)] > 0).mean()), 1 / (1 + exp(epsilon))
    within, falls = half, 0.0
    if plan.again:
        assert at.stands
        within, falls = float(plan.unit) * (plan.close - plan.test), float(plan.unit) * 2 * plan.test
    share = 1 - (yes - lie) / (1 - 2 * lie) + sqrt(log(2 / MISS) / (2 * plan.watching)) / (1 - 2 * lie)
    share, center = min(max(share, 0.0), 1.0), abs(float(plan.unit) * int(at.centre))
    levels = np.geomspace(0.5, 50, 20_001)
    moved = min(share * max(level + center - within, falls) + bars.clipping_bias(level, order, 1.0) for level in levels)
    width = bars._bounded(messages, most, half, 2)[1] + max(within - half, 0.0)
    assert found.any == pytest.approx(width + moved, rel=1e-5)
    value = float(messages.mean())
    law = max(farthest(plan, value + alone, 1.0) - value, farthest(plan, -value + alone, 1.0) + value)
    assert found.one_law == pytest.approx(law, abs=4 / 2**14)


def test_a_walk_among_several_has_its_share_of_the_chance() -> None:
    plan = plan_of("mean", "walk", 1000, 100, 1, 1.0)
    data = np.where(np.random.default_rng(8).random((1000, 100)) < 0.6, 1.0, -1.0)
    sent, _ = plan.protocol().transcript(data, np.random.default_rng(9))
    _, messages = plan.heard(sent)
    one, many = bars._walked(plan, sent, 1.0), bars._walked(plan, sent, 1.0, 8)
    half, most = float(plan.refiner.half_width), float(plan.refiner.magnitude)
    assert many.alone == bars._bounded(messages, most, half, 8)[1] > one.alone
    lie = 1 / (1 + exp(1))
    more = bars._bounded(messages, most, half, 16)[1] - bars._bounded(messages, most, half, 2)[1]
    margins = [sqrt(log(2 * k / MISS) / (2 * plan.watching)) / (1 - 2 * lie) for k in (1, 8)]
    assert many.any >= one.any + more
    assert margins[1] > margins[0]
    # In one round users are drawn from all, so that the public second moment stands in place of theirs.
    few = plan_of("mean", "walk", 40, 100, 1, 1.0)
    sent = (np.resize([1.0, -1.0], (40, 1)) * float(few.refiner.magnitude),)
    half, most = float(few.refiner.half_width), float(few.refiner.magnitude)
    second = few.refiner.most_second_moment
    assert bars._walked(few, sent, 1.0, 4).any == bars._bounded(sent[0].ravel(), most, half, 4, 0.0, second)[1]


def test_a_threshold_widens_a_bar_by_what_it_moved() -> None:
    plan = replace(plan_of("sparse-mean", "kent-algorithm7", 40_000, 4, 4, 6.0, s=1), threshold=0.5)
    data = np.zeros((40_000, 4, 4))
    data[..., 0] = 0.9
    sent, value = plan.protocol().transcript(data.reshape(40_000, -1), np.random.default_rng(6))
    found, inner = bars.bars(plan, sent, 1.0), bars.bars(plan.cube, sent, 1.0)
    # Without the threshold each coordinate is what all users' contributions add up to, around its interval's middle.
    low, high = plan.cube.each.interval(winner(plan.cube.votes(sent)))
    whole = np.sum([vectors.sum(axis=0) for vectors in bars._contributions(plan.cube, sent)], axis=0)
    moved = found.half_width - inner.half_width
    assert np.all(moved[value != 0] == 0)
    assert found.one_law - inner.one_law == pytest.approx(moved)
    assert any(np.allclose(moved[value == 0], np.abs(whole + middle)[value == 0]) for middle in (0.0, (low + high) / 2))
    assert 0 < np.sum(value == 0) < 4
