"""Ours: the lower bounds that ship for means of vectors and for Theorem 11 are those that the ledger proves."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

from flint import arb

from lowerbounds.methods.vector_bounds import VectorBound
from lowerbounds.selection import kent_theorem11
from lowerbounds.selection.floors import coefficient_width
from lowerbounds.vectors import papers
from notation.setting import Setting
from verify.kernel.calculus.values import value
from verify.kernel.statements import Case, FiniteCheck
from verify.kernel.statements.claim import Claim, Kind
from verify.kernel.statements.outcome import Settings, as_arb
from verify.papers.kent.appD_approximate.theorem11 import AT_INFINITY, LETTERS, MANY, PHI
from verify.papers.kent.setting import ALPHA

_CLOSE = arb(2) ** -40
_Bound = Callable[[int, int, int, float, float, str], VectorBound]
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


def _formulas(n: int, m: int, d: int, level: Fraction, support: str) -> Iterator[tuple[str, _Bound, arb]]:
    """The bounds that are nontrivial there, with the ends of their chains as the ledger has them, D = 1."""
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
    """Of each bound: its end next to the formula, each step next to the one before, the number shown next to the end."""
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


OWN_LOWER_CHAINS = Claim(
    "kent/own/lower-chains",
    "ours, for Theorem 6 and Proposition 3 from below",
    Kind.LOWER_BOUND,
    "the lower bounds that ship, from the hard instance to the rate",
    corrected=FiniteCheck(
        r"\text{each chain falls step by step to }\tfrac{d^2}{44nmz},\ "
        r"\tfrac{d^2}{5376nm\varepsilon^2},\ \tfrac{d^2}{20608nm\varepsilon},\ "
        r"\tfrac d{80}e^{-48x-\log16/d}\text{, or what they are in the ball; the number shown "
        r"is not above its end}",
        _GRID,
        chains,
        granted=r"2^{-40}\text{ of each number in floats}",
    ),
    note="The formulas are those of kent/thm6i/lower, kent/thm6ii/lower, kent/appH.2/rate, kent/appH.3/rate, "
    "kent/prop3i and kent/prop3ii, where the conditions of each hold.",
)


_APPROXIMATE = (
    Setting(1, 1, 1, 0.25, 3.0, s=1, r=4.0),
    Setting(20, 7, 4, 0.5, 1.0, s=2, beta=2, delta=1 / 121),
    Setting(40, 1, 3, 2.0, 0.5, s=1, delta=1e-3),
    Setting(12, 1, 500, 0.5, 1.0, s=1, delta=1e-6),
)


def _volumes(space: str, a: Setting) -> Iterator[tuple[int, arb]]:
    """Dimensions of bodies in the space, with the logarithms of their volumes."""
    half = as_arb(Fraction(a.D)).log()
    if space in ("linf", "sparse"):
        k = a.s if space == "sparse" else a.d
        yield k, k * (half + arb(2).log())
    elif space == "l2":
        yield a.d, a.d * half + _unit_ball(a.d)
    else:
        for k in {*(2**j for j in range(a.d.bit_length())), a.d}:
            if space == "l1":
                yield k, k * (half + arb(2).log()) - arb(k + 1).lgamma()
            else:
                yield k, k * as_arb(2 * coefficient_width(k, a.beta, a.r)).log()


def _unit_ball(k: int) -> arb:
    return arb(k) / 2 * arb.pi().log() - (1 + arb(k) / 2).lgamma()


def _best_logarithm(k: int, told: arb) -> arb:
    """ln N where e^(-2 ln N/k) (1 - told/ln N) is largest: the root of its logarithm's slope, by bisection."""
    low, high = told, told + k
    for _ in range(80):
        middle = arb(((low + high) / 2).mid())
        low, high = (middle, high) if told * k > 2 * middle * (middle - told) else (low, middle)
    return low


def _packings(space: str, a: Setting) -> Iterator[tuple[arb, arb]]:
    """ln N and a Delta with at least N points of the space pairwise more than 2 Delta apart, or needed to cover it."""
    told = a.n * as_arb(Fraction(min(a.epsilon, a.epsilon**2))) + arb(2).log()
    for k, volume in _volumes(space, a):
        most = _best_logarithm(k, told)
        yield most, ((volume - _unit_ball(k) - most) / k).exp() / 2
    if space == "sparse":
        for blocks, j in product({a.s, 1}, range(60)):
            length, heights = a.d // blocks, 2**j
            apart = Fraction(2, 2 * heights - 1) if length == 1 else 1 / (heights - Fraction(1, 4))
            yield blocks * arb(2 * length * heights).log(), as_arb(Fraction(a.D) * apart / 2)


def approximate(_: Settings, factor: int = 1) -> Iterator[Case]:
    """Of each space: the bound's end next to the right side of Theorem 11's chain at the best N, and at N rounded up."""
    right = AT_INFINITY.statement.right
    for a, space in product(_APPROXIMATE, ("linf", "l2", "l1", "sparse", "sobolev")):
        told = {"space": space, "n": a.n, "d": a.d, "s": a.s, "alpha": a.epsilon, "delta": a.delta}
        found = kent_theorem11(space, a)
        assert found.chain is not None

        def displayed(names: Any, half: arb, a: Setting = a) -> arb:
            return as_arb(value(right, {MANY: a.n, ALPHA: Fraction(a.epsilon), LETTERS: names, PHI: half**2}))

        ends = [(displayed(most.exp(), half), most, half) for most, half in _packings(space, a)]
        end, most, half = max(ends, key=lambda entry: float(entry[0].mid()))
        yield Case(told, abs(found.chain.value - factor * end), abs(end) * _CLOSE, note="the end")
        # A code's N is whole: no ceiling of its enclosure is.
        rounded = most.exp().ceil().unique_fmpz()
        if rounded is not None:
            whole = displayed(int(rounded), half)
            yield Case(told | {"N": "rounded up"}, found.chain.value, whole + abs(whole) * _CLOSE, note="a whole N")
        yield Case(told, as_arb(Fraction(found.value)), found.chain.value, note="the number shown")


OWN_THM11_SHIPPED = Claim(
    "kent/own/thm11-shipped",
    "ours, for Appendix D, Theorem 11",
    Kind.LOWER_BOUND,
    "the lower bound that ships under approximate LDP",
    corrected=FiniteCheck(
        r"\text{shipped}=\max_{N,\Delta}\tfrac{\Delta^2}3\Big(1-\frac{n\min\{\varepsilon,\varepsilon^2\}+\log2}{\log N}\Big)\text{, over what is known of }N\le N_\Theta(2\Delta)",
        "the cube, the ball, the l_1 ball, sparse vectors, coefficients of densities; four settings, 6 n delta <= 1",
        approximate,
        granted=r"2^{-40}\text{ of each number}",
    ),
    note="The formula is the right side of kent/thm11 as displayed. Second route: volumes written again, and the "
    "best radius by bisection of the slope, where the code has its root in closed form. N(2 Delta) is a "
    "whole number, so that N may be rounded up.",
)

CLAIMS = (
    OWN_LOWER_CHAINS,
    OWN_THM11_SHIPPED,
)
