"""Theorems of ours on the problems of kent: no paper states them."""
