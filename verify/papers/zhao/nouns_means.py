"""What zhao's upper bounds for vectors are about: the largest errors of its algorithms as corrected, and their letters."""

from typing import Any

from sympy import Min

from verify.kernel.calculus import Chain, Grant, at_most, integer, line, quantity, real

USERS, SAMPLES, SIZE = integer("n", least=2), integer("m", least=1), integer("d", least=1)
EPSILON, WIDTH = real("epsilon", above=0), real("D", above=0)

E8 = Min(EPSILON, EPSILON**2)
"""epsilon^2 ^ epsilon."""
_LESS, _MORE, _FACTOR, _OVER = real("x", least=0), real("y", least=0), real("u", above=0), real("z", above=0)
_SMALLER = at_most(_LESS, _MORE)
_TIMES = line(_FACTOR * _LESS, given=(_SMALLER,)).le(_FACTOR * _MORE, _SMALLER)
_DIVIDED = line(_LESS / _OVER, given=(_SMALLER,)).le(_MORE / _OVER, _SMALLER)


def scaled(factor: Any, known: Chain | Grant) -> Chain:
    """A positive multiple of what is known, as it is written."""
    left, right = known.statement.left, known.statement.right
    made = (_TIMES.at({_FACTOR: factor, _LESS: left, _MORE: right}), known)
    return line(factor * left, given=known.statement.hypotheses).le(factor * right, *made)


def multiplied(left: Any, right: Any, factor: Any) -> Grant:
    """factor left <= factor right, where left <= right."""
    return _TIMES.at({_FACTOR: factor, _LESS: left, _MORE: right})


def divided(left: Any, right: Any, over: Any) -> Grant:
    """left/over <= right/over, where left <= right."""
    return _DIVIDED.at({_LESS: left, _MORE: right, _OVER: over})


CoordinateRisk = quantity(
    "CoordinateRisk",
    r"\max_k\mathrm{{MSE}}_k({0}, {1}, {2}, {3}, {4})",
    "largest mean squared error of one coordinate's estimate by Algorithm 2 as corrected, with c = min(d, max(1, floor(epsilon))) "
    "coordinates a group, ceil(d/c) groups of g users, g the largest even number for which all fit, and Algorithm 1 at budget "
    "epsilon/c for each coordinate, over all laws on [-D, D]^d: CoordinateRisk(n, m, d, epsilon, D)",
    0,
)
VectorRisk = quantity(
    "VectorRisk",
    r"\mathrm{{MSE}}_{{\mathrm{{Alg}}\,2}}({0}, {1}, {2}, {3}, {4})",
    "largest expected squared l_2 distance of the estimate of Algorithm 2 as corrected (as in CoordinateRisk) from the mean, over all "
    "laws on [-D, D]^d: VectorRisk(n, m, d, epsilon, D)",
    0,
)
KashinRisk = quantity(
    "KashinRisk",
    r"\mathrm{{MSE}}_{{\mathrm{{Kashin}}}}({0}, {1}, {2}, {3}, {4})",
    "largest expected squared l_2 distance of U^T of the estimate of Algorithm 2 as corrected on the 2d coefficients of Lemma 1 as "
    "corrected, with half-width 15 D/sqrt(2d), from the mean, over all laws on the l_2 ball of radius D in d dimensions: "
    "KashinRisk(n, m, d, epsilon, D)",
    0,
)
HadamardRisk = quantity(
    "HadamardRisk",
    r"\mathrm{{MSE}}_{{\mathrm{{Hadamard}}}}({0}, {1}, {2}, {3}, {4})",
    "largest expected squared l_2 distance of H/sqrt(N) of the estimate of Algorithm 2 as corrected on the N coefficients H x/sqrt(N), "
    "H Sylvester's matrix of order N, a power of 2, with half-width D/sqrt(N), from the mean, over all laws on the l_1 ball of radius D "
    "in N dimensions: HadamardRisk(n, m, N, epsilon, D)",
    0,
)
