"""Texts for readers are in standard English: the worst idioms of this project's own are kept out of them.

A new kind of text (help, messages, pages) is one more entry of `texts`; a new idiom is one more of `IDIOMS`.
"""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

IDIOMS: dict[str, tuple[str, str]] = {
    r"\b(?:to|at) (?:its|their) word\b": ("hold a paper to its word", "check its claims"),
    r"\bjoints? (?:in words|(?:that )?stands?)\b": ("a joint that stands in words", "informal step"),
    r"\bas a walk\b": ("its proof as a walk", "the proof, step by step"),
    r"\blean(?:s|t|ed|ing)? on\b": ("what leans on it", "depends on"),
    r"\bhangs? (?:on|together)\b": ("it hangs on the data", "depends on"),
    r"\bwhat (?:nobody|no one) (?:can|beats)\b": ("what nobody can do with less", "lower bound"),
    r"\bno estimator can beat\b": ("what no estimator can beat", "lower bound"),
    r"\bsays? (?:something|nothing)\b": ("the bound says nothing", "is trivial"),
    r"\bone law\b": ("draw from one law", "i.i.d. users"),
    r"\bkinds of users\b": ("two kinds of users", "mixture components"),
    r"\bchances?\b": ("with chance 1/2", "probability"),
    r"\banew\b": ("drawn anew", "again"),
    r"\b(?:rooms?|house)\b": ("the rooms of the house", "packages"),
    r"\btwins?\b": ("a small twin", "duplicate"),
    r"\b(?:tells?|told) of\b": ("what is told of it", "reports"),
    r"\bstress(?:es|ed)?\b": ("a second stress", "test cases"),
    r"\bsayings?\b": ("a saying", "textual claim"),
    r"\bhold(?:s|ing)? \w+ against\b": ("hold it against a set", "compare with"),
    r"\bheld (?:\w+ )?against\b": ("is held against", "compared with"),
    r"\bbeside\b": ("beside the lock", "next to"),
    r"\bwhat falls\b": ("what falls if this falls", "claims that depend on it"),
    r"\bnobody read\b": ("nobody read standard output", "broken pipe"),
    r"\b(?:she|hers?)\b": ("her message", "they"),
    r"\bof (?:who|which|whom)\b": ("each of which", "two sentences"),
    r"\bis not built\b": ("it is not built", "unknown"),
}
"""Each with an example, and what to write instead."""


def idioms(text: str) -> list[str]:
    """The idioms in a text, each with what to write instead."""
    words = " ".join(text.split())
    return [
        f"{found[0]!r}: write {instead!r}"
        for pattern, (_, instead) in IDIOMS.items()
        for found in re.finditer(pattern, words, re.IGNORECASE)
    ]


def prose(markdown: str) -> str:
    """A Markdown page without its fenced blocks and code, which show what commands print."""
    return re.sub(r"`[^`]*`", "", re.sub(r"^```.*?^```", "", markdown, flags=re.MULTILINE | re.DOTALL))


def texts() -> dict[str, str]:
    """All texts that are looked at, by name."""
    pages = [
        *("README.md", "CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md"),
        *("examples/README.md", "reports/README.md", "reports/coverage.md"),
    ]
    paths = [ROOT / page for page in pages] + sorted((ROOT / "docs").glob("*.md"))
    paths += sorted((ROOT / ".github").rglob("*.md"))
    return {path.relative_to(ROOT).as_posix(): prose(path.read_text("utf-8")) for path in paths}


@pytest.mark.parametrize("name", texts())
def test_a_text_is_in_plain_words(name: str) -> None:
    assert idioms(texts()[name]) == []


def test_the_newest_changes_are_in_plain_words() -> None:
    entries = (ROOT / "CHANGELOG.md").read_text("utf-8").split("\n## ")[1]
    head = entries.split("### Earlier")[0]
    assert len(head) < len(entries)
    assert idioms(prose(head)) == []


@pytest.mark.parametrize("pattern", IDIOMS)
def test_each_idiom_is_found(pattern: str) -> None:
    example, instead = IDIOMS[pattern]
    assert idioms(f"This is\n{example}.") != []
    assert idioms(f"This is {instead}.") == []
