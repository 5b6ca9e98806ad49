"""Finite cases for kent."""
