"""Ours, in place of what fails in the proofs of zhao Theorems 6, 7, 10 and 12, and sharper."""
