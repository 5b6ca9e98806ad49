"""kent Algorithm 1 line by line: the cells of (10), who wins, and the text after it on the two tail bounds."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb

import numpy as np
from sympy import Rational, exp

from upperbounds.selection.covers import own_cover
from verify.calculus import at_most, by, calc
from verify.calculus.facts.packings import Diameter, LossAt
from verify.papers.kent.s2_1_general_rates.eq57_lower import BALLS, INFINITE, LOSS
from verify.papers.kent.s2_1_general_rates.eq61_cover_select import FEW, KEEP, UPPER
from verify.papers.kent.setting import ALPHA, USERS
from verify.statements import AllOf, Case, FiniteCheck
from verify.statements.claim import Claim, Kind
from verify.statements.outcome import Settings, as_arb

_CENTRES = (0, 3, 1, 6, 5)
"""On [0, 6] with Delta = 1, in an order in which later balls reach into earlier ones and one is inside others."""


def _in_pieces(point: Fraction) -> list[int]:
    """The pieces B'_j = B_j less the earlier balls that hold a point, by the sets."""
    balls = [abs(point - centre) <= 1 for centre in _CENTRES]
    return [j for j, inside in enumerate(balls) if inside and not any(balls[:j])]


def _pieces(_: Settings) -> Iterator[Case]:
    """How many pieces hold each point; second route: the cell that the algorithm that runs gives the point."""
    cover = own_cover([[float(c)] for c in _CENTRES], 1.0)
    for k in range(0, 57):
        point = Fraction(k, 8)
        pieces = _in_pieces(point)
        cell = int(cover.index(np.array([[k / 8]]))[0])
        yield Case({"x": str(point)}, len(pieces), 1, left_again=int(pieces == [cell]))


def _winners(n: int, keep: Fraction, cells: int, own: int) -> list[Fraction]:
    """The law of j*, by every answer of every user."""
    found = [Fraction(0)] * cells
    for answers in product((0, 1), repeat=n * cells):
        rows = [answers[i * cells : (i + 1) * cells] for i in range(n)]
        kept = sum(bit == (j == own) for row in rows for j, bit in enumerate(row))
        totals = [sum(row[j] for row in rows) for j in range(cells)]
        found[totals.index(max(totals))] += keep**kept * (1 - keep) ** (n * cells - kept)
    return found


def _law(n: int, p: Fraction) -> list[Fraction]:
    return [comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]


def _right(n: int, keep: Fraction, cells: int, own: int, *, ties: bool) -> Fraction:
    """P(Z_l above all others), or with `ties` not below the later ones, from the independent totals."""
    mine, others = _law(n, keep), _law(n, 1 - keep)
    upto = [sum(others[: k + 1], Fraction(0)) for k in range(n + 1)]
    below = [Fraction(0), *upto[:-1]]
    later = upto if ties else below
    return sum((p * below[k] ** own * later[k] ** (cells - 1 - own) for k, p in enumerate(mine)), Fraction(0))


def _line9(settings: Settings) -> Iterator[Case]:
    for n, cells in ((1, 2), (1, 4), (2, 3), (3, 3)) if settings.quick else ((1, 2), (1, 4), (2, 3), (3, 3), (4, 3)):
        for t in (Fraction(3, 2), Fraction(3)):
            keep = t / (1 + t)
            for own in range(cells):
                told = {"n": n, "N": cells, "l": own + 1, "e^(alpha/2)": str(t)}
                again = _right(n, keep, cells, own, ties=True)
                yield Case(
                    told,
                    _winners(n, keep, cells, own)[own],
                    _right(n, keep, cells, own, ties=False),
                    left_again=again,
                )


def _tails(settings: Settings) -> Iterator[Case]:
    """P(Bin(2n, omega) <= n) beside Hoeffding's bound, and beside the square of it, which is false."""
    for n in (1, 2, 5, 20) if settings.quick else (1, 2, 5, 20, 60):
        for t in (Fraction(11, 10), Fraction(3, 2), Fraction(3), Fraction(50)):
            keep = t / (1 + t)
            tail = sum(_law(2 * n, keep)[: n + 1], Fraction(0))
            yield Case({"n": n, "e^(alpha/2)": str(t)}, tail, (as_arb(-4 * n * (keep - Fraction(1, 2)) ** 2)).exp())


_POWER = 4 * (KEEP - Rational(1, 2)) ** 2
_SMALL, _LARGE = at_most(ALPHA, 1), at_most(1, ALPHA)
_SUITABLE = at_most(BALLS, exp(USERS * ALPHA / 40))
_FAR = LossAt(LOSS, Diameter(UPPER.printed.statement.right.args[0].args[0]))  # type: ignore[union-attr]

CLAIMS = (
    Claim(
        "kent/eq10",
        "Section 2.1, Algorithm 1, line 2, (10)",
        Kind.CONSTRUCTION,
        "every point is in one piece of a cover",
        FiniteCheck(
            r"B'_1=B_1,\ B'_j=B_j\setminus\textstyle\bigcup_{k<j}B_k:\quad\sum_j1\{x\in B'_j\}=1",
            "the points k/8 of [0, 7], Delta = 1, centres 0, 3, 1, 6, 5 in this order: on every end of a ball",
            _pieces,
            "==",
        ),
        note="Printed for j >= 1, which at j = 1 says B'_1 = B_1 again. Some pieces may be empty. Second route: the cells "
        "of the algorithm that is built.",
    ),
)
