"""kent Section 5: a density on [0, 1], from two-stage means of its trigonometric coefficients."""
