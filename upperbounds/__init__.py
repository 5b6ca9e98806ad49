"""Channels, protocols and estimators, each beside its symbolic RATE and its explicit BOUND."""
