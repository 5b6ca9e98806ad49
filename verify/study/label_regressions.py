"""Regression with private labels: its four problems, their lower bounds and the risks of means, and your own data."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Any

import numpy as np

from lowerbounds.regression.bumps import REGRESSION_LABEL_BOUNDS as LOWER_BOUNDS
from notation.parameters import ParameterError
from notation.problem import Problem
from notation.regression import RegressionSetting
from upperbounds.channels.arrays import FloatArray
from upperbounds.regression.bounds import REGRESSION_ESTIMATORS as REGRESSIONS
from upperbounds.regression.bounds import BinPlan, NeighbourPlan, RegressionEstimator
from upperbounds.regression.regressors import (
    BinRegressor,
    CentralBinRegressor,
    LocalBinRegressor,
    NeighbourRegressor,
    PrivateRegressor,
)
from verify.study.budget import Charge, free
from verify.study.labels import (
    MOST_KINDS,
    chosen,
    compared,
    drawn_by,
    features_in_box,
    largest,
    outside,
    row_of,
    rules_of,
    trusts,
)
from verify.study.risk.regression import (
    RESOLUTION,
    MeanRidges,
    exact_risk,
    laws_of,
    near_points,
    neighbour_risk,
    people_near,
)
from verify.study.table import read_measured, read_points
from verify.study.worst import WorstRisk

_POINTS, _PEOPLE = (100, 400), 5e6
"""How many points risks in more than one dimension are averaged over, and about how many people are drawn for them."""


def worst_regression_risk(estimator: RegressionEstimator, a: RegressionSetting) -> WorstRisk:
    """The largest risk over laws that change along one axis, tents of several widths, and constants.

    Exact for cells and, in one dimension, for neighbours; else an average over features of risks that are exact given
    them.
    """
    plan = estimator.plan(a)
    try:
        if isinstance(plan, BinPlan):
            return _risk_of_cells(a, plan)
        return _risk_on_a_line(a, plan) if a.d == 1 else _risk_over_features(a, plan)
    except ParameterError as refused:
        return WorstRisk(inf, inf, f"not computed: {refused}")


def _risk_of_cells(a: RegressionSetting, plan: BinPlan) -> WorstRisk:
    level, axis = float(plan.mean.T), plan.grid(0.0, 1.0, 1)
    if axis.size * a.d > MOST_KINDS:
        raise ParameterError(f"{axis.size * a.d:.1e} kinds of cells, at most {MOST_KINDS}")
    laws = laws_of(a, axis.size, level)
    found = max(exact_risk(a.n, plan, law.cells(axis, level)) for law in laws)
    return WorstRisk(found, RESOLUTION * a.unit**2, f"exact, the largest at {len(laws)} laws of the class")


def _near(a: RegressionSetting, plan: NeighbourPlan) -> list[MeanRidges]:
    """Laws with tents about as wide as a ball of neighbours."""
    return laws_of(a, max(round((a.n / plan.k) ** (1 / a.d)), 1), float(plan.mean.T))


def _risk_on_a_line(a: RegressionSetting, plan: NeighbourPlan) -> WorstRisk:
    # Whichever has too many tents is refused before others are integrated.
    laws = sorted(_near(a, plan), key=lambda law: -law.ridges.bumps)
    found = [neighbour_risk(a.n, plan, law) for law in laws]
    worst = int(np.argmax(found))
    error = abs(neighbour_risk(a.n, plan, laws[worst], nodes=32) - found[worst])
    return WorstRisk(found[worst], error, f"by quadrature, the largest at {len(laws)} laws of the class")


def _risk_over_features(a: RegressionSetting, plan: NeighbourPlan) -> WorstRisk:
    points = int(np.clip(_PEOPLE / people_near(a.n, plan.k, a.d), *_POINTS))
    laws = _near(a, plan)
    risks = near_points(a.n, plan, laws, points, np.random.default_rng(0))
    worst = int(np.argmax(risks.mean(axis=1)))
    error = float(risks[worst].std(ddof=1) / points**0.5)
    told = f"exact given the features near a point, averaged over {points} points from a fixed seed"
    method = f"{told}, standard error {error:.1g}; the largest at {len(laws)} laws of the class"
    return WorstRisk(float(risks[worst].mean()), error, method)


def _problem(name: str) -> Problem:
    flags = {"d": "--d", "beta": "--beta", "L": "--holder", "c": "--density"}
    flags |= {"p": "--moment", "M": "--moment-bound"} if "-heavy-" in name else {"T": "--range"}
    return rules_of(
        name,
        "a regression function",
        trusts(name),
        flags,
        "mean squared error",
        estimators=REGRESSIONS[name],
        lower=LOWER_BOUNDS[name],
        risk=worst_regression_risk,
        trivial=lambda a: a.unit**2,
        axes=("n", "epsilon"),
        counts=("n",),
        setting=RegressionSetting,
    )


REGRESSION_PROBLEMS = {name: _problem(name) for name in REGRESSIONS}
"""By name."""


def regression_study(problem: Problem, a: RegressionSetting) -> dict[str, Any]:
    """The lower bounds in a setting, with the bound and the risk of each of our estimators."""
    found = problem.lower(problem.checked(a))
    rows = [_row(estimator, a, largest(found)) for estimator in problem.estimators]
    labels = {"p": a.p, "M": a.M} if a.is_heavy else {"T": a.T}
    return {
        "problem": problem.name,
        "parameters": {
            "n": a.n, "d": a.d, "beta": a.beta, "epsilon": a.epsilon, "L": a.L, "c": a.c, **labels,
        },
        **compared(found, rows, a.unit**2),
        "trivial": a.unit**2,
    }  # fmt: skip


def _row(estimator: RegressionEstimator, a: RegressionSetting, lower: float) -> dict[str, Any]:
    upper = estimator.bound(a)
    try:
        plan = estimator.plan(a)
        cells = plan.grid(0.0, 1.0, 1).size if isinstance(plan, BinPlan) else None
        neighbours, level = None if isinstance(plan, BinPlan) else plan.k, float(plan.mean.T)
        risk = worst_regression_risk(estimator, a)
    except ParameterError as refused:
        cells, neighbours, level, risk = None, None, None, WorstRisk(inf, inf, f"not usable here: {refused}")
    multiple = estimator.mean(a.T if level is None or not a.is_heavy else level, a.epsilon).spend().multiple()
    assert multiple is not None
    spend = {"epsilon_per_label": float(multiple) * a.epsilon, "multiple_of_epsilon": f"{float(multiple):g}"}
    shape = {"cells_along_an_axis": cells, "neighbours": neighbours, "clipped_at": level}
    # What hides labels less than it should may beat what holds for those that are hidden.
    return row_of(estimator.name, shape, upper, risk, spend, lower, is_fair=multiple <= 1)


@dataclass(frozen=True)
class Regressed:
    """A function learnt from your own data: values (rows,) for a second file, and bounds on their deviations."""

    problem: Problem
    estimator: RegressionEstimator
    rule: PrivateRegressor
    people: int
    outside: int
    predicted: FloatArray | None
    deviations: FloatArray | None

    @property
    def level(self) -> float:
        """The distance from the centre at which labels are clipped."""
        plan: Any = self.rule.plan_  # type: ignore[attr-defined]
        return float(plan.mean.T)

    @property
    def of(self) -> str:
        """What is learnt, in words: about labels and features after they are moved."""
        centre: float = self.rule.centre
        labels = f"labels moved into [{centre - self.level:.6g}, {centre + self.level:.6g}]"
        return f"the mean of {labels}, given {features_in_box(self.rule)}"

    @property
    def multiple(self) -> Any:
        """What each label spends, as a multiple of epsilon, exact."""
        return self.rule.spend().multiple()

    @property
    def mechanism(self) -> str:
        """The mechanism that is deployed, in place of the printed one where that is not drawn exactly."""
        plan: Any = self.rule.plan_  # type: ignore[attr-defined]
        return str(plan.mean.mechanism)

    @property
    def drawn(self) -> tuple[str, ...]:
        """What the mean draws exactly, in words."""
        return drawn_by(self.mechanism)


def regress(
    problem: Problem,
    data: Path,
    features: Sequence[str],
    label: str,
    rule: dict[str, Any],
    name: str | None = None,
    predict: Path | None = None,
    charge: Charge = free,
) -> Regressed:
    """Learn a function from a file with a row for each person, and evaluate it at the rows of another file.

    `rule` holds the box, the labels' range or moments, epsilon and what else the regressor takes. Raises
    ParameterError, also where an estimate as printed would spend more than epsilon.
    """
    estimator = chosen(problem.estimators, name)
    other = "cells" if estimator.kind == "neighbours" else "k"
    if rule.get(other) is not None:
        raise ParameterError(f"--{other} = {rule[other]!r}: is not an option of {estimator.name}")
    make: Any = NeighbourRegressor
    if estimator.kind == "bins":
        make = CentralBinRegressor if estimator.central else LocalBinRegressor
    given = {option: value for option, value in rule.items() if option != other}
    made: PrivateRegressor = make(mechanism=estimator.mechanism, as_printed=estimator.printed, **given)
    # Whatever is wrong with the options is said before a file is read.
    problem.checked(made.setting(1, len(features)))
    if (multiple := made.spend().multiple()) is None or multiple > 1:
        spent = f"spends {float(multiple or inf):g} times epsilon"
        raise ParameterError(f"--estimator = {estimator.name!r}: {spent}, as its printed noise is that of |Y| <= 1")
    points, labels = read_measured(data, label, features)
    new = None if predict is None else read_points(predict, features)
    made.planned(len(points), len(features))  # type: ignore[attr-defined]
    charge()
    fitted: PrivateRegressor = made.fit(points, labels)  # type: ignore[attr-defined]
    return Regressed(
        problem,
        estimator,
        fitted,
        len(points),
        outside(points, rule["lower"], rule["upper"]),
        None if new is None else fitted.predict(new),
        None if new is None else fitted.deviations(new),
    )


def few_people(rule: PrivateRegressor) -> int:
    """The number of the rule's cells with too few people for an estimate."""
    return int((rule.counts_ < rule.plan_.least).sum()) if isinstance(rule, BinRegressor) else 0
