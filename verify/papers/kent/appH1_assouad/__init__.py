"""kent Appendix H.1: Assouad's method with private messages, (182)-(189)."""
