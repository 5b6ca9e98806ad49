"""The falsifier: search in floating point, then confirm at a short rational point in ball arithmetic."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt
import sympy
from flint import ctx
from scipy import optimize

from verify.kernel.prover.algebra import roots
from verify.kernel.prover.evaluate import Program
from verify.kernel.prover.interval import Interval, Undefined, point
from verify.kernel.prover.relation import Relation, Variable, numeric

_Array = npt.NDArray[np.float64]
Ends = tuple[str, str]
_GRID = 4096
_PRECISION = 400
_LONGEST = 10**2
"""The largest common denominator of a point at which powers are evaluated exactly; its square for its size."""
_DENOMINATORS = (1, 2, 4, 5, 10, 16, 20, 50, 100, 256, 1000, 10**4, 2**16, 10**6, 10**9, 10**15)


_NEAR = [sympy.Rational(1, d) for d in (4, 10, 100, 10**4)]
"""Distances from an open end, in widths of the range, at which a point is tried."""


@dataclass(frozen=True)
class Counterexample:
    """A point where the relation fails, and enclosures of both sides there."""

    point: dict[str, sympy.Rational]
    left: Ends
    right: Ends


def falsify(relation: Relation, seed: int = 0) -> Counterexample | None:
    """A confirmed counterexample, or None when none was found.

    Raises:
        Unsupported: when a side has no enclosure.
    """
    confirm = _Confirmation(relation)
    for candidate in _corners(relation):
        found = confirm(candidate)
        if found is not None:
            return found
    if not relation.variables:
        return None
    search = _Search(relation, seed)
    for start in search.worst():
        for candidate in _short(relation, start):
            found = confirm(candidate)
            if found is not None:
                return found
    return None


def witness(relation: Relation, seed: int = 0) -> dict[str, sympy.Rational] | None:
    """A point of the ranges at which every side condition holds, exactly; None when none was found."""
    search = _Search(relation, seed)
    candidates = itertools.chain(_corners(relation), *(_short(relation, start) for start in search.inmost()))
    for candidate in candidates:
        if _admits(relation, candidate):
            return {v.symbol.name: x for v, x in zip(relation.variables, candidate, strict=True)}
    return None


def _admits(relation: Relation, candidate: tuple[sympy.Rational, ...]) -> bool:
    """Whether a point lies in the ranges and satisfies the side conditions."""
    assignment = {v.symbol: x for v, x in zip(relation.variables, candidate, strict=True)}
    if not all(_inside(v, assignment[v.symbol]) for v in relation.variables):
        return False
    if not _powers_are_short(relation.where, candidate):
        return False
    return all(c.subs(assignment) == sympy.true for c in relation.where)


def _powers_are_short(terms: Iterable[sympy.Basic], candidate: tuple[sympy.Rational, ...]) -> bool:
    """Whether sympy can evaluate terms at a point exactly: a power with the exponent p/q takes numbers of q digits."""
    if not any(power.exp.free_symbols for term in terms for power in term.atoms(sympy.Pow, sympy.exp)):
        return True
    denominator = math.prod(int(x.q) for x in candidate)
    return denominator <= _LONGEST and math.prod(max(1, abs(x)) for x in candidate) <= _LONGEST**2


class _Confirmation:
    """Decides rigorously whether the relation fails at a point."""

    def __init__(self, relation: Relation) -> None:
        self._relation = relation
        self._symbols = [v.symbol for v in relation.variables]
        sides = [s.rewrite(sympy.gamma) if s.has(sympy.factorial, sympy.binomial) else s
                 for s in (relation.left, relation.right)]  # fmt: skip
        self._sides = [Program(s, self._symbols, _PRECISION) for s in sides]

    def __call__(self, candidate: tuple[sympy.Rational, ...]) -> Counterexample | None:
        relation = self._relation
        if not _admits(relation, candidate):
            return None
        assignment = dict(zip(self._symbols, candidate, strict=True))
        with ctx.workprec(_PRECISION):
            values = [point(Fraction(int(x.p), int(x.q))) for x in candidate]
        try:
            left, right = (side.value(values) for side in self._sides)
        except Undefined:
            return None
        fails = bool(left.lo > right.hi)
        sides = relation.left, relation.right
        if not fails and relation.sense == "<" and left.hi >= right.lo and _powers_are_short(sides, candidate):
            fails = sympy.expand_log(sympy.expand((relation.right - relation.left).subs(assignment))) == 0
        if not fails:
            return None
        named = {s.name: x for s, x in assignment.items()}
        return Counterexample(named, _ends(left), _ends(right))


def _inside(variable: Variable, value: sympy.Rational) -> bool:
    """Whether an exact number lies in a variable's range."""
    if variable.integer and not value.is_integer:
        return False
    low = variable.lower < value if variable.open_lower else variable.lower <= value
    high = value < variable.upper if variable.open_upper else value <= variable.upper
    return bool(low) and bool(high)


def _ends(side: Interval) -> Ends:
    with ctx.workprec(64):
        return side.lo.str(17, radius=False), side.hi.str(17, radius=False)


def _corners(relation: Relation) -> Iterator[tuple[sympy.Rational, ...]]:
    """The closed rational ends of the ranges, and short numbers near open ones, which rounding would miss."""
    ends = [_end_points(v, near=len(relation.variables) <= 2) for v in relation.variables]
    if len(ends) <= 6:
        yield from itertools.product(*ends)


def _end_points(variable: Variable, near: bool) -> list[sympy.Rational]:
    found = []
    for end, other in ((variable.lower, variable.upper), (variable.upper, variable.lower)):
        if not end.is_Rational:
            continue
        if _inside(variable, end):
            found.append(end)
        elif near:
            width = other - end if other.is_Rational else sympy.Integer(1) * (1 if other > end else -1)
            found += [end + width * share for share in _NEAR if _inside(variable, end + width * share)]
    return list(dict.fromkeys(found))


class _Search:
    def __init__(self, relation: Relation, seed: int) -> None:
        self._relation = relation
        self._symbols = [v.symbol for v in relation.variables]
        self._generator = np.random.default_rng(seed)

    def worst(self) -> Iterator[list[float]]:
        """Points of the domain where the slack looks negative or small, the worst first, some polished."""
        columns = [self._column(v) for v in self._relation.variables]
        slack = self._slack(columns)
        order = np.argsort(slack, kind="stable")[:8]
        for i in order:
            if np.isfinite(slack[i]):
                yield [float(c[i]) for c in columns]
        real = [v for v in self._relation.variables if not v.integer]
        if real and not any(slack[i] < 0 for i in order):
            for i in order[:2]:
                if np.isfinite(slack[i]):
                    yield self._polish([float(c[i]) for c in columns])

    def _slack(self, columns: list[_Array]) -> _Array:
        # Relative to the sides, so that tiny and huge values compare.
        sides = numeric((self._relation.left, self._relation.right), self._symbols, columns)
        shape = columns[0].shape
        left, right = (np.broadcast_to(s, shape) for s in sides)
        with np.errstate(all="ignore"):
            slack = (right - left) / (np.abs(left) + np.abs(right) + 1e-300)
        slack = np.where(np.isfinite(slack), slack, np.inf)
        return np.where(self._room(columns) >= 0, slack, np.inf)

    def inmost(self) -> Iterator[list[float]]:
        """Points where all side conditions hold with the most room, as floats see it."""
        columns = [self._column(v) for v in self._relation.variables]
        room = self._room(columns)
        for i in np.argsort(-room, kind="stable")[:8]:
            if room[i] >= 0:
                yield [float(c[i]) for c in columns]

    def _room(self, columns: list[_Array]) -> _Array:
        """By how much the side conditions hold, the least of them."""
        room = np.full(columns[0].shape, np.inf)
        for condition in self._relation.where:
            gap = numeric((condition.gts - condition.lts,), self._symbols, columns)[0]
            room = np.fmin(room, np.where(np.isnan(gap), -np.inf, gap))
        return room

    def _column(self, variable: Variable) -> _Array:
        lower, upper = float(variable.lower), float(variable.upper)
        g = self._generator
        scale = 10.0 ** g.uniform(-6, np.where(g.uniform(size=_GRID) < 0.5, 3, 18))
        if np.isfinite(lower) and np.isfinite(upper):
            uniform = lower + (upper - lower) * g.uniform(size=_GRID)
            near = (upper - lower) * 10.0 ** g.uniform(-6, 0, size=_GRID)
            choices = [uniform, uniform, lower + near, upper - near]
        elif np.isfinite(lower):
            choices = [lower + scale, lower + g.uniform(size=_GRID) * 10]
        elif np.isfinite(upper):
            choices = [upper - scale, upper - g.uniform(size=_GRID) * 10]
        else:
            choices = [scale, -scale, g.uniform(-10, 10, size=_GRID)]
        special = [float(x) for x in self._special(variable)]
        if special:
            choices.append(g.choice(np.array(special), size=_GRID))
        pick = g.integers(len(choices), size=_GRID)
        column = np.choose(pick, choices)
        return np.clip(np.round(column), np.ceil(lower), np.floor(upper)) if variable.integer else column

    def _special(self, variable: Variable) -> list[sympy.Expr]:
        """Finite ends, small whole numbers and the places where a Min, Max, Abs or Piecewise switches."""
        found = [e for e in (variable.lower, variable.upper) if e.is_finite]
        found += [sympy.Integer(k) for k in range(-2, 11)]
        both = sympy.Tuple(self._relation.left, self._relation.right)
        for piece in both.atoms(sympy.Min, sympy.Max, sympy.Abs):
            gap = piece.args[0] - (0 if len(piece.args) == 1 else piece.args[1])
            if gap.free_symbols == {variable.symbol}:
                found += roots(gap, variable.symbol)
        for piece in both.atoms(sympy.Piecewise):
            for _, condition in piece.args:
                if condition.free_symbols == {variable.symbol}:
                    found += roots(condition.lhs - condition.rhs, variable.symbol)
        return [x for x in found if bool(variable.lower <= x) and bool(x <= variable.upper)]

    def _polish(self, start: list[float]) -> list[float]:
        bounds = [
            (float(v.lower), float(v.upper)) if not v.integer else (x, x)
            for v, x in zip(self._relation.variables, start, strict=True)
        ]

        def slack(x: _Array) -> float:
            clipped = [np.array([np.clip(t, *b)]) for t, b in zip(x, bounds, strict=True)]
            value = float(self._slack(clipped)[0])
            return value if np.isfinite(value) else 1e9

        found = optimize.minimize(
            slack, np.array(start), method="Nelder-Mead", options={"maxiter": 200, "xatol": 1e-12, "fatol": 1e-18}
        )
        return [float(np.clip(t, *b)) for t, b in zip(found.x, bounds, strict=True)]


def _short(relation: Relation, start: list[float]) -> list[tuple[sympy.Rational, ...]]:
    """Roundings of a point to rationals, by denominator and by decimal digits; the shortest first."""
    roundings = [[Fraction(x).limit_denominator(d) for x in start] for d in _DENOMINATORS]
    roundings += [[Fraction(f"{x:.{digits}e}") for x in start] for digits in (0, 1, 2, 5, 9)]
    candidates = {
        tuple(
            sympy.Integer(round(x)) if v.integer else sympy.Rational(x.numerator, x.denominator)
            for v, x in zip(relation.variables, rounding, strict=True)
        )
        for rounding in roundings
    }
    return sorted(candidates, key=lambda c: (sum(len(str(x).rstrip("0")) for x in c), c))
