"""Finite epsilon-LDP channels with exact probabilities in t = e^epsilon: extreme points, and randomised response."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product

from flint import fmpq, fmpq_mat

from lowerbounds.information.laws import FiniteLaw
from notation.parameters import ParameterError

Channel = Mapping[Hashable, FiniteLaw]


def worst_ratio(channel: Channel) -> Fraction | None:
    """Return the largest ratio of one message's probability between two inputs; None if it is infinite.

    Parameters
    ----------
    channel : Channel
        The law of the message, for each input.

    Returns
    -------
    Fraction or None
        The ratio, or None.
    """
    worst = Fraction(1)
    messages = {message for law in channel.values() for message in law.atoms}
    for message in messages:
        column = [law[message] for law in channel.values()]
        if max(column) > 0:
            if min(column) == 0:
                return None
            worst = max(worst, max(column) / min(column))
    return worst


def response(success: Mapping[Hashable, Fraction], t: Fraction) -> Channel:
    """Return randomised response of a bit that is 1 with probability success[input]: kept with probability t/(1+t).

    Parameters
    ----------
    success : dict from Hashable to Fraction
        Probability of a 1 for each input, exact.
    t : Fraction
        e^epsilon, a rational above 1.

    Returns
    -------
    Channel
        The law of the answer, for each input.
    """
    keep = t / (1 + t)
    return {
        x: FiniteLaw.of({1: a * keep + (1 - a) * (1 - keep), 0: a * (1 - keep) + (1 - a) * keep})
        for x, a in success.items()
    }


def extreme_channels(inputs: Sequence[Hashable], t: Fraction) -> Iterator[Channel]:
    """Yield every extreme point of the epsilon-LDP channels on `inputs`, t = e^epsilon rational, above 1.

    Each column q(z|.) of such a channel lies in the cone {q >= 0: max q <= t min q}; its extreme rays are the
    vectors with entries in {1, t}. Splitting a column into extreme ones refines the channel (the old one is a
    post-processing), so for a divergence the worst channel is sum_v theta_v v = 1, theta >= 0, over these 2^k - 1
    vectors, at a vertex: at most k columns, linearly independent (Kairouz, Oh, Viswanath, Extremal Mechanisms for
    Local Differential Privacy, JMLR 2016, whose staircase mechanisms these are).
    So a contraction inequality that holds on all of these holds on every epsilon-LDP channel, for those input laws.

    Parameters
    ----------
    inputs : sequence of Hashable
        The inputs.
    t : Fraction
        e^epsilon, a rational above 1.

    Yields
    ------
    iterator of Channel
        The law of the message, for each input.

    Raises
    ------
    ParameterError
        Unless t is above 1.
    """
    if not t > 1:
        raise ParameterError(f"t = {t!r}: must be above 1")
    for used in _extreme_weights(len(inputs), t):
        yield {x: FiniteLaw(tuple((v, w * v[i]) for v, w in used)) for i, x in enumerate(inputs)}


@cache
def _extreme_weights(size: int, t: Fraction) -> tuple[tuple[tuple[tuple[Fraction, ...], Fraction], ...], ...]:
    """For each extreme channel on this many inputs, its columns up to a factor, with their weights."""
    ones, full = (Fraction(1),) * size, (t,) * size
    columns = [ones, *(v for v in product((Fraction(1), t), repeat=size) if v not in (ones, full))]
    entries = [[fmpq(x.numerator, x.denominator) for x in column] for column in columns]
    right = fmpq_mat(size, 1, [1] * size)
    found = {}
    for chosen in combinations(range(len(columns)), size):
        matrix = fmpq_mat(size, size, [entries[k][i] for i in range(size) for k in chosen])
        if matrix.det() == 0:
            continue
        solved = matrix.solve(right)
        weights = [(k, solved[j, 0]) for j, k in enumerate(chosen) if solved[j, 0] != 0]
        # Where fewer columns carry all the weight, several choices are one channel.
        if all(w > 0 for _, w in weights):
            found[tuple(k for k, _ in weights)] = weights
    return tuple(tuple((columns[k], Fraction(int(w.p), int(w.q))) for k, w in weights) for weights in found.values())
