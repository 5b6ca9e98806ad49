"""Lower bounds for sparse means: the numbers are the ledger's, and they hold in the settings that they name."""

from fractions import Fraction as F
from math import e, log

import pytest
import sympy

from lowerbounds.registry import best, bounds_of
from lowerbounds.sparse import kent
from notation.parameters import ParameterError
from notation.setting import Setting
from tests.lowerbounds.vectors.test_vectors import proved, value_of
from upperbounds.sparse import kent as upper

POINTS = [
    (n, m, d, s) for n, m in ((1, 1), (7, 100), (10**6, 10**4)) for d, s in ((1, 1), (40, 3), (60, 30), (400, 40))
]


@pytest.mark.parametrize(("n", "m", "d", "s"), POINTS)
@pytest.mark.parametrize("epsilon", [0.1, 1.0, 3.0])
def test_bounds_are_the_ledgers_numbers(n: int, m: int, d: int, s: int, epsilon: float) -> None:
    dense = 16 * log(e * d) / 3 <= s
    checks = [
        (kent.theorem7, dense and epsilon <= 1, proved("kent/appH.4/rate")),
        (kent.theorem7_every_epsilon, dense, proved("kent/own/thm7-every-alpha")),
        (kent.any_sparsity, epsilon <= 1, proved("kent/own/X5", "every s")),
    ]
    for bound, holds, expression in checks:
        found = bound(n, m, d, s, epsilon, 1.5).value
        if not holds:
            assert found == 0
            continue
        right = F(9, 4) * value_of(expression, n=n, T=m, d=d, s=s, alpha=epsilon)
        assert found == pytest.approx(float(right), rel=1e-12)
        assert found <= right
        assert found == pytest.approx(float(value_of(_rate(bound), n=n, m=m, d=d, s=s, epsilon=epsilon, D=1.5)))


def _rate(bound: object) -> sympy.Expr:
    return {
        kent.theorem7: kent.THEOREM7_RATE,
        kent.theorem7_every_epsilon: kent.EVERY_RATE,
        kent.any_sparsity: kent.ANY_RATE,
    }[bound]  # type: ignore[index]


def test_the_first_s_coordinates_alone_are_a_mean_in_s_dimensions() -> None:
    at = Setting(100, 10, 50, 0.5, s=4)
    inside = {(b.source, b.value) for b in bounds_of("mean-linf", Setting(100, 10, 4, 0.5))}
    assert inside <= {(b.source, b.value) for b in bounds_of("sparse-mean", at)}


def test_with_many_coordinates_the_sparse_bound_leads() -> None:
    """sd/(nT alpha^2) for s^2/(nT alpha^2), which is all that s dimensions know: Corollary 8 (ii)."""
    at = Setting(100_000, 100, 2**20, 1.0, s=15)
    assert best("sparse-mean", at).source == "one more coordinate than is known"
    # Apart from the constant it is what kent Remark 4 has.
    assert (
        kent.any_sparsity(at.n, at.m, at.d, at.s, at.epsilon).value > best("mean-linf", Setting(at.n, at.m, 15)).value
    )


@pytest.mark.parametrize("s", [0, 4, 2.5, True, None])
def test_a_sparsity_beyond_the_dimension_is_refused(s: object) -> None:
    for bound in (kent.theorem7, kent.theorem7_every_epsilon, kent.any_sparsity):
        with pytest.raises(ParameterError, match="s = "):
            bound(10, 2, 3, s, 1.0)  # type: ignore[arg-type]


def test_lower_and_upper_bounds_meet_up_to_constants_and_logarithms() -> None:
    """Both regimes of Corollary 8: over a factor of 4 in T the ratio of the bounds moves by logarithms alone."""
    for at in (Setting(10**9, 10**3, 10**5, 1.0, s=100), Setting(10**13, 10**3, 1000, 1.0, s=100)):
        ratios = [
            upper.bound(point).value / kent.theorem7(point.n, point.m, point.d, point.s, 1.0).value
            for point in (at, Setting(at.n, 4 * at.m, at.d, 1.0, s=at.s))
        ]
        assert 0.9 < ratios[1] / ratios[0] < 1.25
