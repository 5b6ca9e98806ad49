"""kent Section 2.1: Theorem 1 and Corollary 2."""
