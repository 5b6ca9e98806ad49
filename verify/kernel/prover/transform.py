"""Steps that turn a goal into goals that imply it: normal forms, substitutions, monotonicity, kinks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import lcm

import numpy as np
import sympy

from verify.kernel.prover.algebra import expanded, factored
from verify.kernel.prover.evaluate import Unsupported, enclose
from verify.kernel.prover.goal import KINKS, Goal, Node, ProofStep, VariableRange, leaf, sample, towering, vanishes
from verify.kernel.prover.interval import Undefined
from verify.kernel.prover.kinks import kink_steps
from verify.kernel.prover.relation import encode, numeric


def steps(goal: Goal, normal: bool) -> Iterator[ProofStep]:
    """The steps worth trying on a goal, the most promising first; ``normal`` when it was just rewritten."""
    kinks = [k for k in goal.expression.atoms(*KINKS) if not any(a.has(*KINKS) for a in k.args)]
    if kinks:
        yield from kink_steps(goal, min(kinks, key=sympy.default_sort_key))
        return
    powers = towering(goal.expression)
    if powers:
        yield from _logarithms(goal)
    yield from _scalings(goal)
    if not normal:
        yield from _rewritings(goal)
    if not powers:
        yield from _logarithms(goal)
    yield from _substitutions(goal)
    yield from _derivatives(goal)


def _logarithms(goal: Goal) -> Iterator[ProofStep]:
    """Compare the logarithms of two products, unless neither becomes simpler."""
    terms = sympy.Add.make_args(goal.expression)
    smaller = -sympy.Add(*(t for t in terms if t.could_extract_minus_sign()))
    larger = goal.expression + smaller
    if 0 in (larger, smaller) or not any(
        side.free_symbols and isinstance(side, sympy.Mul | sympy.Pow | sympy.exp) for side in (larger, smaller)
    ):
        return
    if isinstance(larger, sympy.Add) or isinstance(smaller, sympy.Add):
        return
    log_larger, log_smaller = _log_of(goal, larger), _log_of(goal, smaller)
    if log_larger is None or log_smaller is None:
        return
    data = {"larger": encode(larger), "smaller": encode(smaller)}
    difference = log_larger - log_smaller
    yield ProofStep([goal.about(difference)], lambda nodes: {"node": "logarithm", **data, "then": nodes[0]})


def _log_of(goal: Goal, f: sympy.Expr) -> sympy.Expr | None:
    """The logarithm, taken apart; None where a factor may not be positive."""
    if isinstance(f, sympy.Mul):
        parts = [log for log in (_log_of(goal, a) for a in f.args) if log is not None]
        return sympy.Add(*parts) if len(parts) == len(f.args) else None
    if isinstance(f, sympy.exp):
        return f.args[0]
    if isinstance(f, sympy.Pow):
        base = _log_of(goal, f.base)
        return None if base is None else f.exp * base
    if not goal.nonnegative(f, strict=True):
        return None
    return sympy.log(f)


def _rewritings(goal: Goal) -> Iterator[ProofStep]:
    f = goal.expression
    if vanishes(f):
        if not goal.strict:
            yield _rewriting(goal, sympy.Integer(0), sympy.Integer(1))
        return
    seen = {f}
    for form in _forms(f):
        dropped, kept = sympy.Integer(1), sympy.Integer(1)
        for argument in sympy.Mul.make_args(form):
            if argument.free_symbols and goal.nonnegative(argument, goal.strict):
                dropped *= argument
            elif argument.free_symbols and goal.nonnegative(-argument, goal.strict):
                dropped, kept = -dropped * argument, -kept
            else:
                kept *= argument
        if kept not in seen and vanishes(f - dropped * kept):
            seen.add(kept)
            yield _rewriting(goal, dropped, kept)
    yield from _common_factor(goal, seen)


def _forms(f: sympy.Expr) -> Iterator[sympy.Expr]:
    yield f
    # A power with a variable in its exponent has no degree.
    if any(p.exp.free_symbols for p in f.atoms(sympy.Pow)):
        return
    forms = [f]
    if f.has(sympy.exp) and f.has(sympy.sinh, sympy.cosh):
        forms.append(f.rewrite((sympy.sinh, sympy.cosh), sympy.exp))
    for form in forms:
        found = factored(form)
        if found is not None:
            yield found


def _common_factor(goal: Goal, seen: set[sympy.Expr]) -> Iterator[ProofStep]:
    """Divide by one term's exponentials and powers, so that what dominates becomes constant."""
    whole = expanded(goal.expression)
    terms = sympy.Add.make_args(whole) if whole is not None else ()
    if len(terms) > 8:
        return
    for term in terms:
        factor = sympy.Mul(*(a for a in sympy.Mul.make_args(term) if a.free_symbols))
        if factor == 1 or not goal.nonnegative(factor, goal.strict):
            continue
        kept = expanded(goal.expression / factor)
        if kept is not None and kept not in seen and vanishes(goal.expression - factor * kept):
            seen.add(kept)
            yield _rewriting(goal, factor, kept)


def _rewriting(goal: Goal, factor: sympy.Expr, kept: sympy.Expr) -> ProofStep:
    data = {"factor": encode(factor), "rest": encode(kept)}
    return ProofStep([goal.about(kept)], lambda nodes: {"node": "rewrite", **data, "then": nodes[0]}, normal=True)


def _substitutions(goal: Goal) -> Iterator[ProofStep]:
    for symbol, span in goal.box.items():
        new = sympy.Symbol(f"{symbol.name}_", real=True)
        roots_of = [
            p.exp.q
            for p in goal.expression.atoms(sympy.Pow)
            if p.exp.is_Rational and symbol in sympy.Mul.make_args(p.base)
        ]
        degree = lcm(*(int(q) for q in roots_of)) if roots_of else 1
        if degree > 1 and bool(span.lower >= 0):
            yield from _substitution(goal, symbol, new, new**degree, symbol ** sympy.Rational(1, degree))
        if bool(span.lower > 0) and span.upper == sympy.oo:
            yield from _substitution(goal, symbol, new, 1 / new, 1 / symbol)
        if span.lower == 0 and span.open_lower and goal.expression.has(sympy.log(symbol)):
            yield from _substitution(goal, symbol, new, sympy.exp(-new), -sympy.log(symbol))
        if span.upper.is_finite and span.open_upper and span.upper != 0:
            yield from _substitution(goal, symbol, new, span.upper - new, span.upper - symbol)
        elif span.lower.is_finite and span.open_lower and span.lower != 0:
            yield from _substitution(goal, symbol, new, span.lower + new, symbol - span.lower)


def _scalings(goal: Goal) -> Iterator[ProofStep]:
    """Make a product of two variables one variable."""
    if goal.expression.is_polynomial(*goal.box):
        return
    for symbol in goal.box:
        for other, span in goal.box.items():
            if symbol != other and bool(span.lower >= 0) and goal.expression.has(symbol * other):
                new = sympy.Symbol(f"{symbol.name}_", real=True)
                yield from _substitution(goal, symbol, new, new / other, symbol * other)


def _substitution(
    goal: Goal, symbol: sympy.Symbol, new: sympy.Symbol, old: sympy.Expr, inverse: sympy.Expr
) -> Iterator[ProofStep]:
    # The inverse of a rational power or an exponential is only an inverse for symbols of one sign; the
    # checker knows that from the same algebra.
    if not vanishes(old.subs(new, inverse) - symbol):
        return
    values = dict(zip(goal.box, goal.intervals(), strict=True))
    try:
        image = enclose(inverse, values)
    except (Undefined, Unsupported):
        return
    lower, upper = _dyadic(image.lo, -1), _dyadic(image.hi, 1)
    before = goal.box[symbol]
    off_zero = (
        image.nonzero
        or (before.open_lower and inverse == symbol - before.lower)
        or (before.open_upper and inverse == before.upper - symbol)
    )
    span = VariableRange(
        lower,
        upper,
        lower == -sympy.oo or (lower == 0 and off_zero),
        upper == sympy.oo or (upper == 0 and off_zero),
    )
    box = {new if s == symbol else s: span if s == symbol else r for s, r in goal.box.items()}
    where = tuple(c.subs(symbol, old) for c in goal.where)
    if any(c in (sympy.true, sympy.false) for c in where):
        return
    inner = Goal(goal.expression.subs(symbol, old), goal.strict, box, where)
    data = {
        "variable": symbol.name,
        "new": new.name,
        "as": encode(old),
        "inverse": encode(inverse),
        "range": [encode(lower), encode(upper)],
    }
    size = sympy.Abs(new)
    if inner.expression.has(size) and bool(lower >= 0):
        # The root of a square: resolved at once, since the new variable's sign is known.
        sign = leaf(inner.about(2 * new, strict=False), "value")
        resolved = {"node": "resolve", "piece": encode(size), "keep": 0, "because": [sign]}
        yield ProofStep(
            [inner.about(inner.expression.xreplace({size: new}))],
            lambda nodes: {"node": "substitute", **data, "then": {**resolved, "then": nodes[0]}},
        )
        return
    yield ProofStep([inner], lambda nodes: {"node": "substitute", **data, "then": nodes[0]})


def _dyadic(end: object, direction: int) -> sympy.Expr:
    """An exact end as a rational, or, if it was rounded, a short rational just outside."""
    value = float(end)  # type: ignore[arg-type]
    if not np.isfinite(value):
        return sympy.oo if value > 0 else -sympy.oo
    exact = sympy.Rational(*value.as_integer_ratio())
    if exact.q < 2**20:
        return exact
    return sympy.Rational(int(np.floor(value * 2**20)) + (direction > 0), 2**20)


def _derivatives(goal: Goal) -> Iterator[ProofStep]:
    for symbol, span in goal.box.items():
        if span.is_point():
            continue
        slope = goal.expression.diff(symbol)
        hull = {**goal.box, symbol: replace(span, integer=False)}
        signs = numeric((slope,), list(goal.box), sample(goal))[0]
        for at, sign, name in ((span.lower, 1, "lower"), (span.upper, -1, "upper")):
            if not np.all(sign * signs >= 0):
                continue
            limit = not at.is_finite
            then = Goal(sign * slope, goal.strict and limit, hull)
            faces = []
            if not limit:
                face = VariableRange(at, at, integer=span.integer)
                faces = [Goal(goal.expression, goal.strict, {**goal.box, symbol: face})]

            def combine(nodes: list[Node], symbol: sympy.Symbol = symbol, name: str = name) -> Node:
                data = {"node": "derive", "variable": symbol.name, "end": name, "then": nodes[-1]}
                return {**data, "face": nodes[0]} if len(nodes) == 2 else data

            if not (_limit_holds(goal, symbol, at) if limit else _continuous(goal, symbol, at)):
                continue
            yield ProofStep([*faces, then], combine)


def _continuous(goal: Goal, symbol: sympy.Symbol, at: sympy.Expr) -> bool:
    values = dict(zip(goal.box, goal.intervals(), strict=True))
    values[symbol] = goal.box[symbol].closed(at).interval()
    try:
        enclose(goal.expression, values)
    except Undefined:
        return False
    return True


def _limit_holds(goal: Goal, symbol: sympy.Symbol, at: sympy.Expr) -> bool:
    values = dict(zip(goal.box, goal.intervals(), strict=True))
    values[symbol] = VariableRange(at, at).interval()
    try:
        return enclose(goal.expression, values).positive(strict=False)
    except Undefined:
        return False
