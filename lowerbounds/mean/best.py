"""The best lower bound for the mean of a law on [-D, D], of the papers' and ours."""

from lowerbounds.mean.ours import floor_sharp, nonprivate, normal_scores, two_point_sharp, van_trees
from lowerbounds.mean.papers import kent_example1a, kent_example1b, zhao_theorem2, zhao_theorem2_floor
from lowerbounds.methods.bounds import Bound

BOUNDS = (
    zhao_theorem2,
    zhao_theorem2_floor,
    kent_example1a,
    kent_example1b,
    two_point_sharp,
    floor_sharp,
    van_trees,
    normal_scores,
    nonprivate,
)


def all_bounds(n: int, m: int, epsilon: float, D: float = 1.0) -> tuple[Bound, ...]:
    """Return every bound.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float, default 1.0
        Half-width of the range of the data, which are in [-D, D].

    Returns
    -------
    tuple of Bound
        The bounds, in squared units of the data.

    Raises
    ------
    ParameterError
        Unless n, m >= 1 and epsilon, D > 0.
    """
    return tuple(bound(n, m, epsilon, D) for bound in BOUNDS)


def best_mean_bound(n: int, m: int, epsilon: float, D: float = 1.0) -> Bound:
    """Return the largest of all valid bounds, with its source.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float, default 1.0
        Half-width of the range of the data, which are in [-D, D].

    Returns
    -------
    Bound
        The bound, in squared units of the data.
    """
    return max(all_bounds(n, m, epsilon, D), key=lambda bound: bound.value)
