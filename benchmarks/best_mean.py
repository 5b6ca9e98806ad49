"""How far the estimators of the mean of one law stand above the lower bound: the papers' best, and ours.

For each n, m and epsilon, or each problem of vectors with its d: the least explicit bound and the least worst risk over
two-valued data of the papers' estimators and one-round baselines, and those of `walk`, in multiples of the largest
lower bound.

python benchmarks/best_mean.py [--json] [--grid | --vectors]
"""

import argparse
import json
from collections.abc import Iterator

from lowerbounds.registry import best
from notation.parameters import ParameterError
from notation.setting import Setting
from upperbounds.registry import by_name, of_problem
from verify.study.worst import worst_risk

Sizes = tuple[str, int, int, int, float]
"""The problem, n, m, d and epsilon."""
NAMED: tuple[Sizes, ...] = (
    ("mean", 1000, 100, 1, 1.0),
    ("mean", 2000, 100, 1, 2.0),
    ("mean", 5000, 20, 1, 1.0),
    ("mean", 10**5, 1000, 1, 1.0),
)
GRID: tuple[Sizes, ...] = tuple(
    ("mean", n, m, 1, epsilon)
    for epsilon in (1.0, 2.0)
    for n in (500, 1000, 2000, 10**4, 10**5, 10**6)
    for m in (10, 100, 10**3, 10**4, 10**5, 10**6)
)
VECTORS: tuple[Sizes, ...] = tuple(
    (problem, per * d, m, d, 1.0)
    for problem in ("mean-linf", "mean-l1", "mean-l2")
    for per, m in ((1000, 100), (5000, 20))
    for d in (2, 5, 10, 16, 64)
)
OURS = "walk"


def row(problem: str, n: int, m: int, d: int, epsilon: float) -> dict[str, float | str | int]:
    """The ratios at one setting; of the others the estimator with the least worst risk is named."""
    setting = Setting(n, m, d, epsilon)
    lower = best(problem, setting).value
    found: list[tuple[float, float, str]] = []
    for estimator in of_problem(problem):
        if estimator.protects_users and estimator.name != OURS:
            try:
                risk = worst_risk(estimator, setting).value
            except ParameterError:
                continue
            found.append((risk / lower, estimator.bound(setting).value / lower, estimator.name))
    ours = by_name(problem, OURS)
    risk, _, name = min(found)
    return {
        "problem": problem,
        "n": n,
        "m": m,
        "d": d,
        "epsilon": epsilon,
        "lower": lower,
        "others_risk": risk,
        "others_by": name,
        "others_bound": min(bound for _, bound, _ in found),
        "ours_risk": worst_risk(ours, setting).value / lower,
        "ours_bound": ours.bound(setting).value / lower,
    }


def rows(settings: tuple[Sizes, ...]) -> Iterator[dict[str, float | str | int]]:
    """One row for each setting."""
    for setting in settings:
        yield row(*setting)


def main() -> None:
    """Run, and print a table or JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--grid", action="store_true", help="72 settings in place of four")
    parser.add_argument("--vectors", action="store_true", help="vectors in place of numbers")
    asked = parser.parse_args()
    found = rows(VECTORS if asked.vectors else GRID if asked.grid else NAMED)
    if asked.json:
        print(json.dumps(list(found), indent=1))
        return
    print(
        f"{'problem':<9} {'n':>8} {'m':>8} {'d':>3} {'eps':>4}   others: bound     risk by{'':16} {OURS}: bound  risk"
    )
    for one in found:
        place = f"{one['problem']:<9} {one['n']:>8} {one['m']:>8} {one['d']:>3} {one['epsilon']:>4g}"
        print(
            f"{place} {one['others_bound']:>15.4g} {one['others_risk']:>8.3g} {one['others_by']:<20}"
            f" {one['ours_bound']:>10.3g} {one['ours_risk']:>5.3g}",
            flush=True,
        )


if __name__ == "__main__":
    main()
