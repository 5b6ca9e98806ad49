"""label Appendix C: Theorem 2, (52)-(85)."""
