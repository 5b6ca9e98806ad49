"""No estimator that `estimate` may choose spends more than epsilon, by tables of every message's law, written again.

A table has a row for each input and a column for each message, and whole numbers k: the message's weight is t^k. Of
two rows with the same entries, hence the same sum, the worst ratio is t to the largest difference in a column: nothing
is rounded. A user who first rounds at random has a mixture of rows, whose ratios are not larger. Messages are counted
while a protocol runs, each at the budget with which it is drawn, and a user's sum is compared with the rational that
epsilon is. What channels and plans say of their losses is not asked.
"""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import isqrt
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from notation.parameters import ParameterError
from notation.setting import Setting
from tests.upperbounds.channels.test_randomness import value
from tests.upperbounds.protocols.test_deployed import PRIVATE
from upperbounds.channels.ball import BallAround, BallResponse
from upperbounds.channels.budget import PartOfBudget
from upperbounds.channels.centred import Centred, Either, Fading, Near
from upperbounds.channels.grid import GeometricHistogram, GridLaplace
from upperbounds.channels.hashed import HashedVotes, OfCoordinate
from upperbounds.channels.nearest import HashedDistance, NearestVote
from upperbounds.channels.response import KaryResponse, RoundedResponse
from upperbounds.channels.signed import SignedResponse
from upperbounds.channels.unary import UnaryEncoding
from upperbounds.channels.window import WindowResponse
from upperbounds.classification import users
from upperbounds.classification.classifiers import CentralBinClassifier, LocalBinClassifier
from upperbounds.classification.users import UserBinClassifier
from upperbounds.classification.votes import CentralVote, LocalVote
from upperbounds.estimator import Estimator
from upperbounds.optimisation import central, local
from upperbounds.optimisation.deployed import deployed_descent
from upperbounds.optimisation.domains import Ball
from upperbounds.optimisation.losses import Linear
from upperbounds.protocols import deployed as module
from upperbounds.protocols.protocol import Protocol
from upperbounds.registry import of_problem
from upperbounds.regression import means as label_means
from upperbounds.regression.means import LocalMean
from upperbounds.regression.regressors import CentralBinRegressor, LocalBinRegressor, NeighbourRegressor
from upperbounds.regression.users import UserBinRegressor
from upperbounds.vectors.grid_central import GridPureMean
from upperbounds.vectors.pure_central import pure_central_mean
from verify.study.deployed import deployed_protocol
from verify.study.label_regressions import REGRESSION_PROBLEMS
from verify.study.labels import LABEL_PROBLEMS

Table = NDArray[np.int64]
EPSILONS = [1e-3, 1.0, 3.0, 7.3, 8.0]
"""With one of which few parts are floats."""
BASES = (Fraction(11, 10), Fraction(3))
FAR = 1e6
"""Data far beyond any range."""


class OverspentError(AssertionError):
    """A user spends more than epsilon."""


def power(table: Table) -> int:
    """k, t^k being the worst ratio of two rows."""
    assert np.all(np.sort(table, axis=1) == np.sort(table[0])), "rows have other sums"
    return int(max(np.max(row - table) for row in table))


def noise_power(points: Table) -> int:
    """k of two-sided geometric noise on whole vectors (points, d), whose weights are t to minus the l_1 distance.

    Each row over all whole vectors has the same sum. A message beyond all points has the ratio of the outermost, and
    the ratio is the largest at a point.
    """
    table = -np.abs(points[:, None] - points).sum(axis=-1)
    return int(max(np.max(row - table) for row in table))


def votes(bins: int, hot: int) -> Table:
    """Every vote, and none; with enough bins that votes are cut at both ends, and two have no bin in common."""
    places = np.arange(min(bins, 4 * hot + 3))
    rows = np.abs(places[:, None] - places) <= hot // 2
    return np.vstack([rows, np.zeros((1, len(places)), dtype=bool)]).astype(np.int64)


def bits_power(channel: UnaryEncoding) -> int:
    """k of independent bits whose probabilities are functions of t: of all pairs of votes, at two rational t."""
    rows = votes(channel.bins, channel.hot)
    down, up = rows @ (1 - rows.T), (1 - rows) @ rows.T
    pairs = set(zip(down.ravel().tolist(), up.ravel().tolist(), strict=True))
    found = set()
    for t in BASES:
        zero, one = (value(p, t) for p in channel.answer_one)
        fall, rise = max(one / zero, (1 - one) / (1 - zero)), max(zero / one, (1 - zero) / (1 - one))
        worst = max(fall**a * rise**b for a, b in pairs)
        found.add(next(k for k in range(2 * channel.hot + 2) if worst <= t**k))
    assert len(found) == 1
    return found.pop()


WITHIN: dict[type, tuple[str, ...]] = {
    **dict.fromkeys((PartOfBudget, OfCoordinate, Centred, Fading, BallAround), ("channel",)),
    Either: ("first", "second"),
    NearestVote: ("vote",),
    # Signs are drawn without the data.
    **dict.fromkeys((HashedDistance, HashedVotes), ("noise",)),
}
"""By which of its channels a channel draws its one message."""


def spent_by(channel: Any) -> Fraction:
    """The log of the worst ratio of one message, an exact number."""
    if type(channel) in WITHIN:
        return max(spent_by(getattr(channel, part)) for part in WITHIN[type(channel)])
    match channel:
        case UnaryEncoding():
            steps = bits_power(channel) * channel.unit
        case GeometricHistogram():
            steps = noise_power(votes(channel.bins, channel.hot)) * channel.unit
        case GridLaplace():
            steps = noise_power(np.arange(channel.steps + 1)[:, None]) * channel.unit
        case _:
            steps = Fraction(power(response(channel)))
    return steps * Fraction(channel.epsilon)


def response(channel: Any) -> Table:
    """The table of a randomized response: 1 for the messages that are made likelier."""
    match channel:
        case KaryResponse():
            return np.eye(channel.symbols, dtype=np.int64)
        case SignedResponse():
            return np.eye(2 * channel.dimension + 1, dtype=np.int64)
        case RoundedResponse() | BallResponse() | Near():
            # One of two ends, of two halves of a sphere, of two symbols.
            return np.eye(2, dtype=np.int64)
        case WindowResponse():
            answers = np.arange(channel.levels + channel.window - 1)
            after = answers - np.arange(channel.levels)[:, None]
            return ((after >= 0) & (after < channel.window)).astype(np.int64)
    raise AssertionError(f"{type(channel).__name__}: write its table down")


def spent(protocol: Protocol, samples: NDArray[np.float64], rng: np.random.Generator) -> list[Fraction]:
    """What each user spends in a run: the messages that are sent, each at what its channel costs."""
    total, state = [Fraction(0)] * protocol.n, None
    for step in protocol.rounds:
        inputs, channel = step.inputs(samples[step.users.start : step.users.stop], state), step.channel(state)
        if step.users:
            messages, rest = divmod(inputs.size, len(step.users))
            assert rest == 0
            cost = messages * spent_by(channel)
            for user in step.users:
                total[user] += cost
        state = step.decode(channel.sample(inputs, rng), state)
    return total


def within(found: list[Fraction], epsilon: float) -> None:
    if max(found) > Fraction(epsilon):
        raise OverspentError(f"{float(max(found) / Fraction(epsilon))!r} of epsilon = {epsilon}")


def setting_of(estimator: Estimator, d: int, epsilon: float) -> Setting:
    one = estimator.problem in ("mean", "density", "mixture")
    sizes = {"p": 4.0, "M": 1.0} if "heavy" in estimator.problem else {"D": 1.0}
    return Setting(60, 1, d=1 if one else d, epsilon=epsilon, s=1, beta=1, r=1.0, K=2, **sizes)


def data(estimator: Estimator, plan: Any, setting: Setting, sign: float) -> NDArray[np.float64]:
    d = 1 if estimator.problem == "density" else setting.d
    if estimator.problem.startswith("infinite"):
        d = plan.cover.centres.shape[-1]
    # A density is of numbers from 0 to 1.
    far = 1.0 if estimator.problem == "density" else FAR
    return np.resize(sign * far * np.linspace(1.0, 0.3, d), (setting.n, setting.m * d))


def judge(estimator: Estimator, d: int, epsilon: float) -> Fraction:
    """The most that a user spends, of epsilon, which is not above it."""
    setting = setting_of(estimator, d, epsilon)
    plan = estimator.plan(setting)
    protocol = deployed_protocol(estimator, plan, epsilon)
    most = Fraction(0)
    for sign in (1.0, -1.0, 0.0):
        found = spent(protocol, data(estimator, plan, setting, sign), np.random.default_rng(3))
        within(found, epsilon)
        most = max(most, *found)
    return most / Fraction(epsilon)


@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("estimator", PRIVATE)
def test_no_user_spends_more_than_epsilon(estimator: Estimator, epsilon: float) -> None:
    """At an even and at an odd number of coordinates. What is said of the plan is what is found here."""
    for d in (3, 4):
        most, setting = judge(estimator, d, epsilon), setting_of(estimator, d, epsilon)
        said = max(loss.multiple() for _, loss in estimator.spend(estimator.plan(setting)))  # type: ignore[type-var]
        assert most == said


LOCAL = [pytest.param(one, id=one.name) for one in local.LOCAL_DESCENTS]
CENTRAL = [pytest.param(one, id=one.name) for one in central.CENTRAL_DESCENTS]
DELTA = 1e-5


def descent(one: Any, d: int, epsilon: float, n: int = 60) -> Any:
    budget = (epsilon, DELTA) if one.delta else (epsilon,)
    return deployed_descent(one.build(n, 1, *budget, Linear(d, 1.0), Ball(d, 1.0), np.random.default_rng(1)))


@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("one", LOCAL)
def test_no_user_of_a_local_descent_spends_more(one: Any, epsilon: float) -> None:
    """By tables; with a delta by the accounted divergence at epsilon of all that a user sends."""
    for d in (3, 4):
        if one.delta and epsilon > 1:
            with pytest.raises(ParameterError, match="must be at most 1"):
                descent(one, d, epsilon)
            continue
        run = descent(one, d, epsilon)
        if one.delta:
            assert run.spent_delta() <= DELTA
            continue
        found = spent(run.protocol(), np.full((60, d), FAR), np.random.default_rng(3))
        within(found, epsilon)
        assert max(found) == Fraction(epsilon)


@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("one", CENTRAL)
def test_no_server_releases_more(one: Any, epsilon: float) -> None:
    """Choices and noise of as many steps as a user takes part in; with a delta their accounted divergence."""
    for d in (3, 4):
        if one.name == "bassily-algorithm4" and epsilon > 1:
            with pytest.raises(ParameterError, match="must be at most 1"):
                descent(one, d, epsilon)
            continue
        # Subsets of so few users would be empty.
        run = descent(one, d, epsilon, 10**6 if one.delta else 60)
        if one.delta:
            assert run.spent_delta() <= DELTA
            continue
        each = released_by(run.oracle.plan)
        takes_part = max(sum(user in batch for batch in run.batches) for user in range(run.n))
        within([takes_part * each], epsilon)
        assert takes_part * each > 0.999 * Fraction(epsilon)


def released_by(plan: GridPureMean) -> Fraction:
    """What one answer costs: a range for each coordinate where they are looked for, and the noise on the sum.

    A bin's cost moves by 1 at most where one user changes, which costs epsilon/2 above and below. Rounded points are
    within sqrt(E) of 0: one user moves the sum by 2 sqrt(E), of which the norm rounded up is a whole number.
    """
    ranges = plan.coordinates * Fraction(plan.range_epsilon) if plan.bins.count > 1 else Fraction(0)
    return ranges + plan.rate * (isqrt(4 * plan.outermost - 1) + 1)


VOTES = [pytest.param(one, id=f"{name}/{one.name}") for name, it in LABEL_PROBLEMS.items() for one in it.estimators]
LABEL_MEANS = [
    pytest.param(it.is_heavy, one, id=f"{name}/{one.name}")
    for name, it in REGRESSION_PROBLEMS.items()
    for one in it.estimators
]


@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("one", VOTES)
@pytest.mark.parametrize("classes", [2, 3])
def test_no_vote_on_labels_spends_more(one: Any, classes: int, epsilon: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """By tables; of counts by all labels of three people in one cell, and all others of the first."""
    make: Any = CentralBinClassifier if one.central else LocalBinClassifier
    vote = make(classes=list("abc"[:classes]), epsilon=epsilon, cells=1, mechanism=one.mechanism).vote()
    if isinstance(vote, LocalVote):
        found = spent_by(vote.channel)
    else:
        assert isinstance(vote, CentralVote)
        found = _tallied(vote, monkeypatch)
    within([found], epsilon)
    assert found == Fraction(epsilon)


def _tallied(vote: CentralVote, monkeypatch: pytest.MonkeyPatch) -> Fraction:
    kept: list[tuple[Table, Fraction]] = []

    def noise(epsilon: Any, unit: Fraction, shape: tuple[int, ...], _: Any) -> Table:
        kept.append((np.zeros(0, dtype=np.int64), unit * Fraction(epsilon)))
        return np.zeros(shape, dtype=np.int64)

    def choice(scores: Table, log_t: Fraction, _: Any) -> Table:
        kept.append((scores[0], log_t))
        return np.zeros(len(scores), dtype=np.int64)

    monkeypatch.setattr("upperbounds.classification.votes.two_sided_geometric", noise)
    monkeypatch.setattr("upperbounds.classification.votes.chosen", choice)
    worst = Fraction(0)
    for labels in product(range(vote.classes), repeat=3):
        for other in range(vote.classes):
            pair = []
            for each in (labels, (other, *labels[1:])):
                told = vote.tallies(np.zeros(3, dtype=int), np.array(each), 1, np.random.default_rng(0))[0]
                scores, cost = kept.pop()
                # Of two classes one number is noisy: the other is what is left of all.
                noised = told[1:] if vote.classes == 2 else told
                pair.append(scores if scores.size else noised)
            if scores.size:
                worst = max(worst, _chosen_power(*pair) * cost)
            else:
                worst = max(worst, int(np.abs(pair[0] - pair[1]).sum()) * cost)
    return worst


def _chosen_power(x: Table, y: Table) -> int:
    """The least k for which no outcome of weights t^x is likelier than t^k times that of t^y, at two rational t."""
    found = []
    for t in (*BASES, Fraction(10**9)):
        laws = [[t ** int(s) / sum(t ** int(r) for r in scores) for s in scores] for scores in (x, y)]
        worst = max(a / b for a, b in zip(*laws, strict=True))
        found.append(next(k for k in range(5) if worst <= t**k))
    return max(found)


X = np.zeros((40, 1))


@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize(("heavy", "one"), LABEL_MEANS)
def test_no_mean_of_labels_spends_more(heavy: bool, one: Any, epsilon: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Opposite labels far out, of the rule that is fitted: what they move a sum by, at what a step of it costs."""
    make: Any = NeighbourRegressor
    if one.kind == "bins":
        make = CentralBinRegressor if one.central else LocalBinRegressor
    given = {"p": 4.0} if heavy else {}
    rule = make(epsilon=epsilon, mechanism=one.mechanism, as_printed=one.printed, random_state=1, **given)
    mean = rule.fit(X, np.zeros(40)).plan_.mean
    assert mean.deployed == mean
    if isinstance(mean, LocalMean) and mean.mechanism == "signs":
        found = spent_by(mean.channel)
    else:
        costs = []

        def silent(epsilon: Any, unit: Fraction, shape: tuple[int, ...], _: Any) -> Table:
            costs.append(unit * Fraction(epsilon))
            return np.zeros(shape, dtype=np.int64)

        monkeypatch.setattr(label_means, "two_sided_geometric", silent)
        one_cell, rng = np.zeros(1, dtype=int), np.random.default_rng(0)
        ends = [mean.means(one_cell, np.array([sign * FAR]), 1, rng)[0] for sign in (1, -1)]
        steps = round((ends[0] - ends[1]) / (float(mean.T) / mean.steps))
        found = steps * costs[0]
    within([found], epsilon)
    assert found == Fraction(epsilon)


USERS = [
    pytest.param(UserBinClassifier, {"classes": list("ab"), "cells": 2}, id="zhao-algorithm4"),
    pytest.param(UserBinClassifier, {"classes": list("abc"), "cells": 2}, id="three-classes"),
    pytest.param(UserBinClassifier, {"classes": list("ab"), "as_printed": True}, id="zhao-algorithm4-printed"),
    pytest.param(UserBinRegressor, {"cells": 2}, id="zhao-algorithm5"),
    pytest.param(UserBinRegressor, {"as_printed": True}, id="zhao-algorithm5-printed"),
    pytest.param(UserBinClassifier, {"classes": list("ab"), "cells": 2, "mechanism": "balls"}, id="balls-of-signs"),
    pytest.param(UserBinRegressor, {"cells": 2, "mechanism": "balls"}, id="balls-of-numbers"),
]


@pytest.mark.parametrize("epsilon", [*EPSILONS, 0.1, 0.7, 5.9])
@pytest.mark.parametrize(("rule", "given"), USERS)
def test_no_user_whose_rule_is_learnt_spends_more(rule: Any, given: dict[str, Any], epsilon: float) -> None:
    y = np.where(np.arange(100) % 2, "a", "b") if "classes" in given else np.where(np.arange(100) % 2, 0.5, -0.5)
    made = rule(epsilon=epsilon, random_state=1, **given)
    plan = made.fit(np.linspace(0, 1, 100)[:, None], y).plan_
    samples = np.stack([np.zeros(100), np.where(np.arange(100) % 2, 1.0, -1.0)], axis=1)
    within(spent(users.released(plan), samples, np.random.default_rng(2)), epsilon)


def named(problem: str, name: str) -> Estimator:
    return next(one for one in of_problem(problem) if one.name == name)


def parts_of_a_budget_are_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of a user's messages is drawn at the whole budget."""
    honest = module._at
    monkeypatch.setattr(module, "_at", lambda channel, budget: honest(channel, Fraction(8)))


def parts_are_rounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of eight messages is drawn at a float that is an ulp too large."""
    honest = module._at
    monkeypatch.setattr(
        module, "_at", lambda channel, budget: honest(channel, Fraction(np.nextafter(float(budget), np.inf)))
    )


def all_refine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Users who have voted are asked again."""
    honest = Protocol.__post_init__

    def every(protocol: Protocol) -> None:
        honest(protocol)
        rounds = tuple(replace(step, users=range(protocol.n)) for step in protocol.rounds)
        object.__setattr__(protocol, "rounds", rounds)

    monkeypatch.setattr(Protocol, "__post_init__", every)


def bits_cost_half(monkeypatch: pytest.MonkeyPatch) -> None:
    """One-hot bits are each drawn at the whole budget."""
    honest = UnaryEncoding.__post_init__

    def whole(channel: UnaryEncoding) -> None:
        honest(channel)
        object.__setattr__(channel, "unit", 2 * channel.unit)

    monkeypatch.setattr(UnaryEncoding, "__post_init__", whole)


def grids_are_wider(monkeypatch: pytest.MonkeyPatch) -> None:
    """A grid has one step more than the cost of a step allows."""
    monkeypatch.setattr(GridLaplace, "unit", property(lambda self: Fraction(1, self.steps - 1)))


PLANTED: list[tuple[Callable[[pytest.MonkeyPatch], None], str, str]] = [
    (parts_of_a_budget_are_whole, "mean-linf", "user-means"),
    (parts_are_rounded, "mean-linf", "user-means"),
    (all_refine, "mean", "kent-algorithm11"),
    (bits_cost_half, "infinite-l2", "kent-algorithm1"),
    (grids_are_wider, "mean", "semi-user-level"),
]


@pytest.mark.parametrize(("plant", "problem", "name"), PLANTED, ids=lambda one: getattr(one, "__name__", one))
def test_an_overspent_budget_is_caught(
    plant: Callable[[pytest.MonkeyPatch], None], problem: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Planted; without it nothing is overspent."""
    judge(named(problem, name), 4, 8.0)
    plant(monkeypatch)
    with pytest.raises(OverspentError):
        judge(named(problem, name), 4, 8.0)


def test_a_server_that_forgets_its_other_steps_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest: Any = pure_central_mean
    monkeypatch.setattr(central, "pure_central_mean", lambda *given, **more: honest(*given, **{**more, "answers": 1}))
    one = next(one for one in central.CENTRAL_DESCENTS if one.name == "full-batch-pure")
    with pytest.raises(OverspentError):
        test_no_server_releases_more(one, 8.0)
