"""Run mutants: `python -m tests.mutation --out reports/mutation.md --number 1000 --seed 1`."""

import argparse
import sys
from dataclasses import replace
from pathlib import Path

from tests.mutation.runner import GROUPS, Result, chosen, equivalents, narrowest, run, table
from tests.mutation.sample import sample


def main() -> int:
    """Choose, run, report each on standard error, and write the table.

    1 where one of the sample survives, or a test notices what is listed as equivalent.
    """
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="Markdown file to write.")
    parser.add_argument("--number", type=int, default=1000, help="how many mutants, as many of every group")
    parser.add_argument("--seed", type=int, default=1, help="of the choice")
    parser.add_argument("--group", action="append", choices=GROUPS, help="these groups only")
    parser.add_argument("--seconds", type=float, default=120, help="limit for each mutant")
    parser.add_argument("--jobs", type=int, default=1, help="processes that run at the same time")
    parser.add_argument("--equivalent", type=Path, help="file of survivors that are the same program: `equivalents`")
    parser.add_argument("--sample", action="store_true", help="the fixed sample in place of drawn ones")
    given = parser.parse_args()
    if given.sample:
        asked, head = sample(), "The fixed sample"
    else:
        drawn = chosen(given.number, given.seed, given.group or GROUPS)
        asked = [(mutant, narrowest(mutant.path)) for mutant in drawn]
        head = f"Mutants drawn with seed {given.seed}, as many of every group, each with its module's narrowest tests"
    equivalent = equivalents(given.equivalent) if given.equivalent else set()
    results: list[Result] = []
    wrong = False
    for found in run(asked, given.seconds, given.jobs):
        listed = found.mutant in equivalent
        result = replace(found, outcome="equivalent") if listed and found.outcome == "survived" else found
        if listed and found.outcome.startswith("killed"):
            wrong = True
            sys.stderr.write("listed as equivalent, but a test notices it:\n")
        results.append(result)
        how = "memory" if result.in_memory else "import"
        sys.stderr.write(f"{result.outcome:<14} {result.seconds:5.1f} s {how} {result.mutant.name}\n")
        sys.stderr.flush()
        given.out.write_text(table(results, f"{head}: {len(results)} run of {len(asked)}."), "utf-8")
    return int(wrong or (given.sample and any(one.outcome == "survived" for one in results)))


if __name__ == "__main__":
    sys.exit(main())
