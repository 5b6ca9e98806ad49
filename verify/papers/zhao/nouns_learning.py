"""What Theorems 9 and 11 of zhao speak of: the classes of laws, and the best risks."""

from verify.kernel.calculus import Infimum, integer, real
from verify.kernel.calculus.facts.bumps import RegressionLaws, WorstL2Risk
from verify.ours.zhao.vectors_lower.hamming_distance import EPSILON, INTERACTIVE, PROTOCOL, M
from verify.papers.zhao.lemmas.plug_in import MarginLaws, WorstExcessRisk

USERS, DIM = integer("n", least=2), integer("d", least=1)
SHARPNESS, GAMMA, HOELDER = real("C_a", above=0), real("gamma", least=0), real("C_b", above=0)
BETA, DENSITY, TOP = real("beta", above=0, most=1), real("f_L", above=0), real("T", above=0)
CLASSES, FUNCTIONS = (
    MarginLaws(SHARPNESS, GAMMA, HOELDER, BETA, DENSITY, DIM),
    RegressionLaws(HOELDER, BETA, DENSITY, TOP, DIM),
)
_AT = INTERACTIVE.xreplace({INTERACTIVE.args[1]: USERS})
EXCESS = Infimum(WorstExcessRisk(PROTOCOL, CLASSES, M), PROTOCOL, _AT)
"""The least worst excess risk of all sequentially interactive epsilon-private protocols of n users with m draws each."""
ERROR = Infimum(WorstL2Risk(PROTOCOL, FUNCTIONS, M), PROTOCOL, _AT)
"""The least worst squared L2 distance of their estimates of the regression function."""
PRIVATE_SAMPLES = M * USERS * EPSILON**2
