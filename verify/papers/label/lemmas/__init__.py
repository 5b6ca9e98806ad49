"""Definitions and lemmas that only the claims of label cite."""
