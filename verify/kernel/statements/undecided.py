"""What a paper says and no check of ours decides; next to it a claim may hold what is shown in its place."""

from dataclasses import dataclass

from verify.kernel.statements.base import Plain, text
from verify.kernel.statements.outcome import Outcome, Settings, Verdict


@dataclass(frozen=True)
class Undecided(Plain):
    """A printed statement that is not judged, as the paper displays it: always open.

    `needs` says in a line what a proof or a counterexample would need.

    Raises:
        ValueError: when a text is no string, or empty.
    """

    text: str
    needs: str

    def __post_init__(self) -> None:
        for name in ("text", "needs"):
            text(name, value := getattr(self, name))
            if not value.strip():
                raise ValueError(f"{name}: must not be empty")

    def latex(self) -> str:
        """The statement, in the paper's display."""
        return self.text

    def check(self, settings: Settings) -> Outcome:
        """Open, with what it would need."""
        return Outcome(Verdict.OPEN, {"method": "none: not judged", "reason": self.needs})
