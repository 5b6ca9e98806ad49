"""Run mutants: `python -m tests.mutation --out reports/mutation.md --number 1000 --seed 1`."""

import argparse
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

from tests.mutation import fast
from tests.mutation.report import keep, kept, table
from tests.mutation.runner import GROUPS, ROOT, chosen, equivalents, narrowest, run
from tests.mutation.sample import sample

KEPT = ROOT / "tests/mutation/results.jsonl"
"""In the repository, so that another checkout goes on where this one was stopped."""
HEAD = """Mutants drawn from each group. Each met the tests of its module that run its statement, the fastest first, for
a few seconds of the processor; tests that were left out kill nothing. A run that was stopped has judged first the
mutants of modules that have many. A survivor that was run again, after tests were written, has its last outcome: the
share describes the drawn mutants only. The percentage is of the killed among killed, survived and timed out.
"""


def main() -> int:
    """Choose, run, report each on standard error, and write the table of this run and of those that are kept.

    1 where one of the sample is not killed, or a test notices what is listed as equivalent.
    """
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="Markdown file to write.")
    parser.add_argument("--number", type=int, default=1000, help="how many mutants of all groups, by their sizes")
    parser.add_argument("--seed", type=int, default=1, help="of the choice")
    parser.add_argument("--group", action="append", choices=GROUPS, help="these groups only")
    parser.add_argument("--seconds", type=float, default=5, help="of the tests that are run for each mutant")
    parser.add_argument("--measured", type=float, default=20, help="seconds in which tests of a file are measured")
    parser.add_argument("--jobs", type=int, default=1, help="processes that run at the same time")
    parser.add_argument("--equivalent", type=Path, help="file of survivors that are the same program: `equivalents`")
    parser.add_argument("--results", type=Path, default=KEPT, help="file of all runs, in which a mutant has one result")
    parser.add_argument("--again", action="store_true", help="run what is kept and not killed, in place of others")
    parser.add_argument("--sample", action="store_true", help="the fixed sample, and keep nothing")
    given = parser.parse_args()
    fast.ONE_FILE = given.measured
    equivalent = equivalents(given.equivalent) if given.equivalent else set()
    results = {} if given.sample else {one.mutant: (one, seed) for one, seed in kept(given.results).items()}
    groups = given.group or GROUPS
    if given.sample:
        asked = sample()
    else:
        old = [mutant for mutant, (one, _) in results.items() if one.outcome not in {"killed", "equivalent"}]
        new = [mutant for mutant in chosen(given.number, given.seed, groups) if mutant not in results]
        within = {Path(path) for group in groups for path in ROOT.glob(GROUPS[group])}
        drawn = [mutant for mutant in (old if given.again else new) if ROOT / mutant.path in within]
        asked = [(mutant, narrowest(mutant.path)) for mutant in drawn]
    wrong = False
    for found in run(asked, given.seconds, given.jobs):
        listed = found.mutant in equivalent
        result = replace(found, outcome="equivalent") if listed and found.outcome == "survived" else found
        if listed and found.outcome == "killed":
            wrong = True
            sys.stderr.write("listed as equivalent, but a test notices it:\n")
        seed = results[found.mutant][1] if found.mutant in results else given.seed
        results[found.mutant] = (result, seed)
        if not given.sample:
            keep(given.results, [result], seed)
        how = "memory" if result.in_memory else "import"
        sys.stderr.write(f"{result.outcome:<14} {result.seconds:5.1f} s {how} {result.mutant.name}\n")
        sys.stderr.flush()
    seeds = Counter(seed for _, seed in results.values())
    told = ", ".join(f"{number} with seed {seed}" for seed, number in sorted(seeds.items()))
    head = "The fixed sample." if given.sample else f"{HEAD}\nJudged so far: {told or 'none'}."
    given.out.write_text(table([one for one, _ in results.values()], head), "utf-8")
    return int(wrong or (given.sample and any(one.outcome != "killed" for one, _ in results.values())))


if __name__ == "__main__":
    sys.exit(main())
