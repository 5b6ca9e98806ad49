"""Statements that are judged exactly, or rigorously enclosed, at every point of a stated finite set."""

import operator
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

import sympy

from verify.kernel.statements.base import Plain, PremiseVerdicts, Statement, function, reporting
from verify.kernel.statements.base import text as check_text
from verify.kernel.statements.kinds import check_statement
from verify.kernel.statements.outcome import (
    RESTS_ON,
    Exact,
    InexactError,
    Json,
    Outcome,
    Settings,
    Verdict,
    as_arb,
    as_written,
    is_exact,
    resting,
    sides,
    weakest,
)

Sense = Literal["<=", "<", "==", ">=", ">"]
_HOLDS = {"<=": operator.le, "<": operator.lt, "==": operator.eq, ">=": operator.ge, ">": operator.gt}
_FAILS = {"<=": operator.gt, "<": operator.ge, "==": operator.ne, ">=": operator.lt, ">": operator.le}


@dataclass(frozen=True)
class Case:
    """One point of a finite set, with both sides there; `left_again` is the left side by a second route."""

    parameters: dict[str, Json]
    left: Exact
    right: Exact
    left_again: Exact | None = None
    note: str = ""


@dataclass(frozen=True)
class FiniteCheck(Plain):
    """`left sense right` at every case; `over` says in words what the finite set is.

    `granted`, in LaTeX, is what the cases grant a side beyond the text: a slack for sides that meet, or a radius that
    is assumed of a number in floats. It is displayed with the text.

    Raises:
        ValueError: when a text is no string, the cases are no function, or there is no such sense.
    """

    text: str
    over: str
    cases: Callable[[Settings], Iterable[Case]]
    sense: Sense = "<="
    granted: str = ""

    def __post_init__(self) -> None:
        for name in ("text", "over", "granted"):
            check_text(name, getattr(self, name))
        function("cases", self.cases)
        if not isinstance(self.sense, str) or self.sense not in _HOLDS:
            raise ValueError(f"sense = {self.sense!r}: must be one of {', '.join(_HOLDS)}")

    def latex(self) -> str:
        """The statement, with what is granted."""
        return rf"{self.text}\quad(\text{{granted: }}{self.granted})" if self.granted else self.text

    @reporting
    def check(self, settings: Settings) -> Outcome:
        """Judge every case; the first that fails refutes, one that is neither shown nor refuted leaves it open."""
        tightest: tuple[float, Case] | None = None
        count = 0
        for case in self.cases(settings):
            count += 1
            try:
                for number in (case.left, case.right, *(() if case.left_again is None else (case.left_again,))):
                    is_exact(number)
            except InexactError as error:
                return Outcome(Verdict.OPEN, {"method": "every case", "set": self.over, "reason": str(error)})
            if case.left_again is not None and not as_arb(case.left).overlaps(as_arb(case.left_again)):
                return self._at(Verdict.OPEN, case, count, reason="the two routes to the left side disagree")
            holds = _holds(self.sense, case)
            if holds is False:
                return self._at(Verdict.REFUTED, case, count)
            if holds is None:
                return self._at(Verdict.OPEN, case, count, reason="the enclosures overlap")
            slack = abs(float((as_arb(case.right) - as_arb(case.left)).mid()))
            if tightest is None or slack < tightest[0]:
                tightest = (slack, case)
        if tightest is None:
            return Outcome(Verdict.OPEN, {"method": "finite set", "reason": "the set is empty", "cases": 0})
        return self._at(Verdict.CHECKED, tightest[1], count)

    def _at(self, verdict: Verdict, case: Case, count: int, reason: str = "") -> Outcome:
        evidence: dict[str, Json] = {
            "method": "counterexample, exact or enclosed"
            if verdict is Verdict.REFUTED
            else "every case, exact or enclosed",
            "set": self.over,
            "cases": count,
            "parameters": case.parameters,
            **sides(case.left, case.right),
        }
        if case.left_again is not None:
            evidence["left_second_route"] = sides(case.left_again, case.right)["left"]
        if case.note:
            evidence["note"] = case.note
        if reason:
            evidence["reason"] = reason
        return Outcome(verdict, evidence)


def _holds(sense: Sense, case: Case) -> bool | None:
    """Whether the case holds: exactly where both sides are exact, by disjoint enclosures elsewhere, else None."""
    if is_exact(case.left) and is_exact(case.right):
        return bool(_HOLDS[sense](sympy.Rational(str(case.left)), sympy.Rational(str(case.right))))
    left, right = as_arb(case.left), as_arb(case.right)
    if _FAILS[sense](left, right):
        return False
    # An enclosure alone never shows an equation.
    return True if sense != "==" and _HOLDS[sense](left, right) else None


@dataclass(frozen=True, init=False)
class AllOf:
    """Several statements at once: as good as the weakest of them with their premises, and displayed as they are.

    A `text` in their place is what a paper says instead; that they say it is a joint in words. The parts come by name.

    Raises:
        ValueError: when there are no parts, or one is no statement of a known type.
    """

    text: str
    parts: tuple[tuple[str, Statement], ...]

    def __init__(self, text: str, parts: Mapping[str, Statement]) -> None:
        check_text("text", text)
        if not isinstance(parts, Mapping) or not parts:
            raise ValueError(f"parts = {parts!r:.80}: must be statements by name, one at least")
        for name, part in parts.items():
            check_text("name of a part", name)
            check_statement(f"part {name!r}", part)
        object.__setattr__(self, "text", text)
        object.__setattr__(self, "parts", tuple(parts.items()))

    @property
    def premises(self) -> tuple[str, ...]:
        """Those of the parts."""
        return tuple(dict.fromkeys(id_ for _, part in self.parts for id_ in part.premises))

    def latex(self) -> str:
        """The statement."""
        return self.text or r";\quad ".join(part.latex() for _, part in self.parts)

    @reporting
    def check(self, settings: Settings) -> Outcome:
        """Judge every part; open where none of them is judged."""
        outcomes = [(name, part.check(settings)) for name, part in self.parts]
        judged = [(name, outcome) for name, outcome in outcomes if outcome is not None]
        if not judged:
            return Outcome(Verdict.OPEN, {"method": "parts, each on its own", "reason": "no part has a verdict"})
        verdict = weakest([outcome.verdict for _, outcome in judged])
        name, weak = next((name, outcome) for name, outcome in judged if outcome.verdict is verdict)
        parts = [{"part": name, "verdict": o.verdict.value, "method": o.evidence.get("method")} for name, o in judged]
        shown = {k: v for k, v in weak.evidence.items() if k not in {"method", "parts", "closed"}}
        evidence = {"method": f"{len(judged)} parts, each on its own", "parts": parts, "shown": name, **shown}
        for told in ("words", "textbook", *RESTS_ON):
            if found := list(dict.fromkeys(one for _, o in judged for one in o.evidence.get(told, ()))):
                evidence[told] = found
        # Where each part is closed, or is proved and uses no claim, none below counts.
        alone = [
            o.evidence.get("closed", [] if o.verdict is Verdict.PROVED and not p.premises else None)
            for (_, p), (_, o) in zip(self.parts, outcomes, strict=True)
            if o is not None
        ]
        if None not in alone and any(alone):
            evidence["closed"] = list(dict.fromkeys(theorem for names in alone for theorem in names or ()))
        return as_written(Outcome(verdict, evidence, sum(o.alpha for _, o in judged)), self.text)

    def conclude(self, own: Outcome | None, premises: dict[str, PremiseVerdicts]) -> Outcome | None:
        """The weakest of what was found, and of what each part that has premises may conclude from it."""
        assert own is not None
        leaning = [part.conclude(own, premises) for _, part in self.parts if part.premises]
        found = [outcome for outcome in leaning if outcome is not None]
        steps = {s["claim"]: s for o in found for s in o.evidence.get("steps", ())}
        evidence = resting(own.evidence, found) | ({"steps": list(steps.values())} if steps else {})
        return Outcome(weakest([own.verdict, *(o.verdict for o in found)]), evidence, own.alpha)
