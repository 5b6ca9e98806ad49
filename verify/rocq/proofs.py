"""A certificate as a proof for Rocq: a tactic for each of its nodes, the claim carried down the tree.

Nothing here is believed: what a tactic does wrong, the kernel refuses.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import sympy
from flint import ctx

from verify.prover.checker import PRECISION, decode
from verify.prover.enclosure import Evaluator
from verify.prover.relation import Relation, numeric
from verify.rocq.terms import Inexpressible, assumptions, condition, fresh, gallina, names_of, span

Node = dict[str, Any]
Lines = list[str]
_KINKS = (sympy.Min, sympy.Max, sympy.Abs)
_BOXES = ("split", "value", "mean-value")
_CLOSED = {"value", "mean-value", "split", "taylor"}
_MOST = 100
"""The power to which an exponential is raised."""
_SECONDS = 10
"""How long one tactic may take."""


@dataclass(frozen=True)
class Ends:
    """The range of a variable; ends that are None are shown by no hypothesis."""

    lower: Any
    upper: Any
    open_lower: bool
    open_upper: bool
    integer: bool = False

    @property
    def bounded(self) -> bool:
        """Whether both ends are finite."""
        return bool(self.lower.is_finite and self.upper.is_finite)


@dataclass(frozen=True)
class Claim:
    """0 <= f, or 0 < f, on a box where conditions hold; `names` are what its symbols are called there."""

    f: Any
    strict: bool
    box: dict[Any, Ends]
    where: tuple[Any, ...]
    names: dict[Any, str]

    def text(self, e: Any) -> str:
        """An expression in the names of this claim."""
        return gallina(e, self.names)

    def symbol(self, name: str) -> Any:
        """The variable of that name."""
        return sympy.Symbol(name, real=True)

    @property
    def word(self) -> str:
        """The relation's prefix of lemmas."""
        return "lt" if self.strict else "le"

    @property
    def sign(self) -> str:
        """< or <=."""
        return "<" if self.strict else "<="


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
        x, ends, word = symbols[v.symbol], Ends(v.lower, v.upper, v.open_lower, v.open_upper, v.integer), named[v.symbol]
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


def _block(lines: Lines) -> Lines:
    return ["{ " + lines[0], *(f"  {line}" for line in lines[1:-1]), *([f"  {lines[-1]}"] if len(lines) > 1 else []), "}"]


def _script(claim: Claim, node: Node) -> Lines:
    """Tactics that close `0 <= f`, as the node does."""
    return _NODES[node["node"]](claim, node)


def _kinds(node: Node) -> set[str]:
    found = {node["node"]}
    for part in (*node.get("parts", ()), *node.get("because", ()), node.get("then"), node.get("face")):
        if part is not None:
            found |= _kinds(part)
    return found


def _used(claim: Claim) -> list[Any]:
    return [s for s in claim.box if s in claim.f.free_symbols]


def _by_intervals(claim: Claim) -> Lines:
    """One call of `interval`, which splits by itself."""
    claim, start = _smoothed(claim) if claim.f.has(*_KINKS[:2]) else (claim, [])
    names = [claim.names[s] for s in _used(claim)]
    if not names:
        return [*start, "first [ sign | interval with (i_prec 120) ]."]
    bisect = ", ".join(f"i_bisect {x}" for x in names)
    ways = [
        f"interval with ({bisect}, i_depth 20)",
        *(f"interval with ({bisect}, i_autodiff {x}, i_depth 20)" for x in names),
        *(f"interval with ({bisect}, i_taylor {x}, i_depth 20, i_prec 80)" for x in names[:1]),
        *_enclosed(claim),
    ]
    return [*start, f"{_destructed(claim)}first [ {' | '.join(f'timeout {_SECONDS} ({way})' for way in ways)} ]."]


def _finite(claim: Claim) -> bool:
    return all(claim.box[s].bounded for s in _used(claim))


def _value(claim: Claim, node: Node) -> Lines:
    return [f"{_signed(claim)}."]


def _signed(claim: Claim) -> str:
    ways = [f"timeout {_SECONDS} sign", *_enclosed(claim)]
    if claim.f.has(sympy.Min, sympy.Max):
        ways.insert(1, f"kinks; timeout {_SECONDS} sign")
    return f"first [ {' | '.join(ways)} ]"


def _enclosed(claim: Claim) -> list[str]:
    """A way that bounds first what intervals don't see, each such part by a number, and puts letters for these parts."""
    with ctx.workprec(PRECISION):
        try:
            value = Evaluator({s: span(e) for s, e in claim.box.items()})
            value(claim.f)
            parts = [p for p in claim.f.atoms(*_KINKS[:2], sympy.log, sympy.Pow) if _hidden(p, value)]
            powers = {sympy.log(p.base, evaluate=False) for p in claim.f.atoms(sympy.Pow) if not _plain(p.exp)}
            parts += [p for p in powers if p not in parts and p.free_symbols and _hidden(p, value)]
            spans = {p: value(p) for p in parts}
        except ArithmeticError:
            return []
    if not parts:
        return []
    names = {**claim.names, **{p: f"(/ {gallina(1 / p, claim.names)})" for p in parts if p.is_Pow}}
    steps = []
    letters = dict(claim.names)
    for i, p in enumerate(sorted(parts, key=lambda p: (p.count_ops(), sympy.default_sort_key(p)))):
        text = f"(/ {gallina(1 / p, letters)})" if p.is_Pow else gallina(p, letters)
        letter = fresh(f"v{i}", [*claim.names.values(), *letters.values()])
        low, high = (_outward(end, way) for end, way in ((spans[p].lo, -1), (spans[p].hi, 1)))
        labels = []
        for side, bound in (("L", low), ("U", high)):
            if bound is not None:
                said = f"{bound} <= {text}" if side == "L" else f"{text} <= {bound}"
                steps.append(f"assert ({side}_{letter} : {said}) by (timeout {_SECONDS} enclosed)")
                labels.append(f"{side}_{letter}")
        if labels:
            steps.append(f"revert {' '.join(labels)}; generalize {text}; intros {letter} {' '.join(labels)}")
            letters[p] = letter
    plain = gallina(claim.f, claim.names)
    explicit = gallina(claim.f, names)
    same = [] if plain == explicit else [f"apply ({claim.word}_of_eq {plain} {explicit}); [equal | "]
    body = "; ".join([*steps, f"timeout {_SECONDS} sign"])
    return [f"({same[0]}{body}])" if same else f"({body})"]


def _hidden(p: Any, value: Evaluator) -> bool:
    """Whether intervals are blind for a part of an expression: a minimum, or a pole or a logarithm's at 0."""
    if isinstance(p, sympy.log):
        return bool(value(p.args[0]).lo == 0)
    if p.is_Pow:
        base = value(p.base)
        return bool(p.exp.is_Rational and p.exp < 0 and (base.lo == 0 or base.hi == 0))
    return True


def _outward(end: Any, way: int) -> str | None:
    """A short number beyond an end of an enclosure, as text; None where it is infinite."""
    value = float(end)
    if not np.isfinite(value):
        return None
    exact = sympy.Rational(*value.as_integer_ratio())
    if exact.q > 2**10 or not (end == exact.p / exact.q):
        exact = sympy.Rational(int(np.floor(value * 2**16)) + (way > 0), 2**16) if abs(value) < 2**40 else exact
        exact += way * sympy.Rational(1, 2**16) * max(1, abs(int(value)) // 2**20)
    return gallina(exact, {})


def _destructed(claim: Claim) -> str:
    return "kinks; " if claim.f.has(sympy.Min, sympy.Max) else ""


def _mean_value(claim: Claim, node: Node) -> Lines:
    return _by_intervals(claim)


def _split(claim: Claim, node: Node) -> Lines:
    if _kinds(node) <= set(_BOXES) and _finite(claim) and not claim.where and not claim.f.has(*_KINKS[:2]):
        return _by_intervals(claim)
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
        parts += _block([f"try clear {side}_{name}; rename B_ into {side}_{name}.", *_script(replace(claim, box=box), part)])
    return [cut, *parts]


def _polynomial(claim: Claim, node: Node) -> Lines:
    terms = list(_bernstein(claim))
    if not terms:
        return ["lra."] if not claim.strict else ["nra."]
    # A term that is positive comes first, so that a strict sum is soon seen.
    terms.sort(key=lambda t: t[1] != 0)
    form = " + ".join(text for text, _, _ in terms)
    same = _ways(claim, claim.f, sympy.Tuple(*(c for _, _, c in terms)))
    return [
        f"first [ apply ({claim.word}_of_eq {claim.text(claim.f)} ({form})); [{same} | timeout {_SECONDS} sign]",
        f"      | timeout {_SECONDS} nra ].",
    ]


def _bernstein(claim: Claim) -> Iterator[tuple[str, int, Any]]:
    """A polynomial's terms in what the variables are above their lower and below their upper ends: text, degree, coefficient."""
    f, scale, pairs = claim.f, sympy.Integer(1), []
    units = []
    for i, (x, e) in enumerate(claim.box.items()):
        u = sympy.Symbol(f"unit{i}")
        units.append(u)
        name = claim.names[x]
        if e.bounded:
            degree = max(sympy.Poly(f, x).degree(), 0) if f.has(x) else 0
            f = sum(
                c * (e.lower + e.upper * u) ** k * (1 + u) ** (degree - k) for (k,), c in sympy.Poly(f, x).terms()
            )
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


def identity(claim: Claim, one: Any, other: Any) -> Lines:
    """Tactics for `one = other`: by algebra, then with exponentials of sums taken apart and squares of roots known."""
    return [f"{_ways(claim, one, other)}."]


def _ways(claim: Claim, one: Any, other: Any) -> str:
    ways = ["equal", "; ".join(_prepared(claim, one, other))]
    if any(e.has(sympy.log) or any(not _plain(p.exp) for p in e.atoms(sympy.Pow)) for e in (one, other)):
        ways.append("; ".join(["logs", *_numbers(one, other), *_prepared(claim, one, other)]))
    return f"first [ {' | '.join(ways)} ]"


def _numbers(*sides: Any) -> Lines:
    """Logarithms of whole numbers by those of primes."""
    found = {n for e in sides for p in e.atoms(sympy.log) for n in p.atoms(sympy.Integer) if n > 1}
    found |= {sympy.Integer(k) for e in sides for q in e.atoms(sympy.Rational) for k in (q.p, q.q) if 1 < k < 10**12}
    steps = []
    for n in sorted(found):
        factors = sympy.factorint(n)
        if len(factors) == 1 and n in factors:
            continue
        sums = " + ".join(f"{k} * ln {p}" for p, k in factors.items())
        changes = "; ".join(f"change ({k} * ln {p}) with (IZR (Z.of_nat {k}) * ln {p})" for p, k in factors.items())
        steps.append(
            f"try (replace (ln {n}) with ({sums}) by ({changes}; apply exp_inv; rewrite ?exp_plus, ?exp_nat, "
            f"?exp_ln by lra; simpl; lra))"
        )
    return steps


def _prepared(claim: Claim, one: Any, other: Any) -> Lines:
    steps = []
    arguments = sorted(
        {a for e in (one, other) for a in _exponents(e)}, key=lambda a: (-a.count_ops(), sympy.default_sort_key(a))
    )
    bases: dict[Any, Any] = {}
    split = {a: _monomials(a) for a in arguments}
    for parts in split.values():
        for m, c in parts.items():
            bases[m] = sympy.ilcm(bases.get(m, 1), c.q)
    for i, (argument, parts) in enumerate(split.items()):
        factors = [(m / bases[m], int(c * bases[m])) for m, c in parts.items()]
        if not factors:
            continue
        if any(abs(k) > _MOST for _, k in factors):
            pair = next(((a, b) for a in arguments for b in arguments if sympy.expand(a + b - argument) == 0), None)
            if pair is not None:
                one_, other_ = map(claim.text, pair)
                steps.append(f"exponent ({one_} + {other_}); rewrite ?(exp_plus {one_} {other_})")
            continue
        if claim.text(argument) == claim.text(factors[0][0]) and not isinstance(argument, sympy.log):
            steps.append(f"exponent {claim.text(argument)}")
            continue
        powers, sums, changes = [], [], []
        for m, k in factors:
            text, size = claim.text(m), abs(k)
            base = claim.text(m.args[0]) if isinstance(m, sympy.log) else f"exp {text}"
            powers.append(f"{base} ^ {size}" if k > 0 else f"/ ({base} ^ {size})")
            sums.append(f"{size} * {text}" if k > 0 else f"- ({size} * {text})")
            changes.append(f"change ({size} * {text}) with (IZR (Z.of_nat {size}) * {text})")
        total = " + ".join(sums)
        steps.append(
            f"try (assert (X_{i} : exp ({total}) = {' * '.join(powers)}) by ({'; '.join(changes)}; taken_apart); "
            f"exponent ({total}); rewrite ?X_{i})"
        )
    for m in bases:
        root, b = m / bases[m], m.args[0] if isinstance(m, sympy.log) else None
        if bases[m] > 1 and b is not None and b.is_Symbol and bases[m] <= _MOST:
            e, x = claim.text(root), claim.text(b)
            steps.append(
                f"try (assert (Y_ : {x} = exp {e} ^ {bases[m]}) by (root_of {x} {e} {bases[m]}%nat); "
                f"assert (Q_ : 0 < exp {e}) by apply exp_pos; revert Y_ Q_; generalize (exp {e}); "
                f"intros y_ Y_ Q_; rewrite ?Y_)"
            )
    return [*steps, "roots", "first [ equal | field_roots ]"]


def _exponents(e: Any) -> set[Any]:
    found = {p.args[0] for p in e.atoms(sympy.exp)}
    found |= {sympy.Integer(1)} if e.has(sympy.E) else set()
    found |= {p.exp * sympy.log(p.base) for p in e.atoms(sympy.Pow) if not _plain(p.exp)}
    for p in e.atoms(sympy.tanh, sympy.cosh, sympy.sinh):
        found |= {2 * p.args[0]} if isinstance(p, sympy.tanh) else {p.args[0], -p.args[0]}
    return found


def _plain(exponent: Any) -> bool:
    """Whether a power with it is written without exp."""
    return bool(exponent.is_Rational and exponent.q <= 2)


def _monomials(a: Any) -> dict[Any, Any]:
    """An expression as a sum of terms without coefficients, with rational coefficients."""
    found: dict[Any, Any] = {}
    for term in sympy.Add.make_args(sympy.expand(a)):
        c, m = term.as_coeff_Mul(rational=True)
        found[m] = found.get(m, sympy.Integer(0)) + c
    return {m: c for m, c in found.items() if c != 0}


def _rewrite(claim: Claim, node: Node) -> Lines:
    factor, rest = decode(node["factor"]), decode(node["rest"])
    return [
        f"apply ({claim.word}_of_eq {claim.text(claim.f)} ({claim.text(factor)} * {claim.text(rest)})).",
        *_block(identity(claim, claim.f, factor * rest)),
        "apply Rmult_lt_0_compat." if claim.strict else "apply Rmult_le_pos.",
        *_block([f"{_signed(replace(claim, f=factor))}."]),
        *_block(_script(replace(claim, f=rest), node["then"])),
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
    pattern = f"E_{name}"
    for label, _ in reversed(ranges):
        pattern = f"{pattern}" if pattern.startswith("[") else pattern
    nested = f"[{other} " + _pattern([f"E_{name}", *(label for label, _ in ranges)]) + "]"
    proved = _block(
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
        *_block([f"rewrite E_{name}; first [ equal | inverse | {'; '.join(_prepared(inner, f, f))} ]."]),
        *where,
        f"try clear L_{name}; try clear U_{name}.",
        *_script(inner, node["then"]),
    ]


def _pattern(names: list[str]) -> str:
    text = names[-1]
    for name in reversed(names[:-1]):
        text = f"[{name} {text}]"
    return text


def _derive(claim: Claim, node: Node) -> Lines:
    x, at_lower = claim.symbol(node["variable"]), node["end"] == "lower"
    ends, name = claim.box[x], claim.names[x]
    at = ends.lower if at_lower else ends.upper
    slope = claim.f.diff(x)
    hull = {**claim.box, x: replace(ends, integer=False)}
    strict = claim.strict and not at.is_finite
    outer, claim = claim, _renamed(claim, x)
    inner = claim.names[x]
    then = Claim(slope if at_lower else -slope, strict, hull, (), claim.names)
    moving = f"(fun {inner} : R => {claim.text(claim.f)})", f"(fun {inner} : R => {claim.text(slope)})"
    shown = [
        f"assert (Slope_{inner} : {_over(claim, x, ends, then)}).",
        *_block([f"intros {' '.join(_intro(inner, ends))}.", *_script(then, node["then"])]),
    ]
    if not at.is_finite:
        raise Inexpressible("a limit at infinity")
    face_ends = replace(ends, lower=at, upper=at, open_lower=False, open_upper=False)
    face = replace(claim, box={**claim.box, x: face_ends}, where=())
    shown += [
        f"assert (Face_{inner} : {_over(face, x, face_ends, face)}).",
        *_block([f"intros {' '.join(_intro(inner, face_ends))}.", *_script(face, node["face"])]),
    ]
    rule = ("up" if at_lower else "down") + ("_from" if outer.strict else "")
    place = gallina(at, {})
    points = f"{place} {name}" if at_lower else f"{name} {place}"
    return [
        *shown,
        f"apply ({rule} {moving[0]} {moving[1]} {points}).",
        *_block(["lra."]),
        *_differentiated(claim, x, replace(ends, open_lower=ends.open_lower and not at_lower, open_upper=ends.open_upper and at_lower), claim.f, slope),
        *_block([f"cbv beta; apply Face_{inner}; lra."]),
        *_block([f"intros t' I'; cbv beta; by_next Slope_{inner} t'."]),
    ]


def _renamed(claim: Claim, x: Any) -> Claim:
    """The claim with a new name for one variable, which is quantified anew."""
    return replace(claim, names={**claim.names, x: fresh(claim.names[x], claim.names.values())})


def _over(claim: Claim, x: Any, ends: Ends, inner: Claim) -> str:
    """An inner claim for all values of one variable in its range."""
    name = claim.names[x]
    ranges = []
    if ends.lower.is_finite:
        ranges.append(f"{gallina(ends.lower, {})} {'<' if ends.open_lower else '<='} {name} -> ")
    if ends.upper.is_finite:
        ranges.append(f"{name} {'<' if ends.open_upper else '<='} {gallina(ends.upper, {})} -> ")
    return f"forall {name} : R, {''.join(ranges)}0 {inner.sign} {inner.text(inner.f)}"


def _intro(name: str, ends: Ends) -> list[str]:
    return [name, *([f"L_{name}"] if ends.lower.is_finite else []), *([f"U_{name}"] if ends.upper.is_finite else [])]


def _branches(piece: Any) -> list[Any]:
    return [piece.args[0], -piece.args[0]] if isinstance(piece, sympy.Abs) else list(piece.args)


def _selected(piece: Any, keep: int) -> list[Any]:
    sign, branches = 1 if isinstance(piece, sympy.Min) else -1, _branches(piece)
    return [sign * (b - branches[keep]) for j, b in enumerate(branches) if j != keep]


def _gaps(claim: Claim, piece: Any, keep: int) -> list[str]:
    """The selecting conditions' gaps, each as a difference of branches as these are written."""
    texts = [claim.text(b) for b in _branches(piece)]
    ends = (lambda t: (t, texts[keep])) if isinstance(piece, sympy.Min) else (lambda t: (texts[keep], t))
    pairs = [ends(t) for j, t in enumerate(texts) if j != keep]
    return [f"({large} - {small})" for large, small in pairs]


def _resolve(claim: Claim, node: Node) -> Lines:
    piece, keep = decode(node["piece"]), node["keep"]
    branch = _branches(piece)[keep]
    lines = []
    raw = _gaps(claim, piece, keep)
    for i, (f, reason) in enumerate(zip(_selected(piece, keep), node["because"], strict=True)):
        part = replace(claim, f=f, strict=False)
        closed = [f"apply (le_of_eq {raw[i]} {part.text(f)}); [equal | ].", *_script(part, reason)]
        lines += [f"assert (0 <= {raw[i]}).", *_block(closed)]
    then = replace(claim, f=claim.f.xreplace({piece: branch}))
    lines.append(f"assert (P_ : {claim.text(piece)} = {claim.text(branch)}) by branch.")
    return [*lines, *_replaced(claim, then), *_script(then, node["then"])]


def _replaced(claim: Claim, then: Claim) -> Lines:
    return [
        f"apply ({claim.word}_of_eq {claim.text(claim.f)} {then.text(then.f)}).",
        *_block(["rewrite ?P_; equal."]),
        "clear P_.",
    ]


def _cases(claim: Claim, node: Node) -> Lines:
    piece = decode(node["piece"])
    ways, lines = [], []
    for i, branch in enumerate(_branches(piece)):
        chosen = [f"0 <= {g}" for g in _gaps(claim, piece, i)]
        ways.append(" /\\ ".join([f"{claim.text(piece)} = {claim.text(branch)}", *chosen]))
    either = " \\/ ".join(f"({way})" for way in ways)
    lines.append(f"assert (C_ : {either}) by (clear; branch_of).")
    first = len(claim.where)
    for i, branch in enumerate(_branches(piece)):
        gaps = _selected(piece, i)
        labels = [f"W_{first + j}" for j in range(len(gaps))]
        then = replace(
            claim,
            f=claim.f.xreplace({piece: branch}),
            where=claim.where + tuple(sympy.Ge(g, 0, evaluate=False) for g in gaps),
        )
        names = _pattern(["P_", *labels])
        if i < len(ways) - 1:
            lines.append(f"destruct C_ as [{names} | C_].")
        else:
            lines.append(f"destruct C_ as {names}.")
        turned = [
            f"assert ({label}_ : 0 <= {claim.text(g)}) by (apply (le_of_eq _ {raw}); [equal | exact {label}]); "
            f"clear {label}; rename {label}_ into {label}."
            for g, raw, label in zip(gaps, _gaps(claim, piece, i), labels, strict=True)
        ]
        body = [*turned, *_replaced(claim, then), *_script(then, node["parts"][i])]
        lines += _block(body) if i < len(ways) - 1 else body
    return lines


def _empty(claim: Claim, node: Node) -> Lines:
    c = claim.where[node["condition"]]
    sign = "<" if isinstance(c, sympy.Le | sympy.Ge) else "<="
    return [f"exfalso. assert (G_ : 0 {sign} {claim.text(c.lts)} - {claim.text(c.gts)}) by (clear W_{node['condition']}; sign). lra."]


def _logarithm(claim: Claim, node: Node) -> Lines:
    larger, smaller = decode(node["larger"]), decode(node["smaller"])
    f = _log_of(larger) - _log_of(smaller)
    one, other = _as_exp(claim, larger), _as_exp(claim, smaller)
    rule = "gt_of_logs" if claim.strict else "ge_of_logs"
    then = replace(claim, f=f)
    return [
        f"apply ({rule} _ {one[0]} {other[0]} {one[1]} {other[1]} {then.text(f)}).",
        *_block(["first [ equal | roots; field_roots ]."]),
        *_block([f"{one[2]}."]),
        *_block([f"{other[2]}."]),
        *_block(["first [ equal | logs; equal ]."]),
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


def _as_exp(claim: Claim, f: Any) -> tuple[str, str, str]:
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


def _taylor(claim: Claim, node: Node) -> Lines:
    """By derivatives: each is nonnegative at the end, the last on the whole range; where it is not, a part apart."""
    x, at, order, zeros = claim.symbol(node["variable"]), decode(node["at"]), node["order"], node["zeros"]
    claim, start = _smoothed(claim)
    f, lower = claim.f, at == claim.box[x].lower
    bounded = _finite(claim)
    depth = zeros if bounded and zeros else max(order, zeros)
    cut = None
    if bounded and zeros:
        cut = _cut(claim, x, at, f.diff(x, zeros) * (1 if lower else (-1) ** zeros))
    if bounded and not zeros:
        return [*start, *_by_intervals(claim)]
    if cut is None or cut == (claim.box[x].upper if lower else claim.box[x].lower):
        return [*start, *_descent(claim, x, at, depth, zeros)]
    name = claim.names[x]
    ends = claim.box[x]
    near = replace(ends, upper=cut, open_upper=False) if lower else replace(ends, lower=cut, open_lower=False)
    far = replace(ends, lower=cut, open_lower=False) if lower else replace(ends, upper=cut, open_upper=False)
    close = _descent(replace(claim, box={**claim.box, x: near}), x, at, depth, zeros)
    beyond = _by_intervals(replace(claim, box={**claim.box, x: far}))
    parts = [("U", close), ("L", beyond)] if lower else [("U", beyond), ("L", close)]
    lines = [*start, f"destruct (Rle_lt_dec {name} {gallina(cut, {})}) as [B_ | B_]; [ | apply Rlt_le in B_]."]
    for side, body in parts:
        lines += _block([f"try clear {side}_{name}; rename B_ into {side}_{name}.", *body])
    return lines


def _smoothed(claim: Claim) -> tuple[Claim, Lines]:
    """The claim with each kinked piece as one of its branches on the whole box, as points tell, and the step there."""
    lines: Lines = []
    for _ in range(20):
        pieces = [p for p in claim.f.atoms(*_KINKS) if not any(a.has(*_KINKS) for a in p.args)]
        if not pieces:
            break
        piece = min(pieces, key=sympy.default_sort_key)
        points = _sample(claim)
        values = [np.broadcast_to(v, 64) for v in numeric(tuple(_branches(piece)), list(claim.box), points)]
        best = np.min(values, axis=0) if isinstance(piece, sympy.Min) else np.max(values, axis=0)
        keep = next((i for i, v in enumerate(values) if np.allclose(v, best)), None)
        if keep is None:
            break
        lines += [f"assert (0 <= {gap}) by (timeout {_SECONDS} sign)." for gap in _gaps(claim, piece, keep)]
        branch = _branches(piece)[keep]
        lines.append(f"assert (P_ : {claim.text(piece)} = {claim.text(branch)}) by branch.")
        then = replace(claim, f=claim.f.xreplace({piece: branch}))
        lines += _replaced(claim, then)
        claim = then
    return claim, lines


def _sample(claim: Claim, count: int = 64) -> list[Any]:
    generator = np.random.default_rng(0)
    found = []
    for e in claim.box.values():
        low, high = float(e.lower), float(e.upper)
        unit = generator.uniform(size=count)
        if np.isfinite(low) and np.isfinite(high):
            found.append(low + (high - low) * unit)
        elif np.isfinite(low):
            found.append(low + np.exp(generator.uniform(-4, 4, size=count)))
        elif np.isfinite(high):
            found.append(high - np.exp(generator.uniform(-4, 4, size=count)))
        else:
            found.append(generator.normal(size=count) * 3)
    return found


def _cut(claim: Claim, x: Any, at: Any, slope: Any) -> Any:
    """How far from the end the derivative stays positive, as far as points tell; at least a 1024th of the range."""
    ends = claim.box[x]
    other = ends.upper if at == ends.lower else ends.lower
    points = _sample(claim)
    place = list(claim.box).index(x)
    for halving in range(10):
        reach = at + (other - at) / 2**halving
        points[place] = float(at) + (float(reach) - float(at)) * np.linspace(1e-9, 1, 64)
        values = np.broadcast_to(numeric((slope,), list(claim.box), points)[0], 64)
        if np.all(values > 0) and np.min(values) > 1e-3 * abs(values[0]) / 2**halving:
            return sympy.nsimplify(reach, rational=True) if reach.is_Rational else reach
    return None


def _descent(claim: Claim, x: Any, at: Any, depth: int, zeros: int) -> Lines:
    claim = _renamed(claim, x)
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
        f"assert (D_{depth} : {_over(claim, x, ranged, last)}).",
        *_block([f"intros {' '.join(_intro(name, ranged))}.", *_whole(last)]),
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
            f"assert (D_{j} : {_over(claim, x, ranged, part)}).",
            *_block(
                [
                    f"intros {' '.join(_intro(name, ranged))}.",
                    f"apply ({rule} {moving[0]} {moving[1]} {points}).",
                    *_block(["lra."]),
                    *_differentiated(claim, x, here, part.f, slope),
                    *_block(["cbv beta; " + _at_place(part, x, at) + f"first [ apply Req_le; symmetry; timeout {_SECONDS} zero | timeout {_SECONDS} sign | at_place; timeout {_SECONDS} sign ]."]),
                    *_block([f"intros t' I'; cbv beta; by_next {next_text} t'."]),
                ]
            ),
        ]
    return [*lines, "apply D_0; first [ assumption | lra ]."]


def _apart(claim: Claim) -> str:
    """A last way for one variable near a pole at 0: what is near the pole, and the rest."""
    used = _used(claim)
    if len(used) != 1 or claim.box[used[0]].lower != 0 or not claim.box[used[0]].open_lower:
        return ""
    x, ends = used[0], claim.box[used[0]]
    cut, name = ends.upper / 8, claim.names[used[0]]
    near = replace(claim, box={**claim.box, x: replace(ends, upper=cut, open_upper=False)})
    far = replace(claim, box={**claim.box, x: replace(ends, lower=cut, open_lower=False)})
    return (
        f" | destruct (Rle_lt_dec {name} {gallina(cut, {})}) as [U' | L']; [{_signed(near)} | apply Rlt_le in L'; "
        f"{_by_intervals(far)[-1][:-1]}]"
    )


def _differentiated(claim: Claim, x: Any, ends: Ends, f: Any, slope: Any) -> Lines:
    """That a function has a derivative at t_, between the end and the variable, and which."""
    at = replace(claim, names={**claim.names, x: "t'"})
    known = []
    if ends.lower.is_finite:
        known.append(f"assert (L' : {gallina(ends.lower, {})} {'<' if ends.open_lower else '<='} t') by lra.")
    if ends.upper.is_finite:
        known.append(f"assert (U' : t' {'<' if ends.open_upper else '<='} {gallina(ends.upper, {})}) by lra.")
    return _block(["intros t' I'.", *known, "auto_derive.", "{ defined. }", f"{{ {_ways(at, f, slope)}. }}"])


def _at_place(claim: Claim, x: Any, at: Any) -> str:
    """Tactics that bring arguments of functions into their simpler form where x is `at`."""
    steps = []
    raw = {**claim.names, x: gallina(at, {})}
    for p in sorted(claim.f.atoms(sympy.exp, sympy.log, sympy.Pow), key=lambda p: (p.count_ops(), sympy.default_sort_key(p))):
        if p.is_Pow and p.exp.has(x) and p.exp.subs(x, at).is_Integer and not p.base.has(x):
            e, b = p.exp.subs(x, at), claim.text(p.base)
            before = f"({gallina(p.exp, raw)} * ln {b})"
            way = f"{'whole' if e >= 0 else 'inverse'}_power {before} {abs(e)}%nat {b}"
            steps.append(f"try replace (exp {before}) with {claim.text(p.base**e)} by ({way}); ")
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
    if claim.f.has(sympy.log):
        steps += [f"{step}; " for step in _numbers(claim.f, at)]
    return "".join(dict.fromkeys(steps))


def _whole(claim: Claim) -> Lines:
    """A claim on its whole box by one call, whether that is bounded or not."""
    if _finite(claim):
        *start, line = _by_intervals(claim)
        if start:
            return [*start, line]
        return [f"first [ {_signed(claim)} | {line[:-1]} | timeout {_SECONDS} nra{_apart(claim)} ]."]
    return [f"first [ {_signed(claim)} | simpler; timeout {_SECONDS} sign | timeout {_SECONDS} nra ]."]


_NODES = {
    "empty": _empty, "value": _value, "mean-value": _mean_value, "taylor": _taylor, "split": _split,
    "rewrite": _rewrite, "substitute": _substitute, "derive": _derive, "sum": _sum, "resolve": _resolve,
    "cases": _cases, "logarithm": _logarithm, "polynomial": _polynomial,
}  # fmt: skip
