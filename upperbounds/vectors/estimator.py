"""The range of the numbers that plans for vectors take."""

from upperbounds.mean.estimator import checked
from upperbounds.vectors.hadamard import checked_dimension


def checked_vectors(
    users: int, samples: int, dimension: int, eps: float, half_width: float
) -> tuple[int, int, int, float, float]:
    """n, m, d, epsilon and D as numbers; raises ParameterError for one outside what floats carry."""
    users, samples, eps, half_width = checked(users, samples, eps, half_width, least_users=1)
    return users, samples, checked_dimension(dimension), eps, half_width
