"""One round for heterogeneous users: each user's own mean vector, clipped to the public range, with noise.

The target is the average over users of their means. Under moments the clipping level balances the noise and the bias of
clipping, which the moment bounds for any users.
"""

from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from notation.setting import in_range
from notation.symbols import D, d, epsilon, n, p, smallest
from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.ball import BallResponse
from upperbounds.channels.budget import PartOfBudget
from upperbounds.channels.vectors import packed
from upperbounds.channels.window import WindowResponse, quietest_response
from upperbounds.estimator import UpperBound
from upperbounds.mean.stop_loss import clipping_level, excess_of
from upperbounds.vectors.baselines import OneRound
from upperbounds.vectors.heavy import M_P, checked_moment

_SPENT = smallest(epsilon**2, epsilon, d)
"""The share of a user's budget for a coordinate, squared if it is small, times d."""
RATE = D**2 * d**2 / (n * _SPENT)
_POWER = 1 - 1 / p
COORDINATE_RATE = M_P ** (2 / p) * d * (d / (n * _SPENT)) ** _POWER
NORM_RATE = M_P ** (2 / p) * (d / (n * smallest(epsilon, 1) ** 2)) ** _POWER
"""zhao (12) and (13) at one sample per user: with heterogeneous users, more samples per user do not help."""


def table(n: int, d: int, sends: int) -> NDArray[np.int64]:
    """The coordinates that each user sends, in turn, so that the numbers of users per coordinate differ by at most one.

    Parameters
    ----------
    n : int
        Number of users.
    d : int
        Dimension.
    sends : int
        How many coordinates a user sends.

    Returns
    -------
    ndarray of int, shape (users, sends)
        Coordinates from 0.
    """
    return np.asarray((np.arange(n)[:, None] * sends + np.arange(sends)) % d)


def answers(n: int, d: int, sends: int) -> NDArray[np.int64]:
    """How many users answer for each coordinate.

    Parameters
    ----------
    n : int
        Number of users.
    d : int
        Dimension.
    sends : int
        How many coordinates a user sends.

    Returns
    -------
    ndarray of int, shape (d,)
        Numbers of users.
    """
    return np.asarray(n * sends // d + (np.arange(d) < n * sends % d))


@lru_cache(maxsize=1024)
def _best_sends(d: int, epsilon: float) -> int:
    """How many coordinates a user sends, each at epsilon over their number: the smallest worst variance of a list."""
    most = min(d, int(min(epsilon, d)) + 2)
    tried = range(1, most + 1) if most <= 32 else sorted({round(k) for k in np.geomspace(1, most, 32)})
    return min(tried, key=lambda k: quietest_response(1.0, epsilon / k).most_second_moment / k)


def _by_coordinate(name: str, n: int, d: int, epsilon: float, reach: float, bias: float) -> OneRound:
    """User means clipped to [-reach, reach] in each coordinate, `_best_sends` of them by windows."""
    sends = _best_sends(d, epsilon)

    def statistic(vectors: FloatArray) -> NDArray[Any]:
        means = vectors.mean(axis=-2)
        who = np.broadcast_to(table(n, d, sends), (*means.shape[:-1], sends))
        return np.take_along_axis(means, who, axis=-1)

    def decode(messages: NDArray[Any]) -> FloatArray:
        places = table(n, d, sends).ravel()
        rows = messages.reshape(-1, n * sends)
        sums = np.reshape([np.bincount(places, row, d) for row in rows], (*messages.shape[:-2], d))
        return np.asarray(sums / np.maximum(answers(n, d, sends), 1))

    channel = PartOfBudget(quietest_response(Fraction(reach), Fraction(epsilon) / sends), Fraction(1, sends))
    return OneRound(name, n, d, sends, statistic, channel, decode, bias)


def coordinates(n: int, m: int, d: int, epsilon: float, D: float) -> OneRound:
    """Means of users with data in [-D, D]^d.

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
        Half-width of the range of each coordinate.

    Returns
    -------
    OneRound
        The plan.

    Raises
    ------
    ParameterError
        For numbers too large or too small for floats.
    """
    n, m, d, epsilon, D = in_range(n, m, d, epsilon, D)
    return _by_coordinate("user-means", n, d, epsilon, D, 0.0)


def clipping_bias(reach: float, order: float, moment: float) -> float:
    """The most that clipping at T moves a mean: M_p (p-1)^(p-1) p^-p T^(1-p).

    Parameters
    ----------
    reach : float
        T, in units of the data.
    order : float
        p, the order of the moment, from 2 to 100.
    moment : float
        M_p, the bound on the moment of order p.

    Returns
    -------
    float
        The bias, in units of the data.
    """
    return float(moment * excess_of(reach, order))


def _answered(n: int, d: int, epsilon: float) -> float:
    """The variance of a coordinate's estimate at reach 1 for the worst users, with at least one user."""
    sends = _best_sends(d, epsilon)
    return quietest_response(1.0, epsilon / sends).most_second_moment / max(n * sends / d, 1.0)


def clipped_coordinates(n: int, m: int, d: int, epsilon: float, order: float, moment: float) -> OneRound:
    """User means clipped at T in each coordinate, for E|X_k|^p <= M_p.

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
    order : float
        p, the order of the moment, from 2 to 100.
    moment : float
        M_p, the bound on the moment of order p.

    Returns
    -------
    OneRound
        The plan.

    Raises
    ------
    ParameterError
        As `coordinates`.
    """
    order, moment = checked_moment(order, moment)
    n, m, d, epsilon, _ = in_range(n, m, d, epsilon, 1.0)
    unit = moment ** (1 / order)
    reach = unit * clipping_level(order, _answered(n, d, epsilon))
    bias = unit * clipping_bias(reach / unit, order, 1.0)
    return _by_coordinate("user-means-clipped", n, d, epsilon, reach, bias)


def clipped_ball(n: int, m: int, d: int, epsilon: float, order: float, moment: float) -> OneRound:
    """User means scaled into the ball of radius T, for E||X||_2^p <= M_p, by the item-level l_2 mechanism.

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
    order : float
        p, the order of the moment, from 2 to 100.
    moment : float
        M_p, the bound on the moment of order p.

    Returns
    -------
    OneRound
        The plan.

    Raises
    ------
    ParameterError
        As `coordinates`.
    """
    order, moment = checked_moment(order, moment)
    n, m, d, epsilon, _ = in_range(n, m, d, epsilon, 1.0)
    unit = moment ** (1 / order)
    noise = BallResponse(d, 1.0, epsilon).second_moment / n
    reach = unit * clipping_level(order, noise)
    return OneRound(
        "user-means-ball",
        n,
        d,
        1,
        lambda vectors: packed(vectors.mean(axis=-2)),
        BallResponse(d, reach, epsilon),
        lambda messages: np.asarray(messages.mean(axis=-2)),
        unit * clipping_bias(reach / unit, order, 1.0),
    )


def window_of(plan: OneRound) -> WindowResponse:
    """The channel on windows of a plan by coordinates.

    Parameters
    ----------
    plan : OneRound
        The plan.

    Returns
    -------
    WindowResponse
        The channel.
    """
    assert isinstance(plan.channel, PartOfBudget)
    assert isinstance(plan.channel.channel, WindowResponse)
    return plan.channel.channel


def _variance(plan: OneRound) -> FloatArray:
    """The largest variance of each answered coordinate's estimate, (d,)."""
    number = answers(plan.n, plan.dimension, plan.messages)
    return np.where(number > 0, window_of(plan).most_second_moment / np.maximum(number, 1), 0.0)


def bound(n: int, m: int, d: int, epsilon: float, D: float) -> UpperBound:
    """The sum over coordinates of the largest second moment, divided by the users who answer; D^2 if nobody does.

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
        Half-width of the range of each coordinate.

    Returns
    -------
    UpperBound
        The bound, in squared units of the data.
    """
    plan = coordinates(n, m, d, epsilon, D)
    silent = int(np.sum(answers(plan.n, d, plan.messages) == 0))
    value = float(_variance(plan).sum()) + silent * D**2
    return UpperBound(
        value,
        "ours: second moments of the messages, for users of any laws",
        ("data on [-D, D]^d",),
        not value < d * D**2,
    )


def clipped_bound(n: int, m: int, d: int, epsilon: float, order: float, moment: float) -> UpperBound:
    """The sum over coordinates of the squared clipping bias and the largest second moment over the number of answers.

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
    order : float
        p, the order of the moment, from 2 to 100.
    moment : float
        M_p, the bound on the moment of order p.

    Returns
    -------
    UpperBound
        The bound, in squared units of the data.
    """
    plan = clipped_coordinates(n, m, d, epsilon, order, moment)
    silent = int(np.sum(answers(plan.n, d, plan.messages) == 0))
    trivial = moment ** (2 / order)
    value = float(_variance(plan).sum()) + (d - silent) * plan.bias**2 + silent * trivial
    return UpperBound(
        value,
        "ours: bias of clipping and second moments of the messages, for users of any laws",
        ("E|X_k|^p <= M_p for every k",),
        not value < d * trivial,
    )


def ball_bound(n: int, m: int, d: int, epsilon: float, order: float, moment: float) -> UpperBound:
    """The squared bias of clipping and B^2/n.

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
    order : float
        p, the order of the moment, from 2 to 100.
    moment : float
        M_p, the bound on the moment of order p.

    Returns
    -------
    UpperBound
        The bound, in squared units of the data.
    """
    plan = clipped_ball(n, m, d, epsilon, order, moment)
    assert isinstance(plan.channel, BallResponse)
    value = plan.bias**2 + plan.channel.second_moment / plan.n
    return UpperBound(
        value,
        "ours: bias of clipping and second moments of the messages, for users of any laws",
        ("E||X||_2^p <= M_p",),
        not value < moment ** (2 / order),
    )
