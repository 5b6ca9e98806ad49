"""Theorems of ours on the papers' problems: sharper bounds, cases that a paper leaves out, bounds that ship."""
