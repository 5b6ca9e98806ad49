"""Floors where users know the parameter: packings by brute force, Fano's root by mpmath."""

from fractions import Fraction as F
from itertools import combinations
from math import inf, sqrt

import mpmath
import numpy as np
import pytest
from flint import arb

from lowerbounds.methods.mutual_information import volume_floor
from lowerbounds.registry import bounds_of
from lowerbounds.selection import blocks_floor, coefficients_floor, sparse_floor, two_points_floor
from lowerbounds.selection import floors as module
from lowerbounds.selection.floors import coefficient_width, wrong_letter
from lowerbounds.selection.packings import Blocks
from notation.parameters import ParameterError
from notation.setting import Setting


@pytest.mark.parametrize(
    ("blocks", "length", "heights"), [(1, 1, 1), (2, 1, 3), (1, 4, 1), (2, 3, 1), (2, 2, 2), (3, 2, 1), (1, 2, 5)]
)
def test_packings_have_their_size_and_distance(blocks: int, length: int, heights: int) -> None:
    code = Blocks(blocks, length, heights, F(3, 2))
    members = list(code.members())
    assert len(set(members)) == len(members) == code.points == code.letters**blocks
    assert max(abs(entry) for member in members for entry in member) == F(3, 2)
    assert all(sum(entry != 0 for entry in member) == blocks for member in members)
    for x, y in combinations(members, 2):
        differing = sum(x[k : k + length] != y[k : k + length] for k in range(0, len(x), length))
        assert sum(((a - b) ** 2 for a, b in zip(x, y, strict=True)), F(0)) >= differing * code.gap**2
    drawn = {tuple(code.draw(rng).tolist()) for rng in [np.random.default_rng(0)] for _ in range(300)}
    assert drawn <= {tuple(map(float, member)) for member in members}
    assert len(drawn) > min(len(members), 300) / 2


def test_a_packing_with_heights_too_near_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: heights from gap/2 on, which at two places are gap/sqrt(2) apart."""
    monkeypatch.setattr("lowerbounds.selection.packings._INNER", F(1, 2))
    with pytest.raises(AssertionError):
        test_packings_have_their_size_and_distance(2, 2, 2)


@pytest.mark.parametrize("letters", [2, 3, 50, 10**6])
@pytest.mark.parametrize("share", [0.0, 0.01, 0.3, 0.9, 0.999, 1.0, 2.0])
def test_the_chance_of_a_wrong_letter_is_fanos_root(letters: int, share: float) -> None:
    """Certified from below, and within 1e-9 of the root found again; at no information it is 1 - 1/Q."""
    with mpmath.workdps(40):
        log = mpmath.log(letters)
        unknown = log * (1 - mpmath.mpf(share))
        found = mpmath.mpf(float(wrong_letter(arb(letters).log() * arb(share), letters).lower()))
        if unknown <= 0:
            assert found == 0
            return

        def excess(p: mpmath.mpf) -> mpmath.mpf:
            p = mpmath.mpf(p)
            spread = -p * mpmath.log(p) - (1 - p) * mpmath.log(1 - p) if p > 0 else 0
            return spread + p * mpmath.log(letters - 1) - unknown

        assert excess(found) <= 1e-12
        most = 1 - mpmath.mpf(1) / letters
        assert found <= most
        assert excess(min(found + mpmath.mpf("1e-9"), most)) >= -1e-12
        # Never below the form with ln 2.
        assert found >= 1 - (log * share + mpmath.log(2)) / log - mpmath.mpf("1e-12")


def test_blocks_are_better_than_fano_once() -> None:
    """kent Theorem 1 with its constants, on the same code at every radius: s times the gap is lost, and a constant."""
    for n, d, s, epsilon in ((50, 20, 3, 0.3), (400, 100, 5, 0.3), (30, 12, 2, 1.5)):
        ours = blocks_floor(n, 1, d, epsilon, 1.0, s).value
        information = 12 * n * min(epsilon, epsilon**2)
        once = 0.0
        for heights in (2**j for j in range(40)):
            code = Blocks(s, d // s, heights, F(1))
            once = max(once, float(code.gap) ** 2 / 8 * (1 - (information + np.log(2)) / (s * np.log(code.letters))))
        assert ours > 2 * s * once


def test_sparse_floors_gain_from_unknown_places() -> None:
    """Beyond the cube of s known coordinates, while n kappa is below s ln d."""
    for d in (10, 1000, 10**6):
        assert sparse_floor(60, 1, d, 0.5, 1.0, 2).value >= sparse_floor(60, 1, 2, 0.5, 1.0, 2).value
    assert sparse_floor(60, 1, 10**6, 0.5, 1.0, 2).value > 4 * sparse_floor(60, 1, 2, 0.5, 1.0, 2).value
    assert sparse_floor(60, 1, 10**6, 0.5, 1.0, 2).source == "blocks of a sparse code, Fano"


@pytest.mark.parametrize("beta", [1, 2])
def test_floors_of_densities_fall_like_a_power(beta: int) -> None:
    """(n kappa)^(-2 beta) over a factor of 2^16: octaves of k make the constant waver."""
    at = [coefficients_floor(n, 1, 10**6, 1.0, beta).value for n in (2**6, 2**22)]
    assert np.log2(at[1] / at[0]) / 16 == pytest.approx(-2 * beta, abs=0.1)


@pytest.mark.parametrize(
    ("k", "beta", "r"), [(1, 1, 1.0), (2, 1, 1.0), (3, 1, 9.0), (4, 2, 100.0), (7, 1, 50.0), (6, 1, 0.3)]
)
def test_densities_of_the_cube_are_positive_and_smooth(k: int, beta: int, r: float) -> None:
    """At the corners, on a grid; and for few of them 1.6 times as much is not, for one reason or the other."""
    t = float(coefficient_width(k, beta, r))
    x = np.arange(4096) / 4096
    basis = [sqrt(2) * (np.cos if i % 2 == 0 else np.sin)(2 * np.pi * (i // 2 + 1) * x) for i in range(k)]
    signs = np.array(np.meshgrid(*[[-1.0, 1.0]] * k)).reshape(k, -1).T
    least = float((signs @ np.array(basis)).min())
    weights = sum((2 * (i // 2 + 1)) ** (2 * beta) for i in range(k))
    assert 1 + t * least > 0
    assert t**2 * weights <= r**2
    assert coefficient_width(300, beta, r) >= coefficient_width(301, beta, r) > coefficient_width(310, beta, r)
    assert 1 + 1.6 * t * least < 0 or (1.6 * t) ** 2 * weights > r**2 or k > 2


def test_many_weights_are_bounded_by_an_integral(monkeypatch: pytest.MonkeyPatch) -> None:
    """At most 2% are lost by it, and nothing is gained."""
    for k, beta in ((1000, 1), (1001, 1), (1000, 3)):
        by_integral = coefficient_width(k, beta, 1e-3)
        with monkeypatch.context() as patch:
            patch.setattr(module, "_SUMMED", 2000)
            by_sum = coefficient_width(k, beta, 1e-3)
        assert 0.98 * by_sum < by_integral <= by_sum


def test_two_points_are_answered_by_randomised_responses() -> None:
    """D^2 sech(epsilon/2)^(2n) is below the Bayes risk of n randomised responses, and above e^(-12 n epsilon^2)/4."""
    for n, epsilon in ((1, 0.5), (5, 0.5), (20, 1.0), (4, 6.0)):
        floor = two_points_floor(n, 7, 1, epsilon).value
        keep = np.exp(epsilon) / (1 + np.exp(epsilon))
        k = np.arange(n + 1)
        logs = (2 * k - n) * epsilon / 2
        weights = np.array([float(mpmath.binomial(n, int(j))) for j in k]) * (keep * (1 - keep)) ** (n / 2)
        a, b = weights * np.exp(logs), weights * np.exp(-logs)
        assert floor <= float(np.sum(2 * a * b / (a + b))) <= sqrt(floor) * (1 + 1e-12)
        assert floor == pytest.approx(np.cosh(epsilon / 2) ** (-2 * n), rel=1e-12)
        if epsilon <= 1:
            assert floor > np.exp(-12 * n * epsilon**2) / 4


@pytest.mark.parametrize("space", ["linf", "l2", "l1", "sparse", "sobolev"])
def test_floors_do_not_hang_on_m_and_fall_with_n_and_epsilon(space: str) -> None:
    def best(n: int, m: int, epsilon: float) -> float:
        return max(b.value for b in bounds_of(f"infinite-{space}", Setting(n, m, 6, epsilon, 2.0, s=2)))

    assert best(50, 1, 0.5) == best(50, 10**9, 0.5) > best(60, 1, 0.5) > best(60, 1, 0.6) > 0


def test_wrong_numbers_are_refused() -> None:
    for call, text in (
        (lambda: blocks_floor(3, 1, 2, 1.0, 1.0, 3), "s = 3: must be at most d = 2"),
        (lambda: sparse_floor(3, 1, 2, 1.0, 1.0, 0), "s = 0"),
        (lambda: coefficients_floor(3, 1, 2, 1.0, 0), "beta = 0"),
        (lambda: coefficients_floor(3, 1, 2, 1.0, 1, inf), "r = inf"),
        (lambda: Blocks(1, 0, 1, F(1)), "length = 0"),
    ):
        with pytest.raises(ParameterError, match=text):
            call()


def test_a_floor_that_forgets_to_halve_the_gap_is_above_a_vote(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: four times the floor. At n = 1 and tiny epsilon nothing is known, and the mean 0 has risk D^2."""
    honest = blocks_floor(1, 1, 1, 1e-6, 1.0, 1).value
    assert honest <= 1
    assert honest == pytest.approx(0.5, abs=1e-3)
    assert volume_floor(1, 1, 1, 1e-6).value <= 1 / 3
    monkeypatch.setattr(module, "wrong_letter", lambda information, letters: 4 * wrong_letter(information, letters))
    assert blocks_floor(1, 1, 1, 1e-6, 1.0, 1).value > 1
