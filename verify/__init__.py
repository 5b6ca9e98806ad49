"""Everything that judges: statements and their prover, privacy, risk, slopes, sandwich, the ledger, the commands."""

import os

# The matrix products here are small: BLAS threads only get in each other's way, by a factor of 20 on a busy machine.
for _name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_name, "1")
