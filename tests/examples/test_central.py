"""The example on a trusted server: verified against its own lock, and a wrong constant or condition turns it red."""

import shutil
from pathlib import Path

import pytest

from tests.verify.cli.command_line import CommandLine

FOLDER = Path(__file__).parents[2] / "examples" / "central"
REFUTED = {"central/thm3.22/quoted", "central/cor3.21", "central/sampling/any"}


def test_the_example_is_as_its_lock_says(ratecheck: CommandLine, tmp_path: Path) -> None:
    run = tmp_path / "run.json"
    ran = ratecheck("verify", "--ledger", FOLDER, "--json", run)
    assert ran.status == 0, ran.out
    found = ratecheck("errata", "--ledger", FOLDER, "--run", run, "--json").json
    assert {entry["id"] for entry in found["claims"]} == REFUTED
    for id_ in ("central/thm3.6", "central/thm3.20", "central/sampling"):
        assert "informal steps: none" in ratecheck("show", "--ledger", FOLDER, id_, "--run", run).out
    listed = ratecheck("list", "--ledger", FOLDER, "--json").json["claims"]
    assert f"holds {len(listed)} claims of Dwork" in (FOLDER.parent / "README.md").read_text("utf-8")


@pytest.mark.parametrize(
    ("module", "right", "wrong", "id_"),
    [
        ("noise", "_SCALE = SENSITIVITY / SPENT", "_SCALE = SENSITIVITY / SPENT / 2", "central/thm3.6"),
        ("noise", "Fraction(5, 4)) * 10**digits", "Fraction(1, 100)) * 10**digits", "central/thm3.22"),
        ("noise", "Fraction(3, 4) / Fraction(1, 4)", "Fraction(3, 4) / Fraction(1, 2)", "central/claim3.5"),
        ("composition", "yield Case(told, left, rounds * delta,", "yield Case(told, left, delta,", "central/thm3.16"),
        ("composition", "sqrt(2 * K * rest)", "sqrt(K * rest)", "central/thm3.20"),
        ("composition", "(2 * sqrt(2 * K * _LARGE))", "sqrt(2 * K * _LARGE)", "central/cor3.21"),
        ("sampling", ".le(2 * _Q * EPSILON", ".le(_Q * EPSILON", "central/sampling"),
        ("sampling", 'corrected=_cases(("1/2", "1"))', 'corrected=_cases(("1/2", "2"))', "central/sampling/any"),
    ],
)
def test_a_wrong_constant_turns_it_red(
    ratecheck: CommandLine, tmp_path: Path, module: str, right: str, wrong: str, id_: str
) -> None:
    copy = tmp_path / "central"
    shutil.copytree(FOLDER, copy, ignore=shutil.ignore_patterns("__pycache__"))
    path = copy / f"{module}.py"
    text = path.read_text("utf-8")
    assert right in text
    path.write_text(text.replace(right, wrong), "utf-8")
    ran = ratecheck("verify", "--ledger", copy, id_)
    assert ran.status == 1
    assert f"unexpected: {id_}" in ran.out


def test_what_is_sent_on_names_the_folder_from_here(
    ratecheck: CommandLine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    told = "reproduce:      ratecheck verify --ledger"
    monkeypatch.chdir(FOLDER.parents[1])
    assert f"{told} examples/central central/cor3.21" in ratecheck("errata", "--ledger", FOLDER, "central/cor3.21").out
    monkeypatch.chdir(tmp_path)
    assert f"{told} {FOLDER} central/cor3.21" in ratecheck("errata", "--ledger", FOLDER, "central/cor3.21").out
