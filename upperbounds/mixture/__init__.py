"""Estimators of the means of a mixture's components."""
