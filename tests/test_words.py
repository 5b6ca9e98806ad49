"""Texts for readers are in standard English: the worst idioms of this project's own are kept out of them.

A new kind of text (help, messages, pages) is one more entry of `texts`; a new idiom is one more of `IDIOMS`.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from verify.cli import commands

ROOT = Path(__file__).parent.parent
PACKAGES = ("notation", "lowerbounds", "upperbounds", "ratecheck", "verify")

IDIOMS: dict[str, tuple[str, str]] = {
    r"\b(?:to|at) (?:its|their) word\b": ("hold a paper to its word", "check its claims"),
    r"\bjoints? (?:in words|(?:that )?stands?)\b": ("a joint that stands in words", "informal step"),
    r"\bas a walk\b": ("its proof as a walk", "the proof, step by step"),
    r"\blean(?:s|t|ed|ing)? on\b": ("what leans on it", "depends on"),
    r"\bhangs? (?:on|together)\b": ("it hangs on the data", "depends on"),
    r"\bwhat (?:nobody|no one|none|no \w+) (?:can|beats)\b": ("what nobody can do with less", "lower bound"),
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
    r"\btakes none\b": ("the problem mean takes none", "is not an option of"),
    r"\bstands? in words\b": ("none stands in words", "informal"),
    r"\bmade again\b|\bdo(?:es)? it again\b": ("a command that does it again", "reproduce"),
    r"\busers who (?:all draw|differ)\b": ("for users who differ", "heterogeneous users"),
    r"\bbut for\b": ("all cells but for the last", "except for"),
    r"\bso many (?!that\b)": ("a mean of so many messages", "this many"),
    r"\bthat is none\b": ("a box that is none", "invalid"),
    r"\b(?:on|from) (?:one|a person)'s own\b": ("on a person's own data", "your own data"),
    r"\bcomes? on top\b": ("bias comes on top", "is added"),
    r"\bdo(?:es)? badly\b": ("laws near which it does badly", "has a large risk"),
    r"\bto spare\b": ("with Delta to spare", "with a margin of"),
    r"\btaken? for granted\b": ("nothing is taken for granted", "assumed"),
    r"\bsaid why\b": ("infinite, and said why", "with a reason"),
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
    found = {path.relative_to(ROOT).as_posix(): prose(path.read_text("utf-8")) for path in paths}
    # The text of a lesson stands in its comments.
    for path in sorted((ROOT / "verify" / "lessons").glob("*/*.py")):
        lines = (line for line in path.read_text("utf-8").splitlines() if line.startswith("#"))
        found[path.relative_to(ROOT).as_posix()] = prose("\n".join(line.lstrip("# ") for line in lines))
    return found


def helps() -> dict[str, str]:
    """The help of each command and of its options, in a group of each of its commands."""
    context = click.Context(commands, info_name="ratecheck", help_option_names=["-h", "--help"])
    found: dict[str, click.Command] = {"ratecheck": commands}
    for name in commands.list_commands(context):
        command = commands.get_command(context, name)
        assert command is not None
        found[f"ratecheck {name}"] = command
        if isinstance(command, click.Group):
            for problem in command.list_commands(context):
                one = command.get_command(context, problem)
                assert one is not None
                found[f"ratecheck {name} {problem}"] = one
    # A command keeps the option of help that it was first asked with.
    asked = {name: click.Context(one, context, name) for name, one in found.items()}
    return {name: command.get_help(asked[name]) for name, command in found.items()}


def literals(tree: ast.AST) -> Iterator[str]:
    """The string literals of a tree; a value that is put into one is shown as a dot."""
    within: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            within |= {id(part) for part in node.values}
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "." for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in within:
            yield node.value


def errors(source: str) -> list[str]:
    """The messages that a module raises as a ParameterError, or as another error of usage."""
    return [
        text
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Raise) and node.exc is not None
        for text in literals(node.exc)
    ]


def printed(source: str) -> list[str]:
    """All texts of a module that prints or draws: its string literals without docstrings and other bare strings."""
    tree = ast.parse(source)
    bare = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    kept = (node for node in ast.walk(tree) if not isinstance(node, ast.Module))
    dropped = {text for node in kept if id(node) in bare for text in literals(node)}
    return [text for text in literals(tree) if text not in dropped and " " in text]


def docstrings(source: str) -> list[str]:
    """The docstrings of a module, of its public classes and functions, and of its constants, without code and types."""
    tree = ast.parse(source)
    found = [
        ast.get_docstring(node) or ""
        for node in ast.walk(tree)
        if isinstance(node, ast.Module)
        or (isinstance(node, ast.ClassDef | ast.FunctionDef) and not node.name.startswith("_"))
    ]
    constants = ast.Module([node for node in tree.body[1:] if isinstance(node, ast.Expr)], [])
    return [re.sub(r"`[^`]*`|^[\w*, ]+ : .*$|^\w+$", "", text, flags=re.MULTILINE) for text in found] + [
        *literals(constants)
    ]


DOCUMENTED = ("ratecheck", "notation", "upperbounds", "lowerbounds", "verify/cli", "verify/study", "verify/study/risk")
"""Packages whose public docstrings are read, besides what they print."""

PRINTING = ("verify/cli", "verify/study", "verify/site", "verify/ledger", "verify/site/lessons", "verify/program.py")
"""Modules of which every string may be shown, not only the messages of errors."""


def sources() -> Iterator[Path]:
    """The modules of the packages, without those of papers, which have a test of their own."""
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            if "papers" not in path.relative_to(ROOT).parts:
                yield path


def shown_texts() -> Iterator[tuple[str, str]]:
    """Where and what: help, errors, texts of modules that print, and the pages' templates without their code."""
    yield from helps().items()
    for path in sources():
        name, source = path.relative_to(ROOT).as_posix(), path.read_text("utf-8")
        for text in printed(source) if name.startswith(PRINTING) else errors(source):
            yield name, text
    for path in sorted((ROOT / "verify" / "site" / "templates").glob("*.html")):
        yield path.relative_to(ROOT).as_posix(), page_text(path.read_text("utf-8"))
    for path in sorted((ROOT / "verify" / "ledger" / "template").glob("*.md")):
        yield path.relative_to(ROOT).as_posix(), prose(path.read_text("utf-8"))


def page_text(template: str) -> str:
    """A template's text: without tags and comments, and of its expressions the strings."""

    def strings(found: re.Match[str]) -> str:
        return " ".join(re.findall(r"'[^']*'|\"[^\"]*\"", found[0]))

    return re.sub(r"<[^>]*>", " ", re.sub(r"{[{%#].*?[}%#]}", strings, template, flags=re.DOTALL))


_OF_AUTHORS = "for those who write a fact or a statement in Python: it quotes the name of the argument or the test"
REMAINING: dict[tuple[str, str], str] = {
    ("verify/kernel/calculus/values.py", "'stress': write 'test cases'"): _OF_AUTHORS,
}
"""Idioms that stay in a text that users read: where, the words, and why."""


@pytest.mark.parametrize("name", texts())
def test_a_text_is_in_plain_words(name: str) -> None:
    assert idioms(texts()[name]) == []


def test_commands_errors_and_pages_are_in_plain_words() -> None:
    found = {(name, words): text for name, text in shown_texts() for words in idioms(text)}
    assert {at: text for at, text in found.items() if at not in REMAINING} == {}
    assert set(REMAINING) <= set(found), "a reason for what is gone"


@pytest.mark.parametrize(
    "folder",
    ["verify/papers", "verify/ours", "verify/kernel/calculus", "verify/study/experiments", "verify/kernel/statements"],
)
def test_claims_and_facts_are_in_plain_words(folder: str) -> None:
    # A short text that names one object may say in a clause what holds of it.
    dense = set(idioms("of who, of which, of whom"))
    found = {
        (path.relative_to(ROOT).as_posix(), words): text
        for path in sorted((ROOT / folder).rglob("*.py"))
        for text in printed(path.read_text("utf-8"))
        for words in idioms(text)
        if words not in dense
    }
    assert {at: text for at, text in found.items() if at not in REMAINING} == {}
    assert {at for at in REMAINING if at[0].startswith(f"{folder}/")} <= set(found), "a reason for what is gone"


def test_public_docstrings_are_in_plain_words() -> None:
    found = [
        (path.name, words)
        for package in DOCUMENTED
        for path in sorted((ROOT / package).rglob("*.py"))
        for text in docstrings(path.read_text("utf-8"))
        for words in idioms(text)
    ]
    assert found == []


def test_a_planted_idiom_is_found_in_each_kind_of_text() -> None:
    planted = "what leans on it"
    raised = f'raise ParameterError(f"{{name}}: {planted}")'
    assert idioms(*errors(raised))
    assert idioms(*printed(f'"""Not {planted}."""\nLABEL = "{planted}"'))
    assert printed(f'"""Not {planted}."""') == []
    assert idioms(" ".join(docstrings(f'def f():\n    """Is {planted}."""\n')))
    assert idioms(page_text(f"{{{{ '{planted}' if one }}}}<p>"))
    assert idioms(page_text("<p>what leans\non <b>it</b>"))
    assert {
        "ratecheck bound",
        "ratecheck show",
        "ratecheck plan regression",
        "ratecheck bound label-classification-local",
    } <= set(helps())
    assert "--same-law" in helps()["ratecheck estimate mean"]


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
