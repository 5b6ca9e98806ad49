"""kent Section 2, Example 1: the mean at infinitely many samples, (6) and (7)."""
