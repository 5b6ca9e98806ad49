"""kent Appendices E.2 and E.3: Algorithms 12 and 13."""
