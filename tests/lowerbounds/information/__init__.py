"""Tests of lowerbounds/information."""
