"""Tests of verify/study/risk."""
