"""What a chain is made of: steps of the kernel's own making, and terms of kinds that it knows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

import sympy

from verify.kernel.calculus.conditions import Comparison, Defined, WholeNumber
from verify.kernel.calculus.context import Gap
from verify.kernel.calculus.over import Average, Each, Infimum, Maximum, Over, Sum, Supremum
from verify.kernel.calculus.reasons import Choice, Grant, Included
from verify.kernel.calculus.statement import Statement
from verify.kernel.calculus.terms import Hole, Let, Name, Object, Parameter, Quantity, Random, StandIn, unfold

if TYPE_CHECKING:
    from verify.kernel.calculus.chain import Chain

UP = {"<=": 1, "<": 1, "==": 0, ">=": -1, ">": -1}
"""Which way a line moves: up, down, or not at all."""


@dataclass(frozen=True)
class Step:
    """A relation to a new line, and its reasons."""

    op: str
    term: Any
    reasons: tuple[Grant | Choice, ...]


_KINDS: tuple[type, ...] = (
    *(Comparison, Defined, Each, Included, WholeNumber, Hole, Let, Name, Parameter, Random, StandIn),
    *(Average, Infimum, Maximum, Over, Sum, Supremum),
)
"""The kinds of terms whose meaning the kernel knows: none is another's by inheritance."""


def check_sealed(chain: Chain) -> tuple[type, ...]:
    """The nouns of a chain, whose other parts must be of the kernel's own kinds, and its terms of sympy's."""
    if any(type(step) is not Step or step.op not in UP for step in chain.steps):
        raise Gap("a chain's steps are made by calc")
    if not chain.steps or {1, -1} <= {UP[step.op] for step in chain.steps}:
        raise Gap("a chain goes upwards or downwards, by a step at least")
    granted = [r.statement for step in chain.steps for r in step.reasons if isinstance(r, Grant)]
    if strange := [s for s in granted if type(s) is not Statement]:
        raise Gap(f"{type(strange[0]).__name__} is no statement")
    said = [c for s in granted for c in (s.conclusion, *s.hypotheses)]
    nouns: dict[type, None] = {}
    for term in (chain.start, *(step.term for step in chain.steps), *chain.given, *said):
        for node in sympy.preorder_traversal(term):
            # A letter is shown, and never judged: what it shows is the kernel's own.
            if isinstance(node, Let) and not of_calculus(type(node)):
                raise Gap(f"{type(node).__name__} is no letter of the calculus")
        for node in sympy.preorder_traversal(unfold(term)):
            kind = type(node)
            if kind in _KINDS or _of_sympy(kind):
                continue
            if issubclass(kind, _KINDS) or not issubclass(kind, Quantity | Object):
                raise Gap(f"{node} is of the kind {kind.__name__}, which the calculus does not know")
            if not of_calculus(kind) and (noun := next(filter(_is_noun, kind.__mro__[1:]), None)) is not None:
                raise Gap(f"{kind.__name__} is made from {noun.__name__}: a definition is one of its own")
            nouns[kind] = None
    return tuple(nouns)


def _is_noun(kind: type) -> bool:
    """Whether something is defined by a class: those that all nouns share define nothing."""
    return (
        issubclass(kind, Quantity | Object) and "form" in vars(kind) and bool(vars(kind)["form"]) and of_calculus(kind)
    )


def _of_sympy(kind: type) -> bool:
    return kind.__module__.startswith("sympy.") and _named(kind.__module__, kind.__name__) is kind


@cache
def _named(module: str, name: str) -> Any:
    return getattr(import_module(module), name, None)


CALCULUS = "verify.kernel.calculus"


def of_calculus(kind: type) -> bool:
    """Whether a class stands in a module of the calculus: one that only says so is not found there."""
    module = vars(kind).get("__home__", kind.__module__)
    return module.startswith(CALCULUS) and kind in _defined_in(module)


@cache
def _defined_in(module: str) -> frozenset[type]:
    """The classes that a module names, and those that they are made from; none of a module that there is not."""
    try:
        found = vars(import_module(module))
    except ImportError:
        return frozenset()
    return frozenset(base for named in found.values() if isinstance(named, type) for base in named.__mro__)
