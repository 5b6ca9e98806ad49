"""kent Appendix H.5: Theorem 9 from below, (208)-(212)."""
