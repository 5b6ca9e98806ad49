r"""Explicit bounds on the excess risk of votes between two classes in equal cells, and the cells that minimise them.

For features in all of [0, 1]^d with density at least c; h = 1/cells, eta = eta_2 - eta_1, u = |eta(x)|.

If u < w = 4 L (sqrt(d) h)^beta, x costs at most u: C_T w^(gamma + 1) in all, by the margin. Elsewhere eta has the sign
of eta(x) on the whole cell, and the bias of its mean label is at least u/2. With p >= c h^d the mass of the cell:

- local, k-ary, T = tanh(epsilon/2): a majority of k answers of bias a errs with probability at most (1 - a^2)^(k/2)/2
  (Bhattacharyya), on average over k at most exp(-N p a^2/2)/2, a = T u/2;
- central, geometric: the lead of k labels of bias a >= u/2 is below half its mean k a with probability at most e^(-k
  a^2/8) (Hoeffding), else the vote errs with probability at most e^(-epsilon k a/4)/2; on average over k an e^(-k x) is
  at most exp(-N p (1 - e^-x)), and 1 - e^-x >= x (1 - e^-y)/y for x <= y.

Where g decreases, E g(U) <= C_T times the integral of -g'(u) u^gamma, by parts, with g(u) = u e^(-A u^2) or u e^(-B u).
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import exp, inf, log, pow, sqrt, tanh
from typing import Any, ClassVar

import sympy
from scipy.special import gamma as gamma_function
from scipy.special import gammaincc

from notation.classification import LabelSetting
from notation.symbols import N as N_
from notation.symbols import beta as beta_
from notation.symbols import d as d_
from notation.symbols import epsilon as epsilon_
from notation.symbols import gamma as gamma_
from notation.symbols import smallest
from upperbounds.channels.arrays import Number
from upperbounds.classification.classifiers import printed_width
from upperbounds.classification.grid import MOST_CELLS, Grid
from upperbounds.classification.votes import CentralVote, LocalVote, Vote
from upperbounds.estimator import UpperBound

_TRIVIAL = 0.5
"""The excess risk of a fair coin, E|eta|/2, is at most this."""

LOCAL_RATE = (N_ * smallest(epsilon_**2, 1)) ** (-beta_ * (gamma_ + 1) / (2 * beta_ + d_))
CENTRAL_RATE = N_ ** (-beta_ * (gamma_ + 1) / (2 * beta_ + d_)) + (epsilon_ * N_) ** (
    -beta_ * (gamma_ + 1) / (beta_ + d_)
)
_CONDITIONS = ("two classes", "features in all of [0, 1]^d, their density at least c", "equal cells, fair ties")


def local_bound(a: LabelSetting, cells: int) -> float:
    """The bound for k-ary answers with this many equal cells along each axis.

    Parameters
    ----------
    a : LabelSetting
        Sizes of the problem, its class and the privacy budget.
    cells : int
        Number of cells along each axis.

    Returns
    -------
    float
        The bound on the excess risk.
    """
    per_cell = a.n * a.c * pow(cells, -a.d)
    return _smooth(a, cells) + _squares(a, per_cell * tanh(a.epsilon / 2) ** 2 / 8) / 2


def central_bound(a: LabelSetting, cells: int) -> float:
    """The bound for counts with two-sided geometric noise and this many equal cells along each axis.

    Parameters
    ----------
    a : LabelSetting
        Sizes of the problem, its class and the privacy budget.
    cells : int
        Number of cells along each axis.

    Returns
    -------
    float
        The bound on the excess risk.
    """
    per_cell = a.n * a.c * pow(cells, -a.d)
    votes = _squares(a, per_cell * (1 - exp(-1 / 8)) / 4)
    return _smooth(a, cells) + votes + _firsts(a, per_cell * (1 - exp(-a.epsilon / 4)) / 2) / 2


def _smooth(a: LabelSetting, cells: int) -> float:
    """C_T w^(gamma + 1), where no cell is larger than all."""
    w = 4 * a.L * pow(sqrt(a.d) / cells, a.beta)
    return inf if w >= 1 else a.C_T * w ** (a.gamma + 1)


def _squares(a: LabelSetting, A: float) -> float:
    """E U e^(-A U^2) over U > 0, at most: C_T times the integral of (2 A u^2 - 1)_+ u^gamma e^(-A u^2)."""
    s = a.gamma
    whole = _upper(s / 2 + 1.5, 0.5) - _upper(s / 2 + 0.5, 0.5) / 2
    return _power(a.C_T * whole, A, -(s + 1) / 2)


def _firsts(a: LabelSetting, B: float) -> float:
    """E U e^(-B U) over U > 0, at most: C_T times the integral of (B u - 1)_+ u^gamma e^(-B u)."""
    return _power(a.C_T * (_upper(a.gamma + 2, 1.0) - _upper(a.gamma + 1, 1.0)), B, -(a.gamma + 1))


def _upper(s: float, x: float) -> float:
    """The upper incomplete gamma function."""
    return float(gammaincc(s, x) * gamma_function(s))


def _power(factor: float, base: float, exponent: float) -> float:
    if base <= 0 or exponent * log(base) > 600:
        return inf
    return factor * base**exponent


@dataclass(frozen=True)
class LabelEstimator:
    """A classifier for a problem of two classes: its mechanism, symbolic RATE and explicit bound.

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
    rate : sympy expression
        The symbolic rate.
    by_cells : callable or None
        The bound. Takes a setting and a number of equal cells along each axis; None for the paper's cells as printed,
        with the last one cut at the edge.
    """

    name: str
    title: str
    source: str
    mechanism: str
    central: bool
    rate: sympy.Expr
    by_cells: Callable[[LabelSetting, int], float] | None
    needs_one_law: ClassVar[bool] = False
    protects_users: ClassVar[bool] = True
    trusted: ClassVar[bool] = False

    def vote(self, epsilon: Number) -> Vote:
        """The private vote of a cell.

        Parameters
        ----------
        epsilon : float, Fraction or sympy expression
            Privacy budget of a label.

        Returns
        -------
        Vote
            The vote.
        """
        made: Any = CentralVote if self.central else LocalVote
        vote: Vote = made(self.mechanism, 2, epsilon)
        return vote

    def cells(self, a: LabelSetting) -> int:
        """The number of equal cells along each axis that minimises the bound; 1 if the bound is trivial.

        Parameters
        ----------
        a : LabelSetting
            Sizes of the problem, its class and the privacy budget.

        Returns
        -------
        int
            Their number.
        """
        return _least(partial(self.by_cells, a), a.d) if self.by_cells else 1

    def grid(self, a: LabelSetting) -> Grid:
        """One axis of the cells, which all axes share.

        Parameters
        ----------
        a : LabelSetting
            Sizes of the problem, its class and the privacy budget.

        Returns
        -------
        Grid
            The cells.

        Raises
        ------
        ParameterError
            If there are too many cells.
        """
        if self.by_cells:
            return Grid.equal(0.0, 1.0, 1, self.cells(a))
        return Grid.of_length(0.0, 1.0, 1, printed_width(a.n, a.d, 2, a.epsilon, a.beta, central=self.central))

    def bound(self, a: LabelSetting) -> UpperBound:
        """The bound at these cells, for features in all of [0, 1]^d; that of a fair coin if this is smaller.

        Parameters
        ----------
        a : LabelSetting
            Sizes of the problem, its class and the privacy budget.

        Returns
        -------
        UpperBound
            The bound on the excess risk.
        """
        if self.by_cells is None:
            return UpperBound(_TRIVIAL, "a fair coin", (), True)
        value = self.by_cells(a, self.cells(a))
        return UpperBound(min(value, _TRIVIAL), "upperbounds.classification.bounds", _CONDITIONS, value >= _TRIVIAL)


def _least(bound: Callable[[int], float], d: int) -> int:
    """The whole number from 1 on at which a sum of powers, convex in the logarithm, is least."""
    low, high = 1, int(round(MOST_CELLS ** (1 / d), 9))
    while low < high:
        middle = (low + high) // 2
        here, beyond = bound(middle), bound(middle + 1)
        # Where cells are too large to say anything, more of them do no harm.
        if beyond < here or here == inf:
            low = middle + 1
        else:
            high = middle
    return low if bound(low) < inf else 1


LABEL_ESTIMATORS = {
    "label-classification-local": (
        LabelEstimator(
            "one-hot-bins", "one-hot answers, the cells as printed", "label (11)-(13), Theorem 2",
            "one-hot", False, LOCAL_RATE, None,
        ),
        LabelEstimator(
            "k-ary-bins", "a majority of k-ary answers in equal cells", "label (12), (13), two classes",
            "k-ary", False, LOCAL_RATE, local_bound,
        ),
    ),
    "label-classification-central": (
        LabelEstimator(
            "exponential-bins", "the exponential mechanism, the cells as printed", "label (17), Theorem 4",
            "exponential", True, CENTRAL_RATE, None,
        ),
        LabelEstimator(
            "geometric-bins", "counts with two-sided geometric noise in equal cells",
            "label Section 4.2, (17) replaced",
            "geometric", True, CENTRAL_RATE, central_bound,
        ),
    ),
}  # fmt: skip
"""By problem."""
