"""Chains of relations as in a paper's display: their lines, their conclusions, their verdicts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import sympy

from verify.kernel.calculus.checking import Audit, audit
from verify.kernel.calculus.conditions import Comparison, Condition, condition
from verify.kernel.calculus.context import Gap
from verify.kernel.calculus.grounds import Grounds, closed_by, grounds
from verify.kernel.calculus.over import Over
from verify.kernel.calculus.printing import latex
from verify.kernel.calculus.reasons import Choice, Grant, reason, shown
from verify.kernel.calculus.sealed import UP, Step
from verify.kernel.calculus.statement import Statement, told_apart
from verify.kernel.calculus.terms import Parameter, quantities
from verify.kernel.calculus.values import smallest_counterexample
from verify.kernel.prover import Proved
from verify.kernel.prover.display import Layout
from verify.kernel.statements.base import PremiseVerdicts
from verify.kernel.statements.base import Statement as Judged
from verify.kernel.statements.finite import Case, FiniteCheck, Sense
from verify.kernel.statements.outcome import RESTS_ON, UNPROVED, WEAKNESS, Outcome, Settings, Verdict, resting, weakest
from verify.kernel.statements.proofs import keep

_IDLE = " (not needed)"
_METHOD = "chain: each step derived again, each inequality by a certificate that the checker accepts"
_CLOSED = "theorem {} of the library for Rocq, from the definitions alone; the chain is an argument by another route"


@dataclass(frozen=True)
class Chain:
    """A line, steps from it, and what they assume; the conclusion is its two ends.

    `crosschecks` judge the conclusion at a finite set by another route: they can break it and add nothing else.
    """

    start: Any
    steps: tuple[Step, ...]
    given: tuple[Condition, ...] = ()
    crosschecks: tuple[tuple[str, Judged], ...] = ()

    def le(self, term: Any, *reasons: Any) -> Chain:
        """The chain with one more line, no smaller than the last, and the reasons: none where algebra is enough."""
        return self.step("<=", term, *reasons)

    def lt(self, term: Any, *reasons: Any) -> Chain:
        """The chain with one more line, larger than the last."""
        return self.step("<", term, *reasons)

    def eq(self, term: Any, *reasons: Any) -> Chain:
        """The chain with one more line, equal to the last."""
        return self.step("==", term, *reasons)

    def ge(self, term: Any, *reasons: Any) -> Chain:
        """The chain with one more line, no larger than the last."""
        return self.step(">=", term, *reasons)

    def gt(self, term: Any, *reasons: Any) -> Chain:
        """The chain with one more line, smaller than the last."""
        return self.step(">", term, *reasons)

    def step(self, op: str, term: Any, *reasons: Any) -> Chain:
        """The chain with one more line.

        A reason is an instance of a fact, a claim, a chain, a hypothesis as it is written, a choice, or words.

        Raises:
            ValueError: when the relation is none, or the steps run both ways.
        """
        if op not in UP:
            raise ValueError(f"a relation is one of {', '.join(UP)}, not {op!r}")
        line_ = sympy.sympify(term)
        taken = tuple(reason(r, (self.end, op, line_), self.given) for r in reasons)
        steps = (*self.steps, Step(op, line_, taken))
        if {1, -1} <= {UP[s.op] for s in steps}:
            raise ValueError("the steps of a chain run all upwards or all downwards")
        return replace(self, steps=steps)

    @property
    def end(self) -> Any:
        """The last line."""
        return self.steps[-1].term if self.steps else self.start

    def proving(self, statement: Statement) -> Chain:
        """The chain, once it is seen to show a statement that stands elsewhere; under its hypotheses if it has none.

        Raises:
            ValueError: when it ends in another statement.
        """
        chain = replace(self, given=self.given or statement.hypotheses)
        if not _gives(chain.statement.unfolded(), statement.unfolded()):
            raise ValueError(f"the chain shows {chain.statement.text()}, not {statement.text()}")
        return chain

    @property
    def statement(self) -> Statement:
        """The conclusion, with its hypotheses.

        Raises:
            ValueError: when there is no step yet.
        """
        if not self.steps:
            raise ValueError(f"a chain has at least one step: {self.start} is its only line")
        ops = {step.op for step in self.steps} - {"=="}
        # One strict step makes the whole strict: a <= b < c.
        op = "==" if not ops else min(ops & {"<", ">"} or ops)
        return Statement(Comparison(self.start, op, self.steps[-1].term), self.given)

    def at(self, values: Mapping[Any, Any]) -> Grant:
        """The conclusion with letters replaced, as a reason."""
        return shown(self).at(values)

    def beside(self, *crosschecks: tuple[str, Judged]) -> Chain:
        """The chain with these crosschecks too, each with its name."""
        return replace(self, crosschecks=(*self.crosschecks, *crosschecks))

    def crosschecked(
        self,
        name: str,
        text: str,
        over: str,
        cases: Callable[[Settings], Iterable[Case]],
        sense: Sense = "<=",
        granted: str = "",
    ) -> Chain:
        """The chain with one more crosscheck: its conclusion at a finite set, as `FiniteCheck` takes it."""
        return self.beside((name, FiniteCheck(text, over, cases, sense, granted)))

    @property
    def premises(self) -> tuple[str, ...]:
        """Ids of the claims that are used, or that its words speak of, in the order of their use."""
        return tuple(dict.fromkeys(id_ for g in self._grants() for id_ in _leant_on(g)))

    def layout(self) -> Layout:
        """The conclusion in its parts."""
        return self.statement.layout()

    def latex(self) -> str:
        """The conclusion."""
        return self.statement.latex()

    def library_proof(self) -> str:
        """The theorem of Rocq's library that says the same; empty where none does."""
        return closed_by(self.statement) if self.steps else ""

    def check(self, settings: Settings) -> Outcome | None:
        """Derive the conclusion again, stress the facts that it uses, and run the crosschecks."""
        try:
            told_apart((self.start, *(step.term for step in self.steps), *self.given))
            found = audit(self)
            _differ(self.statement.conclusion)
        except (Gap, ValueError) as gap:
            return self._refuted() or Outcome(Verdict.OPEN, {"method": _METHOD, "reason": str(gap)})
        below = grounds(found.schemas)
        broken = [told for schema in (*found.schemas, *below.believed) if (told := schema.fails())]
        if broken:
            return Outcome(Verdict.OPEN, {"method": _METHOD, "reason": f"a fact fails on its test cases: {broken[0]}"})
        for proof in found.proofs:
            if proof.relation is not None:
                keep(proof.relation, Proved(proof.certificate))
        evidence = self._evidence(found, below)
        owed = [kind for kind in ("words", *RESTS_ON) if evidence[kind]]
        if (owed or self.premises) and (theorem := closed_by(self.statement)):
            # The chain is then an argument next to it, by another route.
            evidence |= {"method": _CLOSED.format(theorem), "closed": [theorem], **{kind: [] for kind in owed}}
        alpha, checked = 0.0, []
        facts = dict.fromkeys(evidence["textbook"])
        for name, crosscheck in self.crosschecks:
            outcome = crosscheck.check(settings)
            if outcome is None:
                continue
            alpha += outcome.alpha
            facts |= dict.fromkeys(outcome.evidence.get("textbook", ()))
            if outcome.verdict in (Verdict.REFUTED, Verdict.OPEN):
                return Outcome(outcome.verdict, outcome.evidence | {"crosscheck": name}, alpha)
            checked.append({"crosscheck": name, "verdict": outcome.verdict.value, "set": outcome.evidence.get("set")})
        if checked:
            evidence |= {"crosschecks": checked, "textbook": list(facts)}
        return Outcome(Verdict.ARGUED if evidence["words"] else Verdict.PROVED, evidence, alpha)

    def _refuted(self) -> Outcome | None:
        """Where the conclusion is about numbers alone and fails at a point, which a second route confirms."""
        found = self.statement.unfolded()
        relation, given = found.conclusion, found.hypotheses
        letters = {x for c in (relation, *given) for x in c.free_symbols}
        numeric = isinstance(relation, Comparison) and all(isinstance(c, Comparison) for c in given)
        if not numeric or not all(isinstance(x, Parameter) for x in letters):
            return None
        if any(quantities(c.gap) or c.has(Over) for c in (relation, *given)):
            return None
        point = smallest_counterexample(relation, tuple(sorted(letters, key=str)), given)
        if point is None:
            return None
        at = {x: sympy.Rational(v.numerator, v.denominator) for x, v in point.items()}
        left, right = (sympy.N(side.subs(at), 30) for side in (relation.small, relation.large))
        if not (left.is_real and right.is_real):
            return None
        equal = abs(left - right) <= abs(left) * sympy.Float("1e-20", 30)
        fails = not equal if relation.op == "==" else left > right or (relation.strict and equal)
        if not fails:
            return None
        sides = {"left": [float(left)] * 2, "right": [float(right)] * 2}
        parameters = {str(x): str(v) for x, v in point.items()}
        method = "the conclusion fails at a point inside its hypotheses, by enclosures and by decimals"
        return Outcome(
            Verdict.REFUTED, {"method": method, "parameters": parameters, **sides, "slack": float(right - left)}
        )

    def conclude(self, own: Outcome | None, premises: dict[str, PremiseVerdicts]) -> Outcome | None:
        """The weakest of the chain and of the claims that it uses, each in the version whose sides it uses."""
        assert own is not None
        found: dict[str, Verdict] = {}
        for grant in self._grants():
            for id_ in _leant_on(grant):
                # Two uses may be of two versions of one claim.
                verdict = _verdict_of(grant, premises[id_])
                found[id_] = weakest([verdict, found.get(id_, verdict)])
        steps = [{"claim": id_, "verdict": verdict.value} for id_, verdict in found.items()]
        used = [_version(grant, premises[id_]) for grant in self._grants() for id_ in _leant_on(grant)]
        verdict = own.verdict
        if found and closed_by(self.statement):
            # What the library proves from the definitions rests on no claim.
            return Outcome(verdict, {**own.evidence, "steps": steps}, own.alpha)
        if verdict is not Verdict.REFUTED:
            # A false premise refutes no conclusion: it leaves it open.
            verdict = min(weakest([verdict, *found.values()]), Verdict.OPEN, key=_strength)
        return Outcome(verdict, resting({**own.evidence, "steps": steps}, used), own.alpha)

    def display(self, *, checked: bool = False) -> dict[str, Any]:
        """The chain as a paper prints it: what it assumes, the first line, and each line with its reasons.

        `beneath` a line are the chains that its reasons are; in `words`, those of its reasons that stand in words, and
        lemmas that are proved nowhere. Of a chain that is `checked`, a reason that a line does not need is said to be
        so.
        """
        idle = [line.idle for line in audit(self).lines] if checked else [frozenset()] * len(self.steps)
        return {
            "given": [str(condition_) for condition_ in self.given],
            "given_latex": [latex(condition_) for condition_ in self.given],
            "start": {"term": str(self.start), "latex": latex(self.start)},
            "chain": [
                {
                    "op": step.op,
                    "term": str(step.term),
                    "latex": latex(step.term),
                    "because": [r.because + _IDLE * (i in unused) for i, r in enumerate(step.reasons)] or ["algebra"],
                    "words": [r.because for i, r in enumerate(step.reasons) if _is_informal(r) and i not in unused],
                    "beneath": [
                        c.display(checked=checked) for r in step.reasons if isinstance(r, Grant) for c in r.chains
                    ],
                }
                for step, unused in zip(self.steps, idle, strict=True)
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
            for grant in step.reasons:
                if isinstance(grant, Grant):
                    yield grant
                    for chain in grant.chains:
                        yield from chain._grants()

    def _evidence(self, found: Audit, below: Grounds) -> dict[str, Any]:
        shown = self.display(checked=True)
        lines = [
            told | {"shown": [{"relation": p.claim, "by": p.method} for p in line.proofs]}
            for told, line in zip(shown["chain"], found.lines, strict=True)
        ]
        return {
            "method": _METHOD,
            "words": [*found.words, *(f"{name}{UNPROVED}" for name in below.lemmas)],
            **shown,
            "chain": lines,
            "certificates": sum(p.certificate is not None for p in found.proofs),
            "textbook": [schema.title for schema in found.schemas],
            **{kind: getattr(below, kind) for kind in RESTS_ON},
            **({"own": own} if (own := found.own()) else {}),
        }


def line(start: Any, *, given: tuple[Any, ...] = ()) -> Chain:
    """The first line of a chain, with what it assumes; `le`, `lt`, `eq`, `ge` and `gt` add the next ones."""
    return Chain(sympy.sympify(start), (), tuple(map(condition, given)))


def _gives(found: Statement, wanted: Statement) -> bool:
    """Whether two statements are the same, literally, except for hypotheses that are not needed."""
    one, other = found.conclusion, wanted.conclusion
    turned = {(one.left, one.op, one.right), (one.right, {"<=": ">=", ">=": "<="}.get(one.op, ""), one.left)}
    return (other.left, other.op, other.right) in turned and set(found.hypotheses) <= set(wanted.hypotheses)


def _is_informal(grant: Grant | Choice) -> bool:
    return isinstance(grant, Grant) and (grant.in_words or bool(grounds(grant.schemas).lemmas))


def _leant_on(grant: Grant) -> tuple[str, ...]:
    return grant.leans if grant.claim is None else (grant.claim.id,)


def _verdict_of(grant: Grant, found: PremiseVerdicts) -> Verdict:
    """The verdict of what is cited; of words, of what stands."""
    outcome = _version(grant, found)
    if outcome is not None:
        return outcome.verdict
    # A definition has no outcome: there is nothing in it to fail.
    return Verdict.PROVED if grant.claim is None else Verdict.OPEN


def _version(grant: Grant, found: PremiseVerdicts) -> Outcome | None:
    """What was found of the version of a claim that is cited: its correction where it has one; of words, what stands.

    Another claim of the same id is none that was judged.
    """
    if grant.claim is None:
        return found.standing
    if found.claim is not grant.claim:
        return None
    return found.corrected if grant.claim.corrected is not None else found.printed


def _strength(verdict: Verdict) -> int:
    return WEAKNESS.index(verdict)


def _differ(conclusion: Condition) -> None:
    """Raise Gap where a comparison has one expression on both sides."""
    if isinstance(conclusion, Comparison) and conclusion.left == conclusion.right:
        raise Gap("the sides are alike as they stand, which shows nothing")
