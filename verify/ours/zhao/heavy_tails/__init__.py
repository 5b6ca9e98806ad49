"""Ours, next to zhao Theorem 3 and Remark 2."""
