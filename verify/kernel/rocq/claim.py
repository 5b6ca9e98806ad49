"""What a proof is being written for: an expression to be shown nonnegative on a box, and its names there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import sympy

from verify.kernel.rocq.terms import fresh, gallina

Node = dict[str, Any]


Lines = list[str]
SECONDS = 20
"""How long one tactic may take."""


@dataclass(frozen=True)
class Ends:
    """The range of a variable; ends that are None are shown by no hypothesis."""

    lower: Any
    upper: Any
    open_lower: bool
    open_upper: bool
    integer: bool = False

    @property
    def bounded(self) -> bool:
        """Whether both ends are finite."""
        return bool(self.lower.is_finite and self.upper.is_finite)


@dataclass(frozen=True)
class Claim:
    """0 <= f, or 0 < f, on a box where conditions hold; `names` are what its symbols are called there."""

    f: Any
    strict: bool
    box: dict[Any, Ends]
    where: tuple[Any, ...]
    names: dict[Any, str]

    def text(self, e: Any) -> str:
        """An expression in the names of this claim."""
        return gallina(e, self.names)

    def symbol(self, name: str) -> Any:
        """The variable of that name."""
        return sympy.Symbol(name, real=True)

    @property
    def word(self) -> str:
        """The relation's prefix of lemmas."""
        return "lt" if self.strict else "le"

    @property
    def sign(self) -> str:
        """< or <=."""
        return "<" if self.strict else "<="


def block(lines: Lines) -> Lines:
    """The lines in braces."""
    return [
        "{ " + lines[0],
        *(f"  {line}" for line in lines[1:-1]),
        *([f"  {lines[-1]}"] if len(lines) > 1 else []),
        "}",
    ]


def used(claim: Claim) -> list[Any]:
    """The variables that occur in the expression."""
    return [s for s in claim.box if s in claim.f.free_symbols]


def finite(claim: Claim) -> bool:
    """Whether each variable that occurs has two finite ends."""
    return all(claim.box[s].bounded for s in used(claim))


def over(claim: Claim, x: Any, ends: Ends, inner: Claim) -> str:
    """An inner claim for all values of one variable in its range."""
    name = claim.names[x]
    ranges = []
    if ends.lower.is_finite:
        ranges.append(f"{gallina(ends.lower, {})} {'<' if ends.open_lower else '<='} {name} -> ")
    if ends.upper.is_finite:
        ranges.append(f"{name} {'<' if ends.open_upper else '<='} {gallina(ends.upper, {})} -> ")
    return f"forall {name} : R, {''.join(ranges)}0 {inner.sign} {inner.text(inner.f)}"


def intro(name: str, ends: Ends) -> list[str]:
    """What `intros` calls a variable and its range."""
    return [name, *([f"L_{name}"] if ends.lower.is_finite else []), *([f"U_{name}"] if ends.upper.is_finite else [])]


def renamed(claim: Claim, x: Any) -> Claim:
    """The claim with a new name for one variable, which is quantified again."""
    return replace(claim, names={**claim.names, x: fresh(claim.names[x], claim.names.values())})


def pattern(names: list[str]) -> str:
    """The pattern that takes a conjunction apart."""
    text = names[-1]
    for name in reversed(names[:-1]):
        text = f"[{name} {text}]"
    return text


def sample_points(claim: Claim, count: int = 64) -> list[Any]:
    """Points of the box in floats, an array for each variable: they guide the proof and prove nothing."""
    generator = np.random.default_rng(0)
    found = []
    for e in claim.box.values():
        low, high = float(e.lower), float(e.upper)
        unit = generator.uniform(size=count)
        if np.isfinite(low) and np.isfinite(high):
            found.append(low + (high - low) * unit)
        elif np.isfinite(low):
            found.append(low + np.exp(generator.uniform(-4, 4, size=count)))
        elif np.isfinite(high):
            found.append(high - np.exp(generator.uniform(-4, 4, size=count)))
        else:
            found.append(generator.normal(size=count) * 3)
    return found
