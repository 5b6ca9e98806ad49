"""zhao Appendix D.2: Theorem 9, (142)-(175)."""
