"""Tests of verify/kernel/statements."""
