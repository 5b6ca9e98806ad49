"""What Theorems 9 and 11 of zhao speak of: the class of laws, the best risk, and constants of the class."""

from typing import Any

from sympy import log

from verify.calculus import Infimum, at_most, constructor, integer, quantity, real
from verify.calculus.facts.bumps import RegressionLaws, WorstL2Risk
from verify.papers.zhao.appD3_classification_lower.eq176_bumps import WorstExcessRisk
from verify.papers.zhao.ours_vectors_lower.hamming_distance import EPSILON, INTERACTIVE, PROTOCOL, M

# fmt: off
MarginLaws = constructor("MarginLaws", r"\mathcal{{P}}_{{cls}}({0}, {1}, {2}, {3}, {4}, {5})")
"""All laws of (X, Y), Y = 1 or -1, X with a density of at least f_L on [0, 1]^d, eta(x) = E[Y | X = x] with
|eta(x) - eta(x')| <= C_b |x - x'|_2^beta and P(|eta(X)| < t) <= C_a t^gamma for all t > 0: MarginLaws(C_a, gamma, C_b, beta, f_L, d)."""
ClassConstant = quantity("ClassConstant", r"C({0})", "a finite number that depends on the class of laws alone, the same in each of its claims", 0)
Enough = quantity("Enough", r"c_2({0})", "a finite number that depends on the class of laws alone, the same in each of its claims", 0)
USERS, DIM = integer("n", least=2), integer("d", least=1)
_SHARPNESS, GAMMA, _HOELDER = real("C_a", above=0), real("gamma", least=0), real("C_b", above=0)
BETA, _DENSITY, _BOUND = real("beta", above=0, most=1), real("f_L", above=0), real("T", above=0)
CLASSES, FUNCTIONS = MarginLaws(_SHARPNESS, GAMMA, _HOELDER, BETA, _DENSITY, DIM), RegressionLaws(_HOELDER, BETA, _DENSITY, _BOUND, DIM)
_AT = INTERACTIVE.xreplace({INTERACTIVE.args[1]: USERS})
EXCESS = Infimum(WorstExcessRisk(PROTOCOL, CLASSES, M), PROTOCOL, _AT)
"""The least worst excess risk of all sequentially interactive epsilon-private protocols of n users with m draws each."""
ERROR = Infimum(WorstL2Risk(PROTOCOL, FUNCTIONS, M), PROTOCOL, _AT)
"""The least worst squared L2 distance of their estimates of the regression function."""
PRIVATE_SAMPLES = M*USERS*EPSILON**2


def high(laws: Any, bins: Any) -> tuple[Any, ...]:
    """Enough users for so many groups, at epsilon of at most 1."""
    return at_most(EPSILON, 1), at_most(Enough(laws)*bins*log(M*USERS), USERS*EPSILON**2)


def low(laws: Any, bins: Any) -> tuple[Any, ...]:
    """So little privacy that each user tells of all bins."""
    return at_most(bins*log(M*USERS), EPSILON), at_most(Enough(laws)*log(M*USERS), USERS)


# fmt: on
