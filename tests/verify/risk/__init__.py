"""Tests of verify/risk."""
