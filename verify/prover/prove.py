"""Prove or refute a relation: the polynomial route, the falsifier, then branch and bound and its steps."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np
import sympy
from scipy import optimize

from verify.prover.branch import Branching, Budget, Stuck, describe
from verify.prover.checker import CertificateError, check_certificate
from verify.prover.evaluate import Unsupported
from verify.prover.exact import polynomial
from verify.prover.falsify import Counterexample, Ends, falsify
from verify.prover.goal import Goal, Node, root_goal, vanishes
from verify.prover.relation import Relation, numeric
from verify.prover.transform import Step, roots, sample, steps

_MAX_STEPS = 6
_FIRST_BOXES = 150
_STEP_BOXES = 80


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


def prove(relation: Relation, max_boxes: int = 20_000, seconds: float = 20.0, seed: int = 0) -> Proved | Refuted | Open:
    """Decide a relation. A proof is returned only when the independent checker accepts its certificate."""
    try:
        counterexample = falsify(relation, seed)
        if isinstance(counterexample, Counterexample):
            return Refuted(counterexample.point, counterexample.left, counterexample.right)
        prover = _Prover(Budget(max_boxes, time.monotonic() + seconds))
        node = prover.close(root_goal(relation), 0)
    except Stuck as stuck:
        return Open(stuck.reason, describe(stuck.goal))
    except Unsupported as unsupported:
        return Open(str(unsupported), None)
    certificate = {"relation": relation.canonical(), "proof": node}
    try:
        check_certificate(relation, certificate)
    except CertificateError as error:
        return Open(f"the checker does not accept the certificate: {error}", None)
    return Proved(certificate)


class _Prover:
    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._failed: set[tuple[Any, ...]] = set()

    def close(self, goal: Goal, depth: int) -> Node:
        """A certificate for the goal, after at most ``_MAX_STEPS - depth`` steps before the boxes.

        Raises:
            Stuck: with the box that did not close.
        """
        key = (goal.expression, goal.strict, tuple(goal.box.items()), goal.where)
        if key in self._failed:
            raise Stuck("met before", goal)
        node = polynomial(goal)
        if node is not None:
            return node
        try:
            branching = Branching(goal, self._budget, lambda g: self._step(g, depth + 1), touching(goal))
        except Unsupported as unsupported:
            if depth == 0:
                raise
            raise Stuck(str(unsupported), goal) from unsupported
        try:
            return branching.close(_FIRST_BOXES if depth == 0 else _STEP_BOXES)
        except Stuck as stuck:
            first = stuck
        node = self._step(goal, depth)
        if node is not None:
            return node
        if depth == 0:
            return branching.close(self._budget.boxes)
        self._failed.add(key)
        raise first

    def _step(self, goal: Goal, depth: int) -> Node | None:
        if depth >= _MAX_STEPS:
            return None
        for step in steps(goal):
            try:
                return self._take(step, depth)
            except Stuck:
                continue
        return None

    def _take(self, step: Step, depth: int) -> Node:
        return step.combine([self.close(g, depth + 1) for g in step.goals])


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

    found = optimize.minimize_scalar(
        slack, bounds=(points[best - 1], points[best + 1]), method="bounded", options={"xatol": 1e-10}
    )
    if abs(found.fun) > 1e-9:
        return {}
    near = sympy.Rational(found.x).limit_denominator(1000)
    candidates = [near, *(r for r in roots(goal.expression.diff(symbol), symbol) if abs(r - near) < 1e-3)]
    return {symbol: [c for c in candidates if vanishes(goal.expression.subs(symbol, c))][:1]}
