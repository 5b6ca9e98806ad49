"""The ceiling of a bin's probability to win, written again: one user's law by enumeration, the exponent by a search."""

from fractions import Fraction
from math import exp, log, sqrt

import numpy as np
import pytest
from mpmath import log as mplog
from mpmath import mpf, workdps
from mpmath import sqrt as mpsqrt
from scipy.optimize import minimize_scalar

from upperbounds.channels import LaplaceHistogram, UnaryEncoding
from upperbounds.channels.unary import ONE, T
from verify.study.risk.ceiling import winner_ceiling
from verify.study.risk.laws import BinLaw

BINS, N = 8, 40
LAWS = {
    "at the first bins": BinLaw(0, np.array([0.5, 0.25, 0.125, 0.125]), 0.0),
    "in the middle": BinLaw(2, np.array([0.25, 0.125, 0.5, 0.125]), 0.0),
    "at the last bins": BinLaw(5, np.array([0.125, 0.25, 0.625]), 0.0),
    "far apart": BinLaw(0, np.array([0.3125, 0, 0, 0, 0, 0.03125, 0.03125, 0.625]), 0.0),
    "at one bin": BinLaw(3, np.array([1.0]), 0.0),
}
VOTES = {
    **{f"bits, {hot}": UnaryEncoding(BINS, hot, 1.5) for hot in (1, 3, 5)},
    "bits of a large budget": UnaryEncoding(BINS, 1, 12.0),
    "bits that turn with unlike probabilities": UnaryEncoding(BINS, 3, 2.0, Fraction(1, 2), (ONE / (1 + T), ONE / 2)),
    **{f"noise, {hot}": LaplaceHistogram(BINS, hot, 2.0, 1.0) for hot in (1, 3)},
}  # fmt: skip


def again(vote: UnaryEncoding | LaplaceHistogram, law: BinLaw) -> list[float]:
    """For each bin j the least over x of log E e^(x (vote j - vote J)), 0 for the likeliest bin J itself."""
    users = {law.first + i: float(p) for i, p in enumerate(law.probabilities)}
    votes = {b: [abs(b - j) <= vote.hot // 2 for j in range(BINS)] for b in users}
    share = [sum(p for b, p in users.items() if votes[b][j]) for j in range(BINS)]
    top = share.index(max(share))

    def log_mean(x: float, j: int) -> float:
        total = 0.0
        for b, p in users.items():
            if isinstance(vote, UnaryEncoding):
                # Each of the two bits is 1 with its own probability.
                one, other = (float(vote.probabilities[int(votes[b][k])]) for k in (j, top))
                total += p * (1 - one + one * exp(x)) * (1 - other + other * exp(-x))
            else:
                total += p * exp(x * (votes[b][j] - votes[b][top])) / (1 - (x * float(vote.scale)) ** 2) ** 2
        return log(total)

    most = 60.0 if isinstance(vote, UnaryEncoding) else (1 - 1e-9) / float(vote.scale)
    found = []
    for j in range(BINS):
        least = minimize_scalar(
            lambda x, j=j: log_mean(x, j), bounds=(0, most), method="bounded", options={"xatol": 1e-9}
        )
        found.append(0.0 if j == top else min(0.0, float(least.fun)))
    return found


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("vote", VOTES)
def test_a_ceiling_is_the_power_of_one_users_exponent(vote: str, law: str) -> None:
    """Of noise the exponent is the best of some trials, so that it is above the least, by little."""
    found = winner_ceiling(VOTES[vote], LAWS[law], N)
    expected = np.array(again(VOTES[vote], LAWS[law]))
    assert expected.min() < -1e-3
    assert found.max() == 1.0
    near = 1e-6 if isinstance(VOTES[vote], UnaryEncoding) else 0.03
    logs = np.log(found)
    assert np.all(logs >= N * expected - 1e-6)
    assert np.all(logs <= N * expected * (1 - near) + 1e-6)


@pytest.mark.parametrize("vote", ["bits, 3", "noise, 1"])
def test_mass_that_was_moved_is_added_for_every_user(vote: str) -> None:
    law = LAWS["in the middle"]
    plain = winner_ceiling(VOTES[vote], law, N)
    moved = winner_ceiling(VOTES[vote], BinLaw(law.first, law.probabilities, 1e-3), N)
    assert moved == pytest.approx(np.minimum(plain + N * 1e-3, 1.0), rel=1e-12)
    assert np.any(moved < 1)


@pytest.mark.parametrize("n", [10**10, 10**12, 10**14])
def test_a_ceiling_is_above_the_power_for_so_many_users_in_spite_of_rounding(n: int) -> None:
    """With 60 digits from the same floats, where the exponent is some hundred: rounding grows with sqrt(n)."""
    vote, rng = UnaryEncoding(2, 1, 1.0), np.random.default_rng(4)
    zero, one = (mpf(float(chance)) for chance in vote.probabilities)
    above = []
    with workdps(60):
        for lead in rng.uniform(2.0, 60.0, 40) / sqrt(n):
            law = BinLaw(0, np.array([(1 - lead) / 2, (1 + lead) / 2]), 0.0)
            ours, theirs = map(mpf, law.probabilities.tolist())
            up = ours * one * (1 - zero) + theirs * zero * (1 - one)
            down = ours * zero * (1 - one) + theirs * one * (1 - zero)
            exponent = n * mplog(1 - (mpsqrt(down) - mpsqrt(up)) ** 2)
            above.append(float(mplog(mpf(float(winner_ceiling(vote, law, n)[0]))) - exponent))
    assert min(above) > 0
    assert max(above) < 1e-4
