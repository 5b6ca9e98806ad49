"""The exact excess risk of a private vote of two classes in the cells of a grid, and the same by simulation.

A cell's vote is a sum over all N people of independent steps up, down or none; people elsewhere have none. Its law
depends only on the cell's own mass and share of labels. So the average over the multinomial counts of the cells needs
only their marginals. The law is found by a discrete Fourier transform over the values that matter.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from typing import Any

import numpy as np

from notation.parameters import ParameterError, count
from upperbounds.channels.arrays import FloatArray
from upperbounds.classification.classifiers import BinClassifier
from upperbounds.classification.votes import CentralVote, LocalVote, Vote

REACH = 9.0
"""A vote is computed within this many standard deviations, and some steps, of its mean: 1e-16 of its law is beyond."""

RESOLUTION = 1e-12
"""Error bound of a probability, from tails and rounding of the transform (tests compare with rationals)."""

MOST_VALUES = 1 << 24
"""The most values that a vote may take in its window: beyond, a cell has about 10^11 people."""

_ENTRIES = 1 << 21
"""How many complex numbers a transform holds at a time, unless a single law has more."""


@dataclass(frozen=True)
class CellLaw:
    """A law of features and labels, seen through a grid: one row for each kind of cell.

    `mass` is a cell's probability, `share` the probability of class 1 in it, `loss` (cells, 2) the integral of eta* -
    eta_j over it where class j is predicted, and `number` how many such cells there are.
    """

    mass: FloatArray
    share: FloatArray
    loss: FloatArray
    number: FloatArray

    def __post_init__(self) -> None:
        """Refuse an invalid law: masses that do not add up to 1, shares or losses out of range."""
        total = float(self.mass @ self.number)
        if abs(total - 1) > 1e-9 or self.mass.min() < 0:
            raise ParameterError(f"mass: adds up to {total:.12g}; must be 1, none negative")
        if self.share.min() < 0 or self.share.max() > 1:
            raise ParameterError("share: must be from 0 to 1")
        gap = np.abs((self.loss[:, 0] - self.loss[:, 1]) - (2 * self.share - 1) * self.mass)
        if self.loss.min() < 0 or gap.max() > 1e-9:
            raise ParameterError("loss: must be at least 0, and differ between classes by (2 share - 1) mass")


def exact_risk(n: int, vote: Vote, law: CellLaw, *, tie: float = 0.5) -> float:
    """The expected excess risk of the vote of n people; `tie` is the probability of class 1 if a local vote ties."""
    second = chance_of_second(n, law.mass, law.share, vote, tie)
    return float(law.number @ (law.loss[:, 0] * (1 - second) + law.loss[:, 1] * second))


def chance_of_second(n: int, mass: FloatArray, share: FloatArray, vote: Vote, tie: float = 0.5) -> FloatArray:
    """The probability that a cell chooses class 1, shape of `mass`, averaged over n people's cells and labels."""
    n = count("n", n)
    if vote.classes != 2:
        raise ParameterError(f"classes = {vote.classes}: exact risks are of 2")
    chance = decision(vote, tie)
    lower, upper = steps_of(vote)
    up = mass * ((1 - share) * lower[0] + share * upper[0])
    down = mass * ((1 - share) * lower[1] + share * upper[1])
    kinds, back = np.unique(np.stack([up, down], axis=1), axis=0, return_inverse=True)
    return _averages(n, kinds[:, 0], kinds[:, 1], chance)[back.ravel()].reshape(np.shape(mass))


def steps_of(vote: Vote) -> tuple[tuple[float, float], tuple[float, float]]:
    """The probabilities that a person moves the vote of their cell up and down, for a label 0 and for a label 1."""
    return vote.steps() if isinstance(vote, LocalVote) else ((0.0, 1.0), (1.0, 0.0))


def decision(vote: Vote, tie: float = 0.5) -> Callable[[FloatArray], FloatArray]:
    """The probability of class 1 by a cell's lead, a whole number."""
    if isinstance(vote, CentralVote):
        return vote.chance_of_second
    return lambda leads: np.where(leads > 0, 1.0, np.where(leads < 0, 0.0, tie))


def _averages(n: int, up: FloatArray, down: FloatArray, chance: Callable[[FloatArray], FloatArray]) -> FloatArray:
    """E chance(S), S a sum of n steps of +1 and -1 with these probabilities; in groups of windows of like width."""
    mean, deviation = n * (up - down), np.sqrt(n * np.maximum(up + down - (up - down) ** 2, 0.0))
    # Steps are few where Bernstein's second term counts: log(1e16) of them.
    half = np.minimum(np.ceil(REACH * deviation + 40), n + 1.0)
    bits = np.ceil(np.log2(2 * half + 1)).astype(np.int64)
    found = np.empty(len(up))
    for width in np.unique(bits):
        size = 1 << int(width)
        if size > MOST_VALUES:
            raise ParameterError(
                f"n = {n}: a cell's vote takes {size:.0e} values; at most {MOST_VALUES:.0e} are added up"
            )
        rows = np.flatnonzero(bits == width)
        for part in np.array_split(rows, ceil(len(rows) * size / _ENTRIES)):
            first = np.rint(mean[part]).astype(np.int64) - size // 2
            values = first[:, None] + np.arange(size)
            found[part] = np.sum(_masses(n, up[part], down[part], first, size) * chance(values.astype(float)), axis=1)
    return np.clip(found, 0.0, 1.0)


def _masses(n: int, up: FloatArray, down: FloatArray, first: Any, size: int) -> FloatArray:
    """P(S = first + j), j < size, (laws, size), by the characteristic function (1 + up (z - 1) + down (1/z - 1))^n."""
    turns = np.arange(size // 2 + 1)
    angle = 2 * np.pi * turns / size
    # z - 1 without cancellation, so that a power n of 10^9 keeps its digits.
    real = -2 * (up + down)[:, None] * np.sin(angle / 2) ** 2
    imaginary = (up - down)[:, None] * np.sin(angle)
    with np.errstate(divide="ignore"):
        modulus = 0.5 * np.log1p(np.maximum(2 * real + real**2 + imaginary**2, -1.0))
    phase = n * np.arctan2(imaginary, 1 + real) - 2 * np.pi / size * (first[:, None] * turns % size)
    transform = np.exp(n * modulus) * np.exp(1j * phase)
    return np.fft.irfft(transform.conj(), size, axis=1)


def simulated_risk(
    n: int,
    classifier: BinClassifier,
    law: CellLaw,
    draw: Callable[[int, np.random.Generator], tuple[FloatArray, Any]],
    kinds: Callable[[Any], Sequence[int]],
    repetitions: int,
    rng: np.random.Generator,
) -> tuple[float, float]:
    """The mean excess risk of a classifier that is fitted to data of n people again and again, and its standard error.

    `draw` gives features and labels, `kinds` the row of the law for each cell of the fitted grid.
    """
    losses = np.empty(repetitions)
    for i in range(repetitions):
        fitted = classifier.set_params(random_state=rng).fit(*draw(n, rng))
        rows = np.asarray(kinds(fitted.grid_), dtype=np.int64)
        losses[i] = law.loss[rows, fitted.chosen_].sum()
    return float(losses.mean()), float(losses.std(ddof=1) / sqrt(repetitions))
