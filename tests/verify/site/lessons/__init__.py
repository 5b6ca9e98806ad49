"""Tests of verify/site/lessons."""
