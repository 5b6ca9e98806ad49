"""The lower bounds of every problem, from the papers' (corrected) and ours: imported when a problem is asked for."""

from importlib import import_module

from lowerbounds.methods.bounds import Bound
from lowerbounds.methods.vector_bounds import NON_INTERACTIVE, SEQUENTIAL, VectorBound
from notation.parameters import ParameterError
from notation.setting import Setting

PLACES = {
    "mean": "mean",
    **dict.fromkeys(("mean-linf", "mean-l2", "mean-l1", "discrete", "mean-heavy", "mean-heavy-l2"), "vectors"),
    "density": "density",
    "sparse-mean": "vectors",
    "mixture": "mixture",
    **dict.fromkeys(("optimisation", "optimisation-central"), "optimisation"),
    **dict.fromkeys((f"infinite-{space}" for space in ("linf", "l2", "l1", "sparse", "sobolev")), "selection"),
}
"""The folder of each problem, in whose `registered` module `PROBLEMS` has the function that yields its bounds.

In problems that begin with infinite each user knows the parameter. Bounds for rules that predict labels take settings
of another kind: they are in `classification` and `regression`, `LABEL_BOUNDS` of `bumps` and `bounds` of `users`.
"""


def bounds_of(problem: str, setting: Setting, *, interactive: bool = True) -> tuple[Bound, ...]:
    """Every bound of a problem.

    Parameters
    ----------
    problem : str
        Name of a problem.
    setting : Setting
        Sizes of the problem and the privacy budget.
    interactive : bool, default True
        Whether protocols may be interactive, so that bounds for non-interactive ones are left out.

    Returns
    -------
    tuple of Bound
        The bounds, in the units of the problem's risk.

    Raises
    ------
    ParameterError
        For an unknown problem.
    """
    if problem not in PLACES:
        raise ParameterError(f"problem = {problem!r}: must be one of {', '.join(PLACES)}")
    found = import_module(f"lowerbounds.{PLACES[problem]}.registered").PROBLEMS[problem](setting)
    return tuple(x for x in found if not (interactive and protocols_of(x) == NON_INTERACTIVE))


def best(problem: str, setting: Setting, *, interactive: bool = True) -> Bound:
    """The largest of `bounds_of`, with its source.

    Parameters
    ----------
    problem : str
        Name of a problem.
    setting : Setting
        Sizes of the problem and the privacy budget.
    interactive : bool, default True
        Whether protocols may be interactive, so that bounds for non-interactive ones are left out.

    Returns
    -------
    Bound
        The bound, in the units of the problem's risk.

    Raises
    ------
    ParameterError
        For an unknown problem.
    """
    return max(bounds_of(problem, setting, interactive=interactive), key=lambda bound: bound.value)


def protocols_of(bound: Bound) -> str:
    """The class of protocols over which a bound is one.

    Parameters
    ----------
    bound : Bound
        The bound.

    Returns
    -------
    str
        The class.
    """
    return bound.protocols if isinstance(bound, VectorBound) else SEQUENTIAL
