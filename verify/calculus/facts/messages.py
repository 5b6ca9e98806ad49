"""What a user's messages tell: of each of several samples, or of one at random."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from flint import arb

from verify.calculus.conditions import at_most
from verify.calculus.facts.packings import At
from verify.calculus.nouns import Law, Private
from verify.calculus.over import Maximum, Sum
from verify.calculus.reasons import Case, Schema
from verify.calculus.statement import Statement
from verify.calculus.terms import Name, constructor, integer, quantity, real
from verify.statements.outcome import as_arb


def _each(channel: Any, samples: Any, count: Fraction) -> Law:
    """The messages are independent, as each has noise of its own."""
    laws = [channel(x) for x in samples[: int(count)]]
    return {atoms: prod(law[z] for z, law in zip(atoms, laws, strict=True)) for atoms in product(*laws)}


def _one_of(channel: Any, samples: Any, count: Fraction) -> Law:
    laws = [channel(x) for x in samples[: int(count)]]
    return {z: sum((law[z] for law in laws), Fraction(0)) / int(count) for z in laws[0]}


def _divergence(p: Law, q: Law) -> arb:
    if any(w and not q.get(z) for z, w in p.items()):
        return arb("inf")
    return as_arb(max(Fraction(w) / q[z] for z, w in p.items() if w)).log()


Item = constructor("Item", "{0}_{{{1}}}", lambda samples, j: samples[int(j) - 1])
"""A sample of a user's: Item(X, j)."""
MessageOfEach = constructor("MessageOfEach", r"{0}^{{\otimes {2}}}(\cdot \mid {1})", _each)
"""The law of what a channel tells of each of m samples, with noise of its own for each: MessageOfEach(K, X, m)."""
MessageOfOne = constructor("MessageOfOne", r"\tfrac1{{{2}}}\textstyle\sum_{{j \le {2}}} {0}(\cdot \mid {1}_j)", _one_of)
"""The law of what a channel tells of one of m samples, drawn at random: MessageOfOne(K, X, m)."""
MaxDivergence = quantity("MaxDivergence", r"D_\infty({0} \,\|\, {1})",
                         "logarithm of the largest ratio of chances of an event under two laws", 0, infinite=True,
                         value=_divergence)  # fmt: skip

J = integer("j", least=1)
"""The letter that a sum over samples binds."""
K, X, Y = Name("K", "channel"), Name("X", "data set"), Name("X'", "data set")
x, y = Name("x", "sample"), Name("x'", "sample")
m, e = integer("m", least=1), real("epsilon", least=0)


def response(keep: Fraction) -> Any:
    """Tell a bit, or with the rest of the chance the other one."""
    return lambda bit: {bit: keep, 1 - bit: 1 - keep}


def _data() -> Iterator[dict[Any, Any]]:
    for keep, one, other in product((Fraction(3, 5), Fraction(9, 10)), ((0, 0, 0), (0, 1, 0)), ((1, 1, 1), (0, 1, 1))):
        for count in (1, 2, 3):
            yield {K: response(keep), X: one, Y: other, m: Fraction(count)}


def _pairs() -> Iterator[Case]:
    for keep, one in product((Fraction(1, 2), Fraction(3, 5), Fraction(3, 4), Fraction(9, 10)), (0, 1)):
        level = as_arb(keep / (1 - keep)).log() + arb(2) ** -40
        yield (K, e, x, y), {K: response(keep), e: level, x: one, y: 1 - one}


def _at_each(channel: Any, one: Any, other: Any) -> Any:
    return MaxDivergence(At(channel, Item(one, J)), At(channel, Item(other, J)))


def _largest(channel: Any, one: Any, other: Any, count: Any) -> Any:
    return Maximum(_at_each(channel, one, other), J, at_most(1, J), at_most(J, count))


def _total(channel: Any, one: Any, other: Any, count: Any) -> Any:
    return Sum(_at_each(channel, one, other), J, 1, count)


def _joined(term: Any, join: Callable[..., Any]) -> Iterator[Case]:
    """The divergences of all pairs of samples joined, a little more than exactly, so that enclosures decide."""
    for values in _data():
        laws = [values[K](bit) for bit in (0, 1)]
        pairs = zip(values[X][: int(values[m])], values[Y][: int(values[m])], strict=True)
        yield (K, X, Y, m), {**values, term: join(_divergence(laws[a], laws[b]) for a, b in pairs) + arb(2) ** -40}


PRIVATE_DIVERGENCE = Schema(
    "privacy", "definition: Dwork and Roth 2014, Definition 3.6 and the remark below it",
    lambda channel, level, one, other: Statement(
        at_most(MaxDivergence(At(channel, one), At(channel, other)), level), (Private(channel, level),)
    ),
    (K, e, x, y), _pairs,
)  # fmt: skip
DIVERGENCES_ADD = Schema(
    "messages of all samples", "definition: ratios of independent messages multiply",
    lambda channel, one, other, count: Statement(at_most(
        MaxDivergence(MessageOfEach(channel, one, count), MessageOfEach(channel, other, count)),
        _total(channel, one, other, count),
    )),
    (K, X, Y, m), lambda: _joined(_total(K, X, Y, m), lambda parts: sum(parts, arb(0))),
)  # fmt: skip
DIVERGENCE_OF_MIXTURES = Schema(
    "the message of one sample", "definition: a ratio of sums is at most the largest ratio of their parts",
    lambda channel, one, other, count: Statement(at_most(
        MaxDivergence(MessageOfOne(channel, one, count), MessageOfOne(channel, other, count)),
        _largest(channel, one, other, count),
    )),
    (K, X, Y, m), lambda: _joined(_largest(K, X, Y, m), lambda parts: max(parts, key=float)),
)  # fmt: skip

FACTS = (PRIVATE_DIVERGENCE, DIVERGENCES_ADD, DIVERGENCE_OF_MIXTURES)
