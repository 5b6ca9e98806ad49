"""What a check returns: a verdict and the evidence that backs it."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from numbers import Rational
from typing import Any, TypeAlias

import flint
import sympy

Json: TypeAlias = Any
Exact: TypeAlias = Any
"""An int, a Fraction or a sympy rational (exact), or an arb (enclosed)."""


class Verdict(StrEnum):
    """What a run found of a statement; the order in WEAKNESS is from strong to weak."""

    PROVED = "proved"
    CHECKED = "checked"
    ARGUED = "argued"
    SUPPORTED = "supported"
    OPEN = "open"
    REFUTED = "refuted"


WEAKNESS = [Verdict.PROVED, Verdict.CHECKED, Verdict.ARGUED, Verdict.SUPPORTED, Verdict.OPEN, Verdict.REFUTED]


def weakest(verdicts: list[Verdict]) -> Verdict:
    """The weakest of the verdicts; of none, `proved`."""
    return max(verdicts, key=WEAKNESS.index, default=Verdict.PROVED)


@dataclass(frozen=True)
class Outcome:
    """A verdict, its evidence as JSON-able data, and the type-I error that the check spent."""

    verdict: Verdict
    evidence: dict[str, Json] = field(default_factory=dict)
    alpha: float = 0.0


RESTS_ON = ("axioms", "lemmas")
"""Under these names evidence lists facts: theorems of the literature and lemmas that are not proved here."""
UNPROVED = ": a lemma that is not proved here"
"""What follows the name of a lemma among the informal steps."""


def resting(evidence: dict[str, Json], below: Iterable[Outcome | None]) -> dict[str, Json]:
    """Evidence with all that its statement rests on: its own axioms and lemmas, and those of what it uses."""
    found = [evidence, *(outcome.evidence for outcome in below if outcome is not None)]
    rests = {kind: list(dict.fromkeys(name for e in found for name in e.get(kind, ()))) for kind in RESTS_ON}
    return evidence | {kind: names for kind, names in rests.items() if names or kind in evidence}


def argued(outcome: Outcome, joint: str) -> Outcome:
    """A finding that has one more joint in words: a proof or an exact check becomes `argued`, and the joint is listed.

    What is open, supported or refuted keeps its verdict.
    """
    words = [*outcome.evidence.get("words", ()), joint]
    strong = outcome.verdict in (Verdict.PROVED, Verdict.CHECKED)
    verdict = Verdict.ARGUED if strong else outcome.verdict
    return Outcome(verdict, {**outcome.evidence, "words": words}, outcome.alpha)


def as_written(outcome: Outcome, text: str) -> Outcome:
    """A finding on checked relations, for a statement that is displayed as a text: a proof of them is `argued` for it.

    An exact check at a finite set keeps its verdict: a set of computed cases is described by a text in any case.
    """
    if not text or outcome.verdict is not Verdict.PROVED:
        return outcome
    return argued(outcome, "that the text says what the checked relations say")


@dataclass(frozen=True)
class Settings:
    """How a run checks: `quick` takes smaller finite sets that give the same verdicts; `seed` feeds all streams."""

    quick: bool = True
    seed: int = 0

    @property
    def profile(self) -> str:
        """The profile's name."""
        return "quick" if self.quick else "full"


class InexactError(TypeError):
    """A number that is neither exact nor an enclosure."""


def as_arb(number: Exact) -> flint.arb:
    """An enclosure of an exact or enclosed number; raises InexactError as `is_exact` does."""
    if not is_exact(number):
        return number
    return flint.arb(flint.fmpq(int(number.numerator), int(number.denominator)))


def is_exact(number: Exact) -> bool:
    """Whether the number is exact, not merely enclosed.

    Raises InexactError for what is neither: a float, sympy's or another's, or an expression.
    """
    if isinstance(number, flint.arb):
        return False
    if not isinstance(number, Rational):
        raise InexactError(f"{number!r}: a {type(number).__name__} is neither exact nor an enclosure")
    return True


def enclosure(number: Exact) -> list[float]:
    """[low, high] as floats, rounded outward."""
    ball = as_arb(number)
    low, high = ball.lower(), ball.upper()
    return [_round(low, down=True), _round(high, down=False)]


def _round(point: flint.arb, *, down: bool) -> float:
    """A float on the right side of an exact dyadic number."""
    value = float(point)
    away = -1.0 if down else 1.0
    while (flint.arb(value) > point) if down else (flint.arb(value) < point):
        value = float(sympy.Float(value)) + away * max(abs(value) * 2.3e-16, 5e-324)
    return value


def _is_short(number: Exact) -> bool:
    """Whether an exact number has at most about 60 digits; Python refuses to write one of thousands."""
    rational = number if isinstance(number, int | Fraction) else sympy.Rational(number)
    return int(rational.numerator).bit_length() + int(rational.denominator).bit_length() <= 200


def sides(left: Exact, right: Exact) -> dict[str, Json]:
    """Both sides as numbers for a record: enclosures, exact text where there is one, and the slack right - left."""
    record: dict[str, Json] = {"left": enclosure(left), "right": enclosure(right)}
    for name, number in (("left_exact", left), ("right_exact", right)):
        if is_exact(number) and _is_short(number):
            record[name] = str(number)
    record["slack"] = float((as_arb(right) - as_arb(left)).mid())
    return record
