"""The worst risk found of an estimator of a sparse mean, over means of one size in the last coordinates."""

from math import inf, sqrt

import numpy as np

from notation.setting import Setting
from upperbounds.estimator import Estimator
from upperbounds.protocols.two_stage import TwoStage
from upperbounds.sparse.balls import SparseBalls
from upperbounds.sparse.selection import SelectionPlan
from upperbounds.sparse.threshold import ThresholdPlan
from verify.study.risk import SignLaw, stream
from verify.study.risk.side_by_side import each_of
from verify.study.risk.sparse import SparseRisk, balls_risk, decided_risk, selection_risk, signs, threshold_risk
from verify.study.worst import MOST_SAMPLES, MOST_WORK, WorstRisk, exact_work_of, simulated, worst_exact

_NUMBERS = 2e7
"""How many numbers a simulation of one mean draws."""
_PILOT, _FEWEST, _MOST = 5, 10, 400
"""Fewest repetitions at each size in the pilot; fewest and most at the chosen size."""
_BALLS, _RUNS = 8e7, 3
"""How many numbers are drawn for the risk of balls, and in how many repetitions at least."""
_SIZES = (0.0, 0.5, 0.9, 1.0, 1.1, 1.5, 2.0)
"""Sizes of the nonzero coordinates' means, in units of the threshold."""


def worst_sparse_risk(estimator: Estimator, setting: Setting) -> WorstRisk:
    """The risk for independent coordinates +-D, the last s with means of one size: the worst of some sizes.

    A pilot finds the worst size. The chosen coordinates are drawn, or certain with many voters; given them, errors of
    Algorithm 6 are exact. If more than s coordinates are chosen, it takes the first, so the last are the worst
    positions. `localisation_failure` is the share of nonzero coordinates that are missed. Raises ParameterError if
    there are too few users for the plan.
    """
    plan = estimator.plan(setting)
    if isinstance(plan, SparseBalls):
        return _by_balls(plan, setting)
    selects = isinstance(plan, SelectionPlan)
    work = plan.dimension * (plan.voters if selects else plan.cube.each.bins.count)
    repetitions = int(min(_MOST, _NUMBERS / work))
    sizes = sorted({min(size * plan.threshold, setting.D) for size in _SIZES} | {setting.D})
    if setting.m > MOST_SAMPLES or (repetitions < _FEWEST and not selects):
        return WorstRisk(inf, inf, f"not computed: {work:.1e} numbers in one repetition", None, 0.0)
    if repetitions < _FEWEST:
        decided = [(decided_risk(plan, size, setting.D, _of_coordinate), size) for size in sizes]
        found = [(risk, size) for risk, size in decided if risk is not None]
        if not found:
            return WorstRisk(inf, inf, f"not computed: {work:.1e} numbers in one repetition", None, 0.0)
        risk, size = max(found, key=lambda one: one[0].value)
        told = f"none of the selection, which is certain; +-D data, largest of {len(found)} sizes of the last s means"
    else:
        few = max(_PILOT, repetitions // 5)
        pilot = each_of(lambda size: _risk(plan, size, setting, few, 0).value, sizes)
        # Drawn again at the size that looks worst: its risk is not the largest of several that are off.
        size = sizes[int(np.argmax(pilot))]
        risk = _risk(plan, size, setting, repetitions, 1)
        told = f"{repetitions} repetitions; +-D data, the worst of {len(sizes)} sizes of the last s means in {few} each"
    return WorstRisk(
        risk.value,
        risk.error,
        f"Monte Carlo, {told}",
        1 - risk.found,
        size,
        risk.repetitions,
    )


def _by_balls(plan: SparseBalls, setting: Setting) -> WorstRisk:
    """The risk where the nonzero means are 4 sigma beyond the threshold, so that all of it is taken from them."""
    numbers = 2.0 * setting.n * setting.d
    repetitions = int(min(_BALLS / numbers, _MOST))
    if setting.m > MOST_SAMPLES or repetitions < _RUNS:
        return WorstRisk(inf, inf, f"not computed: {numbers:.1e} numbers in one repetition", None, 0.0)
    last = plan.channel(-1)
    size = min(plan.threshold + 4 * sqrt(last.second_moment / (setting.d * plan.users[-1])), setting.D)
    means = np.zeros(setting.d)
    means[-setting.s :] = size
    found = balls_risk(plan, signs(means, setting.D), repetitions, stream(0, 4, 3, 0))
    told = f"Monte Carlo, {repetitions} repetitions; +-D data, the last s means 4 deviations beyond the threshold"
    return WorstRisk(found.value, found.error, told, None, size, repetitions)


def _risk(
    plan: SelectionPlan | ThresholdPlan, size: float, setting: Setting, repetitions: int, chunk: int
) -> SparseRisk:
    means = np.zeros(setting.d)
    means[-setting.s :] = size
    rng = stream(0, 4, 1, chunk)
    if isinstance(plan, SelectionPlan):
        return selection_risk(plan, signs(means, setting.D), repetitions, rng, _of_coordinate)
    return threshold_risk(plan, signs(means, setting.D), repetitions, rng)


def _of_coordinate(each: TwoStage, law: SignLaw) -> float:
    """The risk of a two-stage mean, exact if that takes at most a second."""
    judged = worst_exact if exact_work_of(each, law.half_width) <= MOST_WORK else simulated
    return judged(each, law)[0].value
