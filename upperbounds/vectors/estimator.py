"""The range of the numbers that plans for vectors take."""

from notation.setting import in_range


def checked_vectors(
    users: int, samples: int, dimension: int, eps: float, half_width: float
) -> tuple[int, int, int, float, float]:
    """n, m, d, epsilon and D as numbers; raises ParameterError for one outside what floats carry."""
    in_range(users, samples, dimension, eps, half_width)
    return int(users), int(samples), int(dimension), float(eps), float(half_width)
