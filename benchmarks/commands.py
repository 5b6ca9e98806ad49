"""How long a person waits for each command: medians of several runs, next to those of Python with click alone.

python benchmarks/commands.py [--runs 5] [--json]

Next to them stands the processor time, which says more on a machine that others load too. For `verify` it is the time
until the store has its first verdict, and the longest time between two verdicts there: what a run that is killed can
lose.
"""

import argparse
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

PROGRAM = (sys.executable, "-c", "from verify.program import main; main()")
COMMANDS = (
    *(("--help",), ("--version",), ("list",), ("list", "--refuted", "--search", "mean"), ("show", "zhao/eq55/55")),
    *(("show", "--unicode", "zhao/eq55/55"), ("errata",), ("errata", "--format", "bibtex"), ("graph",)),
    ("impact", "zhao/prop1"),
    *(
        ("bound", *asked.split())
        for asked in (
            "mean --n 2000 --m 100 --epsilon 2",
            "mean --n 500 --m 1000000 --epsilon 1",
            "mean --n 1000000 --m 1000 --epsilon 1",
            "mean-linf --n 100000 --m 100 --d 10 --epsilon 1",
            "mean-l2 --n 2000 --m 100 --d 10 --epsilon 2",
            "mean-l2 --n 100000 --m 100 --d 100 --epsilon 1",
            "mean-l1 --n 100000 --m 100 --d 100 --epsilon 1",
            "mean-heavy --n 100000 --m 100 --epsilon 1",
            "mean-heavy-l2 --n 100000 --m 100 --d 100 --epsilon 1",
            "sparse-mean --n 10000 --m 100 --d 64 --s 2 --epsilon 1",
            "density --n 10000 --m 10 --beta 1 --epsilon 1",
            "mixture --n 100000 --m 100 --K 10 --epsilon 1",
            "infinite --n 100000 --m 100 --d 3 --epsilon 1",
            "optimisation --n 100000 --m 100 --d 3 --epsilon 1",
            "optimisation-central --n 10000 --m 10 --d 5 --epsilon 1 --delta 1e-6",
            "classification --n 100000 --m 100 --d 2 --beta 0.5 --epsilon 1",
            "classification --n 10000 --m 10 --d 1 --beta 1 --epsilon 1",
            "classification --n 10000 --m 10000 --d 1 --beta 1 --epsilon 1",
            "regression --n 100000 --m 100 --d 2 --beta 0.5 --epsilon 1",
            "label-classification-local --n 100000 --d 2 --beta 1 --epsilon 1",
            "label-regression-heavy-local --n 100000 --d 2 --beta 1 --epsilon 1",
        )
    ),
)
VERIFY = (("verify",), ("verify", "zhao/eq55/55"), ("verify", "--paper", "bassily", "--jobs", "2"))


def seconds(command: tuple[str, ...]) -> tuple[float, float]:
    """Of one run to its end: by the clock, and of the processor, in user mode."""
    start, used = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run(command, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - used


def medians(command: tuple[str, ...], runs: int) -> tuple[float, float]:
    """Of a given number of runs."""
    clock, processor = zip(*(seconds(command) for _ in range(runs)), strict=True)
    return statistics.median(clock), statistics.median(processor)


def verdicts(arguments: tuple[str, ...], most: float) -> tuple[float, float]:
    """Seconds until the first verdict is stored, and between two at most, in a run that is killed after `most`."""
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder) / "store"
        start = time.perf_counter()
        stored: list[float] = []
        with subprocess.Popen(
            [*PROGRAM, *arguments, "--store", str(store)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as running:
            while running.poll() is None and time.perf_counter() - start < most:
                time.sleep(0.01)
                lines = store.read_bytes().count(b"\n") - 1 if store.exists() else 0
                stored += [time.perf_counter() - start] * (lines - len(stored))
            running.kill()
    gaps = [later - earlier for earlier, later in pairwise(stored)]
    return (stored[0] if stored else most, max(gaps, default=0.0))


def main() -> None:
    """Run, and print a table or JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--most", type=float, default=60.0, help="seconds after which `verify` is killed")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    unit, own = medians((sys.executable, "-c", "import click"), asked.runs)
    rows: list[dict[str, Any]] = []
    for command in COMMANDS:
        median, user = medians((*PROGRAM, *command), asked.runs)
        told = {"seconds": round(median, 3), "processor": round(user, 3), "ratio": round(median / unit, 1)}
        rows.append({"command": " ".join(command)} | told)
    for command in VERIFY:
        first, gap = zip(*(verdicts(command, asked.most) for _ in range(asked.runs)), strict=True)
        median = statistics.median(first)
        rows.append(
            {"command": " ".join(command), "first_verdict": round(median, 3), "ratio": round(median / unit, 1)}
            | {"longest_gap": round(statistics.median(gap), 3)}
        )
    if asked.json:
        print(json.dumps({"python_with_click": round(unit, 3), "runs": asked.runs, "commands": rows}, indent=1))
        return
    print(f"Python with click: {unit:.3f} s, {own:.3f} s of the processor, medians of {asked.runs}")
    for row in rows:
        told = f"{row['seconds']:8.3f} s" if "seconds" in row else f"{row['first_verdict']:8.3f} s to the first verdict"
        told += f", {row['processor']:8.3f} s of the processor" if "processor" in row else ""
        more = f", at most {row['longest_gap']:.3f} s between two" if "longest_gap" in row else ""
        print(f"{told}, {row['ratio']:6.1f} times  {row['command']}{more}")


if __name__ == "__main__":
    main()
