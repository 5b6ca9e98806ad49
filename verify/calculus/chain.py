"""Chains of relations as in a paper's display, and their check, which derives every line again.

A step turns a line into the next. Each granted statement is put in where its one side stands in the line, if the line
moves the right way with it; what is left between the result and the next line is for the prover, in parameters and in
quantities as variables in their ranges. What a statement asks for is shown from what the conclusion assumes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import sympy

from verify.calculus.conditions import Comparison, Condition, Property, at_most, below, condition
from verify.calculus.context import (
    Context,
    Gap,
    Proof,
    check_defined,
    contains,
    covers,
    decide,
    direction,
    holds_by_form,
    recorded,
    seen,
)
from verify.calculus.events import implies
from verify.calculus.over import Over, bound_letters, substitute
from verify.calculus.reasons import By, Choice, Grant, Included, Schema, in_range
from verify.calculus.statement import Statement
from verify.calculus.terms import Hole, Let, Name, Object, Parameter, Quantity, quantities, text, unfold
from verify.calculus.values import satisfiable
from verify.prover import Proved
from verify.statements.base import PremiseVerdicts
from verify.statements.base import Statement as Judged
from verify.statements.outcome import WEAKNESS, Outcome, Settings, Verdict, weakest
from verify.statements.proofs import keep

_UP = {"<=": 1, "<": 1, "==": 0, ">=": -1, ">": -1}
_METHOD = "chain: each step derived again, each inequality by a certificate that the checker accepts"


@dataclass(frozen=True)
class Step:
    """A relation to a new line, and its reasons."""

    op: str
    term: Any
    reasons: tuple[Grant | Choice, ...]


@dataclass(frozen=True)
class Line:
    """A step that was checked: what the prover showed for it, and what stands in words."""

    step: Step
    proofs: tuple[Proof, ...]
    words: tuple[str, ...]


@dataclass(frozen=True)
class Audit:
    """What a check of a chain found: its lines, the joints in words (those of inner chains too), the facts used."""

    lines: tuple[Line, ...]
    words: tuple[str, ...]
    schemas: tuple[Schema, ...]
    proofs: tuple[Proof, ...]


@dataclass(frozen=True)
class Chain:
    """A line, steps from it, and what they assume; the conclusion is its two ends.

    `crosschecks` judge the conclusion at a finite set by another route: they can break it and add nothing else.
    """

    start: Any
    steps: tuple[Step, ...]
    given: tuple[Condition, ...] = ()
    crosschecks: tuple[tuple[str, Judged], ...] = ()

    @property
    def statement(self) -> Statement:
        """The conclusion, with its hypotheses."""
        ops = {step.op for step in self.steps} - {"=="}
        # One strict step makes the whole strict: a <= b < c.
        op = "==" if not ops else min(ops & {"<", ">"} or ops)
        return Statement(Comparison(self.start, op, self.steps[-1].term), self.given)

    def at(self, values: Mapping[Any, Any]) -> Grant:
        """The conclusion with letters replaced, as a reason."""
        return Grant(self.statement, "shown above", chains=(self,)).at(values)

    @property
    def premises(self) -> tuple[str, ...]:
        """Ids of the claims that are used, in the order of their use."""
        return tuple(dict.fromkeys(g.claim.id for g in self._grants() if g.claim is not None))

    def latex(self) -> str:
        """The conclusion."""
        return self.statement.latex()

    def check(self, settings: Settings) -> Outcome | None:
        """Derive the conclusion again, stress the facts that it uses, and run the crosschecks."""
        try:
            found = audit(self)
        except (Gap, ValueError) as gap:
            return Outcome(Verdict.OPEN, {"method": _METHOD, "reason": str(gap)})
        broken = [told for schema in found.schemas if (told := schema.fails())]
        if broken:
            return Outcome(Verdict.OPEN, {"method": _METHOD, "reason": f"a fact fails its stress test: {broken[0]}"})
        for proof in found.proofs:
            if proof.relation is not None:
                keep(proof.relation, Proved(proof.certificate))
        evidence = self._evidence(found)
        alpha, checked = 0.0, []
        for name, crosscheck in self.crosschecks:
            outcome = crosscheck.check(settings)
            if outcome is None:
                continue
            alpha += outcome.alpha
            if outcome.verdict in (Verdict.REFUTED, Verdict.OPEN):
                return Outcome(outcome.verdict, outcome.evidence | {"crosscheck": name}, alpha)
            checked.append({"crosscheck": name, "verdict": outcome.verdict.value, "set": outcome.evidence.get("set")})
        if checked:
            evidence["crosschecks"] = checked
        return Outcome(Verdict.ARGUED if found.words else Verdict.PROVED, evidence, alpha)

    def conclude(self, own: Outcome | None, premises: dict[str, PremiseVerdicts]) -> Outcome | None:
        """The weakest of the chain and of the claims that it uses, each in the version whose sides it uses."""
        assert own is not None
        found = {g.claim.id: _verdict_of(g, premises[g.claim.id]) for g in self._grants() if g.claim is not None}
        steps = [{"claim": id_, "verdict": verdict.value} for id_, verdict in found.items()]
        verdict = own.verdict
        if verdict is not Verdict.REFUTED:
            # A false premise refutes no conclusion: it leaves it open.
            verdict = min(weakest([verdict, *found.values()]), Verdict.OPEN, key=_strength)
        return Outcome(verdict, {**own.evidence, "steps": steps}, own.alpha)

    def display(self) -> dict[str, Any]:
        """The chain as a paper prints it: what it assumes, the first line, and each line with its reasons.

        `beneath` a line are the chains that its reasons are; in `words`, those of its reasons that stand in words.
        """
        return {
            "given": [str(condition_) for condition_ in self.given],
            "start": {"term": str(self.start), "latex": sympy.latex(self.start)},
            "chain": [
                {
                    "op": step.op,
                    "term": str(step.term),
                    "latex": sympy.latex(step.term),
                    "because": [r.because for r in step.reasons] or ["algebra"],
                    "words": [r.because for r in step.reasons if isinstance(r, Grant) and r.in_words],
                    "beneath": [c.display() for r in step.reasons if isinstance(r, Grant) for c in r.chains],
                }
                for step in self.steps
            ],
        }

    def certificates(self) -> Iterator[dict[str, Any]]:
        """What the checker accepted, each with its relation: certificates as `check_certificate` reads them.

        Raises:
            Gap: where the chain does not hold.
        """
        for proof in audit(self).proofs:
            if proof.certificate is not None:
                yield {"claim": proof.claim, **proof.certificate}

    def _grants(self) -> Iterator[Grant]:
        for step in self.steps:
            for reason in step.reasons:
                if isinstance(reason, Grant):
                    yield reason
                    for chain in reason.chains:
                        yield from chain._grants()

    def _evidence(self, found: Audit) -> dict[str, Any]:
        lines = [
            told | {"shown": [{"relation": p.claim, "by": p.method} for p in line.proofs]}
            for told, line in zip(self.display()["chain"], found.lines, strict=True)
        ]
        return {
            "method": _METHOD,
            "words": list(found.words),
            **self.display(),
            "chain": lines,
            "certificates": sum(p.certificate is not None for p in found.proofs),
            "textbook": [schema.citation for schema in found.schemas],
        }


def calc(
    start: Any,
    *rest: Any,
    given: tuple[Any, ...] = (),
    proves: Statement | None = None,
    crosschecks: tuple[tuple[str, Judged], ...] = (),
) -> Chain:
    """A chain: a line, then for each step a relation, the next line and, where algebra is not enough, by(...).

    `proves` is a statement that stands elsewhere: the chain's ends and hypotheses must be its own.

    Raises:
        ValueError: when the steps are not written so, or run both ways, or end in another statement than `proves`.
    """
    items, steps = list(rest), []
    while items:
        if len(items) < 2 or items[0] not in _UP:
            raise ValueError(f"calc: expected a relation and a line, not {items[0]!r}")
        op, term = items.pop(0), sympy.sympify(items.pop(0))
        reasons = items.pop(0).reasons if items and isinstance(items[0], By) else ()
        steps.append(Step(op, term, reasons))
    if not steps or {1, -1} <= {_UP[s.op] for s in steps}:
        raise ValueError("calc: steps all upwards or all downwards, at least one")
    conditions = tuple(condition(c) for c in given) or (proves.hypotheses if proves else ())
    chain = Chain(sympy.sympify(start), tuple(steps), conditions, crosschecks)
    if proves is not None and not _gives(chain.statement.unfolded(), proves.unfolded()):
        raise ValueError(f"calc: the chain shows {chain.statement.text()}, not {proves.text()}")
    return chain


def _gives(found: Statement, wanted: Statement) -> bool:
    """Whether two statements are the same, literally, but for hypotheses that are not needed."""
    one, other = found.conclusion, wanted.conclusion
    turned = {(one.left, one.op, one.right), (one.right, {"<=": ">=", ">=": "<="}.get(one.op, ""), one.left)}
    return (other.left, other.op, other.right) in turned and set(found.hypotheses) <= set(wanted.hypotheses)


@lru_cache(maxsize=1024)
def audit(chain: Chain) -> Audit:
    """Check a chain, down to the facts and claims that it cites.

    Raises:
        Gap: with the step that does not follow, and why.
    """
    context = Context().also(*chain.given)
    lines, inner = [], []
    with recorded() as shown:
        before = unfold(chain.start)
        _usable(before, context, "the first line")
        _check_hypotheses(chain, context)
        for number, step in enumerate(chain.steps, 1):
            after = unfold(step.term)
            place = f"step {number} ({step.op} {step.term})"
            _usable(after, context, place)
            checker = _StepCheck(chain, context, step)
            try:
                lines.append(checker.run(before, after))
            except Gap as gap:
                raise Gap(f"{place}: {gap}") from None
            inner += checker.inner
            before = after
    own = [schema for step in chain.steps for r in step.reasons if isinstance(r, Grant) for schema in r.schemas]
    return Audit(
        tuple(lines),
        tuple(dict.fromkeys([w for line in lines for w in line.words] + [w for a in inner for w in a.words])),
        tuple(dict.fromkeys(own + [s for a in inner for s in a.schemas])),
        (*shown, *(p for a in inner for p in a.proofs)),
    )


def _check_hypotheses(chain: Chain, context: Context) -> None:
    """Require hypotheses that are defined and can hold, and letters that are told apart by their names."""
    known = Context()
    for assumed in context.conditions:
        if isinstance(assumed, Comparison):
            _usable(assumed.left, known, "a hypothesis")
            _usable(assumed.right, known, "a hypothesis")
        known = known.also(assumed)
    if not satisfiable(context.conditions):
        raise Gap("no values of the parameters were found at which all hypotheses hold")
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


def _usable(term: Any, context: Context, place: str) -> None:
    try:
        check_defined(term, context)
    except Gap as gap:
        raise Gap(f"{place}: {gap}") from None


class _StepCheck:
    """The check of one step: what its reasons grant, what they owe, and what is left for the prover."""

    def __init__(self, chain: Chain, context: Context, step: Step) -> None:
        self._chain, self._context, self._step = chain, context, step
        self._grants = [_unfolded(r) for r in step.reasons if isinstance(r, Grant)]
        self._used: set[int] = set()
        self._proofs: list[Proof] = []
        self.inner: list[Audit] = []

    def run(self, before: Any, after: Any) -> Line:
        """The step, checked."""
        words = tuple(g.because for g in self._grants if g.in_words)
        for grant in self._grants:
            _check_source(grant)
            self._audit_inner(grant)
        if any(g.in_words and g.statement.conclusion == Property() for g in self._grants):
            _check_not_refuted(Comparison(before, self._step.op, after), self._context)
            return Line(self._step, (), words)
        if len(self._grants) == len(self._step.reasons) == 1:
            known = self._grants[0].statement.conclusion
            if isinstance(known, Comparison) and covers(known, Comparison(before, self._step.op, after)):
                self._use(0, self._context, ())
                return Line(self._step, tuple(dict.fromkeys(self._proofs)), words)
        current = before
        for reason in self._step.reasons:
            if isinstance(reason, Choice):
                current = self._chosen(current, reason)
        up = _UP[self._step.op]
        for i, grant in enumerate(self._grants):
            current = self._put_in(current, i, grant, up)
        for i, grant in enumerate(self._grants):
            if i not in self._used:
                # From the next line backwards: what is put in there makes it smaller where the chain goes up.
                after = self._put_in(after, i, grant, -up)
        self._left_over(current, after)
        if idle := [g.because for i, g in enumerate(self._grants) if i not in self._used]:
            raise Gap(f"not used: {idle[0]}")
        return Line(self._step, tuple(dict.fromkeys(self._proofs)), words)

    def _audit_inner(self, grant: Grant) -> None:
        for chain in grant.chains:
            self.inner.append(audit(chain))
        # In the letters of the cases, and under their own hypotheses: the grant may have been instantiated since.
        if grant.split is not None and not _complementary(grant.split.conditions):
            conditions = [unfold(c) for c in grant.split.conditions]
            make = below if any(c.strict for c in conditions) else at_most
            covered = make(sympy.Integer(0), sympy.Max(*(c.gap for c in conditions)))
            self._proofs += decide(covered, Context().also(*grant.split.given))

    def _chosen(self, line: Any, choice: Choice) -> Any:
        values = dict(choice.values)
        fixed = {s for t in (unfold(self._chain.start), *self._context.conditions) for s in t.free_symbols}
        if bad := fixed & set(values):
            raise Gap(f"{min(bad, key=str)} can't be chosen: the first line or a hypothesis depends on it")
        for owed in in_range(values):
            self._show(owed, self._context, ())
        return substitute(line, {p: unfold(e) for p, e in values.items()})

    def _put_in(self, line: Any, number: int, grant: Grant, up: int) -> Any:
        """The line with one side of a granted comparison in the place of the other, where that is allowed.

        `up` is 1 where the line may grow by it, -1 where it may shrink, 0 where it has to stay.
        """
        known = grant.statement.conclusion
        if not isinstance(known, Comparison):
            return line
        for old, new, need in _exchanges(known, up):
            if old.is_number or not contains(line, old) or old in bound_letters(line):
                continue
            places = list(_conditions_around(line, old))
            inner = self._context.also(*sorted(set.intersection(*places), key=text))
            if need and direction(*_with_hole(line, old, known, inner), self._context) != need:
                continue
            result = line.xreplace({old: new})
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
        if isinstance(owed, Included):
            self._proofs += implies(owed.args[0], owed.args[1], context)
            return
        others = [(i, g.statement.conclusion) for i, g in enumerate(self._grants) if i not in stack]
        if isinstance(owed, Property):
            for i, known in others:
                if known == owed:
                    self._use(i, context, stack)
                    return
            raise Gap(f"not established: {owed}")
        self._compare(owed, context, others, stack)

    def _compare(
        self, owed: Comparison, context: Context, others: list[tuple[int, Condition]], stack: tuple[int, ...]
    ) -> None:
        used, left, right = [], owed.left, owed.right
        for i, known in others:
            if isinstance(known, Comparison) and known.op == "==" and contains(owed, known.left):
                left, right = (side.xreplace({known.left: known.right}) for side in (left, right))
                used.append(i)
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


def _check_source(grant: Grant) -> None:
    """Require that something stands behind a statement."""
    known = grant.statement.conclusion
    included = any(isinstance(c, Included) and known == Included.bound(*c.args) for c in grant.owed)
    if not (
        grant.in_words
        or grant.schemas
        or grant.claim
        or grant.chains
        or included
        or known in grant.statement.hypotheses
    ):
        raise Gap(f"nothing stands behind {known}")


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
    return line.xreplace({old: hole}), hole


def _exchanges(known: Comparison, up: int) -> Iterator[tuple[Any, Any, int]]:
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


def _verdict_of(grant: Grant, found: PremiseVerdicts) -> Verdict:
    """The verdict of the version of a claim that is cited: its correction where it has one."""
    assert grant.claim is not None
    outcome = found.corrected if grant.claim.corrected is not None else found.printed
    return outcome.verdict if outcome is not None else Verdict.OPEN


def _strength(verdict: Verdict) -> int:
    return WEAKNESS.index(verdict)
