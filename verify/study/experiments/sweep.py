"""A sweep: cells in, rows out, in the cells' order and the same bytes whatever the number of workers.

A cell is a flat mapping of names to numbers and words, and its row a pure function of it. A store keeps finished rows,
one JSON line each, so that a sweep killed at any moment resumes where it was.
"""

import json
import math
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import joblib

from verify.files import Store

Cell = dict[str, Any]
Row = dict[str, Any]
Tell = Callable[[int, int, float], None]
"""Told after each finished cell: how many are finished, of how many, and the seconds left (an estimate)."""

_DIGITS = 12
"""Significant digits of a row's numbers: what is beyond depends on the order in which a machine adds."""


def sweep(
    cells: Sequence[Cell],
    work: Callable[[Cell], Row],
    *,
    jobs: int = 1,
    backend: str = "loky",
    store: Path | None = None,
    run: Mapping[str, Any] | None = None,
    tell: Tell | None = None,
) -> list[Row]:
    """The rows of all cells: each cell's own entries, then what `work` makes of it.

    Args:
        cells: no two alike.
        work: importable by name, since workers are sent its name.
        jobs: how many workers.
        backend: joblib's name of it: loky, threading, or dask within a `dask.distributed.Client`.
        store: a file of finished rows, resumed from where it exists.
        run: what the store belongs to, such as the figure, its scale and its seed.
        tell: called in this process after each cell.

    Raises:
        ParameterError: where the store cannot be used or belongs to another run.
    """
    names = [json.dumps(cell, sort_keys=True) for cell in cells]
    assert len(set(names)) == len(names), "cells are told apart by their entries"
    kept = Store(store, dict(run or {}), _is_row) if store else None
    rows = {name: entry["row"] for name, entry in kept.entries.items()} if kept else {}
    left = [(name, cell) for name, cell in zip(names, cells, strict=True) if name not in rows]
    started, done_before = time.monotonic(), len(cells) - len(left)
    with joblib.parallel_config(backend=backend):
        found = joblib.Parallel(n_jobs=jobs, return_as="generator_unordered", batch_size=1)(
            joblib.delayed(_named)(work, name, cell) for name, cell in left
        )
        for number, (name, row) in enumerate(found, start=1):
            rows[name] = row
            if kept:
                kept.append({"id": name, "row": row})
            if tell:
                spent = time.monotonic() - started
                tell(done_before + number, len(cells), spent / number * (len(left) - number))
    return [dict(cell) | rows[name] for name, cell in zip(names, cells, strict=True)]


def _is_row(entry: Mapping[str, Any]) -> bool:
    """Whether a store's entry is a finished row."""
    return set(entry) == {"id", "row"} and isinstance(entry["row"], dict)


def _named(work: Callable[[Cell], Row], name: str, cell: Cell) -> tuple[str, Row]:
    return name, {key: _rounded(value) for key, value in work(cell).items()}


def _rounded(value: Any) -> Any:
    """Floats to some twelve digits; what JSON does not have to None."""
    if isinstance(value, float):
        return float(f"{value:.{_DIGITS}g}") if math.isfinite(value) else None
    return value
