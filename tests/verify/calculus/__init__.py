"""Tests of verify/calculus."""
