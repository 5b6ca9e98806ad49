"""Our estimator of mean vectors in the l_2 ball for i.i.d. users: user means in balls that shrink around the mean.

In each round new users send their mean minus a public centre, scaled down to a public ball, by the item-level l_2
mechanism; their average is added to the centre. The first ball is that of the data, so nothing is scaled down. The
later ones have radii of the order of the centre's error and of D/sqrt(m), which a user mean is from its mean on
average, in any dimension. A walk of each coordinate clips at that width in every coordinate instead.

Take lengths in units of D/sqrt(m). Let W be a user mean minus mu, and delta the distance of the centre from mu.
Scaling down to radius tau moves the mean by at most E(|W| + delta - tau)^+ and E(|W - (c - mu)| - tau)^+. Here

- E|W|^2 <= 1, E|W|^4 <= 3 and |E|W|^2 W| <= kappa = sqrt(4/(3m)): of a sample X in the unit ball with |mu|^2 = q, the
  fourth moment of X - mu is at most (1-q)(1+3q) <= 4/3, and 4/(3m) + 3(1-1/m) <= 3;
- P(|W| > 1 + t) <= e^(-t^2/2) by McDiarmid's inequality, since a sample moves |W| by at most 2/sqrt(m);
- (r - tau)^+ <= 27 r^4/(256 tau^3), with equality at r = 4 tau/3.

The average of k messages of norm B is off its expectation by a vector of length Z, and E Z^2 <= s^2 = B^2/k. A message
is a uniform direction up to its sign, so its variance in every direction is at most B^2/d. It is at most b = B + tau
from its expectation, which is at most tau long. So

- E Z^4 <= s^4 (1 + 2/d + 4/(3k)), and E Z^2 >= s^2 (1 - tau^2/B^2): Cantelli's inequality for Z^2, whose variance is at
  most s^4 (2/d + 4/(3k) + 2 tau^2/B^2);
- P(Z > s + t) <= exp(-t^2/(2(v + bt/(3k)))), v = s^2/d + 2bs/k, by Bousquet's inequality (2002; Boucheron, Lugosi and
  Massart 2013, Chapter 12).

From round to round these bounds make a law on some points that is stochastically larger than delta.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import exp, log, pi, sqrt
from typing import Any

import numpy as np
import sympy
from numpy.typing import NDArray
from scipy.special import erfc

from notation.setting import in_range
from notation.symbols import D, d, epsilon, largest, m, n, smallest
from upperbounds.channels import Channel
from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.ball import BallAround, BallResponse
from upperbounds.channels.loss import PrivacyLoss
from upperbounds.channels.vectors import packed
from upperbounds.estimator import UpperBound
from upperbounds.protocols.coordinates import flattened
from upperbounds.protocols.protocol import Protocol, Round, State

_EFFECTIVE = n * smallest(epsilon, 1) ** 2 / d
RATE = D**2 * largest(1, sympy.log(_EFFECTIVE)) / (_EFFECTIVE * m)
"""The last radius grows as sqrt(log n), so that scaling down costs less than noise."""

_RADII, _LAST_RADII = np.geomspace(1.0, 12.0, 30), np.geomspace(1.0, 12.0, 160)
"""The radii that are tried before the last round, in units or in a share of the centre's error if it is more; in it."""
_OF_ERROR = 0.35
_ROUNDS, _LAST, _SURE_LAST = range(2, 9), (0.4, 0.5, 0.6, 0.7, 0.8), 0.85
"""The numbers of rounds, and the shares of users in the last one, that are tried."""
_STEP = 5.0
"""More than the largest difference of neighbouring logarithms of tails."""
_COUNTED = 1 / 3
"""The share at which the bound on the squared bias counts when a plan is chosen: most laws are far below it."""


@dataclass(frozen=True)
class ShrinkingBalls:
    """A plan of rounds, each with new users and a ball around the last centre, which is within the ball of the data.

    Attributes
    ----------
    name : str
        Name of the estimator.
    n : int
        Number of users; they are taken in order, and all of them answer once.
    m : int
        Number of samples of each user.
    dimension : int
        d.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float
        Radius of the ball that holds the data.
    users : tuple of int
        How many users each round has.
    radii : tuple of float
        The radius of each round's ball, in units of the data.
    """

    name: str
    n: int
    m: int
    dimension: int
    epsilon: float
    D: float
    users: tuple[int, ...]
    radii: tuple[float, ...]

    def channel(self, place: int) -> BallResponse:
        """The channel for the difference to the centre.

        Parameters
        ----------
        place : int
            The round, from 0.

        Returns
        -------
        BallResponse
            The channel.
        """
        return BallResponse(self.dimension, self.radii[place], self.epsilon)

    def protocol(self) -> Protocol:
        """The plan: who sends what, and the decoders. Samples are flattened, (..., users, m d).

        Returns
        -------
        Protocol
            The rounds; samples are flattened, (..., users, m d).
        """
        ends = np.cumsum(self.users).tolist()
        rounds = (
            self._round(place, range(end - users, end))
            for place, (users, end) in enumerate(zip(self.users, ends, strict=True))
        )
        return Protocol(self.name, self.n, tuple(rounds))

    def run(self, samples: FloatArray, rng: np.random.Generator) -> FloatArray:
        """Estimate the mean from raw samples.

        Parameters
        ----------
        samples : ndarray, shape (..., users, m, d)
            Samples.
        rng : numpy.random.Generator
            Source of randomness.

        Returns
        -------
        ndarray, shape (..., d)
            Estimates.
        """
        return self.protocol().run(flattened(samples, self.dimension), rng)

    def spend(self) -> list[tuple[range, PrivacyLoss]]:
        """The total loss of each user in multiples of epsilon, exact."""
        return self.protocol().spend()

    def _round(self, place: int, users: range) -> Round:
        def statistic(samples: FloatArray) -> NDArray[Any]:
            return packed(samples.reshape(*samples.shape[:-1], -1, self.dimension).mean(axis=-2))

        def channel(state: State) -> Channel:
            return BallAround(self.channel(place), self._centre(state))

        def decode(messages: NDArray[Any], state: State) -> FloatArray:
            average = self._centre(state) + messages.mean(axis=-2)
            return average if place + 1 == len(self.users) else self._within(average)

        return Round(f"ball {place + 1}", users, statistic, channel, decode)

    def _centre(self, state: State) -> FloatArray:
        """The public centre; before the first round, and where only the privacy loss is asked for, 0."""
        return np.zeros(self.dimension) if state is None else np.asarray(state)

    def _within(self, vectors: FloatArray) -> FloatArray:
        """Vectors scaled down to the ball of the data, which brings them no farther from any mean."""
        norms = np.sqrt(np.sum(vectors**2, axis=-1, keepdims=True))
        return np.asarray(vectors / np.maximum(norms / self.D, 1.0))


def most_bias(far: FloatArray, radius: FloatArray, m: int) -> FloatArray:
    """A bound on how far scaling down moves a user's mean, in units of D/sqrt(m).

    Parameters
    ----------
    far : ndarray, shape (...)
        The distance of the centre from mu.
    radius : ndarray, shape (...)
        The radius of the ball.
    m : int
        Number of samples of a user.

    Returns
    -------
    ndarray, shape (...)
        Bounds, increasing in `far`.
    """
    skew = sqrt(4 / (3 * m))
    fourth = 3 + 4 * skew * far + 6 * far**2 + far**4
    room = np.maximum(radius - far - 1, 0.0)
    tail = np.where(radius > far + 1, sqrt(pi / 2) * erfc(room / sqrt(2)), np.inf)
    # What is left of a vector is no longer than the vector.
    return np.minimum(np.minimum(27 * fourth / (256 * radius**3), tail), np.sqrt(1 + far**2))


@dataclass(frozen=True, eq=False)
class Tails:
    """Laws of numbers from 0 on by their points at fixed tails: beyond point i is a probability of `above[i]` at most.

    Attributes
    ----------
    number : int
        How many points there are before the last one, beyond which there is nothing.
    """

    number: int

    @cached_property
    def logs(self) -> FloatArray:
        """Minus the logarithms of `above`."""
        return np.asarray(_FARTHEST * (np.arange(1, self.number + 1) / self.number) ** 2)

    @cached_property
    def above(self) -> FloatArray:
        """The tails, before the last point."""
        return np.exp(-self.logs)

    @cached_property
    def chances(self) -> FloatArray:
        """The probability of each point of a law that has all of a part of the tail at its end."""
        ends = np.concatenate([[1.0], self.above, [0.0]])
        return ends[:-1] - ends[1:]

    def noise(self, channel: BallResponse, users: int) -> FloatArray:
        """Points of a law that is stochastically larger than the norm of the noise of an average.

        Parameters
        ----------
        channel : BallResponse
            The channel.
        users : int
            How many messages are averaged.

        Returns
        -------
        ndarray, shape (points,)
            The points, in units of the channel's radius.
        """
        magnitude, radius, logs = channel.magnitude, float(channel.half_width), self.logs
        size, step = magnitude / sqrt(users), (magnitude + radius) / users
        square = 2 / channel.dimension + 4 / (3 * users) + 2 * (radius / magnitude) ** 2
        cantelli = size * np.sqrt(1 + np.sqrt(square * np.expm1(logs)))
        spread, third = size**2 / channel.dimension + 2 * step * size, step * logs / 3
        bousquet = size + third + np.sqrt(third**2 + 2 * spread * logs)
        return np.append(np.minimum(cantelli, bousquet), magnitude + radius)

    def total(self, one: FloatArray, other: FloatArray) -> FloatArray:
        """Points of a law that is stochastically larger than the sum of two independent numbers with such laws.

        Parameters
        ----------
        one : ndarray, shape (points,)
            Points of the one.
        other : ndarray, shape (points,)
            Points of the other.

        Returns
        -------
        ndarray, shape (points,)
            Points of the sum.
        """
        values, chances = np.add.outer(one, other).ravel(), np.multiply.outer(self.chances, self.chances).ravel()
        order = np.argsort(values)
        values, chances = values[order], chances[order]
        above = np.append(np.cumsum(chances[::-1])[::-1][1:], 0.0)
        return np.append(values[np.searchsorted(-above, -self.above)], values[-1])

    def quantile(self, points: FloatArray, miss: float) -> float:
        """A number that is exceeded with probability `miss` at most.

        Parameters
        ----------
        points : ndarray, shape (points,)
            Points of a law.
        miss : float
            The probability, above 0.

        Returns
        -------
        float
            The number.
        """
        return float(points[int(np.searchsorted(-self.above, -miss))])

    def next(self, far: FloatArray | None, channel: BallResponse, users: int, m: int) -> FloatArray:
        """Points above the next centre's distance from mu; both are in the data's ball.

        Parameters
        ----------
        far : ndarray, shape (points,), or None
            Points above the last centre's; before the first round, whose ball moves nothing, None.
        channel : BallResponse
            The channel, in units of D/sqrt(m).
        users : int
            How many users there are.
        m : int
            Number of samples of a user.

        Returns
        -------
        ndarray, shape (points,)
            The points, in units of D/sqrt(m).
        """
        noise = self.noise(channel, users)
        if far is not None:
            noise = self.total(most_bias(far, np.array(float(channel.half_width)), m), noise)
        return np.minimum(noise, 2 * sqrt(m))


_FARTHEST = 120.0
_COARSE, FINE = Tails(56), Tails(200)
"""For the choice of a plan, and for its bound."""


@lru_cache(maxsize=4096)
def _plan(n: int, m: int, d: int, epsilon: float) -> tuple[tuple[int, ...], tuple[float, ...]]:
    """Users and radii of each round, in units."""
    found = [_tuned((n,), m, d, epsilon)]
    for rounds in _ROUNDS:
        for last, surely in (*((share, False) for share in _LAST), (_SURE_LAST, True)):
            early = int(n * (1 - last) / (rounds - 1))
            if early:
                users = (early,) * (rounds - 1)
                found.append(_tuned((*users, n - sum(users)), m, d, epsilon, surely))
    _, users, radii = min(found)
    return users, radii


def _tuned(
    users: tuple[int, ...], m: int, d: int, epsilon: float, surely: bool = False
) -> tuple[float, tuple[int, ...], tuple[float, ...]]:
    """What a plan is chosen by, users and radii of each round, for radii chosen one after the other.

    Radii before the last make the centre's next error small: on average, or `surely`, except with probability 1/(nm),
    for many users, where a rare failure costs more than noise.
    """
    most, failing = sqrt(m), log(sum(users) * m)
    magnitude = BallResponse(d, 1.0, epsilon).magnitude
    radii = [most]
    if len(users) == 1:
        return (magnitude * most) ** 2 / users[0], users, (most,)
    far = _COARSE.next(None, BallResponse(d, most, epsilon), users[0], m)
    for number in users[1:-1]:
        if surely:
            # A law's points lose up to a step of probability in each sum.
            left = len(users) - 1 - len(radii)
            radius = min(_COARSE.quantile(far, exp(-failing - _STEP * left)) + 1 + sqrt(2 * failing), most)
        else:
            error = sqrt(float(_COARSE.chances @ far**2))
            tried = np.unique(np.minimum(_RADII * max(1.0, _OF_ERROR * error), most))
            errors = most_bias(far, tried[:, None], m) + (magnitude * tried / sqrt(number))[:, None]
            radius = float(tried[int(np.argmin(errors**2 @ _COARSE.chances))])
        radii.append(radius)
        far = _COARSE.next(far, BallResponse(d, radius, epsilon), number, m)
    tried = np.unique(np.minimum(_LAST_RADII, most))
    risks = (magnitude * tried) ** 2 / users[-1] + _COUNTED * most_bias(far, tried[:, None], m) ** 2 @ _COARSE.chances
    place = int(np.argmin(risks))
    return float(risks[place]), users, (*radii, float(tried[place]))


def bound_of(plan: ShrinkingBalls) -> float:
    """The variance of the last average, and its squared bias for the centre at its farthest, for every law in the ball.

    Parameters
    ----------
    plan : ShrinkingBalls
        The plan.

    Returns
    -------
    float
        The bound, in squared units of the data.
    """
    noise = plan.channel(-1).second_moment / plan.users[-1]
    return noise + float(FINE.chances @ last_biases(plan) ** 2)


def most_moved(plan: ShrinkingBalls, miss: float) -> float:
    """A bound on the bias of the last round that holds with probability 1 - miss, for i.i.d. users.

    Parameters
    ----------
    plan : ShrinkingBalls
        The plan.
    miss : float
        The probability that it does not hold, above 0.

    Returns
    -------
    float
        The bound on its length, in units of the data.
    """
    return FINE.quantile(last_biases(plan), miss)


def last_biases(plan: ShrinkingBalls) -> FloatArray:
    """Points of a law that is stochastically larger than the bias of the last round, in units of the data.

    Parameters
    ----------
    plan : ShrinkingBalls
        The plan.

    Returns
    -------
    ndarray, shape (points,)
        The points, for the tails of `FINE`.
    """
    far = last_far(plan)
    if far is None:
        return np.zeros(FINE.number + 1)
    unit = plan.D / sqrt(plan.m)
    return unit * most_bias(far, np.array(plan.radii[-1] / unit), plan.m)


def last_far(plan: ShrinkingBalls) -> FloatArray | None:
    """Points of a law that is stochastically larger than the last centre's distance from mu.

    Parameters
    ----------
    plan : ShrinkingBalls
        The plan.

    Returns
    -------
    ndarray, shape (points,), or None
        The points, in units of D/sqrt(m), for the tails of `FINE`; None for a single round.
    """
    unit, far = plan.D / sqrt(plan.m), None
    for users, radius in zip(plan.users[:-1], plan.radii[:-1], strict=True):
        far = FINE.next(far, BallResponse(plan.dimension, radius / unit, plan.epsilon), users, plan.m)
    return far


def plan(n: int, m: int, d: int, epsilon: float, D: float) -> ShrinkingBalls:
    """Rounds and radii whose noise and a share of whose bound on the squared bias are least; one round for few users.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    d : int
        Dimension.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float
        Radius of the ball that holds the data.

    Returns
    -------
    ShrinkingBalls
        The plan.

    Raises
    ------
    ParameterError
        For numbers too large or too small for floats.
    """
    n, m, d, epsilon, D = in_range(n, m, d, epsilon, D)
    users, radii = _plan(n, m, d, epsilon)
    scaled = (D, *(radius * D / sqrt(m) for radius in radii[1:]))
    return ShrinkingBalls("shrinking-balls", n, m, d, epsilon, D, users, scaled)


def bound(n: int, m: int, d: int, epsilon: float, D: float) -> UpperBound:
    """`bound_of` the plan.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    d : int
        Dimension.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float
        Radius of the ball that holds the data.

    Returns
    -------
    UpperBound
        The bound, in squared units of the data.

    Raises
    ------
    ParameterError
        As `plan`.
    """
    found = plan(n, m, d, epsilon, D)
    value = bound_of(found)
    return UpperBound(value, _SOURCE, ("data in the l_2 ball of radius D",), not value < found.D**2)


_SOURCE = "ours: a law above the centre's error, round by round, and fourth moments of user means"
