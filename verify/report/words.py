"""Plain words of the ledger with the signs that a page has and a keyboard lacks."""

import re
from collections.abc import Callable
from functools import cache

from markupsafe import Markup, escape

from notation.papers import papers

_GREEK = {
    **{"alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "eta": "η", "theta": "θ", "lambda": "λ"},
    **{"mu": "μ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "phi": "φ", "chi": "χ"},
    **{"Delta": "Δ", "Theta": "Θ", "Phi": "Φ"},
}
_PHRASES = {"<=": "≤", ">=": "≥", " -> ": " → ", " ~ ": " ≍ ", " ^ ": " ∧ ", "sqrt(": "√("}
_NORMS = {"inf": "ℓ∞", "1": "ℓ₁", "2": "ℓ₂"}
_RAISED = str.maketrans("+-0123456789", "⁺⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


@cache
def _signs() -> re.Pattern[str]:
    """What is set otherwise; ids of claims and options of the command line stay as they are typed."""
    return re.compile(
        rf"(?P<id>\b(?:{'|'.join(papers())})/\S+|--[a-z-]+)"
        r"|sqrt\((?P<root>\w+)\)"
        rf"|(?P<phrase>{'|'.join(map(re.escape, _PHRASES))})"
        rf"|(?<!\w)(?P<greek>{'|'.join(_GREEK)})(?!\w)"
        rf"|(?<!\w)l_(?P<norm>{'|'.join(_NORMS)})(?!\w)"
        r"|(?<![\w.])(?P<front>\d+(?:\.\d+)?)e(?P<ten>[+-]?\d+)(?!\w)"
        r"|\^(?P<power>-?\d+)(?!\w|[./]\d)"
    )


def told(text: str) -> str:
    """The text with its signs, Greek letters, powers and powers of ten as they are written by hand."""
    return _signs().sub(_sign, text)


def linked(text: str, address: Callable[[str], str | None]) -> Markup:
    """The text as `told`, with each id of a claim that has an address a link to it."""
    parts = [Markup("")]
    for number, part in enumerate(_ids().split(told(text))):
        # What ends a sentence ends no id.
        id_ = part.rstrip(".:;,'\"”’") if number % 2 else ""
        target = address(id_) if id_ else None
        parts.append(Markup('<a href="{}">{}</a>{}').format(target, id_, part[len(id_) :]) if target else escape(part))
    return Markup("").join(parts)


@cache
def _ids() -> re.Pattern[str]:
    return re.compile(rf"(\b(?:{'|'.join(papers())})/[^\s()\[\],]+)")


def _sign(found: re.Match[str]) -> str:
    for name, signs in (("phrase", _PHRASES), ("greek", _GREEK), ("norm", _NORMS)):
        if found[name]:
            return signs[found[name]]
    if found["root"]:
        return f"√{told(found['root'])}"
    if found["power"]:
        return found["power"].translate(_RAISED)
    if found["ten"]:
        front = "" if found["front"] == "1" else f"{found['front']}·"
        return f"{front}10{str(int(found['ten'])).translate(_RAISED)}"
    return found[0]
