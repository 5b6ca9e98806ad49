"""Read your own data: one row per observation, a user column and value columns, from CSV or Parquet."""

import csv
import io
import math
import os
import reprlib
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from notation.parameters import ParameterError, identifier
from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.randomness import in_the_clear


@dataclass(frozen=True)
class Rows:
    """The rows of a file as vectors: `values` (rows, d), and the number of each row's user from 0, `owner` (rows,)."""

    values: FloatArray
    owner: NDArray[np.int32]

    @classmethod
    def of(cls, users: Mapping[str, Sequence[tuple[float, ...]]]) -> "Rows":
        """The rows of users, in their order."""
        counts = [len(rows) for rows in users.values()]
        values = np.array([row for rows in users.values() for row in rows], dtype=np.float64)
        return cls(values, np.repeat(np.arange(len(counts), dtype=np.int32), counts))

    @property
    def counts(self) -> NDArray[np.int64]:
        """How many rows each user has."""
        return np.bincount(self.owner)

    @property
    def number(self) -> int:
        """How many rows there are."""
        return len(self.owner)

    @property
    def dimension(self) -> int:
        """How many values a row has."""
        return int(self.values.shape[1])

    @property
    def users(self) -> int:
        """How many users there are."""
        return len(self.counts)

    def means(self) -> FloatArray:
        """Each user's own mean, (users, d)."""
        sums = [np.bincount(self.owner, weights=column) for column in self.values.T]
        return np.stack(sums, axis=-1) / self.counts[:, None]

    def draw(self, m: int, rng: np.random.Generator) -> FloatArray:
        """m rows of each user drawn at random, (users, m, d); with fewer, all rows, and their mean for the rest.

        The order of the file does not matter, and no user is left out.
        """
        order, place = self.drawn_rows(m, rng)
        vectors = np.repeat(self.means()[:, None, :], m, axis=1)
        vectors[self.owner[order], place] = self.values[order]
        return vectors

    def drawn_means(self, m: int, rng: np.random.Generator) -> FloatArray:
        """Each user's mean over the rows of `draw`, (users, d), with the same draws."""
        order, _ = self.drawn_rows(m, rng)
        owner = self.owner[order]
        sums = [np.bincount(owner, weights=column[order]) for column in self.values.T]
        return np.stack(sums, axis=-1) / np.minimum(self.counts, m)[:, None]

    def drawn_rows(self, m: int, rng: np.random.Generator) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Up to m random rows of each user, users in order, and the index of each row among those of its user."""
        order = _grouped(in_the_clear(rng).permutation(np.arange(self.number, dtype=np.int32)), self.owner)
        counts = self.counts
        place = np.arange(self.number, dtype=np.int32)
        place -= np.repeat((np.cumsum(counts) - counts).astype(np.int32), counts)
        return order[place < m], place[place < m]

    def at_most(self, m: int | None, rng: np.random.Generator) -> tuple[FloatArray, NDArray[np.int64]]:
        """The rows (rows, d) of users in random order, m of each at random or all, and where each user's rows start."""
        rng = in_the_clear(rng)
        rank = rng.permutation(np.arange(self.users, dtype=np.int32))
        order = _grouped(rng.permutation(np.arange(self.number, dtype=np.int32)), rank[self.owner])
        counts = np.empty(self.users, dtype=np.int64)
        counts[rank] = self.counts
        if m is not None:
            place = np.arange(self.number, dtype=np.int32)
            place -= np.repeat((np.cumsum(counts) - counts).astype(np.int32), counts)
            order, counts = order[place < m], np.minimum(counts, m)
        return self.values[order], np.cumsum(counts) - counts


def _grouped(order: NDArray[np.int32], owner: NDArray[np.int32]) -> NDArray[np.int32]:
    """The same rows, grouped by owner, otherwise in their order."""
    return order[np.argsort(owner[order], kind="stable")]


@dataclass(frozen=True)
class Means:
    """What is kept of rows if only each user's own mean is needed: `sums` (users, d) and `counts` (users,)."""

    sums: FloatArray
    counts: NDArray[np.int64]

    @classmethod
    def of(cls, chunks: Iterable[Rows]) -> "Means":
        """The sums over all chunks, with users numbered in the same way: row by row, so that every split agrees."""
        sums: list[FloatArray] = []
        counts = np.zeros(0, dtype=np.int64)
        for chunk in chunks:
            more = int(chunk.owner.max()) + 1 - len(counts)
            if more > 0:
                # Twice as many, so that few are copied often.
                room = max(more, len(counts))
                counts = np.append(counts, np.zeros(room, dtype=np.int64))
                sums = [np.append(each, np.zeros(room)) for each in sums or [np.zeros(0)] * chunk.dimension]
            for each, column in zip(sums, chunk.values.T, strict=True):
                np.add.at(each, chunk.owner, column)
            found = chunk.counts
            counts[: len(found)] += found
        users = np.count_nonzero(counts)
        return cls(np.stack([each[:users] for each in sums], axis=-1), counts[:users])

    @property
    def number(self) -> int:
        """How many rows there were."""
        return int(self.counts.sum())

    @property
    def dimension(self) -> int:
        """How many values a row had."""
        return int(self.sums.shape[1])

    @property
    def users(self) -> int:
        """How many users there are."""
        return len(self.counts)

    def means(self) -> FloatArray:
        """Each user's own mean, (users, d)."""
        return self.sums / self.counts[:, None]


CHUNK = 1 << 16
"""How many rows are read at a time."""

Seen = Callable[[float], None]
"""Called with the share of a file that has been read, after each chunk."""


def read_chunks(
    path: Path,
    user: str,
    values: Sequence[str],
    options: tuple[str, str] = ("--user", "--value"),
    seen: Seen | None = None,
    size: int = CHUNK,
) -> Iterator[Rows]:
    """The rows of a file in its order, `size` at a time, users numbered from 0 by their first row.

    Raises ParameterError with the wrong line, as `read_users`.
    """
    # By the form of `identifier`, and by each other spelling that was seen.
    numbers: dict[str | None, int] = {}
    users = 0
    for chunk in _chunks(path, user, values, options, seen, size):
        owner = list(map(numbers.get, chunk.names))
        for place, (name, known) in enumerate(zip(chunk.names, owner, strict=True)):
            if known is None:
                person = "" if name is None else identifier(name)
                if not person:
                    # A number at fault in a line before it is reported first.
                    if place:
                        _values(path, chunk.until(place), values)
                    raise ParameterError(f"data = {str(path)!r}: {chunk.row} {chunk.lines[place]} has no {user}")
                if person not in numbers:
                    numbers[person], users = users, users + 1
                owner[place] = numbers[name] = numbers[person]
        yield Rows(_values(path, chunk, values), np.array(owner, dtype=np.int32))
    if not users:
        raise ParameterError(f"data = {str(path)!r}: holds no rows")


def _values(path: Path, chunk: "_Chunk", values: Sequence[str]) -> FloatArray:
    """The numbers of a chunk (rows, d), a column at a time; if one is wrong, row by row, to find its line."""
    try:
        found = np.array([_column(texts) for texts in chunk.columns]).T
        if np.isfinite(found).all():
            return found
    except (TypeError, ValueError, OverflowError):
        pass
    rows = [
        [
            _checked(f"data = {str(path)!r}: {chunk.row} {line}", value, text)
            for value, text in zip(values, texts, strict=True)
        ]
        for line, *texts in zip(chunk.lines, *chunk.columns, strict=True)
    ]
    return np.array(rows, dtype=np.float64).reshape(-1, len(values))


def _column(texts: Sequence[Any]) -> FloatArray:
    """The numbers of a column; raises ValueError or TypeError if `_number` may not accept one of them."""
    if any(isinstance(text, str) for text in (texts[0], texts[-1])) and "_" in "".join(texts):
        raise ValueError
    return np.fromiter(map(float, texts), np.float64, len(texts))


def joined(chunks: Iterable[Rows]) -> Rows:
    """The rows of all chunks, with users numbered in the same way; in memory once, except for one chunk."""
    values, owner, number = np.zeros((0, 0)), np.zeros(0, dtype=np.int32), 0
    for chunk in chunks:
        end = number + chunk.number
        if end > len(owner):
            # Twice as many, so that few are copied often.
            room = max(end, 2 * len(owner))
            longer = np.empty((room, chunk.dimension)), np.empty(room, dtype=np.int32)
            if number:
                longer[0][:number], longer[1][:number] = values[:number], owner[:number]
            values, owner = longer
        values[number:end], owner[number:end] = chunk.values, chunk.owner
        number = end
    return Rows(values[:number], owner[:number])


def read_users(
    path: Path, user: str, values: Sequence[str], options: tuple[str, str] = ("--user", "--value")
) -> dict[str, list[tuple[float, ...]]]:
    """The vectors of each user, a number for each column of `values`; raises ParameterError with the wrong line.

    Users are distinguished by `identifier`, which ignores extra spaces and invisible characters. `options` are what
    names
        the columns on the command line.
    """
    users: dict[str, list[tuple[float, ...]]] = {}
    for place, name, texts in _rows(path, user, values, options):
        # Another spelling of a name makes no second user, whose budget would be spent on the same person.
        person = "" if name is None else identifier(name)
        if not person:
            raise ParameterError(f"{place} has no {user}")
        found = tuple(_checked(place, value, text) for value, text in zip(values, texts, strict=True))
        users.setdefault(person, []).append(found)
    if not users:
        raise ParameterError(f"data = {str(path)!r}: holds no rows")
    return users


def read_labelled(path: Path, label: str, features: Sequence[str]) -> tuple[FloatArray, list[str]]:
    """The features (rows, d) and labels of a file with a row for each person; raises ParameterError as `read_users`.

    Labels are normalised by `identifier`.
    """
    points, labels, forms = array("d"), [], _Forms()
    for place, name, texts in _rows(path, label, features, ("--label", "--features")):
        if not (told := forms[name]):
            raise ParameterError(f"{place} has no {label}")
        labels.append(told)
        points.extend(_checked(place, feature, text) for feature, text in zip(features, texts, strict=True))
    return _table(path, points, len(features)), labels


def read_labelled_users(
    path: Path, user: str, label: str, features: Sequence[str], *, numbers: bool
) -> tuple[FloatArray, NDArray[Any], NDArray[Any]]:
    """The features (rows, d), labels and users of a file with a row for each observation; raises as `read_users`.

    Labels are `numbers`, or names; all names are normalised by `identifier`. Users are numbered in the order of their
    names.
    """
    points, users, forms = array("d"), array("i"), _Forms()
    people: dict[str, int] = {}
    labels: Any = array("d") if numbers else []
    for place, name, texts in _rows(path, user, (*features, label), ("--user", "--features and --label")):
        if not (person := forms[name]):
            raise ParameterError(f"{place} has no {user}")
        # Numbers are seldom twice the same.
        if not (told := ("" if texts[-1] is None else identifier(texts[-1])) if numbers else forms[texts[-1]]):
            raise ParameterError(f"{place} has no {label}")
        users.append(people.setdefault(person, len(people)))
        labels.append(_checked(place, label, texts[-1]) if numbers else told)
        points.extend(_checked(place, feature, text) for feature, text in zip(features, texts[:-1], strict=True))
    table, ranks = _table(path, points, len(features)), np.empty(len(people), dtype=np.int32)
    ranks[np.argsort(np.array([*people]), kind="stable")] = np.arange(len(people), dtype=np.int32)
    return table, np.array(labels), ranks[np.frombuffer(users, dtype=np.int32)]


def read_measured(path: Path, label: str, features: Sequence[str]) -> tuple[FloatArray, FloatArray]:
    """The features (rows, d) and numbers for labels (rows,) of a file with a row for each person; raises as above."""
    if label in features:
        raise ParameterError(f"--features = {label!r}: must be another column than --label")
    numbers = _numbers(path, (*features, label), ("--features", "--features or --label"))
    return numbers[:, :-1], numbers[:, -1]


def read_points(path: Path, features: Sequence[str]) -> FloatArray:
    """The features (rows, d) of a file; raises ParameterError as `read_users`."""
    return _numbers(path, features, ("--predict", "--features"))


def _numbers(path: Path, columns: Sequence[str], options: tuple[str, str]) -> FloatArray:
    """The numbers of columns (rows, columns)."""
    found = [_values(path, chunk, columns) for chunk in _chunks(path, None, columns, options)]
    if not found:
        raise ParameterError(f"data = {str(path)!r}: holds no rows")
    return np.concatenate(found)


def _table(path: Path, numbers: "array[float]", columns: int) -> FloatArray:
    """Numbers as rows, row by row, without a copy."""
    if not numbers:
        raise ParameterError(f"data = {str(path)!r}: holds no rows")
    return np.frombuffer(numbers, dtype=np.float64).reshape(-1, columns)


class _Forms(dict[Any, str]):
    """The normal form of each name, empty if missing, with one string for all rows of a name."""

    def __missing__(self, name: Any) -> str:
        self[name] = "" if name is None else identifier(name)
        return self[name]


def _checked(place: str, value: str, text: object) -> float:
    """The number in a column; raises ParameterError if it is not a finite number."""
    try:
        number = _number(text)
    except (TypeError, ValueError):
        raise ParameterError(f"{place}, {value} = {reprlib.repr(text)}: must be a number") from None
    if not math.isfinite(number):
        shown = "missing" if text in (None, "") else reprlib.repr(text)
        raise ParameterError(f"{place}, {value} is {shown}: must be a finite number")
    return number


def _number(value: object) -> float:
    """A number as people write it, nan if it is missing; raises TypeError or ValueError."""
    if value is None or value == "":
        return math.nan
    if isinstance(value, str) and "_" in value:
        # Python's own way to group digits.
        raise ValueError
    return float(value)  # type: ignore[arg-type]


@dataclass(frozen=True)
class _Chunk:
    """Some rows: the line of each (in Parquet the number of the `row`), its user, and the texts by column."""

    row: str
    lines: Sequence[int]
    names: Sequence[str | None]
    columns: Sequence[Sequence[Any]]

    def until(self, end: int) -> "_Chunk":
        """The rows before that index."""
        return _Chunk(self.row, self.lines[:end], self.names[:end], [texts[:end] for texts in self.columns])


def _chunks(
    path: Path,
    user: str | None,
    values: Sequence[str],
    options: tuple[str, str],
    seen: Seen | None = None,
    size: int = CHUNK,
) -> Iterator[_Chunk]:
    read = _parquet if path.suffix.lower() in {".parquet", ".pq"} else _csv
    return read(path, user, values, options, seen or (lambda _: None), size)


def _rows(
    path: Path, user: str | None, values: Sequence[str], options: tuple[str, str]
) -> Iterator[tuple[str, str | None, Sequence[Any]]]:
    """The location of each row for a message, its user, and the text in each column."""
    for chunk in _chunks(path, user, values, options):
        for line, name, *texts in zip(chunk.lines, chunk.names, *chunk.columns, strict=True):
            yield f"data = {str(path)!r}: {chunk.row} {line}", name, texts


def _csv(
    path: Path, user: str | None, values: Sequence[str], options: tuple[str, str], seen: Seen, size: int
) -> Iterator[_Chunk]:
    last = 0
    rows: list[list[str]] = []
    lines: list[int] = []
    columns: list[int | None] = []
    try:
        with path.open("rb") as raw, io.TextIOWrapper(raw, newline="", encoding="utf-8-sig") as stream:
            length = os.fstat(raw.fileno()).st_size
            # Strict: a quote that is never closed is no text to the end of the file.
            reader = csv.reader(stream, strict=True)
            names = next(reader, None)
            if not names:
                raise ParameterError(f"data = {str(path)!r}: is empty, or has no header line")
            _need(path, names, user, values, options)
            last = reader.line_num
            columns = [None if column is None else names.index(column) for column in (user, *values)]
            for row in reader:
                if not row:
                    continue
                if len(row) > len(names):
                    if rows:
                        yield _of_csv(lines, rows, columns)
                    # Else a decimal comma would be read as a whole number.
                    raise ParameterError(
                        f"data = {str(path)!r}: line {reader.line_num} has {len(row)} fields, the header {len(names)}:"
                        " must have as many; numbers take a decimal point"
                    )
                rows.append(row)
                lines.append(reader.line_num)
                if len(rows) == size:
                    yield _of_csv(lines, rows, columns)
                    rows, lines, last = [], [], lines[-1]
                    # A pipe has no length.
                    seen(raw.tell() / length if length else 0.0)
        failure = ""
    except OSError as error:
        failure = f"cannot be read ({error.strerror})"
    except UnicodeDecodeError as error:
        failure = f"is no CSV file in UTF-8 ({error})"
    except csv.Error as error:
        failure = f"is no CSV file after line {lines[-1] if lines else last} ({error})"
    if rows:
        yield _of_csv(lines, rows, columns)
    if failure:
        raise ParameterError(f"data = {str(path)!r}: {failure}")


def _of_csv(lines: Sequence[int], rows: Sequence[Sequence[str]], columns: Sequence[int | None]) -> _Chunk:
    """A chunk of rows; None if a row ends before a column."""
    short = min(map(len, rows)) <= max(column or 0 for column in columns)
    names, *texts = (
        [None] * len(rows)
        if column is None
        else [row[column] if column < len(row) else None for row in rows]
        if short
        else [row[column] for row in rows]
        for column in columns
    )
    return _Chunk("line", lines, names, texts)


def _parquet(
    path: Path, user: str | None, values: Sequence[str], options: tuple[str, str], seen: Seen, size: int
) -> Iterator[_Chunk]:
    if not path.is_file():
        raise ParameterError(f"data = {str(path)!r}: cannot be read (no such file)")
    try:
        from pyarrow import ArrowException, parquet
    except ImportError:
        raise ParameterError(f"data = {str(path)!r}: reading Parquet needs the extra 'parquet'") from None
    try:
        with parquet.ParquetFile(path) as file:
            _need(path, file.schema_arrow.names, user, values, options)
            read, length = 0, file.metadata.num_rows
            for batch in file.iter_batches(size, columns=[*([user] if user is not None else []), *values]):
                texts = [batch.column(name).to_pylist() for name in values]
                names = [None] * batch.num_rows if user is None else _names(batch.column(user).to_pylist())
                lines = range(read + 1, read + batch.num_rows + 1)
                read += batch.num_rows
                if batch.num_rows:
                    yield _Chunk("row", lines, names, texts)
                seen(read / length)
    except (OSError, ArrowException) as error:
        raise ParameterError(f"data = {str(path)!r}: cannot be read as Parquet ({error})") from None


def _names(found: Sequence[Any]) -> list[str | None]:
    """The texts of names; a missing name is null, or nan in a column of floats."""
    return [None if name is None or (isinstance(name, float) and math.isnan(name)) else str(name) for name in found]


def _need(path: Path, names: list[str], user: str | None, values: Sequence[str], options: tuple[str, str]) -> None:
    of_user, of_value = options
    for value in values:
        if user == value:
            raise ParameterError(f"{of_value} = {value!r}: must be another column than {of_user}")
        if values.count(value) > 1:
            raise ParameterError(f"{of_value} = {value!r}: is named {values.count(value)} times")
    for option, column in ((of_user, user), *((of_value, value) for value in values)):
        if column is None:
            continue
        if column not in names:
            hint = "; columns must be separated by commas" if len(names) == 1 and set(";\t|") & set(names[0]) else ""
            raise ParameterError(
                f"{option} = {column!r}: no such column in {str(path)!r}; it has {', '.join(map(repr, names))}{hint}"
            )
        if names.count(column) > 1:
            raise ParameterError(
                f"{option} = {column!r}: {names.count(column)} columns of {str(path)!r} have that name"
            )
