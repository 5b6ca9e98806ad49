"""Statements that lean on other claims: a derivation, and the whole of several parts."""

from dataclasses import dataclass
from typing import Any, ClassVar

import sympy

from verify.calculus.textbook import Fact
from verify.statements.base import PremiseVerdicts, Statement
from verify.statements.definition import Definition
from verify.statements.finite import AllOf
from verify.statements.identity import Identity
from verify.statements.outcome import Outcome, Settings, Verdict, argued, weakest

_JOINT = "that the claims and facts named, with the relations that were checked, give the conclusion"


@dataclass(frozen=True)
class Derived:
    """A conclusion from claims and textbook facts, as a text: at best `argued`, and as weak as any of them.

    No rule reads the text: that the claims, the facts and the checked step give it is the joint in words that every
    derivation has. Where the kernel carries a conclusion, it is a `Chain`.

    `composition` is what is left to show once the claims and facts are granted: usually an inequality between real
    numbers, in which the premises' bounds have been put in. `crosschecks` judge the conclusion itself at a finite set
    by another route: they can break the derivation, and do not strengthen or weaken it otherwise. Where the step is an
    identity that expanding settles, so that a wrong conclusion would pass it too, one of them is required.
    """

    text: str
    uses: tuple[str, ...]
    composition: Statement
    facts: tuple[Fact, ...] = ()
    crosschecks: tuple[tuple[str, Statement], ...] = ()

    @property
    def premises(self) -> tuple[str, ...]:
        """The claims that the derivation uses."""
        return self.uses

    def latex(self) -> str:
        """The conclusion."""
        return self.text

    def check(self, settings: Settings) -> Outcome | None:
        """Judge the joining step alone, and the crosschecks; open where none of them could fail."""
        if all(cannot_fail(step) for step in (self.composition, *(check for _, check in self.crosschecks))):
            reason = "the joining step is an identity that expanding settles, and no crosscheck judges the conclusion"
            return Outcome(Verdict.OPEN, {"method": "derivation", "reason": reason})
        own = self.composition.check(settings)
        assert own is not None
        told = []
        for name, crosscheck in self.crosschecks:
            outcome = crosscheck.check(settings)
            if outcome is None:
                continue
            if outcome.verdict in (Verdict.REFUTED, Verdict.OPEN):
                return Outcome(outcome.verdict, outcome.evidence | {"crosscheck": name}, outcome.alpha)
            told.append({"crosscheck": name, "verdict": outcome.verdict.value, "set": outcome.evidence.get("set")})
        evidence = own.evidence | ({"crosschecks": told} if told else {})
        return argued(Outcome(own.verdict, evidence, own.alpha), _JOINT)

    def conclude(self, own: Outcome | None, premises: dict[str, PremiseVerdicts]) -> Outcome | None:
        """The weakest of the joining step and of the premises as they stand, corrected where they had to be."""
        assert own is not None
        found = {id_: premises[id_].standing for id_ in self.uses}
        joined = _joined(own, found, [f.citation for f in self.facts])
        firm = all(o is None or o.verdict in (Verdict.PROVED, Verdict.CHECKED, Verdict.ARGUED) for o in found.values())
        if joined.verdict is Verdict.REFUTED and not firm:
            # A counterexample that leans on what is not established is none, and a false premise refutes no conclusion.
            return Outcome(Verdict.OPEN, joined.evidence | {"reason": "a premise is not established"}, own.alpha)
        return joined


@dataclass(frozen=True)
class Whole:
    """A statement that is printed in several parts, each a claim: true if all are.

    `as_corrected` judges the parts as they stand after correction, else as printed; a part that no paper prints counts
    by what stands in its place.

    Raises:
        ValueError: when there are no parts.
    """

    text: str
    parts: tuple[str, ...]
    as_corrected: bool = False
    holds_parts: ClassVar[bool] = True
    """The claim of such a statement is a place, with no verdict of its own."""

    def __post_init__(self) -> None:
        if not self.parts:
            raise ValueError("a whole without parts says nothing")

    @property
    def premises(self) -> tuple[str, ...]:
        """The parts."""
        return self.parts

    def latex(self) -> str:
        """The statement."""
        return self.text

    def check(self, settings: Settings) -> Outcome | None:
        """Nothing beyond the parts."""
        return Outcome(Verdict.PROVED, {"method": "all parts"})

    def conclude(self, own: Outcome | None, premises: dict[str, PremiseVerdicts]) -> Outcome | None:
        """The weakest part."""
        assert own is not None
        found = {p: premises[p].standing if self.as_corrected else self._as_printed(premises[p]) for p in self.parts}
        return _joined(own, found, [])

    @staticmethod
    def _as_printed(part: PremiseVerdicts) -> Outcome | None:
        return part.printed if part.printed is not None else part.corrected


def cannot_fail(statement: Statement) -> bool:
    """Whether a statement passes by its form alone: an identity that expanding settles, or a definition."""
    if isinstance(statement, AllOf):
        return all(cannot_fail(part) for _, part in statement.parts)
    if isinstance(statement, Identity):
        return bool(sympy.expand(statement.left - statement.right) == 0)
    return isinstance(statement, Definition)


def _joined(own: Outcome, found: dict[str, Outcome | None], facts: list[str]) -> Outcome:
    judged = {id_: outcome for id_, outcome in found.items() if outcome is not None}
    verdict = weakest([own.verdict, *(outcome.verdict for outcome in judged.values())])
    steps: list[dict[str, Any]] = [{"claim": id_, "verdict": outcome.verdict.value} for id_, outcome in judged.items()]
    evidence = {**own.evidence, "steps": steps}
    if facts:
        evidence["textbook"] = facts
    return Outcome(verdict, evidence, own.alpha)
