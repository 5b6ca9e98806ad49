"""The law of the winning tally over the bins that users vote for, for votes of several bins (kent Algorithm 10).

The chain of partial sums on Gauss nodes (verify/study/risk/smooth.py), as coarse as the error that is asked for allows.
"""

from dataclasses import replace

import numpy as np

from notation.parameters import ParameterError
from upperbounds.channels import UnaryEncoding
from verify.study.experiments.winners import LEAST_LOG, Winners, divergence
from verify.study.risk.fourier import BitTables
from verify.study.risk.laws import BinLaw
from verify.study.risk.smooth import met
from verify.study.risk.tallies import Voters, bit_tally


def wide_winners(
    vote: UnaryEncoding, law: BinLaw, n: int, tail: float, digits: float, absent: tuple[int, int] = (0, 0)
) -> Winners:
    """By Gauss sums that aim at an error of 10^-digits (16 at most) in the law of the winner.

    Args:
        vote: for an odd number of bins, by unary encoding.
        law: that of a user's bin.
        users: how many vote.
        tail: what each bound of a grid may leave out.
        digits: as said.
        absent: how many of the bins that users of the listed bins vote for do not exist, before the first one that
            does and behind the last.

    Raises:
        ParameterError: where the tally's own noise is too small for Gauss sums.
    """
    reach = vote.hot // 2
    count = len(law.probabilities) + 2 * reach - sum(absent)
    most = float(np.max(np.convolve(law.probabilities, np.ones(vote.hot))))
    tables = BitTables(bit_tally(vote, Voters(n, min(most, 1.0), vote.bins, tail)))
    if not tables.is_smooth:
        raise ParameterError(f"users = {n}, epsilon = {vote.epsilon!r}: bits too quiet for Gauss sums")
    parts = met(tables, replace(law, first=reach - absent[0]), n, vote.hot, count, 0, min(digits / 16, 1.0))
    core = np.concatenate([part.core for part in parts], axis=1)
    rows = [[part.all_below, part.upto, *part.idle] for part in parts]
    below, upto, log_before, mass, log_upto = (np.concatenate(row) for row in zip(*rows, strict=True))
    log_before, log_upto = (np.maximum(logs, LEAST_LOG) for logs in (log_before, log_upto))
    missing = 5 * tail + n * law.moved + 10.0**-digits
    first = law.first - reach + absent[0]
    return Winners(first, core, below, upto, log_before, mass, log_upto, missing, divergence(law, n))
