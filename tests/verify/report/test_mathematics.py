"""LaTeX as MathML: every statement that the ledger and the textbook hold, spaces, wrapping, and what cannot be read."""

import re
from collections.abc import Iterator
from html import unescape
from xml.etree import ElementTree as ET

import pytest

from verify.calculus.facts import SCHEMAS
from verify.ledger.collect import claims
from verify.report.mathematics import formula, statement
from verify.statements import AllOf, Statement


def texts(side: Statement | None) -> Iterator[str]:
    """All that a page shows of a statement as mathematics."""
    if side is None:
        return
    yield side.latex()
    for _, check in getattr(side, "crosschecks", ()):
        yield from texts(check)
    if isinstance(side, AllOf):
        for _, part in side.parts:
            yield part.latex()


def plain(markup: str) -> str:
    return unescape(re.sub(r"<[^>]*>", "", markup))


def test_every_statement_converts() -> None:
    shown = [t for claim in claims().values() for side in (claim.printed, claim.corrected) for t in texts(side)]
    shown += [fact.latex() for fact in SCHEMAS]
    assert len(shown) > 1000
    for latex in shown:
        found = statement(latex)
        assert 'class="tex"' not in found, latex
        assert "\\" not in found, latex
        assert not re.search(r"<(math|mrow)[^>]*></\1>$", found), latex
        for element in ET.fromstring(found).iter("math"):
            assert list(element), latex
        styles = set(re.findall(r'mathvariant="([^"]*)"', found))
        assert styles <= {"normal"}, (latex, styles)


def test_prose_stays_prose_and_spaces_are_latex_own() -> None:
    found = statement(r"\text{is an }\alpha\text{-LDP view of }X,\ x\ge0")
    assert plain(found) == "is an α-LDP view of X, x≥0"
    assert found.count("<math") == 3


def test_text_between_bars_is_not_torn_out() -> None:
    assert statement(r"\sup|\ln\text{ratio}|\le1").count("<math") == 1


def test_long_chains_can_wrap_and_short_ones_do_not() -> None:
    link = r"\frac{a+b+c}{d+e+f}"
    assert statement(rf"{link}\le{link}\le{link}\le{link}").count("<math") == 4
    assert statement(r"a\le b\le c").count("<math") == 1
    # Not inside brackets, where half a formula would stand alone.
    inside = r"\Big\{" + r"\le".join([link] * 4) + r"\Big\}"
    assert statement(inside).count("<math") == 1


@pytest.mark.parametrize(
    ("latex", "told"),
    [
        (r"\mathcal P,\ \mathbb R,\ \mathbf z", "𝒫, ℝ, 𝐳"),
        (r"\Big\{x\Big\}+\big\lceil y\big\rceil", "{x}+⌈y⌉"),
        (r"\arg\max_j x_j", "argmaxjxj"),
        (r"\#\{j\}", "#{j}"),
    ],
)
def test_what_the_converter_lacks(latex: str, told: str) -> None:
    assert plain(statement(latex)) == told


def test_names_of_functions_have_room() -> None:
    assert '<mo form="prefix" lspace="0.17em" rspace="0">tanh</mo>' in statement(r"\alpha\tanh(x)")
    assert '<mo form="prefix" lspace="0" rspace="0.17em">ln</mo>' in statement(r"2+\ln n")


def test_signs_in_front_have_no_room() -> None:
    found = statement("[-D,D]")
    assert '<mo form="prefix" lspace="0" rspace="0">−</mo>' in found
    assert "prefix" not in statement("a-D")


@pytest.mark.parametrize("latex", [r"\frac{a}{", r"\text{open", r"{{{", r"x_{", "}", r"\left( x", r"\nosuchcommand x"])
def test_what_cannot_be_read_is_shown_as_code(latex: str) -> None:
    found = statement(latex)
    ET.fromstring(found)
    if 'class="tex"' in found:
        assert plain(found) == latex
    assert formula(latex)


def test_nothing_active_comes_through() -> None:
    for latex in (r"\href{javascript:alert(1)}{x}", r"\class{a}{x}", "<b>x</b>", r"\text{<b>x</b>}", r"\style{x}{y}"):
        for found in (statement(latex), formula(latex)):
            assert "<b>" not in found
            assert "href=" not in found
            assert "style=" not in found


def test_a_prime_is_raised_once() -> None:
    assert "<mi>x</mi><mo" in formula("x'")
    assert "msup" not in formula("P_{x'} + f''(t)")
    assert "msup" in formula("x'^2 + y^2")
