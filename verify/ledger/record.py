"""A claim's result as one record: what run files, reports and the lock are made of."""

from dataclasses import dataclass

from verify.calculus.chain import Chain
from verify.ledger.legend import legend, stated
from verify.ledger.reading import Record
from verify.statements.base import Statement
from verify.statements.claim import Claim, Kind, Severity
from verify.statements.outcome import RESTS_ON, Outcome, Verdict


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
        """The correction's outcome where the printed claim is refuted, else the printed one's."""
        if self.printed is None or self.printed.verdict is Verdict.REFUTED:
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
    corrected = refuted or claim.printed is None
    return {
        "id": claim.id,
        "paper": claim.paper,
        "location": claim.location,
        "kind": (Kind.PLACE if claim.is_place else claim.kind).value,
        "title": claim.title,
        "note": claim.note,
        "fingerprint": result.fingerprint,
        "printed": _part(claim.printed, result.printed, claim.is_place),
        "corrected": _part(claim.corrected, result.corrected, claim.is_place) if corrected else None,
        "correction": claim.correction if refuted else None,
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
        "letters": legend(stated(statement)),
        **_formal(statement, outcome),
        "verdict": outcome.verdict.value if outcome and not place else None,
        **({"parts": outcome.verdict.value} if outcome and place else {}),
        "depends_on": list(statement.premises),
        **({kind: list(outcome.evidence[kind]) for kind in RESTS_ON if kind in outcome.evidence} if outcome else {}),
        "evidence": outcome.evidence if outcome else {},
    }


def _formal(statement: Statement, outcome: Outcome | None) -> Record:
    """Conclusion, hypotheses and joints in words; of a statement that is a text, the text is the conclusion."""
    words = list(outcome.evidence.get("words", ())) if outcome else []
    if not isinstance(statement, Chain):
        return {"conclusion": statement.latex(), "hypotheses": [], "words": words}
    formal = statement.statement
    hypotheses = [str(condition) for condition in formal.hypotheses]
    return {"conclusion": formal.text(), "hypotheses": hypotheses, "words": words}


def _survives(theorem: Result | None) -> bool | None:
    """Whether what the paper wants stands: as printed, or false only in a constant, a typo or its proof.

    False where the theorem itself is refuted in its rate or its privacy, though its correction stands; None where no
    claim says so or it is not decided.
    """
    if theorem is None or theorem.standing is None or theorem.standing.verdict is Verdict.OPEN:
        return None
    if theorem.standing.verdict is Verdict.REFUTED:
        return False
    as_printed = theorem.printed is None or theorem.printed.verdict is not Verdict.REFUTED
    return as_printed or theorem.claim.severity not in (Severity.RATE, Severity.PRIVACY)
