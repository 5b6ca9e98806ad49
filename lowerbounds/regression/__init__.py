"""Lower bounds for regression: private users, zhao Section 6.2; private labels, label Sections 5, 6."""
