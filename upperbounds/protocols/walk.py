"""A walk to the mean, then messages about the distance from where it ended: sequential, a user sends one message.

The first users come in small groups. Each group says by majority on which side of the public centre its means lie, and
the centre moves that way by a public step; steps shrink slowly, so that later groups mend what earlier ones got wrong.
A larger group may then move the centre by its average message. The rest send their distances to the last centre,
clipped, and their average is added to it. Before, some say whether they are near that centre at all: no estimate uses
it, but where users do not share a law it tells how much the clipping may hide.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from upperbounds.channels import WindowResponse
from upperbounds.channels.arrays import FloatArray, Number
from upperbounds.channels.centred import Centred, Near
from upperbounds.protocols.protocol import Protocol, Round, State


@dataclass(frozen=True)
class Walk:
    """A walk with its constants; lengths are whole multiples of `unit`, and data are on `cells` of them to each side.

    `m` is how many samples a user averages. Groups of `group` users (an odd number) walk by `steps`, with numbers
    clipped to `test` around the centre; `recentring` users, none or some, move it by their average, clipped to `reach`;
    `watching` users, none or some, say whether they are within `half` of it; the others send what is clipped to `half`,
    with the levels and the window of `levels` and `window`. The centre is an integer from -cells to cells. Numbers are
    floats to run and rationals or symbols to check.
    """

    name: str
    n: int
    m: int
    epsilon: Number
    unit: Number
    cells: int
    group: int
    test: int
    steps: tuple[int, ...]
    recentring: int
    reach: int
    watching: int
    half: int
    levels: int
    window: int

    @property
    def walking(self) -> int:
        """How many users walk."""
        return self.group * len(self.steps)

    @property
    def refining(self) -> int:
        """How many users' messages are averaged in the end."""
        return self.n - self.walking - self.recentring - self.watching

    @property
    def comparison(self) -> WindowResponse:
        """The channel of a user who walks: randomized response of a rounded number."""
        return WindowResponse(2, 1, self.test * self.unit, self.epsilon)

    @property
    def recentrer(self) -> WindowResponse:
        """The channel of a user who moves the centre."""
        return WindowResponse(2, 1, self.reach * self.unit, self.epsilon)

    @property
    def refiner(self) -> WindowResponse:
        """The channel of the other users."""
        return WindowResponse(self.levels, self.window, self.half * self.unit, self.epsilon)

    def user_mean(self, samples: FloatArray) -> FloatArray:
        """The mean of each user's first m samples; (..., users, m) to (..., users)."""
        return samples[..., : self.m].mean(axis=-1)

    def protocol(self) -> Protocol:
        """The plan: who sends what, and the decoders; a state before the last is the centre."""
        rounds = [
            Round(
                f"step {i + 1}",
                range(i * self.group, (i + 1) * self.group),
                self.user_mean,
                self._around(self.comparison),
                self._stepping(step),
            )
            for i, step in enumerate(self.steps)
        ]
        first = self.walking
        if self.recentring:
            rounds.append(
                Round(
                    "recentre",
                    range(first, first + self.recentring),
                    self.user_mean,
                    self._around(self.recentrer),
                    lambda messages, state: self.moved(state, self.recentred((messages > 0).sum(axis=-1))),
                )
            )
        if self.watching:
            rounds.append(
                Round(
                    "watch",
                    range(self.n - self.refining - self.watching, self.n - self.refining),
                    self.user_mean,
                    lambda state: Near(self.half * self.unit, self._place(state), self.epsilon),
                    lambda _, state: state,
                )
            )
        rounds.append(
            Round(
                "refine",
                range(self.n - self.refining, self.n),
                self.user_mean,
                self._around(self.refiner),
                lambda messages, state: messages.mean(axis=-1) + self.unit * (0 if state is None else state),
            )
        )
        return Protocol(self.name, self.n, tuple(rounds))

    def moved(self, centre: State, by: NDArray[Any]) -> NDArray[np.int64]:
        """The centre once it has moved, within the data's range; None before the first move is 0."""
        return np.clip((0 if centre is None else centre) + by, -self.cells, self.cells).astype(np.int64)

    def recentred(self, plus: NDArray[np.int64]) -> NDArray[np.int64]:
        """The move after so many of the recentring users answered plus: their average, to whole units."""
        average = (2 * plus - self.recentring) / self.recentring * self.recentrer.magnitude / float(self.unit)
        return np.clip(np.rint(average), -self.reach, self.reach).astype(np.int64)

    def _stepping(self, step: int) -> Callable[[NDArray[Any], State], State]:
        """How a group moves the centre: by so many units, the way that most of it say."""
        return lambda messages, state: self.moved(state, step * np.sign(np.sign(messages).sum(axis=-1)))

    def last_counts(self) -> NDArray[np.int64]:
        """For each move from -reach to reach - 1 the most answers plus with no larger move: `recentred` rises."""
        moves = np.arange(-self.reach, self.reach)
        low, high = np.full(len(moves), -1, dtype=np.int64), np.full(len(moves), self.recentring, dtype=np.int64)
        while np.any(high - low > 1):
            middle = (low + high) // 2
            within = self.recentred(middle) <= moves
            low, high = np.where(within, middle, low), np.where(within, high, middle)
        return low

    def _around(self, channel: WindowResponse) -> Callable[[State], Centred]:
        """The channel around the centre of a state."""
        return lambda state: Centred(channel, self._place(state))

    def _place(self, state: State) -> Any:
        """The centre as a number, with an axis for users where there are repetitions; 0 before the first move."""
        if state is None or np.ndim(state) == 0:
            return int(state or 0) * self.unit
        return state[..., None] * self.unit
