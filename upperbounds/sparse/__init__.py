"""Sparse means: vectors whose mean has at most s nonzero coordinates."""
