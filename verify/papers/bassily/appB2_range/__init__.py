"""bassily Appendix B.2: Algorithm 2 and Lemma B.1."""
