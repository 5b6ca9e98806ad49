"""Exact risk against exact rationals, 200-bit arithmetic, independent integrals and its own limits."""

import itertools
from dataclasses import replace
from fractions import Fraction
from math import ceil, comb, exp, factorial, log, prod, sqrt

import flint
import numpy as np
import pytest
from scipy import integrate

from notation.parameters import ParameterError
from upperbounds.channels import LaplaceHistogram, UnaryEncoding
from upperbounds.channels.votes import Bins
from upperbounds.mean import kent as tuned
from upperbounds.protocols.two_stage import TwoStage
from verify.study.risk import SignLaw, exact_risk, exact_stages, exact_work, supremum_over_position

RELATIVE = 1e-13


def two_stage(n, m, bins, vote, inflation=0.25, scale=0.5):
    return TwoStage("test", n, m, 1.0, bins, vote, inflation, scale)


def kent(n, m, epsilon=1.0, constant=0.5):
    """Kent's Algorithm 2 with a smaller constant in Delta."""
    delta = constant * sqrt(log(n * m * epsilon**2) / m)
    bins = Bins(-1.0, 2 * delta, ceil(1 / delta))
    vote = UnaryEncoding(bins.count, 1, epsilon)
    return TwoStage("kent", n, m, epsilon, bins, vote, 2 * delta, 6 * delta / epsilon)


def compositions(total, parts):
    if parts == 1:
        yield (total,)
        return
    for head in range(total + 1):
        for tail in compositions(total - head, parts - 1):
            yield (head, *tail)


def binomial(n, p):
    return [comb(n, x) * p**x * (1 - p) ** (n - x) for x in range(n + 1)]


def rational_winner(k, chances, hot, keep):
    """P(winner = j) by enumerating all counts of users and all tallies."""
    winners = [Fraction(0)] * len(chances)
    for counts in compositions(k, len(chances)):
        weight = prod((p**c for c, p in zip(counts, chances, strict=True)), start=Fraction(factorial(k)))
        weight /= prod(factorial(c) for c in counts)
        tallies = []
        for b in range(len(chances)):
            voters = sum(counts[max(b - hot // 2, 0) : b + hot // 2 + 1])
            law = [Fraction(0)] * (k + 1)
            for (i, u), (j, v) in itertools.product(
                enumerate(binomial(voters, keep)), enumerate(binomial(k - voters, 1 - keep))
            ):
                law[i + j] += u * v
            tallies.append(law)
        for votes in itertools.product(range(k + 1), repeat=len(chances)):
            chance = prod((law[v] for law, v in zip(tallies, votes, strict=True)), start=weight)
            winners[votes.index(max(votes))] += chance
    return winners


def rational_risk(estimator, plus, keep):
    """Value, bias and localisation failure; `keep` is the probability that a bit is kept."""
    bins, k, m = estimator.bins, estimator.half, estimator.m
    weights = binomial(m, plus)
    points = [Fraction(2 * x - m, m) for x in range(m + 1)]
    theta = 2 * plus - 1
    chances = [Fraction(0)] * bins.count
    for point, weight in zip(points, weights, strict=True):
        chances[bins.index_exact(point)] += weight
    winners = rational_winner(k, chances, estimator.vote.hot, keep)
    assert sum(winners) == 1
    value = bias = failure = Fraction(0)
    for j, winner in enumerate(winners):
        lower, upper = estimator.interval(j)
        clipped = [min(max(point, lower), upper) for point in points]
        first = sum(w * c for w, c in zip(weights, clipped, strict=True))
        second = sum(w * c * c for w, c in zip(weights, clipped, strict=True))
        value += winner * ((first - theta) ** 2 + (second - first**2 + 2 * estimator.scale**2) / k)
        bias += winner * (first - theta)
        failure += winner * (not lower <= theta <= upper)
    return value, bias, failure


RATIONAL_CASES = [
    (4, 2, Bins(Fraction(-1), Fraction(1, 2), 4), Fraction(1, 2)),
    (4, 4, Bins(Fraction(-1), Fraction(1, 2), 4), Fraction(3, 8)),
    (6, 3, Bins(Fraction(-1), Fraction(3, 4), 3), Fraction(5, 8)),
    (5, 4, Bins(Fraction(-1), Fraction(1, 2), 4), Fraction(7, 8)),
    (4, 4, Bins(Fraction(-1), Fraction(3, 8), 6), Fraction(1, 4)),
    (6, 2, Bins(Fraction(0), Fraction(1, 2), 2), Fraction(1, 16)),
    (2, 1, Bins(Fraction(-1), Fraction(2), 1), Fraction(1, 4)),
    (4, 3, Bins(Fraction(-1), Fraction(1, 2), 4), Fraction(1)),
    (4, 3, Bins(Fraction(-1), Fraction(1, 2), 4), Fraction(0)),
]


def shares(estimator, plus, keep, risk):
    """Whether a risk equals the rational one; so that planted defects can be seen to be caught."""
    value, bias, failure = rational_risk(estimator, plus, keep)
    return (
        risk.value == pytest.approx(float(value), rel=RELATIVE)
        and risk.bias == pytest.approx(float(bias), rel=RELATIVE, abs=1e-15)
        and risk.localisation_failure == pytest.approx(float(failure), rel=RELATIVE)
    )


def rational_case(n, m, bins, hot):
    # At epsilon = 2 hot log 3 a bit is kept with probability 3/4.
    vote = UnaryEncoding(bins.count, hot, 2 * hot * log(3))
    return two_stage(n, m, bins, vote, Fraction(1, 8), Fraction(1, 2))


@pytest.mark.parametrize("hot", [1, 3])
@pytest.mark.parametrize(("n", "m", "bins", "plus"), RATIONAL_CASES)
def test_exact_risk_equals_enumeration_in_rationals(n, m, bins, plus, hot):
    estimator = rational_case(n, m, bins, hot)
    risk = exact_risk(estimator, SignLaw(float(2 * plus - 1)))
    assert shares(estimator, plus, Fraction(3, 4), risk)
    assert risk.variance + risk.bias**2 == pytest.approx(risk.value, rel=RELATIVE)
    # The error holds what rounding costs, with room.
    assert abs(Fraction(risk.value) - rational_risk(estimator, plus, Fraction(3, 4))[0]) <= risk.error
    assert risk.error < 1e-11


DEFECTS = {
    "the interval inflated too little": lambda e: replace(e, inflation=e.inflation / 2),
    "half the noise": lambda e: replace(e, scale=e.scale / 2),
    "one user fewer votes and refines": lambda e: replace(e, n=e.n - 2),
    "the bins shifted by a half": lambda e: replace(e, bins=replace(e.bins, lower=e.bins.lower - e.bins.width / 2)),
    "bits kept too often": lambda e: replace(e, vote=replace(e.vote, epsilon=1.5 * e.vote.epsilon)),
    "votes for three bins": lambda e: replace(e, vote=UnaryEncoding(e.vote.bins, 3, 3 * e.vote.epsilon)),
}


@pytest.mark.parametrize("defect", DEFECTS.values(), ids=DEFECTS)
def test_rationals_catch_planted_defects(defect):
    users, samples, bins, plus = RATIONAL_CASES[1]
    estimator = rational_case(users, samples, bins, 1)
    assert not shares(estimator, plus, Fraction(3, 4), exact_risk(defect(estimator), SignLaw(float(2 * plus - 1))))


def test_ties_broken_to_the_last_would_be_caught():
    # Reflection turns the first argmax into the last; at theta = 0 it leaves the law of the counts alone.
    stages = exact_stages(rational_case(4, 3, RATIONAL_CASES[1][2], 1), SignLaw(0.0))
    winners = [float(w) for w in rational_winner(2, [Fraction(x, 8) for x in (1, 3, 3, 1)], 1, Fraction(3, 4))]
    assert stages.winner == pytest.approx(winners, rel=RELATIVE)
    assert abs(stages.winner - winners[::-1]).max() > 0.01


def arb_winner(k, chances, keep):
    """P(winner = j) in 200-bit balls: coefficients of products of generating polynomials, value by value."""
    zero, one = 1 - keep, keep
    yes = [flint.arb_poly([1 - one, one]) ** c for c in range(k + 1)]
    no = [flint.arb_poly([1 - zero, zero]) ** c for c in range(k + 1)]
    laws = [(yes[c] * no[k - c]).coeffs() for c in range(k + 1)]
    sums = [list(itertools.accumulate(law)) for law in laws]
    winners = [flint.arb(0)] * len(chances)
    for v in range(k + 1):

        def series(p, values):
            return flint.arb_poly([p**c / factorial(c) * values[c] for c in range(k + 1)])

        below = [series(p, [s[v - 1] if v else flint.arb(0) for s in sums]) for p in chances]
        at = [series(p, [law[v] for law in laws]) for p in chances]
        upto = [series(p, [s[v] for s in sums]) for p in chances]
        for j in range(len(chances)):
            product = at[j]
            for b in range(len(chances)):
                if b != j:
                    product = product * (below if b < j else upto)[b]
            winners[j] += product[k] * factorial(k)
    return winners


@pytest.mark.parametrize(("n", "theta"), [(40, 0.0), (60, 0.1), (61, -0.3)])
def test_winner_equals_ball_arithmetic(n, theta):
    samples, bins = 36, Bins(-1.0, 0.25, 8)
    flint.ctx.prec = 200
    try:
        plus = (1 + flint.arb(theta)) / 2
        chances = [flint.arb(0)] * bins.count
        for x in range(samples + 1):
            chances[int(bins.index(np.asarray((2 * x - samples) / samples)))] += (
                comb(samples, x) * plus**x * (1 - plus) ** (samples - x)
            )
        balls = arb_winner(n // 2, chances, 1 / (1 + (-flint.arb(0.75) / 2).exp()))
        expected = [float(ball.mid()) for ball in balls]
        assert max(float(ball.rad()) for ball in balls) < 1e-40
    finally:
        flint.ctx.prec = 53
    estimator = two_stage(n, samples, bins, UnaryEncoding(bins.count, 1, 0.75))
    stages = exact_stages(estimator, SignLaw(theta))
    assert stages.winner == pytest.approx(expected, rel=1e-12, abs=1e-15)


def test_blocks_of_users_equal_ball_arithmetic():
    # Beyond 1,024 voters tallies come from block products.
    bins, users, epsilon = Bins(-1.0, 1.0, 2), 2600, 0.05
    stages = exact_stages(two_stage(users, 1, bins, UnaryEncoding(2, 1, epsilon)), SignLaw(0.01))
    k, keep = users // 2, 1 / (1 + exp(-epsilon / 2))
    # One sample: a user's two bits are (1, 0) or (0, 1), so the tallies' generating function factors by user.
    plus = 0.505
    law = {(1, 1): keep * (1 - keep), (0, 0): keep * (1 - keep)}
    law[1, 0] = plus * (1 - keep) ** 2 + (1 - plus) * keep**2
    law[0, 1] = plus * keep**2 + (1 - plus) * (1 - keep) ** 2
    step = np.array([law[0, 1], law[0, 0] + law[1, 1], law[1, 0]])
    difference = np.array([1.0])
    for _ in range(k):
        difference = np.convolve(difference, step)
    assert stages.winner[0] == pytest.approx(difference[k:].sum(), rel=1e-11)


@pytest.mark.parametrize("n", [2, 4, 40, 700])
def test_laplace_votes_equal_an_independent_law(n):
    # Two bins: the difference of the tallies is 2 S - k plus the noise of 2 k users, S voters of the first bin.
    bins, epsilon, theta = Bins(-1.0, 1.0, 2), 1.0, 0.1
    scale, k = 2 / epsilon, n // 2
    vote = LaplaceHistogram(2, 1, scale, epsilon)
    stages = exact_stages(two_stage(n, 1, bins, vote), SignLaw(theta))

    def tail(shift):
        # P(noise > -shift) by inverting the characteristic function (1 + scale^2 u^2)^(-2k).
        value, _ = integrate.quad(
            lambda u: np.sin(u * shift) / u * (1 + (scale * u) ** 2) ** (-2.0 * k),
            0,
            np.inf if k < 3 else 40 / (scale * sqrt(k)),
            limit=2000,
            epsabs=1e-12,
        )
        return 0.5 + value / np.pi

    minus = (1 - theta) / 2
    expected = sum(comb(k, s) * minus**s * (1 - minus) ** (k - s) * tail(2 * s - k) for s in range(k + 1))
    assert stages.winner[0] == pytest.approx(expected, abs=1e-9)
    assert stages.winner.sum() == pytest.approx(1, abs=1e-12)
    assert stages.quadrature < 1e-12


@pytest.mark.parametrize("bins", [3, 5, 6])
def test_three_bin_votes_equal_enumeration_of_counts(bins):
    # Two samples: a user is in the bin of -1, 0 or 1; k = 12 makes 91 counts.
    k, theta, keep = 12, 0.2, 1 / (1 + exp(-3 / 6))
    grid = Bins(-1.0, 2 / bins, bins)
    stages = exact_stages(two_stage(2 * k, 2, grid, UnaryEncoding(bins, 3, 3.0)), SignLaw(theta))
    homes = [int(b) for b in grid.index(np.array([-1.0, 0.0, 1.0]))]
    chances = binomial(2, (1 + theta) / 2)
    expected = np.zeros(bins)
    for counts in compositions(k, 3):
        weight = factorial(k) * prod(p**c / factorial(c) for p, c in zip(chances, counts, strict=True))
        laws = []
        for b in range(bins):
            voters = sum(c for c, home in zip(counts, homes, strict=True) if abs(home - b) <= 1)
            laws.append(np.convolve(binomial(voters, keep), binomial(k - voters, 1 - keep)))
        sums = [np.cumsum(law) for law in laws]
        for j in range(bins):
            for v in range(k + 1):
                others = [(sums[b][v - 1] if v else 0.0) if b < j else sums[b][v] for b in range(bins) if b != j]
                expected[j] += weight * laws[j][v] * prod(others)
    assert stages.winner == pytest.approx(expected, rel=1e-12)


def test_three_bin_laplace_votes_sum_to_one_and_reflect():
    vote = LaplaceHistogram(9, 3, 3.0, 2.0)
    there = exact_stages(two_stage(60, 31, Bins(-1.0, 2 / 9, 9), vote), SignLaw(0.31))
    back = exact_stages(two_stage(60, 31, Bins(-1.0, 2 / 9, 9), vote), SignLaw(-0.31))
    assert there.winner.sum() == pytest.approx(1, abs=1e-12)
    # A continuous tally has no ties, so nothing prefers a side (no lattice point is on an edge here).
    assert there.winner == pytest.approx(back.winner[::-1], rel=1e-9, abs=1e-15)


@pytest.mark.parametrize("n", [2, 3, 50])
@pytest.mark.parametrize("epsilon", [1e-9, 700.0])
@pytest.mark.parametrize("hot", [1, 3])
def test_extreme_budgets(n, epsilon, hot):
    bins = Bins(-1.0, 0.25, 8)
    bits = two_stage(n, 16, bins, UnaryEncoding(8, hot, epsilon))
    noisy = two_stage(n, 16, bins, LaplaceHistogram(8, hot, 2 * hot / epsilon, epsilon))
    for estimator in (bits, noisy):
        stages = exact_stages(estimator, SignLaw(0.3))
        assert stages.winner.sum() == pytest.approx(1, abs=1e-12)
    if epsilon < 1:
        # Votes carry nothing: every bin of a noisy histogram is as likely.
        assert stages.winner == pytest.approx(np.full(8, 1 / 8), rel=1e-6)


def test_one_bin_and_point_masses():
    one = two_stage(2, 1, Bins(-1.0, 2.0, 1), UnaryEncoding(1, 1, 1.0), 0.0, 0.0)
    assert exact_risk(one, SignLaw(0.2)).value == pytest.approx(0.96)
    for theta in (-1.0, 1.0):
        assert exact_risk(one, SignLaw(theta)).value == 0.0


def test_cost_does_not_depend_on_samples():
    risk = exact_risk(kent(500, 10**9), SignLaw(0.1))
    assert 0 < risk.value < 1
    assert risk.error < 1e-7 * risk.value


def test_the_cost_counts_rows_of_tables():
    """Next to no noise and 10^12 users: one value of the tally, but a million rows, of 256 products each and more."""
    estimator = tuned.algorithm11(10**12, 10**10, 1e4, 1.0)
    edge = float(estimator.bins.left(int(estimator.bins.index(np.array(0.0)))))
    assert exact_work(estimator, SignLaw(edge)) > 1e9
    assert exact_work(kent(500, 10**4), SignLaw(0.5)) < 1e8


def test_parts_add_up_and_tolerance_bounds_the_change():
    estimator, law = kent(200, 10**4), SignLaw(0.0375)
    fine, coarse = (exact_risk(estimator, law, tolerance) for tolerance in (1e-15, 1e-6))
    assert fine.value == pytest.approx(fine.variance + fine.bias**2, rel=1e-12)
    assert abs(fine.value - coarse.value) <= coarse.error
    assert abs(fine.localisation_failure - coarse.localisation_failure) <= coarse.missing


def test_position_in_the_bin_moves_the_risk():
    sweep = supremum_over_position(kent(500, 10**4), positions=11)
    assert sweep.supremum == max(risk.value for risk in sweep.risks)
    assert sweep.supremum > 10 * min(risk.value for risk in sweep.risks)
    assert min(sweep.means) <= sweep.worst_mean <= max(sweep.means)
    assert sweep.mean < sweep.supremum


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"n": 1}, "n = 1"),
        ({"m": 0}, "m = 0"),
        ({"vote": UnaryEncoding(3, 1, 1.0)}, "vote.bins = 3"),
        ({"vote": UnaryEncoding(4, 2, 1.0)}, "vote.hot = 2"),
    ],
)
def test_wrong_estimators_are_refused(change, message):
    good = two_stage(4, 2, Bins(-1.0, 0.5, 4), UnaryEncoding(4, 1, 1.0))
    with pytest.raises(ParameterError, match=message):
        exact_risk(replace(good, **change), SignLaw(0.0))


def test_a_law_that_would_take_too_long_is_refused():
    # Next to no noise: Gauss sums do not apply either.
    narrow = two_stage(2000, 100, Bins(-1.0, 0.02, 100), UnaryEncoding(100, 3, 60.0))
    with pytest.raises(ParameterError, match="use Monte Carlo"):
        exact_risk(narrow, SignLaw(0.0))
    with pytest.raises(ParameterError, match="tolerance"):
        exact_risk(narrow, SignLaw(0.0), tolerance=1.0)
