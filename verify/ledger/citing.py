"""Findings to put into a text of one's own: as LaTeX, as BibTeX, as Markdown, with release and fingerprints."""

import re
from collections.abc import Callable, Sequence

from notation.papers import papers
from verify.ledger.errata import STANDS, counterexample
from verify.ledger.findings import Finding

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


FORMS: dict[str, Callable[[Sequence[Finding], str], str]] = {"latex": latex, "bibtex": bibtex, "markdown": markdown}
"""By name."""


def _place(finding: Finding) -> str:
    return f"{papers()[finding.root['paper']].citation}, {finding.root['location']}"


def _stands(finding: Finding) -> str:
    theorem = finding.root["theorem"]
    told = STANDS[finding.root["theorem_survives"]]
    return f"the theorem{f' ({theorem})' if theorem else ''} {'is ' if told.startswith('not') else ''}{told}"


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
