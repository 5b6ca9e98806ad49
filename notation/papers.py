"""Papers, and how they are found: each is a package that registers itself under the entry point group below."""

import importlib
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import TypeVar

from notation.parameters import ParameterError

GROUP = "ratecheck.papers"
"""An entry point `KEY = "package.paper:PAPER"` of this group registers a paper."""

_CHECKOUT = Path(__file__).parent.parent / "pyproject.toml"
_DISTRIBUTION = "ratecheck"
_T = TypeVar("_T")


@dataclass(frozen=True)
class Paper:
    """A paper in one version, and where its claims are.

    `letters` maps our symbols to the letters that it prints. `sections` are the modules of `package` that hold
    `CLAIMS`, in the paper's order; beside them lies the paper's lock, `lock.json`. Papers are listed by `place`, those
    of one place by key.

    Three more lists of modules of `package` are optional, and loaded when they are asked for: `exhibits` hold
    `EXHIBITS`, what is drawn beside the claims (verify.report.exhibits.catalogue); `experiments` hold `EXPERIMENTS`,
    the figures that are made again (verify.experiments.figures); `lessons` are scripts, one each
    (verify.lessons.notebook), named by the module's last part.
    """

    key: str
    authors: str
    title: str
    version: str
    package: str
    sections: tuple[str, ...]
    letters: dict[str, str] = field(default_factory=dict, hash=False)
    place: int = 100
    exhibits: tuple[str, ...] = ()
    experiments: tuple[str, ...] = ()
    lessons: tuple[str, ...] = ()

    @property
    def citation(self) -> str:
        """Authors, title and version in one line."""
        return f"{self.authors}: {self.title}. {self.version}"

    def part(self, module: str, name: str, kind: type[_T]) -> _T:
        """What a module of the package registers under a name; raises ParameterError where it holds no such thing."""
        try:
            found = getattr(importlib.import_module(f"{self.package}.{module}"), name)
        except Exception as error:
            raise ParameterError(f"paper = {self.key!r}: {module}.{name} can't be loaded ({error!r})") from error
        if not isinstance(found, kind):
            raise ParameterError(f"paper = {self.key!r}: {module}.{name} is no {kind.__name__}")
        return found


@cache
def papers() -> dict[str, Paper]:
    """All registered papers by key, in order; raises ParameterError where there is none, or one can't be loaded."""
    found: dict[str, Paper] = {}
    for point in _registered():
        try:
            paper = point.load()
        except Exception as error:
            raise ParameterError(f"paper = {point.name!r}: {point.value} can't be loaded ({error!r})") from error
        if not isinstance(paper, Paper) or paper.key != point.name:
            raise ParameterError(f"paper = {point.name!r}: {point.value} is no Paper with that key")
        if paper.key in found:
            raise ParameterError(f"paper = {point.name!r}: is registered twice")
        found[paper.key] = paper
    if not found:
        raise ParameterError(f"no paper is registered under the entry points {GROUP}: run `pip install -e .` again")
    return {paper.key: paper for paper in sorted(found.values(), key=lambda paper: (paper.place, paper.key))}


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
