"""Tests of verify/papers/kent."""
