"""Numbers and vectors rounded at random to a public grid, with two-sided geometric noise: an exact Laplace mechanism.

The noise is an integer number of steps, drawn with exact probabilities, so that the law whose ratio is checked is the
law that the machine draws. Rounding keeps the mean. It is done in floats, because no ratio depends on it: the rounded
integer is clipped to the grid before noise is added.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from notation.parameters import ParameterError
from upperbounds.channels.arrays import FloatArray, Number
from upperbounds.channels.base import Channel, exact_multiple
from upperbounds.channels.geometric import two_sided_geometric
from upperbounds.channels.laplace import LaplaceOnInterval
from upperbounds.channels.loss import ONE, PrivacyLoss, RationalFunction, T, larger
from upperbounds.channels.randomness import uniforms
from upperbounds.channels.vectors import as_vectors
from upperbounds.channels.votes import hot_window, windowed

Rounding: TypeAlias = dict[tuple[int, ...], Fraction]
"""The law of a rounded vector, in steps."""

_MOST_MESSAGES = 20_000
"""The largest number of messages that are compared one by one."""


MOST_EXCESS = 7e-4
"""The most by which noise and rounding on the default grid exceed the variance of Laplace noise, relative to it."""


def grid_steps(epsilon: Number) -> int:
    """The default number of steps: the smallest power of two that is at least 8 max(1, epsilon).

    A step then costs s <= 1/8. Noise and rounding together have a variance of at most 1/(2 sinh(s/2)^2) + 1/4 < 2/s^2 +
    1/12 + s^2/120 squared steps; Laplace noise has 2/s^2. The difference is at most `MOST_EXCESS`, relative to it.

    Parameters
    ----------
    epsilon : float, Fraction or sympy expression
        Privacy budget of a message, as a number.

    Returns
    -------
    int
        The number of steps.
    """
    return 1 << max(3, (math.ceil(8 * Fraction(epsilon)) - 1).bit_length())


def geometric_variance(scale: float) -> float:
    """The variance of G with P(G = g) proportional to e^(-scale |g|): 2 q/(1 - q)^2, q = e^-scale.

    Parameters
    ----------
    scale : float
        What one step costs, above 0.

    Returns
    -------
    float
        The variance.
    """
    return 0.5 / math.sinh(scale / 2) ** 2 if scale < 700 else 2 * math.exp(-scale)


def sum_of_geometric(
    scale: float, n: int | NDArray[np.int64], shape: tuple[int, ...], rng: np.random.Generator
) -> NDArray[np.int64]:
    """Draw the sum of n independent two-sided geometric numbers, for simulations: in floats.

    It is the difference of two negative binomial numbers.

    Parameters
    ----------
    scale : float
        What one step costs, above 0.
    n : int or ndarray of int, shape broadcasting to `shape`
        Number of terms.
    shape : tuple of int
        Shape of the draws.
    rng : numpy.random.Generator
        Source of randomness.

    Returns
    -------
    ndarray of int, shape (*shape)
        The sums.
    """
    # A Poisson number of a gamma mean; numpy's own negative binomial takes no n = 0.
    rates = (rng.standard_gamma(n, shape) / math.expm1(min(scale, 700.0)) for _ in range(2))
    first, second = (rng.poisson(rate) for rate in rates)
    return np.asarray(first - second)


@dataclass(frozen=True)
class Grid:
    """`steps` equal steps from `lower` to `upper`; a number is clipped and rounded to one of its two neighbours.

    The ends may be arrays that broadcast against the inputs (one interval per repetition).

    Attributes
    ----------
    lower : float, Fraction, sympy expression or ndarray
        Lower end, in units of the data.
    upper : float, Fraction, sympy expression or ndarray
        Upper end, in units of the data.
    steps : int
        Number of steps, at least 1.
    """

    lower: Number
    upper: Number
    steps: int

    @property
    def step(self) -> Number:
        """The length of a step, in units of the data."""
        return (self.upper - self.lower) / self.steps

    def place(self, inputs: NDArray[Any]) -> FloatArray:
        """Clipped numbers in steps from the lower end.

        Parameters
        ----------
        inputs : ndarray, shape (...)
            Numbers, in units of the data.

        Returns
        -------
        ndarray, shape (...)
            Positions, from 0 to `steps`.
        """
        lower, upper = (np.asarray(end, dtype=np.float64) for end in (self.lower, self.upper))
        return np.clip((np.clip(inputs, lower, upper) - lower) / (upper - lower) * self.steps, 0, self.steps)

    def round(self, inputs: NDArray[Any], rng: np.random.Generator) -> NDArray[np.int64]:
        """Round numbers at random to the grid, with the mean of the clipped numbers.

        Parameters
        ----------
        inputs : ndarray, shape (...)
            Numbers, in units of the data.
        rng : numpy.random.Generator
            Source of randomness.

        Returns
        -------
        ndarray of int, shape (...)
            Steps, from 0 to `steps`.
        """
        places = self.place(inputs)
        whole = np.floor(places + uniforms(places.shape, rng))
        # The last thing that is done: no float, be it no number, leads off the grid.
        return np.clip(np.nan_to_num(whole), 0, self.steps).astype(np.int64)

    def rounding(self, x: Any) -> Rounding:
        """The exact law of a rounded number.

        Parameters
        ----------
        x : Fraction or sympy expression
            A number, in units of the data.

        Returns
        -------
        dict of (int,) to Fraction
            The probability of each step that is possible.
        """
        place = self.steps * exact_multiple(x - self.lower, self.upper - self.lower)
        place = min(max(place, Fraction(0)), Fraction(self.steps))
        level = math.floor(place)
        law = {(level,): level + 1 - place, (level + 1,): place - level}
        return {step: chance for step, chance in law.items() if chance}

    def value(self, steps: Any) -> Any:
        """The number at this many steps from the lower end.

        Parameters
        ----------
        steps : int or ndarray of int
            Steps, of either sign.

        Returns
        -------
        float, Fraction, sympy expression or ndarray
            Numbers, in units of the data.
        """
        return self.lower + steps * self.step


def message_probability(rounding: Rounding, message: tuple[int, ...]) -> RationalFunction:
    """The probability of a message, rounded steps with two-sided geometric noise in each coordinate, in Q(t).

    t = e^s for noise with P(G = g) proportional to e^(-s |g|).

    Parameters
    ----------
    rounding : dict of tuple of int to Fraction
        The law of the rounded steps.
    message : tuple of int
        The message, in steps.

    Returns
    -------
    RationalFunction
        The probability, a function of t.
    """
    return ((T - 1) / (T + 1)) ** len(message) * _weight(rounding, message)


def _weight(rounding: Rounding, message: tuple[int, ...]) -> RationalFunction:
    distances = {step: sum(abs(a - b) for a, b in zip(step, message, strict=True)) for step in rounding}
    most = max(distances.values())
    total = sum((p.numerator * T ** (most - distances[c]) / p.denominator for c, p in rounding.items()), 0 * ONE)
    return total / T**most


def _worst(x: Rounding, y: Rounding, messages: Iterable[tuple[int, ...]]) -> RationalFunction:
    """The largest ratio over messages of the probabilities given x and y."""
    worst: RationalFunction | None = None
    for ratio in {_weight(x, message) / _weight(y, message) for message in messages}:
        worst = ratio if worst is None else larger(worst, ratio)
    return worst


@dataclass(frozen=True)
class GridLaplace(Grid):
    """Clip a number to [lower, upper], round it at random to the grid, and add two-sided geometric noise.

    A step costs epsilon/steps, so that the worst log ratio is epsilon, reached between the two ends. At `grid_steps`,
    noise and rounding together have at most 0.07 % more variance than Laplace noise of scale (upper - lower)/epsilon.

    Attributes
    ----------
    lower : float, Fraction, sympy expression or ndarray
        Lower end of the interval, in units of the data.
    upper : float, Fraction, sympy expression or ndarray
        Upper end of the interval, in units of the data.
    steps : int
        Number of steps of the grid, at least 1.
    epsilon : float, Fraction or sympy expression
        Privacy budget of a message.
    """

    epsilon: Number

    @property
    def unit(self) -> Fraction:
        """What a step costs, as a multiple of epsilon."""
        return Fraction(1, self.steps)

    @property
    def noise(self) -> Any:
        """The variance of the noise, in squared units of the data."""
        return self._squared_step * geometric_variance(float(self.epsilon) / self.steps)

    @property
    def most_noise(self) -> Any:
        """The largest variance of a message given its input: the noise and a quarter of a squared step."""
        return self.noise + self._squared_step / 4

    @property
    def _squared_step(self) -> Any:
        return np.asarray(self.upper - self.lower, dtype=np.float64)[()] ** 2 / self.steps**2

    def variance(self, inputs: NDArray[Any]) -> FloatArray:
        """The variance of a message given its input.

        Parameters
        ----------
        inputs : ndarray, shape (...)
            Numbers, in units of the data.

        Returns
        -------
        ndarray, shape (...)
            Variances, in squared units of the data.
        """
        up = self.place(inputs) % 1
        return np.asarray(self.noise + self._squared_step * up * (1 - up))

    def sample(self, inputs: NDArray[Any], rng: np.random.Generator) -> FloatArray:
        """Draw one message per number, a multiple of the step that may lie beyond the ends; same shape."""
        return self._value(self.sample_steps(inputs, rng))

    def sample_steps(self, inputs: NDArray[Any], rng: np.random.Generator) -> NDArray[np.int64]:
        """Draw messages in steps from the lower end.

        Parameters
        ----------
        inputs : ndarray, shape (...)
            Numbers, in units of the data.
        rng : numpy.random.Generator
            Source of randomness.

        Returns
        -------
        ndarray of int, shape (...)
            Steps, of either sign.
        """
        rounded = self.round(inputs, rng)
        return rounded + two_sided_geometric(self.epsilon, self.unit, rounded.shape, rng)

    def sample_mean(self, inputs: NDArray[Any], rng: np.random.Generator) -> FloatArray:
        """Draw the mean of all users' messages, for simulations: their total noise at once, in floats.

        Parameters
        ----------
        inputs : ndarray, shape (..., users)
            The users' numbers; ends that are arrays have a last axis of length 1.
        rng : numpy.random.Generator
            Source of randomness.

        Returns
        -------
        ndarray, shape (...)
            Means.
        """
        rounded, scale = self.round(inputs, rng), float(self.epsilon) / self.steps
        noise = sum_of_geometric(scale, rounded.shape[-1], rounded.shape[:-1], rng)
        means = (rounded.sum(axis=-1) + noise) / rounded.shape[-1]
        return np.asarray(self._value(means[..., None])[..., 0])

    def _value(self, steps: NDArray[Any]) -> FloatArray:
        lower, upper = (np.asarray(end, dtype=np.float64) for end in (self.lower, self.upper))
        return np.asarray(lower + steps * ((upper - lower) / self.steps))

    def probability(self, x: Any, message: int) -> RationalFunction:
        """The probability of a message, in Q(t), t = e^(epsilon/steps).

        Parameters
        ----------
        x : Fraction or sympy expression
            A number, in units of the data.
        message : int
            The message, in steps from the lower end.

        Returns
        -------
        RationalFunction
            The probability, a function of t.
        """
        return message_probability(self.rounding(x), (message,))

    def loss_between(self, x: Any, y: Any) -> PrivacyLoss:
        """The exact worst ratio between two rational numbers (or the two ends in symbols).

        The ratio of the two laws is monotone in the message, and constant beyond the grid: the worst message is one of
        its ends.
        """
        a, b = self.rounding(x), self.rounding(y)
        return PrivacyLoss(_worst(a, b, ((0,), (self.steps,))), self.unit)

    def worst_loss(self) -> PrivacyLoss:
        """t^steps = e^epsilon, between the two ends, `steps` steps apart, at a message that is one of them."""
        return PrivacyLoss(T**self.steps, self.unit)


def noise_within(reach: Number, scale: Number, epsilon: Number, steps: int) -> Channel:
    """The channel that adds noise to a number clipped to [-reach, reach].

    Parameters
    ----------
    reach : float, Fraction or sympy expression
        Largest size of the number.
    scale : float, Fraction or sympy expression
        Scale of Laplace noise, in units of the number; on a grid it is 2 reach/epsilon.
    epsilon : float, Fraction or sympy expression
        Privacy budget of a message.
    steps : int
        Steps of the grid on which the noise is drawn exactly; 0 for Laplace noise in floats.

    Returns
    -------
    Channel
        The channel.
    """
    if steps:
        return GridLaplace(-reach, reach, steps, epsilon)
    return LaplaceOnInterval(-reach, reach, scale, epsilon)


@dataclass(frozen=True)
class GridLaplaceVector:
    """A vector of the l_1 ball of radius R, rounded to a grid in the ball, with two-sided geometric noise.

    The grid has `steps` steps from -R to R in each coordinate, `steps` even. A vector outside is scaled down. Rounding
    keeps the mean and the ball: with c_j the sum of the first j sizes in steps and one uniform number U, coordinate j
    has size floor(c_j + U) - floor(c_(j-1) + U). So two rounded vectors are at most `steps` apart in l_1, with opposite
    corners as the worst pair, and each step costs epsilon/steps. Rounding does not make the largest distance larger.

    Attributes
    ----------
    dimension : int
        d, the dimension of the vectors.
    radius : float, Fraction or sympy expression
        R, in units of the data.
    steps : int
        Number of steps across the ball, even.
    epsilon : float, Fraction or sympy expression
        Privacy budget of a message.

    Raises
    ------
    ParameterError
        For an odd number of steps: then 0 is not on the grid.
    """

    dimension: int
    radius: Number
    steps: int
    epsilon: Number

    def __post_init__(self) -> None:
        """Refuse a grid that does not contain 0."""
        if self.steps < 2 or self.steps % 2:
            raise ParameterError(f"steps = {self.steps}: must be even and at least 2")

    @property
    def reach(self) -> int:
        """R in steps."""
        return self.steps // 2

    @property
    def unit(self) -> Fraction:
        """What a step costs, as a multiple of epsilon."""
        return Fraction(1, self.steps)

    @property
    def step(self) -> float:
        """The length of a step, in units of the data."""
        return float(self.radius) / self.reach

    @property
    def noise(self) -> float:
        """The variance of the noise on one coordinate, in squared units of the data."""
        return self.step**2 * geometric_variance(float(self.epsilon) / self.steps)

    @property
    def most_noise(self) -> float:
        """A bound on the variance of one coordinate of a message: the noise and a quarter of a squared step."""
        return self.noise + self.step**2 / 4

    def round(self, vectors: FloatArray, rng: np.random.Generator) -> NDArray[np.int64]:
        """Round vectors at random to the grid in the ball, with the mean of the vectors.

        Parameters
        ----------
        vectors : ndarray, shape (..., d)
            Vectors, in units of the data.
        rng : numpy.random.Generator
            Source of randomness.

        Returns
        -------
        ndarray of int, shape (..., d)
            Steps, whose sizes sum to at most `reach`.
        """
        with np.errstate(over="ignore", invalid="ignore"):
            ends = np.cumsum(np.abs(vectors), axis=-1) / self.step
            ends *= self.reach / np.maximum(ends[..., -1:], self.reach)
        whole = np.nan_to_num(np.floor(ends + uniforms(ends.shape[:-1], rng)[..., None]))
        # The last thing that is done: sums that rise from 0 to the reach at most, whatever floats they are made of.
        sums = np.maximum.accumulate(np.clip(whole, 0, self.reach).astype(np.int64), axis=-1)
        return np.where(np.signbit(vectors), -1, 1) * np.diff(sums, axis=-1, prepend=0)

    def rounding(self, x: tuple[Any, ...]) -> Rounding:
        """The exact law of a rounded vector.

        Parameters
        ----------
        x : tuple of Fraction
            A vector of the ball, in units of the data.

        Returns
        -------
        dict of tuple of int to Fraction
            The probability of each vector of steps that is possible.

        Raises
        ------
        ParameterError
            For a vector outside the ball.
        """
        parts = [self.reach * exact_multiple(v, self.radius) for v in x]
        ends = [sum((abs(v) for v in parts[:j]), Fraction(0)) for j in range(len(parts) + 1)]
        if ends[-1] > self.reach:
            raise ParameterError(f"x = {x}: must be in the l_1 ball of radius {self.radius}")
        # U between two neighbours of these leads to the same steps.
        cuts = sorted({Fraction(0), Fraction(1), *(1 - end % 1 for end in ends)})
        law: Rounding = {}
        for low, high in pairwise(cuts):
            whole = [math.floor(end + low) for end in ends]
            sizes = (b - a for a, b in pairwise(whole))
            steps = tuple(-size if v < 0 else size for size, v in zip(sizes, parts, strict=True))
            law[steps] = law.get(steps, Fraction(0)) + high - low
        return law

    def sample(self, inputs: NDArray[Any], rng: np.random.Generator) -> FloatArray:
        """Draw messages (..., d) for packed vectors (...)."""
        rounded = self.round(as_vectors(inputs), rng)
        return np.asarray(self.step * (rounded + two_sided_geometric(self.epsilon, self.unit, rounded.shape, rng)))

    def probability(self, x: tuple[Any, ...], message: tuple[int, ...]) -> RationalFunction:
        """The probability of a message, in Q(t), t = e^(epsilon/steps).

        Parameters
        ----------
        x : tuple of Fraction
            A vector of the ball, in units of the data.
        message : tuple of int
            The message, in steps.

        Returns
        -------
        RationalFunction
            The probability, a function of t.
        """
        return message_probability(self.rounding(x), message)

    def loss_between(self, x: tuple[Any, ...], y: tuple[Any, ...]) -> PrivacyLoss:
        """The exact worst ratio between two vectors of the ball, over all messages in the box of their rounded values.

        A message outside the box has the ratio of the nearest message inside.

        Parameters
        ----------
        x : tuple of Fraction
            A vector of the ball, in units of the data.
        y : tuple of Fraction
            Another vector.

        Returns
        -------
        PrivacyLoss
            The worst ratio, exact.

        Raises
        ------
        ParameterError
            If there are too many messages to compare one by one.
        """
        a, b = self.rounding(x), self.rounding(y)
        sides = [range(min(places), max(places) + 1) for places in zip(*a, *b, strict=True)]
        if math.prod(map(len, sides)) > _MOST_MESSAGES:
            raise ParameterError(f"x, y = {x}, {y}: more than {_MOST_MESSAGES} messages to compare")
        return PrivacyLoss(_worst(a, b, product(*sides)), self.unit)

    def worst_loss(self) -> PrivacyLoss:
        """t^steps = e^epsilon, between opposite corners: the largest distance of two rounded vectors."""
        corner = (self.radius, *(0 * self.radius,) * (self.dimension - 1))
        return self.loss_between(corner, tuple(-v for v in corner))


@dataclass(frozen=True)
class GeometricHistogram:
    """Add two-sided geometric noise to each entry of a vote: 1 on the user's `hot` bins, 0 elsewhere.

    The noise has P(G = g) proportional to t^-|g|, t = e^(unit epsilon), with unit = 1/(2 hot) by default. Two votes
    differ in at most 2 `hot` entries, so a vote is epsilon-private. Its variance is below that of Laplace noise.

    Attributes
    ----------
    bins : int
        Number of bins.
    hot : int
        How many bins a user votes for, odd.
    epsilon : float, Fraction or sympy expression
        Privacy budget of a vote.
    unit : Fraction, default Fraction(0)
        The unit of t, as a multiple of epsilon; 0 means 1/(2 hot).
    """

    bins: int
    hot: int
    epsilon: Number
    unit: Fraction = Fraction(0)

    def __post_init__(self) -> None:
        """Fill in the unit of the default channel."""
        if self.unit == 0:
            object.__setattr__(self, "unit", Fraction(1, 2 * self.hot))

    @property
    def noise(self) -> float:
        """The variance of the noise on an entry."""
        return geometric_variance(float(self.unit) * float(self.epsilon))

    def sample(self, inputs: NDArray[Any], rng: np.random.Generator) -> NDArray[np.int64]:
        """Draw noisy votes, shape (..., bins), from the users' bins, shape (...)."""
        votes = hot_window(inputs, self.bins, self.hot)
        return votes + two_sided_geometric(self.epsilon, self.unit, votes.shape, rng)

    def sample_sum(self, counts: NDArray[np.int64], rng: np.random.Generator) -> NDArray[np.int64]:
        """Draw the summed votes, shape (..., bins), from the users in each bin; in floats, for simulations."""
        votes, users = windowed(counts, self.hot), counts.sum(axis=-1, keepdims=True)
        return votes + sum_of_geometric(float(self.unit) * float(self.epsilon), users, votes.shape, rng)

    def loss_between(self, x: Any, y: Any) -> PrivacyLoss:
        """t to the power of the l1 distance of the two votes, at the message that is one of them."""
        a, b = (hot_window(np.asarray(v), self.bins, self.hot) for v in (x, y))
        return self._loss(int(np.sum(a != b)))

    def worst_loss(self) -> PrivacyLoss:
        """The largest l1 distance of two vectors with at most `hot` ones; no loss for a single bin.

        With fewer than 2 `hot` bins, votes are cut at the ends and differ by less; then this is a bound.
        """
        return self._loss(min(2 * self.hot, self.bins) if self.bins > 1 else 0)

    def _loss(self, distance: int) -> PrivacyLoss:
        return PrivacyLoss(T**distance, self.unit)
