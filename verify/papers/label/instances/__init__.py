"""Finite cases for label."""
