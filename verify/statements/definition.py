"""A definition: a node that others depend on, without a verdict."""

from dataclasses import dataclass

from verify.statements.base import Plain
from verify.statements.outcome import Outcome, Settings


@dataclass(frozen=True)
class Definition(Plain):
    """What a paper defines; nothing to judge."""

    text: str

    def latex(self) -> str:
        """The definition."""
        return self.text

    def check(self, settings: Settings) -> Outcome | None:
        """Nothing."""
        return None
