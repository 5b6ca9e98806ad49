"""Ours, beside zhao Theorem 3 and Remark 2."""
