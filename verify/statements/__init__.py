"""The types of statements; a claim is checked by the type of its statement, each type with its own small check."""

from verify.statements.base import Statement
from verify.statements.definition import Definition
from verify.statements.finite import AllOf, Case, FiniteCheck
from verify.statements.growth import UpToConstant
from verify.statements.identity import Identity, computed
from verify.statements.inequality import Inequality, at_most
from verify.statements.measured import Agreement, Comparison
from verify.statements.privacy import PlanPrivacy
from verify.statements.rate import Balance, SameRate
from verify.statements.slopes import Fit, Reading, Slopes
from verify.statements.undecided import Undecided
from verify.statements.whole import Whole

__all__ = [
    "Agreement",
    "AllOf",
    "Balance",
    "Case",
    "Comparison",
    "Definition",
    "FiniteCheck",
    "Fit",
    "Identity",
    "Inequality",
    "PlanPrivacy",
    "Reading",
    "SameRate",
    "Slopes",
    "Statement",
    "Undecided",
    "UpToConstant",
    "Whole",
    "at_most",
    "computed",
]
