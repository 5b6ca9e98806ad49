"""`ratecheck figure`: four files or none, and one line for what cannot be done."""

import csv
import io
from dataclasses import replace
from pathlib import Path

import pytest

from notation.parameters import ParameterError
from tests.verify.cli.command_line import CommandLine
from verify.papers.kent.experiments import sweep_univariate as kent_mean
from verify.study.experiments.figures import experiments, find
from verify.study.experiments.sweep import Cell


def small_cells(scale: str) -> list[Cell]:
    """Figure 8 with few users and constants."""
    return [
        {"n": 20, "m": m, "epsilon": eps, "constant": c, "branch": "algorithm 2"}
        for eps in (0.5, 1.0, 2.0, 4.0)
        for m in (100, 200)
        for c in (0.2, 0.5, 1.0)
    ]


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a figure whose sweep takes a second."""
    whole = find("kent-8")
    assert whole.work is kent_mean.by_constant
    monkeypatch.setitem(experiments(), "kent-8", replace(whole, cells=small_cells, judges=whole.judges[:1]))
    return "kent-8"


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_four_files_the_same_bytes_each_time(tmp_path: Path, ratecheck: CommandLine, small: str) -> None:
    first, second, store = tmp_path / "first", tmp_path / "second", tmp_path / "store"
    ran = ratecheck("figure", small, "--out", first, "--store", store)
    assert ran.status == 0
    assert "written: " in ran.out
    assert "left" in ran.err
    ratecheck("figure", small, "--out", second, "--jobs", 2)
    found = contents(first)
    assert list(found) == ["kent-8.csv", "kent-8.md", "kent-8.png", "kent-8.svg"]
    assert contents(second) == found
    rows = list(csv.DictReader(io.StringIO(found["kent-8.csv"].decode())))
    assert len(rows) == 24
    assert all(float(row["risk"]) > 0 and float(row["error"]) < 0.01 * float(row["risk"]) for row in rows)
    assert "localisation_failure" in rows[0]
    assert "| the paper says |" in found["kent-8.md"].decode()
    again = ratecheck("figure", small, "--out", first, "--store", store)
    assert again.err == ""
    assert contents(first) == found


def test_json_holds_rows_and_sentences(tmp_path: Path, ratecheck: CommandLine, small: str) -> None:
    document = ratecheck("figure", small, "--out", tmp_path, "--json").json
    assert document["figure"] == small
    assert len(document["rows"]) == 24
    assert {"id", "sentence", "criterion", "seen", "verdict"} <= set(document["sayings"][0])


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("kent-99",), "is an unknown figure; available: kent-2-left, kent-2-centre"),
        (("kent-8", "--out", "file"), "cannot write to this folder"),
        (("kent-8", "--out", "no/such"), "cannot write to this folder"),
        (("kent-8", "--out", "/proc"), "cannot write there"),
        (("kent-8", "--store", "no/store"), "cannot write there"),
        (("kent-8", "--scale", "huge"), "huge"),
        (("kent-8", "--jobs", "0"), "jobs"),
    ],
)
def test_what_cannot_be_done_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ratecheck: CommandLine, arguments: tuple[str, ...], told: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").touch()
    assert told in ratecheck("figure", *arguments).refusal
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_another_figures_store_is_one_line(tmp_path: Path, ratecheck: CommandLine, small: str) -> None:
    store = tmp_path / "store"
    ratecheck("figure", small, "--out", tmp_path, "--store", store)
    assert "holds another run" in ratecheck("figure", small, "--out", tmp_path, "--store", store, "--seed", 1).refusal


def test_nothing_is_written_where_writing_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ratecheck: CommandLine, small: str
) -> None:
    def full(_: Path, mode: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "chmod", full)
    assert "No space left" in ratecheck("figure", small, "--out", tmp_path).err
    assert list(tmp_path.iterdir()) == []


def test_every_figure_is_found_by_its_name() -> None:
    assert [experiment.name for experiment in experiments().values()] == list(experiments())
    assert all(find(name).judges for name in experiments())
    with pytest.raises(ParameterError, match="is an unknown figure"):
        find("kent-99")
