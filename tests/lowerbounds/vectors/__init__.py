"""Tests of lowerbounds/vectors."""
