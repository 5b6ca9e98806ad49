"""Tests of verify/prover."""
