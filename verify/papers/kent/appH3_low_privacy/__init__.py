"""kent Appendix H.3: Theorem 6 from below in low privacy, (195)-(204)."""
