"""Risks of two-stage estimators: exactly, by Monte Carlo on aggregates, and user by user."""

from verify.risk.aggregate import MonteCarloRisk, monte_carlo, per_user, stream
from verify.risk.average import Average, average_risk
from verify.risk.densities import BetaLaw, UniformLaw
from verify.risk.exact import (
    PositionSweep,
    Risk,
    Stages,
    exact_risk,
    exact_stages,
    exact_work,
    supremum_over_position,
)
from verify.risk.laws import BinLaw, SignLaw, UserMeanLaw
from verify.risk.unseen import unseen_loss
from verify.risk.vectors import VectorRisk, coefficient_risk, exact_vector_risk

__all__ = [
    "Average",
    "BetaLaw",
    "BinLaw",
    "MonteCarloRisk",
    "PositionSweep",
    "Risk",
    "SignLaw",
    "Stages",
    "UniformLaw",
    "UserMeanLaw",
    "VectorRisk",
    "average_risk",
    "coefficient_risk",
    "exact_risk",
    "exact_stages",
    "exact_vector_risk",
    "exact_work",
    "monte_carlo",
    "per_user",
    "stream",
    "supremum_over_position",
    "unseen_loss",
]
