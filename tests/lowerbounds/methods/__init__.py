"""Tests of lowerbounds/methods."""
