"""How terms are displayed: an argument is bracketed wherever it would read differently without.

What is printed is read as a reader reads it: by its outermost signs, and by what stands next to it in a form. So a form
says where its arguments stand, and nothing of brackets: r"f({0})" never needs one, r"{0} - {1}" does for a sum.
"""

from __future__ import annotations

import re
import string
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from typing import Any

from verify.kernel.prover.display import Typesetter


class Level(IntEnum):
    """What holds a printed term together at its outermost place, the loosest first."""

    LIST = 0
    PHRASE = 1
    RELATION = 2
    SUM = 3
    PRODUCT = 4
    FRACTION = 5
    POWER = 6
    INDEXED = 7
    CALL = 8
    ATOM = 9


_TOKEN = re.compile(
    r"(?P<space>(?:\s|~|\\[,;:! ]|\\q?quad\b|\\(?:text|display)style\b)+)|"
    r"(?P<token>(?:\\left|\\right|\\[bB]ig[lrg]?)\s*(?:\\[a-zA-Z]+|\\.|.)|\\[a-zA-Z]+|\\.|\d+(?:\.\d+)?|.)",
    re.DOTALL,
)
_SIZED = re.compile(r"\\(?:left|right|[bB]ig[lrg]?)\s*")
_SHORT_FRACTION = re.compile(r"(\\[td]?frac)\s*(\d)\s*(\d)?")
_OPEN = {"(", "[", r"\{", r"\langle", r"\lfloor", r"\lceil"}
_CLOSE = {")", "]", r"\}", r"\rangle", r"\rfloor", r"\rceil"}
_BARS = {"|", r"\|"}
_SIGNS = {
    **dict.fromkeys((",", ";"), Level.LIST),
    **dict.fromkeys((":", r"\mid", r"\text", r"\forall", r"\exists", r"\nexists", r"\iff", r"\colon"), Level.PHRASE),
    **dict.fromkeys(
        ("=", "<", ">", r"\le", r"\ge", r"\ne", r"\in", r"\notin", r"\sim", r"\perp", r"\subseteq"), Level.RELATION
    ),
    **dict.fromkeys((r"\subset", r"\to", r"\leq", r"\geq", r"\asymp", r"\approx"), Level.RELATION),
    **dict.fromkeys(("+", "-", r"\pm", r"\oplus", r"\cap", r"\cup", r"\setminus", r"\wedge", r"\vee"), Level.SUM),
    **dict.fromkeys(("/", r"\cdot", r"\times", r"\otimes", r"\circ", r"\#"), Level.PRODUCT),
}
_FRACTIONS = {r"\frac", r"\tfrac", r"\dfrac", r"\binom"}
_DRESS = {
    r"\mathrm",
    r"\mathbb",
    r"\mathcal",
    r"\mathsf",
    r"\mathfrak",
    r"\operatorname",
    r"\tilde",
    r"\hat",
    r"\bar",
    r"\overline",
    r"\check",
    r"\widehat",
    r"\widetilde",
    r"\mathbf",
    r"\sqrt",
    r"\text",
    r"\nabla",
}
_SCRIPTED = {"_": Level.CALL, "^": Level.INDEXED, "'": Level.CALL, "!": Level.CALL}
_PREFIXES = {r"\sum", r"\prod", r"\int", r"\sup", r"\inf", r"\max", r"\min", r"\operatorname", r"\log", r"\ln"}
_NAMED = {r"\log", r"\ln", r"\max", r"\min", r"\exp"}
"""Functions: with no index and brackets behind them they are called."""


@dataclass(frozen=True)
class _Token:
    text: str
    apart: bool
    """Whether space stands before it."""


def _tokens(latex: str) -> list[_Token]:
    latex = _SHORT_FRACTION.sub(lambda m: "".join([m[1], *(f"{{{d}}}" for d in m.groups()[1:] if d)]), latex)
    # Between two laws the double bar is a sign, no bracket.
    latex = latex.replace(r"\,\|\,", r"\mid ")
    found, apart = [], False
    for match in _TOKEN.finditer(latex):
        if match["space"]:
            apart = True
        else:
            found.append(_Token(_SIZED.sub("", match["token"]) or match["token"], apart))
            apart = False
    return found


class _Reader:
    """Reads the tokens of one nesting as units that signs join."""

    def __init__(self, latex: str) -> None:
        self._tokens = _tokens(latex)
        self._at = 0

    def level(self) -> Level:
        """The loosest sign at the outermost place; of a single unit, what it is."""
        found, units = Level.ATOM, 0
        while self._at < len(self._tokens):
            token = self._tokens[self._at].text
            if token in _SIGNS:
                found = min(found, _SIGNS[token])
                self._at += 1
                if token == r"\text":
                    self._group()
            else:
                found = min(found, self._unit())
                units += 1
        return min(found, Level.PRODUCT) if units > 1 else found

    def _next(self) -> str:
        return self._tokens[self._at].text if self._at < len(self._tokens) else ""

    def _group(self) -> None:
        """Pass over what a command takes, or a bracket with all in it."""
        opening = self._next()
        self._at += 1
        if opening in _DRESS or opening in _FRACTIONS:
            self._dressed(opening)
        elif opening == "{":
            self._through({"}"})
        elif opening in _OPEN:
            self._through(_CLOSE)
        elif opening in _BARS:
            self._through({opening})

    def _through(self, closing: set[str]) -> None:
        while self._at < len(self._tokens):
            token = self._next()
            if token in closing:
                self._at += 1
                return
            if token == "{" or token in _OPEN or (token in _BARS and not self._bar_closes(token)):
                self._group()
            else:
                self._at += 1

    def _bar_closes(self, bar: str) -> bool:
        """Whether a bar inside other brackets opens nothing: no other like it follows before they close."""
        depth = 0
        for token in self._tokens[self._at + 1 :]:
            if token.text == bar and not depth:
                return False
            depth += (token.text == "{" or token.text in _OPEN) - (token.text == "}" or token.text in _CLOSE)
            if depth < 0:
                return True
        return True

    def _dressed(self, command: str) -> None:
        """Pass over what an accent, a font or a fraction takes."""
        if command == r"\sqrt" and self._next() == "[":
            self._group()
        for _ in range(2 if command in _FRACTIONS else 1):
            self._group()

    def _unit(self) -> Level:
        start = self._next()
        indexed = self._tokens[self._at + 1].text in {"_", "^"} if self._at + 1 < len(self._tokens) else False
        prefix = start in _PREFIXES and not (start in _NAMED and not indexed)
        found = Level.FRACTION if start in _FRACTIONS else Level.ATOM
        number, called = start[0].isdigit(), False
        self._group()
        while self._at < len(self._tokens):
            token = self._tokens[self._at]
            if token.text == "'":
                self._at += 1
            elif token.text in {"_", "^"}:
                self._at += 1
                self._group()
                found = min(Level.POWER if token.text == "^" else Level.INDEXED, found)
            elif (token.text in {"(", "["} and not token.apart and not number) or (
                start in _NAMED and not prefix and token.text == "{"
            ):
                self._group()
                found, called = Level.CALL, True
            else:
                break
        return min(found, Level.PRODUCT) if prefix or (start in _NAMED and not called) else found


@lru_cache(maxsize=65536)
def level(latex: str) -> Level:
    """What holds a printed term together at its outermost place."""
    return _Reader(latex).level()


@dataclass(frozen=True)
class _Place:
    """Where an argument stands in a form: the level from which on it needs no brackets, and what digits would join."""

    least: Level
    digits_before: bool
    digits_behind: bool


_MARK = "\ue000"
"""The first of the signs that stand for arguments in a form that is read."""


@lru_cache(maxsize=4096)
def _places(form: str) -> tuple[tuple[str, int, _Place | None], ...]:
    """The pieces of a form: literal text, the number of the argument behind it, and the argument's place."""
    pieces = [(text, field) for text, field, _, _ in string.Formatter().parse(form)]
    marked = "".join(text + (chr(ord(_MARK) + i) if field else "") for i, (text, field) in enumerate(pieces))
    tokens = _tokens(marked)
    braces = _braces(tokens)
    found = {token.text: _place(tokens, braces, i) for i, token in enumerate(tokens) if token.text >= _MARK}
    return tuple((text, int(field or 0), found.get(chr(ord(_MARK) + i))) for i, (text, field) in enumerate(pieces))


def _braces(tokens: list[_Token]) -> dict[int, str]:
    """What the braces at each place belong to: a script, a command; those that only group belong to nothing."""
    found: dict[int, str] = {}
    opened: list[tuple[int, str]] = []
    second: dict[int, str] = {}
    for i, token in enumerate(tokens):
        if token.text == "{":
            before = tokens[i - 1].text if i else ""
            owner = second.get(i) or (before if before in {"_", "^"} | _DRESS | _FRACTIONS else "")
            opened.append((i, owner))
        elif token.text == "}" and opened:
            start, owner = opened.pop()
            if owner:
                found[start] = found[i] = owner
            if owner in _FRACTIONS and start not in second:
                second[i + 1] = owner
    return found


def _place(tokens: list[_Token], braces: dict[int, str], at: int) -> _Place:
    left, right = _beside(tokens, braces, at, -1), _beside(tokens, braces, at, 1)
    apart = at + 1 < len(tokens) and tokens[at + 1].apart
    least = Level.LIST
    if left in _SIGNS:
        least = Level(_SIGNS[left] + 1)
    if right in _SIGNS and not (right in {"+", "-"} and left not in _SIGNS):
        # Sums are read from the left, so that the first of them needs no brackets.
        least = max(least, Level(_SIGNS[right] + 1))
    if left not in _SIGNS and left not in _OPEN | _BARS | {"", "{"}:
        least = max(least, Level.FRACTION)
    if right in _SCRIPTED:
        least = max(least, _SCRIPTED[right])
    elif right in {"(", "["} and not apart:
        least = max(least, Level.POWER)
    elif right not in _SIGNS and right not in _CLOSE | _BARS | {"", "}"}:
        least = max(least, Level.FRACTION)
    ended = left == "}" and braces[at - 1] in _FRACTIONS | {"_", "^"} if at - 1 in braces else False
    return _Place(least, ended or left.isalnum() or left >= _MARK, right.isdigit())


def _beside(tokens: list[_Token], braces: dict[int, str], at: int, way: int) -> str:
    """The next sign before or behind an argument; braces that delimit nothing are passed over."""
    i = at + way
    while 0 <= i < len(tokens) and tokens[i].text in {"{", "}"} and i not in braces:
        i += way
    if not 0 <= i < len(tokens):
        return ""
    # Behind the end of a text an argument stands as before its beginning.
    return r"\text" if way < 0 and tokens[i].text == "}" and braces[i] == r"\text" else tokens[i].text


_TAKES_INDEX = (")", "]", "|")
"""At the end of what an index may follow."""


def laid(form: str, printed: list[str]) -> str:
    """A form with its printed arguments, each in brackets where it would read differently without.

    Arguments that the form leaves out stand below it: what differs in them would be displayed alike.
    """
    shown = ""
    for text, number, place in _places(form):
        shown += text
        if place is not None:
            argument = printed[number]
            digits = (place.digits_before and argument[:1].isdigit()) or (place.digits_behind and argument.isdigit())
            shown += bracketed(argument) if digits else closed(argument, place.least)
    told = {number for _, number, place in _places(form) if place is not None}
    if hidden := [argument for i, argument in enumerate(printed) if i not in told]:
        index = ", ".join(closed(argument, Level.PHRASE) for argument in hidden)
        return rf"{shown if shown.endswith(_TAKES_INDEX) else bracketed(shown)}_{{{index}}}"
    return shown


def closed(printed: str, least: Level) -> str:
    """A printed term, in brackets where it is looser than what may stand there."""
    return bracketed(printed) if level(printed) < least else printed


def bracketed(printed: str) -> str:
    """A printed term in brackets."""
    return rf"\left({printed}\right)"


class _Printer(Typesetter):
    """With brackets around quantities that are sums or products by their form, or run over an index."""

    def _needs_mul_brackets(self, expr: Any, first: bool = False, last: bool = False) -> bool:
        if hasattr(expr, "_latex"):
            found = level(self._print(expr))
            return bool(found < Level.PRODUCT or (found == Level.PRODUCT and not last))
        return bool(super()._needs_mul_brackets(expr, first=first, last=last))

    def _needs_add_brackets(self, expr: Any) -> bool:
        if hasattr(expr, "_latex"):
            return level(self._print(expr)) <= Level.SUM
        return bool(super()._needs_add_brackets(expr))

    def parenthesize(self, item: Any, level_: float, is_neg: bool = False, strict: bool = False) -> str:
        """What stands where a looser term needs brackets: the base of a power."""
        if hasattr(item, "_latex"):
            return closed(self._print(item), Level.INDEXED)
        return str(super().parenthesize(item, level_, is_neg=is_neg, strict=strict))


def latex(term: Any) -> str:
    """The term as it is displayed."""
    return str(_Printer().doprint(term))
