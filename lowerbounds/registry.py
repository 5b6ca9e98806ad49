"""The lower bounds of every problem, from the papers' (corrected) and ours."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from lowerbounds.mean.best import all_bounds as mean_bounds
from lowerbounds.methods.assouad import axes_bound, cells_bound, hadamard_bound, signs_bound
from lowerbounds.methods.bounds import Bound
from lowerbounds.methods.mutual_information import sign_floor, vertex_floor, volume_floor
from lowerbounds.methods.van_trees import van_trees
from lowerbounds.methods.vector_bounds import NON_INTERACTIVE, SEQUENTIAL, VectorBound
from lowerbounds.mixture.bounds import lightest, separated, shifted
from lowerbounds.numerics.enclosures import down
from lowerbounds.optimisation.excess_risk import (
    bassily_approximate,
    bassily_few_users,
    bassily_local,
    bassily_statistical,
    cube_sharp,
)
from lowerbounds.vectors.heavy import spikes, width
from lowerbounds.vectors.lifted import cells_nonprivate, lifted
from lowerbounds.vectors.papers import (
    kent_high_privacy,
    kent_low_privacy,
    kent_proposition3,
    kent_theorem6,
    zhao_all_epsilon,
    zhao_hadamard,
    zhao_theorem6,
    zhao_theorem7,
)
from notation.parameters import ParameterError
from notation.setting import Setting


def _mean(a: Setting) -> Iterator[Bound]:
    yield from mean_bounds(a.n, a.m, a.epsilon, a.D)


def _linf(a: Setting) -> Iterator[VectorBound]:
    for bound in (signs_bound, van_trees, sign_floor, volume_floor, lifted, zhao_all_epsilon):
        yield bound(a.n, a.m, a.d, a.epsilon, a.D, "linf")
    for paper in (kent_high_privacy, kent_low_privacy, kent_theorem6, kent_proposition3):
        yield paper(a.n, a.m, a.d, a.epsilon, a.D, "linf")
    yield zhao_theorem7(a.n, a.m, a.d, a.epsilon, a.D)
    if a.d & (a.d - 1) == 0:
        yield zhao_hadamard(a.n, a.m, a.d, a.epsilon, a.D)
        yield hadamard_bound(a.n, a.m, a.d, a.epsilon, a.D)


def _l2(a: Setting) -> Iterator[VectorBound]:
    for bound in (signs_bound, van_trees, sign_floor, volume_floor, lifted, zhao_all_epsilon):
        yield bound(a.n, a.m, a.d, a.epsilon, a.D, "l2")
    for paper in (kent_high_privacy, kent_low_privacy, kent_theorem6, kent_proposition3):
        yield paper(a.n, a.m, a.d, a.epsilon, a.D, "l2")
    # The l_1 ball is within the l_2 ball.
    for axes in (axes_bound, zhao_theorem6):
        yield axes(a.n, a.m, a.d, a.epsilon, a.D)
    for inside in (van_trees, volume_floor, vertex_floor):
        yield inside(a.n, a.m, a.d, a.epsilon, a.D, "l1")


def _l1(a: Setting) -> Iterator[VectorBound]:
    for axes in (axes_bound, zhao_theorem6):
        yield axes(a.n, a.m, a.d, a.epsilon, a.D)
    for bound in (van_trees, volume_floor, vertex_floor, lifted):
        yield bound(a.n, a.m, a.d, a.epsilon, a.D, "l1")


def _cells(a: Setting) -> Iterator[VectorBound]:
    for cells in (cells_bound, cells_nonprivate):
        yield cells(a.n, a.m, a.d, a.epsilon)
    for bound in (van_trees, volume_floor, vertex_floor, lifted):
        yield bound(a.n, a.m, a.d, a.epsilon, 1.0, "cells")


def _heavy(a: Setting) -> Iterator[VectorBound]:
    yield spikes(a.n, a.m, a.d, a.epsilon, a.p, a.M, "coordinates")
    yield from _linf(_bounded(a))


def _heavy_l2(a: Setting) -> Iterator[VectorBound]:
    yield spikes(a.n, a.m, a.d, a.epsilon, a.p, a.M, "l2")
    yield from _l2(_bounded(a))


def _bounded(a: Setting) -> Setting:
    """Bounded data satisfy the moment condition: D = M^(1/p), rounded down."""
    return replace(a, D=down(width(a.p, a.M)))


def _optimization(a: Setting) -> Iterator[VectorBound]:
    if a.delta == 0:
        for bound in (cube_sharp, bassily_local, bassily_few_users):
            yield bound(a.n, a.m, a.d, a.epsilon, a.L, a.R)
    yield bassily_approximate(a.n, a.m, a.d, a.epsilon, a.L, a.R, a.delta)
    yield from _central(a)


def _central(a: Setting) -> Iterator[VectorBound]:
    yield bassily_statistical(a.n, a.m, a.d, a.epsilon, a.L, a.R, a.delta)


def _mixture(a: Setting) -> Iterator[VectorBound]:
    for bound in (separated, shifted, lightest):
        yield bound(a.n, a.m, a.K, a.epsilon, a.D)


PROBLEMS: dict[str, Callable[[Setting], Iterator[Bound]]] = {
    "mean": _mean,
    "mean-linf": _linf,
    "mean-l2": _l2,
    "mean-l1": _l1,
    "discrete": _cells,
    "mean-heavy": _heavy,
    "mean-heavy-l2": _heavy_l2,
    "mixture": _mixture,
    "optimization": _optimization,
    "optimization-central": _central,
}
"""Squared l_2 error of the mean; for optimization the excess risk. `d` counts cells in "discrete"."""


def bounds_of(problem: str, setting: Setting, *, interactive: bool = True) -> tuple[Bound, ...]:
    """Every bound of a problem; those for non-interactive protocols only where `interactive` is False.

    Raises ParameterError for an unknown problem.
    """
    if problem not in PROBLEMS:
        raise ParameterError(f"problem = {problem!r}: must be one of {', '.join(PROBLEMS)}")
    found = PROBLEMS[problem](setting)
    return tuple(x for x in found if not (interactive and protocols_of(x) == NON_INTERACTIVE))


def best(problem: str, setting: Setting, *, interactive: bool = True) -> Bound:
    """The largest of `bounds_of`, with its source; raises as it does."""
    return max(bounds_of(problem, setting, interactive=interactive), key=lambda bound: bound.value)


def protocols_of(bound: Bound) -> str:
    """The class of protocols over which a bound is one."""
    return bound.protocols if isinstance(bound, VectorBound) else SEQUENTIAL
