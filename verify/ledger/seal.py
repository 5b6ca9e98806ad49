"""The seal of a run: that its fingerprints are of the sources and libraries that are here, known without making one.

A fingerprint is made of sources, of values that these make with the libraries, and of nothing else. So where the files
of this project and the versions of the libraries are those of the run, so are the fingerprints that the run holds. The
seal hashes them and all that the run says: who changes a file, a library, a verdict or a word breaks it, and then each
fingerprint is made again. Anybody can make a seal, so that nothing but this is believed for it: what a run says is held
against the locks in any case (`verify.ledger.held`).
"""

import hashlib
import json
import platform
from functools import cache
from importlib import resources
from importlib.metadata import version
from pathlib import Path

from notation.papers import papers
from verify.files import finite
from verify.ledger.reading import Record

PACKAGES = ("ratecheck", "numpy", "scipy", "sympy", "python-flint", "joblib")
OURS = frozenset({"notation", "upperbounds", "lowerbounds", "verify", "ratecheck"})
"""The packages of this project."""

_WRITTEN = {"lock.json", "proofs.json", "reference.json.gz"}
"""What `verify --update` writes, and no fingerprint reads."""


_NOT_SAID = {"seal", "summary"}
"""The seal itself, and what is made again for whoever reads a run, as what the lock expects."""


def versions() -> dict[str, str]:
    """Of Python and of what results depend on."""
    return {"python": platform.python_version(), **{name: version(name) for name in PACKAGES}}


def seal(document: Record) -> str:
    """The seal of a run of the ledger as it is, of all that it says; empty where a paper lives outside this project.

    What such a paper reads may be anywhere.
    """
    if any(paper.package.partition(".")[0] not in OURS for paper in papers().values()):
        return ""
    told = [sources(), *(f"{name} {number}" for name, number in versions().items())]
    said = {name: value for name, value in document.items() if name not in _NOT_SAID}
    said["claims"] = [{name: v for name, v in entry.items() if name != "expected"} for entry in document["claims"]]
    told.append(json.dumps(finite(said), sort_keys=True))
    return hashlib.sha256("\n".join(told).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def is_sealed(document: Record) -> bool:
    """Whether the fingerprints of a run are those of the ledger as it is; not known where this is False."""
    found = seal(document)
    return bool(found) and document.get("seal") == found


@cache
def sources() -> str:
    """A digest of this project's files as this process found them when it first asked, whatever their ends of lines.

    A command that runs claims asks before it loads them: a file that is changed meanwhile breaks the seal.
    """
    digest = hashlib.sha256()
    for name in sorted(OURS):
        folder = Path(str(resources.files(name)))
        for path in sorted(folder.rglob("*")):
            if "__pycache__" not in path.parts and path.name not in _WRITTEN and path.is_file():
                text = path.read_bytes().replace(b"\r\n", b"\n")
                digest.update(f"{name}/{path.relative_to(folder).as_posix()} {len(text)}\n".encode() + text)
    return digest.hexdigest()
