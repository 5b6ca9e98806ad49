"""Lower bounds for densities: the bumps as functions, their integrals, the reductions, and numbers."""

from fractions import Fraction
from math import factorial, inf, pi, sqrt

import numpy as np
import pytest
import sympy

from lowerbounds.density import bumps, floor, kent_proposition5, kent_theorem9, wave
from lowerbounds.density.bumps import RATE, cube, highest, squares
from lowerbounds.density.papers import MOST_ORDER, PROPOSITION5_RATE, THEOREM9_RATE
from lowerbounds.density.papers import bump as smooth_bump
from lowerbounds.registry import best, bounds_of
from notation.parameters import ParameterError
from notation.setting import Setting
from upperbounds.density.basis import basis, constant_risk, weight
from upperbounds.registry import of_problem
from verify.study.density import density_risk

POINTS = (np.arange(1 << 12) + 0.5) / (1 << 12)


def bump(u, beta):
    """g on [0, 1], 0 elsewhere."""
    inside = np.where((u > 0) & (u < 1), u, 0.5)
    top = (beta / (4 * beta + 2)) ** beta / sqrt(2 * beta + 1)
    return np.where((u > 0) & (u < 1), (inside * (1 - inside)) ** beta * (1 - 2 * inside), 0.0) / top


def density(signs, s, beta):
    k = len(signs)
    return 1 + s * sum(v * bump(k * POINTS - j, beta) for j, v in enumerate(signs))


@pytest.mark.parametrize("beta", [1, 2, 3, 4])
def test_the_bumps_integrals_are_those_by_sympy(beta):
    u = sympy.Symbol("u")
    g = u**beta * (1 - u) ** beta * (1 - 2 * u)
    top = Fraction(beta, 4 * beta + 2) ** (2 * beta) / (2 * beta + 1)
    norm, energy = (sympy.integrate(sympy.expand(sympy.diff(g, u, order) ** 2), (u, 0, 1)) for order in (0, beta))
    assert squares(beta) == tuple(Fraction(int(x.p), int(x.q)) / top for x in (norm, energy))
    assert np.max(np.abs(bump(POINTS, beta))) == pytest.approx(1, abs=1e-6)
    assert all(sympy.diff(g, u, order).subs(u, end) == 0 for order in range(beta) for end in (0, 1))
    assert energy == Fraction(factorial(beta) ** 2, 2 * beta + 3)


@pytest.mark.parametrize(("beta", "k"), [(1, 1), (1, 5), (2, 3), (3, 2)])
def test_the_densities_are_of_the_class_and_as_far_apart_as_stated(beta, k):
    """Coefficients by sums over equidistant points; at the largest s the energy is r^2 or positivity ends."""
    r, rng = 1.5, np.random.default_rng(3)
    s = highest(k, beta, r)
    signs = rng.choice([-1, 1], size=k)
    f = density(signs, float(s), beta)
    assert f.min() > 0
    assert f.mean() == pytest.approx(1, abs=1e-6)
    found = sum((weight(j, beta) * np.mean(f * basis(j, POINTS))) ** 2 for j in range(2, 400))
    expected = float(s**2 * squares(beta)[1]) * k ** (2 * beta) / pi ** (2 * beta)
    assert found == pytest.approx(expected, rel=4e-2)
    assert found <= r**2
    assert expected == pytest.approx(r**2, rel=1e-9) or s == 1 - Fraction(1, 2**20)
    other = density(-signs, float(s), beta)
    family = cube(k, s, beta)
    assert np.mean((f - other) ** 2) == pytest.approx(float(4 * family.weight * s**2 * k), rel=1e-4)


def test_a_bump_too_high_is_caught():
    """Planted: without the largest s the density leaves the class."""
    f = density((1, -1), 1.4 * float(highest(2, 1, 0.5)), 1)
    assert sum((weight(j, 1) * np.mean(f * basis(j, POINTS))) ** 2 for j in range(2, 400)) > 0.25


def test_signed_axes_make_samples_of_the_density():
    """The law of the made sample, exactly: the cell and the sign of the axes, then k(1 +- g) on the cell."""
    k, beta, s = 3, 1, Fraction(1, 2)
    signs = (1, -1, 1)
    total = np.zeros_like(POINTS)
    for axis, chance in cube(k, s, beta).law(signs).masses:
        (j,) = [i for i, x in enumerate(axis) if x]
        on = (POINTS * k >= j) & (POINTS * k < j + 1)
        total += float(chance) * np.where(on, k * (1 + axis[j] * bump(k * POINTS - j, beta)), 0.0)
    np.testing.assert_allclose(total, density(signs, float(s), beta), atol=1e-12)


@pytest.mark.parametrize(
    ("n", "m", "beta", "epsilon", "r"), [(64, 4, 1, 0.5, 1.0), (10**5, 100, 2, 1.0, 2.0), (50, 5, 3, 8.0, 0.5)]
)
def test_bounds_are_below_what_is_reached(n, m, beta, epsilon, r):
    """Below the constant's risk, and the risk of every estimator that is computed; never negative."""
    a = Setting(n, m, beta=beta, epsilon=epsilon, r=r)
    least = min([constant_risk(a.beta, a.r), *(density_risk(e, a).value for e in of_problem("density"))])
    for bound in bounds_of("density", a):
        assert 0 <= bound.value < least
    assert best("density", a).value > 0


def test_kents_number():
    value = kent_proposition5(1000, 3, 2, 0.5, 1.0).value
    assert value == pytest.approx((9 / (3328 * 250)) ** 4 / 128, rel=1e-12)
    assert kent_proposition5(1000, 3, 2, 0.5, 0.5).value == pytest.approx(value / 4, rel=1e-12)
    assert kent_proposition5(1000, 3, 2, 0.5, 3.0).value == value
    assert kent_proposition5(2, 3, 2, 0.5, 1.0).value == 0


@pytest.mark.parametrize("epsilon", [0.25, 3.0])
@pytest.mark.parametrize("beta", [1, 2, 3])
def test_kents_number_grows_as_its_rate_does(beta, epsilon):
    """The exponents that the paper states, n^(-2 beta) and min(epsilon, epsilon^2)^(-2 beta), written by hand."""
    at = {"n": 10**4, "m": 3, "beta": beta, "epsilon": epsilon, "r": 0.5}

    def grown(changes):
        value = [kent_proposition5(**each).value for each in (at, at | changes)]
        rate = [
            float(PROPOSITION5_RATE.subs({x: each[x.name] for x in PROPOSITION5_RATE.free_symbols}))
            for each in (at, at | changes)
        ]
        assert value[1] / value[0] == pytest.approx(rate[1] / rate[0], rel=1e-9)
        return value[1] / value[0]

    power = 2 * beta * (2 if epsilon < 1 else 1)
    assert grown({"n": 4 * 10**4}) == pytest.approx(4.0 ** (-2 * beta), rel=1e-9)
    assert grown({"epsilon": 2 * epsilon}) == pytest.approx(2.0**-power, rel=1e-9)
    assert grown({"m": 10**6}) == 1
    assert grown({"r": 0.125}) == pytest.approx(1 / 16, rel=1e-9)
    assert grown({"r": 1.0}) == pytest.approx(4, rel=1e-9)
    # At the fewest users for which it says anything.
    least = {"n": 16 if epsilon < 1 else 1}
    whole = kent_proposition5(**at | least | {"r": 1.0}).value
    assert whole == pytest.approx((9 / 3328 / (1 if epsilon < 1 else 3)) ** (2 * beta) / 128, rel=1e-9)
    assert kent_proposition5(**at | {"n": 15, "epsilon": 0.25}).value == 0


@pytest.mark.parametrize("beta", [1, 2, 3])
def test_kents_bump_is_enclosed(beta):
    """By another route: derivatives by sympy on a grid, which finds the supremum from below; and a planted one."""
    x = sympy.Symbol("x")
    g = sympy.exp(-1 / (x * (sympy.Rational(1, 2) - x)))
    grid = np.linspace(0.01, 0.25, 4001)
    steepest = np.max(np.abs(sympy.lambdify(x, sympy.diff(g, x, beta), "numpy")(grid)))
    fine = (np.arange(20_000) + 0.5) / 40_000
    norm = 2 * np.mean(np.exp(-2 / (fine * (0.5 - fine)))) / 2 / steepest**2
    found, top = (float(z.mid()) for z in smooth_bump(beta))
    assert 0.9 * norm < found < norm
    assert 0.95 * np.exp(-16) / steepest < top < np.exp(-16) / steepest


def test_kents_theorem_9_is_its_display():
    """kent/own/thm9-lower's chain before c' <= 1, in floats, at the k that is chosen; and no larger at another."""
    n, m, beta, epsilon, r = 10**6, 1000, 1, 0.5, 1.0
    found = kent_theorem9(n, m, beta, epsilon, r)
    c = float(smooth_bump(beta)[0].mid())

    def display(k):
        eta = (1 + 2 * r**2 * pi ** (2 * beta) * c / k ** (2 * beta + 1)) ** m - 1
        share = 21 * n * epsilon**2 * eta / k
        return r**2 * pi ** (2 * beta) * c / (8 * k ** (2 * beta)) * (1 - sqrt(share)) if share < 1 else 0.0

    k = found.parameters["bumps"]
    assert found.value == pytest.approx(display(k), rel=1e-9)
    assert found.value >= 0.99 * max(display(j) for j in range(1, 400))
    assert found.value < bumps(n, m, beta, epsilon, r).value
    assert kent_theorem9(n, m, beta, 1.5, r).value == 0
    at = {"n": n, "m": m, "beta": beta, "epsilon": epsilon, "r": r}
    letters = THEOREM9_RATE.free_symbols
    rates = [float(THEOREM9_RATE.subs({x: (at | {"n": j})[x.name] for x in letters})) for j in (n, 100 * n)]
    values = [kent_theorem9(j, m, beta, epsilon, r).value for j in (n, 100 * n)]
    assert values[1] / values[0] == pytest.approx(rates[1] / rates[0], rel=0.05)


def test_kents_theorem_9_holds_up_to_the_most_order():
    """At the last order one bump is so small that nothing is known of it: r^2. Beyond, the bound is 0."""
    small, large = (kent_theorem9(10**9, 10, MOST_ORDER, 1.0, r).value for r in (1.0, 1e10))
    assert small > 0
    assert large / small == pytest.approx(1e20, rel=1e-9)
    assert kent_theorem9(10**9, 10, MOST_ORDER + 1, 1.0, 1e10).value == 0


def test_one_wave_is_a_mean():
    from lowerbounds.mean.best import best_mean_bound as best_mean

    found = wave(100, 5, 1, 0.7, 1.0)
    assert found.value == best_mean(100, 5, 0.7, found.parameters["D"]).value
    assert found.parameters["D"] == pytest.approx(0.5)
    assert wave(100, 5, 1, 0.7, 100.0).parameters["D"] < 1 / sqrt(2)


def test_exponents():
    """(n m)^(-2 beta/(2 beta + 2)) before the floor, n^(-2 beta) on it, as Theorem 9 says; and no m there."""
    from verify.kernel.statements.measured import fitted_slope

    for beta in (1, 2):
        users = [10**8, 10**9]
        before = [bumps(n, 1000, beta, 1.0).value for n in users]
        assert fitted_slope(users, before) == pytest.approx(-beta / (beta + 1), abs=0.05)
        assert fitted_slope(users, [floor(n, 1, beta, 1.0).value for n in users]) == pytest.approx(-2 * beta, abs=0.05)
        assert (
            floor(10**4, 1, beta, 1.0).value
            == floor(10**4, 10**18, beta, 1.0).value
            <= bumps(10**4, 10**18, beta, 1.0).value
        )
    many = [bumps(n, 10**6, 1, 60.0).value for n in users]
    assert fitted_slope(users, many) == pytest.approx(-2 / 3, abs=0.05)
    at = {"n": 10**8, "m": 1000, "beta": 1, "epsilon": 1, "r": 1}
    rates = [
        float(RATE.subs({x: at[x.name] * (10 if x.name == "n" and big else 1) for x in RATE.free_symbols}))
        for big in (0, 1)
    ]
    assert fitted_slope(users, rates) == pytest.approx(-0.5, abs=0.05)


@pytest.mark.parametrize("name", ["n", "m", "beta", "epsilon", "r"])
def test_nonsense_is_refused(name):
    for bound in (bumps, floor, wave, kent_proposition5, kent_theorem9):
        for value in (0, -1, inf, None):
            numbers = {"n": 10, "m": 3, "beta": 1, "epsilon": 1.0, "r": 1.0} | {name: value}
            with pytest.raises(ParameterError, match=name):
                bound(*numbers.values())
