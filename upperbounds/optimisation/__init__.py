"""Stochastic convex optimisation under privacy for users: losses, domains, and the papers' descents."""
