"""Who sends what to whom: rounds, plans of two stages, and plans that run coordinate by coordinate."""
