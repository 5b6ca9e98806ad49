"""Tests of verify/report."""
