"""Textbook facts as schemas: from their arguments a statement with hypotheses, cited, stressed on exact cases."""

from verify.calculus.facts.information import FACTS as _INFORMATION
from verify.calculus.facts.moments import FACTS as _MOMENTS
from verify.calculus.facts.optimisation import FACTS as _OPTIMISATION
from verify.calculus.facts.privacy import FACTS as _PRIVACY
from verify.calculus.facts.tails import FACTS as _TAILS
from verify.calculus.facts.tents import FACTS as _TENTS

SCHEMAS = (*_INFORMATION, *_MOMENTS, *_OPTIMISATION, *_PRIVACY, *_TAILS, *_TENTS)
