r"""zhao Algorithm 5: regression with all data of a user private; the rule and an explicit bound.

As corrected eta^_k = clip(q_k^/max(p_k^, floor), -T, T); the paper has q_k^/p_k^, whose risk is infinite. The floor is
the smallest mass f_L/N^d that a cell can have by assumption, or the size of the noise of p_k^. Then, outside
`Sizes.slips`, estimates are unbiased, and those of q and p, from different users, are independent. With e_k the mean of
eta in cell k,

E(eta^_k - e_k)^2 <= E[((q^ - q) - e_k (p~ - p))^2/p~^2] <= (Var q^ + T^2 Var p^)/floor^2, as |p~ - p| <= |p^ - p|,

or, if p^ is at least p/2, 4 (Var q^ + T^2 Var p^)/p^2. Within a cell eta varies by at most w = C_b (sqrt(d)/N)^beta,
and the two errors add up, because e_k is the mean there.
"""

from dataclasses import replace
from math import sqrt
from typing import Any, Literal, TypeVar

import numpy as np

from notation.classification import LEAST_CONSTANT
from notation.parameters import ParameterError, finite, positive
from notation.symbols import beta, d, epsilon, m, n, smallest
from notation.user_learning import UserSetting
from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.loss import PrivacyLoss
from upperbounds.classification.balls import CellBalls, best_side
from upperbounds.classification.balls import plan_of as balls_of
from upperbounds.classification.classifiers import Rule, generator_of, points_of
from upperbounds.classification.grid import Grid
from upperbounds.classification.turned import Sizes
from upperbounds.classification.users import (
    BallEstimator,
    UserEstimator,
    box_grid,
    grouped,
    most_spent,
    owners,
    plan_of,
    released,
    rows_used,
)
from upperbounds.protocols.coordinates import CoordinatePlan, flattened
from upperbounds.regression import balls
from upperbounds.regression.regressors import numbers_of
from upperbounds.transforms.turned_bins import TurnedBins

RATE = (n * m * smallest(epsilon**2, epsilon)) ** (-beta / (d + beta)) + (n * m) ** (-2 * beta / (2 * beta + d))
"""zhao (21), without logarithms, in units of T^2."""


def bound(a: UserSetting, side: int) -> float:
    """The bound of this module for this many equal cells along each axis.

    Parameters
    ----------
    a : UserSetting
        Sizes of the problem, its class and the privacy budget.
    side : int
        Number of cells along each axis.

    Returns
    -------
    float
        The bound on the excess risk, in squared units of the labels.

    Raises
    ------
    ParameterError
        For too few users.
    """
    sizes = Sizes(a.n, a.m, a.epsilon, side**a.d, 2)
    mass, w = a.f_L / side**a.d, a.C_b * (sqrt(a.d) / side) ** a.beta
    if sizes.c < sizes.K:
        both = 2 * a.T**2 * sizes.variance(1.0)
        error = both / mass**2
    else:
        # Data of a cell count for it alone: their variance is at most p/(J m).
        small = sizes.below(mass, mass, mass / 2)
        least = 8 * a.T**2 * (1 / (sizes.refining * a.m * mass) + sizes.noise / mass**2)
        error = least + 4 * a.T**2 * small
    return float(w**2 + error + 4 * a.T**2 * sizes.slips)


ESTIMATORS = (
    UserEstimator("zhao-algorithm5-printed", "as printed, the raw ratio", "zhao Algorithm 5", 2, RATE, None),
    UserEstimator(
        "zhao-algorithm5", "as corrected, clipped to [-T, T]", "zhao Algorithm 5, Theorem 11", 2, RATE, bound
    ),
    BallEstimator(
        "shrinking-balls",
        "cells as coordinates of a vector, whose mean is found in balls that shrink around it",
        "ours",
        2,
        RATE,
        balls.bound,
        balls.parts,
        balls.total,
    ),
)
"""Of the problem `regression`."""


def ratio(q: FloatArray, p: FloatArray, floor: float, T: float) -> FloatArray:
    """clip(q/max(p, floor), -T, T).

    Parameters
    ----------
    q : ndarray, shape (...)
        Numerators.
    p : ndarray, shape (...)
        Denominators.
    floor : float
        The least denominator.
    T : float
        The largest size of a ratio.

    Returns
    -------
    ndarray, shape (...)
        Ratios.
    """
    return np.asarray(np.clip(q / np.maximum(p, floor), -T, T))


F = TypeVar("F", bound="UserBinRegressor")


class UserBinRegressor(Rule):
    """zhao Algorithm 5: all data of a user are private, features too; users are i.i.d.

    Everything else is as in `UserBinClassifier`; `as_printed` predicts the raw ratio of noisy numbers. The mechanism
    "balls" is ours, by `upperbounds.regression.balls`, in place of the paper's "turned" bins.

    Parameters
    ----------
    epsilon : float, default 1.0
        Privacy budget of one user, for all of their samples.
    T : float, default 1.0
        Labels are clipped to [-T, T]; public.
    lower : float or array_like, shape (d,), default 0.0
        Lower end of the box of features, one number or one for each axis; public.
    upper : float or array_like, shape (d,), default 1.0
        Upper end of the box of features; public.
    cells : int or None, optional
        Number of cells along each axis; None for one chosen by the sizes.
    m : int or None, optional
        Number of samples of each user, public; None if all have as many.
    beta : float, default 1.0
        Smoothness, in (0, 1].
    density : float, default 0.0
        Public lower bound on the density of features, relative to the uniform density on the box; 0 if none is known.
    as_printed : bool, default False
        Whether everything is as the paper prints it.
    random_state : int, numpy.random.Generator or None, optional
        Seed or generator; None is the operating system's randomness. A known seed voids the privacy.
    mechanism : {"turned", "balls"}, default "turned"
        How users' numbers are sent.

    References
    ----------
    Zhao et al., Algorithm 5.
    """

    n_features_in_: int
    grid_: Grid
    plan_: CoordinatePlan | CellBalls
    values_: FloatArray

    def __init__(
        self,
        epsilon: float = 1.0,
        T: float = 1.0,
        lower: Any = 0.0,
        upper: Any = 1.0,
        cells: int | None = None,
        m: int | None = None,
        beta: float = 1.0,
        density: float = 0.0,
        as_printed: bool = False,
        random_state: int | np.random.Generator | None = None,
        mechanism: Literal["turned", "balls"] = "turned",
    ) -> None:
        self.epsilon = epsilon
        self.T = T
        self.lower = lower
        self.upper = upper
        self.cells = cells
        self.m = m
        self.beta = beta
        self.density = density
        self.as_printed = as_printed
        self.random_state = random_state
        self.mechanism = mechanism

    def fit(self: F, X: Any, y: Any, users: Any = None) -> F:
        """Learn from features, numbers and the user of each row.

        Parameters
        ----------
        X : array_like, shape (N, d)
            Features, a row for each point.
        y : array_like, shape (N,)
            Labels, one for each row.
        users : array_like, shape (N,), optional
            The user of each row; None if each row is a user.

        Returns
        -------
        UserBinRegressor
            The rule itself.

        Raises
        ------
        ParameterError
            For other shapes.
        """
        points, T = points_of(X), positive("T", self.T)
        labels = numbers_of(self, y, len(points))
        rng, people = generator_of(self.random_state), len(points)
        if users is not None:
            people = len(np.unique(owners(users)))
        m, d = rows_used(self.m, users), points.shape[1]
        grid, self.plan_ = self.planned(people, d)
        samples = grouped(grid.index(points), np.clip(labels / T, -1, 1), users, m, rng)
        q, *masses = released(self.plan_).run(flattened(samples, 2), rng)
        # Without an estimate of the masses they are known to be equal.
        p = masses[0] if masses else np.full(grid.size, 1 / grid.size)
        if self.as_printed:
            values = T * q / p
        else:
            plan = self.plan_
            noise = (plan if isinstance(plan, CellBalls) else Sizes(people, m, self._epsilon(), grid.size, 2)).noise
            values = ratio(T * q, p, self.density / grid.size or sqrt(noise), T)
        self.n_features_in_, self.grid_, self.values_ = d, grid, values
        return self

    def planned(self, people: int, d: int) -> tuple[Grid, CoordinatePlan | CellBalls]:
        """The choices made from public numbers alone, before any answer is drawn.

        Parameters
        ----------
        people : int
            Number of users.
        d : int
            Number of features.

        Returns
        -------
        tuple of (Grid, CoordinatePlan or CellBalls)
            The cells, and who sends what.

        Raises
        ------
        ParameterError
            For parameters out of range, or too few users.
        """
        positive("T", self.T)
        if not 0 <= finite("density", self.density) <= 1:
            raise ParameterError(f"density = {self.density!r}: must be from 0 to 1, the density of uniform features")
        if self.mechanism not in ("turned", "balls"):
            raise ParameterError(f"mechanism = {self.mechanism!r}: must be 'turned' or 'balls'")
        m = 1 if self.m is None else self.m
        if self.mechanism == "balls":
            if self.as_printed:
                raise ParameterError("mechanism = 'balls': is ours, not as printed")
            parts, least = balls.parts(self.density), max(self.density, LEAST_CONSTANT) if self.density else 1.0
            grid = box_grid(self, people, m, d, 2, by=lambda a: best_side(replace(a, f_L=least), parts, balls.total))
            return grid, balls_of(people, m, self._epsilon(), grid.size, parts)
        grid = box_grid(self, people, m, d, 2)
        return grid, plan_of(people, m, self._epsilon(), TurnedBins(grid.size, 2), as_printed=self.as_printed)

    def predict(self, X: Any) -> FloatArray:
        """The estimate of E[Y | X] for each row of X.

        Parameters
        ----------
        X : array_like, shape (N, d)
            Features, a row for each point.

        Returns
        -------
        ndarray, shape (N,)
            Estimates, in units of the labels.

        Raises
        ------
        ParameterError
            Before `fit`, or for another number of features.
        """
        points = self._known_points(X)
        return np.asarray(self.values_[self.grid_.index(points)])

    def score(self, X: Any, y: Any) -> float:
        """1 minus the squared errors over the squared distances of y from its mean.

        Parameters
        ----------
        X : array_like, shape (N, d)
            Features, a row for each point.
        y : array_like, shape (N,)
            Labels, one for each row.

        Returns
        -------
        float
            The share, at most 1.
        """
        truth = np.asarray(y, dtype=np.float64)
        return float(1 - np.sum((truth - self.predict(X)) ** 2) / np.sum((truth - truth.mean()) ** 2))

    def spend(self) -> PrivacyLoss:
        """What a user spends at most, exact, by the plan.

        Returns
        -------
        PrivacyLoss
            The loss.

        Raises
        ------
        ParameterError
            If `fit` was not called before.
        """
        return most_spent(self)
