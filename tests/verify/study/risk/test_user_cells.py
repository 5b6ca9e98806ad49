"""Exact risks of rules learnt from users: against enumeration, against runs user by user, and with planted defects.

A point of a run that is off by 4 standard errors is run again: it errs twice with probability 4e-9.
"""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from scipy.interpolate import CubicHermiteSpline, CubicSpline
from scipy.linalg import hadamard
from scipy.special import erf

from notation.parameters import ParameterError
from notation.user_learning import UserSetting
from upperbounds.classification.turned import Sizes
from upperbounds.regression.users import ratio
from verify.study.measuring.mean import stream
from verify.study.risk.laplace_sum import density_and_tail
from verify.study.risk.ridges import Ridges, ridges_of
from verify.study.risk.user_cells import (
    CellLaw,
    Estimates,
    _spline_slopes,
    drawn_estimates,
    excess_risk,
    simulated_excess,
    simulated_squares,
    squared_risk,
)


def any_law(cells: int, seed: int) -> CellLaw:
    """Uneven masses and leans."""
    rng = np.random.default_rng(seed)
    mass = rng.dirichlet(np.full(cells, 5.0))
    q = mass * rng.uniform(-0.8, 0.8, cells)
    return CellLaw(mass, q, np.stack([np.maximum(q, 0), np.maximum(-q, 0)], axis=1), 0.01)


def by_enumeration(sizes: Sizes, law: CellLaw, b: int) -> float:
    """P(q_b^ < 0) from Hadamard's matrix itself: group by group the law of a sum of (1/K) sum_k H_kb U_k, and noise."""
    K, H = sizes.K, hadamard(sizes.K)
    q, mass = law.padded(K)
    total = np.array([1.0])
    for first in range(0, K, sizes.c):
        rows = H[first : first + sizes.c]
        one = np.zeros(2 * sizes.c + 1)
        for cell, label in product(range(K), (1, -1)):
            step = label * int(rows[:, b] @ rows[:, cell])
            one[step + sizes.c] += (mass[cell] + label * q[cell]) / 2
        for _ in range(sizes.half * sizes.m):
            total = np.convolve(total, one)
    together = K * sizes.half
    values = (np.arange(len(total)) - len(total) // 2) / (together * sizes.m)
    at = np.abs(values) * together / float(sizes.each.scale)
    _, tail = density_and_tail(together, at)
    return float(total @ np.where(values > 0, tail, 1 - tail))


@pytest.mark.parametrize(
    ("n", "m", "epsilon", "cells"),
    [(24, 2, 1.0, 1), (16, 1, 0.8, 4), (16, 2, 2.5, 4), (8, 3, 9.0, 4), (24, 1, 3.0, 7), (20, 1, 40.0, 8)],
)
def test_chances_of_signs_are_those_of_enumeration(n: int, m: int, epsilon: float, cells: int) -> None:
    sizes, law = Sizes(n, m, epsilon, cells, 1), any_law(cells, cells)
    found = Estimates(sizes, *law.padded(sizes.K)).negative()
    for b in range(sizes.K):
        assert abs(found[b] - by_enumeration(sizes, law, b)) < 1e-12


def test_many_messages_have_the_normal_limit() -> None:
    """Berry and Esseen allow 1e-4: 10^9 users and 1024 cells, in well under 5 s."""
    sizes, law = Sizes(10**9, 1000, 1.0, 1024, 1), any_law(1024, 1)
    q, mass = law.padded(1024)
    laws = Estimates(sizes, q, mass)
    deviation = np.sqrt(sizes.variance(1.0) - np.mean(laws.turned**2) / 1024 / (sizes.refining * sizes.m))
    np.testing.assert_allclose(laws.negative(), (1 - erf(q / deviation / 2**0.5)) / 2, atol=1e-4)


POINTS = [
    (200, 3, 1.0, 4),
    (400, 5, 2.0, 4),
    (200, 4, 4.5, 4),
    (300, 2, 0.7, 3),
    (300, 2, 5.0, 8),
    (300, 1, 3.0, 7),
    (64, 2, 20.0, 16),
    (2400, 260, 6.0, 4),
]


def agrees(sizes: Sizes, law: CellLaw, floor: float | None, changed: Sizes | None = None) -> float:
    """By how many standard errors a run, of `changed` if there is one, is off; a second one where the first is by 4."""
    exact = excess_risk(sizes, law) if floor is None else squared_risk(sizes, law, floor)
    plan, repetitions = (changed or sizes).plan(), int(min(3000, 6e6 / (sizes.n * sizes.m)))
    off = 0.0
    for chunk in range(2):
        rng = stream(0, 9, sizes.n, chunk)
        if floor is None:
            value, error = simulated_excess(plan, law, sizes.m, repetitions, rng)
        else:
            value, error = simulated_squares(plan, law, sizes.m, floor, repetitions, rng)
        off = abs(value - exact) / max(error, 1e-9)
        if off < 4:
            break
    return off


@pytest.mark.parametrize(("n", "m", "epsilon", "cells"), POINTS)
@pytest.mark.parametrize("regression", [False, True])
def test_runs_user_by_user_agree(n: int, m: int, epsilon: float, cells: int, regression: bool) -> None:
    """The last point localises in 9 bins."""
    sizes = Sizes(n, m, epsilon, cells, 2 if regression else 1)
    assert agrees(sizes, any_law(cells, cells), 0.3 / cells if regression else None) < 4


def test_slopes_of_cubics_are_their_derivatives() -> None:
    """A cubic is its own spline if no knot is at the ends, where its slopes are known in full."""
    x = np.linspace(-1.0, 2.0, 7)
    coefficients = np.array([[1.0, -2.0, 0.5, 3.0], [0.0, 1.0, -1.0, -0.25]])
    y = np.stack([np.polyval(c[::-1], x) for c in coefficients], axis=-1)
    slopes = np.stack([np.polyval(np.polyder(c[::-1]), x) for c in coefficients], axis=-1)
    np.testing.assert_allclose(_spline_slopes(x, y), slopes, atol=1e-12)


def cell_by_cell(sizes: Sizes, law: CellLaw, floor: float) -> float:
    """The squared risk by SciPy's splines, each cell for itself, its densities by sums over every frequency."""
    q, p = law.padded(sizes.K)
    parts, at = [], np.arange(-512, 512) / 1024
    for laws in (Estimates(sizes, q, p), Estimates(sizes, p, p)):
        t = np.arange(513) * (np.pi / laws.reach)
        parts.append((2 * laws.reach * at, t, [laws.logarithm(r, t) for r in range(sizes.c)], laws))
    nodes, weights = np.polynomial.legendre.leggauss(64)
    total = law.spread
    for b in np.flatnonzero(p):
        found = []
        for x, t, logs, laws in parts:
            modulus, phase = logs[b % sizes.c]
            turned = np.exp(modulus + 1j * (laws.mean[b] * t - phase[:, b // sizes.c]))
            found.append((x, np.fft.fftshift(np.fft.irfft(turned, 1024)) * 1024 / (2 * laws.reach)))
        (x, of_q), (z, of_p) = found
        below = [CubicHermiteSpline(x, CubicSpline(x, x**k * of_q).antiderivative()(x), x**k * of_q) for k in range(3)]
        edge = max(floor, p[b] + z[0])
        half = max((p[b] + z[-1] - edge) / 2, 0.0)
        points = edge + half * (nodes + 1)
        beneath = float(CubicHermiteSpline(z, CubicSpline(z, of_p).antiderivative()(z), of_p)(min(edge - p[b], z[-1])))
        chances = [beneath, *(CubicSpline(z, of_p)(points - p[b]) * half * weights)]
        for chance, w in zip(chances, [edge, *points], strict=True):
            low, high = (np.array([f(np.clip(sign * w - q[b], x[0], x[-1])) for f in below]) for sign in (-1, 1))
            s, target, inner = q[b] - q[b] / p[b] * w, q[b] / p[b], high - low
            error = (inner[2] + 2 * s * inner[1] + s**2 * inner[0]) / w**2
            error += (1 + target) ** 2 * low[0] + (1 - target) ** 2 * (below[0](x[-1]) - high[0])
            total += p[b] * chance * error
    return float(total)


ALIKE = CellLaw.of_ridges(Ridges(2, 0.5, 0.25, 4, 0.4, True), 4)
"""Cells that differ in no more than their place along the second axis, and signs that alternate along the first."""


@pytest.mark.parametrize(
    ("n", "m", "epsilon", "law"),
    [
        (200, 3, 1.0, any_law(3, 3)),
        (10**6, 1, 2.5, any_law(16, 1)),
        (2400, 260, 6.0, any_law(4, 2)),
        (10**9, 1000, 4.0, any_law(7, 7)),
        (10**6, 10, 1.0, ALIKE),
        (10**4, 10, 700.0, ALIKE),
    ],
)
def test_all_cells_at_once_are_the_cells_one_by_one(n: int, m: int, epsilon: float, law: CellLaw) -> None:
    cells = len(law.mass)
    sizes = Sizes(n, m, epsilon, cells, 2)
    one_by_one = cell_by_cell(sizes, law, 0.3 / cells)
    assert abs(squared_risk(sizes, law, 0.3 / cells) / one_by_one - 1) < 1e-12


def test_planted_a_cell_taken_for_its_neighbours_is_seen() -> None:
    """One cell that differs, in q or in its mass, by a little: no two may be taken for one."""
    sizes = Sizes(10**6, 10, 1.0, 16, 2)
    for by_mass in (True, False):
        mass, q = ALIKE.mass.copy(), ALIKE.q.copy()
        if by_mass:
            mass[5:7] *= (1.001, 0.999)
        else:
            q[5] *= 1.001
        law = CellLaw(mass, q, np.stack([np.maximum(q, 0), np.maximum(-q, 0)], axis=1), ALIKE.spread)
        exact = cell_by_cell(sizes, law, 0.02)
        assert abs(squared_risk(sizes, law, 0.02) / exact - 1) < 1e-12
        assert abs(squared_risk(sizes, ALIKE, 0.02) / exact - 1) > 1e-9


class Quiet(Sizes):
    """Half of the noise."""

    @property
    def each(self):  # type: ignore[no-untyped-def, override]
        """Planted."""
        one = super().each
        return replace(one, scale=one.scale / 2)


@pytest.mark.parametrize("regression", [False, True])
def test_planted_half_the_noise_and_turned_labels_are_seen(regression: bool) -> None:
    sizes, law = Sizes(400, 5, 8.0, 4, 2 if regression else 1), any_law(4, 4)
    floor = 0.3 / 4 if regression else None
    assert agrees(sizes, law, floor, Quiet(400, 5, 8.0, 4, sizes.parts)) > 4
    # Labels that are turned round with chance 1/5 before they are sent.
    turned = replace(law, q=0.6 * law.q, wrong=0.6 * law.wrong)
    found = drawn_estimates(sizes.plan(), turned, 5, 3000, stream(0, 9, 1, 0))
    if floor is None:
        exact, losses = excess_risk(sizes, law), (law.wrong[:, 0] * (found[:, 0] < 0)).sum(axis=1)
        losses += (law.wrong[:, 1] * (found[:, 0] > 0)).sum(axis=1)
    else:
        told = ratio(found[:, 0], found[:, 1], floor, 1.0)
        exact, losses = squared_risk(sizes, law, floor), law.spread + ((told - law.q / law.mass) ** 2) @ law.mass
    assert abs(losses.mean() - exact) > 6 * losses.std() / len(losses) ** 0.5


def test_planted_a_cell_twice_and_a_wrong_transform_are_seen() -> None:
    law = any_law(4, 4)
    twice = [np.concatenate([x, x[:1]]) for x in (law.mass, law.q, law.wrong)]
    with pytest.raises(ParameterError, match="mass"):
        CellLaw(*twice, 0.0)
    with pytest.raises(ParameterError, match="q: must be within"):
        replace(law, q=law.q * 9)
    sizes = Sizes(24, 1, 3.0, 4, 1)
    # Cells whose first digits agree, taken for those whose last do.
    order = np.array([0, 2, 1, 3])
    wrong = Estimates(sizes, law.q[order], law.mass[order]).negative()[order]
    assert max(abs(wrong[b] - by_enumeration(sizes, law, b)) for b in range(4)) > 1e-6


def test_cells_of_ridges_are_integrals() -> None:
    """Next to sums over a fine grid of points in two dimensions."""
    a = UserSetting(10**4, 10, 2, 0.7, 1.0, gamma=0.5).labels
    axis = (np.arange(1600) + 0.5) / 1600
    for law in [*ridges_of(a, 4)[::5], Ridges(2, 1.0, 0.0, 1, 0.5)]:
        seen, eta = CellLaw.of_ridges(law, 4), law.eta(axis[:, None])
        for i in range(4):
            part = eta[400 * i : 400 * (i + 1)]
            cell = 4 * i + 3
            assert abs(seen.q[cell] - part.mean() / 16) < 2e-5
            assert abs(seen.wrong[cell, 0] - np.maximum(part, 0).mean() / 16) < 2e-5
        spread = np.mean(eta**2) - np.mean([eta[400 * i : 400 * (i + 1)].mean() ** 2 for i in range(4)])
        assert abs(seen.spread - spread) < 1e-4


def test_a_law_that_is_not_smooth_is_refused() -> None:
    sizes = Sizes(2, 1, 1.0, 1, 1)
    with pytest.raises(ParameterError, match="too few messages"):
        Estimates(sizes, np.array([0.1]), np.array([1.0])).negative()
