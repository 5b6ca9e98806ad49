"""The bound at delta = 0, step by step: exact laws of private answers, exact distances, and what it is worth."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import comb, exp, sqrt

import pytest

from lowerbounds.methods.vector_bounds import VectorBound
from lowerbounds.optimisation.excess_risk import bassily_local, bassily_statistical, cube_sharp
from lowerbounds.optimisation.pure import biased_distance, pure_server, sparse_distance
from lowerbounds.optimisation.scores import score_bound
from notation.parameters import ParameterError


def answers(t: Fraction, chances: list[Fraction]) -> Fraction:
    """P(answer 1) of randomized response at e^epsilon = t of whether all users have what their probabilities are of."""
    found = Fraction(0)
    for who in product((0, 1), repeat=len(chances)):
        mass = Fraction(1)
        for has, chance in zip(who, chances, strict=True):
            mass *= chance if has else 1 - chance
        found += mass * (t if all(who) else 1) / (1 + t)
    return found


@pytest.mark.parametrize("t", [Fraction(3, 2), Fraction(20)])
@pytest.mark.parametrize("n", [1, 3])
def test_exchanging_users_costs_a_factor_each(t: Fraction, n: int) -> None:
    """(a), exactly: with one user the factor is attained, so that less would be exceeded."""
    for tau in (Fraction(1, 10), Fraction(1, 2), Fraction(1)):
        factor = (1 + tau * (t - 1)) ** n
        for base in (Fraction(0), Fraction(1, 3)):
            if base + tau > 1:
                continue
            one, other = (answers(t, [chance] * n) for chance in (base + tau, base))
            assert one <= factor * other
            assert 1 - other <= factor * (1 - one)
            if n == 1 and base == 0:
                assert one == factor * other


@pytest.mark.parametrize("alpha", [Fraction(1, 100), Fraction(1, 3), Fraction(1)])
@pytest.mark.parametrize(("m", "d"), [(1, 1), (2, 3), (7, 2)])
def test_distances_are_those_of_the_laws_or_above(alpha: Fraction, m: int, d: int) -> None:
    """By counting: samples that are v, and signs that agree with v; a third of either would be too little."""
    sparse = 1 - (1 - alpha) ** m
    assert float(sparse_distance(alpha, m, d)) == pytest.approx(float(sparse), rel=1e-12)
    signs = m * d
    biased = sum(
        comb(signs, k) * abs(((1 + alpha) / 2) ** k * ((1 - alpha) / 2) ** (signs - k) - Fraction(1, 2) ** signs)
        for k in range(signs + 1)
    )
    found = float(biased_distance(alpha, m, d))
    assert float(biased) / 2 <= found <= 1
    assert found / 3 < float(biased) / 2


def test_few_users_know_nothing_however_many_samples_they_have() -> None:
    """At n epsilon = d/8 half of RL is left, whatever m; elsewhere it is above the others or below them."""
    for d, m in ((80, 1), (80, 10**9), (4000, 50)):
        n, epsilon = 10, d / 80
        value = pure_server(n, m, d, epsilon, 2.0, 3.0).value
        assert value >= 6 * (1 - sqrt(2 * n * epsilon / d)) * (1 - 1e-12)
    others = max(bound(100, 10**6, 400, 1.0).value for bound in (bassily_statistical, score_bound))
    assert pure_server(100, 10**6, 400, 1.0).value > 1000 * others
    assert pure_server(10**5, 1000, 10, 1.0).value < score_bound(10**5, 1000, 10, 1.0).value


def test_one_sample_a_user_costs_d_over_n_epsilon() -> None:
    """From n to 4n a quarter is left, and from d to 4d four times as much."""
    at = pure_server(10**5, 1, 16, 0.1).value
    assert pure_server(4 * 10**5, 1, 16, 0.1).value == pytest.approx(at / 4, rel=0.02)
    assert pure_server(10**5, 1, 64, 0.1).value == pytest.approx(4 * at, rel=0.1)
    assert at >= 16 / (10**5 * (exp(0.1) - 1)) / 16


@pytest.mark.parametrize(("n", "m"), [(1, 1), (3, 2), (20, 7)])
def test_two_laws_are_told_apart_no_better_than_by_counting(n: int, m: int) -> None:
    """The step before the constant, under RL alpha (1 - TV) with the exact distance of nm signs' counts."""
    bound, size = bassily_statistical(n, m, 5, 1.0, 2.0, 3.0), n * m
    alpha = float(bound.parameters["s"])
    rise = (1 + alpha) / 2
    gaps = (
        comb(size, k) * (rise**k * (1 - rise) ** (size - k) - (1 - rise) ** k * rise ** (size - k))
        for k in range(size + 1)
    )
    exact = 6 * alpha * (1 - sum(map(abs, gaps)) / 2)
    assert bound.chain is not None
    step = float(bound.chain.steps[0].value.mid())
    assert exact / 2 < step <= exact * (1 + 1e-12)


@pytest.mark.parametrize("bound", [bassily_local, bassily_statistical, cube_sharp, pure_server])
def test_losses_and_the_ball_are_of_unit_size_where_nothing_is_said(bound: Callable[..., VectorBound]) -> None:
    """A bound is in proportion to L R, and given neither it is that of 1 and 1."""
    value = bound(40, 9, 2, 0.5).value
    assert value > 0
    assert value == pytest.approx(bound(40, 9, 2, 0.5, 2.0, 3.0).value / 6, rel=1e-9)


def test_what_is_no_number_is_refused() -> None:
    for changed in ({"n": 0}, {"epsilon": 0.0}, {"L": -1.0}, {"R": 0.0}):
        with pytest.raises(ParameterError, match="^" + next(iter(changed))):
            pure_server(**({"n": 5, "m": 1, "d": 2, "epsilon": 1.0} | changed))  # type: ignore[arg-type]
