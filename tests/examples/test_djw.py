"""The example of somebody's own paper: verified against its own lock, and a wrong constant turns it red."""

import re
import shutil
from pathlib import Path

import pytest

from tests.verify.cli.command_line import CommandLine

FOLDER = Path(__file__).parents[2] / "examples" / "djw"
REFUTED = {"djw/cube/privacy"}


def test_the_example_is_as_its_lock_says(ratecheck: CommandLine, tmp_path: Path) -> None:
    run = tmp_path / "run.json"
    ran = ratecheck("verify", "--ledger", FOLDER, "--json", run)
    assert ran.status == 0, ran.out
    found = ratecheck("errata", "--ledger", FOLDER, "--run", run, "--json").json
    assert {entry["id"] for entry in found["claims"]} == REFUTED
    assert found["findings"][0]["theorem_survives"] is True
    told = ratecheck("show", "--ledger", FOLDER, "djw/prop1", "--run", run).out
    assert "informal steps: none" in told
    listed = ratecheck("list", "--ledger", FOLDER, "--json").json["claims"]
    assert len(listed) >= 25
    assert f"holds {len(listed)} claims" in (FOLDER.parent / "README.md").read_text("utf-8")


@pytest.mark.parametrize(
    ("module", "right", "wrong", "id_", "told"),
    [
        ("contraction", "Rational(23, 35)", "Rational(24, 35)", "djw/small-alpha", "now refuted"),
        ("contraction", '"min{2, e^alpha}" else 1', '"min{2, e^alpha}" else 0', "djw/own/lemma1", "now refuted"),
        ("information", "(t - 1) ** 2 / 4\n", "(t - 1) ** 2 / 5\n", "djw/own/fano/variational", "now refuted"),
        ("ball", "_d * gamma(", "gamma(", "djw/ball/size", "now refuted"),
        ("cube", "(far, 1 / (1 + t))", "(far, 2 / (1 + t))", "djw/cube/privacy/odd", "now refuted"),
        ("cube", "keys(far, 1 / whole)", "keys(far, 2 / whole)", "djw/cube/privacy", "corrected: locked checked, now"),
        ("survey", "_SCALE**2 / (4 * N)", "_SCALE**2 / (5 * N)", "djw/survey/variance", "now refuted"),
    ],
)
def test_a_wrong_constant_turns_it_red(
    ratecheck: CommandLine, tmp_path: Path, module: str, right: str, wrong: str, id_: str, told: str
) -> None:
    copy = tmp_path / "djw"
    shutil.copytree(FOLDER, copy, ignore=shutil.ignore_patterns("__pycache__"))
    path = copy / f"{module}.py"
    text = path.read_text("utf-8")
    assert right in text
    path.write_text(text.replace(right, wrong), "utf-8")
    ran = ratecheck("verify", "--ledger", copy, id_)
    assert ran.status == 1
    assert re.search(rf"unexpected: {id_}: .*{told}", ran.out)
