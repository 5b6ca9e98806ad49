"""The types of statements; a claim is checked by the type of its statement, each type with its own small check."""

from verify.kernel.statements.base import Statement
from verify.kernel.statements.definition import Definition
from verify.kernel.statements.finite import AllOf, Case, FiniteCheck
from verify.kernel.statements.growth import UpToConstant
from verify.kernel.statements.identity import Identity, computed
from verify.kernel.statements.inequality import Inequality, at_most
from verify.kernel.statements.measured import Agreement, Comparison
from verify.kernel.statements.privacy import PlanPrivacy
from verify.kernel.statements.rate import Balance, SameRate
from verify.kernel.statements.slopes import Fit, Reading, Slopes
from verify.kernel.statements.undecided import Undecided
from verify.kernel.statements.whole import Whole

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
