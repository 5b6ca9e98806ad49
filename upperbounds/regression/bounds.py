r"""Explicit bounds on the excess risk of noisy means, and the cells, neighbours and clipping that minimise them.

U is T, or M^(1/p) under moments: E Y^2 <= U^2 and |eta| <= U. Clipping at T moves a conditional mean by at most C T^(1
- p), with C = M (p - 1)^(p - 1)/p^p, which is M times the largest (|y| - T)_+/(|y|^p T^(1 - p)); label Lemma 2 has M/(p
- 1).

*Cells*, of side h = 1/cells, mass P >= c h^d each, x = (N + 1) c h^d. Over a cell eta has the variance
L^2 (sqrt(d) h)^(2 beta)/2 at most. The mean of n labels has the variance a/n + b/n^2, and

    E[1/n; n >= 1] <= 1/x + 3/x^2,   E[1/n^2; n >= 1] <= 1/x^2 + 20/x^3,   P(n = 0) <= e^(-N c h^d),

since 1/n = 1/(n + 1) + 1/(n (n + 1)) and n + 2 <= 3 n, 1/n^2 <= 1/((n + 1)(n + 2)) + 20/((n + 1)(n + 2)(n + 3)), and
the mean of 1/((n + 1)...(n + j)) is at most ((N + 1) P)^-j. The estimate is 0 in an empty cell, and in a cell with so
few people that a/n + b/n^2 is above U^2 for some law: this does not exceed the bound.

*Neighbours*. A ball of radius r <= sqrt(d) around a point of [0, 1]^d holds a cube of side r/sqrt(d) of it, so that the
k-th neighbour is within sqrt(d) (q/c)^(1/d), q the mass of its ball, Beta(k, N + 1 - k). By Jensen E q^s is at most
(k/(N + 1))^s for s <= 1 and (k (k + 1)/((N + 1)(N + 2)))^(s/2) for s <= 2.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import ceil, inf, isfinite, sqrt
from typing import Any, ClassVar, Literal

import numpy as np
import sympy

from notation.parameters import ParameterError
from notation.regression import RegressionSetting
from notation.symbols import N as N_
from notation.symbols import beta as beta_
from notation.symbols import d as d_
from notation.symbols import epsilon as epsilon_
from notation.symbols import p as p_
from notation.symbols import smallest
from upperbounds.channels.arrays import FloatArray
from upperbounds.classification.grid import MOST_CELLS, Grid
from upperbounds.estimator import UpperBound
from upperbounds.regression.means import CentralMean, LocalMean, Mean

_OPEN = N_ ** (-2 * beta_ / (2 * beta_ + d_))
LOCAL_RATE = (N_ * smallest(epsilon_**2, 1)) ** (-2 * beta_ / (2 * beta_ + d_))
CENTRAL_RATE = _OPEN + (epsilon_ * N_) ** (-2 * beta_ / (beta_ + d_))
HEAVY_LOCAL_RATE = _OPEN + (N_ * epsilon_**2) ** (-2 * beta_ * (p_ - 1) / (2 * p_ * beta_ + d_ * (p_ - 1)))
HEAVY_CENTRAL_RATE = _OPEN + (epsilon_ * N_) ** (-2 * beta_ * (p_ - 1) / (p_ * beta_ + d_ * (p_ - 1)))

IN_CELLS = "features in all of [0, 1]^d, their density at least c", "equal cells, 0 where people are few"
OF_NEIGHBOURS = ("features in all of [0, 1]^d, their density at least c",)


@dataclass(frozen=True)
class BinPlan:
    """The cells of a box and the private mean in each.

    Attributes
    ----------
    cells : int or None
        Number of equal cells along each axis, or None.
    h : float or None
        Side of the cells, the last one cut at the edge, or None.
    mean : Mean
        The private mean of labels.
    least : int
        A cell with fewer people has the estimate 0.
    """

    cells: int | None
    h: float | None
    mean: Mean
    least: int

    def grid(self, lower: Any, upper: Any, d: int) -> Grid:
        """The cells of a box.

        Parameters
        ----------
        lower : float or array_like, shape (d,)
            Lower end of the box of features, one number or one for each axis; public.
        upper : float or array_like, shape (d,)
            Upper end of the box of features; public.
        d : int
            Dimension of the box.

        Returns
        -------
        Grid
            The cells.

        Raises
        ------
        ParameterError
            If they are too many.
        """
        if self.h is not None:
            return Grid.of_length(lower, upper, d, self.h)
        assert self.cells is not None
        return Grid.equal(lower, upper, d, self.cells)


@dataclass(frozen=True)
class NeighbourPlan:
    """The mean of the answers of the `k` nearest neighbours, label (20).

    Attributes
    ----------
    k : int
        Number of neighbours.
    mean : LocalMean
        The private mean of labels.

    References
    ----------
    Anonymous (label), Equation (20).
    """

    k: int
    mean: LocalMean


def printed_width(a: RegressionSetting) -> float:
    """h of label's Theorem 8 and, for heavy tails, of its Theorem 12 as stated; at most 1.

    Parameters
    ----------
    a : RegressionSetting
        Sizes of the problem, its class and the privacy budget.

    Returns
    -------
    float
        h, in (0, 1].

    References
    ----------
    Anonymous (label), Theorem 8.
    """
    private = 1 / (a.d + a.beta) if not a.is_heavy else 1 / (a.p * a.beta + a.d * (a.p - 1))
    return min(a.n ** (-1 / (2 * a.beta + a.d)) + (a.epsilon * a.n) ** -private, 1.0)


def corrected_width(a: RegressionSetting) -> float:
    """h of label (154), and of (195), where the proof of Theorem 12 ends; at most 1.

    Parameters
    ----------
    a : RegressionSetting
        Sizes of the problem, its class and the privacy budget.

    Returns
    -------
    float
        h, in (0, 1].

    References
    ----------
    Anonymous (label), Equation (154).
    """
    private = 1 / (a.d + a.beta) if not a.is_heavy else (a.p - 1) / (a.p * a.beta + a.d * (a.p - 1))
    return min(a.n ** (-1 / (2 * a.beta + a.d)) + (a.epsilon * a.n) ** -private, 1.0)


def _central_level(a: RegressionSetting, h: float) -> float:
    """T of label's Theorem 12, (epsilon N h^d)^(1/p) in units of M^(1/p)."""
    return a.unit * (a.epsilon * a.n * h**a.d) ** (1 / a.p)


def printed_neighbours(a: RegressionSetting) -> int:
    """k of label's Theorem 6, and of Theorem 10 as printed; from 1 to N.

    Parameters
    ----------
    a : RegressionSetting
        Sizes of the problem, its class and the privacy budget.

    Returns
    -------
    int
        k.

    References
    ----------
    Anonymous (label), Theorem 6.
    """
    if not a.is_heavy:
        return _people(a, a.n ** (2 * a.beta / (a.d + 2 * a.beta)) * min(a.epsilon, 1.0) ** -_local(a, 2 * a.d))
    power = 2 * a.p * a.beta / (2 * a.p * a.beta + a.d * (a.p - 1))
    return _people(a, max((a.n * a.epsilon**2) ** power, a.n ** (2 * a.beta / (2 * a.beta + a.d))))


def corrected_neighbours(a: RegressionSetting) -> int:
    """k of label's Theorem 6; for Theorem 10, the k that balances (180), with a negative power of epsilon.

    Parameters
    ----------
    a : RegressionSetting
        Sizes of the problem, its class and the privacy budget.

    Returns
    -------
    int
        k.

    References
    ----------
    Anonymous (label), Theorem 6.
    """
    if not a.is_heavy:
        return printed_neighbours(a)
    below = 2 * a.p * a.beta + a.d * (a.p - 1)
    private = a.n ** (2 * a.p * a.beta / below) * a.epsilon ** (-2 * a.d * (a.p - 1) / below)
    return _people(a, max(private, a.n ** (2 * a.beta / (2 * a.beta + a.d))))


def local_level(a: RegressionSetting, k: int) -> float:
    """T of label's Theorem 10, (k epsilon^2)^(1/(2p)) in units of M^(1/p); for bounded labels, their own T.

    Parameters
    ----------
    a : RegressionSetting
        Sizes of the problem, its class and the privacy budget.
    k : int
        Number of neighbours.

    Returns
    -------
    float
        T, in units of the labels.

    References
    ----------
    Anonymous (label), Theorem 10.
    """
    return a.unit * (k * a.epsilon**2) ** (1 / (2 * a.p)) if a.is_heavy else a.T


def _local(a: RegressionSetting, power: float) -> float:
    return power / (a.d + 2 * a.beta)


def _people(a: RegressionSetting, k: float) -> int:
    return int(min(max(ceil(k * (1 - 1e-12)), 1), a.n)) if isfinite(k) else a.n


def clipping_bias(a: RegressionSetting, level: float) -> float:
    """The most that clipping at this level moves a conditional mean.

    Parameters
    ----------
    a : RegressionSetting
        Sizes of the problem, its class and the privacy budget.
    level : float
        T, the level at which labels are clipped, in units of the labels.

    Returns
    -------
    float
        The bias, in units of the labels.
    """
    if not a.is_heavy:
        return max(a.T - level, 0.0)
    return _tail(a) * a.unit * (level / a.unit) ** (1 - a.p)


def _tail(a: RegressionSetting) -> float:
    return float((a.p - 1) ** (a.p - 1) / a.p**a.p)


@dataclass(frozen=True)
class _Spread:
    """The variance of a mean of n answers, (label U^2 + a T^2)/n + b T^2/n^2 at most."""

    label: float
    a: float
    b: float

    @classmethod
    def of(cls, mechanism: Any, *, central: bool, epsilon: float) -> "_Spread":
        one: Mean = CentralMean(mechanism, 1.0, epsilon) if central else LocalMean(mechanism, 1.0, epsilon)
        if isinstance(one, LocalMean):
            return cls(0.0 if mechanism == "signs" else 1.0, one.added, 0.0)
        added, noise = one.variances(np.zeros(1), np.zeros(1))
        return cls(1.0, float(added[0]), float(noise[0]))


@dataclass(frozen=True)
class RegressionEstimator:
    """An estimator of a problem: its mechanism, symbolic RATE and explicit bound.

    Attributes
    ----------
    name : str
        Name of the estimator.
    title : str
        Title for people.
    source : str
        Where it is from.
    mechanism : str
        What hides the labels.
    central : bool
        Whether a curator is trusted.
    kind : {'bins', 'neighbours'}
        Cells of a box, or nearest neighbours.
    printed : bool
        Whether cells, neighbours and clipping are the paper's.
    rate : sympy expression
        The symbolic rate.
    """

    name: str
    title: str
    source: str
    mechanism: str
    central: bool
    kind: Literal["bins", "neighbours"]
    printed: bool
    rate: sympy.Expr
    needs_one_law: ClassVar[bool] = False
    protects_users: ClassVar[bool] = True
    trusted: ClassVar[bool] = False

    @property
    def is_bounded(self) -> bool:
        """Whether an explicit bound is known: false if a cell is cut at the edge of the box."""
        return not (self.printed and self.kind == "bins")

    def mean(self, level: float, epsilon: float) -> Mean:
        """The private mean of labels clipped at this level.

        Parameters
        ----------
        level : float
            T, the level at which labels are clipped, in units of the labels.
        epsilon : float
            Privacy budget of a label.

        Returns
        -------
        LocalMean or CentralMean
            The mean.
        """
        made: Any = CentralMean if self.central else LocalMean
        mean: Mean = made(self.mechanism, level, epsilon)
        return mean

    def plan(self, a: RegressionSetting, cells: int | None = None) -> BinPlan | NeighbourPlan:
        """The plan that runs in a setting.

        Parameters
        ----------
        a : RegressionSetting
            Sizes of the problem, its class and the privacy budget.
        cells : int or None, optional
            Number of cells along each axis; None for the best.

        Returns
        -------
        BinPlan or NeighbourPlan
            The plan.

        Raises
        ------
        ParameterError
            For a mechanism that the mean does not have.
        """
        if self.kind == "neighbours":
            return self._neighbours(a)
        if self.printed:
            h = printed_width(a)
            level = _central_level(a, h) if a.is_heavy else a.T
            return BinPlan(cells, h if cells is None else None, self.mean(level, a.epsilon), 1)
        if cells is None:
            cells = self._least_at(a, _ladder(round(MOST_CELLS ** (1 / a.d), 9)), self._cells_bound)
        level = float(self._levels(a, *self._moments(a, np.array([float(cells)])))[0])
        return BinPlan(cells, None, self.mean(level, a.epsilon), self._least_people(a, level))

    def _neighbours(self, a: RegressionSetting) -> NeighbourPlan:
        if self.printed:
            k = printed_neighbours(a)
            level = local_level(a, k)
        else:
            k = self._least_at(a, _ladder(a.n), self._neighbours_bound)
            level = float(self._levels(a, np.array([1.0 / k]), np.zeros(1))[0])
        mean = self.mean(level, a.epsilon)
        assert isinstance(mean, LocalMean)
        return NeighbourPlan(k, mean)

    def bound(self, a: RegressionSetting) -> UpperBound:
        """The bound of the plan, for features in all of [0, 1]^d; the risk of the estimate 0 if that is smaller.

        It is that of the mean that is deployed, with the noise that is drawn and the rounding to its grid.

        Parameters
        ----------
        a : RegressionSetting
            Sizes of the problem, its class and the privacy budget.

        Returns
        -------
        UpperBound
            The bound on the excess risk, in squared units of the labels.
        """
        if not self.is_bounded:
            return UpperBound(a.unit**2, "the estimate 0", (), True)
        plan: Any = self.plan(a)
        value = replace(self, mechanism=plan.mean.deployed.mechanism).bound_of(a, plan)
        conditions = IN_CELLS if self.kind == "bins" else OF_NEIGHBOURS
        return UpperBound(min(value, a.unit**2), "upperbounds.regression.bounds", conditions, not value < a.unit**2)

    def bound_of(self, a: RegressionSetting, plan: BinPlan | NeighbourPlan) -> float:
        """The bound for a plan of this estimator.

        Parameters
        ----------
        a : RegressionSetting
            Sizes of the problem, its class and the privacy budget.
        plan : BinPlan or NeighbourPlan
            The plan.

        Returns
        -------
        float
            The bound on the excess risk, in squared units of the labels.

        Raises
        ------
        ParameterError
            If a cell is cut at the edge.
        """
        level = np.array([float(plan.mean.T)])
        if isinstance(plan, NeighbourPlan):
            return float(self._neighbours_bound(a, np.array([float(plan.k)]), level)[0])
        if plan.cells is None:
            raise ParameterError(f"h = {plan.h!r}: cells that are cut at the edge have no bound")
        return float(self._cells_bound(a, np.array([float(plan.cells)]), level)[0])

    def variance(self, a: RegressionSetting, plan: BinPlan | NeighbourPlan, people: FloatArray) -> FloatArray:
        """The variance of a mean of this many people's labels, with noise, for any law; U^2 for too few people.

        Parameters
        ----------
        a : RegressionSetting
            Sizes of the problem, its class and the privacy budget.
        plan : BinPlan or NeighbourPlan
            The plan.
        people : ndarray, shape (...)
            Numbers of people.

        Returns
        -------
        ndarray, shape (...)
            Variances, in squared units of the labels.
        """
        mean, level = plan.mean, float(plan.mean.T)
        spread = _Spread.of(mean.mechanism, central=self.central, epsilon=float(mean.epsilon))
        n = np.maximum(people, 1.0)
        found = (spread.label * a.unit**2 + spread.a * level**2) / n + spread.b * level**2 / n**2
        return np.where(people >= (plan.least if isinstance(plan, BinPlan) else 1), found, a.unit**2)

    def _spread(self, a: RegressionSetting) -> _Spread:
        return _Spread.of(self.mechanism, central=self.central, epsilon=a.epsilon)

    @staticmethod
    def _moments(a: RegressionSetting, cells: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Bounds on E[1/n; n >= 1] and E[1/n^2; n >= 1]."""
        with np.errstate(over="ignore"):
            inverse = cells**a.d / ((a.n + 1.0) * a.c)
            return np.minimum(inverse + 3 * inverse**2, 1.0), np.minimum(inverse**2 + 20 * inverse**3, 1.0)

    def _levels(self, a: RegressionSetting, first: FloatArray, second: FloatArray) -> FloatArray:
        """The clipping level with the smallest sum of squared bias and variance, from the means of 1/n and 1/n^2."""
        if not a.is_heavy:
            return np.full_like(first, a.T)
        spread = self._spread(a)
        slope = np.maximum(spread.a * first + spread.b * second, 1e-300)
        return a.unit * ((a.p - 1) * _tail(a) ** 2 / slope) ** (1 / (2 * a.p))

    def _cells_bound(self, a: RegressionSetting, cells: FloatArray, level: FloatArray | None = None) -> FloatArray:
        first, second = self._moments(a, cells)
        level = self._levels(a, first, second) if level is None else level
        spread = self._spread(a)
        variance = spread.label * a.unit**2 * first + level**2 * (spread.a * first + spread.b * second)
        empty = a.unit**2 * np.exp(-a.n * a.c / cells**a.d)
        smooth = a.L**2 * (sqrt(a.d) / cells) ** (2 * a.beta) / 2
        return smooth + _biases(a, level) ** 2 + variance + empty

    def _neighbours_bound(self, a: RegressionSetting, k: FloatArray, level: FloatArray | None = None) -> FloatArray:
        level = self._levels(a, 1 / k, np.zeros_like(k)) if level is None else level
        spread, s = self._spread(a), 2 * a.beta / a.d
        mass = (k / (a.n + 1)) ** s if s <= 1 else (k * (k + 1) / ((a.n + 1.0) * (a.n + 2))) ** (s / 2)
        smooth = a.L * a.d ** (a.beta / 2) * np.sqrt(mass * a.c**-s)
        return (smooth + _biases(a, level)) ** 2 + (spread.label * a.unit**2 + spread.a * level**2) / k

    def _least_at(
        self, a: RegressionSetting, sizes: FloatArray, bound: Callable[[RegressionSetting, FloatArray], FloatArray]
    ) -> int:
        found = bound(a, sizes)
        return int(sizes[int(np.argmin(np.where(np.isfinite(found), found, inf)))])

    def _least_people(self, a: RegressionSetting, level: float) -> int:
        """The fewest people for which a mean has variance at most U^2 for every law."""
        spread = self._spread(a)
        one = spread.label + spread.a * (level / a.unit) ** 2
        two = spread.b * (level / a.unit) ** 2
        return min(max(ceil((one + sqrt(one**2 + 4 * two)) / 2 * (1 - 1e-12)), 1), a.n + 1)


def _biases(a: RegressionSetting, level: FloatArray) -> FloatArray:
    return np.array([clipping_bias(a, float(one)) for one in level])


def _ladder(most: float) -> FloatArray:
    """Integers from 1 to `most`: all of them up to about a hundred, and some hundreds for each power of 10."""
    return np.unique(np.floor(np.geomspace(1.0, most, 3000)))


def _of(
    name: str,
    title: str,
    source: str,
    mechanism: str,
    rate: sympy.Expr,
    *,
    central: bool = True,
    kind: Literal["bins", "neighbours"] = "bins",
    printed: bool = False,
) -> RegressionEstimator:
    return RegressionEstimator(name, title, source, mechanism, central, kind, printed, rate)


_NEAR: dict[str, Any] = {"central": False, "kind": "neighbours"}

REGRESSION_ESTIMATORS = {
    "label-regression-local": (
        _of(
            "laplace-neighbours", "the k nearest of Laplace answers, k as printed", "label (20), Theorem 6",
            "laplace", LOCAL_RATE, printed=True, **_NEAR,
        ),
        _of(
            "sign-neighbours", "the k nearest of randomised signs, k by the bound", "label (20), its noise replaced",
            "signs", LOCAL_RATE, **_NEAR,
        ),
        _of("sign-bins", "means of randomised signs in equal cells", "ours", "signs", LOCAL_RATE, central=False),
    ),
    "label-regression-central": (
        _of(
            "printed-bins", "means with Laplace noise, noise and cells as printed", "label (23), Theorem 8",
            "printed", CENTRAL_RATE, printed=True,
        ),
        _of(
            "geometric-bins", "means with two-sided geometric noise in equal cells", "label (23), its noise corrected",
            "geometric", CENTRAL_RATE,
        ),
    ),
    "label-regression-heavy-local": (
        _of(
            "laplace-neighbours", "the k nearest of clipped Laplace answers, k and T as printed", "label Theorem 10",
            "laplace", HEAVY_LOCAL_RATE, printed=True, **_NEAR,
        ),
        _of(
            "sign-neighbours", "the k nearest of randomised signs, k and T by the bound", "label Theorem 10 corrected",
            "signs", HEAVY_LOCAL_RATE, **_NEAR,
        ),
        _of(
            "geometric-bins", "means of clipped labels with geometric noise each, in equal cells", "ours",
            "geometric", HEAVY_LOCAL_RATE, central=False,
        ),
        _of("sign-bins", "means of randomised signs in equal cells", "ours", "signs", HEAVY_LOCAL_RATE, central=False),
    ),
    "label-regression-heavy-central": (
        _of(
            "laplace-bins", "clipped means with Laplace noise, cells and T as printed", "label (28), Theorem 12",
            "laplace", HEAVY_CENTRAL_RATE, printed=True,
        ),
        _of(
            "geometric-bins", "clipped means with two-sided geometric noise in equal cells",
            "label (28), Theorem 12 corrected",
            "geometric", HEAVY_CENTRAL_RATE,
        ),
    ),
}  # fmt: skip
"""By problem."""
