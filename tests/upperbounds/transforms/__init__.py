"""Tests of upperbounds/transforms."""
