"""label Appendix B: Theorem 1, (33)-(51)."""
