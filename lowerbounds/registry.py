"""The lower bounds of every problem, from the papers' (corrected) and ours: imported when a problem is asked for."""

from collections.abc import Callable
from dataclasses import replace
from importlib import import_module

from lowerbounds.methods.bounds import Bound
from lowerbounds.methods.vector_bounds import NON_INTERACTIVE, SEQUENTIAL, VectorBound
from lowerbounds.numerics.enclosures import down
from notation.parameters import ParameterError
from notation.setting import MOST_DIMENSIONS, Setting

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

In problems whose names begin with infinite, each user knows the parameter. Bounds for rules that predict labels take
other settings: they are in `classification` and `regression`, `LABEL_BOUNDS` of `bumps` and `bounds` of `users`.
"""


def _bounded(a: Setting) -> Setting:
    """Bounded data satisfy the moment condition: D = M^(1/p), rounded down."""
    from lowerbounds.vectors.heavy import width

    return replace(a, D=down(width(a.p, a.M)))


def _same(a: Setting) -> Setting:
    return a


NEIGHBOURS: dict[str, tuple[tuple[str, Callable[[Setting], Setting | None]], ...]] = {
    "mean-linf": (("infinite-linf", _same),),
    "mean-l2": (("infinite-l2", _same),),
    "mean-l1": (("infinite-l1", _same),),
    "mean-heavy": (("mean-linf", _bounded),),
    "mean-heavy-l2": (("mean-l2", _bounded),),
    "sparse-mean": (("mean-linf", lambda a: replace(a, d=a.s)), ("infinite-sparse", _same)),
    "density": (("infinite-sobolev", lambda a: replace(a, d=MOST_DIMENSIONS)),),
    "mixture": (("mean", lambda a: a if a.K == 1 else None),),
    "infinite-linf": (("infinite-l2", _same), ("infinite-sparse", lambda a: replace(a, s=a.d))),
}
"""Problems that are within another, so that their bounds are bounds of it: a narrower class, or users who know the
parameter (point masses, or the density), with the setting there, or None where it is not within."""


def bounds_of(problem: str, setting: Setting, *, interactive: bool = True) -> tuple[Bound, ...]:
    """Every bound of a problem, its own and those of the problems within it.

    Parameters
    ----------
    problem : str
        Name of a problem.
    setting : Setting
        Sizes of the problem and the privacy budget.
    interactive : bool, default True
        Whether protocols may be interactive; if so, bounds for non-interactive protocols are left out.

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
    own = tuple(x for x in found if not (interactive and protocols_of(x) == NON_INTERACTIVE))
    held = {(x.source, x.value) for x in own}
    for inner, inside in NEIGHBOURS.get(problem, ()):
        within = inside(setting)
        if within is not None:
            more = (x for x in bounds_of(inner, within, interactive=interactive) if (x.source, x.value) not in held)
            own += tuple(more)
    return own


def best(problem: str, setting: Setting, *, interactive: bool = True) -> Bound:
    """The largest of `bounds_of`, with its source.

    Parameters
    ----------
    problem : str
        Name of a problem.
    setting : Setting
        Sizes of the problem and the privacy budget.
    interactive : bool, default True
        Whether protocols may be interactive; if so, bounds for non-interactive protocols are left out.

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
    """The class of protocols for which a bound holds.

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
