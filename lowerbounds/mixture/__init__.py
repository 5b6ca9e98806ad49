"""Lower bounds for the means of a mixture's components."""
