"""Taylor's nodes: from derivatives that are nonnegative at an end, and on the whole range."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import sympy

from verify.kernel.prover.checker import decode
from verify.kernel.prover.relation import numeric
from verify.kernel.rocq.claim import (
    SECONDS,
    Claim,
    Ends,
    Lines,
    Node,
    block,
    finite,
    intro,
    over,
    renamed,
    sample_points,
)
from verify.kernel.rocq.identities import numbers, ways
from verify.kernel.rocq.kinks import smoothed
from verify.kernel.rocq.signs import by_intervals, whole
from verify.kernel.rocq.terms import gallina


def taylor(claim: Claim, node: Node) -> Lines:
    """By derivatives: each is nonnegative at the end, the last on the whole range; where it is not, a part apart."""
    x, at, order, zeros = claim.symbol(node["variable"]), decode(node["at"]), node["order"], node["zeros"]
    claim, start = smoothed(claim)
    f, lower = claim.f, at == claim.box[x].lower
    bounded = finite(claim)
    depth = zeros if bounded and zeros else max(order, zeros)
    place = None
    if bounded and zeros:
        place = _cut(claim, x, at, f.diff(x, zeros) * (1 if lower else (-1) ** zeros))
    if bounded and not zeros:
        return [*start, *by_intervals(claim)]
    if place is None or place == (claim.box[x].upper if lower else claim.box[x].lower):
        return [*start, *descent(claim, x, at, depth, zeros)]
    name = claim.names[x]
    ends = claim.box[x]
    near = replace(ends, upper=place, open_upper=False) if lower else replace(ends, lower=place, open_lower=False)
    far = replace(ends, lower=place, open_lower=False) if lower else replace(ends, upper=place, open_upper=False)
    close = descent(replace(claim, box={**claim.box, x: near}), x, at, depth, zeros)
    beyond = by_intervals(replace(claim, box={**claim.box, x: far}))
    parts = [("U", close), ("L", beyond)] if lower else [("U", beyond), ("L", close)]
    lines = [*start, f"destruct (Rle_lt_dec {name} {gallina(place, {})}) as [B_ | B_]; [ | apply Rlt_le in B_]."]
    for side, body in parts:
        lines += block([f"try clear {side}_{name}; rename B_ into {side}_{name}.", *body])
    return lines


def _cut(claim: Claim, x: Any, at: Any, slope: Any) -> Any:
    """How far from the end the derivative stays positive, as far as points tell; at least a 1024th of the range."""
    ends = claim.box[x]
    other = ends.upper if at == ends.lower else ends.lower
    points = sample_points(claim)
    place = list(claim.box).index(x)
    for halving in range(10):
        reach = at + (other - at) / 2**halving
        points[place] = float(at) + (float(reach) - float(at)) * np.linspace(1e-9, 1, 64)
        values = np.broadcast_to(numeric((slope,), list(claim.box), points)[0], 64)
        if np.all(values > 0) and np.min(values) > 1e-3 * abs(values[0]) / 2**halving:
            return sympy.nsimplify(reach, rational=True) if reach.is_Rational else reach
    return None


def descent(claim: Claim, x: Any, at: Any, depth: int, zeros: int) -> Lines:
    """The derivatives up to so many, from the last on; the first `zeros` of them vanish at the end."""
    claim = renamed(claim, x)
    ends, name = claim.box[x], claim.names[x]
    lower = at == ends.lower
    here = replace(ends, open_lower=ends.open_lower and not lower, open_upper=ends.open_upper and lower)
    lines: Lines = []
    derivatives = [claim.f]
    for _ in range(depth):
        derivatives.append(derivatives[-1].diff(x))
    signs = [1 if lower else (-1) ** j for j in range(depth + 1)]
    # Where both sides meet at the end, a strict claim is one on the inside; else it is strict at the end already.
    strict = claim.strict and zeros > 0
    inside = replace(here, open_lower=here.open_lower or lower, open_upper=here.open_upper or not lower)
    ranged = inside if strict else here
    last = replace(
        claim,
        f=signs[depth] * derivatives[depth],
        strict=strict or (claim.strict and depth == 0),
        box={**claim.box, x: ranged},
        where=(),
    )
    lines += [
        f"assert (D_{depth} : {over(claim, x, ranged, last)}).",
        *block([f"intros {' '.join(intro(name, ranged))}.", *whole(last)]),
    ]
    place = gallina(at, {})
    for j in reversed(range(depth)):
        part = replace(last, f=signs[j] * derivatives[j], strict=strict or (claim.strict and j == 0))
        slope = signs[j] * derivatives[j + 1]
        moving = f"(fun {name} : R => {claim.text(part.f)})", f"(fun {name} : R => {claim.text(slope)})"
        rule = ("up" if lower else "down") + ("_strict" if strict else "_from" if part.strict else "")
        points = f"{place} {name}" if lower else f"{name} {place}"
        next_text = f"D_{j + 1}"
        lines += [
            f"assert (D_{j} : {over(claim, x, ranged, part)}).",
            *block(
                [
                    f"intros {' '.join(intro(name, ranged))}.",
                    f"apply ({rule} {moving[0]} {moving[1]} {points}).",
                    *block(["lra."]),
                    *differentiated(claim, x, here, part.f, slope),
                    *block(
                        [
                            f"cbv beta; {at_place(part, x, at)}first [ apply Req_le; symmetry; timeout {SECONDS} zero "
                            f"| timeout {SECONDS} sign | at_place; timeout {SECONDS} sign ]."
                        ]
                    ),
                    *block([f"intros t' I'; cbv beta; by_next {next_text} t'."]),
                ]
            ),
        ]
    return [*lines, "apply D_0; first [ assumption | lra ]."]


def differentiated(claim: Claim, x: Any, ends: Ends, f: Any, slope: Any) -> Lines:
    """That a function has a derivative at t_, between the end and the variable, and which."""
    at = replace(claim, names={**claim.names, x: "t'"})
    known = []
    if ends.lower.is_finite:
        known.append(f"assert (L' : {gallina(ends.lower, {})} {'<' if ends.open_lower else '<='} t') by lra.")
    if ends.upper.is_finite:
        known.append(f"assert (U' : t' {'<' if ends.open_upper else '<='} {gallina(ends.upper, {})}) by lra.")
    return block(["intros t' I'.", *known, "auto_derive.", "{ defined. }", f"{{ {ways(at, f, slope)}. }}"])


def at_place(claim: Claim, x: Any, at: Any) -> str:
    """Tactics that bring arguments of functions into their simpler form where x is `at`."""
    steps = []
    raw = {**claim.names, x: gallina(at, {})}
    for p in sorted(
        claim.f.atoms(sympy.exp, sympy.log, sympy.Pow), key=lambda p: (p.count_ops(), sympy.default_sort_key(p))
    ):
        if p.is_Pow and p.exp.has(x) and p.exp.subs(x, at).is_Integer and not p.base.has(x):
            e, b = p.exp.subs(x, at), claim.text(p.base)
            before = f"({gallina(p.exp, raw)} * ln {b})"
            way = f"{'whole' if e >= 0 else 'inverse'}_power {before} {abs(e)}%nat {b}"
            steps.append(f"try replace (exp {before}) with {claim.text(p.base**e)} by ({way}); ")
            continue
        power: Any = p.args[0].subs(x, at).as_coeff_Mul(rational=True) if isinstance(p, sympy.exp) else (0, 0)
        if isinstance(power[1], sympy.log) and power[0].is_Integer:
            (e, known), before = power, gallina(p.args[0], raw)
            way = f"{'whole' if e >= 0 else 'inverse'}_power {before} {abs(e)}%nat {claim.text(known.args[0])}"
            steps.append(f"try replace (exp {before}) with {claim.text(known.args[0] ** e)} by ({way}); ")
            continue
        if p.is_Pow and p.exp.is_Rational and p.exp.q == 2 and p.base.has(x) and p.base.subs(x, at).is_Rational:
            root = sympy.sqrt(p.base.subs(x, at))
            steps.append(
                f"try replace (sqrt {gallina(p.base, raw)}) with {claim.text(root)} by "
                f"(symmetry; apply sqrt_lem_1; [lra | sign | first [ lra | roots; field_roots ]]); "
            )
            continue
        argument = p.args[0] if not p.is_Pow else p.base if p.exp.is_Rational and p.exp.q == 2 else None
        if argument is None or not argument.has(x) or argument == x:
            continue
        before, after = gallina(argument, raw), claim.text(argument.subs(x, at))
        if before != after:
            steps.append(f"try replace {before} with {after} by (field; nonzero); ")
    if at == sympy.E:
        steps.append("rewrite ?ln_exp; ")
    if claim.f.has(sympy.log):
        steps += [f"{step}; " for step in numbers(claim.f, at)]
    return "".join(dict.fromkeys(steps))
