"""A bounded number by randomized response on windows: a discrete form of the piecewise mechanism."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from upperbounds.channels.arrays import FloatArray, Number
from upperbounds.channels.base import exact_multiple
from upperbounds.channels.loss import ONE, WHOLE, PrivacyLoss, RationalFunction, T, larger
from upperbounds.channels.randomness import Chance, coins, uniforms, whole_numbers


@dataclass(frozen=True)
class WindowResponse:
    """A number clipped to [-D, D] and rounded without bias to one of `levels` points; its answer is often near it.

    Level i = 0, ..., levels - 1 has the window of answers i, ..., i + window - 1 among levels + window - 1 in all. An
    answer has weight t = e^epsilon in the window and 1 outside it, so that the worst ratio is t. `decode` turns answers
    into unbiased numbers. Two levels with windows of one answer are the randomized response of Duchi, Jordan and
    Wainwright (2018); many levels come near the piecewise mechanism of Wang et al. (2019, "Collecting and analyzing
    multidimensional data with local differential privacy", Section III-B), in exact arithmetic.

    Attributes
    ----------
    levels : int
        Number of points to which a number is rounded, at least 2.
    window : int
        Number of answers in the window of a level.
    half_width : float, Fraction or sympy expression
        D; numbers outside [-D, D] are clipped.
    epsilon : float, Fraction or sympy expression
        Privacy budget of a message.

    References
    ----------
    Duchi, Jordan and Wainwright (2018); Wang et al. (2019), "Collecting and analyzing multidimensional data with local
    differential privacy", Section III-B.
    """

    levels: int
    window: int
    half_width: Number
    epsilon: Number

    @property
    def answers(self) -> int:
        """How many answers there are."""
        return self.levels + self.window - 1

    @property
    def anywhere(self) -> RationalFunction:
        """The probability that the answer is uniform over all, whatever the level, in Q(t)."""
        return _anywhere(self.answers, self.window)

    @property
    def unit(self) -> float:
        """The value of one step of the answers: 2D/(levels - 1) over the probability that the window is used."""
        steps = 2 * float(self.half_width) / (self.levels - 1)
        return steps * (1 + self.answers / (self.window * math.expm1(min(float(self.epsilon), 700.0))))

    @property
    def magnitude(self) -> float:
        """The largest size of a decoded answer."""
        return self.unit * (self.answers - 1) / 2

    def sample(self, inputs: NDArray[Any], rng: np.random.Generator) -> FloatArray:
        """Draw one decoded answer per number; same shape."""
        place = (np.clip(inputs / float(self.half_width), -1, 1) + 1) / 2 * (self.levels - 1)
        level = np.minimum(np.floor(place), self.levels - 2)
        # In floats, as no ratio depends on it: whatever the level is, it is answered with exact probabilities.
        level = (level + (uniforms(place.shape, rng) < place - level)).astype(np.int64)
        near = level + whole_numbers(self.window, place.shape, rng)
        blind = coins(Chance.of(self.anywhere, self.epsilon), place.shape, rng)
        return self.decode(np.where(blind, whole_numbers(self.answers, place.shape, rng), near))

    def decode(self, answers: NDArray[np.int64]) -> FloatArray:
        """The numbers of answers; their mean is the clipped input.

        Parameters
        ----------
        answers : ndarray of int, shape (...)
            Answers, from 0 to levels + window - 2.

        Returns
        -------
        ndarray, shape (...)
            Numbers, in units of the data.
        """
        return np.asarray((answers - (self.answers - 1) / 2) * self.unit)

    def second_moment(self, inputs: FloatArray) -> FloatArray:
        """The second moment of a message, given its input.

        Parameters
        ----------
        inputs : ndarray, shape (...)
            Numbers in [-D, D].

        Returns
        -------
        ndarray, shape (...)
            Second moments, in squared units of the data.
        """
        place = (np.asarray(inputs) / float(self.half_width) + 1) / 2 * (self.levels - 1)
        return np.asarray(np.interp(place, np.arange(self.levels), self._moments()))

    @property
    def most_second_moment(self) -> float:
        """The largest second moment of a message, at an end; with users at both ends, the variance around 0."""
        return float(self._moments().max())

    @property
    def most_noise(self) -> float:
        """The largest variance of a message given its input."""
        moments, points = self._moments(), np.linspace(-1, 1, self.levels) * float(self.half_width)
        slopes = np.diff(moments) / np.diff(points)
        # Between two levels the second moment is linear, so that the variance is largest at half its slope.
        best = np.clip(slopes / 2, points[:-1], points[1:])
        return float(np.max(moments[:-1] + slopes * (best - points[:-1]) - best**2))

    def _moments(self) -> FloatArray:
        """The second moment of a message at each level."""
        blind = 1 / (1 + self.window * math.expm1(min(float(self.epsilon), 700.0)) / self.answers)
        offset = np.arange(self.levels) - (self.levels - 1) / 2
        near, far = offset**2 + (self.window**2 - 1) / 12, (self.answers**2 - 1) / 12
        return np.asarray(self.unit**2 * ((1 - blind) * near + blind * far))

    def loss_between(self, x: Any, y: Any) -> PrivacyLoss:
        """The exact worst ratio between two rational numbers (or the two ends in symbols).

        Parameters
        ----------
        x : Fraction or sympy expression
            A number in [-D, D].
        y : Fraction or sympy expression
            Another number.

        Returns
        -------
        PrivacyLoss
            The worst ratio, exact.

        Raises
        ------
        ValueError
            If one answer is the worst for some epsilon, and another for others.
        """
        worst: RationalFunction = ONE
        for a, b in set(zip(self._shares(x), self._shares(y), strict=True)):
            worst = larger(worst, _weight(a) / _weight(b))
        return PrivacyLoss(worst, WHOLE)

    def _shares(self, x: Any) -> list[Fraction]:
        """For each answer the probability that the window of the rounded number holds it; exact."""
        place = (self.levels - 1) * exact_multiple(self.half_width + x, 2 * self.half_width)
        place = min(max(place, Fraction(0)), Fraction(self.levels - 1))
        level = min(int(place), self.levels - 2)
        up = place - level
        return [
            (1 - up) * (level <= answer < level + self.window) + up * (level < answer <= level + self.window)
            for answer in range(self.answers)
        ]

    def worst_loss(self) -> PrivacyLoss:
        """t, between the two ends: the first answer is in the window of the first level only."""
        return PrivacyLoss(T, WHOLE)


def _weight(share: Fraction) -> RationalFunction:
    """The weight of an answer that the window holds with this probability."""
    return (share.denominator * ONE + share.numerator * (T - 1)) / share.denominator


_LEVELS = (2, 3, 4, 5, 6, 8, 11, 16, 23, 32, 45, 64, 91, 128, 181, 256, 512)
_FINE = (4096, 65536)
"""Useful from epsilon = 12 on, where rounding is the main error."""

_FEW_LEVELS = 64


@lru_cache(maxsize=1024)
def best_window(epsilon: float) -> tuple[int, int]:
    """Levels and window with the smallest variance at the worst input, over tables of both.

    Parameters
    ----------
    epsilon : float
        Privacy budget of a message.

    Returns
    -------
    tuple of (int, int)
        Levels and window.
    """
    return min((WindowResponse(*shape, 1.0, epsilon).most_noise, *shape) for shape in _shapes(epsilon))[1:]


@lru_cache(maxsize=1024)
def best_window_near(epsilon: float, share: float) -> tuple[int, int]:
    """Levels and window with the smallest second moment at this share of the half-width, with at most 64 levels.

    Parameters
    ----------
    epsilon : float
        Privacy budget of a message.
    share : float
        The input, as a share of the half-width.

    Returns
    -------
    tuple of (int, int)
        Levels and window.
    """
    at, shapes = np.array(share), (shape for shape in _shapes(epsilon) if shape[0] <= _FEW_LEVELS)
    return min((float(WindowResponse(*shape, 1.0, epsilon).second_moment(at)), *shape) for shape in shapes)[1:]


def _shapes(epsilon: float) -> Iterator[tuple[int, int]]:
    """The table: levels and window."""
    for levels in _LEVELS if epsilon < 12 else (*_LEVELS, *_FINE):
        windows = sorted({max(1, round(levels * share)) for share in np.geomspace(1 / levels, 4, 24)})
        for window in windows[:8] if levels in _FINE else windows:
            yield levels, window


def quietest_response(D: float | Fraction, epsilon: float | Fraction) -> WindowResponse:
    """The channel for a number in [-D, D] at epsilon, with the levels and the window of `best_window`.

    Parameters
    ----------
    D : float or Fraction
        Half-width of the interval.
    epsilon : float or Fraction
        Privacy budget of a message.

    Returns
    -------
    WindowResponse
        The channel.
    """
    return WindowResponse(*best_window(float(epsilon)), D, epsilon)


@lru_cache(maxsize=1024)
def _anywhere(answers: int, window: int) -> RationalFunction:
    return answers * ONE / (window * (T - 1) + answers)
