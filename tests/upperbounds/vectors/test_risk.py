"""Vector estimators: aggregates against users, users against exact risks, bounds above them; what they refuse.

Statistical checks are two-sided z tests with |z| <= 6.5, each with type-I error below 1e-10.
"""

from dataclasses import replace
from fractions import Fraction
from math import inf, log, sqrt

import numpy as np
import pytest
import scipy.stats

from notation.parameters import ParameterError
from notation.setting import Setting
from upperbounds.channels import UnaryEncoding
from upperbounds.channels.votes import Bins
from upperbounds.protocols import aggregate
from upperbounds.protocols.coordinate_laws import Signs, SphereCoordinate
from upperbounds.protocols.coordinates import CoordinatePlan
from upperbounds.registry import NEIGHBOURS, PLACES, by_name, inherited, of_problem
from upperbounds.transforms.hadamard import Hadamard, RandomRotation, padded
from upperbounds.transforms.kashin import DenseFrame, HadamardFrame
from upperbounds.vectors import kent, zhao
from verify.study.problems import PROBLEMS
from verify.study.risk import SignLaw, exact_risk, exact_stages


def z_score(squares: np.ndarray, expected: float) -> float:
    """How many standard errors the mean of `squares` is from `expected`."""
    return float((squares.mean() - expected) / (squares.std(ddof=1) / sqrt(len(squares))))


def two_sample(a: np.ndarray, b: np.ndarray) -> float:
    """The z score of the difference of two means."""
    return float((a.mean() - b.mean()) / sqrt(a.var(ddof=1) / len(a) + b.var(ddof=1) / len(b)))


def exact(plan: CoordinatePlan, means: np.ndarray) -> float:
    """The mean squared error for signs with these coordinate means: a sum of exact univariate risks."""
    width = -plan.each.bins.lower
    return sum(exact_risk(plan.each, SignLaw(mean, width)).value for mean in means)


VECTORS = [e for problem in PLACES if problem.startswith("mean-") for e in of_problem(problem)]
MEANS = np.array([-0.8, 0.0, 0.1, 0.55, 0.9])


@pytest.mark.parametrize("build", [zhao.algorithm2, kent.tuned], ids=["zhao", "kent"])
@pytest.mark.parametrize("epsilon", [0.9, 2.5, 5.0, 14.3])
def test_aggregates_users_and_the_exact_risk_agree(build, epsilon: float) -> None:
    """Every regime of epsilon, non-integer included."""
    plan, rng = build(60, 16, 5, epsilon, 1.0), np.random.default_rng(3)
    expected = exact(plan, MEANS)
    estimates, winners = aggregate.draw(plan, tuple(Signs(mean) for mean in MEANS), 20_000, rng)
    assert estimates.shape == winners.shape == (20_000, 5)
    assert abs(z_score(np.sum((estimates - MEANS) ** 2, axis=1), expected)) < 6.5
    samples = np.where(rng.random((1500, 60, 16, 5)) < (1 + MEANS) / 2, 1.0, -1.0)
    found = plan.run(samples, rng)
    assert found.shape == (1500, 5)
    assert abs(z_score(np.sum((found - MEANS) ** 2, axis=1), expected)) < 6.5


def test_the_aggregates_winner_has_the_exact_law() -> None:
    """Each bin's share of wins next to its exact probability."""
    plan, rng = kent.tuned(80, 25, 2, 4.5, 1.0), np.random.default_rng(4)
    _, winners = aggregate.draw(plan, (Signs(0.3),), 40_000, rng)
    stages = exact_stages(plan.each, SignLaw(0.3))
    chances = np.asarray(stages.winner)
    for j in range(plan.each.bins.count):
        share = np.mean(winners == j)
        assert abs(share - chances[j]) < 6.5 * sqrt(max(chances[j] * (1 - chances[j]), 1e-6) / 80_000) + 1e-6


@pytest.mark.parametrize("hot", [1, 3])
def test_empty_bins_enter_by_the_law_of_their_maximum(hot: int) -> None:
    """Each bin's wins by aggregates next to those with all bins' votes drawn: 60 bins, 3 of them active, weak votes."""
    rng, half, number = np.random.default_rng(hot), 12, 120_000
    plan = kent.tuned(4 * half, 40, 2, 4.1 if hot == 3 else 2.0, 1.0)
    bins = Bins(-1.0, 2 / 60, 60)
    each = replace(plan.each, bins=bins, vote=UnaryEncoding(60, hot, 1.5), n=2 * half)
    table = aggregate._Table(each, Signs(0.1, 0.12))
    assert len(table.active) < 12
    found = table.winners(number, rng)
    counts = rng.multinomial(half, table.chances / table.chances.sum(), size=number)
    whole = np.argmax(each.vote.sample_sum(counts, rng), axis=1)
    shares = [np.bincount(x, minlength=60) / number for x in (found, whole)]
    spread = np.sqrt((shares[0] + shares[1] + 1e-4) / number)
    assert np.max(np.abs(shares[0] - shares[1]) / spread) < 6.5


def test_signs_have_the_binomials_law() -> None:
    law = Signs(0.4, 2.0)
    cells = law.cells(7)
    lattice = np.arange(8)
    np.testing.assert_allclose(cells.lefts, 2 * (2 * lattice - 7) / 7, atol=1e-15)
    np.testing.assert_allclose(cells.weights, scipy.stats.binom.pmf(lattice, 7, 0.6), rtol=1e-12)
    assert law.cells(10**10) is law.cells(10**18) is None
    drawn = np.searchsorted(cells.lefts, cells.draw((80_000,), np.random.default_rng(1)))
    shares = np.bincount(drawn, minlength=8) / 80_000
    assert np.max(np.abs(shares - cells.weights)) < 6.5 * 0.5 / sqrt(80_000)
    with pytest.raises(ParameterError, match="must be within"):
        Signs(1.5)


@pytest.mark.parametrize(("d", "m"), [(2, 1), (3, 40), (8, 5), (32, 400)])
def test_a_coordinate_of_the_sphere(d: int, m: int) -> None:
    """Kolmogorov and Smirnov's test on 20,000 draws of each kind; type-I error 1e-9."""
    rng = np.random.default_rng(d)
    points = rng.standard_normal((20_000, min(m, 40), d))
    drawn = (points / np.linalg.norm(points, axis=-1, keepdims=True))[..., 0] * 1.5
    if m > 40:
        # Longer means as sums of independent shorter ones.
        drawn = drawn[rng.integers(20_000, size=(20_000, m // 40))].mean(axis=1)
    law = SphereCoordinate(d, 1.5)
    found = law.sample_user_means((20_000,), m, rng)
    assert scipy.stats.ks_2samp(found, drawn.mean(axis=1)).pvalue > 1e-9
    assert found.std() == pytest.approx(1.5 / sqrt(d * m), rel=0.05)


def test_the_sphere_has_the_fourth_moment_that_it_has() -> None:
    """E x^4 = 3/(d (d + 2)), so that of a mean of m is (3 (m-1)/d^2 + 3/(d (d+2)))/m^3, from the grid."""
    for dimension, samples in ((4, 30), (32, 400), (1000, 10)):
        points, cumulative = SphereCoordinate(dimension).table(samples)
        weights, middles = np.diff(cumulative), (points[1:] + points[:-1]) / 2
        squares = middles**2 + np.diff(points) ** 2 / 12
        expected = (3 * (samples - 1) / dimension**2 + 3 / (dimension * (dimension + 2))) / samples**3
        assert np.sum(weights * middles**4) == pytest.approx(expected, rel=5e-5)
        assert np.sum(weights * squares) == pytest.approx(1 / (dimension * samples), rel=6e-6)


@pytest.mark.parametrize(("dimension", "samples"), [(1000, 1), (2500, 1)])
def test_one_coordinate_of_a_large_sphere_has_a_beta_law(dimension: int, samples: int) -> None:
    """x^2 has the law Beta(1/2, (d - 1)/2): the grid's distribution function, at every point."""
    points, cumulative = SphereCoordinate(dimension).table(samples)
    share = scipy.stats.beta.cdf(np.minimum(points**2, 1), 0.5, (dimension - 1) / 2)
    np.testing.assert_allclose(cumulative, (1 + np.sign(points) * share) / 2, atol=1e-5)


def test_rotated_point_masses_and_spheres_agree_with_users() -> None:
    """kent's settings of Figure 2, smaller: a sign on the first axis, and the sphere; users against aggregates."""
    rng, d = np.random.default_rng(7), 8
    rotation = RandomRotation.draw(d, rng)
    plan = kent.tuned_rotated(160, 40, 2.5, 1.0, rotation)
    axis = rotation.forward(np.eye(d)[:1])[0]
    laws = tuple(Signs(0.8 * entry, abs(entry)) for entry in axis)
    drawn, _ = aggregate.draw(plan, laws, 8000, rng)
    samples = np.zeros((500, 160, 40, d))
    samples[..., 0] = np.where(rng.random((500, 160, 40)) < 0.9, 1.0, -1.0)
    errors = [np.sum((x - 0.8 * np.eye(d)[0]) ** 2, axis=1) for x in (drawn, plan.run(samples, rng))]
    assert abs(two_sample(*errors)) < 6.5
    drawn, _ = aggregate.draw(plan, (SphereCoordinate(d),), 8000, rng)
    points = rng.standard_normal((300, 160, 40, d))
    points /= np.linalg.norm(points, axis=-1, keepdims=True)
    errors = [np.sum(x**2, axis=1) for x in (drawn, plan.run(points, rng))]
    assert abs(two_sample(*errors)) < 6.5


def test_transforms_come_back_without_privacy() -> None:
    """With next to no noise and data constant in every user, each estimator returns the data: any d, any regime."""
    rng = np.random.default_rng(8)
    for d in (3, 8):
        vector = rng.standard_normal(d)
        vector /= np.abs(vector).sum()
        samples = np.broadcast_to(vector, (2, 64 * d, 5, d))
        for estimator in VECTORS:
            plan = estimator.plan(Setting(64 * d, 5, d, 1e7), rng)
            # Signed response samples a coordinate, and a direction is drawn: they have noise whatever epsilon is.
            if estimator.name in {"signed-kary", "duchi-semi-user", "shrinking-balls", "user-means-ball"}:
                continue
            # A walk rounds numbers to few levels.
            atol = 0.1 if estimator.name == "walk" else 1e-4
            np.testing.assert_allclose(plan.run(samples, rng), np.broadcast_to(vector, (2, d)), atol=atol)


@pytest.mark.parametrize("epsilon", [0.8, 2.5, 40.0])
def test_bounds_are_above_exact_risks(epsilon: float) -> None:
    """On signs with means at several places of their bins; the bounds hold over all laws."""
    for name in ("zhao-algorithm2", "kent-algorithm12", "kent-tuned"):
        estimator, at = by_name("mean-linf", name), Setting(2000, 50, 5, epsilon)
        plan, bound = estimator.plan(at), estimator.bound(at)
        for means in (MEANS, np.zeros(5), np.full(5, 1.0)):
            assert exact(plan, means) <= bound.value
        assert bound.vacuous == (not bound.value < 5)


def test_bounds_say_something_and_theorem_4_is_looser() -> None:
    for epsilon in (0.9, 2.5, 100.0):
        bound = zhao.bound(10**8, 10**4, 16, epsilon, 1.0)
        ledger = zhao.theorem4(10**8, 10**4, 16, epsilon, 1.0)
        assert not bound.vacuous
        assert bound.value <= ledger.value < inf
        assert not kent.bound(10**8, 10**4, 16, epsilon, 1.0).vacuous
        assert not kent.l2_bound(10**8, 10**4, 16, epsilon, 1.0).vacuous
    assert zhao.theorem4(100, 10, 16, 1.0, 1.0).value == inf


def test_the_corrected_plan_meets_theorem_4_where_the_printed_one_does_not() -> None:
    """d <= epsilon < d ln n: printed, noise over (8) grows like 8 ln n (zhao/eq6); corrected, it stays bounded."""
    d, m = 4, 10**4
    ratios = []
    for n in (10**6, 10**12, 10**18):
        epsilon = 0.99 * d * log(n)
        rate = d / (n * m) * (1 + d * log(n) / epsilon)
        printed, corrected = (
            d * 2 * build(n, m, d, epsilon, 1.0).each.scale ** 2 / (n // 2) / rate
            for build in (zhao.printed_algorithm2, zhao.algorithm2)
        )
        ratios.append((printed, corrected))
    assert ratios[0][0] < ratios[1][0] < ratios[2][0]
    assert all(printed > 8 * log(n) / 2 for (printed, _), n in zip(ratios, (10**6, 10**12, 10**18), strict=True))
    assert max(corrected for _, corrected in ratios) < 200


@pytest.mark.parametrize("kind", [DenseFrame, HadamardFrame])
def test_l2_bounds_are_d_times_smaller_than_linf_ones(kind) -> None:
    """Without 1/sqrt(d) in the half-width the l_2 bound would be that of l_inf in 2d dimensions."""
    frame = kind.draw(64, np.random.default_rng(0))
    l2 = zhao.kashin_bound(10**9, 10**4, 1.0, 1.0, frame)
    linf = zhao.bound(10**9, 10**4, 128, 1.0, 1.0)
    assert l2.value == pytest.approx(linf.value * 4 / 64, rel=0.3)
    rotated = [kent.l2_bound(10**10, 10**4, d, 1.0, 1.0).value for d in (16, 64)]
    plain = [kent.bound(10**10, 10**4, d, 1.0, 1.0).value for d in (16, 64)]
    assert rotated[1] / rotated[0] < 6
    assert plain[1] / plain[0] > 12


def test_hadamard_on_letters() -> None:
    """zhao Remark 1: the coefficients of a symbol are +-1/sqrt(d)."""
    letters = zhao.one_hot(np.array([[0, 2], [1, 1]]), 3)
    np.testing.assert_array_equal(letters[0], [[1, 0, 0], [0, 0, 1]])
    assert np.all(np.abs(Hadamard(3).forward(letters)) == 0.5)
    with pytest.raises(ParameterError, match="from 0 to 2"):
        zhao.one_hot(np.array([3]), 3)


def test_every_problem_has_estimators_whose_rates_fall_with_n_and_m() -> None:
    for name in PLACES:
        problem = PROBLEMS[name]
        own = of_problem(name) + (inherited(name) if name in NEIGHBOURS else ())
        assert [one.name for one in own] == [one.name for one in problem.estimators]
    with pytest.raises(ParameterError, match="problem = 'means': must be one of mean, mean-linf"):
        of_problem("means")
    with pytest.raises(ParameterError, match="estimator = 'nobody': must be one of zhao-algorithm2"):
        by_name("mean-linf", "nobody")
    for estimator in VECTORS:
        names = {s.name: s for s in estimator.rate.free_symbols}
        values = {"n": 10**6, "m": 100, "d": 8, "epsilon": Fraction(1, 2), "D": 1, "M_p": 1, "p": 4}
        point = {names[k]: v for k, v in values.items() if k in names}
        here = estimator.rate.subs(point)
        assert float(here) > 0
        assert float(estimator.rate.subs(point | {names["n"]: 10**7})) < float(here)


def test_padding_costs_less_than_twice() -> None:
    assert [padded(d) for d in (1, 2, 3, 4, 5, 1000, 1024)] == [1, 2, 4, 4, 8, 1024, 1024]
    with pytest.raises(ParameterError, match="d = 0"):
        padded(0)


def noise_over_rate(build, rate, n: int, m: int, d: int, epsilon: float) -> float:
    """The exact variance that the noise of the second stage adds, over the rate without its non-private term."""
    plan = build(n, m, d, epsilon)
    noise = plan.split.coordinates * 2 * plan.each.scale**2 / plan.each.half
    names = {s.name: s for s in rate.free_symbols}
    values = {"n": n, "m": m, "d": d, "epsilon": epsilon, "D": 1}
    return float(noise / rate.subs({names[k]: v for k, v in values.items()}))


def worst_noise_over_rate(build, rate) -> float:
    """The largest over every regime of epsilon, d that is a power of two and d that is none."""
    points = [(n, d) for n in (10**6, 10**12) for d in (1, 5, 64, 300)]
    return max(
        noise_over_rate(build, rate, n, 100, d, epsilon)
        for n, d in points
        for epsilon in (0.1, 0.99, 1.0, 1.99, 2.5, d - 0.01, d, d + 0.5, d * log(n) - 1, d * log(n), 9.0 * d * log(n))
        if epsilon > 0
    )


ORDER_OF_NOISE = [
    (lambda n, m, d, e: zhao.algorithm2(n, m, d, e, 1.0), zhao.RATE, 4 * 4 * 270),
    (lambda n, m, d, e: zhao.through_hadamard(n, m, d, e, 1.0), zhao.L2_RATE, 2 * 4 * 4 * 270),
    (
        lambda n, m, d, e: zhao.through_kashin(n, m, e, 1.0, HadamardFrame.draw(d, np.random.default_rng(0))),
        zhao.L2_RATE,
        16 * 4 * 4 * 4 * 270,
    ),
]
"""With the constant 270 of zhao/own/thm1/noise, a factor 4 for groups and budgets, K^2 = 4, up to 4d coordinates."""


@pytest.mark.parametrize(("build", "rate", "most"), ORDER_OF_NOISE, ids=["linf", "l1", "l2"])
def test_noise_is_of_the_order_of_the_rate_in_every_regime(build, rate, most: float) -> None:
    assert worst_noise_over_rate(build, rate) <= most


def test_wrong_budgets_and_half_widths_lose_the_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    """epsilon/d in the medium regime, a missing 1/sqrt(d), and an l_2 noise scale from l_inf, each by name."""
    build, rate, most = ORDER_OF_NOISE[0]
    right = zhao.split
    monkeypatch.setattr(zhao, "split", lambda n, d, e: (right(n, d, e)[0], Fraction(1, d)))
    assert worst_noise_over_rate(build, rate) > most, "the budget of a coordinate at epsilon/d in the medium regime"
    monkeypatch.undo()
    build, rate, most = ORDER_OF_NOISE[2]
    monkeypatch.setattr(zhao, "kashin_half_width", lambda frame, level, D: 8 * level * D)
    assert worst_noise_over_rate(build, rate) > most, "an l_2 noise scale from l_inf"


def test_the_l2_bound_is_above_the_risk_on_the_sphere_and_near_it() -> None:
    """Algorithm 13 with its bins of (34), by aggregates: here the noise is nearly all of both. |z| <= 6.5."""
    rng, d = np.random.default_rng(9), 4
    for users, epsilon in ((400_000, 1.0), (60_000, 5.0), (60_000, 9.5)):
        plan = kent.algorithm13(users, 5000, epsilon, 1.0, RandomRotation.draw(d, rng))
        drawn, _ = aggregate.draw(plan, (SphereCoordinate(d),), 50, rng)
        squares = np.sum(drawn**2, axis=1)
        bound = kent.l2_bound(users, 5000, d, epsilon, 1.0).value
        assert squares.mean() - 6.5 * squares.std() / sqrt(50) < bound < 1
        assert bound < 2 * squares.mean()


def test_samples_of_other_dimensions_are_refused() -> None:
    plan = by_name("mean-linf", "zhao-algorithm2").plan(Setting(48, 6, 5, 2.5))
    with pytest.raises(ParameterError, match=r"must be \(\.\.\., users, m, 5\)"):
        plan.run(np.zeros((48, 6, 4)), np.random.default_rng(0))
