"""Steps for Min, Max and Abs: keep the branch that holds, split where it changes, or take cases."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import sympy

from verify.kernel.prover.algebra import roots
from verify.kernel.prover.goal import Goal, Node, ProofStep, sample, split_node
from verify.kernel.prover.relation import encode, numeric


def kink_steps(goal: Goal, piece: sympy.Expr) -> Iterator[ProofStep]:
    """The steps that remove one kinked piece from a goal."""
    branches = [piece.args[0], -piece.args[0]] if isinstance(piece, sympy.Abs) else list(piece.args)
    sign = 1 if isinstance(piece, sympy.Min) else -1
    # What is nonnegative where a branch is the piece's value.
    selected = [[sign * (b - chosen) for b in branches if b != chosen] for chosen in branches]
    data = {"piece": encode(piece)}
    for keep, branch in enumerate(branches):
        reasons = [replace(goal, expression=f, strict=False) for f in selected[keep]]
        if not all(_plausible(r) for r in reasons):
            continue
        then = goal.about(goal.expression.xreplace({piece: branch}))

        def resolved(nodes: list[Node], keep: int = keep) -> Node:
            return {"node": "resolve", **data, "keep": keep, "because": nodes[:-1], "then": nodes[-1]}

        yield ProofStep([*reasons, then], resolved)
    for symbol, at in _breakpoints(goal, branches):
        low, high = goal.box[symbol].split(at)

        def parted(nodes: list[Node], symbol: sympy.Symbol = symbol, at: sympy.Expr = at) -> Node:
            return split_node(symbol, at, nodes)

        yield ProofStep([goal.on(symbol, low), goal.on(symbol, high)], parted)
        return
    cases = []
    for branch, gaps in zip(branches, selected, strict=True):
        conditions = tuple(sympy.Ge(f, 0, evaluate=False) for f in gaps)
        f = goal.expression.xreplace({piece: branch})
        cases.append(replace(goal, expression=f, where=goal.where + conditions))
    yield ProofStep(cases, lambda nodes: {"node": "cases", **data, "parts": nodes})


def _plausible(goal: Goal) -> bool:
    found = numeric((goal.expression,), list(goal.box), sample(goal))[0]
    return bool(np.all(np.broadcast_to(found, 64) >= -1e-12))


def _breakpoints(goal: Goal, branches: list[sympy.Expr]) -> Iterator[tuple[sympy.Symbol, sympy.Expr]]:
    for first, second in itertools.combinations(branches, 2):
        gap = first - second
        if len(gap.free_symbols) != 1:
            continue
        (symbol,) = gap.free_symbols
        span = goal.box[symbol]
        for root in roots(gap, symbol):
            if bool(span.lower < root) and bool(root < span.upper) and not span.integer:
                yield symbol, root
