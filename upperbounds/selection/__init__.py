"""Selection: users who know a point of a space vote, each for one cell of a cover of it."""
