"""The lower bounds of means of vectors, dense and sparse, by problem."""

from collections.abc import Callable, Iterator

from lowerbounds.methods.assouad import axes_bound, cells_bound, hadamard_bound, signs_bound
from lowerbounds.methods.mutual_information import sign_floor, vertex_floor, volume_floor
from lowerbounds.methods.van_trees import van_trees
from lowerbounds.methods.vector_bounds import VectorBound
from lowerbounds.sparse.extra import extra
from lowerbounds.sparse.hidden import hidden
from lowerbounds.sparse.kent import any_sparsity, theorem7, theorem7_every_epsilon
from lowerbounds.vectors.heavy import spikes
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
from notation.setting import Setting


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


def _heavy_l2(a: Setting) -> Iterator[VectorBound]:
    yield spikes(a.n, a.m, a.d, a.epsilon, a.p, a.M, "l2")


def _sparse(a: Setting) -> Iterator[VectorBound]:
    for bound in (extra, hidden, theorem7, theorem7_every_epsilon, any_sparsity):
        yield bound(a.n, a.m, a.d, a.s, a.epsilon, a.D)


PROBLEMS: dict[str, Callable[[Setting], Iterator[VectorBound]]] = {
    "mean-linf": _linf,
    "mean-l2": _l2,
    "mean-l1": _l1,
    "discrete": _cells,
    "mean-heavy": _heavy,
    "mean-heavy-l2": _heavy_l2,
    "sparse-mean": _sparse,
}
"""Squared l_2 error; `d` counts cells in "discrete"."""
