"""The ledger: a package per paper, a module per section, claims in the paper's order."""
