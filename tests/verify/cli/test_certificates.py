"""`verify --certificates` and `ratecheck check`: what is written, what checks it, and forgeries that it refuses."""

import ast
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sympy

from tests.verify.cli.command_line import CommandLine
from verify.kernel.prover import Proved, Refuted, Relation, Variable, prove
from verify.kernel.prover.certificates import (
    SCHEMA,
    check_entry,
    counterexample_entry,
    digest,
    document,
    proof_entry,
    read,
    written,
)
from verify.kernel.prover.checker import CertificateError
from verify.ledger import lock

IDS = ("zhao/eq62*", "zhao/lemma3/29", "kent/eq132/gamma")
"""Inequalities, a chain and a refuted relation, with few claims beneath."""

SHARED = {
    "verify.kernel.prover.checker",
    "verify.kernel.prover.enclosure",
    "verify.kernel.prover.relation",
    "verify.kernel.prover.certificates",
}
x, y = sympy.symbols("x y", real=True)
BELOW = Relation(
    x * y, x**2 + y**2, "<=", (Variable(x, sympy.Integer(0), sympy.oo), Variable(y, sympy.Integer(-1), sympy.oo))
)
ABOVE = Relation(sympy.exp(x), 1 + 2 * x, "<=", (Variable(x, sympy.Integer(0), sympy.Integer(3)),))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The certificates of a few claims."""
    path = tmp_path_factory.mktemp("certificates") / "new" / "folder"
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(sys, "argv", ["ratecheck", "verify", *IDS, "--certificates", str(path)])
        from verify.cli import main

        with pytest.raises(SystemExit):
            main()
    return path


def test_what_a_run_rests_on_is_written_and_holds(folder: Path, ratecheck: CommandLine) -> None:
    files = sorted(str(path.relative_to(folder)) for path in folder.rglob("*.*"))
    assert "zhao/lemma3/29.json" in files
    entries = [e for name in files for e in json.loads((folder / name).read_text())["certificates"]]
    assert {entry["kind"] for entry in entries} == {"proof", "counterexample"}
    ran = ratecheck("check", folder)
    # A folder may hold the certificates of some claims alone.
    assert (ran.status, ran.err.endswith(" other claims have certificates by the lock, and no file here\n")) == (
        0,
        True,
    )
    assert ran.out == f"{len(entries)} certificates of {len(files)} claims hold\n"
    for name in files:
        assert json.loads((folder / name).read_text())["claim"] == name.removesuffix(".json")


def test_the_check_loads_nothing_of_the_search(folder: Path) -> None:
    program = (
        "import sys; from verify.cli import main\ntry: main()\nfinally: print(*sorted(sys.modules), file=sys.stderr)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program, "check", str(folder)], capture_output=True, text=True, check=True, timeout=120
    )
    ours = {name for name in ran.stderr.split() if name.split(".")[0] in ("verify", "lowerbounds", "upperbounds")}
    commands = {f"verify.cli.{name}" for name in ("certificates", "ledgers", "options")}
    locks = {f"verify.ledger.{name}" for name in ("lock", "reading", "schema")}
    locks |= {"verify.files", "verify.source"}
    packages = {"verify", "verify.program"}
    packages |= {f"verify.{name}" for name in ("kernel", "kernel.prover", "cli", "ledger", "papers")}
    papers = {name for name in ours if re.fullmatch(r"verify\.papers\.\w+(\.paper)?", name)}
    # Relations are displayed by a printer that neither decides anything nor reads what the search found.
    assert ours == SHARED | {"verify.kernel.prover.display"} | packages | commands | locks | papers


def test_what_checker_and_search_share_is_listed_exactly() -> None:
    """docs/verdicts.md names what the search takes of the checker, which takes nothing of the search."""
    room = Path(sys.modules["verify.kernel.prover"].__file__ or "").parent
    taken = set()
    for path in room.glob("*.py"):
        if f"verify.kernel.prover.{path.stem}" in SHARED or path.stem == "__init__":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module in SHARED:
                taken |= {alias.name for alias in node.names}
    guide = (Path(__file__).parents[3] / "docs" / "verdicts.md").read_text(encoding="utf-8")
    told = guide.split("Checker and search share ")[1].split(".\n")[0]
    assert taken == {"CertificateError", "Relation", "Variable", "check_certificate", "encode", "numeric"}
    assert all(f"`{name}`" in told for name in taken)
    assert told.count("`") == 2 * len(taken)


def _planted(entry: dict[str, Any]) -> list[Callable[[], None]]:
    """Ways to forge an entry for `ABOVE` or `BELOW`."""
    relation = entry["relation"]

    def widen() -> None:
        relation["variables"][0]["range"] = ["-100", ["Infinity"]]

    def turn() -> None:
        relation["left"], relation["right"] = relation["right"], relation["left"]

    def rename() -> None:
        entry["kind"] = "certificate"

    def lose() -> None:
        del entry["proof" if entry["kind"] == "proof" else "point"]

    return [widen, turn, rename, lose]


@pytest.mark.parametrize("which", range(4))
@pytest.mark.parametrize("relation", [BELOW, ABOVE])
def test_a_forged_entry_is_refused(relation: Relation, which: int) -> None:
    entry = _entry(relation)
    check_entry(entry)
    forged = json.loads(json.dumps(entry))
    check_entry(forged)
    _planted(forged)[which]()
    if entry["kind"] == "counterexample" and which == 0:
        # A wider range leaves the counterexample one.
        check_entry(forged)
        forged["point"] = {"x": "1000"}
    with pytest.raises(CertificateError):
        check_entry(forged)


def _entry(relation: Relation) -> dict[str, Any]:
    found = prove(relation)
    if isinstance(found, Proved):
        return proof_entry(relation, found.certificate)
    assert isinstance(found, Refuted)
    return counterexample_entry(relation, found.point)


@pytest.mark.parametrize(
    "changes",
    [
        {"point": {"x": "4"}},
        {"point": {"x": "1/2"}},
        {"point": {"y": "2"}},
        {"left": ["1", "2"]},
        {"right": ["-10", "1"]},
        {"left": ["nan", "nan"]},
    ],
)
def test_a_forged_counterexample_is_refused(changes: dict[str, Any]) -> None:
    entry = counterexample_entry(ABOVE, {"x": sympy.Integer(2)})
    check_entry(entry)
    assert float(entry["left"][0]) <= 7.38905609893065 <= float(entry["left"][1])
    with pytest.raises(CertificateError):
        check_entry(entry | changes)
    with pytest.raises(CertificateError, match="not shown to fail"):
        counterexample_entry(ABOVE, {"x": sympy.Rational(1, 2)})


def test_sides_that_meet_refute_a_strict_relation_alone() -> None:
    meet = {"x": sympy.Integer(0)}
    zero = (Variable(x, sympy.Integer(0), sympy.Integer(1)),)
    check_entry(counterexample_entry(Relation(sympy.exp(x), 1 + x, "<", zero), meet))
    with pytest.raises(CertificateError, match="not shown to fail"):
        counterexample_entry(Relation(sympy.exp(x), 1 + x, "<=", zero), meet)


def test_side_conditions_and_integers_bind_a_counterexample() -> None:
    whole = Variable(x, sympy.Integer(0), sympy.Integer(9), integer=True)
    relation = Relation(x, sympy.Integer(1), "<=", (whole,), (x**2 >= 10,))
    assert read(written(relation)).canonical() == relation.canonical()
    check_entry(counterexample_entry(relation, {"x": sympy.Integer(4)}))
    for outside in (sympy.Integer(3), sympy.Rational(9, 2), sympy.Integer(10)):
        with pytest.raises(CertificateError):
            counterexample_entry(relation, {"x": outside})


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"schema": "ratecheck/2", "claim": "a", "certificates": []}',
        json.dumps(document("a", [{"kind": "proof"}])),
        json.dumps({"schema": SCHEMA, "claim": "a", "certificates": {}}),
    ],
)
def test_a_bad_file_is_named_in_one_line(
    text: str, tmp_path: Path, ratecheck: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lock, "load", lambda: {"a/sound": {}, "bad": {}})
    sound, bad = tmp_path / "a" / "sound.json", tmp_path / "bad.json"
    sound.parent.mkdir()
    sound.write_text(json.dumps(document("a/sound", [_entry(BELOW), _entry(ABOVE)])))
    assert ratecheck("check", tmp_path).status == 0
    bad.write_text(text)
    ran = ratecheck("check", tmp_path)
    assert (ran.status, ran.out) == (1, "2 certificates of 1 claims hold\n")
    assert ran.err.startswith(f"{bad}: ")
    assert ran.err.count("\n") == 1


def test_an_edited_file_of_a_run_is_named(folder: Path, tmp_path: Path, ratecheck: CommandLine) -> None:
    source = next(path for path in sorted(folder.rglob("*.json")) if '"polynomial"' in path.read_text())
    edited = tmp_path / source.relative_to(folder)
    edited.parent.mkdir(parents=True)
    loaded = json.loads(source.read_text())
    for entry in loaded["certificates"]:
        relation = entry["relation"]
        relation["left"], relation["right"] = relation["right"], relation["left"]
    edited.write_text(json.dumps(loaded))
    ran = ratecheck("check", tmp_path)
    assert ran.status == 1
    assert ran.err.startswith(f"{edited}: certificate ")


def test_a_folder_that_is_none_is_refused(tmp_path: Path, ratecheck: CommandLine) -> None:
    assert "must be a folder of certificates" in ratecheck("check", tmp_path).refusal
    assert "must be a folder of certificates" in ratecheck("check", tmp_path / "none").refusal
    (tmp_path / "file").touch()
    assert "cannot write" in ratecheck("verify", "zhao/eq62*", "--certificates", tmp_path / "file" / "in").refusal


@pytest.fixture
def locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of two claims, of two relations and of one, with a lock that says so and reports a third claim."""
    numbers = {"a/two": 2, "a/one": 1, "a/none": 0, "a/gone": 3}
    monkeypatch.setattr(lock, "load", lambda: {id_: {"certificates": number} for id_, number in numbers.items()})
    (tmp_path / "a").mkdir()
    for name, relations in (("a/two", [BELOW, ABOVE]), ("a/one", [BELOW])):
        (tmp_path / f"{name}.json").write_text(json.dumps(document(name, [_entry(each) for each in relations])))
    return tmp_path


def test_certificates_of_other_relations_are_refused(
    locked: Path, ratecheck: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As many as are locked, all of them sound."""
    known = {"a/two": [BELOW, ABOVE], "a/one": [ABOVE]}
    entries = {id_: {"certificates": len(of), "relations": digest(of)} for id_, of in known.items()}
    monkeypatch.setattr(lock, "load", lambda: entries)
    ran = ratecheck("check", locked)
    assert (ran.status, ran.out) == (1, "2 certificates of 1 claims hold\n")
    assert ran.err == (
        f"{locked / 'a' / 'one.json'}: holds certificates of other relations: {digest([BELOW])}, "
        f"{digest([ABOVE])} is locked\n"
    )
    # Neither the order nor a second time counts.
    (locked / "a" / "one.json").write_text(json.dumps(document("a/one", [_entry(ABOVE)] * 2)))
    (locked / "a" / "two.json").write_text(json.dumps(document("a/two", [_entry(ABOVE), _entry(BELOW)])))
    assert ratecheck("check", locked).status == 0
    wider = Relation(BELOW.left, BELOW.right, "<", BELOW.variables)
    assert len({digest(of) for of in ([], [BELOW], [ABOVE], [BELOW, ABOVE], [wider])}) == 5


def test_what_a_claim_rests_on_is_in_its_record(folder: Path) -> None:
    """The digest that `--update` would lock is that of the relations in the file, by another process."""
    for id_ in ("zhao/lemma3/29", "kent/eq132/gamma"):
        entries = json.loads((folder / f"{id_}.json").read_text())["certificates"]
        program = (
            "import sys; from verify.ledger.run import check_claim; "
            "from verify.kernel.statements.outcome import Settings; "
            "print(check_claim(sys.argv[1], Settings())['relations'])"
        )
        told = subprocess.run(
            [sys.executable, "-c", program, id_], capture_output=True, text=True, check=True, timeout=300
        ).stdout
        assert told.strip() == digest(read(entry["relation"]) for entry in entries)


def test_what_the_lock_expects_and_is_not_there_is_told(locked: Path, ratecheck: CommandLine) -> None:
    ran = ratecheck("check", locked)
    assert (ran.status, ran.out) == (0, "3 certificates of 2 claims hold\n")
    assert ran.err == "1 other claim has certificates by the lock, and no file here\n"
    ran = ratecheck("check", locked, "a/t*", "a/one", "a/none")
    assert (ran.status, ran.err) == (0, "")
    assert ratecheck("check", locked, "a/g*").status == 1
    (locked / "a" / "one.json").unlink()
    ran = ratecheck("check", locked, "a/o*")
    assert (ran.status, ran.err) == (1, "not found, and expected by the lock: a/one\n")


def test_a_file_that_is_not_what_the_lock_tells_is_refused(locked: Path, ratecheck: CommandLine) -> None:
    def told(name: str, claim: str, *relations: Relation) -> str:
        path = locked / f"{name}.json"
        before = path.read_text() if path.exists() else None
        path.write_text(json.dumps(document(claim, [_entry(each) for each in relations])))
        ran = ratecheck("check", locked, "a/one")
        assert ran.status == 1
        path.unlink() if before is None else path.write_text(before)
        return ran.err

    assert "holds no certificate\n" in told("a/one", "a/one")
    assert "of another claim, 'a/two'" in told("a/one", "a/two", BELOW)
    assert "a/stray is no claim of the locks" in told("a/stray", "a/stray", BELOW)
    assert "certificates of 1 relations, 2 are locked" in told("a/two", "a/two", BELOW)
    # One twice stands for no other.
    assert "certificates of 1 relations, 2 are locked" in told("a/two", "a/two", BELOW, BELOW)
    assert "certificates of 1 relations, 0 are locked" in told("a/none", "a/none", BELOW)
