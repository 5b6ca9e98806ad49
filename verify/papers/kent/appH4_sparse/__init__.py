"""kent Appendix H.4: Theorem 7 from below, (205)-(207)."""
