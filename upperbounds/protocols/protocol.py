"""Protocols: who sends what through which channel, and a decoder that sees only messages and public parameters.

A protocol is a list of rounds. In each round, a range of users compute a statistic of their own samples and send it
through a channel, which may depend on what was decoded before. Only `transcript` handles both raw data and messages, so
a decoder cannot see data. A user's total spend is computed from the rounds, not declared.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import pairwise
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from notation.parameters import ParameterError
from upperbounds.channels import Channel
from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.loss import NO_LOSS, PrivacyLoss, worse

State = Any
"""The public state before a round: None before the first, then what the previous round decoded."""


@dataclass(frozen=True)
class Round:
    """One round: users send a statistic of their samples through a channel, and a decoder reads the messages.

    Attributes
    ----------
    name : str
        Name of the round.
    users : range
        The users who send, a range of step 1.
    statistic : callable
        Maps samples of shape (..., users, m) to channel inputs.
    channel : callable
        The channel, given the state before the round.
    decode : callable
        Maps messages, with the users on their axis, and the state to the next state.
    states : iterable of State, default (None,)
        All states that may occur before the round, over which the worst loss is taken.
    messages : int, default 1
        How many messages each user sends in this round; a run fails if the statistic gives another number of inputs.
    """

    name: str
    users: range
    statistic: Callable[[FloatArray], NDArray[Any]]
    channel: Callable[[State], Channel]
    decode: Callable[[NDArray[Any], State], State]
    states: Iterable[State] = (None,)
    messages: int = 1

    def inputs(self, samples: FloatArray, state: State) -> NDArray[Any]:
        """What the users of this round put into the channel.

        Parameters
        ----------
        samples : ndarray, shape (..., users, m)
            The samples of these users.
        state : object
            What was decoded before.

        Returns
        -------
        ndarray, shape (..., users)
            The inputs; axes of several messages may follow.
        """
        return self.statistic(samples)

    def worst_loss(self) -> PrivacyLoss:
        """The exact worst loss of one user in this round, over the states that may occur.

        Returns
        -------
        PrivacyLoss
            The loss of all messages of the round.
        """
        loss = NO_LOSS
        for state in self.states:
            loss = worse(loss, self.channel(state).worst_loss())
        return loss * self.messages


@dataclass(frozen=True)
class Protocol:
    """Rounds in order; the last round's state is the estimate.

    Attributes
    ----------
    name : str
        Name of the estimator.
    n : int
        Number of users.
    rounds : tuple of Round
        The rounds.

    Raises
    ------
    ParameterError
        For a round with users who are not among the n.
    """

    name: str
    n: int
    rounds: tuple[Round, ...]

    def __post_init__(self) -> None:
        """Refuse rounds with users who do not exist."""
        for step in self.rounds:
            if step.users and not 0 <= step.users[0] <= step.users[-1] < self.n:
                raise ParameterError(f"round {step.name!r}: users {step.users} are not among the {self.n}")

    def spend(self) -> list[tuple[range, PrivacyLoss]]:
        """The total loss of each user, as runs of users with the rounds that they take part in.

        Returns
        -------
        list of tuple of (range, PrivacyLoss)
            For each run of users their total loss.
        """
        entering: dict[int, list[int]] = {0: [], self.n: []}
        for k, step in enumerate(self.rounds):
            for end in (step.users.start, step.users.stop):
                entering.setdefault(end, [])
            entering[step.users.start].append(k)
        losses = [r.worst_loss() for r in self.rounds]
        runs = []
        taking_part: list[int] = []
        for start, stop in pairwise(sorted(entering)):
            taking_part = sorted(k for k in taking_part + entering[start] if start in self.rounds[k].users)
            runs.append((range(start, stop), sum((losses[k] for k in taking_part), NO_LOSS)))
        return runs

    def worst_spend(self) -> PrivacyLoss:
        """The largest total loss of any user.

        Returns
        -------
        PrivacyLoss
            The loss.
        """
        worst = NO_LOSS
        for _, loss in self.spend():
            worst = worse(worst, loss)
        return worst

    def transcript(self, samples: FloatArray, rng: np.random.Generator) -> tuple[tuple[NDArray[Any], ...], FloatArray]:
        """Run all rounds and keep every message.

        Parameters
        ----------
        samples : ndarray, shape (..., users, m)
            Raw samples.
        rng : numpy.random.Generator
            Source of randomness.

        Returns
        -------
        messages : tuple of ndarray
            The messages of each round, user by user.
        estimate : ndarray, shape (...)
            The state after the last round.

        Raises
        ------
        ParameterError
            For samples of another number of users, for samples that are not finite, or where a statistic makes another
            number of inputs than the round declares.
        """
        if samples.ndim < 2 or samples.shape[-2] != self.n:
            raise ParameterError(f"samples of shape {samples.shape}: must be (..., {self.n}, m)")
        if not np.all(np.isfinite(samples)):
            # No clipping bounds what a channel answers to NaN.
            raise ParameterError(f"samples: {np.sum(~np.isfinite(samples))} are not finite; all must be numbers")
        repetitions = prod(samples.shape[:-2])
        state: State = None
        sent = []
        for step in self.rounds:
            inputs = step.inputs(samples[..., step.users.start : step.users.stop, :], state)
            if inputs.size != repetitions * len(step.users) * step.messages:
                raise ParameterError(
                    f"round {step.name!r}: messages = {step.messages!r}: must be how many inputs the statistic makes of"
                    f" each user; it made {inputs.size} for {repetitions * len(step.users)} users"
                )
            messages = step.channel(state).sample(inputs, rng)
            sent.append(messages)
            state = step.decode(messages, state)
        return tuple(sent), np.asarray(state, dtype=np.float64)

    def run(self, samples: FloatArray, rng: np.random.Generator) -> FloatArray:
        """Estimate from raw samples.

        Parameters
        ----------
        samples : ndarray, shape (..., users, m)
            Raw samples.
        rng : numpy.random.Generator
            Source of randomness.

        Returns
        -------
        ndarray, shape (...)
            Estimates; estimates of vectors have their coordinates on a last axis.
        """
        return self.transcript(samples, rng)[1]
