"""Running Rocq on an exported folder: each relation and each theorem proved or not, and what the proofs rest on."""

from __future__ import annotations

import datetime
import hashlib
import json
import re
import shutil
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from notation.parameters import ParameterError
from verify.ledger.files import make_folder, write_whole
from verify.rocq import TABLE, kind_of
from verify.rocq.export import CHAINS, HEADER, INDEX, LIBRARY, SCHEMA, module_of, theorems_of

RESULTS = "results.jsonl"
_BUILT = "built"
_MARK = re.compile(r"(\(\* (?:relation|theorem) (\w+) \*\))")
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
    """What Rocq says of a folder: of each relation and theorem `proved`, or why not; and the axioms below."""

    rocq: str
    interval: str
    relations: dict[str, str]
    claims: dict[str, list[str]]
    fingerprints: dict[str, str]
    axioms: tuple[str, ...]
    read: dict[str, tuple[str, str]]
    """By file, the digest of what Rocq read (the file, the libraries, the versions), and the day on which it did."""
    theorems: dict[str, str] = field(default_factory=dict)
    told: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Of each theorem: its claim, what it cites, and whether there is a point at which that holds too."""
    waiting: int = 0

    @property
    def foreign(self) -> list[str]:
        """Axioms that are neither the reals' nor machine arithmetic's."""
        return [a for a in self.axioms if a not in _REALS and not a.startswith(_MACHINE)]

    def counts(self) -> dict[str, int]:
        """How many relations are proved, failed, or not expressible."""
        return dict(Counter(map(kind_of, self.relations.values())))

    def counts_of_theorems(self) -> dict[str, int]:
        """How many chains are proved, failed, not expressible, or waiting."""
        return dict(Counter(kind_of(self.theorems.get(name, "waiting")) for name in self.told))


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
    progress: Callable[[str, int, int], None] | None = None, before: dict[str, Any] | None = None,
) -> Opinion:  # fmt: skip
    """Check a folder that `export` wrote.

    What was found of a file before, by the same versions and library, is not done again: as the folder tells, or the
    table of an earlier run, `before`. `seconds` is what one relation may take; after the moment `until`, no file is
    begun.

    Raises:
        ParameterError: where the folder holds no export, or Rocq is not installed or can't read the library.
    """
    rocq, interval = versions()
    index = _index(folder)
    built = folder / _BUILT
    make_folder(built)
    key = f"{rocq} {interval} {_library(LIBRARY, folder, built)}"
    files = _files(folder, [module_of(id_) for id_ in index], key)
    if names := [theorems_of(id_) for id_, entry in index.items() if entry.get("theorems")]:
        files |= _files(folder, names, f"{key} {_library(CHAINS, folder, built)}")
    known = {**_told(before, files), **_known(folder)}
    # By their digests: what is done when a run ends early is as good as drawn by chance.
    tasks = sorted((digest, module, text) for module, (digest, text) in files.items() if digest not in known)

    def work(task: tuple[str, str, str]) -> dict[str, str] | None:
        _, module, text = task
        return None if until is not None and time.time() > until else judged(text, module, built, seconds)

    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    with ThreadPoolExecutor(jobs) as pool, (folder / RESULTS).open("a", encoding="utf-8") as store:
        for number, ((digest, module, _), results) in enumerate(zip(tasks, pool.map(work, tasks), strict=True), 1):
            if results is None:
                continue
            known[digest] = today, results
            store.write(json.dumps({"key": digest, "date": today, "file": module, "relations": results}) + "\n")
            store.flush()
            if progress:
                progress(module, number, len(tasks))
    found = {
        name: f"inexpressible: {told['inexpressible']}"
        for entry in index.values()
        for name, told in [*entry["relations"].items(), *entry.get("theorems", {}).items()]
        if "inexpressible" in told
    }
    for digest, _ in files.values():
        found |= known[digest][1] if digest in known else {}
    done = {module: digest for module, (digest, _) in files.items() if digest in known}
    told = {
        name: {"claim": id_, **said} for id_, entry in index.items() for name, said in entry.get("theorems", {}).items()
    }
    return Opinion(
        rocq,
        interval,
        relations={name: said for name, said in found.items() if name not in told},
        claims={id_: list(entry["relations"]) for id_, entry in index.items()},
        fingerprints={id_: entry["fingerprint"] for id_, entry in index.items()},
        axioms=tuple(sorted({*_axioms(built, [*done.items()]), *(before["axioms"] if before else ())})),
        read={module: (digest, known[digest][0]) for module, digest in done.items()},
        theorems={name: found[name] for name in told if name in found},
        told=told,
        waiting=len(files) - len(done),
    )


def _library(name: str, folder: Path, built: Path) -> str:
    """Have a library compiled, if it isn't yet; its digest."""
    library = (folder / name).read_text(encoding="utf-8")
    if not (built / name).exists() or (built / name).read_text(encoding="utf-8") != library:
        write_whole(built / name, library)
        done = _coqc(built / name, built, 600)
        if done.returncode:
            (built / name).unlink()
            raise ParameterError(f"{folder / name}: Rocq does not accept the library: {_error(done.stderr)}")
    return hashlib.sha256(library.encode()).hexdigest()[:16]


def _files(folder: Path, names: list[str], key: str) -> dict[str, tuple[str, str]]:
    """Of each file that is there, by its name, the digest of what Rocq reads, and the text."""
    found = {}
    for name in names:
        path = folder / f"{name}.v"
        if path.exists():
            text = path.read_text(encoding="utf-8")
            found[name] = hashlib.sha256(f"{key}\n{text}".encode()).hexdigest()[:16], text
    return found


def _told(before: dict[str, Any] | None, files: dict[str, tuple[str, str]]) -> dict[str, tuple[str, dict[str, str]]]:
    """What a table tells of files that are as they were."""
    if before is None:
        return {}
    theorems = before.get("theorems", {})
    dates = {c["read"]: c["date"] for c in [*before["claims"].values(), *theorems.values()] if "read" in c}
    failed = before["not proved"] | {name: told["found"] for name, told in theorems.items()}
    return {
        digest: (dates[digest], {name: failed.get(name, "proved") for name in blocks_of(text)})
        for digest, text in files.values()
        if digest in dates
    }


def _index(folder: Path) -> dict[str, Any]:
    try:
        document = json.loads((folder / INDEX).read_text(encoding="utf-8"))
        claims: dict[str, Any] = {SCHEMA: document["claims"]}[document["schema"]]
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise ParameterError(
            f"DIR = {str(folder)!r}: must be a folder as `ratecheck export rocq` writes ({error!r})"
        ) from None
    return claims


def _known(folder: Path) -> dict[str, tuple[str, dict[str, str]]]:
    found = {}
    if (folder / RESULTS).exists():
        for line in (folder / RESULTS).read_text(encoding="utf-8").splitlines():
            try:
                entry = json.loads(line)
                found[entry["key"]] = entry["date"], entry["relations"]
            except (ValueError, LookupError, TypeError):
                # The last line of a run that was killed.
                continue
    return found


def blocks_of(text: str) -> dict[str, str]:
    """The parts of a file by the relation or theorem that each proves."""
    parts = _MARK.split(text)[1:]
    return {name: mark + part for mark, name, part in zip(parts[::3], parts[1::3], parts[2::3], strict=True)}


def judged(text: str, module: str, built: Path, seconds: float) -> dict[str, str]:
    """What Rocq says of each part of a file; what it proves is compiled into the folder, under the module's name.

    A lemma that fails hides none behind it: it is taken out, and the rest is run again.
    """
    blocks = blocks_of(text)
    header = _MARK.split(text, maxsplit=1)[0].strip().splitlines()[-HEADER.count("\n") - 1 :]
    found: dict[str, str] = {}
    path = built / f"{module}.v"
    while blocks:
        starts, lines = {}, list(header)
        for name, part in blocks.items():
            starts[name] = len(lines) + 1
            lines += part.strip("\n").split("\n")
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
        within = line - starts[bad[-1]]
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


def _axioms(built: Path, done: list[tuple[str, str]]) -> tuple[str, ...]:
    """The axioms below all that is proved here, as `Print Assumptions` tells them of the whole; asked once."""
    modules = [module for module, _ in done if (built / f"{module}.vo").exists()]
    if not modules:
        return ()
    path, asked = built / "Audit.v", json.dumps(done)
    if (built / "axioms.json").exists():
        known = json.loads((built / "axioms.json").read_text(encoding="utf-8"))
        if known["of"] == asked:
            return tuple(known["axioms"])
    whole = ", ".join(["I", *(f"{module}.all_" for module in modules)])
    lines = [HEADER, *(f"From Ratecheck Require {module}." for module in modules)]
    write_whole(path, "\n".join([*lines, f"Definition all_ := ({whole}).", "Print Assumptions all_."]) + "\n")
    told = _coqc(path, built, 1200)
    if told.returncode:
        raise ParameterError(f"{path}: {_error(told.stderr)}")
    axioms = tuple(_named(told.stdout))
    write_whole(built / "axioms.json", json.dumps({"of": asked, "axioms": axioms}))
    return axioms


def _named(out: str) -> Iterator[str]:
    listing = False
    for line in out.splitlines():
        if line.startswith("Axioms:"):
            listing = True
        elif listing and (named := re.match(r"([A-Za-z_][\w.']*)( :|$)", line)) and not line.startswith("Chars"):
            yield named.group(1)


def table(found: Opinion) -> dict[str, Any]:
    """What is kept of a run: counts, by claim with its fingerprint, and what was not proved, with the reason.

    A relation that the run did not reach counts as `waiting`.
    """
    claims = {}
    for id_, names in found.claims.items():
        counts = Counter(kind_of(found.relations.get(name, "waiting")) for name in names)
        claims[id_] = {
            "fingerprint": found.fingerprints[id_],
            **_read(found, module_of(id_)),
            "relations": dict(sorted(counts.items())),
        }
    theorems = {
        name: {"claim": told["claim"], "found": found.theorems.get(name, "waiting")}
        | ({} if "inexpressible" in told else _read(found, theorems_of(told["claim"])))
        | {key: told[key] for key in ("cites", "whole") if key in told}
        for name, told in sorted(found.told.items())
    }
    whole = {name for names in found.claims.values() for name in names}
    totals = Counter(kind_of(found.relations.get(name, "waiting")) for name in whole)
    return {
        "schema": TABLE,
        "rocq": found.rocq,
        "interval": found.interval,
        "date": max((date for _, date in found.read.values()), default=""),
        "relations": {"all": len(whole), **dict(sorted(totals.items()))},
        "chains": {"all": len(theorems), **dict(sorted(found.counts_of_theorems().items()))},
        "axioms": list(found.axioms),
        "claims": claims,
        "theorems": theorems,
        "not proved": {n: told for n, told in sorted(found.relations.items()) if told != "proved"},
    }


def _read(found: Opinion, module: str) -> dict[str, str]:
    return dict(zip(("read", "date"), found.read[module], strict=True)) if module in found.read else {}
