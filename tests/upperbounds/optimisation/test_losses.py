"""Losses against finite differences and their constants, envelopes against their definition, certified minima."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest
from scipy.optimize import minimize, minimize_scalar

from notation.parameters import ParameterError
from notation.setting import MOST_SIZE
from upperbounds.optimisation import losses
from upperbounds.optimisation.domains import Ball, Box, Domain, gap_at
from upperbounds.optimisation.losses import (
    Absolute,
    Checked,
    Hinge,
    Huber,
    Linear,
    Logistic,
    Loss,
    Moreau,
    Population,
    Quadratic,
    Ridge,
    Softmax,
    Valued,
    check_constants,
    minimum,
    sample_gradients,
    smoothing,
    user_gradients,
)

D, B, R = 3, 1.5, 2.0
SIGNED = (Logistic(D, B), Hinge(D, B), Moreau(Hinge(D, B), 4.0), Ridge(Logistic(D, B), 0.3, R))
REAL = (Huber(D, B, 0.7), Absolute(D, B), Moreau(Absolute(D, B), 4.0))
PLAIN = (Linear(D, B), Quadratic(D, B, R, 0.8))
EVERY: tuple[Valued, ...] = (*SIGNED, *REAL, *PLAIN, Softmax(D, 4, B))


def observations(loss: Any, number: int, seed: int = 0) -> np.ndarray:
    """Observations that the loss admits, some at the edge |x| = B, with labels that depend on the features."""
    rng = np.random.default_rng(seed)
    x = rng.standard_normal((number, D))
    x *= B * np.minimum(1.0, rng.random((number, 1)) * 1.5) / np.linalg.norm(x, axis=-1, keepdims=True)
    if isinstance(loss, Linear | Quadratic):
        return x
    score = x @ [1.0, -0.5, 0.2] + 0.3 * rng.standard_normal(number)
    if isinstance(loss, Softmax):
        return np.column_stack([x, rng.integers(loss.classes, size=number)])
    real = isinstance(loss, Huber | Absolute) or (isinstance(loss, Moreau) and isinstance(loss.loss, Absolute))
    return np.column_stack([x, score if real else np.where(score > 0, 1.0, -1.0)])


def parameters(loss: Loss, number: int, seed: int = 1) -> np.ndarray:
    return Ball(loss.dimension, R).project(np.random.default_rng(seed).standard_normal((number, loss.dimension)) * R)


every = pytest.mark.parametrize("loss", EVERY, ids=lambda loss: type(getattr(loss, "loss", loss)).__name__)


@every
def test_gradients_are_the_values_slopes(loss: Valued) -> None:
    """Central differences; no random point lies within the step of a kink."""
    points, theta, step = observations(loss, 40), parameters(loss, 1)[0], 1e-6
    moves = step * np.eye(loss.dimension)
    found = [(loss.value(theta + e, points) - loss.value(theta - e, points)) / (2 * step) for e in moves]
    assert np.allclose(np.stack(found, axis=-1), loss.gradient(theta, points), atol=1e-7)


@every
def test_a_users_gradient_is_the_average_of_her_samples(loss: Valued) -> None:
    """With repetitions, each at a parameter of its own; the short way against the long one."""
    points, thetas = observations(loss, 4 * 5 * 6).reshape(4, 5, 6, -1), parameters(loss, 4)
    found = user_gradients(loss, thetas, points)
    assert found.shape == (4, 5, loss.dimension)
    for r, theta in enumerate(thetas):
        assert np.allclose(found[r], loss.gradient(theta, points[r]).mean(axis=1), rtol=1e-12, atol=1e-14)


@every
def test_constants_hold_and_lesser_ones_do_not(loss: Valued) -> None:
    points, thetas = observations(loss, 300), parameters(loss, 12)
    check_constants(loss, thetas, points)
    beta, lipschitz, mu = loss.smoothness, loss.lipschitz, loss.convexity
    with pytest.raises(ParameterError, match=r"^L = .* has a gradient of norm"):
        check_constants(_Stated(loss, lipschitz / 3, beta, mu), thetas, points)
    if 0 < beta < np.inf:
        with pytest.raises(ParameterError, match=r"^beta = "):
            check_constants(_Stated(loss, lipschitz, beta / 50, 0.0), thetas, points)
    with pytest.raises(ParameterError, match=r"^mu = "):
        check_constants(_Stated(loss, lipschitz, np.inf, mu + 5.0), thetas, points)


@dataclass(frozen=True)
class _Stated:
    """A person's own loss: a gradient, and the constants that they state."""

    loss: Any
    lipschitz: float
    smoothness: float
    convexity: float

    @property
    def dimension(self) -> int:
        return self.loss.dimension

    def gradient(self, theta: np.ndarray, samples: np.ndarray) -> np.ndarray:
        return self.loss.gradient(theta, samples)


def test_a_concave_function_is_no_loss() -> None:
    @dataclass(frozen=True)
    class Concave(_Stated):
        def gradient(self, theta: np.ndarray, samples: np.ndarray) -> np.ndarray:
            return -self.loss.gradient(theta, samples)

    loss = Quadratic(D, B, R)
    with pytest.raises(ParameterError, match="less convex"):
        check_constants(Concave(loss, loss.lipschitz, 1.0, 0.0), parameters(loss, 4), observations(loss, 9))


def test_an_own_loss_is_refused_where_its_gradients_are_no_numbers_or_too_large() -> None:
    """One line each; what is within L runs, user by user."""
    points, theta = observations(Logistic(D, B), 12).reshape(3, 4, -1), np.zeros(D)
    own = _Stated(Logistic(D, B), B, B**2, 0.0)
    assert np.allclose(user_gradients(Checked(own), theta, points), user_gradients(Logistic(D, B), theta, points))
    with pytest.raises(ParameterError) as caught:
        user_gradients(Checked(replace(own, lipschitz=0.1)), theta, points)
    assert str(caught.value).startswith("L = 0.1: _Stated has a gradient of norm")
    assert "\n" not in str(caught.value)
    with pytest.raises(ParameterError, match="not finite"):
        sample_gradients(own, np.full(D, np.nan), points)

    @dataclass(frozen=True)
    class Summed(_Stated):
        def gradient(self, theta: np.ndarray, samples: np.ndarray) -> np.ndarray:
            return self.loss.gradient(theta, samples).sum(axis=0)

    with pytest.raises(ParameterError, match="must be"):
        user_gradients(Summed(Logistic(D, B), B, 1.0, 0.0), theta, points)


@pytest.mark.parametrize("loss", [Hinge(D, B), Absolute(D, B)], ids=lambda loss: type(loss).__name__)
@pytest.mark.parametrize("beta", [0.5, 4.0, 60.0])
def test_envelopes_are_minima_over_moved_parameters(loss: Any, beta: float) -> None:
    """min_u f(u) + beta/2 |u - theta|^2, over u on the line theta + v x, which holds the minimiser."""
    envelope, points = Moreau(loss, beta), observations(loss, 60, seed=5)
    for point, theta in zip(points, parameters(loss, 60), strict=True):
        direction = point[:-1] / np.linalg.norm(point[:-1])

        def moved(v: float, theta: np.ndarray = theta, point: np.ndarray = point, way: np.ndarray = direction) -> float:
            return float(loss.value(theta + v * way, point)) + beta / 2 * v**2

        least = minimize_scalar(moved, bounds=(-2 * B / beta, 2 * B / beta), method="bounded", options={"xatol": 1e-12})
        assert envelope.value(theta, point) == pytest.approx(least.fun, abs=1e-7)
        off = float(loss.value(theta, point) - envelope.value(theta, point))
        assert -1e-12 <= off <= envelope.below + 1e-12


def test_the_papers_smoothing_costs_half_the_rate() -> None:
    n, m, epsilon = 10_000, 25, 0.5
    rate = B * R * np.sqrt(D / (n * m * epsilon**2))
    assert Moreau(Hinge(D, B), smoothing(B, R, n, m, D, epsilon)).below == pytest.approx(rate / 2, rel=1e-12)


DOMAINS: tuple[Domain, ...] = (Ball(D, 0.8), Box(np.array([-0.5, -0.1, -0.4]), np.array([0.1, 0.6, 0.0])))


@pytest.mark.parametrize("domain", DOMAINS, ids=["ball", "box"])
def test_projections_and_gaps_are_those_of_a_search(domain: Domain) -> None:
    """No point of the domain is nearer, none lower: against many points of it."""
    rng = np.random.default_rng(3)
    inside = domain.project(rng.standard_normal((4000, D)))
    assert np.allclose(domain.project(inside), inside)
    assert np.max(np.linalg.norm(inside, axis=-1)) <= domain.radius + 1e-12
    assert np.max(np.linalg.norm(inside[:2000] - inside[2000:], axis=-1)) <= domain.diameter + 1e-12
    for point in rng.standard_normal((20, D)):
        near = domain.project(point)
        assert np.all(np.linalg.norm(inside - point, axis=-1) >= np.linalg.norm(near - point) - 1e-12)
        assert np.allclose(domain.project(domain.least(point)), domain.least(point))
        assert gap_at(domain, near, point) >= np.max((near - inside) @ point) - 1e-12


@pytest.mark.parametrize("domain", [*DOMAINS, Ball(D, 10.0)], ids=["ball", "box", "wide ball"])
@pytest.mark.parametrize(
    "loss",
    [loss for loss in EVERY if not isinstance(loss, Softmax)],
    ids=lambda loss: type(getattr(loss, "loss", loss)).__name__,
)
def test_minima_are_certified(loss: Valued, domain: Domain) -> None:
    """No point of a search is below the minimum by more than the gap; the gap is within what was asked for.

    Most minima are at the edge of the small domains and inside the large ball, where kinks and curvature tell.
    """
    law = Population.even(observations(loss, 80, seed=7))
    found = minimum(loss, domain, law, 2e-3)
    assert found.gap <= 2e-3
    assert np.allclose(domain.project(found.theta), found.theta)
    assert found.value == pytest.approx(float(np.mean(loss.value(found.theta, law.points))))
    searched = minimize(
        lambda theta: float(law.risk(loss, domain.project(theta))), found.theta, method="Powell", options={"xtol": 1e-6}
    )
    assert searched.fun >= found.value - found.gap - 1e-9
    others = domain.project(np.random.default_rng(2).standard_normal((300, D)))
    assert np.min(law.risk(loss, others)) >= found.value - found.gap - 1e-12


def test_the_softmax_of_two_classes_is_the_logistic_of_their_difference() -> None:
    """s_1 - s_0 = x . (theta_1 - theta_0)."""
    points = observations(Logistic(D, B), 30)
    theta = parameters(Softmax(D, 2, B), 5)
    classes = np.column_stack([points[:, :-1], (points[:, -1] + 1) / 2])
    two = Softmax(D, 2, B).value(theta[:, None], classes[None])
    assert np.allclose(two, Logistic(D, B).value((theta[:, D:] - theta[:, :D])[:, None], points[None]))


def test_the_softmax_attains_its_constants() -> None:
    """At two classes: |g| nears sqrt(2) B where the wrong class is sure, and the curvature along (x, -x) is B^2/2."""
    loss, point, way = Softmax(1, 2, B), np.array([[B, 0.0]]), np.array([-1.0, 1.0]) / np.sqrt(2)
    assert np.linalg.norm(loss.gradient(40 * way, point)) == pytest.approx(loss.lipschitz, rel=1e-9)
    turned = (loss.gradient(1e-5 * way, point) - loss.gradient(-1e-5 * way, point))[0] @ way / 2e-5
    assert turned == pytest.approx(loss.smoothness, rel=1e-8)


def test_minima_of_a_softmax_are_certified() -> None:
    """Against a search from the centre, inside the ball and at its edge."""
    loss = Softmax(D, 3, B)
    law = Population.even(observations(loss, 80, seed=7))
    for radius in (0.3, 30.0):
        domain = Ball(loss.dimension, radius)
        found = minimum(loss, domain, law, 1e-4)
        assert found.gap <= 1e-4
        searched = minimize(lambda theta, ball=domain: float(law.risk(loss, ball.project(theta))), found.theta * 0)
        assert found.value - found.gap - 1e-9 <= searched.fun <= found.value + 1e-3


def test_what_is_no_domain_or_has_no_certificate_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ParameterError, match="lower end"):
        Box(np.array([0.1]), np.array([1.0]))
    with pytest.raises(ParameterError, match="shapes"):
        Box(np.zeros(2), np.ones(3))
    with pytest.raises(ParameterError, match="lower end"):
        Box(np.array([-MOST_SIZE]), np.array([MOST_SIZE]))
    assert Box(np.array([0.0, -1.0]), np.array([1.0, 0.0])).dimension == 2
    with pytest.raises(ParameterError, match="radius"):
        Ball(2, 0.0)
    law = Population.even(observations(Absolute(D, B), 20))
    with pytest.raises(ParameterError, match="has kinks"):
        minimum(Ridge(Absolute(D, B), 0.1, R), Ball(D, R), law, 0.1)
    monkeypatch.setattr(losses, "_MOST_STEPS", 100)
    with pytest.raises(ParameterError, match="is not reached"):
        minimum(Logistic(D, B), Ball(D, 1e6), Population.even(observations(Logistic(D, B), 8)), 1e-14)


def test_a_quadratic_is_by_default_of_the_unit_ball() -> None:
    """|theta - z|^2/2 for |theta|, |z| <= 1: the steepest slope is between opposite points."""
    loss = Quadratic(2)
    assert (loss.lipschitz, loss.smoothness, loss.convexity) == (2.0, 1.0, 1.0)
    assert float(loss.value(np.array([0.6, 0.8]), np.array([-0.6, -0.8]))) == pytest.approx(2.0)


@pytest.mark.parametrize("chunk", [1, 4, 7, 10**6])
def test_a_population_in_parts_is_the_whole(chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(2)
    points, weights = observations(Quadratic(D, B), 11), rng.dirichlet(np.ones(11))
    monkeypatch.setattr(losses, "_CHUNK", chunk)
    law, theta = Population(points, weights), np.array([0.3, -0.2, 0.1])
    loss = Quadratic(D, B)
    value = sum(w * float(loss.value(theta, x)) for w, x in zip(weights, points, strict=True))
    assert float(law.risk(loss, theta)) == pytest.approx(value)
    assert law.slope(loss, theta) == pytest.approx(theta - weights @ points)
