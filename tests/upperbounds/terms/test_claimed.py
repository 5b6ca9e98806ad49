"""Upper bounds of estimators that follow Kent et al.: each next to the sum of its terms, and planted defects."""

from dataclasses import replace
from math import ceil
from typing import Any

import pytest

from notation.setting import Setting
from tests.planted import Plant
from tests.upperbounds import written_again as again
from tests.upperbounds.terms.ties import (
    NUMBERS,
    Tie,
    has_no_unseen_term,
    has_plants,
    is_the_sum,
    of_registry,
    plan,
    shows,
)
from upperbounds.mixture import kent as mixture
from upperbounds.mixture import windows

_SUM = "vectors.bounds:sum_of_two_stage"


MIXTURES = (
    Setting(3 * 10**5 + 2, 10**4, epsilon=4.0, K=2),
    Setting(3 * 10**6, 10**5, epsilon=1.0, K=3, D=2.0),
    Setting(9 * 10**4, 10**6, epsilon=2.5, K=2),
    Setting(2000, 10**5, epsilon=8.0, K=2),
    Setting(7000, 10**5, epsilon=8.0, K=2),
)
_MIXED = "mixture.kent:bound_of"


_MIXED_PLANTS = (
    Plant(_MIXED, "failure * astray", "failure / 2 * astray"),
    Plant(_MIXED, "72 / a.epsilon", "36 / a.epsilon"),
    Plant(_MIXED, "1 / (4 * third * gain ** 2) + off", "off"),
    Plant(_MIXED, "+ 2 * missed ** 2", ""),
    Plant(_MIXED, "4 * delta ** 2 * light", "2 * delta ** 2 * light"),
)
_FREE_MIXTURES = (
    (Setting(602, 10**4, epsilon=8.0, K=2), 0.037),
    (Setting(9 * 10**4, 10**4, epsilon=2.5, K=2), 0.05),
    (Setting(3 * 10**4, 10**4, epsilon=8.0, K=3, D=2.0), 0.08),
)


def _free_mixture(a: Setting, delta: float) -> Any:
    """Algorithm 9 on all samples at a width."""
    return mixture.assemble(a.n, a.m, a.K, a.epsilon, delta, a.D, ceil(a.D / delta), 0)


_WINDOWS = "mixture.windows:bound_of"
_FREE_WINDOWS = (
    (Setting(602, 10**4, epsilon=8.0, K=2), 0.1, 0.2),
    (Setting(9 * 10**4, 10**4, epsilon=2.5, K=2), 0.1, 0.19),
    (Setting(3 * 10**4, 10**4, epsilon=8.0, K=3, D=2.0), 0.16, 0.3),
    (Setting(1500, 10**4, epsilon=8.0, K=2), 0.1, 0.16),
)


def _free_windows(a: Setting, width: float, reach: float) -> Any:
    """Windows at a width and a reach."""
    plan = windows.assemble(a.n, a.m, a.K, a.epsilon, width / 2, a.D, ceil(2 * a.D / width) + 1, 0)
    return replace(plan, reach=reach, scale=2 * reach / a.epsilon)


def _of_mixture(name: str) -> Tie:
    settings = (*MIXTURES, Setting(3 * 10**8, 10**5, epsilon=1.0, K=3))
    return of_registry(
        "mixture", name, lambda a: again.mixture(plan("mixture", name, a), a), settings, *_MIXED_PLANTS[:2]
    )


_PRINTED, _WIDE = "mean.kent:bound", "mean.kent:tuned_bound"
_KENT = (
    *NUMBERS[:3],
    Setting(400_001, 1000),
    Setting(8001, 2000, epsilon=2.0, D=3.0),
    Setting(3001, 10**6, epsilon=6.0),
)
_CUBES = (
    Setting(41, 3, 2, 1.0),
    Setting(2_000_003, 1000, 5, 1.0),
    Setting(60_003, 100, 5, 2.5, 2.0),
    Setting(8001, 10**6, 3, 20.0),
)
_PLANTS_PRINTED = (
    Plant(_PRINTED, "32 * math.exp", "16 * math.exp"),
    Plant(_PRINTED, "+ 384 / (n_used * used)", ""),
    Plant(_PRINTED, "24 / min(delta, 1)", "12 / min(delta, 1)"),
    Plant(_PRINTED, "674 *", "337 *"),
)
_PLANTS_WIDE = (
    Plant(_WIDE, "4 * failure", "2 * failure"),
    Plant(_WIDE, "+ 1 / (m * estimator.half)", ""),
    Plant(_WIDE, "4 * tail ** 2", "2 * tail ** 2"),
    Plant(_WIDE, "+ estimator.half * tail", ""),
)
TIES = (
    of_registry(
        "mean",
        "kent-algorithm11",
        lambda a: again.kent_printed(plan("mean", "kent-algorithm11", a), a.D),
        _KENT,
        *_PLANTS_PRINTED,
    ),
    of_registry(
        "mean", "kent-tuned", lambda a: again.kent_wide(plan("mean", "kent-tuned", a), a.D), _KENT, *_PLANTS_WIDE[:3]
    ),
    of_registry(
        "mean-linf",
        "kent-algorithm12",
        lambda a: again.times(a.d, again.kent_printed(plan("mean-linf", "kent-algorithm12", a).each, a.D)),
        _CUBES,
        Plant("vectors.kent:bound", "d * one.value", "one.value"),
        *_PLANTS_PRINTED[2:],
    ),
    of_registry(
        "mean-linf",
        "kent-tuned",
        lambda a: again.times(a.d, again.kent_wide(plan("mean-linf", "kent-tuned", a).each, a.D)),
        _CUBES,
        Plant("vectors.kent:tuned_bound", "d * one.value", "d / 2 * one.value"),
        *_PLANTS_WIDE[1:3],
    ),
    *(
        of_registry(
            "mean-l2",
            name,
            lambda a, name=name: again.rotated(  # type: ignore[misc]
                plan("mean-l2", name, a).each, plan("mean-l2", name, a).embedding.coordinates, a.D
            ),
            (Setting(5 * 10**6, 10**6, 4, 2.5, 2.0), Setting(3 * 10**6, 10**5, 5, 1.0), Setting(1280, 50, 3, 0.5)),
            Plant(_SUM, "4 * D ** 2 * tail", "2 * D ** 2 * tail"),
            Plant(_SUM, "+ variance / each.half", ""),
            Plant("vectors.bounds:rotated_tail", "2 * math.exp", "math.exp"),
        )
        for name in ("kent-algorithm13", "kent-tuned-rotated")
    ),
    of_registry(
        "density",
        "kent-algorithm8",
        again.density_printed,
        (
            Setting(10**9, 10**9, r=0.5),
            Setting(10**10, 10**4, beta=2),
            Setting(10**6, 100, epsilon=3.0),
            Setting(2000, 3),
        ),
        Plant("density.kent:_of_class", "coefficients.value + ", "coefficients.value / 2 + "),
        Plant("density.kent:_of_class", "+ left_out(M, a.beta, a.r)", ""),
    ),
    Tie(
        "mixture, free constants",
        lambda a: mixture.bound_of(a[0], _free_mixture(*a)).value,
        lambda a: again.mixture(_free_mixture(*a), a[0]),
        _FREE_MIXTURES,
        _MIXED_PLANTS,
    ),
    Tie(
        "mixture windows, free constants",
        lambda a: windows.bound_of(a[0], _free_windows(*a)).value,
        lambda a: again.windows(_free_windows(*a), a[0]),
        _FREE_WINDOWS,
        (
            Plant(_WINDOWS, "failure * astray", "failure / 2 * astray"),
            Plant(_WINDOWS, "2 * (1 + gain ** 2)", "2"),
            Plant(_WINDOWS, "(1 - off) * pi - off", "(1 - off) * pi"),
            Plant(_WINDOWS, "reach ** 2 + 2 * float", "reach ** 2 + float"),
            Plant(_WINDOWS, "1 / (4 * third * gain ** 2) + off", "off"),
            Plant(_WINDOWS, "2 * near ** 2 * spread", "near ** 2 * spread"),
            Plant(_WINDOWS, "+ 2 * missed ** 2", ""),
            Plant(_WINDOWS, "near ** 2 * light", "near ** 2 / 2 * light"),
            Plant(_WINDOWS, "(margin / a.D) ** 2 / 2", "(margin / a.D) ** 2"),
            Plant("mixture.windows:WindowPlan.near", "+ self.margin", ""),
        ),
    ),
    *map(_of_mixture, ("kent-algorithm9", "uncapped", "kent-tuned")),
    of_registry(
        "mixture",
        "windows",
        lambda a: again.windows(plan("mixture", "windows", a), a),
        MIXTURES,
        Plant(_WINDOWS, "K * (chosen", "K / 2 * (chosen"),
        Plant(_WINDOWS, "+ failure * astray", ""),
    ),
)
OF_FREE_CONSTANTS = frozenset(
    {
        "mixture kent-tuned",
        "mixture uncapped",
        "mixture kent-algorithm9",
        "mixture windows",
    }
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
