"""zhao Appendix A.4: Theorem 2, (57)-(67)."""
