"""Names of pages and places in them: safe in a file system and in an address, and different for different ids."""

import re

from verify.ledger.reading import Record


def page(id_: str) -> str:
    """The file name of a claim's page; every character beyond letters, digits, `.` and `-` is spelled out."""
    plain = "".join(c if c.isascii() and (c.isalnum() or c in ".-") else "~" if c == "/" else _spelled(c) for c in id_)
    return f"{plain}.html"


def anchor(id_: str) -> str:
    """An element's id for a claim."""
    return "c-" + page(id_).removesuffix(".html")


def leaned_on(entry: Record) -> list[str]:
    """The claims that a record's statements depend on, each once."""
    found = [id_ for side in ("printed", "corrected") if entry[side] for id_ in entry[side]["depends_on"]]
    return list(dict.fromkeys(found))


def _spelled(character: str) -> str:
    return f"={ord(character):x}="


_KINDS = r"(?:thm|prop|cor|lemma|alg)"
"""How the ids of numbered results begin, and of the algorithms that they are about."""


def result_name(result: str, id_: str) -> str:
    """A numbered result, and which of its claims, where that is not the whole: Theorem 6 (i) · lower."""
    key = id_.partition("/")[2].removeprefix("own/")
    found = re.match(rf"{_KINDS}[\d.]+([ivx]+|[ab])?(?:[-/](.*))?$", key)
    last = key.rpartition("/")[2]
    case, part = found.groups() if found else (None, "" if re.match(_KINDS, last) else last)
    return result + (f" ({case})" if case else "") + (f" · {part.replace('/', ', ')}" if part else "")
