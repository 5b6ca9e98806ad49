"""What the law of a single message says, and what all laws share."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import log
from typing import Any

import numpy as np

from upperbounds.channels.loss import PrivacyLoss, T, evaluate

Events = list[tuple[Callable[[np.ndarray], np.ndarray], float]]
"""Events of an array of messages, messages on the first axis, and their probabilities."""

LEVELS = (0.03, 0.2, 0.5, 0.8, 0.97)


class UnboundedLossError(ArithmeticError):
    """Two laws without a finite ratio."""


def simple(value: Any) -> Fraction:
    """The rational that a budget in floats stands for."""
    return Fraction(value).limit_denominator(10**4)


@dataclass(frozen=True)
class Law:
    """The law of one message of `channel`, for a user whose whole budget is `whole`."""

    channel: Any
    whole: Fraction

    @property
    def budget(self) -> Fraction:
        """The channel's epsilon in parts of the whole."""
        return simple(self.channel.epsilon) / self.whole

    @property
    def unit(self) -> Fraction:
        """What t = e^(unit * whole) is."""
        return self.budget

    def of_t(self, ratio: Any) -> PrivacyLoss:
        """A ratio in Q(t)."""
        return PrivacyLoss(ratio, self.unit)

    def number(self, chance: Any) -> float:
        """A probability in Q(t) as a number."""
        return evaluate(T / T * chance, float(self.unit * self.whole))

    def ratio(self, x: Any, y: Any, z: Any) -> PrivacyLoss:
        """How likely z is given x, over how likely given y."""
        raise NotImplementedError

    def anything(self, rng: np.random.Generator) -> Any:
        """Any message, the least likely ones too."""
        raise NotImplementedError

    def likeliest(self, x: Any, y: Any) -> Any:
        """A message whose ratio is the largest."""
        raise NotImplementedError

    def events(self, x: Any) -> Events:
        """What a message given x is compared with."""
        raise NotImplementedError


def window(place: Any, bins: int, hot: int) -> list[int]:
    """The bins that a user votes for."""
    return [k for k in range(bins) if abs(k - int(place)) <= hot // 2]


def quantiles(scale: float, values: Callable[[np.ndarray], np.ndarray], centre: float) -> Events:
    """The quantiles of Laplace noise around `centre`."""
    ends = [centre + scale * (log(2 * p) if p <= 0.5 else -log(2 - 2 * p)) for p in LEVELS]
    return [(lambda z, end=end: values(z) <= end, p) for end, p in zip(ends, LEVELS, strict=True)]
