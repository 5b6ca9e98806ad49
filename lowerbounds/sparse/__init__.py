"""Lower bounds for sparse means."""
