"""Finite laws, their divergences and what private channels leave of them, and the best private tests."""
