"""Textbook facts as schemas: from their arguments a statement with hypotheses, cited, stressed on exact cases."""

from verify.kernel.calculus.facts.approximate import FACTS as _APPROXIMATE
from verify.kernel.calculus.facts.bits import FACTS as _BITS
from verify.kernel.calculus.facts.bodies import FACTS as _BODIES
from verify.kernel.calculus.facts.bumps import FACTS as _BUMPS
from verify.kernel.calculus.facts.convexity import FACTS as _CONVEXITY
from verify.kernel.calculus.facts.counts import FACTS as _COUNTS
from verify.kernel.calculus.facts.cube_laws import FACTS as _CUBE_LAWS
from verify.kernel.calculus.facts.ellipsoids import FACTS as _ELLIPSOIDS
from verify.kernel.calculus.facts.exponential import FACTS as _EXPONENTIAL
from verify.kernel.calculus.facts.fluctuations import FACTS as _FLUCTUATIONS
from verify.kernel.calculus.facts.gaussian import FACTS as _GAUSSIAN
from verify.kernel.calculus.facts.hypercube import FACTS as _HYPERCUBE
from verify.kernel.calculus.facts.information import FACTS as _INFORMATION
from verify.kernel.calculus.facts.laplace import FACTS as _LAPLACE
from verify.kernel.calculus.facts.linear_losses import FACTS as _LINEAR_LOSSES
from verify.kernel.calculus.facts.margin import FACTS as _MARGIN
from verify.kernel.calculus.facts.moments import FACTS as _MOMENTS
from verify.kernel.calculus.facts.optimisation import FACTS as _OPTIMISATION
from verify.kernel.calculus.facts.packings import FACTS as _PACKINGS
from verify.kernel.calculus.facts.prediction import FACTS as _PREDICTION
from verify.kernel.calculus.facts.priors import FACTS as _PRIORS
from verify.kernel.calculus.facts.privacy import FACTS as _PRIVACY
from verify.kernel.calculus.facts.rounding import FACTS as _ROUNDING
from verify.kernel.calculus.facts.signs import FACTS as _SIGNS
from verify.kernel.calculus.facts.tails import FACTS as _TAILS
from verify.kernel.calculus.facts.van_trees import FACTS as _VAN_TREES
from verify.kernel.calculus.facts.votes import FACTS as _VOTES
from verify.kernel.calculus.facts.voting import FACTS as _VOTING

SCHEMAS = (
    *_APPROXIMATE,
    *_BITS,
    *_BODIES,
    *_BUMPS,
    *_CONVEXITY,
    *_COUNTS,
    *_CUBE_LAWS,
    *_ELLIPSOIDS,
    *_EXPONENTIAL,
    *_FLUCTUATIONS,
    *_GAUSSIAN,
    *_HYPERCUBE,
    *_INFORMATION,
    *_LAPLACE,
    *_LINEAR_LOSSES,
    *_MARGIN,
    *_MOMENTS,
    *_OPTIMISATION,
    *_PACKINGS,
    *_PRIORS,
    *_PREDICTION,
    *_PRIVACY,
    *_ROUNDING,
    *_SIGNS,
    *_TAILS,
    *_VAN_TREES,
    *_VOTES,
    *_VOTING,
)
