"""zhao Appendix A.5: Theorem 3, (68)-(86)."""
