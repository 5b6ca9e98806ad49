"""Finite laws, exact divergences, private contraction, and the lower bounds that are made of them."""
