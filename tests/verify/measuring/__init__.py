"""Tests of verify/measuring."""
