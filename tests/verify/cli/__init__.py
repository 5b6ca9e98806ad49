"""Tests of verify/cli."""
