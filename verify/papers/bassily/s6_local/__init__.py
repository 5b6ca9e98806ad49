"""bassily Section 6: Algorithm 5 and Theorem 3.2."""
