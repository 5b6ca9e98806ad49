"""The mean of numbers on [-D, D]: estimators, each with its RATE and its explicit BOUND."""
