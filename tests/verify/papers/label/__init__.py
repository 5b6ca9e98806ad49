"""Tests of verify/papers/label."""
