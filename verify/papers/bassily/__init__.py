"""Claims of bassily (ICML 2023)."""
