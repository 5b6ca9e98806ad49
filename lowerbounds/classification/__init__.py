"""label Section 4: lower bounds for classifiers whose labels are private."""
