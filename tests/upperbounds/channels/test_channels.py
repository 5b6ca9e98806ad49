"""What channels say of themselves beyond what estimators use (tests/conformance), and laws of the samplers of sums."""

import pickle
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
import sympy

from upperbounds.channels import KaryResponse, LaplaceHistogram, LaplaceOnInterval, RoundedResponse, UnaryEncoding
from upperbounds.channels.loss import ONE, PrivacyLoss, T, evaluate, larger, worse
from upperbounds.channels.votes import hot_window, windowed

EPSILON = sympy.Symbol("epsilon", positive=True)


def test_unary_worst_loss_is_the_largest_over_all_outputs_and_pairs() -> None:
    """The second route: every output, every pair of vectors with at most `hot` ones, at t = 3."""
    for bins, hot in product(range(1, 5), range(1, 3)):
        channel = UnaryEncoding(bins, hot, EPSILON)
        t = Fraction(3)
        law = {0: 1 / (1 + t), 1: t / (1 + t)}
        inputs = [v for v in product((0, 1), repeat=bins) if sum(v) <= hot]
        chances = {
            (v, z): np.prod([law[b] if o else 1 - law[b] for b, o in zip(v, z, strict=True)])
            for v in inputs
            for z in product((0, 1), repeat=bins)
        }
        worst = max(chances[a, z] / chances[b, z] for a in inputs for b in inputs for z in product((0, 1), repeat=bins))
        ratio = channel.worst_loss().ratio
        assert worst == Fraction(int(ratio.numer(3)), int(ratio.denom(3)))


def test_a_bit_that_is_not_cleared_overspends() -> None:
    keep, flip = T / (1 + T), ONE / (1 + T)
    broken = UnaryEncoding(4, 1, EPSILON, answer_one=(flip, 1 - (1 - keep) * (1 - flip)))
    assert not broken.worst_loss().at_most(Fraction(1))
    assert broken.worst_loss().log_ratio(1.0) == pytest.approx(1.68, abs=0.01)


def test_rounded_response_answers_a_number_outside_as_the_end() -> None:
    """Unclipped, 3D would be answered + always, and -3D never: no finite ratio. Type-I error below 1e-11."""
    channel, rng = RoundedResponse(1.0, 1.0), np.random.default_rng(6)
    up = np.mean(channel.sample(np.full(100_000, 3.0), rng) > 0)
    assert abs(up - np.e / (1 + np.e)) < 7 * 0.5 / np.sqrt(100_000)
    exact = RoundedResponse(Fraction(1), EPSILON)
    assert exact.loss_between(Fraction(3), Fraction(-3)).multiple() == 1


def test_ratios_that_cross_are_not_called_larger() -> None:
    with pytest.raises(ValueError, match="cross"):
        larger((T**3 + 5) / 6, T)
    assert larger(T, T**2) == larger(T**2, T) == T**2


def test_summed_laplace_votes_take_each_repetitions_own_users() -> None:
    """One repetition without users has no noise; type-I error of the other's variance below 1e-9."""
    counts = np.broadcast_to(np.array([[0, 0], [300, 100]]), (4000, 2, 2)).copy()
    sums = LaplaceHistogram(2, 1, 2.0, 1.0).sample_sum(counts, np.random.default_rng(7))
    assert np.all(sums[:, 0] == 0)
    assert sums[:, 1, 0].var() == pytest.approx(400 * 8, rel=0.2)


@pytest.mark.parametrize("symbols", [2, 3, 17])
def test_kary_response(symbols: int) -> None:
    channel = KaryResponse(symbols, EPSILON)
    assert channel.truth + (symbols - 1) * channel.lie == 1
    assert channel.worst_loss().multiple() == 1
    assert KaryResponse(1, EPSILON).worst_loss().multiple() == 0


def test_closed_bins_let_a_mean_on_an_edge_vote_twice_and_overspend() -> None:
    assert UnaryEncoding(5, 2, EPSILON, unit=Fraction(1, 2)).worst_loss().multiple() == 2
    assert LaplaceHistogram(5, 2, 2 / EPSILON, EPSILON).worst_loss().multiple() == 2


def test_floats_are_no_exact_ratios() -> None:
    with pytest.raises(TypeError, match="not floats"):
        LaplaceOnInterval(-1.0, 1.0, 2.0, 1.0).worst_loss()


def test_losses_add_across_units_and_compare_for_every_epsilon() -> None:
    third, half = PrivacyLoss.of(Fraction(1, 3)), PrivacyLoss.of(Fraction(1, 2))
    assert (third + half).multiple() == Fraction(5, 6)
    assert worse(third, half).multiple() == Fraction(1, 2)
    crossing = PrivacyLoss((T**3 + 5) / 6, Fraction(1))
    with pytest.raises(ValueError, match="cross"):
        worse(crossing, PrivacyLoss(T, Fraction(1)))


@pytest.mark.parametrize("epsilon", [1e-9, 0.3, 5.0, 700.0])
def test_probabilities_are_right_at_any_epsilon(epsilon: float) -> None:
    zero, one = UnaryEncoding(4, 1, epsilon).probabilities
    assert one == pytest.approx(1 / (1 + np.exp(-epsilon / 2)), rel=1e-14)
    assert zero == pytest.approx(np.exp(-epsilon / 2) / (1 + np.exp(-epsilon / 2)), rel=1e-13)
    assert evaluate(T**2 / (1 + T), 1.0) == pytest.approx(np.e**2 / (1 + np.e))


def test_windowed_counts_are_the_votes_of_the_users_in_them() -> None:
    rng = np.random.default_rng(5)
    users = rng.integers(0, 9, size=(3, 40))
    counts = np.stack([np.bincount(row, minlength=9) for row in users])
    for hot in (1, 3, 5):
        np.testing.assert_array_equal(windowed(counts, hot), hot_window(users, 9, hot).sum(axis=-2))


def test_samples_and_sums_have_the_shapes_that_they_promise() -> None:
    rng = np.random.default_rng(0)
    users = rng.integers(0, 4, size=(2, 5))
    counts = np.stack([np.bincount(row, minlength=4) for row in users])
    for channel in (UnaryEncoding(4, 1, 1.0), LaplaceHistogram(4, 1, 2.0, 1.0)):
        assert channel.sample(users, rng).shape == (2, 5, 4)
        assert channel.sample_sum(counts, rng).shape == (2, 4)
    assert KaryResponse(4, 1.0).sample(users, rng).shape == (2, 5)
    np.testing.assert_array_equal(KaryResponse(4, 1.0).sample_sum(counts, rng).sum(axis=-1), [5, 5])
    assert set(np.abs(RoundedResponse(1.0, 1.0).sample(np.zeros(9), rng))) == {1 / np.tanh(0.5)}


def _largest_z(draws: np.ndarray, expected: np.ndarray, variance: np.ndarray) -> float:
    return float(np.max(np.abs(draws.mean(axis=0) - expected) / np.sqrt(variance / len(draws))))


@pytest.mark.parametrize(
    "channel", [UnaryEncoding(5, 1, 1.5), UnaryEncoding(5, 3, 3.0), LaplaceHistogram(5, 1, 1.2, 1.0)]
)
def test_summed_votes_have_the_mean_and_variance_of_votes_user_by_user(channel) -> None:
    """Two-sided z tests on 2 x 5 means and 2 x 5 variances; |z| <= 7 has type-I error below 1e-10 in all."""
    rng = np.random.default_rng(11)
    users = np.array([0] * 6 + [1] * 3 + [4])
    counts = np.bincount(users, minlength=5)
    single = channel.sample(np.broadcast_to(users, (20_000, 10)), rng).sum(axis=-2).astype(float)
    summed = channel.sample_sum(np.broadcast_to(counts, (20_000, 5)).copy(), rng).astype(float)
    spread = single.var(axis=0) + summed.var(axis=0)
    assert _largest_z(single - summed, np.zeros(5), spread) < 7
    fourth = ((single - single.mean(axis=0)) ** 2).var(axis=0) + ((summed - summed.mean(axis=0)) ** 2).var(axis=0)
    squares = (single - single.mean(axis=0)) ** 2 - (summed - summed.mean(axis=0)) ** 2
    assert _largest_z(squares, np.zeros(5), fourth) < 7


def test_kary_sums_have_the_law_of_answers_user_by_user() -> None:
    rng = np.random.default_rng(12)
    channel = KaryResponse(3, 1.0)
    counts = np.array([6, 3, 1])
    users = np.repeat(np.arange(3), counts)
    answers = channel.sample(np.broadcast_to(users, (20_000, 10)), rng)
    single = np.stack([(answers == k).sum(axis=-1) for k in range(3)], axis=-1).astype(float)
    summed = channel.sample_sum(np.broadcast_to(counts, (20_000, 3)).copy(), rng).astype(float)
    truth = evaluate(channel.truth, 1.0)
    expected = counts * truth + (10 - counts) * (1 - truth) / 2
    for draws in (single, summed):
        assert _largest_z(draws, expected, draws.var(axis=0)) < 7


def test_channels_can_be_pickled() -> None:
    channel = UnaryEncoding(4, 3, 2.0)
    assert pickle.loads(pickle.dumps(channel)) == channel


@pytest.mark.parametrize("first", [0, 400])
def test_summed_bits_take_each_repetitions_own_users(first: int) -> None:
    """Without users no bit is answered, whichever repetition comes first; type-I error of a mean below 1e-9."""
    channel, others = UnaryEncoding(2, 1, 1.0), 400 - first
    counts = np.array([[[first, 0], [others, 0]]] * 3000)
    sums = channel.sample_sum(counts, np.random.default_rng(8))
    one, zero = np.exp(0.5) / (1 + np.exp(0.5)), 1 / (1 + np.exp(0.5))
    for place, users in enumerate((first, others)):
        for column, chance in enumerate((one, zero)):
            off = sums[:, place, column].mean() - users * chance
            assert abs(off) <= 6.5 * np.sqrt(users * chance * (1 - chance) / 3000)
    assert channel.sample_sum(np.zeros((0, 2), dtype=np.int64), np.random.default_rng(8)).shape == (0, 2)
