"""Rigorous numbers, linear programs with exact optima, and the search for a bound's free parameter."""
