"""Statements for a page: their LaTeX as MathML, in pieces that a narrow page can wrap; prose in them as prose."""

import re
from collections.abc import Container, Mapping
from functools import lru_cache
from xml.etree import ElementTree as ET

from latex2mathml.converter import convert
from markupsafe import Markup, escape

from verify.site.words import handwritten

SEPARATORS = (r"\ ", r"\quad", r"\qquad", r"\Rightarrow", r"\iff")
"""Where a formula may wrap, outside all brackets; the sign itself stays at the end of its piece."""

RELATIONS = (r"\le", r"\ge", "=", "<", ">", r"\lesssim", r"\gtrsim", r"\asymp", r"\sim", r"\to")
"""Where a long piece may wrap; the sign starts the next piece."""

LONG = 40
"""A piece of more characters than this wraps at relations too."""

_WIDE = 60
"""A piece of more characters than this, which may be wider than a telephone, wraps before each + and - as well."""

BROAD, BROADER, BROADEST = 26, 36, 44
"""A piece of more signs across than this is set smaller on a telephone, in three steps."""

SHEET = 85
"""A piece of more signs across than this is set smaller on paper, where none can scroll."""

_ALPHABET = re.compile(r"\\(mathcal|mathbb|mathbf|mathsf)\s*([A-Za-z0-9])")
_TOKEN = re.compile(r"\\[a-zA-Z]+|\\.|.", re.DOTALL)
_SPACES = r"(?:\\quad(?![a-zA-Z])|\\qquad(?![a-zA-Z])|\\[ ,;:]|\s)+"
_SPACES_BEFORE, _SPACES_AFTER = re.compile(rf"^{_SPACES}"), re.compile(rf"{_SPACES}$")
_OPENING, _CLOSING = {"{", "(", "[", r"\{", r"\lceil", r"\lfloor"}, {"}", ")", "]", r"\}", r"\rceil", r"\rfloor"}
_GROWING = set("()[]{}⌈⌉⌊⌋‖")
THIN = "0.17em"
_PRIMES = {"′", "″", "‴"}
_MENDED = {
    r"\arg": r"\operatorname{arg}",
    r"\!": "",
    r"\textstyle": "",
    r"\displaystyle": "",
    r"\#": r"\text{#}",
}
"""What latex2mathml lacks, or draws as an empty box."""

_ELEMENTS = {"math", "mrow", "mi", "mn", "mo", "mtext", "mspace", "mfrac", "msqrt", "mroot", "mstyle", "mpadded"} | {
    *("mphantom", "msub", "msup", "msubsup", "munder", "mover", "munderover", "mtable", "mtr", "mtd", "menclose"),
}
_ATTRIBUTES = {"accent", "accentunder", "columnalign", "columnlines", "columnspacing", "depth", "display", "fence"} | {
    *("displaystyle", "form", "height", "linethickness", "lspace", "mathvariant", "maxsize", "minsize", "width"),
    *("movablelimits", "rowspacing", "scriptlevel", "separator", "stretchy"),
}
"""What MathML may carry onto a page: no links, no styles, no names."""


@lru_cache(maxsize=8192)
def statement(latex: str, above: str = "") -> Markup:
    """The statement as flowing text and MathML; as LaTeX in a code element where the converter gives up.

    Each of several statements stands on a line of its own. What a letter stands for is told once, and not where it is
    told in the statement `above` already.
    """
    try:
        flow = Markup("<br/>").join(
            Markup("").join(_prose(p) if is_text else _spaced(p) for is_text, p in _pieces(part))
            for part in _each(latex, above)
        )
    except CONVERTER_ERRORS:
        return Markup('<code class="tex">{}</code>').format(latex)
    return Markup('<span class="statement">{}</span>').format(flow)


_WHERE = r"\quad \text{where } "
"""What stands, in a statement's LaTeX, before what its letters stand for."""


def _each(latex: str, above: str) -> list[str]:
    """The statements of several, without what a letter stands for where that is told before."""
    known = {letter for part in _cut(above, (";",), after=True) for letter in _letters(part)}
    found = []
    for part in _cut(latex, (";",), after=True):
        letters = _letters(part)
        new = [letter for letter in dict.fromkeys(letters) if letter not in known]
        known |= set(new)
        told = part.partition(_WHERE)[0] + (_WHERE + r",\ ".join(new) if new else "") + ";" * part.endswith(";")
        found.append(told if letters else part)
    return found


def _letters(part: str) -> list[str]:
    """What the letters of a statement stand for, each an equation."""
    told = part.partition(_WHERE)[2]
    return [_SPACES_AFTER.sub("", letter).rstrip(",; ") for letter in _cut(told, (r"\ ",), after=True) if letter]


def formula(latex: str) -> Markup:
    """One short formula, in one piece."""
    try:
        return _formula(latex)
    except CONVERTER_ERRORS:
        return Markup('<code class="tex">{}</code>').format(latex)


class _UnreadableError(ValueError):
    """The converter left a command or an empty formula behind."""


# What latex2mathml raises on LaTeX that it cannot read is not one family: besides its own, plain lookup errors.
CONVERTER_ERRORS = (Exception,)


def _prose(text: str) -> Markup:
    return escape(handwritten(re.sub(r"\s+", " ", text.replace(r"\%", "%").replace(r"\_", "_"))))


def _spaced(piece: str) -> Markup:
    """A piece of a formula; the spaces at its ends go into the text, where a line may break."""
    inner = _SPACES_BEFORE.sub("", _SPACES_AFTER.sub("", piece))
    if not inner:
        return Markup(" ")
    before = " " if _SPACES_BEFORE.match(piece) else ""
    after = " " if _SPACES_AFTER.search(piece) else ""
    return Markup("{}{}{}").format(before, _formula(inner), after)


_FORMULAS: dict[str, Markup] = {}
"""Formulas as MathML: a site has four times as many as different ones."""


def remember(formulas: Mapping[str, Markup]) -> None:
    """Take formulas that another process converted."""
    _FORMULAS.update(formulas)


def converted(known: Container[str] = ()) -> dict[str, Markup]:
    """The formulas that this process has converted or been told, without those that are known already."""
    return {latex: shown for latex, shown in _FORMULAS.items() if latex not in known}


def _formula(latex: str) -> Markup:
    if latex not in _FORMULAS:
        _FORMULAS[latex] = _mathml(latex)
    return _FORMULAS[latex]


def _mathml(latex: str) -> Markup:
    root = tree(latex)
    across = _signs_across(root)
    steps = {BROAD: "broad", BROADER: "broader", BROADEST: "broadest", SHEET: "wide"}
    if reached := [name for least, name in steps.items() if across > least]:
        root.set("class", reached[-1])
    # A sign that closes a tag stands in no text, where it would be spelled out.
    return Markup(ET.tostring(root, encoding="unicode").replace(" />", "/>"))


def _signs_across(element: ET.Element) -> float:
    """About how many signs of a line's size a formula is wide."""
    inside = [_signs_across(child) for child in element]
    if element.tag in ("mfrac", "munder", "mover", "munderover"):
        return max(inside)
    if element.tag in ("msub", "msup", "msubsup"):
        return inside[0] + 0.7 * max(inside[1:])
    return len(element.text or "") + sum(inside)


_RAISED = re.compile(r"([A-Za-z])''\^")
"""A power of a letter with two primes, which the converter takes for two powers."""


def tree(latex: str) -> ET.Element:
    """A formula as MathML, each sign with the room that it has around it; raises one of CONVERTER_ERRORS."""
    # Without braces the converter asks for a style that browsers do not draw; with them it writes the letter itself.
    braced = _ALPHABET.sub(r"\\\1{\2}", _RAISED.sub(r"{\1''}^", latex))
    mended = "".join(_MENDED.get(token, token) for token in _TOKEN.findall(braced))
    root = ET.fromstring(convert(mended))
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
        # The converter leaves what is escaped in a text as it is.
        element.text = element.text and element.text.replace(r"\_", "_")
        if element.tag not in _ELEMENTS:
            # The converter passes markup inside text commands on as it is.
            raise _UnreadableError(element.tag)
        element.attrib = {name: value for name, value in element.attrib.items() if name in _ATTRIBUTES}
        if element.text and element.text.startswith("\\"):
            element.text = _character(element.text)
    for element in list(root.iter()):
        _spell_out(element)
        _style_fraction(element)
    for element in root.iter():
        _mend_spaces(list(element), ("mi", "mo") if element.tag in ("math", "mrow", "msqrt") else ("mi",))
    for element in list(root.iter()):
        _lighten(element)
    for element in list(root.iter()):
        # Brackets that grow do so of themselves, and no browser draws a fence as anything else.
        element.attrib.pop("fence", None)
        if element.tag == "mo" and element.text in _GROWING and element.get("stretchy") == "true":
            element.attrib.pop("stretchy")
            element.attrib.pop("form", None)
        _join_letters(element)
        _drop_rows(element)
    root.attrib.pop("display", None)
    return root


def _join_letters(row: ET.Element) -> None:
    """Make one word of upright letters side by side, which the converter writes one by one; it is upright by itself."""
    word: ET.Element | None = None
    for element in list(row):
        upright = element.tag == "mi" and element.get("mathvariant") == "normal"
        if upright and word is not None:
            word.text = f"{word.text}{element.text}"
            word.attrib.pop("mathvariant", None)
            row.remove(element)
        else:
            word = element if upright else None


def _drop_rows(element: ET.Element) -> None:
    """Put what stands alone in a row in the row's place: the converter writes a row around every script and letter."""
    for place in range(len(element)):
        while element[place].tag == "mrow" and len(element[place]) == 1:
            element[place] = element[place][0]


_HIGH = {"mfrac", "msqrt", "mroot", "mtable", "munder", "munderover"}
_LARGE = {"∑", "∏", "∫"}
"""What brackets around it grow with."""


def _lighten(element: ET.Element) -> None:
    """Leave out what a browser does of itself, rows within rows of their own; brackets that do not grow become letters.

    Browsers leave room next to an operator that could grow, and saying at each bracket that it may not is long.
    """
    while element.tag in ("math", "mrow", "msqrt") and len(element) == 1 and _is_plain_row(element[0]):
        row = element[0]
        element.remove(row)
        element.extend(list(row))
    low = not any(inner.tag in _HIGH or inner.text in _LARGE for inner in element.iter())
    for child in element:
        if child.tag == "mo" and child.text in _GROWING and (low or child.get("stretchy") == "false"):
            child.tag, child.attrib = "mi", {}


def _is_plain_row(element: ET.Element) -> bool:
    return element.tag == "mrow" and not element.attrib


_TALL = {"mfrac", "msqrt", "mroot", "msup", "msubsup"}


def _spell_out(element: ET.Element) -> None:
    """exp(...) for a power of e whose exponent has a fraction, a root or a power within another."""
    if element.tag != "msup" or "".join(element[0].itertext()) != "e" or _depth(element[1]) < _DEEP:
        return
    exponent = element[1]
    name, opening, closing = ET.Element("mi"), ET.Element("mo"), ET.Element("mo")
    name.text, opening.text, closing.text = "exp", "(", ")"
    for child in list(element):
        element.remove(child)
    element.tag = "mrow"
    element.extend([name, opening, exponent, closing])


_DEEP = 2


def _style_fraction(element: ET.Element) -> None:
    """A small fraction says so itself: the style that the converter puts around it would be large in an exponent."""
    if element.tag == "mstyle" and len(element) == 1 and element[0].tag == "mfrac":
        element.tag, style, inner = "mfrac", element.get("displaystyle"), element[0]
        element.attrib = {"displaystyle": style} if style else {}
        element[:] = list(inner)


def _depth(element: ET.Element) -> int:
    """How many fractions, roots and powers stand within each other."""
    return (element.tag in _TALL) + max((_depth(child) for child in element), default=0)


def _mend_spaces(row: list[ET.Element], names: tuple[str, ...]) -> None:
    """A sign in front of a number, a slash and a bar have no room around them; the converter does not tell.

    Elements of `names` with a word in them are names of functions: under an index the name has room of its own.
    """
    before: ET.Element | None = None
    for element, following in zip(row, [*row[1:], None], strict=False):
        # What a power of e was spelled out to stands in a row of its own.
        name = element[0] if element.tag == "mrow" and len(element) and element[0].text == "exp" else element
        if name.tag in names and len(name.text or "") > 1 and (name.text or "").isalpha():
            _make_function(name, before, following if name is element else None)
        if element.tag == "msup" and element[1].text and set(element[1].text) <= _PRIMES:
            # The sign is high in its font already: as a superscript it is raised twice, and small.
            element.tag = "mrow"
            element[1].tag, element[1].attrib = "mo", {"lspace": "0", "rspace": "0"}
        if element.tag == "mo" and element.text == "/":
            # No browser stretches it.
            element.attrib = {"lspace": "0", "rspace": "0"}
        if element.tag == "mo" and element.text == "|":
            element.attrib |= {"lspace": "0", "rspace": "0", "stretchy": "false"}
        starts = before is None or (before.tag == "mo" and before.text not in (")", "]", "}", "|", "!", "*", "′"))
        if element.tag == "mo" and element.text in ("−", "-", "+", "±", "∓") and starts:
            # In front it has no room of itself; and the first of a row stands in front of itself.
            element.attrib = {"form": "prefix"} if before is not None or len(row) == 1 else {}
        before = element


def _make_function(element: ET.Element, before: ET.Element | None, following: ET.Element | None) -> None:
    """The name of a function with room before it, and after it unless a bracket opens: with room, an operator."""
    before_it = "0" if before is None or (before.tag == "mo" and before.text not in (")", "]", "}")) else THIN
    opens = following is not None and following.tag == "mrow" and "".join(following.itertext())[:1] in _GROWING
    after_it = "0" if following is None or following.tag == "mo" or opens else THIN
    element.tag, element.attrib = "mi", {}
    if THIN in (before_it, after_it):
        element.tag = "mo"
        element.attrib = {"lspace": before_it, "rspace": after_it}


def _character(command: str) -> str:
    """The character for a delimiter that the converter passes on as a command."""
    known = {r"\{": "{", r"\}": "}", r"\lceil": "⌈", r"\rceil": "⌉", r"\lfloor": "⌊", r"\rfloor": "⌋", r"\|": "‖"}
    if command not in known:
        raise _UnreadableError(command)
    return known[command]


def _pieces(latex: str) -> list[tuple[bool, str]]:
    """(is prose, text) in order: top-level `text` commands apart, formulas cut where they may wrap."""
    found: list[tuple[bool, str]] = []
    for is_text, part in texts(latex):
        if is_text:
            found.append((True, part))
            continue
        for piece in _cut(part, SEPARATORS, after=True):
            short = [piece] if len(piece) <= LONG else _cut(piece, RELATIONS, after=False)
            for number, s in enumerate(short):
                listed = _cut(s, (",",), after=True, depth=1) if len(s) > LONG and _is_list(s) else _terms(s)
                found += [(False, t if number == place == 0 else rf"\ {t}") for place, t in enumerate(listed)]
    return found


def _terms(piece: str) -> list[str]:
    """The terms of a wide sum; without something before it a + would be that of +1, and after a relation it is."""
    if len(piece) <= _WIDE:
        return [piece]
    found = [""]
    for term in _cut(piece, ("+", "-"), after=False):
        if found[-1].strip() in ("", *RELATIONS):
            found[-1] += term
        else:
            found.append(f"{{}}{term}")
    return [part for term in found for part in _opened(term)]


def _opened(term: str) -> list[str]:
    """A term too wide for a telephone in parts: the sums in its outer brackets are cut, which then have one height."""
    tokens = _TOKEN.findall(term)
    held = 0
    for place, token in enumerate(tokens):
        held += (token == "{") - (token == "}")
        if held or not _grows(tokens, place, _OPENING):
            continue
        end = _right(tokens, place)
        head, inner, tail = ("".join(part) for part in (tokens[:place], tokens[place + 2 : end], tokens[end + 2 :]))
        parts = _terms(inner)
        parts = parts if len(parts) > 1 else _cut(inner, (",",), after=True)
        rest = _opened(tail) if tail else [""]
        if len(parts) == 1 or _signs_across(tree(term)) <= BROADER:
            return [term.removesuffix(tail) + rest[0], *rest[1:]]
        first = rf"{head}\Big{tokens[place + 1]}{parts[0]}"
        return [first, *parts[1:-1], rf"{parts[-1]}\Big{tokens[end + 1]}{rest[0]}", *rest[1:]]
    return [term]


def _grows(tokens: list[str], place: int, brackets: set[str]) -> bool:
    """Whether a bracket of these, of its own height, starts here."""
    return tokens[place] in (r"\left", r"\right", r"\Big", r"\big") and tokens[place + 1] in brackets


def _right(tokens: list[str], left: int) -> int:
    """Where the bracket that starts at `left` ends."""
    depth = 0
    for place in range(left, len(tokens) - 1):
        depth += _grows(tokens, place, _OPENING) - _grows(tokens, place, _CLOSING)
        if depth == 0:
            return place
    raise _UnreadableError("a bracket is not closed")


def texts(latex: str) -> list[tuple[bool, str]]:
    """(is prose, text) in order: the formula cut at its top-level text commands, and at long ones in one bracket."""
    found, plain = [], ""
    tokens = _TOKEN.findall(latex)
    depth, place, bars, held = 0, 0, 0, 0
    while place < len(tokens):
        token = tokens[place]
        # One bar within brackets, as in a divergence of P from Q, is no pair that something stands between.
        bars += depth == 0 and token in ("|", r"\|")
        # What braces and growing brackets hold stays in one piece.
        held += (token in ("{", r"\left")) - (token in ("}", r"\right"))
        if token == r"\text" and held == 0 and depth <= 1 and bars % 2 == 0 and tokens[place + 1 : place + 2] == ["{"]:
            end = _closing(tokens, place + 1)
            if depth == 1 and end - place < LONG // 2:
                plain += "".join(tokens[place : end + 1])
                place = end + 1
                continue
            found += [(False, plain), (True, "".join(tokens[place + 2 : end]))]
            plain, place = "", end + 1
            continue
        depth += _step(tokens, place)
        plain += token
        place += 1
    found.append((False, plain))
    return [(is_text, part) for is_text, part in found if part.strip()]


def _closing(tokens: list[str], opening: int) -> int:
    depth = 0
    for place in range(opening, len(tokens)):
        depth += (tokens[place] == "{") - (tokens[place] == "}")
        if depth == 0:
            return place
    raise _UnreadableError("a brace is not closed")


def _step(tokens: list[str], place: int) -> int:
    """How a token changes the depth of brackets; half-open intervals close what they open."""
    token = tokens[place]
    return (token in _OPENING or token == r"\begin") - (token in _CLOSING or token == r"\end")


def _is_list(latex: str) -> bool:
    """Whether it is a list in brackets, as the hypotheses after a conclusion are."""
    bare = _SPACES_BEFORE.sub("", latex)
    return bare.startswith("(") and r",\ " in bare


def _cut(latex: str, signs: tuple[str, ...], *, after: bool, depth: int = 0) -> list[str]:
    """The formula cut after (or before) each sign that stands within `depth` brackets: by itself, outside all."""
    tokens = _TOKEN.findall(latex)
    pieces, inside_left, within, depth, bars = [""], 0, depth, 0, 0
    for place, token in enumerate(tokens):
        inside_left += (token == r"\left") - (token == r"\right")
        outside = depth == within and inside_left == 0
        outside = outside and not _holds_on(tokens, place)
        bars += outside and token == "|"
        sign = outside and token in signs and bars % 2 == 0
        if sign and not after:
            pieces.append("")
        pieces[-1] += token
        if sign and after:
            pieces.append("")
        depth += _step(tokens, place)
    # Brackets or bars that do not match are none to judge by.
    return pieces if depth == 0 and inside_left == 0 and bars % 2 == 0 else [latex]


def _holds_on(tokens: list[str], place: int) -> bool:
    """Whether a sign belongs to what stands before it: the comma of a command's index, a bound's script."""
    return place > 0 and tokens[place - 1] in ("_", "^", r"\left", r"\right", r"\Big", r"\big")
