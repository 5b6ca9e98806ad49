r"""The exact risk of private gradient methods on quadratic losses: linear recursions of mean and covariance.

The loss of a sample is theta' H theta/2 - theta'z, z of mean H theta* and covariance S, so that a gradient is
H (theta - theta*) and noise that does not depend on theta. A group of users who answer once has noise of its own,
independent of the groups before, and the errors of the iterates are affine in it: without a projection all moments of
second order follow by x <- A(H) x + B noise, for each pair of eigenvectors of H alone. zhao Algorithm 3 and one-pass
descent are `descent`, bassily Algorithm 5 is `accelerated`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from notation.parameters import ParameterError, count, positive
from upperbounds.channels.arrays import FloatArray

_Matrices = Callable[[FloatArray, float], tuple[FloatArray, FloatArray]]


@dataclass(frozen=True)
class Quadratic:
    """`curvature` H and `covariance` S of one sample's gradient, both (d, d), and `minimiser` theta*, (d,).

    Raises ParameterError unless H and S are symmetric, without a negative eigenvalue and of that shape.
    """

    curvature: FloatArray
    covariance: FloatArray
    minimiser: FloatArray

    def __post_init__(self) -> None:
        """Refuse what is no quadratic loss."""
        shape = (len(self.minimiser),) * 2
        for name, matrix in (("curvature", self.curvature), ("covariance", self.covariance)):
            if matrix.shape != shape or not np.all(np.isfinite(matrix)) or not np.array_equal(matrix, matrix.T):
                raise ParameterError(f"{name} of shape {matrix.shape}: must be finite, symmetric and {shape}")
            if (lowest := float(np.linalg.eigvalsh(matrix)[0])) < -1e-12 * max(1.0, float(np.abs(matrix).max())):
                raise ParameterError(f"{name} has the eigenvalue {lowest:g}: must be at least 0")

    def excess(self, points: FloatArray) -> FloatArray:
        """F - min F at points (..., d)."""
        errors = points - self.minimiser
        return np.asarray(np.einsum("...i,ij,...j->...", errors, self.curvature, errors) / 2)

    def oracle(self, users: int, samples: int, noise: float) -> FloatArray:
        """The covariance (d, d) of a group's mean gradient: S/(users samples), and `noise`, a variance, on each axis.

        `noise` is sigma^2/users if each user adds noise, and sigma^2 if a server does.
        """
        number = count("users", users) * count("samples", samples)
        return np.asarray(self.covariance / number + noise * np.eye(len(self.minimiser)))


@dataclass(frozen=True)
class Iterate:
    """The mean (d,) and the covariance (d, d) of a point, and its expected excess risk; exact except for rounding."""

    mean: FloatArray
    covariance: FloatArray
    excess: float


def descent(loss: Quadratic, start: ArrayLike, steps: Sequence[float], noise: FloatArray) -> tuple[Iterate, Iterate]:
    """theta <- theta - eta_t g_t from `start` (d,), g_t of covariance `noise` (d, d): the last point and the average.

    The average is over the points after each step. Raises ParameterError where no step is given, or one is not above 0.
    """
    taken = _checked(steps)

    def matrices(slopes: FloatArray, step: float) -> tuple[FloatArray, FloatArray]:
        kept, zero, one = 1 - step * slopes, np.zeros_like(slopes), np.ones_like(slopes)
        push = np.array([-step, -step])
        return _square([[kept, zero], [kept, one]]), push

    moments = _moments(loss, _start(loss, start, (1.0, 0.0)), taken, matrices, noise)
    return _iterate(loss, moments, (1.0, 0.0)), _iterate(loss, moments, (0.0, 1 / len(taken)))


def accelerated(
    loss: Quadratic,
    start: ArrayLike,
    steps: Sequence[float],
    shares: Sequence[float],
    noise: FloatArray,
    *,
    printed: bool = False,
) -> Iterate:
    """The last average of bassily Algorithm 5: steps eta_t and shares 1/gamma_t, a noise of covariance (d, d).

    theta_md = a theta + (1 - a) theta_ag; theta <- theta - eta g(theta_md), as Lan 2012 has it, or from theta_md where
    `printed`, as line 8 does; theta_ag <- a theta + (1 - a) theta_ag. Raises ParameterError unless there are as many
    shares in (0, 1] as steps above 0.
    """
    taken = _checked(steps)
    if len(shares) != len(taken) or not all(0 < share <= 1 for share in shares):
        raise ParameterError(f"shares = {len(shares)}: must be {len(taken)} numbers above 0 and at most 1")
    mixes = iter(shares)

    def matrices(slopes: FloatArray, step: float) -> tuple[FloatArray, FloatArray]:
        a, one = next(mixes), np.ones_like(slopes)
        # theta_md by (theta, theta_ag), then what a step makes of theta.
        middle = a * one, (1 - a) * one
        base = middle if printed else (one, 0 * one)
        moved = [b - step * slopes * x for b, x in zip(base, middle, strict=True)]
        return _square([moved, [a * moved[0], a * moved[1] + (1 - a)]]), np.array([-step, -a * step])

    moments = _moments(loss, _start(loss, start, (1.0, 1.0)), taken, matrices, noise)
    return _iterate(loss, moments, (0.0, 1.0))


def usual_schedule(rounds: int, eta: float) -> tuple[list[float], list[float]]:
    """eta_t = eta t/2 and 1/gamma_t = 2/(t + 1) for t = 1, ..., T: those of bassily/lemma6.1."""
    times = range(1, count("rounds", rounds) + 1)
    return [positive("eta", eta) * t / 2 for t in times], [2 / (t + 1) for t in times]


_Moments = tuple[FloatArray, FloatArray, FloatArray]
"""Eigenvectors (d, d), the means (d, 2) and the second central moments (d, d, 2, 2) of a state of two vectors."""


def _start(loss: Quadratic, start: ArrayLike, weights: tuple[float, float]) -> FloatArray:
    point = np.asarray(start, dtype=np.float64)
    if point.shape != loss.minimiser.shape or not np.all(np.isfinite(point)):
        raise ParameterError(f"start of shape {point.shape}: must be finite and {loss.minimiser.shape}")
    return np.multiply.outer(point - loss.minimiser, np.asarray(weights))


def _moments(
    loss: Quadratic, errors: FloatArray, steps: Sequence[float], matrices: _Matrices, noise: FloatArray
) -> _Moments:
    slopes, axes = np.linalg.eigh(loss.curvature)
    if noise.shape != loss.curvature.shape:
        raise ParameterError(f"noise of shape {noise.shape}: must be {loss.curvature.shape}")
    shaken = axes.T @ noise @ axes
    mean = axes.T @ errors
    spread = np.zeros((len(slopes), len(slopes), 2, 2))
    for step in steps:
        moves, push = matrices(slopes, step)
        mean = np.einsum("iab,ib->ia", moves, mean)
        spread = np.einsum("iab,ijbc,jdc->ijad", moves, spread, moves, optimize=True)
        spread += np.einsum("ij,a,b->ijab", shaken, push, push)
    return axes, mean, spread


def _iterate(loss: Quadratic, moments: _Moments, weights: tuple[float, float]) -> Iterate:
    """The mixture of the state's two vectors with these weights."""
    axes, mean, spread = moments
    w = np.asarray(weights)
    error, covariance = axes @ (mean @ w), axes @ np.einsum("ijab,a,b->ij", spread, w, w) @ axes.T
    excess = float(np.sum(loss.curvature * (covariance + np.outer(error, error))) / 2)
    return Iterate(loss.minimiser + error, covariance, excess)


def _square(rows: Sequence[Sequence[FloatArray]]) -> FloatArray:
    """(d, 2, 2) from the four entries as functions of the eigenvalues."""
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)


def _checked(steps: Sequence[float]) -> list[float]:
    if not len(steps):
        raise ParameterError("steps = (): must be at least one")
    return [positive("a step", step) for step in steps]
