"""A claim: one checkable statement at one place of one paper, as printed, with its correction where it is false."""

from dataclasses import dataclass
from enum import StrEnum

from verify.statements.base import Statement


class Kind(StrEnum):
    """Labels for people; no check depends on them."""

    PRIVACY = "privacy"
    IDENTITY = "identity"
    INEQUALITY = "inequality"
    CONSTRUCTION = "construction"
    LOWER_BOUND = "lower-bound"
    UPPER_RATE = "upper-rate"
    RATE_ALGEBRA = "rate-algebra"
    ALGORITHM = "algorithm"
    EXPERIMENT = "experiment"
    DEFINITION = "definition"


class Severity(StrEnum):
    """How much a false statement costs its paper."""

    TYPO = "typo"
    CONSTANT = "constant"
    PROOF_GAP = "proof gap"
    PRIVACY = "privacy"
    RATE = "rate"


@dataclass(frozen=True)
class Claim:
    """A claim of the ledger; verdicts are not part of it, they come from runs.

    `printed` is None for claims that no paper prints. `correction` says in words what changes. `theorem` is the id
    of the claim that says what the paper wants from this one; whether it survives is read off its verdict in the run.
    """

    id: str
    location: str
    kind: Kind
    title: str
    printed: Statement | None
    corrected: Statement | None = None
    correction: str = ""
    severity: Severity | None = None
    theorem: str | None = None
    note: str = ""
    in_quick: bool = True

    @property
    def paper(self) -> str:
        """The paper's key."""
        return self.id.split("/", 1)[0]

    @property
    def depends_on(self) -> tuple[str, ...]:
        """Ids of the claims that its statements lean on, each once."""
        statements = [s for s in (self.printed, self.corrected) if s is not None]
        return tuple(dict.fromkeys(id_ for s in statements for id_ in s.premises))
