"""The reference of the public interface, from the signatures and docstrings of `ratecheck`."""

import inspect
import re
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup, escape

import ratecheck

_SECTION = re.compile(r"^([A-Z][A-Za-z ]*)\n-+\n", re.MULTILINE)
_ITEM = re.compile(r"^(\S.*)\n((?: {4}.*\n)*)", re.MULTILINE)


@dataclass(frozen=True)
class _Entry:
    """A function or a type: its call, what it does in paragraphs, and an example that the tests run.

    `sections` are those of its docstring in numpydoc's form, each a list of (term, description).
    """

    name: str
    signature: str
    paragraphs: tuple[Markup, ...]
    example: str
    sections: dict[str, list[tuple[str, Markup]]]


def reference() -> tuple[list[_Entry], list[_Entry]]:
    """The public functions and the public types, each by name."""
    named = [(name, getattr(ratecheck, name)) for name in ratecheck.__all__ if name != "__version__"]
    functions = [_entry(name, value) for name, value in named if inspect.isfunction(value)]
    return functions, [_entry(name, value) for name, value in named if inspect.isclass(value)]


def _entry(name: str, value: Any) -> _Entry:
    text, *parts = _SECTION.split(inspect.getdoc(value) or "")
    told = dict(zip(parts[::2], parts[1::2], strict=True))
    example = told.pop("Examples", "").strip()
    paragraphs = tuple(_marked(part) for part in text.split("\n\n") if part.strip())
    sections = {title: [(term, _marked(more)) for term, more in _ITEM.findall(f"{t}\n")] for title, t in told.items()}
    call = name
    if inspect.isfunction(value):
        signature = inspect.signature(value)
        parameters = [
            parameter.replace(annotation=_annotation(parameter.annotation))
            for parameter in signature.parameters.values()
        ]
        shown = signature.replace(parameters=parameters, return_annotation=_annotation(signature.return_annotation))
        call = f"{name}{shown}".replace("'", "")
    return _Entry(name, call, paragraphs, example, sections)


def _marked(text: str) -> Markup:
    """The text in one line, what stands between backticks as code."""
    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(" ".join(text.split())))))


def _annotation(found: Any) -> str:
    """A type as a person writes it: without the modules that names are from."""
    text = found if isinstance(found, str) else inspect.formatannotation(found)
    # What numpy calls ArrayLike is a union of a page.
    text = "ArrayLike" if "_SupportsArray" in text else text
    text = re.sub(r"numpy\.ndarray\[.*\]\]", "NDArray[float]", text)
    return re.sub(r"\b(?:[a-z_]\w*\.)+(?=[A-Za-z_])", "", text)
