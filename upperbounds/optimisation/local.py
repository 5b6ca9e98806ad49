r"""Descents in the local model with the steps of zhao Algorithm 3 and bassily Algorithm 5, and both as printed.

zhao's Algorithm 3 estimates gradients of bounded l_2 norm by the estimator for the cube (step 5), takes log n steps
although log(nm) are needed, and does not project (zhao/alg3). bassily's step starts from the point of the gradient, so
that acceleration is lost, and can leave the domain. Its n epsilon^2/d steps leave too few users in each step for
Theorem 4.3 (bassily/alg5), and the noise of Theorem 4.3 spends more than epsilon. Here the steps are projected and
accelerated as corrected; their number and size, and the estimator of gradients, are those with the smallest explicit
bound, from public numbers.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import numpy as np
import sympy

from notation.parameters import ParameterError, within
from notation.setting import LEAST_SIZE, MOST_SIZE, Setting, in_range
from notation.symbols import d, epsilon, m, n, smallest
from upperbounds.estimator import PUBLIC_SEED, Estimator, UpperBound
from upperbounds.mean import kent
from upperbounds.optimisation.domains import Ball, Domain
from upperbounds.optimisation.estimator import Descent, LocalDescent, Oracle, batches
from upperbounds.optimisation.losses import Linear, Loss
from upperbounds.optimisation.steps import (
    GradientSteps,
    Steps,
    accelerated,
    averaged,
    contracting,
)
from upperbounds.protocols.coordinates import CoordinatePlan
from upperbounds.transforms.hadamard import RandomRotation
from upperbounds.vectors import bassily, zhao
from upperbounds.vectors import kent as kent_vectors
from upperbounds.vectors.baselines import duchi
from upperbounds.vectors.bounds import noise_beats

_L, _R = sympy.symbols("L R", positive=True)
RATE = _L * _R * sympy.sqrt(d / (n * m * smallest(epsilon**2, epsilon))) * sympy.log(n * m)
"""bassily Theorem 3.2's rate, with the logarithms of pure privacy, for losses whose curvature does not matter."""

MOST_STEPS = 4096
"""The most steps of a chosen plan."""

_Making = Callable[[int, float], Oracle]
"""Makes an oracle from the number of users in a step and an allowed probability of failure."""
_Rule = Callable[[int, Loss, Domain, float], Steps]


def item_level(users: int, m: int, d: int, epsilon: float, L: float) -> Oracle:
    """Every user's average gradient by the item-level mechanism of Duchi et al.: variance B^2/users, and no failure.

    Parameters
    ----------
    users : int
        Number of users who answer.
    m : int
        Number of samples of each user.
    d : int
        Dimension.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    L : float
        Lipschitz constant of the loss: gradients have at most this norm.

    Returns
    -------
    Oracle
        The estimator of a gradient.

    References
    ----------
    Duchi, Jordan and Wainwright (2018), Equation 25.
    """
    plan = duchi(users, m, d, epsilon, L, "semi-user")
    return Oracle(plan, plan.channel.second_moment / users, L**2 / (users * m), 0.0)  # type: ignore[attr-defined]


def two_stage(users: int, m: int, epsilon: float, L: float, rotation: RandomRotation, gamma: float) -> Oracle:
    """kent Algorithm 13's two stages on average gradients, at a width that fails with probability gamma.

    If all rotated coordinates are within tau' of their means (`bassily.radii`) and no bin without users wins, nothing
    is clipped, and each coordinate is a mean of its refining users with Laplace noise.

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
    rotation : RandomRotation
        The public random rotation of gradients.
    gamma : float
        Probability of failure that is allowed for.

    Returns
    -------
    Oracle
        The estimator of a gradient.

    References
    ----------
    Kent et al., Algorithm 13.
    """
    size = rotation.coordinates
    who, share = kent_vectors.split(users, size, epsilon)
    found = bassily.radii(users, m, L, rotation, gamma)
    bins = kent.bin_count(found.narrow, L)
    budget = float(share) * epsilon
    build = kent.algorithm2 if budget <= 1 else kent.algorithm10
    each = build(who.per_coordinate, m, budget, found.narrow, L, bins)
    plan = CoordinatePlan("two-stage", who, each, share, rotation)
    variance = L**2 / (each.half * m) + size * 2 * float(each.scale) ** 2 / each.half
    return Oracle(plan, variance, L**2 / (users * m), min(1.0, 1.25 * gamma + size * noise_beats(each)))


def truncated(
    users: int, m: int, epsilon: float, L: float, delta: float, rotation: RandomRotation, gamma: float
) -> Oracle:
    """bassily Theorem 4.3 as corrected, on average gradients.

    If one bin holds every gradient, nothing is localised, and no budget is spent on that: the crude mean is 0, every
    gradient is within L of it, and the noise gets all of epsilon.

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
        Probability of failure that is allowed for.

    Returns
    -------
    Oracle
        The estimator of a gradient.

    References
    ----------
    Bassily and Sun, Theorem 4.3.
    """
    plan = bassily.local_truncated_mean(users, m, epsilon, L, delta, rotation, gamma=gamma)
    if plan.bins.count == 1:
        plan = replace(plan, radius=L, sigma=bassily.printed_noise(L, epsilon, delta))
    variance = L**2 / (users * m) + rotation.dimension * plan.noise_variance
    return Oracle(plan, variance, L**2 / (users * m), min(1.0, 1.25 * gamma + plan.misses))


def checked_run(n: int, m: int, epsilon: float, loss: Loss, domain: Domain) -> tuple[int, int, float, float]:
    """The numbers of a run, checked.

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

    Returns
    -------
    tuple of (int, int, float, float)
        n, m, epsilon and L.

    Raises
    ------
    ParameterError
        For a number out of range, or a loss and a domain of different dimensions.
    """
    if loss.dimension != domain.dimension:
        raise ParameterError(f"d = {domain.dimension}: the domain's dimension must be the loss's, {loss.dimension}")
    n, m, _, epsilon, L = in_range(n, m, loss.dimension, epsilon, within("L", loss.lipschitz, LEAST_SIZE, MOST_SIZE))
    return n, m, epsilon, L


def public_rotation(loss: Loss, rng: np.random.Generator | None) -> RandomRotation:
    """The rotation of a run's gradients; always the same without `rng`.

    Parameters
    ----------
    loss : Loss
        The loss, with its constants.
    rng : numpy.random.Generator or None
        Draws the public rotation; without it the rotation is always the same.

    Returns
    -------
    RandomRotation
        The rotation.
    """
    return RandomRotation.draw(loss.dimension, np.random.default_rng(PUBLIC_SEED) if rng is None else rng)


def step_counts(n: int) -> Iterator[int]:
    """Numbers of steps to try: 1 to 8, and then each about 1.2 times the one before.

    Parameters
    ----------
    n : int
        Number of users.

    Yields
    ------
    iterator of int
        Numbers of steps, rising.
    """
    seen = 0
    for k in range(64):
        number = k + 1 if k < 8 else round(8 * 1.2 ** (k - 7))
        if seen < number <= min(n, MOST_STEPS):
            seen = number
            yield number


def plain_rules(loss: Loss) -> tuple[_Rule, ...]:
    """Plain steps: the answer is the average, and also the last parameter under strong convexity.

    Parameters
    ----------
    loss : Loss
        The loss, with its constants.

    Returns
    -------
    tuple of Rule
        The rules.
    """
    return (averaged, *((contracting,) if 0 < loss.convexity <= loss.smoothness < math.inf else ()))


def zhao_algorithm3(
    n: int,
    m: int,
    epsilon: float,
    loss: Loss,
    domain: Domain,
    rng: np.random.Generator | None = None,
    *,
    number: int | None = None,
    one_law: bool = True,
) -> LocalDescent:
    """zhao Algorithm 3 with other gradients: epsilon-LDP, by the better of a two-stage and a one-stage l_2 estimator.

    This is not the algorithm of the ledger's zhao/alg3 and zhao/thm8/upper. That one uses the means of zhao Theorem 5
    on Kashin coefficients and about ln(nm)/(eta gamma) steps of at most 1/G, for a strongly convex risk, and its
    constants require 96336 d ln m users in each step.

    Plain projected steps: the answer is the last parameter under strong convexity, else the average.

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
    LocalDescent
        The plan.

    Raises
    ------
    ParameterError
        If there are too few users.

    References
    ----------
    Zhao et al., Algorithm 3.
    """
    return _chosen("zhao-algorithm3", n, m, epsilon, loss, domain, rng, plain_rules(loss), number, one_law)


def accelerated_pure(
    n: int,
    m: int,
    epsilon: float,
    loss: Loss,
    domain: Domain,
    rng: np.random.Generator | None = None,
    *,
    number: int | None = None,
    one_law: bool = True,
) -> LocalDescent:
    """The accelerated steps of bassily Algorithm 5 with the epsilon-LDP gradients of `zhao_algorithm3`.

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
    LocalDescent
        The plan.

    Raises
    ------
    ParameterError
        For a loss that is not smooth.

    References
    ----------
    Bassily and Sun, Algorithm 5.
    """
    return _chosen("accelerated", n, m, epsilon, loss, domain, rng, (accelerated,), number, one_law)


def _chosen(
    name: str,
    n: int,
    m: int,
    epsilon: float,
    loss: Loss,
    domain: Domain,
    rng: np.random.Generator | None,
    rules: tuple[_Rule, ...],
    number: int | None,
    one_law: bool,
    delta: float = 0.0,
) -> LocalDescent:
    """The plan with the smallest bound, of `number` steps or any; raises if no oracle has enough users.

    Unless users are i.i.d., only oracles that do not localise are used.
    """
    n, m, epsilon, L = checked_run(n, m, epsilon, loss, domain)
    rotation = public_rotation(loss, rng)
    makings: tuple[_Making, ...] = (
        lambda users, _: item_level(users, m, loss.dimension, epsilon, L),
        lambda users, gamma: two_stage(users, m, epsilon, L, rotation, gamma),
    )
    if delta:
        makings = (lambda users, gamma: truncated(users, m, epsilon, L, delta, rotation, gamma),)
    # bassily's choice: what fails may cost a sixteenth of the rate, whose logarithm the widths take.
    gamma = min(1.0, math.sqrt(loss.dimension / (n * m)) / min(epsilon, 1.0)) / 16

    def build(steps: Steps, oracle: Oracle, who: tuple[range, ...]) -> LocalDescent:
        return LocalDescent(name, n, m, epsilon, delta, loss, domain, steps, oracle, who)

    return least_bound(build, n, loss, domain, makings, rules, gamma, number, one_law)


_Plan = TypeVar("_Plan", bound=Descent)


def least_bound(
    build: Callable[[Steps, Oracle, tuple[range, ...]], _Plan],
    n: int,
    loss: Loss,
    domain: Domain,
    makings: tuple[_Making, ...],
    rules: tuple[_Rule, ...],
    gamma: float,
    number: int | None,
    one_law: bool,
) -> _Plan:
    """The plan with the smallest bound, of `number` steps or any, over ways to make its oracle and over rules.

    The oracles of a run may fail with total probability `gamma`, from their search for ranges.

    Parameters
    ----------
    build : callable
        The plan from steps, oracle and batches.
    n : int
        Number of users.
    loss : Loss
        The loss, with its constants.
    domain : Domain
        Where the parameter may be.
    makings : tuple of Making
        Ways to make an oracle.
    rules : tuple of Rule
        Rules of descent.
    gamma : float
        Probability of failure that is allowed for.
    number : int or None
        Number of steps; None for the one with the smallest bound.
    one_law : bool
        Whether users are i.i.d.; if not, nothing is localised.

    Returns
    -------
    Descent
        The plan.

    Raises
    ------
    ParameterError
        If no oracle has enough users, or if all localise and `one_law` is false.
    """
    best: _Plan | None = None
    refused = ParameterError(f"n = {n}: too few users")
    for tried in step_counts(n) if number is None else (number,):
        who = batches(n, tried)
        for making in makings:
            try:
                oracle = making(len(who[0]), gamma / tried)
            except ParameterError as error:
                refused = error
                continue
            if not one_law and oracle.localises:
                refused = ParameterError(f"n = {n}: gradients of heterogeneous users cannot be localised")
                continue
            for rule in rules:
                plan = build(rule(tried, loss, domain, oracle.variance), oracle, who)
                best = plan if best is None or plan.bound.total < best.bound.total else best
    if best is None:
        raise refused
    return best


def bassily_algorithm5(
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
) -> LocalDescent:
    """bassily Algorithm 5 as corrected: (epsilon, delta)-LDP, epsilon <= 1, accelerated projected steps.

    Gradients by Theorem 4.3 as corrected.

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
    LocalDescent
        The plan.

    Raises
    ------
    ParameterError
        If there are too few users, or the loss is not smooth; optimise its Moreau envelope instead.

    References
    ----------
    Bassily and Sun, Algorithm 5.
    """
    return _chosen("bassily-algorithm5", n, m, epsilon, loss, domain, rng, (accelerated,), number, one_law, delta)


def _unknown(plan: Any) -> Oracle:
    """A printed estimator, with no claim about its error."""
    return Oracle(plan, math.inf, math.inf, 1.0)


def printed_zhao_algorithm3(
    n: int, m: int, epsilon: float, loss: Loss, domain: Domain, constant: float = 3.0
) -> LocalDescent:
    """zhao Algorithm 3 as printed: constant * ln n steps of 1/beta without projection, gradients by Algorithm 2.

    Algorithm 2 is the one for the cube, as printed, on gradients in [-L, L]^d.

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
    constant : float, default 3.0
        Factor of ln n in the number of steps.

    Returns
    -------
    LocalDescent
        The plan.

    Raises
    ------
    ParameterError
        For a loss that is not smooth.

    References
    ----------
    Zhao et al., Algorithm 3.
    """
    n, m, epsilon, L = checked_run(n, m, epsilon, loss, domain)
    if not 0 < loss.smoothness < math.inf:
        raise ParameterError("loss: must be smooth, with beta above 0, for steps of 1/beta")
    who = batches(n, max(1, math.ceil(constant * math.log(n))))
    plan = zhao.printed_algorithm2(len(who[0]), m, loss.dimension, epsilon, L)
    steps = GradientSteps(len(who), 1 / loss.smoothness, None, last=True)
    return LocalDescent("zhao-algorithm3-printed", n, m, epsilon, 0.0, loss, domain, steps, _unknown(plan), who)


def printed_bassily_algorithm5(
    n: int, m: int, epsilon: float, delta: float, loss: Loss, domain: Domain, rng: np.random.Generator | None = None
) -> LocalDescent:
    """bassily Algorithm 5 as printed: n epsilon^2/d steps of line 8, Theorem 4.3 with the printed noise and radius.

    eta is that of Lemma 6.1 at the printed variance d L^2/(n_0 m epsilon^2).

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

    Returns
    -------
    LocalDescent
        The plan.

    Raises
    ------
    ParameterError
        For a loss that is not smooth, or if d/epsilon^2 users are fewer than two for each padded dimension.

    References
    ----------
    Bassily and Sun, Algorithm 5.
    """
    n, m, epsilon, L = checked_run(n, m, epsilon, loss, domain)
    d = loss.dimension
    who = batches(n, max(1, math.floor(n * epsilon**2 / d)))
    users = len(who[0])
    plan = bassily.printed_local_truncated_mean(users, m, epsilon, L, delta, public_rotation(loss, rng))
    steps = accelerated(len(who), loss, domain, d * L**2 / (users * m * epsilon**2))
    listed = replace(steps, listed=True)
    return LocalDescent("bassily-algorithm5-printed", n, m, epsilon, delta, loss, domain, listed, _unknown(plan), who)


def _of_setting(a: Setting, rng: np.random.Generator | None = None) -> LocalDescent:
    """The accelerated plan for linear losses of a setting, whose domain is the ball of radius R."""
    return accelerated_pure(a.n, a.m, a.epsilon, Linear(a.d, a.L), Ball(a.d, a.R), rng)


def _setting_bound(a: Setting) -> UpperBound:
    value = _of_setting(a).bound.total
    return UpperBound(
        value,
        "bassily Lemma 6.1 as the ledger proves it, with an explicit variance and failure probability",
        ("losses are L-Lipschitz, linear", "parameters in the l_2 ball of radius R"),
        not value < a.L * a.R,
    )


ESTIMATORS = (
    Estimator(
        "accelerated",
        "accelerated projected steps, gradients by two-stage means or the item-level l_2 mechanism",
        "bassily Algorithm 5 as corrected, with epsilon-LDP gradients",
        "optimisation",
        RATE,
        _of_setting,
        _setting_bound,
        exact=LocalDescent.exact,
        needs_one_law=True,
    ),
)


@dataclass(frozen=True)
class Descents:
    """A way to fit: the function that builds its plan, and its source.

    Attributes
    ----------
    name : str
        Name of the estimator.
    title : str
        Title for people.
    source : str
        Where it is from.
    build : callable
        Builds the plan.
    delta : bool, default False
        Whether it takes a delta.
    smooth : bool, default True
        Whether the loss must be smooth.
    localises : bool, default False
        Whether it needs i.i.d. users.
    """

    name: str
    title: str
    source: str
    build: Callable[..., Any]
    delta: bool = False
    smooth: bool = True
    """Whether losses must be smooth, so that others are replaced by their Moreau envelopes."""
    localises: bool = False
    """Whether it always localises gradients, and so needs i.i.d. users."""


LOCAL_DESCENTS = (
    Descents(
        "zhao-algorithm3",
        "projected steps, private gradients",
        "ours, on the steps of zhao Algorithm 3: number and size by the least bound, gradients by kent's two stages or "
        "one answer, where the ledger's zhao/alg3 has ln(nm) steps and the means of zhao Theorem 5",
        zhao_algorithm3,
        smooth=False,
    ),
    Descents(
        "accelerated", "accelerated steps, private gradients", "bassily Algorithm 5 as corrected", accelerated_pure
    ),
    Descents(
        "bassily-algorithm5",
        "accelerated steps, gradients with Gaussian noise",
        "bassily Algorithm 5 as corrected",
        bassily_algorithm5,
        delta=True,
    ),
)
"""The descents that `estimate optimisation` chooses among."""
