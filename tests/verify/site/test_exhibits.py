"""The drawings next to a theorem: each against another route to what it shows, and each against a planted defect."""

import math
import re
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from html import unescape
from itertools import combinations

import numpy as np
import pytest
from scipy.integrate import quad, trapezoid
from scipy.stats import norm

from lowerbounds.mean.papers import kent_family, zhao_family, zhao_theorem2
from lowerbounds.methods import bumps
from lowerbounds.registry import best
from notation.papers import papers
from notation.parameters import ParameterError
from notation.setting import Setting
from upperbounds.mean import zhao
from upperbounds.vectors import kent as kent_vectors
from upperbounds.vectors import zhao as zhao_vectors
from verify.kernel.statements import PlanPrivacy
from verify.kernel.statements.claim import Kind
from verify.ledger.collect import claims
from verify.ledger.places import numbered_result
from verify.site.exhibits import curves, laws
from verify.site.exhibits.bounds import bounds, own
from verify.site.exhibits.catalogue import Exhibits, by_claim, exhibits, own_bound, shelf
from verify.site.exhibits.chains import chain
from verify.site.exhibits.code import Code, highlighted
from verify.site.exhibits.figure import Exhibit
from verify.site.exhibits.plans import Sheet, drawn, sheet_of_coordinates, told_sent
from verify.site.mathematics import statement

SHOWN = exhibits()
LISTED = (*SHOWN.pictures, *SHOWN.plans, *SHOWN.chains, *SHOWN.gaps)
ALL = [pytest.param(make, id=ids[0]) for make, ids in LISTED]


def test_every_exhibit_stands_on_a_page_of_the_ledger() -> None:
    for _, ids in (*LISTED, *SHOWN.code):
        assert any(id_ in claims() for id_ in ids), ids
        assert len(set(ids)) == len(ids)
    for theorem in ("zhao/thm1/upper", "kent/thm6/upper1"):
        assert all(id_ in claims() for id_ in (theorem, *SHOWN.slopes[theorem]))


def test_a_paper_shows_what_belongs_to_its_own_claims() -> None:
    for key, paper in papers().items():
        for module in paper.exhibits:
            own = paper.part(module, "EXHIBITS", Exhibits)
            listed = (*own.pictures, *own.plans, *own.chains, *own.gaps, *own.code, *own.slopes.items())
            assert listed
            named = [id_ for _, ids in listed for id_ in ids] + list(own.slopes)
            assert {id_.split("/")[0] for id_ in named} == {key}


def test_what_several_papers_show_is_listed_once() -> None:
    makes = [make for make, _ in LISTED]
    assert len(set(makes)) == len(makes)
    (shared,) = (ids for make, ids in SHOWN.pictures if make is laws.sign_cube)
    assert list(dict.fromkeys(id_.split("/")[0] for id_ in shared)) == ["zhao", "kent", "bassily"]


@pytest.mark.parametrize("make", ALL)
def test_an_exhibit_has_words_a_caption_and_a_table(make: object) -> None:
    found = make()  # type: ignore[operator]
    assert isinstance(found, Exhibit)
    words = re.search(r'role="img" aria-label="([^"]*)"', found.drawing)
    assert words is not None
    assert len(words.group(1)) > 40
    assert found.caption.endswith(".")
    assert found.parameters
    assert found.rows
    assert all(len(row) == len(found.header) for row in found.rows)
    numbers = [float(x) for x in re.findall(r"-?\d+\.\d+", found.drawing)]
    width, height = map(float, re.findall(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', found.drawing)[0])
    assert max(numbers) <= max(width, height)


def test_the_hard_instances_and_the_algorithms_of_the_papers_are_there() -> None:
    for id_, part in (
        ("zhao/thm2/lower", "pictures"),
        ("zhao/thm6/lower", "pictures"),
        ("zhao/thm7/lower", "pictures"),
        ("zhao/thm10/lower", "pictures"),
        ("zhao/thm12/lower", "pictures"),
        ("kent/example1a", "pictures"),
        ("kent/sec5.2", "pictures"),
        ("kent/appH.5/fam", "pictures"),
        ("label/thm1", "pictures"),
        ("zhao/thm1/upper", "plans"),
        ("zhao/thm4/upper", "plans"),
        ("kent/alg2", "plans"),
        ("bassily/thm4.3/privacy", "plans"),
        ("zhao/thm2/lower", "chains"),
        ("zhao/thm1/upper", "gaps"),
        ("zhao/thm1/upper", "code"),
    ):
        assert getattr(shelf(id_, own_bound(id_)), part), (id_, part)


def test_every_plan_that_the_ledger_judges_is_drawn() -> None:
    """By itself, or as a crosscheck of a derivation."""
    sides = {c.id: [side for side in (c.printed, c.corrected) if side] for c in claims().values()}
    stated = {id_: [*of, *(s for side in of for _, s in getattr(side, "crosschecks", ()))] for id_, of in sides.items()}
    judged = [id_ for id_, of in stated.items() if any(isinstance(s, PlanPrivacy) for s in of)]
    assert len(judged) >= 6
    assert [id_ for id_ in judged if not shelf(id_).plans] == []


@pytest.mark.parametrize("family", [zhao_family(Fraction(1, 4)), kent_family(Fraction(1, 8))])
def test_two_points_say_the_total_variation_of_the_products(family: object) -> None:
    """The laws of the counts against the m-fold products, by another route."""
    found = laws.two_points(family, ("one", "other"), 25, "t", ("s", "1"))  # type: ignore[arg-type]
    told = re.search(r"samples with (\d\.\d+)", found.caption)
    assert told is not None
    assert float(told.group(1)) == pytest.approx(float(family.tv(25).mid()), abs=6e-4)  # type: ignore[attr-defined]
    assert float(told.group(1)) != pytest.approx(float(family.tv(24).mid()), abs=6e-4)  # type: ignore[attr-defined]


def bars(drawing: str, kind: str) -> list[float]:
    """Heights of all bars of a kind."""
    return [float(h) for h in re.findall(rf'class="{kind}" d="M[\d.]+ [\d.]+h[\d.]+v([\d.]+)h', drawing)]


def test_bars_are_in_proportion_to_masses() -> None:
    found = laws.axes_cube()
    first, second = bars(found.drawing, "first")[1:], bars(found.drawing, "second")[1:]
    masses = [float(Fraction(row[1])) for row in found.rows]
    assert sum(masses) == pytest.approx(1)
    assert np.array(first) / first[0] == pytest.approx(np.array(masses) / masses[0], rel=0.01)
    # Only the first axis differs between neighbours.
    assert [a == b for a, b in zip(first, second, strict=True)] == [False] * 2 + [True] * 6


def test_the_printed_bumps_break_the_class_and_the_corrected_do_not() -> None:
    found = curves.classification()
    (_, printed, allowed), (_, corrected, _) = found.rows
    assert float(printed) > float(allowed) * 1.3
    assert float(corrected) <= float(allowed) * (1 + 1e-4)
    x = np.linspace(0, 1, 301)
    for constant, holds in ((1.0, False), (2**-0.5, True)):
        shape = lambda u, c=constant: bumps.edge_distance(u, 0.5, c)  # noqa: E731
        eta = bumps.regression_function(x, (1, -1, 1), 5, 0.5, shape)
        far = np.abs(x[:, None] - x[None, :])
        assert bool(np.all(np.abs(eta[:, None] - eta[None, :]) <= far**0.5 + 1e-9)) is holds


def test_bumps_have_the_norms_of_the_ledger() -> None:
    """A tent has integral 1/2 and squared integral 1/3: scaled to a cell, h^(beta + 1) times these."""
    x = (np.arange(200_000) + 0.5) / 200_000
    eta = bumps.regression_function(x, (1, 0, 0, 0), 4, 1.0, lambda u: bumps.tent(u, 1.0))
    assert np.mean(eta) == pytest.approx(4.0**-2 / 2, rel=1e-4)
    assert np.mean(eta**2) == pytest.approx(4.0**-3 / 3, rel=1e-4)
    with pytest.raises(ParameterError):
        bumps.regression_function(x, (1, 1, 1), 2, 1.0, lambda u: bumps.tent(u, 1.0))


@pytest.mark.parametrize("beta", [1, 2])
def test_densities_have_mass_one_and_slopes_within_the_class(beta: int) -> None:
    """kent/appH.5/fam/bump: |g^(beta)| <= r pi^beta/2 for one bump, by finite differences; mass 1."""
    radius, signs = 4.0, (1, -1, 1)
    x = np.linspace(0, 1, 600_001)
    f = bumps.density(x, signs, radius, beta)
    assert trapezoid(f, x) == pytest.approx(1, abs=1e-9)
    slope = f
    for _ in range(beta):
        slope = np.gradient(slope, x)
    assert np.max(np.abs(slope)) == pytest.approx(radius * np.pi**beta / 2, rel=2e-3)
    other = bumps.density(x, (1, 1, 1), radius, beta)
    bump = trapezoid((f - 1) ** 2, x) / 3
    # (209) prints 2 in place of 4.
    assert trapezoid((f - other) ** 2, x) == pytest.approx(4 * bump, rel=1e-6)


def test_the_circles_of_the_packing_touch_and_do_not_overlap() -> None:
    (found,) = shelf("kent/sec5.2").pictures
    circles = re.findall(r'class="ring" cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)"', found.drawing)
    assert len(circles) == 21
    centres = np.array([[float(x), float(y)] for x, y, _ in circles])
    least = min(float(np.linalg.norm(a - b)) for a, b in combinations(centres, 2))
    assert least == pytest.approx(2 * float(circles[0][2]), abs=0.2)
    assert ("least squared distance", "2/25") in found.rows


def cells(sheets: list[Sheet]) -> int:
    return sum(len(column.sends) for sheet in sheets for column in sheet.columns)


@pytest.mark.parametrize("epsilon", [0.5, 1.0, 2.0, 2.5, 6.0, 9.0])
@pytest.mark.parametrize("printed", [False, True])
def test_a_drawn_spend_is_share_times_coordinates(epsilon: float, printed: bool) -> None:
    """The spend of a user by the plan's rounds, against the number of its coordinates times its share."""
    make = kent_vectors.printed_algorithm12 if printed else kent_vectors.algorithm12
    plan = make(1_200_000, 1000, 6, epsilon, 1.0)
    sheet = sheet_of_coordinates("plan", plan)
    # Windows of three bins among fewer than six overlap, so that fewer bits can change than were paid for.
    crowded = plan.each.bins.count < 2 * plan.each.vote.hot
    for column in sheet.columns:
        assert column.spend is not None
        paid = len(column.sends) * plan.share
        assert column.spend <= paid if crowded and column.stage == "localise" else column.spend == paid
    drawing = drawn([sheet])
    assert drawing.count('class="sent"') == cells([sheet])
    over = printed and 1 < epsilon < 6
    assert (sheet.worst is not None and sheet.worst > 1) is over
    assert drawing.count('class="over"') == (len(sheet.columns) if over else 0)
    assert sheet.unanswered == []


def test_a_planted_double_share_is_red() -> None:
    plan = zhao_vectors.algorithm2(48, 16, 4, 1.0, 1.0)
    honest = sheet_of_coordinates("honest", plan)
    greedy = replace(
        honest, columns=tuple(replace(c, spend=c.spend * 2) for c in honest.columns if c.spend is not None)
    )
    assert 'class="over"' not in drawn([honest])
    assert drawn([greedy]).count('class="over"') == len(honest.columns)
    assert "2 ε" in unescape(drawn([greedy]))


def test_the_printed_algorithm_skips_a_coordinate_or_spends_too_much() -> None:
    (found,) = shelf("zhao/alg2").plans
    assert "nobody sends coordinate 7" in found.caption
    assert "spend up to 6/5 ε" in found.caption
    assert found.drawing.count('class="over"') == 4
    assert not any("coordinate 7" in row[3] for row in found.rows if row[0].startswith("printed, floor"))
    assert any("coordinate 7" in row[3] for row in found.rows if row[0] == "corrected")


def test_users_who_send_nothing_are_shown() -> None:
    sheet = sheet_of_coordinates("odd", zhao_vectors.algorithm2(47, 16, 4, 1.0, 1.0))
    assert sheet.idle == 47 - 2 * 4 * (47 // 8)
    assert sheet.columns[-1].stage == "left out"
    assert sheet.columns[-1].spend == 0


def test_the_exact_delta_by_quadrature() -> None:
    """The Gaussian after a vote at epsilon/2, both together, by integrating the hockey stick of both messages."""
    from upperbounds.transforms.hadamard import RandomRotation
    from upperbounds.vectors import bassily

    eps = 0.5
    rotation = RandomRotation.draw(4, np.random.default_rng(0))
    (found,) = shelf("bassily/thm4.3/privacy").plans
    told = {row[0]: float(row[1]) for row in found.rows}
    for name, noise in (("printed", bassily.printed_noise), ("corrected", bassily.noise)):
        plan = bassily.local_truncated_mean(32, 100_000, eps, 1.0, 1e-8, rotation, noise=noise)
        shift = 2 * plan.radius / plan.sigma
        keep = float(plan.localisation.vote.probabilities[1])
        total = 0.0
        for weight, loss in (
            (keep**2, 2 * np.log(keep / (1 - keep))),
            (2 * keep * (1 - keep), 0.0),
            ((1 - keep) ** 2, -2 * np.log(keep / (1 - keep))),
        ):

            def stick(z: float, loss: float = loss, shift: float = shift) -> float:
                return max(0.0, float(norm.pdf(z)) - float(np.exp(eps - loss)) * float(norm.pdf(z + shift)))

            start = (eps - loss) / shift - shift / 2
            total += weight * quad(stick, start, start + 14, epsabs=1e-16, epsrel=1e-9)[0]
        assert told[name] == pytest.approx(total, rel=0.01)
    assert told["printed"] > 1e-8 * 100
    assert told["corrected"] <= 1e-8


def test_every_channel_of_a_drawn_plan_has_words() -> None:
    with pytest.raises(TypeError, match="no text"):
        told_sent(object())


@pytest.mark.parametrize(("make", "ids"), SHOWN.chains)
def test_the_marked_step_loses_most(make: object, ids: tuple[str, ...]) -> None:
    found = make()  # type: ignore[operator]
    left = [float(row[2]) for row in found.rows]
    factors = [float(row[3]) for row in found.rows[1:]]
    assert left == sorted(left, reverse=True), ids
    assert np.prod(factors) == pytest.approx(left[-1] / left[0], rel=5e-3)
    worst = int(np.argmin(factors)) + 2
    assert f"Step {worst}, “{found.rows[worst - 1][1]}”, loses most" in found.caption
    kinds = re.findall(r'class="(first|worst)"', found.drawing)
    assert kinds.index("worst") == worst - 1
    assert kinds.count("worst") == 1


def test_a_chain_that_says_nothing_is_not_drawn() -> None:
    with pytest.raises(ValueError, match="no chain"):
        chain("none", replace(zhao_theorem2(100, 10, 0.5), value=0.0))


@pytest.mark.parametrize(("make", "ids"), SHOWN.gaps)
def test_what_holds_below_is_below_what_is_attained(make: object, ids: tuple[str, ...]) -> None:
    """Lower bounds, then exact risks, then the explicit bound."""
    found = make()  # type: ignore[operator]
    known = 0
    for row in found.rows:
        numbers = [float(cell) for cell in row[1:] if cell not in ("", "trivial")]
        known += len(numbers) > 1
        assert numbers == sorted(numbers), ids
        assert len(set(numbers)) == len(numbers), ids
    assert known >= 2
    assert any(word in found.header[-1] for word in ("explicit bound", "exact risk"))


def own_curves(id_: str) -> Exhibit:
    """The drawing of a numbered result's own bound."""
    found = own_bound(id_)
    assert found is not None
    return found


def values(exhibit: Exhibit, column: str) -> dict[int, float]:
    """A column of an exhibit's table by n, where it is nontrivial."""
    place = exhibit.header.index(column)
    cells = {int(row[0].replace(",", "")): row[place] for row in exhibit.rows}
    return {n: float(cell) for n, cell in cells.items() if cell not in ("", "trivial")}


def test_the_curve_of_a_theorem_is_its_own_bound() -> None:
    """By hand from the statement on its page, and not the best bound of the ledger under its name."""
    found = own_curves("zhao/thm2/lower")
    its = values(found, "Theorem 2 from below")
    assert its == pytest.approx({n: 1 / 36 / (100 * n) for n in its}, rel=6e-3)
    best_here = best("mean", Setting(10_000, 100, epsilon=1.0)).value
    assert values(found, "the best lower bound here")[10_000] == pytest.approx(best_here, rel=6e-3)
    assert its[10_000] < best_here / 40
    above = own_curves("zhao/thm1/upper")
    its = values(above, "Theorem 1 from above")
    assert its == pytest.approx({n: 9700 * (1 + math.log(n)) / (100 * n) for n in its}, rel=6e-3)
    assert min(its) == 50_000, "at fewer users its condition fails"


@pytest.mark.parametrize("id_", SHOWN.bounds)
def test_what_a_theorem_says_is_on_its_side_of_what_is_known(id_: str) -> None:
    """A bound from below is below the risk, one from above above every lower bound, and the best one is the best."""
    found = own_curves(id_)
    risks = values(found, found.header[-1]) if found.header[-1].startswith("the risk of") else {}
    known = values(found, "the best lower bound here")
    assert known
    assert max(map(len, re.findall(r'"start">([^<]*)<', found.drawing))) <= 55, "a name leaves the drawing"
    assert "is trivial" in found.caption or any(" from " in name for name in found.header)
    for n, least in known.items():
        assert least <= risks.get(n, math.inf)
        for name in found.header:
            its = values(found, name).get(n) if " from " in name else None
            # The registry's bounds are sharper than the statements, or those themselves, rounded down.
            if its is not None and name.endswith("below"):
                assert its <= least * 1.006, (id_, n)
            elif its is not None:
                assert its >= least, (id_, n)


def test_where_a_theorem_s_conditions_fail_nothing_is_drawn() -> None:
    """And a claim whose constants have no number is refused, where no other bound is named."""
    asks = own_curves("bassily/thm3.3")
    assert "it asks for n <= d/(4 epsilon^2)" in asks.caption.replace("*", " ").replace("  ", "^")
    assert own("bassily/thm3.3", {"n": 4, "m": 20, "d": 4, "epsilon": 0.5, "L": 1, "R": 1}).bounds == {">=": 1 / 8}
    assert own("bassily/thm3.3", {"n": 5, "m": 20, "d": 4, "epsilon": 0.5, "L": 1, "R": 1}).bounds == {}
    with pytest.raises(ValueError, match="no conclusion has a number"):
        bounds("label/thm1", replace(SHOWN.bounds["label/thm1"], source=""))


def rated() -> set[str]:
    """The claims at the place of a numbered theorem, proposition or corollary that bound something."""
    return {
        claim.id
        for claim in claims().values()
        if claim.kind in (Kind.LOWER_BOUND, Kind.UPPER_RATE, Kind.INEQUALITY)
        and (result := numbered_result(claim.location))
        and result.kind != "Lemma"
    }


def test_every_numbered_result_with_a_rate_has_its_curves_or_says_why_not() -> None:
    shown, told = set(SHOWN.bounds), set(SHOWN.without)
    assert rated() == shown | told
    assert not shown & told
    rates = {id_ for id_ in told if claims()[id_].kind is not Kind.INEQUALITY}
    assert len(shown) > 40 > 4 * len(rates)


def test_an_idea_is_two_sentences_on_a_numbered_result() -> None:
    for id_, idea in SHOWN.ideas.items():
        claim = claims()[id_]
        assert numbered_result(claim.location) or id_ == "bassily/thm4.3", id_
        assert len(re.findall(r"[.](?= |$)", idea)) == 2, id_
        assert idea.endswith(".")


def without_idea(ideas: Mapping[str, str]) -> list[str]:
    """The claims at a numbered result's own place that have no idea."""
    found = [id_ for id_, claim in claims().items() if numbered_result(claim.location)]
    assert len(found) > 120
    return [id_ for id_ in found if id_ not in ideas]


def test_every_claim_of_a_numbered_result_has_an_idea() -> None:
    assert without_idea(SHOWN.ideas) == []
    fewer = {id_: idea for id_, idea in SHOWN.ideas.items() if id_ != "kent/lemma26"}
    assert without_idea(fewer) == ["kent/lemma26"]


def test_a_claim_has_one_idea() -> None:
    with pytest.raises(ValueError, match="two ideas of a/2"):
        by_claim((("a/1", "a/2"), "One."), (("a/2",), "Two."))


@pytest.mark.parametrize(("code", "ids"), [pytest.param(code, ids, id=ids[0]) for code, ids in SHOWN.code])
def test_highlighting_leaves_the_code_as_it_is(code: Code, ids: tuple[str, ...]) -> None:
    for file, source in code.parts:
        assert file.split("/")[0] in ("upperbounds", "lowerbounds", "verify")
        plain = unescape(re.sub(r"</?span[^>]*>", "", source))
        compile(plain if not plain.startswith(" ") else "class C:\n" + plain, file, "exec")
        assert "<script" not in source
    if code.rate is not None:
        assert "<math" in statement(code.rate_latex), ids


def test_hostile_code_is_escaped() -> None:
    source = 'x = "</code><script>alert(1)</script>"  # <b>\n'
    assert "<script>" not in highlighted(source)
    assert unescape(re.sub(r"</?span[^>]*>", "", highlighted(source))) == source


def test_the_code_shown_is_the_code_that_runs() -> None:
    code = next(code for code, ids in SHOWN.code if "zhao/thm1/upper" in ids)
    assert code.objects[0] is zhao.algorithm1
    assert code.bound is zhao.bound
    assert "def algorithm1" in unescape(re.sub(r"<[^>]*>", "", code.parts[0][1]))
