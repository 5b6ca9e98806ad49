"""Reasons of a step: each grants a statement. What it still owes, its hypotheses, the chain's check collects."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import sympy

from verify.calculus.conditions import Comparison, Condition, Property, WholeNumber, at_most, below, condition
from verify.calculus.over import Each, bound_letters, exposed, substitute
from verify.calculus.statement import Statement
from verify.calculus.terms import Extent, Name, Parameter, Random, quantities, unfold
from verify.calculus.textbook import Fact
from verify.prover import Relation
from verify.statements.claim import Claim
from verify.statements.finite import AllOf
from verify.statements.inequality import Inequality

if TYPE_CHECKING:
    from verify.calculus.chain import Chain

Case = tuple[tuple[Any, ...], Mapping[Any, Any]]
"""The arguments of a schema, and values of the letters in them."""
Outside = tuple[int, tuple[Any, ...], Mapping[Any, Any]]
"""The place of a hypothesis, from 0, and a case that breaks this one alone, and the conclusion."""


@dataclass(frozen=True)
class Schema:
    """A textbook fact: from its arguments a statement with hypotheses; cited, and stressed on exact cases.

    `letters` are arguments to show it with. `cases` yields arguments and values of their letters at which the
    statement must hold; `textbook` is the older form of the same fact, whose stress test must hold as well. Where some
    of the letters are in `finds` the fact says that there are such ones, and a chain uses it by `obtain`. `outside`
    yields the place of a hypothesis, from 0, and a case that breaks this one alone and the conclusion with it.
    """

    name: str
    citation: str
    build: Callable[..., Statement]
    letters: tuple[Any, ...]
    cases: Callable[[], Iterator[Case]]
    textbook: Fact | None = None
    finds: tuple[Any, ...] = ()
    outside: Callable[[], Iterator[Outside]] | None = None

    def __call__(self, *arguments: Any) -> Grant:
        """The instance at these arguments.

        Raises:
            ValueError: when a number is asked for and something random, infinite or no number is given, a letter of an
            argument is one that the fact binds, or what is said to exist is no new letter of the same range.
        """
        exact = tuple(map(sympy.sympify, arguments))
        found = {x: a for x, a in zip(self.letters, exact, strict=True) if x in self.finds}
        _check_new(self, found, [a for x, a in zip(self.letters, exact, strict=True) if x not in self.finds])
        given = zip(self.letters, exact, strict=True)
        numbers = {x: a for x, a in given if isinstance(x, sympy.Symbol) and x not in self.finds}
        owed, built = in_range(numbers), self.build(*exact)
        coming = set().union(*(a.free_symbols for a in exact)) if exact else set()
        bound = {i for c in (built.conclusion, *built.hypotheses) for i in bound_letters(c)}
        if captured := bound & coming:
            raise ValueError(f"{self.name}: {min(captured, key=str)} would be captured: it needs another letter")
        return Grant(built, self.name, owed, schemas=(self,), found=tuple(found.values()))

    @property
    def title(self) -> str:
        """Its name and where it stands."""
        return f"{self.name}: {self.citation}"

    @property
    def statement(self) -> Statement:
        """The fact in its own letters."""
        return self.build(*self.letters)

    def latex(self) -> str:
        """The fact in its own letters, as LaTeX."""
        return self.statement.latex()

    def fails(self) -> str:
        """Where a stress case breaks the fact, in words; empty where all hold."""
        return stressed(self)


def _check_new(schema: Schema, found: Mapping[Any, Any], others: list[Any]) -> None:
    """Require letters that nothing else is about, with just the ranges in which the fact says that they exist."""
    for letter, new in found.items():
        alike = type(new) is type(letter) and all(
            getattr(new, known, None) == getattr(letter, known, None) for known in ("extent", "sort")
        )
        if not alike or any(mentions(other, new) for other in others) or list(found.values()).count(new) > 1:
            raise ValueError(f"{schema.name}: {new} must be a new letter like {letter}")


def mentions(term: Any, letter: Any) -> bool:
    """Whether a letter stands in a term or condition, its definitions unfolded."""
    return any(node == letter for node in sympy.preorder_traversal(unfold(term)))


class _Remembered:
    """A function that is called once for each argument; `known` may be told what another process found."""

    def __init__(self, function: Callable[[Schema], str]) -> None:
        self.__wrapped__, self.known = function, dict[Schema, str]()

    def __call__(self, schema: Schema) -> str:
        if schema not in self.known:
            self.known[schema] = self.__wrapped__(schema)
        return self.known[schema]


@_Remembered
def stressed(schema: Schema) -> str:
    """Where a stress case breaks a fact, in words; empty where all hold."""
    from verify.calculus import values

    judged = 0
    for arguments, case in schema.cases():
        statement = schema.build(*map(sympy.sympify, arguments))
        holds = values.stressed(statement, case)
        if holds is False:
            return f"{schema.name}: {statement.conclusion} fails at {case}"
        judged += holds is not None
    # A case that leaves it open could not have failed; a fact without letters has one case.
    if judged < (5 if schema.letters else 1):
        return f"{schema.name}: only {judged} stress cases tell"
    if schema.textbook is not None and any(left > right for left, right in schema.textbook.stress()):
        return f"{schema.name}: its older stress test fails"
    return ""


@dataclass(frozen=True)
class Split:
    """Cases: their conditions, and the hypotheses under which they must cover everything."""

    conditions: tuple[Condition, ...]
    given: tuple[Condition, ...]


@dataclass(frozen=True)
class Grant:
    """A statement that a step may use, and why: a fact, a claim, a chain, a hypothesis, a case split, or words.

    `owed` is what has to hold beside the statement's own hypotheses; `found` are letters that the statement says to
    exist, and it may be used by `obtain` alone; `leans` are ids of claims that words speak of.
    """

    statement: Statement
    because: str
    owed: tuple[Condition, ...] = ()
    schemas: tuple[Schema, ...] = ()
    claim: Claim | None = None
    chains: tuple[Chain, ...] = ()
    split: Split | None = None
    in_words: bool = False
    found: tuple[Any, ...] = ()
    leans: tuple[str, ...] = ()

    def at(self, values: Mapping[Any, Any]) -> Grant:
        """The statement with parameters and names replaced; that numbers lie in their ranges is owed.

        Raises:
            ValueError: when it says that something exists: its fact takes the arguments.
        """
        if self.found:
            raise ValueError(f"{self.because}: give the fact other arguments")
        exact = {old: sympy.sympify(new) for old, new in values.items()}
        owed = tuple(substitute(c, exact) for c in self.owed) + in_range(exact)
        return replace(self, statement=self.statement.at(exact), owed=owed)


@dataclass(frozen=True)
class Choice:
    """What holds for every value of a parameter holds for this one."""

    values: tuple[tuple[Parameter, Any], ...]

    @property
    def because(self) -> str:
        """In words."""
        return "choice of " + ", ".join(f"{p} = {e}" for p, e in self.values)


@dataclass(frozen=True)
class By:
    """The reasons of one step."""

    reasons: tuple[Grant | Choice, ...] = field(default=())


class Included(Property):
    """That one event implies another."""

    form = r"{0} \subseteq {1}"

    @staticmethod
    def bound(event: Any, larger: Any) -> Comparison:
        """P(event) <= P(larger)."""
        from verify.calculus.nouns import Probability

        return at_most(Probability(event), Probability(larger))


def by(*reasons: Any) -> By:
    """The reasons of a step: instances of facts, claims, chains, hypotheses (as they are written), words."""
    return By(tuple(_reason(r) for r in reasons))


def _reason(given: Any) -> Grant | Choice:
    if isinstance(given, Grant | Choice):
        return given
    if isinstance(given, Claim):
        return cite(given)
    if hasattr(given, "statement"):
        return Grant(given.statement, "shown above", chains=(given,))
    return assumed(given)


def assumed(given: Any) -> Grant:
    """A hypothesis of the conclusion."""
    known = condition(given)
    return Grant(Statement(known, (known,)), "hypothesis")


def words(sentence: str, grants: Any = None, *, given: tuple[Any, ...] = (), leans: tuple[str, ...] = ()) -> Grant:
    """A joint that the machine can't check: for a whole step, or for one condition that the step needs.

    `given` is what the sentence asks for, to be shown where it is used; `leans` are ids of claims that it speaks of:
    what stands in words is as weak as they are.

    Raises:
        ValueError: when there is no sentence, or something is asked for and nothing granted.
    """
    if not sentence.strip():
        raise ValueError("a joint in words needs a sentence")
    if given and grants is None:
        raise ValueError("words for a whole step ask for nothing: name the condition that they grant")
    nothing = Property() if grants is None else condition(grants)
    return Grant(Statement(nothing, tuple(map(condition, given))), sentence, in_words=True, leans=leans)


def choose(values: Mapping[Parameter, Any]) -> Choice:
    """The line with parameters at chosen values, each shown to lie in its range."""
    return Choice(tuple((p, sympy.sympify(e)) for p, e in values.items()))


def in_range(values: Mapping[Any, Any]) -> tuple[Condition, ...]:
    """What has to hold for values to be ones that their parameters may take.

    Raises:
        ValueError: when a parameter would get what is no number, or a name a number.
    """
    owed: list[Condition] = []
    for old, new in values.items():
        _check_sort(old, new)
        extent: Extent = getattr(old, "extent", Extent())
        if extent.lower.is_finite:
            owed.append((below if extent.open_lower else at_most)(extent.lower, new))
        if extent.upper.is_finite:
            owed.append((below if extent.open_upper else at_most)(new, extent.upper))
        if extent.integer:
            owed.append(WholeNumber(new))
    return tuple(owed)


def _check_sort(letter: Any, given: Any) -> None:
    """Refuse an object for a number and the reverse, and what is random or may be infinite for a finite constant."""
    given = unfold(given)
    if isinstance(letter, Parameter) and (not isinstance(given, sympy.Expr) or isinstance(given, Name)):
        raise ValueError(f"{letter} is a number, {given} is none")  # noqa: TRY004
    if isinstance(letter, Parameter) and not isinstance(letter, Random) and exposed(given):
        raise ValueError(f"{letter} is a constant, {given} is random")
    if isinstance(letter, Parameter) and any(q.infinite for q in quantities(given)):
        raise ValueError(f"{letter} is finite, {given} may be infinite")
    if isinstance(letter, Name) and isinstance(given, sympy.Expr) and not isinstance(given, Name):
        raise ValueError(f"{letter} is a {letter.sort}, {given} is a number")  # noqa: TRY004
    if isinstance(letter, Name) and isinstance(given, Name) and letter.sort != given.sort:
        raise ValueError(f"{letter} is a {letter.sort}, {given} is a {given.sort}")


def cite(claim: Claim, part: str | None = None) -> Grant:
    """A claim of the ledger as a reason: its correction where it has one; its sides are used, not typed again.

    Raises:
        ValueError: when its statement is neither a chain nor an inequality.
    """
    statement: Any = claim.corrected or claim.printed
    if part is not None and isinstance(statement, AllOf):
        statement = dict(statement.parts)[part]
    if isinstance(statement, Inequality):
        return Grant(_of_relation(statement.relation), claim.id, claim=claim)
    if not isinstance(getattr(statement, "statement", None), Statement):
        raise ValueError(f"{claim.id}: its statement is no chain and no inequality")  # noqa: TRY004
    return Grant(statement.statement, claim.id, claim=claim)


def _of_relation(relation: Relation) -> Statement:
    """A relation of the prover as a statement, its variables as parameters of the same names."""
    named = {
        v.symbol: Parameter(v.symbol.name, Extent(v.lower, v.upper, v.open_lower, v.open_upper, v.integer))
        for v in relation.variables
    }
    left, right = relation.left.xreplace(named), relation.right.xreplace(named)
    where = tuple(condition(c.xreplace(named)) for c in relation.where)
    return Statement(Comparison(left, relation.sense, right), where)


def cases(*parts: tuple[Any, Chain]) -> Grant:
    """A statement from cases that cover the domain: a condition each, and a chain that assumes it.

    Raises:
        ValueError: when the chains end in different statements, or a case is about something random.
    """
    splits = tuple(condition(c) for c, _ in parts)
    chains = tuple(chain for _, chain in parts)
    conclusions = {chain.statement.unfolded().conclusion for chain in chains}
    # Almost surely X <= 1 or almost surely X >= 1: of a random X neither need be so.
    if varied := [c for c in splits if exposed(c)]:
        raise ValueError(f"cases: {varied[0]} is random")
    if len(conclusions) != 1 or any(not isinstance(c, Comparison) or c.op == "==" for c in splits):
        raise ValueError("cases: comparisons, and chains with one conclusion")
    others = [h for split, chain in zip(splits, chains, strict=True) for h in chain.given if h != split]
    given = tuple(dict.fromkeys(others))
    statement = Statement(chains[0].statement.conclusion, given)
    return Grant(statement, "cases", chains=chains, split=Split(splits, given))


def obtain(existing: Grant, chain: Chain) -> Grant:
    """What a chain shows with the help of something that exists, by a fact: its conclusion, which is not about it.

    The chain assumes of the new letters what the fact says of them, and nothing else.

    Raises:
        ValueError: when the fact says of nothing that it exists, the chain does not assume what it says, or the chain's
            conclusion or another hypothesis is about the new letters.
    """
    said = existing.statement.conclusion
    if not existing.found or said not in chain.given:
        raise ValueError(f"obtain: a fact that says what exists, and a chain that assumes it, not {said}")
    others = tuple(c for c in chain.given if c != said)
    rest = Statement(chain.statement.conclusion, (*existing.statement.hypotheses, *others))
    for letter in existing.found:
        if any(mentions(c, letter) for c in (rest.conclusion, *rest.hypotheses, *existing.owed)):
            raise ValueError(f"obtain: {letter} exists for the chain's sake, and {rest.text()} is about it")
    return Grant(rest, existing.because, existing.owed, existing.schemas, chains=(chain,))


def each(chain: Chain, index: Any, *conditions: Any) -> Grant:
    """A chain's conclusion for each value of a letter that satisfies these of its hypotheses.

    Raises:
        ValueError: when another hypothesis depends on the letter.
    """
    limits = tuple(condition(c) for c in conditions)
    shown = chain.statement
    others = tuple(h for h in shown.hypotheses if h not in limits)
    if varied := [h for h in others if index in h.free_symbols]:
        raise ValueError(f"each: {varied[0]} depends on {index}")
    return Grant(Statement(Each(shown.conclusion, index, *limits), others), "for each", chains=(chain,))


def included(event: Any, larger: Any) -> Grant:
    """P(event) <= P(larger), where the one implies the other."""
    return Grant(Statement(Included.bound(event, larger)), "inclusion", (Included(event, larger),))
