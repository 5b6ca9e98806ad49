"""bassily Algorithm 4: many noisy gradient steps by a trusted server, each on a random subset of users.

Each step's mean is Algorithm 1 in the central model, with its range from Algorithm 6 in each rotated coordinate. The
printed step size is a sum, where the proof needs the smaller of two terms, and its first term lacks a factor c^2.
Theorem 2.4, which is cited for the whole run, gives more than epsilon, although the run is private by optimal
composition. With its constants nothing is guaranteed below about 10^5 users.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from notation.parameters import ParameterError
from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.randomness import uniform_words
from upperbounds.optimisation.domains import Domain
from upperbounds.optimisation.estimator import Excess
from upperbounds.optimisation.local import checked_run, public_rotation
from upperbounds.optimisation.losses import Loss, user_gradients
from upperbounds.optimisation.steps import GradientSteps, Place
from upperbounds.protocols.accountant import MOST_TERMS, Enclosed, least_noise
from upperbounds.protocols.privacy_profile import of_pure
from upperbounds.vectors.bassily import checked_approximate, concentration_radius
from upperbounds.vectors.bassily_central import CentralTruncatedMean, central_truncated_mean

Asked = Callable[[FloatArray, NDArray[np.int64]], FloatArray]
"""Average gradients (repetitions, users, d) of users (repetitions, users) at parameters (repetitions, d)."""

ROUND_EPSILON = 1.0
"""epsilon_0 of Algorithm 4: what a step spends for the users in its subset."""


@dataclass(frozen=True)
class SubsetDescent:
    """T steps of a server, each on random users, who may take part again.

    As corrected, the answer averages the parameters after the steps; as printed, those at which gradients are taken.
    `gamma` is the ledger's, 1/sqrt(nm). For each user, gradients at a parameter that is independent of them are outside
    the range that `mean` looks for with probability gamma/(4eTn).

    Attributes
    ----------
    name : str
        Name of the estimator.
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    delta : float
        delta of the privacy budget.
    loss : Loss
        The loss, with its constants.
    domain : Domain
        Where the parameter may be.
    steps : GradientSteps
        The rule of descent.
    mean : CentralTruncatedMean
        The private mean of a step.
    gamma : float
        Probability that gradients of users who are independent of the parameter are outside the range that `mean` looks
        for.
    """

    name: str
    n: int
    m: int
    epsilon: float
    delta: float
    loss: Loss
    domain: Domain
    steps: GradientSteps
    mean: CentralTruncatedMean
    gamma: float

    @property
    def batch(self) -> int:
        """B."""
        return self.mean.n

    @property
    def large(self) -> bool:
        """Whether batches are large enough for d ranges of t bins, and c large enough for the noise: bassily/thm3.1."""
        size, mean = self.mean.coordinates, self.mean
        wanted = math.log(8 * size * mean.bins.count * self.steps.number / self.gamma)
        loud = math.expm1(ROUND_EPSILON) * self.loss.lipschitz * math.sqrt(2 / (self.m * size))
        return wanted <= mean.range_epsilon * self.batch / 4 and mean.sigma <= loud

    @property
    def step_spend(self) -> tuple[float, float]:
        """What a step spends for any user: (ln(1 + q (e - 1)), q delta_0), q = B/n, by subsampling.

        delta_0 is the divergence at e of the step's mean with its actual noise; Balle, Barthe and Gaboardi 2018.
        """
        share = self.batch / self.n
        return math.log1p(share * math.expm1(self.mean.epsilon)), share * self.mean.spent_delta()

    def spent_delta(self) -> float:
        """A bound on the divergence of the run at e^epsilon; private as stated if at most delta.

        Except with probability delta each, the steps' pairs of laws are dominated by randomized response (Kairouz, Oh
        and Viswanath 2015). So it is 1 - (1 - delta)^T (1 - that of T such responses).

        Returns
        -------
        float
            The bound.

        Raises
        ------
        ParameterError
            For more steps than can be summed in seconds.

        References
        ----------
        Kairouz, Oh and Viswanath (2015).
        """
        if self.steps.number > MOST_TERMS:
            raise ParameterError(f"n = {self.n}: takes {self.steps.number:.1e} steps; must take at most {MOST_TERMS}")
        each, lost = self.step_spend
        responses = of_pure(each, self.steps.number).delta(self.epsilon)
        return -math.expm1(self.steps.number * math.log1p(-lost) + math.log1p(-min(responses, 1 - 1e-16)))

    @property
    def bound(self) -> Excess:
        """A bound on the excess risk, in parts: bassily/thm3.1 term by term, before its terms are compared.

        The steps' own bound on the data's risk at the variance L^2/B + d sigma^2 (bassily/sec5/5, 6), plus L^2 eta (T +
        1)/(nm) (bassily/sec5/7), `eta` the length of the steps. As printed, steps of eta whose average starts with the
        centre, at L^2 + d sigma^2. Steps with clipped gradients cost L times the diameter: B (e^epsilon gamma/(4eTn) +
        delta) each (bassily/sec5/11), gamma/(8T) for the rotation, and missed ranges.
        """
        T, eta, L, R = self.steps.number, self.steps.rate, self.loss.lipschitz, self.domain.radius
        if eta * self.loss.smoothness > 2:
            return Excess(math.inf, 0.0, 0.0, 0.0)
        far = math.exp(self.epsilon) * self.gamma / (4 * math.e * T * self.n)
        clipped = self.batch * (far + self.delta) + self.gamma / (8 * T) + self.mean.misses
        sampled = L**2 / self.batch if self.steps.ahead else 0.0
        variance = sampled + self.mean.rotation.dimension * self.mean.noise_variance
        plain, noisy = (self.steps.excess(self.loss, self.domain, each) for each in (sampled, variance))
        moves = T + (1 if self.steps.ahead else -1)
        told = L**2 * eta * moves / (self.n * self.m)
        return Excess(plain, told, noisy - plain, min(1.0, T * clipped) * L * 2 * R)

    @property
    def dimension(self) -> int:
        """d."""
        return self.loss.dimension

    def follow(self, gradients: Asked, repetitions: int, rng: np.random.Generator) -> FloatArray:
        """Run the descent where `gradients` gives the average gradients of users at parameters.

        Parameters
        ----------
        gradients : Asked
            Average gradients (repetitions, batch, d) of users, given parameters (repetitions, d) and users.
        repetitions : int
            Number of runs.
        rng : numpy.random.Generator
            Source of randomness.

        Returns
        -------
        ndarray, shape (repetitions, d)
            Parameters.
        """
        zeros = np.zeros((repetitions, self.dimension))
        place = Place(zeros, zeros)
        for t in range(self.steps.number):
            who = _subsets(repetitions, self.n, self.batch, rng)
            found = gradients(self.steps.asked(place, t), who)
            place = self.steps.moved(place, self.mean.of_means(found, rng), t)
        return self.steps.answer(place)

    def run(self, samples: FloatArray, rng: np.random.Generator) -> FloatArray:
        """Run the descent on raw samples, with one axis of repetitions at most.

        Parameters
        ----------
        samples : ndarray, shape (..., users, m, k)
            Samples.
        rng : numpy.random.Generator
            Source of randomness.

        Returns
        -------
        ndarray, shape (..., d)
            The parameter.

        Raises
        ------
        ParameterError
            For samples of another shape, or that are not finite.
        """
        if samples.ndim not in (3, 4) or samples.shape[-3:-1] != (self.n, self.m) or not np.all(np.isfinite(samples)):
            raise ParameterError(
                f"samples of shape {samples.shape}: must be finite, ({self.n}, {self.m}, k) or with repetitions before"
            )
        held = samples if samples.ndim == 4 else samples[None]
        rows = np.arange(len(held))[:, None]
        found = self.follow(lambda theta, who: user_gradients(self.loss, theta, held[rows, who]), len(held), rng)
        return found if samples.ndim == 4 else found[0]


def _subsets(repetitions: int, n: int, batch: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """Random subsets of this many of n users, all equally likely: privacy depends on that.

    The users with the smallest random words; words are drawn again until all differ.
    """
    words = uniform_words(np.uint64, (repetitions, n), rng)
    while (alike := (np.diff(np.sort(words, axis=1), axis=1) == 0).any(axis=1)).any():
        words[alike] = uniform_words(np.uint64, (int(alike.sum()), n), rng)
    return np.argpartition(words, batch - 1, axis=1)[:, :batch]


def _step_sizes(n: int, m: int, d: int, epsilon: float, c: float) -> tuple[float, float]:
    """X = d sqrt(m)/(n^(3/2) epsilon^2) and y = c sqrt(md)/(n epsilon), which determine eta, in units of R/L."""
    return d * math.sqrt(m) / (n**1.5 * epsilon**2), c * math.sqrt(m * d) / (n * epsilon)


def balanced_step(n: int, m: int, T: int) -> float:
    """min(c^2 x, y) = min(sqrt(nm)/T, sqrt(m/T)), at the epsilon and c for which T and B are integers: bassily/thm3.1.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    T : int
        Number of steps.

    Returns
    -------
    float
        eta L/R, the step in units of the radius over the slope.
    """
    return min(math.sqrt(n * m) / T, math.sqrt(m / T))


def _assembled(
    name: str,
    n: int,
    m: int,
    epsilon: float,
    delta: float,
    loss: Loss,
    domain: Domain,
    rng: np.random.Generator | None,
    *,
    printed: bool,
) -> SubsetDescent:
    """As printed c = ln n ln(1/delta); as corrected the smallest c found, in steps of a tenth, that is `large`."""
    n, m, epsilon, L = checked_run(n, m, epsilon, loss, domain)
    n, m, d, epsilon, L, delta = checked_approximate(n, m, loss.dimension, epsilon, L, delta)
    rotation, gamma, R = public_rotation(loss, rng), 1 / math.sqrt(n * m), domain.radius

    def at(c: float) -> SubsetDescent:
        T = max(1, math.floor((n * epsilon / c) ** 2 / rotation.coordinates))
        batch = math.floor(n * epsilon / (math.expm1(ROUND_EPSILON) * math.sqrt(2 * T * math.log(2 / delta))))
        if not 1 <= batch <= n:
            raise ParameterError(f"n = {n}: leaves {batch} users for each of {T} steps; must leave one at least")
        steps = GradientSteps(T, R / L * sum(_step_sizes(n, m, d, epsilon, c)), domain)
        if not printed:
            eta = R / L * balanced_step(n, m, T)
            # A loss that is not smooth has no such step: it runs at eta, with an infinite bound.
            rate = 1 / (loss.smoothness + 1 / eta) if loss.smoothness < math.inf else eta
            steps = GradientSteps(T, rate, domain, ahead=True)
        tau = concentration_radius(n, m, L, gamma / (4 * math.e * T))
        each = min(n * delta / (2 * T * batch), 0.5)
        mean = central_truncated_mean(batch, m, ROUND_EPSILON, L, each, rotation, gamma / (2 * T), tau)
        return SubsetDescent(name, n, m, epsilon, delta, loss, domain, steps, mean, gamma)

    c = max(math.log(n), 1.0) * math.log(1 / delta)
    found = few = at(c)
    while not (printed or found.large) and found.steps.number > 1:
        c *= 1.1
        found = at(c)
    return found if found.large else few


def bassily_algorithm4(
    n: int, m: int, epsilon: float, delta: float, loss: Loss, domain: Domain, rng: np.random.Generator | None = None
) -> SubsetDescent:
    """bassily Algorithm 4 as corrected, the ledger's bassily/thm3.1: (epsilon, delta)-DP for users, epsilon <= 1.

    T = n^2 epsilon^2/(c^2 d) and B = n epsilon/((e - 1) sqrt(2 T ln(2/delta))) rounded down, d padded, steps 1/(beta +
    1/eta), eta = (R/L) min(c^2 x, y). The theorem requires a c of about a hundred times ln n ln(1/delta). That is used
    if there are enough users, else ln n ln(1/delta), for which only the bound is shown.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    delta : float
        Second part of the privacy budget, in [0, 1).
    loss : Loss
        The loss, with its constants.
    domain : Domain
        Where the parameter may be.
    rng : numpy.random.Generator or None, optional
        Draws the public rotation; without it the rotation is always the same.

    Returns
    -------
    SubsetDescent
        The plan.

    Raises
    ------
    ParameterError
        If a step has no user.

    References
    ----------
    Bassily and Sun, Algorithm 4.
    """
    return _assembled("bassily-algorithm4", n, m, epsilon, delta, loss, domain, rng, printed=False)


def printed_bassily_algorithm4(
    n: int, m: int, epsilon: float, delta: float, loss: Loss, domain: Domain, rng: np.random.Generator | None = None
) -> SubsetDescent:
    """bassily Algorithm 4 with the printed step size (R/L)(x + y).

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    delta : float
        Second part of the privacy budget, in [0, 1).
    loss : Loss
        The loss, with its constants.
    domain : Domain
        Where the parameter may be.
    rng : numpy.random.Generator or None, optional
        Draws the public rotation; without it the rotation is always the same.

    Returns
    -------
    SubsetDescent
        The plan.

    References
    ----------
    Bassily and Sun, Algorithm 4.
    """
    return _assembled("bassily-algorithm4-printed", n, m, epsilon, delta, loss, domain, rng, printed=True)


def cited_total(plan: Any) -> float:
    """What Theorem 2.4 gives for the run as printed: epsilon + T e_0 (e^(e_0) - 1), e_0 = epsilon/sqrt(2T ln(2/delta)).

    It is above epsilon, although the paper uses it as epsilon.

    Parameters
    ----------
    plan : SubsetDescent
        The run.

    Returns
    -------
    float
        The budget.

    References
    ----------
    Bassily and Sun, Theorem 2.4.
    """
    T = plan.steps.number
    each = plan.epsilon / math.sqrt(2 * T * math.log(2 / plan.delta))
    return float(plan.epsilon + T * each * math.expm1(each))


def tightly(plan: SubsetDescent) -> SubsetDescent:
    """The same run with the smallest noise for which `SubsetDescent.spent_delta` is certified to be at most delta.

    If one range holds all gradients, they are truncated at L, which none exceeds: a user moves a mean by 2 L/B.

    Parameters
    ----------
    plan : SubsetDescent
        The run.

    Returns
    -------
    SubsetDescent
        The plan.

    Raises
    ------
    ParameterError
        If the subsampled steps' shares of epsilon alone spend more.
    """
    mean = plan.mean
    if mean.bins.count == 1:
        mean = replace(mean, radius=min(mean.radius, plan.loss.lipschitz))

    def with_noise(sigma: float) -> SubsetDescent:
        return replace(plan, mean=replace(mean, sigma=sigma))

    def spent(sigma: float) -> Enclosed:
        found = with_noise(sigma).spent_delta()
        return Enclosed(0.0, found * (1 + 1e-9))

    return replace(with_noise(least_noise(spent, plan.delta, plan.mean.sigma)), name=f"{plan.name}-tight")
