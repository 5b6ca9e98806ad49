"""`ratecheck new`: a small working ledger for a paper of your own."""

import importlib.util
import json
import shutil
import sys
import tempfile
from collections.abc import Mapping
from importlib import metadata, resources
from pathlib import Path

import click

from notation.papers import check_key
from notation.parameters import ParameterError

WORD = "mypaper"
"""The placeholder of the key in the template's files and in their names."""
_PIN = "THIS_RATECHECK"
"""The placeholder of what the workflow installs."""
TEMPLATES = ("local", "central")
"""What a new ledger may begin with."""
_PLACES = {"workflow.yml": ".github/workflows/ratecheck.yml"}
"""The folders of files that a package can't hold at their own location."""


@click.command()
@click.argument("paper", metavar="PAPER")
@click.option("--out", type=click.Path(path_type=Path), help="The folder to make; PAPER by default.")
@click.option(
    "--template",
    "kind",
    type=click.Choice(TEMPLATES),
    default=TEMPLATES[0],
    show_default=True,
    help="The claims to begin with: local (a bit, randomised), or central (normal noise, with definitions of its own).",
)
def new(paper: str, out: Path | None, kind: str) -> None:
    """Write a ledger for a paper of your own: three claims to replace, a guide, and a workflow for GitHub.

    PAPER is its key, with which the ids of its claims begin, and the name of the package that holds them.
    """
    key = check_key(paper)
    folder = out or Path(key)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ParameterError(f"out = {str(folder)!r}: exists already and is not an empty folder")
    spec = importlib.util.find_spec(key)
    if key in sys.stdlib_module_names or (spec is not None and spec.origin is not None):
        raise ParameterError(f"key = {key!r}: is the name of a package that is installed here; choose another")
    files = template(key, kind)
    try:
        _write(folder, files)
    except OSError as error:
        raise ParameterError(f"out = {str(folder)!r}: can't be made ({error.strerror})") from None
    for name in files:
        click.echo(f"written: {folder / name}")
    click.echo(f"now: ratecheck verify --ledger {folder} --update")


def _write(folder: Path, files: Mapping[str, str]) -> None:
    """Write all files into a folder that is missing or empty, or leave nothing there; raises OSError."""
    place = folder.resolve()
    place.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=place.parent, prefix=f".{place.name[:100]}.") as made:
        fresh = Path(made) / "whole"
        for name, text in files.items():
            (fresh / name).parent.mkdir(parents=True, exist_ok=True)
            (fresh / name).write_bytes(text.encode())
        if not place.exists():
            fresh.replace(place)
            return
        # An empty folder stays the one that it is: a shell may stand in it.
        try:
            for entry in sorted(fresh.iterdir()):
                entry.replace(place / entry.name)
        except OSError:
            for entry in place.iterdir():
                shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
            raise


def template(key: str, kind: str = "local") -> dict[str, str]:
    """The files of a paper with that key: path in its folder, and text."""
    pin = installed()
    root = resources.files("verify.ledger") / "template"
    inner = (root if kind == "local" else resources.files("verify.ledger") / f"template_{kind}") / WORD
    found = {entry.name: entry for entry in root.iterdir() if entry.is_file()}
    found |= {f"{WORD}/{entry.name}": entry for entry in inner.iterdir() if entry.is_file()}
    return {
        _PLACES.get(name, name).replace(WORD, key): entry.read_text(encoding="utf-8")
        .replace(WORD, key)
        .replace(_PIN, pin)
        for name, entry in sorted(found.items())
        if not name.endswith((".pyc", ".json", ".gz"))
    }


def installed() -> str:
    """What pip installs to have this ratecheck again: the commit that it came from, or else its version."""
    distribution = metadata.distribution("ratecheck")
    told = json.loads(distribution.read_text("direct_url.json") or "{}")
    if "vcs_info" in told:
        return f"ratecheck @ {told['vcs_info']['vcs']}+{told['url']}@{told['vcs_info']['commit_id']}"
    return f"ratecheck=={distribution.version}"
