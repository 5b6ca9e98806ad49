"""Classification and regression with private users: two problems, lower bounds, risks of rules, and your own data."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import inf, sqrt
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lowerbounds.classification import users as classification_bounds
from lowerbounds.regression import users as regression_bounds
from notation.classification import LEAST_CONSTANT, MOST_PEOPLE
from notation.parameters import ParameterError, count
from notation.problem import Problem
from notation.user_learning import UserSetting
from upperbounds.channels.arrays import FloatArray
from upperbounds.classification import users as classification
from upperbounds.classification.grid import Grid
from upperbounds.classification.turned import Sizes
from upperbounds.classification.users import (
    CONDITIONS,
    BallEstimator,
    UserBinClassifier,
    UserEstimator,
    best_side,
    bound_of_many,
    coded_plan,
    owners,
    rows_used,
)
from upperbounds.estimator import UpperBound
from upperbounds.protocols.coordinates import CoordinatePlan
from upperbounds.regression import users as regression
from upperbounds.regression.users import UserBinRegressor
from upperbounds.transforms.turned_bins import TurnedCodes
from verify.study.budget import Charge, free
from verify.study.deployed import deployed_bound
from verify.study.estimate import NotPublic
from verify.study.labels import MOST_CLASSES, chosen, compared, features_in_box, largest, outside, row_of, rules_of
from verify.study.risk import cell_balls, printed_cells, stream, user_classes
from verify.study.risk.ridges import Ridges, ridges_of
from verify.study.risk.side_by_side import each_of, side_by_side
from verify.study.risk.user_cells import RESOLUTION, SQUARES, CellLaw, excess_risk, squared_risk
from verify.study.table import read_labelled_users, read_points
from verify.study.worst import WorstRisk

_MOST_CELLS = {"classification": 1 << 13, "regression": 1 << 11}
"""The most cells for which risks at all laws are summed in seconds."""
MOST_DRAWN = 1 << 12
"""The most cells of the rule as printed for which exact risks are summed, or drawn, in a second or two."""
DRAWS, MOST_DRAWS, FEWEST_RUNS = 5e6, 2e7, 4
"""Binomial draws for the rule as printed; and the most, for a few runs of it, each with every cell."""
NOISY_VOTES = 2e7
"""The noisy votes of bins that are drawn for the rule as printed if users answer one coordinate, for at least 100
runs."""
_BALLS, MOST_BALLS, MOST_RUNS = 1e8, 1.5e8, 40
"""Numbers that are drawn for rules by balls; and the most, for a few runs."""
MOST_TALLIES = 1 << 15
"""The most estimates of cells and signs from which a risk of five classes or more is drawn."""
_FLAT = {"classification": tuple(2.0 ** (-k / 3) for k in range(1, 40)), "regression": (0.0, 0.5)}
"""Constant eta, if the class contains it: sizes near the noise cost most."""


def worst_user_risk(problem: Problem, estimator: UserEstimator, a: UserSetting) -> WorstRisk:
    """The largest risk over tents along one axis, of several widths, and constants; exact for corrected rules."""
    if estimator.by_cells is None:
        return _as_printed(problem, estimator, a)
    if isinstance(estimator, BallEstimator):
        return _by_balls(problem, estimator, a)
    side = estimator.side(a)
    if side**a.d > _MOST_CELLS[problem.name]:
        return WorstRisk(inf, inf, f"not computed: {side**a.d:.1e} cells, at most {_MOST_CELLS[problem.name]}")
    sizes = Sizes(a.n, a.m, a.epsilon, side**a.d, estimator.parts)
    laws = [CellLaw.of_ridges(law, side) for law in laws_of(problem, a, side)]
    most = 4 * a.T**2 if problem.is_squared else 1.0
    try:
        if problem.is_squared:
            found = a.T**2 * max(each_of(lambda law: squared_risk(sizes, law, a.f_L / side**a.d), laws))
        else:
            found = max(each_of(lambda law: excess_risk(sizes, law), laws))
    except ParameterError as refused:
        return WorstRisk(inf, inf, f"not computed: {refused}")
    error = RESOLUTION + SQUARES * found * problem.is_squared + most * sizes.slips
    return WorstRisk(found, error, f"exact except for first-stage failures, the largest at {len(laws)} laws")


def _by_balls(problem: Problem, estimator: BallEstimator, a: UserSetting) -> WorstRisk:
    """The risk, drawn, at the law that is worst for estimates that are normal about q."""
    side, plan = estimator.side(a), estimator.plan(a)
    runs = int(min(_BALLS / cell_balls.numbers(plan), MOST_RUNS))
    if (drawn := max(runs, FEWEST_RUNS) * cell_balls.numbers(plan)) > MOST_BALLS:
        return WorstRisk(inf, inf, f"not computed: {drawn:.1e} numbers in {FEWEST_RUNS} runs")
    laws = [CellLaw.of_ridges(law, side) for law in laws_of(problem, a, side)]
    law = max(
        laws, key=lambda law: law.spread if problem.is_squared else cell_balls.normal_excess(law, sqrt(plan.noise))
    )
    found = [cell_balls.estimates(plan, law, stream(0, 6, side, run)) for run in range(max(runs, FEWEST_RUNS))]
    if problem.is_squared:
        risks = np.array([a.T**2 * cell_balls.squares(one, law, a.f_L / side**a.d) for one in found])
    else:
        risks = np.array([cell_balls.excess(one, law) for one in found])
    error = float(risks.std(ddof=1)) / sqrt(len(risks))
    told = f"drawn {len(risks)} times from a fixed seed, standard error {error:.1g}"
    of = f"of {len(laws)} laws of the class the one that is hard for normal estimates"
    return WorstRisk(float(risks.mean()), error, f"{told}; {of}")


def _as_printed(problem: Problem, estimator: UserEstimator, a: UserSetting) -> WorstRisk:
    """The largest risk of the rule as printed; a raw ratio of noisy numbers has infinite risk.

    Exact if a user answers one coordinate and there are not too many cells. Else drawn, at the law that is worst for
    normal estimates.
    """
    if problem.is_squared:
        return WorstRisk(inf, 0.0, "infinite: the noisy mass that it divides by has a positive density at 0")
    grid = estimator.grid(a)
    if grid.size > MOST_DRAWN:
        return WorstRisk(inf, inf, f"not computed: {grid.size:.1e} cells as printed, at most {MOST_DRAWN}")
    found = laws_of(problem, a, grid.shape[0])
    # Every other row of tents, whose signs alternate, and some constants: near ones are alike.
    laws = [CellLaw.through(law, grid) for law in (*found[1:12:2], *found[12::8])]
    try:
        plan = estimator.plan(a)
        assert isinstance(plan, CoordinatePlan)
        return _exact_as_printed(plan, laws) or _drawn_as_printed(plan, laws)
    except ParameterError as refused:
        return WorstRisk(inf, inf, f"not computed: {refused}")


def _exact_as_printed(plan: CoordinatePlan, laws: list[CellLaw]) -> WorstRisk | None:
    """None if users answer several coordinates, or there are too many numbers, or they vary too steeply with means."""
    if not printed_cells.one_answer(plan):
        return None
    try:
        values, error = printed_cells.excess_risks(plan, laws)
    except ParameterError:
        return None
    return WorstRisk(float(values.max()), error, f"exact, the largest at {len(laws)} laws of the class")


def _drawn_as_printed(plan: CoordinatePlan, laws: list[CellLaw]) -> WorstRisk:
    law = max(laws, key=lambda law: printed_cells.normal_excess(plan, law))
    several, repetitions = max(len(sent) for sent in plan.split.sends), 1000
    if several == 1:
        votes = plan.embedding.coordinates * plan.each.bins.count
        repetitions = min(max(int(NOISY_VOTES / votes), 100), repetitions)
        value, error = printed_cells.drawn_by_coordinate(plan, law, repetitions, 0)
    else:
        draws = printed_cells.draws_of(plan, law)
        repetitions = min(max(int(DRAWS / draws), FEWEST_RUNS), repetitions)
        if repetitions * draws > MOST_DRAWS:
            told = f"a user answers {several} coordinates, and {plan.n} users are too many to draw {FEWEST_RUNS} times"
            return WorstRisk(inf, inf, f"not computed: {told}")
        value, error = printed_cells.drawn_by_user(plan, law, repetitions, np.random.default_rng(0))
    told = f"drawn {repetitions} times from a fixed seed, standard error {error:.1g}"
    return WorstRisk(
        value, error, f"{told}; of {len(laws)} laws of the class the one that is hard for normal estimates"
    )


def laws_of(problem: Problem, a: UserSetting, side: int) -> list[Ridges]:
    """Laws of the class with a large risk for this many cells along each axis; eta in units of T in regression."""
    found = ridges_of(a.signs if problem.is_squared else a.labels, side)
    flat = [Ridges(a.d, a.beta, 0.0, 1, u) for u in _FLAT[problem.name]]
    # With a margin only sizes that its constant allows: all of X has |eta| = u.
    return found + [law for law in flat if problem.is_squared or a.C_a * law.size**a.gamma >= 1]


def side_of_many(a: UserSetting, classes: int) -> int:
    """Cells along each axis for more than two classes."""
    return best_side(a, TurnedCodes(1, classes).parts, classes)


def plan_of_many(a: UserSetting, classes: int) -> CoordinatePlan:
    """The plan for more than two classes: who sends what; raises ParameterError for too few users."""
    return coded_plan(a.n, a.m, a.epsilon, TurnedCodes(side_of_many(a, classes) ** a.d, classes))


def laws_of_many(problem: Problem, a: UserSetting, grid: Grid, classes: int) -> list[user_classes.ClassCells]:
    """Laws in which two of several classes compete, as in `labels.worst_risk_of_many`; with every third constant."""
    near = set(_FLAT[problem.name]) - set(_FLAT[problem.name][::3])
    slower = replace(a, C_b=a.C_b * classes / (2 * (classes - 1)))
    return [
        user_classes.ClassCells.contested(law, grid, classes, others=others)
        for others, setting in ((False, a), (True, slower))
        for law in laws_of(problem, setting, grid.shape[0])
        if law.width or law.size not in near
    ]


def _worst_risk_of_many(problem: Problem, a: UserSetting, classes: int) -> WorstRisk:
    """The largest risk at laws in which two of several classes compete: exact up to four classes, else drawn."""
    side = side_of_many(a, classes)
    cells = side**a.d
    sizes = user_classes.sizes_of(a.n, a.m, a.epsilon, cells, classes)
    exact = classes <= user_classes.MOST_EXACT
    if (number := cells * sizes.parts) > (most := _MOST_CELLS[problem.name] if exact else MOST_TALLIES):
        return WorstRisk(inf, inf, f"not computed: {number:.1e} estimates of cells and signs, at most {most}")
    laws = laws_of_many(problem, a, Grid.equal(0.0, 1.0, a.d, side), classes)
    if exact:
        try:
            found = max(user_classes.excess_risk(sizes, law) for law in laws)
        except ParameterError as refused:
            return WorstRisk(inf, inf, f"not computed: {refused}")
        told = f"exact except for first-stage failures, the largest at {len(laws)} laws"
        return WorstRisk(found, user_classes.RESOLUTION + sizes.slips, told)
    seen = [user_classes.drawn_risk(sizes, law, 20, np.random.default_rng(0))[0] for law in laws]
    # Which is the largest is seen by other draws than how large it is.
    rng = np.random.default_rng(1)
    value, error = user_classes.drawn_risk(sizes, laws[int(np.argmax(seen))], 400, rng)
    told = (
        f"drawn 400 times from a fixed seed, except for first-stage failures, standard error {error:.1g};"
        f" the largest at {len(laws)} laws"
    )
    return WorstRisk(value, error + sizes.slips, told)


def _problem(name: str, what: str, error: str, own: dict[str, str], **more: Any) -> Problem:
    return rules_of(
        name,
        what,
        "users are private",
        {"d": "--d", "beta": "--beta"} | own,
        error,
        risk=lambda rule, a: worst_user_risk(USER_PROBLEMS[name], rule, a),
        axes=("n", "m", "epsilon"),
        most=MOST_PEOPLE,
        setting=UserSetting,
        **more,
    )


_HOLDER = {"C_b": "--holder", "f_L": "--density"}
USER_PROBLEMS = {
    "classification": _problem(
        "classification",
        "two classes",
        "excess risk",
        {"gamma": "--gamma", **_HOLDER, "C_a": "--margin"},
        estimators=classification.ESTIMATORS,
        lower=classification_bounds.bounds,
        trivial=lambda _: 0.5,
    ),
    "regression": _problem(
        "regression",
        "a regression function",
        "mean squared error",
        {**_HOLDER, "T": "--bound"},
        estimators=regression.ESTIMATORS,
        lower=regression_bounds.bounds,
        trivial=lambda a: a.T**2,
    ),
}
"""By name."""


def user_study(problem: Problem, a: UserSetting, classes: int = 2) -> dict[str, Any]:
    """The lower bounds with private users in a setting, with the bound and the risk of each of our rules.

    A lower bound for two classes holds for more, as in `labels.label_study`; the rule as printed has two classes.
    Raises ParameterError.
    """
    if not 2 <= count("K", classes) <= MOST_CLASSES:
        raise ParameterError(f"K = {classes}: must be from 2 to {MOST_CLASSES} classes")
    judged: list[Callable[[], Any]] = [
        partial(_judged, problem, estimator, a, classes)
        for estimator in problem.estimators
        if classes == 2 or estimator.takes_many
    ]
    found, *rows = side_by_side([lambda: problem.lower(a), *judged])
    told = [
        row_of(name, shape, upper, risk, spend, largest(found), is_known=risk.error <= risk.value)
        for name, shape, upper, risk, spend in rows
    ]
    sizes = ("n", "m", "d", "beta", "epsilon", "C_b", "f_L", *(("T",) if problem.is_squared else ("gamma", "C_a")))
    more = {} if problem.is_squared else {"K": classes}
    return {
        "problem": problem.name,
        "parameters": {size: getattr(a, size) for size in sizes} | more,
        **compared(found, told, problem.trivial(a)),
    }


def upper_of(problem: Problem, estimator: UserEstimator, a: UserSetting, classes: int = 2) -> UpperBound:
    """The explicit bound of the deployed rule: in regression it includes the grid's part of the variance."""
    if classes == 2:
        return deployed_bound(problem, estimator, a)
    trivial, value = 1 - 1 / classes, bound_of_many(a, side_of_many(a, classes), classes)
    told = (f"{classes} classes, any margin", *CONDITIONS[1:])
    return UpperBound(min(value, trivial), "upperbounds.classification.users", told, value >= trivial)


def _judged(
    problem: Problem, estimator: UserEstimator, a: UserSetting, classes: int
) -> tuple[str, dict[str, Any], UpperBound, WorstRisk, dict[str, Any] | None]:
    """A row without its ratios to the lower bound."""
    upper, multiple, cells = UpperBound(problem.trivial(a), "a constant", (), True), None, 0
    try:
        upper = upper_of(problem, estimator, a, classes)
        if classes == 2:
            cells, risk = len(estimator.grid(a).edges[0]) - 1, worst_user_risk(problem, estimator, a)
            plan = estimator.plan(a)
        else:
            cells, risk = side_of_many(a, classes), _worst_risk_of_many(problem, a, classes)
            plan = plan_of_many(a, classes)
        multiple = plan.exact().protocol().worst_spend().multiple()
    except ParameterError as refused:
        risk = WorstRisk(inf, inf, f"not usable here: {refused}")
    spend = (
        None
        if multiple is None
        else {"epsilon_per_user": float(multiple) * a.epsilon, "multiple_of_epsilon": str(multiple)}
    )
    return estimator.name, {"cells_along_an_axis": cells}, upper, risk, spend


@dataclass(frozen=True)
class Learnt:
    """A rule learnt from your own data: `predicted` values for a second file, if given, with classes' `shares`."""

    problem: Problem
    estimator: UserEstimator
    rule: UserBinClassifier | UserBinRegressor
    users: int
    not_public: NotPublic
    predicted: NDArray[Any] | None
    shares: FloatArray | None

    @property
    def of(self) -> str:
        """What is learnt, in words: about features and labels after they are moved, the same for all data."""
        features = features_in_box(self.rule)
        if self.problem.is_squared:
            T: float = self.rule.T  # type: ignore[union-attr]
            return f"the mean of labels moved into [{-T:g}, {T:g}], given {features}"
        return f"the class, given {features}"

    @property
    def multiple(self) -> Any:
        """The most that a user spends, as an exact multiple of epsilon."""
        return self.rule.spend().multiple()


def _least(problem: Problem, rule: dict[str, Any], people: int, d: int) -> UserEstimator:
    """The estimator whose bound is least for a rule's public sizes; of equal ones, as trivial ones are, the first.

    Where no density is known of features, the least that is allowed makes the bounds of regression trivial.
    """
    bounded: list[UserEstimator] = [one for one in problem.estimators if one.by_cells is not None]
    if len(rule.get("classes", ())) > 2:
        return bounded[0]
    sizes = {name: rule[name] for name in ("m", "beta", "epsilon", "T") if rule.get(name) is not None}
    least = rule.get("density") or LEAST_CONSTANT
    try:
        a = UserSetting(n=people, d=d, **{"m": 1, "beta": 1.0} | sizes, f_L=least if problem.is_squared else 1.0)
    except ParameterError:
        # Sizes that no bound is for: the rule takes them, or says in its own words what is wrong.
        return bounded[0]

    def bound(one: UserEstimator) -> float:
        try:
            return one.bound(a).value
        except ParameterError:
            return problem.trivial(a)

    return min(bounded, key=bound)


def learn(
    problem: Problem,
    data: Path,
    features: Sequence[str],
    label: str,
    rule: dict[str, Any],
    name: str | None = None,
    predict: Path | None = None,
    charge: Charge = free,
    *,
    user: str,
) -> Learnt:
    """Learn a rule from a file with a row for each observation, and predict for the rows of another file.

    `rule` holds the box, epsilon and what else the rule takes. Without a `name` the estimator of the least bound
    learns. Raises ParameterError.
    """
    estimator = chosen(problem.estimators, name)
    make: Any = UserBinRegressor if problem.is_squared else UserBinClassifier

    def made_by(estimator: UserEstimator) -> Any:
        how = {} if estimator.mechanism is None else {"mechanism": estimator.mechanism}
        return make(as_printed=estimator.by_cells is None, **how, **rule)

    if name is None:
        estimator = problem.estimators[1]
    made = made_by(estimator)
    if not problem.is_squared and len(rule["classes"]) < 2:
        raise ParameterError("--classes: must be two or more, each named once")
    rows_used(rule.get("m"), user)
    points, labels, users = read_labelled_users(data, user, label, features, numbers=problem.is_squared)
    if not problem.is_squared and (strange := sorted(set(np.unique(labels).tolist()) - set(rule["classes"]))):
        raise ParameterError(f"--label: {strange[0]!r} in {str(data)!r} is not one of --classes")
    new = None if predict is None else read_points(predict, features)
    people = len(np.unique(owners(users)))
    if name is None:
        made = made_by(estimator := _least(problem, rule, people, len(features)))
    made.planned(people, len(features))
    charge()
    fitted = made.fit(points, labels, users)
    told = None if new is None else fitted.predict(new)
    shares = None if new is None or problem.is_squared else fitted.predict_proba(new)
    counts = np.unique(users, return_counts=True)[1]
    moved, fewer = outside(points, rule["lower"], rule["upper"]), int(np.sum(counts < rule["m"]))
    counted = NotPublic(len(points), int(counts.min()), int(counts.max()), moved, fewer)
    return Learnt(problem, estimator, fitted, len(counts), counted, told, shares)
