"""Textbook facts as schemas: from their arguments a statement with hypotheses, cited, stressed on exact cases."""

from verify.kernel.calculus.facts.acceleration import FACTS as _ACCELERATION
from verify.kernel.calculus.facts.all_data import FACTS as _ALL_DATA
from verify.kernel.calculus.facts.approximate import FACTS as _APPROXIMATE
from verify.kernel.calculus.facts.bits import FACTS as _BITS
from verify.kernel.calculus.facts.bodies import FACTS as _BODIES
from verify.kernel.calculus.facts.bumps import FACTS as _BUMPS
from verify.kernel.calculus.facts.changes import FACTS as _CHANGES
from verify.kernel.calculus.facts.components import FACTS as _COMPONENTS
from verify.kernel.calculus.facts.convexity import FACTS as _CONVEXITY
from verify.kernel.calculus.facts.counts import FACTS as _COUNTS
from verify.kernel.calculus.facts.cube_laws import FACTS as _CUBE_LAWS
from verify.kernel.calculus.facts.descents import FACTS as _DESCENTS
from verify.kernel.calculus.facts.ellipsoids import FACTS as _ELLIPSOIDS
from verify.kernel.calculus.facts.exponential import FACTS as _EXPONENTIAL
from verify.kernel.calculus.facts.extremes import FACTS as _EXTREMES
from verify.kernel.calculus.facts.fluctuations import FACTS as _FLUCTUATIONS
from verify.kernel.calculus.facts.frames import FACTS as _FRAMES
from verify.kernel.calculus.facts.gaussian import FACTS as _GAUSSIAN
from verify.kernel.calculus.facts.generalisation import FACTS as _GENERALISATION
from verify.kernel.calculus.facts.hadamard import FACTS as _HADAMARD
from verify.kernel.calculus.facts.hypercube import FACTS as _HYPERCUBE
from verify.kernel.calculus.facts.information import FACTS as _INFORMATION
from verify.kernel.calculus.facts.labels import FACTS as _LABELS
from verify.kernel.calculus.facts.laplace import FACTS as _LAPLACE
from verify.kernel.calculus.facts.linear_losses import FACTS as _LINEAR_LOSSES
from verify.kernel.calculus.facts.local_averages import FACTS as _LOCAL_AVERAGES
from verify.kernel.calculus.facts.margin import FACTS as _MARGIN
from verify.kernel.calculus.facts.messages import FACTS as _MESSAGES
from verify.kernel.calculus.facts.mixtures import FACTS as _MIXTURES
from verify.kernel.calculus.facts.moments import FACTS as _MOMENTS
from verify.kernel.calculus.facts.moved_components import FACTS as _MOVED_COMPONENTS
from verify.kernel.calculus.facts.norms import FACTS as _NORMS
from verify.kernel.calculus.facts.optimisation import FACTS as _OPTIMISATION
from verify.kernel.calculus.facts.packings import FACTS as _PACKINGS
from verify.kernel.calculus.facts.plug_in import FACTS as _PLUG_IN
from verify.kernel.calculus.facts.prediction import FACTS as _PREDICTION
from verify.kernel.calculus.facts.priors import FACTS as _PRIORS
from verify.kernel.calculus.facts.privacy import FACTS as _PRIVACY
from verify.kernel.calculus.facts.ranges import FACTS as _RANGES
from verify.kernel.calculus.facts.rare_messages import FACTS as _RARE_MESSAGES
from verify.kernel.calculus.facts.restriction import FACTS as _RESTRICTION
from verify.kernel.calculus.facts.rotated_means import FACTS as _ROTATED_MEANS
from verify.kernel.calculus.facts.rounding import FACTS as _ROUNDING
from verify.kernel.calculus.facts.signs import FACTS as _SIGNS
from verify.kernel.calculus.facts.stability import FACTS as _STABILITY
from verify.kernel.calculus.facts.tails import FACTS as _TAILS
from verify.kernel.calculus.facts.tents import FACTS as _TENTS
from verify.kernel.calculus.facts.van_trees import FACTS as _VAN_TREES
from verify.kernel.calculus.facts.votes import FACTS as _VOTES
from verify.kernel.calculus.facts.voting import FACTS as _VOTING

SCHEMAS = (
    *_ACCELERATION,
    *_ALL_DATA,
    *_APPROXIMATE,
    *_BITS,
    *_BODIES,
    *_BUMPS,
    *_CHANGES,
    *_COMPONENTS,
    *_CONVEXITY,
    *_COUNTS,
    *_CUBE_LAWS,
    *_DESCENTS,
    *_ELLIPSOIDS,
    *_EXPONENTIAL,
    *_EXTREMES,
    *_FLUCTUATIONS,
    *_FRAMES,
    *_GAUSSIAN,
    *_GENERALISATION,
    *_HADAMARD,
    *_HYPERCUBE,
    *_INFORMATION,
    *_LABELS,
    *_LAPLACE,
    *_LINEAR_LOSSES,
    *_LOCAL_AVERAGES,
    *_MARGIN,
    *_MESSAGES,
    *_MIXTURES,
    *_MOMENTS,
    *_MOVED_COMPONENTS,
    *_NORMS,
    *_OPTIMISATION,
    *_PACKINGS,
    *_PLUG_IN,
    *_PRIORS,
    *_PREDICTION,
    *_PRIVACY,
    *_RANGES,
    *_RARE_MESSAGES,
    *_RESTRICTION,
    *_ROTATED_MEANS,
    *_ROUNDING,
    *_SIGNS,
    *_STABILITY,
    *_TAILS,
    *_TENTS,
    *_VAN_TREES,
    *_VOTES,
    *_VOTING,
)
