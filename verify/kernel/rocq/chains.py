"""A chain of the calculus as a theorem for Rocq: quantities as real numbers, what it cites as hypotheses.

A quantity at given arguments is one variable, finite, in its range; one with a bound object or index in it is a
function of that, and a random real is one of the outcome. An infimum, a supremum or a maximum is what lies below or
above all its values; of a sum or an average, that it is at most another where all its values are is a hypothesis. A
cited fact is a hypothesis, with its own hypotheses as premises; so is a joint in words. What a cited claim's chain
shows is asserted first, once, as what inner chains show; a claim whose chain has no counterpart there is a hypothesis.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import count, islice
from typing import Any

import sympy

from verify.kernel.calculus.chain import Chain
from verify.kernel.calculus.checking import Audit, StepCheck, exchanges_of
from verify.kernel.calculus.conditions import Comparison, Condition, Defined, Property, WholeNumber
from verify.kernel.calculus.context import (
    MOST_PIECES,
    Context,
    branches_of,
    contains,
    direction,
    dominating,
    eased,
    proved_by_branches,
    recorded,
    relations_of,
    same,
    usable,
)
from verify.kernel.calculus.events import Both, Either, Holds, Not
from verify.kernel.calculus.gate import admit
from verify.kernel.calculus.over import Each, Infimum, Maximum, Over, Supremum, bound_letters, exchanged, exposed
from verify.kernel.calculus.reasons import Choice, Grant, Included
from verify.kernel.calculus.scaling import parts_of, products_of, turned, without_common
from verify.kernel.calculus.sealed import Step
from verify.kernel.calculus.terms import Extent, Name, Parameter, StandIn, quantities, text, unfold
from verify.kernel.prover import Proved, Relation, Variable, prove, witness
from verify.kernel.prover.algebra import factored
from verify.kernel.prover.enclosure import Evaluator, NoEnclosure
from verify.kernel.prover.recall import digest
from verify.kernel.rocq import models
from verify.kernel.rocq.certified import entry
from verify.kernel.rocq.claim import pattern as _pattern
from verify.kernel.rocq.proofs import lemma
from verify.kernel.rocq.terms import MAY_BE_0, Inexpressible, check_expressible, fresh, gallina, hypotheses, span

_Values = dict[Any, Any]
_DEPTH, _MOST_TRIED, _MOST_WEAKER, _SECONDS = 60, 2000, 60, 2.0
_SHORT = 8
"""Seconds for a first try at taking a minimum apart."""
_LONG = 24
"""From how many letters on a value has a name."""
_KINKS = (sympy.Min, sympy.Max)
_NO_NUMBERS = (sympy.zoo, sympy.nan, sympy.oo, -sympy.oo)
_EXTREMES = (Infimum, Supremum, Maximum)
OUTCOME = Name(r"\omega_{\Omega}", "outcome")
"""Of which random reals are functions."""


@dataclass(frozen=True)
class Put:
    """One side of a granted comparison in the place of the other: a line, and what it becomes."""

    line: Any
    old: Any
    new: Any
    result: Any
    up: int
    grew: int


@dataclass
class _Moves:
    """How a step was checked: grants in the order in which they are needed, what was put in, what was left."""

    used: list[tuple[int, Context]] = field(default_factory=list)
    puts: list[Put] = field(default_factory=list)
    left: tuple[Any, Any] | None = None
    context: Context = field(default_factory=Context)
    beside: dict[tuple[int, Any], tuple[Condition, ...]] = field(default_factory=dict)
    """By a grant's number and a condition that it asks for, what others grant that shows it."""


class _Recording(StepCheck):
    """The check of a step, which keeps how it goes."""

    moves: _Moves

    def _begin(self, withheld: frozenset[int]) -> None:
        super()._begin(withheld)
        self.moves = _Moves()

    def _audit_inner(self, grant: Grant) -> list[Audit]:
        # Inner chains are checked where they are written.
        return super()._audit_inner(replace(grant, chains=()))

    def _put_in(self, line: Any, number: int, grant: Grant, up: int) -> Any:
        result = super()._put_in(line, number, grant, up)
        if number in self._used and result != line:
            sides = exchanges_of(grant.statement.conclusion, up)
            old, new = next((a, b) for a, b, _ in sides if not a.is_number and exchanged(line, a, b) == result)
            equal = grant.statement.conclusion.op == "=="
            grew = 0 if equal else 1 if new == grant.statement.conclusion.large else -1
            self.moves.puts.append(Put(line, old, new, result, 0 if equal else up, grew))
        return result

    def _use(self, number: int, context: Context, stack: tuple[int, ...]) -> None:
        super()._use(number, context, stack)
        self.moves.used.append((number, context))

    def _compare(
        self, owed: Comparison, context: Context, others: list[tuple[int, Condition]], stack: tuple[int, ...]
    ) -> None:
        before = len(self.moves.used)
        super()._compare(owed, context, others, stack)
        if stack:
            self.moves.beside[stack[-1], owed] = self._granted_since(before)

    def _left_over(self, current: Any, after: Any) -> None:
        before = len(self.moves.used)
        super()._left_over(current, after)
        self.moves.left = (current, after)
        self.moves.context = self._context.also(*self._granted_since(before))

    def _granted_since(self, before: int) -> tuple[Condition, ...]:
        numbers = dict.fromkeys(number for number, _ in self.moves.used[before:])
        return tuple(self._grants[number].statement.conclusion for number in numbers)


Certificates = dict[str, dict[str, Any]]


@lru_cache(maxsize=4096)
def _moves(chain: Chain) -> tuple[tuple[tuple[tuple[Grant, ...], _Moves], ...], Certificates]:
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
        writer.gives(f"given_{i}", unfold(c))
    proof = writer.derived(chain, {}, 0)
    proof = [*(_asserted(label, said, lines) for said, (label, lines) in writer.shown.items()), *proof]
    if stated in writer.granted.values():
        raise Inexpressible("its conclusion is one of its hypotheses")
    domain, whole = writer.domain()
    statement = [f"Theorem {name}", *writer.told(), f"  : {stated}.", "Proof.", *proof, "Qed.", domain]
    return Theorem(
        "\n".join([*writer.lemmas.values(), *writer.abbreviated("\n".join(statement)), ""]), (*writer.granted,), whole
    )


@dataclass(frozen=True)
class _Known:
    """What is known at a place: its label, what it says, and the objects that it is for each of."""

    label: str
    said: str
    objects: tuple[Any, ...] = ()


@dataclass(frozen=True)
class _Limits:
    """What a statement for each value of an index is introduced with: the index, its range, what limits it, words."""

    objects: tuple[Any, ...] = ()
    known: tuple[_Known, ...] = ()
    limits: tuple[tuple[str, Condition], ...] = ()
    words: tuple[str, ...] = ()


class _Writer:
    """Names for what occurs, the hypotheses, and the tactics.

    What depends on a bound object, on a number that is an index, or on the outcome, is a function of it there. A
    condition on random reals holds for each outcome.
    """

    def __init__(self, name: str, chain: Chain) -> None:
        self.names: dict[Any, str] = {}
        self.declared: list[tuple[str, str, Any]] = []
        """Word, type, and what it stands for; None for a sort or an object."""
        self.ranges: dict[str, _Known] = {}
        self.extremes: dict[str, str] = {}
        self.given: dict[str, str] = {}
        self.granted: dict[str, str] = {}
        self.assumed: dict[str, models.Assumed] = {}
        self.lemmas: dict[str, str] = {}
        self.meanings: dict[str, str] = {}
        """By word, what it stands for, for people."""
        self._values: dict[Any, str] = {}
        """What letters stand for somewhere, and the letters."""
        self.shown: dict[str, tuple[str, list[str]]] = {}
        """By what they say, the labels and the tactics of what is asserted first: what claims say, each once."""
        self._chosen: list[tuple[str, tuple[str, ...], Condition]] = []
        """What is chosen for letters lies in their ranges: labels of what says so, premises, and what it says."""
        self._theorem = name
        self._certificates: Certificates = {}
        self._taken: set[str] = set()
        self._count = 0
        self._known: list[_Known] = []
        self._conditions: list[tuple[str, Condition]] = []
        self._bound = frozenset(_bound(chain))
        self._scope = frozenset(chain.statement.unfolded().free() & self._bound)
        self._free = self._scope
        for letter in sorted(self._scope, key=str):
            self.declared.append((self._object(letter), self._sort(letter), letter if _is_number(letter) else None))
            for i, said in enumerate(self._range(letter)):
                self._ranged(f"range_{self._object(letter)}_{i}", said, ())

    def gives(self, label: str, c: Condition) -> None:
        """A hypothesis of the chain, as one of the theorem."""
        self.given[label] = self.condition(c)
        self.assumed[label] = models.Assumed(c)
        self._know(label, c)
        self._conditions.append((label, c))

    # Names.

    def _name(self, wanted: str) -> str:
        found = fresh(wanted, self._taken)
        self._taken.add(found)
        return found

    def _sort(self, letter: Any) -> str:
        if _is_number(letter):
            return "R"
        if letter.sort not in self.names:
            self.names[letter.sort] = self._name(f"any_{letter.sort}")
            self.declared.insert(0, (self.names[letter.sort], "Type", None))
        return self.names[letter.sort]

    def _object(self, letter: Any) -> str:
        if letter not in self.names:
            self.names[letter] = self._name(letter.sort if letter == OUTCOME else letter.name)
        return self.names[letter]

    def _held(self, term: Any) -> list[Any]:
        """The objects and indices that are bound somewhere of which a term is one for each, the outcome last."""
        random = [OUTCOME] if exposed(term) and not isinstance(term, Property) else []
        return sorted(term.free_symbols & self._bound, key=str) + random

    def _new(self, term: Any, wanted: str, kind: str) -> str:
        word, held = self._name(wanted), self._held(term)
        sorts = "".join(f"{self._sort(x)} -> " for x in held)
        self.declared.append((word, f"{sorts}{kind}", term))
        self.meanings[word] = str(term)
        called = f"({' '.join([word, *map(self._object, held)])})" if held else word
        self.names[term] = called
        return called

    def number(self, term: Any) -> str:
        """An expression, what occurs in it declared."""
        self.names |= {(MAY_BE_0, base): "" for base in _perhaps_zero(term)}
        for q in quantities(term):
            self._quantity(q)
        inside = term.xreplace({q: sympy.Dummy() for q in quantities(term)})
        for p in sorted((s for s in inside.free_symbols if isinstance(s, Parameter)), key=str):
            self._parameter(p)
        return gallina(term, self.names)

    def _parameter(self, p: Any) -> None:
        if p in self.names:
            return
        if p in self._bound:
            self._object(p)
            return
        called = self._new(p, p.name, "R")
        del self.meanings[_word(called)]
        for i, said in enumerate(self._range(p)):
            self._ranged(f"range_{_word(called)}_{i}", said, self._held(p))

    def _range(self, p: Any) -> list[str]:
        """What the range of a number says, at the name that it has."""
        if not _is_number(p):
            return []
        said = hypotheses(_ranged(p), self.names[p])
        return [f"({one})" if one.startswith("exists") else one for one in said]

    def _ranged(self, label: str, said: str, objects: Iterable[Any]) -> None:
        of = tuple(objects)
        self.ranges[label] = _Known(label, f"{self._each(of)[0]}{said}", of)

    def _each(self, objects: Iterable[Any]) -> tuple[str, list[str], list[_Known]]:
        """For all objects and indices in their ranges: the words before a statement, what they are introduced as."""
        said, words, known = "", [], []
        for x in objects:
            said += f"forall {self._object(x)} : {self._sort(x)}, "
            words.append(self._object(x))
            for i, limit in enumerate(self._range(x)):
                known.append(_Known(f"range_{self._object(x)}_{i}", limit))
                said += f"{limit} -> "
                words.append(known[-1].label)
        return said, words, known

    def _quantity(self, q: Any) -> None:
        if q in self.names:
            return
        called = self._new(q, f"{type(q).__name__}{len(self.names)}", "R")
        for i, (end, said) in enumerate(((q.lower, "{0} <= {1}"), (q.upper, "{1} <= {0}"))):
            if end.is_finite:
                self._ranged(f"range_{_word(called)}_{i}", said.format(gallina(end, {}), called), self._held(q))
        if isinstance(q, _EXTREMES):
            self._extreme(q, called)

    def _extreme(self, q: Any, called: str) -> None:
        of = self._each(self._held(q))[0]
        each = self._each([q.index])[0]
        asked = "".join(f"{self.condition(c)} -> " for c in q.conditions)
        body, low = self.number(q.body), isinstance(q, Infimum)
        one, other = (f"{called} <= {body}", f"c <= {body}") if low else (f"{body} <= {called}", f"{body} <= c")
        label = _extreme_label(q, called)
        self.assumed[label] = models.Assumed(Comparison(q, "==", q.body), limits=q.conditions)
        self.extremes[f"{label}_reaches"] = f"{of}{each}{asked}{one}"
        bound = f"c <= {called}" if low else f"{called} <= c"
        self.extremes[f"{label}_best"] = f"{of}forall c : R, ({each}{asked}{other}) -> {bound}"

    def condition(self, c: Condition) -> str:
        """A comparison, the smaller side first, for each outcome if it is of random reals; or a property."""
        if isinstance(c, Comparison):
            said = self._compares(c)
            return f"({self._each([OUTCOME])[0]}{said})" if exposed(c) else said
        if isinstance(c, WholeNumber):
            return f"(exists whole : Z, {self.number(c.args[0])} = IZR whole)"
        if isinstance(c, Included):
            return f"({self._each([OUTCOME])[0]}{' -> '.join(map(self._event, c.args))})"
        if isinstance(c, Each):
            asked = "".join(f"{self.condition(limit)} -> " for limit in c.conditions)
            return f"({self._each([c.index])[0]}{asked}{self.condition(c.body)})"
        if c not in self.names:
            self._new(c, f"{type(c).__name__}{len(self.names)}", "Prop")
        return self.names[c]

    def _event(self, e: Any) -> str:
        """What holds at the outcome at hand where an event occurs."""
        if isinstance(e, Holds):
            return f"({self._compares(e.args[0])})"
        if isinstance(e, Not):
            return f"(~ {self._event(e.args[0])})"
        if isinstance(e, Both | Either):
            sign = " /\\ " if isinstance(e, Both) else " \\/ "
            return f"({sign.join(map(self._event, e.args))})"
        if ("occurs", e) not in self.names:
            held = [*sorted(e.free_symbols & self._bound, key=str), OUTCOME]
            word = self._name("occurs")
            self.declared.append((word, "".join(f"{self._sort(x)} -> " for x in held) + "Prop", None))
            self.meanings[word] = f"that {e} occurs"
            self.names["occurs", e] = f"({' '.join([word, *map(self._object, held)])})"
        return self.names["occurs", e]

    def _compares(self, c: Any) -> str:
        for side in (c.left, c.right):
            if not isinstance(side, sympy.Expr):
                raise Inexpressible(f"{c}: a comparison of what are no numbers")
        sign = "=" if c.op == "==" else "<" if c.strict else "<="
        return f"{self.number(c.small)} {sign} {self.number(c.large)}"

    def _fresh(self, word: str) -> str:
        self._count += 1
        return f"{word}_{self._count}"

    def abbreviated(self, text: str) -> list[str]:
        """A text in which long values of letters, and objects in remarks, have names: Rocq reads the same terms."""
        # What is of the outcome stands as it is: a notation's letters are single words.
        plain = {x for x, word in self.names.items() if word.isidentifier()}
        called_ = {e: gallina(e, self.names) for e in self._values if e.free_symbols <= plain}
        used = [e for e, said in called_.items() if len(said) >= _LONG and text.count(said) > 2]
        notations: list[str] = []
        # What is longer may hold what is shorter: that is put first.
        for e in sorted(used, key=lambda e: len(called_[e]), reverse=True):
            said, words = called_[e], sorted(self.names[x] for x in e.free_symbols)
            word = self._name(self._values[e])
            called = f"({' '.join([word, *words])})" if words else word
            notations = [line.replace(said, called) for line in notations]
            notations.append(f"Local Notation {' '.join([word, *words])} := {said}.")
            text = text.replace(said, called)
            if isinstance(e, sympy.Function | sympy.Min | sympy.Max):
                text = text.replace(str(e), word)
        remarks: list[str] = []
        for i, meaning in enumerate(_repeated(text), 1):
            word = f"{meaning.partition('(')[0]}_{i}"
            remarks = [line.replace(meaning, word) for line in remarks] + [f"{word}: {meaning}"]
            text = text.replace(meaning, word)
        lines = [*map(_remark, reversed(remarks)), text]
        if notations:
            lines = [f"Section of_{self._theorem}.", *reversed(notations), *lines, f"End of_{self._theorem}."]
        return lines

    def told(self) -> list[str]:
        """The lines before a theorem's conclusion: what occurs with its meaning, and what is assumed, by its kind."""
        lines = []
        for word, kind, _ in self.declared:
            meaning = f"  {_remark(self.meanings[word])}" if word in self.meanings else ""
            lines.append(f"  ({word} : {kind}){meaning}")
        for what, told in (
            ("ranges", {label: known.said for label, known in self.ranges.items()}),
            ("infima, suprema and maxima, by their two properties", self.extremes),
            ("what is given", self.given),
            ("what is cited", self.granted),
        ):
            lines += [f"  {_remark(what)}"] if told else []
            lines += [f"  ({label} : {said})" for label, said in told.items()]
        return lines

    def hypotheses(self, granted: dict[str, str]) -> list[tuple[str, str]]:
        """What the theorem assumes, by name: ranges, extremes, what is given, and what is granted."""
        ranges = {label: known.said for label, known in self.ranges.items()}
        return [*{**ranges, **self.extremes, **self.given, **granted}.items()]

    def domain(self) -> tuple[str, bool]:
        """A lemma that the hypotheses can hold at once, and whether it is of what is cited too."""
        unknowns = [term for _, kind, term in self.declared if kind.endswith("R")]
        point, whole = self._point(unknowns)
        asked = " /\\\n  ".join(f"({said})" for _, said in self.hypotheses(self.granted if whole else {}))
        words = " ".join(f"({word} : {kind})" for word, kind, _ in self.declared)
        shown = ", ".join(self._value(kind, point.get(term, "")) for _, kind, term in self.declared)
        if not asked:
            return "", whole
        return (
            f"Lemma {self._theorem}_domain : exists {words},\n  {asked}.\nProof. exists {shown}. parts; modelled. Qed.",
            whole,
        )

    def _point(self, unknowns: list[Any]) -> tuple[dict[Any, str], bool]:
        """Values at which the hypotheses hold, and whether those that are cited do."""
        every = [*self.assumed.values()]
        known = frozenset(unknowns)
        ours = (a for label, a in self.assumed.items() if label not in self.granted)
        some = [at for a in ours for at in models.sampled(a, known)]
        if (point := models.values(unknowns, every)) is not None:
            return point, True
        letters = {p.name: p for p in unknowns if isinstance(p, Parameter)}
        between = [c for _, c in self._conditions if isinstance(c, Comparison) and not (quantities(c) or exposed(c))]
        multiples: _Values = {}
        for _, c in self._conditions:
            found = models.multiple(c, letters.values())
            if found is not None and not found[1].free_symbols & {*multiples}:
                times = Parameter(f"{found[0].name}_times", Extent(1, sympy.oo, open_upper=True, integer=True))
                multiples[found[0]] = times * found[1]
                between.append(Comparison(found[0].extent.lower, "<=", found[0]))
        where = tuple((sympy.Lt if c.strict else sympy.Le)(c.small, c.large, evaluate=False) for c in between)
        where = tuple(c.xreplace(multiples) for c in where)
        asked_of = {*letters.values(), *(x for e in multiples.values() for x in e.free_symbols)} - {*multiples}
        ranges = (_ranged(p) for p in sorted(asked_of, key=str) if any(p in c.free_symbols for c in where))
        shown = witness(Relation(sympy.Integer(0), sympy.Integer(1), "<", tuple(ranges), where)) if between else None
        fixed = {letters[name]: v for name, v in (shown or {}).items() if name in letters}
        if shown:
            values = {p: shown[p.name] for p in asked_of if p.name in shown}
            fixed |= {x: e.xreplace(values) for x, e in multiples.items()}
        for asked, at in ((every, fixed), (some, {}), (some, fixed)):
            if (point := models.values(unknowns, asked, at)) is not None:
                return point, asked is every
        return {q: gallina(v, {}) for q, v in ({q: models.inside(q) for q in unknowns} | fixed).items()}, False

    def _value(self, kind: str, value: str) -> str:
        if kind == "Type":
            return "unit"
        *objects, result = kind.split(" -> ")
        told = "True" if result == "Prop" else value if result == "R" else "tt"
        return f"(fun {' '.join('_' for _ in objects)} => {told})" if objects else told

    # Proofs.

    @contextmanager
    def _inside(self, objects: Iterable[Any] = (), known: Iterable[_Known] = ()) -> Iterator[None]:
        """Where more objects and more of what is known are at hand."""
        before, scope = len(self._known), self._scope
        self._known += known
        self._scope = scope | {*objects}
        try:
            yield
        finally:
            del self._known[before:]
            self._scope = scope

    def _bare(self, goal: str) -> str:
        """Tactics that leave in sight what is known of the numbers of a goal, at the objects at hand."""
        words = self._numbers(goal)
        near = [k for k in (*self.ranges.values(), *self._known) if self._numbers(k.said) & words]
        words = words.union(*(self._numbers(k.said) for k in near))
        near += [k for k in self.ranges.values() if self._numbers(k.said) & words and k not in near]
        labels = [k.label for k in near]
        tactics = []
        for k in near:
            if k.objects and self._scope >= {*k.objects}:
                labels.append(self._fresh("N"))
                words_ = self._each(x for x in k.objects if x != OUTCOME)[1]
                tactics += [f"pose proof ({' '.join([k.label, *words_])}) as {labels[-1]}", f"taken {labels[-1]}"]
                tactics += [f"try specialize ({labels[-1]} {self._object(OUTCOME)})"] if OUTCOME in k.objects else []
        return "; ".join([*tactics, f"clear - {' '.join(dict.fromkeys(labels))}" if labels else "clear"])

    def _numbers(self, said: str) -> frozenset[str]:
        """The words in a text that stand for numbers."""
        declared = {word for word, kind, _ in self.declared if kind.endswith("R")}
        indices = {self.names[x] for x in self._bound if _is_number(x) and x in self.names}
        return _words(said) & (declared | indices)

    def derived(self, chain: Chain, at: _Values, depth: int) -> list[str]:
        """Tactics for a chain's conclusion at values of its letters, what it assumes being known."""
        if depth > _DEPTH:
            raise Inexpressible("chains in chains without an end")
        lines: list[str] = []
        for step in chain.steps:
            for reason in step.reasons:
                if isinstance(reason, Choice):
                    chosen = {p: unfold(e) for p, e in reason.values}
                    for owed in _ranges(chosen):
                        lines.append(self._in_range(owed, chain, at))
                    at = {**at, **{p: e.xreplace(at) for p, e in chosen.items()}}
        self._values |= {e: p.name for p, e in at.items() if isinstance(p, Parameter) and not quantities(e)}
        before = unfold(chain.start).xreplace(at)
        steps, certificates = _moves(chain)
        self._certificates |= certificates
        labels = []
        for step, (grants, moves) in zip(chain.steps, steps, strict=True):
            after = unfold(step.term).xreplace(at)
            moved = Comparison(before, step.op, after)
            said = self.condition(moved)
            before_it = len(self._known)
            proof = self._step(step, grants, moves, at, depth, moved)
            del self._known[before_it:]
            labels.append(self._fresh("S"))
            lines.append(_asserted(labels[-1], said, proof))
            before = after
        return [*lines, self._joined(labels, chain.statement.unfolded().conclusion.xreplace(at))]

    def _joined(self, labels: list[str], goal: Comparison) -> str:
        """From what was asserted of lines, by linear arithmetic."""
        if not exposed(goal):
            return f"first [assumption | clear - {' '.join(labels)}; lra]."
        outcome, known = self._object(OUTCOME), " ".join(labels)
        at_hand = "; ".join(f"try instance ({label} {outcome})" for label in labels)
        return f"first [assumption | intros {outcome}; clear - {known} {outcome}; {at_hand}; lra]."

    def _in_range(self, owed: Condition, chain: Chain, at: _Values) -> str:
        """That what is chosen for a letter lies in its range: asserted, and known to what inner chains show, too."""
        context, there = Context().also(*chain.given), owed.xreplace(at)
        asked = [g for c in chain.given if isinstance(g := unfold(c), Comparison)]
        if self._held(sympy.Tuple(there, *(c.xreplace(at) for c in asked))):
            return self._owed("R", owed, context, at)
        said, label = self.condition(there), self._fresh("R")
        premises = [self.condition(c.xreplace(at)) for c in asked]
        stated = "".join(f"{p} -> " for p in premises) + said
        if stated not in self.shown:
            introduced = [self._fresh("A") for _ in asked]
            outer, self._known = self._known, []
            for name, c in (*self._conditions, *zip(introduced, (c.xreplace(at) for c in asked), strict=True)):
                self._know(name, c)
            proof = self._compared(owed, context, at)
            self._known = outer
            intros = [f"intros {' '.join(introduced)}."] if introduced else []
            self.shown[stated] = (self._fresh("D"), [*intros, proof])
            self._chosen.append((self.shown[stated][0], tuple(premises), there))
        self._know(label, there)
        return f"assert ({label} : {said}) by (apply {self.shown[stated][0]}; assumption)."

    def _owed(self, kind: str, owed: Condition, context: Context, at: _Values) -> str:
        """What a statement asks for, asserted, and known from here on."""
        label, said = self._fresh(kind), self.condition(owed.xreplace(at))
        proof = self._compared(owed, context, at)
        self._know(label, owed.xreplace(at))
        return _asserted(label, said, [proof])

    def _know(self, label: str, c: Condition) -> None:
        """What is known of numbers from here on."""
        if isinstance(c, Comparison | WholeNumber):
            random = isinstance(c, Comparison) and exposed(c)
            self._known.append(_Known(label, self.condition(c), (OUTCOME,) if random else ()))

    def _step(self, step: Step, grants: Any, moves: _Moves, at: _Values, depth: int, moved: Comparison) -> list[str]:
        for g in grants:
            if g.in_words and g.statement.conclusion == Property():
                return [f"apply {self._hypothesis(g, (), moved)}."]
        lines, labels = [], []
        for i, context in dict(moves.used).items():
            beside = {owed: shown for (number, owed), shown in moves.beside.items() if number == i}
            label, proof = self._granted(grants[i], context, at, depth, beside)
            lines.append(proof)
            labels.append(label)
        if moves.left is None:
            return [*lines, self._joined(labels, moved)]
        opened = [OUTCOME] if exposed(moved) else []
        if opened:
            lines.append(f"intros {self._object(OUTCOME)}.")
        with self._inside(opened):
            labels = []
            for put in moves.puts:
                labels += self._moved(put, at, lines)
            current, after = (side.xreplace(at) for side in moves.left)
            if current != after:
                left = Comparison(moves.left[0], step.op, moves.left[1])
                labels.append(self._fresh("L"))
                proof = self._compared(left, moves.context, at, opened=True)
                lines.append(_asserted(labels[-1], self._compares(left.xreplace(at)), [proof]))
        return [*lines, f"first [assumption | clear - {' '.join(labels)}; lra]." if labels else "lra."]

    def _compared(self, goal: Condition, context: Context, at: _Values, opened: bool = False) -> str:
        """A tactic for a condition in a chain's letters, at values of them; by the relation that the prover shows."""
        if isinstance(goal, Each):
            _, words, known = self._each([goal.index])
            limits = [(self._fresh("I"), c) for c in goal.conditions]
            with self._inside([goal.index], known):
                for label, c in limits:
                    self._know(label, c.xreplace(at))
                inner = self._compared(goal.body, context.also(*goal.conditions), at)
            return f"first [assumption | intros {' '.join([*words, *(label for label, _ in limits)])}; {inner[:-1]}]."
        if isinstance(goal, Included):
            with self._inside([OUTCOME]):
                bare = self._bare(self.condition(goal.xreplace(at)))
            # What has nothing to do with the events would be taken apart too.
            return f"first [assumption | intros {self._object(OUTCOME)}; {bare}; solve [implied] | implied]."
        if not isinstance(goal, Comparison):
            return "premise."
        there = goal.xreplace(at)
        random = [OUTCOME] if exposed(there) and not opened else []
        with self._inside(random):
            bare = self._bare(self._compares(there))
        parted = 0 < len(goal.atoms(*_KINKS)) <= MOST_PIECES and goal.op != "=="
        if parted:
            by_itself = self._relation(goal, context, at)
            multiples = [*self._multiples(goal, context, at)]
            # What is a number's multiple of what is known needs no parts.
            first = [way for factor, way in multiples if factor.is_number]
            last = [*([by_itself] * bool(by_itself)), *(way for factor, way in multiples if not factor.is_number)]
            apart, halves = self._parted(goal, context, at), [*self._halves(goal, context, at)]
            # Where a half is none, that may show late: first a short try without.
            ways = [*first, *([f"timeout {_SHORT} ({apart})"] if halves else []), *halves, apart, *last]
        else:
            ways = self._ways(goal, context, at)
        # A sign is mostly seen from how a term is built; of numbers alone, no more is asked than their values.
        early = ["timeout 2 built"] if there.small == 0 and goal.op != "==" else []
        tried = " | ".join([*early, *ways, "premise"] if self._numbers(self._compares(there)) else ["premise", *ways])
        start = f"intros {self._object(OUTCOME)}; " if random else ""
        return f"first [assumption | {start}{bare}; solve [{tried}]]."

    def _parted(self, goal: Comparison, context: Context, at: _Values) -> str:
        """A tactic that takes minima and maxima apart as the check does: one part will do, or all have to."""
        pieces = sorted(goal.atoms(*_KINKS), key=lambda p: (-p.count_ops(), text(p)))
        if not pieces:
            return f"solve [{' | '.join([*self._ways(goal, context, at), 'premise'])}]"
        is_eased = {p: eased(goal, p, context) for p in pieces}
        piece = min(pieces, key=lambda p: is_eased[p])
        branches = {
            part: Comparison(goal.left.xreplace({piece: part}), goal.op, goal.right.xreplace({piece: part}))
            for part in piece.args
        }
        whole = self.number(piece.xreplace(at))
        parts = {part: self.number(part.xreplace(at)) for part in piece.args}
        if not is_eased[piece]:
            either = " \\/ ".join(f"{whole} = {part}" for part in parts.values())
            label = self._fresh("V")
            pattern = _either([label] * len(parts))
            inner = []
            for branch in branches.values():
                known, said = self._fresh("B"), self._compares(branch.xreplace(at))
                inner.append(
                    f"assert ({known} : {said}) by {self._parted(branch, context, at)}; at_part {label} {known}"
                )
            return f"(assert ({label} : {either}) by one_of; destruct {label} as {pattern}; [{' | '.join(inner)}])"
        for part, branch in branches.items():
            if proved_by_branches(branch, context) is None:
                continue
            least = isinstance(piece, sympy.Min)
            beside = f"{whole} <= {parts[part]}" if least else f"{parts[part]} <= {whole}"
            side = branch.small if contains(goal.small, piece) else branch.large
            end = "in_small" if contains(goal.small, piece) else "in_large"
            to = " ".join([whole, parts[part], self.number(side.xreplace(at))])
            return f"(assert ({beside}) by within; {end} {to}; {self._parted(branch, context, at)})"
        return "lra"

    def _ways(self, goal: Comparison, context: Context, at: _Values) -> list[str]:
        """Tactics for a comparison: by its relation, from conditions in force, by a multiple of one."""
        if by_itself := self._relation(goal, context, at):
            return [by_itself, "lra"]
        if goal.op == "==":
            return ["lra"]
        if not goal.strict and sympy.powsimp(sympy.expand(goal.xreplace(at).gap)) == 0:
            return ["lra", "apply Req_le; same"]
        ways = ["lra", *(way for _, way in self._multiples(goal, context, at))]
        for weaker in islice(dominating(goal, context, 2), _MOST_WEAKER):
            if (by_weaker := self._relation(weaker, context, at, known=True)) != "":
                ways.append(f"(assert ({self._compares(weaker.xreplace(at))}) by {by_weaker}; lra)")
        return ways

    def _multiples(self, goal: Comparison, context: Context, at: _Values) -> Iterator[tuple[Any, str]]:
        """Tactics by conditions in force of which a comparison is a multiple, and the factors."""
        for c in usable(goal, context):
            if goal.strict <= c.strict and same(c.small, goal.small, context) and same(c.large, goal.large, context):
                sides = " ".join(self.number(side.xreplace(at)) for side in (c.small, c.large))
                yield sympy.Integer(1), f"by_sides {sides}"
                continue
            factor = factored(goal.gap / c.gap) if c.gap != 0 and c.gap.free_symbols & goal.gap.free_symbols else None
            if factor is None or goal.strict > c.strict or _divides_not(c.gap, factor):
                continue
            # A gap of what is the same at the values is none that divides.
            if not factor.xreplace(at).has(*_NO_NUMBERS):
                yield factor, self._by_multiple(factor, c, at)

    def _halves(self, goal: Comparison, context: Context, at: _Values) -> Iterator[str]:
        """Tactics for what is a multiple of that a minimum is at most one of its parts, or a maximum at least."""
        for c in branches_of(goal):
            factor = factored(goal.gap / c.gap) if c.gap != 0 and not goal.strict else None
            if factor is None or _divides_not(c.gap, factor) or factor.xreplace(at).has(*_NO_NUMBERS):
                continue
            if same(factor * c.gap, goal.gap, context):
                yield self._by_multiple(factor, c, at)

    def _by_multiple(self, factor: Any, c: Comparison, at: _Values) -> str:
        return f"by_multiple {' '.join(self.number(side.xreplace(at)) for side in (factor, c.small, c.large))}"

    def _relation(self, goal: Comparison, context: Context, at: _Values, known: bool = False) -> str:
        """The tactic that takes a comparison from the lemma of its relation; none where there is no such lemma."""
        if goal.op == "==" or (goal.small.is_number and isinstance(goal.large, Parameter)):
            return ""
        try:
            found = list(related(goal, context))
        except ValueError:
            return ""
        # The relation that the check of the chain has shown; else the first, if the prover shows it.
        shown = (r for r in found if digest(r[0]) in self._certificates)
        relation, named, common = next(shown, found[0])
        certificate = self._certificates.get(digest(relation))
        # With a minimum, the calculus goes by its parts: so do the tactics.
        if certificate is None and not known and not relation.left.has(*_KINKS) and not relation.right.has(*_KINKS):
            certificate = _searched(relation)
        if certificate is None:
            return ""
        one = entry(relation, certificate["proof"], "")
        name = f"{self._theorem}_{one.name}"
        try:
            check_expressible(one.relation)
            self.lemmas[name] = lemma(name, one.relation, one.proof)
        except Inexpressible:
            return ""
        values = [named[v.symbol.name] for v in one.relation.variables]
        factor = self.number(common.xreplace(at))
        plain = " ".join(self.number(value.xreplace(at)) for value in values)
        built = " ".join(self._built(value, at) for value in values)
        by = f"by_relation ({name} {plain}) {factor}"
        # From how a product is built its range may be seen where it is not from what it comes to.
        return by if built == plain else f"first [{by} | by_relation ({name} {built}) {factor}]"

    def _built(self, term: Any, at: _Values) -> str:
        """A term in a chain's letters with their values in their places, not brought together."""
        letters = {p: self.number(v) for p, v in at.items() if isinstance(p, Parameter)}
        return gallina(term, {**self.names, **letters, **{q: self.number(q.xreplace(at)) for q in quantities(term)}})

    def _granted(
        self, g: Grant, context: Context, at: _Values, depth: int, beside: dict[Any, tuple[Condition, ...]]
    ) -> tuple[str, str]:
        """A granted statement, asserted, for each object that it holds and that is not at hand."""
        conclusion = g.statement.conclusion.xreplace(at)
        asked = [c for c in (*g.statement.hypotheses, *g.owed) if not _plain(c)]
        owed = tuple(c.xreplace(at) for c in asked)
        objects = [x for x in self._held(conclusion) if x not in self._scope and x != OUTCOME]
        limits = [c for c in (c.xreplace(at) for c in context.conditions) if set(self._held(c)) & set(objects)]
        each, words, known = self._each(objects)
        introduced = [self._fresh("I") for _ in limits]
        quantified = each + "".join(f"{self.condition(c)} -> " for c in limits) + self.condition(conclusion)
        proof = [f"intros {' '.join([*words, *introduced])}."] if objects else []
        with self._inside(objects, known):
            for label, c in zip(introduced, limits, strict=True):
                self._know(label, c)
            proof += [self._owed("P", c, context.also(*beside.get(c, ())), at) for c in asked]
            proof += self._reason(g, at, depth, owed, conclusion)
        label = self._fresh("G")
        if isinstance(conclusion, Comparison):
            of = (*objects, *([OUTCOME] if exposed(conclusion) else []))
            self._known.append(_Known(label, quantified, of))
        return label, _asserted(label, quantified, proof)

    def _reason(self, g: Grant, at: _Values, depth: int, owed: tuple[Any, ...], conclusion: Any) -> list[str]:
        if g.because == "hypothesis":
            return ["assumption."]
        if g.split is not None:
            return self._cases(g, at, depth)
        if g.schemas and g.chains:
            return self._obtained(g, at, depth, owed)
        for chain in _beneath(g):
            if (values := _values(chain, g)) is not None:
                saved = {name: copy(value) for name, value in vars(self).items()}
                try:
                    placed = self._placed(chain, values, at)
                    asked = (*owed, *self._ranges_at_hand(chain, placed, owed))
                    label = self._first(g, chain, placed, depth, asked, conclusion)
                    return [self._applied(label, asked, conclusion, self._free)]
                except Inexpressible:
                    if g.claim is None:
                        raise
                    # What can't be derived here is cited, as a claim.
                    vars(self).update(saved)
        if g.chains:
            raise Inexpressible(f"a chain at values that are not told: {g.because}")
        return [self._applied(self._hypothesis(g, owed, conclusion), owed, conclusion)]

    def _applied(self, label: str, owed: tuple[Any, ...], conclusion: Any, free: frozenset[Any] = frozenset()) -> str:
        """The tactic by what is told of all objects but the free: at those at hand, by name if they aren't seen."""
        objects = [x for x in self._held(sympy.Tuple(*owed, conclusion)) if x not in free and x != OUTCOME]
        plain = f"apply {label}; assumption"
        if not objects:
            return f"{plain}."
        return f"first [{plain} | apply ({' '.join([label, *self._each(objects)[1]])}); assumption]."

    def _placed(self, chain: Chain, values: _Values, at: _Values) -> _Values:
        """An inner chain's letters at values, its indices under other names where a value has one of theirs."""
        placed = _at(values, at)
        coming: set[Any] = set().union(*(v.free_symbols for v in placed.values()))
        shown = chain.statement.unfolded()
        for x in sorted(
            {x for term in _terms(chain) for x in bound_letters(term)} & coming - shown.free() - placed.keys(), key=str
        ):
            name = x.name + "'"
            while any(str(other) == name for other in self._bound | coming):
                name += "'"
            placed[x] = Parameter(name, x.extent) if _is_number(x) else Name(name, x.sort)
            self._bound |= {placed[x]}
        return placed

    def _first(self, g: Grant, chain: Chain, at: _Values, depth: int, owed: tuple[Any, ...], conclusion: Any) -> str:
        """The label of what a chain says at values of its letters, asserted before all else."""
        objects = [x for x in self._held(sympy.Tuple(*owed, conclusion)) if x not in self._free and x != OUTCOME]
        each, words, known = self._each(objects)
        stated = each + "".join(f"{self.condition(c)} -> " for c in owed) + self.condition(conclusion)
        if stated in self.shown:
            return self.shown[stated][0]
        introduced = [self._fresh("A") for _ in owed]
        outer, self._known, scope, self._scope = self._known, [], self._scope, self._free
        for label, c in self._conditions:
            self._know(label, c)
        with self._inside(objects, known):
            for label, c in zip(introduced, owed, strict=True):
                self._know(label, c)
            ranges = self._ranges_of_chosen({*map(self.condition, owed)})
            inner = self._limits(conclusion)
            with self._inside(inner.objects, inner.known):
                for label, c in inner.limits:
                    self._know(label, c)
                words = [*words, *introduced, *inner.words]
                proof = [*ranges, *self._as_stated(chain, at, depth + 1, conclusion)]
        self._known, self._scope = outer, scope
        label = self._fresh("D")
        remark = [_remark(g.claim.id)] if g.claim is not None else []
        lines = [*remark, *([f"intros {' '.join(words)}."] if words else []), *proof]
        # A step or a chain below may say the same: that is shown already, and what rests on it names it.
        return self.shown.setdefault(stated, (label, lines))[0]

    def _as_stated(self, chain: Chain, at: _Values, depth: int, conclusion: Any) -> list[str]:
        """Tactics for a chain's conclusion as it is stated at values, where it may be written otherwise there."""
        proof, shown = self.derived(chain, at, depth), chain.statement.unfolded().conclusion.xreplace(at)
        ordered = all(isinstance(c, Comparison) and c.op != "==" and not exposed(c) for c in (shown, conclusion))
        if not ordered or self.condition(shown) == self.condition(conclusion):
            return proof
        sides = " ".join(self.number(side) for side in (shown.small, shown.large))
        return [_asserted(self._fresh("T"), self.condition(shown), proof), f"first [lra | by_sides {sides}]."]

    def _ranges_at_hand(self, chain: Chain, at: _Values, owed: tuple[Any, ...]) -> Iterator[Condition]:
        """What is known here of the ranges of a chain's letters at their values, and would not be known there."""
        letters = set().union(*(term.free_symbols for term in _terms(chain)))
        premises = {*map(self.condition, owed)}
        told = premises.union(self.condition(c) for _, asked, c in self._chosen if {*asked} <= premises)
        known = {k.said for k in self._known if not k.objects}
        for p, value in at.items():
            # At each outcome a letter may stand for what is random: of that no range is asked for.
            if isinstance(p, Parameter) and p in letters and not exposed(unfold(value)):
                for c in _ranges({p: value}):
                    if not _plain(c) and (said := self.condition(c)) in known - told:
                        told |= {said}
                        yield c

    def _ranges_of_chosen(self, premises: set[str]) -> list[str]:
        """Tactics by which it is known of what was chosen that it lies in its range, where that asks for no more."""
        lines = []
        for shown, asked, c in self._chosen:
            if {*asked} <= premises | {*self.given.values()}:
                label = self._fresh("R")
                lines.append(f"assert ({label} : {self.condition(c)}) by (apply {shown}; assumption).")
                self._know(label, c)
        return lines

    def _limits(self, conclusion: Any) -> _Limits:
        """What a statement for each value of an index is introduced with."""
        if not isinstance(conclusion, Each):
            return _Limits()
        _, words, known = self._each([conclusion.index])
        limits = [(self._fresh("I"), c) for c in conclusion.conditions]
        return _Limits((conclusion.index,), tuple(known), tuple(limits), (*words, *(label for label, _ in limits)))

    def _cases(self, g: Grant, at: _Values, depth: int) -> list[str]:
        assert g.split is not None
        shown = g.chains[0].statement.unfolded().conclusion
        given = [unfold(c) for c in g.split.given]
        values = _solved([*zip(given, g.statement.hypotheses, strict=True), (shown, g.statement.conclusion)], g)
        if values is None:
            raise Inexpressible("cases at values that are not told")
        at = _at(values, at)
        split = [unfold(c) for c in g.split.conditions]
        conditions = [c.xreplace(at) for c in split]
        label = self._fresh("C")
        either = " \\/ ".join(map(self.condition, conditions))
        lines = [f"assert ({label} : {either}) by ({self._bare(either)}; covered)."]
        lines.append(f"destruct {label} as {_either([label] * len(conditions))}.")
        for chain, c in zip(g.chains, conditions, strict=True):
            with self._inside():
                self._know(label, c)
                inner = "\n".join(self.derived(chain, at, depth + 1)).replace("\n", "\n  ")
            lines.append(f"{{ {inner} }}")
        return lines

    def _obtained(self, g: Grant, at: _Values, depth: int, owed: tuple[Any, ...]) -> list[str]:
        """With what exists by a fact, whose hypotheses are known: the chain that assumes it."""
        chain, (said, letters) = g.chains[0], _existing(g)
        others = [unfold(c) for c in chain.given if unfold(c) != said]
        pairs = [*zip(others, g.statement.hypotheses[len(g.statement.hypotheses) - len(others) :], strict=True)]
        values = _solved([*pairs, (chain.statement.unfolded().conclusion, g.statement.conclusion)], g, letters)
        if values is None:
            raise Inexpressible(f"what exists, at values that are not told: {g.because}")
        at = _at(values, at)
        there, known, pattern = said.xreplace(at), [], []
        exists = ""
        for x in letters:
            exists += f"exists {self._object(x)} : {self._sort(x)}, "
            pattern.append(self._object(x))
            for i, limit in enumerate(self._range(x)):
                exists += f"{limit} /\\ "
                known.append(_Known(f"range_{self._object(x)}_{i}", limit))
                pattern.append(known[-1].label)
        label = self._fresh("H")
        asked = "".join(f"{self.condition(c)} -> " for c in owed)
        held = [x for x in self._held(sympy.Tuple(*owed, there)) if x not in letters and x != OUTCOME]
        found = f"({exists}{self.condition(there)})"
        each, words, _ = self._each(held)
        stated = f"{each}{asked}{found}"
        name = self._labelled(f"fact_{_slug(g.because)}", stated, models.Assumed(there, tuple(owed)))
        plain, named = (f"apply {known_as}; assumption" for known_as in (name, f"({' '.join([name, *words])})"))
        lines = [f"assert ({label} : {found}) by ({f'first [{plain} | {named}]' if words else plain})."]
        lines.append(f"destruct {label} as {_pattern([*pattern, label])}.")
        with self._inside(letters, known):
            self._know(label, there)
            return [*lines, *self.derived(chain, at, depth + 1)]

    def _hypothesis(self, g: Grant, owed: tuple[Any, ...], conclusion: Any) -> str:
        """The label of a cited statement, which is a hypothesis of the theorem."""
        told = f"claim_{_slug(g.claim.id)}" if g.claim is not None else f"fact_{_slug(g.because)}"
        asked = "".join(f"{self.condition(c)} -> " for c in owed)
        objects = [x for x in self._held(sympy.Tuple(*owed, conclusion)) if x != OUTCOME]
        stated = f"{self._each(objects)[0]}{asked}{self.condition(conclusion)}"
        return self._labelled("words" if g.in_words else told, stated, models.Assumed(conclusion, owed))

    def _labelled(self, stem: str, stated: str, assumed: models.Assumed) -> str:
        known = {told: label for label, told in self.granted.items()}
        if stated not in known:
            label = self._name(f"{stem}_{1 + sum(k.startswith(stem) for k in self.granted)}")
            self.granted[label] = stated
            self.assumed[label] = assumed
            return label
        return known[stated]

    def _moved(self, put: Put, at: _Values, lines: list[str]) -> list[str]:
        """That a line moves as the part does that was exchanged in it: the labels of what was asserted."""
        within, one, other = self._exchanged(put.line, put.old, put.new, put.grew, at)
        lines += within
        a, b = self.number(put.line.xreplace(at)), self.number(put.result.xreplace(at))
        small, large = (one, other) if put.up >= 0 else (other, one)
        labels = [self._fresh("M")]
        said = f"{small} {'<=' if put.up else '='} {large}"
        lines.append(f"assert ({labels[-1]} : {said}) by ({self._bare(said)}; {'rises' if put.up else 'exchanged'}).")
        for x, y in ((one, a), (other, b)):
            if x != y:
                labels.append(self._fresh("E"))
                lines.append(f"assert ({labels[-1]} : {x} = {y}) by ({self._bare(f'{x} {y}')}; same).")
        return labels

    def _exchanged(self, term: Any, old: Any, new: Any, grew: int, at: _Values) -> tuple[list[str], str, str]:
        """A term's text before and after a part was exchanged, and tactics that tell how sets in it move.

        The term is in a chain's letters: at their values, the part might be lost in a sum or product around it.
        """
        lines, before, after = [], {}, {}
        for q in quantities(term):
            before[q] = after[q] = self.number(q.xreplace(at))
            changed = exchanged(q, old, new)
            if q in (old, changed):
                continue
            after[q] = self.number(changed.xreplace(at))
            if isinstance(q, Over):
                lines.append(self._set_moves(q, changed, old, new, grew, at))
            else:
                lines.append(self._congruent(q.xreplace(at), changed.xreplace(at), old.xreplace(at), new.xreplace(at)))
        self.number(term.xreplace(at))
        letters = {p: self.number(v) for p, v in at.items() if isinstance(p, Parameter)}
        parts = {old: self.number(old.xreplace(at))}, {old: self.number(new.xreplace(at))}
        one, other = (
            gallina(term, {**self.names, **letters, **of, **part})
            for of, part in zip((before, after), parts, strict=True)
        )
        return lines, one, other

    def _congruent(self, q: Any, changed: Any, old: Any, new: Any) -> str:
        """That a quantity of equals is equal is assumed, since a quantity is no function of its arguments there."""
        if not isinstance(old, sympy.Expr) or not isinstance(new, sympy.Expr):
            raise Inexpressible(f"{type(q).__name__} of an object that is exchanged for its equal")
        same, equal = Comparison(old, "==", new), Comparison(q, "==", changed)
        held = [x for x in self._held(sympy.Tuple(old, new, q, changed)) if x != OUTCOME]
        stated = f"{self._each(held)[0]}{self.condition(same)} -> {self.condition(equal)}"
        name, label = self._labelled("equals_for_equals", stated, models.Assumed(equal, (same,))), self._fresh("Q")
        self._know(label, equal)
        turned = "intros; symmetry; auto"
        return f"assert ({label} : {self.condition(equal)}) by (apply {name}; first [assumption | {turned}])."

    def _set_moves(self, over: Any, inside: Any, old: Any, new: Any, grew: int, at: _Values) -> str:
        """What is taken over a compared with what is taken of a body in which a part was exchanged."""
        if any(contains(c, old) for c in over.conditions):
            raise Inexpressible(f"{type(over).__name__} over {over.index}, with a part exchanged in its conditions")
        there, inside = over.xreplace(at), inside.xreplace(at)
        a, b = self.number(there), self.number(inside)
        way = grew * (direction(over.body, old, Context().also(*over.conditions)) or 1)
        _, words, known = self._each([there.index])
        limits = [(self._fresh("I"), c.xreplace(at)) for c in over.conditions]
        bodies = [over.body.xreplace(at), exchanged(over.body, old, new).xreplace(at)]
        with self._inside([there.index], known):
            for label, c in limits:
                self._know(label, c)
            lines, *texts = self._exchanged(over.body, old, new, grew, at)
            labels = [self._fresh("B")]
            for of, term in zip(texts, bodies, strict=True):
                if of != (real := self.number(term)):
                    labels.append(self._fresh("E"))
                    lines.append(f"assert ({labels[-1]} : {of} = {real}) by ({self._bare(f'{of} {real}')}; same).")
            bare = self._bare(" ".join(texts))
        names = " ".join([*words, *(label for label, _ in limits)])
        here = [*zip((there, inside), bodies, texts, strict=True)]
        shown = []
        for (one, of_one, small), (other, of_other, large) in [here] * (way >= 0) + [here[::-1]] * (way <= 0):
            start, end = self._by_bodies(there, (one, of_one), (other, of_other))
            close = f"{end}assert ({labels[0]} : {small} <= {large}) by ({bare}; rises)."
            inner = "\n".join([f"{start} intros {names}.", *lines, close, f"clear - {' '.join(labels)}; lra."])
            label = self._fresh("O")
            said = f"{self.number(one)} <= {self.number(other)}"
            shown.append(_asserted(label, said, [inner]))
            self._known.append(_Known(label, said))
        if not way:
            label = self._fresh("O")
            shown.append(f"assert ({label} : {a} = {b}) by (apply Rle_antisym; assumption).")
            self._known.append(_Known(label, f"{a} = {b}"))
        return "\n".join(shown)

    def _by_bodies(self, over: Any, small: tuple[Any, Any], large: tuple[Any, Any]) -> tuple[str, str]:
        """Tactics before and after an index is introduced, for a number over a set to be at most another.

        `small` and `large` are such numbers with their bodies. A number that is the same for each index is itself.
        """
        if isinstance(over, _EXTREMES):
            low = isinstance(over, Infimum)
            (outer, _), (inner, of_inner) = (large, small) if low else (small, large)
            if not isinstance(outer, type(over)):
                raise Inexpressible(f"{type(over).__name__} over {over.index} of what is the same for each")
            best = f"apply {self._of_extreme(outer, 'best')};"
            if not isinstance(inner, type(over)):
                return best, ""
            reaches = f"apply {self._of_extreme(inner, 'reaches')}; assumption"
            trans = f"apply Rle_trans with {self.number(of_inner)}; "
            return best, f"{trans}[{reaches} | ]. " if low else f"{trans}[ | {reaches}]. "
        each = self._each([over.index])[0]
        asked = "".join(f"{self.condition(c)} -> " for c in over.conditions)
        held = self._held(sympy.Tuple(small[0], large[0]))
        pointwise = f"({each}{asked}{self._compares(Comparison(small[1], '<=', large[1]))})"
        moved = Comparison(small[0], "<=", large[0])
        stated = f"{self._each(held)[0]}{pointwise} -> {self._compares(moved)}"
        label = self._labelled(f"{type(over).__name__.lower()}_of_less", stated, models.Assumed(moved))
        return f"apply ({' '.join([label, *self._each(held)[1]])});", ""

    def _of_extreme(self, q: Any, what: str) -> str:
        """A hypothesis on an extreme, at the objects at hand."""
        label = f"{_extreme_label(q, self.number(q))}_{what}"
        return f"({' '.join([label, *self._each(self._held(q))[1]])})"


@lru_cache(maxsize=4096)
def _searched(relation: Relation) -> dict[str, Any] | None:
    answer = prove(relation, seconds=_SECONDS)
    return answer.certificate if isinstance(answer, Proved) else None


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
    one, other = without_common(small, large, set(positive))
    common = sympy.Mul(
        *(x**e for x, e in parts_of(small, set(positive))[1].items() if parts_of(large, set(positive))[1].get(x) == e)
    )
    rows = [
        [m.get(x, sympy.Integer(0)) for x in positive]
        for side in (one, other)
        for m in products_of(side, set(positive))
    ]
    matrix = sympy.Matrix(rows) if rows else sympy.Matrix()
    basis = [turned(tuple(matrix.row(i)), matrix) for i in (matrix.T.rref()[1] if rows else ())]
    forth = {s: q for q, s in back.items()}
    for i, exponents in enumerate(basis):
        names[f"product{i}"] = sympy.Mul(*(x**e for x, e in zip(positive, exponents, strict=True))).xreplace(forth)
    for relation in relations_of(goal, context):
        whole = {v.symbol.name for v in relation.variables} == {p.name for p in letters}
        yield relation, names, sympy.Integer(1) if whole else common.xreplace(forth)


def _asserted(label: str, said: str, proof: list[str]) -> str:
    inner = "\n".join(proof).replace("\n", "\n  ")
    return f"assert ({label} : {said}).\n{{ {inner} }}"


def _either(labels: list[str]) -> str:
    """The pattern that takes a disjunction apart."""
    return labels[0] if len(labels) == 1 else f"[{labels[0]} | {_either(labels[1:])}]"


def _ranged(p: Any) -> Variable:
    e = p.extent
    return Variable(p, e.lower, e.upper, e.open_lower, e.open_upper, e.integer)


def _is_number(letter: Any) -> bool:
    return isinstance(letter, Parameter)


def _word(called: str) -> str:
    """The word of what may be a function at an object."""
    return called.strip("()").split()[0]


def _extreme_label(q: Any, called: str) -> str:
    return f"{'inf' if isinstance(q, Infimum) else 'sup'}_{_word(called)}"


def _at(values: _Values, at: _Values) -> _Values:
    """An inner chain's letters, at values in an outer chain's letters, at values of these."""
    composed = {k: v.xreplace(at) for k, v in values.items()}
    return {**{k: v for k, v in at.items() if k not in composed}, **composed}


@lru_cache(maxsize=4096)
def _perhaps_zero(term: Any) -> tuple[Any, ...]:
    """Bases of powers in an expression that are not seen to be positive, where their exponents ask for that."""
    bases = []
    found = {q: sympy.Dummy() for q in quantities(term)}
    inside = term.xreplace(found)
    box = {x: span(Variable(q, q.lower, q.upper)) for q, x in found.items()}
    for x in inside.free_symbols - {*box}:
        e = getattr(x, "extent", Extent())
        box[x] = span(Variable(x, e.lower, e.upper, e.open_lower, e.open_upper, e.integer))
    for p in inside.atoms(sympy.Pow):
        if p.base == sympy.E or (p.exp.is_Rational and p.exp.q <= 2):
            continue
        try:
            positive = Evaluator(box)(p.base).at_least_zero(strict=True)
        except NoEnclosure:
            positive = False
        if not positive:
            bases.append(p.base.xreplace({x: q for q, x in found.items()}))
    return tuple(bases)


def _divides_not(gap: Any, factor: Any) -> bool:
    """Whether a gap's multiple by a number or product is left below the factor that it is to be multiplied with."""
    below = sympy.Mul.make_args(sympy.fraction(factor)[1])
    ratios = (factored(f.as_base_exp()[0] / gap) for f in below if f.as_base_exp()[0].is_Add)
    return any(ratio is not None and (ratio.is_number or not _sums(ratio)) for ratio in ratios)


def _sums(product: Any) -> list[Any]:
    """The factors of a product that are powers of sums."""
    return [f for f in sympy.Mul.make_args(product) if f.as_base_exp()[0].is_Add]


@lru_cache(maxsize=65536)
def _words(said: str) -> frozenset[str]:
    return frozenset(re.findall(r"[A-Za-z_]\w*", said))


def _repeated(text: str) -> Iterator[str]:
    """Long terms that remarks repeat, those that hold others first."""
    found: Counter[str] = Counter()
    for remark in re.findall(r"\(\* \w+\(.*\) \*\)", text):
        for begun in re.finditer(r"[A-Z]\w+\(", remark.removeprefix("(* ")[1:]):
            term, depth = begun.group(), 1
            for letter in remark.removeprefix("(* ")[1 + begun.end() :]:
                term += letter
                depth += (letter == "(") - (letter == ")")
                if not depth:
                    break
            found[term] += 1
    kept = [term for term, times in found.items() if times > 2 and len(term) > 2 * _LONG]
    yield from sorted(kept, key=len, reverse=True)


def _remark(said: str) -> str:
    return f"(* {said.replace('(*', '( *').replace('*)', '* )')} *)"


def _slug(said: str) -> str:
    return re.sub(r"[^A-Za-z0-9]+", "_", said).strip("_").lower()


def _plain(c: Any) -> bool:
    """Whether a condition holds by Rocq's types, or is between numbers that are equal at sight, as 1 == 1."""
    return isinstance(c, Defined) or (isinstance(c, Comparison) and c.left == c.right and not c.strict)


def _bound(chain: Chain) -> Iterator[Any]:
    """What is bound somewhere in a chain, or in one below it: objects, indices, and what facts say to exist."""
    seen, waiting = set(), [chain]
    while waiting:
        one = waiting.pop()
        if one in seen:
            continue
        seen.add(one)
        for g in (r for s in one.steps for r in s.reasons if isinstance(r, Grant)):
            waiting += _beneath(g)
            if g.schemas and g.chains:
                yield from _existing(g)[1]
        for term in _terms(one):
            yield from bound_letters(term)


def _terms(chain: Chain) -> Iterator[Any]:
    """The terms of a chain, and of what its steps grant."""
    terms = [chain.start, *(s.term for s in chain.steps), *chain.given]
    for g in (r for s in chain.steps for r in s.reasons if isinstance(r, Grant)):
        terms += [g.statement.conclusion, *g.statement.hypotheses, *g.owed]
    yield from map(unfold, terms)


def _existing(g: Grant) -> tuple[Condition, list[Any]]:
    """What a fact says to exist for a chain's sake, and the letters for it."""
    statement = g.statement.unfolded()
    given = [unfold(c) for c in g.chains[0].given]
    elsewhere = (statement.conclusion, *statement.hypotheses, *map(unfold, g.owed))
    known = set().union(*(c.free_symbols for c in elsewhere))
    for c in given:
        others = set().union(known, *(o.free_symbols for o in given if o != c))
        if c not in statement.hypotheses and (letters := c.free_symbols - others):
            return c, sorted(letters, key=str)
    raise Inexpressible(f"what exists is not told: {g.because}")


def _beneath(g: Grant) -> list[Chain]:
    whole: Any = (g.claim.corrected or g.claim.printed) if g.claim is not None else None
    parts = [part for _, part in whole.parts] if hasattr(whole, "parts") else [whole]
    return [*g.chains, *(p for p in parts if isinstance(p, Chain))]


def _values(chain: Chain, g: Grant) -> _Values | None:
    """Values of a chain's letters at which it says what is granted; None where none are found."""
    shown, known = chain.statement.unfolded(), g.statement
    if shown == known:
        return {}
    hypotheses, conclusion = shown.hypotheses, known.conclusion
    if isinstance(conclusion, Each) and not isinstance(shown.conclusion, Each):
        hypotheses = tuple(h for h in hypotheses if conclusion.index not in h.free_symbols)
        conclusion = conclusion.body
    if len(hypotheses) != len(known.hypotheses):
        return None
    return _solved([*zip(hypotheses, known.hypotheses, strict=True), (shown.conclusion, conclusion)], g)


def _solved(pairs: list[tuple[Any, Any]], g: Grant, fixed: Iterable[Any] = ()) -> _Values | None:
    """Values of letters, except for those that are fixed, at which the first of each pair is the second."""
    tried: dict[Any, list[Any]] = {}
    for said, term in pairs:
        _match(said, term, tried)
    pool = list(dict.fromkeys(unfold(x) for c in g.owed if isinstance(c, Comparison) for x in (c.left, c.right)))
    letters = {x for said, _ in pairs for x in said.free_symbols if isinstance(x, Parameter | Name)}
    direct = {x: [x] if x in fixed else list(dict.fromkeys([*tried.get(x, ()), x])) for x in letters}
    unmatched = {x: [*direct[x], *pool] if isinstance(x, Parameter) and x not in tried else direct[x] for x in letters}
    turned = {
        x: list(dict.fromkeys([*at, *(-v for v in at if isinstance(x, Parameter)), *pool])) for x, at in direct.items()
    }
    owed = {unfold(c) for c in g.owed}
    ranged = {x: [v for v in pool if isinstance(x, Parameter) and _asked(x, v, owed)] or direct[x] for x in letters}
    # A letter is mostly what stands in its place; else a value that was put for it, or the negative of one; else
    # those that were put for letters are one for each.
    for choices, apart in ((unmatched, False), (turned, False), (ranged, True)):
        order = sorted(letters, key=lambda x: (len(choices[x]), str(x)))
        if (found := _chosen(order, choices, pairs, {}, count(), apart)) is not None:
            return {x: v for x, v in found.items() if x != v}
    return None


def _ranges(values: _Values) -> list[Condition]:
    """What values owe to their letters' ranges; that they are numbers, Rocq's types say."""
    return [c for c in admit(values) if not isinstance(c, Defined)]


def _asked(letter: Any, value: Any, owed: set[Any]) -> bool:
    """Whether it was asked for that a value lies in a letter's range."""
    try:
        asked = {*_ranges({letter: value})}
    except ValueError:  # an object, or what is random
        return False
    return bool(asked) and asked <= owed


def _chosen(
    letters: list[Any],
    choices: dict[Any, list[Any]],
    pairs: list[tuple[Any, Any]],
    at: _Values,
    tries: Iterator[int],
    apart: bool = False,
) -> _Values | None:
    """A choice for each letter at which all pairs are equal; a pair is looked at when all its letters are chosen.

    `apart` is whether no two letters may be the same.
    """
    if not letters:
        return at
    ready = {*at, letters[0]}
    due = [(said, term) for said, term in pairs if letters[0] in said.free_symbols and said.free_symbols <= ready]
    for value in choices[letters[0]]:
        if apart and value in at.values():
            continue
        if next(tries) > _MOST_TRIED:
            return None
        now = {**at, letters[0]: value}
        if all(said.xreplace(now) == term for said, term in due):
            found = _chosen(letters[1:], choices, pairs, now, tries, apart)
            if found is not None:
                return found
    return None


def _match(pattern: Any, term: Any, found: dict[Any, list[Any]]) -> None:
    if isinstance(pattern, Parameter | Name):
        found.setdefault(pattern, []).append(term)
    elif isinstance(pattern, sympy.Pow) and isinstance(term, sympy.Mul) and isinstance(pattern.base, Parameter):
        # A power of a product is one of its factors' powers.
        root = sympy.Mul(*(b ** (e / pattern.exp) for b, e in (f.as_base_exp() for f in term.args)))
        found.setdefault(pattern.base, []).append(root)
    elif pattern.func == term.func:
        if isinstance(pattern, sympy.Add):
            # A sum goes in no order of places: a letter in it is what the rest leaves, as that stands.
            letters = [x for x in pattern.args if isinstance(x, Parameter)]
            for letter in letters if len(letters) <= 2 else ():
                found.setdefault(letter, []).append(term - (pattern - letter))
        if len(pattern.args) == len(term.args):
            for one, other in zip(pattern.args, term.args, strict=True):
                _match(one, other, found)
