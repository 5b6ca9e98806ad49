"""Measurements for kent Theorem 7: what Algorithms 6 and 7 surely miss, in n, T, d and s, next to the terms of (36).

s co-ordinates have means of one size and are independent signs. The largest size on a grid that is missed but with a
probability that is nothing gives a risk of s times its square, which is a lower bound on the worst risk of the estimator.
"""

from collections.abc import Callable

import numpy as np

from notation.setting import Setting
from upperbounds.sparse import bounds, kent
from upperbounds.sparse.threshold import ThresholdPlan
from verify.kernel.statements import AllOf, Fit, Reading, Slopes
from verify.kernel.statements.claim import Claim, Kind
from verify.kernel.statements.measured import Point
from verify.kernel.statements.outcome import Settings
from verify.study.measuring.vectors import grid
from verify.study.risk.sparse import decided_risk

_SIZES = np.geomspace(1e-4, 1.0, 400)
_CERTAIN, _SURE = 1e-9, 1e-13
"""Probabilities, of the selection as `decided_risk` has it."""


def _setting(point: Point) -> Setting:
    return Setting(int(point["n"]), int(point["m"]), int(point["d"]), point["epsilon"], s=int(point["s"]))


def selection(point: Point, _: Settings) -> Reading:
    """The squares that Algorithm 6 misses at the largest of the sizes for which it surely chooses none."""
    at = _setting(point)
    plan = kent.algorithm6(at)
    # From the smallest size on: a chosen co-ordinate ends the search, so that no two-stage risk is asked for.
    missed = 0.0
    for size in _SIZES[0.8 * plan.threshold <= _SIZES]:
        found = decided_risk(plan, float(size), 1.0, lambda each, law: 0.0)
        if found is None or found.found:
            break
        missed = found.value
    return Reading(missed, 4 * at.s * _CERTAIN)


def threshold(point: Point, _: Settings) -> Reading:
    """The same for Algorithm 7: a size whose estimate is beyond the threshold with a probability of 1e-13 at most."""
    at = _setting(point)
    plan = kent.algorithm7(at)
    sizes = [x for x in _SIZES if x < plan.threshold and _beyond(plan, plan.threshold - x) <= _SURE]
    return Reading(at.s * max(sizes, default=0.0) ** 2, 4 * at.s * _SURE)


def _beyond(plan: ThresholdPlan, room: float) -> float:
    """P(|estimate - mean| >= room) of one coordinate, from above: a twentieth for clipping and for sampling each."""
    each, part = plan.cube.each, room / 20
    failure, bias = bounds.lost(each, 1.0)
    noise = bounds.laplace_tail(each.half, (room - 2 * part) / float(each.scale))
    return failure + bias / part + bounds.hoeffding(each.half * each.m, part) + noise


def _first(point: Point) -> float:
    """s log(d n T alpha^2)/T."""
    return point["s"] * float(np.log(point["d"] * point["n"] * point["m"] * point["epsilon"] ** 2)) / point["m"]


def _second(point: Point) -> float:
    """s d log(n T alpha^2)^2/(n T alpha^2)."""
    y = point["n"] * point["m"] * point["epsilon"] ** 2
    return point["s"] * point["d"] * float(np.log(y)) ** 2 / y


def _fits(
    regime: str, measure: Callable[[Point, Settings], Reading], claimed: Callable[[Point], float]
) -> tuple[Fit, ...]:
    at = {"n": 1e10, "m": 2e5, "d": 200.0, "s": 4.0, "epsilon": 0.8}
    steps = {
        "n": (1e10, 4e10, 16e10),
        "m": (5e4, 2e5, 8e5),
        "d": (50.0, 200.0, 800.0),
        "s": (2.0, 8.0, 32.0),
        "epsilon": (0.25, 0.5, 1.0),
    }
    return tuple(
        Fit(regime, axis, grid(axis, values, values, **{k: v for k, v in at.items() if k != axis}), measure, claimed)
        for axis, values in steps.items()
    )


_GRID = "around (n, T, d, s, alpha) = (10^10, 2 10^5, 200, 4, 0.8): n, T and d by a factor of 16, s of 16, alpha of 4"
OWN_SPARSE_SLOPES = Claim(
    "kent/own/sparse/slopes",
    "to Theorem 7, (36): the exponents of both regimes",
    Kind.EXPERIMENT,
    "what the two procedures surely miss has the exponents of their terms",
    corrected=AllOf(
        "",
        {
            "the selection": Slopes(
                r"\text{exponents of }s\,x^2,\ x\text{ the largest mean that is missed: those of }s\log(dnT\alpha^2)/T",
                _fits("T up to the cap", selection, _first),
                _GRID,
            ),
            "the threshold": Slopes(
                r"\text{exponents of }s\,x^2,\ x\text{ the largest mean that is missed: those of }sd\log(nT\alpha^2)^2/(nT\alpha^2)",
                _fits("T up to the cap", threshold, _second),
                _GRID,
            ),
        },
    ),
    note="Printed constants. A lower bound on the worst risk next to the explicit upper bounds of kent/thm7/upper, with the same exponents.",
)

CLAIMS = (OWN_SPARSE_SLOPES,)
