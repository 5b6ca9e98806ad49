"""A reader of Gallina's arithmetic of its own, in floats: the other route to what an exported text says."""

import math
import operator
import re
from collections.abc import Callable, Mapping
from typing import Any

_TOKEN = re.compile(r"\s*([A-Za-z_][\w']*|\d+|<=|->|[-+*/^()<,:=])")
_BINARY: dict[str, Callable[[float, float], float]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "^": operator.pow,
}
_LEVELS = (("+", "-"), ("*", "/"))
_FUNCTIONS: dict[str, tuple[int, Callable[..., float]]] = {
    "exp": (1, math.exp),
    "ln": (1, math.log),
    "sqrt": (1, math.sqrt),
    "Rabs": (1, abs),
    "tanh": (1, math.tanh),
    "Rmin": (2, min),
    "Rmax": (2, max),
}


class Reader:
    """Reads one expression: sums, products, signs, powers and functions, with Gallina's precedence."""

    def __init__(self, text: str, values: Mapping[str, float]) -> None:
        self._tokens = _TOKEN.findall(text)
        assert "".join(self._tokens) == re.sub(r"\s", "", text), text
        self._values = values

    def value(self) -> float:
        """The expression's value."""
        found = self._sum(0)
        assert not self._tokens, self._tokens
        return found

    def _sum(self, level: int) -> float:
        if level == len(_LEVELS):
            return self._signed()
        found = self._sum(level + 1)
        while self._tokens and self._tokens[0] in _LEVELS[level]:
            found = _BINARY[self._tokens.pop(0)](found, self._sum(level + 1))
        return found

    def _signed(self) -> float:
        # Both signs bind closer than products, and looser than powers.
        if self._tokens[0] == "-":
            self._tokens.pop(0)
            return -self._signed()
        if self._tokens[0] == "/":
            self._tokens.pop(0)
            return 1 / self._signed()
        base = self._atom()
        if self._tokens and self._tokens[0] == "^":
            self._tokens.pop(0)
            return float(base ** self._signed())
        return base

    def _atom(self) -> float:
        token = self._tokens.pop(0)
        if token == "(":
            found = self._sum(0)
            assert self._tokens.pop(0) == ")"
            return found
        if token in _FUNCTIONS:
            count, function = _FUNCTIONS[token]
            return float(function(*(self._atom() for _ in range(count))))
        if token == "PI":
            return math.pi
        return float(token) if token.isdigit() else self._values[token]


def sides(stated: str, values: Mapping[str, Any]) -> tuple[float, float]:
    """Both sides of a lemma's conclusion."""
    conclusion = stated.rpartition(" -> ")[-1].rpartition(",\n  ")[-1]
    left, _, right = re.split(r" (<=?) ", conclusion)
    return Reader(left, values).value(), Reader(right, values).value()
