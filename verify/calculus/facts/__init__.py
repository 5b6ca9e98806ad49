"""Textbook facts as schemas: from their arguments a statement with hypotheses, cited, stressed on exact cases."""

from verify.calculus.facts.bits import FACTS as _BITS
from verify.calculus.facts.bodies import FACTS as _BODIES
from verify.calculus.facts.cube_laws import FACTS as _CUBE_LAWS
from verify.calculus.facts.extremes import FACTS as _EXTREMES
from verify.calculus.facts.information import FACTS as _INFORMATION
from verify.calculus.facts.moments import FACTS as _MOMENTS
from verify.calculus.facts.packings import FACTS as _PACKINGS
from verify.calculus.facts.signs import FACTS as _SIGNS
from verify.calculus.facts.tails import FACTS as _TAILS
from verify.calculus.facts.van_trees import FACTS as _VAN_TREES

SCHEMAS = (
    *_CUBE_LAWS,
    *_VAN_TREES,
    *_SIGNS,
    *_BODIES,
    *_EXTREMES,
    *_BITS,
    *_INFORMATION,
    *_MOMENTS,
    *_PACKINGS,
    *_TAILS,
)
