"""The best of the lower bounds for the mean of a law on [-D, D]: the papers' and ours."""

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
    """Return every bound; raises ParameterError unless n, m >= 1 and epsilon, D > 0."""
    return tuple(bound(n, m, epsilon, D) for bound in BOUNDS)


def best(n: int, m: int, epsilon: float, D: float = 1.0) -> Bound:
    """Return the largest of all bounds that hold there, with its source."""
    return max(all_bounds(n, m, epsilon, D), key=lambda bound: bound.value)
