"""The lower bounds of every problem, from the papers' (corrected) and ours."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction

from lowerbounds.classification import users as classification
from lowerbounds.classification.bumps import central_bounds, local_bounds
from lowerbounds.density import bumps, kent_proposition5, kent_theorem9, wave
from lowerbounds.density import floor as density_floor
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
from lowerbounds.optimisation.pure import pure_server
from lowerbounds.optimisation.scores import score_bound
from lowerbounds.regression import bumps as label_regression
from lowerbounds.regression import users as regression
from lowerbounds.selection import (
    approximate_floor,
    blocks_floor,
    coefficients_floor,
    kent_theorem11,
    sparse_floor,
    two_points_floor,
)
from lowerbounds.sparse.kent import any_sparsity, theorem7, theorem7_every_epsilon
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
from notation.classification import LabelSetting
from notation.parameters import ParameterError
from notation.regression import RegressionSetting
from notation.setting import Setting
from notation.user_learning import UserSetting


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


def _sparse(a: Setting) -> Iterator[VectorBound]:
    for bound in (theorem7, theorem7_every_epsilon, any_sparsity):
        yield bound(a.n, a.m, a.d, a.s, a.epsilon, a.D)
    # The first s coordinates alone are any mean in the cube of s dimensions.
    yield from _linf(replace(a, d=a.s))


def _optimisation(a: Setting) -> Iterator[VectorBound]:
    yield cube_sharp(a.n, a.m, a.d, a.epsilon, a.L, a.R, a.delta)
    if a.delta == 0:
        for bound in (bassily_local, bassily_few_users):
            yield bound(a.n, a.m, a.d, a.epsilon, a.L, a.R)
    yield bassily_approximate(a.n, a.m, a.d, a.epsilon, a.L, a.R, a.delta)
    yield from _central(a)


def _central(a: Setting) -> Iterator[VectorBound]:
    for bound in (bassily_statistical, score_bound):
        yield bound(a.n, a.m, a.d, a.epsilon, a.L, a.R, a.delta)
    if a.delta == 0:
        yield pure_server(a.n, a.m, a.d, a.epsilon, a.L, a.R)


def _density(a: Setting) -> Iterator[Bound]:
    for bound in (bumps, density_floor, wave, kent_proposition5, kent_theorem9):
        yield bound(a.n, a.m, a.beta, a.epsilon, a.r)


def _infinite_linf(a: Setting) -> Iterator[VectorBound]:
    for floor in (sign_floor, volume_floor, kent_proposition3):
        yield floor(a.n, a.m, a.d, a.epsilon, a.D, "linf")
    yield blocks_floor(a.n, a.m, a.d, a.epsilon, a.D, a.d)
    yield two_points_floor(a.n, a.m, a.d, a.epsilon, a.D, Fraction(a.d))


def _infinite_l2(a: Setting) -> Iterator[VectorBound]:
    for floor in (sign_floor, volume_floor, kent_proposition3):
        yield floor(a.n, a.m, a.d, a.epsilon, a.D, "l2")
    yield from _infinite_l1(a)


def _infinite_l1(a: Setting) -> Iterator[VectorBound]:
    for floor in (volume_floor, vertex_floor):
        yield floor(a.n, a.m, a.d, a.epsilon, a.D, "l1")
    yield two_points_floor(a.n, a.m, a.d, a.epsilon, a.D)


def _infinite_sparse(a: Setting) -> Iterator[VectorBound]:
    yield sparse_floor(a.n, a.m, a.d, a.epsilon, a.D, a.s)


def _infinite_sobolev(a: Setting) -> Iterator[VectorBound]:
    yield coefficients_floor(a.n, a.m, a.d, a.epsilon, a.beta, a.r)


def _approximate(space: str, pure: Callable[[Setting], Iterator[VectorBound]]) -> Callable[[Setting], Iterator[Bound]]:
    """Bounds for approximate privacy; with those for pure privacy where delta is 0."""

    def bounds(a: Setting) -> Iterator[Bound]:
        if a.delta == 0:
            yield from pure(a)
        for floor in (kent_theorem11, approximate_floor):
            yield floor(space, a)

    return bounds


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
    "density": _density,
    "sparse-mean": _sparse,
    "mixture": _mixture,
    "optimisation": _optimisation,
    "optimisation-central": _central,
    "infinite-linf": _approximate("linf", _infinite_linf),
    "infinite-l2": _approximate("l2", _infinite_l2),
    "infinite-l1": _approximate("l1", _infinite_l1),
    "infinite-sparse": _approximate("sparse", _infinite_sparse),
    "infinite-sobolev": _approximate("sobolev", _infinite_sobolev),
}
"""Squared l_2 error of the mean; for optimisation the excess risk. `d` counts cells in "discrete".

In those that begin with infinite each user knows the parameter.
"""

LABELS: dict[str, Callable[[LabelSetting], list[Bound]]] = {
    "label-classification-local": local_bounds,
    "label-classification-central": central_bounds,
}
"""Excess risk where labels alone are private: settings of another kind."""

LABEL_REGRESSIONS: dict[str, Callable[[RegressionSetting], list[Bound]]] = {
    "label-regression-local": label_regression.local_bounds,
    "label-regression-central": label_regression.central_bounds,
    "label-regression-heavy-local": label_regression.local_bounds,
    "label-regression-heavy-central": label_regression.central_bounds,
}
"""Mean squared error of a regression function where labels alone are private."""

USERS: dict[str, Callable[[UserSetting], list[Bound]]] = {
    "classification": classification.bounds,
    "regression": regression.bounds,
}
"""Excess risk and squared error of rules that are learnt from users all of whose data are private."""


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
