"""All estimators: a problem's are `ESTIMATORS` of one module, which is imported when they are asked for."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from importlib import import_module
from typing import Any

from notation.parameters import ParameterError
from notation.setting import Setting
from upperbounds.estimator import Estimator, UpperBound
from upperbounds.protocols.coordinates import CoordinatePlan, Plain, in_symbols
from upperbounds.protocols.split import Split
from upperbounds.protocols.two_stage import TwoStage

_SPACES = ("linf", "l2", "l1", "sparse", "sobolev")
PLACES = {
    "mean": "mean.registered",
    **dict.fromkeys(("mean-linf", "mean-l2", "mean-l1", "mean-heavy", "mean-heavy-l2"), "vectors.registered"),
    "sparse-mean": "sparse.kent",
    "density": "density.kent",
    "mixture": "mixture.windows",
    "optimisation": "optimisation.local",
    "optimisation-central": "optimisation.central",
    **dict.fromkeys((f"infinite-{space}" for space in _SPACES), "selection.cover_select"),
}
"""The module below `upperbounds` of each problem, in the order in which problems are shown.

Rules that predict labels are of another kind, in no suite of users' transcripts: those where labels alone are private
are `LABEL_ESTIMATORS` of `classification.bounds` and `REGRESSION_ESTIMATORS` of `regression.bounds`; those that protect
users are `ESTIMATORS` of `classification.users` and of `regression.users`.
"""


NEIGHBOURS: dict[str, tuple[str, str, Callable[[Setting], float]]] = {
    "sparse-mean": ("mean-linf", "cube", lambda a: a.s * a.D**2),
}
"""Problems with a class within that of another, whose estimators can be better: the other problem, the beginning of
its estimators' names here, and the risk of the best constant. `tests/conformance/test_neighbours.py` has the pairs
where none is better."""


def one_coordinate(plan: TwoStage) -> CoordinatePlan:
    """A two-stage plan for a number as that of a vector of one coordinate.

    Parameters
    ----------
    plan : TwoStage
        The plan for a number.

    Returns
    -------
    CoordinatePlan
        The plan for a vector.
    """
    return CoordinatePlan(plan.name, Split(plan.n, 1, ((0,),)), plan, Fraction(1), Plain(1))


def _exact(estimator: Estimator) -> Estimator:
    """Two-stage plans know their form in symbols."""

    def exact(plan: Any) -> Any:
        if isinstance(plan, CoordinatePlan):
            return plan.exact()
        return in_symbols(plan) if isinstance(plan, TwoStage) else estimator.exact(plan)

    return replace(estimator, exact=exact)


@cache
def of_problem(problem: str) -> tuple[Estimator, ...]:
    """The estimators of a problem.

    Parameters
    ----------
    problem : str
        Name of a problem.

    Returns
    -------
    tuple of Estimator
        The estimators, in the order in which they are shown.

    Raises
    ------
    ParameterError
        For a problem that has none.
    """
    if problem not in PLACES:
        raise ParameterError(f"problem = {problem!r}: must be one of {', '.join(PLACES)}")
    registered = import_module(f"upperbounds.{PLACES[problem]}").ESTIMATORS
    return tuple(_exact(estimator) for estimator in registered if estimator.problem == problem)


@cache
def inherited(problem: str) -> tuple[Estimator, ...]:
    """The private estimators that a problem has from one with a wider class.

    Parameters
    ----------
    problem : str
        Name of a problem.

    Returns
    -------
    tuple of Estimator
        The estimators of the wider class, in its order, with its name as their `problem`. Their bounds are trivial
        where a constant estimate is as good in the narrower class.
    """
    if problem not in NEIGHBOURS:
        return ()
    wider, beginning, constant = NEIGHBOURS[problem]

    def bound(of: Estimator) -> Callable[[Setting], UpperBound]:
        def value(a: Setting) -> UpperBound:
            found = of.bound(a)
            return replace(found, vacuous=found.vacuous or not found.value < constant(a))

        return value

    return tuple(
        replace(each, name=f"{beginning}-{each.name}", bound=bound(each))
        for each in of_problem(wider)
        if each.protects_users
    )


def by_name(problem: str, name: str) -> Estimator:
    """The estimator of a problem with that name.

    Parameters
    ----------
    problem : str
        Name of a problem.
    name : str
        Name of the estimator.

    Returns
    -------
    Estimator
        The estimator.

    Raises
    ------
    ParameterError
        For another name.
    """
    known = {estimator.name: estimator for estimator in of_problem(problem)}
    if name not in known:
        raise ParameterError(f"estimator = {name!r}: must be one of {', '.join(known)}")
    return known[name]
