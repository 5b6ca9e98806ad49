"""Draws of the winning bin from the counts of users in bins, without drawing each bin that nobody votes for.

With unary encoding those bins have i.i.d. votes Bin(users, flip). One draw of their largest vote, and of the first bin
that has it, replaces them all. The cost does not grow with the number of bins.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from upperbounds.channels import UnaryEncoding
from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.votes import windowed
from upperbounds.protocols.two_stage import Vote, winner

Places = NDArray[np.int64]


def listed(vote: Vote, first: int, last: int) -> tuple[int, int]:
    """The first and the last bin whose votes are drawn.

    For Laplace votes the law of the largest has no short form, so all bins are drawn.

    Parameters
    ----------
    vote : Vote
        The channel of a vote, for all bins.
    first : int
        First bin that holds users.
    last : int
        Last bin that holds users.

    Returns
    -------
    tuple of (int, int)
        The two bins, from 0.
    """
    if not isinstance(vote, UnaryEncoding):
        return 0, vote.bins - 1
    reach = vote.hot // 2
    return max(first - reach, 0), min(last + reach, vote.bins - 1)


def users_in_bins(vote: Vote, places: Places) -> tuple[Places, Places]:
    """The counts and the first bins that `draw_winners` needs.

    Parameters
    ----------
    vote : Vote
        The channel of a vote, for all bins.
    places : ndarray of int, shape (repetitions, users)
        The users' bins.

    Returns
    -------
    counts : ndarray of int, shape (repetitions, width)
        How many users are in each bin.
    first : ndarray of int, shape (repetitions,)
        The first of these bins.
    """
    first, last = places.min(axis=1), places.max(axis=1)
    reach = vote.hot // 2
    width = min(int((last - first).max()) + 1 + 2 * reach, vote.bins)
    if not isinstance(vote, UnaryEncoding):
        width = vote.bins
    first = np.clip(first - reach, 0, vote.bins - width)
    repetitions = len(places)
    at = places - first[:, None] + width * np.arange(repetitions)[:, None]
    return np.bincount(at.ravel(), minlength=width * repetitions).reshape(repetitions, width), first


def draw_winners(vote: Vote, counts: Places, first: Places, rng: np.random.Generator) -> Places:
    """Draw the first bin with the most votes in each repetition.

    Parameters
    ----------
    vote : Vote
        The channel of a vote, for all bins.
    counts : ndarray of int, shape (repetitions, width)
        The users in the bins first, ..., first + width - 1; all bins that a user votes for must be among them, and for
        Laplace votes all bins.
    first : ndarray of int, shape (repetitions,)
        The first of these bins.
    rng : numpy.random.Generator
        Source of randomness.

    Returns
    -------
    ndarray of int, shape (repetitions,)
        Winning bins.
    """
    if not isinstance(vote, UnaryEncoding):
        return winner(replace(vote, bins=counts.shape[-1]).sample_sum(counts, rng)).astype(np.int64)
    voting = windowed(counts, vote.hot)
    return _first_with_most(vote, voting, np.arange(voting.shape[-1]), first, int(counts[0].sum()), rng)


def draw_among(vote: UnaryEncoding, voting: Places, bins: Places, n: int, rng: np.random.Generator) -> Places:
    """Draw the first bin with the most votes, if it is known how many users vote for each.

    Parameters
    ----------
    vote : UnaryEncoding
        The channel of a vote, for all bins.
    voting : ndarray of int, shape (repetitions, width)
        How many users vote for each of them.
    bins : ndarray of int, shape (width,)
        The bins, in increasing order.
    n : int
        Number of users.
    rng : numpy.random.Generator
        Source of randomness.

    Returns
    -------
    ndarray of int, shape (repetitions,)
        Winning bins.
    """
    return _first_with_most(vote, voting, bins, np.zeros(len(voting), dtype=np.int64), n, rng)


def _first_with_most(
    vote: UnaryEncoding, voting: Places, bins: Places, first: Places, n: int, rng: np.random.Generator
) -> Places:
    """The winner where `voting` of the users vote for the bins first + `bins`.

    Bins that receive votes in most repetitions are drawn in all repetitions; further bins are drawn where they receive
    votes.
    """
    often = (voting > 0).mean(axis=0) > 0.5
    if often.all():
        return _against_others(vote, voting, bins, first, n, rng)
    found = np.empty(len(voting), dtype=np.int64)
    more = voting[:, ~often].any(axis=1)
    for rows, columns in ((~more, often), (more, voting[more].any(axis=0) if more.any() else often)):
        if rows.any():
            found[rows] = _against_others(vote, voting[np.ix_(rows, columns)], bins[columns], first[rows], n, rng)
    return found


def _against_others(
    vote: UnaryEncoding, voting: Places, bins: Places, first: Places, n: int, rng: np.random.Generator
) -> Places:
    """The winner among the bins first + `bins` and all others, which have no voters; ties go to the smallest index."""
    if len(bins) < len(voting):
        # Column by column, so that the counts of voters that a table is for are close together.
        votes = np.stack([vote.sample_votes(column, n, rng) for column in voting.T], axis=1)
    else:
        votes = vote.sample_votes(voting, n, rng)
    best = winner(votes)
    winners = first + bins[best]
    others = vote.bins - len(bins)
    if others == 0:
        return winners
    # Most often no other bin has as many votes: that alone is drawn first, by the distribution function of the largest.
    most, chances = votes[np.arange(len(votes)), best], rng.random(len(votes))
    rows = np.flatnonzero(chances <= _reached(most, others, n, vote.probabilities[0]))
    largest, place = _largest(others, n, vote.probabilities[0], chances[rows], rng)
    # As many listed bins come before the other of this place as have fewer others than that before them.
    rivals = place + np.searchsorted(bins - np.arange(len(bins)), place - first[rows], side="right")
    ahead = (largest > most[rows]) | ((largest == most[rows]) & (rivals < winners[rows]))
    winners[rows[ahead]] = rivals[ahead]
    return winners


def _reached(most: Places, bins: int, n: int, flip: float) -> FloatArray:
    """The probability that the largest of this many Bin(users, flip) is at least `most`, same shape."""
    from scipy.stats import binom

    low, high = int(most.min()), int(most.max())
    values = np.arange(low, high + 1) if high - low < len(most) else most
    with np.errstate(divide="ignore"):
        chances = -np.expm1(bins * np.log1p(-binom.sf(values - 1, n, flip)))
    return chances[most - low] if values is not most else chances


def _largest(bins: int, n: int, flip: float, chances: FloatArray, rng: np.random.Generator) -> tuple[Places, Places]:
    """The largest of this many independent Bin(users, flip) and the first index that has it, same shape as `chances`.

    The largest is the smallest v with P(X <= v)^bins >= 1 - u, u in `chances`. Given it, the first index is j with
    probability proportional to P(X < v)^j P(X <= v)^-j.
    """
    from scipy.stats import binom

    # Both ways round, so that a small upper tail keeps its digits among ever so many bins.
    values = binom.isf(-np.expm1(np.log1p(-chances) / bins), n, flip)
    share = np.clip(binom.pmf(values, n, flip) / binom.cdf(values, n, flip), 0.0, 1.0)
    with np.errstate(divide="ignore"):
        log_miss = np.log1p(-share)
    cut = -np.expm1(bins * log_miss)
    places = np.floor(np.log1p(-rng.random(len(chances)) * cut) / np.where(log_miss == 0, -1.0, log_miss))
    return values.astype(np.int64), np.clip(places, 0, bins - 1).astype(np.int64)
