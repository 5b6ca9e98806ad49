"""Exact laws for kent's first stage: users' means, their bins, the votes of two bins, and the winner's buffer."""

from collections.abc import Mapping
from fractions import Fraction
from math import comb

import sympy
from flint import arb
from sympy import Integer, Min, oo

from notation.symbols import D, Delta
from upperbounds.protocols.two_stage import TwoStage
from verify.kernel.calculus import Chain, Comparison, at_most, below, integer, let, line, real
from verify.kernel.prover import Relation, Variable
from verify.kernel.statements import Inequality
from verify.kernel.statements.outcome import as_arb
from verify.papers.kent.nouns_upper import WIDTH

Law = dict[Fraction, Fraction]
Raw = dict[tuple[int, int], Fraction]
"""The joint law of one voter's raw votes for two bins."""

_THETA, _BIN = real("theta"), integer("l", least=1)
LEFT_END = -1 + 2 * (_BIN - 1) * WIDTH
HOME = (at_most(LEFT_END, _THETA), at_most(_THETA, LEFT_END + 2 * WIDTH))
"""Where theta lies: in I_l, and in its halves. Ends that a bin leaves out do no harm."""
LEFT_HALF = (at_most(LEFT_END, _THETA), below(_THETA, LEFT_END + WIDTH))
RIGHT_HALF = (at_most(LEFT_END + WIDTH, _THETA), at_most(_THETA, LEFT_END + 2 * WIDTH))
ROUNDED = sympy.Symbol("f", nonnegative=True)
WIDTHS = (Variable(Delta, Integer(0), oo, open_lower=True), Variable(ROUNDED, Integer(0), Integer(1), open_upper=True))
"""Delta, and f with N(Delta) = ceil(1/Delta) = 1/Delta + f."""
_COUNT = Inequality(Relation(1 / Delta + ROUNDED, 3 / Min(Delta, 1), "<=", WIDTHS), (("Delta", "1/10"), ("f", "0")))
"""N(Delta) <= 3/(Delta ^ 1)."""
_REACH = Inequality(Relation(Integer(1), Delta * (1 / Delta + ROUNDED), "<=", WIDTHS))
"""N(Delta) Delta >= 1: the bins reach from -1 to 1."""


def sign_mean(m: int, high: Fraction) -> Law:
    """The law of the mean of that many samples, each 1 with probability `high` and -1 otherwise."""
    top, bottom = high.numerator, high.denominator
    return {
        Fraction(2 * k - m, m): Fraction(comb(m, k) * top**k * (bottom - top) ** (m - k), bottom**m)
        for k in range(m + 1)
    }


def sign_mean_again(m: int, high: Fraction) -> Law:
    """The same law, one sample after the other."""
    sums = {0: Fraction(1)}
    for _ in range(m):
        longer = dict.fromkeys((s + x for s in sums for x in (-1, 1)), Fraction(0))
        for s, mass in sums.items():
            longer[s + 1] += mass * high
            longer[s - 1] += mass * (1 - high)
        sums = {s: mass for s, mass in longer.items() if mass}
    return {Fraction(s, m): mass for s, mass in sums.items()}


def centred_mean(m: int, high: Fraction) -> Law:
    """The law of the mean of that many X - E X, one after the other; X is 1 with probability `high`, else -1."""
    sums = {Fraction(0): Fraction(1)}
    for _ in range(m):
        longer: Law = {}
        for total, mass in sums.items():
            for x, share in ((2 - 2 * high, high), (-2 * high, 1 - high)):
                longer[total + x] = longer.get(total + x, Fraction(0)) + mass * share
        sums = longer
    return {total / m: mass for total, mass in sums.items()}


def tail(law: Law, centre: Fraction, delta: arb) -> Fraction:
    """P(|value - centre| >= delta); the enclosure of delta must decide every point."""
    return sum((mass for x, mass in law.items() if not decided_below(abs(x - centre), delta)), Fraction(0))


def decided_below(point: Fraction, limit: arb) -> bool:
    """Whether point < limit, where the enclosure decides."""
    below = bool(as_arb(point) < limit)
    assert below or bool(as_arb(point) >= limit)
    return below


def bin_of(point: Fraction, delta: arb) -> int:
    """The bin, from 0, of a point of [-1, 1], of ceil(1/delta) bins of width 2 delta."""
    index = ((as_arb(point) + 1) / (2 * delta)).floor().unique_fmpz()
    count = (1 / delta).ceil().unique_fmpz()
    assert index is not None
    assert count is not None
    return min(int(index), int(count) - 1)


def width(n: int, m: int, alpha: Fraction) -> arb:
    """Delta of (30) for alpha <= 1 and of (101) beyond, enclosed."""
    if alpha <= 1:
        return (2 * as_arb(n * m * alpha**2).log() / m).sqrt()
    return (4 * as_arb(n * m).log() / m).sqrt()


def beaten(raw: Raw, keep: Fraction, voters: int) -> Fraction:
    """P(Z_a <= Z_b) for that many voters with that law of raw votes (V_a, V_b): the law of Z_a - Z_b, voter by voter."""
    step = dict.fromkeys((-1, 0, 1), Fraction(0))
    for (a, b), mass in raw.items():
        for x in (0, 1):
            for y in (0, 1):
                step[x - y] += mass * (keep if x == a else 1 - keep) * (keep if y == b else 1 - keep)
    law = {0: Fraction(1)}
    for _ in range(voters):
        longer = dict.fromkeys((z + d for z in law for d in step), Fraction(0))
        for z, mass in law.items():
            for d, share in step.items():
                longer[z + d] += mass * share
        law = longer
    return sum((mass for z, mass in law.items() if z <= 0), Fraction(0))


def beaten_again(raw: Raw, keep: Fraction, voters: int) -> Fraction:
    """The same probability, from the laws of the two tallies given how many voters hold which raw votes."""
    assignments: dict[tuple[int, int], Fraction] = {(0, 0): Fraction(1)}
    for _ in range(voters):
        longer: dict[tuple[int, int], Fraction] = {}
        for (i, j), mass in assignments.items():
            for (a, b), share in raw.items():
                longer[i + a, j + b] = longer.get((i + a, j + b), Fraction(0)) + mass * share
        assignments = longer
    total = Fraction(0)
    for (i, j), mass in assignments.items():
        first, second = _tally(i, voters, keep), _tally(j, voters, keep)
        total += mass * sum((p * sum(second[z:]) for z, p in enumerate(first)), Fraction(0))
    return total


def sum_of_bits(probabilities: list[Fraction]) -> list[Fraction]:
    """The law of the sum of independent bits with these probabilities of a 1."""
    law = [Fraction(1)]
    for p in probabilities:
        law = [up * p + stay * (1 - p) for up, stay in zip([Fraction(0), *law], [*law, Fraction(0)], strict=True)]
    return law


def _tally(ones: int, voters: int, keep: Fraction) -> list[Fraction]:
    """The law of the sum of the privatised bits of voters, `ones` of whom hold a raw 1."""
    return sum_of_bits([keep if k < ones else 1 - keep for k in range(voters)])


def buffer_parts(plan: TwoStage, offsets: Mapping[int, tuple[Comparison, ...]]) -> dict[str, Chain]:
    """Theta is Delta away from both ends of the plan's interval, for every winner l + offset and where theta lies then."""
    parts = {}
    for offset, where in offsets.items():
        ends = (end.subs({D: 1, Delta: WIDTH}) for end in plan.interval(_BIN - 1 + offset))
        lower, upper = (let(letter, end) for letter, end in zip((r"\tilde L", r"\tilde U"), ends, strict=True))
        parts[f"j* = l{offset:+d}"] = line(Min(_THETA - lower, upper - _THETA), given=where).ge(WIDTH)
    return parts


def tally(ones: int, zeros: int, keep: arb) -> list[arb]:
    """The law of the votes for a bin where `ones` voters have a one, each bit kept with that probability."""
    law = [arb(1)]
    for chance in [keep] * ones + [1 - keep] * zeros:
        law = [a * (1 - chance) + b * chance for a, b in zip([*law, arb(0)], [arb(0), *law], strict=True)]
    return law
