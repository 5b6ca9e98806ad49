"""The Laplace mechanism on a bounded statistic and on a histogram of one user's votes."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from upperbounds.channels.arrays import FloatArray, Number
from upperbounds.channels.base import exact_multiple
from upperbounds.channels.loss import PrivacyLoss
from upperbounds.channels.votes import hot_window, windowed


@dataclass(frozen=True)
class LaplaceOnInterval:
    """Clip a number to [lower, upper] and add Laplace noise of scale `scale`.

    The worst log ratio is (upper - lower) / scale, reached between the two ends. The ends may be arrays that broadcast
    against the inputs (one interval per repetition).

    Attributes
    ----------
    lower : float, Fraction or sympy expression
        Lower end of the interval.
    upper : float, Fraction or sympy expression
        Upper end of the interval.
    scale : float, Fraction or sympy expression
        Scale of the noise, in units of the input.
    epsilon : float, Fraction or sympy expression
        Privacy budget of a message.
    """

    lower: Number
    upper: Number
    scale: Number
    epsilon: Number

    def sample(self, inputs: NDArray[Any], rng: np.random.Generator) -> FloatArray:
        """Draw the clipped inputs with noise; same shape as the inputs."""
        clipped = np.clip(inputs, self.lower, self.upper)
        return clipped + float(self.scale) * sum_of_laplace(1, clipped.shape, rng)

    def sample_mean(self, means: FloatArray, n: int, rng: np.random.Generator) -> FloatArray:
        """Draw the mean of n messages, given the mean of the users' clipped inputs.

        Parameters
        ----------
        means : ndarray, shape (...)
            The mean of the users' clipped inputs.
        n : int
            Number of messages.
        rng : numpy.random.Generator
            Source of randomness.

        Returns
        -------
        ndarray, shape (...)
            The mean of the messages, of the shape of `means`.
        """
        return means + float(self.scale) * sum_of_laplace(n, means.shape, rng) / n

    def loss_between(self, x: Any, y: Any) -> PrivacyLoss:
        """|clip(x) - clip(y)| / scale, exact for rationals."""
        a, b = (min(max(v, self.lower), self.upper) for v in (x, y))
        return PrivacyLoss.of(exact_multiple(abs(a - b) / self.scale, self.epsilon))

    def worst_loss(self) -> PrivacyLoss:
        """(upper - lower) / scale."""
        return PrivacyLoss.of(exact_multiple((self.upper - self.lower) / self.scale, self.epsilon))


@dataclass(frozen=True)
class LaplaceHistogram:
    """Add Laplace noise of scale `scale` to each entry of a vote: 1 on the user's `hot` bins, 0 elsewhere.

    Attributes
    ----------
    bins : int
        Number of bins.
    hot : int
        How many bins a user votes for, odd.
    scale : float, Fraction or sympy expression
        Scale of the noise.
    epsilon : float, Fraction or sympy expression
        Privacy budget of a message.
    """

    bins: int
    hot: int
    scale: Number
    epsilon: Number

    def sample(self, inputs: NDArray[Any], rng: np.random.Generator) -> FloatArray:
        """Draw noisy votes, shape (..., bins), from the users' bins, shape (...)."""
        votes = hot_window(inputs, self.bins, self.hot).astype(np.float64)
        return votes + float(self.scale) * sum_of_laplace(1, votes.shape, rng)

    def sample_sum(self, counts: NDArray[np.int64], rng: np.random.Generator) -> FloatArray:
        """Draw the summed votes, shape (..., bins), from the users in each bin; the noise is two gammas."""
        votes = windowed(counts, self.hot)
        return votes + float(self.scale) * sum_of_laplace(counts.sum(axis=-1, keepdims=True), votes.shape, rng)

    def loss_between(self, x: Any, y: Any) -> PrivacyLoss:
        """The l1 distance of the two votes over the scale."""
        a, b = (hot_window(np.asarray(v), self.bins, self.hot) for v in (x, y))
        return self._loss(int(np.sum(a != b)))

    def worst_loss(self) -> PrivacyLoss:
        """The largest l1 distance of two vectors with at most `hot` ones over the scale; no loss for a single bin.

        Votes that are cut at the ends differ by less where there are fewer than 2 `hot` bins: there it is a bound.
        """
        return self._loss(min(2 * self.hot, self.bins) if self.bins > 1 else 0)

    def _loss(self, distance: int) -> PrivacyLoss:
        return PrivacyLoss.of(Fraction(distance) * exact_multiple(1 / self.scale, self.epsilon))


def sum_of_laplace(n: int | NDArray[np.int64], shape: tuple[int, ...], rng: np.random.Generator) -> FloatArray:
    """Draw the sum of n independent standard Laplace variables.

    It is the difference of two Gamma(n) variables.

    Parameters
    ----------
    n : int or ndarray of int, shape broadcasting to `shape`
        Number of variables.
    shape : tuple of int
        Shape of the draws.
    rng : numpy.random.Generator
        Source of randomness.

    Returns
    -------
    ndarray, shape (*shape)
        The sums.
    """
    if isinstance(n, int) and n == 1:
        return rng.standard_exponential(shape) - rng.standard_exponential(shape)
    return rng.standard_gamma(n, shape) - rng.standard_gamma(n, shape)
