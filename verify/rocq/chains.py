"""A chain of the calculus as a theorem for Rocq: quantities as real numbers, what it cites as hypotheses.

A quantity at given arguments is one variable, finite, in its range; one with a bound object in it is a function of that
object, and an infimum or a supremum is what lies below or above all its values. A cited fact is a hypothesis, with its
own hypotheses as premises; so is a joint in words. A cited claim that is a chain is derived there, as inner chains are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import count
from typing import Any

import sympy

from verify.calculus.chain import Chain
from verify.calculus.checking import Step, _exchanges, _StepCheck
from verify.calculus.conditions import Comparison, Condition, Property, WholeNumber
from verify.calculus.context import Context, _relations, contains, recorded
from verify.calculus.over import Infimum, Over, Supremum, bound_letters
from verify.calculus.reasons import Choice, Grant, Included, in_range
from verify.calculus.scaling import _parts, _products, _turned, _without_common
from verify.calculus.terms import Extent, Name, Parameter, StandIn, quantities, text, unfold
from verify.prover import Proved, Relation, Variable, prove
from verify.prover.recall import digest
from verify.rocq import models
from verify.rocq.certified import entry
from verify.rocq.proofs import lemma
from verify.rocq.terms import Inexpressible, check_expressible, fresh, gallina, hypotheses

Values = dict[Any, Any]
_DEPTH, _MOST_TRIED, _SECONDS = 12, 2000, 5.0
_KINKS = (sympy.Min, sympy.Max)


@dataclass(frozen=True)
class Put:
    """One side of a granted comparison in the place of the other: a line, and what it becomes."""

    line: Any
    old: Any
    new: Any
    result: Any
    up: int


@dataclass
class Moves:
    """How a step was checked: grants in the order in which they are needed, what was put in, what was left."""

    used: list[tuple[int, Context]] = field(default_factory=list)
    puts: list[Put] = field(default_factory=list)
    left: tuple[Any, Any] | None = None
    context: Context = field(default_factory=Context)


class _Recording(_StepCheck):
    """The check of a step, which keeps how it goes."""

    def __init__(self, chain: Chain, context: Context, step: Step) -> None:
        super().__init__(chain, context, step)
        self.moves = Moves()

    def _put_in(self, line: Any, number: int, grant: Grant, up: int) -> Any:
        result = super()._put_in(line, number, grant, up)
        if number in self._used and result != line:
            sides = _exchanges(grant.statement.conclusion, up)
            old, new = next((a, b) for a, b, _ in sides if line.xreplace({a: b}) == result)
            way = 0 if grant.statement.conclusion.op == "==" else up
            self.moves.puts.append(Put(line, old, new, result, way))
        return result

    def _use(self, number: int, context: Context, stack: tuple[int, ...]) -> None:
        super()._use(number, context, stack)
        self.moves.used.append((number, context))

    def _left_over(self, current: Any, after: Any) -> None:
        self.moves.left, self.moves.context = (current, after), self._context
        super()._left_over(current, after)


Certificates = dict[str, dict[str, Any]]


@lru_cache(maxsize=256)
def _moves(chain: Chain) -> tuple[tuple[tuple[tuple[Grant, ...], Moves], ...], Certificates]:
    """Each step's grants and how it was checked, and the certificates found there; Gap where the chain fails."""
    context, before, found = Context().also(*chain.given), unfold(chain.start), []
    with recorded() as shown:
        for step in chain.steps:
            after = unfold(step.term)
            check = _Recording(chain, context, step)
            check.run(before, after)
            found.append((tuple(check._grants), check.moves))
            before = after
    return tuple(found), {digest(p.relation): p.certificate for p in shown if p.relation is not None}


@dataclass(frozen=True)
class Theorem:
    """A chain as a theorem of Gallina: the text with its proof, and the names of the hypotheses that are cited.

    `whole` says whether the point that follows it, at which hypotheses hold, is one of what is cited too, and not only
    of ranges and of what is given.
    """

    text: str
    cites: tuple[str, ...]
    whole: bool


def theorem(name: str, chain: Chain) -> Theorem:
    """A chain as a theorem with its proof, and a lemma that its hypotheses can hold.

    Raises:
        Gap: where the chain does not hold.
        Inexpressible: where it has no counterpart there, or would only say one of its hypotheses again.
    """
    writer = _Writer(name, chain)
    stated = writer.condition(chain.statement.unfolded().conclusion)
    for i, c in enumerate(chain.given):
        writer.given[f"given_{i}"] = writer.condition(unfold(c))
        writer.assumed[f"given_{i}"] = models.Assumed(unfold(c))
    proof = writer.derived(chain, {}, 0)
    if stated in writer.granted.values():
        raise Inexpressible("its conclusion is one of its hypotheses")
    told = [f"  ({label} : {said})" for label, said in writer.hypotheses(writer.granted)]
    declared = " ".join(f"({word} : {kind})" for word, kind, _ in writer.declared)
    meanings = (f"(* {said} *)" for said in writer.meanings)
    domain, whole = writer.domain()
    lines = [f"Theorem {name} {declared}", *told, f"  : {stated}.", "Proof.", *proof, "Qed.", domain, ""]
    return Theorem("\n".join([*writer.lemmas.values(), *meanings, *lines]), tuple(writer.granted), whole)


class _Writer:
    """Names for what occurs, the hypotheses, and the tactics."""

    def __init__(self, name: str, chain: Chain) -> None:
        self.names: dict[Any, str] = {}
        self.declared: list[tuple[str, str, Any]] = []
        """Word, type, and what it stands for; None for a sort or an object."""
        self.ranges: dict[str, str] = {}
        self.extremes: dict[str, str] = {}
        self.given: dict[str, str] = {}
        self.granted: dict[str, str] = {}
        self.assumed: dict[str, models.Assumed] = {}
        self._theorem = name
        self._certificates: Certificates = {}
        self.meanings: list[str] = []
        self._taken: set[str] = set()
        self._count = 0
        self._bound = set(_bound(chain))
        self._scope = set(chain.statement.unfolded().free()) & self._bound
        self.lemmas: dict[str, str] = {}
        for letter in sorted(self._scope, key=str):
            self.declared.append((self._object(letter), self._sort(letter), None))

    # Names.

    def _name(self, wanted: str) -> str:
        found = fresh(wanted, self._taken)
        self._taken.add(found)
        return found

    def _sort(self, letter: Any) -> str:
        if not isinstance(letter, Name):
            raise Inexpressible(f"a number for each {letter}, which is a number")
        if letter.sort not in self.names:
            self.names[letter.sort] = self._name(f"any_{letter.sort}")
            self.declared.insert(0, (self.names[letter.sort], "Type", None))
        return self.names[letter.sort]

    def _object(self, letter: Any) -> str:
        if letter not in self.names:
            self.names[letter] = self._name(letter.name)
        return self.names[letter]

    def _held(self, term: Any) -> list[Any]:
        """The objects that are bound somewhere, of which a term is one for each."""
        return sorted(term.free_symbols & self._bound, key=str)

    def _new(self, term: Any, wanted: str, kind: str) -> str:
        word, held = self._name(wanted), self._held(term)
        sorts = "".join(f"{self._sort(x)} -> " for x in held)
        self.declared.append((word, f"{sorts}{kind}", term))
        self.meanings.append(f"{word}: {term}".replace("(*", "( *").replace("*)", "* )"))
        called = f"({' '.join([word, *map(self._object, held)])})" if held else word
        self.names[term] = called
        return called

    def number(self, term: Any) -> str:
        """An expression, what occurs in it declared."""
        for q in quantities(term):
            self._quantity(q)
        inside = term.xreplace({q: sympy.Dummy() for q in quantities(term)})
        for p in sorted((s for s in inside.free_symbols if isinstance(s, Parameter)), key=str):
            self._parameter(p)
        return gallina(term, self.names)

    def _parameter(self, p: Any) -> None:
        if p not in self.names:
            word = self._new(p, p.name, "R")
            self.meanings.pop()
            e = p.extent
            for i, said in enumerate(
                hypotheses(Variable(p, e.lower, e.upper, e.open_lower, e.open_upper, e.integer), word)
            ):
                self.ranges[f"range_{word}_{i}"] = said

    def _quantity(self, q: Any) -> None:
        if q in self.names:
            return
        called = self._new(q, f"{type(q).__name__}{len(self.names)}", "R")
        for i, (end, said) in enumerate(((q.lower, "{0} <= {1}"), (q.upper, "{1} <= {0}"))):
            if end.is_finite:
                self.ranges[f"range_{called.strip('()').split()[0]}_{i}"] = self._for_each(
                    q, said.format(gallina(end, {}), called)
                )
        if isinstance(q, Infimum | Supremum) and isinstance(q.index, Name):
            self._extreme(q, called)

    def _extreme(self, q: Any, called: str) -> None:
        z, sort = self._object(q.index), self._sort(q.index)
        asked = "".join(f"{self.condition(c)} -> " for c in q.conditions)
        body, way = self.number(q.body), isinstance(q, Infimum)
        one, other = (f"{called} <= {body}", f"c <= {body}") if way else (f"{body} <= {called}", f"{body} <= c")
        label = f"{'inf' if way else 'sup'}_{called.strip('()').split()[0]}"
        self.assumed[label] = models.Assumed(Comparison(q, "==", q.body))
        self.extremes[f"{label}_reaches"] = self._for_each(q, f"forall {z} : {sort}, {asked}{one}")
        bound = f"c <= {called}" if way else f"{called} <= c"
        self.extremes[f"{label}_best"] = self._for_each(
            q, f"forall c : R, (forall {z} : {sort}, {asked}{other}) -> {bound}"
        )

    def _for_each(self, term: Any, said: str) -> str:
        held = self._held(term)
        return "".join(f"forall {self._object(x)} : {self._sort(x)}, " for x in held) + said

    def condition(self, c: Condition) -> str:
        """A comparison, the smaller side first, or a property."""
        if isinstance(c, Comparison):
            sign = "=" if c.op == "==" else "<" if c.strict else "<="
            return f"{self.number(c.small)} {sign} {self.number(c.large)}"
        if isinstance(c, WholeNumber):
            return f"(exists whole : Z, {self.number(c.args[0])} = IZR whole)"
        if isinstance(c, Included) or bound_letters(c):
            raise Inexpressible(f"{type(c).__name__}: a condition that is no comparison and no plain property")
        if c not in self.names:
            self._new(c, f"{type(c).__name__}{len(self.names)}", "Prop")
        return self.names[c]

    def _fresh(self, word: str) -> str:
        self._count += 1
        return f"{word}_{self._count}"

    def hypotheses(self, granted: dict[str, str]) -> list[tuple[str, str]]:
        """What the theorem assumes, by name: ranges, extremes, what is given, and what is granted."""
        return [*{**self.ranges, **self.extremes, **self.given, **granted}.items()]

    def domain(self) -> tuple[str, bool]:
        """A lemma that the hypotheses can hold at once, and whether it is of what is cited too."""
        unknowns = [term for _, kind, term in self.declared if kind.endswith("R")]
        some = [a for label, a in self.assumed.items() if label not in self.granted]
        point = models.values(unknowns, [*self.assumed.values()])
        whole = point is not None
        if point is None:
            point = models.values(unknowns, some) or dict.fromkeys(unknowns, sympy.Integer(0))
        asked = " /\\ ".join(f"({said})" for _, said in self.hypotheses(self.granted if whole else {}))
        words = " ".join(f"({word} : {kind})" for word, kind, _ in self.declared)
        shown = ", ".join(self._value(kind, point.get(term)) for _, kind, term in self.declared)
        if not asked:
            return "", whole
        return (
            f"Lemma {self._theorem}_domain : exists {words}, {asked}.\nProof. exists {shown}. parts; modelled. Qed.",
            whole,
        )

    def _value(self, kind: str, value: Any) -> str:
        if kind == "Type":
            return "unit"
        *objects, result = kind.split(" -> ")
        told = "True" if result == "Prop" else gallina(value, {}) if result == "R" else "tt"
        return f"(fun {' '.join('_' for _ in objects)} => {told})" if objects else told

    # Proofs.

    def derived(self, chain: Chain, at: Values, depth: int) -> list[str]:
        """Tactics for a chain's conclusion at values of its letters, what it assumes being known."""
        if depth > _DEPTH:
            raise Inexpressible("chains in chains without an end")
        lines: list[str] = []
        for step in chain.steps:
            for reason in step.reasons:
                if isinstance(reason, Choice):
                    chosen = {p: unfold(e) for p, e in reason.values}
                    for owed in in_range(chosen):
                        proof = self._compared(owed, Context().also(*chain.given), at)
                        lines.append(self._asserted("R", self.condition(owed.xreplace(at)), proof))
                    at = {**at, **{p: e.xreplace(at) for p, e in chosen.items()}}
        before = unfold(chain.start).xreplace(at)
        steps, certificates = _moves(chain)
        self._certificates |= certificates
        for step, (grants, moves) in zip(chain.steps, steps, strict=True):
            after = unfold(step.term).xreplace(at)
            said = self.condition(Comparison(before, step.op, after))
            lines.append(self._asserted("S", said, self._step(step, grants, moves, at, depth, (before, after))))
            before = after
        return [*lines, "first [assumption | lra]."]

    def _asserted(self, kind: str, said: str, proof: list[str], label: str = "") -> str:
        label = label or self._fresh(kind)
        inner = "\n".join(proof).replace("\n", "\n  ")
        return f"assert ({label} : {said}).\n{{ {inner} }}"

    def _step(self, step: Step, grants: Any, moves: Moves, at: Values, depth: int, sides: Any) -> list[str]:
        for g in grants:
            if g.in_words and g.statement.conclusion == Property():
                moved = Comparison(sides[0], step.op, sides[1])
                return [f"apply {self._hypothesis(g, self.condition(moved), (), moved, each=False)}."]
        lines = []
        for i, context in dict(moves.used).items():
            lines.append(self._granted(grants[i], context, at, depth))
        if moves.left is None:
            return [*lines, "first [assumption | lra]."]
        for put in moves.puts:
            lines += self._moved(put, at)
        current, after = (side.xreplace(at) for side in moves.left)
        left = self.condition(Comparison(current, step.op, after))
        if current != after:
            lines.append(
                self._asserted(
                    "L", left, self._compared(Comparison(moves.left[0], step.op, moves.left[1]), moves.context, at)
                )
            )
        return [*lines, "first [assumption | lra]."]

    def _compared(self, goal: Condition, context: Context, at: Values) -> list[str]:
        """Tactics for a comparison in a chain's letters, at values of them: by the relation that the prover shows."""
        plain = isinstance(goal, Comparison) and goal.small.is_number and isinstance(goal.large, Parameter)
        if not isinstance(goal, Comparison) or goal.op == "==" or plain:
            return ["premise."]
        try:
            found = list(related(goal, context))
        except ValueError:
            return ["premise."]
        # The relation that the check of the chain has shown; else the first, if the prover shows it.
        known = (r for r in found if digest(r[0]) in self._certificates)
        relation, named, common = next(known, found[0])
        certificate = self._certificates.get(digest(relation))
        # With a minimum, the calculus goes by its parts: so do the tactics.
        if certificate is None and not relation.left.has(*_KINKS) and not relation.right.has(*_KINKS):
            answer = prove(relation, seconds=_SECONDS)
            certificate = answer.certificate if isinstance(answer, Proved) else None
        if certificate is None:
            return ["premise."]
        one = entry(relation, certificate["proof"], "")
        name = f"{self._theorem}_{one.name}"
        try:
            check_expressible(one.relation)
            self.lemmas[name] = lemma(name, one.relation, one.proof)
        except Inexpressible:
            return ["premise."]
        values = " ".join(self.number(named[v.symbol.name].xreplace(at)) for v in one.relation.variables)
        known_by = f"by_relation ({name} {values}) {self.number(common.xreplace(at))}"
        return [f"first [assumption | lra | {known_by} | premise]."]

    def _granted(self, g: Grant, context: Context, at: Values, depth: int) -> str:
        conclusion = g.statement.conclusion.xreplace(at)
        said = self.condition(conclusion)
        asked = [c for c in (*g.statement.hypotheses, *g.owed) if not _plain(c)]
        owed = tuple(c.xreplace(at) for c in asked)
        objects = [x for x in self._held(conclusion) if x not in self._scope]
        limits = [c for c in (c.xreplace(at) for c in context.conditions) if set(self._held(c)) & set(objects)]
        each = "".join(f"forall {self._object(x)} : {self._sort(x)}, " for x in objects)
        quantified = each + "".join(f"{self.condition(c)} -> " for c in limits) + said
        introduced = [*map(self._object, objects), *(self._fresh("I") for _ in limits)]
        proof = [f"intros {' '.join(introduced)}."] if objects else []
        self._scope |= set(objects)
        for c in asked:
            proof.append(self._asserted("P", self.condition(c.xreplace(at)), self._compared(c, context, at)))
        proof += self._reason(g, at, depth, said, owed, conclusion)
        self._scope -= set(objects)
        return self._asserted("G", quantified, proof)

    def _reason(self, g: Grant, at: Values, depth: int, said: str, owed: Any, conclusion: Any) -> list[str]:
        if g.because == "hypothesis":
            return ["assumption."]
        if g.split is not None:
            return self._cases(g, at, depth)
        for chain in _beneath(g):
            if (values := _values(chain, g)) is not None:
                composed = {k: v.xreplace(at) for k, v in values.items()}
                rest = {k: v for k, v in at.items() if k not in composed}
                return self.derived(chain, {**rest, **composed}, depth + 1)
        if g.chains:
            raise Inexpressible(f"a chain at values that are not told: {g.because}")
        return [f"apply {self._hypothesis(g, said, owed, conclusion)}; assumption."]

    def _cases(self, g: Grant, at: Values, depth: int) -> list[str]:
        assert g.split is not None
        if g.chains[0].statement.unfolded().conclusion != g.statement.conclusion:
            raise Inexpressible("cases at other values")
        conditions = [self.condition(unfold(c).xreplace(at)) for c in g.split.conditions]
        label = self._fresh("C")
        either = " \\/ ".join(conditions)
        lines = [f"assert ({label} : {either}) by covered."]
        lines.append(f"repeat destruct {label} as [{label} | {label}].")
        for chain in g.chains:
            inner = "\n".join(self.derived(chain, at, depth + 1)).replace("\n", "\n  ")
            lines.append(f"{{ {inner} }}")
        return lines

    def _hypothesis(self, g: Grant, said: str, owed: Any, conclusion: Any, each: bool = True) -> str:
        stem = (
            "words"
            if g.in_words
            else f"claim_{_slug(g.claim.id)}"
            if g.claim is not None
            else f"fact_{_slug(g.because)}"
        )
        asked = "".join(f"{self.condition(c)} -> " for c in owed)
        stated = f"{asked}{said}"
        objects = self._held(sympy.Tuple(*owed, conclusion)) if each else []
        stated = "".join(f"forall {self._object(x)} : {self._sort(x)}, " for x in objects) + stated
        known = {told: label for label, told in self.granted.items()}
        if stated not in known:
            label = self._name(f"{stem}_{1 + sum(k.startswith(stem) for k in self.granted)}")
            self.granted[label] = stated
            self.assumed[label] = models.Assumed(conclusion, tuple(owed))
            return label
        return known[stated]

    def _moved(self, put: Put, at: Values) -> list[str]:
        """That a line moves as the part does that was exchanged in it, within sets and then outside."""
        line, old, new, result = (t.xreplace(at) for t in (put.line, put.old, put.new, put.result))
        overs = [q for q in quantities(line) if isinstance(q, Over) and q != old and contains(q, old)]
        lines, outer = [], {old: new}
        if overs:
            outer = {over: over.xreplace({old: new}) for over in overs}
            for over, inside in outer.items():
                lines.append(self._set_moves(over, inside, old, new))
        one, other = (
            self._with(line, {k: self.number(pair[j]) for k, pair in ((k, (k, v)) for k, v in outer.items())})
            for j in (0, 1)
        )
        a, b = self.number(line), self.number(result)
        small, large = (one, other) if put.up >= 0 else (other, one)
        label = self._fresh("M")
        lines.append(
            f"assert ({label} : {small} {'<=' if put.up else '='} {large}) by {'rises' if put.up else 'exchanged'}."
        )
        for x, y in ((one, a), (other, b)):
            if x != y:
                lines.append(f"assert ({self._fresh('E')} : {x} = {y}) by same.")
        return lines

    def _with(self, term: Any, texts: dict[Any, str]) -> str:
        self.number(term)
        return gallina(term, {**self.names, **texts})

    def _set_moves(self, over: Any, inside: Any, old: Any, new: Any) -> str:
        """The extreme of a body in which a part was exchanged beside that of the body before."""
        if not isinstance(over, Infimum | Supremum) or not isinstance(over.index, Name):
            raise Inexpressible(f"{type(over).__name__} over {over.index}, with a part exchanged in it")
        a, b = self.number(over), self.number(inside)
        z, low = self._object(over.index), isinstance(over, Infimum)
        label = f"{'inf' if low else 'sup'}_{a.strip('()').split()[0]}"
        small, large = (b, a) if low else (a, b)
        there = f"intros {z} {' '.join(self._fresh('I') for _ in over.conditions)}; "
        body, changed = self.number(over.body), self._with(over.body, {old: self.number(new)})
        trans = ""
        if isinstance(inside, Over):
            other = f"{'inf' if low else 'sup'}_{b.strip('()').split()[0]}_reaches"
            trans = f"apply Rle_trans with {self.number(inside.body)}; [" + (
                f"apply {other}; assumption | ]. " if low else f" | apply {other}; assumption]. "
            )
        one, two = (changed, body) if low else (body, changed)
        real = self.number(over.body.xreplace({old: new}))
        same = f"assert ({changed} = {real}) by same. " if real != changed else ""
        close = f"{trans}{same}assert ({one} <= {two}) by specialised. lra."
        return f"assert ({self._fresh('O')} : {small} <= {large}).\n{{ apply {label}_best; {there[:-2]}. {close} }}"


def related(goal: Comparison, context: Context) -> Iterator[tuple[Relation, dict[str, Any], Any]]:
    """A comparison for the prover: relations, what their variables stand for there, and the factor that they lack."""
    found = sorted({*quantities(goal.small), *quantities(goal.large)}, key=text)
    names: dict[str, Any] = {f"quantity{i}": q for i, q in enumerate(found)} | {p.name: p for p in goal.free_symbols}
    back = {
        q: StandIn(f"quantity{i}", Extent(q.lower, q.upper, open_upper=q.upper == sympy.oo))
        for i, q in enumerate(found)
    }
    small, large = goal.small.xreplace(back), goal.large.xreplace(back)
    letters = sorted(small.free_symbols | large.free_symbols, key=str)
    extents = {p: context.extent(p) for p in letters}
    positive = [x for x, e in extents.items() if e.lower > 0 or (e.lower == 0 and e.open_lower)]
    one, other = _without_common(small, large, set(positive))
    common = sympy.Mul(
        *(x**e for x, e in _parts(small, set(positive))[1].items() if _parts(large, set(positive))[1].get(x) == e)
    )
    rows = [
        [m.get(x, sympy.Integer(0)) for x in positive] for side in (one, other) for m in _products(side, set(positive))
    ]
    matrix = sympy.Matrix(rows) if rows else sympy.Matrix()
    basis = [_turned(tuple(matrix.row(i)), matrix) for i in (matrix.T.rref()[1] if rows else ())]
    forth = {s: q for q, s in back.items()}
    for i, exponents in enumerate(basis):
        names[f"product{i}"] = sympy.Mul(*(x**e for x, e in zip(positive, exponents, strict=True))).xreplace(forth)
    for relation in _relations(goal, context):
        joined = any(v.symbol.name.startswith("product") for v in relation.variables)
        lacking = common.xreplace(forth) if joined or not relation.variables else sympy.Integer(1)
        yield relation, names, lacking


def _slug(said: str) -> str:
    return re.sub(r"[^A-Za-z0-9]+", "_", said).strip("_").lower()


def _plain(c: Any) -> bool:
    """Whether a comparison is between numbers that are equal or ordered at sight, as 1 == 1."""
    return isinstance(c, Comparison) and c.left == c.right and not c.strict


def _bound(chain: Chain, depth: int = 0) -> Iterator[Any]:
    """Objects that are bound somewhere in a chain, or in one below it."""
    terms = [chain.start, *(s.term for s in chain.steps), *chain.given]
    grants = [r for s in chain.steps for r in s.reasons if isinstance(r, Grant)]
    terms += [c for g in grants for c in (g.statement.conclusion, *g.statement.hypotheses, *g.owed)]
    for term in terms:
        yield from bound_letters(unfold(term))
    if depth < _DEPTH:
        for g in grants:
            for below in _beneath(g):
                yield from _bound(below, depth + 1)


def _beneath(g: Grant) -> list[Chain]:
    whole: Any = (g.claim.corrected or g.claim.printed) if g.claim is not None else None
    parts = [part for _, part in whole.parts] if hasattr(whole, "parts") else [whole]
    return [*g.chains, *(p for p in parts if isinstance(p, Chain))]


def _values(chain: Chain, g: Grant) -> Values | None:
    """Values of a chain's letters at which it says what is granted; None where none are found."""
    shown = chain.statement.unfolded()
    if shown == g.statement:
        return {}
    if len(shown.hypotheses) != len(g.statement.hypotheses):
        return None
    pairs = [
        *zip(shown.hypotheses, g.statement.hypotheses, strict=True),
        (shown.conclusion, g.statement.conclusion),
    ]
    tried: dict[Any, list[Any]] = {}
    for said, term in pairs:
        _match(said, term, tried)
    pool = [unfold(side) for c in g.owed if isinstance(c, Comparison) for side in (c.left, c.right)]
    letters = {x for said, _ in pairs for x in said.free_symbols if isinstance(x, Parameter | Name)} | {*tried}
    choices = {
        x: list(dict.fromkeys([*tried.get(x, ()), x, *(pool if isinstance(x, Parameter) else ())])) for x in letters
    }
    found = _chosen(sorted(letters, key=lambda x: (len(choices[x]), str(x))), choices, pairs, {}, count())
    return None if found is None else {x: v for x, v in found.items() if x != v}


def _chosen(
    letters: list[Any], choices: dict[Any, list[Any]], pairs: list[tuple[Any, Any]], at: Values, tries: Iterator[int]
) -> Values | None:
    """A choice for each letter at which all pairs are equal; a pair is looked at when all its letters are chosen."""
    if not letters:
        return at
    ready = {*at, letters[0]}
    due = [(said, term) for said, term in pairs if letters[0] in said.free_symbols and said.free_symbols <= ready]
    for value in choices[letters[0]]:
        if next(tries) > _MOST_TRIED:
            return None
        now = {**at, letters[0]: value}
        if all(said.xreplace(now) == term for said, term in due):
            found = _chosen(letters[1:], choices, pairs, now, tries)
            if found is not None:
                return found
    return None


def _match(pattern: Any, term: Any, found: dict[Any, list[Any]]) -> None:
    if isinstance(pattern, Parameter | Name):
        found.setdefault(pattern, []).append(term)
    elif pattern.func == term.func and len(pattern.args) == len(term.args):
        for one, other in zip(pattern.args, term.args, strict=True):
            _match(one, other, found)
