"""A choice among several outcomes by weight: the exponential mechanism, drawn with exact probabilities."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import flint
import numpy as np
from numpy.typing import NDArray

from notation.parameters import ParameterError
from upperbounds.channels.arrays import Number
from upperbounds.channels.loss import ONE, PrivacyLoss, RationalFunction, T
from upperbounds.channels.randomness import uniform_words
from upperbounds.channels.vectors import as_vectors

_WORD = 64
_CELL = 16
"""How many bits of a word are looked up in a table."""

_MOST = 1 << 15
_SLACK = 2.0**-36
"""More than the error in floats: 2^15 weights, each with relative error 2^-53, and a number of 53 bits."""

_NOTHING = 100
"""Sums in floats omit weights below e^-100 of the largest; `_SLACK` covers them."""


@dataclass(frozen=True)
class Weights:
    """Outcome k with probability proportional to e^(logs[k]), the logs exact rationals.

    Uniform bits are compared with cumulative sums in ball arithmetic, with as many bits as the decision needs.

    Attributes
    ----------
    logs : tuple of Fraction
        The logarithms of the weights, up to a common constant.
    """

    logs: tuple[Fraction, ...]

    def enclosed(self) -> list[flint.arb]:
        """Enclosures of the probabilities at the precision in force.

        Returns
        -------
        list of flint.arb
        """
        most = max(self.logs)
        weights = [_exponential(x - most) for x in self.logs]
        total = sum(weights, flint.arb(0))
        return [weight / total for weight in weights]

    def draw(self, shape: tuple[int, ...], rng: np.random.Generator) -> NDArray[np.int64]:
        """Draw outcomes.

        Parameters
        ----------
        shape : tuple of int
            Shape of the draws.
        rng : numpy.random.Generator
            Source of randomness.

        Returns
        -------
        ndarray of int, shape (*shape)
            Outcomes from 0.
        """
        cells = uniform_words(np.uint16, shape, rng).ravel()
        drawn = self._table[cells]
        left = np.flatnonzero(drawn < 0)
        if left.size:
            rest = uniform_words(np.uint64, left.shape, rng) >> np.uint64(_CELL)
            words = cells[left].astype(np.uint64) << np.uint64(_WORD - _CELL) | rest
            least, most = self._between(words, words)
            for place in np.flatnonzero(least < most):
                least[place] = self.decide(int(words[place]), rng)
            drawn[left] = least
        return drawn.reshape(shape)

    def decide(self, word: int, rng: np.random.Generator) -> int:
        """The outcome of a uniform number whose first 64 bits are known; more bits are drawn if needed.

        Parameters
        ----------
        word : int
            The first 64 bits.
        rng : numpy.random.Generator
            Source of randomness.

        Returns
        -------
        int
            The outcome, from 0.
        """
        words = 1
        while True:
            lows, tops = self._ends(words)
            least, most = sum(top < word for top in tops), sum(low <= word for low in lows)
            if least == most:
                return least
            word = word << _WORD | int(rng.integers(1 << _WORD, dtype=np.uint64))
            words += 1

    def _ends(self, words: int) -> tuple[list[int], list[int]]:
        """For each cumulative sum but the last: digits below which a number is below it, and above which it is not."""
        with flint.ctx.workprec(words * _WORD + _WORD):
            scale, total = flint.arb(2) ** (words * _WORD), flint.arb(0)
            lows, tops = [], []
            for probability in self.enclosed()[:-1]:
                total += probability
                lows.append(max(int((total * scale).lower().floor().unique_fmpz()), 0))
                tops.append(int((total * scale).upper().ceil().unique_fmpz()) - 1)
        return lows, tops

    @cached_property
    def _sorted_ends(self) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
        lows, tops = self._ends(1)
        # No sum is 1, so that no number of 64 bits is beyond the largest word.
        most = (1 << _WORD) - 1
        return tuple(np.sort(np.array([min(end, most) for end in ends], dtype=np.uint64)) for ends in (lows, tops))  # type: ignore[return-value]

    def _between(
        self, first: NDArray[np.uint64], last: NDArray[np.uint64]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The least and the largest outcome of numbers whose first words are from `first` to `last`."""
        lows, tops = self._sorted_ends
        return np.searchsorted(tops, first, side="left"), np.searchsorted(lows, last, side="right")

    @cached_property
    def _table(self) -> NDArray[np.int64]:
        """The outcome of a word by its first bits, -1 where they do not decide it."""
        first = np.arange(1 << _CELL, dtype=np.uint64) << np.uint64(_WORD - _CELL)
        least, most = self._between(first, first | np.uint64((1 << _WORD - _CELL) - 1))
        return np.where(least == most, least, -1)


def _exponential(log: Fraction) -> flint.arb:
    return flint.arb(flint.fmpq(log.numerator, log.denominator)).exp()


def chosen(scores: NDArray[np.int64], log_t: Fraction, rng: np.random.Generator) -> NDArray[np.int64]:
    """Draw for each row outcome k with probability proportional to e^(log_t scores[k]), exactly.

    A uniform number of 64 bits is compared with cumulative sums in floats. If it is nearer to one of them than their
    error bound, `Weights` decides with as many bits as needed.

    Parameters
    ----------
    scores : ndarray of int, shape (..., k)
        Scores, at most 2^15 in a row.
    log_t : Fraction
        The logarithm of the factor by which a unit of score multiplies the weight, above 0.
    rng : numpy.random.Generator
        Source of randomness.

    Returns
    -------
    ndarray of int, shape (...)
        Outcomes from 0.

    Raises
    ------
    ParameterError
        For longer rows, or empty ones.
    """
    *shape, outcomes = scores.shape
    if not 1 <= outcomes <= _MOST:
        raise ParameterError(f"{outcomes} outcomes: must be from 1 to {_MOST}")
    rows = scores.reshape(-1, outcomes)
    below = rows.max(axis=1, keepdims=True) - rows
    # What is below the most by more than this has no weight in floats.
    below = np.minimum(below, int(_NOTHING / log_t) + 1)
    weights = np.zeros(below.max() + 1)
    weights[below] = 1.0
    with flint.ctx.workprec(_WORD):
        # The ball's midpoint as a float is off by half a unit in the last place and the ball's radius.
        for level in np.flatnonzero(weights):
            weights[level] = float(_exponential(-log_t * int(level))) if log_t * int(level) <= _NOTHING else 0.0
    sums = np.cumsum(weights[below], axis=1)
    words = uniform_words(np.uint64, (len(rows),), rng)
    at = (words.astype(np.float64) * 2.0**-_WORD)[:, None] * sums[:, -1:]
    drawn = (sums <= at).sum(axis=1)
    for row in np.flatnonzero((np.abs(sums - at) <= _SLACK * sums[:, -1:]).any(axis=1)):
        drawn[row] = Weights(tuple(log_t * int(score) for score in rows[row])).decide(int(words[row]), rng)
    return drawn.reshape(shape)


@dataclass(frozen=True)
class ExponentialChoice:
    """The exponential mechanism: outcome k with weight t^(scores[k]), the scores whole numbers from 0 to `most`.

    t = e^(unit epsilon). If all scores may change, the worst ratio is t^most (1 + (k - 1) t^most)/(t^most + k - 1),
    below t^(2 most). So unit = 1/(2 most) by default, and a choice is epsilon-private (McSherry and Talwar 2007).

    Attributes
    ----------
    outcomes : int
        k, the number of outcomes, at least 1.
    most : int
        The largest score.
    epsilon : float, Fraction or sympy expression
        Privacy budget of a choice.
    unit : Fraction, default Fraction(0)
        The unit of t, as a multiple of epsilon; 0 means 1/(2 most).

    References
    ----------
    McSherry and Talwar (2007).
    """

    outcomes: int
    most: int
    epsilon: Number
    unit: Fraction = Fraction(0)

    def __post_init__(self) -> None:
        """Fill in the unit of the default channel."""
        if self.unit == 0:
            object.__setattr__(self, "unit", Fraction(1, 2 * self.most))

    def sample(self, inputs: NDArray[Any], rng: np.random.Generator) -> NDArray[np.int64]:
        """Draw outcomes (...) for packed rows of scores (...); scores outside 0 to `most` are clipped."""
        scores = np.clip(np.nan_to_num(as_vectors(inputs)), 0, self.most).astype(np.int64)
        return chosen(scores, self.unit * Fraction(self.epsilon), rng)

    def probability(self, scores: tuple[int, ...], outcome: int) -> RationalFunction:
        """The probability of an outcome, in Q(t).

        Parameters
        ----------
        scores : tuple of int
            Scores from 0 to `most`.
        outcome : int
            An outcome, from 0.

        Returns
        -------
        RationalFunction
            The probability, a function of t.
        """
        return T ** scores[outcome] / sum((T**score for score in scores), 0 * ONE)

    def loss_between(self, x: tuple[int, ...], y: tuple[int, ...]) -> PrivacyLoss:
        """The exact worst ratio between two rows of scores.

        Parameters
        ----------
        x : tuple of int
            Scores from 0 to `most`.
        y : tuple of int
            Other scores.

        Returns
        -------
        PrivacyLoss
            The worst ratio, exact: at the outcome whose score is raised most.
        """
        gains = [a - b for a, b in zip(x, y, strict=True)]
        best = gains.index(max(gains))
        return PrivacyLoss(self.probability(x, best) / self.probability(y, best), self.unit)

    def worst_loss(self) -> PrivacyLoss:
        """Between `most` for one outcome alone and `most` for all others."""
        alone = (self.most, *(0,) * (self.outcomes - 1))
        return self.loss_between(alone, tuple(self.most - score for score in alone))
