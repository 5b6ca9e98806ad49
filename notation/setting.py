"""The parameters of a problem, in one notation, with the only check of their ranges."""

from dataclasses import dataclass

from notation.parameters import ParameterError, count, finite, positive, shown, within

MOST_COUNT, MOST_DIMENSIONS = 10**18, 1 << 20
LEAST_EPSILON, MOST_EPSILON = 1e-9, 1e30
MOST_SMOOTHNESS, MOST_COMPONENTS = 100, 10**6
LEAST_SIZE, MOST_SIZE = 1e-50, 1e50
"""Limits of D and M^(1/p): between these no square, and no variance of one, overflows or vanishes in floats."""


def count_up_to(name: str, value: object, most: int, least: int = 1) -> int:
    """Return `value` as an int from `least` to `most`.

    Parameters
    ----------
    name : str
        Name of the argument, for the message.
    value : object
        The value.
    most : int
        The most that is allowed.
    least : int, default 1
        The least that is allowed.

    Returns
    -------
    int
        The value.

    Raises
    ------
    ParameterError
        Unless it is an integer in that range.
    """
    if count(name, value, least) > most:
        raise ParameterError(f"{name} = {shown(value)}: must be at most {most:{'.0e' if most > 10**9 else 'd'}}")
    return int(value)  # type: ignore[call-overload]


def in_range(
    n: object, m: object, d: object, epsilon: object, D: object, least_n: int = 1
) -> tuple[int, int, int, float, float]:
    """Return the sizes as numbers: the only check before a run.

    Parameters
    ----------
    n : object
        Number of users.
    m : object
        Number of samples of each user.
    d : object
        Dimension.
    epsilon : object
        Privacy budget of one user.
    D : object
        Half-width of the range of the data.
    least_n : int, default 1
        The fewest users that are allowed.

    Returns
    -------
    tuple of (int, int, int, float, float)
        n, m, d, epsilon and D.

    Raises
    ------
    ParameterError
        If floats cannot represent them.
    """
    return (
        count_up_to("n", n, MOST_COUNT, least_n),
        count_up_to("m", m, MOST_COUNT),
        count_up_to("d", d, MOST_DIMENSIONS),
        float(within("epsilon", epsilon, LEAST_EPSILON, MOST_EPSILON)),
        float(within("D", D, LEAST_SIZE, MOST_SIZE)),
    )


@dataclass(frozen=True)
class Setting:
    """n users with m samples each in d dimensions, with privacy epsilon (and delta) for each user.

    Each problem uses some of these numbers.

    Attributes
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    d : int, default 1
        Dimension.
    epsilon : float, default 1.0
        Privacy budget of one user, for all of their samples.
    D : float, default 1.0
        Half-width of the range of the data, or the radius of the ball that holds them, in units of the data.
    p : float, default 4.0
        Order of the moment, from 2 to 100, if moments are bounded instead of the data.
    M : float, default 1.0
        Bound on the moment, E|X|^p <= M.
    L : float, default 1.0
        Lipschitz constant of the losses of an optimisation problem.
    R : float, default 1.0
        Radius of the ball of its parameters.
    delta : float, default 0.0
        Second part of the privacy budget, in [0, 1).
    s : int, default 1
        Sparsity: at most s coordinates of a sparse mean are nonzero.
    beta : int, default 1
        Smoothness of a density.
    r : float, default 1.0
        Radius of its Sobolev ball.
    K : int, default 1
        Number of components of a mixture.

    Raises
    ------
    ParameterError
        For a number too large or too small for floats, or for a computation of seconds.
    """

    n: int
    m: int
    d: int = 1
    epsilon: float = 1.0
    D: float = 1.0
    p: float = 4.0
    M: float = 1.0
    L: float = 1.0
    R: float = 1.0
    delta: float = 0.0
    s: int = 1
    beta: int = 1
    r: float = 1.0
    K: int = 1

    def __post_init__(self) -> None:
        """Refuse what is out of range."""
        in_range(self.n, self.m, self.d, self.epsilon, self.D)
        count_up_to("s", self.s, self.d)
        count_up_to("K", self.K, MOST_COMPONENTS)
        count_up_to("beta", self.beta, MOST_SMOOTHNESS)
        for name in ("L", "R", "r"):
            within(name, getattr(self, name), LEAST_SIZE, MOST_SIZE)
        if not 2 <= finite("p", self.p) <= 100:
            raise ParameterError(f"p = {self.p}: must be from 2 to 100")
        # A moment may overflow where its root does not: the root decides.
        if not LEAST_SIZE <= positive("M", self.M) ** (1 / self.p) <= MOST_SIZE:
            raise ParameterError(f"M = {self.M}: must be above 0, and M^(1/p) from {LEAST_SIZE:g} to {MOST_SIZE:g}")
        if not 0 <= finite("delta", self.delta) < 1:
            raise ParameterError(f"delta = {self.delta}: must be at least 0 and below 1")

    @property
    def unit(self) -> float:
        """M^(1/p), which replaces D under moments."""
        return float(self.M ** (1 / self.p))
