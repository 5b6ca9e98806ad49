"""What is deployed: exact counterparts of all channels, their losses, privacy by enumeration, planted defects."""

from fractions import Fraction
from itertools import product
from math import floor
from typing import Any

import numpy as np
import pytest
from flint import arb, ctx

from notation.parameters import ParameterError
from notation.setting import Setting
from tests.upperbounds.channels.test_randomness import value
from upperbounds.channels import LaplaceHistogram, LaplaceOnInterval
from upperbounds.channels.budget import PartOfBudget
from upperbounds.channels.gaussian import GaussianOnBall
from upperbounds.channels.grid import GeometricHistogram, GridLaplace, grid_steps, message_probability
from upperbounds.channels.hashed import HashedVotes
from upperbounds.channels.nearest import HashedDistance
from upperbounds.channels.randomness import SystemBits
from upperbounds.channels.vectors import packed
from upperbounds.estimator import Estimator
from upperbounds.protocols import deployed as module
from upperbounds.protocols.deployed import EXACT, counterpart, deployed, drawn, draws_exactly
from upperbounds.protocols.protocol import Protocol
from upperbounds.registry import PLACES, of_problem

PRIVATE = [
    pytest.param(estimator, id=f"{problem}/{estimator.name}")
    for problem in PLACES
    if not problem.startswith("optimisation")
    for estimator in of_problem(problem)
    if estimator.protects_users
]
NOISE = (
    "exponential",
    "gamma",
    "gumbel",
    "laplace",
    "logistic",
    "negative_binomial",
    "normal",
    "poisson",
    "standard_exponential",
    "standard_gamma",
    "standard_normal",
    "random",
    "uniform",
)
"""numpy's draws of floats: what depends on data takes none of them."""


class Words(np.random.Generator):
    """A generator of the operating system's bits that draws no float, whose steps of 2^-53 are not exact."""


def _refused(name: str) -> Any:
    def draw(*_: Any, **__: Any) -> Any:
        raise AssertionError(f"{name}: no exact draw")

    return draw


for refused in NOISE:
    setattr(Words, refused, _refused(refused))


def words() -> Words:
    return Words(SystemBits())  # type: ignore[arg-type]


def made(estimator: Estimator, epsilon: float = 1.5, n: int = 60) -> tuple[Setting, Any]:
    scalar = estimator.problem in ("mean", "density", "mixture")
    heavy = {"p": 4.0, "M": 1.0} if "heavy" in estimator.problem else {"D": 1.0}
    setting = Setting(n, 5, d=1 if scalar else 3, epsilon=epsilon, s=1, beta=1, r=1.0, K=2, **heavy)
    return setting, estimator.plan(setting)


def of(estimator: Estimator, epsilon: float = 1.5) -> Protocol:
    _, plan = made(estimator, epsilon)
    return deployed(plan.protocol(), estimator.exact(plan).protocol(), epsilon)


def data(estimator: Estimator) -> np.ndarray[Any, Any]:
    setting, plan = made(estimator)
    d = 1 if estimator.problem == "density" else setting.d
    if estimator.problem.startswith("infinite"):
        d = plan.cover.centres.shape[-1]
    return np.random.default_rng(5).uniform(0, 0.2, (setting.n, setting.m * d))


@pytest.mark.parametrize("estimator", PRIVATE)
def test_all_that_is_deployed_is_drawn_exactly(estimator: Estimator) -> None:
    """By its channels' types, and by a run that has no floats to draw."""
    protocol = of(estimator)
    assert drawn(protocol)
    sent, found = protocol.transcript(data(estimator), words())
    assert np.all(np.isfinite(found))
    assert all(np.all(np.isfinite(np.asarray(part, dtype=np.float64))) for part in sent)


@pytest.mark.parametrize("estimator", PRIVATE)
@pytest.mark.parametrize("epsilon", [0.3, 1.1, 5.7])
def test_the_laws_that_draw_spend_what_the_plan_says(estimator: Estimator, epsilon: float) -> None:
    _, plan = made(estimator, epsilon)
    printed, ours = estimator.spend(plan), of(estimator, epsilon).spend()
    assert [users for users, _ in ours] == [users for users, _ in printed]
    for (_, a), (_, b) in zip(ours, printed, strict=True):
        assert a.multiple() == b.multiple()
        assert a.at_most(Fraction(1))
    for step in of(estimator, epsilon).rounds:
        for state in step.states:
            assert_drawn_at(step.channel(state), Fraction(epsilon))


def assert_drawn_at(channel: Any, budget: Fraction) -> None:
    """What draws does so at the very rational of which its loss is told."""
    while isinstance(channel, PartOfBudget):
        channel, budget = channel.channel, channel.share * budget
    for leaf in module.leaves(channel):
        assert leaf.epsilon == budget


def kinds(protocol: Protocol) -> set[type]:
    return {
        type(leaf) for step in protocol.rounds for state in step.states for leaf in module.leaves(step.channel(state))
    }


def test_printed_noise_is_among_what_is_replaced() -> None:
    """Where nothing were inexact as printed the tests above would show nothing."""
    printed = {kind for (estimator,) in (p.values for p in PRIVATE) for kind in kinds(made(estimator)[1].protocol())}
    assert {LaplaceOnInterval, LaplaceHistogram} <= printed
    ours = {kind for (estimator,) in (p.values for p in PRIVATE) for kind in kinds(of(estimator))}
    assert {GridLaplace, GeometricHistogram} <= ours <= set(EXACT)


def test_an_inexact_channel_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: Laplace noise in floats said to be exact, or without a counterpart; a channel that nobody knows."""
    semi = next(estimator for estimator in of_problem("mean") if estimator.name == "semi-user-level")
    gaussian = GaussianOnBall(0.0, 1.0, 1.0)
    assert not draws_exactly(gaussian)
    with pytest.raises(ParameterError, match="object: has no exact counterpart"):
        counterpart(object(), object, 1.0)
    with pytest.raises(ParameterError, match="LaplaceOnInterval: is not drawn exactly"):
        drawn(made(semi)[1].protocol())
    monkeypatch.setitem(EXACT, LaplaceOnInterval, "noise")
    with pytest.raises(AssertionError, match="standard_exponential: no exact draw"):
        test_all_that_is_deployed_is_drawn_exactly(semi)


def test_a_budget_in_floats_is_the_rational_that_it_is() -> None:
    """A third of 0.1 is no float: three messages at one that is rounded up cost more than 0.1."""
    third = Fraction(1, 3)
    interval = LaplaceOnInterval(-1.0, 1.0, 2 / 0.1, 0.1 / 3)
    exact = LaplaceOnInterval(Fraction(-1), Fraction(1), 2 / Fraction(1, 5), Fraction(1, 5))
    found = counterpart(PartOfBudget(interval, third), lambda: PartOfBudget(exact, third), 0.1)
    assert isinstance(found, PartOfBudget)
    assert isinstance(found.channel, GridLaplace)
    assert 3 * found.channel.epsilon == Fraction(0.1)
    # A message that costs a half of what its channel was given.
    wide = LaplaceOnInterval(Fraction(-1), Fraction(1), Fraction(4), Fraction(1))
    half = counterpart(interval, lambda: wide, 0.1)
    assert half.worst_loss().multiple() == Fraction(1, 2)
    assert isinstance(half, PartOfBudget)
    assert half.channel.epsilon == Fraction(0.1) / 2  # type: ignore[attr-defined]


BASES = [Fraction(11, 10), Fraction(3)]


def ratios(law: Any, inputs: list[Any], messages: list[Any], base: Fraction) -> Fraction:
    """The largest ratio of probabilities of a message, over all of these messages and pairs of inputs."""
    return max(value(law(x, z), base) / value(law(y, z), base) for x, y in product(inputs, repeat=2) for z in messages)


def rounded(place: Fraction, steps: int) -> dict[tuple[int, ...], Fraction]:
    place = min(max(place, Fraction(0)), Fraction(steps))
    low = floor(place)
    return {(k,): p for k, p in ((low, low + 1 - place), (low + 1, place - low)) if p}


@pytest.mark.parametrize("base", BASES)
def test_every_hashed_vote_on_a_grid_is_private(base: Fraction) -> None:
    """By all signs, votes and sums: the worst ratio is e^epsilon. Planted: sums that are not clipped."""
    steps, d = 5, 2
    votes = list(product((0, 1), repeat=d))

    def law_of(edge: Fraction) -> Any:
        def law(x: tuple[int, ...], z: tuple[Any, ...]) -> Any:
            signs, message = z
            total = sum(a * b for a, b in zip(signs, x, strict=True))
            return message_probability(rounded((total + edge) / edge * steps / 2, steps), (message,))

        return law

    messages = list(product(product((-1, 1), repeat=d), range(-2, steps + 3)))
    edge = Fraction(3, 4)
    channel = HashedVotes(d, edge, 2 * edge / Fraction(2), Fraction(2), steps)
    worst = ratios(law_of(edge), votes, messages, base)
    assert worst == base**steps
    found = [channel.loss_between(x, y) for x, y in product(votes, repeat=2)]
    assert max(value(loss.ratio, base) for loss in found) == worst
    assert channel.worst_loss().multiple() == 1

    def unclipped(x: tuple[int, ...], z: tuple[Any, ...]) -> Any:
        signs, message = z
        total = sum(a * b for a, b in zip(signs, x, strict=True))
        return message_probability({(3 * total,): Fraction(1)}, (message,))

    assert ratios(unclipped, votes, messages, base) > base**steps


@pytest.mark.parametrize("base", BASES)
def test_every_distance_on_a_grid_is_private(base: Fraction) -> None:
    """Of points to all centres and of both signs."""
    steps, reach = 4, Fraction(1, 2)
    channel = HashedDistance(np.array([Fraction(-1), Fraction(1)], dtype=object), reach, reach, Fraction(2), 11, steps)
    points = [Fraction(k, 8) for k in range(-16, 17, 3)]
    signs = channel.signs(1)[0]

    def law(x: Fraction, message: int) -> Any:
        place = int(x > 0) if x else 0
        off = min(max(x - channel.centres[place], -reach), reach) * int(signs[place])
        return message_probability(rounded((off + reach) / (2 * reach) * steps, steps), (message,))

    worst = ratios(law, points, list(range(-2, steps + 3)), base)
    assert worst == base**steps
    assert max(value(channel.loss_between(x, y).ratio, base) for x, y in product(points, repeat=2)) == worst
    assert channel.worst_loss().multiple() == 1


@pytest.mark.parametrize("steps", [0, 8])
def test_hashed_channels_answer_for_what_users_have(steps: int) -> None:
    """The mean of messages by their law, floats or grid: five standard errors."""
    rng, users = np.random.default_rng(2), 40_000
    votes = HashedVotes(3, 1.25, 1.25, 2.0, steps)
    sent = votes.sample(packed(np.tile([1.0, 0.0, 1.0], (users, 1))), rng)
    sums = np.clip(sent[:, [0, 2]].sum(axis=1), -1.25, 1.25)
    off = sent[:, -1] - sums
    assert abs(off.mean()) < 5 * off.std() / users**0.5
    assert off.std() == pytest.approx(1.25 * 2**0.5, rel=0.05)
    assert len(np.unique(sent[:, -1] / (2.5 / 8))) < 500 if steps else len(np.unique(sent[:, -1])) == users
    distance = HashedDistance(np.array([-0.5, 0.5]), 0.3, 0.3, 2.0, 11, steps)
    told = distance.sample(np.full(users, 0.6), rng) * distance.signs(users)[:, 1]
    assert abs(told.mean() - 0.1) < 5 * told.std() / users**0.5


EPSILONS = [1e-3, 0.1, 0.99, 1.0, 1.01, 3.7, 30.0, 700.0]


@pytest.mark.parametrize("epsilon", EPSILONS)
def test_the_grid_costs_at_most_a_thousandth_of_the_variance(epsilon: float) -> None:
    """Of numbers: noise and rounding at its worst; of votes, which are on the grid, less than Laplace noise."""
    interval = LaplaceOnInterval(-1.0, 1.0, 2 / epsilon, epsilon)
    exact = LaplaceOnInterval(Fraction(-1), Fraction(1), Fraction(2), Fraction(1))
    found = counterpart(interval, lambda: exact, epsilon)
    assert isinstance(found, GridLaplace)
    assert found.most_noise <= 1.0007 * 2 * (2 / epsilon) ** 2
    votes = LaplaceHistogram(5, 1, 2 / epsilon, epsilon)
    other = counterpart(votes, lambda: LaplaceHistogram(5, 1, Fraction(2), Fraction(1)), epsilon)
    assert isinstance(other, GeometricHistogram)
    assert other.noise <= 2 * (2 / epsilon) ** 2


@pytest.mark.parametrize("epsilon", EPSILONS)
def test_chernoff_of_laplace_noise_holds_on_the_grid(epsilon: float) -> None:
    """The generating function, summed term by term, is at most 1/(1 - (a scale)^2), enclosed.

    A planted noise, of a step's cost less by a fifth, is above it.
    """

    def generated(cost: float, share: float, own: float) -> arb:
        """E e^(a G) where a is a share of `own`, and P(G = g) is proportional to e^(-cost |g|)."""
        a, q = arb(share) * own, (-arb(cost)).exp()
        up, down = q * a.exp(), q * (-a).exp()
        return (1 - q) / (1 + q) * (1 + up / (1 - up) + down / (1 - down))

    cost = epsilon / grid_steps(epsilon)
    with ctx.workprec(200):
        for share in (0.01, 0.3, 0.7):
            most = 1 / (1 - arb(share) ** 2)
            assert generated(cost, share, cost) <= most
            assert not generated(0.8 * cost, share, cost) <= most
        closed = 1 / (1 - ((arb(0.7) * cost / 2).sinh() / (arb(cost) / 2).sinh()) ** 2)
        assert closed.overlaps(generated(cost, 0.7, cost))
