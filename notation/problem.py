"""The definition of a problem: a quantity with its estimators and its lower bounds."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any, Literal

from notation.parameters import ParameterError, shown
from notation.setting import Setting

Known = Literal["range", "l2 ball", "l1 ball", "moments", "moments of the norm", "interval", "space", "losses", "class"]
"""Public knowledge: an interval for each coordinate of data, a ball around 0, moments, one interval, the space of the
parameter, losses, or a class of regression functions."""

TITLES = {
    "mean": "Mean of a number in a range.",
    "mean-linf": "Mean of a vector, its entries in ranges.",
    "mean-l2": "Mean of a vector in an l_2 ball.",
    "mean-l1": "Mean of a vector in an l_1 ball.",
    "mean-heavy": "Mean of a vector, entries' moments bounded.",
    "mean-heavy-l2": "Mean of a vector, its norm's moment bounded.",
    "sparse-mean": "Mean of a vector with few nonzero entries.",
    "density": "Density of a number, for i.i.d. users.",
    "mixture": "Means and shares of mixture components.",
    "optimisation": "Parameter of a convex loss.",
    "optimisation-central": "The same by a trusted server.",
    "infinite-linf": "Point in a cube that each user knows.",
    "infinite-l2": "Point in an l_2 ball that each user knows.",
    "infinite-l1": "Point in an l_1 ball that each user knows.",
    "infinite-sparse": "Sparse vector that each user knows.",
    "infinite-sobolev": "Smooth density that each user knows.",
    "label-classification-local": "Classifier; each label is randomised.",
    "label-classification-central": "Classifier; a curator sees the labels.",
    "label-regression-local": "Regression; each label is randomised.",
    "label-regression-central": "Regression; a curator sees the labels.",
    "label-regression-heavy-local": "Heavy tails; each label is randomised.",
    "label-regression-heavy-central": "Heavy tails; a curator sees the labels.",
    "classification": "Classifier; all data of users are private.",
    "regression": "Regression; all data of users are private.",
}
"""All problems in the order in which they are shown, with what each is about in a line."""

ALIASES = {"infinite": "infinite-l2"}
"""Names of families of problems, for the default member, as in `bound infinite`."""


@dataclass(frozen=True)
class Problem:
    """A quantity, the minimax risk, with its estimators, its lower bounds and the computation of risks.

    Attributes
    ----------
    name : str
        Name of the problem.
    about : callable
        Describes the data of a setting.
    quantity : str
        The risk, in LaTeX.
    sizes : tuple of str
        The fields of a setting that matter besides n, m and epsilon, in display order.
    known : Known
        What must be publicly known about data for `estimate`.
    estimators : tuple of Estimator
        Its estimators.
    lower : callable
        Every lower bound that holds in a setting.
    risk : callable
        The worst risk of an estimator in a setting, over stated laws.
    trivial : callable
        The risk of the best constant in a setting.
    axes : tuple of str, optional
        The sizes along which rates have exponents.
    risk_at : str, optional
        In words, the laws over which the worst risk is taken.
    error : str, default "mean squared error"
        In words, what a risk is.
    counts : tuple of str, default ('n', 'm')
        Which of n and m a setting has.
    most : int or None, optional
        The largest n m, if that is limited.
    flags : dict from str to str
        Command-line options for sizes, if the problem has its own.
    setting : type, default Setting
        The dataclass of its settings.
    """

    name: str
    about: Callable[[Any], str]
    quantity: str
    sizes: tuple[str, ...]
    known: Known
    estimators: tuple[Any, ...]
    lower: Callable[[Any], Sequence[Any]]
    risk: Callable[[Any, Any], Any]
    trivial: Callable[[Any], float]
    axes: tuple[str, ...] = ("n", "m", "d", "epsilon")
    risk_at: str = "of two-valued data and i.i.d. users, at the worst of some means"
    error: str = "mean squared error"
    counts: tuple[str, ...] = ("n", "m")
    most: int | None = None
    flags: Mapping[str, str] = field(default_factory=dict)
    setting: type[Any] = Setting

    @property
    def is_scalar(self) -> bool:
        """Whether data are single numbers."""
        return "d" not in self.sizes

    @property
    def estimates_means(self) -> bool:
        """Whether the mean of all data is estimated."""
        return "mean" in self.name

    @property
    def is_heavy(self) -> bool:
        """Whether moments are bounded instead of the data."""
        return "M" in self.sizes

    @property
    def is_squared(self) -> bool:
        """Whether risks are mean squares, so that their roots are in the data's units."""
        return self.error == "mean squared error"

    @property
    def measure(self) -> str:
        """The form in which a target is given."""
        return "root mean squared error" if self.is_squared else self.error

    def told(self, risk: float) -> float:
        """A risk in the form of a target: its root if it is squared.

        Parameters
        ----------
        risk : float
            The risk.

        Returns
        -------
        float
            The target, in the units of `measure`.
        """
        return sqrt(risk) if self.is_squared else risk

    def checked(self, setting: Any) -> Any:
        """The setting, if it is one of this problem.

        Parameters
        ----------
        setting : Setting, LabelSetting, RegressionSetting or UserSetting
            Sizes of the problem and the privacy budget.

        Returns
        -------
        Setting, LabelSetting, RegressionSetting or UserSetting
            The same.

        Raises
        ------
        ParameterError
            For an object of another type, and for labels of another problem: bounded in place of heavy tails, or the
            other way.
        """
        if not isinstance(setting, self.setting):
            raise ParameterError(f"setting = {shown(setting)}: must be a ratecheck.{self.setting.__name__}")
        if getattr(setting, "is_heavy", self.is_heavy) != self.is_heavy:
            allowed = "finite" if self.is_heavy else "infinite"
            raise ParameterError(f"p = {setting.p!r}: must be {allowed} in {self.name}")
        return setting

    def registered(self) -> tuple[Any, ...]:
        """The estimators of the problem.

        Returns
        -------
        tuple of Estimator
            The estimators.

        Raises
        ------
        ParameterError
            If there is no estimator, and so nothing to run or to plan.
        """
        if not self.estimators:
            raise ParameterError(f"problem = {self.name!r}: no estimator is registered, only lower bounds")
        return self.estimators

    @property
    def private(self) -> tuple[Any, ...]:
        """The estimators that protect users."""
        return tuple(estimator for estimator in self.estimators if estimator.protects_users)
