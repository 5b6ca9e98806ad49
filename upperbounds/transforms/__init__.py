"""Transforms of vectors before they are sent: Walsh-Hadamard, random rotations, Kashin's coefficients."""
