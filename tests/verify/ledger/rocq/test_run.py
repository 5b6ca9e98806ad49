"""Rocq proves what is true and refuses planted defects; what needs it is skipped where it is not installed."""

import json
import shutil
from collections.abc import Callable
from importlib import resources
from pathlib import Path

import pytest
import sympy
from sympy import Max, Min, Rational, cosh, exp, log, sqrt, tanh

from notation.parameters import ParameterError
from verify.kernel.prover import Proved, Relation, Variable, prove
from verify.kernel.rocq.certified import Certified
from verify.kernel.rocq.proofs import lemma
from verify.ledger.rocq import run
from verify.ledger.rocq.export import CHAINS, HEADER, INDEX, LIBRARY, SCHEMA, block

x, y = sympy.symbols("x y", real=True)
ZERO, ONE, OO = sympy.Integer(0), sympy.Integer(1), sympy.oo
UNIT, RAY = Variable(x, ZERO, ONE), Variable(x, ZERO, OO)
TRUE = {
    "meets": Relation(exp(x) - 1, 2 * x, "<=", (UNIT,)),
    "strict": Relation(1 + x, exp(x), "<", (Variable(x, ZERO, OO, open_lower=True),)),
    "product": Relation(x * y, x**2 + y**2, "<=", (RAY, Variable(y, -ONE, OO))),
    "kink": Relation(Max(x, 1 - x), 1, "<=", (UNIT,)),
    "tail": Relation(tanh(x), x, "<=", (RAY,)),
    "root": Relation(sqrt(x), (1 + x) / 2, "<=", (RAY,)),
    "whole": Relation(log(x), x - 1, "<=", (Variable(x, ONE, OO, integer=True),)),
}
FALSE = Relation(exp(x) - 1, 2 * x - Rational(1, 10**6), "<=", (UNIT,))
NEAR = Variable(x, Rational(3, 4), Rational(13, 16))
ENCLOSED = Relation(Min(x, x**2) / 40, log(cosh(x / 4)), "<=", (NEAR,))
"""A minimum that intervals see as a variable alone, next to what they see on parts of the box; least at the lower
end."""
LEAST = Rational(341358, 10**8)
EMPTY = Relation(x**2 + 1, x, "<=", (Variable(x, ZERO, ONE),), (sympy.Ge(x, 2, evaluate=False),))


def certificate(relation: Relation) -> dict[str, object]:
    found = prove(relation)
    assert isinstance(found, Proved)
    return dict(found.certificate["proof"])


MEETS = Certified(TRUE["meets"], certificate(TRUE["meets"]), "said so")


def named(name: str, relation: Relation, proof: dict[str, object]) -> str:
    one = Certified(relation, proof, "planted")
    return block(one).replace(one.name, f"rel_{name}")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the library is compiled."""
    if shutil.which("coqc") is None:
        pytest.skip("coqc is not installed (Debian: coq libcoq-interval)")
    path = tmp_path_factory.mktemp("built")
    (path / LIBRARY).write_bytes(resources.files("verify.kernel.rocq").joinpath(LIBRARY).read_bytes())
    assert run.compiled(path / LIBRARY).returncode == 0
    return path


@pytest.fixture(scope="module")
def found(built: Path) -> dict[str, str]:
    """What Rocq says of true relations, and of defects between them."""
    blocks = {name: named(name, relation, certificate(relation)) for name, relation in TRUE.items()}
    blocks["false"] = named("false", FALSE, certificate(TRUE["meets"]))
    blocks["other"] = named("other", TRUE["product"], certificate(TRUE["meets"]))
    value = {"node": "value", "box": {"x": ["3/4", "13/16"]}}
    blocks["enclosed"] = named("enclosed", ENCLOSED, value)
    less = Relation(ENCLOSED.left, ENCLOSED.right - LEAST - Rational(1, 10**6), "<=", (NEAR,))
    blocks["less"] = named("less", less, value)
    empty = {"node": "empty", "box": {"x": ["0", "1"]}, "condition": 0}
    blocks["empty"] = named("empty", EMPTY, empty)
    order = [
        "meets",
        "false",
        "strict",
        "other",
        "empty",
        "less",
        "enclosed",
        *[n for n in TRUE if n not in ("meets", "strict")],
    ]
    results, axioms = run.judged([part(f"rel_{n}", blocks[n]) for n in order], built, 120)
    assert "ClassicalDedekindReals.sig_forall_dec" in axioms
    return {name: one.found for name, one in results.items()}


def part(name: str, text: str) -> run.RocqPart:
    return run.RocqPart(name, text, LIBRARY)


@pytest.mark.parametrize("name", [*TRUE, "enclosed"])
def test_a_true_relation_is_proved_along_its_certificate(found: dict[str, str], name: str) -> None:
    assert found[f"rel_{name}"] == "proved"


@pytest.mark.parametrize("name", ["false", "other", "empty", "less"])
def test_a_defect_is_refused_and_hides_nothing(found: dict[str, str], name: str) -> None:
    assert found[f"rel_{name}"].startswith("failed: ")


def test_hypotheses_that_contradict_each_other_are_found(found: dict[str, str], built: Path) -> None:
    assert found["rel_empty"].startswith("failed: no point of the domain is shown")
    # The lemma alone passes: whatever is said of no point holds.
    alone = lemma("vacuous", EMPTY, {"node": "empty", "box": {"x": ["0", "1"]}, "condition": 0})
    (built / "vacuous.v").write_text(f"{HEADER}\n{alone}")
    assert run.compiled(built / "vacuous.v").returncode == 0


def test_what_fails_leaves_nothing_behind_it(built: Path) -> None:
    half = "Lemma half : 1 <= 2.\nProof. lra. Qed.\nLemma rel_half : 3 <= 2.\nProof. lra. Qed."
    uses = "Lemma rel_uses : 1 <= 2.\nProof. exact half. Qed."
    results, _ = run.judged([part("rel_half", half), part("rel_uses", uses)], built, 120)
    assert {one.found.partition(":")[0] for one in results.values()} == {"failed"}


def test_what_takes_too_long_is_stopped_and_the_next_is_read(built: Path) -> None:
    endless = "Lemma rel_endless : 1 <= 2.\nProof. repeat (pose proof I; idtac). Qed."
    short = "Lemma rel_short : 1 <= 2.\nProof. lra. Qed."
    results, _ = run.judged([part("rel_short", short), part("rel_endless", endless)], built, 2)
    assert {name: one.found for name, one in results.items()} == {
        "rel_short": "proved",
        "rel_endless": "failed: out of time",
    }


@pytest.mark.skipif(shutil.which("coqc") is None, reason="coqc is not installed (Debian: coq libcoq-interval)")
def test_what_rests_on_a_library_is_compiled_again_with_it(tmp_path: Path) -> None:
    """A module compiled on another library than the one next to it can't be read."""
    below, above = tmp_path / LIBRARY, tmp_path / CHAINS
    above.write_text("From Ratecheck Require Import Ratecheck. Definition b := a.", encoding="utf-8")
    (built := tmp_path / "built").mkdir()
    (uses := built / "uses.v").write_text("From Ratecheck Require Import Chains. Check b.", encoding="utf-8")
    for number in (0, 1):
        below.write_text(f"Definition a := {number}.", encoding="utf-8")
        for name in (LIBRARY, CHAINS):
            run._compiled(name, tmp_path, built)
        assert run.compiled(uses).returncode == 0


def test_statements_wait_where_an_export_without_chains_wrote_their_claim_again() -> None:
    moved = {"a/b": {"fingerprint": "1" * 16, "relations": {}}}
    found = run.Opinion("8.16.1", "4.6.1", {"claims": moved, "kept": [], "closed": {}}, {}, {}, ())
    told = {"fingerprint": "0" * 16, "result": "Theorem 1", "chains": {"a__b": {"found": "proved", "read": "x"}}}
    before = {"claims": {"a/b": told, "a/c": told}, "not proved": {}}
    kept = run.run_table(found, before)
    waiting = {"fingerprint": "1" * 16, "result": "Theorem 1", "chains": {"a__b": {"found": "waiting"}}}
    assert kept["claims"] == {"a/b": waiting}
    assert kept["chains"] == {"all": 1, "waiting": 1}
    assert "chains" not in run.run_table(found)["claims"]["a/b"]


@pytest.fixture
def folder(tmp_path: Path, built: Path) -> Path:
    """An export of one claim with one relation."""
    return exported(tmp_path / "folder", block(MEETS), built)


def exported(path: Path, text: str, built: Path) -> Path:
    """A folder as `export` writes it, with the libraries compiled already."""
    path.mkdir()
    (path / "built").mkdir()
    for library in built.glob("Ratecheck.*"):
        shutil.copy2(library, path / "built")
    (path / "a__b.v").write_text(f"{HEADER}\n{text}")
    relations = {name: {"kind": "taylor"} for name in run.blocks_of(text)} | {"rel_erfc": {"inexpressible": "erfc"}}
    claims = {"a/b": {"fingerprint": "0" * 16, "relations": relations, "theorems": {}}}
    (path / INDEX).write_text(json.dumps({"schema": SCHEMA, "claims": claims, "kept": [], "closed": {}}))
    (path / LIBRARY).write_bytes(resources.files("verify.kernel.rocq").joinpath(LIBRARY).read_bytes())
    for place in (path, path / "built"):
        (place / CHAINS).write_text("")
    return path


def test_a_folder_is_judged_once_and_its_axioms_are_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = run.check_folder(folder)
    assert first.told("relations") == {MEETS.name: "proved", "rel_erfc": "inexpressible: erfc"}
    assert first.foreign == []
    assert "ClassicalDedekindReals.sig_forall_dec" in first.axioms
    table = run.run_table(first)
    assert table["relations"] == {"all": 2, "inexpressible": 1, "proved": 1}
    monkeypatch.setattr(run, "judged", refuse)
    assert run.run_table(run.check_folder(folder)) == table
    # A table takes the place of the folder's own memory, for the same statement alone, whatever its proof and place.
    (folder / run.RESULTS).unlink()
    text = (folder / "a__b.v").read_text()
    (folder / "a__b.v").write_text(text.replace("said", "otherwise").replace("Proof.", "Proof. idtac."))
    assert run.run_table(run.check_folder(folder, before=table)) == table
    (folder / "a__b.v").write_text(text.replace("<= (2 * x)", "<= (3 * x)"))
    with pytest.raises(AssertionError, match="again"):
        run.check_folder(folder, before=table)
    # What was read by another Rocq is read again.
    (folder / "a__b.v").write_text(text)
    with pytest.raises(AssertionError, match="again"):
        run.check_folder(folder, before=table | {"rocq": "8.15"})


def test_what_was_found_is_kept_batch_by_batch(tmp_path: Path, built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "\n".join(f"(* relation rel_{k} *)\nLemma rel_{k} : {k} <= {k}.\nProof. lra. Qed." for k in "123")
    monkeypatch.setitem(run._BATCH, LIBRARY, 2)
    folder = exported(tmp_path / "folder", text, built)
    found = run.check_folder(folder)
    kept = [json.loads(line) for line in (folder / run.RESULTS).read_text().splitlines()]
    assert [len(batch["parts"]) for batch in kept] == [2, 1]
    assert all(batch["axioms"] for batch in kept)
    assert [found.found[f"rel_{k}"].found for k in "123"] == ["proved"] * 3


def test_why_a_relation_of_two_claims_is_not_expressible_is_told_once() -> None:
    shared = {
        "a/b": {"relations": {"rel_erfc": {"inexpressible": "erfc"}}},
        "a/c": {"relations": {"rel_erfc": {"in": "a/b"}}},
    }
    found = run.Opinion("8.16", "4.6", {"claims": shared, "closed": {}}, {}, {}, ())
    assert found.told("relations") == {"rel_erfc": "inexpressible: erfc"}
    assert found.counts("relations") == {"inexpressible": 1}


def test_what_an_export_left_out_is_told_as_it_was(folder: Path) -> None:
    before = run.run_table(run.check_folder(folder))
    index = json.loads((folder / INDEX).read_text())
    moved = index["claims"].pop("a/b") | {"fingerprint": "1" * 16}
    (folder / "a__b.v").rename(folder / "a__c.v")
    (folder / INDEX).write_text(json.dumps(index | {"claims": {"a/c": moved}, "kept": ["a/b"]}))
    after = run.run_table(run.check_folder(folder, before=before), before)
    assert after["claims"] == before["claims"] | {"a/c": before["claims"]["a/b"] | {"fingerprint": "1" * 16}}
    assert after["relations"] == before["relations"]
    assert after["axioms"] == before["axioms"] != []
    # Where nothing is to be read the axioms are those below what is kept.
    (folder / "a__c.v").unlink()
    (folder / INDEX).write_text(json.dumps(index | {"claims": {}, "kept": ["a/b"]}))
    assert run.run_table(run.check_folder(folder, before=before), before)["axioms"] == before["axioms"]
    for other in (None, before | {"interval": "4.5"}, before | {"claims": {}}):
        with pytest.raises(ParameterError, match="--table must be that"):
            run.check_folder(folder, before=other)


def refuse(*given: object) -> tuple[dict[str, run.Found], list[str]]:
    raise AssertionError("run again")


def test_an_axiom_of_ones_own_is_foreign(tmp_path: Path, built: Path) -> None:
    said = "Axiom cheat : forall x : R, x <= 0.\nLemma rel_cheat : 1 <= 0.\nProof. apply cheat. Qed."
    found = run.check_folder(exported(tmp_path / "folder", f"(* relation rel_cheat *)\n{said}\n", built))
    assert [name.split(".")[-1] for name in found.foreign] == ["cheat"]


@pytest.mark.parametrize(
    "spoil", [lambda p: (p / INDEX).unlink(), lambda p: (p / INDEX).write_text('{"schema": "other"}')]
)
def test_another_folder_is_refused(folder: Path, spoil: Callable[[Path], object]) -> None:
    spoil(folder)
    with pytest.raises(ParameterError, match="as `ratecheck export rocq` writes"):
        run.check_folder(folder)
