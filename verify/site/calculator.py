"""The tables behind the site's calculator: lower bounds, risks and plans on grids, as `ratecheck bound` gives them.

Between the points of a grid nothing is interpolated. A minimax risk cannot rise with n, m, epsilon or delta, since
users, samples and budget can be left unused; so the lower bound at the next point above holds, and the risk at the next
point below is attained. Other sizes are chosen from those of the grid, or are units in which data and errors scale.
`python -m verify.site.calculator PROBLEM ...` makes the tables of some problems again, or of all, which takes some
three quarters of an hour; a test computes points of them again.
"""

import gzip
import itertools
import json
import math
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from notation.classification import LabelSetting
from notation.parameters import ParameterError
from notation.problem import Problem
from notation.regression import RegressionSetting
from notation.setting import Setting
from notation.user_learning import UserSetting
from upperbounds.protocols.coordinates import CoordinatePlan
from verify.site.words import handwritten as written
from verify.study.deployed import deployed_bound
from verify.study.label_regressions import regression_study
from verify.study.labels import label_study
from verify.study.problems import PROBLEMS
from verify.study.users import user_study
from verify.study.worst import spend_of

FILE = "calculator.json.gz"
DIGITS = 5
"""Significant digits that are kept, rounded down in a lower bound."""

UNUSED = ("n", "m", "epsilon", "delta")
"""Sizes of which a part can be left unused."""

SQUARE: Mapping[str, float | str] = {"D": 2}
_MOMENT: Mapping[str, float | str] = {"M": "2/p"}
_LOSS: Mapping[str, float | str] = {"L": 1, "R": 1}
NONE: Mapping[str, float | str] = {}


@dataclass(frozen=True)
class SizeGrid:
    """The sizes at which a problem is computed, by the letters of `ratecheck bound`'s options, the first slowest.

    `about` says what the data are. `unit` has the powers of those sizes by which errors scale: they are 1 in the table.
    `fixed` are sizes that change nothing.
    """

    problem: str
    about: str
    sizes: Mapping[str, tuple[float, ...]]
    unit: Mapping[str, float | str] = field(default_factory=dict)
    fixed: Mapping[str, int] = field(default_factory=dict)

    def points(self) -> list[dict[str, Any]]:
        """The sizes of all its points, in order."""
        return [dict(zip(self.sizes, place, strict=True)) for place in itertools.product(*self.sizes.values())]


def _grid(
    problem: str,
    about: str,
    unit: Mapping[str, float | str],
    n: Sequence[float],
    epsilon: Sequence[float],
    m: Sequence[float] = (),
    **chosen: Sequence[float],
) -> SizeGrid:
    """A grid, its chosen sizes between m and epsilon."""
    sizes = {"n": n, **({"m": m} if m else {}), **chosen, "epsilon": epsilon}
    # Where every user knows the parameter, samples change nothing.
    fixed = {"m": 1} if problem.startswith("infinite-") else {}
    return SizeGrid(problem, about, {name: tuple(values) for name, values in sizes.items()}, unit, fixed)


_DELTA = (0.0, 1e-6)
_KNOWN = {"n": (10, 100, 1000, 10_000), "epsilon": (0.5, 1.0, 2.0), "d": (2, 4), "delta": _DELTA}
_PEOPLE = (1000, 10_000, 100_000, 1_000_000)

GRIDS = (
    _grid(
        "mean",
        "numbers in [−D, D]",
        SQUARE,
        (100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000, 1_000_000, 10_000_000),
        (0.25, 0.5, 1.0, 2.0, 4.0),
        (1, 5, 20, 100, 1000, 10_000),
    ),
    _grid(
        "mean-linf",
        "vectors in [−D, D]ᵈ",
        SQUARE,
        (500, 2000, 5000, 10_000, 50_000, 100_000, 1_000_000),
        (0.5, 1.0, 2.0, 4.0),
        (5, 20, 100, 1000),
        d=(2, 4, 16),
    ),
    _grid(
        "mean-l2",
        "vectors in the ℓ₂ ball of radius D",
        SQUARE,
        (5000, 20_000, 100_000, 1_000_000),
        (0.5, 1.0, 2.0),
        (5, 20, 100),
        d=(2, 4),
    ),
    _grid(
        "mean-l1",
        "vectors in the ℓ₁ ball of radius D",
        SQUARE,
        (5000, 20_000, 100_000, 1_000_000),
        (0.5, 1.0, 2.0),
        (5, 100),
        d=(2, 4),
    ),
    _grid(
        "mean-heavy",
        "vectors with E|Xₖ|ᵖ at most M for every k",
        _MOMENT,
        (5000, 20_000, 100_000, 1_000_000),
        (1.0, 2.0),
        (20, 100),
        d=(1, 4),
        p=(2.0, 4.0),
    ),
    _grid(
        "mean-heavy-l2",
        "vectors with E‖X‖ᵖ at most M",
        _MOMENT,
        (20_000, 100_000, 1_000_000),
        (1.0, 2.0),
        (20, 100),
        d=(2,),
        p=(2.0, 4.0),
    ),
    _grid(
        "sparse-mean",
        "vectors in [−D, D]ᵈ whose mean has at most s coordinates that are not 0",
        SQUARE,
        (100_000, 1_000_000, 10_000_000),
        (1.0, 2.0),
        (100, 10_000),
        d=(64,),
        s=(1, 4),
    ),
    _grid(
        "density",
        "numbers in [0, 1] whose density has smoothness beta, in the Sobolev ball of radius 1",
        NONE,
        (1000, 10_000, 100_000, 1_000_000),
        (0.5, 1.0, 2.0),
        (1, 100, 10_000),
        beta=(1, 2),
    ),
    _grid(
        "mixture",
        "K mixture components with numbers in [−D, D], weights of at least 1/(2K), means at least D/K apart",
        SQUARE,
        (10_000, 100_000, 1_000_000),
        (1.0, 2.0),
        (100, 10_000),
        K=(2, 3),
    ),
    _grid(
        "optimisation",
        "convex losses, L-Lipschitz on the ball of radius R, each user's messages private",
        _LOSS,
        (1000, 10_000, 100_000, 1_000_000),
        (0.5, 1.0),
        (1, 20, 1000),
        d=(2, 4),
        delta=_DELTA,
    ),
    _grid(
        "optimisation-central",
        "convex losses, L-Lipschitz on the ball of radius R, a trusted server",
        _LOSS,
        (1000, 10_000, 100_000, 1_000_000),
        (0.5, 1.0),
        (1, 20, 1000),
        d=(2, 4),
        delta=(1e-9, 1e-6),
    ),
    *(
        _grid(f"infinite-{space}", about, unit, **_KNOWN, **more)
        for space, about, unit, more in (
            ("linf", "a point in [−D, D]ᵈ, which every user knows", SQUARE, {}),
            ("l2", "a point in the ℓ₂ ball of radius D, which every user knows", SQUARE, {}),
            ("l1", "a point in the ℓ₁ ball of radius D, which every user knows", SQUARE, {}),
            (
                "sparse",
                "a point in [−D, D]ᵈ with at most s coordinates that are not 0, which every user knows",
                SQUARE,
                {"s": (1,)},
            ),
            (
                "sobolev",
                "d coefficients of a density of smoothness beta and radius 1, which every user knows",
                NONE,
                {"beta": (1,)},
            ),
        )
    ),
    *(
        _grid(
            f"label-classification-{trusted}",
            f"labels of two classes, features in [0, 1]ᵈ, {whom}; its constants 1",
            NONE,
            _PEOPLE,
            (0.5, 1.0, 2.0),
            d=(1, 2),
            beta=(0.5, 1.0),
            gamma=(0.0, 1.0),
        )
        for trusted, whom in (
            ("local", "each person randomises their own label"),
            ("central", "a curator sees the labels"),
        )
    ),
    *(
        _grid(
            f"label-regression-{heavy}{trusted}",
            f"{labels}, features in [0, 1]ᵈ, {whom}; the Hölder constant and the least density 1",
            NONE,
            _PEOPLE,
            (0.5, 1.0, 2.0),
            d=(1,),
            beta=(0.5, 1.0),
            **more,
        )
        for heavy, labels, more in (
            ("", "labels in [−1, 1]", {}),
            ("heavy-", "labels with E[|Y|ᵖ | x] at most 1", {"p": (2.0, 4.0)}),
        )
        for trusted, whom in (
            ("local", "each person randomises their own label"),
            ("central", "a curator sees the labels"),
        )
    ),
    _grid(
        "classification",
        "users with m labelled points in [0, 1]ᵈ; the margin constant 2, the Hölder constant and the least density 1",
        NONE,
        (1000, 10_000, 100_000, 1_000_000),
        (0.5, 1.0),
        (1, 100),
        d=(1, 2),
        beta=(1.0,),
        gamma=(0.0, 1.0),
    ),
    _grid(
        "regression",
        "users with m points in [0, 1]ᵈ and values in [−1, 1]; the Hölder constant and the least density 1",
        NONE,
        (1000, 10_000, 100_000, 1_000_000),
        (0.5, 1.0),
        (1, 100),
        d=(1, 2),
        beta=(1.0,),
    ),
)


def setting_at(problem: str, sizes: Mapping[str, Any]) -> Any:
    """The setting of a problem at these sizes."""
    return PROBLEMS[problem].setting(**sizes)


_STUDIES: dict[type[Any], Callable[[Problem, Any], dict[str, Any]]] = {
    LabelSetting: label_study,
    RegressionSetting: regression_study,
    UserSetting: user_study,
}


def calculated_point(problem: str, sizes: Mapping[str, Any]) -> list[Any]:
    """What the calculator knows of one point: [lower bound, its source, then one list an estimator].

    An estimator's is [risk, failure of localisation, explicit bound, spend, bins, noise], None where there is none;
    spend is the largest of any user in multiples of epsilon, bins are those voted on or along an axis, noise the scale
    of the Laplace noise; the whole is None where no plan can be built.
    """
    setting, about = setting_at(problem, sizes), PROBLEMS[problem]
    if about.known == "class":
        told = _STUDIES[about.setting](about, setting)
        rows = [_told(row) for row in told["estimators"]]
        return [_down(told["lower"]["value"]), told["lower"]["source"], *rows]
    lower = max(about.lower(setting), key=lambda bound: bound.value)
    return [_down(lower.value), lower.source, *(_row(about, estimator, setting) for estimator in about.private)]


def _row(problem: Problem, estimator: Any, setting: Setting) -> list[Any] | None:
    try:
        plan, risk = estimator.plan(setting), problem.risk(estimator, setting)
        upper = deployed_bound(problem, estimator, setting)
    except ParameterError:
        return None
    spend = None if estimator.trusted else str(spend_of(estimator, plan).largest)
    failure = risk.localisation_failure
    return [*_errors(risk.value, failure, None if upper.vacuous else upper.value), spend, *_constants(plan)]


def _told(row: Mapping[str, Any]) -> list[Any]:
    """A row of a study of labels or of learning users."""
    upper, spend = row["upper"], row["spend"]
    errors = _errors(row["risk"]["value"], None, None if upper["vacuous"] else upper["value"])
    return [*errors, spend and spend["multiple_of_epsilon"], row["cells_along_an_axis"] or None, None]


def _errors(risk: float, failure: float | None, upper: float | None) -> list[float | None]:
    return [
        _rounded(risk) if math.isfinite(risk) else None,
        _rounded(failure) if failure and failure > 0 else None,
        None if upper is None else _rounded(upper),
    ]


def _constants(plan: Any) -> tuple[int | None, float | None]:
    """How many bins are voted on, and the scale of the Laplace noise, where a plan has one."""
    inner = plan.each if isinstance(plan, CoordinatePlan) else plan
    bins = getattr(getattr(inner, "bins", None), "count", None)
    scale = getattr(inner, "scale", getattr(getattr(inner, "channel", None), "scale", None))
    return bins, None if scale is None else _rounded(float(scale))


def _rounded(value: float) -> float:
    return float(f"{value:.{DIGITS - 1}e}")


def _down(value: float) -> float:
    """Rounded to no larger a number: a bound stays one."""
    near = _rounded(value)
    return near if near <= value else _rounded(near - 10.0 ** (math.floor(math.log10(near)) - DIGITS + 1))


def lower_bounds(problem: str, sizes: Mapping[str, Any]) -> list[Any]:
    """The lower bounds of a problem at these sizes, as `ratecheck bound` lists them."""
    fixed = {} if PROBLEMS[problem].known == "class" else grid_of(problem).fixed
    return list(PROBLEMS[problem].lower(setting_at(problem, {**fixed, **sizes})))


def estimators_of(problem: str) -> list[tuple[str, bool]]:
    """The names of a problem's estimators that protect users or labels, and whether users must draw from one law."""
    about = PROBLEMS[problem]
    # Rules are for i.i.d. users all of them.
    return [(one.name, one.needs_one_law and about.known != "class") for one in about.private]


def described(grid: SizeGrid) -> dict[str, Any]:
    """What a table says of itself."""
    problem = PROBLEMS[grid.problem]
    return {
        "problem": grid.problem,
        "about": grid.about,
        "error": problem.error,
        "laws": "at the worst of some laws of the class" if problem.known == "class" else problem.risk_at,
        "axes": {name: list(values) for name, values in grid.sizes.items()},
        "unit": dict(grid.unit),
        "fixed": dict(grid.fixed),
        "estimators": [list(one) for one in estimators_of(grid.problem)],
    }


def _computed(grid: SizeGrid) -> list[list[Any]]:
    """A problem's table again, a row a point of its grid."""
    return [calculated_point(grid.problem, {**grid.fixed, **sizes}) for sizes in grid.points()]


@cache
def tables() -> list[dict[str, Any]]:
    """The tables as they are shipped: problem, axes, estimators and points."""
    return list(json.loads(gzip.decompress((resources.files("verify.site") / FILE).read_bytes())))


def grid_of(problem: str) -> SizeGrid:
    """The grid of a problem; raises ValueError where there is none."""
    for grid in GRIDS:
        if grid.problem == problem:
            return grid
    raise ValueError(f"no table of {problem}")


def at(problem: str, **sizes: float) -> list[Any]:
    """The row of a point of a grid; raises ValueError where it is none."""
    grid = grid_of(problem)
    return list(tables()[GRIDS.index(grid)]["points"][grid.points().index(sizes)])


def script() -> str:
    """A script that sets `ratecheckTables`."""
    shown = [
        described(grid) | {"points": [[lower, written(source), *rest] for lower, source, *rest in table["points"]]}
        for grid, table in zip(GRIDS, tables(), strict=True)
    ]
    return f"globalThis.ratecheckTables={json.dumps(shown, ensure_ascii=False, separators=(',', ':'))};\n"


def start() -> dict[str, Any]:
    """What the page shows before anything is asked: means of numbers at n = 5000, m = 20, epsilon = 1."""
    lower, source, *rows = at("mean", n=5000, m=20, epsilon=1.0)
    named = zip(estimators_of("mean"), rows, strict=True)
    shown = [
        {"name": name, "one_law": one_law, "spend": spend, "numbers": (risk, bound, failure, bins, noise)}
        for (name, one_law), (risk, failure, bound, spend, bins, noise) in named
    ]
    return {
        "lower": lower,
        "source": source,
        "rows": sorted(shown, key=lambda row: row["numbers"][0]),
        "grids": GRIDS,
        "about": GRIDS[0].about,
        "laws": described(GRIDS[0])["laws"],
        "chosen": _chosen(),
    }


_WORDS = {
    "d": "dimension d",
    "p": "order p",
    "s": "sparsity s",
    "beta": "smoothness β",
    "K": "components K",
    "gamma": "margin γ",
}


def _chosen() -> list[tuple[str, str]]:
    """The sizes that are chosen from those of a grid, with their names, in the order of the grids."""
    return [(name, _WORDS[name]) for name in dict.fromkeys(n for grid in GRIDS for n in grid.sizes if n not in UNUSED)]


def main(problems: Sequence[str]) -> None:
    """Compute the tables of these problems, or of all, and write them into the file next to the others.

    Raises ParameterError where no table is of a problem of that name.
    """
    known = [grid.problem for grid in GRIDS]
    if strange := [name for name in problems if name not in known]:
        raise ParameterError(f"problem = {strange[0]!r}: must be one of {', '.join(known)}")
    kept = {} if not problems else {table["problem"]: table for table in tables()}
    found = []
    for grid in GRIDS:
        anew = not problems or grid.problem in problems
        found.append(_table(grid, _computed(grid)) if anew else kept[grid.problem])
    text = json.dumps(found, separators=(",", ":"))
    (Path(__file__).parent / FILE).write_bytes(gzip.compress(text.encode(), mtime=0))


def _table(grid: SizeGrid, points: list[list[Any]]) -> dict[str, Any]:
    told = described(grid)
    return {name: told[name] for name in ("problem", "axes", "estimators")} | {"points": points}


if __name__ == "__main__":
    main(sys.argv[1:])
