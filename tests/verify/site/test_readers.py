"""What readers ask of the site, and that a theorem prints as a handout: facts on the page named, by another route."""

import math
import re
from html import unescape
from pathlib import Path

import pytest
from scipy.optimize import brentq
from scipy.stats import norm

from tests.verify.site.browser import browser_defects, needs_chromium
from tests.verify.site.handouts import handouts, sheets
from tests.verify.site.test_pages import run_like
from verify.ledger import reference
from verify.site.lessons.execute import run_here
from verify.site.lessons.notebook import notebook
from verify.site.names import page
from verify.site.site import build

THEOREMS = ("zhao/thm1/upper", "zhao/thm2/lower", "kent/thm6i", "bassily/thm4.3/privacy", "label/thm1")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The theorems as the reference runs have them, and two lessons."""
    records = []
    for id_ in THEOREMS:
        found = reference.read(id_.partition("/")[0])
        assert found is not None
        records.append(found.records[id_])
    folder = tmp_path_factory.mktemp("readers") / "report"
    with pytest.MonkeyPatch.context() as patched:
        # The gaps are slow to compute, and no page that is looked at shows them.
        patched.setattr("verify.site.site.sandwiches", tuple)
        build(run_like(records), folder, lessons=[run_here(notebook(name)) for name in ("primer", "half_budget")])
    return folder


def words(site: Path, name: str) -> str:
    return unescape(re.sub(r"<[^>]*>", " ", (site / name).read_text("utf-8")))


def cells(site: Path, name: str, first: str, least: int) -> list[str]:
    """The row of a table that begins so, with a given number of cells at least."""
    text = (site / name).read_text("utf-8")
    rows = [re.findall(r"<td[^>]*>(.*?)</td>", row, re.S) for row in re.findall(r"<tr>(.*?)</tr>", text, re.S)]
    return next([unescape(cell) for cell in row] for row in rows if len(row) >= least and row[0] == first)


def test_what_the_looser_contraction_costs_theorem_2(site: Path) -> None:
    told = cells(site, "lessons/primer.html", "1", 6)
    loose, tight = (math.e - 1) ** 2 / 2, math.tanh(0.5) ** 2
    assert [float(told[1]), float(told[2])] == pytest.approx([loose, tight], rel=1e-3)
    assert float(told[-1]) == pytest.approx(loose / tight, rel=0.01)


def test_the_epsilon_at_which_theorem_4_3_holds_with_the_printed_noise(site: Path) -> None:
    """By hand: two bits at an eighth, whose losses add, and the divergence of two normals."""
    epsilon, delta = 0.5, 1e-8
    r = 2 * epsilon / math.sqrt(8 * math.log(1.25 / delta))

    def normal(level: float) -> float:
        return float(norm.cdf(r / 2 - level / r) - math.exp(level) * norm.cdf(-r / 2 - level / r))

    w = 1 / (1 + math.exp(-epsilon / 4))
    losses = {epsilon / 2: w * w, 0.0: 2 * w * (1 - w), -epsilon / 2: (1 - w) ** 2}
    holds = brentq(lambda x: sum(p * normal(x - loss) for loss, p in losses.items()) - delta, 0.4, 0.8, xtol=1e-12)
    assert f"the mechanism holds at ε = {holds:.4f}" in words(site, "lessons/half_budget.html")
    assert holds > 1.2 * epsilon


def test_a_theorem_leads_with_its_idea_and_ends_with_its_code(site: Path) -> None:
    text = (site / "claims" / page("zhao/thm2/lower")).read_text("utf-8")
    order = ['class="idea"', ">The construction<", ">The chain<", ">In numbers<", ">The code<", ">Reproduce<"]
    places = [text.index(part) for part in order]
    assert places == sorted(places)
    for curve in ("Theorem 2, as corrected", "the best lower bound here", "the risk of walk"):
        assert curve in text
    assert "Worked in" not in text  # the lesson on it is not in this site
    assert 'href="../lessons/half_budget.html"' in (site / "claims" / page("bassily/thm4.3/privacy")).read_text("utf-8")
    assert f'href="../claims/{page("bassily/thm4.3/privacy")}"' in (site / "lessons/half_budget.html").read_text(
        "utf-8"
    )


@needs_chromium
@pytest.mark.parametrize("id_", THEOREMS)
def test_a_theorem_prints_on_two_pages(id_: str, site: Path) -> None:
    assert sheets(site / "claims" / page(id_)) <= 2


@needs_chromium
def test_what_is_folded_on_paper_takes_more(site: Path) -> None:
    """The count counts: without the handout's rules the same page takes more sheets."""
    name = f"claims/{page('kent/thm6i')}"
    text = (site / name).read_text("utf-8")
    (site / "claims" / "plain.html").write_text(text.replace(' class="handout"', ""), encoding="utf-8")
    plain = site / "claims" / "plain.html"
    assert sheets(plain) > 2
    assert {path.stem for path in handouts(site)} == {page(id_).removesuffix(".html") for id_ in THEOREMS}


@needs_chromium
def test_theorems_and_lessons_fit_the_window(site: Path) -> None:
    pages = [f"claims/{page(id_)}" for id_ in THEOREMS]
    pages += ["lessons/primer.html", "lessons/half_budget.html", "calculator.html"]
    assert browser_defects(site, pages, (390, 768, 1280)) == []
