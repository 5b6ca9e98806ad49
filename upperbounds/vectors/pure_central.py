"""bassily Algorithm 1 in the central model without a delta: Algorithm 6, then noise that decreases with the l_2 norm.

The noise z has density proportional to e^(-|z|/b). If its mean moves by s in l_2, the probability of an event changes
by a factor of at most e^(s/b) (Chaudhuri, Monteleoni and Sarwate 2011). |z| has the law Gamma(d, b) and the direction
of z is uniform, so E|z|^2 = d(d + 1) b^2. Budgets of pure answers add up.
"""

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from notation.setting import in_range
from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.votes import Bins
from upperbounds.protocols.privacy_profile import Profile, of_pure
from upperbounds.transforms.hadamard import RandomRotation
from upperbounds.vectors.bassily import radii, truncation_radius
from upperbounds.vectors.bassily_central import CentralTruncatedMean, private_range

RANGES_SHARE = Fraction(1, 4)
"""The share of epsilon for all ranges together, if they are looked for."""


@dataclass(frozen=True)
class CentralPureMean(CentralTruncatedMean):
    """The truncated mean with noise of density e^(-|z|/scale); `sigma` is the root mean square of a coordinate."""

    @property
    def scale(self) -> float:
        """b."""
        return self.sigma / math.sqrt(self.dimension + 1)

    @property
    def noise_epsilon(self) -> float:
        """What the noise spends for one user, who moves the mean by 2 radius/n."""
        return 2 * self.radius / self.n / self.scale

    def noise(self, shape: tuple[int, ...], rng: np.random.Generator) -> FloatArray:
        """Draw the noise, (..., d): a direction and a length."""
        ways = rng.standard_normal(shape)
        lengths = self.scale * rng.standard_gamma(self.dimension, size=(*shape[:-1], 1))
        return np.asarray(ways * (lengths / np.linalg.norm(ways, axis=-1, keepdims=True)))

    def noise_profile(self, times: int) -> Profile:
        """Randomized response dominates every pure pair."""
        return of_pure(self.noise_epsilon, times)


def pure_central_mean(
    n: int,
    m: int,
    epsilon: float,
    D: float,
    rotation: RandomRotation,
    gamma: float | None = None,
    *,
    localised: bool = True,
    answers: int = 1,
) -> CentralPureMean:
    """Algorithm 1 in the central model at epsilon/answers, with pure privacy.

    Unless `localised`, no range is looked for: means are within D of 0, nothing is truncated, and gamma is not used.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float
        Radius of the ball that holds the data, or half-width of their range.
    rotation : RandomRotation
        The public random rotation.
    gamma : float or None, optional
        Allowed probability of failure; None is 1/(nm).
    localised : bool, default True
        Whether ranges are looked for.
    answers : int, default 1
        How often it may be asked at total epsilon.

    Returns
    -------
    CentralPureMean
        The plan.

    Raises
    ------
    ParameterError
        For numbers out of range.

    References
    ----------
    Bassily and Sun, Algorithm 1.
    """
    n, m, dimension, epsilon, D = in_range(n, m, rotation.dimension, epsilon, D)
    size = rotation.coordinates if localised else 0
    # Down by a relative 1e-12, so that budgets that add up to epsilon surely do not exceed it.
    budget = epsilon / answers * (1 - 1e-12)
    each, bins, radius = budget, Bins(-D, 2 * D, 1), D
    if localised:
        found = radii(n, m, D, rotation, gamma)
        radius = truncation_radius(found.tau, n, size, found.gamma)
        each, budget = budget * float(RANGES_SHARE) / size, budget * float(1 - RANGES_SHARE)
        bins = private_range(each, found.narrow, D).bins
    sigma = 2 * radius / n / budget * math.sqrt(dimension + 1) * (1 + 1e-12)
    return CentralPureMean("central-pure", n, dimension, epsilon, 0.0, bins, each, rotation, radius, sigma)
