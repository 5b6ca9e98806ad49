"""Lower bounds on the excess risk of convex optimisation."""
