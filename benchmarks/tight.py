"""How far apart the certified sides of every problem are: the best private risk over the best lower bound.

python benchmarks/tight.py [--json] [--bounds] [PROBLEM ...]; one core is enough, a few minutes for all. A row is
a problem in a setting: the smallest risk of a private estimator and the smallest explicit bound, the largest lower
bound, and the ratio of the first to the last. With --bounds only the lower bound is computed.
"""

import argparse
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import inf, isfinite
from typing import Any

from notation.classification import LabelSetting
from notation.parameters import ParameterError
from notation.problem import Problem
from notation.regression import RegressionSetting
from notation.setting import Setting
from notation.user_learning import UserSetting
from verify.study.deployed import deployed_bound
from verify.study.problems import PROBLEMS, problem_of

_SCALAR = ((1000, 100, 1.0), (100, 1000, 1.0), (10**5, 10, 1.0), (5000, 20, 0.25), (2000, 50, 4.0))
_VECTORS = (
    (10**4, 100, 10, 1.0),
    (64_000, 100, 64, 1.0),
    (10**5, 10, 3, 0.5),
    (2000, 1000, 2, 1.0),
    (5000, 50, 8, 4.0),
)
_HEAVY = ((10**4, 100, 1, 1.0), (10**5, 100, 5, 1.0), (10**5, 10, 2, 0.5), (3000, 1000, 1, 2.0), (10**4, 1, 1, 1.0))
_SPARSE = (
    (10**5, 200, 100, 4, 1.0),
    (10**4, 100, 50, 2, 1.0),
    (10**6, 10, 1000, 8, 1.0),
    (10**5, 100, 30, 3, 0.5),
    (20_000, 50, 100, 5, 4.0),
)
_COVERS = ((500, 1, 3, 1.0), (100, 1, 5, 1.0), (50, 1, 2, 1.0), (1000, 1, 200, 1.0), (200, 1, 10, 4.0))
_DESCENTS = ((10**4, 100, 5, 1.0), (10**4, 10, 20, 1.0), (10**5, 100, 3, 0.5), (2000, 1000, 2, 1.0), (5000, 50, 8, 4.0))
_LAWS = ((10**5, 100, 1.0), (10**4, 100, 1.0), (10**6, 10, 1.0), (10**5, 1000, 0.5), (3000, 100, 4.0))
_LABELS = ((10**5, 1.0), (10**4, 1.0), (10**6, 1.0), (10**5, 0.5), (10**4, 4.0))
_SIZES: Mapping[str, Mapping[str, Any]] = {
    "density": {"beta": 1, "r": 1.0},
    "mixture": {"K": 2},
    "infinite-sparse": {"s": 2},
    "infinite-sobolev": {"beta": 1, "r": 1.0},
}
"""What a problem's settings hold besides n, m, d and epsilon."""


def settings(problem: str) -> Iterator[Any]:
    """Five settings of a problem."""
    more = _SIZES.get(problem, {})
    if problem == "sparse-mean":
        yield from (Setting(n, m, d=d, s=s, epsilon=epsilon) for n, m, d, s, epsilon in _SPARSE)
    elif problem == "mean":
        yield from (Setting(n, m, epsilon=epsilon) for n, m, epsilon in _SCALAR)
    elif problem in ("density", "mixture"):
        yield from (Setting(n, m, epsilon=epsilon, **more) for n, m, epsilon in _LAWS)
    elif problem.startswith("label-classification"):
        yield from (LabelSetting(n, 1, 1.0, 1.0, epsilon) for n, epsilon in _LABELS)
    elif problem.startswith("label-regression"):
        heavy = {"p": 4.0, "M": 1.0} if "heavy" in problem else {"T": 1.0}
        yield from (RegressionSetting(n, 1, 1.0, epsilon, **heavy) for n, epsilon in _LABELS)
    elif problem in ("classification", "regression"):
        margin = {"gamma": 1.0} if problem == "classification" else {}
        yield from (UserSetting(n, m, 1, 1.0, epsilon, **margin) for n, m, epsilon in _LAWS)
    else:
        places = (
            _HEAVY
            if "heavy" in problem
            else _COVERS
            if problem.startswith("infinite")
            else _DESCENTS
            if problem.startswith("optimisation")
            else _VECTORS
        )
        yield from (Setting(n, m, d=d, epsilon=epsilon, **more) for n, m, d, epsilon in places)


@dataclass(frozen=True)
class Row:
    """The two sides of a problem in a setting; a side that is not known is infinite, the lower one 0."""

    problem: str
    setting: str
    risk: float
    estimator: str
    explicit: float
    lower: float
    source: str

    @property
    def ratio(self) -> float:
        """The best private risk over the best lower bound."""
        return min(self.risk, self.explicit) / self.lower if self.lower > 0 else inf


def _smallest(found: Iterator[tuple[float, str]]) -> tuple[float, str]:
    return min(found, default=(inf, "none"))


def _risks(problem: Problem, a: Any) -> Iterator[tuple[float, str]]:
    for each in problem.private:
        try:
            yield problem.risk(each, a).value, each.name
        except ParameterError:
            continue


def _explicit(problem: Problem, a: Any) -> Iterator[tuple[float, str]]:
    yield problem.trivial(a), "constant"
    for each in problem.private:
        try:
            found = deployed_bound(problem, each, a) if problem.known == "class" else each.bound(a)
        except ParameterError:
            continue
        if not found.vacuous and isfinite(found.value):
            yield found.value, each.name


def row(problem: Problem, a: Any, *, only_bounds: bool = False) -> Row:
    """Both sides of a problem in a setting."""
    lower = max(problem.lower(a), key=lambda bound: bound.value)
    risk, explicit = ((inf, "not computed"),) * 2
    if not only_bounds:
        risk, explicit = _smallest(_risks(problem, a)), _smallest(_explicit(problem, a))
    sizes = dict.fromkeys(name for name in (*problem.axes, *problem.sizes) if name not in problem.counts)
    told = ", ".join(f"{name} {getattr(a, name):g}" for name in (*problem.counts, *sizes))
    name = min(risk, explicit)[1]
    return Row(problem.name, told, risk[0], name, explicit[0], lower.value, lower.source)


def main() -> None:
    """Run, and print a table or JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("problems", nargs="*", metavar="PROBLEM", help="all problems if none is named")
    parser.add_argument("--bounds", action="store_true", help="only lower bounds")
    parser.add_argument("--json", action="store_true", help="print JSON")
    given = parser.parse_args()
    for name in given.problems or PROBLEMS:
        problem = problem_of(name)
        for a in settings(name):
            found = row(problem, a, only_bounds=given.bounds)
            if given.json:
                print(json.dumps({**vars(found), "ratio": found.ratio}), flush=True)
            else:
                print(
                    f"{name:24} {found.setting:45} risk {found.risk:.3g}, bound {found.explicit:.3g},"
                    f" lower {found.lower:.3g} ({found.source}), ratio {found.ratio:.3g} ({found.estimator})",
                    flush=True,
                )


if __name__ == "__main__":
    main()
