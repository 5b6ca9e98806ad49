"""Channels, protocols and estimators, each with its symbolic RATE and its explicit BOUND."""
