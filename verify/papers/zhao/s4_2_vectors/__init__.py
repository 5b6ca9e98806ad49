"""zhao Section 4.2: the mean of vectors."""
