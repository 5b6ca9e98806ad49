"""Steps for Min, Max, Abs and Piecewise: keep the branch that holds, split where it changes, or take cases."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
import sympy

from verify.prover.algebra import roots
from verify.prover.goal import Goal, Node, Step, encode, sample, split_node
from verify.prover.relation import numeric


def kink_steps(goal: Goal, piece: sympy.Expr) -> Iterator[Step]:
    """The steps that remove one kinked piece from a goal."""
    branches, selected = kink(piece)
    data = {"piece": encode(piece)}
    for keep, branch in enumerate(branches):
        reasons = [replace(goal, expression=f, strict=s) for f, s in selected(keep)]
        if not all(_plausible(r) for r in reasons):
            continue
        then = goal.about(goal.expression.xreplace({piece: branch}))

        def resolved(nodes: list[Node], keep: int = keep) -> Node:
            return {"node": "resolve", **data, "keep": keep, "because": nodes[:-1], "then": nodes[-1]}

        yield Step([*reasons, then], resolved)
    for symbol, at in _breakpoints(goal, piece, branches):
        # A Piecewise may jump at the breakpoint, which then belongs to one side only.
        for side in ("low", "high") if isinstance(piece, sympy.Piecewise) else (None,):
            low, high = goal.box[symbol].split(at)
            if side is not None:
                low, high = replace(low, open_upper=side == "low"), replace(high, open_lower=side == "high")

            def parted(
                nodes: list[Node],
                symbol: sympy.Symbol = symbol,
                at: sympy.Expr = at,
                side: str | None = side,
            ) -> Node:
                return {**split_node(symbol, at, nodes), "open": side}

            yield Step([goal.on(symbol, low), goal.on(symbol, high)], parted)
        return
    cases = []
    for i, branch in enumerate(branches):
        conditions = tuple((sympy.Gt if strict else sympy.Ge)(f, 0, evaluate=False) for f, strict in selected(i))
        f = goal.expression.xreplace({piece: branch})
        cases.append(replace(goal, expression=f, where=goal.where + conditions))
    yield Step(cases, lambda nodes: {"node": "cases", **data, "parts": nodes})


def kink(
    piece: sympy.Expr,
) -> tuple[list[sympy.Expr], Callable[[int], list[tuple[sympy.Expr, bool]]]]:
    """The branches of a kinked piece, and what is nonnegative (strictly) where a branch is its value."""
    if isinstance(piece, sympy.Piecewise):
        conditions = [c for _, c in piece.args]

        def selected(i: int) -> list[tuple[sympy.Expr, bool]]:
            found = [(c.lts - c.gts, not _strict(c)) for c in conditions[:i]]
            if conditions[i] != sympy.true:
                found.append((conditions[i].gts - conditions[i].lts, _strict(conditions[i])))
            return found

        return [e for e, _ in piece.args], selected
    branches = [piece.args[0], -piece.args[0]] if isinstance(piece, sympy.Abs) else list(piece.args)
    sign = 1 if isinstance(piece, sympy.Min) else -1
    return branches, lambda i: [(sign * (b - branches[i]), False) for j, b in enumerate(branches) if j != i]


def _strict(condition: sympy.Basic) -> bool:
    return isinstance(condition, sympy.StrictLessThan | sympy.StrictGreaterThan)


def _plausible(goal: Goal) -> bool:
    found = numeric((goal.expression,), list(goal.box), sample(goal))[0]
    return bool(np.all(np.broadcast_to(found, 64) >= -1e-12))


def _breakpoints(
    goal: Goal, piece: sympy.Expr, branches: list[sympy.Expr]
) -> Iterator[tuple[sympy.Symbol, sympy.Expr]]:
    if isinstance(piece, sympy.Piecewise):
        gaps = [c.lts - c.gts for _, c in piece.args if c != sympy.true]
    else:
        gaps = [first - second for first, second in itertools.combinations(branches, 2)]
    for gap in gaps:
        if len(gap.free_symbols) != 1:
            continue
        (symbol,) = gap.free_symbols
        span = goal.box[symbol]
        for root in roots(gap, symbol):
            if bool(span.lower < root) and bool(root < span.upper) and not span.integer:
                yield symbol, root
