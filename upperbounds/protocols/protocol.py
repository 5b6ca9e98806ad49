"""Protocols: who sends what through which channel, and a decoder that sees only messages and public parameters.

A protocol is a list of rounds. In each, a range of users compute a statistic of their own samples and send it
through a channel, which may depend on what was decoded before. `transcript` is the only place where raw data and
messages meet, so that a decoder cannot see data; a user's total spend is computed from the rounds, not stated.
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
"""What is public before a round: None before the first, then what the round before decoded."""


@dataclass(frozen=True)
class Round:
    """One round: `users` send `statistic` of their samples through `channel(state)`; `decode` reads the messages.

    `statistic` maps samples of shape (..., users, m) to channel inputs; `decode` maps messages with the users on
    their axis and the state to the next state. `states` are all the states that the round may meet, over which the
    worst loss is taken. `messages` is how many messages each user sends through the channel in this round; a run
    refuses a statistic that makes another number of inputs.
    """

    name: str
    users: range
    statistic: Callable[[FloatArray], NDArray[Any]]
    channel: Callable[[State], Channel]
    decode: Callable[[NDArray[Any], State], State]
    states: Iterable[State] = (None,)
    messages: int = 1

    def inputs(self, samples: FloatArray, state: State) -> NDArray[Any]:
        """What the users of this round put into the channel, from their samples (..., users, m)."""
        return self.statistic(samples)

    def worst_loss(self) -> PrivacyLoss:
        """The exact worst loss of one user of this round, over the states that it may meet."""
        loss = NO_LOSS
        for state in self.states:
            loss = worse(loss, self.channel(state).worst_loss())
        return loss * self.messages


@dataclass(frozen=True)
class Protocol:
    """Rounds in order, for `users` users; the last round's state is the estimate."""

    name: str
    n: int
    rounds: tuple[Round, ...]

    def __post_init__(self) -> None:
        """Refuse rounds that name users who are not there."""
        for step in self.rounds:
            if step.users and not 0 <= step.users[0] <= step.users[-1] < self.n:
                raise ParameterError(f"round {step.name!r}: users {step.users} are not among the {self.n}")

    def spend(self) -> list[tuple[range, PrivacyLoss]]:
        """The total loss of each user, as runs of users with the rounds that they take part in."""
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
        """The largest total loss of any user."""
        worst = NO_LOSS
        for _, loss in self.spend():
            worst = worse(worst, loss)
        return worst

    def transcript(self, samples: FloatArray, rng: np.random.Generator) -> tuple[tuple[NDArray[Any], ...], FloatArray]:
        """Every round's messages, user by user, and the estimate, from raw samples of shape (..., users, m)."""
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
        """Estimate from raw samples of shape (..., users, m); returns shape (...)."""
        return self.transcript(samples, rng)[1]
