"""Drawings with matplotlib, from the same statements that the checks judge."""
