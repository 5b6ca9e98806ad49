"""Exact laws of the winner of a private vote for cells, and the risk if all users have the same point.

Given how many users are in each cell, the summed votes are independent binomials. Where all are in one cell, Bin(n, w)
there and Bin(n, 1-w) elsewhere: with their distribution functions the winner's law is one sum over the winning number.
"""

from dataclasses import dataclass
from math import ceil, floor, isqrt, log, sqrt

import numpy as np

from notation.parameters import ParameterError
from upperbounds.channels import UnaryEncoding
from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.binomial import binomial_cdf, binomial_pmf
from upperbounds.channels.loss import evaluate
from upperbounds.selection.cover_select import Selection
from verify.study.risk.laws import BinLaw
from verify.study.risk.tallies import Voters, bit_tally
from verify.study.risk.winner import winner_law

_MOST_TERMS, _NUMBERS = 5e7, 1 << 20
_TAIL = 1e-18
"""The mass of a vote's tally on either side that is left out."""
_ROUNDING = 1e-13
"""Error bound of a distribution function, relative to it, about ten times the observed error.

A power multiplies that by as many cells; products of powers, and the sum over numbers of votes, add some 1e-15 in all.
"""


@dataclass(frozen=True)
class OneCell:
    """The winner's law where all users are in one cell, for every such cell at once.

    `before[j]` and `after[j]` are the probabilities that cell j wins where the users' cell comes later and earlier than
    it, `right[j]` that it wins if it is the users' own. They depend on nothing else. `relative` is what rounding may
    make of each, relative to it: a power of a distribution function multiplies what that is off by.
    """

    before: FloatArray
    after: FloatArray
    right: FloatArray
    relative: float

    def chances(self, cell: int) -> FloatArray:
        """The winner's law (cells,) if all users are in `cell`."""
        place = np.arange(len(self.right))
        return np.where(place < cell, self.before, np.where(place > cell, self.after, self.right))


def one_cell(vote: UnaryEncoding, n: int) -> OneCell:
    """The law for n users; raises ParameterError if it takes longer than seconds."""
    log_t, cells = float(vote.unit) * float(vote.epsilon), vote.bins
    # Each with its complement, so that neither loses digits where epsilon is large.
    flip, keep = ((evaluate(chance, log_t), evaluate(1 - chance, log_t)) for chance in vote.answer_one)
    # The winner has at least the votes of the users' cell, and no cell's votes are stochastically above those:
    # Hoeffding's inequality for the one and for all.
    reach = sqrt(n * log(cells / _TAIL) / 2)
    values = np.arange(max(floor(n * keep[0] - reach), 0), min(ceil(n * keep[0] + reach), n) + 1)
    if len(values) * cells > _MOST_TERMS:
        raise ParameterError(f"n = {n}: {len(values)} numbers of votes for {cells} cells: too many for the exact law")
    others, own = (binomial_pmf(values, n, *chance) for chance in (flip, keep))
    upto, own_upto = (binomial_cdf(values, n, chance[1]) for chance in (flip, keep))
    below, own_below = (binomial_cdf(values - 1, n, chance[1]) for chance in (flip, keep))
    # Of the cells that are not the users' own, j come before j and all others after; the users' own is among either.
    (right,) = mixed_powers(own[None], below, upto, cells - 1)
    apart = mixed_powers(others * np.stack([own_upto, own_below]), below, upto, cells - 2)
    before, after = np.append(apart[0], 0.0), np.append(0.0, apart[1])
    return OneCell(before, after, right, cells * _ROUNDING)


def mixed_powers(weights: FloatArray, low: FloatArray, high: FloatArray, total: int) -> FloatArray:
    """Sum over v of weights_v low_v^j high_v^(total - j), none negative, for j = 0 .. total: (rows, total + 1).

    Of weights (rows, values); none where `total` is -1. With s below some B, low^(j + s) high^(total - j - s) is
    low^j high^(total - j - B + 1) times low^s high^(B - 1 - s), so that B and total/B of them and one product of
    matrices make all; the last block overlaps the one before it.
    """
    if total < 0:
        return np.zeros((len(weights), 0))
    within = isqrt(total) + 1
    inner = np.arange(within)
    starts = np.minimum(np.arange(0, total + 1, within), total + 1 - within)
    found = np.zeros((len(weights), len(starts), within))
    for some in np.array_split(np.arange(len(low)), -(-len(low) * within // _NUMBERS)):
        a, b = low[some], high[some]
        blocks = a ** starts[:, None] * b ** (total + 1 - within - starts)[:, None]
        inside = a ** inner[:, None] * b ** (within - 1 - inner)[:, None]
        found += np.stack([(blocks * weight) @ inside.T for weight in weights[:, some]])
    rows = np.zeros((len(weights), total + 1))
    rows[:, starts[:, None] + inner] = found
    return rows


def winner_chances(plan: Selection, chances: FloatArray, tolerance: float = 1e-13) -> FloatArray:
    """The winner's law (cells,) where each user's point is in the cells with these probabilities (cells,): at finite m.

    By the chain over cells of `verify.study.risk.winner`, another route than `one_cell` where one probability is 1.
    At most `tolerance` is left out; raises ParameterError where it takes more than some two minutes.
    """
    cells = np.flatnonzero(chances)
    law = BinLaw(int(cells[0]), chances[cells[0] : cells[-1] + 1] / chances.sum(), 0.0)
    voters = Voters(plan.n, float(law.probabilities.max()), plan.cover.size, tolerance)
    found = winner_law(bit_tally(plan.vote, voters), law, plan.n, 1, plan.cover.size, tolerance)
    return found.probabilities


def squared_errors(plan: Selection, point: FloatArray) -> FloatArray:
    """The squared l_2 distance (cells,) of every centre to a point (d,)."""
    return np.asarray(np.sum((plan.cover.centres - point) ** 2, axis=1))


def risk_at(plan: Selection, point: FloatArray, law: OneCell) -> float:
    """The exact mean squared error if every user's point is `point` (d,)."""
    cell = int(plan.cover.index(point[None])[0])
    return float(law.chances(cell) @ squared_errors(plan, point))
