"""Tests of verify/ledger/rocq."""
