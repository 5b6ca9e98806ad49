"""The lower bounds of convex optimisation, by problem."""

from collections.abc import Callable, Iterator

from lowerbounds.methods.vector_bounds import VectorBound
from lowerbounds.optimisation.excess_risk import (
    bassily_approximate,
    bassily_few_users,
    bassily_local,
    bassily_statistical,
    cube_sharp,
)
from lowerbounds.optimisation.pure import pure_server
from lowerbounds.optimisation.scores import score_bound
from notation.setting import Setting


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


PROBLEMS: dict[str, Callable[[Setting], Iterator[VectorBound]]] = {
    "optimisation": _optimisation,
    "optimisation-central": _central,
}
"""Excess risk."""
