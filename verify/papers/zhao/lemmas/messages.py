"""What a user's messages tell: of each of several samples, or of one at random."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from flint import arb

from verify.kernel.calculus.conditions import at_most
from verify.kernel.calculus.facts.packings import At
from verify.kernel.calculus.nouns import Law, Private
from verify.kernel.calculus.over import Maximum, Sum, Supremum
from verify.kernel.calculus.reasons import Case, Schema
from verify.kernel.calculus.statement import Statement
from verify.kernel.calculus.terms import Name, constructor, integer, quantity, real
from verify.kernel.statements.outcome import as_arb


def _each(protocol: Any, samples: Any, count: Fraction) -> Law:
    law: Law = {(): Fraction(1)}
    for j, x in enumerate(samples[: int(count)], 1):
        law = {(*past, z): w * v for past, w in law.items() for z, v in protocol(j, past)(x).items()}
    return law


def _one_of(channel: Any, samples: Any, count: Fraction) -> Law:
    laws = [channel(x) for x in samples[: int(count)]]
    return {z: sum((law[z] for law in laws), Fraction(0)) / int(count) for z in laws[0]}


def _divergence(p: Law, q: Law) -> arb:
    if any(w and not q.get(z) for z, w in p.items()):
        return arb("inf")
    return as_arb(max(Fraction(w) / q[z] for z, w in p.items() if w)).log()


Item = constructor("Item", r"{0}_{{\cdot, {1}}}", lambda samples, j: samples[int(j) - 1], sort="sample")
"""A sample of a user's: Item(X, j)."""
StepOf = constructor("StepOf", "{0}_{{{1}}}[{2}]", lambda protocol, j, past: protocol(j, past), sort="channel")
"""The channel of the sample j, after earlier messages: StepOf(Z, j, z)."""
MessageOfEach = constructor("MessageOfEach", r"{0}_{{1 \dots {2}}}({1})", _each)
"""The law of the messages on m samples in turn, each by a channel that may depend on the earlier messages:
MessageOfEach(Z, X, m)."""
MessageOfOne = constructor(
    "MessageOfOne",
    r"\tfrac1{{{2}}}\textstyle\sum_{{j \le {2}}} {0}(\cdot \mid {1}_j)",
    _one_of,
    needs=lambda _k, _x, count: (at_most(1, count),),
)
"""The law of what a channel tells of one of m samples, drawn at random: MessageOfOne(K, X, m)."""
MaxDivergence = quantity(
    "MaxDivergence",
    r"D_\infty({0} \,\|\, {1})",
    "logarithm of the largest ratio of probabilities of an event under two laws",
    0,
    infinite=True,
    value=_divergence,
)

SAMPLE = integer("j", least=1)
"""The letter that a sum over samples binds."""
_Z, past = Name("Z", "item-level protocol"), Name("z", "messages")
_K, _X, _Y = Name("K", "channel"), Name("X", "data set"), Name("X'", "data set")
x, _y = Name("x", "sample"), Name("x'", "sample")
_m, _e = integer("m", least=1), real("epsilon", least=0)


def _response(keep: Fraction) -> Any:
    """Tell a bit, or with the rest of the probability the other one."""
    return lambda bit: {bit: keep, 1 - bit: 1 - keep}


def _data() -> Iterator[dict[Any, Any]]:
    for keep, one, other in product((Fraction(3, 5), Fraction(9, 10)), ((0, 0, 0), (0, 1, 0)), ((1, 1, 1), (0, 1, 1))):
        for count in (1, 2, 3):
            yield {_K: _response(keep), _X: one, _Y: other, _m: Fraction(count)}


def _pairs() -> Iterator[Case]:
    for keep, one in product((Fraction(1, 2), Fraction(3, 5), Fraction(3, 4), Fraction(9, 10)), (0, 1)):
        level = as_arb(keep / (1 - keep)).log() + arb(2) ** -40
        yield (_K, _e, x, _y), {_K: _response(keep), _e: level, x: one, _y: 1 - one}


def adaptive(keep: Fraction) -> Any:
    """The first bit is told with one probability, a later one with it after a message 1, and with 2/3 after 0."""
    return lambda j, past: _response(keep if j == 1 or past[-1] else Fraction(2, 3))


def _at_each(channel: Any, one: Any, other: Any) -> Any:
    return MaxDivergence(At(channel, Item(one, SAMPLE)), At(channel, Item(other, SAMPLE)))


def largest_divergence(channel: Any, one: Any, other: Any, count: Any) -> Any:
    """The largest over the samples."""
    return Maximum(_at_each(channel, one, other), SAMPLE, at_most(1, SAMPLE), at_most(SAMPLE, count))


def divergences(protocol: Any, one: Any, other: Any, count: Any) -> Any:
    """The sum over the samples, each after the worst earlier messages."""
    return Sum(Supremum(_at_each(StepOf(protocol, SAMPLE, past), one, other), past), SAMPLE, 1, count)


def _turned(values: dict[Any, Any]) -> list[int]:
    """Which samples differ, from 1 on."""
    pairs = zip(values[_X], values[_Y], strict=True)
    return [j for j, (one, other) in enumerate(pairs, 1) if one != other and j <= values[_m]]


def _adaptive() -> Iterator[Case]:
    """The sum, a little more than exactly, so that enclosures decide."""
    for values in _data():
        keep = values[_K](0)[0]
        worst = {j: max(keep, Fraction(2, 3)) if j > 1 else keep for j in _turned(values)}
        total = sum((as_arb(p / (1 - p)).log() for p in worst.values()), arb(2) ** -40)
        yield (_Z, _X, _Y, _m), {**values, _Z: adaptive(keep), divergences(_Z, _X, _Y, _m): total}


def _mixtures() -> Iterator[Case]:
    for values in _data():
        keep = values[_K](0)[0]
        worst = as_arb(keep / (1 - keep)).log() if _turned(values) else arb(0)
        yield (_K, _X, _Y, _m), {**values, largest_divergence(_K, _X, _Y, _m): worst + arb(2) ** -40}


PRIVATE_DIVERGENCE = Schema(
    "privacy",
    "definition",
    "definition: Dwork and Roth 2014, Definition 3.6 and the remark below it",
    lambda channel, level, one, other: Statement(
        at_most(MaxDivergence(At(channel, one), At(channel, other)), level), (Private(channel, level),)
    ),
    (_K, _e, x, _y),
    _pairs,
    outside=lambda: iter(
        [
            (0, (_K, _e, x, _y), {_K: _response(Fraction(9, 10)), _e: Fraction(1, 10), x: 0, _y: 1}),
        ]
    ),
)
BASIC_COMPOSITION = Schema(
    "basic composition",
    "lemma",
    "Dwork and Roth 2014, Theorem B.1 at delta = 0: conditional ratios of messages multiply",
    lambda protocol, one, other, count: Statement(
        at_most(
            MaxDivergence(MessageOfEach(protocol, one, count), MessageOfEach(protocol, other, count)),
            divergences(protocol, one, other, count),
        )
    ),
    (_Z, _X, _Y, _m),
    _adaptive,
)
DIVERGENCE_OF_MIXTURES = Schema(
    "the message of one sample",
    "lemma",
    "a ratio of sums is at most the largest ratio of their parts",
    lambda channel, one, other, count: Statement(
        at_most(
            MaxDivergence(MessageOfOne(channel, one, count), MessageOfOne(channel, other, count)),
            largest_divergence(channel, one, other, count),
        )
    ),
    (_K, _X, _Y, _m),
    _mixtures,
)

FACTS = (PRIVATE_DIVERGENCE, BASIC_COMPOSITION, DIVERGENCE_OF_MIXTURES)
