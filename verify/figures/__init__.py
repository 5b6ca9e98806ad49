"""Figures, drawn from the same statements and results that the checks judge."""
