"""Monte Carlo on aggregates and user by user, against the exact risk; seeds are fixed.

Shares are compared by an exact binomial test, means by a normal one at settings where the loss is bounded and common.
Each comparison is wrong with probability at most ALPHA under a random seed.
"""

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from notation.parameters import ParameterError
from upperbounds.channels import LaplaceHistogram, UnaryEncoding, inversion
from upperbounds.channels.votes import Bins
from upperbounds.protocols.two_stage import TwoStage
from verify.study.risk import SignLaw, exact_risk, monte_carlo, per_user, refined
from verify.study.risk.aggregate import stream

ALPHA = 1e-9
Z = float(stats.norm.isf(ALPHA / 4))


def bits(hot=1, n=20, m=8, epsilon=2.0, inflation=0.25):
    return TwoStage("bits", n, m, epsilon, Bins(-1.0, 0.25, 8), UnaryEncoding(8, hot, epsilon), inflation, 0.3)


def noisy(hot=1, n=20, m=8):
    return TwoStage("noisy", n, m, 2.0, Bins(-1.0, 0.25, 8), LaplaceHistogram(8, hot, float(hot), 2.0), 0.25, 0.1)


def disagreement(simulated, exact):
    """What is wrong at level ALPHA, split over the mean and the share of failures; None where nothing is."""
    failures = round(simulated.localisation_failure * simulated.repetitions)
    p_value = stats.binomtest(failures, simulated.repetitions, exact.localisation_failure).pvalue
    z = abs(simulated.value - exact.value) / simulated.standard_error
    if p_value < ALPHA / 2 or z > Z:
        return f"z = {z:.1f}, p = {p_value:.1e} at alpha = {ALPHA}: {simulated} against {exact}"
    return None


CASES = {
    "bits": (bits(), 0.1),
    "an edge on the lattice": (bits(), 0.0),
    "three bins": (bits(3), 0.1),
    "odd users": (bits(n=21), -0.4),
    "noisy": (noisy(), 0.1),
    "three noisy bins": (noisy(3), -0.2),
    "few users": (bits(n=2, m=1), 0.3),
}


@pytest.mark.parametrize(("estimator", "theta"), CASES.values(), ids=CASES)
def test_aggregates_agree_with_exact(estimator, theta):
    law = SignLaw(theta)
    wrong = disagreement(monte_carlo(estimator, law, 100_000, 11), exact_risk(estimator, law))
    assert wrong is None, wrong


@pytest.mark.parametrize(("estimator", "theta"), CASES.values(), ids=CASES)
def test_users_agree_with_exact(estimator, theta):
    law = SignLaw(theta)
    wrong = disagreement(per_user(estimator, law, 30_000, 12), exact_risk(estimator, law))
    assert wrong is None, wrong


@pytest.mark.parametrize("m", [40, 40_000])
def test_both_ways_to_draw_the_second_half_agree_with_exact(m):
    # With 40 samples a table of the sums is small, with 40,000 it is large; edges are four deviations apart.
    width = 4 / np.sqrt(m)
    bins = Bins(-1.0, width, int(np.ceil(2 / width)))
    vote = UnaryEncoding(bins.count, 1, 0.5)
    estimator = TwoStage("wide", 400, m, 0.5, bins, vote, width / 4, width)
    law = SignLaw(width / 3)
    wrong = disagreement(monte_carlo(estimator, law, 50_000, 13), exact_risk(estimator, law))
    assert wrong is None, wrong


class SameUsers(TwoStage):
    """A planted defect: the users who vote also refine."""

    def protocol(self):
        honest = super().protocol()
        first, second = honest.rounds
        return replace(honest, rounds=(first, replace(second, users=first.users)))


class LastArgmax(TwoStage):
    """A planted defect: ties go to the last bin."""

    def protocol(self):
        honest = super().protocol()
        first, second = honest.rounds

        def decode(messages, _):
            votes = messages.sum(axis=-2)
            return votes.shape[-1] - 1 - np.argmax(votes[..., ::-1], axis=-1)

        return replace(honest, rounds=(replace(first, decode=decode), second))


class ClosedBins(TwoStage):
    """A planted defect: a mean on an edge votes for the bins on both sides."""

    def protocol(self):
        honest = super().protocol()
        first, second = honest.rounds

        def statistic(samples):
            means = self.user_mean(samples)[..., None]
            left = self.bins.left(np.arange(self.bins.count))
            return (left <= means) & (means <= left + self.bins.width)

        class Bits:
            def sample(self, inputs, rng):
                return vote.sample_bits(inputs, rng)

        vote = self.vote
        broken = replace(first, statistic=statistic, channel=lambda _: Bits(), messages=self.bins.count)
        return replace(honest, rounds=(broken, second))


def planted(kind, estimator):
    return kind(**{name: getattr(estimator, name) for name in estimator.__dataclass_fields__})


@pytest.mark.parametrize("kind", [SameUsers, LastArgmax, ClosedBins])
def test_planted_protocols_are_caught(kind):
    # Four samples put means on the edges -0.5, 0 and 0.5.
    honest, law = bits(n=6, m=4, epsilon=6.0, inflation=0.0), SignLaw(0.3)
    assert disagreement(per_user(honest, law, 40_000, 14), exact_risk(honest, law)) is None
    assert disagreement(per_user(planted(kind, honest), law, 40_000, 14), exact_risk(honest, law))


@pytest.mark.parametrize(
    "change",
    [
        {"inflation": 0.125},
        {"scale": 0.15},
        {"n": 18},
        {"vote": UnaryEncoding(8, 3, 6.0)},
        {"vote": UnaryEncoding(8, 1, 2.3)},
    ],
)
def test_planted_constants_are_caught(change):
    law = SignLaw(0.1)
    assert disagreement(monte_carlo(replace(bits(), **change), law, 100_000, 15), exact_risk(bits(), law))


def test_results_do_not_depend_on_workers():
    estimator = bits(n=2_000)
    one, two = (monte_carlo(estimator, SignLaw(0.1), 100_000, 16, jobs=jobs) for jobs in (1, 2))
    assert one == two
    # Tables that earlier draws have made or not, too.
    for table in (inversion._bits, refined._counts):
        table.cache_clear()
    assert monte_carlo(estimator, SignLaw(0.1), 100_000, 16) == one


def test_streams_differ_by_each_part_of_their_key():
    keys = [(1, 0, 0, 0), (2, 0, 0, 0), (1, 1, 0, 0), (1, 0, 1, 0), (1, 0, 0, 1)]
    assert len({stream(*key).random() for key in keys}) == len(keys)
    assert stream(*keys[0]).random() == stream(*keys[0]).random()
    estimator = bits()
    values = {monte_carlo(estimator, SignLaw(0.1), 100, 17, cell=cell).value for cell in range(3)}
    assert len(values) == 3


def test_too_few_repetitions_are_refused():
    with pytest.raises(ParameterError, match="repetitions = 1"):
        monte_carlo(bits(), SignLaw(0.0), 1, 0)
