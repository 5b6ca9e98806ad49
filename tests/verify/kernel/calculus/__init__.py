"""Tests of verify/kernel/calculus."""
