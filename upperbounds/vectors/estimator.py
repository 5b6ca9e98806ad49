"""What an estimator of a mean vector is: a plan for every (n, m, d, epsilon, D), a rate and a bound."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from typing import Protocol as Structural

import numpy as np
import sympy

from upperbounds.arrays import FloatArray
from upperbounds.loss import PrivacyLoss
from upperbounds.mean.estimator import UpperBound, checked
from upperbounds.protocol import Protocol
from upperbounds.vectors.hadamard import checked_dimension


def checked_vectors(
    users: int, samples: int, dimension: int, eps: float, half_width: float
) -> tuple[int, int, int, float, float]:
    """n, m, d, epsilon and D as numbers; raises ParameterError for one outside what floats carry."""
    users, samples, eps, half_width = checked(users, samples, eps, half_width, least_users=1)
    return users, samples, checked_dimension(dimension), eps, half_width


class VectorPlan(Structural):
    """An estimator with its constants, for given numbers of users, samples and dimensions."""

    @property
    def name(self) -> str:
        """The estimator's name."""
        ...

    @property
    def users(self) -> int:
        """n."""
        ...

    @property
    def dimension(self) -> int:
        """d."""
        ...

    def protocol(self) -> Protocol:
        """Who sends what through which channel, and the decoders; samples are flattened, (..., users, m d)."""
        ...

    def spend(self) -> list[tuple[range, PrivacyLoss]]:
        """The total loss of each user in multiples of epsilon, exact."""
        ...

    def run(self, samples: FloatArray, rng: np.random.Generator) -> FloatArray:
        """Estimate from raw samples of shape (..., users, m, d); returns shape (..., d)."""
        ...


@dataclass(frozen=True)
class VectorEstimator:
    """An estimator of a mean vector with its source, symbolic RATE, explicit BOUND, and the plan for given numbers.

    `build` and `bound` take n, m, d, epsilon, D, and `build` a generator for what is public and random (rotations,
    frames) last; `bound` is on the mean squared l_2 error over all laws of the problem. `needs_one_law` says that the
    estimate means something only where all users draw from one law; the others estimate the average of the users' own
    means, and where users differ the variance of these means over n comes on top of the bound.
    """

    name: str
    title: str
    source: str
    problem: str
    rate: sympy.Expr
    build: Callable[[int, int, int, float, float, np.random.Generator], Any]
    bound: Callable[[int, int, int, float, float], UpperBound]
    needs_one_law: bool = True

    @property
    def takes_means(self) -> bool:
        """Whether a user's mean is all that is used of her samples."""
        return not self.needs_one_law
