"""Descent under user-level privacy: every user answers in one step, about their average gradient.

In the local model a plan is a protocol. In each step, a private estimator of vectors asks the step's users about their
gradients at the public parameter. Spend, transcripts and decoders are checked as for any protocol. `central` has the
descents of a trusted server, which sees the gradients.
"""

import math
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from notation.parameters import ParameterError, count
from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.loss import PrivacyLoss
from upperbounds.optimisation.domains import Domain
from upperbounds.optimisation.losses import Loss, user_gradients
from upperbounds.optimisation.steps import Place, Steps
from upperbounds.protocols.privacy_profile import Profile, together
from upperbounds.protocols.protocol import Protocol, Round, State

Gradients = Callable[[FloatArray, range], FloatArray]
"""Average gradients (..., users, d) of a range of users at a parameter (..., d)."""
Draw = Callable[[range, int, np.random.Generator], FloatArray]
"""Samples (repetitions, users, m, k) of a range of users."""

MOST_NUMBERS = 1 << 22
"""The most numbers of samples that `repeated` holds at once: about 32 MB."""


@dataclass(frozen=True)
class Query(Round):
    """A round in which users are asked about their average gradients, to which `statistic` applies.

    Attributes
    ----------
    at : callable
        The public parameter (..., d) at a state.
    gradients : callable
        From the parameter and samples (..., users, m k) the users' gradients (..., users, d).
    worst : callable
        The loss of the estimator's round.
    """

    at: Callable[[State], FloatArray] = field(kw_only=True)
    gradients: Callable[[FloatArray, FloatArray], FloatArray] = field(kw_only=True)
    worst: Callable[[], PrivacyLoss] = field(kw_only=True)

    def inputs(self, samples: FloatArray, state: State) -> NDArray[Any]:
        """The users' inputs to the channel at a public state."""
        return self.statistic(self.gradients(self.at(state), samples))

    def worst_loss(self) -> PrivacyLoss:
        """The worst loss of the estimator's round: no channel depends on the parameter."""
        return self.worst()


@dataclass(frozen=True)
class Excess:
    """A bound on the excess risk as a sum of parts, from public numbers.

    Attributes
    ----------
    descent : float
        The error after as many steps with exact gradients.
    sampling : float
        What sampled gradients add to that, each at its best step size.
    privacy : float
        The rest of the bound of the private descent, without `failure`.
    failure : float
        Bound on the error from steps with a failed private gradient.
    """

    descent: float
    sampling: float
    privacy: float
    failure: float

    @property
    def total(self) -> float:
        """The sum."""
        return self.descent + self.sampling + self.privacy + self.failure


@dataclass(frozen=True)
class Oracle:
    """A private estimator of a mean vector of norm at most L, whose error is known.

    Except with probability `failure`, its answers are those of an unbiased estimator with variance at most `variance`.
    An infinite variance means that nothing is known.

    Attributes
    ----------
    plan : object
        The plan of the estimator.
    variance : float
        Bound on the variance of an answer.
    sampled : float
        The part of the variance without privacy.
    failure : float
        Probability that an answer differs from that estimator's.
    """

    plan: Any
    variance: float
    sampled: float
    failure: float

    @property
    def localises(self) -> bool:
        """Whether it localises the gradients, and so needs i.i.d. users."""
        bins = getattr(getattr(self.plan, "each", self.plan), "bins", None)
        return bins is not None and bins.count > 1


@dataclass(frozen=True)
class Descent:
    """A descent by `steps` from 0. Step t estimates gradients by `oracle` from the users batches[t].

    Users beyond the last batch are not asked. All batches have as many users as the oracle's plan.

    Attributes
    ----------
    name : str
        Name of the estimator.
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    delta : float
        delta of the privacy budget; 0 where it is pure.
    loss : Loss
        The loss, with its constants.
    domain : Domain
        Where the parameter may be.
    steps : Steps
        The descent rule.
    oracle : Oracle
        The estimator of a gradient.
    batches : tuple of range
        The users of each step.
    """

    name: str
    n: int
    m: int
    epsilon: float
    delta: float
    loss: Loss
    domain: Domain
    steps: Steps
    oracle: Oracle
    batches: tuple[range, ...]

    @property
    def dimension(self) -> int:
        """d."""
        return self.loss.dimension

    def follow(
        self, gradients: Gradients, rng: np.random.Generator, told: Callable[[], None] | None = None
    ) -> FloatArray:
        """Run the descent where `gradients` gives users' average gradients.

        Parameters
        ----------
        gradients : Gradients
            Users' average gradients at a parameter, (..., users, d), given the parameter and the range of users.
        rng : numpy.random.Generator
            Source of randomness.
        told : callable or None, optional
            Called after each step, or None.

        Returns
        -------
        ndarray, shape (..., d)
            The parameter.
        """
        raise NotImplementedError

    @property
    def rounds(self) -> int:
        """How often `follow` reports."""
        raise NotImplementedError

    @property
    def bound(self) -> Excess:
        """The bound on the excess risk, in parts.

        The oracle's answers are coupled with those of an unbiased one. If no step fails, the two are equal; else the
        excess risk is at most L times the diameter.
        """
        loss, domain, oracle = self.loss, self.domain, self.oracle
        free, sampled = (
            self.steps.tuned(loss, domain, variance).excess(loss, domain, variance)
            for variance in (0.0, min(oracle.sampled, oracle.variance))
        )
        private = self.steps.excess(loss, domain, oracle.variance)
        # A bound at more variance holds at less: no part is below 0.
        sampled = min(sampled, private)
        free = min(free, sampled)
        failed = min(1.0, self.steps.number * oracle.failure) * loss.lipschitz * domain.diameter
        return Excess(free, sampled - free, private - sampled, failed)

    @property
    def most_steps_of_a_user(self) -> int:
        """The largest number of steps in which a user takes part."""
        ends = sorted([(b.start, 1) for b in self.batches] + [(b.stop, -1) for b in self.batches])
        return int(np.max(np.cumsum([change for _, change in ends]), initial=0))

    def profile(self) -> Profile:
        """All privacy losses of a user who takes part in the most steps, at the worst pair of inputs each time.

        Returns
        -------
        Profile
            The pair of laws.
        """
        return together([self.oracle.plan.profile()] * self.most_steps_of_a_user)

    def spent_delta(self) -> float:
        """The exact divergence of all that a user sends at e^epsilon; private as stated if at most delta."""
        return self.profile().delta(self.epsilon)


@dataclass(frozen=True)
class LocalDescent(Descent):
    """A descent in the local model: users send messages; those beyond the last batch send nothing."""

    def follow(
        self, gradients: Gradients, rng: np.random.Generator, told: Callable[[], None] | None = None
    ) -> FloatArray:
        """Run the descent where `gradients` gives users' average gradients.

        Parameters
        ----------
        gradients : Gradients
            Users' average gradients at a parameter, (..., users, d), given the parameter and the range of users.
        rng : numpy.random.Generator
            Source of randomness.
        told : callable or None, optional
            Called after each round, or None.

        Returns
        -------
        ndarray, shape (..., d)
            The parameter.
        """
        state: State = None
        for one in self.protocol().rounds:
            assert isinstance(one, Query)
            inputs = one.statistic(gradients(one.at(state), one.users))
            state = one.decode(one.channel(state).sample(inputs, rng), state)
            if told is not None:
                told()
        return np.asarray(state, dtype=np.float64)

    @property
    def rounds(self) -> int:
        """Rounds of messages."""
        return len(self.protocol().rounds)

    def protocol(self) -> Protocol:
        """All rounds of all steps; samples are flattened, (..., users, m k).

        Returns
        -------
        Protocol
            The rounds; samples are flattened, (..., users, m k).
        """
        inner = self.oracle.plan.protocol()
        worst = [cache(one.worst_loss) for one in inner.rounds]
        rounds = [
            self._round(t, k, one, worst[k], last=k + 1 == len(inner.rounds))
            for t in range(len(self.batches))
            for k, one in enumerate(inner.rounds)
        ]
        return Protocol(self.name, self.n, tuple(rounds))

    def _round(self, t: int, k: int, one: Round, worst: Callable[[], PrivacyLoss], *, last: bool) -> Query:
        start = self.batches[t].start

        def gradients(theta: FloatArray, samples: FloatArray) -> FloatArray:
            return user_gradients(self.loss, theta, samples.reshape(*samples.shape[:-1], self.m, -1))

        def channel(state: State) -> Any:
            return one.channel(self._inner(state, k))

        def decode(messages: NDArray[Any], state: State) -> Any:
            heard, place = one.decode(messages, self._inner(state, k)), self._place(state)
            if not last:
                return Place(place.theta, place.other, heard)
            moved = self.steps.moved(place, np.asarray(heard, dtype=np.float64), t)
            return self.steps.answer(moved) if t + 1 == len(self.batches) else moved

        return Query(
            f"{t + 1} {one.name}",
            range(start + one.users.start, start + one.users.stop),
            one.statistic,
            channel,
            decode,
            one.states,
            one.messages,
            at=lambda state: self.steps.asked(self._place(state), t),
            gradients=gradients,
            worst=worst,
        )

    def _place(self, state: State) -> Place:
        return state if isinstance(state, Place) else Place(np.zeros(self.dimension), np.zeros(self.dimension))

    def _inner(self, state: State, k: int) -> State:
        """What the estimator's earlier rounds in this step decoded."""
        return None if k == 0 else state.inner if isinstance(state, Place) else state

    def run(self, samples: FloatArray, rng: np.random.Generator) -> FloatArray:
        """Run the descent on raw samples.

        Parameters
        ----------
        samples : ndarray, shape (..., users, m, k)
            Samples.
        rng : numpy.random.Generator
            Source of randomness.

        Returns
        -------
        ndarray, shape (..., d)
            The parameter.

        Raises
        ------
        ParameterError
            For samples of another shape.
        """
        if samples.ndim < 3 or samples.shape[-2] != self.m:
            raise ParameterError(f"samples of shape {samples.shape}: must be (..., {self.n}, {self.m}, k)")
        return self.protocol().run(samples.reshape(*samples.shape[:-2], -1), rng)

    def spend(self) -> list[tuple[range, PrivacyLoss]]:
        """The total loss of each user in multiples of epsilon, exact.

        Returns
        -------
        list of tuple of (range, PrivacyLoss)
            For each run of users their total loss.

        Raises
        ------
        ValueError
            For Gaussian noise, which has no finite ratio.
        """
        return self.exact().protocol().spend()

    def exact(self) -> "LocalDescent":
        """The same plan with the constants of its channels in symbols, if the oracle's plan has them."""
        return replace(
            self, oracle=replace(self.oracle, plan=getattr(self.oracle.plan, "exact", lambda: self.oracle.plan)())
        )


def batches(n: int, number: int) -> tuple[range, ...]:
    """Ranges of floor(n/number) users, one for each step.

    Parameters
    ----------
    n : int
        Number of users.
    number : int
        Number of steps.

    Returns
    -------
    tuple of range
        The ranges.

    Raises
    ------
    ParameterError
        For more steps than users.
    """
    if number > n:
        raise ParameterError(f"n = {n}: must be at least {number}, a user for each step")
    size = n // number
    return tuple(range(t * size, (t + 1) * size) for t in range(number))


def fixed(samples: FloatArray) -> Draw:
    """The same data in every repetition.

    Parameters
    ----------
    samples : ndarray, shape (users, m, k)
        Samples.

    Returns
    -------
    Draw
        A function that gives the data of some users for some repetitions.
    """
    return lambda users, repetitions, rng: np.broadcast_to(
        samples[users.start : users.stop], (repetitions, len(users), *samples.shape[1:])
    )


def repeated(
    plan: Descent,
    draw: Draw,
    repetitions: int,
    rng: np.random.Generator,
    progress: Callable[[int, int], None] | None = None,
) -> FloatArray:
    """The parameters of many runs, on data drawn when users are asked, once for each user.

    Steps are arrays over repetitions; about MOST_NUMBERS numbers of all samples are held at once.

    Parameters
    ----------
    plan : Descent
        The descent.
    draw : Draw
        Draws the samples (repetitions, users, m, k) of a range of users.
    repetitions : int
        Number of runs.
    rng : numpy.random.Generator
        Source of randomness.
    progress : callable or None, optional
        Called with the number of rounds done and their total number; or None.

    Returns
    -------
    ndarray, shape (repetitions, d)
        Parameters.
    """
    repetitions = count("repetitions", repetitions)
    probe = draw(range(1), 2, np.random.default_rng(0))
    # Data that are the same in memory are read once for all repetitions.
    shared, numbers = probe.strides[0] == 0, plan.m * probe.shape[-1]
    # The messages of a round are held at once too: some twenty numbers, or bits, for each coordinate.
    sent = (20 if isinstance(plan, LocalDescent) else 4) * plan.dimension
    each = len(plan.batches[0]) * max(1 if shared else numbers, sent)
    chunk = max(1, min(repetitions, MOST_NUMBERS // each))
    done, total = 0, plan.rounds * math.ceil(repetitions / chunk)

    def told() -> None:
        nonlocal done
        done += 1
        if progress is not None:
            progress(done, total)

    found = []
    for start in range(0, repetitions, chunk):
        some, source = min(chunk, repetitions - start), draw
        if plan.most_steps_of_a_user > 1:
            source = _held(draw(range(plan.n), some, rng))

        def gradients(theta: FloatArray, users: range, some: int = some, source: Draw = source) -> FloatArray:
            parts = _pieces(users, max(1, MOST_NUMBERS // (some * numbers)))
            if not shared:
                own = [user_gradients(plan.loss, theta, source(part, some, rng)) for part in parts]
                return np.concatenate(own, axis=1)
            at = np.atleast_2d(theta)
            # The same data at many parameters are arithmetic alone, which threads share.
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                own = list(pool.map(lambda part: user_gradients(plan.loss, at, source(part, 1, rng)[:1]), parts))
            found = np.concatenate(own, axis=1)
            return np.broadcast_to(found, (some, *found.shape[1:]))

        found.append(plan.follow(gradients, rng, told))
    return np.concatenate(found)


def _held(samples: FloatArray) -> Draw:
    """The same data (repetitions, users, m, k) whenever a user is asked."""
    return lambda users, repetitions, rng: samples[:, users.start : users.stop]


def _pieces(users: range, size: int) -> Iterator[range]:
    """Consecutive parts of at most `size` users."""
    for start in range(users.start, users.stop, size):
        yield range(start, min(start + size, users.stop))
