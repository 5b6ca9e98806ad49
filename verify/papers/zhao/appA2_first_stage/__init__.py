"""zhao Appendix A.2: the first stage of Algorithm 1, (24)-(42)."""
