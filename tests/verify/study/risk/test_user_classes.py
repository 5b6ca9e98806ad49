"""Exact risks of rules of several classes learnt from users: by another integral, by runs, and with planted defects.

A point of a run that is off by 4 standard errors is run again: it errs twice with probability 4e-9.
"""

from collections.abc import Callable
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from scipy.linalg import hadamard

from notation.parameters import ParameterError
from notation.user_learning import UserSetting
from upperbounds.channels.arrays import FloatArray
from upperbounds.classification.grid import Grid
from upperbounds.classification.turned import Sizes
from upperbounds.classification.users import coded_plan
from upperbounds.transforms.turned_bins import TurnedCodes, sign_codes
from verify.study.measuring.mean import stream
from verify.study.risk import user_cells
from verify.study.risk.laplace_sum import density_and_tail
from verify.study.risk.ridges import Ridges, ridges_of
from verify.study.risk.user_classes import (
    RESOLUTION,
    ClassCells,
    chances,
    drawn_risk,
    drawn_samples,
    excess_risk,
    simulated_risk,
    sizes_of,
)


def any_law(cells: int, classes: int, seed: int) -> ClassCells:
    """Uneven masses and shares."""
    rng = np.random.default_rng(seed)
    mass, shares = rng.dirichlet(np.full(cells, 5.0)), rng.dirichlet(np.full(classes, 3.0), size=cells)
    return ClassCells(mass, shares, (shares.max(axis=1, keepdims=True) - shares) * mass[:, None])


def estimates_by_enumeration(sizes: Sizes, law: ClassCells, b: int, x: FloatArray) -> list[tuple[FloatArray, ...]]:
    """Density and P(R > x) of a cell's estimates at x, from Hadamard's matrix: the law of whole numbers, and noise."""
    K, H = sizes.K, hadamard(sizes.K)
    together, found = K * sizes.half, []
    for signs in sign_codes(law.classes):
        total = np.array([1.0])
        for first in range(0, K, sizes.c):
            rows = H[first : first + sizes.c]
            one = np.zeros(2 * sizes.c + 1)
            for cell, j in product(range(len(law.mass)), range(law.classes)):
                step = int(signs[j]) * int(rows[:, b] @ rows[:, cell])
                one[step + sizes.c] += law.mass[cell] * law.shares[cell, j]
            for _ in range(sizes.half * sizes.m):
                total = np.convolve(total, one)
        values = (np.arange(len(total)) - len(total) // 2) / (together * sizes.m)
        scale = float(sizes.each.scale) / together
        keep = total > 1e-18
        away = (x[:, None] - values[keep]) / scale
        density, tail = density_and_tail(together, np.abs(away))
        found.append((density @ total[keep] / scale, np.where(away > 0, tail, 1 - tail) @ total[keep]))
    return found


def of_four(parts: list[tuple[FloatArray, ...]], x: FloatArray, j: int) -> float:
    """The probability of class j of four given the first of the three estimates, all turned by its signs.

    That is: the second is above |a| and the third above -a where a > 0, or the second is between -a and a and the third
    above minus it; for a < 0 both are above -a.
    """
    (f1, _), (f2, _), (_, above3) = turned = [
        (density, above) if sign > 0 else (density[::-1], 1 - above[::-1])
        for (density, above), sign in zip(parts, sign_codes(4)[:, j], strict=True)
    ]
    step, middle = x[1] - x[0], len(x) // 2
    inner = np.concatenate([[0.0], np.cumsum((f2 * above3[::-1])[1:] + (f2 * above3[::-1])[:-1]) * step / 2])
    total = 0.0
    for i, weight in enumerate(f1 * step):
        mirrored = 2 * middle - i
        apart = (inner[i] - inner[mirrored]) + above3[mirrored] * turned[1][1][i] if i > middle else 0.0
        total += weight * (apart if i > middle else above3[mirrored] * turned[1][1][mirrored])
    return float(total)


@pytest.mark.parametrize(("n", "m", "epsilon", "cells"), [(60, 2, 1.0, 2), (48, 1, 2.5, 4), (48, 2, 9.0, 3)])
def test_chances_of_four_classes_by_another_integral(n: int, m: int, epsilon: float, cells: int) -> None:
    """Laws by enumeration; trapezoids of a density whose corners are smooth to 1e-6."""
    sizes, law = sizes_of(n, m, epsilon, cells, 4), any_law(cells, 4, cells)
    found = chances(sizes, law)
    np.testing.assert_allclose(found.sum(axis=1), 1, atol=RESOLUTION)
    scale = float(sizes.each.scale) / (sizes.K * sizes.half)
    reach = 1.5 + 20 * scale * (sizes.K * sizes.half) ** 0.5
    x = np.linspace(-reach, reach, 3001)
    for b in range(cells):
        parts = estimates_by_enumeration(sizes, law, b, x)
        for j in range(4):
            assert abs(found[b, j] - of_four(parts, x, j)) < 1e-5


@pytest.mark.parametrize(("n", "m", "epsilon", "cells"), [(60, 2, 1.0, 2), (48, 1, 2.5, 4)])
def test_chances_of_three_classes_by_sums_over_two_estimates(n: int, m: int, epsilon: float, cells: int) -> None:
    """Over all pairs of points of the first two estimates the probability that the third lets the class be ahead."""
    sizes, law = sizes_of(n, m, epsilon, cells, 3), any_law(cells, 3, cells)
    found, codes = chances(sizes, law), sign_codes(3)
    reach = 1.5 + 20 * float(sizes.each.scale) / (sizes.K * sizes.half) ** 0.5
    x = np.linspace(-reach, reach, 1201)
    a, b = np.meshgrid(x, x, indexing="ij")
    for cell in range(cells):
        (f1, _), (f2, _), (_, above) = estimates_by_enumeration(sizes, law, cell, x)
        weight = np.outer(f1, f2) * (x[1] - x[0]) ** 2
        # Class 0 has the signs + + +, class 1 - + -, class 2 + - -.
        assert codes.tolist() == [[1, -1, 1], [1, 1, -1], [1, -1, -1]]
        least = np.maximum(-a, -b)
        first = np.sum(weight * np.interp(least, x, above))
        # The diagonal counts half.
        second = np.sum(weight * (1 + np.sign(b - a)) / 2 * (1 - np.interp(-a, x, above)))
        assert abs(found[cell, 0] - first) < 1e-5
        assert abs(found[cell, 1] - second) < 1e-5


POINTS = [(400, 3, 1.0, 4), (400, 5, 2.0, 4), (300, 2, 5.0, 8), (300, 1, 3.0, 7), (300, 2, 20.0, 4)]


def agrees(exact: float, run: Callable[[int], tuple[float, float]]) -> float:
    """By how many standard errors a run is off; a second one where the first is by 4."""
    off = 0.0
    for chunk in range(2):
        value, error = run(chunk)
        off = abs(value - exact) / max(error, 1e-9)
        if off < 4:
            break
    return off


@pytest.mark.parametrize(("n", "m", "epsilon", "cells"), POINTS)
@pytest.mark.parametrize("classes", [3, 4])
def test_aggregates_and_runs_user_by_user_agree(n: int, m: int, epsilon: float, cells: int, classes: int) -> None:
    sizes, law = sizes_of(n, m, epsilon, cells, classes), any_law(cells, classes, cells)
    exact = excess_risk(sizes, law)
    assert agrees(exact, lambda chunk: drawn_risk(sizes, law, 1000, stream(0, 12, n, chunk))) < 4
    repetitions = int(min(600, 3e5 / (n * m)))
    assert agrees(exact, lambda chunk: simulated_risk(sizes, law, repetitions, stream(0, 13, n, chunk))) < 4


def test_aggregates_of_seven_classes_are_those_of_runs_user_by_user() -> None:
    for epsilon in (1.0, 9.0):
        sizes, law = sizes_of(300, 2, epsilon, 4, 7), any_law(4, 7, 1)
        for chunk in range(2):
            one, error = drawn_risk(sizes, law, 600, stream(0, 14, 1, chunk))
            two, other = simulated_risk(sizes, law, 300, stream(0, 15, 1, chunk))
            if abs(one - two) < 4 * np.hypot(error, other):
                break
        else:
            pytest.fail(f"{one} +- {error}, user by user {two} +- {other}")
    with pytest.raises(ParameterError, match="classes = 7: must be 3 or 4"):
        chances(sizes, law)


def test_planted_half_the_noise_turned_labels_and_a_missing_sign_are_seen() -> None:
    sizes, law = sizes_of(400, 5, 8.0, 4, 3), any_law(4, 3, 4)
    plan, exact = coded_plan(400, 5, 8.0, TurnedCodes(4, 3)), excess_risk(sizes, law)

    def off(found: FloatArray) -> float:
        chosen = np.argmax(TurnedCodes(4, 3).tallies(found), axis=-1)
        losses = law.loss[np.arange(4), chosen].sum(axis=1)
        return float(abs(losses.mean() - exact) / (losses.std() / len(losses) ** 0.5))

    rng = stream(0, 16, 1, 0)
    samples = drawn_samples(law, (700, 400, 5), rng)
    assert off(plan.run(samples, rng)) < 4
    quiet = replace(plan, each=replace(plan.each, scale=plan.each.scale / 2))
    assert off(quiet.run(samples, rng)) > 6
    # A label flipped with a chance that it should not have.
    flipped = samples.copy()
    flipped[..., 1] = np.where(
        rng.random(flipped.shape[:-1]) < 0.2, rng.integers(3, size=flipped.shape[:-1]), flipped[..., 1]
    )
    assert off(plan.run(flipped, rng)) > 6
    missing = plan.run(samples, rng)
    missing[:, 2] = 0.0
    assert off(missing) > 6
    # A cell counted twice is no law.
    with pytest.raises(ParameterError, match="mass"):
        ClassCells(*(np.concatenate([x, x[:1]]) for x in (law.mass, law.shares, law.loss)))
    with pytest.raises(ParameterError, match="loss"):
        replace(law, loss=law.loss[::-1].copy())


def test_planted_cells_taken_for_alike_are_seen() -> None:
    """One cell that differs by a little: no two may be taken for one."""
    grid, sizes = Grid.equal(0.0, 1.0, 1, 8), sizes_of(10**5, 10, 1.0, 8, 3)
    alike = ClassCells.contested(Ridges(1, 1.0, 0.25, 4, 0.1, True), grid, 3, others=True)
    kinds = np.unique(np.round(chances(sizes, alike), 9), axis=0)
    assert len(kinds) == 2
    shares = alike.shares.copy()
    shares[5, :2] += (1e-4, -1e-4)
    one = ClassCells(alike.mass, shares, (shares.max(axis=1, keepdims=True) - shares) * alike.mass[:, None])
    assert len(np.unique(np.round(chances(sizes, one), 9), axis=0)) > 2


def test_two_classes_among_three_are_harder_than_alone() -> None:
    """The same law: fewer users ask for each sign, and who errs may take the third."""
    a = UserSetting(10**5, 10, 1, 1.0, 1.0)
    grid = Grid.equal(0.0, 1.0, 1, 8)
    for ridges in ridges_of(a.labels, 8)[:6]:
        two = user_cells.excess_risk(Sizes(a.n, a.m, 1.0, 8, 1), user_cells.CellLaw.through(ridges, grid))
        law = ClassCells.contested(ridges, grid, 3, others=False)
        three = excess_risk(sizes_of(a.n, a.m, 1.0, 8, 3), law)
        assert two < three
