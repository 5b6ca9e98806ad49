"""kent Appendix D: Theorem 11, approximate privacy."""
