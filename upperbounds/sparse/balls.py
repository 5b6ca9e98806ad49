r"""Our sparse means: shrinking balls for all coordinates, whose last average is moved towards 0 by a threshold.

Data in the cube are in the l_2 ball of radius sqrt(d) D. Of the last average y = mu + b + z, b is the bias that scaling
down leaves and z the noise of J messages of norm B. z_j is a mean of J independent numbers, at most R = B + tau from 0,
whose variance is at most B^2/d: its own is at most sigma^2 = B^2/(d J). The estimate of a coordinate is y_j - c_j, with
c_j for y_j clipped to [-lambda, lambda].

- Where mu_j is not 0 the error is b_j + z_j - c_j. As c_j rises with z_j, E z_j c_j >= 0, and the mean square is at
  most sigma^2 + b_j^2 + lambda^2 + 2 lambda |b_j|.
- Where mu_j is 0 it is at most |b_j| + (|z_j| - lambda)^+: moving towards 0 brings no two numbers farther apart.
- So the risk is at most s (sigma^2 + lambda^2) + (d - s) Z + 2 (lambda sqrt(s) + sqrt((d - s) Z)) E|b| + E|b|^2, with
  Z a bound on E((|z_j| - lambda)^+)^2, the least of three:
- sigma^2;
- (3 sigma^4 + R^2 sigma^2/J^2)/(16 lambda^2), because (x - lambda)^2 <= x^4/(16 lambda^2) and E z_j^4 is at most this;
- 4 e^(-g)/g'^2 at lambda, g(x) = x^2/(2 (sigma^2 + R x/(3 J))): Bernstein's inequality, and g is convex.

Estimates are clipped to [-D, D] at the end, which brings them no farther from any mean there.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from math import sqrt
from typing import Any

import numpy as np
import sympy
from numpy.typing import NDArray

from notation.setting import Setting, in_range
from notation.symbols import D, d, epsilon, largest, m, n, s, smallest
from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.ball import BallResponse
from upperbounds.estimator import Estimator, UpperBound
from upperbounds.protocols.protocol import Protocol
from upperbounds.vectors import balls
from upperbounds.vectors.balls import ShrinkingBalls

_EFFECTIVE = n * smallest(epsilon, 1) ** 2 / d
RATE = (
    D**2
    * s
    * smallest(largest(1, sympy.sqrt(d / s)), 1 + 2 * sympy.log(d / s))
    * largest(1, sympy.log(_EFFECTIVE))
    / (_EFFECTIVE * m)
)
"""That of s coordinates of all, times what finding them costs."""
_RADII, _MULTIPLES = np.geomspace(1.0, 12.0, 60), np.geomspace(0.1, 8.0, 45)
"""The last radii that are tried, in units of sqrt(d) D/sqrt(m), and thresholds in units of sigma."""
_COUNTED = 1 / 3
"""The share at which what is due to bias counts when a plan is chosen: most laws are far below its bound."""


@dataclass(frozen=True)
class SparseBalls(ShrinkingBalls):
    """Shrinking balls whose last average is moved towards 0.

    Attributes
    ----------
    threshold : float
        lambda, in units of the data.
    """

    threshold: float

    @property
    def half_width(self) -> float:
        """D of the data's cube."""
        return self.D / sqrt(self.dimension)

    def protocol(self) -> Protocol:
        """The plan: who sends what, and the decoders. Samples are flattened, (..., users, m d).

        Returns
        -------
        Protocol
            The rounds; samples are flattened, (..., users, m d).
        """
        found = super().protocol()
        *early, last = found.rounds

        def decode(messages: NDArray[Any], state: Any) -> FloatArray:
            return self.kept(last.decode(messages, state))

        return replace(found, rounds=(*early, replace(last, decode=decode)))

    def kept(self, averages: FloatArray) -> FloatArray:
        """What is left of averages: moved towards 0 by the threshold, and clipped to the data's range.

        Parameters
        ----------
        averages : ndarray, shape (..., d)
            Averages of the last round.

        Returns
        -------
        ndarray, shape (..., d)
            Estimates.
        """
        moved = averages - np.clip(averages, -self.threshold, self.threshold)
        return np.asarray(np.clip(moved, -self.half_width, self.half_width))


def beyond(channel: BallResponse, users: int, threshold: FloatArray) -> FloatArray:
    """Z: a bound on the mean square of what a coordinate of the noise exceeds a threshold by.

    Parameters
    ----------
    channel : BallResponse
        The channel.
    users : int
        J, how many messages are averaged.
    threshold : ndarray, shape (...)
        Thresholds, above 0.

    Returns
    -------
    ndarray, shape (...)
        The bounds.
    """
    variance = channel.second_moment / (channel.dimension * users)
    step = (channel.magnitude + float(channel.half_width)) / users
    fourth = (3 * variance**2 + step**2 * variance) / (16 * threshold**2)
    slack = variance + step * threshold / 3
    exponent, slope = threshold**2 / (2 * slack), threshold * (variance + slack) / (2 * slack**2)
    return np.asarray(np.minimum(np.minimum(variance, fourth), 4 * np.exp(-exponent) / slope**2))


def parts(channel: BallResponse, users: int, s: int, threshold: FloatArray) -> tuple[FloatArray, FloatArray]:
    """What is due to noise, and what is multiplied by the mean length of the bias.

    Parameters
    ----------
    channel : BallResponse
        The channel of the last round.
    users : int
        How many users it has.
    s : int
        Sparsity.
    threshold : ndarray, shape (...)
        Thresholds, above 0.

    Returns
    -------
    tuple of (ndarray, ndarray)
        Both, shape (...).
    """
    variance = channel.second_moment / (channel.dimension * users)
    rest = (channel.dimension - s) * beyond(channel, users, threshold)
    return s * (variance + threshold**2) + rest, 2 * (threshold * sqrt(s) + np.sqrt(rest))


@lru_cache(maxsize=4096)
def _plan(n: int, m: int, d: int, s: int, epsilon: float) -> tuple[tuple[int, ...], tuple[float, ...], float]:
    """Users, radii in units of sqrt(d) D/sqrt(m), and the threshold in the last sigma."""
    every = balls.plan(n, m, d, epsilon, sqrt(m))
    users, radii, far = every.users, every.radii, balls.last_far(every)
    tried = [radii[-1]] if far is None else np.unique(np.minimum(_RADII, sqrt(m))).tolist()
    found = []
    for radius in tried:
        channel = BallResponse(d, radius, epsilon)
        sigma = sqrt(channel.second_moment / (d * users[-1]))
        noise, times = parts(channel, users[-1], s, _MULTIPLES * sigma)
        bias = np.zeros(1) if far is None else balls.most_bias(far, np.array(radius), m)
        chances = np.ones(1) if far is None else balls.FINE.chances
        costs = noise + _COUNTED * (times * float(chances @ bias) + float(chances @ bias**2))
        place = int(np.argmin(costs))
        found.append((float(costs[place]), radius, float(_MULTIPLES[place])))
    _, radius, multiple = min(found)
    return users, (*radii[:-1], radius), multiple


def plan(a: Setting) -> SparseBalls:
    """Rounds of `shrinking-balls` for all coordinates, with the last radius and the threshold of about the least bound.

    Parameters
    ----------
    a : Setting
        Sizes of the problem and the privacy budget.

    Returns
    -------
    SparseBalls
        The plan.
    """
    in_range(a.n, a.m, a.d, a.epsilon, a.D)
    users, radii, multiple = _plan(a.n, a.m, a.d, a.s, a.epsilon)
    size = sqrt(a.d) * a.D
    scaled = (size, *(radius * size / sqrt(a.m) for radius in radii[1:]))
    last = BallResponse(a.d, scaled[-1], a.epsilon)
    threshold = multiple * sqrt(last.second_moment / (a.d * users[-1]))
    return SparseBalls("sparse-balls", a.n, a.m, a.d, a.epsilon, size, users, scaled, threshold)


def bound_of(plan: SparseBalls, s: int) -> float:
    """The bound of this module.

    Parameters
    ----------
    plan : SparseBalls
        The plan.
    s : int
        Sparsity.

    Returns
    -------
    float
        The bound, in squared units of the data.
    """
    noise, times = parts(plan.channel(-1), plan.users[-1], s, np.array(plan.threshold))
    biases = balls.last_biases(plan)
    return float(noise + times * (balls.FINE.chances @ biases) + balls.FINE.chances @ biases**2)


def bound(a: Setting) -> UpperBound:
    """`bound_of` the plan.

    Parameters
    ----------
    a : Setting
        Sizes of the problem and the privacy budget.

    Returns
    -------
    UpperBound
        The bound, in squared units of the data.
    """
    value = bound_of(plan(a), a.s)
    conditions = ("data in [-D, D]^d", "at most s coordinates of the mean are not 0")
    return UpperBound(value, "ours: moments of noise beyond a threshold", conditions, not value < a.s * a.D**2)


ESTIMATOR = Estimator(
    "sparse-balls",
    "user means in balls that shrink around the mean, the average moved towards 0",
    "ours",
    "sparse-mean",
    RATE,
    lambda a, _: plan(a),
    bound,
    needs_one_law=True,
    takes_means=True,
)
