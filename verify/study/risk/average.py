"""The average of a risk over a random shift or position, by nested quadrature with an error estimate."""

import heapq
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from notation.parameters import ParameterError, count, interval, positive
from upperbounds.protocols.two_stage import TwoStage
from verify.study.risk.exact import as_floats, exact_risk
from verify.study.risk.laws import SignLaw, UserMeanLaw

# Kronrod's 15 nodes in [0, 1] by symmetry, with their weights; every other one is Gauss's (QUADPACK, qk15).
_NODES = (
    0.991455371120812639206854697526329, 0.949107912342758524526189684047851, 0.864864423359769072789712788640926,
    0.741531185599394439863864773280788, 0.586087235467691130294144691693013, 0.405845151377397166906606412076961,
    0.207784955007898467600689403773245, 0.0,
)  # fmt: skip
_KRONROD = (
    0.022935322010529224963732008058970, 0.063092092629978553290700663189204, 0.104790010322250183839876322541518,
    0.140653259715525918745189590510238, 0.169004726639267902826583426598550, 0.190350578064785409913256402421014,
    0.204432940075298892414161999234649, 0.209482141084727828012999174891714,
)  # fmt: skip
_GAUSS = (0.129484966168869693270611432679082, 0.279705391489276667901467771423780,
          0.381830050505118944950369775488975, 0.417959183673469387755102040816327)  # fmt: skip


@dataclass(frozen=True)
class Average:
    """An average with the sum over panels of the differences of the two rules, and the errors of the risks.

    `error` is an estimate: a jump between all nodes of a panel would not be seen. `evaluations` counts risks.
    """

    value: float
    error: float
    evaluations: int


def average_risk(
    estimator: TwoStage,
    lower: float,
    upper: float,
    law_at: Callable[[float], UserMeanLaw] = lambda shift: SignLaw(shift, 1.0, shift),
    relative: float = 1e-3,
    most: int = 3000,
) -> Average:
    """The exact risk averaged over a position uniform on [lower, upper]; `law_at` makes the law at a position.

    By default the position is a shift of fair signs (kent, Section 6.1.1). Gauss and Kronrod's rules of 7 and 15
    nodes on panels that are halved where they differ most, until the differences add up to at most `relative` times
    the average, or `most` risks were computed. The first panels end at the bins' edges and centres, where the risk has
    its kinks and peaks, as far as `most` allows. Where few lattice points fall into a bin the risk jumps as one of them
    crosses an edge; the panels close in on the jumps. Raises ParameterError.
    """
    lower, upper = interval("lower", lower, "upper", upper)
    positive("relative", relative)
    count("most", most, 15)
    if not np.isfinite(upper - lower):
        raise ParameterError(f"upper = {upper!r}: must be within the range of floats of lower = {lower!r}")

    def panel(a: float, b: float) -> tuple[float, float, float, float]:
        """The negative difference, the integral, and the ends."""
        half, middle = (b - a) / 2, (a + b) / 2
        signed = [(sign * node, i) for i, node in enumerate(_NODES) for sign in ((1, -1) if node else (1,))]
        risks = [(exact_risk(estimator, law_at(middle + half * node)), i) for node, i in signed]
        found = half * sum(_KRONROD[i] * risk.value for risk, i in risks)
        coarse = half * sum(_GAUSS[i // 2] * risk.value for risk, i in risks if i % 2)
        own = 2 * half * max(risk.error for risk, _ in risks)
        return -(abs(found - coarse) + own), found, a, b

    cuts = _cuts(estimator, lower, upper, most // 15)
    panels = [panel(*ends) for ends in pairwise(cuts)]
    heapq.heapify(panels)
    evaluations = 15 * len(panels)
    while evaluations + 30 <= most and -sum(p[0] for p in panels) > relative * abs(sum(p[1] for p in panels)):
        _, _, a, b = heapq.heappop(panels)
        for ends in ((a, (a + b) / 2), ((a + b) / 2, b)):
            heapq.heappush(panels, panel(*ends))
        evaluations += 30
    width = upper - lower
    return Average(sum(p[1] for p in panels) / width, -sum(p[0] for p in panels) / width, evaluations)


def _cuts(estimator: TwoStage, lower: float, upper: float, panels: int) -> list[float]:
    """The ends and, if that gives at most this many panels, the edges and centres of bins between them."""
    bins = as_floats(estimator).bins
    first, last = (int(bins.index(np.asarray(end, dtype=np.float64))) for end in (lower, upper))
    if 2 * (last - first + 1) + 1 > panels:
        return [lower, upper]
    halves = float(bins.left(first)) + bins.width / 2 * np.arange(2 * (last - first + 1) + 1)
    return [lower, *(float(cut) for cut in halves if lower < cut < upper), upper]
