"""Deployed protocols: every printed channel is replaced by an exact counterpart, which draws exactly its stated law.

Papers add Laplace noise, which floats only approximate. Its counterpart rounds to a public grid and adds geometric
noise, drawn with exact probabilities (`upperbounds.channels.grid`). The moment generating function of geometric noise
is nowhere above that of Laplace noise with the same privacy: for steps of length l that cost h each it is 1/(1 -
(sinh(a l/2)/sinh(h/2))^2), and sinh(a l/2)/sinh(h/2) <= a l/h for a l < h. Rounding keeps the mean and the interval. So
what Chernoff's bound and Hoeffding's lemma show for printed messages holds for deployed ones, and a variance is at most
0.07 % larger than the printed one (`grid_steps`).
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from notation.parameters import ParameterError
from upperbounds.channels.arrays import Number
from upperbounds.channels.ball import BallAround, BallResponse
from upperbounds.channels.base import Channel, exact_multiple
from upperbounds.channels.budget import PartOfBudget
from upperbounds.channels.centred import Centred, Either, Fading, Near
from upperbounds.channels.choice import ExponentialChoice
from upperbounds.channels.cube import CubeResponse
from upperbounds.channels.gaussian import GaussianOnBall, GridGaussian, covered
from upperbounds.channels.grid import GeometricHistogram, GridLaplace, GridLaplaceVector, grid_steps
from upperbounds.channels.hashed import HashedVotes, OfCoordinate
from upperbounds.channels.laplace import LaplaceHistogram, LaplaceOnInterval
from upperbounds.channels.nearest import HashedDistance, NearestVote
from upperbounds.channels.response import KaryResponse, RoundedResponse
from upperbounds.channels.signed import SignedResponse
from upperbounds.channels.unary import UnaryEncoding
from upperbounds.channels.window import WindowResponse
from upperbounds.protocols.protocol import Protocol, Round, State

RESPONSES, _SIGNS = "randomized responses", "signs of public directions"
_GRID, GAUSSIAN = "geometric noise on a public grid", "discrete Gaussian noise on a public grid"
CHOICES = "choices by weight"
_NOISY_VOTES = "votes with geometric noise"
"""In words, what is drawn in place of votes with Laplace noise."""
EXACT: dict[type, str] = {
    **dict.fromkeys((KaryResponse, RoundedResponse, SignedResponse, UnaryEncoding, WindowResponse, Near), RESPONSES),
    **dict.fromkeys((BallResponse, CubeResponse), _SIGNS),
    **dict.fromkeys((GridLaplace, GridLaplaceVector), _GRID),
    GeometricHistogram: _NOISY_VOTES,
    GridGaussian: GAUSSIAN,
    ExponentialChoice: CHOICES,
}
"""The channels whose messages are drawn with their exact probabilities, and what is drawn in words."""

_PARTS: dict[type, tuple[str, ...]] = {
    **dict.fromkeys((PartOfBudget, OfCoordinate, Centred, Fading, BallAround), ("channel",)),
    Either: ("first", "second"),
    NearestVote: ("vote",),
    **dict.fromkeys((HashedDistance, HashedVotes), ("noise",)),
}
"""Channels that draw by other channels, and the attributes that hold these."""


def leaves(channel: Any) -> Iterator[Any]:
    """The channels by which a channel draws.

    Parameters
    ----------
    channel : Channel
        A channel.

    Returns
    -------
    iterator of Channel
        The channels that draw: the channel itself, or its components.
    """
    if type(channel) not in _PARTS:
        yield channel
    for part in _PARTS.get(type(channel), ()):
        yield from leaves(getattr(channel, part))


def draws_exactly(channel: Any) -> bool:
    """Whether a channel's messages are drawn with their exact probabilities.

    Parameters
    ----------
    channel : Channel
        The channel.

    Returns
    -------
    bool
    """
    return all(type(leaf) in EXACT for leaf in leaves(channel))


def words(channels: Iterable[Any]) -> tuple[str, ...]:
    """What channels draw, in words.

    Parameters
    ----------
    channels : iterable of Channel
        Channels that draw exactly.

    Returns
    -------
    tuple of str
        One for each kind of draws.

    Raises
    ------
    ParameterError
        For a channel that does not draw exactly.
    """
    found: dict[str, None] = {}
    for leaf in (leaf for channel in channels for leaf in leaves(channel)):
        if type(leaf) not in EXACT:
            raise ParameterError(f"channel = {type(leaf).__name__}: is not drawn exactly")
        found[EXACT[type(leaf)]] = None
    return tuple(found)


def _at(channel: Any, budget: Fraction) -> Any:
    """A channel that draws exactly, at this exact budget, because a float share may have been rounded up."""
    if type(channel) not in _PARTS:
        return replace(channel, epsilon=budget)
    return replace(channel, **{part: _at(getattr(channel, part), budget) for part in _PARTS[type(channel)]})


def counterpart(channel: Any, exact: Callable[[], Any], epsilon: Number) -> Channel:
    """The channel that is deployed for a channel: itself, at the exact budget, if it draws exactly.

    Parameters
    ----------
    channel : Channel
        A channel that draws, with its numbers.
    exact : callable
        The same channel in symbols or rationals, whose loss is exact.
    epsilon : float or Fraction
        The budget; the exact loss is a multiple of it. A float stands for its exact rational value.

    Returns
    -------
    Channel
        The channel; its messages cost at most as much as the exact channel's.

    Raises
    ------
    ParameterError
        For a channel without an exact counterpart.
    """
    if isinstance(channel, GaussianOnBall):
        channel = covered(channel)
    match channel:
        case PartOfBudget():
            budget = channel.share * Fraction(epsilon)
            if draws_exactly(channel):
                return PartOfBudget(_at(channel.channel, budget), channel.share)
            return PartOfBudget(counterpart(channel.channel, lambda: exact().channel, budget), channel.share)
        case _ if draws_exactly(channel):
            return channel
        case OfCoordinate():
            return OfCoordinate(counterpart(channel.channel, lambda: exact().channel, epsilon), channel.place)
        case LaplaceHistogram():
            printed = exact()
            unit = exact_multiple(1 / printed.scale, printed.epsilon)
            return GeometricHistogram(channel.bins, channel.hot, Fraction(epsilon), unit)
        case LaplaceOnInterval() | HashedDistance() | HashedVotes():
            share = exact().worst_loss().multiple()
            budget = share * Fraction(epsilon)
            steps = grid_steps(budget)
            if isinstance(channel, LaplaceOnInterval):
                on_grid: Any = GridLaplace(channel.lower, channel.upper, steps, budget)
            else:
                on_grid = replace(channel, steps=steps, epsilon=budget)
            return on_grid if share == 1 else PartOfBudget(on_grid, share)
    raise ParameterError(f"channel = {type(channel).__name__}: has no exact counterpart")


def deployed(protocol: Protocol, exact: Protocol, epsilon: Number) -> Protocol:
    """The protocol with the exact counterpart of every channel; its spends are those of the laws that are drawn.

    Parameters
    ----------
    protocol : Protocol
        The protocol of a plan.
    exact : Protocol
        The same plan's protocol in symbols or rationals, with the same rounds.
    epsilon : float
        Privacy budget of a user.

    Returns
    -------
    Protocol
        The protocol that is deployed; running it raises ParameterError where a channel has no exact counterpart.
    """
    pairs = zip(protocol.rounds, exact.rounds, strict=True)
    return replace(
        protocol, rounds=tuple(replace(step, channel=_channel(step.channel, other, epsilon)) for step, other in pairs)
    )


def _channel(channel: Callable[[State], Channel], exact: Round, epsilon: Number) -> Callable[[State], Channel]:
    # The loss is the same in every state: the first one stands for all.
    return lambda state: counterpart(channel(state), lambda: exact.channel(next(iter(exact.states))), epsilon)


def drawn(protocol: Protocol) -> tuple[str, ...]:
    """What the messages of a protocol draw exactly, in words.

    Parameters
    ----------
    protocol : Protocol
        A protocol that is deployed.

    Returns
    -------
    tuple of str
        One for each kind of draws.

    Raises
    ------
    ParameterError
        For a channel that does not draw exactly.
    """
    return words(step.channel(state) for step in protocol.rounds for state in step.states)
