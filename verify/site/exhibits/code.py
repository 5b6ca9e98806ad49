"""The code next to a theorem: the estimator with its RATE and BOUND, or the construction, as Python has it."""

import inspect
import re
from dataclasses import dataclass
from typing import Any

import sympy
from markupsafe import Markup, escape

_KEYWORDS = (
    "and as assert class def elif else for from if import in is lambda not or pass raise return while with yield None"
    " True False"
)
_PATTERN = re.compile(
    r"""(?P<s>\b[rbfRBF]{0,2}(?:\"{3}[\s\S]*?\"{3}|"(?:\\.|[^"\\\n])*")|\"{3}[\s\S]*?\"{3}|"(?:\\.|[^"\\\n])*")"""
    r"|(?P<c>\#[^\n]*)"
    rf"|(?P<k>\b(?:{'|'.join(_KEYWORDS.split())})\b)"
    r"|(?P<f>(?<=def )\w+|(?<=class )\w+)"
    r"|(?P<n>\b\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?\b)"
)


@dataclass(frozen=True)
class Code:
    """Functions and classes that belong together; `rate` is a symbolic RATE, of which `rate_source` says where it is from."""

    title: str
    objects: tuple[Any, ...]
    rate: sympy.Expr | None = None
    bound: Any = None

    @property
    def rate_latex(self) -> str:
        """The RATE as LaTeX; empty where there is none."""
        return "" if self.rate is None else sympy.latex(self.rate).replace(r"\epsilon", r"\varepsilon")

    @property
    def parts(self) -> list[tuple[str, Markup]]:
        """(file, highlighted source) of each object, the bound last."""
        return [(file_of(part), highlighted(inspect.getsource(part))) for part in (*self.objects, self.bound) if part]


def file_of(part: Any) -> str:
    """The file that holds an object, from the project's root on."""
    return str(inspect.unwrap(part).__module__).replace(".", "/") + ".py"


def highlighted(source: str) -> Markup:
    """Python source with its words marked for the style sheet; its text is the source, unchanged."""
    found, end = [], 0
    for match in _PATTERN.finditer(source):
        found.append(escape(source[end : match.start()]))
        found.append(Markup('<span class="{}">{}</span>').format(f"py-{match.lastgroup}", match.group()))
        end = match.end()
    found.append(escape(source[end:]))
    return Markup("").join(found)
