"""kent Section 5.2, the sketch for discrete densities: a packing by construction, its count and its rate."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from math import comb

import sympy
from sympy import Integer, exp, log, oo, sqrt

from verify.kernel.calculus import (
    Member,
    Name,
    at_most,
    because,
    constructor,
    integer,
    line,
    property_of,
    quantity,
    real,
)
from verify.kernel.calculus.facts.bodies import CHOOSE_BELOW, Choose
from verify.kernel.calculus.facts.signs import Less, Norm
from verify.kernel.prover import Variable
from verify.kernel.statements import AllOf, Case, FiniteCheck, UpToConstant, Whole
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import Settings
from verify.papers.at_points import Point, at_points


def simplex(parts: int, outcomes: int) -> list[tuple[int, ...]]:
    """Shares of `outcomes` outcomes in multiples of 1/`parts`, as whole numbers."""
    return [x for x in product(range(parts + 1), repeat=outcomes) if sum(x) == parts]


def _close(_: Settings) -> Iterator[Case]:
    """The least squared distance of two points of V next to (2 Delta)^2."""
    for parts, outcomes in ((2, 2), (3, 3)):
        points = simplex(parts, outcomes)
        least = min(
            sum((a - b) ** 2 for a, b in zip(p, q, strict=True)) for i, p in enumerate(points) for q in points[:i]
        )
        yield Case(
            {"N": outcomes, "Delta": f"1/{parts}"},
            Fraction(least, parts**2),
            Fraction(4, parts**2),
            left_again=Fraction(2, parts**2),
        )


def _apart(_: Settings) -> Iterator[Case]:
    """2 Delta^2 and 2 Delta next to the least squared distance and the least l1 distance, all pairs of grid densities."""
    for outcomes in (2, 3, 4):
        for parts in (2, 3, 5):
            points = simplex(parts, outcomes)
            gaps = [[abs(a - b) for a, b in zip(p, q, strict=True)] for i, p in enumerate(points) for q in points[:i]]
            told = {"N": outcomes, "Delta": f"1/{parts}"}
            least = min(sum(g * g for g in gap) for gap in gaps)
            yield Case(told | {"norm": "l2, squared"}, Fraction(2, parts**2), Fraction(least, parts**2))
            yield Case(told | {"norm": "l1"}, Fraction(2, parts), Fraction(min(sum(gap) for gap in gaps), parts))


def _least_sums() -> Iterator[Point]:
    """The least l1 distance of two grid densities."""
    for outcomes in (2, 3, 4):
        for parts in (1, 2, 3, 5):
            pairs = combinations(simplex(parts, outcomes), 2)
            least = min(sum(abs(a - b) for a, b in zip(p, q, strict=True)) for p, q in pairs)
            yield {_OUTCOMES: Fraction(outcomes), _PARTS: Fraction(parts)}, Fraction(least, parts)


_OUTCOMES, _PARTS = integer("N", least=2), integer("K", least=1)
GridDensities = constructor("GridDensities", r"\{{p \in \tfrac1{{{1}}}\mathbb{{Z}}_{{\ge 0}}^{{{0}}}: \|p\|_1 = 1\}}")
"""The densities on N points with whole multiples of 1/K: GridDensities(N, K)."""
SumNorm = quantity("SumNorm", r"\|{0}\|_1", "sum of the sizes of a vector's entries", 0)
Different = property_of("Different", r"{0} \ne {1}")
_P, _Q = Name("p", "vector"), Name("p'", "vector")
_GRID = GridDensities(_OUTCOMES, _PARTS)
_TWO = (Member(_P, _GRID), Member(_Q, _GRID), Different(_P, _Q))
_APART, _LONG, _PLACES = Norm(Less(_P, _Q)), SumNorm(Less(_P, _Q)), _OUTCOMES - 1
_ONE_MORE = "Some entry of p is larger than that of p' by 1/K at least, and the others are smaller by as much in sum"
SEPARATION = Claim(
    "kent/sec5.2/separation",
    "Section 5.2, the sketch for discrete densities",
    Kind.CONSTRUCTION,
    "the separation of the grid of densities",
    says=(
        r"\mathcal{V}=\{p\in\{0,\Delta,\ldots,(1/\Delta-1)\Delta,1\}^N:p_1+\cdots+p_N=1\}\text{ is "
        r"}2\Delta\text{-separated in the }L_2\text{-norm}"
    ),
    match=Match.SAME,
    printed=FiniteCheck(
        r"\|p-p'\|_2^2\ge(2\Delta)^2,\ p\ne p'\in\mathcal V", "(N, Delta) = (2, 1/2), (3, 1/3)", _close, ">="
    ),
    corrected=AllOf(
        "",
        {
            "Euclidean": line(_APART, given=_TWO)
            .ge(
                sqrt((1 / _PARTS) ** 2 + (1 / _PARTS) ** 2),
                because(_ONE_MORE + ", so that another entry differs by 1/K at least."),
            )
            .eq(sqrt(2) / _PARTS)
            .crosschecked(
                "all pairs",
                r"\|p-p'\|_2^2\ge2\Delta^2,\ \|p-p'\|_1\ge2\Delta",
                "N = 2, 3, 4; 1/Delta = 2, 3, 5",
                _apart,
            ),
            "in sum": at_points(
                line(_LONG, given=_TWO).ge(1 / _PARTS + 1 / _PARTS, because(_ONE_MORE + ".")).eq(2 / _PARTS),
                "all pairs, in sum",
                "N = 2, 3, 4; K = 1, 2, 3, 5",
                _least_sums,
            ),
        },
    ),
    correction="sqrt(2) Delta in the Euclidean norm; 2 Delta holds in the l1 norm",
    severity=Severity.CONSTANT,
    theorem="kent/sec5.2",
    note="K = 1/Delta.",
)


def _count(_: Settings) -> Iterator[Case]:
    """The number of points of V next to the printed binomial coefficient."""
    for parts, outcomes in ((2, 2), (4, 3)):
        yield Case(
            {"N": outcomes, "Delta": f"1/{parts}"},
            len(simplex(parts, outcomes)),
            comb(parts - 1, outcomes - 1),
            left_again=comb(parts + outcomes - 1, outcomes - 1),
        )


def _exactly(_: Settings) -> Iterator[Case]:
    for outcomes in (2, 3, 4):
        for parts in (2, 3, 5, 8):
            told = {"N": outcomes, "Delta": f"1/{parts}"}
            yield Case(told, len(simplex(parts, outcomes)), comb(parts + outcomes - 1, outcomes - 1))


def _counted(_: Settings) -> Iterator[Case]:
    for outcomes in (2, 3, 4):
        for parts in (2, 3, 5, 8):
            told = {"N": outcomes, "Delta": f"1/{parts}"}
            yield Case(told, Fraction(parts - 1, outcomes - 1) ** (outcomes - 1), len(simplex(parts, outcomes)))


Size = quantity("Size", r"|{0}|", "number of members of a finite set", 0)
_MANY = Choose(_PARTS + _PLACES, _PLACES)
_EXACTLY = (
    line(Size(_GRID))
    .eq(
        _MANY,
        because("A density is K units in a row with N - 1 bars between them, the first entry before the first bar."),
    )
    .crosschecked(
        "all points",
        r"|\mathcal V|=\tbinom{1/\Delta+N-1}{N-1}",
        "N = 2, 3, 4; 1/Delta = 2, 3, 5, 8, enumerated",
        _exactly,
        "==",
    )
)
COUNT = Claim(
    "kent/sec5.2/count",
    "Section 5.2, the sketch for discrete densities",
    Kind.IDENTITY,
    "the number of grid densities",
    says=r"|\mathcal{V}|=\binom{1/\Delta-1}{N-1}\ge\Big(\frac{1/\Delta-1}{N-1}\Big)^{N-1}",
    match=Match.READING,
    differs="the equality alone",
    printed=FiniteCheck(r"|\mathcal V|=\tbinom{1/\Delta-1}{N-1}", "(N, Delta) = (2, 1/2), (3, 1/4)", _count, "=="),
    corrected=AllOf(
        "",
        {
            "exactly": _EXACTLY,
            "from below": line(Size(_GRID))
            .eq(_MANY, _EXACTLY)
            .ge(((_PARTS + _PLACES) / _PLACES) ** _PLACES, CHOOSE_BELOW(_PARTS + _PLACES, _PLACES))
            .ge(((_PARTS - 1) / _PLACES) ** _PLACES, line((_PARTS + _PLACES) / _PLACES).ge((_PARTS - 1) / _PLACES))
            .crosschecked(
                "the printed lower bound",
                r"|\mathcal V|\ge\cdots",
                "N = 2, 3, 4; 1/Delta = 2, 3, 5, 8, enumerated",
                _counted,
            ),
        },
    ),
    correction="zero entries are allowed, so |V| = C(1/Delta + N - 1, N - 1); the printed number counts densities without zeros. The lower bound "
    "that is used holds",
    severity=Severity.CONSTANT,
    theorem="kent/sec5.2",
    note="K = 1/Delta.",
)

_LOAD = real("x", above=0)
_CELL = 1 / (1 + _PLACES * exp((24 * _LOAD + 2 * log(2)) / _PLACES))
CHOICE = Claim(
    "kent/sec5.2/choice",
    "Section 5.2, the sketch for discrete densities, the choice of Delta",
    Kind.RATE_ALGEBRA,
    "the width of the grid",
    says=(
        r"\text{if }n\alpha^2\ge C(N-1)\log(e(N-1))\text{: "
        r"}\Delta=\Big\{1+(N-1)\exp\Big(\frac{24n\alpha^2+2\log(2)}{N-1}\Big)\Big\}^{-1}"
    ),
    match=Match.READING,
    differs=(
        "the choice is read with what it is for: the printed lower bound on |V| is then e^(24 n alpha^2 +"
        " 2 log(2)), as Theorem 1 asks"
    ),
    printed=line(((1 / _CELL - 1) / _PLACES) ** _PLACES).eq(exp(24 * _LOAD + 2 * log(2))),
    note="x = n alpha^2, and N - 1 places. The printed Delta is in general not 1 over an integer.",
)

_R, _Y, _N = sympy.symbols("r y N", positive=True)
_USERS, _ALPHA = integer("n", least=1), real("alpha", above=0)
_LEVEL = (24 * _USERS * _ALPHA**2 + 2 * log(2)) / _PLACES
_LEVEL_ANY, _LESS, _MORE = real("y", above=0), real("u", above=0), real("w", above=0)
_SQUARES = line(_LESS ** (-2), given=(at_most(_LESS, _MORE),)).ge(_MORE ** (-2))
SEC5_2_RATE = Claim(
    "kent/sec5.2/rate",
    "Section 5.2, the sketch for discrete densities, the last display",
    Kind.RATE_ALGEBRA,
    "the exponent of the lower bound",
    says=(
        r"\mathcal{R}_{n,\infty,\alpha}(\theta(\mathcal{P}),\lVert\cdot\rVert_2^2)\gtrsim\Big\{1+(N-1)\exp\Big(\frac{24n\alpha^2+2\log(2)}{N-1}\Big)\Big\}^{-2}\gtrsim\frac1{(N-1)^2}\exp\Big(\frac{-24n\alpha^2-2\log(2)}{N-1}\Big)\gtrsim "
        r"e^{-cn\alpha^2/(N-1)}"
    ),
    match=Match.READING,
    differs="the second of the three steps",
    printed=UpToConstant(
        exp(-_Y) / (_N - 1) ** 2,
        (1 + (_N - 1) * exp(_Y)) ** (-2),
        (Variable(_Y, Integer(0), oo, open_lower=True), Variable(_N, Integer(2), oo)),
        family=((_N, Integer(2)), (_Y, _R)),
        along=_R,
        text=r"\{1+(N-1)e^y\}^{-2}\gtrsim\tfrac1{(N-1)^2}e^{-y},\ y=\tfrac{24n\alpha^2+2\log2}{N-1}",
    ),
    corrected=line((1 + _PLACES * exp(_LEVEL)) ** (-2)).ge(
        exp(-2 * _LEVEL) / _OUTCOMES**2,
        _SQUARES.at({_LESS: 1 + _PLACES * exp(_LEVEL), _MORE: _OUTCOMES * exp(_LEVEL)}),
        line(1 + _PLACES * exp(_LEVEL_ANY)).le(_OUTCOMES * exp(_LEVEL_ANY)).at({_LEVEL_ANY: _LEVEL}),
    ),
    correction="the exponent is doubled by the square: e^(-2y); the rate e^(-cn alpha^2/(N-1)) stands with another c",
    severity=Severity.CONSTANT,
    theorem="kent/sec5.2/rate",
)
SEC5_2 = Claim(
    "kent/sec5.2",
    "Section 5.2, the sketch for discrete densities",
    Kind.CONSTRUCTION,
    "a packing of the discrete densities",
    says=(
        r"\mathcal{V}\text{ is a }2\Delta\text{-separated packing of the discrete densities on }N\text{ "
        r"outcomes, }|\mathcal{V}|=\binom{1/\Delta-1}{N-1}\text{, and "
        r"}\mathcal{R}_{n,\infty,\alpha}(\theta(\mathcal{P}),\lVert\cdot\rVert_2^2)\gtrsim "
        r"e^{-cn\alpha^2/(N-1)}"
    ),
    match=Match.READING,
    differs="a group; what is shown leaves out the bound on the risk, whose steps are claims of their own",
    printed=Whole(
        r"\mathcal V\text{ is }2\Delta\text{-separated, }|\mathcal V|=\tbinom{1/\Delta-1}{N-1}",
        ("kent/sec5.2/separation", "kent/sec5.2/count", "kent/sec5.2/rate"),
    ),
    corrected=Whole(
        r"\mathcal V\text{ is }\sqrt2\Delta\text{-separated, }|\mathcal V|=\tbinom{1/\Delta+N-1}{N-1}",
        ("kent/sec5.2/separation", "kent/sec5.2/count", "kent/sec5.2/rate"),
        as_corrected=True,
    ),
    correction="the separation, the count and the exponent",
    severity=Severity.CONSTANT,
    theorem="kent/sec5.2",
)

CLAIMS = (
    SEPARATION,
    COUNT,
    CHOICE,
    SEC5_2_RATE,
    SEC5_2,
)
