"""kent's experiments on mixtures (A.3, Figures 11 and 12): each component's estimate, its mean and its deviation.

Rad(p) has the mean 2p - 1. The width is that of A.2, C = 0.25, with T* = T, and weights are cut at 1/(100m) as A.3 says;
(49) as printed leaves too few bins for four components (kent/own/mixture-bins). `votes` are those of (53) as printed, for
the chosen bins alone, or the corrected ones, for the nearest centre. Bins are drawn 1,000 times, from counts of users;
the moments given the bins are exact, on average over the public signs.
"""

from functools import lru_cache
from math import ceil

import numpy as np

from upperbounds.mean.kent import tuned_width
from upperbounds.mixture.kent import assemble
from upperbounds.mixture.plan import MixturePlan
from verify.study.experiments.sweep import Cell, Row
from verify.study.risk.laws import SignLaw
from verify.study.risk.mixture import DrawnRisk, Mixture, drawn_risk

_REPETITIONS = 1000
_EPSILONS = (2.0, 4.0)
NEAREST, LISTED = "nearest centre", "chosen bin alone"
SETTINGS = {
    1: Mixture((0.25,) * 4, tuple(SignLaw(2 * p - 1) for p in (1 / 8, 3 / 8, 5 / 8, 7 / 8))),
    2: Mixture((0.1, 0.8, 0.1), tuple(SignLaw(2 * p - 1) for p in (1 / 8, 1 / 2, 7 / 8))),
}
BY_USERS, BY_SAMPLES = "n", "m"
_CONSTANT = 0.25


def figure11_cells(scale: str) -> list[Cell]:
    """Setting 1: T = 1000 with n = 100..2000, and n = 1000 with T = 100..2000."""
    grid = range(100, 2001, 100) if scale == "paper" else (100, 200, 500, 1000, 2000)
    return [
        {"setting": 1, "axis": axis, "n": x if axis == BY_USERS else 1000, "m": x if axis == BY_SAMPLES else 1000}
        | {"epsilon": epsilon, "votes": votes}
        for axis in (BY_SAMPLES, BY_USERS)
        for epsilon in _EPSILONS
        for votes in (NEAREST, LISTED)
        for x in grid
    ]


def figure12_cells(scale: str) -> list[Cell]:
    """Setting 2: T = 500 with n = 100..2000."""
    grid = range(100, 2001, 50) if scale == "paper" else (100, 200, 500, 1000, 2000)
    return [
        {"setting": 2, "axis": BY_USERS, "n": n, "m": 500, "epsilon": epsilon, "votes": votes}
        for epsilon in _EPSILONS
        for votes in (NEAREST, LISTED)
        for n in grid
    ]


def _plan_of(setting: int, n: int, m: int, epsilon: float, votes: str) -> MixturePlan:
    """Algorithm 9 as A.3 runs it, as far as it says."""
    components, delta = len(SETTINGS[setting].parts), tuned_width(n, m, epsilon, 1.0, _CONSTANT)
    more = {"cutoff": 1 / (100 * components), "as_printed": votes == LISTED}
    return assemble(n, m, components, epsilon, delta, 1.0, ceil(1 / delta), 0, **more)


@lru_cache(maxsize=256)
def _found(setting: int, n: int, m: int, epsilon: float, votes: str = NEAREST) -> DrawnRisk:
    """What 1,000 drawn choices of bins give."""
    return drawn_risk(_plan_of(setting, n, m, epsilon, votes), SETTINGS[setting], _REPETITIONS, (0, 7, setting))


def cell(given: Cell) -> Row:
    """The mean and the deviation of each component's estimate, the risk, and how often a component is lost."""
    risk = _found(given["setting"], given["n"], given["m"], given["epsilon"], given["votes"])
    truth = SETTINGS[given["setting"]].means
    row: Row = {"risk": risk.value, "standard_error": risk.error, "lost": risk.lost}
    for k, (mean, deviation) in enumerate(zip(risk.mean, risk.deviation, strict=True)):
        row |= {f"truth{k + 1}": float(truth[k]), f"mean{k + 1}": float(mean), f"deviation{k + 1}": float(deviation)}
    return row | {"largest_bias": float(np.max(np.abs(risk.mean - truth)))}
