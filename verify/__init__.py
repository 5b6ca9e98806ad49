"""Everything that judges: statements and their prover, privacy, risk, slopes, sandwich, the ledger, the commands."""
