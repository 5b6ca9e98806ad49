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
_FAR = 300
"""A power of ten from which on a number is told as beyond it: floats end soon after."""
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
        r"|(?<![\w.−-])(?P<front>\d+(?:\.\d+)?)e(?P<ten>[+-]?\d+)(?!\w)"
        r"|\^(?P<power>-?\d+)(?!\w|[./]\d)"
    )


def told(text: str) -> str:
    """The text with its signs, Greek letters, powers and powers of ten as they are written by hand."""
    return _signs().sub(_sign, text)


def headed(text: str) -> str:
    """The text with a capital at its start, unless it starts with a letter of mathematics or a name."""
    first = re.match(r"[a-z]{2,}(?![\w(^/])", text)
    if text.startswith("a ") or (first and first[0] not in (*_GREEK, "ln", "log", "exp", "inf", "sup", "min", "max")):
        return text[:1].upper() + text[1:]
    return text


def typeset(text: str) -> Markup:
    """The text as `told`, with indices and exponents where they belong: n_l, e^(epsilon/2)."""
    parts, end = [Markup("")], 0
    written = told(text)
    for found in _scripts().finditer(written):
        parts.append(escape(written[end : found.start()]))
        end = found.end()
        if found["id"]:
            parts.append(escape(found[0]))
        elif found["index"]:
            tag = Markup("<i>{}</i><sub>{}</sub>")
            parts.append(tag.format(found["letter"], typeset(_bare(found["index"]))))
        else:
            parts.append(Markup("<sup>{}</sup>").format(typeset(_bare(found["power"]))))
    return Markup("").join([*parts, escape(written[end:])])


def _bare(script: str) -> str:
    """What a script says, without the brackets that only a keyboard needs."""
    return script[1:-1] if script[:1] in ("(", "{") else script


@cache
def _scripts() -> re.Pattern[str]:
    """Indices of single letters, and exponents; names of functions and files, and ids, have neither."""
    inner = r"\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)"
    return re.compile(
        rf"(?P<id>\b(?:{'|'.join(papers())})/\S+|\b\w+(?:\.\w+)+\b|--[a-z-]+)"
        rf"|(?<![\w.])(?P<letter>[A-Za-zΑ-ω])_(?P<index>\{{[^{{}}]*\}}|[A-Za-zΑ-ω]{{1,3}}(?!\w)|\d{{1,2}}(?!\w))"
        rf"|(?<=[\w)\]|}}′])\^(?P<power>{inner}|\{{[^{{}}]*\}}|[-−]?(?:\d+|[A-Za-zΑ-ω]{{1,3}}))(?![\w^])"
    )


def linked(text: str, address: Callable[[str], str | None]) -> Markup:
    """The text as `typeset`, with each id of a claim that has an address a link to it."""
    parts = [Markup("")]
    for number, part in enumerate(_ids().split(told(text))):
        # What ends a sentence ends no id.
        id_ = part.rstrip(".:;,'\"”’") if number % 2 else ""
        target = address(id_) if id_ else None
        link = Markup('<a href="{}">{}</a>{}').format(target, id_, part[len(id_) :]) if target else None
        parts.append(link if link is not None else escape(part) if number % 2 else typeset(part))
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
    if found["ten"] and abs(int(found["ten"])) >= _FAR:
        return (
            f"> 10{str(_FAR).translate(_RAISED)}" if int(found["ten"]) > 0 else f"< 10⁻{str(_FAR).translate(_RAISED)}"
        )
    if found["ten"]:
        front = "" if found["front"] == "1" else f"{found['front']}·"
        return f"{front}10{str(int(found['ten'])).translate(_RAISED)}"
    return found[0]
