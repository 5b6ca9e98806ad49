"""Regression: zhao Section 6.2 for private users, label Sections 5 and 6 where labels alone are private."""
