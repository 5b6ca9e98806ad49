"""The papers' experiments again: grids, sweeps over them, and what the papers say about what they show."""
