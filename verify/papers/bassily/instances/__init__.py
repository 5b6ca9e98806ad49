"""Finite cases for bassily."""
