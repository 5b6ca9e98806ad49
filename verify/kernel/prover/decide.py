"""Prove or refute a relation: the polynomial route, the falsifier, then branch and bound and its steps."""

from __future__ import annotations

import time
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

import numpy as np
import sympy
from scipy import optimize

from verify.kernel.prover.algebra import roots
from verify.kernel.prover.branch import Branching, Budget, Stuck, describe
from verify.kernel.prover.checker import CertificateError, check_certificate
from verify.kernel.prover.evaluate import Unsupported
from verify.kernel.prover.exact import exact
from verify.kernel.prover.falsifier import Counterexample, Ends, falsify
from verify.kernel.prover.goal import Goal, Node, ProofStep, root_goal, sample, vanishes
from verify.kernel.prover.recall import note, recalled
from verify.kernel.prover.relation import Relation, numeric
from verify.kernel.prover.transform import steps

_MAX_STEPS = 6
# How many boxes one branch and bound may use, and how deep it may split.
_QUICK = (150, 24)
_PATIENT = (1500, 40)
_STEP = (80, 14)


@dataclass(frozen=True)
class Proved:
    """The relation holds; the certificate is JSON-able and passed the checker."""

    certificate: dict[str, Any]


@dataclass(frozen=True)
class Refuted:
    """The relation fails at an exact point, where both sides are enclosed."""

    point: dict[str, sympy.Rational]
    left: Ends
    right: Ends


@dataclass(frozen=True)
class Open:
    """Not decided: why, and the box where the search stopped."""

    reason: str
    box: dict[str, tuple[str, str]] | None


def prove(relation: Relation, max_boxes: int = 20_000, seconds: float = 60.0, seed: int = 0) -> Proved | Refuted | Open:
    """Decide a relation in `seconds` of processor time. A proof, recalled or found, is one that the checker accepts."""
    before = recalled(relation)
    return Proved(before) if before is not None else _searched(relation, max_boxes, seconds, seed)


def _searched(relation: Relation, max_boxes: int, seconds: float, seed: int) -> Proved | Refuted | Open:
    try:
        counterexample = falsify(relation, seed)
        if isinstance(counterexample, Counterexample):
            return Refuted(counterexample.point, counterexample.left, counterexample.right)
        prover = _Prover(Budget(max_boxes, time.thread_time() + seconds))
        node = prover.close(root_goal(relation))
    except Stuck as stuck:
        return Open(stuck.reason, describe(stuck.goal))
    except Unsupported as unsupported:
        return Open(str(unsupported), None)
    except (RecursionError, ArithmeticError, ValueError, TypeError) as failure:
        # sympy's own failures, as where a side is complex somewhere on the domain.
        return Open(f"sympy failed on an expression: {type(failure).__name__}: {failure}", None)
    certificate = {"relation": relation.canonical(), "proof": node}
    try:
        check_certificate(relation, certificate)
    except CertificateError as error:
        return Open(f"the checker does not accept the certificate: {error}", None)
    note(relation, certificate)
    return Proved(certificate)


class _Prover:
    """Iterative deepening over the number of steps, so that the shortest argument is found first."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._failed: dict[Hashable, int] = {}
        self._touching: dict[Hashable, dict[sympy.Symbol, list[sympy.Expr]]] = {}
        self._steps: dict[Hashable, list[ProofStep]] = {}

    def close(self, goal: Goal) -> Node:
        """A certificate for the goal.

        Raises:
            Stuck: with the box that did not close without any step.
        """
        first: Stuck | None = None
        for more in range(_MAX_STEPS + 1):
            for effort in (_QUICK, _PATIENT) if more < 3 else (_QUICK,):
                try:
                    return self._close(goal, more, effort)
                except Stuck as stuck:
                    first = first or stuck
        try:
            return self._close(goal, 2, (self._budget.boxes, 70))
        except Stuck:
            raise first or Stuck("nothing was tried", goal) from None

    def _close(self, goal: Goal, more: int, effort: tuple[int, int], normal: bool = False) -> Node:
        key = (goal.key(), effort)
        if self._failed.get(key, -1) >= more:
            raise Stuck("met before", goal)
        node = exact(goal)
        if node is not None:
            return node
        try:
            if goal.key() not in self._touching:
                self._touching[goal.key()] = touching(goal)
            places = self._touching[goal.key()]
            return Branching(goal, self._budget, lambda g: self._step(g, more, normal), places).close(*effort)
        except Unsupported as unsupported:
            stuck = Stuck(str(unsupported), goal)
        except Stuck as found:
            stuck = found
        node = self._step(goal, more, normal)
        if node is None:
            self._failed[key] = more
            raise stuck
        return node

    def _step(self, goal: Goal, more: int, normal: bool) -> Node | None:
        if more == 0:
            return None
        key = (goal.key(), normal)
        if key not in self._steps:
            self._steps[key] = list(steps(goal, normal))
        for step in self._steps[key]:
            try:
                return step.combine([self._close(g, more - 1, _STEP, step.normal) for g in step.goals])
            except Stuck:
                if self._budget.exhausted():
                    return None
        return None


def touching(goal: Goal) -> dict[sympy.Symbol, list[sympy.Expr]]:
    """Numbers inside the range of the one variable where both sides seem to meet, confirmed by algebra."""
    if len(goal.expression.free_symbols) != 1:
        return {}
    (symbol,) = goal.expression.free_symbols
    points = np.sort(sample(goal, 400)[list(goal.box).index(symbol)])
    values = np.broadcast_to(numeric((goal.expression,), [symbol], [points])[0], points.shape)
    values = np.where(np.isfinite(values), values, np.finfo(float).max)
    best = int(np.argmin(values))
    if not 0 < best < len(points) - 1 or values[best] > 1e-1:
        return {}

    def slack(x: float) -> float:
        return float(numeric((goal.expression,), [symbol], [np.array([x])])[0].reshape(-1)[0])

    with np.errstate(all="ignore"):
        found = optimize.minimize_scalar(
            slack, bounds=(points[best - 1], points[best + 1]), method="bounded", options={"xatol": 1e-10}
        )
    if abs(found.fun) > 1e-9:
        return {}
    near = sympy.Rational(found.x).limit_denominator(1000)
    candidates = [near, *(r for r in roots(goal.expression.diff(symbol), symbol) if abs(r - near) < 1e-3)]
    return {symbol: [c for c in candidates if vanishes(goal.expression.subs(symbol, c))][:1]}
