"""The trigonometric basis, the class's weights, cell means, and projection to densities."""

from fractions import Fraction

import numpy as np
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from notation.parameters import ParameterError
from upperbounds.density.basis import LARGEST, Trigonometric, basis, cell_means, left_out, projected, values, weight

EXACT = settings(derandomize=True, database=None, deadline=None, max_examples=50)
MIDDLES = (np.arange(4096) + 0.5) / 4096


def test_the_basis_is_orthonormal():
    """Sums over equidistant points are integrals for waves of fewer periods than points."""
    waves = np.stack([basis(j, MIDDLES) for j in range(1, 12)])
    np.testing.assert_allclose(waves @ waves.T / len(MIDDLES), np.eye(11), atol=1e-12)
    assert np.max(np.abs(waves)) <= LARGEST


def test_a_missing_wave_is_seen():
    """Planted: a basis in which the second sine is the first cosine again is not orthonormal."""
    waves = np.stack([basis(2 if j == 5 else j, MIDDLES) for j in range(1, 8)])
    assert np.max(np.abs(waves @ waves.T / len(MIDDLES) - np.eye(7))) > 0.9


def test_the_weights_are_those_of_derivatives():
    """a_j^2 = pi^(-2 beta) times the integral of the squared beta-th derivative of phi_j, by sympy."""
    x = sympy.Symbol("x", real=True)
    for j in range(1, 8):
        wave = {0: sympy.cos, 1: sympy.sin}[j % 2](2 * sympy.pi * (j // 2) * x) * sympy.sqrt(2) if j > 1 else x**0
        for beta in (1, 2):
            energy = sympy.integrate(sympy.diff(wave, x, beta) ** 2, (x, 0, 1)) / sympy.pi ** (2 * beta)
            assert sympy.simplify(energy) == Fraction(weight(j, beta)) ** 2


def test_what_is_left_out_is_one_coefficient():
    for cutoff in range(1, 9):
        theta = 1.5 / weight(cutoff + 1, 2)
        assert left_out(cutoff, 2, 1.5) == pytest.approx(theta**2)
        # No later place has less weight.
        assert all(weight(j, 2) >= weight(cutoff + 1, 2) for j in range(cutoff + 1, cutoff + 9))


@EXACT
@given(st.lists(st.floats(-3, 3), min_size=1, max_size=30), st.lists(st.floats(0.01, 3), min_size=30, max_size=30))
def test_projection_is_to_a_density_and_no_density_gets_farther(heights, other):
    raw = np.array(heights)
    found = projected(raw)
    assert np.all(found >= 0)
    assert np.mean(found) == pytest.approx(1, abs=1e-9)
    density = np.array(other[: len(raw)]) / np.mean(other[: len(raw)])
    assert np.sum((found - density) ** 2) <= np.sum((raw - density) ** 2) + 1e-9
    # The nearest one: every step towards another density leads away.
    assert (raw - found) @ (density - found) <= 1e-9
    np.testing.assert_allclose(projected(density), density, atol=1e-9)


def test_cell_means_are_integrals():
    rng = np.random.default_rng(1)
    coefficients = np.concatenate([[1.0], rng.normal(size=7)])
    fine = values(coefficients, (np.arange(8 * 4096) + 0.5) / (8 * 4096)).reshape(8, -1).mean(axis=1)
    np.testing.assert_allclose(cell_means(coefficients, 8), fine, atol=1e-6)


def test_user_means_are_means_of_the_basis():
    samples = np.random.default_rng(2).random((3, 4, 5, 1))
    found = Trigonometric(6).user_means(samples)
    for j in range(2, 7):
        np.testing.assert_array_equal(found[..., j - 2], basis(j, samples[..., 0]).mean(axis=-1))
    np.testing.assert_array_equal(Trigonometric(3).back(np.array([[0.1, 0.2]])), [[1.0, 0.1, 0.2]])


def test_nonsense_is_refused():
    for call in (
        lambda: Trigonometric(1),
        lambda: weight(0, 1),
        lambda: projected(np.zeros((2, 2))),
        lambda: projected(np.zeros(0)),
        lambda: cell_means(np.ones(3), 0),
    ):
        with pytest.raises(ParameterError):
            call()
