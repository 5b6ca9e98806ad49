"""Tests, in the same packages as what they test."""
