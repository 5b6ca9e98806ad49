"""Drawing the winning bin from how many users are in each bin, without drawing the bins that nobody votes for.

By unary encoding those have independent votes Bin(users, flip): their largest is one draw, and given it the first
place that has it is geometric, cut at the last bin. The cost does not grow with the number of bins.
"""

from dataclasses import replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from scipy.stats import binom

from upperbounds.arrays import FloatArray
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
    best = winner(votes)
    if not isinstance(vote, UnaryEncoding):
        return best.astype(np.int64)
    users, flip = int(counts[0].sum()), vote.probabilities[0]
    left, left_place = _largest(users, flip, first, rng)
    right, right_place = _largest(users, flip, vote.bins - width - first, rng)
    middle = np.take_along_axis(votes, best[:, None], axis=1)[:, 0]
    # Ties go to the least index.
    from_left = (left >= middle) & (left >= right)
    from_right = ~from_left & (right > middle)
    return np.where(from_left, left_place, np.where(from_right, first + width + right_place, first + best))


def _largest(users: int, flip: float, bins: Places, rng: np.random.Generator) -> tuple[Places, Places]:
    """The largest of so many independent Bin(users, flip) and the first place that has it; -1 where there are none."""
    mass, below = _law(users, flip)
    some = np.maximum(bins, 1)
    values = np.searchsorted(below, rng.random(bins.shape) ** (1 / some))
    values = np.minimum(values, users)
    # Given the largest v, a bin has it with probability P(X = v | X <= v).
    share = np.clip(mass[values] / below[values], 0.0, 1.0)
    with np.errstate(divide="ignore"):
        log_miss = np.log1p(-share)
    cut = -np.expm1(some * log_miss)
    places = np.floor(np.log1p(-rng.random(bins.shape) * cut) / np.where(log_miss == 0, -1.0, log_miss))
    return np.where(bins > 0, values, -1), np.clip(places, 0, some - 1).astype(np.int64)


@lru_cache(maxsize=64)
def _law(users: int, flip: float) -> tuple[FloatArray, FloatArray]:
    """P(X = v) and P(X <= v) for v = 0 .. users, X of Bin(users, flip)."""
    values = np.arange(users + 1)
    return binom.pmf(values, users, flip), binom.cdf(values, users, flip)
