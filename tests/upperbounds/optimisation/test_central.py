"""bassily Algorithm 4: what it spends, its bound against runs, and the printed step size."""

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from notation.parameters import ParameterError
from upperbounds.optimisation import losses
from upperbounds.optimisation.central import full_batch, one_pass
from upperbounds.optimisation.domains import Ball
from upperbounds.optimisation.estimator import fixed, repeated
from upperbounds.optimisation.losses import (
    Hinge,
    Huber,
    Linear,
    Logistic,
    Moreau,
    Population,
    Quadratic,
    Ridge,
    Softmax,
    minimum,
)
from upperbounds.optimisation.steps import AcceleratedSteps, GradientSteps
from upperbounds.optimisation.subsets import (
    SubsetDescent,
    bassily_algorithm4,
    cited_total,
    printed_bassily_algorithm4,
    tightly,
)
from verify.study.risk import quadratic as risk

D, R = 2, 1.0


def is_private(plan: SubsetDescent) -> None:
    assert plan.spent_delta() <= plan.delta, f"{plan.spent_delta():.3g} of {plan.delta:.3g} allowed"


@pytest.mark.parametrize("epsilon", [0.3, 1.0])
@pytest.mark.parametrize("n", [2000, 10**5])
@pytest.mark.parametrize("build", [bassily_algorithm4, printed_bassily_algorithm4])
def test_the_run_is_private_by_optimal_composition_though_not_by_the_cited_theorem(
    build: type[SubsetDescent], n: int, epsilon: float
) -> None:
    plan = build(n, 10, epsilon, 1e-6, Linear(D), Ball(D, R))
    is_private(plan)
    assert cited_total(plan) > epsilon


def test_too_little_noise_more_steps_and_fewer_others_are_found_out() -> None:
    """The printed constants leave slack: half the noise is still private, a quarter of it is not."""
    plan = bassily_algorithm4(2 * 10**5, 10, 1.0, 1e-4, Linear(D), Ball(D, R))
    is_private(plan)
    planted = [
        replace(plan, mean=replace(plan.mean, sigma=plan.mean.sigma / 4)),
        replace(plan, mean=replace(plan.mean, epsilon=2.0)),
        replace(plan, steps=replace(plan.steps, number=8 * plan.steps.number)),
        replace(plan, n=plan.n // 4),
    ]
    for one in planted:
        with pytest.raises(AssertionError, match="allowed"):
            is_private(one)
    # The deltas of all steps count.
    louder = replace(plan, mean=replace(plan.mean, sigma=plan.mean.sigma / 3))
    assert louder.spent_delta() > 0.999 * louder.steps.number * louder.step_spend[1] > 100 * louder.step_spend[1]


def test_the_least_noise_of_algorithm_4_is_private_and_less_is_not() -> None:
    """Printed constants leave slack, and truncate beyond L; a relative 1e-6 less than the least spends more."""
    plan = bassily_algorithm4(10**4, 10, 1.0, 1e-4, Linear(D), Ball(D, R))
    tight = tightly(plan)
    is_private(tight)
    assert tight.mean.sigma < plan.mean.sigma / 50
    assert tight.mean.radius == plan.loss.lipschitz < plan.mean.radius / 20
    assert tight.bound.total < plan.bound.total
    with pytest.raises(AssertionError, match="allowed"):
        is_private(replace(tight, mean=replace(tight.mean, sigma=tight.mean.sigma * (1 - 1e-6))))


def test_runs_too_long_to_account_for_are_refused() -> None:
    with pytest.raises(ParameterError, match=r"^n = 100000000: takes "):
        bassily_algorithm4(10**8, 10, 1.0, 1e-6, Linear(D), Ball(D, R)).spent_delta()


def test_a_loss_with_kinks_is_fitted_by_its_envelope_or_by_plain_steps() -> None:
    """Each has a bound; accelerated steps on the envelope have the smaller one, the envelope's distance in it."""
    loss, ball = Hinge(D), Ball(D, R)
    plain = one_pass(10**4, 10, 1.0, 1e-6, loss, ball)
    smooth = Moreau(loss, 32.0)
    fast = one_pass(10**4, 10, 1.0, 1e-6, smooth, ball)
    assert isinstance(plain.steps, GradientSteps)
    assert isinstance(fast.steps, AcceleratedSteps)
    assert fast.bound.total + smooth.below < 0.75 * plain.bound.total


def test_users_who_come_again_keep_their_data() -> None:
    """Each is drawn once a repetition, however often they are asked; in one pass every user once as well."""
    loss, ball, asked = Linear(D), Ball(D, R), []

    def draw(users: range, repetitions: int, rng: np.random.Generator) -> np.ndarray:
        asked.extend(users)
        return rng.uniform(-0.5, 0.5, (repetitions, len(users), 3, D))

    for build, number in ((full_batch, 7), (one_pass, 5)):
        plan = build(100, 3, 1.0, 1e-6, loss, ball, number=number)
        asked.clear()
        found = repeated(plan, draw, 4, np.random.default_rng(1))
        assert found.shape == (4, D)
        # The first user is asked once more, for how many numbers a sample has.
        assert sorted(asked) == [0, *range(100)]


@pytest.mark.parametrize(
    "loss",
    [Logistic(3), Huber(3, bend=0.2), Moreau(Hinge(3), 4.0), Softmax(1, 3), Quadratic(3), Ridge(Logistic(3), 0.1, R)],
)
def test_data_that_all_repetitions_share_are_read_once_and_descents_are_the_same(
    loss: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As many repetitions by the plan itself, each with its own copy, and the same noise; pieces of a few users too."""
    n, m, repetitions = 50, 7, 6
    rng = np.random.default_rng(1)
    x, y = rng.uniform(-0.5, 0.5, (n, m, 3)), np.where(rng.random((n, m, 1)) < 0.7, 1.0, -1.0)
    samples = x if isinstance(loss, Quadratic) else np.concatenate([x, y], axis=-1)
    if isinstance(loss, Softmax):
        samples = np.concatenate([x[..., :1], rng.integers(0, 3, (n, m, 1))], axis=-1)
    plan = full_batch(n, m, 5.0, 1e-2, loss, Ball(3, R), number=8)
    one_by_one = plan.run(np.repeat(samples[None], repetitions, axis=0), np.random.default_rng(2))
    assert np.ptp(one_by_one, axis=0).min() > 1e-3
    np.testing.assert_allclose(
        repeated(plan, fixed(samples), repetitions, np.random.default_rng(2)), one_by_one, atol=1e-13
    )
    monkeypatch.setattr(losses, "_CACHE", 60)
    np.testing.assert_allclose(
        repeated(plan, fixed(samples), repetitions, np.random.default_rng(2)), one_by_one, atol=1e-13
    )
    # What is not the same data, one repetition's one label turned, is seen.
    other = np.repeat(samples[None], repetitions, axis=0)
    other[3, 0, 0, -1] *= -1
    apart = np.abs(plan.run(other, np.random.default_rng(2)) - one_by_one).max(axis=1)
    assert apart[3] > 1e-9
    assert np.delete(apart, 3).max() < 1e-13


def test_the_bound_of_steps_on_all_data_is_above_exact_risks() -> None:
    """Of quadratics h (theta - 1)^2/2 with the plan's noise, without projection or new data; by the recursion.

    The average of the parameters asked for is that of the points after T - 1 steps, and the start 0; that of those
    ahead has no start. A fifth of the bound without its term for new data is below some of the risks.
    """
    worst = []
    for number in (2, 10, 60):
        for beta in (0.01, 0.3, 1.0):
            loss = Quadratic(1, 1.0, 1.0, beta)
            plan = full_batch(400, 10**6, 1.0, 1e-4, loss, Ball(1, 1.0), number=number)
            noise = np.array([[plan.oracle.plan.noise_variance]])
            bound = plan.bound.total - plan.bound.sampling
            for h in np.geomspace(beta / 100, beta, 9):
                one = risk.Quadratic(np.array([[h]]), np.zeros((1, 1)), np.ones(1))
                after = number if plan.steps.ahead else number - 1
                _, average = risk.descent(one, (0.0,), [plan.steps.rate] * after, noise)
                share = after / number
                excess = h / 2 * ((share * average.mean[0] - 1) ** 2 + share**2 * average.covariance[0, 0])
                assert excess <= bound
                worst.append(excess / bound)
    assert max(worst) > 1 / 5


@pytest.mark.parametrize("loss", [Linear(D), Quadratic(D, 1.0, R), Logistic(D)], ids=lambda loss: type(loss).__name__)
def test_steps_on_all_data_stay_below_their_bound(loss: Linear | Quadratic | Logistic) -> None:
    """Data drawn again for each of twelve runs; five standard errors (3e-7). Fewer steps have a larger bound."""
    n, m, rng = 300, 4, np.random.default_rng(7)
    plan = full_batch(n, m, 1.0, 1e-4, loss, Ball(D, R), number=60)
    assert plan.spent_delta() <= plan.delta
    points = Ball(D, 1.0).project(rng.standard_normal((50, D)) + 0.7)
    if isinstance(loss, Logistic):
        points = np.column_stack([points, np.where(points[:, 0] > 0.4, 1.0, -1.0)])
    law = Population.even(points)
    best = minimum(loss, plan.domain, law, 1e-5)
    excess = law.risk(loss, plan.run(points[rng.integers(50, size=(12, n, m))], rng)) - best.value
    assert excess.mean() + 5 * excess.std() / math.sqrt(12) <= plan.bound.total
    assert (
        replace(plan, steps=replace(plan.steps, rate=2.1 / max(loss.smoothness, 1e-9))).bound.total > plan.bound.total
    )


def test_the_printed_step_size_has_a_term_that_does_not_fall() -> None:
    """At d = m = 1 the sum's stability term is 2 RL/c; that of the smaller of c^2 x and y falls as n^(-1/2)."""
    of_sum, of_least = (
        [build(n, 1, 1.0, 1e-6, Linear(1), Ball(1, R)).bound.sampling for n in sizes]
        # The corrected c is larger: its terms change places where n is above c^2.
        for build, sizes in (
            (printed_bassily_algorithm4, (10**6, 10**8)),
            (bassily_algorithm4, (10**12, 10**14)),
        )
    )
    assert of_sum[1] > of_sum[0] / 2
    assert of_least[1] == pytest.approx(of_least[0] / 10, rel=1e-3)


@pytest.mark.parametrize("loss", [Linear(D), Quadratic(D, 1.0, R), Logistic(D)], ids=lambda loss: type(loss).__name__)
def test_runs_stay_below_the_bound(loss: Linear | Quadratic | Logistic) -> None:
    """Twelve runs on one population, drawn again for each; five standard errors (3e-7) are allowed."""
    n, m, rng = 1500, 20, np.random.default_rng(2)
    plan = bassily_algorithm4(n, m, 1.0, 1e-4, loss, Ball(D, R))
    points = Ball(D, 1.0).project(rng.standard_normal((50, D)) + 0.7)
    if isinstance(loss, Logistic):
        points = np.column_stack([points, np.where(points[:, 0] > 0.4, 1.0, -1.0)])
    law = Population.even(points)
    best = minimum(loss, plan.domain, law, 1e-5)
    found = plan.run(points[rng.integers(50, size=(12, n, m))], rng)
    excess = law.risk(loss, found) - best.value
    assert np.all(np.linalg.norm(found, axis=-1) <= R + 1e-12)
    assert excess.mean() + 5 * excess.std() / math.sqrt(12) <= plan.bound.total
    assert excess.min() >= -best.gap


def test_without_noise_the_steps_are_those_of_gradient_descent() -> None:
    """All users alike, so that subsets do not matter; noise and clipping far below what is compared."""
    loss, point = Quadratic(D, 1.0, R), np.array([0.4, -0.2])
    plan = bassily_algorithm4(1500, 20, 1.0, 1e-4, loss, Ball(D, R))
    quiet = replace(plan, mean=replace(plan.mean, sigma=1e-12, radius=10.0))
    found = quiet.run(np.broadcast_to(point, (1500, 20, D)), np.random.default_rng(0))
    q = 1 - plan.steps.rate
    T = plan.steps.number
    # The average of 1 - q^t over t = 1, ..., T.
    assert found == pytest.approx(point * (1 - q * (1 - q**T) / (T * plan.steps.rate)), abs=1e-9)


def test_repetitions_have_subsets_of_their_own() -> None:
    plan = bassily_algorithm4(2000, 3, 1.0, 1e-4, Quadratic(D, 1.0, R), Ball(D, R))
    samples = np.broadcast_to(np.array([0.4, 0.2]), (5, 2000, 3, D))
    found = plan.run(samples, np.random.default_rng(0))
    assert found.shape == (5, D)
    assert len(np.unique(found[:, 0])) == 5
    assert plan.run(samples[0], np.random.default_rng(0)).shape == (D,)


def test_what_cannot_run_is_refused() -> None:
    ball = Ball(D, R)
    cases = [
        ("n", lambda: bassily_algorithm4(0, 1, 1.0, 1e-6, Linear(D), ball)),
        ("n = 3", lambda: bassily_algorithm4(3, 1, 0.1, 1e-6, Linear(D), ball)),
        ("epsilon", lambda: bassily_algorithm4(900, 1, 2.0, 1e-6, Linear(D), ball)),
        ("d", lambda: bassily_algorithm4(900, 1, 1.0, 1e-6, Linear(D + 1), ball)),
        ("samples", lambda: bassily_algorithm4(900, 1, 1.0, 1e-6, Linear(D), ball).run(np.zeros((900, 2, D)), None)),
    ]
    for name, call in cases:
        with pytest.raises(ParameterError) as caught:
            call()
        assert str(caught.value).startswith(name)
        assert "\n" not in str(caught.value)
