"""What terms of explicit bounds bound, exactly computed at small sizes by another route: at most the term.

Where the worst case is within a factor of 2 a halved term is seen by this alone: its planted defects are `SEEN`. Those
of `NOT_SEEN` are known to be caught by no exact value, since the term is larger than what it bounds by more: these are
the holes that `reports/bounds.md` names. `terms/` sees them as differences from what is proved.
"""

from collections.abc import Callable, Iterator
from math import ceil, exp, floor, sqrt

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import binom

from tests.planted import Plant, forget
from upperbounds.classification.turned import FAR, NEAR, outvoted
from upperbounds.mean import bassily, ours, zhao
from upperbounds.mean.kent import algorithm2, algorithm10
from upperbounds.protocols.two_stage import TwoStage
from upperbounds.selection import cover_select
from upperbounds.sparse import bounds as sparse
from upperbounds.vectors import bounds as of_vectors
from upperbounds.vectors import heavy
from verify.study.risk import SignLaw, exact_stages
from verify.study.risk.walk import exact_walk_risk

Pairs = Iterator[tuple[float, float]]
"""What is bounded, and its bound."""
ROUNDING = 1e-9
MEANS = (0.0, 0.05, 0.125, 0.3, 0.5, 0.8, 1.0)


def walks() -> Pairs:
    """The exact risk of a walk for signs."""
    for n, m, epsilon in ((200, 4, 1.0), (1000, 100, 1.0), (2000, 100, 2.0), (300, 16, 4.0), (101, 4, 8.0)):
        plan, bound = ours.walk(n, m, epsilon, 1.0), ours.bound(n, m, epsilon, 1.0).value
        for mean in MEANS:
            yield exact_walk_risk(plan, SignLaw(mean)).value, bound


def samples() -> Pairs:
    """P(|mean of m signs - its mean| >= width), by binomial tails."""
    for m in (1, 2, 3, 7, 50):
        for width in np.linspace(0.05, 1.9, 38):
            for p in np.linspace(0.02, 0.98, 49):
                above = binom.sf(ceil(m * (p + width / 2) - 1e-12) - 1, m, p)
                below = binom.cdf(floor(m * (p - width / 2) + 1e-12), m, p)
                yield float(above + below), sparse.hoeffding(m, float(width))


def laplace() -> Pairs:
    """P(|mean of one or two Laplace variables| >= t)."""
    for t in (0.05, 0.1, 0.5, 1.0, 2.0, 5.0):
        yield exp(-t), sparse.laplace_tail(1, t)
        yield (1 + t) * exp(-2 * t), sparse.laplace_tail(2, t)


def clipped_votes() -> Pairs:
    """E(|user mean| - Delta)_+ of fair and other coins."""
    for m in (1, 2, 4, 9, 25, 100):
        for delta in np.linspace(0.02, 0.98, 25):
            each = algorithm2(100, m, 1.0, float(delta), 1.0, ceil(1 / delta))
            for p in (0.3, 0.5, 0.7):
                k = np.arange(m + 1)
                off = np.abs(2 * k / m - 2 * p)
                yield float(binom.pmf(k, m, p) @ np.maximum(off - delta, 0)), sparse.lost(each, 1.0)[1]


def wrong_bins() -> Pairs:
    """P(the winner's interval does not hold the mean with Delta to spare), by the law of the votes."""
    for n in (4, 10, 41, 400):
        for m, epsilon, delta in ((1, 2.0, 0.9), (4, 8.0, 0.55), (40, 0.5, 0.55), (400, 8.0, 0.2), (400, 2.0, 0.3)):
            each = algorithm2(n, m, epsilon, delta, 1.0, ceil(1 / delta))
            lower, upper = each.interval(np.arange(each.bins.count))
            for mean in (0.0, 0.1, -0.3, 0.5, 0.95):
                wrong = (mean - delta < lower - 1e-12) | (mean + delta > upper + 1e-12)
                yield float(exact_stages(each, SignLaw(mean)).winner @ wrong), sparse.lost(each, 1.0)[0]


def wrong_cells() -> Pairs:
    """P(another cell has as many votes as that of all users): by binomial laws."""
    for n in (1, 2, 3, 5, 10):
        for epsilon in (0.1, 0.5, 1.0, 2.0, 5.0, 10.0):
            for cells in (2, 3, 5, 16):
                keep, k = 1 / (1 + exp(-epsilon / 2)), np.arange(n + 1)
                fewer = binom.cdf(k - 1, n, 1 - keep) ** (cells - 1)
                yield float(binom.pmf(k, n, keep) @ (1 - fewer)), cover_select.mistaken_at_most(n, epsilon, cells)


def rival_bins() -> Pairs:
    """P(a bin without votes has more than both bins that share them)."""
    for half in (1, 2, 5, 10, 30):
        for epsilon in (1.0, 3.0, 8.0, 16.0):
            for bins in (3, 5):
                keep, k = 1 / (1 + exp(-epsilon / 2)), np.arange(half + 1)
                some = (half + 1) // 2
                both = []
                for own in (some, half - some):
                    true = binom.pmf(np.arange(own + 1), own, keep)
                    both.append(np.convolve(true, binom.pmf(np.arange(half - own + 1), half - own, 1 - keep)))
                largest = np.diff(np.cumprod([np.cumsum(law) for law in both], axis=0)[-1], prepend=0.0)
                beaten = -np.expm1((bins - 2) * np.log1p(-binom.sf(k, half, 1 - keep)))
                each = algorithm2(2 * half, 1, epsilon, 0.4, 1.0, bins)
                yield float(largest @ beaten), of_vectors.noise_beats(each)


def rival_threes() -> Pairs:
    """P(a bin without votes has as many as one that holds all): votes for three bins."""
    for half in (1, 2, 5, 10, 30):
        for epsilon in (1.0, 6.0, 12.0, 24.0):
            keep, k = 1 / (1 + exp(-epsilon / 6)), np.arange(half + 1)
            each = algorithm10(2 * half, 1, epsilon, 0.1, 1.0, 4)
            yield float(binom.pmf(k, half, keep) @ binom.sf(k - 1, half, 1 - keep)), of_vectors.noise_beats(each)


def rotated() -> Pairs:
    """P(|mean of signs| > width), d = 1, where a rotation is a sign."""
    for m in (1, 2, 5, 20, 100):
        for width in np.linspace(0.1, 3, 30):
            k = np.arange(m + 1)
            far = np.abs(2 * k / m - 1) > width - 1e-12
            yield float(binom.pmf(k, m, 0.5) @ far), of_vectors.rotated_tail(float(width), 1, m, 1.0)


def heavy_tails() -> Pairs:
    """P(mean > t) of signs, and of a rare jump, M_p = 1."""
    for m, order in ((1, 2.0), (1, 4.0), (4, 2.0), (9, 3.0), (400, 8.0)):
        k = np.arange(m + 1)
        for t in np.linspace(0.2, 6, 30) / sqrt(m):
            far = (2 * k - m) / m > t - 1e-12
            yield float(binom.pmf(k, m, 0.5) @ far), heavy.one_tail(m, order, 1.0, float(t))
        for jump in (1.5, 2.0, 4.0, 30.0):
            rare = jump**-order / 2
            yield m * rare * (1 - 2 * rare) ** (m - 1), heavy.one_tail(m, order, 1.0, 0.9999 * jump / m)


def heavy_clipping() -> Pairs:
    """The integral of `one_tail`, by quadrature over its logarithm."""
    for m, order, clip in ((30, 3.0, 0.3), (400, 4.0, 0.2), (10, 2.5, 0.8)):

        def grown(u: float, m: int = m, order: float = order, clip: float = clip) -> float:
            return heavy.one_tail(m, order, 1.0, clip * exp(u)) * clip * exp(u)

        yield quad(grown, 0, 25, limit=400)[0], heavy.clip_bias(m, order, 1.0, clip)


def inverse_counts() -> Pairs:
    """E[1/N; N >= 1] of a binomial number."""
    for n in (1, 2, 7, 30, 200):
        for x in np.geomspace(1.0, n + 1, 40):
            k = np.arange(1, n + 1)
            law = binom.pmf(k, n, min(x / (n + 1), 1.0))
            yield float(law @ (1 / k)), _moments(float(x))[0]


def inverse_squares() -> Pairs:
    """E[1/N^2; N >= 1] of a binomial number."""
    for n in (1, 2, 7, 30, 200):
        for x in np.geomspace(1.0, n + 1, 40):
            k = np.arange(1, n + 1)
            yield float(binom.pmf(k, n, min(x / (n + 1), 1.0)) @ (1 / k**2)), _moments(float(x))[1]


def _moments(x: float) -> tuple[float, float]:
    """What the bound takes for numbers of mean x, without its cut at 1."""
    from notation.regression import RegressionSetting
    from upperbounds.regression.bounds import RegressionEstimator

    people = 10**9
    cells = np.array([(people + 1) / x])
    first, second = RegressionEstimator._moments(RegressionSetting(people, 1, 1.0, 1.0), cells)
    return float(first[0]), float(second[0])


def outvoted_voters() -> Pairs:
    """E exp(u (far - near)) of one voter with Laplace noise, the least over u, by a finer list of u."""
    for epsilon in (0.3, 1.0, 4.0):
        u = np.linspace(0, min(epsilon / 2, 30.0), 200_001)[1:-1]
        votes = 1 + FAR * np.expm1(u) + NEAR * np.expm1(-u)
        yield float(np.min(votes / (1 - (2 * u / epsilon) ** 2) ** 2)), exp(outvoted(epsilon))


def parts(plan: TwoStage, mean: float) -> tuple[float, float, float]:
    """P(the interval misses the mean), the squared bias where it does not, and the variance given the winner."""
    stages = exact_stages(plan, SignLaw(mean))
    right = stages.winner * stages.contains
    variance = float(stages.winner @ stages.variance)
    return float(stages.winner @ ~stages.contains), float(right @ stages.bias**2), variance


def zhao_plans() -> Iterator[tuple[TwoStage, int, int, float]]:
    """Plans of zhao Algorithm 1, with their sizes."""
    for n, m, epsilon in ((20, 64, 4.0), (201, 100, 1.0), (200, 400, 30.0), (2000, 100, 300.0)):
        yield zhao.algorithm1(n, m, epsilon, 1.0), n, m, epsilon


def zhao_failures() -> Pairs:
    """P(mu is not in the interval)."""
    for plan, n, m, epsilon in zhao_plans():
        for mean in MEANS:
            yield parts(plan, mean)[0], zhao._failure_bound(n, m, epsilon)


def zhao_variances() -> Pairs:
    """The exact variance given the winner, noise included, next to the bound less the terms of its bias."""
    for plan, n, m, epsilon in zhao_plans():
        rest = 32 * np.pi / (m * n) + 4 * zhao._failure_bound(n, m, epsilon)
        for mean in MEANS:
            yield parts(plan, mean)[2], zhao.bound(n, m, epsilon, 1.0).value - rest


def localised() -> Pairs:
    """The squared error of bassily's midpoint, where localisation is all but sure."""
    for n, m, epsilon in ((400, 10**4, 4.0), (900, 10**6, 8.0)):
        built, bound = bassily.estimator(n, m, epsilon, 1.0), bassily.bound(n, m, epsilon, 1.0).value
        voting = TwoStage("votes", 2 * n, m, epsilon, built.bins, built.vote, 0.0, 0.0)
        for mean in np.linspace(0, float(built.bins.width), 9):
            law = exact_stages(voting, SignLaw(float(mean))).winner
            yield float(law @ (built.bins.middle(np.arange(built.bins.count)) - mean) ** 2), bound


Row = Callable[[], Pairs]
_LOST, _WALK = "sparse.bounds:lost", "mean.walk_bound"
SEEN: dict[Row, tuple[Plant, ...]] = {
    walks: (
        Plant("mean.ours:_walked", "/ plan.m", "/ (2 * plan.m)"),
        Plant(f"{_WALK}:Distances.last", "share * most_second_moment", "share / 2 * most_second_moment"),
        Plant(f"{_WALK}:Distances.last", "bias ** 2 + ", ""),
        Plant(f"{_WALK}:most_second_moment", "np.minimum(base", "0.5 * np.minimum(base"),
        Plant(f"{_WALK}:Distances.stepped", "np.maximum(found, gain", "np.minimum(found, gain"),
        Plant("mean.stop_loss:_supremum", "_ROUNDING * float", "0.5 * float"),
    ),
    samples: (Plant("sparse.bounds:hoeffding", "2 * math.exp", "math.exp"),),
    wrong_cells: (
        Plant("selection.cover_select:log_mistaken", "log(cells - 1)", "log((cells - 1) / 2)"),
        Plant("selection.cover_select:log_mistaken", "2 * n * log_cosh", "4 * n * log_cosh"),
    ),
    rotated: (Plant("vectors.bounds:rotated_tail", "2 * math.exp", "math.exp"),),
    inverse_counts: (
        Plant("regression.bounds:RegressionEstimator._moments", "3 * inverse ** 2", "1.5 * inverse ** 2"),
    ),
    outvoted_voters: (Plant("classification.turned:outvoted", "2 * np.log1p", "np.log1p"),),
    heavy_clipping: (Plant("vectors.heavy:clip_bias", "t * (ratio - 1)", "t * (ratio - 1) / 2"),),
    zhao_variances: (
        Plant("mean.zhao:bound", "D ** 2 / m + 2", "D ** 2 / (2 * m) + 2"),
        Plant("mean.zhao:bound", "2 * float(estimator.scale)", "float(estimator.scale)"),
    ),
}
NOT_SEEN: dict[Row, tuple[Plant, ...]] = {
    walks: (
        Plant(f"{_WALK}:Distances.watched", "np.maximum(least * gain, most", "np.minimum(least * gain, most"),
        Plant(f"{_WALK}:Distances.recentred", "last + 1", "last"),
    ),
    laplace: (Plant("sparse.bounds:laplace_tail", "2 * math.exp", "math.exp"),),
    wrong_bins: (Plant(_LOST, "each.bins.count * math.exp", "each.bins.count / 2 * math.exp"),),
    clipped_votes: (Plant(_LOST, "min(2 * tail, ", "0.5 * min(2 * tail, "),),
    rival_bins: (Plant("vectors.bounds:noise_beats", "each.bins.count * math.exp", "each.bins.count / 2 * math.exp"),),
    rival_threes: (
        Plant("vectors.bounds:noise_beats", "each.bins.count * math.exp", "each.bins.count / 2 * math.exp"),
    ),
    heavy_tails: (Plant("vectors.heavy:one_tail", "min(1.0, nagaev, cut)", "min(1.0, nagaev, cut) / 2"),),
    inverse_squares: (
        Plant("regression.bounds:RegressionEstimator._moments", "20 * inverse ** 3", "10 * inverse ** 3"),
    ),
    zhao_failures: (Plant("mean.zhao:_failure_bound", "2 * (bin_count(m) - 1)", "(bin_count(m) - 1)"),),
    localised: (Plant("mean.bassily:bound", "(3 * tau) ** 2 +", "(3 * tau) ** 2 / 2 +"),),
}
EVERY = tuple(dict.fromkeys((*SEEN, *NOT_SEEN)))


def holds(row: Row) -> bool:
    """Whether nothing is larger than its bound."""
    return all(exact <= bound * (1 + ROUNDING) + 1e-13 for exact, bound in row())


@pytest.mark.parametrize("row", EVERY, ids=lambda row: row.__name__)
def test_what_is_bounded_is_at_most_its_bound(row: Row) -> None:
    for exact, bound in row():
        assert exact <= bound * (1 + ROUNDING) + 1e-13


def planted(row: Row, plant: Plant, patch: pytest.MonkeyPatch) -> bool:
    """Whether all holds with the defect."""
    forget()
    try:
        with patch.context() as inside:
            plant.put(inside)
            return holds(row)
    finally:
        forget()


@pytest.mark.parametrize(
    ("row", "plant"),
    [(row, plant) for row, plants in SEEN.items() for plant in plants],
    ids=lambda one: getattr(one, "__name__", str(one)),
)
def test_exact_values_see_these_defects(row: Row, plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not planted(row, plant, monkeypatch)


@pytest.mark.parametrize(
    ("row", "plant"),
    [(row, plant) for row, plants in NOT_SEEN.items() for plant in plants],
    ids=lambda one: getattr(one, "__name__", str(one)),
)
def test_exact_values_do_not_see_these(row: Row, plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    """A list that says what is not known stays true: what is seen after all moves to `SEEN`."""
    assert planted(row, plant, monkeypatch)
