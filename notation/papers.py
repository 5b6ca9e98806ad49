"""Papers, and how they are found: packages that register themselves, or the papers of one folder in their place."""

import importlib
import importlib.util
import keyword
import os
import re
import sys
import tomllib
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
"""What a paper says of itself, next to its sections: the fields of Paper but `package` and `place`."""
LEDGER = "RATECHECK_LEDGER"
"""The environment variable that names the folder whose papers stand in place of the registered ones; processes that
this one starts know it too."""

_TEXTS, _LISTS = ("key", "authors", "title", "version"), ("sections", "exhibits", "experiments", "lessons")
_KEY = re.compile(r"[a-z][a-z0-9_]*")
_CHECKOUT = Path(__file__).parent.parent / "pyproject.toml"
_DISTRIBUTION = "ratecheck"
_T = TypeVar("_T")


@dataclass(frozen=True)
class Paper:
    """A paper in one version, and where its claims are.

    `key` is the name of the paper in ids. The lock of a paper, `lock.json`, lies next to its sections.

    Attributes
    ----------
    key : str
        Short name, the first part of the ids of its claims.
    authors : str
        Its authors.
    title : str
        Its title.
    version : str
        The version that is judged.
    package : str
        The package that holds its modules.
    sections : tuple of str
        Modules of `package` that hold `CLAIMS`, in the paper's order.
    letters : dict from str to str
        From our symbols to the letters that it prints.
    place : int, default 100
        Papers are listed by `place`, those of one place by key.
    facts : tuple of str, default ()
        Modules that hold `FACTS`, the definitions and theorems that only this paper's claims cite
        (verify.ledger.collect.all_facts).
    exhibits : tuple of str, default ()
        Modules that hold `EXHIBITS`, what is drawn next to the claims (verify.report.exhibits.catalogue).
    experiments : tuple of str, default ()
        Modules that hold `EXPERIMENTS`, the figures that are reproduced (verify.experiments.figures).
    lessons : tuple of str, default ()
        Scripts, one each (verify.lessons.notebook), named by the module's last part.
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

    @property
    def citation(self) -> str:
        """Authors, title and version in one line."""
        return f"{self.authors}: {self.title}. {self.version}"

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
            Where the module can't be loaded, or holds no such thing.
        """
        try:
            found = getattr(importlib.import_module(f"{self.package}.{module}"), name)
        except Exception as error:
            raise ParameterError(f"paper = {self.key!r}: {module}.{name} can't be loaded ({error!r})") from error
        if not isinstance(found, kind):
            raise ParameterError(f"paper = {self.key!r}: {module}.{name} is no {kind.__name__}")
        return found


@cache
def papers() -> dict[str, Paper]:
    """All papers by key, in order: those of the ledger in use, else the registered ones.

    Returns
    -------
    dict from str to Paper
        The papers.

    Raises
    ------
    ParameterError
        Where there is none, or one can't be loaded.
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
    """The paper of a key: of the ledger in use, or a registered one, which the claims of a folder may depend on.

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
        Where there is none.
    """
    found = papers()
    return found[key] if key in found or ledger() is None else _others()[key]


@cache
def _others() -> dict[str, Paper]:
    """The registered papers, next to those of a folder."""
    return {paper.key: paper for paper in _registered_papers()}


def ledger() -> Path | None:
    """The folder whose papers are in use, if it is not the registered ones that are.

    Returns
    -------
    pathlib.Path or None
        The folder, or None.
    """
    return Path(os.environ[LEDGER]).resolve() if os.environ.get(LEDGER) else None


def use_ledger(folder: Path | None) -> None:
    """Take the papers of a folder, or with None the registered ones, in this process and in those that it starts.

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
    _others.cache_clear()


def per_ledger(make: Callable[[], _T]) -> Callable[[], _T]:
    """A function of the papers in use, called once for each ledger.

    Parameters
    ----------
    make : callable
        The function.

    Returns
    -------
    callable
        The function that remembers.
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
    """The key of a paper, which is the name of its package too.

    Parameters
    ----------
    key : object
        The value.
    where : str, default ""
        What the message starts with.

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
    """The paper of a paper.toml.

    Parameters
    ----------
    file : pathlib.Path
        The file.
    package : str or None, optional
        The package of its modules, by default one of its key's name.

    Returns
    -------
    Paper
        The paper.

    Raises
    ------
    ParameterError
        Where the file can't be read, or a field is missing, unknown or of another type.
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
    """The paper of a folder, which is made a package under the paper's key."""
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
    """The entry points; a checkout tells its own, since an installation may be older than it, or none."""
    own: dict[str, str] = {}
    if _CHECKOUT.exists():
        project = tomllib.loads(_CHECKOUT.read_text(encoding="utf-8")).get("project", {})
        own = project.get("entry-points", {}).get(GROUP, {}) if project.get("name") == _DISTRIBUTION else {}
    yield from (EntryPoint(name, value, GROUP) for name, value in own.items())
    for point in entry_points(group=GROUP):
        if not own or point.dist is None or point.dist.name != _DISTRIBUTION:
            yield point
