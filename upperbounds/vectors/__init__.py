"""The mean of vectors: l_inf, l_2 and l_1 balls, heavy tails, frequencies; each estimator with RATE and BOUND."""

from upperbounds.vectors.coordinates import CoordinatePlan
from upperbounds.vectors.estimator import VectorEstimator, VectorPlan
from upperbounds.vectors.registry import ESTIMATORS, PROBLEMS, by_name, of_problem

__all__ = ["ESTIMATORS", "PROBLEMS", "CoordinatePlan", "VectorEstimator", "VectorPlan", "by_name", "of_problem"]
