"""Lower bounds for means of vectors, with constants and hard instances; `lowerbounds.registry.best` is the largest."""
