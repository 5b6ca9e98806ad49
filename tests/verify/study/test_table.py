import csv
import sys
import tracemalloc
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from notation.parameters import ParameterError, identifier
from upperbounds.classification.users import owners
from verify.study.table import (
    Rows,
    _Chunk,
    _values,
    joined,
    read_chunks,
    read_labelled,
    read_labelled_users,
    read_users,
)


def written(folder: Path, text: str | bytes) -> Path:
    path = folder / "data.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


@pytest.mark.parametrize(
    "text",
    [
        "who,x\na,1\na,0.5\nb,-1\nb,0\n",
        "\ufeffwho,x\na,1\na,0.5\nb,-1\nb,0\n",
        'when,"x","who"\r\n1,"1","a"\r\n2,0.5,a\r\n\r\n3,-1,b\r\n4,0,b',
        "who,x\nb,-1\na,1\nb,0\na,.5\n",
        "who,x\na ,1\na,0.5\n b,-1\nb,0\n",
    ],
    ids=["plain", "byte order mark", "quotes, other columns, blank line", "mixed users", "spaces around names"],
)
def test_reads_the_values_of_each_user_in_order(tmp_path: Path, text: str) -> None:
    assert read_users(written(tmp_path, text), "who", ("x",)) == {"a": [(1.0,), (0.5,)], "b": [(-1.0,), (0.0,)]}


def test_quoted_names_may_hold_separators_and_quotes(tmp_path: Path) -> None:
    assert read_users(written(tmp_path, 'who,x\n"a, ""b""",1\n'), "who", ("x",)) == {'a, "b"': [(1.0,)]}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "is empty"),
        ("\n\nwho,x\na,1\n", "no header"),
        ("who,x\n", "holds no rows"),
        ("user,x\na,1\n", "--user = 'who': no such column"),
        ("who,value\na,1\n", "it has 'who', 'value'"),
        ("who;x\na;1\n", "must be separated by commas"),
        ("who\tx\na\t1\n", "must be separated by commas"),
        ("who,x,x\na,1,2\n", "2 columns"),
        ("who,x\na,1\nb,abc\n", "line 3, x = 'abc'"),
        ("who,x\na,1\nb,\n", "line 3, x is missing"),
        ("who,x\na,1\nb\n", "line 3, x is missing"),
        ("who,x\na,1\n,1\n", "line 3 has no who"),
        ("who,x\na,nan\n", "line 2, x is 'nan'"),
        ("who,x\na,-inf\n", "line 2, x is '-inf'"),
        ("who,x\na,1e999\n", "line 2, x is '1e999'"),
        ("who,x\na,1\0\n", "line 2"),
        ('who,x\na,"' + "9" * 200_000 + '"\n', "no CSV file"),
        ("who,x\na,0,5\nb,0,25\n", "line 2 has 3 fields, the header 2"),
        ("who,x\na,0.5\nb,1,\n", "line 3 has 3 fields"),
        ("who,x\na,1_000\n", "line 2, x = '1_000': must be a number"),
        ('who,x\n"a,1\nb,2\nc,3\n', "no CSV file after line 1"),
        ('who,x\na,"1"2\n', "no CSV file after line 1"),
        ("who,x\n  ,1\n", "line 2 has no who"),
        (bytes(range(128, 256)), "UTF-8"),
        ("who,x\na,1\n".encode("utf-16"), "UTF-8"),
    ],
)
def test_a_bad_file_is_refused_with_the_place(tmp_path: Path, text: str | bytes, told: str) -> None:
    with pytest.raises(ParameterError) as refused:
        read_users(written(tmp_path, text), "who", ("x",))
    assert told in str(refused.value)
    assert "data.csv" in str(refused.value)
    assert len(str(refused.value)) < 400


@pytest.mark.parametrize(("header", "hinted"), [("a;b", True), ("a|b", True), ("a,b;c", False), ("a b", False)])
def test_other_separators_are_a_hint_where_the_header_is_one_column(tmp_path: Path, header: str, hinted: bool) -> None:
    with pytest.raises(ParameterError) as refused:
        read_users(written(tmp_path, f"{header}\n1,2\n"), "who", ("x",))
    assert ("separated by commas" in str(refused.value)) is hinted


@pytest.mark.parametrize("name", ["missing.csv", "missing.parquet", "file.csv/data.csv"])
def test_a_file_that_is_not_there_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "file.csv").touch()
    with pytest.raises(ParameterError, match="cannot be read"):
        read_users(tmp_path / name, "who", ("x",))


def test_a_file_that_may_not_be_read_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(ParameterError, match="cannot be read \\(Permission denied\\)"):
        read_users(tmp_path / "data.csv", "who", ("x",))


def test_one_column_is_not_both_user_and_value(tmp_path: Path) -> None:
    with pytest.raises(ParameterError, match="another column"):
        read_users(written(tmp_path, "x\n1\n2\n"), "x", ("x",))


def test_rows_keep_everyone_and_their_own_means() -> None:
    rows = Rows.of({"a": [(0.5,), (1.0,), (0.0,)], "b": [(-1.0,)]})
    assert (rows.users, rows.counts.tolist()) == (2, [3, 1])
    np.testing.assert_allclose(rows.means(), [[0.5], [-1.0]], rtol=1e-15)


@pytest.mark.parametrize("m", [1, 2, 5])
def test_drawn_rows_are_each_users_own_and_none_twice(m: int) -> None:
    """Each number tells its user and its row; who has fewer rows than m gives all, and their mean for the rest."""
    counts = (1, 2, 4, 7)
    rows = Rows.of({str(u): [(100.0 * u + 2.0**k, -u) for k in range(c)] for u, c in enumerate(counts)})
    drawn = rows.draw(m, np.random.default_rng(1))
    assert drawn.shape == (4, m, 2)
    for user, count in enumerate(counts):
        own, mean = rows.values[rows.owner == user], rows.means()[user]
        found = [tuple(row) for row in drawn[user]]
        taken = [row for row in found if row in set(map(tuple, own))]
        assert len(set(found[: min(m, count)])) == min(m, count)
        assert set(found[: min(m, count)]) <= set(map(tuple, own))
        assert found[min(m, count) :] == [tuple(mean)] * (m - min(m, count))
        assert len(taken) >= min(m, count)
        if m >= count:
            np.testing.assert_allclose(drawn[user].mean(axis=0), mean, rtol=1e-12)


@pytest.mark.parametrize("m", [1, 3, 9])
def test_means_of_drawn_rows_are_those_of_the_rows(m: int) -> None:
    """With the same draws, and as many taken from the generator; m times as much memory is not needed."""
    rows = Rows.of({str(u): [(100.0 * u + 2.0**k, -u) for k in range(c)] for u, c in enumerate((1, 2, 4, 7))})
    first, second = np.random.default_rng(1), np.random.default_rng(1)
    assert rows.drawn_means(m, first) == pytest.approx(rows.draw(m, second).mean(axis=1), rel=1e-12)
    assert first.random() == second.random()


def test_chunks_are_joined_in_order_whatever_their_sizes() -> None:
    values, owner = np.arange(26.0).reshape(13, 2), np.array([0, 0, 1, 2, 1, 3, 3, 4, 0, 5, 1, 6, 6], dtype=np.int32)
    for ends in ([13], [1, 13], [4, 5, 6, 13], list(range(1, 14))):
        parts = [Rows(values[a:b], owner[a:b]) for a, b in pairwise([0, *ends])]
        found = joined(parts)
        assert np.array_equal(found.values, values)
        assert np.array_equal(found.owner, owner)


@pytest.mark.parametrize("m", [1, 2, 5])
def test_drawn_means_are_those_of_the_drawn_rows(m: int) -> None:
    rows = Rows.of({str(u): [(100.0 * u + 2.0**k, -u) for k in range(c)] for u, c in enumerate((1, 2, 4, 7))})
    found = rows.drawn_means(m, np.random.default_rng(1))
    np.testing.assert_allclose(found, rows.draw(m, np.random.default_rng(1)).mean(axis=1), rtol=1e-12)


def test_drawn_means_take_no_more_memory_for_one_user_of_many_rows() -> None:
    """By rows, where a table of users by rows would have 2 10^7 numbers."""
    owner = np.concatenate([np.arange(10_000), np.full(2000, 10_000)]).astype(np.int32)
    rows = Rows(np.ones((len(owner), 1)), owner)
    tracemalloc.start()
    found = rows.drawn_means(2000, np.random.default_rng(1))
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert found.shape == (10_001, 1)
    assert most < 100 * len(owner)


def test_every_row_is_drawn_as_often() -> None:
    """Chi-square over 6 rows of which 2 are drawn, 6000 times: type-I error 1e-8. The file's first rows fail it."""
    rows = Rows.of({"a": [(float(k),) for k in range(6)]})
    rng = np.random.default_rng(2)

    def statistic(drawn: list[np.ndarray]) -> float:
        seen = np.bincount(np.ravel(drawn).astype(int), minlength=6)
        # Two of one draw differ: negative correlation, which only makes the statistic smaller.
        return float(np.sum((seen - seen.mean()) ** 2 / seen.mean()))

    limit = stats.chi2.isf(1e-8, 5)
    assert statistic([rows.draw(2, rng)[0, :, 0] for _ in range(6000)]) < limit
    assert statistic([rows.values[:2, 0] for _ in range(6000)]) > limit


@settings(derandomize=True, database=None, deadline=None, max_examples=50)
@given(
    st.lists(
        st.tuples(
            st.text(st.characters(codec="utf-8", exclude_characters="\r\0")).map(identifier).filter(bool),
            st.lists(st.floats(-1, 1), min_size=1, max_size=3),
        ),
        min_size=1,
        unique_by=lambda user: user[0],
    )
)
def test_what_the_csv_writer_writes_is_read_back(
    tmp_path_factory: pytest.TempPathFactory, users: list[tuple[str, list[float]]]
) -> None:
    path = tmp_path_factory.mktemp("csv") / "data.csv"
    with path.open("w", newline="", encoding="utf-8") as stream:
        csv.writer(stream).writerows([("who", "x"), *((name, value) for name, values in users for value in values)])
    assert read_users(path, "who", ("x",)) == {name: [(value,) for value in values] for name, values in users}


SPELLINGS = (
    "José A",
    "Jose\u0301 A",
    "Jos\u200bé A",
    "  José\u00a0A ",
    "\ufeffJosé  A",
    "Jose\u200d\u0301 A",
    "\uff2aosé A",
    "José\u00ad A\ufe0f",
)
"""One name as programs write it: composed or not, with letters that are not seen, other spaces, other widths."""


def test_one_person_is_one_user_however_their_name_is_written(tmp_path: Path) -> None:
    """In every reader that has names, in CSV and in Parquet; names that are seen to differ stay apart."""
    assert len(set(SPELLINGS)) == len(SPELLINGS)
    path = tmp_path / "data.csv"
    path.write_text("who,x,y\n" + "".join(f"{name},1,{name}\n" for name in SPELLINGS) + "Jose A,2,b\n", "utf-8")
    assert [(name, len(rows)) for name, rows in read_users(path, "who", ("x",)).items()] == [
        ("José A", 8),
        ("Jose A", 1),
    ]
    assert set(read_labelled(path, "y", ("x",))[1]) == {"José A", "b"}
    _, labels, users = read_labelled_users(path, "who", "y", ("x",), numbers=False)
    assert set(labels) == {"José A", "b"}
    assert users.tolist() == [1] * 8 + [0], "by the order of the names"
    assert len(set(owners(list(SPELLINGS)))) == 1
    assert owners([3, 1, 3]).tolist() == [3, 1, 3]
    path.write_text("who,x\n\u200b,1\n", "utf-8")
    with pytest.raises(ParameterError, match="line 2 has no who"):
        read_users(path, "who", ("x",))
    arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    parquet.write_table(arrow.table({"who": list(SPELLINGS), "x": [1.0] * 8}), tmp_path / "data.parquet")
    assert len(read_users(tmp_path / "data.parquet", "who", ("x",))) == 1


def test_parquet_is_read_as_csv_is(tmp_path: Path) -> None:
    arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    table = arrow.table({"who": [1, 1, 2, 2], "x": np.array([0.5, 1, -1, 0]), "other": list("abcd")})
    parquet.write_table(table, tmp_path / "data.PARQUET")
    assert read_users(tmp_path / "data.PARQUET", "who", ("x",)) == {"1": [(0.5,), (1.0,)], "2": [(-1.0,), (0.0,)]}


def test_bad_parquet_is_refused_with_the_row(tmp_path: Path) -> None:
    arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "data.parquet"
    for columns, told in (
        ({"who": [1, 2], "x": [1.0, None]}, "row 2, x is missing"),
        ({"who": [1, None], "x": [1.0, 1.0]}, "row 2 has no who"),
        ({"who": [1.0, float("nan")], "x": [1.0, 1.0]}, "row 2 has no who"),
        ({"who": [1, 2], "x": ["1", "z"]}, "row 2, x = 'z'"),
        ({"who": [1, 2], "x": [[1], [2]]}, "row 1, x = \\[1\\]"),
        ({"who": [1, 2], "y": [1, 2]}, "it has 'who', 'y'"),
    ):
        parquet.write_table(arrow.table(columns), path)
        with pytest.raises(ParameterError, match=told):
            read_users(path, "who", ("x",))
    path.write_bytes(b"no Parquet")
    with pytest.raises(ParameterError, match="cannot be read as Parquet"):
        read_users(path, "who", ("x",))


def test_parquet_without_its_library_names_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    path = tmp_path / "data.parquet"
    path.touch()
    with pytest.raises(ParameterError, match="needs the extra 'parquet'"):
        read_users(path, "who", ("x",))


def test_a_table_of_one_row_is_read(tmp_path: Path) -> None:
    [chunk] = read_chunks(written(tmp_path, "who,x\na,0.5\n"), "who", ("x",))
    assert chunk.values.tolist() == [[0.5]]
    assert chunk.owner.tolist() == [0]


def test_a_column_of_numbers_and_texts_is_read_row_by_row() -> None:
    chunk = _Chunk("row", range(3), ["a", "b", "c"], [[1.0, "2", 3.0], ["4", 5, "6"]])
    assert _values(Path("data.parquet"), chunk, ("x", "y")).tolist() == [[1, 4], [2, 5], [3, 6]]
