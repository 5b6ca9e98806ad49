"""kent Appendix G.1: Theorem 6 from above in one dimension, (104)-(119)."""
