"""Tests of verify/papers."""
