"""Sequential localisation of the mean (a "walk"), then messages about the distance to its end; one message per user.

The first users answer in small groups. Each group says by majority on which side of the public centre its means lie,
and the centre moves to that side by a public step. Steps shrink slowly, so that later groups correct errors of earlier
ones. A larger group may then move the centre by its average message. The remaining users send their clipped distances
to the last centre, and the average of these is added to it.

Before that, some users say whether they are near the last centre. If there is another walk and too few are near, the
next users walk again from there. If enough are near, the centre stays, and all others send distances. So the first walk
needs few users and rarely fails, and the users of a second, safer walk are reserved in case it does. After the only
walk, these answers do not enter the estimate; for heterogeneous users they show how much the clipping may hide.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from upperbounds.channels import WindowResponse
from upperbounds.channels.arrays import FloatArray, Number
from upperbounds.channels.centred import Centred, Either, Fading, Near
from upperbounds.protocols.protocol import Protocol, Round, State


@dataclass(frozen=True)
class Whereabouts:
    """What is public between rounds.

    Each value is a number, or an array with a number for each repetition.

    Attributes
    ----------
    centre : int or ndarray of int, default 0
        The centre, in units.
    stands : bool or ndarray of bool, default False
        Whether the centre stays.
    total : float or ndarray, default 0.0
        Sum of the distances that were sent.
    told : int or ndarray of int, default 0
        How many distances were sent.
    """

    centre: Any = 0
    stands: Any = False
    total: Any = 0.0
    told: Any = 0


@dataclass(frozen=True)
class Walk:
    """A walk with its constants.

    Data are within `cells` units of 0, or have a moment of some order that is at most as if they were. The centre is an
    integer from -cells to cells, and the mean is within these, too. If there is another walk, it
    is taken when fewer than `needed` of the users who watch before it say that they are near. Before noise, a user is
    near within close - test, and not near beyond close + test. Numbers are floats for a run, and rationals or symbols
    for checks.

    Attributes
    ----------
    name : str
        Name of the estimator.
    n : int
        Number of users.
    m : int
        How many samples a user averages.
    epsilon : float, Fraction or sympy expression
        Privacy budget of one user, for all of their samples.
    unit : float, Fraction or sympy expression
        Length of one unit; all lengths are whole multiples of it.
    cells : int
        Half-width of the data's range, in units.
    group : int
        Users in a group that moves the centre by one step, an odd number.
    test : int
        Numbers of users in the walk are clipped to this many units around the centre.
    steps : tuple of int
        The steps, in units.
    recentring : int
        How many users move the centre by their average; may be 0.
    reach : int
        Their average is clipped to this many units.
    watching : int
        How many users say whether they are within `half` of the centre; may be 0.
    half : int
        The last users send their distance to the centre, clipped to this many units.
    levels : int
        Levels of the channel of the last users.
    window : int
        Window of the channel of the last users.
    again : tuple of int, default ()
        The steps of another walk, in units; may be empty.
    close : int, default 0
        Distance within which the users who watch before the other walk are near, in units.
    needed : int, default 0
        How many of them must say that they are near for the centre to stay.
    order : float, default infinity
        p for E|X|^p <= (cells unit)^p, from 2 on; infinity for data within `cells` units.
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
    again: tuple[int, ...] = ()
    close: int = 0
    needed: int = 0
    order: float = inf

    @property
    def walks(self) -> tuple[tuple[int, ...], ...]:
        """The steps of one walk, or of both."""
        return (self.steps, self.again) if self.again else (self.steps,)

    @property
    def left(self) -> tuple[int, ...]:
        """How many users send distances if the centre stays after each of the walks."""
        first = self.n - self.group * len(self.steps) - self.recentring - self.watching
        return (first, first - self.group * len(self.again)) if self.again else (first,)

    @property
    def refining(self) -> int:
        """How many users' messages are averaged in the end, for any outcome of the walks."""
        return self.left[-1]

    @property
    def comparison(self) -> WindowResponse:
        """The channel of a user in the walk: randomized response of a rounded number."""
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
        """The mean of each user's first m samples.

        Parameters
        ----------
        samples : ndarray, shape (..., users, m)
            Samples.

        Returns
        -------
        ndarray, shape (..., users)
            User means.
        """
        return samples[..., : self.m].mean(axis=-1)

    def protocol(self) -> Protocol:
        """The plan: who sends what, and the decoders; every state except the last is the centre's position.

        Returns
        -------
        Protocol
            The rounds; every state except the last is the centre's position.
        """
        rounds: list[Round] = []
        for number, steps in enumerate(self.walks):
            for i, step in enumerate(steps):
                name = f"step {i + 1}" + " again" * number
                self._add(rounds, name, self.group, self._around(self.comparison), self._step(step))
            if number == 0 and self.recentring:
                self._add(rounds, "recentre", self.recentring, self._around(self.recentrer), self._recentre)
            if number == 0 and self.watching:
                watch: tuple[ChannelOf, Decoder] = (self._near, lambda _, at: at)
                self._add(rounds, "watch", self.watching, *((self._fading, self._judge) if self.again else watch))
        last = range(self.n - self.refining, self.n)
        rounds.append(Round("refine", last, self.user_mean, _known(self._around(self.refiner)), self._estimate))
        return Protocol(self.name, self.n, tuple(rounds))

    def _add(self, rounds: list[Round], name: str, users: int, channel: "ChannelOf", decode: "Decoder") -> None:
        """The next users' round; if the centre already stays, they send their distances to it."""
        first = rounds[-1].users.stop if rounds else 0
        if first >= self.n - self.left[0]:
            channel, decode = self._or_refine(channel, decode)
        known = _known(channel)
        step = Round(
            name, range(first, first + users), self.user_mean, known, lambda z, at: decode(z, at or Whereabouts())
        )
        rounds.append(step)

    def _or_refine(self, channel: "ChannelOf", decode: "Decoder") -> tuple["ChannelOf", "Decoder"]:
        around = self._around(self.refiner)

        def chosen(at: Whereabouts) -> Either:
            return Either(channel(at), around(at), at.stands if np.ndim(at.stands) == 0 else at.stands[..., None])

        def decoded(messages: NDArray[Any], at: Whereabouts) -> Whereabouts:
            walked, told = decode(messages, at), self._told(messages, at)
            pairs = ((getattr(one, field.name) for one in (told, walked)) for field in fields(Whereabouts))
            return Whereabouts(*(np.where(at.stands, *pair) for pair in pairs))

        return chosen, decoded

    def _told(self, messages: NDArray[Any], at: Whereabouts) -> Whereabouts:
        """Add distances that were sent."""
        return replace(at, total=at.total + messages.sum(axis=-1), told=at.told + messages.shape[-1])

    def _estimate(self, messages: NDArray[Any], state: State) -> Any:
        """The centre and the average of all distances to it."""
        at = self._told(messages, state or Whereabouts())
        return at.total / at.told + self.unit * at.centre

    def heard(self, sent: Sequence[NDArray[Any]]) -> tuple[Whereabouts, FloatArray]:
        """The position of the centre in one run before the last messages, and all distances to it that were sent.

        Parameters
        ----------
        sent : sequence of ndarray
            The messages of one run, by round.

        Returns
        -------
        whereabouts : Whereabouts
            What was public.
        distances : ndarray, shape (distances,)
            The messages about distances.
        """
        at, distances = Whereabouts(), []
        for step, messages in zip(self.protocol().rounds[:-1], sent[:-1], strict=True):
            if at.stands:
                distances.append(messages)
            at = step.decode(messages, at)
        return at, np.concatenate([*distances, sent[-1]])

    def moved(self, centre: Any, by: NDArray[Any]) -> NDArray[np.int64]:
        """The centre after a move, clipped to the data's range.

        Parameters
        ----------
        centre : int or ndarray of int
            The centre, in units.
        by : ndarray, shape (...)
            The moves, in units.

        Returns
        -------
        ndarray of int, shape (...)
            The new centres, in units.
        """
        return np.clip(centre + by, -self.cells, self.cells).astype(np.int64)

    def recentred(self, plus: NDArray[np.int64]) -> NDArray[np.int64]:
        """The move of the centre: the average of the recentring users, rounded to whole units.

        Parameters
        ----------
        plus : ndarray of int, shape (...)
            How many of the recentring users answered plus.

        Returns
        -------
        ndarray of int, shape (...)
            Moves, in units.
        """
        average = (2 * plus - self.recentring) / self.recentring * self.recentrer.magnitude / float(self.unit)
        return np.clip(np.rint(average), -self.reach, self.reach).astype(np.int64)

    def last_counts(self) -> NDArray[np.int64]:
        """For each move from -reach to reach - 1, the most answers plus without a larger move; `recentred` increases.

        Returns
        -------
        ndarray of int, shape (2 * reach,)
            Counts of answers.
        """
        moves = np.arange(-self.reach, self.reach)
        low, high = np.full(len(moves), -1, dtype=np.int64), np.full(len(moves), self.recentring, dtype=np.int64)
        while np.any(high - low > 1):
            middle = (low + high) // 2
            within = self.recentred(middle) <= moves
            low, high = np.where(within, middle, low), np.where(within, high, middle)
        return low

    def _step(self, step: int) -> "Decoder":
        """The move of the centre by a group: this many units to the side that its majority says."""
        return lambda messages, at: replace(
            at, centre=self.moved(at.centre, step * np.sign(np.sign(messages).sum(axis=-1)))
        )

    def _recentre(self, messages: NDArray[Any], at: Whereabouts) -> Whereabouts:
        return replace(at, centre=self.moved(at.centre, self.recentred((messages > 0).sum(axis=-1))))

    def _judge(self, messages: NDArray[Any], at: Whereabouts) -> Whereabouts:
        """The centre stays if enough users say that they are near."""
        return replace(at, stands=(messages > 0).sum(axis=-1) >= self.needed)

    def _around(self, channel: WindowResponse) -> "ChannelOf":
        """The channel around the centre."""
        return lambda at: Centred(channel, self._place(at))

    def _near(self, at: Whereabouts) -> Near:
        return Near(self.half * self.unit, self._place(at), self.epsilon)

    def _fading(self, at: Whereabouts) -> Fading:
        return Fading(self.comparison, self._place(at), self.close * self.unit)

    def _place(self, at: Whereabouts) -> Any:
        """The centre as a number, with an axis for users if there are repetitions."""
        return int(at.centre) * self.unit if np.ndim(at.centre) == 0 else at.centre[..., None] * self.unit


ChannelOf = Callable[[Whereabouts], Any]
Decoder = Callable[[NDArray[Any], Whereabouts], Whereabouts]


def _known(channel: ChannelOf) -> Callable[[State], Any]:
    """The channel of a state; the state is None before the first round."""
    return lambda state: channel(state or Whereabouts())
