"""Make figures again and say what that takes: time on the clock, on the processors, and memory.

python benchmarks/figures.py [NAME ...] [--scale default|paper] [--jobs N] [--out DIR] [--json]
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from verify.study.experiments.figures import SCALES, experiments

_PROGRAM = "from verify.cli import main; main()"


def measured(name: str, scale: str, jobs: int, out: Path) -> dict[str, object]:
    """One figure in a process of its own: seconds, processor seconds and peak memory, all its workers included.

    The peak is that of the largest process in MiB, and an upper bound on that of all of them together.
    """
    command = [sys.executable, "-c", _PROGRAM, "figure", name, "--scale", scale, "--jobs", str(jobs), "--out", str(out)]
    start = time.monotonic()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{name}: exit status {process.returncode}")
    largest = usage.ru_maxrss / 1024
    return {
        "figure": name,
        "scale": scale,
        "jobs": jobs,
        "seconds": time.monotonic() - start,
        "processor_seconds": usage.ru_utime + usage.ru_stime,
        "peak_process_mib": largest,
        "peak_all_mib_at_most": largest * (jobs + 1 if jobs > 1 else 1),
    }


def main() -> None:
    """Run, and print a line for each figure, or JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="which figures; all but the simulated one where none is named")
    parser.add_argument("--scale", choices=SCALES, default="default", help="the grid")
    parser.add_argument("--jobs", type=int, default=2, help="worker processes")
    parser.add_argument("--out", type=Path, help="keep what is written in this folder")
    parser.add_argument("--json", action="store_true", help="print JSON")
    arguments = parser.parse_args()
    names = arguments.names or [name for name, one in experiments().items() if not one.seeded]
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            row = measured(name, arguments.scale, arguments.jobs, arguments.out or Path(folder))
            found.append(row)
            if not arguments.json:
                print(
                    f"{name:12} {row['scale']:7} jobs {row['jobs']}: {row['seconds']:7.1f} s,"
                    f" {row['processor_seconds']:7.1f} s on the processors,"
                    f" {row['peak_process_mib']:.0f} MiB in the largest process",
                    flush=True,
                )
    if arguments.json:
        print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
