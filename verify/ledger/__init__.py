"""The ledger: collecting the papers' claims, running their checks, and the lock that a run must meet."""
