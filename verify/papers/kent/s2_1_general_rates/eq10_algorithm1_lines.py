"""kent Algorithm 1 line by line: the cells of (10), who wins, and the text after it on the two tail bounds."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb

import numpy as np
from sympy import Min, Rational, exp

from upperbounds.selection.covers import own_cover
from verify.kernel.calculus import at_most, line
from verify.kernel.calculus.facts.packings import Diameter, LossAt
from verify.kernel.statements import AllOf, Case, FiniteCheck
from verify.kernel.statements.claim import Claim, Kind, Match
from verify.kernel.statements.outcome import Settings, as_arb
from verify.papers.kent.s2_1_general_rates.eq57_lower import BALLS, HALF, INFINITE, LOSS, SPACE
from verify.papers.kent.s2_1_general_rates.eq61_cover_select import FEW, KEEP, UPPER
from verify.papers.kent.setting import ALPHA, USERS

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


EQ10 = Claim(
    "kent/eq10",
    "Section 2.1, Algorithm 1, line 2, (10)",
    Kind.CONSTRUCTION,
    "every point is in one piece of a cover",
    says=r"B'_1=B_1,\quad B'_j=B_j\setminus\bigcup_{k=1}^{j-1}B_k\ \text{ for }j\ge1",
    match=Match.READING,
    differs=(
        "the line defines the pieces; judged is that they partition, which Step 1 of the proof of Theorem "
        "1 says of them"
    ),
    printed=FiniteCheck(
        r"B'_1=B_1,\ B'_j=B_j\setminus\textstyle\bigcup_{k<j}B_k:\quad\sum_j1\{x\in B'_j\}=1",
        "the points k/8 of [0, 7], Delta = 1, centres 0, 3, 1, 6, 5 in this order: on every end of a ball",
        _pieces,
        "==",
    ),
    note="Printed for j >= 1, which at j = 1 says B'_1 = B_1 again. A piece may be empty. Second route: the cell "
    "that the algorithm as built gives the point.",
)


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
                    told, _winners(n, keep, cells, own)[own], _right(n, keep, cells, own, ties=False), left_again=again
                )


ALG1_LINE9 = Claim(
    "kent/alg1/line9",
    "Section 2.1, Algorithm 1, line 9; Appendix C, proof of Theorem 1, Step 1, the event A",
    Kind.ALGORITHM,
    "the right piece wins wherever it has more votes than every other",
    says=(
        r"j^*=\min\arg\max_{j\in[N(\Delta)]}\Big\{\sum_{i=1}^n\tilde V_j^{(i)}\Big\},\ "
        r"\hat\theta=\theta_{j^*};\quad\text{on }A=\bigcap_{j\ne l}\{Z_l>Z_j\}:\ \hat\theta,\theta(P)\in "
        r"B_l"
    ),
    match=Match.READING,
    differs=("judged is what the two give together: the right piece is chosen with at least the probability of A"),
    printed=FiniteCheck(
        r"P(j^*=l)\ge P(A),\ A=\textstyle\bigcap_{j\ne l}\{Z_l>Z_j\},\ j^*=\min\arg\max_jZ_j",
        "every answer of n <= 3 users (full: 4) for N <= 4 pieces, every l, e^(alpha/2) = 3/2, 3",
        _line9,
        ">=",
    ),
    note="Second route: the law of j* by distribution functions, as the risks of the algorithm have it. Ties go "
    "to the least index, so that a right piece wins those with later ones: equality only at l = N. The text "
    "after the algorithm has fewer votes than some other piece where as many can do, too.",
)


def _tails(settings: Settings) -> Iterator[Case]:
    """P(Bin(2n, omega) <= n) next to Hoeffding's bound."""
    for n in (1, 2, 5, 20) if settings.quick else (1, 2, 5, 20, 60):
        for t in (Fraction(11, 10), Fraction(3, 2), Fraction(3), Fraction(50)):
            keep = t / (1 + t)
            tail = sum(_law(2 * n, keep)[: n + 1], Fraction(0))
            yield Case({"n": n, "e^(alpha/2)": str(t)}, tail, (as_arb(-4 * n * (keep - Fraction(1, 2)) ** 2)).exp())


_GAIN = 4 * (KEEP - Rational(1, 2)) ** 2
"""4 (omega - 1/2)^2: Hoeffding's exponent for each of n users."""
ALG1_HOEFFDING = Claim(
    "kent/alg1/hoeffding",
    "Section 2.1, the text after Algorithm 1, Hoeffding's inequality for small and for large alpha",
    Kind.INEQUALITY,
    "Hoeffding's exponent has alpha^2 for small alpha and none for large",
    says=(
        r"\text{exponent for }\alpha\lesssim1\text{ by Hoeffding: }\alpha^2\text{; for "
        r"}\alpha\gtrsim1\text{ by Hoeffding: no }\alpha\text{, by Chernoff-Hoeffding: }\alpha"
    ),
    match=Match.READING,
    differs=(
        "the orders are made numbers, 1/20 from below and 1 from above; the Chernoff-Hoeffding part is "
        "that of (62) and not judged here"
    ),
    printed=AllOf(
        "",
        {
            "the tail": FiniteCheck(
                r"P(\mathrm{Bin}(2n,\omega)\le n)\le e^{-4n(\omega-1/2)^2}",
                "n up to 60 (quick: 20), e^(alpha/2) = 11/10, 3/2, 3, 50, exact",
                _tails,
            ),
            "alpha <= 1": line(_GAIN, given=(at_most(ALPHA, 1),)).ge(ALPHA**2 / 20),
            "every alpha": line(_GAIN).le(1),
        },
    ),
    note="4 (omega - 1/2)^2 = tanh(alpha/4)^2, which tends to 1; the exponent of (62) is 2 log cosh(alpha/4), of "
    "the order of alpha.",
)
_SUITABLE = at_most(BALLS, exp(USERS * ALPHA / 40)), at_most(1, ALPHA)
_NEAR, _FAR = LossAt(LOSS, HALF), LossAt(LOSS, Diameter(SPACE))
_RATE = line(Min(ALPHA, ALPHA**2), given=_SUITABLE[1:]).eq(ALPHA)
ALG1_VANISHING = Claim(
    "kent/alg1/vanishing",
    "Section 2.1, the text after Algorithm 1, the error as alpha grows",
    Kind.UPPER_RATE,
    "the error vanishes as alpha grows, with a Delta that falls suitably",
    says=r"\text{as }\alpha\to\infty\text{, with a suitable }\Delta\to0\text{, the error tends to }0",
    match=Match.READING,
    differs=("suitably is made a condition, N(Delta) <= e^(n alpha/40), and vanishing a bound with that exponent"),
    printed=line(INFINITE, given=(FEW, *_SUITABLE))
    .le(_NEAR + _FAR * BALLS * exp(-USERS * Min(ALPHA, ALPHA**2) / 20), UPPER)
    .le(_NEAR + _FAR * exp(USERS * ALPHA / 40) * exp(-USERS * Min(ALPHA, ALPHA**2) / 20), _SUITABLE[0])
    .eq(_NEAR + _FAR * exp(-USERS * ALPHA / 40), _RATE),
    note="Suitably: N(Delta) <= e^(n alpha/40), which every Delta meets from some alpha on, so that Delta may "
    "fall to 0. Both terms vanish where Phi(Delta) falls to 0 with Delta.",
)

CLAIMS = (
    EQ10,
    ALG1_LINE9,
    ALG1_HOEFFDING,
    ALG1_VANISHING,
)
