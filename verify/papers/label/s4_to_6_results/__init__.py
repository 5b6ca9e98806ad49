"""label Sections 4 to 6: the six methods, their privacy and their rates."""
