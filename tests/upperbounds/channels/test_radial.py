"""Whole noise that falls with the l_2 norm: its law by chi-square at 1e-9, ratios by enumeration, planted defects."""

from fractions import Fraction
from itertools import product
from math import ceil, exp, isqrt

import numpy as np
import pytest
from scipy.stats import chisquare

from notation.parameters import ParameterError
from tests.upperbounds.channels.test_geometric import ALPHA
from upperbounds.channels import radial
from upperbounds.channels.radial import binary, norms, radial_noise, radial_square
from upperbounds.channels.randomness import system_generator


def up(z: tuple[int, ...]) -> int:
    """The l_2 norm rounded up."""
    squared = sum(v * v for v in z)
    return isqrt(squared - 1) + 1 if squared else 0


def law(rate: float, dimension: int, reach: int) -> dict[tuple[int, ...], float]:
    weights = {z: exp(-rate * up(z)) for z in product(range(-reach, reach + 1), repeat=dimension)}
    total = sum(weights.values())
    return {z: weight / total for z, weight in weights.items()}


def level(rate: Fraction, dimension: int, reach: int, number: int = 60_000) -> float:
    """The level at which chi-square rejects: vectors of probability below 20/number are one cell."""
    drawn = radial_noise(rate, dimension, number, np.random.default_rng(5))
    said = law(float(rate), dimension, reach)
    kept = [z for z, p in said.items() if p * number > 20]
    seen = dict.fromkeys(kept, 0)
    for z in map(tuple, drawn.tolist()):
        if z in seen:
            seen[z] += 1
    counts, masses = [*seen.values()], [said[z] for z in kept]
    return float(chisquare([*counts, number - sum(counts)], [number * p for p in (*masses, 1 - sum(masses))]).pvalue)


@pytest.mark.parametrize(
    ("rate", "dimension", "reach"), [(Fraction(1), 1, 40), (Fraction(1), 2, 30), (Fraction(3, 4), 3, 20)]
)
def test_vectors_have_the_law(rate: Fraction, dimension: int, reach: int) -> None:
    assert level(rate, dimension, reach) > ALPHA


@pytest.mark.parametrize("planted", ["all are kept", "norms are rounded down"])
def test_another_law_is_caught(monkeypatch: pytest.MonkeyPatch, planted: str) -> None:
    if planted == "all are kept":
        monkeypatch.setattr(radial, "exponential_coins", lambda exponents, *_: np.ones(exponents.shape, dtype=np.bool_))
    else:
        honest = radial._roots
        monkeypatch.setattr(
            radial, "_roots", lambda squares, z: honest(squares, z) - (honest(squares, z) ** 2 != squares)
        )
    assert level(Fraction(1), 2, 30) < ALPHA


@pytest.mark.parametrize("dimension", [1, 2, 3])
def test_no_ratio_is_above_what_a_shift_costs(dimension: int) -> None:
    """All shifts and vectors of a box: N moves by the shift's length, rounded up, at most, and by that somewhere."""
    box = list(product(range(-4, 5), repeat=dimension))
    for shift in box:
        moved = [up(tuple(a + b for a, b in zip(z, shift, strict=True))) - up(z) for z in box]
        assert max(moved) == up(shift)
        assert min(moved) >= -up(shift)


def test_norms_are_exact_where_floats_are_not() -> None:
    rng = np.random.default_rng(1)
    for size in (5, 10**6, 3 * 10**7, 2**31, 2**40):
        vectors = rng.integers(-size, size, (50, 5), endpoint=True)
        vectors[0] = 0
        # One beyond a square, where the root of a float is whole.
        vectors[1], vectors[2] = (size, 0, 0, 0, 0), (size, 1, 0, 0, 0)
        assert norms(vectors).tolist() == [up(tuple(row)) for row in vectors.tolist()]


@pytest.mark.parametrize(("rate", "dimension"), [(0.5, 1), (0.25, 2), (0.7, 2), (1.0, 3)])
def test_the_mean_square_is_below_its_bound(rate: float, dimension: int) -> None:
    reach = ceil(25 / rate / (1 if dimension < 3 else 1.5))
    exact = sum(p * sum(v * v for v in z) for z, p in law(rate, dimension, reach).items())
    assert exact <= radial_square(Fraction(rate), dimension)
    # Near where steps are short: at a rate of 0.001 within 2 %.
    assert radial_square(Fraction(1, 1000), dimension) <= 1.02 * dimension * (dimension + 1) * 10**6


def test_many_dimensions_have_the_length_of_the_law() -> None:
    """|z| has nearly the law Gamma(d, 1/rate): mean and deviation of 400 vectors, five standard errors."""
    found = norms(radial_noise(Fraction(1, 500), 37, 400, np.random.default_rng(2)))
    assert abs(found.mean() / (37 * 500) - 1) < 5 / np.sqrt(37 * 400) + 0.01
    assert abs(found.std() / (37**0.5 * 500) - 1) < 0.2
    assert radial_noise(Fraction(1, 500), 37, 3, system_generator()).shape == (3, 37)


def test_rates_are_rounded_down_a_little() -> None:
    for rate in (Fraction(1, 3), Fraction(10**9, 7), Fraction(1, 10**12)):
        a, q = binary(rate)
        assert rate * (1 - Fraction(1, 2**20)) < Fraction(a, 2**q) <= rate


def test_what_is_out_of_range_is_refused() -> None:
    with pytest.raises(ParameterError, match="rate = 0: must be above 0"):
        radial_noise(Fraction(0), 2, 1, np.random.default_rng(0))
    with pytest.raises(OverflowError, match="beyond 64 bits"):
        radial_noise(Fraction(10) ** 20, 2, 1, np.random.default_rng(0))
