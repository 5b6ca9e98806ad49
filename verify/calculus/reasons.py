"""Reasons of a step: each grants a statement. What it still owes, its hypotheses, the chain's check collects."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
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


@dataclass(frozen=True)
class Schema:
    """A textbook fact: from its arguments a statement with hypotheses; cited, and stressed on exact cases.

    `letters` are arguments to show it with. `cases` yields arguments and values of their letters at which the
    statement must hold; `textbook` is the older form of the same fact, whose stress test must hold as well.
    """

    name: str
    citation: str
    build: Callable[..., Statement]
    letters: tuple[Any, ...]
    cases: Callable[[], Iterator[Case]]
    textbook: Fact | None = None

    def __call__(self, *arguments: Any) -> Grant:
        """The instance at these arguments.

        Raises:
            ValueError: when a number is asked for and something random, infinite or no number is given, or a letter of
            an argument is one that the fact binds.
        """
        exact = tuple(map(sympy.sympify, arguments))
        numbers = {x: a for x, a in zip(self.letters, exact, strict=True) if isinstance(x, sympy.Symbol)}
        owed, built = in_range(numbers), self.build(*exact)
        coming = set().union(*(a.free_symbols for a in exact)) if exact else set()
        bound = {i for c in (built.conclusion, *built.hypotheses) for i in bound_letters(c)}
        if captured := bound & coming:
            raise ValueError(f"{self.name}: {min(captured, key=str)} would be captured: it needs another letter")
        return Grant(built, self.name, owed, schemas=(self,))

    @property
    def statement(self) -> Statement:
        """The fact in its own letters."""
        return self.build(*self.letters)

    def latex(self) -> str:
        """The fact in its own letters, as LaTeX."""
        return self.statement.latex()

    def fails(self) -> str:
        """Where a stress case breaks the fact, in words; empty where all hold."""
        return _stressed(self)


@cache
def _stressed(schema: Schema) -> str:
    from verify.calculus.values import falsified

    tried = 0
    for arguments, values in schema.cases():
        tried += 1
        broken = falsified(schema.build(*map(sympy.sympify, arguments)), values)
        if broken:
            return f"{schema.name}: {broken}"
    if tried < 5:
        return f"{schema.name}: only {tried} stress cases"
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

    `owed` is what has to hold beside the statement's own hypotheses.
    """

    statement: Statement
    because: str
    owed: tuple[Condition, ...] = ()
    schemas: tuple[Schema, ...] = ()
    claim: Claim | None = None
    chains: tuple[Chain, ...] = ()
    split: Split | None = None
    in_words: bool = False

    def at(self, values: Mapping[Any, Any]) -> Grant:
        """The statement with parameters and names replaced; that numbers lie in their ranges is owed."""
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


def words(sentence: str, grants: Any = None) -> Grant:
    """A joint that the machine can't check: for a whole step, or for one condition that the step needs.

    Raises:
        ValueError: when there is no sentence.
    """
    if not sentence.strip():
        raise ValueError("a joint in words needs a sentence")
    nothing = Property() if grants is None else condition(grants)
    return Grant(Statement(nothing), sentence, in_words=True)


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
