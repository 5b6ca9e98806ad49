"""Definitions and lemmas that only the claims of zhao cite."""
