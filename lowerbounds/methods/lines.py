"""Hard instances with one sign: data on a line through the ball."""

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from lowerbounds.information.laws import FiniteLaw
from lowerbounds.methods.families import Signs, check_member, check_sizes


@dataclass(frozen=True)
class Diagonal:
    """X = +-(1, ..., 1) with mean s v_1 (1, ..., 1): one sign in all d coordinates, in the l_inf ball.

    Attributes
    ----------
    dimension : int
        Dimension of a sample.
    s : Fraction
        How far signs move the law, in (0, 1].
    unit_squared : Fraction, default Fraction(1)
        The square of the unit of samples, in squared units of the data.
    """

    dimension: int
    s: Fraction
    unit_squared: Fraction = Fraction(1)

    def __post_init__(self) -> None:
        check_sizes(self.dimension, self.s, self.unit_squared)

    @property
    def signs(self) -> int:
        """One."""
        return 1

    @property
    def weight(self) -> Fraction:
        """Every coordinate is an estimate of the same number."""
        return self.dimension * self.unit_squared

    @property
    def mass(self) -> Fraction:
        """Every sample is informative."""
        return Fraction(1)

    def law(self, v: Signs) -> FiniteLaw:
        """Return the law on two points."""
        check_member(v, 1)
        return FiniteLaw(tuple(((sign,) * self.dimension, (1 + self.s * sign * v[0]) / 2) for sign in (1, -1)))

    def mean(self, v: Signs) -> tuple[Fraction, ...]:
        """Return s v_1 throughout."""
        check_member(v, 1)
        return (self.s * v[0],) * self.dimension

    def sample(self, v: Signs, n: int, m: int, rng: np.random.Generator) -> NDArray[np.float64]:
        """Draw one sign for all coordinates."""
        check_member(v, 1)
        drawn = np.where(rng.random((n, m, 1)) < (1 + float(self.s) * v[0]) / 2, 1.0, -1.0)
        return sqrt(self.unit_squared) * np.repeat(drawn, self.dimension, axis=-1)


@dataclass(frozen=True)
class Spikes:
    """X = v_1 u with probability q, else 0: u is (1, ..., 1) or the first axis, times a unit that may be large.

    E|X|^p = q unit^p along u. The law of label (156) at its largest mean, and zhao Theorem 3's class.

    Attributes
    ----------
    dimension : int
        Dimension of a sample.
    q : Fraction
        Probability of a spike, in (0, 1].
    unit_squared : Fraction
        The square of the unit of samples, in squared units of the data.
    diagonal : bool
        Whether u is (1, ..., 1).

    References
    ----------
    Anonymous (label), Equation (156); Zhao et al., Theorem 3.
    """

    dimension: int
    q: Fraction
    unit_squared: Fraction
    diagonal: bool

    def __post_init__(self) -> None:
        check_sizes(self.dimension, self.q, self.unit_squared)

    @property
    def signs(self) -> int:
        """One."""
        return 1

    @property
    def s(self) -> Fraction:
        """A spike reveals its sign with certainty."""
        return Fraction(1)

    @property
    def weight(self) -> Fraction:
        """The mean is q v_1 along u."""
        return self.unit_squared * self.q**2 * (self.dimension if self.diagonal else 1)

    @property
    def mass(self) -> Fraction:
        """A sample is informative if it is a spike."""
        return self.q

    def _along(self, sign: int) -> Signs:
        return (sign,) * self.dimension if self.diagonal else (sign,) + (0,) * (self.dimension - 1)

    def law(self, v: Signs) -> FiniteLaw:
        """Return the law on two points."""
        check_member(v, 1)
        return FiniteLaw(((self._along(v[0]), self.q), ((0,) * self.dimension, 1 - self.q)))

    def mean(self, v: Signs) -> tuple[Fraction, ...]:
        """Return q v_1 u."""
        check_member(v, 1)
        return tuple(self.q * x for x in self._along(v[0]))

    def sample(self, v: Signs, n: int, m: int, rng: np.random.Generator) -> NDArray[np.float64]:
        """Draw spikes."""
        check_member(v, 1)
        spikes = rng.random((n, m, 1)) < float(self.q)
        return sqrt(self.unit_squared) * spikes * np.array(self._along(v[0]), dtype=float)
