"""Approximate privacy of a composition: the hockey-stick divergence for finitely many losses and one Gaussian.

delta(epsilon) of a product of worst pairs is E (1 - e^(epsilon - L))_+, with L the sum of their independent log-ratios.
Pure channels give finitely many values of L, and all Gaussian noises one normal. So the divergence is a finite sum of
divergences of two normals. It is exact for the pair of inputs that is worst for every part at once. In floats, relative
errors stay near 1e-12 for delta above 1e-300; the ledger encloses the same formula in ball arithmetic.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import exp, expm1, hypot, inf, lgamma, log1p

from scipy.special import log_ndtr

from upperbounds.channels import UnaryEncoding
from upperbounds.channels.loss import ONE


@dataclass(frozen=True)
class Profile:
    """A pair of laws, by its privacy losses.

    Attributes
    ----------
    losses : tuple of tuple of (float, float), default ((0.0, 1.0),)
        (log-ratio, its probability under the first law).
    shift : float, default 0.0
        The distance of the two normals of the Gaussian part, in standard deviations.
    """

    losses: tuple[tuple[float, float], ...] = ((0.0, 1.0),)
    shift: float = 0.0

    def __add__(self, other: "Profile") -> "Profile":
        """The profile of both messages of one user."""
        joint: dict[float, float] = {}
        for a, p in self.losses:
            for b, q in other.losses:
                joint[a + b] = joint.get(a + b, 0.0) + p * q
        return Profile(tuple(sorted(joint.items())), hypot(self.shift, other.shift))

    def delta(self, epsilon: float) -> float:
        """The hockey-stick divergence at e^epsilon.

        Parameters
        ----------
        epsilon : float
            Where the divergence is taken.

        Returns
        -------
        float
            The divergence, in [0, 1].
        """
        return sum(weight * normal_delta(epsilon - loss, self.shift) for loss, weight in self.losses)


def together(parts: Iterable[Profile]) -> Profile:
    """All parts at once.

    Parameters
    ----------
    parts : iterable of Profile
        Pairs of laws.

    Returns
    -------
    Profile
        The pair of the joint laws.
    """
    total = Profile()
    for part in parts:
        total = total + part
    return total


def normal_delta(epsilon: float, shift: float) -> float:
    """The divergence at e^epsilon of two unit normals.

    Parameters
    ----------
    epsilon : float
        Where the divergence is taken; of either sign.
    shift : float
        Distance of their means.

    Returns
    -------
    float
        The divergence, in [0, 1].
    """
    if shift == 0:
        return -expm1(min(epsilon, 0.0))
    if shift == inf:
        return 1.0
    # P(N > a) - e^epsilon P(N > b), from logarithms, so that small ones keep their digits.
    first = float(log_ndtr(shift / 2 - epsilon / shift))
    second = epsilon + float(log_ndtr(-shift / 2 - epsilon / shift))
    return exp(first) * -expm1(min(second - first, 0.0))


def of_votes(channel: UnaryEncoding) -> Profile:
    """One-hot votes for two bins: two bits differ, each kept with probability w, log-ratio +-ln(w/(1-w)).

    Parameters
    ----------
    channel : UnaryEncoding
        The channel of the votes.

    Returns
    -------
    Profile
        The pair of laws of two votes.

    Raises
    ------
    ValueError
        For votes with more than one 1 (their windows are cut at the ends), or if 0s and 1s are kept with different
        probabilities.
    """
    if channel.hot != 1 or channel.answer_one[0] + channel.answer_one[1] != ONE:
        raise ValueError("the profile of votes is that of one-hot votes whose bits are all kept with one probability")
    if channel.bins == 1:
        return Profile()
    loss = float(channel.unit) * float(channel.epsilon)
    keep = channel.probabilities[1]
    return Profile(((-2 * loss, (1 - keep) ** 2), (0.0, 2 * keep * (1 - keep)), (2 * loss, keep**2)))


def of_pure(epsilon: float, times: int) -> Profile:
    """`times` epsilon-private messages, by the dominating pair: randomized response each time.

    Every epsilon-private pair is a post-processing of randomized response's (Kairouz, Oh and Viswanath 2015), so this
    bounds an adaptive composition of any such.

    Parameters
    ----------
    epsilon : float
        Privacy budget of one message.
    times : int
        Number of messages.

    Returns
    -------
    Profile
        The pair of laws.

    References
    ----------
    Kairouz, Oh and Viswanath (2015).
    """
    log_lie = -epsilon - log1p(exp(-epsilon))
    log_truth = -log1p(exp(-epsilon))

    def weight(k: int) -> float:
        logs = lgamma(times + 1) - lgamma(k + 1) - lgamma(times - k + 1) + k * log_truth + (times - k) * log_lie
        return exp(logs)

    return Profile(tuple(((2 * k - times) * epsilon, weight(k)) for k in range(times + 1)))


def of_gaussian(shift: float) -> Profile:
    """Gaussian noise whose worst two means are `shift` standard deviations apart.

    Parameters
    ----------
    shift : float
        Distance of the two means, in standard deviations.

    Returns
    -------
    Profile
        The pair of laws.
    """
    return Profile(shift=shift)
