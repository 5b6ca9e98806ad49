"""Rules by shrinking balls, drawn: users by the counts of their samples in cells, and every message."""

from math import sqrt

import numpy as np

from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.vectors import packed
from upperbounds.classification.balls import CellBalls
from upperbounds.regression.users import ratio
from verify.study.risk.user_cells import CellLaw

_CHUNK = 1 << 15
"""Users whose counts are held at a time."""


def numbers(plan: CellBalls) -> float:
    """How many counts and messages' coordinates one run draws."""
    return float(plan.n) * (2 * plan.cells + plan.balls.dimension)


def estimates(plan: CellBalls, law: CellLaw, rng: np.random.Generator) -> FloatArray:
    """q, and p as a second part, (parts, cells), for labels +-1."""
    state = None
    chances = np.concatenate([law.mass + law.q, law.mass - law.q]).clip(0.0) / 2
    for step in plan.balls.protocol().rounds:
        channel, total = step.channel(state), np.zeros(plan.balls.dimension)
        for start in range(0, len(step.users), _CHUNK):
            users = min(_CHUNK, len(step.users) - start)
            counts = rng.multinomial(plan.balls.m, chances / chances.sum(), size=users)
            high, low = np.split(counts, 2, axis=1)
            blocks = [high - low, high + low][: plan.parts]
            vectors = np.concatenate(blocks, axis=1) / (plan.balls.m * sqrt(plan.parts))
            total += channel.sample(packed(vectors), rng).sum(axis=0)
        state = step.decode(total[None] / len(step.users), state)
    return plan.back(np.asarray(state))


def excess(found: FloatArray, law: CellLaw) -> float:
    """The excess risk of the signs of estimates (1, cells)."""
    return float(np.where(found[0] > 0, law.wrong[:, 1], law.wrong[:, 0]).sum())


def normal_excess(law: CellLaw, deviation: float) -> float:
    """The excess risk where estimates are normal about q: which law is hard."""
    from scipy.special import ndtr

    negative = ndtr(-law.q / deviation)
    return float(law.wrong[:, 0] @ negative + law.wrong[:, 1] @ (1 - negative))


def squares(found: FloatArray, law: CellLaw, floor: float) -> float:
    """The squared error of the clipped ratio of estimates (parts, cells), in units of T^2."""
    p = found[1] if len(found) == 2 else law.mass
    off = ratio(found[0], p, floor, 1.0) - law.q / law.mass
    return float(law.mass @ off**2 + law.spread)
