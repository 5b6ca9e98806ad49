"""bassily Section 5: Algorithm 4 and Theorem 3.1."""
