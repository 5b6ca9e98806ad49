"""What runs over an index: suprema, infima, averages, maxima, sums, "for each"; substitution, which respects it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy

from verify.kernel.calculus.conditions import Comparison, Property, at_most, condition
from verify.kernel.calculus.printing import Level, closed, laid
from verify.kernel.calculus.terms import Name, Object, Parameter, Quantity, Random, unfold


class Binding:
    """What binds an index: body, index, conditions on the index."""

    args: tuple[Any, ...]

    @property
    def body(self) -> Any:
        """What is taken, or holds, for each index."""
        return self.args[0]

    @property
    def index(self) -> Any:
        """The bound parameter or name."""
        return self.args[1]

    @property
    def conditions(self) -> tuple[Any, ...]:
        """What the index satisfies."""
        return tuple(self.args[2:])

    @property
    def free_symbols(self) -> set[Any]:
        """All letters but the index."""
        return set().union(*(a.free_symbols for a in self.args)) - {self.index}


class Over(Binding, Quantity):
    """A number for each value of an index that satisfies the conditions, taken together: body, index, conditions.

    The index ranges over a set that is not empty, as part of the term's meaning. A body without the index is the same
    for each, so that the term is that number.

    Raises:
        ValueError: when the index or a condition is random, or the body is and the index is not whole.
    """

    def __new__(cls, body: Any, index: Any, *conditions: Any) -> Any:
        """The term, its arguments read as sympy reads them."""
        body, limits = sympy.sympify(body), tuple(map(condition, conditions))
        _check_index(body, index, limits)
        if index not in body.free_symbols:
            return body
        return sympy.Expr.__new__(cls, body, index, *limits)

    @property
    def lower(self) -> sympy.Expr:
        """The least value: the body's, where the body is a quantity."""
        return self.body.lower if isinstance(self.body, Quantity) else -sympy.oo

    @property
    def upper(self) -> sympy.Expr:
        """The largest value: the body's, where the body is a quantity."""
        return self.body.upper if isinstance(self.body, Quantity) else sympy.oo

    @property
    def infinite(self) -> bool:  # type: ignore[override]
        """Whether it may be +oo: where anything in the body may, and for a supremum of what has no known bound."""
        return any(isinstance(q, Quantity) and q.infinite for q in sympy.preorder_traversal(self.body))

    def _latex(self, printer: Any) -> str:
        return rf"{self.form}_{{{_told(self, printer)}}} {closed(printer._print(self.body), Level.PRODUCT)}"


class Supremum(Over):
    """The least number that is at least the body at each index."""

    form = r"\sup"

    @property
    def infinite(self) -> bool:  # type: ignore[override]
        """A supremum of what has no finite range may be +oo."""
        return bool(self.upper == sympy.oo)


class Infimum(Over):
    """The largest number that is at most the body at each index."""

    form = r"\inf"


class Average(Over):
    """The average over the finitely many indices."""

    form = r"\operatorname{avg}"


class Maximum(Over):
    """The largest over the finitely many indices."""

    form = r"\max"


class Sum(Over):
    """The sum over the whole numbers from `first` to `last`: Sum(body, k, first, last)."""

    form = r"\sum"

    def __new__(cls, body: Any, index: Any, first: Any, last: Any) -> Any:
        """The term, its arguments read as sympy reads them."""
        body, first, last = (sympy.sympify(x) for x in (body, first, last))
        if not isinstance(index, Parameter) or not index.extent.integer:
            raise ValueError(f"a sum over {index}, which is no whole number")
        _check_index(body, index, (first, last))
        if index in first.free_symbols | last.free_symbols:
            raise ValueError(f"{index} would end where it is: from {first} to {last}")
        if index not in body.free_symbols:
            return (last - first + 1) * body
        return sympy.Expr.__new__(cls, body, index, first, last)

    @property
    def first(self) -> Any:
        """The least index."""
        return self.args[2]

    @property
    def last(self) -> Any:
        """The greatest index."""
        return self.args[3]

    @property
    def conditions(self) -> tuple[Any, ...]:
        """first <= index <= last."""
        return at_most(self.first, self.index), at_most(self.index, self.last)

    @property
    def lower(self) -> sympy.Expr:
        """0 where each summand is at least 0."""
        nonnegative = isinstance(self.body, Quantity) and self.body.lower >= 0
        return sympy.Integer(0) if nonnegative else -sympy.oo

    @property
    def upper(self) -> sympy.Expr:
        """None is known."""
        return sympy.oo

    def _latex(self, printer: Any) -> str:
        index, first, last = (printer._print(a) for a in self.args[1:])
        return rf"\sum_{{{index} = {first}}}^{{{last}}} {closed(printer._print(self.body), Level.PRODUCT)}"


class Each(Binding, Property):
    """A condition for each value of an index that satisfies others: Each(body, index, *conditions).

    Raises:
        ValueError: when the index or a condition is random, the body is and the index is not whole, or the index is
            limited by what is no comparison.
    """

    def __new__(cls, body: Any, index: Any, *conditions: Any) -> Any:
        """The term, its arguments read as sympy reads them."""
        _check_index(body, index, conditions)
        if not isinstance(body, Comparison | Property) or not all(isinstance(c, Comparison) for c in conditions):
            raise ValueError(f"a condition for each {index}, which comparisons limit")
        return sympy.Basic.__new__(cls, body, index, *conditions)

    def _latex(self, printer: Any) -> str:
        return rf"{closed(printer._print(self.body), Level.PHRASE)}\ \forall\, {_told(self, printer)}"


def _told(bound: Any, printer: Any) -> str:
    """The index with its ends, and what else limits it: the letter that stands first, or between two ends, is it."""
    lower: list[tuple[Any, bool]] = []
    upper: list[tuple[Any, bool]] = []
    others = []
    for c in bound.conditions:
        ends = upper if isinstance(c, Comparison) and c.small == bound.index else lower
        sides = {c.small, c.large} - {bound.index} if isinstance(c, Comparison) and c.op != "==" else set()
        if len(sides) == 1 and bound.index not in next(iter(sides)).free_symbols:
            ends.append((sides.pop(), c.strict))
        else:
            others.append(c)
    if isinstance(bound.index, Parameter):
        e = bound.index.extent
        # An end of its range is not told again where a number among the conditions says more.
        if e.lower.is_finite and not any(_says(end - e.lower, strict, e.open_lower) for end, strict in lower):
            lower.insert(0, (e.lower, e.open_lower))
        if e.upper.is_finite and not any(_says(e.upper - end, strict, e.open_upper) for end, strict in upper):
            upper.insert(0, (e.upper, e.open_upper))
    name = printer._print(bound.index)
    low, high = ([(printer._print(end), strict) for end, strict in ends] for ends in (lower, upper))
    told = [between(name, low[:1], high[:1])]
    told += [between(name, [end], []) for end in low[1:]] + [between(name, [], [end]) for end in high[1:]]
    if len(told) == 1 and not lower and not upper and others and _first(others[0]) == bound.index:
        told = []
    return r",\ ".join([*told, *(printer._print(c) for c in others)])


def _says(room: Any, strict: bool, open_: bool) -> bool:
    """Whether an end so far inside the range makes the range's own idle."""
    return bool(room.is_number and (room > 0 or (room == 0 and (strict or not open_))))


def between(index: str, lower: list[tuple[str, bool]], upper: list[tuple[str, bool]]) -> str:
    """A letter between its ends, each as it is displayed, with whether it is left out."""
    told = [index, *(end for end, _ in lower + upper)]
    low = "".join("{1} <" if strict else r"{1} \le" for _, strict in lower)
    high = "".join(("< {%d}" if strict else r"\le {%d}") % (len(told) - 1) for _, strict in upper)
    if low and not high:
        return laid("{0} > {1}" if lower[0][1] else r"{0} \ge {1}", told)
    return laid(f"{low} {{0}} {high}".strip(), told)


def _first(told: Any) -> Any:
    """What stands first in a condition as it is displayed."""
    return told.args[0] if isinstance(told, Comparison) or getattr(told, "form", "").startswith("{0}") else None


def _check_index(body: Any, index: Any, limits: tuple[Any, ...]) -> None:
    """Refuse an index that is random, limits that are, and more than countably many random reals at once."""
    if isinstance(index, Random) or not isinstance(index, Parameter | Name):
        raise ValueError(f"{index} is no index")  # noqa: TRY004
    if random := set().union(*(exposed(unfold(limit)) for limit in limits)):
        raise ValueError(f"{index} would range over a random set: {min(random, key=str)} is random")
    if not (isinstance(index, Parameter) and index.extent.integer) and (random := exposed(unfold(body)) - {index}):
        raise ValueError(f"{index} is not whole, and {min(random, key=str)} is random: not for almost every outcome")


def substitute(term: Any, values: Mapping[Any, Any]) -> Any:
    """The term with parameters and names replaced, all at once.

    Raises:
        ValueError: when an index would be replaced, or a value would be captured by one.
    """
    coming = set().union(*(sympy.sympify(v).free_symbols for v in values.values())) if values else set()
    for node in sympy.preorder_traversal(term):
        if isinstance(node, Binding):
            if node.index in values:
                raise ValueError(f"{node.index} is bound in {node}: it can't be replaced")
            if node.index in coming:
                raise ValueError(f"{node.index} would be captured in {node}")
    return term.xreplace({old: sympy.sympify(new) for old, new in values.items()})


def exchanged(term: Any, old: Any, new: Any) -> Any:
    """The term with one part for another. A letter stays in objects: a law on 1 and -1 is none on E X and -1."""
    if not isinstance(old, Parameter | Name):
        return term.xreplace({old: new})
    kept: dict[Any, Any] = {}
    walk = sympy.preorder_traversal(term)
    for node in walk:
        if isinstance(node, Object):
            kept[node] = node
            walk.skip()
    return term.xreplace({old: new, **kept})


def bound_letters(term: Any) -> list[Any]:
    """The indices of a term, once for each place that binds one."""
    return [node.index for node in sympy.preorder_traversal(term) if isinstance(node, Binding)]


def exposed(term: Any) -> set[Any]:
    """The random reals of a term that stand outside expectations and the like: it varies with the outcome."""
    if isinstance(term, Random) or (isinstance(term, Quantity) and term.random):
        return {term}
    if isinstance(term, Quantity) and term.averages:
        return set()
    found: set[Any] = set().union(*(exposed(a) for a in term.args))
    return found - {term.index} if isinstance(term, Binding) else found
