"""Tests of verify/kernel/prover."""
