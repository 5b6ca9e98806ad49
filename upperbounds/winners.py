"""Drawing the winning bin from how many users are in each bin, without drawing the bins that nobody votes for.

By unary encoding those have independent votes Bin(users, flip), alike: one draw of the largest of them, and of the
first place that has it, stands for them all. The cost does not grow with the number of bins.
"""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from scipy.stats import binom

from upperbounds.channels import UnaryEncoding
from upperbounds.two_stage import Vote, winner

Places = NDArray[np.int64]


def listed(vote: Vote, first: int, last: int) -> tuple[int, int]:
    """The first and the last bin whose votes are drawn, where users are in the bins from `first` to `last` only.

    Laplace votes have no short law of their largest: there it is all bins.
    """
    if not isinstance(vote, UnaryEncoding):
        return 0, vote.bins - 1
    reach = vote.hot // 2
    return max(first - reach, 0), min(last + reach, vote.bins - 1)


def users_in_bins(vote: Vote, places: Places) -> tuple[Places, Places]:
    """What `draw_winners` needs, from the users' bins, shape (repetitions, users): the counts and the first bins."""
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
    """Draw the first bin with the most votes in each repetition, shape (repetitions,).

    Args:
        vote: for all bins.
        counts: the users in the bins first .. first + width - 1, shape (repetitions, width); all bins that a user votes
            for must be among them, and for Laplace votes all bins.
        first: the index of the first of them, shape (repetitions,).
        rng: what is drawn from.
    """
    width = counts.shape[-1]
    votes = replace(vote, bins=width).sample_sum(counts, rng)
    if not isinstance(vote, UnaryEncoding):
        return winner(votes).astype(np.int64)
    users = int(counts[0].sum())

    def bin_of(place: Places) -> Places:
        return np.where(place < first, place, place + width)

    return _against_others(vote, users, np.asarray(votes), first + winner(votes), bin_of, rng)


def draw_among(vote: UnaryEncoding, voting: Places, bins: Places, users: int, rng: np.random.Generator) -> Places:
    """The same where `voting` of the users, (repetitions, width), vote for each of `bins`, (width,), which rise."""
    votes = vote.sample_votes(voting, users, rng)

    def bin_of(place: Places) -> Places:
        # As many listed bins come before the other of this place as have fewer others than that before them.
        return place + np.searchsorted(bins - np.arange(len(bins)), place, side="right")

    return _against_others(vote, users, votes, bins[winner(votes)], bin_of, rng)


def _against_others(
    vote: UnaryEncoding,
    users: int,
    votes: Places,
    winners: Places,
    bin_of: Callable[[Places], Places],
    rng: np.random.Generator,
) -> Places:
    """The winners among the bins with these votes, or one of the others; ties go to the least index."""
    others = vote.bins - votes.shape[-1]
    if others == 0:
        return winners
    most = votes.max(axis=1)
    largest, place = _largest(others, users, vote.probabilities[0], len(votes), rng)
    rivals = bin_of(place)
    return np.where((largest > most) | ((largest == most) & (rivals < winners)), rivals, winners)


def _largest(bins: int, users: int, flip: float, size: int, rng: np.random.Generator) -> tuple[Places, Places]:
    """The largest of so many independent Bin(users, flip) and the first place that has it, shape (size,) both.

    The largest is the least v with P(X <= v)^bins >= U. Given it, the first place is j with a chance in proportion to
    P(X < v)^j P(X <= v)^-j.
    """
    # Both ways round, so that a small upper tail keeps its digits among ever so many bins.
    values = binom.isf(-np.expm1(np.log1p(-rng.random(size)) / bins), users, flip)
    share = np.clip(binom.pmf(values, users, flip) / binom.cdf(values, users, flip), 0.0, 1.0)
    with np.errstate(divide="ignore"):
        log_miss = np.log1p(-share)
    cut = -np.expm1(bins * log_miss)
    places = np.floor(np.log1p(-rng.random(size) * cut) / np.where(log_miss == 0, -1.0, log_miss))
    return values.astype(np.int64), np.clip(places, 0, bins - 1).astype(np.int64)
