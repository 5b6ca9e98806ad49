"""bassily's truncated means: the exact divergence of whole compositions, printed and corrected, against the ledger."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import exp, sqrt

import numpy as np
import pytest

from notation.parameters import ParameterError
from upperbounds.channels import UnaryEncoding
from upperbounds.channels.gaussian import GaussianOnBall
from upperbounds.channels.loss import ONE
from upperbounds.channels.votes import Bins
from upperbounds.protocols.accountant import Noise, total_divergence
from upperbounds.protocols.privacy_profile import Profile, normal_delta, of_gaussian, of_pure, of_votes, together
from upperbounds.transforms.hadamard import RandomRotation
from upperbounds.vectors import bassily, bassily_central
from upperbounds.vectors.bassily_spend import central_ranges
from verify.kernel.statements.outcome import as_arb
from verify.papers.bassily.instances import mean_estimators as estimators

EPSILONS = (Fraction(1, 10), Fraction(1, 2), Fraction(1))
DELTAS = (Fraction(1, 2), Fraction(1, 200), Fraction(1, 2 * 10**5), Fraction(1, 10**8))


def local(epsilon: float, delta: float, printed: bool = False, d: int = 4, n: int = 64) -> bassily.LocalTruncatedMean:
    rotation = RandomRotation.draw(d, np.random.default_rng(0))
    build = bassily.printed_local_truncated_mean if printed else bassily.local_truncated_mean
    return build(n, 10**4, epsilon, 1.0, delta, rotation)


@pytest.mark.parametrize(("epsilon", "delta", "printed"), list(product(EPSILONS, DELTAS, (True, False))))
def test_the_divergence_of_both_messages_is_the_ledgers(epsilon: Fraction, delta: Fraction, printed: bool) -> None:
    """Against ball arithmetic, relative 1e-9."""
    plan = local(float(epsilon), float(delta), printed)
    assert plan.localisation.bins.count > 1
    enclosed = estimators.two_messages(epsilon, delta, 8 if printed else 32, again=False)
    assert plan.spent_delta() == pytest.approx(float(enclosed.mid()), rel=1e-9)


def is_private(plan: bassily.LocalTruncatedMean) -> bool:
    """Both messages of a user together are (epsilon, delta)-private."""
    return plan.spent_delta() <= plan.delta


@pytest.mark.parametrize("epsilon", [0.01, 0.1, 0.37, 0.5, 0.73, 1.0])
@pytest.mark.parametrize("delta", [0.5, 1e-3, 1e-5, 1e-8, 1e-12])
def test_corrected_noise_is_private(epsilon: float, delta: float) -> None:
    for d in (1, 3, 16):
        assert is_private(local(epsilon, delta, d=d))


def test_printed_noise_is_caught() -> None:
    """The note's numbers: epsilon = 1/2 at 1e-8 spends 8.3e-6; 1e-5 spends 8.4 times that; 1e-3 at 0.1 is private."""
    plan = local(0.5, 1e-8, printed=True)
    assert plan.spent_delta() == pytest.approx(8.3e-6, rel=0.01)
    assert not is_private(plan), "noise for all of epsilon after half of it is spent"
    assert local(0.5, 1e-5, printed=True).spent_delta() / 1e-5 == pytest.approx(8.38, rel=0.01)
    assert is_private(local(0.1, 1e-3, printed=True))


def test_normal_divergences_are_the_ledgers_also_at_negative_losses() -> None:
    for loss, shift in product((-2.0, -0.3, 0.0, 0.4, 3.0, 30.0), (0.05, 0.7, 3.0)):
        enclosed = estimators.gaussian_delta(as_arb(Fraction(loss)), as_arb(Fraction(shift)))
        assert normal_delta(loss, shift) == pytest.approx(float(enclosed.mid()), rel=1e-8, abs=1e-300)
    assert normal_delta(-1.0, 0.0) == pytest.approx(1 - exp(-1.0))
    assert normal_delta(1.0, 0.0) == 0.0


def test_profiles_compose_as_their_laws_do() -> None:
    """Two messages by enumeration of all answers, at e^epsilon = 2.3; Gaussians add in quadrature."""
    votes = UnaryEncoding(5, 1, 0.8)
    zero, one = votes.probabilities
    pairs = []
    for bits in product((0, 1), repeat=4):
        first = second = 1.0
        for position, bit in enumerate(bits):
            chances = (one, zero) if position % 2 else (zero, one)
            first *= chances[0] if bit else 1 - chances[0]
            second *= chances[1] if bit else 1 - chances[1]
        pairs.append((first, second))
    by_hand = sum(max(a - 2.3 * b, 0.0) for a, b in pairs)
    assert together([of_votes(votes), of_votes(votes)]).delta(np.log(2.3)) == pytest.approx(by_hand, rel=1e-12)
    for channel in (UnaryEncoding(5, 3, 0.8), replace(votes, answer_one=(votes.answer_one[0], ONE / 2))):
        with pytest.raises(ValueError, match="one-hot votes"):
            of_votes(channel)
    assert (of_gaussian(3.0) + of_gaussian(4.0)).shift == 5.0
    assert Profile().delta(0.1) == 0.0
    assert of_pure(0.3, 2).delta(0.6) == pytest.approx(0.0, abs=1e-15)
    assert of_pure(0.3, 1).delta(0.1) == pytest.approx(exp(0.3) / (1 + exp(0.3)) - exp(0.1) / (1 + exp(0.3)), rel=1e-12)
    assert sum(weight for _, weight in of_pure(0.01, 500).losses) == pytest.approx(1.0, rel=1e-12)


def test_votes_alone_spend_half_of_epsilon_and_gaussians_have_no_ratio() -> None:
    plan = local(0.9, 1e-6)
    votes, refine = plan.protocol().rounds
    assert votes.worst_loss().multiple() == Fraction(1, 2)
    with pytest.raises(ValueError, match="no finite privacy loss"):
        plan.spend()
    rotation = RandomRotation.draw(5, np.random.default_rng(1))
    alone = bassily.algorithm3(160, 10**4, 3.3, 1.0, rotation)
    assert alone.protocol().worst_spend().multiple() == 1
    assert refine.users == range(64)


@pytest.mark.parametrize("d", [2, 3, 8])
def test_the_crude_mean_is_near_where_there_are_enough_users(d: int) -> None:
    """Noiseless votes: within 2 sqrt(d) tau' of the data's middle in every repetition."""
    rng = np.random.default_rng(d)
    rotation = RandomRotation.draw(d, rng)
    plan = bassily.algorithm3(40 * d, 3000, 1e6, 1.0, rotation)
    vector = rng.standard_normal(d)
    vector *= 0.8 / np.linalg.norm(vector)
    samples = np.broadcast_to(vector, (3, 40 * d, 2, d))
    reach = 2 * sqrt(rotation.coordinates) * plan.localisation.bins.width / 2
    assert np.all(np.linalg.norm(plan.run(samples, rng) - vector, axis=-1) <= reach)


def test_truncation_radii_printed_and_corrected() -> None:
    """BE-2: the printed C is less than the bins' reach sqrt(d) tau', so that points are truncated without any noise."""
    tau, k, d, gamma = 1.0, 12800, 64, 1e-3
    reach = tau + 2 * sqrt(d) * bassily.rotated_radius(tau, k, d, gamma)
    assert bassily.truncation_radius(tau, k, d, gamma) == pytest.approx(reach)
    assert bassily.printed_truncation_radius(tau, k, d, gamma) < sqrt(d) * bassily.rotated_radius(tau, k, d, gamma)


def test_projections_go_to_the_ball_and_no_further() -> None:
    channel = GaussianOnBall(np.array([1.0, 0.0]), 2.0, 1e-12)
    points = np.array([[1.0, 0.0], [2.0, 1.0], [5.0, 0.0], [1.0, -9.0]])
    np.testing.assert_allclose(channel.project(points), [[1, 0], [2, 1], [3, 0], [1, -2]], atol=1e-12)
    assert channel.loss_between(points[2], points[2] + 1e6 * np.array([1.0, 0.0])).multiple() == 0
    with pytest.raises(ValueError, match="divergence"):
        channel.loss_between(points[0], points[1])


def test_the_local_mean_is_unbiased_where_nothing_is_truncated() -> None:
    """z tests in each coordinate, type-I error below 1e-9; the noise's variance is sigma^2/n."""
    rng = np.random.default_rng(6)
    rotation = RandomRotation.draw(2, rng)
    plan = bassily.local_truncated_mean(4000, 200, 1.0, 1.0, 1e-4, rotation)
    mean = np.array([0.3, -0.4])
    samples = np.broadcast_to(mean, (300, 4000, 1, 2))
    errors = plan.run(samples, rng) - mean
    assert np.all(np.abs(errors.mean(axis=0)) < 6.5 * plan.sigma / sqrt(4000 * 300))
    assert errors.std() == pytest.approx(plan.sigma / sqrt(4000), rel=0.2)


@pytest.mark.parametrize("epsilon", [0.1, 0.55, 1.0])
@pytest.mark.parametrize("delta", [0.4, 1e-3, 1e-7])
@pytest.mark.parametrize("d", [1, 5, 64])
def test_the_central_mean_is_private_in_all(epsilon: float, delta: float, d: int) -> None:
    """d answers of Algorithm 6 and the noise together, by optimal composition."""
    rotation = RandomRotation.draw(d, np.random.default_rng(0))
    assert bassily_central.central_truncated_mean(500, 20, epsilon, 1.0, delta, rotation).spent_delta() <= delta


def test_central_noise_that_is_too_small_is_caught() -> None:
    rotation = RandomRotation.draw(8, np.random.default_rng(0))
    plan = bassily_central.central_truncated_mean(500, 20, 1.0, 1.0, 1e-6, rotation)
    assert replace(plan, sigma=plan.sigma / 3).spent_delta() > 1e-6


def test_algorithm_6_draws_from_the_exponential_mechanism() -> None:
    """The frequencies of each midpoint next to the exact law of the ledger; |z| <= 6.5."""
    rotation = RandomRotation(1, np.ones(1))
    bins = 5
    plan = bassily_central.CentralTruncatedMean(
        "ranges", 6, 1, 1.0, 1e-3, Bins(-1.0, 0.4, bins), 2 * np.log(1.5), rotation, 1.0, 1.0
    )
    data = (0, 1, 1, 1, 3, 3)
    means = np.array([-0.8 + 0.4 * k for k in data])[:, None]
    found = plan.crude_mean(np.broadcast_to(means, (60_000, 6, 1)), np.random.default_rng(2))[:, 0]
    law = estimators.exponential(data, bins, Fraction(3, 2))
    for k, chance in enumerate(law):
        share = np.mean(np.isclose(found, -0.8 + 0.4 * k))
        assert abs(share - float(chance)) < 6.5 * sqrt(float(chance * (1 - chance)) / 60_000)


def ratio(range_: bassily_central.PrivateRange, users: int) -> float:
    """The largest log-ratio of probabilities between data one user apart, over all counts."""
    counts = [c for c in product(range(users + 1), repeat=range_.bins.count) if sum(c) == users]
    logs = {c: np.log(range_.chances(np.array(c))) for c in counts}
    near = [(a, b) for a in counts for b in counts if sum(abs(x - y) for x, y in zip(a, b, strict=True)) == 2]
    return float(max(np.max(logs[a] - logs[b]) for a, b in near))


@pytest.mark.parametrize("epsilon", [0.3, 2.0])
def test_algorithm_6_is_private_and_twice_its_weight_is_not(epsilon: float) -> None:
    range_ = bassily_central.private_range(epsilon, 1 / 3, 1.0)
    assert range_.bins.count == 3
    assert ratio(range_, 5) <= epsilon * (1 + 1e-12)
    assert ratio(replace(range_, epsilon=2 * epsilon), 5) > epsilon * 1.1


def test_algorithm_6_has_the_law_of_the_ledger() -> None:
    data = (0, 1, 1, 1, 3, 3)
    range_ = bassily_central.PrivateRange(Bins(-1.0, 0.4, 5), 2 * np.log(1.5))
    law = estimators.exponential(data, 5, Fraction(3, 2))
    assert range_.chances(np.bincount(data, minlength=5)) == pytest.approx([float(x) for x in law], rel=1e-12)


def test_the_printed_range_leaves_out_data_and_the_corrected_one_does_not() -> None:
    """Two users within tau of one point: bassily/own/returned-range, moved by 4; no bin without data is chosen."""
    numbers, rng = np.broadcast_to([-2.25, -0.5], (400, 2)), np.random.default_rng(4)
    held = []
    for reach in (2, 3):
        low, high = bassily_central.private_range(200.0, 1.0, 4.0, reach=reach).run(numbers, rng)
        assert np.all(high - low == 2 * reach)
        held.append(np.all((low[:, None] <= numbers) & (numbers <= high[:, None]), axis=1).mean())
    assert held[0] < 1
    assert held[1] == 1


@pytest.mark.parametrize("localised", [False, True])
@pytest.mark.parametrize(("epsilon", "delta"), [(0.2, 1e-9), (1.0, 0.1), (6.0, 1e-5)])
def test_the_tight_mean_spends_delta_and_hardly_less(epsilon: float, delta: float, localised: bool) -> None:
    """By the enclosed divergence; noise smaller by a relative 1e-6 spends more."""
    rotation = RandomRotation.draw(4, np.random.default_rng(0))
    plan = bassily_central.tight_central_mean(3000, 10**6, epsilon, 2.0, delta, rotation, localised=localised)
    assert (plan.bins.count > 1) is localised
    parts = (*central_ranges(plan), Noise(2 * Fraction(plan.radius) / plan.n, plan.sigma))
    assert total_divergence(parts, epsilon).upper <= delta
    less = Noise(2 * Fraction(plan.radius) / plan.n, plan.sigma * (1 - 1e-6))
    assert total_divergence((*parts[:-1], less), epsilon).lower > delta


def test_wrong_ranges_are_named() -> None:
    for name, call in (
        ("epsilon", lambda: bassily_central.private_range(0.0, 0.1, 1.0)),
        ("tau", lambda: bassily_central.private_range(1.0, -0.1, 1.0)),
        ("tau", lambda: bassily_central.private_range(1.0, 1e-9, 1.0)),
        ("B", lambda: bassily_central.private_range(1.0, 0.1, float("inf"))),
    ):
        with pytest.raises(ParameterError, match=f"^{name} = "):
            call()


def test_the_central_mean_has_the_noise_it_says() -> None:
    rng = np.random.default_rng(3)
    rotation = RandomRotation.draw(3, rng)
    plan = bassily_central.central_truncated_mean(3000, 50, 1.0, 1.0, 1e-3, rotation)
    mean = np.array([0.2, 0.0, -0.5])
    errors = plan.run(np.broadcast_to(mean, (400, 3000, 1, 3)), rng) - mean
    assert errors.std() == pytest.approx(plan.sigma, rel=0.15)
    with pytest.raises(ParameterError, match="must be finite"):
        plan.run(np.full((3000, 2, 3), np.nan), rng)


def test_bounds_say_something_and_stand_in_order() -> None:
    rotation = RandomRotation.draw(4, np.random.default_rng(0))
    assert not bassily.local_bound(10**8, 10**4, 1.0, 1.0, 1e-9, rotation).vacuous
    central = bassily_central.central_bound(10**5, 10**4, 1.0, 1.0, 1e-6, rotation)
    assert not central.vacuous
    assert central.value < bassily.local_bound(10**5, 10**4, 1.0, 1.0, 1e-6, rotation).value


@pytest.mark.parametrize(("epsilon", "delta"), [(1.5, 1e-5), (0.5, 0.0), (0.5, 0.7), (0.5, float("nan")), (0.0, 0.1)])
def test_wrong_parameters_are_named_in_one_line(epsilon: float, delta: float) -> None:
    rotation = RandomRotation.draw(2, np.random.default_rng(0))
    for build in (bassily.local_truncated_mean, bassily_central.central_truncated_mean):
        with pytest.raises(ParameterError, match=" = "):
            build(100, 5, epsilon, 1.0, delta, rotation)
    with pytest.raises(ParameterError, match="n = 3: must be at least 4"):
        bassily.algorithm3(3, 5, 1.0, 1.0, rotation)
