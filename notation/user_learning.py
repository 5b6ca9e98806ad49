"""The parameters of classification and regression with private users, with the only check of their ranges."""

from dataclasses import dataclass

from notation.classification import LEAST_CONSTANT, MOST_CONSTANT, MOST_FEATURES, MOST_MARGIN, MOST_PEOPLE, LabelSetting
from notation.parameters import ParameterError, finite, positive, within
from notation.setting import LEAST_EPSILON, MOST_EPSILON, count_up_to


@dataclass(frozen=True)
class UserSetting:
    """n users with m samples (X, Y) each, X in [0, 1]^d; all data of a user are private at epsilon.

    The class is that of zhao's Assumption 2, for eta(x) = E[Y | X = x]. In classification Y = +-1; in regression |Y| <=
    T, and there is no margin. Assumption 2(a) is read for 0 < |eta|. C_a is 2 by default: with C_b = 1, |eta| is below
    t on a length of at least 2t around a zero of eta.

    Attributes
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    d : int
        Number of features, at most 20.
    beta : float
        Smoothness: |eta(x) - eta(x')| <= C_b ||x - x'||^beta, 0 < beta <= 1.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    gamma : float, default 0.0
        Margin: P(0 < |eta| < t) <= C_a t^gamma for every t > 0.
    C_a : float, default 2.0
        Constant of the margin.
    C_b : float, default 1.0
        Hoelder constant.
    f_L : float, default 1.0
        Lower bound on the density of X on [0, 1]^d; in (0, 1].
    T : float, default 1.0
        Bound on labels in regression.

    Raises
    ------
    ParameterError
        For a number out of range.

    References
    ----------
    Zhao et al., Assumption 2.
    """

    n: int
    m: int
    d: int
    beta: float
    epsilon: float
    gamma: float = 0.0
    C_a: float = 2.0
    C_b: float = 1.0
    f_L: float = 1.0
    T: float = 1.0

    def __post_init__(self) -> None:
        """Refuse what is out of range."""
        count_up_to("n", self.n, MOST_PEOPLE)
        count_up_to("m", self.m, MOST_PEOPLE)
        if self.n * self.m > MOST_PEOPLE:
            raise ParameterError(f"n m = {self.n * self.m:.1e}: must be at most {MOST_PEOPLE:.0e}")
        count_up_to("d", self.d, MOST_FEATURES)
        within("epsilon", self.epsilon, LEAST_EPSILON, MOST_EPSILON)
        if not positive("beta", self.beta) <= 1:
            raise ParameterError(f"beta = {self.beta!r}: must be above 0 and at most 1; beyond, functions are constant")
        if not 0 <= finite("gamma", self.gamma) <= MOST_MARGIN:
            raise ParameterError(f"gamma = {self.gamma!r}: must be from 0 to {MOST_MARGIN:g}")
        for name in ("C_a", "C_b", "T"):
            within(name, getattr(self, name), 2 * LEAST_CONSTANT, MOST_CONSTANT)
        within("C_b / T", self.C_b / self.T, 2 * LEAST_CONSTANT, MOST_CONSTANT)
        if not LEAST_CONSTANT <= finite("f_L", self.f_L) <= 1:
            raise ParameterError(
                f"f_L = {self.f_L!r}: must be from {LEAST_CONSTANT:g} to 1, the mean density on [0, 1]^d"
            )

    @property
    def labels(self) -> LabelSetting:
        """Two labels with probabilities (1 +- eta)/2, for n m people: eta has C_b, and each probability C_b/2."""
        return LabelSetting(
            self.n * self.m, self.d, self.beta, self.gamma, self.epsilon, self.C_b / 2, self.C_a, self.f_L
        )

    @property
    def signs(self) -> LabelSetting:
        """The same for Y = +-T in regression, where eta/T has the constant C_b/T; without a margin condition."""
        return LabelSetting(
            self.n * self.m, self.d, self.beta, 0.0, self.epsilon, self.C_b / (2 * self.T), 1.0, self.f_L
        )
