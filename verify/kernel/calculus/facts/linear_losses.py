"""Two linear losses on a ball: what an algorithm of any kind can't tell apart costs it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from verify.kernel.calculus.conditions import at_most
from verify.kernel.calculus.nouns import TV, Discrete, Law, Power, Through
from verify.kernel.calculus.reasons import Case, Schema
from verify.kernel.calculus.statement import Statement
from verify.kernel.calculus.terms import Name, integer, quantity, real
from verify.kernel.calculus.values import value

AlgorithmExcess = quantity(
    "AlgorithmExcess",
    r"\sup_P\,\mathbb{{E}}[F_P({0}(Z^{{{1}}})) - \min F_P]",
    "largest expected excess risk of an algorithm's parameter from n users' data, m draws each, over laws and convex "
    "L-Lipschitz losses on the ball of radius R in d dimensions",
    0,
)
"""AlgorithmExcess(A, n, m, d, R, L)."""

_A = Name("A", "channel")
_n, _m, _d = (integer(letter, least=1) for letter in "nmd")
_alpha, _R, _L = real("alpha", above=0, most=1), real("R", above=0), real("L", above=0)


def leaning(way: int, a: Any) -> Any:
    """A sign of mean a or -a."""
    return Discrete(1, (1 + way * a) / 2, -1, (1 - way * a) / 2)


def told(algorithm: Any, way: int, users: Any, draws: Any, a: Any) -> Any:
    """The law of the parameter where all users draw signs of mean a or -a."""
    return Through(algorithm, Power(Power(leaning(way, a), draws), users))


def _linear_pair(algorithm: Any, users: Any, draws: Any, size: Any, a: Any, radius: Any, lipschitz: Any) -> Statement:
    apart = TV(*(told(algorithm, way, users, draws, a) for way in (1, -1)))
    worst = AlgorithmExcess(algorithm, users, draws, size, radius, lipschitz)
    return Statement(at_most(radius * lipschitz * a * (1 - apart), worst))


def _algorithms() -> Iterator[Case]:
    """Parameters in one dimension by the sum of all signs; the excess risk is the worse one at these two laws."""
    for users, draws, bias in product((1, 2), (1, 2), (Fraction(1, 6), Fraction(1, 2), Fraction(1))):
        for kind in range(3):

            def algorithm(data: Any, kind: int = kind) -> Law:
                total = sum(z for draws_ in data for z in draws_)
                if kind == 0:  # the sign, a fair coin where it is 0
                    places = {total: Fraction(1)} if total else {1: Fraction(1, 2), -1: Fraction(1, 2)}
                    return {Fraction(3 if t > 0 else -3): w for t, w in places.items()}
                return {Fraction(3 * total, 4) if kind == 1 else Fraction(0): Fraction(1)}

            here = {
                _A: algorithm,
                _n: Fraction(users),
                _m: Fraction(draws),
                _alpha: bias,
                _R: Fraction(3),
                _L: Fraction(2),
            }
            risks = []
            for way in (1, -1):
                law = value(told(_A, way, _n, _m, _alpha), here)
                risks.append(sum((w * 2 * bias * (3 - way * theta) for theta, w in law.items()), Fraction(0)))
            yield (
                (_A, _n, _m, _d, _alpha, _R, _L),
                {
                    **here,
                    _d: Fraction(1),
                    AlgorithmExcess(_A, _n, _m, _d, _R, _L): max(risks),
                },
            )


LINEAR_PAIR = Schema(
    "two linear losses",
    "lemma",
    "Le Cam: Yu 1997, Lemma 1, for the losses -L theta_1 z: the two excess risks add up to 2 R L alpha at least",
    _linear_pair,
    (_A, _n, _m, _d, _alpha, _R, _L),
    _algorithms,
)

FACTS = (LINEAR_PAIR,)
