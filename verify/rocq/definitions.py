"""A statement of the calculus over the definitions of the foundations: laws, channels, protocols, risks for its nouns.

A quantity is known by its bounds there: `KL_most P Q k` says that KL(P, Q) is at most k, so that no supremum needs to
exist and an infinite one is at most no number. A comparison is written so, each quantity by the way in which the gap
between the sides moves with it; the two forms say the same wherever the sides are defined.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import groupby
from typing import Any

import sympy

from verify.calculus.conditions import Comparison, Condition, WholeNumber, at_most, below
from verify.calculus.context import Context, contains, direction, sign
from verify.calculus.events import Both, Either, Holds, Not
from verify.calculus.nouns import Discrete
from verify.calculus.over import Each, Infimum, Maximum, Sum, Supremum, exposed
from verify.calculus.statement import Statement
from verify.calculus.terms import Extent, Let, Name, Parameter, Quantity, Random, StandIn, quantities
from verify.prover import Variable
from verify.rocq.nouns import FAMILY, NOUNS, OUTCOMES, RANDOM, SORTS, Known, Noun, Type, Types
from verify.rocq.reals import not_below, real
from verify.rocq.terms import Inexpressible, fresh, hypotheses

_MARK = "@"
"""Before the number of an index, where its type is put in."""
_EXTREMES = (Supremum, Maximum, Infimum)


def stated(statement: Statement, letters: Iterable[Any] = (), found: Iterable[Any] = ()) -> str:
    """A statement as a proposition of Gallina over the definitions of the foundations.

    `letters` are a fact's arguments: it is to be shown in letters, since an instance says less; `found` are those of
    which it says that they exist.

    Raises:
        Inexpressible: where a noun has no definition there, a side moves with a quantity in no known way, or an
            argument is no letter.
    """
    if instances := [x for x in letters if not isinstance(x, Parameter | Name)]:
        raise Inexpressible(f"shown at {instances[0]}, not by letters")
    if [*found]:
        raise Inexpressible("says that something exists")
    return _Writer(statement.unfolded()).text()


class _Writer:
    """Names, types, and the text; what is said later may tell more of a type, so that types are put in at the end."""

    def __init__(self, statement: Statement) -> None:
        self._statement = statement
        self._types = Types()
        self._names: dict[Any, str] = {}
        self._sorts: dict[Any, Type] = {}
        self._context = Context().also(*statement.hypotheses)
        self._local: list[Type] = []
        self._wholes: dict[Any, str] = {}
        """What is said to be whole, by the letter that it has."""
        self._outcome = ""
        """The letter of the outcome, where what is said is of one."""

    def text(self) -> str:
        """For all letters in their ranges: the hypotheses, then the conclusion."""
        free = sorted(self._statement.free(), key=lambda x: (not isinstance(x, Name), str(x)))
        if any(_of_outcomes(c) for c in (self._statement.conclusion, *self._statement.hypotheses)):
            free = [OUTCOMES, *free]
        for letter in free:
            self._declare(letter)
        wholes = [h for h in self._statement.hypotheses if isinstance(h, WholeNumber)]
        for i, h in enumerate(wholes):
            # The whole number that there is has a letter, and stands where it is asked for.
            letter = Parameter("h" if i == 0 else f"h{i}", Extent(sympy.Integer(0), sympy.oo, integer=True))
            self._declare(letter)
            self._wholes[h.args[0]] = self._names[letter]
            free = [*free, letter]
        said = [limit for letter in free for limit in self._range(letter)]
        said += self._picked()
        said += [f"{self._number(e)} = INR {word}" for e, word in self._wholes.items()]
        said += [
            h
            for c in self._statement.hypotheses
            if not (_plain(c) or isinstance(c, WholeNumber))
            for h in self._parts(c)
        ]
        said = [*map(_closed, dict.fromkeys(said)), *_premises(self._condition(self._statement.conclusion))]
        outer = list(dict.fromkeys(v for x in free for v in self._open(self._sorts[x])))
        types = [(self._types_named(v), "Type") for v in outer]
        body = self._typed(" ->\n  ".join(said))
        binders = [
            *types,
            *((self._names[x], self._typed(self._shown(self._sorts[x]))) for x in free),
        ]
        return f"forall {_grouped(binders)},\n  {body}" if binders else body

    def _typed(self, told: str) -> str:
        """The text with the types that are known by now; what an index's type leaves open is any, for each index."""

        def local(mark: re.Match[str]) -> str:
            sort, word = self._local[int(mark[1])], mark[2]
            outer = {v for x in self._statement.free() for v in self._open(self._sorts[x])}
            own = [v for v in dict.fromkeys(self._open(sort)) if v not in outer]
            binders = [*((self._types_named(v), "Type") for v in own), (word, self._shown(sort))]
            return f"forall {_grouped(binders)}" if own else f"forall {word} : {self._shown(sort)}"

        told = re.sub(rf"forall {_MARK}(\d+) ([\w']+)", local, told)
        # A type that nothing names is still a variable.
        return re.sub(r"\?\d+", lambda v: _bracketed(self._named_type(self._shown(v.group()))), told)

    def _named_type(self, told: str) -> str:
        return re.sub(r"\?\d+", lambda v: self._types_named(v.group()), told)

    def _types_named(self, variable: str) -> str:
        """The name of a type that may be any."""
        if variable not in self._names:
            taken = {*self._names.values()}
            self._names[variable] = next(x for x in "ABCHUVWXY" if x not in taken)
        return self._names[variable]

    def _open(self, sort: Type) -> list[str]:
        """The type variables that a type leaves open."""
        return re.findall(r"\?\d+", self._shown(sort))

    def _shown(self, found: Type) -> str:
        found = self._types.solved(found)
        if isinstance(found, str):
            return found
        if found == RANDOM:
            return f"{self._shown(self._sorts[OUTCOMES][1])} -> R"
        return " ".join([found[0], *(_bracketed(self._shown(part)) for part in found[1:])])

    # Letters.

    def _declare(self, letter: Any, *, from_0: bool = False) -> None:
        self._names[letter] = fresh(re.sub(r"\W", "", letter.name), self._names.values())
        if isinstance(letter, Name):
            if letter.sort not in SORTS:
                raise Inexpressible(f"no definition of {letter.sort}")
            own = {"w": self._sorts[OUTCOMES][1]} if letter.sort == FAMILY else {}
            self._sorts[letter] = self._types.instance(SORTS[letter.sort], own)
            return
        if isinstance(letter, Random):
            self._sorts[letter] = RANDOM
            return
        whole = letter.extent.integer
        if whole and letter.extent.lower < 0 and not from_0:
            raise Inexpressible(f"{letter}: a whole number that may be below 0")
        self._sorts[letter] = ("nat",) if whole else ("R",)

    def _new(self, wanted: str) -> StandIn:
        """A real number of which something is said."""
        word = fresh(wanted, self._names.values())
        made = StandIn(word, Extent())
        self._names[made], self._sorts[made] = word, ("R",)
        return made

    def _members(self) -> list[Any]:
        """The members of families of random reals that the statement speaks of, each once."""
        said = (self._statement.conclusion, *self._statement.hypotheses)
        return list(dict.fromkeys(q for c in said for q in sympy.preorder_traversal(c) if getattr(q, "random", False)))

    def _picked(self) -> list[str]:
        """That a member whose number is random is a random real, as each member with a number is."""
        picked = [q for q in self._members() if exposed(q.args[1])]
        return [f"square_integrable {self._names[OUTCOMES]} {self._term(q, RANDOM)}" for q in picked]

    def _range_of_family(self, family: Any) -> list[str]:
        """That each member is a random real, in its range."""
        space, word, index = self._names[OUTCOMES], self._names[family], fresh("k", self._names.values())
        said = [f"square_integrable {space} ({word} {index})"]
        for noun in {type(q): q for q in self._members() if q.args[0] == family}.values():
            ends = [(noun.lower, "(fun _ => {1}) ({0})"), (noun.upper, "({0}) (fun _ => {1})")]
            sides = [form.format(f"{word} {index}", real(end, {})) for end, form in ends if end.is_finite]
            said += [f"almost_le {space} {each}" for each in sides]
        return [f"forall {index} : nat, {each}" for each in said]

    def _range(self, letter: Any) -> list[str]:
        if isinstance(letter, Name) and letter.sort == FAMILY:
            return self._range_of_family(letter)
        if not isinstance(letter, Parameter):
            return []
        e: Extent = letter.extent
        if isinstance(letter, Random):
            space, word = self._names[OUTCOMES], self._names[letter]
            said = [f"square_integrable {space} {word}"]
            said += [f"almost_le {space} (fun _ => {real(e.lower, {})}) {word}"] if e.lower.is_finite else []
            return said + ([f"almost_le {space} {word} (fun _ => {real(e.upper, {})})"] if e.upper.is_finite else [])
        if not e.integer:
            v = Variable(letter, e.lower, e.upper, e.open_lower, e.open_upper)
            return hypotheses(v, self._names[letter])
        said = [f"({e.lower} <= {self._names[letter]})%nat"] if e.lower > 0 else []
        return said + ([f"({self._names[letter]} <= {e.upper})%nat"] if e.upper.is_finite else [])

    # Terms.

    def _number(self, term: Any) -> str:
        """A real expression without quantities other than those with terms of their own."""
        if exposed(term) and not self._outcome:
            raise Inexpressible(f"{term}: random, as a number")
        names = {x: self._letter_as_number(x) for x in self._names if x in self._sorts}
        for q in quantities(term):
            if (noun := self._noun(q)).known != "value":
                raise Inexpressible(f"{q} is known by its bounds, not as a number")
            names[q] = self._made(noun, q, ("R",))
        return real(term, names)

    def _letter_as_number(self, letter: Any) -> str:
        word = self._names[letter]
        if self._sorts[letter] == ("nat",):
            return f"INR {word}"
        return f"{word} {self._outcome}" if self._sorts[letter] == RANDOM else word

    def _of_outcome(self, said: Callable[[], str]) -> str:
        """A function of the outcome; inside another one, of an outcome of its own."""
        before = self._outcome
        self._outcome = fresh("w", {*self._names.values(), before})
        try:
            return f"(fun {self._outcome} => {said()})"
        finally:
            self._outcome = before

    def _event(self, e: Any) -> str:
        """What holds at the outcome at hand where an event occurs."""
        if isinstance(e, Holds):
            c = e.args[0]
            sign = "=" if c.op == "==" else "<" if c.strict else "<="
            return f"{self._number(c.small)} {sign} {self._number(c.large)}"
        if isinstance(e, Not):
            return f"~ {_grouped_event(self._event(e.args[0]))}"
        if isinstance(e, Both | Either):
            sign = " /\\ " if isinstance(e, Both) else " \\/ "
            return sign.join(_grouped_event(self._event(part)) for part in e.args)
        if isinstance(e, Name) and e in self._sorts:
            self._types.unify(self._sorts[e], ("event", self._sorts[OUTCOMES][1]))
            return f"{self._names[e]} {self._outcome}"
        raise Inexpressible(f"no definition of the event {e}")

    def _whole(self, term: Any) -> str:
        """A natural number."""
        if isinstance(term, sympy.Integer) and term >= 0:
            return str(term)
        if term in self._wholes:
            return self._wholes[term]
        if isinstance(term, Parameter) and self._sorts.get(term) == ("nat",):
            return self._names[term]
        if isinstance(term, Random) and self._outcome:
            return f"(place ({self._number(term)}))"
        if isinstance(term, sympy.Add | sympy.Mul):
            sign = " + " if isinstance(term, sympy.Add) else " * "
            return f"({sign.join(map(self._whole, term.args))})"
        raise Inexpressible(f"{term} where a natural number is asked for")

    def _term(self, term: Any, wanted: Type) -> str:  # noqa: PLR0911  # one return a kind of type
        """What stands for a term, which must be of a type, in brackets where it is no single word."""
        if self._types.solved(wanted) == ("nat",):
            return self._whole(term)
        if self._types.solved(wanted) == ("R",):
            return _bracketed(self._number(term))
        if wanted == ("random",):
            bare = isinstance(term, Random) and term in self._names
            return self._names[term] if bare else self._of_outcome(lambda: self._number(term))
        if wanted == ("occurs",):
            return self._of_outcome(lambda: self._event(term))
        if isinstance(term, Name):
            self._types.unify(self._sorts[term], wanted)
            return self._names[term]
        if isinstance(term, Discrete):
            self._types.unify(("law", ("R",)), wanted)
            pairs = zip(term.points, term.masses, strict=True)
            return f"(finite [{'; '.join(f'({self._number(x)}, {self._number(w)})' for x, w in pairs)}])"
        return _bracketed(self._made(self._noun(term), term, wanted))

    def _noun(self, term: Any) -> Noun:
        known = type(term).__name__
        # A risk is one of numbers, of vectors, of functions: by the class that it is over.
        of = f"{known} of {type(term.args[1]).__name__}" if len(term.args) > 1 else known
        if known == "Expectation" and (term.infinite or _growth(term.args[0]) > _INTEGRABLE):
            if not (term.args[0].is_positive or not_below(term.args[0].as_base_exp()[0])):
                raise Inexpressible(f"{term}: need not be finite")
            of = f"infinite {known}"
        if of not in NOUNS and known not in NOUNS:
            raise Inexpressible(f"no definition of {known}")
        return NOUNS[of] if of in NOUNS else NOUNS[known]

    def _made(self, noun: Noun, term: Any, wanted: Type) -> str:
        taken: dict[str, Type] = {}
        asked = [self._types.instance(told, taken) for told in noun.arguments]
        self._types.unify(self._types.instance(noun.type, taken), wanted)
        given = noun.taken(term)
        if len(asked) != len(given):
            raise Inexpressible(f"{term}: with so many arguments")
        space = self._names.get(OUTCOMES, "")
        return noun.form.format(
            *(self._term(a, t) for a, t in zip(given, asked, strict=True)), outcomes=space, outcome=self._outcome
        )

    # Conditions.

    def _parts(self, c: Condition) -> list[str]:
        """A condition, an equality of quantities as two."""
        known = isinstance(c, Comparison) and all(self._kind(q) == "value" for q in quantities(c.left - c.right))
        if not isinstance(c, Comparison) or c.op != "==" or exposed(c) or known:
            return [self._condition(c)]
        return [self._compared(way) for way in (at_most(c.left, c.right), at_most(c.right, c.left))]

    def _condition(self, c: Condition) -> str:
        if isinstance(c, Each):
            self._declare(c.index, from_0=sign(c.index, self._context.also(*c.conditions)) == 1)
            return self._each(c.index, c.conditions, lambda: self._condition(c.body))
        if isinstance(c, WholeNumber):
            return f"exists whole : nat, {self._number(c.args[0])} = INR whole"
        if isinstance(c, Comparison) and exposed(c):
            return self._almost(c)
        if isinstance(c, Comparison):
            return self._compared(c) if c.op != "==" else self._equal(c)
        return self._made(self._noun(c), c, ("Prop",))

    def _almost(self, c: Comparison) -> str:
        """A comparison that holds almost surely."""
        sides = [self._term(side, RANDOM) for side in (c.small, c.large)]
        word = "almost_eq" if c.op == "==" else "almost_lt" if c.strict else "almost_le"
        return f"{word} {self._names[OUTCOMES]} {' '.join(sides)}"

    def _equal(self, c: Comparison) -> str:
        if all(self._kind(q) == "value" for side in (c.left, c.right) for q in quantities(side)):
            return f"{self._number(c.left)} = {self._number(c.right)}"
        for q, number in ((c.left, c.right), (c.right, c.left)):
            if isinstance(q, Quantity) and self._kind(q) == "is" and not quantities(number):
                return self._bounded(q, number)
        return " /\\ ".join(map(_closed, self._parts(c)))

    def _each(self, index: Any, limits: Iterable[Condition], said: Callable[[], str]) -> str:
        """For each index, which is declared before, that satisfies the limits."""
        asked = [*self._range(index), *(_closed(self._condition(c)) for c in limits)]
        told = " -> ".join([*dict.fromkeys(asked), said()])
        # A message of any type: what stays open of an index's type is any, for each index again.
        self._local.append(self._sorts[index])
        return f"forall {_MARK}{len(self._local) - 1} {self._names[index]}, {told}"

    def _compared(self, c: Comparison) -> str:
        """A comparison, quantity by quantity: those that may be any number above, then those for which there is one."""
        make = below if c.strict else at_most
        small, large = c.small, c.large
        every: list[tuple[str, str]] = []
        some: list[tuple[str, str]] = []
        bounds = []
        for q in dict.fromkeys((*quantities(small), *quantities(large))):
            kind = self._kind(q)
            alone = (kind == "most" and q == small and not contains(large, q)) or (
                kind == "least" and q == large and not contains(small, q)
            )
            if kind == "value" or (alone and not c.strict):
                continue
            helps = None if kind == "is" else self._helps(q, small, large)
            bound = self._new(self._letter(q))
            bounds.append(bound)
            known = self._bounded(q, bound)
            if kind != "is" and helps is None:
                # Neither way: at the number itself, of which the finite ones have one.
                end = "least" if kind == "most" else "largest"
                known = f"{end}_bound ({known.rpartition(chr(32))[0]}) {self._names[bound]}"
            universal = kind != "is" and (helps is None or helps == (kind == "most"))
            (every if universal else some).append((self._names[bound], known))
            small, large = (side.xreplace({q: bound}) for side in (small, large))
        said = self._last(make(small, large))
        for word, told in reversed(some):
            said = f"exists {word} : R, {_closed(told)} /\\ {_closed(said)}"
        for word, told in reversed(every):
            said = f"forall {word} : R, {_closed(told)} -> {said}"
        for bound in bounds:
            del self._names[bound], self._sorts[bound]
        return said

    def _last(self, c: Comparison) -> str:
        """A comparison of numbers, or of a quantity with a number."""
        for q, bound in ((c.small, c.large), (c.large, c.small)):
            if isinstance(q, Quantity) and not isinstance(q, Let) and self._kind(q) != "value":
                return self._bounded(q, bound)
        sign = "<" if c.strict else "<="
        if c.small.free_symbols | c.large.free_symbols and all(self._is_natural(side) for side in (c.small, c.large)):
            return f"({self._whole(c.small)} {sign} {self._whole(c.large)})%nat"
        return f"{self._number(c.small)} {sign} {self._number(c.large)}"

    def _is_natural(self, term: Any) -> bool:
        """Whether it is a letter for a natural number, or such a number."""
        return (term.is_Integer and term >= 0) or self._sorts.get(term) == ("nat",)

    def _helps(self, q: Any, small: Any, large: Any) -> bool | None:
        """Whether the gap grows with a quantity; None where it is not seen to grow or to shrink."""
        ways = {direction(large, q, self._context)} if contains(large, q) else set()
        if contains(small, q):
            way = direction(small, q, self._context)
            ways.add(None if way is None else -way)
        if len(ways) == 1 and None not in ways:
            return ways.pop() == 1
        if q.infinite or isinstance(q, _EXTREMES) or self._noun(q) is NOUNS["infinite Expectation"]:
            raise Inexpressible(f"the sides of {small} <= {large} move with {q} in no known way")
        return None

    def _kind(self, q: Any) -> Known:
        if isinstance(q, Supremum | Maximum | Sum):
            return "most"
        return "least" if isinstance(q, Infimum) else self._noun(q).known

    def _letter(self, q: Any) -> str:
        return "c" if isinstance(q, (*_EXTREMES, Sum)) else self._noun(q).letter

    def _bounded(self, q: Any, bound: Any) -> str:
        """That a quantity is at most, at least, or just a number."""
        if isinstance(q, _EXTREMES):
            self._declare(q.index)
            way = at_most(bound, q.body) if isinstance(q, Infimum) else at_most(q.body, bound)
            return self._each(q.index, q.conditions, lambda: self._compared(way))
        if isinstance(q, Sum):
            return self._summed(q, bound)
        return f"{self._made(self._noun(q), q, ('R',))} {_bracketed(self._number(bound))}"

    def _summed(self, total: Sum, bound: Any) -> str:
        """That a sum is at most a number: there is one that each quantity is at most, and these add up."""
        found = [q for q in quantities(total.body) if self._kind(q) != "value"]
        if total.first != 1 or len(found) != 1 or self._kind(found[0]) != "most":
            raise Inexpressible(f"a sum of {total.body}")
        if direction(total.body, found[0], self._context) != 1:
            raise Inexpressible(f"a sum of {total.body}, which does not grow with {found[0]}")
        self._declare(total.index)
        index, values = self._names[total.index], fresh("x", self._names.values())
        each = StandIn(values, Extent())
        self._names[each], self._sorts[each] = f"{values} {index}", ("R",)
        said = self._each(total.index, total.conditions, lambda: self._compared(at_most(found[0], each)))
        body = self._number(total.body.xreplace({found[0]: each}))
        whole = f"Sum (seq 1 {self._whole(total.last)}) (fun {index} => {body}) <= {self._number(bound)}"
        return f"exists {values} : nat -> R, {_closed(said)} /\\ {whole}"


def _grouped(binders: Iterable[tuple[str, str]]) -> str:
    """Letters with their types, neighbours of one type together."""
    groups = [([word for word, _ in group], kind) for kind, group in groupby(binders, key=lambda b: b[1])]
    return " ".join(f"({' '.join(words)} : {kind})" for words, kind in groups)


def _of_outcomes(term: Any) -> bool:
    """Whether random reals, families of such, or expectations and the like, stand in a term."""
    nodes = sympy.preorder_traversal(term)
    return any(
        isinstance(n, Random) or (isinstance(n, Quantity) and n.averages) or (isinstance(n, Name) and n.sort == FAMILY)
        for n in nodes
    )


_INTEGRABLE = 2
"""The power of random reals up to which expectations are finite: all of them are square integrable."""


def _growth(e: Any) -> Any:
    """The power of random reals that bounds a term, oo where none is seen."""
    if not exposed(e):
        return sympy.Integer(0)
    if isinstance(e, Random) or (isinstance(e, Quantity) and e.random):
        return sympy.Integer(1)
    if isinstance(e, sympy.Add | sympy.Max | sympy.Min | sympy.Abs):
        return max(map(_growth, e.args))
    if isinstance(e, sympy.Mul):
        return sum(map(_growth, e.args), sympy.Integer(0))
    if isinstance(e, sympy.Pow) and e.exp.is_Integer and e.exp > 0:
        return _growth(e.base) * e.exp
    return sympy.oo


def _grouped_event(said: str) -> str:
    return f"({said})" if re.search(r"/\\|\\/|~|<|=", said) else said


def _plain(c: Condition) -> bool:
    """Whether a condition is a true comparison of rational numbers, of which nothing needs to be said."""
    if not isinstance(c, Comparison) or not (c.left.is_Rational and c.right.is_Rational):
        return False
    return bool(c.small < c.large or (c.small == c.large and not c.strict))


def _bracketed(said: str) -> str:
    """A term as an argument."""
    return said if re.fullmatch(r"[\w.']+|\?\d+|\(.*\)", said) and _whole(said) else f"({said})"


def _closed(said: str) -> str:
    """A proposition before an arrow or in a conjunction."""
    return f"({said})" if re.search(r"forall|exists|->|/\\", said) and not (said[0] == "(" and _whole(said)) else said


def _premises(said: str) -> list[str]:
    """What stands before and behind the arrows of a proposition."""
    parts, depth = [""], 0
    for piece in re.split(r"( -> |[()])", said):
        depth += (piece == "(") - (piece == ")")
        if piece == " -> " and depth == 0 and not parts[-1].startswith("exists"):
            parts.append("")
        else:
            parts[-1] += piece
    return parts


def _whole(said: str) -> bool:
    """Whether brackets at both ends, if any, are a pair."""
    depth = 0
    for i, mark in enumerate(said):
        depth += (mark == "(") - (mark == ")")
        if depth == 0 and mark == ")" and i < len(said) - 1:
            return False
    return True
