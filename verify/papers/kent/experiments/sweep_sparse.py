"""kent's experiment on the clipping of hashed votes (Appendix A.2, Figure 9): exact chances."""

from itertools import pairwise

from upperbounds.sparse.kent import tuned
from verify.experiments.sweep import Cell, Row
from verify.papers.kent.appA2_sensitivity.figure9 import setting
from verify.risk.sparse import chosen_chances

DIMENSIONS, EPSILONS = (100, 500), (0.5, 1.0, 2.0, 4.0)
HALF, WHOLE = 0.5, 1.0
"""Of the epsilon of (37)."""
CONSTANTS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 30.0)


def figure9_cells(scale: str) -> list[Cell]:
    """Figure 9, at half of the epsilon of (37) and at all of it; at the paper's scale three times as many constants."""
    step = 3 if scale == "paper" else 1
    between = [a * (b / a) ** (k / step) for a, b in pairwise(CONSTANTS) for k in range(step)]
    return [
        {"d": d, "epsilon": eps, "share": share, "constant": c}
        for d in DIMENSIONS
        for eps in EPSILONS
        for share in (HALF, WHOLE)
        for c in (*between, CONSTANTS[-1])
    ]


def figure9(cell: Cell) -> Row:
    """The chances that a coordinate of mean 1/2, and a zero one, are chosen."""
    at = setting(cell["d"], cell["epsilon"])
    plan = tuned(at, cell["constant"], cell["share"])
    found, false, error = chosen_chances(plan, 0.5, 1.0)
    return {
        "n": at.n,
        "m": at.m,
        "s": at.s,
        "threshold": plan.threshold,
        "found": found,
        "false": false,
        "error": error,
    }
