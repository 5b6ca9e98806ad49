"""Frames of 2d vectors in d dimensions: coefficients with small entries, and random frames."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import factorial
from typing import Any

from flint import arb
from sympy import E, pi, sqrt

from verify.kernel.calculus.conditions import at_most, below, equal, property_of
from verify.kernel.calculus.over import Infimum
from verify.kernel.calculus.reasons import Case, Outside, Schema
from verify.kernel.calculus.statement import Statement
from verify.kernel.calculus.terms import Name, integer, quantity, real
from verify.kernel.statements.outcome import as_arb


def _spread(rows: tuple[Fraction, ...]) -> Any:
    """In one dimension: sum u_i a_i = 1 with all |a_i| = c, the least c of all signs."""
    sums = [
        sum((s * u for s, u in zip(signs, rows, strict=True)), Fraction(0))
        for signs in product((1, -1), repeat=len(rows))
    ]
    return min((1 / abs(total) for total in sums if total), default=arb("inf"))


def _circle(size: Any) -> arb:
    """The share of the unit circle with |x| + |y| at most so much."""
    bound = as_arb(size)
    if bound < 1:
        return arb(0)
    return arb(1) if bound >= arb(2).sqrt() else 1 - 4 / arb.pi() * (bound / arb(2).sqrt()).acos()


Spread = quantity(
    "Spread",
    r"\max_{{\|x\|_2 = 1}}\min\{{\|a\|_\infty: {0}^{{\mathsf T}}a = x\}}",
    "the least largest entry of coefficients, for the worst unit vector",
    0,
    infinite=True,
    value=_spread,
)
Dual = quantity(
    "Dual",
    r"\max\{{\|y\|_2: \|{0}y\|_1 \le 1\}}",
    "the longest vector whose image has l_1 norm at most 1",
    0,
    infinite=True,
    value=lambda rows: 1 / sum(map(abs, rows)),
)
Frame = property_of(
    "Frame",
    r"{0} \in \mathbb{{R}}^{{2{1} \times {1}}},\ {0}^{{\mathsf T}}{0} = I",
    lambda rows, k: k == 1 and len(rows) == 2 and sum(u**2 for u in rows) == 1,
    asks=lambda _, k: (at_most(1, k),),
)
"""2d rows whose columns are orthonormal: Frame(U, d)."""
LongTail = quantity(
    "LongTail",
    r"P(\exists y: \|Uy\|_1 \le 1,\ \|y\|_2 \ge {1};\ U \in \mathbb{{R}}^{{2 \cdot {0} \times {0}}})",
    "probability that there is such a vector for the first d columns U of a uniform orthogonal matrix of 2d rows",
    0,
    1,
    value=lambda _, bound: _circle(1 / as_arb(bound)),
)
SphereTail = quantity(
    "SphereTail",
    r"P(\|w\|_1 \le {1};\ w \in S^{{{0} - 1}})",
    "share of the unit sphere in a given number of dimensions whose l_1 norm is at most so much",
    0,
    1,
    value=lambda _, bound: _circle(bound),
)
Falling = quantity(
    "Falling",
    r"\Big(\tfrac{{{0}!}}{{(2 \cdot {0})!}}\Big)^{{1/{0}}}",
    "the root (d!/(2d)!)^(1/d)",
    0,
    1,
    value=lambda k: as_arb(Fraction(factorial(int(k)), factorial(2 * int(k)))).root(int(k)),
)

_U, _d = Name("U", "matrix"), integer("d", least=1)
_r, _c, _s = real("r", above=0), real("c", above=0), real("s", above=0)
_LEAST = Infimum(Dual(_U), _U, Frame(_U, _d))


def _matrices() -> Iterator[Case]:
    for one, other in ((3, 4), (5, 12), (8, 15), (20, 21), (-3, 4), (1, 0)):
        size = Fraction({25: 5, 169: 13, 289: 17, 841: 29, 1: 1}[one**2 + other**2])
        yield (_U, _d), {_U: (one / size, other / size), _d: Fraction(1)}


def _random() -> Iterator[Case]:
    for bound in ("3/4", "4/5", "9/10", "1", "6/5"):
        yield (_d, _r), {_d: Fraction(1), _r: Fraction(bound), _LEAST: 1 / arb(2).sqrt()}


def _nets() -> Iterator[Case]:
    for bound, share in product(("1/2", "7/10", "3/4", "9/10"), ("1/10", "1/2", "2")):
        yield (_d, _r, _c), {_d: Fraction(1), _r: Fraction(bound), _c: Fraction(share)}


def _shares() -> Iterator[Case]:
    for bound in ("1/2", "1", "11/10", "13/10", "7/5", "3/2"):
        yield (_d, _s), {_d: Fraction(1), _s: Fraction(bound)}


def _no_frame() -> Iterator[Outside]:
    """A matrix without rank."""
    yield 0, (_U, _d), {_U: (Fraction(0), Fraction(0)), _d: Fraction(1)}


def _always_long() -> Iterator[Outside]:
    """All frames have such a vector."""
    yield 0, (_d, _r), {_d: Fraction(1), _r: Fraction(1, 2), _LEAST: 1 / arb(2).sqrt()}


DUALITY = Schema(
    "coefficients and their dual",
    "lemma",
    "Schrijver 1986, Corollary 7.1g, at the worst unit vector",
    lambda u, k: Statement(equal(Spread(u), Dual(u)), (Frame(u, k),)),
    (_U, _d),
    _matrices,
    outside=_no_frame,
)
PROBABILISTIC = Schema(
    "the probabilistic method",
    "lemma",
    "Alon and Spencer 2016, Section 1.1: what has a probability below 1 fails somewhere",
    lambda k, bound: Statement(below(Infimum(Dual(_U), _U, Frame(_U, k)), bound), (below(LongTail(k, bound), 1),)),
    (_d, _r),
    _random,
    outside=_always_long,
)
NET = Schema(
    "union over a net",
    "lemma",
    "Vershynin 2018, Corollary 4.2.13: (1 + 2/c)^d points; each image is uniform on the sphere, "
    "and a move by c changes its l_1 norm by sqrt(2d) c at most",
    lambda k, bound, mesh: Statement(
        at_most(LongTail(k, bound), (1 + 2 / mesh) ** k * SphereTail(2 * k, 1 / bound + mesh * sqrt(2 * k)))
    ),
    (_d, _r, _c),
    _nets,
)
CONE = Schema(
    "a cone in the l_1 ball",
    "lemma",
    "volumes of the l_1 and the Euclidean ball in 2d dimensions: (2s)^(2d)/(2d)!, pi^d/d!",
    lambda k, bound: Statement(at_most(SphereTail(2 * k, bound), (4 * bound**2 * Falling(k) / pi) ** k)),
    (_d, _s),
    _shares,
)
FALLING = Schema(
    "quotient of factorials",
    "lemma",
    "Stirling: Robbins 1955, (d + 1) ... (2d) is at least (4d/e)^d",
    lambda k: Statement(at_most(Falling(k), E / (4 * k))),
    (_d,),
    lambda: (((_d,), {_d: Fraction(k)}) for k in (1, 2, 3, 5, 10, 40)),
)

FACTS = (DUALITY, PROBABILISTIC, NET, CONE, FALLING)
