"""Hard instances with one sign per coordinate, or per column of a matrix."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod, sqrt

import numpy as np
from numpy.typing import NDArray

from lowerbounds.information.laws import FiniteLaw
from lowerbounds.methods.families import Family, Signs, check_member, check_sizes
from notation.parameters import ParameterError, count


@dataclass(frozen=True)
class SignCube:
    """Independent signs with means s v_k, times the unit: kent (190), and (191) with the unit D/sqrt(d).

    Attributes
    ----------
    signs : int
        Number of signs, which is the dimension.
    s : Fraction
        How far signs move the law, in (0, 1].
    unit_squared : Fraction, default Fraction(1)
        The square of the unit of samples, in squared units of the data.

    References
    ----------
    Kent et al., Equations (190) and (191).
    """

    signs: int
    s: Fraction
    unit_squared: Fraction = Fraction(1)

    def __post_init__(self) -> None:
        check_sizes(self.signs, self.s, self.unit_squared)

    @property
    def dimension(self) -> int:
        """As many as signs."""
        return self.signs

    @property
    def weight(self) -> Fraction:
        """The mean's coordinates are s v_k units."""
        return self.unit_squared

    @property
    def mass(self) -> Fraction:
        """Every sample is informative about every sign."""
        return Fraction(1)

    def law(self, v: Signs) -> FiniteLaw:
        """Return the product law on {-1, 1}^d."""
        check_member(v, self.signs, 2 ** min(self.signs, 64))
        return FiniteLaw(
            tuple(
                (x, prod(((1 + self.s * a * b) / 2 for a, b in zip(x, v, strict=True)), start=Fraction(1)))
                for x in product((1, -1), repeat=self.signs)
            )
        )

    def mean(self, v: Signs) -> tuple[Fraction, ...]:
        """Return s v."""
        check_member(v, self.signs)
        return tuple(self.s * x for x in v)

    def sample(self, v: Signs, n: int, m: int, rng: np.random.Generator) -> NDArray[np.float64]:
        """Draw independent signs."""
        check_member(v, self.signs)
        chance = (1 + float(self.s) * np.array(v)) / 2
        drawn = rng.random((n, m, self.signs)) < chance
        return sqrt(self.unit_squared) * np.where(drawn, 1.0, -1.0)


@dataclass(frozen=True)
class Axes:
    """P(X = +-e_k) = (1 +- s v_k)/(2 k0) on the first k0 = `signs` axes of `dimension`: zhao (90)-(92).

    In every l_p ball of radius the unit.

    Attributes
    ----------
    signs : int
        k0, the number of axes that are used.
    s : Fraction
        How far signs move the law, in (0, 1].
    unit_squared : Fraction, default Fraction(1)
        The square of the unit of samples, in squared units of the data.
    dimension : int, default 0
        Dimension of a sample; 0 means as many as signs.

    References
    ----------
    Zhao et al., Equations (90) to (92).
    """

    signs: int
    s: Fraction
    unit_squared: Fraction = Fraction(1)
    dimension: int = 0

    def __post_init__(self) -> None:
        check_sizes(self.signs, self.s, self.unit_squared)
        if self.dimension == 0:
            object.__setattr__(self, "dimension", self.signs)
        count("dimension", self.dimension, self.signs)

    @property
    def weight(self) -> Fraction:
        """The mean's coordinates are s v_k/k0 units."""
        return self.unit_squared / self.signs**2

    @property
    def mass(self) -> Fraction:
        """A sample is informative about its axis only."""
        return Fraction(1, self.signs)

    def law(self, v: Signs) -> FiniteLaw:
        """Return the law on the 2 k0 signed axes."""
        check_member(v, self.signs, 2 * self.signs)
        return FiniteLaw(
            tuple(
                (self._axis(k, sign), (1 + self.s * sign * v[k]) / (2 * self.signs))
                for k in range(self.signs)
                for sign in (1, -1)
            )
        )

    def _axis(self, k: int, sign: int) -> Signs:
        return tuple(sign if i == k else 0 for i in range(self.dimension))

    def mean(self, v: Signs) -> tuple[Fraction, ...]:
        """Return s v/k0, and 0 on the axes that are not used."""
        check_member(v, self.signs)
        return (*(self.s * x / self.signs for x in v), *(Fraction(0),) * (self.dimension - self.signs))

    def sample(self, v: Signs, n: int, m: int, rng: np.random.Generator) -> NDArray[np.float64]:
        """Draw an axis, then its sign."""
        axis, sign = _axes_and_signs(self, v, n, m, rng)
        data = np.zeros((n, m, self.dimension))
        np.put_along_axis(data, axis[..., None], sqrt(self.unit_squared) * sign[..., None], axis=-1)
        return data


@dataclass(frozen=True)
class HadamardCube:
    """P(X = +-h_k) = (1 +- s v_k)/(2d), h_k the columns of Sylvester's matrix, d a power of 2: zhao (106)-(108).

    Attributes
    ----------
    signs : int
        d, a power of 2.
    s : Fraction
        How far signs move the law, in (0, 1].
    unit_squared : Fraction, default Fraction(1)
        The square of the unit of samples, in squared units of the data.

    Raises
    ------
    ParameterError
        Unless d is a power of 2, signs >= 1, 0 < s <= 1 and unit_squared > 0.

    References
    ----------
    Zhao et al., Equations (106) to (108).
    """

    signs: int
    s: Fraction
    unit_squared: Fraction = Fraction(1)

    def __post_init__(self) -> None:
        check_sizes(self.signs, self.s, self.unit_squared)
        if self.signs & (self.signs - 1):
            raise ParameterError(f"d = {self.signs}: must be a power of 2 for a Hadamard matrix of Sylvester's kind")

    @property
    def dimension(self) -> int:
        """As many as signs."""
        return self.signs

    @property
    def weight(self) -> Fraction:
        """||z||^2 = ||H^T z||^2/d, and h_k^T mean = s v_k units."""
        return self.unit_squared / self.signs

    @property
    def mass(self) -> Fraction:
        """A sample is informative about its column only."""
        return Fraction(1, self.signs)

    def column(self, k: int) -> Signs:
        """Return h_k.

        Parameters
        ----------
        k : int
            Number of the column, from 0.

        Returns
        -------
        Signs
            Its entries.
        """
        return tuple((-1) ** (i & k).bit_count() for i in range(self.signs))

    def law(self, v: Signs) -> FiniteLaw:
        """Return the law on the 2d signed columns."""
        check_member(v, self.signs, 2 * self.signs)
        return FiniteLaw(
            tuple(
                (tuple(sign * x for x in self.column(k)), (1 + self.s * sign * v[k]) / (2 * self.signs))
                for k in range(self.signs)
                for sign in (1, -1)
            )
        )

    def mean(self, v: Signs) -> tuple[Fraction, ...]:
        """Return s H v/d."""
        check_member(v, self.signs, self.signs)
        columns = [self.column(k) for k in range(self.signs)]
        return tuple(self.s * sum(x * columns[k][i] for k, x in enumerate(v)) / self.signs for i in range(self.signs))

    def sample(self, v: Signs, n: int, m: int, rng: np.random.Generator) -> NDArray[np.float64]:
        """Draw a column, then its sign."""
        axis, sign = _axes_and_signs(self, v, n, m, rng)
        # Entries of the matrix by the parity of the common bits: no d x d table.
        common = np.bitwise_and(axis[..., None].astype(np.uint64), np.arange(self.signs, dtype=np.uint64))
        for shift in (32, 16, 8, 4, 2, 1):
            common ^= common >> np.uint64(shift)
        return sqrt(self.unit_squared) * sign[..., None] * (1.0 - 2.0 * (common & np.uint64(1)))


@dataclass(frozen=True)
class PairedCells:
    """Laws on `dimension` cells that come in pairs: P(2k) , P(2k+1) = (1 +- s v_k)/(2 k0), k0 = `signs` pairs.

    The axes with both ends of each as separate cells (Paninski 2008); the unknown parameter is the law itself.

    Attributes
    ----------
    signs : int
        k0, the number of pairs that are used.
    s : Fraction
        How far signs move the law, in (0, 1].
    dimension : int, default 0
        Number of cells; 0 means two for each sign.

    References
    ----------
    Paninski (2008).
    """

    signs: int
    s: Fraction
    dimension: int = 0

    def __post_init__(self) -> None:
        check_sizes(self.signs, self.s, Fraction(1))
        if self.dimension == 0:
            object.__setattr__(self, "dimension", 2 * self.signs)
        count("cells", self.dimension, 2 * self.signs)

    @property
    def unit_squared(self) -> Fraction:
        """Samples are unit vectors."""
        return Fraction(1)

    @property
    def weight(self) -> Fraction:
        """x^2 + y^2 >= (x - y)^2/2, and the two probabilities of a pair differ by s v_k/k0."""
        return Fraction(1, 2 * self.signs**2)

    @property
    def mass(self) -> Fraction:
        """A sample is informative about its pair only."""
        return Fraction(1, self.signs)

    def law(self, v: Signs) -> FiniteLaw:
        """Return the law on the cells, as unit vectors."""
        mean = self.mean(v)
        cells = 2 * self.signs
        check_member(v, self.signs, cells)
        return FiniteLaw(
            tuple((tuple(int(i == cell) for i in range(self.dimension)), mean[cell]) for cell in range(cells))
        )

    def mean(self, v: Signs) -> tuple[Fraction, ...]:
        """Return the probabilities of the cells."""
        check_member(v, self.signs)
        pairs = (((1 + self.s * x) / (2 * self.signs), (1 - self.s * x) / (2 * self.signs)) for x in v)
        return (*(chance for pair in pairs for chance in pair), *(Fraction(0),) * (self.dimension - 2 * self.signs))

    def sample(self, v: Signs, n: int, m: int, rng: np.random.Generator) -> NDArray[np.float64]:
        """Draw a pair, then one of its cells."""
        pair, sign = _axes_and_signs(self, v, n, m, rng)
        data = np.zeros((n, m, self.dimension))
        np.put_along_axis(data, (2 * pair + (sign < 0))[..., None], 1.0, axis=-1)
        return data


def _axes_and_signs(
    family: Family, v: Signs, n: int, m: int, rng: np.random.Generator
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Draw uniform positions, and for each a sign with mean s v_place."""
    check_member(v, family.signs)
    place = rng.integers(family.signs, size=(n, m))
    chance = (1 + float(family.s) * np.array(v)) / 2
    return place, np.where(rng.random((n, m)) < chance[place], 1.0, -1.0)
