"""A statement of the calculus over the definitions of the foundations: laws, channels, protocols, risks for its nouns.

A quantity is known by its bounds there: `KL_most P Q k` says that KL(P, Q) is at most k, so that no supremum needs to
exist and an infinite one is at most no number. A comparison is written so, each quantity by the way in which the gap
between the sides moves with it; the two forms say the same wherever the sides are defined.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from itertools import groupby, pairwise
from typing import Any

import sympy
from sympy.core.function import AppliedUndef, UndefinedFunction

from verify.kernel.calculus.conditions import Comparison, Condition, WholeNumber, at_most, below
from verify.kernel.calculus.context import Context, Gap, contains, decide, direction, sign
from verify.kernel.calculus.events import Both, Either, Holds, Not
from verify.kernel.calculus.nouns import Discrete, Expectation
from verify.kernel.calculus.over import Average, Each, Infimum, Maximum, Sum, Supremum, exposed
from verify.kernel.calculus.statement import Statement
from verify.kernel.calculus.terms import (
    Extended,
    Extent,
    Integrable,
    Let,
    Name,
    Object,
    Parameter,
    Quantity,
    Random,
    StandIn,
    quantities,
    text,
)
from verify.kernel.prover import Variable
from verify.kernel.rocq.nouns import (
    ASKED,
    CHOSEN,
    COUNTED,
    DENSITIES,
    DOMINATED,
    FAMILY,
    GROWTH,
    HIDDEN,
    IN_TURN,
    LEARNER,
    LIMITS,
    NOUNS,
    OF_SAMPLES,
    OF_VALUES,
    OUTCOMES,
    POINT,
    RANDOM,
    READ_BY,
    READING,
    SAMPLES,
    SORTS,
    UNIFORM,
    Known,
    Noun,
    Type,
    Types,
    parsed,
)
from verify.kernel.rocq.reals import all_above, not_below, real
from verify.kernel.rocq.terms import Inexpressible, fresh, hypotheses

_ON_SUPPORT = "labelled|point|local_estimate"
"""The types that are of a set of features."""
_MOMENTS = {Random.power: "square_integrable", Integrable.power: "integrable", Extended.power: "quasi_integrable"}
"""What is said of a random real, by the power of such ones below which it stays."""
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
    if instances := [x for x in letters if not (isinstance(x, Parameter | Name) or _is_value(x))]:
        raise Inexpressible(f"shown at {instances[0]}, not by letters")
    return _Writer(statement.unfolded(), tuple(found)).text()


def _is_value(x: Any) -> bool:
    """Whether it is the value at a letter of a function of which nothing is known: a letter for the function."""
    return isinstance(x, AppliedUndef) and len(x.args) == 1 and isinstance(x.args[0], Parameter)


def _related(statement: Statement) -> dict[Any, Any]:
    """Letters for what a statement knows by a relation, each with its term: objects, and numbers within quantities."""
    parts = (statement.conclusion, *statement.hypotheses)
    nodes = dict.fromkeys(node for part in parts for node in sympy.preorder_traversal(part))
    known = [n for n in nodes if (o := NOUNS.get(type(n).__name__)) and o.known == "is"]
    found = [n for n in known if isinstance(n, Object)]
    kinds = (NOUNS[type(term).__name__].type.split()[0] for term in found)
    objects = {Name(f"C_{i}", kind): term for i, (term, kind) in enumerate(zip(found, kinds, strict=True), 1)}
    within = [
        n
        for n in known
        if isinstance(n, Quantity) and any(isinstance(q, Quantity) and q.has(n) for q in nodes if q != n)
    ]
    # Stand-ins, so that none is a letter of the statement.
    words = (f"{NOUNS[type(n).__name__].letter}{i or ''}" for i, n in enumerate(within))
    return objects | {StandIn(word, Extent()): n for word, n in zip(words, within, strict=True)}


def _slopes(statement: Statement) -> dict[Any, tuple[Any, list[Any]]]:
    """Derivatives of unknown functions, each with its place and the values there of functions that stand for them."""
    parts = (statement.conclusion, *statement.hypotheses)
    found = dict.fromkeys(d for c in parts for d in sorted(c.atoms(sympy.Derivative), key=text))
    told = {}
    for d in found:
        value, place, order = d.expr, d.variables[0], len(d.variables)
        names = [f"{value.func.__name__}{k}" for k in range(1, order + 1)]
        told[d] = place, [value, *(sympy.Function(name)(place) for name in names)]
    return told


def _replaced(statement: Statement, letters: Mapping[Any, Any]) -> Statement:
    parts = (part.xreplace(letters) for part in (statement.conclusion, *statement.hypotheses))
    return Statement(next(parts), tuple(parts))


def _values(term: Any) -> list[Any]:
    """The values of unknown functions in a term, those in its quantities left out."""
    found: dict[Any, None] = {}
    walk = sympy.preorder_traversal(term)
    for node in walk:
        if isinstance(node, Quantity):
            walk.skip()
        elif isinstance(node, AppliedUndef):
            found[node] = None
    return [*found]


class _Writer:
    """Names, types, and the text; what is said later may tell more of a type, so that types are put in at the end."""

    def __init__(self, statement: Statement, found: tuple[Any, ...] = ()) -> None:
        self._related = _related(statement)
        slopes = _slopes(statement)
        self._slopes = {slope.func: (value.func, at) for at, of in slopes.values() for value, slope in pairwise(of)}
        letters = {term: letter for letter, term in self._related.items()}
        self._statement = _replaced(statement, letters | {term: of[-1] for term, (_, of) in slopes.items()})
        self._found, self._free = found, {*statement.free(), *self._related}
        self._types = Types()
        self._names: dict[Any, str] = {}
        self._sorts: dict[Any, Type] = {}
        self._context = Context().also(*statement.hypotheses)
        self._local: list[Type] = []
        self._points: list[tuple[Type, str]] = []
        """The finite laws that are spoken of, with the types of their points."""
        self._wholes: dict[Any, str] = {}
        """What is said to be whole, by the letter that it has."""
        self._new_space = False
        """Whether the random reals that exist are on a space that exists with them."""
        self._outcome = ""
        """The letter of the outcome, where what is said is of one."""

    def text(self) -> str:
        """For all letters in their ranges: the hypotheses, then the conclusion."""
        parts = (self._statement.conclusion, *self._statement.hypotheses)
        free = sorted(self._free - {*self._found}, key=lambda x: (not isinstance(x, Name), str(x)))
        functions = {f.func for c in parts for f in c.atoms(AppliedUndef)} | {*self._slopes}
        # Random reals that exist beside none that is given exist on some space.
        self._new_space = any(isinstance(x, Random) for x in self._found) and not any(
            map(_of_outcomes, (*self._statement.hypotheses, *free))
        )
        space = [OUTCOMES] if any(_of_outcomes(c) for c in parts) and not self._new_space else []
        nodes = [q for c in parts for q in sympy.preorder_traversal(c) if type(q).__name__ in NOUNS]
        drawn = [x for x in (POINT, SAMPLES) if any(x in NOUNS[type(q).__name__].taken(q) for q in nodes)]
        densities = [q for c in parts for q in c.atoms(Quantity) if type(q).__name__ == "Density"]
        laws = {q.args[0] for q in densities if not _is_mass(q)}
        unsaid = [*([DENSITIES] if laws else []), *drawn]
        hidden = [x for x in HIDDEN if any(_of_hidden(x, c) for c in parts)]
        free = [*hidden, *space, *unsaid, *free, *sorted(functions, key=str)]
        for letter in free:
            self._declare(letter)
        chosen = self._chosen(parts)
        free = [*free, *chosen]
        wholes = [h for h in self._statement.hypotheses if isinstance(h, WholeNumber)]
        for i, h in enumerate(wholes):
            self._check_from_0(h.args[0], f"{h.args[0]}: a whole number that may be below 0")
            # The whole number that there is has a letter, and stands where it is asked for.
            letter = Parameter("h" if i == 0 else f"h{i}", Extent(sympy.Integer(0), sympy.oo, integer=True))
            self._declare(letter)
            self._wholes[h.args[0]] = self._names[letter]
            free = [*free, letter]
        said = [limit for letter in free for limit in self._range(letter)]
        said += self._picked()
        said += [self._is_slope(slope, *of) for slope, of in self._slopes.items()]
        said += self._images(parts)
        said += self._readings()
        said += [self._relation(letter) for letter in self._related]
        said += dict.fromkeys(self._dominated(law) for law in sorted(laws, key=text))
        said += [self._made(CHOSEN[type(term).__name__], term, ("Prop",)) for term in chosen]
        said += [f"{self._number(e)} = INR {word}" for e, word in self._wholes.items()]
        said += [
            h
            for c in self._statement.hypotheses
            if not (_plain(c) or isinstance(c, WholeNumber))
            for h in self._parts(c)
        ]
        said = [*map(_closed, dict.fromkeys(said)), *_premises(self._concluded())]
        said = [re.sub(rf"{_MARK}{_MARK}(\d+);", lambda mark: self._finite(int(mark[1])), one) for one in said]
        outer = list(dict.fromkeys(v for x in free for v in self._open(self._sorts[x])))
        types = [(self._types_named(v), self._range_of_type(v)) for v in outer]
        body = self._typed(" ->\n  ".join(said))
        binders = [
            *types,
            *((self._names[x], self._typed(self._shown(self._sorts[x]))) for x in free),
        ]
        return f"forall {_grouped(binders)},\n  {body}" if binders else body

    def _chosen(self, parts: Iterable[Condition]) -> list[Any]:
        """What is one of several things, none of which is singled out: each has a letter, and may be any of them."""
        nodes = (node for c in parts for node in sympy.preorder_traversal(c) if type(node).__name__ in CHOSEN)
        terms = list(dict.fromkeys(nodes))
        for term in terms:
            if term.free_symbols - {*self._names}:
                raise Inexpressible(f"{term}: chosen for each letter that is bound")
            self._names[term] = fresh("W", self._names.values())
            self._sorts[term] = self._types.instance(CHOSEN[type(term).__name__].arguments[-1], {})
        return terms

    def _check_from_0(self, number: Any, why: str) -> None:
        """Require a number of at least 0: a natural one stands for one that is whole, and its mean may be infinite."""
        try:
            decide(at_most(0, number), self._context)
        except Gap as gap:
            raise Inexpressible(why) from gap

    def _finite(self, place: int) -> str:
        """A law on finitely many numbers: of vectors on the first axis, where such are asked for."""
        point, told = self._points[place]
        if self._types.solved(point) == ("vector",):
            return f"(image on_first_axis {told})"
        self._types.unify(("R",), point)
        return told

    def _concluded(self) -> str:
        """The conclusion, for some values of the letters of which it says that they exist."""
        found = [OUTCOMES, *self._found] if self._new_space else [*self._found]
        for letter in found:
            self._declare(letter)
        said = self._condition(self._statement.conclusion)
        if limits := [limit for letter in self._found for limit in self._range(letter)]:
            said = " /\\ ".join(map(_closed, [*limits, said]))
        for letter in reversed(found):
            said = f"exists {self._names[letter]} : {self._shown(self._sorts[letter])}, {said}"
        if self._new_space:
            said = f"exists {self._types_named(*self._open(self._sorts[OUTCOMES]))} : Type, {said}"
        return said

    def _typed(self, told: str) -> str:
        """The text with the types that are known by now; what an index's type leaves open is any, for each index."""

        def local(mark: re.Match[str]) -> str:
            sort, word = self._local[int(mark[1])], mark[2]
            around = (self._local[int(m[1])] for m in marks if _still_open(told[m.end() : mark.start()]))
            outer = {v for x in (*(self._sorts[x] for x in self._free), *around) for v in self._open(x)}
            own = [v for v in dict.fromkeys(self._open(sort)) if v not in outer]
            binders = [*((self._types_named(v), "Type") for v in own), (word, self._shown(sort))]
            return f"forall {_grouped(binders)}" if own else f"forall {word} : {self._shown(sort)}"

        pattern = rf"forall {_MARK}(\d+) ([\w']+)"
        marks = [*re.finditer(pattern, told)]
        told = re.sub(pattern, local, told)
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

    def _range_of_type(self, variable: str) -> str:
        """What a type's variable stands for: any type, or a set of features."""
        shown = [self._shown(self._sorts[x]) for x in self._statement.free()]
        on_support = any(re.search(rf"(?:{_ON_SUPPORT}) {re.escape(variable)}", one) for one in shown)
        return "support" if on_support else "Type"

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
        if isinstance(letter, UndefinedFunction):
            self._sorts[letter] = ("R -> R",)
            return
        if isinstance(letter, Name):
            if letter.sort not in SORTS:
                raise Inexpressible(f"no definition of {letter.sort}")
            own = {"w": self._sorts[OUTCOMES][1]} if letter.sort in (FAMILY, POINT.sort, SAMPLES.sort) else {}
            sort = next((told for told in ASKED if self._asked(letter, told)), SORTS[letter.sort])
            self._sorts[letter] = self._types.instance(sort, own)
            return
        if isinstance(letter, Random):
            self._sorts[letter] = RANDOM
            return
        whole = letter.extent.integer
        if whole and letter.extent.lower < 0 and not from_0:
            raise Inexpressible(f"{letter}: a whole number that may be below 0")
        self._sorts[letter] = ("nat",) if whole else ("R",)

    def _asked(self, letter: Any, sort: str) -> bool:
        """Whether a noun of the statement asks for more of a letter than its own sort says."""
        said = (self._statement.conclusion, *self._statement.hypotheses)
        for term in (q for c in said for q in sympy.preorder_traversal(c) if letter in q.args):
            noun = NOUNS.get(type(term).__name__)
            heads = (told.split()[0] for told in noun.arguments) if noun else ()
            if noun and (letter, sort.split(maxsplit=1)[0]) in zip(noun.taken(term), heads, strict=False):
                return True
        return False

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

    def _dominated(self, law: Any) -> str:
        """That a law whose density is spoken of has one."""
        noun = DOMINATED.get(type(law).__name__, DOMINATED[""])
        if bound := set().union(*(a.free_symbols for a in noun.taken(law))) - {*self._sorts}:
            raise Inexpressible(f"the density of {law}, which depends on {min(bound, key=str)}")
        return self._made(noun, law, ("Prop",))

    def _is_slope(self, slope: Any, function: Any, place: Any) -> str:
        """That a function is another one's derivative, at all places of which the statement speaks."""
        word = fresh("x", self._names.values())
        within = " -> ".join([*hypotheses(Variable(place, place.extent.lower, place.extent.upper), word), ""])
        return f"forall {word} : R, {within}is_derive {self._names[function]} {word} ({self._names[slope]} {word})"

    def _images(self, parts: Iterable[Condition]) -> list[str]:
        """That a function of which nothing is known has an expectation at a random real, which may be infinite."""
        means = dict.fromkeys(q for c in parts for q in c.atoms(Expectation) if isinstance(q.args[0], AppliedUndef))
        return [f"quasi_integrable {self._names[OUTCOMES]} {self._term(q.args[0], RANDOM)}" for q in means]

    def _readings(self) -> list[str]:
        """How rules are read as signs of tents, where what they cost is told."""
        risks = [q for q in quantities(self._statement.conclusion) if type(q).__name__ == "ExcessRisk"]
        tents = [c.args[5:9] for c in self._statement.hypotheses if type(c).__name__ == "Weakest"]
        sorts = map(parsed, ("R", "R", "nat", "R"))
        return [
            f"{self._names[READING]} = {READ_BY[type(risk.args[1]).__name__]} {self._names[UNIFORM]} "
            + " ".join(self._term(x, sort) for x, sort in zip(tent, sorts, strict=True))
            for risk in risks
            for tent in tents
        ]

    def _relation(self, letter: Any) -> str:
        """What is known of the object that a letter stands for."""
        term = self._related[letter]
        if bound := term.free_symbols - {*self._sorts}:
            raise Inexpressible(f"{term}, which depends on {min(bound, key=str)}")
        return f"{self._made(self._noun(term), term, self._sorts[letter])} {self._names[letter]}"

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
        if isinstance(letter, Name) and letter.sort in LIMITS:
            return [LIMITS[letter.sort].format(self._names[letter], outcomes=self._names.get(OUTCOMES))]
        if not isinstance(letter, Parameter):
            return []
        e: Extent = letter.extent
        if isinstance(letter, Random):
            space, word = self._names[OUTCOMES], self._names[letter]
            said = [f"{_MOMENTS[letter.power]} {space} {word}"]
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
        for value in _values(term):
            names[value] = f"{self._names[value.func]} {_bracketed(self._number(value.args[0]))}"
        for q in quantities(term):
            if self._kind(q) != "value":
                raise Inexpressible(f"{q} is known by its bounds, not as a number")
            names[q] = self._total(q) if isinstance(q, Sum) else self._quantity(q)
        self._name_powers(term, names, self._is_positive)
        try:
            return real(term, names)
        except Inexpressible:
            self._name_powers(term, names, self._decided_above)
            return real(term, names)

    def _name_powers(self, term: Any, names: dict[Any, str], positive: Callable[[Any], bool]) -> None:
        """Give each power with an exponent in letters its term, where its base is seen to be above 0."""
        for power in sorted(term.atoms(sympy.Pow), key=lambda p: p.count_ops()):
            if power not in names and not power.exp.is_number and positive(power.base):
                names[power] = f"raise {_bracketed(real(power.base, names))} {_bracketed(real(power.exp, names))}"

    def _is_positive(self, base: Any) -> bool:
        """Whether a number is seen to be above 0, minima of numbers that the hypotheses hold above 0 being so."""
        minima = [m for m in base.atoms(sympy.Min) if all(map(self._decided_above, m.args))]
        return bool(minima) and all_above(base.xreplace({m: sympy.Dummy(positive=True) for m in minima}))

    def _decided_above(self, number: Any) -> bool:
        try:
            decide(below(0, number), self._context)
        except Gap:
            return False
        return True

    def _quantity(self, q: Any) -> str:
        """A quantity as a real number."""
        noun = self._noun(q)
        return f"INR {self._whole(q)}" if noun.type == "nat" else self._made(noun, q, ("R",))

    def _total(self, total: Sum) -> str:
        """A sum of numbers."""
        first, last = self._whole(total.first), self._whole(total.last)
        count = last if total.first == 1 else f"(S {last} - {first})"
        self._declare(total.index, from_0=True)
        return f"Sum (seq {first} {count}) (fun {self._names[total.index]} => {self._number(total.body)})"

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

    def _whole(self, term: Any) -> str:  # noqa: PLR0911  # one return a kind of term
        """A natural number."""
        if isinstance(term, sympy.Integer) and term >= 0:
            return str(term)
        if term in self._wholes:
            return self._wholes[term]
        if isinstance(term, Parameter) and self._sorts.get(term) == ("nat",):
            return self._names[term]
        if isinstance(term, Quantity) and self._noun(term).type == "nat":
            return _bracketed(self._made(self._noun(term), term, ("nat",)))
        if isinstance(term, Random) and self._outcome:
            return f"(place ({self._number(term)}))"
        if less := -sympy.Add(*(a for a in sympy.Add.make_args(term) if a.could_extract_minus_sign())):
            self._check_from_0(term, f"{term}: a natural number that may be below 0")
            return f"({self._whole(term + less)} - {self._whole(less)})"
        if isinstance(term, sympy.Add | sympy.Mul):
            joined = " + " if isinstance(term, sympy.Add) else " * "
            return f"({joined.join(map(self._whole, term.args))})"
        if isinstance(term, sympy.Pow):
            return f"({self._whole(term.base)} ^ {self._whole(term.exp)})"
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
        if isinstance(term, Name) or type(term).__name__ in CHOSEN:
            self._types.fit(self._sorts[term], wanted)
            return self._names[term]
        if isinstance(term, Discrete):
            pairs = zip(term.points, term.masses, strict=True)
            told = f"(discrete [{'; '.join(f'({self._number(x)}, {self._number(w)})' for x, w in pairs)}])"
            point = self._types.instance("a", {})
            self._types.unify(("law", point), wanted)
            self._points.append((point, told))
            return f"{_MARK}{_MARK}{len(self._points) - 1};"
        return _bracketed(self._made(self._noun(term), term, wanted))

    def _noun(self, term: Any) -> Noun:
        known = type(term).__name__
        # A risk is one of numbers, of vectors, of functions: by the class that it is over.
        of = f"{known} of {type(term.args[1]).__name__}" if len(term.args) > 1 else known
        if len(term.args) > 1 and self._is_of_vectors(term.args[1]):
            of = f"{known} of vectors"
        losses = any(isinstance(x, Name) and x.sort == "losses" for x in term.args)
        if losses and (of_losses := f"{known} of losses") in NOUNS:
            return NOUNS[of_losses]
        if term.args and (of_these := f"{known} of {self._data_of(term.args[0])}") in NOUNS:
            return NOUNS[of_these]
        if known == "Density" and _is_mass(term):
            return NOUNS["mass"]
        if term.args and (by := f"{known} by {type(term.args[0]).__name__}") in NOUNS:
            return NOUNS[by]
        if known == "Expectation" and (term.infinite or _growth(term.args[0]) > _INTEGRABLE):
            if not (
                isinstance(term.args[0], AppliedUndef)
                or term.args[0].is_positive
                or not_below(term.args[0].as_base_exp()[0])
            ):
                self._check_from_0(term.args[0], f"{term}: need not be finite")
            of = f"infinite {known}"
        if of not in NOUNS and known not in NOUNS:
            raise Inexpressible(f"no definition of {known}")
        return NOUNS[of] if of in NOUNS else NOUNS[known]

    def _data_of(self, term: Any) -> str:
        """What an algorithm's or a protocol's data are, where its type says so; the test of a sign's are samples.

        One that is known by its answers has no data of its own.
        """
        kind = self._types.solved(self._sorts[term])[0] if term in self._sorts else ""
        kinds = {OF_SAMPLES.split()[0]: "samples", OF_VALUES.split()[0]: "values"}
        kinds |= {told.split()[0]: "answers" for told in (LEARNER, IN_TURN)}
        return "samples" if type(term).__name__ == "Decide" else kinds.get(kind, "")

    def _is_of_vectors(self, letter: Any) -> bool:
        """Whether a letter is known to be a class of laws of vectors."""
        sort = self._types.solved(self._sorts[letter]) if letter in self._sorts else ""
        return sort[:1] == ("class",) and self._types.solved(sort[1]) == ("vector",)

    def _made(self, noun: Noun, term: Any, wanted: Type) -> str:
        taken: dict[str, Type] = {}
        asked = [self._types.instance(told, taken) for told in noun.arguments]
        self._types.fit(self._types.instance(noun.type, taken), wanted)
        given = noun.taken(term)
        if len(asked) != len(given):
            raise Inexpressible(f"{term}: takes {len(asked)} arguments, not {len(given)}")
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
        bounds = [
            (q, self._new(self._letter(q))) for q in c.args if isinstance(q, Quantity) and self._kind(q) != "value"
        ]
        said = self._made(self._noun(c), c.xreplace(dict(bounds)), ("Prop",))
        for q, bound in reversed(bounds):
            # At the number itself, of which the finite ones have one.
            said = f"forall {self._names[bound]} : R, {self._end(q, bound)} -> {said}"
            del self._names[bound], self._sorts[bound]
        return said

    def _end(self, q: Any, bound: Any) -> str:
        """That a number is the quantity itself: the end of its bounds."""
        known = self._bounded(q, bound).rpartition(" ")[0]
        return f"{'least' if self._kind(q) == 'most' else 'largest'}_bound ({known}) {self._names[bound]}"

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
            # Neither way: at the number itself, of which the finite ones have one.
            known = self._bounded(q, bound) if kind == "is" or helps is not None else self._end(q, bound)
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
        if isinstance(q, Sum) and all(self._kind(part) == "value" for part in quantities(q.body)):
            return "value"
        if isinstance(q, Supremum | Maximum | Sum | Average):
            return "most"
        return "least" if isinstance(q, Infimum) else self._noun(q).known

    def _letter(self, q: Any) -> str:
        return "c" if isinstance(q, (*_EXTREMES, Sum, Average)) else self._noun(q).letter

    def _bounded(self, q: Any, bound: Any) -> str:
        """That a quantity is at most, at least, or just a number."""
        if isinstance(q, _EXTREMES):
            self._declare(q.index)
            way = at_most(bound, q.body) if isinstance(q, Infimum) else at_most(q.body, bound)
            return self._each(q.index, q.conditions, lambda: self._compared(way))
        if isinstance(q, Sum | Average):
            return self._summed(q, bound) if isinstance(q, Sum) else self._averaged(q, bound)
        return f"{self._made(self._noun(q), q, ('R',))} {_bracketed(self._number(bound))}"

    def _summed(self, total: Sum, bound: Any) -> str:
        """That a sum is at most a number: there is one that each quantity is at most, and these add up."""
        if total.first != 1:
            raise Inexpressible(f"a sum of {total.body}")
        values, said, body = self._part_by_part(total)
        whole = f"Sum (seq 1 {self._whole(total.last)}) (fun {self._names[total.index]} => {body})"
        return f"exists {values} : nat -> R, {_closed(said)} /\\ {whole} <= {self._number(bound)}"

    def _averaged(self, mean: Average, bound: Any) -> str:
        """The same of an average over the vertices of the cube whose coordinates are flipped."""
        size = self._whole(self._coordinates(mean.index))
        values, said, body = self._part_by_part(mean, "on_cube " + size)
        whole = f"average_on_cube {size} (fun {self._names[mean.index]} => {body})"
        return f"exists {values} : vertex -> R, {_closed(said)} /\\ {whole} <= {self._number(bound)}"

    def _part_by_part(self, whole: Any, limit: str = "") -> tuple[str, str, str]:
        """What has a number for each index, that each quantity is at most it, and the body with it."""
        found = [q for q in quantities(whole.body) if self._kind(q) != "value"]
        if len(found) != 1 or self._kind(found[0]) != "most":
            raise Inexpressible(f"a sum of {whole.body}")
        if direction(whole.body, found[0], self._context) != 1:
            raise Inexpressible(f"a sum of {whole.body}, which does not grow with {found[0]}")
        self._declare(whole.index)
        index = self._names[whole.index]
        values = fresh("x", {word for name in self._names.values() for word in name.split()})
        each = StandIn(values, Extent())
        self._names[each], self._sorts[each] = f"{values} {index}", ("R",)
        inside = f"{limit} {index} -> " if limit else ""
        said = self._each(whole.index, whole.conditions, lambda: inside + self._compared(at_most(found[0], each)))
        body = self._number(whole.body.xreplace({found[0]: each}))
        del self._names[each], self._sorts[each]
        return values, said, body

    def _coordinates(self, vertex: Any) -> Any:
        """How many coordinates a vertex has: those that are flipped, one by one.

        Raises:
            Inexpressible: where none are, so that it may be of any cube.
        """
        for term in sympy.preorder_traversal(self._statement.conclusion):
            if isinstance(term, Sum) and any(
                type(x).__name__ == "Flip" and x.args == (vertex, term.index)
                for x in sympy.preorder_traversal(term.body)
            ):
                return term.last
        raise Inexpressible(f"an average over vertices {vertex} of any cube")


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


def _of_hidden(letter: Any, term: Any) -> bool:
    """Whether a letter that is no argument stands behind a noun in a term: a choice of covers, of laws of noise."""
    nouns = ((NOUNS.get(type(n).__name__), n) for n in sympy.preorder_traversal(term))
    return any(noun is not None and letter in noun.taken(n) for noun, n in nouns)


def _is_mass(density: Any) -> bool:
    """Whether a density is that of a message of which there are finitely many: its probability."""
    law = density.args[0]
    return type(law).__name__ == "At" and type(law.args[0]).__name__ in COUNTED


_INTEGRABLE = 2
"""The power up to which expectations are finite: that of what is below a square that has a mean."""


def _growth(e: Any) -> Any:
    """The power of random reals that bounds a term, oo where none is seen."""
    if not exposed(e) or type(e).__name__ in GROWTH:
        return GROWTH[type(e).__name__](*map(_growth, e.args)) if exposed(e) else sympy.Integer(0)
    if isinstance(e, Random) or (isinstance(e, Quantity) and e.random):
        return getattr(e, "power", sympy.Integer(1))
    if isinstance(e, sympy.Add | sympy.Max | sympy.Min | sympy.Abs | Sum):
        return max(map(_growth, (e.body,) if isinstance(e, Sum) else e.args))
    if isinstance(e, sympy.Mul):
        return sum(map(_growth, e.args), sympy.Integer(0))
    if isinstance(e, sympy.Pow) and e.exp.is_Integer and e.exp > 0:
        return _growth(e.base) * e.exp
    return sympy.oo


def _still_open(between: str) -> bool:
    """Whether what begins before a piece of text goes on behind it: no bracket ends that began before."""
    depth = 0
    for mark in between:
        depth += (mark == "(") - (mark == ")")
        if depth < 0:
            return False
    return between != ""


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
