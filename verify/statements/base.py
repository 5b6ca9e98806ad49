"""What every statement offers, whatever its type."""

from typing import TYPE_CHECKING, Protocol

from verify.statements.outcome import Outcome, Settings

if TYPE_CHECKING:
    from verify.statements.claim import Claim


class Statement(Protocol):
    """A proposition that a run can judge."""

    @property
    def premises(self) -> tuple[str, ...]:
        """Ids of the claims whose standing verdicts this statement leans on."""
        ...

    def latex(self) -> str:
        """The statement for people, in LaTeX."""
        ...

    def check(self, settings: Settings) -> Outcome | None:
        """Judge the statement on its own, premises apart; None where there is nothing to judge."""
        ...

    def conclude(self, own: Outcome | None, premises: dict[str, "PremiseVerdicts"]) -> Outcome | None:
        """The verdict once the premises' verdicts are known."""
        ...


class PremiseVerdicts(Protocol):
    """What a statement may know of a claim that it leans on."""

    @property
    def claim(self) -> "Claim":
        """The claim that was judged."""
        ...

    @property
    def printed(self) -> Outcome | None:
        """What was found of the claim as printed."""
        ...

    @property
    def corrected(self) -> Outcome | None:
        """What was found of its correction, where it has one."""
        ...

    @property
    def standing(self) -> Outcome | None:
        """What was found of the correction where the printed claim is refuted, else of the printed claim."""
        ...


class Plain:
    """A statement without premises."""

    @property
    def premises(self) -> tuple[str, ...]:
        """None."""
        return ()

    def conclude(self, own: Outcome | None, premises: dict[str, PremiseVerdicts]) -> Outcome | None:
        """Its own outcome."""
        return own
