"""bassily Section 2: privacy and concentration."""
