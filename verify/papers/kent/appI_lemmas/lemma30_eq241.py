"""kent Appendix I, proof of Lemma 30, (241): one block of the sparse cube."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product

from verify.kernel.calculus import because, below, cite, constructor, line
from verify.kernel.calculus.facts.bodies import SparseCube
from verify.kernel.calculus.facts.packings import PACKING_COVERING, Covering, Packing
from verify.kernel.statements import AllOf, Case, FiniteCheck
from verify.kernel.statements.claim import Claim, Kind, Match
from verify.kernel.statements.outcome import Settings
from verify.ledger.wording import row
from verify.papers.kent.appI_lemmas.lemma29_packings import CLAIMS as PACKINGS
from verify.papers.kent.nouns_upper import claim
from verify.papers.kent.s2_1_general_rates.eq57_lower import HALF
from verify.papers.kent.s2_2_2_sparse_mean import DIMENSION, SIDE, SUPPORT_SIZE


def _apart(signs: bool) -> Iterator[Case]:
    """2 Delta^2, or 4 where the supports are the same and signs differ, next to |x - y|^2; entries just above Delta or 1."""
    step = Fraction(1, 4)
    values = (Fraction(0), *(sign * size for sign in (-1, 1) for size in (step + Fraction(1, 100), Fraction(1))))
    for d, s in ((2, 1), (3, 2)):
        points = [x for x in product(values, repeat=d) if sum(v != 0 for v in x) == s]
        for x, y in combinations(points, 2):
            same = all((a == 0) == (b == 0) for a, b in zip(x, y, strict=True))
            if same == signs and (not same or any(a * b < 0 for a, b in zip(x, y, strict=True))):
                distance = sum(((a - b) ** 2 for a, b in zip(x, y, strict=True)), Fraction(0))
                yield Case({"x": row(x), "y": row(y)}, (4 if signs else 2) * step**2, distance)


def _supports(_: Settings) -> Iterator[Case]:
    yield from _apart(signs=False)


def _signs(_: Settings) -> Iterator[Case]:
    yield from _apart(signs=True)


_POINTS = "(d, s) = (2, 1), (3, 2); Delta = 1/4, entries 13/50 and 1 of either sign"
LEMMA30_APART = Claim(
    "kent/lemma30/apart",
    "Appendix I, proof of Lemma 30, before (240)",
    Kind.CONSTRUCTION,
    "vectors of different supports, and of different signs, are far apart",
    says=(
        r"x\in B_{\iota^{(1)}},\ y\in B_{\iota^{(2)}},\ \iota^{(1)}\ne\iota^{(2)}:\ \lVert "
        r"x-y\rVert_2>2^{1/2}\Delta;\quad x\in C_{\iota,\varsigma^{(1)}},\ y\in "
        r"C_{\iota,\varsigma^{(2)}},\ \varsigma^{(1)}\ne\varsigma^{(2)}:\ \lVert x-y\rVert_2>2\Delta"
    ),
    match=Match.SAME,
    printed=AllOf(
        "",
        {
            "supports": FiniteCheck(
                r"\|x-y\|_2>2^{1/2}\Delta,\ x\in B_{\iota^{(1)}},\ y\in B_{\iota^{(2)}}", _POINTS, _supports, "<"
            ),
            "signs": FiniteCheck(
                r"\|x-y\|_2>2\Delta,\ x\in C_{\iota,\varsigma^{(1)}},\ y\in C_{\iota,\varsigma^{(2)}}",
                _POINTS,
                _signs,
                "<",
            ),
        },
    ),
    note="Two supports differ at one place of each, where one of x and y is 0; two signs at one place, where both exceed Delta.",
)


def _grids(_: Settings) -> Iterator[Case]:
    """{s (r - Delta)^2/(20 Delta^2)}^s next to the squared size of a grid in the block, of step 2 Delta from just above Delta on."""
    for s, step in product((1, 2, 3), (Fraction(1, 5), Fraction(1, 9), Fraction(1, 40))):
        side = -((step - 1) // (2 * step))
        yield Case(
            {"s": s, "r": 1, "Delta": str(step)}, (s * (1 - step) ** 2 / (20 * step**2)) ** s, Fraction(side) ** (2 * s)
        )


Block = constructor("Block", r"C({0}, {1}, {2})", sort="metric space")
"""The vectors of s entries above Delta and at most r, the others 0: Block(s, r, Delta)."""
_BLOCK = Block(SUPPORT_SIZE, SIDE, HALF)
_SHORT = (SIDE - HALF) / 2
_CUBE, _INSIDE = SparseCube(SUPPORT_SIZE, SUPPORT_SIZE, _SHORT), below(HALF, SIDE)
_SMALL = claim(PACKINGS, "kent/lemma30/240")
_AT = {DIMENSION: SUPPORT_SIZE, SIDE: _SHORT}
_VOLUME = cite(_SMALL, "volumes").at(_AT)
EQ241 = Claim(
    "kent/eq241",
    "Appendix I, proof of Lemma 30, (241)",
    Kind.LOWER_BOUND,
    "the packing number of one block",
    says=(
        r"M_{C_{\iota,\varsigma}}(\Delta)\ge "
        r"N_{\mathbb{B}_\infty\{(r-\Delta)/2\}}(\Delta)\ge\Big\{\frac{s(r-\Delta)^2}{20\Delta^2}\Big\}^{\frac{s}{2}}"
    ),
    match=Match.READING,
    differs=("both ends; for the half-open block of entries in (Delta, r], where the text goes over to the closed one"),
    printed=line(Packing(_BLOCK, HALF), given=(_INSIDE,))
    .ge(Covering(_BLOCK, HALF), PACKING_COVERING(_BLOCK, HALF))
    .ge(Covering(_CUBE, HALF), because("The block is a cube of side r - Delta, shifted."))
    .ge(cite(_SMALL, "the volume").at(_AT).statement.right, _VOLUME, cite(_SMALL, "the volume").at(_AT))
    .eq((SUPPORT_SIZE * (SIDE - HALF) ** 2 / (20 * HALF**2)) ** (SUPPORT_SIZE / 2))
    .crosschecked(
        "grids",
        r"\{s(r-\Delta)^2/(20\Delta^2)\}^s\le|\text{grid of step }2\Delta|^2",
        "r = 1; s = 1, 2, 3; Delta = 1/5, 1/9, 1/40",
        _grids,
    ),
    note="With (240) as corrected. Of the half-open block, entries in (Delta, r], where the text has closed intervals; covers may lie outside.",
)

CLAIMS = (
    LEMMA30_APART,
    EQ241,
)
