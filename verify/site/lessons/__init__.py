"""Worked lessons on the proofs: notebooks made from the ledger's claims, executed, and set as pages of the report."""
