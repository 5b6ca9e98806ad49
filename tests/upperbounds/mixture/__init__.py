"""Tests of upperbounds/vectors."""
