"""Finite laws, exact divergences, private contraction, and the lower bounds that follow from them."""
