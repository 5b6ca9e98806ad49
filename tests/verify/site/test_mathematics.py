"""LaTeX as MathML: every statement that the ledger and the textbook hold, spaces, wrapping, and what cannot be read."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.verify.site.browser import needs_chromium, seen_on
from verify.kernel.statements import AllOf, Statement
from verify.ledger.collect import all_facts, claims
from verify.site.mathematics import formula, statement, tree
from verify.site.words import handwritten, headed, sketched, typeset


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
    shown += [fact.latex() for fact in all_facts()]
    assert len(shown) > 1000
    for latex in shown:
        found = statement(latex)
        assert 'class="tex"' not in found, latex
        assert "\\" not in found, latex
        assert not re.search(r"<(math|mrow)[^>]*></\1>$", found), latex
        for element in ET.fromstring(found).iter("math"):
            assert list(element), latex
        styles = set(re.findall(r'mathvariant="([^"]*)"', found))
        assert styles <= {"normal", "double-struck"}, (latex, styles)


def test_prose_stays_prose_and_spaces_are_latex_own() -> None:
    found = statement(r"\text{is an }\alpha\text{-LDP view of }X,\ x\ge0")
    assert plain(found) == "is an α-LDP view of X, x≥0"
    assert found.count("<math") == 3


def test_several_statements_stand_apart_and_a_letter_is_told_once() -> None:
    where = r"\quad \text{where } "
    first, second = rf"a\le B{where}B = [1; 2],\ C = 3", rf"B\le c{where}B = [1; 2],\ E = 5"
    found = statement(rf"{first};\quad {second}")
    assert [" ".join(plain(part).split()) for part in found.split("<br/>")] == [
        "a≤B where B=[1;2], C=3;",
        "B≤c where E=5",
    ]
    assert " ".join(plain(statement(second, above=first)).split()) == "B≤c where E=5"
    assert plain(statement(first, above=f"{second};\\quad x = C{where}C = 3")) == "a≤B"
    # What differs is told.
    assert plain(statement(second, above=rf"x{where}B = [1; 3]")) == plain(statement(second))


def test_text_between_bars_is_not_torn_out() -> None:
    assert statement(r"\sup|\ln\text{ratio}|\le1").count("<math") == 1


def test_one_bar_within_brackets_stops_no_wrapping() -> None:
    condition = r"\quad (T > 0,\ \text{y is whole})"
    for head in (r"D(P \,\|\, Q) \le 0", r"E[Y \mid X]_{P_{|T}} \le \left|{x}\right|", r"\eta_{|T} \ge |Y| + 1"):
        assert statement(head + condition).count("<math") >= 2, head
    # What stands between two bars stays together.
    between = r"|a_{1111111111} \le b_{1111111111}| = 0" + r"\cdot 1" * 8
    assert "≤" in statement(between).split("</math>")[0]


def test_long_prose_in_brackets_wraps() -> None:
    found = statement(r"R < 1\quad (\text{granted: }\text{" + "an error of each risk " * 4 + r"}10^{-12}\text{ of it})")
    assert "an error of each risk an error" in re.sub(r"<math.*?</math>", "", found)
    assert plain(found).replace("\xa0", " ").count("granted: an error") == 1
    held = statement(
        r"\frac{(\text{" + "a long text " * 9 + r"})}{2}\le \left(\text{" + "another one " * 9 + r"}\right)"
    )
    assert "text" not in re.sub(r"<math.*?</math>", "", held).replace('class="statement"', "")


LONG_SUM = " + ".join([r"\frac{a^{2}}{b}"] * 20)


@pytest.mark.parametrize(
    ("inside", "pieces"),
    [
        (rf"c \left({LONG_SUM}\right)^{{2}}", 20),
        (rf"c \Big[{LONG_SUM}\Big]", 20),
        (rf"\left(a + 1\right) \left({LONG_SUM}\right)", 20),
        (rf"c \left(d \left({LONG_SUM}\right) + 1\right)", 21),
        (rf"\max\left({LONG_SUM}, {LONG_SUM}\right)", 39),
        (rf"\frac{{\left({LONG_SUM}\right)}}{{2}}", 1),
        (r"c \left(a + b\right) \left(a + b\right) \left(a + b\right)", 1),
    ],
)
def test_a_wide_bracket_wraps_inside_and_says_the_same(inside: str, pieces: int) -> None:
    found = statement(rf"x \le {inside}")
    assert found.count("<math") == 1 + pieces
    assert re.sub(r"\s", "", plain(found)) == re.sub(r"\s", "", "x≤" + "".join(tree(inside).itertext()))


def test_what_is_wider_than_a_sheet_says_so() -> None:
    inside = " + ".join([r"\frac{a^{2}}{b}"] * 60)
    assert '<math class="wide">' in statement(rf"x \le c ({inside})")
    # As wide as one line is a fraction of two of them, and so is a sum of half as many terms.
    half = " + ".join([r"\frac{a^{2}}{b}"] * 25)
    assert "wide" not in statement(rf"x \le \frac{{{half}}}{{{half}}}")
    # What is wider than a telephone has one of three steps, and what is not has no class.
    for terms, step in ((25, "broadest"), (14, "broader"), (10, "broad")):
        sums = " + ".join([r"\frac{a^{2}}{b}"] * terms)
        assert f'<math class="{step}">' in statement(rf"x \le \frac{{{sums}}}{{{sums}}}")
    assert "class" not in statement(r"x \le \frac{a}{b}").partition("math")[2]


def test_a_wide_sum_wraps_between_its_terms() -> None:
    term = r"\frac{123456789 (a + b)}{987654321 c^{2}}"
    found = statement(rf"x \le {term} + {term} + {term} + {term} + {term}")
    assert [plain(part)[:1] for part in found.split("<math>")[1:]] == ["x", "≤", "+", "+", "+", "+"]
    assert found.count("<math><mrow/><mo>+</mo>") == 4
    assert statement(r"x \le a b + c d + e f + g h + i j").count("<math>") == 1
    # A sign in front of a term stays with it.
    minus = statement(rf"x \le -{term} - {term}")
    assert [plain(part)[:1] for part in minus.split("<math>")[1:]] == ["x", "≤", "−"]
    assert minus.count("<math><mrow/><mo>−</mo>") == 1


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
    assert '<mo lspace="0.17em" rspace="0">tanh</mo>' in statement(r"\alpha\tanh(x)")
    assert '<mo lspace="0" rspace="0.17em">ln</mo>' in statement(r"2+\ln n")
    assert "<mi>exp</mi>" in statement(r"2+\exp(x)")


def test_signs_in_front_have_no_room() -> None:
    found = statement("[-D,D]")
    assert '<mo form="prefix">−</mo>' in found
    assert "prefix" not in statement("a-D")
    assert "prefix" not in statement("-D")


SAME = (
    (
        '<mo>[</mo><mo form="prefix">−</mo><mi>D</mi>',
        '<mo>[</mo><mo form="prefix" lspace="0" rspace="0">−</mo><mi>D</mi>',
    ),
    ("<mo>−</mo><mi>D</mi>", '<mo form="prefix" lspace="0" rspace="0">−</mo><mi>D</mi>'),
    (
        '<mi>x</mi><mo lspace="0" rspace="0">/</mo><mn>2</mn>',
        '<mi>x</mi><mo lspace="0" rspace="0" stretchy="false">/</mo><mn>2</mn>',
    ),
    ("<mn>2</mn><mi>exp</mi><mo>(</mo>", '<mn>2</mn><mo form="prefix" lspace="0" rspace="0">exp</mo><mo>(</mo>'),
)
"""A formula as it is written, and with all spelled out that a browser does of itself."""


@needs_chromium
def test_what_is_left_out_a_browser_does_of_itself(tmp_path: Path) -> None:
    """The widths agree; planted: without its form the sign within a row has room."""
    forms = [form for pair in SAME for form in pair] + ["<mo>[</mo><mi>a</mi><mo>−</mo><mi>D</mi>"]
    forms.append('<mo>[</mo><mi>a</mi><mo form="prefix">−</mo><mi>D</mi>')
    rows = "".join(f"<p><math>{form}</math></p>" for form in forms)
    (tmp_path / "page.html").write_text(f"<!doctype html><meta charset='utf-8'>{rows}", encoding="utf-8")
    script = "return [...document.querySelectorAll('math')].map(e => e.getBoundingClientRect().width)"
    widths = seen_on(tmp_path, "page.html", script)
    assert widths[:-2:2] == pytest.approx(widths[1:-2:2], abs=0.05)
    assert widths[-2] > widths[-1] + 2


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


def test_a_deep_power_of_e_is_spelled_out() -> None:
    deep = formula(r"e^{- \frac{n \epsilon^{2}}{2}}")
    assert plain(deep) == "exp(−nϵ22)"
    assert "<msup><mi>e" not in deep
    for shallow in (r"e^{\epsilon}", r"e^{\frac{\epsilon}{2}}", r"e^{- 2 n}"):
        assert "<msup><mi>e</mi>" in formula(shallow)
    assert "exp" not in formula(r"\epsilon^{- \frac{n^{2}}{2}}")


@pytest.mark.parametrize(
    ("typed", "set_"),
    [
        ("where n_l and c_1 count", "where <i>n</i><sub>l</sub> and <i>c</i><sub>1</sub> count"),
        ("e^(epsilon/2) times", "e<sup>ε/2</sup> times"),
        ("(n epsilon^2)^(1 + 2 beta/d)", "(n ε²)<sup>1 + 2 β/d</sup>"),
        ("1 - (1 - 1/d)^m", "1 − (1 − 1/d)<sup>m</sup>"),
        ("r^2/2", "r<sup>2</sup>/2"),
        ("2^-(d - 1), T^* and c_epsilon^2", "2<sup>−(d − 1)</sup>, T<sup>*</sup> and <i>c</i><sub>ε</sub>²"),
        ("H_(k-1) for k^-beta", "<i>H</i><sub>k−1</sub> for k<sup>−β</sup>"),
        ("q_inf <= 1 on B_inf", "<i>q</i><sub>inf</sub> ≤ 1 on <i>B</i><sub>∞</sub>"),
        ("||X||_2^2 <= (x)_+, ||v||_inf, f(x)_y_z", "‖X‖<sub>2</sub>² ≤ (x)<sub>+</sub>, ‖v‖<sub>∞</sub>, f(x)_y_z"),
        ("q^_k and V^ != V, theta^, T (T-1), x^2", "<i>q̂</i><sub>k</sub> and V̂ ≠ V, θ̂, T (T−1), x²"),
        ("theta_+^2/2, d**(3/2)", "<i>θ</i><sub>+</sub><sup>2</sup>/2, d<sup>3/2</sup>"),
        # Names in code, files, ids and options are typed as they are.
        ("the_best of worst_risk", "the_best of worst_risk"),
        ("zhao/own/x_y and n_l.py", "zhao/own/x_y and n_l.py"),
        ("--n_l <b>", "--n_l &lt;b&gt;"),
    ],
)
def test_indices_and_exponents_of_notes_are_set(typed: str, set_: str) -> None:
    assert typeset(typed) == set_


def test_numbers_beyond_floats_are_told_as_beyond() -> None:
    assert (
        handwritten("the left is 1.797e308 and 2e-320, then 3e299") == "the left is > 10³⁰⁰ and < 10⁻³⁰⁰, then 3·10²⁹⁹"
    )
    assert handwritten("left -1.797e308, right -2e-320") == "left < −10³⁰⁰, right > −10⁻³⁰⁰"


def test_words_in_a_drawing_have_their_indices_moved() -> None:
    found = sketched("C_b 2^(beta-1) <b>")
    root = ET.fromstring(f"<text>{found}</text>")
    assert [(span.text, span.get("dy")) for span in root if span.get("class")] == [("b", "4"), ("β−1", "-5")]
    assert sum(int(span.get("dy", "0")) for span in root) == 0
    assert "".join(root.itertext()).replace("\u200b", "") == "Cb 2β−1 <b>"


def test_titles_start_with_a_capital_unless_with_mathematics() -> None:
    assert headed("the rate of Algorithm 1") == "The rate of Algorithm 1"
    for kept in (
        "d^2/(nTz) from below",
        "m messages at epsilon/m",
        "e^(-m) is small",
        "epsilon beyond 1",
        "ln n steps",
    ):
        assert headed(kept) == kept
    assert headed("a good estimate") == "A good estimate"
