"""kent Appendix A.2: the sensitivity to the width."""
