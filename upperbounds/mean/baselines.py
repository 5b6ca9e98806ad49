"""One-round baselines: kent Section 6.1.1, zhao Proposition 1, and the mean without privacy."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import sympy
from numpy.typing import NDArray

from notation.symbols import D, epsilon, m, n, smallest
from upperbounds.channels import LaplaceOnInterval, RoundedResponse, WindowResponse
from upperbounds.channels.arrays import FloatArray, Number
from upperbounds.channels.loss import NO_LOSS, PrivacyLoss
from upperbounds.channels.window import best_window
from upperbounds.estimator import UpperBound
from upperbounds.mean.estimator import Additive, checked_parameters

FULL_ITEM_RATE = D**2 / (n * m) * (1 + 1 / epsilon**2)
SEMI_USER_RATE = D**2 / (n * m) + D**2 / (n * epsilon**2)
SPLIT_USER_RATE = D**2 / (n * m) + D**2 * m / (n * epsilon**2)
"""zhao Proposition 1 (1): every sample at epsilon/m."""
ONE_ITEM_RATE = D**2 / (n * smallest(epsilon**2, 1))
"""zhao Proposition 1 (2): one sample per user at epsilon."""
USER_MEAN_RATE = ONE_ITEM_RATE
"""For heterogeneous users: the variance between users is D^2 for every m."""
PLAIN_RATE = D**2 / (n * m)


@dataclass(frozen=True)
class Disclosure:
    """No privacy: the message is the number itself, with unbounded loss."""

    def sample(self, inputs: NDArray[Any], rng: np.random.Generator) -> FloatArray:
        """Return the inputs."""
        return np.asarray(inputs, dtype=np.float64)

    def loss_between(self, x: Any, y: Any) -> PrivacyLoss:
        """No loss between equal inputs; other pairs have no finite ratio.

        Parameters
        ----------
        x : object
            An input.
        y : object
            Another input.

        Returns
        -------
        PrivacyLoss
            No loss.

        Raises
        ------
        ValueError
            For inputs that differ.
        """
        if x == y:
            return NO_LOSS
        raise ValueError("disclosure has no finite privacy loss")

    def worst_loss(self) -> PrivacyLoss:
        """Refuse: disclosure has no finite ratio.

        Raises
        ------
        ValueError
            Always.
        """
        raise ValueError("disclosure has no finite privacy loss")


def _means(samples: FloatArray) -> FloatArray:
    return samples.mean(axis=-1)


def _items(samples: FloatArray) -> FloatArray:
    return samples


def _first(samples: FloatArray) -> FloatArray:
    return samples[..., 0]


def full_item_plan(n: int, m: int, epsilon: Number, D: Number) -> Additive:
    """kent's full item level: each of the nm samples with (2D/epsilon) Laplace noise; epsilon protects a sample only.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float, Fraction or sympy expression
        Privacy budget of one sample, not of the user.
    D : float, Fraction or sympy expression
        Half-width of the range of the data, which are in [-D, D].

    Returns
    -------
    Additive
        The plan.
    """
    channel = LaplaceOnInterval(-D, D, 2 * D / epsilon, epsilon)
    noise = 2 * channel.scale**2 / (n * m)
    return Additive("full-item-level", n, m, _items, channel, m, noise, message_axes=2)


def semi_user_plan(n: int, m: int, epsilon: Number, D: Number) -> Additive:
    """kent's semi user level: each user mean with (2D/epsilon) Laplace noise.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float, Fraction or sympy expression
        Privacy budget of one user, for all of their samples.
    D : float, Fraction or sympy expression
        Half-width of the range of the data, which are in [-D, D].

    Returns
    -------
    Additive
        The plan.
    """
    channel = LaplaceOnInterval(-D, D, 2 * D / epsilon, epsilon)
    return Additive("semi-user-level", n, m, _means, channel, 1, 2 * channel.scale**2 / n)


def split_user_plan(n: int, m: int, epsilon: Number, D: Number) -> Additive:
    """kent's split user, zhao Proposition 1 (1): each sample with (2Dm/epsilon) Laplace noise.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float, Fraction or sympy expression
        Privacy budget of one user, for all of their samples.
    D : float, Fraction or sympy expression
        Half-width of the range of the data, which are in [-D, D].

    Returns
    -------
    Additive
        The plan.

    References
    ----------
    Zhao et al., Proposition 1.
    """
    channel = LaplaceOnInterval(-D, D, 2 * D * m / epsilon, epsilon)
    noise = 2 * channel.scale**2 / (n * m)
    return Additive("split-user", n, m, _items, channel, m, noise, message_axes=2)


def one_item_plan(n: int, m: int, epsilon: Number, D: Number) -> Additive:
    """zhao Proposition 1 (2): one of each user's m samples by randomized response.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float, Fraction or sympy expression
        Privacy budget of one user, for all of their samples.
    D : float, Fraction or sympy expression
        Half-width of the range of the data, which are in [-D, D].

    Returns
    -------
    Additive
        The plan.

    References
    ----------
    Zhao et al., Proposition 1.
    """
    channel = RoundedResponse(D, epsilon)
    return Additive("one-item", n, 1, _first, channel, 1, 0.0, rounding=channel.second_moment)


def user_mean_plan(n: int, m: int, epsilon: Number, D: Number, shape: tuple[int, int]) -> Additive:
    """Each user mean by randomized response on windows.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float, Fraction or sympy expression
        Privacy budget of one user, for all of their samples.
    D : float, Fraction or sympy expression
        Half-width of the range of the data, which are in [-D, D].
    shape : tuple of (int, int)
        Levels and window of the channel.

    Returns
    -------
    Additive
        The plan.
    """
    channel = WindowResponse(*shape, D, epsilon)
    rounding = None if isinstance(epsilon, sympy.Expr) else channel.most_second_moment
    return Additive("user-mean", n, m, _means, channel, 1, 0.0, rounding=rounding)


def full_item(n: int, m: int, epsilon: float, D: float) -> Additive:
    """Full item level, with numbers checked.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one sample, not of the user.
    D : float
        Half-width of the range of the data, which are in [-D, D].

    Returns
    -------
    Additive
        The plan.
    """
    return full_item_plan(*checked_parameters(n, m, epsilon, D, least_users=1))


def semi_user(n: int, m: int, epsilon: float, D: float) -> Additive:
    """Semi user level, with numbers checked.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float
        Half-width of the range of the data, which are in [-D, D].

    Returns
    -------
    Additive
        The plan.
    """
    return semi_user_plan(*checked_parameters(n, m, epsilon, D, least_users=1))


def split_user(n: int, m: int, epsilon: float, D: float) -> Additive:
    """Split user, with numbers checked.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float
        Half-width of the range of the data, which are in [-D, D].

    Returns
    -------
    Additive
        The plan.
    """
    return split_user_plan(*checked_parameters(n, m, epsilon, D, least_users=1))


def one_item(n: int, m: int, epsilon: float, D: float) -> Additive:
    """One item by randomized response, with numbers checked.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float
        Half-width of the range of the data, which are in [-D, D].

    Returns
    -------
    Additive
        The plan.
    """
    return one_item_plan(*checked_parameters(n, m, epsilon, D, least_users=1))


def user_mean(n: int, m: int, epsilon: float, D: float) -> Additive:
    """User means by the channel with the smallest noise at the worst input, with numbers checked.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float
        Half-width of the range of the data, which are in [-D, D].

    Returns
    -------
    Additive
        The plan.
    """
    n, m, epsilon, D = checked_parameters(n, m, epsilon, D, least_users=1)
    return user_mean_plan(n, m, epsilon, D, best_window(epsilon))


def plain(n: int, m: int, epsilon: float, D: float) -> Additive:
    """The mean of all samples, without privacy.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Not used: nothing is private.
    D : float
        Half-width of the range of the data, which are in [-D, D].

    Returns
    -------
    Additive
        The plan.
    """
    n, m, epsilon, D = checked_parameters(n, m, epsilon, D, least_users=1)
    return Additive("non-private", n, m, _means, Disclosure(), 1, 0.0)


def full_item_bound(n: int, m: int, epsilon: float, D: float) -> UpperBound:
    """D^2/(nm) (1 + 8/epsilon^2), the largest variance.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one sample, not of the user.
    D : float
        Half-width of the range of the data, which are in [-D, D].

    Returns
    -------
    UpperBound
        A bound in squared units of the data.
    """
    return _exact(full_item(n, m, epsilon, D), D)


def semi_user_bound(n: int, m: int, epsilon: float, D: float) -> UpperBound:
    """D^2/(nm) + 8 D^2/(n epsilon^2).

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float
        Half-width of the range of the data, which are in [-D, D].

    Returns
    -------
    UpperBound
        A bound in squared units of the data.
    """
    return _exact(semi_user(n, m, epsilon, D), D)


def split_user_bound(n: int, m: int, epsilon: float, D: float) -> UpperBound:
    """D^2/(nm) + 8 D^2 m/(n epsilon^2).

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float
        Half-width of the range of the data, which are in [-D, D].

    Returns
    -------
    UpperBound
        A bound in squared units of the data.
    """
    return _exact(split_user(n, m, epsilon, D), D)


def one_item_bound(n: int, m: int, epsilon: float, D: float) -> UpperBound:
    """D^2 coth(epsilon/2)^2 / n.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float
        Half-width of the range of the data, which are in [-D, D].

    Returns
    -------
    UpperBound
        A bound in squared units of the data.
    """
    return _exact(one_item(n, m, epsilon, D), D)


def user_mean_bound(n: int, m: int, epsilon: float, D: float) -> UpperBound:
    """The largest second moment of a message, divided by n; heterogeneous users at both ends reach it.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float
        Half-width of the range of the data, which are in [-D, D].

    Returns
    -------
    UpperBound
        A bound in squared units of the data.
    """
    return _exact(user_mean(n, m, epsilon, D), D)


def plain_bound(n: int, m: int, epsilon: float, D: float) -> UpperBound:
    """D^2/(nm).

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Not used: nothing is private.
    D : float
        Half-width of the range of the data, which are in [-D, D].

    Returns
    -------
    UpperBound
        A bound in squared units of the data.
    """
    return _exact(plain(n, m, epsilon, D), D)


def _exact(estimator: Additive, D: float) -> UpperBound:
    value = estimator.risk(variance=D**2, mean=0.0)
    return UpperBound(value, "the exact variance at its worst", ("data on [-D, D]",), not value < D**2)
