"""Findings to send or to put into a text of one's own: a letter, LaTeX, BibTeX, Markdown; with their fingerprints."""

import re
from collections.abc import Callable, Sequence
from datetime import date
from itertools import groupby
from textwrap import wrap

from notation.papers import papers
from verify.ledger.errata import STANDS, counterexample
from verify.ledger.findings import Finding
from verify.ledger.reading import Record

_ESCAPES = {
    **{character: f"\\{character}" for character in "#$%&_{}"},
    "\\": r"\textbackslash{}",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
}
_MARKS = re.compile(r"([\\`*_{}\[\]<>#|$~])")


def latex(found: Sequence[Finding], release: str) -> str:
    """A list to \\input: it needs amsmath, amssymb, and an engine that reads UTF-8."""
    lines = [r"% needs \usepackage{amsmath, amssymb}", r"\begin{description}"]
    for finding in found:
        entry = finding.root
        at, numbers = map(_tex, counterexample(entry))
        lines += [
            rf"\item[{_tex(entry['id'])}] {_tex(_place(finding))}: {_tex(entry['title'])} ({_tex(finding.severity)}).",
            rf"  Printed: \[{_display(entry['printed']['statement'])}\]",
            f"  Counterexample: {at}{'; ' if numbers else ''}{numbers}.",
        ]
        if entry["corrected"]:
            verdict = entry["corrected"]["verdict"]
            lines.append(rf"  Corrected ({verdict}): \[{_display(entry['corrected']['statement'])}\]")
        if entry["correction"]:
            lines.append(f"  {_tex(_sentence(entry['correction']))}")
        lines += [f"  {_tex(_sentence(_stands(finding)))}", f"  {_tex(_source(finding, release))}"]
    return "\n".join([*lines, r"\end{description}"])


def bibtex(found: Sequence[Finding], release: str) -> str:
    """An entry a finding, by the name ratecheck:ID."""
    return "\n\n".join(
        "\n".join(
            [
                f"@misc{{ratecheck:{re.sub(r'[^A-Za-z0-9./+:-]', '-', finding.root['id'])},",
                "  author = {{The ratecheck developers}},",
                f"  title = {{{{{_tex(finding.root['title'])}}}}},",
                f"  howpublished = {{ratecheck {release}, finding {_tex(finding.root['id'])}}},",
                f"  note = {{On {_tex(_place(finding))}. {_tex(finding.severity.capitalize())}; "
                f"{_tex(_stands(finding))}. Fingerprint {finding.root['fingerprint']}}},",
                "}",
            ]
        )
        for finding in found
    )


def markdown(found: Sequence[Finding], release: str) -> str:
    """A section a finding, with mathematics between dollars."""
    lines: list[str] = []
    for finding in found:
        entry = finding.root
        at, numbers = map(_marked, counterexample(entry))
        lines += [
            f"## {_marked(entry['id'])}: {_marked(entry['title'])}",
            "",
            f"{_marked(_place(finding))}. Severity: {finding.severity}.",
            "",
            f"Printed: ${_display(entry['printed']['statement'])}$",
            "",
            f"Counterexample: {at}{'; ' if numbers else ''}{numbers}",
            "",
        ]
        if entry["corrected"]:
            verdict = entry["corrected"]["verdict"]
            lines += [f"Corrected ({verdict}): ${_display(entry['corrected']['statement'])}$", ""]
        if entry["correction"]:
            lines += [_marked(_sentence(entry["correction"])), ""]
        lines += [_marked(_sentence(_stands(finding))), "", _marked(_source(finding, release)), ""]
    return "\n".join(lines).rstrip()


_WIDTH = 78


def letter(found: Sequence[Finding], release: str) -> str:
    """A letter to the authors of each paper, in plain text that can be mailed; who writes has to be filled in."""
    # What reads LaTeX takes a moment to load.
    from verify.site.names import page
    from verify.site.terminal import unicode_text

    def paragraph(text: str, label: str = "", indent: str = "") -> str:
        behind = indent + " " * (len(label) and 4)
        lines = wrap(label + text, _WIDTH, initial_indent=indent, subsequent_indent=behind, break_on_hyphens=False)
        return "\n".join(lines) + "\n"

    letters = []
    for key, group in groupby(sorted(found, key=lambda f: f.root["paper"]), lambda f: str(f.root["paper"])):
        paper, told = papers()[key], list(group)
        count = f"{len(told)} statement{'s do' if len(told) > 1 else ' does'} not hold as printed"
        lines = [
            paragraph(paper.authors, "To: "),
            "From: [your name and address]\n",
            f"Date: {date.today().isoformat()}\n",
            paragraph(f"{paper.title}. {paper.version}", "About: "),
            "Dear authors,\n",
            paragraph(
                f"in the version named above, {count}, as far as we can see. For each, this letter gives its place, "
                "what the paper says, where it fails, a corrected statement with its verdict, and what follows for the "
                "theorem. A later version may have corrected it. Please tell us where we misread you: reply to "
                "this letter, or open an issue 'a judgement is wrong'."
            ),
            paragraph(
                f"All was computed by ratecheck {release}; the commands under each item compute it again and print its "
                "BibTeX entry. Left and right are the two sides of the statement as judged."
            ),
        ]
        for number, finding in enumerate(told, 1):
            entry = finding.root
            at, numbers = counterexample(entry)
            printed = entry["printed"]
            corrected = entry["corrected"]
            rows = {
                "The paper says: ": unicode_text(printed.get("says") or printed["statement"]),
                "Judged: ": unicode_text(printed["statement"]) if printed.get("match") != "same" else "",
                "It fails: ": f"{at}{'; ' if numbers else ''}{numbers}",
                "Note: ": entry["note"],
                **(_parts(corrected, unicode_text) if corrected else {}),
                "What changes: ": _sentence(entry["correction"]) if entry["correction"] else "",
                "What follows: ": _sentence(_stands(finding)),
            }
            # A command, and the name of a page, stay in one line.
            whole = (
                f"  Again: ratecheck verify {entry['id']}\n",
                f"  Cite: ratecheck errata {entry['id']} --format bibtex\n",
                f"  Page: errata/{page(entry['id'])} of the report; fingerprint {entry['fingerprint']}\n",
            )
            lines.append(paragraph(f"{number}. {entry['location']}: {entry['title']} ({finding.severity})."))
            lines += [*(paragraph(text, label, "  ") for label, text in rows.items() if text), *whole]
        letters.append("\n".join([*lines, "With kind regards\n", "[your name]"]))
    return "\n\n\n".join(letters)


def _parts(side: Record, mathematics: Callable[[str], str]) -> dict[str, str]:
    """A corrected statement by the parts of its layout, the conclusion first; whole where it has no layout."""
    layout, name = side.get("layout"), f"Corrected ({side['verdict']}): "
    if not layout:
        return {name: mathematics(side["statement"])}
    parts = {name: "conclusions", "  If: ": "conditions", "  Let: ": "setting", "  Where: ": "where"}
    parts["  Domain: "] = "domain"
    return {label: "; ".join(map(mathematics, layout[part])) for label, part in parts.items()}


FORMS: dict[str, Callable[[Sequence[Finding], str], str]] = {
    "letter": letter,
    "latex": latex,
    "bibtex": bibtex,
    "markdown": markdown,
}
"""By name."""


def _place(finding: Finding) -> str:
    return f"{papers()[finding.root['paper']].citation}, {finding.root['location']}"


def _stands(finding: Finding) -> str:
    theorem = finding.root["theorem"]
    told = STANDS[finding.root["theorem_survives"]]
    return f"the theorem{f' ({theorem})' if theorem else ''} {'' if told == STANDS[True] else 'is '}{told}"


def _source(finding: Finding, release: str) -> str:
    return f"ratecheck {release}, {finding.root['id']}, fingerprint {finding.root['fingerprint']}."


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:].rstrip(".") + "."


def _display(statement: str) -> str:
    """A statement in one line, as mathematics."""
    return re.sub(r"\s+", " ", statement)


def _tex(text: str) -> str:
    return "".join(_ESCAPES.get(character, character) for character in text)


def _marked(text: str) -> str:
    return _MARKS.sub(r"\\\1", text)
