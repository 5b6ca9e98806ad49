"""The learning problems in the form that plans need: with private users, and with private labels."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from notation.classification import MOST_PEOPLE
from notation.parameters import ParameterError
from notation.problem import Problem
from upperbounds.estimator import UpperBound
from verify.study.label_regressions import REGRESSION_PROBLEMS, RegressionProblem, worst_regression_risk
from verify.study.labels import LABEL_PROBLEMS, LabelProblem, worst_label_risk
from verify.study.users import USER_PROBLEMS, UserProblem, upper_of, worst_user_risk

_RATES = {"d": "--d", "beta": "--beta", "gamma": "--gamma"}
_LABELS = {**_RATES, "L": "--holder", "C_T": "--margin", "c": "--density"}
_LABEL_MEANS = {"d": "--d", "beta": "--beta", "L": "--holder", "c": "--density"}
_USERS = {**_RATES, "C_b": "--holder", "f_L": "--density", "C_a": "--margin", "T": "--bound"}
_WORST = "the largest at some laws of the class"


@dataclass(frozen=True)
class Rule:
    """A rule in the form of an estimator for plans; all protect what their problem calls private."""

    name: str
    needs_one_law: bool
    upper: Callable[[Any], UpperBound]
    registered: Any
    protects_users: bool = True

    def bound(self, a: Any) -> UpperBound:
        """The explicit bound; raises ParameterError if there is none that is nontrivial."""
        found = self.upper(a)
        if found.vacuous:
            raise ParameterError(f"estimator = {self.name!r}: has no bound below what a constant reaches")
        return found


def _about(name: str, flags: Mapping[str, str], private: str) -> Callable[[Any], str]:
    """What is learnt, the sizes that rates depend on, and what is private."""
    sizes = [size for size in _RATES if size in flags]
    return lambda a: ", ".join(
        (f"{name}, features in [0, 1]^d", *(f"{size} = {getattr(a, size):g}" for size in sizes), private)
    )


def _of_labels(problem: LabelProblem) -> Problem:
    return Problem(
        problem.name,
        _about("two classes", _LABELS, problem.trusts),
        "",
        tuple(_LABELS),
        "class",
        tuple(Rule(each.name, False, each.upper, each) for each in problem.estimators),
        problem.lower,
        lambda rule, a: worst_label_risk(rule.registered, a),
        lambda _: 0.5,
        ("n", "epsilon"),
        _WORST,
        "excess risk",
        ("n",),
        flags=_LABELS,
    )


def _of_label_means(problem: RegressionProblem) -> Problem:
    flags = _LABEL_MEANS | ({"p": "--moment", "M": "--moment-bound"} if problem.is_heavy else {"T": "--range"})
    return Problem(
        problem.name,
        _about("a regression function", flags, problem.trusts),
        "",
        tuple(flags),
        "class",
        tuple(Rule(each.name, False, each.upper, each) for each in problem.estimators),
        lambda a: problem.lower(problem.checked(a)),
        lambda rule, a: worst_regression_risk(rule.registered, a),
        lambda a: a.unit**2,
        ("n", "epsilon"),
        _WORST,
        counts=("n",),
        flags=flags,
    )


def _of_users(problem: UserProblem) -> Problem:
    without = ("gamma", "C_a") if problem.is_regression else ("T",)
    flags = {size: flag for size, flag in _USERS.items() if size not in without}
    name = "a regression function" if problem.is_regression else "two classes"
    return Problem(
        problem.name,
        _about(name, flags, "users are private"),
        "",
        tuple(flags),
        "class",
        tuple(Rule(each.name, True, partial(upper_of, problem, each), each) for each in problem.estimators),
        problem.lower,
        lambda rule, a: worst_user_risk(problem, rule.registered, a),
        problem.trivial,
        ("n", "m", "epsilon"),
        _WORST,
        "mean squared error" if problem.is_regression else "excess risk",
        most=MOST_PEOPLE,
        flags=flags,
    )


LEARNING = {
    **{name: _of_labels(problem) for name, problem in LABEL_PROBLEMS.items()},
    **{name: _of_label_means(problem) for name, problem in REGRESSION_PROBLEMS.items()},
    **{name: _of_users(problem) for name, problem in USER_PROBLEMS.items()},
}
"""By name; their settings are `LabelSetting`, `RegressionSetting`, `UserSetting`."""
