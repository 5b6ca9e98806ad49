"""The mean of independent draws, and how far it may be from the truth where the draws are skewed.

A studentised mean T = (mean - truth)/(standard error) of N draws with skewness g has mean -g/(2 sqrt(N)) and skewness
-2g/sqrt(N) to first order, since a sample's deviation grows with its mean. Edgeworth's expansion with both is
P(T <= x) = Phi(x) + g (2x^2 + 1) phi(x)/(6 sqrt(N)) + O(1/N) (Hall, The Bootstrap and Edgeworth Expansion, 1992,
section 2.6), and its inverse puts the quantile of a tail at -z - g (2z^2 + 1)/(6 sqrt(N)) below, z the normal one.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

import numpy as np
from scipy.special import ndtri

from upperbounds.channels.arrays import FloatArray

_TRUSTED = 0.1
"""How large the correction may be relative to the normal quantile.

The next terms count where it is not small: for squared normal variables, by importance sampling, the lower tail holds
1.6 times what is stated at a tenth and 5 times at a fifth, for tails of 1e-8 to 1e-9 (normal quantiles: 28 and 420
times). The upper tail holds next to nothing, so that up to twice is within the sum of both.
"""

SQUARED_NORMAL = sqrt(8)
"""The skewness of a squared normal variable, the least that is granted to losses.

A sample shows less skewness than there is, never more than sqrt(N), and nothing of a tail that it lacks. The square of
an error that is normal or has longer tails has at least this; a sum over coordinates mostly has less.
"""


@dataclass(frozen=True)
class SampleMean:
    """The mean of `repetitions` independent draws, its standard error, and the skewness of one draw."""

    value: float
    standard_error: float
    repetitions: int
    skewness: float

    def quantile(self, tail: float) -> float:
        """How many standard errors the mean differs from the truth with probability at most `tail`, on either side."""
        return -float(ndtri(tail)) + self._correction(tail)

    def suffices(self, tail: float) -> bool:
        """Whether there are enough repetitions to trust that quantile."""
        return self._correction(tail) <= _TRUSTED * -float(ndtri(tail))

    def _correction(self, tail: float) -> float:
        """The longer tail's, on both sides."""
        return abs(self.skewness) / sqrt(self.repetitions) * (2 * float(ndtri(tail)) ** 2 + 1) / 6


def mean_of_squares(squares: FloatArray) -> SampleMean:
    """The sample mean of independent squared errors."""
    deviations = squares - squares.mean()
    second, third = (float(np.mean(deviations**power)) for power in (2, 3))
    skewness = abs(third) / second**1.5 if second > 0 else 0.0
    return SampleMean(
        float(squares.mean()),
        float(squares.std(ddof=1)) / sqrt(len(squares)),
        len(squares),
        max(skewness, SQUARED_NORMAL),
    )


def too_few(means: Iterable[SampleMean], tail: float) -> str:
    """Why quantiles of these means can't be trusted; empty where all can be."""
    for mean in means:
        if not mean.suffices(tail):
            draws = f"{mean.repetitions} draws of skewness {mean.skewness:.3g}"
            return f"too few repetitions: {draws} for tails of {tail:.2g}"
    return ""
