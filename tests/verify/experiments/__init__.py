"""Tests of verify/experiments."""
