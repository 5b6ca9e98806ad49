"""Tests of verify/papers/zhao."""
