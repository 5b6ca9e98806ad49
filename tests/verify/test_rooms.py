"""Which parts of `verify` may use which: the kernel none of the others, each of the others what is below it."""

import ast
import re
from pathlib import Path

import pytest

import verify

ROOT = Path(verify.__file__).parent
BASE = frozenset({"files", "sample_mean", "source", "workers"})
"""Modules next to the parts that know none of them."""

BELOW = {
    "kernel": BASE,
    "study": BASE | {"kernel"},
    "ledger": BASE | {"kernel", "study"},
    # The page of the public interface is made from it.
    "site": BASE | {"kernel", "study", "ledger", "ratecheck"},
}
"""What each part may use of `verify`, apart from itself."""


def used(text: str) -> dict[str, int]:
    """What a module takes of `verify`, or of the public interface, with a line of each; within functions too."""
    found = dict[str, int]()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            first, _, rest = name.partition(".")
            if first in ("verify", "ratecheck"):
                found.setdefault(rest.partition(".")[0] if first == "verify" else first, node.lineno)
    return found


@pytest.mark.parametrize("part", BELOW)
def test_a_part_uses_what_is_below_it(part: str) -> None:
    beyond = {
        f"{file.relative_to(ROOT)}:{line}: {name}"
        for file in (ROOT / part).rglob("*.py")
        if not any(parent.name.startswith("template") and parent.parent.name == "ledger" for parent in file.parents)
        for name, line in used(file.read_text("utf-8")).items()
        if name not in BELOW[part] | {part}
    }
    assert beyond == set()


@pytest.mark.parametrize("name", sorted(BASE))
def test_what_stands_beside_the_parts_uses_none(name: str) -> None:
    assert set(used((ROOT / f"{name}.py").read_text("utf-8"))) == set()


def test_an_import_within_a_function_counts() -> None:
    text = "import verify.site.plot\ndef f():\n    from verify.ledger import lock\n    import ratecheck\n"
    assert used(text) == {"site": 1, "ledger": 3, "ratecheck": 4}


def private(text: str) -> set[str]:
    """Names that begin with an underscore and that a module imports from another."""
    nodes = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ImportFrom))
    return {alias.name for node in nodes for alias in node.names if re.match("_[^_]", alias.name)}


def test_no_private_name_is_imported() -> None:
    found = {str(file.relative_to(ROOT)): private(file.read_text("utf-8")) for file in ROOT.rglob("*.py")}
    assert {file: names for file, names in found.items() if names} == {}


def test_a_private_name_that_is_imported_is_seen() -> None:
    assert private("from verify.kernel.calculus.context import Context, _usable as usable") == {"_usable"}
    assert private("from __future__ import annotations\nfrom verify.program import ended as _ended") == set()
