"""Risks of two-stage estimators: exactly, by Monte Carlo on aggregates, and user by user."""

from verify.study.risk.aggregate import MonteCarloRisk, monte_carlo, per_user, stream
from verify.study.risk.average import Average, average_risk
from verify.study.risk.densities import BetaLaw, UniformLaw
from verify.study.risk.exact import (
    PositionSweep,
    Risk,
    Stages,
    exact_risk,
    exact_stages,
    exact_work,
    supremum_over_position,
)
from verify.study.risk.laws import BinLaw, SignLaw, UserMeanLaw
from verify.study.risk.unseen import unseen_loss
from verify.study.risk.vectors import VectorRisk, coefficient_risk, exact_vector_risk

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
