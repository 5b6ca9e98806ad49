"""Tests of verify."""
