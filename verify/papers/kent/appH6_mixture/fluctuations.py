"""kent Appendix H.6: why Assumption 2 fails for mixtures, and what holds given the component."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import prod

from verify.kernel.statements import Case, FiniteCheck
from verify.kernel.statements.claim import Claim, Kind, Match
from verify.kernel.statements.outcome import Settings
from verify.papers.kent.instances.hypercubes import vertices

_DELTA = Fraction(1, 10)


def component(m: int, j: int, sign: int, x: tuple[int, ...]) -> Fraction:
    """P_(j, v)(x), x of T bits: Ber(1/4 + j/(2m) + v_j Delta/2)."""
    chance = Fraction(1, 4) + Fraction(j, 2 * m) + sign * _DELTA / 2
    return prod((chance if bit else 1 - chance for bit in x), start=Fraction(1))


def _turned(v: tuple[int, ...], j: int) -> tuple[int, ...]:
    return tuple(-x if k == j else x for k, x in enumerate(v))


def _mixture(m: int, v: tuple[int, ...], x: tuple[int, ...]) -> Fraction:
    return sum((component(m, j + 1, v[j], x) for j in range(m)), Fraction(0)) / m


def _correlated(_: Settings) -> Iterator[Case]:
    """|E_(P_v)(phi_(v, 1) phi_(v, 2))| of the mixtures (214), over all x."""
    for m, samples in ((2, 1), (2, 2), (3, 2)):
        for v in vertices(m):
            total = Fraction(0)
            for x in product((0, 1), repeat=samples):
                mass = _mixture(m, v, x)
                one, two = (_mixture(m, _turned(v, j), x) - mass for j in (0, 1))
                total += one * two / mass
            yield Case({"m": m, "T": samples, "v": str(v), "Delta": str(_DELTA)}, abs(total), 0)


APPH_6_NAIVE = Claim(
    "kent/appH.6/naive",
    "Appendix H.6, the text before Assumption 3: the means of a mixture's components violate Assumption 2",
    Kind.INEQUALITY,
    "the fluctuations of a mixture are correlated",
    says=(
        r"\text{if the means of the components are perturbed, the fluctuations of a mixture act on the "
        r"same single dimension and violate Assumption 2, }\mathbb{E}_{P_v}(\phi_{v,i}\phi_{v,j})=0"
    ),
    match=Match.READING,
    differs=("a product of fluctuations whose mean is not 0, for the first two components of the family (214)"),
    printed=FiniteCheck(
        r"|\mathbb E_{P_v}(\phi_{v,1}\phi_{v,2})|>0",
        "the mixtures (214), (m, T) = (2, 1), (2, 2), (3, 2), Delta = 1/10, all v",
        _correlated,
        ">",
    ),
)


def _conditional(_: Settings) -> Iterator[Case]:
    """E(phi_(i, v, j) | I = i), over all x."""
    for m, samples in ((2, 1), (3, 2)):
        for v in vertices(m):
            for i, j in product(range(m), repeat=2):
                total = Fraction(0)
                for x in product((0, 1), repeat=samples):
                    mass = component(m, i + 1, v[i], x)
                    ratio = component(m, i + 1, _turned(v, j)[i], x) / mass
                    total += mass * (ratio - 1)
                yield Case({"m": m, "T": samples, "v": str(v), "I": i + 1, "j": j + 1}, total, 0)


APPH_6_CONDITIONAL = Claim(
    "kent/appH.6/conditional",
    "Appendix H.6, the text after Assumption 3: phi has mean 0 given I",
    Kind.IDENTITY,
    "given the component a fluctuation has mean 0",
    says=r"\mathbb{E}_{P_{I,v}}(\phi_{I,v,j}\mid I)=0\text{ almost surely, for all }j\in[k]",
    match=Match.SAME,
    printed=FiniteCheck(
        r"\mathbb E_{P_{I,v}}(\phi_{I,v,j}\mid I)=0",
        "the mixtures (214), (m, T) = (2, 1), (3, 2), Delta = 1/10, all v, I and j",
        _conditional,
        "==",
    ),
    note="Densities have mass 1, so that it holds for all laws; kent/appH.1/fluctuation is the same without "
    "components.",
)

CLAIMS = (
    APPH_6_NAIVE,
    APPH_6_CONDITIONAL,
)
