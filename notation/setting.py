"""The numbers that a problem is about, in one notation, with the one check of their range."""

from dataclasses import dataclass

from notation.parameters import ParameterError, count, finite, positive, shown, within

MOST_COUNT, MOST_DIMENSIONS = 10**18, 1 << 20
LEAST_EPSILON, MOST_EPSILON = 1e-9, 1e30
MOST_SMOOTHNESS, MOST_COMPONENTS = 100, 10**6
LEAST_SIZE, MOST_SIZE = 1e-50, 1e50
"""Of D and M^(1/p): within these no square, nor the variance of one, overflows or vanishes in floats."""


def count_up_to(name: str, value: object, most: int, least: int = 1) -> int:
    """`value` as an int, or ParameterError unless it is a whole number from `least` to `most`."""
    if count(name, value, least) > most:
        raise ParameterError(f"{name} = {shown(value)}: must be at most {most:{'.0e' if most > 10**9 else 'd'}}")
    return int(value)  # type: ignore[call-overload]


def in_range(
    n: object, m: object, d: object, epsilon: object, D: object, least_n: int = 1
) -> tuple[int, int, int, float, float]:
    """The sizes as numbers, or ParameterError where floats do not carry them: the one check of what is run."""
    return (
        count_up_to("n", n, MOST_COUNT, least_n),
        count_up_to("m", m, MOST_COUNT),
        count_up_to("d", d, MOST_DIMENSIONS),
        float(within("epsilon", epsilon, LEAST_EPSILON, MOST_EPSILON)),
        float(within("D", D, LEAST_SIZE, MOST_SIZE)),
    )


@dataclass(frozen=True)
class Setting:
    """n users with m samples each in d dimensions, at epsilon (and delta) for each user.

    D is the half-width of the data's range or the radius of their ball; under moments of order p they have E|X|^p <= M
    instead. L and R are the Lipschitz constant and the radius of an optimisation problem. At most s coordinates of a
    sparse mean are not 0; a density has smoothness beta in a Sobolev ball of radius r; a mixture has K components. A
    problem says which of these it takes. Raises ParameterError for a number outside what floats and some seconds carry.
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
        """M^(1/p): what stands in place of D under moments."""
        return float(self.M ** (1 / self.p))
