"""The report: a run of the ledger as a static site that is read without a network, a server or a script."""
