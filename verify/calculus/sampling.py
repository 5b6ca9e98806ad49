"""Comparisons at many points at once, in floating point: what fails at one of them is not worth a search for a proof.

Nothing is shown here: a point only keeps the prover from what can't be, and one that refutes is confirmed exactly.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
import sympy
from numpy.typing import NDArray

from verify.calculus.conditions import Comparison
from verify.calculus.terms import Extent, Parameter, StandIn, quantities, text
from verify.calculus.values import NoValue, truth

_POINTS = 2000
_KINDS = (
    *(sympy.Add, sympy.Mul, sympy.Pow, sympy.Min, sympy.Max, sympy.Abs, sympy.exp, sympy.log, sympy.erfc),
    *(sympy.sinh, sympy.cosh, sympy.tanh, sympy.floor, sympy.ceiling),
    *(sympy.Symbol, sympy.Number, sympy.NumberSymbol),
)
# Far above what floating point loses in a few operations, relative to the sides.
_SURE = 1e-6


class Sampled:
    """A goal and conditions at points of the letters' ranges, quantities being free in theirs."""

    def __init__(
        self, goal: Comparison, conditions: Sequence[Comparison], extent: Callable[[Parameter], Extent]
    ) -> None:
        found = sorted({q for c in (goal, *conditions) for q in quantities(c)}, key=text)
        named = {q: StandIn(f"quantity{i}", Extent(q.lower, q.upper)) for i, q in enumerate(found)}
        self._goal, self._conditions = goal.xreplace(named), [c.xreplace(named) for c in conditions]
        letters = sorted(set().union(*(c.free_symbols for c in (self._goal, *self._conditions))), key=str)
        self._letters: list[Parameter] = [x for x in letters if isinstance(x, Parameter)]
        self._points = {x: _drawn(x.name, _extent(x, extent)) for x in self._letters}
        usable = len(self._letters) == len(letters)
        self._gaps = {c: self._gap(c) if usable else None for c in (self._goal, *self._conditions)}
        self._known = dict(zip(conditions, self._conditions, strict=True))

    def _gap(self, c: Comparison) -> tuple[NDArray[Any], NDArray[Any]] | None:
        """The larger side less the smaller one, and the sum of their sizes."""
        if not all(isinstance(node, _KINDS) for side in (c.small, c.large) for node in sympy.preorder_traversal(side)):
            return None
        with np.errstate(all="ignore"):
            small, large = (self._values(side) for side in (c.small, c.large))
            return large - small, abs(small) + abs(large)

    def _values(self, side: Any) -> NDArray[Any]:
        letters, compiled = _compiled(side)
        found = compiled(*(self._points[x] for x in letters))
        return np.broadcast_to(np.asarray(found, dtype=float), _POINTS)

    def refuting(self) -> dict[Parameter, Fraction] | None:
        """A point where all conditions hold and the goal fails, confirmed exactly, if one is among the points."""
        own = self._gaps[self._goal]
        if own is None or any(self._gaps[c] is None or c.op == "==" for c in self._conditions):
            return None
        with np.errstate(all="ignore"):
            fails = own[0] < -_SURE * own[1]
            for c in self._conditions:
                gap, size = self._gaps[c]  # type: ignore[misc]
                fails &= gap > _SURE * size
        for place in np.flatnonzero(fails)[:3]:
            point = {x: Fraction(float(drawn[place])) for x, drawn in self._points.items()}
            try:
                if truth(self._goal, point) is False and all(truth(c, point) for c in self._conditions):
                    return point
            except (ArithmeticError, NoValue):
                continue
        return None

    def may_dominate(self, chosen: Sequence[Comparison]) -> bool:
        """Whether the goal's gap is nowhere seen below the sum of the gaps of these conditions."""
        parts = [self._gaps.get(self._known.get(c, c)) for c in chosen]
        own = self._gaps[self._goal]
        if own is None or any(part is None for part in parts):
            return True
        with np.errstate(all="ignore"):
            gap = own[0] - sum(part[0] for part in parts if part)
            return not bool(np.any(gap < -_SURE * (own[1] + sum(part[1] for part in parts if part))))


def _extent(letter: Parameter, extent: Callable[[Parameter], Extent]) -> Extent:
    return letter.extent if isinstance(letter, StandIn) else extent(letter)


@lru_cache(maxsize=4096)
def _compiled(side: Any) -> tuple[tuple[Any, ...], Any]:
    letters = tuple(sorted(side.free_symbols, key=str))
    return letters, sympy.lambdify(letters, side, ["scipy", "numpy"])


@lru_cache(maxsize=1024)
def _drawn(name: str, extent: Extent) -> NDArray[Any]:
    """Numbers of a range, of all sizes and near its ends; the same in each run."""
    generator = np.random.default_rng(zlib.crc32(name.encode()))
    low, high = (float(end) for end in (extent.lower, extent.upper))
    size = 10.0 ** generator.uniform(-4, 6, _POINTS)
    if np.isfinite(low) and np.isfinite(high):
        near = (high - low) * np.where(size < 1, size, generator.uniform(0, 1, _POINTS))
        found = np.where(generator.uniform(0, 1, _POINTS) < 0.5, low + near, high - near)
    elif np.isfinite(low):
        found = low + size
    elif np.isfinite(high):
        found = high - size
    else:
        found = size * generator.choice([-1, 1], _POINTS)
    found = np.floor(found) if extent.integer else found
    shut = (found > low) if extent.open_lower else (found >= low)
    shut &= (found < high) if extent.open_upper else (found <= high)
    return np.where(shut, found, np.ceil(low) + 1 if np.isfinite(low) and not np.isfinite(high) else np.nan)
