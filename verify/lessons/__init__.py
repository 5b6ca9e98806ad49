"""Worked lessons on the proofs: notebooks made from the claims of the ledger, executed, and set as pages of the report."""
