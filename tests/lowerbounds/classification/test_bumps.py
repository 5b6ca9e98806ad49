"""The lower bounds of label classification: their families are in the class, their tests' errors are no larger than any
test's, and they are below the risks of votes; all exact or enclosed."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import log

import numpy as np
import pytest
from flint import arb
from scipy.optimize import linprog
from scipy.stats import binom

from lowerbounds.classification.bumps import LABEL_BOUNDS as LABELS
from lowerbounds.classification.bumps import (
    Bumps,
    _odd_error,
    central_bounds,
    largest_bound,
    local_bounds,
    majority_error,
    member,
    odd_drop,
    private_error,
)
from lowerbounds.numerics.enclosures import ball
from notation.classification import LabelSetting
from notation.parameters import ParameterError
from upperbounds.classification.votes import CentralVote
from verify.study.risk.classification import chance_of_second

SETTINGS = [
    LabelSetting(10**5, 1, 1.0, 0.5, 1.0),
    LabelSetting(10**6, 2, 0.6, 1.5, 0.3, L=2.0, C_T=3.0, c=0.4),
    LabelSetting(10**5, 3, 1.0, 1.0, 5.0, c=0.8),
    LabelSetting(10**7, 2, 1.0, 2.0, 1.0),
    LabelSetting(10**6, 3, 0.9, 2.5, 0.5, C_T=2.0, c=0.5),
]


def eta(bumps: Bumps, points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """eta_2 - eta_1 with alternating signs, and the density, at points (N, d): the family written out again."""
    a, M = bumps.setting, bumps.cells
    place = np.floor(points * M).clip(max=M - 1)
    number = np.ravel_multi_index(tuple(place.T.astype(int)), (M,) * a.d)
    edge = np.minimum(points - place / M, (place + 1) / M - points).min(axis=1)
    bump, size = number < bumps.bumps, float(bumps.size().mid())
    sign = 1.0 - 2 * (number % 2)
    if bumps.shape == "holes":
        inside, level = edge > 1 / (4 * M), np.ones(len(points))
    else:
        inside, level = np.ones(len(points), dtype=bool), np.minimum(1, (edge * M / float(bumps.ramp)) ** a.beta)
    rest = (1 - bumps.bumps * float(bumps.mass)) / (1 - bumps.bumps / M**a.d) if bumps.bumps < M**a.d else 0.0
    density = np.where(bump, a.c * inside, rest)
    return np.where(bump & inside, sign * size * level, 0.0), density


def families(a: LabelSetting) -> list[Bumps]:
    shape = "full" if a.gamma * a.beta <= 1 else "holes"
    ramps = (Fraction(1, 2), Fraction(1, 4)) if shape == "full" else (Fraction(1, 2),)
    found = [member(a, shape, cells, ramp) for cells in (2, 3, 5) for ramp in ramps]  # type: ignore[arg-type]
    return [bumps for bumps in found if bumps is not None]


@pytest.mark.parametrize("a", SETTINGS, ids=str)
def test_families_are_in_the_class(a: LabelSetting) -> None:
    """Smoothness on pairs of points near and far, margin and mass by sums over a fine grid."""
    assert families(a)
    for bumps in families(a):
        assert bumps.in_class()
        side = {1: 30_000, 2: 600, 3: 60}[a.d]
        axis = (np.arange(side) + 0.5) / side
        points = np.stack([x.ravel() for x in np.meshgrid(*[axis] * a.d)], axis=1)
        value, density = eta(bumps, points)
        assert np.mean(density) == pytest.approx(1, abs=0.1)
        assert density[density > 0].min() >= a.c * (1 - 1e-12)
        for t in np.geomspace(0.01, 1.2, 25):
            share = np.mean(density * ((np.abs(value) > 0) & (np.abs(value) < t)))
            assert share <= a.C_T * t**a.gamma * 1.02 + 5 * a.d / side
        rng = np.random.default_rng(0)
        there = points[density > 0]
        one = there[rng.integers(len(there), size=20_000)]
        two = (one + rng.normal(0, 1, one.shape) * rng.choice([0.01, 0.1, 0.5], len(one))[:, None]).clip(0, 1)
        (first, _), (second, here) = eta(bumps, one), eta(bumps, two)
        apart = np.linalg.norm(one - two, axis=1)
        ratio = np.abs(first - second)[here > 0] / 2 / apart[here > 0] ** a.beta
        assert ratio.max() <= a.L * (1 + 1e-9)


@pytest.mark.parametrize("cells", [2, 5, 40])
@pytest.mark.parametrize("d", [1, 2])
def test_holes_leave_enough_features_near_each(cells: int, d: int) -> None:
    """Assumption 1(d): features fill (8 sqrt(d))^-d r^d at least of the ball of radius r < 1/2 at any of them."""
    a = LabelSetting(10, d, 1.0, 0.0, 1.0)
    bumps = Bumps(a, "holes", cells, Fraction(1, 2), cells**d - 1)
    side = {1: 20_000, 2: 500}[d]
    axis = (np.arange(side) + 0.5) / side
    points = np.stack([x.ravel() for x in np.meshgrid(*[axis] * d)], axis=1)
    there = points[eta(bumps, points)[1] > 0]
    for x in there[np.random.default_rng(0).integers(len(there), size=30)]:
        apart = np.linalg.norm(there - x, axis=1)
        for r in np.geomspace(4 / side * 8 * d, 0.499, 12):
            assert np.count_nonzero(apart < r) / side**d >= (r / (8 * d**0.5)) ** d


@pytest.mark.parametrize("a", SETTINGS, ids=str)
def test_one_bump_more_is_outside_and_the_mean_height_is_the_integral(a: LabelSetting) -> None:
    for bumps in families(a):
        assert not replace(bumps, bumps=bumps.bumps + 1).in_class()
        side = {1: 20_000, 2: 400, 3: 80}[a.d]
        axis = (np.arange(side) + 0.5) / side
        edge = np.minimum(axis, 1 - axis)
        nearest = np.stack([x.ravel() for x in np.meshgrid(*[edge] * a.d)]).min(axis=0)
        level = np.minimum(1, (nearest / float(bumps.ramp)) ** a.beta) if bumps.shape == "full" else np.ones(1)
        assert float(bumps.mean_height().mid()) == pytest.approx(level.mean(), rel=2e-3)


@pytest.mark.parametrize("n", [1, 2, 5, 40, 1000])
@pytest.mark.parametrize("p", [0.03, 0.5, 1.0])
@pytest.mark.parametrize("lean", [0.01, 0.3, 0.9])
def test_the_majority_errs_as_often_at_least(n: int, p: float, lean: float) -> None:
    """Next to the sum over how many are there, which it is below and, for many, near."""
    k = np.arange(n + 1)
    wrong = binom.cdf(np.ceil(k / 2) - 1, k, (1 + lean) / 2) + binom.pmf(k / 2, k, (1 + lean) / 2) / 2
    exact = float(binom.pmf(k, n, p) @ wrong)
    found = majority_error(n * Fraction(p), arb(lean))
    assert float(found.upper()) <= exact * (1 + 1e-9)
    if lean < 0.5 and n * p * lean**2 <= 1:
        assert float(found.lower()) > 0.85 * exact


@pytest.mark.parametrize("lean", [0.0, 1e-6, 0.03, 0.7, 1 - 1e-9, 1.0])
@pytest.mark.parametrize("mean", [Fraction(1, 3), 1, Fraction(7, 2), 41, Fraction(10**4, 3), 10**9])
def test_errors_by_what_two_more_answers_spare_are_those_by_the_beta_function(mean: Fraction, lean: float) -> None:
    """Also where digits cancel, at leans near 1: no enclosure is wide."""
    mean, a = Fraction(mean), arb(lean)
    j = max(int((mean - 1) // 2), -1)
    error = [arb("0.5") if i < 0 else _odd_error(i, a) for i in (j, j + 1)]
    share = (mean - (2 * j + 1)) / 2 if j >= 0 else mean
    direct = error[0] * ball(1 - share) + error[1] * ball(share)
    found = majority_error(mean, a)
    assert found.overlaps(direct)
    assert direct == 0 or found.rel_accuracy_bits() >= min(direct.rel_accuracy_bits() - 4, 45)
    if 0 < lean < 1 and j >= 0 and mean < 10**9:
        assert odd_drop(j, a).overlaps(error[0] - error[1])
        # Planted: the chance of one answer more.
        assert not odd_drop(j + 1, a).overlaps(error[0] - error[1])


@pytest.mark.parametrize("eps", [0.2, 1.0, 3.0])
@pytest.mark.parametrize("lean", [0.2, 0.7])
@pytest.mark.parametrize("people", [1, 2, 3, 4])
def test_no_private_test_of_labels_errs_less(eps: float, lean: float, people: int) -> None:
    """The least error of all private tests by a linear program over their probabilities at every data set."""
    data = list(product((0, 1), repeat=people))
    number = {labels: i for i, labels in enumerate(data)}
    up, down = (
        np.array([np.prod([(1 + s * lean) / 2 if y else (1 - s * lean) / 2 for y in labels]) for labels in data])
        for s in (1, -1)
    )
    rows, limits = [], []
    for labels in data:
        for who in range(people):
            other = number[(*labels[:who], 1 - labels[who], *labels[who + 1 :])]
            row = np.zeros(len(data))
            row[number[labels]], row[other] = 1, -np.exp(eps)
            # The chance of 1, then that of 0.
            rows += [row, -row]
            limits += [0.0, np.exp(eps) - 1]
    best = linprog((down - up) / 2, A_ub=np.array(rows), b_ub=limits, bounds=(0, 1))
    least, found = 0.5 + best.fun, private_error(people, arb(lean), eps)
    assert float(found.upper()) <= least + 1e-9
    # The simpler bound is below; one of noise at half of epsilon would not be.
    assert 1 / (1 + np.exp(eps * people * lean)) <= float(found.lower()) + 1e-12
    if people == 4 and eps <= 1:
        assert float(private_error(people, arb(lean), eps / 4).lower()) > least


@pytest.mark.parametrize("eps", [0.1, 1.0])
def test_the_geometric_vote_is_near_the_least_error(eps: float) -> None:
    """In a cell of constant lean, where noise leads: within a third."""
    n, lean = 200, 0.02
    wrong = 1 - chance_of_second(n, np.ones(1), np.array([(1 + lean) / 2]), CentralVote("geometric", 2, eps))[0]
    assert float(private_error(n, arb(lean), eps).upper()) <= wrong
    assert float(majority_error(Fraction(n), arb(lean)).upper()) <= wrong


@pytest.mark.parametrize("d", [1, 2])
@pytest.mark.parametrize(("privacy", "beta"), [("local", 1.0), ("local", 0.5), ("central", 1.0), ("none", 1.0)])
def test_bounds_have_the_rates_exponents(privacy: str, beta: float, d: int) -> None:
    """In n over 10^9 to 10^14, at epsilon 1/10, gamma = 1/2; the cells are whole numbers."""
    a = LabelSetting(10**9, d, beta, 0.5, 0.1)
    low, high = (largest_bound(replace(a, n=n), privacy, "full") for n in (10**9, 10**14))  # type: ignore[arg-type]
    letters = {"beta": beta, "gamma": 0.5, "d": d, "epsilon": 0.1}
    rates = [
        float(low.rate.subs({x: ({"N": n} | letters)[x.name] for x in low.rate.free_symbols})) for n in (10**9, 10**14)
    ]
    assert log(high.value / low.value) == pytest.approx(log(rates[1] / rates[0]), abs=0.02 * log(10**5))


@pytest.mark.parametrize("bounds", [local_bounds, central_bounds])
def test_extremes_give_numbers(bounds: object) -> None:
    for n, d, beta, gamma, eps in (
        (1, 1, 1.0, 0.0, 1e-9),
        (1, 20, 0.01, 100.0, 1e30),
        (10**15, 1, 0.01, 0.5, 1e-9),
        (10**15, 20, 1.0, 1.0, 50.0),
        (10**15, 2, 1.0, 2.0, 1e30),
        (2, 1, 1e-6, 1.0, 1.0),
    ):
        for found in bounds(LabelSetting(n, d, beta, gamma, eps)):  # type: ignore[operator]
            assert 0 <= found.value <= 0.5


def test_a_margin_beyond_d_leaves_no_bump() -> None:
    """gamma beta > d: for many people no bump is in the class but wide ones, and bounds vanish exponentially."""
    for bounds in LABELS.values():
        assert max(found.value for found in bounds(LabelSetting(10**7, 1, 1.0, 2.0, 1.0))) < 1e-12
    assert largest_bound(LabelSetting(10**6, 1, 1.0, 2.0, 1.0), "local", "full").value == 0


def test_what_is_out_of_range_is_refused() -> None:
    for wrong, told in (
        ({"n": 0}, "n = 0"),
        ({"d": 21}, "d = 21"),
        ({"beta": 1.5}, "beta = 1.5"),
        ({"gamma": -1}, "gamma = -1"),
        ({"epsilon": 0}, "epsilon = 0"),
        ({"L": 0}, "L = 0"),
        ({"C_T": float("nan")}, "C_T = nan"),
        ({"c": 2}, "c = 2"),
    ):
        with pytest.raises(ParameterError, match=told):
            replace(SETTINGS[0], **wrong)
    with pytest.raises(ParameterError, match="cells = 0"):
        member(SETTINGS[0], "full", 0)
