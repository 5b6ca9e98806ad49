"""Entropy, mutual information and convexity."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from flint import arb

from verify.kernel.calculus.textbook.fact import SLACK, Fact, Law, Pair, ball, entropy, laws, total


def _conditional_entropy(joint: list[Law]) -> arb:
    """H(V | W) of a joint law, row w, column v."""
    return entropy(tuple(a for row in joint for a in row)) - entropy(tuple(total(iter(row)) for row in joint))


def _fano(others: bool = True) -> Iterator[Pair]:
    """H(V | guess) next to h(p) + p log(K - 1), K = 2, 3, for joint laws of V and the guess."""
    for size, parts in ((2, 6), (3, 4)):
        for masses in laws(size * size, parts):
            joint = [masses[i : i + size] for i in range(0, size * size, size)]
            wrong = 1 - total(row[i] for i, row in enumerate(joint))
            bound = entropy((wrong, 1 - wrong))
            if others:
                bound += ball(wrong) * arb(size - 1).log()
            yield _conditional_entropy(joint) - SLACK, bound
    # Equality: a guess that errs evenly.
    for size in (2, 3, 5):
        for k in range(1, 6):
            p = Fraction(k, 12)
            row = (1 - p, *[p / (size - 1)] * (size - 1))
            bound = entropy((p, 1 - p)) + (ball(p) * arb(size - 1).log() if others else 0)
            yield entropy(row) - SLACK, bound


def _channels() -> Iterator[tuple[Fraction, ...]]:
    """P(Z = 1 | v) for v in {0, 1}^2."""
    yield from product((Fraction(0), Fraction(1, 3), Fraction(1)), repeat=4)


def _superadditive(prior: Law | None = None) -> Iterator[Pair]:
    """I(V_1; Z) + I(V_2; Z) next to I(V; Z), all channels of a grid, two product priors."""
    biases = ((Fraction(1, 2), Fraction(1, 2)), (Fraction(1, 3), Fraction(3, 4)))
    priors = [tuple(x * y for x in (1 - a, a) for y in (1 - b, b)) for a, b in biases] if prior is None else [prior]
    for masses, channel in product(priors, _channels()):
        hidden = [[w * (1 - c), w * c] for w, c in zip(masses, channel, strict=True)]
        first = _information([_add(hidden[0], hidden[1]), _add(hidden[2], hidden[3])])
        second = _information([_add(hidden[0], hidden[2]), _add(hidden[1], hidden[3])])
        yield first + second - SLACK, _information(hidden)


def _add(first: list[Fraction], second: list[Fraction]) -> list[Fraction]:
    return [a + b for a, b in zip(first, second, strict=True)]


def _information(joint: list[list[Fraction]]) -> arb:
    """I of a joint law, row v, column z."""
    rows = entropy(tuple(sum(row, Fraction(0)) for row in joint))
    columns = entropy(tuple(sum(column, Fraction(0)) for column in zip(*joint, strict=True)))
    return rows + columns - entropy(tuple(a for row in joint for a in row))


def _jensen(sense: int = 1) -> Iterator[Pair]:
    """phi(E X) <= E phi(X), phi(x) = exp(x), x^2, |x|^3, -sqrt(x), on three atoms; `sense` -1 takes it for concave."""
    for masses in laws(3):
        for places in ((0, 1, 3), (1, 2, 4)):
            mean = ball(total(w * x for w, x in zip(masses, places, strict=True)))
            for phi in (arb.exp, lambda x: x**2, lambda x: abs(x) ** 3, lambda x: -(x.sqrt())):
                of_mean = phi(mean)
                average = sum((ball(w) * phi(arb(x)) for w, x in zip(masses, places, strict=True)), arb(0))
                yield sense * of_mean - SLACK, sense * average


def _cauchy_schwarz(constant: Fraction = Fraction(1)) -> Iterator[Pair]:
    for masses in laws(3, 4):
        for f in product((-1, 0, 2), repeat=3):
            g = (1, 2, -1)
            inner = total(w * a * b for w, a, b in zip(masses, f, g, strict=True))
            first = total(w * a * a for w, a in zip(masses, f, strict=True))
            second = total(w * b * b for w, b in zip(masses, g, strict=True))
            yield inner**2, constant * first * second


FANO = Fact(
    "fano",
    "Fano: Cover and Thomas 2006, Theorem 2.10.1",
    r"H(V\mid\hat V)\le h(p)+p\log(K-1),\ p=P(\hat V\ne V);\ \text{for a bit } H(V\mid\hat V)\le h(p)",
    _fano,
)
SUPERADDITIVE_INFORMATION = Fact(
    "information-superadditive",
    "independent parts: Cover and Thomas 2006, Theorems 2.5.2 (chain rule) and 2.6.5 (conditioning reduces entropy)",
    r"V_1,\dots,V_k\text{ independent}\Rightarrow\textstyle\sum_jI(V_j;Z)\le I(V;Z)",
    _superadditive,
)
JENSEN = Fact(
    "jensen",
    "Jensen: Cover and Thomas 2006, Theorem 2.6.2",
    r"\varphi(EX)\le E\varphi(X),\ \varphi\text{ convex}",
    _jensen,
)
CAUCHY_SCHWARZ = Fact("cauchy-schwarz", "Cauchy and Schwarz", r"(E\,fg)^2\le E f^2\,E g^2", _cauchy_schwarz)
