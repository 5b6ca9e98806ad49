"""Textbook facts as schemas: from their arguments a statement with hypotheses, cited, stressed on exact cases."""

from verify.calculus.facts.bumps import FACTS as _BUMPS
from verify.calculus.facts.exponential import FACTS as _EXPONENTIAL
from verify.calculus.facts.hypercube import FACTS as _HYPERCUBE
from verify.calculus.facts.information import FACTS as _INFORMATION
from verify.calculus.facts.margin import FACTS as _MARGIN
from verify.calculus.facts.moments import FACTS as _MOMENTS
from verify.calculus.facts.restriction import FACTS as _RESTRICTION
from verify.calculus.facts.tails import FACTS as _TAILS
from verify.calculus.facts.votes import FACTS as _VOTES

SCHEMAS = (*_BUMPS, *_EXPONENTIAL, *_HYPERCUBE, *_INFORMATION, *_MARGIN, *_MOMENTS, *_RESTRICTION, *_TAILS, *_VOTES)
