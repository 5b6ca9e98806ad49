"""The table behind the site's calculator: lower bounds, risks and plans on a grid, as `ratecheck bound` gives them.

Between the points of the grid nothing is interpolated. A minimax risk cannot rise with n, m or epsilon, since users,
samples and budget can be left unused; so the lower bound at the next point above holds, and the risk at the next point
below is attained. The file is made by `python -m verify.report.calculator`, which takes about half an hour; a test
computes points of it again.
"""

import gzip
import itertools
import json
import math
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from notation.parameters import ParameterError
from notation.problem import Problem
from notation.setting import Setting
from upperbounds.protocols.coordinates import CoordinatePlan
from verify.study.problems import problem_of
from verify.study.risk import spend_of

FILE = "calculator.json.gz"
DIGITS = 5
"""Significant digits that are kept, rounded down in a lower bound."""


@dataclass(frozen=True)
class Grid:
    """The sizes at which a problem is computed; data are in [-1, 1]: errors for [-D, D] are D^2 times these."""

    problem: str
    n: tuple[int, ...]
    m: tuple[int, ...]
    d: tuple[int, ...]
    epsilon: tuple[float, ...]

    def settings(self) -> list[Setting]:
        """All its points, n slowest and epsilon fastest."""
        return [
            Setting(n, m, d, epsilon) for n, m, d, epsilon in itertools.product(self.n, self.m, self.d, self.epsilon)
        ]


GRIDS = (
    Grid(
        "mean",
        (100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000, 1_000_000, 10_000_000),
        (1, 5, 20, 100, 1000, 10_000),
        (1,),
        (0.25, 0.5, 1.0, 2.0, 4.0),
    ),
    Grid(
        "mean-linf",
        (500, 2000, 5000, 10_000, 50_000, 100_000, 1_000_000),
        (5, 20, 100, 1000),
        (2, 4, 16),
        (0.5, 1.0, 2.0, 4.0),
    ),
)


def point(problem: Problem, setting: Setting) -> list[Any]:
    """What the calculator knows of one setting: [lower bound, its source, then one list an estimator].

    An estimator's is [risk, failure of localisation, explicit bound, spend, bins, noise], None where there is none;
    spend is the largest of any user in multiples of epsilon, noise the scale of the Laplace noise; the whole is None
    where no plan can be built.
    """
    lower = max(problem.lower(setting), key=lambda bound: bound.value)
    return [_down(lower.value), lower.source, *(_row(problem, estimator, setting) for estimator in problem.private)]


def _row(problem: Problem, estimator: Any, setting: Setting) -> list[Any] | None:
    try:
        plan, risk, upper = estimator.plan(setting), problem.risk(estimator, setting), estimator.bound(setting)
    except ParameterError:
        return None
    return [
        _rounded(risk.value) if math.isfinite(risk.value) else None,
        _rounded(risk.localisation_failure) if risk.localisation_failure else None,
        None if upper.vacuous else _rounded(upper.value),
        str(spend_of(estimator, plan).largest),
        *_constants(plan),
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


def computed() -> list[dict[str, Any]]:
    """All tables anew, a row a point of the grid."""
    found = []
    for grid in GRIDS:
        problem = problem_of(grid.problem)
        found.append(
            {
                "problem": grid.problem,
                "axes": {"n": grid.n, "m": grid.m, "d": grid.d, "epsilon": grid.epsilon},
                "estimators": [[one.name, one.needs_one_law] for one in problem.private],
                "points": [point(problem, setting) for setting in grid.settings()],
            }
        )
    return found


@cache
def tables() -> list[dict[str, Any]]:
    """The tables as they are shipped."""
    return list(json.loads(gzip.decompress((resources.files("verify.report") / FILE).read_bytes())))


def at(problem: str, setting: Setting) -> list[Any]:
    """The row of a point of a grid; raises ValueError where it is none."""
    for grid, table in zip(GRIDS, tables(), strict=True):
        if grid.problem == problem:
            return list(table["points"][grid.settings().index(setting)])
    raise ValueError(f"no table of {problem}")


def script() -> str:
    """A script that sets `ratecheckTables`."""
    return f"globalThis.ratecheckTables={json.dumps(tables(), separators=(',', ':'))};\n"


def start() -> dict[str, Any]:
    """What the page shows before anything is asked: means of numbers at n = 5000, m = 20, epsilon = 1."""
    lower, source, *rows = at("mean", Setting(5000, 20, epsilon=1.0))
    named = zip(tables()[0]["estimators"], rows, strict=True)
    shown = [
        {"name": name, "one_law": one_law, "spend": spend, "numbers": (risk, bound, failure, bins, noise)}
        for (name, one_law), (risk, failure, bound, spend, bins, noise) in named
    ]
    return {"lower": lower, "source": source, "rows": sorted(shown, key=lambda row: row["numbers"][0])}


def main() -> None:
    """Compute the tables and write their file."""
    text = json.dumps(computed(), separators=(",", ":"))
    (Path(__file__).parent / FILE).write_bytes(gzip.compress(text.encode(), mtime=0))


if __name__ == "__main__":
    main()
