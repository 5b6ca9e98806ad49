"""The univariate mean of data on [-D, D]: estimators, each with its RATE and its explicit BOUND."""

from upperbounds.mean.estimator import MeanEstimator, UpperBound
from upperbounds.mean.registry import ESTIMATORS, by_name

__all__ = ["ESTIMATORS", "MeanEstimator", "UpperBound", "by_name"]
