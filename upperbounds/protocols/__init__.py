"""Protocols: rounds, two-stage plans, and plans that run coordinate by coordinate."""
