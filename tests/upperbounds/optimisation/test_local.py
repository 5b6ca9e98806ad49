"""Descents in the local model: spend, exact moments on quadratics, bounds, and the printed ones' defects.

Statistical checks are two-sided at ALPHA each.
"""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from math import sqrt
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from scipy.stats import norm
from scipy.stats import t as student

from notation.parameters import ParameterError
from upperbounds.optimisation import estimator, local
from upperbounds.optimisation.domains import Ball, Domain
from upperbounds.optimisation.estimator import LocalDescent, Oracle, batches, fixed, repeated
from upperbounds.optimisation.losses import Hinge, Linear, Logistic, Loss, Moreau, Population, Quadratic, minimum
from upperbounds.optimisation.steps import AcceleratedSteps, GradientSteps, Place, Steps, accelerated
from upperbounds.transforms.hadamard import RandomRotation
from upperbounds.vectors import bassily

ALPHA = 1e-9
D, R, DELTA = 4, 1.0, 1e-5


def descent(loss: Loss, oracle: Oracle, number: int, n: int, m: int, steps: Steps | None = None) -> LocalDescent:
    """Some steps with a given oracle, of any rule."""
    domain = Ball(loss.dimension, R)
    steps = accelerated(number, loss, domain, oracle.variance) if steps is None else steps
    return LocalDescent("some", n, m, 1.0, DELTA, loss, domain, steps, oracle, batches(n, number))


def two_stages(loss: Loss, number: int, n: int, m: int, epsilon: float = 1.0) -> LocalDescent:
    rotation = RandomRotation.draw(loss.dimension, np.random.default_rng(2))
    oracle = local.two_stage(n // number, m, epsilon, loss.lipschitz, rotation, 1e-3)
    return replace(descent(loss, oracle, number, n, m), epsilon=epsilon)


def truncated(loss: Loss, number: int, n: int, m: int, epsilon: float = 1.0) -> LocalDescent:
    rotation = RandomRotation.draw(loss.dimension, np.random.default_rng(2))
    oracle = local.truncated(n // number, m, epsilon, loss.lipschitz, DELTA, rotation, 1e-3)
    return replace(descent(loss, oracle, number, n, m), epsilon=epsilon)


def is_within_budget(plan: LocalDescent) -> None:
    """No user spends more than epsilon, exactly, or with Gaussian noise a divergence above delta at e^epsilon."""
    if hasattr(plan.oracle.plan, "profile"):
        assert plan.spent_delta() <= plan.delta, f"{plan.name} spends delta = {plan.spent_delta():.3g}"
        return
    spent = [loss.multiple() for _, loss in plan.protocol().spend()]
    assert None not in spent
    assert max(spent) <= 1, f"{plan.name} spends {max(spent)} epsilon"


def in_fractions(plan: LocalDescent, noise: Fraction) -> LocalDescent:
    """A two-stage descent whose channels' constants are exact numbers, with the noise's scale times `noise`."""
    exact = plan.exact()
    each = exact.oracle.plan.each
    return replace(
        exact,
        oracle=replace(exact.oracle, plan=replace(exact.oracle.plan, each=replace(each, scale=each.scale * noise))),
    )


LOGISTIC = Logistic(D)
PLANS = (
    local.zhao_algorithm3(400, 20, 1.0, LOGISTIC, Ball(D, R)),
    local.printed_zhao_algorithm3(400, 20, 1.0, LOGISTIC, Ball(D, R)).exact(),
    local.accelerated_pure(400, 20, 2.5, LOGISTIC, Ball(D, R)),
    in_fractions(two_stages(LOGISTIC, 3, 400, 10**6), Fraction(1)),
    in_fractions(two_stages(LOGISTIC, 3, 400, 10**6, 2.5), Fraction(1)),
    local.bassily_algorithm5(400, 20, 0.9, DELTA, LOGISTIC, Ball(D, R)),
    truncated(LOGISTIC, 3, 3000, 10**6),
)


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan.name)
def test_no_user_spends_more_than_she_was_promised(plan: LocalDescent) -> None:
    is_within_budget(plan)
    assert plan.most_steps_of_a_user == 1


def test_every_user_of_a_step_spends_and_the_others_nothing() -> None:
    """403 users in steps of 57: the last four are left out."""
    plan = local.zhao_algorithm3(403, 20, 1.0, LOGISTIC, Ball(D, R), number=7)
    spent = [(len(users), loss.multiple()) for users, loss in plan.spend()]
    assert sum(users for users, multiple in spent if multiple == 1) == 399
    assert spent[-1] == (4, 0)


def again(plan: LocalDescent) -> LocalDescent:
    """The users of the first step are asked in the second one too."""
    return replace(plan, batches=(plan.batches[0], *plan.batches[:1], *plan.batches[2:]))


def less_noise(plan: LocalDescent, factor: float) -> LocalDescent:
    mean = plan.oracle.plan
    return replace(plan, oracle=replace(plan.oracle, plan=replace(mean, sigma=mean.sigma * factor)))


@pytest.mark.parametrize(
    "planted",
    [
        again(PLANS[0]),
        again(PLANS[3]),
        again(PLANS[5]),
        again(PLANS[6]),
        in_fractions(two_stages(LOGISTIC, 3, 400, 10**6), Fraction(1, 2)),
        # Half the noise is what a sensitivity of C in place of 2C asks for.
        less_noise(PLANS[5], 0.5),
        less_noise(PLANS[6], 0.5),
    ],
    ids=["twice", "twice-2", "twice-gauss", "twice-both", "scale-halved", "sigma-halved", "sensitivity-C"],
)
def test_a_user_who_is_asked_twice_and_too_little_noise_are_found_out(planted: LocalDescent) -> None:
    with pytest.raises(AssertionError, match="spends"):
        is_within_budget(planted)


def test_the_printed_noise_of_algorithm_5_spends_more_than_delta() -> None:
    """bassily Theorem 4.3 (iii): all of epsilon for the noise after half of it went to the votes."""
    m = 10**6
    plan = local.printed_bassily_algorithm5(4000, m, 0.5, 1e-8, LOGISTIC, Ball(D, R))
    assert len(plan.batches) == 250
    assert plan.oracle.plan.bins.count > 1
    with pytest.raises(AssertionError, match="spends"):
        is_within_budget(plan)
    corrected = bassily.local_truncated_mean(16, m, 0.5, 1.0, 1e-8, plan.oracle.plan.localisation.rotation)
    is_within_budget(replace(plan, oracle=replace(plan.oracle, plan=corrected)))


def data(loss: Loss, n: int, m: int, seed: int = 0) -> np.ndarray:
    rng = np.random.default_rng(seed)
    x = Ball(D, 1.0).project(rng.standard_normal((n, m, D)))
    if isinstance(loss, Linear | Quadratic):
        return x
    return np.concatenate([x, np.where(x[..., :1] + 0.3 * rng.standard_normal((n, m, 1)) > 0, 1.0, -1.0)], axis=-1)


@pytest.mark.parametrize(
    "plan", [two_stages(LOGISTIC, 3, 120, 5), truncated(LOGISTIC, 3, 120, 5)], ids=["pure", "delta"]
)
def test_runs_in_pieces_are_the_protocols_runs(plan: LocalDescent, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same draws give the same parameters: all data at once through the protocol, and step by step in pieces."""
    samples, repetitions, told = data(plan.loss, plan.n, plan.m), 6, []
    whole = plan.run(np.broadcast_to(samples, (repetitions, *samples.shape)), np.random.default_rng(4))
    assert whole.shape == (repetitions, D)
    found = repeated(plan, fixed(samples), repetitions, np.random.default_rng(4), lambda *done: told.append(done))
    assert np.allclose(found, whole, rtol=1e-10, atol=1e-12)
    assert told[-1] == (len(told), len(told))
    # Pieces of some users in each repetition draw no noise: only repetitions apart would change the draws.
    monkeypatch.setattr(estimator, "MOST_NUMBERS", 20 * D * 40 * repetitions)
    assert np.allclose(repeated(plan, fixed(samples), repetitions, np.random.default_rng(4)), whole, atol=1e-12)
    monkeypatch.setattr(estimator, "MOST_NUMBERS", 1)
    assert repeated(plan, fixed(samples), 2, np.random.default_rng(4)).shape == (2, D)


def moments(plan: LocalDescent, mean: np.ndarray) -> tuple[np.ndarray, float]:
    """E theta_T and E |theta_T - E theta_T|^2 of plain steps without projection on mu/2 |theta - z|^2, z known.

    Every user's gradient is mu (theta - z); a message has that mean and norm B, so the mean of a step's messages has
    a variance of (B^2 - mu^2 |theta - z|^2)/users.
    """
    steps, mu, users = plan.steps, plan.loss.convexity, len(plan.batches[0])
    size, centre, spread = plan.oracle.plan.channel.second_moment, np.zeros(D), 0.0
    for _ in range(steps.number):
        noise = (size - mu**2 * (spread + np.sum((centre - mean) ** 2))) / users
        centre = centre - steps.rate * mu * (centre - mean)
        spread = (1 - steps.rate * mu) ** 2 * spread + steps.rate**2 * noise
    return centre, float(spread)


def has_its_moments(plan: LocalDescent, known: tuple[np.ndarray, float], repetitions: int = 800) -> None:
    """Simulated means and spreads are the exact ones, each coordinate at ALPHA."""
    point = np.array([0.3, -0.2, 0.1, 0.4])
    samples = np.broadcast_to(point, (plan.n, plan.m, D))
    found = repeated(plan, fixed(samples), repetitions, np.random.default_rng(8))
    limit = norm.isf(ALPHA / 2)
    off = np.abs(found.mean(axis=0) - known[0]) / (found.std(axis=0) / np.sqrt(repetitions))
    assert np.max(off) <= limit, f"means are {np.max(off):.1f} standard errors off"
    squares = np.sum((found - known[0]) ** 2, axis=1)
    off = abs(squares.mean() - known[1]) / (squares.std() / np.sqrt(repetitions))
    assert off <= limit, f"the spread is {off:.1f} standard errors off"


def test_exact_moments_on_quadratics_are_those_of_runs_and_steps_twice_as_long_are_found_out() -> None:
    """`reach` is so large that no gradient is clipped: noise of a step is some tenth of the distance that is left."""
    loss = Quadratic(D, 1.0, 3.0)
    oracle = local.item_level(200, 1, D, 4.0, loss.lipschitz)
    plan = descent(loss, oracle, 6, 1200, 1, GradientSteps(6, 0.3, None, last=True))
    known = moments(plan, np.array([0.3, -0.2, 0.1, 0.4]))
    has_its_moments(plan, known)
    with pytest.raises(AssertionError, match="off"):
        has_its_moments(replace(plan, steps=replace(plan.steps, rate=0.6)), known)
    # Half the noise too: the second moment is another.
    channel = replace(oracle.plan.channel, half_width=loss.lipschitz / 2)
    quieter = replace(oracle, plan=replace(oracle.plan, channel=channel))
    with pytest.raises(AssertionError, match="spread"):
        has_its_moments(replace(plan, oracle=quieter), known)


@pytest.mark.parametrize("steps", [GradientSteps(1, 0.1, Ball(D, R)), AcceleratedSteps(1, 0.5, Ball(D, R))], ids=repr)
def test_steps_twice_as_long_have_another_bound(steps: Any) -> None:
    """Beyond 1/(2 beta) nothing is known of accelerated steps, and of plain ones the bound is not the best."""
    loss, domain = LOGISTIC, Ball(D, R)
    best = steps.tuned(loss, domain, 0.3)
    double = replace(best, rate=2 * best.rate)
    assert double.excess(loss, domain, 0.3) > 1.1 * best.excess(loss, domain, 0.3)


@pytest.mark.parametrize(
    "plan",
    [
        local.zhao_algorithm3(2000, 4, 1.0, Linear(D), Ball(D, R)),
        local.zhao_algorithm3(2000, 4, 2.0, Quadratic(D, 1.0, R), Ball(D, R)),
        local.accelerated_pure(2000, 4, 2.0, LOGISTIC, Ball(D, R)),
        local.accelerated_pure(2000, 4, 2.0, Quadratic(D, 1.0, R), Ball(D, R)),
        local.bassily_algorithm5(20_000, 4, 1.0, DELTA, LOGISTIC, Ball(D, R)),
        local.accelerated_pure(2000, 4, 2.0, Moreau(Hinge(D), 4.0), Ball(D, R)),
        two_stages(LOGISTIC, 2, 1200, 100),
    ],
    ids=lambda plan: f"{plan.name}-{type(plan.loss).__name__}",
)
def test_simulated_excess_risks_are_below_their_bounds(plan: LocalDescent) -> None:
    """The population is the data set, whose minimum is known; plain repetitions, 5 standard errors allowed (3e-7)."""
    samples = data(plan.loss, plan.n, plan.m, seed=1)
    # Users draw with replacement, so that the population is these data.
    law = Population.even(samples[:40])
    flat = samples[:40].reshape(-1, samples.shape[-1])
    best = minimum(plan.loss, plan.domain, law, 1e-4)

    def draw(users: range, repetitions: int, rng: np.random.Generator) -> np.ndarray:
        return flat[rng.integers(len(flat), size=(repetitions, len(users), plan.m))]

    found = law.risk(plan.loss, repeated(plan, draw, 30, np.random.default_rng(5))) - best.value
    assert found.mean() - 5 * found.std() / np.sqrt(len(found)) <= plan.bound.total < np.inf
    assert found.mean() >= -best.gap


@pytest.mark.parametrize("kind", ["item-level", "two stages", "two stages, shared", "truncated"])
def test_gradients_are_estimated_without_bias_and_with_the_variance_that_is_said(kind: str) -> None:
    """Means of m signs in each coordinate, around a mean off all bins' middles; two-sided, at ALPHA each."""
    users, m, repetitions, rng = 8000, 10**5, 40, np.random.default_rng(6)
    rotation, mean = RandomRotation.draw(D, np.random.default_rng(2)), np.array([0.31, -0.17, 0.05, 0.4])
    oracle = {
        "item-level": lambda: local.item_level(users, m, D, 1.0, 1.0),
        "two stages": lambda: local.two_stage(users, m, 3.0, 1.0, rotation, 1e-9),
        "two stages, shared": lambda: local.two_stage(users, m, 60.0, 1.0, rotation, 1e-9),
        "truncated": lambda: local.truncated(4 * users, m, 1.0, 1.0, DELTA, rotation, 1e-9),
    }[kind]()
    assert oracle.localises == (kind != "item-level")
    assert oracle.failure * repetitions <= 1e-6
    own = rng.binomial(m, (1 + 2 * mean) / 2, size=(repetitions, oracle.plan.n, D)) / m - 0.5
    found = oracle.plan.run(own[..., None, :], rng)
    limit = student.isf(ALPHA / 2, repetitions - 1)
    assert np.max(np.abs(found.mean(axis=0) - mean) / (found.std(axis=0) / np.sqrt(repetitions))) <= limit
    squares = np.sum((found - mean) ** 2, axis=-1)
    assert squares.mean() - limit * squares.std() / np.sqrt(repetitions) <= oracle.variance


def exact_descent(steps: Any, curvature: np.ndarray, minimiser: np.ndarray) -> tuple[float, float]:
    """The gap and the largest norm of a theta after exact gradients of 1/2 sum c_k (theta_k - u_k)^2."""
    place, far = Place(np.zeros(len(curvature)), np.zeros(len(curvature))), 0.0
    for t in range(steps.number):
        place = steps.moved(place, curvature * (steps.asked(place, t) - minimiser), t)
        far = max(far, float(np.linalg.norm(place.theta)))
    return float(curvature @ (steps.answer(place) - minimiser) ** 2 / 2), far


def test_the_printed_step_of_algorithm_5_loses_the_acceleration_and_leaves_the_domain() -> None:
    """Worst of some curvatures at beta = R = 1: 4/(T(T+1)) bounds the corrected steps, the listed ones fall as 1/T."""
    domain: Domain = Ball(1, R)
    worst = {}
    for T in (64, 256):
        for listed in (False, True):
            steps = AcceleratedSteps(T, 0.5, domain, listed)
            worst[T, listed] = max(exact_descent(steps, np.array([2.0**-k]), np.ones(1))[0] for k in range(18))
        assert worst[T, False] <= 4 / (T * (T + 1)) < worst[T, True]
    assert worst[64, True] / worst[256, True] < 5
    assert worst[64, False] / worst[256, False] > 12
    # The minimiser of the linear part is far outside: nothing holds the listed steps back.
    ends = [
        exact_descent(AcceleratedSteps(64, 0.5, domain, listed), np.ones(1), np.full(1, 9.0))[1] for listed in (0, 1)
    ]
    assert ends[0] <= R + 1e-12 < ends[1]


def test_zhao_algorithm_3_as_printed_takes_the_estimator_of_the_cube_and_leaves_the_domain() -> None:
    """Same users, same epsilon, one gradient each: mean squared errors of 0 from equal users."""
    loss, n, m = Quadratic(16, 1.0, R), 16_000, 10**4
    domain = Ball(16, R)
    printed = local.printed_zhao_algorithm3(n, m, 1.0, loss, domain)
    assert printed.steps.number == int(np.ceil(3 * np.log(n)))
    is_within_budget(printed.exact())
    corrected = local.zhao_algorithm3(n, m, 1.0, loss, domain, number=printed.steps.number)
    rng, zeros = np.random.default_rng(0), np.zeros((200, len(printed.batches[0]), 1, 16))
    noise = [np.mean(np.sum(plan.oracle.plan.run(zeros, rng) ** 2, axis=-1)) for plan in (printed, corrected)]
    assert noise[0] > 10 * noise[1]
    samples = np.broadcast_to(np.full(16, 0.2), (n, 1, 16))
    runs = [repeated(replace(plan, m=1), fixed(samples), 20, rng) for plan in (printed, corrected)]
    far = [float(np.linalg.norm(run, axis=-1).max()) for run in runs]
    assert far[1] <= R + 1e-12 < far[0]


def test_what_cannot_run_is_refused_in_one_line() -> None:
    smooth, ball = LOGISTIC, Ball(D, R)
    cases = [
        ("n", lambda: local.zhao_algorithm3(0, 1, 1.0, smooth, ball)),
        ("epsilon", lambda: local.zhao_algorithm3(9, 1, -1.0, smooth, ball)),
        ("n = 9", lambda: local.zhao_algorithm3(9, 1, 1.0, smooth, ball, number=10)),
        ("d", lambda: local.zhao_algorithm3(9, 1, 1.0, smooth, Ball(D + 1, R))),
        ("epsilon", lambda: local.bassily_algorithm5(9000, 1, 2.0, DELTA, smooth, ball)),
        ("delta", lambda: local.bassily_algorithm5(9000, 1, 1.0, 0.7, smooth, ball)),
        ("n", lambda: local.bassily_algorithm5(3, 1, 1.0, DELTA, smooth, ball)),
        ("loss", lambda: local.accelerated_pure(90, 1, 1.0, Hinge(D), ball)),
        ("loss", lambda: local.printed_zhao_algorithm3(90, 1, 1.0, Hinge(D), ball)),
        ("n", lambda: local.printed_bassily_algorithm5(4000, 1, 1.0, DELTA, smooth, ball)),
    ]
    for name, call in cases:
        with pytest.raises(ParameterError) as caught:
            call()
        assert str(caught.value).startswith(name)
        assert "\n" not in str(caught.value)
    with pytest.raises(ParameterError, match="samples of shape"):
        PLANS[0].run(np.zeros((400, 19, D + 1)), np.random.default_rng(0))


@pytest.mark.parametrize(("number", "variance"), [(1, 0.3), (7, 40.0), (1000, 5.0), (3, 1e-9)])
def test_accelerated_steps_have_the_ledgers_length(number: int, variance: float) -> None:
    """R/nu sqrt(2/(1^2 + ... + T^2)), or 1/(2 beta) where that is shorter."""
    ball = Ball(D, R)
    squares = sum(k * k for k in range(1, number + 1))
    expected = min(0.5 / LOGISTIC.smoothness, R * sqrt(2 / (variance * squares)))
    assert accelerated(number, LOGISTIC, ball, variance).rate == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("n", [1, 5, 8, 9, 100, 4095, 4096, 10**9])
def test_numbers_of_steps_to_try_are_close_and_at_most_as_many_as_users(n: int) -> None:
    """Every number up to 8, then none is a quarter more than the one before; 4096 steps are the most."""
    tried, most = list(local.step_counts(n)), min(n, 4096)
    assert tried[:8] == list(range(1, min(n, 8) + 1))
    assert all(1 < later / one <= 1.25 for one, later in pairwise(tried[7:]))
    assert most / 1.25 < tried[-1] <= most


@pytest.mark.parametrize("number", [1, 5, 400])
def test_the_last_parameter_is_as_far_as_steps_that_shrink_leave_it(number: int) -> None:
    """By recursion: each step shrinks the square by q^2 and adds eta^2 nu^2; the bound has all such steps' noise."""
    loss, domain, rate, variance = Quadratic(2, 1.0, 1.0, 0.5), Ball(2, 3.0), 0.4, 0.7
    square, noise = 9.0, 0.0
    for _ in range(number):
        square *= (1 - 0.4 * 0.5) ** 2
    for _ in range(2000):
        noise = (1 - 0.4 * 0.5) ** 2 * noise + 0.4**2 * 0.7
    steps = GradientSteps(number, rate, domain, last=True)
    assert steps.distance(loss, domain, variance) == pytest.approx(sqrt(square + noise), rel=1e-9)
    assert steps.distance(replace(loss, convexity=0.0), domain, variance) == np.inf


def test_no_part_of_a_bound_is_negative_where_more_noise_has_the_smaller_one() -> None:
    """Bounds of 5, 3 and 4 without noise, with sampling and with privacy: what holds with more holds with less."""
    told = {0.0: 5.0, 0.25: 3.0, 0.5: 4.0}

    def plan(sampled: float) -> Any:
        steps: Any = SimpleNamespace(number=10, excess=lambda loss, domain, variance: told[variance])
        steps.tuned = lambda *_: steps
        oracle = SimpleNamespace(sampled=sampled, variance=0.5, failure=0.01)
        return SimpleNamespace(steps=steps, oracle=oracle, loss=Linear(2, 2.0), domain=Ball(2, 1.0))

    bound = LocalDescent.bound.fget  # type: ignore[attr-defined]
    one = bound(plan(0.25))
    assert (one.descent, one.sampling, one.privacy) == (3.0, 0.0, 1.0)
    assert one.failure == pytest.approx(10 * 0.01 * 2.0 * 2.0)
    # Sampling adds no more than what messages have in all.
    two = bound(plan(0.9))
    assert (two.descent, two.sampling, two.privacy) == (4.0, 0.0, 0.0)
