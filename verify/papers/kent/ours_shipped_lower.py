"""Ours: the lower bounds for means of vectors that ship with the package are those that the ledger proves."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise, product

from flint import arb

from lowerbounds.methods.vector_bounds import VectorBound
from lowerbounds.vectors import papers
from verify.statements import Case, FiniteCheck
from verify.statements.claim import Claim, Kind
from verify.statements.outcome import Settings, as_arb

_CLOSE = arb(2) ** -40
Bound = Callable[[int, int, int, float, float, str], VectorBound]
_GRID = (
    "d = 1, 3 (16; not quick); epsilon = 1/4, 1, 5/4, 11/4, d, 3d + 1/2; m = 1, 7 (10^6; not quick); n at the least value of the "
    "conditions (and 5 times that; not quick)"
)


def _shapes(quick: bool) -> Iterator[tuple[int, int, int, Fraction]]:
    """n, m, d, epsilon with n min(epsilon, epsilon^2) at least d, as tight as integers allow."""
    for d in (1, 3) if quick else (1, 3, 16):
        levels = {Fraction(1, 4), Fraction(1), Fraction(5, 4), Fraction(11, 4), Fraction(d), 3 * d + Fraction(1, 2)}
        for level, m in product(sorted(levels), (1, 7) if quick else (1, 7, 10**6)):
            least = int(-(-d // min(level, level**2)))
            for n in (least,) if quick else (least, 5 * least):
                yield n, m, d, level


def _formulas(n: int, m: int, d: int, level: Fraction, support: str) -> Iterator[tuple[str, Bound, arb]]:
    """The bounds that say something there, with the ends of their chains as the ledger has them, D = 1."""
    share = Fraction(1) if support == "linf" else Fraction(1, d)
    rate = share * Fraction(d * d, n * m)
    smaller = min(level, level**2)
    yield "Theorem 6", papers.kent_theorem6, as_arb(rate / (44 * min(smaller, Fraction(d))))
    if level <= 1:
        yield "H.2", papers.kent_high_privacy, as_arb(rate / (5376 * level**2))
    elif n * level**2 >= d * d:
        yield "H.3", papers.kent_low_privacy, as_arb(rate / (20608 * level))
    size = Fraction(d, 80) if support == "linf" else Fraction(1, 16)
    power = (-48 * as_arb(n * smaller / d) - arb(16).log() / d).exp()
    yield "Proposition 3", papers.kent_proposition3, size.numerator * power / size.denominator


def chains(settings: Settings, factor: int = 1) -> Iterator[Case]:
    """Of each bound: its end beside the formula, each step beside the one before, the number shown beside the end."""
    for (n, m, d, level), support in product(_shapes(settings.quick), ("linf", "l2")):
        for name, bound, formula in _formulas(n, m, d, level, support):
            parameters = {"bound": name, "ball": support, "n": n, "m": m, "d": d, "epsilon": str(level)}
            found = bound(n, m, d, float(level), 1.0, support)
            assert found.chain is not None
            end = found.chain.value
            yield Case(parameters, abs(end - factor * formula), factor * formula * _CLOSE, note="the end")
            yield Case(parameters, as_arb(Fraction(found.value)), end, note="the number shown")
            for before, after in pairwise(found.chain.steps):
                yield Case(parameters | {"step": after.name}, after.value, before.value, note="a step")


CLAIMS = (
    Claim(
        "kent/own/lower-chains",
        "ours, for Theorem 6 and Proposition 3 from below",
        Kind.LOWER_BOUND,
        "the lower bounds that ship, from the hard instance to the rate",
        None,
        FiniteCheck(
            r"\text{each chain falls step by step to }\tfrac{d^2}{44nmz},\ \tfrac{d^2}{5376nm\varepsilon^2},\ \tfrac{d^2}{20608nm\varepsilon},\ "
            r"\tfrac d{80}e^{-48x-\log16/d}\text{, or what they are in the ball; the number shown is not above its end}",
            _GRID,
            chains,
            granted=r"2^{-40}\text{ of each number in floats}",
        ),
        note="The formulas are those of kent/thm6i/lower, kent/thm6ii/lower, kent/appH.2/rate, kent/appH.3/rate, kent/prop3i and kent/prop3ii, where "
        "the conditions of each hold.",
    ),
)
