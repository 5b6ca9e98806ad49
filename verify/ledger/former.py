"""Ids that claims had before: `show`, `verify` and the rest take them for one more release."""

from notation.papers import papers


def former() -> dict[str, str]:
    """The former ids of all papers' claims, with those of now."""
    return {old: new for paper in papers().values() for old, new in paper.former.items()}


def current(id_: str) -> str:
    """The id that a claim has now; one that was never changed, and a pattern, as it is."""
    return former().get(id_, id_)
