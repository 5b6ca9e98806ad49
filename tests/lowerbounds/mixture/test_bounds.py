"""Lower bounds for mixtures: next to exact Bayes risks through extreme channels, and next to each other."""

from fractions import Fraction

import numpy as np
import pytest
from flint import arb

from lowerbounds.information.channels import extreme_channels
from lowerbounds.information.laws import FiniteLaw, binomial
from lowerbounds.mixture import bounds
from notation.mixture import least_weight
from notation.setting import Setting
from verify.study.problems import problem_of


def bayes(laws: tuple[FiniteLaw, FiniteLaw], t: Fraction, square: Fraction) -> Fraction:
    """The least Bayes risk over extreme channels of one user, for two laws alike likely at this squared distance."""
    atoms = tuple(dict.fromkeys((*laws[0].atoms, *laws[1].atoms)))
    full = [FiniteLaw(tuple((x, dict(law.masses).get(x, Fraction(0))) for x in atoms)) for law in laws]
    risks = []
    for channel in extreme_channels(atoms, t):
        p, q = (law.through(channel) for law in full)
        risks.append(sum((p[z] * q[z] / (p[z] + q[z]) / 2 for z in p.atoms if p[z] + q[z]), Fraction(0)) * square)
    return min(risks)


@pytest.mark.parametrize("K", [2, 3])
@pytest.mark.parametrize("t", [Fraction(3, 2), Fraction(5)])
def test_the_floor_is_below_every_channels_bayes_risk(K: int, t: Fraction) -> None:
    laws = tuple(FiniteLaw(tuple((x, Fraction(1, K)) for x in range(shift, K + shift))) for shift in (0, 1))
    exact = bayes(laws, t, Fraction(4, K))  # type: ignore[arg-type]
    found = bounds.shifted(1, 5, K, float(arb(t.numerator / t.denominator).log()), 1.0).value
    assert 0 < found <= exact
    # Cauchy-Schwarz and the contraction lose at most half.
    assert found > exact / 2


def test_the_lightest_component_is_below_every_channels_bayes_risk() -> None:
    """At the weight 1/4 of two components, one sample, +-s about 0, the other component at a multiple of 2 D/K."""
    t, K = Fraction(3), 2
    found = bounds.lightest(1, 1, K, float(np.log(3)), 1.0).value
    worst = Fraction(0)
    for s in (Fraction(1, 4), Fraction(1, 2)):
        pair = [binomial(1, (1 + v * s) / 2) for v in (1, -1)]
        w = least_weight(Fraction(K))
        laws = [FiniteLaw((*((x, w * p) for x, p in law.masses), (9, 1 - w))) for law in pair]
        worst = max(worst, bayes((laws[0], laws[1]), t, 4 * s**2))
    assert 0 < found <= worst


def test_the_papers_bound_holds_where_it_is_proved_only() -> None:
    inside = bounds.separated(10**6, 100, 4, 0.5, 2.0)
    assert inside.value == pytest.approx(4 * 64 / (151_200 * 10**8 * 0.25), rel=1e-12)
    for n, m, K, epsilon in ((10**6, 100, 4, 1.5), (10, 10**6, 4, 0.5), (16, 1, 4, 1.0), (10**6, 100, 1, 0.5)):
        assert bounds.separated(n, m, K, epsilon, 2.0).value == 0


def test_the_floor_does_not_fall_with_m_and_all_fall_with_n() -> None:
    for bound in (bounds.shifted, bounds.lightest):
        assert bound(50, 4, 3, 0.5, 1.0).value > bound(500, 4, 3, 0.5, 1.0).value > 0
    assert bounds.shifted(50, 4, 3, 0.5, 1.0).value == bounds.shifted(50, 10**6, 3, 0.5, 1.0).value


def test_no_bound_is_above_the_best_constant() -> None:
    mixture = problem_of("mixture")
    for n, m, K, epsilon in ((1, 1, 1, 1e-9), (3, 10**6, 16, 1e-3), (10, 1, 2, 700.0), (10**9, 10**9, 3, 0.3)):
        setting = Setting(n, m, epsilon=epsilon, K=K)
        assert max(b.value for b in mixture.lower(setting)) <= mixture.trivial(setting)
