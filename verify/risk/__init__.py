"""Risks of two-stage estimators: exactly, by Monte Carlo on aggregates, and user by user."""

from verify.risk.aggregate import MonteCarloRisk, monte_carlo, per_user, stream
from verify.risk.exact import (
    PositionSweep,
    Risk,
    Stages,
    exact_risk,
    exact_stages,
    supremum_over_position,
)
from verify.risk.laws import BinLaw, SignLaw, UserMeanLaw

__all__ = [
    "BinLaw",
    "MonteCarloRisk",
    "PositionSweep",
    "Risk",
    "SignLaw",
    "Stages",
    "UserMeanLaw",
    "exact_risk",
    "exact_stages",
    "monte_carlo",
    "per_user",
    "stream",
    "supremum_over_position",
]
