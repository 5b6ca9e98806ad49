"""Definitions and lemmas that only the claims of bassily cite."""
