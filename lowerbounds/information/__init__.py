"""Finite laws, their divergences before and after private channels, and the best private tests."""
