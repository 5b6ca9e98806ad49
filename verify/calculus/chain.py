"""Chains of relations as in a paper's display: their lines, their conclusions, their verdicts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import sympy

from verify.calculus.checking import UP, Audit, Step, audit
from verify.calculus.conditions import Comparison, Condition, condition
from verify.calculus.context import Gap
from verify.calculus.grounds import Grounds, grounds
from verify.calculus.printing import latex
from verify.calculus.reasons import By, Grant, shown
from verify.calculus.statement import Statement, told_apart
from verify.prover import Proved
from verify.statements.base import PremiseVerdicts
from verify.statements.base import Statement as Judged
from verify.statements.finite import Case, FiniteCheck, Sense
from verify.statements.outcome import RESTS_ON, WEAKNESS, Outcome, Settings, Verdict, resting, weakest
from verify.statements.proofs import keep

_METHOD = "chain: each step derived again, each inequality by a certificate that the checker accepts"


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

    def latex(self) -> str:
        """The conclusion."""
        return self.statement.latex()

    def check(self, settings: Settings) -> Outcome | None:
        """Derive the conclusion again, stress the facts that it uses, and run the crosschecks."""
        try:
            told_apart((self.start, *(step.term for step in self.steps), *self.given))
            found = audit(self)
        except (Gap, ValueError) as gap:
            return Outcome(Verdict.OPEN, {"method": _METHOD, "reason": str(gap)})
        below = grounds(found.schemas)
        broken = [told for schema in (*found.schemas, *below.believed) if (told := schema.fails())]
        if broken:
            return Outcome(Verdict.OPEN, {"method": _METHOD, "reason": f"a fact fails its stress test: {broken[0]}"})
        for proof in found.proofs:
            if proof.relation is not None:
                keep(proof.relation, Proved(proof.certificate))
        evidence = self._evidence(found, below)
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
        if verdict is not Verdict.REFUTED:
            # A false premise refutes no conclusion: it leaves it open.
            verdict = min(weakest([verdict, *found.values()]), Verdict.OPEN, key=_strength)
        return Outcome(verdict, resting({**own.evidence, "steps": steps}, used), own.alpha)

    def display(self) -> dict[str, Any]:
        """The chain as a paper prints it: what it assumes, the first line, and each line with its reasons.

        `beneath` a line are the chains that its reasons are; in `words`, those of its reasons that stand in words, and
        lemmas that are proved nowhere.
        """
        return {
            "given": [str(condition_) for condition_ in self.given],
            "given_latex": [latex(condition_) for condition_ in self.given],
            "start": {"term": str(self.start), "latex": latex(self.start)},
            "chain": [
                {
                    "op": step.op,
                    "term": str(step.term),
                    "latex": latex(step.term),
                    "because": [r.because for r in step.reasons] or ["algebra"],
                    "words": [r.because for r in step.reasons if isinstance(r, Grant) and _is_informal(r)],
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

    def _evidence(self, found: Audit, below: Grounds) -> dict[str, Any]:
        lines = [
            told | {"shown": [{"relation": p.claim, "by": p.method} for p in line.proofs]}
            for told, line in zip(self.display()["chain"], found.lines, strict=True)
        ]
        return {
            "method": _METHOD,
            "words": [*found.words, *(f"{name}: a lemma that is not proved here" for name in below.lemmas)],
            **self.display(),
            "chain": lines,
            "certificates": sum(p.certificate is not None for p in found.proofs),
            "textbook": [schema.title for schema in found.schemas],
            **{kind: getattr(below, kind) for kind in RESTS_ON},
            **({"own": own} if (own := found.own()) else {}),
        }


def calc(
    start: Any,
    *rest: Any,
    given: tuple[Any, ...] = (),
    proves: Statement | None = None,
) -> Chain:
    """A chain: a line, then for each step a relation, the next line and, where algebra is not enough, by(...).

    `proves` is a statement that stands elsewhere: the chain's ends and hypotheses must be its own.

    Raises:
        ValueError: when the steps are not written so, or run both ways, or end in another statement than `proves`.
    """
    items, steps = list(rest), []
    while items:
        if len(items) < 2 or items[0] not in UP:
            raise ValueError(f"calc: expected a relation and a line, not {items[0]!r}")
        op, term = items.pop(0), sympy.sympify(items.pop(0))
        reasons = items.pop(0).reasons if items and isinstance(items[0], By) else ()
        steps.append(Step(op, term, reasons))
    if not steps or {1, -1} <= {UP[s.op] for s in steps}:
        raise ValueError("calc: steps all upwards or all downwards, at least one")
    conditions = tuple(condition(c) for c in given) or (proves.hypotheses if proves else ())
    chain = Chain(sympy.sympify(start), tuple(steps), conditions)
    if proves is not None and not _gives(chain.statement.unfolded(), proves.unfolded()):
        raise ValueError(f"calc: the chain shows {chain.statement.text()}, not {proves.text()}")
    return chain


def _gives(found: Statement, wanted: Statement) -> bool:
    """Whether two statements are the same, literally, but for hypotheses that are not needed."""
    one, other = found.conclusion, wanted.conclusion
    turned = {(one.left, one.op, one.right), (one.right, {"<=": ">=", ">=": "<="}.get(one.op, ""), one.left)}
    return (other.left, other.op, other.right) in turned and set(found.hypotheses) <= set(wanted.hypotheses)


def _is_informal(grant: Grant) -> bool:
    return grant.in_words or bool(grounds(grant.schemas).lemmas)


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
