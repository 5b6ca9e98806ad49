"""Reasons of a step: each grants a statement. What it still owes, its hypotheses, the chain's check collects."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, get_args

import sympy

from verify.kernel.calculus.conditions import Comparison, Condition, Defined, Property, at_most, below, condition, equal
from verify.kernel.calculus.gate import admit, constant
from verify.kernel.calculus.over import Each, Infimum, Maximum, Sum, Supremum, bound_letters, exposed, substitute
from verify.kernel.calculus.statement import Statement
from verify.kernel.calculus.terms import Extent, Name, Parameter, is_number, unfold
from verify.kernel.calculus.textbook import Fact
from verify.kernel.prover import Relation
from verify.kernel.rocq import library
from verify.kernel.statements.claim import Claim
from verify.kernel.statements.finite import AllOf
from verify.kernel.statements.inequality import Inequality

if TYPE_CHECKING:
    from verify.kernel.calculus.chain import Chain

Case = tuple[tuple[Any, ...], Mapping[Any, Any]]
"""The arguments of a schema, and values of the letters in them."""
Grade = Literal["definition", "theorem", "lemma"]
"""What stands behind a fact: the meaning of its nouns, the literature, or a proof that is to be shown."""
Outside = tuple[int, tuple[Any, ...], Mapping[Any, Any]]
"""The place of a hypothesis, from 0, and a case that breaks this one alone, and the conclusion."""


class _Help:
    """What `help` shows: of the class its docstring, of a fact what it says and how it is cited."""

    def __init__(self, of_class: str | None) -> None:
        self._of_class = of_class

    def __get__(self, fact: Schema | None, _: type) -> str | None:
        if fact is None:
            return self._of_class
        from verify.kernel.calculus.listing import described

        return described(fact)


@dataclass(frozen=True, repr=False)
class Schema:
    """A fact: from its arguments a statement with hypotheses; graded, cited, and stressed on exact cases.

    `grade` is what stands behind it. A `definition` unfolds a term or computes its value at a given one: it needs no
    property of sums, expectations or independent draws. A `theorem` is a named result of the literature in the
    statement of its source, whose place the citation names. Every other fact, ours or a paper's, is a `lemma`, however
    short its argument, and its citation says why it holds.

    `letters` are arguments to show it with. `cases` yields arguments and values of their letters at which the
    statement must hold; `textbook` is the older form of the same fact, whose stress test must hold as well. Where some
    of the letters are in `finds` the fact says that there are such ones, and a chain uses it by `obtain`. `outside`
    yields the place of a hypothesis, from 0, and a case that breaks this one alone and the conclusion with it. `proof`
    makes a chain that shows the fact, in its letters and from other facts; `verify.kernel.calculus.grounds` checks it.
    """

    __doc__ = _Help(__doc__)

    name: str
    grade: Grade
    citation: str
    build: Callable[..., Statement]
    letters: tuple[Any, ...]
    cases: Callable[[], Iterator[Case]]
    textbook: Fact | None = None
    finds: tuple[Any, ...] = ()
    outside: Callable[[], Iterator[Outside]] | None = None
    proof: Callable[[], Chain] | None = None

    def __post_init__(self) -> None:
        """Require a grade.

        Raises:
            ValueError: when it is none of the three.
        """
        if self.grade not in get_args(Grade):
            raise ValueError(f"{self.name}: grade = {self.grade!r}: must be one of {', '.join(get_args(Grade))}")

    def library_proof(self) -> str:
        """The lemma of Rocq's library that proves it; empty where none does."""
        return library.proofs().get(self.name, "")

    def __repr__(self) -> str:
        """Its name and its arguments."""
        return f"<{self.grade} {self.name}: {', '.join(map(str, self.letters))}>"

    def __call__(self, *arguments: Any) -> Grant:
        """The instance at these arguments.

        Raises:
            ValueError: when a number is asked for and something random, infinite or no number is given, a letter of an
            argument is one that the fact binds, or what is said to exist is no new letter of the same range.
        """
        exact = tuple(map(sympy.sympify, arguments))
        given = list(zip(self.letters, exact, strict=True))
        found = {x: a for x, a in given if x in self.finds}
        _check_new(self, found, [a for x, a in given if x not in self.finds])
        built, owed = self.build(*exact), self._owed([(x, a) for x, a in given if x not in self.finds])
        coming = set().union(*(a.free_symbols for a in exact)) if exact else set()
        bound = {i for c in (built.conclusion, *built.hypotheses) for i in bound_letters(c)}
        if captured := bound & coming:
            raise ValueError(f"{self.name}: {min(captured, key=str)} would be captured: it needs another letter")
        return Grant(built, self.name, owed, ("fact", (self, *exact)), schemas=(self,), found=tuple(found.values()))

    def _owed(self, given: list[tuple[Any, Any]]) -> tuple[Condition, ...]:
        """What the arguments owe: those for variables and names by the gate, the others as far as they are like it."""
        owed: list[Condition] = []
        for letter, argument in given:
            if isinstance(letter, Parameter | Name):
                # Only a name's value may be random where the fact takes an expectation: the fact is built with both.
                named = isinstance(letter, Name) and exposed(unfold(argument))
                built = self.build(*(x if x == letter else a for x, a in given)) if named and not self.finds else None
                owed += admit({letter: argument}, () if built is None else (built.conclusion, *built.hypotheses))
            elif isinstance(letter, sympy.Rational):
                owed += constant(argument)
            elif is_number(letter) != is_number(argument):
                raise ValueError(f"{self.name}: {argument} can't stand in the place of {letter}")
            elif not isinstance(argument, Name):
                owed.append(Defined(argument))
        return tuple(owed)

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
    from verify.kernel.calculus import values

    judged = 0
    for arguments, case in schema.cases():
        statement = schema.build(*map(sympy.sympify, arguments))
        holds = values.stressed(statement, case)
        if holds is False:
            return f"{schema.name}: {statement.conclusion} fails at {case}"
        judged += holds is not None
    # A case that leaves it open could not have failed; a fact without letters has one case.
    if judged < (5 if schema.letters else 1):
        return f"{schema.name}: only {judged} test cases decide"
    if schema.textbook is not None and any(left > right for left, right in schema.textbook.stress()):
        return f"{schema.name}: its older test cases fail"
    return ""


@dataclass(frozen=True)
class _Split:
    """Cases: their conditions, and the hypotheses under which they must cover everything."""

    conditions: tuple[Condition, ...]
    given: tuple[Condition, ...]


@dataclass(frozen=True)
class Grant:
    """A statement that a step may use, and why: a fact, a claim, a chain, a hypothesis, a case split, or words.

    Grants are made by the rules of this module. `origin` is the rule and what it was made of; a check makes it again
    from these and believes nothing else that stands in it (`derived`). `owed` is what has to hold next to the
    statement's own hypotheses; `found` are letters that the statement says to exist, and it may be used by `obtain`
    alone; `leans` are ids of claims that words speak of.
    """

    statement: Statement
    because: str
    owed: tuple[Condition, ...] = ()
    origin: tuple[str, tuple[Any, ...]] = field(default=("", ()), hash=False, repr=False)
    schemas: tuple[Schema, ...] = ()
    claim: Claim | None = None
    chains: tuple[Chain, ...] = ()
    split: _Split | None = None
    in_words: bool = False
    found: tuple[Any, ...] = ()
    leans: tuple[str, ...] = ()

    def at(self, values: Mapping[Any, Any]) -> Grant:
        """The statement with parameters and names replaced; what the gate asks of the values is owed.

        Raises:
            ValueError: when it says that something exists: its fact takes the arguments.
        """
        if self.found:
            raise ValueError(f"{self.because}: give the fact other arguments")
        exact = {old: sympy.sympify(new) for old, new in values.items()}
        said = (self.statement.conclusion, *self.statement.hypotheses, *self.owed)
        owed = tuple(substitute(c, exact) for c in self.owed) + admit(exact, said)
        origin = ("at", (self, *exact.items()))
        return replace(self, statement=self.statement.at(exact), owed=owed, origin=origin)


@dataclass(frozen=True)
class Choice:
    """What holds for every value of a parameter holds for this one."""

    values: tuple[tuple[Parameter, Any], ...]

    @property
    def because(self) -> str:
        """In words."""
        return "choice of " + ", ".join(f"{p} = {e}" for p, e in self.values)


@dataclass(frozen=True)
class Because:
    """A sentence for the step at which it stands, under the chain's own hypotheses."""

    sentence: str
    leans: tuple[str, ...]


class Included(Property):
    """That one event implies another."""

    form = r"{0} \subseteq {1}"

    @staticmethod
    def bound(event: Any, larger: Any) -> Comparison:
        """P(event) <= P(larger)."""
        from verify.kernel.calculus.nouns import Probability

        return at_most(Probability(event), Probability(larger))


def because(sentence: str, *leans: str) -> Because:
    """An informal step: `words` for the step at which it stands, under the chain's own hypotheses.

    `leans` are ids of claims that the sentence speaks of.
    """
    return Because(sentence, leans)


def reason(given: Any, step: tuple[Any, str, Any], hypotheses: tuple[Condition, ...]) -> Grant | Choice:
    """The reason of a step from one line to the next, of a chain with these hypotheses."""
    if isinstance(given, Grant | Choice):
        return given
    if isinstance(given, Because):
        return words(given.sentence, _relation(*step), given=hypotheses, leans=given.leans)
    if isinstance(given, Claim):
        return cite(given)
    if isinstance(given, _chain_type()):
        return shown(given)
    return assumed(given)


def _relation(left: Any, op: str, right: Any) -> Comparison:
    """A step, its smaller side first."""
    return Comparison(right, op.replace(">", "<"), left) if op in (">", ">=") else Comparison(left, op, right)


def _chain_type() -> type[Chain]:
    from verify.kernel.calculus.chain import Chain

    return Chain


def shown(chain: Chain) -> Grant:
    """The conclusion of a chain.

    Raises:
        ValueError: when it is no chain.
    """
    if type(chain) is not _chain_type():
        raise ValueError(f"a chain, not {type(chain).__name__}")
    return Grant(chain.statement, "shown above", (), ("chain", (chain,)), chains=(chain,))


def assumed(given: Any) -> Grant:
    """A hypothesis of the conclusion."""
    known = condition(given)
    return Grant(Statement(known, (known,)), "hypothesis", (), ("hypothesis", (known,)))


def words(sentence: str, grants: Any = None, *, given: tuple[Any, ...] = (), leans: tuple[str, ...] = ()) -> Grant:
    """A joint that the machine can't check: for a whole step, or for one condition that the step needs.

    `given` is what the sentence asks for, to be shown where it is used; `leans` are ids of claims that it speaks of:
    what stands in words is as weak as they are.

    Raises:
        ValueError: when there is no sentence, or something is asked for and nothing granted.
    """
    if not sentence.strip():
        raise ValueError("an informal step needs a sentence")
    if given and grants is None:
        raise ValueError("words for a whole step ask for nothing: name the condition that they grant")
    nothing = Property() if grants is None else condition(grants)
    origin = ("words", (sentence, grants, given, leans))
    return Grant(Statement(nothing, tuple(map(condition, given))), sentence, (), origin, in_words=True, leans=leans)


def choose(values: Mapping[Parameter, Any]) -> Choice:
    """The line with parameters at chosen values, each shown to lie in its range."""
    return Choice(tuple((p, sympy.sympify(e)) for p, e in values.items()))


def cite(claim: Claim, part: str | None = None) -> Grant:
    """A claim of the ledger as a reason: its correction where it has one; its sides are used, not typed again.

    Raises:
        ValueError: when its statement is neither a chain nor an inequality.
    """
    statement: Any = claim.corrected or claim.printed
    if part is not None and isinstance(statement, AllOf):
        statement = dict(statement.parts)[part]
    origin = ("claim", (claim, part))
    if type(statement) is Inequality:
        return Grant(_of_relation(statement.relation), claim.id, (), origin, claim=claim)
    if type(statement) is not _chain_type():
        raise ValueError(f"{claim.id}: its statement is no chain and no inequality")
    return Grant(statement.statement, claim.id, (), origin, claim=claim)


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
    return Grant(statement, "cases", (), ("cases", parts), chains=chains, split=_Split(splits, given))


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
    origin = ("obtain", (existing, chain))
    return Grant(rest, existing.because, existing.owed, origin, existing.schemas, chains=(chain,))


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
    conclusion, origin = Each(shown.conclusion, index, *limits), ("each", (chain, index, *limits))
    return Grant(Statement(conclusion, others), "for each", (), origin, chains=(chain,))


def included(event: Any, larger: Any) -> Grant:
    """P(event) <= P(larger), where the one implies the other."""
    owed = (Included(event, larger),)
    return Grant(Statement(Included.bound(event, larger)), "inclusion", owed, ("included", (event, larger)))


def at_index(term: Any, place: Any) -> Grant:
    """What a supremum, a maximum, an infimum or a condition for each index says of one index.

    Raises:
        ValueError: when it is none of these, or the place is none that the gate admits.
    """
    known = unfold(term)
    if not isinstance(known, Supremum | Maximum | Infimum | Each):
        raise ValueError(f"{term} is taken over no index")  # noqa: TRY004
    values = {known.index: sympy.sympify(place)}
    owed = (*admit(values, (known.body,)), *(substitute(c, values) for c in known.conditions))
    here = substitute(known.body, values)
    origin = ("at index", (term, values[known.index]))
    if isinstance(known, Each):
        return Grant(Statement(here, (known,)), "for one index", owed, origin)
    conclusion = at_most(known, here) if isinstance(known, Infimum) else at_most(here, known)
    return Grant(Statement(conclusion), "one index of all", owed, origin)


def multiple_of(factor: Any, term: Any) -> Grant:
    """A number times a supremum, an average or a sum is that of the multiples.

    Of a supremum the factor is at least 0; of a sum it is above 0, since what is summed may be infinite.

    Raises:
        ValueError: when it is none of these, or the factor is random or depends on the index.
    """
    known, factor = unfold(term), sympy.sympify(factor)
    if not isinstance(known, Supremum | Sum):
        raise ValueError(f"{term} is no supremum and no sum")  # noqa: TRY004
    owed, zero = constant(factor), sympy.Integer(0)
    if known.index in unfold(factor).free_symbols:
        raise ValueError(f"the factor {factor} depends on {known.index}")
    multiples = known.func(factor * known.body, known.index, *known.args[2:])
    positive = (below if isinstance(known, Sum) else at_most)(zero, factor)
    because, origin = "a multiple of each", ("multiple of", (factor, term))
    return Grant(Statement(equal(multiples, factor * known)), because, (*owed, positive), origin)


def telescoped(total: Any) -> Grant:
    """The sum of the differences of neighbours is that of the ends: of f(k) - f(k + 1), for a sum of f(k).

    Raises:
        ValueError: when it is no sum.
    """
    known = unfold(total)
    if not isinstance(known, Sum):
        raise ValueError(f"{total} is no sum")  # noqa: TRY004
    places = (known.index + 1, known.first, known.last + 1)
    owed = [c for place in places[1:] for c in admit({known.index: place}, (known.body,))]
    following, first, last = (substitute(known.body, {known.index: place}) for place in places)
    fallen = Sum(known.body - following, known.index, known.first, known.last)
    owed.append(at_most(known.first, known.last))
    because, origin = "neighbours cancel", ("telescoped", (total,))
    return Grant(Statement(equal(fallen, first - last)), because, tuple(owed), origin)


@cache
def home(schema: Schema) -> str | None:
    """The module whose FACTS list a fact: where it is built, or the textbook's list; None where neither does."""
    from verify.kernel.calculus.facts import SCHEMAS

    build = schema.build.func if isinstance(schema.build, partial) else schema.build
    listed = getattr(import_module(build.__module__), "FACTS", ())
    if any(fact is schema for fact in listed):
        return build.__module__
    return TEXTBOOK if any(fact is schema for fact in SCHEMAS) else None


TEXTBOOK = "verify.kernel.calculus.facts"
"""Where the textbook's facts stand: a fact of another module is its author's own."""
