"""What a worker process has at its start: imported once, by the server that workers are forked from."""

import gc

# What stands for the whole run need not be looked through again and again, and expressions make few cycles.
gc.disable()

from verify.ledger.collect import claims  # noqa: E402 (its imports are most of what is made here)

len(claims())
gc.collect()
gc.freeze()
gc.set_threshold(100_000, 20, 100)
gc.enable()
