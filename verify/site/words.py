"""Plain words of the ledger with the signs that a page has and a keyboard lacks."""

import re
from collections.abc import Callable
from functools import lru_cache

from markupsafe import Markup, escape

from notation.papers import papers, per_ledger

_GREEK = {
    **{
        "alpha": "α",
        "beta": "β",
        "gamma": "γ",
        "delta": "δ",
        "epsilon": "ε",
        "eps": "ε",
        "eta": "η",
        "iota": "ι",
        "theta": "θ",
        "kappa": "κ",
        "lambda": "λ",
    },
    **{"mu": "μ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "phi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω"},
    **{"Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Phi": "Φ"},
}
_PHRASES = {
    "<=": "≤",
    ">=": "≥",
    " -> ": " → ",
    " ~ ": " ≍ ",
    " ^ ": " ∧ ",
    "sqrt(": "√(",
    " - ": " − ",
    "+-": "±",
    "!=": "≠",
    "||": "‖",
}
_NORMS = {"inf": "ℓ∞", "1": "ℓ₁", "2": "ℓ₂"}
_MARKS = {"hat": "\u0302", "bar": "\u0304"}
_FAR = 300
"""A power of ten from which on a number is told as beyond it: floats end soon after."""
_RAISED = str.maketrans("+-0123456789", "⁺⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


@per_ledger
def _signs() -> re.Pattern[str]:
    """What is set otherwise; ids of claims and options of the command line stay as they are typed."""
    return re.compile(
        rf"(?P<id>\b(?:{'|'.join(papers())})/\S+|--[a-z-]+)"
        r"|sqrt(?:\((?P<root>\w+)\)| (?P<of>\w+))"
        r"|(?:\^|\*\*)(?P<power>-?\d+)(?!\w|[./]\d)"
        r"|(?P<power_sign>\*\*)|(?P<times>(?<=[\w)])\*(?=[\w(]))"
        rf"|\b(?P<under>{'|'.join(_GREEK)}|[ABD-SUVX-Zk])(?P<mark>hat|bar)(?![a-zA-Z])"
        r"|(?P<hat>(?<=[A-Za-zΑ-ω])\^(?=_\w|[ ,)]|$))"
        r"|(?P<infinite>(?:(?<=[=+-])|(?<=[=>] ))infinity\b)"
        r"|(?P<less>(?:(?<=epsilon)|(?<=\([A-Za-z])|(?<![^\s(\[{,=/|]))-(?=\d+(?![\w.]*e)|sqrt|[A-Z](?!\w)))"
        rf"|(?P<phrase>{'|'.join(map(re.escape, _PHRASES))})"
        rf"|(?:(?<!\w)|(?<=\W[A-Za-z]_)|(?<=^[A-Za-z]_))(?P<greek>{'|'.join(_GREEK)})(?![^\W_])"
        rf"|(?<!\w)l_(?P<norm>{'|'.join(_NORMS)})(?!\w)"
        r"|(?:(?<![\w.)\]−-])(?P<minus>[-−])|(?<![\w.−-]))(?P<front>\d+(?:\.\d+)?)e(?P<ten>[+-]?\d+)(?!\w)"
    )


def handwritten(text: str) -> str:
    """The text with its signs, Greek letters, powers and powers of ten as they are written by hand."""
    return _told(text, _signs())


@lru_cache(maxsize=1 << 14, typed=True)
def _told(text: str, signs: re.Pattern[str]) -> str:
    # The cache tells markup from text of the same letters, which is not escaped yet.
    return signs.sub(_sign, text)


def headed(text: str) -> str:
    """The text with a capital at its start, unless it starts with a letter of mathematics or a name."""
    first = re.match(r"[a-z]{2,}(?![\w(^/])", text)
    if text.startswith("a ") or (first and first[0] not in (*_GREEK, "ln", "log", "exp", "inf", "sup", "min", "max")):
        return text[:1].upper() + text[1:]
    return text


ARXIV = "https://arxiv.org/abs/"
"""What links may leave the site for: a paper that is judged, in the version that is judged."""


def sourced(version: str) -> Markup:
    """A paper's version; an identifier of arXiv leads there."""
    parts = re.split(r"(arXiv:\d{4}\.\d{4,5}(?:v\d+)?)", version)
    links = [Markup('<a href="{}{}">{}</a>').format(ARXIV, part.removeprefix("arXiv:"), part) for part in parts[1::2]]
    return Markup("").join(link for pair in zip(map(escape, parts[::2]), [*links, ""], strict=True) for link in pair)


def typeset(text: str) -> Markup:
    """The text as `handwritten`, with indices and exponents where they belong: n_l, e^(epsilon/2)."""
    return _typeset(handwritten(text), _scripts())


@lru_cache(maxsize=1 << 14, typed=True)
def _typeset(written: str, scripts: re.Pattern[str]) -> Markup:
    parts, end = [Markup("")], 0
    for found in scripts.finditer(written):
        parts.append(escape(written[end : found.start()]))
        end = found.end()
        if found["id"]:
            parts.append(escape(found[0]))
        elif found["under"]:
            parts.append(Markup("<sub>{}</sub>").format(typeset(_bare(found["under"]))))
        elif found["index"]:
            tag = Markup("<i>{}</i><sub>{}</sub>")
            # A norm's ball has a capital letter; of a small one the index is an infimum.
            infimum = found["index"] == "inf" and found["letter"].islower()
            parts.append(tag.format(found["letter"], "inf" if infimum else typeset(_bare(found["index"]))))
        else:
            parts.append(Markup("<sup>{}</sup>").format(typeset(_bare(found["power"]))))
    return Markup("").join([*parts, escape(written[end:])])


def sketched(text: str) -> Markup:
    """The text as `typeset`, for words in a drawing, where indices and exponents are moved spans."""
    parts, end = [Markup("")], 0
    for found in _SCRIPT_TAGS.finditer(shown := str(typeset(text))):
        parts.append(Markup(shown[end : found.start()]))
        end = found.end()
        down = 4 if found["tag"] == "sub" else -5
        inner = Markup(_TAGS.sub("", found["inner"]))
        # The next span moves back; it needs a character, and this one has no width.
        moved = Markup('{}<tspan class="script" dy="{}">{}</tspan><tspan dy="{}">\u200b</tspan>')
        parts.append(moved.format(found["letter"] or "", down, inner, -down))
    return Markup("").join([*parts, Markup(shown[end:])])


_TAGS = re.compile(r"</?(?:i|sub|sup)>")
_SCRIPT_TAGS = re.compile(
    r"(?:<i>(?P<letter>\w\u0302?)</i>)?<(?P<tag>su[bp])>(?P<inner>(?:[^<]|<(?!/su[bp]))*(?:</sub>[^<]*)?)</(?P=tag)>"
)


def _bare(script: str) -> str:
    """What a script says, without the brackets that only a keyboard needs, and with proper minus signs."""
    bare = script[1:-1] if script[:1] in ("(", "{") else "∞" if script == "inf" else script
    return re.sub(r"(?<![A-Za-z]{2})-", "−", bare)


@per_ledger
def _scripts() -> re.Pattern[str]:
    """Indices of single letters, and exponents; names of functions and files, and ids, have neither."""
    inner = r"\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)"
    return re.compile(
        rf"(?P<id>\b(?:{'|'.join(papers())})/\S+|\b\w+(?:\.\w+)+\b|--[a-z-]+)"
        rf"|(?<![\w.])(?P<letter>[A-Za-zΑ-ω][\u0302\u0304]?)_(?P<index>\{{[^{{}}]*\}}|{inner}|[A-Za-zΑ-ω]{{1,3}}\d?(?![A-Za-z0-9_Α-ω])|\d{{1,2}}(?![A-Za-z0-9_Α-ω])|\+(?!\w))"
        rf"|(?<=[‖|)\]])_(?P<under>{inner}|[A-Za-zΑ-ω]{{1,3}}(?![A-Za-z0-9_Α-ω])|\d(?![A-Za-z0-9_Α-ω])|\+(?!\w))"
        rf"|(?:(?<=[\w)\]|}}′'‖])|(?<=_\+))\^(?P<power>[-−]?{inner}|\{{[^{{}}]*\}}|\*|[-−]?(?:\d+|[A-Za-zΑ-ω]{{1,3}}))(?![\w^])"
    )


def linked(text: str, address: Callable[[str], str | None]) -> Markup:
    """The text as `typeset`, with each id of a claim, or name with a hyphen, that has an address a link to it."""
    parts = [
        (_link(part, address) or typeset(part)) if number % 2 else typeset(part)
        for number, part in enumerate(_linkable().split(handwritten(text)))
    ]
    return Markup("").join(parts)


def relinked(shown: Markup, address: Callable[[str], str | None]) -> Markup:
    """Markup without links, in which each id of a claim that has an address becomes one."""
    return Markup(_ids().sub(lambda found: _link(found[0], address) or found[0], shown))


def _link(word: str, address: Callable[[str], str | None]) -> Markup | None:
    """The link that an id of a claim is, None where it has no address; what ends a sentence ends no id."""
    id_ = word.rstrip(".:;,'\"”’")
    target = address(id_)
    return Markup('<a href="{}">{}</a>{}').format(target, id_, word[len(id_) :]) if target else None


@per_ledger
def _linkable() -> re.Pattern[str]:
    return re.compile(rf"{_ids().pattern[:-1]}|(?<![\w/.-])[a-z]+(?:-[a-z0-9]+)+(?![\w/-]))")


@per_ledger
def _ids() -> re.Pattern[str]:
    return re.compile(rf"(\b(?:{'|'.join(papers())})/[^\s()\[\],<]+)")


def _sign(found: re.Match[str]) -> str:
    for name, signs in (("phrase", _PHRASES), ("greek", _GREEK), ("norm", _NORMS)):
        if found[name]:
            return signs[found[name]]
    if root := found["root"] or found["of"]:
        return f"√{handwritten(root)}"
    if found["mark"] or found["power"]:
        return (
            handwritten(found["under"]) + _MARKS[found["mark"]] if found["mark"] else found["power"].translate(_RAISED)
        )
    for name, sign in (("power_sign", "^"), ("times", " "), ("hat", "\u0302"), ("infinite", "∞"), ("less", "−")):
        if found[name]:
            return sign
    if found["ten"]:
        return _power_of_ten(found["front"], int(found["ten"]), bool(found["minus"]))
    return found[0]


def _power_of_ten(front: str, ten: int, negative: bool) -> str:
    sign = "−" if negative else ""
    if abs(ten) >= _FAR:
        # Beyond 10^300 a negative number is below, and one next to 0 above.
        beyond = ">" if (ten > 0) != negative else "<"
        return f"{beyond} {sign}10{str(_FAR if ten > 0 else -_FAR).translate(_RAISED)}"
    front = "" if front == "1" else f"{front}·"
    return f"{sign}{front}10{str(ten).translate(_RAISED)}"
