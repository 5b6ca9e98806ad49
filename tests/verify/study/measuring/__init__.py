"""Tests of verify/study/measuring."""
