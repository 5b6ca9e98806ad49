"""Choices by weight: every bit of the comparison, laws against exact probabilities, the exponential mechanism.

Statistical checks: chi-square at 1e-9 each, fixed seeds.
"""

from fractions import Fraction
from itertools import product

import mpmath
import numpy as np
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from notation.parameters import ParameterError
from tests.upperbounds.channels.test_randomness import Planned, value
from upperbounds.channels import choice
from upperbounds.channels.choice import ExponentialChoice, Weights, chosen
from upperbounds.channels.loss import ONE, T
from upperbounds.channels.randomness import Chance, coins_of, in_the_clear, system_generator, uniforms, whole_numbers
from upperbounds.channels.vectors import packed

ALPHA = 1e-9
EPSILON = sympy.Symbol("epsilon", positive=True)
exactly = settings(derandomize=True, database=None, deadline=None, max_examples=60)
LOGS = st.lists(st.fractions(-6, 6, max_denominator=9), min_size=1, max_size=6).map(tuple)
WORD = 1 << 64


def sums(logs: tuple[Fraction, ...]) -> list[mpmath.mpf]:
    """The cumulative sums but the last, by another library, at the precision in force."""
    weights = [mpmath.exp(mpmath.mpf(log.numerator) / log.denominator) for log in logs]
    return [mpmath.fsum(weights[: k + 1]) / mpmath.fsum(weights) for k in range(len(weights) - 1)]


@exactly
@given(LOGS, st.lists(st.integers(0, WORD - 1), min_size=1, max_size=4), st.integers(-1, 1))
def test_a_number_is_compared_with_the_sums_to_its_last_bit(
    logs: tuple[Fraction, ...], words: list[int], off: int
) -> None:
    """Any words, and words at a sum's own digits, where the next word decides."""
    with mpmath.workprec(600):
        limits = sums(logs)
        near = [min(max(int(mpmath.floor(limit * WORD)) + off, 0), WORD - 1) for limit in limits]
        for word, second in product([*words, *near], words[:2]):
            number = (mpmath.mpf(word) + mpmath.mpf(second) / WORD + mpmath.mpf(1) / WORD**3) / WORD
            expected = sum(limit <= number for limit in limits)
            assert Weights(logs).decide(word, Planned(second, 1, 0, 0)) == expected
            # By the table and the words beyond it.
            cell, rest = word >> 48, (word & ((1 << 48) - 1)) << 16
            assert Weights(logs).draw((1,), Planned(cell, rest, second, 1, 0))[0] == expected  # type: ignore[arg-type]


@exactly
@given(
    st.lists(st.integers(-40, 400), min_size=1, max_size=6),
    st.fractions(Fraction(1, 50), 3, max_denominator=50),
    st.integers(0, WORD - 1),
    st.integers(-3, 3),
)
def test_rows_are_compared_as_one_by_one(scores: list[int], log_t: Fraction, word: int, off: int) -> None:
    """Floats decide nothing otherwise than exact sums do, near a sum neither."""
    logs = tuple(log_t * score for score in scores)
    with mpmath.workprec(1200):
        limits = sums(logs)
        for each in (word, *(min(max(int(mpmath.floor(limit * WORD)) + off, 0), WORD - 1) for limit in limits)):
            number = (mpmath.mpf(each) + mpmath.mpf(5) / WORD) / WORD
            expected = sum(limit <= number for limit in limits)
            assert chosen(np.array([scores]), log_t, Planned(each, 5, 1, 1))[0] == expected  # type: ignore[arg-type]


def test_weights_that_no_float_tells_apart_are_decided() -> None:
    """Two equal ones and one of e^-1000000: the first sum is 1/2 less nearly nothing."""
    weights = Weights((Fraction(0), Fraction(0), Fraction(-1_000_000)))
    half = 1 << 63
    for words, outcome in (((half - 1, 7), 0), ((half, 7), 1), ((half, 0, 7), 1), ((WORD - 1, WORD - 1, 7), 1)):
        assert weights.decide(words[0], Planned(*words[1:])) == outcome  # type: ignore[arg-type]
    # A draw whose word has the digits of a sum is decided by the next word.
    weights = Weights((Fraction(0), Fraction(1)))
    with mpmath.workprec(200):
        word = int(mpmath.floor(sums(weights.logs)[0] * WORD))
    for second, outcome in ((0, 0), (WORD - 1, 1)):
        tie = Planned(word >> 48, (word & ((1 << 48) - 1)) << 16, second, 1, 0)
        assert weights.draw((1,), tie)[0] == outcome  # type: ignore[arg-type]
    assert Weights((Fraction(3),)).draw((4,), np.random.default_rng(0)).tolist() == [0] * 4


@pytest.mark.parametrize("system", [False, True])
def test_draws_have_their_law_and_others_are_caught(system: bool) -> None:
    rng = system_generator() if system else np.random.default_rng(3)
    logs = (Fraction(0), Fraction(1, 2), Fraction(-2), Fraction(1, 3), Fraction(-1, 7))
    law = np.exp([float(log) for log in logs])
    law /= law.sum()
    drawn = Weights(logs).draw((200, 500), rng)
    assert drawn.shape == (200, 500)
    seen = np.bincount(drawn.ravel(), minlength=5)
    assert stats.chisquare(seen, 100_000 * law).pvalue > ALPHA
    assert stats.chisquare(seen, 100_000 * law[::-1]).pvalue < ALPHA
    steps = np.array([0, 21, -84, 14, -6])
    seen = np.bincount(chosen(np.tile(steps, (100_000, 1)), Fraction(1, 42), rng), minlength=5)
    assert stats.chisquare(seen, 100_000 * law).pvalue > ALPHA
    seen = np.bincount(chosen(np.tile(steps, (100_000, 1)), Fraction(1, 21), rng), minlength=5)
    assert stats.chisquare(seen, 100_000 * law).pvalue < ALPHA


def test_where_floats_cannot_tell_the_exact_law_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a slack of 1/20 a third of the draws are decided in balls: to the same law."""
    asked: list[int] = []
    decide = Weights.decide

    def heard(self: Weights, word: int, rng: np.random.Generator) -> int:
        asked.append(word)
        return decide(self, word, rng)

    monkeypatch.setattr(choice, "_SLACK", 0.05)
    monkeypatch.setattr(Weights, "decide", heard)
    rows = np.tile([0, 1, -2], (2000, 1))
    found = chosen(rows, Fraction(1, 2), np.random.default_rng(4))
    assert len(asked) > 100
    monkeypatch.setattr(choice, "_SLACK", 2.0**-36)
    asked.clear()
    assert np.array_equal(found, chosen(rows, Fraction(1, 2), np.random.default_rng(4)))
    assert not asked
    with pytest.raises(ParameterError, match="outcomes"):
        chosen(np.zeros((2, 0), dtype=np.int64), Fraction(1), np.random.default_rng(0))


@pytest.mark.parametrize(("outcomes", "most"), [(1, 2), (2, 1), (2, 3), (3, 2), (4, 1)])
@pytest.mark.parametrize("t", [Fraction(3, 2), Fraction(4)])
def test_the_exponential_mechanism_by_enumeration(outcomes: int, most: int, t: Fraction) -> None:
    channel = ExponentialChoice(outcomes, most, EPSILON)
    rows = list(product(range(most + 1), repeat=outcomes))
    laws = {row: [t**score / sum(t**other for other in row) for score in row] for row in rows}
    for row, law in laws.items():
        assert [value(channel.probability(row, k), t) for k in range(outcomes)] == law
    worst = Fraction(1)
    for x, y in product(rows, rows):
        ratio = max(p / q for p, q in zip(laws[x], laws[y], strict=True))
        assert value(channel.loss_between(x, y).ratio, t) == ratio
        worst = max(worst, ratio)
    assert worst == value(channel.worst_loss().ratio, t)
    assert channel.worst_loss().at_most(Fraction(1))
    if outcomes > 2:
        # Weights that forget the factor 2.
        assert not ExponentialChoice(outcomes, most, EPSILON, unit=Fraction(1, most)).worst_loss().at_most(Fraction(1))


def test_the_exponential_mechanism_draws_its_law() -> None:
    channel = ExponentialChoice(3, 4, 2.0)
    rows = packed(np.tile([0.0, 3.0, 9.0], (50_000, 1)))
    law = np.exp(np.array([0, 3, 4]) / 4)
    seen = np.bincount(channel.sample(rows, np.random.default_rng(5)), minlength=3)
    assert stats.chisquare(seen, 50_000 * law / law.sum()).pvalue > ALPHA


def test_bulk_numbers_of_the_system_are_uniform() -> None:
    """Chi-square at 1e-9 each; a number left out is caught."""
    rng = system_generator()
    for most in (1, 3, 10, (1 << 32) - 5):
        drawn = whole_numbers(most, (40, 500), rng)
        assert drawn.shape == (40, 500)
        assert drawn.min() >= 0
        assert drawn.max() < most
        cells = min(most, 7)
        seen = np.bincount((drawn * cells // most).ravel(), minlength=cells)
        law = np.diff([-(-k * most // cells) for k in range(cells + 1)]) / most
        assert cells == 1 or stats.chisquare(seen, 20_000 * law).pvalue > ALPHA
    # Words that would favour some numbers are drawn again: of 3 numbers, 2^32 mod 3 = 1 word.
    assert stats.kstest(uniforms((20_000,), rng), "uniform").pvalue > ALPHA
    assert uniforms((3,), np.random.default_rng(1)).tolist() == np.random.default_rng(1).random(3).tolist()


def test_a_word_that_favours_a_number_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Words 0 and 2^31 times 6: the lower half of the first is 0 < 2^32 mod 6 = 4, of the second 0 too."""
    given = [[0, 1, 1 << 31], [2, 3]]
    monkeypatch.setattr(
        "upperbounds.channels.randomness.uniform_words",
        lambda kind, shape, rng: np.array(given.pop(0), dtype=kind).reshape(shape),
    )
    drawn = whole_numbers(6, (3,), system_generator())
    assert not given
    assert drawn.tolist() == [0, 0, 0]


def test_coins_of_the_system_read_on_where_eight_bits_do_not_decide(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every first word of 8 bits is that of the probability: heads come in proportion to the digits beyond.

    Where the next 56 bits are those of the probability too, the digits beyond the first word decide.
    """
    chances = (Chance.of(ONE / 3, 1.0), Chance.of(ONE, 1.0), Chance.of(T / (1 + T), 1.0))
    rng = system_generator()
    fixed: dict[type, int] = {}
    monkeypatch.setattr(
        "upperbounds.channels.randomness.uniform_words",
        lambda kind, shape, _: (
            np.full(shape, fixed[kind], dtype=kind) if kind in fixed else rng.integers(1 << 64, size=shape, dtype=kind)
        ),
    )
    for k in (0, 2):
        digits = chances[k].digits(2)
        fixed = {np.uint8: digits >> 120}
        heads = coins_of(chances, np.full(6000, k), rng)
        assert stats.binomtest(int(heads.sum()), 6000, (digits >> 64) % (1 << 56) / (1 << 56)).pvalue > ALPHA
        fixed[np.uint64] = (digits >> 64) % (1 << 56) << 8
        heads = coins_of(chances, np.full(6000, k), rng)
        assert stats.binomtest(int(heads.sum()), 6000, digits % (1 << 64) / (1 << 64)).pvalue > ALPHA
        # A bit less, and no digit beyond is read.
        fixed[np.uint64] -= 1 << 8
        assert coins_of(chances, np.full(20, k), rng).all()
    fixed = {np.uint8: 255, np.uint64: (1 << 64) - 1}
    assert coins_of(chances, np.ones(5, dtype=np.intp), rng).all()
    assert not coins_of(chances, np.zeros(5, dtype=np.intp), rng).any()


@pytest.mark.parametrize("system", [False, True])
def test_coins_in_several_parts_have_the_shape_and_law_of_one(system: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts of 7 coins: certain and impossible ones are where they should be, the same stream of a seed is used."""
    chances = (Chance((0,), (1,), Fraction(1)), Chance.of(ONE, 1.0), Chance.of(ONE / 3, 1.0))
    which = np.random.default_rng(0).integers(3, size=(4, 25))
    whole = coins_of(chances, which, np.random.default_rng(1))
    monkeypatch.setattr("upperbounds.channels.randomness._COINS", 7)
    found = coins_of(chances, which, system_generator() if system else np.random.default_rng(1))
    assert found.shape == which.shape
    assert found[which == 1].all()
    assert not found[which == 0].any()
    assert system or np.array_equal(found, whole)
    assert coins_of(chances, np.zeros((3, 0), dtype=np.intp), system_generator()).shape == (3, 0)


def test_a_process_has_one_fast_generator_that_the_system_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two generators of the system have nothing in common; a forked process draws its own."""
    rng, other = system_generator(), system_generator()
    assert in_the_clear(rng) is in_the_clear(rng)
    first, second = (in_the_clear(each).integers(1 << 62, size=100) for each in (rng, other))
    assert not set(first.tolist()) & set(second.tolist())
    before = in_the_clear(rng)
    monkeypatch.setattr("upperbounds.channels.randomness.os.getpid", lambda: -1)
    assert in_the_clear(rng) is not before
    seeded = np.random.default_rng(1)
    assert in_the_clear(seeded) is seeded
