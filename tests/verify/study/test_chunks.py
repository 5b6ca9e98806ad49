"""Tables are read in chunks: the same rows, means and refusals as in one piece, to the last bit, and in less memory."""

import math
import re
import tracemalloc
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notation.parameters import ParameterError
from tests.verify.cli.command_line import CommandLine
from tests.verify.cli.test_budget import CASES, ratecheck
from verify.cli import progress
from verify.study import table
from verify.study.bars import Tails
from verify.study.gather import RowDomain
from verify.study.table import Means, Rows, joined, read_chunks, read_users

__all__ = ["ratecheck"]

SIZES = (1, 2, 3, 7, 1000)
NUMBERS = st.floats(-1e6, 1e6, allow_subnormal=False)
TABLES = st.lists(st.tuples(st.sampled_from(("a", "b ", "c", "d\u200b", " b", "d")), NUMBERS, NUMBERS), min_size=2)


def written(folder: Path, rows: Iterable[tuple[object, ...]]) -> Path:
    path = folder / "data.csv"
    path.write_text("\n".join(["who,x,y", *(",".join(map(str, row)) for row in rows)]) + "\n", "utf-8")
    return path


def chunks(path: Path, size: int) -> Iterable[Rows]:
    return read_chunks(path, "who", ("x", "y"), size=size)


def split_sums(chunks: Iterable[Rows]) -> Means:
    """The planted defect: the sums of each chunk, added."""
    found = [np.stack([np.bincount(chunk.owner, column, 99) for column in chunk.values.T], axis=-1) for chunk in chunks]
    return Means(np.asarray(sum(found)), np.ones(99, dtype=np.int64))


@settings(derandomize=True, database=None, deadline=None, max_examples=60)
@given(TABLES)
def test_all_sizes_read_the_same(
    tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[str, float, float]]
) -> None:
    """The reference is read row by row, and its sums are of Python's own floats, in the order of the file."""
    path = written(tmp_path_factory.mktemp("chunks"), rows)
    users = read_users(path, "who", ("x", "y"))
    sums = []
    for vectors in users.values():
        total = [0.0, 0.0]
        for vector in vectors:
            total = [a + b for a, b in zip(total, vector, strict=True)]
        sums.append([part / len(vectors) for part in total])
    for size in SIZES:
        whole = joined(chunks(path, size))
        assert [whole.values[whole.owner == k].tolist() for k in range(whole.users)] == [
            [list(vector) for vector in vectors] for vectors in users.values()
        ]
        means = Means.of(chunks(path, size))
        assert means.means().tobytes() == whole.means().tobytes() == np.array(sums).tobytes()
        assert (means.counts.tolist(), means.number) == (whole.counts.tolist(), len(rows))


def test_sums_that_depend_on_the_split_would_be_seen(tmp_path: Path) -> None:
    values = np.random.default_rng(1).uniform(size=(50, 2)).tolist()
    path = written(tmp_path, [("ab"[i % 2], *row) for i, row in enumerate(values)])
    assert Means.of(chunks(path, 7)).sums.tobytes() == Means.of(chunks(path, 1000)).sums.tobytes()
    assert split_sums(chunks(path, 7)).sums.tobytes() != split_sums(chunks(path, 1000)).sums.tobytes()


DOMAINS: dict[str, RowDomain] = {
    "box": RowDomain.box(np.array([-1.0, -2.0]), np.array([2.0, 1.0])),
    "l2": RowDomain.ball(2.0, 2),
    "l1": RowDomain.ball(2.0, 1),
    "moments": RowDomain.moments(Tails(4.0, 1.0), None),
}


@pytest.mark.parametrize("name", DOMAINS)
def test_a_domain_moves_chunks_as_it_moves_all(name: str, tmp_path: Path) -> None:
    values = np.random.default_rng(2).uniform(-3, 3, (60, 2))
    path = written(tmp_path, [("abc"[i % 3], *row) for i, row in enumerate(values.tolist())])
    rows, known, moved = DOMAINS[name].gather(chunks(path, 1000), 2, True, means=False)
    for size in SIZES:
        means, same, outside = DOMAINS[name].gather(chunks(path, size), 2, True, means=True)
        assert means.means().tobytes() == rows.means().tobytes()
        assert (repr(same), outside) == (repr(known), moved)
    if name != "moments":
        assert moved > 0
        for size in SIZES:
            of = 120 if name == "box" else 60
            with pytest.raises(ParameterError, match=rf"outside .*\(not private: {moved} of {of}\)"):
                DOMAINS[name].gather(chunks(path, size), 2, False, means=True)


BAD: dict[str, str] = {
    "a missing value": "a,,2",
    "a word": "a,2,x",
    "digits grouped": "a,1_0,2",
    "not finite": "a,inf,2",
    "too large": "a,1e999,2",
    "no user": ",1,2",
    "an invisible user": "\u200b,1,2",
    "too few fields": "a,1",
    "too many fields": "a,1,2,3",
    "a quote": 'a,"1"2,3',
}


def refusal(read: Callable[[], Any]) -> str:
    with pytest.raises(ParameterError) as refused:
        read()
    return str(refused.value)


@pytest.mark.parametrize("bad", BAD)
@pytest.mark.parametrize("place", range(6))
def test_a_bad_row_at_any_place_of_a_chunk_is_refused_with_its_line(bad: str, place: int, tmp_path: Path) -> None:
    """A name of two lines and a blank line come before it; a second bad row after it is not reported."""
    lines = ['"a\nb",1,2', "", "c,1,2", "a,3,4", "c,5,6", "d,1,2", "a,0,0"]
    lines.insert(place + 1, BAD[bad])
    lines.append("a,second,1")
    path = tmp_path / "data.csv"
    path.write_text("\n".join(["who,x,y", *lines]) + "\n", "utf-8")
    # The header is line 1, the first name ends in line 3.
    line = place + 4
    told = {refusal(lambda size=size: list(chunks(path, size))) for size in SIZES}
    assert len(told) == 1
    if bad == "a quote":
        # After the line of the row before it: a blank line is no row.
        assert f"after line {line - 1 - (place == 1)} " in told.pop()
    else:
        assert f"line {line}" in told.copy().pop()
        assert told == {refusal(lambda: read_users(path, "who", ("x", "y")))}


def test_parquet_in_chunks(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    from pyarrow import parquet, table

    path = tmp_path / "data.parquet"
    columns: dict[str, list[Any]] = {"who": [1, 2, 1, 3, 2, 1], "x": [0.1, 0.2, 0.3, 0.4, 0.5, 0.6], "y": [1] * 6}
    parquet.write_table(table(columns), path, row_group_size=4)
    whole = joined(chunks(path, 1000))
    assert whole.owner.tolist() == [0, 1, 0, 2, 1, 0]
    for size in SIZES:
        assert Means.of(chunks(path, size)).means().tobytes() == whole.means().tobytes()
    for place in range(6):
        bad = columns["x"].copy()
        bad[place] = None
        parquet.write_table(table(columns | {"x": bad}), path, row_group_size=4)
        for size in SIZES:
            assert f"row {place + 1}, x is missing" in refusal(lambda size=size: list(chunks(path, size)))


COMMANDS = CASES | {
    "mean, rows drawn": (*CASES["mean"], "--m", 3),
    "optimisation, a quadratic loss": (*CASES["optimisation"][:2], "--features", "x,y", "--loss", "quadratic",
                                       "--radius", 1, "--project"),
}  # fmt: skip
LABELS = [case for case in CASES if "classification" in case or "regression" in case]


@pytest.mark.parametrize("case", COMMANDS)
def test_a_command_prints_the_same_for_every_size(
    case: str, ratecheck: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of every problem; rules also predict for the rows of a second file, which is read in chunks too."""
    predict = ("--predict", "data.csv") if case in LABELS else ()
    of_problem = ("estimate", case.partition(",")[0], "--data", "data.csv", *COMMANDS[case], *predict)
    # So little that answers of two seeds differ in every problem.
    line = (*of_problem, "--epsilon", 0.05, "--json")
    monkeypatch.setattr(progress, "TOLD", math.inf)
    whole = ratecheck(*line, "--seed", 1)
    assert whole.status == 0, whole.err
    assert ratecheck(*line, "--seed", 2).out != whole.out
    read, sizes = table._chunks, set[int]()
    for size in (1, 37):

        def some(*given: Any, size: int = size) -> Iterator[Any]:
            for chunk in read(*(*given, None)[:5], size):
                sizes.add(len(chunk.lines))
                yield chunk

        monkeypatch.setattr(table, "_chunks", some)
        assert ratecheck(*line, "--seed", 1) == whole
    assert {1, 37} <= sizes <= set(range(38))


def peak(path: Path, gather: Callable[[Iterable[Rows]], object]) -> int:
    tracemalloc.start()
    try:
        gather(chunks(path, 500))
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_memory_does_not_grow_with_the_rows(tmp_path: Path) -> None:
    """Of 50 users' means; all rows take more, so that the measure can see them."""
    few, many = (written(tmp_path / str(n), [(i % 50, i / n, 0.5) for i in range(n)]) for n in made(tmp_path))
    assert peak(many, Means.of) < 1.3 * peak(few, Means.of)
    assert peak(many, joined) > 2 * peak(many, Means.of)


def made(folder: Path) -> tuple[int, int]:
    sizes = 4_000, 40_000
    for size in sizes:
        (folder / str(size)).mkdir()
    return sizes


def test_a_terminal_is_shown_a_bar(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, [(i % 9, 0.5, 0.5) for i in range(90)])
    shares: list[float] = []
    list(read_chunks(path, "who", ("x",), seen=shares.append, size=10))
    assert shares == sorted(shares)
    assert len(shares) == 9
    assert 0 < shares[0] <= shares[-1] == 1
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    found = joined(progress.read_with_bar(path, "who", ("x",)))
    printed = capsys.readouterr()
    assert found.number == 90
    assert "reading data.csv" in printed.err
    assert printed.out == ""


def test_a_long_time_is_said_by_a_command_that_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ratecheck = CommandLine(monkeypatch, capsys)
    path = written(tmp_path, [(i % 9, 0.5, 0.5) for i in range(90)])
    line = ("estimate", "mean", "--data", path, "--user", "who", "--value", "x", "--lower", 0, "--epsilon", 1)
    monkeypatch.setattr(progress, "TOLD", 1e9)
    assert "  time " not in ratecheck(*line, "--upper", 1).err
    monkeypatch.setattr(progress, "TOLD", 0.0)
    assert re.search(r"^  time    \d+\.\d s to read .*", ratecheck(*line, "--upper", 1).err, re.MULTILINE)
    assert "outside" in ratecheck(*line, "--upper", 0.1).refusal


def test_a_user_that_is_missing_in_parquet_is_refused_with_its_row(tmp_path: Path) -> None:
    arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "data.parquet"
    parquet.write_table(arrow.table({"who": ["a", None, "b"], "x": [1.0] * 3, "y": [2.0] * 3}), path)
    for size in SIZES:
        with pytest.raises(ParameterError, match=r"2 has no who$"):
            list(chunks(path, size))
