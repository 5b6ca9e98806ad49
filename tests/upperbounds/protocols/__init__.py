"""Tests of upperbounds/protocols."""
