"""A claim: one checkable statement at one place of one paper, as printed, with its correction where it is false."""

from dataclasses import dataclass
from enum import StrEnum

from verify.kernel.statements.base import Statement
from verify.kernel.statements.kinds import check_statement
from verify.kernel.statements.undecided import Undecided


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


class Match(StrEnum):
    """How near what is judged is to what the paper says; no check depends on it.

    `reading`: it makes hidden constants or a setting from elsewhere explicit, or is one of several parts; `different`:
    it adds a hypothesis or a class, repairs a slip, or is about an instance or another quantity.
    """

    SAME = "same"
    READING = "reading"
    DIFFERENT = "different"


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
        The statement as corrected, what is shown in place of a printed one that is `Undecided`, or that of a claim of
        ours.
    correction : str, default ""
        In words, what the correction changes, or how what is shown differs from what the paper says.
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
    says : str, default ""
        What the paper says, LaTeX in its own symbols and order: `printed` is the formal statement that is judged. An
        `Undecided` one says it itself.
    match : Match or None, optional
        How near `printed` is to it.
    differs : str, default ""
        In a sentence, how `printed` differs from it.

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
    says: str = ""
    match: Match | None = None
    differs: str = ""

    def __post_init__(self) -> None:
        for name in ("printed", "corrected"):
            if getattr(self, name) is not None:
                check_statement(f"{self.id}: {name}", getattr(self, name))
        if isinstance(self.printed, Undecided):
            object.__setattr__(self, "says", self.printed.text)
            object.__setattr__(self, "match", Match.SAME)

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
        """Ids of the claims that its statements depend on, each once."""
        statements = [s for s in (self.printed, self.corrected) if s is not None]
        return tuple(dict.fromkeys(id_ for s in statements for id_ in s.premises))
