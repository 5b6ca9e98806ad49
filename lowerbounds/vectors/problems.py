"""The best lower bound of a problem in d dimensions, from the papers' (corrected) and ours."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from lowerbounds.enclosures import down
from lowerbounds.vectors.assouad import axes_bound, cells_bound, hadamard_bound, signs_bound
from lowerbounds.vectors.bounds import NON_INTERACTIVE, VectorBound
from lowerbounds.vectors.heavy import spikes, width
from lowerbounds.vectors.information import sign_floor, vertex_floor, volume_floor
from lowerbounds.vectors.lifted import cells_nonprivate, lifted
from lowerbounds.vectors.optimisation import (
    bassily_approximate,
    bassily_few_users,
    bassily_local,
    bassily_statistical,
    cube_sharp,
)
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
from lowerbounds.vectors.van_trees import van_trees
from notation.parameters import ParameterError, count


@dataclass(frozen=True)
class Setting:
    """What a problem is about: sizes, privacy, the ball's radius D or the moment p and its bound M, or L and R."""

    n: int
    m: int
    d: int
    epsilon: float
    D: float = 1.0
    p: float = 2.0
    M: float = 1.0
    L: float = 1.0
    R: float = 1.0
    delta: float = 0.0


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
    return Setting(a.n, a.m, a.d, a.epsilon, D=down(width(a.p, a.M)))


def _optimization(a: Setting) -> Iterator[VectorBound]:
    if a.delta == 0:
        for bound in (cube_sharp, bassily_local, bassily_few_users):
            yield bound(a.n, a.m, a.d, a.epsilon, a.L, a.R)
    yield bassily_approximate(a.n, a.m, a.d, a.epsilon, a.L, a.R, a.delta)
    yield from _central(a)


def _central(a: Setting) -> Iterator[VectorBound]:
    yield bassily_statistical(a.n, a.m, a.d, a.epsilon, a.L, a.R, a.delta)


PROBLEMS: dict[str, Callable[[Setting], Iterator[VectorBound]]] = {
    "mean-linf": _linf,
    "mean-l2": _l2,
    "mean-l1": _l1,
    "discrete": _cells,
    "mean-heavy": _heavy,
    "mean-heavy-l2": _heavy_l2,
    "optimization": _optimization,
    "optimization-central": _central,
}
"""Squared l_2 error of the mean; for optimization the excess risk. `d` counts cells in "discrete"."""


def all_bounds(
    problem: str, n: int, m: int, d: int, epsilon: float, *, interactive: bool = True, **sizes: float
) -> tuple[VectorBound, ...]:
    """Return every bound of a problem, those for non-interactive protocols only where `interactive` is False.

    `sizes` are the fields of `Setting` beyond n, m, d, epsilon. Raises ParameterError for an unknown problem or size,
    or a parameter out of range.
    """
    if problem not in PROBLEMS:
        raise ParameterError(f"problem = {problem!r}: must be one of {', '.join(PROBLEMS)}")
    unknown = [name for name in sizes if name not in Setting.__dataclass_fields__]
    if unknown:
        raise ParameterError(f"{unknown[0]}: is no size of a problem; allowed: D, p, M, L, R, delta")
    setting = Setting(n, m, count("d", d), epsilon, **sizes)
    return tuple(x for x in PROBLEMS[problem](setting) if not (interactive and x.protocols == NON_INTERACTIVE))


def best(
    problem: str, n: int, m: int, d: int, epsilon: float, *, interactive: bool = True, **sizes: float
) -> VectorBound:
    """Return the largest of `all_bounds`, with its source; raises as it does."""
    bounds = all_bounds(problem, n, m, d, epsilon, interactive=interactive, **sizes)
    return max(bounds, key=lambda bound: bound.value)
