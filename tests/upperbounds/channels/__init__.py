"""Tests of upperbounds/channels."""
