"""Tests of upperbounds."""
