"""Laws on finitely many atoms with exact probabilities, and the binomial count of a two-point law."""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from notation.parameters import ParameterError, count


@dataclass(frozen=True)
class FiniteLaw:
    """A law as pairs (atom, probability) in the order given; atoms of probability 0 are kept.

    Attributes
    ----------
    masses : tuple of tuple of (Hashable, Fraction)
        The pairs.

    Raises
    ------
    ParameterError
        Unless the atoms differ and the probabilities are exact, nonnegative and sum to one.
    """

    masses: tuple[tuple[Hashable, Fraction], ...]

    def __post_init__(self) -> None:
        if len({atom for atom, _ in self.masses}) != len(self.masses):
            raise ParameterError("a finite law names one atom twice")
        for atom, mass in self.masses:
            if not isinstance(mass, Fraction) or mass < 0:
                raise ParameterError(f"probability {mass!r} of atom {atom!r}: must be an exact Fraction, at least 0")
        total = sum((mass for _, mass in self.masses), Fraction(0))
        if total != 1:
            raise ParameterError(f"the probabilities of a finite law sum to {total}: must be 1")

    @classmethod
    def of(cls, masses: Mapping[Hashable, Fraction | int]) -> "FiniteLaw":
        """Make a law from a mapping of atoms to probabilities.

        Parameters
        ----------
        masses : dict from Hashable to Fraction or int
            The probability of each atom.

        Returns
        -------
        FiniteLaw
            The law.
        """
        return cls(tuple((atom, Fraction(mass) if isinstance(mass, int) else mass) for atom, mass in masses.items()))

    def __iter__(self) -> Iterator[tuple[Hashable, Fraction]]:
        return iter(self.masses)

    def __getitem__(self, atom: Hashable) -> Fraction:
        return next((mass for other, mass in self.masses if other == atom), Fraction(0))

    @property
    def atoms(self) -> tuple[Hashable, ...]:
        """The atoms in order."""
        return tuple(atom for atom, _ in self.masses)

    def mean(self) -> Fraction:
        """Return the exact mean.

        Returns
        -------
        Fraction
            The mean.

        Raises
        ------
        ParameterError
            Unless the atoms are exact numbers or floats.
        """
        total = Fraction(0)
        for atom, mass in self.masses:
            if not isinstance(atom, (int, float, Fraction)):
                raise ParameterError(f"atom {atom!r}: a mean needs atoms that are numbers")
            total += mass * Fraction(atom)
        return total

    def product(self, other: "FiniteLaw") -> "FiniteLaw":
        """Return the law of an independent pair; its atoms are pairs.

        Parameters
        ----------
        other : FiniteLaw
            The law of the second.

        Returns
        -------
        FiniteLaw
            The law of the pair.
        """
        return FiniteLaw(tuple(((a, b), p * q) for a, p in self.masses for b, q in other.masses))

    def through(self, channel: Mapping[Hashable, "FiniteLaw"]) -> "FiniteLaw":
        """Return the law of the message when `channel[atom]` is the law of the message given the atom.

        Parameters
        ----------
        channel : dict from Hashable to FiniteLaw
            The law of the message, for each atom.

        Returns
        -------
        FiniteLaw
            The law of the message.
        """
        out: dict[Hashable, Fraction] = {}
        for atom, mass in self.masses:
            for message, chance in channel[atom]:
                out[message] = out.get(message, Fraction(0)) + mass * chance
        return FiniteLaw(tuple(out.items()))


def point_mass(atom: Hashable) -> FiniteLaw:
    """Return the law with one atom.

    Parameters
    ----------
    atom : Hashable
        The atom.

    Returns
    -------
    FiniteLaw
        The law.
    """
    return FiniteLaw(((atom, Fraction(1)),))


def two_point(p: Fraction, high: Hashable = 1, low: Hashable = 0) -> FiniteLaw:
    """Return the law with P(high) = p and P(low) = 1 - p, both atoms kept; p is in [0, 1].

    Parameters
    ----------
    p : Fraction
        P(high), in [0, 1].
    high : Hashable, default 1
        The first atom.
    low : Hashable, default 0
        The second atom.

    Returns
    -------
    FiniteLaw
        The law.
    """
    return FiniteLaw(((high, Fraction(p)), (low, 1 - Fraction(p))))


def binomial(m: int, p: Fraction) -> FiniteLaw:
    """Return the law of the count of the first atom among `m` draws of a two-point law with P(first) = p.

    The count is sufficient for p, so every f-divergence of m-fold products of two such laws is that of the counts.

    Parameters
    ----------
    m : int
        Number of draws, at least 0.
    p : Fraction
        P(first), in [0, 1].

    Returns
    -------
    FiniteLaw
        The law of the count.

    Raises
    ------
    ParameterError
        For p outside [0, 1].
    """
    m = count("m", m, 0)
    if not 0 <= p <= 1:
        raise ParameterError(f"p = {p!r}: must be in [0, 1]")
    # Powers once each: direct p**k (1-p)**(m-k) would cost a gcd of huge integers per atom.
    a, b, whole = p.numerator, p.denominator - p.numerator, p.denominator**m
    return FiniteLaw(tuple((k, Fraction(comb(m, k) * a**k * b ** (m - k), whole)) for k in range(m + 1)))
