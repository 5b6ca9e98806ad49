"""Reading a person's own data: one row per observation, a user column and value columns, from CSV or Parquet."""

import csv
import math
import reprlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from notation.parameters import ParameterError
from upperbounds.arrays import FloatArray


@dataclass(frozen=True)
class UserData:
    """Samples of shape (users, m) within the bounds, and what was left out of the file and why."""

    samples: FloatArray
    left_out: int
    why: tuple[str, ...]
    clipped: int


def read(path: Path, user: str, value: str) -> dict[str, list[float]]:
    """The values of each user in the file's order; raises ParameterError with the line at fault."""
    return {name: [row[0] for row in rows] for name, rows in read_vectors(path, user, (value,)).items()}


def read_vectors(path: Path, user: str, values: Sequence[str]) -> dict[str, list[tuple[float, ...]]]:
    """The vectors of each user, a number for each column of `values`; raises ParameterError with the line at fault.

    Spaces around a user's name do not count.
    """
    is_parquet = path.suffix.lower() in {".parquet", ".pq"}
    rows, row = (_parquet(path, user, values), "row") if is_parquet else (_csv(path, user, values), "line")
    users: dict[str, list[tuple[float, ...]]] = {}
    for line, name, texts in rows:
        # Spaces around a name make no second user, whose budget would be spent on the same person.
        person = "" if name is None else str(name).strip()
        if not person:
            raise ParameterError(f"data = {str(path)!r}: {row} {line} has no {user}")
        place = f"data = {str(path)!r}: {row} {line}"
        found = tuple(_checked(place, value, text) for value, text in zip(values, texts, strict=True))
        users.setdefault(person, []).append(found)
    if not users:
        raise ParameterError(f"data = {str(path)!r}: holds no rows")
    return users


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


def _csv(path: Path, user: str, values: Sequence[str]) -> Iterator[_Row]:
    reader: csv.DictReader[str] | None = None
    try:
        with path.open(newline="", encoding="utf-8-sig") as stream:
            # Strict: a quote that is never closed is no text to the end of the file.
            reader = csv.DictReader(stream, strict=True)
            names = reader.fieldnames
            if not names:
                raise ParameterError(f"data = {str(path)!r}: is empty, or has no header line")
            _need(path, list(names), user, values)
            for row in reader:
                if None in row:
                    # Else a decimal comma would be read as a whole number.
                    fields = len(names) + len(row[None])
                    raise ParameterError(
                        f"data = {str(path)!r}: line {reader.line_num} has {fields} fields, the header {len(names)}:"
                        " must have as many; numbers take a decimal point"
                    )
                yield reader.line_num, row[user], [row[value] for value in values]
    except OSError as error:
        raise ParameterError(f"data = {str(path)!r}: cannot be read ({error.strerror})") from None
    except UnicodeDecodeError as error:
        raise ParameterError(f"data = {str(path)!r}: is no CSV file in UTF-8 ({error})") from None
    except csv.Error as error:
        read = reader.line_num if reader else 0
        raise ParameterError(f"data = {str(path)!r}: is no CSV file after line {read} ({error})") from None


def _parquet(path: Path, user: str, values: Sequence[str]) -> Iterator[_Row]:
    if not path.is_file():
        raise ParameterError(f"data = {str(path)!r}: cannot be read (no such file)")
    try:
        from pyarrow import ArrowException, parquet
    except ImportError:
        raise ParameterError(f"data = {str(path)!r}: reading Parquet needs the extra 'parquet'") from None
    try:
        with parquet.ParquetFile(path) as file:
            _need(path, file.schema_arrow.names, user, values)
            table = file.read(columns=[user, *values])
    except (OSError, ArrowException) as error:
        raise ParameterError(f"data = {str(path)!r}: cannot be read as Parquet ({error})") from None
    columns = [table.column(name).to_pylist() for name in (user, *values)]
    for line, (name, *texts) in enumerate(zip(*columns, strict=True), start=1):
        # What has no name is null, or nan in a column of floats.
        yield line, None if name is None or (isinstance(name, float) and math.isnan(name)) else str(name), texts


def _need(path: Path, names: list[str], user: str, values: Sequence[str]) -> None:
    for value in values:
        if user == value:
            raise ParameterError(f"--value = {value!r}: must be another column than --user")
        if values.count(value) > 1:
            raise ParameterError(f"--value = {value!r}: is named {values.count(value)} times")
    for option, column in (("--user", user), *(("--value", value) for value in values)):
        if column not in names:
            hint = "; columns must be separated by commas" if len(names) == 1 and set(";\t|") & set(names[0]) else ""
            raise ParameterError(
                f"{option} = {column!r}: no such column in {str(path)!r}; it has {', '.join(map(repr, names))}{hint}"
            )
        if names.count(column) > 1:
            raise ParameterError(
                f"{option} = {column!r}: {names.count(column)} columns of {str(path)!r} have that name"
            )


def arrange(users: dict[str, list[float]], lower: float, upper: float, m: int | None, clip: bool) -> UserData:
    """One row per user with the same number of samples, all within [lower, upper].

    With `m`, users with fewer samples are left out and the others cut to their first m; without it unequal counts
    are an error. Values outside are an error unless `clip`. Raises ParameterError.
    """
    kept, left_out, why = cut(users, m)
    samples = np.array(kept, dtype=np.float64)
    outside = int(np.sum((samples < lower) | (samples > upper)))
    if outside and not clip:
        raise ParameterError(
            f"--lower = {lower}, --upper = {upper}: {outside} of {samples.size} values are outside; --clip moves them"
        )
    return UserData(np.clip(samples, lower, upper), left_out, why, outside)


def cut(users: Mapping[str, list[Any]], m: int | None) -> tuple[list[list[Any]], int, tuple[str, ...]]:
    """The first m rows of each user who has as many, how many users have fewer, and that in words.

    Without `m` all must have equally many. Raises ParameterError.
    """
    if m is None:
        counts = {len(values) for values in users.values()}
        if len(counts) > 1:
            raise ParameterError(
                f"--m: users have from {min(counts)} to {max(counts)} rows; say with --m how many of each to use"
            )
        return list(users.values()), 0, ()
    kept = [values[:m] for values in users.values() if len(values) >= m]
    left_out = len(users) - len(kept)
    if not kept:
        raise ParameterError(f"--m = {m}: no user has that many rows")
    return kept, left_out, (f"{left_out} of {len(users)} users have fewer than {m} rows",) if left_out else ()
