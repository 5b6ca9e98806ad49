"""Results of several runs, kept as lines of JSON by what a mutant changes, and the table of them."""

import json
from collections import Counter, defaultdict
from collections.abc import Sequence
from fnmatch import fnmatchcase
from pathlib import Path

from tests.mutation import runner
from tests.mutation.operators import mutants
from tests.mutation.runner import GROUPS, Result, named, sources

OUTCOMES = ("killed", "survived", "equivalent", "timed out", "not collected")
"""Timed out: a test takes 10 s more than five times its usual seconds, so that nothing is known. Not collected: its
module or the tests cannot be imported, so that no test has judged it."""


def keep(file: Path, results: Sequence[Result], seed: int) -> None:
    """Append results to a file."""
    texts = {path: (runner.ROOT / path).read_text("utf-8") for path in {one.mutant.path for one in results}}
    names = {mutant: name for path, text in texts.items() for name, mutant in named(path, text).items()}
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a", encoding="utf-8") as lines:
        for one in results:
            row = (one.mutant.path, names[one.mutant], one.outcome, round(one.seconds, 1), one.in_memory, seed)
            lines.write(json.dumps(row) + "\n")


def kept(file: Path) -> dict[Result, int]:
    """What a file has of mutants that can still be made, the latest of each, and the seed of its draw."""
    rows = {}
    for line in file.read_text("utf-8").splitlines() if file.exists() else []:
        path, name, *rest = json.loads(line)
        rows[path, tuple(name)] = rest
    texts = {path: runner.ROOT / path for path, _ in rows}
    found = {path: named(path, file.read_text("utf-8")) if file.exists() else {} for path, file in texts.items()}
    return {
        Result(found[path][name], outcome, seconds, memory): seed
        for (path, name), (outcome, seconds, memory, seed) in rows.items()
        if name in found[path]
    }


def table(results: Sequence[Result], head: str) -> str:
    """The results in Markdown: numbers by group and by module, and every mutant that no test failed on.

    The last column is the share of killed ones among those that tests can judge: not those that are the same program,
    nor those that cannot be imported.
    """
    lines = ["# Mutants of the product's code", "", head, ""]
    columns = ("group", "generated", "run", *OUTCOMES, "killed, %")
    lines += [f"| {' | '.join(columns)} |", f"|{'---|' * len(columns)}"]
    total, by = 0, defaultdict[str, list[Result]](list)
    for one in results:
        by[one.outcome].append(one)
    for group, pattern in {**GROUPS, "all": "**/*.py"}.items():
        if group != "all":
            generated = sum(len(mutants(path, text)) for path, text in sources(pattern).items())
            total += generated
        # For fnmatch a star is any number of folders.
        within = pattern.replace("**/", "")
        counted = Counter(one.outcome for one in results if fnmatchcase(one.mutant.path, within))
        judged = sum(counted[outcome] for outcome in ("killed", "survived", "timed out"))
        share = f"{100 * counted['killed'] / judged:.1f}" if judged else "-"
        row = (total if group == "all" else generated, counted.total(), *(counted[one] for one in OUTCOMES), share)
        lines.append(f"| {group} | {' | '.join(map(str, row))} |")
    lines += ["", "## By module", "", f"| module | run | {' | '.join(OUTCOMES)} |", f"|{'---|' * (2 + len(OUTCOMES))}"]
    for path, some in sorted(Counter(one.mutant.path for one in results).items()):
        counted = Counter(one.outcome for one in results if one.mutant.path == path)
        lines.append(f"| {path} | {some} | {' | '.join(str(counted[one]) for one in OUTCOMES)} |")
    for outcome in OUTCOMES[1:]:
        of = sorted(one.mutant.name for one in by[outcome])
        lines += ["", f"## {outcome.capitalize()}", "", *(f"- `{name}`" for name in of or ["none"])]
    return "\n".join(lines) + "\n"
