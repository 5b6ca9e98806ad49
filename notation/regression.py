"""The parameters of regression with private labels, in one notation, with the only check of their ranges."""

from dataclasses import dataclass
from math import inf

from notation.classification import LEAST_CONSTANT, MOST_CONSTANT, MOST_FEATURES, MOST_PEOPLE
from notation.parameters import ParameterError, finite, positive, within
from notation.setting import LEAST_EPSILON, MOST_EPSILON, count_up_to

LEAST_LABEL, MOST_LABEL, MOST_MOMENT = 1e-12, 1e12, 100.0


@dataclass(frozen=True)
class RegressionSetting:
    """n people with one labelled point each. Features are public, in [0, 1]^d; labels are private at epsilon.

    The class is that of label's Assumptions 1(a), (c) and 2 or 3, for eta(x) = E[Y|x]. (The paper has |Y| < T: risks
    over the two classes have the same supremum.)

    Attributes
    ----------
    n : int
        Number of people.
    d : int
        Number of features, at most 20.
    beta : float
        Smoothness: |eta(x) - eta(x')| <= L ||x - x'||^beta, 0.001 <= beta <= 1.
    epsilon : float
        Privacy budget of one person's label.
    L : float, default 1.0
        Hoelder constant.
    c : float, default 1.0
        Lower bound on the density of features on [0, 1]^d; in (0, 1].
    T : float, default 1.0
        Labels have |Y| <= T, if p is infinite.
    p : float, default inf
        Order of the moment of the labels, from 2 to 100; infinite if they are bounded.
    M : float, default 1.0
        Labels have E[|Y|^p | x] <= M, if p is finite.

    Raises
    ------
    ParameterError
        For a number out of range.

    References
    ----------
    Anonymous (label), Assumptions 1 to 3.
    """

    n: int
    d: int
    beta: float
    epsilon: float
    L: float = 1.0
    c: float = 1.0
    T: float = 1.0
    p: float = inf
    M: float = 1.0

    def __post_init__(self) -> None:
        """Refuse what is out of range."""
        count_up_to("n", self.n, MOST_PEOPLE)
        count_up_to("d", self.d, MOST_FEATURES)
        within("epsilon", self.epsilon, LEAST_EPSILON, MOST_EPSILON)
        if not 1e-3 <= positive("beta", self.beta) <= 1:
            raise ParameterError(f"beta = {self.beta!r}: must be from 0.001 to 1; beyond, functions are constant")
        within("L", self.L, LEAST_CONSTANT, MOST_CONSTANT)
        if not LEAST_CONSTANT <= finite("c", self.c) <= 1:
            raise ParameterError(f"c = {self.c!r}: must be from {LEAST_CONSTANT:g} to 1, the mean density on [0, 1]^d")
        within("T", self.T, LEAST_LABEL, MOST_LABEL)
        if self.p != inf:
            if not 2 <= finite("p", self.p) <= MOST_MOMENT:
                raise ParameterError(f"p = {self.p!r}: must be from 2 to {MOST_MOMENT:g}")
            if not LEAST_LABEL <= positive("M", self.M) ** (1 / self.p) <= MOST_LABEL:
                raise ParameterError(f"M = {self.M!r}: M^(1/p) must be from {LEAST_LABEL:g} to {MOST_LABEL:g}")

    @property
    def is_heavy(self) -> bool:
        """Whether a moment of the labels is bounded instead of the labels."""
        return self.p != inf

    @property
    def unit(self) -> float:
        """The largest |eta|: T, or M^(1/p). The estimate 0 has risk at most unit^2."""
        return float(self.M ** (1 / self.p)) if self.is_heavy else self.T
