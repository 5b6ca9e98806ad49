"""kent's experiments on sparse means (Section 6.1.2 and Appendix A.2, Figures 3, 9 and 10).

s = 4 coordinates before zeros have the mean 2p - 1: 1/2, or 1. Section 6.1.2 names neither s nor p nor the dimensions of
Figure 3; they are read as those of Appendix A.2, with dimensions of ours. Nor does the paper say which epsilon of (37)
its simulations have: `share` is what is taken of it. Figure 9 is exact probabilities. In Figures 3 and 10 the selection is
drawn 500 times, and the error given what is chosen is exact; Duchi et al.'s estimator has exact risks.
"""

import math
from functools import lru_cache
from itertools import pairwise

import numpy as np

from notation.setting import Setting
from upperbounds.channels.cube import CubeResponse
from upperbounds.sparse.item_level import universal_level
from upperbounds.sparse.kent import tuned
from verify.papers.kent.appA2_sensitivity.figure9 import setting
from verify.study.experiments.sweep import Cell, Row
from verify.study.risk import exact_risk, stream
from verify.study.risk.sparse import SparseRisk, chosen_chances, selection_risk, signs, soft_risks

REPETITIONS, SPARSITY, MEAN = 500, 4, 0.5
_DIMENSIONS, EPSILONS = (100, 500), (0.5, 1.0, 2.0, 4.0)
HALF, MORE, WHOLE = 0.5, 0.6, 1.0
"""Shares of the epsilon of (37): with six tenths Figure 9 is as the paper tells of it."""
CONSTANTS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 30.0)
GROWING = (50, 100, 200, 500, 1000, 2000)
"""The dimensions of Figure 3."""
ASSUMED, MEANS = (1, 2, 3, 4, 5, 6, 7, 8), (0.5, 1.0)
_LEVELS = np.linspace(0.0, 1.2, 49)
"""Soft thresholds, over the universal one."""
_known = lru_cache(maxsize=1024)(lambda each, law: exact_risk(each, law).value)


def figure3_cells(scale: str) -> list[Cell]:
    """n = T = floor((10 d log d)^(1/2)); at the paper's scale four times as many dimensions."""
    step = 4 if scale == "paper" else 1
    between = [round(a * (b / a) ** (k / step)) for a, b in pairwise(GROWING) for k in range(step)]
    return [
        {"d": d, "epsilon": eps, "share": share}
        for eps in EPSILONS
        for share in (HALF, WHOLE)
        for d in (*between, GROWING[-1])
    ]


def growing(d: int, epsilon: float) -> Setting:
    """That of Figure 3."""
    users = math.isqrt(math.floor(10 * d * math.log(d)))
    return Setting(users, users, d, epsilon, s=SPARSITY)


def figure3(cell: Cell) -> Row:
    """The risk at user level with its standard error, and at item level: at the universal threshold, and at the best."""
    at = growing(cell["d"], cell["epsilon"])
    found = user_level(at, cell["share"], MEAN)
    risks = item_level(at)
    return {
        "n": at.n,
        "m": at.m,
        "s": at.s,
        "risk": found.value,
        "standard_error": found.error,
        "found": found.found,
        "item": risks[0],
        "item_best": min(risks),
    }


@lru_cache(maxsize=256)
def user_level(at: Setting, share: float, mean: float) -> SparseRisk:
    """Algorithm 6 as tuned, where four coordinates have this mean, whatever s it is given."""
    means = np.zeros(at.d)
    means[:SPARSITY] = mean
    # A stream of its own for every point: draws of different points are independent.
    point = round(10 * share) + 100 * round(10 * mean) + 10**4 * round(10 * at.epsilon) + 10**7 * at.s
    return selection_risk(tuned(at, 1.0, share), signs(means, at.D), REPETITIONS, stream(0, 3, at.d, point), _known)


@lru_cache(maxsize=64)
def item_level(at: Setting) -> tuple[float, ...]:
    """The exact risks of Duchi et al.'s estimator at the universal threshold, then at parts of it up to 6/5."""
    levels = universal_level(at) * np.concatenate([[1.0], _LEVELS])
    means = {MEAN: SPARSITY, 0.0: at.d - SPARSITY}
    return tuple(soft_risks(CubeResponse(at.d, at.D, at.epsilon), at.n * at.m, levels, means).tolist())


def figure9_cells(scale: str) -> list[Cell]:
    """Figure 9, at six tenths of the epsilon of (37) and at all of it; at the paper's scale three times as many constants."""
    step = 3 if scale == "paper" else 1
    between = [a * (b / a) ** (k / step) for a, b in pairwise(CONSTANTS) for k in range(step)]
    return [
        {"d": d, "epsilon": eps, "share": share, "constant": c}
        for d in _DIMENSIONS
        for eps in EPSILONS
        for share in (MORE, WHOLE)
        for c in (*between, CONSTANTS[-1])
    ]


def figure9(cell: Cell) -> Row:
    """The probabilities that a coordinate of mean 1/2, and a zero one, are chosen."""
    at = setting(cell["d"], cell["epsilon"])
    plan = tuned(at, cell["constant"], cell["share"])
    found, false, error = chosen_chances(plan, MEAN, 1.0)
    return {
        "n": at.n,
        "m": at.m,
        "s": at.s,
        "threshold": plan.threshold,
        "found": found,
        "false": false,
        "error": error,
    }


def figure10_cells(scale: str) -> list[Cell]:
    """Assumed sparsities 1 to 8, at the paper's scale to 12, for means 1/2 and 1."""
    assumed = range(1, 13) if scale == "paper" else ASSUMED
    return [{"mean": mean, "epsilon": eps, "assumed": s} for mean in MEANS for eps in EPSILONS for s in assumed]


def misspecified(assumed: int, epsilon: float) -> Setting:
    """That of Figure 10."""
    return Setting(1000, 200, 100, epsilon, s=assumed)


def figure10(cell: Cell) -> Row:
    """The risk where a given number of coordinates are assumed, with its standard error, and the part of those that are missed."""
    at = misspecified(cell["assumed"], cell["epsilon"])
    found = user_level(at, HALF, cell["mean"])
    missed = SPARSITY * (1 - found.found) * cell["mean"] ** 2
    return {
        "n": at.n,
        "m": at.m,
        "d": at.d,
        "risk": found.value,
        "standard_error": found.error,
        "found": found.found,
        "missed": missed,
    }
