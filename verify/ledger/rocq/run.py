"""Running Rocq on an exported folder: each relation and each theorem proved or not, and what the proofs rest on."""

from __future__ import annotations

import datetime
import hashlib
import json
import os
import re
import select
import shutil
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from itertools import count
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import Any

from notation.parameters import ParameterError
from verify.files import make_folder, write_whole
from verify.kernel.rocq.proofs import named
from verify.ledger import collect
from verify.ledger.places import numbered_result
from verify.ledger.rocq import TABLE, kind_of, relations_of, seconds_of
from verify.ledger.rocq.closed import FOLDER, PROJECT
from verify.ledger.rocq.export import CHAINS, CLOSED, INDEX, LIBRARY, SCHEMA, module_of, statements_of, theorems_of

RESULTS = "results.jsonl"
_BUILT = "built"
_BATCH = {LIBRARY: 100, CHAINS: 8, CLOSED: 50}
"""By library, how many parts a process of Rocq reads before it is asked for the axioms below them, which takes it some
seconds, and before what it found is kept: a hundred theorems with all their steps would fill its memory."""
_DEEP = ("sh", "-c", 'ulimit -s 1048576 2>/dev/null || ulimit -s "$(ulimit -H -s)"; exec "$0" "$@"')
"""What gives a program 1 GB of stack, or what there may be: proofs of long chains are deep terms; none is endless."""
_MARK = re.compile(r"(\(\* (?:relation|theorem|closed) (\w+) \*\))")
_PROMPT = re.compile(rb"<prompt>[^<]*< (\d+) [^<]*< </prompt>")
_LONGEST = 1200.0
_ASKED = count()
_TIME = re.compile(r"\(([\d.]+)u,")
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
class RocqPart:
    """What is read of one relation or one theorem: its name, the text, and the library that the text goes by."""

    name: str
    text: str
    library: str

    @property
    def lemma(self) -> str:
        """The part without the point of its domain."""
        return self.text.partition(f"Lemma {self.name}_domain ")[0]

    @property
    def stated(self) -> str:
        """What the lemma says."""
        return self.text.partition(f"Lemma {self.name} : ")[2].partition(".\nProof.")[0]

    @property
    def said(self) -> str:
        """What the part says, without proofs and remarks."""
        text = re.sub(r"\(\*.*?\*\)", "", self.text, flags=re.DOTALL)
        return " ".join(re.sub(r"\bProof\..*?\bQed\.", "", text, flags=re.DOTALL).split())


@dataclass(frozen=True)
class Found:
    """What Rocq found of a part, the day, and the seconds of processor time that it took."""

    found: str
    date: str
    seconds: float = 0.0
    axioms: tuple[str, ...] = ()
    """Of a closed theorem, what it rests on."""


@dataclass(frozen=True)
class Opinion:
    """What Rocq says of a folder: of each relation and theorem `proved`, or why not; and the axioms below."""

    rocq: str
    interval: str
    index: dict[str, Any]
    found: dict[str, Found]
    """By name: relations, and theorems."""
    read: dict[str, str]
    """By name, a digest of what each part says and of who read it."""
    axioms: tuple[str, ...]

    @property
    def foreign(self) -> list[str]:
        """Axioms that are neither the reals' nor machine arithmetic's."""
        return [a for a in self.axioms if not allowed(a)]

    def told(self, kind: str) -> dict[str, str]:
        """What is told of all that the folder holds: of `relations`, or of `theorems`."""
        told: dict[str, str] = {}
        for entry in self.index["claims"].values():
            for name, said in entry.get(kind, {}).items():
                if name in self.found:
                    told[name] = self.found[name].found
                elif "inexpressible" in said:
                    told[name] = f"inexpressible: {said['inexpressible']}"
                else:
                    # Of a relation of several claims, the first of them tells why it can't be expressed.
                    told.setdefault(name, "waiting")
        return told

    @property
    def closed(self) -> dict[str, dict[str, Any]]:
        """Of each closed theorem: whose it is, the lemma and its file, a digest of what it says, what Rocq found."""
        told = {}
        for name, entry in self.index["closed"].items():
            one = self.found.get(name, Found("waiting", ""))
            told[name] = {**entry, "found": one.found, "axioms": [*one.axioms], "seconds": one.seconds}
        return told

    def counts(self, kind: str) -> dict[str, int]:
        """How many relations, or theorems, are proved, failed, not expressible, or waiting."""
        return dict(sorted(Counter(map(kind_of, self.told(kind).values())).items()))


def allowed(axiom: str) -> bool:
    """Whether an axiom is one of the classical reals or of Rocq's machine arithmetic."""
    return axiom in _REALS or axiom.startswith(_MACHINE)


class Rocq:
    """A running Rocq that has read a library."""

    def __init__(self, built: Path, library: str) -> None:
        command = ["coqtop", "-emacs", "-q", "-w", "none", *_paths(built)]
        self._process = subprocess.Popen(
            [*_DEEP, *command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        self._out = b""
        self._state = ""
        self._answer(_LONGEST)
        for sentence in sentences(f"{_preamble(built, library)}\nSet Silent."):
            self.ask(sentence)

    def __enter__(self) -> Rocq:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._process.kill()
        self._process.communicate()

    def ask(self, sentence: str, seconds: float = _LONGEST) -> str:
        """What it answers to a sentence; "Error: out of time" where that takes too long.

        Raises:
            EOFError: where it died, or does not stop when told to.
        """
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(f"{sentence}\n".encode())
            self._process.stdin.flush()
        except BrokenPipeError:
            raise EOFError from None
        try:
            return self._answer(seconds)
        except TimeoutError:
            self._process.send_signal(signal.SIGINT)
        try:
            self._answer(_LONGEST / 10)
        except TimeoutError:
            raise EOFError from None
        return "Error: out of time"

    def read(self, text: str, seconds: float) -> tuple[str, float]:
        """The first error in a text, "" where there is none, and the seconds of processor time that it took.

        What a text that fails has done is undone.
        """
        until, took, state = time.monotonic() + seconds, 0.0, self._state
        for sentence in sentences(text):
            answer = self.ask(sentence if sentence in "{}" else f"Time {sentence}", max(until - time.monotonic(), 0.0))
            took += sum(map(float, _TIME.findall(answer)))
            if "Error:" in answer:
                self.ask(f"BackTo {state}.")
                return " ".join(answer.partition("Error:")[2].split())[:160], took
        return "", took

    def _answer(self, seconds: float) -> str:
        assert self._process.stdout is not None
        until = time.monotonic() + seconds
        while not (prompt := _PROMPT.search(self._out)):
            if not select.select([self._process.stdout], [], [], max(until - time.monotonic(), 0))[0]:
                raise TimeoutError
            more = os.read(self._process.stdout.fileno(), 1 << 16)
            if not more:
                raise EOFError
            self._out += more
        answer, self._out = self._out[: prompt.start()], self._out[prompt.end() :]
        self._state = prompt.group(1).decode()
        return answer.decode("utf-8", "replace")


def sentences(text: str) -> Iterator[str]:
    """The sentences of a text, without remarks."""
    for found in re.finditer(r"[{}]|\S.*?\.(?=\s|$)", re.sub(r"\(\*.*?\*\)", "", text, flags=re.DOTALL), re.DOTALL):
        yield " ".join(found.group().split())


def rocq_versions() -> tuple[str, str]:
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


def check_folder(
    folder: Path, jobs: int = 1, seconds: float = 300.0, until: float | None = None,
    progress: Callable[[str, int, int], None] | None = None, before: dict[str, Any] | None = None,
) -> Opinion:  # fmt: skip
    """Check a folder that `export` wrote.

    What is proved stays proved: what the folder's own memory, or the table of an earlier run, `before`, tells of the
    same statement and the same versions, is not run again, whatever its proof was. A failure counts for the same proof
    and library alone, and is in the folder's memory only. `seconds` is what one part may take; after the moment
    `until`, none is begun.

    Raises:
        ParameterError: where the folder holds no export, or one since another table than `before`, or Rocq is not
            installed or can't read the library.
    """
    rocq, interval = rocq_versions()
    index = _index(folder)
    built = folder / _BUILT
    make_folder(built)
    read_by = f"{rocq} {interval}"
    if not {*index["kept"]} <= {*(before["claims"] if before and read_by == _reader(before) else ())}:
        raise ParameterError(f"DIR = {str(folder)!r}: was exported since a table, by {read_by}: --table must be that")
    parts = _parts(folder, index["claims"])
    below = _compiled(LIBRARY, folder, built)
    libraries = {LIBRARY: below, CHAINS: below + _compiled(CHAINS, folder, built)}
    if (folder / CLOSED).exists():
        libraries[CLOSED] = _built_foundations(folder, built)
    keys = {n: (_digest(read_by, p.said), _digest(read_by, libraries[p.library], p.text)) for n, p in parts.items()}
    # What a closed theorem says depends on the definitions.
    keys |= {n: (both[1], both[1]) for n, both in keys.items() if parts[n].library == CLOSED}
    memory, axioms = _memory(folder)
    found = _told(before, read_by, parts, keys)
    axioms |= set(before["axioms"] if before and (found or index["kept"]) else ())
    found |= {name: memory[key] for name, both in keys.items() for key in both[::-1] if key in memory}
    # The names of relations are digests: what is done when a run ends early is as good as drawn by chance.
    tasks = [
        batch
        for library, most in _BATCH.items()
        for batch in _batches(
            sorted(n for n, p in parts.items() if n not in found and p.library == library), most, jobs
        )
    ]
    begun, lock = count(1), Lock()

    def begin(name: str) -> None:
        if progress:
            progress(name, next(begun), sum(map(len, tasks)))

    def work(batch: list[str]) -> None:
        results, below = judged([parts[name] for name in batch], built, seconds, until, begin)
        entries = [{"name": n, "key": keys[n][one.found != "proved"], **asdict(one)} for n, one in results.items()]
        with lock, (folder / RESULTS).open("a", encoding="utf-8") as store:
            found.update(results)
            axioms.update(below)
            store.write(json.dumps({"axioms": below, "parts": entries}) + "\n")

    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(work, tasks))
    read = {name: said for name, (said, _) in keys.items()}
    return Opinion(rocq, interval, index, found, read, tuple(sorted(axioms)))


def _digest(*told: str) -> str:
    return hashlib.sha256("\n".join(told).encode()).hexdigest()[:16]


def _batches(names: list[str], most: int, jobs: int) -> Iterator[list[str]]:
    size = max(1, min(most, -(-len(names) // jobs)))
    for start in range(0, len(names), size):
        yield names[start : start + size]


def _parts(folder: Path, claims: dict[str, Any]) -> dict[str, RocqPart]:
    """What the folder holds for Rocq to read, by name."""
    found = {}
    for id_ in claims:
        for module, library in ((module_of(id_), LIBRARY), (theorems_of(id_), CHAINS)):
            path = folder / f"{module}.v"
            if path.exists():
                for name, text in blocks_of(path.read_text(encoding="utf-8")).items():
                    found[name] = RocqPart(name, text, library)
    if (path := folder / CLOSED).exists():
        found |= {
            name: RocqPart(name, text, CLOSED) for name, text in blocks_of(path.read_text(encoding="utf-8")).items()
        }
    return found


def blocks_of(text: str) -> dict[str, str]:
    """The parts of a file by the relation or theorem that each proves."""
    parts = _MARK.split(text)[1:]
    return {name: mark + part for mark, name, part in zip(parts[::3], parts[1::3], parts[2::3], strict=True)}


def _compiled(name: str, folder: Path, built: Path) -> str:
    """Have a library compiled, if it isn't yet; its text."""
    library = (folder / name).read_text(encoding="utf-8")
    if not (built / name).exists() or (built / name).read_text(encoding="utf-8") != library:
        write_whole(built / name, library)
        if name == LIBRARY:
            # What rests on it is of the old one.
            (built / CHAINS).unlink(missing_ok=True)
        done = compiled(built / name)
        if done.returncode:
            (built / name).unlink()
            told = " ".join(done.stderr.split())[-160:]
            raise ParameterError(f"{folder / name}: Rocq does not accept the library: {told}")
    return library


def compiled(path: Path, built: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run coqc on a file, with the libraries that are built in a folder, by default its own."""
    command = [*_DEEP, "coqc", "-q", "-w", "none", *_paths(path.parent if built is None else built), str(path)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def _paths(built: Path) -> tuple[str, ...]:
    below = built / FOLDER
    return ("-R", str(built), "Ratecheck", *(("-R", str(below), "Foundations") if below.exists() else ()))


def _preamble(built: Path, library: str) -> str:
    """What is read before the parts that go by a library."""
    if library == CLOSED:
        return (built / CLOSED).read_text(encoding="utf-8").partition("(*")[0]
    return f"From Ratecheck Require Import {Path(library).stem}.\nOpen Scope R_scope."


def _built_foundations(folder: Path, built: Path) -> str:
    """Have the foundations compiled, a file after the other; the texts of all.

    Raises:
        ParameterError: where Rocq does not accept one.
    """
    source, below = folder / FOLDER, built / FOLDER
    make_folder(below)
    whole, fresh_ = "", False
    for name in (source / PROJECT).read_text(encoding="utf-8").split():
        if not name.endswith(".v"):
            continue
        text, path = (source / name).read_text(encoding="utf-8"), below / name
        whole += text
        fresh_ = fresh_ or not path.exists() or path.read_text(encoding="utf-8") != text
        if fresh_:
            write_whole(path, text)
            done = compiled(path, built)
            if done.returncode:
                path.unlink()
                raise ParameterError(
                    f"{source / name}: Rocq does not accept it: {' '.join(done.stderr.split())[-160:]}"
                )
    write_whole(built / CLOSED, (folder / CLOSED).read_text(encoding="utf-8"))
    return whole


def _told(
    before: dict[str, Any] | None, read_by: str, parts: dict[str, RocqPart], keys: dict[str, tuple[str, str]]
) -> dict[str, Found]:
    """What a table tells of what is said here too: a relation's name is a digest of what it says."""
    if before is None or read_by != _reader(before):
        return {}
    found: dict[str, Found] = {}
    for entry in before["claims"].values():
        for name, seconds in zip(relations_of(entry), seconds_of(entry), strict=True):
            if name not in before["not proved"] and name in parts and named(parts[name].stated) == name:
                date = min(entry["date"], found[name].date) if name in found else entry["date"]
                found[name] = Found("proved", date, seconds)
        for name, told in entry.get("chains", {}).items():
            if told["found"] == "proved" and name in parts and told["read"] == keys[name][0]:
                found[name] = Found("proved", entry["date"], told["seconds"])
    return found


def _reader(before: dict[str, Any]) -> str:
    return f"{before['rocq']} {before['interval']}"


def _index(folder: Path) -> dict[str, Any]:
    try:
        document = json.loads((folder / INDEX).read_text(encoding="utf-8"))
        return {SCHEMA: {key: document[key] for key in ("claims", "kept", "closed")}}[document["schema"]]
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise ParameterError(
            f"DIR = {str(folder)!r}: must be a folder as `ratecheck export rocq` writes ({error!r})"
        ) from None


def _memory(folder: Path) -> tuple[dict[str, Found], set[str]]:
    """What the folder remembers of earlier runs, by key, and the axioms below."""
    found: dict[str, Found] = {}
    axioms: set[str] = set()
    if (folder / RESULTS).exists():
        for line in (folder / RESULTS).read_text(encoding="utf-8").splitlines():
            try:
                entry = json.loads(line)
                for p in entry["parts"]:
                    found[p["key"]] = Found(p["found"], p["date"], p["seconds"], (*p["axioms"],))
                axioms |= {*entry["axioms"]}
            except (ValueError, LookupError, TypeError):
                # The last line of a run that was killed.
                continue
    return found, axioms


def judged(
    parts: Iterable[RocqPart], built: Path, seconds: float, until: float | None = None,
    progress: Callable[[str], object] | None = None,
) -> tuple[dict[str, Found], list[str]]:  # fmt: skip
    """What Rocq says of parts that go by one library, and the axioms below those that it proves.

    A part that fails leaves nothing behind it. What is not begun at the moment `until` is not told of.
    """
    found: dict[str, Found] = {}
    axioms: list[str] = []
    waiting = [*parts]
    while waiting and _early(until):
        proved: list[RocqPart] = []
        with Rocq(built, waiting[0].library) as rocq:
            try:
                while waiting and _early(until):
                    part = waiting.pop(0)
                    found[part.name] = Found("failed: it died", _today())
                    if progress:
                        progress(part.name)
                    found[part.name] = _read(rocq, part, seconds)
                    proved += [part] if found[part.name].found == "proved" else []
                for part in proved:
                    if part.library == CLOSED:
                        found[part.name] = replace(found[part.name], axioms=(*_axioms(rocq, [part.name]),))
                axioms += _axioms(rocq, [part.name for part in proved])
            except EOFError:
                # What lies below those that were proved is not known: they are read again.
                for part in proved:
                    del found[part.name]
                waiting = proved + waiting
    return found, sorted({*axioms})


def _early(until: float | None) -> bool:
    return until is None or time.time() < until


def _today() -> str:
    return datetime.datetime.now(datetime.UTC).date().isoformat()


def _read(rocq: Rocq, part: RocqPart, seconds: float) -> Found:
    took = 0.0
    for text, why in ((part.lemma, ""), (part.text.removeprefix(part.lemma), "no point of the domain is shown: ")):
        error, more = rocq.read(text, seconds - took)
        took += more
        if error:
            return Found(f"failed: {why}{error}", _today(), round(took, 2))
    return Found("proved", _today(), round(took, 2))


def _axioms(rocq: Rocq, names: list[str]) -> list[str]:
    """The axioms below all that was proved, as `Print Assumptions` tells them of the whole."""
    # A name of its own each time: one that is taken would tell of what was asked before.
    whole = f"all_{next(_ASKED)}"
    rocq.ask(f"Definition {whole} := ({', '.join(['I', *names])}).")
    told = rocq.ask(f"Print Assumptions {whole}.")
    if "Axioms:" not in told and "Closed under" not in told:
        raise EOFError
    return [_whole_name(rocq, axiom) for axiom in _named(told)]


def _whole_name(rocq: Rocq, axiom: str) -> str:
    """An axiom by its file and its name: what is imported is told of by its name alone."""
    if "." in axiom:
        return axiom
    found = re.search(r"(?:Constant|Axiom) ([\w.]+)", rocq.ask(f"Locate {axiom}."))
    return ".".join(found[1].split(".")[-2:]) if found else axiom


def _named(out: str) -> Iterator[str]:
    for line in out.partition("Axioms:")[2].splitlines():
        if named := re.match(r"([A-Za-z_][\w.']*)( :|$)", line):
            yield named.group(1)


def run_table(found: Opinion, before: dict[str, Any] | None = None) -> dict[str, Any]:
    """What is kept of a run: of each claim its fingerprint, its relations and its chains, and what was not proved.

    A relation that the run did not reach counts as `waiting`. Claims that the export left out, since the table `before`
    tells of them as they are, are told of as they are there. Where an export without chains wrote a claim again, its
    statements at a numbered result wait.
    """
    kept = {id_: before["claims"][id_] for id_ in found.index["kept"]} if before else {}
    claims = dict(
        sorted({**kept, **{id_: _entry(found, entry) for id_, entry in found.index["claims"].items()}}.items())
    )
    for id_, entry in claims.items():
        told_at = _waiting(id_, before["claims"].get(id_, {})) if before and "chains" not in entry else {}
        claims[id_] = entry | told_at
    told = {**(before["not proved"] if before else {}), **found.told("relations")}
    names = sorted({name for entry in claims.values() for name in relations_of(entry)})
    not_proved = {name: told[name] for name in names if told.get(name, "proved") != "proved"}
    chains = [chain for entry in claims.values() for chain in entry.get("chains", {}).values()]
    earlier = before.get("closed", {}) if before else {}
    took = {n: s for entry in claims.values() for n, s in zip(relations_of(entry), seconds_of(entry), strict=True)}
    return {
        "schema": TABLE,
        "rocq": found.rocq,
        "interval": found.interval,
        "date": max((entry["date"] for entry in claims.values() if "date" in entry), default=""),
        "relations": _counts(told.get(name, "proved") for name in names),
        "chains": _counts(chain["found"] for chain in chains),
        "seconds": {
            "relations": round(sum(took.values())),
            "chains": round(sum(chain.get("seconds", 0.0) for chain in chains)),
        },
        "axioms": list(found.axioms),
        "not proved": not_proved,
        "closed": {**{name: told for name, told in earlier.items() if _is_named(found, name)}, **found.closed},
        "claims": claims,
    }


def _is_named(found: Opinion, name: str) -> bool:
    """Whether a theorem of an earlier table is one still; an export has all facts, and of claims those it was asked."""
    return name in found.index["closed"] or not name.startswith("fact__")


def _waiting(id_: str, earlier: dict[str, Any]) -> dict[str, Any]:
    """The numbered result at which a claim is and its statements, which wait; of one that is no more, the earlier."""
    claim = collect.claims().get(id_)
    if claim is None:
        result, names = earlier.get("result"), [*earlier.get("chains", {})]
    else:
        result, names = numbered_result(claim.location), [name for name, _ in statements_of(claim)]
    waiting = {name: {"found": "waiting"} for name in names}
    return {"result": str(result), "chains": waiting} if result and waiting else {}


def _entry(found: Opinion, said: dict[str, Any]) -> dict[str, Any]:
    """A claim in the table."""
    names = [*said["relations"], *said.get("theorems", {})]
    dates = [found.found[name].date for name in names if name in found.found]
    told = found.told("theorems")
    took = {name: one.seconds for name, one in found.found.items()}
    chains = {
        name: {"found": told[name]}
        | (
            {
                "read": found.read[name],
                "cites": " ".join(of["cites"]),
                "whole": of["whole"],
                "seconds": took.get(name, 0.0),
            }
            if "cites" in of and name in found.found
            else {}
        )
        for name, of in said.get("theorems", {}).items()
    }
    relations = {
        "relations": " ".join(name.removeprefix("rel_") for name in said["relations"]),
        "seconds": " ".join(f"{took.get(name, 0.0):g}" for name in said["relations"]),
    }
    return (
        {"fingerprint": said["fingerprint"]}
        | ({"date": max(dates)} if dates else {})
        | (relations if said["relations"] else {})
        | ({"result": said["result"]} if "result" in said else {})
        | ({"chains": chains} if "theorems" in said else {})
    )


def _counts(told: Iterable[str]) -> dict[str, int]:
    counts = Counter(map(kind_of, told))
    return {"all": counts.total(), **dict(sorted(counts.items()))}
