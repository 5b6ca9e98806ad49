"""Lower bounds if users know the parameter: packings, Fano's inequality, and two points, over several spaces."""

from lowerbounds.selection.approximate import approximate_floor, kent_theorem11
from lowerbounds.selection.floors import blocks_floor, coefficients_floor, sparse_floor, two_points_floor

__all__ = [
    "approximate_floor",
    "blocks_floor",
    "coefficients_floor",
    "kent_theorem11",
    "sparse_floor",
    "two_points_floor",
]
