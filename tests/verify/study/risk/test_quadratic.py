"""Exact risks on quadratic losses, against user by user runs, closed forms and the ledger's exact runs."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray

from notation.parameters import ParameterError
from upperbounds.optimisation.central import one_pass
from upperbounds.optimisation.domains import Ball
from upperbounds.optimisation.local import bassily_algorithm5
from upperbounds.optimisation.losses import Quadratic as Squares
from upperbounds.optimisation.steps import AcceleratedSteps, GradientSteps
from verify.study.risk.quadratic import Quadratic, accelerated, descent, usual_schedule

Array = NDArray[np.float64]
RUNS = 3000


@dataclass(frozen=True)
class Case:
    """A method on a loss with its groups: `sigma` is each user's own noise, or the server's where `central`.

    Where `reused` one group answers in every round.
    """

    method: str
    d: int
    rounds: int
    users: int
    samples: int
    sigma: float
    eta: float
    central: bool = False
    printed: bool = False
    reused: bool = False


CASES = [
    Case(method, d, rounds, users, 3, sigma, eta, central)
    for (method, rounds, eta), (d, users, sigma, central) in product(
        (("last", 1, 0.7), ("average", 8, 0.3), ("accelerated", 6, 0.4)),
        ((1, 4, 0.0, False), (1, 9, 2.0, False), (3, 5, 1.0, True), (4, 6, 1.0, False)),
    )
]


def loss_of(case: Case) -> Quadratic:
    """A loss that no axis is an eigenvector of, its largest curvature 1."""
    rng = np.random.default_rng(case.d)
    axes = np.linalg.qr(rng.standard_normal((case.d, case.d)))[0]
    factor = rng.standard_normal((case.d, case.d))
    curvature = axes @ np.diag(np.linspace(1.0, 0.2, case.d)) @ axes.T
    covariance = factor @ factor.T
    return Quadratic((curvature + curvature.T) / 2, (covariance + covariance.T) / 2, rng.standard_normal(case.d))


def exact(case: Case) -> float:
    loss, start = loss_of(case), np.zeros(case.d)
    noise = loss.oracle(case.users, case.samples, case.sigma**2 / (1 if case.central else case.users))
    if case.method == "accelerated":
        steps, shares = usual_schedule(case.rounds, case.eta)
        return accelerated(loss, start, steps, shares, noise, printed=case.printed).excess
    last, average = descent(loss, start, [case.eta] * case.rounds, noise)
    return (last if case.method == "last" else average).excess


def simulated(case: Case, rng: np.random.Generator) -> Array:
    """The excess risk of each of RUNS runs: every user of every group draws their samples and their noise."""
    loss = loss_of(case)
    root = np.linalg.cholesky(loss.covariance)

    def data() -> Array:
        shape = (RUNS, case.users, case.samples, case.d)
        return np.asarray(loss.curvature @ loss.minimiser + rng.standard_normal(shape) @ root.T)

    kept = data()

    def gradient(points: Array) -> Array:
        drawn = kept if case.reused else data()
        means = (points @ loss.curvature)[:, None] - drawn.mean(axis=2)
        if case.central:
            return np.asarray(means.mean(axis=1) + case.sigma * rng.standard_normal((RUNS, case.d)))
        return np.asarray((means + case.sigma * rng.standard_normal(means.shape)).mean(axis=1))

    theta, averaged = np.zeros((RUNS, case.d)), np.zeros((RUNS, case.d))
    for t in range(1, case.rounds + 1):
        if case.method == "accelerated":
            share = 2 / (t + 1)
            middle = share * theta + (1 - share) * averaged
            theta = (middle if case.printed else theta) - case.eta * t / 2 * gradient(middle)
            averaged = share * theta + (1 - share) * averaged
        else:
            theta = theta - case.eta * gradient(theta)
            averaged += theta / case.rounds
    return loss.excess(theta if case.method == "last" else averaged)


def agrees(value: float, draw: Callable[[np.random.Generator], Array]) -> bool:
    """Within 4 standard errors in one of three independent simulations.

    A true value is refused with a probability below 1e-9, below 1e-8 for all points: one simulation is off with some
    6e-5, three with 1e-12, which leaves slack for the skewness of a mean of 3000 quadratic forms.
    """
    for seed in np.random.SeedSequence(20).spawn(3):
        found = draw(np.random.default_rng(seed))
        if abs(found.mean() - value) <= 4 * found.std(ddof=1) / np.sqrt(len(found)):
            return True
    return False


@pytest.mark.parametrize("case", CASES, ids=str)
def test_exact_risks_are_those_of_runs_user_by_user(case: Case) -> None:
    assert agrees(exact(case), lambda rng: simulated(case, rng))


@pytest.mark.parametrize("case", [CASES[7], CASES[11]], ids=str)
def test_planted_defects_are_caught(case: Case) -> None:
    """The step doubled, the noise halved, users who answer in every round."""
    for other in (replace(case, eta=2 * case.eta), replace(case, sigma=case.sigma / 2), replace(case, reused=True)):
        assert not agrees(exact(case), lambda rng, other=other: simulated(other, rng)), other


def test_the_printed_update_has_a_risk_of_its_own() -> None:
    """Line 8 of Algorithm 5 where noise is low: its runs agree with its own recursion and not with Lan's."""
    case = replace(CASES[11], sigma=0.0, samples=10, rounds=12)
    printed = replace(case, printed=True)
    assert agrees(exact(printed), lambda rng: simulated(printed, rng))
    assert not agrees(exact(case), lambda rng: simulated(printed, rng))


@pytest.mark.parametrize(
    "steps",
    [
        AcceleratedSteps(5, 0.4, Ball(2, 1e9)),
        AcceleratedSteps(5, 0.4, Ball(2, 1e9), listed=True),
        GradientSteps(5, 0.3, Ball(2, 1e9), last=True),
    ],
    ids=["accelerated", "listed", "last"],
)
def test_the_algorithms_that_run_have_these_risks(steps: AcceleratedSteps | GradientSteps) -> None:
    """bassily Algorithm 5 and zhao's steps as shipped, user by user, where nothing is projected or truncated."""
    run = bassily_algorithm5(300, 3, 1.0, 1e-3, Squares(2), Ball(2, 1.0), number=5)
    plan = run.oracle.plan
    assert plan.bins.count == 1, "nobody votes"
    run = replace(run, steps=steps, oracle=replace(run.oracle, plan=replace(plan, sigma=2.0, radius=1e6)))
    atoms = np.array([[0.6, 0.0], [-0.2, 0.8], [-0.9, -0.1]])
    loss = Quadratic(np.eye(2), np.cov(atoms.T, bias=True), atoms.mean(axis=0))
    noise, start = loss.oracle(60, 3, 4.0 / 60), np.zeros(2)
    if isinstance(steps, GradientSteps):
        value = descent(loss, start, [steps.rate] * 5, noise)[0].excess
    else:
        value = accelerated(loss, start, *usual_schedule(5, steps.rate), noise, printed=steps.listed).excess
    assert agrees(value, lambda rng: loss.excess(run.run(atoms[rng.integers(3, size=(RUNS, 300, 3))], rng)))


@pytest.mark.parametrize(
    "steps",
    [AcceleratedSteps(5, 0.4, Ball(2, 1e9)), GradientSteps(5, 0.3, Ball(2, 1e9), last=True)],
    ids=["accelerated", "last"],
)
def test_one_pass_of_a_server_has_these_risks(steps: AcceleratedSteps | GradientSteps) -> None:
    """The server's one noise on each step's mean; a noise on every user's gradient would be another risk."""
    run = one_pass(300, 3, 1.0, 1e-3, Squares(2), Ball(2, 1.0), number=5)
    mean = replace(run.oracle.plan, sigma=0.3, radius=1e6)
    assert mean.bins.count == 1
    run = replace(run, steps=steps, oracle=replace(run.oracle, plan=mean))
    atoms = np.array([[0.6, 0.0], [-0.2, 0.8], [-0.9, -0.1]])
    loss, start = Quadratic(np.eye(2), np.cov(atoms.T, bias=True), atoms.mean(axis=0)), np.zeros(2)

    def value(noise: Array) -> float:
        if isinstance(steps, GradientSteps):
            return descent(loss, start, [steps.rate] * 5, noise)[0].excess
        return accelerated(loss, start, *usual_schedule(5, steps.rate), noise).excess

    def draw(rng: np.random.Generator) -> Array:
        return loss.excess(run.run(atoms[rng.integers(3, size=(RUNS, 300, 3))], rng))

    assert agrees(value(loss.oracle(60, 3, 0.3**2)), draw)
    for wrong in (0.15**2, 0.3**2 / 60):
        assert not agrees(value(loss.oracle(60, 3, wrong)), draw)


@pytest.mark.parametrize("eta", [0.1, 1.0, 1.9])
def test_constant_steps_have_a_closed_form(eta: float) -> None:
    loss = Quadratic(np.diag([1.0, 0.25]), np.eye(2), np.array([2.0, -1.0]))
    last, average = descent(loss, (0.0, 0.0), [eta] * 30, loss.oracle(5, 2, 0.3))
    kept = 1 - eta * np.array([1.0, 0.25])
    np.testing.assert_allclose(last.mean, loss.minimiser * (1 - kept**30), rtol=1e-12)
    np.testing.assert_allclose(np.diag(last.covariance), eta**2 * 0.4 * (1 - kept**60) / (1 - kept**2), rtol=1e-12)
    np.testing.assert_allclose(average.mean, loss.minimiser * (1 - sum(kept**t for t in range(1, 31)) / 30), rtol=1e-12)


def test_noise_alone_gives_the_bound_of_the_lemma() -> None:
    """bassily/lemma6.1: 2R^2/(eta T(T+1)) + eta nu^2 (2T+1)/6, eta <= 1/(2 beta), without projections."""
    for rounds, eta, noise in product((1, 5, 40), (0.5, 0.05), (0.0, 0.7)):
        for slope in (1.0, 0.3, 0.01):
            loss = Quadratic(np.array([[slope]]), np.zeros((1, 1)), np.array([1.0]))
            found = accelerated(loss, (0.0,), *usual_schedule(rounds, eta), np.array([[noise]]))
            bound = 2 / (eta * rounds * (rounds + 1)) + eta * noise * (2 * rounds + 1) / 6
            assert found.excess <= bound * (1 + 1e-12)


def test_the_printed_update_loses_the_acceleration() -> None:
    """Worst gap over curvatures, no noise, eta = 1/2: exponents in T near -1 as printed and near -2."""

    def worst(rounds: int, *, printed: bool) -> float:
        slopes = np.geomspace(1e-6, 1, 50)
        zero = np.zeros((50, 50))
        loss = Quadratic(np.diag(slopes), zero, np.zeros(50))
        found = accelerated(loss, np.ones(50), *usual_schedule(rounds, 0.5), zero, printed=printed)
        return float(np.max(slopes * found.mean**2 / 2))

    for printed, exponent in ((True, -1), (False, -2)):
        slope = np.log(worst(256, printed=printed) / worst(64, printed=printed)) / np.log(4)
        assert slope == pytest.approx(exponent, abs=0.1)


def test_covariances_are_full_matrices() -> None:
    """Off the diagonal too, by a run of the recursion on whole matrices."""
    case = CASES[-1]
    loss, noise = loss_of(case), loss_of(case).oracle(7, 2, 0.1)
    last, _ = descent(loss, np.zeros(case.d), [0.3, 0.2, 0.5], noise)
    covariance = np.zeros_like(noise)
    for step in (0.3, 0.2, 0.5):
        kept = np.eye(case.d) - step * loss.curvature
        covariance = kept @ covariance @ kept.T + step**2 * noise
    np.testing.assert_allclose(last.covariance, covariance, atol=1e-12)


def test_wrong_losses_are_named() -> None:
    one, loss = np.eye(2), Quadratic(np.eye(2), np.eye(2), np.zeros(2))
    for build in (
        lambda: Quadratic(np.ones((2, 3)), one, np.zeros(2)),
        lambda: Quadratic(-one, one, np.zeros(2)),
        lambda: Quadratic(one, np.array([[1.0, 2.0], [0.0, 1.0]]), np.zeros(2)),
        lambda: descent(loss, (0.0, 0.0), [], one),
        lambda: descent(loss, (0.0, 0.0), [0.0], one),
        lambda: descent(loss, (0.0,), [0.1], one),
        lambda: descent(loss, (0.0, 0.0), [0.1], np.eye(3)),
        lambda: accelerated(loss, (0.0, 0.0), [0.1], [1.5], one),
        lambda: loss.oracle(0, 1, 0.0),
    ):
        with pytest.raises(ParameterError, match="must be"):
            build()
