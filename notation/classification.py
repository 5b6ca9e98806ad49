"""The parameters of classification with private labels, in one notation, with the only check of their ranges."""

from dataclasses import dataclass

from notation.parameters import ParameterError, finite, positive, within
from notation.setting import LEAST_EPSILON, MOST_EPSILON, count_up_to

MOST_PEOPLE, MOST_FEATURES, MOST_MARGIN = 10**15, 20, 100.0
LEAST_CONSTANT, MOST_CONSTANT = 1e-6, 1e6


@dataclass(frozen=True)
class LabelSetting:
    """n people with one labelled point each. Features are public, in [0, 1]^d; labels are private at epsilon.

    The class is that of label's Assumption 1 for two classes.

    Attributes
    ----------
    n : int
        Number of people.
    d : int
        Number of features, at most 20.
    beta : float
        Smoothness: each class probability is Hoelder, |eta_j(x) - eta_j(x')| <= L ||x - x'||^beta, 0 < beta <= 1.
    gamma : float
        Margin: P(0 < |eta_2 - eta_1| < t) <= C_T t^gamma for every t > 0.
    epsilon : float
        Privacy budget of one person's label.
    L : float, default 1.0
        Hoelder constant.
    C_T : float, default 1.0
        Constant of the margin.
    c : float, default 1.0
        Lower bound on the density of features where it is positive; in (0, 1].

    Raises
    ------
    ParameterError
        For a number out of range.

    References
    ----------
    Anonymous (label), Assumption 1.
    """

    n: int
    d: int
    beta: float
    gamma: float
    epsilon: float
    L: float = 1.0
    C_T: float = 1.0
    c: float = 1.0

    def __post_init__(self) -> None:
        """Refuse what is out of range."""
        count_up_to("n", self.n, MOST_PEOPLE)
        count_up_to("d", self.d, MOST_FEATURES)
        within("epsilon", self.epsilon, LEAST_EPSILON, MOST_EPSILON)
        if not positive("beta", self.beta) <= 1:
            raise ParameterError(f"beta = {self.beta!r}: must be above 0 and at most 1; beyond, functions are constant")
        if not 0 <= finite("gamma", self.gamma) <= MOST_MARGIN:
            raise ParameterError(f"gamma = {self.gamma!r}: must be from 0 to {MOST_MARGIN:g}")
        for name in ("L", "C_T"):
            within(name, getattr(self, name), LEAST_CONSTANT, MOST_CONSTANT)
        if not LEAST_CONSTANT <= finite("c", self.c) <= 1:
            raise ParameterError(f"c = {self.c!r}: must be from {LEAST_CONSTANT:g} to 1, the mean density on [0, 1]^d")
