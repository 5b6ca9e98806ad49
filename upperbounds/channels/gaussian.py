"""Gaussian noise on vectors projected to a ball. It has no finite worst ratio, so its privacy is its divergence.

On a grid the noise is discrete Gaussian and drawn exactly (Canonne, Kamath and Steinke 2020). N(x, V - s) noise on a
point x of the grid, then rounded to z with probability in proportion to e^(-|z - u|^2/(2 s)), has a law within a factor
k of that of discrete Gaussian noise of parameter V (`ball_divergence`). With s = 64 steps squared log k is below d
10^-547, so that it changes the divergence of all answers of any run by less than half of the smallest float, by which
the accountant rounds up. So discrete noise stands for normal noise in everything that is proved of the latter,
composition over rounds that depend on each other and subsampling with it. V must be such that rounded points are no
farther apart in units of sqrt(V - 64) than the points were in units of sigma: `covering`.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
from flint import arb, arb_poly, ctx, fmpq
from numpy.typing import NDArray

from notation.parameters import ParameterError
from upperbounds.channels.arrays import FloatArray, Number
from upperbounds.channels.geometric import discrete_gaussian
from upperbounds.channels.grid import grid_steps
from upperbounds.channels.loss import NO_LOSS, PrivacyLoss
from upperbounds.channels.randomness import uniforms
from upperbounds.channels.vectors import as_vectors

_PRECISION = 192
"""Bits at which divergences are enclosed."""

_TAIL = 120
"""Mass of a discrete Gaussian, about 2^-120, that is only bounded."""

_SMOOTH = (Fraction(1), Fraction(2), Fraction(4), Fraction(8))
"""Shares of a variance that `ball_divergence` tries for the last rounding."""


_ROOT = 1 << 12
"""The largest standard deviation, in steps, below which every whole variance is tried."""

SMOOTH = 64
"""s in `covering`, in squared steps."""

MOST_ROOT = 10**8
"""The largest standard deviation of discrete noise that 64 bits hold, in steps."""

SHARE = 0.004
"""The most that larger distances on the grid, and rounding, may each add to the variance of the noise."""


def covering(outermost: int, spread: Fraction) -> Fraction:
    """The parameter of discrete noise, on the sum of points of the grid, that replaces normal noise.

    Parameters
    ----------
    outermost : int
        E, the largest squared length of a rounded point, in squared steps.
    spread : Fraction
        Standard deviation of the normal noise on the sum, over the radius of the ball.

    Returns
    -------
    Fraction
        V, the smallest square from 64 + E spread^2 on.

    Raises
    ------
    ParameterError
        If the noise does not fit in 64 bits.
    """
    root = math.isqrt(math.ceil(SMOOTH + outermost * spread**2) - 1) + 1
    if root > MOST_ROOT:
        raise ParameterError(f"sigma = {float(spread):g} radius: the noise is beyond 64 bits on this grid")
    return Fraction(root**2)


def covering_reach(spread: float, users: int, dimension: int) -> int:
    """How many steps per radius a grid for `covering` has.

    A power of two. It is so large that distances on the grid, and the rounding of every user's point, each add at most
    0.4 % to the variance of the noise, or the largest for which the noise fits in 64 bits.

    Parameters
    ----------
    spread : float
        Standard deviation of the normal noise on the sum, over the radius of the ball.
    users : int
        How many points are summed.
    dimension : int
        d.

    Returns
    -------
    int
        The number of steps, at least 1.
    """
    # In one dimension the ends are on the grid.
    far = 2 * math.sqrt(dimension) / SHARE if dimension > 1 else 1 / SHARE
    near = math.sqrt((users / 4 + SMOOTH + 1) / SHARE) / spread
    reach = 1 << max(math.ceil(math.log2(max(far, near))), 0)
    while reach > 1 and spread * (reach + math.sqrt(dimension)) > MOST_ROOT / 2:
        reach //= 2
    return reach


def normal_divergence(epsilon: arb, shift: arb) -> arb:
    """The hockey-stick divergence at e^epsilon of two unit normals.

    Parameters
    ----------
    epsilon : flint.arb
        Where the divergence is taken, of either sign.
    shift : flint.arb
        Distance of their means, above 0.

    Returns
    -------
    flint.arb
        An enclosure.
    """
    root = arb(2).sqrt()
    near, far = ((epsilon / shift + way * shift / 2) / root for way in (-1, 1))
    return (near.erfc() - epsilon.exp() * far.erfc()) / 2


def _ball(x: Fraction | int) -> arb:
    return arb(fmpq(x.numerator, x.denominator))


def _up_to(x: arb) -> arb:
    """A ball that holds all of [0, x]."""
    return arb(0).union(x)


def grid_divergence(variance: Fraction, shift: Sequence[int], epsilon: Fraction) -> arb:
    """The divergence at e^epsilon of discrete Gaussian noise in each coordinate and the same, shifted; exact.

    The sum of P(z) - e^epsilon Q(z) over the messages z where it is positive. The log ratio depends on the product
    <shift, z> alone, a whole number with the law of a weighted sum. Whether the ratio is above e^epsilon is decided in
    rational arithmetic, and the sums are enclosed.

    Parameters
    ----------
    variance : Fraction
        The parameter of the noise, in squared steps.
    shift : sequence of int
        The shift, in steps.
    epsilon : Fraction
        Where the divergence is taken, exact.

    Returns
    -------
    flint.arb
        An enclosure.
    """
    common = math.gcd(*shift)
    parts = [abs(v) // common for v in shift if v] if common else []
    squared = sum(v * v for v in shift)
    with ctx.workprec(_PRECISION):
        reach = math.isqrt(math.ceil(2 * variance * _TAIL)) + 1
        masses = [(-_ball(Fraction(y * y) / (2 * variance))).exp() for y in range(reach + 1)]
        # Beyond, terms fall at least as fast as a geometric series.
        beyond = 2 * (-_ball(Fraction((reach + 1) ** 2) / (2 * variance))).exp()
        beyond /= 1 - (-_ball(Fraction(2 * reach + 3) / (2 * variance))).exp()
        total = masses[0] + 2 * sum(masses[1:], arb(0)) + _up_to(beyond)
        law, offset = arb_poly([1]), 0
        for part in parts:
            spread = [arb(0)] * (2 * reach * part + 1)
            for y in range(-reach, reach + 1):
                spread[(y + reach) * part] = masses[abs(y)] / total
            law, offset = law * arb_poly(spread), offset + reach * part
        found = arb(0)
        for place in range(len(law)):
            loss = Fraction(squared - 2 * common * (place - offset)) / (2 * variance)
            if loss <= epsilon:
                break
            found += law[place] * -_ball(epsilon - loss).expm1()
        return found + _up_to(len(parts) * beyond)


def ball_divergence(variance: Fraction, distance: Fraction, dimension: int, epsilon: Fraction) -> arb:
    """A bound on the divergence of discrete Gaussian noise between any two points of the grid at this distance.

    N(x, variance - s) noise, then rounded to z of the grid with probability proportional to e^(-|z - u|^2/(2 s)), has
    a law within a factor k of discrete Gaussian noise around x, k = ((1 + 2r)/(1 - 2r))^d, r = sum over j >= 1 of
    e^(-2 pi^2 s j^2): by Poisson's summation that is how much the rounding's normaliser varies. So the divergence is
    at most k times that of the normal noise at epsilon - 2 log k.

    Parameters
    ----------
    variance : Fraction
        The parameter of the noise, in squared steps.
    distance : Fraction
        A bound on the squared l2 distance of two points, in squared steps.
    dimension : int
        d.
    epsilon : Fraction
        Where the divergence is taken, exact.

    Returns
    -------
    flint.arb
        An enclosure of the bound; 1 if the noise is too narrow.
    """
    with ctx.workprec(_PRECISION):
        best = arb(1)
        for s in _SMOOTH:
            if s < variance:
                q = (-2 * arb.pi() ** 2 * _ball(s)).exp()
                # j^2 >= j.
                r = q / (1 - q)
                log_k = dimension * ((1 + 2 * r) / (1 - 2 * r)).log()
                shift = (_ball(distance) / _ball(variance - s)).sqrt()
                best = best.min(log_k.exp() * normal_divergence(_ball(epsilon) - 2 * log_k, shift))
        return best


@dataclass(frozen=True)
class OnBall:
    """Noise on vectors of a ball: the projection, and no finite ratio.

    Attributes
    ----------
    centre : float, Fraction, sympy expression or ndarray, shape (..., d)
        Centre of the ball, which broadcasts against the inputs.
    radius : float
        Radius of the ball, in units of the data.
    """

    centre: FloatArray | Number
    radius: float

    def project(self, vectors: FloatArray) -> FloatArray:
        """The nearest points of the ball.

        Parameters
        ----------
        vectors : ndarray, shape (..., d)
            Vectors.

        Returns
        -------
        ndarray, shape (..., d)
            Their projections.
        """
        offset = vectors - self.centre
        norms = np.linalg.norm(offset, axis=-1, keepdims=True)
        return self.centre + offset * (self.radius / np.maximum(norms, self.radius))

    def loss_between(self, x: Any, y: Any) -> PrivacyLoss:
        """No loss between inputs with the same projection; other pairs have no finite ratio.

        Parameters
        ----------
        x : array_like, shape (d,)
            A vector.
        y : array_like, shape (d,)
            Another vector.

        Returns
        -------
        PrivacyLoss
            No loss.

        Raises
        ------
        ValueError
            For inputs with different projections.
        """
        a, b = (self.project(np.asarray(v, dtype=np.float64)) for v in (x, y))
        if np.array_equal(a, b):
            return NO_LOSS
        raise ValueError("Gaussian noise has no finite privacy loss: see its divergence")

    def worst_loss(self) -> PrivacyLoss:
        """Refuse: Gaussian noise has no finite ratio.

        Raises
        ------
        ValueError
            Always.
        """
        raise ValueError("Gaussian noise has no finite privacy loss: see its divergence")


@dataclass(frozen=True)
class GaussianOnBall(OnBall):
    """Project a vector to the ball of radius `radius` around `centre` and add N(0, sigma^2 I).

    Two inputs differ by at most 2 radius, so the loss is that of two unit normals at distance `shift`.

    Attributes
    ----------
    centre : float, Fraction, sympy expression or ndarray, shape (..., d)
        Centre of the ball, which broadcasts against the inputs.
    radius : float
        Radius of the ball, in units of the data.
    sigma : float
        Standard deviation of the noise in each coordinate, in units of the data.
    """

    sigma: float

    @property
    def shift(self) -> float:
        """2 radius/sigma: the distance of the two worst laws, in standard deviations."""
        return 2 * self.radius / self.sigma

    def sample(self, inputs: NDArray[Any], rng: np.random.Generator) -> FloatArray:
        """Draw noisy projections (..., d) of packed vectors (...)."""
        points = self.project(as_vectors(inputs))
        return points + self.sigma * rng.standard_normal(points.shape)


@dataclass(frozen=True)
class GridGaussian(OnBall):
    """Project a vector to the ball, round it at random to a grid, and add discrete Gaussian noise, drawn exactly.

    The grid has `reach` steps per radius. Rounding keeps the mean. In one dimension rounded numbers stay in the
    interval, whose ends are on the grid. A rounded vector may be sqrt(d) steps outside the ball, and the noise covers
    that.

    Attributes
    ----------
    centre : float, Fraction, sympy expression or ndarray, shape (..., d)
        Centre of the ball, which broadcasts against the inputs.
    radius : float
        Radius of the ball, in units of the data.
    dimension : int
        d, the dimension of the vectors.
    reach : int
        Number of steps to the radius, at least 1.
    variance : Fraction
        The parameter of the noise, in squared steps; its variance is a little less.
    """

    dimension: int
    reach: int
    variance: Fraction

    @property
    def step(self) -> float:
        """The length of a step, in units of the data."""
        return self.radius / self.reach

    @property
    def most_noise(self) -> float:
        """A bound on the variance of a coordinate of a message given its input: noise and rounding."""
        return self.step**2 * float(self.variance + Fraction(1, 4))

    @property
    def outermost(self) -> int:
        """The largest squared length of a rounded vector, in squared steps: that of reach + sqrt(d), rounded down."""
        if self.dimension == 1:
            return self.reach**2
        return self.reach**2 + self.dimension + math.isqrt(4 * self.reach**2 * self.dimension)

    def divergence(self, epsilon: Fraction) -> arb:
        """The delta of a message at epsilon, between opposite inputs: exact in one dimension, else a bound.

        Parameters
        ----------
        epsilon : Fraction
            Where the divergence is taken, exact.

        Returns
        -------
        flint.arb
            An enclosure.
        """
        if self.dimension == 1:
            return grid_divergence(self.variance, (2 * self.reach,), epsilon)
        return ball_divergence(self.variance, Fraction(4 * self.outermost), self.dimension, epsilon)

    def round(self, vectors: FloatArray, rng: np.random.Generator) -> NDArray[np.int64]:
        """Round projected vectors at random to the grid, without changing their mean.

        Parameters
        ----------
        vectors : ndarray, shape (..., d)
            Vectors, in units of the data.
        rng : numpy.random.Generator
            Source of randomness.

        Returns
        -------
        ndarray of int, shape (..., d)
            Steps from the centre.
        """
        places = (self.project(vectors) - self.centre) / self.step
        whole = np.nan_to_num(np.floor(places + uniforms(places.shape, rng)))
        # The last thing that is done: whatever floats did, no rounded vector is further out than the noise covers.
        steps = np.clip(whole, -2 * self.reach, 2 * self.reach).astype(np.int64)
        if self.dimension == 1:
            return np.clip(steps, -self.reach, self.reach)
        return np.where((steps**2).sum(axis=-1, keepdims=True) <= self.outermost, steps, 0)

    def sample(self, inputs: NDArray[Any], rng: np.random.Generator) -> FloatArray:
        """Draw noisy points of the grid (..., d) for packed vectors (...)."""
        steps = self.round(as_vectors(inputs), rng)
        return np.asarray(self.centre + self.step * (steps + discrete_gaussian(self.variance, steps.shape, rng)))


def covered(channel: GaussianOnBall) -> GridGaussian:
    """The channel on a grid that is deployed in place of Gaussian noise, with no larger divergence at any epsilon.

    Parameters
    ----------
    channel : GaussianOnBall
        The channel, whose centre is an array.

    Returns
    -------
    GridGaussian
        The channel that draws exactly.
    """
    dimension, spread = np.shape(channel.centre)[-1], Fraction(channel.sigma) / Fraction(channel.radius)
    reach = covering_reach(float(spread), 1, dimension)
    grid = GridGaussian(channel.centre, channel.radius, dimension, reach, Fraction(1))
    return replace(grid, variance=covering(grid.outermost, spread))


def gaussian_on_grid(
    centre: FloatArray | Number, radius: float, dimension: int, epsilon: Number, delta: float
) -> GridGaussian:
    """The channel with the smallest noise whose divergence at epsilon is at most delta, on the default grid.

    The reach is the smallest power of two that is at least 4 max(1, epsilon) and, for vectors, 256 sqrt(d). The larger
    distances after rounding then cost less than 1 % of the variance.

    Parameters
    ----------
    centre : float, Fraction, sympy expression or ndarray, shape (..., d)
        Centre of the ball.
    radius : float
        Radius of the ball, in units of the data.
    dimension : int
        Dimension of the vectors.
    epsilon : float, Fraction or sympy expression
        Privacy budget of a message, as a number.
    delta : float
        Privacy budget of a message.

    Returns
    -------
    GridGaussian
        The channel.

    Raises
    ------
    ParameterError
        For a delta that is not between 0 and 1.
    """
    if not 0 < delta < 1:
        raise ParameterError(f"delta = {delta!r}: must be between 0 and 1")
    reach, exact = grid_steps(epsilon) // 2, Fraction(epsilon)
    if dimension > 1:
        reach = max(reach, 1 << (math.isqrt(65536 * dimension - 1)).bit_length())

    def channel(place: int) -> GridGaussian:
        # Whole variances, and whole roots of those beyond _ROOT: then draws are made of numbers of 64 bits.
        variance = Fraction(place if place <= _ROOT**2 else (place - _ROOT**2 + _ROOT) ** 2)
        return GridGaussian(centre, radius, dimension, reach, variance)

    limit = _ball(Fraction(delta))

    def enough(place: int) -> bool:
        return bool(channel(place).divergence(exact) <= limit)

    def surely(place: int) -> bool:
        # The bound, which takes no sums, is near enough to begin with.
        each = channel(place)
        return bool(ball_divergence(each.variance, Fraction(4 * each.outermost), dimension, exact) <= limit)

    high = _least(surely, 0, 1)
    return channel(high if dimension > 1 else _least(enough, max(high - 16, 0), high))


def _least(enough: Callable[[int], bool], low: int, high: int) -> int:
    """A number that is enough where the one before is not, or the first above `low`; doubling, then bisection."""
    while not enough(high):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high
