"""kent's experiments on the univariate mean (Sections 6.1.1, A.1, A.2): their grids, and a cell's exact risks.

A cell's entries name the parameters, ours for the paper's: n, m (T), epsilon (alpha). `branch` is the paper's
Algorithm 2, or the three-bin votes of Algorithm 10 (Appendix E) where alpha > 1. Next to every risk stands the
probability that localisation fails, and the largest risk over the place of the mean in its bin.
"""

from math import floor

from upperbounds.mean.baselines import full_item, semi_user, split_user
from upperbounds.mean.kent import algorithm2, algorithm10, bin_count, tuned_width
from upperbounds.protocols.two_stage import TwoStage
from verify.study.experiments.least import least
from verify.study.experiments.monte_carlo import simulate
from verify.study.experiments.shifted import ShiftedRisk, ShiftRisk
from verify.study.experiments.shifted_data import ShiftedBeta, ShiftedData, ShiftedSigns
from verify.study.experiments.sweep import Cell, Row
from verify.study.risk import BetaLaw, exact_risk

SHIFT = 0.3
"""U is uniform on [-0.3, 0.3]."""

TARGET = 5e-4
"""The relative error of an average that refinement aims at."""

WIDE_TARGET = 9e-4
"""The same for the votes of three bins, which take longer."""

_DRAWN = 3e-3
"""The same where a whole curve is drawn and no minimum depends on it: a fraction of a line's width."""

EPSILONS = (0.5, 1.0, 2.0, 4.0)
BEYOND_ONE = (2.0, 4.0)
"""Those at which Appendix E votes for three bins."""

ALGORITHM2, THREE_BINS = "algorithm 2", "algorithm 10"

PAPER_WIDTHS = tuple(round(0.0005 * i, 4) for i in range(1, 301))
COARSE_WIDTHS = tuple(PAPER_WIDTHS[i] for i in sorted({round(1.12**k) - 1 for k in range(51)}))
"""One in seven of them, about a ninth apart where they are many."""
PAPER_CONSTANTS = tuple(round(0.01 * i, 2) for i in range(1, 101))
COARSE_CONSTANTS = 0.02, 0.05, 0.08, 0.1, 0.12, 0.16, 0.2, 0.25, 0.32, 0.4, 0.5, 0.64, 0.8, 1.0
_REPETITIONS = 20_000
"""Of the paper's Figure 5, at each width."""

_DECADES = (10**5, 10**6, 10**7)
_NOISE_ABOVE, _FAILURES_SEEN, _RISK_ABOVE = 1.3, 40, 2.0
"""A width is not simulated: with noise so much above the least risk; or with a given number of failures expected, and a risk so
much above it."""

SHAPES = (0.1, 0.5, 1.0, 3.0, 5.0)


def powers_of_ten(start: int, stop: int, step: int) -> list[int]:
    """floor(10^(i/10)) for i from `start` to `stop`."""
    return [floor(10 ** (i / 10) + 1e-9) for i in range(start, stop + 1, step)]


def _estimator(cell: Cell, width: float) -> TwoStage:
    branch = algorithm2 if cell["branch"] == ALGORITHM2 else algorithm10
    return branch(cell["n"], cell["m"], cell["epsilon"], width, 1.0, bin_count(width, 1.0))


def _shifted(cell: Cell, width: float, data: ShiftedData) -> ShiftedRisk:
    return ShiftedRisk(_estimator(cell, width), data, -SHIFT, SHIFT)


def _numbers(risk: ShiftRisk) -> Row:
    return {
        "risk": risk.value,
        "error": risk.error,
        "squared_bias": risk.squared_bias,
        "variance": risk.variance,
        "localisation_failure": risk.localisation_failure,
        "supremum": risk.supremum,
        "worst_localisation_failure": risk.worst_failure,
        "phases": risk.phases,
    }


def figure5_cells(scale: str) -> list[Cell]:
    """Figure 5: the least risk over widths at each n, T and alpha; by default every decade of T and fewer widths.

    The three-bin curve has every decade of T (by default n = 100, alpha = 4 and every second one) and fewer widths.
    """
    every = scale == "paper"
    return [
        {"n": n, "m": m, "epsilon": eps, "branch": ALGORITHM2, "widths": scale}
        for n in (100, 200)
        for eps in EPSILONS
        for m in powers_of_ten(20, 70, 2 if every else 10)
    ] + [
        {"n": n, "m": m, "epsilon": eps, "branch": THREE_BINS, "widths": "fewer"}
        for n in ((100, 200) if every else (100,))
        for eps in (BEYOND_ONE if every else BEYOND_ONE[-1:])
        for m in (powers_of_ten(20, 70, 10) if every else (1000, 10**5, 10**7))
    ]


def _widths(cell: Cell) -> tuple[float, ...]:
    """The widths of a cell of Figure 5; for three-bin votes none below a quarter of the deviation of a user's mean."""
    if cell["widths"] == "paper":
        return PAPER_WIDTHS
    if cell["branch"] == ALGORITHM2:
        return COARSE_WIDTHS
    return tuple(width for width in COARSE_WIDTHS if 4 * width * cell["m"] ** 0.5 >= 1)


def figure5(cell: Cell) -> Row:
    """The least average risk over the widths, 300 at the paper's scale, and where it is."""
    data, widths = ShiftedSigns(), _widths(cell)
    relative = TARGET if cell["branch"] == ALGORITHM2 else WIDE_TARGET
    width, risk = least(lambda width: _shifted(cell, width, data), widths, relative)
    return {"width": width} | _numbers(risk)


def monte_carlo_cells(scale: str) -> list[Cell]:
    """Each point of Figure 5, or the last decades at alpha = 2 and 4, with the number of its random streams."""
    cells = [cell for cell in figure5_cells(scale) if cell["branch"] == ALGORITHM2]
    if scale != "paper":
        cells = [cell for cell in cells if cell["epsilon"] in BEYOND_ONE and cell["m"] in _DECADES]
    return [cell | {"cell": i, "widths": "paper"} for i, cell in enumerate(cells)]


def monte_carlo(cell: Cell) -> Row:
    """What the paper's program plots, 20,000 repetitions at each width, next to the exact least risk.

    Widths that no such program would find the least are not simulated: their noise alone, or their probability of losing
    the mean, which 20,000 repetitions do see, puts them above.
    """
    data, exact = ShiftedSigns(), figure5(cell)
    least_risk = exact["risk"]
    plotted = []
    for i, width in enumerate(PAPER_WIDTHS):
        shifted = _shifted(cell, width, data)
        if shifted.floor > _NOISE_ABOVE * least_risk:
            break
        rough = shifted.at_level(1)
        if rough.localisation_failure * _REPETITIONS > _FAILURES_SEEN and rough.value > _RISK_ABOVE * least_risk:
            continue
        key = (cell["seed"], 5, 1000 * cell["cell"] + i)
        plotted.append((simulate(_estimator(cell, width), -SHIFT, SHIFT, key, _REPETITIONS), width))
    found, width = min(plotted, key=lambda one: one[0].value)
    there = _shifted(cell, width, data).settled(TARGET)
    return exact | {
        "plotted": found.value,
        "plotted_error": found.standard_error,
        "plotted_width": width,
        "plotted_failures": found.failures,
        "risk_at_plotted_width": there.value,
        "failure_at_plotted_width": there.localisation_failure,
        "plotted_over_least": found.value / least_risk,
        "simulated_widths": len(plotted),
    }


def figure7_cells(scale: str) -> list[Cell]:
    """Figure 7: T = 100, n varies."""
    users = range(100, 501, 50 if scale == "paper" else 200)
    own = [_constant_cell(n, 100, eps, c) for eps in EPSILONS for n in users for c in _constants(scale)]
    return own + [_constant_cell(n, 100, eps, c, THREE_BINS) for eps, n, c in _beyond(scale, users)]


def figure8_cells(scale: str) -> list[Cell]:
    """Figure 8: n = 100, T varies."""
    samples = range(100, 501, 50 if scale == "paper" else 200)
    own = [_constant_cell(100, m, eps, c) for eps in EPSILONS for m in samples for c in _constants(scale)]
    return own + [_constant_cell(100, m, eps, c, THREE_BINS) for eps, m, c in _beyond(scale, samples)]


def _beyond(scale: str, varied: range) -> list[tuple[float, int, float]]:
    """Where Figures 7 and 8 have three-bin votes: alpha, the ends of what varies, and few constants.

    At the paper's scale alpha = 2 and 4, by default alpha = 4 and the first end.
    """
    paper = scale == "paper"
    ends = (varied[0], varied[-1]) if paper else varied[:1]
    constants = COARSE_CONSTANTS[3:] if paper else COARSE_CONSTANTS[5::2]
    return [(eps, end, c) for eps in (BEYOND_ONE if paper else BEYOND_ONE[-1:]) for end in ends for c in constants]


def _constants(scale: str) -> tuple[float, ...]:
    return PAPER_CONSTANTS if scale == "paper" else COARSE_CONSTANTS


def _constant_cell(n: int, m: int, epsilon: float, constant: float, branch: str = ALGORITHM2) -> Cell:
    return {"n": n, "m": m, "epsilon": epsilon, "constant": constant, "branch": branch}


def by_constant(cell: Cell) -> Row:
    """The average risk at the width Delta_C of A.2, Setting 2."""
    width = tuned_width(cell["n"], cell["m"], cell["epsilon"], 1.0, cell["constant"])
    return {"width": width} | _numbers(_shifted(cell, width, ShiftedSigns()).settled(_DRAWN))


def figure6_cells(scale: str) -> list[Cell]:
    """Figure 6: Beta data without a shift, n = 200, T = 100."""
    three = COARSE_CONSTANTS[4:] if scale == "paper" else COARSE_CONSTANTS[6::2]
    return [
        _constant_cell(200, 100, eps, c) | {"shape": shape}
        for eps in EPSILONS[:3]
        for shape in SHAPES
        for c in _constants(scale)
    ] + [_constant_cell(200, 100, 2.0, c, THREE_BINS) | {"shape": 1.0} for c in three]


def figure6(cell: Cell) -> Row:
    """The risk at mean 0, as in the paper; and the largest over one bin's places, which the mean may have."""
    width = tuned_width(cell["n"], cell["m"], cell["epsilon"], 1.0, cell["constant"])
    estimator = _estimator(cell, width)
    risk = exact_risk(estimator, BetaLaw(cell["shape"]))
    around = ShiftedRisk(estimator, ShiftedBeta(cell["shape"]), -min(width, 0.3), min(width, 0.3)).at_level(2)
    return {
        "width": width,
        "risk": risk.value,
        "error": risk.error,
        "squared_bias": risk.bias**2,
        "variance": risk.variance,
        "localisation_failure": risk.localisation_failure,
        "supremum": max(around.supremum, risk.value),
        "worst_localisation_failure": max(around.worst_failure, risk.localisation_failure),
        "phases": around.phases,
    }


def figure2_cells(scale: str) -> list[Cell]:
    """Figure 2, left: n = 500, uniform data with a shift, the tuned width."""
    return [
        {"n": 500, "m": m, "epsilon": eps, "branch": ALGORITHM2}
        for eps in EPSILONS
        for m in powers_of_ten(20, 40, 1 if scale == "paper" else 2)
    ] + [
        {"n": 500, "m": m, "epsilon": eps, "branch": THREE_BINS}
        for eps in (BEYOND_ONE if scale == "paper" else BEYOND_ONE[-1:])
        for m in powers_of_ten(20, 40, 5 if scale == "paper" else 10)
    ]


def figure2(cell: Cell) -> Row:
    """The average risk and its ratio to full item level; the same ratio for semi user level and split user."""
    n, m, eps = cell["n"], cell["m"], cell["epsilon"]
    width, relative = tuned_width(n, m, eps, 1.0), TARGET if cell["branch"] == ALGORITHM2 else _DRAWN
    risk = _shifted(cell, width, ShiftedBeta(1.0, 0.5, 0.5)).settled(relative)
    item = full_item(n, m, eps, 1.0).risk(variance=1 / 12, mean=0.0)
    return {"width": width, "full_item": item, "ratio": risk.value / item} | {
        "semi_user_ratio": semi_user(n, m, eps, 1.0).risk(variance=1 / 12, mean=0.0) / item,
        "split_user_ratio": split_user(n, m, eps, 1.0).risk(variance=1 / 12, mean=0.0) / item,
        **_numbers(risk),
    }
