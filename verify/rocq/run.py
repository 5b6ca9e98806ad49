"""Running Rocq on an exported folder: each lemma proved or not, and what the proofs rest on."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from notation.parameters import ParameterError
from verify.ledger.files import make_folder, write_whole
from verify.rocq.export import BEGIN, HEADER, INDEX, LIBRARY, SCHEMA, module_of

RESULTS = "results.jsonl"
_BUILT = "built"
_MARK = re.compile(re.escape(BEGIN).replace(r"\{name\}", r"(\w+)"))
_LINE = re.compile(r"line (\d+), characters")
_REALS = frozenset(
    {
        "ClassicalDedekindReals.sig_forall_dec",
        "ClassicalDedekindReals.sig_not_dec",
        "FunctionalExtensionality.functional_extensionality_dep",
        "Classical_Prop.classic",
    }
)
_MACHINE = ("PrimInt63.", "Uint63.", "PrimFloat.", "FloatAxioms.")
"""Rocq's own 63-bit integers and floats, by which Interval computes: operations and what is assumed of them."""


@dataclass(frozen=True)
class Opinion:
    """What Rocq says of a folder: of each relation `proved`, or why not; and the axioms below what it proved."""

    rocq: str
    interval: str
    relations: dict[str, str]
    claims: dict[str, list[str]]
    fingerprints: dict[str, str]
    axioms: tuple[str, ...]
    waiting: int = 0

    @property
    def foreign(self) -> list[str]:
        """Axioms that are neither the reals' nor machine arithmetic's."""
        return [a for a in self.axioms if a not in _REALS and not a.startswith(_MACHINE)]

    def counts(self) -> dict[str, int]:
        """How many relations are proved, failed, or not expressible."""
        return dict(Counter(map(kind_of, self.relations.values())))


def kind_of(found: str) -> str:
    """proved, failed or inexpressible."""
    return found.partition(":")[0]


def versions() -> tuple[str, str]:
    """Of Rocq and of Interval; raises ParameterError where Rocq is not installed."""
    if shutil.which("coqc") is None:
        raise ParameterError("--rocq: needs coqc on the PATH (Debian: coq and libcoq-interval)")
    told = subprocess.run(["coqc", "--print-version"], capture_output=True, text=True, check=True).stdout
    return told.split()[0], _interval_version()


def _interval_version() -> str:
    """As the package manager tells it; Interval itself doesn't."""
    try:
        told = subprocess.run(
            ["dpkg-query", "-W", "-f", "${Version}", "libcoq-interval"], capture_output=True, text=True, check=False
        ).stdout
    except OSError:
        told = ""
    return told.partition("-")[0] or "unknown"


def check(
    folder: Path, jobs: int = 1, seconds: float = 300.0, until: float | None = None,
    progress: Callable[[str, int, int], None] | None = None, only: frozenset[str] | None = None,
) -> Opinion:  # fmt: skip
    """Check a folder that `export` wrote. What was found of a file before, by the same library, is not done again.

    `seconds` is what one relation may take; after the moment `until`, no file is begun; `only` these claims.

    Raises:
        ParameterError: where the folder holds no export, or Rocq is not installed or can't read the library.
    """
    rocq, interval = versions()
    index = _index(folder)
    built = folder / _BUILT
    make_folder(built)
    library = (folder / LIBRARY).read_text(encoding="utf-8")
    if not (built / LIBRARY).exists() or (built / LIBRARY).read_text(encoding="utf-8") != library:
        write_whole(built / LIBRARY, library)
        done = _coqc(built / LIBRARY, built, 600)
        if done.returncode:
            raise ParameterError(f"{folder / LIBRARY}: Rocq does not accept the library: {_error(done.stderr)}")
    key = f"{rocq} {interval} {hashlib.sha256(library.encode()).hexdigest()[:16]}"
    known = _known(folder)
    relations: dict[str, str] = {}
    tasks = []
    for id_, entry in index.items():
        for name, told in entry["relations"].items():
            if "inexpressible" in told:
                relations[name] = f"inexpressible: {told['inexpressible']}"
        path = folder / f"{module_of(id_)}.v"
        if path.exists() and (only is None or id_ in only):
            text = path.read_text(encoding="utf-8")
            digest = hashlib.sha256(f"{key}\n{text}".encode()).hexdigest()[:16]
            if digest in known and (built / f"{module_of(id_)}.vo").exists():
                relations |= known[digest]
            else:
                tasks.append((id_, digest, text))
    # By their digests: what is done when a run ends early is as good as drawn by chance.
    tasks.sort(key=lambda task: task[1])
    left = 0

    def work(task: tuple[str, str, str]) -> tuple[str, str, dict[str, str]] | None:
        if until is not None and time.time() > until:
            return None
        id_, digest, text = task
        return id_, digest, judged(text, module_of(id_), built, seconds)

    with ThreadPoolExecutor(jobs) as pool, (folder / RESULTS).open("a", encoding="utf-8") as store:
        for number, found in enumerate(pool.map(work, tasks), 1):
            if found is None:
                left += 1
                continue
            id_, digest, results = found
            relations |= results
            store.write(json.dumps({"key": digest, "claim": id_, "relations": results}) + "\n")
            store.flush()
            if progress:
                progress(id_, number, len(tasks))
    claims = {id_: list(entry["relations"]) for id_, entry in index.items()}
    fingerprints = {id_: entry["fingerprint"] for id_, entry in index.items()}
    modules = [module_of(id_) for id_ in index if (built / f"{module_of(id_)}.vo").exists()]
    axioms = _axioms(modules, built)
    return Opinion(rocq, interval, relations, claims, fingerprints, axioms, left)


def _index(folder: Path) -> dict[str, Any]:
    try:
        document = json.loads((folder / INDEX).read_text(encoding="utf-8"))
        claims: dict[str, Any] = {SCHEMA: document["claims"]}[document["schema"]]
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise ParameterError(
            f"DIR = {str(folder)!r}: must be a folder as `ratecheck export rocq` writes ({error!r})"
        ) from None
    return claims


def _known(folder: Path) -> dict[str, dict[str, str]]:
    found = {}
    if (folder / RESULTS).exists():
        for line in (folder / RESULTS).read_text(encoding="utf-8").splitlines():
            try:
                entry = json.loads(line)
                found[entry["key"]] = entry["relations"]
            except (ValueError, LookupError, TypeError):
                # The last line of a run that was killed.
                continue
    return found


def blocks_of(text: str) -> dict[str, str]:
    """The parts of a file by the relation that each proves."""
    parts = _MARK.split(text)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


def judged(text: str, module: str, built: Path, seconds: float) -> dict[str, str]:
    """What Rocq says of each relation of a file; what it proves is compiled into the folder, under the module's name.

    A lemma that fails hides none behind it: it is taken out, and the rest is run again.
    """
    blocks = blocks_of(text)
    found: dict[str, str] = {}
    path = built / f"{module}.v"
    while blocks:
        starts, lines = {}, HEADER.splitlines()
        for name, part in blocks.items():
            starts[name] = len(lines) + 1
            lines += [BEGIN.format(name=name), *part.strip("\n").split("\n")]
        lines.append(f"Definition all_ := ({', '.join(['I', *blocks])}).")
        write_whole(path, "\n".join(lines) + "\n")
        done = _coqc(path, built, seconds * len(blocks))
        if done.returncode == 0:
            break
        line, told = _failing(done)
        bad = [name for name, start in starts.items() if start <= line]
        if not bad:
            return found | dict.fromkeys(blocks, f"failed: {told}")
        part = blocks.pop(bad[-1])
        within = line - starts[bad[-1]] - 1
        domain = f"Lemma {bad[-1]}_domain" in "\n".join(part.strip("\n").split("\n")[: within + 1])
        found[bad[-1]] = f"failed: {'no point of the domain is shown: ' if domain else ''}{told}"
    if not blocks:
        (built / f"{module}.vo").unlink(missing_ok=True)
    return found | dict.fromkeys(blocks, "proved")


def _coqc(path: Path, built: Path, seconds: float) -> subprocess.CompletedProcess[str]:
    command = ["coqc", "-q", "-time", "-w", "none", "-R", str(built), "Ratecheck", str(path)]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False, timeout=seconds)
    except subprocess.TimeoutExpired as late:
        out = late.stdout.decode() if isinstance(late.stdout, bytes) else late.stdout or ""
        return subprocess.CompletedProcess(command, 124, out, f"late {_last(out, path)}")


def _last(out: str, path: Path) -> int:
    """The line at which the last sentence ended that Rocq tells the time of."""
    ends = [int(end) for end in re.findall(r"^Chars \d+ - (\d+)", out, re.MULTILINE)]
    text = path.read_bytes()[: max(ends, default=0) + 1]
    return text.count(b"\n") + 1


def _failing(done: subprocess.CompletedProcess[str]) -> tuple[int, str]:
    if done.returncode == 124:
        return int(done.stderr.split()[-1]) + 1, "out of time"
    place = _LINE.findall(done.stderr)
    return (int(place[-1]) if place else 0), _error(done.stderr)


def _error(stderr: str) -> str:
    told = " ".join(stderr.partition("Error:")[2].split())
    return told[:160] or "it died"


def _axioms(modules: list[str], built: Path) -> tuple[str, ...]:
    """The axioms below all that is proved, as `Print Assumptions` tells them of the whole."""
    if not modules:
        return ()
    path = built / "Audit.v"
    lines = [HEADER, *(f"From Ratecheck Require {module}." for module in modules)]
    lines += [
        f"Definition all_ := ({', '.join(['I', *(f'{module}.all_' for module in modules)])}).",
        "Print Assumptions all_.",
    ]
    write_whole(path, "\n".join(lines) + "\n")
    done = _coqc(path, built, 1200)
    if done.returncode:
        raise ParameterError(f"{path}: {_error(done.stderr)}")
    return tuple(_named(done.stdout))


def _named(out: str) -> Iterator[str]:
    listing = False
    for line in out.splitlines():
        if line.startswith("Axioms:"):
            listing = True
        elif listing and (named := re.match(r"([A-Za-z_][\w.']*)( :|$)", line)) and not line.startswith("Chars"):
            yield named.group(1)


def table(found: Opinion, date: str) -> dict[str, Any]:
    """What is kept of a run: counts, by claim with its fingerprint, and what was not proved, with the reason.

    A relation that no file of the run reached counts for its claims as `waiting`.
    """
    claims = {}
    for id_, names in found.claims.items():
        counts = Counter(kind_of(found.relations.get(name, "waiting")) for name in names)
        claims[id_] = {"fingerprint": found.fingerprints[id_], **dict(sorted(counts.items()))}
    whole = {name for names in found.claims.values() for name in names}
    totals = Counter(kind_of(found.relations.get(name, "waiting")) for name in whole)
    return {
        "schema": "ratecheck-rocq-table/1",
        "rocq": found.rocq,
        "interval": found.interval,
        "date": date,
        "relations": {"all": len(whole), **dict(sorted(totals.items()))},
        "axioms": {
            "reals": [a for a in found.axioms if a in _REALS],
            "machine arithmetic": sum(a.startswith(_MACHINE) for a in found.axioms),
            "others": found.foreign,
        },
        "claims": claims,
        "not proved": {n: told for n, told in sorted(found.relations.items()) if told != "proved"},
    }
