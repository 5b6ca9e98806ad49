"""Whether a run file holds what the pages show; a report is made of it or refused in one line."""

from typing import Any

from notation.parameters import ParameterError
from verify.statements.claim import Severity
from verify.statements.outcome import Verdict

_WORDS = ("id", "paper", "location", "kind", "title", "note", "fingerprint")
_VERDICTS = {None, *(verdict.value for verdict in Verdict)}
_SEVERITIES = {None, *(severity.value for severity in Severity)}


def check_run(document: dict[str, Any]) -> None:
    """Raise ParameterError, naming the claim, where an entry has not the shape of a record."""
    for name, kind in (("versions", dict), ("profile", str), ("seed", int)):
        if not isinstance(document.get(name), kind):
            raise ParameterError(f"run: {name} is missing or no {kind.__name__}")
    if "ratecheck" not in document["versions"]:
        raise ParameterError("run: versions does not name ratecheck")
    seen: set[str] = set()
    for entry in document["claims"]:
        wrong = _wrong(entry)
        if wrong:
            raise ParameterError(f"run: claim {str(entry.get('id'))[:80]!r}: {wrong}")
        if entry["id"] in seen:
            raise ParameterError(f"run: claim {entry['id'][:80]!r} stands twice")
        seen.add(entry["id"])


def _wrong(entry: dict[str, Any]) -> str:
    """What is wrong with an entry; nothing where it is a record."""
    for name in _WORDS:
        if not isinstance(entry[name], str):
            return f"{name} is no text"
    if entry["printed"] is None and entry["corrected"] is None:
        return "it has no statement"
    if entry["severity"] not in _SEVERITIES:
        return "its severity is none"
    if entry["theorem_survives"] not in (None, True, False):
        return "theorem_survives is neither true, false nor null"
    if not all(isinstance(entry[name], str | None) for name in ("correction", "theorem")):
        return "its correction or theorem is no text"
    return next((told for side in ("printed", "corrected") if (told := _wrong_side(entry[side]))), "")


def _wrong_side(side: dict[str, Any] | None) -> str:
    if side is None:
        return ""
    if not isinstance(side["statement"], str):
        return "its statement is no text"
    if side["verdict"] not in _VERDICTS:
        return "its verdict is none"
    for name in ("depends_on", "hypotheses", "words"):
        if not isinstance(side[name], list) or not all(isinstance(told, str) for told in side[name]):
            return f"{name} is no list of texts"
    return _wrong_evidence(side["evidence"])


def _wrong_evidence(evidence: Any) -> str:  # noqa: PLR0911  # one return a defect
    if not isinstance(evidence, dict):
        return "its evidence is no object"
    judged = {"steps": ("claim", "verdict"), "parts": ("part", "verdict"), "crosschecks": ("crosscheck", "verdict")}
    for name, keys in judged.items():
        rows = evidence.get(name, [])
        if not isinstance(rows, list) or not all(isinstance(row, dict) and set(keys) <= set(row) for row in rows):
            return f"{name} of its evidence is no list of verdicts"
        if not all(isinstance(row[keys[0]], str) and row["verdict"] in _VERDICTS - {None} for row in rows):
            return f"{name} of its evidence holds what is no verdict"
    for name in ("textbook", "ratios", "risks", "spend", "tests"):
        if not isinstance(evidence.get(name, []), list):
            return f"{name} of its evidence is no list"
    if "chain" in evidence and not _is_display(evidence):
        return "chain of its evidence is no list of lines"
    for name in ("along", "exponents_left", "exponents_right"):
        if not isinstance(evidence.get(name, {}), dict):
            return f"{name} of its evidence is no object"
    return ""


def _is_display(told: Any) -> bool:
    """Whether a chain has a first line and lines, down to the chains beneath them."""
    return (
        isinstance(told, dict)
        and isinstance(told.get("given"), list)
        and isinstance(told.get("start"), dict)
        and isinstance(told["start"].get("latex"), str)
        and isinstance(told.get("chain"), list)
        and all(map(_is_line, told["chain"]))
    )


def _is_line(line: Any) -> bool:
    return (
        isinstance(line, dict)
        and line.get("op") in ("<=", "<", "==", ">=", ">")
        and isinstance(line.get("latex"), str)
        and all(isinstance(line.get(name), list) for name in ("because", "words", "beneath"))
        and all(map(_is_display, line["beneath"]))
    )
