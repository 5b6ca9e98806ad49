"""Chernoff's upper bound on the probability that each bin wins against the bin that most users vote for.

It is small relative to an absolute error (rounding, omitted mass) of a computed law if a bin is far from winning. So
such errors cost nothing in the bins where a wrong winner costs most.
"""

import numpy as np

from upperbounds.channels import LaplaceHistogram, UnaryEncoding
from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.grid import GeometricHistogram
from verify.study.risk.laws import BinLaw
from verify.study.risk.tallies import unit_of

_TRIALS = 48
"""At how many points of (0, 1/scale) the bound for noisy votes is tried; each is valid."""


def winner_ceiling(vote: UnaryEncoding | LaplaceHistogram | GeometricHistogram, law: BinLaw, n: int) -> FloatArray:
    """For each bin j a bound on P(winner = j), shape (bins,); `law` may have moved mass `moved` per user.

    With J the likeliest bin, P(j wins) <= P(tally j >= tally J) <= E e^(x (tally j - tally J)), x > 0, and users are
    independent: a power of one user's expectation, in which a vote for both or for neither has mean zero.
    """
    p = np.zeros(vote.bins)
    p[law.first : law.last + 1] = law.probabilities
    reach = vote.hot // 2
    mass = np.convolve(p, np.ones(vote.hot))[reach : reach + vote.bins]
    top = int(np.argmax(mass))
    both = np.zeros(vote.bins)
    for j in range(max(top - 2 * reach, 0), min(top + 2 * reach + 1, vote.bins)):
        both[j] = np.sum(p[max(j, top) - reach if max(j, top) > reach else 0 : min(j, top) + reach + 1])
    ours, theirs = np.maximum(mass - both, 0.0), np.maximum(mass[top] - both, 0.0)
    log_bound = _bits(vote, ours, theirs, both) if isinstance(vote, UnaryEncoding) else _noise(vote, ours, theirs)
    # The room covers rounding in a power of so many users.
    bound = np.exp(np.minimum(n * log_bound + 2.0**-40 * n**0.5, 0.0)) + n * law.moved
    bound[top] = 1.0
    return np.minimum(bound, 1.0)


def _bits(vote: UnaryEncoding, ours: FloatArray, theirs: FloatArray, both: FloatArray) -> FloatArray:
    """With u = P(bit j = 1, bit J = 0) and v the reverse: log min over x of 1 - u - v + u e^x + v e^-x."""
    zero, one = vote.probabilities
    neither = np.maximum(1 - ours - theirs - both, 0.0)
    alike = neither * zero * (1 - zero) + both * one * (1 - one)
    up = ours * one * (1 - zero) + theirs * zero * (1 - one) + alike
    down = ours * zero * (1 - one) + theirs * one * (1 - zero) + alike
    gap = np.sqrt(np.maximum(down, 0.0)) - np.sqrt(np.maximum(up, 0.0))
    with np.errstate(divide="ignore"):
        return np.where(gap > 0, np.log1p(-(np.minimum(gap, 1.0) ** 2)), 0.0)


def _noise(vote: LaplaceHistogram | GeometricHistogram, ours: FloatArray, theirs: FloatArray) -> FloatArray:
    """log E e^(x vote) - 2 log(1 - x^2 scale^2), least over trial x; geometric noise has no larger a function."""
    best = np.zeros_like(ours)
    scale = float(vote.scale) if isinstance(vote, LaplaceHistogram) else 1 / unit_of(vote)
    for share in np.geomspace(1e-6, 1 - 1e-6, _TRIALS):
        x = share / scale
        if x < 700:
            # Where all vote for J the sum rounds to -1; the expectation is at least e^-x.
            with np.errstate(divide="ignore"):
                tilted = np.maximum(np.log1p(ours * np.expm1(x) + theirs * np.expm1(-x)), -x)
            best = np.minimum(best, tilted - 2 * np.log1p(-share * share))
    return best
