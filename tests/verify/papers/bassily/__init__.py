"""Tests of verify/papers/bassily."""
