"""Tests of verify/study/experiments."""
