"""Names of pages and places in them: safe in a file system and in an address, and different for different ids."""

from verify.ledger.reading import Record


def page(id_: str) -> str:
    """The file name of a claim's page; every character beyond letters, digits, `.` and `-` is spelled out."""
    plain = "".join(c if c.isascii() and (c.isalnum() or c in ".-") else "~" if c == "/" else _spelled(c) for c in id_)
    return f"{plain}.html"


def anchor(id_: str) -> str:
    """An element's id for a claim."""
    return "c-" + page(id_).removesuffix(".html")


def leaned_on(entry: Record) -> list[str]:
    """The claims that a record's statements lean on, each once."""
    found = [id_ for side in ("printed", "corrected") if entry[side] for id_ in entry[side]["depends_on"]]
    return list(dict.fromkeys(found))


def _spelled(character: str) -> str:
    return f"={ord(character):x}="
