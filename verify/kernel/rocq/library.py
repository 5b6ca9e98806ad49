"""The library of definitions and theorems for Rocq: which of its lemmas proves which fact of the calculus."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from pathlib import Path


def folder() -> Path:
    """Where its files are; `closed_facts.txt` has a line for each fact that is proved there: fact, lemma and file."""
    # A function: a path would make the fingerprints of what uses it those of one machine.
    return Path(str(resources.files("verify.kernel.rocq"))) / "foundations"


@cache
def proofs(within: Path | None = None) -> dict[str, str]:
    """The lemma of each fact that the table lists, where the file that it names proves one of that name."""
    within = folder() if within is None else within
    table = within / "closed_facts.txt"
    rows = [line.split("\t") for line in table.read_text("utf-8").splitlines()] if table.is_file() else []
    return {row[0]: row[1] for row in rows if len(row) == 3 and proves(within / row[2], row[1])}


@cache
def theorems(within: Path | None = None) -> dict[str, str]:
    """By what it says, its words one space apart: each theorem that `closed_results.txt` lists and its file proves."""
    within = folder() if within is None else within
    table = within / "closed_results.txt"
    lines = table.read_text("utf-8").splitlines() if table.is_file() else []
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    return {said: row[1] for row in rows if len(row) == 3 and (said := _said(within / row[2], row[1]))}


def _said(file: Path, lemma: str) -> str:
    """What a lemma of this name says; empty where the file does not prove it."""
    stated = rf"^(?:Lemma|Theorem|Corollary|Proposition)\s+{re.escape(lemma)}\s*:(.*?)\.\s+Proof\b"
    found = re.search(stated, _code(file), re.MULTILINE | re.DOTALL)
    return " ".join(found[1].split()) if found is not None and proves(file, lemma) else ""


def proves(file: Path, lemma: str) -> bool:
    """Whether a file states a lemma of this name and ends its proof: no `Admitted`, no `Axiom`."""
    stated = rf"^\s*(?:Lemma|Theorem|Corollary|Proposition)\s+{re.escape(lemma)}\b.*?\b(Qed|Defined|Admitted|Abort)\."
    found = re.search(stated, _code(file), re.MULTILINE | re.DOTALL)
    return found is not None and found[1] in ("Qed", "Defined")


@cache
def _code(file: Path) -> str:
    """A file's text without remarks."""
    return re.sub(r"\(\*.*?\*\)", "", file.read_text("utf-8"), flags=re.DOTALL) if file.is_file() else ""
