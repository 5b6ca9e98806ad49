"""Whole estimates of a mixture's means by counts, user by user and by exact moments.

Fixed seeds. Every comparison is at a tail of 1e-10 on either side, 36 at most in a test: a type-I error
below 1e-8, were the draws normal; they are averages of 2,000 or more.
"""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from scipy.stats import binom, norm

from notation.setting import Setting
from upperbounds.mixture import kent
from upperbounds.mixture.plan import MixturePlan
from verify.study.risk import mixture
from verify.study.risk.laws import SignLaw
from verify.study.risk.mixture import Mixture, draw_estimates, given_bins, gram, over

_FAR = norm.isf(1e-10)
TWO = Mixture((0.3, 0.7), (SignLaw(-0.5), SignLaw(0.4)))
THREE = Mixture((0.3, 0.4, 0.3), (SignLaw(-0.75), SignLaw(0.0), SignLaw(0.7)))
ENDS = Mixture((0.5, 0.5), (SignLaw(-0.95), SignLaw(0.95)))


def plan_of(law: Mixture, n: int, m: int, *, as_printed: bool = False) -> MixturePlan:
    rng = np.random.default_rng(3)
    return replace(kent.tuned(Setting(n, m, epsilon=4.0, K=len(law.weights)), rng), as_printed=as_printed)


PLANS = [
    (TWO, plan_of(TWO, 90, 16)),
    (TWO, plan_of(TWO, 91, 16, as_printed=True)),
    (THREE, plan_of(THREE, 120, 30)),
    (ENDS, plan_of(ENDS, 60, 16)),
]
"""In the last one users of a kind are much alike, so that noise shows."""


def moments(estimates: np.ndarray) -> np.ndarray:
    """The estimates and their products, (repetitions, K + K(K + 1)/2)."""
    i, j = np.triu_indices(estimates.shape[1])
    return np.concatenate([estimates, estimates[:, i] * estimates[:, j]], axis=1)


@cache
def by_users(law: Mixture, plan: MixturePlan) -> np.ndarray:
    rng = np.random.default_rng(5)
    return np.asarray(plan.protocol().run(law.sample(2000, plan.n, plan.m, rng), rng))


def below(estimates: np.ndarray, users: np.ndarray) -> np.ndarray:
    """Which components' estimates are at most the users' deciles, (repetitions, 9K)."""
    places = np.quantile(users, np.arange(1, 10) / 10, axis=0)
    return (estimates[:, None, :] <= places).reshape(len(estimates), -1).astype(float)


def apart(by_counts: np.ndarray, users: np.ndarray) -> float:
    """The largest difference of moments and of probabilities to be below a decile, in standard errors."""
    first, second = (np.hstack([moments(draws), below(draws, users)]) for draws in (by_counts, users))
    gap = first.mean(axis=0) - second.mean(axis=0)
    error = first.var(axis=0, ddof=1) / len(first) + second.var(axis=0, ddof=1) / len(second)
    return float(np.max(np.abs(gap) / np.sqrt(error)))


@pytest.mark.parametrize(("law", "plan"), PLANS)
def test_counts_have_the_law_of_users(law: Mixture, plan: MixturePlan) -> None:
    by_counts = draw_estimates(plan, law, 8000, np.random.default_rng(4))
    assert apart(by_counts, by_users(law, plan)) < _FAR


@pytest.mark.parametrize(("law", "plan"), [PLANS[0], PLANS[1], PLANS[3]])
def test_counts_have_the_exact_moments(law: Mixture, plan: MixturePlan) -> None:
    """Bins are drawn alike on either side, 8,000 times each; given them all is exact on one."""
    signs = gram(plan)
    by_counts = draw_estimates(plan, law, 8000, np.random.default_rng(6))
    chosen = mixture.draw_chosen(plan, law, 8000, np.random.default_rng(7))
    exact = over(plan, law, chosen, lambda bins: given_bins(plan, law, bins, signs))
    losses = np.sum((by_counts - law.means) ** 2, axis=1)
    error = np.hypot(losses.std(ddof=1) / np.sqrt(len(losses)), exact.error)
    assert abs(losses.mean() - exact.value) < _FAR * error


@pytest.mark.parametrize("defect", ["signs", "noise", "votes"])
def test_planted_defects_show(defect: str, monkeypatch: pytest.MonkeyPatch) -> None:
    law, plan = PLANS[-1]
    users = by_users(law, plan)
    if defect == "signs":
        monkeypatch.setattr(mixture, "public_signs", lambda _, users, centres: np.ones((users, centres), dtype=np.int8))
    elif defect == "noise":
        plan = replace(plan, scale=0.0)
    else:
        plan = replace(plan, as_printed=True)
    by_counts = draw_estimates(plan, law, 8000, np.random.default_rng(4))
    assert apart(by_counts, users) > _FAR


def test_a_million_users_take_no_array_of_them() -> None:
    """The risk of 300,000 users a stage by counts next to the exact one, for the same public signs."""
    plan = plan_of(TWO, 900_000, 400)
    losses = np.sum((draw_estimates(plan, TWO, 400, np.random.default_rng(8)) - TWO.means) ** 2, axis=1)
    exact = mixture.drawn_risk(plan, TWO, 50, signs=gram(plan))
    assert abs(losses.mean() - exact.value) < _FAR * losses.std(ddof=1) / 20


@pytest.mark.parametrize(("n", "K", "epsilon"), [(100, 2, 1.0), (10**5, 30, 1.0), (10**6, 10, 0.1), (3003, 2, 700.0)])
def test_moments_of_inverse_shares_are_sums_over_all_votes(n: int, K: int, epsilon: float) -> None:
    """Probabilities of votes, tilted and as they are, next to scipy's; shares near the cutoff, and far."""
    plan = kent.tuned(Setting(n, 100, epsilon=epsilon, K=K), np.random.default_rng(3))
    lie, truth = plan.weighing.probabilities
    votes = np.arange(plan.third + 1)
    shares = plan.shares(votes)
    kept = np.flatnonzero(shares >= plan.cutoff)
    for share in (0.0, plan.cutoff, 1.7 * plan.cutoff, 0.5, 0.73, 1.0):
        one = lie + (truth - lie) * share
        chances = binom.pmf(votes[kept], plan.third, one)
        found = mixture.over_shares(plan, one, 0.3, 0.2)
        exact = 0.3 * (chances @ shares[kept] ** -1.0), 0.29 * (chances @ shares[kept] ** -2.0)
        np.testing.assert_allclose(found, exact, rtol=1e-9, atol=1e-13)
        # Planted: the chances of votes for the multiple near by, not tilted.
        p = round(one * np.sqrt(plan.third)) / np.sqrt(plan.third)
        if n > 3003 and abs(one - p) * np.sqrt(plan.third) > 0.1 and exact[0] > 1e-6:
            near = 0.3 * (binom.pmf(votes[kept], plan.third, p) @ shares[kept] ** -1.0)
            assert abs(near / exact[0] - 1) > 1e-6
