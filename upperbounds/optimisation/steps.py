"""Descent rules for an estimated gradient: plain and accelerated steps, as corrected and as printed.

Each rule has an explicit bound on its excess risk for unbiased estimated gradients, at its rate.
"""

import math
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from notation.parameters import ParameterError
from upperbounds.channels.arrays import FloatArray
from upperbounds.optimisation.domains import Domain
from upperbounds.optimisation.losses import Loss


@dataclass(frozen=True)
class Place:
    """The public state of a descent.

    The companion is the sum of the parameters at which gradients were taken, or the averaged iterate of an accelerated
    descent.

    Attributes
    ----------
    theta : ndarray, shape (..., d)
        The parameter.
    other : ndarray, shape (..., d)
        Its companion.
    inner : object, optional
        What the rounds of a step decoded.
    """

    theta: FloatArray
    other: FloatArray
    inner: Any = None


class Steps(Protocol):
    """A descent rule."""

    @property
    def number(self) -> int:
        """T."""
        ...

    @property
    def rate(self) -> float:
        """The step size eta."""
        ...

    def asked(self, place: Place, t: int) -> FloatArray:
        """The parameter at which the gradient of step t = 0, ..., T - 1 is taken.

        Parameters
        ----------
        place : Place
            What is public in the descent.
        t : int
            The step, from 0.

        Returns
        -------
        ndarray, shape (..., d)
            Parameters.
        """
        ...

    def moved(self, place: Place, gradient: FloatArray, t: int) -> Place:
        """The place after step t.

        Parameters
        ----------
        place : Place
            What is public in the descent.
        gradient : ndarray, shape (..., d)
            The estimated gradient.
        t : int
            The step, from 0.

        Returns
        -------
        Place
            The place.
        """
        ...

    def answer(self, place: Place) -> FloatArray:
        """The parameter after all steps.

        Parameters
        ----------
        place : Place
            What is public in the descent.

        Returns
        -------
        ndarray, shape (..., d)
            Parameters.
        """
        ...

    def tuned(self, loss: Loss, domain: Domain, variance: float) -> "Steps":
        """The same number of steps, with the step size that is best for the bound at this variance.

        Parameters
        ----------
        loss : Loss
            The loss, with its constants.
        domain : Domain
            Where the parameter may be.
        variance : float
            Variance of an estimated gradient, a bound on E |g - its mean|^2.

        Returns
        -------
        Steps
            The rule.
        """
        ...

    def excess(self, loss: Loss, domain: Domain, variance: float) -> float:
        """A bound on the excess risk for unbiased gradients of this variance; infinite if none is known.

        Parameters
        ----------
        loss : Loss
            The loss, with its constants.
        domain : Domain
            Where the parameter may be.
        variance : float
            Variance of an estimated gradient, a bound on E |g - its mean|^2.

        Returns
        -------
        float
            The bound, in units of the loss.
        """
        ...


def _step(domain: Domain | None, point: FloatArray) -> FloatArray:
    return point if domain is None else domain.project(point)


@dataclass(frozen=True)
class GradientSteps:
    """theta <- P(theta - eta g), P the projection to `domain`; the answer averages the parameters of the gradients.

    Attributes
    ----------
    number : int
        T, the number of steps.
    rate : float
        eta, the step size.
    domain : Domain or None
        The set to which steps are projected; None if they are not.
    last : bool, default False
        Whether the answer is the last parameter, as in zhao Algorithm 3, which has no projection as printed.
    ahead : bool, default False
        Whether the answer averages the parameters after each step, without the start.

    References
    ----------
    Zhao et al., Algorithm 3.
    """

    number: int
    rate: float
    domain: Domain | None
    last: bool = False
    ahead: bool = False

    def asked(self, place: Place, t: int) -> FloatArray:
        """Theta."""
        return place.theta

    def moved(self, place: Place, gradient: FloatArray, t: int) -> Place:
        """One step against the gradient."""
        theta = _step(self.domain, place.theta - self.rate * gradient)
        return Place(theta, place.other + (theta if self.ahead else place.theta))

    def answer(self, place: Place) -> FloatArray:
        """The last or the average parameter."""
        return place.theta if self.last else np.asarray(place.other / self.number)

    def tuned(self, loss: Loss, domain: Domain, variance: float) -> "GradientSteps":
        """By `contracting` or `averaged`."""
        return (contracting if self.last else averaged)(self.number, loss, domain, variance)

    def excess(self, loss: Loss, domain: Domain, variance: float) -> float:
        """R^2/(2 eta T) + eta (L^2 + nu^2)/2 for the average; L times the bound of `distance` for the last.

        `ahead`, R^2/(2 eta T) + eta nu^2/(2 (1 - eta beta)) for eta beta < 1: the ledger's bassily/own/full-batch.
        """
        if self.last:
            return loss.lipschitz * self.distance(loss, domain, variance)
        start = domain.radius**2 / (2 * self.rate * self.number)
        if not self.ahead:
            return start + self.rate * (loss.lipschitz**2 + variance) / 2
        turn = self.rate * loss.smoothness
        return start + self.rate * variance / (2 * (1 - turn)) if turn < 1 else math.inf

    def distance(self, loss: Loss, domain: Domain, variance: float) -> float:
        """A bound on (E |theta_T - theta*|^2)^(1/2) for mu > 0 and eta <= 1/beta, else infinite.

        A projected step on F shrinks distances by q = 1 - eta mu, and the noise is independent of the parameter. So the
        square is at most q^(2T) R^2 + eta^2 nu^2/(1 - q^2).

        Parameters
        ----------
        loss : Loss
            The loss, with its constants.
        domain : Domain
            Where the parameter may be.
        variance : float
            Variance of an estimated gradient, a bound on E |g - its mean|^2.

        Returns
        -------
        float
            The bound, in units of the parameter.
        """
        if loss.convexity <= 0 or self.domain is None or self.rate * loss.smoothness > 1 + 1e-12:
            return math.inf
        shrink = max(1 - self.rate * loss.convexity, 0.0) ** 2
        return math.sqrt(shrink**self.number * domain.radius**2 + self.rate**2 * variance / (1 - shrink))


@dataclass(frozen=True)
class AcceleratedSteps:
    """Lan's accelerated descent, bassily Algorithm 5 with a_t = 2/(t+1), eta_t = eta t/2 for t = 1, ..., T.

    The gradient is taken at a theta + (1 - a) theta^ag; then theta <- P(theta - eta_t g) and theta^ag <- a theta + (1 -
    a) theta^ag.

    Attributes
    ----------
    number : int
        T, the number of steps.
    rate : float
        eta.
    domain : Domain
        The set to which steps are projected.
    listed : bool, default False
        Whether as printed: the step starts from the point of the gradient and is not projected.

    References
    ----------
    Bassily and Sun, Algorithm 5.
    """

    number: int
    rate: float
    domain: Domain
    listed: bool = False

    def asked(self, place: Place, t: int) -> FloatArray:
        """theta^md."""
        a = 2 / (t + 2)
        return np.asarray(a * place.theta + (1 - a) * place.other)

    def moved(self, place: Place, gradient: FloatArray, t: int) -> Place:
        """One step."""
        a, length = 2 / (t + 2), self.rate * (t + 1) / 2
        start = self.asked(place, t) if self.listed else place.theta
        theta = _step(None if self.listed else self.domain, start - length * gradient)
        return Place(theta, np.asarray(a * theta + (1 - a) * place.other))

    def answer(self, place: Place) -> FloatArray:
        """theta^ag."""
        return place.other

    def tuned(self, loss: Loss, domain: Domain, variance: float) -> "AcceleratedSteps":
        """By `accelerated`."""
        return accelerated(self.number, loss, domain, variance)

    def excess(self, loss: Loss, domain: Domain, variance: float) -> float:
        """2 R^2/(eta T (T+1)) + eta nu^2 (2T+1)/6 for eta <= 1/(2 beta): the ledger's bassily/lemma6.1."""
        if self.listed or 2 * self.rate * loss.smoothness > 1 + 1e-12:
            return math.inf
        T = self.number
        return 2 * domain.radius**2 / (self.rate * T * (T + 1)) + self.rate * variance * (2 * T + 1) / 6


def averaged(number: int, loss: Loss, domain: Domain, variance: float) -> GradientSteps:
    """Gradient steps with the eta that is best for their bound: R/sqrt(T (L^2 + nu^2)).

    Parameters
    ----------
    number : int
        T, the number of steps.
    loss : Loss
        The loss, with its constants.
    domain : Domain
        Where the parameter may be.
    variance : float
        Variance of an estimated gradient, a bound on E |g - its mean|^2.

    Returns
    -------
    GradientSteps
        The rule.
    """
    rate = domain.radius / math.sqrt(number * (loss.lipschitz**2 + variance))
    return GradientSteps(number, rate, domain)


def contracting(number: int, loss: Loss, domain: Domain, variance: float) -> GradientSteps:
    """Gradient steps that answer the last parameter, for a strongly convex loss, with the best of some eta <= 1/beta.

    Parameters
    ----------
    number : int
        T, the number of steps.
    loss : Loss
        The loss, with its constants.
    domain : Domain
        Where the parameter may be.
    variance : float
        Variance of an estimated gradient, a bound on E |g - its mean|^2.

    Returns
    -------
    GradientSteps
        The rule.
    """
    rates = [2.0**-k / loss.smoothness for k in range(40)]
    found = (GradientSteps(number, rate, domain, last=True) for rate in rates)
    return min(found, key=lambda steps: steps.distance(loss, domain, variance))


def accelerated(number: int, loss: Loss, domain: Domain, variance: float) -> AcceleratedSteps:
    """Accelerated steps with the eta of the ledger: min(1/(2 beta), R/nu sqrt(12/(T (T+1) (2T+1)))).

    Parameters
    ----------
    number : int
        T, the number of steps.
    loss : Loss
        The loss, with its constants.
    domain : Domain
        Where the parameter may be.
    variance : float
        Variance of an estimated gradient, a bound on E |g - its mean|^2.

    Returns
    -------
    AcceleratedSteps
        The rule.

    Raises
    ------
    ParameterError
        For a loss that is not smooth.
    """
    if not loss.smoothness < math.inf:
        raise ParameterError("loss: must be smooth for accelerated steps; optimise its Moreau envelope")
    T = number
    longest = math.inf if loss.smoothness == 0 else 0.5 / loss.smoothness
    if variance == 0:
        # A linear loss without noise has no best step: any long one ends at the minimiser.
        return AcceleratedSteps(T, min(longest, domain.radius / loss.lipschitz * 1e15), domain)
    return AcceleratedSteps(
        T, min(longest, domain.radius * math.sqrt(12 / (variance * T * (T + 1) * (2 * T + 1)))), domain
    )
