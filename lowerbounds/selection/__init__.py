"""Floors where users know the parameter: packings, Fano's inequality, and two points, over any of some spaces."""

from lowerbounds.selection.floors import blocks_floor, coefficients_floor, sparse_floor, two_points_floor

__all__ = ["blocks_floor", "coefficients_floor", "sparse_floor", "two_points_floor"]
