"""Tests of verify/rocq."""
