"""Our best estimator of mean vectors where all share a law: our walk to the mean of numbers, to each coordinate's.

In the l_inf ball and, as a part of it, in the l_2 ball coordinates are the data's own. A rotation leaves some vector
of the l_2 ball as long as it was in one coordinate; Kashin's N coefficients, within 2D/sqrt(d), would cost 4 (N/d)^2,
16 at the least, times what an orthonormal transform with no larger range would, where the box costs d times as much. In
the l_1 ball coordinates are Hadamard's, within D/sqrt(d). A user may answer for some coordinates at a share of epsilon
each: from epsilon = 6 or so on that is worth more than one answer. For how many is said by explicit bounds.
"""

from functools import lru_cache
from math import ceil, floor, sqrt

import sympy

from notation.parameters import ParameterError
from notation.setting import in_range
from notation.symbols import D, d, epsilon, largest, m, n, smallest
from upperbounds.estimator import UpperBound
from upperbounds.mean import ours
from upperbounds.protocols.coordinate_walk import CoordinateWalk
from upperbounds.protocols.coordinates import Embedding, Plain
from upperbounds.transforms.hadamard import Hadamard

_ANSWERS = n * smallest(epsilon**2, epsilon, d) / d
"""Of a coordinate, each worth what a user's whole answer is at epsilon = 1."""
RATE = D**2 * d * largest(1, sympy.log(_ANSWERS)) / (_ANSWERS * m)
"""d times that of a number; in the l_2 ball d times kent's."""
L1_RATE = D**2 * largest(1, sympy.log(_ANSWERS)) / (_ANSWERS * m)

_SPENT = 4.0
"""What an answer is best given of epsilon, about: at twice that its noise hardly falls."""


@lru_cache(maxsize=4096)
def _best(n: int, m: int, epsilon: float, coordinates: int, most: int) -> tuple[int, float]:
    """How many coordinates a user answers for, and the bound of all coordinates for D = 1: the least of some."""
    if n < coordinates:
        raise ParameterError(f"n = {n}: must be at least {coordinates}, a user for each of as many coordinates")
    fold, many = n // coordinates, epsilon / _SPENT
    tried = sorted({int(min(max(k, 1), most)) for k in (1, floor(many), ceil(many))})
    found = {k: ours.bound(k * fold, m, epsilon / k, 1.0).value for k in tried}
    sends = min(found, key=lambda k: found[k])
    return sends, coordinates * found[sends]


def _walk(n: int, m: int, epsilon: float, reach: float, embedding: Embedding, most: int) -> CoordinateWalk:
    """The walk to coordinates within [-reach, reach], of which a user answers for `most` at most."""
    sends, _ = _best(n, m, epsilon, embedding.coordinates, most)
    each = ours.walk(sends * (n // embedding.coordinates), m, epsilon / sends, reach)
    return CoordinateWalk("walk", n, each, sends, embedding)


def walk(n: int, m: int, d: int, epsilon: float, D: float) -> CoordinateWalk:
    """A walk for each coordinate of data in [-D, D]^d; raises ParameterError where there are fewer users than these."""
    n, m, d, epsilon, D = in_range(n, m, d, epsilon, D)
    return _walk(n, m, epsilon, D, Plain(d), d)


def bound(n: int, m: int, d: int, epsilon: float, D: float) -> UpperBound:
    """d bounds for a number, for every law on [-D, D]^d; raises as `walk`."""
    n, m, d, epsilon, D = in_range(n, m, d, epsilon, D)
    value = D**2 * _best(n, m, epsilon, d, d)[1]
    return UpperBound(value, _SOURCE, ("data on [-D, D]^d",), not value < d * D**2)


def l2_bound(n: int, m: int, d: int, epsilon: float, D: float) -> UpperBound:
    """The same, of a ball that is a part of the box."""
    found = bound(n, m, d, epsilon, D)
    return UpperBound(found.value, _SOURCE, ("data in the l_2 ball of radius D",), not found.value < D**2)


def through_hadamard(n: int, m: int, d: int, epsilon: float, D: float) -> CoordinateWalk:
    """A walk for each Hadamard coefficient of data in the l_1 ball; raises ParameterError for fewer users than these.

    Where the dimension is padded a user answers for one: the vector's error is known of independent coefficients.
    """
    n, m, d, epsilon, D = in_range(n, m, d, epsilon, D)
    embedding = Hadamard(d)
    return _walk(n, m, epsilon, D / sqrt(embedding.coordinates), embedding, _most(embedding))


def hadamard_bound(n: int, m: int, d: int, epsilon: float, D: float) -> UpperBound:
    """As many bounds for a number within D/sqrt(padded d) as there are padded dimensions; raises as the plan."""
    n, m, d, epsilon, D = in_range(n, m, d, epsilon, D)
    embedding = Hadamard(d)
    value = D**2 / embedding.coordinates * _best(n, m, epsilon, embedding.coordinates, _most(embedding))[1]
    return UpperBound(value, _SOURCE, ("data in the l_1 ball of radius D",), not value < D**2)


def _most(embedding: Hadamard) -> int:
    return embedding.dimension if embedding.coordinates == embedding.dimension else 1


_SOURCE = "ours: for each coordinate the recursion over a walk, clipping at its worst"
