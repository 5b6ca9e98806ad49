"""A statement that is printed in several parts, each a claim of its own."""

from dataclasses import dataclass
from typing import Any, ClassVar

from verify.kernel.statements.base import PremiseVerdicts, several, text
from verify.kernel.statements.outcome import Outcome, Settings, Verdict, resting, weakest


@dataclass(frozen=True)
class Whole:
    """A statement that is printed in several parts, each a claim: true if all are.

    `as_corrected` judges the parts as they stand after correction, else as printed; a part that no paper prints counts
    by what stands in its place.

    Raises:
        ValueError: when there are no parts, or one is no id.
    """

    text: str
    parts: tuple[str, ...]
    as_corrected: bool = False
    holds_parts: ClassVar[bool] = True
    """The claim of such a statement is a place, with no verdict of its own."""

    def __post_init__(self) -> None:
        text("text", self.text)
        several("parts", self.parts, str, "ids of claims")
        if not self.parts:
            raise ValueError("parts: must not be empty")

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
        """The weakest part; open where no part is judged."""
        assert own is not None
        found = {p: premises[p].standing if self.as_corrected else self._as_printed(premises[p]) for p in self.parts}
        judged = {id_: outcome for id_, outcome in found.items() if outcome is not None}
        if not judged:
            return Outcome(Verdict.OPEN, {**own.evidence, "reason": "no part has a verdict"}, own.alpha)
        verdict = weakest([own.verdict, *(outcome.verdict for outcome in judged.values())])
        steps: list[dict[str, Any]] = [{"claim": id_, "verdict": o.verdict.value} for id_, o in judged.items()]
        return Outcome(verdict, resting({**own.evidence, "steps": steps}, judged.values()), own.alpha)

    @staticmethod
    def _as_printed(part: PremiseVerdicts) -> Outcome | None:
        return part.printed if part.printed is not None else part.corrected
