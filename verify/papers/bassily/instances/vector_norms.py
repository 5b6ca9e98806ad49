"""Finite cases for bassily Section 2 and Lemma 5.1: exact laws of norms of vectors and of their means."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb

from flint import arb

from verify.kernel.statements import Case
from verify.kernel.statements.outcome import Settings, as_arb
from verify.papers.bassily.instances.vote_counts import binomial


def two_vectors(_: Settings) -> Iterator[Case]:
    """n = 2 sign vectors in R^12, gamma = 1/2: one ball of radius tau holds both iff ||X_1 - X_2||^2 <= 4 tau^2."""
    size, gamma = 12, Fraction(1, 2)
    limit = 8 * as_arb(4 / gamma).log()
    signs = product((0, 1), repeat=size)
    inside = sum(1 for differs in signs if bool(as_arb(4 * sum(differs)) <= limit))
    law = binomial(size, Fraction(1, 2))
    again = sum((law[j] for j in range(size + 1) if bool(as_arb(4 * j) <= limit)), Fraction(0))
    parameters = {"X_i": "uniform on {-1, 1}^12", "sigma": 1, "n": 2, "gamma": "1/2"}
    yield Case(parameters, Fraction(inside, 2**size), 1 - gamma, left_again=again)


def _squared_norms(signs: int, d: int) -> dict[Fraction, Fraction]:
    """The law of ||X||^2 for independent co-ordinates, each the sum of `signs` signs over its standard deviation."""
    single: dict[Fraction, Fraction] = {}
    for ones in range(signs + 1):
        square = Fraction((2 * ones - signs) ** 2, signs)
        single[square] = single.get(square, Fraction(0)) + Fraction(comb(signs, ones), 2**signs)
    law = {Fraction(0): Fraction(1)}
    for _ in range(d):
        wider: dict[Fraction, Fraction] = {}
        for (a, p), (b, q) in product(law.items(), single.items()):
            wider[a + b] = wider.get(a + b, Fraction(0)) + p * q
        law = wider
    return law


def within(squared: arb, law: dict[Fraction, Fraction], n: int) -> Fraction:
    """P(all of n independent vectors have a squared norm of at most `squared`)."""
    single = sum((mass for norm, mass in law.items() if bool(as_arb(norm) <= squared)), Fraction(0))
    return single**n


def in_ball(_: Settings) -> Iterator[Case]:
    """P(all vectors are within sqrt(2 d log(2nd/gamma)) of 0) next to 1 - gamma; sums of signs are 1-sub-Gaussian."""
    for signs, dimension in ((1, 1), (1, 12), (4, 1), (16, 1), (16, 2), (4, 3), (9, 4)):
        law = _squared_norms(signs, dimension)
        for users, gamma in product((1, 2, 10), (Fraction(9, 10), Fraction(1, 2), Fraction(1, 100))):
            squared = 2 * dimension * as_arb(2 * users * dimension / gamma).log()
            parameters = {"signs": signs, "d": dimension, "n": users, "gamma": str(gamma)}
            yield Case(parameters, within(squared, law, users), 1 - gamma)


def axes(_: Settings) -> Iterator[Case]:
    """Tails of |g - E g| for m draws of signs, or of the axes of R^2 or R^3; every squared norm that occurs."""
    for points in (((1,), (-1,)), ((1, 0), (0, 1)), ((1, 0, 0), (0, 1, 0), (0, 0, 1))):
        centre = [Fraction(sum(column), len(points)) for column in zip(*points, strict=True)]
        for m in range(1, 5):
            norms: dict[Fraction, Fraction] = {}
            for draws in product(points, repeat=m):
                mean = [Fraction(sum(column), m) for column in zip(*draws, strict=True)]
                square = sum(((a - b) ** 2 for a, b in zip(mean, centre, strict=True)), Fraction(0))
                norms[square] = norms.get(square, Fraction(0)) + Fraction(1, len(points) ** m)
            for level in norms:
                tail = sum((mass for square, mass in norms.items() if square >= level), Fraction(0))
                parameters = {"atoms": len(points), "m": m, "t^2": str(level)}
                yield Case(parameters, tail, 2 * (-m * as_arb(level) / 8).exp())


_GRADIENTS = (
    ("+-u", {Fraction(1): Fraction(1, 2), Fraction(-1): Fraction(1, 2)}),
    ("u or -u, 1 : 3", {Fraction(1): Fraction(1, 4), Fraction(-1): Fraction(3, 4)}),
    ("the axes of R^2, v = (3/5, 4/5)", {Fraction(3, 5): Fraction(1, 2), Fraction(4, 5): Fraction(1, 2)}),
    ("u, 0 or -u", {Fraction(1): Fraction(1, 3), Fraction(0): Fraction(1, 3), Fraction(-1): Fraction(1, 3)}),
)
"""Laws of v.Y for gradients Y of norm at most L = 1."""


def centred_tails(settings: Settings) -> Iterator[Case]:
    """P(|v.(g - E g)| >= t) for means of m gradients, at every t that occurs, next to 2 exp(-m t^2/2)."""
    for name, single in _GRADIENTS:
        centre = sum((value * mass for value, mass in single.items()), Fraction(0))
        law = {Fraction(0): Fraction(1)}
        for m in range(1, 9 if settings.quick else 17):
            wider: dict[Fraction, Fraction] = {}
            for (a, p), (b, q) in product(law.items(), single.items()):
                wider[a + b] = wider.get(a + b, Fraction(0)) + p * q
            law = wider
            distances = {abs(total / m - centre) for total in law}
            for level in distances:
                tail = sum((mass for total, mass in law.items() if abs(total / m - centre) >= level), Fraction(0))
                parameters = {"Y": name, "m": m, "t": str(level)}
                yield Case(parameters, tail, 2 * (-m * as_arb(level) ** 2 / 2).exp())


def uncentred_tail(_: Settings) -> Iterator[Case]:
    """P(|v.g| >= t) next to 2 exp(-m t^2/(2 L^2)): the loss L v.theta, whose gradient is L v for every sample; d = 1."""
    m, lipschitz, level = 2, 1, 1
    draws = [(lipschitz,) * m]
    left = Fraction(sum(abs(Fraction(sum(draw), m)) >= level for draw in draws), len(draws))
    again = 1 - Fraction(sum(abs(sum(draw)) < m * level for draw in draws), len(draws))
    parameters = {"loss": "theta", "d": 1, "m": m, "L": lipschitz, "t": level}
    yield Case(parameters, left, 2 * (-as_arb(Fraction(m * level**2, 2 * lipschitz**2))).exp(), left_again=again)
