"""kent Appendix I, proof of Lemma 30, (241): one block of the sparse cube."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from verify.calculus import at_most, below, by, calc, cite, constructor, words
from verify.calculus.facts.bodies import SparseCube
from verify.calculus.facts.packings import PACKING_COVERING, Covering, Packing
from verify.papers.kent.appI_lemmas.lemma29_packings import CLAIMS as PACKINGS
from verify.papers.kent.nouns_upper import claim
from verify.papers.kent.s2_1_general_rates.eq57_lower import HALF
from verify.papers.kent.s2_2_2_sparse_mean import DIMENSION, SIDE, SUPPORT_SIZE
from verify.statements import Case, FiniteCheck
from verify.statements.claim import Claim, Kind
from verify.statements.outcome import Settings


def _grids(_: Settings) -> Iterator[Case]:
    """{s (r - Delta)^2/(20 Delta^2)}^s beside the squared size of a grid in the block, of step 2 Delta from just above Delta on."""
    for s, step in product((1, 2, 3), (Fraction(1, 5), Fraction(1, 9), Fraction(1, 40))):
        side = -((step - 1) // (2 * step))
        yield Case(
            {"s": s, "r": 1, "Delta": str(step)}, (s * (1 - step) ** 2 / (20 * step**2)) ** s, Fraction(side) ** (2 * s)
        )


# fmt: off
Block = constructor("Block", r"C({0}, {1}, {2})")
"""The vectors of s entries above Delta and at most r, the others 0: Block(s, r, Delta)."""
_BLOCK = Block(SUPPORT_SIZE, SIDE, HALF)
_SHORT = (SIDE - HALF)/2
_CUBE, _INSIDE = SparseCube(SUPPORT_SIZE, SUPPORT_SIZE, _SHORT), below(HALF, SIDE)
_SMALL = claim(PACKINGS, "kent/lemma30/240")
_AT = {DIMENSION: SUPPORT_SIZE, SIDE: _SHORT}
_VOLUME = cite(_SMALL, "volumes").at(_AT)
_EQ241 = calc(
    Packing(_BLOCK, HALF), ">=", Covering(_BLOCK, HALF), by(PACKING_COVERING(_BLOCK, HALF)),
    ">=", Covering(_CUBE, HALF),
    by(words("The block is a cube of side r - Delta, shifted.", at_most(Covering(_CUBE, HALF), Covering(_BLOCK, HALF)), given=(_INSIDE,))),
    ">=", cite(_SMALL, "the volume").at(_AT).statement.right, by(_VOLUME, cite(_SMALL, "the volume").at(_AT)),
    "==", (SUPPORT_SIZE*(SIDE - HALF)**2/(20*HALF**2))**(SUPPORT_SIZE/2), given=(_INSIDE,),
    crosschecks=(
        ("grids", FiniteCheck(r"\{s(r-\Delta)^2/(20\Delta^2)\}^s\le|\text{grid of step }2\Delta|^2", "r = 1; s = 1, 2, 3; Delta = 1/5, 1/9, 1/40", _grids)),
    ),
)
# fmt: on

CLAIMS = (
    Claim(
        "kent/eq241",
        "Appendix I, proof of Lemma 30, (241)",
        Kind.LOWER_BOUND,
        "the packing number of one block",
        _EQ241,
        note="With (240) as corrected. Of the half-open block, entries in (Delta, r], where the text has closed intervals; covers may lie outside.",
    ),
)
