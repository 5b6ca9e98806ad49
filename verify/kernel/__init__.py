"""What judges a claim: statements, chains and their rules, the prover with its checker, the translation into Rocq.

Nothing here knows the ledger, a study or the site.
"""
