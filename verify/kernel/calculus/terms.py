"""The terms: numbers with ranges, objects and their constructors, quantities, and letters for them.

Every free letter of a statement is universally quantified: a parameter over its range, a name over all objects of its
sort. So nothing is hidden in a name: what depends on s is built with s, and a choice of s reaches it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from dataclasses import astuple, dataclass
from functools import lru_cache
from typing import Any

import sympy
from sympy.core.alphabets import greeks
from sympy.core.symbol import Str

from verify.kernel.calculus.printing import laid

_Number = Any
"""A sympy expression, or an exact number that sympy reads as one."""


def made(name: str, base: type, **own: Any) -> Any:
    """A class without a source of its own: what it is made of stands in it, where a fingerprint reads it.

    `__home__` is the module that defines it.
    """
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_globals["__name__"] in _MAKERS:
        frame = frame.f_back
    told = {"__module__": "made", "__home__": frame.f_globals["__name__"]}
    return type(name, (base,), {**told, **own, "__made_of__": (name, base, own)})


_MAKERS = (__name__, "verify.kernel.calculus.conditions")
"""Where definitions are made for others."""


_GREEK = "|".join((*greeks, *(g.title() for g in greeks), "var(?:epsilon|theta|rho|phi|pi|sigma|kappa)"))
_GROUP = r"\{(?:[^{}]|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})*\}"
_BASE = rf"(?:[A-Za-z]|\\?(?:{_GREEK})|\\(?:iota|ell)|\\(?:mathcal|mathfrak|mathbb|mathrm){_GROUP})"
_LETTER = re.compile(
    rf"(?:\\(?:hat|bar|tilde|check) ?)?{_BASE}(?:hat|bar|tilde|prime)?\d*"
    rf"(?:'|[_^](?:[A-Za-z0-9]+|[*+-]|\\[A-Za-z]+|{_GROUP}))*(?P<of>\(.*\))?"
)


def lettered(name: Any, *, called: bool = False) -> str:
    """The name of a letter; `called` allows what it is of behind it, as in A(D).

    Raises:
        ValueError: when it is no letter, so that it would be displayed as a number, a term or nothing.
    """
    told = str(name)
    found = _LETTER.fullmatch(told)
    if found is None or (found["of"] and not called):
        raise ValueError(
            f"name = {told!r}: a letter, with accents, primes, subscripts or superscripts, such as x, theta_1, \\hat X'"
        )
    return told


@dataclass(frozen=True)
class Extent:
    """The range of a number: exact ends, which are in it unless open or infinite."""

    lower: sympy.Expr = -sympy.oo
    upper: sympy.Expr = sympy.oo
    open_lower: bool = False
    open_upper: bool = False
    integer: bool = False


class Parameter(sympy.Symbol):  # type: ignore[misc]
    """A real or whole number with a range; of sympy's assumptions only `real`, so that the range alone is believed."""

    def __new__(cls, name: str, extent: Extent) -> Parameter:
        """A letter of its own for each range."""
        made = sympy.Symbol.__xnew__(cls, cls._called(name), real=True)
        made.extent = extent
        # As texts: sympy orders what it can't tell apart by name.
        made._ends = tuple(map(str, astuple(extent)))
        return made

    @staticmethod
    def _called(name: Any) -> str:
        return lettered(name)

    def _hashable_content(self) -> tuple[Any, ...]:
        return (*super()._hashable_content(), *self._ends)

    def __getnewargs_ex__(self) -> tuple[tuple[str, Extent], dict[str, Any]]:
        return (self.name, self.extent), {}


class StandIn(Parameter):
    """A number in the place of a quantity or a product: equal to no letter, whatever its name."""

    @staticmethod
    def _called(name: Any) -> str:
        return str(name)


class Random(Parameter):
    """A real random variable with a finite second moment, almost surely in its range.

    It stands in an expectation, a variance or an event; a hypothesis about it holds almost surely. `power` is the
    power of random reals below which it stays, times a constant: what has a mean stays below a square.
    """

    power = sympy.Integer(1)


class Integrable(Random):
    """A real random variable with a mean: of its square nothing is known."""

    power = sympy.Integer(2)


class Extended(Random):
    """A real random variable that is at least 0, and whose mean may be infinite."""

    power = sympy.oo


class Name(sympy.Symbol):  # type: ignore[misc]
    """An object that nothing is known of: a law, a channel, a protocol, an event, by its sort."""

    def __new__(cls, name: str, sort: str) -> Name:
        """A letter of its own for each sort."""
        made = sympy.Symbol.__xnew__(cls, lettered(name))
        made.sort = sort
        return made

    def _hashable_content(self) -> tuple[Any, ...]:
        return (*super()._hashable_content(), self.sort)

    def __getnewargs_ex__(self) -> tuple[tuple[str, str], dict[str, Any]]:
        return (self.name, self.sort), {}


def real(
    name: str,
    least: _Number = None,
    most: _Number = None,
    *,
    above: _Number = None,
    below: _Number = None,
) -> Parameter:
    """A real parameter in [least, most], or from above `above`, or to below `below`.

    Raises:
        ValueError: when an end is given twice, or is no exact number, or the range is empty.
    """
    return Parameter(name, _extent(name, least, most, above, below))


def integer(name: str, least: _Number = None, most: _Number = None) -> Parameter:
    """A whole parameter from `least` to `most`."""
    return Parameter(name, _extent(name, least, most, None, None, integer=True))


def random_real(name: str, least: _Number = None, most: _Number = None) -> Random:
    """A real random variable, almost surely in [least, most]."""
    return Random(name, _extent(name, least, most, None, None))


def integrable_real(name: str, least: _Number = None) -> Integrable:
    """Any real random variable with a mean, almost surely at least `least`."""
    return Integrable(name, _extent(name, least, None, None, None))


def extended_real(name: str) -> Extended:
    """Any real random variable that is at least 0; its mean may be infinite."""
    return Extended(name, _extent(name, 0, None, None, None))


def _extent(
    name: str, least: _Number, most: _Number, above: _Number, below: _Number, *, integer: bool = False
) -> Extent:
    for one, other in ((least, above), (most, below)):
        if one is not None and other is not None:
            raise ValueError(f"{name}: an end of its range is given twice")
    lower = sympy.sympify(least if least is not None else above if above is not None else -sympy.oo)
    upper = sympy.sympify(most if most is not None else below if below is not None else sympy.oo)
    for end in (lower, upper):
        if end.free_symbols or end.has(sympy.Float) or end.is_extended_real is not True:
            raise ValueError(f"{name}: the end {end} of its range is no exact number")
    if not bool(lower <= upper) or (lower == upper and (above is not None or below is not None)):
        raise ValueError(f"{name}: its range is empty")
    return Extent(lower, upper, above is not None, below is not None, integer)


class _Shown:
    """How a term is printed: `form` is its LaTeX, the arguments as {0}, {1}; brackets come where one needs them."""

    form = ""
    args: tuple[Any, ...]

    def _latex(self, printer: Any) -> str:
        return laid(self.form, [printer._print(a) for a in self.args])

    def _sympystr(self, printer: Any) -> str:
        return f"{type(self).__name__}({', '.join(printer._print(a) for a in self.args)})"


class Object(_Shown, sympy.Basic):  # type: ignore[misc]
    """A law, an event or another object that is built from its arguments."""

    sort = ""
    """Of which names' sort it is: what it may be put for."""

    def __new__(cls, *args: Any) -> Any:
        """The term, its arguments read as sympy reads them."""
        return sympy.Basic.__new__(cls, *map(sympy.sympify, args))

    needs: Callable[..., tuple[Any, ...]] | None = None
    """From the arguments, the comparisons without which there is no such object."""

    def requires(self) -> tuple[Any, ...]:
        """Conditions without which there is no such object."""
        needs = type(self).needs
        return () if needs is None else needs(*self.args)


class Quantity(_Shown, sympy.Expr):  # type: ignore[misc]
    """An uninterpreted number in [lower, upper], +oo included where it is `infinite`.

    `value` computes it from the values of its arguments, where a loss or a stress test wants numbers. It `averages`
    where it is a constant though its arguments are random: only expectations and the like. It is `random` where it is a
    random real, of finite second moment, though no argument is: a member of a family of random reals.
    """

    is_commutative = True
    meaning = ""
    lower: sympy.Expr = -sympy.oo
    upper: sympy.Expr = sympy.oo
    infinite = False
    averages = False
    random = False
    value: Callable[..., Any] | None = None
    needs: Callable[..., tuple[Any, ...]] | None = None
    """From the arguments, the comparisons without which there is no such number."""

    def __new__(cls, *args: Any) -> Any:
        """The term, its arguments read as sympy reads them."""
        return sympy.Expr.__new__(cls, *map(sympy.sympify, args))

    def requires(self) -> tuple[Any, ...]:
        """Conditions without which there is no such number."""
        needs = type(self).needs
        return () if needs is None else needs(*self.args)


def constructor(
    name: str,
    form: str,
    value: Callable[..., Any] | None = None,
    *,
    sort: str = "",
    needs: Callable[..., tuple[Any, ...]] | None = None,
) -> Any:
    """A new constructor of objects of a sort: constructor("Power", "{0}^{{\\otimes {1}}}", sort="law").

    A form brackets no argument. `needs` tells from its arguments the comparisons without which there is no such object.
    """
    owed = {} if needs is None else {"needs": staticmethod(needs)}
    return made(name, Object, form=form, value=value and staticmethod(value), sort=sort, **owed)


def quantity(
    name: str,
    form: str,
    meaning: str,
    least: _Number = -sympy.oo,
    most: _Number = sympy.oo,
    *,
    infinite: bool = False,
    averages: bool = False,
    random: bool = False,
    value: Callable[..., Any] | None = None,
    needs: Callable[..., tuple[Any, ...]] | None = None,
) -> Any:
    """A new quantity: quantity("TV", r"\\mathrm{{TV}}({0}, {1})", "total variation of two laws", 0, 1)."""
    ends = {
        "lower": sympy.sympify(least),
        "upper": sympy.sympify(most),
        "infinite": infinite,
        "averages": averages,
        "random": random,
    }
    if not bool(ends["lower"] <= ends["upper"]):
        raise ValueError(f"{name}: its range is empty")
    owed = {} if needs is None else {"needs": staticmethod(needs)}
    return made(name, Quantity, form=form, meaning=meaning, value=value and staticmethod(value), **ends, **owed)


def law(name: str) -> Name:
    """Any law."""
    return Name(name, "law")


def event(name: str) -> Name:
    """Any event."""
    return Name(name, "event")


class Hole(Quantity):
    """The place of a number between two ends, in a term that is looked at as a function of it.

    Hole(least, most, what stands there, its letters): no other term is equal to it.
    """

    @property
    def lower(self) -> sympy.Expr:
        """The least value."""
        return self.args[0]

    @property
    def upper(self) -> sympy.Expr:
        """The largest value."""
        return self.args[1]

    @classmethod
    def of(cls, least: Any, most: Any, term: Any) -> Any:
        """The place of a term, which keeps the term's letters."""
        return cls(least, most, Str(text(term)), *sorted(term.free_symbols, key=str))


class Let(Quantity):
    """A letter for a number or an object: it is shown as the letter, and is its body wherever anything is judged.

    A definition can't run in circles: its body is there before it.
    """

    def __new__(cls, letter: str | Str, body: Any) -> Any:
        """The term, its arguments read as sympy reads them."""
        return sympy.Expr.__new__(cls, Str(lettered(letter, called=True)), sympy.sympify(body))

    @property
    def body(self) -> Any:
        """What the letter stands for."""
        return self.args[1]

    def _latex(self, _: Any) -> str:
        return str(self.args[0])

    def _sympystr(self, printer: Any) -> str:
        return printer._print(self.body)


@lru_cache(maxsize=8192)
def unfold(term: Any) -> Any:
    """The term with every letter replaced by what it stands for."""
    while letters := [t for t in sympy.preorder_traversal(term) if isinstance(t, Let)]:
        term = term.xreplace({letters[-1]: letters[-1].body})
    return term


def is_number(term: Any) -> bool:
    """Whether a term is one of numbers, a letter for one among them: not an object, nor a name of one."""
    term = unfold(term)
    return isinstance(term, sympy.Expr) and not isinstance(term, Name)


def quantities(term: Any) -> list[Any]:
    """The outermost quantities of an expression, each once, in the order of their texts."""
    found: dict[Any, None] = {}
    walk = sympy.preorder_traversal(term)
    for node in walk:
        if isinstance(node, Quantity):
            found[node] = None
            walk.skip()
    return sorted(found, key=text)


def text(term: Any) -> str:
    """A text that names a term and no other, the same on every Python; commutative arguments are sorted."""
    if isinstance(term, sympy.Symbol | Str):
        return str(term.name)
    if isinstance(term, sympy.Rational):
        return str(term)
    if not term.args:
        return type(term).__name__
    arguments = [text(a) for a in term.args]
    if isinstance(term, sympy.Add | sympy.Mul | sympy.Min | sympy.Max):
        arguments.sort()
    return f"{type(term).__name__}({', '.join(arguments)})"
