"""zhao Appendix D.3: Theorem 10, (176)-(191)."""
