"""The problem `mixture`: the worst risk of its estimators over hard mixtures of the class."""

from math import inf

from notation.setting import Setting
from upperbounds.estimator import Estimator
from upperbounds.mixture.plan import MixturePlan
from verify.study.risk.mixture import MOST_SHARES, drawn_risk, hard_laws
from verify.study.risk.side_by_side import each_of
from verify.study.worst import WorstRisk

_REPETITIONS, _FEWEST = 10_000, 10
_MOST_WORK = 4e8
"""How many numbers one worst risk draws and sums: seconds."""


def worst_mixture_risk(estimator: Estimator, setting: Setting) -> WorstRisk:
    """The risk at the two-valued mixture of `hard_laws` that is worst in a pilot: only bins are drawn.

    It is averaged over public signs. `localisation_failure` is how often some component has no chosen bin near its
    mean. Raises ParameterError if there are too few users for the plan.
    """
    plan: MixturePlan = estimator.plan(setting)
    laws = tuple(hard_laws(setting.K, setting.D))
    # A binomial number is summed over nine deviations either side, a user's mean likewise, for each component.
    sums = setting.K * (9 * min(plan.third, plan.third**0.5) + 18 * min(plan.m, plan.m**0.5) * setting.K)
    work = len(laws) * (sums + plan.bins.count * 10)
    repetitions = int(min(_REPETITIONS, _MOST_WORK / work))
    if repetitions < _FEWEST or 9 * plan.third**0.5 > MOST_SHARES:
        return WorstRisk(inf, inf, f"not computed: {work:.1e} numbers for one choice of bins", None, 0.0)
    few = max(_FEWEST, repetitions // 4)
    pilot = each_of(lambda law: drawn_risk(plan, law, few), laws)
    # Drawn again at the mixture that looks worst: its risk is not the largest of many that are off.
    law = laws[max(range(len(laws)), key=lambda i: pilot[i].value)]
    found = drawn_risk(plan, law, repetitions, (0, 4, 2))
    return WorstRisk(
        found.value,
        found.error,
        f"exact given the bins, which are drawn {repetitions} times; +-D data, the worst of {len(laws)} mixtures in"
        f" {few} each",
        max(one.lost for one in (*pilot, found)),
        float(law.means[0]),
        repetitions,
    )
