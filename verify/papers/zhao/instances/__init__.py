"""Finite cases for zhao."""
