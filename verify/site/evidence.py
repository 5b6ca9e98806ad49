"""What a page shows of a record: both sides as numbers, the slack as a factor, steps, tables, and all the rest."""

import math
import re
from dataclasses import dataclass, field
from typing import Any

from verify.ledger.reading import VERDICTS, Record, standing, verdicts
from verify.ledger.wording import GROUNDS, interval, number, plain, resting
from verify.site.words import handwritten as written

STATES = [*VERDICTS]
"""The verdicts, from strong to weak."""

SURVIVES = {
    True: "the theorem stands, as printed or as corrected",
    False: "the theorem is false as printed",
    None: "whether the theorem stands is not decided",
}

AGREE = "both sides agree"
STRICT = "both sides agree, where the claim is strict"

_SIGNS = {"<=": r"\le", "<": "<", "==": "=", ">=": r"\ge", ">": ">"}
_TOLD = {
    *("left", "right", "left_exact", "right_exact", "left_second_route", "slack", "parameters", "method", "steps"),
    *("parts", "shown", "crosschecks", "crosscheck", "textbook", "exponents_left", "exponents_right", "ratios"),
    *("along", "spend", "tests", "given", "given_latex", "start", "chain", "words", *GROUNDS),
}


@dataclass(frozen=True)
class Sides:
    """Both sides as numbers at stated parameters; `factor` is right/left where both are positive."""

    left: str
    right: str
    left_exact: str | None
    right_exact: str | None
    factor: float | None
    slack: str | None
    parameters: list[tuple[str, str]]
    of: str = ""
    """What of the statement they are the sides of, where it is not the statement itself."""
    slack_name: str = "right − left"
    left_share: float | None = None
    right_share: float | None = None
    """Both sides in per cent of the larger, where both are positive."""
    refute: bool = False
    """Whether they are a counterexample."""


@dataclass(frozen=True)
class _Step:
    """A step of a derivation: the claim, how it stands, and its numbers."""

    id: str
    verdict: str
    record: Record | None
    statement: str | None = None
    sides: Sides | None = None
    loses: bool = False


@dataclass(frozen=True)
class Line:
    """A line of a chain: its sign (none for the first), its LaTeX, its reasons, which are words, which are chains."""

    sign: str
    latex: str
    reasons: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    beneath: tuple["Display", ...] = ()


@dataclass(frozen=True)
class Display:
    """A chain as a paper prints it: what it assumes, and its lines."""

    given: tuple[str, ...]
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Part:
    """One side of a record, printed or corrected, for a page."""

    name: str
    statement: str
    verdict: str
    method: str | None
    sides: Sides | None
    steps: list[_Step] = field(default_factory=list)
    ratios: list[tuple[str, str]] = field(default_factory=list)
    exponents: list[tuple[str, str, str]] = field(default_factory=list)
    rest: list[tuple[str, str]] = field(default_factory=list)
    display: Display | None = None
    words: list[str] = field(default_factory=list)
    rests: list[str] = field(default_factory=list)
    """The axioms and the unproved lemmas below it, a line for each kind."""
    letters: list[dict[str, str]] = field(default_factory=list)
    layout: dict[str, list[str]] = field(default_factory=dict)
    """The statement in parts, where it has parts."""
    says: str = ""
    """What the paper says, in its own symbols."""
    match: str = ""
    differs: str = ""
    evidence: dict[str, Any] = field(default_factory=dict)


def part(name: str, entry: Record, records: dict[str, Record]) -> Part | None:
    """One side of a record; None where it has none."""
    side = entry[name]
    if side is None:
        return None
    evidence = side["evidence"]
    verdict = verdicts(entry)[name] or "definition"
    lefts, rights = evidence.get("exponents_left", {}), evidence.get("exponents_right", {})
    along = evidence.get("along") or {}
    places: list[Any] = next(iter(along.values()), [])
    variable = next(iter(along), "")
    ratios = zip(places, evidence.get("ratios", ()), strict=False)
    return Part(
        name=name,
        statement=side["statement"],
        verdict=verdict,
        method=evidence.get("method"),
        sides=sides(evidence, refute=verdict == "refuted"),
        steps=_steps(evidence, records, as_printed=name == "printed" and verdict == "refuted"),
        ratios=[(f"{variable} = {place:,}", _grouped(ratio)) for place, ratio in ratios],
        exponents=[(s, lefts.get(s, "0"), rights.get(s, "0")) for s in dict.fromkeys((*lefts, *rights))],
        rest=[
            (key.replace("_", " "), _endless(plain(value)))
            for key, value in evidence.items()
            if key not in _TOLD and not (key == "note" and "ratios" in evidence)
        ],
        display=display(evidence) if "chain" in evidence else None,
        words=side["words"],
        rests=resting(side),
        letters=side.get("letters", []),
        layout=side.get("layout", {}),
        says=side.get("says", ""),
        match=side.get("match", ""),
        differs=side.get("differs", ""),
        evidence=evidence,
    )


def _grouped(ratio: float) -> str:
    """A ratio as the places next to it are written."""
    return f"{ratio:,.0f}" if 1000 <= ratio < 1e6 else number(ratio)


def display(told: dict[str, Any]) -> Display:
    """The chain in a record's evidence, and those beneath its lines."""
    rows = [
        Line(
            _SIGNS[row["op"]],
            row["latex"],
            tuple(row["because"]),
            tuple(row["words"]),
            tuple(display(c) for c in row["beneath"]),
        )
        for row in told["chain"]
    ]
    return Display(tuple(told["given"]), (Line("", told["start"]["latex"]), *rows))


def sides(evidence: dict[str, Any], *, refute: bool = False) -> Sides | None:
    """Both sides of the evidence; None where it has none, or where they are ratios along a family."""
    if "ratios" in evidence or not (_enclosure(evidence.get("left")) and _enclosure(evidence.get("right"))):
        return None
    left, right = evidence["left"], evidence["right"]
    middle = [(float(low) + float(high)) / 2 for low, high in (left, right)]
    factor = middle[1] / middle[0] if min(middle) > 0 else None
    slack = evidence.get("slack")
    most = max(middle)
    shares = (round(100 * middle[0] / most, 1), round(100 * middle[1] / most, 1)) if min(middle) > 0 else (None, None)
    return Sides(
        interval(left),
        interval(right),
        evidence.get("left_exact"),
        evidence.get("right_exact"),
        factor if factor is not None and math.isfinite(factor) and factor > 0 else None,
        None if slack is None else number(slack),
        parameters(evidence),
        _of(evidence),
        "right − left" if _is_difference(slack, middle) else "margin of the test",
        shares[0],
        shares[1],
        refute,
    )


def parameters(evidence: dict[str, Any]) -> list[tuple[str, str]]:
    """The parameters at which the evidence was found."""
    found = evidence.get("parameters")
    rows = found.items() if isinstance(found, dict) else ()
    return [(str(name), _endless(plain(value)) or "∅") for name, value in rows]


def _endless(text: str) -> str:
    """The text with infinity as it is written by hand."""
    return re.sub(r"\boo\b", "∞", text)


def standing_part(entry: Record) -> dict[str, Any] | None:
    """The side of a record that stands: the printed one, or what is next to it where it is refuted, open or none."""
    if entry["corrected"] and verdicts(entry)["printed"] in (None, "refuted", "open"):
        return dict(entry["corrected"])
    return dict(entry["printed"]) if entry["printed"] else None


def state(entry: Record) -> str:
    """How a claim stands; `definition` where there is nothing to judge."""
    return standing(entry) or "definition"


def is_refuted(entry: Record) -> bool:
    """Whether the claim is false as printed."""
    return verdicts(entry)["printed"] == "refuted"


def false_in(entry: Record) -> list[str]:
    """The steps or parts in which a refuted claim is false; none where it is false at its own place."""
    if not is_refuted(entry):
        return []
    steps = entry["printed"]["evidence"].get("steps", [])
    return [step["claim"] for step in steps if step["verdict"] == "refuted"]


def factor_text(found: Sides) -> str:
    """How far apart both sides are, as a factor, in words."""
    agree = STRICT if found.refute else AGREE
    if found.left == found.right and found.factor is None and found.slack in ("0", None):
        return agree
    if found.factor is None:
        return f"{found.slack_name}: {found.slack}" if found.slack else ""
    if abs(math.log(found.factor)) < 1e-9:
        return agree
    if found.factor > 1:
        return f"the right side is {found.factor:.4g} times the left"
    return f"the left side is {1 / found.factor:.4g} times the right"


def amount_text(value: float) -> str:
    """A value to four digits, with its power of ten as written by hand."""
    return written(f"{value:.4g}").replace("-", "−")


def _steps(evidence: dict[str, Any], records: dict[str, Record], *, as_printed: bool) -> list[_Step]:
    found = []
    for told in evidence.get("steps", ()):
        record = records.get(told["claim"])
        side = None
        if record is not None:
            use_printed = as_printed and verdicts(record)["printed"] == told["verdict"]
            side = record["printed"] if use_printed else standing_part(record)
        numbers = sides(side["evidence"]) if side else None
        found.append(_Step(told["claim"], told["verdict"], record, side["statement"] if side else None, numbers))
    return _with_loss(found)


def _with_loss(steps: list[_Step]) -> list[_Step]:
    """The steps, the one whose sides are furthest apart by a factor marked, where several have numbers of their own.

    A refuted step loses nothing.
    """
    factors = [
        abs(math.log(step.sides.factor))
        if step.sides and step.sides.factor and not step.sides.of and step.verdict in ("proved", "checked")
        else 0.0
        for step in steps
    ]
    if sum(factor > 0 for factor in factors) < 2 or max(factors) < math.log(1.01):
        return steps
    worst = factors.index(max(factors))
    return [
        _Step(s.id, s.verdict, s.record, s.statement, s.sides, loses=place == worst) for place, s in enumerate(steps)
    ]


def _of(evidence: dict[str, Any]) -> str:
    """Whose numbers they are: a crosscheck's, or one part's of several."""
    part_ = f"“{evidence['shown']}”" if evidence.get("shown") else ""
    if evidence.get("crosscheck"):
        return f"the crosscheck “{evidence['crosscheck']}”"
    return f"the part {part_}" if part_ else ""


def _is_difference(slack: object, middle: list[float]) -> bool:
    """Whether the slack is right - left, or nothing but its rounding; tests of risks measure it otherwise."""
    room = 1e-6 * (abs(middle[0]) + abs(middle[1]))
    return isinstance(slack, int | float) and abs(slack - (middle[1] - middle[0])) <= room


def _enclosure(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(isinstance(end, int | float) for end in value)
