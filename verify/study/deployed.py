"""What is stated of what `estimate` runs: explicit bounds, the risks by which it chooses, first-stage failures.

Estimators' own bounds and risks are those of printed noise. Deployed noise differs in two ways. On a grid, noise and
rounding have a variance of at most 1 + MOST_EXCESS times that of the Laplace noise, which enters a bound as a
term that is not negative. All else in a bound is bias, clipped data, which stay in their interval, and tails by
generating functions, which are not larger than those of Laplace noise (`upperbounds.protocols.deployed`). So a bound
times 1 + MOST_EXCESS holds. Votes with geometric noise have other winners than votes with Laplace noise: their failure
is bounded by `winner_ceiling`, which uses nothing of the noise but that its generating function is not larger.
"""

from collections.abc import Iterator
from dataclasses import replace
from math import isfinite
from typing import Any

import numpy as np

from notation.parameters import ParameterError
from notation.problem import Problem
from notation.setting import Setting
from upperbounds.channels.grid import MOST_EXCESS
from upperbounds.channels.laplace import LaplaceHistogram, LaplaceOnInterval
from upperbounds.estimator import Estimator, UpperBound
from upperbounds.protocols.coordinates import CoordinatePlan, Plain
from upperbounds.protocols.deployed import leaves
from upperbounds.protocols.two_stage import TwoStage
from upperbounds.vectors.heavy import HeavyTwoStage
from verify.risk import SignLaw
from verify.risk.ceiling import winner_ceiling
from verify.risk.exact import as_floats
from verify.study.risk import MOST_USERS, WorstRisk, sign_laws, spikes

_TAIL = 1e-18
"""The mass of voters that a law of bins may leave out; it is in the bound."""
_POSITIONS = 5
"""Means across the bin of 0, as where a risk takes long."""


def grid_excess(plan: Any) -> float:
    """What the grid adds at most to the variance of the noise of a plan's messages, relative to it; 0 without noise."""
    for step in plan.protocol().rounds:
        if any(isinstance(leaf, LaplaceOnInterval) for leaf in leaves(step.channel(next(iter(step.states))))):
            return MOST_EXCESS
    return 0.0


def upper_bound(problem: Problem, estimator: Estimator, setting: Setting) -> UpperBound:
    """The explicit bound on the risk of what `estimate` runs, at most 1 % above that of printed noise.

    Raises ParameterError where there are too few users for the plan.
    """
    found = estimator.bound(setting)
    if not estimator.protects_users or not isinstance(estimator, Estimator):
        # Rules that are learnt have theirs in `users.upper_of`.
        return found
    plan = estimator.plan(setting)
    if problem.known == "losses":
        from upperbounds.optimisation.deployed import deployed_descent

        factor = deployed_descent(plan).bound.total / plan.bound.total
    else:
        factor = 1 + grid_excess(plan)
    value = factor * found.value
    return replace(found, value=value, vacuous=found.vacuous or not value < problem.trivial(setting))


def useful_from(problem: Problem, estimator: Estimator, setting: Setting) -> int | None:
    """The least n (to 1%) beyond the setting's, where it says nothing, from which the bound says something.

    None where 10^12 users do not suffice.
    """

    def vacuous(n: int) -> bool:
        try:
            return upper_bound(problem, estimator, replace(setting, n=n)).vacuous
        except ParameterError:
            return True

    low, high = setting.n, 2 * setting.n
    while vacuous(high):
        low, high = high, 2 * high
        if high > MOST_USERS:
            return None
    while high - low > max(1, low // 100):
        middle = (low + high) // 2
        if vacuous(middle):
            low = middle
        else:
            high = middle
    return high


def worst_risk(problem: Problem, estimator: Estimator, setting: Setting) -> WorstRisk:
    """The worst risk by which `estimate` chooses, with the grid's part, and a bound on the first-stage failure.

    Where votes have geometric noise, the winner has the law of Laplace votes in the risk, and a bound for both in the
    failure. Raises ParameterError where there are too few users for the plan.
    """
    found, plan = problem.risk(estimator, setting), estimator.plan(setting)
    each = plan.each if isinstance(plan, CoordinatePlan) else plan
    found = replace(found, value=(1 + grid_excess(plan)) * found.value)
    if not isinstance(each, TwoStage) or not isinstance(each.vote, LaplaceHistogram) or not isfinite(found.value):
        return found
    failure = max(noisy_failure(each, law) for law in _laws(plan, each, setting))
    return replace(found, localisation_failure=failure, repetitions=0, resolution=0.0)


def _laws(plan: Any, each: TwoStage, setting: Setting) -> Iterator[SignLaw]:
    """The two-valued laws of the coordinates of a plan, as those of its risk."""
    size = setting.unit if isinstance(each, HeavyTwoStage) else setting.D
    if not isinstance(plan, CoordinatePlan) or isinstance(plan.embedding, Plain):
        yield from sign_laws(each, size, _POSITIONS)
        if isinstance(each, HeavyTwoStage):
            yield from spikes(setting, each.half)
        return
    embedding: Any = plan.embedding
    for entry in np.unique(np.abs(embedding.forward(size * np.eye(1, setting.d))[0])).tolist():
        yield from sign_laws(each, entry, _POSITIONS)


def noisy_failure(plan: TwoStage, law: SignLaw) -> float:
    """A bound on the probability that the winner misses the mean, for votes with geometric or with Laplace noise."""
    runs = as_floats(plan)
    ceiling = winner_ceiling(runs.vote, law.bin_law(runs.bins, runs.m, _TAIL / runs.half), runs.half)
    lower, upper = runs.interval(np.arange(runs.bins.count))
    return min(float(ceiling[(law.mean < lower) | (upper < law.mean)].sum()), 1.0)
