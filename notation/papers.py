"""Papers, and how they are found: in packages that register themselves, or in one folder instead."""

import importlib
import importlib.util
import keyword
import os
import re
import sys
import tomllib
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache, wraps
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

from notation.parameters import ParameterError, shown

GROUP = "ratecheck.papers"
"""An entry point `KEY = "package"` of this group registers the paper of the package's paper.toml, and one
`KEY = "package.paper:PAPER"` a Paper."""
FILE = "paper.toml"
"""The fields of Paper that a paper.toml gives, next to its sections: all except `package` and `place`."""
LEDGER = "RATECHECK_LEDGER"
"""The environment variable that names the folder whose papers replace the registered ones; child processes inherit
it."""

_TEXTS, _LISTS = ("key", "authors", "title", "version"), ("sections", "facts", "exhibits", "experiments", "lessons")
_KEY = re.compile(r"[a-z][a-z0-9_]*")
_CHECKOUT = Path(__file__).parent.parent / "pyproject.toml"
_DISTRIBUTION = "ratecheck"
_T = TypeVar("_T")


@dataclass(frozen=True)
class Paper:
    """A paper in one version, with the modules of its claims.

    `key` is the name of the paper in ids. The lock of a paper, `lock.json`, is in `package`. Modules are named within
    `package`; a module elsewhere, such as one with claims that the paper does not make, has its full name, which begins
    as that of `package`.

    Attributes
    ----------
    key : str
        Short name, the first part of the ids of its claims.
    authors : str
        Its authors.
    title : str
        Its title.
    version : str
        The version that is checked.
    package : str
        The package that holds its modules.
    sections : tuple of str
        Modules of `package` that hold `CLAIMS`, in the paper's order.
    letters : dict from str to str
        From our symbols to the symbols that the paper prints.
    place : int, default 100
        Papers are listed in the order of `place`, and then by key.
    facts : tuple of str, default ()
        Modules that hold `FACTS`, the definitions and theorems that only this paper's claims cite
        (verify.ledger.collect.all_facts).
    exhibits : tuple of str, default ()
        Modules that hold `EXHIBITS`, the figures next to the claims (verify.site.exhibits.catalogue).
    experiments : tuple of str, default ()
        Modules that hold `EXPERIMENTS`, the figures that are reproduced (verify.study.experiments.figures).
    lessons : tuple of str, default ()
        Scripts, one each (verify.site.lessons.notebook), named by the module's last part.
    logarithm : str, default "log"
        How it prints the natural logarithm: log or ln.
    former : dict from str to str
        Ids that claims had before, with those of now: both are read for one more release.
    """

    key: str
    authors: str
    title: str
    version: str
    package: str
    sections: tuple[str, ...]
    letters: dict[str, str] = field(default_factory=dict, hash=False)
    place: int = 100
    facts: tuple[str, ...] = ()
    exhibits: tuple[str, ...] = ()
    experiments: tuple[str, ...] = ()
    lessons: tuple[str, ...] = ()
    logarithm: str = "log"
    former: dict[str, str] = field(default_factory=dict, hash=False)

    def full(self, module: str) -> str:
        """The full name of a module as the fields above name it.

        Parameters
        ----------
        module : str
            Module of `package`, or a full name.

        Returns
        -------
        str
            Its full name.
        """
        top = self.package.partition(".")[0]
        return module if module.startswith(f"{top}.") else f"{self.package}.{module}"

    @property
    def citation(self) -> str:
        """Authors, title and version in one line."""
        return f"{self.authors}: {self.title}. {self.version}"

    def blame(self, error: Exception) -> str:
        """Where an error came from, for the author: the last line that ran in the paper's own files, and what it said.

        Parameters
        ----------
        error : Exception
            The error that loading raised.

        Returns
        -------
        str
            File, line, type and message.
        """
        frames = traceback.extract_tb(error.__traceback__)
        spec = importlib.util.find_spec(self.package)
        roots = [Path(place).resolve() for place in (spec.submodule_search_locations or ())] if spec else []
        own = [f for f in frames if any(Path(f.filename).resolve().is_relative_to(root) for root in roots)]
        last = [*frames, *own][-1]
        where = f"{last.filename}, line {last.lineno}"
        if isinstance(error, SyntaxError) and error.filename:
            where = f"{error.filename}, line {error.lineno}"
        return f"{where}: {type(error).__name__}: {error}"

    def part(self, module: str, name: str, kind: type[_T]) -> _T:
        """What a module of the package registers under a name.

        Parameters
        ----------
        module : str
            Module of the package.
        name : str
            Name that the module binds.
        kind : type
            Its type.

        Returns
        -------
        object of the type `kind`
            What is registered.

        Raises
        ------
        ParameterError
            If the module can't be loaded, or does not contain it.
        """
        try:
            found = getattr(importlib.import_module(self.full(module)), name)
        except Exception as error:
            told = f"{self.key!r}: {module}.{name} can't be loaded ({self.blame(error)})"
            raise ParameterError(f"paper = {told}") from error
        if not isinstance(found, kind):
            raise ParameterError(f"paper = {self.key!r}: {module}.{name} is no {kind.__name__}")
        return found


@cache
def papers() -> dict[str, Paper]:
    """All papers by key, in order: those of the folder in use, or else the registered ones.

    Returns
    -------
    dict from str to Paper
        The papers.

    Raises
    ------
    ParameterError
        If there is no paper, or one can't be loaded.
    """
    found: dict[str, Paper] = {}
    folder = ledger()
    for paper in _registered_papers() if folder is None else map(_in_folder, _folders(folder)):
        if paper.key in found:
            raise ParameterError(f"paper = {paper.key!r}: is registered more than once")
        found[paper.key] = paper
    if not found:
        raise ParameterError(f"no paper is registered under the entry points {GROUP}: run `pip install -e .` again")
    return {paper.key: paper for paper in sorted(found.values(), key=lambda paper: (paper.place, paper.key))}


def paper_of(key: str) -> Paper:
    """The paper of a key: from the folder in use, or a registered one, on which claims of a folder may depend.

    Parameters
    ----------
    key : str
        Key of a paper.

    Returns
    -------
    Paper
        The paper.

    Raises
    ------
    KeyError
        If there is none.
    """
    found = papers()
    return found[key] if key in found or ledger() is None else registered_papers()[key]


@cache
def registered_papers() -> dict[str, Paper]:
    """The registered papers by key, also where a folder is in use.

    Returns
    -------
    dict from str to Paper
        The papers.

    Raises
    ------
    ParameterError
        If one can't be loaded.
    """
    return {paper.key: paper for paper in _registered_papers()}


def ledger() -> Path | None:
    """The folder whose papers are in use; None if the registered papers are.

    Returns
    -------
    pathlib.Path or None
        The folder, or None.
    """
    return Path(os.environ[LEDGER]).resolve() if os.environ.get(LEDGER) else None


def use_ledger(folder: Path | None) -> None:
    """Use the papers of a folder, or with None the registered ones, in this process and its child processes.

    Parameters
    ----------
    folder : pathlib.Path or None
        The folder, or None.
    """
    if folder is None:
        os.environ.pop(LEDGER, None)
    else:
        os.environ[LEDGER] = str(folder.resolve())
    papers.cache_clear()
    registered_papers.cache_clear()


def per_ledger(make: Callable[[], _T]) -> Callable[[], _T]:
    """A decorator: a function of the papers in use, called once for each ledger.

    Parameters
    ----------
    make : callable
        The function.

    Returns
    -------
    callable
        The function with a cache.
    """
    kept: list[tuple[dict[str, Paper], _T]] = []

    @wraps(make)
    def found() -> _T:
        now = papers()
        if not kept or kept[0][0] is not now:
            kept[:] = [(now, make())]
        return kept[0][1]

    return found


def check_key(key: object, where: str = "") -> str:
    """The checked key of a paper, which is also the name of its package.

    Parameters
    ----------
    key : object
        The value.
    where : str, default ""
        Start of the error message.

    Returns
    -------
    str
        The key.

    Raises
    ------
    ParameterError
        For another value.
    """
    if not isinstance(key, str) or not _KEY.fullmatch(key) or keyword.iskeyword(key):
        raise ParameterError(
            f"{where}key = {shown(key)}: must be lowercase letters, digits and underscores, beginning with a letter, "
            "and no Python keyword"
        )
    return key


def read_paper(file: Path, package: str | None = None) -> Paper:
    """The paper described by a paper.toml.

    Parameters
    ----------
    file : pathlib.Path
        The file.
    package : str or None, optional
        The package of its modules; by default named as its key.

    Returns
    -------
    Paper
        The paper.

    Raises
    ------
    ParameterError
        If the file can't be read, or a field is missing, unknown or of another type.
    """
    try:
        told: dict[str, Any] = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ParameterError(f"{file}: can't be read ({error})") from None
    key = check_key(told.get("key"), f"{file}: ")
    unknown = sorted(set(told) - {*_TEXTS, *_LISTS, "letters"})
    if unknown:
        raise ParameterError(f"{file}: {unknown[0]}: must be one of {', '.join((*_TEXTS, *_LISTS, 'letters'))}")
    for name in _TEXTS:
        if not isinstance(told.get(name), str) or not told[name].strip():
            raise ParameterError(f"{file}: {name} = {shown(told.get(name))}: must be a string")
    for name in _LISTS:
        listed = told.get(name, [])
        if not isinstance(listed, list) or not all(isinstance(module, str) for module in listed):
            raise ParameterError(f"{file}: {name} = {shown(listed)}: must be a list of module names")
    if not told.get("sections"):
        raise ParameterError(f"{file}: sections = []: must name at least one module")
    letters = told.get("letters", {})
    if not isinstance(letters, dict) or not all(isinstance(letter, str) for letter in letters.values()):
        raise ParameterError(f"{file}: letters = {shown(letters)}: must be a table of strings")
    fields: dict[str, Any] = {name: told[name] for name in _TEXTS}
    fields |= {name: tuple(told.get(name, ())) for name in _LISTS}
    return Paper(**fields, letters=letters, package=package or key)


def _folders(folder: Path) -> list[Path]:
    """The paper.toml of a folder, or those of the packages in it."""
    if (folder / FILE).is_file():
        return [folder / FILE]
    found = sorted([*folder.glob(f"*/{FILE}"), *folder.glob(f"src/*/{FILE}")])
    if not found:
        raise ParameterError(f"ledger = {str(folder)!r}: neither it nor a folder in it contains a {FILE}")
    return found


def _in_folder(file: Path) -> Paper:
    """The paper of a folder, which becomes a package with the paper's key as its name."""
    paper = read_paper(file)
    start = file.parent / "__init__.py"
    if not start.is_file():
        raise ParameterError(f"{file}: must be in a package, but there is no {start.name} next to it")
    try:
        spec = sys.modules[paper.key].__spec__ if paper.key in sys.modules else importlib.util.find_spec(paper.key)
    except ValueError:
        spec = None
    if spec is not None and spec.origin is not None and Path(spec.origin).resolve() != start.resolve():
        raise ParameterError(f"{file}: key = {paper.key!r}: is the name of another package, {spec.origin}")
    if paper.key not in sys.modules:
        spec = importlib.util.spec_from_file_location(
            paper.key, start, submodule_search_locations=[str(file.parent.resolve())]
        )
        assert spec is not None
        assert spec.loader is not None
        sys.modules[paper.key] = module = importlib.util.module_from_spec(spec)
        try:
            spec.loader.exec_module(module)
        except Exception as error:
            del sys.modules[paper.key]
            raise ParameterError(f"paper = {paper.key!r}: {start} can't be loaded ({error!r})") from error
    return paper


def _registered_papers() -> Iterator[Paper]:
    """The papers of all entry points."""
    for point in _registered():
        try:
            found = point.load()
        except Exception as error:
            raise ParameterError(f"paper = {point.name!r}: {point.value} can't be loaded ({error!r})") from error
        if isinstance(found, ModuleType) and found.__file__:
            found = read_paper(Path(found.__file__).parent / FILE, found.__name__)
        if not isinstance(found, Paper) or found.key != point.name:
            raise ParameterError(f"paper = {point.name!r}: {point.value} is no Paper with that key")
        yield found


def _registered() -> Iterator[EntryPoint]:
    """The entry points; a checkout reads its own, because an installation may be older, or missing."""
    own: dict[str, str] = {}
    if _CHECKOUT.exists():
        project = tomllib.loads(_CHECKOUT.read_text(encoding="utf-8")).get("project", {})
        own = project.get("entry-points", {}).get(GROUP, {}) if project.get("name") == _DISTRIBUTION else {}
    yield from (EntryPoint(name, value, GROUP) for name, value in own.items())
    for point in entry_points(group=GROUP):
        if not own or point.dist is None or point.dist.name != _DISTRIBUTION:
            yield point
