"""CONTRIBUTING.md, README.md and docs/ name what is there: paths, packages, claims, and tests that exist."""

import re
from pathlib import Path

import pytest

from tests.verify.cli.test_budget import CASES
from verify.ledger.collect import claims

ROOT = Path(__file__).parent.parent
GUIDE = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
PICTURE = (ROOT / "docs" / "architecture.md").read_text("utf-8").split("```")[1]
PAGES = "\n".join(path.read_text("utf-8") for path in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))))
_PATH = re.compile(
    r"(?<![\w/.])((?:notation|upperbounds|lowerbounds|verify|tests|benchmarks|reports|\.ci|\.github)/[\w./]*)"
)


@pytest.mark.parametrize("text", [GUIDE, PAGES], ids=["CONTRIBUTING.md", "README.md and docs"])
def test_paths_are_there(text: str) -> None:
    named = {path.rstrip(".") for path in _PATH.findall(text) if "KEY" not in path}
    assert len(named) > 5
    assert [path for path in sorted(named) if not (ROOT / path).exists()] == []


def test_every_package_is_in_the_picture() -> None:
    inner = {name: name for name in ("notation", "upperbounds", "lowerbounds", "verify")}
    inner |= {f"verify/{name}": f"  {name}" for name in ("kernel", "study")}
    for folder, line in inner.items():
        indent = " " * (len(line) - len(line.lstrip()))
        part = re.split(rf"\n{indent}\w", PICTURE.split(f"\n{line}/")[1])[0]
        drawn = {
            name
            for below in part.splitlines()[1:]
            if below.startswith(f"{indent}  ") and below[len(indent) + 2] != " "
            for name in re.findall(r"([a-z]+)/(?=  |$)", re.split(r"(?<=/)\s{3,}", below)[0] + "  ")
        }
        # Not those of papers, of which each has its own.
        assert drawn == {f.parent.name for f in (ROOT / folder).glob("*/__init__.py")}, folder


def test_it_is_short() -> None:
    assert len(GUIDE.split()) <= 900


def test_claims_and_tests_are_there() -> None:
    ids = re.findall(r"ratecheck verify ([a-z]+/\S+)", GUIDE)
    assert ids
    assert set(ids) <= set(claims())
    for file, chosen in re.findall(r"pytest (tests/\S+\.py) -k (\w+)", GUIDE):
        assert chosen in (ROOT / file).read_text("utf-8")


def test_a_contact_that_is_not_there_is_not_named() -> None:
    """SECURITY.md names the contact of CODE_OF_CONDUCT.md only once there is one."""
    filled = "To be filled in" not in (ROOT / "CODE_OF_CONDUCT.md").read_text("utf-8")
    assert filled or "CODE_OF_CONDUCT" not in (ROOT / "SECURITY.md").read_text("utf-8")


@pytest.mark.parametrize("problem", CASES)
def test_the_table_of_estimates_names_what_a_problem_needs(problem: str) -> None:
    """Without any one of these a run is refused, so what the tests give must be in the guide's table."""
    table = (ROOT / "docs" / "estimate.md").read_text("utf-8").split("| problem |")[1].split("\n\n")[0]
    base = re.sub("-(local|central)$", "-local", problem) if problem.startswith("label-") else problem
    (row,) = (line for line in table.splitlines() if f"`{base}`" in line.split("|")[1])
    if problem == "optimisation-central":
        (row,) = (line for line in table.splitlines() if "`optimisation` |" in line)
    given = {str(option) for option in CASES[problem] if str(option).startswith("--")}
    written = {"--p": "--moment", "--M": "--moment-bound"}
    shared = {"--user", "--value", "--values", "--project", "--delta"}
    if problem == "sparse-mean":
        # What its own estimators need; those of the cube, which it has too, do without.
        shared |= {"--m", "--same-law"}
    assert {option for option in given - shared if written.get(option, option) not in row} == set()
