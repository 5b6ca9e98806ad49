"""Definitions and lemmas that only the claims of kent cite."""
