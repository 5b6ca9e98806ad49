"""Estimating a density from a file's rows: the estimate, its bars, what is said, and what is refused."""

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from notation.parameters import ParameterError
from notation.setting import Setting
from verify.study import density
from verify.study.density import density_risk, estimate_density
from verify.study.problems import PROBLEMS
from verify.study.risk.density import Wave
from verify.study.table import Rows

ASKED = Setting(2, 1, epsilon=4.0)


WAVE = Wave(1, 0.5)


def rows(n=400, m=20, wave=WAVE, seed=0):
    numbers = 10 + 5 * wave.sample((n * m, 1), np.random.default_rng(seed))
    return Rows(numbers, np.repeat(np.arange(n), m))


def test_the_estimate_is_a_density_in_the_datas_units():
    found = estimate_density(rows(4000), ASKED, 10.0, 15.0, 20, seed=1)
    width = 5.0 / len(found.heights)
    assert np.all(found.heights >= 0)
    assert found.heights.sum() * width == pytest.approx(1)
    assert found.density(np.array([9.0, 15.1])).tolist() == [0.0, 0.0]
    middles = found.edges[:-1] + width / 2
    np.testing.assert_array_equal(found.density(middles), found.heights)
    assert found.density(np.array([15.0]))[0] == found.heights[-1]
    # The wave is seen: far more than the noise of a coefficient at this n.
    assert found.coefficients[2] == pytest.approx(0.5, abs=0.2)
    assert found.spend.largest == Fraction(1)
    assert found.seeded
    assert found.not_public.moved == 0
    assert found.setting.n == 4000
    assert found.setting.m == 20
    assert len(found.assumes) == 2


def test_numbers_in_a_half_of_the_range_make_the_density_large_there():
    for low, high in ((10.0, 12.5), (12.5, 15.0)):
        values = np.linspace(low, high, 8000)[:, None]
        found = estimate_density(Rows(values, np.repeat(np.arange(4000), 2)), ASKED, 10.0, 15.0, 2, seed=1)
        inside = (found.edges[:-1] >= low) & (found.edges[1:] <= high)
        assert found.heights[inside].mean() > 3 * found.heights[~inside].mean()


def test_bars_hold_for_all_coefficients_at_once():
    """With probability below 1e-9 more than 8 runs of 12 miss at 95%; planted: a fortieth of the bars misses more."""
    missed, planted = 0, 0
    for seed in range(12):
        found = estimate_density(rows(seed=seed), ASKED, 10.0, 15.0, 20, "kent-tuned", seed=seed)
        off = np.abs(found.coefficients - WAVE.coefficients(len(found.coefficients)))[1:]
        missed += bool(np.any(off > found.bars.half_width))
        planted += bool(np.any(off > found.bars.half_width / 40))
        assert found.distance**2 == pytest.approx(np.sum(found.bars.half_width**2) + found.beyond**2)
    assert missed <= 8 < planted


def test_projection_brings_the_estimate_nearer():
    """The true density's cell means, no estimate: the distance in cells falls, as for every density."""
    wave = Wave(1, 0.5)
    found = estimate_density(rows(60, 20, wave), Setting(2, 1, epsilon=2.0), 10.0, 15.0, 20, seed=3)
    points = (np.arange(200) + 0.5) / 200
    raw = sum(c * (wave.density(points) * 0 + b) for c, b in zip(found.coefficients, _waves(points), strict=False))
    truth = wave.density(points)
    assert np.mean((found.heights * 5 - truth) ** 2) <= np.mean((raw - truth) ** 2) + 1e-3


def _waves(points):
    from upperbounds.density.basis import basis

    return [basis(j, points) for j in range(1, 60)]


def test_the_choice_hangs_on_public_numbers_only():
    a, b = (estimate_density(rows(seed=s), ASKED, 10.0, 15.0, 20, seed=s) for s in (1, 2))
    assert (a.estimator, a.why, a.risk) == (b.estimator, b.why, b.risk)
    assert a.risk.value == min(density_risk(e, a.setting).value for e in PROBLEMS["density"].estimators)
    named = estimate_density(rows(), ASKED, 10.0, 15.0, 20, "kent-algorithm8", seed=1)
    assert named.estimator.name == "kent-algorithm8"


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"lower": 15.0, "upper": 10.0}, "--lower"),
        ({"lower": 11.0}, "outside"),
        ({"upper": float("nan")}, "upper"),
        ({"name": "mean"}, "--estimator"),
        ({"m": 0}, "m = 0"),
        ({"m": 10**8}, "--m"),
        ({"cells": 0}, "cells"),
    ],
)
def test_what_is_wrong_is_refused_in_one_line(change, named):
    asked = {"lower": 10.0, "upper": 15.0, "m": 20, "seed": 1} | change
    with pytest.raises(ParameterError, match=named) as caught:
        estimate_density(rows(), ASKED, **asked)
    assert "\n" not in str(caught.value)


def test_clip_moves_what_is_outside():
    found = estimate_density(rows(), ASKED, 11.0, 15.0, 20, seed=1, clip=True)
    assert found.not_public.moved > 0
    with pytest.raises(ParameterError, match="columns"):
        estimate_density(Rows(np.zeros((4, 2)), np.arange(4)), ASKED, 0.0, 1.0, 1)


def test_where_a_risk_is_not_computed_it_says_so(monkeypatch):
    estimator = PROBLEMS["density"].estimators[-1]
    with monkeypatch.context() as patch:
        # It would take hours.
        patch.setattr(density, "drawn_density_risk", lambda *_: pytest.fail("drawn all the same"))
        for a in (Setting(10**13, 20), Setting(10**7, 5)):
            found = density_risk(estimator, a)
            assert not np.isfinite(found.value)
            assert found.method.startswith("not computed")
    assert density_risk(estimator, Setting(100, 5)).repetitions > 0


def test_values_at_the_ends_are_inside_and_what_is_beyond_the_cut_off_is_its_root():
    values = np.linspace(10.0, 15.0, 800)[:, None]
    found = estimate_density(Rows(values, np.repeat(np.arange(400), 2)), ASKED, 10.0, 15.0, 2, seed=1)
    assert found.not_public.moved == 0
    cutoff = len(found.coefficients)
    # Weights j^beta and (j - 1)^beta for even and odd j: the squares left out are at most r^2 over the next one's.
    assert found.beyond == pytest.approx(ASKED.r / (cutoff + 1 - (cutoff + 1) % 2) ** ASKED.beta)
    for value in (np.nextafter(10.0, 0), np.nextafter(15.0, 20)):
        outside = values.copy()
        outside[7] = value
        with pytest.raises(ParameterError, match="values are outside"):
            estimate_density(Rows(outside, np.repeat(np.arange(400), 2)), ASKED, 10.0, 15.0, 2, seed=1)


@pytest.mark.parametrize("numbers", [25, 10**9])
def test_a_density_is_drawn_as_often_as_its_work_allows(numbers: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """With every user of both halves, or with every bin, for every coefficient in one repetition; at most so often."""
    drawn = list[int]()

    def draw(plan: Any, wave: Any, repetitions: int, rng: Any) -> Any:
        drawn.append(repetitions)
        return SimpleNamespace(value=1.0, error=0.1, localisation_failure=0.0, repetitions=repetitions)

    setting = Setting(300, 20, epsilon=1.0, beta=1, r=1.0)
    [estimator, *_] = PROBLEMS["density"].estimators
    plan: Any = estimator.plan(setting)
    work = plan.split.coordinates * max(2 * plan.each.half, plan.each.bins.count)
    monkeypatch.setattr(density, "drawn_density_risk", draw)
    monkeypatch.setattr(density, "exact_work", lambda *_: np.inf)
    monkeypatch.setattr(density, "_NUMBERS", numbers * work)
    density_risk(estimator, setting)
    assert drawn == [min(numbers, density._REPETITIONS)]
