"""The lower bounds of the mean of numbers, by problem."""

from collections.abc import Callable, Iterator

from lowerbounds.mean.best import all_bounds
from lowerbounds.methods.bounds import Bound
from notation.setting import Setting


def _mean(a: Setting) -> Iterator[Bound]:
    yield from all_bounds(a.n, a.m, a.epsilon, a.D)


PROBLEMS: dict[str, Callable[[Setting], Iterator[Bound]]] = {"mean": _mean}
"""Squared error."""
