"""zhao Appendix A.3: the second stage and Theorem 1, (43)-(56)."""
