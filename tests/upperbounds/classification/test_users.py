"""Rules learnt from private users: the transform, exact spend, what they learn, what they refuse.

Seeds are fixed: a run is always the same.
"""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import log
from typing import Any

import numpy as np
import pytest
from scipy.linalg import hadamard

from notation.parameters import ParameterError
from notation.user_learning import UserSetting
from tests.conformance import properties
from tests.conformance.rationals import rational
from tests.upperbounds.classification.test_classifiers import moons
from upperbounds.classification.turned import FAR, NEAR, Sizes, outvoted, printed_plan
from upperbounds.classification.users import (
    ESTIMATORS,
    UserBinClassifier,
    _shared_mass,
    best_side,
    box_grid,
    coded_plan,
    grouped,
    printed_length,
    rows_used,
)
from upperbounds.mean import zhao
from upperbounds.protocols.coordinates import CoordinatePlan
from upperbounds.regression.users import ESTIMATORS as REGRESSORS
from upperbounds.regression.users import UserBinRegressor, ratio
from upperbounds.transforms.turned_bins import TurnedBins, TurnedCodes, sign_codes
from verify.study.risk.exact import exact_stages
from verify.study.risk.laws import SignLaw

BOTH = pytest.mark.parametrize("make", [UserBinClassifier, UserBinRegressor])


def test_the_transform_is_the_papers_set_by_set() -> None:
    """U_k = Y 1(X in T_k) - Y 1(X not in T_k) of zhao (136), V_k of (192), by the sets; and back, (138)."""
    rng = np.random.default_rng(0)
    turned, H = TurnedBins(5, 2), hadamard(8)
    cells, labels = rng.integers(5, size=(7, 4)), rng.choice([-1.0, 1.0], size=(7, 4))
    found = turned.user_means(np.stack([cells, labels], axis=-1))
    for k in range(8):
        inside = np.isin(cells, [b for b in range(5) if H[k, b] == 1])
        np.testing.assert_allclose(found[:, k], (labels * inside - labels * ~inside).mean(axis=1), atol=1e-15)
        np.testing.assert_allclose(found[:, 8 + k], (1.0 * inside - 1.0 * ~inside).mean(axis=1), atol=1e-15)
    q = np.stack([(labels * (cells == b)).mean(axis=1) for b in range(5)], axis=1)
    np.testing.assert_allclose(turned.back(found)[:, 0], q, atol=1e-15)
    # A pair whose cell is -1 is none.
    padded = np.concatenate([np.stack([cells, labels], axis=-1), np.full((7, 3, 2), (-1.0, 0.0))], axis=1)
    np.testing.assert_allclose(turned.user_means(padded), found, atol=1e-15)


@pytest.mark.parametrize("parts", [1, 2])
@pytest.mark.parametrize("epsilon", [1e-9, 0.3, 1.0, 1.9, 2.0, 5.5, 8.0, 700.0])
def test_every_user_spends_epsilon_and_no_more_and_every_coordinate_is_answered(epsilon: float, parts: int) -> None:
    for m in (1, 500):
        plan = Sizes(64, m, epsilon, 7, parts).plan()
        assert not plan.split.unanswered
        spent = [loss.multiple() for _, loss in plan.spend()]
        # One bin needs no vote: who would vote spends nothing.
        assert set(spent) <= {Fraction(0), Fraction(1)}
        assert plan.exact().protocol().worst_spend().multiple() == 1
        assert plan.share * 2 * epsilon > 1 or plan.share == Fraction(1, 8) or plan.share == 1


def test_as_printed_epsilon_between_whole_numbers_skips_cells_or_spends_too_much() -> None:
    """zhao/alg2/privacy and zhao/eq6, which Algorithm 4 takes over: K = 16, epsilon = 1.9."""
    turned = TurnedBins(16)
    floor, ceil = (printed_plan(400, 9, 1.9, turned, reading) for reading in ("floor", "ceil"))
    assert len(floor.split.unanswered) == 7
    assert floor.exact().protocol().worst_spend().multiple() == Fraction(1) / Fraction(1.9)
    assert not ceil.split.unanswered
    assert ceil.exact().protocol().worst_spend().multiple() == 2 / Fraction(1.9)
    # At low privacy, and below 1, it is as it should be.
    for epsilon in (0.5, 16 * 6.0):
        assert printed_plan(400, 9, epsilon, turned).exact().protocol().worst_spend().multiple() == 1


def exactly(plan: CoordinatePlan) -> CoordinatePlan:
    """The plan with exact constants: those of one bin by the assembly itself, as no symbol for Delta is negative."""
    each = plan.each
    if each.bins.count > 1:
        found: CoordinatePlan = rational(plan, plan.exact())
        return found
    made = zhao.assemble(each.n, each.m, Fraction(each.epsilon), Fraction(1), 1, Fraction(2), Fraction(-2))
    assert float(made.scale) == each.scale, f"{made.scale} is not {each.scale}"
    return replace(plan, each=made)


def one_users_ratios(
    plan: Any, n: int, m: int, cells: int, likeliest: bool, labels: tuple[float, ...] = (-1.0, 0.25, 1.0)
) -> set[Fraction | None]:
    """The exact losses of one user's transcript over pairs of their data sets, everyone else's being any."""
    rng = np.random.default_rng(1)
    protocol, whole = exactly(plan).protocol(), Fraction(plan.epsilon).limit_denominator(10**6)
    found: set[Fraction | None] = set()

    def data(shape: tuple[int, ...]) -> np.ndarray:
        return np.stack([rng.integers(cells, size=shape), rng.choice(labels, size=shape)], axis=-1)

    ends = [
        np.stack([np.full(m, cell), np.full(m, label)], axis=-1).ravel()
        for cell in (0, 1)
        for label in (labels[0], labels[-1])
    ]
    for user in (0, n // 2, n - 1):
        others = data((n, m)).reshape(n, -1)
        for one, two in [*combinations(ends, 2), (data((m,)).ravel(), data((m,)).ravel())]:
            x, y = properties.changed(others, user, one), properties.changed(others, user, two)
            loss = properties.transcript_loss(protocol, x, y, user, whole, 3, likeliest=likeliest)
            found.add(loss.multiple())
    return found


@pytest.mark.parametrize(("epsilon", "m", "parts"), [(0.5, 1, 1), (3.0, 2, 1), (3.0, 500, 2), (64.0, 1, 2)])
def test_any_two_data_sets_of_a_user_are_told_apart_by_epsilon_at_most(epsilon: float, m: int, parts: int) -> None:
    """Exact ratios of the whole transcript, for the messages that tell best and for any."""
    sizes = Sizes(32, m, epsilon, 4, parts)
    for likeliest in (True, False):
        found = one_users_ratios(sizes.plan(), 32, m, 4, likeliest)
        assert None not in found
        assert max(loss for loss in found if loss is not None) <= 1
    assert 1 in one_users_ratios(sizes.plan(), 32, m, 4, True)


@pytest.mark.parametrize(("epsilon", "m", "classes"), [(0.5, 1, 3), (3.0, 500, 3), (64.0, 1, 4)])
def test_signs_of_several_classes_cost_epsilon_at_most(epsilon: float, m: int, classes: int) -> None:
    plan = coded_plan(24, m, epsilon, TurnedCodes(4, classes))
    assert not plan.split.unanswered
    assert plan.exact().protocol().worst_spend().multiple() == 1
    for likeliest in (True, False):
        found = one_users_ratios(plan, 24, m, 4, likeliest, tuple(map(float, range(classes))))
        assert None not in found
        assert max(loss for loss in found if loss is not None) <= 1
    # The first two classes have opposite signs in the part that the first user answers.
    assert 1 in one_users_ratios(plan, 24, m, 4, True, (0.0, 1.0))
    greedy = replace(plan, share=plan.share * 2)
    assert greedy.exact().protocol().worst_spend().multiple() == 2


@pytest.mark.parametrize("classes", [2, 3, 4, 5, 8, 11])
def test_signs_tell_classes_apart_and_tallies_are_by_how_much_one_is_ahead(classes: int) -> None:
    codes, told = sign_codes(classes), TurnedCodes(3, classes)
    assert codes.shape == (told.parts, classes)
    assert set(np.unique(codes)) == {-1.0, 1.0}
    for i, j in combinations(range(classes), 2):
        assert np.sum(codes[:, i] != codes[:, j]) == (told.parts + 1) / 2
    rng = np.random.default_rng(classes)
    samples = np.stack([rng.integers(3, size=(5, 4)), rng.integers(classes, size=(5, 4))], axis=-1).astype(float)
    samples[0, 2:] = (-1.0, 0.0)
    tallies = told.tallies(told.back(told.user_means(samples)))
    for user, (cells, labels) in enumerate(np.moveaxis(samples, -1, 1)):
        there = max(np.sum(cells >= 0), 1)
        for b in range(3):
            mass = np.array([np.sum((cells == b) & (labels == j)) / there for j in range(classes)])
            np.testing.assert_allclose(tallies[user, b], mass - mass.sum() / (told.parts + 1), atol=1e-15)


def test_planted_a_halved_noise_and_a_user_of_two_groups_are_caught() -> None:
    plan = Sizes(32, 1, 3.0, 4, 1).plan()
    loud = replace(plan, each=replace(plan.each, scale=plan.each.scale / 2))
    with pytest.raises(AssertionError, match="is not"):
        one_users_ratios(loud, 32, 1, 4, True)
    halved = replace(plan.exact(), each=replace(plan.exact().each, scale=plan.exact().each.scale / 2))
    assert halved.protocol().worst_spend().multiple() == 2
    # As many coordinates, at the budget of half as many.
    greedy = replace(plan, share=plan.share * 2)
    assert greedy.exact().protocol().worst_spend().multiple() == 2


def test_slips_are_no_rarer_than_they_are_said() -> None:
    """Next to the exact law of the first stage and exact clipping, at means across a bin."""
    sizes = Sizes(8 * 1500, 400, 1.0, 4, 1)
    each = sizes.each
    assert 1e-12 < sizes.slips < 1
    for mean in np.linspace(0, float(each.bins.width), 5):
        stages = exact_stages(each, SignLaw(float(mean)))
        lost = float(stages.winner[~stages.contains].sum())
        assert sizes.K * lost <= sizes.slips
        assert lost <= each.bins.count * np.exp(sizes.half * outvoted(1.0))
        chances = SignLaw(float(mean)).bin_law(each.bins, each.m, 1e-15)
        at = int(each.bins.index(np.array([mean]))[0]) - chances.first
        near = chances.probabilities[at - 1 : at + 2]
        assert near.max() >= NEAR
        assert np.delete(chances.probabilities, [at - 1, at, at + 1]).max() <= FAR


def test_below_is_no_smaller_than_the_chance() -> None:
    """Chernoff's bound next to the exact law, at one cell's mean."""
    from verify.study.risk.user_cells import Estimates

    for epsilon in (0.7, 2.0, 9.0):
        sizes = Sizes(3000, 3, epsilon, 4, 1)
        mass, mean = np.full(4, 0.25), np.array([0.05, 0.1, 0.2, -0.1])
        exact = Estimates(sizes, mean, mass).negative()
        shared = 0.25 if sizes.c == 4 else 1.0
        for b in range(3):
            assert exact[b] <= sizes.below(mean[b], shared) <= 60 * exact[b] + 1e-9


def users_of(X: np.ndarray, m: int) -> np.ndarray:
    return np.arange(len(X)) // m


@pytest.mark.parametrize("epsilon", [1.0, 6.0, 100.0])
@pytest.mark.parametrize("mechanism", ["signed", "one-hot"])
def test_moons_of_users_are_told_apart(epsilon: float, mechanism: str) -> None:
    """At 4,000 users of 20 rows; over 20 other seeds 0.67, 0.83 and 0.90 at least at these epsilon."""
    X, y = moons(80_000, 1)
    box: dict[str, Any] = {"lower": (-1.5, -1.0), "upper": (2.5, 1.5), "classes": ("below", "above"), "cells": 4}
    rule = UserBinClassifier(epsilon, m=20, mechanism=mechanism, random_state=4, **box)  # type: ignore[arg-type]
    fitted = rule.fit(X, y, users_of(X, 20))
    far, told = moons(5000, 2)
    assert fitted.score(far, told) > (0.65 if epsilon == 1 else 0.85)
    assert fitted.spend().multiple() == 1
    assert fitted.classes_.tolist() == ["above", "below"]
    shares = fitted.predict_proba(far)
    np.testing.assert_allclose(shares.sum(axis=1), 1)
    assert (fitted.classes_[shares.argmax(axis=1)] == fitted.predict(far)).all()


@pytest.mark.parametrize("mechanism", ["signed", "one-hot"])
def test_three_classes_without_noise_are_the_majorities(mechanism: Any) -> None:
    rng = np.random.default_rng(0)
    X, y = rng.random((4000, 1)), rng.integers(3, size=4000)
    rule = UserBinClassifier(1e6, classes=[0, 1, 2], cells=4, m=1, mechanism=mechanism, random_state=1)
    fitted = rule.fit(X, y, users_of(X, 1))
    refining = fitted.plan_.split.half
    assert fitted.spend().multiple() == 1
    counts = np.array([[np.sum(((X[:, 0] * 4).astype(int) == c) & (y == j)) for j in range(3)] for c in range(4)])
    # Half of the users refine: shares are near those of all.
    np.testing.assert_allclose(
        fitted.predict_proba((np.arange(4)[:, None] + 0.5) / 4), counts / counts.sum(axis=1)[:, None], atol=0.15
    )
    assert refining == (2000 if mechanism == "one-hot" else 1998)


@pytest.mark.parametrize(("epsilon", "least"), [(2.0, 0.55), (8.0, 0.8), (700.0, 0.9)])
def test_three_stripes_of_users_are_told_apart(epsilon: float, least: float) -> None:
    """4,000 users of 20 rows in three stripes across the square; a class at random is right a third of the time."""
    rng = np.random.default_rng(7)
    X = rng.random((80_000, 2))
    y = np.array(["low", "middle", "top"])[(3 * X[:, 1]).astype(int)]
    rule = UserBinClassifier(epsilon, classes=("low", "middle", "top"), cells=4, m=20, random_state=2).fit(
        X, y, users_of(X, 20)
    )
    # A row of cells at each border is split between two classes.
    assert rule.score(X[:5000], y[:5000]) > least * 5 / 6
    assert rule.spend().multiple() == 1
    shares = rule.predict_proba(X[:50])
    np.testing.assert_allclose(shares.sum(axis=1), 1)
    assert (rule.classes_[shares.argmax(axis=1)] == rule.predict(X[:50])).all()


def test_regression_without_noise_is_the_mean_of_the_cell() -> None:
    rng = np.random.default_rng(3)
    X = rng.random((40_000, 1))
    y = np.where(X[:, 0] < 0.5, -0.6, 0.9) + rng.uniform(-0.3, 0.3, len(X))
    fitted = UserBinRegressor(1e7, T=2.0, cells=2, m=4, random_state=1).fit(X, y, users_of(X, 4))
    np.testing.assert_allclose(fitted.predict([[0.2], [0.7]]), [-0.6, 0.9], atol=0.05)
    assert fitted.score(X, y) > 0.9
    assert fitted.spend().multiple() == 1
    # Labels beyond T are clipped to it.
    assert abs(UserBinRegressor(1e7, T=0.5, cells=1, random_state=1).fit(X, 9 * X[:, 0] + 9).predict([[0.5]])[0]) <= 0.5


def test_the_raw_ratio_explodes_and_the_clipped_one_does_not() -> None:
    """zhao/alg5 as printed: a noisy mass near 0 in the denominator."""
    rng = np.random.default_rng(5)
    X, worst = rng.random((400, 1)), {}
    y = np.where(rng.random(400) < 0.5, 1.0, -1.0)
    for as_printed in (True, False):
        values = [
            UserBinRegressor(0.5, cells=4, as_printed=as_printed, random_state=seed).fit(X, y).values_
            for seed in range(60)
        ]
        worst[as_printed] = np.abs(values).max()
    assert worst[False] <= 1
    assert worst[True] > 5
    np.testing.assert_allclose(ratio(np.array([1.0, -2.0]), np.array([-3.0, 0.1]), 0.5, 1.0), [1, -1])


def test_grouped_keeps_every_users_rows_together() -> None:
    rng = np.random.default_rng(2)
    users = np.array(["b", "a", "b", "c", "a", "b"])
    cells, values = np.arange(6), np.arange(6) / 10
    samples = grouped(cells, values, users, 2, rng)
    sets = {frozenset(samples[i, :, 0].astype(int).tolist()) for i in range(3)}
    assert frozenset({1, 4}) in sets
    assert frozenset({3, -1}) in sets
    assert any(one < {0, 2, 5} for one in sets)
    assert rows_used(2, users) == 2
    # Also where all users have as many rows: the plan would say how many.
    for given in (users, np.arange(6) // 2, np.arange(6)):
        with pytest.raises(ParameterError, match="m = None: must be given with users"):
            rows_used(None, given)
    assert rows_used(None, None) == 1
    assert grouped(cells, values, None, 1, rng).shape == (6, 1, 2)


def test_cells_are_powers_of_two_and_lengths_are_the_papers() -> None:
    for n, d, epsilon in ((10**5, 1, 1.0), (10**7, 2, 0.2), (10**6, 1, 50.0)):
        side = best_side(UserSetting(n, 100, d, 1.0, epsilon), 1)
        assert side & (side - 1) == 0
        assert TurnedBins(side**d).size == side**d
    assert printed_length(1e8, 10**5, 0.5, 2, 0.5, 1) == pytest.approx((1e8 / 4) ** (-1 / 5))
    assert printed_length(1e8, 10**5, 1e7, 2, 0.5, 1) == pytest.approx((1e8 / np.log(1e5)) ** (-1 / 3))
    assert all(len(estimator.grid(UserSetting(10**5, 100, 1, 1.0, 1.0)).edges) == 1 for estimator in ESTIMATORS)


@BOTH
def test_params_are_those_of_the_constructor(make: type[Any]) -> None:
    rule = make(epsilon=2.0)
    assert rule.get_params()["epsilon"] == 2.0
    assert rule.set_params(cells=3).cells == 3
    with pytest.raises(ParameterError, match="no parameter"):
        rule.set_params(bins=3)
    with pytest.raises(ParameterError, match="not fitted"):
        rule.predict([[0.5]])
    with pytest.raises(ParameterError, match="not fitted"):
        rule.spend()


WRONG = [
    ({"epsilon": 0}, "epsilon = 0"),
    ({"epsilon": -1}, "epsilon = -1"),
    ({"lower": 1.0}, "lower = 1.0: must be below upper"),
    ({"cells": 0}, "cells = 0"),
    ({"cells": 64}, "n = 8: must be at least"),
    ({"beta": 2.0}, "beta = 2.0"),
    ({"m": 0}, "m = 0"),
    ({"random_state": -1}, "random_state = -1"),
]


@BOTH
@pytest.mark.parametrize(("given", "told"), WRONG, ids=str)
def test_what_is_wrong_is_told_in_one_line(make: type[Any], given: dict[str, Any], told: str) -> None:
    X, y, users = np.linspace(0, 1, 16)[:, None], np.array([-1.0, 1.0] * 8), np.arange(16) // 2
    more: dict[str, Any] = {"m": 2} | ({"classes": [-1, 1]} if make is UserBinClassifier else {})
    with pytest.raises(ParameterError, match=told) as caught:
        make(**more | given).fit(X, y, users)
    assert "\n" not in str(caught.value)


def test_labels_users_and_mechanisms_that_do_not_fit_are_refused() -> None:
    X = np.linspace(0, 1, 8)[:, None]
    y = np.array([0, 1] * 4)
    for rule, labels, users, told in (
        (UserBinClassifier(classes=[0, 1], m=1), y, np.arange(3), "users has shape"),
        (UserBinClassifier(classes=[0, 1]), y, np.arange(8) // 2, "m = None"),
        (UserBinClassifier(), y, None, "must name all classes"),
        (UserBinClassifier(classes=[0, 2]), y, None, "1 is none of the classes"),
        (UserBinClassifier(classes=[0, 1, 2], as_printed=True), y, None, "as_printed = True: must be False for 3"),
        (UserBinClassifier(classes=[0, 1], mechanism="loud"), y, None, "mechanism = 'loud'"),  # type: ignore[arg-type]
        (UserBinRegressor(T=0.0), y, None, "T = 0.0"),
        (UserBinRegressor(density=3.0), y, None, "density = 3.0"),
        (UserBinRegressor(), np.full(8, np.nan), None, "NaN"),
        (UserBinRegressor(), np.full(8, "x"), None, "must hold numbers"),
        (UserBinRegressor(), y[:3], None, "y has shape"),
    ):
        with pytest.raises(ParameterError, match=told):
            rule.fit(X, labels, users)
    with pytest.raises(ParameterError, match="n = 1: must be at least 2"):
        UserBinClassifier(classes=[0, 1], m=1).fit(X, y, np.zeros(8))


@pytest.mark.parametrize(
    ("n", "m", "epsilon", "parts", "side"),
    [(1000, 10**4, 3.0, 1, 1), (5000, 10**4, 3.0, 1, 4), (5000, 10**4, 3.0, 2, 2), (5000, 10**6, 3.0, 1, 4)],
)
def test_more_cells_than_users_can_tell_apart_cost_what_slips_cost(
    n: int, m: int, epsilon: float, parts: int, side: int
) -> None:
    """By every power of two: the width squared, the noise and four times the slip's probability add up to the least."""

    def cost(cells: int) -> float:
        sizes = Sizes(n, m, epsilon, cells, parts)
        noise = sizes.variance(_shared_mass(sizes, 1 / cells)) * cells**2
        return cells**-2.0 + parts * noise + 4 * sizes.slips

    a = UserSetting(n, m, 1, 1.0, epsilon)
    assert best_side(a, parts) == side == min([1, 2, 4, 8, 16, 32], key=cost)


@pytest.mark.parametrize("n", [1, 2, 5000])
def test_grids_as_printed_are_those_of_the_printed_lengths(n: int) -> None:
    """Of nm samples for signs; of nm/ln(n)^2 for numbers, where two cells of a pair are told apart."""
    a = UserSetting(n, 300, 1, 1.0, 0.5)
    for estimators, parts, logs in ((ESTIMATORS, 1, 1.0), (REGRESSORS, 2, log(max(n, 2)) ** 2)):
        [printed] = [one for one in estimators if not one.by_cells and one.parts == parts]
        length = printed_length(n * 300 / logs, n, 0.5, 1, 1.0, parts)
        assert printed.grid(a).shape == (int(np.ceil(1 / length - 1e-9)),)
        assert printed.grid(a).edges[0][[0, -1]].tolist() == [0, 1]


@pytest.mark.parametrize(("n", "m"), [(10**4, 10**4 + 1), (12, 10**7), (150_000, 1000)])
def test_samples_that_memory_does_not_hold_are_refused(n: int, m: int) -> None:
    """A hundred million is the most."""
    assert box_grid(UserBinClassifier(cells=3), 10**4, 10**4, 1, 1).shape == (3,)
    with pytest.raises(ParameterError, match=r"^m = .* samples of"):
        box_grid(UserBinClassifier(cells=3), n, m, 1, 1)
