import math
from fractions import Fraction as F

import pytest
import sympy
from flint import arb

from lowerbounds.information.channels import extreme_channels, response
from lowerbounds.information.divergences import harmonic_power
from lowerbounds.information.laws import binomial
from lowerbounds.mean import ours as ms
from lowerbounds.mean import papers as mp
from lowerbounds.mean.best import all_bounds, best_mean_bound
from lowerbounds.numerics.enclosures import ball
from notation import symbols
from notation.parameters import ParameterError

GRID = [(n, m, e) for n in (1, 2, 3) for m in (1, 2, 3) for e in (1e-9, 0.25, 1.0, math.log(3), 4.0, 40.0, 700.0)]
EXTREME = [
    (1, 1, 1e-9),
    (1, 1, 700.0),
    (1, 1, 1e6),
    (10**9, 10**6, 1e-25),
    (3, 10**6, 1e-300),
    (10**6, 10**9, 1e-9),
    (10**6, 10**9, 1.0),
    (10**6, 10**9, 700.0),
    (10**9, 1, 0.1),
    (1, 10**9, 0.1),
    (2, 10**9, 30.0),
    (1, 10**18, 1.0),
    (10**18, 10**18, 700.0),
    (10**300, 1, 1e-9),
    (1, 10**300, 1.0),
    (3, 10**400, 1.0),
    (5, 7, 1e300),
    (5, 7, 5e-324),
]


def response_risk(n, epsilon):
    """Exact worst risk on [-1, 1] of the best shrunk mean of n randomised responses of a rounded sample.

    One message is +-1 with mean T mu, T = tanh(epsilon/2). For c times the mean of the messages the risk
    (1 - cT)^2 mu^2 + c^2 (1 - T^2 mu^2)/n is linear in mu^2, so its ends decide. Any c is an upper bound.
    """
    tanh = (ball(epsilon) / 2).tanh()

    def worst(c):
        return max((c**2 / n, (1 - c * tanh) ** 2 + c**2 * (1 - tanh**2) / n), key=lambda r: float(r.mid()))

    return min((worst(arb(k) / 1000) for k in range(1001)), key=lambda r: float(r.mid()))


@pytest.mark.parametrize(("n", "m", "epsilon"), GRID)
def test_bounds_lie_below_the_risk_of_an_estimator(n, m, epsilon):
    risk = float(response_risk(n, epsilon).upper())
    for bound in all_bounds(n, m, epsilon):
        assert 0 <= bound.value <= min(risk, 1.0), bound.source
    # The floor is an exact Bayes risk: it is no more than a factor of 2 off for one user.
    if n == 1 and epsilon <= 1:
        assert best_mean_bound(n, m, epsilon).value > risk / 2


@pytest.mark.parametrize(("n", "m", "epsilon"), EXTREME)
def test_extreme_parameters_give_numbers(n, m, epsilon):
    bounds = all_bounds(n, m, epsilon)
    assert len(bounds) == 9
    for bound in bounds:
        assert 0 <= bound.value <= 1, bound.source
        assert bound.parameters["n"] == n
    assert max(bound.value for bound in bounds) > 0


@pytest.mark.parametrize("m", [1, 2, 3])
@pytest.mark.parametrize("t", [F(3, 2), F(3), F(20)])
def test_two_points_lie_below_every_extreme_channel(m, t):
    """For one user the two-point minimax risk is a minimum over the extreme channels on the counts."""
    epsilon = float(ball(t).log().lower())
    bound = ms.two_point_sharp(1, m, epsilon)
    s = bound.parameters["s"]
    p, q = binomial(m, (1 + s) / 2), binomial(m, (1 - s) / 2)
    risks = []
    for channel in extreme_channels(range(m + 1), t):
        a, b = p.through(channel), q.through(channel)
        risks.append(s**2 * sum(2 * x * b[z] / (x + b[z]) for z, x in a if x + b[z]))
    assert F(bound.value) <= min(risks) * (1 + F(1, 10**12))
    assert bound.value > 0.7 * float(min(risks))


@pytest.mark.parametrize("n", [1, 2, 5, 8])
@pytest.mark.parametrize("t", [F(3, 2), F(3), F(20)])
def test_floor_is_the_exact_bayes_risk_of_randomised_response(n, t):
    keep = response({1: F(1)}, t)[1][1]
    a, b = binomial(n, keep), binomial(n, 1 - keep)
    exact = sum(2 * x * y / (x + y) for (_, x), (_, y) in zip(a, b, strict=True))
    value = ms.floor_sharp(n, 3, float(ball(t).log().mid())).value
    assert value == pytest.approx(float(exact), rel=1e-12)
    # Both printed floors are far below; twice the error of the best test is between.
    printed = mp.zhao_theorem2_floor(n, 3, float(ball(t).log().mid())).value
    error = sum(min(x, y) for (_, x), (_, y) in zip(a, b, strict=True)) / 2
    assert printed <= float(error) <= value / 2


def test_floor_ignores_m_and_the_rest_does_not():
    for m in (1, 100, 10**9):
        assert ms.floor_sharp(5, m, 1.0).value == ms.floor_sharp(5, 1, 1.0).value
        assert mp.kent_example1b(5, m, 0.5).value == mp.kent_example1b(5, 1, 0.5).value
    for bound in (mp.zhao_theorem2, mp.kent_example1a, ms.two_point_sharp, ms.van_trees, ms.nonprivate):
        values = [bound(1000, m, 1.0).value for m in (25, 100, 400)]
        assert values[0] > values[1] > values[2] > 0
        # 1/m and not 1/sqrt(m) nor constant.
        assert math.log(values[1] / values[2]) / math.log(4) == pytest.approx(1, abs=0.06), bound.__name__
        users = [bound(n, 100, 1.0).value for n in (1000, 4000)]
        assert math.log(users[0] / users[1]) / math.log(4) == pytest.approx(1, abs=0.06), bound.__name__


@pytest.mark.parametrize(("n", "m"), [(1000, 10**11), (10**6, 10**9), (1000, 10**15), (10**12, 10**40), (10**300, 1)])
def test_two_points_are_found_however_close_they_must_be(n, m):
    """The best s is near 1/sqrt(n m); the bound keeps its share of the van Trees bound there."""
    share = ms.two_point_sharp(n, m, 1.0).value / ms.van_trees(n, m, 1.0).value
    assert 0.36 < share < 0.6
    assert mp.zhao_theorem2(n, m, 1.0).value == pytest.approx(4 / 27 / (n * m * math.expm1(1) ** 2), rel=1e-2)


@pytest.mark.parametrize(("n", "m", "epsilon"), [(2000, 1000, 0.1), (2, 1000, 4.0), (100, 1000, 0.5), (1, 9, 4.0)])
def test_two_points_are_no_worse_than_point_masses_nor_than_close_ones(n, m, epsilon):
    """The bound has two peaks in s: at 1, where the affinity is sech(epsilon/2)^n, and near 1/sqrt(n m)."""
    value = ms.two_point_sharp(n, m, epsilon).value
    assert value >= (1 - 1e-9) * math.cosh(epsilon / 2) ** (-2 * n)
    rate = math.tanh(epsilon / 2) ** 2
    shifts = [x / math.sqrt(n * m * rate) for x in (0.5, 0.75, 1.0)]
    close = [s**2 * (1 - rate * (1 - (1 - s**2) ** (m / 2))) ** (2 * n) for s in shifts if s < 1]
    assert value >= (1 - 1e-9) * max(close, default=0.0)


def test_risks_below_every_float_are_zero_and_never_an_error():
    for bound in all_bounds(10**400, 10**400, 1.0):
        assert bound.value == 0.0
    for D in (1e-300, 5e-324):
        assert all(bound.value == 0.0 for bound in all_bounds(5, 7, 0.5, D))
    assert all(0 < bound.value < math.inf for bound in all_bounds(5, 7, 0.5, 1e300))


@pytest.mark.parametrize(
    "bound", [mp.zhao_theorem2, mp.kent_example1a, ms.two_point_sharp, ms.van_trees, ms.normal_scores]
)
def test_exponent_of_epsilon_is_two_when_it_is_small(bound):
    values = [bound(10**7, 100, e).value for e in (0.02, 0.04)]
    assert math.log(values[0] / values[1]) / math.log(2) == pytest.approx(2, abs=0.06)


def test_more_of_anything_never_helps_the_adversary():
    for bound in (ms.two_point_sharp, ms.floor_sharp, ms.van_trees, ms.normal_scores, ms.nonprivate, mp.zhao_theorem2):
        for small, large in (((5, 4, 1.0), (6, 4, 1.0)), ((5, 4, 1.0), (5, 5, 1.0)), ((5, 4, 1.0), (5, 4, 1.5))):
            assert bound(*large).value <= bound(*small).value * (1 + 1e-3), bound.__name__


@pytest.mark.parametrize("D", [1e-3, 2.5, 1e9])
def test_bounds_scale_with_the_square_of_the_support(D):
    for one, scaled in zip(all_bounds(7, 5, 0.8), all_bounds(7, 5, 0.8, D), strict=True):
        assert scaled.value == pytest.approx(one.value * D**2, rel=1e-12)
        assert scaled.source == one.source


def test_printed_constants():
    # zhao (67) and kent (7), kent (6) with Delta^2/4 at the printed Delta.
    assert mp.zhao_theorem2_floor(3, 9, 0.5).value == pytest.approx(math.exp(-1.5 * math.expm1(0.5)) / 4)
    assert mp.kent_example1b(3, 9, 0.5).value == pytest.approx(math.exp(-9) / 4)
    budget = 192 * 1000 * 100 * 0.25
    bound = mp.kent_example1a(1000, 100, 0.5)
    assert bound.value == pytest.approx(1 / budget / 4)
    assert F(bound.parameters["shift"]) ** 2 <= F(1) / F(budget)
    assert mp.kent_example1a(1, 1, 0.01).parameters["shift"] == F(1, 5)
    # zhao (62) is s^2 (1 - c s)/2 for small s: 2/27/c^2 with c^2 = n m (e^epsilon - 1)^2/2.
    value = mp.zhao_theorem2(10**4, 10**4, 0.1).value
    assert value == pytest.approx(2 / 27 * 2 / (1e8 * math.expm1(0.1) ** 2), rel=1e-3)
    assert "65" in mp.zhao_theorem2(100, 100, 2.0).source


@pytest.mark.parametrize("parameters", [(500, 10**4, 1.0), (200, 10**7, 4.0), (10**5, 100, 0.5)])
def test_ours_are_sharper_than_the_papers(parameters):
    value = {bound.rate: bound.value for bound in all_bounds(*parameters)}
    assert value[ms.TWO_POINT_RATE] > 5 * value[mp.ZHAO_THEOREM2_RATE]
    assert max(value.values()) in (value[ms.VAN_TREES_RATE], value[ms.NORMAL_SCORES_RATE])
    assert value[ms.VAN_TREES_RATE] > 1.5 * value[ms.TWO_POINT_RATE]


def test_the_step_from_separation_one_in_kent_example_1b_is_false():
    # Point masses on 0 and 1: the constant 1/2 has risk 1/4, below the printed (1 - TV)/2 for small epsilon.
    tanh = math.tanh(0.05)
    assert (1 - tanh) / 2 > 0.25
    # What follows from it still holds for these two points: exact Bayes risk 1/4 sech(epsilon/2)^2 at n = 1.
    keep = 1 / (1 + (-arb(0.1)).exp())
    exact = harmonic_power((keep, 1 - keep), (1 - keep, keep), 1) / 4
    assert exact > arb(1) / 4 * (-12 * arb(0.1) ** 2).exp()


def test_a_biased_estimator_beats_variance_over_samples():
    # zhao (65), ICLR text: "the estimation error can not be smaller than sigma^2/(mn)". Hodges-Lehmann can.
    assert ms.nonprivate(10, 10, 50.0).value == pytest.approx(1 / 121)
    assert ms.nonprivate(10, 10, 50.0).value < 1 / 100


def test_rates_are_the_bounds_up_to_constants():
    values = {symbols.n: 10**6, symbols.m: 100, symbols.epsilon: sympy.Rational(1, 2), symbols.D: 1}
    for bound in all_bounds(10**6, 100, 0.5):
        rate = bound.rate.subs(values).evalf()
        assert rate >= 0
        if bound.value > 0:
            assert 1e-3 < bound.value / float(rate) <= 1.2, bound.source
    exact = ms.van_trees(3, 4, 0.5)
    at = exact.rate.subs({symbols.n: 3, symbols.m: 4, symbols.epsilon: sympy.Rational(1, 2), symbols.D: 1})
    assert float(at) == pytest.approx(exact.value)


@pytest.mark.parametrize(
    ("n", "m", "epsilon", "D"),
    [
        (0, 1, 1.0, 1.0),
        (1, 0, 1.0, 1.0),
        (1.5, 1, 1.0, 1.0),
        (1e300, 1, 1.0, 1.0),
        (math.nan, 1, 1.0, 1.0),
        (1, True, 1.0, 1.0),
        (1, 1, 1.0, math.nan),
        (1, 1, 0.0, 1.0),
        (1, 1, -1.0, 1.0),
        (1, 1, math.nan, 1.0),
        (1, 1, math.inf, 1.0),
        (1, 1, 1.0, 0.0),
    ],
)
def test_wrong_parameters_are_one_line(n, m, epsilon, D):
    with pytest.raises(ParameterError) as error:
        all_bounds(n, m, epsilon, D)
    assert "\n" not in str(error.value)


def test_kent_example_1_holds_beyond_epsilon_one_and_stays_below_the_sharper_bounds():
    for n, m, epsilon in ((1, 1, 1.5), (10, 10, 2.0), (100, 7, 30.0)):
        best = max(ms.nonprivate(n, m, epsilon).value, ms.floor_sharp(n, m, epsilon).value)
        for bound in (mp.kent_example1a, mp.kent_example1b):
            assert 0 <= bound(n, m, epsilon).value <= best
        assert mp.kent_example1a(n, m, epsilon).value >= min(1, 1 / (n * m * epsilon**2)) / 768
        assert mp.kent_example1b(n, m, epsilon).value == pytest.approx(math.exp(-12 * n * epsilon**2) / 4)
