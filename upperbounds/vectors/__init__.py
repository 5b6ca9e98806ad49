"""Means of vectors: l_inf, l_2 and l_1 balls, heavy tails, frequencies; each estimator has a RATE and a BOUND."""
