"""A small run with every kind of evidence that the schema knows, for tests that damage it."""

from typing import Any

_TERM = {"term": "x", "latex": "x"}
_BENEATH = {
    "given": ["x > 0"],
    "start": _TERM,
    "chain": [{"op": "==", **_TERM, "because": ["algebra"], "words": [], "beneath": []}],
}
_CHAIN = [{"op": "<=", **_TERM, "because": ["a fact", "said"], "words": ["said"], "beneath": [_BENEATH]}]


def _side(verdict: str, evidence: dict[str, Any], below: tuple[str, ...] = ()) -> dict[str, Any]:
    return {
        "statement": r"x \le y",
        "conclusion": "x <= y",
        "hypotheses": ["x > 0"],
        "words": [],
        "verdict": verdict,
        "depends_on": list(below),
        "evidence": evidence,
    }


def _record(id_: str, printed: dict[str, Any] | None, corrected: dict[str, Any] | None = None) -> dict[str, Any]:
    refuted = printed is not None and printed["verdict"] == "refuted"
    paper, _, _ = id_.partition("/")
    return {
        "id": id_,
        "paper": paper,
        "location": "(1)",
        "kind": "inequality",
        "title": "A bound",
        "note": "",
        "fingerprint": "0123456789abcdef",
        "printed": printed,
        "corrected": corrected,
        "correction": "a factor of two" if refuted else None,
        "severity": "constant" if refuted else None,
        "root": None,
        "theorem": "zhao/def1" if refuted else None,
        "theorem_survives": True if refuted else None,
        "alpha": 0.0,
        "expected": {"printed": printed and printed["verdict"], "corrected": None},
    }


_ALONG = {
    "method": "along a family",
    "parameters": {"n": "k", "epsilon": "1/2"},
    "along": {"k": [10, 100]},
    "ratios": [1.5, 15.0],
    "note": "it grows",
    "left": [15.0, 15.0],
    "right": [1.5, 1.5],
    "constant": "2",
    "given": ["x > 0"],
    "given_latex": ["x > 0"],
    "start": _TERM,
    "chain": _CHAIN,
    "words": ["said"],
    "textbook": ["a fact"],
}
_NUMBERS = {
    "method": "every case",
    "set": "all n",
    "cases": 3,
    "parameters": {"n": [2, 4]},
    "risks": [0.5, 0.25],
    "left": [-1.0, -1.0],
    "right": [-1.0, -1.0],
    "left_exact": "-1",
    "right_exact": "-1",
    "slack": 0.0,
    "band": 0.1,
    "left_second_route": [-1.0, -1.0],
    "domain": "n >= 1",
    "reason": "",
    "shown": "first",
    "parts": [{"part": "first", "verdict": "checked", "method": None}],
    "crosscheck": "by hand",
    "crosschecks": [{"crosscheck": "by hand", "verdict": "checked", "set": None}],
    "steps": [{"claim": "zhao/def1", "verdict": "refuted"}],
    "exponents_left": {"n": "-1"},
    "exponents_right": {"n": "-2"},
    "spend": [{"users": "all", "spend": "1"}],
    "tests": [{"parameters": {"n": 2}, "z": 0.5, "z_planted": 9.0}],
}

RUN: dict[str, Any] = {
    "schema": "ratecheck/2",
    "seed": 0,
    "profile": "quick",
    "versions": {"ratecheck": "0.1.0", "python": "3.11"},
    "claims": [
        _record("zhao/def1", _side("refuted", _ALONG), _side("proved", {"method": "again"})),
        _record("kent/alg1", _side("checked", _NUMBERS, ("zhao/def1",))),
        _record("label/own", None, _side("open", {"method": "none", "reason": "too hard"})),
    ],
    "summary": {"claims": 3, "places": 0, "by_verdict": {"printed": {"checked": 1}}, "unexpected": []},
}
"""The second claim depends on the first."""
