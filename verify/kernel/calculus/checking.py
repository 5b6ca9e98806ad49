"""The check of a chain, which derives every line again.

A step turns a line into the next. Each granted statement is put in where its one side stands in the line, if the line
moves the right way with it; what is left between the result and the next line is for the prover, in parameters and in
quantities as variables in their ranges. What a statement asks for is shown from what the conclusion assumes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Any

import sympy

from verify.kernel.calculus.conditions import (
    Comparison,
    Condition,
    Defined,
    FiniteMoment,
    Property,
    WholeNumber,
    at_most,
    below,
)
from verify.kernel.calculus.context import (
    Context,
    Gap,
    Proof,
    check_defined,
    check_exists,
    covers,
    decide,
    direction,
    holds_by_form,
    is_finite,
    recorded,
    seen,
)
from verify.kernel.calculus.events import implies
from verify.kernel.calculus.gate import admit
from verify.kernel.calculus.nouns import Independent, LaplaceNoise, MeanOfCopies, in_the_mean, unseen
from verify.kernel.calculus.over import (
    Each,
    Over,
    bound_letters,
    exchanged,
    exposed,
    substitute,
)
from verify.kernel.calculus.reasons import Choice, Grant, Included, Schema, home
from verify.kernel.calculus.rules import derived
from verify.kernel.calculus.sealed import CALCULUS, UP, Step, check_sealed, of_calculus
from verify.kernel.calculus.terms import (
    Hole,
    Let,
    Name,
    Object,
    Parameter,
    Quantity,
    Random,
    is_number,
    quantities,
    text,
    unfold,
)
from verify.kernel.calculus.values import satisfiable
from verify.kernel.calculus.worlds import consistent

if TYPE_CHECKING:
    from verify.kernel.calculus.chain import Chain

_MOST_WITHHELD = 6
"""Reasons of a step each of which is left out in turn."""


@dataclass(frozen=True)
class _Line:
    """A step that was checked: what the prover showed for it, what stands in words, and the places of idle reasons."""

    step: Step
    proofs: tuple[Proof, ...]
    words: tuple[str, ...]
    idle: frozenset[int] = frozenset()

    def reasons(self) -> list[Grant | Choice]:
        """Those that it needs."""
        return [r for i, r in enumerate(self.step.reasons) if i not in self.idle]


@dataclass(frozen=True)
class Audit:
    """What a check of a chain found: its lines, joints in words and remarks (of inner chains too), the facts used."""

    lines: tuple[_Line, ...]
    words: tuple[str, ...]
    schemas: tuple[Schema, ...]
    proofs: tuple[Proof, ...]
    nouns: tuple[type, ...]

    def own(self) -> list[str]:
        """What is believed or defined outside the calculus: an author's own facts and definitions."""
        facts = [schema.title for schema in self.schemas if not (home(schema) or "").startswith(CALCULUS)]
        named = {n.__name__ for n in self.nouns if not of_calculus(n)}
        return [*(f"fact: {title}" for title in facts), *(f"definition: {name}" for name in sorted(named))]


@lru_cache(maxsize=1024)
def audit(chain: Chain) -> Audit:
    """Check a chain, down to the facts and claims that it cites.

    Raises:
        Gap: with the step that does not follow, and why.
    """
    nouns = check_sealed(chain)
    context = Context().also(*chain.given)
    lines, inner = [], []
    with recorded() as shown:
        before = unfold(chain.start)
        _usable(before, context, "the first line")
        _check_hypotheses(chain, context)
        for number, step in enumerate(chain.steps, 1):
            after = unfold(step.term)
            try:
                check_defined(after, context)
                checker = StepCheck(chain, context, step)
                lines.append(checker.run(before, after))
            except Gap as gap:
                raise Gap(f"step {number} ({step.op} {step.term}): {gap}") from None
            inner += checker.inner
            before = after
    # What nothing rests on is no fact that the chain uses.
    own = [s for found in lines for r in found.reasons() if isinstance(r, Grant) for s in r.schemas]
    return Audit(
        tuple(lines),
        tuple(dict.fromkeys([w for line in lines for w in line.words] + [w for a in inner for w in a.words])),
        tuple(dict.fromkeys(own + [s for a in inner for s in a.schemas])),
        (*shown, *(p for a in inner for p in a.proofs)),
        tuple(dict.fromkeys([*nouns, *(n for a in inner for n in a.nouns)])),
    )


def _check_hypotheses(chain: Chain, context: Context) -> None:
    """Require hypotheses that are defined and can hold, and letters that are told apart by their names."""
    known = Context()
    for assumed in context.conditions:
        if isinstance(assumed, Defined):
            raise Gap(f"that {assumed.args[0]} is defined is shown, not assumed")
        if isinstance(assumed, Comparison):
            _usable(assumed.left, known, "a hypothesis")
            _usable(assumed.right, known, "a hypothesis")
        known = known.also(assumed)
    if not satisfiable(context.conditions):
        raise Gap("no values of the parameters were found at which all hypotheses hold")
    means = tuple(in_the_mean(context.conditions))
    if means and not satisfiable((*context.conditions, *means)):
        raise Gap(f"no means are found at which {means[0]} and the others hold")
    _check_together(context.conditions)
    if not consistent(context.conditions):
        raise Gap("no example is found of laws, random reals and indices for which all hypotheses hold")
    shown = [*chain.given, chain.start, *(step.term for step in chain.steps)]
    named: dict[Any, str] = {}
    for node in (node for term in shown for node in sympy.preorder_traversal(term)):
        if isinstance(node, Parameter | Name):
            named[node] = node.name
        elif isinstance(node, Let):
            named[node] = str(node.args[0])
        elif isinstance(node, Object | Quantity):
            named[type(node)] = f"{type(node).__name__}()"
    names = list(named.values())
    if twice := {name for name in names if names.count(name) > 1}:
        raise Gap(f"two letters are called {min(twice)}")


def _check_together(conditions: tuple[Condition, ...]) -> None:
    """Refuse two hypotheses that say what one thing is: of numbers, or of a random real by two of its laws.

    A law on the whole line is none of what lies in a range, nor is anything independent of itself.
    """
    assumed = [c for c in conditions if isinstance(c, Property) and not isinstance(c, Each) and c.args]
    limits = [c for c in conditions if isinstance(c, Comparison)]
    for c in conditions:
        if (
            isinstance(c, Each)
            and isinstance(c.index, Name)
            and isinstance(c.body, Property)
            and not is_finite(c.index)
        ):
            raise Gap(f"{c} is said of every {c.index.sort} that there is: assume it of those that are named")
    wide = {x for c in assumed if isinstance(c, LaplaceNoise) for x in exposed(c.args[0])}
    for c in assumed:
        first = c.args[0]
        if isinstance(c, Independent | MeanOfCopies) and exposed(first) & exposed(c.args[1]):
            raise Gap(f"{c} is said of one thing twice: assume that it is constant")
        ranged = isinstance(first, Parameter) and (first.extent.lower.is_finite or first.extent.upper.is_finite)
        unbounded = isinstance(c, LaplaceNoise) or (isinstance(c, MeanOfCopies) and exposed(c.args[1]) == wide)
        if unbounded and (ranged or any(exposed(first) & exposed(limit) for limit in limits)):
            raise Gap(f"{c} may exclude the range of {first}: it takes values on the whole line")
    for one, other in combinations(assumed, 2):
        objects, others = ([a for a in c.args if not is_number(a) or exposed(a)] for c in (one, other))
        twice = type(one) is type(other) and objects and objects[0] == others[0]
        twice = twice and [*map(_form, objects[1:])] == [*map(_form, others[1:])] and not _joint(one)
        if twice or (one.args[0] == other.args[0] and isinstance(one.args[0], Random) and not _joint(one, other)):
            raise Gap(f"{one} and {other} may exclude each other: assume one of them")


def _form(term: Any) -> Any:
    """An object but for the numbers in it."""
    if not isinstance(term, Object):
        return 0 if is_number(term) and not exposed(term) else term
    return type(term), tuple(map(_form, term.args))


def _joint(*properties: Property) -> bool:
    """Whether one of them says nothing of a random real on its own."""
    return any(isinstance(p, Independent | WholeNumber) for p in properties)


def _usable(term: Any, context: Context, place: str) -> None:
    try:
        check_defined(term, context)
    except Gap as gap:
        raise Gap(f"{place}: {gap}") from None


class StepCheck:
    """The check of one step: what its reasons grant, what they owe, and what is left for the prover."""

    def __init__(self, chain: Chain, context: Context, step: Step) -> None:
        self._chain, self._context, self._step = chain, context, step
        self._places = [i for i, r in enumerate(step.reasons) if not isinstance(r, Choice)]
        self._grants = [_unfolded(_derived(r)) for r in step.reasons if not isinstance(r, Choice)]
        self._covered: tuple[Proof, ...] = ()
        self.inner: list[Audit] = []
        self._begin(frozenset())

    def _begin(self, withheld: frozenset[int]) -> None:
        """Begin an attempt, in which some reasons are not put into the line."""
        self._withheld, self._used = withheld, set[int]()
        self._proofs: list[Proof] = []
        self._remarks: dict[str, None] = {}

    def run(self, before: Any, after: Any) -> _Line:
        """The step, checked: what stands in words, and moments that are finite as far as anyone can see.

        What is put in may lead away from the next line: then it is tried without. No reason makes a step fall.
        """
        inner = []
        for grant in self._grants:
            if grant.found:
                raise Gap(f"what a fact says to exist is used by obtain: {grant.statement.conclusion}")
            inner.append(self._audit_inner(grant))
        failure: Gap | None = None
        for withheld in self._attempts():
            self._begin(withheld)
            try:
                line = self._run(before, after)
            except Gap as gap:
                failure = failure or gap
                continue
            idle = {i for i in range(len(self._grants)) if i not in self._used}
            self.inner = [found for i, audits in enumerate(inner) if i not in idle for found in audits]
            words = tuple(g.because for i, g in enumerate(self._grants) if g.in_words and i not in idle)
            return replace(
                line,
                proofs=tuple(dict.fromkeys((*self._covered, *self._proofs))),
                words=(*words, *self._remarks),
                idle=frozenset(self._places[i] for i in idle),
            )
        assert failure is not None
        raise failure

    def _attempts(self) -> Iterator[frozenset[int]]:
        """Which reasons are not put in: none, all, or one of a few."""
        put = [i for i, g in enumerate(self._grants) if isinstance(g.statement.conclusion, Comparison)]
        yield frozenset()
        if put and not any(g.in_words and g.statement.conclusion == Property() for g in self._grants):
            yield frozenset(put)
            if 1 < len(put) <= _MOST_WITHHELD:
                yield from (frozenset((i,)) for i in put)

    def _run(self, before: Any, after: Any) -> _Line:
        if any(g.in_words and g.statement.conclusion == Property() for g in self._grants):
            _check_not_refuted(Comparison(before, self._step.op, after), self._context)
            self._used |= {*range(len(self._grants))}
            return _Line(self._step, (), ())
        if len(self._grants) == len(self._step.reasons) == 1:
            known = self._grants[0].statement.conclusion
            if isinstance(known, Comparison) and covers(known, Comparison(before, self._step.op, after)):
                self._use(0, self._context, ())
                return _Line(self._step, (), ())
        current = before
        for reason in self._step.reasons:
            if isinstance(reason, Choice):
                current = self._chosen(current, reason)
        up = UP[self._step.op]
        for i, grant in enumerate(self._grants):
            current = self._put_in(current, i, grant, up)
        for i, grant in enumerate(self._grants):
            if i not in self._used:
                # From the next line backwards: what is put in there makes it smaller where the chain goes up.
                after = self._put_in(after, i, grant, -up)
        self._left_over(current, after)
        return _Line(self._step, (), ())

    def _audit_inner(self, grant: Grant) -> list[Audit]:
        # In the letters of the cases, and under their own hypotheses: the grant may have been instantiated since.
        if grant.split is not None and not _complementary(grant.split.conditions):
            conditions = [unfold(c) for c in grant.split.conditions]
            make = below if any(c.strict for c in conditions) else at_most
            covered = make(sympy.Integer(0), sympy.Max(*(c.gap for c in conditions)))
            self._covered += decide(covered, Context().also(*grant.split.given))
        return [audit(chain) for chain in grant.chains]

    def _chosen(self, line: Any, choice: Choice) -> Any:
        values = dict(choice.values)
        fixed = {s for t in (unfold(self._chain.start), *self._context.conditions) for s in t.free_symbols}
        if bad := fixed & set(values):
            raise Gap(f"{min(bad, key=str)} can't be chosen: the first line or a hypothesis depends on it")
        for owed in admit(values, (line,)):
            self._show(owed, self._context, ())
        return substitute(line, {p: unfold(e) for p, e in values.items()})

    def _put_in(self, line: Any, number: int, grant: Grant, up: int) -> Any:
        """The line with one side of a granted comparison in the place of the other, where that is allowed.

        `up` is 1 where the line may grow by it, -1 where it may shrink, 0 where it has to stay.
        """
        known = grant.statement.conclusion
        if not isinstance(known, Comparison) or number in self._withheld:
            return line
        for old, new, need in exchanges_of(known, up):
            if old.is_number or old in bound_letters(line) or exchanged(line, old, new) == line:
                continue
            places = list(_conditions_around(line, old))
            inner = self._context.also(*sorted(set.intersection(*places), key=text))
            if need and direction(*_with_hole(line, old, known, inner), self._context) != need:
                continue
            result = exchanged(line, old, new)
            check_defined(result, self._context)
            self._use(number, inner, ())
            return result
        return line

    def _use(self, number: int, context: Context, stack: tuple[int, ...]) -> None:
        """Show what a granted statement asks for."""
        self._used.add(number)
        grant = self._grants[number]
        if grant.in_words and isinstance(grant.statement.conclusion, Comparison):
            for side in (grant.statement.left, grant.statement.right):
                check_defined(side, context)
            _check_not_refuted(grant.statement.conclusion, context)
        for owed in (*grant.statement.hypotheses, *grant.owed):
            self._show(owed, context, (*stack, number))

    def _show(self, owed: Condition, context: Context, stack: tuple[int, ...]) -> None:
        """Show one condition: from those in force, by the prover, or by another reason of this step."""
        if holds_by_form(owed, context):
            return
        if isinstance(owed, Defined):
            check_exists(owed.args[0], context)
            return
        if isinstance(owed, FiniteMoment):
            # No step falls for it, but none is proved: what is not seen to have a mean is told.
            named = {type(q).__name__ for q in unseen(owed.args[0])} or {str(owed.args[0])}
            self._remarks[f"not shown to be finite: the moments of {', '.join(sorted(named))}"] = None
            return
        if isinstance(owed, Included):
            self._proofs += implies(owed.args[0], owed.args[1], context)
            return
        others = [(i, g.statement.conclusion) for i, g in enumerate(self._grants) if i not in stack]
        if isinstance(owed, Property):
            for i, known in others:
                if known == owed:
                    self._use(i, context, stack)
                    return
            if isinstance(owed, Each):
                # For an index of which nothing else is assumed.
                if any(owed.index in c.free_symbols for c in context.conditions):
                    raise Gap(f"{owed.index} is bound in {owed} and free in what is assumed")
                self._show(owed.body, context.also(*owed.conditions), stack)
                return
            raise Gap(f"not established: {owed}")
        self._compare(owed, context, others, stack)

    def _compare(
        self, owed: Comparison, context: Context, others: list[tuple[int, Condition]], stack: tuple[int, ...]
    ) -> None:
        used: list[int] = []
        left, right = owed.left, owed.right
        bound = set(bound_letters(owed))
        for i, known in others:
            # What is said of a letter is not said of an index of that name.
            said_here = isinstance(known, Comparison) and not known.free_symbols & bound
            if not said_here or known.op != "==" or known.left.is_number:
                continue
            put = [exchanged(side, known.left, known.right) for side in (left, right)]
            if put != [left, right]:
                (left, right), used = put, [*used, i]
        goal = Comparison(left, owed.op, right)
        bounds = [(i, c) for i, c in others if isinstance(c, Comparison) and c.op != "=="]
        # What says it literally comes before any search.
        said = [[b] for b in bounds if covers(b[1], goal)]
        attempts: list[list[tuple[int, Comparison]]] = [*said, [], *([b] for b in bounds), bounds]
        failure: Gap | None = None
        for attempt in attempts:
            try:
                proofs = decide(goal, context.also(*(c for _, c in attempt)))
            except Gap as gap:
                failure = failure or gap
                continue
            self._proofs += proofs
            for i in (*used, *(i for i, _ in attempt)):
                self._use(i, context, stack)
            return
        raise Gap(f"hypothesis {owed}: {failure}")

    def _left_over(self, current: Any, after: Any) -> None:
        """Show what is left of the step, if need be with the granted comparisons that were not put in."""
        goal = Comparison(current, self._step.op, after)
        idle = [(i, g.statement.conclusion) for i, g in enumerate(self._grants) if i not in self._used]
        bounds = [(i, c) for i, c in idle if isinstance(c, Comparison)]
        try:
            self._proofs += decide(goal, self._context)
        except Gap as first:
            if not bounds:
                raise
            try:
                self._proofs += decide(goal, self._context.also(*(c for _, c in bounds)))
            except Gap:
                raise first from None
            for i, _ in bounds:
                self._use(i, self._context, ())


def _derived(reason: Any) -> Grant:
    try:
        return derived(reason)
    except (ValueError, AttributeError) as error:
        raise Gap(str(error)) from None


def _check_not_refuted(told: Comparison, context: Context) -> None:
    """Refuse words for what is false between parameters; of quantities, words may tell more than their ranges."""
    if quantities(told.left) or quantities(told.right):
        return
    try:
        decide(told, context)
    except Gap as gap:
        if " fails at " in str(gap):
            raise Gap(f"words for what is false: {gap}") from None


def _with_hole(line: Any, old: Any, known: Comparison, context: Context) -> tuple[Any, Any]:
    """The line with a hole for what is exchanged; the hole's range holds both sides, and all between."""
    low = sympy.Integer(0) if seen(at_most(0, known.small), context) else -sympy.oo
    high = sympy.Integer(1) if seen(at_most(known.large, 1), context) else sympy.oo
    hole = Hole.of(low, high, old)
    return exchanged(line, old, hole), hole


def exchanges_of(known: Comparison, up: int) -> Iterator[tuple[Any, Any, int]]:
    """What may be put for what, and how the line must move with it: 0 where that does not matter, both being equal."""
    if known.op == "==":
        yield known.left, known.right, 0
        yield known.right, known.left, 0
    elif up:
        # The larger for the smaller, in a line that is to grow, where it rises with it; and so on.
        yield known.small, known.large, up
        yield known.large, known.small, -up


def _conditions_around(term: Any, part: Any, above: frozenset[Any] = frozenset()) -> Iterator[set[Any]]:
    """For each place of the part, the conditions of the indices that are bound there."""
    if term == part:
        yield set(above)
    elif isinstance(term, Over):
        yield from _conditions_around(term.body, part, above | set(term.conditions))
        for condition_ in term.conditions:
            yield from _conditions_around(condition_, part, above)
    else:
        for argument in term.args:
            yield from _conditions_around(argument, part, above)


def _complementary(splits: tuple[Condition, ...]) -> bool:
    """Whether of two cases one is the other turned round, an end included in one of them at least."""
    return any((a.small, a.large) == (b.large, b.small) and not (a.strict and b.strict) for a in splits for b in splits)


def _unfolded(grant: Grant) -> Grant:
    return replace(grant, statement=grant.statement.unfolded(), owed=tuple(unfold(c) for c in grant.owed))
