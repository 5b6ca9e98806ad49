"""zhao Appendices B.2 and B.3: Theorems 6 and 7, (90)-(111)."""
