"""Upper bounds of sequential localisation: each next to the sum of its terms, and planted defects."""

import pytest

from notation.setting import Setting
from tests.planted import Plant
from tests.upperbounds import written_again as again
from tests.upperbounds.terms.ties import Tie, has_no_unseen_term, has_plants, is_the_sum, of_registry, plan, shows
from tests.upperbounds.written_again import Terms


def _walk_of_vectors(problem: str) -> Tie:
    """The recursion's bound for a coordinate, at its users and their budget; of columns a share of the variance."""

    def terms(a: Setting) -> Terms:
        found = plan(problem, "walk", a)
        coordinates, each = found.embedding.coordinates, found.each
        reach = float(each.unit) * each.cells
        share = a.d / coordinates if found.sends == 1 else 1.0
        return {"coordinates": coordinates * again.walk(each, reach, share)}

    heavy = "heavy" in problem
    sizes: dict[str, float] = {"p": 3.0, "M": 2.0} if heavy else {"D": 2.0}
    settings = [Setting(n, 9, d, e, **sizes) for n, d, e in ((5003, 5, 0.7), (5003, 4, 2.5), (40_003, 16, 0.9))]
    if heavy:
        settings += [Setting(40, 3, 2, 0.5, **sizes), Setting(5003, 30, 1, 0.7, p=4.5, M=0.5)]
    return of_registry(
        problem,
        "walk",
        terms,
        settings,
        Plant("vectors.ours:_best", "coordinates * found[sends]", "found[sends]"),
        Plant("vectors.ours:_best", "coordinates * found[sends]", "coordinates / 2 * found[sends]"),
        *(_OF_MOMENTS if heavy else ()),
    )


_OF_MOMENTS = (
    Plant("mean.ours:_told", "bias ** 2 +", ""),
    Plant("mean.ours:_told", "most_second_moment / plan.n", "most_second_moment / plan.n / 2"),
    Plant("mean.stop_loss:cut_at", "+ math.sqrt(m) * excess_of(cuts, order)", ""),
    Plant("mean.stop_loss:cut_at", "cuts + 1", "cuts"),
    Plant("mean.walk_bound:Distances.last", "bias ** 2 +", ""),
    Plant("mean.walk_bound:Distances.last", "share * most_second_moment", "share / 2 * most_second_moment"),
    Plant("mean.walk_bound:Distances.answers", "lower - self.loss(a - lower)", "lower"),
)
"""The bias of clipping, its parts and the noise, and localisation that does not fail: halved, or dropped."""


TIES = (
    of_registry(
        "mean",
        "walk",
        lambda a: {"all": again.walk(plan("mean", "walk", a), a.D)},
        [
            Setting(n, m, 1, e, D)
            for n, m, e, D in ((300, 9, 2.0, 2.0), (101, 4, 8.0, 1.0), (500, 10, 1.0, 1.0), (12, 4, 0.5, 3.0))
        ],
        Plant("mean.ours:bound", "D ** 2 * _plan", "D * _plan"),
        Plant("mean.ours:_walked", "/ plan.m", "/ (2 * plan.m)"),
        Plant("mean.ours:_told", "most_second_moment / plan.n", "most_second_moment / (2 * plan.n)"),
    ),
    *map(_walk_of_vectors, ("mean-linf", "mean-l2", "mean-l1", "mean-heavy", "mean-heavy-l2")),
)


@pytest.mark.parametrize("tie", TIES, ids=lambda tie: tie.name)
def test_bounds_are_the_sums_of_their_terms(tie: Tie) -> None:
    is_the_sum(tie)


@pytest.mark.parametrize("tie", TIES, ids=lambda tie: tie.name)
def test_every_term_is_seen(tie: Tie) -> None:
    has_no_unseen_term(tie)


@pytest.mark.parametrize(
    ("tie", "plant"),
    [(tie, plant) for tie in TIES for plant in tie.plants],
    ids=lambda one: getattr(one, "name", str(one)),
)
def test_planted_defects_are_seen(tie: Tie, plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    shows(tie, plant, monkeypatch)


@pytest.mark.parametrize("tie", TIES, ids=lambda tie: tie.name)
def test_each_bound_has_a_halved_and_a_dropped_term(tie: Tie) -> None:
    has_plants(tie)
