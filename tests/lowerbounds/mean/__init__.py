"""Tests of lowerbounds/mean."""
