"""Tests of verify/lessons."""
