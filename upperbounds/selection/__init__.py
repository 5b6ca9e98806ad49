"""Selection: each user knows a point of a space, and votes for one cell of a cover of the space."""
