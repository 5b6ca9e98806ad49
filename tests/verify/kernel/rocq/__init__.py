"""Tests of verify/kernel/rocq."""
