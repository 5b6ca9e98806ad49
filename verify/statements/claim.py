"""A claim: one checkable statement at one place of one paper, as printed, with its correction where it is false."""

from dataclasses import dataclass
from enum import StrEnum

from verify.statements.base import Statement
from verify.statements.kinds import check_statement


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
    PLACE = "place"


class Severity(StrEnum):
    """How much an error costs the printed theorem, the most costly first.

    `condition`: true under a condition that the paper omits; `proof gap`: true or unknown, but the printed proof fails;
    `listing`: prose and proof are right, the algorithm as listed is not.
    """

    PRIVACY = "privacy"
    RATE = "rate"
    CONDITION = "condition"
    PROOF_GAP = "proof gap"
    LISTING = "listing"
    CONSTANT = "constant"
    TYPO = "typo"


@dataclass(frozen=True)
class Claim:
    """A claim of the ledger; verdicts are not part of it, they come from runs.

    A claim whose statement is a whole of parts is a group: it has its parts' verdicts and none of its own.

    Attributes
    ----------
    id : str
        Its id, the paper's key first.
    location : str
        Where the paper says it.
    kind : Kind
        A label for people; no check depends on it.
    title : str
        What it is about, in a few words.
    printed : Statement or None, optional
        The statement as printed; None for claims that no paper prints.
    corrected : Statement or None, optional
        The statement as corrected, or that of a claim of ours.
    correction : str, default ""
        In words, what the correction changes.
    severity : Severity or None, optional
        How much an error costs the printed theorem.
    theorem : str or None, optional
        Id of the claim that says what the paper wants from this one; whether it survives is read off its verdict in the
        run.
    note : str, default ""
        What else a reader should know.
    root : str or None, optional
        Id of the claim whose error this one only repeats: they are one finding.
    in_quick : bool, default True
        Whether the quick profile judges it.

    Raises
    ------
    ValueError
        When a statement is of no known type.
    """

    id: str
    location: str
    kind: Kind
    title: str
    printed: Statement | None = None
    corrected: Statement | None = None
    correction: str = ""
    severity: Severity | None = None
    theorem: str | None = None
    note: str = ""
    root: str | None = None
    in_quick: bool = True

    def __post_init__(self) -> None:
        for name in ("printed", "corrected"):
            if getattr(self, name) is not None:
                check_statement(f"{self.id}: {name}", getattr(self, name))

    def __repr__(self) -> str:
        """Its id, place and title; the statements are pages long."""
        return f"Claim({self.id!r}, {self.location!r}, {self.title!r})"

    @property
    def paper(self) -> str:
        """The paper's key."""
        return self.id.split("/", 1)[0]

    @property
    def is_place(self) -> bool:
        """Whether it only holds its parts together."""
        return getattr(self.printed or self.corrected, "holds_parts", False)

    @property
    def depends_on(self) -> tuple[str, ...]:
        """Ids of the claims that its statements lean on, each once."""
        statements = [s for s in (self.printed, self.corrected) if s is not None]
        return tuple(dict.fromkeys(id_ for s in statements for id_ in s.premises))
