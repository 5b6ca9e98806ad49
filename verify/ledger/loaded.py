"""What a worker process has at its start: imported once, by the server that workers are forked from."""

import gc

from verify.ledger.collect import claims

len(claims())
# What stands for the whole run need not be looked through again, and expressions make few cycles.
gc.collect()
gc.freeze()
gc.set_threshold(100_000, 20, 100)
