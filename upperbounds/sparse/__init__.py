"""Sparse means: vectors whose mean has at most s coordinates that are not 0."""
