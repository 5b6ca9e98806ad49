"""kent Appendix H.6: Theorem 10 from below, (213)-(217)."""
