"""Theorems of ours on the problems of zhao: no paper states them."""
