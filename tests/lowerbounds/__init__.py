"""Tests of lowerbounds."""
