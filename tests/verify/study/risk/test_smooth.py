"""The route by Gauss sums: against the lattice, ball arithmetic, an independent law and Monte Carlo; its ceiling."""

from math import comb, exp, factorial
from types import SimpleNamespace

import flint
import numpy as np
import pytest
from scipy import stats

from upperbounds.channels import UnaryEncoding
from upperbounds.channels.binomial import binomial_pmf
from upperbounds.channels.votes import Bins
from upperbounds.mean import kent, zhao
from upperbounds.protocols.two_stage import TwoStage
from verify.study.risk import SignLaw, exact, exact_risk, exact_stages, monte_carlo, winner
from verify.study.risk.ceiling import winner_ceiling
from verify.study.risk.fourier import BitTables
from verify.study.risk.laws import BinLaw
from verify.study.risk.nodes import gauss, joined
from verify.study.risk.smooth import _stride, grid_sizes, smooth_winner_law
from verify.study.risk.tallies import BitTally


@pytest.fixture
def forced(monkeypatch):
    """Makes every law come by the route that is named."""

    def force(route):
        monkeypatch.setattr(exact, "_costs", lambda *_: {"smooth": (np.inf, 0.0), "lattice": (0.0, np.inf)}[route])

    return force


def plan(n, m, bins, vote, inflation=0.25, scale=0.5):
    return TwoStage("test", n, m, 1.0, bins, vote, inflation, scale)


@pytest.mark.parametrize(("n", "p"), [(3, 0.5), (40, 0.3), (5000, 1e-3), (10**6, 0.6), (10**6, 1e-9)])
def test_nodes_integrate_waves(n, p):
    # E e^(iwX) = (1 - p + p e^(iw))^n; a wave over two deviations is no polynomial.
    grid = gauss(n, p, 1 - p, 40)
    w = 2 / max(np.sqrt(n * p * (1 - p)), 1.0)
    about = n * p
    z = p * np.expm1(1j * w)
    size, turn = 0.5 * np.log1p(2 * z.real + abs(z) ** 2), np.arctan2(z.imag, 1 + z.real)
    expected = np.exp(n * (size + 1j * turn) - 1j * w * about)
    found = np.sum(grid.modes[0] ** 2 * np.exp(1j * w * (grid.nodes - about)))
    assert found == pytest.approx(expected, abs=2e-11 if n > 10**5 else 1e-13)


def test_joint_nodes_have_the_law_of_two_partial_sums():
    n, p, r = 6, 0.2, 0.5
    first, second = gauss(n, p, 1 - p, 7), gauss(n, p + r, 1 - p - r, 7)
    # With as many nodes as values the nodes are the values, and the law is the multinomial's.
    weights = first.modes[0][:, None] * joined(first, second) * second.modes[0]
    for x in range(n + 1):
        for y in range(n + 1):
            chance = 0.0
            if x <= y:
                chance = comb(n, x) * comb(n - x, y - x) * p**x * r ** (y - x) * (1 - p - r) ** (n - y)
            assert weights[x, y] == pytest.approx(chance, abs=1e-14)


@pytest.mark.parametrize(("n", "epsilon"), [(150, 0.3), (1000, 2.0)])
def test_fourier_tables_are_sums_of_two_binomials(n, epsilon):
    one = 1 / (1 + exp(-epsilon))
    tally = BitTally(n, (1 - one, one), (one, 1 - one), 0, n + 1)
    voters, values = np.array([0.0, 7.0, n // 2, n]), np.arange(n + 1, dtype=float)
    before, mass, upto = BitTables(tally).table(voters, values, 1.0)
    for row, s in enumerate(voters.astype(int)):
        law = np.convolve(
            binomial_pmf(np.arange(s + 1), s, one, 1 - one),
            binomial_pmf(np.arange(n - s + 1), n - s, 1 - one, one),
        )
        assert mass[row] == pytest.approx(law, abs=1e-14)
        assert upto[row] == pytest.approx(np.cumsum(law), abs=1e-13)
        assert before[row] == pytest.approx(np.cumsum(law) - law, abs=1e-13)


CASES = {
    "bits": (kent.tuned(800, 100, 1.0, 1.0), 0.05),
    "few samples, an edge on the lattice": (kent.tuned(600, 4, 1.0, 1.0), 0.0),
    "many samples": (kent.tuned(800, 10**7, 0.7, 1.0), 0.05),
    "narrow": (kent.tuned(1000, 400, 1.0, 1.0, 0.05), 0.2),
    "far out": (kent.tuned(1000, 100, 1.0, 1.0), 0.97),
    "three bins": (kent.tuned_general(200, 36, 2.0, 1.0), 0.05),
    "Laplace": (zhao.algorithm1(1000, 400, 1.0, 1.0), 0.05),
    "loud Laplace": (zhao.algorithm1(1000, 400, 8.0, 1.0), 0.05),
    "few noisy users": (zhao.algorithm1(140, 64, 1.0, 1.0), 0.3),
    "point mass": (kent.tuned(800, 100, 1.0, 1.0), 1.0),
}


@pytest.mark.parametrize(("estimator", "theta"), CASES.values(), ids=CASES)
def test_gauss_sums_equal_sums_over_the_lattice(forced, estimator, theta):
    law = SignLaw(theta)
    forced("lattice")
    slow, slow_risk = exact_stages(estimator, law), exact_risk(estimator, law)
    forced("smooth")
    fast, fast_risk = exact_stages(estimator, law), exact_risk(estimator, law)
    assert fast.route != slow.route
    assert np.sum(np.abs(fast.winner - slow.winner)) <= fast.uncertain + slow.uncertain + 1e-14
    assert fast.uncertain < 1e-12
    assert abs(fast_risk.value - slow_risk.value) <= fast_risk.error + slow_risk.error
    # No bin wins more often than its ceiling says.
    assert np.all(slow.winner <= slow.ceiling * (1 + 1e-9))


def test_the_ceiling_is_tight_enough_to_matter():
    estimator = kent.tuned(2000, 10**4, 1.0, 1.0)
    stages = exact_stages(estimator, SignLaw(0.02))
    far = ~stages.contains
    assert np.max(stages.ceiling[far]) < 1e-4
    assert np.max(stages.ceiling[far] / stages.winner[far]) < 1e8
    law = SignLaw(0.02).bin_law(estimator.bins, 10**4, 1e-30)
    # Half the users: the square root, so that a ceiling that forgets the power is seen.
    assert np.max(winner_ceiling(estimator.vote, law, 500)[far]) > 10 * np.max(stages.ceiling[far])


@pytest.mark.parametrize("hot", [1, 3])
def test_many_users_against_a_law_of_differences(forced, hot):
    """Two bins and one sample: tallies differ by a sum of independent steps, convolved here by FFT-free powers."""
    users, epsilon, theta = 40_000, 0.05 * hot, 0.004
    forced("smooth")
    stages = exact_stages(plan(users, 1, Bins(-1.0, 1.0, 2), UnaryEncoding(2, hot, epsilon)), SignLaw(theta))
    k, keep = users // 2, 1 / (1 + exp(-epsilon / (2 * hot)))
    plus = (1 + theta) / 2
    if hot == 1:
        up = (1 - plus) * keep**2 + plus * (1 - keep) ** 2
        down = (1 - plus) * (1 - keep) ** 2 + plus * keep**2
    else:
        up = down = keep * (1 - keep)
    # The difference is a walk of Bin(k, up + down) steps.
    steps = np.arange(k + 1)
    moves = binomial_pmf(steps, k, up + down, 1 - up - down)
    live = moves > 1e-25
    first_wins = sum(
        weight * stats.binom.sf((n - 1) // 2 if n % 2 else n // 2 - 1, n, up / (up + down))
        for n, weight in zip(steps[live], moves[live], strict=True)
    )
    assert stages.winner[0] == pytest.approx(first_wins, abs=1e-11)


def test_three_bins_equal_ball_arithmetic(forced):
    """All counts of 3 groups, tallies in 120-bit balls: k = 28, where the lattice is small and so is the noise."""
    k, keep = 28, 0.6
    chances = [0.25, 0.5, 0.25]
    epsilon = 6 * float(np.log(keep / (1 - keep)))
    forced("smooth")
    estimator = plan(2 * k, 2, Bins(-1.0, 2 / 3, 3), UnaryEncoding(3, 3, epsilon))
    tally_free = exact_stages(estimator, SignLaw(0.0))
    flint.ctx.prec = 120
    try:
        one, zero = flint.arb(keep), 1 - flint.arb(keep)
        laws = [
            (flint.arb_poly([1 - one, one]) ** s * flint.arb_poly([1 - zero, zero]) ** (k - s)).coeffs()
            for s in range(k + 1)
        ]
        winners = [flint.arb(0)] * 3
        for a in range(k + 1):
            for c in range(k + 1 - a):
                weight = flint.arb(factorial(k)) / factorial(a) / factorial(c) / factorial(k - a - c)
                weight *= flint.arb(chances[0]) ** a * flint.arb(chances[2]) ** c * flint.arb(chances[1]) ** (k - a - c)
                rows = [laws[k - c], laws[k], laws[k - a]]
                sums = [np.cumsum(row) for row in rows]
                for j in range(3):
                    for v in range(k + 1):
                        term = weight * rows[j][v]
                        for b in range(3):
                            if b != j:
                                term *= sums[b][v] if b > j else (sums[b][v - 1] if v else flint.arb(0))
                        winners[j] += term
        expected = [float(w.mid()) for w in winners]
    finally:
        flint.ctx.prec = 53
    assert tally_free.winner == pytest.approx(expected, abs=tally_free.uncertain + 1e-13)


@pytest.mark.parametrize(
    ("estimator", "repetitions"),
    [
        (kent.tuned_general(20_000, 400, 1.2, 1.0), 20_000),
        (
            kent.tuned_general(
                400,
                100,
                4.0,
                1.0,
            ),
            40_000,
        ),
    ],
)
def test_gauss_sums_agree_with_monte_carlo(forced, estimator, repetitions):
    """Two-sided |z| <= 6: type-I error below 4e-9 in all."""
    forced("smooth")
    law = SignLaw(0.03)
    exactly, simulated = exact_risk(estimator, law), monte_carlo(estimator, law, repetitions, 21)
    assert abs(simulated.value - exactly.value) <= 6 * simulated.standard_error


def test_cost_does_not_depend_on_users_or_samples():
    for users, samples in ((10**5, 10**4), (10**6, 10**9), (10**12, 10**9)):
        for estimator in (kent.tuned_general(users, samples, 2.0, 1.0), zhao.algorithm1(users, samples, 1.0, 1.0)):
            assert exact.exact_work(estimator, SignLaw(0.1)) < 3e8
    risk = exact_risk(kent.tuned_general(10**6, 10**9, 2.0, 1.0), SignLaw(0.1))
    assert risk.error < 1e-6 * risk.value


def test_too_few_nodes_show_in_the_stated_error(forced, monkeypatch):
    from verify.study.risk import smooth

    estimator, law = kent.tuned_general(2000, 100, 4.0, 1.0), SignLaw(0.05)
    forced("smooth")
    right = exact_stages(estimator, law)
    monkeypatch.setattr(
        smooth, "grid_sizes", lambda tables, law, n, level, share: tuple([1 + level] * (len(law.probabilities) - 1))
    )
    wrong = exact_stages(estimator, law)
    assert wrong.uncertain > 1e-9
    assert np.sum(np.abs(wrong.winner - right.winner)) <= 10 * wrong.uncertain


@pytest.mark.parametrize("side", [-1, 1])
def test_tallies_far_to_one_side_do_not_wrap_around(side):
    """One value, and means from it to as far as the noise reaches: against sums of two binomials."""
    n, one = 400, 0.75
    tables = BitTables(BitTally(n, (0.25, 0.75), (0.75, 0.25), 0, n + 1))
    value = float(n // 2)
    voters = n // 2 + side * np.arange(0, int(2 * tables.room), 12)
    before, mass, _ = tables.table(voters.astype(float), np.array([value]), 1.0)
    for row, s in enumerate(voters.tolist()):
        law = np.convolve(
            binomial_pmf(np.arange(s + 1), s, one, 1 - one),
            binomial_pmf(np.arange(n - s + 1), n - s, 1 - one, one),
        )
        assert mass[row, 0] == pytest.approx(law[n // 2], abs=1e-13)
        assert before[row, 0] == pytest.approx(law[: n // 2].sum(), abs=1e-12)


@pytest.mark.parametrize("share", [0.5, 1.0])
@pytest.mark.parametrize("spread", [0.05, 0.2])
def test_nodes_leave_out_what_rounding_does(spread, share):
    """r^nodes is 1e-16 to the power `share` at most, r = x/(1 + x); a refinement has a fifth more."""
    law, n = BinLaw(3, np.array([0.2, 0.5, 0.3]), 0.0), 10**5
    first, finer = (grid_sizes(SimpleNamespace(spread=spread), law, n, level, share) for level in (0, 1))
    for p, size, more in zip((0.2, 0.7), first, finer, strict=True):
        x = spread**2 * n * p * (1 - p)
        assert (x / (1 + x)) ** size <= 2.4e-16**share
        assert more == pytest.approx(1.2 * size, abs=1.2)


@pytest.mark.parametrize("bins", [4, 30])
def test_the_distance_of_values_is_that_of_a_product_of_normal_densities(bins):
    """Four times as many functions have a product half as wide: 1 + 1 and 8 of them, except for those of idle bins."""
    idle = 2 * np.log1p(bins)
    strides = [_stride(BinLaw(0, np.full(k, 1 / k), 0.0), 1, bins, 0) for k in (1, 7)]
    # exp(-k x^2/2) has the deviation 1/sqrt(k).
    assert strides[0] ** 2 * (2 + idle) == pytest.approx(strides[1] ** 2 * (8 + idle), rel=1e-12)


def test_a_first_bin_without_voters_is_as_one_that_is_not_listed():
    """Its partial sum is certain: nobody."""
    n, bins = 300, 9
    tables = BitTables(BitTally(n, (0.25, 0.75), (0.75, 0.25), 0, n + 1))
    chances = np.array([0.3, 0.6, 0.1])
    laws = BinLaw(3, chances, 0.0), BinLaw(2, np.concatenate([[0.0], chances]), 0.0)
    one, two = (smooth_winner_law(tables, law, n, 1, bins).probabilities for law in laws)
    assert two == pytest.approx(one, abs=1e-11)


@pytest.mark.parametrize("hot", [1, 3])
def test_a_winners_law_is_the_same_a_few_tallies_at_a_time(monkeypatch, hot):
    """The lattice in one piece, and in pieces of which the last is shorter; both add up to 1."""
    n, bins = 40, 6
    tally, law = BitTally(n, (0.25, 0.75), (0.75, 0.25), 0, n + 1), BinLaw(2, np.array([0.3, 0.6, 0.1]), 0.0)
    found = []
    for chunk in (n + 1, 7):
        monkeypatch.setattr(winner, "_chunk", lambda *_, chunk=chunk: chunk)
        found.append(winner.winner_law(tally, law, n, hot, bins, 1e-14).probabilities)
    assert found[0].sum() == pytest.approx(1, abs=1e-12)
    assert found[1] == pytest.approx(found[0], abs=1e-14)
