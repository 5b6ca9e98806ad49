r"""zhao Algorithm 4: classification with all data of a user private; the rule, its cells and an explicit bound.

The bound is for features in all of [0, 1]^d with density at least f_L, N^d equal cells of mass p_b >= f_L/N^d, and w =
C_b (sqrt(d)/N)^beta. A point with |eta(x)| <= u costs at most u: C_a u^(gamma + 1) in all. Elsewhere |q_b| is at least
(u - w) p_b with the sign of eta(x), and the estimate has the wrong sign with at most the probability of `Sizes.below`.
With c = K coordinates for each user, b is the only cell with its digits, and p_b may be taken at its smallest value;
else the mass of these cells is at most 1. `Sizes.slips` is added.

More classes than the paper's two (ours): L + 1 is the smallest power of two that is at least the number of classes, and
a class has L signs (`sign_codes`). Algorithm 4 runs once for each sign, with separate users. The chosen class is the
one whose signs agree best with the L estimates of a cell. Two classes i and j differ in (L + 1)/2 signs. The estimates
there, with i's signs, have the expected sum (L + 1)/2 (q_i - q_j), q_j the mass of j in the cell. So a class whose
probability at x is below the largest by more than u is chosen with at most the probability above to the power (L +
1)/2, and the others cost at most u. A margin condition does not help: it does not restrict a third class where two
classes tie at the top (label/own/ties).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import sqrt
from typing import Any, ClassVar, Literal, TypeVar

import numpy as np
import sympy
from numpy.typing import NDArray

from notation.parameters import ParameterError, count, identifier, within
from notation.symbols import beta, d, epsilon, gamma, m, n, smallest
from notation.user_learning import UserSetting
from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.loss import PrivacyLoss
from upperbounds.channels.randomness import in_the_clear
from upperbounds.classification import balls
from upperbounds.classification.balls import CellBalls
from upperbounds.classification.classifiers import BinClassifier, generator_of, not_fitted, points_of
from upperbounds.classification.grid import Grid
from upperbounds.classification.turned import Sizes, printed_plan
from upperbounds.estimator import UpperBound
from upperbounds.protocols.coordinates import CoordinatePlan, flattened
from upperbounds.protocols.deployed import deployed
from upperbounds.protocols.protocol import Protocol
from upperbounds.transforms.hadamard import padded
from upperbounds.transforms.turned_bins import TurnedBins, TurnedCodes

RATE = (n * m * smallest(epsilon**2, epsilon)) ** (-beta * (gamma + 1) / (2 * (d + beta))) + (n * m) ** (
    -beta * (gamma + 1) / (2 * beta + d)
)
"""zhao (19), without logarithms."""
_TRIVIAL = 0.5
"""For epsilon at which nothing is learnt: the excess risk of a fair coin is E|eta|/2."""
_MOST_SAMPLES = 10**8
"""Samples of all users, m of each, up to which a rule is learnt: about 5 GB."""

_MOST_CELLS = 1 << 16
CONDITIONS = ("two classes", "features in all of [0, 1]^d, their density at least f_L", "i.i.d. users")


def printed_length(size: float, n: int, epsilon: float, d: int, beta: float, coordinates: int) -> float:
    """l of zhao (169), (171): (nm epsilon^2)^(-1/(2(d + beta))), at low privacy (nm/ln n)^(-1/(2 beta + d)), (174).

    `size` is nm; low privacy is where epsilon exceeds K ln n at the first length, with `coordinates` K for each cell.

    Parameters
    ----------
    size : float
        nm, the number of samples.
    n : int
        Number of users.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    d : int
        Dimension.
    beta : float
        Smoothness, in (0, 1].
    coordinates : int
        K for each cell: 1, or 2 in regression.

    Returns
    -------
    float
        l, in (0, 1].

    References
    ----------
    Zhao et al., Equation (169).
    """
    logs = float(np.log(max(n, 2)))
    length = min((size * epsilon**2) ** (-1 / (2 * (d + beta))), 1.0)
    K = coordinates * TurnedBins(min(int(np.ceil(1 / length - 1e-9)) ** d, _MOST_CELLS)).size
    return min((size / logs) ** (-1 / (2 * beta + d)), 1.0) if epsilon > K * logs else length


def best_side(a: UserSetting, parts: int, classes: int = 2) -> int:
    """Cells along each axis, a power of two that minimises w^2 + parts variance/p^2 + the probability of a slip.

    For more than two `classes`, which `parts` signs distinguish, the variance is that of a difference of two classes.

    Parameters
    ----------
    a : UserSetting
        Sizes of the problem, its class and the privacy budget.
    parts : int
        Number of transforms: 1 for two classes, those of `sign_codes` for more, 2 in regression.
    classes : int, default 2
        Number of classes.

    Returns
    -------
    int
        Their number.
    """
    noises = parts if classes == 2 else 2 / (parts + 1)

    def cost(side: int) -> float:
        try:
            sizes = Sizes(a.n, a.m, a.epsilon, side**a.d, parts)
        except ParameterError:
            return np.inf
        mass = a.f_L / side**a.d
        swing = a.C_b * (sqrt(a.d) / side) ** a.beta
        return swing**2 + noises * sizes.variance(_shared_mass(sizes, mass)) / mass**2 + 4 * sizes.slips

    sides = [1 << k for k in range(_MOST_CELLS.bit_length()) if (1 << k) ** a.d <= _MOST_CELLS]
    return min(sides, key=cost)


def _shared_mass(sizes: Sizes, mass: float) -> float:
    """At most the mass of the cells that have the last digits of one of this `mass`."""
    return mass if sizes.c == sizes.K else 1.0


def bound(a: UserSetting, side: int) -> float:
    """The bound of this module for this many equal cells along each axis, at the best u.

    Parameters
    ----------
    a : UserSetting
        Sizes of the problem, its class and the privacy budget.
    side : int
        Number of cells along each axis.

    Returns
    -------
    float
        The bound on the excess risk.

    Raises
    ------
    ParameterError
        For too few users.
    """
    sizes = Sizes(a.n, a.m, a.epsilon, side**a.d, 1)
    mass, w = a.f_L / side**a.d, a.C_b * (sqrt(a.d) / side) ** a.beta
    shared = _shared_mass(sizes, mass)
    levels = w + np.geomspace(1e-6, 1.0, 60) * max(1.0 - w, 0.0)
    wrong = sizes.below((levels - w) * mass, shared)
    lost = [a.C_a * u ** (a.gamma + 1) + each for u, each in zip(levels.tolist(), wrong.tolist(), strict=True)]
    return float(min(lost) + sizes.slips)


def bound_of_many(a: UserSetting, side: int, classes: int) -> float:
    """The bound of this module for more than two classes, for any margin.

    Parameters
    ----------
    a : UserSetting
        Sizes of the problem, its class and the privacy budget.
    side : int
        Number of cells along each axis.
    classes : int
        Number of classes.

    Returns
    -------
    float
        The bound on the excess risk.

    Raises
    ------
    ParameterError
        For too few users.
    """
    codes = TurnedCodes(side**a.d, classes)
    sizes = Sizes(a.n, a.m, a.epsilon, codes.cells, codes.parts)
    mass, w = a.f_L / codes.cells, a.C_b * (sqrt(a.d) / side) ** a.beta
    shared = _shared_mass(sizes, mass)
    levels = w + np.geomspace(1e-6, 1.0, 60) * max(1.0 - w, 0.0)
    apart, wrong = (codes.parts + 1) // 2, sizes.below((levels - w) * mass, shared)
    lost = [u + (classes - 1) * each**apart for u, each in zip(levels.tolist(), wrong.tolist(), strict=True)]
    return float(min(lost) + sizes.slips)


@dataclass(frozen=True)
class UserEstimator:
    """A rule for a problem with private users: its symbolic RATE, plan and explicit bound.

    Attributes
    ----------
    name : str
        Name of the estimator.
    title : str
        Title for people.
    source : str
        Where it is from.
    parts : int
        Number of transforms: 1 for two classes, those of `sign_codes` for more, 2 in regression.
    rate : sympy expression
        The symbolic rate.
    by_cells : callable or None
        The bound. Takes a setting and a number of cells along each axis; None for the rule as printed.
    """

    name: str
    title: str
    source: str
    parts: int
    rate: sympy.Expr
    by_cells: Callable[[UserSetting, int], float] | None
    where: ClassVar[str] = "upperbounds.classification.turned"
    mechanism: ClassVar[str | None] = None
    needs_one_law: ClassVar[bool] = True
    protects_users: ClassVar[bool] = True
    trusted: ClassVar[bool] = False

    @property
    def takes_many(self) -> bool:
        """Whether the rule takes more than two classes."""
        return self.by_cells is not None and self.mechanism is None

    def side(self, a: UserSetting) -> int:
        """Equal cells along each axis of the corrected rule.

        Parameters
        ----------
        a : UserSetting
            Sizes of the problem, its class and the privacy budget.

        Returns
        -------
        int
            Their number.
        """
        return best_side(a, self.parts)

    def grid(self, a: UserSetting) -> Grid:
        """The cells of [0, 1]^d.

        Parameters
        ----------
        a : UserSetting
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
            return Grid.equal(0.0, 1.0, a.d, self.side(a))
        size = a.n * a.m / (np.log(max(a.n, 2)) ** 2 if self.parts == 2 else 1.0)
        return Grid.of_length(0.0, 1.0, a.d, printed_length(size, a.n, a.epsilon, a.d, a.beta, self.parts))

    def plan(self, a: UserSetting) -> CoordinatePlan | CellBalls:
        """The plan: who sends what.

        Parameters
        ----------
        a : UserSetting
            Sizes of the problem, its class and the privacy budget.

        Returns
        -------
        CoordinatePlan
            The plan.

        Raises
        ------
        ParameterError
            For too few users.
        """
        cells = self.grid(a).size
        if self.by_cells:
            return Sizes(a.n, a.m, a.epsilon, cells, self.parts).plan()
        return printed_plan(a.n, a.m, a.epsilon, TurnedBins(cells, self.parts))

    def bound(self, a: UserSetting) -> UpperBound:
        """The bound at these cells, or the risk of the best constant if that is smaller.

        Parameters
        ----------
        a : UserSetting
            Sizes of the problem, its class and the privacy budget.

        Returns
        -------
        UpperBound
            The bound on the excess risk, or in regression the mean squared error.
        """
        trivial = a.T**2 if self.parts == 2 else 0.5
        if self.by_cells is None:
            return UpperBound(trivial, "a constant", (), True)
        value = self.by_cells(a, self.side(a))
        return UpperBound(min(value, trivial), self.where, CONDITIONS, value >= trivial)


@dataclass(frozen=True)
class BallEstimator(UserEstimator):
    """A rule by `upperbounds.classification.balls`.

    Attributes
    ----------
    blocks : callable
        `CellBalls.parts`, for f_L.
    total : callable
        What the number of cells minimises.
    """

    blocks: Callable[[float], int]
    total: balls.Total
    where: ClassVar[str] = "upperbounds.classification.balls"
    mechanism: ClassVar[str | None] = "balls"

    def side(self, a: UserSetting) -> int:
        """Equal cells along each axis.

        Parameters
        ----------
        a : UserSetting
            Sizes of the problem, its class and the privacy budget.

        Returns
        -------
        int
            Their number.
        """
        return balls.best_side(a, self.blocks(a.f_L), self.total)

    def plan(self, a: UserSetting) -> CellBalls:
        """The plan: who sends what.

        Parameters
        ----------
        a : UserSetting
            Sizes of the problem, its class and the privacy budget.

        Returns
        -------
        CellBalls
            The plan.
        """
        return balls.plan_of(a.n, a.m, a.epsilon, self.side(a) ** a.d, self.blocks(a.f_L))


ESTIMATORS = (
    UserEstimator(
        "zhao-algorithm4-printed",
        "as printed, floor(epsilon) coordinates of each user",
        "zhao Algorithm 4",
        1,
        RATE,
        None,
    ),
    UserEstimator(
        "zhao-algorithm4",
        "as corrected, equal cells and all of epsilon spent",
        "zhao Algorithm 4, Theorem 9",
        1,
        RATE,
        bound,
    ),
    BallEstimator(
        "shrinking-balls",
        "cells as coordinates of a vector, whose mean is found in balls that shrink around it",
        "ours",
        1,
        RATE,
        balls.bound,
        lambda _: 1,
        balls.squares,
    ),
)
"""Of the problem `classification`."""


def grouped(cells: NDArray[np.int64], values: FloatArray, users: Any, m: int, rng: np.random.Generator) -> FloatArray:
    """Samples of users in random order, m of each drawn at random.

    Without `users`, each row is a user. Users with fewer than m rows are filled up with the cell -1.

    Parameters
    ----------
    cells : ndarray of int, shape (N,)
        The cell of each row.
    values : ndarray, shape (N,)
        The value of each row.
    users : array_like, shape (N,)
        The user of each row; None if each row is a user.
    m : int
        Number of samples of each user, public.
    rng : numpy.random.Generator
        Source of randomness.

    Returns
    -------
    ndarray, shape (users, m, 2)
        Cells and values.

    Raises
    ------
    ParameterError
        Unless each row has a user.
    """
    rows = len(cells)
    owner = np.arange(rows) if users is None else owners(users)
    if owner.shape != (rows,):
        raise ParameterError(f"users has shape {owner.shape}: must be ({rows},), a user for each row of X")
    names, owner = np.unique(owner, return_inverse=True)
    rng = in_the_clear(rng)
    owner = rng.permutation(len(names))[owner].astype(np.int32)
    order = rng.permutation(np.arange(rows, dtype=np.int32))
    order = order[np.argsort(owner[order], kind="stable")]
    counts = np.bincount(owner)
    place = np.arange(rows, dtype=np.int32)
    place -= np.repeat((np.cumsum(counts) - counts).astype(np.int32), counts)
    order, place = order[place < m], place[place < m]
    samples, owner = np.full((len(names), m, 2), (-1.0, 0.0)), owner[order]
    for part, column in enumerate((cells, values)):
        samples[owner, place, part] = column[order]
    return samples


def rows_used(m: int | None, users: Any) -> int:
    """How many rows of each user are used, a public number: `m`, or 1 if each row is a user.

    A plan that depended on how many rows users have would reveal that.

    Parameters
    ----------
    m : int or None
        Number of rows of each user, as given.
    users : array_like or None
        The user of each row; None if each row is a user.

    Returns
    -------
    int
        The number.

    Raises
    ------
    ParameterError
        If users are given without m.
    """
    if m is None and users is not None:
        raise ParameterError("m = None: must be given with users; how many rows a user has is private")
    return 1 if m is None else count("m", m)


def owners(users: Any) -> NDArray[Any]:
    """The user of each row, with names normalised by `identifier`, so that one person is one user.

    Parameters
    ----------
    users : array_like, shape (N,)
        Numbers or names.

    Returns
    -------
    ndarray, shape (N,)
        Numbers unchanged, or normalised names.
    """
    found = np.asarray(users)
    return (
        found
        if found.dtype.kind in "biuf"
        else np.array([identifier(name) for name in found.ravel()]).reshape(found.shape)
    )


def coded_plan(n: int, m: int, epsilon: float, codes: TurnedCodes) -> CoordinatePlan:
    """The plan for more than two classes: who sends what.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    codes : TurnedCodes
        The transform for more than two classes.

    Returns
    -------
    CoordinatePlan
        The plan.

    Raises
    ------
    ParameterError
        For too few users.
    """
    plan = Sizes(n, m, epsilon, codes.cells, codes.parts).plan()
    return replace(plan, name="zhao-turned-codes", embedding=codes)


F = TypeVar("F", bound="UserBinClassifier")


class UserBinClassifier(BinClassifier):
    """zhao Algorithm 4: all data of a user are private, features too; users are i.i.d.

    "signed" is the paper's method for two classes, and runs once for each sign of a class for more. It learns only
    differences between classes, so `predict_proba` assumes that features are uniform over the box. "one-hot" transforms
    the cells of features and classes together, and learns shares. "balls" is ours, for two classes: it learns what
    "signed" does, by `upperbounds.classification.balls`. `as_printed` takes the paper's cells, groups and
    Delta, with floor(epsilon) coordinates for each user; the paper has two classes. Every answer is drawn with its
    exact probability, with noise on a grid in place of the paper's Laplace noise.

    Parameters
    ----------
    epsilon : float, default 1.0
        Privacy budget of one user, for all of their samples.
    classes : sequence, optional
        Class labels, public: do not take them from the private data.
    lower : float or array_like, shape (d,), default 0.0
        Lower end of the box of features, one number or one for each axis; public.
    upper : float or array_like, shape (d,), default 1.0
        Upper end of the box of features; public.
    cells : int or None, optional
        Number of cells along each axis; None for one chosen by the sizes.
    m : int or None, optional
        Number of samples of each user, public. Of users with more, m are drawn at random; of users with fewer, all are
        used. Required if users are given.
    beta : float, default 1.0
        Smoothness, in (0, 1].
    mechanism : {"signed", "one-hot", "balls"}, optional
        How labels are sent; None is the default.
    as_printed : bool, default False
        Whether everything is as the paper prints it.
    random_state : int, numpy.random.Generator or None, optional
        Seed or generator; None is the operating system's randomness. A known seed voids the privacy.

    References
    ----------
    Zhao et al., Algorithm 4.
    """

    def __init__(
        self,
        epsilon: float = 1.0,
        classes: Sequence[Any] | None = None,
        lower: Any = 0.0,
        upper: Any = 1.0,
        cells: int | None = None,
        m: int | None = None,
        beta: float = 1.0,
        mechanism: Literal["signed", "one-hot", "balls"] | None = None,
        as_printed: bool = False,
        random_state: int | np.random.Generator | None = None,
    ) -> None:
        self.epsilon = epsilon
        self.classes = classes
        self.lower = lower
        self.upper = upper
        self.cells = cells
        self.m = m
        self.beta = beta
        self.mechanism = mechanism
        self.as_printed = as_printed
        self.random_state = random_state

    def fit(self: F, X: Any, y: Any, users: Any = None) -> F:
        """Learn from features, labels and the user of each row.

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
        UserBinClassifier
            The rule itself.

        Raises
        ------
        ParameterError
            For other shapes, or labels that are not among the classes.
        """
        points = points_of(X)
        self.classes_ = self._public_classes()
        labels = self._codes(y, len(points))
        J, rng = len(self.classes_), generator_of(self.random_state)
        signed = self._mechanism() != "one-hot"
        coded = signed and J > 2
        people = len(points) if users is None else len(np.unique(owners(users)))
        m, d = rows_used(self.m, users), points.shape[1]
        # Sizes first: what is public decides on the cells.
        grid, self.plan_ = self.planned(people, d)
        where = grid.index(points)
        codes = where if signed else where * J + labels
        values = labels.astype(np.float64) if coded else np.where(signed, 2.0 * labels - 1, 1.0)
        samples = grouped(codes, values, users, m, rng)
        answers = released(self.plan_).run(flattened(samples, 2), rng)
        found = TurnedCodes(grid.size, J).tallies(answers) if coded else answers[0]
        if coded:
            chosen = np.argmax(found, axis=1)
            shares = np.maximum(found * grid.size + 1 / padded(J), 0.0)
        elif signed:
            leans = np.clip(found * grid.size, -1, 1)
            shares = np.stack([1 - leans, 1 + leans], axis=1) / 2
            chosen = (found > 0).astype(np.int64)
        else:
            tallies = found.reshape(grid.size, J)
            chosen = np.argmax(tallies, axis=1)
            shares = np.maximum(tallies, 0.0)
        rows = np.arange(grid.size)
        # Also where all are at most 0, and of ties, a reader takes the class that is predicted.
        shares[rows, chosen] = np.maximum(shares[rows, chosen], np.nextafter(shares.max(axis=1), 2.0))
        self.n_features_in_, self.grid_, self.estimates_ = d, grid, found
        self.chosen_, self.shares_ = chosen, shares / shares.sum(axis=1, keepdims=True)
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
        m, J = 1 if self.m is None else self.m, len(self._public_classes())
        signed = self._mechanism() != "one-hot"
        coded = signed and J > 2
        if self._mechanism() == "balls":
            grid = box_grid(self, people, m, d, 1, by=lambda a: balls.best_side(a, 1, balls.squares))
            return grid, balls.plan_of(people, m, self._epsilon(), grid.size, 1)
        grid = box_grid(self, people, m, d, padded(J) - 1 if coded else 1, J if coded else 2)
        if coded:
            return grid, coded_plan(people, m, self._epsilon(), TurnedCodes(grid.size, J))
        turned = TurnedBins(grid.size * (1 if signed else J))
        return grid, plan_of(people, m, self._epsilon(), turned, as_printed=self.as_printed)

    def spend(self) -> PrivacyLoss:
        """The most that a user spends, exact, computed from the plan.

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

    def _mechanism(self) -> str:
        classes, name = len(self._public_classes()), self.mechanism or "signed"
        if name not in ("signed", "one-hot", "balls"):
            raise ParameterError(f"mechanism = {self.mechanism!r}: must be 'signed', 'one-hot' or 'balls'")
        if name == "balls" and (classes > 2 or self.as_printed):
            raise ParameterError("mechanism = 'balls': is ours, not as printed, and must have two classes")
        if classes > 2 and self.as_printed and name == "signed":
            raise ParameterError(f"as_printed = True: must be False for {classes} classes; the paper has two")
        return name


def box_grid(
    rule: Any,
    n: int,
    m: int,
    d: int,
    parts: int,
    classes: int = 2,
    by: Callable[[UserSetting], int] | None = None,
) -> Grid:
    """The cells of a rule's box: as many as asked for, those of the paper, or those chosen from the sizes.

    Parameters
    ----------
    rule : Rule
        The rule.
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    d : int
        Dimension.
    parts : int
        Number of transforms: 1 for two classes, those of `sign_codes` for more, 2 in regression.
    classes : int, default 2
        Number of classes.
    by : callable, optional
        Cells along each axis, from the sizes; None for `best_side`.

    Returns
    -------
    Grid
        The cells.

    Raises
    ------
    ParameterError
        For parameters out of range, or samples that do not fit in memory.
    """
    if n * m > _MOST_SAMPLES:
        raise ParameterError(f"m = {m}: makes {n * m:.1e} samples of {n} users; must be at most {_MOST_SAMPLES:.0e}")
    beta, epsilon = within("beta", rule.beta, 1e-6, 1.0), rule._epsilon()
    if rule.cells is not None:
        return Grid.equal(rule.lower, rule.upper, d, count("cells", rule.cells))
    if rule.as_printed:
        size = n * m / (np.log(max(n, 2)) ** 2 if parts == 2 else 1.0)
        return Grid.of_length(rule.lower, rule.upper, d, printed_length(size, n, epsilon, d, beta, parts))
    a = UserSetting(n, m, d, beta, epsilon)
    return Grid.equal(rule.lower, rule.upper, d, by(a) if by else best_side(a, parts, classes))


def plan_of(n: int, m: int, epsilon: float, turned: TurnedBins, *, as_printed: bool) -> CoordinatePlan:
    """The plan as printed or as corrected.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    turned : TurnedBins
        The transform of bins.
    as_printed : bool
        Whether everything is as the paper prints it.

    Returns
    -------
    CoordinatePlan
        The plan.

    Raises
    ------
    ParameterError
        For too few users.
    """
    if as_printed:
        return printed_plan(n, m, epsilon, turned)
    return Sizes(n, m, epsilon, turned.cells, turned.parts).plan()


def released(plan: CoordinatePlan | CellBalls) -> Protocol:
    """The protocol that is run: every channel replaced by its exact counterpart.

    Parameters
    ----------
    plan : CoordinatePlan or CellBalls
        The plan.

    Returns
    -------
    Protocol
        The protocol.
    """
    epsilon = Fraction(plan.epsilon) if isinstance(plan, CellBalls) else Fraction(plan.each.epsilon) / plan.share
    return deployed(plan.protocol(), plan.exact().protocol(), epsilon)


def most_spent(rule: Any) -> PrivacyLoss:
    """The largest loss of any user by the protocol that a fitted rule has run.

    Parameters
    ----------
    rule : Rule
        The rule.

    Returns
    -------
    PrivacyLoss
        The loss.

    Raises
    ------
    ParameterError
        If `fit` was not called before.
    """
    if not hasattr(rule, "plan_"):
        raise not_fitted(rule)
    return released(rule.plan_).worst_spend()
