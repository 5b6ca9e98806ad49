"""Tests of upperbounds/optimisation."""
