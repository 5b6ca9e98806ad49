"""Theorems of ours on the problems of label: no paper states them."""
