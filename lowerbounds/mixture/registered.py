"""The lower bounds of mixtures, by problem."""

from collections.abc import Callable, Iterator

from lowerbounds.methods.vector_bounds import VectorBound
from lowerbounds.mixture.bounds import light_scores, lightest, separated, shifted
from notation.setting import Setting


def _mixture(a: Setting) -> Iterator[VectorBound]:
    for bound in (separated, shifted, lightest, light_scores):
        yield bound(a.n, a.m, a.K, a.epsilon, a.D)


PROBLEMS: dict[str, Callable[[Setting], Iterator[VectorBound]]] = {"mixture": _mixture}
"""Squared l_2 error of the ordered means."""
