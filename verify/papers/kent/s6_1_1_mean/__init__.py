"""kent Section 6.1.1: what is said of Figure 2."""
