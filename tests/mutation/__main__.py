"""Run mutants: `python -m tests.mutation --out reports/mutation.md --number 1000 --seed 1`."""

import argparse
import sys
from pathlib import Path

from tests.mutation.runner import GROUPS, chosen, run, table


def main() -> None:
    """Choose, run, tell each on standard error, and write the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="Markdown file to write.")
    parser.add_argument("--number", type=int, default=1000, help="how many mutants, the same of every group")
    parser.add_argument("--seed", type=int, default=1, help="of the choice")
    parser.add_argument("--group", action="append", choices=GROUPS, help="these groups only")
    parser.add_argument("--seconds", type=float, default=120, help="limit for each mutant")
    given = parser.parse_args()
    asked, results = chosen(given.number, given.seed, given.group or GROUPS), []
    head = f"{len(asked)} mutants drawn with seed {given.seed}, each with its module's narrowest tests."
    for result in run(asked, given.seconds):
        results.append(result)
        sys.stderr.write(f"{result.outcome:<9} {result.seconds:5.1f} s  {result.mutant.name}\n")
        given.out.write_text(table(results, head), "utf-8")


if __name__ == "__main__":
    main()
