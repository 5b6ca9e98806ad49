"""Tests of verify/study."""
