"""kent Section 4.2, Figure 1: where user level beats item level with as many samples in all, and where it does not.

y stands for n alpha^2/d. As in the figure constants, those in exponents and logarithms are left out; both levels are
divided by the trivial risk, 1 in the ball and s for sparse means, and are at most 1. In the ball the rate is that of
`upperbounds.vectors.kent`, for sparse means both halves of (36), at d = 400 and s = 40, within Theorem 7's range; the
item-level rates are those of Tables 2 (corrected in no local row) and 3. Up to a factor 2 two rates count as equal.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeVar

import sympy
from flint import arb
from sympy import Integer, Max, Min, Rational, exp

from notation.symbols import D, d, epsilon, m, n
from upperbounds.vectors.kent import L2_RATE
from verify.kernel.calculus import at_most, line, real
from verify.kernel.prover.evaluate import enclose
from verify.kernel.prover.interval import point
from verify.kernel.statements import AllOf, Case, FiniteCheck
from verify.kernel.statements.claim import Claim, Kind, Match
from verify.kernel.statements.outcome import Settings, as_arb

Y, T = sympy.symbols("y T", positive=True)
SIZE, SPARSITY = Integer(400), Integer(40)
_RATIO = SIZE / SPARSITY
BALL, SPARSE = "ball", "sparse"
Regime = Literal["better", "equal", "worse"]
"""User level next to item level."""
_N = TypeVar("_N", arb, float)


@dataclass(frozen=True)
class Rates:
    """The user level's rate from below and from above, and the item level's, in y and T."""

    lower: sympy.Expr
    upper: sympy.Expr
    item: sympy.Expr


@dataclass(frozen=True)
class Borders:
    """For a y the T in whose range the user level is better, and the T from which it is worse; infinity for nowhere."""

    better: tuple[sympy.Expr, sympy.Expr]
    worse: sympy.Expr


def _without_logarithms(rate: sympy.Expr) -> sympy.Expr:
    """In y and T, at alpha = 1 and d = 2: n alpha^2 = 2y."""
    return rate.replace(sympy.log, lambda *_: Integer(1)).subs({D: 1, epsilon: 1, d: 2, n: 2 * Y, m: T})


_ITEM = 1 / (T * Y)
_BALL = Min(1, _without_logarithms(L2_RATE))
_FAR = exp(-_RATIO * Y) / SPARSITY
RATES = {
    BALL: Rates(_BALL, _BALL, Min(1, _ITEM)),
    SPARSE: Rates(
        Max(Min(1 / T, exp(sympy.log(1 + 1 / Y) / T) - 1), _FAR), Min(1, 1 / T + _FAR, _ITEM + exp(-Y)), Min(1, _ITEM)
    ),
}
"""Route one: the rates, to be compared at a point."""

BORDERS = {
    BALL: Borders((sympy.oo, sympy.oo), Max(2, exp(Y)) / Y),
    SPARSE: Borders((1 / (Rational(1, 2) - _FAR), (1 / (2 * Y) - 1) / _FAR), 2 / (_FAR * Y)),
}
"""Route two: the borders solved for T, by hand. Better, sparse: 1/T + e^(-10y)/s <= min(1, 1/(Ty))/2; worse: e^(-y),
or e^(-10y)/s, is at least 1/(Ty), or twice that, and the item level is at most 1/2."""


def compared(lower: _N, upper: _N, item: _N) -> Regime:
    """Which regime rates at a point are in; raises ValueError where an enclosure does not decide."""
    better, worse = 2 * upper <= item, lower >= 2 * item
    if not (better or worse or (2 * upper > item and lower < 2 * item)):
        raise ValueError("a point on a border: no regime")
    return "better" if better else "worse" if worse else "equal"


def bordered(first: _N, last: _N, worse: _N, samples: _N) -> Regime:
    """Which regime the borders put T in; raises ValueError where an enclosure does not decide."""
    decided = all(a <= samples or a > samples for a in (first, worse)) and (samples <= last or samples > last)
    if not decided:
        raise ValueError("a point on a border: no regime")
    if first <= samples <= last:
        return "better"
    return "worse" if worse <= samples else "equal"


def _ball(expression: sympy.Expr, y: Fraction, samples: Fraction) -> arb:
    if expression == sympy.oo:
        return arb("inf")
    found = enclose(expression, {Y: point(y), T: point(samples)})
    return found.lo.union(found.hi)


def by_rates(panel: str, y: Fraction, samples: Fraction) -> Regime:
    """Route one, enclosed."""
    rates = RATES[panel]
    return compared(*(_ball(rate, y, samples) for rate in (rates.lower, rates.upper, rates.item)))


def by_borders(panel: str, y: Fraction, samples: Fraction) -> Regime:
    """Route two, enclosed."""
    borders = BORDERS[panel]
    first, last, worse = (_ball(border, y, samples) for border in (*borders.better, borders.worse))
    return bordered(first, last, worse, as_arb(samples))


_CODES = {"better": -1, "equal": 0, "worse": 1}


def _regimes(panel: str) -> Callable[[Settings], Iterator[Case]]:
    def cases(_: Settings) -> Iterator[Case]:
        for y in (Fraction(1, 40), Fraction(1, 7), Fraction(2, 5), Fraction(1), Fraction(4), Fraction(12)):
            for power in range(0, 30, 2):
                samples = Fraction(3) ** power
                told = {"n alpha^2/d": str(y), "T": f"3^{power}"}
                yield Case(told, _CODES[by_rates(panel, y, samples)], _CODES[by_borders(panel, y, samples)])

    return cases


def _crossed(panel: str) -> tuple[str, FiniteCheck]:
    return (
        "the figure's regions",
        FiniteCheck(
            r"\text{better, equal, worse } (-1, 0, 1)\text{ by comparing rates} = \text{by the borders solved for }T",
            "n alpha^2/d = 1/40, 1/7, 2/5, 1, 4, 12; T = 1, 9, ..., 3^28",
            _regimes(panel),
            "==",
        ),
    )


_LEVEL, _SAMPLES, _TIMES = real("y", above=0), real("T", least=1), real("c", above=0)
_BALL_ITEM, _BALL_USER = 1 / (_SAMPLES * _LEVEL), 1 / (_SAMPLES * _LEVEL) + exp(-_LEVEL)
_BEFORE, _AFTER = at_most(_SAMPLES, exp(_LEVEL) / _LEVEL), at_most(_TIMES * exp(_LEVEL) / _LEVEL, _SAMPLES)
FIGURE1_A = Claim(
    "kent/figure1/a",
    "Section 4.2, Figure 1a and the sentence on it",
    Kind.RATE_ALGEBRA,
    "in the ball user level is never better than item level, and equivalent where T is not too large",
    says=(
        r"\text{in the }\ell_2\text{-ball user level never beats item level and equals it while }T\text{ "
        r"is not too large, up to constants, also in exponents, and logarithms}"
    ),
    match=Match.READING,
    differs=(
        "of the rates e^(-y) + 1/(Ty) and 1/(Ty) at y = n alpha^2/d, with a constant; not too large is T <= e^y/y"
    ),
    printed=AllOf(
        "",
        {
            "never better": line(_BALL_ITEM).le(_BALL_USER).beside(_crossed(BALL)),
            "equivalent": line(_BALL_USER, given=(_BEFORE,)).le(2 / (_SAMPLES * _LEVEL)),
            "not beyond": line(_BALL_USER, given=(_AFTER,)).ge(exp(-_LEVEL)).ge(_TIMES / (_SAMPLES * _LEVEL)),
        },
    ),
    note="Rates without their logarithms, as the figure has them; the item level's is d/(nT alpha^2), whose local rows of Table 2 stand. The "
    "picture itself is not in our copy: `ratecheck figure kent-1` draws it from these rates.",
)
_SPARSITY, _SHARE = real("s", least=1), real("k", least=1)
_SPARSE_USER = 1 / _SAMPLES + exp(-_SHARE * _LEVEL) / _SPARSITY
FIGURE1_B = Claim(
    "kent/figure1/b",
    "Section 4.2, Figure 1b and the sentence on it",
    Kind.RATE_ALGEBRA,
    "for sparse means user level outperforms item level in certain regimes",
    says=(r"\text{for sparse means there are regimes of }(T,n\alpha^2/d)\text{ where user level beats item " r"level}"),
    match=Match.READING,
    differs=(
        "of the middle term of (36) over s without its logarithm, for T up to s e^(n alpha^2/s); the "
        "regime is made explicit"
    ),
    printed=line(_SPARSE_USER, given=(at_most(_SAMPLES, _SPARSITY * exp(_SHARE * _LEVEL)),))
    .le(2 / _SAMPLES)
    .eq(2 * _LEVEL * (1 / (_SAMPLES * _LEVEL)))
    .beside(_crossed(SPARSE)),
    note="k = d/s. The left side is the middle term of (36) over s, without its logarithm; the right side is 2 n alpha^2/d times the item level's rate, "
    "so that it is the better the smaller n alpha^2/d is, as long as T is at most s e^(n alpha^2/s). What (36) itself is worth is not judged here.",
)

CLAIMS = (
    FIGURE1_A,
    FIGURE1_B,
)
