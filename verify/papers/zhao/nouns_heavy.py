"""What zhao's upper bounds under a moment condition are about: letters, the constants of the proofs, errors and probabilities."""

from sympy import E, Max, Min, exp, log, sqrt

from verify.kernel.calculus import at_most, quantity, real
from verify.papers.zhao.nouns_means import E8, EPSILON, SAMPLES, SIZE, USERS, WIDTH

ORDER, ROOT, CLIP = real("p", least=2), real("rho", above=0), real("Delta", above=0)
"""rho is M_p^(1/p): E|X|^p <= M_p = rho^p."""


MOMENT = ROOT**ORDER
DECAY = 2 / ((ORDER + 2) ** 2 * exp(ORDER))
"""a of the Gaussian part of Fuk and Nagaev's inequality."""
LEAST_CLIP = Max(1, (ORDER - 2) / DECAY)
"""c_p^2: beyond c_p M_p^(1/p) sqrt(ln m) the polynomial part of the tail rules."""
TAIL = (2 + 4 / ORDER) ** ORDER + (ORDER / (DECAY * E)) ** (ORDER / 2)
"""The constant of one side of the tail there."""
LOGS = Max(log(SAMPLES), 1)
"""ln m v 1."""
BALANCED = ROOT * Max(
    sqrt(LEAST_CLIP * LOGS / SAMPLES), (USERS * EPSILON**2) ** (1 / (2 * ORDER)) * SAMPLES ** (1 / ORDER - 1)
)
"""The Delta of Theorem 3: both branches."""
HEAVY = 784 * LEAST_CLIP + 4 * TAIL**2 / (ORDER - 1) ** 2 + 15702
"""The constant of Theorem 3."""
STRENGTH = USERS * Min(1, EPSILON**2) / 2663
"""y = c_0 n (epsilon^2 ^ 1) of the first stage."""
_ROOM = (at_most(2 * ROOT, WIDTH), at_most(2 * BALANCED, WIDTH))
SUITABLE = (*_ROOM, at_most(WIDTH, ROOT * exp(STRENGTH / 6)))
"""Which D will do."""
ENOUGH = at_most(16000 * log(SAMPLES), USERS * Min(1, EPSILON**2))
SUITABLE_SHARED = (*_ROOM, at_most(WIDTH, ROOT * exp(STRENGTH / (48 * SIZE))))
ENOUGH_SHARED = at_most(128000 * SIZE * log(SAMPLES), USERS * Min(1, EPSILON**2))
"""The same where the users are shared among d coordinates: each has at least n (epsilon^2 ^ 1)/(8d), in this measure."""
POLYNOMIAL = (SAMPLES**2 * USERS * EPSILON**2) ** (1 / ORDER - 1)
GAUSSIAN = LOGS / (SAMPLES * USERS * EPSILON**2)
SHARED_POLYNOMIAL = (SIZE / (SAMPLES**2 * USERS * E8)) ** (1 - 1 / ORDER)
SHARED_GAUSSIAN = SIZE * LOGS / (SAMPLES * USERS * E8)

_RUN = (
    "of the mean on [-D, D] that Algorithm 1 on clipped user means gives, n users, an even number, with m samples each, bins of "
    "h = 4 rho/sqrt(m), the second stage's clip Delta beyond the interval that has won, over all laws with E|X|^p <= rho^p"
)
HeavyRisk = quantity(
    "HeavyRisk",
    r"\mathrm{{MSE}}({0}, {1}, {2}, {3}, {4}, {5}, {6})",
    f"largest mean squared error {_RUN}: HeavyRisk(n, m, epsilon, p, rho, D, Delta)",
    0,
)
ClippedBias = quantity(
    "ClippedBias",
    r"|\mathbb{{E}}\hat\mu - \mu_T|({0}, {1}, {2}, {3}, {4}, {5}, {6})",
    f"largest distance of the estimate's mean from that of the mean clipped to [-D, D], {_RUN}: ClippedBias(n, m, epsilon, p, rho, D, Delta)",
    0,
)
FirstMiss = quantity(
    "FirstMiss",
    r"P(\mu \notin [L, R])({0}, {1}, {2}, {3}, {4}, {5})",
    f"largest probability that the first stage's interval misses the mean, {_RUN}: FirstMiss(n, m, epsilon, p, rho, D)",
    0,
    1,
)
CoordinateHeavy = quantity(
    "CoordinateHeavy",
    r"\max_k\mathrm{{MSE}}_k({0}, {1}, {2}, {3}, {4}, {5}, {6})",
    "largest mean squared error of one of d coordinates, each as in HeavyRisk with the Delta of Theorem 3 at its users and budget, shared as in "
    "CoordinateRisk, over all laws with E|X_k|^p <= rho^p for each k: CoordinateHeavy(n, m, d, epsilon, p, rho, D)",
    0,
)
VectorHeavy = quantity(
    "VectorHeavy",
    r"\mathrm{{MSE}}_d({0}, {1}, {2}, {3}, {4}, {5}, {6})",
    "largest expected squared l_2 distance of all coordinates' estimates, as in CoordinateHeavy: VectorHeavy(n, m, d, epsilon, p, rho, D)",
    0,
)
NormHeavy = quantity(
    "NormHeavy",
    r"\mathrm{{MSE}}_{{\mathrm{{Kashin}}}}({0}, {1}, {2}, {3}, {4}, {5}, {6})",
    "largest expected squared l_2 distance from the mean of U^T of the estimates, as in VectorHeavy at 2d and 15 rho/sqrt(2d), of the means of "
    "the 2d coefficients of Lemma 1 as corrected, over all laws with E|X|_2^p <= rho^p in d dimensions: NormHeavy(n, m, d, epsilon, p, rho, D)",
    0,
)
