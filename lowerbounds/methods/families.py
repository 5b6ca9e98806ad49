r"""Hard instances: laws P_v of one sample, v in {-1, 1}^k, whose means differ in the signs v.

Each family has an exact law for every v, the divergences of two members that differ in one sign, and a `weight`: every
estimate yields numbers a_k (linear functions of it) with ||estimate - mean||^2 >= weight * sum_k (a_k - s v_k)^2. So a
squared error is bounded from below by the remaining uncertainty about the signs.

Sources: zhao arXiv v1, (90)-(96) and (106)-(110); kent (190), (191).
"""

from fractions import Fraction
from typing import Protocol

import numpy as np
from flint import arb
from numpy.typing import NDArray

from lowerbounds.information.laws import FiniteLaw
from lowerbounds.numerics.enclosures import ball, precise
from notation.parameters import ParameterError, count

Signs = tuple[int, ...]
MOST_ATOMS = 2**16


class Signal(Protocol):
    """What determines the information of samples about each of several signs, if no sample is informative about two."""

    @property
    def signs(self) -> int:
        """How many signs a member has."""

    @property
    def s(self) -> Fraction:
        """The size of the signs' effect on the law, in (0, 1]."""

    @property
    def mass(self) -> Fraction:
        """The probability that a sample is informative about one given sign."""


class Family(Signal, Protocol):
    """The interface of every hard instance."""

    @property
    def dimension(self) -> int:
        """How many coordinates a sample has."""

    @property
    def unit_squared(self) -> Fraction:
        """The square of the unit in which atoms and means are given."""

    @property
    def weight(self) -> Fraction:
        """Squared error per unit of squared error about the s v_k."""

    def law(self, v: Signs) -> FiniteLaw:
        """Return the exact law of one sample under P_v, in units.

        Parameters
        ----------
        v : Signs
            Signs, each 1 or -1.

        Returns
        -------
        FiniteLaw
            The law.

        Raises
        ------
        ParameterError
            If the law has too many atoms to list.
        """

    def mean(self, v: Signs) -> tuple[Fraction, ...]:
        """Return the exact mean under P_v, in units.

        Parameters
        ----------
        v : Signs
            Signs, each 1 or -1.

        Returns
        -------
        tuple of Fraction
            The mean.
        """

    def sample(self, v: Signs, n: int, m: int, rng: np.random.Generator) -> NDArray[np.float64]:
        """Return data of shape (users, samples, dimension) under P_v.

        Parameters
        ----------
        v : Signs
            Signs, each 1 or -1.
        n : int
            Number of users.
        m : int
            Number of samples of each user.
        rng : numpy.random.Generator
            Source of randomness.

        Returns
        -------
        ndarray, shape (users, samples, dimension)
            Data under P_v.
        """


def chi_square(family: Signal) -> Fraction | None:
    """Return chi^2 of two members that differ in one sign, one sample: mass 4s^2/(1-s^2); None if it is infinite.

    Parameters
    ----------
    family : Signal
        The hard instance.

    Returns
    -------
    Fraction or None
        The divergence, or None.
    """
    s = family.s
    return None if s == 1 else family.mass * 4 * s**2 / (1 - s**2)


@precise
def divergence(family: Signal) -> arb:
    """Enclose KL of two such members, one sample: mass s ln((1+s)/(1-s)); infinite at s = 1.

    Parameters
    ----------
    family : Signal
        The hard instance.

    Returns
    -------
    arb
        An enclosure.
    """
    s = family.s
    return arb("inf") if s == 1 else 2 * ball(family.mass * s) * ball(s).atanh()


@precise
def deficit(family: Signal, m: int) -> arb:
    """Enclose 1 - affinity of m samples under two such members: 1 - (1 - mass (1 - sqrt(1 - s^2)))^m.

    Parameters
    ----------
    family : Signal
        The hard instance.
    m : int
        Number of samples of each user.

    Returns
    -------
    arb
        An enclosure.
    """
    root = ball(1 - family.s**2).sqrt()
    # 1 - root without cancellation.
    single = ball(family.mass * family.s**2) / (1 + root)
    return arb(1) if single == 1 else -(m * (-single).log1p()).expm1()


def check_sizes(signs: int, s: Fraction, unit_squared: Fraction) -> None:
    """Refuse sizes that are not allowed.

    Parameters
    ----------
    signs : int
        Number of signs.
    s : Fraction
        How far signs move the law, in (0, 1].
    unit_squared : Fraction
        The square of the unit of samples.

    Raises
    ------
    ParameterError
        Unless signs >= 1, 0 < s <= 1 and unit_squared > 0.
    """
    count("d", signs)
    if not 0 < s <= 1:
        raise ParameterError(f"s = {s!r}: must be in (0, 1]")
    if not unit_squared > 0:
        raise ParameterError(f"unit_squared = {unit_squared!r}: must be above 0")


def check_member(v: Signs, signs: int, atoms: int = 0) -> None:
    """Refuse signs that do not fit the family.

    Parameters
    ----------
    v : Signs
        Signs, each 1 or -1.
    signs : int
        Number of signs.
    atoms : int, default 0
        Number of atoms of its law.

    Raises
    ------
    ParameterError
        Unless v is that many signs and the law has no more atoms than can be listed.
    """
    if len(v) != signs or any(x not in (1, -1) for x in v):
        raise ParameterError(f"v: must be {signs} signs, each 1 or -1")
    if atoms > MOST_ATOMS:
        raise ParameterError(f"d = {signs}: the law has more than {MOST_ATOMS} atoms to list; sample from it")
