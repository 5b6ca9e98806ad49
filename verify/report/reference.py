"""The reference of the public interface, from the signatures and docstrings of `ratecheck`."""

import inspect
import re
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from markupsafe import Markup, escape

import ratecheck

_EXAMPLE = re.compile(r"^>>> ", re.MULTILINE)


@dataclass(frozen=True)
class Entry:
    """A function or a type: its call or its fields, what it does in paragraphs, and an example that the tests run."""

    name: str
    signature: str
    paragraphs: tuple[Markup, ...]
    example: str
    fields: tuple[tuple[str, str], ...] = ()


def reference() -> tuple[list[Entry], list[Entry]]:
    """The public functions and the public types, each by name."""
    named = [(name, getattr(ratecheck, name)) for name in ratecheck.__all__ if name != "__version__"]
    functions = [_entry(name, value) for name, value in named if inspect.isfunction(value)]
    return functions, [_entry(name, value) for name, value in named if inspect.isclass(value)]


def _entry(name: str, value: Any) -> Entry:
    told = inspect.getdoc(value) or ""
    start = _EXAMPLE.search(told)
    text, example = (told[: start.start()], told[start.start() :]) if start else (told, "")
    paragraphs = tuple(_marked(" ".join(part.split())) for part in text.split("\n\n") if part.strip())
    if inspect.isfunction(value):
        signature = inspect.signature(value)
        parameters = [
            parameter.replace(annotation=_annotation(parameter.annotation))
            for parameter in signature.parameters.values()
        ]
        shown = signature.replace(parameters=parameters, return_annotation=_annotation(signature.return_annotation))
        return Entry(name, f"{name}{shown}".replace("'", ""), paragraphs, example.strip())
    members = fields(value) if is_dataclass(value) else ()
    return Entry(name, name, paragraphs, example.strip(), tuple((f.name, _annotation(f.type)) for f in members))


def _marked(text: str) -> Markup:
    """What stands between backticks as code."""
    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(text))))


def _annotation(found: Any) -> str:
    """A type as a person writes it: without the modules that names are from."""
    text = found if isinstance(found, str) else inspect.formatannotation(found)
    # What numpy calls ArrayLike is a union of a page.
    text = "ArrayLike" if "_SupportsArray" in text else text
    text = re.sub(r"numpy\.ndarray\[.*\]\]", "NDArray[float]", text)
    return re.sub(r"\b(?:[a-z_]\w*\.)+(?=[A-Za-z_])", "", text)
