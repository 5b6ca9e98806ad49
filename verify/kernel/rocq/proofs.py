"""A certificate as a proof for Rocq: a tactic for each of its nodes, the claim carried down the tree.

Nothing here is believed: what a tactic does wrong, the kernel refuses.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import sympy

from verify.kernel.prover.checker import decode
from verify.kernel.prover.relation import Relation
from verify.kernel.rocq.claim import SECONDS, Claim, Ends, Lines, Node, block, finite, intro, over, pattern, renamed
from verify.kernel.rocq.descent import differentiated, taylor
from verify.kernel.rocq.identities import identity, prepared, ways
from verify.kernel.rocq.kinks import KINKS, branches, gaps, replaced, selected
from verify.kernel.rocq.signs import by_intervals, signed
from verify.kernel.rocq.terms import Inexpressible, assumptions, condition, fresh, gallina, names_of

_BOXES = ("split", "value", "mean-value")


_CLOSED = {"value", "mean-value", "split", "taylor"}


def lemma(name: str, relation: Relation, proof: Node) -> str:
    """A relation as a lemma with its proof.

    Raises:
        Inexpressible: where the relation has no counterpart there, or its proof has none.
    """
    stated, named = statement(relation)
    symbols = {v.symbol: sympy.Symbol(v.symbol.name, real=True) for v in relation.variables}
    names = {symbols[v.symbol]: named[v.symbol] for v in relation.variables}
    left, right = relation.left.xreplace(symbols), relation.right.xreplace(symbols)
    lines = [f"Lemma {name} : {stated}.", "Proof."]
    introduced, box = [], {}
    steps: Lines = []
    for v in relation.variables:
        x, ends, word = (
            symbols[v.symbol],
            Ends(v.lower, v.upper, v.open_lower, v.open_upper, v.integer),
            named[v.symbol],
        )
        introduced += [
            kind + word
            for kind, there in (("Z_", v.integer), ("L_", v.lower.is_finite), ("U_", v.upper.is_finite))
            if there
        ]
        if v.integer and v.lower.is_finite and (v.open_lower or not v.lower.is_integer):
            least = sympy.floor(v.lower) + 1
            steps.append(f"apply (int_above _ ({least})) in L_{word}; [ | assumption].")
            ends = replace(ends, lower=least, open_lower=False)
        if v.integer and v.upper.is_finite and (v.open_upper or not v.upper.is_integer):
            most = sympy.ceiling(v.upper) - 1
            steps.append(f"apply (int_below _ ({most})) in U_{word}; [ | assumption].")
            ends = replace(ends, upper=most, open_upper=False)
        box[x] = ends
    introduced += [f"W_{i}" for i in range(len(relation.where))]
    if relation.variables:
        lines.append(f"intros {' '.join([*named.values(), *introduced])}.")
    where = tuple(c.xreplace(symbols) for c in relation.where)
    claim = Claim(right - left, relation.sense == "<", box, where, names)
    lines += steps
    lines.append(
        f"apply ({claim.word}_of_gap {claim.text(left)} {claim.text(right)} {claim.text(claim.f)}); [equal | ]."
    )
    lines += _script(claim, proof)
    return "\n".join([*lines, "Qed.", ""])


def statement(relation: Relation) -> tuple[str, dict[Any, str]]:
    """What the lemma says, and what the variables are called in it."""
    names = names_of(v.symbol for v in relation.variables)
    assumed = assumptions(relation, names)
    bound = f"forall {' '.join(names.values())} : R,\n  " if names else ""
    text = "".join(f"({h}) -> " if h.startswith("exists") else f"{h} -> " for h in assumed)
    sides = gallina(relation.left, names), gallina(relation.right, names)
    return f"{bound}{text}{sides[0]} {relation.sense} {sides[1]}", names


def named(stated: str) -> str:
    """The name of the lemma that says so: who says the same has the same name, whatever the proof is."""
    return f"rel_{hashlib.sha256(stated.encode()).hexdigest()[:16]}"


def _script(claim: Claim, node: Node) -> Lines:
    """Tactics that close `0 <= f`, as the node does."""
    return _NODES[node["node"]](claim, node)


def _kinds(node: Node) -> set[str]:
    found = {node["node"]}
    for part in (*node.get("parts", ()), *node.get("because", ()), node.get("then"), node.get("face")):
        if part is not None:
            found |= _kinds(part)
    return found


def _value(claim: Claim, node: Node) -> Lines:
    return [f"{signed(claim)}."]


def _mean_value(claim: Claim, node: Node) -> Lines:
    return by_intervals(claim)


def _split(claim: Claim, node: Node) -> Lines:
    if _kinds(node) <= set(_BOXES) and finite(claim) and not claim.where and not claim.f.has(*KINKS[:2]):
        return by_intervals(claim)
    x, at = claim.symbol(node["variable"]), decode(node["at"])
    ends, name = claim.box[x], claim.names[x]
    low = replace(ends, upper=at, open_upper=False)
    if ends.integer:
        high = replace(ends, lower=at + 1, open_lower=False)
        cut = f"destruct (int_split {name} ({at}) Z_{name}) as [B_ | B_]; simpl in B_."
    else:
        high = replace(ends, lower=at, open_lower=False)
        cut = f"destruct (Rle_lt_dec {name} {claim.text(at)}) as [B_ | B_]; [ | apply Rlt_le in B_]."
    parts = []
    for side, values, part in (("U", low, node["parts"][0]), ("L", high, node["parts"][1])):
        box = {**claim.box, x: values}
        parts += block(
            [f"try clear {side}_{name}; rename B_ into {side}_{name}.", *_script(replace(claim, box=box), part)]
        )
    return [cut, *parts]


def _polynomial(claim: Claim, node: Node) -> Lines:
    terms = list(_bernstein(claim))
    if not terms:
        return ["lra."] if not claim.strict else ["nra."]
    # A term that is positive comes first, so that a strict sum is soon seen.
    terms.sort(key=lambda t: t[1] != 0)
    form = " + ".join(text for text, _, _ in terms)
    same = ways(claim, claim.f, sympy.Tuple(*(c for _, _, c in terms)))
    return [
        f"first [ apply ({claim.word}_of_eq {claim.text(claim.f)} ({form})); [{same} | timeout {SECONDS} sign]",
        f"      | timeout {SECONDS} nra ].",
    ]


def _bernstein(claim: Claim) -> Iterator[tuple[str, int, Any]]:
    """A polynomial's terms, each with its degree and coefficient, in the distances to the ends of the ranges."""
    f, scale, pairs = claim.f, sympy.Integer(1), []
    units = []
    for i, (x, e) in enumerate(claim.box.items()):
        u = sympy.Symbol(f"unit{i}")
        units.append(u)
        name = claim.names[x]
        if e.bounded:
            degree = max(sympy.Poly(f, x).degree(), 0) if f.has(x) else 0
            f = sum(c * (e.lower + e.upper * u) ** k * (1 + u) ** (degree - k) for (k,), c in sympy.Poly(f, x).terms())
            scale *= (e.upper - e.lower) ** degree
            # u is (x - a)/(b - x): u^k of degree d is (x - a)^k (b - x)^(d - k) / (b - a)^d.
            pairs.append((f"({name} - {gallina(e.lower, {})})", f"({gallina(e.upper, {})} - {name})", degree))
        else:
            from_below = e.lower.is_finite
            f = f.subs(x, e.lower + u if from_below else e.upper - u)
            text = f"({name} - {gallina(e.lower, {})})" if from_below else f"({gallina(e.upper, {})} - {name})"
            pairs.append((text, "", 0))
    for powers, c in sympy.Poly(sympy.expand(f), *units).terms() if units else [((), f)]:
        if c == 0:
            continue
        parts = [gallina(sympy.nsimplify(c) / scale if c.is_Rational else c / scale, {})]
        for k, (above, below, degree) in zip(powers, pairs, strict=True):
            parts += [f"{text} ^ {p}" for text, p in ((above, k), (below, degree - k if below else 0)) if p]
        yield "(" + " * ".join(parts) + ")", sum(powers), c


def _sum(claim: Claim, node: Node) -> Lines:
    terms = [claim.text(decode(t)) for t in node["terms"]]
    return [f"apply (le_of_eq {claim.text(claim.f)} ({' + '.join(terms)})); [equal | sign]."]


def _rewrite(claim: Claim, node: Node) -> Lines:
    factor, rest = decode(node["factor"]), decode(node["rest"])
    return [
        f"apply ({claim.word}_of_eq {claim.text(claim.f)} ({claim.text(factor)} * {claim.text(rest)})).",
        *block(identity(claim, claim.f, factor * rest)),
        "apply Rmult_lt_0_compat." if claim.strict else "apply Rmult_le_pos.",
        *block([f"{signed(replace(claim, f=factor))}."]),
        *block(_script(replace(claim, f=rest), node["then"])),
    ]


def _substitute(claim: Claim, node: Node) -> Lines:
    x, new = claim.symbol(node["variable"]), sympy.Symbol(node["new"], real=True)
    old, inverse = decode(node["as"]), decode(node["inverse"])
    lower, upper = (decode(e) for e in node["range"])
    name, other = claim.names[x], fresh(node["new"], claim.names.values())
    names = {**claim.names, new: other}
    ends = claim.box[x]
    off = ends.open_lower or ends.open_upper or ends.lower > 0
    ends_ = Ends(lower, upper, bool(lower == 0 and off), bool(upper == 0 and off))
    f = claim.f.xreplace({x: old})
    inner = Claim(
        f,
        claim.strict,
        {**{s: e for s, e in claim.box.items() if s != x}, new: ends_},
        tuple(c.subs(x, old) for c in claim.where),
        {s: w for s, w in names.items() if s != x},
    )
    ranges = []
    if lower.is_finite:
        ranges.append((f"L_{other}", f"{gallina(lower, {})} {'<' if ends_.open_lower else '<='} {other}"))
    if upper.is_finite:
        ranges.append((f"U_{other}", f"{other} {'<' if ends_.open_upper else '<='} {gallina(upper, {})}"))
    text = inner.text(old)
    known = " /\\ ".join([f"{name} = {text}", *(r for _, r in ranges)])
    nested = f"[{other} " + pattern([f"E_{name}", *(label for label, _ in ranges)]) + "]"
    proved = block(
        [
            f"exists {claim.text(inverse)}. repeat split.",
            "all: first [ equal | inverse | lra | apply Rminus_lt_0; sign | apply Rminus_le_0; sign | sign ].",
        ]
    )
    where = []
    for i, c in enumerate(inner.where):
        if isinstance(c, sympy.core.relational.Relational):
            where.append(f"assert (W_{i}_ : {condition(c, inner.names)}) by (rewrite <- ?E_{name}; lra).")
            where.append(f"clear W_{i}; rename W_{i}_ into W_{i}.")
    moved = f"apply ({claim.word}_of_eq {claim.text(claim.f)} {inner.text(f)})."
    return [
        f"assert (N_ : exists {other}, {known}).",
        *proved,
        f"destruct N_ as {nested}.",
        moved,
        *block([f"rewrite E_{name}; first [ equal | inverse | congruent | {'; '.join(prepared(inner, f, f))} ]."]),
        *where,
        f"try clear L_{name}; try clear U_{name}.",
        *_script(inner, node["then"]),
    ]


def _derive(claim: Claim, node: Node) -> Lines:
    x, at_lower = claim.symbol(node["variable"]), node["end"] == "lower"
    ends, name = claim.box[x], claim.names[x]
    at = ends.lower if at_lower else ends.upper
    slope = claim.f.diff(x)
    hull = {**claim.box, x: replace(ends, integer=False)}
    strict = claim.strict and not at.is_finite
    outer, claim = claim, renamed(claim, x)
    inner = claim.names[x]
    then = Claim(slope if at_lower else -slope, strict, hull, (), claim.names)
    moving = f"(fun {inner} : R => {claim.text(claim.f)})", f"(fun {inner} : R => {claim.text(slope)})"
    shown = [
        f"assert (Slope_{inner} : {over(claim, x, ends, then)}).",
        *block([f"intros {' '.join(intro(inner, ends))}.", *_script(then, node["then"])]),
    ]
    if not at.is_finite:
        raise Inexpressible("a limit at infinity")
    face_ends = replace(ends, lower=at, upper=at, open_lower=False, open_upper=False)
    face = replace(claim, box={**claim.box, x: face_ends}, where=())
    shown += [
        f"assert (Face_{inner} : {over(face, x, face_ends, face)}).",
        *block([f"intros {' '.join(intro(inner, face_ends))}.", *_script(face, node["face"])]),
    ]
    rule = ("up" if at_lower else "down") + ("_from" if outer.strict else "")
    place = gallina(at, {})
    points = f"{place} {name}" if at_lower else f"{name} {place}"
    return [
        *shown,
        f"apply ({rule} {moving[0]} {moving[1]} {points}).",
        *block(["lra."]),
        *differentiated(
            claim,
            x,
            replace(ends, open_lower=ends.open_lower and not at_lower, open_upper=ends.open_upper and at_lower),
            claim.f,
            slope,
        ),
        *block([f"cbv beta; apply Face_{inner}; lra."]),
        *block([f"intros t' I'; cbv beta; by_next Slope_{inner} t'."]),
    ]


def _resolve(claim: Claim, node: Node) -> Lines:
    piece, keep = decode(node["piece"]), node["keep"]
    branch = branches(piece)[keep]
    lines = []
    raw = gaps(claim, piece, keep)
    for i, (f, reason) in enumerate(zip(selected(piece, keep), node["because"], strict=True)):
        part = replace(claim, f=f, strict=False)
        closed = [f"apply (le_of_eq {raw[i]} {part.text(f)}); [equal | ].", *_script(part, reason)]
        lines += [f"assert (0 <= {raw[i]}).", *block(closed)]
    then = replace(claim, f=claim.f.xreplace({piece: branch}))
    lines.append(f"assert (P_ : {claim.text(piece)} = {claim.text(branch)}) by branch.")
    return [*lines, *replaced(claim, then), *_script(then, node["then"])]


def _cases(claim: Claim, node: Node) -> Lines:
    piece = decode(node["piece"])
    either_way, lines = [], []
    for i, branch in enumerate(branches(piece)):
        shown = [f"0 <= {g}" for g in gaps(claim, piece, i)]
        either_way.append(" /\\ ".join([f"{claim.text(piece)} = {claim.text(branch)}", *shown]))
    either = " \\/ ".join(f"({way})" for way in either_way)
    lines.append(f"assert (C_ : {either}) by (clear; branch_of).")
    first = len(claim.where)
    for i, branch in enumerate(branches(piece)):
        chosen = selected(piece, i)
        labels = [f"W_{first + j}" for j in range(len(chosen))]
        then = replace(
            claim,
            f=claim.f.xreplace({piece: branch}),
            where=claim.where + tuple(sympy.Ge(g, 0, evaluate=False) for g in chosen),
        )
        names = pattern(["P_", *labels])
        if i < len(either_way) - 1:
            lines.append(f"destruct C_ as [{names} | C_].")
        else:
            lines.append(f"destruct C_ as {names}.")
        turned = [
            f"assert ({label}_ : 0 <= {claim.text(g)}) by (apply (le_of_eq _ {raw}); [equal | exact {label}]); "
            f"clear {label}; rename {label}_ into {label}."
            for g, raw, label in zip(chosen, gaps(claim, piece, i), labels, strict=True)
        ]
        body = [*turned, *replaced(claim, then), *_script(then, node["parts"][i])]
        lines += block(body) if i < len(either_way) - 1 else body
    return lines


def _empty(claim: Claim, node: Node) -> Lines:
    c = claim.where[node["condition"]]
    sign = "<" if isinstance(c, sympy.Le | sympy.Ge) else "<="
    return [
        f"exfalso. assert (G_ : 0 {sign} {claim.text(c.lts)} - {claim.text(c.gts)}) "
        f"by (clear W_{node['condition']}; sign). lra."
    ]


def _logarithm(claim: Claim, node: Node) -> Lines:
    larger, smaller = decode(node["larger"]), decode(node["smaller"])
    f = _log_of(larger) - _log_of(smaller)
    one, other = _as_exp(claim, larger), _as_exp(claim, smaller)
    rule = "gt_of_logs" if claim.strict else "ge_of_logs"
    then = replace(claim, f=f)
    return [
        f"apply ({rule} _ {one[0]} {other[0]} {one[1]} {other[1]} {then.text(f)}).",
        *block(["first [ equal | roots; field_roots | progress one_root; first [ equal | roots; field_roots ] ]."]),
        *block([f"{one[2]}."]),
        *block([f"{other[2]}."]),
        *block(["first [ equal | logs; equal ]."]),
        *_script(then, node["then"]),
    ]


def _log_of(f: Any) -> Any:
    if isinstance(f, sympy.Mul):
        return sympy.Add(*(_log_of(a) for a in f.args))
    if isinstance(f, sympy.exp):
        return f.args[0]
    if isinstance(f, sympy.Pow):
        return f.exp * _log_of(f.base)
    return sympy.log(f)


def _as_exp(claim: Claim, f: Any) -> tuple[str, str, str]:  # noqa: PLR0911  # one branch a kind of factor
    """An expression, its logarithm taken apart, and a tactic for `expression = exp logarithm`."""
    if isinstance(f, sympy.Mul):
        whole, log, tactic = _as_exp(claim, f.args[0])
        for a in f.args[1:]:
            other = _as_exp(claim, a)
            whole, log = f"({whole} * {other[0]})", f"({log} + {other[1]})"
            tactic = f"apply exp_product; [{tactic} | {other[2]}]"
        return whole, log, tactic
    if isinstance(f, sympy.exp):
        text = claim.text(f.args[0])
        return f"(exp {text})", text, "reflexivity"
    if isinstance(f, sympy.Pow) and f.base != sympy.E:
        base, log, tactic = _as_exp(claim, f.base)
        e = f.exp
        if e.is_Rational and e < 0:
            whole, log, tactic = _as_exp(claim, f.base**-e)
            return f"(/ {whole})", f"(- {log})", f"apply exp_inverse; {tactic}"
        if e.is_Integer:
            return f"({base} ^ {e})", f"({e} * {log})", f"apply exp_power; [reflexivity | {tactic}]"
        if e.is_Rational and e.q == 2:
            root = f"(sqrt {base})", f"(1 / 2 * {log})", f"apply exp_root; {tactic}"
            if e.p == 1:
                return root
            return f"({root[0]} ^ {e.p})", f"({e.p} * {root[1]})", f"apply exp_power; [reflexivity | {root[2]}]"
        power, plain = claim.text(e), claim.text(f.base)
        arranged = f"apply exp_of_ln; apply (eq_trans (y := {base})); [equal | {tactic}]"
        return f"(exp ({power} * ln {plain}))", f"({power} * {log})", arranged
    text = claim.text(f)
    return text, f"(ln {text})", "apply exp_ln'; sign"


_NODES = {
    "empty": _empty, "value": _value, "mean-value": _mean_value, "taylor": taylor, "split": _split,
    "rewrite": _rewrite, "substitute": _substitute, "derive": _derive, "sum": _sum, "resolve": _resolve,
    "cases": _cases, "logarithm": _logarithm, "polynomial": _polynomial,
}  # fmt: skip
