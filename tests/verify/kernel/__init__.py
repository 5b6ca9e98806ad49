"""Tests of verify/kernel."""
