"""Channels, protocols and estimators, each next to its symbolic RATE and its explicit BOUND."""
