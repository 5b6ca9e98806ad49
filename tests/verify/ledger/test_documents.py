"""Run files and locks that are none: one schema, published, and one clear line wherever one is read."""

import copy
import json
import typing
from collections.abc import Callable
from pathlib import Path
from typing import Any

import fastjsonschema
import pytest

from notation.parameters import ParameterError
from tests.verify.cli.command_line import CommandLine
from tests.verify.ledger.runs import RUN
from verify.files import DEEPEST, parsed
from verify.kernel.statements.claim import Kind, Severity
from verify.kernel.statements.outcome import Verdict
from verify.ledger import lock, schema
from verify.ledger.documents import check_run, read_run
from verify.ledger.findings import findings
from verify.ledger.record import Record

COMMANDS = (("show", "zhao/def1"), ("errata",), ("errata", "--json"), ("graph", "zhao/def1"), ("impact", "zhao/def1"))


@pytest.fixture
def ratecheck(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> CommandLine:
    return CommandLine(monkeypatch, capsys)


@pytest.mark.parametrize("name", schema.PUBLISHED)
def test_the_published_schemas_are_those_that_are_checked(name: str) -> None:
    """`python -m verify.ledger.schema` writes them."""
    text = Path(schema.__file__).with_name(f"{name}.schema.json").read_text("utf-8")
    assert text == schema.published(name)


def test_their_words_are_those_of_the_statements() -> None:
    for words, enum in ((schema.Verdict, Verdict), (schema.Kind, Kind), (schema.Severity, Severity)):
        assert typing.get_args(words) == tuple(word.value for word in enum)


def test_a_run_with_everything_in_it_passes() -> None:
    assert schema.wrong(schema.Run, RUN) == ""
    told = {name for entry in RUN["claims"] for side in ("printed", "corrected") for name in _evidence(entry, side)}
    assert told >= set(schema.Evidence.__annotations__)
    check_run(RUN)


def _evidence(entry: Record, side: str) -> set[str]:
    return set(entry[side]["evidence"]) if entry[side] else set()


def test_the_published_schema_alone_tells_a_run() -> None:
    check = fastjsonschema.compile(json.loads(schema.published("run")))
    check(RUN)
    with pytest.raises(fastjsonschema.JsonSchemaValueException):
        check(RUN | {"schema": "ratecheck/9"})


def test_a_file_of_before_times_had_a_file_is_still_read(tmp_path: Path) -> None:
    old = copy.deepcopy(RUN)
    for entry in old["claims"]:
        entry |= {"seconds": 0.5}
        del entry["root"]
    path = tmp_path / "run.json"
    path.write_text(json.dumps(old))
    assert read_run(path) == old


def _set(*place: Any, to: Any) -> Callable[[Record], None]:
    """Put something else at a place of the run."""

    def change(run: Record) -> None:
        part: Any = run
        for name in place[:-1]:
            part = part[name]
        part[place[-1]] = to

    return change


def _remove(*place: Any) -> Callable[[Record], None]:
    def change(run: Record) -> None:
        part: Any = run
        for name in place[:-1]:
            part = part[name]
        del part[place[-1]]

    return change


EVIDENCE = ("claims", 0, "printed", "evidence")
NESTED: Any = 0
for _ in range(DEEPEST + 1):
    NESTED = [NESTED]
DAMAGES: dict[str, tuple[Callable[[Record], None], str]] = {
    "survives": (_set("claims", 0, "theorem_survives", to="x"), "claims[0].theorem_survives must be"),
    "left": (_set(*EVIDENCE, "left", to="abc"), "claims[0].printed.evidence.left must be array"),
    "left of one": (_set(*EVIDENCE, "left", to=[1]), "left must contain at least 2 items"),
    "left of words": (_set(*EVIDENCE, "left", to=["a", "b"]), "left[0] must be number"),
    "right alone": (_remove(*EVIDENCE, "left"), "printed.evidence"),
    "steps": (_set(*EVIDENCE, "steps", to=5), "steps must be array"),
    "a step": (_set(*EVIDENCE, "steps", to=[{"claim": "a"}]), "steps[0] must contain"),
    "a step's verdict": (_set(*EVIDENCE, "steps", to=[{"claim": "a", "verdict": "x"}]), "steps[0].verdict must be one"),
    "ratios": (_set(*EVIDENCE, "ratios", to=3), "ratios must be array"),
    "along two": (_set(*EVIDENCE, "along", to={"n": [1], "m": [1]}), "along must contain less than or equal to 1"),
    "along nothing": (_remove(*EVIDENCE, "along"), "evidence"),
    "chain": (_set(*EVIDENCE, "chain", to=[1]), "chain[0] must be object"),
    "chain without a start": (_remove(*EVIDENCE, "start"), "evidence"),
    "verdict": (_set("claims", 0, "printed", "verdict", to="true"), "printed.verdict must be one of"),
    "printed": (_set("claims", 0, "printed", to=7), "claims[0].printed must be object or null"),
    "words": (_set("claims", 0, "printed", "words", to=[1]), "words[0] must be string"),
    "id": (_set("claims", 0, "id", to=1), "claims[0].id must be string"),
    "no id": (_remove("claims", 0, "id"), "claims[0] must contain"),
    "kind": (_set("claims", 0, "kind", to="hunch"), "kind must be one of"),
    "severity": (_set("claims", 0, "severity", to="grave"), "severity must be one of"),
    "claims": (_set("claims", to={"id": 1}), "claims must be array"),
    "another schema": (_set("schema", to="ratecheck/9"), "schema must be one of"),
    "versions": (_remove("versions"), "must contain"),
    "seed": (_set("seed", to="0"), "seed must be integer"),
    "unexpected": (_set("summary", "unexpected", to=3), "summary.unexpected must be array"),
    "no statement": (_set("claims", 2, "corrected", to=None), "it has no statement"),
    "another paper": (_set("claims", 0, "paper", to="nobody"), "is not a registered paper"),
    "itself": (_set("claims", 0, "printed", "depends_on", to=["zhao/def1"]), "depend on each other: zhao/def1"),
    "itself as a step": (
        _set(*EVIDENCE, "steps", to=[{"claim": "zhao/def1", "verdict": "refuted"}]),
        "depend on each other: zhao/def1",
    ),
    "a circle": (_set("claims", 0, "printed", "depends_on", to=["kent/alg1"]), "depend on each other"),
    "twice": (_set("claims", 1, "id", to="zhao/def1"), "'zhao/def1' occurs twice"),
    "nested": (_set(*EVIDENCE, "more", to=NESTED), f"brackets nested more than {DEEPEST} deep"),
    "not a number": (_set(*EVIDENCE, "slack", to=float("nan")), "NaN is not a number"),
    "infinite": (_set(*EVIDENCE, "more", to=float("inf")), "Infinity is not a number"),
    "half a letter": (_set("claims", 0, "title", to="\ud800"), "surrogates not allowed"),
    "a control character": (_set("claims", 0, "title", to="\x1b[2J"), "a control character"),
    "another control character": (_set("claims", 0, "title", to="\x9b2J"), "a control character"),
    "digits": (_set(*EVIDENCE, "parameters", "n", to=10**400), "a whole number of 401 digits"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_run_is_one_line_that_says_where(ratecheck: CommandLine, tmp_path: Path, damage: str) -> None:
    change, told = DAMAGES[damage]
    document = copy.deepcopy(RUN)
    change(document)
    path = tmp_path / "run.json"
    path.write_text(json.dumps(document, ensure_ascii=damage != "another control character"), encoding="utf-8")
    lines = {ratecheck(*command, "--run", path).refusal for command in COMMANDS}
    lines.add(ratecheck("report", "--run", path, "--out", tmp_path / "site", "--no-lessons").refusal)
    (line,) = lines
    assert line.startswith(f"run = {str(path)!r}: ")
    assert told in line
    assert line.isprintable()
    assert [p.name for p in tmp_path.iterdir()] == ["run.json"]


@pytest.mark.parametrize("text", ["1e999", "-1e999", "9" * 5000, "[" * 100_000, '{"a": ' * 5000, "]", '"\\u001b"'])
def test_what_no_reader_could_show_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        parsed(text)


def test_brackets_within_strings_nest_nothing() -> None:
    text = json.dumps({"a": "[" * 1000 + '\\"{', "b": "\n\t\U0001d4d0"})
    assert parsed(text) == json.loads(text)


def test_claims_that_lean_on_one_another_without_end_are_refused() -> None:
    def run(length: int) -> Record:
        entry = copy.deepcopy(RUN["claims"][1])
        side = entry["printed"] | {"evidence": {}}
        ids = [f"zhao/{place}" for place in range(length)]
        chain = [
            entry | {"id": id_, "printed": side | {"depends_on": [below]}}
            for id_, below in zip(ids, [*ids[1:], "zhao/none"], strict=True)
        ]
        return RUN | {"claims": chain}

    check_run(run(DEEPEST))
    with pytest.raises(ParameterError, match="has a chain of dependencies of 100 claims"):
        check_run(run(DEEPEST + 1))


def test_a_lattice_of_refuted_steps_is_read_in_an_instant() -> None:
    """Two steps each, both refuted, 60 deep: as many paths as 2^60."""
    entry = RUN["claims"][0]
    layers = [[f"zhao/{depth}/{place}" for place in "ab"] for depth in range(60)]
    records = [
        entry
        | {
            "id": id_,
            "root": None,
            "printed": entry["printed"]
            | {
                "depends_on": below,
                "evidence": {"steps": [{"claim": step, "verdict": "refuted"} for step in below]},
            },
        }
        for layer, below in zip(layers, [*layers[1:], []], strict=True)
        for id_ in layer
    ]
    check_run(RUN | {"claims": records})
    assert [finding.root["id"] for finding in findings(records)] == layers[-1]
    assert [len(finding.places) for finding in findings(records)] == [118, 118]


def test_roots_that_name_each_other_are_findings_all_the_same() -> None:
    entry = RUN["claims"][0]
    plain = entry["printed"] | {"depends_on": [], "evidence": {}}
    names = {"zhao/a": "zhao/b", "zhao/b": "zhao/a"}
    records = [entry | {"id": id_, "root": root, "printed": plain} for id_, root in names.items()]
    assert {finding.root["id"] for finding in findings(records)} == set(names)


LOCK: Record = {
    "schema": lock.SCHEMA,
    "claims": {"zhao/def1": {"printed": None, "corrected": None, "fingerprint": "f"}},
}
ENTRY = LOCK["claims"]["zhao/def1"]


@pytest.mark.parametrize(
    ("document", "told"),
    [
        ({"schema": "ratecheck/9"}, "schema must be one of ['ratecheck/1']"),
        ({"schema": "ratecheck/2"}, "schema must be one of ['ratecheck/1']"),
        ({"claims": []}, "claims must be object"),
        ({"claims": {"zhao/def1": "proved"}}, "claims.zhao/def1 must be object"),
        ({"claims": {"zhao/def1": ENTRY | {"printed": "true"}}}, "printed must be one of"),
        ({"claims": {"zhao/def1": ENTRY | {"fingerprint": 7}}}, "fingerprint must be string"),
        ({"claims": {"zhao/def1": ENTRY | {"by": "hand"}}}, "must not contain {'by'}"),
        ({"claims": {"zhao/def1": {"printed": None}}}, "must contain"),
        ({"claims": {"zhao/def1": NESTED}}, "brackets nested more than"),
    ],
)
def test_a_damaged_lock_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, document: Record, told: str
) -> None:
    path = tmp_path / "lock.json"
    monkeypatch.setattr(lock, "path", lambda key: path)
    path.write_text(json.dumps(LOCK))
    assert lock.load() == LOCK["claims"]
    path.write_text(json.dumps(LOCK | document))
    with pytest.raises(ParameterError, match=r"^lock = ") as refused:
        lock.load()
    assert told in str(refused.value)


@pytest.mark.parametrize("place", ["/dev/zero", "/dev/null", "/proc/nowhere/x", "."])
def test_what_is_no_file_is_no_run(place: str) -> None:
    with pytest.raises(ParameterError, match=r"^run = .*: cannot be read \("):
        read_run(Path(place))
