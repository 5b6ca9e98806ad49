"""Plain words of the ledger with the signs that a page has and a keyboard lacks."""

import re
from functools import cache

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
