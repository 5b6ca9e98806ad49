"""What run files, locks and stores hold: described once, checked wherever one is read, and published as JSON Schema.

The published schemas stand next to this module; `python -m verify.ledger.schema` rewrites them. A file may hold more
than is described, except where an entry is compared as a whole: in locks and stores.
"""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import NoneType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    TypeAlias,
    TypedDict,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

# The words of `verify.kernel.statements`, which takes a second to load; a test holds them together.
Verdict: TypeAlias = Literal["proved", "checked", "argued", "supported", "open", "refuted"]
Severity: TypeAlias = Literal["privacy", "rate", "condition", "proof gap", "listing", "constant", "typo"]
Kind: TypeAlias = Literal[
    "privacy", "identity", "inequality", "construction", "lower-bound", "upper-rate", "rate-algebra",
    "algorithm", "experiment", "definition", "place",
]  # fmt: skip
Enclosure: TypeAlias = Annotated[list[float], {"minItems": 2, "maxItems": 2}]


class Step(TypedDict):
    """A claim that another depends on, and how it stands there."""

    claim: str
    verdict: Verdict


class Part(TypedDict):
    """One of several statements of a claim."""

    part: str
    verdict: Verdict
    method: NotRequired[str | None]


class Crosscheck(TypedDict):
    """A second route to a conclusion, over a finite set."""

    crosscheck: str
    verdict: Verdict
    set: NotRequired[str | None]


class Spend(TypedDict):
    """What some users of a plan spend."""

    users: str
    spend: str


class Simulated(TypedDict):
    """A simulation's statistic, and the same with a planted defect."""

    z: float
    z_planted: float
    parameters: NotRequired[dict[str, Any]]


class Term(TypedDict):
    """The first line of a chain."""

    term: str
    latex: str


class Line(TypedDict):
    """A line of a chain with its reasons: those in words, and the chains that others are."""

    op: Literal["<=", "<", "==", ">=", ">"]
    term: str
    latex: str
    because: list[str]
    words: list[str]
    beneath: list["Display"]


class Display(TypedDict):
    """A chain as a paper prints it."""

    given: list[str]
    given_latex: NotRequired[list[str]]
    start: Term
    chain: list[Line]


class Evidence(TypedDict, total=False):
    """What backs a verdict; a kind of check may add more."""

    method: str
    reason: str
    note: str
    set: str | None
    domain: str
    constant: str
    cases: int
    shown: str
    parameters: dict[str, Any]
    left: Enclosure
    right: Enclosure
    left_exact: str
    right_exact: str
    left_second_route: Enclosure
    slack: float
    along: Annotated[dict[str, list[float]], {"minProperties": 1, "maxProperties": 1}]
    ratios: list[float]
    risks: list[float]
    band: float
    exponents_left: dict[str, str]
    exponents_right: dict[str, str]
    steps: list[Step]
    parts: list[Part]
    crosscheck: str
    crosschecks: list[Crosscheck]
    spend: list[Spend]
    tests: list[Simulated]
    textbook: list[str]
    words: list[str]
    given: list[str]
    given_latex: list[str]
    start: Term
    chain: list[Line]


class Letter(TypedDict):
    """A term of a statement, and what it means."""

    term: str
    latex: str
    meaning: str


class Layout(TypedDict):
    """A statement in parts, each LaTeX: what introduces its objects, conditions on numbers, ranges, conclusions."""

    setting: list[str]
    conditions: list[str]
    domain: list[str]
    where: list[str]
    conclusions: list[str]


class Side(TypedDict):
    """A statement, printed or corrected, with its verdict; of a place `parts` is that of its parts."""

    says: NotRequired[
        Annotated[str, {"description": "What the paper says, LaTeX in its own letters; printed sides only."}]
    ]
    match: NotRequired[Literal["same", "reading", "different"]]
    differs: NotRequired[Annotated[str, {"description": "How what is judged differs from what the paper says."}]]
    statement: str
    layout: NotRequired[Layout]
    letters: NotRequired[list[Letter]]
    conclusion: str
    hypotheses: list[str]
    words: list[str]
    verdict: Verdict | None
    parts: NotRequired[Verdict]
    depends_on: list[str]
    axioms: NotRequired[
        Annotated[list[str], {"description": "Theorems that it rests on and that are not proved here."}]
    ]
    lemmas: NotRequired[Annotated[list[str], {"description": "Lemmas that it rests on and that are proved nowhere."}]]
    evidence: Evidence


class Locked(TypedDict):
    """A claim in a lock."""

    printed: Verdict | None
    corrected: Verdict | None
    fingerprint: str
    certificates: NotRequired[Annotated[int, {"description": "How many its check rests on, for `ratecheck check`."}]]
    relations: NotRequired[Annotated[str, {"description": "A digest of the relations that these are of."}]]


class Expected(TypedDict):
    """The verdicts of the lock."""

    printed: Verdict | None
    corrected: Verdict | None


Mark: TypeAlias = Literal["closed", "from axioms", "algebra re-checked"]
"""How much of a claim Rocq has proved, from strong to weak."""


class Also(TypedDict):
    """What Rocq proved of a claim, too, as it was when it was read: how many of its certified relations and chains.

    `closed`, or `from axioms`, is a claim whose statement is a theorem of the library of definitions.
    """

    mark: NotRequired[Mark]
    theorems: NotRequired[list[str]]
    axioms: NotRequired[list[str]]
    rocq: str
    interval: str
    date: str
    relations: dict[str, int]
    chains: dict[str, int]


class Claim(TypedDict):
    """A claim's record."""

    id: str
    paper: str
    location: str
    kind: Kind
    title: str
    note: str
    fingerprint: str
    printed: Side | None
    corrected: Side | None
    correction: str | None
    severity: Severity | None
    root: NotRequired[str | None]
    theorem: str | None
    theorem_survives: bool | None
    alpha: NotRequired[float]
    expected: NotRequired[Expected | None]
    also: NotRequired[Also]
    seconds: NotRequired[Annotated[float, {"description": "In older files; now in a file of its own, --times."}]]


class Versions(TypedDict):
    """Of what the run was made with."""

    ratecheck: str


class Summary(TypedDict, total=False):
    """Counts of a run, and the ids that the lock did not expect."""

    claims: int
    places: int
    by_verdict: dict[str, dict[str, int]]
    matches: dict[str, dict[str, int]]
    coverage: dict[str, dict[str, int]]
    unexpected: list[str]
    other_machinery: list[str]
    alpha_total: float


class Run(TypedDict):
    """A run, as `verify --json` writes it."""

    schema: Literal["ratecheck/2"]
    seed: int
    profile: Literal["quick", "full"]
    versions: Versions
    seal: NotRequired[Annotated[str, {"description": "A hash of sources, versions and fingerprints; may be empty."}]]
    claims: list[Claim]
    summary: NotRequired[Summary]


class Lock(TypedDict):
    """A paper's lock: its claims, and digests of the code that runs them and of the reference run next to the lock."""

    schema: Literal["ratecheck/1"]
    machinery: NotRequired[str]
    reference: NotRequired[str]
    claims: dict[str, Locked]


class OwnOutcome(TypedDict):
    """What a claim's own check found of one of its statements, premises apart."""

    verdict: Verdict
    evidence: Evidence
    alpha: float


class Own(TypedDict):
    """A line of a store after the first: one claim's own outcomes."""

    id: str
    fingerprint: str
    seconds: float
    certificates: NotRequired[int]
    relations: NotRequired[str]
    printed: OwnOutcome | None
    corrected: OwnOutcome | None


PUBLISHED: dict[str, Any] = {"run": Run, "lock": Lock, "store-entry": Own}
"""The schemas by the first word of their files' names."""

_PLAIN: dict[Any, dict[str, Any]] = {
    Any: {},
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
}
_NEEDS = {"left": ["right"], "right": ["left"], "ratios": ["along", "left"], "risks": ["left"]}
_MORE: dict[Any, dict[str, Any]] = {
    Evidence: {"dependencies": {**_NEEDS, "chain": ["start", "given"]}},
    **{compared: {"additionalProperties": False} for compared in (Locked, Own, OwnOutcome)},
}


def json_schema(kind: Any) -> dict[str, Any]:
    """The JSON Schema (draft 7) of one of the classes above."""
    definitions: dict[str, Any] = {}
    root = _schema(kind, definitions)
    return {"$schema": "http://json-schema.org/draft-07/schema#", **root, "definitions": definitions}


def _schema(kind: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    origin, parts = get_origin(kind), get_args(kind)
    if origin is None:
        return _object(kind, definitions) if is_typeddict(kind) else dict(_PLAIN[kind])
    if origin is Literal:
        return {"enum": list(parts)}
    inner = _schema(parts[1 if origin is dict else 0], definitions)
    if origin in (list, dict):
        name, of = ("array", "items") if origin is list else ("object", "additionalProperties")
        return {"type": name, of: inner}
    if origin is Annotated:
        return inner | parts[1]
    return _or_null(inner) if NoneType in parts else inner


def _object(kind: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    name = kind.__name__
    if name not in definitions:
        definitions[name] = {
            "description": " ".join(kind.__doc__.split()),
            "type": "object",
            "required": sorted(kind.__required_keys__),
            **_MORE.get(kind, {}),
        }
        # It may be part of itself.
        hints = get_type_hints(kind, include_extras=True)
        definitions[name]["properties"] = {key: _schema(hint, definitions) for key, hint in hints.items()}
    return {"$ref": f"#/definitions/{name}"}


def _or_null(schema: dict[str, Any]) -> dict[str, Any]:
    if "enum" in schema:
        return {"enum": [*schema["enum"], None]}
    if "$ref" in schema:
        # Not anyOf: which part of the object is wrong should be told.
        return {"type": ["object", "null"], "if": {"type": "object"}, "then": schema}
    return schema | {"type": [schema["type"], "null"]}


@cache
def _checker(kind: Any) -> Callable[[Any], Any]:
    import fastjsonschema

    check: Callable[[Any], Any] = fastjsonschema.compile(json_schema(kind))
    return check


def wrong(kind: Any, document: Any) -> str:
    """Where and how a document differs from the schema, in a few words; nothing where it does not."""
    from fastjsonschema import JsonSchemaValueException

    try:
        _checker(kind)(document)
    except JsonSchemaValueException as error:
        return error.message.removeprefix("data").removeprefix(".").strip()
    return ""


def published(name: str) -> str:
    """The text of a published schema."""
    return json.dumps({"title": f"ratecheck: {name}", **json_schema(PUBLISHED[name])}, indent=1) + "\n"


if __name__ == "__main__":
    for _name in PUBLISHED:
        Path(__file__).with_name(f"{_name}.schema.json").write_text(published(_name), encoding="utf-8")
