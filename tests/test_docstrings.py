"""The public packages' docstrings in numpydoc form, beyond what ruff's convention asks: their sections are complete.

A name is public where no part of it starts with an underscore, and with it what a private class hands down to a public
one; so are the types that `ratecheck` takes from `verify`. Every parameter is described, every constructor's and every
dataclass's field too; what is returned is described, and every ValueError or TypeError that the body
raises itself is named. The type of an
array names its shape. Less is asked of

- a property: its first line says what it is;
- a method that takes no argument and whose body is one `return`: its first line says what is returned;
- a method that has the name and the parameters of one that a base class, or a protocol of these packages, describes:
  what it raises beyond that.
"""

import ast
import builtins
import dataclasses
import inspect
import re
import textwrap
from collections.abc import Callable, Iterator
from functools import cached_property
from importlib import import_module
from pkgutil import walk_packages
from types import UnionType
from typing import Any, NamedTuple, Union, get_args, get_origin

import numpy as np
import pytest
from numpy.typing import ArrayLike

import ratecheck

PACKAGES = ("ratecheck", "notation", "upperbounds", "lowerbounds")
_HEADING = re.compile(r"^([A-Z][A-Za-z ]*)\n-+\n", re.MULTILINE)
_TERM = re.compile(r"^(\S.*)\n((?: {4}.*\n)*)", re.MULTILINE)


class Name(NamedTuple):
    """A public name: a class, or a function with the class that it is a method of."""

    title: str
    value: Any
    owner: type | None = None


def sections(value: Any) -> dict[str, dict[str, tuple[str, str]]]:
    """The sections of a docstring: for each name of a section its type and its description."""
    _, *parts = _HEADING.split(inspect.cleandoc(value.__doc__ or ""))
    found: dict[str, dict[str, tuple[str, str]]] = {}
    for title, text in zip(parts[::2], parts[1::2], strict=True):
        terms = ((*term.partition(" : ")[::2], more.strip()) for term, more in _TERM.findall(f"{text}\n"))
        found[title] = {name: (kind, more) for name, kind, more in terms}
    return found


def function_of(member: Any) -> Callable[..., Any] | None:
    """The function behind a member of a module or a class, where it is one."""
    found = inspect.unwrap(getattr(member, "__func__", member))
    return found if inspect.isfunction(found) and found.__name__ != "<lambda>" else None


def public_names() -> Iterator[Name]:
    """All public names of the packages, and of the types that `ratecheck` takes from elsewhere."""
    modules = [import_module(package) for package in PACKAGES]
    modules += [
        import_module(info.name) for root in modules for info in walk_packages(root.__path__, f"{root.__name__}.")
    ]
    classes: list[type] = []
    for module in modules:
        for name, value in vars(module).items():
            if getattr(value, "__module__", "") != module.__name__ or getattr(value, "__name__", "") != name:
                continue
            if inspect.isclass(value):
                classes.append(value)
            elif not name.startswith("_") and (function := function_of(value)) is not None:
                yield Name(f"{module.__name__}.{name}", function)
    elsewhere = (getattr(ratecheck, name) for name in ratecheck.__all__)
    classes += [value for value in elsewhere if inspect.isclass(value) and value not in classes]
    known = [value for value in classes if not value.__name__.startswith("_")]
    for value in classes:
        if value in known or any(value in other.__mro__ for other in known):
            yield Name(f"{value.__module__}.{value.__name__}", value)
            for name, member in vars(value).items():
                if not name.startswith("_") and (function := function_of(member)) is not None:
                    yield Name(f"{value.__module__}.{value.__name__}.{name}", function, value)


def parameters_of(function: Callable[..., Any]) -> dict[str, inspect.Parameter]:
    """The parameters of a function as numpydoc writes them, without that which a method is bound to."""
    found = [one for one in inspect.signature(function).parameters.values() if one.name not in ("self", "cls")]
    return {str(one.replace(annotation=one.empty, default=one.empty)): one for one in found}


def is_protocol(value: type) -> bool:
    """Whether a class says what others must offer."""
    return bool(getattr(value, "_is_protocol", False))


NAMES = list(public_names())
PROTOCOLS = [name.value for name in NAMES if inspect.isclass(name.value) and is_protocol(name.value)]


def is_array(kind: Any) -> bool:
    """Whether an annotation is of an array, or of one among other types."""
    if kind is ArrayLike or kind is np.ndarray or get_origin(kind) is np.ndarray:
        return True
    if isinstance(kind, str):
        return "Array" in kind
    return get_origin(kind) in (Union, UnionType) and any(map(is_array, get_args(kind)))


def body_of(value: Any) -> list[ast.stmt]:
    """The statements of a function or a class below its docstring."""
    (tree,) = ast.parse(textwrap.dedent(inspect.getsource(value))).body
    assert isinstance(tree, ast.FunctionDef | ast.ClassDef)
    return tree.body[1:] if ast.get_docstring(tree) is not None else tree.body


def raised(value: Any) -> set[str]:
    """The errors of value or type that a function raises itself, not in one that it defines."""
    statements = body_of(value)
    waiting: list[ast.AST] = [*statements]
    found: set[str] = set()
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.Lambda | ast.ClassDef):
            continue
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and isinstance(node.exc.func, ast.Name):
            found.add(node.exc.func.id)
        waiting.extend(ast.iter_child_nodes(node))
    known = vars(builtins) | value.__globals__
    return {name for name in found if inspect.isclass(known[name]) and issubclass(known[name], ValueError | TypeError)}


def is_described_elsewhere(name: Name) -> bool:
    """Whether a base class, or a protocol, has a method of this name and these parameters."""
    if name.owner is None:
        return False
    others = [*name.owner.__mro__[1:], *([] if name.owner in PROTOCOLS else PROTOCOLS)]
    methods = (function_of(vars(other).get(name.value.__name__)) for other in others if other is not object)
    ours = [*parameters_of(name.value)]
    return any(method is not None and method.__doc__ and [*parameters_of(method)] == ours for method in methods)


def wanting_of_function(name: Name) -> Iterator[str]:
    """What the docstring of a function or a method lacks."""
    told, body = sections(name.value), body_of(name.value)
    parameters = parameters_of(name.value)
    for error in sorted(raised(name.value) - {*told.get("Raises", {})}):
        yield f"{error} under Raises"
    if is_described_elsewhere(name):
        return
    described = told.get("Parameters", {})
    yield from wanting_of(described, {key: one.annotation for key, one in parameters.items()}, "Parameters")
    if [*described] != [*parameters] and not {*parameters} - {*described}:
        yield f"the parameters' own names and order in place of {', '.join(described)}"
    returns = inspect.signature(name.value).return_annotation
    plain = name.owner is not None and not parameters and len(body) == 1 and isinstance(body[0], ast.Return)
    if returns is None or plain:
        return
    found = {**told.get("Returns", {}), **told.get("Yields", {})}
    if not found:
        yield "Returns"
    elif is_array(returns) and not any("shape (" in term for term in found):
        yield "a shape under Returns"


def wanting_of_class(name: Name) -> Iterator[str]:
    """What the docstring of a class lacks."""
    kind: Any = name.value
    told, members, own = sections(kind), vars(kind), {*inspect.get_annotations(kind)}
    start = members.get("__post_init__" if dataclasses.is_dataclass(name.value) else "__init__")
    if dataclasses.is_dataclass(kind):
        fields = [one for one in dataclasses.fields(kind) if one.name in own and not one.name.startswith("_")]
        yield from wanting_of(told.get("Attributes", {}), {one.name: one.type for one in fields}, "Attributes")
    elif start is not None and not is_protocol(name.value):
        kinds = {key: one.annotation for key, one in parameters_of(start).items()}
        yield from wanting_of(told.get("Parameters", {}), kinds, "Parameters")
    if start is not None and function_of(start) is not None and not is_protocol(name.value):
        for error in sorted(raised(start) - {*told.get("Raises", {})}):
            yield f"{error} under Raises"


def wanting_of(described: dict[str, tuple[str, str]], kinds: dict[str, Any], title: str) -> Iterator[str]:
    """What a section lacks of these names with their annotations."""
    for key, kind in kinds.items():
        told, more = described.get(key, ("", ""))
        if not (told and more):
            yield f"{key} under {title}, with its type"
        elif is_array(kind) and "shape" not in told:
            yield f"the shape of {key}"


def wanting(name: Name) -> list[str]:
    """What a docstring lacks."""
    return [*(wanting_of_class(name) if inspect.isclass(name.value) else wanting_of_function(name))]


@pytest.mark.parametrize("package", [*PACKAGES, "verify"])
def test_public_docstrings_are_complete(package: str) -> None:
    names = [name for name in NAMES if name.title.startswith(f"{package}.")]
    assert names
    assert {name.title: lacks for name in names if (lacks := wanting(name))} == {}


def test_every_kind_of_name_is_among_them() -> None:
    titles = {name.title for name in NAMES}
    assert {
        "ratecheck.api.run",
        "verify.study.worst.WorstRisk",
        "upperbounds.channels.base.Channel.sample",
        "upperbounds.optimisation.losses._OfScore.mean_gradient",
        "upperbounds.channels.binomial.binomial_window",
        "lowerbounds.numerics.enclosures.roughly",
    } <= titles
    assert not [title for title in titles if title.rpartition(".")[2].startswith("_") and "._OfScore" not in title]


class Base:
    """A class.

    Parameters
    ----------
    size : int
        Its size.
    """

    def __init__(self, size: int) -> None:
        self.size = size

    def grown(self, by: np.ndarray[Any, Any], least: int = 0) -> np.ndarray[Any, Any]:
        """Numbers that are larger.

        Parameters
        ----------
        by : ndarray, shape (n,)
            By how much.
        least : int, default 0
            The least that is allowed.

        Returns
        -------
        ndarray, shape (n,)
            The numbers.

        Raises
        ------
        ValueError
            For a number below `least`.
        """
        if np.any(by < least):
            raise ValueError("by: must be larger")
        return by + self.size


class Heir(Base):
    """Another class."""

    @cached_property
    def twice(self) -> int:
        """Twice its size."""
        return 2 * self.size

    def half(self) -> float:
        """Half of its size."""
        return self.size / 2

    def grown(self, by: np.ndarray[Any, Any], least: int = 0) -> np.ndarray[Any, Any]:
        """Numbers that are larger, as those of the base."""
        return by + 2 * self.size + least


DOCUMENTED = inspect.cleandoc(Base.grown.__doc__ or "") + "\n"


@pytest.mark.parametrize(
    ("planted", "lacks"),
    [
        (DOCUMENTED, []),
        (
            DOCUMENTED.replace("least : int, default 0\n    The least that is allowed.\n", ""),
            ["least under"],
        ),
        (DOCUMENTED.replace("    By how much.\n", ""), ["by under Parameters"]),
        (DOCUMENTED.replace("by : ndarray, shape (n,)", "by : ndarray"), ["the shape of by"]),
        (DOCUMENTED.replace("by : ndarray", "to : ndarray"), ["by under Parameters"]),
        (re.sub(r"Returns\n.*?numbers\.\n", "", DOCUMENTED, flags=re.DOTALL), ["Returns"]),
        (
            DOCUMENTED.replace("-------\nndarray, shape (n,)", "-------\nndarray"),
            ["a shape under Returns"],
        ),
        (re.sub(r"Raises\n.*", "", DOCUMENTED, flags=re.DOTALL), ["ValueError under Raises"]),
        ("Numbers that are larger.", ["ValueError", "by under", "least under", "Returns"]),
    ],
)
def test_what_a_docstring_lacks_is_found(planted: str, lacks: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Base.grown, "__doc__", planted)
    found = wanting(Name("grown", Base.grown, Base))
    assert len(found) == len(lacks)
    assert all(told.startswith(start) for told, start in zip(found, lacks, strict=True)), found


def test_what_less_is_asked_of(monkeypatch: pytest.MonkeyPatch) -> None:
    assert wanting(Name("Base", Base)) == wanting(Name("Heir", Heir)) == []
    assert wanting(Name("half", Heir.half, Heir)) == wanting(Name("grown", Heir.grown, Heir)) == []
    assert wanting(Name("half", Heir.half)) == ["Returns"]
    assert function_of(vars(Heir)["twice"]) is None
    monkeypatch.setattr(Base, "__doc__", "A class.")
    assert wanting(Name("Base", Base)) == ["size under Parameters, with its type"]
