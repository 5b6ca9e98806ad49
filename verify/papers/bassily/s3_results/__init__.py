"""bassily Section 3: Theorems 3.1 to 3.3 and Table 1."""
