"""label Appendix D: Theorem 3, (86)-(104)."""
