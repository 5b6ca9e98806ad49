"""The best private test between two finite laws, and the worst private channel, by linear programming, exactly.

t = e^epsilon is rational, above 1. The laws are of a user's whole data; a count serves for m draws of a bit
(`laws.binomial`). What the optimum is over:

*One message, one test* (`best_test`). Channel and test together are one function f(x) = P(accept | x), and f is such a
composition of an (epsilon, delta)-LDP channel exactly if 0 <= a <= b <= min{1, t a + delta} and 1 - a <= t (1 - b) +
delta for its least and largest value a and b.

*One message, any divergence* (`worst_channel`). For sum_z phi(M0(z), M1(z)) with phi convex and homogeneous, a column
of the channel may be split into columns with entries in {1, t} (see `channels.extreme_channels`): the program is over
their weights. There are 2^k - 1 of them and the optimum uses at most k.

*n users who do not see each other's messages* (`independent_optimum`). The divergence of all messages is convex in each
user's column with the others fixed. So it is largest if every user's channel is an extreme one, and these differ in
general. This is not a linear program, but small alphabets have few extreme channels.

*n users in sequence* (`interactive_optimum`). With V_0 = phi and V_j(a, b) the largest sum_z V_{j-1}(a M0(z), b M1(z))
over channels, V_n(1, 1) is the largest divergence of a transcript: each V_j is convex and homogeneous in its turn.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement, product

from flint import arb

from lowerbounds.information.channels import Channel, extreme_channels
from lowerbounds.information.laws import FiniteLaw
from lowerbounds.numerics.enclosures import ball, exact_down, precise
from lowerbounds.numerics.linear_programs import Optimum, Program, Vector, maximise
from notation.parameters import ParameterError, count

# phi(a, b) of the divergence sum phi(M0, M1): convex, homogeneous, exact or enclosed; a + b > 0.
Contribution = Callable[[Fraction, Fraction], Fraction | arb]
ExactContribution = Callable[[Fraction, Fraction], Fraction]
_ZERO, _ONE = Fraction(0), Fraction(1)
# Atoms, the probabilities of each under both laws.
Pairs = tuple[tuple[Fraction, Fraction], ...]


@dataclass(frozen=True)
class PrivateTest:
    """A test of one message.

    Attributes
    ----------
    value : Fraction
        The largest P(accept) - gamma Q(accept), exact.
    accept : dict from object to Fraction
        Probability to accept, for each atom.
    """

    value: Fraction
    accept: dict[object, Fraction]


@dataclass(frozen=True)
class WorstChannel:
    """A channel, and its distance from the worst channel.

    The supremum lies within `error` of `value`.

    Attributes
    ----------
    value : Fraction
        The divergence found.
    error : Fraction
        0 where contributions are exact, and then `value` is the divergence of this channel's messages.
    channel : Channel
        The law of the message, for each atom.
    """

    value: Fraction
    error: Fraction
    channel: Channel


def best_test(p: FiniteLaw, q: FiniteLaw, t: Fraction, delta: Fraction = _ZERO, gamma: Fraction = _ONE) -> PrivateTest:
    """Return the best test between `p` and `q` that sees one (epsilon, delta)-LDP message.

    Its value is the largest E_gamma of two messages; at gamma = 1, their largest TV. A fair choice between the laws is
    guessed wrongly with probability at least (1 - value)/2.

    Parameters
    ----------
    p : FiniteLaw
        The first law.
    q : FiniteLaw
        The second law.
    t : Fraction
        e^epsilon, a rational above 1.
    delta : Fraction, default ZERO
        delta of the message, in [0, 1).
    gamma : Fraction, default ONE
        gamma, at least 0.

    Returns
    -------
    PrivateTest
        The test and its value.

    Raises
    ------
    ParameterError
        Unless t > 1, 0 <= delta < 1 and gamma >= 0.
    """
    atoms, pairs = _pairs(p, q, t)
    if not 0 <= delta < 1:
        raise ParameterError(f"delta = {delta!r}: must be in [0, 1)")
    if not gamma >= 0:
        raise ParameterError(f"gamma = {gamma!r}: must be at least 0")
    size = len(atoms)
    gains = [a - gamma * b for a, b in pairs]
    # f = least + rise; unknowns: least, spread = largest - least, each rise, and a slack for each row below.
    rows: list[tuple[dict[int, Fraction], Fraction]] = [
        ({0: 1 - t, 1: _ONE}, delta),
        ({0: t - 1, 1: t}, t - 1 + delta),
        ({0: _ONE, 1: _ONE}, _ONE),
        *(({1: -_ONE, 2 + x: _ONE}, _ZERO) for x in range(size)),
    ]
    columns = [tuple(row.get(j, _ZERO) for row, _ in rows) for j in range(2 + size)]
    columns += [tuple(_ONE if i == j else _ZERO for i in range(len(rows))) for j in range(len(rows))]
    objective = (sum(gains, _ZERO), _ZERO, *gains, *(_ZERO for _ in rows))
    slacks = tuple(range(2 + size, len(columns)))
    optimum = maximise(Program(objective, tuple(columns), tuple(right for _, right in rows), slacks))
    least, _, *rises = optimum.primal[: 2 + size]
    return PrivateTest(optimum.value, {x: least + rise for x, rise in zip(atoms, rises, strict=True)})


@precise
def worst_channel(p: FiniteLaw, q: FiniteLaw, t: Fraction, contribution: Contribution) -> WorstChannel:
    """Return the epsilon-LDP channel whose messages differ most between `p` and `q`.

    Enclosed contributions are rounded for the program, and its optimum is exact. The weights sum to at most one, so the
    largest rounding error bounds the error of the supremum.

    Parameters
    ----------
    p : FiniteLaw
        The first law.
    q : FiniteLaw
        The second law.
    t : Fraction
        e^epsilon, a rational above 1.
    contribution : Contribution
        What one message adds: a convex homogeneous function of its two probabilities.

    Returns
    -------
    WorstChannel
        The channel.

    Raises
    ------
    ParameterError
        Unless t > 1.
    """
    atoms, pairs = _pairs(p, q, t)
    columns = _staircases(len(atoms), t)
    rounded = [_rounded(contribution(*_mass(column, pairs))) for column in columns]
    optimum = _over_channels(tuple(value for value, _ in rounded), columns)
    used = [(column, weight) for column, weight in zip(columns, optimum.primal, strict=True) if weight]
    channel = {
        x: FiniteLaw(tuple((column, weight * column[i]) for column, weight in used)) for i, x in enumerate(atoms)
    }
    return WorstChannel(optimum.value, max(error for _, error in rounded), channel)


def independent_optimum(p: FiniteLaw, q: FiniteLaw, t: Fraction, n: int, contribution: ExactContribution) -> Fraction:
    """Return the largest divergence of `n` messages, each epsilon-LDP and chosen before all others, exact.

    Every choice of n of the extreme channels is tried (2, 6, 42 of them for 2, 3, 4 atoms), so both n and the number of
    atoms must be small.

    Parameters
    ----------
    p : FiniteLaw
        The first law.
    q : FiniteLaw
        The second law.
    t : Fraction
        e^epsilon, a rational above 1.
    n : int
        Number of users.
    contribution : ExactContribution
        What one message adds: a convex homogeneous function of its two probabilities.

    Returns
    -------
    Fraction
        The largest divergence.

    Raises
    ------
    ParameterError
        Unless t > 1 and n >= 1.
    """
    n = count("n", n)
    atoms, pairs = _pairs(p, q, t)
    messages = []
    for channel in extreme_channels(atoms, t):
        # The message is its column, scaled.
        laws = [channel[x] for x in atoms]
        messages.append([_mass(tuple(law[z] for law in laws), pairs) for z in laws[0].atoms])

    def value(chosen: tuple[list[tuple[Fraction, Fraction]], ...]) -> Fraction:
        transcripts = [(_ONE, _ONE)]
        for message in chosen:
            transcripts = [(a * x, b * y) for a, b in transcripts for x, y in message]
        return sum((contribution(a, b) for a, b in transcripts), _ZERO)

    return max(value(chosen) for chosen in combinations_with_replacement(messages, n))


def interactive_optimum(p: FiniteLaw, q: FiniteLaw, t: Fraction, n: int, contribution: ExactContribution) -> Fraction:
    """Return the largest divergence of the transcripts of `n` users in sequence, each epsilon-LDP, exact.

    The work grows like the number of ratios of transcripts' probabilities, (2^k)^(n-1) at most for k atoms.

    Parameters
    ----------
    p : FiniteLaw
        The first law.
    q : FiniteLaw
        The second law.
    t : Fraction
        e^epsilon, a rational above 1.
    n : int
        Number of users.
    contribution : ExactContribution
        What one message adds: a convex homogeneous function of its two probabilities.

    Returns
    -------
    Fraction
        The largest divergence.

    Raises
    ------
    ParameterError
        Unless t > 1 and n >= 1.
    """
    n = count("n", n)
    atoms, pairs = _pairs(p, q, t)
    columns = _staircases(len(atoms), t)
    masses = [_mass(column, pairs) for column in columns]
    known: dict[tuple[int, Fraction], Fraction] = {}

    def value(n: int, a: Fraction, b: Fraction) -> Fraction:
        if n == 0:
            return contribution(a, b)
        # Homogeneous: the ratio decides.
        share = a / (a + b)
        if (n, share) not in known:
            rewards = tuple(value(n - 1, share * x, (1 - share) * y) for x, y in masses)
            known[n, share] = _over_channels(rewards, columns).value
        return (a + b) * known[n, share]

    return value(n, _ONE, _ONE)


def _pairs(p: FiniteLaw, q: FiniteLaw, t: Fraction) -> tuple[tuple[object, ...], Pairs]:
    """Return the atoms of either law and their probabilities."""
    if not t > 1:
        raise ParameterError(f"t = {t!r}: must be above 1")
    atoms = tuple(dict.fromkeys((*p.atoms, *q.atoms)))
    return atoms, tuple((p[x], q[x]) for x in atoms)


def _staircases(size: int, t: Fraction) -> tuple[Vector, ...]:
    """Return the columns with entries in {1, t}, without the one that is t throughout."""
    return tuple(column for column in product((_ONE, t), repeat=size) if column != (t,) * size)


def _mass(column: Vector, pairs: Pairs) -> tuple[Fraction, Fraction]:
    """Return the message's probability under both laws, per unit of weight."""
    under_p = sum((v * a for v, (a, _) in zip(column, pairs, strict=True)), _ZERO)
    under_q = sum((v * b for v, (_, b) in zip(column, pairs, strict=True)), _ZERO)
    return under_p, under_q


def _over_channels(rewards: Vector, columns: tuple[Vector, ...]) -> Optimum:
    """Maximise the sum of weights times rewards over weights with which the columns make a channel."""
    # Randomised response of all atoms is one.
    start = tuple(j for j, column in enumerate(columns) if sum(entry != 1 for entry in column) == 1)
    return maximise(Program(rewards, columns, (_ONE,) * len(columns[0]), start))


def _rounded(x: Fraction | arb) -> tuple[Fraction, Fraction]:
    """Return a rational near `x` and a bound on the distance; raises ArithmeticError where `x` is not finite."""
    if isinstance(x, Fraction):
        return x, _ZERO
    if not x.is_finite():
        raise ArithmeticError(f"a contribution came out as {x}: it must be finite")
    near = exact_down(x)
    return near, -exact_down(ball(near) - x)
