"""Comparisons at many points at once, in floating point: what fails at one of them is not worth a search for a proof.

Nothing is shown here: a point only keeps the prover from what can't be, and one that refutes is confirmed exactly.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
import sympy
from numpy.typing import NDArray

from verify.kernel.calculus.conditions import Comparison, at_most
from verify.kernel.calculus.terms import Extent, Parameter, StandIn, quantities, text
from verify.kernel.calculus.values import NoValue, truth

_POINTS = 2000
_KINDS = (
    *(sympy.Add, sympy.Mul, sympy.Pow, sympy.Min, sympy.Max, sympy.Abs, sympy.exp, sympy.log, sympy.erfc),
    *(sympy.sinh, sympy.cosh, sympy.tanh, sympy.floor, sympy.ceiling),
    *(sympy.Symbol, sympy.Number, sympy.NumberSymbol),
)
# Far above what floating point loses in a few operations, relative to the sides.
_SURE = 1e-6
_INSIDE = 1e-4
"""So far from a bound, relative to it, does what it bounds lie at the points that are moved to it."""
_Gap = tuple[NDArray[Any], NDArray[Any]]


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
        self._ranges = {x: _extent(x, extent) for x in self._letters}
        self._points = {x: _drawn(x.name, self._ranges[x]) for x in self._letters}
        usable = len(self._letters) == len(letters)
        self._gaps = {c: self._gap(c, self._points) if usable else None for c in (self._goal, *self._conditions)}
        self._known = dict(zip(conditions, self._conditions, strict=True))

    def _gap(self, c: Comparison, points: Mapping[Parameter, NDArray[Any]]) -> _Gap | None:
        """The larger side less the smaller one, and the sum of their sizes."""
        if not all(isinstance(node, _KINDS) for side in (c.small, c.large) for node in sympy.preorder_traversal(side)):
            return None
        with np.errstate(all="ignore"):
            small, large = (_values(side, points) for side in (c.small, c.large))
            return large - small, abs(small) + abs(large)

    def refuting(self) -> dict[Parameter, Fraction] | None:
        """A point where all conditions hold and the goal fails, confirmed exactly, if one is among the points.

        A quantity that conditions say to be equal to a term is that term; a letter or quantity that they bound by a
        term is also tried just inside the bound. The point gives those of what is left.
        """
        if None in self._gaps.values():
            return None
        goal, conditions = _without_equalities(self._goal, self._conditions)
        if any(c.op == "==" for c in conditions):
            return None
        drawn = self._failing(goal, conditions, self._points)
        return drawn or self._failing(goal, conditions, self._at_the_bounds(conditions))

    def _failing(
        self, goal: Comparison, conditions: Sequence[Comparison], points: Mapping[Parameter, NDArray[Any]]
    ) -> dict[Parameter, Fraction] | None:
        own = self._gap(goal, points)
        known = [self._gap(c, points) for c in conditions]
        if own is None:
            return None
        with np.errstate(all="ignore"):
            fails = own[0] < -_SURE * own[1]
            for found in known:
                if found is None:
                    return None
                fails &= found[0] > _SURE * found[1]
        left = set[Any]().union(*(part.free_symbols for part in (goal, *conditions)))
        for place in np.flatnonzero(fails)[:3]:
            point = {x: Fraction(float(at[place])) for x, at in points.items() if x in left}
            try:
                if truth(goal, point) is False and all(truth(c, point) for c in conditions):
                    return point
            except (ArithmeticError, NoValue):
                continue
        return None

    def _at_the_bounds(self, conditions: Sequence[Comparison]) -> dict[Parameter, NDArray[Any]]:
        """The points, what a condition bounds by a term moved to just inside: below it at odd places, else above it.

        What would leave its range stays.
        """
        moved, odd = dict(self._points), np.arange(_POINTS) % 2 == 1
        for c in conditions:
            for letter, bound, inside in ((c.small, c.large, -_INSIDE), (c.large, c.small, _INSIDE)):
                if letter not in self._ranges or letter in bound.free_symbols:
                    continue
                with np.errstate(all="ignore"):
                    at = _values(bound, moved)
                    at = at + inside * abs(at)
                if self._ranges[letter].integer:
                    at = np.floor(at) if inside < 0 else np.ceil(at)
                here = (odd == (inside < 0)) & _within(at, self._ranges[letter])
                moved[letter] = np.where(here, at, moved[letter])
        return moved

    def may_dominate(self, chosen: Sequence[Comparison]) -> bool:
        """Whether the goal's gap is nowhere seen below the sum of the gaps of these conditions."""
        parts = [self._gaps.get(self._known.get(c, c)) for c in chosen]
        own = self._gaps[self._goal]
        if own is None or any(part is None for part in parts):
            return True
        with np.errstate(all="ignore"):
            gap = own[0] - sum(part[0] for part in parts if part)
            return not bool(np.any(gap < -_SURE * (own[1] + sum(part[1] for part in parts if part))))


def _values(side: Any, points: Mapping[Parameter, NDArray[Any]]) -> NDArray[Any]:
    letters, compiled = _compiled(side)
    return np.broadcast_to(np.asarray(compiled(*(points[x] for x in letters)), dtype=float), _POINTS)


def _without_equalities(goal: Comparison, conditions: Sequence[Comparison]) -> tuple[Comparison, list[Comparison]]:
    """Both with a term in the place of each quantity that it is said to be equal to, whose range then holds of it."""
    said, left = set(conditions), list(conditions)
    for c in conditions:
        if c.op != "<=" or Comparison(c.right, "<=", c.left) not in said:
            continue
        for one, other in ((c.left, c.right), (c.right, c.left)):
            if not isinstance(one, StandIn) or one in other.free_symbols:
                continue
            in_range = [at_most(one.extent.lower, one), at_most(one, one.extent.upper)]
            goal, *left = (part.xreplace({one: other}) for part in (goal, *left, *in_range))
            said = {part.xreplace({one: other}) for part in said}
            break
    return goal, [c for c in left if not _is_plain(c)]


def _is_plain(c: Comparison) -> bool:
    """Whether it says a <= a, or that something is finite."""
    return not c.strict and (c.small in (c.large, -sympy.oo) or c.large == sympy.oo)


def _extent(letter: Parameter, extent: Callable[[Parameter], Extent]) -> Extent:
    return letter.extent if isinstance(letter, StandIn) else extent(letter)


def _within(found: NDArray[Any], extent: Extent) -> NDArray[Any]:
    low, high = (float(end) for end in (extent.lower, extent.upper))
    above = (found > low) if extent.open_lower else (found >= low)
    return above & ((found < high) if extent.open_upper else (found <= high))


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
    return np.where(
        _within(found, extent), found, np.ceil(low) + 1 if np.isfinite(low) and not np.isfinite(high) else np.nan
    )
