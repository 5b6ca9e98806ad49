"""The officers of kent Section 6.2: the Stanford Open Policing Project's file of Texas, prepared as the paper says.

Stops without a value in one of the columns used here are dropped (of most columns of the file some value is always
missing), those of 2015 and 2016 in district A kept and grouped by officer; officers with fewer than T = 300 stops are
left out, the order of an officer's stops is drawn, and the first 300 are kept. The order of the officers is drawn too:
who votes and who refines must not depend on the file's.
"""

import csv
import gzip
import hashlib
import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from notation.parameters import ParameterError

PUBLISHED_OFFICERS, STOPS = 822, 300
"""n and T of Section 6.2."""

RACES: Final = ("white", "black", "hispanic", "other")
_GROUP = {race: place for place, race in enumerate(RACES)} | {"asian/pacific islander": 3, "unknown": 3}
_BITS = {"TRUE": 1, "FALSE": 0}
COLUMNS: Final = ("date", "district", "officer_id_hash", "subject_race", "search_conducted")
_YEARS, _DISTRICT = ("2015", "2016"), "A"

SIMULATED_SEARCHES = 0.02
SIMULATED_RACES = (0.5, 0.1, 0.35, 0.05)
"""Shares of the simulated officers' stops. They are ours: the paper prints none."""


@dataclass(frozen=True)
class Officers:
    """The stops of n officers, T each: whether one led to a search, and the place in RACES of its subject's.

    `told` says where they come from, `digest` tells them from others.
    """

    searched: NDArray[np.int8]
    race: NDArray[np.int8]
    told: str

    @property
    def n(self) -> int:
        """How many officers there are."""
        return len(self.searched)

    @property
    def digest(self) -> str:
        """A short hash of all stops in their order."""
        return hashlib.sha256(self.searched.tobytes() + self.race.tobytes()).hexdigest()[:16]

    def searches(self, m: int) -> NDArray[np.int8]:
        """The searches of the first m stops of each officer as vectors of one entry, (n, m, 1)."""
        return self.searched[:, :m, None]

    def races(self, m: int) -> NDArray[np.int8]:
        """The races of the first m stops of each officer as unit vectors, (n, m, 4)."""
        return np.asarray(self.race[:, :m, None] == np.arange(len(RACES)), dtype=np.int8)


def simulated(seed: int) -> Officers:
    """As many officers and stops as the paper publishes, every stop by one law."""
    rng = np.random.default_rng([seed, 4])
    shape = (PUBLISHED_OFFICERS, STOPS)
    searched = (rng.random(shape) < SIMULATED_SEARCHES).astype(np.int8)
    race = rng.choice(len(RACES), size=shape, p=SIMULATED_RACES).astype(np.int8)
    shares = ", ".join(f"{share:g} {name}" for name, share in zip(RACES, SIMULATED_RACES, strict=True))
    told = (
        f"SIMULATED officers, not data: n = {PUBLISHED_OFFICERS} and T = {STOPS} are the paper's counts, every stop is"
        f" i.i.d. with shares of ours: {SIMULATED_SEARCHES:g} searches; {shares}"
    )
    return Officers(searched, race, told)


def read(path: Path, seed: int, least: int = 8) -> Officers:
    """The officers of a person's copy of the statewide file of Texas (.csv or .csv.gz), at least `least` of them.

    Raises:
        ParameterError: where the file cannot be read, lacks a column, has a row or a value that is none of its
            column's, or too few officers are left.
    """
    stops, missing = _grouped(path)
    kept = [codes for codes in stops.values() if len(codes) >= STOPS]
    if len(kept) < max(least, 2):
        raise ParameterError(
            f"data = {str(path)!r}: {len(kept)} of {len(stops)} officers of district {_DISTRICT} in"
            f" {' and '.join(_YEARS)} have {STOPS} stops or more; at least {max(least, 2)} are needed"
        )
    rng = np.random.default_rng([seed, 5])
    rows = np.array([rng.permutation(np.frombuffer(codes, dtype=np.int8))[:STOPS] for codes in kept])
    rows = rng.permutation(rows, axis=0)
    told = (
        f"{len(kept)} officers with {STOPS} stops or more of {len(stops)}, from {sum(map(len, stops.values()))} stops of"
        f" {path.name} in district {_DISTRICT}, {' and '.join(_YEARS)}; {missing} rows with a missing value dropped"
    )
    return Officers(rows % 2, rows // 2, told)


def _grouped(path: Path) -> tuple[dict[str, bytearray], int]:
    """For each officer the stops' codes, 2 race + search; and how many rows of the file lack a value."""
    stops: dict[str, bytearray] = {}
    missing = 0
    for line, values in _rows(path):
        if "NA" in values or "" in values:
            missing += 1
            continue
        date, district, officer, race, searched = values
        if not (len(date) == 10 and date[:4].isdigit() and date[4] == date[7] == "-"):
            raise ParameterError(f"data = {str(path)!r}, line {line}: date = {date!r}: must be YYYY-MM-DD")
        if race not in _GROUP:
            told = ", ".join(_GROUP)
            raise ParameterError(f"data = {str(path)!r}, line {line}: subject_race = {race!r}: must be one of {told}")
        if searched not in _BITS:
            raise ParameterError(
                f"data = {str(path)!r}, line {line}: search_conducted = {searched!r}: must be TRUE or FALSE"
            )
        if date[:4] in _YEARS and district == _DISTRICT:
            stops.setdefault(officer, bytearray()).append(2 * _GROUP[race] + _BITS[searched])
    return stops, missing


def _rows(path: Path) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The used columns of each row, and its line; raises ParameterError where the file is none."""
    try:
        with gzip.open(path, "rb") if path.suffix == ".gz" else path.open("rb") as stream:
            reader = csv.reader(io.TextIOWrapper(stream, encoding="utf-8-sig", newline=""), strict=True)
            header = next(reader, [])
            if absent := [name for name in COLUMNS if name not in header]:
                raise ParameterError(f"data = {str(path)!r}: has no column {', '.join(absent)}")
            places = [header.index(name) for name in COLUMNS]
            for row in reader:
                if len(row) != len(header):
                    raise ParameterError(
                        f"data = {str(path)!r}, line {reader.line_num}: {len(row)} values for {len(header)} columns"
                    )
                yield reader.line_num, tuple(row[place] for place in places)
    except (OSError, EOFError, UnicodeDecodeError, csv.Error) as error:
        raise ParameterError(f"data = {str(path)!r}: cannot be read ({error})") from None
