"""Lower bounds for means of vectors, with their constants and hard instances; `problems.best` is the largest."""
