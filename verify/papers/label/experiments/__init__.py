"""Measurements for the paper on label differential privacy."""
