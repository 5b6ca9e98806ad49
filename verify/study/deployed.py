"""What `estimate` runs: the explicit bounds of these methods, and the risks by which it chooses.

Estimators' own bounds and risks are those of printed noise. Deployed noise differs in two ways. On a grid, noise and
rounding have a variance of at most 1 + MOST_EXCESS times that of the Laplace noise, which enters a bound as a term that
is not negative. Everything else in a bound is bias, clipped data, which stay in their interval, and tails by moment
generating functions, which are not larger than those of Laplace noise (`upperbounds.protocols.deployed`). So a bound
times 1 + MOST_EXCESS holds. Votes with geometric noise have other winners than votes with Laplace noise: a risk uses
the law that is drawn, and for the noise of the second round this bound on its variance.
"""

from dataclasses import replace
from typing import Any

from notation.parameters import ParameterError
from notation.problem import Problem
from notation.setting import Setting
from upperbounds.channels.grid import MOST_EXCESS
from upperbounds.channels.laplace import LaplaceHistogram, LaplaceOnInterval
from upperbounds.estimator import Estimator, UpperBound
from upperbounds.protocols.coordinates import CoordinatePlan
from upperbounds.protocols.deployed import deployed, leaves
from upperbounds.protocols.protocol import Protocol
from upperbounds.protocols.two_stage import TwoStage
from verify.study.worst import MOST_USERS, WorstRisk


def deployed_protocol(estimator: Estimator, plan: Any, epsilon: float) -> Protocol:
    """The protocol that is run on your own data: every channel's exact counterpart."""
    return deployed(plan.protocol(), estimator.exact(plan).protocol(), epsilon)


def grid_excess(plan: Any) -> float:
    """The most that the grid adds to the noise variance of a plan's messages, relative to it; 0 without noise."""
    for step in plan.protocol().rounds:
        if any(isinstance(leaf, LaplaceOnInterval) for leaf in leaves(step.channel(next(iter(step.states))))):
            return MOST_EXCESS
    return 0.0


def deployed_bound(problem: Problem, estimator: Any, setting: Any) -> UpperBound:
    """The explicit bound on the risk of what `estimate` runs, at most 1 % above that of printed noise.

    Raises ParameterError where there are too few users for the plan.
    """
    found = estimator.bound(setting)
    if not estimator.protects_users:
        return found
    if problem.known == "class":
        # Bounds of labels are those of what is deployed, and classifiers of users draw no noise.
        factor = 1 + MOST_EXCESS if problem.name == "regression" else 1.0
    elif problem.known == "losses":
        from upperbounds.optimisation.deployed import deployed_descent

        plan = estimator.plan(setting)
        factor = deployed_descent(plan).bound.total / plan.bound.total
    else:
        factor = 1 + grid_excess(estimator.plan(setting))
    value = factor * found.value
    return replace(found, value=value, vacuous=found.vacuous or not value < problem.trivial(setting))


def useful_from(problem: Problem, estimator: Estimator, setting: Setting) -> int | None:
    """The smallest n (to 1%) for which the bound is nontrivial, if it is trivial at the setting's n.

    None if 10^12 users do not suffice.
    """

    def vacuous(n: int) -> bool:
        try:
            return deployed_bound(problem, estimator, replace(setting, n=n)).vacuous
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


def deployed_worst_risk(problem: Problem, estimator: Estimator, setting: Setting) -> WorstRisk:
    """The worst risk by which `estimate` chooses: with the votes that are drawn, and with the grid included.

    Raises ParameterError if there are too few users for the plan.
    """
    plan = estimator.plan(setting)
    votes = with_drawn_votes(estimator, plan, setting.epsilon)
    found = problem.risk(estimator if votes is plan else replace(estimator, build=lambda *_: votes), setting)
    factor = 1 + grid_excess(plan)
    return replace(found, value=factor * found.value, error=factor * found.error)


def with_drawn_votes(estimator: Estimator, plan: Any, epsilon: float) -> Any:
    """A plan whose voters add the geometric noise that is drawn; the very plan where they add no Laplace noise."""
    each = plan.each if isinstance(plan, CoordinatePlan) else plan
    if not isinstance(each, TwoStage) or not isinstance(each.vote, LaplaceHistogram):
        return plan
    step = deployed_protocol(estimator, plan, epsilon).rounds[0]
    (vote,) = {leaf for state in step.states for leaf in leaves(step.channel(state))}
    each = replace(each, vote=vote)
    return replace(plan, each=each) if isinstance(plan, CoordinatePlan) else each
