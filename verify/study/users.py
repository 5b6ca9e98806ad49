"""Classification and regression of users: their two problems, what nobody can beat, what rules attain, and own data."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lowerbounds.classification import users as classification_bounds
from lowerbounds.methods.bounds import Bound
from lowerbounds.regression import users as regression_bounds
from notation.parameters import ParameterError
from notation.user_learning import UserSetting
from upperbounds.channels.arrays import FloatArray
from upperbounds.classification import users as classification
from upperbounds.classification.turned import Sizes
from upperbounds.classification.users import UserBinClassifier, UserEstimator
from upperbounds.estimator import UpperBound
from upperbounds.regression import users as regression
from upperbounds.regression.users import UserBinRegressor
from verify.risk.ridges import Ridges, ridges_of
from verify.risk.user_cells import RESOLUTION, SQUARES, CellLaw, excess_risk, printed_excess, squared_risk
from verify.study.labels import WorstRisk, chosen, lower_of, outside, row_of
from verify.study.table import read_labelled_users, read_points

MOST_CELLS = {"classification": 1 << 13, "regression": 1 << 11}
"""Cells of which risks at all laws are added up in some seconds."""
MOST_DRAWN = 1 << 8
"""Cells of the rule as printed, whose risks are drawn."""
FLAT = {"classification": tuple(2.0 ** (-k / 3) for k in range(1, 40)), "regression": (0.0, 0.5)}
"""Constant eta, where the class has it: signs near the noise cost most."""


@dataclass(frozen=True)
class UserProblem:
    """A minimax risk of users with (X, Y), its rules and its lower bounds; `error` says what the risk is."""

    name: str
    error: str
    estimators: tuple[UserEstimator, ...]
    lower: Callable[[UserSetting], list[Bound]]

    @property
    def is_regression(self) -> bool:
        """Whether labels are numbers."""
        return self.name == "regression"

    def trivial(self, a: UserSetting) -> float:
        """The risk of a fair coin, or of the estimate 0."""
        return a.T**2 if self.is_regression else 0.5


USER_PROBLEMS = {
    problem.name: problem
    for problem in (
        UserProblem("classification", "excess risk", classification.ESTIMATORS, classification_bounds.bounds),
        UserProblem("regression", "squared error", regression.ESTIMATORS, regression_bounds.bounds),
    )
}


def worst_user_risk(problem: UserProblem, estimator: UserEstimator, a: UserSetting) -> WorstRisk:
    """The largest risk over tents along one axis, of several widths, and constants; exact but as printed."""
    if estimator.bound is None:
        return _as_printed(problem, estimator, a)
    side = estimator.side(a)
    if side**a.d > MOST_CELLS[problem.name]:
        return WorstRisk(inf, inf, f"not computed: {side**a.d:.1e} cells, at most {MOST_CELLS[problem.name]}")
    sizes = Sizes(a.n, a.m, a.epsilon, side**a.d, estimator.parts)
    laws = [CellLaw.of_ridges(law, side) for law in laws_of(problem, a, side)]
    most = 4 * a.T**2 if problem.is_regression else 1.0
    try:
        if problem.is_regression:
            found = a.T**2 * max(squared_risk(sizes, law, a.f_L / side**a.d) for law in laws)
        else:
            found = max(excess_risk(sizes, law) for law in laws)
    except ParameterError as refused:
        return WorstRisk(inf, inf, f"not computed: {refused}")
    error = RESOLUTION + SQUARES * found * problem.is_regression + most * sizes.slips
    return WorstRisk(found, error, f"exact but for slips, the largest at {len(laws)} laws")


def _as_printed(problem: UserProblem, estimator: UserEstimator, a: UserSetting) -> WorstRisk:
    """The largest risk of the rule as printed, by drawing; that of a raw ratio of noisy numbers is infinite."""
    if problem.is_regression:
        return WorstRisk(inf, 0.0, "infinite: the noisy mass that it divides by has a positive density at 0")
    grid = estimator.grid(a)
    if grid.size > MOST_DRAWN:
        return WorstRisk(inf, inf, f"not computed: {grid.size:.1e} cells as printed, at most {MOST_DRAWN}")
    found = laws_of(problem, a, grid.shape[0])
    # Every other row of tents, whose signs alternate, and some constants: near ones are alike.
    laws = [CellLaw.through(law, grid) for law in (*found[1:12:2], *found[12::8])]
    try:
        plan = estimator.plan(a)
        seen = [printed_excess(plan, law, 100, 0)[0] for law in laws]
        # Which is the largest is seen by other draws than how large it is.
        value, error = printed_excess(plan, laws[int(np.argmax(seen))], 1000, 1)
    except ParameterError as refused:
        return WorstRisk(inf, inf, f"not computed: {refused}")
    told = f"drawn 1000 times from a fixed seed, standard error {error:.1g}"
    return WorstRisk(value, error, f"{told}; the largest at {len(laws)} laws of the class")


def laws_of(problem: UserProblem, a: UserSetting, side: int) -> list[Ridges]:
    """Laws of the class near which so many cells along each axis do badly; eta in units of T in regression."""
    found = ridges_of(a.signs if problem.is_regression else a.labels, side)
    flat = [Ridges(a.d, a.beta, 0.0, 1, u) for u in FLAT[problem.name]]
    # With a margin only sizes that its constant allows: all of X has |eta| = u.
    return found + [law for law in flat if problem.is_regression or a.C_a * law.size**a.gamma >= 1]


def user_study(problem: UserProblem, a: UserSetting) -> dict[str, Any]:
    """What no protocol of private users can beat in a setting, and what each rule of ours guarantees and attains."""
    lower = lower_of(problem.lower(a))
    sizes = ("n", "m", "d", "beta", "epsilon", "C_b", "f_L", *(("T",) if problem.is_regression else ("gamma", "C_a")))
    return {
        "problem": problem.name,
        "parameters": {size: getattr(a, size) for size in sizes},
        "lower": lower,
        "estimators": [_row(problem, estimator, a, lower["value"]) for estimator in problem.estimators],
    }


def _row(problem: UserProblem, estimator: UserEstimator, a: UserSetting, lower: float) -> dict[str, Any]:
    upper, multiple, cells = UpperBound(problem.trivial(a), "a constant", (), True), None, 0
    try:
        upper = estimator.upper(a, problem.trivial(a))
        cells, risk = len(estimator.grid(a).edges[0]) - 1, worst_user_risk(problem, estimator, a)
        multiple = estimator.plan(a).exact().protocol().worst_spend().multiple()
    except ParameterError as refused:
        risk = WorstRisk(inf, inf, f"not built: {refused}")
    spend = (
        None
        if multiple is None
        else {"epsilon_per_user": float(multiple) * a.epsilon, "multiple_of_epsilon": str(multiple)}
    )
    shape, known = {"cells_along_an_axis": cells}, risk.error <= risk.value
    return row_of(estimator.name, shape, upper, risk, spend, lower, is_known=known)


@dataclass(frozen=True)
class Learnt:
    """A rule learnt from own data: what is `predicted` for a second file, if there is one, with classes' `shares`."""

    problem: UserProblem
    estimator: UserEstimator
    rule: UserBinClassifier | UserBinRegressor
    users: int
    outside: int
    predicted: NDArray[Any] | None
    shares: FloatArray | None

    @property
    def multiple(self) -> Any:
        """What each user spends at most, as a multiple of epsilon, exact."""
        return self.rule.spend().multiple()


def learn(
    problem: UserProblem,
    data: Path,
    user: str,
    features: Sequence[str],
    label: str,
    rule: dict[str, Any],
    name: str | None = None,
    predict: Path | None = None,
) -> Learnt:
    """Learn a rule from a file with a row for each observation, and predict for the rows of another one.

    `rule` holds the box, epsilon and what else the rule takes. Raises ParameterError.
    """
    estimator = chosen(problem.estimators, name)
    make: Any = UserBinRegressor if problem.is_regression else UserBinClassifier
    made = make(as_printed=estimator.bound is None, **rule)
    points, labels, users = read_labelled_users(data, user, label, features, numbers=problem.is_regression)
    if not problem.is_regression and (strange := sorted(set(labels.tolist()) - set(rule["classes"]))):
        raise ParameterError(f"--label: {strange[0]!r} in {str(data)!r} is none of --classes")
    new = None if predict is None else read_points(predict, features)
    fitted = made.fit(points, labels, users)
    told = None if new is None else fitted.predict(new)
    shares = None if new is None or problem.is_regression else fitted.predict_proba(new)
    return Learnt(
        problem, estimator, fitted, len(np.unique(users)), outside(points, rule["lower"], rule["upper"]), told, shares
    )
