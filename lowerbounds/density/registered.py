"""The lower bounds of densities, by problem."""

from collections.abc import Callable, Iterator

from lowerbounds.density import bumps, ellipsoid, floor, kent_proposition5, kent_theorem9, wave
from lowerbounds.methods.bounds import Bound
from notation.setting import Setting


def _density(a: Setting) -> Iterator[Bound]:
    for bound in (bumps, ellipsoid, floor, wave, kent_proposition5, kent_theorem9):
        yield bound(a.n, a.m, a.beta, a.epsilon, a.r)


PROBLEMS: dict[str, Callable[[Setting], Iterator[Bound]]] = {"density": _density}
"""Squared L_2 error."""
