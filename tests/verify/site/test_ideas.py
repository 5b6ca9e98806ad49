"""The pictures of the lessons' ideas, the map of results and the gallery: their numbers by another route."""

import math
import re
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from lowerbounds.information.divergences import likelihood_test
from verify.papers.kent import exhibits
from verify.site import results
from verify.site.exhibits import ideas
from verify.site.exhibits.bounds import Compared
from verify.site.lessons.notebook import lesson_names
from verify.site.plot import thumbnail
from verify.site.results import HIGH, LOW, ResultRow, place, track


def numbers(found: Any) -> dict[str, float]:
    return {row[0]: float(row[-1]) for row in found.rows}


def test_the_threshold_errs_as_the_likelihood_test_does() -> None:
    told = numbers(ideas.threshold())
    (_, wrong), (accept, _) = likelihood_test(Fraction(3, 5), Fraction(2, 5), 25)
    assert told["error under the first law"] == pytest.approx(float(wrong.mid()), abs=1e-6)
    assert told["error under the second law"] == pytest.approx(float(accept.mid()), abs=1e-6)
    both = told["error under the first law"] + told["error under the second law"]
    assert both == pytest.approx(told["1 − TV"], abs=2e-6)


def test_no_channel_of_the_picture_passes_the_line_and_one_reaches_it(monkeypatch: pytest.MonkeyPatch) -> None:
    told = numbers(ideas.contraction())
    assert told["largest share left by these channels"] == pytest.approx(math.tanh(math.log(2.72) / 2), abs=1e-4)
    assert told["largest share left by these channels"] == told["tanh(ε/2)"]
    # Planted: channels of twice the budget leave more, and the picture shows it.
    honest = ideas.extreme_channels
    monkeypatch.setattr(ideas, "extreme_channels", lambda inputs, t: honest(inputs, t**2))
    loud = numbers(ideas.contraction())
    assert loud["largest share left by these channels"] > 1.5 * loud["tanh(ε/2)"]


def test_the_votes_are_those_of_a_run(monkeypatch: pytest.MonkeyPatch) -> None:
    found = exhibits._votes()
    told = {float(left): int(count) for _, left, count in found.rows}
    best = max(told, key=lambda left: told[left])
    assert best <= 0.3 < best + 2 / len(told)
    assert sum(told.values()) > 2000  # every user of the first half sets each bit with some probability
    # Planted: where the vote is lost the band is elsewhere, and the picture is another.
    monkeypatch.setattr(exhibits, "winner", lambda votes: 0)
    assert exhibits._votes().drawing != found.drawing


def test_every_lesson_named_is_one() -> None:
    named = {lesson for _, lessons in ideas.all_ideas() for lesson in lessons}
    assert named <= set(lesson_names())
    assert {found.title for found, _ in ideas.all_ideas()} == {
        "Two laws and a threshold",
        "A private channel is a contraction",
        "Bins and votes",
        "The cube of independent signs",
        "The tents",
    }


ROW = ResultRow("zhao/thm2/lower", "Theorem 2", Compared(1000, {">=": 2e-3}, 1e-3, "walk", 5e-3), (("m", "100"),))


def test_bounds_that_meet_stand_at_one() -> None:
    """A result's own bound above the table's is the best lower bound, and the risk is told over that."""
    assert (ROW.best, ROW.below, ROW.risk, ROW.meets) == (2e-3, 1.0, 2.5, True)
    assert "Theorem 2 at n = 1,000, m = 100: 1 times the best lower bound from below" in ROW.words
    apart = replace(ROW, compared=replace(ROW.compared, own={">=": 9e-4}))
    assert (apart.below, apart.meets) == (pytest.approx(0.9), False)
    above = replace(ROW, compared=replace(ROW.compared, own={"<=": 7e-3}, risk=None))
    assert (above.above, above.risk) == (pytest.approx(7.0), None)
    assert "<circle" not in track(above)
    far = replace(ROW, compared=replace(ROW.compared, risk=1e250))
    assert (ROW.gap, above.gap, far.gap) == ("×2.5", "–", "> 10^10")


def test_a_mark_stands_where_its_ratio_is() -> None:
    assert [place(x) for x in (LOW / 10, LOW, HIGH, HIGH * 10)] == [0, 0, 100, 100]
    assert place(math.sqrt(LOW * HIGH)) == 50
    drawn = str(track(ROW))
    assert f'<circle class="dot" cx="{place(2.5)}%"' in drawn
    # Planted: what is off the scale has an arrow in place of a mark.
    far = replace(ROW, compared=replace(ROW.compared, own={"<=": 1e30}))
    assert "▸" in track(far)
    assert "▸" not in drawn


def test_the_map_says_what_its_rows_say() -> None:
    class Paper:
        key = "zhao"

    other = replace(ROW, id="zhao/thm7/lower", compared=replace(ROW.compared, own={">=": 1e-4}, risk=1.5e-3))
    said = results.map_summary([(Paper(), [ROW, other])])  # type: ignore[list-item]
    assert said.startswith("2 numbered results with a rate. For 1 the bound is itself the best lower bound.")
    assert said.endswith("a factor of 1.5, at zhao/thm7/lower.")


def test_a_thumbnail_keeps_the_curves_and_nothing_else() -> None:
    drawing = (
        '<svg class="plot" role="img" aria-label="Left &amp; right" viewBox="0 0 9 9"><path class="grid" d="M1 1"/>'
        '<text x="1">word</text><path class="fails" d="M5 5"/><path class="curve left" d="M2 2"/>'
        '<path class="curve slack" d="M3 3"/><path class="curve right" d="M4 4"/></svg>'
    )
    small = str(thumbnail(drawing))
    assert re.findall(r'class="([^"]*)"', small) == ["plot", "fails", "curve left", "curve right"]
    assert "word" not in small
    assert 'aria-label="Left &amp; right"' in small
