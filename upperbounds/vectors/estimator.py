"""The range of the numbers that plans for vectors take."""

from notation.setting import in_range


def checked_vectors(n: int, m: int, d: int, epsilon: float, D: float) -> tuple[int, int, int, float, float]:
    """n, m, d, epsilon and D as numbers; raises ParameterError for one outside what floats carry."""
    in_range(n, m, d, epsilon, D)
    return int(n), int(m), int(d), float(epsilon), float(D)
