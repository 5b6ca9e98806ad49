"""Randomized response on k symbols, and on a bounded number rounded to one of two ends."""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import sympy
from numpy.typing import NDArray

from upperbounds.channels.arrays import FloatArray, Number
from upperbounds.channels.base import exact_multiple
from upperbounds.channels.loss import ONE, WHOLE, PrivacyLoss, RationalFunction, T, evaluate, larger
from upperbounds.channels.randomness import Chance, coins, flips, uniforms, whole_numbers


@dataclass(frozen=True)
class KaryResponse:
    """k-ary randomized response: the true symbol with probability t/(t+k-1), t = e^epsilon, else another one.

    Attributes
    ----------
    symbols : int
        k, the number of symbols.
    epsilon : float, Fraction or sympy expression
        Privacy budget of a message.
    """

    symbols: int
    epsilon: Number

    @property
    def truth(self) -> RationalFunction:
        """The probability of the true symbol, in Q(t)."""
        return T / (T + self.symbols - 1)

    @property
    def lie(self) -> RationalFunction:
        """The probability of each other symbol, in Q(t)."""
        return ONE / (T + self.symbols - 1)

    def sample(self, inputs: NDArray[Any], rng: np.random.Generator) -> NDArray[np.int64]:
        """Draw one symbol per input symbol (0 .. symbols - 1); same shape."""
        # With probability symbols * lie the answer is uniform over all symbols, the truth included.
        blind = coins(Chance.of(self.symbols * self.lie, self.epsilon), inputs.shape, rng)
        return np.where(blind, whole_numbers(self.symbols, inputs.shape, rng), inputs).astype(np.int64)

    def sample_sum(self, counts: NDArray[np.int64], rng: np.random.Generator) -> NDArray[np.int64]:
        """Draw the counts of answers, same shape, from the counts of true symbols (last axis)."""
        seen = rng.binomial(counts, 1 - self.symbols * evaluate(self.lie, float(self.epsilon)))
        blind = counts.sum(axis=-1) - seen.sum(axis=-1)
        return seen + rng.multinomial(blind, np.full(self.symbols, 1 / self.symbols))

    def loss_between(self, x: Any, y: Any) -> PrivacyLoss:
        """t if the symbols differ, else 1."""
        return PrivacyLoss(self.truth / self.lie if x != y else ONE, WHOLE)

    def worst_loss(self) -> PrivacyLoss:
        """t for two or more symbols; no loss for one."""
        return PrivacyLoss(self.truth / self.lie if self.symbols > 1 else ONE, WHOLE)


@dataclass(frozen=True)
class RoundedResponse:
    """A number clipped to [-D, D] and rounded without bias to one of the ends, which is sent by randomized response.

    The message is +-D (t+1)/(t-1), t = e^epsilon, so that its mean is the clipped number (Duchi,
    Jordan and Wainwright 2018).

    Attributes
    ----------
    half_width : float, Fraction or sympy expression
        D; numbers outside [-D, D] are clipped.
    epsilon : float, Fraction or sympy expression
        Privacy budget of a message.

    References
    ----------
    Duchi, Jordan and Wainwright (2018).
    """

    half_width: Number
    epsilon: Number

    @property
    def answer_plus(self) -> tuple[RationalFunction, RationalFunction]:
        """The probability of the answer + for the ends - and +, in Q(t)."""
        return ONE / (1 + T), T / (1 + T)

    @property
    def magnitude(self) -> Number:
        """The size of a message, D (t+1)/(t-1) = D coth(epsilon/2)."""
        if isinstance(self.epsilon, sympy.Expr):
            return self.half_width / sympy.tanh(self.epsilon / 2)
        return float(self.half_width) / math.tanh(float(self.epsilon) / 2)

    @property
    def second_moment(self) -> Number:
        """The second moment of a message, whatever the input."""
        return self.magnitude**2

    def sample(self, inputs: NDArray[Any], rng: np.random.Generator) -> FloatArray:
        """Draw one message per number; same shape."""
        minus, plus = (Chance.of(p, self.epsilon) for p in self.answer_plus)
        # A number outside would be answered + with a probability that the worst ratio does not cover.
        weight = (1 + np.clip(inputs / float(self.half_width), -1, 1)) / 2
        # In floats, as no ratio depends on it: whatever the end is, it is answered by an exact coin.
        ends = uniforms(inputs.shape, rng) < weight
        up = flips(minus, plus, ends, rng)
        return np.where(up, self.magnitude, -self.magnitude)

    def loss_between(self, x: Any, y: Any) -> PrivacyLoss:
        """The exact worst ratio between two rational numbers (or the two ends in symbols)."""
        a, b = (self._plus_given(v) for v in (x, y))
        return PrivacyLoss(larger(a / b, (1 - a) / (1 - b)), WHOLE)

    def worst_loss(self) -> PrivacyLoss:
        """t, between the two ends."""
        minus, plus = self.answer_plus
        return PrivacyLoss(larger(plus / minus, (1 - minus) / (1 - plus)), WHOLE)

    def _plus_given(self, x: Any) -> RationalFunction:
        minus, plus = self.answer_plus
        weight = min(max(exact_multiple(self.half_width + x, 2 * self.half_width), Fraction(0)), Fraction(1))
        return minus + (plus - minus) * weight.numerator / weight.denominator
