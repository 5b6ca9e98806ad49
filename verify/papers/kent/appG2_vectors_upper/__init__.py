"""kent Appendix G.2: Theorem 6 from above in the cube and the ball, (120)-(148)."""
