"""Regression: zhao Section 6.2 for private users, label Sections 5 and 6 for private labels and public features."""
