"""label Section 4: lower bounds for classifiers learnt from private labels."""
