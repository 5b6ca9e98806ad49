"""One-round baselines: Duchi et al.'s l_2 mechanism, k-ary and unary frequencies, signed k-ary response.

Each has its exact mean squared error, or a bound from the second moment of a message.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

import numpy as np
import sympy
from numpy.typing import NDArray

from notation.parameters import ParameterError
from notation.setting import in_range
from notation.symbols import D, d, epsilon, m, n, p, smallest
from upperbounds.channels import Channel, KaryResponse, UnaryEncoding
from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.ball import BallResponse
from upperbounds.channels.binomial import binomial_pmf
from upperbounds.channels.budget import PartOfBudget
from upperbounds.channels.loss import ONE, PrivacyLoss, T, evaluate
from upperbounds.channels.signed import SignedResponse
from upperbounds.channels.vectors import packed
from upperbounds.estimator import UpperBound
from upperbounds.protocols.coordinates import flattened
from upperbounds.protocols.protocol import Protocol, Round

_Level = Literal["one-item", "semi-user", "full-item"]

SEMI_USER_RATE = D**2 * d / (n * smallest(epsilon, 1) ** 2)
FULL_ITEM_RATE = D**2 * d / (n * m * smallest(epsilon, 1) ** 2)
KARY_RATE = (d + sympy.exp(epsilon)) * d / (n * (sympy.exp(epsilon) - 1) ** 2) + 1 / n
UNARY_RATE = d * sympy.exp(epsilon / 2) / (n * (sympy.exp(epsilon / 2) - 1) ** 2) + 1 / n
SIGNED_RATE = D**2 / n * (1 / m + d ** (2 - 2 / p) * sympy.log(d) / epsilon)
"""For epsilon >= ln(2d + 2): smaller than zhao Theorem 6's D^2 d/(nm epsilon) for p < 2, m = 1 and large d."""


@dataclass(frozen=True)
class OneRound:
    """Every user sends `messages` messages through one channel, and `decode` averages them.

    Attributes
    ----------
    name : str
        Name of the estimator.
    n : int
        Number of users.
    dimension : int
        d.
    messages : int
        How many messages a user sends.
    statistic : callable
        Maps samples (..., users, m, d) to the channel's inputs.
    channel : Channel
        The channel of a message.
    decode : callable
        Maps the messages to the estimate.
    bias : float, default 0.0
        Bound on how far clipping moves the mean: in each coordinate, or in l_2 if vectors are scaled.
    """

    name: str
    n: int
    dimension: int
    messages: int
    statistic: Callable[[FloatArray], NDArray[Any]]
    channel: Channel
    decode: Callable[[NDArray[Any]], FloatArray]
    bias: float = 0.0

    def protocol(self) -> Protocol:
        """The plan of the one round; samples are flattened, (..., users, m d).

        Returns
        -------
        Protocol
            The rounds; samples are flattened, (..., users, m d).
        """

        def statistic(samples: FloatArray) -> NDArray[Any]:
            return self.statistic(samples.reshape(*samples.shape[:-1], -1, self.dimension))

        one = Round(
            "send",
            range(self.n),
            statistic,
            lambda _: self.channel,
            lambda messages, _: self.decode(messages),
            messages=self.messages,
        )
        return Protocol(self.name, self.n, (one,))

    def run(self, samples: FloatArray, rng: np.random.Generator) -> FloatArray:
        """Estimate from raw samples.

        Parameters
        ----------
        samples : ndarray, shape (..., users, m, d)
            Samples.
        rng : numpy.random.Generator
            Source of randomness.

        Returns
        -------
        ndarray, shape (..., d)
            Estimates.
        """
        return self.protocol().run(flattened(samples, self.dimension), rng)

    def spend(self) -> list[tuple[range, PrivacyLoss]]:
        """The total loss of each user in multiples of epsilon, exact."""
        return self.protocol().spend()


def duchi(n: int, m: int, d: int, epsilon: float, D: float, level: _Level) -> OneRound:
    """Duchi et al. (2018, Equation 25) on the l_2 ball: of a user's mean (semi-user), first sample, or each sample.

    "full-item" protects a sample only: a user spends m epsilon.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    d : int
        Dimension.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float
        Radius of the ball that holds the data, or half-width of their range.
    level : {"semi-user", "one-item", "full-item"}
        What a user's messages are about: the user's mean, the first sample, or each sample.

    Returns
    -------
    OneRound
        The plan.

    Raises
    ------
    ParameterError
        For another level, or a number too large or too small for floats.

    References
    ----------
    Duchi et al. (2018), Equation 25.
    """
    n, m, d, epsilon, D = in_range(n, m, d, epsilon, D)
    picks: dict[str, Callable[[FloatArray], NDArray[Any]]] = {
        "semi-user": lambda vectors: packed(vectors.mean(axis=-2)),
        "one-item": lambda vectors: packed(vectors[..., 0, :]),
        "full-item": packed,
    }
    if level not in picks:
        raise ParameterError(f"level = {level!r}: must be one of {', '.join(picks)}")
    axes = (-3, -2) if level == "full-item" else (-2,)
    return OneRound(
        f"duchi-{level}",
        n,
        d,
        m if level == "full-item" else 1,
        picks[level],
        BallResponse(d, D, epsilon),
        lambda messages: np.asarray(messages.mean(axis=axes)),
    )


def duchi_risk(n: int, m: int, d: int, epsilon: float, D: float, level: _Level, mean_norm: float = 0.0) -> float:
    """The exact mean squared error of independent messages: (B^2 - ||mu||^2) over their number.

    A message has norm B and mean mu, so the data's law matters only through mu. Messages about one user's samples are
    independent, as the samples are.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    d : int
        Dimension.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float
        Radius of the ball that holds the data, or half-width of their range.
    level : {"semi-user", "one-item", "full-item"}
        What a user's messages are about: the user's mean, the first sample, or each sample.
    mean_norm : float, default 0.0
        ||mu||, at most D.

    Returns
    -------
    float
        The mean squared error, in squared units of the data.
    """
    n, m, d, epsilon, D = in_range(n, m, d, epsilon, D)
    number = n * m if level == "full-item" else n
    return (BallResponse(d, D, epsilon).second_moment - mean_norm**2) / number


def duchi_bound(n: int, m: int, d: int, epsilon: float, D: float) -> UpperBound:
    """B^2/n, the exact risk at mu = 0.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    d : int
        Dimension.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float
        Radius of the ball that holds the data, or half-width of their range.

    Returns
    -------
    UpperBound
        The bound, in squared units of the data.
    """
    value = duchi_risk(n, m, d, epsilon, D, "semi-user")
    return UpperBound(value, "the exact variance at its worst", ("data in the l_2 ball of radius D",), not value < D**2)


def _checked_alphabet(n: int, m: int, alphabet: int, epsilon: float) -> tuple[int, int, int, float]:
    n, m, alphabet, epsilon, _ = in_range(n, m, alphabet, epsilon, 1.0)
    if alphabet < 2:
        raise ParameterError(f"d = {alphabet}: must be at least 2 letters")
    return n, m, alphabet, epsilon


def _first_letter(vectors: FloatArray) -> NDArray[np.intp]:
    """The symbol of each user's first sample, which is given as a unit vector."""
    return np.asarray(np.argmax(vectors[..., 0, :], axis=-1))


def kary(n: int, m: int, alphabet: int, epsilon: float) -> OneRound:
    """Frequencies by k-ary randomized response on one symbol per user.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    alphabet : int
        Number of symbols.
    epsilon : float
        Privacy budget of one user, for all of their samples.

    Returns
    -------
    OneRound
        The plan.
    """
    n, m, alphabet, epsilon = _checked_alphabet(n, m, alphabet, epsilon)
    channel = KaryResponse(alphabet, epsilon)
    truth, lie = (evaluate(q, epsilon) for q in (channel.truth, channel.lie))

    def decode(messages: NDArray[Any]) -> FloatArray:
        shares = np.stack([(messages == j).mean(axis=-1) for j in range(alphabet)], axis=-1)
        return unbiased(shares, lie, truth)

    return OneRound("kary", n, alphabet, 1, _first_letter, channel, decode)


def unary(n: int, m: int, alphabet: int, epsilon: float, *, optimised: bool = False) -> OneRound:
    """Frequencies by unary encoding on one symbol per user.

    Optimised: a one is kept with probability 1/2, and a zero is answered by a one with probability 1/(1 + t).

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    alphabet : int
        Number of symbols.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    optimised : bool, default False
        Whether a zero is answered by a one with probability 1/(1 + t) and a one is kept with 1/2; else both are kept
        with the same probability.

    Returns
    -------
    OneRound
        The plan.
    """
    n, m, alphabet, epsilon = _checked_alphabet(n, m, alphabet, epsilon)
    channel = _unary_channel(alphabet, epsilon, optimised)
    zero, one = channel.probabilities

    def decode(messages: NDArray[Any]) -> FloatArray:
        return unbiased(messages.mean(axis=-2), zero, one)

    name = "unary-optimised" if optimised else "unary"
    return OneRound(name, n, alphabet, 1, _first_letter, channel, decode)


def _unary_channel(alphabet: int, epsilon: float, optimised: bool) -> UnaryEncoding:
    if not optimised:
        return UnaryEncoding(alphabet, 1, epsilon)
    return UnaryEncoding(alphabet, 1, epsilon, Fraction(1), (ONE / (1 + T), ONE / 2))


def unbiased(shares: FloatArray, low: float, high: float) -> FloatArray:
    """Unbiased frequencies from shares of answers.

    Parameters
    ----------
    shares : ndarray, shape (...)
        Share of users who answered with each symbol.
    low : float
        Probability of answering a symbol that is not the true one.
    high : float
        Probability of answering the true symbol.

    Returns
    -------
    ndarray, shape (...)
        Frequencies.
    """
    return np.asarray((shares - low) / (high - low))


def _answers(plan: OneRound) -> tuple[KaryResponse | UnaryEncoding, float, float]:
    """The channel, and the probabilities that a symbol is answered if it is not the true one and if it is."""
    channel = plan.channel
    if isinstance(channel, KaryResponse):
        return channel, evaluate(channel.lie, float(channel.epsilon)), evaluate(channel.truth, float(channel.epsilon))
    if isinstance(channel, UnaryEncoding):
        return channel, *channel.probabilities
    raise ParameterError(f"plan = {plan.name!r}: must be kary or unary")


def draw_frequencies(plan: OneRound, frequencies: FloatArray, repetitions: int, rng: np.random.Generator) -> FloatArray:
    """Estimates of frequencies by aggregates: multinomial counts of symbols, then the channel's law of their sums.

    Parameters
    ----------
    plan : OneRound
        The plan.
    frequencies : ndarray, shape (alphabet,)
        The law of a symbol.
    repetitions : int
        Number of independent runs.
    rng : numpy.random.Generator
        Source of randomness.

    Returns
    -------
    ndarray, shape (repetitions, alphabet)
        Estimates.
    """
    channel, low, high = _answers(plan)
    counts = rng.multinomial(plan.n, frequencies, size=repetitions)
    return unbiased(channel.sample_sum(counts, rng) / plan.n, low, high)


def frequency_risk(plan: OneRound, frequencies: FloatArray) -> float:
    """The exact mean squared error of k-ary or unary frequencies: sum q_j (1 - q_j)/(n (p_1 - p_0)^2).

    Parameters
    ----------
    plan : OneRound
        The plan.
    frequencies : ndarray, shape (alphabet,)
        The law of a symbol.

    Returns
    -------
    float
        The mean squared error.
    """
    _, low, high = _answers(plan)
    answered = low + (high - low) * np.asarray(frequencies)
    return float(np.sum(answered * (1 - answered)) / (plan.n * (high - low) ** 2))


def kary_bound(n: int, m: int, d: int, epsilon: float, D: float = 1.0) -> UpperBound:
    """The exact risk at the worst law, the uniform one: q (1 - q) is concave, so its sum is largest at equal q.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    d : int
        Number of symbols.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float, default 1.0
        Must be 1: frequencies have no unit.

    Returns
    -------
    UpperBound
        The bound, in squared units of the data.
    """
    return _frequency_bound(kary(n, m, d, epsilon), D)


def unary_bound(n: int, m: int, d: int, epsilon: float, D: float = 1.0) -> UpperBound:
    """The exact risk at the worst law, the uniform one.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    d : int
        Number of symbols.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float, default 1.0
        Must be 1: frequencies have no unit.

    Returns
    -------
    UpperBound
        The bound, in squared units of the data.
    """
    return _frequency_bound(unary(n, m, d, epsilon), D)


def _frequency_bound(plan: OneRound, D: float) -> UpperBound:
    if D != 1.0:
        raise ParameterError(f"D = {D!r}: must be 1 for frequencies")
    value = frequency_risk(plan, np.full(plan.dimension, 1 / plan.dimension))
    return UpperBound(value, "the exact variance at its worst", ("data are letters",), not value < 1)


def _l1_radius(d: int, D: float, order: float) -> float:
    """D d^(1-1/p): the l_1 radius of the l_p ball of radius D, p in [1, 2]."""
    if not 1 <= order <= 2:
        raise ParameterError(f"p = {order!r}: must be from 1 to 2")
    return D * d ** (1 - 1 / order)


def draws(d: int, epsilon: float) -> int:
    """How many symbols a user sends, each at epsilon/t: t = floor(epsilon/ln(2d+2)), at least 1.

    Parameters
    ----------
    d : int
        Dimension.
    epsilon : float
        Privacy budget of one user, for all of their samples.

    Returns
    -------
    int
        t.
    """
    return max(1, math.floor(epsilon / math.log(2 * d + 2)))


def signed(n: int, m: int, d: int, epsilon: float, D: float, order: float = 1.0) -> OneRound:
    """A protocol with risk below zhao Theorem 6 for p < 2 and epsilon >= ln(2d+2), on user means of the l_p ball.

    t Maurey samples of the user mean as a point of the l_1 ball, each by k-ary response on 2d + 1 signed symbols.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    d : int
        Dimension.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float
        Radius of the ball that holds the data, or half-width of their range.
    order : float, default 1.0
        p, from 1 to 2.

    Returns
    -------
    OneRound
        The plan.

    References
    ----------
    Zhao et al., Theorem 6.
    """
    n, m, d, epsilon, D = in_range(n, m, d, epsilon, D)
    times = draws(d, epsilon)
    channel = SignedResponse(d, _l1_radius(d, D, order), Fraction(epsilon) / times)

    def statistic(vectors: FloatArray) -> NDArray[Any]:
        return np.repeat(packed(vectors.mean(axis=-2))[..., None], times, axis=-1)

    def decode(symbols: NDArray[Any]) -> FloatArray:
        return np.asarray(channel.decode(symbols).mean(axis=(-3, -2)))

    part = PartOfBudget(channel, Fraction(1, times))
    return OneRound("signed-kary", n, d, times, statistic, part, decode)


def signed_risk(n: int, m: int, d: int, epsilon: float, D: float, share: float = 0.0) -> float:
    """The exact mean squared error for data +-D on one axis with mean share * D, for share -1, 0 or 1.

    The answered symbol differs from 2d with probability 1 - lie - gap (1 - |x|/D), x the user's mean on that axis, and
    is then decoded to norm D/gap. So the variance is ((E|Z|^2 - E x^2)/t + E x^2 - (share D)^2)/n.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    d : int
        Dimension.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float
        Radius of the ball that holds the data, or half-width of their range.
    share : float, default 0.0
        -1, 0 or 1.

    Returns
    -------
    float
        The mean squared error, in squared units of the data.

    Raises
    ------
    ParameterError
        For another share.
    """
    n, m, d, epsilon, D = in_range(n, m, d, epsilon, D)
    if share not in (-1.0, 0.0, 1.0):
        raise ParameterError(f"share = {share!r}: must be -1, 0 or 1")
    times = draws(d, epsilon)
    channel = SignedResponse(d, D, epsilon / times)
    lie, gap = evaluate(channel.response.lie, epsilon / times), channel.gap
    square, size = (1.0, 1.0) if share else (1 / m, _mean_size(m))
    message = (1 - lie - gap * (1 - size)) / gap**2
    return D**2 * ((message - square) / times + square - share**2) / n


def _mean_size(m: int) -> float:
    """E|mean of m fair signs| = 2 k C(m, k) 2^-m/m, k = floor(m/2) + 1 (de Moivre)."""
    k = m // 2 + 1
    return float(2 * k * binomial_pmf(k, m, 0.5, 0.5) / m)


def signed_bound(n: int, m: int, d: int, epsilon: float, D: float, order: float = 1.0) -> UpperBound:
    """(D^2 + s^2/(t gap^2))/n with s = D d^(1-1/p).

    At e^(epsilon/t) = 2d+2 the gap is 1/2: (D^2/n)(1 + 4 d^(2-2/p)/t). The variance given the data is at most s^2/gap^2
    for each of t symbols; that of user means at most D^2/m <= D^2.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    d : int
        Dimension.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float
        Radius of the ball that holds the data, or half-width of their range.
    order : float, default 1.0
        p, from 1 to 2.

    Returns
    -------
    UpperBound
        The bound, in squared units of the data.
    """
    n, m, d, epsilon, D = in_range(n, m, d, epsilon, D)
    times, radius = draws(d, epsilon), _l1_radius(d, D, order)
    gap = SignedResponse(d, radius, epsilon / times).gap
    value = (D**2 / m + (radius / gap) ** 2 / times) / n
    return UpperBound(
        value,
        "ours, against zhao Theorem 6: second moments of signed symbols",
        (f"data in the l_p ball of radius D, p = {order:g}",),
        not value < D**2,
    )
