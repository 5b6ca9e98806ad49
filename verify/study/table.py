"""Reading a person's own data: one row per observation, a user column and value columns, from CSV or Parquet."""

import csv
import math
import reprlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from notation.parameters import ParameterError, identifier
from upperbounds.channels.arrays import FloatArray


@dataclass(frozen=True)
class Rows:
    """The rows of a file as vectors: `values` (rows, d), and the number of its user from 0, `owner` (rows,)."""

    values: FloatArray
    owner: NDArray[np.int64]

    @classmethod
    def of(cls, users: Mapping[str, Sequence[tuple[float, ...]]]) -> "Rows":
        """The rows of users, in their order."""
        counts = [len(rows) for rows in users.values()]
        values = np.array([row for rows in users.values() for row in rows], dtype=np.float64)
        return cls(values, np.repeat(np.arange(len(counts)), counts))

    @property
    def counts(self) -> NDArray[np.int64]:
        """How many rows each user has."""
        return np.bincount(self.owner)

    @property
    def users(self) -> int:
        """How many users there are."""
        return len(self.counts)

    def means(self) -> FloatArray:
        """Each user's own mean, (users, d)."""
        sums = [np.bincount(self.owner, weights=column) for column in self.values.T]
        return np.stack(sums, axis=-1) / self.counts[:, None]

    def draw(self, m: int, rng: np.random.Generator) -> FloatArray:
        """m rows of each user drawn at random, (users, m, d); of a user with fewer all, and their mean for the rest.

        The order of the file does not enter, nor does who is left out: everyone is there.
        """
        shuffled = rng.permutation(len(self.owner))
        order = shuffled[np.argsort(self.owner[shuffled], kind="stable")]
        place = np.arange(len(order)) - np.repeat(np.cumsum(self.counts) - self.counts, self.counts)
        vectors = np.repeat(self.means()[:, None, :], m, axis=1)
        chosen = place < m
        vectors[self.owner[order][chosen], place[chosen]] = self.values[order[chosen]]
        return vectors

    def at_most(self, m: int | None, rng: np.random.Generator) -> tuple[FloatArray, NDArray[np.int64]]:
        """The rows (rows, d) of users in random order, m of each drawn at random or all, and where each one's begin."""
        rank, place = rng.permutation(self.users), rng.permutation(len(self.owner))
        order = place[np.argsort(rank[self.owner[place]], kind="stable")]
        counts = np.empty(self.users, dtype=np.int64)
        counts[rank] = self.counts
        starts = np.cumsum(counts) - counts
        kept = (
            np.ones(len(order), dtype=np.bool_) if m is None else np.arange(len(order)) - np.repeat(starts, counts) < m
        )
        counts = counts if m is None else np.minimum(counts, m)
        return self.values[order[kept]], np.cumsum(counts) - counts


def read_users(
    path: Path, user: str, values: Sequence[str], options: tuple[str, str] = ("--user", "--value")
) -> dict[str, list[tuple[float, ...]]]:
    """The vectors of each user, a number for each column of `values`; raises ParameterError with the line at fault.

    Users are told apart by `identifier`: spaces and letters that are not seen do not count. `options` are what names
        the columns on the command line.
    """
    is_parquet = path.suffix.lower() in {".parquet", ".pq"}
    rows, row = (_parquet, "row") if is_parquet else (_csv, "line")
    users: dict[str, list[tuple[float, ...]]] = {}
    for line, name, texts in rows(path, user, values, options):
        # Another spelling of a name makes no second user, whose budget would be spent on the same person.
        person = "" if name is None else identifier(name)
        if not person:
            raise ParameterError(f"data = {str(path)!r}: {row} {line} has no {user}")
        place = f"data = {str(path)!r}: {row} {line}"
        found = tuple(_checked(place, value, text) for value, text in zip(values, texts, strict=True))
        users.setdefault(person, []).append(found)
    if not users:
        raise ParameterError(f"data = {str(path)!r}: holds no rows")
    return users


def read_labelled(path: Path, label: str, features: Sequence[str]) -> tuple[FloatArray, list[str]]:
    """The features (rows, d) and labels of a file with a row for each person; raises ParameterError as `read_users`.

    Labels are in the form of `identifier`.
    """
    is_parquet = path.suffix.lower() in {".parquet", ".pq"}
    options = "--label", "--features"
    rows, row = (_parquet, "row") if is_parquet else (_csv, "line")
    points, labels = [], []
    for line, name, texts in rows(path, label, features, options):
        place = f"data = {str(path)!r}: {row} {line}"
        if name is None or not (told := identifier(name)):
            raise ParameterError(f"{place} has no {label}")
        labels.append(told)
        points.append([_checked(place, feature, text) for feature, text in zip(features, texts, strict=True)])
    if not points:
        raise ParameterError(f"data = {str(path)!r}: holds no rows")
    return np.array(points), labels


def read_labelled_users(
    path: Path, user: str, label: str, features: Sequence[str], *, numbers: bool
) -> tuple[FloatArray, NDArray[Any], NDArray[Any]]:
    """The features (rows, d), labels and users of a file with a row for each observation; raises as `read_users`.

    Labels are `numbers`, or names; all names are in the form of `identifier`.
    """
    is_parquet = path.suffix.lower() in {".parquet", ".pq"}
    rows, row = (_parquet, "row") if is_parquet else (_csv, "line")
    points, labels, users = [], [], []
    for line, name, texts in rows(path, user, (*features, label), ("--user", "--features and --label")):
        place = f"data = {str(path)!r}: {row} {line}"
        person, told = ("" if text is None else identifier(text) for text in (name, texts[-1]))
        if not person:
            raise ParameterError(f"{place} has no {user}")
        if not told:
            raise ParameterError(f"{place} has no {label}")
        users.append(person)
        labels.append(_checked(place, label, texts[-1]) if numbers else told)
        points.append([_checked(place, feature, text) for feature, text in zip(features, texts[:-1], strict=True)])
    if not points:
        raise ParameterError(f"data = {str(path)!r}: holds no rows")
    return np.array(points), np.array(labels), np.array(users)


def read_measured(path: Path, label: str, features: Sequence[str]) -> tuple[FloatArray, FloatArray]:
    """The features (rows, d) and numbers for labels (rows,) of a file with a row for each person; raises as above."""
    is_parquet = path.suffix.lower() in {".parquet", ".pq"}
    rows, row = (_parquet, "row") if is_parquet else (_csv, "line")
    if label in features:
        raise ParameterError(f"--features = {label!r}: must be another column than --label")
    found = [
        [
            _checked(f"data = {str(path)!r}: {row} {line}", name, text)
            for name, text in zip((*features, label), texts, strict=True)
        ]
        for line, _, texts in rows(path, None, (*features, label), ("--features", "--features or --label"))
    ]
    if not found:
        raise ParameterError(f"data = {str(path)!r}: holds no rows")
    numbers = np.array(found)
    return numbers[:, :-1], numbers[:, -1]


def read_points(path: Path, features: Sequence[str]) -> FloatArray:
    """The features (rows, d) of a file; raises ParameterError as `read_users`."""
    is_parquet = path.suffix.lower() in {".parquet", ".pq"}
    options = "--predict", "--features"
    rows, row = (_parquet, "row") if is_parquet else (_csv, "line")
    points = [
        [
            _checked(f"data = {str(path)!r}: {row} {line}", feature, text)
            for feature, text in zip(features, texts, strict=True)
        ]
        for line, _, texts in rows(path, None, features, options)
    ]
    if not points:
        raise ParameterError(f"data = {str(path)!r}: holds no rows")
    return np.array(points)


def _checked(place: str, value: str, text: object) -> float:
    """The number in a column; raises ParameterError where it is none, or not finite."""
    try:
        number = _number(text)
    except (TypeError, ValueError):
        raise ParameterError(f"{place}, {value} = {reprlib.repr(text)}: must be a number") from None
    if not math.isfinite(number):
        shown = "missing" if text in (None, "") else reprlib.repr(text)
        raise ParameterError(f"{place}, {value} is {shown}: must be a finite number")
    return number


def _number(value: object) -> float:
    """A number as people write it, nan where it is missing; raises TypeError or ValueError."""
    if value is None or value == "":
        return math.nan
    if isinstance(value, str) and "_" in value:
        # Python's own way to group digits.
        raise ValueError
    return float(value)  # type: ignore[arg-type]


_Row = tuple[int, str | None, Sequence[str | None]]
"""The line, the user, and the text in each column."""


def _csv(path: Path, user: str | None, values: Sequence[str], options: tuple[str, str]) -> Iterator[_Row]:
    reader: csv.DictReader[str] | None = None
    try:
        with path.open(newline="", encoding="utf-8-sig") as stream:
            # Strict: a quote that is never closed is no text to the end of the file.
            reader = csv.DictReader(stream, strict=True)
            names = reader.fieldnames
            if not names:
                raise ParameterError(f"data = {str(path)!r}: is empty, or has no header line")
            _need(path, list(names), user, values, options)
            for row in reader:
                if None in row:
                    # Else a decimal comma would be read as a whole number.
                    fields = len(names) + len(row[None])
                    raise ParameterError(
                        f"data = {str(path)!r}: line {reader.line_num} has {fields} fields, the header {len(names)}:"
                        " must have as many; numbers take a decimal point"
                    )
                yield reader.line_num, None if user is None else row[user], [row[value] for value in values]
    except OSError as error:
        raise ParameterError(f"data = {str(path)!r}: cannot be read ({error.strerror})") from None
    except UnicodeDecodeError as error:
        raise ParameterError(f"data = {str(path)!r}: is no CSV file in UTF-8 ({error})") from None
    except csv.Error as error:
        read = reader.line_num if reader else 0
        raise ParameterError(f"data = {str(path)!r}: is no CSV file after line {read} ({error})") from None


def _parquet(path: Path, user: str | None, values: Sequence[str], options: tuple[str, str]) -> Iterator[_Row]:
    if not path.is_file():
        raise ParameterError(f"data = {str(path)!r}: cannot be read (no such file)")
    try:
        from pyarrow import ArrowException, parquet
    except ImportError:
        raise ParameterError(f"data = {str(path)!r}: reading Parquet needs the extra 'parquet'") from None
    try:
        with parquet.ParquetFile(path) as file:
            _need(path, file.schema_arrow.names, user, values, options)
            table = file.read(columns=[*([user] if user is not None else []), *values])
    except (OSError, ArrowException) as error:
        raise ParameterError(f"data = {str(path)!r}: cannot be read as Parquet ({error})") from None
    columns = [table.column(name).to_pylist() for name in values]
    columns.insert(0, [None] * table.num_rows if user is None else table.column(user).to_pylist())
    for line, (name, *texts) in enumerate(zip(*columns, strict=True), start=1):
        # What has no name is null, or nan in a column of floats.
        yield line, None if name is None or (isinstance(name, float) and math.isnan(name)) else str(name), texts


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
