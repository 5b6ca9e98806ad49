"""kent Appendix I: Lemmas 22, 25, 26, 29 and 30."""
