"""The lower bounds of label regression: their families are in the class, their tests' errors are no larger than any
test's, and they are below the risks of estimates; all exact or enclosed."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import inf, log

import numpy as np
import pytest
from scipy.optimize import linprog

from lowerbounds.classification.bumps import majority_error, private_error
from lowerbounds.numerics.enclosures import ball
from lowerbounds.regression.bumps import (
    Signs,
    central_regression_bounds,
    largest_regression_bound,
    local_regression_bounds,
)
from notation.regression import RegressionSetting

SETTINGS = [
    RegressionSetting(10**4, 1, 1.0, 1.0),
    RegressionSetting(10**5, 2, 0.6, 0.3, L=2.0, T=1.7),
    RegressionSetting(10**5, 3, 0.8, 0.1, p=2.0, M=3.0),
    RegressionSetting(10**6, 1, 0.5, 2.0, p=6.0, M=0.2),
    RegressionSetting(3, 1, 1.0, 0.5, p=100.0),
]


def family(a: RegressionSetting, privacy: str) -> Signs:
    """The member whose bound is the largest, reproduced from what a bound tells."""
    told = largest_regression_bound(a, privacy).parameters  # type: ignore[arg-type]
    return Signs(a, int(told["M"]), Fraction(told["rho"]), float(told["s"]), float(told["t"]))


@pytest.mark.parametrize("a", SETTINGS, ids=str)
@pytest.mark.parametrize("privacy", ["local", "central", "none"])
def test_families_are_in_the_class(a: RegressionSetting, privacy: str) -> None:
    """Smoothness on pairs of points near and far, of a member of few cells; probabilities and moments of labels."""
    best = family(a, privacy)
    assert best.in_class()
    rng = np.random.default_rng(0)
    for bumps in (
        best,
        replace(best, cells=3, ramp=Fraction(1, 4), size=a.L * 2 ** (a.beta - 1) / 12.0**a.beta / 1.001),
    ):
        if bumps.size > float(bumps.share().mid()) * bumps.level:
            assert not bumps.in_class()
            continue
        assert bumps.in_class()
        q = float(bumps.share().mid())
        chances = np.array([q + bumps.size / bumps.level, q - bumps.size / bumps.level]) / 2
        assert (chances >= -1e-12).all()
        assert chances.sum() <= 1 + 1e-15
        moment = chances.sum() * bumps.level**a.p if a.is_heavy else bumps.level
        assert moment <= (a.M if a.is_heavy else a.T) * (1 + 1e-9)
        if bumps.ramp and bumps.cells <= 1000:
            one = rng.random((20_000, a.d))
            two = (
                one + rng.normal(0, 1, one.shape) * rng.choice([0.03, 0.3, 1], len(one))[:, None] / bumps.cells
            ).clip(0, 1)
            far = (apart := np.linalg.norm(one - two, axis=1)) > 1e-4 / bumps.cells
            one, two, apart = one[far], two[far], apart[far]
            ratio = np.abs(eta(bumps, one) - eta(bumps, two)) / apart**a.beta
            assert 0.3 * a.L < ratio.max() <= a.L * (1 + 1e-9)


def eta(bumps: Signs, points: np.ndarray) -> np.ndarray:
    """eta at points (N, d), signs in turn as on a board: the family written out again."""
    place = np.floor(points * bumps.cells).clip(max=bumps.cells - 1)
    edge = np.minimum(points * bumps.cells - place, place + 1 - points * bumps.cells).min(axis=1)
    level = np.minimum(1, edge / float(bumps.ramp)) ** bumps.setting.beta
    return np.asarray((1 - 2 * (place.sum(axis=1) % 2)) * bumps.size * level)


def test_what_is_larger_is_outside() -> None:
    for a in SETTINGS:
        best = family(a, "central")
        wrong = [replace(best, size=best.size * 1.1), replace(best, level=best.level * (1.3 if a.is_heavy else 0.9))]
        assert not any(other.in_class() for other in wrong)


@pytest.mark.parametrize("beta", [0.4, 1.0])
@pytest.mark.parametrize("d", [1, 2, 3])
def test_mean_powers_are_integrals(beta: float, d: int) -> None:
    side = {1: 20_000, 2: 600, 3: 90}[d]
    axis = (np.arange(side) + 0.5) / side
    nearest = np.stack([x.ravel() for x in np.meshgrid(*[np.minimum(axis, 1 - axis)] * d)]).min(axis=0)
    bumps = Signs(RegressionSetting(10, d, beta, 1.0), 2, Fraction(1, 4), 0.1, 1.0)
    for power in (1, 2):
        level = np.minimum(1, nearest / 0.25) ** (power * beta)
        assert float(bumps.mean_power(power).mid()) == pytest.approx(level.mean(), rel=2e-3)


@pytest.mark.parametrize("eps", [0.1, 1.0, 8.0])
@pytest.mark.parametrize("q", [0.05, 0.5, 1.0])
def test_no_channel_leans_more(eps: float, q: float) -> None:
    """Ratios of answers under both signs, over all extreme columns of a channel on -t, 0 and t and random ones."""
    a = RegressionSetting(10, 1, 1.0, eps, p=2.0, M=1.0)
    level = q**-0.5
    for share in (0.3, 1.0):
        bumps = Signs(a, 1, Fraction(0), share * q * level, level)
        lean = float(bumps.lean(private=True).mid())
        columns = [np.array(c) for c in product((1.0, np.exp(eps)), repeat=3)]
        columns += list(np.exp(eps * np.random.default_rng(0).random((200, 3))))
        ratios = []
        for minus, zero, plus in columns:
            laws = [plus * (q + v * share * q) / 2 + minus * (q - v * share * q) / 2 + zero * (1 - q) for v in (1, -1)]
            ratios.append(laws[0] / laws[1])
        assert max(ratios) == pytest.approx((1 + lean) / (1 - lean), rel=1e-9)


def labels_of(people: int, q: float, a: float) -> tuple[list[tuple[int, ...]], np.ndarray, np.ndarray]:
    """All data sets of labels -1, 0 and 1, and their probabilities under both signs."""
    data = list(product((-1, 0, 1), repeat=people))
    up, down = (
        np.array([np.prod([{1: (q + v * a) / 2, 0: 1 - q, -1: (q - v * a) / 2}[y] for y in labels]) for labels in data])
        for v in (1, -1)
    )
    return data, up, down


@pytest.mark.parametrize("eps", [0.2, 1.0, 3.0])
@pytest.mark.parametrize(("q", "a"), [(0.3, 0.2), (0.6, 0.6), (1.0, 0.4)])
@pytest.mark.parametrize("people", [1, 2, 3])
def test_no_private_test_of_three_valued_labels_errs_less(eps: float, q: float, a: float, people: int) -> None:
    """The least error of all private tests by a linear program over their probabilities at every data set."""
    data, up, down = labels_of(people, q, a)
    number = {labels: i for i, labels in enumerate(data)}
    rows, limits = [], []
    for labels in data:
        for who, other in product(range(people), (-1, 0, 1)):
            if other == labels[who]:
                continue
            row = np.zeros(len(data))
            row[number[labels]], row[number[(*labels[:who], other, *labels[who + 1 :])]] = 1, -np.exp(eps)
            # The chance of 1, then that of 0.
            rows += [row, -row]
            limits += [0.0, np.exp(eps) - 1]
    best = linprog((down - up) / 2, A_ub=np.array(rows), b_ub=limits, bounds=(0, 1))
    least = 0.5 + best.fun
    assert float(private_error(people, ball(a), eps).upper()) <= least + 1e-9
    # Local channels are private tests too: what the best of them leaves is above what `lean` leaves.
    lean = a * np.expm1(eps) / (q * np.expm1(eps) + 2)
    assert float(majority_error(Fraction(people), ball(lean)).upper()) <= local_error(people, q, a, eps) + 1e-12
    assert least <= local_error(people, q, a, eps) + 1e-9


def local_error(people: int, q: float, a: float, eps: float) -> float:
    """The error of the best test of answers by a channel that tells t from the rest, on every person."""
    high = np.exp(eps) / (1 + np.exp(eps))
    chance = [(q + v * a) / 2 * high + (1 - (q + v * a) / 2) * (1 - high) for v in (1, -1)]
    laws = [[np.prod([c if z else 1 - c for z in seen]) for seen in product((0, 1), repeat=people)] for c in chance]
    return float(np.minimum(*laws).sum() / 2)


@pytest.mark.parametrize("people", [1, 4])
def test_squared_errors_are_twice_the_tests_at_least(people: int) -> None:
    """The Bayes risk of a sign by answers that lean, exactly, next to twice the error: and not thrice."""
    for lean in (0.01, 0.3, 0.9):
        laws = [
            np.array([np.prod([(1 + v * z * lean) / 2 for z in seen]) for seen in product((1, -1), repeat=people)])
            for v in (1, -1)
        ]
        total = laws[0] + laws[1]
        risk, error = float(np.sum(2 * laws[0] * laws[1] / total)), float(np.minimum(*laws).sum() / 2)
        assert 2 * error <= risk
        if lean == 0.01:
            assert risk < 3 * error


@pytest.mark.parametrize("d", [1, 2])
@pytest.mark.parametrize("p", [inf, 3.0])
@pytest.mark.parametrize("privacy", ["local", "central", "none"])
def test_bounds_have_the_rates_exponents(privacy: str, p: float, d: int) -> None:
    """In n over 10^9 to 10^13 and in epsilon over 0.01 to 0.1; cells are whole numbers."""
    a = RegressionSetting(10**9, d, 0.8, 0.01, p=p)
    for other in (replace(a, n=10**13), replace(a, epsilon=0.1)):
        low, high = (largest_regression_bound(one, privacy) for one in (a, other))  # type: ignore[arg-type]
        rates = []
        for one in (a, other):
            letters = {"N": one.n, "epsilon": one.epsilon, "beta": 0.8, "d": d, "p": p}
            rates.append(float(low.rate.subs({x: letters[x.name] for x in low.rate.free_symbols})))
        size = log(other.n * other.epsilon / a.n / a.epsilon)
        assert log(high.value / low.value) == pytest.approx(log(rates[1] / rates[0]), abs=0.02 * size)


@pytest.mark.parametrize("p", [inf, 2.0, 5.0])
def test_without_information_the_estimate_0_is_best(p: float) -> None:
    """At n = 1 and epsilon to 0 the bound is the risk of 0: one that took the cells twice would be above."""
    a = RegressionSetting(1, 2, 0.7, 1e-6, T=3.0, p=p, M=2.0)
    for bounds in (local_regression_bounds, central_regression_bounds):
        assert max(bound.value for bound in bounds(a)) == pytest.approx(a.unit**2, rel=1e-5)
        assert max(bound.value for bound in bounds(a)) < a.unit**2


@pytest.mark.parametrize("bounds", [local_regression_bounds, central_regression_bounds])
def test_extremes_give_numbers(bounds: object) -> None:
    for n, d, beta, eps, more in (
        (1, 1, 1.0, 1e-9, {}),
        (1, 20, 0.01, 1e30, {"p": 100.0, "M": 1e-50}),
        (10**15, 1, 0.001, 1e-9, {"p": 2.0}),
        (10**15, 20, 1.0, 50.0, {"T": 1e12}),
        (10**15, 2, 1.0, 1e30, {"p": 7.0, "L": 1e6}),
        (2, 1, 1.0, 1.0, {"L": 1e-6}),
    ):
        a = RegressionSetting(n, d, beta, eps, **more)  # type: ignore[arg-type]
        for found in bounds(a):  # type: ignore[operator]
            assert 0 <= found.value <= a.unit**2
