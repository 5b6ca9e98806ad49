"""Classifiers by votes in the cells of a grid, with private labels and the interface of scikit-learn."""

import importlib
import inspect
import sys
import warnings
from collections.abc import Sequence
from math import log, tanh
from typing import Any, Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from notation.parameters import ParameterError, count, within
from notation.setting import LEAST_EPSILON, MOST_EPSILON
from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.loss import PrivacyLoss
from upperbounds.channels.randomness import system_generator, uniforms
from upperbounds.classification.grid import Grid
from upperbounds.classification.votes import CentralVote, LocalVote, Vote

_R = TypeVar("_R", bound="Rule")
_C = TypeVar("_C", bound="BinClassifier")


def printed_width(n: int, d: int, classes: int, epsilon: float, beta: float, *, central: bool) -> float:
    """h of label's Theorem 2, (N (epsilon^2 and 1) / ln K)^(-1/(2 beta + d)), or of Theorem 4; at most 1.

    Parameters
    ----------
    n : int
        Number of people.
    d : int
        Dimension.
    classes : int
        Number of classes.
    epsilon : float
        Privacy budget of one person's label.
    beta : float
        Smoothness, in (0, 1].
    central : bool
        Whether a curator is trusted.

    Returns
    -------
    float
        h, in (0, 1].

    References
    ----------
    Anonymous (label), Theorem 2.
    """
    if central:
        rare = (log(classes) / (epsilon * n)) ** (1 / (beta + d))
        return min(rare + (log(classes) / n) ** (1 / (2 * beta + d)), 1.0)
    return min((n * min(epsilon**2, 1.0) / log(classes)) ** (-1 / (2 * beta + d)), 1.0)


def equal_cells(n: int, d: int, classes: int, epsilon: float, beta: float, *, central: bool) -> int:
    """How many equal cells along each axis: as in the paper, with tanh(epsilon/2) in place of min(epsilon, 1).

    Rounded down, so that a cell is no shorter than h, and none is cut at the edge, where it would have few points.

    Parameters
    ----------
    n : int
        Number of people.
    d : int
        Dimension.
    classes : int
        Number of classes.
    epsilon : float
        Privacy budget of one person's label.
    beta : float
        Smoothness, in (0, 1].
    central : bool
        Whether a curator is trusted.

    Returns
    -------
    int
        Their number.
    """
    effective = epsilon if central else tanh(epsilon / 2)
    return max(int(1 / printed_width(n, d, classes, effective, beta, central=central) + 1e-9), 1)


class WrongTypeError(ParameterError, TypeError):
    """A value that is not a number: a ParameterError that scikit-learn's tools also recognise as a TypeError."""


class Rule:
    """A rule learnt from private data, with the interface of scikit-learn, which need not be installed.

    Rules work in its pipelines, and its checks pass except for those that `tests/upperbounds/test_scikit_learn.py`
    names. Every fit spends: a search or a cross-validation of k fits spends k times what `spend` says.
    """

    _learns: Literal["classifier", "regressor"] = "regressor"
    epsilon: float
    n_features_in_: int
    random_state: int | np.random.Generator | None

    def __sklearn_tags__(self) -> Any:
        """The tags that scikit-learn asks for, if it is installed; nothing else here needs it."""
        tags = importlib.import_module("sklearn.utils")
        # Labels are hidden, and cells of a box vote: few people teach nothing, and other boxes little.
        return tags.Tags(
            estimator_type=self._learns,
            target_tags=tags.TargetTags(required=True),
            transformer_tags=None,
            classifier_tags=tags.ClassifierTags(poor_score=True) if self._learns == "classifier" else None,
            regressor_tags=tags.RegressorTags(poor_score=True) if self._learns == "regressor" else None,
            non_deterministic=self.random_state is None,
        )

    def get_metadata_routing(self) -> Any:
        """What `fit` takes besides X and y, for scikit-learn's tools that pass it on by rows: `users`, or nothing.

        Returns
        -------
        MetadataRequest
            What scikit-learn's tools read.
        """
        routing = importlib.import_module("sklearn.utils.metadata_routing").MetadataRequest(owner=self)
        if "users" in inspect.signature(self.fit).parameters:  # type: ignore[attr-defined]
            routing.fit.add_request(param="users", alias=True)
        return routing

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The arguments of the constructor, by name.

        Parameters
        ----------
        deep : bool, default True
            Not used: no argument has arguments of its own.

        Returns
        -------
        dict from str to object
            Arguments by name.
        """
        return {name: getattr(self, name) for name in inspect.signature(type(self)).parameters}

    def set_params(self: _R, **params: Any) -> _R:
        """Change arguments of the constructor.

        Parameters
        ----------
        **params : object
            Arguments by name.

        Returns
        -------
        Rule
            The rule itself.

        Raises
        ------
        ParameterError
            For a name that is not an argument of the constructor.
        """
        known = self.get_params()
        for name, value in params.items():
            if name not in known:
                raise ParameterError(f"{name}: no parameter of {type(self).__name__}; it has {', '.join(known)}")
            setattr(self, name, value)
        return self

    def _known_points(self, X: Any) -> FloatArray:
        """X as numbers (N, d); raises ParameterError before `fit` or for another number of features."""
        if not hasattr(self, "n_features_in_"):
            raise not_fitted(self)
        points = points_of(X)
        if points.shape[1] != self.n_features_in_:
            raise ParameterError(
                f"X has {points.shape[1]} features, but {type(self).__name__} is expecting {self.n_features_in_}"
                " features as input"
            )
        return points

    def _epsilon(self) -> float:
        return within("epsilon", self.epsilon, LEAST_EPSILON, MOST_EPSILON)


def not_fitted(rule: object) -> ParameterError:
    """The error if `fit` was not called before: also one of scikit-learn's own, if that is loaded.

    Parameters
    ----------
    rule : object
        The rule.

    Returns
    -------
    ParameterError
        The error.
    """
    known = sys.modules.get("sklearn.exceptions")
    kind = type("NotFittedError", (ParameterError, known.NotFittedError), {}) if known else ParameterError
    found: ParameterError = kind(f"this {type(rule).__name__} instance is not fitted yet: call fit first")
    return found


class BinClassifier(Rule):
    """What both classifiers share: a public box divided into cells, and in each cell a private vote of the labels.

    Features are public. Those outside the box count for the nearest cell. `classes` must be given and public too: which
    labels occur in the data would reveal information about them.

    Parameters
    ----------
    epsilon : float, default 1.0
        Privacy budget of one person's label.
    classes : sequence, optional
        Class labels, public: do not take them from the private data.
    lower : float or array_like, shape (d,), default 0.0
        Lower end of the box of features, one number or one for each axis; public.
    upper : float or array_like, shape (d,), default 1.0
        Upper end of the box of features; public.
    cells : int or None, optional
        Number of cells along each axis; None for one chosen by the sizes.
    beta : float, default 1.0
        Smoothness, in (0, 1].
    mechanism : str or None, optional
        What hides a label; None is the default.
    as_printed : bool, default False
        Whether everything is as the paper prints it.
    random_state : int, numpy.random.Generator or None, optional
        Seed or generator; None is the operating system's randomness. A known seed voids the privacy.

    Raises
    ------
    ParameterError
        On `fit`, for arguments that are not allowed.
    """

    _learns = "classifier"
    _central: bool
    classes: Sequence[Any] | None
    lower: Any
    upper: Any
    cells: int | None
    beta: float
    mechanism: Any
    as_printed: bool
    random_state: int | np.random.Generator | None
    classes_: NDArray[Any]
    grid_: Grid
    counts_: NDArray[np.int64]
    shares_: FloatArray
    chosen_: NDArray[np.int64]

    def __init__(
        self,
        epsilon: float = 1.0,
        classes: Sequence[Any] | None = None,
        lower: Any = 0.0,
        upper: Any = 1.0,
        cells: int | None = None,
        beta: float = 1.0,
        mechanism: str | None = None,
        as_printed: bool = False,
        random_state: int | np.random.Generator | None = None,
    ) -> None:
        self.epsilon = epsilon
        self.classes = classes
        self.lower = lower
        self.upper = upper
        self.cells = cells
        self.beta = beta
        self.mechanism = mechanism
        self.as_printed = as_printed
        self.random_state = random_state

    def vote(self) -> Vote:
        """The private vote of a cell.

        Returns
        -------
        LocalVote or CentralVote
            The vote.

        Raises
        ------
        ParameterError
            For arguments that are not allowed.
        """
        raise NotImplementedError

    def spend(self) -> PrivacyLoss:
        """What each person's label spends, exact.

        Returns
        -------
        PrivacyLoss
            The loss.
        """
        return self.vote().spend()

    def fit(self: _C, X: Any, y: Any) -> _C:
        """Learn from features and labels.

        Parameters
        ----------
        X : array_like, shape (N, d)
            Features, a row for each point.
        y : array_like, shape (N,)
            Labels, one for each row.

        Returns
        -------
        BinClassifier
            The rule itself.

        Raises
        ------
        ParameterError
            For other shapes, or labels that are not among the classes.
        """
        points = points_of(X)
        n, d = points.shape
        self.classes_ = self._public_classes()
        labels = self._codes(y, n)
        vote, rng = self.vote(), generator_of(self.random_state)
        grid, K = self.planned_grid(n, d), len(self.classes_)
        where = grid.index(points)
        counts = np.bincount(where, minlength=grid.size)
        tallies = vote.tallies(where, labels, grid.size, rng)
        chosen = np.argmax(tallies, axis=1) if self.as_printed else _fair_argmax(tallies, rng)
        shares = _nearest_shares(vote.shares(np.asarray(tallies, dtype=np.float64), counts.astype(np.float64)))
        # Of classes that tie the chosen one comes first, also where a reader takes the largest share.
        rows = np.arange(grid.size)
        shares[rows, chosen] = np.nextafter(shares.max(axis=1), 2.0)
        self.n_features_in_, self.grid_, self.counts_ = d, grid, counts
        self.chosen_, self.shares_ = chosen, shares / shares.sum(axis=1, keepdims=True)
        assert self.shares_.shape == (grid.size, K)
        return self

    def predict(self, X: Any) -> NDArray[Any]:
        """The class of each row of X.

        Parameters
        ----------
        X : array_like, shape (N, d)
            Features, a row for each point.

        Returns
        -------
        ndarray, shape (N,)
            Classes.

        Raises
        ------
        ParameterError
            Before `fit`, or for another number of features.
        """
        where = self._where(X)
        return np.asarray(self.classes_[self.chosen_[where]])

    def predict_proba(self, X: Any) -> FloatArray:
        """The estimated share of each class in the cell of each row of X, in the order of `classes_`.

        Parameters
        ----------
        X : array_like, shape (N, d)
            Features, a row for each point.

        Returns
        -------
        ndarray, shape (N, K)
            Shares.
        """
        where = self._where(X)
        return np.asarray(self.shares_[where])

    def score(self, X: Any, y: Any) -> float:
        """The share of correct predictions.

        Parameters
        ----------
        X : array_like, shape (N, d)
            Features, a row for each point.
        y : array_like, shape (N,)
            Labels, one for each row.

        Returns
        -------
        float
            The share, in [0, 1].
        """
        return float(np.mean(self.predict(X) == np.asarray(y)))

    def _where(self, X: Any) -> NDArray[np.int64]:
        points = self._known_points(X)
        return self.grid_.index(points)

    def planned_grid(self, n: int, d: int) -> Grid:
        """The choices made from public numbers alone, before any answer is drawn.

        Parameters
        ----------
        n : int
            Number of people.
        d : int
            Number of features.

        Returns
        -------
        Grid
            The cells.

        Raises
        ------
        ParameterError
            For parameters out of range, or too few people.
        """
        K, beta = len(self._public_classes()), within("beta", self.beta, 1e-6, 1.0)
        if self.cells is not None:
            grid = Grid.equal(self.lower, self.upper, d, count("cells", self.cells))
        elif self.as_printed:
            h = printed_width(n, d, K, float(self.epsilon), beta, central=self._central)
            grid = Grid.of_length(self.lower, self.upper, d, h)
        else:
            cells = equal_cells(n, d, K, float(self.epsilon), beta, central=self._central)
            grid = Grid.equal(self.lower, self.upper, d, cells)
        return grid

    def _public_classes(self) -> NDArray[Any]:
        if self.classes is None:
            raise ParameterError("classes = None: must name all classes; those that occur in the data are not public")
        found = np.unique(np.asarray(self.classes))
        if len(found) != len(self.classes) or len(found) < 2:
            raise ParameterError("classes: must be two or more, each named once")
        return found

    def _codes(self, y: Any, n: int) -> NDArray[np.int64]:
        labels = labels_of(self, y, n)
        places = np.searchsorted(self.classes_, labels).clip(max=len(self.classes_) - 1)
        if (strange := self.classes_[places] != labels).any():
            raise ParameterError(f"y: {labels[strange][0].item()!r} is none of the classes")
        return np.asarray(places, dtype=np.int64)


class LocalBinClassifier(BinClassifier):
    """Each person hides their own label; label (11)-(13).

    By default cells are equal, ties are broken by a fair coin, and the channel is the better one for this many classes:
    "k-ary" if its signal-to-noise ratio is larger than that of the paper's "one-hot". `as_printed` takes cells of the
    printed length with the last one cut at the edge, one-hot answers, and the first of tied classes. Arguments are
    those of `BinClassifier`.

    References
    ----------
    Anonymous (label), Equations (11) to (13).
    """

    _central = False

    def vote(self) -> LocalVote:
        """The channel of a label.

        Returns
        -------
        LocalVote
            The channel.
        """
        K, epsilon = len(self._public_classes()), self._epsilon()
        name = self.mechanism or ("one-hot" if self.as_printed else better_channel(K, epsilon))
        return LocalVote(name, K, epsilon)


class CentralBinClassifier(BinClassifier):
    """A trusted curator adds noise to the counts of each cell; label Section 4.2.

    By default the noise is two-sided geometric and drawn exactly, cells are equal, and ties are broken by a fair coin.
    `as_printed` takes the exponential mechanism (17) in cells of the printed length, the last one cut at the edge.
    Arguments are those of `BinClassifier`.

    References
    ----------
    Anonymous (label), Equation (17); Anonymous (label), Section 4.2.
    """

    _central = True

    def vote(self) -> CentralVote:
        """The noise of a cell.

        Returns
        -------
        CentralVote
            The noise.
        """
        name: Literal["geometric", "laplace", "exponential"] = self.mechanism or (
            "exponential" if self.as_printed else "geometric"
        )
        return CentralVote(name, len(self._public_classes()), self._epsilon())


def better_channel(classes: int, epsilon: float) -> Literal["k-ary", "one-hot"]:
    """The channel with the larger signal-to-noise ratio between two classes, if all classes are equally likely.

    Parameters
    ----------
    classes : int
        Number of classes.
    epsilon : float
        Privacy budget of one person's label.

    Returns
    -------
    {'k-ary', 'one-hot'}
        The name of the channel.
    """

    def signal(name: Literal["k-ary", "one-hot"]) -> float:
        zero, one = LocalVote(name, classes, epsilon).marks
        mean = zero + (one - zero) / classes
        # Of a k-ary answer one mark at most is set: two marks differ by 0 or by 1.
        if name == "k-ary":
            return (one - zero) ** 2 / (2 * mean)
        neither = (one * (1 - zero) + zero * (1 - one)) * 2 / classes + 2 * zero * (1 - zero) * (1 - 2 / classes)
        return (one - zero) ** 2 / neither

    return "k-ary" if signal("k-ary") >= signal("one-hot") else "one-hot"


def points_of(X: Any) -> FloatArray:
    """X as finite numbers, with at least one row.

    Parameters
    ----------
    X : array_like, shape (N, d)
        Features, a row for each point.

    Returns
    -------
    ndarray, shape (N, d)
        The numbers.

    Raises
    ------
    ParameterError
        For a sparse array, another shape, or a value that is not finite.
    WrongTypeError
        For a value that is not a number.
    """
    if hasattr(X, "toarray"):
        raise ParameterError("X is sparse: must be a dense array")
    found = np.asarray(X)
    if np.iscomplexobj(found):
        raise ParameterError("X: must hold numbers. Complex data not supported")
    try:
        points = np.asarray(found, dtype=np.float64)
    except TypeError as error:
        raise WrongTypeError(f"X: must hold numbers: {error}") from None
    except ValueError:
        raise ParameterError("X: must hold numbers") from None
    if points.ndim != 2:
        raise ParameterError(f"X has shape {points.shape}: must be (N, d). Reshape your data")
    if 0 in points.shape:
        what = "sample" if points.shape[0] == 0 else "feature"
        raise ParameterError(f"X: 0 {what}(s) (shape={points.shape}) while a minimum of 1 is required.")
    if not np.isfinite(points).all():
        raise ParameterError("X contains NaN or infinity: must be finite numbers")
    return points


def labels_of(rule: object, y: Any, n: int) -> NDArray[Any]:
    """Labels as a vector, with a warning if they are a column.

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
        The labels.

    Raises
    ------
    ParameterError
        For another shape, or no labels.
    """
    if y is None:
        raise ParameterError(f"{type(rule).__name__} requires y to be passed, but the target y is None")
    labels = np.asarray(y)
    if labels.shape == (n, 1):
        known = sys.modules.get("sklearn.exceptions")
        kind = known.DataConversionWarning if known else UserWarning
        warnings.warn(
            "A column-vector y was passed when a 1d array was expected: it is read as one", kind, stacklevel=2
        )
        labels = labels[:, 0]
    if labels.shape != (n,):
        raise ParameterError(f"y has shape {labels.shape}: must be ({n},), a label for each row of X")
    return labels


def generator_of(state: int | np.random.Generator | None) -> np.random.Generator:
    """A generator from a seed; the operating system's if there is none.

    Parameters
    ----------
    state : int, numpy.random.Generator or None
        Seed, generator, or None.

    Returns
    -------
    numpy.random.Generator
        The generator.

    Raises
    ------
    ParameterError
        For another value.
    """
    if isinstance(state, np.random.Generator):
        return state
    if state is None:
        return system_generator()
    return np.random.Generator(np.random.PCG64DXSM(count("random_state", state, 0)))


def _fair_argmax(tallies: NDArray[Any], rng: np.random.Generator) -> NDArray[np.int64]:
    """The place of each row's largest entry, one of those that tie at random."""
    ties = tallies == tallies.max(axis=1, keepdims=True)
    return np.asarray(np.argmax(np.where(ties, uniforms(tallies.shape, rng), -1.0), axis=1), dtype=np.int64)


def _nearest_shares(estimates: FloatArray) -> FloatArray:
    """Each row's nearest point of the simplex, in l_2: the order of entries stays."""
    K = estimates.shape[1]
    ordered = -np.sort(-estimates, axis=1)
    over = (np.cumsum(ordered, axis=1) - 1) / np.arange(1, K + 1)
    kept = np.count_nonzero(ordered > over, axis=1)
    return np.maximum(estimates - over[np.arange(len(over)), kept - 1][:, None], 0.0)
