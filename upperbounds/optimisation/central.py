"""Noisy gradient steps by a trusted server, on fresh batches of users or on all users.

One pass asks every user once, as bassily Algorithm 5 does. Each batch gets all of (epsilon, delta), and no earlier
answer depends on its users' data. The number of steps and the estimator are those with the smallest explicit bound.
Steps on all data do not look for a range. So more samples per user help only where the sampling error dominates, and
users may be heterogeneous. `subsets` has bassily Algorithm 4, in which a user may take part again.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import sympy

from notation.parameters import ParameterError, within
from notation.setting import Setting
from notation.symbols import d, delta, epsilon, m, n
from upperbounds.channels.arrays import FloatArray
from upperbounds.estimator import Estimator, UpperBound
from upperbounds.optimisation.domains import Ball, Domain
from upperbounds.optimisation.estimator import Descent, Excess, Gradients, Oracle
from upperbounds.optimisation.local import (
    MOST_STEPS,
    Descents,
    checked_run,
    least_bound,
    plain_rules,
    public_rotation,
    step_counts,
)
from upperbounds.optimisation.losses import Linear, Loss, user_gradients
from upperbounds.optimisation.steps import GradientSteps, Place, Steps, accelerated
from upperbounds.optimisation.subsets import SubsetDescent, bassily_algorithm4
from upperbounds.protocols.privacy_profile import Profile
from upperbounds.transforms.hadamard import RandomRotation
from upperbounds.vectors.bassily_central import CentralTruncatedMean, tight_central_mean
from upperbounds.vectors.pure_central import pure_central_mean

_L, _R = sympy.symbols("L R", positive=True)
_WITHOUT_PRIVACY = _L * _R / sympy.sqrt(n * m)
RATE = _WITHOUT_PRIVACY + _L * _R * sympy.sqrt(d / m) * sympy.log(n) * sympy.log(1 / delta) / (n * epsilon)
"""bassily (2), with c = log n log(1/delta)."""
ONE_PASS_RATE = _WITHOUT_PRIVACY + _L * _R * sympy.sqrt(d / m * sympy.log(1 / delta)) * sympy.log(d * n * m) / (
    n * epsilon
)
"""(2) with the logarithms of fresh batches, for losses whose curvature does not matter."""

FULL_RATE = _WITHOUT_PRIVACY + _L * _R * sympy.sqrt(d * sympy.log(1 / delta)) / (n * epsilon)
"""(1) for nm samples with user-level privacy: more samples per user do not reduce its private term."""

PURE_FULL_RATE = _WITHOUT_PRIVACY + _L * _R * d / (n * epsilon)
"""At delta = 0: sqrt(d log(1/delta)) becomes d, the length of pure noise."""
PURE_ONE_PASS_RATE = _WITHOUT_PRIVACY + _L * _R * d / (n * epsilon * sympy.sqrt(m)) * sympy.log(d * n * m)
"""At delta = 0, with the logarithm from the search for ranges."""


@dataclass(frozen=True)
class ServerDescent(Descent):
    """A descent in which every step releases the oracle's mean of a batch's gradients; one pass uses each user once."""

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
        zeros = np.zeros(self.dimension)
        place = Place(zeros, zeros)
        for t, users in enumerate(self.batches):
            found = gradients(self.steps.asked(place, t), users)
            place = self.steps.moved(place, self.oracle.plan.of_means(found, rng), t)
            if told is not None:
                told()
        return self.steps.answer(place)

    @property
    def rounds(self) -> int:
        """Steps."""
        return len(self.batches)

    def profile(self) -> Profile:
        """All privacy losses of a user who takes part in the most steps, at a pair of laws that dominates all data.

        Returns
        -------
        Profile
            The pair of laws.
        """
        return self.oracle.plan.profile(self.most_steps_of_a_user)

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
            For samples of another shape, or that are not finite.
        """
        if samples.ndim < 3 or samples.shape[-3:-1] != (self.n, self.m) or not np.all(np.isfinite(samples)):
            raise ParameterError(f"samples of shape {samples.shape}: must be finite, (..., {self.n}, {self.m}, k)")
        return self.follow(
            lambda theta, users: user_gradients(self.loss, theta, samples[..., users.start : users.stop, :, :]), rng
        )


@dataclass(frozen=True)
class FullDescent(ServerDescent):
    """A descent in which every step asks all users, without a search for a range, so that nothing is truncated."""

    @property
    def bound(self) -> Excess:
        """A bound on the excess risk for eta <= 2/beta, in parts; infinite beyond: the ledger's bassily/own/full-batch.

        The first part is the bound of the steps on the data's own minimum, for noise of total variance nu^2. The second
        is the generalisation error. One sample moves a step by 2 L eta/(nm), a step does not increase the distance of
        two parameters, and the answer averages 0 to T - 1 of these moves, or 1 to T with `ahead`.
        """
        steps, loss, domain = self.steps, self.loss, self.domain
        assert isinstance(steps, GradientSteps)
        if steps.rate * loss.smoothness > 2 * (1 + 1e-12):
            return Excess(math.inf, 0.0, 0.0, 0.0)
        variance = self.oracle.plan.rotation.dimension * self.oracle.plan.noise_variance
        quiet, private = (steps.excess(loss, domain, each) for each in (0.0, variance))
        moves = steps.number + (1 if steps.ahead else -1)
        told = loss.lipschitz**2 * steps.rate * moves / (self.n * self.m)
        return Excess(quiet, told, private - quiet, 0.0)


def fresh(
    users: int, m: int, epsilon: float, L: float, delta: float, rotation: RandomRotation, gamma: float, localised: bool
) -> Oracle:
    """Algorithm 1 on average gradients with the smallest noise, with or without ranges; pure privacy at delta = 0.

    Parameters
    ----------
    users : int
        Number of users who answer.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    L : float
        Lipschitz constant of the loss: gradients have at most this norm.
    delta : float
        Second part of the privacy budget, in [0, 1).
    rotation : RandomRotation
        The public random rotation of gradients.
    gamma : float
        Allowed probability of failure.
    localised : bool
        Whether to look for ranges.

    Returns
    -------
    Oracle
        The estimator of a gradient.

    Raises
    ------
    ParameterError
        If ranges are to be looked for, but one range holds all gradients.
    """
    plan: CentralTruncatedMean
    if delta:
        plan = tight_central_mean(users, m, epsilon, L, delta, rotation, gamma, localised=localised)
    else:
        plan = pure_central_mean(users, m, epsilon, L, rotation, gamma, localised=localised)
    if localised and plan.bins.count == 1:
        raise ParameterError(f"n = {users}: one range holds all gradients; there is nothing to localise")
    sampled = L**2 / (users * m)
    missed = 1.25 * gamma + plan.misses if localised else 0.0
    return Oracle(plan, sampled + rotation.dimension * plan.noise_variance, sampled, min(1.0, missed))


def one_pass(
    n: int,
    m: int,
    epsilon: float,
    delta: float,
    loss: Loss,
    domain: Domain,
    rng: np.random.Generator | None = None,
    *,
    number: int | None = None,
    one_law: bool = True,
) -> ServerDescent:
    """One pass over fresh batches: (epsilon, delta)-DP for users, any epsilon.

    Steps are accelerated if the loss is smooth, else plain. Ranges are used if users are i.i.d. and the bound is
    smaller with them.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    delta : float
        Second part of the privacy budget, in [0, 1).
    loss : Loss
        The loss, with its constants.
    domain : Domain
        Where the parameter may be.
    rng : numpy.random.Generator or None, optional
        Draws the public rotation; without it the rotation is always the same.
    number : int or None, optional
        Number of steps; None for the one with the smallest bound.
    one_law : bool, default True
        Whether users are i.i.d.; if not, nothing is localised.

    Returns
    -------
    ServerDescent
        The plan.

    Raises
    ------
    ParameterError
        For numbers out of range.
    """
    delta = within("delta", delta, 1e-300, 0.5)
    return _one_pass("one-pass", n, m, epsilon, delta, loss, domain, rng, number, one_law)


def pure_one_pass(
    n: int,
    m: int,
    epsilon: float,
    loss: Loss,
    domain: Domain,
    rng: np.random.Generator | None = None,
    *,
    number: int | None = None,
    one_law: bool = True,
) -> ServerDescent:
    """`one_pass` without a delta: epsilon-DP for users, for the ranges and the noise of each batch together.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    loss : Loss
        The loss, with its constants.
    domain : Domain
        Where the parameter may be.
    rng : numpy.random.Generator or None, optional
        Draws the public rotation; without it the rotation is always the same.
    number : int or None, optional
        Number of steps; None for the one with the smallest bound.
    one_law : bool, default True
        Whether users are i.i.d.; if not, nothing is localised.

    Returns
    -------
    ServerDescent
        The plan.
    """
    return _one_pass("one-pass-pure", n, m, epsilon, 0.0, loss, domain, rng, number, one_law)


def _one_pass(
    name: str,
    n: int,
    m: int,
    epsilon: float,
    delta: float,
    loss: Loss,
    domain: Domain,
    rng: np.random.Generator | None,
    number: int | None,
    one_law: bool,
) -> ServerDescent:
    n, m, epsilon, L = checked_run(n, m, epsilon, loss, domain)
    rotation = public_rotation(loss, rng)
    rules = plain_rules(loss) if loss.smoothness == math.inf else (accelerated, *plain_rules(loss))
    rate = (1 + math.sqrt(loss.dimension / n) / epsilon) / math.sqrt(n * m)

    def build(steps: Steps, oracle: Oracle, who: tuple[range, ...]) -> ServerDescent:
        return ServerDescent(name, n, m, epsilon, delta, loss, domain, steps, oracle, who)

    makings = (
        lambda users, gamma: fresh(users, m, epsilon, L, delta, rotation, gamma, False),
        lambda users, gamma: fresh(users, m, epsilon, L, delta, rotation, gamma, True),
    )
    return least_bound(build, n, loss, domain, makings, rules, min(1.0, rate) / 16, number, one_law)


MOST_PASSES = 1024
"""Numbers of steps that `full_batch` tries; each step uses all data."""


def full_batch(
    n: int,
    m: int,
    epsilon: float,
    delta: float,
    loss: Loss,
    domain: Domain,
    rng: np.random.Generator | None = None,
    *,
    number: int | None = None,
    one_law: bool = True,
) -> FullDescent:
    """Projected steps on the mean gradient of all users: (epsilon, delta)-DP for users, any epsilon.

    The noises of T steps compose as one, so that each step has sqrt(T) times the noise of a single answer. The number
    of steps, and whether the answer averages the parameters before or after each step, are those with the smallest
    bound. Users may be heterogeneous.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    delta : float
        Second part of the privacy budget, in [0, 1).
    loss : Loss
        The loss, with its constants.
    domain : Domain
        Where the parameter may be.
    rng : numpy.random.Generator or None, optional
        Draws the public rotation; without it the rotation is always the same.
    number : int or None, optional
        Number of steps; None for the one with the smallest bound.
    one_law : bool, default True
        Not used: users may be heterogeneous.

    Returns
    -------
    FullDescent
        The plan.

    Raises
    ------
    ParameterError
        For numbers out of range, and for a loss that is not smooth.
    """
    delta = within("delta", delta, 1e-300, 0.5)
    rotation = public_rotation(loss, rng)

    def mean(T: int) -> CentralTruncatedMean:
        once = tight_central_mean(n, m, epsilon, loss.lipschitz, delta, rotation, localised=False)
        # Rounded up, so that the squares of T steps are surely no more than those of one.
        return replace(once, name="full-batch", sigma=once.sigma * math.sqrt(T) * (1 + 1e-12))

    return _full_batch("full-batch", n, m, epsilon, delta, loss, domain, mean, number)


def pure_full_batch(
    n: int,
    m: int,
    epsilon: float,
    loss: Loss,
    domain: Domain,
    rng: np.random.Generator | None = None,
    *,
    number: int | None = None,
    one_law: bool = True,
) -> FullDescent:
    """`full_batch` without a delta: epsilon-DP for users. Budgets add up, so each noise is T times as large.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    loss : Loss
        The loss, with its constants.
    domain : Domain
        Where the parameter may be.
    rng : numpy.random.Generator or None, optional
        Draws the public rotation; without it the rotation is always the same.
    number : int or None, optional
        Number of steps; None for the one with the smallest bound.
    one_law : bool, default True
        Not used: users may be heterogeneous.

    Returns
    -------
    FullDescent
        The plan.
    """
    rotation = public_rotation(loss, rng)

    def mean(T: int) -> CentralTruncatedMean:
        return pure_central_mean(n, m, epsilon, loss.lipschitz, rotation, localised=False, answers=T)

    return _full_batch("full-batch-pure", n, m, epsilon, 0.0, loss, domain, mean, number)


def _full_batch(
    name: str,
    n: int,
    m: int,
    epsilon: float,
    delta: float,
    loss: Loss,
    domain: Domain,
    mean: Callable[[int], CentralTruncatedMean],
    number: int | None,
) -> FullDescent:
    """The plan with the smallest bound; `mean` gives the private mean of a step from the number of steps."""
    n, m, epsilon, L = checked_run(n, m, epsilon, loss, domain)
    beta, R = loss.smoothness, domain.radius
    if not beta < math.inf:
        raise ParameterError("loss: must be smooth for steps on all data; optimise its Moreau envelope")
    best: FullDescent | None = None
    for T in (one for one in step_counts(MOST_STEPS) if one <= MOST_PASSES) if number is None else (number,):
        plan = mean(T)
        variance = loss.dimension * plan.noise_variance
        oracle = Oracle(plan, L**2 / (n * m) + variance, L**2 / (n * m), 0.0)
        # The sizes that are best for what grows in them, of the average before and after each step.
        for ahead, grows, most in ((False, L**2 + variance, 2.0), (True, variance, 0.5)):
            drift = 2 * L**2 * (T + (1 if ahead else -1)) / (n * m)
            rate = min(R / math.sqrt(T * (grows + drift)), math.inf if beta == 0 else most / beta)
            steps = GradientSteps(T, rate, domain, ahead=ahead)
            run = FullDescent(name, n, m, epsilon, delta, loss, domain, steps, oracle, (range(n),) * T)
            best = run if best is None or run.bound.total < best.bound.total else best
    assert best is not None
    return best


_Build = Callable[..., ServerDescent | SubsetDescent]


def _of_setting(found: Descents) -> Callable[[Setting, np.random.Generator | None], ServerDescent | SubsetDescent]:
    """The plan for linear losses of a setting, whose domain is the ball of radius R."""

    def plan(a: Setting, rng: np.random.Generator | None) -> ServerDescent | SubsetDescent:
        if found.delta and not a.delta:
            raise ParameterError(f"delta = 0: must be above 0 for {found.name}")
        approximate = (a.delta,) if found.delta else ()
        built: _Build = found.build
        return built(a.n, a.m, a.epsilon, *approximate, Linear(a.d, a.L), Ball(a.d, a.R), rng)

    return plan


def _setting_bound(found: Descents, source: str) -> Callable[[Setting], UpperBound]:
    def bound(a: Setting) -> UpperBound:
        value = _of_setting(found)(a, None).bound.total
        conditions: tuple[str, ...] = ("losses are L-Lipschitz, linear", "parameters in the l_2 ball of radius R")
        if found.delta:
            conditions = (*conditions, "delta > 0")
        return UpperBound(value, source, conditions, not value < a.L * a.R)

    return bound


CENTRAL_DESCENTS = (
    Descents(
        "full-batch",
        "steps on the mean gradient of all users, with Gaussian noise",
        "ours; bassily Algorithm 4 with B = n and no ranges",
        full_batch,
        delta=True,
        smooth=False,
    ),
    Descents(
        "one-pass",
        "steps on fresh batches of users, each mean gradient with the least noise",
        "bassily Algorithm 5's batches with Algorithm 1 in the central model",
        one_pass,
        delta=True,
        smooth=False,
    ),
    Descents(
        "bassily-algorithm4",
        "many steps on random subsets of users",
        "bassily Algorithm 4 as corrected by the ledger, bassily/thm3.1; for few users at c = ln n ln(1/delta)",
        bassily_algorithm4,
        delta=True,
        smooth=False,
        localises=True,
    ),
    Descents(
        "full-batch-pure",
        "steps on the mean gradient of all users, with noise that falls with the l_2 norm",
        "ours; `full-batch` by composition of pure budgets",
        pure_full_batch,
        smooth=False,
    ),
    Descents(
        "one-pass-pure",
        "steps on fresh batches of users, with noise that falls with the l_2 norm",
        "bassily Algorithm 5's batches with Algorithm 1 in the central model at delta = 0",
        pure_one_pass,
        smooth=False,
    ),
)
"""The descents that `estimate optimisation-central` chooses among."""

_STABILITY = "descent on the data's own risk, and stability, with explicit constants"
_ACCELERATED = "bassily Lemma 6.1 as the ledger proves it, with an explicit variance and failure probability"
_GUARANTEES = {
    "full-batch": (FULL_RATE, _STABILITY),
    "one-pass": (ONE_PASS_RATE, _ACCELERATED),
    "bassily-algorithm4": (RATE, "bassily Theorem 3.1 as corrected, with explicit constants"),
    "full-batch-pure": (PURE_FULL_RATE, _STABILITY),
    "one-pass-pure": (PURE_ONE_PASS_RATE, _ACCELERATED),
}
"""The rate of each for linear losses, and the source of its bound."""

ESTIMATORS = tuple(
    Estimator(
        one.name,
        one.title,
        one.source,
        "optimisation-central",
        rate,
        _of_setting(one),
        _setting_bound(one, told),
        needs_one_law=not one.name.startswith("full-batch"),
        trusted=True,
    )
    for one, (rate, told) in ((one, _GUARANTEES[one.name]) for one in CENTRAL_DESCENTS)
)
