"""The lower bounds where each user knows the parameter, by problem."""

from collections.abc import Callable, Iterator
from fractions import Fraction

from lowerbounds.methods.bounds import Bound
from lowerbounds.methods.mutual_information import sign_floor, vertex_floor, volume_floor
from lowerbounds.methods.vector_bounds import VectorBound
from lowerbounds.selection.approximate import approximate_floor, kent_theorem11
from lowerbounds.selection.floors import blocks_floor, coefficients_floor, sparse_floor, two_points_floor
from lowerbounds.vectors.papers import kent_proposition3
from notation.setting import Setting


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
    """Bounds for approximate privacy, and for pure privacy if delta is 0."""

    def bounds(a: Setting) -> Iterator[Bound]:
        if a.delta == 0:
            yield from pure(a)
        for floor in (kent_theorem11, approximate_floor):
            yield floor(space, a)

    return bounds


PROBLEMS: dict[str, Callable[[Setting], Iterator[Bound]]] = {
    "infinite-linf": _approximate("linf", _infinite_linf),
    "infinite-l2": _approximate("l2", _infinite_l2),
    "infinite-l1": _approximate("l1", _infinite_l1),
    "infinite-sparse": _approximate("sparse", _infinite_sparse),
    "infinite-sobolev": _approximate("sobolev", _infinite_sobolev),
}
"""Squared l_2 error."""
