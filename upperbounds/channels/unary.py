"""Unary encoding: a binary vector, each bit answered by randomized response, independently."""

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from upperbounds.channels.arrays import Number
from upperbounds.channels.inversion import sum_of_bits
from upperbounds.channels.loss import (
    ONE,
    PrivacyLoss,
    RationalFunction,
    T,
    evaluate,
    from_coefficients,
    larger,
    to_coefficients,
)
from upperbounds.channels.randomness import Chance, flips
from upperbounds.channels.votes import hot_window, windowed


@dataclass(frozen=True)
class UnaryEncoding:
    """Independent bit flips of a vote with at most `hot` ones among `bins` bits.

    With t = e^(unit * epsilon), a bit b is answered 1 with probability `answer_one[b]`, a rational function of t;
    by default unit = 1/(2 hot) and a bit is kept with probability t/(1+t), which is epsilon-LDP (kent Lemma 28).

    Attributes
    ----------
    bins : int
        Number of bits.
    hot : int
        The largest number of bits of a vote that are 1.
    epsilon : float, Fraction or sympy expression
        Privacy budget of a vote.
    unit : Fraction, default Fraction(0)
        The unit of t, as a multiple of epsilon; 0 means 1/(2 hot).
    answer_one : tuple of (RationalFunction, RationalFunction)
        The probabilities of the answer 1 for a bit 0 and for a bit 1, elements of Q(t).

    References
    ----------
    Kent et al., Lemma 28.
    """

    bins: int
    hot: int
    epsilon: Number
    unit: Fraction = Fraction(0)
    answer_one: tuple[RationalFunction, RationalFunction] = field(default=(ONE / (1 + T), T / (1 + T)))

    def __post_init__(self) -> None:
        """Fill in the unit of the default channel."""
        if self.unit == 0:
            object.__setattr__(self, "unit", Fraction(1, 2 * self.hot))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by coefficients: sympy's field elements cannot be pickled while their ring is in use."""
        coefficients = tuple(to_coefficients(answer) for answer in self.answer_one)
        return _restored, (self.bins, self.hot, self.epsilon, self.unit, coefficients)

    @cached_property
    def probabilities(self) -> tuple[float, float]:
        """The probability of answering 1 for a bit 0 and for a bit 1, at this epsilon."""
        log_t = float(self.unit) * float(self.epsilon)
        zero, one = self.answer_one
        return evaluate(zero, log_t), evaluate(one, log_t)

    def sample(self, inputs: NDArray[Any], rng: np.random.Generator) -> NDArray[np.bool_]:
        """Draw answered bits, shape (..., bins), from the users' bins, shape (...)."""
        return self.sample_bits(hot_window(inputs, self.bins, self.hot), rng)

    def sample_bits(self, bits: NDArray[np.bool_], rng: np.random.Generator) -> NDArray[np.bool_]:
        """Draw answers to binary vectors.

        Parameters
        ----------
        bits : ndarray of bool, shape (..., bins)
            Binary vectors with at most `hot` ones.
        rng : numpy.random.Generator
            Source of randomness.

        Returns
        -------
        ndarray of bool, shape (..., bins)
            Answered bits.
        """
        zero, one = (Chance.of(answer, self.epsilon, self.unit) for answer in self.answer_one)
        return flips(zero, one, bits, rng)

    def sample_sum(self, counts: NDArray[np.int64], rng: np.random.Generator) -> NDArray[np.int64]:
        """Draw the summed answers, shape (..., bins): two binomials for each bin, independent given the counts."""
        users = counts.sum(axis=-1, keepdims=True)
        alike = users.size and np.all(users == users.flat[0])
        return self.sample_votes(windowed(counts, self.hot), int(users.flat[0]) if alike else users, rng)

    def sample_votes(
        self, votes: NDArray[np.int64], n: NDArray[np.int64] | int, rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """Draw the summed answers of bins, given how many users vote for each.

        Parameters
        ----------
        votes : ndarray of int, shape (..., bins)
            How many of the users vote for each bin.
        n : int or ndarray of int, shape (..., 1)
            Number of users.
        rng : numpy.random.Generator
            Source of randomness.

        Returns
        -------
        ndarray of int, shape (..., bins)
            The summed answers.
        """
        zero, one = self.probabilities
        return sum_of_bits(votes, n, zero, one, rng)

    def loss_between(self, x: Any, y: Any) -> PrivacyLoss:
        """The exact worst ratio between the votes for the bins x and y."""
        a, b = (hot_window(np.asarray(v), self.bins, self.hot) for v in (x, y))
        return self.loss_between_bits(a, b)

    def loss_between_bits(self, x: NDArray[np.bool_], y: NDArray[np.bool_]) -> PrivacyLoss:
        """The exact worst ratio over answers between two binary vectors of `bins` bits.

        Parameters
        ----------
        x : ndarray of bool, shape (bins,)
            A binary vector.
        y : ndarray of bool, shape (bins,)
            Another binary vector.

        Returns
        -------
        PrivacyLoss
            The worst ratio, exact.
        """
        down, up = int(np.sum(x & ~y)), int(np.sum(~x & y))
        return PrivacyLoss(self._bit_ratio(1, 0) ** down * self._bit_ratio(0, 1) ** up, self.unit)

    def worst_loss(self) -> PrivacyLoss:
        """The exact worst ratio over answers and over pairs of vectors with at most `hot` ones."""
        worst: RationalFunction = ONE
        lost, gained = self._bit_ratio(1, 0), self._bit_ratio(0, 1)
        for down in range(min(self.hot, self.bins) + 1):
            for up in range(min(self.hot, self.bins - down) + 1):
                worst = larger(worst, lost**down * gained**up)
        return PrivacyLoss(worst, self.unit)

    def _bit_ratio(self, x: int, y: int) -> RationalFunction:
        """max over answers z of P(z | bit x) / P(z | bit y)."""
        one = self.answer_one[x] / self.answer_one[y]
        zero = (1 - self.answer_one[x]) / (1 - self.answer_one[y])
        return larger(one, zero)


def _restored(
    bins: int, hot: int, epsilon: Number, unit: Fraction, coefficients: tuple[tuple[list[int], list[int]], ...]
) -> UnaryEncoding:
    zero, one = (from_coefficients(*pair) for pair in coefficients)
    return UnaryEncoding(bins, hot, epsilon, unit, (zero, one))
