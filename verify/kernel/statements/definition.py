"""A definition: a node that others depend on, without a verdict."""

from dataclasses import dataclass

from verify.kernel.statements.base import Plain, text
from verify.kernel.statements.outcome import Outcome, Settings


@dataclass(frozen=True)
class Definition(Plain):
    """What a paper defines; nothing to judge. Raises ValueError where the text is no string."""

    text: str

    def __post_init__(self) -> None:
        text("text", self.text)

    def latex(self) -> str:
        """The definition."""
        return self.text

    def check(self, settings: Settings) -> Outcome | None:
        """Nothing."""
        return None
