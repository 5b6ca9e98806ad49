"""bassily Algorithm 1 (truncated mean) in the local model, with Algorithm 3.

As printed, Theorem 4.3 calibrates its noise for all of epsilon after half of it was spent, and its truncation radius is
too small. Algorithm 3 rotates by HD without 1/sqrt(d). The corrected constants are those of bassily/thm4.3/mechanism.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any
from typing import Protocol as Structural

import numpy as np
import sympy
from numpy.typing import NDArray

from notation.parameters import ParameterError, within
from notation.setting import in_range
from notation.symbols import D, d, delta, epsilon, m, n
from upperbounds.channels import UnaryEncoding
from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.budget import PartOfBudget
from upperbounds.channels.gaussian import GaussianOnBall
from upperbounds.channels.loss import PrivacyLoss
from upperbounds.channels.vectors import packed
from upperbounds.channels.votes import Bins
from upperbounds.estimator import UpperBound
from upperbounds.protocols.coordinates import flattened
from upperbounds.protocols.privacy_profile import Profile, of_gaussian, of_votes
from upperbounds.protocols.protocol import Protocol, Round
from upperbounds.protocols.split import Split, cyclic
from upperbounds.protocols.two_stage import winner
from upperbounds.transforms.hadamard import RandomRotation

_TAU_SQUARED = D**2 / m * sympy.log(n * m)
RATE = D**2 / (n * m) + d * _TAU_SQUARED * sympy.log(d * n * m) * sympy.log(1 / delta) / (n * epsilon**2)
"""Theorem 4.3 at the radius within which n user means concentrate, gamma = 1/(nm)."""


def concentration_radius(n: int, m: int, D: float, gamma: float) -> float:
    """tau with P(some user mean is farther than tau from mu) <= gamma, for data in the l_2 ball of radius D.

    D/sqrt(m) (1 + sqrt(2 log(n/gamma))): the mean deviation is at most D/sqrt(m), and the rest is by bounded
    differences.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    D : float
        Radius of the ball that holds the data, or half-width of their range.
    gamma : float
        Probability that a user mean is farther.

    Returns
    -------
    float
        tau, in units of the data.
    """
    return D / math.sqrt(m) * (1 + math.sqrt(2 * math.log(n / gamma)))


def rotated_radius(tau: float, n: int, coordinates: int, gamma: float) -> float:
    """tau' = tau sqrt(2 log(8kd/gamma)/d): the radius tau in every coordinate after the rotation (bassily/lemma4.2/a).

    Parameters
    ----------
    tau : float
        Radius within which the user means are, in units of the data.
    n : int
        Number of users.
    coordinates : int
        Number of coordinates after the rotation.
    gamma : float
        Allowed probability of failure.

    Returns
    -------
    float
        tau', in units of the data.
    """
    return tau * math.sqrt(2 * math.log(8 * n * coordinates / gamma) / coordinates)


def truncation_radius(tau: float, n: int, coordinates: int, gamma: float) -> float:
    """C = tau (1 + 2 sqrt(2 log(8kd/gamma))), within which no point is truncated on success.

    Parameters
    ----------
    tau : float
        Radius within which the user means are, in units of the data.
    n : int
        Number of users.
    coordinates : int
        Number of coordinates after the rotation.
    gamma : float
        Allowed probability of failure.

    Returns
    -------
    float
        C, in units of the data.
    """
    return tau * (1 + 2 * math.sqrt(2 * math.log(8 * n * coordinates / gamma)))


def printed_truncation_radius(tau: float, n: int, coordinates: int, gamma: float) -> float:
    """C = tau sqrt(log(dn/gamma)) of Theorem 4.3 (ii), smaller than the width of the bins.

    Parameters
    ----------
    tau : float
        Radius within which the user means are, in units of the data.
    n : int
        Number of users.
    coordinates : int
        Number of coordinates after the rotation.
    gamma : float
        Allowed probability of failure.

    Returns
    -------
    float
        C, in units of the data.

    References
    ----------
    Bassily and Sun, Theorem 4.3.
    """
    return tau * math.sqrt(math.log(coordinates * n / gamma))


def noise(radius: float, epsilon: float, delta_: float) -> float:
    """sigma = C sqrt(32 log(1.25/delta))/epsilon: sensitivity 2C at (epsilon/2, delta).

    Parameters
    ----------
    radius : float
        C, the truncation radius.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    delta_ : float
        delta of the privacy budget.

    Returns
    -------
    float
        sigma, in units of the data.
    """
    return radius * math.sqrt(32 * math.log(1.25 / delta_)) / epsilon


def printed_noise(radius: float, epsilon: float, delta_: float) -> float:
    """sigma = C sqrt(8 log(1.25/delta))/epsilon of Theorem 4.3 (iii): sensitivity 2C at all of (epsilon, delta).

    Parameters
    ----------
    radius : float
        C, the truncation radius.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    delta_ : float
        delta of the privacy budget.

    Returns
    -------
    float
        sigma, in units of the data.

    References
    ----------
    Bassily and Sun, Theorem 4.3.
    """
    return radius * math.sqrt(8 * math.log(1.25 / delta_)) / epsilon


def checked_approximate(
    n: int, m: int, d: int, epsilon: float, D: float, delta_: float
) -> tuple[int, int, int, float, float, float]:
    """n, m, d, epsilon, D and delta as numbers.

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
        Radius of the ball that holds the data, or half-width of their range.
    delta_ : float
        delta of the privacy budget.

    Returns
    -------
    tuple of (int, int, int, float, float, float)
        The numbers in this order.

    Raises
    ------
    ParameterError
        For epsilon above 1, delta above 1/2, or a number too large or too small for floats.
    """
    n, m, d, epsilon, D = in_range(n, m, d, epsilon, D)
    if epsilon > 1:
        raise ParameterError(
            f"epsilon = {epsilon!r}: must be at most 1 for Gaussian noise, bassily Theorems 4.1 and 4.3"
        )
    return n, m, d, epsilon, D, within("delta", delta_, 1e-300, 0.5)


@dataclass(frozen=True)
class Radii:
    """The radii that contain user means and their coordinates, and the allowed probability of failure.

    Attributes
    ----------
    tau : float
        tau of the user means, in units of the data.
    narrow : float
        tau' of their rotated coordinates, at most D.
    gamma : float
        Probability of failure.
    """

    tau: float
    narrow: float
    gamma: float


def radii(
    n: int, m: int, D: float, rotation: RandomRotation, gamma: float | None = None, tau: float | None = None
) -> Radii:
    """The radii at gamma; `tau` replaces the radius of user means.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    D : float
        Radius of the ball that holds the data, or half-width of their range.
    rotation : RandomRotation
        The public random rotation.
    gamma : float or None, optional
        Allowed probability of failure; None is 1/(nm).
    tau : float or None, optional
        Radius of user means, in units of the data; None is the one for gamma.

    Returns
    -------
    Radii
        The radii.
    """
    gamma = 1 / (n * m) if gamma is None else within("gamma", gamma, 1e-300, 1.0)
    tau = concentration_radius(n, m, D, gamma) if tau is None else tau
    return Radii(tau, min(rotated_radius(tau, n, rotation.coordinates, gamma), D), gamma)


@dataclass(frozen=True)
class Localisation:
    """bassily Algorithm 3: groups of users vote for bins of the rotated coordinates, and the result is rotated back.

    The estimate is the vector of the winning bins' midpoints.

    Attributes
    ----------
    split : Split
        Who votes for which coordinates.
    bins : Bins
        Bins of a coordinate.
    vote : UnaryEncoding
        The channel of a vote, one-hot at share * epsilon.
    rotation : RandomRotation
        The public random rotation.
    share : Fraction, default Fraction(1)
        The part of the budget that the votes take.

    References
    ----------
    Bassily and Sun, Algorithm 3.
    """

    split: Split
    bins: Bins
    vote: UnaryEncoding
    rotation: RandomRotation
    share: Fraction = Fraction(1)

    def round(self, d: int) -> Round:
        """The round in which all users vote, each for one coordinate.

        Parameters
        ----------
        d : int
            Dimension.

        Returns
        -------
        Round
            The round; it decodes to the crude mean (..., d).
        """
        coordinates, fold = self.split.coordinates, self.split.fold

        def statistic(samples: FloatArray) -> NDArray[np.int64]:
            rotated = self.rotation.user_means(samples.reshape(*samples.shape[:-1], -1, d))
            own = np.tile(np.repeat(np.arange(coordinates), fold), 2)
            return self.bins.index(rotated[..., np.arange(len(own)), own])

        def decode(messages: NDArray[Any], _: Any) -> FloatArray:
            shape = (*messages.shape[:-2], 2, coordinates, fold, messages.shape[-1])
            votes = messages.reshape(shape).sum(axis=(-4, -2))
            return self.rotation.back(np.asarray(self.bins.middle(winner(votes)), dtype=np.float64))

        return Round(
            "vote", range(2 * self.split.half), statistic, lambda _: PartOfBudget(self.vote, self.share), decode
        )


@dataclass(frozen=True)
class LocalTruncatedMean:
    """bassily Algorithm 1 in the local model: all users localise, then all send truncated means with Gaussian noise.

    Attributes
    ----------
    name : str
        Name of the estimator.
    n : int
        Number of users.
    dimension : int
        d.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    delta : float
        delta of the privacy budget.
    localisation : Localisation
        How users localise.
    radius : float
        Radius of the ball to which means are truncated, in units of the data.
    sigma : float
        Standard deviation of the noise, in units of the data.

    References
    ----------
    Bassily and Sun, Algorithm 1.
    """

    name: str
    n: int
    dimension: int
    epsilon: float
    delta: float
    localisation: Localisation
    radius: float
    sigma: float

    @property
    def bins(self) -> Bins:
        """The bins of a rotated coordinate."""
        return self.localisation.bins

    @property
    def coordinates(self) -> int:
        """The padded dimension."""
        return self.localisation.rotation.coordinates

    @property
    def noise_variance(self) -> float:
        """sigma^2/n: the variance of the noise in a coordinate of the estimate."""
        return self.sigma**2 / self.n

    @property
    def misses(self) -> float:
        """d t exp(-tanh(epsilon/8)^2 g/4), g users per coordinate: a bound on P(any bin without data wins)."""
        if self.bins.count == 1:
            return 0.0
        rate = math.tanh(self.epsilon / 8) ** 2 * 2 * self.localisation.split.fold / 4
        return self.coordinates * self.bins.count * math.exp(-rate)

    def protocol(self) -> Protocol:
        """The two rounds; samples are flattened, (..., users, m d).

        Returns
        -------
        Protocol
            The rounds; samples are flattened, (..., users, m d).
        """

        def means(samples: FloatArray) -> NDArray[Any]:
            return packed(samples.reshape(*samples.shape[:-1], -1, self.dimension).mean(axis=-2))

        def channel(state: Any) -> GaussianOnBall:
            centre = np.zeros(self.dimension) if state is None else state[..., None, :]
            return GaussianOnBall(centre, self.radius, self.sigma)

        return Protocol(
            self.name,
            self.n,
            (
                self.localisation.round(self.dimension),
                Round("refine", range(self.n), means, channel, lambda messages, _: messages.mean(axis=-2)),
            ),
        )

    def run(self, samples: FloatArray, rng: np.random.Generator) -> FloatArray:
        """Estimate from raw samples.

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

    def profile(self) -> Profile:
        """The losses of one user's two messages together, at the worst pair of inputs.

        Returns
        -------
        Profile
            The pair of laws.
        """
        channel = self.protocol().rounds[1].channel(None)
        assert isinstance(channel, GaussianOnBall)
        return of_votes(self.localisation.vote) + of_gaussian(channel.shift)

    def spent_delta(self) -> float:
        """The exact divergence of both messages at e^epsilon; private as stated if at most delta."""
        return self.profile().delta(self.epsilon)

    def spend(self) -> list[tuple[range, PrivacyLoss]]:
        """Raise ValueError: Gaussian noise has no finite ratio; see `spent_delta`."""
        return self.protocol().spend()


@dataclass(frozen=True)
class CrudeMean:
    """bassily Algorithm 3 alone.

    Attributes
    ----------
    name : str
        Name of the estimator.
    n : int
        Number of users.
    dimension : int
        d.
    localisation : Localisation
        How users localise.

    References
    ----------
    Bassily and Sun, Algorithm 3.
    """

    name: str
    n: int
    dimension: int
    localisation: Localisation

    def protocol(self) -> Protocol:
        """The one round; samples are flattened, (..., users, m d).

        Returns
        -------
        Protocol
            The rounds; samples are flattened, (..., users, m d).
        """
        return Protocol(self.name, self.n, (self.localisation.round(self.dimension),))

    def run(self, samples: FloatArray, rng: np.random.Generator) -> FloatArray:
        """Estimate from raw samples.

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


def algorithm3(
    n: int,
    m: int,
    epsilon: float,
    D: float,
    rotation: RandomRotation,
    gamma: float | None = None,
) -> CrudeMean:
    """bassily Algorithm 3 on user means at all of epsilon, with tau' of (bassily/lemma4.2/a).

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float
        Radius of the ball that holds the data, or half-width of their range.
    rotation : RandomRotation
        The public random rotation.
    gamma : float or None, optional
        Allowed probability of failure; None is 1/(nm).

    Returns
    -------
    CrudeMean
        The plan.

    References
    ----------
    Bassily and Sun, Algorithm 3.
    """
    n, m, dimension, epsilon, D = in_range(n, m, rotation.dimension, epsilon, D)
    found = radii(n, m, D, rotation, gamma)
    where = localisation(n, epsilon, D, rotation, found.narrow)
    return CrudeMean("bassily-algorithm3", n, dimension, where)


def localisation(
    n: int,
    epsilon: float,
    D: float,
    rotation: RandomRotation,
    radius: float,
    share: Fraction = Fraction(1),
) -> Localisation:
    """bassily Algorithm 3 at share * epsilon with bins of width 2 `radius` over [-R, R] in each rotated coordinate.

    Parameters
    ----------
    n : int
        Number of users.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float
        Radius of the ball that holds the data, or half-width of their range.
    rotation : RandomRotation
        The public random rotation.
    radius : float
        Half the width of a bin, in units of the data.
    share : Fraction, default Fraction(1)
        The part of the budget that the votes take.

    Returns
    -------
    Localisation
        How users localise.

    References
    ----------
    Bassily and Sun, Algorithm 3.
    """
    # Both halves of a split vote here, so that a group is two folds.
    who = cyclic(n, rotation.coordinates, 1)
    count = max(1, math.ceil(D / radius))
    vote = UnaryEncoding(count, 1, float(share * Fraction(epsilon)))
    return Localisation(who, Bins(-D, 2 * radius, count), vote, rotation, share)


def local_truncated_mean(
    n: int,
    m: int,
    epsilon: float,
    D: float,
    delta_: float,
    rotation: RandomRotation,
    *,
    gamma: float | None = None,
    noise: Callable[[float, float, float], float] = noise,
    reach: Callable[[float, int, int, float], float] = truncation_radius,
) -> LocalTruncatedMean:
    """bassily Theorem 4.3 as corrected, on user means.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float
        Radius of the ball that holds the data, or half-width of their range.
    delta_ : float
        delta of the privacy budget.
    rotation : RandomRotation
        The public random rotation.
    gamma : float or None, optional
        Allowed probability of failure; None is 1/(nm).
    noise : callable, default noise
        sigma, from C, epsilon and delta.
    reach : callable, default truncation_radius
        C, from tau, n, the number of coordinates and gamma.

    Returns
    -------
    LocalTruncatedMean
        The plan.

    Raises
    ------
    ParameterError
        For epsilon above 1.

    References
    ----------
    Bassily and Sun, Theorem 4.3.
    """
    n, m, dimension, epsilon, D, delta_ = checked_approximate(n, m, rotation.dimension, epsilon, D, delta_)
    found = radii(n, m, D, rotation, gamma)
    radius = reach(found.tau, n, rotation.coordinates, found.gamma)
    return LocalTruncatedMean(
        "bassily-local",
        n,
        dimension,
        epsilon,
        delta_,
        localisation(n, epsilon, D, rotation, found.narrow, Fraction(1, 2)),
        radius,
        noise(radius, epsilon, delta_),
    )


def printed_local_truncated_mean(
    n: int, m: int, epsilon: float, D: float, delta_: float, rotation: RandomRotation
) -> LocalTruncatedMean:
    """bassily Theorem 4.3 with the printed sigma and C.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float
        Radius of the ball that holds the data, or half-width of their range.
    delta_ : float
        delta of the privacy budget.
    rotation : RandomRotation
        The public random rotation.

    Returns
    -------
    LocalTruncatedMean
        The plan.

    References
    ----------
    Bassily and Sun, Theorem 4.3.
    """
    plan = local_truncated_mean(
        n,
        m,
        epsilon,
        D,
        delta_,
        rotation,
        noise=printed_noise,
        reach=printed_truncation_radius,
    )
    return replace(plan, name="bassily-local-printed")


def local_bound(n: int, m: int, epsilon: float, D: float, delta_: float, rotation: RandomRotation) -> UpperBound:
    """The bound of `truncated_bound` for Theorem 4.3 as corrected: its noise is sigma^2/n.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float
        Radius of the ball that holds the data, or half-width of their range.
    delta_ : float
        delta of the privacy budget.
    rotation : RandomRotation
        The public random rotation.

    Returns
    -------
    UpperBound
        The bound, in squared units of the data.

    References
    ----------
    Bassily and Sun, Theorem 4.3.
    """
    plan = local_truncated_mean(n, m, epsilon, D, delta_, rotation)
    value = truncated_bound(plan, m, D)
    return UpperBound(
        value,
        "bassily Theorem 4.3 as corrected, with explicit failures",
        ("data in the l_2 ball of radius D", "epsilon <= 1", "privacy is (epsilon, delta)"),
        not value < D**2,
    )


class _Truncated(Structural):
    """What the bound needs from a truncated mean at gamma = 1/(nm), in either model."""

    @property
    def n(self) -> int:
        """n."""
        ...

    @property
    def bins(self) -> Bins:
        """The bins of a rotated coordinate."""
        ...

    @property
    def coordinates(self) -> int:
        """The padded dimension."""
        ...

    @property
    def noise_variance(self) -> float:
        """The variance of the noise in a coordinate of the estimate."""
        ...

    @property
    def misses(self) -> float:
        """A bound on P(the crude mean has a bin without data somewhere)."""
        ...


def truncated_bound(plan: _Truncated, m: int, D: float) -> float:
    """D^2/(nm) + d noise + P(failure) (3D + |c|)^2, on average over the rotation: gamma = 1/(nm).

    Failures: gamma for tau, gamma/4 for the rotation, and the misses. A projection to a ball around the crude mean c
    moves x by at most |x - c|, so that the error is at most 2D + D + |c| on failure. On success nothing is truncated.
    |c| is within sqrt(d) (D + 2 tau').

    Parameters
    ----------
    plan : Truncated
        The plan.
    m : int
        Number of samples of each user.
    D : float
        Radius of the ball that holds the data, or half-width of their range.

    Returns
    -------
    float
        The bound, in squared units of the data.
    """
    total = plan.n * m
    reach = 3 * D + math.sqrt(plan.coordinates) * (D + float(plan.bins.width))
    failure = min(1.0, 1.25 / total + plan.misses)
    return D**2 / total + plan.coordinates * plan.noise_variance + failure * reach**2
