"""One name, one meaning: a public name of a module is defined in no other module, apart from those listed here.

A lesson is a script that no module imports: its names are not counted. A claim is named by its number in its paper, and
each paper numbers from 1: names of claims are compared within their paper. `names_left.txt` lists what is still defined
twice. A name may leave it, and none may be added.
"""

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGES = ("notation", "upperbounds", "lowerbounds", "verify", "ratecheck")

REGISTERED = frozenset(
    {
        "BOUNDS",
        "CLAIMS",
        "ESTIMATORS",
        "EXHIBITS",
        "EXPERIMENTS",
        "FACTS",
        "IDEAS",
        "PAPER",
        "PROBLEMS",
        "RATE",
        "RATES",
    }
    | {"SCHEMA", "bound", "bound_of", "estimate_of", "main", "plan_of", "tuned", "tuned_bound"}
)
"""What a module offers under one name wherever it does: lists that others read, an estimator's rate and its bound."""

LEFT = ROOT / "tests" / "names_left.txt"


def targets(node: ast.expr) -> Iterator[str]:
    """The names that an assignment binds."""
    if isinstance(node, ast.Name):
        yield node.id
    elif isinstance(node, ast.Tuple | ast.List):
        for one in node.elts:
            yield from targets(one)
    elif isinstance(node, ast.Starred):
        yield from targets(node.value)


def is_claim(value: ast.expr | None) -> bool:
    """Whether a claim is made."""
    return isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id in ("Claim", "claim")


def defined(text: str, paper: str) -> Iterator[str]:
    """The public names that a module defines; those of claims with the paper."""
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names, claim = [node.name], False
        elif isinstance(node, ast.Assign):
            names, claim = [name for one in node.targets for name in targets(one)], is_claim(node.value)
        elif isinstance(node, ast.AnnAssign):
            names, claim = [*targets(node.target)], is_claim(node.value)
        else:
            continue
        yield from (f"{paper}/{name}" if claim else name for name in names if not name.startswith("_"))


def twice(sources: Mapping[str, str]) -> dict[str, list[str]]:
    """The names that two modules define or more, with these modules."""
    where = defaultdict[str, list[str]](list)
    for path, text in sources.items():
        _, _, within = path.partition("/papers/") if "/papers/" in path else path.partition("/ours/")
        for name in dict.fromkeys(defined(text, within.partition("/")[0])):
            where[name].append(path)
    return {name: paths for name, paths in where.items() if len(paths) > 1 and name not in REGISTERED}


def sources() -> dict[str, str]:
    """The modules by their paths, without lessons and templates."""
    paths = (path.relative_to(ROOT) for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py")))
    return {
        str(path): (ROOT / path).read_text("utf-8")
        for path in paths
        if path.parts[:2] != ("verify", "lessons") and not any(part.startswith("template") for part in path.parts)
    }


def test_no_public_name_is_defined_in_two_modules() -> None:
    found, left = twice(sources()), LEFT.read_text("utf-8").split()
    assert left == sorted(set(left)), "in order, each once"
    assert {name: paths for name, paths in found.items() if name not in left} == {}
    assert [name for name in left if name not in found] == [], "defined once now: take it out of the list"


def test_what_is_registered_is_defined_in_two_modules() -> None:
    names = [name for text in sources().values() for name in dict.fromkeys(defined(text, ""))]
    assert [name for name in sorted(REGISTERED) if names.count(name) < 2] == []


def test_a_second_definition_is_found() -> None:
    planted = {
        "verify/site/a.py": "def told(): ...\n_own = 1\nRATE = 1\nx, (y, *z) = 1, (2, 3)\n",
        "verify/papers/kent/b.py": "class told: ...\n_own = 2\nRATE = 2\nz: int = 3\nEQ1 = Claim()\n",
        "verify/papers/zhao/c.py": "import told\nEQ1 = Claim()\nTHM1 = Claim()\n",
        "verify/ours/zhao/d.py": "THM1 = Claim()\ndef f(x):\n    y = x\n",
    }
    assert twice(planted) == {
        "told": ["verify/site/a.py", "verify/papers/kent/b.py"],
        "z": ["verify/site/a.py", "verify/papers/kent/b.py"],
        "zhao/THM1": ["verify/papers/zhao/c.py", "verify/ours/zhao/d.py"],
    }
