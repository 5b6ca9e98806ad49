"""Tests of verify/ledger."""
