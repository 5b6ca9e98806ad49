"""The exact probabilities of a private vote of three classes in a cell of a grid: an alternative to `many_classes`.

A cell's vote depends on two leads, of the first two classes over the third: a sum over all N people of independent
steps in the plane. Its law is found by a discrete Fourier transform over the pairs of leads that matter, as that of two
classes is in `classification`. With one-hot answers it takes cells of about 10^4 people.
"""

from itertools import product
from math import ceil, log2

import numpy as np

from notation.parameters import ParameterError, count
from upperbounds.channels.arrays import FloatArray
from upperbounds.classification.votes import CentralVote, LocalVote, Vote
from verify.study.risk.classification import REACH

MOST_PAIRS = 1 << 22
"""The most leads in the window: a cell of about 10^4 people."""

Pattern = tuple[int, int, int]


def chances(n: int, mass: float, shares: FloatArray, vote: Vote) -> FloatArray:
    """The probability that a cell chooses each class, (3,), averaged over n people's cells and labels."""
    n = count("n", n)
    if vote.classes != 3:
        raise ParameterError(f"classes = {vote.classes}: must be 3")
    patterns = steps_of(vote, shares)
    leads = np.array([(a - c, b - c) for a, b, c in patterns], dtype=np.float64)
    weights = mass * np.array(list(patterns.values()))
    mean = weights @ leads
    spread = np.sqrt(n * np.maximum(weights @ leads**2 - mean**2, 0.0))
    half = np.minimum(np.ceil(REACH * spread + 40), n + 1.0)
    sizes = [1 << ceil(log2(2 * h + 1)) for h in half]
    if sizes[0] * sizes[1] > MOST_PAIRS:
        raise ParameterError(f"n = {n}: a cell's vote takes {sizes[0] * sizes[1]:.0e} pairs; at most {MOST_PAIRS:.0e}")
    first = [round(n * m) - size // 2 for m, size in zip(mean, sizes, strict=True)]
    one, two = (2 * np.pi * np.arange(size) / size for size in sizes)
    # The characteristic function less 1, without cancellation: e^(ix) - 1 = 2 i sin(x/2) e^(ix/2).
    change = np.zeros((sizes[0], sizes[1]), dtype=np.complex128)
    for (a, b), weight in zip(leads, weights, strict=True):
        turn = (a * one[:, None] + b * two) / 2
        change += weight * 2j * np.sin(turn) * np.exp(1j * turn)
    with np.errstate(divide="ignore"):
        # Where it is 0 no power is left.
        power = np.exp(n * np.log1p(change))
    shift = np.exp(-1j * (one[:, None] * first[0] + two * first[1]))
    law = np.fft.fft2(power * shift).real / (sizes[0] * sizes[1])
    ahead = (first[0] + np.arange(sizes[0]), first[1] + np.arange(sizes[1]))
    found = np.array([np.sum(law * chance) for chance in decisions(vote, *ahead)])
    return np.clip(found, 0.0, 1.0)


def steps_of(vote: Vote, shares: FloatArray) -> dict[Pattern, float]:
    """The probabilities of what a person of the cell adds to the tallies, from their label's probabilities."""
    units: list[Pattern] = [(1, 0, 0), (0, 1, 0), (0, 0, 1)]
    if isinstance(vote, CentralVote):
        return dict(zip(units, shares.tolist(), strict=True))
    zero, one = vote.marks
    if vote.mechanism == "k-ary":
        return {unit: zero + (one - zero) * share for unit, share in zip(units, shares.tolist(), strict=True)}
    found = {}
    for a, b, c in product((0, 1), repeat=3):
        given = np.ones(3)
        for place, bit in enumerate((a, b, c)):
            up = np.where(np.arange(3) == place, one, zero)
            given *= up if bit else 1 - up
        found[a, b, c] = float(given @ shares)
    return found


def decisions(vote: Vote, first: FloatArray, second: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """The probability of each class by the leads over the third, arrays of whole numbers: (first, second) each."""
    a, b = first[:, None].astype(np.float64), second[None, :].astype(np.float64)
    if isinstance(vote, LocalVote):
        best = np.maximum(np.maximum(a, b), 0.0)
        wins = [(lead == best).astype(np.float64) for lead in (a, b, np.zeros((1, 1)))]
        ties = wins[0] + wins[1] + wins[2]
        return wins[0] / ties, wins[1] / ties, wins[2] / ties
    if vote.mechanism == "exponential":
        scores = [float(vote.epsilon) / 2 * lead for lead in (a, b, np.zeros((1, 1)))]
        top = np.logaddexp(np.logaddexp(scores[0], scores[1]), scores[2])
        one, two, three = (np.exp(score - top) for score in scores)
        return one, two, three
    if vote.mechanism == "geometric":
        one, two = _geometric(vote, a.ravel(), b.ravel()), _geometric(vote, b.ravel(), a.ravel()).T
        return one, two, np.maximum(1 - one - two, 0.0)
    raise ParameterError(
        f"mechanism = {vote.mechanism!r}: exact probabilities of three classes are of counts and of (17)"
    )


def _geometric(vote: CentralVote, mine: FloatArray, other: FloatArray) -> FloatArray:
    """The probability that a class leads by its noisy count, by its lead over the third and the other's, fair ties.

    Given its own noise g, the third's noise is below g + mine, or ties, and the other's below g + mine - other.
    """
    rate = float(vote.unit) * float(vote.epsilon)
    reach = ceil(40 / rate)
    if reach * len(mine) * 3 > MOST_PAIRS * 8:
        raise ParameterError(f"epsilon = {float(vote.epsilon):g}: noise reaches {reach}; too far to be added up")
    noise = np.arange(-reach, reach + 1)
    mass = np.exp(-rate * np.abs(noise)) * np.tanh(rate / 2)

    def below(x: FloatArray) -> FloatArray:
        """P(G < x) for whole x: r^(1 - x)/(1 + r) up to 0, and beyond 1 - r^x/(1 + r)."""
        tail = np.exp(-rate * np.where(x > 0, x, 1 - x)) / (1 + np.exp(-rate))
        return np.where(x > 0, 1 - tail, tail)

    found = np.zeros((len(mine), len(other)))
    for g, chance in zip(noise, mass, strict=True):
        third, over = g + mine[:, None], g + mine[:, None] - other
        low3, low2 = below(third), below(over)
        tie3, tie2 = (np.exp(-rate * np.abs(x)) * np.tanh(rate / 2) for x in (third, over))
        found += chance * (low3 * low2 + (tie3 * low2 + low3 * tie2) / 2 + tie3 * tie2 / 3)
    return found
