"""Classes and quantities that the sections of kent speak of."""

from typing import Any

from sympy import Min

from verify.kernel.calculus import at_most, below, constructor, integer, quantity, real
from verify.kernel.calculus.facts.bodies import Squared
from verify.kernel.calculus.facts.fluctuations import SparseMeans
from verify.kernel.calculus.facts.packings import minimax_loss
from verify.papers.kent.setting import ALPHA, DRAWS, USERS

SIZE, SUPPORT = integer("d", least=1), integer("s", least=1)
SPARSE_RISK = minimax_loss(SparseMeans(SIZE, SUPPORT), USERS, DRAWS, ALPHA, Squared())
FITS = at_most(SUPPORT, SIZE)


def least(odds: Any) -> Any:
    """The minimum of Theorem 7 over s, at a multiple of d/(n alpha^2)."""
    return Min(1 / DRAWS, (1 + odds) ** (1 / DRAWS) - 1)


PrivacyLoss = quantity(
    "PrivacyLoss",
    r"\varepsilon({0})",
    "largest log-likelihood ratio of all that one user of an algorithm sends, over any two inputs of the user, given what "
    "the others sent",
    0,
    infinite=True,
)
HALF_FOLD, PLACES, BINS = integer("h", least=1), integer("M", least=1), integer("N", least=1)
"""Half of a fold's users; numbers of co-ordinates and of bins."""
WIDTH, CUT = real("Delta", above=0), real("eta", above=0)
Algorithm2 = constructor("Algorithm2", r"\text{{Algorithm 2}}_{{{0}, {1}, {2}, {3}}}")
"""Algorithm2(n, T, alpha, Delta)."""
Algorithm4 = constructor("Algorithm4", r"\text{{Algorithm 4}}_{{{0}, {1}, {2}, {3}}}")
"""With n/d users called in each fold: Algorithm4(n, d, T, alpha)."""
Algorithm5 = constructor("Algorithm5", r"\text{{Algorithm 5}}_{{{0}, {1}, {2}, {3}}}")
"""With n/d users called in each fold: Algorithm5(n, d, T, alpha)."""
Algorithm12 = constructor("Algorithm12", r"\text{{Algorithm 12}}_{{{0}, {1}, {2}, {3}}}")
"""With floor(alpha) folds for 1 < alpha <= d: Algorithm12(n, d, T, alpha)."""
Algorithm13 = constructor("Algorithm13", r"\text{{Algorithm 13}}_{{{0}, {1}, {2}, {3}}}")
"""With floor(alpha) folds for 1 < alpha <= d: Algorithm13(n, d, T, alpha)."""
Algorithm10 = constructor("Algorithm10", r"\text{{Algorithm 10}}_{{{0}, {1}, {2}, {3}}}")
"""Its branch alpha > 1, votes for three bins, at any privacy: Algorithm10(n, T, alpha, Delta)."""
WorstError = quantity(
    "WorstError",
    r"\sup_P \mathbb{{E}}\|\hat\theta - \theta(P)\|_2^2[{0}]",
    "largest mean squared error of an algorithm's estimate of the mean, over all laws on [-1, 1], or on the Euclidean unit "
    "ball where it rotates the data, on average over the rotation",
    0,
)
Fails = quantity(
    "Fails",
    r"\sup_P P(A^c)[{0}]",
    "largest probability, over the same laws, and of one co-ordinate where there are several, that the bin which wins is neither "
    "that of the mean nor close to it: next to it, or, with votes for three bins, at most two places away",
    0,
    1,
)
COUNTED = (at_most(1 / WIDTH, BINS), below(BINS, 1 / WIDTH + 1))
"""N = ceil(1/Delta)."""
