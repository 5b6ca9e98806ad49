"""The exact excess risk of a private vote of any number of classes in the cells of a grid, and a vote by running it.

Poisson's trick: numbers of labels are independent Poisson variables given that they add up to n, people elsewhere among
them. A class is chosen where its score is the largest, and given the numbers scores are independent: the probability
that class j has the score t and no other is above it is a product over classes, summed over how many people the cell
has. Sums over people are taken by discrete Fourier transforms. Of u^ties the integral over u from 0 to 1 is 1/(1 +
ties), a fair coin among those that tie, and Gauss's rule is exact for it.

Scores are the numbers of k-ary answers, or numbers of labels with geometric, Laplace or Gumbel noise; Gumbel noise
gives the exponential mechanism. One-hot answers that count for different classes are independent given the numbers and
how many people the cell has: for each of these the product is taken. Of three classes `three_classes` knows more of
them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, log2, sqrt
from typing import Any, TypeAlias

import numpy as np

from notation.parameters import ParameterError, count
from upperbounds.channels.arrays import FloatArray
from upperbounds.channels.binomial import binomial_pmf, poisson_pmf
from upperbounds.classification.grid import Grid
from upperbounds.classification.votes import LocalVote, Vote
from verify.study.risk.classification import REACH
from verify.study.risk.ridges import Ridges

RESOLUTION = 1e-10
"""Error bound of a probability, from tails, quadrature of noise and rounding (tests compare with rationals)."""

MOST_ENTRIES = 1 << 29
"""The most multiplications of complex numbers for one cell: about 10^4 people, or 200 with one-hot answers."""

_ENTRIES = 1 << 21
"""Complex numbers that are held at a time."""

_NOISE = 40.0
"""Noise is computed within this many of its scales: e^-40 of its law is beyond."""

_Law: TypeAlias = Callable[[FloatArray, FloatArray], tuple[FloatArray, FloatArray]]
"""From levels (levels,) and a class's numbers (numbers,): P(below) and P(at a level), (levels, numbers) each."""


@dataclass(frozen=True)
class _Score:
    """Levels that the best score may have and their weights, (levels,) each, and the law of a class's score.

    Scores that are not integers have a density at a level, and do not tie.
    """

    levels: FloatArray
    steps: FloatArray
    law: _Law
    ties: bool


@dataclass(frozen=True)
class ManyClasses:
    """A law of features and K labels, seen through a grid: one row for each kind of cell.

    `mass` is a cell's probability, `shares` (cells, K) the probabilities of the classes in it, `loss` (cells, K) the
    integral of eta* - eta_j over it where class j is predicted, and `number` how many such cells there are.
    """

    mass: FloatArray
    shares: FloatArray
    loss: FloatArray
    number: FloatArray

    def __post_init__(self) -> None:
        """Refuse an invalid law: masses or shares that do not add up to 1, or losses that do not fit the shares."""
        total = float(self.mass @ self.number)
        if abs(total - 1) > 1e-9 or self.mass.min() < 0:
            raise ParameterError(f"mass: adds up to {total:.12g}; must be 1, none negative")
        if self.shares.min() < 0 or np.abs(self.shares.sum(axis=1) - 1).max() > 1e-9:
            raise ParameterError("shares: must add up to 1, none negative")
        apart = self.loss - self.loss[:, :1] + (self.shares - self.shares[:, :1]) * self.mass[:, None]
        if self.loss.min() < 0 or np.abs(apart).max() > 1e-9:
            raise ParameterError("loss: must be at least 0, and differ between classes as the shares times the mass do")


def contested(law: Ridges, axis: Grid, classes: int, *, others: bool) -> ManyClasses:
    """The cells of a law in which the first two classes compete, eta = eta_2 - eta_1, and the others have share 0.

    With `others`, all classes except the larger of the two have share (1 - |eta|)/K. In both cases |eta| is the margin.
    If eta changes by 1, the larger share changes by (K - 1)/K, instead of 1/2.
    """
    cells = law.cells(axis)
    lost = cells.loss / cells.mass[:, None]
    up, down = lost[:, 0], lost[:, 1]
    shares = np.zeros((len(up), classes))
    if others:
        shares += ((1 - up - down) / classes)[:, None]
        shares[:, 0] += down
        shares[:, 1] += up
        missed = up + down
    else:
        shares[:, 0], shares[:, 1] = (1 - up + down) / 2, (1 + up - down) / 2
        missed = (1 + up + down) / 2
    loss = np.repeat(missed[:, None], classes, axis=1)
    loss[:, 0], loss[:, 1] = up, down
    return ManyClasses(cells.mass, shares.clip(0, 1), loss * cells.mass[:, None], cells.number)


def merged(law: ManyClasses) -> ManyClasses:
    """Cells that differ only by rounding, to 12 digits, merged into one kind."""
    rows = np.round(np.column_stack([law.mass / law.mass.max(), law.shares]), 12)
    _, first, back = np.unique(rows, axis=0, return_index=True, return_inverse=True)
    number = np.asarray(np.bincount(back.ravel(), law.number), dtype=np.float64)
    loss = np.stack([np.bincount(back.ravel(), law.number * one) for one in law.loss.T], axis=1) / number[:, None]
    return ManyClasses(law.mass[first], law.shares[first], loss, number)


def steps_of(n: int, vote: Vote, law: ManyClasses) -> float:
    """About how many complex numbers `exact_risk` multiplies."""
    reach = 2 * (REACH * np.sqrt(n * law.mass) + 40)
    each = 2 * reach**2 * vote.classes * (vote.classes + 1)
    one_hot = isinstance(vote, LocalVote) and vote.mechanism == "one-hot"
    return float(np.sum(each * (reach if one_hot else 1.0)))


def exact_risk(
    n: int,
    vote: Vote,
    law: ManyClasses,
    cell: Callable[[int, float, FloatArray, Vote], FloatArray] | None = None,
) -> float:
    """The expected excess risk of the vote from n people, ties broken by a fair coin, by `chances` or `cell`."""
    of_cell = cell or chances
    chosen = np.array([of_cell(n, float(p), shares, vote) for p, shares in zip(law.mass, law.shares, strict=True)])
    return float(law.number @ (law.loss * chosen).sum(axis=1))


def chances(n: int, mass: float, shares: FloatArray, vote: Vote) -> FloatArray:
    """The probability that a cell chooses each class, (K,), averaged over n people's cells and labels.

    `mass` is the cell's, `shares` (K,) are those of the labels in it. Raises ParameterError where people are too many.
    """
    n = count("n", n)
    if np.shape(shares) != (vote.classes,):
        raise ParameterError(f"shares: {np.size(shares)} of them; must be {vote.classes}, one for each class")
    weights = np.asarray(shares, dtype=np.float64)
    if isinstance(vote, LocalVote) and vote.mechanism == "k-ary":
        zero, one = vote.marks
        weights = zero + (one - zero) * weights
    numbers = [_within(n * mass * w, n) for w in weights]
    laws = [poisson_pmf(k, n * mass * w) for k, w in zip(numbers, weights, strict=True)]
    people = _within(n * mass, n)
    # What adds up to more than n people must not be taken for fewer.
    size = 1 << ceil(log2(len(_within(n * mass, 2 * n + 100)) + 1))
    # Numbers that are Poisson's add up to s with P(s; n mass); and the cell has s people with P(s; n, mass).
    share = binomial_pmf(people, n, mass, 1 - mass) / np.maximum(poisson_pmf(people, n * mass), 1e-300)
    if isinstance(vote, LocalVote) and vote.mechanism == "one-hot":
        wins = _by_people(vote, numbers, laws, people, share, size)
    else:
        score = _scores(vote, numbers)
        _refuse_many(n, len(score.levels), vote.classes, size)
        wins = _wins(numbers, laws, score, _transform(people, share, size))
    return np.clip(wins, 0.0, 1.0)


def drawn_chances(
    n: int, mass: float, shares: FloatArray, vote: Vote, repetitions: int, rng: np.random.Generator
) -> tuple[FloatArray, FloatArray]:
    """The same by simulated votes of the people of a cell, and standard errors, (K,) each."""
    chosen = np.zeros(vote.classes)
    for people in rng.binomial(n, mass, size=repetitions):
        labels = np.repeat(np.arange(vote.classes), rng.multinomial(people, shares))
        tallies = vote.tallies(np.zeros(people, dtype=np.int64), labels, 1, rng)[0]
        best = np.flatnonzero(tallies == tallies.max())
        chosen[rng.choice(best)] += 1
    found = chosen / repetitions
    return found, np.sqrt(found * (1 - found) / repetitions)


def _within(mean: float, most: int) -> FloatArray:
    """Whole numbers from 0 to `most` beyond which a Poisson variable of this mean, or a binomial one, hardly is."""
    reach = REACH * sqrt(mean) + 40
    return np.arange(max(int(mean - reach), 0), min(int(mean + reach) + 1, most) + 1, dtype=np.float64)


def _refuse_many(n: int, levels: int, classes: int, size: int) -> None:
    if (entries := levels * classes * size * (classes + 1)) > MOST_ENTRIES:
        raise ParameterError(f"n = {n}: a cell's vote takes {entries:.0e} steps; at most {MOST_ENTRIES:.0e}")


def _transform(people: FloatArray, share: FloatArray, size: int) -> Any:
    """By what a transform over people is multiplied, (size/2 + 1,), so that its real parts add up to the average."""
    placed = np.zeros(size)
    placed[people.astype(np.int64) % size] = share
    weights = np.full(size // 2 + 1, 2.0)
    weights[[0, -1]] = 1.0
    return np.conj(np.fft.rfft(placed)) * weights / size


def _scores(vote: Vote, numbers: list[FloatArray]) -> _Score:
    """The score of a class by its number of answers, or of labels."""
    low, high = max(k[0] for k in numbers), max(k[-1] for k in numbers)
    if isinstance(vote, LocalVote):
        return _whole(low, high, _answers)
    scale = 1 / (float(vote.unit) * float(vote.epsilon)) if vote.mechanism != "exponential" else 2 / float(vote.epsilon)
    reach = ceil(_NOISE * scale) + 1
    if vote.mechanism == "geometric":
        return _whole(low - reach, high + reach, lambda t, k: _geometric(t[:, None] - k, 1 / scale))
    if vote.mechanism == "laplace":
        # Between whole numbers all is smooth.
        nodes, share = np.polynomial.legendre.leggauss(min(8 + ceil(vote.classes / scale), 48))
        starts = np.arange(low - reach, high + reach)
        levels = (starts[:, None] + (nodes + 1) / 2).ravel()
        steps = np.tile(share / 2, len(starts))
        return _Score(levels, steps, lambda t, k: _laplace(t[:, None] - k, scale), False)
    # Sums over even steps are exponentially near integrals of what is smooth on the whole line.
    levels = np.arange(low - 6 * scale, high + reach, scale / 5)
    steps = np.full(len(levels), scale / 5)
    return _Score(levels, steps, lambda t, k: _gumbel(t[:, None] - k, scale), False)


def _whole(low: float, high: float, law: _Law) -> _Score:
    levels = np.arange(low, high + 1)
    return _Score(levels, np.ones(len(levels)), law, True)


def _answers(t: FloatArray, k: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Scores that are the numbers themselves."""
    return (k < t[:, None]).astype(np.float64), (k == t[:, None]).astype(np.float64)


def _geometric(x: FloatArray, rate: float) -> tuple[FloatArray, FloatArray]:
    """P(G < x) and P(G = x) of two-sided geometric noise at whole numbers."""
    tail = np.exp(-rate * np.where(x > 0, x, 1 - x)) / (1 + np.exp(-rate))
    return np.where(x > 0, 1 - tail, tail), np.asarray(np.exp(-rate * np.abs(x)) * np.tanh(rate / 2))


def _laplace(x: FloatArray, scale: float) -> tuple[FloatArray, FloatArray]:
    """P(V < x) and the density of Laplace noise."""
    tail = np.exp(-np.abs(x) / scale) / 2
    return np.where(x > 0, 1 - tail, tail), tail / scale


def _gumbel(x: FloatArray, scale: float) -> tuple[FloatArray, FloatArray]:
    """P(V < x) and the density of Gumbel noise, whose largest of scores has the law of (17)."""
    rare = np.exp(-np.maximum(x / scale, -6.5))
    below = np.exp(-rare)
    return below, below * rare / scale


def _wins(numbers: list[FloatArray], laws: list[FloatArray], score: _Score, by: Any) -> FloatArray:
    """The probability of each class to have the largest score, (K,): summed over levels, over people by a transform."""
    size, K = 2 * (len(by) - 1), len(laws)
    nodes, gauss = np.polynomial.legendre.leggauss((K + 1) // 2) if score.ties else (-np.ones(1), 2 * np.ones(1))
    total = np.zeros(K)
    for part in np.array_split(np.arange(len(score.levels)), ceil(len(score.levels) * K * size / _ENTRIES)):
        below, at = (np.empty((K, len(part), len(by)), dtype=np.complex128) for _ in range(2))
        for j, (k, law) in enumerate(zip(numbers, laws, strict=True)):
            for out, chance in zip((below, at), score.law(score.levels[part], k), strict=True):
                out[j] = _folded(chance * law, k, size)
        for u, weight in zip((nodes + 1) / 2, gauss / 2, strict=True):
            total += weight * np.einsum("jtw,w,t->j", at * _others(below + u * at), by, score.steps[part]).real
    return total


def _folded(values: FloatArray, k: FloatArray, size: int) -> Any:
    """The transforms, (levels, size/2 + 1), of values (levels, numbers) at numbers k, by their place modulo `size`."""
    placed = np.zeros((len(values), -(-len(k) // size) * size))
    placed[:, : len(k)] = values
    folded = placed.reshape(len(values), -1, size).sum(axis=1)
    return np.fft.rfft(np.roll(folded, int(k[0]) % size, axis=1), axis=1)


def _others(values: Any) -> Any:
    """For each of the first axis the product of all others, same shape."""
    before, after = np.ones_like(values), np.ones_like(values)
    np.cumprod(values[:-1], axis=0, out=before[1:])
    after[:-1] = np.cumprod(values[:0:-1], axis=0)[::-1]
    return before * after


def _by_people(
    vote: LocalVote, numbers: list[FloatArray], laws: list[FloatArray], people: FloatArray, share: FloatArray, size: int
) -> FloatArray:
    """The probability of each class by one-hot answers, (K,), for each possible number of people in the cell."""
    zero, one = vote.marks
    _refuse_many(int(people[-1]), int(people.sum()) + 1, vote.classes, size)
    total = np.zeros(vote.classes)
    for s, weight in zip(people, share, strict=True):
        by = _transform(np.array([s]), np.array([weight]), size)
        total += _wins(numbers, laws, _whole(0, s, _tallies(s, zero, one)), by)
    return total


def _tallies(s: float, zero: float, one: float) -> _Law:
    """The law of how many of s people answer for a class, of whom k have it: Bin(k, one) + Bin(s - k, zero)."""
    size = int(s) + 1
    turn = np.exp(-2j * np.pi * np.arange(size) / size)

    def score(levels: FloatArray, k: FloatArray) -> tuple[FloatArray, FloatArray]:
        own = np.minimum(k, s)[:, None]
        law = np.fft.ifft((1 - one + one * turn) ** own * (1 - zero + zero * turn) ** (s - own), axis=1).real.T
        below = np.cumsum(law, axis=0) - law
        places = levels.astype(np.int64)
        return below[places], law[places]

    return score
