"""Upper bounds of sparse means, densities and infinite models: each next to its terms' sum, and planted defects."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from notation.setting import Setting
from tests.planted import Plant
from tests.upperbounds import written_again as again
from tests.upperbounds.terms.ties import (
    Tie,
    has_no_unseen_term,
    has_plants,
    is_the_sum,
    of_registry,
    plan,
    shows,
)
from tests.upperbounds.written_again import Terms
from upperbounds.mean.kent import algorithm2, bin_count
from upperbounds.protocols.coordinates import CoordinatePlan, Plain
from upperbounds.protocols.split import cyclic
from upperbounds.sparse import bounds as of_sparse
from upperbounds.sparse.selection import SelectionPlan, hashed_votes
from upperbounds.sparse.threshold import ThresholdPlan

SPARSE = tuple(
    Setting(n, m, d, e, 1.0, s=s)
    for n, m, d, e, s in (
        (2 * 10**6, 3000, 20, 1.0, 16),
        (10**6, 400, 8, 0.5, 1),
        (3 * 10**5, 10**4, 40, 2.5, 4),
        (10**5 + 3, 10**4, 10, 8.0, 2),
        (6 * 10**4, 3000, 20, 3.0, 16),
    )
)
"""s from 1 to 16."""
_MISSED, _LOST = "sparse.bounds:_misselected", "sparse.bounds:lost"
_ONE, _SELECT, _KEEP = "sparse.bounds:one_coordinate", "sparse.bounds:selection_bound", "sparse.bounds:threshold_bound"
_THRESHOLDS = (*SPARSE, Setting(10**8, 10**5, 20, 1.0, s=16), Setting(4 * 10**6, 10**8, 6, 2.0, s=3))
SPARSE_SELECTION = (
    Plant(_MISSED, "(d - s) * zeros + s * larges", "(d - s) * zeros + larges"),
    Plant(_SELECT, "missed + ", ""),
    Plant(_SELECT, "(2 * plan.threshold) ** 2", "2 * plan.threshold ** 2"),
    Plant(_ONE, "4 * failure", "2 * failure"),
    Plant(_ONE, "+ 1 / (each.m * each.half)", ""),
    Plant(_ONE, "+ 2 * float(each.scale)", "+ float(each.scale)"),
    Plant(_LOST, "each.bins.count * math.exp", "math.exp"),
    Plant("sparse.bounds:hoeffding", "2 * math.exp", "math.exp"),
)
SPARSE_THRESHOLD = (
    Plant(_KEEP, "36 * e ** 2", "18 * e ** 2"),
    Plant(_KEEP, "+ min(1.0, plan.dimension * off) * 4 * D ** 2", ""),
    Plant(_KEEP, "plan.dimension * off", "plan.dimension / 2 * off"),
    Plant(_KEEP, "failure + bias * D / e +", "failure +"),
    Plant("sparse.bounds:laplace_tail", "2 * math.exp", "math.exp"),
)
DENSITIES = tuple(
    Setting(n, m, epsilon=e, beta=b, r=r)
    for n, m, e, b, r in (
        (10**5, 10**4, 1.0, 1, 1.0),
        (10**6 + 1, 10**5, 2.5, 2, 3.0),
        (10**4, 10**6, 8.0, 1, 0.5),
        (3000, 100, 0.5, 3, 1.0),
    )
)
_SUM = "vectors.bounds:sum_of_two_stage"


def _taken(name: str) -> Callable[[Setting], Terms]:
    def terms(a: Setting) -> Terms:
        found = plan("sparse-mean", name, a)
        return (again.selection if hasattr(found, "hashed") else again.threshold)(found, a)

    return terms


def _free_selection(a: Setting, share: float) -> Any:
    """Algorithm 6 with every constant free: bins as wide as the threshold, some deviations of a user mean."""
    width = share * (2 * np.log(a.d * a.n) / a.m) ** 0.5
    folds = cyclic(a.n - a.n // 2, a.s, 1)
    each = algorithm2(folds.per_coordinate, a.m, a.epsilon, width, a.D, bin_count(width, a.D))
    hashed = hashed_votes(a.d, 2.5 * a.s**0.5, a.epsilon)
    return SelectionPlan("free", a.n, a.d, a.m, width, hashed, folds, each)


def _free_threshold(a: Setting, share: float) -> Any:
    """Algorithm 7 likewise, with a threshold of some deviations of a coordinate's mean."""
    width, who = share * (2 * np.log(a.d * a.n) / a.m) ** 0.5, cyclic(a.n, a.d, 1)
    each = algorithm2(who.per_coordinate, a.m, a.epsilon, width, a.D, bin_count(width, a.D))
    off = max(float(each.scale), (2 / a.m) ** 0.5) * (2 * np.log(30 * a.d) / each.half) ** 0.5
    cube = CoordinatePlan("cube", who, each, Fraction(1), Plain(a.d))
    return ThresholdPlan("free", a.s, 3 * 1.2 * off, a.D, cube)


FREE = tuple(
    (Setting(n, m, d, e, 1.0, s=s), share)
    for n, m, d, e, s, share in (
        (4000, 10**6, 20, 6.0, 16, 1.0),
        (20_000, 10**6, 20, 2.0, 16, 1.1),
        (900, 10**5, 6, 3.0, 1, 0.9),
        (3000, 10**6, 12, 40.0, 4, 0.8),
        (2000, 10**6, 9, 60.0, 3, 1.0),
        (5 * 10**5, 10**4, 12, 1.0, 12, 1.0),
        (4000, 10**6, 2, 40.0, 1, 0.7),
    )
)


def _of_space(space: str) -> Tie:
    settings = (
        Setting(300, 1, 2, 0.7, 2.0, s=2),
        Setting(21, 4, 3, 3.0, s=2),
        Setting(8, 4, 1, 4.0),
        Setting(3, 1, 1, 40.0),
    )
    return of_registry(
        f"infinite-{space}",
        "kent-algorithm1",
        lambda a: again.covered(a, space),
        (replace(settings[0], r=3.0), replace(settings[1], r=3.0), *settings[2:]),
        Plant("selection.cover_select:bound_of", "+ diameter ** 2 * p", ""),
        Plant("selection.cover_select:bound_of", "radius ** 2 * (1 - p)", "radius ** 2 * (1 - p) / 2"),
        Plant("selection.cover_select:log_mistaken", "2 * n * log_cosh", "4 * n * log_cosh"),
        Plant("selection.cover_select:log_mistaken", "log(cells - 1)", "log((cells - 1) / 16)"),
    )


TIES = (
    of_registry(
        "sparse-mean",
        "kent-algorithm6",
        _taken("kent-algorithm6"),
        (
            Setting(10**9, 10**4, 20, 1.0, s=16),
            Setting(5 * 10**7, 10**4, 4, 2.5, s=2),
            Setting(4 * 10**9, 10**4, 20, 0.5, s=5),
        ),
        Plant(_SELECT, "missed + ", ""),
        Plant(_ONE, "+ 2 * float(each.scale)", "+ float(each.scale)"),
    ),
    of_registry("sparse-mean", "kent-tuned", _taken("kent-tuned"), SPARSE, *SPARSE_SELECTION[:-2]),
    of_registry(
        "sparse-mean",
        "kent-algorithm7",
        _taken("kent-algorithm7"),
        _THRESHOLDS,
        Plant(_KEEP, "36 * e ** 2", "18 * e ** 2"),
        Plant(_KEEP, "36 * e ** 2 + ", ""),
    ),
    of_registry(
        "sparse-mean",
        "kent-theorem7",
        _taken("kent-theorem7"),
        _THRESHOLDS,
        Plant("sparse.kent:bound", "bound6(a) if", "bound7(a) if"),
        Plant(_KEEP, "36 * e ** 2", "18 * e ** 2"),
    ),
    of_registry(
        "sparse-mean",
        "sparse-balls",
        lambda a: again.sparse_balls(plan("sparse-mean", "sparse-balls", a), a.s),
        (
            Setting(10**5, 200, 100, 1.0, s=4),
            Setting(10**7, 300, 2000, 1.5, 2.0, s=2),
            Setting(500, 30, 400, 3.0, s=1),
            Setting(40, 3, 5, 1.0, s=2),
        ),
        Plant("sparse.balls:beyond", "3 * variance ** 2", "2 * variance ** 2"),
        Plant("sparse.balls:beyond", "+ step ** 2 * variance", ""),
        Plant("sparse.balls:beyond", "16 * threshold", "32 * threshold"),
        Plant("sparse.balls:beyond", "4 * np.exp", "2 * np.exp"),
        Plant("sparse.balls:beyond", "step * threshold / 3", "step * threshold / 6"),
        Plant("sparse.balls:beyond", "threshold * (variance + slack)", "threshold * (2 * slack)"),
        Plant("sparse.balls:beyond", "channel.magnitude + float(channel.half_width)", "channel.magnitude"),
        Plant("sparse.balls:parts", "variance + threshold ** 2", "threshold ** 2"),
        Plant("sparse.balls:parts", "+ rest", "+ rest / 2"),
        Plant("sparse.balls:parts", "2 * (threshold", "(threshold"),
        Plant("sparse.balls:parts", " + np.sqrt(rest)", ""),
        Plant("sparse.balls:bound_of", "noise + times", "times"),
        Plant("sparse.balls:bound_of", " + balls.FINE.chances @ biases ** 2", ""),
    ),
    of_registry(
        "density",
        "kent-least-bound",
        again.density_least,
        DENSITIES,
        Plant(_SUM, "4 * D ** 2 * tail", "2 * D ** 2 * tail"),
        Plant(_SUM, "+ reach ** 2 * failure", ""),
        Plant(_SUM, "each.half * tail + ", ""),
        Plant(_SUM, "+ variance / each.half", ""),
        Plant(_SUM, "coordinates * 2 * scale", "coordinates * scale"),
        Plant("density.kent:_variance", "2 * (M // 2)", "M // 2"),
        Plant("density.kent:_least", "2 * math.exp", "math.exp"),
        Plant("vectors.bounds:noise_beats", "** 2 / 4", "** 2 / 2"),
        Plant("density.basis:left_out", "cutoff + 1", "cutoff + 3"),
    ),
    of_registry(
        "density",
        "kent-tuned",
        again.density_tuned,
        DENSITIES,
        Plant("density.kent:_of_class", "+ left_out(M, a.beta, a.r)", ""),
        Plant("mean.kent:tuned_bound", "4 * tail ** 2", "2 * tail ** 2"),
    ),
    Tie(
        "sparse-mean selection, free constants",
        lambda a: of_sparse.selection_bound(_free_selection(*a), a[0].D),
        lambda a: again.selection(_free_selection(*a), a[0]),
        FREE,
        SPARSE_SELECTION,
    ),
    Tie(
        "sparse-mean threshold, free constants",
        lambda a: of_sparse.threshold_bound(_free_threshold(*a), a[0].D),
        lambda a: again.threshold(_free_threshold(*a), a[0]),
        FREE,
        SPARSE_THRESHOLD,
    ),
    *map(_of_space, ("linf", "l2", "l1", "sparse", "sobolev")),
)
OF_FREE_CONSTANTS = frozenset(
    {"sparse-mean kent-algorithm6", "sparse-mean kent-theorem7", "sparse-mean kent-algorithm7"}
)
"""At the constants of these plans what fails is far below what is left: its terms are seen at free constants."""


@pytest.mark.parametrize("tie", TIES, ids=lambda tie: tie.name)
def test_bounds_are_the_sums_of_their_terms(tie: Tie) -> None:
    is_the_sum(tie)


@pytest.mark.parametrize("tie", [one for one in TIES if one.name not in OF_FREE_CONSTANTS], ids=lambda tie: tie.name)
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
