"""The law of the winning tally over the bins that users are in, before bins without users enter.

One-bin votes: given how many users are in each bin the tallies are independent, so with Poisson weights p_b^c / c! the
joint law is the coefficient of x^users in a product over bins of polynomials in x. It is read off by a discrete
Fourier sum on the unit circle: an absolute error near rounding, and no state that grows with the users squared.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import exp, expm1, lgamma, log, log1p, pi, sqrt

import numpy as np
from scipy.special import gammaln, xlogy

from upperbounds.channels import UnaryEncoding
from upperbounds.channels.arrays import FloatArray
from verify.study.risk.laws import BinLaw
from verify.study.risk.tallies import Voters, bit_tally

_ALIASED = 1e-18
"""Aliases below this are left out."""

LEAST_LOG = log(1e-300)
"""Logarithms of probabilities below this are raised to it: they are multiplied by zero."""

_CHUNK = 1 << 17
"""Complex numbers that an array over bins, angles and values may hold (2 MB)."""


@dataclass(frozen=True)
class Winners:
    """For each value v that a winning tally may have, shape (values,), or (bins, values) for `core`.

    `core` is the weight of each bin from `first` on having tally v, those before it less and those after it no more;
    `below` and `upto` that all of them are below v, or none above it. `log_before`, `mass` and `log_upto` are the law
    of the tally of a bin that no user votes for. `missing` bounds the mass left out or moved; and all are those of
    other voters, whose law has at most `divergence` = chi-squared from the true one.
    """

    first: int
    core: FloatArray
    below: FloatArray
    upto: FloatArray
    log_before: FloatArray
    mass: FloatArray
    log_upto: FloatArray
    missing: float
    divergence: float


def one_bin_winners(vote: UnaryEncoding, law: BinLaw, n: int, tail: float) -> Winners:
    """By the Fourier sum, for votes for one bin; `law` lists the bins that users are in."""
    p = law.probabilities
    voters = Voters(n, min(float(np.max(p)), 1.0), vote.bins, tail)
    tally = bit_tally(vote, voters)
    before, mass, upto = tally.table(0, n, 0, tally.size)
    # P(tally <= v) for the value before the first and for each of them.
    table = np.concatenate([before[:, :1], upto], axis=1)
    waves, weights = _circle(n)
    angles = len(weights)
    counts = np.arange(n + 1)
    with np.errstate(divide="ignore", under="ignore"):
        own = np.exp(xlogy(counts, n * p[:, None]) - n * p[:, None] - gammaln(counts + 1))
    # Both tails of a row are some five times their last weight, and the coefficient is divided by 1/sqrt(2 pi users).
    cut = tail / (5 * len(p) * sqrt(2 * pi * n))
    windows = [(int(kept[0]), int(kept[-1]) + 1) for kept in (np.flatnonzero(row > cut) for row in own)]
    core = np.empty((len(p), tally.size))
    below, everyone = np.empty((2, tally.size))
    width = max(_CHUNK // (len(p) * angles), 4)
    for start in range(0, tally.size, width):
        chunk = slice(start, min(start + width, tally.size))
        values = chunk.stop - start
        part = table[:, start : chunk.stop + 1].T
        factors = np.empty((len(p), values + 1, angles), dtype=complex)
        for factor, row, (low, high) in zip(factors, own, windows, strict=True):
            both = (part[:, low:high] * row[low:high]) @ waves[low:high]
            factor.real, factor.imag = both[:, :angles], both[:, angles:]
        ahead = np.ones((len(p) + 1, values, angles), dtype=complex)
        for b, factor in enumerate(factors):
            np.multiply(ahead[b], factor[:-1], out=ahead[b + 1])
        # The weights ride along: each bin's sum over the angles is then one dot product for each value.
        behind = np.repeat(weights[None], values, axis=0)
        for b in range(len(p) - 1, -1, -1):
            factor = factors[b]
            core[b, chunk] = _real(ahead[b], (factor[1:] - factor[:-1]) * behind)
            behind *= factor[1:]
        below[chunk] = np.einsum("va,a->v", ahead[-1], weights).real
        everyone[chunk] = behind.sum(axis=1).real
    with np.errstate(divide="ignore"):
        log_before, log_upto = (np.maximum(np.log(column[0]), LEAST_LOG) for column in (before, upto))
    missing = 5 * tail + n * law.moved
    return Winners(law.first, core, below, everyone, log_before, mass[0], log_upto, missing, divergence(law, n))


def divergence(law: BinLaw, n: int) -> float:
    """A bound on chi-squared between the laws of all users' bins that `law.relative` tells apart."""
    return expm1(min(n * log1p(law.relative**2), 700.0))


def _real(first: np.ndarray, second: np.ndarray) -> FloatArray:
    """The real part of the sum of products over the last axis; in a fixed order, whatever the number of threads."""
    return np.asarray(np.einsum("va,va->v", first.view(float), second.conj().view(float)))


@lru_cache(maxsize=8)
def _circle(n: int) -> tuple[FloatArray, np.ndarray]:
    """The waves e^(i c angle), cosines before sines, a row for each count c; weights that read the coefficient of x^n.

    Angles are those of the upper half circle. What is aliased are the coefficients of x^(n + points), x^(n - points)
    and beyond, which are below the Poisson weights there; the weights divide by the Poisson weight of n.
    """

    def log_weight(count: int) -> float:
        return count * log(n) - lgamma(count + 1)

    log_own, points = log_weight(n), 1
    while any(log_weight(count) - log_own > log(_ALIASED) for count in (n - points, n + points) if count >= 0):
        points += 1
    half = np.arange(points // 2 + 1)
    # Phases are reduced in integers, exactly.
    phases = 2 * np.pi / points * (np.outer(np.arange(n + 1), half) % points)
    twice = np.where((half == 0) | (2 * half == points), 1.0, 2.0)
    weights = twice * np.exp(-1j * phases[-1]) / (points * exp(log_own - n))
    return np.concatenate([np.cos(phases), np.sin(phases)], axis=1), weights
