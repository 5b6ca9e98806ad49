"""Mathematics for a terminal: LaTeX as Unicode text in one line, which says the same as the formula.

A fraction, a root and a power have brackets wherever the line would otherwise be read as another formula.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from xml.etree import ElementTree as ET

from verify.site.mathematics import CONVERTER_ERRORS, THIN, texts, tree

_RAISED = dict(
    zip("0123456789+-−=()abcdefghijklmnoprstuvwxyz", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ", strict=True)
)
_LOWERED = dict(zip("0123456789+-−=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", strict=True))
_PRIMES = set("′″‴*†")
_ACCENTS = {"^": "\u0302", "ˆ": "\u0302", "~": "\u0303", "˜": "\u0303", "¯": "\u0304", "―": "\u0304", "_": "\u0304"} | {
    "˙": "\u0307", "¨": "\u0308", "ˇ": "\u030c", "→": "\u20d7",
}  # fmt: skip
_WORDS = {"^": "hat", "ˆ": "hat", "~": "tilde", "˜": "tilde", "¯": "bar", "―": "bar", "_": "bar"}
_ROOM = set("∀~=<>≤≥≲≳≍∼≃≈≠≡→↦∈∉⊂⊆⇒⇔⟹⟺∝≪≫+−-±∓×·⋅∪∩∧∨⊗⊕∖≔⩽⩾⟂⊥")
"""Signs with a space on either side."""

_LOOSE = _ROOM - set("×·⋅")
"""Signs that bind less than a fraction."""

_OPENING, _CLOSING = "([{⌈⌊⟨", ")]}⌉⌋⟩"
_BARS = "|∣‖"
_BRACKETS = dict(zip(_CLOSING, _OPENING, strict=True))


@lru_cache(maxsize=4096)
def unicode_text(latex: str) -> str:
    """The formula as text; as LaTeX where it can't be read."""
    try:
        parts = [_prose(part) if prose else _text(tree(part)) for prose, part in texts(latex)]
    except CONVERTER_ERRORS:
        return latex
    return _tidied("".join(parts))


def _tidied(text: str) -> str:
    """One space where there are several, none inside brackets, before a comma or after a sign in front."""
    # Both forms of the letter are one letter.
    text = re.sub(r" +", " ", re.sub(r";(?=\S)", "; ", text)).replace("ϵ", "ε")
    text = re.sub(r"(?<=[(\[{⌊⌈]) | (?=[)\]},;⌋⌉])", "", text)
    return re.sub(r"((?:^|[(\[{,;=<>≤≥∈]) ?)− ", r"\1−", text).strip()


def _prose(latex: str) -> str:
    return re.sub(r"\s+", " ", latex.replace(r"\%", "%").replace(r"\_", "_"))


def _text(element: ET.Element) -> str:
    """An element as text."""
    if element.tag in _SHAPES:
        return _SHAPES[element.tag](list(element))
    if element.tag in _LEAVES:
        return _LEAVES[element.tag](element)
    if len(element):
        return _row(list(element))
    # Some relations come as identifiers.
    return _sign(element) if element.text in _ROOM else (element.text or "").replace("\u00a0", " ")


def _space(element: ET.Element) -> str:
    return "" if element.get("width", "0").startswith(("0", "-")) else " "


def _sign(element: ET.Element) -> str:
    sign = (element.text or "").strip()
    if element.get("form") == "prefix":
        if not sign.isalpha():
            return sign
        before = " " if element.get("lspace") == THIN else ""
        return before + sign + (" " if element.get("rspace") == THIN else "")
    if sign in _ROOM:
        return f" {sign} "
    if sign == "∣":
        return " | "
    return f"{sign} " if sign in {",", ";"} else sign


def _row(elements: list[ET.Element]) -> str:
    """Elements side by side: a fraction among factors in brackets, and a space where two would be read as one."""
    told = ""
    upright = False
    for place, element in enumerate(elements):
        text = _text(element)
        if _is_fraction(element):
            before = elements[place - 1] if place else None
            after = elements[place + 1] if place + 1 < len(elements) else None
            if _binds(before, _OPENING) or _binds(after, _CLOSING):
                text = f"({text})"
        if text.startswith("(") and place and _is_function(elements[place - 1]):
            told = told.rstrip()
        word = _is_upright(element)
        told += " " * (_touch(told, text) and not (upright and word)) + text
        upright = word
    return told


def _touch(before: str, after: str) -> bool:
    """Whether two texts would be read as one: a number, a word, or a script with what stands after it."""
    if not before or not after:
        return False
    scripted = before[-1] in _SCRIPTS or re.search(r"[_^][^\W_]$|√\w+$", before)
    if after[0] == "(":
        return bool(re.search(r"[_^][^\W_]$", before))
    if after[0].isdigit():
        return bool(before[-1].isdigit() or before[-1] == ")" or scripted)
    number = before[-1].isdigit() and re.match(r"[^\W\d_]{2}", after)
    return after[0].isalpha() and bool(before[-1].isalpha() or before[-1] == ")" or scripted or number)


def _is_upright(element: ET.Element) -> bool:
    """Whether an element is a letter of a word: words come letter by letter."""
    return element.tag == "mi" and element.get("mathvariant") == "normal"


def _is_sign(element: ET.Element) -> bool:
    """Whether an element is a sign: brackets that do not grow come as identifiers."""
    return element.tag == "mo" or (element.tag == "mi" and element.text in {*_OPENING, *_CLOSING, *_BARS})


def _is_function(element: ET.Element) -> bool:
    return element.tag == "mo" and (element.text or "").isalpha()


def _binds(neighbour: ET.Element | None, harmless: str) -> bool:
    """Whether what stands next to a fraction would be read into it."""
    while neighbour is not None and neighbour.tag in {"mrow", "mstyle", "msup", "msub", "msubsup"} and len(neighbour):
        # Of a bracket with an exponent it is the bracket that stands there.
        neighbour = neighbour[0]
    if neighbour is None or neighbour.tag == "mspace":
        return False
    sign = (neighbour.text or "").strip() if _is_sign(neighbour) else ""
    if not sign:
        return neighbour.tag != "mtext"
    return sign not in _LOOSE and sign not in harmless and sign not in {",", ";", ":", ".", "|", "∣", "‖"}


def _is_fraction(element: ET.Element) -> bool:
    while element.tag in {"mrow", "mstyle"} and len(element) == 1:
        element = element[0]
    return element.tag == "mfrac" and element.get("linethickness") != "0"


def _fraction(element: ET.Element) -> str:
    top, bottom = (_text(part).strip() for part in element)
    if element.get("linethickness") == "0":
        return f"{_whole(top)} choose {_whole(bottom)}"
    return f"{_factor(top)}/{_whole(bottom)}"


def _is_bracketed(text: str) -> bool:
    """Whether one pair of brackets holds all of the text."""
    if not text or text[0] not in _OPENING or _BRACKETS.get(text[-1]) != text[0]:
        return False
    depth = 0
    for place, character in enumerate(text):
        depth += (character in _OPENING) - (character in _CLOSING)
        if depth == 0:
            return place == len(text) - 1
    return False


_SCRIPTS = "".join(dict.fromkeys([*_RAISED.values(), *_LOWERED.values(), *_ACCENTS.values(), *_PRIMES]))
_ATOM = re.compile(rf"(?:\d+(?:\.\d+)?|[^\W\d_])(?:[{re.escape(_SCRIPTS)}]|_[^\W_])*")


def _whole(text: str) -> str:
    """The text as one thing: in brackets unless it is a number, a letter, a root, a call, or in brackets already."""
    inner = re.sub(r"^(?:√|[^\W\d_]{2,}(?=\())", "", text)
    return text if _ATOM.fullmatch(inner) or _is_bracketed(inner) else f"({text})"


def _factor(text: str) -> str:
    """The text above a slash: in brackets where it holds a sign that binds less, or takes all that follows."""
    depth = 0
    if re.search(r"[∑∏∫∐]|[^\W\d_]{2,}(?:_[^\W_]|_\([^()]*\))? ", text) and not _is_bracketed(text):
        return f"({text})"
    for character in text:
        depth += (character in _OPENING) - (character in _CLOSING)
        if depth == 0 and (character in _LOOSE or character in "/,|∣"):
            return f"({text})"
    return text


def _script(text: str, sign: str, known: dict[str, str]) -> str:
    """A script by its own characters where they all exist, else after a sign."""
    text = text.strip().replace(" + ", "+").replace(" − ", "−").replace(" = ", "=")
    if not text:
        return ""
    if set(text) <= _PRIMES:
        return text
    if set(text) <= set(known):
        return "".join(known[c] for c in text)
    return f"{sign}{text}" if len(text) == 1 or text.isdigit() or _is_bracketed(text) else f"{sign}({text})"


def _raised(parts: list[ET.Element]) -> str:
    return _whole_base(parts[0]) + _script(_text(parts[1]), "^", _RAISED)


def _lowered(parts: list[ET.Element]) -> str:
    return _whole_base(parts[0]) + _script(_text(parts[1]), "_", _LOWERED)


def _both(parts: list[ET.Element]) -> str:
    return _whole_base(parts[0]) + _scripts(parts)


def _scripts(parts: list[ET.Element]) -> str:
    return _script(_text(parts[1]), "_", _LOWERED) + _script(_text(parts[2]), "^", _RAISED)


def _whole_base(base: ET.Element) -> str:
    text = _text(base).strip()
    if base.tag == "mtext" or _is_sign(base) or (text.isalpha() and (base.tag == "mi" or all(map(_is_upright, base)))):
        return text
    return _whole(text) if text else ""


def _over(parts: list[ET.Element]) -> str:
    base, sign = _text(parts[0]).strip(), _text(parts[1]).strip()
    if sign in _ACCENTS:
        return base + _ACCENTS[sign] if len(base) == 1 else f"{_WORDS.get(sign, sign)}({base})"
    return f"{base}{_script(sign, '^', {})} "


def _under(parts: list[ET.Element]) -> str:
    return f"{_text(parts[0]).strip()}{_script(_text(parts[1]), '_', _LOWERED)} "


def _under_over(parts: list[ET.Element]) -> str:
    return f"{_text(parts[0]).strip()}{_scripts(parts)} "


def _root(parts: list[ET.Element]) -> str:
    return f"{_whole(_text(parts[0]).strip())}^(1/{_whole(_text(parts[1]).strip())})"


def _square_root(parts: list[ET.Element]) -> str:
    return f"√{_whole(_row(parts).strip())}"


def _table(rows: list[ET.Element]) -> str:
    return "; ".join(", ".join(filter(None, (_text(cell).strip(" ,") for cell in row))) for row in rows)


_LEAVES: dict[str, Callable[[ET.Element], str]] = {
    "mfrac": _fraction,
    "mspace": _space,
    "mphantom": lambda _: "",
    "mo": _sign,
}
_SHAPES: dict[str, Callable[[list[ET.Element]], str]] = {
    "msup": _raised,
    "msub": _lowered,
    "msubsup": _both,
    "mover": _over,
    "munder": _under,
    "munderover": _under_over,
    "msqrt": _square_root,
    "mroot": _root,
    "mtable": _table,
}
