"""bassily Theorems 3.1 and 3.2 as corrected: where bins leave out the gradients they are false, and are not shown."""

from dataclasses import replace
from fractions import Fraction as F
from math import e, log, sqrt
from typing import Any

import numpy as np
import pytest

from upperbounds.channels.votes import Bins
from upperbounds.transforms.hadamard import RandomRotation
from upperbounds.vectors.bassily_central import CentralTruncatedMean
from verify.kernel.calculus import Chain, Comparison
from verify.kernel.calculus.values import truth
from verify.kernel.statements.outcome import Settings, Verdict
from verify.papers.bassily.s3_results import theorems
from verify.papers.bassily.s5_central.learning_rate import SMALL_BATCH

QUICK = Settings()
CENTRAL = {"B": 750_000, "T": 250_000, "m": 10**6, "d": 1, "r": 13_400, "Lambda": 120, "omega": 4}
LOCAL = {"n_0": 10**12, "T": 1, "m": 10**6, "d": 64, "epsilon": 1, "gamma_0": F(1, 10**9), "delta": F(1, 10**6)}
OTHERS = {"R": 1, "L": 1, "beta": F(1, 10**9)}


def hypotheses(chain: Chain, bins: int, **numbers: Any) -> dict[str, bool | None]:
    """Which comparisons of a chain's hypotheses hold at a point."""
    found = {}
    for given in chain.statement.unfolded().hypotheses:
        if isinstance(given, Comparison):
            values = {p: F({**OTHERS, **numbers, "t": bins}[p.name]) for p in given.free_symbols}
            found[str(given)] = truth(given, values)
    return found


def verdict(chain: Chain) -> Verdict:
    """What the check of a chain says."""
    found = chain.check(QUICK)
    assert found is not None
    return found.verdict


@pytest.mark.parametrize(
    ("chain", "numbers"),
    [(theorems._central(SMALL_BATCH[0], theorems._FEW[0]), CENTRAL), (theorems._LOCAL, LOCAL)],
)
def test_only_the_condition_on_the_bins_tells_one_bin_from_many(chain: Chain, numbers: dict[str, Any]) -> None:
    missing = [given for given, holds in hypotheses(chain, 1, **numbers).items() if not holds]
    assert len(missing) == 1
    assert missing[0].startswith("L <=")
    assert all(hypotheses(chain, 100, **numbers).values())


def test_with_one_bin_every_step_leads_away_from_the_minimum() -> None:
    """Losses theta on [-1, 1]: gradients 1, a bin from -1 on; without the condition the excess is below 14 rates."""
    B, T, m, n, odds = 750_000, 250_000, 10**6, 13_400 * 750_000, 120
    gamma, c = 1 / sqrt(m * n), (e - 1) * B * sqrt(2 * odds)
    spread = 1 + sqrt(2 * log(4 * e * T * n / gamma))
    entries = sqrt(2 * log(8 * B * 2 * T / gamma))
    narrow, radius = spread * entries / sqrt(m), spread / sqrt(m) * (1 + 2 * entries)
    # The condition on c that was displayed: of one bin, and without T under the logarithm.
    assert c >= 32 * (e - 1) * sqrt(odds * (odds + 4)) * log(4 / gamma)
    rotation = RandomRotation(1, np.ones(1))
    mean = CentralTruncatedMean("one bin", 10, 1, 1.0, 1e-9, Bins(-1.0, 2 * narrow, 1), 1.0, rotation, radius, 0.0)
    step = mean.of_means(np.ones((10, 1)), np.random.default_rng(1))
    assert step[0] < -0.5
    epsilon = (e - 1) * sqrt(2 * T * odds) * B / n
    assert epsilon <= 1
    assert 14 * (1 / sqrt(n * m) + c / (sqrt(m) * n * epsilon)) < 1e-4


def test_without_the_condition_on_the_bins_the_mean_of_a_step_is_not_shown() -> None:
    for chain, given in ((theorems._NEAR, theorems._NEAR.given), (theorems._LOCAL_NEAR, theorems._LOCAL_NEAR.given)):
        assert verdict(chain) is Verdict.ARGUED
        for dropped in given:
            left = replace(chain, given=tuple(g for g in given if g != dropped))
            assert verdict(left) is Verdict.OPEN


def test_without_it_theorem_3_2_is_not_shown() -> None:
    chain = theorems._LOCAL
    assert verdict(chain) is Verdict.ARGUED
    left = replace(chain, given=tuple(g for g in chain.given if g != theorems._LOCAL_COVERED))
    assert verdict(left) is Verdict.OPEN
