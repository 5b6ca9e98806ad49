"""Two-sided geometric noise against its law. Statistical checks: chi-square at 1e-9 each, fixed seeds."""

from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import chi2

from upperbounds.channels.geometric import two_sided_geometric

ALPHA = 1e-9


def statistic(drawn: np.ndarray, scale: float, most: int) -> tuple[float, float]:
    """Pearson's statistic over -most .. most, what is beyond in the last, and its limit at ALPHA."""
    r = np.exp(-scale)
    values = np.arange(-most, most + 1)
    law = (1 - r) / (1 + r) * r ** np.abs(values)
    law[[0, -1]] = r**most / (1 + r)
    seen = np.bincount(np.clip(drawn, -most, most) + most, minlength=2 * most + 1)
    expected = drawn.size * law
    return float(((seen - expected) ** 2 / expected).sum()), float(chi2.isf(ALPHA, 2 * most))


@pytest.mark.parametrize(("epsilon", "unit", "most"), [(1.0, Fraction(1), 8), (0.1, Fraction(1, 2), 100), (3.0, 1, 3)])
def test_noise_has_its_law(epsilon: float, unit: Fraction, most: int) -> None:
    drawn = two_sided_geometric(epsilon, Fraction(unit), (200, 500), np.random.default_rng(3))
    assert drawn.shape == (200, 500)
    found, limit = statistic(drawn.ravel(), float(unit) * epsilon, most)
    assert found < limit
    # The same draws against noise of another scale: the check can fail.
    wrong, limit = statistic(drawn.ravel(), 1.05 * float(unit) * epsilon, most)
    assert wrong > limit


def test_noise_beyond_64_bits_is_refused() -> None:
    with pytest.raises(OverflowError, match="beyond 64 bits"):
        two_sided_geometric(1e-20, Fraction(1), (3,), np.random.default_rng(0))
