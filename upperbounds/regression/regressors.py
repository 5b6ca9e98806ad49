"""Regression with private labels, by means in cells or of nearest neighbours, with scikit-learn's interface."""

from dataclasses import replace
from math import inf
from typing import Any, Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from notation.parameters import ParameterError, count, finite
from notation.regression import RegressionSetting
from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.loss import PrivacyLoss
from upperbounds.classification.classifiers import Rule, WrongTypeError, generator_of, labels_of, points_of
from upperbounds.classification.grid import Grid
from upperbounds.regression.bounds import REGRESSION_ESTIMATORS, BinPlan, NeighbourPlan, RegressionEstimator

_S = TypeVar("_S", bound="PrivateRegressor")

_CHUNK = 1 << 22
"""How many neighbours are looked up at a time."""


class PrivateRegressor(Rule):
    """What the regressors share: public features in a public box, and labels that are clipped and made private.

    Labels are within `centre` +- T, or have E[|Y - centre|^p | x] <= M if p is finite; those outside are clipped.
    """

    _central: bool
    _bins: bool
    T: float
    p: float
    M: float
    centre: float
    lower: Any
    upper: Any
    beta: float
    L: float
    mechanism: Any
    as_printed: bool
    random_state: int | np.random.Generator | None

    def setting(self, n: int, d: int) -> RegressionSetting:
        """The class of regression functions for which everything is chosen.

        Parameters
        ----------
        n : int
            Number of people.
        d : int
            Number of features.

        Returns
        -------
        RegressionSetting
            The class.

        Raises
        ------
        ParameterError
            For arguments that are not allowed.
        """
        return RegressionSetting(n, d, self.beta, self._epsilon(), self.L, 1.0, self.T, self.p, self.M)

    def estimator(self) -> RegressionEstimator:
        """The registered estimator that this rule runs.

        Returns
        -------
        RegressionEstimator
            The estimate.

        Raises
        ------
        ParameterError
            For an unknown mechanism.
        """
        problem = f"label-regression{'-heavy' if self.p != inf else ''}-{'central' if self._central else 'local'}"
        alike = [e for e in REGRESSION_ESTIMATORS[problem] if (e.kind == "bins") == self._bins]
        known = [e for e in alike if e.printed == self.as_printed]
        if self.mechanism is not None:
            known = [e for e in known if e.mechanism == self.mechanism]
        if not known:
            names = ", ".join(f"{e.mechanism!r}{' as printed' if e.printed else ''}" for e in alike)
            raise ParameterError(f"mechanism = {self.mechanism!r}: must be one of {names}")
        return known[0]

    def spend(self) -> PrivacyLoss:
        """What each person's label spends, exact; the same for every number of people.

        Returns
        -------
        PrivacyLoss
            The loss.
        """
        return self.estimator().mean(self.T if self.p == inf else 1.0, self._epsilon()).spend()

    def score(self, X: Any, y: Any) -> float:
        """The share of the variance of y that predictions explain.

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
        left = np.sum((truth - self.predict(X)) ** 2)
        return float(1 - left / np.sum((truth - truth.mean()) ** 2))

    def predict(self, X: Any) -> FloatArray:
        """The estimate of E[Y|x] for each row of X.

        Parameters
        ----------
        X : array_like, shape (N, d)
            Features, a row for each point.

        Returns
        -------
        ndarray, shape (N,)
            Estimates, in units of the labels.
        """
        raise NotImplementedError

    def deviations(self, X: Any) -> FloatArray:
        """A bound on the standard deviation of each prediction, from sampling and privacy; it does not include bias.

        From public numbers alone: how many people a cell has. For too few people, it is the largest |eta|.

        Parameters
        ----------
        X : array_like, shape (N, d)
            Features, a row for each point.

        Returns
        -------
        ndarray, shape (N,)
            Bounds, in units of the labels.
        """
        raise NotImplementedError

    def _checked(self, X: Any, y: Any) -> tuple[FloatArray, FloatArray]:
        """Features (N, d) and labels without their centre (N,); raises ParameterError."""
        points = points_of(X)
        return points, numbers_of(self, y, len(points)) - finite("centre", self.centre)


def numbers_of(rule: object, y: Any, n: int) -> FloatArray:
    """Labels as numbers.

    Parameters
    ----------
    rule : object
        The rule, for the message.
    y : array_like, shape (N,)
        Labels, one for each row.
    n : int
        Number of rows.

    Returns
    -------
    ndarray, shape (N,)
        The numbers.

    Raises
    ------
    ParameterError
        For another shape, text, a value that is not finite, or no labels.
    WrongTypeError
        For a value that is not a number.
    """
    given = labels_of(rule, y, n)
    try:
        labels = np.asarray(given, dtype=np.float64)
    except TypeError as error:
        raise WrongTypeError(f"y: must hold numbers: {error}") from None
    except ValueError:
        raise ParameterError("y: must hold numbers") from None
    if not np.isfinite(labels).all():
        raise ParameterError("y contains NaN or infinity: must be finite numbers")
    return labels


class BinRegressor(PrivateRegressor):
    """A box divided into cells, with a private mean of the labels in each; `centre` in cells with too few people.

    Parameters
    ----------
    epsilon : float, default 1.0
        Privacy budget of one person's label.
    T : float, default 1.0
        Labels are clipped to [-T, T]; public.
    p : float, default inf
        Order of the moment that is bounded; infinite where labels are bounded.
    M : float, default 1.0
        Bound on E[|Y - centre|^p | x], where p is finite.
    centre : float, default 0.0
        Centre of the range of the labels; public.
    lower : float or array_like, shape (d,), default 0.0
        Lower end of the box of features, one number or one for each axis; public.
    upper : float or array_like, shape (d,), default 1.0
        Upper end of the box of features; public.
    cells : int or None, optional
        Number of cells along each axis; None for one chosen by the sizes.
    beta : float, default 1.0
        Smoothness of eta, in (0, 1].
    L : float, default 1.0
        Hoelder constant of eta, per length of the box.
    mechanism : str or None, optional
        What hides a label; None is the default.
    as_printed : bool, default False
        Whether everything is as the paper prints it.
    random_state : int, numpy.random.Generator or None, optional
        Seed or generator; None is the operating system's randomness. A known seed voids the privacy.
    """

    _bins = True
    cells: int | None
    grid_: Grid
    plan_: BinPlan
    counts_: NDArray[np.int64]
    values_: FloatArray

    def __init__(
        self,
        epsilon: float = 1.0,
        T: float = 1.0,
        p: float = inf,
        M: float = 1.0,
        centre: float = 0.0,
        lower: Any = 0.0,
        upper: Any = 1.0,
        cells: int | None = None,
        beta: float = 1.0,
        L: float = 1.0,
        mechanism: str | None = None,
        as_printed: bool = False,
        random_state: int | np.random.Generator | None = None,
    ) -> None:
        self.epsilon = epsilon
        self.T = T
        self.p = p
        self.M = M
        self.centre = centre
        self.lower = lower
        self.upper = upper
        self.cells = cells
        self.beta = beta
        self.L = L
        self.mechanism = mechanism
        self.as_printed = as_printed
        self.random_state = random_state

    def fit(self: _S, X: Any, y: Any) -> _S:
        """Learn from features and labels.

        Parameters
        ----------
        X : array_like, shape (N, d)
            Features, a row for each point.
        y : array_like, shape (N,)
            Labels, one for each row.

        Returns
        -------
        BinRegressor
            The rule itself.

        Raises
        ------
        ParameterError
            For other shapes.
        """
        assert isinstance(self, BinRegressor)
        points, labels = self._checked(X, y)
        n, d = points.shape
        plan, rng = self.planned(n, d), generator_of(self.random_state)
        grid = plan.grid(self.lower, self.upper, d)
        where = grid.index(points)
        counts = np.bincount(where, minlength=grid.size)
        found = plan.mean.means(where, labels, grid.size, rng)
        self.n_features_in_, self.plan_, self.grid_, self.counts_ = d, plan, grid, counts
        self.values_ = np.where(counts >= plan.least, found, 0.0) + self.centre
        return self

    def planned(self, n: int, d: int) -> BinPlan:
        """The choices made from public numbers alone, before any answer is drawn.

        Parameters
        ----------
        n : int
            Number of people.
        d : int
            Number of features.

        Returns
        -------
        BinPlan
            The cells along each axis, and the mean that is deployed.

        Raises
        ------
        ParameterError
            For parameters out of range, or too few people.
        """
        cells = None if self.cells is None else count("cells", self.cells)
        plan = self.estimator().plan(self.setting(n, d), cells)
        assert isinstance(plan, BinPlan)
        plan.grid(self.lower, self.upper, d)
        return replace(plan, mean=plan.mean.deployed)

    def predict(self, X: Any) -> FloatArray:
        """The estimate of the cell of each row of X.

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

    def deviations(self, X: Any) -> FloatArray:
        """A bound on the standard deviation of each prediction, as in `PrivateRegressor`."""
        points = self._known_points(X)
        people = self.counts_[self.grid_.index(points)].astype(np.float64)
        setting = self.setting(int(self.counts_.sum()), self.n_features_in_)
        return np.sqrt(self.estimator().variance(setting, self.plan_, people))


class LocalBinRegressor(BinRegressor):
    """Each person randomises their own label, by a sign or by geometric noise; predictions are mean answers in cells.

    Arguments are those of `PrivateRegressor`.
    """

    _central = False


class CentralBinRegressor(BinRegressor):
    """A trusted curator adds noise to the mean of each cell; label (23) and (28).

    By default the noise is two-sided geometric and drawn exactly, and cells are equal. `as_printed` takes cells of the
    printed length, the last one cut at the edge, and geometric noise on a grid in place of the printed Laplace noise.
    For bounded labels its scale is the printed 2/(n_l epsilon), which spends T epsilon. Arguments are those of
    `PrivateRegressor`.

    References
    ----------
    Anonymous (label), Equations (23) and (28).
    """

    _central = True


class NeighbourRegressor(PrivateRegressor):
    """Each person randomises their own label; predictions are mean answers of the k nearest neighbours; label (20).

    Distances are measured after scaling the box to a unit cube. By default labels are sent as randomised signs, with
    the k of the smallest bound. `as_printed` takes the k, and for heavy tails the clipping, of the paper's theorem,
    with geometric noise on a grid in place of its Laplace noise. `k` overrides both.

    Parameters
    ----------
    epsilon : float, default 1.0
        Privacy budget of one person's label.
    T : float, default 1.0
        Labels are clipped to [-T, T]; public.
    p : float, default inf
        Order of the moment that is bounded; infinite where labels are bounded.
    M : float, default 1.0
        Bound on E[|Y - centre|^p | x], where p is finite.
    centre : float, default 0.0
        Centre of the range of the labels; public.
    lower : float or array_like, shape (d,), default 0.0
        Lower end of the box of features, one number or one for each axis; public.
    upper : float or array_like, shape (d,), default 1.0
        Upper end of the box of features; public.
    k : int or None, optional
        Number of neighbours; None for one chosen by the sizes.
    beta : float, default 1.0
        Smoothness of eta, in (0, 1].
    L : float, default 1.0
        Hoelder constant of eta, per length of the box.
    mechanism : {'signs', 'laplace'} or None, optional
        What hides a label; None is the default.
    as_printed : bool, default False
        Whether everything is as the paper prints it.
    random_state : int, numpy.random.Generator or None, optional
        Seed or generator; None is the operating system's randomness. A known seed voids the privacy.

    References
    ----------
    Anonymous (label), Equation (20).
    """

    _central, _bins = False, False
    plan_: NeighbourPlan
    answers_: FloatArray

    def __init__(
        self,
        epsilon: float = 1.0,
        T: float = 1.0,
        p: float = inf,
        M: float = 1.0,
        centre: float = 0.0,
        lower: Any = 0.0,
        upper: Any = 1.0,
        k: int | None = None,
        beta: float = 1.0,
        L: float = 1.0,
        mechanism: Literal["signs", "laplace"] | None = None,
        as_printed: bool = False,
        random_state: int | np.random.Generator | None = None,
    ) -> None:
        self.epsilon = epsilon
        self.T = T
        self.p = p
        self.M = M
        self.centre = centre
        self.lower = lower
        self.upper = upper
        self.k = k
        self.beta = beta
        self.L = L
        self.mechanism = mechanism
        self.as_printed = as_printed
        self.random_state = random_state

    def fit(self: _S, X: Any, y: Any) -> _S:
        """Learn from features and labels.

        Parameters
        ----------
        X : array_like, shape (N, d)
            Features, a row for each point.
        y : array_like, shape (N,)
            Labels, one for each row.

        Returns
        -------
        NeighbourRegressor
            The rule itself.

        Raises
        ------
        ParameterError
            For other shapes.
        """
        from scipy.spatial import cKDTree

        assert isinstance(self, NeighbourRegressor)
        points, labels = self._checked(X, y)
        n, d = points.shape
        plan = self.planned(n, d)
        self._box = np.array([(edges[0], edges[1]) for edges in Grid.equal(self.lower, self.upper, d, 1).edges]).T
        self.answers_ = plan.mean.answers(labels, generator_of(self.random_state)) + self.centre
        self.n_features_in_, self.plan_, self._tree = d, plan, cKDTree(self._scaled(points))
        return self

    def planned(self, n: int, d: int) -> NeighbourPlan:
        """The choices made from public numbers alone, before any answer is drawn.

        Parameters
        ----------
        n : int
            Number of people.
        d : int
            Number of features.

        Returns
        -------
        NeighbourPlan
            How many neighbours, and the mean that is deployed.

        Raises
        ------
        ParameterError
            For parameters out of range, or too few people.
        """
        plan = self.estimator().plan(self.setting(n, d))
        assert isinstance(plan, NeighbourPlan)
        if self.k is not None:
            if count("k", self.k) > n:
                raise ParameterError(f"k = {self.k}: must be at most N = {n}")
            plan = NeighbourPlan(self.k, plan.mean)
        Grid.equal(self.lower, self.upper, d, 1)
        return replace(plan, mean=plan.mean.deployed)

    def predict(self, X: Any) -> FloatArray:
        """The mean answer of the neighbours of each row of X.

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
        points, k = self._known_points(X), self.plan_.k
        found = []
        for part in np.array_split(self._scaled(points), -(-len(points) * k // _CHUNK)):
            _, who = self._tree.query(part, k=[1] if k == 1 else k)
            found.append(self.answers_[who].mean(axis=1))
        return np.concatenate(found)

    def deviations(self, X: Any) -> FloatArray:
        """A bound on the standard deviation of each prediction, as in `PrivateRegressor`."""
        people = np.full(len(self._known_points(X)), float(self.plan_.k))
        setting = self.setting(len(self.answers_), self.n_features_in_)
        return np.sqrt(self.estimator().variance(setting, self.plan_, people))

    def _scaled(self, points: FloatArray) -> FloatArray:
        low, high = self._box
        return np.asarray((points - low) / (high - low))
