"""Seconds and the most memory of `ratecheck estimate` on a file of 10^7 rows, a line for each case.

python benchmarks/rows.py [--rows N] [--only CASE ...] [--out reports/deployed.md]

One command at a time, in a process of its own; some 20 minutes at 10^7 rows, an hour on a busy machine. The files are
made in the system's folder for temporary files, and removed. With --out each line takes the place of the page's line
for its case.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import numpy as np

PROGRAM = (sys.executable, "-c", "from verify.program import main; main()")
ROWS, OF_A_USER, CHUNK = 10**7, 10, 10**5
COVER, CENTRES = "cover.csv", 4
"""The public file of centres, so many along each of three axes."""

_BOX = "--lower 0 --upper 1"
_MEANS = "--user user --values x,y,z"
_LOSS = "--features x,y --label kind --loss logistic --feature-radius 2 --radius 4"
_RULE = f"--features x,y {_BOX}"
COMMANDS = {
    "mean": f"--user user --value x {_BOX}",
    "mean parquet": f"--user user --value x {_BOX}",
    "mean-linf": f"{_MEANS} {_BOX}",
    "mean-l2": f"{_MEANS} --radius 2",
    "mean-l1": f"{_MEANS} --radius 3",
    "mean-heavy": f"{_MEANS} --moment 4 --moment-bound 1",
    "mean-heavy-l2": f"{_MEANS} --moment 4 --moment-bound 9",
    "sparse-mean": f"{_MEANS} {_BOX} --s 1 --m 10 --same-law",
    "density": f"--user user --value x {_BOX} --beta 1 --m 10 --same-law",
    "mixture": f"--user user --value x {_BOX} --K 2 --m 10",
    "infinite": f"{_MEANS} --cover {COVER}",
    "optimisation": f"--user user {_LOSS}",
    "optimisation-central": f"--user user {_LOSS} --delta 1e-6",
    "classification": f"--user user --features x --label kind --classes 0,1 {_BOX} --m 10",
    "regression": f"--user user --features x --label z --bound 1 {_BOX} --m 10",
    "label-classification-local": f"{_RULE} --label kind --classes 0,1",
    "label-classification-central": f"{_RULE} --label kind --classes 0,1",
    "label-regression-local": f"{_RULE} --label z --least 0 --most 1",
    "label-regression-central": f"{_RULE} --label z --least 0 --most 1",
    "label-regression-heavy-local": f"{_RULE} --label z --moment 4 --moment-bound 1",
    "label-regression-heavy-central": f"{_RULE} --label z --moment 4 --moment-bound 1",
}
"""The options of each problem, except for the file, and epsilon = 1; the kind of the file, if not CSV."""

TITLE = "## Memory and time at many rows\n"
"""Of the page's section."""


class Used(NamedTuple):
    """Of one command to its end: by the clock, of the processor, and the most memory in bytes."""

    seconds: float
    processor: float
    memory: int


def write(path: Path, rows: int, seed: int = 0) -> None:
    """Rows of users in random order, ten of each or so: three numbers with four digits, and one of two kinds."""
    rng = np.random.default_rng(seed)
    digits = [f"{k / 10**4:.4f}" for k in range(10**4)]
    with path.open("w", encoding="utf-8") as file:
        file.write("user,x,y,z,kind\n")
        for start in range(0, rows, CHUNK):
            size = min(CHUNK, rows - start)
            users = rng.integers(max(rows // OF_A_USER, 1), size=size).tolist()
            numbers = rng.integers(10**4, size=(3, size))
            kinds = (numbers[0] + numbers[1] > 10**4).astype(int).tolist()
            texts = ([digits[k] for k in column] for column in numbers.tolist())
            file.writelines(
                f"u{who},{x},{y},{z},{kind}\n" for who, x, y, z, kind in zip(users, *texts, kinds, strict=True)
            )


def write_parquet(table: Path, path: Path) -> None:
    """The same table as Parquet, some rows at a time."""
    from pyarrow import csv, parquet

    with csv.open_csv(table) as reader, parquet.ParquetWriter(path, reader.schema) as writer:
        for batch in reader:
            writer.write_batch(batch)


def write_cover(path: Path) -> None:
    """The centres of equal cubes that fill the unit cube."""
    along = [(k + 0.5) / CENTRES for k in range(CENTRES)]
    lines = (f"c{number},{x},{y},{z}\n" for number, (x, y, z) in enumerate(product(along, repeat=3)))
    path.write_text("user,x,y,z\n" + "".join(lines), "utf-8")


def used(command: list[str], folder: Path) -> Used:
    """What a command takes; raises CalledProcessError where it fails, after it has said why."""
    start = perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=folder)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    # Kilobytes on Linux, bytes on macOS.
    memory = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    return Used(perf_counter() - start, usage.ru_utime + usage.ru_stime, memory)


HEAD = f"""{TITLE}
Made by `python benchmarks/rows.py --out reports/deployed.md`: rows of ten times fewer users, in random order, in a CSV
of five columns, or in Parquet; epsilon = 1. Of the whole command, on a busy machine.

| case | options | rows | memory, MB | seconds of a processor | seconds |
|---|---|---|---|---|---|
"""
"""How the section begins."""


def lines(rows: int, folder: Path, cases: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Of each case, its line of the table."""
    write(folder / "rows.csv", rows)
    write_cover(folder / COVER)
    for case in cases:
        problem, _, kind = case.partition(" ")
        data, options = f"rows.{kind or 'csv'}", COMMANDS[case]
        if not (folder / data).exists():
            write_parquet(folder / "rows.csv", folder / data)
        took = used([*PROGRAM, "estimate", problem, "--data", data, "--epsilon", "1", *options.split()], folder)
        told = f"{rows:.0e} | {took.memory / 1e6:.0f} | {took.processor:.0f} | {took.seconds:.0f}"
        yield case, f"| `{case}` | `{options}` | {told} |"


def put(page: str, found: dict[str, str]) -> str:
    """A page with these lines in its section, in place of those of the same cases."""
    before, _, section = page.partition(f"\n{TITLE}")
    known = {line.split("`")[1]: line for line in section.splitlines() if line.startswith("| `")} | found
    table = "".join(f"{known[case]}\n" for case in COMMANDS if case in known)
    return f"{before.rstrip()}\n\n{HEAD}{table}"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=ROWS)
    parser.add_argument("--only", nargs="+", choices=COMMANDS, default=[*COMMANDS], help="cases")
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for case, line in lines(asked.rows, Path(folder), asked.only):
            print(line, flush=True)
            if asked.out is not None:
                # After each, so that an interrupted run is not lost.
                asked.out.write_text(put(asked.out.read_text("utf-8"), {case: line}), "utf-8")


if __name__ == "__main__":
    main()
