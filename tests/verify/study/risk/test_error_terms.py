"""What exact risks state as their own errors, written again: a term that is dropped, halved or doubled is seen.

That the errors are not exceeded is tested with each law, by values in ball arithmetic or by enumeration.
"""

from dataclasses import replace
from fractions import Fraction
from math import comb, exp, log, pi, sqrt

import numpy as np
import pytest

from upperbounds.channels.votes import Bins
from upperbounds.classification.turned import printed_plan
from upperbounds.mean import kent
from upperbounds.transforms.turned_bins import TurnedBins
from verify.study.risk import densities, exact_stages, unseen
from verify.study.risk.densities import BetaLaw, waves
from verify.study.risk.density import OneWave
from verify.study.risk.laws import BinLaw, SignLaw, rounding_of_ends, rounding_of_tails, with_errors
from verify.study.risk.mixture import KindsMean, Mixture
from verify.study.risk.printed_cells import Winners
from verify.study.risk.unseen import unseen_loss

UNIT = 2.0**-53
"""Half of what a float at 1 is from the next."""
ENDS = np.array([-3.0, -0.5, 0.25, 100.0]), np.array([-1.0, 0.25, 4.0, 101.0])


def same(found: object, expected: object) -> bool:
    return found == pytest.approx(expected, rel=1e-12, abs=0)


def test_errors_of_a_binomial_mean() -> None:
    law, m = SignLaw(0.25, 2.0, 0.5), 900
    sd = sqrt(law.variance / m)
    tails = UNIT * (4000 + 64 * 30)
    ends = np.array([3.0, 0.5, 4.0, 101.0]) * 2.0**-50 + 2.0**-50 * law.mean
    assert same(rounding_of_tails(m), tails)
    assert same(rounding_of_ends(*ENDS, -law.mean), ends)
    bias, variance = law.clipped_error(*ENDS, m)
    assert same(bias, 8 * tails * sd + ends)
    assert same(variance, 16 * tails * sd**2 + 4 * sd * ends)


@pytest.mark.parametrize("theta", [-0.5, 0.0, 0.25])
def test_errors_of_bins_of_a_binomial_mean(theta: float) -> None:
    """Each bin's is that of the smaller tails at both of its edges, which are none at the ends of all."""
    law, m, bins = SignLaw(theta), 41, Bins(-1.0, 0.125, 16)
    found = law.bin_law(bins, m, 1e-18)
    points = np.arange(m + 1)
    chances = [comb(m, k) * law.plus**k * law.minus ** (m - k) for k in points.tolist()]
    places = bins.index(law.point(points, m)).tolist()
    below = [sum(p for p, b in zip(chances, places, strict=True) if b < bin_) for bin_ in range(17)]
    tails = [UNIT * (4000 + 64 * sqrt(m)) * min(x, 1 - x) for x in below]
    squares = 0.0
    for bin_ in range(found.first, found.last + 1):
        p = below[bin_ + 1] - below[bin_]
        inner = (tails[bin_] if bin_ > found.first else 0.0) + (tails[bin_ + 1] if bin_ < found.last else 0.0)
        squares += inner**2 / p if 0 < inner <= 1e-3 * p else 0.0
    assert found.relative == pytest.approx(sqrt(squares), rel=1e-6, abs=0)


@pytest.mark.parametrize("shape", [0.5, 1.0, 3.0])
@pytest.mark.parametrize("m", [17, 24, 10_000])
def test_errors_of_waves(shape: float, m: int) -> None:
    """E (z - x)_+ is 2R - x/2 less a sum, and so on: a wave has R = 11 deviations either side."""
    found = waves(shape, m)
    step = pi / 44
    terms = len(found.frequencies)
    assert same(found.frequencies, [(2 * k + 1) * step for k in range(terms)])
    left_out = densities._beyond(shape, m, step * sqrt((2 * shape + 1) / m) * (2 * terms - 1))
    beyond_reach = exp(-60.5)
    rounded = [
        UNIT * sum(abs(c) * (terms + 8 + 44 * w) for c, w in zip(part.tolist(), found.frequencies, strict=True))
        for part in found.coefficients
    ]
    assert same(found.errors[0], 2 / pi * left_out + 4 * beyond_reach + rounded[0])
    assert same(found.errors[1], 88 / pi**2 * left_out + 88 * beyond_reach + rounded[1] + 44 * UNIT)
    assert same(found.errors[2], 7744 / pi**2 * left_out + 1936 * beyond_reach + rounded[2] + 484 * UNIT)


def test_errors_of_a_smooth_mean() -> None:
    law, m = BetaLaw(1.0, 0.25, 2.0), 24
    sd = 2 / sqrt(3 * m)
    zeroth, first, second = waves(1.0, m).errors
    ends = np.array([3.0, 0.5, 4.0, 101.0]) * 2.0**-50 + 2.0**-50 * 0.25
    bias, variance = law.clipped_error(*ENDS, m)
    assert same(bias, 2 * first * sd + ends)
    assert same(variance, (2 * second + 92 * first + 1936 * UNIT) * sd**2 + 4 * sd * ends)
    bins = Bins(-1.75, 0.25, 16)
    found = law.bin_law(bins, m, 1e-6)
    reach = sqrt(-2 * log(5e-7))
    moved = 4 * UNIT * (1.75 + 0.25 + 0.25 * (found.last + 1)) / sd
    off = 2 * (zeroth + waves(1.0, m).density * moved)
    again = with_errors(
        found.first, found.probabilities, 2 * exp(-(reach**2) / 2), np.full(len(found.probabilities), off)
    )
    assert same([found.moved, found.relative], [again.moved, again.relative])
    assert 0 < found.relative < 1e-8


def test_errors_of_rare_bins_are_moved_and_those_of_others_relative() -> None:
    """An error is that of a rare bin where it is more than a thousandth of its probability."""
    found = with_errors(2, np.array([0.5, 0.25, 0.2, 0.05]), 0.125, np.array([1e-4, 2.5e-4, 2.1e-4, 0.0]))
    assert same(found.moved, 0.125 + 2.1e-4)
    assert same(found.relative, sqrt(1e-8 / 0.5 + 6.25e-8 / 0.25))
    assert (found.first, found.last) == (2, 5)


def test_errors_of_one_number_of_a_wave() -> None:
    law = OneWave(0.5, 0.0, sqrt(2))
    size = np.array([4.0, 1.5, 5.0, 102.0])
    bias, variance = law.clipped_error(*ENDS, 1)
    assert same(bias, 32 * UNIT * size)
    assert same(variance, 128 * UNIT * size**2)
    bins = Bins(-1.5, 0.25, 12)
    found = law.bin_law(bins, 1, 1e-18)

    def below(x: float) -> float:
        return 0.5 + np.arcsin(min(max(x / sqrt(2), -1.0), 1.0)) / pi

    edges, shift = -1.5 + 0.25 * np.arange(1, 12), 2.0**-49
    off = [0.0, *(below(x + shift) - below(x - shift) for x in edges.tolist()), 0.0]
    squares, moved = 0.0, 1e-18
    for p, left, right in zip(found.probabilities.tolist(), off[:-1], off[1:], strict=True):
        error = left + right + shift
        squares += error**2 / p if error <= 1e-3 * p else 0.0
        moved += error if error > 1e-3 * p else 0.0
    # Differences of neighbouring floats have few digits.
    assert found.relative == pytest.approx(sqrt(squares), rel=0.05, abs=0)
    assert same(found.moved, moved)


def test_errors_of_users_of_two_kinds_are_those_of_both() -> None:
    parts, weights, m = (SignLaw(-0.5, 1.0), SignLaw(0.25, 1.0)), (0.25, 0.75), 3000
    law = KindsMean(Mixture(weights, parts))
    found, own = law.clipped_error(*ENDS, m), [part.clipped_error(*ENDS, m) for part in parts]
    bias, variance = (0.25 * own[0][i] + 0.75 * own[1][i] for i in (0, 1))
    assert same(found[0], bias)
    assert same(found[1], variance + 4 * np.array([2.0, 0.75, 3.75, 1.0]) * bias)
    bins = Bins(-1.0, 0.125, 16)
    rows, all_users = [part.bin_law(bins, m, 1e-12) for part in parts], law.bin_law(bins, m, 1e-12)
    assert same(all_users.moved, 0.25 * rows[0].moved + 0.75 * rows[1].moved)
    assert same(all_users.relative, 0.5 * rows[0].relative + sqrt(0.75) * rows[1].relative)
    assert rows[0].first < rows[1].first
    expected = np.zeros(16)
    for weight, row in zip(weights, rows, strict=True):
        expected[row.first : row.last + 1] += weight * row.probabilities
    assert same(all_users.probabilities, expected[all_users.first : all_users.last + 1])


@pytest.mark.parametrize("repetitions", [100, 10**4, 10**9])
def test_what_need_not_be_seen_is_counted_with_the_errors_of_the_exact_law(repetitions: int) -> None:
    plan = kent.tuned(400, 30, 1.0, 1.0)
    laws = [SignLaw(0.25), SignLaw(-0.5), SignLaw(0.25)]
    chance = loss = risk = 0.0
    for law in laws:
        stages = exact_stages(plan, law)
        errors = stages.bias**2 + stages.variance
        for p, error in zip(stages.winner.tolist(), errors.tolist(), strict=True):
            risk += p * error
            if p * repetitions < 25:
                chance, loss = chance + p, loss + p * error
        chance += stages.uncertain
        loss += stages.error_of(errors) + float(stages.winner @ stages.loose)
    assert unseen_loss(plan, laws, repetitions) == pytest.approx(loss + chance * risk, rel=1e-12, abs=0)


def test_the_error_of_winners_is_the_largest_of_all_that_were_asked_for() -> None:
    each = printed_plan(10**4, 100, 1.0, TurnedBins(32)).each
    means = [0.02, -0.07, 0.05]
    offs = []
    for mean in means:
        stages = exact_stages(each, SignLaw(mean))
        offs.append(stages.uncertain + stages.rounded + sqrt(stages.divergence))
    assert len(set(offs)) == 3
    for asked in (means, means[::-1], means[:1], means[1:2], means[2:]):
        winners = Winners(each, np.array(asked))
        winners(np.array(asked))
        assert same(winners.error, max(offs[means.index(mean)] for mean in asked))


def test_a_bin_law_lists_its_last_bin() -> None:
    assert BinLaw(3, np.array([0.5, 0.5]), 0.0).last == 4


@pytest.mark.parametrize(("repetitions", "rare"), [(99, True), (100, False)])
def test_what_is_seen_25_times_is_not_rare(repetitions: int, rare: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bin of probability 1/4 that 100 repetitions have 25 times on average."""
    stages = exact_stages(kent.tuned(400, 30, 1.0, 1.0), SignLaw(0.25))
    chances = np.zeros(len(stages.winner))
    chances[:2] = 0.25, 0.75
    monkeypatch.setattr(unseen, "exact_stages", lambda *_: replace(stages, winner=chances))
    chance, _, _ = unseen._rare(kent.tuned(400, 30, 1.0, 1.0), SignLaw(0.25), repetitions)
    assert chance - stages.uncertain == pytest.approx(0.25 if rare else 0.0, abs=1e-12)


def test_errors_of_squares_are_twice_the_bias_times_its_error_and_the_variances() -> None:
    """(b + e)^2 - b^2 = (2 b + e) e at most, and the variance of a mean of a given number of users."""
    plan = kent.tuned(400, 30, 1.0, 1.0)
    stages, law = exact_stages(plan, SignLaw(0.25)), SignLaw(0.25)
    lower, upper = plan.interval(np.arange(plan.bins.count))
    bias, _ = law.clipped(np.asarray(lower), np.asarray(upper), 30)
    bias_off, variance_off = law.clipped_error(np.asarray(lower), np.asarray(upper), 30)
    squares = [
        float((abs(Fraction(b)) + Fraction(e)) ** 2 - Fraction(b) ** 2)
        for b, e in zip(bias.tolist(), np.broadcast_to(bias_off, bias.shape).tolist(), strict=True)
    ]
    assert stages.loose == pytest.approx(np.array(squares) + variance_off / 200, rel=1e-9, abs=0)
