"""Tests of verify/site."""
