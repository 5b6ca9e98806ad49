"""Stochastic convex optimisation under user-level privacy: losses, domains, and the papers' descent methods."""
