"""Tests of verify/statements."""
