"""Bits that are kept or turned on their own at half of a budget each: private where each input has at most one 1.

The mechanism of kent Lemma 28 at m = 1, of bassily Algorithm 2 and of label (11).
"""

from typing import Any

from sympy import exp, log

from verify.kernel.calculus import Chain, Name, let, line, real
from verify.kernel.calculus import at_most as limits
from verify.kernel.calculus.facts.bits import AGREEMENTS, BIT_FLIPS, ONES, Agreements, BitFlips, Differences, Ones
from verify.kernel.calculus.facts.packings import At, Density

_ODDS = real("t", above=0)
_LOGARITHMS = (
    line(log(_ODDS / (_ODDS + 1))).eq(log(_ODDS) - log(_ODDS + 1)),
    line(1 - _ODDS / (_ODDS + 1)).eq(1 / (_ODDS + 1)),
)


def private_bits(size: Any, budget: Any, keep: str, answer: Name, one: Name, other: Name) -> Chain:
    """The density of an answer given one vector of bits, at most e^budget times that given another.

    Parameters
    ----------
    size : Parameter
        How many bits there are.
    budget : Parameter
        The privacy budget.
    keep : str
        The paper's letter, in LaTeX, for the probability that a bit is kept.
    answer, one, other : Name
        The answer, and both vectors of bits.
    """
    kept, lost = let(keep, exp(budget / 2) / (exp(budget / 2) + 1)), log(exp(budget / 2) + 1)
    flips, codes = BitFlips(size, kept), (limits(Ones(one), 1), limits(Ones(other), 1))

    def chance(bits: Name) -> Chain:
        """The probability of an answer by the number of bits that it keeps."""
        number = Agreements(answer, bits)
        return (
            line(Density(At(flips, bits), answer))
            .eq(exp(number * log(kept) + (size - number) * log(1 - kept)), BIT_FLIPS(size, kept, bits, answer))
            .eq(
                exp(number * (budget / 2 - lost) + (size - number) * log(1 / (exp(budget / 2) + 1))),
                *(told.at({_ODDS: exp(budget / 2)}) for told in _LOGARITHMS),
            )
            .eq(exp(budget / 2 * number - size * lost))
        )

    closer = (
        line(Agreements(answer, one) - Agreements(answer, other), given=codes)
        .le(Differences(one, other), AGREEMENTS(answer, one, other))
        .le(Ones(one) + Ones(other), ONES(one, other))
        .le(2, *codes)
    )
    ratio, near = exp(budget / 2 * closer.start), Density(At(flips, other), answer)
    return (
        line(Density(At(flips, one), answer), given=codes)
        .eq(chance(one).end, chance(one))
        .eq(ratio * chance(other).end)
        .eq(ratio * near, chance(other))
        .le(exp(budget / 2 * 2) * near, closer)
        .eq(exp(budget) * near)
    )
