"""Ours to kent Section 2: lattices that cover, with counted cells, and a floor block by block, with constants."""

from collections.abc import Iterator
from fractions import Fraction
from math import comb

from flint import arb

from lowerbounds.information.channels import extreme_channels
from lowerbounds.information.contraction import kl_absolute
from lowerbounds.selection.floors import wrong_letter
from lowerbounds.selection.packings import Blocks
from upperbounds.selection.covers import Body, lattice
from verify.kernel.statements import AllOf, Case, FiniteCheck
from verify.kernel.statements.claim import Claim, Kind
from verify.kernel.statements.outcome import Settings, as_arb
from verify.papers.kent.s2_1_general_rates.eq61_cover_select import SELECTED

SHARP_UPPER = Claim(
    "kent/own/thm1-upper-sharp",
    "to Section 2.1, Theorem 1, (8), second inequality, without Lemma 24",
    Kind.UPPER_RATE,
    "the general upper bound with the exponent of (62)",
    corrected=SELECTED,
    note="2 log cosh(alpha/4) for min{alpha, alpha^2}/20: alpha^2/16 for small alpha, alpha/2 for large.",
)


def _cubes(settings: Settings) -> Iterator[Case]:
    """Squared numbers of cells next to (6 d/Delta^2)^d, Delta^2 = d/k^2."""
    for d, most in ((1, 500), (2, 60), (3, 20), (6, 5)):
        for k in range(3, most, 7) if settings.quick else range(2, most):
            cover = lattice(Body("linf", d, 1.0), k)
            assert cover is not None
            if d < k * k:
                yield Case({"d": d, "k": k}, cover.size**2, Fraction(6 * k * k) ** d, left_again=k ** (2 * d))


def _meeting(d: int, k: int) -> int:
    """How many boxes of the lattice meet the unit ball, by adding coordinates one by one, in whole numbers."""
    nearest = [max(abs(2 * i + 1 - k) - 1, 0) ** 2 for i in range(k)]
    counts = {0: 1}
    for _ in range(d):
        longer: dict[int, int] = {}
        for spent, number in counts.items():
            for more in nearest:
                if spent + more <= k * k:
                    longer[spent + more] = longer.get(spent + more, 0) + number
        counts = longer
    return sum(counts.values())


def _balls(settings: Settings) -> Iterator[Case]:
    """Squared numbers of cells next to (3/Delta)^(2d), Delta^2 = d/k^2 < 1."""
    for d, most in ((1, 300), (2, 60), (3, 20), (4, 11), (5, 7)):
        for k in range(2, most, 3 if settings.quick else 1):
            cover = lattice(Body("l2", d, 1.0), k)
            if cover is not None and d < k * k:
                right = Fraction(9 * k * k, d) ** d
                yield Case({"d": d, "k": k}, cover.size**2, right, left_again=_meeting(d, k) ** 2)


def _sparse(_: Settings) -> Iterator[Case]:
    """Squared numbers of cells next to those of (71), Delta^2 = s/k^2 < 1."""
    for d, s, k in ((4, 1, 3), (30, 1, 21), (6, 2, 3), (12, 2, 5), (8, 3, 3), (6, 6, 3)):
        cover = lattice(Body("sparse", d, 1.0, s=s), k)
        assert cover is not None
        counted = sum(comb(d, j) * (k - 1) ** j for j in range(s + 1))
        right = comb(d, s) ** 2 * Fraction(6 * k * k) ** s
        yield Case({"d": d, "s": s, "k": k}, cover.size**2, right, left_again=counted**2)


OWN_LATTICE_COVERS = Claim(
    "kent/own/lattice-covers",
    "to Appendix C, (65), (68), (71), upper halves: covers that are built",
    Kind.CONSTRUCTION,
    "the boxes of a lattice that meet a ball are no more than the covering numbers' bounds",
    corrected=AllOf(
        "",
        {
            "the cube": FiniteCheck(
                r"k^d\le(6d/\Delta^2)^{d/2},\ \Delta=\sqrt d/k",
                "d = 1, 2, 3, 6; k up to 499 (quick: every seventh), squared",
                _cubes,
            ),
            "the ball": FiniteCheck(
                r"N\le(3/\Delta)^d,\ \Delta=\sqrt d/k<1",
                "d <= 5, k up to 299 (quick: every third), squared",
                _balls,
            ),
            "sparse vectors": FiniteCheck(
                r"N\le\tbinom ds(6s/\Delta^2)^{s/2},\ \Delta=\sqrt s/k", "d up to 30, s up to 6, squared", _sparse
            ),
        },
    ),
    note="The covers of the algorithm that runs; kent's are by volumes, which build none. Boxes have "
    "half-diagonal Delta; second routes count them again. For large d the lattice of the ball needs "
    "2.1/Delta for 3/Delta, and more on its surface.",
)


def _one_user(settings: Settings) -> Iterator[Case]:
    """Bayes risks of one user's message under every extreme channel, next to (gap/2)^2 p."""
    for length, heights in ((1, 1), (1, 2), (2, 1)):
        code = Blocks(1, length, heights, Fraction(1))
        points = list(code.members())
        for t in (Fraction(3, 2), Fraction(6)) if settings.quick else (Fraction(11, 10), Fraction(3, 2), Fraction(6)):
            p = wrong_letter(kl_absolute(as_arb(t).log()), code.letters)
            floor: arb = as_arb(code.gap**2 / 4) * p
            for place, channel in enumerate(extreme_channels(tuple(range(len(points))), t)):
                left = Fraction(0)
                for z in dict.fromkeys(z for letter in channel.values() for z in letter.atoms):
                    weights = [channel[x][z] / len(points) for x in range(len(points))]
                    total = sum(weights, Fraction(0))
                    for coordinate in range(length):
                        values = [point[coordinate] for point in points]
                        first = sum((w * v for w, v in zip(weights, values, strict=True)), Fraction(0))
                        second = sum((w * v * v for w, v in zip(weights, values, strict=True)), Fraction(0))
                        left += second - first**2 / total if total else Fraction(0)
                told = {"block": length, "heights": heights, "e^alpha": str(t), "channel": place}
                yield Case(told, left, floor)


OWN_BLOCKS_FLOOR = Claim(
    "kent/own/blocks-floor",
    "to Section 2.1, Theorem 1, (8), first inequality: Fano's inequality block by block",
    Kind.LOWER_BOUND,
    "no channel of one user beats the floor of a block",
    corrected=FiniteCheck(
        r"E\|\hat\theta-\theta\|^2\ge\tfrac{g^2}4p,\ "
        r"\log Q-\alpha\tanh\tfrac\alpha2=h(p)+p\log(Q-1)",
        "one block of 2 or 4 letters a gap g apart, n = 1, every extreme channel, e^alpha = 3/2, 6 (full: 11/10, too)",
        _one_user,
        ">=",
    ),
    note="With s independent blocks and n users s g^2/4 p at n alpha tanh(alpha/2)/s: by the chain rule and as "
    "the right side is concave. Theorem 1 applies Fano's inequality to all blocks at once, which loses the "
    "factor s.",
)

CLAIMS = (
    SHARP_UPPER,
    OWN_LATTICE_COVERS,
    OWN_BLOCKS_FLOOR,
)
