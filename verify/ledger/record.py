"""A claim's result as one record: what run files, reports and the lock are made of."""

from dataclasses import dataclass

from verify.kernel.calculus.chain import Chain
from verify.kernel.prover.display import Layout
from verify.kernel.statements.base import LaidOut, Statement
from verify.kernel.statements.claim import Claim, Kind, Severity
from verify.kernel.statements.finite import AllOf
from verify.kernel.statements.outcome import RESTS_ON, Outcome, Verdict
from verify.ledger.legend import legend, stated
from verify.ledger.reading import Record


@dataclass(frozen=True)
class Result:
    """What a run found of a claim, in memory."""

    claim: Claim
    printed: Outcome | None
    corrected: Outcome | None
    seconds: float
    fingerprint: str
    """Of the claim, by the process that judged it."""

    @property
    def standing(self) -> Outcome | None:
        """The printed claim's outcome, or that of what stands next to it where it is refuted or open."""
        if self.printed is None or self.printed.verdict in (Verdict.REFUTED, Verdict.OPEN):
            return self.corrected if self.corrected is not None else self.printed
        return self.printed

    @property
    def alpha(self) -> float:
        """The type-I error that the claim's checks spent."""
        return sum(outcome.alpha for outcome in (self.printed, self.corrected) if outcome is not None)


def record(result: Result, theorem: Result | None, expected: Record | None) -> Record:
    """The record of a result; `theorem` is the result of the claim that says whether the theorem survives."""
    claim = result.claim
    refuted = result.printed is not None and result.printed.verdict is Verdict.REFUTED
    left = claim.printed is not None and (result.printed is None or result.printed.verdict is Verdict.OPEN)
    shown = left and claim.corrected is not None
    beside = refuted or shown or claim.printed is None
    return {
        "id": claim.id,
        "paper": claim.paper,
        "location": claim.location,
        "kind": (Kind.PLACE if claim.is_place else claim.kind).value,
        "title": claim.title,
        "note": claim.note,
        "fingerprint": result.fingerprint,
        "printed": _said(claim, _part(claim.printed, result.printed, claim.is_place)),
        "corrected": _part(claim.corrected, result.corrected, claim.is_place) if beside else None,
        "correction": claim.correction if refuted or shown else None,
        "severity": claim.severity.value if refuted and claim.severity and not claim.is_place else None,
        "root": claim.root if refuted else None,
        "theorem": claim.theorem if refuted else None,
        "theorem_survives": _survives(theorem) if refuted else None,
        "alpha": result.alpha,
        "expected": {"printed": expected["printed"], "corrected": expected["corrected"]} if expected else None,
    }


def _part(statement: Statement | None, outcome: Outcome | None, place: bool) -> Record | None:
    if statement is None:
        return None
    return {
        "statement": statement.latex(),
        **laid_out(statement),
        "letters": legend(stated(statement)),
        **_formal(statement, outcome),
        "verdict": outcome.verdict.value if outcome and not place else None,
        **({"parts": outcome.verdict.value} if outcome and place else {}),
        "depends_on": list(statement.premises),
        **({kind: list(outcome.evidence[kind]) for kind in RESTS_ON if kind in outcome.evidence} if outcome else {}),
        "evidence": outcome.evidence if outcome else {},
    }


def laid_out(statement: Statement) -> Record:
    """The parts of a statement under `layout`, where it has parts; of several statements, what all have stands once."""
    found = _layouts(statement)
    groups = {
        name: [told for told in getattr(found[0], name) if all(told in getattr(layout, name) for layout in found)]
        for name in ("setting", "conditions", "domain", "where")
    }
    if not any(groups.values()):
        return {}
    own = [
        Layout(layout.conclusion, **{n: tuple(t for t in getattr(layout, n) if t not in groups[n]) for n in groups})
        for layout in found
    ]
    return {"layout": {**groups, "conclusions": [layout.latex() for layout in own]}}


def _layouts(statement: Statement) -> list[Layout]:
    if isinstance(statement, AllOf) and not statement.text:
        return [layout for _, part in statement.parts for layout in _layouts(part)]
    return [statement.layout() if isinstance(statement, Chain | LaidOut) else Layout(statement.latex())]


def _said(claim: Claim, part: Record | None) -> Record | None:
    """The printed side with the paper's own display, where the claim has it."""
    if not part or not claim.says:
        return part
    match = {"match": claim.match.value} if claim.match else {}
    return {"says": claim.says, **match, **({"differs": claim.differs} if claim.differs else {}), **part}


def _formal(statement: Statement, outcome: Outcome | None) -> Record:
    """Conclusion, hypotheses and joints in words; of a statement that is a text, the text is the conclusion."""
    words = list(outcome.evidence.get("words", ())) if outcome else []
    if not isinstance(statement, Chain):
        return {"conclusion": statement.latex(), "hypotheses": [], "words": words}
    formal = statement.statement
    hypotheses = [str(condition) for condition in formal.hypotheses]
    return {"conclusion": formal.text(), "hypotheses": hypotheses, "words": words}


def _survives(theorem: Result | None) -> bool | None:
    """Whether what the paper wants stands: as printed, or corrected where the error is not in its rate or its privacy.

    False where the theorem itself is refuted in its rate or its privacy, though its correction stands; None where no
    claim says so or it is not decided, also where something else is shown in its place.
    """
    outcomes = () if theorem is None else (theorem.printed, theorem.standing)
    if theorem is None or theorem.standing is None or any(o and o.verdict is Verdict.OPEN for o in outcomes):
        return None
    if theorem.standing.verdict is Verdict.REFUTED:
        return False
    as_printed = theorem.printed is None or theorem.printed.verdict is not Verdict.REFUTED
    return as_printed or theorem.claim.severity not in (Severity.RATE, Severity.PRIVACY)
