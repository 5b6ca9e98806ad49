"""Facts as an author looks for them: by words, with the import, the arguments, and a place where each is cited."""

from __future__ import annotations

import ast
import importlib.util
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from notation.papers import papers, registered_papers
from verify.kernel.calculus.printing import latex
from verify.kernel.calculus.terms import Extended, Extent, Integrable, Name, Parameter, Random, is_number

if TYPE_CHECKING:
    from verify.kernel.calculus.reasons import Schema

_LONGEST = 160
"""Characters of an example: a longer one is shown where there is no other."""


@dataclass(frozen=True)
class Example:
    """A fact as the ledger's code cites it, and the module and line where it stands."""

    code: str
    at: str


def named(fact: Schema) -> tuple[str, str]:
    """The module and the public name of a fact there.

    Raises:
        ValueError: when the module that lists it gives it none.
    """
    from verify.kernel.calculus.reasons import home

    module = home(fact) or ""
    found = [name for name, value in vars(import_module(module)).items() if value is fact] if module else []
    public = [name for name in found if not name.startswith("_")]
    if not public:
        raise ValueError(f"fact = {fact.name!r}: the module that lists it in FACTS gives it no public name")
    return module, public[0]


def imported(fact: Schema) -> str:
    """The line that imports it."""
    return "from {} import {}".format(*named(fact))


def call(fact: Schema) -> str:
    """The fact in its own letters, as a reason is written."""
    return f"{named(fact)[1]}({', '.join(map(str, fact.letters))})"


def arguments(fact: Schema) -> list[str]:
    """What it takes, one line each: a letter with its range or its sort, or the form that a term must have."""
    return [f"{letter}: {_kind(letter)}" + ", which exists by it" * (letter in fact.finds) for letter in fact.letters]


def hypotheses(fact: Schema) -> list[str]:
    """What has to hold, as LaTeX."""
    return [latex(condition) for condition in fact.statement.hypotheses]


def _kind(letter: Any) -> str:
    if isinstance(letter, Parameter):
        return _moments(letter) + _ends(letter.extent)
    if isinstance(letter, Name):
        return f"any {letter.sort}"
    return "a number of this form" if is_number(letter) else f"a {letter.sort or 'condition'} of this form"


def _moments(letter: Parameter) -> str:
    if isinstance(letter, Extended):
        return "a random real, its mean may be infinite"
    if isinstance(letter, Integrable):
        return "a random real with a mean"
    if isinstance(letter, Random):
        return "a random real with a second moment"
    return "a whole number" if letter.extent.integer else "a number"


def _ends(extent: Extent) -> str:
    low = f"{'above' if extent.open_lower else 'at least'} {extent.lower}" if extent.lower.is_finite else ""
    high = f"{'below' if extent.open_upper else 'at most'} {extent.upper}" if extent.upper.is_finite else ""
    return "".join(f", {end}" for end in (low, high) if end)


def described(fact: Schema) -> str:
    """What `help` shows of a fact: its grade, its source, what it says, its arguments and its import."""
    from verify.kernel.calculus.grounds import graded

    conclusion, asked = fact.statement.conclusion, fact.statement.hypotheses
    try:
        cited = [imported(fact), f"    line(...).le(..., {call(fact)})"]
    except ValueError as error:
        cited = [str(error)]
    rows = [
        f"{fact.name} ({graded(fact)}: {fact.citation})",
        "",
        f"    {conclusion}",
        *(f"    given {condition}" for condition in asked),
        "",
        *arguments(fact),
        "",
        *cited,
    ]
    return "\n".join(rows)


def says(fact: Schema, word: str) -> bool:
    """Whether a word stands in its name, its source, its statement or its arguments; no difference of case."""
    word = word.lower()
    return any(word in told.lower() for told in _told(fact))


def _told(fact: Schema) -> Iterator[str]:
    """What is searched, the quickest first."""
    yield f"{fact.name} {fact.citation}"
    # A fact without a public name is found by its words all the same.
    with suppress(ValueError):
        yield named(fact)[1]
    yield " ".join(arguments(fact))
    yield fact.statement.text()


def cited(facts: Iterable[Schema]) -> dict[Schema, Example]:
    """Where the papers in use, then those that come with ratecheck, then proofs of other facts cite these facts."""
    packages = [paper.package for known in (papers, registered_papers) for paper in known().values()]
    return examples(facts, dict.fromkeys((*packages, "verify.ours", "verify.kernel.calculus.facts")))


def examples(facts: Iterable[Schema], packages: Iterable[str]) -> dict[Schema, Example]:
    """For each fact that these packages' modules cite, the first short call in them, read from their sources."""
    wanted = {named(fact): fact for fact in facts}
    found: dict[Schema, Example] = {}
    for module, path in (entry for package in packages for entry in _modules(package)):
        source = path.read_text(encoding="utf-8")
        missing = (name for (_, name), fact in wanted.items() if fact not in found or len(found[fact].code) > _LONGEST)
        if any(f"{name}(" in source for name in missing):
            for fact, code, row in _calls(source, module, wanted):
                if fact not in found or len(code) <= _LONGEST < len(found[fact].code):
                    found[fact] = Example(code, f"{module}, line {row}")
    return found


def _calls(source: str, module: str, wanted: dict[tuple[str, str], Schema]) -> Iterator[tuple[Schema, str, int]]:
    """Calls of facts that a module imports or lists itself: the fact, the call in one line, the line's number."""
    tree = ast.parse(source)
    bound = {name: fact for (home, name), fact in wanted.items() if home == module}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                fact = wanted.get((node.module or "", alias.name)) or _exported(node.module or "", alias.name, wanted)
                if fact is not None:
                    bound[alias.asname or alias.name] = fact
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in bound:
            yield bound[node.func.id], ast.unparse(node), node.lineno


def _exported(module: str, name: str, wanted: dict[tuple[str, str], Schema]) -> Schema | None:
    """A fact that another module than its own exports: the calculus, for those that are cited most."""
    if module != "verify.kernel.calculus":
        return None
    exported = getattr(import_module(module), name, None)
    return next((fact for fact in wanted.values() if fact is exported), None)


def _modules(package: str) -> tuple[tuple[str, Path], ...]:
    """A package's modules with their files, in the order of their names; a folder's package is another each time."""
    spec = importlib.util.find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        return ()
    root = Path(spec.submodule_search_locations[0])
    inner = {path: path.relative_to(root).with_suffix("").parts for path in sorted(root.rglob("*.py"))}
    return tuple((".".join((package, *parts)), path) for path, parts in inner.items())
